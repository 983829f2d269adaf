//! From polar to Cartesian coordinates: the planar noise (r cos θ, r sin θ), θ = 2π(v − ½), and its Lipschitz constant (F6).
//!
//! |r₁e^{iθ₁} − r₂e^{iθ₂}|² = (r₁−r₂)² + 4r₁r₂ sin²(Δθ/2) ≤ Δr² + r₁r₂Δθ².

use crate::enclosure::{Enclosure, UpperBound, cos, pi, sin, sqrt};
use crate::number::{Rational, dyadic, require_non_negative};
use crate::refusal::Refusal;

/// Precision of the upper bounds below.
const BITS: u32 = 192;

/// The noise of radius r and angle θ = 2π(v − ½), v ∈ [0,1[: enclosures of its two coordinates.
///
/// θ is irrational, so it enters as an enclosure [θ₋, θ₊]; cos and sin have slope at most one.
///
/// # Errors
/// Refused beyond [`crate::enclosure::MAX_BITS`], or for an angle with too many bits.
pub fn planar_noise(radius: &Enclosure, v: &Rational, bits: u32) -> Result<[Enclosure; 2], Refusal> {
    let turn = (v - dyadic(1, -1)) * Rational::from_integer(2.into());
    let theta = pi(bits)?.scaled(&turn);
    let slack = Enclosure::new(-theta.width(), theta.width())?;
    let coordinate = |value: Enclosure| radius.times(&value.plus(&slack));
    Ok([coordinate(cos(theta.lo(), bits)?), coordinate(sin(theta.lo(), bits)?)])
}

/// Lipschitz constants of the radius (K) and of the angle (2πT), for the combinations below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanarLipschitz {
    /// K, of the radius in its own uniforms.
    pub radial: UpperBound,
    /// T, the radius bound: ρ_M plus slack, not the diameter of the window.
    pub radius: Rational,
}

impl PlanarLipschitz {
    /// k = √(K² + (2πT)²) for the sup norm on (u, v).
    ///
    /// # Errors
    /// Refused if K or T is negative.
    pub fn sup(&self) -> Result<UpperBound, Refusal> {
        require_non_negative("K", self.radial.value())?;
        hypotenuse(self.radial.value(), circumference(&self.radius)?.value())
    }

    /// k = max(K, 2πT) for the Euclidean norm on (u, v).
    ///
    /// # Errors
    /// Refused if T is negative.
    pub fn euclid(&self) -> Result<UpperBound, Refusal> {
        Ok(self.radial.clone().max(circumference(&self.radius)?))
    }
}

/// An upper bound of 2πT·δ_v: how far an angle that is off by δ_v, in turns, moves a point of radius at most T.
///
/// # Errors
/// Refused if a term is negative.
pub(crate) fn turned(radius: &Rational, angle_bias: &UpperBound) -> Result<UpperBound, Refusal> {
    require_non_negative("bias of the angle", angle_bias.value())?;
    let circumference = circumference(radius)?;
    Ok(UpperBound::new(circumference.value() * angle_bias.value()))
}

/// An upper bound of 2πT.
fn circumference(radius: &Rational) -> Result<UpperBound, Refusal> {
    require_non_negative("radius T", radius)?;
    Ok(UpperBound::new(pi(BITS)?.hi() * Rational::from_integer(2.into()) * radius))
}

/// An upper bound of √(a² + b²).
pub(crate) fn hypotenuse(a: &Rational, b: &Rational) -> Result<UpperBound, Refusal> {
    Ok(sqrt(&(a * a + b * b), BITS)?.upper())
}
