//! The bridge from the finite semantics to the exact one: floats as dyadics, ideal rounding, without heap.

use kdelta_finite::noise::Noise;
use kdelta_finite::{Entropy, EntropyError, Error, Format};
use kdelta_oracle::number::{Dyadic, Exact};

/// The number that a finite float is.
#[must_use]
pub fn dyadic(x: f64) -> Dyadic {
    let bits = x.to_bits();
    let fraction = i128::from(bits & (u64::MAX >> 12));
    // 11 bits, so the conversion keeps them.
    let field = i32::try_from(bits >> 52 & 0x7ff).unwrap_or(0);
    let (magnitude, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    Dyadic::new(if x.is_sign_negative() { -magnitude } else { magnitude }, exponent)
}

/// Whether x is the number mantissa·2^exponent. This is [`dyadic`]`(x) == Dyadic::new(…)` with one shift in
/// place of the general comparison, which a model checker cannot afford at full width.
#[must_use]
pub fn is_exactly(x: f64, mantissa: i64, exponent: i32) -> bool {
    let (exact, mantissa) = (dyadic(x), i128::from(mantissa));
    if mantissa == 0 || exact.mantissa() == 0 {
        return mantissa == 0 && exact.mantissa() == 0;
    }
    // Both mantissas are at most 2^63 in magnitude, so that no shift within ±63 loses a bit, and numbers whose
    // exponents differ by more are not equal.
    let shift = i64::from(exponent) - i64::from(exact.exponent());
    match (u32::try_from(shift), u32::try_from(-shift)) {
        (Ok(left @ 0..=63), _) => mantissa << left == exact.mantissa(),
        (_, Ok(right @ 0..=63)) => exact.mantissa() << right == mantissa,
        _ => false,
    }
}

/// ⌊y/L + ½⌋ for L = 2^log2: the rounding of the mechanism K in the exact semantics, by its definition.
/// `None` beyond ±2^62.
//= THEORY 1.1 Rounding
#[must_use]
pub fn nearest(y: f64, log2: i32) -> Option<i128> {
    if !y.is_finite() {
        return None;
    }
    // t = y/L = mantissa·2^exponent with a mantissa below 2^53: where the exponent is below −60, |t| < ¼.
    let t = dyadic(y).scaled_by_power_of_two(log2.checked_neg()?).ok()?;
    match t.exponent() {
        ..-60 => Some(0),
        -60..10 => Some(t.plus(&Dyadic::new(1, -1)).ok()?.rounded_down().ok()?.mantissa()),
        _ => (t.mantissa() == 0).then_some(0),
    }
}

/// The same rounding for a fixed-point y = raw·2^-fraction: ⌊raw/2^s + ½⌋ with s = log2 + fraction, for 1 ≤ s
/// ≤ 100 and |raw| < 2^120.
#[must_use]
pub fn nearest_integer(raw: i128, s: u32) -> Option<i128> {
    let t = Dyadic::new(raw, s.cast_signed().checked_neg()?);
    // Aligned at exponent −s, ½ is 2^(s−1): the sum fits.
    Some(t.plus(&Dyadic::new(1, -1)).ok()?.rounded_down().ok()?.mantissa())
}

/// A noise that is given, not drawn, so that a statement can speak about every noise.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<X>(pub X);

impl<F: Format> Noise<F> for Drawn<F::Noise> {
    const ENTROPY_BYTES: usize = 1;

    fn of_bytes<E: Entropy>(&self, _: &[u8], _: &mut E) -> Result<F::Noise, Error> {
        Ok(self.0)
    }

    fn draw<E: Entropy>(&self, _: &mut E) -> Result<F::Noise, Error> {
        Ok(self.0)
    }
}

/// The entropy source beside a noise that is given. It always fails, so a statement in which it is asked for
/// bytes fails too.
#[derive(Clone, Copy, Debug)]
pub struct Unused;

impl Entropy for Unused {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), EntropyError> {
        Err(EntropyError)
    }
}

#[cfg(all(test, not(kani)))]
mod tests {
    use super::{dyadic, is_exactly};
    use kdelta_oracle::number::Dyadic;

    #[test]
    fn one_shift_is_the_general_comparison() {
        let floats = [0.0, 1.0, -1.5, 3e-320, 5e-324, 2f64.powi(63), -(2f64.powi(100)), 1e300];
        for x in floats {
            for mantissa in [i64::MIN, -3, -1, 0, 1, 3, 1 << 52, i64::MAX] {
                for exponent in -1140..1140 {
                    let general = dyadic(x) == Dyadic::new(mantissa.into(), exponent);
                    assert_eq!(is_exactly(x, mantissa, exponent), general, "{x} {mantissa} {exponent}");
                }
            }
        }
    }
}
