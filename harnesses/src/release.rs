//! The whole release of an 8-bit mechanism: every entropy pattern, every answer, every output, every pair of
//! neighbours (paper 4.4, Mechanism 3 and the main theorem; THEORY 1.2, F13).
//!
//! The mechanism has words of 8 bits, of which 5 are the fraction, 8 bits of entropy and b = 1. Answers are
//! clamped to ±½, so that Δ = 1 covers all pairs and ε = 1; L = ½, and outputs are −2 to 2. The code is the
//! code that ships; only the entropy source is replaced by one that delivers a given byte. The mechanism
//! satisfies the hypotheses of THEORY 1.4, so Theorem A gives a finite ε′. The oracle computes it, and
//! `tests/release.rs` compares the constant below with it. All counts are exact, so the loss is too.
//!
//! What each output may be is also stated for words of 32 bits and draws of 12 bits, on several grids.

use crate::closeness::{delta, magnitude};
use crate::truncation::Setting;
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

/// Delivers these bytes to every request for two bytes, and fails for any other request.
struct TwoBytes([u8; 2]);

impl Entropy for TwoBytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let [first, second] = bytes else { return Err(EntropyError) };
        [*first, *second] = self.0;
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
    let Ok(released) = released else { return false };
    let Some(sum) = exact_sum::<8, FRACTION>(raw.clamp(-ANSWER, ANSWER), z.into()) else { return false };
    is_allowed(released, sum, LOG2_L, (-HIGH, HIGH), delta)
}

/// The same for words of 32 bits, of which 24 are the fraction, and draws of 12 bits, in a setting that is given.
//= THEORY 1.2 (A), (B)
pub fn output_is_allowed_12(setting: Setting<Fixed<32, 24>>, raw: i64, z: u16) -> bool {
    let noise = Scale::at_least(1, 1).and_then(Laplace::<Fixed<32, 24>, Midpoint<12>>::new);
    let (Ok(mechanism), Some(answer)) = (noise.and_then(|noise| setting.with(noise)), Fixed::from_raw(raw))
    else {
        return false;
    };
    let released = mechanism.release(answer, &mut TwoBytes(z.to_le_bytes()));
    assert!(released.is_ok());
    let Ok(released) = released else { return false };
    let clamped = raw.clamp(setting.answers.0.raw(), setting.answers.1.raw());
    let Some(sum) = exact_sum::<12, 24>(clamped, z.into()) else { return false };
    is_allowed(released, sum, setting.log2, setting.window, delta::<12, 24>())
}

/// An enclosure of r + n(u) for the answer r = raw·2^-FRAC and the midpoint u of cell z, in units of 2^-80.
fn exact_sum<const BITS: u32, const FRAC: u32>(raw: i64, z: u64) -> Option<(i128, i128)> {
    let draw = Midpoint::<BITS>::from_bits(z);
    let (low, high) = magnitude::<BITS>(draw.tail())?;
    let (low, high) = if kdelta_finite::Uniform::negative(draw) { (-high, -low) } else { (low, high) };
    let answer = i128::from(raw) << (80 - FRAC);
    Some((answer + low, answer + high))
}

/// Whether an exact sum in this enclosure, moved by at most δ, gives that output; asserts it, and returns
/// whether the output is a value.
fn is_allowed<const BITS: u32, const FRAC: u32>(
    released: Release<Fixed<BITS, FRAC>>,
    (low, high): (i128, i128),
    log2: i32,
    window: (i64, i64),
    delta: i128,
) -> bool {
    let half_cell = 1i128 << (79 + log2);
    if let Release::Value(value) = released {
        let value = i128::from(value.raw()) << (80 - FRAC);
        assert!(value - half_cell - delta <= high && low <= value + half_cell + delta);
        return true;
    }
    let edge = |odd: i64| i128::from(odd) << (79 + log2);
    let (first, last) = (edge(2 * window.0 - 1) + delta, edge(2 * window.1 + 1) - delta);
    assert!(!(first <= low && high < last));
    false
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

/// Any window of words of 32 bits with 24 fraction bits and L = 2^-3; answers are not clamped.
fn any_window(given: &mut impl crate::Given) -> Setting<Fixed<32, 24>> {
    let window = (given.between(-1024, 1024), given.between(-1024, 1024));
    Setting { answers: (Fixed::MIN, Fixed::MAX), log2: -3, window }
}

/// Three grids, each with a narrow window and the widest one of the format, and answers of up to ±2 or any.
fn some_setting(given: &mut impl crate::Given) -> Setting<Fixed<32, 24>> {
    let log2 = [-24, -3, 1].get(usize::try_from(given.between(0, 2)).unwrap_or(0)).copied().unwrap_or(0);
    let widest = (1 << (7 - log2)) - 1;
    let window = if given.bits(1) == 0 { (-2, 3) } else { (-widest, widest) };
    let end = |raw| Fixed::from_raw(raw).unwrap_or(Fixed::MAX);
    let answers = if given.bits(1) == 0 { (end(-2 << 24), end(2 << 24)) } else { (Fixed::MIN, Fixed::MAX) };
    Setting { answers, log2, window }
}

fn draw_12(given: &mut impl crate::Given) -> u16 {
    u16::try_from(given.bits(12)).unwrap_or(0)
}

statements! { "release":
    /// For every word and every entropy pattern the output is one that the exact semantics allows.
    holds output_is_allowed
        cites "THEORY 1.2 (A), (B); paper 4.4, Mechanism 3"
        unwind 14
        every "every 8-bit answer, every 8-bit entropy" of 1 << 16,
            |given| output_is_allowed(given.between(-128, 127), byte(given));

    /// For every word of 32 bits and every draw of 12 bits the output is one that the exact semantics allows.
    holds output_is_allowed_12
        cites "THEORY 1.2 (A), (B); paper 4.4, Mechanism 3"
        unwind 14
        wide "every 32-bit answer, every 12-bit draw; every window of L = 2^-3",
            |given| output_is_allowed_12(any_window(given), given.between(-1 << 31, (1 << 31) - 1), draw_12(given));
        every "65 answers from −128 to 128 less 2^-24, every 12-bit draw; three L, two windows, two ranges" of 12 * 65 * 4096,
            |given| {
                let (setting, raw) = (some_setting(given), given.between(-32, 32));
                output_is_allowed_12(setting, (raw << 26).min((1 << 31) - 1), draw_12(given))
            };

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
