//! `kdelta count`, `kdelta sum`, `kdelta mean`: a private number from a file in one command, and what it
//! cost.

use super::output::Output;
use super::recording::Recording;
use super::{delimiter, open, stated};
use crate::failure::Failure;
use crate::output::{TELL, print_plain, tell};
use crate::setting::{Ends, Exact};
use clap::Args;
use kdelta::entropy;
use kdelta_certificate::GeneratorName;
use kdelta_rows::statistics::{Public, Statistic};
use kdelta_rows::{Columns, Table};
use std::path::PathBuf;

/// What all three have in common, below their examples.
macro_rules! after {
    ($examples:literal) => {
        concat!(
            "Everything that the noise depends on is public and stated here, and nothing of it is read from the file: the bounds, how many rows one person has at most, and how many rows there are at most. The certificate is derived from that and audited before the file is opened; --dry-run stops there.\n\nHidden is whether any one person is in the file at all, and with what values. Each run costs ε′ again. With --ledger FILE it is recorded there before anything is drawn, and nothing is released if the budget of the ledger does not cover it.\n\nA cell that is empty or no number stops the run with its row and column, or is left out with --skip-bad. A blank line is no row, wherever it stands; a row of more than one line is refused, as a stray quote could hide other rows in it. That a run fails depends on the data and is not covered by ε′.\n\nExamples:\n",
            $examples
        )
    };
}

pub(crate) const COUNT: &str = after!(
    "  kdelta count ages.csv --header
  kdelta count ages.csv --where city=Paris --epsilon 1/2
  kdelta count ages.csv --header --rows-per-person 3 --dry-run"
);
pub(crate) const SUM: &str = after!(
    "  kdelta sum ages.csv --column age --bounds 0..120
  kdelta sum ages.csv --column age --bounds 0..120 --at-most 10000 --epsilon 1/2 --json
  kdelta sum ages.csv --column age --bounds 0..120 --dry-run"
);
pub(crate) const MEAN: &str = after!(
    "  kdelta mean ages.csv --column age --bounds 0..120
  kdelta mean ages.csv --column age --bounds 0..120 --at-most 10000 --out mean.txt
  kdelta mean ages.csv --column age --bounds 0..120 --dry-run --json"
);

/// What all of them take.
#[derive(Debug, Args)]
struct Common {
    /// A CSV file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// ε > 0, the privacy of the whole command [default: 1]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    epsilon: Option<Exact>,
    /// lazy-52, or one that always reads the same number of random bytes, and reaches less far: deep-52-16,
    /// for example [default: lazy-52]
    #[arg(long, value_name = "GENERATOR")]
    generator: Option<GeneratorName>,
    /// How many rows one person has at most; the noise grows with it
    #[arg(long, value_name = "ROWS", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rows_per_person: u64,
    /// How many rows the file has at most, known without looking at it [default: 10^9, or 2^29/ε if that is
    /// fewer, or as many as the generator reaches]
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    at_most: Option<u64>,
    /// One character, or \t [default: ,]
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Row 1 has the names of the columns (known if a column is given by its name)
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// Row 1 is data
    #[arg(long)]
    no_header: bool,
    /// Leave out rows that are bad
    #[arg(long)]
    skip_bad: bool,
    /// Say everything that will be done and what it costs, without opening the file
    #[arg(long)]
    dry_run: bool,
    /// Where to write the number instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
}

/// How many rows there are
#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    common: Common,
    /// Counts only the rows with exactly this text in this column
    #[arg(long = "where", value_name = "COLUMN=TEXT")]
    filter: Option<String>,
}

/// Of a column.
#[derive(Debug, Args)]
pub(crate) struct OfColumn {
    #[command(flatten)]
    common: Common,
    /// Which column: its name in row 1, or its number from 1 with --header or --no-header
    #[arg(long, value_name = "NAME_OR_NUMBER")]
    column: String,
    /// The range that values are clamped into, known without looking at the data: the noise grows with it
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    bounds: Ends,
}

impl Common {
    fn public(&self) -> Public {
        Public {
            epsilon: self.epsilon.as_ref().map(|epsilon| epsilon.0.clone()),
            generator: self.generator,
            rows_each: self.rows_per_person,
            at_most: self.at_most,
        }
    }

    fn rows(&self, wanted: Columns) -> Table {
        Table { delimiter: self.delimiter.unwrap_or(b','), wanted, skip_bad: self.skip_bad }
    }

    /// Reads, releases, and says what it cost.
    fn run(&self, statistic: &Statistic) -> Result<(), Failure> {
        let spending = self.recording.spending();
        spending.check(self.out.as_deref())?;
        if self.dry_run {
            let text =
                if self.json { format!("{:#}\n", statistic.json(None)) } else { statistic.described() };
            return print_plain(&text);
        }
        let answers = statistic.answers(open(&self.file, "")?)?;
        let mut output = Output::create(self.out.as_deref())?;
        statistic.record(&spending, (!self.json).then_some(TELL))?;
        let released = statistic.release(&answers, &mut entropy::Os)?;
        let text = if self.json {
            format!("{:#}\n", statistic.json(Some(&released)))
        } else {
            format!("{}\n", released.value)
        };
        output.write_text(&text)?;
        output.publish()?;
        if !self.json {
            tell(&statistic.described().trim_end());
            tell(&format_args!("released; {}", statistic.spent()));
        }
        Ok(())
    }
}

impl Count {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let common = &self.common;
        let stated = stated(common.header, common.no_header);
        let (wanted, equal) = match &self.filter {
            None => {
                let stated = stated.ok_or_else(|| {
                    Failure::usage("say --header if row 1 has the names of the columns, --no-header if it is a row to count")
                })?;
                (Columns::new("where", &[], &[], Some(stated))?, None)
            }
            Some(filter) => {
                let (column, text) = filter.split_once('=').ok_or_else(|| {
                    Failure::usage(format!(
                        "--where {filter}: is written COLUMN=TEXT, for example city=Paris"
                    ))
                })?;
                (Columns::new("where", &[column.to_owned()], &[], stated)?, Some((column, text)))
            }
        };
        common.run(&Statistic::count(&common.public(), common.rows(wanted), equal)?)
    }
}

impl OfColumn {
    fn rows(&self) -> Result<Table, Failure> {
        let stated = stated(self.common.header, self.common.no_header);
        let wanted = Columns::new("column", std::slice::from_ref(&self.column), &[], stated)?;
        Ok(self.common.rows(wanted))
    }

    pub(crate) fn sum(&self) -> Result<(), Failure> {
        self.common.run(&Statistic::sum(&self.common.public(), self.rows()?, &self.bounds)?)
    }

    pub(crate) fn mean(&self) -> Result<(), Failure> {
        self.common.run(&Statistic::mean(&self.common.public(), self.rows()?, &self.bounds)?)
    }
}
