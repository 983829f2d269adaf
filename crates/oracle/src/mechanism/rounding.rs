//! A₀, A and K on exact numbers.

use crate::geometry::Interval;
use crate::number::{Exact, Rational};
use crate::refusal::{Condition, Inexpressible, Refusal};
use num_traits::Zero;

/// What a mechanism gives out: a value, or the paper's ∞.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release<T> {
    /// A value of the output set.
    Value(T),
    /// The answer fell outside the window.
    Outside,
}

/// A₀: the answer plus the noise.
///
/// # Errors
/// If the arithmetic of `E` overflows.
pub fn additive<E: Exact>(answer: &E, noise: &E) -> Result<E, Inexpressible> {
    answer.plus(noise)
}

/// A: the sum if it lies in the window M, otherwise ∞.
pub fn truncated<E: Exact>(window: &Interval<E>, sum: E) -> Release<E> {
    if window.contains(&sum) { Release::Value(sum) } else { Release::Outside }
}

/// The rounding of K: `cells` consecutive cells [origin + iL, origin + (i+1)L), i = 0 … cells−1; everything else is ∞.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounding<E> {
    origin: E,
    step: E,
    cells: u32,
}

impl<E: Exact> Rounding<E> {
    /// Consecutive cells of length `step` from `origin` on.
    ///
    /// # Errors
    /// [`Inexpressible::Reversed`] unless step > 0 and there is at least one cell.
    pub fn new(origin: E, step: E, cells: u32) -> Result<Self, Inexpressible> {
        if step <= E::integer(0) || cells == 0 {
            return Err(Inexpressible::Reversed);
        }
        Ok(Self { origin, step, cells })
    }

    /// Rounding to the nearest of the multiples `first·L … last·L`, ties upward: the cell of g is [g − L/2, g + L/2).
    ///
    /// # Errors
    /// [`Inexpressible::Reversed`] unless step > 0 and first ≤ last; [`Inexpressible::Overflow`] for more than 2^32 cells.
    pub fn to_nearest(step: E, first: i64, last: i64) -> Result<Self, Inexpressible> {
        if first > last {
            return Err(Inexpressible::Reversed);
        }
        let count = last.checked_sub(first).and_then(|n| n.checked_add(1)).ok_or(Inexpressible::Overflow)?;
        let cells = u32::try_from(count).map_err(|_| Inexpressible::Overflow)?;
        let half = step.scaled_by_power_of_two(-1)?;
        Self::new(step.times(&E::integer(first))?.minus(&half)?, step, cells)
    }

    /// L, the length of a cell.
    pub const fn step(&self) -> &E {
        &self.step
    }

    /// The number of values in the output set.
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// The cell of output i.
    ///
    /// # Errors
    /// [`Inexpressible::NoSuchPoint`] if there is no such output; if the arithmetic of `E` overflows.
    pub fn cell(&self, i: u32) -> Result<Interval<E>, Inexpressible> {
        if i >= self.cells {
            return Err(Inexpressible::NoSuchPoint);
        }
        Interval::half_open(self.edge(i)?, self.edge(i + 1)?)
    }

    /// The value released for output i: the middle of its cell.
    ///
    /// # Errors
    /// As [`Self::cell`].
    pub fn value(&self, i: u32) -> Result<E, Inexpressible> {
        let cell = self.cell(i)?;
        cell.low().plus(cell.high())?.scaled_by_power_of_two(-1)
    }

    /// M, the union of the cells.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows.
    pub fn window(&self) -> Result<Interval<E>, Inexpressible> {
        Interval::half_open(self.origin.clone(), self.edge(self.cells)?)
    }

    fn edge(&self, i: u32) -> Result<E, Inexpressible> {
        self.origin.plus(&self.step.times(&E::integer(i64::from(i)))?)
    }

    /// K: the number of the output for an exact sum, or ∞. Only edges are computed, never a quotient by L.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows on an edge.
    pub fn round(&self, sum: &E) -> Result<Release<u32>, Inexpressible> {
        if !self.window()?.contains(sum) {
            return Ok(Release::Outside);
        }
        // The window holds `cells` cells, so the search ends; it needs no conversion of E to an integer.
        let (mut low, mut high) = (0, self.cells);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if *sum < self.edge(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(Release::Value(low))
    }
}

impl Rounding<Rational> {
    /// Cells of length L that exactly fill the window [low, high).
    ///
    /// # Errors
    /// Refused if L ≤ 0, if the window is reversed or empty, if its length is not a multiple of L, or for more than 2^32 cells.
    pub fn filling(low: &Rational, high: &Rational, step: &Rational) -> Result<Self, Refusal> {
        crate::number::require_positive("grid L", step)?;
        let quotient = number_of_cells(low, high, step)?;
        let cells = u32::try_from(quotient.numer()).map_err(|_| {
            Refusal::too_large("number of cells", crate::number::decimal::short(&quotient), u32::MAX)
        })?;
        Ok(Self::new(low.clone(), step.clone(), cells)?)
    }
}

/// How many cells of length L > 0 exactly fill the window [low, high): an integer.
///
/// # Errors
/// Refused if the window is reversed or empty, or its length is not a multiple of L: then a border cell would be shorter, and the
/// theorem would not cover it (F17; CE2, CE13).
pub(crate) fn number_of_cells(low: &Rational, high: &Rational, step: &Rational) -> Result<Rational, Refusal> {
    if low >= high {
        return Err(Refusal::condition(Condition::Ordered("window"), low.clone(), high.clone()));
    }
    let quotient = (high - low) / step;
    if !quotient.is_integer() {
        let remainder = (&quotient - quotient.floor()) * step;
        return Err(Refusal::condition(Condition::CellsAligned, remainder, Rational::zero()));
    }
    Ok(quotient)
}
