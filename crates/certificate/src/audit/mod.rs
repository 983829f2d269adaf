//! The audit: accept a certificate only if it follows.
//!
//! Everything in a certificate that can be derived is derived again, from the few things that cannot (terms and
//! witness of a kernel; setting, format and generator of a mechanism), and the two certificates must be equal, text
//! for text. What cannot be derived is bounded from the other side: a term is at least what the audit's own analysis
//! gives, the bound holds at every re-executed input.

mod kernel;
mod mechanism;
mod spots;

use crate::model::{Certificate, Subject};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use serde::Serialize;
use serde_json::Value;

/// How much to re-execute. Statements that are derived are always derived whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Inputs of the kernel, spread over the domain; all of them if there are no more.
    pub points: u64,
    /// Cells of the kernel whose ends are tried as well.
    pub cells: u64,
    /// Which points.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { points: 256, cells: 128, seed: 1 }
    }
}

/// What an accepted certificate rests on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Each statement that was checked.
    pub checked: Vec<String>,
    /// Each statement that was not, assumptions and gaps of the certificate included.
    pub trusted: Vec<String>,
}

impl Report {
    fn check(&mut self, statement: String) {
        self.checked.push(statement);
    }

    fn trust(&mut self, assumptions: &[String], gaps: &[String]) {
        for statement in assumptions.iter().chain(gaps) {
            if !self.trusted.contains(statement) {
                self.trusted.push(statement.clone());
            }
        }
    }
}

/// Checks a certificate against the sources it speaks about.
///
/// # Errors
/// The first statement that does not follow, with its field and what to do.
pub fn audit(certificate: &Certificate, sources: &dyn Sources, options: &Options) -> Result<Report, Refusal> {
    let mut report = Report::default();
    match &certificate.certifies {
        Subject::Kernel(kernel) => kernel.audit(sources, options, &mut report)?,
        Subject::Mechanism(mechanism) => mechanism.audit(sources, options, &mut report)?,
    }
    Ok(report)
}

/// Refuses unless both are equal, and names the first field that differs.
fn same<T: Serialize + PartialEq>(name: &str, found: &T, derived: &T) -> Result<(), Refusal> {
    if found == derived {
        return Ok(());
    }
    let value = |x: &T| {
        serde_json::to_value(x).map_err(|why| Refusal::new(name, format!("has no JSON: {why}"), REGENERATE))
    };
    // Two values that differ have the same JSON only if a type leaves a field out: refused all the same.
    Err(difference(name, &value(found)?, &value(derived)?)
        .unwrap_or_else(|| Refusal::new(name, "is not what the audit derives", REGENERATE)))
}

fn difference(path: &str, found: &Value, derived: &Value) -> Option<Refusal> {
    match (found, derived) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let alone = |key: &str, why| Some(Refusal::new(format!("{path}.{key}"), why, REGENERATE));
            let differs = ours.iter().find_map(|(key, value)| match theirs.get(key) {
                Some(other) => difference(&format!("{path}.{key}"), value, other),
                None => alone(key, "is there, and the audit derives none"),
            });
            differs.or_else(|| {
                let missing = theirs.keys().find(|key| !ours.contains_key(*key))?;
                alone(missing, "is missing, and the audit derives one")
            })
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => ours
            .iter()
            .zip(theirs)
            .enumerate()
            .find_map(|(i, (value, other))| difference(&format!("{path}[{i}]"), value, other)),
        _ if found == derived => None,
        _ => {
            let (found, derived) = (found.to_string(), derived.to_string());
            let same = found.chars().zip(derived.chars()).take_while(|(a, b)| a == b).count();
            let why = format!("is {}, the audit derives {}", short(&found, same), short(&derived, same));
            Some(Refusal::new(path, why, REGENERATE))
        }
    }
}

/// A value for a message, of which the first `same` characters are those of the other one: the part that differs is shown.
fn short(text: &str, same: usize) -> String {
    const SHOWN: usize = 120;
    const BEFORE: usize = 40;
    let length = text.chars().count();
    let from = if length <= SHOWN || same <= SHOWN - BEFORE { 0 } else { same - BEFORE };
    let part: String = text.chars().skip(from).take(SHOWN).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if length > from + SHOWN { "…" } else { "" });
    format!("{before}{part}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serializer;
    use serde::ser::Error;
    use serde_json::json;

    /// Something that differs from everything, itself included, and has no JSON.
    #[derive(PartialEq)]
    struct Unwritable(u8);
    impl Serialize for Unwritable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("no text"))
        }
    }

    #[test]
    fn values_without_a_text_are_refused_and_not_equal() {
        let why = same("field", &Unwritable(0), &Unwritable(1)).unwrap_err();
        assert_eq!((why.field.as_str(), why.why.as_str()), ("field", "has no JSON: no text"));
    }

    #[test]
    fn a_field_of_one_side_alone_is_named() {
        let (all, some) = (json!({ "a": 1, "b": null }), json!({ "a": 1 }));
        for (found, derived, words) in [(&all, &some, "derives none"), (&some, &all, "derives one")] {
            let why = difference("top", found, derived).unwrap();
            assert_eq!(why.field, "top.b");
            assert!(why.why.contains(words), "{why}");
        }
        assert_eq!(difference("top", &all, &all), None);
    }
}
