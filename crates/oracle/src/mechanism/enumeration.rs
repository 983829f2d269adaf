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

    /// The i-th answer; `check` has bounded it.
    pub(super) fn at(self, i: usize) -> i64 {
        self.first + self.step * i64::try_from(i).unwrap_or(0)
    }

    fn last(self) -> i64 {
        self.at(self.count - 1)
    }
}

/// A finite mechanism on the line.
#[derive(Debug, Clone)]
pub struct LineMechanism {
    noise: CountedNoise,
    edges: Vec<i64>,
    answers: Answers,
    sensitivity: i64,
}

/// Where the loss occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worst {
    /// The answer under which the output is likelier, in units of h.
    pub answer: i64,
    /// The neighbouring answer under which it is least likely.
    pub neighbour: i64,
    /// The output: the number of its cell, or `None` for ∞.
    pub output: Option<usize>,
    /// The weight of the output under `answer` and under `neighbour`.
    pub weights: (u64, u64),
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
        check_edges(&edges)?;
        let answers = answers.check()?;
        if !(0..=MAX_UNITS).contains(&sensitivity) {
            return Err(Refusal::too_large(
                "sensitivity Δ in units of h, which is not negative",
                sensitivity,
                "2^60",
            ));
        }
        let work = edges.len().saturating_mul(answers.count);
        if work > MAX_WORK {
            return Err(Refusal::too_large("answers times outputs", work, MAX_WORK));
        }
        Ok(Self { noise, edges, answers, sensitivity })
    }

    /// The exact law for one answer: the weight of each cell, then that of ∞. The weights add up to the noise's total.
    ///
    /// # Errors
    /// Refused if the answer is beyond 2^60.
    pub fn law(&self, answer: i64) -> Result<Vec<u64>, Refusal> {
        if !in_range(answer) {
            return Err(Refusal::too_large("answer in units of h", answer, "2^60"));
        }
        let below: Vec<u64> = self.edges.iter().map(|edge| self.noise.weight_below(edge - answer)).collect();
        let mut law: Vec<u64> =
            below.iter().zip(below.iter().skip(1)).map(|(low, high)| high - low).collect();
        law.push(self.noise.total() - law.iter().sum::<u64>());
        Ok(law)
    }

    /// The exact loss over all answers r₁, r₂ with |r₁ − r₂| ≤ Δ and every output, ∞ included.
    #[must_use]
    pub fn enumerate(&self) -> Enumeration {
        let table = CumulativeTable::new(&self.noise, &self.edges, self.answers);
        let neighbours = usize::try_from(self.sensitivity / self.answers.step).unwrap_or(usize::MAX);
        let mut search = Search { neighbours, answers: self.answers, best: None };
        let column = |edge: &i64| -> Vec<u64> {
            (0..self.answers.count).map(|i| table.below(edge - self.answers.at(i))).collect()
        };
        let first = self.edges.first().map(column).unwrap_or_default();
        let mut low = first.clone();
        for (output, edge) in self.edges.iter().skip(1).enumerate() {
            let high = column(edge);
            let counts: Vec<u64> = high.iter().zip(&low).map(|(h, l)| h - l).collect();
            search.offer(Some(output), &counts);
            low = high;
        }
        let total = self.noise.total();
        let outside: Vec<u64> = low.iter().zip(&first).map(|(h, l)| total - (h - l)).collect();
        search.offer(None, &outside);
        search.finish(total)
    }
}

fn in_range(units: i64) -> bool {
    (-MAX_UNITS..=MAX_UNITS).contains(&units)
}

pub(super) fn check_edges(edges: &[i64]) -> Result<(), Refusal> {
    if edges.len() < 2 {
        return Err(Refusal::Mismatch { what: "edges of cells", found: edges.len(), needed: 2 });
    }
    if edges.iter().zip(edges.iter().skip(1)).any(|(low, high)| low >= high) {
        return Err(crate::refusal::Inexpressible::Reversed.into());
    }
    if !edges.iter().all(|&edge| in_range(edge)) {
        return Err(Refusal::too_large("edge in units of h", "more than 2^60", "2^60"));
    }
    Ok(())
}

/// Q(t) for the t = edge − answer that occur: a table over their lattice if that has no more entries than there are
/// questions, otherwise a binary search each time.
struct CumulativeTable<'a> {
    noise: &'a CountedNoise,
    start: i64,
    step: i64,
    dense: Vec<u64>,
}

impl<'a> CumulativeTable<'a> {
    fn new(noise: &'a CountedNoise, edges: &[i64], answers: Answers) -> Self {
        let (first, last) = (edges.first().copied().unwrap_or(0), edges.last().copied().unwrap_or(0));
        // All t are congruent to first − answers.first modulo the gcd of the steps.
        let step = edges.iter().fold(answers.step, |gcd, edge| gcd.gcd(&(edge - first)));
        let (start, end) = (first - answers.last(), last - answers.first);
        let entries = usize::try_from((end - start) / step + 1).unwrap_or(usize::MAX);
        let questions = edges.len().saturating_mul(answers.count);
        let dense = if entries <= questions.min(MAX_ENTRIES) {
            noise.weights_below(start, step, entries)
        } else {
            Vec::new()
        };
        Self { noise, start, step, dense }
    }

    fn below(&self, t: i64) -> u64 {
        let index = usize::try_from((t - self.start) / self.step).unwrap_or(usize::MAX);
        self.dense.get(index).copied().unwrap_or_else(|| self.noise.weight_below(t))
    }
}

/// Keeps the worst ratio seen.
struct Search {
    neighbours: usize,
    answers: Answers,
    best: Option<Worst>,
}

impl Search {
    /// Offers the weights of one output, one for each answer.
    fn offer(&mut self, output: Option<usize>, counts: &[u64]) {
        // Indices of a non-decreasing run of weights: its front is the minimum of the window.
        let mut window: VecDeque<(usize, u64)> = VecDeque::new();
        let mut incoming = counts.iter().copied().enumerate();
        let mut entered = 0;
        for (i, &count) in counts.iter().enumerate() {
            let end = i.saturating_add(self.neighbours).min(counts.len() - 1);
            while entered <= end {
                let Some((j, weight)) = incoming.next() else { break };
                while window.back().is_some_and(|&(_, last)| last >= weight) {
                    window.pop_back();
                }
                window.push_back((j, weight));
                entered += 1;
            }
            while window.front().is_some_and(|&(j, _)| j + self.neighbours < i) {
                window.pop_front();
            }
            if let (Some(&(j, least)), true) = (window.front(), count > 0) {
                self.keep(i, j, output, (count, least));
            }
        }
    }

    /// Compares count/least with the best ratio by cross-multiplication; a zero below is infinite and beats all.
    fn keep(&mut self, i: usize, j: usize, output: Option<usize>, weights: (u64, u64)) {
        let better = self.best.as_ref().is_none_or(|best| {
            let (above, below) = best.weights;
            u128::from(weights.0) * u128::from(below) > u128::from(above) * u128::from(weights.1)
        });
        if better {
            self.best =
                Some(Worst { answer: self.answers.at(i), neighbour: self.answers.at(j), output, weights });
        }
    }

    fn finish(self, total: u64) -> Enumeration {
        // Some output is always possible, so `best` is there; the fallback states the trivial loss.
        let nothing = Worst {
            answer: self.answers.first,
            neighbour: self.answers.first,
            output: None,
            weights: (total, total),
        };
        let worst = self.best.unwrap_or(nothing);
        Enumeration { loss: loss_of(worst.weights), worst }
    }
}

pub(super) fn loss_of((above, below): (u64, u64)) -> Loss {
    if below == 0 { Loss::Infinite } else { Loss::Finite(Rational::new(above.into(), below.into())) }
}
