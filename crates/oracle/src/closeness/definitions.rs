//! Lipschitz and (k,δ)-close functions on a finite metric space, decided exactly, with the pair that fails.
//!
//! Theorem kdelta: if n is k-Lipschitz and ‖n − n′‖ ≤ δ, then n′ is (k,δ)-close to n. In terms of this module:
//! [`lipschitz`] and [`uniformly_close`] holding implies that [`k_delta_close`] holds, by the triangle inequality
//! |n(u) − n′(v)| ≤ |n(u) − n(v)| + |n(v) − n′(v)|.

use crate::geometry::FiniteMetric;
use crate::number::Exact;
use crate::refusal::Refusal;

/// A pair of points that breaks an inequality, and by how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation<E> {
    /// The first point.
    pub u: usize,
    /// The second point.
    pub v: usize,
    /// Left side minus right side, positive.
    pub excess: E,
}

/// Decides |n(u) − n(v)| ≤ k·d(u,v) for all u, v: the worst violation, or `None` if n is k-Lipschitz.
///
/// # Errors
/// Refused if `n` has not one value per point, or the arithmetic of `E` overflows.
pub fn lipschitz<E: Exact>(
    space: &impl FiniteMetric<E>,
    n: &[E],
    k: &E,
) -> Result<Option<Violation<E>>, Refusal> {
    k_delta_close(space, n, n, k, &E::integer(0))
}

/// Decides |n(u) − n′(v)| ≤ k·d(u,v) + δ for all u, v: the worst violation, or `None` if n′ is (k,δ)-close to n.
///
/// # Errors
/// Refused if `n` or `n_prime` has not one value per point, or the arithmetic of `E` overflows.
pub fn k_delta_close<E: Exact>(
    space: &impl FiniteMetric<E>,
    n: &[E],
    n_prime: &[E],
    k: &E,
    delta: &E,
) -> Result<Option<Violation<E>>, Refusal> {
    check_values(space.size(), n)?;
    check_values(space.size(), n_prime)?;
    let mut worst = None;
    for (u, exact) in n.iter().enumerate() {
        for (v, computed) in n_prime.iter().enumerate() {
            let allowed = k.times(&space.distance(u, v)?)?.plus(delta)?;
            keep_worst(&mut worst, u, v, exact.distance(computed)?.minus(&allowed)?);
        }
    }
    Ok(worst)
}

/// Decides ‖n − n′‖_∞ ≤ δ: the worst violation, or `None`.
///
/// # Errors
/// Refused if the two have not the same number of values, or the arithmetic of `E` overflows.
pub fn uniformly_close<E: Exact>(n: &[E], n_prime: &[E], delta: &E) -> Result<Option<Violation<E>>, Refusal> {
    check_values(n.len(), n_prime)?;
    let mut worst = None;
    for (v, (exact, computed)) in n.iter().zip(n_prime).enumerate() {
        keep_worst(&mut worst, v, v, exact.distance(computed)?.minus(delta)?);
    }
    Ok(worst)
}

fn keep_worst<E: Exact>(worst: &mut Option<Violation<E>>, u: usize, v: usize, excess: E) {
    let threshold = worst.as_ref().map_or_else(|| E::integer(0), |violation| violation.excess.clone());
    if excess > threshold {
        *worst = Some(Violation { u, v, excess });
    }
}

pub(super) fn check_values<E>(size: usize, values: &[E]) -> Result<(), Refusal> {
    if values.len() == size {
        Ok(())
    } else {
        Err(Refusal::Mismatch {
            what: "values of a function, one for each point",
            found: values.len(),
            needed: size,
        })
    }
}
