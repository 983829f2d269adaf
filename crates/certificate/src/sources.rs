//! The files a certificate speaks about, and how files are written.

use crate::refusal::Refusal;
use sha2::{Digest, Sha256};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the audit finds the source files and kernel certificates that a certificate names, by their path in the
/// repository.
pub trait Sources {
    /// The text of a file.
    ///
    /// # Errors
    /// A [`Refusal`] that names the file.
    fn read(&self, path: &str) -> Result<String, Refusal>;
}

/// A checkout of the repository.
#[derive(Debug, Clone)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// The checkout at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }
}

impl Sources for Directory {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        fs::read_to_string(self.root.join(path)).map_err(|why| {
            Refusal::new(
                path,
                format!("cannot be read: {why}"),
                "audit in a checkout of the certified version",
            )
        })
    }
}

/// Files held in memory.
impl Sources for std::collections::BTreeMap<String, String> {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        let missing = || Refusal::new(path, "is missing", "supply the file the certificate names");
        self.get(path).cloned().ok_or_else(missing)
    }
}

/// SHA-256 in hexadecimal.
#[must_use]
pub fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file whole or not at all: a new file beside it, flushed to the disk, then renamed over it. A link is followed.
///
/// # Errors
/// What the file system says, or that something other than a file is there (a rename would replace a device); what was
/// there is then untouched and the new file removed.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let resolved = fs::canonicalize(path);
    let path = match &resolved {
        Ok(found) if !found.is_file() => {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is something other than a file"));
        }
        Ok(found) => found,
        Err(_) => path,
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(name);
    // A file of that name that is not ours stays.
    let mut file = OpenOptions::new().write(true).create_new(true).open(&partial)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one to report; a partial file that cannot be removed changes nothing.
        let _ = fs::remove_file(&partial);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_the_standard_example() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    /// /dev/full refuses every byte, as a full disk does: neither the target nor a partial file may appear.
    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let directory = std::env::temp_dir().join(format!("kdelta-write-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let target = directory.join("certificate.json");
        write(&target, "old").unwrap();
        // A directory in the place of the target: the rename fails after the bytes were written.
        let occupied = directory.join("occupied");
        fs::create_dir_all(occupied.join("inside")).unwrap();
        assert!(write(&occupied, "new").is_err());
        assert!(write(&directory.join("absent/certificate.json"), "new").is_err());
        assert!(write(Path::new("/dev/full"), "new").is_err() && !Path::new("/dev/full").is_file());
        write(&target, "new").unwrap();
        let mut names: Vec<_> = fs::read_dir(&directory).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["certificate.json", "occupied"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        fs::remove_dir_all(&directory).unwrap();
    }
}
