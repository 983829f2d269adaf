//! What the guarantee of a mechanism says in every notion of privacy (THEORY 1.8).
//!
//! Each number is one of the ideal mechanism, carried over by κ₊ and κ₋ of Theorem T, and rounded to the side of more
//! loss. All are about answers within the sensitivity of each other, but for [`Guarantee::loss_at`].

use crate::error::Error;
use crate::exact::ToExact;
use crate::guarantee::{Guarantee, Law};
use crate::ledger::Ideal;
use kdelta_oracle::enclosure::{LowerBound, UpperBound, exp};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, dyadic, require_non_negative};
use kdelta_oracle::transfer::Closeness;
use num_traits::{One, Signed, Zero};

/// Bits after the point of what is enclosed.
const BITS: u32 = 192;

impl Guarantee {
    /// The ideal mechanism, which adds exact noise of the scale in force and then rounds in the same way: what a ledger
    /// records.
    #[must_use]
    pub fn ideal(&self) -> Ideal {
        let (change, scale) = (self.sensitivity.clone(), self.scale.clone());
        match self.law {
            Law::Laplace => Ideal::Laplace { sensitivity: change, scale },
            Law::PlanarLaplace => Ideal::PlanarLaplace { distance: change, scale },
            Law::Gaussian => Ideal::Gaussian { sensitivity: change, scale, delta: self.delta.clone() },
        }
    }

    /// μ = Δ/σ of Gaussian noise: the **ideal** mechanism is μ-Gaussian private (μ-GDP). What the one that runs has of
    /// it is [`Guarantee::trade_off`]. None for other noise.
    #[must_use]
    pub fn mu(&self) -> Option<Rational> {
        (self.law == Law::Gaussian).then(|| &self.sensitivity / &self.scale)
    }

    /// ρ = μ²/2 of Gaussian noise: the **ideal** mechanism is ρ-zero-concentrated private (ρ-zCDP), which means a Rényi
    /// divergence of at most αρ at every order α > 1. None for other noise.
    ///
    /// The mechanism that runs has a divergence of at most αρ + κ₋ + κ₊·α/(α − 1) ([`Guarantee::renyi`]). As α comes
    /// near to 1 this exceeds every multiple of α, so that it is no statement of zCDP with a slightly larger ρ.
    #[must_use]
    pub fn rho(&self) -> Option<Rational> {
        self.mu().map(|mu| &mu * &mu * dyadic(1, -1))
    }

    /// An upper bound of the privacy loss for answers at distance d: |d|/b + κ, or ε′ where that is less and
    /// |d| ≤ Δ. With Gaussian noise it is the ε at [`Guarantee::delta`]: that of the ideal mechanism for this distance
    /// at δ·e^(−κ₊), plus κ.
    ///
    /// # Errors
    /// [`Error::Refused`] for Gaussian noise and a distance so large that its ε cannot be computed.
    pub fn loss_at(&self, distance: &Rational) -> Result<UpperBound, Error> {
        let distance = distance.abs();
        let any = match self.law {
            Law::Laplace | Law::PlanarLaplace => UpperBound::new(&distance / &self.scale).plus(&self.once),
            // Equal answers have equal laws.
            Law::Gaussian if distance.is_zero() => self.once.clone(),
            Law::Gaussian => {
                GaussianMechanism::new(&distance, &self.scale)?.epsilon_prime(&self.delta, &self.closeness)?
            }
        };
        Ok(if distance <= self.sensitivity { any.min(self.epsilon_prime.clone()) } else { any })
    }

    /// The ε of (ε, δ)-privacy at this δ. With Laplace noise, which has a pure ε′, it is that, at every δ ≥ 0.
    ///
    /// ```
    /// # use kdelta::Gaussian;
    /// # let builder = Gaussian::<f64>::builder().sigma(8).delta("1e-6").sensitivity(1).answers(0, 1000);
    /// # let gaussian = builder.window(-500, 1500).grid(1).build()?;
    /// let guarantee = gaussian.guarantee();
    /// assert_eq!(&guarantee.epsilon_at("1e-6")?, gaussian.epsilon_prime());
    /// assert!(&guarantee.epsilon_at("1e-9")? > gaussian.epsilon_prime());
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] for a δ that is negative; with Gaussian noise unless 0 < δ < 1.
    pub fn epsilon_at(&self, delta: impl ToExact) -> Result<UpperBound, Error> {
        let delta = delta.to_exact("delta")?;
        require_non_negative("probability δ", &delta)?;
        match self.law {
            Law::Laplace | Law::PlanarLaplace => Ok(self.epsilon_prime.clone()),
            Law::Gaussian => {
                let ideal = GaussianMechanism::new(&self.sensitivity, &self.scale)?;
                Ok(ideal.epsilon_prime(&delta, &self.closeness)?)
            }
        }
    }

    /// The δ of (ε, δ)-privacy at this ε.
    ///
    /// With Gaussian noise it is e^κ₊·δ(ε − κ) by the curve δ(ε) of the ideal mechanism. Below κ that is e^κ₊·δ(0), and
    /// what e^κ exceeds e^ε by comes on top: P₁(T) ≤ e^κ·P₂(T) + e^κ₊·δ(0), and P₂(T) ≤ 1. With Laplace noise it is
    /// what any mechanism with the pure loss ε′ has, (e^ε′ − e^ε)/(e^ε′ + 1) or 0: the most that
    /// P₁(T) − e^ε·P₂(T) can be if neither law is more than e^ε′ times the other on T and on its complement.
    ///
    /// # Errors
    /// [`Error::Refused`] for an ε that is negative, or too large to compute with.
    pub fn delta_at(&self, epsilon: impl ToExact) -> Result<UpperBound, Error> {
        let epsilon = epsilon.to_exact("epsilon")?;
        require_non_negative("privacy ε", &epsilon)?;
        let one = Rational::one();
        let delta = match self.law {
            Law::Gaussian => {
                let ideal = GaussianMechanism::new(&self.sensitivity, &self.scale)?;
                let total = self.closeness.total().value().clone();
                let at_kappa = ideal.delta_prime(&total.clone().max(epsilon.clone()), &self.closeness)?;
                if epsilon < total {
                    let rest = exp(&total, BITS)?.hi() - exp(&epsilon, BITS)?.lo();
                    at_kappa.plus(&UpperBound::new(rest))
                } else {
                    at_kappa
                }
            }
            Law::Laplace | Law::PlanarLaplace if &epsilon >= self.epsilon_prime.value() => {
                UpperBound::new(Rational::zero())
            }
            Law::Laplace | Law::PlanarLaplace => {
                // It increases with e^ε′.
                let most = exp(self.epsilon_prime.value(), BITS)?.hi().clone();
                UpperBound::new((&most - exp(&epsilon, BITS)?.lo()) / (&most + &one))
            }
        };
        Ok(delta.min(UpperBound::new(one)))
    }

    /// The Rényi divergence of order α > 1: R + κ₋ + κ₊·α/(α − 1), where R is that of the ideal mechanism, αρ with
    /// Gaussian noise; or ε′, if the noise has a pure one and that is less.
    ///
    /// # Errors
    /// [`Error::Refused`] unless α > 1.
    pub fn renyi(&self, order: impl ToExact) -> Result<UpperBound, Error> {
        let order = order.to_exact("order")?;
        let pure = self.delta.is_zero().then_some(&self.epsilon_prime);
        self.ideal().divergence(&self.closeness, pure, &order)
    }

    /// A lower bound of the trade-off function at the level a: how often, at least, a test misses the second of two
    /// answers if it rejects the first one wrongly with probability at most a. With Gaussian noise it is that of μ-GDP,
    /// Φ(Φ⁻¹(1 − a) − μ), carried over; with Laplace noise what pure privacy gives, max(0, 1 − e^ε′·a, e^(−ε′)·(1 − a)).
    ///
    /// # Errors
    /// [`Error::Refused`] unless 0 ≤ a ≤ 1; with Gaussian noise also for levels that are next to 0 or 1 by less than
    /// 2^-4096.
    pub fn trade_off(&self, level: impl ToExact) -> Result<LowerBound, Error> {
        let level = level.to_exact("level")?;
        match self.mu() {
            Some(mu) => Ok(self.closeness.gaussian(&level, &UpperBound::new(mu))?),
            None => Ok(Closeness::exact().trade_off(&level, |level| {
                let growth = exp(self.epsilon_prime.value(), BITS)?.hi().clone();
                let one = Rational::one();
                let steep = &one - &growth * level;
                Ok(LowerBound::new(steep.max((one - level) / growth).max(Rational::zero())))
            })?),
        }
    }
}
