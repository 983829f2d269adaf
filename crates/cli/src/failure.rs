//! Why a command failed, and the exit code that says so: 1 when the answer is no, 2 when the question was
//! wrong.

use std::fmt;
use std::process::ExitCode;

/// A failed command. The message names the value and the remedy.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The question was clear and the answer is no: not certified, not accepted, not released.
    Refused(String),
    /// The question was not clear: a flag, a file or a value is wrong.
    Usage(String),
}

impl Failure {
    pub(crate) fn refused(why: impl fmt::Display) -> Self {
        Self::Refused(why.to_string())
    }

    pub(crate) fn usage(why: impl fmt::Display) -> Self {
        Self::Usage(why.to_string())
    }

    /// The exit code.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Refused(_) => ExitCode::from(1),
            Self::Usage(_) => ExitCode::from(2),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) | Self::Usage(why) => f.write_str(why),
        }
    }
}

impl From<kdelta_certificate::Refusal> for Failure {
    fn from(why: kdelta_certificate::Refusal) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta_oracle::Refusal> for Failure {
    fn from(why: kdelta_oracle::Refusal) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta::Error> for Failure {
    fn from(why: kdelta::Error) -> Self {
        Self::refused(why)
    }
}

impl From<kdelta_explore::Error> for Failure {
    fn from(why: kdelta_explore::Error) -> Self {
        match why {
            kdelta_explore::Error::Refused(why) => Self::Refused(why),
            kdelta_explore::Error::Question(why) => Self::Usage(why),
        }
    }
}
