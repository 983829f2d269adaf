//! n′ of section 6: the point of radius r′ in the direction of an angle.

use super::angle::{Angle, AngleBias};
use super::polar::Polar;
use crate::entropy::{Entropy, EntropyError};
use crate::error::Error;
use crate::format::Format;
use crate::ledger::Ledger;
use crate::noise::chunks;
use crate::scale::Scale;
use crate::uniform::Bias;
use core::fmt::Debug;
use core::marker::PhantomData;

/// How far the ideal radius is from the one that the same ideal uniforms give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadiusBias {
    /// −ln v₁ − ln v₂, each v off by this much in ]0,1]: [`Bias::Absolute`] is here the bias of v itself.
    Gamma(Bias),
    /// The inverse of the distribution function at u, off by at most 2^log2 in ]0,1[.
    Inverse {
        /// δ₀ = 2^log2.
        log2: i32,
    },
}

/// A sampler of the radius in units of b, for format F.
pub trait Radius<F: Polar>: Copy + Debug {
    /// How many bytes of entropy one draw takes, always.
    const ENTROPY_BYTES: usize;
    /// The bias of its uniforms.
    const BIAS: RadiusBias;
    /// The error of the logarithm that it computes with.
    const LOGARITHM: Ledger;
    /// The draw that [`Radius::ENTROPY_BYTES`] bytes encode; missing bytes count as 0, further ones are
    /// ignored.
    fn from_bytes(bytes: &[u8]) -> Self;

    /// One draw.
    ///
    /// # Errors
    /// [`EntropyError`] when the source fails.
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError>;

    /// r/b.
    fn over_scale(self) -> F::Radius;

    /// [`Radius::over_scale`] of the draws that these bytes encode, [`Radius::ENTROPY_BYTES`] for each of N; samplers that run faster
    /// side by side do so here.
    #[inline(always)]
    fn over_scale_each<'a, const N: usize>(draws: impl Iterator<Item = &'a [u8]> + Clone) -> [F::Radius; N] {
        let mut radii = [F::Radius::default(); N];
        for (radius, draw) in radii.iter_mut().zip(draws) {
            *radius = Self::from_bytes(draw).over_scale();
        }
        radii
    }
}

/// A source of noise on the plane in format F.
pub trait PlanarNoise<F: Format> {
    /// How many bytes of entropy one draw takes, always.
    const ENTROPY_BYTES: usize;

    /// x′ for the draw that [`PlanarNoise::ENTROPY_BYTES`] bytes encode.
    fn of_bytes(&self, bytes: &[u8]) -> [F::Noise; 2];

    /// Element i on each axis is that of [`PlanarNoise::of_bytes`] of the i-th [`PlanarNoise::ENTROPY_BYTES`] bytes.
    ///
    /// # Errors
    /// [`EntropyError`] if these are not the bytes of N draws: no point goes without its noise.
    #[inline(always)]
    fn of_each<const N: usize>(&self, bytes: &[u8]) -> Result<[[F::Noise; N]; 2], EntropyError> {
        let (mut x, mut y) = ([F::Noise::default(); N], [F::Noise::default(); N]);
        for ((x, y), draw) in x.iter_mut().zip(&mut y).zip(chunks::<N>(bytes, Self::ENTROPY_BYTES)?) {
            [*x, *y] = self.of_bytes(draw);
        }
        Ok([x, y])
    }

    /// One draw of x′; each uniform and the angle are asked for apart.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<[F::Noise; 2], Error>;
}

/// Planar Laplace noise of scale b in format F: radius from sampler S, direction from an [`Angle`] of ANGLE
/// bits.
///
/// # Guarantee
/// For **every** draw, ‖x′ − n‖₂ ≤ A·b + R·‖n‖ + O, where n = (r·cos 2πv, r·sin 2πv) is exact for the radius
/// r and the angle v drawn. A, R and O follow from [`Radius::LOGARITHM`], from the ledger of
/// [`crate::cos_sin`], and from one rounding to the format in each step of [`Polar`]. As R < 1 this is
/// condition (iv) of Theorem B for every T, without the monotonicity that no planar n′ has (THEORY F19): see
/// [`Ledger`].
#[derive(Clone, Copy, Debug)]
pub struct PlanarLaplace<F: Polar, S: Radius<F>, const ANGLE: u32 = 63> {
    scale: Scale,
    factor: F::Factor,
    sampler: PhantomData<S>,
}

impl<F: Polar, S: Radius<F>, const ANGLE: u32> PlanarLaplace<F, S, ANGLE> {
    /// δ_v, the bias of the angle.
    pub const ANGLE_BIAS: AngleBias = Angle::<ANGLE>::BIAS;

    /// Planar Laplace noise of scale b.
    ///
    /// # Errors
    /// [`Error::ScaleForFormat`] if a fixed-point format cannot hold b.
    pub fn new(scale: Scale) -> Result<Self, Error> {
        Ok(Self { scale, factor: F::factor(scale)?, sampler: PhantomData })
    }

    /// b, exactly.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// x′ = n′ of one draw: the function that (k, δ)-closeness is about.
    #[must_use]
    #[inline]
    pub fn of(&self, radius: S, angle: Angle<ANGLE>) -> [F::Noise; 2] {
        //= THEORY F6
        let length = F::length(radius.over_scale(), self.factor);
        let (cos, sin) = angle.cos_sin();
        [F::coordinate(length, cos), F::coordinate(length, sin)]
    }
}

impl<F: Polar, S: Radius<F>, const ANGLE: u32> PlanarNoise<F> for PlanarLaplace<F, S, ANGLE> {
    const ENTROPY_BYTES: usize = S::ENTROPY_BYTES + Angle::<ANGLE>::ENTROPY_BYTES;

    #[inline]
    fn of_bytes(&self, bytes: &[u8]) -> [F::Noise; 2] {
        let (radius, angle) = bytes.split_at(S::ENTROPY_BYTES.min(bytes.len()));
        self.of(S::from_bytes(radius), Angle::from_bytes(angle))
    }

    #[inline(always)]
    fn of_each<const N: usize>(&self, bytes: &[u8]) -> Result<[[F::Noise; N]; 2], EntropyError> {
        let draws = chunks::<N>(bytes, const { S::ENTROPY_BYTES + Angle::<ANGLE>::ENTROPY_BYTES })?;
        let radii: [F::Radius; N] =
            S::over_scale_each(draws.clone().map(|draw| draw.get(..S::ENTROPY_BYTES).unwrap_or_default()));
        let angles =
            draws.map(|draw| Angle::<ANGLE>::from_bytes(draw.get(S::ENTROPY_BYTES..).unwrap_or_default()));
        let (mut cos, mut sin) = ([0; N], [0; N]);
        for ((cos, sin), angle) in cos.iter_mut().zip(&mut sin).zip(angles) {
            (*cos, *sin) = core::hint::black_box(angle).cos_sin();
        }
        let mut lengths = [F::Length::default(); N];
        for (length, radius) in lengths.iter_mut().zip(&radii) {
            *length = F::length(*radius, self.factor);
        }
        Ok([cos, sin].map(|direction| {
            let mut noise = [F::Noise::default(); N];
            for ((noise, length), part) in noise.iter_mut().zip(&lengths).zip(direction) {
                *noise = F::coordinate(*length, part);
            }
            noise
        }))
    }

    #[inline]
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<[F::Noise; 2], Error> {
        let radius = S::draw(entropy)?;
        Ok(self.of(radius, Angle::draw(entropy)?))
    }
}
