//! Why a question has no answer.

use std::fmt;

/// Why a question has no answer. The message names the value and the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The question was clear and the answer is no: not certified, not enumerated.
    Refused(String),
    /// The question was not clear: a value is wrong or missing.
    Question(String),
}

impl Error {
    /// The answer is no, for this reason.
    pub fn refused(why: impl fmt::Display) -> Self {
        Self::Refused(why.to_string())
    }

    /// The question is wrong, for this reason.
    pub fn question(why: impl fmt::Display) -> Self {
        Self::Question(why.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) | Self::Question(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl From<kdelta_oracle::Refusal> for Error {
    fn from(why: kdelta_oracle::Refusal) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta_certificate::Refusal> for Error {
    fn from(why: kdelta_certificate::Refusal) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta::Error> for Error {
    fn from(why: kdelta::Error) -> Self {
        Self::refused(why)
    }
}
