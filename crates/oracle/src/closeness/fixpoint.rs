//! The radius T for one-dimensional Laplace noise: the paper's fixpoint (l.674, F9) and the closed form of §1.4 that
//! makes it unnecessary.
//!
//! Φ(T) = ρ_M + k(T)δ₀ + δ_n with k(T) = s·b·e^{T/b}, s = 2 for the inverse CDF and s = 1 with a separate sign bit.
//! Any T with Φ(T) < T satisfies (v). With y = (T−ρ_M)/b, c = sδ₀e^{ρ_M/b}, η = δ_n/b: Φ(T) < T ⇔ ce^y + η < y.

use crate::enclosure::{Enclosure, UpperBound, exp, sign};
use crate::number::{Rational, compare, dyadic, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use core::cmp::Ordering;
use num_traits::{One, Zero};

/// Working precision of the bounds below, in bits after the point of c.
const BITS: u32 = 192;

/// What the radius depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaplaceRadius {
    /// The scale b.
    pub scale: Rational,
    /// δ₀, the absolute bias of the generator.
    pub bias: Rational,
    /// δ_n, valid for |n| ≤ ρ_M + b.
    pub error: Rational,
    /// ρ_M.
    pub reach: Rational,
    /// A separate sign bit, n = −b ln u, instead of the inverse CDF: halves the slope.
    pub sign_bit: bool,
}

/// A radius and the shift that goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm {
    /// T = ρ_M + b·y₀, which satisfies (v) strictly.
    pub radius: UpperBound,
    /// δ = b·y₀.
    pub shift: UpperBound,
}

impl LaplaceRadius {
    fn check(&self) -> Result<(), Refusal> {
        require_positive("scale b", &self.scale)?;
        require_non_negative("bias δ₀", &self.bias)?;
        require_non_negative("error δ_n", &self.error)?;
        require_non_negative("reach ρ_M", &self.reach)
    }

    /// s·δ₀.
    fn slope_times_bias(&self) -> Rational {
        if self.sign_bit { self.bias.clone() } else { &self.bias + &self.bias }
    }

    /// An enclosure of c = s·δ₀·e^{ρ_M/b}.
    fn c(&self, bits: u32) -> Result<Enclosure, Refusal> {
        Ok(exp(&(&self.reach / &self.scale), bits)?.scaled(&self.slope_times_bias()))
    }

    /// An upper bound of Φ(T) = ρ_M + s·b·e^{T/b}·δ₀ + δ_n.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges.
    pub fn phi(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        self.check()?;
        let growth = exp(&(radius / &self.scale), BITS)?;
        let moved = growth.hi() * self.slope_times_bias() * &self.scale;
        Ok(UpperBound::new(&self.reach + moved + &self.error))
    }

    /// The paper's iteration T₀ = ρ_M, T_{j+1} = Φ(T_j), each rounded up, for at most `steps` steps.
    ///
    /// It climbs towards the least fixpoint; the steps are there to be looked at. It stops early when T passes ρ_M + 64b, where it
    /// diverges, and when rounding leaves T where it was.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges.
    pub fn iterate(&self, steps: usize) -> Result<Vec<UpperBound>, Refusal> {
        let ceiling = &self.reach + Rational::from_integer(64.into()) * &self.scale;
        let mut last = self.reach.clone();
        let mut radii = vec![UpperBound::new(last.clone())];
        for _ in 0..steps {
            let next = self.phi(&last)?.rounded(BITS);
            if last > ceiling || compare(next.value(), &last).is_eq() {
                break;
            }
            last = next.value().clone();
            radii.push(next);
        }
        Ok(radii)
    }

    /// Whether Φ has a fixpoint at all: c·e^{1+η} ≤ 1 (F9), that is sδ₀e^{ρ_M/b} ≤ e^{−1−δ_n/b}.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges.
    pub fn has_fixpoint(&self) -> Result<bool, Refusal> {
        self.check()?;
        let slope = self.slope_times_bias();
        if slope.is_zero() {
            return Ok(true);
        }
        // min over y of ce^y + η − y is 1 + η + ln c; compare the exponent's exponential with 1/(sδ₀).
        let exponent = (&self.reach + &self.error) / &self.scale + Rational::one();
        let inverse = Enclosure::exact(slope.recip());
        let order = sign("existence of a fixpoint", |bits| Ok(exp(&exponent, bits)?.minus(&inverse)))?;
        Ok(order != Ordering::Greater)
    }

    /// T and δ in closed form (§1.4): y₀ = (c+η)/(1−2c) if 2c < 1 and y₀ ≤ 1.
    ///
    /// # Guarantee
    /// Φ(T) < T, since e^y < 1 + 2y on ]0,1] gives ce^{y₀} + η < c(1+2y₀) + η = y₀ for c > 0. An upper bound of c enters, larger
    /// by the factor 1 + 2^-64, so that the inequality holds for the true c with room for rounding, whatever δ₀. For
    /// c = 0 (no bias) T = ρ_M + δ_n would be a fixpoint without slack, so T is taken above it, by 2^-64·b or less.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges, or if 2c ≥ 1 or y₀ > 1, with both sides.
    pub fn closed_form(&self) -> Result<ClosedForm, Refusal> {
        self.check()?;
        let one = Rational::one();
        let room = dyadic(1, -64);
        let c = self.c(BITS)?.hi() * (&one + &room);
        let twice = &c + &c;
        if twice >= one {
            return Err(Refusal::condition(Condition::GeneratorFineEnough, twice, one));
        }
        let eta = &self.error / &self.scale;
        let y0 = (&c + eta) / (&one - twice);
        if y0 > one || (c.is_zero() && y0.is_one()) {
            return Err(Refusal::condition(Condition::SlackAtMostScale, y0, one));
        }
        let shift = UpperBound::new(&y0 * &self.scale);
        let slack = if c.is_zero() { &self.scale * (room.min(&one - &y0)) } else { Rational::zero() };
        let radius = UpperBound::new(&self.reach + shift.value() + &slack);
        Ok(ClosedForm { radius, shift })
    }
}
