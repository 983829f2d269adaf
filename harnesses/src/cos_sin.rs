//! The angle of planar noise: octants, cosine and sine, and the generator of the direction (THEORY F6, F19;
//! paper 6).
//!
//! [`cos_sin`] reduces a word to its octant, exactly, and evaluates two polynomials there. The chain of
//! statements:
//!
//! 1. the reduction is exact, and the same for all eight reflections of a turn (every word);
//! 2. no step of the polynomials underflows (every word);
//! 3. cosine and sine are within their ledger of the oracle's enclosures, and the reflections are exact,
//!    where all turns can be named;
//! 4. so the direction is near a unit vector. It is not one, as the control shows: a planar n′ has no
//!    Condition 2 (F19), it has (iv);
//! 5. the angle that is drawn is the middle of its cell: its bias is δ_v (every word).
//!
//! The polynomials multiply, which a model checker does with constants only ([`case_by_case`]): 3 and 4 speak
//! of a few turns there, and of more in the test. For every word they are a theorem of Coq,
//! `cos_sin_certified` in `proofs/coq/CosSinKernel.v`.

use crate::directions;
use crate::given::case_by_case;
use crate::shift_add::bound;
use kdelta_finite::cos_sin::{LEDGER_COS_SIN, cos_sin, fold, step};
use kdelta_finite::ledger::Unit;
use kdelta_finite::planar::Angle;
use kdelta_finite::{Entropy, EntropyError};

/// A quarter of a turn.
const QUARTER: u64 = 1 << 62;

/// The octant's angle is the distance from the turn to the nearest multiple of a quarter turn, exactly; at
/// most an eighth.
//= THEORY F6
pub fn fold_is_exact(turn: u64) -> bool {
    let y = fold(turn);
    assert!(y <= QUARTER / 2);
    // The nearest quarter, halves up or down: octants 1 and 2 belong to quarter 1, and so on.
    let quarter = ((turn >> 61) + 1) >> 1 & 3;
    let offset = turn.wrapping_sub(quarter << 62).cast_signed();
    assert!(offset.unsigned_abs() == y);
    y > 0
}

/// Control: the octant's angle without the reflection of odd octants.
pub fn fold_without_reflection(turn: u64) -> bool {
    assert!(fold(turn) == turn & (QUARTER - 1));
    true
}

/// The same angle for turn, −turn, ¼ − turn and ¼ + turn, which generate all eight reflections.
//= THEORY F6
pub fn reflections_share_the_octant(turn: u64) -> bool {
    let y = fold(turn);
    assert!(fold(turn.wrapping_neg()) == y);
    assert!(fold(QUARTER.wrapping_sub(turn)) == y);
    assert!(fold(QUARTER.wrapping_add(turn)) == y);
    true
}

/// Cosine and sine of the reflected turns, bit for bit.
//= THEORY F6
pub fn reflections_are_exact(turn: u64) -> bool {
    let (c, s) = cos_sin(turn);
    assert!(cos_sin(turn.wrapping_neg()) == (c, -s));
    assert!(cos_sin(QUARTER.wrapping_sub(turn)) == (s, c));
    assert!(cos_sin(QUARTER.wrapping_add(turn)) == (-s, c));
    c != s
}

/// A step of the polynomials loses less than 2^60 of a coefficient of at least 2^63, for every shift from 4
/// on.
pub fn step_does_not_underflow(coefficient: u64, z: u64, inner: u64, s: u32) -> bool {
    if coefficient < 1 << 63 || !(4..64).contains(&s) {
        return false;
    }
    let next = step(coefficient, z, inner, s);
    assert!(next <= coefficient && coefficient - next < 1 << 60);
    next < coefficient
}

/// Control: it loses less than 2^60 for every shift from 3 on.
pub fn step_loses_less(coefficient: u64, z: u64, inner: u64, s: u32) -> bool {
    if coefficient < 1 << 63 || !(3..64).contains(&s) {
        return false;
    }
    assert!(coefficient - step(coefficient, z, inner, s) < 1 << 60);
    true
}

/// Enclosures of cos and sin of 2π·j/2^10, in units of 2^-80.
#[must_use]
pub fn exact_direction(j: u64) -> Option<[(i128, i128); 2]> {
    let (quadrant, k) = (j >> 8 & 3, usize::try_from(j & 255).ok()?);
    let at = |k: usize| {
        let floor = directions::COS_10.get(k)?.cast_signed();
        Some((floor, floor + 1))
    };
    let minus = |(low, high): (i128, i128)| (-high, -low);
    let (c, s) = (at(k)?, at(256 - k)?);
    Some(match quadrant {
        0 => [c, s],
        1 => [minus(s), c],
        2 => [minus(c), minus(s)],
        _ => [s, minus(c)],
    })
}

/// |computed − exact| ≤ limit in both coordinates, in units of 2^-80.
fn within(j: u64, limit: i128) -> bool {
    let Some([cos, sin]) = exact_direction(j) else { return false };
    let (c, s) = cos_sin(j << 54);
    for (computed, (low, high)) in [(c, cos), (s, sin)] {
        let computed = i128::from(computed) << (80 - 62);
        assert!(computed - low <= limit && high - computed <= limit);
    }
    true
}

/// Both coordinates are within the ledger of the oracle's enclosures.
//= THEORY F6, 1.3 (iii)
pub fn direction_is_close_10(j: u64) -> bool {
    within(j, bound(&LEDGER_COS_SIN, Unit::One))
}

/// Control: both coordinates are within half of the ledger.
pub fn direction_is_closer_10(j: u64) -> bool {
    within(j, bound(&LEDGER_COS_SIN, Unit::One) / 2)
}

/// |cos² + sin² − 1| ≤ 2√2·τ + 2τ² for τ the ledger: with √2 < 1449/1024 below 2^-59.6.
//= THEORY F19
pub fn direction_is_near_a_unit(turn: u64) -> bool {
    let tau = bound(&LEDGER_COS_SIN, Unit::One); // in units of 2^-80
    let limit = (2 * tau * 1449 / 1024 + 2) << (124 - 80); // and 2τ² is below 2^-80
    assert!((squared_length(turn) - (1 << 124)).abs() <= limit);
    true
}

/// Control: the direction is a unit vector exactly.
pub fn direction_is_a_unit(turn: u64) -> bool {
    assert!(squared_length(turn) == 1 << 124);
    true
}

fn squared_length(turn: u64) -> i128 {
    let (c, s) = cos_sin(turn);
    i128::from(c) * i128::from(c) + i128::from(s) * i128::from(s)
}

/// The turn of draw j is the middle of the j-th of 2^BITS equal cells: both ends of the cell are δ_v away.
//= THEORY F6
pub fn angle_is_the_middle<const BITS: u32>(j: u64) -> bool {
    let turn = u128::from(Angle::<BITS>::from_bits(j).turn());
    let cell = u128::from(j & (u64::MAX >> (64 - BITS))) << (64 - BITS);
    let bias = 1u128 << (64 + Angle::<BITS>::BIAS.log2);
    assert!(turn - cell == bias && cell + (1 << (64 - BITS)) - turn == bias);
    true
}

/// Delivers the low bytes of a word, and counts the requests and the bytes.
struct Counting {
    word: u64,
    asked: usize,
    bytes: usize,
}

impl Entropy for Counting {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.asked += 1;
        self.bytes += bytes.len();
        for (to, from) in bytes.iter_mut().zip(self.word.to_le_bytes()) {
            *to = from;
        }
        Ok(())
    }
}

/// A draw asks once for exactly its number of bytes, and is what they encode.
pub fn entropy_use_of_angle<const BITS: u32>(word: u64) -> bool {
    let mut entropy = Counting { word, asked: 0, bytes: 0 };
    let drawn = Angle::<BITS>::draw(&mut entropy);
    assert!(drawn == Ok(Angle::from_bits(word)) && drawn == Ok(Angle::from_bytes(&word.to_le_bytes())));
    assert!(entropy.asked == 1 && entropy.bytes == Angle::<BITS>::ENTROPY_BYTES);
    true
}

/// 10 bits at any position of a word.
fn sparse(given: &mut impl crate::Given) -> u64 {
    let position = u32::try_from(given.between(0, 54)).unwrap_or(0);
    given.bits(10) << position
}

fn shift(given: &mut impl crate::Given) -> u32 {
    u32::try_from(given.between(3, 63)).unwrap_or(3)
}

/// A step with few bits at the top of each operand, and the largest operands.
fn large_step(given: &mut impl crate::Given, body: fn(u64, u64, u64, u32) -> bool) -> bool {
    let (z, inner) = (u64::MAX << given.between(0, 63), u64::MAX << given.between(0, 63));
    body(given.bits(2) << 62, z, inner, shift(given))
}

statements! { "cos_sin":
    /// The octant's angle is the exact distance to the nearest quarter turn, at most an eighth.
    holds fold_is_exact
        cites "THEORY F6; paper 6"
        unwind 2
        wide "every turn", |given| fold_is_exact(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| fold_is_exact(sparse(given));

    /// Control: without the reflection of odd octants.
    refuted fold_without_reflection
        cites "THEORY F6"
        unwind 2
        wide "every turn", |given| fold_without_reflection(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| fold_without_reflection(sparse(given));

    /// A turn and its reflections have the same angle in their octants.
    holds reflections_share_the_octant
        cites "THEORY F6; paper 6"
        unwind 2
        wide "every turn", |given| reflections_share_the_octant(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| reflections_share_the_octant(sparse(given));

    /// Cosine and sine of reflected turns are exchanged and negated, bit for bit.
    holds reflections_are_exact
        cites "THEORY F6; paper 6"
        unwind 10
        wide "every turn of 3 leading bits", |given| case_by_case(8, given.bits(3), |j| reflections_are_exact(j << 61));
        every "10 bits at any position" of 55 * 1024, |given| reflections_are_exact(sparse(given));

    /// A step of the polynomials loses less than 2^60, so it does not underflow.
    holds step_does_not_underflow
        cites "THEORY 1.3 (iii)"
        unwind 2
        wide "every coefficient, every pair of factors, every shift",
            |given| step_does_not_underflow(given.bits(64), given.bits(64), given.bits(64), shift(given));
        every "leading ones of every length in both factors, every shift" of 64 * 64 * 4 * 61,
            |given| large_step(given, step_does_not_underflow);

    /// Control: also for a shift by 3.
    refuted step_loses_less
        cites "THEORY 1.3 (iii)"
        unwind 2
        wide "every coefficient, every pair of factors, every shift",
            |given| step_loses_less(given.bits(64), given.bits(64), given.bits(64), shift(given));
        every "leading ones of every length in both factors, every shift" of 64 * 64 * 4 * 61,
            |given| large_step(given, step_loses_less);

    /// Cosine and sine are within the ledger of the oracle's enclosures.
    holds direction_is_close_10
        cites "THEORY F6, 1.3 (iii); paper 6"
        unwind 18
        wide "the angles of 4 bits in the first quarter",
            |given| case_by_case(4, given.bits(2), |j| direction_is_close_10((2 * j + 1) << 5));
        every "every turn of 10 leading bits" of 1024, |given| direction_is_close_10(given.bits(10));

    /// Control: half of the ledger.
    refuted direction_is_closer_10
        cites "THEORY 1.3 (iii)"
        unwind 18
        wide "the first four turns of 5 leading bits",
            |given| case_by_case(4, given.bits(2), |j| direction_is_closer_10(j << 5));
        every "every turn of 10 leading bits" of 1024, |given| direction_is_closer_10(given.bits(10));

    /// cos² + sin² is 1 up to what the ledger allows.
    holds direction_is_near_a_unit
        cites "THEORY F19; paper 6"
        unwind 18
        wide "every angle of 4 bits", |given| case_by_case(16, given.bits(4), |j| direction_is_near_a_unit((2 * j + 1) << 59));
        every "10 bits at any position" of 55 * 1024, |given| direction_is_near_a_unit(sparse(given));

    /// Control: cos² + sin² is 1.
    refuted direction_is_a_unit
        cites "THEORY F19, CE7"
        unwind 18
        wide "the first four turns of 5 leading bits", |given| case_by_case(4, given.bits(2), |j| direction_is_a_unit(j << 59));
        every "10 bits at any position" of 55 * 1024, |given| direction_is_a_unit(sparse(given));

    /// The angle of a draw of 63 bits is the middle of its cell, δ_v from both ends.
    holds angle_is_the_middle_63
        cites "THEORY F6; paper 6"
        unwind 2
        wide "every word", |given| angle_is_the_middle::<63>(given.bits(64));
        every "10 bits at any position" of 55 * 1024, |given| angle_is_the_middle::<63>(sparse(given));

    /// The same for 9 bits.
    holds angle_is_the_middle_9
        cites "THEORY F6; paper 6"
        unwind 2
        wide "every word", |given| angle_is_the_middle::<9>(given.bits(64));
        every "all 2^16 words" of 1 << 16, |given| angle_is_the_middle::<9>(given.bits(16));

    /// A draw of the angle asks once for exactly its bytes and is what they encode.
    holds entropy_use_of_angle
        cites "THEORY F6"
        unwind 10
        wide "every word, 63 bits", |given| entropy_use_of_angle::<63>(given.bits(64));
        every "all 2^16 words, 9 bits" of 1 << 16, |given| entropy_use_of_angle::<9>(given.bits(16));
}
