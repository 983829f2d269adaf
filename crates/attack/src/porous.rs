//! Mironov's attack: the textbook sampler reaches only some of the doubles, and which ones depends on the answer.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, ratio};
use crate::trials::{Trials, sign, textbook_uniform};
use kdelta::{Laplace, Release};
use kdelta_finite::ln::table::{Unit64, minus_ln_f64};
use kdelta_oracle::enclosure::{Enclosure, exp};
use kdelta_oracle::number::{Rational, dyadic};

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "porous",
    title: "holes in the support of the textbook sampler refute the wrong answer",
    source: "Mironov 2012, On significance of the least significant bits for differential privacy",
    naive: "r ⊕ ±b·ln u in f64, u a multiple of 2^-53, b = 2^10, r₁ = 0, r₂ = 1",
    event: "no u gives this output for r₂",
    ours: "Laplace<f64>, b = 2^10, grid 2^-10: the same logarithm",
    play: run,
};

/// b = 2^10, so that ε = 2^-10: what the ideal mechanism gives away is below what is measured.
const LOG2_SCALE: i32 = 10;
const SCALE: f64 = 1024.0;
/// 2^53.
const DRAWS: f64 = 9_007_199_254_740_992.0;

/// kdelta's own logarithm, whose error is hardly more than the last rounding: what is wrong is not the logarithm. (One that often
/// rounds to the wrong side has other holes, and another rate.)
fn ln(uniform: f64) -> f64 {
    Unit64::new(uniform).map_or(0.0, |v| -minus_ln_f64(v)) // only u = 1 is not admitted
}

fn naive(answer: f64, sign: f64, uniform: f64) -> f64 {
    answer + sign * SCALE * ln(uniform)
}

/// Whether some u of the naive sampler gives this output for this answer.
///
/// With m = |y−r|/b, the u in question is e^−m up to: the rounding of y, 2^-53(m + 1/b); of y−r, 2^-53·m; of the logarithm,
/// 2^-52·m; of the exponential, 2^-52. In units of 2^-53 that is at most (4m + 2.01)e^−m < 2.5, and rounding down to a whole
/// number adds one: four neighbours on each side cover it.
fn is_possible(output: f64, answer: f64) -> bool {
    let distance = output - answer;
    let near = libm::floor(libm::exp(-distance.abs() / SCALE) * DRAWS);
    let sign = if distance < 0.0 { 1.0 } else { -1.0 }; // ln u ≤ 0
    (-4..=4)
        .map(|step| near + f64::from(step))
        .filter(|draw| (1.0..=DRAWS).contains(draw))
        .any(|draw| naive(answer, sign, draw / DRAWS) == output)
}

/// P[y is impossible under r₂ | r₁], if fractional parts of multiples of e^(1/b) are equidistributed.
///
/// A number of u's near e^−m lies in a cell of y of length ulp(y), there being 2^53·e^−m/b of them in a unit of length. That is less
/// than one, so it is also the probability that there is any: h(y) = ulp(y)·2^53·e^(−|y−1|/b)/b. It is averaged over the law of
/// y under r₁ = 0, binade by binade, in which the ulp is constant: y in ±[2^j, 2^(j+1)) with
/// ∫ e^(−y/b)/2b · 2^(j−52)·2^53·e^(−|y∓1|/b)/b dy. Binades below 2^-40 and beyond 2^17 have a probability below 10^-14.
fn expected() -> Result<Enclosure, Error> {
    let rate = dyadic(1, -LOG2_SCALE);
    let at = |exponent: Rational| exp(&(exponent * &rate), BITS);
    let mut possible = Enclosure::exact(ratio(0, 1));
    for j in -40..17 {
        let (low, high) = (dyadic(1, j), dyadic(1, j + 1));
        // ulp·2^53/(2b²) = 2^(j − 2·log₂b).
        let weight = dyadic(1, j - 2 * LOG2_SCALE);
        // ∫ e^(−(2y±1)/b) dy = (b/2)·(e^(−(2·low±1)/b) − e^(−(2·high±1)/b)).
        let beyond = |shift: i64| -> Result<Enclosure, Error> {
            let end = |y: &Rational| at(-(y * ratio(2, 1) + ratio(shift, 1)));
            Ok(end(&low)?.minus(&end(&high)?).scaled(&dyadic(1, LOG2_SCALE - 1)))
        };
        let negative = beyond(1)?; // y < 0: |y − 1| = |y| + 1
        // y > 0: |y − 1| = y − 1 from 1 on; before, e^(−y/b)·e^(−(1−y)/b) is constant.
        let positive = if j >= 0 { beyond(-1)? } else { at(ratio(-1, 1))?.scaled(&(&high - &low)) };
        possible = possible.plus(&negative.plus(&positive).scaled(&weight));
    }
    Ok(Enclosure::exact(ratio(1, 1)).minus(&possible))
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let worlds = [0.0, 1.0];
    let event = |output| !is_possible(output, worlds[1]);
    let naive = trials
        .compare(1.0, worlds, |answer, bits| Ok(event(naive(answer, sign(bits), textbook_uniform(bits)))))?;
    let laplace = Laplace::<f64>::builder()
        .epsilon(dyadic(1, -LOG2_SCALE))
        .sensitivity(1)
        .answers(0, 1)
        .window("-2^14", "2^14")
        .grid("2^-10")
        .build()?;
    let ours = trials.compare(1.0, worlds, |answer, bits| {
        Ok(match laplace.release(answer, bits)? {
            Release::Value(output) => event(output),
            Release::Outside => false,
        })
    })?;
    Ok(Finding {
        naive,
        expected: Expected::new(&expected()?, "by equidistribution; published: about 0.6"),
        ours,
        remark: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::to_f64;
    use kdelta_finite::ln::table::{Unit32, minus_ln_f32};

    /// The truth is never refuted: 0 hits in the second world.
    #[test]
    fn the_true_answer_is_always_possible() {
        let mut quiet = |_| {};
        let finding = run(&mut Trials::new("porous", 50_000, 5, &mut quiet).unwrap()).unwrap();
        assert_eq!(finding.naive.hits[1], 0);
        // The published figure.
        assert!((0.6..0.7).contains(&finding.expected.value.low), "{:?}", finding.expected);
    }

    /// The formula by equidistribution against the exact probability, in f32 with u a multiple of 2^-22, where every draw
    /// can be made: the same derivation, with ulp(y)·2^22·e^(−|y−1|/b)/b for the number of u's in the cell of y.
    #[test]
    fn equidistribution_against_every_draw_in_f32() {
        let (scale, draws) = (1024.0_f32, 1_u16 << 11);
        // Multiples of 2^-22 below 1, as f32 holds them exactly: high and low half.
        let uniform = |high: u16, low: u16| (f32::from(high) * 2048.0 + f32::from(low)) / 4_194_304.0;
        let outputs = |answer: f32| -> Vec<u32> {
            let mut all: Vec<u32> = (0..draws)
                .flat_map(|high| (0..draws).map(move |low| uniform(high, low)))
                .filter_map(Unit32::new)
                .flat_map(|u| {
                    let x = scale * minus_ln_f32(u);
                    [(answer + x).to_bits(), (answer - x).to_bits()]
                })
                .collect();
            all.sort_unstable();
            all
        };
        let count = |n: usize| to_f64(n.try_into().unwrap());
        let (first, second) = (outputs(0.0), outputs(1.0));
        let exact =
            count(first.iter().filter(|y| second.binary_search(y).is_ok()).count()) / count(first.len());
        let mean = |&bits: &u32| {
            let y = f64::from(f32::from_bits(bits));
            let ulp = f64::from(f32::from_bits(bits).abs().next_up()) - y.abs();
            ulp * 4_194_304.0 * (-(y - 1.0).abs() / 1024.0).exp() / 1024.0
        };
        let predicted = first.iter().map(mean).sum::<f64>() / count(first.len());
        assert!((exact / predicted - 1.0).abs() < 0.01, "exact {exact}, by equidistribution {predicted}");
        assert!((0.05..0.2).contains(&exact), "{exact}");
    }
}
