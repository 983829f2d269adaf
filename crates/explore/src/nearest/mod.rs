//! The nearest settings that are certified, when the one asked for is not. Each was certified before it is proposed.

pub mod line;
pub mod plane;

use kdelta_certificate::MechanismDescription;
use kdelta_oracle::number::Rational;

/// A setting that is certified, near one that is not.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What differs from what was asked, in words.
    pub change: String,
    /// The setting.
    pub description: MechanismDescription,
    /// Its ε′.
    pub verdict: Rational,
}

/// How many of them are shown.
const SHOWN: usize = 3;

/// Keeps a setting that is certified for this ε′, unless there are enough, or it is among them.
fn keep(
    found: &mut Vec<Alternative>,
    change: impl Into<String>,
    description: MechanismDescription,
    certify: impl FnOnce(&MechanismDescription) -> Option<Rational>,
) -> bool {
    if found.len() >= SHOWN || found.iter().any(|known| known.description == description) {
        return false;
    }
    let Some(verdict) = certify(&description) else { return false };
    found.push(Alternative { change: change.into(), description, verdict });
    true
}
