//! Snapping whose sign is not drawn apart: taken from the same u as the logarithm, it leaves one side short.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{exponential, factor, ratio};
use crate::trials::{Trials, textbook_uniform};
use kdelta::{Grid, Laplace, Release};

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "snapping-sign",
    title: "snapping whose sign comes from the same u as the logarithm",
    source: "Mironov 2012 draws the sign apart, S ⊗ λ ⊗ LN(U*); here it is u > ½",
    naive: "⌊r ⊕ x⌉ to integers, x = −ln u for u > ½ and ln u otherwise, r₁ = 1, r₂ = 0",
    event: "the output is 2 or more",
    ours: "Laplace<f64>, ε = 1, grid 1",
    play: run,
};

/// x ≤ ln 2 on the high side, and |x| ≥ ln 2 on the low side.
fn noise(u: f64) -> f64 {
    if u > 0.5 { -libm::log(u) } else { libm::log(u) }
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let worlds = [1.0, 0.0];
    let laplace =
        Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-32, 32).grid(1).build()?;
    let allowed = factor(laplace.epsilon_prime().value())?;
    let naive = trials.compare(allowed, worlds, |answer, bits| {
        Ok(Grid::UNIT.index_near(answer + noise(textbook_uniform(bits))) >= 2)
    })?;
    let ours = trials.compare(allowed, worlds, |answer, bits| {
        Ok(match laplace.release(answer, bits)? {
            Release::Value(output) => output >= 2.0,
            Release::Outside => false,
        })
    })?;
    // Under r = 1: −ln u ≥ ½ and u > ½. Under r = 0: −ln u ≥ 3/2 and u > ½, never.
    let expected =
        exponential(&ratio(-1, 2))?.minus(&kdelta_oracle::enclosure::Enclosure::exact(ratio(1, 2)));
    Ok(Finding { naive, expected: Expected::new(&expected, "exact: e^(−1/2) − 1/2"), ours, remark: None })
}
