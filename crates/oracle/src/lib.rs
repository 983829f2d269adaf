//! kdelta-oracle
#![deny(clippy::float_arithmetic)]
pub mod enclosure;
pub mod number;
pub mod closeness;
pub mod geometry;
pub mod noise;
mod refusal;
pub use refusal::{Condition, Inexpressible, Refusal, Shortfall};
