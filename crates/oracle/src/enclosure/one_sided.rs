//! One-sided bounds as types: an upper bound cannot be mistaken for a value or for a lower bound.

use super::MAX_BITS;
use crate::number::{Rational, ceil_scaled, compare, decimal, difference, floor_scaled, from_scaled, sum};
use core::cmp::Ordering;
use std::fmt;

/// A rational that is at least the real number it speaks of.
///
/// What can be done with it keeps it an upper bound: adding another, scaling by a non-negative number, rounding
/// up, taking the larger of two. Subtracting needs a [`LowerBound`].
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct UpperBound(#[cfg_attr(feature = "serde", serde(with = "crate::number::text"))] Rational);

/// A rational that is at most the real number it speaks of.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct LowerBound(#[cfg_attr(feature = "serde", serde(with = "crate::number::text"))] Rational);

/// The order of the bounds themselves, by [`compare`], for both types.
macro_rules! ordered_by_value {
    ($bound:ty) => {
        impl Ord for $bound {
            fn cmp(&self, other: &Self) -> Ordering {
                compare(&self.0, &other.0)
            }
        }

        impl PartialOrd for $bound {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for $bound {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl Eq for $bound {}
    };
}

ordered_by_value!(UpperBound);
ordered_by_value!(LowerBound);

impl UpperBound {
    /// Declares `value` an upper bound; whoever calls this owes the argument.
    #[must_use]
    pub const fn new(value: Rational) -> Self {
        Self(value)
    }

    /// The bound itself.
    #[must_use]
    pub const fn value(&self) -> &Rational {
        &self.0
    }

    /// An upper bound of the sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(sum(&self.0, &other.0))
    }

    /// An upper bound of the difference.
    #[must_use]
    pub fn minus(&self, other: &LowerBound) -> Self {
        Self(difference(&self.0, &other.0))
    }

    /// The least multiple of `2^-bits` (of 2^-65536 if `bits` is larger) that is not below.
    #[must_use]
    pub fn rounded(&self, bits: u32) -> Self {
        let bits = bits.min(MAX_BITS);
        Self(from_scaled(ceil_scaled(&self.0, bits), bits))
    }
}

impl LowerBound {
    /// Declares `value` a lower bound; whoever calls this owes the argument.
    #[must_use]
    pub const fn new(value: Rational) -> Self {
        Self(value)
    }

    /// The bound itself.
    #[must_use]
    pub const fn value(&self) -> &Rational {
        &self.0
    }

    /// A lower bound of the sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(sum(&self.0, &other.0))
    }

    /// A lower bound of the difference.
    #[must_use]
    pub fn minus(&self, other: &UpperBound) -> Self {
        Self(difference(&self.0, &other.0))
    }

    /// The greatest multiple of `2^-bits` (of 2^-65536 if `bits` is larger) that is not above.
    #[must_use]
    pub fn rounded(&self, bits: u32) -> Self {
        let bits = bits.min(MAX_BITS);
        Self(from_scaled(floor_scaled(&self.0, bits), bits))
    }
}

impl fmt::Display for UpperBound {
    /// A decimal rounded up; the precision of the format is the number of significant digits (default 6).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        aligned(f, &decimal::up(&self.0, significant_digits(f)))
    }
}

impl fmt::Display for LowerBound {
    /// A decimal rounded down; the precision of the format is the number of significant digits (default 6).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        aligned(f, &decimal::down(&self.0, significant_digits(f)))
    }
}

fn significant_digits(f: &fmt::Formatter<'_>) -> u32 {
    // More digits than a number of 32 bits counts are more than `decimal` writes.
    f.precision().map_or(6, |digits| u32::try_from(digits).unwrap_or(u32::MAX))
}

/// `Formatter::pad` would cut the text at the precision, which here counts digits.
fn aligned(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let width = f.width().unwrap_or(0);
    match f.align() {
        Some(fmt::Alignment::Left) => write!(f, "{text:<width$}"),
        Some(fmt::Alignment::Center) => write!(f, "{text:^width$}"),
        Some(fmt::Alignment::Right) | None => write!(f, "{text:>width$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    #[test]
    fn bounds_print_outward_with_the_digits_and_the_width_asked_for() {
        let third = parse("1/3").unwrap();
        let (upper, lower) = (UpperBound::new(third.clone()), LowerBound::new(third));
        assert_eq!(format!("{upper} {lower}"), "0.333334 0.333333");
        assert_eq!(format!("{upper:<8.2}|{lower:>8.2}|{upper:^8.2}|"), "0.34    |    0.33|  0.34  |");
    }

    #[test]
    fn arithmetic_keeps_the_direction() {
        let [a, b] = ["1/3", "1/7"].map(|x| parse(x).unwrap());
        let (upper, lower) = (UpperBound::new(a.clone()), LowerBound::new(b.clone()));
        assert_eq!(upper.minus(&lower).value(), &(&a - &b));
        assert_eq!(lower.minus(&upper).value(), &(&b - &a));
        assert!(upper.rounded(4).value() > &a && lower.rounded(4).value() < &b);
        assert_eq!(lower.plus(&lower).value(), &(&b + &b));
        assert_eq!(upper.rounded(4).rounded(4), upper.rounded(4));
    }
}
