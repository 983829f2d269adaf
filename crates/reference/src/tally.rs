//! What an exhaustive run knows so far, independent of the order in which points were seen; and its file.
//!
//! A tally is a pure function of the *set* of points it has seen: the largest filtered objective, and the
//! candidates, the points whose filtered objective is within 2·[`MARGIN`] of it. Joining tallies is therefore
//! associative and commutative, and threads, interruptions and shards cannot change a result.

use crate::error::Error;
use crate::filter::MARGIN;
use crate::subject::{Kernel, Subject, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// How many candidates are kept. The best ones by (objective, then least index) are kept, which is associative;
/// a full list means that more may exist, and the bound then falls back on the filter's own.
pub const MAX_CANDIDATES: usize = 1024;

/// A point whose filtered objective is close to the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// In units of 2^-100, within [`MARGIN`].
    #[serde(with = "text")]
    pub objective: i128,
    /// Number of the point.
    pub index: u64,
}

/// The largest objectives among the points seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Top {
    /// Unordered between calls of [`Top::settle`].
    candidates: Vec<Candidate>,
    /// The largest objective, if any point was seen.
    largest: Option<i128>,
}

impl Top {
    /// Takes one point into account.
    #[inline]
    pub fn see(&mut self, candidate: Candidate) {
        if self.largest.is_none_or(|largest| candidate.objective >= largest.saturating_sub(2 * MARGIN)) {
            self.insert(candidate);
        }
    }

    #[cold]
    fn insert(&mut self, candidate: Candidate) {
        self.largest = self.largest.max(Some(candidate.objective));
        self.candidates.push(candidate);
        if self.candidates.len() >= 4 * MAX_CANDIDATES {
            self.settle();
        }
    }

    /// Brings the candidates into their normal form: within 2·margin of the largest, best first, at most so many.
    pub fn settle(&mut self) {
        let Some(largest) = self.largest else { return };
        self.candidates.retain(|candidate| candidate.objective >= largest - 2 * MARGIN);
        self.candidates.sort_unstable_by_key(|candidate| (Reverse(candidate.objective), candidate.index));
        self.candidates.truncate(MAX_CANDIDATES);
    }

    /// Takes the points of another tally into account.
    pub fn join(&mut self, other: &Self) {
        for &candidate in &other.candidates {
            self.see(candidate);
        }
        self.settle();
    }

    /// The candidates, best first.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Whether candidates may have been dropped.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.candidates.len() >= MAX_CANDIDATES
    }
}

/// What a tally speaks about; two tallies with different identities do not mix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The kernel.
    pub kernel: String,
    /// Its format.
    pub format: String,
    /// The grid.
    pub domain: String,
    /// The number of points of the grid.
    pub points: u64,
    /// p of the objective |error| − 2^-p·|exact|, if any.
    pub relative: Option<u32>,
    /// SHA-256 of outputs of the kernel.
    pub fingerprint: String,
    /// [`crate::Function::filter_version`].
    pub filter: String,
    /// Names and versions of what the outputs depend on, the platform among them: shards of a black box that ran
    /// on different platforms do not mix.
    pub depends_on: Vec<(String, String)>,
}

impl Identity {
    /// Of a subject.
    ///
    /// # Errors
    /// [`Error::NotALogarithm`] if the kernel delivers no number at a point.
    pub fn of<K: Kernel>(subject: &Subject<K>, relative: Option<u32>) -> Result<Self, Error> {
        Ok(Self {
            kernel: subject.kernel.name(),
            format: subject.kernel.format(),
            domain: subject.grid.to_string(),
            points: subject.grid.points(),
            relative,
            fingerprint: subject.fingerprint()?,
            filter: subject.kernel.function().filter_version().to_owned(),
            depends_on: subject.kernel.depends_on(),
        })
    }

    /// Refuses another identity.
    ///
    /// # Errors
    /// [`Error::Mixed`], naming both.
    pub fn expect(&self, other: &Self) -> Result<(), Error> {
        if self == other {
            return Ok(());
        }
        let text = |identity: &Self| serde_json::to_string(identity).unwrap_or_default();
        Err(Error::Mixed { expected: text(self), found: text(other) })
    }
}

/// Disjoint ranges [from, to) of points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    /// Adds a range.
    ///
    /// # Errors
    /// [`Error::Overlap`] if a point of it is there already.
    pub fn add(&mut self, from: u64, to: u64) -> Result<(), Error> {
        if from >= to {
            return Ok(());
        }
        let (mut from, mut to) = (from, to);
        if let Some((&before, &end)) = self.0.range(..to).next_back() {
            if end > from {
                return Err(Error::Overlap { from: from.max(before), to: end.min(to) });
            }
            if end == from {
                self.0.remove(&before);
                from = before;
            }
        }
        if let Some(end) = self.0.remove(&to) {
            to = end;
        }
        self.0.insert(from, to);
        Ok(())
    }

    /// The parts of [from, to) that are missing.
    #[must_use]
    pub fn missing(&self, from: u64, to: u64) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut next = from;
        for (&start, &end) in &self.0 {
            if end <= next {
                continue;
            }
            if start >= to {
                break;
            }
            if start > next {
                gaps.push((next, start));
            }
            next = end;
        }
        if next < to {
            gaps.push((next, to));
        }
        gaps
    }

    /// How many points there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from).sum()
    }

    /// The ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(&from, &to)| (from, to))
    }
}

/// The knowledge of one run or shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What it speaks about.
    pub identity: Identity,
    /// Which points were seen.
    pub done: Ranges,
    /// The largest objectives among them.
    pub top: Top,
}

/// The file: everything a person would want to read, and a seal over it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    kind: String,
    identity: Identity,
    done: Vec<(u64, u64)>,
    candidates: Vec<Candidate>,
    #[serde(default)]
    seal: String,
}

/// A longer file is no tally: candidates are few, and so are the gaps that interrupted threads leave.
const MAX_BYTES: u64 = 1 << 22;

const KIND: &str = "kdelta exhaustive tally, version 1";

impl Document {
    fn seal(&self) -> Result<String, serde_json::Error> {
        let content = serde_json::to_vec(&(&self.kind, &self.identity, &self.done, &self.candidates))?;
        Ok(hex(&Sha256::digest(content)))
    }
}

impl Tally {
    /// A tally of nothing.
    #[must_use]
    pub fn new(identity: Identity) -> Self {
        Self { identity, done: Ranges::default(), top: Top::default() }
    }

    /// Takes over all points of another tally.
    ///
    /// # Errors
    /// [`Error::Mixed`] for another subject, [`Error::Overlap`] for points that are counted already.
    pub fn join(&mut self, other: &Self) -> Result<(), Error> {
        self.identity.expect(&other.identity)?;
        for (from, to) in other.done.iter() {
            self.done.add(from, to)?;
        }
        self.top.join(&other.top);
        Ok(())
    }

    /// Refuses a tally that has not seen every point.
    ///
    /// # Errors
    /// [`Error::Gap`], naming the first gap; [`Error::Overlap`] if it has seen points that do not exist.
    pub fn require_complete(&self) -> Result<(), Error> {
        let points = self.identity.points;
        if let Some(&(from, to)) = self.done.missing(0, points).first() {
            return Err(Error::Gap { from, to });
        }
        match self.done.iter().last() {
            Some((_, to)) if to > points => Err(Error::Overlap { from: points, to }),
            _ => Ok(()),
        }
    }

    /// Writes the tally so that a reader sees the old file or the new one, never a part.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let file_error = |cause| Error::File { path: path.to_owned(), cause };
        let mut document = Document {
            kind: KIND.to_owned(),
            identity: self.identity.clone(),
            done: self.done.iter().collect(),
            candidates: self.top.candidates.clone(),
            seal: String::new(),
        };
        document.seal = document.seal().map_err(|cause| file_error(cause.into()))?;
        let text = serde_json::to_vec_pretty(&document).map_err(|cause| file_error(cause.into()))?;
        kdelta_files::write(path, &text).map_err(file_error)
    }

    /// Reads a tally.
    ///
    /// # Errors
    /// [`Error::File`], also for a file that is too long to be a tally; [`Error::Damaged`] if the content does not match its seal.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = kdelta_files::read(path, MAX_BYTES)
            .map_err(|cause| Error::File { path: path.to_owned(), cause })?;
        let damaged = |cause: String| Error::Damaged { path: path.to_owned(), cause };
        let document: Document = serde_json::from_slice(&text).map_err(|cause| damaged(cause.to_string()))?;
        if document.kind != KIND {
            return Err(damaged(format!("it is \"{}\" instead of \"{KIND}\"", document.kind)));
        }
        if document.seal().map_err(|cause| damaged(cause.to_string()))? != document.seal {
            return Err(damaged("its content does not match its seal".to_owned()));
        }
        let mut tally = Self::new(document.identity);
        for (from, to) in document.done {
            tally.done.add(from, to)?;
        }
        for candidate in document.candidates {
            tally.top.see(candidate);
        }
        tally.top.settle();
        Ok(tally)
    }
}

/// i128 as text, because JSON numbers are doubles to many readers.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_neighbours_and_refuse_overlaps() {
        let mut ranges = Ranges::default();
        for (from, to) in [(10, 20), (0, 5), (30, 40), (5, 10), (20, 30)] {
            ranges.add(from, to).unwrap();
        }
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [(0, 40)]);
        for (from, to) in [(0, 1), (39, 41), (5, 6)] {
            assert!(matches!(ranges.add(from, to), Err(Error::Overlap { .. })), "{from} {to}");
        }
        ranges.add(50, 60).unwrap();
        assert!(ranges.add(45, 51).is_err() && ranges.add(41, 70).is_err());
        assert_eq!(ranges.missing(0, 70), [(40, 50), (60, 70)]);
        assert_eq!(ranges.missing(35, 55), [(40, 50)]);
        assert_eq!(ranges.count(), 50);
    }

    #[test]
    fn top_depends_on_the_set_of_points_only() {
        // Many ties, so that the list is full and truncation is exercised.
        let all: Vec<_> = (0..9000_u64)
            .map(|i| Candidate { objective: i128::from(i * 7919 % 11) * MARGIN, index: i })
            .collect();
        let mut forward = Top::default();
        all.iter().for_each(|&candidate| forward.see(candidate));
        forward.settle();
        let mut joined = Top::default();
        for part in all.chunks(1234).rev() {
            let mut top = Top::default();
            part.iter().rev().for_each(|&candidate| top.see(candidate));
            top.settle();
            joined.join(&top);
        }
        assert_eq!(forward, joined);
        assert!(forward.is_full());
        assert!(forward.candidates().iter().all(|candidate| candidate.objective >= 9 * MARGIN));
        assert_eq!(forward.candidates()[0].objective, 10 * MARGIN);
    }
}
