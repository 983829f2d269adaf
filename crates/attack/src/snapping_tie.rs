//! Snapping with ties that depend on the answer: a half is rounded away from it, so its own cell is too small.
//!
//! Any tie rule is harmless as long as it is a function of the sum (THEORY 1.1). Rounding the noisy part alone, or a sum whose parts
//! are rounded by sign and magnitude, makes it a function of the noise. On coarse digits ties are frequent.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, ratio};
use crate::trials::Trials;
use kdelta::{Grid, Laplace, Release};
use kdelta_finite::noise::{Laplace as Noise, Noise as _};
use kdelta_finite::{Relative, Scale};
use kdelta_oracle::noise::Laplace as Law;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "snapping-tie",
    title: "snapping with ties away from the answer, not by one rule for all",
    source: "the rounding step of Mironov's snapping mechanism, written by sign and magnitude of the noise",
    naive: "Laplace noise of b = 64 on halves, added to r, snapped to integers with ties in the noise's direction, r₁ = −1, r₂ = 0",
    event: "the output is 0",
    ours: "Laplace<f64>, ε = 1/64, grid 1: halves go up",
    play: run,
};

const SCALE: i64 = 64;

/// r + x snapped to an integer, x in halves; a tie goes up for x > 0 and down for x < 0.
fn snap(answer: i64, halves: i64) -> i64 {
    let sum = 2 * answer + halves;
    (sum + halves.signum() * (sum & 1)).div_euclid(2)
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let noise = Noise::<f64, Relative<52>>::new(Scale::at_least(SCALE.unsigned_abs(), 1)?)?;
    let halves = Grid::new(-1)?;
    let naive = trials
        .compare(1.0, [-1, 0], |answer, bits| Ok(snap(answer, halves.index_near(noise.draw(bits)?)) == 0))?;
    let laplace = Laplace::<f64>::builder()
        .epsilon("1/64")
        .sensitivity(1)
        .answers(-1, 0)
        .window(-1024, 1024)
        .grid(1)
        .build()?;
    let ours = trials.compare(1.0, [-1.0, 0.0], |answer, bits| {
        Ok(matches!(laplace.release(answer, bits)?, Release::Value(0.0)))
    })?;
    // Under r = −1 the output 0 takes ½ (a tie, up) or 1; under r = 0 it takes 0 alone, as both ties leave.
    let law = Law::new(ratio(SCALE, 1))?;
    let expected =
        law.mass(&ratio(1, 4), &ratio(5, 4), BITS)?.minus(&law.mass(&ratio(-1, 4), &ratio(1, 4), BITS)?);
    Ok(Finding {
        naive,
        expected: Expected::new(&expected, "exact for Laplace noise rounded to halves"),
        ours,
        remark: Some("the loss at this output is about ln 2, whatever ε".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_follow_the_noise() {
        for (answer, halves, snapped) in
            [(0, 1, 1), (0, -1, -1), (0, 0, 0), (-1, 1, 0), (-1, 2, 0), (-1, 3, 1), (3, -5, 0), (0, 4, 2)]
        {
            assert_eq!(snap(answer, halves), snapped, "{answer} + {halves}/2");
        }
    }
}
