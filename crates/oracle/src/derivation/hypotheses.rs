//! What the theorem asks of a mechanism as it runs, in exact numbers.

use super::BITS;
use crate::enclosure::{UpperBound, sqrt};
use crate::mechanism::number_of_cells;
use crate::noise::RelativeUniform;
use crate::number::{Rational, dyadic, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// A mechanism: r + x′ is rounded to a cell, and released as ∞ beyond the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hypotheses {
    /// The scale of the noise that the arithmetic holds: b, or the standard deviation σ of Gaussian noise (F14).
    pub scale: Rational,
    /// Δ ≥ Δ_{f′}: how far apart neighbouring answers are, at most.
    pub sensitivity: Rational,
    /// Δ₀: 1 for a single value. For a vector of values with independent noise, in how many of them neighbours differ, at most; Δ is
    /// then the sum of the distances over all values (§1.9), for Gaussian noise the root of the sum of their squares (§1.10).
    pub changed: u64,
    /// Answers and outputs: one axis on the line, two in the plane.
    pub axes: Vec<Axis>,
    /// L, the side of a cell in units of the answers.
    pub cell: Rational,
    /// The law of the noise.
    pub noise: Noise,
    /// How it is drawn.
    pub sampler: Sampler,
    /// How far the computed noise is off.
    pub error: NoiseError,
}

/// Answers and outputs along one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// M_f, the answers after clamping: lowest and highest.
    pub answers: (Rational, Rational),
    /// The window: the union of the cells of all outputs, or on a plane where the outputs are no rectangle, the interval that holds it.
    pub window: (Rational, Rational),
    /// How far the rounding of r + x′ moves an edge of a cell down, at most; 0 if the sum is exact (F24).
    pub edge_shift: Rational,
}

impl Axis {
    /// The axis whose outputs are the multiples of the grid step from the first to the last of `outputs`.
    #[must_use]
    pub fn of_grid_points(
        answers: (Rational, Rational),
        outputs: &(Rational, Rational),
        step: &Rational,
        edge_shift: Rational,
    ) -> Self {
        let half = step * dyadic(1, -1);
        Self { answers, window: (&outputs.0 - &half, &outputs.1 + half), edge_shift }
    }
}

/// A law of noise, with what belongs to it alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noise {
    /// Laplace noise on the line: density e^{−|x|/b}/(2b).
    Laplace,
    /// Laplace noise in the plane: density proportional to e^{−‖x‖/b}, a radius and an angle.
    PlanarLaplace {
        /// δ_v, the absolute bias of the angle's uniform variable, in turns.
        angle_bias: Rational,
    },
    /// Gaussian noise on the line: density e^{−x²/2σ²}/(σ√(2π)), drawn through the logarithm of its tail probability and a sign.
    Gaussian {
        /// δ of (ε′, δ)-privacy, 0 < δ < 1: there is no pure ε.
        delta: Rational,
    },
}

/// How the noise is drawn, in the plane its radius.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sampler {
    /// The inverse of the distribution function at u, which is off by at most δ₀.
    InverseCdf {
        /// δ₀.
        bias: Rational,
    },
    /// −b·ln u with a sign of its own on the line, σ·g(−ln u) for Gaussian noise; −b·(ln u₁ + ln u₂) in the plane.
    Logarithm(Generator),
}

/// A generator of uniform variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Generator {
    /// |u′ − u| ≤ δ₀.
    Absolute {
        /// δ₀.
        bias: Rational,
    },
    /// |ln u′ − ln u| ≤ δ₀: exponent and mantissa (Theorem L).
    Relative(RelativeUniform),
}

/// The error of computed noise: ‖n′ − n‖ ≤ A·b + R·‖n‖ + O for every draw, b the scale (σ for Gaussian noise). So (iii) holds on every radius T with
/// δ_n(T) = A·b + R·T + O, and (iv) beyond, as R < 1: ‖n′‖ ≥ (1 − R)‖n‖ − A·b − O ≥ T − δ_n(T).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoiseError {
    /// A, in units of the scale b.
    pub absolute: Rational,
    /// R, in units of the exact noise.
    pub relative: Rational,
    /// O, whatever scale and noise are.
    pub rounding: Rational,
}

/// The error of a computed ℓ′ ≥ 0, a logarithm or a magnitude in units of the scale: |ℓ′ − ℓ| ≤ A + R·ℓ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogarithmError {
    /// A.
    pub absolute: Rational,
    /// R.
    pub relative: Rational,
}

/// What one rounding to the format of the noise does: it moves x by at most d·|x|, or by at most o.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundingError {
    /// d: 0 for integers.
    pub relative: Rational,
    /// o: 0 for floating point.
    pub absolute: Rational,
}

impl NoiseError {
    /// δ_n(T).
    #[must_use]
    pub fn at(&self, scale: &Rational, radius: &Rational) -> UpperBound {
        UpperBound::new(&self.absolute * scale + &self.relative * radius + &self.rounding)
    }

    pub(super) fn check(&self) -> Result<(), Refusal> {
        require_non_negative("error δ_n", &self.absolute)?;
        require_non_negative("rounding error of the noise", &self.rounding)?;
        require_non_negative("relative error of the noise", &self.relative)?;
        //= THEORY 1.3 (iv)
        if self.relative >= Rational::one() {
            let (what, one) = ("relative error of the noise < 1", Rational::one());
            return Err(Refusal::condition(Condition::AtMost(what), self.relative.clone(), one));
        }
        Ok(())
    }
}

impl Hypotheses {
    /// ρ_M: on each axis the larger of the distances from the lowest answer to the highest sum that is released and from the highest
    /// answer to the lowest such sum; in the plane their hypotenuse, which a pair of corners attains.
    ///
    /// # Errors
    /// Refused for another number of axes than the noise has, ends out of order, or a window that is no union of cells (F17): a border
    /// cell would be shorter, and the theorem would not cover it.
    pub fn reach(&self) -> Result<UpperBound, Refusal> {
        let needed = self.noise.dimension().axes();
        if self.axes.len() != needed {
            return Err(Refusal::Mismatch { what: "axes of the noise", found: self.axes.len(), needed });
        }
        require_positive("cell side L", &self.cell)?;
        let distances: Vec<Rational> =
            self.axes.iter().map(|axis| axis.reach(&self.cell)).collect::<Result<_, _>>()?;
        if let [distance] = distances.as_slice() {
            return Ok(UpperBound::new(distance.clone()));
        }
        let square = distances.iter().fold(Rational::zero(), |sum, distance| sum + distance * distance);
        Ok(sqrt(&square, BITS)?.upper())
    }

    /// The least side of a cell as a set of exact sums: the lower edge of a cell moves down by at most the shift of its axis and the
    /// upper one may stay, or the other way round. The complement of the window is cut into boxes of no shorter sides, too.
    pub(super) fn shortest(&self) -> Rational {
        //= THEORY F24
        let shift = self.axes.iter().fold(Rational::zero(), |most, axis| most.max(axis.edge_shift.clone()));
        &self.cell - shift
    }
}

impl Axis {
    fn reach(&self, cell: &Rational) -> Result<Rational, Refusal> {
        let ((first, last), (low, high)) = (&self.answers, &self.window);
        require_non_negative("edge shift", &self.edge_shift)?;
        if first > last {
            return Err(Refusal::condition(Condition::Ordered("answers"), first.clone(), last.clone()));
        }
        number_of_cells(low, high, cell)?;
        // At least half the sum of the two lengths, so not negative.
        Ok((high - first).max(last - low + &self.edge_shift))
    }
}
