//! What valgrind looks at: every path of a release on secret answers and secret random bits, and controls that it must report.

pub mod controls;
pub mod kind;
pub mod paths;
pub mod secret;
