//! The outputs as the user says them: in exact lengths, before the grid is known.

use crate::builder::{index_on, window_on};
use crate::error::Error;
use kdelta_finite::Grid;
use kdelta_finite::planar::{Disc, Mask, Rectangle, Region};
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;

/// What becomes a [`Region`] on a grid.
pub trait Outputs {
    /// The region.
    type Region: Region;

    /// The region on the grid of this step.
    ///
    /// # Errors
    /// [`Error`] if there is no such region.
    fn on(self, grid: Grid, step: &Rational) -> Result<Self::Region, Error>;
}

/// No outputs yet: building fails with a message that says so.
#[derive(Debug, Clone, Copy)]
pub struct Unset;

impl Outputs for Unset {
    type Region = Rectangle;

    fn on(self, _: Grid, _: &Rational) -> Result<Rectangle, Error> {
        Err(Error::Missing { method: "rectangle" })
    }
}

/// All grid points of a rectangle; see [`crate::PlanarBuilder::rectangle`].
#[derive(Debug, Clone)]
pub struct Area {
    pub(super) axes: Result<[(Rational, Rational); 2], Error>,
}

impl Outputs for Area {
    type Region = Rectangle;

    fn on(self, grid: Grid, step: &Rational) -> Result<Rectangle, Error> {
        let [x, y] = self.axes?;
        Ok(Rectangle::new(window_on(grid, step, &x)?, window_on(grid, step, &y)?)?)
    }
}

/// The grid points whose cells lie wholly inside a disc; see [`crate::PlanarBuilder::disc`].
#[derive(Debug, Clone)]
pub struct Circle {
    pub(super) centre: Result<(Rational, Rational), Error>,
    pub(super) radius: Result<Rational, Error>,
}

impl Outputs for Circle {
    type Region = Disc;

    fn on(self, grid: Grid, step: &Rational) -> Result<Disc, Error> {
        let (x, y) = self.centre?;
        let radius = self.radius?;
        let centre = [index_on(step, &x)?, index_on(step, &y)?];
        // Fewer cells may lie inside the disc of a whole number of steps, never more. Below 0 is refused as 0 is.
        let steps = (&radius / step).floor().to_integer();
        let steps =
            steps.to_u64().unwrap_or(if radius < Rational::from_integer(0.into()) { 0 } else { u64::MAX });
        Ok(Disc::new(grid, centre, steps)?)
    }
}

// A region that is there already must be on the grid of the setting.
fn on_grid<R: Region>(region: R, grid: Grid) -> Result<R, Error> {
    let own = region.bounds().grid();
    if own == grid {
        Ok(region)
    } else {
        Err(kdelta_finite::Error::Grids { log2: [own.log2(), grid.log2()] }.into())
    }
}

macro_rules! regions {
    ($($region:ty),*) => {$(
        impl Outputs for $region {
            type Region = Self;

            fn on(self, grid: Grid, _: &Rational) -> Result<Self, Error> {
                on_grid(self, grid)
            }
        }
    )*};
}
regions!(Rectangle, Disc, Mask<'_>);
