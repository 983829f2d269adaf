//! Certificates under which rows are released: audited in full against the code that is compiled in, and for rows like those at hand.

use kdelta_certificate::{
    Certificate, Embedded, Law, Line, MechanismCertificate, Options, Range, Refusal, Subject, Vector, audit,
};
use kdelta_explore::setting::Meaning;
use kdelta_explore::{Error, plane};
use kdelta_oracle::number::{Rational, decimal};

/// Everything that follows is derived whole. The spots, at which the kernel is executed again, are on top of
/// that and speak about the kernel's certificate alone, which is part of this program and not of the file: a
/// few of them will do, as `kdelta audit` and the tests visit them all.
const SPOTS: Options = Options { points: 16, cells: 8, seed: 1 };

/// What a certificate speaks about, if every statement of it holds for the code that is compiled in.
///
/// # Errors
/// The first statement that does not hold, or what is no certificate.
pub fn accept(text: &str) -> Result<Subject, Refusal> {
    let certificate = Certificate::read(text)?;
    audit(&certificate, &Embedded, &SPOTS)?;
    Ok(certificate.certifies)
}

/// Audits a certificate that was just derived, as one from elsewhere.
///
/// # Errors
/// The first statement that does not hold.
pub fn check(certificate: &MechanismCertificate) -> Result<(), Refusal> {
    let certificate = Certificate::new(Subject::Mechanism(Box::new(certificate.clone())));
    audit(&certificate, &Embedded, &SPOTS).map(|_| ())
}

/// Refuses another number of values than the certified vector has; any number of single values may be released.
///
/// # Errors
/// If there are too few or too many.
pub fn is_whole(vector: Vector, values: u64) -> Result<(), Error> {
    if vector.is_single() || values == vector.dimension {
        return Ok(());
    }
    Err(Error::refused(format!(
        "the certificate is for {} values that are released together, and another number of them was given: give all of them, certify \
         the number that you have with the same command and another --dimension, or certify single values. Nothing was released",
        vector.dimension
    )))
}

/// Refuses rows that the certificate does not protect. The value of one individual may have been any other of
/// the answer range; two clamped answers differ by at most its width, which therefore must not exceed the Δ
/// that the noise is made for. Of a vector, Δ₀ of them may have been: by Δ₀ times the width in sum, and by the width times √Δ₀
/// in the Euclidean norm, which is that of Gaussian noise.
///
/// # Errors
/// If the certificate does not protect them.
pub fn covers_rows(certificate: &MechanismCertificate, rows: Option<Meaning>) -> Result<(), Error> {
    let Line { answers: Range { low, high }, vector, .. } = certificate.setting.line()?;
    let (width, changed) = (&high.0 - &low.0, Rational::from_integer(vector.changed.into()));
    let sensitivity = &certificate.chain.sensitivity.0;
    let (covered, norm) = match certificate.setting.law {
        Law::Gaussian(_) => {
            (&width * &width * changed <= sensitivity * sensitivity, "as the root of the sum of squares")
        }
        Law::Laplace(_) | Law::PlanarLaplace(_) => (&width * changed <= *sensitivity, "in sum"),
    };
    if rows == Some(Meaning::Aggregates) || covered {
        return Ok(());
    }
    let sensitivity = decimal::short(&certificate.setting.sensitivity.0);
    if !vector.is_single() {
        let changed = vector.changed;
        return Err(Error::refused(format!(
            "each value of the vector would be one person's, who can change {changed} of them to anything in the certified range, each by {}, \
             but the certificate is for a sensitivity of {sensitivity} {norm}. Certify with --rows individuals in the place of \
             --sensitivity; or say --rows aggregates if the values are aggregates over many people, one of whom changes at most {changed} \
             of them, by at most {sensitivity} {norm}. Nothing was released",
            decimal::short(&width)
        )));
    }
    Err(Error::refused(format!(
        "each row would be one person's value, which can be anything in the certified range of width {}, but the certificate is for a \
         sensitivity of {sensitivity}: values farther apart than that are told apart by more than ε′. Certify with --rows individuals \
         in the place of --sensitivity; or say --rows aggregates if each row is an aggregate over many people that one of them changes \
         by at most {sensitivity}. Nothing was released",
        decimal::short(&width)
    )))
}

/// The same on the plane, for the diameter of all places after projection and clamping.
///
/// # Errors
/// If the certificate does not protect them.
pub fn covers_places(certificate: &MechanismCertificate, rows: Option<plane::Meaning>) -> Result<(), Error> {
    let of_plane = certificate
        .plane
        .as_ref()
        .ok_or_else(|| Error::refused("the certificate lacks the terms of planar noise"))?;
    let answers = &of_plane.answers;
    let square = |range: &Range| {
        let side = &range.high.0 - &range.low.0;
        &side * &side
    };
    let sensitivity = &certificate.chain.sensitivity.0;
    let covered = square(&answers.x) + square(&answers.y) <= sensitivity * sensitivity;
    if covered || matches!(rows, Some(plane::Meaning::Aggregates | plane::Meaning::Nearby)) {
        return Ok(());
    }
    let distance = decimal::short(&certificate.setting.sensitivity.0);
    Err(Error::refused(format!(
        "each row would be one person's place, which can be anywhere in the certified region, but the certificate is for a distance of \
         {distance} m: places farther apart than that are told apart by more than ε′. Certify with --rows individuals in the place of \
         --distance; or say --rows nearby if each place is to be hidden only among the places within {distance} m, or --rows \
         aggregates if each row is a point that one person moves by at most {distance} m. Nothing was released"
    )))
}
