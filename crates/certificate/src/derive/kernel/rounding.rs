//! IEEE 754 rounding on exact numbers: what one floating-point operation does to its exact result.

use crate::refusal::Refusal;
use kdelta_oracle::number::{Rational, dyadic, floor_log2, product, sum};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A binary floating-point format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binary {
    /// Significant bits.
    pub(crate) precision: u32,
    /// The exponent of the least normal number.
    pub(crate) least: i32,
    /// The exponent of the largest binade.
    pub(crate) largest: i32,
}

pub(crate) const BINARY64: Binary = Binary { precision: 53, least: -1022, largest: 1023 };
pub(crate) const BINARY32: Binary = Binary { precision: 24, least: -126, largest: 127 };

/// e with 2^e ≤ |x| < 2^(e+1), for x ≠ 0.
#[expect(clippy::expect_used, reason = "a number of 2^31 bits does not come from a text of 1 MiB")]
pub(crate) fn exponent(x: &Rational) -> i32 {
    floor_log2(&x.abs()).expect("x is not 0 and has fewer than 2^31 bits")
}

impl Binary {
    /// h, the relative error of one rounding: 2^-precision.
    pub(crate) fn half_epsilon(self) -> Rational {
        dyadic(1, -self.precision.cast_signed())
    }

    /// log₂ of the distance of neighbouring numbers at the magnitude of x.
    fn quantum(self, x: &Rational) -> i32 {
        let e = if x.is_zero() { self.least } else { exponent(x).max(self.least) };
        e + 1 - self.precision.cast_signed()
    }

    /// An upper bound of |round(y) − y| for every |y| ≤ x: half the distance of neighbours just below or at x.
    pub(crate) fn half_last_place(self, x: &Rational) -> Rational {
        dyadic(1, self.quantum(x) - 1)
    }

    /// The nearest number of the format, ties to even, subnormals included.
    ///
    /// # Errors
    /// Refused if x overflows the format.
    pub(crate) fn round(self, x: &Rational) -> Result<Rational, Refusal> {
        let quantum = self.quantum(x);
        let nearest = nearest_even(&product(x, &dyadic(1, -quantum)));
        let rounded = dyadic(nearest, quantum);
        if !rounded.is_zero() && exponent(&rounded) > self.largest {
            return Err(Refusal::new("witness.input", "overflows the format", "give an input of the domain"));
        }
        Ok(rounded)
    }

    /// Whether the format holds x.
    pub(crate) fn holds(self, x: &Rational) -> bool {
        self.round(x).is_ok_and(|rounded| rounded == *x)
    }

    /// The number that a bit pattern encodes; NaN and infinities are none.
    pub(crate) fn decode(self, bits: u64) -> Option<Rational> {
        let fraction_bits = self.precision - 1;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let field =
            i64::try_from((bits >> fraction_bits) & u64::from(self.largest.unsigned_abs() * 2 + 1)).ok()?;
        if field > i64::from(2 * self.largest) {
            return None;
        }
        let sign_bit = if self.precision == 53 { 63 } else { 31 };
        let implicit = u64::from(field > 0) << fraction_bits;
        let scale = i32::try_from(field.max(1)).ok()? - self.largest - fraction_bits.cast_signed();
        let magnitude = dyadic(implicit + fraction, scale);
        Some(if bits >> sign_bit & 1 == 1 { -magnitude } else { magnitude })
    }
}

/// The integer nearest to x, the even one of two.
fn nearest_even(x: &Rational) -> BigInt {
    let (floor, rest) = x.numer().div_mod_floor(x.denom());
    let twice = rest * 2_u32;
    let up = match twice.cmp(x.denom()) {
        core::cmp::Ordering::Less => false,
        core::cmp::Ordering::Greater => true,
        core::cmp::Ordering::Equal => floor.is_odd(),
    };
    if up { floor + BigInt::one() } else { floor }
}

/// A quantity in the computation: the largest magnitude of its exact value, and how far the computed one is off.
pub(crate) struct Tracked {
    pub(crate) magnitude: Rational,
    pub(crate) error: Rational,
}

impl Tracked {
    /// An exact number of at most this magnitude.
    pub(crate) fn exact(magnitude: Rational) -> Self {
        Self { magnitude, error: Rational::zero() }
    }

    pub(crate) fn rounded(self, binary: Binary) -> Self {
        let rounding = binary.half_last_place(&sum(&self.magnitude, &self.error));
        Self { error: sum(&self.error, &rounding), ..self }
    }

    /// A sum or a difference.
    pub(crate) fn plus(&self, other: &Self, binary: Binary) -> Self {
        let magnitude = sum(&self.magnitude, &other.magnitude);
        Self { magnitude, error: sum(&self.error, &other.error) }.rounded(binary)
    }

    /// |ab − a′b′| ≤ |a||b−b′| + |b||a−a′| + |a−a′||b−b′|.
    pub(crate) fn times(&self, other: &Self, binary: Binary) -> Self {
        let of_other = product(&sum(&self.magnitude, &self.error), &other.error);
        let error = sum(&of_other, &product(&other.magnitude, &self.error));
        Self { magnitude: product(&self.magnitude, &other.magnitude), error }.rounded(binary)
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "the hardware's rounding is what this compares with")]
mod tests {
    use super::*;
    use kdelta_oracle::number::difference;
    use proptest::prelude::*;

    fn exact(x: f64) -> Rational {
        Rational::from_float(x).unwrap()
    }

    proptest! {
        /// Sums, differences, products and the conversion to f32 as the hardware rounds them, subnormals included; the sums
        /// and products are those that the kernels are executed with.
        #[test]
        fn rounding_is_that_of_the_hardware(a in -1e30_f64..1e30, b in any::<f64>(), tiny in 0_u64..1 << 55) {
            let small = f64::from_bits(tiny);
            for (x, y) in [(a, b), (b, small), (small, 0.7), (a, -a), (a, a * 1.5)] {
                if !(x.is_finite() && y.is_finite()) {
                    continue;
                }
                let (p, q) = (exact(x), exact(y));
                for (hardware, ideal) in
                    [(x + y, sum(&p, &q)), (x - y, difference(&p, &q)), (x * y, product(&p, &q))]
                {
                    match BINARY64.round(&ideal) {
                        Ok(rounded) => prop_assert_eq!(rounded, exact(hardware)),
                        Err(_) => prop_assert!(hardware.is_infinite()),
                    }
                }
                #[expect(clippy::cast_possible_truncation, reason = "the rounding under test")]
                let narrow = x as f32;
                match BINARY32.round(&exact(x)) {
                    Ok(rounded) => prop_assert_eq!(rounded, exact(f64::from(narrow))),
                    Err(_) => prop_assert!(narrow.is_infinite()),
                }
            }
        }

        #[test]
        fn bit_patterns_decode(bits in any::<u64>(), narrow in any::<u32>()) {
            prop_assert_eq!(BINARY64.decode(bits), Rational::from_float(f64::from_bits(bits)));
            prop_assert_eq!(BINARY32.decode(narrow.into()), Rational::from_float(f32::from_bits(narrow)));
        }
    }
}
