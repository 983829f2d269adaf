//! Exact numbers: rationals without limit, and heap-free dyadics for model checkers, under one trait.

mod dyadic;
mod inexpressible;
#[cfg(not(creusot))]
mod parse;
#[cfg(not(creusot))]
mod rational;

#[cfg(not(creusot))]
pub mod decimal;
#[cfg(all(feature = "serde", not(creusot)))]
pub mod text;

pub use dyadic::Dyadic;
pub use inexpressible::Inexpressible;
#[cfg(not(creusot))]
pub use parse::parse;
#[cfg(not(creusot))]
pub use rational::{
    Rational, at_least, compare, difference, dyadic, floor_log2, product, require_non_negative,
    require_positive, sum,
};

#[cfg(not(creusot))]
pub(crate) use rational::{
    ceil_scaled, exceeds, floor_scaled, from_scaled, larger, positive_root_floor, smaller,
};

/// Exact arithmetic: an operation returns the true result or says why it cannot.
///
/// One text of a formula, written over this trait, serves [`Rational`] (in certificates and tests) and
/// [`Dyadic`] (inside Kani, where the heap is out of reach).
#[cfg(not(creusot))]
pub trait Exact: Clone + Ord + core::fmt::Debug {
    /// The number of an integer.
    fn integer(value: i64) -> Self;
    /// `self + other`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn plus(&self, other: &Self) -> Result<Self, Inexpressible>;
    /// `self − other`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn minus(&self, other: &Self) -> Result<Self, Inexpressible>;
    /// `self · other`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn times(&self, other: &Self) -> Result<Self, Inexpressible>;
    /// `self / other`.
    ///
    /// # Errors
    /// [`Inexpressible::DivisionByZero`]; [`Inexpressible::Inexact`] if the quotient is not of the type.
    fn over(&self, other: &Self) -> Result<Self, Inexpressible>;
    /// `self · 2^exponent`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Self, Inexpressible>;
    /// The largest integer not above `self`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn rounded_down(&self) -> Result<Self, Inexpressible>;

    /// `−self`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn negated(&self) -> Result<Self, Inexpressible> {
        Self::integer(0).minus(self)
    }

    /// `|self|`.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn magnitude(&self) -> Result<Self, Inexpressible> {
        if *self < Self::integer(0) { self.negated() } else { Ok(self.clone()) }
    }

    /// The distance `|self − other|` of the line.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the type cannot hold the result.
    fn distance(&self, other: &Self) -> Result<Self, Inexpressible> {
        if self < other { other.minus(self) } else { self.minus(other) }
    }
}
