//! A closed interval of rationals known to contain a real number, with its arithmetic.

use super::{LowerBound, MAX_BITS, UpperBound, exponential, logarithm, roots};
use crate::number::{
    Rational, ceil_scaled, compare, difference, exceeds, floor_scaled, from_scaled, larger, product, smaller,
    sum,
};
use crate::refusal::{Condition, Inexpressible, Refusal};
use core::cmp::Ordering;
use num_traits::{Signed, Zero};

/// Rationals `lo ≤ x ≤ hi` around a real number `x`.
#[derive(Debug, Clone)]
pub struct Enclosure {
    lo: Rational,
    hi: Rational,
}

impl PartialEq for Enclosure {
    fn eq(&self, other: &Self) -> bool {
        compare(&self.lo, &other.lo).is_eq() && compare(&self.hi, &other.hi).is_eq()
    }
}

impl Eq for Enclosure {}

impl Enclosure {
    /// The enclosure `[lo, hi]`; whoever calls this owes the argument that it encloses.
    ///
    /// # Errors
    /// Refused if `lo > hi`.
    pub fn new(lo: Rational, hi: Rational) -> Result<Self, Refusal> {
        if exceeds(&lo, &hi) {
            return Err(Refusal::condition(Condition::Ordered("enclosure"), lo, hi));
        }
        Ok(Self { lo, hi })
    }

    /// The enclosure of a number by itself.
    #[must_use]
    pub fn exact(x: Rational) -> Self {
        Self { lo: x.clone(), hi: x }
    }

    /// Both orders are accepted: the smaller becomes the lower end.
    fn spanning(a: Rational, b: Rational) -> Self {
        if exceeds(&a, &b) { Self { lo: b, hi: a } } else { Self { lo: a, hi: b } }
    }

    /// The lower end.
    #[must_use]
    pub const fn lo(&self) -> &Rational {
        &self.lo
    }

    /// The upper end.
    #[must_use]
    pub const fn hi(&self) -> &Rational {
        &self.hi
    }

    /// The lower end as a bound.
    #[must_use]
    pub fn lower(&self) -> LowerBound {
        LowerBound::new(self.lo.clone())
    }

    /// The upper end as a bound.
    #[must_use]
    pub fn upper(&self) -> UpperBound {
        UpperBound::new(self.hi.clone())
    }

    /// `hi − lo`.
    #[must_use]
    pub fn width(&self) -> Rational {
        difference(&self.hi, &self.lo)
    }

    /// Whether `x` lies in the interval.
    #[must_use]
    pub fn contains(&self, x: &Rational) -> bool {
        !exceeds(&self.lo, x) && !exceeds(x, &self.hi)
    }

    /// Whether the other interval lies in this one.
    #[must_use]
    pub fn contains_enclosure(&self, other: &Self) -> bool {
        !exceeds(&self.lo, &other.lo) && !exceeds(&other.hi, &self.hi)
    }

    /// Whether the two intervals share a point: two enclosures of one number must.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !exceeds(&self.lo, &other.hi) && !exceeds(&other.lo, &self.hi)
    }

    /// The sign of the enclosed number, if the interval decides it.
    #[must_use]
    pub fn sign(&self) -> Option<Ordering> {
        if self.lo.is_positive() {
            Some(Ordering::Greater)
        } else if self.hi.is_negative() {
            Some(Ordering::Less)
        } else if self.lo.is_zero() && self.hi.is_zero() {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// x + y ∈ [lo + lo′, hi + hi′].
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self { lo: sum(&self.lo, &other.lo), hi: sum(&self.hi, &other.hi) }
    }

    /// x − y ∈ [lo − hi′, hi − lo′].
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self { lo: difference(&self.lo, &other.hi), hi: difference(&self.hi, &other.lo) }
    }

    /// −x ∈ [−hi, −lo].
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { lo: -&self.hi, hi: -&self.lo }
    }

    /// A product is bilinear, so its extremes over a rectangle are at the corners.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let corners =
            [(&self.lo, &other.lo), (&self.lo, &other.hi), (&self.hi, &other.lo), (&self.hi, &other.hi)]
                .map(|(a, b)| product(a, b));
        let mut result = Self::exact(corners[0].clone());
        for corner in corners {
            if exceeds(&result.lo, &corner) {
                result.lo = corner;
            } else if exceeds(&corner, &result.hi) {
                result.hi = corner;
            }
        }
        result
    }

    /// c·x for an exact c.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        Self::spanning(product(&self.lo, factor), product(&self.hi, factor))
    }

    /// 1/x, decreasing on each side of zero.
    ///
    /// # Errors
    /// Refused if the interval contains zero.
    pub fn reciprocal(&self) -> Result<Self, Refusal> {
        if self.contains(&Rational::zero()) {
            return Err(Inexpressible::DivisionByZero.into());
        }
        Ok(Self { lo: self.hi.recip(), hi: self.lo.recip() })
    }

    /// x/y.
    ///
    /// # Errors
    /// Refused if the divisor's interval contains zero.
    pub fn over(&self, divisor: &Self) -> Result<Self, Refusal> {
        Ok(self.times(&divisor.reciprocal()?))
    }

    /// x², tighter than `times` when the interval straddles zero.
    #[must_use]
    pub fn squared(&self) -> Self {
        let (low, high) = (product(&self.lo, &self.lo), product(&self.hi, &self.hi));
        let mut result = Self::spanning(low, high);
        if self.contains(&Rational::zero()) {
            result.lo = Rational::zero();
        }
        result
    }

    /// The larger of two numbers.
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        Self { lo: larger(&self.lo, &other.lo).clone(), hi: larger(&self.hi, &other.hi).clone() }
    }

    /// The smaller of two numbers.
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        Self { lo: smaller(&self.lo, &other.lo).clone(), hi: smaller(&self.hi, &other.hi).clone() }
    }

    /// The enclosure of two ends known to be in order.
    pub(super) const fn ordered(lo: Rational, hi: Rational) -> Self {
        Self { lo, hi }
    }

    /// Ends moved outward to multiples of `2^-bits`, so that numbers stay short; of 2^-65536 if `bits` is larger.
    #[must_use]
    pub fn outward(&self, bits: u32) -> Self {
        let bits = bits.min(MAX_BITS);
        Self {
            lo: from_scaled(floor_scaled(&self.lo, bits), bits),
            hi: from_scaled(ceil_scaled(&self.hi, bits), bits),
        }
    }

    /// An increasing function, evaluated at both ends.
    fn increasing(&self, f: impl Fn(&Rational) -> Result<Self, Refusal>) -> Result<Self, Refusal> {
        let low = f(&self.lo)?;
        if compare(&self.lo, &self.hi).is_eq() {
            return Ok(low);
        }
        Ok(Self { lo: low.lo, hi: f(&self.hi)?.hi })
    }

    /// e^x. The width grows with that of the argument.
    ///
    /// # Errors
    /// As [`super::exp`].
    pub fn exp(&self, bits: u32) -> Result<Self, Refusal> {
        self.increasing(|x| exponential::exp(x, bits))
    }

    /// ln x. The width grows with that of the argument.
    ///
    /// # Errors
    /// As [`super::ln`].
    pub fn ln(&self, bits: u32) -> Result<Self, Refusal> {
        self.increasing(|x| logarithm::ln(x, bits))
    }

    /// √x. The width grows with that of the argument.
    ///
    /// # Errors
    /// As [`super::sqrt`].
    pub fn sqrt(&self, bits: u32) -> Result<Self, Refusal> {
        self.increasing(|x| roots::sqrt(x, bits))
    }

    /// sinh x. The width grows with that of the argument.
    ///
    /// # Errors
    /// As [`super::sinh`].
    pub fn sinh(&self, bits: u32) -> Result<Self, Refusal> {
        self.increasing(|x| exponential::sinh(x, bits))
    }
}

impl From<Rational> for Enclosure {
    fn from(x: Rational) -> Self {
        Self::exact(x)
    }
}
