//! `kdelta count`, `kdelta sum`, `kdelta mean`: a private number from a file in one command, and what it
//! cost.

use super::aggregate::{People, Question, Values};
use super::output::Output;
use super::spending::Spending;
use super::{delimiter, open, stated, tell};
use crate::failure::Failure;
use crate::output::print_plain;
use crate::setting::{Ends, Exact, epsilon as epsilon_of};
use crate::spelling::{spell, spell_grid, spell_range};
use clap::Args;
use kdelta::{BoundedSum, Hides, entropy};
use kdelta_certificate::{GeneratorName, Number};
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_rows::{Bad, Columns, Table, Total};
use num_traits::{One, ToPrimitive};
use serde_json::{Value, json};
use std::io::Write;
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
    spending: Spending,
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

/// What is done with the file, once everything about it is certified.
struct Plan<'a> {
    common: &'a Common,
    people: People,
    /// What is asked, in words.
    what: String,
    rows: Table,
    questions: Vec<Question>,
}

impl Common {
    /// Noise reaches across 2^30 scales, and the sums of n rows lie within 2n·ε of them. Of what another
    /// generator reaches, half is left to the window beyond the sums.
    fn people(&self) -> Result<People, Failure> {
        const MOST: u64 = 1_000_000_000;
        let scales = match self.generator {
            None | Some(GeneratorName::Lazy(_)) => dyadic(1, 29),
            Some(generator) => kdelta_explore::outputs::reach(generator) / Rational::from_integer(4.into()),
        };
        // So many rows that 64 bits do not hold them are more than the most.
        let reached = (scales / self.epsilon()?).floor().to_integer().to_u64().unwrap_or(MOST);
        let at_most = self.at_most.unwrap_or_else(|| reached.clamp(1, MOST));
        Ok(People { rows_each: self.rows_per_person, at_most })
    }

    fn epsilon(&self) -> Result<Rational, Failure> {
        let epsilon = self.epsilon.as_ref().map_or_else(Rational::one, |epsilon| epsilon.0.clone());
        crate::setting::positive("epsilon", Some(&epsilon))?;
        Ok(epsilon)
    }

    fn rows(&self, wanted: Columns) -> Table {
        Table { delimiter: self.delimiter.unwrap_or(b','), wanted, skip_bad: self.skip_bad }
    }
}

impl Count {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let common = &self.common;
        let people = common.people()?;
        let stated = stated(common.header, common.no_header);
        let (what, wanted, text) = match &self.filter {
            None => {
                let stated = stated.ok_or_else(|| {
                    Failure::usage("say --header if row 1 has the names of the columns, --no-header if it is a row to count")
                })?;
                ("the number of rows".to_owned(), Columns::new("where", &[], &[], Some(stated))?, None)
            }
            Some(filter) => {
                let (column, text) = filter.split_once('=').ok_or_else(|| {
                    Failure::usage(format!(
                        "--where {filter}: is written COLUMN=TEXT, for example city=Paris"
                    ))
                })?;
                let wanted = Columns::new("where", &[column.to_owned()], &[], stated)?;
                (format!("the number of rows with {filter}"), wanted, Some(text))
            }
        };
        // Whole numbers, as counts are.
        let whole = Some(Rational::one());
        let noise = (&common.epsilon()?, common.generator);
        let count = Question::new("count", BoundedSum::COUNT, people, noise, whole)?;
        let plan = Plan { common, people, what, rows: common.rows(wanted), questions: vec![count] };
        let is_counted = |cell: &[u8]| Ok(i64::from(text.is_none_or(|text| cell == text.as_bytes())));
        plan.run(is_counted, |total| vec![total.sum], |values| values.first().map(|(text, _)| text.clone()))
    }
}

impl OfColumn {
    fn plan(
        &self,
        name: &str,
        share: &Rational,
        questions: &[&'static str],
    ) -> Result<(Plan<'_>, Values), Failure> {
        let common = &self.common;
        let people = common.people()?;
        let stated = stated(common.header, common.no_header);
        let wanted = Columns::new("column", std::slice::from_ref(&self.column), &[], stated)?;
        let values = Values::between(&self.bounds, people)?;
        let epsilon = common.epsilon()? * share;
        let noise = (&epsilon, common.generator);
        let question = |name: &&'static str| match *name {
            "count" => Question::new("count", BoundedSum::COUNT, people, noise, Some(Rational::one())),
            name => Question::new(name, values.elements, people, noise, None),
        };
        let questions = questions.iter().map(question).collect::<Result<Vec<_>, _>>()?;
        let Ends(low, high) = &self.bounds;
        let what = format!(
            "the {name} of column {}, each value clamped into {}..{} and rounded to multiples of {}",
            wanted.name(0),
            spell(low),
            spell(high),
            spell_grid(&dyadic(1, values.elements.grid().log2()))
        );
        Ok((Plan { common, people, what, rows: common.rows(wanted), questions }, values))
    }

    pub(crate) fn sum(&self) -> Result<(), Failure> {
        let (plan, values) = self.plan("sum", &Rational::one(), &["sum"])?;
        let read = |text: &[u8]| values.read(text);
        plan.run(read, |total| vec![total.sum], |values| values.first().map(|(text, _)| text.clone()))
    }

    /// Half of ε for the sum, half for the number of rows; their quotient costs nothing more.
    pub(crate) fn mean(&self) -> Result<(), Failure> {
        let half = Rational::new(1.into(), 2.into());
        let (plan, values) = self.plan("mean", &half, &["sum", "count"])?;
        let read = |text: &[u8]| values.read(text);
        let Ends(low, high) = &self.bounds;
        let quotient = |values: &[(String, Rational)]| {
            let [(_, sum), (_, count)] = values else { return None };
            let mean = sum / count.clone().max(Rational::one());
            let mean = mean.clamp(low.clone(), high.clone());
            mean.to_f64().map(|mean| mean.to_string())
        };
        plan.run(read, |total| vec![total.sum, total.rows.into()], quotient)
    }
}

impl Plan<'_> {
    /// Reads, releases, and says what it cost. The answers are in the order of the questions.
    fn run(
        &self,
        element: impl FnMut(&[u8]) -> Result<i64, Bad>,
        answers: impl FnOnce(Total) -> Vec<i128>,
        result: impl FnOnce(&[(String, Rational)]) -> Option<String>,
    ) -> Result<(), Failure> {
        self.common.spending.check(self.common.out.as_deref())?;
        if self.common.dry_run {
            let text = if self.common.json { format!("{:#}\n", self.json(None)) } else { self.described() };
            return print_plain(&text);
        }
        let input = open(&self.common.file, "")?;
        let answers = answers(self.rows.total(input, element)?);
        let mut output = Output::create(self.common.out.as_deref())?;
        self.record()?;
        let released = self.questions.iter().zip(answers);
        let released = released
            .map(|(question, steps)| question.release(steps, &mut entropy::Os))
            .collect::<Result<Vec<_>, Failure>>()?;
        let result = result(&released).ok_or_else(|| {
            Failure::refused(
                "the result has no number, a defect of kdelta: please report it. Nothing was released",
            )
        })?;
        let text = if self.common.json {
            format!("{:#}\n", self.json(Some((&result, &released))))
        } else {
            format!("{result}\n")
        };
        output.write_all(text.as_bytes()).map_err(|why| {
            Failure::refused(format!("the output cannot be written: {why}; nothing was released"))
        })?;
        output.publish()?;
        if !self.common.json {
            tell(&self.described().trim_end());
            tell(&format_args!("released; {}", self.spent()));
        }
        Ok(())
    }

    /// In the ledger, if there is one, before anything is drawn.
    fn record(&self) -> Result<(), Failure> {
        let Common { spending, json, .. } = self.common;
        if !spending.is_recorded() {
            return Ok(());
        }
        let guarantee = |question: &Question| kdelta_rows::line::guarantee(&question.certificate);
        let guarantees = self.questions.iter().map(guarantee).collect::<Result<Vec<_>, _>>()?;
        let releases = self.questions.iter().zip(&guarantees).map(|(question, guarantee)| {
            let what = match self.questions.as_slice() {
                [_] => self.what.clone(),
                _ => format!("{} for {}", question.name, self.what),
            };
            (what, guarantee, 1)
        });
        spending.record(&releases.collect::<Vec<_>>(), Some(Hides::Participation), *json)
    }

    fn total(&self) -> Rational {
        self.questions.iter().map(|question| question.certificate.verdict.0.clone()).sum()
    }

    fn spent(&self) -> String {
        let each: Vec<_> = self
            .questions
            .iter()
            .map(|question| {
                format!(
                    "ε′ ≤ {} for the {}",
                    decimal::epsilon_prime(&question.certificate.verdict.0),
                    question.name
                )
            })
            .collect();
        let total = decimal::epsilon_prime(&self.total());
        if each.len() == 1 {
            format!("spent ε′ ≤ {total}")
        } else {
            format!("spent {}, {total} in total", each.join(" and "))
        }
    }

    fn assumed(&self) -> [String; 3] {
        let people = self.people;
        let rows = if people.rows_each == 1 { "row" } else { "rows" };
        [
            format!("one person has at most {} {rows} (--rows-per-person)", people.rows_each),
            format!("the file has at most {} rows (--at-most); more than that are clamped", people.at_most),
            "bounds and limits were chosen without looking at the data".into(),
        ]
    }

    /// Everything about the release that is public.
    fn described(&self) -> String {
        let epsilon = if self.common.epsilon.is_some() { "" } else { " (default)" };
        let mut text = self.what.clone();
        for question in &self.questions {
            let (setting, chain) = (&question.certificate.setting, &question.certificate.chain);
            text.push_str(&format!(
                "\n{}: ε = {}{epsilon}, Δ = {}, answers {}, released in steps of {}; certified ε′ ≤ {}; standard deviation of the noise {}",
                question.name,
                decimal::short(epsilon_of(setting)),
                decimal::short(&setting.sensitivity.0),
                spell_range(&crate::setting::line(setting).answers),
                spell_grid(&setting.grid.0),
                decimal::epsilon_prime(&question.certificate.verdict.0),
                deviation(&chain.scale.0)
            ));
        }
        format!("{text}\nassumed: {}\n", self.assumed().join("; "))
    }

    fn json(&self, released: Option<(&str, &[(String, Rational)])>) -> Value {
        let question = |(i, question): (usize, &Question)| {
            let certificate = &question.certificate;
            json!({
                "name": question.name,
                "value": released.and_then(|(_, values)| values.get(i)).map(|(text, _)| text),
                "setting": certificate.setting,
                "scale": certificate.chain.scale,
                "standard_deviation_at_most": deviation(&certificate.chain.scale.0),
                "epsilon_prime": certificate.verdict,
                "epsilon_prime_at_most": decimal::epsilon_prime(&certificate.verdict.0),
                "certify": certificate.reproduce,
            })
        };
        json!({
            "what": self.what,
            "value": released.map(|(value, _)| value),
            "releases": self.questions.iter().enumerate().map(question).collect::<Vec<_>>(),
            "spent": released.map(|_| Number(self.total())),
            "cost": Number(self.total()),
            "cost_at_most": decimal::epsilon_prime(&self.total()),
            "assumed": self.assumed(),
        })
    }
}

/// √2·b.
fn deviation(scale: &Rational) -> String {
    let square = scale * scale * Rational::from_integer(2.into());
    sqrt(&square, 64)
        .map_or_else(|_| format!("√2·{}", decimal::short(scale)), |root| decimal::up(root.upper().value(), 6))
}
