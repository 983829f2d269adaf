//! Which windows there are: exactly those whose ends are in order and whose points the format holds (THEORY F17).
//!
//! A window that is refused releases nothing, so that a wrong refusal costs no privacy; but a window that is accepted must have no
//! point that its format rounds. Both directions are stated, for every pair of ends and every grid.

use crate::exact::is_exactly;
use kdelta_finite::{Error, Fixed, Format, Grid, Window};

/// Exactly the exponents from −100 to 100 are grids.
pub fn grid_is_its_exponent(log2: i32) -> bool {
    match Grid::new(log2) {
        Ok(grid) => assert!((-100..=100).contains(&log2) && grid.log2() == log2),
        Err(error) => assert!(!(-100..=100).contains(&log2) && error == Error::Grid { log2 }),
    }
    true
}

/// The largest |index| of any window.
const FARTHEST: i64 = (1 << 52) - 1;

/// A window has the ends and the grid asked for. It is refused exactly when its ends are reversed or one of them is 2^52 or farther;
/// the error names the end.
//= THEORY F17
pub fn window_is_what_was_asked(log2: i32, low: i64, high: i64) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    match Window::new(grid, low, high) {
        Ok(window) => {
            assert!(low <= high && -FARTHEST <= low && high <= FARTHEST);
            assert!(window.grid() == grid && window.low() == low && window.high() == high);
            true
        }
        Err(Error::Reversed) => {
            assert!(low > high);
            false
        }
        Err(error) => {
            assert!(low <= high);
            let index = if low < -FARTHEST { low } else { high };
            assert!(error == Error::TooFar { index, limit: FARTHEST } && index.unsigned_abs() >= 1 << 52);
            false
        }
    }
}

/// Control: a window may end at 2^52 − 2 at the farthest.
pub fn window_ends_one_step_before(log2: i32, low: i64, high: i64) -> bool {
    let window = Grid::new(log2).and_then(|grid| Window::new(grid, low, high));
    let Ok(window) = window else { return false };
    assert!(window.high() < FARTHEST);
    true
}

/// The nearest point of a window is the point itself, or the end on its side.
//= THEORY F7
pub fn nearest_is_the_end_on_its_side(low: i64, high: i64, index: i64) -> bool {
    let Ok(window) = Window::new(Grid::UNIT, low, high) else { return false };
    let expected = if index < low {
        low
    } else if index > high {
        high
    } else {
        index
    };
    assert!(window.nearest(index) == expected);
    window.contains(index)
}

/// A window fits format F exactly when no index is beyond `limit`, for the grids that F has; it stays as it is. The error names what
/// does not fit.
fn fits<F: Format>(log2: i32, low: i64, high: i64, limit: Option<i64>) -> bool {
    let window = Grid::new(log2).and_then(|grid| Window::new(grid, low, high));
    let Ok(window) = window else { return false };
    let Some(limit) = limit else {
        assert!(window.fitting::<F>() == Err(Error::GridForFormat { log2 }));
        return false;
    };
    match window.fitting::<F>() {
        Ok(found) => {
            assert!(-limit <= low && high <= limit && found == window);
            true
        }
        Err(error) => {
            let index = if low < -limit { low } else { high };
            assert!(error == Error::TooFar { index, limit } && (low < -limit || high > limit));
            false
        }
    }
}

/// A window fits f64 exactly when its indices are below 2^51; then both ends are numbers of f64.
//= THEORY F17
pub fn window_fits_f64(log2: i32, low: i64, high: i64) -> bool {
    fits::<f64>(log2, low, high, Some((1 << 51) - 1))
}

/// A window fits f32 exactly when its indices are below 2^23.
//= THEORY F17
pub fn window_fits_f32(log2: i32, low: i64, high: i64) -> bool {
    fits::<f32>(log2, low, high, Some((1 << 23) - 1))
}

/// A window fits a fixed-point format exactly when the grid is not finer than the format and no index times L leaves the word.
//= THEORY F17
pub fn window_fits_fixed<const BITS: u32, const FRAC: u32>(log2: i32, low: i64, high: i64) -> bool {
    let largest = (1i128 << (BITS - 1)) - 1;
    let limit = u32::try_from(i64::from(log2) + i64::from(FRAC)).ok().map(|shift| largest >> shift.min(126));
    fits::<Fixed<BITS, FRAC>>(log2, low, high, limit.and_then(|limit| i64::try_from(limit).ok()))
}

/// Every point of a window that fits f32 is a number of f32: index·2^log2, exactly.
//= THEORY F17
pub fn points_of_f32_are_exact(log2: i32, index: i64) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    if <f32 as Format>::limit(grid).is_ok_and(|limit| limit < index.abs()) {
        return false;
    }
    assert!(is_exactly(f32::grid_point(index, grid).into(), index, log2));
    true
}

/// Every point of a window that fits a fixed-point format is in the word: raw = index·2^(log2 + FRAC), exactly.
//= THEORY F17
pub fn points_of_fixed_are_exact<const BITS: u32, const FRAC: u32>(log2: i32, index: i64) -> bool {
    let Ok(grid) = Grid::new(log2) else { return false };
    let limit = <Fixed<BITS, FRAC> as Format>::limit(grid);
    let (Ok(limit), Ok(shift)) = (limit, u32::try_from(i64::from(log2) + i64::from(FRAC))) else {
        return false;
    };
    if index < -limit || index > limit {
        return false;
    }
    // At most 163 places, and where it is more than 63 the only index is 0.
    let raw = i128::from(Fixed::<BITS, FRAC>::grid_point(index, grid).raw());
    assert!(if shift > 63 { index == 0 && raw == 0 } else { raw == i128::from(index) << shift });
    assert!(raw.unsigned_abs() < 1 << (BITS - 1));
    true
}

/// Any exponent of a grid.
fn exponent(given: &mut impl crate::Given) -> i32 {
    i32::try_from(given.between(-100, 100)).unwrap_or(0)
}

/// Some exponents of grids, from the finest to the coarsest.
fn some_exponent(given: &mut impl crate::Given) -> i32 {
    i32::try_from(10 * given.between(-10, 10)).unwrap_or(0)
}

/// Indices within two steps of 0, of ±2^23, of ±2^51, of ±2^52 and of the ends of i64, and on between.
fn index(given: &mut impl crate::Given) -> i64 {
    let edge = [0, 7, 16, 23, 31, 47, 51, 52, 63]
        .get(usize::try_from(given.between(0, 8)).unwrap_or(0))
        .copied()
        .unwrap_or(0);
    let offset = given.between(-2, 2);
    let magnitude = ((1i128 << edge) + i128::from(offset)) * if given.bits(1) == 1 { -1 } else { 1 };
    i64::try_from(magnitude).unwrap_or(if magnitude < 0 { i64::MIN } else { i64::MAX })
}

statements! { "window":
    /// Exactly the exponents from −100 to 100 are grids.
    holds grid_is_its_exponent
        cites "THEORY 1.1 Rounding"
        unwind 2
        wide "every i32", |given| grid_is_its_exponent(given.between(i32::MIN.into(), i32::MAX.into()).try_into().unwrap_or(0));
        every "−1000 to 1000" of 2001, |given| grid_is_its_exponent(given.between(-1000, 1000).try_into().unwrap_or(0));

    /// A window has the ends and the grid asked for, and is refused exactly when it must be.
    holds window_is_what_was_asked
        cites "THEORY F17; paper 4.4"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_is_what_was_asked(exponent(given), given.word(), given.word());
        every "some grids, ends within 2 of powers of two of each sign" of 21 * 90 * 90,
            |given| window_is_what_was_asked(some_exponent(given), index(given), index(given));

    /// Control: the last admitted end is refused.
    refuted window_ends_one_step_before
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_ends_one_step_before(exponent(given), given.word(), given.word());
        every "some grids, ends within 2 of powers of two of each sign" of 21 * 90 * 90,
            |given| window_ends_one_step_before(some_exponent(given), index(given), index(given));

    /// The nearest point of the window is the index itself, or the end on its side.
    holds nearest_is_the_end_on_its_side
        cites "THEORY F7"
        unwind 2
        wide "every i64 for both ends and for the index", |given| nearest_is_the_end_on_its_side(given.word(), given.word(), given.word());
        every "ends and index within 2 of powers of two of each sign" of 90 * 90 * 90,
            |given| nearest_is_the_end_on_its_side(index(given), index(given), index(given));

    /// A window fits f64 exactly when its indices are below 2^51.
    holds window_fits_f64
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_fits_f64(exponent(given), given.word(), given.word());
        every "some grids, ends within 2 of powers of two of each sign" of 21 * 90 * 90,
            |given| window_fits_f64(some_exponent(given), index(given), index(given));

    /// A window fits f32 exactly when its indices are below 2^23.
    holds window_fits_f32
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_fits_f32(exponent(given), given.word(), given.word());
        every "some grids, ends within 2 of powers of two of each sign" of 21 * 90 * 90,
            |given| window_fits_f32(some_exponent(given), index(given), index(given));

    /// A window fits Fixed<32, 16> exactly when its grid and its ends do.
    holds window_fits_fixed_32_16
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_fits_fixed::<32, 16>(exponent(given), given.word(), given.word());
        every "every grid, ends within 2 of powers of two of each sign" of 201 * 90 * 90,
            |given| window_fits_fixed::<32, 16>(exponent(given), index(given), index(given));

    /// A window fits Fixed<64, 63> exactly when its grid and its ends do.
    holds window_fits_fixed_64_63
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 for both ends", |given| window_fits_fixed::<64, 63>(exponent(given), given.word(), given.word());
        every "every grid, ends within 2 of powers of two of each sign" of 201 * 90 * 90,
            |given| window_fits_fixed::<64, 63>(exponent(given), index(given), index(given));

    /// Every point of a window that fits f32 is a number of f32.
    holds points_of_f32_are_exact
        cites "THEORY F17"
        unwind 2
        wide "every grid, every index below 2^23", |given| points_of_f32_are_exact(exponent(given), given.between(1 - (1 << 23), (1 << 23) - 1));
        every "every grid, indices within 2 of powers of two of each sign" of 201 * 90,
            |given| {
                let (log2, index) = (exponent(given), index(given));
                index != i64::MIN && points_of_f32_are_exact(log2, index)
            };

    /// Every point of a window that fits a fixed-point format is in the word.
    holds points_of_fixed_are_exact
        cites "THEORY F17"
        unwind 2
        wide "every grid, every i64 index, Fixed<32, 16> and Fixed<64, 20>",
            |given| {
                let (log2, index) = (exponent(given), given.word());
                points_of_fixed_are_exact::<32, 16>(log2, index) | points_of_fixed_are_exact::<64, 20>(log2, index)
            };
        every "every grid, indices within 2 of powers of two of each sign" of 201 * 90,
            |given| {
                let (log2, index) = (exponent(given), index(given));
                points_of_fixed_are_exact::<32, 16>(log2, index) | points_of_fixed_are_exact::<64, 20>(log2, index)
            };
}
