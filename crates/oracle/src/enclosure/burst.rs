//! Bit burst: e^s, cos s and sin s for `0 ≤ s < 1` at quasi-linear cost in the number of bits.
//!
//! Write s = Σ s_j where s_j takes the bits of s at positions 8·2^{j−1}+1 … 8·2^j after the point. Each s_j is a
//! short numerator over a power of two and, beyond the first, tiny: its series needs few terms, and binary
//! splitting sums them exactly as one fraction. The results multiply, because e^{a+b} = e^a e^b, also for
//! imaginary exponents. (R. P. Brent, "The complexity of multiple-precision arithmetic", 1976.)

use super::scaled::Scaled;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The pieces s_j of `s · 2^-w`, each as (numerator, bits after the point); zero pieces are left out.
fn pieces(s: &BigInt, w: u32) -> Vec<(BigInt, u32)> {
    assert!(!s.is_negative() && s.bits() <= u64::from(w), "the series are those of 0 ≤ s < 1");
    let mut all = Vec::new();
    let (mut from, mut to) = (0, 8);
    while from < w {
        let end = to.min(w);
        // Bits from+1 … end after the point.
        let numerator = (s >> (w - end)) & ((BigInt::one() << (end - from)) - 1_u32);
        if !numerator.is_zero() {
            all.push((numerator, end));
        }
        (from, to) = (end, 2 * to);
    }
    all
}

/// One part of Σ_{i=from}^{to−1} Π_{j=1}^{i} a / (b(j)·2^q), by binary splitting.
struct Part {
    /// Π a over the part.
    a: BigInt,
    /// Π b(j) over the part.
    b: BigInt,
    /// The numerator over `b · 2^(q·length)`.
    t: BigInt,
}

/// With P, Q the products of numerators and denominators and T the numerator of the partial sum of products,
/// T(from, to) = T(from, mid)·Q(mid, to) + P(from, mid)·T(mid, to). Exact: integers only.
fn split(a: &BigInt, q: u32, b: &impl Fn(u32) -> u64, from: u32, to: u32) -> Part {
    if to - from == 1 {
        return Part { a: a.clone(), b: b(from).into(), t: a.clone() };
    }
    let mid = from.midpoint(to);
    let left = split(a, q, b, from, mid);
    let right = split(a, q, b, mid, to);
    Part {
        t: ((left.t * &right.b) << (u64::from(q) * u64::from(to - mid))) + &left.a * right.t,
        a: left.a * right.a,
        b: left.b * right.b,
    }
}

/// 1 + Σ_{i=1}^{terms} Π_{j=1}^{i} a/(b(j)·2^q), as ⌊·⌋ and ⌊·⌋+1 in units of 2^-w.
fn sum(a: &BigInt, q: u32, b: impl Fn(u32) -> u64, terms: u32, w: u32) -> Scaled {
    let part = split(a, q, &b, 1, terms + 1);
    // value = t / (b·2^(q·terms)); bring to the scale w before the one rounded division.
    let shift = i64::from(w) - i64::from(q) * i64::from(terms);
    let quotient = if shift >= 0 {
        (part.t << shift.unsigned_abs()).div_floor(&part.b)
    } else {
        part.t.div_floor(&(part.b << shift.unsigned_abs()))
    };
    let low = quotient + (BigInt::one() << w);
    Scaled { hi: &low + 1_u32, lo: low, bits: w }
}

/// Number of terms after which the next one, s^i/i!, is below `2^-(w+2)`; s < 2^-zeros. At least three.
fn terms_needed(zeros: u32, w: u32) -> u32 {
    let target = u64::from(w) + 2;
    let mut i = 1_u32;
    let mut decay = u64::from(zeros);
    while decay < target || i < 3 {
        i += 1;
        // i ≥ 2^⌊log2 i⌋, so the term shrinks at least by this many bits.
        decay += u64::from(zeros) + u64::from(i.ilog2());
    }
    i
}

/// s < 2^-zeros for a piece `numerator · 2^-q`.
#[expect(clippy::expect_used, reason = "too few terms would be summed for a larger piece")]
fn leading_zeros(numerator: &BigInt, q: u32) -> u32 {
    let bits = u32::try_from(numerator.bits()).ok();
    bits.and_then(|bits| q.checked_sub(bits)).expect("a piece of 0 ≤ s < 1 is below 1")
}

/// e^s for s = `s · 2^-w`, `0 ≤ s < 1`.
///
/// Truncation: with s < 1 and at least three terms kept, consecutive omitted terms shrink by s/i < 1/2, so the tail is
/// positive and below twice the first omitted term, hence below 2^-(w+1): one unit upward.
pub(super) fn exp(s: &BigInt, w: u32) -> Scaled {
    pieces(s, w).iter().fold(Scaled::one(w), |product, (numerator, q)| {
        let terms = terms_needed(leading_zeros(numerator, *q), w);
        let mut factor = sum(numerator, *q, u64::from, terms, w);
        factor.hi += 1;
        product.times(&factor)
    })
}

/// (cos s, sin s) for s = `s · 2^-w`, `0 ≤ s < 1`.
///
/// cos: Σ(−s²)^i/(2i)!, sin: s·Σ(−s²)^i/(2i+1)!. Truncation: the terms alternate and decrease (s < 1), so the tail
/// is at most the first omitted term; `terms_needed` counts powers of s, of which each term here takes two, and half
/// as many terms suffice: one unit either way. The factor s ≤ 1 of sin does not enlarge it.
pub(super) fn cos_sin(s: &BigInt, w: u32) -> (Scaled, Scaled) {
    let start = (Scaled::one(w), Scaled::point(BigInt::zero(), w));
    pieces(s, w).iter().fold(start, |(cos, sin), (numerator, q)| {
        let terms = terms_needed(leading_zeros(numerator, *q), w) / 2 + 1;
        let minus_square = -(numerator * numerator);
        let mut c = sum(&minus_square, 2 * q, |i| u64::from(2 * i - 1) * u64::from(2 * i), terms, w);
        let mut d = sum(&minus_square, 2 * q, |i| u64::from(2 * i) * u64::from(2 * i + 1), terms, w);
        for series in [&mut c, &mut d] {
            series.lo -= 1;
            series.hi += 1;
        }
        let d = d.times_integer(numerator).times_power_of_two(-i64::from(*q));
        // e^{i(a+b)}: (cos a cos b − sin a sin b, sin a cos b + cos a sin b).
        (cos.times(&c).minus(&sin.times(&d)), sin.times(&c).plus(&cos.times(&d)))
    })
}
