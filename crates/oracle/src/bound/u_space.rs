//! Theorem U (§1.5): a bound without Lipschitz constant, for a generator with an absolute bias, on the line.
//!
//! The shift δ₀ is applied to the masses of cells instead of being carried through n: P₁ ≤ μ(S^{+δ_n}−r₁) + 2δ₀ and
//! P₂ ≥ μ(S^{−δ_n}−r₂) − 2δ₀. No fixpoint, no exponential of T.

use super::setting::bits_lost;
use crate::enclosure::{UpperBound, exp, ln, sinh};
use crate::number::{Rational, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// Working bits.
const WORKING: u32 = 256;

/// The hypotheses of Theorem U.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct USpace {
    /// ε.
    pub epsilon: Rational,
    /// Δ.
    pub sensitivity: Rational,
    /// L.
    pub cell: Rational,
    /// δ_n, the error of the noise itself, valid on the radius T.
    pub error: UpperBound,
    /// δ₀, the absolute bias of the generator: 2δ₀ = 1/N for N midpoints.
    pub bias: Rational,
    /// The window [low, high), a union of cells.
    pub window: (Rational, Rational),
    /// The answers [low, high], inside the window.
    pub answers: (Rational, Rational),
    /// T.
    pub radius: Rational,
}

impl USpace {
    /// ε′ = ln of the larger of the two ratios, for cells and for ∞.
    ///
    /// # Guarantee
    /// P₁ ≤ e^{ε′}P₂ for every output and all answers within Δ, if (i), (iii) and (iv) hold with these terms and n is the
    /// increasing continuous quantile function of the Laplace law of scale Δ/ε.
    ///
    /// # Errors
    /// Refused, with the values, unless ε, Δ, L > 0; answers inside the window; T > ρ_M + δ_n; L > 2δ_n; and the least mass of a
    /// shrunk cell, and of the outside, exceed 2δ₀.
    pub fn epsilon_prime(&self) -> Result<UpperBound, Refusal> {
        require_positive("privacy ε", &self.epsilon)?;
        require_positive("sensitivity Δ", &self.sensitivity)?;
        require_positive("cell side L", &self.cell)?;
        require_non_negative("bias δ₀", &self.bias)?;
        require_non_negative("error δ_n", self.error.value())?;
        let reach = self.reach()?;
        let error = self.error.value();
        let needed = &reach + error;
        if self.radius <= needed {
            return Err(Refusal::condition(Condition::RadiusBeyondWindow, self.radius.clone(), needed));
        }
        let twice_error = error + error;
        if self.cell <= twice_error {
            return Err(Refusal::condition(Condition::CellWiderThanShift, self.cell.clone(), twice_error));
        }
        let worse = self.cell_ratio(&reach)?.max(self.outside_ratio()?);
        Ok(ln(&worse, WORKING)?.upper().rounded(192))
    }

    fn rate(&self) -> Rational {
        &self.epsilon / &self.sensitivity
    }

    /// ρ_M, with the window and the answers in order and one inside the other.
    fn reach(&self) -> Result<Rational, Refusal> {
        let ((low, high), (first, last)) = (&self.window, &self.answers);
        for (what, a, b) in [("window", low, high), ("answers", first, last)] {
            if a > b {
                return Err(Refusal::condition(Condition::Ordered(what), a.clone(), b.clone()));
            }
        }
        if first < low {
            return Err(Refusal::condition(Condition::AnswersInsideWindow, first.clone(), low.clone()));
        }
        if last > high {
            return Err(Refusal::condition(Condition::AnswersInsideWindow, last.clone(), high.clone()));
        }
        Ok((high - first).max(last - low))
    }

    /// An upper bound of (e^ε·G·μ + 2δ₀)/(μ − 2δ₀) at the least mass μ = e^{−β(max(ρ_M,L)−L/2)} sinh(β(L−2δ_n)/2), where
    /// G = sinh(β(L+2δ_n)/2)/sinh(β(L−2δ_n)/2); the quotient decreases in μ, so a lower bound of μ enters.
    fn cell_ratio(&self, reach: &Rational) -> Result<Rational, Refusal> {
        let two = Rational::from_integer(2.into());
        let rate = self.rate();
        let error = self.error.value();
        let narrow = &rate * (&self.cell - &two * error) / &two;
        let wide = &rate * (&self.cell + &two * error) / &two;
        let centre = reach.max(&self.cell) - &self.cell / &two;
        let exponent = &rate * centre;
        // sinh z ≥ z: an absolute error of 2^-bits is a relative one of 2^-bits/z.
        let bits = WORKING + bits_of(&exponent) + bits_lost(&narrow);
        let decay = exp(&-exponent, bits)?;
        let (small, large) = (sinh(&narrow, bits)?, sinh(&wide, bits)?);
        let least = decay.lo() * small.lo();
        let grown = exp(&self.epsilon, WORKING)?.hi() * (large.hi() / small.lo());
        self.biased_quotient(&grown, &least)
    }

    /// An upper bound of (e^{ε+2βδ_n}·t + 2δ₀)/(t − 2δ₀), t = e^{−β(D/2+δ_n)} the least mass of the outside (AM–GM).
    fn outside_ratio(&self) -> Result<Rational, Refusal> {
        let two = Rational::from_integer(2.into());
        let (rate, error) = (self.rate(), self.error.value());
        let exponent = &rate * ((&self.window.1 - &self.window.0) / &two + error);
        let least = exp(&-&exponent, WORKING + bits_of(&exponent))?;
        let grown = exp(&(&self.epsilon + &two * &rate * error), WORKING)?;
        self.biased_quotient(grown.hi(), least.lo())
    }

    /// (factor·mass + 2δ₀)/(mass − 2δ₀), if mass > 2δ₀.
    fn biased_quotient(&self, factor: &Rational, mass: &Rational) -> Result<Rational, Refusal> {
        let twice = &self.bias + &self.bias;
        if mass <= &twice {
            return Err(Refusal::condition(Condition::CellMassAboveBias, mass.clone(), twice));
        }
        // At least one: a ratio below one would be rounding alone.
        Ok(((factor * mass + &twice) / (mass - twice)).max(Rational::one()))
    }
}

/// Bits enough to keep e^{−x} away from zero: 2x.
fn bits_of(x: &Rational) -> u32 {
    let whole = x.ceil().to_integer() * 2_u32;
    u32::try_from(&whole).unwrap_or(u32::MAX / 8).min(1 << 15)
}
