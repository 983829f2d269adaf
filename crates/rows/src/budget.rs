//! What the releases cost.

use crate::stream::Tally;
use kdelta_certificate::{Law, MechanismCertificate, Number, Vector};
use kdelta_oracle::number::{Rational, decimal};
use serde_json::{Value, json};
use std::fmt;

/// ε′ of each release, with Gaussian noise at δ, by composition: the sum over the releases that one individual influences. All values of a
/// vector are one release.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Under which they were released.
    pub certificate: &'a MechanismCertificate,
    /// How many were.
    pub tally: Tally,
}

/// ε′, and δ where there is one.
struct Cost {
    epsilon: Rational,
    delta: Option<Rational>,
}

impl Budget<'_> {
    const fn vector(&self) -> Vector {
        self.certificate.setting.vector()
    }

    /// Of so many releases together, as sums.
    fn of(&self, releases: u64) -> Cost {
        let times = |number: &Number| &number.0 * Rational::from_integer(releases.into());
        let delta = match &self.certificate.setting.law {
            Law::Gaussian(gaussian) => Some(times(&gaussian.delta)),
            Law::Laplace(_) | Law::PlanarLaplace(_) => None,
        };
        Cost { epsilon: times(&self.certificate.verdict), delta }
    }

    /// n·ε′; of a vector, ε′.
    fn total(&self) -> Cost {
        self.of(if self.vector().is_single() { self.tally.released } else { 1 })
    }

    /// The same for programs, with exact numbers.
    #[must_use]
    pub fn json(&self) -> Value {
        let (each, total) = (self.of(1), self.total());
        let mut budget = json!({
            "released": self.tally.released,
            "vector": (!self.vector().is_single()).then_some(self.vector()),
            "skipped": self.tally.skipped,
            "epsilon_prime": self.certificate.verdict,
            "epsilon_prime_at_most": decimal::epsilon_prime(&each.epsilon),
            "spent_if_all_concern_one_individual": Number(total.epsilon.clone()),
            "spent_if_all_concern_one_individual_at_most": decimal::epsilon_prime(&total.epsilon),
            "spent_if_each_concerns_another_at_most": decimal::epsilon_prime(&each.epsilon),
        });
        if let (Some(budget), Some(each), Some(total)) = (budget.as_object_mut(), each.delta, total.delta) {
            budget.insert("delta".into(), json!(Number(each)));
            budget.insert("delta_if_all_concern_one_individual".into(), json!(Number(total)));
        }
        budget
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal::epsilon_prime(&self.epsilon))?;
        match &self.delta {
            Some(delta) => write!(f, " at δ = {}", decimal::short(delta)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (each, total, vector) = (self.of(1), self.total(), self.vector());
        match self.tally.released {
            values if !vector.is_single() => write!(
                f,
                "released one vector of {values} values; spent ε′ ≤ {each} in all, for individuals who change at most {} of them",
                vector.changed
            )?,
            1 => write!(f, "released 1 value; spent ε′ ≤ {each}")?,
            released => write!(
                f,
                "released {released} values at ε′ ≤ {each} each; spent {total} if all concern one individual, {each} if each \
                 concerns another"
            )?,
        }
        match self.tally.skipped {
            0 => Ok(()),
            1 => f.write_str("\nleft out 1 bad row"),
            skipped => write!(f, "\nleft out {skipped} bad rows"),
        }
    }
}
