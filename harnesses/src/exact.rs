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

/// ⌊y/L + ½⌋ for L = 2^log2, by the definition: the rounding of K in the exact semantics. `None` beyond ±2^62.
//= THEORY 1.1 Rounding
#[must_use]
pub fn nearest(y: f64, log2: i32) -> Option<i128> {
    if !y.is_finite() {
        return None;
    }
    let t = dyadic(y).scaled_by_power_of_two(log2.checked_neg()?).ok()?;
    if t.magnitude().ok()? < Dyadic::new(1, -2) {
        return Some(0); // within ±¼: no alignment of far exponents is needed
    }
    if t.magnitude().ok()? >= Dyadic::new(1, 62) {
        return None;
    }
    Some(t.plus(&Dyadic::new(1, -1)).ok()?.rounded_down().ok()?.mantissa())
}

/// The same for y = raw·2^-fraction: ⌊raw/2^s + ½⌋ with s = log2 + fraction, 1 ≤ s ≤ 100 and |raw| < 2^120.
#[must_use]
pub fn nearest_integer(raw: i128, s: u32) -> Option<i128> {
    let t = Dyadic::new(raw, s.cast_signed().checked_neg()?);
    // Aligned at exponent −s, ½ is 2^(s−1): the sum fits.
    Some(t.plus(&Dyadic::new(1, -1)).ok()?.rounded_down().ok()?.mantissa())
}

/// A noise that was drawn already, so that a statement can speak about every noise at once.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<X>(pub X);

impl<F: Format> Noise<F> for Drawn<F::Noise> {
    const ENTROPY_BYTES: usize = 1;

    fn of_bytes(&self, _: &[u8]) -> F::Noise {
        self.0
    }

    fn draw<E: Entropy>(&self, _: &mut E) -> Result<F::Noise, Error> {
        Ok(self.0)
    }
}

/// An entropy source that nobody asks.
#[derive(Clone, Copy, Debug)]
pub struct Unused;

impl Entropy for Unused {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), EntropyError> {
        Err(EntropyError)
    }
}
