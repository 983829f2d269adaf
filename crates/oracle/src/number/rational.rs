//! Rationals of any size: `num_rational::BigRational`, with the few operations the crate lacks.

use super::Exact;
use crate::refusal::{Condition, Inexpressible, Refusal};
use core::cmp::Ordering;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// An exact rational of any size.
pub type Rational = num_rational::BigRational;

impl Exact for Rational {
    fn integer(value: i64) -> Self {
        Self::from_integer(value.into())
    }
    fn plus(&self, other: &Self) -> Result<Self, Inexpressible> {
        Ok(sum(self, other))
    }
    fn minus(&self, other: &Self) -> Result<Self, Inexpressible> {
        Ok(difference(self, other))
    }
    fn times(&self, other: &Self) -> Result<Self, Inexpressible> {
        Ok(product(self, other))
    }
    fn over(&self, other: &Self) -> Result<Self, Inexpressible> {
        if other.is_zero() { Err(Inexpressible::DivisionByZero) } else { Ok(self / other) }
    }
    fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Self, Inexpressible> {
        // Beyond this the number would not be usable, only large.
        if exponent.unsigned_abs() > 1 << 20 {
            return Err(Inexpressible::Overflow);
        }
        Ok(product(self, &dyadic(1, exponent)))
    }
    fn rounded_down(&self) -> Result<Self, Inexpressible> {
        Ok(self.floor())
    }
}

/// The order of two rationals, by cross-multiplication.
///
/// `Ratio::cmp` follows the two continued fractions recursively: for numbers of many thousand bits that lie close together it
/// exhausts the stack. Denominators are positive, so a/b < c/d iff ad < cb.
#[must_use]
pub fn compare(a: &Rational, b: &Rational) -> Ordering {
    match aligned(a, b) {
        Some((left, right, _)) => left.cmp(&right),
        None => (a.numer() * b.denom()).cmp(&(b.numer() * a.denom())),
    }
}

/// a > b.
pub(crate) fn exceeds(a: &Rational, b: &Rational) -> bool {
    compare(a, b) == Ordering::Greater
}

/// The larger of the two.
pub(crate) fn larger<'a>(a: &'a Rational, b: &'a Rational) -> &'a Rational {
    if exceeds(a, b) { a } else { b }
}

/// The smaller of the two.
pub(crate) fn smaller<'a>(a: &'a Rational, b: &'a Rational) -> &'a Rational {
    if exceeds(a, b) { b } else { a }
}

/// The exact rational `mantissa · 2^exponent`, of an integer of any type: a word of a fixed-point format, a term of a ledger.
///
/// ```
/// use kdelta_oracle::number::{dyadic, parse};
/// assert_eq!(dyadic(3, -2), parse("3/4").unwrap());
/// ```
#[must_use]
pub fn dyadic(mantissa: impl Into<BigInt>, exponent: i32) -> Rational {
    let shift = u64::from(exponent.unsigned_abs());
    if exponent < 0 {
        from_scaled(mantissa.into(), shift)
    } else {
        Rational::from_integer(mantissa.into() << shift)
    }
}

/// m and e of the least number m·2^e that is at least x > 0 and has a mantissa of so many bits: 2^(bits−1) ≤ m ≤ 2^bits. None for
/// another x, and for no bits.
///
/// ```
/// use kdelta_oracle::number::{at_least, parse};
/// assert_eq!(at_least(&parse("1/3").unwrap(), 4), Some((11.into(), -5)));
/// ```
#[must_use]
pub fn at_least(x: &Rational, bits: u32) -> Option<(BigInt, i32)> {
    let exponent = floor_log2(x)?.checked_sub(bits.checked_sub(1)?.try_into().ok()?)?;
    Some((product(x, &dyadic(1, exponent.checked_neg()?)).ceil().to_integer(), exponent))
}

/// ⌊log₂ x⌋: the exponent e of the binade [2^e, 2^(e+1)) of x. None unless x > 0, or if e is no `i32`.
///
/// ```
/// use kdelta_oracle::number::{floor_log2, parse};
/// assert_eq!(floor_log2(&parse("3/8").unwrap()), Some(-2));
/// ```
#[must_use]
pub fn floor_log2(x: &Rational) -> Option<i32> {
    if !x.is_positive() {
        return None;
    }
    let (above, below) = (x.numer().magnitude(), x.denom().magnitude());
    // The quotient of two numbers of n and d bits lies in ]2^(n−d−1), 2^(n−d+1)[.
    let guess = i32::try_from(i64::try_from(above.bits()).ok()? - i64::try_from(below.bits()).ok()?).ok()?;
    let shift = guess.unsigned_abs();
    let smaller = if guess < 0 { &(above << shift) < below } else { above < &(below << shift) };
    if smaller { guess.checked_sub(1) } else { Some(guess) }
}

/// The rational `scaled · 2^-bits`, in lowest terms.
///
/// Stripping trailing zero bits reduces the fraction without the quadratic gcd of `Ratio::new`.
pub(crate) fn from_scaled(scaled: BigInt, bits: impl Into<u64>) -> Rational {
    let bits = bits.into();
    let common = scaled.trailing_zeros().unwrap_or(bits).min(bits);
    let numerator = if common == 0 { scaled } else { scaled >> common };
    Rational::new_raw(numerator, BigInt::one() << (bits - common))
}

/// log₂ of the denominator if that is a power of two.
fn places(x: &Rational) -> Option<u64> {
    let zeros = x.denom().trailing_zeros()?;
    (zeros + 1 == x.denom().bits()).then_some(zeros)
}

/// a + b, as `Ratio` has it, but for dyadic numbers without its gcd, which is nine tenths of the cost.
///
/// ```
/// use kdelta_oracle::number::{parse, product, sum};
/// let (third, half) = (parse("1/3").unwrap(), parse("1/2").unwrap());
/// assert_eq!(sum(&third, &half), parse("5/6").unwrap());
/// assert_eq!(product(&half, &half), parse("1/4").unwrap());
/// ```
#[must_use]
pub fn sum(a: &Rational, b: &Rational) -> Rational {
    aligned(a, b).map_or_else(|| a + b, |(left, right, bits)| from_scaled(left + right, bits))
}

/// a − b, as [`sum`].
#[must_use]
pub fn difference(a: &Rational, b: &Rational) -> Rational {
    aligned(a, b).map_or_else(|| a - b, |(left, right, bits)| from_scaled(left - right, bits))
}

/// a·b, as [`sum`].
#[must_use]
pub fn product(a: &Rational, b: &Rational) -> Rational {
    match (places(a), places(b)) {
        (Some(i), Some(j)) => from_scaled(a.numer() * b.numer(), i + j),
        _ => a * b,
    }
}

/// Two dyadic numbers as integers over one power of two.
fn aligned(a: &Rational, b: &Rational) -> Option<(BigInt, BigInt, u64)> {
    let (i, j) = (places(a)?, places(b)?);
    let bits = i.max(j);
    Some((a.numer() << (bits - i), b.numer() << (bits - j), bits))
}

/// `⌊x·2^bits⌋`.
pub(crate) fn floor_scaled(x: &Rational, bits: u32) -> BigInt {
    (x.numer() << bits).div_floor(x.denom())
}

/// `⌈x·2^bits⌉`.
pub(crate) fn ceil_scaled(x: &Rational, bits: u32) -> BigInt {
    -floor_scaled(&-x, bits)
}

/// `⌊x^(1/degree)·2^bits⌋` for `x ≥ 0` and `degree ≥ 1`.
///
/// ⌊(n/d)^(1/k)·2^w⌋ = ⌊(⌊n·2^(kw)/d⌋)^(1/k)⌋ because an integer m satisfies m^k ≤ y iff m^k ≤ ⌊y⌋.
///
/// # Errors
/// A negative `x`, a degree of zero or beyond 64, or more than 2^20 bits times degree.
pub(crate) fn positive_root_floor(x: &Rational, degree: u32, bits: u32) -> Result<BigInt, Refusal> {
    require_non_negative("the argument of a root", x)?;
    if degree == 0 {
        return Err(Refusal::Mismatch { what: "degree of a root", found: 0, needed: 1 });
    }
    let size = u64::from(bits) * u64::from(degree);
    if degree > 64 || size > 1 << 20 {
        return Err(Refusal::too_large(
            "degree of a root and bits times degree",
            format!("{degree}, {size}"),
            "64, 2^20",
        ));
    }
    let radicand = floor_scaled(x, bits * degree).into_parts().1;
    Ok(BigInt::from_biguint(Sign::Plus, radicand.nth_root(degree)))
}

/// Refuses a quantity that is not positive, by its name.
///
/// # Errors
/// [`Condition::Positive`] with the value.
pub fn require_positive(what: &'static str, x: &Rational) -> Result<(), Refusal> {
    if x.is_positive() {
        Ok(())
    } else {
        Err(Refusal::condition(Condition::Positive(what), x.clone(), Rational::zero()))
    }
}

/// Refuses a quantity that is negative, by its name.
///
/// # Errors
/// [`Condition::NonNegative`] with the value.
pub fn require_non_negative(what: &'static str, x: &Rational) -> Result<(), Refusal> {
    if x.is_negative() {
        Err(Refusal::condition(Condition::NonNegative(what), x.clone(), Rational::zero()))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    #[test]
    fn scaled_conversions_round_outward_on_both_signs() {
        for text in ["1/3", "-1/3", "7/8", "-7/8", "0", "5"] {
            let x = parse(text).unwrap();
            let low = from_scaled(floor_scaled(&x, 10), 10_u32);
            let high = from_scaled(ceil_scaled(&x, 10), 10_u32);
            assert!(low <= x && x <= high, "{text}");
            assert!(&high - &low <= dyadic(1, -10), "{text}");
        }
    }

    #[test]
    fn from_scaled_is_in_lowest_terms() {
        let x = from_scaled(BigInt::from(12), 3_u32);
        assert_eq!((x.numer().clone(), x.denom().clone()), (BigInt::from(3), BigInt::from(2)));
        assert_eq!(from_scaled(BigInt::zero(), 9_u32), Rational::zero());
        assert_eq!(from_scaled(BigInt::from(64), 3_u32), Rational::from_integer(8.into()));
    }

    /// Dyadic with dyadic, with itself, with neither; powers of two apart, cancelling, and zero.
    #[test]
    fn shortcuts_are_what_ratio_computes() {
        let texts = [
            "0",
            "1",
            "-1",
            "1/3",
            "-5/6",
            "3/4",
            "-3/4",
            "1/4",
            "0x1.8p-70",
            "-0x1.8p-70",
            "2^200",
            "2^-200",
            "5/12",
        ];
        for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
            let (x, y) = (parse(a).unwrap(), parse(b).unwrap());
            let pairs = [(sum(&x, &y), &x + &y), (difference(&x, &y), &x - &y), (product(&x, &y), &x * &y)];
            for (ours, theirs) in pairs {
                // The derived equality of the parts: the fraction must be in lowest terms too.
                assert_eq!((ours.numer(), ours.denom()), (theirs.numer(), theirs.denom()), "{a} {b}");
            }
            assert_eq!(compare(&x, &y), x.cmp(&y), "{a} {b}");
        }
        for (mantissa, exponent) in [(12, -3), (-12, -1), (0, -9), (0, 9), (3, 5), (i64::MIN, -70), (-7, 64)]
        {
            let power = Rational::from_integer(2.into()).pow(exponent);
            let theirs = Rational::from_integer(mantissa.into()) * power;
            let ours = dyadic(mantissa, exponent);
            assert_eq!((ours.numer(), ours.denom()), (theirs.numer(), theirs.denom()));
        }
    }

    #[test]
    fn a_mantissa_is_rounded_up_to_the_least_that_is_not_below() {
        for text in ["1", "1/3", "2/3", "0x1.fffffep7", "0x1.ffffffp7", "2^-1074", "1e300", "7"] {
            let x = parse(text).unwrap();
            for bits in [1, 2, 24, 53] {
                let (mantissa, exponent) = at_least(&x, bits).unwrap();
                assert!(
                    mantissa >= BigInt::one() << (bits - 1) && mantissa <= BigInt::one() << bits,
                    "{text}"
                );
                assert!(
                    dyadic(mantissa.clone(), exponent) >= x && dyadic(mantissa - 1, exponent) < x,
                    "{text}"
                );
            }
        }
        assert_eq!(at_least(&parse("1").unwrap(), 0), None);
        assert_eq!(at_least(&parse("-1").unwrap(), 24), None);
    }

    #[test]
    fn root_floor_is_the_largest_integer_whose_power_fits() {
        for (text, degree) in [("2", 2), ("10/3", 3), ("1/7", 5), ("0", 2)] {
            let x = parse(text).unwrap();
            let root = positive_root_floor(&x, degree, 20).unwrap();
            let low = from_scaled(root.clone(), 20_u32);
            let high = from_scaled(root + 1, 20_u32);
            assert!(low.pow(degree.cast_signed()) <= x && x < high.pow(degree.cast_signed()), "{text}");
        }
        assert!(positive_root_floor(&parse("-1").unwrap(), 2, 8).is_err());
        assert!(positive_root_floor(&parse("2").unwrap(), 0, 8).is_err());
    }
}
