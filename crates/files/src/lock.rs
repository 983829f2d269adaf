//! A lock that keeps other processes out until it is dropped, or its process ends in any way.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// An exclusive lock, held as long as this lives.
///
/// The file that is locked must be one that nobody replaces or removes: who locks a file that is then replaced
/// has locked nothing that others see. So lock a file beside the one that is written.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the lock lives as long as the file is open")] File);

impl Lock {
    /// Locks the file, which is made if there is none; `None` if somebody else holds the lock.
    ///
    /// ```
    /// use kdelta_files::Lock;
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("lock");
    /// let lock = Lock::try_exclusive(&path)?;
    /// assert!(lock.is_some() && Lock::try_exclusive(&path)?.is_none());
    /// drop(lock);
    /// assert!(Lock::try_exclusive(&path)?.is_some());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the system says, also if its file system has no locks.
    pub fn try_exclusive(path: &Path) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => Ok(Some(Self(file))),
            Err(fs4::TryLockError::WouldBlock) => Ok(None),
            Err(fs4::TryLockError::Error(why)) => Err(why),
        }
    }
}
