//! Enclosures of π and ln 2 from series in the reciprocal of a small integer: quadratic cost, tiny constant.

use super::{Enclosure, refine, scaled::Scaled};
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Σ_k s^k / ((2k+1) n^{2k+1}): arctan(1/n) for s = −1, artanh(1/n) for s = +1, n ≥ 3.
///
/// In units of 2^-w: the computed power p_k = ⌊p_{k−1}/n²⌋ is below the true one by less than n²/(n²−1) < 1.2, the
/// division by 2k+1 loses less than one more, so each term is off by less than 2.2 and only from below. The loop
/// ends when p_k = 0, that is when the true power is below 1.2; the tail is then below 1.2·n²/(n²−1) < 1.5.
/// In all the error is below 3·terms + 2, in either direction.
fn series(n: u32, alternating: bool, w: u32) -> Scaled {
    let square = n * n;
    let mut power = (BigInt::one() << w) / n;
    let mut sum = BigInt::zero();
    let mut terms = 0_u32;
    while !power.is_zero() {
        let term = &power / (2 * terms + 1);
        if alternating && terms % 2 == 1 {
            sum -= term;
        } else {
            sum += term;
        }
        power /= square;
        terms += 1;
    }
    Scaled::with_error(&sum, 3 * terms + 2, w)
}

/// π = 16 arctan(1/5) − 4 arctan(1/239) (Machin).
pub(super) fn pi_scaled(w: u32) -> Scaled {
    series(5, true, w).times_power_of_two(4).minus(&series(239, true, w).times_power_of_two(2))
}

/// ln 2 = 2 artanh(1/3), because (1+⅓)/(1−⅓) = 2.
pub(super) fn ln_two_scaled(w: u32) -> Scaled {
    series(3, false, w).times_power_of_two(1)
}

/// An enclosure of π of width at most `2^-bits`.
///
/// # Errors
/// Refused beyond [`super::MAX_BITS`].
pub fn pi(bits: u32) -> Result<Enclosure, Refusal> {
    refine(bits, |w| Ok(pi_scaled(w)))
}

/// An enclosure of ln 2 of width at most `2^-bits`.
///
/// # Errors
/// Refused beyond [`super::MAX_BITS`].
pub fn ln_two(bits: u32) -> Result<Enclosure, Refusal> {
    refine(bits, |w| Ok(ln_two_scaled(w)))
}
