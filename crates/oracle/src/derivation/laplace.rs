//! Laplace noise on the line (§1.4, §1.5, F11): how the radius T and the shift δ follow from the generator.

use super::{BITS, Generator, Hypotheses, Link, LogarithmError, NoiseError, RoundingError, Sampler};
use crate::bound::TheoremU;
use crate::closeness::{LaplaceRadius, ShiftTerms};
use crate::enclosure::UpperBound;
use crate::noise::{Laplace, RelativeUniform};
use crate::number::{Rational, dyadic};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// T and δ. The error δ_n is taken at ρ_M + b, and T must stay below.
pub(super) fn link(hypotheses: &Hypotheses, reach: &UpperBound) -> Result<Link, Refusal> {
    let scale = &hypotheses.scale;
    let farthest = reach.value() + scale;
    let error = hypotheses.error.at(scale, &farthest).rounded(BITS);
    let link = match &hypotheses.sampler {
        Sampler::InverseCdf { bias } => absolute(scale, reach, error, bias, false)?,
        Sampler::Logarithm(Generator::Absolute { bias }) => absolute(scale, reach, error, bias, true)?,
        Sampler::Logarithm(Generator::Relative(generator)) => relative(scale, reach, error, *generator)?,
    };
    if link.radius > farthest {
        let what = "T ≤ ρ_M + b, where δ_n was taken";
        return Err(Refusal::condition(Condition::AtMost(what), link.radius, farthest));
    }
    Ok(link)
}

/// A generator with an absolute bias: T and δ in closed form (§1.4); then (v) once more through Theorem B, which checks the closed form.
fn absolute(
    scale: &Rational,
    reach: &UpperBound,
    error: UpperBound,
    bias: &Rational,
    sign_bit: bool,
) -> Result<Link, Refusal> {
    let closed = LaplaceRadius {
        scale: scale.clone(),
        bias: bias.clone(),
        error: error.value().clone(),
        reach: reach.value().clone(),
        sign_bit,
    }
    .closed_form()?;
    let law = Laplace::new(scale.clone())?;
    let radius = closed.radius.value().clone();
    let k = if sign_bit { law.magnitude_lipschitz(&radius)? } else { law.lipschitz(&radius)? };
    let bias = UpperBound::new(bias.clone());
    let terms = ShiftTerms { lipschitz: k, bias, error, radius, reach: reach.clone() };
    let shift = terms.shift()?;
    let ShiftTerms { lipschitz, bias, error, radius, .. } = terms;
    Ok(along(radius, bias, lipschitz, error, shift))
}

/// A generator with a relative bias (Theorem L): k = b in the log metric whatever T, which lies 2^-64·b beyond ρ_M + δ.
fn relative(
    scale: &Rational,
    reach: &UpperBound,
    error: UpperBound,
    generator: RelativeUniform,
) -> Result<Link, Refusal> {
    let bias = generator.bias()?;
    let shift = scale * bias.value() + error.value();
    let radius = reach.value() + shift + scale * dyadic(1, -64);
    let shift = generator.shift(scale, &error, &radius, reach)?;
    Ok(along(radius, bias, UpperBound::new(scale.clone()), error, shift))
}

fn along(
    radius: Rational,
    bias: UpperBound,
    lipschitz: UpperBound,
    error: UpperBound,
    shift: UpperBound,
) -> Link {
    let radial = UpperBound::new(lipschitz.value() * bias.value());
    Link { radius, bias, lipschitz: Some(lipschitz), radial, angular: None, error, shift }
}

/// The hypotheses of Theorem U, which needs the inverse of the distribution function.
pub(super) fn theorem_u(
    hypotheses: &Hypotheses,
    error: &UpperBound,
    radius: &Rational,
) -> Result<TheoremU, Refusal> {
    //= THEORY 1.5
    let (Sampler::InverseCdf { bias }, [axis]) = (&hypotheses.sampler, hypotheses.axes.as_slice()) else {
        let what = "inverse CDF of an absolute generator";
        return Err(Refusal::Mismatch { what, found: 0, needed: 1 });
    };
    Ok(TheoremU {
        epsilon: &hypotheses.sensitivity / &hypotheses.scale,
        sensitivity: hypotheses.sensitivity.clone(),
        cell: hypotheses.cell.clone(),
        edge_shift: axis.edge_shift.clone(),
        error: error.clone(),
        bias: bias.clone(),
        window: axis.window.clone(),
        answers: axis.answers.clone(),
        radius: radius.clone(),
    })
}

impl NoiseError {
    /// Noise on the line, the product of a computed logarithm and b, rounded once: x′ = b·ℓ′·(1+η) + o with |η| ≤ d, so that
    /// |x′ − n| ≤ A·(1+d)·b + (R·(1+d) + d)·|n| + o for n = b·ℓ.
    #[must_use]
    pub fn on_the_line(logarithm: &LogarithmError, rounding: &RoundingError) -> Self {
        let grown = Rational::one() + &rounding.relative;
        Self {
            absolute: &logarithm.absolute * &grown,
            relative: &logarithm.relative * grown + &rounding.relative,
            rounding: rounding.absolute.clone(),
        }
    }
}
