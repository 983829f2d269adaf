//! The enumeration as a person reads it, and as a program does.

use crate::failure::Failure;
use crate::output::Page;
use crate::spelling::{spell, spell_grid};
use kdelta_certificate::{Number, Outcome};
use kdelta_explore::enumerate::{Enumerated, PRINTED_SHIFT};
use kdelta_oracle::bound::Dimension;
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use serde_json::{Value, json};

/// Outputs shown on each side of the worst one.
const AROUND: usize = 3;

pub(super) fn text(found: &Enumerated, whole_law: bool) -> Result<String, Failure> {
    let mut page = Page::default();
    head(&mut page, found);
    law(&mut page, found, whole_law);
    bounds(&mut page, found)?;
    page.line("");
    match &found.loss {
        Loss::Finite(ratio) => {
            page.good(&format!(" exact loss: ln({ratio}) ≤ {}", at_most(&found.loss)?));
        }
        Loss::Infinite => page.bad(" exact loss: infinite, this mechanism is not private for any ε"),
    }
    page.paragraph(&where_it_occurs(found));
    why_infinite(found).iter().for_each(|why| page.paragraph(why));
    Ok(page.0)
}

fn head(page: &mut Page, found: &Enumerated) {
    let small = &found.small;
    let point = |index: i64| decimal::short(&(&small.grid * Rational::from_integer(index.into())));
    let answers = match found.pair {
        Some((first, second)) => {
            format!("{} and {}", short(found, first), short(found, second))
        }
        None => format!(
            "all {} from {} to {}, compared within Δ = {}",
            small.answers.1 - small.answers.0 + 1,
            short(found, small.answers.0),
            short(found, small.answers.1),
            decimal::short(&small.sensitivity)
        ),
    };
    page.columns(
        None,
        [
            vec![
                "Laplace".to_owned(),
                format!(
                    "ε = {}, fixed point of 64 bits, {} of fraction, {}",
                    decimal::short(&found.epsilon),
                    small.digits,
                    found.generator
                ),
            ],
            vec!["answers".to_owned(), answers],
            vec![
                "release".to_owned(),
                format!(
                    "multiples of L = {} from {} to {}, or \"outside\"",
                    spell_grid(&small.grid),
                    point(*small.outputs.start()),
                    point(*small.outputs.end())
                ),
            ],
            vec![
                "weights".to_owned(),
                format!(
                    "exact: how many of {} equal parts of all entropy give an output",
                    found.noise.counted.total()
                ),
            ],
        ],
    );
}

fn short(found: &Enumerated, units: i64) -> String {
    decimal::short(&found.small.number(units))
}

/// The output of a number of the law.
#[expect(clippy::expect_used, reason = "there are at most 2^16 outputs")]
fn place(found: &Enumerated, index: Option<usize>) -> Option<Rational> {
    let point = found.small.outputs.start() + i64::try_from(index?).expect("an index of an output is small");
    Some(&found.small.grid * Rational::from_integer(point.into()))
}

fn output(found: &Enumerated, index: Option<usize>) -> String {
    place(found, index).map_or_else(|| "outside".to_owned(), |place| decimal::short(&place))
}

fn exact_output(found: &Enumerated, index: Option<usize>) -> String {
    place(found, index).map_or_else(|| "outside".to_owned(), |place| spell(&place))
}

fn law(page: &mut Page, found: &Enumerated, whole: bool) {
    let [first, second] = &found.laws;
    let outside = first.len() - 1;
    let centre = found.worst.output.unwrap_or(outside);
    let rows = first.iter().zip(second).enumerate().filter_map(|(index, (a, b))| {
        let here = index == centre;
        if !(whole || here || index == outside || index.abs_diff(centre) <= AROUND) {
            return None;
        }
        let loss = match (a, b) {
            (0, 0) => "never".to_owned(),
            (0, _) => "-∞".to_owned(),
            (_, 0) => "∞".to_owned(),
            _ => signed_log(*a, *b),
        };
        let name = output(found, (index < outside).then_some(index));
        let mark = if here { "← the worst" } else { "" };
        Some(vec![format!(" {name}"), a.to_string(), b.to_string(), loss, mark.to_owned()])
    });
    let header = vec![
        " output".to_owned(),
        format!("under {}", short(found, found.worst.answer)),
        format!("under {}", short(found, found.worst.neighbour)),
        "loss".to_owned(),
        String::new(),
    ];
    page.columns(Some(header), rows);
}

/// ln(a/b) with six digits after the point, for reading only.
fn signed_log(a: u64, b: u64) -> String {
    let bits = |n: u64| kdelta_oracle::enclosure::ln(&Rational::from_integer(n.into()), 40).ok();
    match bits(a).zip(bits(b)) {
        Some((a, b)) => {
            let difference = a.minus(&b);
            let scale = Rational::from_integer(1_000_000.into());
            let rounded = (difference.lo() * &scale).round() / scale;
            decimal::up(&rounded, 12)
        }
        None => String::new(),
    }
}

/// An upper end of the loss, as a decimal rounded up.
fn at_most(loss: &Loss) -> Result<String, Failure> {
    Ok(match loss.enclosure(96)? {
        Some(value) => decimal::epsilon_prime(value.hi()),
        None => "∞".to_owned(),
    })
}

fn bounds(page: &mut Page, found: &Enumerated) -> Result<(), Failure> {
    let holds = |bound: &Rational| -> Result<String, Failure> {
        let within = found.loss.is_within(&UpperBound::new(bound.clone()))?;
        Ok(if within { "holds" } else { "VIOLATED" }.to_owned())
    };
    let mut rows = Vec::new();
    if let Some(printed) = &found.printed {
        rows.push(vec![
            format!(" {}", decimal::epsilon_prime(printed.value())),
            holds(printed.value())?,
            PRINTED_SHIFT.to_owned(),
            "the paper's section 5".to_owned(),
        ]);
    }
    if let Ok(certificate) = &found.bounds {
        for entry in &certificate.bounds {
            rows.push(match &entry.epsilon_prime {
                Outcome::AtMost(bound) => {
                    let mark = if *bound == certificate.verdict { ", the least" } else { "" };
                    vec![
                        format!(" {}", decimal::epsilon_prime(&bound.0)),
                        holds(&bound.0)?,
                        entry.form.name().to_owned(),
                        format!("{}{mark}", entry.form.meaning(Dimension::Line)),
                    ]
                }
                Outcome::Refused(_) => {
                    vec![
                        " does not apply".to_owned(),
                        String::new(),
                        entry.form.name().to_owned(),
                        String::new(),
                    ]
                }
            });
        }
    }
    if !rows.is_empty() {
        let header = [" ε′ at most", "", "form", ""].map(str::to_owned).to_vec();
        page.columns(Some(header), rows);
    }
    if let Err(why) = &found.bounds {
        page.heading(" no bound of the repaired theory applies");
        page.paragraph(&format!("{}; {}", why.why, why.remedy));
    }
    Ok(())
}

/// The cell, the pair and the weights of the worst.
fn where_it_occurs(found: &Enumerated) -> String {
    let worst = &found.worst;
    let (above, below) = worst.weights;
    let place = match cell(found) {
        Some((low, high)) => format!(
            "output {}, the cell [{}, {}) of sums",
            output(found, worst.output),
            short(found, low),
            short(found, high)
        ),
        None => "the output \"outside\"".to_owned(),
    };
    format!(
        "It occurs at {place}: {above} of {} under the answer {}, {below} under {}.",
        found.noise.counted.total(),
        short(found, worst.answer),
        short(found, worst.neighbour)
    )
}

/// The ends of the worst output's cell, in units.
fn cell(found: &Enumerated) -> Option<(i64, i64)> {
    let index = found.worst.output?;
    found.small.edges.get(index).copied().zip(found.small.edges.get(index + 1).copied())
}

/// Which noise is missing, if the loss is infinite.
fn why_infinite(found: &Enumerated) -> Option<String> {
    if found.loss != Loss::Infinite {
        return None;
    }
    let Some((low, high)) = cell(found) else {
        return Some("Under the second answer no noise leaves the window; widen the answers, or take a generator with a longer tail.".to_owned());
    };
    let neighbour = found.worst.neighbour;
    let (low, high) = (low - neighbour, high - neighbour);
    let needed = format!(
        "Under {} that takes noise in [{}, {}), and the generator has none there: ",
        short(found, neighbour),
        short(found, low),
        short(found, high)
    );
    let length = |from: i64, to: i64| decimal::short(&found.small.number(to - from));
    Some(match found.noise.around(low, high) {
        (Some(before), Some(after)) => format!(
            "{needed}its values next to it are {} and {}, {} apart, more than L = {}. A finer generator or a coarser grid closes the hole.",
            short(found, before),
            short(found, after),
            length(before, after),
            spell_grid(&found.small.grid)
        ),
        (Some(largest), None) => format!(
            "{needed}its largest noise is {}. A narrower window, or a generator with a longer tail, mends it.",
            short(found, largest)
        ),
        (None, Some(least)) => format!(
            "{needed}its least noise is {}. A narrower window, or a generator with a longer tail, mends it.",
            short(found, least)
        ),
        (None, None) => format!("{needed}all of it lies beyond the window."),
    })
}

pub(super) fn as_json(found: &Enumerated) -> Value {
    let number = |units: i64| spell(&found.small.number(units));
    let (ratio, at_most) = match &found.loss {
        Loss::Finite(ratio) => (Some(spell(ratio)), at_most(&found.loss).ok()),
        Loss::Infinite => (None, None),
    };
    let mut bounds: Vec<Value> = Vec::new();
    let mut push = |form: &str, bound: &Rational| {
        let holds = found.loss.is_within(&UpperBound::new(bound.clone())).ok();
        bounds.push(json!({ "form": form, "at_most": Number(bound.clone()), "holds": holds }));
    };
    if let Some(printed) = &found.printed {
        push(PRINTED_SHIFT, printed.value());
    }
    let refused = match &found.bounds {
        Ok(certificate) => {
            for entry in &certificate.bounds {
                if let Outcome::AtMost(bound) = &entry.epsilon_prime {
                    push(entry.form.name(), &bound.0);
                }
            }
            None
        }
        Err(why) => Some(why.to_string()),
    };
    let cell = cell(found).map(|(low, high)| [number(low), number(high)]);
    let [first, second] = &found.laws;
    let law: Vec<Value> = first
        .iter()
        .zip(second)
        .enumerate()
        .map(|(index, (a, b))| {
            let last = index + 1 == first.len();
            json!({ "output": exact_output(found, (!last).then_some(index)), "weights": [a, b] })
        })
        .collect();
    json!({
        "total": found.noise.counted.total(),
        "loss": { "infinite": found.loss == Loss::Infinite, "ratio": ratio, "at_most": at_most, "why_infinite": why_infinite(found) },
        "worst": {
            "output": exact_output(found, found.worst.output), "cell": cell,
            "answer": number(found.worst.answer), "neighbour": number(found.worst.neighbour),
            "weights": [found.worst.weights.0, found.worst.weights.1],
        },
        "bounds": bounds,
        "no_bound": refused,
        "law": law,
    })
}
