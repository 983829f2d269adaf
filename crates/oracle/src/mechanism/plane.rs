//! The exact law of a finite two-dimensional mechanism and its exact loss, by a summed-area table (F13).

use super::enumeration::{Answers, Axis, Largest, MAX_WORK, Worst, check_sensitivity, entry};
use crate::distribution::Loss;
use crate::refusal::Refusal;

/// Largest summed-area table: 128 MB.
const MAX_TABLE: usize = 1 << 24;
/// Largest sum of the weights: twice of it is still a word.
const MAX_TOTAL: u64 = 1 << 62;

/// A finite mechanism on the plane: noise points and cells in units of h, answers on a rectangle, Euclidean Δ.
#[derive(Debug, Clone)]
pub struct PlaneMechanism {
    axes: [Axis; 2],
    table: Vec<u64>,
    total: u64,
    offsets: Vec<(isize, isize)>,
}

/// Where the loss occurs.
pub type PlaneWorst = Worst<[i64; 2], [usize; 2]>;

impl Axis {
    /// The least k with x < start + k·step: the first row of the table that counts x. `None` beyond the last.
    fn row(&self, x: i64) -> Option<usize> {
        let k = (i128::from(x) - i128::from(self.start)).div_euclid(i128::from(self.step)) + 1;
        usize::try_from(k.max(0)).ok().filter(|&k| k < self.size)
    }

    /// The most steps between two answers within Δ along this axis.
    fn reach(&self, sensitivity: i64) -> isize {
        // There are at most 2^24 answers; more steps than a machine can count reach them all.
        let most = self.answers.count.cast_signed() - 1;
        isize::try_from(sensitivity / self.answers.step).map_or(most, |steps| steps.min(most))
    }
}

impl PlaneMechanism {
    /// A mechanism with equally likely noise points, cells `[ex[i], ex[i+1]) × [ey[j], ey[j+1])`, answers on a lattice, Δ ≥ 0.
    ///
    /// # Errors
    /// Refused as [`super::LineMechanism::new`]; also if the table or the work would be too large.
    pub fn new(
        points: &[[i64; 2]],
        edges: [Vec<i64>; 2],
        answers: [Answers; 2],
        sensitivity: i64,
    ) -> Result<Self, Refusal> {
        Self::of(|| points.iter().map(|&point| (point, 1)), edges, answers, sensitivity)
    }

    /// The same for noise points with weights: the probability of a point is its weight over the sum of all.
    ///
    /// # Errors
    /// As [`PlaneMechanism::new`]; also if no weight is positive or the weights add up to more than 2^62.
    pub fn weighted(
        points: &[([i64; 2], u64)],
        edges: [Vec<i64>; 2],
        answers: [Answers; 2],
        sensitivity: i64,
    ) -> Result<Self, Refusal> {
        Self::of(|| points.iter().copied(), edges, answers, sensitivity)
    }

    /// From points that are gone through twice and not copied.
    fn of<I: Iterator<Item = ([i64; 2], u64)>>(
        points: impl Fn() -> I,
        edges: [Vec<i64>; 2],
        answers: [Answers; 2],
        sensitivity: i64,
    ) -> Result<Self, Refusal> {
        let total = points().try_fold(0_u64, |sum, (_, weight)| sum.checked_add(weight));
        let total = match total.filter(|&total| total <= MAX_TOTAL) {
            None => return Err(Refusal::too_large("sum of the weights", "larger", "2^62")),
            Some(0) => {
                return Err(Refusal::Mismatch { what: "draws of a generator", found: 0, needed: 1 });
            }
            Some(total) => total,
        };
        check_sensitivity(sensitivity)?;
        let [ex, ey] = edges;
        let axes = [Axis::new(ex, answers[0])?, Axis::new(ey, answers[1])?];
        let entries = axes[0].size.saturating_mul(axes[1].size);
        if entries > MAX_TABLE {
            return Err(Refusal::too_large("entries of the summed-area table", entries, MAX_TABLE));
        }
        let reach = [axes[0].reach(sensitivity), axes[1].reach(sensitivity)];
        let work = axes
            .iter()
            .flat_map(|axis| [axis.edges.len(), axis.answers.count])
            .chain(reach.map(|steps| 2 * steps.unsigned_abs() + 1))
            .fold(1, usize::saturating_mul);
        if work > MAX_WORK {
            return Err(Refusal::too_large("outputs times pairs of answers", work, MAX_WORK));
        }
        let offsets = neighbours(&axes, reach, sensitivity);
        let table = summed_area(points(), &axes);
        Ok(Self { axes, table, total, offsets })
    }

    /// #{(x, y) : x < t_k, y < t_l}, for a k and an l of [`Axis::index`].
    fn below(&self, k: usize, l: usize) -> u64 {
        entry(&self.table, k * self.axes[1].size + l)
    }

    /// The weight of a rectangle of edges under an answer given by its numbers.
    fn weight(&self, x: [i64; 2], y: [i64; 2], answer: (usize, usize)) -> u64 {
        let [k, m] = x.map(|edge| self.axes[0].index(edge, answer.0));
        let [l, n] = y.map(|edge| self.axes[1].index(edge, answer.1));
        self.below(m, n) + self.below(k, l) - self.below(k, n) - self.below(m, l)
    }

    /// The exact loss over all pairs of answers within Δ and every output, ∞ included, and where it occurs.
    #[must_use]
    pub fn enumerate(&self) -> (Loss, PlaneWorst) {
        let mut search = Search {
            answers: self.axes.each_ref().map(|axis| axis.answers),
            offsets: &self.offsets,
            largest: Largest::NONE,
        };
        let [ex, ey] = [&self.axes[0].edges, &self.axes[1].edges];
        for (i, x) in ex.iter().zip(ex.iter().skip(1)).enumerate() {
            for (j, y) in ey.iter().zip(ey.iter().skip(1)).enumerate() {
                let weight = |answer| self.weight([*x.0, *x.1], [*y.0, *y.1], answer);
                search.offer(Some([i, j]), weight);
            }
        }
        let [across, up] = self.axes.each_ref().map(|axis| axis.ends);
        search.offer(None, |answer| self.total - self.weight(across, up, answer));
        let (loss, worst) = search.largest.finish();
        (loss, worst.of_answers(|[i, j]| [self.axes[0].answers.at(i), self.axes[1].answers.at(j)]))
    }
}

/// The worst pair of answers, by their numbers, and its output.
struct Search<'a> {
    answers: [Answers; 2],
    /// The steps between neighbouring answers.
    offsets: &'a [(isize, isize)],
    largest: Largest<[usize; 2]>,
}

impl Search<'_> {
    /// Offers the weights of one output, one for each answer.
    #[expect(clippy::expect_used, reason = "a pair of answers that is left out could be the worst")]
    fn offer(&mut self, output: Option<[usize; 2]>, weight: impl Fn((usize, usize)) -> u64) {
        let [columns, rows] = self.answers;
        let weights: Vec<u64> =
            (0..columns.count).flat_map(|i| (0..rows.count).map(move |j| (i, j))).map(weight).collect();
        let weight_at = |i: usize, j: usize| {
            *weights.get(i * rows.count + j).expect("there is a weight for every answer")
        };
        for i in 0..columns.count {
            for j in 0..rows.count {
                let above = weight_at(i, j);
                if above == 0 {
                    continue;
                }
                for &(di, dj) in self.offsets {
                    let moved = i.checked_add_signed(di).zip(j.checked_add_signed(dj));
                    let Some((m, n)) = moved.filter(|&(m, n)| m < columns.count && n < rows.count) else {
                        continue;
                    };
                    let weights = (above, weight_at(m, n));
                    self.largest.offer(Worst { answer: [i, j], neighbour: [m, n], output, weights });
                }
            }
        }
    }
}

/// The steps (di, dj) between answers at Euclidean distance at most Δ.
fn neighbours(axes: &[Axis; 2], [a, b]: [isize; 2], sensitivity: i64) -> Vec<(isize, isize)> {
    // Units are below 2^60, so squares and their sum stay inside i128.
    let square = |axis: &Axis, steps: isize| {
        let units = i128::from(axis.answers.step) * (steps as i128);
        units * units
    };
    let limit = i128::from(sensitivity) * i128::from(sensitivity);
    (-a..=a)
        .flat_map(|di| (-b..=b).map(move |dj| (di, dj)))
        .filter(|&(di, dj)| square(&axes[0], di) + square(&axes[1], dj) <= limit)
        .collect()
}

/// Counts by first row and column, then running sums along both axes.
#[expect(clippy::expect_used, reason = "the weight of a point must not be lost")]
fn summed_area(points: impl Iterator<Item = ([i64; 2], u64)>, axes: &[Axis; 2]) -> Vec<u64> {
    let columns = axes[1].size;
    let mut table = vec![0_u64; axes[0].size * columns];
    for ([x, y], weight) in points {
        if let (Some(k), Some(l)) = (axes[0].row(x), axes[1].row(y)) {
            *table.get_mut(k * columns + l).expect("`row` gives rows and columns of the table") += weight;
        }
    }
    let mut above = vec![0_u64; columns];
    for row in table.chunks_mut(columns.max(1)) {
        let mut left = 0;
        for (entry, up) in row.iter_mut().zip(above.iter_mut()) {
            left += *entry;
            *entry = left + *up;
            *up = *entry;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: Answers = Answers { first: 0, step: 1, count: 2 };

    /// An index past the end of a row would be an entry of the next one.
    #[test]
    #[should_panic(expected = "the table has every edge − answer of this axis")]
    fn an_edge_outside_the_table_has_no_weight() {
        let mechanism =
            PlaneMechanism::new(&[[0, 0], [1, 1]], [vec![0, 1, 2], vec![0, 1, 2]], [ANSWERS; 2], 1).unwrap();
        assert_eq!(mechanism.weight([0, 2], [0, 2], (0, 0)), 2);
        mechanism.weight([0, 2], [0, 3], (0, 0));
    }
}
