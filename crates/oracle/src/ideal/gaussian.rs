//! The ideal Gaussian mechanism (§1.10): exact noise N(0, σ²) on each value of an answer of ℓ₂-sensitivity Δ.
//!
//! Everything depends on μ = Δ/σ. It is μ-Gaussian private, ρ-zero-concentrated private with ρ = μ²/2, has the Rényi divergence αμ²/2
//! of order α, and is (ε, δ(ε))-private with
//!
//! δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ)
//!
//! and no smaller δ.

use crate::enclosure::{Enclosure, UpperBound, exp, ln, newton, normal_distribution, sign, sqrt};
use crate::number::{Rational, dyadic, floor_log2, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use core::cmp::Ordering;
use num_traits::{One, Zero};

/// The mechanism, known by its μ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GaussianMechanism {
    mu: Rational,
}

impl GaussianMechanism {
    /// The mechanism for answers within Δ (in the ℓ₂-norm) with noise of standard deviation σ.
    ///
    /// # Errors
    /// Refused unless Δ > 0 and σ > 0.
    pub fn new(sensitivity: &Rational, scale: &Rational) -> Result<Self, Refusal> {
        require_positive("sensitivity Δ", sensitivity)?;
        require_positive("standard deviation σ", scale)?;
        Ok(Self { mu: sensitivity / scale })
    }

    /// μ = Δ/σ, of Gaussian privacy.
    #[must_use]
    pub const fn mu(&self) -> &Rational {
        &self.mu
    }

    /// ρ = μ²/2, of zero-concentrated privacy.
    #[must_use]
    pub fn rho(&self) -> Rational {
        &self.mu * &self.mu * dyadic(1, -1)
    }

    /// An enclosure of δ(ε), the least δ for which the mechanism is (ε, δ)-private, of width at most `2^-bits`.
    ///
    /// # Errors
    /// Refused if ε is negative or beyond 11000.
    pub fn delta(&self, epsilon: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_non_negative("privacy ε", epsilon)?;
        let (half, ratio) = (&self.mu * dyadic(1, -1), epsilon / &self.mu);
        let growth = exp(epsilon, bits + 2)?;
        let extra = floor_log2(growth.hi()).map_or(0, |e| e.max(0).unsigned_abs()) + 4;
        let first = normal_distribution(&(&half - &ratio), bits + 2)?;
        let second = normal_distribution(&-(half + ratio), bits + extra)?;
        Ok(first.minus(&growth.times(&second)))
    }

    /// An enclosure of the least ε ≥ 0 for which the mechanism is (ε, δ)-private, of width at most `2^-bits`.
    ///
    /// δ(ε) decreases: its slope is −e^ε·Φ(−μ/2 − ε/μ). So the ε is the root of δ(ε) = δ, if δ(0) > δ, and 0 otherwise.
    ///
    /// # Errors
    /// Refused unless 0 < δ < 1.
    pub fn epsilon(&self, delta: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_probability(delta)?;
        let excess =
            |epsilon: &Rational, bits| Ok(self.delta(epsilon, bits)?.minus(&Enclosure::exact(delta.clone())));
        if sign("δ(0) against δ", |bits| excess(&Rational::zero(), bits))? != Ordering::Greater {
            return Ok(Enclosure::exact(Rational::zero()));
        }
        let half = &self.mu * dyadic(1, -1);
        let tail = |epsilon: &Rational, bits| normal_distribution(&-(&half + epsilon / &self.mu), bits);
        let slope = |around: &Enclosure, bits| -> Result<Enclosure, Refusal> {
            let least = exp(around.lo(), bits)?.lo() * tail(around.hi(), bits)?.lo();
            let most = exp(around.hi(), bits)?.hi() * tail(around.lo(), bits)?.hi();
            Ok(Enclosure::new(least, most)?.negated())
        };
        let farthest = self.zero_concentrated(delta)?;
        let lost = floor_log2(delta).map_or(0, |e| e.min(0).unsigned_abs()) + 64;
        let around = Enclosure::new(Rational::zero(), farthest.value().clone())?;
        newton("the least ε of a Gaussian mechanism", around, (bits, lost), excess, slope)
    }

    /// ρ + 2√(ρ·ln(1/δ)), the ε at δ that zero-concentrated privacy gives: at least the least one.
    ///
    /// # Errors
    /// Refused unless 0 < δ < 1.
    pub fn zero_concentrated(&self, delta: &Rational) -> Result<UpperBound, Refusal> {
        require_probability(delta)?;
        let logarithm = ln(&delta.recip(), 192)?;
        let root = sqrt(&(self.rho() * logarithm.hi()), 192)?;
        Ok(UpperBound::new(self.rho() + root.hi() + root.hi()))
    }
}

/// 0 < δ < 1.
fn require_probability(delta: &Rational) -> Result<(), Refusal> {
    require_positive("probability δ", delta)?;
    if delta >= &Rational::one() {
        return Err(Refusal::condition(Condition::InDomain("0 < δ < 1: δ"), delta.clone(), Rational::one()));
    }
    Ok(())
}
