//! The release path of `crates/finite/src` as functions of Coq.
//!
//! [`translate`] reads the text of the sources and writes one definition of Gallina for each function of the release path and
//! whatever that calls, in the terms of `proofs/coq/Machine.v`. It knows straight-line code, choices and bounded loops, and
//! refuses anything else with its place. `proofs/TRANSLATION.md` has the rules.
#![allow(
    clippy::indexing_slicing,
    reason = "indices into its own tables; a tool of the repository may stop at a mistake"
)]

mod expression;
mod function;
mod source;
mod types;

use source::Program;
use std::collections::BTreeMap;
use std::path::Path;
use std::{error, fmt, fs, io};

/// What is translated, with all that it calls: the file below `crates/finite/src`, and its functions.
const ROOTS: [(&str, &[&str]); 7] = [
    ("ln/table.rs", &["minus_ln_f64", "minus_ln_f32"]),
    (
        "uniform/floating.rs",
        &[
            "Floating::from_bits",
            "Floating::complete",
            "Floating::negative",
            "Floating::minus_ln::f64",
            "Floating::minus_ln::f32",
            "Floating::minus_ln::Fixed",
        ],
    ),
    (
        "uniform/midpoint.rs",
        &["Midpoint::from_bits", "Midpoint::negative", "Midpoint::minus_ln::f64", "Midpoint::minus_ln::f32"],
    ),
    ("format.rs", &["f64::scaled", "f64::released", "f32::scaled", "f32::released"]),
    ("scale.rs", &["Scale::to_f64"]),
    ("fixed.rs", &["Fixed::scaled", "Fixed::released"]),
    ("cos_sin.rs", &["cos_sin"]),
];

/// Something that the translator does not read.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file below `crates/finite/src`.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The text that is refused.
    pub construct: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crates/finite/src/{}:{}: `{}` {}", self.file, self.line, self.construct, self.why)
    }
}

impl error::Error for Refusal {}

/// The files of Coq, by their path in the repository, for the sources by their path below `crates/finite/src`.
///
/// # Errors
/// A [`Refusal`] of the first construct that has no rule.
pub fn translate(sources: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
    let program = Program::read(sources)?;
    let mut translator = function::Translator::new(&program);
    for (path, names) in ROOTS {
        for name in names {
            translator.root(path, name)?;
        }
    }
    Ok(translator.finish())
}

/// The sources below `crates/finite/src` of a repository.
///
/// # Errors
/// Those of the file system.
pub fn sources(repository: &Path) -> io::Result<BTreeMap<String, String>> {
    fn gather(directory: &Path, prefix: &str, texts: &mut BTreeMap<String, String>) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                gather(&entry.path(), &format!("{name}/"), texts)?;
            } else if name.ends_with(".rs") {
                texts.insert(name, fs::read_to_string(entry.path())?);
            }
        }
        Ok(())
    }
    let mut texts = BTreeMap::new();
    gather(&repository.join("crates/finite/src"), "", &mut texts)?;
    Ok(texts)
}
