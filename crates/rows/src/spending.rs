//! What a release costs goes into a ledger before anything of it is drawn, and before there is any output.
//!
//! The order of every release is: read all that can be read without noise, make the output (still invisible),
//! record, draw, publish. So however a program ends, a byte of a release is never there without its entry.
//! An entry without a release is possible, and counts.

use crate::accepted::is_whole;
use crate::batch::{BadRow, Batch};
use crate::stream::{Rows, Spell, Spelling, Tally};
use kdelta::ledger::{Entry, LedgerFile};
use kdelta::{Entropy, EntropyError, Error as NotReleased, Guarantee, Hides, Release};
use kdelta_certificate::Vector;
use kdelta_explore::Error;
use kdelta_oracle::number::Rational;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// So long a ledger that another process has open is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// As long as a label can be.
const LONGEST: usize = 1000;

/// Hears what a person should know: what was recorded and what is left, or that another process has the ledger.
pub type Say<'a> = Option<&'a dyn Fn(&str)>;

/// Where the cost of releases is recorded.
#[derive(Debug, Clone, Default)]
pub struct Spending {
    /// The ledger; nothing is recorded without one.
    pub ledger: Option<PathBuf>,
    /// What the ledger calls the release, in the place of its own words.
    pub label: Option<String>,
}

impl Spending {
    /// Whether anything is recorded.
    #[must_use]
    pub const fn is_recorded(&self) -> bool {
        self.ledger.is_some()
    }

    /// Refuses an output that would take the place of the ledger.
    ///
    /// # Errors
    /// If it would.
    pub fn check(&self, out: Option<&Path>) -> Result<(), Error> {
        let (Some(ledger), Some(out)) = (&self.ledger, out) else { return Ok(()) };
        let found = |path: &Path| std::fs::canonicalize(path).ok();
        let lock = found(ledger).map(|ledger| {
            let mut name = ledger.into_os_string();
            name.push(".lock");
            PathBuf::from(name)
        });
        let same = |path: Option<PathBuf>| path.is_some() && path == found(out);
        if same(found(ledger)) || same(lock) {
            return Err(Error::question(format!(
                "--out {}: is the ledger, which the output would replace; choose another file",
                out.display()
            )));
        }
        Ok(())
    }

    /// Records releases, each with what it is called, what one costs, and how many there are; all or none. They
    /// hide the same thing; none if only the user knows what. Says what is left.
    ///
    /// # Errors
    /// If the budget does not cover them, or the ledger cannot be read or written: nothing may then be released.
    pub fn record(
        &self,
        releases: &[(String, &Guarantee, u64)],
        hides: Option<Hides>,
        say: Say<'_>,
    ) -> Result<(), Error> {
        let Some(path) = &self.ledger else { return Ok(()) };
        let entry = |(what, guarantee, count): &(String, &Guarantee, u64)| {
            let label = match &self.label {
                None => one_line(what),
                Some(label) if releases.len() == 1 => label.clone(),
                // Several numbers of one command.
                Some(label) => format!("{label}: {what}"),
            };
            let entry = Entry::of(label, guarantee)?.times(*count)?;
            Ok(hides.map_or_else(|| entry.clone(), |hides| entry.clone().hiding(hides)))
        };
        let nothing = |why: NotReleased| Error::refused(format!("{why}. Nothing was released"));
        let entries = releases.iter().map(entry).collect::<Result<Vec<_>, NotReleased>>().map_err(nothing)?;
        let mut file = open(path, say)?;
        file.record_all(entries).map_err(|why| {
            let place = if matches!(why, NotReleased::File { .. }) { String::new() } else { in_file(path) };
            Error::refused(format!("{place}{why}. Nothing was released"))
        })?;
        if let Some(say) = say {
            let ledger = file.ledger();
            say(&format!(
                "recorded in {} before the release, as entry {}; left: {}",
                path.display(),
                ledger.entries().len(),
                ledger.remaining()
            ));
        }
        Ok(())
    }
}

fn in_file(path: &Path) -> String {
    format!("--ledger {}: ", path.display())
}

/// What to do about a ledger that is not there.
#[must_use]
pub fn missing(path: &Path) -> String {
    format!(
        "there is no such file. If there is a ledger of these people elsewhere, find it: a new one forgets what was released. Otherwise make \
         one with\n  kdelta ledger {} --create --epsilon NUMBER --delta NUMBER",
        path.display()
    )
}

/// Opens the ledger, and waits a while for another process that has it open.
fn open(path: &Path, mut say: Say<'_>) -> Result<LedgerFile, Error> {
    let begun = Instant::now();
    loop {
        match LedgerFile::open(path) {
            Ok(file) => return Ok(file),
            Err(NotReleased::InUse { .. }) if begun.elapsed() < PATIENCE => {
                if let Some(say) = say.take() {
                    say(&format!("waiting for another process to leave the ledger {}", path.display()));
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(_) if !path.exists() => {
                return Err(Error::question(format!(
                    "{}{}\nNothing was released",
                    in_file(path),
                    missing(path)
                )));
            }
            Err(why) => {
                return Err(Error::refused(format!("{}{why}. Nothing was released", in_file(path))));
            }
        }
    }
}

/// Without line breaks, and not too long.
fn one_line(what: &str) -> String {
    what.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}

/// How the rows of an input are paid for.
#[derive(Clone)]
pub struct PerRow<'a> {
    /// Where.
    pub spending: &'a Spending,
    /// What the ledger calls it, unless the user says.
    pub what: String,
    /// Of how many rows one person has, as the user says; otherwise all of them may be of one.
    pub rows_each: Option<u64>,
    /// What the rows are, together. All values of a vector are one release.
    pub vector: Vector,
    /// What the rows hide, if that is known.
    pub hides: Option<Hides>,
    /// Hears about it.
    pub say: Say<'a>,
}

impl PerRow<'_> {
    /// Records so many releases, or as many of them as one person has.
    ///
    /// # Errors
    /// As for [`Spending::record`]; or if they are not all values of a vector.
    pub fn record(&self, guarantee: &Guarantee, rows: u64) -> Result<(), Error> {
        is_whole(self.vector, rows)?;
        let rows = if self.vector.is_single() { rows } else { 1 };
        let count = self.rows_each.map_or(rows, |each| each.min(rows));
        self.spending.record(&[(self.what.clone(), guarantee, count)], self.hides, self.say)
    }

    /// Records the releases of all rows of an input, before any of them is drawn; the input again, and what
    /// was counted in it, if it had to be counted.
    ///
    /// # Errors
    /// As for [`PerRow::record`]; or if the input cannot be read, or a row of it is bad.
    pub fn record_rows<S: Spell<D>, const D: usize>(
        &self,
        mut input: Box<dyn Read>,
        rows: &Rows,
        spelling: &Spelling<S>,
        batch: &dyn Batch<D>,
        what: &str,
    ) -> Result<(Box<dyn Read>, Option<Tally>), Error> {
        if !self.spending.is_recorded() {
            return Ok((input, None));
        }
        if let Some(each) = self.rows_each {
            self.spending.record(&[(self.what.clone(), batch.guarantee(), each)], self.hides, self.say)?;
            return Ok((input, None));
        }
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(|why| {
            Error::refused(format!("the input cannot be read: {why}; nothing was released"))
        })?;
        let counting = Counting(batch.another());
        let tally = crate::stream::release(
            bytes.as_slice(),
            &mut io::sink(),
            rows,
            spelling,
            &counting,
            &mut Silent,
        )?;
        tally.some(what, "rows")?;
        self.record(batch.guarantee(), tally.released)?;
        Ok((Box::new(Cursor::new(bytes)), Some(tally)))
    }
}

/// Reads rows as another batch does, and draws nothing for them.
struct Counting<const D: usize>(Box<dyn Batch<D>>);

/// A source without a single bit.
struct Silent;

impl Entropy for Silent {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), EntropyError> {
        Err(EntropyError)
    }
}

impl<const D: usize> Batch<D> for Counting<D> {
    fn push(&mut self, texts: [&[u8]; D]) -> Result<(), BadRow> {
        self.0.push(texts)
    }

    fn release(
        &mut self,
        _: &mut dyn Entropy,
        releases: &mut Vec<Release<[i64; D]>>,
    ) -> Result<(), NotReleased> {
        self.0.discard(releases);
        Ok(())
    }

    fn discard(&mut self, releases: &mut Vec<Release<[i64; D]>>) {
        self.0.discard(releases);
    }

    fn guarantee(&self) -> &Guarantee {
        self.0.guarantee()
    }

    fn reading_error(&self) -> &Rational {
        self.0.reading_error()
    }

    fn another(&self) -> Box<dyn Batch<D>> {
        Box::new(Self(self.0.another()))
    }
}
