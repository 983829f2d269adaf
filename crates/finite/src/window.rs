//! The finite set of outputs: consecutive grid points. Round first, then test (THEORY F17), so that the
//! set of values before rounding is a union of whole cells by construction.

use crate::cast::between;
use crate::error::Error;
use crate::format::Format;
use crate::grid::Grid;

/// The grid points numbered low to high, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    grid: Grid,
    low: i64,
    high: i64,
}

impl Window {
    /// The grid points numbered `low` to `high`.
    ///
    /// # Errors
    /// [`Error::Reversed`] if low > high; [`Error::TooFar`] if an index is 2^52 or more.
    pub const fn new(grid: Grid, low: i64, high: i64) -> Result<Self, Error> {
        let limit = (1 << 52) - 1;
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

    /// The window itself, if format F holds every point of it.
    ///
    /// # Errors
    /// [`Error::TooFar`] or [`Error::GridForFormat`].
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
    #[must_use]
    pub const fn contains(self, index: i64) -> bool {
        self.low <= index && index <= self.high
    }

    /// `index`, or the end of the window on its side.
    #[must_use]
    #[inline]
    pub fn nearest(self, index: i64) -> i64 {
        between(index, self.low, self.high)
    }
}
