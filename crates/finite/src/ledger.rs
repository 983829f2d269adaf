//! A ledger: every error of a computation, named and bounded; the sum is the bound in force.
//!
//! A term bounds |computed − exact| for **every** input of the stated domain. All numbers are exact
//! dyadics, so that a certificate can add them without rounding.

/// What a term is a multiple of.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub enum Unit {
    /// The scale b (for a logarithm alone, b = 1): an absolute error of the logarithm.
    Scale,
    /// The magnitude |n| of the exact noise: a relative error.
    Magnitude,
    /// One: an absolute error of the noise itself, whatever b.
    One,
}

/// One source of error, at most `mantissa`·2^`exponent` times its unit.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Term {
    /// Which operation, in the words of the comment beside it.
    pub name: &'static str,
    /// What the bound is a multiple of.
    pub unit: Unit,
    /// The bound is `mantissa`·2^`exponent`.
    pub mantissa: u64,
    /// The bound is `mantissa`·2^`exponent`.
    pub exponent: i32,
}

/// The terms of one computation.
///
/// # Guarantee
/// With A, R and O the sums of the terms of unit [`Unit::Scale`], [`Unit::Magnitude`] and [`Unit::One`]:
/// |n′(v) − n(v)| ≤ A·b + R·|n(v)| + O for every v of the domain. As R < 1, this gives condition (iv) of
/// Theorem B (THEORY 1.3) for every T without monotonicity: |n(v)| > T implies
/// |n′(v)| ≥ (1−R)|n(v)| − A·b − O ≥ T − (A·b + R·T + O) = T − δ_n(T).
//= THEORY 1.3 (iii), (iv)
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Ledger {
    /// The terms; they add up.
    pub terms: &'static [Term],
}

/// Shorthand for the tables of terms.
pub(crate) const fn term(name: &'static str, unit: Unit, mantissa: u64, exponent: i32) -> Term {
    Term { name, unit, mantissa, exponent }
}
