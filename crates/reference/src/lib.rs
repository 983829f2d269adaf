//! Certified error bounds for finite-precision logarithms.
pub mod enclosure;
pub mod error;
pub mod filter;
pub mod number;
