//! Enclosures of square and higher roots, by integer roots: floor and floor plus one.

use super::{Enclosure, check_bits};
use crate::number::{Rational, compare, from_scaled, positive_root_floor};
use crate::refusal::Refusal;

/// An enclosure of x^(1/degree) of width at most `2^-bits`; a single point where the root is a multiple of `2^-bits`.
///
/// # Errors
/// Refused if x < 0, the degree is 0 or beyond 64, or beyond [`super::MAX_BITS`] (2^20 for degree times bits).
pub fn root(x: &Rational, degree: u32, bits: u32) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    let floor = positive_root_floor(x, degree, bits)?;
    let low = from_scaled(floor.clone(), bits);
    if compare(&low.pow(degree.cast_signed()), x).is_eq() {
        return Ok(Enclosure::exact(low));
    }
    Enclosure::new(low, from_scaled(floor + 1, bits))
}

/// An enclosure of √x of width at most `2^-bits`.
///
/// # Errors
/// As [`root`].
pub fn sqrt(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    root(x, 2, bits)
}
