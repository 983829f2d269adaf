//! Why nothing was released.

use std::fmt;

/// Why nothing was released. The message names the place, the column or the flag, and the remedy; never anything that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The rows, the certificate or the machine do not allow it.
    Refused(String),
    /// What is asked for is wrong or not there: a column, a range, a text.
    Question(String),
}

impl Error {
    pub(crate) fn refused(why: impl fmt::Display) -> Self {
        Self::Refused(why.to_string())
    }

    pub(crate) fn question(why: impl fmt::Display) -> Self {
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

impl From<kdelta::Error> for Error {
    fn from(why: kdelta::Error) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta_certificate::Refusal> for Error {
    fn from(why: kdelta_certificate::Refusal) -> Self {
        Self::refused(why)
    }
}
