//! The whole chain for planar Laplace noise: from a description of the mechanism to ε′ (F5, F6, F11).

use super::{Dimension, PlanarShift, RadiusSampler, Setting};
use crate::enclosure::{UpperBound, sqrt};
use crate::noise::RelativeUniform;
use crate::number::{Rational, dyadic, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// Bits of ρ_M.
const BITS: u32 = 192;

/// How the radius is drawn, and from what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RadiusGenerator {
    /// C⁻¹(u), u of absolute bias δ₀.
    InverseCdf {
        /// δ₀.
        bias: Rational,
    },
    /// −(ln u₁ + ln u₂)/β, each u of absolute bias δ₀ in ]0,1].
    Gamma {
        /// δ₀.
        bias: Rational,
    },
    /// The same from two draws of exponent and mantissa.
    GammaRelative(RelativeUniform),
}

/// δ_n as it grows with the radius: ‖n′ − n‖ ≤ absolute + relative·‖n‖ for every draw. So (iii) holds on every radius T with
/// δ_n(T) = absolute + relative·T, and (iv) beyond, as relative ≤ 1: ‖n′‖ ≥ (1 − relative)‖n‖ − absolute ≥ T − δ_n(T).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffineError {
    /// What does not depend on the radius.
    pub absolute: Rational,
    /// What grows with it.
    pub relative: Rational,
}

impl AffineError {
    /// δ_n(T).
    #[must_use]
    pub fn at(&self, radius: &Rational) -> UpperBound {
        UpperBound::new(&self.absolute + &self.relative * radius)
    }
}

/// A mechanism on the plane: b = Δ/ε, distances Euclidean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanarChain {
    /// ε.
    pub epsilon: Rational,
    /// Δ ≥ Δ_{f′}, or the length that ε is for.
    pub sensitivity: Rational,
    /// M_f, the answers after clamping: a closed interval on each axis.
    pub answers: [(Rational, Rational); 2],
    /// A rectangle that holds M, the union of the cells of all outputs as sets of exact sums (F24).
    pub outputs: [(Rational, Rational); 2],
    /// The least side of a cell, as a set of exact sums. The complement of M must be tiled by boxes no narrower (1.1), as it is
    /// for a union of cells of one grid.
    pub cell: Rational,
    /// The largest side of a cell, as a set of exact sums, and of the boxes that tile the complement of M; the ray bound asks for it.
    pub widest: Rational,
    /// The radius.
    pub generator: RadiusGenerator,
    /// δ_v, the absolute bias of the angle's uniform.
    pub angle_bias: Rational,
    /// δ_n.
    pub error: AffineError,
}

/// Every link of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanarLinks {
    /// b.
    pub scale: Rational,
    /// ρ_M.
    pub reach: UpperBound,
    /// T.
    pub radius: Rational,
    /// δ₀, or δ₀′ in the log metric.
    pub bias: UpperBound,
    /// δ_n on the radius T.
    pub error: UpperBound,
    /// δ.
    pub shift: UpperBound,
    /// ε, Δ, L, δ, from which every form of ε′ follows.
    pub setting: Setting,
}

impl PlanarChain {
    /// Follows the chain: ρ_M, then T and δ, then ε′.
    ///
    /// # Guarantee
    /// If the generators have the stated bias and the implementation the stated error, every ε′ of the result is an upper bound of
    /// the loss.
    ///
    /// **The cut-off.** For a relative generator also b·e_max·ln 2 ≥ T is required, which covers both uniforms: if the exponent bits
    /// of either are all zero, that uniform and the ideal one coupled with it are both at most 2^−e_max, so ‖n‖ of the draw
    /// and of the ideal variables are both at least b·e_max·ln 2 ≥ T, whatever the other uniform is. Then (iii) or (iv) gives
    /// ‖n′‖ ≥ T − δ_n > ρ_M: both sums are outside M for every answer, and (A) and (B) are vacuous (case 4 of Theorem B).
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn follow(&self) -> Result<PlanarLinks, Refusal> {
        require_positive("privacy ε", &self.epsilon)?;
        require_positive("sensitivity Δ", &self.sensitivity)?;
        require_non_negative("error δ_n", &self.error.absolute)?;
        require_non_negative("relative error of the noise", &self.error.relative)?;
        if self.error.relative > Rational::one() {
            let what = "relative error of the noise ≤ 1";
            return Err(Refusal::condition(
                Condition::AtMost(what),
                self.error.relative.clone(),
                Rational::one(),
            ));
        }
        let scale = &self.sensitivity / &self.epsilon;
        let reach = self.reach()?;
        // δ at the radius ρ_M + b bounds δ at every smaller one for the samplers by Gamma(2), so T just beyond ρ_M + that δ
        // satisfies (v). Lemma R is not monotone below T = b; there ρ_M + b itself may do. (v) is decided at the T taken.
        let farthest = reach.value() + &scale;
        let largest = self.unchecked_shift(&farthest)?;
        let tight = reach.plus(&largest).value() + &scale * dyadic(1, -64);
        let (radius, shift) = match self.shift(&tight, &reach) {
            Ok(shift) => (tight, shift),
            Err(_) => {
                let shift = self.shift(&farthest, &reach)?;
                (farthest, shift)
            }
        };
        if let RadiusGenerator::GammaRelative(generator) = self.generator {
            //= THEORY F11
            generator.require_cut_off(&scale, &radius)?;
        }
        let (_, bias) = self.sampler()?;
        let setting = Setting::new(
            Dimension::Plane,
            self.epsilon.clone(),
            self.sensitivity.clone(),
            self.cell.clone(),
            &shift,
        )?
        .with_widest(self.widest.clone())?;
        let error = self.error.at(&radius);
        Ok(PlanarLinks { scale, reach, radius, bias, error, shift, setting })
    }

    /// ρ_M: on each axis the larger of the distances from the lowest answer to the highest output and from the highest answer to
    /// the lowest output; of the two axes the hypotenuse, which a pair of corners attains.
    ///
    /// # Errors
    /// Refused if a pair of ends is out of order.
    pub fn reach(&self) -> Result<UpperBound, Refusal> {
        let mut square = Rational::zero();
        for (what, (low, high), outputs) in [
            ("answers on the first axis", &self.answers[0], &self.outputs[0]),
            ("answers on the second axis", &self.answers[1], &self.outputs[1]),
        ] {
            if low > high {
                return Err(Refusal::condition(Condition::Ordered(what), low.clone(), high.clone()));
            }
            if outputs.0 > outputs.1 {
                let (low, high) = outputs.clone();
                return Err(Refusal::condition(Condition::Ordered("outputs on an axis"), low, high));
            }
            // At least half the sum of the two lengths, so not negative.
            let axis = (&outputs.1 - low).max(high - &outputs.0);
            square += &axis * &axis;
        }
        Ok(sqrt(&square, BITS)?.upper())
    }

    /// The sampler with its bias in its own metric.
    fn sampler(&self) -> Result<(RadiusSampler, UpperBound), Refusal> {
        let upper = |bias: &Rational| UpperBound::new(bias.clone());
        Ok(match &self.generator {
            RadiusGenerator::InverseCdf { bias } => {
                (RadiusSampler::InverseCdf { bias: upper(bias) }, upper(bias))
            }
            RadiusGenerator::Gamma { bias } => (RadiusSampler::Gamma { bias: upper(bias) }, upper(bias)),
            RadiusGenerator::GammaRelative(generator) => {
                let bias = generator.bias()?;
                (RadiusSampler::GammaLog { bias: bias.clone() }, bias)
            }
        })
    }

    fn terms(&self, radius: &Rational, reach: UpperBound) -> Result<PlanarShift, Refusal> {
        Ok(PlanarShift {
            rate: &self.epsilon / &self.sensitivity,
            sampler: self.sampler()?.0,
            angle_bias: UpperBound::new(self.angle_bias.clone()),
            error: self.error.at(radius),
            radius: radius.clone(),
            reach,
        })
    }

    /// δ at the radius T, if (v) holds there.
    fn shift(&self, radius: &Rational, reach: &UpperBound) -> Result<UpperBound, Refusal> {
        self.terms(radius, reach.clone())?.shift()
    }

    /// δ at the radius T, before (v) is decided.
    fn unchecked_shift(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        self.terms(radius, UpperBound::new(Rational::zero()))?.unchecked_shift()
    }
}

impl PlanarLinks {
    /// The least ε′ over every form of Theorem A.
    ///
    /// # Errors
    /// As [`Setting::verdict`].
    pub fn verdict(&self) -> Result<UpperBound, Refusal> {
        self.setting.verdict()
    }
}
