//! Laplace noise in the plane (F5, F6, F11): how the radius T and the shift δ follow from the generators of radius and angle.
//!
//! The angle's uniform variable is off by δ_v and turns the point by at most 2πT·δ_v; the radius is off by what its sampler makes of
//! its own bias; the two are perpendicular: δ = √(radial² + (2πTδ_v)²) + δ_n.

use super::{Generator, Hypotheses, Link, LogarithmError, NoiseError, RoundingError, Sampler};
use crate::closeness::require_radius;
use crate::enclosure::{UpperBound, sqrt};
use crate::noise::{GammaRadius, RadialInverse, hypotenuse, turned};
use crate::number::{Rational, dyadic, require_non_negative};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// Bits after the point of A, R and O, which are rounded up.
const ERROR_BITS: u32 = 160;

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
    reach: &UpperBound,
    angle_bias: &Rational,
) -> Result<Link, Refusal> {
    let scale = &hypotheses.scale;
    let angle_bias = UpperBound::new(angle_bias.clone());
    let at = |radius: Rational| link_at(hypotheses, radius, &angle_bias);
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
fn link_at(hypotheses: &Hypotheses, radius: Rational, angle_bias: &UpperBound) -> Result<Link, Refusal> {
    let scale = &hypotheses.scale;
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
    let error = hypotheses.error.at(scale, &radius);
    let shift = hypotenuse(radial.value(), angular.value())?.plus(&error);
    Ok(Link { radius, bias, lipschitz, radial, angular: Some(angular), error, shift })
}

impl LogarithmError {
    /// The sum of two logarithms with this error: their absolute parts add up, the relative part is one of the sum.
    #[must_use]
    pub fn of_two(&self) -> Self {
        Self { absolute: &self.absolute + &self.absolute, relative: self.relative.clone() }
    }

    /// The root x of g(x) = y, g(x) = x − ln(1+x), y = −ln w, found bit by bit in units of `unit`, where 6 ln 2 is known to `constant`.
    ///
    /// y and −ln((1+x)/64) are each off by A, and 6 ln 2 by `constant` and half a unit: each comparison is decided as if y were off by
    /// at most η = 2A + unit/2 + constant. So the bits found stand for an x with g(x) ≤ g(x*) + η and g(x + unit) ≥ g(x*) − η. As
    /// g′(t) = t/(1+t) increases, g grows by at least g(h) ≥ h²/(2(1+h)) on a stretch of length h, which is at most η only if
    /// h ≤ η + √(η² + 2η).
    ///
    /// # Errors
    /// Refused unless R = 0, as the comparisons count no relative part.
    pub fn of_root(&self, unit: &Rational, constant: &Rational) -> Result<Self, Refusal> {
        if !self.relative.is_zero() {
            let what = "relative error of the logarithm in a bisection ≤ 0";
            let (found, zero) = (self.relative.clone(), Rational::zero());
            return Err(Refusal::condition(Condition::AtMost(what), found, zero));
        }
        let eta = &self.absolute + &self.absolute + unit * dyadic(1, -1) + constant;
        let root = sqrt(&(&eta * &eta + &eta + &eta), ERROR_BITS)?;
        Ok(Self { absolute: eta + root.hi() + unit, relative: Rational::zero() })
    }
}

impl NoiseError {
    /// Noise in the plane, from the error of r/b, the error τ of cosine and of sine, and that of a rounding to the format.
    ///
    /// Radius, floating: r/b becomes a float or is the rounded sum of two, and the product with b is rounded once more, each relative to
    /// the exact value by d; so |r′ − r| ≤ A(1+d)²·b + ((1+R)(1+d)² − 1)·r. Integers: r/b is exact and the product off by o.
    /// Direction: the two coordinates together are off by √2τ, and floating by d of a length of at most 1 + √2τ more, when they become
    /// floats; call the sum t. Products: floating, each relative to its exact value by d, so by d·r′(1+t) together; integers, o each,
    /// √2·o together. With r′ ≤ r + |r′ − r| and t′ = t + d(1+t) (integers t′ = t):
    /// ‖n′ − n‖ ≤ |r′ − r|(1 + t′) + r·t′ (+ √2·o).
    ///
    /// # Errors
    /// None that is known; √2 is enclosed.
    pub fn in_the_plane(
        radius: &LogarithmError,
        direction: &Rational,
        rounding: &RoundingError,
    ) -> Result<Self, Refusal> {
        let (one, d) = (Rational::one(), &rounding.relative);
        let root_two = sqrt(&dyadic(2, 0), ERROR_BITS)?.hi().clone();
        let twice = (&one + d) * (&one + d);
        let t = &root_two * direction;
        let t = &t + d * (&one + &t);
        let turned = &t + d * (&one + &t);
        let factor = &one + &turned;
        let up = |x: Rational| UpperBound::new(x).rounded(ERROR_BITS).value().clone();
        Ok(Self {
            absolute: up(&radius.absolute * &twice * &factor),
            relative: up(((&one + &radius.relative) * twice - one) * &factor + turned),
            rounding: up(&rounding.absolute * (factor + root_two)),
        })
    }
}
