//! Example 4.1 of the paper, with the numbers of its Figure 2: a finite generator gives each value a whole number of draws, and in
//! the tail rounding to whole numbers breaks the ratio.

use crate::Attack;
use crate::error::Error;
use crate::finding::{Expected, Finding};
use crate::number::{BITS, exponential, factor, floats, ratio};
use crate::trials::{Trials, below};
use kdelta::{Laplace, Release};
use kdelta_oracle::enclosure::{Enclosure, exp};
use kdelta_oracle::mechanism::nearest_multiple;

/// Its entry in the table.
pub const ATTACK: Attack = Attack {
    name: "tail",
    title: "few draws in the tail: a ratio of 2 where e^0.4 = 1.49 is allowed",
    source: "Gazeau, Miller, Palamidessi 2013, Example 4.1 and Figure 2, whose ideal ratio is e^0.4 and not 4/3 (F30)",
    naive: "r + x, where the cell of x of width 0.2 has round(15·e^(−0.4|x|)) draws, r₁ = 0, r₂ = 1",
    event: "a cell that has more than e^0.4 times the draws under r₁",
    ours: "Laplace<f64>, ε = 2/5, grid 2^-4",
    play: run,
};

/// r₂ = 1 is five cells of width 0.2.
const CELLS_PER_UNIT: i64 = 5;

/// The naive noise: `half[i]` draws give cell i ≥ 0, [i/5, (i+1)/5), and as many cell −1−i.
struct Table {
    half: Vec<u64>,
}

impl Table {
    /// round(15·e^(−0.4·(i+½)/5)), correctly rounded; none from some i on.
    fn new() -> Result<Self, Error> {
        let mut half = Vec::new();
        for i in 0.. {
            let draws =
                nearest_multiple(0, |bits| Ok(exp(&ratio(-2 * i - 1, 25), bits)?.scaled(&ratio(15, 1))))?;
            match u64::try_from(draws) {
                Ok(draws @ 1..) => half.push(draws),
                _ => break,
            }
        }
        Ok(Self { half })
    }

    /// N.
    fn total(&self) -> u64 {
        2 * self.half.iter().sum::<u64>()
    }

    /// The draws of a cell of the output under an answer, given as a number of cells.
    fn weight(&self, cell: i64, answer: i64) -> u64 {
        let noise = cell - answer;
        let index = if noise < 0 { -1 - noise } else { noise };
        usize::try_from(index).ok().and_then(|index| self.half.get(index)).copied().unwrap_or(0)
    }

    /// The cell of the z-th draw.
    fn draw(&self, mut z: u64) -> i64 {
        let side = self.total() / 2;
        let mirrored = z >= side;
        z %= side.max(1);
        let mut cell = 0;
        for &draws in &self.half {
            if z < draws {
                break;
            }
            z -= draws;
            cell += 1;
        }
        if mirrored { -1 - cell } else { cell }
    }

    /// The cells with c₁ > e^0.4·c₂: the attacker's event. They all lie left of both answers.
    fn event(&self) -> Result<Vec<i64>, Error> {
        let allowed = exponential(&ratio(2, 5))?;
        let reach = i64::try_from(self.half.len()).unwrap_or(0);
        Ok((-reach..reach)
            .filter(|&cell| {
                let [first, second] = [0, CELLS_PER_UNIT].map(|answer| self.weight(cell, answer));
                kdelta::Rational::from_integer(first.into())
                    > allowed.hi() * kdelta::Rational::from_integer(second.into())
            })
            .collect())
    }
}

/// The attack.
///
/// # Errors
/// None that a user could cause.
pub fn run(trials: &mut Trials<'_>) -> Result<Finding, Error> {
    let table = Table::new()?;
    let event = table.event()?;
    let allowed = exp(&ratio(2, 5), BITS)?;
    let total = table.total();
    let naive = trials.compare(floats(&allowed).1, [0, CELLS_PER_UNIT], |answer, bits| {
        Ok(event.binary_search(&(answer + table.draw(below(total, bits)))).is_ok())
    })?;
    let count = |answer| -> Enclosure {
        let draws: u64 = event.iter().map(|&cell| table.weight(cell, answer)).sum();
        Enclosure::exact(kdelta::Rational::new(draws.into(), total.into()))
    };
    let expected = count(0).minus(&count(CELLS_PER_UNIT).times(&allowed));

    let laplace = Laplace::<f64>::builder()
        .epsilon("2/5")
        .sensitivity(1)
        .answers(0, 1)
        .window(-64, 64)
        .grid("2^-4")
        .build()?;
    let allowed = factor(laplace.epsilon_prime().value())?;
    let cells = kdelta::Grid::UNIT;
    let ours = trials.compare(allowed, [0.0, 1.0], |answer, bits| {
        Ok(match laplace.release(answer, bits)? {
            // ⌊5y⌋ = round(5y − ½); 5y is exact for multiples of 2^-4, and so is the half.
            Release::Value(output) => event.binary_search(&cells.index_near(5.0 * output - 0.5)).is_ok(),
            Release::Outside => false,
        })
    })?;
    let x0 = -5 * CELLS_PER_UNIT;
    let remark = format!(
        "at x₀ = −5: {} draws of {total} against {}, a ratio of 2; the ideal ratio is e^0.4 = 1.4918…",
        table.weight(x0, 0),
        table.weight(x0, CELLS_PER_UNIT)
    );
    Ok(Finding {
        naive,
        expected: Expected::new(&expected, "exact: draws counted"),
        ours,
        remark: Some(remark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figure: at x₀ = −5 two draws against one, where the densities have the ratio e^0.4.
    #[test]
    fn ratio_of_two_at_x0() {
        let table = Table::new().unwrap();
        assert_eq!((table.weight(-25, 0), table.weight(-25, CELLS_PER_UNIT)), (2, 1));
        let event = table.event().unwrap();
        assert!(event.contains(&-25) && event.iter().all(|&cell| cell < 0));
        // Beyond the last draw of r₂, one draw against none: the loss is infinite.
        assert!(
            event.iter().any(|&cell| table.weight(cell, 0) > 0 && table.weight(cell, CELLS_PER_UNIT) == 0)
        );
    }

    /// Each cell is drawn as often as the table says.
    #[test]
    fn every_draw_once() {
        let table = Table::new().unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for z in 0..table.total() {
            *counts.entry(table.draw(z)).or_insert(0) += 1;
        }
        assert!(counts.iter().all(|(&cell, &count)| count == table.weight(cell, 0)));
        assert_eq!(counts.values().sum::<u64>(), table.total());
    }
}
