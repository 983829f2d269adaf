//! The scale b = Δ/ε, rounded up (THEORY F14): never less noise than asked for, and hardly more.
//!
//! b = m·2^e with a mantissa m of 24 bits. All comparisons are between integers of 128 bits, without division. A product of two
//! symbols is what a model checker cannot afford, so that one of numerator and denominator is one of few constants for Kani;
//! `cargo test` also draws pairs of 64 bits.

use crate::exact::is_exactly;
use crate::given::case_by_case;
use kdelta_finite::{Error, Fixed, Format, Scale};

/// x·2^s, if it has at most 128 bits.
fn times_power(x: u128, s: u32) -> Option<u128> {
    (x == 0 || s <= x.leading_zeros()).then(|| x.checked_shl(s).unwrap_or(0))
}

/// Whether n/d < m·2^e, or n/d ≤ m·2^e; `None` if a product leaves 128 bits.
fn is_below(n: u64, d: u64, m: u128, e: i32, or_equal: bool) -> Option<bool> {
    let (n, dm) = (u128::from(n), u128::from(d).checked_mul(m)?);
    let (left, right) =
        if e < 0 { (times_power(n, e.unsigned_abs())?, dm) } else { (n, times_power(dm, e.unsigned_abs())?) };
    Some(if or_equal { left <= right } else { left < right })
}

/// b is the least number with a mantissa of 24 bits that is at least n/d: n/d ≤ b, and the next smaller one is below n/d. Hence b is
/// below (1 + 2^-23)·n/d. It is refused only if n or d is 0 or n/d is outside [2^-60, 2^60], and b never is.
//= THEORY F14
pub fn scale_is_the_least(n: u64, d: u64) -> bool {
    let (wide_n, wide_d) = (u128::from(n), u128::from(d));
    let Ok(b) = Scale::at_least(n, d) else {
        assert!(Scale::at_least(n, d) == Err(Error::Scale));
        assert!(n == 0 || d == 0 || wide_n > wide_d << 60 || wide_n << 60 < wide_d);
        return false;
    };
    assert!(n != 0 && d != 0 && wide_n <= wide_d << 60);
    let (m, e) = (u128::from(b.mantissa()), b.exponent());
    assert!((1 << 23..1 << 24).contains(&b.mantissa()));
    assert!(-83 <= e && (e < 37 || (e == 37 && b.mantissa() == 1 << 23)));
    assert!(is_below(n, d, m, e, true) == Some(true));
    // The next smaller one; that of a power of two is in the binade below.
    let (m, e) = if b.mantissa() == 1 << 23 { (2 * m - 1, e - 1) } else { (m - 1, e) };
    assert!(is_below(n, d, m, e, true) == Some(false));
    true
}

/// b is below (1 + 2^-23)·n/d: 2^23·b < (2^23 + 1)·n/d.
//= THEORY F14
pub fn scale_is_hardly_more(n: u64, d: u64) -> bool {
    let Ok(b) = Scale::at_least(n, d) else { return false };
    let (left, right) = (u128::from(d) * u128::from(b.mantissa()), u128::from(n) * ((1 << 23) + 1));
    let e = b.exponent() + 23;
    let (left, right) = if e < 0 {
        (Some(left), times_power(right, e.unsigned_abs()))
    } else {
        (times_power(left, e.unsigned_abs()), Some(right))
    };
    assert!(left.is_some() && right.is_some() && left < right);
    true
}

/// Control: b is below (1 + 2^-24)·n/d.
pub fn scale_is_even_less(n: u64, d: u64) -> bool {
    let Ok(b) = Scale::at_least(n, d) else { return false };
    let (left, right) = (u128::from(d) * u128::from(b.mantissa()), u128::from(n) * ((1 << 24) + 1));
    let e = b.exponent() + 24;
    let (left, right) = if e < 0 {
        (Some(left), times_power(right, e.unsigned_abs()))
    } else {
        (times_power(left, e.unsigned_abs()), Some(right))
    };
    assert!(left.is_some() && right.is_some() && left < right);
    true
}

/// b·2^log2 has the same mantissa and the exponent e + log2, and is refused exactly when it leaves [2^-60, 2^60].
pub fn times_power_of_two_is_exact(mantissa: u64, log2: i32) -> bool {
    if !(1 << 23..1 << 24).contains(&mantissa) {
        return false;
    }
    let b = Scale::at_least(mantissa, 1);
    assert!(b.is_ok_and(|b| u64::from(b.mantissa()) == mantissa && b.exponent() == 0));
    let Ok(b) = b else { return false };
    // b = m·2^0 lies in [2^23, 2^24[.
    let e = i64::from(log2);
    let fits = -60 <= e + 23 && (e + 23 < 60 || (e + 23 == 60 && mantissa == 1 << 23));
    match b.times_power_of_two(log2) {
        Ok(found) => assert!(fits && found.mantissa() == b.mantissa() && found.exponent() == log2),
        Err(error) => assert!(!fits && error == Error::Scale),
    }
    fits
}

/// b as f64 is b, and so it is as f32.
pub fn floats_hold_the_scale(mantissa: u64, log2: i32) -> bool {
    let b = Scale::at_least(mantissa, 1).and_then(|b| b.times_power_of_two(log2));
    let Ok(b) = b else { return false };
    assert!(is_exactly(b.to_f64(), b.mantissa().into(), b.exponent()));
    assert!(<f64 as Format>::factor(b) == Ok(b.to_f64()));
    let narrow = <f32 as Format>::factor(b);
    assert!(narrow.is_ok_and(|x| is_exactly(x.into(), b.mantissa().into(), b.exponent())));
    true
}

/// A fixed-point format takes b exactly if b·2^FRAC, as m·2^(e + FRAC), has 1 ≤ 58 − FRAC − e ≤ 126.
pub fn fixed_point_takes_the_scale(mantissa: u64, log2: i32) -> bool {
    let b = Scale::at_least(mantissa, 1).and_then(|b| b.times_power_of_two(log2));
    let Ok(b) = b else { return false };
    fn taken<const FRAC: u32>(b: Scale) -> bool {
        let fits = (1..=126).contains(&(58 - i64::from(FRAC) - i64::from(b.exponent())));
        match <Fixed<64, FRAC> as Format>::factor(b) {
            Ok(_) => assert!(fits),
            Err(error) => assert!(!fits && error == Error::ScaleForFormat),
        }
        fits
    }
    let (_, all, _) = (taken::<0>(b), taken::<20>(b), taken::<63>(b));
    all
}

/// Any i32 between.
fn signed(given: &mut impl crate::Given, low: i64, high: i64) -> i32 {
    i32::try_from(given.between(low, high)).unwrap_or(0)
}

/// A mantissa of 24 bits, from its six leading and three trailing bits behind the first.
fn mantissa(given: &mut impl crate::Given) -> u64 {
    1 << 23 | given.bits(6) << 17 | given.bits(3)
}

/// Numbers of few bits at any position of a word, and their neighbours.
fn rough(given: &mut impl crate::Given) -> u64 {
    let position = u32::try_from(given.between(0, 60)).unwrap_or(0);
    (given.bits(4) << position).wrapping_add(given.bits(2)).wrapping_sub(1)
}

/// A numerator, and a denominator that is a constant.
fn by_denominator(given: &mut impl crate::Given, numerator: u32, body: fn(u64, u64) -> bool) -> bool {
    let n = given.bits(numerator);
    case_by_case(4, given.bits(2), |i| {
        body(n, [1, 3, 10, 1 << 60].get(usize::try_from(i).unwrap_or(4)).copied().unwrap_or(0))
    })
}

statements! { "scale":
    /// The scale is the least number of 24 bits that is at least Δ/ε, and it is refused exactly outside its range.
    holds scale_is_the_least
        cites "THEORY F14; paper Remark 1"
        unwind 2
        wide "numerators of 28 bits, denominator 3", |given| scale_is_the_least(given.bits(28), 3);
        every "pairs of 4 bits at any position, and their neighbours" of (61 * 64) * (61 * 64), |given| scale_is_the_least(rough(given), rough(given));

    /// The scale is below (1 + 2^-23)·Δ/ε.
    holds scale_is_hardly_more
        cites "THEORY F14; paper Remark 1"
        unwind 6
        wide "numerators of 32 bits, denominators 1, 3, 10 and 2^60", |given| by_denominator(given, 32, scale_is_hardly_more);
        every "pairs of 4 bits at any position, and their neighbours" of (61 * 64) * (61 * 64), |given| scale_is_hardly_more(rough(given), rough(given));

    /// Control: below (1 + 2^-24)·Δ/ε.
    refuted scale_is_even_less
        cites "THEORY F14"
        unwind 6
        wide "numerators of 32 bits, denominators 1, 3, 10 and 2^60", |given| by_denominator(given, 32, scale_is_even_less);
        every "pairs of 4 bits at any position, and their neighbours" of (61 * 64) * (61 * 64), |given| scale_is_even_less(rough(given), rough(given));

    /// The scale is the least one, for pairs of full width.
    holds_without_kani scale_is_the_least_64
        cites "THEORY F14; paper Remark 1"
        every "pairs of 4 leading and 7 trailing bits of 64" of 1 << 22,
            |given| {
                let (n, d) = (given.bits(4) << 60 | given.bits(7), given.bits(4) << 60 | given.bits(7));
                scale_is_the_least(n, d) & scale_is_hardly_more(n, d)
            };

    /// The product with a power of two is exact, and refused exactly when it leaves [2^-60, 2^60].
    holds times_power_of_two_is_exact
        cites "THEORY F14"
        unwind 2
        wide "every mantissa of 24 bits, every i32 exponent",
            |given| times_power_of_two_is_exact(given.bits(24), signed(given, i32::MIN.into(), i32::MAX.into()));
        every "6 leading and 3 trailing bits of the mantissa, exponents −200 to 200" of 512 * 401,
            |given| times_power_of_two_is_exact(mantissa(given), signed(given, -200, 200));

    /// f64 and f32 hold every scale exactly.
    holds floats_hold_the_scale
        cites "THEORY F14"
        unwind 2
        wide "every mantissa of 24 bits, every exponent",
            |given| floats_hold_the_scale(1 << 23 | given.bits(23), signed(given, -83, 37));
        every "6 leading and 3 trailing bits of the mantissa, every exponent" of 512 * 121,
            |given| floats_hold_the_scale(mantissa(given), signed(given, -83, 37));

    /// A fixed-point format refuses a scale exactly when its product would leave its word.
    holds fixed_point_takes_the_scale
        cites "THEORY F14"
        unwind 2
        wide "every mantissa of 24 bits, every exponent; 0, 20 and 63 fraction bits",
            |given| fixed_point_takes_the_scale(1 << 23 | given.bits(23), signed(given, -83, 37));
        every "6 leading and 3 trailing bits of the mantissa, every exponent; 0, 20 and 63 fraction bits" of 512 * 121,
            |given| fixed_point_takes_the_scale(mantissa(given), signed(given, -83, 37));
}
