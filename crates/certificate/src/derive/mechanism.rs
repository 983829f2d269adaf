//! The certificate of a mechanism, derived from its description: one way for every law of noise.

use super::arithmetic::{Arithmetic, refuse, scale_at_least};
use super::foundation::Foundation;
use super::kernel::{assumptions, tools};
use super::plane::PlaneFrame;
use super::{gaussian, line, plane, words};
use crate::model::{
    Chain, Closeness, Entry, KernelReference, Law, MechanismCertificate, MechanismDescription,
    MechanismSubject, NoiseError, Number, Outcome, Package, PlaneTerms, Setting, VERSION, Vector,
};
use crate::refusal::Refusal;
use crate::sources::Sources;
use kdelta_oracle::Condition;
use kdelta_oracle::bound::Form;
use kdelta_oracle::derivation::{self, Derivation, Hypotheses};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer;
use num_traits::{One, Signed, Zero};

impl MechanismCertificate {
    /// The certificate of a mechanism: everything follows from its description and its kernels' certificates.
    ///
    /// # Guarantee
    /// If the assumptions hold and the kernels' certificates are true, P₁ ≤ e^verdict·P₂ for all answers within the sensitivity and every
    /// set of outputs; with Gaussian noise P₁ ≤ e^verdict·P₂ + δ; for places at any distance d, P₁ ≤ e^(per_metre·d + once)·P₂; and every output is at most e^κ₊ and at least e^−κ₋ times
    /// as likely as in the ideal mechanism. For a vector, answers differ in at most Δ₀ values, and κ₊ and κ₋ are about the outputs of
    /// those. The derivation is [`Hypotheses::derive`]'s.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive(description: &MechanismDescription, sources: &dyn Sources) -> Result<Self, Refusal> {
        Self::derive_on(description, &Foundation::new(sources))
    }

    /// As [`MechanismCertificate::derive`], from files that are read once for many settings.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive_on(
        description: &MechanismDescription,
        foundation: &Foundation<'_>,
    ) -> Result<Self, Refusal> {
        let MechanismDescription { format, setting, generator } = description;
        let arithmetic = format.arithmetic()?;
        setting.check_signs()?;
        let frame = match &setting.law {
            Law::Laplace(line) => line::frame(line, setting, *generator, &arithmetic, foundation)?,
            Law::Gaussian(law) => gaussian::frame(law, setting, *generator, &arithmetic, foundation)?,
            Law::PlanarLaplace(plane) => plane::frame(plane, setting, *generator, &arithmetic, foundation)?,
        };
        let two = Rational::from_integer(2.into());
        let sensitivity = &frame.stretch * &setting.sensitivity.0 + two * &frame.query_error;
        let scale = match &setting.law {
            Law::Gaussian(law) => law.scale(&sensitivity)?,
            Law::Laplace(_) | Law::PlanarLaplace(_) => {
                scale_at_least("setting.epsilon", &(&sensitivity / setting.epsilon()?))?
            }
        };
        if !arithmetic.takes_scale(&scale) {
            let why = format!("is {}, which does not fit the format", decimal::short(&scale));
            return Err(refuse("chain.scale", why, "choose another fraction, scale or sensitivity"));
        }
        let hypotheses = Hypotheses {
            scale,
            sensitivity,
            changed: setting.vector().changed,
            axes: frame.axes,
            cell: setting.grid.0.clone(),
            noise: frame.noise,
            sampler: frame.sampler,
            error: frame.error,
        };
        let derived = hypotheses.derive().map_err(|why| underivable(&setting.law, why))?;
        let chain = chain(&hypotheses, &derived);
        let verdict = Number::from(derived.verdict.value());
        let closeness = closeness(setting.vector(), &derived.closeness)?;
        let gaussian = match &setting.law {
            Law::Gaussian(_) => Some(gaussian::terms(&hypotheses.sensitivity, &derived)?),
            Law::Laplace(_) | Law::PlanarLaplace(_) => None,
        };
        let plane = frame.plane.map(|plane| plane.terms(&frame.stretch, setting, &derived));
        let mut assumptions = assumptions(matches!(arithmetic, Arithmetic::Float(_)));
        assumptions.push("the entropy source delivers independent uniform bits".into());
        assumptions.push(words::assumed(&setting.law).into());
        Ok(Self {
            claim: words::claim(
                description,
                &chain,
                plane.as_ref(),
                gaussian.as_ref(),
                &verdict,
                &closeness,
            )?,
            subject: MechanismSubject {
                format: *format,
                package: Package::Finite,
                version: VERSION.into(),
                sources: foundation.digests(&setting.law)?.clone(),
            },
            setting: setting.clone(),
            conditions: words::conditions(&setting.law, &frame.generator, &chain),
            generator: frame.generator,
            gaps: gaps(&frame.kernels, foundation)?,
            kernels: frame.kernels,
            plane,
            gaussian,
            error: noise_error(&hypotheses.error),
            chain,
            bounds: derived.bounds.into_iter().map(|(form, bound)| entry(form, bound)).collect(),
            verdict,
            closeness,
            assumptions,
            tools: tools(),
            reproduce: format!("{} --json", description.command()),
        })
    }
}

impl MechanismDescription {
    /// What a certificate says that is not derived.
    #[must_use]
    pub fn of(certificate: &MechanismCertificate) -> Self {
        Self {
            format: certificate.subject.format,
            setting: certificate.setting.clone(),
            generator: certificate.generator.name,
        }
    }
}

impl Setting {
    fn check_signs(&self) -> Result<(), Refusal> {
        let (field, asked) = match &self.law {
            Law::Laplace(_) | Law::PlanarLaplace(_) => ("setting.epsilon".to_owned(), self.epsilon()?),
            Law::Gaussian(_) if self.epsilon.is_some() => {
                let why = "is there beside what Gaussian noise is asked for by";
                return Err(refuse("setting.epsilon", why, "leave it out"));
            }
            Law::Gaussian(law) => (format!("setting.law.asked.{}", law.asked.name()), &law.asked.number().0),
        };
        for (field, positive, x) in [
            (field.as_str(), true, asked),
            ("setting.sensitivity", true, &self.sensitivity.0),
            ("setting.query_error", false, &self.query_error.0),
            ("setting.reading_error", false, &self.reading_error.0),
        ] {
            if x.is_negative() || (positive && x.is_zero()) {
                let relation = if positive { "> 0" } else { "≥ 0" };
                let why = format!("needs to be {relation}: found {}", decimal::short(x));
                return Err(refuse(field, why, "give a positive number"));
            }
        }
        Ok(())
    }
}

/// The refusal of the oracle; a cut-off that is too near is said in the words of the generators that the law has.
fn underivable(law: &Law, why: kdelta_oracle::Refusal) -> Refusal {
    match why.shortfall() {
        Some(shortfall)
            if matches!(shortfall.condition, Condition::CutOffBeyondRadius | Condition::CutOffBeyondTail) =>
        {
            refuse(
                "generator.cut_off",
                shortfall.to_string(),
                match law {
                    Law::Laplace(_) => {
                        "take a generator lazy-N, which reaches 2^30 scales, narrow the window, or take a smaller ε"
                    }
                    Law::Gaussian(_) => {
                        "take a generator lazy-N, which reaches 50000 standard deviations, narrow the window, or take a larger σ"
                    }
                    Law::PlanarLaplace(_) => {
                        "narrow the window or the answers, take a smaller ε, or a generator deep-BITS-WORDS with more words: e_max is \
                     64·WORDS − BITS"
                    }
                },
            )
        }
        _ => Refusal::underivable("mechanism.chain")(why),
    }
}

fn noise_error(error: &derivation::NoiseError) -> NoiseError {
    let derivation::NoiseError { absolute, relative, rounding } = error;
    NoiseError { absolute: absolute.into(), relative: relative.into(), rounding: rounding.into() }
}

fn chain(hypotheses: &Hypotheses, derived: &Derivation) -> Chain {
    let upper = |bound: &UpperBound| Number::from(bound.value());
    Chain {
        sensitivity: (&hypotheses.sensitivity).into(),
        scale: (&derived.scale).into(),
        epsilon: (&derived.epsilon).into(),
        edge_shift: (&(&hypotheses.cell - &derived.cell)).into(),
        cell: (&derived.cell).into(),
        reach: upper(&derived.reach),
        radius: (&derived.radius).into(),
        error: upper(&derived.error),
        lipschitz: derived.lipschitz.as_ref().map(upper),
        radial: upper(&derived.radial),
        angular: derived.angular.as_ref().map(upper),
        shift: upper(&derived.shift),
    }
}

/// κ₊ and κ₋ for the accountant, which are those of the Δ₀ values in which neighbours differ, and what follows for all m values together.
fn closeness(vector: Vector, derived: &transfer::Closeness) -> Result<Closeness, Refusal> {
    let share = Rational::new(vector.dimension.into(), vector.changed.into());
    let of_all = |bound: &UpperBound| UpperBound::new(bound.value() * &share);
    let all = transfer::Closeness { above: of_all(&derived.above), below: of_all(&derived.below) };
    // Where κ₊ is beyond what `exp` encloses, the bound of any two laws remains.
    let total_variation =
        all.total_variation().map_or_else(|_| Rational::one(), |bound| bound.value().clone());
    let leaked_bits = all.leaked_bits().map_err(Refusal::underivable("mechanism.closeness"))?;
    Ok(Closeness {
        above: derived.above.value().into(),
        below: derived.below.value().into(),
        total_variation: (&total_variation).into(),
        leaked_bits: leaked_bits.value().into(),
    })
}

impl PlaneFrame {
    /// With the loss at any distance: per metre s/b, and once what is left of ε′.
    fn terms(self, stretch: &Rational, setting: &Setting, derived: &Derivation) -> PlaneTerms {
        let per_metre = stretch / &derived.scale;
        let once = derived.verdict.value() - &per_metre * &setting.sensitivity.0;
        let Self { angle, projection, answers, cells } = self;
        PlaneTerms { angle, projection, answers, cells, per_metre: (&per_metre).into(), once: (&once).into() }
    }
}

fn gaps(kernels: &[KernelReference], foundation: &Foundation<'_>) -> Result<Vec<String>, Refusal> {
    let mut gaps = vec![
        "the files of the mechanism are named by their digests; that they draw, project, scale, turn, add and round as stated is shown by \
         the proofs and tests of the repository, not by this certificate"
            .to_owned(),
    ];
    for reference in kernels {
        for gap in &foundation.kernel(reference.kernel)?.0.gaps {
            if !gaps.contains(gap) {
                gaps.push(gap.clone());
            }
        }
    }
    Ok(gaps)
}

fn entry(form: Form, bound: Result<UpperBound, kdelta_oracle::Refusal>) -> Entry {
    let epsilon_prime = match bound {
        Ok(bound) => Outcome::AtMost(bound.value().into()),
        Err(why) => Outcome::Refused(why.to_string()),
    };
    Entry { form, epsilon_prime }
}
