//! Dyadic numbers mantissa·2^exponent of any size: all that a floating-point kernel ever computes.
//!
//! A kernel re-executed on `Rational` spends nine tenths of its time in the gcd that reduces every intermediate
//! result; a power of two below the line needs none.

use super::rounding::{Binary, bit_length};
use core::cmp::Ordering;
use kdelta_oracle::number::{Rational, dyadic, product};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The exact number mantissa·2^exponent; not normalised.
#[derive(Debug, Clone)]
pub(crate) struct Dyadic {
    mantissa: BigInt,
    exponent: i32,
}

impl Dyadic {
    pub(crate) fn integer(value: i32) -> Self {
        Self { mantissa: value.into(), exponent: 0 }
    }

    /// The same number, if its denominator is a power of two.
    pub(crate) fn of(x: &Rational) -> Option<Self> {
        let places = x.denom().trailing_zeros()?;
        let exponent = -i32::try_from(places).ok()?;
        (places + 1 == x.denom().bits()).then(|| Self { mantissa: x.numer().clone(), exponent })
    }

    pub(crate) fn to_rational(&self) -> Rational {
        product(&Rational::from_integer(self.mantissa.clone()), &dyadic(1, self.exponent))
    }

    pub(crate) fn times_power_of_two(&self, exponent: i32) -> Self {
        Self { mantissa: self.mantissa.clone(), exponent: self.exponent + exponent }
    }

    /// e with 2^e ≤ |x| < 2^(e+1), for x ≠ 0.
    pub(crate) fn leading(&self) -> i32 {
        bit_length(&self.mantissa) - 1 + self.exponent
    }

    /// The largest multiple of 2^place that is not above.
    pub(crate) fn floor(&self, place: i32) -> Self {
        match u32::try_from(place - self.exponent) {
            Ok(dropped) => Self { mantissa: &self.mantissa >> dropped, exponent: place },
            Err(_) => self.clone(),
        }
    }

    /// The nearest number of the format, ties to even, subnormals included; none if it overflows.
    pub(crate) fn rounded(self, binary: Binary) -> Option<Self> {
        if self.mantissa.is_zero() {
            return Some(Self::integer(0));
        }
        let place = self.leading().max(binary.least) + 1 - binary.precision.cast_signed();
        let rounded = match u32::try_from(place - self.exponent) {
            Ok(dropped @ 1..) => {
                let mut mantissa = &self.mantissa >> dropped;
                // What the shift dropped against half of the last place.
                let rest = self.mantissa - (&mantissa << dropped);
                if match rest.cmp(&(BigInt::one() << (dropped - 1))) {
                    Ordering::Less => false,
                    Ordering::Greater => true,
                    Ordering::Equal => mantissa.is_odd(),
                } {
                    mantissa += 1_u32;
                }
                Self { mantissa, exponent: place }
            }
            // A multiple of the last place already.
            _ => self,
        };
        (rounded.mantissa.is_zero() || rounded.leading() <= binary.largest).then_some(rounded)
    }

    /// Both mantissas at the smaller exponent.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i32) {
        let exponent = self.exponent.min(other.exponent);
        let at = |x: &Self| &x.mantissa << (x.exponent - exponent).unsigned_abs();
        (at(self), at(other), exponent)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (left, right, exponent) = self.aligned(other);
        Self { mantissa: left + right, exponent }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let (left, right, exponent) = self.aligned(other);
        Self { mantissa: left - right, exponent }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }

    pub(crate) fn is_below(&self, other: &Self) -> bool {
        let (left, right, _) = self.aligned(other);
        left < right
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "the hardware's rounding is what this compares with")]
mod tests {
    use super::super::rounding::{BINARY32, BINARY64};
    use super::*;
    use proptest::prelude::*;

    fn exact(x: f64) -> Dyadic {
        Dyadic::of(&Rational::from_float(x).unwrap()).unwrap()
    }

    proptest! {
        /// Sums, differences and products as the hardware rounds them, and as the rational model does.
        #[test]
        fn arithmetic_is_that_of_the_hardware(a in -1e30_f64..1e30, b in any::<f64>(), tiny in 0_u64..1 << 55) {
            let small = f64::from_bits(tiny);
            for (x, y) in [(a, b), (b, small), (small, 0.7), (a, -a), (a, a * 1.5)] {
                if !(x.is_finite() && y.is_finite()) {
                    continue;
                }
                let (p, q) = (exact(x), exact(y));
                prop_assert_eq!(p.is_below(&q), x < y);
                for (hardware, ideal) in [(x + y, p.plus(&q)), (x - y, p.minus(&q)), (x * y, p.times(&q))] {
                    let model = ideal.to_rational();
                    let narrow = ideal.clone().rounded(BINARY32).map(|x| x.to_rational());
                    prop_assert_eq!(narrow, BINARY32.round(&model).ok());
                    match ideal.rounded(BINARY64) {
                        Some(rounded) => prop_assert_eq!(rounded.to_rational(), Rational::from_float(hardware).unwrap()),
                        None => prop_assert!(hardware.is_infinite()),
                    }
                }
            }
        }

        #[test]
        fn floors_are_multiples_not_above(mantissa in any::<i64>(), exponent in -80_i32..80, place in -90_i32..90) {
            let x = Dyadic { mantissa: mantissa.into(), exponent };
            let unit = dyadic(1, place);
            let floor = (x.to_rational() / &unit).floor() * unit;
            prop_assert_eq!(x.floor(place).to_rational(), floor);
        }
    }

    #[test]
    fn a_third_is_not_dyadic() {
        assert!(Dyadic::of(&Rational::new(1.into(), 3.into())).is_none());
    }
}
