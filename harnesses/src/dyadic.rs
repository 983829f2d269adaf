//! Certificate arithmetic: the dyadic numbers in which bounds are added are exact or an error, and never wrap
//! (THEORY 5). The audit of a certificate rests on it.
//!
//! There are no assumptions. A statement that says that an operation has an answer is about every i128
//! mantissa and every i32 exponent. A statement about the value of the answer brings both operands to one
//! exponent in an i128, and is about the range for which they fit.

use core::cmp::Ordering;
use kdelta_oracle::Inexpressible;
use kdelta_oracle::number::{Dyadic, Exact};

/// The value in units of 2^-20, for exponents from −20 to 20 and mantissas of at most 80 bits.
fn value(x: &Dyadic) -> Option<i128> {
    let shift = u32::try_from(x.exponent().checked_add(20)?).ok().filter(|&shift| shift <= 40)?;
    (x.mantissa().unsigned_abs() < 1 << 86).then_some(x.mantissa() << shift)
}

/// Sum and difference have the exact value.
pub fn sums_are_exact(x: &Dyadic, y: &Dyadic) -> bool {
    let (Some(a), Some(b)) = (value(x), value(y)) else { return false };
    let (sum, difference) = (x.plus(y), x.minus(y));
    assert!(sum.is_ok() && difference.is_ok());
    let (Ok(sum), Ok(difference)) = (sum, difference) else { return false };
    assert!(value(&sum) == Some(a + b) && value(&difference) == Some(a - b));
    true
}

/// The order is that of the values.
pub fn order_is_exact(x: &Dyadic, y: &Dyadic) -> bool {
    let (Some(a), Some(b)) = (value(x), value(y)) else { return false };
    assert!(x.cmp(y) == a.cmp(&b));
    assert!((x == y) == (a == b));
    x.cmp(y) == Ordering::Less
}

/// The floor is the largest integer not above the value.
pub fn floor_is_exact(x: &Dyadic) -> bool {
    let Some(a) = value(x) else { return false };
    let floor = x.rounded_down();
    assert!(floor.is_ok(), "every floor of this size is expressible");
    let Some(floor) = floor.ok().as_ref().and_then(value) else { return false };
    assert!(floor <= a && a - floor < 1 << 20 && floor % (1 << 20) == 0);
    true
}

/// At one exponent every sum of two i128 is exact or refused as an overflow: nothing wraps.
pub fn nothing_wraps(a: i128, b: i128, exponent: i32) -> bool {
    let (x, y) = (Dyadic::new(a, exponent), Dyadic::new(b, exponent));
    let exact = |result: Result<Dyadic, Inexpressible>, expected: Option<i128>| match (result, expected) {
        (Ok(result), Some(expected)) => {
            result.mantissa() == expected && (expected == 0 || result.exponent() == exponent)
        }
        (Err(reason), None) => reason == Inexpressible::Overflow,
        _ => false,
    };
    assert!(exact(x.plus(&y), a.checked_add(b)));
    assert!(exact(x.minus(&y), a.checked_sub(b)));
    assert!(exact(x.negated(), 0i128.checked_sub(a)));
    a.checked_add(b).is_none()
}

/// Every operation that does not multiply or divide answers for all i128 and i32: no panic, which both
/// engines would see.
pub fn operations_are_total(x: &Dyadic, y: &Dyadic, exponent: i32) -> bool {
    let _ = (x.plus(y), x.minus(y), x.distance(y), x.magnitude(), x.rounded_down());
    let scaled = x.scaled_by_power_of_two(exponent);
    assert!(scaled.is_ok() == x.exponent().checked_add(exponent).is_some());
    let _ = x.cmp(y);
    true
}

/// Products have the exact value.
pub fn products_are_exact(a: i64, b: i64, exponent: i32) -> bool {
    let product = Dyadic::new(a.into(), exponent).times(&Dyadic::new(b.into(), -3));
    assert!(product.is_ok(), "every product of this size is expressible");
    let Ok(product) = product else { return false };
    assert!(product.mantissa() == i128::from(a) * i128::from(b));
    assert!(product.mantissa() == 0 || product.exponent() == exponent - 3);
    true
}

/// A quotient is exact or refused: x = (x/y)·y.
pub fn quotients_are_exact(a: i64, b: i64) -> bool {
    let (x, y) = (Dyadic::new(a.into(), 3), Dyadic::new(b.into(), -2));
    match x.over(&y) {
        Ok(quotient) => {
            assert!(b != 0 && quotient.times(&y) == Ok(x));
            true
        }
        Err(reason) => {
            assert!(reason == if b == 0 { Inexpressible::DivisionByZero } else { Inexpressible::Inexact });
            false
        }
    }
}

/// Control: a sum is never refused.
pub fn sums_always_fit(a: i128, b: i128) -> bool {
    assert!(Dyadic::new(a, 0).plus(&Dyadic::new(b, 0)).is_ok());
    true
}

fn wide(given: &mut impl crate::Given) -> i128 {
    i128::from(given.word()) << 64 | i128::from(given.bits(64))
}

fn exponent(given: &mut impl crate::Given, low: i64, high: i64) -> i32 {
    i32::try_from(given.between(low, high)).unwrap_or(0)
}

fn number(given: &mut impl crate::Given, far: i64) -> Dyadic {
    Dyadic::new(given.word().into(), exponent(given, -far, far))
}

fn small(given: &mut impl crate::Given) -> Dyadic {
    Dyadic::new(given.between(-16, 16).into(), exponent(given, -6, 6))
}

/// A mantissa near 0 or near an end of i128.
fn extreme(given: &mut impl crate::Given) -> i128 {
    let end = match given.between(0, 2) {
        0 => i128::MIN,
        1 => 0,
        _ => i128::MAX,
    };
    end.wrapping_add(given.between(-20, 20).into())
}

/// An exponent near 0, ±64, ±127 or an end of i32.
fn far(given: &mut impl crate::Given) -> i32 {
    let around = [i32::MIN, -127, -64, 0, 64, 127, i32::MAX];
    let place = usize::try_from(given.between(0, 6)).unwrap_or(0);
    around.get(place).copied().unwrap_or(0).saturating_add(exponent(given, -1, 1))
}

/// A mantissa of twelve bits. On wider words a solver takes long to see that a shifted sum is the sum of the
/// shifted numbers.
fn short(given: &mut impl crate::Given) -> Dyadic {
    Dyadic::new(given.between(-2048, 2047).into(), exponent(given, -4, 4))
}

statements! { "dyadic":
    /// Sums and differences are exact.
    holds sums_are_exact
        cites "THEORY 5; certificates"
        unwind 2
        wide "every 12-bit mantissa, exponents −4 to 4", |given| sums_are_exact(&short(given), &short(given));
        every "mantissas within ±16, exponents −6 to 6" of 429 * 429, |given| sums_are_exact(&small(given), &small(given));

    /// The order of dyadics is the order of their values.
    holds order_is_exact
        cites "THEORY 5; certificates"
        unwind 2
        wide "every 12-bit mantissa, exponents −4 to 4", |given| order_is_exact(&short(given), &short(given));
        every "mantissas within ±16, exponents −6 to 6" of 429 * 429, |given| order_is_exact(&small(given), &small(given));

    /// The floor is exact.
    holds floor_is_exact
        cites "THEORY 5; certificates"
        unwind 2
        wide "every i64 mantissa, exponents −20 to 20", |given| floor_is_exact(&number(given, 20));
        every "mantissas within ±16, exponents −6 to 6" of 429, |given| floor_is_exact(&small(given));

    /// Sums of any two i128 are exact or refused; nothing wraps.
    holds nothing_wraps
        cites "THEORY 5; certificates"
        unwind 2
        wide "every pair of i128 mantissas, every i32 exponent",
            |given| {
                let exponent = i32::try_from(given.between(i32::MIN.into(), i32::MAX.into())).unwrap_or(0);
                nothing_wraps(wide(given), wide(given), exponent)
            };
        every "mantissas within 20 of 0 and of the ends of i128" of 123 * 123,
            |given| nothing_wraps(extreme(given), extreme(given), 0);

    /// Every operation but products and quotients answers for every i128 and i32, without a panic.
    holds operations_are_total
        cites "THEORY 5; certificates"
        unwind 2
        wide "every pair of i128 mantissas, every i32 exponents",
            |given| {
                let mut any = || i32::try_from(given.between(i32::MIN.into(), i32::MAX.into())).unwrap_or(0);
                let (e, f, g) = (any(), any(), any());
                operations_are_total(&Dyadic::new(wide(given), e), &Dyadic::new(wide(given), f), g)
            };
        every "mantissas within 20 of 0 and of the ends, exponents next to 0, ±64, ±127 and the ends" of 123 * 21 * 123 * 21,
            |given| {
                let (x, e) = (extreme(given), far(given));
                let (y, f) = (extreme(given), far(given));
                operations_are_total(&Dyadic::new(x, e), &Dyadic::new(y, f), e)
            };

    /// Products are exact.
    holds products_are_exact
        cites "THEORY 5; certificates"
        unwind 2
        every "every pair of 8-bit mantissas, exponents −8 to 8" of 65536 * 17,
            |given| products_are_exact(given.between(-128, 127), given.between(-128, 127), exponent(given, -8, 8));

    /// Quotients are exact or refused with the true reason.
    holds_without_kani quotients_are_exact
        cites "THEORY 5; certificates"
        every "every pair of 10-bit mantissas" of 1024 * 1024,
            |given| quotients_are_exact(given.between(-512, 511), given.between(-512, 511));

    /// Control: sums always fit.
    refuted sums_always_fit
        cites "THEORY 5"
        unwind 2
        wide "every pair of i128 mantissas", |given| sums_always_fit(wide(given), wide(given));
        every "mantissas within 20 of 0 and of the ends of i128" of 123 * 123,
            |given| sums_always_fit(extreme(given), extreme(given));
}
