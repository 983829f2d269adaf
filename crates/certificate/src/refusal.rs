//! Why a certificate is refused: which field, what is wrong with it, and what to do.

use kdelta_oracle::{Condition, Shortfall};
use std::borrow::Cow;
use std::fmt;

/// A refused certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field, as a path from the top of the certificate, or the file.
    pub field: String,
    /// What is wrong with it, with the values.
    pub why: String,
    /// What to do.
    pub remedy: Cow<'static, str>,
    /// The condition of the theorem that fails, with the exact values that show it, if that is why.
    pub shortfall: Option<Box<Shortfall>>,
}

/// What to do about a certificate that does not follow from the code it speaks about: `certificates/README.md`, "After an upgrade". It does not
/// name the command under `reproduce`, which is as doubtful as the rest of a refused file.
pub(crate) const REGENERATE: &str =
    "certify its setting again with this version, and keep it with what was released under it";

impl Refusal {
    /// This field, what is wrong with it, and what to do.
    pub fn new(
        field: impl Into<String>,
        why: impl Into<String>,
        remedy: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { field: field.into(), why: why.into(), remedy: remedy.into(), shortfall: None }
    }

    /// A refusal of the oracle, with the field whose derivation it stopped.
    pub(crate) fn underivable(field: &'static str) -> impl Fn(kdelta_oracle::Refusal) -> Self {
        move |why| match why.shortfall() {
            Some(shortfall) => Self {
                shortfall: Some(Box::new(shortfall.clone())),
                ..Self::new(field, shortfall.to_string(), remedy(shortfall.condition))
            },
            None => Self::new(field, why.to_string(), "change the setting so that the condition holds"),
        }
    }
}

/// What helps here.
const fn remedy(condition: Condition) -> &'static str {
    match condition {
        Condition::AtMost(_) => "narrow the window, or take a format or a kernel with a smaller error",
        other => other.remedy(),
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.field, self.why, self.remedy)
    }
}

impl std::error::Error for Refusal {}
