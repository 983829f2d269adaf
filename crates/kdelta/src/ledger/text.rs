//! A ledger as text: JSON Lines that notice when a line is lost, repeated, moved or changed.
//!
//! The first line is the budget, then there is one line for each entry, numbered from 1, and the last line
//! says how many there are. All numbers are exact, as text. Each line ends in a digest of itself and of the
//! digest before it, so that every line depends on all lines before it, and the last line on all. A text is
//! read back only if it is, byte for byte, what a ledger would write; anything else is refused and nothing is
//! repaired, as a release may stand behind any line. This finds accidents; it does not stop a forger, who can
//! compute digests too, nor somebody who puts an old copy in the place of the file.

use super::{Budget, Entry, Ideal, Ledger};
use crate::error::Error;
use crate::guarantee::Hides;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::Rational;
use kdelta_oracle::transfer::Closeness;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The name and the version of the format: the first one, and the one that knows Gaussian noise. What the first one can
/// say is written in it, so that older programs read it.
const SCHEMAS: [&str; 2] = ["kdelta-ledger/1", "kdelta-ledger/2"];

/// The oldest version that knows all entries.
fn schema(entries: &[Entry]) -> &'static str {
    let [first, second] = SCHEMAS;
    if entries.iter().any(|entry| matches!(entry.ideal(), Ideal::Gaussian { .. })) { second } else { first }
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    schema: String,
    epsilon: UpperBound,
    delta: UpperBound,
    /// α > 1; none without a Rényi rule.
    order: Option<UpperBound>,
    digest: String,
}

/// A line of an entry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    number: usize,
    label: String,
    releases: u64,
    ideal: Ideal,
    closeness: Closeness,
    hides: Option<Hides>,
    /// ε′ where it is certified to be less than ε + κ₊ + κ₋.
    epsilon_prime: Option<UpperBound>,
    digest: String,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    entries: usize,
    digest: String,
}

/// A line that ends in a digest.
trait Chained: Serialize + DeserializeOwned {
    fn digest(&mut self) -> &mut String;
}

macro_rules! chained {
    ($($Line:ty),+) => {$(
        impl Chained for $Line {
            fn digest(&mut self) -> &mut String {
                &mut self.digest
            }
        }
    )+};
}
chained!(First, Line, Last);

/// Lines and the digest of all of them.
#[derive(Default)]
struct Chain {
    digest: String,
}

impl Chain {
    /// The text of a line, with its digest.
    fn write(&mut self, mut line: impl Chained) -> Result<String, Error> {
        let unwritable = |why: serde_json::Error| Error::Saved { line: 0, why: why.to_string() };
        line.digest().clear();
        let bare = serde_json::to_string(&line).map_err(unwritable)?;
        let digest =
            Sha256::new().chain_update(&self.digest).chain_update("\n").chain_update(bare).finalize();
        let mut hexadecimal = String::with_capacity(64);
        for byte in digest {
            // Writing to a string does not fail.
            let _ = write!(hexadecimal, "{byte:02x}");
        }
        self.digest.clone_from(&hexadecimal);
        *line.digest() = hexadecimal;
        serde_json::to_string(&line).map_err(unwritable)
    }

    /// The line of a text, if that is what would be written.
    fn read<L: Chained>(&mut self, text: &str, number: usize) -> Result<L, Error> {
        let damaged = |why: String| Error::Saved { line: number, why };
        let read =
            || serde_json::from_str::<L>(text).map_err(|why| damaged(format!("is not of a ledger: {why}")));
        if self.write(read()?)? != text {
            return Err(damaged("or one before it is not as it was written".into()));
        }
        read()
    }
}

impl Ledger {
    /// The ledger as text, from which [`Ledger::from_text`] makes the same ledger. Who keeps a ledger this way
    /// records, then saves the text, and only then draws; [`super::LedgerFile`] does that.
    ///
    /// # Errors
    /// None, as far as is known: numbers and labels of a ledger can be written.
    ///
    /// ```
    /// use kdelta::ledger::{Budget, Entry, Ledger};
    /// # let count = kdelta::Laplace::<f64>::builder()
    /// #     .epsilon("1/10").sensitivity(1).answers(0, 1000).window(-1000, 2000).grid(1).build()?;
    /// let mut ledger = Ledger::new(Budget::approximate(1, "1e-6")?);
    /// ledger.record(Entry::of("patients", count.guarantee())?)?;
    ///
    /// let text = ledger.to_text()?;
    /// assert_eq!(Ledger::from_text(&text)?, ledger);
    ///
    /// // A lost line is noticed, and so is any other change.
    /// let lost: Vec<_> = text.lines().filter(|line| !line.contains("patients")).collect();
    /// assert!(Ledger::from_text(&lost.join("\n")).is_err());
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    pub fn to_text(&self) -> Result<String, Error> {
        let (mut chain, mut text) = (Chain::default(), String::new());
        let exact = |number: &Rational| UpperBound::new(number.clone());
        let first = First {
            schema: schema(&self.entries).into(),
            epsilon: exact(self.budget.epsilon()),
            delta: exact(self.budget.delta()),
            order: self.budget.order().map(exact),
            digest: String::new(),
        };
        let mut push = |line: String| {
            text.push_str(&line);
            text.push('\n');
        };
        push(chain.write(first)?);
        for (place, entry) in self.entries.iter().enumerate() {
            push(chain.write(Line {
                number: place + 1,
                label: entry.label().to_owned(),
                releases: entry.count(),
                ideal: entry.ideal().clone(),
                closeness: entry.closeness().clone(),
                hides: entry.hides(),
                epsilon_prime: entry.certified().cloned(),
                digest: String::new(),
            })?);
        }
        push(chain.write(Last { entries: self.entries.len(), digest: String::new() })?);
        Ok(text)
    }

    /// The ledger that a text of [`Ledger::to_text`] was written from.
    ///
    /// # Errors
    /// [`Error::Saved`] with the first line that is not as it was written.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let mut chain = Chain::default();
        let Some(whole) = text.strip_suffix('\n') else {
            let why = "does not end: the text was cut off".into();
            return Err(Error::Saved { line: text.lines().count(), why });
        };
        let lines: Vec<&str> = whole.split('\n').collect();
        let [first, middle @ .., last] = lines.as_slice() else {
            return Err(Error::Saved { line: 1, why: "is the only one: the text was cut off".into() });
        };
        // A ledger of a later version has other lines, which must not be called damaged.
        let named = serde_json::from_str::<serde_json::Value>(first).unwrap_or_default();
        match named.get("schema").and_then(serde_json::Value::as_str) {
            Some(known) if SCHEMAS.contains(&known) => {}
            Some(other) => {
                let [first, second] = SCHEMAS;
                let why =
                    format!("is of the format {other:?}, and this is the reader of {first:?} and {second:?}");
                return Err(Error::Saved { line: 1, why });
            }
            None => return Err(Error::Saved { line: 1, why: "is not the first line of a ledger".into() }),
        }
        let First { schema: written, epsilon, delta, order, .. } = chain.read(first, 1)?;
        let exact = |number: UpperBound| number.value().clone();
        let budget = Budget::new(exact(epsilon), exact(delta), order.map(exact))?;
        let mut entries = Vec::with_capacity(middle.len());
        for (place, line) in middle.iter().enumerate() {
            let line: Line = chain.read(line, place + 2)?;
            if line.number != place + 1 {
                let why = format!("has the number {} in the place of {}", line.number, place + 1);
                return Err(Error::Saved { line: place + 2, why });
            }
            let entry = Entry::new(line.label, line.ideal, line.closeness)?.times(line.releases)?;
            let entry = line.hides.map_or(entry.clone(), |hides| entry.hiding(hides));
            entries.push(match line.epsilon_prime {
                Some(epsilon_prime) => entry.certified_at(epsilon_prime)?,
                None => entry,
            });
        }
        if written != schema(&entries) {
            let why = format!(
                "is of the format {written:?}, and a ledger with these entries of {:?}",
                schema(&entries)
            );
            return Err(Error::Saved { line: 1, why });
        }
        let Last { entries: count, .. } = chain.read(last, lines.len())?;
        if count != entries.len() {
            let why = format!("counts {count} entries, and there are {}", entries.len());
            return Err(Error::Saved { line: lines.len(), why });
        }
        Self::restored(budget, entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    /// Such a file is possible if a later version computes a larger bound. What was released stays listed.
    #[test]
    fn entries_beyond_the_budget_are_kept_and_nothing_more_is_accepted() {
        let ideal = Ideal::Laplace { sensitivity: q("1"), scale: q("1") };
        let entry = |label: &str| Entry::new(label, ideal.clone(), Closeness::exact()).unwrap();
        let budget = Budget::pure("3/2").unwrap();
        let beyond = Ledger::restored(budget, vec![entry("one"), entry("two")]).unwrap();
        let mut read = Ledger::from_text(&beyond.to_text().unwrap()).unwrap();
        assert_eq!((read.entries().len(), read.rules().len()), (2, 0));
        let free = Ideal::Laplace { sensitivity: q("0"), scale: q("1") };
        let why = read.record(Entry::new("free", free, Closeness::exact()).unwrap()).unwrap_err();
        assert!(matches!(why, Error::Spent { .. }) && why.to_string().contains("nothing is left"), "{why}");
    }

    /// The chain alone would let a forger's number pass; the numbers are compared too.
    #[test]
    fn a_wrong_number_is_refused_although_its_digest_is_right() {
        let ledger = Ledger::new(Budget::pure(1).unwrap());
        let text = ledger.to_text().unwrap();
        let mut chain = Chain::default();
        let _: First = chain.read(text.lines().next().unwrap(), 1).unwrap();
        let last = chain.write(Last { entries: 1, digest: String::new() }).unwrap();
        let forged = format!("{}\n{last}\n", text.lines().next().unwrap());
        let why = Ledger::from_text(&forged).unwrap_err().to_string();
        assert!(why.contains("line 2 counts 1 entries, and there are 0"), "{why}");
    }
}
