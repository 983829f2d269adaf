//! Exact numbers from Python, and back as `fractions.Fraction`.

use crate::errors::Problem;
use kdelta::{Rational, RoundUp, ToExact, UpperBound};
use kdelta_explore::setting::Ends;
use kdelta_oracle::number::dyadic;
use num_bigint::BigInt;
use num_traits::Zero;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyString};

/// No part of a number is longer: the range that text has ([`kdelta_oracle::number::parse`]), which keeps arithmetic quick.
const MAX_BITS: u64 = 1 << 14;

/// An int, a Fraction, a Decimal, text, or a float by its exact value.
pub(crate) fn exact(value: &Bound<'_, PyAny>, what: &'static str) -> Result<Rational, Problem> {
    match text(value)? {
        Some(text) => Ok(text.to_exact(what)?),
        None => ratio(value, what),
    }
}

/// The same for a quantity of which less is safer: `"ln(4)"` is understood as well, and rounded down.
pub(crate) fn below(value: &Bound<'_, PyAny>, what: &'static str) -> Result<Rational, Problem> {
    match text(value)? {
        Some(text) => Ok(text.to_exact_below(what)?),
        None => ratio(value, what),
    }
}

/// A low end and a high one.
pub(crate) fn ends(value: &Bound<'_, PyAny>, what: &'static str) -> Result<Ends, Problem> {
    let pair = || Problem::setting(format!("{what} needs two numbers, (low, high)"));
    let (low, high): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract().map_err(|_| pair())?;
    let (low, high) = (exact(&low, what)?, exact(&high, what)?);
    if low > high {
        return Err(kdelta::Error::Reversed { what, ends: Box::new((low, high)) }.into());
    }
    Ok(Ends(low, high))
}

/// A number as what the library parses: text is it already, and a Decimal, whose exponent may be huge, goes by its text.
fn text(value: &Bound<'_, PyAny>) -> Result<Option<String>, Problem> {
    let decimal = value.py().import("decimal")?.getattr("Decimal")?;
    if value.is_instance_of::<PyString>() || value.is_instance(&decimal)? {
        return Ok(Some(value.str()?.to_string_lossy().into_owned()));
    }
    Ok(None)
}

fn ratio(value: &Bound<'_, PyAny>, what: &'static str) -> Result<Rational, Problem> {
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(float.value().to_exact(what)?);
    }
    let parts = || -> PyResult<(BigInt, BigInt)> {
        match value.call_method0("as_integer_ratio") {
            Ok(pair) => pair.extract(),
            Err(_) => Ok((value.getattr("numerator")?.extract()?, value.getattr("denominator")?.extract()?)),
        }
    };
    let is_number = !value.is_instance_of::<PyBool>();
    let (above, below) = parts().ok().filter(|(_, below)| is_number && !below.is_zero()).ok_or_else(|| {
        let kind = value.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
        Problem::setting(format!(
            "{what} is a {kind}, no exact finite number; give an int, a float, a Fraction, a Decimal, or text such as \"1/10\" or \"2^-10\""
        ))
    })?;
    if above.bits().max(below.bits()) > MAX_BITS {
        return Err(Problem::setting(format!("{what} has more than {MAX_BITS} bits; give a shorter number")));
    }
    Ok(Rational::new(above, below))
}

/// The exact number that an argument is, as every mechanism reads it.
#[pyfunction]
pub(crate) fn exact_number(value: &Bound<'_, PyAny>) -> Result<Rational, Problem> {
    exact(value, "the number")
}

/// The least float that is not below the number.
#[pyfunction]
pub(crate) fn round_up(value: &Bound<'_, PyAny>) -> Result<f64, Problem> {
    Ok(UpperBound::new(exact(value, "the number")?).to_f64_up())
}

/// 2^log2 as a float.
///
/// Grids of mechanisms are from 2^-100 to 2^100, so that it is exact.
pub(crate) fn power_of_two(log2: i32) -> f64 {
    num_traits::ToPrimitive::to_f64(&dyadic(1, log2)).unwrap_or(f64::NAN)
}
