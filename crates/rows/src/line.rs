//! The mechanism that a certificate of noise for numbers speaks about, as the library has it.

use crate::answer::{Binary32, Binary64, Reads};
use crate::batch::{Batch, Policy, Releases, Waiting, fixed, not_contained, readers, same};
use kdelta::{
    Answers, AnyOnTheLine, Bias, Builder, Entropy, Gaussian, Guarantee, Laplace, LineNoise, OnTheLine,
    Release,
};
use kdelta_certificate::{Asked, Format, Law, Line, MechanismCertificate};
use kdelta_explore::Error;
use kdelta_oracle::number::{Rational, dyadic};

/// The batch of an accepted certificate of noise for numbers: what runs is compared with what was certified.
///
/// # Errors
/// If the library has no such mechanism, or what it runs is not what was certified.
pub fn batch(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch<1>>, Error> {
    let format = &certificate.subject.format;
    let mechanism = certified(certificate)?;
    let reading_error = format.reading_error(&certificate.setting.line()?.answers)?;
    let exactly = !(policy.rounded || reading_error <= certificate.setting.reading_error.0);
    let [ends] = mechanism.answers()?;
    let on_line = OnLine { mechanism, to_ends: policy.to_ends };
    let waiting = |on_line| (on_line, reading_error);
    match (format, fixed(format)) {
        (Format::Binary64, _) => boxed(Binary64, &ends, exactly, waiting(on_line)),
        (Format::Binary32, _) => boxed(Binary32, &ends, exactly, waiting(on_line)),
        (Format::Fixed { .. }, Some(format)) => boxed(format, &ends, exactly, waiting(on_line)),
        (Format::Fixed { .. }, None) => {
            Err(Error::refused("the format has no words of this program; nothing was released"))
        }
    }
}

fn boxed<F: Reads>(
    format: F,
    ends: &(Rational, Rational),
    exactly: bool,
    (line, reading_error): (OnLine, Rational),
) -> Result<Box<dyn Batch<1>>, Error> {
    Ok(Waiting::boxed(readers(format, [ends], exactly)?, line, reading_error))
}

/// What one release under an accepted certificate costs.
///
/// # Errors
/// As for [`batch`].
pub fn guarantee(certificate: &MechanismCertificate) -> Result<Guarantee, Error> {
    Ok(certified(certificate)?.guarantee().clone())
}

/// Builds the mechanism from the certificate's setting, and checks that what runs is what was certified.
///
/// Compared are ε′, κ₊ and κ₋, which both derive by one rule, and all that they follow from.
///
/// # Errors
/// If the library has no such mechanism, or what it runs is not what was certified.
pub fn certified(certificate: &MechanismCertificate) -> Result<AnyOnTheLine, Error> {
    let MechanismCertificate { setting, chain, .. } = certificate;
    let line = setting.line()?;
    let Line { answers, window, vector } = line;
    let names = (&*certificate.subject.format.word(), &*certificate.generator.name.to_string());
    let mechanism = match &setting.law {
        Law::Gaussian(law) => {
            let builder = Gaussian::<f64>::builder().delta(&law.delta.0);
            let builder = match &law.asked {
                Asked::Epsilon(epsilon) => builder.epsilon(&epsilon.0),
                Asked::Sigma(sigma) => builder.sigma(&sigma.0),
                Asked::Rho(rho) => builder.rho(&rho.0),
            };
            on_line(builder, certificate, line).build_any(names.0, names.1)
        }
        Law::Laplace(_) | Law::PlanarLaplace(_) => {
            let builder = Laplace::<f64>::builder().epsilon(setting.epsilon()?);
            on_line(builder, certificate, line).build_any(names.0, names.1)
        }
    };
    let mechanism = mechanism.map_err(|why| not_contained("", why))?;
    let delta = match &setting.law {
        Law::Gaussian(law) => law.delta.0.clone(),
        Law::Laplace(_) | Law::PlanarLaplace(_) => dyadic(0, 0),
    };
    let guarantee = mechanism.guarantee();
    let ([runs], [(low, high)]) = (mechanism.windows(), mechanism.answers()?);
    let grid = runs.grid().log2();
    let (closeness, count) = (guarantee.closeness(), |number: u64| Rational::from_integer(number.into()));
    for (what, runs, certified) in [
        ("ε′", guarantee.epsilon_prime.value(), &certificate.verdict.0),
        ("δ", &guarantee.delta, &delta),
        ("κ₊", closeness.above.value(), &certificate.closeness.above.0),
        ("κ₋", closeness.below.value(), &certificate.closeness.below.0),
        ("m", &count(guarantee.dimension), &count(vector.dimension)),
        ("Δ₀", &count(guarantee.changed), &count(vector.changed)),
        ("the scale", &guarantee.scale, &chain.scale.0),
        ("Δ", &guarantee.sensitivity, &chain.sensitivity.0),
        ("ε in force", &guarantee.epsilon, &chain.epsilon.0),
        ("L", &dyadic(1, grid), &setting.grid.0),
        ("the length of a cell", &guarantee.cell, &chain.cell.0),
        ("the low end of the window", &dyadic(runs.low(), grid), &window.low.0),
        ("the high end of the window", &dyadic(runs.high(), grid), &window.high.0),
        ("the low end of the answers", &low, &answers.low.0),
        ("the high end of the answers", &high, &answers.high.0),
    ] {
        same(what, runs, certified)?;
    }
    let runs = mechanism.bias().map(|bias| match bias {
        Bias::Relative { precision, cut_off } => (precision, Some(Rational::from_integer(cut_off.into()))),
        Bias::Absolute { log2 } => ((-1 - log2).unsigned_abs(), None),
    });
    let generator = &certificate.generator;
    if runs != Some((generator.name.bits(), generator.cut_off.as_ref().map(|cut_off| cut_off.0.clone()))) {
        return Err(Error::refused("the generator that runs is not the one certified; nothing was released"));
    }
    Ok(mechanism)
}

/// What does not depend on the law of the noise.
fn on_line<N: LineNoise<f64>>(
    builder: Builder<OnTheLine<f64, N>>,
    MechanismCertificate { setting, chain, .. }: &MechanismCertificate,
    Line { answers, window, vector }: &Line,
) -> Builder<OnTheLine<f64, N>> {
    builder
        .sensitivity(&chain.sensitivity.0)
        .vector(vector.dimension, vector.changed)
        .answers(&answers.low.0, &answers.high.0)
        .window(&window.low.0, &window.high.0)
        .grid(&setting.grid.0)
}

/// Noise for numbers, and what becomes of those outside the window.
#[derive(Clone)]
struct OnLine {
    mechanism: AnyOnTheLine,
    to_ends: bool,
}

impl Releases<1> for OnLine {
    fn guarantee(&self) -> &Guarantee {
        self.mechanism.guarantee()
    }

    fn release(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<[i64; 1]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), kdelta::Error> {
        if self.to_ends {
            self.mechanism.release_slice_to_ends(answers, places, entropy)
        } else {
            self.mechanism.release_slice(answers, places, entropy)
        }
    }
}
