//! The exact law of a finite one-dimensional mechanism, and its exact loss over all neighbouring answers (F13).
//!
//! Everything is an integer in units of h. c_r(o) = Q(e_{o+1} − r) − Q(e_o − r) for the cell [e_o, e_{o+1}), and what is left
//! is ∞. For each output a sliding-window minimum over |r₂ − r₁| ≤ Δ gives the worst pair: O(answers · outputs) after sorting.

use super::CountedNoise;
use crate::distribution::Loss;
use crate::number::Rational;
use crate::refusal::Refusal;
use num_integer::Integer;
use std::collections::VecDeque;

/// Largest magnitude of an edge, answer or sensitivity, so that sums and differences of four stay inside i64.
pub(super) const MAX_UNITS: i64 = 1 << 60;
/// Largest number of (answer, output) pairs: about a minute's work.
pub(super) const MAX_WORK: usize = 1 << 36;
/// Largest number of answers, and of entries of the cumulative table: 128 MB each.
const MAX_ENTRIES: usize = 1 << 24;

/// The possible answers: first, first + step, …, `count` of them, in units of h.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answers {
    /// The least answer.
    pub first: i64,
    /// The distance between consecutive answers, at least 1.
    pub step: i64,
    /// How many there are, at least 1.
    pub count: usize,
}

impl Answers {
    pub(super) fn check(self) -> Result<Self, Refusal> {
        if self.step < 1 || self.count == 0 {
            return Err(Refusal::Mismatch { what: "answers and units between them", found: 0, needed: 1 });
        }
        let last = i64::try_from(self.count - 1)
            .ok()
            .and_then(|steps| steps.checked_mul(self.step))
            .and_then(|length| length.checked_add(self.first))
            .filter(|&last| in_range(last) && in_range(self.first));
        if self.count > MAX_ENTRIES {
            return Err(Refusal::too_large("number of answers", self.count, MAX_ENTRIES));
        }
        if last.is_none() {
            return Err(Refusal::too_large("answers in units of h", self.count, "2^60"));
        }
        Ok(self)
    }

    /// The i-th answer, for an i below `count`; `check` has bounded it.
    #[expect(clippy::expect_used, reason = "an index that no answer has is a mistake in this module")]
    pub(super) fn at(self, i: usize) -> i64 {
        let i = i64::try_from(i).expect("the number of answers is at most 2^24");
        self.first + self.step * i
    }
}

/// One coordinate: the edges of its cells, its answers, and the lattice start + k·step of every edge − answer.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    pub(super) edges: Vec<i64>,
    /// The first edge and the last.
    pub(super) ends: [i64; 2],
    pub(super) answers: Answers,
    pub(super) start: i64,
    pub(super) step: i64,
    /// How many points the lattice has, or more than a table can have.
    pub(super) size: usize,
}

impl Axis {
    pub(super) fn new(edges: Vec<i64>, answers: Answers) -> Result<Self, Refusal> {
        let ends @ [first, last] = check_edges(&edges)?;
        let answers = answers.check()?;
        // All edge − answer are congruent to first − answers.first modulo the gcd of the steps.
        let step = edges.iter().fold(answers.step, |gcd, edge| gcd.gcd(&(edge - first)));
        let start = first - answers.at(answers.count - 1);
        let size = usize::try_from((last - answers.first - start) / step + 1).unwrap_or(usize::MAX);
        Ok(Self { edges, ends, answers, start, step, size })
    }

    /// The k with edge − answer = start + k·step.
    #[expect(clippy::expect_used, reason = "a weight of 0 would be invented for a cell outside the table")]
    pub(super) fn index(&self, edge: i64, answer: usize) -> usize {
        let k = usize::try_from((edge - self.answers.at(answer) - self.start) / self.step).ok();
        k.filter(|&k| k < self.size).expect("the table has every edge − answer of this axis")
    }
}

/// A finite mechanism on the line.
#[derive(Debug, Clone)]
pub struct LineMechanism {
    noise: CountedNoise,
    axis: Axis,
    sensitivity: i64,
}

/// Where the loss occurs: A is the type of an answer, O that of the number of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worst<A = i64, O = usize> {
    /// The answer under which the output is likelier, in units of h.
    pub answer: A,
    /// The neighbouring answer under which it is least likely.
    pub neighbour: A,
    /// The output: the number of its cell, or `None` for ∞.
    pub output: Option<O>,
    /// The weight of the output under `answer` and under `neighbour`.
    pub weights: (u64, u64),
}

impl<I> Worst<I, I> {
    /// With the answers of these numbers.
    pub(super) fn of_answers<A>(self, answer: impl Fn(I) -> A) -> Worst<A, I> {
        let Self { output, weights, .. } = self;
        Worst { answer: answer(self.answer), neighbour: answer(self.neighbour), output, weights }
    }
}

/// The result of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// The exact loss over all pairs of answers within Δ and all outputs.
    pub loss: Loss,
    /// Where it occurs.
    pub worst: Worst,
}

impl LineMechanism {
    /// A mechanism with the given noise, cell edges (increasing; output o is `[edges[o], edges[o+1])`), answers and Δ ≥ 0.
    ///
    /// Edges need not be equally spaced: unaligned windows (CE2, CE13) and floating-point cells (F24) are expressed so.
    ///
    /// # Errors
    /// Refused if there are fewer than two edges, they are not increasing, a number is beyond 2^60, or Δ < 0.
    pub fn new(
        noise: CountedNoise,
        edges: Vec<i64>,
        answers: Answers,
        sensitivity: i64,
    ) -> Result<Self, Refusal> {
        let axis = Axis::new(edges, answers)?;
        check_sensitivity(sensitivity)?;
        let work = axis.edges.len().saturating_mul(answers.count);
        if work > MAX_WORK {
            return Err(Refusal::too_large("answers times outputs", work, MAX_WORK));
        }
        Ok(Self { noise, axis, sensitivity })
    }

    /// The exact law for one answer: the weight of each cell, then that of ∞. The weights add up to the noise's total.
    ///
    /// # Errors
    /// Refused if the answer is beyond 2^60.
    pub fn law(&self, answer: i64) -> Result<Vec<u64>, Refusal> {
        if !in_range(answer) {
            return Err(Refusal::too_large("answer in units of h", answer, "2^60"));
        }
        let below: Vec<u64> =
            self.axis.edges.iter().map(|edge| self.noise.weight_below(edge - answer)).collect();
        let mut law: Vec<u64> =
            below.iter().zip(below.iter().skip(1)).map(|(low, high)| high - low).collect();
        law.push(self.noise.total() - law.iter().sum::<u64>());
        Ok(law)
    }

    /// The exact loss over all answers r₁, r₂ with |r₁ − r₂| ≤ Δ and every output, ∞ included.
    #[must_use]
    pub fn enumerate(&self) -> Enumeration {
        let Axis { edges, ends, answers, start, step, size } = &self.axis;
        // Q(t) for every t = edge − answer: a table over their lattice if that has no more entries than there are questions,
        // otherwise a binary search each time.
        let table = (*size <= (edges.len() * answers.count).min(MAX_ENTRIES))
            .then(|| self.noise.weights_below(*start, *step, *size));
        let below = |edge: i64, answer: usize| match &table {
            Some(table) => entry(table, self.axis.index(edge, answer)),
            None => self.noise.weight_below(edge - answers.at(answer)),
        };
        // More steps than a machine can count reach every answer.
        let neighbours = usize::try_from(self.sensitivity / answers.step).unwrap_or(usize::MAX);
        let mut search = Search { neighbours, largest: Largest::NONE };
        let column = |edge: i64| -> Vec<u64> { (0..answers.count).map(|i| below(edge, i)).collect() };
        let first = column(ends[0]);
        let mut low = first.clone();
        for (output, &edge) in edges.iter().skip(1).enumerate() {
            let high = column(edge);
            let counts: Vec<u64> = high.iter().zip(&low).map(|(h, l)| h - l).collect();
            search.offer(Some(output), &counts);
            low = high;
        }
        let total = self.noise.total();
        let outside: Vec<u64> = low.iter().zip(&first).map(|(h, l)| total - (h - l)).collect();
        search.offer(None, &outside);
        let (loss, worst) = search.largest.finish();
        Enumeration { loss, worst: worst.of_answers(|i| answers.at(i)) }
    }
}

fn in_range(units: i64) -> bool {
    (-MAX_UNITS..=MAX_UNITS).contains(&units)
}

/// The first edge and the last.
pub(super) fn check_edges(edges: &[i64]) -> Result<[i64; 2], Refusal> {
    let &[first, .., last] = edges else {
        return Err(Refusal::Mismatch { what: "edges of cells", found: edges.len(), needed: 2 });
    };
    if edges.iter().zip(edges.iter().skip(1)).any(|(low, high)| low >= high) {
        return Err(crate::refusal::Inexpressible::Reversed.into());
    }
    if !edges.iter().all(|&edge| in_range(edge)) {
        return Err(Refusal::too_large("edge in units of h", "more than 2^60", "2^60"));
    }
    Ok([first, last])
}

pub(super) fn check_sensitivity(sensitivity: i64) -> Result<(), Refusal> {
    if (0..=MAX_UNITS).contains(&sensitivity) {
        return Ok(());
    }
    Err(Refusal::too_large("sensitivity Δ in units of h, which is not negative", sensitivity, "2^60"))
}

/// The entry of a table, by an index of [`Axis::index`].
#[expect(clippy::expect_used, reason = "a weight of 0 would be invented for a cell outside the table")]
pub(super) fn entry(table: &[u64], index: usize) -> u64 {
    *table.get(index).expect("the table has an entry for every index of its axes")
}

/// The worst pair of answers, by their numbers, and its output.
struct Search {
    neighbours: usize,
    largest: Largest<usize>,
}

impl Search {
    /// Offers the weights of one output, one for each answer.
    #[expect(clippy::expect_used, reason = "an answer without a neighbour is a mistake in this module")]
    fn offer(&mut self, output: Option<usize>, counts: &[u64]) {
        // Indices of a non-decreasing run of weights: its front is the minimum of the window.
        let mut window: VecDeque<(usize, u64)> = VecDeque::new();
        let mut incoming = counts.iter().copied().enumerate();
        let mut entered = 0;
        for (i, &count) in counts.iter().enumerate() {
            let end = i.saturating_add(self.neighbours).min(counts.len() - 1);
            while entered <= end {
                let (j, weight) = incoming.next().expect("`end` is the index of an answer");
                while window.back().is_some_and(|&(_, last)| last >= weight) {
                    window.pop_back();
                }
                window.push_back((j, weight));
                entered += 1;
            }
            while window.front().is_some_and(|&(j, _)| j + self.neighbours < i) {
                window.pop_front();
            }
            if count > 0 {
                let &(j, least) = window.front().expect("every answer is its own neighbour");
                self.largest.offer(Worst { answer: i, neighbour: j, output, weights: (count, least) });
            }
        }
    }
}

/// The pair of answers with the largest ratio of weights so far, by their numbers I.
pub(super) struct Largest<I>(Option<Worst<I, I>>);

impl<I> Largest<I> {
    pub(super) const NONE: Self = Self(None);

    /// Compares the ratios by cross-multiplication; a zero below is infinite and beats all.
    pub(super) fn offer(&mut self, pair: Worst<I, I>) {
        let larger = self.0.as_ref().is_none_or(|Worst { weights: (above, below), .. }| {
            u128::from(pair.weights.0) * u128::from(*below) > u128::from(*above) * u128::from(pair.weights.1)
        });
        if larger {
            self.0 = Some(pair);
        }
    }

    /// The loss, and where it occurs. The weights of each answer add up to a positive total, so that some output has a ratio.
    #[expect(clippy::expect_used, reason = "a loss that nothing was compared for would be an invented 0")]
    pub(super) fn finish(self) -> (Loss, Worst<I, I>) {
        let worst = self.0.expect("some output is possible under some answer");
        let (above, below) = worst.weights;
        let loss =
            if below == 0 { Loss::Infinite } else { Loss::Finite(Rational::new(above.into(), below.into())) };
        (loss, worst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loss of ln 1 = 0 must not come out of a search that has seen nothing.
    #[test]
    #[should_panic(expected = "some output is possible under some answer")]
    fn a_search_that_saw_no_possible_output_states_no_loss() {
        let mut search = Search { neighbours: 1, largest: Largest::NONE };
        search.offer(None, &[0, 0]);
        search.largest.finish();
    }

    #[test]
    #[should_panic(expected = "the table has every edge − answer of this axis")]
    fn a_question_outside_the_table_has_no_weight() {
        let axis = Axis::new(vec![0, 1, 2], Answers { first: 0, step: 1, count: 2 }).unwrap();
        let table =
            CountedNoise::uniform(vec![0, 1]).unwrap().weights_below(axis.start, axis.step, axis.size);
        assert_eq!(entry(&table, axis.index(2, 0)), 2);
        axis.index(3, 0);
    }
}
