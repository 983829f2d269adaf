//! The radius of planar Laplace noise as −(ln u₁ + ln u₂)/β, which has the law Gamma(2, β) (F5, repair (b)).

use crate::enclosure::{Enclosure, UpperBound, exp, ln, sqrt};
use crate::number::{Rational, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// Precision of the upper bounds below.
const BITS: u32 = 192;

/// The radius law of rate β from two uniforms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GammaRadius {
    rate: Rational,
}

impl GammaRadius {
    /// The law of rate β = ε/Δ.
    ///
    /// # Errors
    /// Refused unless β > 0.
    pub fn new(rate: Rational) -> Result<Self, Refusal> {
        require_positive("rate β", &rate)?;
        Ok(Self { rate })
    }

    /// r = −(ln u₁ + ln u₂)/β = −ln(u₁u₂)/β for u₁, u₂ in ]0,1].
    ///
    /// # Errors
    /// Refused outside ]0,1].
    pub fn radius(&self, u1: &Rational, u2: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        for u in [u1, u2] {
            require_positive("u", u)?;
            if u > &Rational::one() {
                return Err(Refusal::condition(
                    Condition::InDomain("0 < u ≤ 1: u"),
                    u.clone(),
                    Rational::one(),
                ));
            }
        }
        Ok(ln(&(u1 * u2), bits)?.scaled(&-self.rate.recip()))
    }

    /// k_∞ = (1 + e^{βT})/β in the sup metric on (u₁, u₂): on the convex set {u₁u₂ ≥ e^{−βT}},
    /// 1/u₁ + 1/u₂ = (u₁+u₂)/(u₁u₂) ≤ (1 + u₁u₂)/(u₁u₂) ≤ 1 + e^{βT}.
    ///
    /// # Errors
    /// Refused if T < 0.
    pub fn lipschitz_sup(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        require_non_negative("radius T", radius)?;
        let growth = exp(&(&self.rate * radius), BITS)?;
        Ok(UpperBound::new((growth.hi() + Rational::one()) / &self.rate))
    }

    /// k₂ = √(1 + e^{2βT})/β in the Euclidean metric on (u₁, u₂).
    ///
    /// # Errors
    /// Refused if T < 0.
    pub fn lipschitz_euclid(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        require_non_negative("radius T", radius)?;
        let twice = Rational::from_integer(2.into()) * &self.rate * radius;
        let inside = exp(&twice, BITS)?.hi() + Rational::one();
        Ok(UpperBound::new(sqrt(&inside, BITS)?.hi() / &self.rate))
    }

    /// 2/β in the log metric (sup of |ln u₁ − ln v₁|, |ln u₂ − ln v₂|), for every T: exact.
    #[must_use]
    pub fn lipschitz_log(&self) -> UpperBound {
        UpperBound::new(Rational::from_integer(2.into()) / &self.rate)
    }
}
