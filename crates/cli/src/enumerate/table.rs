//! The enumeration as a person reads it, and as a program does.

use crate::failure::Failure;
use crate::output::Page;
use crate::spelling::spell_grid;
use kdelta_certificate::Outcome;
use kdelta_explore::enumerate::{Enumerated, PRINTED_SHIFT, at_most};
use kdelta_oracle::bound::Dimension;
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};

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
    page.paragraph(&found.where_it_occurs());
    found.why_infinite().iter().for_each(|why| page.paragraph(why));
    Ok(page.0)
}

fn head(page: &mut Page, found: &Enumerated) {
    let small = &found.small;
    let point = |index: i64| decimal::short(&(&small.grid * Rational::from_integer(index.into())));
    let answers = match found.pair {
        Some((first, second)) => {
            format!("{} and {}", found.short(first), found.short(second))
        }
        None => format!(
            "all {} from {} to {}, compared within Δ = {}",
            small.answers.1 - small.answers.0 + 1,
            found.short(small.answers.0),
            found.short(small.answers.1),
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

fn output(found: &Enumerated, index: Option<usize>) -> String {
    found.output(index).map_or_else(|| "outside".to_owned(), |place| decimal::short(&place))
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
        format!("under {}", found.short(found.worst.answer)),
        format!("under {}", found.short(found.worst.neighbour)),
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
