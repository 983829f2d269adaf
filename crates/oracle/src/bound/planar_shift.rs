//! The shift δ of planar Laplace noise, for each sampler of the radius (F5, F6).
//!
//! The angle's uniform v is off by δ_v and turns the point by at most 2πT·δ_v; the radius is off by what its sampler makes of
//! its own bias; the two are perpendicular: δ = √(radial² + (2πTδ_v)²) + δ_n.

use crate::closeness::require_radius;
use crate::enclosure::UpperBound;
use crate::noise::{GammaRadius, PlanarLipschitz, RadialInverse};
use crate::number::{Rational, require_non_negative};
use crate::refusal::Refusal;
use num_traits::One;

/// How the radius is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RadiusSampler {
    /// C⁻¹(u), u off by δ₀: moved by ω(δ₀) of Lemma R.
    InverseCdf {
        /// δ₀.
        bias: UpperBound,
    },
    /// −(ln u₁ + ln u₂)/β, each u off by δ₀: moved by (1+e^{βT})δ₀/β.
    Gamma {
        /// δ₀.
        bias: UpperBound,
    },
    /// The same, each ln u off by δ₀′: moved by 2δ₀′/β, whatever T.
    GammaLog {
        /// δ₀′.
        bias: UpperBound,
    },
}

/// The terms of the planar shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanarShift {
    /// β = ε/Δ.
    pub rate: Rational,
    /// The radius's sampler and its bias.
    pub sampler: RadiusSampler,
    /// δ_v, the absolute bias of the angle's uniform.
    pub angle_bias: UpperBound,
    /// δ_n, in Euclidean distance, on the radius T.
    pub error: UpperBound,
    /// T: a bound of the radius, not the diameter of the window.
    pub radius: Rational,
    /// ρ_M, in Euclidean distance.
    pub reach: UpperBound,
}

impl PlanarShift {
    /// δ.
    ///
    /// # Guarantee
    /// If (iii) and (iv) hold with `error` on the radius T, (A) and (B) of Theorem A hold with δ = the result.
    ///
    /// # Errors
    /// Refused for terms outside their ranges, and unless T > ρ_M + δ.
    pub fn shift(&self) -> Result<UpperBound, Refusal> {
        require_non_negative("reach ρ_M", self.reach.value())?;
        let shift = self.unchecked_shift()?;
        require_radius(&self.radius, &self.reach, &shift)?;
        Ok(shift)
    }

    /// δ, without (v).
    pub(super) fn unchecked_shift(&self) -> Result<UpperBound, Refusal> {
        require_non_negative("error δ_n", self.error.value())?;
        let rate = self.rate.clone();
        let (radial, bias) = match &self.sampler {
            RadiusSampler::InverseCdf { bias } => {
                let moved = RadialInverse::new(rate)?.lemma_r(bias.value(), &self.radius)?;
                (UpperBound::new(Rational::one()), moved)
            }
            RadiusSampler::Gamma { bias } => {
                (GammaRadius::new(rate)?.lipschitz_sup(&self.radius)?, bias.clone())
            }
            RadiusSampler::GammaLog { bias } => (GammaRadius::new(rate)?.lipschitz_log(), bias.clone()),
        };
        let polar = PlanarLipschitz { radial, radius: self.radius.clone() };
        Ok(polar.shift(&bias, &self.angle_bias)?.plus(&self.error))
    }
}
