//! Why an attack could not be run.

use kdelta_oracle::Refusal;
use std::fmt;

/// Why an attack could not be run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The number of samples is 0 or beyond [`crate::MAX_SAMPLES`].
    Samples {
        /// The number asked for.
        asked: u64,
    },
    /// A parameter of the attack is out of its range.
    Parameter {
        /// Which, and its range.
        what: &'static str,
        /// Its value.
        value: i64,
    },
    /// Our mechanism refused the setting.
    Mechanism(kdelta::Error),
    /// The exact rate could not be computed.
    Exact(Box<Refusal>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Samples { asked } => {
                write!(f, "{asked} samples; ask for 1 to {}", crate::MAX_SAMPLES)
            }
            Self::Parameter { what, value } => write!(f, "{value} is no {what}"),
            Self::Mechanism(why) => why.fmt(f),
            Self::Exact(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Mechanism(why) => Some(why),
            Self::Exact(why) => Some(&**why),
            Self::Samples { .. } | Self::Parameter { .. } => None,
        }
    }
}

impl From<kdelta::Error> for Error {
    fn from(why: kdelta::Error) -> Self {
        Self::Mechanism(why)
    }
}

impl From<kdelta_finite::Error> for Error {
    fn from(why: kdelta_finite::Error) -> Self {
        Self::Mechanism(why.into())
    }
}

impl From<Refusal> for Error {
    fn from(why: Refusal) -> Self {
        Self::Exact(Box::new(why))
    }
}
