//! The published attacks.

use crate::errors::Problem;
use kdelta_attack::{ATTACKS, Finding, Interval, Measurement, find};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Name and title of each attack.
#[pyfunction]
pub(crate) fn attacks() -> Vec<(&'static str, &'static str)> {
    ATTACKS.iter().map(|attack| (attack.name, attack.title)).collect()
}

const fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

fn measured<'py>(py: Python<'py>, measurement: &Measurement) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let [first, second] = measurement.hits;
    fields.set_item("hits", (first, second))?;
    fields.set_item("samples", measurement.samples)?;
    fields.set_item("factor", measurement.factor)?;
    fields.set_item("advantage", measurement.advantage())?;
    fields.set_item("interval", ends(measurement.interval()))?;
    Ok(fields)
}

/// What an attack finds. The result has the fields of `kdelta.Finding`.
#[pyfunction]
pub(crate) fn attack<'py>(
    py: Python<'py>,
    name: &str,
    samples: u64,
    seed: u64,
) -> Result<Bound<'py, PyDict>, Problem> {
    let attack = find(name).ok_or_else(|| {
        let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        Problem::setting(format!("there is no attack {name:?}; there are {}", names.join(", ")))
    })?;
    let found = py
        .detach(|| attack.run(samples, seed, &mut |_| {}))
        .map_err(|why| Problem::setting(why.to_string()))?;
    let Finding { naive, expected, ours, remark } = &found;
    let fields = PyDict::new(py);
    fields.set_item("name", name)?;
    fields.set_item("naive", measured(py, naive)?)?;
    fields.set_item("expected", ends(expected.value))?;
    fields.set_item("ours", measured(py, ours)?)?;
    fields.set_item("naive_is_broken", found.naive_is_broken())?;
    fields.set_item("expected_is_met", found.expected_is_met())?;
    fields.set_item("ours_is_at_chance", found.ours_is_at_chance())?;
    fields.set_item("remark", remark)?;
    Ok(fields)
}
