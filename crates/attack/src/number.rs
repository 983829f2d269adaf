//! From exact numbers to the floats of a table, on the stated side.

use crate::error::Error;
use kdelta::Number;
use kdelta_oracle::enclosure::{Enclosure, exp};
use kdelta_oracle::number::Rational;

/// Bits of every exact rate.
pub(crate) const BITS: u32 = 96;

/// A count as a float, exactly below 2^53.
pub(crate) fn to_f64(n: u64) -> f64 {
    let half = |word: u64| u32::try_from(word & 0xFFFF_FFFF).map_or(0.0, f64::from);
    half(n >> 32) * 4_294_967_296.0 + half(n)
}

/// The rational a/b.
pub(crate) fn ratio(a: i64, b: i64) -> Rational {
    Rational::new(a.into(), b.into())
}

/// The floats around an exact number; all our rates are far inside their range.
pub(crate) fn floats(x: &Enclosure) -> (f64, f64) {
    (f64::at_most(x.lo()).unwrap_or(f64::NEG_INFINITY), f64::at_least(x.hi()).unwrap_or(f64::INFINITY))
}

/// e^x.
pub(crate) fn exponential(x: &Rational) -> Result<Enclosure, Error> {
    Ok(exp(x, BITS)?)
}

/// e^ε′ of a guarantee, rounded up.
pub(crate) fn factor(epsilon: &Rational) -> Result<f64, Error> {
    Ok(floats(&exponential(epsilon)?).1)
}
