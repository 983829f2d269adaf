//! Counts by key, with a limit on what one person adds.

use crate::errors::Problem;
use kdelta::Rational;
use kdelta::{Histogram as Counts, Neighbours};
use kdelta_oracle::enclosure::sqrt;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

/// Keys are their places in the list, and people are numbered: Python says which of them are equal.
#[pyclass(frozen, module = "kdelta._native")]
pub(crate) struct Histogram(Counts<usize>);

#[pymethods]
impl Histogram {
    #[new]
    fn new(keys: usize, contributions: u32, most: u64, neighbours: &str) -> Result<Self, Problem> {
        let neighbours = match neighbours {
            "add-or-remove" => Neighbours::AddOrRemove,
            "replace" => Neighbours::Replace,
            other => {
                return Err(Problem::setting(format!(
                    "neighbours: {other:?} is neither add-or-remove nor replace"
                )));
            }
        };
        Ok(Self(Counts::new(0..keys, contributions, neighbours, most)?))
    }

    #[getter]
    fn sensitivity(&self) -> u64 {
        self.0.sensitivity()
    }

    #[getter]
    fn changed(&self) -> u64 {
        self.0.changed()
    }

    /// Δ₂, rounded up.
    #[getter]
    fn euclidean_sensitivity(&self) -> Result<Rational, Problem> {
        let squared = Rational::from_integer(self.0.squared_sensitivity().into());
        Ok(sqrt(&squared, 64).map_err(kdelta::Error::from)?.hi().clone())
    }

    /// Counts of rows, each a person and the place of a key.
    fn count<'py>(
        &self,
        py: Python<'py>,
        rows: Vec<(u64, usize)>,
    ) -> Result<Bound<'py, PyArray1<f64>>, Problem> {
        Ok(py.detach(|| self.0.count::<u64, f64>(rows))?.into_pyarray(py))
    }
}
