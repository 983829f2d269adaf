//! What exact arithmetic refuses.

use core::fmt;

/// Arithmetic that a number type cannot express exactly. Heap-free, so that harnesses can carry it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub enum Inexpressible {
    /// The result has more bits than the type holds.
    Overflow,
    /// The exact quotient is not a number of the type.
    Inexact,
    /// Division by zero.
    DivisionByZero,
    /// An interval whose lower end lies above its upper end.
    Reversed,
    /// A point number beyond the size of its space.
    NoSuchPoint,
}

#[cfg(not(creusot))]
impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overflow => "the exact result does not fit; use Rational instead of Dyadic",
            Self::Inexact => "the exact quotient is not dyadic; use Rational instead of Dyadic",
            Self::DivisionByZero => "division by zero; check the denominator",
            Self::NoSuchPoint => {
                "there is no point of that number; count from 0 and below the size of the space"
            }
            Self::Reversed => "the lower end lies above the upper end; swap the two ends",
        })
    }
}
