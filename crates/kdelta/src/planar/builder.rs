//! From the user's words to a certified mechanism on the plane, or to the reason why not.

use super::PlanarLaplace;
use super::region::{Outputs, Region};
use crate::builder::{Said, ends, given, grid_of, outward, range, scale_for, within};
use crate::error::Error;
use crate::exact::ToExact;
use crate::guarantee::Guarantee;
use crate::hypotheses::in_the_plane;
use crate::number::Number;
use kdelta_finite::Tail;
use kdelta_finite::planar::{Gamma, PlanarLaplace as Noise, PlanarMechanism, Polar, Radius};
use kdelta_oracle::number::Rational;
use std::marker::PhantomData;

/// A setting in the making; see [`PlanarLaplace::builder`].
///
/// Every method takes exact numbers (see [`ToExact`]) in one unit of length, and none fails; [`PlanarBuilder::build`] reports
/// what is wrong.
#[derive(Debug, Clone)]
#[must_use = "a setting does nothing until .build()"]
pub struct PlanarBuilder<F, S, const ANGLE: u32> {
    asked: Asked,
    kind: PhantomData<(F, S)>,
}

/// What the user has said so far.
#[derive(Debug, Clone)]
struct Asked {
    epsilon: Said<Rational>,
    budget: Said<Rational>,
    distance: Said<Rational>,
    answers: Said<[(Rational, Rational); 2]>,
    grid: Said<Rational>,
    outputs: Said<Outputs>,
}

impl<F: Number + Polar, S: Radius<F>, const ANGLE: u32> PlanarBuilder<F, S, ANGLE> {
    pub(super) const fn new() -> Self {
        let asked =
            Asked { epsilon: None, budget: None, distance: None, answers: None, grid: None, outputs: None };
        Self { asked, kind: PhantomData }
    }

    /// ε > 0: the loss asked of the ideal mechanism for points at [`PlanarBuilder::distance`] of each other. `"ln(4)"` is
    /// understood and rounded down, which is more privacy.
    pub fn epsilon(mut self, epsilon: impl ToExact) -> Self {
        self.asked.epsilon = Some(epsilon.to_exact_below("epsilon"));
        self
    }

    /// What one release may cost for points at [`PlanarBuilder::distance`] of each other: building is refused if ε′ is more
    /// than this. `"ln(4)"` is understood and rounded down.
    pub fn at_most(mut self, budget: impl ToExact) -> Self {
        self.asked.budget = Some(budget.to_exact_below("at_most"));
        self
    }

    /// Δ > 0: the distance that ε is for; 1 unless said otherwise, so that ε is per unit of length. For points that are the
    /// answer of a query it is the query's sensitivity **as computed**, in the Euclidean norm.
    pub fn distance(mut self, distance: impl ToExact) -> Self {
        self.asked.distance = Some(distance.to_exact("distance"));
        self
    }

    /// The rectangle that points are clamped into, before any noise; ends that the format does not hold are moved outward to
    /// ones that it does.
    pub fn answers(mut self, x: (impl ToExact, impl ToExact), y: (impl ToExact, impl ToExact)) -> Self {
        self.asked.answers = Some(axes("answers", &x, &y));
        self
    }

    /// L, the distance between outputs along an axis: a power of two. A finer grid costs privacy, ε′ − ε ≈ 8δ/L.
    pub fn grid(mut self, step: impl ToExact) -> Self {
        self.asked.grid = Some(step.to_exact("grid"));
        self
    }

    /// The outputs: all grid points of a rectangle, whose ends are multiples of the grid step.
    pub fn rectangle(mut self, x: (impl ToExact, impl ToExact), y: (impl ToExact, impl ToExact)) -> Self {
        self.asked.outputs = Some(axes("rectangle", &x, &y).map(Outputs::Rectangle));
        self
    }

    /// The outputs: the grid points whose cells lie wholly inside a disc. The centre is a grid point; the radius is rounded
    /// down to a whole number of grid steps, at most 2^24. [`crate::Disc::inscribed`] and [`crate::Disc::circumscribed`] count the cells.
    pub fn disc(mut self, centre: (impl ToExact, impl ToExact), radius: impl ToExact) -> Self {
        let disc = || {
            let centre = (centre.0.to_exact("disc")?, centre.1.to_exact("disc")?);
            Ok(Outputs::Disc { centre, radius: radius.to_exact("disc")? })
        };
        self.asked.outputs = Some(disc());
        self
    }

    /// The outputs: a region on the grid of this setting, for example any union of cells as a [`crate::Mask`].
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

    /// Another generator of the two uniforms of the radius: [`crate::Deep`] reaches farther, [`crate::Midpoint`] takes fewer
    /// random bits.
    pub fn generator<V: Tail<F>>(self) -> PlanarBuilder<F, Gamma<V>, ANGLE> {
        self.sampler()
    }

    /// Another sampler of the radius: [`crate::Inverse`], the inverse of the distribution function, is slower and has a far
    /// larger ε′ on fine grids; it is there for comparison with implementations that use it.
    pub fn sampler<V: Radius<F>>(self) -> PlanarBuilder<F, V, ANGLE> {
        PlanarBuilder { asked: self.asked, kind: PhantomData }
    }

    /// Another number of bits of the angle, 1 to 63.
    pub fn angle_bits<const BITS: u32>(self) -> PlanarBuilder<F, S, BITS> {
        PlanarBuilder { asked: self.asked, kind: PhantomData }
    }

    /// The mechanism, with its certified ε′.
    ///
    /// # Errors
    /// [`Error`] for a quantity that is missing or no number, a setting that the arithmetic cannot carry out, and
    /// [`Error::Refused`] for one that violates a condition of the theorem; each with the value and a remedy.
    pub fn build(self) -> Result<PlanarLaplace<F, S, ANGLE>, Error> {
        kdelta_finite::hardware::check()?;
        let Asked { epsilon, budget, distance, answers, grid, outputs } = self.asked;
        let epsilon = given("epsilon", epsilon)?;
        let distance = distance.unwrap_or_else(|| 1.to_exact("distance"))?;
        let [x, y] = given("answers", answers)?;
        let step = given("grid", grid)?;
        let outputs = given("rectangle", outputs)?;
        let budget = budget.transpose()?;

        let scale = scale_for(&epsilon, &distance)?;
        let region = outputs.on(grid_of(&step)?, &step)?;
        let bounds = region.bounds();
        let [x, y] = [outward::<F>(x)?, outward::<F>(y)?];
        let mechanism = PlanarMechanism::new([x, y], Noise::<F, S, ANGLE>::new(scale)?, region)?;
        let answers = [ends(x)?, ends(y)?];
        let guarantee = Guarantee::of(in_the_plane::<F, S, ANGLE>(distance, scale, answers, bounds)?)?;
        within(budget, &guarantee.epsilon_prime)?;
        Ok(PlanarLaplace { mechanism, guarantee })
    }
}

fn axes(
    what: &'static str,
    x: &(impl ToExact, impl ToExact),
    y: &(impl ToExact, impl ToExact),
) -> Result<[(Rational, Rational); 2], Error> {
    Ok([range(what, &x.0, &x.1)?, range(what, &y.0, &y.1)?])
}
