//! What a mechanism guarantees, as JSON: its fields are those of [`kdelta::Guarantee`], its numbers are exact texts.

use crate::errors::Problem;
use crate::numbers::{below, exact};
use kdelta::{Guarantee, Hides, Rational, UpperBound};
use pyo3::prelude::*;

pub(crate) fn write(guarantee: &Guarantee) -> Result<String, Problem> {
    serde_json::to_string(guarantee)
        .map_err(|why| Problem::setting(format!("the guarantee has no JSON: {why}")))
}

fn read(text: &str) -> Result<Guarantee, Problem> {
    serde_json::from_str(text).map_err(|why| Problem::setting(format!("no guarantee: {why}")))
}

pub(crate) fn hides(name: Option<&str>) -> Result<Option<Hides>, Problem> {
    match name {
        None => Ok(None),
        Some("participation") => Ok(Some(Hides::Participation)),
        Some("answers") => Ok(Some(Hides::Answers)),
        Some("places") => Ok(Some(Hides::Places)),
        Some(other) => {
            Err(Problem::setting(format!("hides: {other:?} is none of participation, answers and places")))
        }
    }
}

fn value(bound: UpperBound) -> Rational {
    bound.value().clone()
}

#[pyfunction]
pub(crate) fn loss_at(guarantee: &str, distance: &Bound<'_, PyAny>) -> Result<Rational, Problem> {
    Ok(value(read(guarantee)?.loss_at(&exact(distance, "distance")?)?))
}

#[pyfunction]
pub(crate) fn epsilon_at(guarantee: &str, delta: &Bound<'_, PyAny>) -> Result<Rational, Problem> {
    Ok(value(read(guarantee)?.epsilon_at(below(delta, "delta")?)?))
}

#[pyfunction]
pub(crate) fn delta_at(guarantee: &str, epsilon: &Bound<'_, PyAny>) -> Result<Rational, Problem> {
    Ok(value(read(guarantee)?.delta_at(below(epsilon, "epsilon")?)?))
}

#[pyfunction]
pub(crate) fn renyi(guarantee: &str, order: &Bound<'_, PyAny>) -> Result<Rational, Problem> {
    Ok(value(read(guarantee)?.renyi(exact(order, "order")?)?))
}
