//! Exact numbers from text: `3`, `-0.1`, `1/3`, `2^-10`, `1e-6`, `0x1.8p-3`. Never through a float.
//!
//! Sizes are checked before a number is built, so that `2^-1000000000` is refused at once.

use super::{Rational, product};
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Longest text that is read.
const MAX_TEXT: usize = 8192;
/// Largest number of bits a power may contribute to numerator or denominator: the range of binary128.
const MAX_POWER_BITS: u64 = 1 << 14;

/// Reads an exact number.
///
/// A ratio `a/b` of any two of the other forms is accepted; spaces only around the whole text.
///
/// ```
/// use kdelta_oracle::number::parse;
/// assert_eq!(parse("0.1").unwrap(), parse("1/10").unwrap());
/// assert_eq!(parse("0x1.8p-3").unwrap(), parse("3/16").unwrap());
/// assert!(parse("NaN").is_err() && parse("1/0").is_err() && parse("2^-1000000000").is_err());
/// ```
///
/// # Errors
/// [`Refusal::Malformed`] for text that is no exact number, [`Refusal::TooLarge`] for one beyond binary128's range.
pub fn parse(text: &str) -> Result<Rational, Refusal> {
    if text.len() > MAX_TEXT {
        return Err(Refusal::too_large("length of a number in characters", text.len(), MAX_TEXT));
    }
    let text = text.trim();
    match text.split_once('/') {
        None => single(text, text),
        Some((above, below)) => {
            let (above, below) = (single(above, text)?, single(below, text)?);
            if below.is_zero() {
                return Err(Refusal::malformed(text, "its denominator is zero"));
            }
            Ok(above / below)
        }
    }
}

/// One number without `/`; `whole` is the text for the message.
fn single(text: &str, whole: &str) -> Result<Rational, Refusal> {
    let (negative, body) = signed(text);
    let magnitude = if let Some(hex) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        hexadecimal(hex, whole)?
    } else if let Some((base, exponent)) = body.split_once('^') {
        let base = Rational::from_integer(digits(base, 10, whole)?);
        power(&base, integer_exponent(exponent, whole)?, whole)?
    } else {
        decimal(body, whole)?
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// `12.5e-3`: digits with at most one point, then an optional power of ten.
fn decimal(body: &str, whole: &str) -> Result<Rational, Refusal> {
    let (mantissa, exponent) = match body.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, integer_exponent(exponent, whole)?),
        None => (body, 0),
    };
    let (significand, fraction_digits) = point(mantissa, 10, whole)?;
    let ten = Rational::from_integer(10.into());
    Ok(significand * power(&ten, exponent, whole)? * power(&ten, -fraction_digits, whole)?)
}

/// `1.8p-3` after `0x`: hexadecimal digits with at most one point, then an optional power of two.
fn hexadecimal(body: &str, whole: &str) -> Result<Rational, Refusal> {
    let (mantissa, exponent) = match body.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, integer_exponent(exponent, whole)?),
        None => (body, 0),
    };
    let (significand, fraction_digits) = point(mantissa, 16, whole)?;
    let two = Rational::from_integer(2.into());
    let scaled = product(&significand, &power(&two, exponent, whole)?);
    Ok(product(&scaled, &power(&two, -4 * fraction_digits, whole)?))
}

/// Digits with at most one point: their integer value without the point, and how many stand after it.
fn point(text: &str, radix: u32, whole: &str) -> Result<(Rational, i64), Refusal> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let joined = [before, after].concat();
    let fraction_digits = i64::try_from(after.len())
        .map_err(|_| Refusal::too_large("digits of a number", after.len(), MAX_TEXT))?;
    Ok((Rational::from_integer(digits(&joined, radix, whole)?), fraction_digits))
}

/// A non-empty run of digits.
fn digits(text: &str, radix: u32, whole: &str) -> Result<BigInt, Refusal> {
    if text.is_empty() {
        return Err(Refusal::malformed(whole, "a digit is missing"));
    }
    if !text.chars().all(|c| c.is_digit(radix)) {
        return Err(Refusal::malformed(whole, "it has a character that is not a digit"));
    }
    BigInt::parse_bytes(text.as_bytes(), radix)
        .ok_or_else(|| Refusal::malformed(whole, "its digits do not read"))
}

/// A signed exponent. One beyond i32 is refused as too large, not as malformed.
fn integer_exponent(text: &str, whole: &str) -> Result<i64, Refusal> {
    let (negative, body) = signed(text);
    let value = digits(body, 10, whole)?;
    let value = i32::try_from(&value)
        .map_err(|_| Refusal::too_large("exponent", short_exponent(text), MAX_POWER_BITS))?;
    Ok(if negative { -i64::from(value) } else { i64::from(value) })
}

/// An exponent for a message, shortened: it may have thousands of digits.
fn short_exponent(text: &str) -> String {
    text.chars().take(24).collect()
}

/// `base^exponent`, refused before it is built if it has too many bits.
fn power(base: &Rational, exponent: i64, whole: &str) -> Result<Rational, Refusal> {
    if base.is_zero() && exponent < 0 {
        return Err(Refusal::malformed(whole, "it raises zero to a negative power"));
    }
    // base ≤ 2^(bits of base−1), so that many bits times |exponent| hold the power; 0 and 1 stay what they are.
    let base_bits = if base.numer() <= &BigInt::one() { 0 } else { (base.numer() - 1_u32).bits() };
    // Ten, the base of decimals, is charged its true 3.322 bits, so that all of binary128 can be written.
    let thousandths = if base.numer() == &BigInt::from(10) { 3322 } else { base_bits.saturating_mul(1000) };
    if thousandths.saturating_mul(exponent.unsigned_abs()) > 1000 * MAX_POWER_BITS {
        return Err(Refusal::too_large("exponent", exponent, format!("{MAX_POWER_BITS} bits of result")));
    }
    let exponent = i32::try_from(exponent).map_err(|_| Refusal::too_large("exponent", exponent, i32::MAX))?;
    // Small bases never loop long: 0 and 1 to any power are themselves (or one).
    Ok(if base_bits == 0 && exponent != 0 { base.clone() } else { base.pow(exponent) })
}

fn signed(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix('-') {
        (true, rest)
    } else {
        (false, text.strip_prefix('+').unwrap_or(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(above: i64, below: i64) -> Rational {
        Rational::new(above.into(), below.into())
    }

    #[test]
    fn every_form_reads_exactly() {
        for (text, above, below) in [
            ("3", 3, 1),
            ("-3", -3, 1),
            ("+0.1", 1, 10),
            (".5", 1, 2),
            ("5.", 5, 1),
            ("1/3", 1, 3),
            ("-1/3", -1, 3),
            ("0.1/0.3", 1, 3),
            ("2^-10", 1, 1024),
            ("-2^4", -16, 1),
            ("10^3", 1000, 1),
            ("1^-2000000000", 1, 1),
            ("0^5", 0, 1),
            ("0^0", 1, 1),
            ("1e-6", 1, 1_000_000),
            ("12.5E2", 1250, 1),
            ("0x1.8p-3", 3, 16),
            ("-0X.8P1", -1, 1),
            ("0xff", 255, 1),
            (" 7 ", 7, 1),
        ] {
            assert_eq!(parse(text), Ok(ratio(above, below)), "{text}");
        }
    }

    #[test]
    fn the_double_nearest_to_a_tenth_is_not_a_tenth() {
        assert_ne!(parse("0x1.999999999999ap-4"), parse("0.1"));
    }

    #[test]
    fn malformed_text_is_refused_with_its_text() {
        for text in [
            "", " ", "-", "+-1", "--1", "1/0", "1/0.0", "1/", "/2", "1/2/3", "NaN", "inf", "1_000", "0x",
            "0xg", "1e", "1e1.5", "2^", "^2", "2^-", "0^-1", "1.2.3", "1 2", "1,5", "٣", "0x1p", "1e-", "𝟙",
        ] {
            assert!(matches!(parse(text), Err(Refusal::Malformed { .. })), "{text:?}: {:?}", parse(text));
        }
    }

    #[test]
    fn absurd_sizes_are_refused_at_once() {
        for text in [
            "2^-1000000000",
            "2^99999999999999999999",
            "1e1000000000",
            "1e-5000",
            "1e4933",
            "0x1p-2000000000",
            "10^20000",
        ] {
            assert!(matches!(parse(text), Err(Refusal::TooLarge { .. })), "{text}");
        }
        assert!(matches!(parse(&"1".repeat(10_000)), Err(Refusal::TooLarge { .. })));
        assert!(parse(&"1".repeat(8_000)).is_ok() && parse("1e-4931").is_ok());
    }
}
