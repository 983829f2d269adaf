//! Why a certification stops. Every message says what was wrong, with the value, and what to do.

use kdelta_oracle::Refusal;
use std::fmt;
use std::path::PathBuf;

/// A certification that cannot be completed; never a bound that might be wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The oracle refused an exact computation.
    Oracle(Refusal),
    /// The argument lies outside the domain of a function.
    Domain {
        /// Which argument.
        what: &'static str,
        /// Its value, as text.
        value: String,
    },
    /// The requested precision is not between 2 and [`crate::enclosure::MAX_PRECISION`] bits.
    Precision(u32),
    /// No admissible precision separates two numbers.
    Undecided {
        /// Which comparison.
        what: &'static str,
    },
    /// A kernel gave no number, or one that no logarithm of the domain can be near.
    NotALogarithm {
        /// The input, numerator/2^bits.
        input: String,
        /// What came out, if a number.
        output: String,
    },
    /// A step of a cell-wise proof does not hold for these tables.
    Unproved {
        /// Where.
        cell: String,
        /// Which step.
        step: String,
    },
    /// A sample breaks the claim that was to be assumed.
    ClaimRefuted {
        /// The claim.
        claim: String,
        /// The sample.
        input: String,
    },
    /// A grid that is not supported.
    Grid(String),
    /// A shard i/n with i ≥ n or n = 0, or a text that is none.
    Shard(String),
    /// A state file that cannot be read or written.
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A state file whose content is damaged or of another version.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        cause: String,
    },
    /// A tally of another subject.
    Mixed {
        /// What is expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// Tallies that leave points out.
    Gap {
        /// First point that is missing.
        from: u64,
        /// First point that is there again.
        to: u64,
    },
    /// Tallies that count points twice.
    Overlap {
        /// First point that is counted twice.
        from: u64,
        /// Where the overlap ends.
        to: u64,
    },
    /// A stored maximum does not agree with MPFR at the point where it was found.
    Stale {
        /// Number of the point.
        index: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Oracle(refusal) => write!(f, "{refusal}"),
            Self::Domain { what, value } => {
                write!(f, "{what} is {value}, outside the domain of the function")
            }
            Self::Precision(bits) => {
                write!(f, "a precision of {bits} bits was asked; between 2 and 65536 are possible")
            }
            Self::Undecided { what } => write!(
                f,
                "65536 bits do not decide {what}; the two numbers are equal or closer than any tolerance"
            ),
            Self::NotALogarithm { input, output } => {
                write!(f, "at {input} the kernel gave {output}, which is no logarithm of that input")
            }
            Self::Unproved { cell, step } => {
                write!(f, "{cell}: {step}; the tables or the ledger must be corrected before a bound exists")
            }
            Self::ClaimRefuted { claim, input } => {
                write!(
                    f,
                    "the claim \"{claim}\" is false at {input}; certify by exhaustion instead of assuming"
                )
            }
            Self::Grid(text) => write!(f, "{text}"),
            Self::Shard(text) => write!(f, "\"{text}\" is no shard; write i/n with 0 ≤ i < n, as in 0/4"),
            Self::File { path, cause } => write!(f, "{}: {cause}", path.display()),
            Self::Damaged { path, cause } => {
                write!(f, "{}: {cause}; delete the file and run that part again", path.display())
            }
            Self::Mixed { expected, found } => {
                write!(f, "a tally of another subject: expected {expected}, found {found}")
            }
            Self::Gap { from, to } => {
                write!(f, "points {from} to {to} are in no tally; run the missing shard")
            }
            Self::Overlap { from, to } => {
                write!(f, "points {from} to {to} are in two tallies; merge shards of one division only")
            }
            Self::Stale { index } => write!(
                f,
                "MPFR contradicts the stored maximum at point {index}: the state is of another kernel; delete it"
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Oracle(refusal) => Some(refusal),
            Self::File { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Oracle(refusal)
    }
}
