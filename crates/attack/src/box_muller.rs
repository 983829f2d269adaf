//! Box and Muller's method turned around: of two outputs, one radius and one angle or none.

use crate::Attack;
use crate::error::Error;
use crate::finding::Finding;
use crate::normal_pairs::{Sampler, around};
use crate::number::{BITS, ratio};
use crate::trials::{Bits, Trials, half_open_uniform};
use kdelta_oracle::enclosure::{Enclosure, pi};

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "box-muller",
    title: "Gaussian by Box and Muller: pairs that only one answer can produce",
    source: "Jin, McMurtry, Rubinstein, Ohrimenko 2022, Are we there yet? Timing and floating-point attacks on DP systems",
    naive: "r ⊕ σ·g in f64, ten pairs g by Box and Muller as in PyTorch's normal_distribution<double>, σ = 2^20, r₁ = 0, r₂ = 1 in every place",
    event: "r₁ can produce the first pair that r₂ cannot produce",
    ours: "Gaussian<f64>, σ = 2^20, grid 2^-10",
    play: run,
};

const SAMPLER: Sampler = Sampler { draw, gives };

/// 2^53: the two uniform variables are multiples of 2^-53 in [0, 1[.
const STEPS: f64 = 9_007_199_254_740_992.0;

const TURN: f64 = 2.0 * core::f64::consts::PI;

/// PyTorch's `normal_distribution<double>`, which keeps the second variable for the next call.
fn draw(bits: &mut Bits) -> [f64; 2] {
    let angle = angle(half_open_uniform(bits));
    let radius = radius(half_open_uniform(bits));
    [radius * libm::cos(angle), radius * libm::sin(angle)]
}

fn angle(uniform: f64) -> f64 {
    TURN * uniform
}

fn radius(uniform: f64) -> f64 {
    libm::sqrt(-2.0 * libm::log1p(-uniform))
}

/// Whether some radius and angle give this pair.
///
/// Let u = 2^-53, a step of both uniform variables. Cosine and sine are off by less than a last place, 2u, and the
/// products round by u. So |g| is the radius up to 3u, which is √(−2·ln(1 − v)) up to 2u for the uniform variable v;
/// |g|²/2 computed is −ln(1 − v) up to 12u, and with w = 1 − v, v is found up to 12u·w·|ln w| and the 2u·v of expm1.
/// The angle of g is that of the draw up to 3u, and relative up to 2u for the arctangent, u for a turn that is added,
/// whose constant is off by 2.3u, u for the quotient, and u for the product in the draw: as a part p of a turn, 3u/2π +
/// 2.3u/2π + 5u·p.
fn gives(pair: [f64; 2]) -> bool {
    let [x, y] = pair;
    let half_square = (x * x + y * y) / 2.0;
    let uniform = -libm::expm1(-half_square);
    let reach = 12.0 * (1.0 - uniform) * half_square + 2.0 * uniform + 0.01;
    let radii: Vec<_> = multiples(uniform, reach).map(radius).collect();
    let direction = libm::atan2(y, x);
    let part = (if direction < 0.0 { direction + TURN } else { direction }) / TURN;
    let mut angles = multiples(part, 1.0 + 5.0 * part).map(angle);
    angles.any(|angle| {
        let (cos, mut sin) = (libm::cos(angle), None);
        let mut fits =
            |&radius: &f64| radius * cos == x && radius * *sin.get_or_insert_with(|| libm::sin(angle)) == y;
        radii.iter().any(&mut fits)
    })
}

/// The multiples of 2^-53 in [0, 1[ that are within so many steps of x.
fn multiples(x: f64, reach: f64) -> impl Iterator<Item = f64> + Clone {
    around(x * STEPS, reach).map(|steps| steps / STEPS).filter(|x| (0.0..1.0).contains(x))
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    // 2^106 draws, of which g has the density e^(−|g|²/2)/2π.
    let density = Enclosure::exact(ratio(2, 1)).over(&pi(BITS)?)?;
    SAMPLER.run(trials, &density, "1 − q^10, by equidistribution r₂ explains a pair of r₁ with q ≤ 1/π²")
}

#[cfg(test)]
mod tests {
    #[test]
    fn turned_around() {
        crate::normal_pairs::tests::check(&super::SAMPLER, 2.0 / core::f64::consts::PI);
    }
}
