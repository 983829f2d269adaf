//! Subsets of a finite metric space and their neighbourhoods, word for word as defined (paper l.300–302, F1).

use crate::number::Exact;
use crate::refusal::Inexpressible;

/// A finite metric space whose points are numbered from 0.
pub trait FiniteMetric<E> {
    /// How many points there are.
    fn size(&self) -> usize;
    /// The distance between two points.
    ///
    /// # Errors
    /// [`Inexpressible::NoSuchPoint`], or the arithmetic overflows.
    fn distance(&self, u: usize, v: usize) -> Result<E, Inexpressible>;
}

/// Points of the line with the distance |x − y|.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a, E>(pub &'a [E]);

impl<E: Exact> FiniteMetric<E> for Line<'_, E> {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn distance(&self, u: usize, v: usize) -> Result<E, Inexpressible> {
        match (self.0.get(u), self.0.get(v)) {
            (Some(x), Some(y)) => x.distance(y),
            _ => Err(Inexpressible::NoSuchPoint),
        }
    }
}

/// x ∈ S^{+ε}: some point of S is within ε.
///
/// # Errors
/// If the arithmetic of `E` overflows.
pub fn in_grown<E: Exact>(
    space: &impl FiniteMetric<E>,
    member: impl Fn(usize) -> bool,
    epsilon: &E,
    x: usize,
) -> Result<bool, Inexpressible> {
    for s in 0..space.size() {
        if member(s) && space.distance(x, s)? <= *epsilon {
            return Ok(true);
        }
    }
    Ok(false)
}

/// x ∈ S^{−ε}, repaired (F1): every point within ε belongs to S.
///
/// # Errors
/// If the arithmetic of `E` overflows.
pub fn in_shrunk<E: Exact>(
    space: &impl FiniteMetric<E>,
    member: impl Fn(usize) -> bool,
    epsilon: &E,
    x: usize,
) -> Result<bool, Inexpressible> {
    Ok(!in_grown(space, |s| !member(s), epsilon, x)?)
}

/// x ∈ S^{−ε} as the paper prints it: every point within ε lies *outside* S. That is (S^{+ε})^c; kept to compare.
///
/// # Errors
/// If the arithmetic of `E` overflows.
pub fn in_shrunk_as_printed<E: Exact>(
    space: &impl FiniteMetric<E>,
    member: impl Fn(usize) -> bool,
    epsilon: &E,
    x: usize,
) -> Result<bool, Inexpressible> {
    Ok(!in_grown(space, member, epsilon, x)?)
}
