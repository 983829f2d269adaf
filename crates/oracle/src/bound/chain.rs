//! The whole chain for one-dimensional Laplace noise: from a description of the mechanism to ε′.

use super::{Dimension, Setting, TheoremU};
use crate::closeness::{LaplaceRadius, ShiftTerms};
use crate::enclosure::UpperBound;
use crate::geometry::Interval;
use crate::mechanism::Rounding;
use crate::noise::{Laplace, RelativeUniform};
use crate::number::{Rational, dyadic};
use crate::refusal::{Condition, Refusal};
use num_traits::Zero;

/// The uniform generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Generator {
    /// Absolute bias δ₀, through the inverse CDF, or through −b ln u with a separate sign bit.
    Absolute {
        /// δ₀.
        bias: Rational,
        /// Whether the sign is drawn apart.
        sign_bit: bool,
    },
    /// Exponent and mantissa, with a separate sign bit (Theorem L).
    Relative(RelativeUniform),
}

/// A mechanism: b = Δ/ε.
#[derive(Debug, Clone)]
pub struct LaplaceChain {
    /// ε.
    pub epsilon: Rational,
    /// Δ ≥ Δ_{f′}.
    pub sensitivity: Rational,
    /// M_f, the answers after clamping.
    pub answers: (Rational, Rational),
    /// Cells and window.
    pub rounding: Rounding<Rational>,
    /// n₀.
    pub generator: Generator,
    /// δ_n, valid for |n| ≤ ρ_M + b (and (iv) beyond T).
    pub error: UpperBound,
}

/// Every link of the chain.
#[derive(Debug, Clone)]
pub struct Chain {
    /// The noise n.
    pub law: Laplace,
    /// ρ_M.
    pub reach: Rational,
    /// δ₀, in the metric of the generator.
    pub bias: UpperBound,
    /// k on the radius T, in the same metric.
    pub lipschitz: UpperBound,
    /// T.
    pub radius: Rational,
    /// δ.
    pub shift: UpperBound,
    /// ε, Δ, L, δ, from which every form of ε′ follows.
    pub setting: Setting,
    /// Theorem U's ε′, or why it does not apply.
    pub u_space: Result<UpperBound, Refusal>,
}

impl LaplaceChain {
    /// Follows the chain: ρ_M, then T and δ, then ε′.
    ///
    /// # Guarantee
    /// If the generator has the stated bias and the implementation satisfies (iii) and (iv) with `error` on the radius T of the result,
    /// every ε′ of the result is an upper bound of the loss.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn follow(&self) -> Result<Chain, Refusal> {
        let law = Laplace::for_privacy(&self.epsilon, &self.sensitivity)?;
        let (first, last) = &self.answers;
        if first > last {
            return Err(Refusal::condition(Condition::Ordered("answers"), first.clone(), last.clone()));
        }
        let reach = self.rounding.reach(&Interval::closed(first.clone(), last.clone())?)?;
        let link = match &self.generator {
            Generator::Absolute { bias, sign_bit } => self.absolute(&law, &reach, bias, *sign_bit)?,
            Generator::Relative(generator) => self.relative(&law, &reach, *generator)?,
        };
        let setting = Setting::new(
            Dimension::Line,
            self.epsilon.clone(),
            self.sensitivity.clone(),
            self.rounding.step().clone(),
            &link.shift,
        )?;
        let u_space = self.u_space(&link)?;
        let Link { bias, lipschitz, radius, shift } = link;
        Ok(Chain { law, reach, bias, lipschitz, radius, shift, setting, u_space })
    }

    /// §1.4: T and δ in closed form; then (v) again through Theorem B, as a check of the closed form itself.
    fn absolute(
        &self,
        law: &Laplace,
        reach: &Rational,
        bias: &Rational,
        sign_bit: bool,
    ) -> Result<Link, Refusal> {
        let closed = LaplaceRadius {
            scale: law.scale().clone(),
            bias: bias.clone(),
            error: self.error.value().clone(),
            reach: reach.clone(),
            sign_bit,
        }
        .closed_form()?;
        let radius = closed.radius.value().clone();
        let lipschitz = if sign_bit { law.magnitude_lipschitz(&radius)? } else { law.lipschitz(&radius)? };
        let terms = ShiftTerms {
            lipschitz,
            bias: UpperBound::new(bias.clone()),
            error: self.error.clone(),
            radius,
            reach: UpperBound::new(reach.clone()),
        };
        let shift = terms.shift()?;
        Ok(Link { bias: terms.bias, lipschitz: terms.lipschitz, radius: terms.radius, shift })
    }

    /// Theorem L: k = b in the log metric; T one unit of 2^-64 b beyond ρ_M + δ.
    fn relative(&self, law: &Laplace, reach: &Rational, generator: RelativeUniform) -> Result<Link, Refusal> {
        let bias = generator.bias()?;
        let shift = law.scale() * bias.value() + self.error.value();
        let radius = reach + shift + law.scale() * dyadic(1, -64);
        let shift = generator.shift(law.scale(), &self.error, &radius, &UpperBound::new(reach.clone()))?;
        Ok(Link { bias, lipschitz: UpperBound::new(law.scale().clone()), radius, shift })
    }

    /// Theorem U for an absolute generator with the inverse CDF; the reason why not, otherwise.
    fn u_space(&self, link: &Link) -> Result<Result<UpperBound, Refusal>, Refusal> {
        let Generator::Absolute { bias, sign_bit: false } = &self.generator else {
            return Ok(Err(Refusal::Mismatch {
                what: "inverse CDF of an absolute generator",
                found: 0,
                needed: 1,
            }));
        };
        let window = self.rounding.window()?;
        let theorem = TheoremU {
            epsilon: self.epsilon.clone(),
            sensitivity: self.sensitivity.clone(),
            cell: self.rounding.step().clone(),
            edge_shift: Rational::zero(),
            error: self.error.clone(),
            bias: bias.clone(),
            window: (window.low().clone(), window.high().clone()),
            answers: self.answers.clone(),
            radius: link.radius.clone(),
        };
        Ok(theorem.epsilon_prime())
    }
}

/// The part of the chain that depends on the generator.
struct Link {
    bias: UpperBound,
    lipschitz: UpperBound,
    radius: Rational,
    shift: UpperBound,
}

impl Chain {
    /// The least ε′: over every form of Theorem A and Theorem U.
    ///
    /// # Errors
    /// As [`Setting::verdict`].
    pub fn verdict(&self) -> Result<UpperBound, Refusal> {
        let main = self.setting.verdict()?;
        Ok(self.u_space.iter().fold(main, |least, other| least.min(other.clone())))
    }
}
