//! Addition: r ⊕ x′ is one correctly rounded or exact addition. So it adds nothing to δ; it only moves the
//! edges of cells (THEORY F24).
//!
//! The paper adds real numbers (4.1, A₀) and does not discuss ⊕. Assumption here: `+` is the addition of IEEE
//! 754, rounded to nearest with ties to even, as it is on the processor and in Kani. Where ⊕ is a function of
//! the exact sum, adding and then rounding to the grid is again one fixed rounding of the exact sum. Only the
//! least length of its cells, L̃, enters the bound.
//!
//! In the statements about cells answer and noise are whole numbers of units of 2^-(p−9)·L and 2^-(p−5)·L, where p
//! is the precision of the format. So their exact sum is a whole number too, of more bits than the format has, and
//! the noise reaches below the last place of the answer.

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

/// A float format, whose noise is one of its numbers.
pub trait Float: Format<Noise = Self> {
    /// Its precision p.
    const PRECISION: i32;

    /// A number of the format that is given as an f64.
    fn of(number: f64) -> Self;
}

impl Float for f32 {
    const PRECISION: i32 = 24;

    fn of(number: f64) -> Self {
        to_f32(number)
    }
}

impl Float for f64 {
    const PRECISION: i32 = 53;

    fn of(number: f64) -> Self {
        number
    }
}

/// 2^exponent, for the exponents of normal f64.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::try_from(i64::from(exponent) + 1023).unwrap_or(0) << 52)
}

/// Answer, noise, log₂ L and the two ends of the window. Answer and noise are integers of less than p bits, in
/// units of 2^-(p−9)·L and of 2^-(p−5)·L.
#[derive(Clone, Copy, Debug)]
pub struct Addends {
    answer: i64,
    noise: i64,
    log2: i32,
    window: (i64, i64),
}

/// The exact sums that a cell [g − L/2, g + L/2) collects through ⊕ lie between g − L/2 − s and g + L/2, and
/// contain all from g − L/2 to g + L/2 − s, where s is [`Format::edge_shift`]: both ends move down by at most
/// s, so L̃ ≥ L − s.
//= THEORY F24
pub fn cells_lose_at_most_the_shift<F: Float>(addends: Addends) -> bool {
    cell_within::<F>(addends, |shift| shift)
}

/// Control: cells that keep their full length.
pub fn cells_lose_nothing<F: Float>(addends: Addends) -> bool {
    cell_within::<F>(addends, |_| 0)
}

/// Control: cells that lose half of the stated shift.
pub fn cells_lose_half_the_shift<F: Float>(addends: Addends) -> bool {
    cell_within::<F>(addends, |shift| shift / 2)
}

fn cell_within<F: Float>(addends: Addends, part: impl Fn(i128) -> i128) -> bool {
    let Addends { answer, noise, log2, window } = addends;
    let p = F::PRECISION;
    let Ok(grid) = Grid::new(log2) else { return false };
    let Ok(window) = Window::new(grid, window.0, window.1).and_then(Window::fitting::<F>) else {
        return false;
    };
    if answer.unsigned_abs() >> (p - 1) != 0 || noise.unsigned_abs() >> (p - 1) != 0 {
        return false;
    }
    let r = F::of(to_f64(answer) * power_of_two(log2 + 9 - p));
    let x = F::of(to_f64(noise) * power_of_two(log2 + 5 - p));
    let index = r.add_and_round(x, grid);
    if !window.contains(index) {
        return false;
    }
    // From here on in units of 2^-(p+2)·L. The exact sum:
    let sum = (i128::from(answer) << 11) + (i128::from(noise) << 7);
    // The edges g − L/2 and g + L/2 are (2·index ∓ 1)·L/2.
    let (low, high) = (i128::from(2 * index - 1) << (p + 1), i128::from(2 * index + 1) << (p + 1));
    // The least shift is that of the window {0}: 2^-(p+1)·L.
    let stated = F::edge_shift(window);
    let Ok(log2_shift) = u32::try_from(stated.exponent - log2 + p + 2) else { return false };
    let shift = part(i128::from(stated.mantissa) << log2_shift);
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

/// Any integers of less than p bits, any grid and any window that the format takes.
fn any_addends<F: Float>(given: &mut impl crate::Given) -> Addends {
    let limit = (1 << (F::PRECISION - 1)) - 1;
    let (answer, noise) = (given.between(-limit, limit), given.between(-limit, limit));
    let window = (given.between(-limit, limit), given.between(-limit, limit));
    Addends { answer, noise, log2: between(given, -100, 100), window }
}

/// Sums near the edges of all cells of one window: the answer is a multiple of half a cell, the noise a half cell
/// and up to 16 units more.
fn near_edges<F: Float>(given: &mut impl crate::Given) -> Addends {
    let log2 = match given.between(0, 2) {
        0 => -100,
        1 => -3,
        _ => 100,
    };
    let (answer, noise) = (given.between(-410, 410), given.between(-8, 8));
    let (answer, noise) = (answer << (F::PRECISION - 10), noise << (F::PRECISION - 6));
    Addends { answer, noise: noise + given.between(-16, 16), log2, window: (-40, 200) }
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

    /// Through ⊕ of f32 both edges of a cell move down by at most the stated shift s, so that its length is at
    /// least L̃ = L − s.
    holds cells_lose_at_most_the_shift_32
        cites "THEORY F24"
        unwind 2
        wide "every answer and noise of less than 24 bits in units of 2^-15·L and 2^-19·L, every window, every L",
            |given| cells_lose_at_most_the_shift::<f32>(any_addends::<f32>(given));
        every "answers at all multiples of L/2, noise within 16 units of one; three L" of 3 * 821 * 17 * 33,
            |given| cells_lose_at_most_the_shift::<f32>(near_edges::<f32>(given));

    /// Through ⊕ of f64 both edges of a cell move down by at most the stated shift s, so that its length is at
    /// least L̃ = L − s.
    holds cells_lose_at_most_the_shift_64
        cites "THEORY F24"
        unwind 2
        wide "every answer and noise of less than 53 bits in units of 2^-44·L and 2^-48·L, every window, every L",
            |given| cells_lose_at_most_the_shift::<f64>(any_addends::<f64>(given));
        every "answers at all multiples of L/2, noise within 16 units of one; three L" of 3 * 821 * 17 * 33,
            |given| cells_lose_at_most_the_shift::<f64>(near_edges::<f64>(given));

    /// Control: cells that keep the length L through ⊕.
    refuted cells_lose_nothing
        cites "THEORY F24"
        unwind 2
        wide "every answer and noise of less than 24 bits in units of 2^-15·L and 2^-19·L, every window, every L",
            |given| cells_lose_nothing::<f32>(any_addends::<f32>(given));
        every "answers at all multiples of L/2, noise within 16 units of one; three L" of 3 * 821 * 17 * 33,
            |given| cells_lose_nothing::<f32>(near_edges::<f32>(given));

    /// Control: a shift of half the stated size.
    refuted cells_lose_half_the_shift
        cites "THEORY F24"
        unwind 2
        wide "every answer and noise of less than 53 bits in units of 2^-44·L and 2^-48·L, every window, every L",
            |given| cells_lose_half_the_shift::<f64>(any_addends::<f64>(given));
        every "answers at all multiples of L/2, noise within 16 units of one; three L" of 3 * 821 * 17 * 33,
            |given| cells_lose_half_the_shift::<f64>(near_edges::<f64>(given));

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
