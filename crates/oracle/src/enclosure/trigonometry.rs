//! Enclosures of sin and cos.

use super::constants::pi_scaled;
use super::scaled::Scaled;
use super::{Enclosure, burst, refine};
use crate::number::Rational;
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Largest number of bits in front of the point of an argument.
const MAX_ARGUMENT_BITS: u32 = 1 << 14;

/// (cos x, sin x) with w working bits.
///
/// Reduction: k = round(x/(π/2)) from approximate ends; s = x − k·π/2 ∈ [s₋, s₊]. Any integer k is correct; this one keeps
/// |s₋| below 0.8 once π is known well enough for x; until then [−1, 1] is the answer, and the caller asks again with more
/// bits. Both functions have slope at most one, so the value at one point of [s₋, s₊], widened by its width, encloses.
/// Then cos and sin of s + k·π/2 by the quadrant k mod 4.
fn cos_sin(x: &Rational, w: u32) -> (Scaled, Scaled) {
    let argument = Scaled::around(x, w);
    let half_pi = pi_scaled(w).times_power_of_two(-1);
    let two = BigInt::from(2);
    // round(x/(π/2)) = ⌊(2x + π/2)/π⌋.
    let k = (&argument.lo * &two + &half_pi.lo).div_floor(&(&half_pi.lo * &two));
    let s = argument.minus(&half_pi.times_integer(&k));
    let one = BigInt::one() << w;
    if s.lo.abs() >= one {
        let anything = Scaled { lo: -&one, hi: one, bits: w };
        return (anything.clone(), anything);
    }
    let (cos, sin) = burst::cos_sin(&s.lo.abs(), w);
    let sin = if s.lo.is_negative() { sin.negated() } else { sin };
    let width = &s.hi - &s.lo;
    let widen = |v: Scaled| Scaled { lo: v.lo - &width, hi: v.hi + &width, bits: v.bits };
    let (cos, sin) = (widen(cos), widen(sin));
    match k.mod_floor(&BigInt::from(4)) {
        quadrant if quadrant.is_zero() => (cos, sin),
        quadrant if quadrant.is_one() => (sin.negated(), cos),
        quadrant if quadrant == two => (cos.negated(), sin.negated()),
        _ => (sin, cos.negated()),
    }
}

/// Bits in front of the point of x, which the reduction must carry in π.
fn integer_bits(x: &Rational) -> Result<u32, Refusal> {
    let bits = x.to_integer().bits();
    u32::try_from(bits)
        .ok()
        .filter(|&bits| bits <= MAX_ARGUMENT_BITS)
        .ok_or_else(|| Refusal::too_large("bits of the argument of sin and cos", bits, MAX_ARGUMENT_BITS))
}

/// An enclosure of cos x of width at most `2^-bits`.
///
/// # Errors
/// Refused if |x| ≥ 2^16384, or beyond [`super::MAX_BITS`].
pub fn cos(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let extra = integer_bits(x)?;
    refine(bits, |w| Ok(cos_sin(x, w + extra).0))
}

/// An enclosure of sin x of width at most `2^-bits`.
///
/// # Errors
/// Refused if |x| ≥ 2^16384, or beyond [`super::MAX_BITS`].
pub fn sin(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let extra = integer_bits(x)?;
    refine(bits, |w| Ok(cos_sin(x, w + extra).1))
}
