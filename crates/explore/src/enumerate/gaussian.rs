//! The exact law of a small Gaussian mechanism, next to the law of the ideal one and to what the certificate says about the two.

use super::noise::{Magnitude, SmallNoise};
use super::{Progress, Small, SmallSetting};
use crate::error::Error;
use crate::setting::{Exact, positive, probability};
use kdelta_certificate::{Asked, Embedded, Gaussian, GeneratorName, Law, MechanismCertificate, Refusal};
use kdelta_finite::Scale;
use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp, ln, normal_distribution};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, at_least, decimal, dyadic};
use kdelta_oracle::transfer::Closeness;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// A Gaussian mechanism that can be enumerated.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// σ > 0, the standard deviation.
    pub sigma: Exact,
    /// 0 < δ < 1, the probability that ε′ is stated for.
    pub delta: Exact,
    /// Answers and outputs.
    pub setting: SmallSetting,
    /// relative-2 to relative-20.
    pub generator: GeneratorName,
}

/// The most terms in the sums over pairs of answers and over outputs.
const MAX_SUMS: i64 = 1 << 32;
/// Bits after the point of ideal probabilities; the least in reach are above 2^-100.
const BITS: u32 = 192;
/// Bits after the point of e^ε in the sums.
const EXPONENTIAL_BITS: u32 = 40;

/// Where the law that runs is farthest from the ideal one, on one side.
#[derive(Debug)]
pub struct Farthest {
    /// An upper bound of the ratio of the probabilities.
    pub ratio: Rational,
    /// The answer, in units.
    pub answer: i64,
    /// The number of the grid point; none for "outside".
    pub output: Option<i64>,
}

/// One point of the curve.
#[derive(Debug)]
pub struct Point {
    /// ε.
    pub epsilon: Rational,
    /// δ of the ideal mechanism.
    pub ideal: UpperBound,
    /// An upper bound of the exact δ.
    pub exact: Rational,
    /// What the certificate allows; none where ε is below κ.
    pub certified: Option<UpperBound>,
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// The mechanism.
    pub small: Small,
    /// σ in force, δ and the generator.
    pub flags: (Rational, Rational, GeneratorName),
    /// How many equal parts of all entropy there are.
    pub total: u64,
    /// Where P′/P is largest.
    pub above: Farthest,
    /// Where P/P′ is largest.
    pub below: Farthest,
    /// The certificate, or why there is none.
    pub certificate: Result<MechanismCertificate, Refusal>,
    /// The exact δ at several ε.
    pub curve: Vec<Point>,
}

/// σ with a mantissa of 24 bits, rounded up, as every mechanism of kdelta has it.
fn scale(sigma: &Rational) -> Result<Scale, Error> {
    let rounded = || {
        let (mantissa, exponent) = at_least(sigma, 24)?;
        Scale::at_least(mantissa.to_u64()?, 1).ok()?.times_power_of_two(exponent).ok()
    };
    rounded().ok_or_else(|| {
        let found = decimal::short(sigma);
        Error::refused(format!(
            "--sigma: {found} is outside of 2^-60 to 2^60; choose another unit of the answers"
        ))
    })
}

/// A small mechanism, σ in force, and every noise.
struct Prepared {
    small: Small,
    scale: Scale,
    noise: SmallNoise,
}

impl Mechanism {
    fn prepared(&self, progress: Progress<'_>) -> Result<Prepared, Error> {
        positive("sigma", Some(&self.sigma.0))?;
        probability(&self.delta.0)?;
        if !matches!(self.generator, GeneratorName::Relative(_)) {
            return Err(Error::question(format!(
                "--generator {}: Gaussian noise takes a generator of exponent and mantissa, and every draw is made; give relative-2 to relative-20",
                self.generator
            )));
        }
        let small = Small::new(&self.setting)?;
        let scale = scale(&self.sigma.0)?;
        let noise =
            SmallNoise::new(Magnitude::Gaussian, self.generator, small.digits, scale, small.reach, progress)?;
        Ok(Prepared { small, scale, noise })
    }

    /// The laws under the lowest answer and under the farthest of its neighbours.
    ///
    /// # Errors
    /// If it is too large, or its setting is none.
    pub fn laws(&self, progress: Progress<'_>) -> Result<Laws, Error> {
        let Prepared { small, scale, noise } = self.prepared(progress)?;
        let mechanism = small.mechanism(&noise)?;
        let sigma = dyadic(scale.mantissa(), scale.exponent());
        let mut ideal = Ideal { small: &small, sigma: &sigma, known: BTreeMap::new() };
        let neighbour = small.answers.1.min(small.answers.0.saturating_add(small.distance()));
        let law = |answer: i64, ideal: &mut Ideal<'_>| -> Result<Answered, Error> {
            Ok(Answered { answer, runs: mechanism.law(answer)?, ideal: ideal.law(answer)? })
        };
        let laws = [law(small.answers.0, &mut ideal)?, law(neighbour, &mut ideal)?];
        Ok(Laws { total: noise.counted.total(), generator: self.generator, sigma, small, laws })
    }
}

/// The law under an answer: weights, and the ideal probabilities; the last is that of "outside".
pub struct Answered {
    /// In units.
    pub answer: i64,
    /// How many parts of all entropy give each output.
    pub runs: Vec<u64>,
    /// The probabilities of ideal noise.
    pub ideal: Vec<Enclosure>,
}

/// The exact law of a small mechanism and the ideal one, under two answers.
pub struct Laws {
    /// The mechanism.
    pub small: Small,
    /// The generator.
    pub generator: GeneratorName,
    /// σ in force.
    pub sigma: Rational,
    /// How many equal parts of all entropy there are.
    pub total: u64,
    /// Under the lowest answer, and under the farthest of its neighbours.
    pub laws: [Answered; 2],
}

/// Enumerates a mechanism.
///
/// # Errors
/// If it is too large, or its setting is none.
pub fn enumerate(flags: &Mechanism, progress: Progress<'_>) -> Result<Found, Error> {
    let Prepared { small, scale, noise } = flags.prepared(progress)?;
    let delta = &flags.delta.0;
    let (cells, answers) =
        (small.outputs.end() - small.outputs.start() + 1, small.answers.1 - small.answers.0 + 1);
    let pairs = answers.saturating_mul(answers.min(2 * small.distance().saturating_add(1)));
    if pairs.saturating_mul(cells) > MAX_SUMS {
        return Err(Error::refused(format!(
            "--answers: {answers} answers make too many pairs; the limit is {MAX_SUMS} pairs times outputs: narrow them, or take fewer --digits"
        )));
    }
    let mechanism = small.mechanism(&noise)?;
    let laws = (small.answers.0..=small.answers.1)
        .map(|answer| mechanism.law(answer))
        .collect::<Result<Vec<_>, _>>()?;
    let total = noise.counted.total();
    let in_force = dyadic(scale.mantissa(), scale.exponent());
    let [above, below] = farthest(&small, &in_force, &laws, total)?;
    let law = Law::Gaussian(Gaussian {
        asked: Asked::Sigma((&in_force).into()),
        delta: delta.into(),
        line: small.line(),
    });
    let description = small.description(None, law, flags.generator);
    let certificate = MechanismCertificate::derive(&description, &Embedded);
    let ideal = GaussianMechanism::new(&small.sensitivity, &in_force)?;
    let last = match &certificate {
        Ok(certificate) => certificate.verdict.0.clone(),
        Err(_) => ideal.epsilon(delta, BITS)?.hi().clone(),
    };
    let closeness = certificate.as_ref().ok().map(|certificate| Closeness::from(&certificate.closeness));
    let curve = [(1, 4), (1, 2), (3, 4), (1, 1)]
        .into_iter()
        .map(|(part, of)| {
            let epsilon = &last * Rational::new(part.into(), of.into());
            Ok(Point {
                ideal: ideal.delta(&epsilon, BITS)?.upper(),
                exact: exact_delta(&small, &laws, total, &epsilon)?,
                certified: closeness
                    .as_ref()
                    .and_then(|closeness| ideal.delta_prime(&epsilon, closeness).ok()),
                epsilon,
            })
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let flags = (in_force, delta.clone(), flags.generator);
    Ok(Found { small, flags, total, above, below, certificate, curve })
}

/// The probabilities of the ideal mechanism's outputs, the last of which is "outside", from a table of Φ that grows as needed.
struct Ideal<'a> {
    small: &'a Small,
    sigma: &'a Rational,
    /// Φ at a number of half units, divided by σ.
    known: BTreeMap<i64, Enclosure>,
}

impl Ideal<'_> {
    fn below(&mut self, half_units: i64) -> Result<Enclosure, Error> {
        if let Some(known) = self.known.get(&half_units) {
            return Ok(known.clone());
        }
        let x = self.small.number(half_units) * dyadic(1, -1) / self.sigma;
        let value = normal_distribution(&x, BITS)?;
        self.known.insert(half_units, value.clone());
        Ok(value)
    }

    fn law(&mut self, answer: i64) -> Result<Vec<Enclosure>, Error> {
        // The cell of g is [(g − ½)L, (g + ½)L): its edges are odd multiples of half a step, here in half units.
        let step = super::units("grid", &self.small.grid, self.small.digits, super::MORE)?;
        let (first, last) = (*self.small.outputs.start(), *self.small.outputs.end());
        let edges = (first..=last + 1)
            .map(|g| self.below((2 * g - 1) * step - 2 * answer))
            .collect::<Result<Vec<_>, _>>()?;
        let mut law: Vec<Enclosure> =
            edges.iter().zip(edges.iter().skip(1)).map(|(low, high)| high.minus(low)).collect();
        if let Some((low, high)) = edges.first().zip(edges.last()) {
            law.push(low.plus(&Enclosure::exact(Rational::one()).minus(high)));
        }
        Ok(law)
    }
}

/// The largest P′/P and the largest P/P′, with P enclosed and P′ exact.
fn farthest(small: &Small, sigma: &Rational, laws: &[Vec<u64>], total: u64) -> Result<[Farthest; 2], Error> {
    let mut ideal = Ideal { small, sigma, known: BTreeMap::new() };
    let none = || Farthest { ratio: Rational::zero(), answer: small.answers.0, output: None };
    let (mut above, mut below) = (none(), none());
    for (answer, law) in (small.answers.0..).zip(laws) {
        let outputs = (*small.outputs.start()..=*small.outputs.end()).map(Some).chain([None]);
        for ((&weight, exact), output) in law.iter().zip(ideal.law(answer)?).zip(outputs) {
            let runs = Rational::new(weight.into(), total.into());
            if weight == 0 || exact.lo() <= &Rational::zero() {
                let place = place(small, &Farthest { ratio: Rational::zero(), answer, output });
                return Err(Error::refused(format!(
                    "the {place} is not possible, and with exact noise it is: nothing finite bounds how far the two laws are apart. Take a coarser --grid, a narrower --window, another --sigma, more --digits or a --generator with more bits"
                )));
            }
            for (farthest, ratio) in [(&mut above, &runs / exact.lo()), (&mut below, exact.hi() / &runs)] {
                if ratio > farthest.ratio {
                    *farthest = Farthest { ratio, answer, output };
                }
            }
        }
    }
    Ok([above, below])
}

/// An upper bound of the largest Σ max(0, P₁ − e^ε·P₂) over all answers within Δ: e^ε is rounded down.
fn exact_delta(small: &Small, laws: &[Vec<u64>], total: u64, epsilon: &Rational) -> Result<Rational, Error> {
    let grown = (exp(epsilon, BITS)?.lo() * dyadic(1, EXPONENTIAL_BITS.cast_signed())).floor().to_integer();
    // Where e^ε exceeds 2^23 its part is larger than any probability that is not tiny; a smaller one is an upper bound again.
    let grown = grown.to_u64().unwrap_or(u64::MAX).min(1 << 63);
    let reach = usize::try_from(small.distance()).unwrap_or(usize::MAX);
    let over = |a: u64, b: u64| {
        let (a, b) = (u128::from(a) << EXPONENTIAL_BITS, u128::from(b) * u128::from(grown));
        a.saturating_sub(b)
    };
    let mut largest = 0;
    for (i, first) in laws.iter().enumerate() {
        for second in laws
            .iter()
            .skip(i.saturating_sub(reach))
            .take(i.min(reach).saturating_add(reach).saturating_add(1))
        {
            let sum: u128 = first.iter().zip(second).map(|(&a, &b)| over(a, b)).sum();
            largest = largest.max(sum);
        }
    }
    Ok(Rational::new(largest.into(), total.into()) * dyadic(1, -EXPONENTIAL_BITS.cast_signed()))
}

impl Found {
    /// What the certificate claims and the enumeration refutes: nothing, or kdelta is wrong.
    ///
    /// # Errors
    /// If an exponential cannot be enclosed.
    pub fn violated(&self) -> Result<Vec<String>, Error> {
        let Ok(certificate) = &self.certificate else { return Ok(Vec::new()) };
        let mut violated = Vec::new();
        let bounds = Closeness::from(&certificate.closeness);
        for (name, bound, found) in [("κ₊", &bounds.above, &self.above), ("κ₋", &bounds.below, &self.below)]
        {
            if &found.ratio > exp(bound.value(), BITS)?.lo() {
                violated.push(name.to_owned());
            }
        }
        for point in &self.curve {
            if point.certified.as_ref().is_some_and(|bound| &point.exact > bound.value()) {
                violated.push(format!("the certified δ at ε = {}", decimal::short(&point.epsilon)));
            }
        }
        if self.curve.last().is_some_and(|point| point.exact > self.flags.1) {
            violated.push("δ at ε′".to_owned());
        }
        Ok(violated)
    }
}

/// An output under an answer, in words.
#[must_use]
pub fn place(small: &Small, farthest: &Farthest) -> String {
    let output = farthest.output.map_or_else(
        || "outside".to_owned(),
        |index| decimal::short(&(&small.grid * Rational::from_integer(index.into()))),
    );
    format!("output {output} under {}", decimal::short(&small.number(farthest.answer)))
}

/// An upper bound of the logarithm of a ratio.
///
/// # Errors
/// If it is not positive.
pub fn logarithm(ratio: &Rational) -> Result<Rational, Error> {
    Ok(ln(ratio, 96)?.hi().clone())
}
