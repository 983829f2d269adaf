//! What a mechanism guarantees, and every term it follows from.

use crate::error::Error;
use kdelta_finite::Neighbours;
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::{Hypotheses, Noise};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::Rational;
use kdelta_oracle::transfer::Closeness;
use num_traits::Signed;
use std::fmt;

/// What every mechanism says about itself; it has the fields `guarantee` and `asked`.
macro_rules! states_its_guarantee {
    () => {
        #[cfg(feature = "certificate")]
        pub(crate) const fn epsilon_asked(&self) -> &kdelta_oracle::number::Rational {
            &self.asked
        }

        /// ε′, what one release costs for answers within Δ of each other: an exact rational that is at least the
        /// privacy loss of the code that runs. It prints as a decimal rounded up; `{:.12}` asks for twelve
        /// significant digits.
        #[must_use]
        pub const fn epsilon_prime(&self) -> &kdelta_oracle::enclosure::UpperBound {
            &self.guarantee.epsilon_prime
        }

        /// ε of the ideal mechanism with the scale in force, at most the ε asked for.
        #[must_use]
        pub const fn epsilon(&self) -> &kdelta_oracle::number::Rational {
            &self.guarantee.epsilon
        }

        /// ε′ and every term it follows from.
        #[must_use]
        pub const fn guarantee(&self) -> &$crate::Guarantee {
            &self.guarantee
        }
    };
}
pub(crate) use states_its_guarantee;

/// What a mechanism guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all answers r₁, r₂ of the answer range at distance at most `sensitivity` and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^ε′ · P\[K(r₂) ∈ S\] with ε′ = [`Guarantee::epsilon_prime`], where K(r) is what is
/// released for the answer r. At any distance d, the exponent is at most [`Guarantee::loss_at`] d. This holds
/// in the arithmetic that runs, if the entropy source delivers independent uniform bits and the hardware
/// rounds as IEEE 754 says. It also holds for the release on the line that moves what is outside of the
/// window to its nearer end (THEORY F7). Distances in the plane are Euclidean. Answers of a vector are vectors
/// of `dimension` values, at most `changed` of which differ between r₁ and r₂, and the distance is the sum of the
/// differences. Answers outside of the range
/// are clamped to the nearest ones in it, which are no farther apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub epsilon: Rational,
    /// Δ: the sensitivity of the query, or in the plane the distance that ε is for.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub sensitivity: Rational,
    /// m: how many values [`crate::Laplace::release_vector`] releases together; 1 for a single value.
    pub dimension: u64,
    /// Δ₀: in how many values of a vector neighbours differ, at most; 1 for a single value.
    pub changed: u64,
    /// b, the scale of the noise: Δ/ε for the ε asked for, rounded up to a number of the arithmetic.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub scale: Rational,
    /// L̃, the least side of a cell. A cell is the set of exact sums of answer and noise that are released as
    /// one grid point; its side is the grid step L, less what the rounding of the sum moves an edge of it
    /// (THEORY F24).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub cell: Rational,
    /// ρ_M, the largest distance between an answer and a sum of answer and noise that is not released as
    /// outside.
    pub reach: UpperBound,
    /// T, the largest ideal noise for which the computed noise must be close to it; a little more than ρ_M +
    /// δ.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub radius: Rational,
    /// δ₀, the bias of the generator: how far a draw is from the ideal uniform variable, in the metric of the
    /// generator.
    pub bias: UpperBound,
    /// k, the Lipschitz constant of the noise as a function of the uniform variable, in the same metric and
    /// up to T; in the plane, that of its radius. None for [`crate::Inverse`], which has a modulus of
    /// continuity instead (THEORY F5).
    pub lipschitz: Option<UpperBound>,
    /// How far the bias of the generator moves the noise, in the plane along its radius.
    pub radial: UpperBound,
    /// How far the bias of the angle moves the noise, in the plane; None on the line.
    pub angular: Option<UpperBound>,
    /// δ_n, the error of the computed noise where the exact noise is at most T. Where it is larger, the
    /// computed noise is at least T − δ_n (condition (iv) of THEORY 1.3).
    pub error: UpperBound,
    /// δ, the distance between the computed noise and ideal noise: radial + δ_n on the line, √(radial² +
    /// angular²) + δ_n in the plane.
    pub shift: UpperBound,
    /// ε′, the privacy loss of the mechanism that runs, for answers within Δ of each other.
    pub epsilon_prime: UpperBound,
    /// κ, what finite precision adds to the loss, the same at every distance (THEORY F27).
    pub once: UpperBound,
    /// κ₊ and κ₋, see [`Guarantee::closeness`].
    pub closeness: Closeness,
    /// What a release hides, if the query said so. A sensitivity that was given as a number is for what its giver
    /// has in mind.
    pub hides: Option<Hides>,
}

/// What releases hide: which two inputs they can hardly be told apart for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Hides {
    /// Whether a person took part: the inputs are with and without them.
    Participation,
    /// What a person answered: the inputs differ in that. Who took part, and how many, is public.
    Answers,
    /// Where a person is, up to the distance that a release states.
    Places,
}

impl From<Neighbours> for Hides {
    fn from(neighbours: Neighbours) -> Self {
        match neighbours {
            Neighbours::AddOrRemove => Self::Participation,
            Neighbours::Replace => Self::Answers,
        }
    }
}

impl fmt::Display for Hides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Participation => "whether a person took part",
            Self::Answers => "what a person answered",
            Self::Places => "where a person is",
        })
    }
}

impl Guarantee {
    /// ε′ − ε, what finite precision costs for answers within the sensitivity of each other.
    ///
    /// This is [`Guarantee::once`] or less. It is less where, with [`crate::Midpoint`] on the line, Theorem U
    /// (THEORY 1.5) gives a smaller ε′: that ε′ holds for answers within Δ only, so for others use
    /// [`Guarantee::loss_at`], not ε·d/Δ plus this excess.
    #[must_use]
    pub fn excess(&self) -> UpperBound {
        UpperBound::new(self.epsilon_prime.value() - &self.epsilon)
    }

    /// κ₊ and κ₋ of Theorem T: how close the law of what is released is to the law of the ideal mechanism, which adds exact Laplace noise
    /// of scale b and then rounds in the same way.
    ///
    /// This is what an accountant of many releases needs. Account for the ideal mechanisms in any way, pure, (ε, δ), Rényi, or by privacy
    /// loss distributions. Then add κ₊ + κ₋ of every release to ε, and multiply δ by e to the sum of all κ₊. If later releases are chosen
    /// after earlier outputs, the sums must be bounds that were fixed in advance; [`crate::ledger`] needs no such thing.
    ///
    /// For a vector the pair is about the Δ₀ values in which neighbours differ, as the others cancel when two answers are compared. For
    /// what concerns the law of the whole vector there is [`Guarantee::closeness_of_all_values`].
    ///
    /// ```
    /// # use kdelta::Laplace;
    /// let builder = Laplace::<f64>::builder().epsilon("1/10").sensitivity(1).answers(0, 1000);
    /// let mechanism = builder.window(-1000, 2000).grid(1).build()?;
    /// let thousand = mechanism.guarantee().closeness().times(1000);
    /// assert!(thousand.total().value() < &"1/1000000".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn closeness(&self) -> &Closeness {
        &self.closeness
    }

    /// κ₊ and κ₋ of all values of a vector together, m/Δ₀ times [`Guarantee::closeness`]; for a single value the same. Total variation,
    /// vulnerability, leaked bits and mutual information ([`Closeness`]) are about whole laws and need this pair.
    #[must_use]
    pub fn closeness_of_all_values(&self) -> Closeness {
        let all = self.closeness.times(self.dimension);
        let each =
            |bound: UpperBound| UpperBound::new(bound.value() / Rational::from_integer(self.changed.into()));
        Closeness { above: each(all.above), below: each(all.below) }
    }

    /// An upper bound of the privacy loss for answers at distance d: |d|/b + κ, or ε′ where that is less and
    /// |d| ≤ Δ.
    #[must_use]
    pub fn loss_at(&self, distance: &Rational) -> UpperBound {
        let distance = distance.abs();
        let any = UpperBound::new(&distance / &self.scale).plus(&self.once);
        if distance <= self.sensitivity { any.min(self.epsilon_prime.clone()) } else { any }
    }

    /// The same for a vector of so many values of a query that hides this. Neither is a hypothesis: ε′ does not
    /// depend on them.
    pub(crate) fn with(self, dimension: u64, hides: Option<Hides>) -> Self {
        Self { dimension, hides, ..self }
    }

    /// Refuses to release `found` values as one vector, unless the setting was made for that.
    pub(crate) fn require_vector(&self, found: usize) -> Result<(), Error> {
        let dimension = self.dimension;
        if u64::try_from(found) == Ok(dimension) {
            Ok(())
        } else {
            Err(Error::Dimension { found, dimension })
        }
    }

    /// What follows from the hypotheses; the first condition that fails is the refusal.
    pub(crate) fn of(hypotheses: Hypotheses) -> Result<Self, Refusal> {
        let derived = hypotheses.derive()?;
        Ok(Self {
            epsilon: derived.epsilon,
            sensitivity: hypotheses.sensitivity,
            dimension: 1,
            changed: hypotheses.changed,
            cell: derived.cell,
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
            closeness: derived.closeness,
            hides: matches!(hypotheses.noise, Noise::PlanarLaplace { .. }).then_some(Hides::Places),
        })
    }
}
