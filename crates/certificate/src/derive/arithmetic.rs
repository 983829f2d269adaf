//! What a format and a scale are in finite precision: the facts of `crates/finite` that a mechanism's certificate rests on, stated again
//! in exact numbers.

use super::kernel::rounding::{BINARY32, BINARY64, Binary, exponent};
use crate::model::{Format, Range};
use crate::refusal::Refusal;
use kdelta_oracle::derivation::{Axis, RoundingError};
use kdelta_oracle::number::{Rational, at_least, decimal, dyadic};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The mantissa of b, and the range of b, as `finite::scale` has them.
const SCALE_BITS: u32 = 24;
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
    pub(crate) fn arithmetic(self) -> Result<Arithmetic, Refusal> {
        match self {
            Self::Binary64 => Ok(Arithmetic::Float(BINARY64)),
            Self::Binary32 => Ok(Arithmetic::Float(BINARY32)),
            Self::Fixed { bits: bits @ 2..=64, fraction: fraction @ 0..=63 } => {
                Ok(Arithmetic::Fixed { bits, fraction })
            }
            Self::Fixed { .. } => Err(refuse(
                "subject.format",
                "is not a word of 2 to 64 bits with 0 to 63 of fraction",
                "choose others",
            )),
        }
    }

    /// δ_r: how far reading any number between two ends as the nearest number of the format moves it, at most: half the distance of
    /// neighbours at the end that is farther from zero, where it is largest.
    ///
    /// # Errors
    /// Refused if this is no format.
    pub fn reading_error(self, answers: &Range) -> Result<Rational, Refusal> {
        let farthest = answers.low.0.abs().max(answers.high.0.abs());
        Ok(match self.arithmetic()? {
            Arithmetic::Float(binary) => binary.half_last_place(&farthest),
            Arithmetic::Fixed { fraction, .. } => dyadic(1, -1 - fraction.cast_signed()),
        })
    }

    /// As the flag `--format` names it.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Self::Binary64 => "f64".into(),
            Self::Binary32 => "f32".into(),
            Self::Fixed { .. } => self.name(),
        }
    }

    pub(crate) fn name(self) -> String {
        match self {
            Self::Binary64 => "binary64".into(),
            Self::Binary32 => "binary32".into(),
            Self::Fixed { bits, fraction } => format!("fixed-{bits}-{fraction}"),
        }
    }
}

impl Arithmetic {
    /// Whether the format is binary64.
    pub(crate) fn is_binary64(&self) -> bool {
        matches!(self, Self::Float(binary) if *binary == BINARY64)
    }

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

    /// One rounding to the format: relative h/(1+h) of the exact number, or half a unit.
    pub(crate) fn rounding(&self) -> RoundingError {
        match *self {
            Self::Float(binary) => {
                let h = binary.half_epsilon();
                RoundingError { relative: &h / (Rational::one() + &h), absolute: Rational::zero() }
            }
            Self::Fixed { fraction, .. } => {
                RoundingError { relative: Rational::zero(), absolute: dyadic(1, -1 - fraction.cast_signed()) }
            }
        }
    }

    /// What `finite::noise` adds to the kernel's relative error for the far draws of a lazy generator.
    pub(crate) fn far(&self) -> Rational {
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
                let shift = 58 - fraction.cast_signed() - (exponent(scale) + 1 - SCALE_BITS.cast_signed());
                (1..=126).contains(&shift)
            }
        }
    }
}

/// The least number with a mantissa of 24 bits that is at least x > 0 (THEORY F14).
pub(crate) fn scale_at_least(field: &str, x: &Rational) -> Result<Rational, Refusal> {
    let none = || refuse(field, "gives a scale that is not positive", "give a positive number");
    let (mantissa, exponent) = at_least(x, SCALE_BITS).ok_or_else(none)?;
    let scale = dyadic(mantissa, exponent);
    if scale < dyadic(1, -SCALE_LOG2) || scale > dyadic(1, SCALE_LOG2) {
        let why = format!("gives a scale of {}, outside 2^-60 to 2^60", decimal::short(&scale));
        return Err(refuse(field, why, "rescale the query"));
    }
    Ok(scale)
}

/// The grid, and how far its points reach in a format.
pub(crate) struct Grid<'a> {
    pub(crate) step: &'a Rational,
    pub(crate) log2: i32,
    limit: i64,
    arithmetic: &'a Arithmetic,
}

impl<'a> Grid<'a> {
    pub(crate) fn of(step: &'a Rational, arithmetic: &'a Arithmetic) -> Result<Self, Refusal> {
        if !step.is_positive() || *step != dyadic(1, exponent(step)) || exponent(step).abs() > 100 {
            let why = format!("is {}, not a power of two from 2^-100 to 2^100", decimal::short(step));
            return Err(refuse("setting.grid", why, "choose one"));
        }
        let log2 = exponent(step);
        Ok(Self { step, log2, limit: arithmetic.limit(log2)?, arithmetic })
    }

    /// The number of a grid point.
    pub(crate) fn index(&self, field: &str, point: &Rational) -> Result<i64, Refusal> {
        let steps = point / self.step;
        let (at, step) = (decimal::short(point), decimal::short(self.step));
        if !steps.is_integer() {
            let why = format!("is {at}, no multiple of the grid {step}");
            return Err(refuse(field, why, "put it on the grid, or choose a finer grid"));
        }
        let index = steps.to_integer().to_i64();
        index.filter(|index| index.unsigned_abs() <= self.limit.unsigned_abs()).ok_or_else(|| {
            let why = format!(
                "is {at}, grid point number {} in steps of {step}; the format takes numbers up to {}",
                decimal::short(&steps),
                self.limit
            );
            refuse(field, why, "choose a coarser grid or a smaller window")
        })
    }

    /// The numbers of the lowest and the highest grid point of a window.
    pub(crate) fn window(&self, Range { low, high }: &Range) -> Result<(i64, i64), Refusal> {
        let ends = (self.index("setting.window.low", &low.0)?, self.index("setting.window.high", &high.0)?);
        if ends.0 > ends.1 {
            return Err(refuse("setting.window", "is reversed", "swap its ends"));
        }
        Ok(ends)
    }

    /// The axis of these answers and of the outputs from one grid point to another.
    pub(crate) fn axis(&self, answers: &Range, (low, high): (i64, i64)) -> Axis {
        let point = |index: i64| Rational::from_integer(index.into()) * self.step;
        let edge_shift = self.arithmetic.edge_shift(low.unsigned_abs().max(high.unsigned_abs()), self.log2);
        let answers = (answers.low.0.clone(), answers.high.0.clone());
        Axis::of_grid_points(answers, &(point(low), point(high)), self.step, edge_shift)
    }
}

/// Refuses answers of which an end is not a number of the format, or whose ends are reversed.
pub(crate) fn check_answers(answers: &Range, arithmetic: &Arithmetic) -> Result<(), Refusal> {
    if !(arithmetic.holds(&answers.low.0) && arithmetic.holds(&answers.high.0)) {
        return Err(refuse("setting.answers", "has an end that the format does not hold", "round it"));
    }
    if answers.low.0 > answers.high.0 {
        return Err(refuse("setting.answers", "is reversed", "swap its ends"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_moves_by_half_a_unit_in_the_last_place_of_the_far_end() {
        let error = |format: Format, low: i64, high: i64| {
            format.reading_error(&Range::of_integers(low, high)).unwrap()
        };
        assert_eq!(error(Format::Binary64, 0, 100), dyadic(1, 6 - 53));
        assert_eq!(error(Format::Binary64, -128, 100), dyadic(1, 7 - 53));
        assert_eq!(error(Format::Binary64, 0, 0), dyadic(1, -1075));
        assert_eq!(error(Format::Binary32, -3, 1), dyadic(1, 1 - 24));
        assert_eq!(error(Format::Fixed { bits: 32, fraction: 8 }, 0, 100), dyadic(1, -9));
    }
}
