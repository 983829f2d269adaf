//! From what runs to what it guarantees: every condition of THEORY 1.2 to 1.5, decided by the oracle.
//!
//! The finite crate states its errors (ledgers, bias, edge shift) as exact dyadics; here they become the terms of the
//! theorem. Nothing in this file is a float.

use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::{Bias, Format, Scale, Tail, Window};
use kdelta_oracle::bound::{Dimension, Form, Setting, USpace};
use kdelta_oracle::closeness::{LaplaceRadius, ShiftTerms};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::geometry::Interval;
use kdelta_oracle::mechanism::Rounding;
use kdelta_oracle::noise::{Laplace, RelativeUniform};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::{Condition, Refusal};

/// What a mechanism guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all answers r₁, r₂ of the answer range within `sensitivity` of each other and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^ε′ · P\[K(r₂) ∈ S\] with ε′ = [`Guarantee::epsilon_prime`], in the arithmetic that runs, if the
/// entropy source delivers independent uniform bits and the hardware rounds as IEEE 754 says. The same holds for the
/// variant that remaps both sides of ∞ to the ends of the window (THEORY F7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    pub epsilon: Rational,
    /// Δ.
    pub sensitivity: Rational,
    /// b, as the arithmetic holds it.
    pub scale: Rational,
    /// L̃, the least length of a cell as a set of exact sums r + x′ (THEORY F24): L less the shift of an edge.
    pub cell: Rational,
    /// ρ_M, the largest |y − r| over values y that are not released as ∞ and answers r.
    pub reach: UpperBound,
    /// T, the radius on which the noise is close.
    pub radius: Rational,
    /// δ₀, the bias of the generator in its own metric.
    pub bias: UpperBound,
    /// k of the noise on the radius T, in the same metric.
    pub lipschitz: UpperBound,
    /// δ_n, the error of the computed noise for |n| ≤ T, with (iv) beyond.
    pub error: UpperBound,
    /// δ = kδ₀ + δ_n, the distance between the computed noise and ideal Laplace noise.
    pub shift: UpperBound,
    /// ε′.
    pub epsilon_prime: UpperBound,
}

impl Guarantee {
    /// ε′ − ε, what finite precision costs.
    #[must_use]
    pub fn excess(&self) -> UpperBound {
        UpperBound::new(self.epsilon_prime.value() - &self.epsilon)
    }
}

/// The setting of one mechanism, in exact numbers.
pub(crate) struct Certifier {
    pub(crate) sensitivity: Rational,
    pub(crate) scale: Scale,
    pub(crate) answers: (Rational, Rational),
    pub(crate) window: Window,
}

impl Certifier {
    /// Decides every condition and computes ε′.
    pub(crate) fn certify<F: Format, U: Tail<F>>(self) -> Result<Guarantee, Refusal> {
        let scale = dyadic(self.scale.mantissa().into(), self.scale.exponent());
        let law = Laplace::new(scale.clone())?;
        //= THEORY F14
        let epsilon = &self.sensitivity / &scale;
        //= THEORY F24
        let step = dyadic(1, self.window.grid().log2());
        let edge_shift = value(&F::edge_shift(self.window));
        let half = &step / Rational::from_integer(2.into());
        let low = dyadic(self.window.low(), 0) * &step - &half;
        let high = dyadic(self.window.high(), 0) * &step + half;
        // The sums that are not released as ∞ lie from here on: every edge moves down by at most `edge_shift`.
        let lowest = &low - &edge_shift;
        // ρ_M depends on the union of the cells only, so the window may pass for one cell.
        let union = Rounding::filling(&lowest, &high, &(&high - &lowest))?;
        let answers = Interval::closed(self.answers.0.clone(), self.answers.1.clone())?;
        let reach = UpperBound::new(union.reach(&answers)?);

        // δ_n is taken at ρ_M + b, and T is required to stay below.
        let farthest = reach.value() + &scale;
        let error = noise_error(&[U::LOGARITHM, F::PRODUCT], &scale, &farthest);
        let (terms, shift) = match U::BIAS {
            Bias::Absolute { log2 } => {
                let bias = dyadic(1, log2);
                //= THEORY 1.4
                let radius = LaplaceRadius {
                    scale: scale.clone(),
                    bias: bias.clone(),
                    error: error.value().clone(),
                    reach: reach.value().clone(),
                    sign_bit: false,
                }
                .closed_form()?
                .radius;
                let radius = radius.value().clone();
                let lipschitz = law.lipschitz(&radius)?;
                let terms = ShiftTerms { lipschitz, bias: UpperBound::new(bias), error, radius, reach };
                let shift = terms.shift()?;
                (terms, shift)
            }
            Bias::Relative { precision, cut_off } => {
                //= THEORY F11, Theorem L
                let generator = RelativeUniform { precision, cut_off, midpoint: true };
                let bias = generator.bias()?;
                let beyond = &scale * bias.value() + error.value() + &scale * dyadic(1, -64);
                let radius = reach.value() + beyond;
                let shift = generator.shift(&scale, &error, &radius, &reach)?;
                let lipschitz = UpperBound::new(scale.clone());
                (ShiftTerms { lipschitz, bias, error, radius, reach }, shift)
            }
        };
        if terms.radius > farthest {
            return Err(Refusal::condition(Condition::RadiusBeyondWindow, farthest, terms.radius));
        }
        let cell = &step - &edge_shift;
        let setting =
            Setting::new(Dimension::Line, epsilon.clone(), self.sensitivity.clone(), cell.clone(), &shift)?;
        // The scaling form needs no sinh, whose argument may be beyond the oracle for cells of many b.
        let mut epsilon_prime =
            setting.epsilon_prime(Form::Sinh).or_else(|_| setting.epsilon_prime(Form::Scaling))?;
        if let Bias::Absolute { log2 } = U::BIAS {
            //= THEORY 1.5
            let u_space = USpace {
                epsilon: epsilon.clone(),
                sensitivity: self.sensitivity.clone(),
                cell: step,
                edge_shift,
                error: terms.error.clone(),
                bias: dyadic(1, log2),
                window: (low, high),
                answers: self.answers,
                radius: terms.radius.clone(),
            };
            epsilon_prime = u_space.epsilon_prime().into_iter().fold(epsilon_prime, Ord::min);
        }
        let ShiftTerms { lipschitz, bias, error, radius, reach } = terms;
        let sensitivity = self.sensitivity;
        Ok(Guarantee {
            epsilon,
            sensitivity,
            scale,
            cell,
            reach,
            radius,
            bias,
            lipschitz,
            error,
            shift,
            epsilon_prime,
        })
    }
}

/// δ_n = A·b + R·T + O, exactly (see [`Ledger`]).
fn noise_error(ledgers: &[Ledger], scale: &Rational, radius: &Rational) -> UpperBound {
    let terms = ledgers.iter().flat_map(|ledger| ledger.terms);
    UpperBound::new(
        terms
            .map(|term| match term.unit {
                Unit::Scale => value(term) * scale,
                Unit::Magnitude => value(term) * radius,
                Unit::One => value(term),
            })
            .sum(),
    )
}

/// A term's bound: mantissa·2^exponent.
pub(crate) fn value(term: &Term) -> Rational {
    Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent)
}
