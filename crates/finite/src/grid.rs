//! Rounding to a grid of step L, a power of two: exact, ties stated.

#[cfg(not(creusot))]
use crate::cast::{power_of_two, to_f64, truncate};
use crate::error::Error;
#[cfg(creusot)]
use creusot_std::{
    invariant::Invariant,
    logic::Int,
    macros::{ensures, logic, pearlite},
};

/// The grid L·ℤ with L = 2^log2, −100 ≤ log2 ≤ 100. The cell of g is [g − L/2, g + L/2): halves go up.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Grid {
    log2: i32,
}

impl Grid {
    /// The integers.
    pub const UNIT: Self = Self { log2: 0 };

    /// The grid of step 2^log2.
    ///
    /// # Errors
    /// [`Error::Grid`] outside −100..=100.
    #[cfg_attr(creusot, ensures(match result {
        Ok(grid) => grid.exponent() == log2@ && -100 <= log2@ && log2@ <= 100,
        Err(Error::Grid { log2: refused }) => refused == log2 && (log2@ < -100 || log2@ > 100),
        Err(_) => false,
    }))]
    pub const fn new(log2: i32) -> Result<Self, Error> {
        if -100 <= log2 && log2 <= 100 { Ok(Self { log2 }) } else { Err(Error::Grid { log2 }) }
    }

    /// log₂ L.
    #[cfg_attr(creusot, ensures(result@ == self.exponent() && -100 <= result@ && result@ <= 100))]
    #[must_use]
    pub const fn log2(self) -> i32 {
        self.log2
    }

    /// The index of the cell of y: ⌊y/L + ½⌋, saturating at the ends of i64; NaN, which no caller passes, is
    /// 0.
    ///
    /// # Guarantee
    /// Exact and monotone wherever |y/L| < 2^63, in particular on every window (|y/L| < 2^52): t = y/L is a
    /// scaling by a power of two (if it overflows or underflows, t keeps its sign and its side of ±½ and of
    /// ±2^63), truncation is exact, and so is the fraction t − i. The sum t + ½ in f64 would not be.
    #[cfg(not(creusot))]
    #[must_use]
    #[inline]
    pub fn index_of(self, y: f64) -> i64 {
        let t = y * power_of_two(0_i32.wrapping_sub(self.log2)); // |log2| ≤ 100: nothing wraps
        let i = truncate(t);
        let fraction = t - to_f64(i);
        i.saturating_add(i64::from(fraction >= 0.5) - i64::from(fraction < -0.5))
    }

    /// [`Grid::index_of`] for releases: equal to it within ±[`NEAR`], and ±`NEAR` beyond (NaN, which no
    /// caller passes, is `NEAR`). No branch, no conversion: two sums and a comparison.
    ///
    /// # Guarantee
    /// For |t| ≤ 2^51, t + 1.5·2^52 lies in [2^52, 2^53], where the f64 are the integers: the sum is t
    /// rounded to the nearest integer n, ties to even, and its bit pattern counts the integers. t − n is
    /// exact, and ½ only if t was a tie that went down; halves go up, so then 1 is added.
    #[cfg(not(creusot))]
    #[must_use]
    #[inline]
    pub fn index_near(self, y: f64) -> i64 {
        const LIMIT: f64 = to_f64(NEAR);
        const SHIFT: f64 = to_f64(3 * NEAR); // 1.5·2^52
        let t = y * power_of_two(0_i32.wrapping_sub(self.log2));
        let t = if t < LIMIT { t } else { LIMIT };
        let t = if t > -LIMIT { t } else { -LIMIT };
        let shifted = t + SHIFT;
        let n = shifted - SHIFT;
        let i = shifted.to_bits().wrapping_sub(SHIFT.to_bits()).cast_signed();
        i.wrapping_add(i64::from(t - n == 0.5)) // |i| ≤ 2^51: nothing wraps
    }

    /// index·L, exactly, for |index| ≤ [`NEAR`]: 1.5·2^52 + index has the bit pattern of 1.5·2^52 and index more. Where processors
    /// have no conversion side by side, this is two sums instead.
    #[cfg(not(creusot))]
    #[must_use]
    #[inline]
    pub fn point_near(self, index: i64) -> f64 {
        const SHIFT: f64 = to_f64(3 * NEAR);
        let shifted = f64::from_bits(SHIFT.to_bits().wrapping_add_signed(index));
        (shifted - SHIFT) * power_of_two(self.log2)
    }
}

#[cfg(creusot)]
impl Grid {
    /// log₂ L.
    #[logic]
    pub fn exponent(self) -> Int {
        pearlite! { self.log2@ }
    }
}

/// What [`Grid::new`] asks of every grid.
#[cfg(creusot)]
impl Invariant for Grid {
    #[logic]
    fn invariant(self) -> bool {
        pearlite! { -100 <= self.log2@ && self.log2@ <= 100 }
    }
}

/// Where [`Grid::index_near`] ends: every window of floats lies strictly within.
pub const NEAR: i64 = 1 << 51;

#[cfg(test)]
mod tests {
    use super::{Error, Grid, NEAR, power_of_two, to_f64};

    #[test]
    fn a_point_near_is_the_index_times_the_step() {
        for log2 in -100..=100 {
            let grid = Grid::new(log2).unwrap();
            for centre in [0, 1 << 23, 1 << 50, NEAR] {
                for index in (-40..=40).map(|i| (centre + i).min(NEAR)) {
                    for index in [index, -index] {
                        assert_eq!(grid.point_near(index), to_f64(index) * power_of_two(log2));
                    }
                }
            }
        }
    }

    #[test]
    fn a_grid_is_refused_exactly_beyond_a_hundred() {
        for log2 in (-110..=110).chain([i32::MIN, i32::MAX]) {
            match Grid::new(log2) {
                Ok(grid) => assert!(grid.log2() == log2 && (-100..=100).contains(&log2)),
                Err(error) => {
                    assert_eq!(error, Error::Grid { log2 });
                    assert!(!(-100..=100).contains(&log2));
                }
            }
        }
    }
}
