//! An exact number and its one spelling. A JSON number would pass through a float in most readers, so numbers are
//! strings; one number has one spelling, so equal texts and equal numbers are the same thing.

use kdelta_oracle::number::{Rational, parse};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An exact rational, written as an integer `-3`, a hexadecimal float `0x1.8p-3` if it is another dyadic number, or a
/// ratio `1/3` in lowest terms otherwise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(pub Rational);

/// A closed range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The lower end.
    pub low: Number,
    /// The upper end.
    pub high: Number,
}

impl Range {
    /// A range from two integers.
    #[must_use]
    pub fn of_integers(low: i64, high: i64) -> Self {
        Self { low: low.into(), high: high.into() }
    }

    pub(crate) fn new(low: &Rational, high: &Rational) -> Self {
        Self { low: low.into(), high: high.into() }
    }
}

impl From<&Rational> for Number {
    fn from(value: &Rational) -> Self {
        Self(value.clone())
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Rational::from_integer(value.into()))
    }
}

impl Number {
    pub(crate) fn of(value: u32) -> Self {
        Self::from(i64::from(value))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let denominator = self.0.denom();
        if denominator.is_one() {
            return write!(f, "{}", self.0.numer());
        }
        match denominator.trailing_zeros() {
            Some(places) if *denominator == BigInt::one() << places => hexadecimal(f, self.0.numer(), places),
            _ => write!(f, "{}/{denominator}", self.0.numer()),
        }
    }
}

/// numerator·2^-places as `0x1.…p…`: one digit 1, then the bits below it in groups of four, without trailing zeros.
fn hexadecimal(f: &mut fmt::Formatter<'_>, numerator: &BigInt, places: u64) -> fmt::Result {
    let sign = if numerator.sign() == Sign::Minus { "-" } else { "" };
    let magnitude = numerator.abs();
    // Zero is an integer in lowest terms, so it has been written already.
    let below = magnitude.bits().checked_sub(1).ok_or(fmt::Error)?;
    let width = below.div_ceil(4);
    let fraction = (&magnitude - (BigInt::one() << below)) << (4 * width - below);
    let exponent = i128::from(below) - i128::from(places);
    if width == 0 {
        write!(f, "{sign}0x1p{exponent}")
    } else {
        let width = usize::try_from(width).map_err(|_| fmt::Error)?;
        write!(f, "{sign}0x1.{:0>width$}p{exponent}", fraction.to_str_radix(16))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = Self(parse(&text).map_err(serde::de::Error::custom)?);
        let spelling = number.to_string();
        if spelling == text {
            Ok(number)
        } else {
            Err(serde::de::Error::custom(format!("the number \"{text}\" must be written \"{spelling}\"")))
        }
    }
}

/// A number of 32 or 64 bits without a sign, written as every number of a certificate: as text, in one spelling.
pub(super) mod whole {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: Display + FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = String::deserialize(deserializer)?;
        let value = text.parse::<T>().ok().filter(|value| value.to_string() == text);
        value.ok_or_else(|| {
            let bits = 8 * size_of::<T>();
            serde::de::Error::custom(format!(
                "\"{text}\" is not a whole number below 2^{bits} in plain digits"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_one_spelling() {
        for (text, spelling) in [
            ("0", "0"),
            ("-3", "-3"),
            ("0x1.8p-3", "0x1.8p-3"),
            ("3/16", "0x1.8p-3"),
            ("-0.5", "-0x1p-1"),
            ("1/3", "1/3"),
            ("2/6", "1/3"),
            ("257/512", "0x1.01p-1"),
            ("0x1.00001p-1074", "0x1.00001p-1074"),
            ("1e2", "100"),
        ] {
            assert_eq!(Number(parse(text).unwrap()).to_string(), spelling);
            assert_eq!(parse(spelling).unwrap(), parse(text).unwrap());
            let read = serde_json::from_str::<Number>(&format!("\"{text}\""));
            assert_eq!(read.is_ok(), text == spelling, "{text}");
        }
    }
}
