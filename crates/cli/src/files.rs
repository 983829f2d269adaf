//! Files the user names: read up to a limit, so that neither a device nor a huge file fills the memory.

use crate::failure::Failure;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The text of a file of at most `limit` bytes, or what is wrong with it.
pub(crate) fn read(path: &Path, limit: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(|why| format!("cannot be read: {why}"))?;
    opened.take(limit + 1).read_to_end(&mut bytes).map_err(|why| format!("cannot be read: {why}"))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
        return Err(format!("has more than {limit} bytes, the limit"));
    }
    String::from_utf8(bytes).map_err(|why| format!("is no text: {why}"))
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    kdelta_certificate::write(path, text)
        .map_err(|why| Failure::refused(format!("--out {}: cannot be written: {why}", path.display())))
}
