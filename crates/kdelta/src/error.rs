//! The one error of the crate: what was wrong, with its value, and what to do.

use crate::ledger::Remaining;
use crate::own::Counterexample;
use kdelta_finite::{EntropyError, Error as Arithmetic};
use kdelta_oracle::Refusal;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use num_traits::Signed;
use std::fmt;
use std::path::PathBuf;

/// Why a setting or an input was refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The builder was not told this quantity, and it has no default.
    Missing {
        /// The builder's method that sets it.
        method: &'static str,
    },
    /// The builder of Gaussian noise was told in none or in several of three ways how much noise there shall be.
    HowMuchNoise {
        /// The methods that were called, of `epsilon`, `sigma` and `rho`.
        said: Vec<&'static str>,
    },
    /// Text that is not an exact number.
    NotANumber {
        /// Which quantity.
        what: &'static str,
        /// What is wrong with the text.
        why: Box<Refusal>,
    },
    /// `"ln(…)"` was given for a quantity that neither rounding up nor rounding down is safe for.
    Irrational {
        /// Which quantity.
        what: &'static str,
    },
    /// A quantity of the setting is NaN or infinite.
    NotFinite {
        /// Which quantity.
        what: &'static str,
        /// The value.
        value: f64,
    },
    /// The grid step is not a power of two from 2^-100 to 2^100.
    Grid {
        /// The step asked for.
        step: Box<Rational>,
    },
    /// An end of the window, or the centre of a disc, is not a multiple of the grid step.
    OffGrid {
        /// The end or a coordinate of the centre.
        value: Box<Rational>,
        /// The grid step.
        step: Box<Rational>,
    },
    /// A range has its low end above its high end.
    Reversed {
        /// Which range.
        what: &'static str,
        /// The low and the high end.
        ends: Box<(Rational, Rational)>,
    },
    /// A number beyond what the format or the arithmetic holds.
    TooLarge {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: Box<Rational>,
        /// What to do.
        remedy: &'static str,
    },
    /// The builder was given this quantity although it was given a query as well, which states it.
    StatedByQuery {
        /// The builder's method that was called as well.
        method: &'static str,
    },
    /// ε′ is more than [`crate::Builder::at_most`] allows.
    OverBudget {
        /// What one release would cost.
        epsilon_prime: Box<UpperBound>,
        /// What it may cost.
        budget: Box<Rational>,
    },
    /// A condition of the theorem fails: the setting would not be private as stated.
    Refused(Box<Refusal>),
    /// The user's own logarithm has a larger error than its ledger states.
    Logarithm(Box<Counterexample>),
    /// The user's own logarithm gives neither 0 nor a number from 2^-54 to 2^10.
    NoLogarithm {
        /// v.
        input: f64,
        /// What it gives for v.
        output: f64,
    },
    /// The ledger of the user's own logarithm cannot be that of a logarithm.
    Ledger {
        /// What is wrong with it.
        why: &'static str,
    },
    /// The budget of a ledger does not cover a release; nothing was drawn.
    Spent {
        /// What the release would add to the sum of the ε′.
        cost: Box<UpperBound>,
        /// What is left.
        left: Box<Remaining>,
    },
    /// A ledger cannot have such a budget or such an entry.
    Entry {
        /// Which part of it.
        what: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        why: &'static str,
    },
    /// The text or the file of a ledger is not as a ledger has written it. Nothing of it is repaired, as a
    /// release may stand behind any line.
    Saved {
        /// The first line that is not.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The file of a ledger cannot be used.
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody else has the file of a ledger open.
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// The mechanism has no certificate.
    Certificate {
        /// Which field of the certificate, what is wrong with it, and what to do.
        why: String,
    },
    /// The finite arithmetic cannot carry out the setting.
    Arithmetic(Arithmetic),
    /// There is no mechanism with this format and this generator among those that
    /// [`crate::Builder::build_any`] chooses from.
    NotCompiled {
        /// The format asked for.
        format: String,
        /// The generator or sampler asked for.
        generator: String,
        /// Every format with each of its generators.
        available: Vec<(&'static str, &'static str)>,
    },
    /// Answers are in another format than the mechanism.
    OtherFormat,
    /// An exact answer is not a number of the format.
    Inexact,
    /// An answer is NaN.
    Answer,
    /// A slice of answers and the slice for their releases have different lengths.
    Length {
        /// How many answers there are.
        answers: usize,
        /// How many places for releases.
        places: usize,
    },
    /// [`crate::Builder::vector`] was given a number of changed values that is 0 or more than there are.
    Changed {
        /// How many values one individual can change.
        changed: u64,
        /// How many values there are.
        dimension: u64,
    },
    /// A vector has not as many values as the mechanism was built for.
    Dimension {
        /// How many values there are.
        found: usize,
        /// How many [`crate::Builder::vector`] said.
        dimension: u64,
    },
    /// The public keys of a histogram are none, or one of them is there twice.
    Keys {
        /// Where the key stands that was there before; none if there are no keys.
        repeated: Option<usize>,
    },
    /// The entropy source failed; nothing was released.
    Entropy(EntropyError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { method } => {
                write!(f, "the setting lacks {method}; call .{method}(…) before .build()")
            }
            Self::HowMuchNoise { said } if said.is_empty() => f.write_str(
                "the setting does not say how much noise; call one of .epsilon(…), .sigma(…) and .rho(…) before .build()",
            ),
            Self::HowMuchNoise { said } => {
                write!(f, "the setting says more than once how much noise, by {}; keep one of them", said.join(" and "))
            }
            Self::NotANumber { what, why } => write!(f, "{what}: {why}"),
            Self::Irrational { what } => write!(
                f,
                "{what}: a logarithm is no exact number, and which way to round it is not known here; give a decimal or a ratio"
            ),
            Self::NotFinite { what, value } => write!(f, "{what} is {value}; give a finite number"),
            Self::Grid { step } => write!(
                f,
                "grid step {} is not a power of two from 2^-100 to 2^100; write for example \"2^-10\"",
                decimal::short(step)
            ),
            Self::OffGrid { value, step } => write!(
                f,
                "window end or centre {} is not a multiple of the grid step {}; move it to a grid point",
                decimal::short(value),
                decimal::short(step)
            ),
            Self::Reversed { what, ends } => write!(
                f,
                "{what}: low end {} lies above high end {}; swap them",
                decimal::short(&ends.0),
                decimal::short(&ends.1)
            ),
            Self::TooLarge { what, value, remedy } => {
                write!(f, "{what} is {}, beyond what the format holds; {remedy}", decimal::short(value))
            }
            Self::StatedByQuery { method } => write!(
                f,
                "the query states its own {method}; remove .{method}(…), or .query(…) and state everything yourself"
            ),
            Self::OverBudget { epsilon_prime, budget } => write!(
                f,
                "one release costs ε′ = {epsilon_prime:.17}, more than the budget {} by {:.3}; ask for a smaller epsilon, or take a coarser grid",
                decimal::short(budget),
                UpperBound::new(epsilon_prime.value() - &**budget)
            ),
            Self::Refused(refusal) => write!(f, "not certified: {refusal}"),
            Self::Logarithm(counterexample) => counterexample.fmt(f),
            Self::NoLogarithm { input, output } => write!(
                f,
                "the logarithm gives {output:?} for v = {input:?}, and noise is made of 0 and of numbers from 2^-54 to 2^10; \
                 return −ln v, which is positive"
            ),
            Self::Ledger { why } => {
                write!(f, "the ledger of the logarithm: {why}; state A and R of |error| ≤ A + R·(−ln v)")
            }
            Self::Spent { cost, left } => {
                write!(f, "the release costs ε′ = {cost:.12}, which the budget does not cover: ")?;
                match (&left.epsilon, &left.renyi) {
                    (Some(sum), None) => write!(f, "ε = {sum:.12} is left")?,
                    (None, Some(renyi)) => write!(f, "{renyi:.12} is left of the Rényi divergence")?,
                    (Some(sum), Some(renyi)) => write!(
                        f,
                        "ε = {sum:.12} is left by the sum, {renyi:.12} of the Rényi divergence"
                    )?,
                    (None, None) => write!(f, "nothing is left")?,
                }
                if let Some(delta) = left.delta.as_ref().filter(|delta| delta.value().is_positive()) {
                    write!(f, ", and δ = {delta:.6} for releases that have one")?;
                }
                f.write_str("; nothing was drawn. Ask for a smaller ε, or release no more of these data")
            }
            Self::Entry { what, value, why } => write!(f, "{what} {value}: {why}"),
            Self::Saved { line, why } => write!(
                f,
                "the ledger is damaged: line {line} {why}. It is not repaired here, as a release may stand behind any line; go back to a \
                 copy only if nothing was released since"
            ),
            Self::File { path, why } => write!(f, "the ledger {}: {why}", path.display()),
            Self::InUse { path } => write!(
                f,
                "the ledger {} is in use by another process; wait until it has ended, and try again",
                path.display()
            ),
            Self::Certificate { why } => write!(f, "no certificate: {why}"),
            Self::Arithmetic(error) => error.fmt(f),
            Self::NotCompiled { format, generator, available } => {
                write!(f, "there is no mechanism of {format} with {generator}; there are")?;
                for formats in available.chunk_by(|one, other| one.0 == other.0) {
                    for (place, (format, generator)) in formats.iter().enumerate() {
                        let start = if place == 0 { format!("\n  {format} with ") } else { ", ".into() };
                        write!(f, "{start}{generator}")?;
                    }
                }
                f.write_str("\nother pairs are types of their own: build with them as parameters")
            }
            Self::OtherFormat => {
                f.write_str("the answers are in another format than the mechanism; pass them in the format it was built with")
            }
            Self::Inexact => f.write_str(
                "the answer is not exactly a number of the format, and rounding it would change the sensitivity; round it before the query's \
                 sensitivity is stated",
            ),
            Self::Answer => f.write_str("the answer is NaN; clean the data before the query"),
            Self::Length { answers, places } => {
                write!(f, "{answers} answers but {places} places for releases; pass slices of one length")
            }
            Self::Changed { changed, dimension } => write!(
                f,
                "one individual can change {changed} of {dimension} values; give at least 1 and at most all of them"
            ),
            Self::Dimension { found, dimension } => write!(
                f,
                "a vector of {found} values, but the mechanism is for {dimension}; build it with .vector({found}, …)"
            ),
            Self::Keys { repeated: None } => f.write_str("the histogram has no keys; list all keys that it shall count"),
            Self::Keys { repeated: Some(place) } => {
                write!(f, "key number {place} of the histogram was there before; list every key once")
            }
            Self::Entropy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotANumber { why, .. } | Self::Refused(why) => Some(&**why),
            Self::Arithmetic(error) => Some(error),
            Self::Entropy(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Arithmetic> for Error {
    fn from(error: Arithmetic) -> Self {
        match error {
            Arithmetic::Entropy(error) => Self::Entropy(error),
            Arithmetic::NotFinite => Self::Answer,
            Arithmetic::Length { answers, places } => Self::Length { answers, places },
            other => Self::Arithmetic(other),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<EntropyError> for Error {
    fn from(error: EntropyError) -> Self {
        Self::Entropy(error)
    }
}
