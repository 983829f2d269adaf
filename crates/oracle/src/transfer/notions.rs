//! What follows from the closeness of two laws, notion by notion (§1.8).
//!
//! Each method takes what is known of the ideal mechanism and returns what then holds for the mechanism that runs. P is the ideal law
//! and P′ the finite one, with an index where there are two answers.
//!
//! Total variation, vulnerability, leaked bits and mutual information speak about whole laws. For a vector they need the closeness of all
//! of its values; that of the values in which neighbours differ, which serves all other notions, is not enough for them.

use super::Closeness;
use crate::bound::ApproximateBound;
use crate::enclosure::{LowerBound, UpperBound, exp, ln_two, normal_distribution, normal_quantile};
use crate::number::{Rational, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// Bits after the point of exponentials and quotients, which are rounded outward.
const BITS: u32 = 256;

impl Closeness {
    /// Pure privacy: ε becomes ε + κ.
    #[must_use]
    pub fn pure(&self, epsilon: &UpperBound) -> UpperBound {
        epsilon.plus(&self.total())
    }

    /// Approximate privacy: (ε, δ) becomes (ε + κ, e^{κ₊}·δ).
    ///
    /// P′₁(T) ≤ e^{κ₊}P₁(T) ≤ e^{κ₊}(e^ε·P₂(T) + δ) ≤ e^{ε+κ}P′₂(T) + e^{κ₊}δ.
    ///
    /// # Errors
    /// Refused if δ is negative.
    pub fn approximate(&self, epsilon: &UpperBound, delta: &UpperBound) -> Result<ApproximateBound, Refusal> {
        //= THEORY 1.8
        require_non_negative("probability δ", delta.value())?;
        let delta = self.grown(delta.value())?.value().clone().min(Rational::one());
        Ok(ApproximateBound { epsilon: self.pure(epsilon), delta: UpperBound::new(delta) })
    }

    /// Rényi privacy of order α > 1: D_α grows by (ακ₊ + (α−1)κ₋)/(α−1).
    ///
    /// Σ P′₁^α·P′₂^{1−α} ≤ e^{ακ₊ + (α−1)κ₋}·Σ P₁^α·P₂^{1−α}.
    ///
    /// # Errors
    /// Refused unless α > 1.
    pub fn renyi(&self, order: &Rational, divergence: &UpperBound) -> Result<UpperBound, Refusal> {
        let above_one = order - Rational::one();
        require_positive("order α − 1", &above_one)?;
        let grown = self.above.value() * order / above_one + self.below.value();
        Ok(divergence.plus(&UpperBound::new(grown)))
    }

    /// A trade-off function: f becomes max(0, 1 − e^{κ₊}(1 − f(min(1, e^{κ₋}a)))) at the level a.
    ///
    /// A test that rejects the first answer with probability a in finite precision does so with at most e^{κ₋}a in the ideal mechanism,
    /// so its power is at most 1 − f(e^{κ₋}a) there and at most e^{κ₊} times that in finite precision. `ideal` must not increase, as no
    /// trade-off function does, and return a lower bound of f.
    ///
    /// # Errors
    /// Refused unless 0 ≤ a ≤ 1, or as `ideal` refuses.
    pub fn trade_off(
        &self,
        level: &Rational,
        ideal: impl FnOnce(&Rational) -> Result<LowerBound, Refusal>,
    ) -> Result<LowerBound, Refusal> {
        let one = Rational::one();
        require_non_negative("level a", level)?;
        if level > &one {
            return Err(Refusal::condition(Condition::AtMost("level a ≤ 1"), level.clone(), one));
        }
        let level = (exp(self.below.value(), BITS)?.hi() * level).min(one.clone());
        let power = &one - ideal(&level)?.value();
        let error = one - self.grown(&power)?.value();
        Ok(LowerBound::new(error.max(Rational::zero())))
    }

    /// Gaussian differential privacy: what is left at the level a of the trade-off function G_μ(a) = Φ(Φ⁻¹(1 − a) − μ).
    ///
    /// G_μ decreases in μ, so that an upper bound of μ gives a lower bound of it.
    ///
    /// # Errors
    /// Refused if μ is negative or unless 0 ≤ a ≤ 1; also if a, or 1 − a after it has grown by e^{κ₋}, is positive and below 2^-4096.
    pub fn gaussian(&self, level: &Rational, mu: &UpperBound) -> Result<LowerBound, Refusal> {
        require_non_negative("parameter μ", mu.value())?;
        self.trade_off(level, |level| {
            let accepted = Rational::one() - level;
            if accepted.is_zero() || level.is_zero() {
                return Ok(LowerBound::new(accepted));
            }
            let quantile = normal_quantile(&accepted, BITS)?;
            Ok(normal_distribution(&(quantile.lo() - mu.value()), BITS)?.lower())
        })
    }

    /// The total variation between the finite law and the ideal one: at most e^{κ₊} − 1, and at most 1 − e^{−κ₋}.
    ///
    /// It is the sum of P′ − P over the outputs where that is positive, and the sum of P − P′ over the others.
    ///
    /// # Errors
    /// Refused if κ₊ is too large for [`exp`].
    pub fn total_variation(&self) -> Result<UpperBound, Refusal> {
        let one = Rational::one();
        let more = exp(self.above.value(), BITS)?.hi() - &one;
        let less = one - exp(&-self.below.value(), BITS)?.lo();
        Ok(UpperBound::new(more.min(less)))
    }

    /// Posterior vulnerability, for any prior and any gain function that is not negative: V becomes at most e^{κ₊}·V.
    ///
    /// V′ = Σ_o max_w Σ_s π(s)·g(w,s)·P′(o|s), and every term grows by at most e^{κ₊}.
    ///
    /// # Errors
    /// Refused if V is negative or κ₊ is too large for [`exp`].
    pub fn vulnerability(&self, ideal: &UpperBound) -> Result<UpperBound, Refusal> {
        require_non_negative("posterior vulnerability V", ideal.value())?;
        self.grown(ideal.value())
    }

    /// How many bits more the mechanism that runs can leak than the ideal one, in min-entropy and in every g-leakage: κ₊/ln 2.
    ///
    /// # Errors
    /// None that is known; ln 2 is enclosed.
    pub fn leaked_bits(&self) -> Result<UpperBound, Refusal> {
        Ok(UpperBound::new(self.above.value() / ln_two(BITS)?.lo()).rounded(BITS))
    }

    /// Mutual information between secret and output, in nats: I becomes at most κ + e^{κ₊}·I + (e^{κ₊} − e^{−κ₋})/e.
    ///
    /// # Errors
    /// Refused if I is negative or κ₊ is too large for [`exp`].
    pub fn mutual_information(&self, ideal: &UpperBound) -> Result<UpperBound, Refusal> {
        require_non_negative("mutual information I", ideal.value())?;
        let least = exp(&-self.below.value(), BITS)?.lower();
        let spread = self.grown(&Rational::one())?.minus(&least);
        let part = UpperBound::new(spread.value() / exp(&Rational::one(), BITS)?.lo()).rounded(BITS);
        Ok(self.total().plus(&self.grown(ideal.value())?).plus(&part))
    }

    /// An upper bound of e^{κ₊}·x for x ≥ 0.
    fn grown(&self, x: &Rational) -> Result<UpperBound, Refusal> {
        Ok(UpperBound::new(exp(self.above.value(), BITS)?.hi() * x))
    }
}
