//! Enclosures of Φ, the distribution function of the normal law, and of its inverse.

use super::constants::pi_scaled;
use super::exponential::{exp_rational, integer_bits};
use super::newton::newton;
use super::scaled::Scaled;
use super::{Enclosure, MAX_BITS, check_bits, exp, pi, refine};
use crate::number::{Rational, dyadic, floor_scaled, from_scaled, larger, smaller};
use crate::refusal::{Condition, Refusal};
use num_bigint::BigInt;
use num_integer::Roots;
use num_traits::{One, Signed, Zero};

/// S(x) = Σ_n t_n, t_n = x^{2n+1}/(1·3·5⋯(2n+1)), for x ≥ 0 with so many bits after the point.
///
/// All terms are positive. t_{n+1}/t_n = x²/(2n+3) decreases; as soon as it is at most ½, what is left out after t_n is at most
/// t_n·(½ + ¼ + …) = t_n.
pub(super) fn odd_series(x: &Rational, bits: u32) -> Scaled {
    let (above, below) = (x.numer() * x.numer(), x.denom() * x.denom());
    let mut term = Scaled::around(x, bits);
    let mut sum = term.clone();
    let mut odd = 3_u32;
    loop {
        let shrinks = &above * 2_u32 <= &below * odd;
        if shrinks && term.hi <= BigInt::one() {
            break;
        }
        term = term.times_integer(&above).over_positive(&(&below * odd));
        sum = sum.plus(&term);
        odd += 2;
    }
    sum.hi += term.hi;
    sum
}

/// √(2π) with so many bits after the point.
pub(super) fn root_of_circle(bits: u32) -> Scaled {
    let circle = pi_scaled(bits).times_power_of_two(1);
    Scaled { lo: (circle.lo << bits).sqrt(), hi: (circle.hi << bits).sqrt() + 1_u32, bits }
}

/// An x of many digits is cut off after w bits, downward; and how many units of 2^-w that costs a function of slope at most 1.
pub(super) fn cut_off(x: &Rational, w: u32) -> (Rational, u32) {
    let is_short = x.numer().bits() + x.denom().bits() <= u64::from(w);
    if is_short { (x.clone(), 0) } else { (from_scaled(floor_scaled(x, w), w), 1) }
}

/// Φ(x) = ½ + φ(x)·S(x) for x ≥ 0, with w working bits, where φ(x) = e^{−x²/2}/√(2π) and S is the [`odd_series`].
///
/// (Φ−½)/φ and S solve the same equation: S′ = 1 + x·S, S(0) = 0. S is below e^{x²/2}·√(2π)/2, and has as many bits in front of the
/// point as are taken in addition.
///
/// Φ has a slope of at most 1/√(2π) < 1, so that one unit of 2^-w covers the digits of x that are cut off.
fn upper_half(x: &Rational, w: u32) -> Result<Scaled, Refusal> {
    let (x, cut_off) = cut_off(x, w);
    let exponent = &x * &x * dyadic(1, -1);
    let bits = w + integer_bits(&exponent)?;
    let sum = odd_series(&x, bits);
    let density = exp_rational(&-exponent, bits)?.times(&root_of_circle(bits).reciprocal_positive());
    let mut result = density.times(&sum).plus(&Scaled::one(bits).times_power_of_two(-1));
    result.hi += BigInt::from(cut_off) << (bits - w);
    // A probability, whatever was rounded.
    result.hi = result.hi.min(BigInt::one() << bits);
    Ok(result)
}

/// An enclosure of Φ(x) = P[X ≤ x] for a normal X with mean 0 and variance 1, of width at most `2^-bits`.
///
/// Far out, P\[X > x\] = e^{−x²/2}·∫₀^∞ e^{−xt}φ(t)dt ≤ ½e^{−x²/2} is less than the width.
///
/// ```
/// use kdelta_oracle::{enclosure::normal_distribution, number::parse};
/// let one = normal_distribution(&parse("1")?, 64)?;
/// assert!(one.lo() > &parse("0.841344746068542948")? && one.hi() < &parse("0.841344746068542949")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
///
/// # Errors
/// Refused beyond [`MAX_BITS`].
pub fn normal_distribution(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    let (one, positive) = (Rational::one(), x.abs());
    // e > 2, so that e^{−x²/2} ≤ 2^-bits.
    let is_far = &positive * &positive * dyadic(1, -1) >= Rational::from_integer(bits.into());
    let upper = if is_far {
        Enclosure::new(&one - dyadic(1, -bits.cast_signed()), one.clone())?
    } else {
        refine(bits, |w| upper_half(&positive, w))?
    };
    Ok(if x.is_negative() { Enclosure::exact(one).minus(&upper) } else { upper })
}

/// φ over an interval: it decreases in |x|.
fn density(x: &Enclosure, bits: u32) -> Result<Enclosure, Refusal> {
    let zero = Rational::zero();
    let (low, high) = (x.lo().abs(), x.hi().abs());
    let nearest = if x.contains(&zero) { &zero } else { smaller(&low, &high) };
    let at = |x: &Rational| exp(&(-x * x * dyadic(1, -1)), bits);
    let root = pi(bits)?.scaled(&Rational::from_integer(2.into())).sqrt(bits)?;
    Enclosure::new(at(larger(&low, &high))?.lo().clone(), at(nearest)?.hi().clone())?.over(&root)
}

/// An enclosure of Φ⁻¹(p), of width at most `2^-bits`: the x with P[X ≤ x] = p.
///
/// Newton's method on intervals for Φ(x) − p, whose slope is φ. The first X is [−B, B], where B²/2 ≥ k and p and 1 − p are above 2^-k,
/// because Φ(−B) ≤ e^{−B²/2} ≤ 2^-k.
///
/// # Errors
/// Refused unless 0 < p < 1; if p or 1 − p is below 2^-4096; or beyond [`MAX_BITS`], less the bits that the slope costs where p is near
/// 0 or 1.
pub fn normal_quantile(p: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    check_bits(bits)?;
    let one = Rational::one();
    for (inside, end) in [(p.is_positive(), Rational::zero()), (p < &one, one.clone())] {
        if !inside {
            return Err(Refusal::condition(Condition::InDomain("0 < p < 1: p"), p.clone(), end));
        }
    }
    let opposite = one - p;
    let tail = smaller(p, &opposite);
    // A quotient of numbers of n and d bits is above 2^(n−d−1).
    let k = tail.denom().bits() - tail.numer().bits().min(tail.denom().bits()) + 1;
    let k = u32::try_from(k)
        .ok()
        .filter(|&k| k <= 1 << 12)
        .ok_or_else(|| Refusal::too_large("bits of p or 1 − p in front of its first digit", k, 1 << 12))?;
    let farthest = (2 * k).sqrt() + 1;
    // φ(B) = e^{−B²/2}/√(2π) > 2^{−3B²/4 − 2}.
    let lost = farthest * farthest * 3 / 4 + 3;
    if bits + lost + 8 > MAX_BITS {
        return Err(Refusal::too_large(
            "precision in bits, with those that the slope costs",
            bits + lost + 8,
            MAX_BITS,
        ));
    }
    let end = Rational::from_integer(farthest.into());
    let value = |x: &Rational, bits| Ok(normal_distribution(x, bits)?.minus(&Enclosure::exact(p.clone())));
    let what = "the inverse of the normal distribution function";
    newton(what, Enclosure::new(-&end, end)?, (bits, lost), value, density)
}
