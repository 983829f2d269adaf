//! The scale b of the noise, exact, rounded upward from Δ/ε (THEORY F14).

use crate::cast::{low_u32, low_u64, power_of_two, signed};
use crate::error::Error;

/// b = mantissa·2^exponent with a mantissa of 24 bits, which f32, f64 and every fixed-point product hold
/// exactly. Rounding up costs at most a factor 1 + 2^-23 of noise and never any privacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    mantissa: u32,
    exponent: i32,
}

/// b lies in [2^-MAX_LOG2, 2^MAX_LOG2]: no product with a logarithm overflows or underflows even in f32.
pub const MAX_LOG2: i32 = 60;

const MANTISSA_BITS: u32 = 24;

impl Scale {
    /// The least scale with a 24-bit mantissa that is at least numerator/denominator = Δ/ε.
    ///
    /// # Guarantee
    /// `numerator/denominator ≤ b < (1 + 2^-23)·numerator/denominator`, both exactly; so the ε in force,
    /// Δ/b, is at most the ε asked for, with equality when Δ/ε has a 24-bit mantissa.
    ///
    /// # Errors
    /// [`Error::Scale`] if either is 0 or the quotient is outside [2^-60, 2^60].
    pub const fn at_least(numerator: u64, denominator: u64) -> Result<Self, Error> {
        if numerator == 0 || denominator == 0 {
            return Err(Error::Scale);
        }
        //= THEORY F14
        // Both normalised to 64 bits: n/d lies in (1/2, 2), so 2^24·n/d in (2^23, 2^25); the loss-free
        // numerator·2^24 has at most 88 bits.
        let (n, d) = (numerator << numerator.leading_zeros(), denominator << denominator.leading_zeros());
        let shift = if n >= d { MANTISSA_BITS - 1 } else { MANTISSA_BITS };
        let rounded_up = ((n as u128) << shift).div_ceil(d as u128); // in [2^23, 2^24]
        let exponent =
            signed(denominator.leading_zeros()) - signed(numerator.leading_zeros()) - signed(shift);
        // Rounding up can carry into 2^24 = 2^23·2.
        let carry = low_u64(rounded_up >> MANTISSA_BITS); // 0 or 1
        let mantissa = low_u32(low_u64(rounded_up) >> carry);
        Self { mantissa, exponent: exponent + signed(low_u32(carry)) }.checked()
    }

    /// b·2^log2, exactly: for a sensitivity that is a number of grid steps of length 2^log2.
    ///
    /// # Errors
    /// [`Error::Scale`] if the product leaves [2^-60, 2^60].
    pub const fn times_power_of_two(self, log2: i32) -> Result<Self, Error> {
        match self.exponent.checked_add(log2) {
            Some(exponent) => Self { mantissa: self.mantissa, exponent }.checked(),
            None => Err(Error::Scale),
        }
    }

    const fn checked(self) -> Result<Self, Error> {
        let log2_floor = self.exponent.saturating_add(23);
        let is_power = self.mantissa == 1 << 23;
        if log2_floor >= -MAX_LOG2 && (log2_floor < MAX_LOG2 || (log2_floor == MAX_LOG2 && is_power)) {
            Ok(self)
        } else {
            Err(Error::Scale)
        }
    }

    /// m of b = m·2^e, in [2^23, 2^24).
    #[must_use]
    pub const fn mantissa(self) -> u32 {
        self.mantissa
    }

    /// e of b = m·2^e.
    #[must_use]
    pub const fn exponent(self) -> i32 {
        self.exponent
    }

    /// b as f64, exactly.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.mantissa) * power_of_two(self.exponent)
    }
}
