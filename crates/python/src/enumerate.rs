//! The exact loss of a small mechanism.

use crate::errors::Problem;
use crate::numbers::{below, ends, exact};
use kdelta::{Rational, RoundUp, UpperBound};
use kdelta_certificate::Outcome;
use kdelta_explore::enumerate::{Enumerated, Mechanism, SmallSetting, enumerate as every_draw};
use kdelta_explore::setting::Exact;
use kdelta_oracle::distribution::Loss;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Bits of the enclosure of a logarithm.
const BITS: u32 = 96;

/// Every draw of the generator, through the code that runs. The result has the fields of `kdelta.Enumeration`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn enumerate<'py>(
    py: Python<'py>,
    epsilon: &Bound<'py, PyAny>,
    sensitivity: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    window: &Bound<'py, PyAny>,
    grid: &Bound<'py, PyAny>,
    digits: u32,
    generator: &str,
    pair: Option<&Bound<'py, PyAny>>,
) -> Result<Bound<'py, PyDict>, Problem> {
    let mechanism = Mechanism {
        epsilon: Exact(below(epsilon, "epsilon")?),
        setting: SmallSetting {
            sensitivity: Exact(exact(sensitivity, "sensitivity")?),
            answers: ends(answers, "answers")?,
            window: ends(window, "window")?,
            grid: Exact(exact(grid, "grid")?),
            digits,
        },
        generator: generator.parse().map_err(|why| Problem::setting(format!("generator: {why}")))?,
        pair: pair.map(|pair| ends(pair, "pair")).transpose()?,
    };
    let found = py.detach(|| every_draw(&mechanism, &mut |_, _| {}))?;
    let fields = PyDict::new(py);
    fields.set_item("ratio", ratio(&found))?;
    fields.set_item("loss", loss(&found)?)?;
    fields.set_item("answer", found.small.number(found.worst.answer))?;
    fields.set_item("neighbour", found.small.number(found.worst.neighbour))?;
    fields.set_item("output", found.output(found.worst.output))?;
    let bounds = PyDict::new(py);
    for entry in found.bounds.iter().flat_map(|certificate| &certificate.bounds) {
        if let Outcome::AtMost(bound) = &entry.epsilon_prime {
            bounds.set_item(entry.form.name(), &bound.0)?;
        }
    }
    fields.set_item("bounds", bounds)?;
    fields.set_item("violated", found.violated()?)?;
    Ok(fields)
}

fn ratio(found: &Enumerated) -> Option<Rational> {
    if let Loss::Finite(ratio) = &found.loss { Some(ratio.clone()) } else { None }
}

fn loss(found: &Enumerated) -> Result<f64, Problem> {
    let enclosure = found.loss.enclosure(BITS).map_err(kdelta::Error::from)?;
    Ok(enclosure.map_or(f64::INFINITY, |loss| UpperBound::new(loss.hi().clone()).to_f64_up()))
}
