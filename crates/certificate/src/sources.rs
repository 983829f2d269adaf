//! The files a certificate speaks about.

use crate::refusal::Refusal;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;

/// The list of certified files, which the finite crate owns.
#[expect(unreachable_pub, reason = "the same text is a public module there")]
mod list {
    include!("../certified/finite/sources.rs");

    #[cfg(feature = "embedded")]
    macro_rules! as_texts {
        ($($link:literal = $place:literal { $($file:literal: $($part:ident)+,)* })*) => {
            /// The text of each certified file, by its path in the repository.
            pub(crate) const TEXTS: &[(&str, &str)] = &[$($((
                concat!($place, $file),
                include_str!(concat!("../certified/", $link, $file)),
            ),)*)*];
        };
    }
    #[cfg(feature = "embedded")]
    certified_sources!(as_texts);
}
pub(crate) use list::Part;
#[cfg(feature = "embedded")]
pub(crate) use list::TEXTS;

/// The packages of [`LOCK`] that make random bits out of what the operating system delivers.
const RANDOM_BITS: [&str; 7] =
    ["aes", "cipher", "cpufeatures", "getrandom", "ppv-lite86", "rand_chacha", "rand_core"];
const LOCK: &str = "Cargo.lock";
/// The crate that does the arithmetic: all its modules are certified, but for the contracts.
const FINITE: &str = "crates/finite/src/";
const CONTRACTS: &str = "#[cfg(creusot)]modcontract;";

/// The certified files of a part, as certificates name them: by their path in the repository, and of the lock file the
/// packages that random bits come from.
pub(crate) fn certified(part: Part) -> Vec<String> {
    let of_part = list::CERTIFIED.iter().filter(|(_, parts)| parts.contains(&part));
    let named = |path: &str| match path {
        LOCK => format!("{LOCK}: {}", RANDOM_BITS.join(", ")),
        path => path.to_owned(),
    };
    of_part.map(|(path, _)| named(path)).collect()
}

/// What the digest of a certified file is taken of: its text, or the packages of the lock file.
///
/// # Errors
/// Refused for a file that is missing, for one that compiles another file in its place, and for one with a module that is
/// not certified.
pub(crate) fn certified_text(name: &str, sources: &dyn Sources) -> Result<String, Refusal> {
    if let Some((file, _)) = name.split_once(": ") {
        return packages(file, &sources.read(file)?);
    }
    let text = sources.read(name)?;
    if name.ends_with(".rs") {
        check_modules(name, &text)?;
    }
    Ok(text)
}

/// The entries of a lock file that make random bits, each with the digest of its source.
fn packages(file: &str, lock: &str) -> Result<String, Refusal> {
    let entries: Vec<_> = lock.split("[[package]]").skip(1).map(str::trim).collect();
    let of = |name: &str| {
        let first = format!("name = \"{name}\"");
        let found: Vec<_> =
            entries.iter().copied().filter(|entry| entry.lines().next() == Some(&first)).collect();
        if found.is_empty() || !found.iter().all(|entry| entry.contains("\nchecksum = \"")) {
            let why = format!("has no {name} with a checksum, which random bits are made with");
            return Err(Refusal::new(file, why, "audit in a checkout of the certified version"));
        }
        Ok(found.join("\n\n"))
    };
    Ok(RANDOM_BITS.map(of).into_iter().collect::<Result<Vec<_>, _>>()?.join("\n\n") + "\n")
}

/// Refuses a source whose digest would not say what is compiled: one that takes text from elsewhere, or has a module that
/// the list does not have. Lines of comment are passed over; anything else that looks like it is taken for it.
fn check_modules(path: &str, text: &str) -> Result<(), Refusal> {
    let refuse = |why: String| {
        Err(Refusal::new(
            path,
            why,
            "name every file that is compiled in crates/finite/src/sources.rs, by its own place",
        ))
    };
    let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let dense: String = code.split_whitespace().collect();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let elsewhere = dense
        .match_indices("path=")
        .any(|(at, _)| dense.get(..at).is_none_or(|before| !before.ends_with(word)));
    let included = ["include!", "include_str!", "include_bytes!"].iter().any(|taken| dense.contains(taken));
    // A block comment could stand inside of any of these.
    if elsewhere || included || dense.contains("/*") {
        return refuse(
            "takes text from another file (#[path], include!), or has a block comment, which could hide that"
                .into(),
        );
    }
    let Some(place) = path.strip_prefix(FINITE) else { return Ok(()) };
    let folder = match place {
        "lib.rs" => "",
        place => place.strip_suffix("mod.rs").or_else(|| place.strip_suffix(".rs")).unwrap_or(place),
    };
    let folder = if folder.is_empty() { String::new() } else { format!("{}/", folder.trim_end_matches('/')) };
    let marks = ['[', ']', '(', ')', '{', '}'];
    let spaced = code.replace(marks, " ").replace(';', " ; ");
    let tokens: Vec<_> = spaced.split_whitespace().collect();
    for window in tokens.windows(3) {
        let ["mod", name, ";"] = window else { continue };
        let listed = |end: &str| {
            let module = format!("{FINITE}{folder}{name}{end}");
            list::CERTIFIED.iter().any(|(path, _)| *path == module)
        };
        let contracts = place == "lib.rs" && *name == "contract" && dense.contains(CONTRACTS);
        if !contracts && !listed(".rs") && !listed("/mod.rs") {
            return refuse(format!("has the module {name}, which is not certified"));
        }
    }
    Ok(())
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
