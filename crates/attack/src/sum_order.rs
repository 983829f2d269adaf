//! The order of a float sum: small elements after a large partial sum are lost, before it they are not.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, ratio};
use crate::trials::Trials;
use kdelta::{BoundedSum, Grid, Laplace, Release};
use kdelta_oracle::noise::Laplace as Law;
use kdelta_oracle::number::Rational;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "sum-order",
    title: "float sums: the same elements in another order",
    source: "Casacuberta, Shoemate, Vadhan, Wagaman 2022, Widespread underestimation of sensitivity in DP libraries",
    naive: "kdelta's Laplace, Δ = 1, b = 64, on the f32 sum of 2^23 ones and 1024 times 3/8; r₁: the small ones first, r₂: last",
    event: "the output is 2^23 + 192 or more",
    ours: "the same Laplace on BoundedSum, which knows no order",
    play: run,
};

const ONES: usize = 1 << 23;
const SMALL_ONES: usize = 1024;
const SMALL: f32 = 0.375;
const MIDDLE: i64 = (1 << 23) + 192;

/// The same elements in one of two orders.
fn data(small_first: bool) -> impl Iterator<Item = f32> {
    let small = || std::iter::repeat_n(SMALL, SMALL_ONES);
    let (before, after) = if small_first { (Some(small()), None) } else { (None, Some(small())) };
    before.into_iter().flatten().chain(std::iter::repeat_n(1.0, ONES)).chain(after.into_iter().flatten())
}

fn textbook_sum(data: impl Iterator<Item = f32>) -> f32 {
    data.fold(0.0, |sum, x| sum + x)
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let laplace = Laplace::<f64>::builder()
        .epsilon("1/64")
        .sensitivity(1)
        .answers((1 << 23) - 1024, (1 << 23) + 1024)
        .window((1 << 23) - 2048, (1 << 23) + 2048)
        .grid(1)
        .build()?;
    let threshold = f64::from(u32::try_from(MIDDLE).unwrap_or(0));
    let mut attack = |answers: [f64; 2]| {
        trials.compare(1.0, answers, |answer, bits| {
            Ok(match laplace.release(answer, bits)? {
                Release::Value(output) => output >= threshold,
                Release::Outside => false,
            })
        })
    };
    let float_sums = [true, false].map(|small_first| f64::from(textbook_sum(data(small_first))));
    let naive = attack(float_sums)?;

    let exact = BoundedSum::new(Grid::new(-3)?, 0, 8)?;
    let mut sums = [0.0; 2];
    for (sum, small_first) in sums.iter_mut().zip([true, false]) {
        *sum = exact.sum(data(small_first).map(f64::from))?.answer()?;
    }
    let ours = attack(sums)?;

    // P[middle − ½ ≤ r + x < 2^23 + 2048 + ½].
    let law = Law::new(ratio(64, 1))?;
    let probability = |sum: f64| {
        let answer = Rational::from_float(sum).unwrap_or_default();
        law.mass(&(ratio(2 * MIDDLE - 1, 2) - &answer), &(ratio((1 << 24) + 4097, 2) - &answer), BITS)
    };
    let [first, second] = float_sums;
    let expected = probability(first)?.minus(&probability(second)?);
    let remark = format!(
        "the f32 sums are {} apart, by a permutation alone; ours are {} apart",
        first - second,
        sums[0] - sums[1]
    );
    Ok(Finding {
        naive,
        expected: Expected::new(&expected, "exact, from the Laplace law and the two sums"),
        ours,
        remark: Some(remark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_moves_the_float_sum_by_384_and_the_exact_one_not_at_all() {
        let [first, last] = [true, false].map(|small_first| textbook_sum(data(small_first)));
        assert_eq!((first, last), (8_388_992.0, 8_388_608.0));
        let exact = BoundedSum::new(Grid::new(-3).unwrap(), 0, 8).unwrap();
        let [first, last] = [true, false].map(|order| exact.sum(data(order).map(f64::from)).unwrap().count());
        assert_eq!((first, last), (8_388_992 * 8, 8_388_992 * 8));
        assert_eq!(exact.sensitivity_add_remove().count(), 8);
    }
}
