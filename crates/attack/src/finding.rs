//! What an attack found, and what was to be expected.

use crate::interval::{CONFIDENCE, Interval, clopper_pearson};
use crate::number::{floats, to_f64};
use kdelta_oracle::enclosure::Enclosure;

/// How often the event happened in each world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// Hits in the first and in the second world.
    pub hits: [u64; 2],
    /// Samples in each world.
    pub samples: u64,
    /// a: 1, or e^ε where ε-differential privacy allows that much.
    pub factor: f64,
}

impl Measurement {
    /// The measured P\[event | first\] − a·P\[event | second\].
    #[must_use]
    pub fn advantage(&self) -> f64 {
        let [first, second] = self.hits.map(to_f64);
        (first - self.factor * second) / to_f64(self.samples)
    }

    /// An interval of the true advantage.
    ///
    /// # Guarantee
    /// It holds with probability at least [`CONFIDENCE`]: an interval of Clopper and Pearson for each world, each with half of the
    /// error, and the ends combined at their worst.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let error = (1.0 - CONFIDENCE) / 2.0;
        let [first, second] = self.hits.map(|hits| clopper_pearson(hits, self.samples, error));
        Interval { low: first.low - self.factor * second.high, high: first.high - self.factor * second.low }
    }
}

/// What the advantage over the naive mechanism must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// An enclosure of it.
    pub value: Interval,
    /// How it was computed.
    pub how: &'static str,
}

impl Expected {
    pub(crate) fn new(value: &Enclosure, how: &'static str) -> Self {
        let (low, high) = floats(value);
        Self { value: Interval { low, high }, how }
    }
}

/// What an attack found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Against the naive mechanism.
    pub naive: Measurement,
    /// What that must be.
    pub expected: Expected,
    /// Against ours.
    pub ours: Measurement,
    /// What else was seen, if anything.
    pub remark: Option<String>,
}

impl Finding {
    /// Whether the attacker's advantage over the naive mechanism is above 0 beyond doubt.
    #[must_use]
    pub fn naive_is_broken(&self) -> bool {
        self.naive.interval().low > 0.0
    }

    /// Whether what was measured agrees with the exact value.
    #[must_use]
    pub fn expected_is_met(&self) -> bool {
        let (measured, exact) = (self.naive.interval(), self.expected.value);
        measured.low <= exact.high && exact.low <= measured.high
    }

    /// Whether the attacker does no better than chance against ours, as far as so many samples show.
    #[must_use]
    pub fn ours_is_at_chance(&self) -> bool {
        self.ours.interval().contains(0.0)
    }

    /// All three.
    #[must_use]
    pub fn is_as_it_should_be(&self) -> bool {
        self.naive_is_broken() && self.expected_is_met() && self.ours_is_at_chance()
    }
}
