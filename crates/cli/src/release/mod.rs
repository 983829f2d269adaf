//! `kdelta release`: noise for one value, a stream or a CSV column, under a certificate.

mod accepted;
mod arguments;
mod output;
mod planar;
mod recording;
pub(crate) mod statistics;

use crate::derived::derive;
use crate::failure::Failure;
use crate::output::{TELL, tell};
use crate::setting::{Asked, Flags, Meaning};
use crate::sources::Embedded;
use crate::spelling::spell_grid;
use arguments::Arguments;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use kdelta::{Hides, entropy};
use kdelta_certificate::{Foundation, MechanismDescription};
use kdelta_rows::accepted::{covers_rows, is_whole};
use kdelta_rows::agree::agree;
use kdelta_rows::spending::PerRow;
use kdelta_rows::{Batch, Budget, Columns, Dialect, Points, Policy, Rows, Spell, Spelling, Tally};
use output::Output;
use recording::Recording;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// What to do about a cell that the format does not hold.
fn inexact_remedy(batch: &dyn Batch<1>) -> String {
    format!(
        "certify with a --reading-error of at least {} (or text), which covers reading any answer of the range, or say --rounded if the \
         sensitivity is that of the answers as the format holds them",
        spell_grid(batch.reading_error())
    )
}

/// What the user must know. A paragraph is one line, which the terminal wraps.
const AFTER: &str = "\
The certificate is read and audited in full, against the code inside this program, before anything is released.

What a row is: each row of a file or of standard input is taken as the value of one individual, which can be anything in the certified range. A certificate whose sensitivity is less than the width of that range is refused, unless --rows aggregates says that each row is an aggregate over many people, one of whom changes it by at most the sensitivity. One answer given as an argument is that of a query with the certified sensitivity, several are like rows; other users can see them in ps, and the shell keeps them in its history.

Answers are clamped into the certified range. One that is not exactly a number of the format (0.1 in f64) is refused: reading it rounds it. Under a certificate whose reading error δ_r covers that (certify with --reading-error text), or with --rounded, it is read as the nearest number of the format, ties to even.

NaN, infinities, empty cells and text are bad. Whether a run fails, and which rows --skip-bad leaves out, depends on the data and is not covered by ε′: rule bad cells out before the data is private. Messages name the row (the header is row 1) and the column, never a value, and nothing else that was read. A row with another number of fields than the first is bad, as a shifted column might be released. A blank line of a CSV file is no row; between the rows of a file of one column it is an empty cell.

Of a CSV file only the released column is written, and the columns that --keep names, as they are: what is private in those is not protected. Row 1 is a header if --column is a name, which it must have; for a column by number say --header or --no-header. Its field of the released column is written only if it is the name that you typed.

With --ledger FILE what is spent is recorded there before the first random bit is drawn, and nothing is released if the budget of the ledger does not cover it. All rows are counted, as if they were all of one person, for which the input is held in memory; --rows-per-person says that one person has fewer. What is recorded stays recorded, even if the run fails afterwards. All entries of a ledger must be about the same people.

How long reading takes depends on the text. What this project promises about time is about the releases of the library alone.

Under a certificate of kdelta certify vector, or of kdelta certify gaussian with --dimension, all rows together are one release: there must be exactly as many as the certificate says, and ε′ is paid once for all of them.

Under a certificate of kdelta certify gaussian ε′ is at the certified δ. Several releases cost the sums of both; a ledger with a δ counts their Rényi divergences, which is less.

Each release costs ε′ and takes its own draw: one value from the operating system, a stream from AES-256 or ChaCha20 seeded by it. Nothing is written until all is released. Exit code 1: refused; 2: wrong usage.

Examples:
  kdelta certify laplace --epsilon 1 --answers 0..120 --rows individuals --out ages.json
  kdelta release --certificate ages.json --csv ages.csv --column age > noisy.csv
  kdelta certify laplace --epsilon 1/10 --answers 0..1000 --sensitivity 1 --out count.json
  kdelta release --certificate count.json --rows aggregates --in count.txt
  seq 10 | kdelta release --certificate count.json --rows aggregates
  kdelta release --certificate count.json 41
  kdelta certify vector --dimension 10 --changed 3 --sensitivity 3 --answers 0..1000000 --out histogram.json
  seq 10 | kdelta release --certificate histogram.json --rows aggregates
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000 --out gaussian.json
  kdelta release --certificate gaussian.json --rows aggregates --in count.txt
  kdelta ledger rows.ledger --create --epsilon 2 --delta 1e-6
  kdelta release --certificate ages.json --csv ages.csv --column age --ledger rows.ledger --rows-per-person 1
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta release planar --certificate paris.json --rows nearby --csv visits.csv --columns lon,lat";

/// Releases noisy answers under a certificate
#[derive(Debug, Args)]
#[command(after_help = AFTER, args_conflicts_with_subcommands = true)]
pub(crate) struct Release {
    #[command(subcommand)]
    kind: Option<Kind>,
    /// Answers as arguments, which others can see in ps [default: one answer per line on standard input, as
    /// with -]
    #[arg(value_name = "ANSWER", allow_negative_numbers = true, conflicts_with_all = ["csv", "input"])]
    values: Vec<String>,
    /// A file with one answer per line, in the place of standard input
    #[arg(long = "in", id = "input", value_name = "FILE", conflicts_with = "csv")]
    input: Option<PathBuf>,
    /// The mechanism certificate, as `kdelta certify laplace`, `vector` or `gaussian` writes it with --out
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// A CSV file, or - for standard input, of which one column is released
    #[arg(long, value_name = "FILE", requires = "column")]
    csv: Option<PathBuf>,
    /// Which column: its name in row 1, or its number from 1 with --header or --no-header
    #[arg(long, value_name = "NAME_OR_NUMBER", requires = "csv")]
    column: Option<String>,
    /// Other columns to write as they are, by name or number; all others are left out
    #[arg(long, value_name = "COLUMN,...", requires = "csv", value_delimiter = ',')]
    keep: Vec<String>,
    #[command(flatten)]
    table: Table,
    /// Where to write instead of standard output; replaced as a whole at the end, so it may be the input
    #[arg(long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave rows with a bad cell out of the output
    #[arg(long)]
    skip_bad: bool,
    /// Round answers into the format; the certified sensitivity is that of the rounded answers
    #[arg(long)]
    rounded: bool,
    /// What to write for a release outside the window [default: outside]
    #[arg(long, value_name = "TEXT")]
    outside: Option<String>,
    /// Release the end of the window on its side in the place of outside, at the same ε′
    #[arg(long, conflicts_with = "outside")]
    to_ends: bool,
    /// The budget as JSON (on standard error; with the releases on standard output if answers are arguments)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    /// For the ledger: how many of the rows one person has, or changes, at most [default: all of them]
    #[arg(long, value_name = "ROWS", requires = "ledger", value_parser = clap::value_parser!(u64).range(1..))]
    rows_per_person: Option<u64>,
    #[command(flatten)]
    setting: Flags,
}

/// How the rows of a CSV file are read.
#[derive(Debug, Args)]
struct Table {
    /// One character, or \t [default: ,]
    #[arg(long, value_name = "CHARACTER", requires = "csv", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Row 1 has the names of the columns (known if a column is given by its name)
    #[arg(long, requires = "csv", conflicts_with = "no_header")]
    header: bool,
    /// Row 1 is data
    #[arg(long, requires = "csv")]
    no_header: bool,
}

impl Table {
    fn dialect(&self) -> Dialect {
        Dialect::Csv { delimiter: self.delimiter.unwrap_or(b',') }
    }

    /// What the user says about the first row.
    const fn stated(&self) -> Option<bool> {
        stated(self.header, self.no_header)
    }
}

/// Other answers than numbers.
#[derive(Debug, Subcommand)]
enum Kind {
    /// Points and places: values, a stream, two columns of a CSV file, or GeoJSON
    Planar(Box<planar::Flags>),
}

/// A byte that is no part of a number and ends no line.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        &[byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b".+-/^\"\r\n\0".contains(&byte) => {
            Ok(byte)
        }
        _ => Err("a delimiter is one character that no number contains, for example , ; | or \\t".into()),
    }
}

/// What the user says about the first row.
const fn stated(header: bool, no_header: bool) -> Option<bool> {
    match (header, no_header) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// Where answers come from.
enum Source {
    Arguments(Vec<String>),
    /// Rows; with the columns of a CSV file that are wanted.
    Stream(Box<dyn Read>, Option<Columns>),
}

impl Release {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if let Some(Kind::Planar(flags)) = self.kind.take() {
            return flags.run();
        }
        let Some(path) = &self.certificate else { return Err(self.without_certificate()) };
        let spending = self.recording.spending();
        spending.check(self.out.as_deref())?;
        let dialect = self.dialect();
        let outside = self.outside.clone().unwrap_or_else(|| "outside".into());
        check_outside(&outside, dialect)?;
        let certificate = accepted::certificate(path)?;
        let setting = self.setting.clone().with_file()?;
        let rows = setting.rows;
        agree(setting.wanted()?, &certificate)?;
        let vector = certificate.setting.vector();
        if self.skip_bad && !vector.is_single() {
            return Err(Failure::usage(
                "--skip-bad leaves values out, and the certificate is for a whole vector; mend the bad values",
            ));
        }
        if self.rows_per_person.is_some() && !vector.is_single() {
            return Err(Failure::usage(
                "--rows-per-person is about rows that are released by themselves, and the certificate is for a whole vector, of which it says \
                 how many values one person changes; leave it out",
            ));
        }
        // One answer as an argument is that of a query, unless it is said to be a value of an individual.
        // Several are like rows.
        let are_rows = self.values.len() != 1 || self.values == ["-"] || rows.is_some();
        if are_rows {
            covers_rows(&certificate, rows.map(Into::into))?;
        }
        // Of aggregates, and of the answer of a query, only the user knows which people they compare.
        let hides = (are_rows && rows != Some(Meaning::Aggregates)).then_some(Hides::Answers);
        let policy = Policy { rounded: self.rounded, to_ends: self.to_ends };
        let batch = kdelta_rows::line::batch(&certificate, policy)?;
        let points = Points::on(&certificate.setting.grid.0)?;
        let spelling = Spelling { points, outside: outside.into_bytes() };
        let inexact = inexact_remedy(&*batch);
        let tell = |tally: Tally| {
            let budget = Budget { certificate: &certificate, tally };
            if self.json { tell(&format_args!("{:#}", budget.json())) } else { tell(&budget) }
        };
        let per_row = PerRow {
            spending: &spending,
            what: format!("release under {}", path.display()),
            rows_each: self.rows_per_person,
            vector,
            hides,
            say: (!self.json).then_some(TELL),
        };
        match self.source()? {
            Source::Arguments(values) => {
                let (what, inexact) = ("answer", inexact.as_str());
                let (spelling, certificate) = (&spelling, &certificate);
                let arguments = Arguments { what, values: &values, spelling, inexact, certificate, per_row };
                let (out, json) = (self.out.as_deref(), self.json);
                arguments.release(batch, |text| Ok([text]), |_| "", out, json, tell)
            }
            Source::Stream(input, wanted) => {
                let rows = Rows { dialect, wanted, skip_bad: self.skip_bad, inexact };
                let (out, what) = (self.out.as_deref(), "answers");
                let tally = release_rows(input, &rows, &spelling, &*batch, out, what, &per_row)?;
                tell(tally);
                Ok(())
            }
        }
    }

    fn dialect(&self) -> Dialect {
        if self.csv.is_some() { self.table.dialect() } else { Dialect::Lines }
    }

    /// The command that makes the certificate this release would need. Its range must come from the user: one
    /// read from the data would leak it, and any other would clamp the data.
    fn without_certificate(&self) -> Failure {
        let setting = match self.setting.clone().with_file() {
            Ok(setting) => setting,
            Err(why) => return why,
        };
        let rows = self.values.is_empty() || self.values == ["-"];
        if setting.answers.is_none() {
            let (what, whose) = if rows {
                ("--rows individuals", "if each row is one person's value")
            } else {
                ("--sensitivity NUMBER", "with how much one person can change the answer")
            };
            return Failure::usage(format!(
                "a release needs a certificate, and a certificate the range that the answers can have: say it from what is known without looking at \
                 the data, as a range read from the data would leak it. Then make the certificate with\n  kdelta certify laplace \
                 --epsilon NUMBER --answers LOW..HIGH {what} --out certificate.json\n{whose}, and give it with --certificate \
                 certificate.json"
            ));
        }
        let individuals = rows && setting.sensitivity.is_none() && setting.rows.is_none();
        let setting =
            if individuals { Flags { rows: Some(Meaning::Individuals), ..setting } } else { setting };
        needs_certificate(setting.describe().map(Asked::from))
    }

    fn source(&self) -> Result<Source, Failure> {
        if let (Some(path), Some(column)) = (&self.csv, &self.column) {
            let wanted =
                Columns::new("column", std::slice::from_ref(column), &self.keep, self.table.stated())?;
            return Ok(Source::Stream(open(path, "csv")?, Some(wanted)));
        }
        // Said here, as clap does not ask for --csv where it would be in conflict with the answers.
        let about_csv = self.table.stated().is_some() || !self.keep.is_empty();
        if self.column.is_some() || self.table.delimiter.is_some() || about_csv {
            return Err(Failure::usage(
                "--column, --keep, --delimiter, --header and --no-header are about --csv FILE; give one",
            ));
        }
        if let Some(path) = &self.input {
            return Ok(Source::Stream(open(path, "in")?, None));
        }
        match self.values.as_slice() {
            [] => Ok(Source::Stream(standard_input("answers"), None)),
            [dash] if dash == "-" => Ok(Source::Stream(Box::new(io::stdin()), None)),
            values => {
                arguments::check(values, self.skip_bad)?;
                Ok(Source::Arguments(values.to_vec()))
            }
        }
    }
}

/// What to do before the release of a setting: the command that certifies it, or why none does.
fn needs_certificate(asked: Result<Asked, Failure>) -> Failure {
    match asked.and_then(|asked| derive(&asked, &Foundation::new(&Embedded))) {
        Ok(certificate) => Failure::usage(format!(
            "a release needs a certificate for its setting: make one with\n  {} --out certificate.json\nand give it with \
             --certificate certificate.json",
            MechanismDescription::of(&certificate).command()
        )),
        Err(why) => why,
    }
}

/// Releases all rows of an input, or none.
fn release_rows<S: Spell<D>, const D: usize>(
    input: Box<dyn Read>,
    rows: &Rows,
    spelling: &Spelling<S>,
    batch: &dyn Batch<D>,
    out: Option<&Path>,
    what: &str,
    per_row: &PerRow<'_>,
) -> Result<Tally, Failure> {
    let mut output = Output::create(out)?;
    let (input, counted) = per_row.record_rows(input, rows, spelling, batch, what)?;
    let mut entropy = entropy::stream().map_err(kdelta::Error::from)?;
    let tally = kdelta_rows::release(input, &mut output, rows, spelling, batch, &mut entropy)?;
    tally.some(what, "rows")?;
    is_whole(per_row.vector, tally.released)?;
    if counted.is_some_and(|counted| counted != tally) {
        return Err(Failure::refused("other rows were released than were counted; nothing is written"));
    }
    output.publish()?;
    Ok(tally)
}

/// Said whenever an answer is an argument.
const VISIBLE: &str = "note: an answer given as an argument can be seen by other users (ps) and stays in the shell's history; give it on \
                       standard input or with --in FILE instead";

/// Standard input, and a word to a person who sits in front of it.
fn standard_input(what: &str) -> Box<dyn Read> {
    if io::stdin().is_terminal() {
        tell(&format_args!("reading {what} from standard input, one per line; end with Ctrl-D"));
    }
    Box::new(io::stdin())
}

/// The text for outside must not break a row apart, nor look like a release.
fn check_outside(text: &str, dialect: Dialect) -> Result<(), Failure> {
    let delimiter = match dialect {
        Dialect::Csv { delimiter } => Some(delimiter),
        Dialect::Lines => None,
    };
    let breaks = |byte: u8| byte < b' ' || byte == b'"' || Some(byte) == delimiter;
    if text.bytes().any(breaks) {
        return Err(Failure::usage(
            "--outside: has a quote, a delimiter or a control character; choose a plain word",
        ));
    }
    if kdelta_oracle::number::parse(text).is_ok() {
        return Err(Failure::usage(format!(
            "--outside {text}: is a number, and could be taken for a release; choose a word, or release the ends with --to-ends"
        )));
    }
    Ok(())
}

fn open(path: &Path, flag: &str) -> Result<Box<dyn Read>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let failed = |why: &dyn std::fmt::Display| {
        let flag = if flag.is_empty() { String::new() } else { format!("--{flag} ") };
        Failure::usage(format!("{flag}{}: cannot be read: {why}", path.display()))
    };
    let file = File::open(path).map_err(|why| failed(&why))?;
    let found = file.metadata().map_err(|why| failed(&why))?;
    if found.is_dir() {
        return Err(failed(&"it is a directory"));
    }
    // Hidden by itself unless stderr is a terminal.
    let bar = ProgressBar::new(found.len()).with_finish(ProgressFinish::AndClear);
    if bar.is_hidden() || !found.is_file() {
        return Ok(Box::new(file));
    }
    if let Ok(style) =
        ProgressStyle::with_template("{elapsed} {wide_bar} {percent}% of {total_bytes}, {eta} left")
    {
        bar.set_style(style);
    }
    Ok(Box::new(bar.wrap_read(file)))
}
