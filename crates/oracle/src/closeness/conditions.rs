//! Conditions 1–3 of the paper in the repaired form (i)–(v) of Theorem B, which give the shift δ_t = kδ₀ + δ_n.
//!
//! (i)   d(n₀(u), u) ≤ δ₀ for every u;
//! (ii)  n is k-Lipschitz on U_T = {u : |n(u)| ≤ T};
//! (iii) |n′(v) − n(v)| ≤ δ_n for every v of the generator in U_T;
//! (iv)  |n′(v)| ≥ T − δ_n for every v of the generator outside U_T ("n′ never comes back");
//! (v)   T > ρ_M + δ_t.
//!
//! The printed Condition 2 asks that n′ be monotone in norm, which no floating-point planar noise satisfies (F19, CE7);
//! (iv) is what the proof needs. n must be continuous (CE5): the noises of this crate are. A draw may leave U_T although
//! the ideal one is inside (F28): (iv) covers it.

use crate::enclosure::{Enclosure, UpperBound};
use crate::number::{Rational, exceeds, require_non_negative};
use crate::refusal::{Condition, Refusal};
use num_traits::Signed;

/// The terms that make up the shift, each an upper bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftTerms {
    /// k of (ii), on the radius T.
    pub lipschitz: UpperBound,
    /// δ₀ of (i), in the metric for which k holds.
    pub bias: UpperBound,
    /// δ_n of (iii) and (iv), on the radius T.
    pub error: UpperBound,
    /// T.
    pub radius: Rational,
    /// ρ_M = sup{|y − r| : y ∈ M, r ∈ M_f}.
    pub reach: UpperBound,
}

impl ShiftTerms {
    /// δ_t = kδ₀ + δ_n.
    ///
    /// # Guarantee
    /// If (i)–(iv) hold with these terms, (A) and (B) of Theorem A hold with δ = the result.
    ///
    /// # Errors
    /// Refused if a term is negative, or if (v) fails: then by how much T is too small.
    pub fn shift(&self) -> Result<UpperBound, Refusal> {
        for (what, term) in
            [("k", &self.lipschitz), ("δ₀", &self.bias), ("δ_n", &self.error), ("ρ_M", &self.reach)]
        {
            require_non_negative(what, term.value())?;
        }
        let shift = UpperBound::new(self.lipschitz.value() * self.bias.value()).plus(&self.error);
        require_radius(&self.radius, &self.reach, &shift)?;
        Ok(shift)
    }
}

/// (v): T > ρ_M + δ.
pub(crate) fn require_radius(
    radius: &Rational,
    reach: &UpperBound,
    shift: &UpperBound,
) -> Result<(), Refusal> {
    let needed = reach.plus(shift);
    if exceeds(radius, needed.value()) {
        return Ok(());
    }
    Err(Refusal::condition(Condition::RadiusBeyondWindow, radius.clone(), needed.value().clone()))
}

/// One value of a finite generator: the set of ideal draws it stands for, the draw itself, and the noise computed.
#[derive(Debug, Clone)]
pub struct GeneratorPoint {
    /// The ideal draws u with n₀(u) = v, an interval.
    pub cell: (Rational, Rational),
    /// v.
    pub draw: Rational,
    /// n′(v), exactly.
    pub noise: Rational,
}

/// How many points of a finite generator discharged each condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discharge {
    /// Points checked for (i): all of them.
    pub bias: usize,
    /// Points inside U_T, or not provably outside, checked for (iii).
    pub inside: usize,
    /// Points outside U_T, or not provably inside, checked for (iv).
    pub outside: usize,
}

/// Checks (i), (iii) and (iv) at every point of a finite generator; `n` encloses the exact noise.
///
/// A point whose enclosure does not decide on which side of T it lies must satisfy both (iii) and (iv).
///
/// # Errors
/// The first condition that fails, with its values; any refusal of `n`.
pub fn discharge_on_points(
    points: &[GeneratorPoint],
    n: impl Fn(&Rational) -> Result<Enclosure, Refusal>,
    terms: &ShiftTerms,
) -> Result<Discharge, Refusal> {
    let mut discharge = Discharge { bias: 0, inside: 0, outside: 0 };
    for point in points {
        for end in [&point.cell.0, &point.cell.1] {
            let distance = (end - &point.draw).abs();
            at_most("bias |n₀(u) − u| ≤ δ₀ (i)", &distance, terms.bias.value())?;
        }
        discharge.bias += 1;
        let exact = n(&point.draw)?;
        let magnitude = exact.max(&exact.negated());
        if !exceeds(magnitude.lo(), &terms.radius) {
            for end in [exact.lo(), exact.hi()] {
                at_most("error |n′ − n| ≤ δ_n (iii)", &(end - &point.noise).abs(), terms.error.value())?;
            }
            discharge.inside += 1;
        }
        if exceeds(magnitude.hi(), &terms.radius) {
            let least = &terms.radius - terms.error.value();
            at_most("T − δ_n ≤ |n′| (iv)", &least, &point.noise.abs())?;
            discharge.outside += 1;
        }
    }
    Ok(discharge)
}

fn at_most(what: &'static str, actual: &Rational, limit: &Rational) -> Result<(), Refusal> {
    if exceeds(actual, limit) {
        Err(Refusal::condition(Condition::AtMost(what), actual.clone(), limit.clone()))
    } else {
        Ok(())
    }
}
