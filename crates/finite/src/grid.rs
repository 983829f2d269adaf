//! Rounding to a grid of step L, a power of two: exact, ties stated.

use crate::cast::{power_of_two, to_f64, truncate};
use crate::error::Error;

/// The grid L·ℤ with L = 2^log2, −100 ≤ log2 ≤ 100. The cell of g is [g − L/2, g + L/2): halves go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    log2: i32,
}

impl Grid {
    /// The integers.
    pub const UNIT: Self = Self { log2: 0 };

    /// The grid of step 2^log2.
    ///
    /// # Errors
    /// [`Error::Grid`] outside −100..=100.
    pub const fn new(log2: i32) -> Result<Self, Error> {
        if -100 <= log2 && log2 <= 100 { Ok(Self { log2 }) } else { Err(Error::Grid { log2 }) }
    }

    /// log₂ L.
    #[must_use]
    pub const fn log2(self) -> i32 {
        self.log2
    }

    /// The index of the cell of y: ⌊y/L + ½⌋, saturating at the ends of i64; NaN, which no caller passes, is 0.
    ///
    /// # Guarantee
    /// Exact and monotone wherever |y/L| < 2^63, in particular on every window (|y/L| < 2^52): t = y/L is a
    /// scaling by a power of two (if it overflows or underflows, t keeps its sign and its side of ±½ and of
    /// ±2^63), truncation is exact, and so is the fraction t − i. The sum t + ½ in f64 would not be.
    #[must_use]
    #[inline]
    pub fn index_of(self, y: f64) -> i64 {
        let t = y * power_of_two(-self.log2);
        let i = truncate(t);
        let fraction = t - to_f64(i);
        i.saturating_add(i64::from(fraction >= 0.5) - i64::from(fraction < -0.5))
    }
}
