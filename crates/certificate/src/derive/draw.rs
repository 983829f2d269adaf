//! What a generator of `crates/finite` is: its draws, the kernel that takes their logarithm, and the ideal that they are coupled with.

use super::arithmetic::{Arithmetic, refuse};
use super::foundation::Foundation;
use super::kernel::rounding::BINARY64;
use crate::model::Kernel;
use crate::model::{Generator, GeneratorName, KernelReference, Metric, Number, Role};
use crate::refusal::{REGENERATE, Refusal};
use kdelta_oracle::derivation::LogarithmError;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Zero};

/// How many exponent bits a lazy generator draws at most beyond its first words, as `finite::uniform` has it.
const FURTHER_BITS: u32 = 1 << 31;

/// A generator in a format.
pub(super) struct Draw {
    pub(super) generator: Generator,
    /// Its ideal, if the bias is relative; midpoints otherwise.
    pub(super) relative: Option<RelativeUniform>,
    /// Takes the logarithm.
    kernel: Kernel,
    /// Every tail probability that the kernel sees is at least this.
    least: Rational,
    /// For a lazy generator: the least exponent of a far draw.
    far: Option<u32>,
}

impl Draw {
    /// The generator of that name, if the format has it.
    pub(super) fn of(arithmetic: &Arithmetic, name: GeneratorName) -> Result<Self, Refusal> {
        let kernel = kernel(arithmetic, name)?;
        let bits = name.bits();
        let plain = if bits <= 23 { 64 } else { 128 };
        let width = match name {
            GeneratorName::Midpoint(_) => return Ok(Self::midpoint(bits, kernel)),
            GeneratorName::Lazy(_) | GeneratorName::Relative(_) => plain,
            // Too many of them for the logarithm of the format are refused with its certificate.
            GeneratorName::Deep { words: words @ 2..=16, .. } => 64 * words,
            GeneratorName::Deep { words, .. } => {
                let why = format!("draws {words} words of 64 bits; it takes 2 to 16 for a deeper cut-off");
                return Err(refuse("generator", why, "choose another number of words"));
            }
        };
        let exponent_bits = width - bits;
        let lazy = matches!(name, GeneratorName::Lazy(_));
        let cut_off = exponent_bits + if lazy { FURTHER_BITS } else { 0 };
        let ideal = RelativeUniform { precision: bits, cut_off, midpoint: true };
        let bias = ideal.bias().map_err(Refusal::underivable("generator.bias"))?;
        Ok(Self {
            generator: Generator {
                name,
                metric: Metric::Logarithmic,
                bias: bias.value().into(),
                cut_off: Some(Number::of(cut_off)),
                entropy_bits: Number::of(width),
                first_exponent_bits: lazy.then(|| Number::of(exponent_bits)),
            },
            relative: Some(ideal),
            kernel,
            least: dyadic(1, -1 - exponent_bits.cast_signed()),
            far: lazy.then_some(exponent_bits + 1),
        })
    }

    /// The midpoints of 2^bits cells for the inverse of the radius's distribution function, in any format: integers, with the least w and
    /// (1 + x)/64 of `finite::planar::inverse` as what the kernel sees.
    pub(super) fn inverse(name: GeneratorName) -> Result<Self, Refusal> {
        match name {
            GeneratorName::Midpoint(bits @ 2..=63) => {
                Ok(Self { least: dyadic(1, -64), ..Self::midpoint(bits, Kernel::ShiftAdd64) })
            }
            other => {
                let why = format!("is {other}; the inverse takes midpoint-2 to midpoint-63");
                Err(refuse("generator", why, "choose one of them, or the sampler gamma"))
            }
        }
    }

    fn midpoint(bits: u32, kernel: Kernel) -> Self {
        Self {
            generator: Generator {
                name: GeneratorName::Midpoint(bits),
                metric: Metric::Absolute,
                bias: (&dyadic(1, -1 - bits.cast_signed())).into(),
                cut_off: None,
                entropy_bits: Number::of(8 * bits.div_ceil(8).next_power_of_two()),
                first_exponent_bits: None,
            },
            relative: None,
            kernel,
            least: dyadic(1, -bits.cast_signed()),
            far: None,
        }
    }

    /// The certificate of the logarithm, if it covers every draw; and, for a lazy generator, that of the logarithm of far draws.
    pub(super) fn logarithms(
        &self,
        arithmetic: &Arithmetic,
        foundation: &Foundation<'_>,
    ) -> Result<(KernelReference, Option<KernelReference>), Refusal> {
        let (kernel, _) = foundation.kernel(self.kernel)?;
        if self.least < kernel.domain.from.0 {
            let why = format!(
                "is certified from {}, this generator draws from {}",
                decimal::short(&kernel.domain.from.0),
                decimal::short(&self.least)
            );
            return Err(refuse("kernel", why, "take a generator with fewer words, or the format f64"));
        }
        let near = foundation.reference(Role::Logarithm, self.kernel)?;
        let far = self.far.map(|e| far(&near, e, arithmetic, foundation)).transpose()?;
        Ok((near, far))
    }
}

impl KernelReference {
    /// What the certificate says about the logarithm.
    pub(super) fn error(&self) -> LogarithmError {
        LogarithmError { absolute: self.absolute.0.clone(), relative: self.relative.0.clone() }
    }
}

/// The kernel that takes the logarithm of this generator's draws.
fn kernel(arithmetic: &Arithmetic, name: GeneratorName) -> Result<Kernel, Refusal> {
    let (bits, relative) = (name.bits(), name.is_relative());
    let bad = |why: String| Err(refuse("generator", why, "choose another number of bits"));
    match *arithmetic {
        Arithmetic::Float(binary) => {
            let most = if relative { binary.precision - 1 } else { binary.precision };
            if !(2..=most).contains(&bits) {
                return bad(format!("has {bits} bits, this format takes 2 to {most}"));
            }
            Ok(if binary == BINARY64 { Kernel::TableF64 } else { Kernel::TableF32 })
        }
        Arithmetic::Fixed { .. } => match (relative, bits) {
            (true, 2..=23 | 38..=52) | (false, 33..=64) => Ok(Kernel::ShiftAdd64),
            (false, 2..=16) => Ok(Kernel::ShiftAdd16),
            (false, 17..=32) => Ok(Kernel::ShiftAdd32),
            _ => bad(format!("has {bits} bits, fixed point takes 2 to 23, 38 to 52 or midpoints")),
        },
    }
}

/// The logarithm of draws with exponents from `e` on, as `finite::noise` computes it for a lazy generator: the sum of e·ln 2 and of what the
/// 64-bit shift-and-add kernel gives for the mantissa, converted to the format.
///
/// # Guarantee
/// Let A be that kernel's certified error, and u ≤ d the relative error of a rounding to the format. The sum is off by at most A + 2^-80·ℓ,
/// as the constant ln 2 is off by at most 2^-81 and e ≤ ℓ/ln 2. The conversion adds u of the sum, of which u·ℓ is the last rounding of the
/// near kernel as well. What is left, (1+u)·(A + 2^-80·ℓ), is at most `relative`·ℓ by the comparison below, as ℓ ≥ e·ln 2 ≥ 0.693·e. Where
/// the near kernel is the same one, A is counted there already.
fn far(
    near: &KernelReference,
    e: u32,
    arithmetic: &Arithmetic,
    foundation: &Foundation<'_>,
) -> Result<KernelReference, Refusal> {
    let far = foundation.reference(Role::FarLogarithm, Kernel::ShiftAdd64)?;
    if !far.relative.0.is_zero() {
        return Err(refuse(
            "kernels",
            "have a relative part of far draws, which is not counted here",
            REGENERATE,
        ));
    }
    let d = arithmetic.rounding().relative;
    if near.relative.0 < d {
        let why = "have a relative part below the rounding to the format, which far draws are left with";
        return Err(refuse("kernels", why, REGENERATE));
    }
    let relative = arithmetic.far();
    let least = Rational::new(693.into(), 1000.into()) * Rational::from_integer(e.into());
    let uncounted = if near.kernel == far.kernel { Rational::zero() } else { &far.absolute.0 / least };
    let needed = (uncounted + dyadic(1, -80)) * (Rational::one() + d);
    if needed > relative {
        let why = format!(
            "need a relative part of {} for far draws, and the arithmetic states {}",
            decimal::short(&needed),
            decimal::short(&relative)
        );
        return Err(refuse("kernels", why, "use a better kernel"));
    }
    Ok(KernelReference { relative: (&relative).into(), ..far })
}
