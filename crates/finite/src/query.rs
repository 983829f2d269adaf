//! The answer f′(D) with a finite, known sensitivity (THEORY F14, F26).
//!
//! Float summation has no useful sensitivity: it depends on order, grouping and the other elements. Here
//! every element is first mapped, alone, to a whole number of grid steps between two bounds, and whole
//! numbers are added exactly.

use crate::cast::saturate;
use crate::error::Error;
use crate::format::Format;
use crate::grid::Grid;
use core::fmt;

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
        if x.is_nan() { Err(Error::NotFinite) } else { Ok(x.clamped(self.low, self.high)) }
    }
}

/// A whole number of steps of a grid: an exact quantity that carries its unit.
///
/// Five steps of 2^-3 are 5/8, not 5. So a sum or a sensitivity in steps does not turn into a bare integer by
/// itself. Equal steps have the same count and the same grid.
///
/// ```
/// # use kdelta_finite::{Grid, query::Steps};
/// let steps = Steps::new(5, Grid::new(-3)?);
/// assert_eq!(steps.to_string(), "5 steps of 2^-3");
/// assert_eq!(steps.answer::<f64>()?, 0.625);
/// # Ok::<(), kdelta_finite::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    count: i128,
    grid: Grid,
}

impl Steps {
    /// `count` steps of the grid.
    #[must_use]
    pub const fn new(count: i128, grid: Grid) -> Self {
        Self { count, grid }
    }

    /// How many steps.
    #[must_use]
    pub const fn count(self) -> i128 {
        self.count
    }

    /// The grid whose steps they are.
    #[must_use]
    pub const fn grid(self) -> Grid {
        self.grid
    }

    /// A sum or mean as an answer in format F, clamped to what F holds; exact and 1-Lipschitz.
    ///
    /// # Errors
    /// [`Error::GridForFormat`] if the grid is finer than F.
    pub fn answer<F: Format>(self) -> Result<F, Error> {
        let limit = F::limit(self.grid)?;
        Ok(F::grid_point(saturate(self.count).clamp(-limit, limit), self.grid))
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps of 2^{}", self.count, self.grid.log2())
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
/// These are Δ_{f′} themselves. (The paper's route, Δ_{f′} ≤ Δ_f + 2δ_f from the distance δ_f to the exact
/// sum, would lose a term that grows with the number of elements, as δ_f = n·L/2.)
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
    /// assert_eq!(BoundedSum::COUNT.sum_steps(ages.map(|age| i64::from(age >= 18))).count(), 2);
    /// assert_eq!(BoundedSum::COUNT.sensitivity_add_remove().count(), 1);
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

    /// The sum over the rows of a database, as a [`Query`] for a mechanism.
    ///
    /// `rows` is a public number, chosen without looking at the data. It only sets the range that answers are
    /// clamped into: if there are more rows, the guarantee holds all the same and the answer is cut to the
    /// range.
    #[must_use]
    pub const fn sum_query(self, neighbours: Neighbours, rows: u64) -> Query {
        Query { elements: self, kind: Kind::Sum(neighbours), rows }
    }

    /// The mean over exactly `rows` rows, as a [`Query`] for a mechanism. The number of rows is public, so
    /// neighbours are databases in which one row is replaced.
    ///
    /// The mean is rounded to the grid, and its sensitivity, (high − low)/rows, up to a whole step: choose a
    /// grid of which it has many.
    ///
    /// # Errors
    /// [`Error::Count`] if `rows` is 0.
    pub const fn mean_query(self, rows: u64) -> Result<Query, Error> {
        match self.sensitivity_mean(rows) {
            Some(sensitivity) => Ok(Query { elements: self, kind: Kind::Mean { sensitivity }, rows }),
            None => Err(Error::Count { found: 0, declared: 0 }),
        }
    }

    /// q(x): the nearest grid index (halves upward) clamped to the bounds; infinities go to the ends.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for NaN.
    #[inline]
    pub fn quantise(&self, x: f64) -> Result<i64, Error> {
        if x.is_nan() { Err(Error::NotFinite) } else { Ok(self.grid.index_of(x).clamp(self.low, self.high)) }
    }

    /// Σq(x).
    ///
    /// # Errors
    /// [`Error::NotFinite`] if an element is NaN. That error reveals that the data holds a NaN: map NaN to a
    /// number of your choice beforehand if that is private.
    pub fn sum(&self, data: impl IntoIterator<Item = f64>) -> Result<Steps, Error> {
        let sum = data.into_iter().try_fold(0i128, |sum, x| Ok(sum + i128::from(self.quantise(x)?)));
        sum.map(|count| self.steps(count))
    }

    /// Σ of integer elements, each a number of grid steps, clamped to the bounds.
    pub fn sum_steps(&self, data: impl IntoIterator<Item = i64>) -> Steps {
        self.steps(data.into_iter().map(|x| i128::from(x.clamp(self.low, self.high))).sum())
    }

    /// The mean of exactly `count` elements, rounded to whole steps, halves upward: for neighbours that
    /// differ by replacing one element, so that `count` is public.
    ///
    /// # Guarantee
    /// Within half a step of the exact mean (δ_f = L/2), so Δ_{f′} ≤ Δ_f + 2δ_f gives
    /// [`BoundedSum::sensitivity_mean`]. No overflow: |2·sum + count| < 2^127.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; [`Error::Count`] if there are not exactly `count` ≥ 1 elements.
    pub fn mean(&self, data: impl IntoIterator<Item = f64>, count: u64) -> Result<Steps, Error> {
        let (mut sum, mut found) = (0i128, 0u64);
        for x in data {
            sum += i128::from(self.quantise(x)?);
            found = found.saturating_add(1);
        }
        if found != count || count == 0 {
            return Err(Error::Count { found, declared: count });
        }
        let count = i128::from(count);
        Ok(self.steps((2 * sum + count).div_euclid(2 * count)))
    }

    /// Δ of the sum when one element is added or removed: max(|low|, |high|) steps.
    #[must_use]
    pub const fn sensitivity_add_remove(&self) -> Steps {
        let (a, b) = (self.low.unsigned_abs(), self.high.unsigned_abs());
        self.steps(if a > b { a } else { b } as i128)
    }

    /// Δ of the sum when one element is replaced: high − low steps.
    #[must_use]
    pub const fn sensitivity_replace(&self) -> Steps {
        self.steps(self.high.abs_diff(self.low) as i128)
    }

    /// Δ of the mean of `count` elements when one is replaced: ⌈(high − low)/count⌉ steps.
    ///
    /// # Guarantee
    /// The sum moves by at most d = high − low, so ⌊(2s + n)/2n⌋ moves by at most ⌈d/n⌉: a floor moves by at
    /// most the ceiling of what its argument moves by. Never more than the paper's d/n + 1.
    #[must_use]
    pub const fn sensitivity_mean(&self, count: u64) -> Option<Steps> {
        if count == 0 { None } else { Some(self.steps(self.high.abs_diff(self.low).div_ceil(count) as i128)) }
    }

    const fn steps(&self, count: i128) -> Steps {
        Steps::new(count, self.grid)
    }
}

/// Which databases are neighbours: what a release hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// One row more or one row less: whether a person took part is hidden.
    AddOrRemove,
    /// One row with another value, the number of rows is public: what a person answered is hidden, not that
    /// they took part.
    Replace,
}

/// A question to a database: how its answer is computed, which answers it has, and how much one row can
/// change them.
///
/// A mechanism takes all three from here (`.query(&query)` of the builder in the crate `kdelta`), so that
/// they fit each other. Made by [`BoundedSum::sum_query`] and [`BoundedSum::mean_query`].
///
/// ```
/// # use kdelta_finite::{BoundedSum, Grid, Neighbours};
/// // Hours between 0 and 24, in eighths; at most 100 people, of whom one more or less is to be hidden.
/// let hours = BoundedSum::new(Grid::new(-3)?, 0, 24 * 8)?.sum_query(Neighbours::AddOrRemove, 100);
/// assert_eq!(hours.sensitivity().to_string(), "192 steps of 2^-3"); // 24 hours
/// assert_eq!(hours.answer::<f64>([7.25, 8.0, 1e300, -3.0])?, 7.25 + 8.0 + 24.0 + 0.0);
/// # Ok::<(), kdelta_finite::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    elements: BoundedSum,
    kind: Kind,
    rows: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sum(Neighbours),
    Mean { sensitivity: Steps },
}

impl Query {
    /// The grid of all answers.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.elements.grid
    }

    /// Which databases are neighbours.
    #[must_use]
    pub const fn neighbours(&self) -> Neighbours {
        match self.kind {
            Kind::Sum(neighbours) => neighbours,
            Kind::Mean { .. } => Neighbours::Replace,
        }
    }

    /// Δ: how much neighbours can differ in the answer as computed.
    #[must_use]
    pub const fn sensitivity(&self) -> Steps {
        match self.kind {
            Kind::Sum(Neighbours::AddOrRemove) => self.elements.sensitivity_add_remove(),
            Kind::Sum(Neighbours::Replace) => self.elements.sensitivity_replace(),
            Kind::Mean { sensitivity } => sensitivity,
        }
    }

    /// The least answer.
    #[must_use]
    pub const fn low(&self) -> Steps {
        let each = self.elements.low as i128;
        self.end(each, each < 0)
    }

    /// The greatest answer.
    #[must_use]
    pub const fn high(&self) -> Steps {
        let each = self.elements.high as i128;
        self.end(each, each > 0)
    }

    // |each| ≤ 2^61 and rows < 2^64: no overflow. With at most `rows` rows, no row at all gives 0, which may be the end.
    const fn end(&self, each: i128, away_from_0: bool) -> Steps {
        self.elements.steps(match self.kind {
            Kind::Mean { .. } => each,
            Kind::Sum(Neighbours::AddOrRemove) if !away_from_0 => 0,
            Kind::Sum(_) => each * self.rows as i128,
        })
    }

    /// The answer for these rows, in format F; exact, and clamped to what F holds.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a row is NaN, which reveals that there is one: map NaN to a number of your
    /// choice beforehand. For a mean [`Error::Count`] if there is another number of rows.
    /// [`Error::GridForFormat`] if the grid is finer than F.
    pub fn answer<F: Format>(&self, rows: impl IntoIterator<Item = f64>) -> Result<F, Error> {
        match self.kind {
            Kind::Sum(_) => self.elements.sum(rows)?.answer(),
            Kind::Mean { .. } => self.elements.mean(rows, self.rows)?.answer(),
        }
    }
}
