//! A mechanism certificate, derived from its description with the oracle, and its audit.

use super::arithmetic::{Arithmetic, Draw, Steps, draw, refuse, scale_at_least, steps};
use super::kernel::Kernel;
use super::kernel::exponent;
use super::kernel::{PACKAGE, VERSION, assumptions, digests};
use crate::audit::{Options, Report, same};
use crate::model::{Certificate, Subject};
use crate::model::{
    Chain, Condition, Entry, FarReference, Generator, GeneratorName, KernelReference, MechanismCertificate,
    MechanismDescription, MechanismSubject, Outcome, Scaling, Setting,
};
use crate::model::{KernelCertificate, Source};
use crate::model::{Number, Range};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Sources, sha256};
use kdelta_oracle::bound::{FiniteLaplace, NoiseError};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Signed, Zero};
use std::cell::OnceCell;

/// The files of the finite crate that make up a mechanism, apart from the kernel.
const SOURCES: [&str; 12] = [
    "cast", "entropy", "fixed", "format", "grid", "noise", "query", "release", "scale", "terms", "uniform",
    "window",
];

/// The files that mechanism certificates rest on, each read once: for a search through many settings.
pub struct Foundation<'a> {
    sources: &'a dyn Sources,
    /// In the order of [`Kernel::ALL`], with the digest of the text.
    kernels: [OnceCell<(KernelCertificate, String)>; Kernel::ALL.len()],
    digests: OnceCell<Vec<Source>>,
    planar_digests: OnceCell<Vec<Source>>,
}

impl<'a> Foundation<'a> {
    /// On these sources; a file is read when it is needed.
    #[must_use]
    pub fn new(sources: &'a dyn Sources) -> Self {
        Self {
            sources,
            kernels: Default::default(),
            digests: OnceCell::new(),
            planar_digests: OnceCell::new(),
        }
    }

    pub(crate) fn kernel(&self, kernel: Kernel) -> Result<&(KernelCertificate, String), Refusal> {
        let index = Kernel::ALL.iter().position(|known| *known == kernel);
        let cell = index.and_then(|index| self.kernels.get(index));
        let cell = cell.ok_or_else(|| refuse("kernel", "is a black box", "use a kernel of kdelta"))?;
        read_once(cell, || {
            let (certificate, text) = kernel_certificate(kernel, self.sources)?;
            Ok((certificate, sha256(&text)))
        })
    }

    fn digests(&self) -> Result<&Vec<Source>, Refusal> {
        read_once(&self.digests, || digests(&source_paths(), self.sources))
    }

    pub(crate) fn planar_digests(&self) -> Result<&Vec<Source>, Refusal> {
        let path = |name: &&str| format!("crates/finite/src/{name}.rs");
        read_once(&self.planar_digests, || {
            digests(&super::planar::SOURCES.iter().map(path).collect::<Vec<_>>(), self.sources)
        })
    }
}

/// What the cell holds, or what `read` gives.
fn read_once<T>(cell: &OnceCell<T>, read: impl FnOnce() -> Result<T, Refusal>) -> Result<&T, Refusal> {
    if cell.get().is_none() {
        // Nobody else can have filled it: the cell is not shared between threads.
        let _ = cell.set(read()?);
    }
    cell.get().ok_or_else(|| refuse("sources", "are read recursively", REGENERATE))
}

/// The kernel certificate that a mechanism rests on, with the text it was read from.
pub(crate) fn kernel_certificate(
    kernel: Kernel,
    sources: &dyn Sources,
) -> Result<(KernelCertificate, String), Refusal> {
    let text = sources.read(&kernel.certificate())?;
    let certificate = Certificate::read(&text)?;
    match certificate.certifies {
        Subject::Kernel(certificate) if certificate.subject.kernel == kernel.name() => {
            Ok((*certificate, text))
        }
        _ => Err(refuse("kernel.certificate", "speaks about another subject", REGENERATE)),
    }
}

impl MechanismCertificate {
    /// The certificate of a mechanism: everything follows from its description and its kernel's certificate.
    ///
    /// # Guarantee
    /// If the assumptions hold and the kernel's certificate is true, P₁ ≤ e^verdict·P₂ for all answers within the
    /// sensitivity and every set of outputs. The derivation is [`FiniteLaplace::derive`]'s.
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
        let draw = draw(&arithmetic, *generator)?;
        let Steps { log2, low, high } = steps(setting, &arithmetic)?;
        for (name, positive, x) in [
            ("setting.epsilon", true, &setting.epsilon.0),
            ("setting.sensitivity", true, &setting.sensitivity.0),
            ("setting.query_error", false, &setting.query_error.0),
            ("setting.reading_error", false, &setting.reading_error.0),
        ] {
            if x.is_negative() || (positive && x.is_zero()) {
                let relation = if positive { "> 0" } else { "≥ 0" };
                let why = format!("needs to be {relation}: found {}", decimal::short(x));
                return Err(refuse(name, why, "give a positive number"));
            }
        }
        let answers = (setting.answers.low.0.clone(), setting.answers.high.0.clone());
        if !(arithmetic.holds(&answers.0) && arithmetic.holds(&answers.1)) {
            return Err(refuse("setting.answers", "has an end that the format does not hold", "round it"));
        }

        let sensitivity = setting.sensitivity_in_force();
        let scale = scale_at_least(&(&sensitivity / &setting.epsilon.0))?;
        if !arithmetic.takes_scale(&scale) {
            let why = format!("is {}, which does not fit the format", decimal::short(&scale));
            return Err(refuse("chain.scale", why, "choose another fraction, ε or sensitivity"));
        }
        let edge_shift = arithmetic.edge_shift(low.unsigned_abs().max(high.unsigned_abs()), log2);
        if answers.0 > answers.1 {
            return Err(refuse("setting.answers", "is reversed", "swap its ends"));
        }

        let (kernel, kernel_digest) = foundation.kernel(draw.kernel)?;
        if draw.least < kernel.domain.from.0 {
            let why = format!(
                "is certified from {}, this generator draws from {}",
                decimal::short(&kernel.domain.from.0),
                decimal::short(&draw.least)
            );
            return Err(refuse("kernel", why, REGENERATE));
        }
        let (d, o) = arithmetic.scaling();
        let grown = Rational::one() + &d;
        let far = draw
            .far
            .as_ref()
            .map(|(e, relative)| far(&draw, *e, relative, &grown, foundation))
            .transpose()?;
        let beyond = far.as_ref().map_or_else(Rational::zero, |far| far.relative.0.clone());
        let derived = FiniteLaplace {
            sensitivity: sensitivity.clone(),
            scale: scale.clone(),
            answers,
            grid: setting.grid.0.clone(),
            window: (setting.window.low.0.clone(), setting.window.high.0.clone()),
            edge_shift: edge_shift.clone(),
            generator: draw.ideal.clone(),
            noise: NoiseError {
                absolute: kernel.bound.absolute.0.clone(),
                relative: &kernel.bound.relative.0 + beyond,
                product: d.clone(),
                rounding: o.clone(),
            },
        }
        .derive()
        .map_err(Refusal::underivable("mechanism.chain"))?;
        let verdict = derived.verdict;

        let chain = Chain {
            sensitivity: (&sensitivity).into(),
            scale: (&scale).into(),
            epsilon: (&derived.epsilon).into(),
            edge_shift: (&edge_shift).into(),
            cell: (&derived.cell).into(),
            reach: (&derived.reach).into(),
            error: derived.error.value().into(),
            lipschitz: derived.lipschitz.value().into(),
            radius: (&derived.radius).into(),
            shift: derived.shift.value().into(),
        };
        let mut gaps = vec![
            "the files of the mechanism are named by their digests; that they draw, scale, add and round as stated is \
             shown by the proofs and tests of the repository, not by this certificate"
                .to_owned(),
        ];
        gaps.extend(kernel.gaps.iter().cloned());
        let mut assumed = assumptions(matches!(arithmetic, Arithmetic::Float(_)));
        assumed.push("the entropy source delivers independent uniform bits".into());
        assumed.push(
            "the sensitivity of the query, its error and that of reading its answers are as stated".into(),
        );
        Ok(Self {
            claim: claim(description, &draw.generator, &chain, &verdict),
            subject: MechanismSubject {
                mechanism: "Laplace".into(),
                format: format.clone(),
                package: PACKAGE.into(),
                version: VERSION.into(),
                sources: foundation.digests()?.clone(),
            },
            setting: setting.clone(),
            kernel: KernelReference {
                certificate: draw.kernel.certificate(),
                sha256: kernel_digest.clone(),
                absolute: kernel.bound.absolute.clone(),
                relative: kernel.bound.relative.clone(),
            },
            far,
            scaling: Scaling { relative: (&d).into(), absolute: (&o).into() },
            conditions: conditions(&draw.generator, &chain),
            generator: draw.generator,
            chain,
            bounds: derived.bounds.into_iter().map(|(form, bound)| entry(form, bound)).collect(),
            verdict: verdict.value().into(),
            assumptions: assumed,
            gaps,
            tools: vec![format!("kdelta-oracle {VERSION}"), format!("kdelta-certificate {VERSION}")],
            reproduce: format!("{} --json", description.command()),
        })
    }

    /// The audit of a mechanism certificate, that of its kernel included.
    pub(crate) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let description = MechanismDescription::of(self)?;
        same("mechanism", self, &Self::derive(&description, sources)?)?;
        if let Some(far) = &self.far {
            kernel_certificate(Kernel::ShiftAdd64, sources)?.0.audit(sources, options, report)?;
            report.check(format!("far draws are within {} of their logarithm, relatively", far.relative));
        }
        for statement in [
            "the sources of the mechanism are those certified",
            "the kernel's certificate is the one named",
            "b, ε in force, L̃, ρ_M, δ_n, k, T and δ are what the oracle derives",
        ] {
            report.check(statement.into());
        }
        for condition in &self.conditions {
            report.check(format!("{}: {}", condition.name, condition.statement));
        }
        report.check(format!("ε′ in {} forms is what the oracle derives", self.bounds.len()));
        report.check(format!("ε′ ≤ {}", decimal::epsilon_prime(&self.verdict.0)));
        report.trust(&self.assumptions, &self.gaps);
        let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.certificate() == self.kernel.certificate);
        let kernel = kernel.ok_or_else(|| refuse("kernel.certificate", "is unknown", REGENERATE))?;
        kernel_certificate(kernel, sources)?.0.audit(sources, options, report)
    }
}

/// The logarithm of draws with exponents from `e` on, as `finite::noise` computes it for a lazy generator: the sum of
/// e·ln 2 and of what the 64-bit shift-and-add kernel gives for the mantissa, converted to the format.
///
/// # Guarantee
/// Let A be that kernel's certified error, and u ≤ `grown` − 1 the relative error of a rounding to the format. The sum is off by at most
/// A + 2^-80·ℓ, as the constant ln 2 is off by at most 2^-81 and e ≤ ℓ/ln 2. The conversion adds u of the sum, of which u·ℓ is the
/// last rounding of the near kernel as well. What is left, (1+u)·(A + 2^-80·ℓ), is at most `relative`·ℓ by the comparison below, as
/// ℓ ≥ e·ln 2 ≥ 0.693·e. Where the near kernel is the same one, A is counted there already.
fn far(
    draw: &Draw,
    e: u32,
    relative: &Rational,
    grown: &Rational,
    foundation: &Foundation<'_>,
) -> Result<FarReference, Refusal> {
    let (kernel, digest) = foundation.kernel(Kernel::ShiftAdd64)?;
    if !kernel.bound.relative.0.is_zero() {
        return Err(refuse("far.certificate", "has a relative part, which is not counted here", REGENERATE));
    }
    let (near, _) = foundation.kernel(draw.kernel)?;
    if near.bound.relative.0 < grown - Rational::one() {
        let why = "is below the rounding to the format, which far draws are left with";
        return Err(refuse("kernel.relative", why, REGENERATE));
    }
    let constant = dyadic(1, -80);
    let least = Rational::new(693.into(), 1000.into()) * Rational::from_integer(e.into());
    let uncounted =
        if draw.kernel == Kernel::ShiftAdd64 { Rational::zero() } else { &kernel.bound.absolute.0 / least };
    let needed = (uncounted + constant) * grown;
    if needed > *relative {
        let why = format!(
            "needs a relative part of {}, and the arithmetic states {}",
            decimal::short(&needed),
            decimal::short(relative)
        );
        return Err(refuse("far.relative", why, "use a better kernel"));
    }
    Ok(FarReference {
        certificate: Kernel::ShiftAdd64.certificate(),
        sha256: digest.clone(),
        absolute: kernel.bound.absolute.clone(),
        relative: relative.into(),
    })
}

impl MechanismDescription {
    /// What a certificate says that is not derived.
    ///
    /// # Errors
    /// Refused if the generator has no whole number of bits.
    pub fn of(certificate: &MechanismCertificate) -> Result<Self, Refusal> {
        Ok(Self {
            format: certificate.subject.format.clone(),
            setting: certificate.setting.clone(),
            generator: GeneratorName::of(&certificate.generator)?,
        })
    }

    /// The command that certifies this setting, every flag spelled out.
    #[must_use]
    pub fn command(&self) -> String {
        let Setting { epsilon, sensitivity, query_error, reading_error, answers, grid, window } =
            &self.setting;
        format!(
            "kdelta certify laplace --epsilon {} --sensitivity {} --query-error {} --reading-error {} --answers {}..{} \
             --window {}..{} --grid {} --format {} --generator {}",
            spell(epsilon),
            spell(sensitivity),
            spell(query_error),
            spell(reading_error),
            spell(&answers.low),
            spell(&answers.high),
            spell(&window.low),
            spell(&window.high),
            power_of_two(&grid.0).unwrap_or_else(|| spell(grid)),
            self.format.word(),
            self.generator
        )
    }
}

/// For people: a ratio, unless it is so long that nobody reads it.
pub(crate) fn spell(number: &Number) -> String {
    let ratio = number.0.to_string();
    if ratio.len() <= 24 { ratio } else { number.to_string() }
}

/// `2^-10`, which reads better than `0x1p-10`.
pub(crate) fn power_of_two(x: &Rational) -> Option<String> {
    (x.is_positive() && *x == dyadic(1, exponent(x))).then(|| format!("2^{}", exponent(x)))
}

fn source_paths() -> Vec<String> {
    SOURCES.iter().map(|name| format!("crates/finite/src/{name}.rs")).collect()
}

pub(crate) fn entry(form: &str, bound: Result<UpperBound, kdelta_oracle::Refusal>) -> Entry {
    let epsilon_prime = match bound {
        Ok(bound) => Outcome::AtMost(bound.value().into()),
        Err(why) => Outcome::Refused(why.to_string()),
    };
    Entry { form: form.into(), epsilon_prime }
}

fn claim(
    description: &MechanismDescription,
    generator: &Generator,
    chain: &Chain,
    verdict: &UpperBound,
) -> String {
    let Setting { epsilon, sensitivity, query_error, reading_error, answers, grid, window } =
        &description.setting;
    let generator = match generator {
        Generator::Relative { precision, .. } => format!("exponent and {precision} bits"),
        Generator::Lazy { precision, .. } => format!("lazily drawn exponent and {precision} bits"),
        Generator::Midpoint { bits, .. } => format!("midpoints of 2^{bits} cells"),
    };
    format!(
        "Laplace noise of scale {} for ε = {epsilon} in {} from {generator}; a query of sensitivity {sensitivity} and \
         error {query_error}, read with error {reading_error}, clamped from {} to {}; released as a multiple of {grid} from {} to {}, or as outside: for \
         all answers within {} and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ {}",
        chain.scale,
        description.format.name(),
        answers.low,
        answers.high,
        window.low,
        window.high,
        chain.sensitivity,
        decimal::epsilon_prime(verdict.value())
    )
}

/// The hypotheses of Theorems A and B (THEORY 1.2, 1.3), L and U, each with its reason.
fn conditions(generator: &Generator, chain: &Chain) -> Vec<Condition> {
    let condition = |name: &str, statement: &str, discharged: String| Condition {
        name: name.into(),
        statement: statement.into(),
        discharged,
    };
    let margin = |left: &Rational, right: &Rational| decimal::down(&(left - right), 4);
    let Chain { cell, reach, radius, shift, .. } = chain;
    let twice = &shift.0 + &shift.0;
    let needed = &reach.0 + &shift.0;
    let relative = !matches!(generator, Generator::Midpoint { .. });
    let mut all = vec![
        condition("(C1), (LC)", "ln p is 1/b-Lipschitz and concave", "p is the density of the Laplace law".into()),
        condition(
            "(i)",
            "d(n₀(u), u) ≤ δ₀ for every u",
            if relative {
                "the draw is the middle of the cell of the uniform variable it is coupled with (THEORY F11)".into()
            } else {
                "the draw is the midpoint of the cell of the uniform variable (THEORY F16)".into()
            },
        ),
        condition(
            "(ii)",
            "n is k-Lipschitz where |n| ≤ T",
            if relative {
                "k = b everywhere in the log metric (THEORY F11)".into()
            } else {
                "k is an upper bound of 2b·e^(T/b) (THEORY 1.4)".into()
            },
        ),
        condition(
            "(iii)",
            "|n′ − n| ≤ δ_n where |n| ≤ T",
            match generator {
                Generator::Lazy { exponent_bits, .. } => format!(
                    "the kernel's certificate, that of the logarithm beyond {exponent_bits} exponent bits, and the \
                     rounding of the product, taken at ρ_M + b, which is at least T"
                ),
                Generator::Relative { .. } | Generator::Midpoint { .. } => {
                    "the kernel's certificate and the rounding of the product, taken at ρ_M + b, which is at least T".into()
                }
            },
        ),
        condition(
            "(iv)",
            "|n′| ≥ T − δ_n where |n| > T",
            "the error grows with |n| at a rate below 1, so n′ does not come back".into(),
        ),
        condition("(v)", "T > ρ_M + δ", format!("exceeds it by {}", margin(&radius.0, &needed))),
        condition("cells", "L̃ > 2δ", format!("exceeds it by {}", margin(&cell.0, &twice))),
        condition(
            "addition",
            "the release is a function of the exact sum r + x′",
            "one correctly rounded or exact addition; L̃ is L less the shift of an edge (THEORY F24)".into(),
        ),
        condition(
            "window",
            "the values not released as outside are a union of cells",
            "the sum is rounded first, then tested; every grid point of the window is a number of the format \
             (THEORY F17)"
                .into(),
        ),
        condition("answers", "every answer is in M_f", "answers are clamped (THEORY F26)".into()),
    ];
    if let Generator::Lazy { entropy_bits, exponent_bits, .. } = generator {
        all.push(condition(
            "lazy",
            "the law is that of one draw with e_max exponent bits",
            format!(
                "a draw takes {entropy_bits} bits, and words of 64 more only while all exponent bits are zero, which has \
                 probability 2^-{exponent_bits}; what is not read could not change it (THEORY F11)"
            ),
        ));
    }
    if relative {
        all.push(condition(
            "cut-off",
            "b·e_max·ln 2 ≥ T",
            "compared with enclosures of ln 2 (THEORY F11)".into(),
        ));
    }
    all
}

impl Range {
    /// A range from two integers.
    #[must_use]
    pub fn of_integers(low: i64, high: i64) -> Self {
        Self { low: low.into(), high: high.into() }
    }
}
