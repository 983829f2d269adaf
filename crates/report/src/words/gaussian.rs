//! The rows of a certificate of Gaussian noise.

use super::line::{format, generator, row, rows_of_chain, rows_of_line};
use kdelta_certificate::{Asked, Gaussian, GaussianTerms, MechanismCertificate, Refusal};
use kdelta_explore::Error;
use kdelta_oracle::number::decimal;

/// What the noise is asked for by.
pub(super) fn asked(law: &Gaussian) -> String {
    let asked = decimal::short(&law.asked.number().0);
    match law.asked {
        Asked::Epsilon(_) => format!("ε = {asked}"),
        Asked::Sigma(_) => format!("σ = {asked}"),
        Asked::Rho(_) => format!("ρ = {asked}"),
    }
}

/// What was chosen: part and value.
pub(super) fn setting(certificate: &MechanismCertificate, law: &Gaussian) -> Vec<[String; 2]> {
    let mut rows = rows_of_line(certificate, &law.line, ("Δ₂", "in the ℓ₂-norm Δ₂"));
    let (format, generator) = (format(certificate.subject.format), generator(&certificate.generator));
    let asked = asked(law);
    let delta = decimal::short(&law.delta.0);
    rows.insert(0, ["Gaussian".into(), format!("{asked}, δ = {delta}, {format}, {generator}")]);
    rows
}

/// Every term: its name, its value, where it comes from.
pub(super) fn terms(certificate: &MechanismCertificate, law: &Gaussian) -> Result<Vec<[String; 3]>, Error> {
    let Some(GaussianTerms { mu, rho, slope }) = &certificate.gaussian else {
        let why = "are missing from a certificate of Gaussian noise";
        return Err(Refusal::new("mechanism.gaussian", why, "certify the setting again").into());
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
