//! What the releases cost.

use super::stream::Tally;
use kdelta_certificate::{Number, Vector};
use kdelta_oracle::number::{Rational, decimal};
use serde_json::{Value, json};
use std::fmt;

/// ε′ of each release, by composition: the sum over the releases that one individual influences. All values of a vector are one release.
pub(super) struct Budget<'a> {
    pub(super) verdict: &'a Number,
    pub(super) vector: Vector,
    pub(super) tally: Tally,
}

impl Budget<'_> {
    fn each(&self) -> &Rational {
        &self.verdict.0
    }

    /// n·ε′; of a vector, ε′.
    fn total(&self) -> Rational {
        let releases = if self.vector.is_single() { self.tally.released } else { 1 };
        self.each() * Rational::from_integer(releases.into())
    }

    pub(super) fn json(&self) -> Value {
        let total = self.total();
        json!({
            "released": self.tally.released,
            "vector": (!self.vector.is_single()).then_some(self.vector),
            "skipped": self.tally.skipped,
            "epsilon_prime": self.verdict,
            "epsilon_prime_at_most": decimal::epsilon_prime(self.each()),
            "spent_if_all_concern_one_individual": Number(total.clone()),
            "spent_if_all_concern_one_individual_at_most": decimal::epsilon_prime(&total),
            "spent_if_each_concerns_another_at_most": decimal::epsilon_prime(self.each()),
        })
    }
}

impl fmt::Display for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = decimal::epsilon_prime(self.each());
        match self.tally.released {
            values if !self.vector.is_single() => write!(
                f,
                "released one vector of {values} values; spent ε′ ≤ {each} in all, for individuals who change at most {} of them",
                self.vector.changed
            )?,
            1 => write!(f, "released 1 value; spent ε′ ≤ {each}")?,
            released => write!(
                f,
                "released {released} values at ε′ ≤ {each} each; spent {} if all concern one individual, {each} if each \
                 concerns another",
                decimal::epsilon_prime(&self.total())
            )?,
        }
        match self.tally.skipped {
            0 => Ok(()),
            1 => f.write_str("\nleft out 1 bad row"),
            skipped => write!(f, "\nleft out {skipped} bad rows"),
        }
    }
}
