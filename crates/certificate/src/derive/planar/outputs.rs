//! The outputs in grid steps: how many cells, how far their edges move, and how far they are from the answers.

use crate::derive::arithmetic::{Arithmetic, refuse};
use crate::derive::kernel::exponent;
use crate::model::{Cells, Outputs, PlanarSetting};
use crate::model::{Number, Range};
use crate::refusal::Refusal;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{Signed, ToPrimitive};

/// The largest radius of a disc in grid steps (`finite::planar::region`).
const LARGEST_RADIUS: i64 = 1 << 24;

/// The outputs with the shift of their edges. ρ_M is taken from their bounding rectangle, for a disc, too.
pub(crate) struct Grown {
    pub(crate) edge_shift: Rational,
    pub(crate) cells: Cells,
    /// The sums that are not released as outside lie in here.
    pub(crate) bounds: [(Rational, Rational); 2],
}

impl Grown {
    pub(crate) fn of(setting: &PlanarSetting, arithmetic: &Arithmetic) -> Result<Self, Refusal> {
        let grid = &setting.grid.0;
        if !grid.is_positive() || *grid != dyadic(1, exponent(grid)) || exponent(grid).abs() > 100 {
            let why = format!("is {}, not a power of two from 2^-100 to 2^100", decimal::short(grid));
            return Err(refuse("setting.grid", why, "choose one"));
        }
        let limit = arithmetic.limit(exponent(grid))?;
        let index = |name: &str, x: &Rational| {
            let steps = x / grid;
            let (at, step) = (decimal::short(x), decimal::short(grid));
            if !steps.is_integer() {
                let why = format!("is {at}, no multiple of the grid {step}");
                return Err(refuse(name, why, "put it on the grid, or choose a finer grid"));
            }
            steps.to_integer().to_i64().filter(|index| index.unsigned_abs() <= limit.unsigned_abs()).ok_or_else(
                || {
                    let why = format!(
                        "is {at}, grid point number {} in steps of {step}; the format takes numbers up to {limit}",
                        decimal::short(&steps)
                    );
                    refuse(name, why, "choose a coarser grid or a smaller window")
                },
            )
        };
        let (axes, cells) = match &setting.outputs {
            Outputs::Rectangle(area) => {
                let axis = |range: &Range| -> Result<(i64, i64), Refusal> {
                    let ends =
                        (index("setting.window", &range.low.0)?, index("setting.window", &range.high.0)?);
                    if ends.0 > ends.1 {
                        return Err(refuse("setting.window", "is reversed", "swap its ends"));
                    }
                    Ok(ends)
                };
                let axes = [axis(&area.x)?, axis(&area.y)?];
                let length = |(low, high): (i64, i64)| {
                    Rational::from_integer((i128::from(high) - i128::from(low) + 1).into())
                };
                let count = Number::from(&(length(axes[0]) * length(axes[1])));
                (axes, Cells { released: count.clone(), touched: count })
            }
            Outputs::Disc { radius } => {
                let steps = index("setting.radius", &radius.0)?;
                if !(1..=LARGEST_RADIUS).contains(&steps) {
                    let why = format!("is {steps} steps of the grid; it takes 1 to 2^24");
                    return Err(refuse("setting.radius", why, "choose another radius or grid"));
                }
                // The cell numbered radius − 1 on an axis is the last one inside: its corners are at √((r−½)² + ¼) ≤ r.
                ([(1 - steps, steps - 1); 2], disc(steps.unsigned_abs()))
            }
        };
        let half = grid / Rational::from_integer(2.into());
        let end = |index: i64| Rational::from_integer(index.into()) * grid;
        let shift = |(low, high): (i64, i64)| {
            arithmetic.edge_shift(low.unsigned_abs().max(high.unsigned_abs()), exponent(grid))
        };
        // Every edge of an axis moves down by at most its shift (THEORY F24).
        let bounds = axes.map(|axis| (end(axis.0) - &half - shift(axis), end(axis.1) + &half));
        let [x, y] = axes.map(shift);
        let edge_shift = x.max(y);
        Ok(Self { edge_shift, cells, bounds })
    }
}

/// Cells of a disc of r steps: those wholly inside, and those that meet it. In half steps the cell (i, j) has its farthest
/// corner at (2|i| + 1, 2|j| + 1), and its nearest point at (2|i| − 1, 2|j| − 1), or on an axis if one of them is 0.
fn disc(r: u64) -> Cells {
    let room = |a: u64| (4 * r * r).checked_sub(a * a).map(u64::isqrt);
    let (mut inside, mut touched) = (0_u64, 0_u64);
    for i in 0..=r {
        let columns = if i == 0 { 1 } else { 2 };
        // 2|j| + 1 ≤ √(4r² − (2i+1)²).
        if let Some(room) = room(2 * i + 1).filter(|room| *room >= 1) {
            inside += columns * (2 * ((room - 1) / 2) + 1);
        }
        // 2|j| − 1 ≤ √(4r² − (2i−1)²), or j = 0.
        if let Some(room) = room((2 * i).saturating_sub(1)) {
            touched += columns * (2 * room.div_ceil(2) + 1);
        }
    }
    let number = |count: u64| Number::from(&Rational::from_integer(count.into()));
    Cells { released: number(inside), touched: number(touched) }
}

#[cfg(test)]
mod tests {
    use super::disc;

    /// Against looking at every cell.
    #[test]
    fn cells_of_a_disc_are_counted() {
        for r in 1..40_i64 {
            let corner = |i: i64| (2 * i.abs() + 1).pow(2);
            let near = |i: i64| (2 * i.abs() - 1).max(0).pow(2);
            let all = || (-r - 1..=r + 1).flat_map(move |i| (-r - 1..=r + 1).map(move |j| (i, j)));
            let inside = all().filter(|(i, j)| corner(*i) + corner(*j) <= 4 * r * r).count();
            let touched = all().filter(|(i, j)| near(*i) + near(*j) <= 4 * r * r).count();
            let cells = disc(r.unsigned_abs());
            assert_eq!(
                (cells.released.to_string(), cells.touched.to_string()),
                (inside.to_string(), touched.to_string())
            );
        }
    }
}
