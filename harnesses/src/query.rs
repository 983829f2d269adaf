//! The query: answers whose finite sensitivity is known exactly (paper 3.3, Δ_{f′} ≤ Δ_f + 2δ_f; THEORY F14,
//! F26).
//!
//! Each element by itself becomes a whole number of grid steps between two bounds, and whole numbers are
//! added exactly. So the sum does not depend on order or grouping, and its sensitivity is that of one
//! element. Elements are any f64 or any i64, bounds any that the code admits.

use crate::exact::{is_exactly, nearest};
use kdelta_finite::{BoundedSum, Fixed, Format, Grid, Range, Steps};

/// Elements between −100 and 90 steps of L = 2^-3.
fn bounded() -> Option<BoundedSum> {
    BoundedSum::new(Grid::new(-3).ok()?, -100, 90).ok()
}

/// An element becomes the nearest grid index, halves up, clamped to the bounds; it is an error exactly for
/// NaN.
//= THEORY F26
pub fn quantised_exactly(x: f64, log2: i32, low: i64, high: i64) -> bool {
    let bounded = Grid::new(log2).and_then(|grid| BoundedSum::new(grid, low, high));
    let Ok(bounded) = bounded else { return false };
    let quantised = bounded.quantise(x);
    assert!(quantised.is_err() == x.is_nan());
    let Ok(q) = quantised else { return false };
    let Some(exact) = nearest(x, log2) else {
        // Infinite, or x/L at least 2^62 in magnitude: beyond every bound on the side of x.
        assert!(q == if x < 0.0 { low } else { high });
        return false;
    };
    assert!(i128::from(q) == exact.clamp(low.into(), high.into()));
    low < q && q < high
}

/// The sum of three elements is the sum of their indices, in every order.
//= THEORY F14
pub fn sum_is_exact_in_every_order(a: f64, b: f64, c: f64) -> bool {
    let Some(bounded) = bounded() else { return false };
    let (Ok(x), Ok(y), Ok(z)) = (bounded.quantise(a), bounded.quantise(b), bounded.quantise(c)) else {
        assert!(bounded.sum([a, b, c]).is_err());
        return false;
    };
    let exact = Steps::new(i128::from(x) + i128::from(y) + i128::from(z), bounded.grid());
    assert!(bounded.sum([a, b, c]) == Ok(exact));
    assert!(bounded.sum([c, a, b]) == Ok(exact) && bounded.sum([b, a, c]) == Ok(exact));
    true
}

/// Replacing one of two elements changes the sum by at most high − low steps, adding one by at most
/// max(|low|, |high|): for all bounds.
//= THEORY F14
pub fn sensitivity_is_exact(data: [i64; 2], replaced: i64, low: i64, high: i64) -> bool {
    let Ok(bounded) = BoundedSum::new(Grid::UNIT, low, high) else { return false };
    moves_within(&bounded, data, replaced, bounded.sensitivity_replace(), bounded.sensitivity_add_remove())
}

/// Control: one step less for a replacement.
pub fn sensitivity_is_less(data: [i64; 2], replaced: i64, low: i64, high: i64) -> bool {
    let Ok(bounded) = BoundedSum::new(Grid::UNIT, low, high) else { return false };
    let less = Steps::new((bounded.sensitivity_replace().count() - 1).max(0), bounded.grid());
    moves_within(&bounded, data, replaced, less, bounded.sensitivity_add_remove())
}

fn moves_within(bounded: &BoundedSum, [a, b]: [i64; 2], replaced: i64, replace: Steps, add: Steps) -> bool {
    let sum = bounded.sum_steps([a, b]).count();
    let moved = (sum - bounded.sum_steps([a, replaced]).count()).abs();
    assert!(moved <= replace.count());
    assert!((sum - bounded.sum_steps([a]).count()).abs() <= add.count());
    moved == replace.count()
}

/// The mean is within half a step of the exact mean, and replacing one of three elements moves it by at most
/// ⌈(high − low)/3⌉ steps.
//= THEORY F14
pub fn mean_is_near_and_stable(data: [f64; 3], replaced: f64) -> bool {
    let Some(bounded) = bounded() else { return false };
    let [a, b, c] = data;
    let (mean, moved, sum) =
        (bounded.mean([a, b, c], 3), bounded.mean([a, b, replaced], 3), bounded.sum([a, b, c]));
    let clean = !(a.is_nan() || b.is_nan() || c.is_nan() || replaced.is_nan());
    assert!(!clean || (mean.is_ok() && moved.is_ok() && sum.is_ok()), "only NaN is refused");
    let (Ok(mean), Ok(moved), Ok(sum)) = (mean, moved, sum) else { return false };
    let (mean, moved, sum) = (mean.count(), moved.count(), sum.count());
    // |mean − sum/3| ≤ ½.
    assert!((6 * mean - 2 * sum).abs() <= 3);
    let Some(sensitivity) = bounded.sensitivity_mean(3) else { return false };
    assert!((mean - moved).abs() <= sensitivity.count());
    true
}

/// A sum becomes an answer of the format exactly, clamped to what the format holds.
//= THEORY F26
pub fn answer_is_exact(steps: i128, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let answer = Steps::new(steps, grid).answer::<f64>();
    assert!(answer.is_ok(), "no sum is refused");
    let Ok(answer) = answer else { return false };
    let limit = (1i128 << 51) - 1;
    assert!(is_exactly(answer, i64::try_from(steps.clamp(-limit, limit)).unwrap_or(0), log2));
    true
}

/// Clamping into the answer range gives a number of the range, and distances do not grow.
//= THEORY F26
pub fn clamping_is_lipschitz(x: i64, y: i64, low: i64, high: i64) -> bool {
    type Word = Fixed<64, 32>;
    let (Some(low), Some(high)) = (Word::from_raw(low), Word::from_raw(high)) else { return false };
    let Ok(range) = Range::new(low, high) else { return false };
    let clamped = |raw| Word::from_raw(raw).and_then(|word| range.clamp(word).ok());
    let (Some(a), Some(b)) = (clamped(x), clamped(y)) else { return false };
    assert!(low <= a && a <= high);
    assert!(a.raw().abs_diff(b.raw()) <= x.abs_diff(y));
    a != b
}

/// Clamping a float is an error exactly for NaN, gives the number of the range that is nearest to it, and keeps
/// order. So distances do not grow: going to the nearest number of an interval never increases one.
//= THEORY F26
pub fn float_clamping_is_to_the_nearest<F: Format>(x: F, y: F, low: F, high: F) -> bool {
    let Ok(range) = Range::new(low, high) else { return false };
    assert!(range.clamp(x).is_err() == x.is_nan());
    let (Ok(a), Ok(b)) = (range.clamp(x), range.clamp(y)) else { return false };
    let nearest = if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    };
    assert!(low <= a && a <= high && a == nearest);
    assert!(x > y || a <= b);
    true
}

/// log₂ L for any grid.
fn log2(given: &mut impl crate::Given) -> i32 {
    i32::try_from(given.between(-100, 100)).unwrap_or(0)
}

/// log₂ L for three grids, the finest and the coarsest among them.
fn some_log2(given: &mut impl crate::Given) -> i32 {
    match given.between(0, 2) {
        0 => -100,
        1 => -3,
        _ => 100,
    }
}

/// An f64 or NaN: any sign, zero or exponents −2 to 2 with two bits.
fn few_floats(given: &mut impl crate::Given) -> f64 {
    match given.between(0, 3) {
        0 => f64::NAN,
        1 => f64::NEG_INFINITY,
        2 => 0.0,
        _ => given.sparse(-1, 1, 1, 1),
    }
}

fn few(given: &mut impl crate::Given) -> f64 {
    f64::from(i32::try_from(given.between(-240, 240)).unwrap_or(0)) / 16.0
}

fn fewer(given: &mut impl crate::Given) -> f64 {
    f64::from(i32::try_from(given.between(-15, 15)).unwrap_or(0)) * 15.0 / 16.0
}

/// An integer of twelve bits. On wider words a solver takes long to see that (a + b) − (a + c) is b − c.
fn word(given: &mut impl crate::Given) -> i64 {
    given.between(-2048, 2047)
}

fn small(given: &mut impl crate::Given) -> i64 {
    given.between(-7, 7)
}

statements! { "query":
    /// One element becomes the nearest grid index, halves up, clamped to the bounds; an error exactly for
    /// NaN.
    holds quantised_exactly
        cites "THEORY F26; paper 3.3"
        unwind 2
        wide "every f64, every L, every pair of bounds",
            |given| quantised_exactly(given.float(), log2(given), given.word(), given.word());
        every "x/L of 7 leading and 3 trailing bits, exponents −10 to 62; three L, two pairs of bounds" of 6 * 73 * 2048,
            |given| {
                let log2 = some_log2(given);
                let (low, high) = if given.bits(1) == 0 { (-100, 90) } else { (-1 << 61, 1 << 61) };
                let x = given.sparse(i64::from(log2) - 10, i64::from(log2) + 62, 7, 3);
                quantised_exactly(x, log2, low, high)
            };

    /// A sum of three elements is exact and does not depend on their order.
    holds sum_is_exact_in_every_order
        cites "THEORY F14; paper 3.3"
        unwind 5
        wide "pairs of multiples of 15/16 up to ±15, beside 7/16", |given| sum_is_exact_in_every_order(fewer(given), 0.4375, fewer(given));
        every "triples of multiples of L/2 up to ±15, each 16th of them" of 31 * 31 * 481,
            |given| { let (a, b) = (fewer(given), fewer(given)); sum_is_exact_in_every_order(a, few(given), b) };

    /// Replacing and adding one element moves a sum by at most the stated sensitivities, for all bounds.
    holds sensitivity_is_exact
        cites "THEORY F14; paper 3.3"
        unwind 5
        wide "every three of 12 bits, every pair of bounds of 12 bits",
            |given| {
                let data = [word(given), word(given)];
                sensitivity_is_exact(data, word(given), word(given), word(given))
            };
        every "elements and bounds within ±7" of 759_375,
            |given| {
                let data = [small(given), small(given)];
                sensitivity_is_exact(data, small(given), small(given), small(given))
            };

    /// Control: a sensitivity one step smaller.
    refuted sensitivity_is_less
        cites "THEORY F14"
        unwind 5
        wide "every three of 12 bits, every pair of bounds of 12 bits",
            |given| {
                let data = [word(given), word(given)];
                sensitivity_is_less(data, word(given), word(given), word(given))
            };
        every "elements and bounds within ±7" of 759_375,
            |given| {
                let data = [small(given), small(given)];
                sensitivity_is_less(data, small(given), small(given), small(given))
            };

    /// A mean of three is within half a step of the exact mean, and moves by at most its stated sensitivity.
    holds mean_is_near_and_stable
        cites "THEORY F14; paper 3.3"
        unwind 5
        wide "every f64 and every f64 in its place, beside −7.5 and 3; steps of 2^-3, −100 to 90 of them",
            |given| mean_is_near_and_stable([-7.5, 3.0, given.float()], given.float());
        every "elements at multiples of 15/16 up to ±15" of 31 * 31 * 31 * 31,
            |given| mean_is_near_and_stable([fewer(given), fewer(given), fewer(given)], fewer(given));

    /// A sum becomes an f64 answer exactly, clamped to what the format holds.
    holds answer_is_exact
        cites "THEORY F26; paper 3.3"
        unwind 2
        wide "every sum of 89 bits, every L",
            |given| answer_is_exact(i128::from(given.word()) << 25 | i128::from(given.bits(25)), log2(given));
        every "sums within 2^16 of 0 and of ±2^51; three L" of 9 * 131_073,
            |given| {
                let steps = (i128::from(given.between(-1, 1)) << 51) + i128::from(given.between(-65536, 65536));
                answer_is_exact(steps, some_log2(given))
            };

    /// Clamping an f64 answer gives the nearest number of its range, and an error exactly for NaN.
    holds float_clamping_is_to_the_nearest
        cites "THEORY F26; paper 3.3"
        unwind 2
        wide "every pair of f64, every range",
            |given| float_clamping_is_to_the_nearest(given.float(), given.float(), given.float(), given.float());
        every "24 numbers of two bits, 0, −∞ and NaN for each" of 27 * 27 * 27 * 27,
            |given| {
                let (x, y) = (few_floats(given), few_floats(given));
                float_clamping_is_to_the_nearest(x, y, few_floats(given), few_floats(given))
            };

    /// Clamping the answer into its range never increases a distance.
    holds clamping_is_lipschitz
        cites "THEORY F26; paper 3.3"
        unwind 2
        wide "every pair of words, every range",
            |given| clamping_is_lipschitz(given.word(), given.word(), given.word(), given.word());
        every "answers and ends within ±16" of 33 * 33 * 33 * 33,
            |given| {
                let (x, y) = (given.between(-16, 16), given.between(-16, 16));
                clamping_is_lipschitz(x, y, given.between(-16, 16), given.between(-16, 16))
            };
}
