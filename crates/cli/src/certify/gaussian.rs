//! `kdelta certify gaussian`: Gaussian noise for one value or for several, asked for by (ε, δ), by σ or by ρ.

use super::laplace::{format, generator, row, rows_of_chain, rows_of_line};
use super::{Output, Theorem};
use crate::failure::Failure;
use crate::gaussian::Setting;
use clap::Args;
use kdelta_certificate::{
    Asked, Gaussian, GaussianTerms, MechanismCertificate, MechanismDescription, Refusal,
};
use kdelta_oracle::number::decimal;

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

/// A setting, and where the certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}

impl Flags {
    /// The mechanism asked for.
    pub(super) fn describe(&self) -> Result<MechanismDescription, Failure> {
        self.setting.clone().describe()
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
