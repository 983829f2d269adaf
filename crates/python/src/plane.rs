//! Laplace noise for points of the plane, and for longitude and latitude.

use crate::errors::Problem;
use crate::mechanism::{Mechanism, certify};
use crate::numbers::power_of_two;
use crate::setting::Arguments;
use crate::slices::{Draws, Held, clamped_float};
use kdelta::{Answers, AnyPlanarLaplace, Rational, Release};
use kdelta_certificate::{Format, MechanismCertificate};
use kdelta_finite::projection::Projection;
use kdelta_rows::plane::{certified, projection};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pyclass(frozen, extends = Mechanism, module = "kdelta._native")]
pub(crate) struct Plane {
    mechanism: AnyPlanarLaplace,
    ends: [(Rational, Rational); 2],
    format: Format,
    /// Longitudes and latitudes are projected to metres, and what is released back.
    projection: Option<Projection>,
}

impl Plane {
    /// The mechanism of a certificate, after what runs was compared with it.
    pub(crate) fn of(py: Python<'_>, certificate: MechanismCertificate) -> Result<Py<Self>, Problem> {
        let (mechanism, projection) = (certified(&certificate)?, projection(&certificate)?);
        let (ends, format) = (mechanism.answers()?, certificate.subject.format);
        let shared = Mechanism::new(certificate, mechanism.guarantee(), None);
        let plane =
            PyClassInitializer::from(shared).add_subclass(Self { mechanism, ends, format, projection });
        Ok(Py::new(py, plane)?)
    }

    fn draws<T: Copy + Send + Sync>(
        &self,
        py: Python<'_>,
        coordinates: &[T],
        answers: fn(&[T]) -> Answers<'_>,
        prepare: &(dyn Fn(&mut [T]) -> Result<(), Problem> + Sync),
    ) -> Result<Vec<f64>, Problem> {
        let [axis, _] = self.mechanism.windows();
        let step = power_of_two(axis.grid().log2());
        let draws = Draws {
            answers,
            prepare,
            draw: &|answers, places, entropy| self.mechanism.release_slice(answers, places, entropy),
            #[expect(clippy::cast_precision_loss, reason = "rounding what is released costs nothing")]
            point: &|place| match (place, &self.projection) {
                (Release::Value(steps), None) => steps.map(|index| index as f64 * step),
                (Release::Value(steps), Some(projection)) => {
                    projection.degrees(steps.map(|index| index as f64 * step))
                }
                (Release::Outside, _) => [f64::NAN; 2],
            },
        };
        draws.of(py, coordinates)
    }
}

/// Longitude and latitude of each place, in metres.
fn project(projection: &Projection, places: &mut [f64]) -> Result<(), Problem> {
    for place in places.chunks_exact_mut(2) {
        let [longitude, latitude] = place else { continue };
        if longitude.is_nan() || latitude.is_nan() {
            return Err(kdelta::Error::Answer.into());
        }
        if longitude.abs() > 180.0 || latitude.abs() > 90.0 {
            return Err(Problem::answer(
                "a place is none of the globe: longitude comes first, from -180 to 180 degrees, then latitude, from -90 to 90; clean the data before",
            ));
        }
        [*longitude, *latitude] = projection.metres([*longitude, *latitude]);
    }
    Ok(())
}

#[pymethods]
impl Plane {
    #[staticmethod]
    fn planar_laplace(py: Python<'_>, arguments: &Bound<'_, PyDict>) -> Result<Py<Self>, Problem> {
        let arguments = Arguments(arguments);
        let (asked, at_most) = (arguments.plane()?, arguments.privacy("at_most")?);
        Self::of(py, py.detach(|| certify(&asked, at_most))?)
    }

    /// Points, the coordinates of one after the other; outside, both coordinates are NaN.
    fn release_f64<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray1<'py, f64>,
    ) -> Result<Bound<'py, PyArray1<f64>>, Problem> {
        let points = points.as_slice().map_err(PyErr::from)?;
        let noisy = match (self.format, &self.projection) {
            (Format::Binary64, None) => self.draws(py, points, |points| Answers::F64(points), &|_| Ok(()))?,
            (_, Some(projection)) => {
                self.draws(py, points, |points| Answers::F64(points), &|places| project(projection, places))?
            }
            // Fixed point: each coordinate is clamped and must then be a number of the format, exactly.
            (format, None) => {
                let ends = self.ends.iter().cycle();
                let exact: Result<Vec<_>, _> =
                    points.iter().zip(ends).map(|(x, (low, high))| clamped_float(*x, (low, high))).collect();
                let Held::Fixed(words) = Held::of(format, &exact?)? else {
                    return Err(kdelta::Error::OtherFormat.into());
                };
                self.draws(py, &words, |words| Answers::Fixed(words), &|_| Ok(()))?
            }
        };
        Ok(noisy.into_pyarray(py))
    }
}
