//! The part of the builder that only noise in the plane has.

use super::PlanarLaplace;
use super::region::{Outputs, Region};
use crate::builder::{Asked, Builder, Ends, ends, given, grid_of, outward, range, scale_at_least, within};
use crate::error::Error;
use crate::exact::ToExact;
use crate::guarantee::Guarantee;
use crate::hypotheses::in_the_plane;
use crate::number::Number;
use kdelta_finite::Tail;
use kdelta_finite::planar::{Gamma, PlanarLaplace as Noise, PlanarMechanism, Polar, Radius};
use kdelta_oracle::noise::Laplace as Law;

/// The setting of noise for points of the plane. All lengths are in one unit, the user's.
impl<F: Number + Polar, S: Radius<F>, const ANGLE: u32> Builder<PlanarLaplace<F, S, ANGLE>> {
    /// Δ > 0: the distance that ε is for. It is 1 unless given, so that ε is per unit of length. For points
    /// that are the answer of a query, give the sensitivity of the query **as computed**, in the Euclidean
    /// norm.
    pub fn distance(mut self, distance: impl ToExact) -> Self {
        self.asked.sensitivity = Some(distance.to_exact("distance"));
        self
    }

    /// The rectangle that points are clamped into before noise is added: its ends in x and in y. Ends that
    /// are not numbers of the format are moved outward to the next ones that are.
    pub fn answers(mut self, x: (impl ToExact, impl ToExact), y: (impl ToExact, impl ToExact)) -> Self {
        self.asked.area = Some(axes("answers", &x, &y));
        self
    }

    /// The outputs: all grid points of a rectangle, given by its ends in x and in y, which are multiples of
    /// the grid step.
    pub fn rectangle(mut self, x: (impl ToExact, impl ToExact), y: (impl ToExact, impl ToExact)) -> Self {
        self.asked.outputs = Some(axes("rectangle", &x, &y).map(Outputs::Rectangle));
        self
    }

    /// The outputs: the grid points whose cells lie wholly inside a disc. The centre is a grid point; the
    /// radius is rounded down to a whole number of grid steps, at most 2^24. [`crate::Disc::inscribed`] and
    /// [`crate::Disc::circumscribed`] count the cells.
    pub fn disc(mut self, centre: (impl ToExact, impl ToExact), radius: impl ToExact) -> Self {
        let disc = || {
            let centre = (centre.0.to_exact("disc")?, centre.1.to_exact("disc")?);
            Ok(Outputs::Disc { centre, radius: radius.to_exact("disc")? })
        };
        self.asked.outputs = Some(disc());
        self
    }

    /// The outputs: a region on the grid of this setting, for example any set of cells as a [`crate::Mask`].
    ///
    /// ```
    /// use kdelta::{Grid, Mask, PlanarLaplace, Rectangle, Window};
    ///
    /// // 8 by 8 cells of 4 m: land, but not the lake in the middle.
    /// let side = Window::new(Grid::new(2)?, 0, 7)?;
    /// let land = vec![!0x0000_3c3c_3c3c_0000];
    /// let mask = Mask::new(Rectangle::new(side, side)?, land)?;
    /// let builder = PlanarLaplace::<f64>::builder().epsilon("1/50").answers((0, 28), (0, 28)).grid(4);
    /// let planar = builder.region(mask).build()?;
    /// assert_eq!(planar.region().cells(), 48);
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    pub fn region(mut self, region: impl Into<Region>) -> Self {
        self.asked.outputs = Some(Ok(Outputs::Region(region.into())));
        self
    }

    /// Another generator of the two uniform draws that the radius is made of: [`crate::Deep`] reaches
    /// farther, [`crate::Midpoint`] takes fewer random bits.
    pub fn generator<V: Tail<F>>(self) -> Builder<PlanarLaplace<F, Gamma<V>, ANGLE>> {
        self.sampler()
    }

    /// Another sampler of the radius. [`crate::Inverse`], which inverts the distribution function, is slower
    /// and has a far larger ε′ on fine grids; it is there for comparison with implementations that work this
    /// way.
    pub fn sampler<V: Radius<F>>(self) -> Builder<PlanarLaplace<F, V, ANGLE>> {
        self.of()
    }

    /// Another number of random bits for the angle, from 1 to 63.
    pub fn angle_bits<const BITS: u32>(self) -> Builder<PlanarLaplace<F, S, BITS>> {
        self.of()
    }

    /// The mechanism, with its certified ε′.
    ///
    /// # Errors
    /// As building a [`crate::Laplace`].
    pub fn build(self) -> Result<PlanarLaplace<F, S, ANGLE>, Error> {
        kdelta_finite::hardware::check()?;
        let Asked { amount, budget, sensitivity, area, grid, outputs, .. } = self.asked;
        let epsilon = given("epsilon", amount.epsilon)?;
        let distance = sensitivity.unwrap_or_else(|| 1.to_exact("distance"))?;
        let [x, y] = given("answers", area)?;
        let step = given("grid", grid)?;
        let outputs = given("rectangle", outputs)?;
        let budget = budget.transpose()?;

        let scale = scale_at_least("the scale Δ/ε", Law::for_privacy(&epsilon, &distance)?.scale())?;
        let region = outputs.on(grid_of(&step)?, &step)?;
        let bounds = region.bounds();
        let [x, y] = [outward::<F>(x)?, outward::<F>(y)?];
        let mechanism = PlanarMechanism::new([x, y], Noise::<F, S, ANGLE>::new(scale)?, region)?;
        let answers = [ends(x)?, ends(y)?];
        let guarantee = Guarantee::of(in_the_plane::<F, S, ANGLE>(distance, scale, answers, bounds)?)?;
        within(budget, &guarantee.epsilon_prime)?;
        Ok(PlanarLaplace { mechanism, asked: epsilon, guarantee })
    }
}

fn axes(
    what: &'static str,
    x: &(impl ToExact, impl ToExact),
    y: &(impl ToExact, impl ToExact),
) -> Result<[Ends; 2], Error> {
    Ok([range(what, &x.0, &x.1)?, range(what, &y.0, &y.1)?])
}
