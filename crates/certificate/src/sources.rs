//! The files a certificate speaks about.

use crate::refusal::Refusal;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;

/// The list of certified files, which the finite crate owns.
#[expect(unreachable_pub, reason = "the same text is a public module there")]
mod list {
    include!("../certified/sources.rs");

    #[cfg(feature = "embedded")]
    macro_rules! as_texts {
        ($($path:literal: $($part:ident)+,)*) => {
            /// The text of each certified file, by its path in the repository.
            pub(crate) const TEXTS: &[(&str, &str)] = &[$((
                concat!("crates/finite/src/", $path, ".rs"),
                include_str!(concat!("../certified/", $path, ".rs")),
            )),*];
        };
    }
    #[cfg(feature = "embedded")]
    certified_sources!(as_texts);
}
pub(crate) use list::Part;
#[cfg(feature = "embedded")]
pub(crate) use list::TEXTS;

/// The paths of the certified files of a part, in the repository.
pub(crate) fn certified(part: Part) -> Vec<String> {
    let of_part = list::CERTIFIED.iter().filter(|(_, parts)| parts.contains(&part));
    of_part.map(|(path, _)| format!("crates/finite/src/{path}.rs")).collect()
}

/// The paths of the certified files of a kernel: first its own, then those that it shares.
pub(crate) fn certified_kernel(kernel: Part) -> Vec<String> {
    let shared = certified(Part::Line);
    let (others, mut own): (Vec<_>, Vec<_>) =
        certified(kernel).into_iter().partition(|path| shared.contains(path));
    own.extend(others);
    own
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_the_standard_example() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
