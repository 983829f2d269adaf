//! One entry of a ledger: which ideal mechanism was released, and how close what runs is to it.

use crate::error::Error;
use crate::guarantee::{Guarantee, Hides};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer::Closeness;
use num_traits::{One, Signed, Zero};

/// The most characters of a label.
const LONGEST: usize = 1000;

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
    /// ε of one release: Δ/b, or as stated.
    #[must_use]
    pub fn epsilon(&self) -> Rational {
        match self {
            Self::Laplace { sensitivity: change, scale }
            | Self::PlanarLaplace { distance: change, scale } => change / scale,
            Self::Approximate { epsilon, .. } => epsilon.clone(),
        }
    }

    /// δ of one release.
    #[must_use]
    pub fn delta(&self) -> Rational {
        match self {
            Self::Laplace { .. } | Self::PlanarLaplace { .. } => Rational::zero(),
            Self::Approximate { delta, .. } => delta.clone(),
        }
    }

    fn check(&self) -> Result<(), Error> {
        let refused = |one: &Rational, other: &Rational, why| {
            let value = format!("{}, {}", decimal::short(one), decimal::short(other));
            Err(Error::Entry { what: "ideal mechanism", value, why })
        };
        match self {
            Self::Laplace { sensitivity: change, scale }
            | Self::PlanarLaplace { distance: change, scale } => {
                if change.is_negative() || !scale.is_positive() {
                    return refused(change, scale, "needs a sensitivity of at least 0 and a scale above 0");
                }
            }
            Self::Approximate { epsilon, delta } => {
                if epsilon.is_negative() || delta.is_negative() || *delta > Rational::one() {
                    return refused(epsilon, delta, "needs an ε of at least 0 and a δ from 0 to 1");
                }
            }
        }
        Ok(())
    }
}

/// One release, or several of the same kind, in a ledger.
///
/// # Guarantee
/// [`Entry::of`] takes all numbers from the [`Guarantee`] of a mechanism. Those of a guarantee that a mechanism of
/// this crate states are proved; one that was changed by hand, and what [`Entry::new`] is told, is taken as true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    label: String,
    ideal: Ideal,
    closeness: Closeness,
    /// ε′ of one release where it is certified to be less than ε + κ.
    certified: Option<UpperBound>,
    count: u64,
    hides: Option<Hides>,
}

impl Entry {
    /// One release of a mechanism of this crate.
    ///
    /// # Errors
    /// [`Error::Entry`] for a label that is not one line of at most 1000 characters.
    pub fn of(label: impl Into<String>, guarantee: &Guarantee) -> Result<Self, Error> {
        let (change, scale) = (guarantee.sensitivity.clone(), guarantee.scale.clone());
        let ideal = match guarantee.angular {
            None => Ideal::Laplace { sensitivity: change, scale },
            Some(_) => Ideal::PlanarLaplace { distance: change, scale },
        };
        let mut entry = Self::new(label, ideal, guarantee.closeness().clone())?;
        entry.hides = guarantee.hides;
        entry.certified_at(guarantee.epsilon_prime.clone())
    }

    /// One release of any mechanism: what it is with real numbers, and how close what runs is to that.
    ///
    /// For a vector of which one person changes at most Δ₀ numbers, the sensitivity is Δ₁ and the closeness is
    /// Δ₀ times that of one number.
    ///
    /// # Errors
    /// [`Error::Entry`] for a negative number, a scale of 0, or a label that is not one line of at most 1000
    /// characters.
    pub fn new(label: impl Into<String>, ideal: Ideal, closeness: Closeness) -> Result<Self, Error> {
        let label = label.into();
        if label.is_empty() || label.chars().count() > LONGEST || label.chars().any(char::is_control) {
            let value = label.chars().filter(|c| !c.is_control()).take(40).collect();
            return Err(Error::Entry { what: "label", value, why: "is one line of 1 to 1000 characters" });
        }
        ideal.check()?;
        if closeness.above.value().is_negative() || closeness.below.value().is_negative() {
            let value = format!("{}, {}", closeness.above, closeness.below);
            return Err(Error::Entry {
                what: "closeness", value, why: "needs κ₊ and κ₋ of at least 0"
            });
        }
        Ok(Self { label, ideal, closeness, certified: None, count: 1, hides: None })
    }

    /// States what the release hides. A ledger then refuses it beside releases that hide something else.
    #[must_use]
    pub const fn hiding(mut self, hides: Hides) -> Self {
        self.hides = Some(hides);
        self
    }

    /// What the release hides, if that was stated.
    #[must_use]
    pub const fn hides(&self) -> Option<Hides> {
        self.hides
    }

    /// States a certified ε′ of one release; it is used where it is less than ε + κ₊ + κ₋.
    ///
    /// # Errors
    /// [`Error::Entry`] if it is negative, or for a mechanism with a δ.
    pub fn certified_at(mut self, epsilon_prime: UpperBound) -> Result<Self, Error> {
        if epsilon_prime.value().is_negative() || !self.ideal.delta().is_zero() {
            let value = epsilon_prime.to_string();
            return Err(Error::Entry {
                what: "certified ε′",
                value,
                why: "is at least 0, and goes with δ = 0",
            });
        }
        self.certified = (epsilon_prime < self.by_closeness()).then_some(epsilon_prime);
        Ok(self)
    }

    /// The same release so many times: their costs are counted so many times.
    ///
    /// # Errors
    /// [`Error::Entry`] for 0 times.
    pub fn times(mut self, count: u64) -> Result<Self, Error> {
        if count == 0 {
            return Err(Error::Entry { what: "number of releases", value: "0".into(), why: "is at least 1" });
        }
        self.count = count;
        Ok(self)
    }

    /// What the user calls it.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The ideal mechanism of one release.
    #[must_use]
    pub const fn ideal(&self) -> &Ideal {
        &self.ideal
    }

    /// κ₊ and κ₋ of one release; for a vector, of the Δ₀ numbers that one person changes.
    #[must_use]
    pub const fn closeness(&self) -> &Closeness {
        &self.closeness
    }

    /// How many releases of this kind were made.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// ε′ of one release: what was certified, or ε + κ₊ + κ₋.
    #[must_use]
    pub fn epsilon_prime(&self) -> UpperBound {
        self.certified.clone().unwrap_or_else(|| self.by_closeness())
    }

    #[cfg(feature = "ledger-file")]
    pub(super) const fn certified(&self) -> Option<&UpperBound> {
        self.certified.as_ref()
    }

    fn by_closeness(&self) -> UpperBound {
        self.closeness.pure(&UpperBound::new(self.ideal.epsilon()))
    }
}
