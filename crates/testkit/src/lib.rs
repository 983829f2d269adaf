//! What the tests of several crates share. Only tests depend on this crate; nothing that ships does.
//!
//! [`entropy`] has the sources of random bytes that a test needs: seeded, scripted, counting, failing.
//! [`mod@exact`] has the rational numbers with which a test computes what a float or a ledger should be.
//! [`canary`] has files of data of which every cell can be recognised, so that a test sees whether one leaks.
//! [`process`] looks at a program that runs.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

pub mod canary;
pub mod entropy;
pub mod exact;
pub mod process;

pub use entropy::{Counting, Failing, Repeated, Scripted, Seeded, Tape, lazy_words};
pub use exact::{binade, exact, integer, q, round, sum, sum_f64};
