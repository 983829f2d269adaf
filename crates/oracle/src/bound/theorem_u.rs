//! Theorem U (§1.5, F25): a bound without Lipschitz constant, for a generator with an absolute bias, on the line.
//!
//! The shift δ₀ is applied to the masses of cells instead of being carried through n: P₁ ≤ μ(S^{+δ_n}−r₁) + 2δ₀ and
//! P₂ ≥ μ(S^{−δ_n}−r₂) − 2δ₀. No fixpoint, no exponential of T.

use super::setting::bits_lost;
use crate::enclosure::{Enclosure, MAX_BITS, UpperBound, exp, ln, sinh};
use crate::mechanism::number_of_cells;
use crate::number::{Rational, decimal, dyadic, exceeds, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use crate::transfer::Closeness;
use num_traits::{One, Zero};

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
    /// The answers [low, high], inside the window, and not above its upper end less the edge shift.
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
    /// Refused, with the values, unless ε, Δ, L > 0; the window is a union of cells and holds the answers, also when its upper end is lower by the edge shift; T > ρ_M + δ_n; L > 2δ_n; and the least mass of a
    /// shrunk cell, and of the outside, exceed 2δ₀.
    pub fn epsilon_prime(&self) -> Result<UpperBound, Refusal> {
        let reach = self.checked_reach()?;
        let worse = self.cell_ratio(&reach)?.max(self.outside_ratio()?);
        Ok(ln(&worse, WORKING)?.upper().rounded(192))
    }

    /// κ₊ and κ₋ of Theorem T, from the masses of whole cells instead of shrunk ones.
    ///
    /// With B = βL̃/2, h = βδ_n and μ the least mass of a cell, a cell has between (sinh(B−h)/sinh B − 2δ₀/μ) and
    /// (sinh(B+h)/sinh B + 2δ₀/μ) times its ideal mass; ∞, whose mass is at least t, has between e^{−h} − 2δ₀/t and e^h + 2δ₀/t times its
    /// own.
    ///
    /// # Guarantee
    /// As [`crate::bound::Setting::closeness`], under the hypotheses of [`TheoremU::epsilon_prime`]. The end of the window, if it is
    /// reported for ∞ on its side, gains a half-line: its ideal mass is at least μ, and h and δ₀ move one edge of it instead of two.
    ///
    /// # Errors
    /// As [`TheoremU::epsilon_prime`].
    pub fn closeness(&self) -> Result<Closeness, Refusal> {
        //= THEORY 1.7
        let reach = self.checked_reach()?;
        let two = Rational::from_integer(2.into());
        let (rate, twice) = (self.rate(), &self.bias + &self.bias);
        let moved = &rate * self.error.value();
        let middle = &rate * self.least_cell() / two;
        let (decay, bits) = self.least_decay(&reach, &(&middle - &moved))?;
        let [narrow, whole, wide] =
            [&middle - &moved, middle.clone(), &middle + &moved].map(|z| sinh(&z, bits));
        let (narrow, whole, wide) = (narrow?, whole?, wide?);
        let mass = decay.lo() * whole.lo();
        let outside = self.least_outside(&Rational::zero())?;
        for least in [&mass, &outside] {
            require_positive("least mass", least)?;
        }
        let (of_cell, of_outside) = (&twice / mass, twice / outside);
        let above = (wide.hi() / whole.lo() + &of_cell).max(exp(&moved, WORKING)?.hi() + &of_outside);
        let below = (narrow.lo() / whole.hi() - of_cell).min(exp(&-moved, WORKING)?.lo() - of_outside);
        if !exceeds(&below, &Rational::zero()) {
            return Err(Refusal::condition(Condition::CellMassAboveBias, below, Rational::zero()));
        }
        let above = ln(&above, WORKING)?.upper().rounded(192);
        let below = UpperBound::new(-ln(&below, WORKING)?.lo()).rounded(192);
        Ok(Closeness { above, below })
    }

    /// ρ_M, if the conditions that do not concern masses hold.
    fn checked_reach(&self) -> Result<Rational, Refusal> {
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
        Ok(reach)
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
        // Of the exact sums that are in the window the last may be lower by the edge shift, and the proof for ∞ takes the answers
        // between the edges of that set.
        //= THEORY F24
        let last_sum = high - &self.edge_shift;
        if *last > last_sum {
            return Err(Refusal::condition(Condition::AnswersInsideWindow, last.clone(), last_sum));
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
        let (decay, bits) = self.least_decay(reach, &narrow)?;
        let (small, large) = (sinh(&narrow, bits)?, sinh(&wide, bits)?);
        let least = decay.lo() * small.lo();
        require_positive("least cell mass μ_min", &least)?;
        let grown = exp(&self.epsilon, WORKING)?.hi() * (large.hi() / small.lo());
        self.biased_quotient(&grown, &least)
    }

    /// e^{−β(max(ρ_M,L)−L/2)} with so many bits that it and sinh of numbers from `narrow` upward are kept away from zero: e^{−x} > 2^{−2x}
    /// and sinh z ≥ z. The bits are returned too.
    fn least_decay(&self, reach: &Rational, narrow: &Rational) -> Result<(Enclosure, u32), Refusal> {
        let cell = self.least_cell();
        let centre = reach.max(&cell) - &cell * dyadic(1, -1);
        let exponent = self.rate() * centre;
        let bits = WORKING + bits_of_decay(&exponent)? + bits_lost(narrow);
        Ok((exp(&-exponent, bits)?, bits))
    }

    /// A lower bound of e^{−β(D/2+error)}, the least mass of the outside of a window that is wider by `error` on both sides (AM–GM).
    fn least_outside(&self, error: &Rational) -> Result<Rational, Refusal> {
        let width = &self.window.1 - &self.window.0 + &self.edge_shift;
        let exponent = self.rate() * (width * dyadic(1, -1) + error);
        Ok(exp(&-&exponent, WORKING + bits_of_decay(&exponent)?)?.lo().clone())
    }

    /// An upper bound of (e^{ε+2βδ_n}·t + 2δ₀)/(t − 2δ₀), t = e^{−β(D/2+δ_n)} the least mass of the outside (AM–GM).
    fn outside_ratio(&self) -> Result<Rational, Refusal> {
        let two = Rational::from_integer(2.into());
        let (rate, error) = (self.rate(), self.error.value());
        let grown = exp(&(&self.epsilon + &two * &rate * error), WORKING)?;
        self.biased_quotient(grown.hi(), &self.least_outside(error)?)
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
