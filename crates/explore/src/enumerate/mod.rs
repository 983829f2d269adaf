//! The exact law and loss of a small mechanism: every draw of the generator goes through the code that runs.

pub mod gaussian;
mod noise;
pub mod plane;
mod words;

use crate::error::Error;
use crate::setting::{Ends, Exact, line, positive};
use crate::spelling::power_of_two;
use kdelta_certificate::{
    Embedded, Format, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription, Outcome, Range,
    Refusal, Setting, Vector,
};
use kdelta_finite::Scale;
use kdelta_oracle::bound::{self, Dimension, Form, printed_line_shift};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::mechanism::{Answers, LineMechanism, Worst};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use noise::Magnitude;
pub use noise::{MAX_FRACTION, SmallNoise};
use num_traits::ToPrimitive;
pub use words::at_most;

/// Hears how many draws of how many were made.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// A mechanism with Laplace noise that can be enumerated.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// ε > 0, the privacy asked of the ideal mechanism.
    pub epsilon: Exact,
    /// Answers and outputs.
    pub setting: SmallSetting,
    /// midpoint-2 to midpoint-26, or relative-2 to relative-20.
    pub generator: GeneratorName,
    /// Only these two answers instead of all that are within Δ.
    pub pair: Option<Ends>,
}

/// What every mechanism on the line has that can be enumerated.
#[derive(Debug, Clone)]
pub struct SmallSetting {
    /// Δ > 0, how far apart neighbouring answers may be.
    pub sensitivity: Exact,
    /// The answers: every multiple of 2^-digits from low to high.
    pub answers: Ends,
    /// The lowest and the highest output, both multiples of the grid.
    pub window: Ends,
    /// L, the distance between outputs, a power of two.
    pub grid: Exact,
    /// Binary digits after the point of answers and noise, 0 to 32.
    pub digits: u32,
}

/// The paper's bound with the paper's own δ; the form "printed" has the repaired one.
pub const PRINTED_SHIFT: &str = "printed, with δ as printed";

/// The most outputs, answers, and pairs of both.
const MAX_OUTPUTS: i64 = 1 << 16;
const MAX_ANSWERS: i64 = 1 << 20;
const MAX_WORK: i64 = 1 << 28;

/// A mechanism small enough to enumerate, in units of 2^-digits.
#[derive(Debug)]
pub struct Small {
    /// Binary digits after the point of answers and noise.
    pub digits: u32,
    /// Δ.
    pub sensitivity: Rational,
    /// L.
    pub grid: Rational,
    /// Grid points.
    pub outputs: std::ops::RangeInclusive<i64>,
    /// The edges of their cells, in units.
    pub edges: Vec<i64>,
    /// The lowest and the highest answer, in units.
    pub answers: (i64, i64),
    reach: i64,
}

/// What was found.
#[derive(Debug)]
pub struct Enumerated {
    /// The mechanism.
    pub small: Small,
    /// The generator.
    pub generator: GeneratorName,
    /// ε.
    pub epsilon: Rational,
    /// Every noise.
    pub noise: SmallNoise,
    /// The only two answers, in units, if there are only two.
    pub pair: Option<(i64, i64)>,
    /// The exact loss.
    pub loss: Loss,
    /// Where it occurs.
    pub worst: Worst,
    /// Weights under the worst answer and under its neighbour; the last is ∞.
    pub laws: [Vec<u64>; 2],
    /// What is certified, or why nothing is.
    pub bounds: Result<MechanismCertificate, Refusal>,
    /// The paper's bound with the paper's own δ, for midpoints.
    pub printed: Option<UpperBound>,
}

/// What to do about a number between two units.
const MORE: &str = "give another number or more --digits";

/// A number of units, or why it is none.
fn units(flag: &str, x: &Rational, digits: u32, remedy: &str) -> Result<i64, Error> {
    let scaled = x * dyadic(1, digits.cast_signed());
    if !scaled.is_integer() {
        return Err(Error::question(format!(
            "--{flag}: {} is no multiple of 2^-{digits}, the last digit of answers and noise; {remedy}",
            decimal::short(x)
        )));
    }
    scaled.to_integer().to_i64().filter(|n| n.unsigned_abs() < 1 << 58).ok_or_else(|| {
        Error::question(format!(
            "--{flag}: {} has too many units of 2^-{digits}; the limit is 2^58",
            decimal::short(x)
        ))
    })
}

impl Small {
    fn new(flags: &SmallSetting) -> Result<Self, Error> {
        let digits = flags.digits;
        for (name, value) in [("sensitivity", &flags.sensitivity.0), ("grid", &flags.grid.0)] {
            positive(name, Some(value))?;
        }
        let grid = flags.grid.0.clone();
        if power_of_two(&grid).is_none() {
            return Err(Error::question(format!(
                "--grid: {} is no power of two; give for example 1/4 or 2^-6",
                decimal::short(&grid)
            )));
        }
        let step = units("grid", &grid, digits, MORE)?;
        let end = |name: &str, x: &Rational| -> Result<i64, Error> {
            let index = units("window", x, digits, MORE)?;
            if index % step != 0 {
                let (x, grid) = (decimal::short(x), decimal::short(&grid));
                return Err(Error::question(format!(
                    "--window: the {name} end {x} is no multiple of the grid {grid}; move it to one"
                )));
            }
            Ok(index / step)
        };
        let outputs = end("low", &flags.window.0)?..=end("high", &flags.window.1)?;
        let answers = (
            units("answers", &flags.answers.0, digits, MORE)?,
            units("answers", &flags.answers.1, digits, MORE)?,
        );
        let (cells, count) = (outputs.end() - outputs.start() + 1, answers.1 - answers.0 + 1);
        for (flag, what, found, limit) in [
            ("window", "outputs", cells, MAX_OUTPUTS),
            ("answers", "answers", count, MAX_ANSWERS),
            ("answers", "answers times outputs", cells.saturating_mul(count), MAX_WORK),
        ] {
            if found > limit {
                return Err(Error::refused(format!(
                    "--{flag}: {found} {what}; the limit is {limit}: narrow it, or take a coarser --grid or fewer --digits"
                )));
            }
        }
        // The cell of g is [(g − ½)L, (g + ½)L); sums are whole units, so an edge between two of them counts
        // as the upper one.
        let edges: Vec<i64> =
            (*outputs.start()..=outputs.end() + 1).map(|g| ((2 * g - 1) * step + 1).div_euclid(2)).collect();
        let far = |edge: &i64| (edge - answers.0).abs().max((edge - answers.1).abs());
        let ends = edges.first().zip(edges.last());
        let (first, last) = ends.ok_or_else(|| Error::question("--window: has no output; widen it"))?;
        let reach = far(first).max(far(last));
        Ok(Self { digits, sensitivity: flags.sensitivity.0.clone(), grid, outputs, edges, answers, reach })
    }

    /// A number of units as a number.
    pub fn number(&self, units: i64) -> Rational {
        dyadic(units, -self.digits.cast_signed())
    }

    /// Δ in whole units: no two answers are between.
    fn distance(&self) -> i64 {
        let whole = (&self.sensitivity * dyadic(1, self.digits.cast_signed())).floor().to_integer();
        // Answers are within 2^58 units of each other: a longer distance reaches all of them.
        whole.to_i64().map_or(1 << 58, |whole| whole.min(1 << 58))
    }

    fn mechanism(&self, noise: &SmallNoise) -> Result<LineMechanism, Error> {
        let count = usize::try_from(self.answers.1 - self.answers.0 + 1).map_err(Error::refused)?;
        let answers = Answers { first: self.answers.0, step: 1, count };
        Ok(LineMechanism::new(noise.counted.clone(), self.edges.clone(), answers, self.distance())?)
    }

    /// Answers and outputs.
    fn line(&self) -> Line {
        let (low, high) = (self.number(self.answers.0), self.number(self.answers.1));
        let point = |index: i64| &self.grid * Rational::from_integer(index.into());
        let (first, last) = (point(*self.outputs.start()), point(*self.outputs.end()));
        Line {
            answers: Range { low: (&low).into(), high: (&high).into() },
            window: Range { low: (&first).into(), high: (&last).into() },
            vector: Vector::SINGLE,
        }
    }

    /// The mechanism with noise of this law and this generator; ε is asked for unless the law says what is.
    fn description(
        &self,
        epsilon: Option<&Rational>,
        law: Law,
        generator: GeneratorName,
    ) -> MechanismDescription {
        MechanismDescription {
            format: Format::Fixed { bits: 64, fraction: self.digits },
            setting: Setting {
                epsilon: epsilon.map(Into::into),
                sensitivity: (&self.sensitivity).into(),
                query_error: 0.into(),
                reading_error: 0.into(),
                grid: (&self.grid).into(),
                law,
            },
            generator,
        }
    }

    /// The paper's ε′ with the paper's δ_t, where it can be computed.
    fn printed(
        &self,
        epsilon: &Rational,
        generator: GeneratorName,
        noise: &SmallNoise,
    ) -> Option<UpperBound> {
        if generator.is_relative() {
            return None;
        }
        let width = self.number(self.edges.last()? - self.edges.first()?);
        let bias = dyadic(1, -1 - generator.bits().cast_signed());
        let error = noise.error(&width);
        let shift = printed_line_shift(epsilon, &self.sensitivity, &width, &bias, &error).ok()?;
        let (epsilon, sensitivity) = (epsilon.clone(), self.sensitivity.clone());
        bound::Setting::new(Dimension::Line, epsilon, sensitivity, self.grid.clone(), &shift)
            .and_then(|setting| setting.epsilon_prime(Form::Printed))
            .ok()
    }
}

/// b ≥ Δ/ε with a mantissa of 24 bits, as every mechanism of kdelta has it.
fn scale(epsilon: &Rational, sensitivity: &Rational, flag: &str) -> Result<Scale, Error> {
    let quotient = sensitivity / epsilon;
    let parts = quotient.numer().to_u64().zip(quotient.denom().to_u64());
    parts.and_then(|(above, below)| Scale::at_least(above, below).ok()).ok_or_else(|| {
        Error::refused(format!(
            "--epsilon and --{flag}: the scale Δ/ε is {}; choose a unit in which it is a ratio of 64-bit numbers within 2^-60 and 2^60",
            decimal::short(&quotient)
        ))
    })
}

/// The mechanism and its noise.
fn prepared(flags: &Mechanism, progress: Progress<'_>) -> Result<(Small, SmallNoise), Error> {
    positive("epsilon", Some(&flags.epsilon.0))?;
    let small = Small::new(&flags.setting)?;
    let scale = scale(&flags.epsilon.0, &small.sensitivity, "sensitivity")?;
    let noise =
        SmallNoise::new(Magnitude::Laplace, flags.generator, small.digits, scale, small.reach, progress)?;
    Ok((small, noise))
}

/// Enumerates a mechanism.
///
/// # Errors
/// If it is too large, or its setting is none.
pub fn enumerate(flags: &Mechanism, progress: Progress<'_>) -> Result<Enumerated, Error> {
    let (small, noise) = prepared(flags, progress)?;
    let pair = match &flags.pair {
        Some(Ends(first, second)) => Some(checked_pair(&small, first, second)?),
        None => None,
    };
    let mechanism = small.mechanism(&noise)?;
    let (loss, worst) = match pair {
        Some(pair) => worst_of(&mechanism, pair)?,
        None => {
            let found = mechanism.enumerate();
            (found.loss, found.worst)
        }
    };
    let laws = [mechanism.law(worst.answer)?, mechanism.law(worst.neighbour)?];
    let (epsilon, generator) = (flags.epsilon.0.clone(), flags.generator);
    let description = small.description(Some(&epsilon), Law::Laplace(small.line()), generator);
    let bounds = MechanismCertificate::derive(&description, &Embedded);
    let printed = small.printed(&epsilon, generator, &noise);
    Ok(Enumerated { small, generator, epsilon, noise, pair, loss, worst, laws, bounds, printed })
}

/// The exact loss of a mechanism, if its format and generator are among those that can be enumerated.
///
/// # Errors
/// If it is not, or is too large.
pub fn exact_loss(description: &MechanismDescription) -> Result<Loss, Error> {
    let MechanismDescription { format, setting, generator } = description;
    if !setting.vector().is_single() {
        return Err(Error::refused("a vector is not enumerated; enumerate one value of it"));
    }
    let digits = match format {
        Format::Fixed { fraction, .. } => Some(*fraction).filter(|digits| *digits <= MAX_FRACTION),
        Format::Binary64 | Format::Binary32 => None,
    };
    let digits = digits.ok_or_else(|| {
        Error::refused(format!(
            "{} is not enumerated; take fixed-64-N with N up to {MAX_FRACTION}",
            format.word()
        ))
    })?;
    let exact = |number: &kdelta_certificate::Number| Exact(number.0.clone());
    let ends = |range: &Range| Ends(range.low.0.clone(), range.high.0.clone());
    let flags = Mechanism {
        epsilon: Exact(setting.epsilon()?.clone()),
        setting: SmallSetting {
            sensitivity: Exact(setting.sensitivity_in_force()),
            answers: ends(&line(setting).answers),
            window: ends(&line(setting).window),
            grid: exact(&setting.grid),
            digits,
        },
        generator: *generator,
        pair: None,
    };
    let (small, noise) = prepared(&flags, &mut |_, _| {})?;
    Ok(small.mechanism(&noise)?.enumerate().loss)
}

/// Two answers of the range, within Δ of each other.
fn checked_pair(small: &Small, first: &Rational, second: &Rational) -> Result<(i64, i64), Error> {
    let [first, second] =
        [units("pair", first, small.digits, MORE)?, units("pair", second, small.digits, MORE)?];
    for answer in [first, second] {
        if !(small.answers.0..=small.answers.1).contains(&answer) {
            return Err(Error::question(format!(
                "--pair: {} is outside --answers, where it would be clamped; widen --answers",
                decimal::short(&small.number(answer))
            )));
        }
    }
    if second - first > small.distance() {
        return Err(Error::question(format!(
            "--pair: the two answers are {} apart, more than --sensitivity {}: they are no neighbours",
            decimal::short(&small.number(second - first)),
            decimal::short(&small.sensitivity)
        )));
    }
    Ok((first, second))
}

/// The worst output of two answers, in either direction.
fn worst_of(mechanism: &LineMechanism, (first, second): (i64, i64)) -> Result<(Loss, Worst), Error> {
    let laws = [mechanism.law(first)?, mechanism.law(second)?];
    let [above, below] = &laws;
    let last = above.len() - 1;
    let ratio = |worst: &Worst| (u128::from(worst.weights.0), u128::from(worst.weights.1));
    let worst = above
        .iter()
        .zip(below)
        .enumerate()
        .flat_map(|(index, (&a, &b))| {
            let output = (index < last).then_some(index);
            [
                Worst { answer: first, neighbour: second, output, weights: (a, b) },
                Worst { answer: second, neighbour: first, output, weights: (b, a) },
            ]
        })
        .filter(|worst| worst.weights.0 > 0)
        .reduce(|best, next| {
            let ((a, b), (c, d)) = (ratio(&best), ratio(&next));
            if c * b > a * d { next } else { best }
        })
        .ok_or_else(|| Error::refused("no output is possible"))?;
    let loss = match worst.weights {
        (_, 0) => Loss::Infinite,
        (a, b) => Loss::Finite(Rational::new(a.into(), b.into())),
    };
    Ok((loss, worst))
}

impl Enumerated {
    /// The forms of the repaired theory that the exact loss exceeds: none, or kdelta is wrong.
    ///
    /// # Errors
    /// If a logarithm cannot be enclosed.
    pub fn violated(&self) -> Result<Vec<&'static str>, Error> {
        let Ok(certificate) = &self.bounds else { return Ok(Vec::new()) };
        let mut violated = Vec::new();
        for entry in &certificate.bounds {
            if let Outcome::AtMost(bound) = &entry.epsilon_prime {
                if !self.loss.is_within(&UpperBound::new(bound.0.clone()))? {
                    violated.push(entry.form.name());
                }
            }
        }
        Ok(violated)
    }
}
