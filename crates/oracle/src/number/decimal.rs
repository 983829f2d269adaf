//! Decimal text of exact numbers, rounded in a stated direction.

use super::Rational;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

const DIGITS_OF_A_TERM: u32 = 8;

/// The least decimal with `digits` significant digits that is not below `x`.
///
/// ```
/// use kdelta_oracle::number::{decimal, parse};
/// let third = parse("1/3").unwrap();
/// assert_eq!(decimal::up(&third, 4), "0.3334");
/// assert_eq!(decimal::down(&third, 4), "0.3333");
/// ```
#[must_use]
pub fn up(x: &Rational, digits: u32) -> String {
    if x.is_negative() { negate(&toward_zero(&-x, digits)) } else { away_from_zero(x, digits) }
}

/// The greatest decimal with `digits` significant digits that is not above `x`.
#[must_use]
pub fn down(x: &Rational, digits: u32) -> String {
    if x.is_negative() { negate(&away_from_zero(&-x, digits)) } else { toward_zero(x, digits) }
}

/// ε′, a loss beside it, or a sum of such, not below it: certificates, tables and reports all use this spelling, so that the same bound is
/// the same text everywhere. It has so many digits because the forms of ε′ differ far behind the point.
#[must_use]
pub fn epsilon_prime(x: &Rational) -> String {
    up(x, 16)
}

/// ε′ − ε, δ, or another term of the chain, not below it; the same text everywhere.
#[must_use]
pub fn term(x: &Rational) -> String {
    up(x, DIGITS_OF_A_TERM)
}

/// The same for a term that is bounded from below.
#[must_use]
pub fn term_below(x: &Rational) -> String {
    down(x, DIGITS_OF_A_TERM)
}

/// The number as a person wants to read it in a message: exact if that is short, otherwise six digits with `≈`.
#[must_use]
pub fn short(x: &Rational) -> String {
    // More than 40 bits on a side never prints short; testing first avoids printing a huge number.
    if x.numer().bits() <= 40 && x.denom().bits() <= 40 {
        let exact = x.to_string();
        if exact.len() <= 12 {
            return exact;
        }
    }
    let magnitude = away_from_zero(&x.abs(), 6);
    if x.is_negative() { format!("≈-{magnitude}") } else { format!("≈{magnitude}") }
}

fn negate(text: &str) -> String {
    if text == "0" { text.to_owned() } else { format!("-{text}") }
}

fn toward_zero(x: &Rational, digits: u32) -> String {
    format_scaled(x, digits, |above, below| above.div_floor(below))
}

fn away_from_zero(x: &Rational, digits: u32) -> String {
    format_scaled(x, digits, |above, below| above.div_ceil(below))
}

/// `10^exponent` as a pair (numerator, denominator).
#[expect(clippy::expect_used, reason = "another power would be a wrong number")]
fn power_of_ten(exponent: i64) -> (BigInt, BigInt) {
    let exponent_size = u32::try_from(exponent.unsigned_abs()).expect("a number has fewer than 2^32 digits");
    let power = BigInt::from(10).pow(exponent_size);
    if exponent >= 0 { (power, BigInt::one()) } else { (BigInt::one(), power) }
}

/// Digits of `x ≥ 0`: `x ≈ mantissa · 10^(exponent − digits + 1)`, the mantissa rounded by `divide`.
fn format_scaled(x: &Rational, digits: u32, divide: impl Fn(&BigInt, &BigInt) -> BigInt) -> String {
    if x.is_zero() {
        return "0".to_owned();
    }
    let digits = digits.clamp(1, 1000);
    let mut exponent = decimal_exponent(x);
    let (scale_above, scale_below) = power_of_ten(i64::from(digits) - 1 - exponent);
    let mut mantissa = divide(&(x.numer() * scale_above), &(x.denom() * scale_below));
    if mantissa == BigInt::from(10).pow(digits) {
        // Rounding up 9.99… gives one digit too many; the last one is zero, so dropping it is exact.
        mantissa /= 10;
        exponent += 1;
    }
    layout(&mantissa.to_string(), exponent)
}

/// The exponent `e` with `10^e ≤ x < 10^(e+1)`, for `x > 0`.
#[expect(clippy::expect_used, reason = "another exponent would be a wrong number")]
fn decimal_exponent(x: &Rational) -> i64 {
    // log10 2 lies in [0.30102, 0.30103]: the estimate is within one or two, the loops finish exactly.
    let bits = |n: &BigInt| i64::try_from(n.bits()).expect("a number in memory has fewer than 2^48 bits");
    let mut exponent = ((bits(x.numer()) - bits(x.denom())) * 30_103).div_euclid(100_000);
    let at_least = |e: i64| {
        let (above, below) = power_of_ten(e);
        x.numer() * below >= x.denom() * above
    };
    while !at_least(exponent) {
        exponent -= 1;
    }
    while at_least(exponent + 1) {
        exponent += 1;
    }
    exponent
}

/// Plain notation near one, scientific elsewhere; trailing zeros dropped.
#[expect(clippy::expect_used, reason = "the arm of the match says the range")]
fn layout(digits: &str, exponent: i64) -> String {
    let significant = digits.trim_end_matches('0');
    let significant = if significant.is_empty() { "0" } else { significant };
    let (first, rest) = significant.split_at(1);
    match exponent {
        -5..0 => {
            let zeros = "0".repeat(usize::try_from(-exponent - 1).expect("from 0 to 4"));
            format!("0.{zeros}{significant}")
        }
        0..16 => {
            let whole = usize::try_from(exponent + 1).expect("from 1 to 16");
            if significant.len() <= whole {
                format!("{significant}{}", "0".repeat(whole - significant.len()))
            } else {
                let (integer, fraction) = significant.split_at(whole);
                format!("{integer}.{fraction}")
            }
        }
        _ if rest.is_empty() => format!("{first}e{exponent}"),
        _ => format!("{first}.{rest}e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    #[test]
    fn directed_decimals_enclose_the_number() {
        for text in
            ["1/3", "-1/3", "2/3", "99999/100000", "1e-30", "-7e22", "123456789", "1/7e8", "2^-1000", "5"]
        {
            let x = parse(text).unwrap();
            for digits in [1, 2, 5, 17] {
                let (low, high) = (down(&x, digits), up(&x, digits));
                assert!(parse(&low).unwrap() <= x && x <= parse(&high).unwrap(), "{text} {low} {high}");
            }
        }
    }

    #[test]
    fn layouts() {
        for (text, expected) in [
            ("0", "0"),
            ("12300", "12300"),
            ("0.00012", "0.00012"),
            ("1e-9", "1e-9"),
            ("1.5e20", "1.5e20"),
            ("-0.5", "-0.5"),
        ] {
            assert_eq!(up(&parse(text).unwrap(), 6), expected);
            assert_eq!(down(&parse(text).unwrap(), 6), expected);
        }
        assert_eq!(up(&parse("0.99999").unwrap(), 3), "1");
        assert_eq!(down(&parse("-0.99999").unwrap(), 3), "-1");
    }

    #[test]
    fn short_is_exact_when_it_can_be() {
        assert_eq!(short(&parse("1/3").unwrap()), "1/3");
        assert_eq!(short(&parse("1/3e9").unwrap()), "1/3000000000");
        assert!(short(&parse("2^-300").unwrap()).starts_with("≈4.9"));
    }
}
