//! The precision attack: r ⊕ x has no finer digits than r allows, so fine digits say that r was 0.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{exponential, ratio};
use crate::trials::Trials;
use kdelta::{Laplace, Release};
use kdelta_finite::noise::{Laplace as Noise, Noise as _};
use kdelta_finite::{Relative, Scale};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::dyadic;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "precision",
    title: "digits finer than the answer's own say that it was 0",
    source: "Haney, Desfontaines, Hartman, Shrestha, Hay 2022, Precision-based attacks and interval refining",
    naive: "r ⊕ x in f64 without rounding, x kdelta's own Laplace noise, b = 1, r₁ = 0, r₂ = 1",
    event: "the output is no multiple of 2^-53",
    ours: "Laplace<f64>, ε = 1, grid 2^-10: the same noise, rounded after the addition",
    play: run,
};

/// Whether y has digits beyond 2^-53. Under r = 1 it has none: x in [−1, −½] is a multiple of 2^-53 and the sum is exact, elsewhere
/// the sum is ½ or more in magnitude, or x is −1 or less.
fn has_finer_digits(output: f64) -> bool {
    let steps = output * 9_007_199_254_740_992.0;
    steps != libm::trunc(steps)
}

/// P[|X| < ½ has digits beyond 2^-53], X Laplace of scale 1 rounded to f64.
///
/// In the binade [2^(−j−1), 2^-j) the floats are 2^(−j−53) apart: one in 2^j of them is a multiple of 2^-53, and all weigh the same
/// up to 2^-53. So the sum of (1 − 2^-j)(e^(−2^(−j−1)) − e^(−2^-j)) from j = 1 on; from j = 60 on it is below 2^-59.
fn expected() -> Result<Enclosure, Error> {
    let mut sum = Enclosure::new(ratio(0, 1), dyadic(1, -59))?;
    for j in 1..60 {
        let mass = exponential(&-dyadic(1, -j - 1))?.minus(&exponential(&-dyadic(1, -j))?);
        sum = sum.plus(&mass.scaled(&(ratio(1, 1) - dyadic(1, -j))));
    }
    Ok(sum)
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let worlds = [0.0, 1.0];
    let noise = Noise::<f64, Relative<52>>::new(Scale::at_least(1, 1)?)?;
    let naive =
        trials.compare(1.0, worlds, |answer, bits| Ok(has_finer_digits(answer + noise.draw(bits)?)))?;
    let laplace = Laplace::<f64>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(0, 1)
        .window(-16, 16)
        .grid("2^-10")
        .build()?;
    let ours = trials.compare(1.0, worlds, |answer, bits| {
        Ok(match laplace.release(answer, bits)? {
            Release::Value(output) => has_finer_digits(output),
            Release::Outside => false,
        })
    })?;
    Ok(Finding {
        naive,
        expected: Expected::new(&expected()?, "exact for Laplace noise rounded to f64"),
        ours,
        remark: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_27_in_100_against_none() {
        let mut quiet = |_| {};
        let finding = run(&mut Trials::new("precision", 50_000, 2, &mut quiet).unwrap()).unwrap();
        assert!((0.27..0.275).contains(&finding.expected.value.low), "{:?}", finding.expected);
        assert_eq!((finding.naive.hits[1], finding.ours.hits), (0, [0, 0]));
    }

    #[test]
    fn digits_are_read_exactly() {
        let ulp = 1.0_f64 / 9_007_199_254_740_992.0;
        for coarse in [0.0, 1.0, -0.75, 1e300, ulp, -3.0 * ulp, 0.5 - ulp] {
            assert!(!has_finer_digits(coarse), "{coarse}");
        }
        for fine in [ulp / 2.0, ulp * 1.5, 0.25_f64.next_up(), -0.25_f64.next_down(), f64::from_bits(1)] {
            assert!(has_finer_digits(fine), "{fine}");
        }
    }
}
