//! A planar certificate, derived from its description with the oracle, and its audit.

mod chain;
mod error;
mod outputs;
mod words;

use super::kernel::{PACKAGE, VERSION, assumptions};
use crate::audit::{Options, Report, same};
use crate::derive::arithmetic::{Arithmetic, refuse, scale_at_least};
use crate::derive::kernel::Kernel;
use crate::derive::mechanism::{Foundation, entry, kernel_certificate};
use crate::model::{
    Angle, Area, Places, PlanarCertificate, PlanarDescription, PlanarSetting, PlanarSubject, PlanarTerms,
    Point, Projection, Sampler, SamplerKind,
};
use crate::model::{Generator, KernelReference};
use crate::model::{Number, Range};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use error::planar_draw;
use kdelta_oracle::bound::{AffineError, PlanarChain};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_oracle::projection::{GeographicBox, LocalProjection};
use num_traits::{One, Signed, ToPrimitive};
use outputs::Grown;

/// The files of the finite crate that make up a planar mechanism, apart from the kernels.
pub(crate) const SOURCES: [&str; 19] = [
    "cast",
    "entropy",
    "fixed",
    "format",
    "grid",
    "noise",
    "planar/angle",
    "planar/gamma",
    "planar/inverse",
    "planar/noise",
    "planar/polar",
    "planar/region",
    "planar/release",
    "projection",
    "query",
    "scale",
    "terms",
    "uniform",
    "window",
];

/// Bits of the angle, whatever the format.
const ANGLE_BITS: u32 = 63;
/// Projected answers are moved outward to multiples of 2^-10 m, which are short and fit every format.
const ANSWERS_LOG2: i32 = -10;

impl PlanarCertificate {
    /// The certificate of planar noise: everything follows from its description and its kernels' certificates.
    ///
    /// # Guarantee
    /// If the assumptions hold and the kernels' certificates are true, P₁ ≤ e^verdict·P₂ for all places within the distance
    /// and every set of outputs; for places at any distance d, P₁ ≤ e^(per_metre·d + once)·P₂.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive(description: &PlanarDescription, sources: &dyn Sources) -> Result<Self, Refusal> {
        Self::derive_on(description, &Foundation::new(sources))
    }

    /// As [`PlanarCertificate::derive`], from files that are read once for many settings.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive_on(description: &PlanarDescription, foundation: &Foundation<'_>) -> Result<Self, Refusal> {
        let PlanarDescription { format, setting, sampler } = description;
        let arithmetic = format.arithmetic()?;
        let draw = planar_draw(&arithmetic, *sampler)?;
        for (name, x) in [("setting.epsilon", &setting.epsilon.0), ("setting.distance", &setting.distance.0)]
        {
            if !x.is_positive() {
                let why = format!("needs to be > 0: found {}", decimal::short(x));
                return Err(refuse(name, why, "give a positive number"));
            }
        }
        let image = Image::of(setting, &arithmetic)?;
        let grown = Grown::of(setting, &arithmetic)?;
        let two = Rational::from_integer(2.into());
        let sensitivity = &image.stretch * &setting.distance.0 + two * &image.error;
        let scale = scale_at_least(&(&sensitivity / &setting.epsilon.0))?;
        if !arithmetic.takes_scale(&scale) {
            let why = format!("is {}, which does not fit the format", decimal::short(&scale));
            return Err(refuse("chain.scale", why, "choose another fraction, ε or distance"));
        }
        let epsilon = &sensitivity / &scale;
        let cell = &setting.grid.0 - &grown.edge_shift;

        let (kernel, cos_sin) = (foundation.kernel(draw.kernel)?, foundation.kernel(Kernel::CosSin)?);
        if draw.least < kernel.0.domain.from.0 {
            let why = format!(
                "is certified from {}, this sampler draws from {}",
                decimal::short(&kernel.0.domain.from.0),
                decimal::short(&draw.least)
            );
            return Err(refuse("kernel", why, "take a generator with fewer words, or the format f64"));
        }
        let noise = draw.error(&arithmetic, &kernel.0.bound, &cos_sin.0.bound.absolute.0)?;
        let angle_bias = dyadic(1, -1 - ANGLE_BITS.cast_signed());
        let ends = |range: &Range| (range.low.0.clone(), range.high.0.clone());
        let links = chain::follow(&PlanarChain {
            epsilon: epsilon.clone(),
            sensitivity: sensitivity.clone(),
            answers: [ends(&image.answers.x), ends(&image.answers.y)],
            outputs: grown.bounds.clone(),
            cell: cell.clone(),
            // The lower edge moves down, the upper one stays.
            widest: &setting.grid.0 + &grown.edge_shift,
            generator: draw.ideal.clone(),
            angle_bias: angle_bias.clone(),
            error: AffineError {
                absolute: &noise.absolute.0 * &scale + &noise.rounding.0,
                relative: noise.relative.0.clone(),
            },
        })?;
        let (radial, angular) = chain::parts(&draw, &links, &angle_bias)?;
        let table = links.setting.table();
        let verdict = table.iter().filter_map(|(_, bound)| bound.as_ref().ok()).min().cloned();
        let verdict = verdict.ok_or_else(|| refuse("bounds", "no form applies", "take a coarser grid"))?;
        let per_metre = &image.stretch / &scale;
        let once = verdict.value() - &per_metre * &setting.distance.0;

        let chain = PlanarTerms {
            sensitivity: (&sensitivity).into(),
            scale: (&scale).into(),
            epsilon: (&epsilon).into(),
            answers: image.answers.clone(),
            edge_shift: (&grown.edge_shift).into(),
            cell: (&cell).into(),
            reach: links.reach.value().into(),
            error: links.error.value().into(),
            radial: radial.value().into(),
            angular: angular.value().into(),
            radius: (&links.radius).into(),
            shift: links.shift.value().into(),
            per_metre: (&per_metre).into(),
            once: (&once).into(),
        };
        let mut gaps = vec![
            "the files of the mechanism are named by their digests; that they draw, project, scale, turn, add and round \
             as stated is shown by the proofs and tests of the repository, not by this certificate"
                .to_owned(),
        ];
        for gap in kernel.0.gaps.iter().chain(&cos_sin.0.gaps) {
            if !gaps.contains(gap) {
                gaps.push(gap.clone());
            }
        }
        let mut assumed = assumptions(matches!(arithmetic, Arithmetic::Float(_)));
        assumed.push("the entropy source delivers independent uniform bits".into());
        assumed.push(words::assumed_of_places(&setting.places).into());
        let reference =
            |kernel: Kernel, (certificate, digest): &(crate::model::KernelCertificate, String)| {
                KernelReference {
                    certificate: kernel.certificate(),
                    sha256: digest.clone(),
                    absolute: certificate.bound.absolute.clone(),
                    relative: certificate.bound.relative.clone(),
                }
            };
        let number = |value: u32| Number::from(i64::from(value));
        Ok(Self {
            claim: words::claim(description, &image.projection, &chain, verdict.value()),
            subject: PlanarSubject {
                mechanism: "planar Laplace".into(),
                format: format.clone(),
                package: PACKAGE.into(),
                version: VERSION.into(),
                sources: foundation.planar_digests()?.clone(),
            },
            setting: setting.clone(),
            angle: Angle {
                bits: number(ANGLE_BITS),
                bias: (&angle_bias).into(),
                entropy_bits: number(8 * ANGLE_BITS.div_ceil(8).next_power_of_two()),
            },
            kernel: reference(draw.kernel, kernel),
            cos_sin: reference(Kernel::CosSin, cos_sin),
            conditions: words::conditions(&draw, setting, &chain),
            sampler: draw.sampler,
            projection: image.projection,
            cells: grown.cells,
            noise,
            chain,
            bounds: table.into_iter().map(|(form, bound)| entry(form.name(), bound)).collect(),
            verdict: verdict.value().into(),
            assumptions: assumed,
            gaps,
            tools: vec![format!("kdelta-oracle {VERSION}"), format!("kdelta-certificate {VERSION}")],
            reproduce: format!("{} --json", description.command()),
        })
    }

    /// The audit of a planar certificate, those of its kernels included.
    pub(crate) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let description = PlanarDescription::of(self)?;
        same("planar", self, &Self::derive(&description, sources)?)?;
        for statement in [
            "the sources of the mechanism are those certified",
            "the kernels' certificates are those named",
            "the projection's stretch and rounding are what the oracle derives",
            "b, ε in force, L̃, ρ_M, δ_n, T and δ are what the oracle derives",
        ] {
            report.check(statement.into());
        }
        for condition in &self.conditions {
            report.check(format!("{}: {}", condition.name, condition.statement));
        }
        report.check(format!("ε′ in {} forms is what the oracle derives", self.bounds.len()));
        report.check(format!("ε′ ≤ {}", decimal::epsilon_prime(&self.verdict.0)));
        report.trust(&self.assumptions, &self.gaps);
        for reference in [&self.kernel, &self.cos_sin] {
            let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.certificate() == reference.certificate);
            let kernel = kernel.ok_or_else(|| refuse("kernel.certificate", "is unknown", REGENERATE))?;
            kernel_certificate(kernel, sources)?.0.audit(sources, options, report)?;
        }
        Ok(())
    }
}

/// The answers in metres, and what the way there costs.
struct Image {
    projection: Projection,
    answers: Area,
    stretch: Rational,
    error: Rational,
}

impl Image {
    fn of(setting: &PlanarSetting, arithmetic: &Arithmetic) -> Result<Self, Refusal> {
        match &setting.places {
            Places::Plane { answers, query_error, reading_error } => {
                for (name, error) in
                    [("setting.query_error", query_error), ("setting.reading_error", reading_error)]
                {
                    if error.0.is_negative() {
                        let why = format!("needs to be ≥ 0: found {}", decimal::short(&error.0));
                        return Err(refuse(name, why, "give zero or a positive number"));
                    }
                }
                for range in [&answers.x, &answers.y] {
                    if range.low.0 > range.high.0 {
                        return Err(refuse(
                            "setting.answers",
                            "has a low end above its high end",
                            "swap the ends",
                        ));
                    }
                    if !(arithmetic.holds(&range.low.0) && arithmetic.holds(&range.high.0)) {
                        let why = "has an end that the format does not hold";
                        return Err(refuse("setting.answers", why, "round it"));
                    }
                }
                Ok(Self {
                    projection: Projection::Identity,
                    answers: answers.clone(),
                    stretch: Rational::one(),
                    // The errors of successive steps add up (THEORY F14).
                    error: &query_error.0 + &reading_error.0,
                })
            }
            Places::Globe { answers, reference } => Self::projected(answers, reference, arithmetic),
        }
    }

    /// The projection is computed in binary64, so the noise is, too.
    fn projected(answers: &Area, reference: &Point, arithmetic: &Arithmetic) -> Result<Self, Refusal> {
        if !matches!(arithmetic, Arithmetic::Float(binary) if *binary == crate::derive::kernel::rounding::BINARY64)
        {
            let why = "is not f64, in which longitude and latitude are projected";
            return Err(refuse(
                "subject.format",
                why,
                "take f64, or project the data yourself and give metres",
            ));
        }
        let oracle = Refusal::underivable("setting.places");
        let ends = |range: &Range| (range.low.0.clone(), range.high.0.clone());
        let region = GeographicBox::new(ends(&answers.x), ends(&answers.y)).map_err(&oracle)?;
        let projection = LocalProjection::about(&reference.x.0, &reference.y.0).map_err(&oracle)?;
        if [&reference.x.0, &reference.y.0] != projection.origin().each_ref() {
            let why = "is not a multiple of 2^-20 degrees";
            return Err(refuse("setting.reference", why, "round it to one"));
        }
        let stretch = projection.stretch(&region).map_err(&oracle)?;
        let error = projection.error(&region).map_err(&oracle)?;
        let [x, y] = projection.image(&region).map(|(low, high)| {
            let place = dyadic(1, ANSWERS_LOG2);
            Range::new(&((low / &place).floor() * &place), &((high / &place).ceil() * &place))
        });
        let point = |[x, y]: &[Rational; 2]| Point { x: x.into(), y: y.into() };
        Ok(Self {
            projection: Projection::Local {
                origin: point(projection.origin()),
                metres_per_degree: point(projection.metres_per_degree()),
                stretch: stretch.value().into(),
                error: error.value().into(),
            },
            answers: Area { x, y },
            stretch: stretch.value().clone(),
            error: error.value().clone(),
        })
    }
}

impl PlanarDescription {
    /// What a certificate says that is not derived.
    ///
    /// # Errors
    /// Refused if the sampler has no whole number of bits.
    pub fn of(certificate: &PlanarCertificate) -> Result<Self, Refusal> {
        let bad = || refuse("sampler", "has no whole number of bits", REGENERATE);
        let whole = |number: &Number| {
            let whole = if number.0.is_integer() { number.0.to_u32() } else { None };
            whole.ok_or_else(bad)
        };
        let sampler = match &certificate.sampler {
            Sampler::Gamma(Generator::Relative { precision, entropy_bits, .. }) => {
                SamplerKind::Relative { bits: whole(precision)?, words: whole(entropy_bits)? / 64 }
            }
            Sampler::Gamma(Generator::Midpoint { bits, .. }) => SamplerKind::Midpoint { bits: whole(bits)? },
            Sampler::Inverse(Generator::Midpoint { bits, .. }) => SamplerKind::Inverse { bits: whole(bits)? },
            Sampler::Inverse(Generator::Relative { .. }) => {
                return Err(refuse("sampler", "has no inverse from a relative generator", REGENERATE));
            }
            Sampler::Gamma(Generator::Lazy { .. }) | Sampler::Inverse(Generator::Lazy { .. }) => {
                return Err(refuse(
                    "sampler",
                    "is lazy, which the plane does not take",
                    "take deep-BITS-WORDS",
                ));
            }
        };
        Ok(Self { format: certificate.subject.format.clone(), setting: certificate.setting.clone(), sampler })
    }
}
