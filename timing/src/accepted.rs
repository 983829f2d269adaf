//! Places that are accepted, each with its reason and with what would remove it: `accepted.toml`.

use crate::memcheck::Place;
use kdelta_timing::kind::Kind;
use kdelta_timing::paths::Failure;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Some places that have one reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    pub name: String,
    pub reason: String,
    pub remedy: String,
    pub places: Vec<Pattern>,
}

/// Places by the text of the source, so that they outlive a change above them.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    kind: Kind,
    file: String,
    /// The function, for a look-up: compilers spread it over the lines that use what was looked up.
    function: Option<String>,
    /// The whole line, without the space around it.
    line: Option<String>,
    /// The operation in which alone it is accepted; in all where there is none.
    operation: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    accepted: Vec<Accepted>,
}

pub fn read(root: &Path) -> Result<Vec<Accepted>, Failure> {
    let file: File = toml::from_str(&std::fs::read_to_string(root.join("timing/accepted.toml"))?)?;
    for accepted in &file.accepted {
        for pattern in &accepted.places {
            if pattern.function.is_some() == pattern.line.is_some() {
                return Err(format!("accepted.toml: {pattern} must have either a function or a line").into());
            }
        }
    }
    Ok(file.accepted)
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = self.function.as_ref().or(self.line.as_ref()).map_or("", String::as_str);
        write!(f, "{} in {}: {what}", self.kind, self.file)
    }
}

impl Pattern {
    pub fn matches(&self, place: &Place, source: &Source, operations: &BTreeSet<&str>) -> bool {
        self.kind == place.kind
            && self.file == place.file
            && self.line.as_ref().is_none_or(|line| *line == source.line)
            && self.function.as_ref().is_none_or(|function| *function == source.function)
            && self.operation.as_ref().is_none_or(|only| operations.iter().all(|operation| operation == only))
    }
}

/// What stands in the source at a place.
pub struct Source {
    pub line: String,
    pub function: String,
}

impl Source {
    pub fn of(root: &Path, place: &Place) -> Result<Self, Failure> {
        let path = root.join(&place.file);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines: Vec<&str> = text.lines().take(place.line).collect();
        let line = lines.last().map_or("", |line| line.trim()).to_owned();
        let function = lines.iter().rev().find_map(|line| name(line)).unwrap_or_default().to_owned();
        Ok(Self { line, function })
    }
}

/// The name of the function that a line declares.
fn name(line: &str) -> Option<&str> {
    let line = line.trim();
    let declared = line.strip_prefix("fn ").or_else(|| line.split_once(" fn ").map(|(_, rest)| rest))?;
    (!line.starts_with("//")).then(|| declared.split(['(', '<']).next())?
}
