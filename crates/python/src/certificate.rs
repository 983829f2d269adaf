//! Certificates: what one says, whether it holds, and the mechanism that it is about.

use crate::errors::Problem;
use crate::line::Line;
use crate::plane::Plane;
use kdelta_certificate::{Certificate, Embedded, Law, Options, Refusal, Subject, audit as audit_all};
use kdelta_rows::accepted::accept;
use pyo3::prelude::*;

fn refused(why: Refusal) -> Problem {
    Problem::Audit(Box::new(why))
}

/// What a certificate says, which is not checked here.
#[pyfunction]
pub(crate) fn claim(text: &str) -> Result<String, Problem> {
    Ok(match Certificate::read(text).map_err(refused)?.certifies {
        Subject::Kernel(kernel) => kernel.claim,
        Subject::Mechanism(mechanism) => mechanism.claim,
    })
}

/// What was checked and what is trusted.
#[pyfunction]
pub(crate) fn audit(py: Python<'_>, text: &str) -> Result<(Vec<String>, Vec<String>), Problem> {
    let report = py.detach(|| audit_all(&Certificate::read(text)?, &Embedded, &Options::default()));
    let report = report.map_err(refused)?;
    Ok((report.checked, report.trusted))
}

/// The mechanism of a certificate that holds: `Line` or `Plane`, and the name of its law.
#[pyfunction]
pub(crate) fn certified_mechanism(py: Python<'_>, text: &str) -> Result<(&'static str, Py<PyAny>), Problem> {
    let Subject::Mechanism(certificate) = py.detach(|| accept(text)).map_err(refused)? else {
        return Err(refused(Refusal::new("certifies", "is a kernel", "give the certificate of a mechanism")));
    };
    Ok(match &certificate.setting.law {
        Law::Laplace(_) => ("Laplace", Line::of(py, *certificate, None)?.into_any()),
        Law::Gaussian(_) => ("Gaussian", Line::of(py, *certificate, None)?.into_any()),
        Law::PlanarLaplace(_) => ("PlanarLaplace", Plane::of(py, *certificate)?.into_any()),
    })
}
