//! Laplace noise in the plane (F5, F6, F11): how the radius T and the shift δ follow from the generators of radius and angle.
//!
//! The angle's uniform variable is off by δ_v and turns the point by at most 2πT·δ_v; the radius is off by what its sampler makes of
//! its own bias; the two are perpendicular: δ = √(radial² + (2πTδ_v)²) + δ_n.

use super::{Generator, Hypotheses, Link, Sampler};
use crate::closeness::require_radius;
use crate::enclosure::UpperBound;
use crate::noise::{GammaRadius, RadialInverse, hypotenuse, turned};
use crate::number::{Rational, dyadic, require_non_negative};
use crate::refusal::Refusal;

/// T and δ, with δ_n taken at T.
///
/// δ at the radius ρ_M + b bounds δ at every smaller one for the samplers by logarithms, so T just beyond ρ_M + that δ satisfies (v).
/// Lemma R is not monotone below T = b; there ρ_M + b itself may do. (v) is decided at the T taken.
///
/// **The cut-off.** For a relative generator also b·e_max·ln 2 ≥ T is required, which covers both uniform variables: if the exponent
/// bits of either are all zero, that variable and the ideal one coupled with it are both at most 2^−e_max, so ‖n‖ of the draw and of the
/// ideal variables are both at least b·e_max·ln 2 ≥ T, whatever the other variable is. Then (iii) or (iv) gives ‖n′‖ ≥ T − δ_n > ρ_M:
/// both sums are outside M for every answer, and (A) and (B) are vacuous (case 4 of Theorem B).
pub(super) fn link(
    hypotheses: &Hypotheses,
    scale: &Rational,
    reach: &UpperBound,
    angle_bias: &Rational,
) -> Result<Link, Refusal> {
    let angle_bias = UpperBound::new(angle_bias.clone());
    let at = |radius: Rational| link_at(hypotheses, scale, radius, &angle_bias);
    let decided = |radius: Rational| -> Result<Link, Refusal> {
        let link = at(radius)?;
        require_radius(&link.radius, reach, &link.shift)?;
        Ok(link)
    };
    let farthest = reach.value() + scale;
    let largest = at(farthest.clone())?.shift;
    let tight = reach.plus(&largest).value() + scale * dyadic(1, -64);
    let link = decided(tight).or_else(|_| decided(farthest))?;
    if let Sampler::Logarithm(Generator::Relative(generator)) = hypotheses.sampler {
        //= THEORY F11
        generator.require_cut_off(scale, &link.radius)?;
    }
    Ok(link)
}

/// Everything at the radius T, before (v) is decided.
fn link_at(
    hypotheses: &Hypotheses,
    scale: &Rational,
    radius: Rational,
    angle_bias: &UpperBound,
) -> Result<Link, Refusal> {
    let rate = scale.recip();
    let (bias, lipschitz) = match &hypotheses.sampler {
        Sampler::InverseCdf { bias } => (UpperBound::new(bias.clone()), None),
        Sampler::Logarithm(Generator::Absolute { bias }) => {
            let k = GammaRadius::new(rate.clone())?.lipschitz_sup(&radius)?;
            (UpperBound::new(bias.clone()), Some(k))
        }
        Sampler::Logarithm(Generator::Relative(generator)) => {
            (generator.bias()?, Some(GammaRadius::new(rate.clone())?.lipschitz_log()))
        }
    };
    require_non_negative("bias of the radius", bias.value())?;
    let radial = match &lipschitz {
        Some(k) => UpperBound::new(k.value() * bias.value()),
        None => RadialInverse::new(rate)?.lemma_r(bias.value(), &radius)?,
    };
    let angular = turned(&radius, angle_bias)?;
    let error = hypotheses.error.at(&radius);
    let shift = hypotenuse(radial.value(), angular.value())?.plus(&error);
    Ok(Link { radius, bias, lipschitz, radial, angular: Some(angular), error, shift })
}
