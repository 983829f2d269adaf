//! Rounding: the map of K from sums to grid points, and its cells (paper 4.4, Mechanism 3; the cells are the
//! sets S of 𝒮′₀).
//!
//! Assumptions: L is a power of two from 2^-100 to 2^100, as in every [`Grid`], and |y/L| < 2^51, as on every
//! window ([`kdelta_finite::grid::NEAR`]). Then the computed rounding is the **exact** one, and the theorem
//! charges nothing for it (THEORY F24). The cell of grid point g is [g − L/2, g + L/2): halves go up. In the
//! statements y is an f64, and the exact side is the dyadic y·2^-log2 + ½, rounded down.
//!
//! The fixed-point formats round integers by shifts ([`round_shift`]); the same statements hold for them at
//! full width.

use crate::exact::{is_exactly, nearest};
use kdelta_finite::fixed::round_shift;
use kdelta_finite::grid::NEAR;
use kdelta_finite::{Fixed, Format, Grid};

/// The rounding of a release is ⌊y/L + ½⌋ of the exact semantics, and stops at ±2^51.
//= THEORY 1.1 Rounding
pub fn index_is_the_exact_one(y: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Some(index) = nearest(y, log2) else {
        // Infinite, or y/L at least 2^10 with 53 bits behind it: beyond ±2^51 on the side of y.
        assert!(y.is_nan() || grid.index_near(y) == if y < 0.0 { -NEAR } else { NEAR });
        return false;
    };
    assert!(i128::from(grid.index_near(y)) == index.clamp(-i128::from(NEAR), i128::from(NEAR)));
    index.unsigned_abs() < NEAR.unsigned_abs().into()
}

/// The two roundings of the implementation, for releases and for queries, are one map as far as the first
/// goes.
//= THEORY 1.1 Rounding
pub fn roundings_agree(y: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    if y.is_nan() {
        return false;
    }
    assert!(grid.index_near(y) == grid.index_of(y).clamp(-NEAR, NEAR));
    true
}

/// The number (2·index + 1)·L/2 half way between two grid points, for an index below 2^51 in magnitude: at most
/// 53 bits, so exact in f64. ([`ties_go_up`] states it.)
fn upper_edge(index: i64, grid: Grid) -> f64 {
    f64::grid_point(2 * index + 1, grid) * 0.5
}

/// The edges g − L/2 and g + L/2 of the cell of an index below 2^51. They are exact, so comparisons with them
/// are comparisons of real numbers.
pub(crate) fn edges(index: i64, grid: Grid) -> Option<(f64, f64)> {
    (index.unsigned_abs() < NEAR.unsigned_abs())
        .then(|| (upper_edge(index - 1, grid), upper_edge(index, grid)))
}

/// |y − g| ≤ L/2 for the grid point g of y.
//= THEORY 1.1 Rounding
pub fn within_half_a_step(y: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Some((low, high)) = edges(grid.index_near(y), grid) else { return false };
    assert!(low <= y && y <= high);
    true
}

/// Control: |y − g| ≤ L/2 with both edges moved inwards by one f64.
pub fn within_less_than_half_a_step(y: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Some((low, high)) = edges(grid.index_near(y), grid) else { return false };
    assert!(low.next_up() <= y && y <= high.next_down());
    true
}

/// y ≤ y* gives g ≤ g*: rounding is monotone, so cells are intervals. (`index_of` is the same map, by
/// [`roundings_agree`].)
//= THEORY 1.1 Rounding
pub fn monotone(y: f64, other: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    if y.is_nan() || other.is_nan() || y > other {
        return false;
    }
    assert!(grid.index_near(y) <= grid.index_near(other));
    true
}

/// Every grid point of a window of format F is a number of F, exactly: `number` is that number as an f64.
//= THEORY 1.1 Rounding
pub fn points_are_exact<F: Format>(index: i64, log2: i32, number: impl Fn(F) -> f64) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Ok(limit) = F::limit(grid) else { return false };
    if index.unsigned_abs() > limit.unsigned_abs() {
        return false;
    }
    assert!(is_exactly(number(F::grid_point(index, grid)), index, log2));
    true
}

/// Every grid point of a window rounds to itself.
//= THEORY 1.1 Rounding
pub fn points_are_fixed(index: i64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Ok(limit) = f64::limit(grid) else { return false };
    if index.unsigned_abs() > limit.unsigned_abs() {
        return false;
    }
    assert!(grid.index_near(f64::grid_point(index, grid)) == index);
    true
}

/// The middle between two grid points goes to the upper one; the f64 below it to the lower one.
//= THEORY 1.1 Rounding
pub fn ties_go_up(index: i64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    if index.unsigned_abs() >= NEAR.unsigned_abs() {
        return false;
    }
    let tie = upper_edge(index, grid);
    assert!(is_exactly(tie, 2 * index + 1, log2 - 1));
    assert!(grid.index_near(tie) == index + 1);
    assert!(grid.index_near(tie.next_down()) == index);
    true
}

/// Control: the tie rule of IEEE 754, to even.
pub fn ties_go_to_even(index: i64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    if index.unsigned_abs() >= NEAR.unsigned_abs() {
        return false;
    }
    assert!(grid.index_near(upper_edge(index, grid)) == if index % 2 == 0 { index } else { index + 1 });
    true
}

/// The cell of each grid point is [g − L/2, g + L/2): every y lies in the interval of the point it rounds to.
/// The intervals are disjoint and fill the line, so each of them is the whole cell of its point.
//= THEORY 1.1 Rounding, F17
pub fn cell_is_the_stated_interval(y: f64, log2: i32) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let Some((low, high)) = edges(grid.index_near(y), grid) else { return false };
    assert!(low <= y && y < high);
    true
}

/// ⌊x/2^s + ½⌋ by shifts: within half a step, halves up, the cell of each result the stated interval.
//= THEORY 1.1 Rounding
pub fn shift_rounds_to_nearest(x: i128, s: u32) -> bool {
    let result = round_shift(x, s);
    let (step, twice) = (1i128 << s, 2 * x);
    // 2·result·2^s − 2^s ≤ 2x < 2·result·2^s + 2^s: both the half step and the tie rule.
    let middle = result << (s + 1);
    assert!(middle - step <= twice && twice < middle + step);
    twice == middle - step
}

/// x ≤ x* gives ⌊x/2^s + ½⌋ ≤ ⌊x*/2^s + ½⌋.
//= THEORY 1.1 Rounding
pub fn shift_is_monotone(x: i128, other: i128, s: u32) -> bool {
    if x > other {
        return false;
    }
    assert!(round_shift(x, s) <= round_shift(other, s));
    true
}

/// Multiples of 2^s are grid points of a word and round to themselves.
//= THEORY 1.1 Rounding
pub fn words_are_exact_and_fixed(index: i64, log2: i32) -> bool {
    type Word = Fixed<64, 32>;
    let Ok(grid) = Grid::new(log2) else { return false };
    let Ok(limit) = Word::limit(grid) else { return false };
    if index.unsigned_abs() > limit.unsigned_abs() {
        return false;
    }
    let point = Word::grid_point(index, grid);
    // On a grid of 2^31 or coarser 0 is the only grid point.
    assert!(index == 0 || log2 <= 30);
    assert!(i128::from(point.raw()) == i128::from(index) << (log2 + 32).min(63));
    assert!(point.add_and_round(0, grid) == index);
    true
}

/// Control: rounding by shifts is within half a step less one unit.
pub fn shift_rounds_closer(x: i128, s: u32) -> bool {
    let (step, error) = (1i128 << s, (round_shift(x, s) << s) - x);
    assert!(2 * error.abs() <= step - 2);
    true
}

/// A sum of the fixed-point formats, where the answer has 64 bits and the noise 89: any integer of 90 bits.
fn sum(given: &mut impl crate::Given) -> i128 {
    i128::from(given.word()) << 26 | i128::from(given.bits(26))
}

/// An integer from low to high, both of which fit an i32.
fn small(given: &mut impl crate::Given, low: i64, high: i64) -> i32 {
    i32::try_from(given.between(low, high)).unwrap_or(0)
}

/// log₂ L for any grid.
fn log2(given: &mut impl crate::Given) -> i32 {
    small(given, -100, 100)
}

/// log₂ L for seven grids, among them the finest and the coarsest.
fn some_log2(given: &mut impl crate::Given) -> i32 {
    let place = usize::try_from(given.between(0, 6)).unwrap_or(0);
    [-100, -53, -10, 0, 10, 53, 100].get(place).copied().unwrap_or(0)
}

/// Some y with that grid: 7 leading and 4 trailing bits, |y/L| from 2^-4 to 2^64.
fn around(given: &mut impl crate::Given) -> (f64, i32) {
    let log2 = some_log2(given);
    let exponent = i64::from(log2);
    (given.sparse(exponent - 4, exponent + 63, 7, 4), log2)
}

/// A shift from 1 to high; [`Fixed`] shifts by 1 to 120.
fn shift(given: &mut impl crate::Given, high: i64) -> u32 {
    u32::try_from(given.between(1, high)).unwrap_or(1)
}

statements! { "rounding":
    /// The rounding of a release is ⌊y/L + ½⌋ exactly, and stops at ±2^51.
    holds index_is_the_exact_one
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every f64, every L", |given| index_is_the_exact_one(given.float(), log2(given));
        every "y/L of 7 leading and 4 trailing bits, exponents −4 to 63; seven L from 2^-100 to 2^100" of 68 * 4096 * 7,
            |given| { let (y, log2) = around(given); index_is_the_exact_one(y, log2) };

    /// The rounding of queries is the rounding of releases.
    holds roundings_agree
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every f64, every L", |given| roundings_agree(given.float(), log2(given));
        every "y/L of 7 leading and 4 trailing bits, exponents −4 to 63; seven L from 2^-100 to 2^100" of 68 * 4096 * 7,
            |given| { let (y, log2) = around(given); roundings_agree(y, log2) };

    /// Rounding moves a number by at most L/2.
    holds within_half_a_step
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every f64, every L", |given| within_half_a_step(given.float(), log2(given));
        every "y/L of 7 leading and 4 trailing bits, exponents −4 to 63; seven L from 2^-100 to 2^100" of 68 * 4096 * 7,
            |given| { let (y, log2) = around(given); within_half_a_step(y, log2) };

    /// Control: L/2 less one place of f64.
    refuted within_less_than_half_a_step
        cites "THEORY 1.1 Rounding"
        unwind 2
        wide "every f64, every L", |given| within_less_than_half_a_step(given.float(), log2(given));
        every "y/L of 7 leading and 4 trailing bits, exponents −4 to 63; seven L from 2^-100 to 2^100" of 68 * 4096 * 7,
            |given| { let (y, log2) = around(given); within_less_than_half_a_step(y, log2) };

    /// Rounding is monotone, so cells are intervals.
    holds monotone
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every pair of f64, every L", |given| monotone(given.float(), given.float(), log2(given));
        every "pairs of 3 leading and 2 trailing bits, exponents −4 to 53; L = 1" of (58 * 64) * (58 * 64),
            |given| monotone(given.sparse(-4, 53, 3, 2), given.sparse(-4, 53, 3, 2), 0);

    /// Every grid point of a window is exactly representable in f64.
    holds points_are_exact_64
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every index below 2^51, every L", |given| points_are_exact::<f64>(given.word(), log2(given), |point| point);
        every "indices within 2^17 of 0, seven L from 2^-100 to 2^100" of (1 << 18) * 7,
            |given| points_are_exact::<f64>(given.between(-1 << 17, (1 << 17) - 1), some_log2(given), |point| point);

    /// Every grid point of a window is exactly representable in f32.
    holds points_are_exact_32
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every index below 2^23, every L", |given| points_are_exact::<f32>(given.word(), log2(given), f64::from);
        every "indices within 2^17 of 0, seven L from 2^-100 to 2^100" of (1 << 18) * 7,
            |given| points_are_exact::<f32>(given.between(-1 << 17, (1 << 17) - 1), some_log2(given), f64::from);

    /// Every grid point of a window rounds to itself.
    holds points_are_fixed
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every index below 2^51, every L", |given| points_are_fixed(given.word(), log2(given));
        every "indices within 2^17 of 0, seven L from 2^-100 to 2^100" of (1 << 18) * 7,
            |given| points_are_fixed(given.between(-1 << 17, (1 << 17) - 1), some_log2(given));

    /// A tie goes up, the number below it goes down.
    holds ties_go_up
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every index below 2^51, every L", |given| ties_go_up(given.word(), log2(given));
        every "indices within 2^17 of 0, seven L from 2^-100 to 2^100" of (1 << 18) * 7,
            |given| ties_go_up(given.between(-1 << 17, (1 << 17) - 1), some_log2(given));

    /// Control: ties to even.
    refuted ties_go_to_even
        cites "THEORY 1.1 Rounding"
        unwind 2
        wide "every index below 2^51, every L", |given| ties_go_to_even(given.word(), log2(given));
        every "indices within 2^17 of 0, seven L from 2^-100 to 2^100" of (1 << 18) * 7,
            |given| ties_go_to_even(given.between(-1 << 17, (1 << 17) - 1), some_log2(given));

    /// The cell of each output is the interval [g − L/2, g + L/2).
    holds cell_is_the_stated_interval
        cites "THEORY 1.1 Rounding, F17; paper 4.4, equation ratio"
        unwind 2
        wide "every f64, every L", |given| cell_is_the_stated_interval(given.float(), log2(given));
        every "y/L of 7 leading and 4 trailing bits, exponents −4 to 63; seven L from 2^-100 to 2^100" of 68 * 4096 * 7,
            |given| { let (y, log2) = around(given); cell_is_the_stated_interval(y, log2) };

    /// Rounding by shifts is within half a step, halves up; the cell of each result is the stated interval.
    holds shift_rounds_to_nearest
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every 90-bit sum, every shift from 1 to 120", |given| shift_rounds_to_nearest(sum(given), shift(given, 120));
        every "every 16-bit word, shifts 1 to 20" of 65536 * 20,
            |given| shift_rounds_to_nearest(given.between(-32768, 32767).into(), shift(given, 20));

    /// Rounding by shifts is monotone.
    holds shift_is_monotone
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every pair of 90-bit sums, every shift from 1 to 120",
            |given| shift_is_monotone(sum(given), sum(given), shift(given, 120));
        every "every pair of 10-bit words, shifts 1 to 12" of 1024 * 1024 * 12,
            |given| {
                let (x, other) = (given.between(-512, 511), given.between(-512, 511));
                shift_is_monotone(x.into(), other.into(), shift(given, 12))
            };

    /// Grid points of a 64-bit word are exact and round to themselves.
    holds words_are_exact_and_fixed
        cites "THEORY 1.1 Rounding; paper 4.4, Mechanism 3"
        unwind 2
        wide "every i64 index, every L that the format takes: 2^-32 to 2^100",
            |given| words_are_exact_and_fixed(given.word(), small(given, -32, 100));
        every "indices within 2^15 of 0, L = 2^-32 to 2^100" of 65536 * 133,
            |given| words_are_exact_and_fixed(given.between(-32768, 32767), small(given, -32, 100));

    /// Control: half a step less one unit.
    refuted shift_rounds_closer
        cites "THEORY 1.1 Rounding"
        unwind 2
        wide "every 90-bit sum, every shift from 1 to 120", |given| shift_rounds_closer(sum(given), shift(given, 120));
        every "every 16-bit word, shifts 1 to 20" of 65536 * 20,
            |given| shift_rounds_closer(given.between(-32768, 32767).into(), shift(given, 20));
}
