//! Interval arithmetic on integers scaled by a power of two: the workhorse behind every enclosure.

use super::Enclosure;
use crate::number::{Rational, ceil_scaled, floor_scaled, from_scaled};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The interval `[lo, hi] · 2^-bits`. Every operation rounds `lo` down and `hi` up.
#[derive(Debug, Clone)]
pub(super) struct Scaled {
    pub(super) lo: BigInt,
    pub(super) hi: BigInt,
    pub(super) bits: u32,
}

impl Scaled {
    /// The interval of width at most `2^-bits` around a rational.
    pub(super) fn around(x: &Rational, bits: u32) -> Self {
        Self { lo: floor_scaled(x, bits), hi: ceil_scaled(x, bits), bits }
    }

    /// The number one.
    pub(super) fn one(bits: u32) -> Self {
        Self::point(BigInt::one() << bits, bits)
    }

    /// The single number `value · 2^-bits`.
    pub(super) fn point(value: BigInt, bits: u32) -> Self {
        Self { lo: value.clone(), hi: value, bits }
    }

    /// `value ± error` units in the last place.
    pub(super) fn with_error(value: &BigInt, error: impl Into<BigInt>, bits: u32) -> Self {
        let error = error.into();
        Self { lo: value - &error, hi: value + error, bits }
    }

    pub(super) fn to_enclosure(&self) -> Enclosure {
        // Every operation here keeps lo ≤ hi.
        debug_assert!(self.lo <= self.hi, "an interval in order");
        Enclosure::ordered(from_scaled(self.lo.clone(), self.bits), from_scaled(self.hi.clone(), self.bits))
    }

    /// Whether the width is at most `2^-bits`, decided on the integers.
    pub(super) fn is_narrower_than(&self, bits: u32) -> bool {
        (&self.hi - &self.lo) << bits <= BigInt::one() << self.bits
    }

    /// The midpoint, rounded to the scale: any point would do where it is used.
    pub(super) fn middle(&self) -> BigInt {
        (&self.lo + &self.hi) >> 1
    }

    /// Both operands have the same scale.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { lo: &self.lo + &other.lo, hi: &self.hi + &other.hi, bits: self.bits }
    }

    /// Both operands have the same scale.
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self { lo: &self.lo - &other.hi, hi: &self.hi - &other.lo, bits: self.bits }
    }

    pub(super) fn negated(&self) -> Self {
        Self { lo: -&self.hi, hi: -&self.lo, bits: self.bits }
    }

    /// Extremes at the corners; both operands have the same scale.
    pub(super) fn times(&self, other: &Self) -> Self {
        let (lo, hi) = if !self.lo.is_negative() && !other.lo.is_negative() {
            (&self.lo * &other.lo, &self.hi * &other.hi)
        } else {
            let first = &self.lo * &other.lo;
            let (mut lo, mut hi) = (first.clone(), first);
            for corner in [&self.lo * &other.hi, &self.hi * &other.lo, &self.hi * &other.hi] {
                if corner < lo {
                    lo = corner;
                } else if corner > hi {
                    hi = corner;
                }
            }
            (lo, hi)
        };
        Self { lo: lo >> self.bits, hi: ceil_shift(&hi, self.bits), bits: self.bits }
    }

    /// The product with an exact integer.
    pub(super) fn times_integer(&self, factor: &BigInt) -> Self {
        let (a, b) = (&self.lo * factor, &self.hi * factor);
        if factor.is_negative() {
            Self { lo: b, hi: a, bits: self.bits }
        } else {
            Self { lo: a, hi: b, bits: self.bits }
        }
    }

    /// The quotient by a positive integer.
    pub(super) fn over_positive(&self, divisor: &BigInt) -> Self {
        Self { lo: self.lo.div_floor(divisor), hi: self.hi.div_ceil(divisor), bits: self.bits }
    }

    /// The reciprocal of an interval whose lower end is positive.
    pub(super) fn reciprocal_positive(&self) -> Self {
        let one = BigInt::one() << (2 * self.bits);
        Self { lo: one.div_floor(&self.hi), hi: one.div_ceil(&self.lo), bits: self.bits }
    }

    /// The product with `2^exponent`, at the same scale.
    pub(super) fn times_power_of_two(&self, exponent: i64) -> Self {
        let shift = exponent.unsigned_abs();
        if exponent >= 0 {
            return Self { lo: &self.lo << shift, hi: &self.hi << shift, bits: self.bits };
        }
        Self { lo: &self.lo >> shift, hi: -(-&self.hi >> shift), bits: self.bits }
    }

    /// The same interval at another scale, outward.
    pub(super) fn at_scale(&self, bits: u32) -> Self {
        let moved = self.times_power_of_two(i64::from(bits) - i64::from(self.bits));
        Self { bits, ..moved }
    }
}

/// `⌈x / 2^bits⌉`: `>>` on a `BigInt` rounds towards −∞, so negating twice rounds up.
pub(super) fn ceil_shift(x: &BigInt, bits: u32) -> BigInt {
    if x.is_zero() { BigInt::zero() } else { -(-x >> bits) }
}
