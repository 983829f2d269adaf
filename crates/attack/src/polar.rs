//! Marsaglia's polar method turned around: of two outputs, one pair of uniform variables or none.

use crate::Attack;
use crate::error::Error;
use crate::finding::Finding;
use crate::normal_pairs::{Sampler, around};
use crate::number::ratio;
use crate::trials::{Bits, Trials, half_open_uniform};
use kdelta_oracle::enclosure::Enclosure;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "polar",
    title: "Gaussian by the polar method: pairs that only one answer can produce",
    source: "Jin, McMurtry, Rubinstein, Ohrimenko 2022, Are we there yet? Timing and floating-point attacks on DP systems",
    naive: "r ⊕ σ·g in f64, ten pairs g by numpy's RandomState.normal (legacy_gauss, Marsaglia's polar method), σ = 2^20, r₁ = 0, r₂ = 1 in every place",
    event: "r₁ can produce the first pair that r₂ cannot produce",
    ours: "Gaussian<f64>, σ = 2^20, grid 2^-10",
    play: run,
};

const SAMPLER: Sampler = Sampler { draw, gives };

/// 2^52: the two uniform variables are multiples of 2^-52 in [−1, 1[.
const STEPS: f64 = 4_503_599_627_370_496.0;

/// numpy's `legacy_gauss`, which draws until the point is in the circle and keeps the second variable for the next
/// call.
fn draw(bits: &mut Bits) -> [f64; 2] {
    loop {
        let x = [(); 2].map(|()| 2.0 * half_open_uniform(bits) - 1.0);
        if let Some(pair) = of(x) {
            return pair;
        }
    }
}

/// The pair that a point gives, if it is in the circle.
fn of([x1, x2]: [f64; 2]) -> Option<[f64; 2]> {
    let square = x1 * x1 + x2 * x2;
    if square >= 1.0 || square == 0.0 {
        return None;
    }
    let f = libm::sqrt(-2.0 * libm::log(square) / square);
    Some([f * x2, f * x1])
}

/// Whether some point gives this pair.
///
/// Let u = 2^-53, s = x₁² + x₂² of the point in question, and t what is computed of it, which is s up to 2u. f is
/// √(−2·ln t/t) up to 2.5u: the logarithm is off by less than its last place, 2u, which the root halves like the u of the
/// quotient, and the root rounds by u. The two products round by u each. So |g| is √(−2·ln t) up to 4.5u, |g|²/2 computed
/// is −ln t up to 11u, e^(−|g|²/2) is t up to (11·|ln s| + 2)u, and its root is √s up to (5.5·|ln s| + 2)u. As f is common to
/// both, g/|g| is x/√s up to 2u; the operations here add 2.5u. In all x is found up to (5.5·|ln s| + 6.5)u relative,
/// where 2u is a step of an x near 1.
///
/// The quotient of the two is that of the steps up to 2u, and times the other, as computed here, up to 4u.
fn gives(pair: [f64; 2]) -> bool {
    let [g2, g1] = pair;
    let square = g1 * g1 + g2 * g2;
    let s = libm::exp(-square / 2.0);
    let shrink = libm::sqrt(s / square) * STEPS;
    let swapped = g2.abs() > g1.abs();
    let (far, near) = if swapped { (g2, g1) } else { (g1, g2) };
    let (middle, slope) = (far * shrink, near / far);
    let reach = middle.abs() / STEPS * (2.75 * square / 2.0 + 3.25) + 0.01;
    // Both 0 make this not a number: nothing is tried, and indeed no point gives that.
    around(middle, reach).any(|step| {
        let other = slope * step;
        around(other, other.abs() / STEPS * 2.0 + 0.01).any(|across| {
            let point = if swapped { [across, step] } else { [step, across] };
            of(point.map(|steps| steps / STEPS)) == Some(pair)
        })
    })
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    // π·2^104 points of the circle, of which g has the density e^(−|g|²/2)/2π.
    let density = Enclosure::exact(ratio(1, 2));
    SAMPLER.run(trials, &density, "1 − q^10, by equidistribution r₂ explains a pair of r₁ with q ≤ 1/4π")
}

#[cfg(test)]
mod tests {
    #[test]
    fn turned_around() {
        crate::normal_pairs::tests::check(&super::SAMPLER, 0.5);
    }
}
