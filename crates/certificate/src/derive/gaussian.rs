//! Gaussian noise on the line (THEORY 1.10): σ for what was asked, the error of the inverse tail of the logarithm, and the terms of the
//! ideal mechanism.

use super::Frame;
use super::arithmetic::{Arithmetic, refuse, scale_at_least};
use super::foundation::Foundation;
use super::line::LineFrame;
use crate::model::{Asked, Gaussian, GaussianTerms, GeneratorName, Kernel, Role, Setting};
use crate::refusal::Refusal;
use kdelta_oracle::derivation::{Derivation, Noise};
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::noise;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Signed};

/// Bits of σ before it is rounded up.
const BITS: u32 = 128;

pub(super) fn frame(
    gaussian: &Gaussian,
    setting: &Setting,
    generator: GeneratorName,
    arithmetic: &Arithmetic,
    foundation: &Foundation<'_>,
) -> Result<Frame, Refusal> {
    let delta = gaussian.checked_delta()?;
    if !generator.is_relative() {
        let why = format!("is {generator}; Gaussian noise takes exponent and mantissa, drawn apart");
        return Err(refuse("generator", why, "choose lazy-BITS, relative-BITS or deep-BITS-WORDS"));
    }
    let mut frame = LineFrame::of(&gaussian.line, setting, generator, arithmetic, foundation)?;
    let kernel = foundation.reference(Role::InverseTail, kernel(arithmetic))?;
    check_domain(&frame, kernel.kernel, foundation)?;
    let error =
        frame.logarithm.of_inverse_tail(&kernel.error()).map_err(Refusal::underivable("mechanism.error"))?;
    frame.kernels.push(kernel);
    Ok(frame.with(Noise::Gaussian { delta: delta.clone() }, &error, setting, arithmetic))
}

/// The kernel of g in a format.
fn kernel(arithmetic: &Arithmetic) -> Kernel {
    match arithmetic {
        Arithmetic::Float(_) if arithmetic.is_binary64() => Kernel::InverseTailF64,
        Arithmetic::Float(_) => Kernel::InverseTailF32,
        Arithmetic::Fixed { .. } => Kernel::InverseTail64,
    }
}

/// Every logarithm of a draw is in the domain of the kernel of g. A draw is at least 2^-(e_max + 1), so that its logarithm ℓ is at most
/// (e_max + 1)·ln 2 < 0.7·(e_max + 1), and the computed one at most (1 + R)·ℓ + A.
fn check_domain(frame: &LineFrame, kernel: Kernel, foundation: &Foundation<'_>) -> Result<(), Refusal> {
    let cut_off = frame.generator.cut_off.as_ref().map_or_else(Rational::one, |cut_off| cut_off.0.clone());
    let largest = (cut_off + Rational::one()) * Rational::new(7.into(), 10.into());
    let largest = (Rational::one() + &frame.logarithm.relative) * largest + &frame.logarithm.absolute;
    let (certificate, _) = foundation.kernel(kernel)?;
    if largest >= certificate.domain.below.0 {
        let why = format!(
            "draws numbers whose logarithms go to {}, the kernel of Gaussian noise is certified below {}",
            decimal::short(&largest),
            decimal::short(&certificate.domain.below.0)
        );
        let remedy = "take a generator with fewer exponent bits, in fixed point relative-52 or relative-23";
        return Err(refuse("generator", why, remedy));
    }
    Ok(())
}

impl Gaussian {
    fn checked_delta(&self) -> Result<&Rational, Refusal> {
        let delta = &self.delta.0;
        if delta.is_positive() && *delta < Rational::one() {
            return Ok(delta);
        }
        let why = format!("needs 0 < δ < 1: found {}", decimal::short(delta));
        Err(refuse("setting.law.delta", why, "give a small positive probability, for example 1e-6"))
    }

    /// σ in force: the least number with a mantissa of 24 bits that is large enough for what was asked, for answers within Δ.
    ///
    /// # Errors
    /// Refused unless 0 < δ < 1, what was asked is positive, and a number from 2^-60 to 2^60 is the least.
    pub fn scale(&self, sensitivity: &Rational) -> Result<Rational, Refusal> {
        let delta = self.checked_delta()?;
        let field = format!("setting.law.asked.{}", self.asked.name());
        if !self.asked.number().0.is_positive() {
            let why = format!("needs to be > 0: found {}", decimal::short(&self.asked.number().0));
            return Err(refuse(&field, why, "give a positive number"));
        }
        let underivable = |why| Refusal { field: field.clone(), ..Refusal::underivable("setting.law")(why) };
        let least = match &self.asked {
            Asked::Sigma(sigma) => sigma.0.clone(),
            Asked::Rho(rho) => {
                let square = sensitivity * sensitivity / &rho.0 * dyadic(1, -1);
                sqrt(&square, BITS).map_err(underivable)?.hi().clone()
            }
            Asked::Epsilon(epsilon) => {
                let least = GaussianMechanism::least_scale(sensitivity, &epsilon.0, delta, BITS);
                least.map_err(underivable)?.hi().clone()
            }
        };
        scale_at_least(&field, &least)
    }
}

/// The ideal mechanism, and the slope that Theorem T was applied with.
pub(super) fn terms(sensitivity: &Rational, derived: &Derivation) -> Result<GaussianTerms, Refusal> {
    let underivable = Refusal::underivable("mechanism.gaussian");
    let ideal = GaussianMechanism::new(sensitivity, &derived.scale).map_err(&underivable)?;
    let law = noise::Gaussian::new(derived.scale.clone()).map_err(&underivable)?;
    let slope = law.slope(derived.reach.plus(&derived.shift).value()).map_err(underivable)?;
    Ok(GaussianTerms { mu: ideal.mu().into(), rho: (&ideal.rho()).into(), slope: slope.value().into() })
}
