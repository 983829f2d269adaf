//! Files the user names: read up to a limit, and written whole or not at all.

use crate::failure::Failure;
use std::io::{self, ErrorKind};
use std::path::Path;

/// The text of a file of at most `limit` bytes, or what is wrong with it.
pub(crate) fn read(path: &Path, limit: u64) -> Result<String, String> {
    let bytes = kdelta_files::read(path, limit).map_err(|why| match why.kind() {
        ErrorKind::FileTooLarge => format!("has more than {limit} bytes, the limit"),
        _ => format!("cannot be read: {why}"),
    })?;
    String::from_utf8(bytes).map_err(|why| format!("is no text: {why}"))
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    kdelta_files::write(path, text.as_bytes()).map_err(|why| unwritable(path, &why, ""))
}

/// Why `--out` failed, and what follows from that.
pub(crate) fn unwritable(path: &Path, why: &io::Error, consequence: &str) -> Failure {
    let message = format!("--out {}: cannot be written: {why}{consequence}", path.display());
    if why.kind() == ErrorKind::IsADirectory { Failure::usage(message) } else { Failure::refused(message) }
}
