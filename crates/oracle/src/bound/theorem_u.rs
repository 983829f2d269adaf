//! Theorem U (§1.5, F25): a bound without Lipschitz constant, for a generator with an absolute bias, on the line.
//!
//! The shift δ₀ is applied to the masses of cells instead of being carried through n: P₁ ≤ μ(S^{+δ_n}−r₁) + 2δ₀ and
//! P₂ ≥ μ(S^{−δ_n}−r₂) − 2δ₀. No fixpoint, no exponential of T.

use super::setting::bits_lost;
use crate::enclosure::{MAX_BITS, UpperBound, exp, ln, sinh};
use crate::mechanism::number_of_cells;
use crate::number::{Rational, decimal, exceeds, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// Working bits.
const WORKING: u32 = 256;

/// The hypotheses of Theorem U.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TheoremU {
    /// ε.
    pub epsilon: Rational,
    /// Δ.
    pub sensitivity: Rational,
    /// L, the length of the cells that tile the window.
    pub cell: Rational,
    /// How far the rounding of r ⊕ x′ may move an edge of a cell downward, 0 for an exact sum (F24): cells, as sets of exact sums, are
    /// then at least L less this much long, and the window begins at most this much lower.
    pub edge_shift: Rational,
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

impl TheoremU {
    /// ε′ = ln of the larger of the two ratios, for cells and for ∞.
    ///
    /// # Guarantee
    /// P₁ ≤ e^{ε′}P₂ for every output and all answers within Δ, if (i), (iii) and (iv) hold with these terms and n is the
    /// increasing continuous quantile function of the Laplace law of scale Δ/ε. It also holds if ∞ is reported as the end of the window on its
    /// side, provided that x′ has the sign of the exact noise (§1.5).
    ///
    /// # Errors
    /// Refused, with the values, unless ε, Δ, L > 0; the window is a union of cells and holds the answers; T > ρ_M + δ_n; L > 2δ_n; and the least mass of a
    /// shrunk cell, and of the outside, exceed 2δ₀.
    pub fn epsilon_prime(&self) -> Result<UpperBound, Refusal> {
        require_positive("privacy ε", &self.epsilon)?;
        require_positive("sensitivity Δ", &self.sensitivity)?;
        require_positive("cell side L", &self.cell)?;
        require_non_negative("bias δ₀", &self.bias)?;
        require_non_negative("error δ_n", self.error.value())?;
        require_non_negative("edge shift", &self.edge_shift)?;
        let reach = self.reach()?;
        let error = self.error.value();
        let needed = &reach + error;
        if !exceeds(&self.radius, &needed) {
            return Err(Refusal::condition(Condition::RadiusBeyondWindow, self.radius.clone(), needed));
        }
        let (least_cell, twice_error) = (self.least_cell(), error + error);
        if !exceeds(&least_cell, &twice_error) {
            return Err(Refusal::condition(Condition::CellWiderThanShift, least_cell, twice_error));
        }
        let worse = self.cell_ratio(&reach)?.max(self.outside_ratio()?);
        Ok(ln(&worse, WORKING)?.upper().rounded(192))
    }

    fn rate(&self) -> Rational {
        &self.epsilon / &self.sensitivity
    }

    /// The least length of a cell as a set of exact sums.
    fn least_cell(&self) -> Rational {
        &self.cell - &self.edge_shift
    }

    /// ρ_M, with the window and the answers in order and one inside the other.
    fn reach(&self) -> Result<Rational, Refusal> {
        let ((low, high), (first, last)) = (&self.window, &self.answers);
        //= THEORY F17
        number_of_cells(low, high, &self.cell)?;
        if first > last {
            return Err(Refusal::condition(Condition::Ordered("answers"), first.clone(), last.clone()));
        }
        if first < low {
            return Err(Refusal::condition(Condition::AnswersInsideWindow, first.clone(), low.clone()));
        }
        if last > high {
            return Err(Refusal::condition(Condition::AnswersInsideWindow, last.clone(), high.clone()));
        }
        Ok((high - first).max(last - low + &self.edge_shift))
    }

    /// An upper bound of (e^ε·G·μ + 2δ₀)/(μ − 2δ₀) at the least mass μ = e^{−β(max(ρ_M,L)−L/2)} sinh(β(L−2δ_n)/2), where
    /// G = sinh(β(L+2δ_n)/2)/sinh(β(L−2δ_n)/2); the quotient decreases in μ, so a lower bound of μ enters.
    fn cell_ratio(&self, reach: &Rational) -> Result<Rational, Refusal> {
        let two = Rational::from_integer(2.into());
        let rate = self.rate();
        let error = self.error.value();
        let cell = self.least_cell();
        let narrow = &rate * (&cell - &two * error) / &two;
        let wide = &rate * (&cell + &two * error) / &two;
        let centre = reach.max(&cell) - &cell / &two;
        let exponent = &rate * centre;
        // e^{−x} > 2^{−2x} and sinh z ≥ z: enough bits to keep both away from zero.
        let bits = WORKING + bits_of_decay(&exponent)? + bits_lost(&narrow);
        let decay = exp(&-exponent, bits)?;
        let (small, large) = (sinh(&narrow, bits)?, sinh(&wide, bits)?);
        let least = decay.lo() * small.lo();
        require_positive("least cell mass μ_min", &least)?;
        let grown = exp(&self.epsilon, WORKING)?.hi() * (large.hi() / small.lo());
        self.biased_quotient(&grown, &least)
    }

    /// An upper bound of (e^{ε+2βδ_n}·t + 2δ₀)/(t − 2δ₀), t = e^{−β(D/2+δ_n)} the least mass of the outside (AM–GM).
    fn outside_ratio(&self) -> Result<Rational, Refusal> {
        let two = Rational::from_integer(2.into());
        let (rate, error) = (self.rate(), self.error.value());
        let width = &self.window.1 - &self.window.0 + &self.edge_shift;
        let exponent = &rate * (width / &two + error);
        let least = exp(&-&exponent, WORKING + bits_of_decay(&exponent)?)?;
        let grown = exp(&(&self.epsilon + &two * &rate * error), WORKING)?;
        self.biased_quotient(grown.hi(), least.lo())
    }

    /// (factor·mass + 2δ₀)/(mass − 2δ₀), if mass > 2δ₀.
    fn biased_quotient(&self, factor: &Rational, mass: &Rational) -> Result<Rational, Refusal> {
        let twice = &self.bias + &self.bias;
        if !exceeds(mass, &twice) {
            return Err(Refusal::condition(Condition::CellMassAboveBias, mass.clone(), twice));
        }
        // At least one: a ratio below one would be rounding alone.
        Ok(((factor * mass + &twice) / (mass - twice)).max(Rational::one()))
    }
}

/// Twice x, rounded up: bits that keep e^{−x} > 2^{−2x} away from zero.
fn bits_of_decay(x: &Rational) -> Result<u32, Refusal> {
    let whole = x.ceil().to_integer() * 2_u32;
    u32::try_from(&whole)
        .ok()
        .filter(|bits| *bits <= MAX_BITS / 2)
        .ok_or_else(|| Refusal::too_large("β times the reach of the window", decimal::short(x), MAX_BITS / 4))
}
