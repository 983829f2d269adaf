//! Enclosures of exp and sinh.

use super::constants::ln_two_scaled;
use super::scaled::{Scaled, ceil_shift};
use super::{Enclosure, burst, check_bits, refine};
use crate::number::{Rational, decimal, dyadic};
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// Largest |x| for which e^x is computed; e^11000 has about 16000 bits, the range of binary128.
const MAX_ARGUMENT: u32 = 11_000;

/// e^y for the exact `y · 2^-w`, to about w bits after the point.
///
/// Reduction: let [l, h] ∋ ln 2 and k = ⌊y/h⌋; s = y − k·ln 2 lies in an interval [s₋, s₊] of width |k|(h−l).
/// For k ≥ 0, s₋ = y − k·h ≥ 0. For k < 0, s₊ = y + |k|h ≥ 0 but s₋ = y + |k|l may fall just below zero; one more
/// period then puts it near ln 2. Either way 0 ≤ s₋ ≤ s₊ < 1. One burst at s₋ serves both ends, because
/// e^{s₊} ≤ e^{s₋}·(1 + 2(s₊−s₋)) for s₊ − s₋ ≤ 1.
pub(super) fn exp_scaled(y: &BigInt, w: u32) -> Result<Scaled, Refusal> {
    // The extra bits absorb the factor |k| on the width of ln 2.
    let wide = w + 32;
    let y = Scaled::point(y << 32_u32, wide);
    let ln_two = ln_two_scaled(wide);
    let mut k = y.lo.div_floor(&ln_two.hi);
    let mut s = y.minus(&ln_two.times_integer(&k));
    if s.lo.is_negative() {
        k -= 1;
        s = s.plus(&ln_two);
    }
    let base = burst::exp(&s.lo, wide);
    let stretch = (&s.hi - &s.lo) << 1_u32;
    let widened = Scaled { hi: &base.hi + ceil_shift(&(&base.hi * stretch), wide), ..base };
    let k = i64::try_from(&k).map_err(|_| Refusal::too_large("argument of exp", &k, MAX_ARGUMENT))?;
    Ok(widened.times_power_of_two(k).at_scale(w))
}

/// e^x for a rational x, with w working bits after the point.
///
/// x lies in [x₋, x₋ + 2^-w] with x₋ dyadic, so e^x lies in [e^{x₋}, e^{x₋}(1 + 2·2^-w)].
pub(super) fn exp_rational(x: &Rational, w: u32) -> Result<Scaled, Refusal> {
    let around = Scaled::around(x, w);
    let base = exp_scaled(&around.lo, w)?;
    if around.lo == around.hi {
        return Ok(base);
    }
    let stretch = ceil_shift(&(&base.hi << 1_u32), w);
    Ok(Scaled { hi: &base.hi + stretch, ..base })
}

/// Bits in front of the point of e^x, so that a relative error can be asked for as an absolute one.
pub(super) fn integer_bits(x: &Rational) -> Result<u32, Refusal> {
    if !x.is_positive() {
        return Ok(0);
    }
    // e^x < 2^{1.5x + 1}.
    let whole = x.ceil().to_integer() * 3_u32 / 2_u32 + 1_u32;
    u32::try_from(&whole).map_err(|_| Refusal::too_large("argument of exp", decimal::short(x), MAX_ARGUMENT))
}

/// An enclosure of e^x of width at most `2^-bits`.
///
/// ```
/// use kdelta_oracle::{enclosure::exp, number::parse};
/// let e = exp(&parse("1").unwrap(), 64).unwrap();
/// assert!(e.lo() > &parse("2.718281828459045235").unwrap() && e.hi() < &parse("2.718281828459045236").unwrap());
/// ```
///
/// # Errors
/// Refused if x > 11000 (the result would have more than 16000 bits) or beyond [`super::MAX_BITS`].
pub fn exp(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    check_argument("argument of exp", x)?;
    check_bits(bits)?;
    // e^x ≤ 2^-bits as soon as x ≤ −bits, because e > 2.
    if x <= &-Rational::from_integer(bits.into()) {
        return Enclosure::new(Rational::zero(), dyadic(1, -bits.cast_signed()));
    }
    let extra = integer_bits(x)?;
    refine(bits, |w| exp_rational(x, w + extra))
}

fn check_argument(what: &'static str, x: &Rational) -> Result<(), Refusal> {
    if x > &Rational::from_integer(MAX_ARGUMENT.into()) {
        return Err(Refusal::too_large(what, decimal::short(x), MAX_ARGUMENT));
    }
    Ok(())
}

/// An enclosure of sinh x = (e^x − e^{−x})/2 of width at most `2^-bits`.
///
/// # Errors
/// As [`exp`], with |x|.
pub fn sinh(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let positive = x.abs();
    check_argument("argument of sinh", &positive)?;
    let extra = integer_bits(&positive)?;
    let enclosure = refine(bits, |w| {
        let grown = exp_rational(&positive, w + extra)?;
        // e^{−x} = 1/e^x costs one division instead of a second exponential.
        Ok(grown.minus(&grown.reciprocal_positive()).times_power_of_two(-1))
    })?;
    Ok(if x.is_negative() { enclosure.negated() } else { enclosure })
}
