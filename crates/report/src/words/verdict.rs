//! What a certificate of a mechanism says, in three sentences: what was certified, what ε′ is, and what finite precision costs.

use super::gaussian::asked;
use super::plane::of_plane;
use super::{at_delta, line};
use kdelta_certificate::{Law, MechanismCertificate, PlaneTerms};
use kdelta_explore::Error;
use kdelta_oracle::number::{Rational, decimal};

/// What was certified, what ε′ is, and what finite precision costs: three sentences. Every bound in them is rounded up.
///
/// # Errors
/// If the certificate lacks what its law has.
pub fn sentences(certificate: &MechanismCertificate) -> Result<[String; 3], Error> {
    Ok([subject(certificate)?, loss(certificate)?, cost(certificate)])
}

fn subject(certificate: &MechanismCertificate) -> Result<String, Error> {
    let setting = &certificate.setting;
    let vector = setting.vector();
    let values = if vector.is_single() {
        "one value".to_owned()
    } else {
        format!("{} values, of which one person changes at most {},", vector.dimension, vector.changed)
    };
    let format = line::format(certificate.subject.format);
    let sensitivity = decimal::short(&setting.sensitivity.0);
    Ok(match &setting.law {
        Law::Laplace(_) => {
            let epsilon = decimal::short(setting.epsilon()?);
            format!(
                "certified: {values} with Laplace noise in {format}, sensitivity {sensitivity}, ε = {epsilon}"
            )
        }
        Law::Gaussian(law) => {
            let asked = asked(law);
            format!("certified: {values} with Gaussian noise in {format}, sensitivity {sensitivity}, {asked}")
        }
        Law::PlanarLaplace(_) => {
            let epsilon = decimal::up(setting.epsilon()?, 12);
            format!(
                "certified: one place with planar Laplace noise in {format}, ε = {epsilon} within {sensitivity} m"
            )
        }
    })
}

/// ε′ in the words of the law. On the plane it grows with the distance.
fn loss(certificate: &MechanismCertificate) -> Result<String, Error> {
    let verdict = decimal::epsilon_prime(&certificate.verdict.0);
    let vector = certificate.setting.vector();
    Ok(match &certificate.setting.law {
        Law::PlanarLaplace(_) => {
            let PlaneTerms { per_metre, once, .. } = of_plane(certificate)?;
            let (rate, once) = (decimal::epsilon_prime(&per_metre.0), decimal::term(&once.0));
            let distance = decimal::short(&certificate.setting.sensitivity.0);
            format!(
                "verdict: ε′ ≤ {verdict}, privacy loss per release for places {distance} m apart; {rate}·d + {once} for \
                 places d m apart"
            )
        }
        Law::Laplace(_) | Law::Gaussian(_) => {
            let all = if vector.is_single() { "" } else { " of them all" };
            format!("verdict: ε′ ≤ {verdict}{}, privacy loss per release{all}", at_delta(certificate))
        }
    })
}

fn cost(certificate: &MechanismCertificate) -> String {
    let exact: &Rational = &certificate.chain.epsilon.0;
    let cost = decimal::term(&(&certificate.verdict.0 - exact));
    // With the digits of ε′, so that the two can be compared.
    let exact = decimal::epsilon_prime(exact);
    format!("cost: finite precision adds ≤ {cost} to ε ≤ {exact}")
}
