//! What n releases cost together: the sum of their ε′, and the least budget of a ledger that accepts them.

use super::axis::{Axis, Spread, decades};
use super::figure::{Figure, Series, Shape};
use super::{Output, float};
use crate::failure::Failure;
use crate::setting::{Exact, positive};
use clap::Args;
use kdelta::ledger::{Budget, Entry, Ledger};
use kdelta::{Error, Laplace, Rational};
use kdelta_oracle::number::{decimal, dyadic};
use std::path::{Path, PathBuf};

/// A count with Laplace noise, released again and again.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// ε of each release [default: 1/100]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    epsilon: Option<Exact>,
    /// δ of all releases together [default: 1e-6]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    delta: Option<Exact>,
    /// What another accountant says, as scripts/accountants writes it: lines n,epsilon under a line of names
    #[arg(long, value_name = "FILE")]
    accountant: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: Output,
}

/// The largest number of releases, as a power of two.
const MOST_LOG2: u32 = 14;
/// Halvings of the interval in which the least budget lies.
const HALVINGS: u32 = 24;

/// Whether a ledger with this budget accepts so many releases.
fn accepts(entry: &Entry, count: u64, epsilon: &Rational, delta: &Rational) -> Result<bool, Error> {
    let mut ledger = Ledger::new(Budget::approximate(epsilon, delta)?);
    match ledger.record(entry.clone().times(count)?) {
        Ok(()) => Ok(true),
        Err(Error::Spent { .. }) => Ok(false),
        Err(why) => Err(why),
    }
}

/// A budget that a ledger accepts so many releases under, and that is nearly the least: a little more than
/// the sum of the ε′ is always enough.
fn least_budget(entry: &Entry, count: u64, delta: &Rational) -> Result<Rational, Error> {
    let sum = entry.epsilon_prime().value() * Rational::from_integer(count.into());
    let (mut low, mut high) = (&sum * dyadic(1, -10), sum + dyadic(1, -60));
    for _ in 0..HALVINGS {
        let middle = (&low + &high) * dyadic(1, -1);
        if accepts(entry, count, &middle, delta)? { high = middle } else { low = middle }
    }
    Ok(high)
}

/// The numbers of a file of lines n,epsilon.
fn of_file(path: &Path) -> Result<Vec<(f64, f64)>, Failure> {
    let wrong = |why: String| Failure::usage(format!("--accountant {}: {why}", path.display()));
    let text = crate::files::read(path, 1 << 20).map_err(wrong)?;
    let number =
        |text: &str| text.trim().parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    let points = text.lines().skip(1).enumerate().map(|(place, line)| {
        let cells = line.split_once(',').and_then(|(n, epsilon)| number(n).zip(number(epsilon)));
        cells.ok_or_else(|| wrong(format!("line {} is not n,epsilon", place + 2)))
    });
    points.collect()
}

pub(super) fn figure(flags: &Flags) -> Result<Figure, Failure> {
    let number = |given: &Option<Exact>, default: Rational| {
        given.as_ref().map_or(default, |Exact(given)| given.clone())
    };
    let epsilon = number(&flags.epsilon, Rational::new(1.into(), 100.into()));
    let delta = number(&flags.delta, Rational::new(1.into(), 1_000_000.into()));
    positive("epsilon", Some(&epsilon))?;
    let builder = Laplace::<f64>::builder().epsilon(&epsilon).sensitivity(1).answers(0, 1000);
    let count = builder.window(-(1 << 20), 1 << 20).grid(1).build()?;
    let entry = Entry::of("a count", count.guarantee())?;
    let counts = (0..=MOST_LOG2).map(|log2| 1_u64 << log2);
    let (mut sums, mut budgets) = (Vec::new(), Vec::new());
    for n in counts {
        let releases = Rational::from_integer(n.into());
        let sum = entry.epsilon_prime().value() * &releases;
        let least = least_budget(&entry, n, &delta).map_err(Failure::usage)?;
        sums.push((float(&releases), float(&sum)));
        budgets.push((float(&releases), float(&least)));
    }
    let y = decades("ε of all releases", "nats", sums.iter().chain(&budgets).map(|(_, y)| *y));
    let mut series = vec![
        Series { name: "n·ε′".into(), shape: Shape::Line(sums) },
        Series { name: "least budget of a ledger".into(), shape: Shape::Line(budgets) },
    ];
    if let Some(path) = &flags.accountant {
        let name = "dp_accounting, PLD, and Σκ".into();
        series.push(Series { name, shape: Shape::Points(of_file(path)?) });
    }
    let (each, delta) = (decimal::short(&epsilon), decimal::short(&delta));
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
        let output = Output { out: None, title: None };
        let figure = figure(&Flags { epsilon: None, delta: None, accountant: None, output }).unwrap();
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

    #[test]
    fn a_file_of_another_accountant_has_a_number_in_every_line() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("pld.csv");
        std::fs::write(&path, "n,epsilon\n1,0.01\n1000,1.36\n").unwrap();
        assert_eq!(of_file(&path).unwrap(), [(1.0, 0.01), (1000.0, 1.36)]);
        for wrong in ["n,epsilon\n1;0.01\n", "n,epsilon\n1,NaN\n", "n,epsilon\n1,0.01\n\n"] {
            std::fs::write(&path, wrong).unwrap();
            assert!(of_file(&path).unwrap_err().to_string().contains("is not n,epsilon"));
        }
    }
}
