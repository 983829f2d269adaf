//! The mechanism with real numbers of which a finite one was released, and what it costs by each rule.

use super::budget::BITS;
use crate::error::Error;
use kdelta_oracle::Refusal;
use kdelta_oracle::enclosure::{UpperBound, exp, ln};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, decimal, dyadic, require_positive};
use kdelta_oracle::transfer::Closeness;
use num_traits::{One, Signed, Zero};

/// The mechanism with real numbers, of which a finite one was released.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case", deny_unknown_fields))]
#[non_exhaustive]
pub enum Ideal {
    /// Laplace noise of scale b on each number, for answers at ℓ1-distance at most Δ: pure ε = Δ/b.
    Laplace {
        /// Δ; for a vector Δ₁, the most that all its numbers change by together.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        sensitivity: Rational,
        /// b.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        scale: Rational,
    },
    /// Planar Laplace noise of scale b, for points at Euclidean distance at most Δ: pure ε = Δ/b.
    PlanarLaplace {
        /// Δ.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        distance: Rational,
        /// b.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        scale: Rational,
    },
    /// Gaussian noise of standard deviation σ on each number, for answers at ℓ2-distance at most Δ. It has no pure ε.
    Gaussian {
        /// Δ; for a vector Δ₂, the Euclidean length of its change.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        sensitivity: Rational,
        /// σ.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        scale: Rational,
        /// The δ that one release costs where ε′ and δ are added up, with the ε′ at this δ. The Rényi rule does not
        /// look at it.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        delta: Rational,
    },
    /// Any mechanism that is (ε, δ)-private.
    Approximate {
        /// ε.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        epsilon: Rational,
        /// δ.
        #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
        delta: Rational,
    },
}

impl Ideal {
    /// The pure ε: Δ/b, or as stated with δ = 0. None for Gaussian noise, and for what was stated with a δ.
    #[must_use]
    pub fn pure(&self) -> Option<Rational> {
        match self {
            Self::Laplace { sensitivity: change, scale }
            | Self::PlanarLaplace { distance: change, scale } => Some(change / scale),
            Self::Gaussian { .. } => None,
            Self::Approximate { epsilon, delta } => delta.is_zero().then(|| epsilon.clone()),
        }
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let refused = |numbers: &[&Rational], why| {
            let value = numbers.iter().map(|number| decimal::short(number)).collect::<Vec<_>>().join(", ");
            Err(Error::Entry { what: "ideal mechanism", value, why })
        };
        match self {
            Self::Laplace { sensitivity: change, scale }
            | Self::PlanarLaplace { distance: change, scale } => {
                if change.is_negative() || !scale.is_positive() {
                    return refused(
                        &[change, scale],
                        "needs a sensitivity of at least 0 and a scale above 0",
                    );
                }
            }
            Self::Gaussian { sensitivity, scale, delta } => {
                let is_probability = delta.is_positive() && *delta < Rational::one();
                if !sensitivity.is_positive() || !scale.is_positive() || !is_probability {
                    return refused(
                        &[sensitivity, scale, delta],
                        "needs a sensitivity and a standard deviation above 0, and a δ between 0 and 1",
                    );
                }
            }
            Self::Approximate { epsilon, delta } => {
                if epsilon.is_negative() || delta.is_negative() || *delta > Rational::one() {
                    return refused(&[epsilon, delta], "needs an ε of at least 0 and a δ from 0 to 1");
                }
            }
        }
        Ok(())
    }

    /// ε′ and δ of what is so close to the ideal mechanism: (ε + κ, e^κ₊·δ), where for Gaussian noise ε is taken at the δ
    /// for which the result is the one that it has.
    pub(super) fn carried_over(&self, closeness: &Closeness) -> Result<(UpperBound, UpperBound), Error> {
        //= THEORY 1.8
        let pure = |epsilon| (closeness.pure(&UpperBound::new(epsilon)), UpperBound::new(Rational::zero()));
        Ok(match self {
            Self::Laplace { sensitivity: change, scale }
            | Self::PlanarLaplace { distance: change, scale } => pure(change / scale),
            Self::Gaussian { sensitivity, scale, delta } => {
                let ideal = GaussianMechanism::new(sensitivity, scale)?;
                (ideal.epsilon_prime(delta, closeness)?, UpperBound::new(delta.clone()))
            }
            Self::Approximate { epsilon, delta } if delta.is_zero() => pure(epsilon.clone()),
            Self::Approximate { epsilon, delta } => {
                let (epsilon, delta) = (UpperBound::new(epsilon.clone()), UpperBound::new(delta.clone()));
                let both = closeness.approximate(&epsilon, &delta)?;
                (both.epsilon, both.delta)
            }
        })
    }

    /// At least the Rényi divergence of order α of what is so close to the ideal mechanism: R + κ₋ + κ₊·α/(α − 1)
    /// (THEORY 1.8). Where it has a pure loss ε′, which is given, the divergence is at most that too.
    ///
    /// # Errors
    /// Refused unless α > 1; [`Error::Entry`] if a δ was stated, as there may be no finite divergence then.
    pub(crate) fn divergence(
        &self,
        closeness: &Closeness,
        pure: Option<&UpperBound>,
        order: &Rational,
    ) -> Result<UpperBound, Error> {
        require_positive("order α − 1", &(order - Rational::one()))?;
        let ideal = match self {
            Self::Laplace { sensitivity, scale } => laplace_divergence(&(sensitivity / scale), order)?,
            Self::PlanarLaplace { distance, scale } => pure_divergence(&(distance / scale), order),
            Self::Gaussian { sensitivity, scale, .. } => {
                GaussianMechanism::new(sensitivity, scale)?.renyi(order)?
            }
            Self::Approximate { epsilon, delta } if delta.is_zero() => pure_divergence(epsilon, order),
            Self::Approximate { delta, .. } => {
                return Err(Error::Entry {
                    what: "a release whose own δ is",
                    value: decimal::short(delta),
                    why: "needs a budget of sums, as the Rényi rule of this one takes all of its δ",
                });
            }
        };
        let carried = closeness.renyi(order, &UpperBound::new(ideal))?;
        Ok(match pure {
            Some(pure) => carried.min(pure.clone()),
            None => carried,
        })
    }
}

/// At least the Rényi divergence of order α of two Laplace laws at distance t, in units of their scale:
/// ln(α/(2α−1)·e^((α−1)t) + (α−1)/(2α−1)·e^(−αt))/(α−1), and never more than t.
///
/// For a vector, the divergences of its numbers add up, and their sum is at most the divergence at the sum of
/// the distances: the formula is convex in t, and 0 at 0.
fn laplace_divergence(t: &Rational, order: &Rational) -> Result<Rational, Refusal> {
    // There t is as good, and e^(αt) has more digits than any use.
    if order * t > dyadic(2000, 0) {
        return Ok(t.clone());
    }
    let less = order - Rational::one();
    let both = order + &less;
    let up = exp(&(&less * t), BITS)?.hi() * order / &both;
    let down = exp(&-(order * t), BITS)?.hi() * &less / &both;
    // Not below 1 but for rounding, as a divergence is not negative.
    let sum = (up + down).max(Rational::one());
    Ok((ln(&sum, BITS)?.hi() / less).min(t.clone()))
}

/// At least the Rényi divergence of order α of any ε-private mechanism: min(ε, αε²/2).
fn pure_divergence(epsilon: &Rational, order: &Rational) -> Rational {
    (order * epsilon * epsilon * dyadic(1, -1)).min(epsilon.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    /// The integral of p^α·q^(1−α) for two Laplace laws of scale 1 at distance t, by its three closed pieces.
    fn divergence_by_pieces(t: &Rational, order: &Rational) -> Rational {
        // Left of both centres e^(−αt+(α−1)·0)…: ½e^((α−1)t), right of both ½e^(−αt), and between them
        // ½∫₀ᵗ e^(−αx−(1−α)(t−x)) dx = ½·e^((α−1)t)·(1 − e^(−(2α−1)t))/(2α−1).
        let less = order - Rational::one();
        let both = order + &less;
        let e = |x: Rational| exp(&x, 256).unwrap().lo().clone();
        let half = dyadic(1, -1);
        let outer = &half * e(&less * t) + &half * e(-(order * t));
        let middle = &half * (e(&less * t) - e(-(order * t))) / both;
        ln(&(outer + middle), 256).unwrap().lo().clone() / less
    }

    #[test]
    fn the_divergence_of_laplace_noise_is_the_integral() {
        for t in ["1/1000", "1/10", "1", "5", "40"] {
            for order in ["17/16", "2", "21", "457/16"] {
                let (t, order) = (q(t), q(order));
                let (found, exact) =
                    (laplace_divergence(&t, &order).unwrap(), divergence_by_pieces(&t, &order));
                assert!(exact <= found && found <= &exact + q("1e-40"), "{t} {order}");
                assert!(found <= pure_divergence(&t, &order), "{t} {order}");
            }
        }
    }

    #[test]
    fn the_divergence_is_convex_and_zero_at_zero_so_that_vectors_cost_at_most_their_sum() {
        let order = q("9");
        let at = |t: &str| laplace_divergence(&q(t), &order).unwrap();
        assert!(at("0") <= q("1e-50"));
        for (one, other, sum) in [("1/100", "1/100", "1/50"), ("1/3", "2/3", "1"), ("1", "4", "5")] {
            assert!(at(one) + at(other) <= at(sum) + q("1e-50"), "{sum}");
        }
        assert_eq!(laplace_divergence(&q("1000"), &order).unwrap(), q("1000"));
    }
}
