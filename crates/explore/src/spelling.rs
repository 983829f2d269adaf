//! How a setting is spelled, with every number exact, so that every flag reads it back.

use kdelta_certificate::Range;
use kdelta_oracle::number::{Rational, dyadic, floor_log2};

/// A ratio of more characters is written in the certificates' spelling, which has no limit but is for
/// machines.
const MAX_RATIO: usize = 24;

/// An exact spelling that every flag reads back to the same number.
pub fn spell(x: &Rational) -> String {
    let ratio = x.to_string();
    if ratio.len() <= MAX_RATIO { ratio } else { kdelta_certificate::Number(x.clone()).to_string() }
}

/// log₂ of a power of two.
pub fn power_of_two(x: &Rational) -> Option<i32> {
    let exponent = floor_log2(x)?;
    (*x == dyadic(1, exponent)).then_some(exponent)
}

/// A grid step: `2^-10`.
pub fn spell_grid(step: &Rational) -> String {
    power_of_two(step).map_or_else(|| spell(step), |log2| format!("2^{log2}"))
}

/// `-16..16`.
pub fn spell_range(range: &Range) -> String {
    format!("{}..{}", spell(&range.low.0), spell(&range.high.0))
}
