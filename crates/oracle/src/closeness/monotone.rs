//! A gap wider than 2δ keeps the order: how a kernel that is not monotone point by point is monotone where it counts.

use super::definitions::{Violation, check_values};
use crate::number::Exact;
use crate::refusal::Refusal;

/// Whether n(u) + 2δ < n(v). Then n′(u) ≤ n(u) + δ < n(v) − δ ≤ n′(v) for every n′ within δ of n.
///
/// # Errors
/// If the arithmetic of `E` overflows.
pub fn gap_orders<E: Exact>(n_u: &E, n_v: &E, delta: &E) -> Result<bool, Refusal> {
    Ok(n_u.plus(&delta.plus(delta)?)? < *n_v)
}

/// The conclusion on a finite space: wherever the gap of n is wider than 2δ, n′ is strictly ordered the same way.
///
/// The worst violation has the excess n′(u) − n′(v) ≥ 0; `None` if there is none.
///
/// # Errors
/// Refused if the two have not the same number of values, or the arithmetic of `E` overflows.
pub fn monotone_beyond_gap<E: Exact>(
    n: &[E],
    n_prime: &[E],
    delta: &E,
) -> Result<Option<Violation<E>>, Refusal> {
    check_values(n.len(), n_prime)?;
    let mut worst: Option<Violation<E>> = None;
    for (u, (low, low_prime)) in n.iter().zip(n_prime).enumerate() {
        for (v, (high, high_prime)) in n.iter().zip(n_prime).enumerate() {
            if low_prime < high_prime || !gap_orders(low, high, delta)? {
                continue;
            }
            let excess = low_prime.minus(high_prime)?;
            if worst.as_ref().is_none_or(|violation| violation.excess < excess) {
                worst = Some(Violation { u, v, excess });
            }
        }
    }
    Ok(worst)
}
