//! How kdelta writes files: whole or not at all.
//!
//! - A regular file is replaced in one step by a new one that is complete and on the disk; until then the old one stays. A link is
//!   followed, also one that leads to nothing yet, and stays a link.
//! - What is no regular file (a pipe, a device, `/dev/stdout`, `/proc/self/fd/N`) is written through and never replaced.
//! - Until it is published, what is written can be read by its owner only (mode 0600). Then it has the mode of the file that it
//!   replaces, or the one that any new file would have there.
//! - A signal leaves nothing behind. On Linux the file in the making has no name (`O_TMPFILE`), so that it vanishes with the process
//!   however that ends. Only to replace a file it needs a name, between `linkat` and `rename`, when its content is complete. Where a
//!   file system has no such files, it has a name from the start, which [`end_cleanly_on_signals`] removes.
//!
//! [`write()`] takes a whole text, [`Output`] a stream of any length. [`write_durably`] and [`create_durably`] return only when what was
//! written would survive a loss of power, and [`Lock`] keeps other processes out meanwhile.

mod draft;
mod flushing;
mod lock;
mod output;
mod signals;
mod target;

pub use lock::Lock;
pub use output::Output;
pub use signals::end_cleanly_on_signals;

use draft::Draft;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use target::{Target, directory_of};

/// Writes a file whole or not at all; a special file is written through.
///
/// # Errors
/// What the system says, with the kind `IsADirectory` for a directory. What was there is then untouched, unless it is a special file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match Target::find(path)? {
        Target::Special(mut file) => file.write_all(bytes),
        Target::Regular { path, replaced } => {
            let mut draft = Draft::beside(&path)?;
            draft.file().write_all(bytes)?;
            draft.publish(&path, replaced)
        }
    }
}

/// Replaces a regular file, as [`write()`] does, and returns only when a loss of power would not bring the old one back.
///
/// # Errors
/// What the system says, or that there is no regular file at the path. The file is then the old one or the new one, whole.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match Target::find(path)? {
        Target::Regular { path, replaced: Some(replaced) } => {
            let mut draft = Draft::beside(&path)?;
            draft.file().write_all(bytes)?;
            draft.put(&path, Some(replaced))?;
            sync_directory(&path)
        }
        Target::Regular { replaced: None, .. } => Err(io::ErrorKind::NotFound.into()),
        Target::Special(_) => Err(io::Error::other("it is no regular file")),
    }
}

/// Makes a new file, whole, and returns only when a loss of power would not take it away. Nothing that is there is ever replaced.
///
/// # Errors
/// What the system says, with the kind `AlreadyExists` if there is something at the path, be it a link that leads nowhere.
pub fn create_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    // As any new file is permitted, where there are modes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut draft = builder.tempfile_in(directory_of(path))?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    draft.persist_noclobber(path)?;
    sync_directory(path)
}

/// Puts the names in the directory of a file on the disk. Where directories cannot be opened, the system does it by itself.
fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(directory_of(path))?.sync_all() } else { Ok(()) }
}

/// Reads a file of at most `limit` bytes, so that neither a device without end nor a huge file fills the memory.
///
/// # Errors
/// What the system says, or that the file is longer, with the kind `FileTooLarge`.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(read).is_ok_and(|read| read <= limit) {
        Ok(bytes)
    } else {
        let why = format!("it has more than {limit} bytes, the limit");
        Err(io::Error::new(io::ErrorKind::FileTooLarge, why))
    }
}
