//! The finite set of outputs on the plane: any finite union of cells of a square grid.
//!
//! Round first, then test (THEORY F17): the set M of sums that are not released as ∞ is a union of whole
//! cells by construction, and Theorem A needs no more. Its complement is tiled by boxes whose sides are at
//! least as long as those of the cells: by the other cells inside the bounding rectangle, and outside it by
//! products of cells, half-lines and whole lines, which are unions of boxes of that kind in turn.

use crate::error::Error;
use crate::format::Format;
use crate::grid::Grid;
use crate::window::Window;
use core::fmt::Debug;

/// A finite union of cells of a square grid.
pub trait Region: Debug {
    /// A rectangle of cells that holds the region.
    fn bounds(&self) -> Rectangle;

    /// Whether the cell belongs to the region. For every index, and with the same instructions for every
    /// index.
    ///
    /// # Guarantee
    /// False outside [`Region::bounds`].
    fn contains(&self, index: [i64; 2]) -> bool;

    /// [`Region::contains`] of each cell (x, y).
    #[inline(always)]
    fn contains_each<const N: usize>(&self, x: &[i64; N], y: &[i64; N]) -> [bool; N]
    where
        Self: Sized,
    {
        let mut inside = [false; N];
        for ((inside, &x), &y) in inside.iter_mut().zip(x).zip(y) {
            *inside = self.contains([x, y]);
        }
        inside
    }
}

/// All cells of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    axes: [Window; 2],
}

impl Rectangle {
    /// The cells numbered by one window on each axis.
    ///
    /// # Errors
    /// [`Error::Grids`] if the windows have different grids: cells are squares.
    pub fn new(x: Window, y: Window) -> Result<Self, Error> {
        if x.grid() == y.grid() {
            Ok(Self { axes: [x, y] })
        } else {
            Err(Error::Grids { log2: [x.grid().log2(), y.grid().log2()] })
        }
    }

    /// The rectangle itself, if format F holds every point of it.
    ///
    /// # Errors
    /// [`Error::TooFar`] or [`Error::GridForFormat`].
    pub fn fitting<F: Format>(self) -> Result<Self, Error> {
        let [x, y] = self.axes;
        Ok(Self { axes: [x.fitting::<F>()?, y.fitting::<F>()?] })
    }

    /// The grid.
    #[must_use]
    pub const fn grid(self) -> Grid {
        let [x, _] = self.axes;
        x.grid()
    }

    /// The window of each axis.
    #[must_use]
    pub const fn axes(self) -> [Window; 2] {
        self.axes
    }

    /// How many cells there are: at most 2^106.
    #[must_use]
    pub const fn cells(self) -> u128 {
        let [x, y] = self.axes;
        length(x) as u128 * length(y) as u128
    }

    /// `index`, or the cell of the rectangle nearest to it, without a branch.
    #[must_use]
    #[inline]
    pub fn nearest(self, index: [i64; 2]) -> [i64; 2] {
        let ([x, y], [i, j]) = (self.axes, index);
        [x.nearest(i), y.nearest(j)]
    }
}

/// How many points a window has: at most 2^53.
const fn length(window: Window) -> u64 {
    window.high().abs_diff(window.low()) + 1
}

impl Region for Rectangle {
    fn bounds(&self) -> Rectangle {
        *self
    }

    #[inline]
    fn contains(&self, index: [i64; 2]) -> bool {
        self.nearest(index) == index
    }

    #[inline(always)]
    fn contains_each<const N: usize>(&self, x: &[i64; N], y: &[i64; N]) -> [bool; N] {
        let ([column, row], mut inside) = (self.axes, [false; N]);
        for ((inside, &x), &y) in inside.iter_mut().zip(x).zip(y) {
            *inside = column.contains(x) & row.contains(y);
        }
        inside
    }
}

/// The cells that lie wholly inside a disc about a grid point.
///
/// A disc is no union of squares; this is the union inscribed in it. [`Disc::inscribed`] and
/// [`Disc::circumscribed`] say how many cells lie inside and how many meet the disc: what is lost lies
/// between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    bounds: Rectangle,
    centre: [i64; 2],
    radius: u64,
}

/// The largest radius of a disc in grid steps: counting its cells takes one step for each column.
pub const LARGEST_RADIUS: u64 = 1 << 24;

impl Disc {
    /// The disc about grid point `centre` of `radius` grid steps.
    ///
    /// # Errors
    /// [`Error::Disc`] unless 1 ≤ radius ≤ 2^24; [`Error::TooFar`] if the disc leaves the grid's range.
    pub fn new(grid: Grid, centre: [i64; 2], radius: u64) -> Result<Self, Error> {
        if radius == 0 || radius > LARGEST_RADIUS {
            return Err(Error::Disc { radius });
        }
        // The cell number ±(radius − 1) on an axis is the last one inside: its corners are at
        // √((radius − ½)² + ¼) ≤ radius.
        let reach = i64::try_from(radius - 1).unwrap_or(i64::MAX);
        let window = |c: i64| Window::new(grid, c.saturating_sub(reach), c.saturating_add(reach));
        let [x, y] = centre;
        Ok(Self { bounds: Rectangle::new(window(x)?, window(y)?)?, centre, radius })
    }

    /// The centre, in grid steps.
    #[must_use]
    pub const fn centre(self) -> [i64; 2] {
        self.centre
    }

    /// The radius, in grid steps.
    #[must_use]
    pub const fn radius(self) -> u64 {
        self.radius
    }

    /// How many cells lie wholly inside the disc: the number of outputs.
    ///
    /// In half steps a cell dx, dy away has its farthest corner at (2|dx| + 1, 2|dy| + 1); for each dx the
    /// largest |dy| is that with (2|dy| + 1)² ≤ 4·radius² − (2|dx| + 1)², and the right side is positive for
    /// |dx| < radius.
    #[must_use]
    pub fn inscribed(self) -> u64 {
        let column = |dx: u64| 2 * (odd_room(self.radius, 2 * dx + 1).saturating_sub(1) / 2) + 1;
        symmetric(column, self.radius - 1)
    }

    /// How many cells meet the disc, in at least a point. The nearest point of a cell is at (2|dx| − 1, 2|dy|
    /// − 1) half steps, or on an axis.
    #[must_use]
    pub fn circumscribed(self) -> u64 {
        let column = |dx: u64| 2 * odd_room(self.radius, (2 * dx).saturating_sub(1)).div_ceil(2) + 1;
        symmetric(column, self.radius)
    }
}

/// ⌊√((2·radius)² − a²)⌋ for a ≤ 2·radius ≤ 2^25.
fn odd_room(radius: u64, a: u64) -> u64 {
    (4 * radius * radius).saturating_sub(a * a).isqrt()
}

/// column(0) + 2·(column(1) + … + column(last)).
fn symmetric(column: impl Fn(u64) -> u64, last: u64) -> u64 {
    column(0) + 2 * (1..=last).map(column).sum::<u64>()
}

impl Region for Disc {
    fn bounds(&self) -> Rectangle {
        self.bounds
    }

    // Inside the bounds every difference is below 2^24, so nothing overflows; outside, the nearest cell is
    // looked at and then not counted.
    #[inline]
    fn contains(&self, index: [i64; 2]) -> bool {
        let ([i, j], [x, y]) = (self.bounds.nearest(index), self.centre);
        let corner = |d: u64| (2 * d + 1) * (2 * d + 1);
        let inside = corner(i.abs_diff(x)) + corner(j.abs_diff(y)) <= 4 * self.radius * self.radius;
        inside & ([i, j] == index)
    }
}

/// Any union of cells of a rectangle, one bit for each: row by row from the lowest y, in a row from the
/// lowest x, the lowest bit of a word first. `W` holds the words: a slice that is borrowed, an array, or a
/// vector.
///
/// The number of instructions does not depend on the cell, but the address of the word that is read does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask<W> {
    bounds: Rectangle,
    words: W,
}

impl<W: AsRef<[u64]>> Mask<W> {
    /// The cells of `bounds` whose bits are set.
    ///
    /// # Errors
    /// [`Error::Mask`] unless there are exactly as many words as the cells need, and at least one bit is set,
    /// none of them beyond the last cell.
    pub fn new(bounds: Rectangle, words: W) -> Result<Self, Error> {
        let (cells, all) = (bounds.cells(), words.as_ref());
        let refused = Error::Mask { words: all.len(), cells };
        if usize::try_from(cells.div_ceil(64)) != Ok(all.len()) {
            return Err(refused);
        }
        let beyond = match (all.last(), cells % 64) {
            (Some(last), used @ 1..) => last >> used,
            _ => 0,
        };
        if beyond != 0 || all.iter().all(|&word| word == 0) {
            return Err(refused);
        }
        Ok(Self { bounds, words })
    }

    /// How many cells the region has.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.words.as_ref().iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

impl<W: AsRef<[u64]> + Debug> Region for Mask<W> {
    fn bounds(&self) -> Rectangle {
        self.bounds
    }

    // The nearest cell is one of the rectangle, so its number is below the number of bits, which is that of a
    // slice in memory: nothing overflows and the word exists.
    #[inline]
    fn contains(&self, index: [i64; 2]) -> bool {
        let ([i, j], [x, y]) = (self.bounds.nearest(index), self.bounds.axes);
        let number =
            u128::from(j.abs_diff(y.low())) * u128::from(length(x)) + u128::from(i.abs_diff(x.low()));
        let word = usize::try_from(number >> 6)
            .ok()
            .and_then(|at| self.words.as_ref().get(at))
            .copied()
            .unwrap_or(0);
        (word >> (number & 63) & 1 == 1) & ([i, j] == index)
    }
}
