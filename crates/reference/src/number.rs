//! Exact numbers between the three worlds: kernels (dyadics of a word), MPFR (rug) and the oracle (rationals).

use kdelta_oracle::number::{Rational, dyadic};
use num_bigint::{BigInt, BigUint, Sign};
use rug::integer::Order;

/// The exact number mantissa·2^exponent, as a kernel delivers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyadic {
    /// Any integer of a word.
    pub mantissa: i128,
    /// The power of two it is multiplied by.
    pub exponent: i32,
}

impl Dyadic {
    /// The exact value of a float; none for NaN and the infinities.
    #[must_use]
    #[inline]
    pub fn from_f64(x: f64) -> Option<Self> {
        let bits = x.to_bits();
        let field = (bits >> 52) & 0x7ff;
        if field == 0x7ff {
            return None;
        }
        let fraction = bits & ((1 << 52) - 1);
        // Subnormals have the exponent of field 1 and no hidden bit.
        let (mantissa, field) = if field == 0 { (fraction, 1) } else { (fraction | (1 << 52), field) };
        let mantissa = i128::from(mantissa);
        let exponent = i32::try_from(field).ok()? - 1075;
        Some(Self { mantissa: if bits >> 63 == 1 { -mantissa } else { mantissa }, exponent })
    }

    /// As a rational of the oracle.
    #[must_use]
    pub fn to_rational(self) -> Rational {
        dyadic(self.mantissa, self.exponent)
    }

    /// As a rational of GMP.
    #[must_use]
    pub fn to_rug(self) -> rug::Rational {
        rug::Rational::from(self.mantissa) << self.exponent
    }
}

/// The same rational, in the oracle's type.
#[must_use]
pub fn to_oracle(x: &rug::Rational) -> Rational {
    // Both are in lowest terms with a positive denominator.
    Rational::new_raw(integer_to_oracle(x.numer()), integer_to_oracle(x.denom()))
}

fn integer_to_oracle(x: &rug::Integer) -> BigInt {
    let sign = if x.is_negative() { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, BigUint::from_bytes_le(&x.to_digits::<u8>(Order::Lsf)))
}

/// The same rational, in GMP's type.
#[must_use]
pub fn to_rug(x: &Rational) -> rug::Rational {
    rug::Rational::from((integer_to_rug(x.numer()), integer_to_rug(x.denom())))
}

fn integer_to_rug(x: &BigInt) -> rug::Integer {
    let (sign, bytes) = x.to_bytes_le();
    let magnitude = rug::Integer::from_digits(&bytes, Order::Lsf);
    if sign == Sign::Minus { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_oracle::number::parse;

    #[test]
    fn conversions_between_the_three_types_lose_nothing() {
        for text in ["0", "-3/7", "2^200", "-1e-40", "123456789123456789123456789/1024"] {
            let x = parse(text).unwrap();
            assert_eq!(to_oracle(&to_rug(&x)), x, "{text}");
        }
        for x in [1.0, -0.1, f64::MIN_POSITIVE / 8.0, f64::MAX, 0.0] {
            let dyadic = Dyadic::from_f64(x).unwrap();
            assert_eq!(dyadic.to_rug(), rug::Rational::from_f64(x).unwrap());
            assert_eq!(to_oracle(&dyadic.to_rug()), dyadic.to_rational());
        }
        assert!(Dyadic::from_f64(f64::NAN).is_none() && Dyadic::from_f64(f64::INFINITY).is_none());
    }
}
