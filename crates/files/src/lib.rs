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
//! [`write()`] takes a whole text, [`Output`] a stream of any length.

mod draft;
mod flushing;
mod output;
mod signals;
mod target;

pub use output::Output;
pub use signals::end_cleanly_on_signals;

use draft::Draft;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use target::Target;

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
