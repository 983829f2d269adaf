//! Polar coordinates in a format: the radius in units of b, times b, times cosine and sine.

use crate::cast::{power_of_two, signed, to_f64, unsigned_to_f64};
use crate::cos_sin::FRACTION_COS_SIN;
use crate::fixed::{Fixed, FixedFactor, round_shift};
use crate::format::Format;
use crate::ledger::{Ledger, Unit, term};
use crate::ln::shift_add::FRACTION_64;
use crate::terms::{ROOT_TWO, ROOT_TWO_BITS};
use core::fmt::Debug;

/// A format in which the plane's noise can be computed: f64 and [`Fixed`].
pub trait Polar: Format {
    /// r/b.
    type Radius: Copy + Debug;
    /// r′ = b·(r/b).
    type Length: Copy;

    /// The error of [`Polar::sum`].
    const SUM: Ledger;
    /// The error of [`Polar::units`].
    const UNITS: Ledger;
    /// The error of [`Polar::length`] and [`Polar::coordinate`], beyond those of their arguments: in the
    /// Euclidean distance of the two coordinates, as [`super::PlanarLaplace::LEDGER`] says.
    const COORDINATES: Ledger;

    /// r/b from two logarithms.
    fn sum(first: Self::Log, second: Self::Log) -> Self::Radius;

    /// r/b from units of 2^-58.
    fn units(units: u64) -> Self::Radius;

    /// r′ = b·(r/b), rounded once.
    fn length(radius: Self::Radius, factor: Self::Factor) -> Self::Length;

    /// r′·c for c in units of 2^-62, |c| ≤ 2^63.
    fn coordinate(length: Self::Length, c: i64) -> Self::Noise;
}

impl Polar for f64 {
    type Radius = Self;
    type Length = Self;

    const SUM: Ledger = Ledger { terms: &[term("sum of the logarithms", Unit::Magnitude, 1, -53)] };
    // Relative to the converted number, which is off by the sampler's own error already: the slack of that
    // pays.
    const UNITS: Ledger = Ledger { terms: &[term("radius as f64", Unit::Magnitude, 1, -53)] };

    // u = h/(1+h), h = 2^-53, bounds the relative error of one rounding. With τ the error of cosine and of
    // sine, and
    // |r/b as computed − r/b| ≤ A + R·r/b:
    // | operation | result |
    // |---|---|
    // | b ⊗ (r/b) | |r′ − r| ≤ A·b(1+u) + (R + u + uR)·r |
    // | cosine to f64, times 2^-62 | relative u in each coordinate, so u of the vector's length, at most 1 + √2τ |
    // | r′ ⊗ c′, r′ ⊗ s′ | relative u in each coordinate |
    // The direction is then off by √2τ + ((1+u)² − 1)(1 + √2τ), and (1+u)² − 1 = (2h + 3h²)/(1+h)² ≤ 2h. In
    // all, ‖n′ − n‖ ≤ |r′ − r| + r′·(√2τ + 2h(1 + √2τ)). First order: A·b + (R + 3h + √2τ)·r. The rest is at
    // most A·b·(3h + √2τ)(1 + 2^-40) ≤ b·2^-26·2^-50 and r·(R·h + (R + h + Rh)(2h + √2τ) + 2h√2τ)(1 + 2^-40)
    // ≤ r·(4h² + 5h(2h + 2^-4 h) + 2^-3 h²)(1 + 2^-30) < 16h²·r, as A ≤ 2^-26, R ≤ 2^-51 = 4h and √2τ ≤ 2^-57
    // = 2^-4·h ([`super::PlanarLaplace`] asserts the three). No overflow and no subnormal: r′ is 0 or lies in
    // [2^-118, 2^71], and a product is 0 or at least 2^-62 of r′.
    const COORDINATES: Ledger = Ledger {
        terms: &[
            term("b times the radius", Unit::Magnitude, 1, -53),
            term("cosine and sine as f64", Unit::Magnitude, 1, -53),
            term("radius times direction", Unit::Magnitude, 1, -53),
            term("products of two relative errors", Unit::Magnitude, 1, -102),
            term("products with an absolute error", Unit::Scale, 1, -76),
        ],
    };

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

    const SUM: Ledger = Ledger { terms: &[] };
    const UNITS: Ledger = Ledger { terms: &[] };

    // In units of 2^-FRAC the radius is rounded by ½, each coordinate by ½, so √2/2 in all. The direction is
    // off by √2τ: r′·√2τ ≤ r·√2τ + (A·b + R·r + ½)·√2τ, where the last summand is paid by the slack of
    // 1449/1024 over √2. A ≤ 2^-26, R ≤ 2^-51, √2τ ≤ 2^-57 ([`super::PlanarLaplace`] asserts them).
    const COORDINATES: Ledger = Ledger {
        terms: &[
            term("b times the radius", Unit::One, 1, -signed(FRAC) - 1),
            term("radius times direction", Unit::One, ROOT_TWO, -signed(FRAC) - 1 - ROOT_TWO_BITS),
            term("products of two relative errors", Unit::Magnitude, 1, -108),
            term("products with an absolute error", Unit::Scale, 1, -83),
        ],
    };

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
