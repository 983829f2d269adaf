//! Laplace noise as a machine adds it: from the scale in force, the ledger of the noise and the grid to ε′. This is the one derivation
//! of certificates and of the library.

use super::{AffineError, Dimension, Form, Generator, LaplaceChain, Setting, TheoremU};
use crate::enclosure::UpperBound;
use crate::geometry::Interval;
use crate::mechanism::Rounding;
use crate::number::{Rational, dyadic};
use crate::refusal::{Condition, Refusal};
use num_traits::One;

/// Bits after the point of δ_n, which is rounded up.
const BITS: u32 = 192;

/// The error of computed noise x′ = b·ℓ′·(1+η) + o, where |ℓ′ − ℓ| ≤ A + R·ℓ is the logarithm's, |η| ≤ d and |o| ≤ O the product's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoiseError {
    /// A.
    pub absolute: Rational,
    /// R.
    pub relative: Rational,
    /// d.
    pub product: Rational,
    /// O.
    pub rounding: Rational,
}

impl NoiseError {
    /// |x′ − n| ≤ A·b·(1+d) + O + (R·(1+d) + d)·|n|, n = b·ℓ.
    #[must_use]
    pub fn scaled(&self, scale: &Rational) -> AffineError {
        let grown = Rational::one() + &self.product;
        AffineError {
            absolute: &self.absolute * scale * &grown + &self.rounding,
            relative: &self.relative * grown + &self.product,
        }
    }
}

/// A mechanism on the line, as it runs.
#[derive(Debug, Clone)]
pub struct FiniteLaplace {
    /// Δ ≥ Δ_{f′}.
    pub sensitivity: Rational,
    /// b in force.
    pub scale: Rational,
    /// M_f, the answers after clamping.
    pub answers: (Rational, Rational),
    /// L.
    pub grid: Rational,
    /// The lowest and the highest grid point released.
    pub window: (Rational, Rational),
    /// How far the rounding of r + x′ moves an edge of a cell down, at most (F24).
    pub edge_shift: Rational,
    /// n₀.
    pub generator: Generator,
    /// n′.
    pub noise: NoiseError,
}

/// Every link from the mechanism to ε′.
#[derive(Debug, Clone)]
pub struct Derivation {
    /// ε in force: Δ/b.
    pub epsilon: Rational,
    /// L̃, the least length of a cell as a set of exact sums: L less the shift of an edge.
    pub cell: Rational,
    /// ρ_M.
    pub reach: Rational,
    /// δ_n, for |n| ≤ ρ_M + b.
    pub error: UpperBound,
    /// δ₀, in the metric of the generator.
    pub bias: UpperBound,
    /// k on the radius T, in the same metric.
    pub lipschitz: UpperBound,
    /// T.
    pub radius: Rational,
    /// δ = kδ₀ + δ_n.
    pub shift: UpperBound,
    /// ε′ by every form, with the form's name; Theorem U is the last.
    pub bounds: Vec<(&'static str, Result<UpperBound, Refusal>)>,
    /// The least of them.
    pub verdict: UpperBound,
}

impl FiniteLaplace {
    /// Follows the chain: ρ_M, δ_n, then T and δ, then ε′.
    ///
    /// # Guarantee
    /// If the generator has the stated bias, the noise the stated error and the sum the stated shift, every ε′ of the result is an upper
    /// bound of the loss.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive(&self) -> Result<Derivation, Refusal> {
        let Self { sensitivity, scale, answers, grid, edge_shift, .. } = self;
        //= THEORY F14
        let epsilon = sensitivity / scale;
        //= THEORY F24
        let cell = grid - edge_shift;
        let half = grid * dyadic(1, -1);
        let window = (&self.window.0 - &half, &self.window.1 + half);
        // Every edge moves down by at most `edge_shift`. ρ_M depends on the union of the cells alone, so the window may pass for one
        // cell.
        let lowest = &window.0 - edge_shift;
        let union = Rounding::filling(&lowest, &window.1, &(&window.1 - &lowest))?;
        let reach = union.reach(&Interval::closed(answers.0.clone(), answers.1.clone())?)?;

        // δ_n is taken at ρ_M + b, and T is required to stay below.
        let noise = self.noise.scaled(scale);
        //= THEORY 1.3 (iv)
        if noise.relative >= Rational::one() {
            let what = "relative error of the noise < 1";
            return Err(Refusal::condition(Condition::AtMost(what), noise.relative, Rational::one()));
        }
        let farthest = &reach + scale;
        let error = noise.at(&farthest).rounded(BITS);
        let chain = LaplaceChain {
            epsilon: epsilon.clone(),
            sensitivity: sensitivity.clone(),
            answers: answers.clone(),
            rounding: union,
            generator: self.generator.clone(),
            error: error.clone(),
        }
        .follow()?;
        if chain.radius > farthest {
            let what = "T ≤ ρ_M + b, where δ_n was taken";
            return Err(Refusal::condition(Condition::AtMost(what), chain.radius, farthest));
        }

        let setting =
            Setting::new(Dimension::Line, epsilon.clone(), sensitivity.clone(), cell.clone(), &chain.shift)?;
        let mut bounds: Vec<_> =
            setting.table().into_iter().map(|(form, bound)| (form.name(), bound)).collect();
        let u_space = match &self.generator {
            //= THEORY 1.5
            Generator::Absolute { bias, sign_bit: false } => TheoremU {
                epsilon: epsilon.clone(),
                sensitivity: sensitivity.clone(),
                cell: grid.clone(),
                edge_shift: edge_shift.clone(),
                error: error.clone(),
                bias: bias.clone(),
                window,
                answers: answers.clone(),
                radius: chain.radius.clone(),
            }
            .epsilon_prime(),
            _ => chain.u_space,
        };
        bounds.push((Form::TheoremU.name(), u_space));
        let least = bounds.iter().filter_map(|(_, bound)| bound.as_ref().ok()).min().cloned();
        // If no form applies, the refusal of the table is the reason.
        let verdict = least.map_or_else(|| setting.verdict(), Ok)?;
        Ok(Derivation {
            epsilon,
            cell,
            reach,
            error,
            bias: chain.bias,
            lipschitz: chain.lipschitz,
            radius: chain.radius,
            shift: chain.shift,
            bounds,
            verdict,
        })
    }
}
