//! Theorem T (§1.7): how close the law of what runs is to the ideal law, and what that means for every notion of privacy.
//!
//! Theorem A compares two answers. Its proof goes through the ideal law, and the two halves of it hold for each answer alone: every output,
//! ∞ included, has nearly the same probability in finite precision and in the ideal mechanism. So an analysis of the ideal mechanism,
//! by any accountant and for any number of releases, carries over, and at the end it pays for the closeness of all releases once (§1.9).
//!
//! [`Closeness`] is the pair (κ₊, κ₋). [`crate::bound::Setting::closeness`] computes it for each form of Theorem A, and
//! [`crate::bound::TheoremU::closeness`] for Theorem U.

mod notions;

use crate::enclosure::UpperBound;
use crate::number::Rational;
use num_traits::Zero;

/// κ₊ and κ₋: e^{−κ₋}·P\[K_r = o\] ≤ P\[K′_r = o\] ≤ e^{κ₊}·P\[K_r = o\] for every answer r and every output o, ∞ included, where K is
/// the ideal mechanism and K′ the one that runs.
///
/// For a vector of which two neighbours differ in at most Δ₀ coordinates, the pair is Δ₀ times that of one coordinate. It then speaks
/// about the coordinates in which the two differ; the others have the same law for both, and cancel (§1.9).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Closeness {
    /// κ₊: no output is more likely than e^{κ₊} times its ideal probability.
    pub above: UpperBound,
    /// κ₋: no output is less likely than e^{−κ₋} times its ideal probability.
    pub below: UpperBound,
}

impl Closeness {
    /// The closeness of a law to itself.
    #[must_use]
    pub fn exact() -> Self {
        let zero = UpperBound::new(Rational::zero());
        Self { above: zero.clone(), below: zero }
    }

    /// κ = κ₊ + κ₋, what finite precision adds to the privacy loss of the ideal mechanism.
    #[must_use]
    pub fn total(&self) -> UpperBound {
        self.above.plus(&self.below)
    }

    /// The closeness of two releases together, the second of which may depend on the output of the first (§1.9).
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self { above: self.above.plus(&other.above), below: self.below.plus(&other.below) }
    }

    /// The closeness of so many releases of this closeness.
    #[must_use]
    pub fn times(&self, releases: u64) -> Self {
        let scaled =
            |bound: &UpperBound| UpperBound::new(bound.value() * Rational::from_integer(releases.into()));
        Self { above: scaled(&self.above), below: scaled(&self.below) }
    }

    /// The smaller κ₊ and the smaller κ₋ of two: each of them holds by itself.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { above: self.above.min(other.above), below: self.below.min(other.below) }
    }
}
