//! The whole release of an 8-bit mechanism: every entropy pattern, every answer, every output, every pair of
//! neighbours (paper 4.4, Mechanism 3 and the main theorem; THEORY 1.2, F13).
//!
//! The mechanism has words of 8 bits, of which 5 are the fraction, 8 bits of entropy and b = 1. Answers are
//! clamped to ±½, so that Δ = 1 covers all pairs and ε = 1; L = ½, and outputs are −2 to 2. The code is the
//! code that ships; only the entropy source is replaced by one that delivers a given byte. The mechanism
//! satisfies the hypotheses of THEORY 1.4, so Theorem A gives a finite ε′. The oracle computes it, and
//! `tests/release.rs` compares the constant below with it. All counts are exact, so the loss is too.

use crate::closeness::{delta, magnitude};
use kdelta_finite::{
    Entropy, EntropyError, Error, Fixed, Grid, Laplace, Mechanism, Midpoint, Range, Release, Scale, Window,
};
use kdelta_oracle::mechanism::{Release as Exactly, Rounding};
use kdelta_oracle::number::Dyadic;

/// Fraction bits.
pub const FRACTION: u32 = 5;
/// The largest answer, ½, in units of 2^-FRACTION.
pub const ANSWER: i64 = 16;
/// The largest output in steps of L.
pub const HIGH: i64 = 4;
/// log₂ L.
pub const LOG2_L: i32 = -1;
/// ⌊e^ε′·2^16⌋ for the oracle's ε′ of this mechanism.
pub const E_TO_EPSILON_PRIME: u64 = 375_095;
/// ⌊e^ε·2^16⌋ = ⌊e·2^16⌋.
pub const E_TO_EPSILON: u64 = 178_145;

type Word = Fixed<8, FRACTION>;

/// The mechanism.
///
/// # Errors
/// None, as the statements below assert.
pub fn mechanism() -> Result<Mechanism<Word, Laplace<Word, Midpoint<8>>>, Error> {
    let end = |raw| Word::from_raw(raw).ok_or(Error::Reversed);
    Mechanism::new(
        Range::new(end(-ANSWER)?, end(ANSWER)?)?,
        Laplace::new(Scale::at_least(1, 1)?)?,
        Window::new(Grid::new(LOG2_L)?, -HIGH, HIGH)?,
    )
}

/// Delivers this byte to every request for one byte, and fails for any other request.
struct Byte(u8);

impl Entropy for Byte {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let [byte] = bytes else { return Err(EntropyError) };
        *byte = self.0;
        Ok(())
    }
}

/// The output is one that the exact semantics allows within δ_n: a value whose cell, grown by δ_n, holds r +
/// n(u); or ∞ and r + n(u) is not in the window shrunk by δ_n.
//= THEORY 1.2 (A), (B)
pub fn output_is_allowed(raw: i64, z: u8) -> bool {
    allowed_within(raw, z, delta::<8, FRACTION>())
}

/// Control: the output is that of the exact semantics, as if δ_n were 0.
pub fn output_is_exact(raw: i64, z: u8) -> bool {
    allowed_within(raw, z, 0)
}

fn allowed_within(raw: i64, z: u8, delta: i128) -> bool {
    let (Ok(mechanism), Some(answer)) = (mechanism(), Word::from_raw(raw)) else { return false };
    let released = mechanism.release(answer, &mut Byte(z));
    assert!(released.is_ok());
    // Everything in units of 2^-80.
    let draw = Midpoint::<8>::from_bits(z.into());
    let Some((low, high)) = magnitude::<8>(draw.tail()) else { return false };
    let (low, high) = if kdelta_finite::Uniform::negative(draw) { (-high, -low) } else { (low, high) };
    let clamped = i128::from(raw.clamp(-ANSWER, ANSWER)) << (80 - FRACTION);
    let (low, high) = (clamped + low, clamped + high);
    let half_cell = 1i128 << 78;
    match released {
        Ok(Release::Value(value)) => {
            let value = i128::from(value.raw()) << (80 - FRACTION);
            assert!(value - half_cell - delta <= high && low <= value + half_cell + delta);
            true
        }
        _ => {
            let edge = i128::from(2 * HIGH + 1) * half_cell - delta;
            assert!(!(-edge <= low && high < edge));
            false
        }
    }
}

/// The rounding and truncation of the release is the oracle's K, applied to the exact sum of clamped answer
/// and noise.
//= THEORY 1.1 Rounding, F17
pub fn release_is_the_oracles_k(raw: i64, z: u8) -> bool {
    let (Ok(mechanism), Some(answer)) = (mechanism(), Word::from_raw(raw)) else { return false };
    let Ok(released) = mechanism.release(answer, &mut Byte(z)) else { return false };
    let noise = mechanism.noise().of(Midpoint::from_bits(z.into()));
    let sum = Dyadic::new(i128::from(raw.clamp(-ANSWER, ANSWER)) + noise, -FRACTION.cast_signed());
    let Ok(rounding) = Rounding::to_nearest(Dyadic::new(1, LOG2_L), -HIGH, HIGH) else { return false };
    let Ok(exactly) = rounding.round(&sum) else { return false };
    assert!(matches!(released, Release::Outside) == matches!(exactly, Exactly::Outside));
    if let (Release::Value(value), Exactly::Value(cell)) = (released, exactly) {
        assert!(value.raw() == (i64::from(cell) - HIGH) << 4);
    }
    true
}

/// How many of the 256 draws give output o: a value of −HIGH to HIGH steps, or ∞ for HIGH + 1.
pub(crate) fn count(raw: i64, output: i64) -> Option<u64> {
    let (mechanism, answer) = (mechanism().ok()?, Word::from_raw(raw)?);
    let mut count = 0;
    let mut z = 0u8;
    loop {
        let released = mechanism.release(answer, &mut Byte(z)).ok()?;
        let steps = if let Release::Value(value) = released { value.raw() >> 4 } else { HIGH + 1 };
        count += u64::from(steps == output);
        match z.checked_add(1) {
            Some(next) => z = next,
            None => return Some(count),
        }
    }
}

/// P₁(o) ≤ e^ε′·P₂(o) for the exact probabilities of output o under two answers.
//= THEORY 1.2 Theorem A, F13
pub fn loss_is_within(raw: i64, other: i64, output: i64, factor: u64) -> bool {
    let (Some(first), Some(second)) = (count(raw, output), count(other, output)) else { return false };
    assert!(first << 16 <= factor * second);
    first > 0
}

fn byte(given: &mut impl crate::Given) -> u8 {
    u8::try_from(given.bits(8)).unwrap_or(0)
}

statements! { "release":
    /// For every word and every entropy pattern the output is one that the exact semantics allows.
    holds output_is_allowed
        cites "THEORY 1.2 (A), (B); paper 4.4, Mechanism 3"
        unwind 14
        every "every 8-bit answer, every 8-bit entropy" of 1 << 16,
            |given| output_is_allowed(given.between(-128, 127), byte(given));

    /// Control: the output is the one of the exact noise, as if δ_n were 0.
    refuted output_is_exact
        cites "THEORY 1.2 (A), (B)"
        unwind 14
        every "every 8-bit answer, every 8-bit entropy" of 1 << 16,
            |given| output_is_exact(given.between(-128, 127), byte(given));

    /// The release is the oracle's K of the exact sum.
    holds_without_kani release_is_the_oracles_k
        cites "THEORY 1.1 Rounding, F17; paper 4.4, Mechanism 3"
        every "every 8-bit answer, every 8-bit entropy" of 1 << 16,
            |given| release_is_the_oracles_k(given.between(-128, 127), byte(given));

    /// The exact loss over all neighbours and outputs is within the ε′ of Theorem A.
    holds_without_kani loss_is_within_epsilon_prime
        cites "THEORY 1.2 Theorem A, 1.4, F13; paper 4.4, main theorem"
        every "every pair of answers, every output and ∞" of 33 * 33 * 10,
            |given| {
                let (raw, other) = (given.between(-ANSWER, ANSWER), given.between(-ANSWER, ANSWER));
                loss_is_within(raw, other, given.between(-HIGH, HIGH + 1), E_TO_EPSILON_PRIME)
            };

    /// Control: the exact loss is within ε itself.
    refuted_without_kani loss_is_within_epsilon
        cites "THEORY F3, F13; paper 1, 4.4"
        every "every pair of answers, every output and ∞" of 33 * 33 * 10,
            |given| {
                let (raw, other) = (given.between(-ANSWER, ANSWER), given.between(-ANSWER, ANSWER));
                loss_is_within(raw, other, given.between(-HIGH, HIGH + 1), E_TO_EPSILON)
            };
}
