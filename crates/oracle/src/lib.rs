//! kdelta-oracle
#![deny(clippy::float_arithmetic)]
pub mod bound;
pub mod closeness;
pub mod distribution;
pub mod enclosure;
pub mod geometry;
pub mod mechanism;
pub mod noise;
pub mod number;
mod refusal;
pub use refusal::{Condition, Inexpressible, Refusal, Shortfall};
