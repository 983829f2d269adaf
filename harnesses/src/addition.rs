//! Addition: r ⊕ x′ is one correctly rounded or exact addition. So it adds nothing to δ; it only moves the
//! edges of cells (THEORY F24).
//!
//! The paper adds real numbers (4.1, A₀) and does not discuss ⊕. Assumption here: `+` is the addition of IEEE
//! 754, rounded to nearest with ties to even, as it is on the processor and in Kani. Where ⊕ is a function of
//! the exact sum, adding and then rounding to the grid is again one fixed rounding of the exact sum. Only the
//! least length of its cells, L̃, enters the bound.

use crate::exact::nearest_integer;
use kdelta_finite::{Fixed, Format, Grid, Window};

/// The sum of two f32 is their exact sum, rounded once, hence a function of the exact sum. The statement
/// computes the exact sum in f64.
//= THEORY F24
pub fn sum_is_a_function_of_the_exact_sum(r: f32, x: f32) -> bool {
    let in_range = |y: f32| (LEAST..64.0).contains(&y.abs());
    if !(in_range(r) && in_range(x)) {
        return false;
    }
    // At most 6 + 1 + 43 bits: the sum in f64 is exact.
    let exact = f64::from(r) + f64::from(x);
    assert!(r + x == to_f32(exact));
    true
}

/// 2^-20.
const LEAST: f32 = 1.0 / 1_048_576.0;

#[expect(clippy::cast_possible_truncation, reason = "rounding to nearest is the meaning")]
fn to_f32(x: f64) -> f32 {
    x as f32
}

#[expect(clippy::cast_precision_loss, reason = "rounding to nearest is the meaning")]
fn to_f64(x: i64) -> f64 {
    x as f64
}

/// The sum of two f64 that are multiples of one unit, of at most 53 bits each, is their exact integer sum,
/// rounded once.
//= THEORY F24
pub fn wide_sum_is_a_function_of_the_exact_sum(a: i64, b: i64) -> bool {
    if a.unsigned_abs() > 1 << 53 || b.unsigned_abs() > 1 << 53 {
        return false;
    }
    // Both conversions on the left are exact, the one on the right rounds the exact sum to nearest.
    assert!(to_f64(a) + to_f64(b) == to_f64(a + b));
    (a + b).unsigned_abs() > 1 << 53
}

/// L = 2^-3, indices −40 to 200: edges up to 25.1, where the gap of f32 is 2^-19.
fn window() -> Option<Window> {
    Window::new(Grid::new(-3).ok()?, -40, 200).ok()
}

/// The exact sum of the answer a·2^-18 and the noise b·2^-22, in units of 2^-22, and the index that the
/// implementation gives it. Both are f32, as |a| and |b| are below 2^23; their sum, of up to 28 bits, need
/// not be.
fn rounded(a: i32, b: i32) -> Option<(i64, i64)> {
    let (r, x) = (to_f32(f64::from(a)) * TWO_TO_MINUS_18, to_f32(f64::from(b)) * TWO_TO_MINUS_22);
    Some(((i64::from(a) << 4) + i64::from(b), r.add_and_round(x, window()?.grid())))
}

const TWO_TO_MINUS_18: f32 = 1.0 / 262_144.0;
const TWO_TO_MINUS_22: f32 = 1.0 / 4_194_304.0;

/// The exact sums that a cell [g − L/2, g + L/2) collects through ⊕ lie between g − L/2 − s and g + L/2, and
/// contain all from g − L/2 to g + L/2 − s, where s is [`Format::edge_shift`]: both ends move down by at most
/// s, so L̃ ≥ L − s.
//= THEORY F24
pub fn cells_lose_at_most_the_shift(a: i32, b: i32) -> bool {
    cell_within(a, b, shift())
}

/// Control: cells that keep their full length.
pub fn cells_lose_nothing(a: i32, b: i32) -> bool {
    cell_within(a, b, 0)
}

/// Control: cells that lose half of the stated shift.
pub fn cells_lose_half_the_shift(a: i32, b: i32) -> bool {
    cell_within(a, b, shift() / 2)
}

/// The stated shift of this window in units of 2^-22: 4.
fn shift() -> i64 {
    let Some(term) = window().map(f32::edge_shift) else { return 0 };
    let log2 = u32::try_from(term.exponent + 22).unwrap_or(0);
    i64::try_from(term.mantissa << log2).unwrap_or(0)
}

fn cell_within(a: i32, b: i32, shift: i64) -> bool {
    let (Some(window), Some((sum, index))) = (window(), rounded(a, b)) else { return false };
    if !window.contains(index) {
        return false;
    }
    // The edges g − L/2 and g + L/2 are (2·index ∓ 1)·2^-4.
    let (low, high) = ((2 * index - 1) << 18, (2 * index + 1) << 18);
    // First inclusion, for this cell. It is also the second one, for its neighbours: as every sum belongs to
    // one cell, a sum from g − L/2 to g + L/2 − s can be in no other.
    assert!(low - shift <= sum && sum < high);
    true
}

/// ⌊sum·2^-32/L + ½⌋ for a sum of less than 90 bits in units of 2^-32, if L is not finer than that.
pub(crate) fn exact_index(sum: i128, log2: i32) -> Option<i128> {
    match u32::try_from(log2 + 32).ok()? {
        0 => Some(sum),
        shift @ 1..=100 => nearest_integer(sum, shift),
        _ => Some(0), // the sum is below 2^90, and half a step is 2^100 or more
    }
}

/// In fixed point the sum is exact: the index is the exact rounding of raw + noise, for every grid of the
/// format. So cells keep their length L.
//= THEORY F24
pub fn fixed_sum_is_exact(raw: i64, noise: i128, log2: i32) -> bool {
    type Word = Fixed<64, 32>;
    let (Some(answer), Ok(grid)) = (Word::from_raw(raw), Grid::new(log2)) else { return false };
    let Some(exact) = exact_index(i128::from(raw) + noise, log2) else { return false };
    let index = answer.add_and_round(noise, grid);
    // Beyond i64 the index is the end of i64 on its side: beyond every window.
    assert!(i128::from(index) == exact.clamp(i64::MIN.into(), i64::MAX.into()));
    true
}

fn between(given: &mut impl crate::Given, low: i64, high: i64) -> i32 {
    i32::try_from(given.between(low, high)).unwrap_or(0)
}

fn within(given: &mut impl crate::Given, limit: i64) -> i32 {
    between(given, -limit, limit)
}

/// Sums within 2^-22 to 2^-18 of the edges of all cells: a is a multiple of half a cell, b a half cell and up
/// to 16 units more.
fn near_edges(given: &mut impl crate::Given) -> (i32, i32) {
    (within(given, 410) << 14, (within(given, 8) << 18) + within(given, 16))
}

statements! { "addition":
    /// r ⊕ x in f32 is the exact sum rounded once, so a function of the exact sum.
    holds sum_is_a_function_of_the_exact_sum
        cites "THEORY F24; paper 4.1, Mechanism 1"
        unwind 2
        wide "every pair of f32 with 2^-20 ≤ |y| < 64",
            |given| {
                let (r, x) = (given.bits(32), given.bits(32));
                let float = |bits: u64| f32::from_bits(u32::try_from(bits).unwrap_or(0));
                sum_is_a_function_of_the_exact_sum(float(r), float(x))
            };
        every "pairs of 2 leading and 3 trailing bits, exponents −20 to 5" of (26 * 64) * (26 * 64),
            |given| {
                let mut float = || {
                    let (sign, exponent) = (given.bits(1), given.between(-20, 5) + 127);
                    let fraction = given.bits(2) << 21 | given.bits(3);
                    let bits = sign << 31 | exponent.cast_unsigned() << 23 | fraction;
                    f32::from_bits(u32::try_from(bits).unwrap_or(0))
                };
                sum_is_a_function_of_the_exact_sum(float(), float())
            };

    /// r ⊕ x in f64 is the exact sum rounded once, for all multiples of a unit up to 2^53 of it.
    holds wide_sum_is_a_function_of_the_exact_sum
        cites "THEORY F24; paper 4.1, Mechanism 1"
        unwind 2
        wide "one within 2^20 below 2^53, one within ±2^20: every sum that rounds next to 2^53",
            |given| wide_sum_is_a_function_of_the_exact_sum((1 << 53) - given.between(0, 1 << 20), given.between(-1 << 20, 1 << 20));
        every "pairs within 511 of 0 and of ±2^53" of (3 * 1023) * (3 * 1023),
            |given| {
                let mut number = || (given.between(-1, 1) << 53) + given.between(-511, 511);
                wide_sum_is_a_function_of_the_exact_sum(number(), number())
            };

    /// Through ⊕ both edges of a cell move down by at most the stated shift s, so that its length is at least
    /// L̃ = L − s.
    holds cells_lose_at_most_the_shift
        cites "THEORY F24"
        unwind 2
        wide "every answer a·2^-18 of 24 bits, every noise b·2^-22 of 24 bits",
            |given| cells_lose_at_most_the_shift(within(given, (1 << 23) - 1), within(given, (1 << 23) - 1));
        every "answers at all multiples of L/2, noise within 16 units of one" of 821 * 17 * 33,
            |given| { let (a, b) = near_edges(given); cells_lose_at_most_the_shift(a, b) };

    /// Control: cells that keep the length L through ⊕.
    refuted cells_lose_nothing
        cites "THEORY F24"
        unwind 2
        wide "every answer a·2^-18 of 24 bits, every noise b·2^-22 of 24 bits",
            |given| cells_lose_nothing(within(given, (1 << 23) - 1), within(given, (1 << 23) - 1));
        every "answers at all multiples of L/2, noise within 16 units of one" of 821 * 17 * 33,
            |given| { let (a, b) = near_edges(given); cells_lose_nothing(a, b) };

    /// Control: a shift of half the stated size.
    refuted cells_lose_half_the_shift
        cites "THEORY F24"
        unwind 2
        wide "every answer a·2^-18 of 24 bits, every noise b·2^-22 of 24 bits",
            |given| cells_lose_half_the_shift(within(given, (1 << 23) - 1), within(given, (1 << 23) - 1));
        every "answers at all multiples of L/2, noise within 16 units of one" of 821 * 17 * 33,
            |given| { let (a, b) = near_edges(given); cells_lose_half_the_shift(a, b) };

    /// In fixed point the sum is exact and the index its exact rounding, for every grid: cells keep L.
    holds fixed_sum_is_exact
        cites "THEORY F24; paper 4.1, Mechanism 1"
        unwind 2
        wide "every 64-bit word, every noise of 89 bits, every L that the format takes: 2^-32 to 2^100",
            |given| {
                let noise = i128::from(given.word()) << 25 | i128::from(given.bits(25));
                fixed_sum_is_exact(given.word(), noise, between(given, -32, 100))
            };
        every "answer and noise of 8 bits, L = 2^-32 to 2^100" of 256 * 256 * 133,
            |given| {
                let (raw, noise) = (given.between(-128, 127), given.between(-128, 127));
                fixed_sum_is_exact(raw, noise.into(), between(given, -32, 100))
            };
}
