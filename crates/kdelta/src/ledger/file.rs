//! A ledger in a file, for one process at a time.
//!
//! **What survives.** [`LedgerFile::record`] returns when the file with the new entry is on the disk: a complete
//! new file is written beside the old one, flushed, put in its place in one step, and the directory is flushed.
//! Whenever the process is killed or the power fails, the file is whole, with the entry or without it; and if
//! `record` has returned, with it. So a release that is drawn after `record` has returned never lacks its
//! entry. An entry without a release is possible, and counts.
//!
//! **Who else.** The file is replaced by every record, so a lock on it would be a lock on a file that is gone.
//! The lock is on a second file beside it, `NAME.lock`, which stays there. It is found from where the links of
//! the path lead to, so that every path to the file has the same lock. A file with a second name (a hard link)
//! is refused: after the next record the other name would still lead to the old state.

use super::recorder::Recorder;
use super::{Budget, Entry, Ledger};
use crate::error::Error;
use kdelta_files::Lock;
use std::fmt;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A longer file is no ledger.
const MAX_BYTES: u64 = 1 << 30;

/// A [`Ledger`] in a file, which no other process can open until this is dropped.
///
/// Each record writes the whole file, which takes a few milliseconds for thousands of entries. Many releases
/// of one kind are better one entry with their number ([`Entry::times`]).
///
/// ```
/// use kdelta::ledger::{Budget, LedgerFile, Recorder};
/// use kdelta::{Error, Laplace, entropy};
/// # let directory = tempfile::tempdir().unwrap();
/// # let path = directory.path().join("patients.ledger");
///
/// let count = Laplace::<f64>::builder()
///     .epsilon("1/10").sensitivity(1).answers(0, 1000).window(-1000, 2000).grid(1).build()?;
///
/// let mut ledger = LedgerFile::create(&path, Budget::approximate(1, "1e-6")?)?;
/// ledger.release(&count, "patients on Monday", 41.0, &mut entropy::Os)?;
///
/// // Nobody else can use it meanwhile; afterwards they find everything.
/// assert!(matches!(LedgerFile::open(&path), Err(Error::InUse { .. })));
/// drop(ledger);
/// assert_eq!(LedgerFile::open(&path)?.ledger().entries().len(), 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct LedgerFile {
    /// Where the links lead to.
    path: PathBuf,
    ledger: Ledger,
    /// The file as it was last read or written.
    state: State,
    _lock: Lock,
}

/// What tells that somebody who does not care about locks has changed the file.
#[derive(Debug, PartialEq, Eq)]
struct State {
    length: u64,
    /// Device and number, where files have them.
    identity: Option<(u64, u64)>,
}

impl LedgerFile {
    /// Makes a ledger without entries in a new file.
    ///
    /// # Errors
    /// [`Error::File`] if there is something at the path already, and whatever the system says;
    /// [`Error::InUse`] if somebody else is making the same file.
    pub fn create(path: impl AsRef<Path>, budget: Budget) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.file_name().ok_or_else(|| failed(path, "it names no file"))?;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = fs::canonicalize(directory.unwrap_or(Path::new(".")));
        let path = directory.map_err(|why| failed(path, why))?.join(name);
        let lock = lock(&path)?;
        let ledger = Ledger::new(budget);
        kdelta_files::create_durably(&path, ledger.to_text()?.as_bytes()).map_err(|why| match why.kind() {
            ErrorKind::AlreadyExists => {
                failed(&path, "there is such a file already, and what was recorded in it must not be lost; choose another name")
            }
            _ => failed(&path, why),
        })?;
        Ok(Self { state: State::of(&path)?, path, ledger, _lock: lock })
    }

    /// Opens a ledger, keeps others from it until this is dropped, and checks all of it.
    ///
    /// # Errors
    /// [`Error::InUse`] at once if another process, or another [`LedgerFile`] of this one, has it open;
    /// [`Error::Saved`] for a file that is not as a ledger has written it; [`Error::File`] for what cannot be
    /// read, or has a second name.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = fs::canonicalize(path.as_ref()).map_err(|why| failed(path.as_ref(), why))?;
        // No lock beside what is no ledger.
        if !fs::metadata(&path).map_err(|why| failed(&path, why))?.is_file() {
            return Err(failed(&path, "it is no regular file"));
        }
        let lock = lock(&path)?;
        let state = State::of(&path)?;
        Ok(Self { ledger: read(&path)?, path, state, _lock: lock })
    }

    /// The ledger of a file as it is now, without a lock: to look at. What would be recorded in it would be in no
    /// file, so it does not record.
    ///
    /// # Errors
    /// As [`LedgerFile::open`], without [`Error::InUse`].
    pub fn look(path: impl AsRef<Path>) -> Result<impl Deref<Target = Ledger> + fmt::Debug, Error> {
        read(path.as_ref()).map(Seen)
    }

    /// What is in the file.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Records a release **before** anything of it is drawn, and returns when it is on the disk; or refuses it,
    /// and then nothing of it may be drawn.
    ///
    /// # Errors
    /// As [`Ledger::record`], and the file is as it was. [`Error::File`] if the file cannot be written, or was
    /// changed by somebody else: then nothing may be drawn either, but the entry counts in this ledger, as it
    /// may be in the file.
    pub fn record(&mut self, entry: Entry) -> Result<(), Error> {
        self.record_all(vec![entry])
    }

    /// Records several releases at once, or none of them.
    ///
    /// # Errors
    /// As [`LedgerFile::record`].
    pub fn record_all(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        self.ledger.record_all(entries)?;
        if State::of(&self.path)? != self.state {
            return Err(failed(
                &self.path,
                "it was changed or replaced while it was open here; find out by whom, as entries may be missing",
            ));
        }
        let text = self.ledger.to_text()?;
        kdelta_files::write_durably(&self.path, text.as_bytes()).map_err(|why| failed(&self.path, why))?;
        self.state = State::of(&self.path)?;
        Ok(())
    }
}

/// A ledger that only shows itself.
#[derive(Debug)]
struct Seen(Ledger);

impl Deref for Seen {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.0
    }
}

impl Recorder for LedgerFile {
    fn record_all(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        Self::record_all(self, entries)
    }
}

impl State {
    fn of(path: &Path) -> Result<Self, Error> {
        // Not through a link: the path is where they lead to.
        let found = fs::symlink_metadata(path).map_err(|why| failed(path, why))?;
        if !found.is_file() {
            return Err(failed(path, "it is no regular file"));
        }
        let (identity, names) = identity(&found);
        if names > 1 {
            return Err(failed(
                path,
                "it has a second name (a hard link), which would keep the old state; copy it to a name of its own and remove both",
            ));
        }
        Ok(Self { length: found.len(), identity })
    }
}

/// Device and number of a file, and how many names it has.
#[cfg(unix)]
fn identity(found: &Metadata) -> (Option<(u64, u64)>, u64) {
    use std::os::unix::fs::MetadataExt;
    (Some((found.dev(), found.ino())), found.nlink())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (Option<(u64, u64)>, u64) {
    (None, 1)
}

fn read(path: &Path) -> Result<Ledger, Error> {
    let bytes = kdelta_files::read(path, MAX_BYTES).map_err(|why| failed(path, why))?;
    let text = String::from_utf8(bytes).map_err(|_| failed(path, "it is no text, and so no ledger"))?;
    Ledger::from_text(&text)
}

/// The lock of a ledger, on a file beside it that is never replaced.
fn lock(path: &Path) -> Result<Lock, Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let lock = Lock::try_exclusive(Path::new(&beside)).map_err(|why| failed(Path::new(&beside), why))?;
    lock.ok_or_else(|| Error::InUse { path: path.to_owned() })
}

fn failed(path: &Path, why: impl fmt::Display) -> Error {
    Error::File { path: path.to_owned(), why: why.to_string() }
}
