//! `kdelta enumerate gaussian`: the exact law of a small Gaussian mechanism, next to the law of the ideal one and to what the certificate
//! says about the two.

use super::noise::{Magnitude, SmallNoise};
use super::{Small, SmallSetting};
use crate::failure::Failure;
use crate::gaussian::probability;
use crate::output::{Page, print, print_plain};
use crate::setting::{Exact, positive};
use crate::sources::Embedded;
use crate::spelling::{spell, spell_grid};
use clap::Args;
use kdelta_certificate::{Asked, Gaussian, GeneratorName, Law, MechanismCertificate, Number, Refusal};
use kdelta_finite::Scale;
use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp, ln, normal_distribution};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, at_least, decimal, dyadic};
use kdelta_oracle::transfer::Closeness;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) const EXAMPLES: &str = "\
Every draw of the generator goes through the code that runs, in fixed point, so the law is exact: a number of strings of entropy for each output. Next to it stands the ideal law, exact Gaussian noise rounded in the same way, enclosed by rationals. Shown are

  the largest ln(P′/P) and ln(P/P′) over all answers and outputs, \"outside\" included, with κ₊ and κ₋ of the certificate;
  the exact δ at several ε, the largest sum of P₁ − e^ε·P₂ over all answers within Δ, with the certified δ, which is the ideal one transferred by κ₊ and κ₋.

Limits: relative-2 to relative-20, which take up to 2 GB; 2^32 pairs of answers and outputs. Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Examples:
  kdelta enumerate gaussian
  kdelta enumerate gaussian --sigma 2 --delta 1e-4 --generator relative-12 --grid 1/2
  kdelta enumerate gaussian --generator relative-4 --json

Exit code 0: enumerated, and within every bound; 1: refused, or a bound does not hold, which would be a defect; 2: not understood.";

#[derive(Debug, Args)]
pub(super) struct Flags {
    #[command(flatten)]
    mechanism: Mechanism,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A Gaussian mechanism that can be enumerated, as flags.
#[derive(Debug, Args)]
pub(crate) struct Mechanism {
    /// σ > 0, the standard deviation
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    sigma: Exact,
    /// 0 < δ < 1, the probability that ε′ is stated for
    #[arg(long, value_name = "NUMBER", default_value = "1/1000", allow_hyphen_values = true)]
    delta: Exact,
    #[command(flatten)]
    setting: SmallSetting,
    /// relative-BITS, 2 to 20
    #[arg(long, value_name = "GENERATOR", default_value = "relative-8")]
    generator: GeneratorName,
}

/// The most terms in the sums over pairs of answers and over outputs.
const MAX_SUMS: i64 = 1 << 32;
/// Bits after the point of ideal probabilities; the least in reach are above 2^-100.
const BITS: u32 = 192;
/// Bits after the point of e^ε in the sums.
const EXPONENTIAL_BITS: u32 = 40;

/// Where the law that runs is farthest from the ideal one, on one side.
struct Farthest {
    /// An upper bound of the ratio of the probabilities.
    ratio: Rational,
    answer: i64,
    output: Option<i64>,
}

/// One point of the curve.
struct Point {
    epsilon: Rational,
    ideal: UpperBound,
    /// An upper bound of the exact δ.
    exact: Rational,
    /// What the certificate allows; none where ε is below κ.
    certified: Option<UpperBound>,
}

struct Found {
    small: Small,
    flags: (Rational, Rational, GeneratorName),
    total: u64,
    above: Farthest,
    below: Farthest,
    certificate: Result<MechanismCertificate, Refusal>,
    curve: Vec<Point>,
}

pub(super) fn run(flags: &Flags) -> Result<(), Failure> {
    let found = enumerate(&flags.mechanism)?;
    if flags.json {
        let text = serde_json::to_string_pretty(&as_json(&found)?).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        print(&text(&found)?)?;
    }
    let violated = found.violated()?;
    if violated.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "enumerate gaussian: the exact law exceeds {}: this is a defect of kdelta, please report it with the command",
        violated.join(", ")
    )))
}

/// σ with a mantissa of 24 bits, rounded up, as every mechanism of kdelta has it.
fn scale(sigma: &Rational) -> Result<Scale, Failure> {
    let rounded = || {
        let (mantissa, exponent) = at_least(sigma, 24)?;
        Scale::at_least(mantissa.to_u64()?, 1).ok()?.times_power_of_two(exponent).ok()
    };
    rounded().ok_or_else(|| {
        let found = decimal::short(sigma);
        Failure::refused(format!(
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
    fn prepared(&self) -> Result<Prepared, Failure> {
        positive("sigma", Some(&self.sigma.0))?;
        probability(&self.delta.0)?;
        if !matches!(self.generator, GeneratorName::Relative(_)) {
            return Err(Failure::usage(format!(
                "--generator {}: Gaussian noise takes a generator of exponent and mantissa, and every draw is made; give relative-2 to relative-20",
                self.generator
            )));
        }
        let small = Small::new(&self.setting)?;
        let scale = scale(&self.sigma.0)?;
        let noise = SmallNoise::new(Magnitude::Gaussian, self.generator, small.digits, scale, small.reach)?;
        Ok(Prepared { small, scale, noise })
    }

    /// The laws under the lowest answer and under the farthest of its neighbours.
    pub(crate) fn laws(&self) -> Result<Laws, Failure> {
        let Prepared { small, scale, noise } = self.prepared()?;
        let mechanism = small.mechanism(&noise)?;
        let sigma = dyadic(scale.mantissa(), scale.exponent());
        let mut ideal = Ideal { small: &small, sigma: &sigma, known: BTreeMap::new() };
        let neighbour = small.answers.1.min(small.answers.0.saturating_add(small.distance()));
        let law = |answer: i64, ideal: &mut Ideal<'_>| -> Result<Answered, Failure> {
            Ok(Answered { answer, runs: mechanism.law(answer)?, ideal: ideal.law(answer)? })
        };
        let laws = [law(small.answers.0, &mut ideal)?, law(neighbour, &mut ideal)?];
        Ok(Laws { total: noise.counted.total(), generator: self.generator, sigma, small, laws })
    }
}

/// The law under an answer: weights, and the ideal probabilities; the last is that of "outside".
pub(crate) struct Answered {
    pub(crate) answer: i64,
    pub(crate) runs: Vec<u64>,
    pub(crate) ideal: Vec<Enclosure>,
}

/// The exact law of a small mechanism and the ideal one, under two answers.
pub(crate) struct Laws {
    pub(crate) small: Small,
    pub(crate) generator: GeneratorName,
    pub(crate) sigma: Rational,
    /// How many equal parts of all entropy there are.
    pub(crate) total: u64,
    pub(crate) laws: [Answered; 2],
}

fn enumerate(flags: &Mechanism) -> Result<Found, Failure> {
    let Prepared { small, scale, noise } = flags.prepared()?;
    let delta = &flags.delta.0;
    let (cells, answers) =
        (small.outputs.end() - small.outputs.start() + 1, small.answers.1 - small.answers.0 + 1);
    let pairs = answers.saturating_mul(answers.min(2 * small.distance().saturating_add(1)));
    if pairs.saturating_mul(cells) > MAX_SUMS {
        return Err(Failure::refused(format!(
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
        .collect::<Result<Vec<_>, Failure>>()?;
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
    fn below(&mut self, half_units: i64) -> Result<Enclosure, Failure> {
        if let Some(known) = self.known.get(&half_units) {
            return Ok(known.clone());
        }
        let x = self.small.number(half_units) * dyadic(1, -1) / self.sigma;
        let value = normal_distribution(&x, BITS)?;
        self.known.insert(half_units, value.clone());
        Ok(value)
    }

    fn law(&mut self, answer: i64) -> Result<Vec<Enclosure>, Failure> {
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
fn farthest(
    small: &Small,
    sigma: &Rational,
    laws: &[Vec<u64>],
    total: u64,
) -> Result<[Farthest; 2], Failure> {
    let mut ideal = Ideal { small, sigma, known: BTreeMap::new() };
    let none = || Farthest { ratio: Rational::zero(), answer: small.answers.0, output: None };
    let (mut above, mut below) = (none(), none());
    for (answer, law) in (small.answers.0..).zip(laws) {
        let outputs = (*small.outputs.start()..=*small.outputs.end()).map(Some).chain([None]);
        for ((&weight, exact), output) in law.iter().zip(ideal.law(answer)?).zip(outputs) {
            let runs = Rational::new(weight.into(), total.into());
            if weight == 0 || exact.lo() <= &Rational::zero() {
                let place = place(small, &Farthest { ratio: Rational::zero(), answer, output });
                return Err(Failure::refused(format!(
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
fn exact_delta(
    small: &Small,
    laws: &[Vec<u64>],
    total: u64,
    epsilon: &Rational,
) -> Result<Rational, Failure> {
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
    fn violated(&self) -> Result<Vec<String>, Failure> {
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

fn place(small: &Small, farthest: &Farthest) -> String {
    let output = farthest.output.map_or_else(
        || "outside".to_owned(),
        |index| decimal::short(&(&small.grid * Rational::from_integer(index.into()))),
    );
    format!("output {output} under {}", decimal::short(&small.number(farthest.answer)))
}

fn logarithm(ratio: &Rational) -> Result<Rational, Failure> {
    Ok(ln(ratio, 96)?.hi().clone())
}

fn text(found: &Found) -> Result<String, Failure> {
    let (small, (sigma, delta, generator)) = (&found.small, &found.flags);
    let mut page = Page::default();
    let point = |index: i64| decimal::short(&(&small.grid * Rational::from_integer(index.into())));
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    page.columns(
        None,
        [
            row(
                "Gaussian",
                format!(
                    "σ = {}, δ = {}, fixed point of 64 bits, {} of fraction, {generator}",
                    decimal::short(sigma),
                    decimal::short(delta),
                    small.digits
                ),
            ),
            row(
                "answers",
                format!(
                    "all {} from {} to {}, compared within Δ = {}",
                    small.answers.1 - small.answers.0 + 1,
                    decimal::short(&small.number(small.answers.0)),
                    decimal::short(&small.number(small.answers.1)),
                    decimal::short(&small.sensitivity)
                ),
            ),
            row(
                "release",
                format!(
                    "multiples of L = {} from {} to {}, or \"outside\"",
                    spell_grid(&small.grid),
                    point(*small.outputs.start()),
                    point(*small.outputs.end())
                ),
            ),
            row(
                "weights",
                format!("exact: how many of {} equal parts of all entropy give an output", found.total),
            ),
        ],
    );
    let bounds = found.certificate.as_ref().ok().map(|certificate| Closeness::from(&certificate.closeness));
    let bound = |of: fn(&Closeness) -> &UpperBound| {
        bounds.as_ref().map_or_else(|| "no bound".to_owned(), |bounds| decimal::term(of(bounds).value()))
    };
    let farthest = |name: &str, of: &Farthest, bound: String| -> Result<Vec<String>, Failure> {
        Ok(vec![format!(" {name}"), decimal::term(&logarithm(&of.ratio)?), bound, place(small, of)])
    };
    page.columns(
        Some(
            [" closeness to the ideal law", "exact, at most", "certified", "at"].map(str::to_owned).to_vec(),
        ),
        [
            farthest("κ₊, the largest ln(P′/P)", &found.above, bound(|closeness| &closeness.above))?,
            farthest("κ₋, the largest ln(P/P′)", &found.below, bound(|closeness| &closeness.below))?,
        ],
    );
    let rows = found.curve.iter().map(|point| {
        let certified = point.certified.as_ref();
        vec![
            format!(" {}", decimal::epsilon_prime(&point.epsilon)),
            decimal::term(&point.exact),
            certified.map_or_else(|| "no bound".to_owned(), |bound| decimal::term(bound.value())),
            decimal::term(point.ideal.value()),
        ]
    });
    page.columns(
        Some(
            [" ε", "exact δ, at most", "certified δ", "δ of the ideal mechanism"].map(str::to_owned).to_vec(),
        ),
        rows,
    );
    page.line("");
    match &found.certificate {
        Ok(certificate) if found.violated()?.is_empty() => page.good(&format!(
            " every bound holds: the mechanism is (ε′, δ)-private, ε′ ≤ {}, δ = {}",
            decimal::epsilon_prime(&certificate.verdict.0),
            decimal::short(delta)
        )),
        Ok(_) => page.bad(" A BOUND IS VIOLATED"),
        Err(why) => {
            page.heading(" no bound of the theory applies");
            page.paragraph(&format!("{}; {}", why.why, why.remedy));
        }
    }
    Ok(page.0)
}

fn as_json(found: &Found) -> Result<Value, Failure> {
    let small = &found.small;
    let side = |of: &Farthest, bound: Option<&UpperBound>| -> Result<Value, Failure> {
        Ok(json!({
            "exact_at_most": decimal::epsilon_prime(&logarithm(&of.ratio)?),
            "certified": bound.map(|bound| Number(bound.value().clone())),
            "answer": spell(&small.number(of.answer)),
            "output": of.output.map_or_else(|| "outside".to_owned(), |index| spell(&(&small.grid * Rational::from_integer(index.into())))),
        }))
    };
    let bounds = found.certificate.as_ref().ok().map(|certificate| Closeness::from(&certificate.closeness));
    let curve: Vec<Value> = found
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
        "total": found.total,
        "sigma": spell(&found.flags.0),
        "delta": spell(&found.flags.1),
        "above": side(&found.above, bounds.as_ref().map(|bounds| &bounds.above))?,
        "below": side(&found.below, bounds.as_ref().map(|bounds| &bounds.below))?,
        "curve": curve,
        "epsilon_prime": found.certificate.as_ref().ok().map(|certificate| certificate.verdict.clone()),
        "no_bound": found.certificate.as_ref().err().map(ToString::to_string),
        "holds": found.violated()?.is_empty(),
    }))
}
