//! Planar Laplace with a rounded W₋₁: every radius is a multiple of 10^-6/ε, so the distance to the true place is, too.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::lambert::lambert_of_uniform;
use crate::number::ratio;
use crate::trials::{Bits, Trials, textbook_uniform};
use kdelta::{PlanarLaplace, Release};
use kdelta_oracle::enclosure::Enclosure;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "planar-grid",
    title: "planar Laplace: a rounded W₋₁ puts every radius on a grid",
    source: "the widespread implementation of geo-indistinguishability, which rounds W₋₁ to 10^-6",
    naive: "r + polar noise in f64, radius −(W₋₁ + 1)/ε with W₋₁ rounded to 10^-6, ε = 0.01 per metre, r₁ = (0, 0), r₂ = (1.00005, 0)",
    event: "the distance to r₁ is within a hundredth of a step of a multiple of 10^-6/ε = 0.1 mm",
    ours: "PlanarLaplace<f64>, ε = 0.01 per metre, grid 1 m",
    play: run,
};

/// ε per metre.
const RATE: f64 = 0.01;
/// Steps of 10^-6/ε in a metre.
const STEPS: f64 = 1e6 * RATE;
/// Part of a step. The sum and the root are right to 10^-12 m, 10^-8 of a step.
const TOLERANCE: f64 = 0.01;

fn naive([x, y]: [f64; 2], bits: &mut Bits) -> [f64; 2] {
    let rounded = libm::round(lambert_of_uniform(1.0 - textbook_uniform(bits)) * 1e6) / 1e6;
    let radius = -(rounded + 1.0) / RATE;
    let angle = textbook_uniform(bits) * std::f64::consts::TAU;
    [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
}

/// Whether the distance to r₁, the origin, is on the grid of radii.
fn on_the_grid([x, y]: [f64; 2]) -> bool {
    let steps = libm::hypot(x, y) * STEPS;
    (steps - libm::round(steps)).abs() < TOLERANCE
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    // Half a step off the grid, so that the places where the distance to r₁ is stationary, on the line through both, are no hits.
    let worlds = [[0.0, 0.0], [1.000_05, 0.0]];
    let naive = trials.compare(1.0, worlds, |point, bits| Ok(on_the_grid(naive(point, bits))))?;
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon("1/100")
        .answers((0, 2), (0, 0))
        .rectangle((-1024, 1024), (-1024, 1024))
        .grid(1)
        .build()?;
    let ours = trials.compare(1.0, worlds, |point, bits| {
        Ok(match planar.release(point, bits)? {
            Release::Value(output) => on_the_grid(output),
            Release::Outside => false,
        })
    })?;
    Ok(Finding {
        naive,
        // Always under r₁. Under r₂ the distance to r₁ runs over 20 000 steps with the angle: two hundredths of them.
        expected: Expected::new(&Enclosure::exact(ratio(98, 100)), "1 against 0.02, by equidistribution"),
        ours,
        remark: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_radius_of_the_naive_sampler_is_on_the_grid_and_few_of_ours() {
        let mut quiet = |_| {};
        let finding = run(&mut Trials::new("planar-grid", 20_000, 6, &mut quiet).unwrap()).unwrap();
        assert_eq!(finding.naive.hits[0], 20_000);
        assert!(finding.ours.hits[0] < 2_000, "{finding:?}");
    }
}
