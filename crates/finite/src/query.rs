//! The answer f′(D) with a finite, known sensitivity (THEORY F14, F26).
//!
//! Float summation has no useful sensitivity: it depends on order, grouping and the other elements. Here every
//! element is first mapped, alone, to a whole number of grid steps between two bounds, and whole numbers are
//! added exactly.

use crate::cast::saturate;
use crate::error::Error;
use crate::format::Format;
use crate::grid::Grid;

/// The range M_f that answers are clamped into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range<F> {
    low: F,
    high: F,
}

impl<F: Format> Range<F> {
    /// [low, high].
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::Reversed`].
    pub fn new(low: F, high: F) -> Result<Self, Error> {
        if !(low.is_finite() && high.is_finite()) {
            Err(Error::NotFinite)
        } else if low > high {
            Err(Error::Reversed)
        } else {
            Ok(Self { low, high })
        }
    }

    /// The low end.
    #[must_use]
    pub const fn low(&self) -> F {
        self.low
    }

    /// The high end.
    #[must_use]
    pub const fn high(&self) -> F {
        self.high
    }

    /// The number of the range nearest to x; infinities go to the ends.
    ///
    /// # Guarantee
    /// 1-Lipschitz, so the sensitivity does not grow (THEORY F26).
    ///
    /// # Errors
    /// [`Error::NotFinite`] for NaN.
    #[inline]
    pub fn clamp(&self, x: F) -> Result<F, Error> {
        if x.is_nan() { Err(Error::NotFinite) } else { Ok(self.nearest(x)) }
    }

    /// [`Range::clamp`] of a number; NaN stays NaN. Two selections instead of a chain of branches: the work does not
    /// depend on the answer.
    #[inline]
    pub(crate) fn nearest(&self, x: F) -> F {
        let raised = if x < self.low { self.low } else { x };
        if raised > self.high { self.high } else { raised }
    }
}

/// Sums, counts and means of elements clamped to `low..=high` steps of a grid.
///
/// # Guarantee
/// Let q(x) be the clamped grid index of one element. The sum Σq(x) in steps is exact in i128: with at most
/// 2^64 elements of at most 2^61 steps it stays within 2^125. So it is a function of the multiset of elements
/// only, and
/// - adding or removing one element changes it by |q(x)| ≤ max(|low|, |high|) steps,
/// - replacing one element changes it by at most high − low steps.
///
/// These are Δ_{f′} themselves. (The paper's route, Δ_{f′} ≤ Δ_f + 2δ_f from the distance δ_f to the exact sum,
/// would lose a term that grows with the number of elements, as δ_f = n·L/2.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedSum {
    grid: Grid,
    low: i64,
    high: i64,
}

impl BoundedSum {
    /// Counting: elements 0 and 1, sensitivity 1.
    ///
    /// ```
    /// # use kdelta_finite::BoundedSum;
    /// let ages = [31, 17, 64];
    /// assert_eq!(BoundedSum::COUNT.sum_steps(ages.map(|age| i64::from(age >= 18))), 2);
    /// assert_eq!(BoundedSum::COUNT.sensitivity_add_remove(), 1);
    /// ```
    pub const COUNT: Self = Self { grid: Grid::UNIT, low: 0, high: 1 };

    /// Elements are clamped to the grid points numbered `low` to `high`.
    ///
    /// # Errors
    /// [`Error::Reversed`], or [`Error::TooFar`] if a bound is more than 2^61 steps away from 0.
    pub const fn new(grid: Grid, low: i64, high: i64) -> Result<Self, Error> {
        let limit = 1 << 61;
        if low > high {
            Err(Error::Reversed)
        } else if low < -limit {
            Err(Error::TooFar { index: low, limit })
        } else if high > limit {
            Err(Error::TooFar { index: high, limit })
        } else {
            Ok(Self { grid, low, high })
        }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// q(x): the nearest grid index (halves upward) clamped to the bounds; infinities go to the ends.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for NaN.
    #[inline]
    pub fn quantise(&self, x: f64) -> Result<i64, Error> {
        if x.is_nan() { Err(Error::NotFinite) } else { Ok(self.grid.index_of(x).clamp(self.low, self.high)) }
    }

    /// Σq(x) in grid steps.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if an element is NaN. That error reveals that the data holds a NaN: map NaN to a
    /// number of your choice beforehand if that is private.
    pub fn sum(&self, data: impl IntoIterator<Item = f64>) -> Result<i128, Error> {
        data.into_iter().try_fold(0i128, |sum, x| Ok(sum + i128::from(self.quantise(x)?)))
    }

    /// Σ of integer elements, each a number of grid steps, clamped to the bounds.
    pub fn sum_steps(&self, data: impl IntoIterator<Item = i64>) -> i128 {
        data.into_iter().map(|x| i128::from(x.clamp(self.low, self.high))).sum()
    }

    /// The mean of exactly `count` elements in grid steps, halves upward: for neighbours that differ by
    /// replacing one element, so that `count` is public.
    ///
    /// # Guarantee
    /// Within half a step of the exact mean (δ_f = L/2), so Δ_{f′} ≤ Δ_f + 2δ_f gives
    /// [`BoundedSum::sensitivity_mean`]. No overflow: |2·sum + count| < 2^127.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; [`Error::Count`] if there are not exactly `count` ≥ 1 elements.
    pub fn mean(&self, data: impl IntoIterator<Item = f64>, count: u64) -> Result<i128, Error> {
        let (mut sum, mut found) = (0i128, 0u64);
        for x in data {
            sum += i128::from(self.quantise(x)?);
            found = found.saturating_add(1);
        }
        if found != count || count == 0 {
            return Err(Error::Count { found, declared: count });
        }
        let count = i128::from(count);
        Ok((2 * sum + count).div_euclid(2 * count))
    }

    /// Δ of the sum in grid steps when one element is added or removed.
    #[must_use]
    pub const fn sensitivity_add_remove(&self) -> u64 {
        let (a, b) = (self.low.unsigned_abs(), self.high.unsigned_abs());
        if a > b { a } else { b }
    }

    /// Δ of the sum in grid steps when one element is replaced.
    #[must_use]
    pub const fn sensitivity_replace(&self) -> u64 {
        self.high.abs_diff(self.low)
    }

    /// Δ of the mean of `count` elements in grid steps when one is replaced: ⌈(high − low)/count⌉ steps.
    ///
    /// # Guarantee
    /// The sum moves by at most d = high − low, so ⌊(2s + n)/2n⌋ moves by at most ⌈d/n⌉: a floor moves by at
    /// most the ceiling of what its argument moves by. Never more than the paper's d/n + 1.
    #[must_use]
    pub const fn sensitivity_mean(&self, count: u64) -> Option<u64> {
        if count == 0 { None } else { Some(self.sensitivity_replace().div_ceil(count)) }
    }

    /// A sum or mean as an answer in format F, clamped to what F holds; exact and 1-Lipschitz.
    ///
    /// # Errors
    /// [`Error::GridForFormat`] if the grid is finer than F.
    pub fn answer<F: Format>(&self, steps: i128) -> Result<F, Error> {
        let limit = F::limit(self.grid)?;
        Ok(F::grid_point(saturate(steps).clamp(-limit, limit), self.grid))
    }
}
