//! A mechanism certificate, derived from its description with the oracle, and its audit.

use super::kernel::{Kernel, PACKAGE, VERSION, assumptions, digests};
use super::rounding::{BINARY32, BINARY64, Binary, exponent};
use super::{Options, Report, same};
use crate::certificate::{Certificate, Subject};
use crate::kernel::KernelCertificate;
use crate::mechanism::{
    Chain, Condition, Entry, Format, Generator, KernelReference, MechanismCertificate, MechanismDescription,
    MechanismSubject, Outcome, Scaling, Setting,
};
use crate::number::{Number, Range};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Sources, sha256};
use kdelta_oracle::bound::{self, Dimension, LaplaceChain, USpace};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::geometry::Interval;
use kdelta_oracle::mechanism::Rounding;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The files of the finite crate that make up a mechanism, apart from the kernel.
const SOURCES: [&str; 8] = ["cast", "fixed", "format", "grid", "noise", "scale", "uniform", "window"];

/// The mantissa of b, and the range of b, as `finite::scale` has them.
const SCALE_BITS: i32 = 24;
const SCALE_LOG2: i32 = 60;

/// Bits after the point of δ_n, which is rounded up.
const BITS: u32 = 192;

fn refuse(field: &str, why: impl Into<String>, remedy: &'static str) -> Refusal {
    Refusal::new(field, why, remedy)
}

/// What a format can hold and what its operations cost.
enum Arithmetic {
    Float(Binary),
    Fixed { bits: u32, fraction: u32 },
}

impl Format {
    fn arithmetic(&self) -> Result<Arithmetic, Refusal> {
        let small = |number: &Number| number.0.is_integer().then(|| number.0.to_u32()).flatten();
        match self {
            Self::Binary64 => Ok(Arithmetic::Float(BINARY64)),
            Self::Binary32 => Ok(Arithmetic::Float(BINARY32)),
            Self::Fixed { bits, fraction } => match (small(bits), small(fraction)) {
                (Some(bits @ 2..=64), Some(fraction @ 0..=63)) => Ok(Arithmetic::Fixed { bits, fraction }),
                _ => Err(refuse(
                    "subject.format",
                    "is not a word of 2 to 64 bits with 0 to 63 of fraction",
                    "choose others",
                )),
            },
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Binary64 => "binary64".into(),
            Self::Binary32 => "binary32".into(),
            Self::Fixed { bits, fraction } => format!("fixed-{bits}-{fraction}"),
        }
    }
}

impl Arithmetic {
    /// Whether the format holds x exactly.
    fn holds(&self, x: &Rational) -> bool {
        match *self {
            Self::Float(binary) => binary.holds(x),
            Self::Fixed { bits, fraction } => {
                let raw = x * dyadic(1, fraction.cast_signed());
                let end = dyadic(1, bits.cast_signed() - 1);
                raw.is_integer() && -&end <= raw && raw < end
            }
        }
    }

    /// The largest grid index, so that every grid point and every edge of a cell is exact.
    fn limit(&self, log2: i32) -> Result<i64, Refusal> {
        match *self {
            Self::Float(binary) => Ok((1 << (binary.precision - 1)) - 1),
            Self::Fixed { bits, fraction } => match u32::try_from(log2 + fraction.cast_signed()) {
                Ok(shift) => Ok((i64::MAX >> (64 - bits)) >> shift.min(63)),
                Err(_) => Err(refuse("setting.grid", "is finer than the format", "take a coarser grid")),
            },
        }
    }

    /// F24: half a gap of the binade that holds the farthest edge; integers add exactly.
    fn edge_shift(&self, farthest: u64, log2: i32) -> Rational {
        match *self {
            Self::Float(binary) => {
                let bits = (u64::BITS - farthest.leading_zeros()).cast_signed();
                dyadic(1, bits + log2 - binary.precision.cast_signed() - 1)
            }
            Self::Fixed { .. } => Rational::zero(),
        }
    }

    /// The rounding of b·logarithm: relative h/(1+h) of the exact product, or half a unit.
    fn scaling(&self) -> (Rational, Rational) {
        match *self {
            Self::Float(binary) => {
                let h = binary.half_epsilon();
                (&h / (Rational::one() + &h), Rational::zero())
            }
            Self::Fixed { fraction, .. } => (Rational::zero(), dyadic(1, -1 - fraction.cast_signed())),
        }
    }

    /// Whether the integer product with b = mantissa·2^e is defined (`finite::fixed`).
    fn takes_scale(&self, scale: &Rational) -> bool {
        match *self {
            Self::Float(_) => true,
            Self::Fixed { fraction, .. } => {
                let shift = 58 - fraction.cast_signed() - (exponent(scale) + 1 - SCALE_BITS);
                (1..=126).contains(&shift)
            }
        }
    }
}

/// The generator, its kernel, and its ideal.
struct Draw {
    generator: Generator,
    ideal: bound::Generator,
    kernel: Kernel,
    /// Every tail probability is at least this.
    least: Rational,
}

fn draw(arithmetic: &Arithmetic, relative: bool, bits: u32) -> Result<Draw, Refusal> {
    let bad = |why: &str| Err(refuse("generator", why, "choose another number of bits"));
    let kernel = match *arithmetic {
        Arithmetic::Float(binary) => {
            let most = if relative { binary.precision - 1 } else { binary.precision };
            if bits < 2 || bits > most {
                return bad(&format!("has {bits} bits, this format takes 2 to {most}"));
            }
            if binary == BINARY64 { Kernel::TableF64 } else { Kernel::TableF32 }
        }
        Arithmetic::Fixed { .. } => match (relative, bits) {
            (true, 2..=23 | 38..=52) | (false, 33..=64) => Kernel::ShiftAdd64,
            (false, 2..=16) => Kernel::ShiftAdd16,
            (false, 17..=32) => Kernel::ShiftAdd32,
            _ => return bad(&format!("has {bits} bits, fixed point takes 2 to 23, 38 to 52 or midpoints")),
        },
    };
    let number = |value: u32| Number::from(i64::from(value));
    if relative {
        let width = if bits <= 23 { 64 } else { 128 };
        let cut_off = width - bits;
        let ideal = RelativeUniform { precision: bits, cut_off, midpoint: true };
        let bias = ideal.bias().map_err(Refusal::underivable("generator.bias"))?;
        return Ok(Draw {
            generator: Generator::Relative {
                precision: number(bits),
                cut_off: number(cut_off),
                metric: "|ln u − ln v|".into(),
                bias: bias.value().into(),
                entropy_bits: number(width),
            },
            ideal: bound::Generator::Relative(ideal),
            kernel,
            least: dyadic(1, -1 - cut_off.cast_signed()),
        });
    }
    let bias = dyadic(1, -1 - bits.cast_signed());
    Ok(Draw {
        generator: Generator::Midpoint {
            bits: number(bits),
            metric: "|u − v|".into(),
            bias: (&bias).into(),
            entropy_bits: number(8 * bits.div_ceil(8).next_power_of_two()),
        },
        ideal: bound::Generator::Absolute { bias, sign_bit: false },
        kernel,
        least: dyadic(1, -bits.cast_signed()),
    })
}

/// The least number with a mantissa of 24 bits that is at least x > 0 (THEORY F14).
fn scale_at_least(x: &Rational) -> Result<Rational, Refusal> {
    let place = dyadic(1, exponent(x) + 1 - SCALE_BITS);
    let scale = (x / &place).ceil() * place;
    if scale < dyadic(1, -SCALE_LOG2) || scale > dyadic(1, SCALE_LOG2) {
        return Err(refuse("setting.epsilon", "gives a scale b outside 2^-60 to 2^60", "rescale the query"));
    }
    Ok(scale)
}

/// The grid and the window in whole steps.
struct Steps {
    log2: i32,
    low: i64,
    high: i64,
}

fn steps(setting: &Setting, arithmetic: &Arithmetic) -> Result<Steps, Refusal> {
    let grid = &setting.grid.0;
    if !grid.is_positive() || *grid != dyadic(1, exponent(grid)) || exponent(grid).abs() > 100 {
        return Err(refuse("setting.grid", "is not a power of two from 2^-100 to 2^100", "choose one"));
    }
    let limit = arithmetic.limit(exponent(grid))?;
    let index = |name: &str, x: &Number| {
        let steps = &x.0 / grid;
        let index = if steps.is_integer() { steps.to_integer().to_i64() } else { None };
        index.filter(|index| index.unsigned_abs() <= limit.unsigned_abs()).ok_or_else(|| {
            let why = format!("is not one of the grid points up to number {limit} that the format holds");
            refuse(name, why, "choose a coarser grid or a smaller window")
        })
    };
    let (low, high) = (
        index("setting.window.low", &setting.window.low)?,
        index("setting.window.high", &setting.window.high)?,
    );
    if low > high {
        return Err(refuse("setting.window", "is reversed", "swap its ends"));
    }
    Ok(Steps { log2: exponent(grid), low, high })
}

/// The kernel certificate that a mechanism rests on, with the text it was read from.
fn kernel_certificate(kernel: Kernel, sources: &dyn Sources) -> Result<(KernelCertificate, String), Refusal> {
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
    /// sensitivity and every set of outputs. The computed noise is off by at most
    /// δ_n = A·b·(1+d) + (R·(1+d)+d)·|n| + O, where A, R are the kernel's and d, O the product's: x′ = b·ℓ′·(1+η) + o
    /// with |η| ≤ d, |o| ≤ O, |ℓ′−ℓ| ≤ A + Rℓ.
    ///
    /// # Errors
    /// The first condition that fails, with its values.
    pub fn derive(description: &MechanismDescription, sources: &dyn Sources) -> Result<Self, Refusal> {
        let MechanismDescription { format, setting, relative, generator_bits } = description;
        let arithmetic = format.arithmetic()?;
        let draw = draw(&arithmetic, *relative, *generator_bits)?;
        let Steps { log2, low, high } = steps(setting, &arithmetic)?;
        for (name, positive, x) in [
            ("setting.epsilon", true, &setting.epsilon.0),
            ("setting.sensitivity", true, &setting.sensitivity.0),
            ("setting.query_error", false, &setting.query_error.0),
        ] {
            if x.is_negative() || (positive && x.is_zero()) {
                return Err(refuse(name, "is not positive", "give a positive number"));
            }
        }
        let answers = (setting.answers.low.0.clone(), setting.answers.high.0.clone());
        if !(arithmetic.holds(&answers.0) && arithmetic.holds(&answers.1)) {
            return Err(refuse("setting.answers", "has an end that the format does not hold", "round it"));
        }

        let two = Rational::from_integer(2.into());
        let sensitivity = &setting.sensitivity.0 + &two * &setting.query_error.0;
        let scale = scale_at_least(&(&sensitivity / &setting.epsilon.0))?;
        if !arithmetic.takes_scale(&scale) {
            return Err(refuse("chain.scale", "does not fit the format", "choose another fraction"));
        }
        let epsilon = &sensitivity / &scale;
        let edge_shift = arithmetic.edge_shift(low.unsigned_abs().max(high.unsigned_abs()), log2);
        let cell = &setting.grid.0 - &edge_shift;
        // Every edge moves down by at most `edge_shift`; ρ_M depends on the union of the cells alone, so the window
        // may pass for one cell.
        let half = &setting.grid.0 / &two;
        let window = (&setting.window.low.0 - &half - &edge_shift, &setting.window.high.0 + &half);
        let oracle = Refusal::underivable("mechanism.chain");
        let union = Rounding::filling(&window.0, &window.1, &(&window.1 - &window.0)).map_err(&oracle)?;
        let clamped = Interval::closed(answers.0.clone(), answers.1.clone())
            .map_err(|why| refuse("setting.answers", why.to_string(), "swap the ends"))?;
        let reach = union.reach(&clamped).map_err(&oracle)?;

        let (kernel, kernel_text) = kernel_certificate(draw.kernel, sources)?;
        if draw.least < kernel.domain.from.0 {
            return Err(refuse(
                "kernel",
                "is certified on too small a domain for this generator",
                REGENERATE,
            ));
        }
        let (d, o) = arithmetic.scaling();
        let grown = Rational::one() + &d;
        let slope = &kernel.bound.relative.0 * &grown + &d;
        if slope >= Rational::one() {
            return Err(refuse(
                "kernel.relative",
                "is not below 1, so that (iv) fails",
                "use a better kernel",
            ));
        }
        let farthest = &reach + &scale;
        let error = UpperBound::new(&kernel.bound.absolute.0 * &scale * &grown + slope * &farthest + &o)
            .rounded(BITS);
        let chain = LaplaceChain {
            epsilon: epsilon.clone(),
            sensitivity: sensitivity.clone(),
            answers: answers.clone(),
            rounding: union,
            generator: draw.ideal.clone(),
            error: error.clone(),
        }
        .follow()
        .map_err(&oracle)?;
        if chain.radius > farthest {
            return Err(refuse(
                "chain.radius",
                "is beyond ρ_M + b, where δ_n was taken",
                "narrow the window",
            ));
        }
        let exact = bound::Setting::new(
            Dimension::Line,
            epsilon.clone(),
            sensitivity.clone(),
            cell.clone(),
            &chain.shift,
        )
        .map_err(&oracle)?;
        let mut table: Vec<_> = exact.table().into_iter().map(|(form, bound)| (form.name(), bound)).collect();
        let u_space = if let bound::Generator::Absolute { bias, .. } = draw.ideal {
            USpace {
                epsilon: epsilon.clone(),
                sensitivity: sensitivity.clone(),
                cell: cell.clone(),
                error: error.clone(),
                bias,
                window,
                answers,
                radius: chain.radius.clone(),
            }
            .epsilon_prime()
        } else {
            chain.u_space.clone()
        };
        table.push(("u-space", u_space));
        let verdict = table.iter().filter_map(|(_, bound)| bound.as_ref().ok()).min().cloned();
        let verdict = verdict.ok_or_else(|| refuse("bounds", "no form applies", "take a coarser grid"))?;

        let chain = Chain {
            sensitivity: (&sensitivity).into(),
            scale: (&scale).into(),
            epsilon: (&epsilon).into(),
            edge_shift: (&edge_shift).into(),
            cell: (&cell).into(),
            reach: (&reach).into(),
            error: error.value().into(),
            lipschitz: chain.lipschitz.value().into(),
            radius: (&chain.radius).into(),
            shift: chain.shift.value().into(),
        };
        let mut gaps = vec![
            "the files of the mechanism are named by their digests; that they draw, scale, add and round as stated is \
             shown by the proofs and tests of the repository, not by this certificate"
                .to_owned(),
        ];
        gaps.extend(kernel.gaps.iter().cloned());
        let mut assumed = assumptions(matches!(arithmetic, Arithmetic::Float(_)));
        assumed.push("the entropy source delivers independent uniform bits".into());
        assumed.push("the sensitivity and the error of the query are as stated".into());
        Ok(Self {
            claim: claim(description, &draw.generator, &chain, &verdict),
            subject: MechanismSubject {
                mechanism: "Laplace".into(),
                format: format.clone(),
                package: PACKAGE.into(),
                version: VERSION.into(),
                sources: digests(&source_paths(), sources)?,
            },
            setting: setting.clone(),
            kernel: KernelReference {
                certificate: draw.kernel.certificate(),
                sha256: sha256(&kernel_text),
                absolute: kernel.bound.absolute,
                relative: kernel.bound.relative,
            },
            scaling: Scaling { relative: (&d).into(), absolute: (&o).into() },
            conditions: conditions(&draw.generator, &chain),
            generator: draw.generator,
            chain,
            bounds: table.into_iter().map(|(form, bound)| entry(form, bound)).collect(),
            verdict: verdict.value().into(),
            assumptions: assumed,
            gaps,
            tools: vec![format!("kdelta-oracle {VERSION}"), format!("kdelta-certificate {VERSION}")],
            reproduce: format!("scripts/certify {}", description.certificate()),
        })
    }

    /// The audit of a mechanism certificate, that of its kernel included.
    pub(super) fn audit(
        &self,
        sources: &dyn Sources,
        options: &Options,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let description = MechanismDescription::of(self)?;
        same("mechanism", self, &Self::derive(&description, sources)?)?;
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
        report.check(format!("ε′ ≤ {}", decimal::up(&self.verdict.0, 12)));
        report.trust(&self.assumptions, &self.gaps);
        let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.certificate() == self.kernel.certificate);
        let kernel = kernel.ok_or_else(|| refuse("kernel.certificate", "is unknown", REGENERATE))?;
        kernel_certificate(kernel, sources)?.0.audit(sources, options, report)
    }
}

impl MechanismDescription {
    /// What a certificate says that is not derived.
    ///
    /// # Errors
    /// Refused if the generator has no whole number of bits.
    fn of(certificate: &MechanismCertificate) -> Result<Self, Refusal> {
        let (relative, bits) = match &certificate.generator {
            Generator::Relative { precision, .. } => (true, precision),
            Generator::Midpoint { bits, .. } => (false, bits),
        };
        let whole = if bits.0.is_integer() { bits.0.to_u32() } else { None };
        Ok(Self {
            format: certificate.subject.format.clone(),
            setting: certificate.setting.clone(),
            relative,
            generator_bits: whole
                .ok_or_else(|| refuse("generator", "has no whole number of bits", REGENERATE))?,
        })
    }

    /// The file of the certificate in the repository, for a default setting.
    #[must_use]
    pub fn certificate(&self) -> String {
        let generator = if self.relative { "" } else { "-midpoint" };
        format!("certificates/mechanism-{}{generator}.json", self.format.name())
    }
}

fn source_paths() -> Vec<String> {
    let mut paths: Vec<_> = SOURCES.iter().map(|name| format!("crates/finite/src/{name}.rs")).collect();
    paths.push("crates/finite/src/release.rs".into());
    paths
}

fn entry(form: &str, bound: Result<UpperBound, kdelta_oracle::Refusal>) -> Entry {
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
    let Setting { epsilon, sensitivity, query_error, answers, grid, window } = &description.setting;
    let generator = match generator {
        Generator::Relative { precision, .. } => format!("exponent and {precision} bits"),
        Generator::Midpoint { bits, .. } => format!("midpoints of 2^{bits} cells"),
    };
    format!(
        "Laplace noise of scale {} for ε = {epsilon} in {} from {generator}; a query of sensitivity {sensitivity} and \
         error {query_error}, clamped from {} to {}; released as a multiple of {grid} from {} to {}, or as outside: for \
         all answers within {} and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ {}",
        chain.scale,
        description.format.name(),
        answers.low,
        answers.high,
        window.low,
        window.high,
        chain.sensitivity,
        decimal::up(verdict.value(), 12)
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
    let relative = matches!(generator, Generator::Relative { .. });
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
            "the kernel's certificate and the rounding of the product, taken at ρ_M + b, which is at least T".into(),
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
