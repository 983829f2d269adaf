//! The ziggurat turned around: a normal variable is a whole number of steps of one of 256 lengths, and near 0 these
//! leave holes.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::normal_pairs::{LOG2_SCALE, SCALE, our_gaussian};
use crate::number::{BITS, ratio, to_f64};
use crate::trials::{Bits, Trials, half_open_uniform};
use kdelta::Release;
use kdelta_oracle::enclosure::{Enclosure, normal_distribution};
use kdelta_oracle::number::{Rational, dyadic};
use rand_core::RngCore;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "ziggurat",
    title: "Gaussian by the ziggurat: small outputs that r₂ cannot produce",
    source: "Jin, McMurtry, Rubinstein, Ohrimenko 2022, Are we there yet? Timing and floating-point attacks on DP systems",
    naive: "r ⊕ σ·g in f64, g by numpy's Generator.normal (random_standard_normal, a ziggurat of 256 layers), σ = 2^20, r₁ = 0, r₂ = 1",
    event: "16 ≤ |y| < 2^17, y and y − r₂ are in one binade, and no layer gives y for r₂",
    ours: "Gaussian<f64>, σ = 2^20, grid 2^-10",
    play: run,
};

/// 2^52.
const STEPS: f64 = 4_503_599_627_370_496.0;
/// The binades [2^j, 2^(j+1)[ of |y| at which the attacker looks.
const BINADES: std::ops::Range<i32> = 4..17;
const NEAREST: f64 = 16.0;
const FARTHEST: f64 = 131_072.0;

/// Where the tail begins: the right end of the bottom layer.
const TAIL: f64 = 3.654_152_885_361_009;

/// A layer of the ziggurat: a strip of the area under e^(−x²/2).
#[derive(Clone, Copy)]
struct Layer {
    /// Its right end over 2^52: x is a whole number of these.
    step: f64,
    /// So many steps are under the curve throughout the strip.
    certain: f64,
    /// The strip is between these heights.
    bottom: f64,
    top: f64,
}

/// The layers of Marsaglia and Tsang, of equal areas, numbered as in numpy: 0 is the bottom one with the tail, 1 the
/// top one.
struct Ziggurat([Layer; 256]);

impl Ziggurat {
    /// By the recurrence, in f64: last places may differ from those of numpy's constants.
    fn new() -> Self {
        let height = |x: f64| libm::exp(-x * x / 2.0);
        let bottom = height(TAIL);
        let beyond = libm::sqrt(FRAC_PI_2) * libm::erfc(TAIL * FRAC_1_SQRT_2);
        let area = TAIL * bottom + beyond;
        // The tail is drawn as if it were a rectangle beside that of the bottom layer.
        let wide = area / bottom;
        let mut layers =
            [Layer { step: wide / STEPS, certain: TAIL / wide * STEPS, bottom: 0.0, top: bottom }; 256];
        let (mut end, mut bottom) = (TAIL, bottom);
        for layer in layers.iter_mut().skip(1).rev() {
            // The top of the top layer is 1 up to rounding, so that of it only the first steps are certain.
            let top = (area / end + bottom).min(1.0);
            let next = libm::sqrt(-2.0 * libm::log(top));
            *layer = Layer { step: end / STEPS, certain: next / end * STEPS, bottom, top };
            (end, bottom) = (next, top);
        }
        Self(layers)
    }

    /// numpy's `random_standard_normal`.
    fn draw(&self, bits: &mut Bits) -> f64 {
        let signed = |x: f64, negative: u64| if negative & 1 == 1 { -x } else { x };
        loop {
            let random = bits.0.next_u64();
            let [number, ..] = random.to_le_bytes();
            let steps = random >> 9 & 0xF_FFFF_FFFF_FFFF;
            let Some(layer) = self.0.get(usize::from(number)) else { continue };
            let x = to_f64(steps) * layer.step;
            if to_f64(steps) < layer.certain {
                return signed(x, random >> 8);
            }
            if number == 0 {
                return signed(tail(bits), steps >> 8);
            }
            let height = (layer.top - layer.bottom) * half_open_uniform(bits) + layer.bottom;
            if height < libm::exp(-0.5 * x * x) {
                return signed(x, random >> 8);
            }
        }
    }

    /// Whether some layer gives x, for |x| < 1/8: all layers reach farther, and there none refuses every draw.
    ///
    /// x is a number of steps, rounded. A step is longer than a last place of x, so that at most one number of steps
    /// gives it; the quotient is off by less than 1.
    fn gives(&self, x: f64) -> bool {
        self.0.iter().any(|layer| {
            let steps = libm::round(x / layer.step);
            [steps - 1.0, steps, steps + 1.0].iter().any(|steps| steps * layer.step == x)
        })
    }

    /// The probability that no layer gives an x in ±[2^j, 2^(j+1)[: the last place 2^(j−52) is that part of the step of
    /// a layer, and layers are taken to be independent.
    fn hole(&self, j: i32) -> Enclosure {
        let place = dyadic(1, j - 52);
        self.0.iter().fold(Enclosure::exact(ratio(1, 1)), |product, layer| {
            let step = Rational::from_float(layer.step).unwrap_or_default();
            product.scaled(&(ratio(1, 1) - &place / step)).outward(BITS)
        })
    }
}

/// Marsaglia's tail: |x| beyond the ziggurat.
fn tail(bits: &mut Bits) -> f64 {
    loop {
        let x = -libm::log1p(-half_open_uniform(bits)) / TAIL;
        let y = -libm::log1p(-half_open_uniform(bits));
        if y + y > x * x {
            return TAIL + x;
        }
    }
}

/// The attacker. In one binade y − 1 is exact, as is the sum that made y of it: so y is possible if and only if (y −
/// 1)/σ is.
fn is_impossible(output: f64, ziggurat: &Ziggurat) -> bool {
    let noise = output - 1.0;
    (NEAREST..FARTHEST).contains(&output.abs())
        && output.to_bits() >> 52 == noise.to_bits() >> 52
        && !ziggurat.gives(noise / SCALE)
}

/// P[y is impossible under r₂ | r₁], if fractional parts are equidistributed: y has the law N(0, σ²), and in the binade
/// [2^j, 2^(j+1)[ it is at least 2^j + 1 above 0 and at most 2^(j+1) − 1 below, for y − 1 to be there as well.
fn expected(ziggurat: &Ziggurat) -> Result<Enclosure, Error> {
    let below = |y: i64| normal_distribution(&(ratio(y, 1) * dyadic(1, -LOG2_SCALE)), BITS);
    let mut sum = Enclosure::exact(ratio(0, 1));
    for j in BINADES {
        let (low, high) = (1_i64 << j, 2_i64 << j);
        let mass = below(high)?.minus(&below(low + 1)?).plus(&below(high - 1)?).minus(&below(low)?);
        sum = sum.plus(&mass.times(&ziggurat.hole(j - LOG2_SCALE)));
    }
    Ok(sum)
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let (worlds, ziggurat) = ([0.0, 1.0], Ziggurat::new());
    let naive = trials.compare(1.0, worlds, |answer, bits| {
        Ok(is_impossible(answer + SCALE * ziggurat.draw(bits), &ziggurat))
    })?;
    let gaussian = our_gaussian()?;
    let ours = trials.compare(1.0, worlds, |answer, bits| {
        Ok(match gaussian.release(answer, bits)? {
            Release::Value(output) => is_impossible(output, &ziggurat),
            Release::Outside => false,
        })
    })?;
    Ok(Finding {
        naive,
        expected: Expected::new(&expected(&ziggurat)?, "by equidistribution"),
        ours,
        remark: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clopper_pearson;

    /// Some of numpy's constants: `wi_double`, and `ki_double` of the layers that have one.
    #[test]
    fn layers_are_those_of_numpy() {
        let Ziggurat(layers) = Ziggurat::new();
        for (number, step, certain) in [
            (0, 8.683_627_060_801_306e-16, 0xE_F33D_8025_EF6A),
            (1, 4.779_330_175_727_737e-17, 0),
            (2, 6.354_352_417_405_262e-17, 0xC_08BE_98FB_C6A8),
            (128, 3.409_145_347_003_126e-16, 0xF_EDED_0F90_9980_u64),
            (255, 8.113_849_337_656_484e-16, 0xF_1A5A_4B33_1C4A),
        ] {
            let layer = layers[number];
            assert!((layer.step / step - 1.0).abs() < 1e-13, "{number}: {}", layer.step);
            assert!((layer.certain - to_f64(certain)).abs() / STEPS < 1e-6, "{number}: {}", layer.certain);
        }
        assert!((layers[1].top - 1.0).abs() < 1e-13, "{}", layers[1].top);
    }

    /// The law is the normal one, on both sides of every edge that matters: the counts of nine cells in 200,000 draws.
    #[test]
    fn draws_are_normal() {
        let mut quiet = |_| {};
        let ziggurat = Ziggurat::new();
        let mut trials = Trials::new("ziggurat", 200_000, 6, &mut quiet).unwrap();
        for edge in [-3.7, -2.0, -0.5, -0.1, 0.0, 0.2, 1.0, 3.0, 3.7] {
            let found = trials.compare(1.0, [0.0; 2], |_, bits| Ok(ziggurat.draw(bits) < edge)).unwrap();
            let exact = 0.5 * libm::erfc(-edge * FRAC_1_SQRT_2);
            let interval = clopper_pearson(found.hits[0], found.samples, 1e-5);
            assert!(interval.contains(exact), "{edge}: {exact} {interval:?}");
        }
    }

    /// The truth is never refuted: 0 hits in the second world. What is next to a value that a layer gives, it hardly
    /// ever gives.
    #[test]
    fn the_true_answer_is_always_possible_and_its_neighbours_near_0_are_not() {
        let (ziggurat, mut quiet) = (Ziggurat::new(), |_| {});
        let finding = run(&mut Trials::new("ziggurat", 100_000, 5, &mut quiet).unwrap()).unwrap();
        assert_eq!(finding.naive.hits[1], 0);
        let drawn = |layer: usize| 12_345_678.0 * ziggurat.0[layer].step;
        for layer in 0..256 {
            assert!(ziggurat.gives(drawn(layer)) && ziggurat.gives(-drawn(layer)));
            assert!(!ziggurat.gives(drawn(layer).next_up()), "{layer}");
        }
    }
}
