//! What can be wrong with an input. Every function of the crate answers with one of these; none panics. The exception are the
//! inner steps of the integer kernels, which are public so that verifiers can speak about them, and say for which arguments.

use crate::entropy::EntropyError;
use core::fmt;

/// Why a setting or an input was refused.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq))]
#[non_exhaustive]
pub enum Error {
    /// The entropy source failed; nothing was released.
    Entropy(EntropyError),
    /// An answer, an element or an end of a range is NaN, or an end is infinite.
    NotFinite,
    /// A range, window or bound has its low end above its high end.
    Reversed,
    /// Δ/ε is zero, its denominator is zero, or it lies outside [2^-60, 2^60].
    Scale,
    /// The scale does not fit the fixed-point format: b·2^FRAC must lie in [2^-45, 2^81].
    ScaleForFormat,
    /// The grid exponent lies outside -100..=100.
    Grid {
        /// The exponent asked for: L = 2^log2.
        log2: i32,
    },
    /// The grid is finer than the fixed-point format.
    GridForFormat {
        /// The exponent of the grid.
        log2: i32,
    },
    /// A window end or an element bound lies too many grid steps from 0 for the format.
    TooFar {
        /// The index of the refused end, in grid steps.
        index: i64,
        /// The largest admitted |index|.
        limit: i64,
    },
    /// The two axes of a rectangle have different grids.
    Grids {
        /// The exponents of the two.
        log2: [i32; 2],
    },
    /// The radius of a disc is 0 or more than 2^24 grid steps.
    Disc {
        /// The radius in grid steps.
        radius: u64,
    },
    /// A mask has not one bit for each cell, or a bit beyond the last cell, or no bit at all.
    Mask {
        /// How many words of 64 bits there are.
        words: usize,
        /// How many cells the rectangle has.
        cells: u128,
    },
    /// A slice of answers and the slice for their releases have different lengths.
    Length {
        /// How many answers there are.
        answers: usize,
        /// How many places for releases.
        places: usize,
    },
    /// Floating point of this thread does not round to nearest, or replaces subnormal numbers by 0.
    Rounding,
    /// A mean over no records, or over a number of records other than the declared one.
    Count {
        /// How many records there were.
        found: u64,
        /// How many were declared.
        declared: u64,
    },
}

#[cfg(not(creusot))]
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Entropy(error) => error.fmt(f),
            Self::NotFinite => f.write_str(
                "a number is NaN, or an end of a range is not finite; pass finite ends and no NaN",
            ),
            Self::Reversed => f.write_str("the low end lies above the high end; swap them"),
            Self::Scale => {
                f.write_str("the scale Δ/ε must lie in [2^-60, 2^60]; change the unit of the data")
            }
            Self::ScaleForFormat => {
                f.write_str("b·2^FRAC must lie in [2^-45, 2^81]; choose another number of fraction bits")
            }
            Self::Grid { log2 } => write!(f, "grid exponent {log2} is outside -100..=100"),
            Self::GridForFormat { log2 } => {
                write!(
                    f,
                    "the grid 2^{log2} is finer than one unit of the format; use a coarser grid or more fraction bits"
                )
            }
            Self::TooFar { index, limit } => {
                write!(f, "grid index {index} is beyond ±{limit}; use a coarser grid or a smaller window")
            }
            Self::Grids { log2: [x, y] } => {
                write!(
                    f,
                    "the axes have the grids 2^{x} and 2^{y}; cells are squares, give both the same grid"
                )
            }
            Self::Disc { radius } => {
                write!(
                    f,
                    "a disc of {radius} grid steps; choose a grid in which the radius is 1 to 2^24 steps"
                )
            }
            Self::Mask { words, cells } => write!(
                f,
                "{words} words for {cells} cells; pass one word for each 64 cells or part of 64, with at least one bit set and none beyond the last cell"
            ),
            Self::Length { answers, places } => {
                write!(f, "{answers} answers but {places} places for releases; pass slices of one length")
            }
            Self::Rounding => f.write_str(
                "floating point of this thread does not round to nearest, or replaces subnormal numbers by 0; leave the \
                 control register of the processor alone: no fesetround, no flush-to-zero, no C library compiled with -ffast-math",
            ),
            Self::Count { found, declared } => {
                write!(f, "found {found} records, {declared} (at least 1) were declared")
            }
        }
    }
}

#[cfg(not(creusot))]
impl core::error::Error for Error {}

impl From<EntropyError> for Error {
    fn from(error: EntropyError) -> Self {
        Self::Entropy(error)
    }
}
