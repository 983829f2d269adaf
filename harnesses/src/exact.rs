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
    let exact = dyadic(x);
    if mantissa == 0 || exact.mantissa() == 0 {
        return mantissa == 0 && exact.mantissa() == 0;
    }
    // A float has 53 bits where it is not subnormal, so its exponent is the smaller one, by at most 63 for an
    // i64.
    match u32::try_from(i64::from(exponent) - i64::from(exact.exponent())) {
        Ok(shift @ 0..=63) => i128::from(mantissa) << shift == exact.mantissa(),
        _ => dyadic(x) == Dyadic::new(mantissa.into(), exponent),
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
