//! The certificate under which answers are released: read, audited in full against the code inside this program, and
//! the setting that the user asks for.

use super::arithmetic::generator_name;
use crate::failure::Failure;
use crate::setting::{Flags, outward};
use crate::sources::Embedded;
use crate::spelling::{spell, spell_grid, spell_range};
use kdelta_certificate::{
    Certificate, MechanismCertificate, Options, PlanarCertificate, Range, Subject, audit,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A longer file is no certificate.
const MAX_CERTIFICATE: u64 = 1 << 20;

/// Everything that follows is derived whole. The spots, at which the kernel is executed again, are on top of that and
/// speak about the kernel's certificate alone, which is part of this program and not of the file: a few of them will do,
/// as `kdelta audit` and the tests visit them all.
const SPOTS: Options = Options { points: 16, cells: 8, seed: 1 };

/// What the certificate in the file speaks about, if every statement of it holds for the code that this program contains.
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

/// The accepted certificate of a mechanism for numbers.
pub(super) fn certificate(path: &Path) -> Result<MechanismCertificate, Failure> {
    let other = |what: &str| {
        Err(Failure::refused(format!(
            "--certificate {} certifies {what}. Nothing was released",
            path.display()
        )))
    };
    match audited(path)? {
        Subject::Mechanism(mechanism) => Ok(*mechanism),
        Subject::Planar(_) => other("planar noise; release under it with kdelta release planar"),
        Subject::Kernel(_) => {
            other("a kernel, not a mechanism; make one with kdelta certify laplace … --out FILE")
        }
    }
}

/// The accepted certificate of planar noise.
pub(super) fn planar(path: &Path) -> Result<PlanarCertificate, Failure> {
    let other = |what: &str| {
        Err(Failure::refused(format!(
            "--certificate {} certifies {what}. Nothing was released",
            path.display()
        )))
    };
    match audited(path)? {
        Subject::Planar(planar) => Ok(*planar),
        Subject::Mechanism(_) => other("noise for numbers; release under it with kdelta release"),
        Subject::Kernel(_) => {
            other("a kernel, not a mechanism; make one with kdelta certify planar … --out FILE")
        }
    }
}

/// Refuses if a flag says something else than the certificate.
pub(super) fn agree(flags: Flags, certificate: &MechanismCertificate) -> Result<(), Failure> {
    let setting = &certificate.setting;
    let format = &certificate.subject.format;
    let Flags {
        epsilon,
        sensitivity,
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
    let reading_error = reading_error.map(|asked| asked.in_range(format, &setting.answers)).transpose()?;
    let window = window.map(|ends| Range { low: (&ends.0).into(), high: (&ends.1).into() });
    let range = |asked: Option<Range>, certified: &Range| {
        asked.filter(|asked| asked != certified).map(|asked| (spell_range(&asked), spell_range(certified)))
    };
    let number = |asked: Option<crate::setting::Exact>, certified: &kdelta_certificate::Number| {
        asked.filter(|asked| asked.0 != certified.0).map(|asked| (spell(&asked.0), spell(&certified.0)))
    };
    let generator_in_force = generator_name(&certificate.generator);
    let differences = [
        ("epsilon", number(epsilon, &setting.epsilon)),
        ("sensitivity", number(sensitivity, &setting.sensitivity)),
        ("query-error", number(query_error, &setting.query_error)),
        ("reading-error", number(reading_error, &setting.reading_error)),
        ("answers", range(answers, &setting.answers)),
        ("window", range(window, &setting.window)),
        (
            "grid",
            grid.filter(|asked| asked.0 != setting.grid.0)
                .map(|asked| (spell_grid(&asked.0), spell_grid(&setting.grid.0))),
        ),
        ("format", asked.filter(|asked| asked.0 != *format).map(|asked| (asked.0.word(), format.word()))),
        (
            "generator",
            generator
                .map(|asked| asked.to_string())
                .filter(|asked| *asked != generator_in_force)
                .map(|asked| (asked, generator_in_force.clone())),
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
