//! The certificate of a setting that a command asks for; a refusal names the flags to change, and settings nearby that are certified.

use crate::failure::Failure;
use kdelta_certificate::{Foundation, Law, MechanismCertificate, Refusal};
use kdelta_explore::nearest::{self, Alternative};
use kdelta_explore::setting::Asked;
use kdelta_oracle::number::decimal;

/// Why not, and what instead.
fn refused(flag: &str, why: &Refusal, nearest: impl FnOnce() -> Vec<Alternative>) -> Failure {
    // A file that is missing or damaged: no other setting would help.
    if why.field.contains('/') {
        return why.clone().into();
    }
    let nearby = nearest();
    let found = if nearby.is_empty() {
        "no setting near this one was found that is certified"
    } else {
        "settings nearby that are certified:"
    };
    let mut text = format!("not certified: {flag}: {}\n  remedy: {}\n  {found}", why.why, why.remedy);
    for Alternative { change, description, verdict } in nearby {
        let (verdict, command) = (decimal::epsilon_prime(&verdict), description.command());
        text.push_str(&format!("\n    {change}, ε′ ≤ {verdict}:\n      {command}"));
    }
    Failure::refused(text)
}

/// The certificate; a setting that has none is refused with the nearest ones that have.
pub(crate) fn derive(asked: &Asked, foundation: &Foundation<'_>) -> Result<MechanismCertificate, Failure> {
    asked.derive(foundation).map_err(|(why, description)| match &description.setting.law {
        Law::Laplace(_) => {
            refused(laplace(&why.field), &why, || nearest::line::nearest(&description, foundation))
        }
        Law::Gaussian(_) => {
            refused(gaussian(&why.field), &why, || nearest::line::nearest(&description, foundation))
        }
        Law::PlanarLaplace(_) => {
            refused(planar(&why.field), &why, || nearest::plane::nearest(&description, foundation))
        }
    })
}

/// A field of the certificate as the user set it, on the line and on the plane.
fn both(field: &str) -> &str {
    match field {
        "setting.epsilon" => "--epsilon",
        "setting.query_error" => "--query-error",
        "setting.reading_error" => "--reading-error",
        "setting.answers" => "--answers",
        "setting.grid" => "--grid",
        "setting.window" => "--window",
        "subject.format" => "--format",
        "generator" | "generator.bias" => "--generator",
        "mechanism.chain" => "the theorem",
        other => other,
    }
}

/// A field of the certificate as the user set it, for Laplace noise.
fn laplace(field: &str) -> &str {
    match field {
        "setting.sensitivity" => "--sensitivity",
        "setting.dimension" => "--dimension",
        "setting.changed" => "--changed",
        "setting.window.low" => "the low end of --window",
        "setting.window.high" => "the high end of --window",
        "generator.cut_off" => "the theorem",
        other => both(other),
    }
}

/// A field of the certificate as the user set it, for Gaussian noise.
fn gaussian(field: &str) -> &str {
    match field {
        "setting.law.delta" => "--delta",
        "setting.law.asked.epsilon" => "--epsilon",
        "setting.law.asked.sigma" => "--sigma",
        "setting.law.asked.rho" => "--rho",
        other => laplace(other),
    }
}

/// A field of the certificate as the user set it, on the plane.
fn planar(field: &str) -> &str {
    match field {
        "setting.sensitivity" => "--distance",
        "setting.places" => "--box",
        "setting.reference" => "--reference",
        "setting.window.low" => "a low end of --window",
        "setting.window.high" => "a high end of --window",
        "setting.radius" => "--disc",
        "generator.cut_off" => "--generator",
        other => both(other),
    }
}
