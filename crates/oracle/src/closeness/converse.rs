//! Theorem non-kdelta and its exact converse (F14).

use super::definitions::{Violation, check_values, k_delta_close};
use crate::geometry::FiniteMetric;
use crate::number::Exact;
use crate::refusal::{Inexpressible, Refusal};

/// The worst pair with |n(u) − n(v)| > k·d(u,v) + 2δ, or `None`.
///
/// Theorem non-kdelta: if there is one, no function is (k,δ)-close to n, since for any n′
/// |n(u) − n(v)| ≤ |n(u) − n′(v)| + |n′(v) − n(v)| ≤ k·d(u,v) + 2δ. The converse, for functions to the line, is
/// [`close_function_at`].
///
/// # Errors
/// Refused if `n` has not one value per point, or the arithmetic of `E` overflows.
pub fn obstruction<E: Exact>(
    space: &impl FiniteMetric<E>,
    n: &[E],
    k: &E,
    delta: &E,
) -> Result<Option<Violation<E>>, Refusal> {
    k_delta_close(space, n, n, k, &delta.plus(delta)?)
}

/// n′(v) = ½[sup_u(n(u) − k·d(u,v)) + inf_u(n(u) + k·d(u,v))], which is (k,δ)-close to n if there is no [`obstruction`].
///
/// Proof: write s, i for the two terms; i ≤ n(v) ≤ s (take u = v). Without obstruction
/// n(u) − k·d(u,v) − n(w) − k·d(w,v) ≤ k·d(u,w) + 2δ − k·d(u,v) − k·d(w,v) ≤ 2δ, so s − i ≤ 2δ. Then
/// n(u) − n′(v) ≤ s + k·d(u,v) − ½(s+i) ≤ k·d(u,v) + δ, and symmetrically.
///
/// # Errors
/// Refused if `n` has not one value per point or `v` is no point, or the arithmetic of `E` overflows.
pub fn close_function_at<E: Exact>(
    space: &impl FiniteMetric<E>,
    n: &[E],
    k: &E,
    v: usize,
) -> Result<E, Refusal> {
    check_values(space.size(), n)?;
    let mut highest = n.get(v).ok_or(Inexpressible::NoSuchPoint)?.clone();
    let mut lowest = highest.clone();
    for (u, value) in n.iter().enumerate() {
        let reach = k.times(&space.distance(u, v)?)?;
        highest = highest.max(value.minus(&reach)?);
        lowest = lowest.min(value.plus(&reach)?);
    }
    Ok(highest.plus(&lowest)?.scaled_by_power_of_two(-1)?)
}
