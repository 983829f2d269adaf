//! From what runs to what it guarantees: every condition of THEORY 1.2 to 1.5, decided by the oracle.
//!
//! The finite crate states its errors (ledgers, bias, edge shift) as exact dyadics; here they become the terms of the
//! theorem. Nothing in this file is a float.

use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::{Bias, Format, Scale, Tail, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::bound::{FiniteLaplace, Generator, NoiseError};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, dyadic};

/// What a mechanism guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all answers r₁, r₂ of the answer range within `sensitivity` of each other and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^ε′ · P\[K(r₂) ∈ S\] with ε′ = [`Guarantee::epsilon_prime`], in the arithmetic that runs, if the
/// entropy source delivers independent uniform bits and the hardware rounds as IEEE 754 says. The same holds for the
/// variant that remaps both sides of ∞ to the ends of the window (THEORY F7).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub epsilon: Rational,
    /// Δ.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub sensitivity: Rational,
    /// b, as the arithmetic holds it.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub scale: Rational,
    /// L̃, the least length of a cell as a set of exact sums r + x′ (THEORY F24): L less the shift of an edge.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub cell: Rational,
    /// ρ_M, the largest |y − r| over values y that are not released as ∞ and answers r.
    pub reach: UpperBound,
    /// T, the radius on which the noise is close.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
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
    /// ε′ − ε, what finite precision costs for answers within the sensitivity of each other.
    ///
    /// If Theorem A gives ε′, answers at any distance d have a loss of at most ε·d/Δ + excess. With [`crate::Midpoint`], Theorem U may
    /// give a smaller ε′ (THEORY 1.5), which holds for answers within Δ only: the excess is then no cost that is paid once at any
    /// distance, and for a group of j individuals the loss is at most j·ε′, not j·ε + excess.
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
        let step = dyadic(1, self.window.grid().log2());
        let point = |index: i64| dyadic(index, 0) * &step;
        let derived = FiniteLaplace {
            sensitivity: self.sensitivity.clone(),
            scale: scale.clone(),
            answers: self.answers,
            window: (point(self.window.low()), point(self.window.high())),
            grid: step,
            edge_shift: value(&F::edge_shift(self.window)),
            generator: match U::BIAS {
                Bias::Absolute { log2 } => Generator::Absolute { bias: dyadic(1, log2), sign_bit: false },
                Bias::Relative { precision, cut_off } => {
                    Generator::Relative(RelativeUniform { precision, cut_off, midpoint: true })
                }
            },
            noise: noise_error(U::LOGARITHM, F::PRODUCT, &scale),
        }
        .derive()?;
        Ok(Guarantee {
            epsilon: derived.epsilon,
            sensitivity: self.sensitivity,
            scale,
            cell: derived.cell,
            reach: UpperBound::new(derived.reach),
            radius: derived.radius,
            bias: derived.bias,
            lipschitz: derived.lipschitz,
            error: derived.error,
            shift: derived.shift,
            epsilon_prime: derived.verdict,
        })
    }
}

/// A, R, d and O from the ledgers of the logarithm and of the product with b (see [`Format::PRODUCT`]).
fn noise_error(logarithm: Ledger, product: Ledger, scale: &Rational) -> NoiseError {
    let sum = |ledger: Ledger, unit: Unit| -> Rational {
        ledger.terms.iter().filter(|term| term.unit == unit).map(value).sum()
    };
    // A rounding to nearest with half a last place h moves a number by at most h/(1+h) of it; several compound.
    let one = dyadic(1, 0);
    let rounded = product.terms.iter().filter(|term| term.unit == Unit::Magnitude).map(value);
    let grown = rounded.fold(one.clone(), |grown, h| grown * (&one + &h / (&one + &h)));
    NoiseError {
        absolute: sum(logarithm, Unit::Scale),
        relative: sum(logarithm, Unit::Magnitude),
        rounding: sum(logarithm, Unit::One) * &grown
            + sum(product, Unit::Scale) * scale
            + sum(product, Unit::One),
        product: grown - one,
    }
}

/// A term's bound: mantissa·2^exponent.
pub(crate) fn value(term: &Term) -> Rational {
    Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent)
}
