//! The finite set of outputs: consecutive grid points. Round first, then test (THEORY F17), so that the
//! set of values before rounding is a union of whole cells by construction.

use crate::cast::between;
use crate::error::Error;
#[cfg(not(creusot))]
use crate::format::Format;
use crate::grid::Grid;
#[cfg(not(creusot))]
use core::fmt;
#[cfg(creusot)]
use creusot_std::{
    logic::Int,
    macros::{ensures, logic, pearlite, requires},
};

/// What leaves the mechanism.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub enum Release<V> {
    /// A grid point of the window.
    Value(V),
    /// The paper's ∞: the noisy answer fell outside the window.
    Outside,
}

#[cfg(not(creusot))]
impl<V> Release<V> {
    /// The grid point, if there is one. [`Release::Outside`] is an output too: what is done with `None` must
    /// not look at the data again.
    ///
    /// ```
    /// # use kdelta_finite::Release;
    /// assert_eq!(Release::Value(2.5).value(), Some(2.5));
    /// assert_eq!(Release::<f64>::Outside.value(), None);
    /// ```
    #[must_use]
    pub fn value(self) -> Option<V> {
        match self {
            Self::Value(value) => Some(value),
            Self::Outside => None,
        }
    }
}

#[cfg(not(creusot))]
impl<V> From<Release<V>> for Option<V> {
    fn from(release: Release<V>) -> Self {
        release.value()
    }
}

/// The value, or `outside`.
#[cfg(not(creusot))]
impl<V: fmt::Display> fmt::Display for Release<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Outside => write!(f, "{:>1$}", "outside", f.width().unwrap_or(0)),
        }
    }
}

/// The grid points numbered low to high, both included.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Window {
    grid: Grid,
    low: i64,
    high: i64,
}

/// The largest |index| of a point.
const LIMIT: i64 = (1 << 52) - 1;

impl Window {
    /// The grid points numbered `low` to `high`.
    ///
    /// # Errors
    /// [`Error::Reversed`] if low > high; [`Error::TooFar`] if an index is 2^52 or more.
    #[cfg_attr(creusot, ensures(match result {
        Ok(window) => low@ <= high@ && (forall<i> window.holds(i) == (low@ <= i && i <= high@)),
        Err(_) => low@ > high@ || low@ < -0xF_FFFF_FFFF_FFFF || high@ > 0xF_FFFF_FFFF_FFFF,
    }))]
    pub const fn new(grid: Grid, low: i64, high: i64) -> Result<Self, Error> {
        if low > high {
            Err(Error::Reversed)
        } else if low < -LIMIT {
            Err(Error::TooFar { index: low, limit: LIMIT })
        } else if high > LIMIT {
            Err(Error::TooFar { index: high, limit: LIMIT })
        } else {
            Ok(Self { grid, low, high })
        }
    }

    /// The window itself, if format F holds every point of it.
    ///
    /// # Errors
    /// [`Error::TooFar`] or [`Error::GridForFormat`].
    #[cfg(not(creusot))]
    pub fn fitting<F: Format>(self) -> Result<Self, Error> {
        let limit = F::limit(self.grid)?;
        if self.low < -limit {
            Err(Error::TooFar { index: self.low, limit })
        } else if self.high > limit {
            Err(Error::TooFar { index: self.high, limit })
        } else {
            Ok(self)
        }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(self) -> Grid {
        self.grid
    }

    /// The number of the lowest point.
    #[must_use]
    pub const fn low(self) -> i64 {
        self.low
    }

    /// The number of the highest point.
    #[must_use]
    pub const fn high(self) -> i64 {
        self.high
    }

    /// Whether grid point `index` belongs to the window.
    ///
    /// # Guarantee
    /// Exactly low ≤ index ≤ high.
    #[cfg_attr(creusot, ensures(result == self.holds(index@)))]
    #[must_use]
    pub const fn contains(self, index: i64) -> bool {
        self.low <= index && index <= self.high
    }

    /// `point`, which stands for grid point `index`, if that belongs to the window.
    ///
    /// # Guarantee
    /// Exactly the window's set: `Value(point)` if low ≤ index ≤ high, `Outside` otherwise.
    #[cfg_attr(creusot, ensures(match result {
        Release::Value(value) => value == point && self.holds(index@),
        Release::Outside => !self.holds(index@),
    }))]
    #[inline]
    pub(crate) fn classify<V: Copy>(self, index: i64, point: V) -> Release<V> {
        //= THEORY F17
        if self.contains(index) { Release::Value(point) } else { Release::Outside }
    }

    /// `index`, or the end of the window on its side.
    #[cfg_attr(creusot, requires(exists<i> self.holds(i)))]
    #[cfg_attr(creusot, ensures(self.holds(result@) && (self.holds(index@) ==> result == index)))]
    #[must_use]
    #[inline]
    pub fn nearest(self, index: i64) -> i64 {
        between(index, self.low, self.high)
    }
}

#[cfg(creusot)]
impl Window {
    /// The window as a set of grid indices.
    #[logic]
    pub fn holds(self, index: Int) -> bool {
        pearlite! { self.low@ <= index && index <= self.high@ }
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, Release, Window};

    #[test]
    fn classify_is_exactly_the_window() {
        for low in -4..=4 {
            for high in low..=4 {
                let window = Window { grid: Grid::UNIT, low, high };
                for index in -7..=7 {
                    let expected =
                        if (low..=high).contains(&index) { Release::Value('v') } else { Release::Outside };
                    assert_eq!(window.classify(index, 'v'), expected);
                }
            }
        }
    }
}
