//! The certificate under which answers are released: read, audited in full against the code inside this
//! program, and the setting that the user asks for.

use crate::failure::Failure;
use crate::planar::{Meaning as PlanarMeaning, terms};
use crate::setting::{Flags, Meaning, line, outward};
use crate::sources::Embedded;
use crate::spelling::{spell, spell_grid, spell_range};
use kdelta_certificate::{
    Certificate, Law, Line, MechanismCertificate, Options, Range, Subject, Vector, audit,
};
use kdelta_oracle::number::{Rational, decimal};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A longer file is no certificate.
const MAX_CERTIFICATE: u64 = 1 << 20;

/// Everything that follows is derived whole. The spots, at which the kernel is executed again, are on top of
/// that and speak about the kernel's certificate alone, which is part of this program and not of the file: a
/// few of them will do, as `kdelta audit` and the tests visit them all.
const SPOTS: Options = Options { points: 16, cells: 8, seed: 1 };

/// What the certificate in the file speaks about, if every statement of it holds for the code that this
/// program contains.
fn audited(path: &Path) -> Result<Subject, Failure> {
    let name = path.display();
    let unreadable =
        |why: std::io::Error| Failure::usage(format!("--certificate {name}: cannot be read: {why}"));
    let refused = |why: kdelta_certificate::Refusal| {
        Failure::refused(format!("--certificate {name} is not accepted: {why}. Nothing was released"))
    };
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MAX_CERTIFICATE + 1).read_to_string(&mut text))
        .map_err(unreadable)?;
    let certificate = Certificate::read(&text).map_err(refused)?;
    audit(&certificate, &Embedded, &SPOTS).map_err(refused)?;
    Ok(certificate.certifies)
}

/// Audits a certificate that this program has just derived, as one from a file.
pub(super) fn check(certificate: &MechanismCertificate) -> Result<(), Failure> {
    let certificate = Certificate::new(Subject::Mechanism(Box::new(certificate.clone())));
    audit(&certificate, &Embedded, &SPOTS).map(|_| ()).map_err(|why| {
        Failure::refused(format!("the certificate is not accepted: {why}. Nothing was released"))
    })
}

/// The accepted certificate of a mechanism for numbers.
pub(super) fn certificate(path: &Path) -> Result<MechanismCertificate, Failure> {
    let certificate = mechanism(path, "laplace")?;
    match certificate.setting.law {
        Law::Laplace(_) => Ok(certificate),
        Law::Gaussian(_) => Err(other(path, "Gaussian noise, which kdelta release does not draw yet")),
        Law::PlanarLaplace(_) => {
            Err(other(path, "planar noise; release under it with kdelta release planar"))
        }
    }
}

/// The accepted certificate of planar noise.
pub(super) fn planar(path: &Path) -> Result<MechanismCertificate, Failure> {
    let certificate = mechanism(path, "planar")?;
    match certificate.setting.law {
        Law::PlanarLaplace(_) => Ok(certificate),
        Law::Laplace(_) | Law::Gaussian(_) => {
            Err(other(path, "noise for numbers; release under it with kdelta release"))
        }
    }
}

/// The accepted certificate of a mechanism.
fn mechanism(path: &Path, law: &str) -> Result<MechanismCertificate, Failure> {
    match audited(path)? {
        Subject::Mechanism(mechanism) => Ok(*mechanism),
        Subject::Kernel(_) => {
            let what = format!("a kernel, not a mechanism; make one with kdelta certify {law} … --out FILE");
            Err(other(path, &what))
        }
    }
}

fn other(path: &Path, what: &str) -> Failure {
    Failure::refused(format!("--certificate {} certifies {what}. Nothing was released", path.display()))
}

/// Refuses another number of values than the certified vector has; any number of single values may be released.
pub(super) fn is_whole(vector: Vector, values: u64) -> Result<(), Failure> {
    if vector.is_single() || values == vector.dimension {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "the certificate is for {} values that are released together, and another number of them was given: give all of them, certify \
         the number that you have with kdelta certify vector, or single values with kdelta certify laplace. Nothing was released",
        vector.dimension
    )))
}

/// Refuses rows that the certificate does not protect. The value of one individual may have been any other of
/// the answer range; two clamped answers differ by at most its width, which therefore must not exceed the Δ
/// that the noise is made for. Of a vector, Δ₀ of them may have been.
pub(super) fn covers_rows(rows: Option<Meaning>, certificate: &MechanismCertificate) -> Result<(), Failure> {
    let Line { answers: Range { low, high }, vector, .. } = line(&certificate.setting);
    let width = (&high.0 - &low.0) * Rational::from_integer(vector.changed.into());
    if rows == Some(Meaning::Aggregates) || width <= certificate.chain.sensitivity.0 {
        return Ok(());
    }
    let sensitivity = decimal::short(&certificate.setting.sensitivity.0);
    if !vector.is_single() {
        let changed = vector.changed;
        return Err(Failure::refused(format!(
            "each value of the vector would be one person's, who can change {changed} of them to anything in the certified range, by {} in \
             sum, but the certificate is for a sensitivity of {sensitivity} in sum. Certify with --rows individuals in the place of \
             --sensitivity; or say --rows aggregates if the values are aggregates over many people, one of whom changes at most {changed} \
             of them, by at most {sensitivity} in sum. Nothing was released",
            decimal::short(&width)
        )));
    }
    Err(Failure::refused(format!(
        "each row would be one person's value, which can be anything in the certified range of width {}, but the certificate is for a \
         sensitivity of {sensitivity}: values farther apart than that are told apart by more than ε′. Certify with --rows individuals \
         in the place of --sensitivity; or say --rows aggregates if each row is an aggregate over many people that one of them changes \
         by at most {sensitivity}. Nothing was released",
        decimal::short(&width)
    )))
}

/// The same on the plane, for the diameter of all places after projection and clamping.
pub(super) fn covers_places(
    rows: Option<PlanarMeaning>,
    certificate: &MechanismCertificate,
) -> Result<(), Failure> {
    let answers = &terms(certificate).answers;
    let square = |range: &Range| {
        let side = &range.high.0 - &range.low.0;
        &side * &side
    };
    let sensitivity = &certificate.chain.sensitivity.0;
    let covered = square(&answers.x) + square(&answers.y) <= sensitivity * sensitivity;
    if covered || matches!(rows, Some(PlanarMeaning::Aggregates | PlanarMeaning::Nearby)) {
        return Ok(());
    }
    let distance = decimal::short(&certificate.setting.sensitivity.0);
    Err(Failure::refused(format!(
        "each row would be one person's place, which can be anywhere in the certified region, but the certificate is for a distance of \
         {distance} m: places farther apart than that are told apart by more than ε′. Certify with --rows individuals in the place of \
         --distance; or say --rows nearby if each place is to be hidden only among the places within {distance} m, or --rows \
         aggregates if each row is a point that one person moves by at most {distance} m. Nothing was released"
    )))
}

/// Refuses if a flag says something else than the certificate.
pub(super) fn agree(flags: Flags, certificate: &MechanismCertificate) -> Result<(), Failure> {
    let setting = &certificate.setting;
    let Line { answers: certified_answers, window: certified_window, .. } = line(setting);
    let format = &certificate.subject.format;
    let Flags {
        epsilon,
        sensitivity,
        rows: _,
        query_error,
        reading_error,
        answers,
        window,
        grid,
        format: asked,
        generator,
        config: _,
    } = flags.with_file()?;
    let answers = answers.map(|ends| outward(format, &ends.0, &ends.1)).transpose()?;
    let reading_error = reading_error.map(|asked| asked.in_range(format, certified_answers)).transpose()?;
    let window = window.map(|ends| Range { low: (&ends.0).into(), high: (&ends.1).into() });
    let range = |asked: Option<Range>, certified: &Range| {
        asked.filter(|asked| asked != certified).map(|asked| (spell_range(&asked), spell_range(certified)))
    };
    let number = |asked: Option<crate::setting::Exact>, certified: &Rational| {
        asked.filter(|asked| asked.0 != *certified).map(|asked| (spell(&asked.0), spell(certified)))
    };
    let generator_in_force = certificate.generator.name;
    let differences = [
        ("epsilon", number(epsilon, setting.epsilon()?)),
        ("sensitivity", number(sensitivity, &setting.sensitivity.0)),
        ("query-error", number(query_error, &setting.query_error.0)),
        ("reading-error", number(reading_error, &setting.reading_error.0)),
        ("answers", range(answers, certified_answers)),
        ("window", range(window, certified_window)),
        (
            "grid",
            grid.filter(|asked| asked.0 != setting.grid.0)
                .map(|asked| (spell_grid(&asked.0), spell_grid(&setting.grid.0))),
        ),
        ("format", asked.filter(|asked| asked.0 != *format).map(|asked| (asked.0.word(), format.word()))),
        (
            "generator",
            generator
                .filter(|asked| *asked != generator_in_force)
                .map(|asked| (asked.to_string(), generator_in_force.to_string())),
        ),
    ];
    for (name, difference) in differences {
        if let Some((asked, certified)) = difference {
            return Err(Failure::refused(format!(
                "--{name} {asked}: the certificate is for {certified}; certify this setting, or leave the flag out. Nothing was \
                 released"
            )));
        }
    }
    Ok(())
}
