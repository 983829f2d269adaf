//! Certified error bounds for finite-precision logarithms, cosines, sines and normal quantiles: what δₙ really is.
//!
//! | module | what it gives |
//! |---|---|
//! | [`enclosure`] | MPFR enclosures of ln, exp, sin, cos, √, Mills' ratio and the normal tail with its inverse, and Ziv's comparison |
//! | [`exhaustive`] | the supremum of the error over every point of a grid of up to 2^32 points |
//! | [`cellwise`] | a bound for every input of a kernel's domain, however large |
//! | [`assumed`] | a black-box logarithm with a claim that nobody proved here, marked as such |
//!
//! All results are a [`KernelResult`]: a bound A + R·|exact| with its ledger, and a witness that shows how tight it is.
//!
//! ```
//! use kdelta_reference::{exhaustive, subject::{Grid, ShiftAdd16, Subject}};
//!
//! let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 16 })?;
//! let result = exhaustive::certify(&subject, None)?;
//! assert!(result.bound.absolute.to_string().starts_with("1.8")); // half of the last place, 2^-29, and a little
//! assert_eq!(result.points, Some(65_535));
//! # Ok::<(), kdelta_reference::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod assumed;
pub mod cellwise;
pub mod circle;
pub mod enclosure;
mod error;
pub mod exhaustive;
pub mod filter;
mod function;
pub mod inverse_tail;
pub mod number;
mod result;
pub mod subject;
pub mod tally;
mod witness;

pub use error::Error;
pub use function::{Fast, Function};
pub use result::{Bound, KernelResult, Method, Term, Unit, Witness, tools};
