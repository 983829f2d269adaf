//! Theorems conv and enc as executable checks on a finite metric space, over any exact number type.

use crate::geometry::{FiniteMetric, in_grown, in_shrunk};
use crate::number::Exact;
use crate::refusal::Refusal;

/// A coupling γ of two laws on the points of a space is given by weights γ(u,v). Checks that its marginals are `mu` and
/// `nu` and returns the largest distance it moves mass: Theorem conv says that W∞(μ,ν) is at most that.
///
/// # Errors
/// Refused if a weight is negative, a marginal differs, or the arithmetic of `E` overflows.
pub fn coupling_reach<E: Exact>(
    space: &impl FiniteMetric<E>,
    mu: &[E],
    nu: &[E],
    gamma: impl Fn(usize, usize) -> E,
) -> Result<E, Refusal> {
    check_size(space.size(), [mu, nu])?;
    let mut reach = E::integer(0);
    for u in 0..space.size() {
        for v in 0..space.size() {
            let weight = gamma(u, v);
            if weight < E::integer(0) {
                return Err(Refusal::Mismatch {
                    what: "weights of a coupling, none negative",
                    found: u,
                    needed: 0,
                });
            }
            if weight > E::integer(0) {
                reach = reach.max(space.distance(u, v)?);
            }
        }
    }
    check_marginal("first marginal of a coupling: weights", space.size(), mu, &gamma)?;
    check_marginal("second marginal of a coupling: weights", space.size(), nu, |u, v| gamma(v, u))?;
    Ok(reach)
}

fn check_size<E>(size: usize, laws: [&[E]; 2]) -> Result<(), Refusal> {
    match laws.iter().find(|law| law.len() != size) {
        Some(law) => Err(Refusal::Mismatch { what: "weights of a law", found: law.len(), needed: size }),
        None => Ok(()),
    }
}

fn check_marginal<E: Exact>(
    what: &'static str,
    size: usize,
    law: &[E],
    gamma: impl Fn(usize, usize) -> E,
) -> Result<(), Refusal> {
    let mut right = 0;
    for (u, expected) in law.iter().enumerate() {
        let sum = (0..size).try_fold(E::integer(0), |sum, v| sum.plus(&gamma(u, v)))?;
        if sum == *expected {
            right += 1;
        }
    }
    if right == size { Ok(()) } else { Err(Refusal::Mismatch { what, found: right, needed: size }) }
}

/// The three probabilities of Theorem enc.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandwich<E> {
    /// ν(S^{−ε}).
    pub shrunk: E,
    /// μ(S).
    pub set: E,
    /// ν(S^{+ε}).
    pub grown: E,
}

impl<E: Exact> Sandwich<E> {
    /// The conclusion of Theorem enc: ν(S^{−ε}) ≤ μ(S) ≤ ν(S^{+ε}).
    pub fn holds(&self) -> bool {
        self.shrunk <= self.set && self.set <= self.grown
    }
}

/// Both sides of Theorem enc for one set S. If W∞(μ,ν) ≤ ε (in the sense that a coupling with reach at most ε exists),
/// [`Sandwich::holds`]: mass of μ in S is moved by at most ε, so it lands in S^{+ε}; apply it to the complement.
///
/// # Errors
/// Refused if a law has not one weight per point, or the arithmetic of `E` overflows.
pub fn sandwich<E: Exact>(
    space: &impl FiniteMetric<E>,
    mu: &[E],
    nu: &[E],
    member: impl Fn(usize) -> bool,
    epsilon: &E,
) -> Result<Sandwich<E>, Refusal> {
    check_size(space.size(), [mu, nu])?;
    let mut result = Sandwich { shrunk: E::integer(0), set: E::integer(0), grown: E::integer(0) };
    for (x, (p, r)) in mu.iter().zip(nu).enumerate() {
        if member(x) {
            result.set = result.set.plus(p)?;
        }
        if in_shrunk(space, &member, epsilon, x)? {
            result.shrunk = result.shrunk.plus(r)?;
        }
        if in_grown(space, &member, epsilon, x)? {
            result.grown = result.grown.plus(r)?;
        }
    }
    Ok(result)
}
