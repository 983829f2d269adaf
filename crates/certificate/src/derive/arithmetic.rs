//! What a format, a generator and a scale are in finite precision: the facts of `crates/finite` that a mechanism's
//! certificate rests on, stated again in exact numbers.

use super::kernel::Kernel;
use super::kernel::rounding::{BINARY32, BINARY64, Binary, exponent};
use crate::model::{Format, Generator, GeneratorKind, GeneratorName, Setting};
use crate::model::{Number, Range};
use crate::refusal::Refusal;
use kdelta_oracle::bound;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The mantissa of b, and the range of b, as `finite::scale` has them.
const SCALE_BITS: i32 = 24;
const SCALE_LOG2: i32 = 60;

pub(crate) fn refuse(field: &str, why: impl Into<String>, remedy: &'static str) -> Refusal {
    Refusal::new(field, why, remedy)
}

/// What a format can hold and what its operations cost.
pub(crate) enum Arithmetic {
    Float(Binary),
    Fixed { bits: u32, fraction: u32 },
}

impl Format {
    pub(crate) fn arithmetic(&self) -> Result<Arithmetic, Refusal> {
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

    /// δ_r: how far reading any number between two ends as the nearest number of the format moves it, at most: half the distance of
    /// neighbours at the end that is farther from zero, where it is largest.
    ///
    /// # Errors
    /// Refused if this is no format.
    pub fn reading_error(&self, answers: &Range) -> Result<Rational, Refusal> {
        let farthest = answers.low.0.abs().max(answers.high.0.abs());
        Ok(match self.arithmetic()? {
            Arithmetic::Float(binary) => binary.half_last_place(&farthest),
            Arithmetic::Fixed { fraction, .. } => dyadic(1, -1 - fraction.cast_signed()),
        })
    }

    /// As the flag `--format` names it.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::Binary64 => "f64".into(),
            Self::Binary32 => "f32".into(),
            Self::Fixed { .. } => self.name(),
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Binary64 => "binary64".into(),
            Self::Binary32 => "binary32".into(),
            Self::Fixed { bits, fraction } => format!("fixed-{bits}-{fraction}"),
        }
    }
}

impl Arithmetic {
    /// Whether the format holds x exactly.
    pub(crate) fn holds(&self, x: &Rational) -> bool {
        match *self {
            Self::Float(binary) => binary.holds(x),
            Self::Fixed { bits, fraction } => {
                let raw = x * dyadic(1, fraction.cast_signed());
                let end = dyadic(1, bits.cast_signed() - 1);
                raw.is_integer() && -&end <= raw && raw < end
            }
        }
    }

    /// The largest grid index that the mechanisms take, so that every grid point and every edge of a cell is exact.
    pub(crate) fn limit(&self, log2: i32) -> Result<i64, Refusal> {
        match *self {
            Self::Float(binary) => Ok((1 << (binary.precision - 1).min(51)) - 1),
            Self::Fixed { bits, fraction } => match u32::try_from(log2 + fraction.cast_signed()) {
                Ok(shift) => Ok((i64::MAX >> (64 - bits)) >> shift.min(63)),
                Err(_) => Err(refuse("setting.grid", "is finer than the format", "take a coarser grid")),
            },
        }
    }

    /// F24: half a gap of the binade that holds the farthest edge; integers add exactly.
    pub(crate) fn edge_shift(&self, farthest: u64, log2: i32) -> Rational {
        match *self {
            Self::Float(binary) => {
                let bits = (u64::BITS - farthest.leading_zeros()).cast_signed();
                dyadic(1, bits + log2 - binary.precision.cast_signed() - 1)
            }
            Self::Fixed { .. } => Rational::zero(),
        }
    }

    /// The rounding of b·logarithm: relative h/(1+h) of the exact product, or half a unit.
    pub(crate) fn scaling(&self) -> (Rational, Rational) {
        match *self {
            Self::Float(binary) => {
                let h = binary.half_epsilon();
                (&h / (Rational::one() + &h), Rational::zero())
            }
            Self::Fixed { fraction, .. } => (Rational::zero(), dyadic(1, -1 - fraction.cast_signed())),
        }
    }

    /// What `finite::noise` adds to the kernel's relative error for the far draws of a lazy generator.
    fn far(&self) -> Rational {
        match *self {
            Self::Float(_) => dyadic(5, -65),
            Self::Fixed { .. } => dyadic(1, -80),
        }
    }

    /// Whether the integer product with b = mantissa·2^e is defined (`finite::fixed`).
    pub(crate) fn takes_scale(&self, scale: &Rational) -> bool {
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
pub(crate) struct Draw {
    pub(crate) generator: Generator,
    pub(crate) ideal: bound::Generator,
    pub(crate) kernel: Kernel,
    /// Every tail probability that the kernel sees is at least this.
    pub(crate) least: Rational,
    /// For a lazy generator: the least exponent of a far draw, and what is added to the kernel's R for far draws.
    pub(crate) far: Option<(u32, Rational)>,
}

/// How many exponent bits a lazy generator draws at most beyond its first words, as `finite::uniform` has it.
const FURTHER_BITS: u32 = 1 << 31;

pub(crate) fn draw(arithmetic: &Arithmetic, generator: GeneratorName) -> Result<Draw, Refusal> {
    let GeneratorName { kind, bits } = generator;
    let relative = kind != GeneratorKind::Midpoint;
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
        let exponent_bits = width - bits;
        let lazy = kind == GeneratorKind::Lazy;
        let cut_off = exponent_bits + if lazy { FURTHER_BITS } else { 0 };
        let ideal = RelativeUniform { precision: bits, cut_off, midpoint: true };
        let bias = ideal.bias().map_err(Refusal::underivable("generator.bias"))?;
        let (precision, cut_off) = (number(bits), number(cut_off));
        let (metric, bias, entropy_bits) = ("|ln u − ln v|".into(), bias.value().into(), number(width));
        return Ok(Draw {
            generator: if lazy {
                let exponent_bits = number(exponent_bits);
                Generator::Lazy { precision, cut_off, metric, bias, entropy_bits, exponent_bits }
            } else {
                Generator::Relative { precision, cut_off, metric, bias, entropy_bits }
            },
            ideal: bound::Generator::Relative(ideal),
            kernel,
            least: dyadic(1, -1 - exponent_bits.cast_signed()),
            far: lazy.then(|| (exponent_bits + 1, arithmetic.far())),
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
        far: None,
    })
}

/// The least number with a mantissa of 24 bits that is at least x > 0 (THEORY F14).
pub(crate) fn scale_at_least(x: &Rational) -> Result<Rational, Refusal> {
    let place = dyadic(1, exponent(x) + 1 - SCALE_BITS);
    let scale = (x / &place).ceil() * place;
    if scale < dyadic(1, -SCALE_LOG2) || scale > dyadic(1, SCALE_LOG2) {
        let why = format!("gives the scale b = {}, outside 2^-60 to 2^60", decimal::short(&scale));
        return Err(refuse("setting.epsilon", why, "rescale the query"));
    }
    Ok(scale)
}

/// The grid and the window in whole steps.
pub(crate) struct Steps {
    pub(crate) log2: i32,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

pub(crate) fn steps(setting: &Setting, arithmetic: &Arithmetic) -> Result<Steps, Refusal> {
    let grid = &setting.grid.0;
    if !grid.is_positive() || *grid != dyadic(1, exponent(grid)) || exponent(grid).abs() > 100 {
        let why = format!("is {}, not a power of two from 2^-100 to 2^100", decimal::short(grid));
        return Err(refuse("setting.grid", why, "choose one"));
    }
    let limit = arithmetic.limit(exponent(grid))?;
    let index = |name: &str, x: &Number| {
        let steps = &x.0 / grid;
        let index = if steps.is_integer() { steps.to_integer().to_i64() } else { None };
        index.filter(|index| index.unsigned_abs() <= limit.unsigned_abs()).ok_or_else(|| {
            let (at, step) = (decimal::short(&x.0), decimal::short(grid));
            if steps.is_integer() {
                let why = format!(
                    "is {at}, grid point number {} in steps of {step}; the format takes numbers up to {limit}",
                    decimal::short(&steps)
                );
                return refuse(name, why, "choose a coarser grid or a smaller window");
            }
            let why = format!("is {at}, no multiple of the grid {step}");
            refuse(name, why, "put it on the grid, or choose a finer grid")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_moves_by_half_a_unit_in_the_last_place_of_the_far_end_and_errors_add_up() {
        let error = |format: &Format, low: i64, high: i64| {
            format.reading_error(&Range::of_integers(low, high)).unwrap()
        };
        assert_eq!(error(&Format::Binary64, 0, 100), dyadic(1, 6 - 53));
        assert_eq!(error(&Format::Binary64, -128, 100), dyadic(1, 7 - 53));
        assert_eq!(error(&Format::Binary64, 0, 0), dyadic(1, -1075));
        assert_eq!(error(&Format::Binary32, -3, 1), dyadic(1, 1 - 24));
        let fixed = Format::Fixed { bits: 32.into(), fraction: 8.into() };
        assert_eq!(error(&fixed, 0, 100), dyadic(1, -9));
        let setting = Setting {
            epsilon: 1.into(),
            sensitivity: 10.into(),
            query_error: 3.into(),
            reading_error: 4.into(),
            answers: Range::of_integers(0, 100),
            grid: 1.into(),
            window: Range::of_integers(0, 100),
        };
        assert_eq!(setting.sensitivity_in_force(), Rational::from_integer(24.into()));
    }
}
