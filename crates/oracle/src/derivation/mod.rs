//! From what a mechanism is to what it guarantees: [`Hypotheses`] → [`Hypotheses::derive`] → [`Derivation`].
//!
//! This is the one way from a setting to ε′. Certificates and the library both take it, each with what it knows of the code that runs:
//! the library with the ledgers of the finite crate, a certificate with the certified bounds of the kernels. Every condition of the
//! theorem is decided on the way, and the first that fails is the refusal.
//!
//! The steps are the same for every noise: the reach ρ_M of the window; then, by the law of the noise, the radius T, the bias δ₀ and
//! the shift δ; then every form of ε′. A law of noise is one arm of [`Noise`] and one file of this folder, which says how T and δ
//! follow from its generator. ε′ is by Theorem A for noise whose ideal mechanism has a pure ε; Gaussian noise has none, and its ε′ is at
//! a δ, by Theorem T.

mod gaussian;
mod hypotheses;
mod laplace;
mod planar_laplace;

pub use hypotheses::{
    Axis, Generator, Hypotheses, LogarithmError, Noise, NoiseError, RoundingError, Sampler,
};

use crate::bound::{Dimension, Form, Setting, TheoremU};
use crate::enclosure::UpperBound;
use crate::number::{Rational, require_positive};
use crate::refusal::Refusal;
use crate::transfer::Closeness;

/// Bits after the point of the bounds that are rounded here, upward.
const BITS: u32 = 192;

/// Every step from the hypotheses to ε′.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// b, or σ for Gaussian noise.
    pub scale: Rational,
    /// ε of the ideal mechanism with this scale: Δ/b, exactly; for Gaussian noise the least ε at δ, rounded up.
    pub epsilon: Rational,
    /// L̃, the least side of a cell as a set of exact sums.
    pub cell: Rational,
    /// ρ_M, the largest distance of an answer and a sum that is not released as ∞.
    pub reach: UpperBound,
    /// T, the radius on which the computed noise is close to the exact one.
    pub radius: Rational,
    /// δ₀, the bias of the generator in its own metric.
    pub bias: UpperBound,
    /// k of the noise, or of its radius, on the radius T and in the metric of the generator. None where the noise has no Lipschitz
    /// constant and Lemma R stands in its place.
    pub lipschitz: Option<UpperBound>,
    /// How far the bias of the generator moves the noise, in the plane along its radius.
    pub radial: UpperBound,
    /// How far the bias of the angle moves the noise, in the plane.
    pub angular: Option<UpperBound>,
    /// δ_n, the error of the computed noise where the exact one is at most T.
    pub error: UpperBound,
    /// δ, the distance of the noise that runs and the ideal noise: √(radial² + angular²) + δ_n.
    pub shift: UpperBound,
    setting: Option<Setting>,
    /// ε′ by every form, or why the form does not apply; for Laplace noise on the line Theorem U is the last. For Gaussian noise each
    /// is the ε′ of (ε′, δ)-privacy.
    pub bounds: Vec<(Form, Result<UpperBound, Refusal>)>,
    /// The least of them.
    pub verdict: UpperBound,
    /// κ: the least of κ by Theorem A and κ₊ + κ₋ by Theorem T; the ε′ of Theorem U has no part in it, as it speaks about answers within
    /// Δ only. For Laplace noise, answers at any distance d have a loss of at most d/b + κ. For Gaussian noise κ₊ + κ₋, which an ε of the
    /// ideal mechanism at the distance d and at δe^{−κ₊} grows by.
    pub once: UpperBound,
    /// κ₊ and κ₋ of Theorem T, the least by any form, times Δ₀.
    pub closeness: Closeness,
}

impl Derivation {
    /// ε, Δ, the cells and δ, from which every form of Theorem A follows.
    ///
    /// # Errors
    /// Refused for Gaussian noise, which has no pure ε.
    pub fn setting(&self) -> Result<&Setting, Refusal> {
        let what = "pure ε of the noise, which Theorem A needs and Gaussian noise does not have";
        self.setting.as_ref().ok_or(Refusal::Mismatch { what, found: 0, needed: 1 })
    }
}

/// What depends on the law of the noise: T, and how δ comes about.
struct Link {
    radius: Rational,
    bias: UpperBound,
    lipschitz: Option<UpperBound>,
    radial: UpperBound,
    angular: Option<UpperBound>,
    error: UpperBound,
    shift: UpperBound,
}

/// What follows from δ: the last fields of a [`Derivation`].
struct Statement {
    epsilon: Rational,
    setting: Option<Setting>,
    bounds: Vec<(Form, Result<UpperBound, Refusal>)>,
    verdict: UpperBound,
    once: UpperBound,
    closeness: Closeness,
}

impl Hypotheses {
    /// Decides every condition and computes ε′.
    ///
    /// # Guarantee
    /// If the generator has the stated bias, the noise the stated error, and the rounding of the sum moves the edges of cells by no
    /// more than stated, every ε′ of the result is an upper bound of the privacy loss of the mechanism for answers within Δ that differ in
    /// at most Δ₀ values, and κ₊ and κ₋ are those of Theorem T. For Gaussian noise the mechanism is (ε′, δ)-private instead, with the δ of
    /// [`Noise::Gaussian`].
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive(&self) -> Result<Derivation, Refusal> {
        require_positive("scale of the noise", &self.scale)?;
        require_positive("sensitivity Δ", &self.sensitivity)?;
        require_positive(
            "number Δ₀ of values in which neighbours differ",
            &Rational::from_integer(self.changed.into()),
        )?;
        self.error.check()?;
        let reach = self.reach()?;
        let Link { radius, bias, lipschitz, radial, angular, error, shift } = match &self.noise {
            Noise::Laplace => laplace::link(self, &reach)?,
            Noise::PlanarLaplace { angle_bias } => planar_laplace::link(self, &reach, angle_bias)?,
            Noise::Gaussian { .. } => gaussian::link(self, &reach)?,
        };
        let Statement { epsilon, setting, bounds, verdict, once, closeness } = match &self.noise {
            Noise::Laplace => {
                let theorem_u = laplace::theorem_u(self, &error, &radius);
                self.pure(Form::all(Dimension::Line), &shift, Some(theorem_u))?
            }
            Noise::PlanarLaplace { .. } => self.pure(Form::all(Dimension::Plane), &shift, None)?,
            Noise::Gaussian { delta } => gaussian::statement(self, &reach, &shift, delta)?,
        };
        Ok(Derivation {
            scale: self.scale.clone(),
            epsilon,
            cell: self.shortest(),
            reach,
            radius,
            bias,
            lipschitz,
            radial,
            angular,
            error,
            shift,
            setting,
            bounds,
            verdict,
            once,
            closeness,
        })
    }

    /// Theorem A by the given forms, and Theorem U where it is stated, for noise whose density is log-1/b-Lipschitz (C1) and log-concave
    /// (LC), which the forms by sinh need.
    fn pure(
        &self,
        forms: &[Form],
        shift: &UpperBound,
        theorem_u: Option<Result<TheoremU, Refusal>>,
    ) -> Result<Statement, Refusal> {
        let epsilon = &self.sensitivity / &self.scale;
        let sensitivity = self.sensitivity.clone();
        let setting =
            Setting::new(self.noise.dimension(), epsilon.clone(), sensitivity, self.shortest(), shift)?;
        // κ by each form, for one value.
        let mut kappas: Vec<_> = forms.iter().map(|&form| (form, setting.kappa(form))).collect();
        // If no form applies, the refusal of the form that asks for least is the reason.
        let theorem_a = least(&kappas).map_or_else(|| setting.kappa(Form::Scaling), Ok)?;
        // A form in which Theorem T is not stated, or that cannot be computed, has nothing to add.
        let others = forms.iter().filter_map(|&form| setting.closeness(form).ok());
        let mut closeness = others.fold(setting.closeness(Form::RationalScaling)?, Closeness::least);
        if let Some(theorem_u) = theorem_u {
            let transferred = theorem_u.as_ref().map_err(Clone::clone).and_then(TheoremU::closeness);
            // The ε′ of Theorem U is for one value within Δ; of a vector, each value that differs costs what Theorem T says.
            let kappa = if self.changed == 1 {
                theorem_u
                    .and_then(|theorem| theorem.epsilon_prime())
                    .map(|bound| UpperBound::new(bound.value() - &epsilon))
            } else {
                transferred.as_ref().map(Closeness::total).map_err(Clone::clone)
            };
            kappas.push((Form::TheoremU, kappa));
            if let Ok(other) = transferred {
                closeness = closeness.least(other);
            }
        }
        let changed = Rational::from_integer(self.changed.into());
        let epsilon_prime = |kappa: &UpperBound| UpperBound::new(&epsilon + kappa.value() * &changed);
        let verdict = epsilon_prime(&least(&kappas).unwrap_or_else(|| theorem_a.clone()));
        let once = theorem_a.min(closeness.total());
        let once = UpperBound::new(once.value() * &changed);
        let closeness = closeness.times(self.changed);
        let bounds = kappas
            .into_iter()
            .map(|(form, kappa)| (form, kappa.as_ref().map(epsilon_prime).map_err(Clone::clone)))
            .collect();
        Ok(Statement { epsilon, setting: Some(setting), bounds, verdict, once, closeness })
    }
}

/// The least κ of those that exist.
fn least(kappas: &[(Form, Result<UpperBound, Refusal>)]) -> Option<UpperBound> {
    kappas.iter().filter_map(|(_, kappa)| kappa.as_ref().ok()).min().cloned()
}

impl Noise {
    /// The line or the plane.
    #[must_use]
    pub const fn dimension(&self) -> Dimension {
        match self {
            Self::Laplace | Self::Gaussian { .. } => Dimension::Line,
            Self::PlanarLaplace { .. } => Dimension::Plane,
        }
    }
}
