//! The two ways in which time or memory can tell a secret.

use serde::Deserialize;
use std::fmt;

/// What depends on a secret.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Branch,
    Address,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Branch => "branch",
            Self::Address => "address",
        })
    }
}
