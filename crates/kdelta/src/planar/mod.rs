//! Noise for points of the plane, such as locations: releases, and what they cost.

mod builder;
mod region;

pub(crate) use region::Outputs;
pub use region::Region;

use crate::builder::Builder;
use crate::error::Error;
use crate::guarantee::{Guarantee, states_its_guarantee};
use crate::number::Number;
use kdelta_finite::planar::{Gamma, PlanarLaplace as Noise, PlanarMechanism, PlanarNoise, Polar, Radius};
use kdelta_finite::{Entropy, Range, Release};
use kdelta_oracle::number::Rational;

/// The planar Laplace mechanism (geo-indistinguishability) in format F (`f64` or [`crate::Fixed`]),
/// certified.
///
/// For two points at distance d, the privacy loss is at most ε·d/Δ plus a small constant, which is what
/// finite precision costs: see [`Guarantee::loss_at`]. A value of this type exists only for a setting in
/// which every condition of the theorem holds.
///
/// ```
/// use kdelta::{Deep, PlanarLaplace, Release, ToExact, entropy};
///
/// // Metres. Of two places within 200 m of each other, neither makes any output more than 4 times as likely
/// // as the other does.
/// let planar = PlanarLaplace::<f64>::builder()
///     .epsilon("1.386")
///     .distance(200)
///     .at_most("ln(4)") // refuses to build if ε′ is more than that
///     .answers((-5000, 5000), (-5000, 5000))
///     .rectangle((-5000, 5000), (-5000, 5000))
///     .grid(1)
///     .generator::<Deep<52, 4>>() // reaches 141 b; the diagonal is 98 b
///     .build()?;
/// assert!(planar.guarantee().excess().value() < &"1e-6".to_exact("limit")?);
///
/// match planar.release([1204.5, -377.25], &mut entropy::Os)? {
///     Release::Value([x, y]) => assert_eq!((x.fract(), y.fract()), (0.0, 0.0)), // a grid point
///     Release::Outside => {} // the noisy point left the region; that is an output too
/// }
/// # Ok::<(), kdelta::Error>(())
/// ```
///
/// The noise must reach from every point of the answer rectangle to every output, otherwise the setting is
/// refused. The default generator reaches 76·ln 2 = 52 times b = Δ/ε, and [`crate::Deep`] reaches farther.
///
/// The outputs may be any finite set of cells of the grid ([`Region`]): a rectangle ([`Builder::rectangle`]),
/// a disc ([`Builder::disc`]), or any others ([`Builder::region`]).
#[derive(Debug, Clone)]
pub struct PlanarLaplace<
    F: Number + Polar = f64,
    S: Radius<F> = Gamma<<F as Number>::PlanarGenerator>,
    const ANGLE: u32 = 63,
> {
    mechanism: PlanarMechanism<F, Noise<F, S, ANGLE>, Region>,
    /// ε as the builder was asked for it.
    #[cfg_attr(not(feature = "certificate"), expect(dead_code, reason = "a certificate states it"))]
    asked: Rational,
    guarantee: Guarantee,
}

impl<F: Number + Polar> PlanarLaplace<F> {
    /// Starts a setting. Unless it says otherwise, the radius comes from two draws of [`crate::Relative`] and
    /// the angle from 63 bits.
    pub const fn builder() -> Builder<Self> {
        Builder::new()
    }
}

impl<F: Number + Polar, S: Radius<F>, const ANGLE: u32> PlanarLaplace<F, S, ANGLE> {
    /// How many bytes of entropy one release takes, always.
    pub const ENTROPY_BYTES: usize = <Noise<F, S, ANGLE> as PlanarNoise<F>>::ENTROPY_BYTES;

    states_its_guarantee!(Rational);

    /// The rectangle that points are clamped into: one range for each coordinate.
    #[must_use]
    pub const fn answers(&self) -> &[Range<F>; 2] {
        self.mechanism.answers()
    }

    /// The outputs.
    #[must_use]
    pub const fn region(&self) -> &Region {
        self.mechanism.region()
    }

    /// One noisy point: clamp, add noise, round to the grid; [`Release::Outside`] if that is not in the
    /// region.
    ///
    /// # Guarantee
    /// See [`Guarantee`]. Nothing is allocated, and the number of entropy bytes is fixed. They are asked for
    /// in three requests, which with [`crate::entropy::Os`] are three system calls.
    ///
    /// # Errors
    /// [`Error::Answer`] for a NaN coordinate, [`Error::Entropy`] when the source fails. The first reveals
    /// something about the data, and the guarantee covers releases only: rule NaN out beforehand.
    #[inline]
    pub fn release<E: Entropy + ?Sized>(
        &self,
        point: [F; 2],
        entropy: &mut E,
    ) -> Result<Release<[F; 2]>, Error> {
        Ok(self.mechanism.release(point, &mut { entropy })?)
    }

    /// Releases every point, each with a draw of its own. This is faster than one call of
    /// [`PlanarLaplace::release`] for each.
    ///
    /// Each release costs ε′: if several points belong to one individual, their costs add up.
    ///
    /// ```
    /// # use kdelta::{PlanarLaplace, Release, entropy};
    /// # let planar = PlanarLaplace::<f64>::builder().epsilon(1).distance(200)
    /// #     .answers((0, 1000), (0, 1000)).disc((500, 500), 400).grid(2).build()?;
    /// let track = [[0.0, 0.0], [10.0, 4.0], [21.0, 9.5]];
    /// let mut noisy = [Release::Outside; 3];
    /// planar.release_slice(&track, &mut noisy, &mut entropy::stream()?)?;
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ; otherwise as [`PlanarLaplace::release`]. After an error every
    /// place holds [`Release::Outside`].
    #[inline]
    pub fn release_slice<E: Entropy + ?Sized>(
        &self,
        points: &[[F; 2]],
        places: &mut [Release<[F; 2]>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        Ok(self.mechanism.release_slice(points, places, &mut { entropy })?)
    }
}
