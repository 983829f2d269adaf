//! Normal noise drawn in pairs, and the attack that the samplers which do so have in common.
//!
//! Two uniform variables of 53 bits give two normal ones. Most pairs of f64s are never given, and which ones are not depends on the
//! answer that the noise is added to. The attacker turns the sampler around: he looks for a draw that gives the pair he sees.

use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::ratio;
use crate::trials::{Bits, Trials};
use kdelta::{Gaussian, Release};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::dyadic;

/// The pairs of one vector.
const PAIRS: usize = 10;

/// σ = 2^20, so that what ideal noise gives away of answers 1 apart is below what is measured.
const LOG2_SCALE: i32 = 20;
const SCALE: f64 = 1_048_576.0;

/// A pair of the vector; none if it is outside of our window.
type Pair = Option<[f64; 2]>;

/// A sampler that draws in pairs.
pub(crate) struct Sampler {
    /// Two variables of the law N(0, 1).
    pub(crate) draw: fn(&mut Bits) -> [f64; 2],
    /// Whether some draw gives these two. It never denies a pair that was drawn.
    pub(crate) gives: fn([f64; 2]) -> bool,
    /// e^(|g|²/2) times the number of draws that give a place of the plane, in a square of side 2^-52 around g.
    pub(crate) density: Enclosure,
    /// How `density` gives what is expected.
    pub(crate) how: &'static str,
}

impl Sampler {
    /// Whether some draw gives this pair for this answer.
    ///
    /// σ is a power of two, so that y = r ⊕ σg is rounded only if the sum is in a higher binade than σg, and then y − r is in a lower one than y:
    /// nothing is denied there (this happens about twice in σ, and decides nothing). Elsewhere (y − r)/σ is g itself, except where y − r is a power of two, which
    /// is rarer than 2^-60.
    fn explains(&self, pair: [f64; 2], answer: f64) -> bool {
        let exponent = |x: f64| (x.to_bits() >> 52) & 0x7FF;
        let noise = pair.map(|output| output - answer);
        let is_exact = pair.iter().zip(noise).all(|(&output, noise)| exponent(output) <= exponent(noise));
        !is_exact || (self.gives)(noise.map(|noise| noise / SCALE))
    }

    /// The attacker: the first pair that only one of the answers explains says that it was the first one, r₁ = 0.
    fn says_first(&self, pairs: &[Pair]) -> bool {
        let explained = pairs.iter().flatten().map(|&pair| [0.0, 1.0].map(|answer| self.explains(pair, answer)));
        explained.into_iter().find(|[first, second]| first != second).is_some_and(|[first, _]| first)
    }

    fn naive(&self, answer: f64, bits: &mut Bits) -> [Pair; PAIRS] {
        std::array::from_fn(|_| Some((self.draw)(bits).map(|noise| answer + SCALE * noise)))
    }

    /// The mean number of draws that give a pair for r₂, if the pair has been drawn for r₁, is at least the probability that there is any.
    ///
    /// By equidistribution it is the mean of d·e^(−|g − t|²/2) times the area of the cell of y, in squares of side 2^-52·σ, where g = y/σ has the law
    /// N(0, 1) in both places, t = 1/σ, and d is the density. An f64 y has a cell of a length of at most 2^-52·|y|. The mean of |g|·e^(−(g−t)²/2) is
    /// (2π)^(−1/2)·e^(−t²/4)·∫ |g|·e^(−(g−t/2)²) dg, which is at most (2π)^(−1/2)·(1 + t·√π/2). So d/2π·(1 + t)² is a bound, and 4t
    /// is added for the pairs that are not denied for the sake of a rounded sum.
    fn chance(&self) -> Result<Enclosure, Error> {
        let shift = dyadic(1, -LOG2_SCALE);
        let turn = kdelta_oracle::enclosure::pi(crate::number::BITS)?.scaled(&ratio(2, 1));
        let mean = self.density.over(&turn)?.scaled(&(ratio(1, 1) + ratio(3, 1) * &shift));
        Ok(mean.plus(&Enclosure::exact(ratio(4, 1) * shift)))
    }

    /// Each pair is explained by r₂ as well with the same probability, at most `chance`; if one is not, r₁ is said. Under r₂ it never is.
    fn expected(&self) -> Result<Enclosure, Error> {
        let one = Enclosure::exact(ratio(1, 1));
        let all = (0..PAIRS).try_fold(one, |product, _| Ok::<_, Error>(product.times(&self.chance()?)))?;
        Ok(Enclosure::new(ratio(1, 1) - all.hi(), ratio(1, 1))?)
    }

    /// The attack.
    pub(crate) fn run(&self, trials: &mut Trials<'_>) -> Result<Finding, Error> {
        let worlds = [0.0, 1.0];
        let mut refuted = [0_u64; 2];
        let naive = trials.compare(1.0, worlds, |answer, bits| {
            let pairs = self.naive(answer, bits);
            if let Some(pair) = pairs[0] {
                refuted[usize::from(answer > 0.0)] += u64::from(!self.explains(pair, 1.0));
            }
            Ok(self.says_first(&pairs))
        })?;
        let gaussian = Gaussian::<f64>::builder();
        todo!()
    }
}
