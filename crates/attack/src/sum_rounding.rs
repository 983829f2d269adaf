//! The sensitivity of a float sum: one element can change how all the others are rounded.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, exponential, factor, ratio};
use crate::trials::Trials;
use kdelta::{BoundedSum, Grid, Laplace, Release};
use kdelta_oracle::noise::Laplace as Law;
use kdelta_oracle::number::{Rational, dyadic};

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "sum-rounding",
    title: "float sums: one element changes how all the others are rounded",
    source: "Casacuberta, Shoemate, Vadhan, Wagaman 2022, Widespread underestimation of sensitivity in DP libraries",
    naive: "kdelta's Laplace, ε = Δ = 1, on the f32 sum of elements in [0, 1]; r₁: 1 and 2^23 times 2^-24⁺, r₂: without the 1",
    event: "the output is 2 or more",
    ours: "the same Laplace on BoundedSum, whose sum is exact and whose sensitivity is 1",
    play: run,
};

/// Just above half a unit in the last place of 1: added to 1, it rounds up to a whole one.
const SMALL: f32 = (1.0 + f32::EPSILON) * f32::EPSILON / 2.0;
const HOW_MANY: usize = 1 << 23;
/// The threshold of the event, beyond both answers.
const THRESHOLD: f64 = 2.0;

/// The data: the first element is there, or it is not.
fn data(with_the_one: bool) -> impl Iterator<Item = f32> {
    with_the_one.then_some(1.0).into_iter().chain(std::iter::repeat_n(SMALL, HOW_MANY))
}

/// The sum of every textbook, from left to right.
fn textbook_sum(data: impl Iterator<Item = f32>) -> f32 {
    data.fold(0.0, |sum, x| sum + x)
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let step = dyadic(1, -10);
    let laplace = Laplace::<f64>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(0, 4)
        .window(-16, 16)
        .grid(&step)
        .build()?;
    let allowed = factor(laplace.epsilon_prime().value())?;
    let mut attack = |answers: [f64; 2]| {
        trials.compare(allowed, answers, |answer, bits| {
            Ok(match laplace.release(answer, bits)? {
                Release::Value(output) => output >= THRESHOLD,
                // No hit, in the exact rate as well.
                Release::Outside => false,
            })
        })
    };
    let float_sums = [true, false].map(|with| f64::from(textbook_sum(data(with))));
    let naive = attack(float_sums)?;

    let exact = BoundedSum::new(Grid::new(-40)?, 0, 1 << 40)?;
    let mut sums = [0.0; 2];
    for (sum, with) in sums.iter_mut().zip([true, false]) {
        *sum = exact.sum(data(with).map(f64::from))?.answer()?;
    }
    let ours = attack(sums)?;

    // P[2 ≤ y ≤ 16] = P[2 − L/2 ≤ r + x < 16 + L/2].
    let law = Law::new(ratio(1, 1))?;
    let half = &step / ratio(2, 1);
    let probability = |sum: f64| {
        let answer = Rational::from_float(sum).unwrap_or_default();
        law.mass(&(ratio(2, 1) - &half - &answer), &(ratio(16, 1) + &half - &answer), BITS)
    };
    let [first, second] = float_sums;
    let expected = probability(first)?
        .minus(&probability(second)?.times(&exponential(laplace.epsilon_prime().value())?));
    let remark = format!(
        "the f32 sums are {first} and {second:.6}, {:.6} apart instead of 1; ours {:.6} and {:.6}",
        first - second,
        sums[0],
        sums[1]
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
    fn float_sums_are_one_and_a_half_apart_and_exact_ones_one() {
        assert_eq!(textbook_sum(data(true)), 2.0);
        assert!((textbook_sum(data(false)) - 0.5).abs() < 1e-3);
        let exact = BoundedSum::new(Grid::new(-40).unwrap(), 0, 1 << 40).unwrap();
        let [with, without] = [true, false].map(|with| exact.sum(data(with).map(f64::from)).unwrap().count());
        assert_eq!(with - without, exact.sensitivity_add_remove().count());
    }
}
