//! From what runs on the plane to what it guarantees: every condition decided by the oracle. Nothing here is a float.

use crate::guarantee::value;
use kdelta_finite::ledger::Unit;
use kdelta_finite::planar::{PlanarLaplace as Noise, Polar, Radius, RadiusBias, Rectangle};
use kdelta_finite::{Bias, Scale, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::bound::{AffineError, PlanarChain, RadiusGenerator};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, dyadic};

/// What a mechanism on the plane guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all points r₁, r₂ of the answer rectangle, at distance d = ‖r₁ − r₂‖, and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^(ε·d/Δ + κ) · P\[K(r₂) ∈ S\] with κ = [`PlanarGuarantee::excess`], in the arithmetic that runs, if the entropy
/// source delivers independent uniform bits and the hardware rounds as IEEE 754 says. For d ≤ Δ the exponent is at most
/// ε′ = [`PlanarGuarantee::epsilon_prime`]. Points outside the rectangle count as the nearest points in it, which are no farther
/// apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlanarGuarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub epsilon: Rational,
    /// Δ, the distance that ε is for.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub distance: Rational,
    /// b, as the arithmetic holds it.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub scale: Rational,
    /// L̃, the least side of a cell as a set of exact sums r + x′ (THEORY F24): L less the shift of an edge.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub cell: Rational,
    /// ρ_M, the largest ‖y − r‖ over values y that are not released as ∞ and points r, from the region's bounding rectangle.
    pub reach: UpperBound,
    /// T, the radius on which the noise is close.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub radius: Rational,
    /// The bias of each uniform of the radius, in its own metric.
    pub bias: UpperBound,
    /// δ_v, the bias of the angle's uniform.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub angle_bias: Rational,
    /// δ_n, the error of the computed noise in Euclidean distance on the radius T, with (iv) beyond.
    pub error: UpperBound,
    /// δ, the distance between the computed noise and ideal planar Laplace noise.
    pub shift: UpperBound,
    /// ε′.
    pub epsilon_prime: UpperBound,
}

impl PlanarGuarantee {
    /// κ = ε′ − ε, what finite precision costs, once for every pair of points.
    #[must_use]
    pub fn excess(&self) -> UpperBound {
        UpperBound::new(self.epsilon_prime.value() - &self.epsilon)
    }

    /// ε·d/Δ + κ: an upper bound of the loss for points at distance d ≥ 0.
    #[must_use]
    pub fn loss_at(&self, distance: &Rational) -> UpperBound {
        UpperBound::new(distance / &self.scale).plus(&self.excess())
    }
}

/// The setting of one mechanism, in exact numbers.
pub(super) struct Certifier {
    pub(super) distance: Rational,
    pub(super) scale: Scale,
    pub(super) answers: [(Rational, Rational); 2],
    pub(super) bounds: Rectangle,
}

impl Certifier {
    /// Decides every condition and computes ε′.
    pub(super) fn certify<F: Polar, S: Radius<F>, const ANGLE: u32>(
        self,
    ) -> Result<PlanarGuarantee, Refusal> {
        let scale = dyadic(self.scale.mantissa().into(), self.scale.exponent());
        //= THEORY F14
        let epsilon = &self.distance / &scale;
        //= THEORY F24
        let step = dyadic(1, self.bounds.grid().log2());
        let [x, y] = self.bounds.axes();
        let shift = |axis: Window| value(&F::edge_shift(axis));
        // The sums that are not released as ∞: every edge of a cell moves down by at most the shift of its axis.
        let half = &step * dyadic(1, -1);
        let sums = |axis: Window| {
            let end = |index: i64| dyadic(index, 0) * &step;
            (end(axis.low()) - &half - shift(axis), end(axis.high()) + &half)
        };
        let links = PlanarChain {
            epsilon: epsilon.clone(),
            sensitivity: self.distance.clone(),
            answers: self.answers,
            outputs: [sums(x), sums(y)],
            cell: &step - shift(x).max(shift(y)),
            // The lower edge moves down, the upper one stays; beyond the bounds half-lines are cut into pieces of one step.
            widest: &step + shift(x).max(shift(y)),
            generator: generator(S::BIAS),
            angle_bias: dyadic(1, Noise::<F, S, ANGLE>::ANGLE_BIAS_LOG2),
            error: noise_error::<F, S, ANGLE>(&scale),
        };
        let (cell, angle_bias) = (links.cell.clone(), links.angle_bias.clone());
        let links = links.follow()?;
        Ok(PlanarGuarantee {
            epsilon_prime: links.verdict()?,
            epsilon,
            distance: self.distance,
            scale,
            cell,
            reach: links.reach,
            radius: links.radius,
            bias: links.bias,
            angle_bias,
            error: links.error,
            shift: links.shift,
        })
    }
}

/// The sampler in the oracle's words. Relative generators of the finite crate deliver midpoints.
fn generator(bias: RadiusBias) -> RadiusGenerator {
    match bias {
        RadiusBias::Inverse { log2 } => RadiusGenerator::InverseCdf { bias: dyadic(1, log2) },
        RadiusBias::Gamma(Bias::Absolute { log2 }) => RadiusGenerator::Gamma { bias: dyadic(1, log2) },
        RadiusBias::Gamma(Bias::Relative { precision, cut_off }) => {
            RadiusGenerator::GammaRelative(RelativeUniform { precision, cut_off, midpoint: true })
        }
    }
}

/// δ_n(T) = (A·b + O) + R·T, exactly, from the ledger of the noise.
fn noise_error<F: Polar, S: Radius<F>, const ANGLE: u32>(scale: &Rational) -> AffineError {
    let mut error = AffineError { absolute: dyadic(0, 0), relative: dyadic(0, 0) };
    for term in Noise::<F, S, ANGLE>::LEDGER.terms {
        match term.unit {
            Unit::Scale => error.absolute += value(term) * scale,
            Unit::Magnitude => error.relative += value(term),
            Unit::One => error.absolute += value(term),
        }
    }
    error
}
