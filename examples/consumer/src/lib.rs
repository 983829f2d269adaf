//! A library that adds Laplace noise with kdelta's logarithm and wants to know how far the noise is off.
#![no_std]
#![allow(clippy::disallowed_types, reason = "a consumer works in f64")]

use kdelta_certificate::constants::{Logarithm, TABLE_F64};

/// The logarithm in use.
pub const LOGARITHM: Logarithm = TABLE_F64;

/// δ_n for noise of scale `scale` up to `magnitude`: the certified logarithm, and half a last place for the product.
#[must_use]
pub fn noise_error(scale: f64, magnitude: f64) -> f64 {
    (LOGARITHM.error(scale, magnitude) + (magnitude * f64::EPSILON).next_up()).next_up()
}

#[cfg(test)]
mod tests {
    use super::noise_error;

    #[test]
    fn error_is_of_the_order_of_the_last_place() {
        let error = noise_error(1.0, 17.0);
        assert!(error > 17.0 * f64::EPSILON / 2.0 && error < 34.0 * f64::EPSILON);
    }
}
