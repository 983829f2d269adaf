//! Enclosures for the tail of the normal law: Mills' ratio M = Φ̄/φ, Φ̄ itself, ℓ(x) = −ln(2Φ̄(x)), and its inverse g (§1.10).
//!
//! Φ̄(x) = P\[X > x\] for a normal X with mean 0 and variance 1, φ is its density. Far out Φ̄ is too small to be written as a rational number:
//! of x = 2^16 only the logarithm is given.

use super::exponential::{exp_rational, integer_bits};
use super::normal::{cut_off, odd_series, root_of_circle};
use super::scaled::Scaled;
use super::{Enclosure, MAX_BITS, check_bits, exp, ln, newton, pi, refine, sqrt};
use crate::number::{
    Rational, ceil_scaled, compare, decimal, dyadic, floor_log2, floor_scaled, require_non_negative,
};
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The largest |x| for which φ(x) and Φ̄(x) are written as rational numbers: e^{−x²/2} is then above e^-11000, as in [`exp`].
const FARTHEST: u32 = 148;

/// The largest number of Taylor coefficients.
const MOST_TERMS: usize = 64;

/// M(x) for x ≥ 0, with w working bits.
///
/// M′ = xM − 1 is between −1 and 0 for x ≥ 0, as xM ≤ 1, so that one unit of 2^-w below covers the digits of x that are cut off. Which of
/// the two ways is shorter depends on x² and w: both are right for every x (the first needs x > 0).
fn mills_scaled(x: &Rational, w: u32) -> Result<Scaled, Refusal> {
    let (x, cut_off) = cut_off(x, w);
    let mut result = if &x * &x * Rational::from_integer(4.into()) >= Rational::from_integer(w.into()) {
        by_fraction(&x, w)
    } else {
        by_series(&x, w)?
    };
    result.lo -= BigInt::from(cut_off) << (result.bits - w);
    Ok(result)
}

/// M(x) = √(π/2)·e^{x²/2} − S(x), S the [`odd_series`]: ½ − Φ̄ = φ·S for x ≥ 0, and ½/φ(x) = ½√(2π)·e^{x²/2}.
///
/// Both terms have as many bits in front of the point as are taken in addition, because the difference does not have them.
fn by_series(x: &Rational, w: u32) -> Result<Scaled, Refusal> {
    let exponent = x * x * dyadic(1, -1);
    let bits = w + integer_bits(&exponent)?;
    let growth = exp_rational(&exponent, bits)?.times(&root_of_circle(bits)).times_power_of_two(-1);
    Ok(growth.minus(&odd_series(x, bits)))
}

/// M(x) = 1/(x + 1/(x + 2/(x + 3/(x + …)))) for x > 0.
///
/// Let I_n = ∫₀^∞ tⁿe^{−xt−t²/2}dt/n!, so that M = I_0. Integrating d(tⁿe^{−xt−t²/2}) gives x·I_0 + I_1 = 1 and, for n ≥ 1,
/// x·I_n + (n+1)·I_{n+1} = I_{n−1}. So r_0 = I_0 and r_n = I_n/I_{n−1} satisfy r_n = 1/(x + (n+1)·r_{n+1}), all are positive, and
/// 0 < r_n < 1/x. The recursion begins with that interval for some n and goes down on intervals to r_0 = M: every n is right, and the
/// one taken makes the interval short enough in most cases (if it does not, the caller asks again with more bits).
fn by_fraction(x: &Rational, w: u32) -> Scaled {
    // M is about 1/x: so many bits more keep its significant ones.
    let bits = w + floor_log2(x).map_or(0, |e| e.max(0).unsigned_abs());
    let square = (x * x).floor().to_integer().to_u64().unwrap_or(u64::MAX).max(1);
    let steps = u64::from(w) * u64::from(w) / (16_u64.saturating_mul(square)) + u64::from(w) / 16 + 4;
    let x = Scaled::around(x, bits);
    let mut r = Scaled { lo: BigInt::zero(), ..x.reciprocal_positive() };
    for n in (1..=steps).rev() {
        r = x.plus(&r.times_integer(&n.into())).reciprocal_positive();
    }
    r
}

/// An enclosure of Mills' ratio M(x) = Φ̄(x)/φ(x) for x ≥ 0, of width at most `2^-bits`.
///
/// ```
/// use kdelta_oracle::{enclosure::mills_ratio, number::parse};
/// let one = mills_ratio(&parse("1")?, 64)?;
/// assert!(one.lo() > &parse("0.655679542418798471")? && one.hi() < &parse("0.655679542418798472")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
///
/// # Errors
/// Refused if x < 0, or beyond [`MAX_BITS`].
pub fn mills_ratio(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    require_non_negative("the argument of Mills' ratio", x)?;
    refine(bits, |w| mills_scaled(x, w))
}

/// M over an interval of numbers that are not negative: it decreases.
fn mills_over(x: &Enclosure, bits: u32) -> Result<Enclosure, Refusal> {
    Enclosure::new(mills_ratio(x.hi(), bits)?.lo().clone(), mills_ratio(x.lo(), bits)?.hi().clone())
}

/// Repeats `attempt` with more and more bits until the positive number is known to a width of at most `2^-bits` times itself.
fn relative(bits: u32, attempt: impl Fn(u32) -> Result<Enclosure, Refusal>) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    let narrow = dyadic(1, -bits.cast_signed());
    let mut guard = 8;
    loop {
        let found = attempt(bits + guard)?;
        if found.lo().is_positive() && compare(&found.width(), &(found.lo() * &narrow)).is_le() {
            return Ok(found);
        }
        guard *= 4;
        if guard > MAX_BITS {
            return Err(Refusal::Undecided { what: "the relative width of an enclosure", bits });
        }
    }
}

/// Bits after the point that are significant ones of e^{−x²/2}, in addition.
fn leading_zeros(x: &Rational) -> Result<u32, Refusal> {
    if x.abs() > Rational::from_integer(FARTHEST.into()) {
        let what = "argument of the normal density or tail (of a larger one take minus_ln_tail)";
        return Err(Refusal::too_large(what, decimal::short(x), FARTHEST));
    }
    integer_bits(&(x * x * dyadic(1, -1)))
}

/// The interval with ends of at most so many significant bits, outward.
fn significant(x: &Enclosure, bits: u32) -> Enclosure {
    let zeros = floor_log2(x.lo()).map_or(0, |e| e.min(0).unsigned_abs());
    x.outward(bits + zeros)
}

/// An enclosure of φ(x) = e^{−x²/2}/√(2π), of width at most `2^-bits` times φ(x).
///
/// # Errors
/// Refused if |x| > 148, or beyond [`MAX_BITS`].
pub fn normal_density(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let zeros = leading_zeros(x)?;
    relative(bits, |w| {
        let root = root_of_circle(w).reciprocal_positive().to_enclosure();
        Ok(significant(&exp(&(-x * x * dyadic(1, -1)), w + zeros)?.times(&root), w))
    })
}

/// An enclosure of Φ̄(x) = P\[X > x\], of width at most `2^-bits` times Φ̄(x): φ·M for x ≥ 0, and Φ̄(x) = 1 − Φ̄(−x) ≥ ½ otherwise.
///
/// ```
/// use kdelta_oracle::{enclosure::normal_tail, number::parse};
/// let far = normal_tail(&parse("30")?, 64)?;
/// assert!(far.lo() > &parse("4.906713927148187e-198")? && far.hi() < &parse("4.906713927148188e-198")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
///
/// # Errors
/// Refused if |x| > 148, where [`minus_ln_tail`] still answers, or beyond [`MAX_BITS`].
pub fn normal_tail(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    if x.is_negative() {
        return Ok(Enclosure::exact(Rational::one()).minus(&normal_tail(&-x, bits)?));
    }
    relative(bits, |w| {
        let ratio = mills_ratio(x, w + 8)?;
        Ok(significant(&normal_density(x, w)?.times(&ratio), w))
    })
}

/// An enclosure of ℓ(x) = −ln(2Φ̄(x)) for x ≥ 0, of width at most `2^-bits`: x²/2 − ln(M(x)/M(0)), as φ(x) = φ(0)·e^{−x²/2}.
///
/// # Errors
/// Refused if x < 0, or beyond [`MAX_BITS`].
pub fn minus_ln_tail(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    if x.is_zero() {
        return Ok(Enclosure::exact(Rational::zero()));
    }
    // M(x) ≥ 1/(x+1): its logarithm is known to a width of (x+1)·2^-w.
    let w = bits + floor_log2(x).map_or(0, |e| e.max(0).unsigned_abs()) + 8;
    let half = dyadic(1, -1);
    let start = pi(w)?.scaled(&half).ln(w)?.scaled(&half);
    let ratio = mills_ratio(x, w)?.ln(w)?;
    Ok(Enclosure::exact(x * x * half).plus(&start).minus(&ratio).outward(bits + 4))
}

/// An enclosure of g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2) for ℓ ≥ 0, of width at most `2^-bits`: the x ≥ 0 with P\[|X| > x\] = e^{−ℓ}.
///
/// Newton's method on intervals for ℓ(x) − ℓ, whose slope is the hazard rate h = 1/M ≥ √(2/π) > ½. It increases, and
/// h(x) ≤ (x + √(x²+4))/2 (Birnbaum). The root is at most B = √(2ℓ), because ℓ(x) ≥ x²/2 (M decreases); and it is at least
/// √(2(ℓ − c)), if ℓ > c, with c = ln(M(0)·h(B)), because ℓ(x) = x²/2 + ln(M(0)·h(x)) ≤ x²/2 + c for x ≤ B.
///
/// # Errors
/// Refused if ℓ < 0, or beyond [`MAX_BITS`].
pub fn inverse_tail(l: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    require_non_negative("the argument ℓ of the inverse tail", l)?;
    check_bits(bits)?;
    if l.is_zero() {
        return Ok(Enclosure::exact(Rational::zero()));
    }
    let two = Rational::from_integer(2.into());
    let farthest = sqrt(&(l * &two), 64)?.hi().clone();
    let steepest = sqrt(&(&farthest * &farthest + &two * &two), 64)?.hi() + &farthest;
    // M(0)/2 < 0.63.
    let c = ln(&(steepest * Rational::new(63.into(), 100.into())), 64)?.hi().clone();
    let nearest = if l > &c { sqrt(&((l - c) * &two), 64)?.lo().clone() } else { Rational::zero() };
    let value = |x: &Rational, bits| Ok(minus_ln_tail(x, bits)?.minus(&Enclosure::exact(l.clone())));
    let slope = |x: &Enclosure, bits| mills_over(x, bits)?.reciprocal();
    let around = Enclosure::new(nearest, farthest)?;
    newton("the inverse of the normal tail", around, (bits, 8), value, slope)
}

/// The Taylor coefficients a_0, a_1, … of g at ℓ: g(ℓ + r) = a_0 + a_1·r + a_2·r² + …, each of width at most `2^-bits` times itself.
///
/// a_0 = g(ℓ) and g′ = M(g). As M′ = xM − 1, g″ = (g·M(g) − 1)·g′ = g·g′² − g′: with the coefficients p_n = (n+1)·a_{n+1} of g′,
/// q_n = Σ p_i·p_{n−i} of g′² and s_n = Σ a_i·q_{n−i} of g·g′², (n+1)·p_{n+1} = s_n − p_n. The recursion is done on intervals.
///
/// g is a Bernstein function (§1.10): a_1 > 0 > a_2, and the signs alternate; |g⁽ⁿ⁾| decreases, so that for r ≥ 0 what is left out after n
/// terms is at most |a_n|·rⁿ, with a_n at the left end of the interval.
///
/// ```
/// use kdelta_oracle::{enclosure::inverse_tail_series, number::parse};
/// // g(ℓ) = √(π/2)·(ℓ − ℓ²/2 + …): half of π begins with 1.5707.
/// let series = inverse_tail_series(&parse("0")?, 3, 64)?;
/// let square = series[1].squared();
/// assert!(square.lo() > &parse("1.5707")? && square.hi() < &parse("1.5708")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
///
/// # Errors
/// Refused if ℓ < 0, for more than 64 terms, or beyond [`MAX_BITS`].
pub fn inverse_tail_series(l: &Rational, terms: usize, bits: u32) -> Result<Vec<Enclosure>, Refusal> {
    require_non_negative("the argument ℓ of the inverse tail", l)?;
    series(l, terms, bits, |w| {
        let value = inverse_tail(l, w)?;
        let ratio = mills_over(&value, w)?;
        Ok((value, ratio))
    })
}

/// The same at ℓ(x) = −ln(2Φ̄(x)), where g is x: no inverse is needed.
///
/// # Errors
/// Refused if x < 0, for more than 64 terms, or beyond [`MAX_BITS`].
pub fn inverse_tail_series_at(x: &Rational, terms: usize, bits: u32) -> Result<Vec<Enclosure>, Refusal> {
    // ℓ is about x²/2.
    series(&(x * x), terms, bits, |w| Ok((Enclosure::exact(x.clone()), mills_ratio(x, w)?)))
}

/// The series whose a_0 and a_1 `start` encloses with any number of bits, at an argument of about the size of `l`.
fn series(
    l: &Rational,
    terms: usize,
    bits: u32,
    start: impl Fn(u32) -> Result<(Enclosure, Enclosure), Refusal>,
) -> Result<Vec<Enclosure>, Refusal> {
    check_bits(bits)?;
    if terms > MOST_TERMS {
        return Err(Refusal::too_large("number of Taylor coefficients", terms, MOST_TERMS));
    }
    let narrow = dyadic(1, -bits.cast_signed());
    let is_narrow = |x: &Enclosure| {
        let least = if x.lo().is_negative() { -x.hi() } else { x.lo().clone() };
        !least.is_negative() && compare(&x.width(), &(least * &narrow)).is_le()
    };
    // Each order is smaller by a factor of about g² = 2ℓ, and takes as many bits more.
    let order = floor_log2(l).map_or(0, |e| e.max(0).unsigned_abs()) + 8;
    let mut w = bits + order * u32::try_from(terms).unwrap_or(u32::MAX / order);
    loop {
        let (value, ratio) = start(w)?;
        let series = recursion(&value, &ratio, terms, w);
        if series.iter().all(is_narrow) {
            return Ok(series);
        }
        w *= 2;
        if w > MAX_BITS {
            return Err(Refusal::Undecided { what: "the width of a Taylor coefficient", bits });
        }
    }
}

/// The recursion of [`inverse_tail_series`] from a_0 and a_1, with w bits after the point.
fn recursion(value: &Enclosure, ratio: &Enclosure, terms: usize, w: u32) -> Vec<Enclosure> {
    let scaled = |x: &Enclosure| Scaled { lo: floor_scaled(x.lo(), w), hi: ceil_scaled(x.hi(), w), bits: w };
    let zero = || Scaled::point(BigInt::zero(), w);
    // Σ x_i·y_{n−i}, n the last index of both.
    let convolution = |x: &[Scaled], y: &[Scaled]| {
        x.iter().zip(y.iter().rev()).fold(zero(), |sum, (x, y)| sum.plus(&x.times(y)))
    };
    let (mut g, mut p, mut q) = (vec![scaled(value)], vec![scaled(ratio)], Vec::new());
    for n in 1..terms {
        q.push(convolution(&p, &p));
        let last = p.last().map_or_else(zero, Clone::clone);
        p.push(convolution(&g, &q).minus(&last).over_positive(&n.into()));
        g.push(last.over_positive(&n.into()));
    }
    g.truncate(terms);
    g.iter().map(Scaled::to_enclosure).collect()
}
