//! What a certificate of a mechanism says, in words for people: every number is an upper bound, rounded up, unless it says otherwise.

mod gaussian;
mod line;
mod plane;
mod verdict;

use kdelta_certificate::{Entry, Law, MechanismCertificate, Number, Outcome};
use kdelta_explore::Error;
use kdelta_oracle::bound::{Dimension, Form};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer::Closeness;
use num_traits::Zero;
pub use verdict::sentences;

/// What was chosen, as rows: part and value.
///
/// # Errors
/// If the certificate lacks what its law has.
pub fn setting(certificate: &MechanismCertificate) -> Result<Vec<[String; 2]>, Error> {
    match &certificate.setting.law {
        Law::Laplace(line) => line::setting(certificate, line),
        Law::Gaussian(law) => Ok(gaussian::setting(certificate, law)),
        Law::PlanarLaplace(plane) => plane::setting(certificate, plane),
    }
}

/// Every term, from the setting to δ, as rows: its name, its value, where it comes from.
///
/// # Errors
/// If the certificate lacks what its law has.
pub fn terms(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Error> {
    match &certificate.setting.law {
        Law::Laplace(_) => line::terms(certificate),
        Law::Gaussian(law) => gaussian::terms(certificate, law),
        Law::PlanarLaplace(plane) => plane::terms(certificate, plane),
    }
}

/// Every form of ε′, as rows: the bound, ε′ − ε, the form, and what it is.
pub fn bounds(certificate: &MechanismCertificate) -> Vec<[String; 4]> {
    let dimension = match &certificate.setting.law {
        Law::Laplace(_) | Law::Gaussian(_) => Dimension::Line,
        Law::PlanarLaplace(_) => Dimension::Plane,
    };
    let needs_midpoint = dimension == Dimension::Line && certificate.generator.name.is_relative();
    let rows = certificate.bounds.iter().map(|entry| {
        // Theorem U is about the other kind of generator; the oracle says so in its own words.
        let why = (entry.form == Form::TheoremU && needs_midpoint).then_some("needs midpoint-BITS");
        bound_row(entry, &certificate.chain.epsilon.0, &certificate.verdict, dimension, why)
    });
    rows.collect()
}

/// κ₊ and κ₋, and what follows from them for each notion of privacy, as rows: name, bound, what it is.
///
/// # Errors
/// If a bound cannot be enclosed.
pub fn closeness(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Error> {
    let stated = &certificate.closeness;
    let closeness = Closeness::from(stated);
    let at_most = |bound: &Rational| format!("≤ {}", decimal::term(bound));
    let verdict = format!("≤ {}", decimal::epsilon_prime(&certificate.verdict.0));
    let zero = UpperBound::new(Rational::zero());
    let renyi = closeness.renyi(&Rational::from_integer(2.into()), &zero)?;
    let vector = certificate.setting.vector();
    let (output, all) = if vector.is_single() {
        ("output".to_owned(), String::new())
    } else {
        (
            format!("output of the {} values that differ", vector.changed),
            format!(", all {} values", vector.dimension),
        )
    };
    Ok([
        (
            "κ₊",
            at_most(&stated.above.0),
            format!("no {output} is more likely than e^κ₊ times its ideal probability"),
        ),
        ("κ₋", at_most(&stated.below.0), format!("no {output} is less likely than e^−κ₋ times that")),
        match &certificate.setting.law {
            Law::Laplace(_) | Law::PlanarLaplace(_) => ("pure", verdict, "ε′, what one release costs".into()),
            Law::Gaussian(law) => {
                let delta = decimal::short(&law.delta.0);
                ("approximate", verdict, format!("ε′ at δ = {delta}, what one release costs"))
            }
        },
        (
            "(ε, δ)",
            at_most(closeness.total().value()),
            "κ₊ + κ₋, to be added to ε after any accounting of ideal mechanisms; δ is multiplied by e^κ₊"
                .into(),
        ),
        ("Rényi", at_most(renyi.value()), "at order 2; κ₋ + κ₊·α/(α − 1) to be added at order α".into()),
        (
            "total variation",
            at_most(&stated.total_variation.0),
            format!("between what is released and the ideal{all}"),
        ),
        (
            "leakage",
            at_most(&stated.leaked_bits.0),
            format!("bits more than the ideal leaks, of min-entropy, for any prior{all}"),
        ),
    ]
    .map(|(name, bound, what)| [name.to_owned(), bound, what])
    .to_vec())
}

/// ` at δ = 1e-6`, the δ that ε′ is stated at; nothing if it is at none.
pub fn at_delta(certificate: &MechanismCertificate) -> String {
    match &certificate.setting.law {
        Law::Gaussian(law) => format!(" at δ = {}", decimal::short(&law.delta.0)),
        Law::Laplace(_) | Law::PlanarLaplace(_) => String::new(),
    }
}

/// One form of ε′: the bound, ε′ − ε, the form, and what it is; or why it does not apply, in the
/// certificate's words unless there are better ones.
fn bound_row(
    Entry { form, epsilon_prime }: &Entry,
    epsilon: &Rational,
    verdict: &Number,
    dimension: Dimension,
    better: Option<&str>,
) -> [String; 4] {
    let (form, meaning) = (form.name().to_owned(), form.meaning(dimension));
    match epsilon_prime {
        Outcome::AtMost(bound) => {
            let mark = if bound == verdict { " ← the verdict" } else { "" };
            [
                decimal::epsilon_prime(&bound.0),
                decimal::term(&(&bound.0 - epsilon)),
                form,
                format!("{meaning}{mark}"),
            ]
        }
        Outcome::Refused(why) => {
            let why = better.unwrap_or(why);
            ["does not apply".into(), String::new(), form, format!("{meaning}: {why}")]
        }
    }
}
