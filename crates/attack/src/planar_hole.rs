//! The hole at the centre: through the inverse CDF of the radius, a uniform grid has no point near 0, so the cell around the true
//! place is never released.
//!
//! C(r) is about (εr)²/2 near 0, so the least of N midpoints, 1/2N, has radius about 1/(ε√N) (THEORY F5, CE14).

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::lambert::lambert_of_uniform;
use crate::trials::{Trials, below};
use kdelta::{Grid, PlanarLaplace, Rational, Release};
use kdelta_oracle::enclosure::Enclosure;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "planar-hole",
    title: "the inverse CDF on a uniform grid never says where you are",
    source: "CE14 of the theory: the paper's section 6 takes the inverse CDF to be Lipschitz at 0, where its slope is infinite",
    naive: "r + polar noise, radius C⁻¹(u), u and the angle midpoints of 2^8 cells, ε = 1, cells of side 1/16, r₁ = (1/8, 0), r₂ = (0, 0)",
    event: "the output is (0, 0)",
    ours: "PlanarLaplace<f64>, ε = 1, grid 2^-4",
    play: run,
};

/// Midpoints of the radius, and of the angle.
const CELLS: u64 = 1 << 8;

/// The noise of a pair of draws.
fn noise(draw: u64) -> [f64; 2] {
    let midpoint = |z: u64| (crate::number::to_f64(z) + 0.5) / crate::number::to_f64(CELLS);
    let radius = -(lambert_of_uniform(midpoint(draw / CELLS)) + 1.0);
    let angle = midpoint(draw % CELLS) * std::f64::consts::TAU;
    [radius * libm::cos(angle), radius * libm::sin(angle)]
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let worlds = [[0.125, 0.0], [0.0, 0.0]];
    let grid = Grid::new(-4)?;
    let table: Vec<[f64; 2]> = (0..CELLS * CELLS).map(noise).collect();
    let released_at_the_origin =
        |[x, y]: [f64; 2], [u, v]: [f64; 2]| grid.index_near(x + u) == 0 && grid.index_near(y + v) == 0;
    let naive = trials.compare(1.0, worlds, |point, bits| {
        let draw = usize::try_from(below(CELLS * CELLS, bits)).unwrap_or(0);
        Ok(table.get(draw).is_some_and(|&noise| released_at_the_origin(point, noise)))
    })?;
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon(1)
        .answers((0, "1/8"), (0, 0))
        .rectangle((-8, 8), (-8, 8))
        .grid("2^-4")
        .build()?;
    let ours = trials.compare(1.0, worlds, |point, bits| {
        Ok(matches!(planar.release(point, bits)?, Release::Value([0.0, 0.0])))
    })?;
    let [first, second] =
        worlds.map(|point| table.iter().filter(|&&noise| released_at_the_origin(point, noise)).count());
    let share = |count: usize| Enclosure::exact(Rational::new(count.into(), (CELLS * CELLS).into()));
    let least = table.iter().map(|[x, y]| libm::hypot(*x, *y)).fold(f64::INFINITY, f64::min);
    let remark = format!(
        "{first} draws of {} against {second}: no point within {least:.4} of the true place; with 2^53 midpoints, within 1.05e-8",
        CELLS * CELLS
    );
    Ok(Finding {
        naive,
        expected: Expected::new(&share(first).minus(&share(second)), "exact: every draw made"),
        ours,
        remark: Some(remark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cell around the true place is never released, that of a place nearby is: the loss is infinite.
    #[test]
    fn the_hole_swallows_the_cell() {
        let mut quiet = |_| {};
        let finding = run(&mut Trials::new("planar-hole", 20_000, 6, &mut quiet).unwrap()).unwrap();
        assert_eq!(finding.naive.hits[1], 0);
        assert!(finding.expected.value.low > 2e-4, "{finding:?}");
        assert!(finding.ours.hits[1] > 0, "{finding:?}");
        assert!(finding.remark.unwrap().contains("against 0: no point within 0.06"));
    }
}
