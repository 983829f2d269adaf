//! Theorem D (F12): (ε′,δ′)-differential privacy without truncation, on the full grid of cells.

use super::{Dimension, Form, Setting};
use crate::enclosure::{UpperBound, exp};
use crate::number::{Rational, require_non_negative};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// A pair (ε′, δ′).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApproximateBound {
    /// ε′.
    pub epsilon: UpperBound,
    /// δ′, at most 1.
    pub delta: UpperBound,
}

/// Theorem D (a): if P[|X′−X| > δ] ≤ τ, then K is (ε′, (1+e^{ε′})τ)-private, ε′ = ε + κ.
///
/// # Errors
/// Refused if τ < 0, or as [`Setting::kappa`].
pub fn tail_bound(setting: &Setting, form: Form, tail: &Rational) -> Result<ApproximateBound, Refusal> {
    require_non_negative("probability τ", tail)?;
    let epsilon = setting.epsilon_prime(form)?;
    let factor = exp(epsilon.value(), 192)?.hi() + Rational::one();
    Ok(ApproximateBound { epsilon, delta: at_most_one(factor * tail) })
}

/// Theorem D (b), Laplace on the line, cells all of length L: if |X| ≤ T₁ ⟹ |X′−X| ≤ δ, then K is (ε′, e^{−(T₁−Δ−L)/b})-private.
///
/// # Errors
/// Refused in the plane, unless T₁ > Δ + L, or as [`Setting::kappa`].
pub fn reach_bound(setting: &Setting, form: Form, radius: &Rational) -> Result<ApproximateBound, Refusal> {
    if setting.dimension() != Dimension::Line {
        return Err(Refusal::Mismatch {
            what: "dimension for which Theorem D (b) is stated here",
            found: 2,
            needed: 1,
        });
    }
    let epsilon = setting.epsilon_prime(form)?;
    let step = setting.sensitivity() + setting.cell();
    if radius <= &step {
        return Err(Refusal::condition(Condition::ReachBeyondNeighbour, radius.clone(), step));
    }
    let exponent = setting.rate() * (radius - step);
    // Enough bits that a small δ′ is not rounded up to 2^-192: e^{−x} > 2^{−2x}.
    let bits = 192 + u32::try_from(&(exponent.ceil().to_integer() * 2_u32)).unwrap_or(1 << 15).min(1 << 15);
    let tail = exp(&-exponent, bits)?.hi().clone();
    Ok(ApproximateBound { epsilon, delta: at_most_one(tail) })
}

fn at_most_one(delta: Rational) -> UpperBound {
    UpperBound::new(delta.min(Rational::one()))
}
