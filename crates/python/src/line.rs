//! Laplace and Gaussian noise for numbers.

use crate::errors::Problem;
use crate::mechanism::{Mechanism, certify};
use crate::numbers::power_of_two;
use crate::setting::Arguments;
use crate::slices::{Draws, Held, clamped, clamped_float};
use kdelta::{Answers, AnyOnTheLine, Hides, Rational, Release, Window};
use kdelta_certificate::{Format, MechanismCertificate};
use kdelta_rows::line::certified;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pyclass(frozen, extends = Mechanism, module = "kdelta._native")]
pub(crate) struct Line {
    mechanism: AnyOnTheLine,
    ends: (Rational, Rational),
    format: Format,
}

impl Line {
    /// The mechanism of a certificate, after what runs was compared with it.
    pub(crate) fn of(
        py: Python<'_>,
        certificate: MechanismCertificate,
        hides: Option<Hides>,
    ) -> Result<Py<Self>, Problem> {
        let mechanism = certified(&certificate)?;
        let [ends] = mechanism.answers()?;
        let format = certificate.subject.format;
        let shared = Mechanism::new(certificate, mechanism.guarantee(), hides);
        let line = PyClassInitializer::from(shared).add_subclass(Self { mechanism, ends, format });
        Ok(Py::new(py, line)?)
    }

    fn window(&self) -> Window {
        let [window] = self.mechanism.windows();
        window
    }

    fn draws<T: Copy + Send + Sync, O: Send>(
        &self,
        py: Python<'_>,
        coordinates: &[T],
        answers: fn(&[T]) -> Answers<'_>,
        to_ends: bool,
        output: impl Fn(f64) -> O + Sync,
    ) -> Result<Vec<O>, Problem> {
        let step = power_of_two(self.window().grid().log2());
        let draws = Draws {
            answers,
            prepare: &|_| Ok(()),
            draw: &|answers, places, entropy| {
                if to_ends {
                    self.mechanism.release_slice_to_ends(answers, places, entropy)
                } else {
                    self.mechanism.release_slice(answers, places, entropy)
                }
            },
            // Grid steps of f32 and f64 have an exact product; in fixed point, rounding what is released costs nothing.
            #[expect(clippy::cast_precision_loss, reason = "as above")]
            point: &|place| match place {
                Release::Value([index]) => [output(index as f64 * step)],
                Release::Outside => [output(f64::NAN)],
            },
        };
        draws.of(py, coordinates)
    }

    fn held(&self, py: Python<'_>, held: &Held, to_ends: bool) -> Result<Vec<f64>, Problem> {
        match held {
            Held::F64(answers) => self.draws(py, answers, |answers| Answers::F64(answers), to_ends, |x| x),
            Held::F32(answers) => self.draws(py, answers, |answers| Answers::F32(answers), to_ends, |x| x),
            Held::Fixed(words) => self.draws(py, words, |words| Answers::Fixed(words), to_ends, |x| x),
        }
    }
}

#[pymethods]
impl Line {
    #[staticmethod]
    fn laplace(
        py: Python<'_>,
        arguments: &Bound<'_, PyDict>,
        hides: Option<&str>,
    ) -> Result<Py<Self>, Problem> {
        let arguments = Arguments(arguments);
        let (asked, at_most) = (arguments.laplace()?, arguments.privacy("at_most")?);
        Self::of(py, py.detach(|| certify(&asked, at_most))?, crate::guarantee::hides(hides)?)
    }

    #[staticmethod]
    fn gaussian(
        py: Python<'_>,
        arguments: &Bound<'_, PyDict>,
        hides: Option<&str>,
    ) -> Result<Py<Self>, Problem> {
        let arguments = Arguments(arguments);
        let (asked, at_most) = (arguments.gaussian()?, arguments.privacy("at_most")?);
        Self::of(py, py.detach(|| certify(&asked, at_most))?, crate::guarantee::hides(hides)?)
    }

    #[getter]
    fn answers(&self) -> (Rational, Rational) {
        self.ends.clone()
    }

    /// How many values a vector has.
    #[getter]
    fn dimension(&self) -> u64 {
        self.mechanism.guarantee().dimension
    }

    /// Refuses a vector of another length, before anything is recorded or drawn.
    fn check_vector(&self, found: usize) -> Result<(), Problem> {
        let dimension = self.dimension();
        if u64::try_from(found) == Ok(dimension) {
            Ok(())
        } else {
            Err(kdelta::Error::Dimension { found, dimension }.into())
        }
    }

    /// One number; None if it is outside.
    fn release_one(
        &self,
        py: Python<'_>,
        answer: &Bound<'_, PyAny>,
        to_ends: bool,
    ) -> Result<Option<f64>, Problem> {
        let held = Held::of(self.format, &[clamped(answer, &self.ends)?])?;
        let noisy = self.held(py, &held, to_ends)?;
        Ok(noisy.first().copied().filter(|noisy| !noisy.is_nan()))
    }

    /// An array of float64.
    fn release_f64<'py>(
        &self,
        py: Python<'py>,
        answers: PyReadonlyArray1<'py, f64>,
        to_ends: bool,
    ) -> Result<Bound<'py, PyArray1<f64>>, Problem> {
        let answers = answers.as_slice().map_err(PyErr::from)?;
        let noisy = match self.format {
            Format::Binary64 => self.draws(py, answers, |answers| Answers::F64(answers), to_ends, |x| x)?,
            // Of another format: each is clamped and must then be a number of it, exactly.
            format => {
                let (low, high) = &self.ends;
                let exact: Result<Vec<_>, _> =
                    answers.iter().map(|answer| clamped_float(*answer, (low, high))).collect();
                self.held(py, &Held::of(format, &exact?)?, to_ends)?
            }
        };
        Ok(noisy.into_pyarray(py))
    }

    /// An array of float32, for the format f32.
    fn release_f32<'py>(
        &self,
        py: Python<'py>,
        answers: PyReadonlyArray1<'py, f32>,
        to_ends: bool,
    ) -> Result<Bound<'py, PyArray1<f32>>, Problem> {
        #[expect(clippy::cast_possible_truncation, reason = "grid points of f32 are numbers of f32")]
        let noisy = self.draws(
            py,
            answers.as_slice().map_err(PyErr::from)?,
            |answers| Answers::F32(answers),
            to_ends,
            |x| x as f32,
        )?;
        Ok(noisy.into_pyarray(py))
    }
}
