//! The certificate under which answers are released, read from a file and audited in full against the code inside this program.

use crate::failure::Failure;
use kdelta_certificate::{Law, MechanismCertificate, Refusal, Subject};
use kdelta_rows::accepted::accept;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A longer file is no certificate.
const MAX_CERTIFICATE: u64 = 1 << 20;

/// What the certificate in the file speaks about, if every statement of it holds for the code that this
/// program contains.
fn audited(path: &Path) -> Result<Subject, Failure> {
    let name = path.display();
    let unreadable =
        |why: std::io::Error| Failure::usage(format!("--certificate {name}: cannot be read: {why}"));
    let refused = |why: Refusal| {
        Failure::refused(format!("--certificate {name} is not accepted: {why}. Nothing was released"))
    };
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MAX_CERTIFICATE + 1).read_to_string(&mut text))
        .map_err(unreadable)?;
    accept(&text).map_err(refused)
}

/// The accepted certificate of a mechanism for numbers.
pub(super) fn certificate(path: &Path) -> Result<MechanismCertificate, Failure> {
    let certificate = mechanism(path, "laplace")?;
    match certificate.setting.law {
        Law::Laplace(_) | Law::Gaussian(_) => Ok(certificate),
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
