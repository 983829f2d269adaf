//! `kdelta certify gaussian`: Gaussian noise for one value or for several, asked for by (ε, δ), by σ or by ρ.

use super::Output;
use super::laplace::{format, generator, row, rows_of_chain, rows_of_line};
use crate::config::File;
use crate::failure::Failure;
use crate::setting::{self, Exact, positive};
use clap::Args;
use kdelta_certificate::{
    Asked, Gaussian, GaussianTerms, MechanismCertificate, MechanismDescription, Number, Refusal, Vector,
};
use kdelta_oracle::number::{Rational, decimal};
use num_traits::One;

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Gaussian noise has no ε without a δ: for all neighbours and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ. Give --epsilon and --delta, for which the least σ is taken; or --sigma; or --rho, of zero-concentrated privacy. In each case ε′ is stated at --delta.

--sensitivity is the one in the ℓ₂-norm: how much one person can change the exact answer, for several values the root of the sum of the squares of all changes. It has no default, nor have --delta and the range of the answers, as privacy rests on them; window and grid follow from the rest and are printed. For several values that are released together give --dimension, how many there are, and --changed, how many of them one person can change.

Examples:
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000
  kdelta certify gaussian --sigma 10 --delta 1e-9 --sensitivity 1 --answers 0..1000 --out count.json
  kdelta certify gaussian --rho 1/2 --delta 1e-6 --sensitivity 1 --answers 0..100 --format f32
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --dimension 1000 --changed 9 --sensitivity 3 --answers 0..10000

In the last, each person is counted at most once in each of at most nine of a thousand bins: √9 = 3.

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting, what the noise is asked for by, how many values there are, and where the certificate goes.
#[derive(Debug, Args)]
#[command(
    mut_arg("epsilon", |flag| flag.help(
        "ε > 0: the ideal mechanism is (ε, δ)-private, and σ is the least for which it is"
    ).conflicts_with_all(["sigma", "rho"])),
    mut_arg("sensitivity", |flag| flag.help(
        "Δ₂ > 0, how much one individual can change the exact answer, in the ℓ₂-norm if there are several values: 1 for a count; no default"
    )),
    mut_arg("window", |flag| flag.help(
        "The lowest and the highest output, both multiples of the grid [default: the answers and 8·σ more on both sides]"
    )),
    mut_arg("grid", |flag| flag.help(
        "L, the distance between outputs, a power of two [default: the one below σ/1000, if the format resolves it]"
    )),
    mut_arg("generator", |flag| flag.help(
        "lazy-BITS, relative-BITS or deep-BITS-WORDS [default: lazy-52; lazy-23 in f32]"
    )),
    mut_arg("rows", |flag| flag.help(
        "What a value is. That of one individual can change to any other of the range: Δ₂ is then the width of --answers, times √Δ₀ if \
         there are several"
    ))
)]
pub(crate) struct Flags {
    /// 0 < δ < 1, the probability that ε′ is stated for; no default
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, help_heading = "Setting")]
    delta: Option<Exact>,
    /// σ > 0, the standard deviation, instead of ε
    #[arg(
        long,
        value_name = "NUMBER",
        allow_hyphen_values = true,
        help_heading = "Setting",
        conflicts_with = "rho"
    )]
    sigma: Option<Exact>,
    /// ρ > 0 of zero-concentrated privacy, instead of ε
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, help_heading = "Setting")]
    rho: Option<Exact>,
    /// m ≥ 1, how many values are released together [default: 1]
    #[arg(long, value_name = "M", help_heading = "Setting", requires = "changed")]
    dimension: Option<u64>,
    /// Δ₀ from 1 to m, how many of the values as computed one individual can change; no default if there are several
    #[arg(long, value_name = "NUMBER", help_heading = "Setting", requires = "dimension")]
    changed: Option<u64>,
    #[command(flatten)]
    setting: setting::Flags,
    #[command(flatten)]
    pub(super) output: Output,
}

/// What to say about a δ that is not given.
const NO_DELTA: &str = "\
--delta NUMBER is missing: δ, the probability that ε′ is stated for. Gaussian noise has no ε without one. It should be far below one over \
the number of people.
  a table of a thousand people         --delta 1e-6
  a table of a million people          --delta 1e-9";

impl Flags {
    /// The mechanism asked for, as [`setting::Flags::describe`] has it.
    pub(super) fn describe(&self) -> Result<MechanismDescription, Failure> {
        let Self { mut dimension, mut changed, .. } = *self;
        let (mut delta, mut sigma, mut rho) = (self.delta.clone(), self.sigma.clone(), self.rho.clone());
        let mut setting = self.setting.clone();
        if let Some(path) = setting.config.take() {
            let mut file = File::read(&path)?;
            let asked = setting.epsilon.is_some() || sigma.is_some() || rho.is_some();
            file.leave_out(asked, &["epsilon", "sigma", "rho"]);
            file.fill("delta", &mut delta)?;
            file.fill("sigma", &mut sigma)?;
            file.fill("rho", &mut rho)?;
            file.fill("dimension", &mut dimension)?;
            file.fill("changed", &mut changed)?;
            setting.fill(&mut file)?;
            file.finish()?;
        }
        for (name, value) in
            [("epsilon", &setting.epsilon), ("sigma", &sigma), ("rho", &rho), ("delta", &delta)]
        {
            positive(name, value.as_ref().map(|value| &value.0))?;
        }
        let Some(Exact(delta)) = delta else { return Err(Failure::usage(NO_DELTA)) };
        if delta >= Rational::one() {
            return Err(Failure::usage(format!(
                "--delta needs to be below 1: found {}",
                decimal::short(&delta)
            )));
        }
        let number = |exact: &Exact| Number::from(&exact.0);
        let asked = match (setting.epsilon.take(), &sigma, &rho) {
            (None, Some(sigma), None) => Asked::Sigma(number(sigma)),
            (None, None, Some(rho)) => Asked::Rho(number(rho)),
            (epsilon, None, None) => Asked::Epsilon(epsilon.as_ref().map_or_else(|| 1.into(), number)),
            _ => {
                return Err(Failure::usage(
                    "--epsilon, --sigma and --rho: give one of them, the others follow",
                ));
            }
        };
        let vector = match (dimension, changed) {
            (None, None) => Vector::SINGLE,
            (Some(dimension), Some(changed)) => Vector { dimension, changed },
            _ => {
                return Err(Failure::usage(
                    "--dimension and --changed belong together: give both or neither",
                ));
            }
        };
        if vector.dimension == 0 {
            return Err(Failure::usage("--dimension needs to be ≥ 1: found 0"));
        }
        if !(1..=vector.dimension).contains(&vector.changed) {
            let limits = format!("from 1 to --dimension, which is {}", vector.dimension);
            return Err(Failure::usage(format!("--changed needs to be {limits}: found {}", vector.changed)));
        }
        setting.describe_noise(vector, Some((asked, delta)))
    }
}

/// A field of the certificate as the user set it.
pub(super) fn flag(field: &str) -> &str {
    match field {
        "setting.law.delta" => "--delta",
        "setting.law.asked.epsilon" => "--epsilon",
        "setting.law.asked.sigma" => "--sigma",
        "setting.law.asked.rho" => "--rho",
        other => super::laplace::flag(other),
    }
}

/// What was chosen: part and value.
pub(super) fn head(certificate: &MechanismCertificate, law: &Gaussian) -> Vec<[String; 2]> {
    let mut rows = rows_of_line(certificate, &law.line, ("Δ₂", "in the ℓ₂-norm Δ₂"));
    let (format, generator) = (format(certificate.subject.format), generator(&certificate.generator));
    let asked = decimal::short(&law.asked.number().0);
    let asked = match law.asked {
        Asked::Epsilon(_) => format!("ε = {asked}"),
        Asked::Sigma(_) => format!("σ = {asked}"),
        Asked::Rho(_) => format!("ρ = {asked}"),
    };
    let delta = decimal::short(&law.delta.0);
    rows.insert(0, ["Gaussian".into(), format!("{asked}, δ = {delta}, {format}, {generator}")]);
    rows
}

/// Every term: its name, its value, where it comes from.
pub(super) fn term_rows(
    certificate: &MechanismCertificate,
    law: &Gaussian,
) -> Result<Vec<[String; 3]>, Failure> {
    let Some(GaussianTerms { mu, rho, slope }) = &certificate.gaussian else {
        let why = "are missing from a certificate of Gaussian noise".to_owned();
        return Err(Refusal {
            field: "mechanism.gaussian".into(),
            why,
            remedy: "certify the setting again".into(),
        }
        .into());
    };
    let chain = &certificate.chain;
    let scale_how = match law.asked {
        Asked::Epsilon(_) => "the least with a mantissa of 24 bits for (ε, δ), exact",
        Asked::Sigma(_) => "as asked, up to a mantissa of 24 bits, exact",
        Asked::Rho(_) => "Δ/√(2ρ) up to a mantissa of 24 bits, exact",
    };
    let sensitivity_how = if law.line.vector.is_single() {
        "Δ₂ + 2(δ_f + δ_r), exact"
    } else {
        "Δ₂ + 2√Δ₀·(δ_f + δ_r), rounded up"
    };
    let mut rows = vec![
        row("Δ", &chain.sensitivity.0, sensitivity_how.into()),
        row("σ", &chain.scale.0, scale_how.into()),
        row("μ", &mu.0, "Δ/σ, of the ideal mechanism, exact".into()),
        row("ρ", &rho.0, "μ²/2, of the ideal mechanism, exact".into()),
        row("ε", &chain.epsilon.0, "the least at δ, of the ideal mechanism, rounded up".into()),
    ];
    rows.extend(rows_of_chain(
        certificate,
        "σ",
        ("σ√(π/2), rounded up, in the metric of δ₀", "ρ_M + δ + 2^-64·σ"),
    ));
    rows.push(row("β", &slope.0, "(τ + √(τ² + 4))/(2σ) for τ = (ρ_M + δ)/σ, rounded up".into()));
    Ok(rows)
}
