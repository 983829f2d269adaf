//! Gaussian noise on the line (§1.10): how the radius T and the shift δ follow from the generator, and what the mechanism guarantees.
//!
//! The magnitude is n(v) = σ·g(−ln v), where v is the tail probability that a relative generator draws and 2Φ̄(g(ℓ)) = e^{−ℓ}. In the log
//! metric n has the Lipschitz constant k = σ√(π/2) everywhere, and Theorem L applies with it.
//!
//! The slope of −ln of the density grows with the distance, so that there is no pure ε, and Theorem A has nothing to say. Theorem T needs
//! the slope only on the values that matter, and the ideal mechanism has its (ε, δ) curve, which Theorem T transfers.

use super::{BITS, Generator, Hypotheses, Link, LogarithmError, Sampler, Statement};
use crate::bound::{Form, Setting};
use crate::closeness::require_radius;
use crate::enclosure::{UpperBound, pi};
use crate::ideal::GaussianMechanism;
use crate::noise::Gaussian;
use crate::number::{Rational, dyadic};
use crate::refusal::{Condition, Refusal};
use crate::transfer::Closeness;
use num_traits::One;

/// T and δ (Theorem L): k = σ√(π/2) in the log metric whatever T, which lies 2^-64·σ beyond ρ_M + δ. The error δ_n is taken at ρ_M + σ,
/// and T must stay below.
pub(super) fn link(hypotheses: &Hypotheses, reach: &UpperBound) -> Result<Link, Refusal> {
    //= THEORY 1.10
    let Sampler::Logarithm(Generator::Relative(generator)) = hypotheses.sampler else {
        let what =
            "generators of exponent and mantissa (relative bias), the only ones that Gaussian noise admits";
        return Err(Refusal::Mismatch { what, found: 0, needed: 1 });
    };
    let scale = &hypotheses.scale;
    let law = Gaussian::new(scale.clone())?;
    let (bias, lipschitz) = (generator.bias()?, law.lipschitz_log()?);
    let farthest = reach.value() + scale;
    let error = hypotheses.error.at(scale, &farthest).rounded(BITS);
    let radial = UpperBound::new(lipschitz.value() * bias.value());
    let shift = radial.plus(&error);
    let radius = reach.value() + shift.value() + scale * dyadic(1, -64);
    require_radius(&radius, reach, &shift)?;
    law.require_cut_off(generator, &radius)?;
    if radius > farthest {
        let what = "T ≤ ρ_M + σ, where δ_n was taken";
        return Err(Refusal::condition(Condition::AtMost(what), radius, farthest));
    }
    Ok(Link { radius, bias, lipschitz: Some(lipschitz), radial, angular: None, error, shift })
}

/// κ₊ and κ₋ by the local slope, and ε′ at δ by each analysis of the ideal mechanism.
///
/// **The slope.** A cell that is not reported as ∞, grown by δ, holds values within ρ_M + δ of the noise, and the half-lines beyond the
/// window, moved by δ, end there: β = [`Gaussian::slope`] at ρ_M + δ is all that Theorem T asks for. [`Setting`] knows β as ε/Δ, so its ε
/// is β·Δ; that number is no privacy loss, and the setting does not leave this function.
///
/// **ε′.** The ideal mechanism is (ε, δe^{−κ₊})-private, so what runs is (ε + κ₊ + κ₋, δ)-private (§1.8).
pub(super) fn statement(
    hypotheses: &Hypotheses,
    reach: &UpperBound,
    shift: &UpperBound,
    delta: &Rational,
) -> Result<Statement, Refusal> {
    let Hypotheses { scale, sensitivity, changed, .. } = hypotheses;
    let ideal = GaussianMechanism::new(sensitivity, scale)?;
    let slope = Gaussian::new(scale.clone())?.slope(reach.plus(shift).value())?;
    let line = hypotheses.noise.dimension();
    let rate = slope.value() * sensitivity;
    let setting = Setting::new(line, rate, sensitivity.clone(), hypotheses.shortest(), shift)?;
    //= THEORY 1.7
    let others = Form::all(line).iter().filter_map(|&form| setting.closeness(form).ok());
    let closeness = others.fold(setting.closeness(Form::RationalScaling)?, Closeness::least).times(*changed);
    let once = closeness.total();
    let analytic = ideal.epsilon_prime(delta, &closeness)?;
    let concentrated = ideal.zero_concentrated_prime(delta, &closeness)?;
    let verdict = analytic.clone().min(concentrated.clone());
    Ok(Statement {
        epsilon: ideal.epsilon(delta, BITS)?.hi().clone(),
        setting: None,
        bounds: vec![(Form::ZeroConcentrated, Ok(concentrated)), (Form::Analytic, Ok(analytic))],
        verdict,
        once,
        closeness,
    })
}

impl LogarithmError {
    /// The error of g̃(ℓ′), where ℓ′ ≥ 0 is a logarithm with this error and g̃ is a computed g with the error of `kernel`:
    /// |g̃(ℓ) − g(ℓ)| ≤ A_g + R_g·g(ℓ) for ℓ ≥ 0, 2Φ̄(g(ℓ)) = e^{−ℓ}.
    ///
    /// g is concave and g(0) = 0, so that g(ℓ) ≤ g((1+R)ℓ) ≤ (1+R)·g(ℓ) and (1−R)·g(ℓ) ≤ g((1−R)ℓ) ≤ g(ℓ) for 0 ≤ R ≤ 1; its slope is
    /// at most √(π/2). So |g(ℓ′) − g(ℓ)| ≤ √(π/2)·A_l + R_l·g(ℓ), and with the error of the kernel at ℓ′
    /// |g̃(ℓ′) − g(ℓ)| ≤ A + R·g(ℓ), A = (1+R_g)·√(π/2)·A_l + A_g, R = (1+R_l)(1+R_g) − 1.
    ///
    /// # Errors
    /// Refused if R_l > 1, where g((1−R)ℓ) has no meaning; π is enclosed.
    pub fn of_inverse_tail(&self, kernel: &Self) -> Result<Self, Refusal> {
        //= THEORY 1.10
        let one = Rational::one();
        if self.relative > one {
            let what = "relative error of the logarithm ≤ 1";
            return Err(Refusal::condition(Condition::AtMost(what), self.relative.clone(), one));
        }
        let root = pi(BITS)?.scaled(&dyadic(1, -1)).sqrt(BITS)?;
        let grown = &one + &kernel.relative;
        let absolute = &grown * root.hi() * &self.absolute + &kernel.absolute;
        Ok(Self {
            absolute: UpperBound::new(absolute).rounded(BITS).value().clone(),
            relative: (&one + &self.relative) * grown - one,
        })
    }
}
