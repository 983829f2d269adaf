//! The outputs on the plane: as the user asks for them, in exact lengths, and as the grid points that are
//! released.

use crate::builder::{Ends, index_on, window_on};
use crate::error::Error;
use kdelta_finite::Grid;
use kdelta_finite::planar::{Disc, Mask, Rectangle, Region as Cells};
use kdelta_oracle::number::Rational;
use num_traits::{Signed, ToPrimitive};

/// The outputs of a mechanism on the plane: a finite set of cells of the grid, each released as its grid
/// point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Region {
    /// All cells of a rectangle.
    Rectangle(Rectangle),
    /// The cells that lie wholly inside a disc.
    Disc(Disc),
    /// Any cells of a rectangle, one bit for each.
    Mask(Mask<Vec<u64>>),
}

impl Region {
    /// A rectangle of cells that holds the region; its grid is that of the outputs.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Rectangle {
        match self {
            Self::Rectangle(rectangle) => *rectangle,
            Self::Disc(disc) => disc.bounds(),
            Self::Mask(mask) => mask.bounds(),
        }
    }

    /// Whether the cell of this number of grid steps in x and in y belongs to the region.
    #[must_use]
    #[inline]
    pub fn contains(&self, index: [i64; 2]) -> bool {
        match self {
            Self::Rectangle(rectangle) => rectangle.contains(index),
            Self::Disc(disc) => disc.contains(index),
            Self::Mask(mask) => mask.contains(index),
        }
    }

    /// How many cells the region has. Counting those of a disc takes a step for each column.
    #[must_use]
    pub fn cells(&self) -> u128 {
        match self {
            Self::Rectangle(rectangle) => rectangle.cells(),
            Self::Disc(disc) => disc.inscribed().into(),
            Self::Mask(mask) => mask.cells().into(),
        }
    }
}

/// The kind of a region is part of the setting, so that telling the kinds apart reveals nothing about the
/// data.
impl Cells for Region {
    #[inline]
    fn bounds(&self) -> Rectangle {
        self.bounds()
    }

    #[inline]
    fn contains(&self, index: [i64; 2]) -> bool {
        self.contains(index)
    }
}

impl From<Rectangle> for Region {
    fn from(rectangle: Rectangle) -> Self {
        Self::Rectangle(rectangle)
    }
}

impl From<Disc> for Region {
    fn from(disc: Disc) -> Self {
        Self::Disc(disc)
    }
}

impl From<Mask<Vec<u64>>> for Region {
    fn from(mask: Mask<Vec<u64>>) -> Self {
        Self::Mask(mask)
    }
}

/// The outputs as the user asks for them, before the grid is known.
#[derive(Debug, Clone)]
pub(crate) enum Outputs {
    /// All grid points of a rectangle.
    Rectangle([Ends; 2]),
    /// The grid points whose cells lie wholly inside a disc.
    Disc {
        /// Its centre, a grid point.
        centre: (Rational, Rational),
        /// Its radius.
        radius: Rational,
    },
    /// A region of a grid already.
    Region(Region),
}

impl Outputs {
    /// The region on the grid of this step.
    pub(super) fn on(self, grid: Grid, step: &Rational) -> Result<Region, Error> {
        match self {
            Self::Rectangle([x, y]) => {
                Ok(Rectangle::new(window_on(grid, step, &x)?, window_on(grid, step, &y)?)?.into())
            }
            Self::Disc { centre: (x, y), radius } => {
                let centre = [index_on(step, &x)?, index_on(step, &y)?];
                // Fewer cells may lie inside the disc of a whole number of steps, never more. A radius below
                // 0 is refused as 0 is, and one beyond the words of the machine as the largest word is.
                let steps = (&radius / step).floor().to_integer();
                let steps = steps.to_u64().unwrap_or(if radius.is_negative() { 0 } else { u64::MAX });
                Ok(Disc::new(grid, centre, steps)?.into())
            }
            Self::Region(region) => {
                let own = region.bounds().grid();
                if own == grid {
                    Ok(region)
                } else {
                    Err(kdelta_finite::Error::Grids { log2: [own.log2(), grid.log2()] }.into())
                }
            }
        }
    }
}
