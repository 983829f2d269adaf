//! Polar coordinates in a format: the radius in units of b, times b, times cosine and sine.
//!
//! What the roundings here do to the noise, together with the errors of the logarithm and of the direction,
//! is derived in one place: `kdelta_oracle::derivation::NoiseError::in_the_plane`.

use crate::cast::{power_of_two, signed, to_f64, unsigned_to_f64};
use crate::cos_sin::FRACTION_COS_SIN;
use crate::fixed::{Fixed, FixedFactor, round_shift};
use crate::format::Format;
use crate::ln::shift_add::FRACTION_64;
use core::fmt::Debug;

/// A format in which the plane's noise can be computed: f64 and [`Fixed`].
pub trait Polar: Format {
    /// r/b.
    type Radius: Copy + Default + Debug;
    /// r′ = b·(r/b).
    type Length: Copy + Default;

    /// r/b from two logarithms, rounded once or exact.
    fn sum(first: Self::Log, second: Self::Log) -> Self::Radius;

    /// r/b from units of 2^-58, rounded once or exact.
    fn units(units: u64) -> Self::Radius;

    /// r′ = b·(r/b), rounded once.
    fn length(radius: Self::Radius, factor: Self::Factor) -> Self::Length;

    /// r′·c for c in units of 2^-62, |c| ≤ 2^63, rounded once; in floating point c is rounded once, too.
    fn coordinate(length: Self::Length, c: i64) -> Self::Noise;
}

impl Polar for f64 {
    type Radius = Self;
    type Length = Self;

    // Every operation below is one correctly rounded operation of IEEE 754, relative to its exact result by
    // at most u = h/(1+h), h = 2^-53: no overflow and no subnormal occur, as r′ is 0 or lies in [2^-118,
    // 2^71], and a product is 0 or at least 2^-62 of r′. Multiplying by a power of two is exact.
    #[inline]
    fn sum(first: Self, second: Self) -> Self {
        first + second
    }

    #[inline]
    fn units(units: u64) -> Self {
        unsigned_to_f64(units) * power_of_two(-signed(FRACTION_64))
    }

    #[inline]
    fn length(radius: Self, factor: Self) -> Self {
        radius * factor
    }

    #[inline]
    fn coordinate(length: Self, c: i64) -> Self {
        length * (to_f64(c) * power_of_two(-signed(FRACTION_COS_SIN)))
    }
}

impl<const BITS: u32, const FRAC: u32> Polar for Fixed<BITS, FRAC> {
    /// In units of 2^-58; below 2^66, as [`super::Gamma`] takes no lazy generator.
    type Radius = u128;
    /// In units of 2^-FRAC; below 2^90, wider than any word, so that no noise is cut.
    type Length = i128;

    // In units of 2^-FRAC the radius is rounded by at most ½, and so is each coordinate; all else is exact.
    #[inline]
    fn sum(first: u128, second: u128) -> u128 {
        first + second
    }

    #[inline]
    fn units(units: u64) -> u128 {
        units.into()
    }

    // mantissa < 2^24 and radius < 2^66: the product is below 2^90.
    #[inline]
    fn length(radius: u128, factor: FixedFactor) -> i128 {
        factor.times(radius)
    }

    // The exact product, rounded once, halves upward. length = high·2^62 + low: high·c needs no rounding, and
    // low·c stays below 2^125. So does the result.
    #[inline]
    fn coordinate(length: i128, c: i64) -> i128 {
        let (high, low) = (length >> FRACTION_COS_SIN, length & ((1 << FRACTION_COS_SIN) - 1));
        high * i128::from(c) + round_shift(low * i128::from(c), FRACTION_COS_SIN)
    }
}
