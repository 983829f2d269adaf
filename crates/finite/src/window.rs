//! The finite set of outputs: consecutive grid points. Round first, then test (THEORY F17), so that the
//! set of values before rounding is a union of whole cells by construction.

use crate::cast::between;
#[cfg(not(creusot))]
use crate::cast::between_each;
use crate::error::Error;
#[cfg(not(creusot))]
use crate::format::Format;
use crate::grid::Grid;
#[cfg(not(creusot))]
use core::fmt;
#[cfg(creusot)]
use creusot_std::{
    invariant::Invariant,
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

/// The grid points numbered low to high, both included: low ≤ high, and neither is beyond ±(2^52 − 1).
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
        Ok(window) => window.on() == grid && window.least() == low@ && window.greatest() == high@
            && -0xF_FFFF_FFFF_FFFF <= low@ && low@ <= high@ && high@ <= 0xF_FFFF_FFFF_FFFF,
        Err(Error::Reversed) => low@ > high@,
        Err(Error::TooFar { index, limit }) => limit@ == 0xF_FFFF_FFFF_FFFF && low@ <= high@
            && if low@ < -limit@ { index == low } else { index == high && high@ > limit@ },
        Err(_) => false,
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
        self.within(F::limit(self.grid)?)
    }

    /// The window itself, if no index of it is beyond ±limit, for limit ≥ 0.
    #[cfg_attr(creusot, requires(0 <= limit@))]
    #[cfg_attr(creusot, ensures(match result {
        Ok(window) => window == self && -limit@ <= self.least() && self.greatest() <= limit@,
        Err(Error::TooFar { index, limit: most }) => most == limit
            && if self.least() < -limit@ { index@ == self.least() }
                else { index@ == self.greatest() && self.greatest() > limit@ },
        Err(_) => false,
    }))]
    const fn within(self, limit: i64) -> Result<Self, Error> {
        if self.low < -limit {
            Err(Error::TooFar { index: self.low, limit })
        } else if self.high > limit {
            Err(Error::TooFar { index: self.high, limit })
        } else {
            Ok(self)
        }
    }

    /// The grid.
    #[cfg_attr(creusot, ensures(result == self.on()))]
    #[must_use]
    pub const fn grid(self) -> Grid {
        self.grid
    }

    /// The number of the lowest point.
    #[cfg_attr(creusot, ensures(result@ == self.least()))]
    #[must_use]
    pub const fn low(self) -> i64 {
        self.low
    }

    /// The number of the highest point.
    #[cfg_attr(creusot, ensures(result@ == self.greatest()))]
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
    ///
    /// # Guarantee
    /// Exactly min(max(index, low), high), which is in the window.
    #[cfg_attr(creusot, ensures(result@ == index@.max(self.least()).min(self.greatest()) && self.holds(result@)))]
    #[must_use]
    #[inline]
    pub fn nearest(self, index: i64) -> i64 {
        between(index, self.low, self.high)
    }

    /// Element i is [`Window::nearest`] of index i.
    #[cfg(not(creusot))]
    #[inline(always)]
    pub(crate) fn nearest_each<const N: usize>(self, indices: &[i64; N]) -> [i64; N] {
        between_each(indices, self.low, self.high)
    }
}

#[cfg(creusot)]
impl Window {
    /// The grid.
    #[logic]
    pub fn on(self) -> Grid {
        self.grid
    }

    /// The number of the lowest point.
    #[logic]
    pub fn least(self) -> Int {
        pearlite! { self.low@ }
    }

    /// The number of the highest point.
    #[logic]
    pub fn greatest(self) -> Int {
        pearlite! { self.high@ }
    }

    /// The window as a set of grid indices.
    #[logic(open)]
    pub fn holds(self, index: Int) -> bool {
        self.least() <= index && index <= self.greatest()
    }
}

/// What [`Window::new`] asks of every window.
#[cfg(creusot)]
impl Invariant for Window {
    #[logic]
    fn invariant(self) -> bool {
        pearlite! { -0xF_FFFF_FFFF_FFFF <= self.low@ && self.low@ <= self.high@ && self.high@ <= 0xF_FFFF_FFFF_FFFF }
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, Grid, LIMIT, Release, Window};

    /// What the contract of `new` says of any two indices.
    #[test]
    fn each_error_has_its_reason_and_no_other() {
        let indices = [i64::MIN, -LIMIT - 1, -LIMIT, -1, 0, 1, LIMIT, LIMIT + 1, i64::MAX];
        let grid = Grid::new(-3).unwrap();
        for low in indices {
            for high in indices {
                match Window::new(grid, low, high) {
                    Ok(window) => {
                        assert_eq!((window.grid(), window.low(), window.high()), (grid, low, high));
                        assert!(-LIMIT <= low && low <= high && high <= LIMIT);
                    }
                    Err(Error::Reversed) => assert!(low > high),
                    Err(Error::TooFar { index, limit }) => {
                        assert!(limit == (1 << 52) - 1 && low <= high);
                        assert!(if low < -limit { index == low } else { index == high && high > limit });
                    }
                    Err(other) => panic!("{other:?}"),
                }
            }
        }
    }

    #[test]
    fn a_window_fits_exactly_up_to_the_limit() {
        for low in -4..=4 {
            for high in low..=4 {
                let window = Window { grid: Grid::UNIT, low, high };
                for limit in 0..=5 {
                    let expected = if low < -limit {
                        Err(Error::TooFar { index: low, limit })
                    } else if high > limit {
                        Err(Error::TooFar { index: high, limit })
                    } else {
                        Ok(window)
                    };
                    assert_eq!(window.within(limit), expected);
                }
            }
        }
    }

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
