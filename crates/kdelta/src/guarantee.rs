//! What a mechanism guarantees, and every term it follows from.

use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::Hypotheses;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::Rational;

/// What a mechanism guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all answers r₁, r₂ of the answer range at distance at most `sensitivity` and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^ε′ · P\[K(r₂) ∈ S\] with ε′ = [`Guarantee::epsilon_prime`]; at any distance d, the exponent is at most
/// [`Guarantee::loss_at`] d. This holds in the arithmetic that runs, if the entropy source delivers independent uniform bits and the
/// hardware rounds as IEEE 754 says. On the line it also holds for the variant that reports ∞ as the end of the window on its side
/// (THEORY F7). Distances are Euclidean in the plane. Answers outside the range count as the nearest ones in it, which are no farther
/// apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub epsilon: Rational,
    /// Δ: the sensitivity of the query, or in the plane the distance that ε is for.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub sensitivity: Rational,
    /// b, as the arithmetic holds it.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub scale: Rational,
    /// L̃, the least side of a cell as a set of exact sums r + x′ (THEORY F24): L less the shift of an edge.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub cell: Rational,
    /// ρ_M, the largest distance of an answer and a sum that is not released as ∞.
    pub reach: UpperBound,
    /// T, the radius on which the noise is close.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub radius: Rational,
    /// δ₀, the bias of the generator in its own metric.
    pub bias: UpperBound,
    /// k of the noise, or in the plane of its radius, on the radius T and in the same metric. None for [`crate::Inverse`], which has
    /// a modulus of continuity in its place (THEORY F5).
    pub lipschitz: Option<UpperBound>,
    /// How far the bias moves the noise, in the plane along its radius.
    pub radial: UpperBound,
    /// How far the bias of the angle moves the noise, in the plane.
    pub angular: Option<UpperBound>,
    /// δ_n, the error of the computed noise where the exact one is at most T, with (iv) beyond.
    pub error: UpperBound,
    /// δ, the distance of the computed noise and ideal noise: radial + δ_n on the line, √(radial² + angular²) + δ_n in the plane.
    pub shift: UpperBound,
    /// ε′.
    pub epsilon_prime: UpperBound,
    /// κ, what finite precision costs at any distance, paid once (THEORY F27).
    pub once: UpperBound,
}

impl Guarantee {
    /// ε′ − ε, what finite precision costs for answers within the sensitivity of each other.
    ///
    /// This is [`Guarantee::once`], or less: with [`crate::Midpoint`] on the line, Theorem U may give a smaller ε′ (THEORY 1.5), which
    /// holds for answers within Δ only. The excess is then no cost that is paid once at any distance.
    #[must_use]
    pub fn excess(&self) -> UpperBound {
        UpperBound::new(self.epsilon_prime.value() - &self.epsilon)
    }

    /// An upper bound of the loss for answers at distance d ≥ 0: d/b + κ, and ε′ if that is less and d ≤ Δ.
    #[must_use]
    pub fn loss_at(&self, distance: &Rational) -> UpperBound {
        let any = UpperBound::new(distance / &self.scale).plus(&self.once);
        if distance <= &self.sensitivity { any.min(self.epsilon_prime.clone()) } else { any }
    }

    /// What follows from the hypotheses; the first condition that fails is the refusal.
    pub(crate) fn of(hypotheses: Hypotheses) -> Result<Self, Refusal> {
        let derived = hypotheses.derive()?;
        Ok(Self {
            epsilon: hypotheses.epsilon,
            sensitivity: hypotheses.sensitivity,
            cell: derived.cell().clone(),
            scale: derived.scale,
            reach: derived.reach,
            radius: derived.radius,
            bias: derived.bias,
            lipschitz: derived.lipschitz,
            radial: derived.radial,
            angular: derived.angular,
            error: derived.error,
            shift: derived.shift,
            epsilon_prime: derived.verdict,
            once: derived.once,
        })
    }
}
