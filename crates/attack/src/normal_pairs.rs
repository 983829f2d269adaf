//! Normal noise drawn in pairs, and the attack that the samplers which do so have in common.
//!
//! Two uniform variables of 53 bits give two normal ones. Most pairs of f64s are never given, and which ones depends on
//! the answer that the noise is added to. The attacker turns the sampler around: he looks for a draw that gives the
//! pair he sees.

use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, ratio};
use crate::trials::{Bits, Trials};
use kdelta::{Gaussian, Release};
use kdelta_oracle::enclosure::{Enclosure, pi};
use kdelta_oracle::number::dyadic;

/// The pairs of one vector.
const PAIRS: usize = 10;

/// σ = 2^20: what ideal noise gives away of answers 1 apart is below what is measured.
pub(crate) const LOG2_SCALE: i32 = 20;
pub(crate) const SCALE: f64 = 1_048_576.0;

/// A sampler that draws in pairs.
pub(crate) struct Sampler {
    /// Two variables of the law N(0, 1).
    pub(crate) draw: fn(&mut Bits) -> [f64; 2],
    /// Whether some draw gives these two. It never denies a pair that was drawn.
    pub(crate) gives: fn([f64; 2]) -> bool,
}

impl Sampler {
    /// Whether some draw gives this pair for this answer.
    ///
    /// σ is a power of two, so that y = r ⊕ σg is rounded only if it is in a higher binade than σg. Then y − r is in a
    /// lower one than y, unless it is a power of two: nothing is denied there. Elsewhere (y − r)/σ is g itself.
    fn explains(&self, pair: [f64; 2], answer: f64) -> bool {
        let exponent = |x: f64| (x.to_bits() >> 52) & 0x7FF;
        let noise = pair.map(|output| output - answer);
        let is_exact = pair.iter().zip(noise).all(|(&output, noise)| exponent(output) <= exponent(noise));
        !is_exact || (self.gives)(noise.map(|noise| noise / SCALE))
    }

    /// The attacker: does r₁ = 0 explain the first pair that r₂ = 1 does not?
    fn says_first(&self, pairs: &[[f64; 2]]) -> bool {
        pairs.iter().find(|&&pair| !self.explains(pair, 1.0)).is_some_and(|&pair| self.explains(pair, 0.0))
    }

    /// A bound of the probability that r₂ explains a pair drawn under r₁, for a sampler that has e^(−|g|²/2)·`density`
    /// draws in a square of side 2^-52 around g.
    ///
    /// It is at most the mean number of such draws. By equidistribution that is the mean of `density`·e^(−|g − t|²/2)
    /// times the area of the cell of y in squares of side 2^-52·σ, where g = y/σ has the law N(0, 1) in both places and
    /// t = 1/σ. The cell of an f64 y is at most 2^-52·|y| long. The mean of |g|·e^(−(g−t)²/2)
    /// is e^(−t²/4)/√(2π) times the integral of |g|·e^(−(g−t/2)²), at most (1 + t)/√(2π). So `density`·(1 + t)²/2π is a
    /// bound; 8t is added for the pairs that are not denied because the sum may be rounded.
    fn chance(density: &Enclosure) -> Result<Enclosure, Error> {
        let shift = dyadic(1, -LOG2_SCALE);
        let turn = pi(BITS)?.scaled(&ratio(2, 1));
        let mean = density.over(&turn)?.scaled(&(ratio(1, 1) + ratio(3, 1) * &shift));
        Ok(mean.plus(&Enclosure::exact(ratio(8, 1) * shift)))
    }

    /// Under r₁ the attacker is right unless r₂ explains all pairs, q^10; under r₂ he never says r₁.
    fn expected(density: &Enclosure) -> Result<Enclosure, Error> {
        let chance = Self::chance(density)?;
        let all = (0..PAIRS).fold(Enclosure::exact(ratio(1, 1)), |product, _| product.times(&chance));
        Ok(Enclosure::new(ratio(1, 1) - all.hi(), ratio(1, 1))?)
    }

    /// The attack on a sampler with such a density of draws.
    pub(crate) fn run(
        &self,
        trials: &mut Trials<'_>,
        density: &Enclosure,
        how: &'static str,
    ) -> Result<Finding, Error> {
        let worlds = [0.0, 1.0];
        let naive = trials.compare(1.0, worlds, |answer, bits| {
            let pairs = [(); PAIRS].map(|()| (self.draw)(bits).map(|noise| answer + SCALE * noise));
            Ok(self.says_first(&pairs))
        })?;
        let gaussian = our_gaussian()?;
        let ours = trials.compare(1.0, worlds, |answer, bits| {
            let mut places = [[Release::Outside; 2]; PAIRS];
            gaussian.release_slice(&[answer; 2 * PAIRS], places.as_flattened_mut(), bits)?;
            // What is outside of the window, nothing explains.
            let output = |place| if let Release::Value(output) = place { output } else { f64::NAN };
            Ok(self.says_first(&places.map(|pair| pair.map(output))))
        })?;
        Ok(Finding { naive, expected: Expected::new(&Self::expected(density)?, how), ours, remark: None })
    }
}

/// Ours, with the same σ. The δ at which it states its guarantee does not change what it releases.
pub(crate) fn our_gaussian() -> Result<Gaussian<f64>, Error> {
    let builder = Gaussian::<f64>::builder().sigma(dyadic(1, LOG2_SCALE)).delta("1e-6").sensitivity(1);
    Ok(builder.answers(0, 1).window("-2^24", "2^24").grid("2^-10").build()?)
}

/// The whole numbers within `reach` of x, the nearest first: what was drawn is seldom far.
pub(crate) fn around(x: f64, reach: f64) -> impl Iterator<Item = f64> + Clone {
    let (nearest, side) = (libm::round(x), if libm::round(x) > x { -1.0 } else { 1.0 });
    let steps = std::iter::successors(Some(0.0), move |&step: &f64| {
        Some(if step * side > 0.0 { -step } else { side - step })
    });
    steps.map(move |step| nearest + step).take_while(move |whole| (whole - x).abs() <= reach)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What must hold of a sampler that is turned around: every pair it draws is given, also after it was added to an
    /// answer, and of the others hardly any.
    pub(crate) fn check(sampler: &Sampler, density: f64) {
        let mut quiet = |_| {};
        let mut trials = Trials::new("pairs", 50_000, 1, &mut quiet).unwrap();
        let denied = trials.compare(1.0, [0.0, 1.0], |answer, bits| {
            let pair = (sampler.draw)(bits);
            let outputs = pair.map(|noise| answer + SCALE * noise);
            Ok(!(sampler.gives)(pair) || !sampler.explains(outputs, answer))
        });
        assert_eq!(denied.unwrap().hits, [0, 0]);
        // Under the other answer: the mean number of draws, with the exact lengths of the cells, bounds the probability
        // that there is one, and is not far above it, as few cells have two.
        let explained = trials.compare(1.0, [0.0, 1.0], |answer, bits| {
            let outputs = (sampler.draw)(bits).map(|noise| answer + SCALE * noise);
            Ok(sampler.explains(outputs, 1.0 - answer))
        });
        let length = |j: i32| {
            let [low, high] = [j, j + 1].map(|j| libm::erf(libm::exp2(f64::from(j))));
            libm::exp2(f64::from(j)) * (high - low) * core::f64::consts::FRAC_1_SQRT_2
        };
        let mean = density * (-40..4).map(length).sum::<f64>().powi(2);
        for hits in explained.unwrap().hits {
            let interval = crate::clopper_pearson(hits, 50_000, 1e-5);
            assert!(interval.low <= mean && mean * 0.8 <= interval.high, "{mean} {interval:?}");
        }
    }

    #[test]
    fn whole_numbers_around() {
        let of = |x, reach| around(x, reach).collect::<Vec<_>>();
        assert_eq!(of(2.25, 1.9), [2.0, 3.0, 1.0, 4.0]);
        assert_eq!(of(-2.25, 1.3), [-2.0, -3.0, -1.0]);
        assert_eq!(of(7.0, 1.0), [7.0, 8.0, 6.0]);
        assert!(of(0.5, 0.4).is_empty() && of(f64::NAN, 9.0).is_empty());
    }
}
