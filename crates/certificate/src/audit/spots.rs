//! The inputs at which a kernel is executed again: spread over its domain, at its ends, and at the ends of its cells.

use super::Options;
use crate::derive::kernel::facts::Model;
use crate::derive::kernel::{inverse_tail, inverse_tail_integer};
use crate::model::Kernel;
use crate::refusal::{REGENERATE, Refusal};
use kdelta_oracle::number::{Rational, dyadic};
use std::collections::BTreeSet;

impl Kernel {
    fn sample(self, a: u64, b: u64) -> Option<Rational> {
        match self.model() {
            Model::ShiftAdd(kernel) => Some(kernel.sample(a, b)),
            Model::Table(kernel) => Some(kernel.sample(a, b)),
            Model::InverseTail(kernel) => Some(kernel.sample(a, b)),
            Model::InverseTailInteger(kernel) => Some(kernel.sample(a, b)),
            Model::CosSin(kernel) => Some(kernel.sample(b)),
            Model::BlackBox(_) => None,
        }
    }

    /// The least and the largest input of the domain.
    fn ends(self) -> Vec<Rational> {
        let below_one = |bits: u32| dyadic(1, 0) - dyadic(1, -bits.cast_signed());
        match self.model() {
            Model::ShiftAdd(kernel) => vec![kernel.facts().domain.from.0, below_one(kernel.width)],
            Model::Table(kernel) => vec![kernel.facts().domain.from.0, below_one(kernel.binary.precision)],
            Model::InverseTail(kernel) => kernel.domain_ends(),
            // Those of the first and the last cell.
            Model::InverseTailInteger(kernel) => {
                [kernel.ends(0), kernel.ends(inverse_tail_integer::CELLS - 1)].concat()
            }
            Model::CosSin(kernel) => kernel.ends(),
            Model::BlackBox(_) => Vec::new(),
        }
    }

    /// Inputs for the spot check, the same for the same options; and whether they are all there are.
    pub(crate) fn spots(self, options: &Options) -> (Vec<Rational>, bool) {
        if let Model::ShiftAdd(kernel) = self.model() {
            if let Some(size) = kernel.size().filter(|size| *size <= options.points) {
                return ((0..size).map(|i| kernel.nth(i)).collect(), true);
            }
        }
        let mut words = Words(options.seed);
        let mut spots: Vec<_> =
            (0..options.points).map_while(|_| self.sample(words.next(), words.next())).collect();
        spots.extend(self.ends());
        let cells = usize::try_from(options.cells).unwrap_or(usize::MAX);
        match self.model() {
            Model::Table(kernel) => {
                for cell in 0..kernel.cells().min(cells) {
                    spots.extend(kernel.ends(cell, words.next()));
                }
            }
            Model::InverseTail(kernel) => {
                let all = inverse_tail::CELLS;
                let count = all.min(cells);
                spots.extend((0..count).flat_map(|i| kernel.ends(i * all / count)));
            }
            Model::InverseTailInteger(kernel) => {
                spots.extend((0..inverse_tail_integer::CELLS.min(cells)).flat_map(|cell| kernel.ends(cell)));
            }
            _ => {}
        }
        (spots, false)
    }
}

/// How many points of a binade of a black box's grid are compared, besides its ends.
const IN_A_BINADE: u64 = 96;

/// Points v of the grid of a black box with these steps: of every binade of v and of 1 − v the ends and points spread over it, or all if
/// there are no more. Numbers of a format are farthest apart where −ln v is largest, at the least v, all of which are among the points; near
/// v = 1, where −ln v is about 1 − v, they come closer from binade to binade of 1 − v.
///
/// # Errors
/// Refused unless the steps are 2^-1 to 2^-32.
pub(crate) fn grid_points(step: &Rational, seed: u64) -> Result<Vec<Rational>, Refusal> {
    let bits = (1..=32_u32).find(|bits| *step == dyadic(1, -bits.cast_signed())).ok_or_else(|| {
        Refusal::new("kernel.domain.from", "is not the step of a grid of 1 to 32 bits", REGENERATE)
    })?;
    let mut words = Words(seed);
    let end = 1_u64 << bits;
    let mut multiples = BTreeSet::new();
    for first in (0..bits).map(|bit| 1_u64 << bit) {
        let last = 2 * first - 1;
        let inside: Vec<_> = if first <= IN_A_BINADE {
            (first..=last).collect()
        } else {
            (0..IN_A_BINADE).map(|_| first + words.next() % first).collect()
        };
        multiples.extend([first, last].into_iter().chain(inside).flat_map(|x| [x, end - x]));
    }
    Ok(multiples.into_iter().map(|x| dyadic(x, -bits.cast_signed())).collect())
}

/// SplitMix64: a fixed sequence of words, to spread points.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
