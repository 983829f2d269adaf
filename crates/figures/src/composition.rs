//! What n releases cost together: the sum of their ε′, and the least budget of a ledger that accepts them.

use crate::axis::{Axis, Spread, decades};
use crate::figure::{Figure, Series, Shape};
use crate::float;
use kdelta::ledger::{Budget, Entry, Ledger};
use kdelta::{Error as LibraryError, Laplace, Rational};
use kdelta_explore::Error;
use kdelta_oracle::number::{decimal, dyadic};

/// The largest number of releases, as a power of two.
const MOST_LOG2: u32 = 14;
/// Halvings of the interval in which the least budget lies.
const HALVINGS: u32 = 24;

/// Whether a ledger with this budget accepts so many releases.
fn accepts(entry: &Entry, count: u64, epsilon: &Rational, delta: &Rational) -> Result<bool, LibraryError> {
    let mut ledger = Ledger::new(Budget::approximate(epsilon, delta)?);
    match ledger.record(entry.clone().times(count)?) {
        Ok(()) => Ok(true),
        Err(LibraryError::Spent { .. }) => Ok(false),
        Err(why) => Err(why),
    }
}

/// A budget that a ledger accepts so many releases under, and that is nearly the least: a little more than
/// the sum of the ε′ is always enough.
fn least_budget(entry: &Entry, count: u64, delta: &Rational) -> Result<Rational, LibraryError> {
    let sum = entry.epsilon_prime().value() * Rational::from_integer(count.into());
    let (mut low, mut high) = (&sum * dyadic(1, -10), sum + dyadic(1, -60));
    for _ in 0..HALVINGS {
        let middle = (&low + &high) * dyadic(1, -1);
        if accepts(entry, count, &middle, delta)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// The sum of the ε′ of n counts with this ε, and the least budget at δ of a ledger that accepts them; with points of another accountant.
///
/// # Errors
/// If ε or δ is none.
pub fn figure(
    epsilon: &Rational,
    delta: &Rational,
    accountant: Option<Vec<(f64, f64)>>,
) -> Result<Figure, Error> {
    let builder = Laplace::<f64>::builder().epsilon(epsilon).sensitivity(1).answers(0, 1000);
    let count = builder.window(-(1 << 20), 1 << 20).grid(1).build().map_err(Error::refused)?;
    let entry = Entry::of("a count", count.guarantee()).map_err(Error::refused)?;
    let counts = (0..=MOST_LOG2).map(|log2| 1_u64 << log2);
    let (mut sums, mut budgets) = (Vec::new(), Vec::new());
    for n in counts {
        let releases = Rational::from_integer(n.into());
        let sum = entry.epsilon_prime().value() * &releases;
        let least = least_budget(&entry, n, delta).map_err(Error::question)?;
        sums.push((float(&releases), float(&sum)));
        budgets.push((float(&releases), float(&least)));
    }
    let y = decades("ε of all releases", "nats", sums.iter().chain(&budgets).map(|(_, y)| *y));
    let mut series = vec![
        Series { name: "n·ε′".into(), shape: Shape::Line(sums) },
        Series { name: "least budget of a ledger".into(), shape: Shape::Line(budgets) },
    ];
    if let Some(points) = accountant {
        let name = "dp_accounting, PLD, and Σκ".into();
        series.push(Series { name, shape: Shape::Points(points) });
    }
    let (each, delta) = (decimal::short(epsilon), decimal::short(delta));
    Ok(Figure {
        title: format!("What n releases cost: counts with ε = {each} each, δ = {delta} in all"),
        caption: format!(
            "The upper curve is the sum of the certified ε′. The other is the least ε for which a ledger with the budget (ε, {delta}) accepts n \
             releases, each of which may be chosen after seeing the others. Points, if there are any, are what an accountant of privacy loss \
             distributions says about the ideal mechanisms, for releases that are fixed in advance, with the certified surcharge Σκ₊ + Σκ₋."
        ),
        x: Axis::new("releases n", "", Spread::Binary, (0.5, f64::from(2_u32 << MOST_LOG2))),
        y,
        series,
        rules: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the picture is for.
    #[test]
    fn many_releases_need_a_far_smaller_budget_than_their_sum() {
        let figure =
            figure(&Rational::new(1.into(), 100.into()), &Rational::new(1.into(), 1_000_000.into()), None)
                .unwrap();
        let [Series { shape: Shape::Line(sums), .. }, Series { shape: Shape::Line(budgets), .. }] =
            figure.series.as_slice()
        else {
            panic!()
        };
        for ((n, sum), (_, budget)) in sums.iter().zip(budgets) {
            assert!(*budget <= sum * (1.0 + 1e-9), "{n}: {budget} {sum}");
        }
        let (n, budget) = budgets[10];
        assert!(n == 1024.0 && budget > 1.4 && budget < 1.6, "{n} {budget}: the sum is 10.24");
    }
}
