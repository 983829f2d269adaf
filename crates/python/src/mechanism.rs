//! What Laplace, Gaussian and planar noise share: a certificate, and what it guarantees.

use crate::errors::Problem;
use crate::setting;
use kdelta::{Guarantee, Hides, Rational, RoundUp, UpperBound};
use kdelta_certificate::{Certificate, Embedded, Foundation, MechanismCertificate, Subject};
use kdelta_explore::nearest;
use kdelta_explore::setting::Asked;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A mechanism whose setting is certified and compared with what runs.
#[pyclass(frozen, subclass, module = "kdelta._native")]
pub(crate) struct Mechanism {
    pub(crate) certificate: MechanismCertificate,
    pub(crate) guarantee: Guarantee,
}

impl Mechanism {
    pub(crate) fn new(
        certificate: MechanismCertificate,
        guarantee: &Guarantee,
        hides: Option<Hides>,
    ) -> Self {
        let hides = hides.or(guarantee.hides);
        Self { certificate, guarantee: Guarantee { hides, ..guarantee.clone() } }
    }
}

/// The certificate of a setting, or why it has none, with settings nearby that have one.
pub(crate) fn certify(asked: &Asked, at_most: Option<Rational>) -> Result<MechanismCertificate, Problem> {
    let foundation = Foundation::new(&Embedded);
    let certificate = asked.derive(&foundation).map_err(|(mut why, description)| {
        let is_plane = description.setting.plane().is_ok();
        if is_plane && why.field == "setting.sensitivity" {
            why.field = "setting.distance".into();
        }
        let nearest = if is_plane { nearest::plane::nearest } else { nearest::line::nearest };
        Problem::NotCertified { why: Box::new(why), nearest: nearest(&description, &foundation) }
    })?;
    let verdict = &certificate.verdict.0;
    match at_most {
        Some(budget) if *verdict > budget => Err(kdelta::Error::OverBudget {
            epsilon_prime: Box::new(UpperBound::new(verdict.clone())),
            budget: Box::new(budget),
        }
        .into()),
        _ => Ok(certificate),
    }
}

#[pymethods]
impl Mechanism {
    #[getter]
    fn epsilon_prime(&self) -> Rational {
        self.guarantee.epsilon_prime.value().clone()
    }

    #[getter]
    fn epsilon_prime_up(&self) -> f64 {
        self.guarantee.epsilon_prime.to_f64_up()
    }

    /// As JSON, with exact numbers as text.
    #[getter]
    fn guarantee(&self) -> Result<String, Problem> {
        crate::guarantee::write(&self.guarantee)
    }

    /// The arguments that build it again.
    #[getter]
    fn setting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        setting::arguments(py, &setting::description(&self.certificate))
    }

    #[getter]
    fn format(&self) -> String {
        self.certificate.subject.format.word()
    }

    #[getter]
    fn generator(&self) -> String {
        self.certificate.generator.name.to_string()
    }

    #[getter]
    fn grid(&self) -> Rational {
        self.certificate.setting.grid.0.clone()
    }

    /// The JSON text that `kdelta certify` writes.
    fn certificate(&self) -> Result<String, Problem> {
        let certificate = Certificate::new(Subject::Mechanism(Box::new(self.certificate.clone())));
        certificate.text().map_err(|why| Problem::Audit(Box::new(why)))
    }
}
