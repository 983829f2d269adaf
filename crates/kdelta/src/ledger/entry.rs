//! One entry of a ledger: which ideal mechanism was released, and how close what runs is to it.

use super::ideal::Ideal;
use crate::error::Error;
use crate::guarantee::{Guarantee, Hides};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::Rational;
use kdelta_oracle::transfer::Closeness;
use num_traits::{Signed, Zero};

/// The most characters of a label.
const LONGEST: usize = 1000;

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
    /// ε′ and δ of one release, as they follow from the ideal mechanism and the closeness.
    follows: (UpperBound, UpperBound),
    /// ε′ of one release where it is certified to be less than that.
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
        let mut entry = Self::new(label, guarantee.ideal(), guarantee.closeness().clone())?;
        entry.hides = guarantee.hides;
        entry.certified_at(guarantee.epsilon_prime.clone())
    }

    /// One release of any mechanism: what it is with real numbers, and how close what runs is to that.
    ///
    /// For a vector of which one person changes at most Δ₀ numbers, the sensitivity is Δ₁, with Gaussian noise Δ₂, and
    /// the closeness is Δ₀ times that of one number.
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
        let follows = ideal.carried_over(&closeness)?;
        Ok(Self { label, ideal, closeness, follows, certified: None, count: 1, hides: None })
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

    /// States a certified ε′ of one release, with Gaussian noise at the δ of the entry; it is used where it is less
    /// than ε + κ₊ + κ₋.
    ///
    /// # Errors
    /// [`Error::Entry`] if it is negative, or for a mechanism that was stated with a δ.
    pub fn certified_at(mut self, epsilon_prime: UpperBound) -> Result<Self, Error> {
        let stated = matches!(self.ideal, Ideal::Approximate { .. }) && !self.is_pure();
        if epsilon_prime.value().is_negative() || stated {
            let value = epsilon_prime.to_string();
            return Err(Error::Entry {
                what: "certified ε′",
                value,
                why: "is at least 0, and goes with δ = 0 or with Gaussian noise",
            });
        }
        self.certified = (epsilon_prime < self.follows.0).then_some(epsilon_prime);
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

    /// ε′ of one release: what was certified, or ε + κ₊ + κ₋. It is at [`Entry::delta`].
    #[must_use]
    pub const fn epsilon_prime(&self) -> &UpperBound {
        match &self.certified {
            Some(certified) => certified,
            None => &self.follows.0,
        }
    }

    /// δ of one release: 0, the δ of Gaussian noise, or e^κ₊ times the one that was stated.
    #[must_use]
    pub const fn delta(&self) -> &UpperBound {
        &self.follows.1
    }

    /// Whether ε′ holds with δ = 0.
    #[must_use]
    pub fn is_pure(&self) -> bool {
        self.delta().value().is_zero()
    }

    #[cfg(feature = "ledger-file")]
    pub(super) const fn certified(&self) -> Option<&UpperBound> {
        self.certified.as_ref()
    }

    /// At least the Rényi divergence of order α of one release.
    pub(super) fn divergence(&self, order: &Rational) -> Result<UpperBound, Error> {
        let pure = self.is_pure().then_some(self.epsilon_prime());
        self.ideal.divergence(&self.closeness, pure, order)
    }
}
