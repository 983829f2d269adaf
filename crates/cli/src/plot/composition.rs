//! `kdelta plot composition`: what n releases cost together.

use super::Output;
use crate::failure::Failure;
use crate::setting::{Exact, positive};
use clap::Args;
use kdelta_figures::{Figure, composition};
use kdelta_oracle::number::Rational;
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
    let accountant = flags.accountant.as_deref().map(of_file).transpose()?;
    Ok(composition::figure(&epsilon, &delta, accountant)?)
}

#[cfg(test)]
mod tests {
    use super::*;

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
