//! The noise of a finite generator as sorted integers with cumulative weights: Q(t) = weight of {x < t}.

use crate::refusal::{Inexpressible, Refusal};
use std::sync::Arc;

/// Noise values x/h as integers, each with the weight (number of draws) that gives it.
///
/// Sixteen bytes for a distinct value, however many draws give it; a clone shares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedNoise {
    /// Distinct values, increasing.
    values: Arc<Vec<i64>>,
    /// `below[i]` is the weight of the values before `values[i]`; one more entry for the total.
    below: Arc<Vec<u64>>,
}

impl CountedNoise {
    /// One value for each equally likely draw, in any order.
    ///
    /// # Errors
    /// Refused if there are none.
    pub fn uniform(mut draws: Vec<i64>) -> Result<Self, Refusal> {
        draws.sort_unstable();
        Self::from_sorted(draws.into_iter().map(|x| (x, 1)))
    }

    /// Values with weights, in any order.
    ///
    /// # Errors
    /// Refused if there are none, or the weights add up to more than 2^64 − 1.
    pub fn weighted(mut draws: Vec<(i64, u64)>) -> Result<Self, Refusal> {
        draws.sort_unstable();
        Self::from_sorted(draws.into_iter())
    }

    /// Values with weights, in increasing order; equal values follow each other. Nothing but the distinct ones is kept.
    ///
    /// # Errors
    /// As [`CountedNoise::weighted`]; also if the order is another.
    pub fn from_sorted(draws: impl Iterator<Item = (i64, u64)>) -> Result<Self, Refusal> {
        let (mut values, mut below, mut total) = (Vec::new(), Vec::new(), 0_u64);
        for (x, weight) in draws.filter(|&(_, weight)| weight > 0) {
            let last = values.last().copied();
            if last.is_some_and(|last| last > x) {
                return Err(Inexpressible::Reversed.into());
            }
            if last != Some(x) {
                values.push(x);
                below.push(total);
            }
            total = total
                .checked_add(weight)
                .ok_or_else(|| Refusal::too_large("sum of the weights", "more than 2^64 − 1", u64::MAX))?;
        }
        if values.is_empty() {
            return Err(Refusal::Mismatch { what: "draws of a generator", found: 0, needed: 1 });
        }
        below.push(total);
        values.shrink_to_fit();
        below.shrink_to_fit();
        Ok(Self { values: Arc::new(values), below: Arc::new(below) })
    }

    /// The sum of all weights, N for a uniform generator.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.below_index(self.values.len())
    }

    /// Q(t), the weight of {x < t}, by binary search.
    #[must_use]
    pub fn weight_below(&self, t: i64) -> u64 {
        self.below_index(self.values.partition_point(|&x| x < t))
    }

    /// The weight of the values before the one of this index; the number of values is an index, too.
    #[expect(clippy::expect_used, reason = "a weight that is not there must not be invented")]
    fn below_index(&self, index: usize) -> u64 {
        *self.below.get(index).expect("`below` has one entry more than there are values")
    }

    /// Q at start, start + step, …, `count` values, in one pass.
    pub(super) fn weights_below(&self, start: i64, step: i64, count: usize) -> Vec<u64> {
        let mut index = self.values.partition_point(|&x| x < start);
        let mut t = i128::from(start);
        let mut table = Vec::with_capacity(count);
        for _ in 0..count {
            while self.values.get(index).is_some_and(|&x| i128::from(x) < t) {
                index += 1;
            }
            table.push(self.below_index(index));
            t += i128::from(step);
        }
        table
    }

    /// The distinct values with their weights, increasing.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let ends = self.below.iter().skip(1);
        self.values.iter().zip(self.below.iter()).zip(ends).map(|((&x, &start), &end)| (x, end - start))
    }
}
