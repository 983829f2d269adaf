//! What was enumerated in words, and for programs.

use super::{Enumerated, PRINTED_SHIFT, gaussian, plane};
use crate::error::Error;
use crate::spelling::{spell, spell_grid};
use kdelta_certificate::{Number, Outcome};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer::Closeness;
use serde_json::{Value, json};

/// An upper end of the loss, as a decimal rounded up; ∞ if there is none.
///
/// # Errors
/// If a logarithm cannot be enclosed.
pub fn at_most(loss: &Loss) -> Result<String, Error> {
    Ok(match loss.enclosure(96)? {
        Some(value) => decimal::epsilon_prime(value.hi()),
        None => "∞".to_owned(),
    })
}

impl Enumerated {
    /// A number of units as a short decimal.
    #[must_use]
    pub fn short(&self, units: i64) -> String {
        decimal::short(&self.small.number(units))
    }

    /// The output with this index in the laws; none is "outside".
    #[must_use]
    #[expect(clippy::expect_used, reason = "there are at most 2^16 outputs")]
    pub fn output(&self, index: Option<usize>) -> Option<Rational> {
        let point =
            self.small.outputs.start() + i64::try_from(index?).expect("an index of an output is small");
        Some(&self.small.grid * Rational::from_integer(point.into()))
    }

    fn exact_output(&self, index: Option<usize>) -> String {
        self.output(index).map_or_else(|| "outside".to_owned(), |place| spell(&place))
    }

    /// The ends of the worst output's cell of sums, in units; none if it is "outside".
    #[must_use]
    pub fn cell(&self) -> Option<(i64, i64)> {
        let index = self.worst.output?;
        self.small.edges.get(index).copied().zip(self.small.edges.get(index + 1).copied())
    }

    /// Where the loss occurs, in a sentence: the cell, the pair and the weights.
    #[must_use]
    pub fn where_it_occurs(&self) -> String {
        let worst = &self.worst;
        let (above, below) = worst.weights;
        let place = match self.cell() {
            Some((low, high)) => format!(
                "output {}, the cell [{}, {}) of sums",
                self.output(worst.output).map_or_else(String::new, |place| decimal::short(&place)),
                self.short(low),
                self.short(high)
            ),
            None => "the output \"outside\"".to_owned(),
        };
        format!(
            "It occurs at {place}: {above} of {} under the answer {}, {below} under {}.",
            self.noise.counted.total(),
            self.short(worst.answer),
            self.short(worst.neighbour)
        )
    }

    /// Which noise is missing, if the loss is infinite, and what mends it.
    #[must_use]
    pub fn why_infinite(&self) -> Option<String> {
        if self.loss != Loss::Infinite {
            return None;
        }
        let Some((low, high)) = self.cell() else {
            return Some("Under the second answer no noise leaves the window; widen the answers, or take a generator with a longer tail.".to_owned());
        };
        let neighbour = self.worst.neighbour;
        let (low, high) = (low - neighbour, high - neighbour);
        let needed = format!(
            "Under {} that takes noise in [{}, {}), and the generator has none there: ",
            self.short(neighbour),
            self.short(low),
            self.short(high)
        );
        let length = |from: i64, to: i64| decimal::short(&self.small.number(to - from));
        Some(match self.noise.around(low, high) {
            (Some(before), Some(after)) => format!(
                "{needed}its values next to it are {} and {}, {} apart, more than L = {}. A finer generator or a coarser grid closes the hole.",
                self.short(before),
                self.short(after),
                length(before, after),
                spell_grid(&self.small.grid)
            ),
            (Some(largest), None) => format!(
                "{needed}its largest noise is {}. A narrower window, or a generator with a longer tail, mends it.",
                self.short(largest)
            ),
            (None, Some(least)) => format!(
                "{needed}its least noise is {}. A narrower window, or a generator with a longer tail, mends it.",
                self.short(least)
            ),
            (None, None) => format!("{needed}all of it lies beyond the window."),
        })
    }

    /// Everything for programs, with exact numbers.
    #[must_use]
    pub fn json(&self) -> Value {
        let number = |units: i64| spell(&self.small.number(units));
        let (ratio, at_most) = match &self.loss {
            Loss::Finite(ratio) => (Some(spell(ratio)), at_most(&self.loss).ok()),
            Loss::Infinite => (None, None),
        };
        let mut bounds: Vec<Value> = Vec::new();
        let mut push = |form: &str, bound: &Rational| {
            let holds = self.loss.is_within(&UpperBound::new(bound.clone())).ok();
            bounds.push(json!({ "form": form, "at_most": Number(bound.clone()), "holds": holds }));
        };
        if let Some(printed) = &self.printed {
            push(PRINTED_SHIFT, printed.value());
        }
        let refused = match &self.bounds {
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
        let cell = self.cell().map(|(low, high)| [number(low), number(high)]);
        let [first, second] = &self.laws;
        let law: Vec<Value> = first
            .iter()
            .zip(second)
            .enumerate()
            .map(|(index, (a, b))| {
                let last = index + 1 == first.len();
                json!({ "output": self.exact_output((!last).then_some(index)), "weights": [a, b] })
            })
            .collect();
        json!({
            "total": self.noise.counted.total(),
            "loss": { "infinite": self.loss == Loss::Infinite, "ratio": ratio, "at_most": at_most, "why_infinite": self.why_infinite() },
            "worst": {
                "output": self.exact_output(self.worst.output), "cell": cell,
                "answer": number(self.worst.answer), "neighbour": number(self.worst.neighbour),
                "weights": [self.worst.weights.0, self.worst.weights.1],
            },
            "bounds": bounds,
            "no_bound": refused,
            "law": law,
        })
    }
}

impl gaussian::Found {
    /// Everything for programs, with exact numbers.
    ///
    /// # Errors
    /// If a logarithm cannot be enclosed.
    pub fn json(&self) -> Result<Value, Error> {
        let small = &self.small;
        let side = |of: &gaussian::Farthest, bound: Option<&UpperBound>| -> Result<Value, Error> {
            Ok(json!({
                "exact_at_most": decimal::epsilon_prime(&gaussian::logarithm(&of.ratio)?),
                "certified": bound.map(|bound| Number(bound.value().clone())),
                "answer": spell(&small.number(of.answer)),
                "output": of.output.map_or_else(|| "outside".to_owned(), |index| spell(&(&small.grid * Rational::from_integer(index.into())))),
            }))
        };
        let bounds =
            self.certificate.as_ref().ok().map(|certificate| Closeness::from(&certificate.closeness));
        let curve: Vec<Value> = self
            .curve
            .iter()
            .map(|point| {
                json!({
                    "epsilon": Number(point.epsilon.clone()),
                    "exact_delta_at_most": Number(point.exact.clone()),
                    "certified_delta": point.certified.as_ref().map(|bound| Number(bound.value().clone())),
                    "ideal_delta_at_most": Number(point.ideal.value().clone()),
                })
            })
            .collect();
        Ok(json!({
            "total": self.total,
            "sigma": spell(&self.flags.0),
            "delta": spell(&self.flags.1),
            "above": side(&self.above, bounds.as_ref().map(|bounds| &bounds.above))?,
            "below": side(&self.below, bounds.as_ref().map(|bounds| &bounds.below))?,
            "curve": curve,
            "epsilon_prime": self.certificate.as_ref().ok().map(|certificate| certificate.verdict.clone()),
            "no_bound": self.certificate.as_ref().err().map(ToString::to_string),
            "holds": self.violated()?.is_empty(),
        }))
    }
}

impl plane::Found {
    /// Everything for programs, with exact numbers: what was found about a mechanism, and its bounds.
    #[must_use]
    pub fn json(&self, mechanism: &plane::Mechanism, bounds: &[plane::Row]) -> Value {
        let exact = |[x, y]: [i64; 2]| [spell(&plane::number(x)), spell(&plane::number(y))];
        let ratio = match &self.loss {
            Loss::Finite(ratio) => Some(spell(ratio)),
            Loss::Infinite => None,
        };
        let bounds: Vec<Value> = bounds
            .iter()
            .map(|row| json!({ "form": row.form, "at_most": Number(row.bound.clone()), "holds": row.holds, "proved": row.proved }))
            .collect();
        json!({
            "draws": self.draws,
            "loss": { "infinite": self.loss == Loss::Infinite, "ratio": ratio },
            "worst": {
                "output": plane::output(mechanism, &self.worst).map(|place| place.map(|x| spell(&x))),
                "answer": exact(self.worst.answer), "neighbour": exact(self.worst.neighbour),
                "weights": [self.worst.weights.0, self.worst.weights.1],
            },
            "least_radius": spell(&self.hole),
            "bounds": bounds,
            "no_bound": self.bounds.as_ref().err().map(ToString::to_string),
        })
    }
}
