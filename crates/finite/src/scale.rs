//! The scale b of the noise, exact, rounded upward from Δ/ε (THEORY F14).

#[cfg(not(creusot))]
use crate::cast::power_of_two;
use crate::cast::{low_u32, low_u64, signed};
#[cfg(creusot)]
use crate::contract::{
    integer::{power::*, *},
    release::*,
};
use crate::error::Error;
#[cfg(creusot)]
use creusot_std::{
    invariant::Invariant,
    logic::Int,
    macros::{bitwise_proof, ensures, logic, pearlite, proof_assert, requires},
};

/// b = mantissa·2^exponent with a mantissa of 24 bits, which f32, f64 and every fixed-point product hold
/// exactly. Rounding up costs at most a factor 1 + 2^-23 of noise and never any privacy.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Scale {
    mantissa: u32,
    exponent: i32,
}

/// b lies in [2^-MAX_LOG2, 2^MAX_LOG2]: no product with a logarithm overflows or underflows even in f32.
pub const MAX_LOG2: i32 = 60;

const MANTISSA_BITS: u32 = 24;
/// 2^23, the least mantissa.
const LEAST: u32 = 1 << (MANTISSA_BITS - 1);

impl Scale {
    /// The least scale with a 24-bit mantissa that is at least numerator/denominator = Δ/ε.
    ///
    /// # Guarantee
    /// `numerator/denominator ≤ b < (1 + 2^-23)·numerator/denominator`, both exactly; so the ε in force,
    /// Δ/b, is at most the ε asked for, with equality when Δ/ε has a 24-bit mantissa.
    ///
    /// # Errors
    /// [`Error::Scale`] if either is 0 or the quotient, rounded up to 24 bits, is outside [2^-60, 2^60].
    #[cfg_attr(creusot, ensures(match result {
        Ok(scale) => 1 <= numerator@ && 1 <= denominator@ && is_quotient_of_scale(numerator@, denominator@)
            && is_scale_of(scale.m(), scale.e(), numerator@, denominator@),
        Err(Error::Scale) => numerator@ == 0 || denominator@ == 0 || !is_quotient_of_scale(numerator@, denominator@),
        Err(_) => false,
    }))]
    pub const fn at_least(numerator: u64, denominator: u64) -> Result<Self, Error> {
        if numerator == 0 || denominator == 0 {
            return Err(Error::Scale);
        }
        //= THEORY F14
        let ((n, up), (d, down)) = (normalised(numerator), normalised(denominator));
        let (rounded_up, shift) = rounded(n, d); // in [2^23, 2^24]
        let (mantissa, carry) = carried(rounded_up);
        let exponent = signed(down) - signed(up) - signed(shift) + signed(carry);
        #[cfg(creusot)]
        proof_assert!({
            let _ = scale_is_right(
                mantissa@,
                exponent@,
                rounded_up@,
                n@,
                d@,
                numerator@,
                denominator@,
                up@,
                down@,
                shift@,
            );
            0x80_0000 <= mantissa@
                && mantissa@ < 0x100_0000
                && is_scale_of(mantissa@, exponent@, numerator@, denominator@)
                && is_scale(mantissa@, exponent@) == is_quotient_of_scale(numerator@, denominator@)
        });
        Self::checked(mantissa, exponent)
    }

    /// b·2^log2, exactly: for a sensitivity that is a number of grid steps of length 2^log2.
    ///
    /// # Errors
    /// [`Error::Scale`] if the product leaves [2^-60, 2^60].
    #[cfg_attr(creusot, ensures(match result {
        Ok(scale) => scale.m() == self.m() && scale.e() == self.e() + log2@,
        Err(Error::Scale) => !is_scale(self.m(), self.e() + log2@),
        Err(_) => false,
    }))]
    pub const fn times_power_of_two(self, log2: i32) -> Result<Self, Error> {
        match self.exponent.checked_add(log2) {
            Some(exponent) => Self::checked(self.mantissa, exponent),
            None => Err(Error::Scale),
        }
    }

    /// mantissa·2^exponent, for 2^23 ≤ mantissa < 2^24, if it is in [2^-60, 2^60].
    #[cfg_attr(creusot, requires(0x80_0000 <= mantissa@ && mantissa@ < 0x100_0000))]
    #[cfg_attr(creusot, ensures(match result {
        Ok(scale) => scale.m() == mantissa@ && scale.e() == exponent@ && is_scale(mantissa@, exponent@),
        Err(Error::Scale) => !is_scale(mantissa@, exponent@),
        Err(_) => false,
    }))]
    const fn checked(mantissa: u32, exponent: i32) -> Result<Self, Error> {
        let log2_floor = exponent.saturating_add(23);
        let is_power = mantissa == LEAST;
        if log2_floor >= -MAX_LOG2 && (log2_floor < MAX_LOG2 || (log2_floor == MAX_LOG2 && is_power)) {
            Ok(Self { mantissa, exponent })
        } else {
            Err(Error::Scale)
        }
    }

    /// m of b = m·2^e, in [2^23, 2^24).
    #[cfg_attr(creusot, ensures(result@ == self.m() && 0x80_0000 <= result@ && result@ < 0x100_0000))]
    #[must_use]
    pub const fn mantissa(self) -> u32 {
        self.mantissa
    }

    /// e of b = m·2^e.
    #[cfg_attr(creusot, ensures(result@ == self.e() && -83 <= result@ && result@ <= 37))]
    #[must_use]
    pub const fn exponent(self) -> i32 {
        self.exponent
    }

    /// b as f64, exactly.
    #[cfg(not(creusot))]
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.mantissa) * power_of_two(self.exponent)
    }
}

/// x·2^z with its leading bit at place 63, and z, for x > 0.
#[cfg_attr(creusot, requires(1 <= x@))]
#[cfg_attr(creusot, ensures(result.1@ < 64 && result.0@ == x@ * power(result.1@)))]
#[cfg_attr(creusot, ensures(0x8000_0000_0000_0000 <= result.0@))]
const fn normalised(x: u64) -> (u64, u32) {
    let zeros = zeros_above(x);
    #[cfg(creusot)]
    {
        proof_assert!({
            let _ = leading_bit(x@, zeros@);
            0x8000_0000_0000_0000 <= x@ * power(zeros@) && x@ * power(zeros@) <= 0xFFFF_FFFF_FFFF_FFFF
        });
        word_shifted_up(x, zeros);
    }
    (x << zeros, zeros)
}

/// How many zeros are above the leading bit of x > 0.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x != 0u64))]
#[cfg_attr(creusot, ensures(result@ < 64 && x@.div_euclid(power(63 - result@)) == 1))]
const fn zeros_above(x: u64) -> u32 {
    let zeros = x.leading_zeros();
    #[cfg(creusot)]
    word_shift(x, 63 - zeros);
    zeros
}

/// ⌈n·2^s/d⌉ and s, for n and d normalised to 64 bits: s is 23 if n ≥ d and 24 otherwise. n/d lies in (1/2, 2), so the
/// quotient is in [2^23, 2^24]; the loss-free n·2^s has at most 88 bits.
#[cfg_attr(creusot, requires(0x8000_0000_0000_0000 <= n@ && 0x8000_0000_0000_0000 <= d@))]
#[cfg_attr(creusot, ensures(23 <= result.1@ && result.1@ <= 24 && result.0@ <= 0x100_0000))]
#[cfg_attr(creusot, ensures((result.0@ - 1) * d@ < n@ * power(result.1@) && n@ * power(result.1@) <= result.0@ * d@))]
#[cfg_attr(creusot, ensures(0x80_0000 * d@ <= n@ * power(result.1@) && n@ * power(result.1@) <= 0x100_0000 * d@))]
const fn rounded(n: u64, d: u64) -> (u128, u32) {
    let shift = if n >= d { MANTISSA_BITS - 1 } else { MANTISSA_BITS };
    let up = quotient_up(shifted(n, shift), d as u128);
    #[cfg(creusot)]
    proof_assert!({
        let _ = quotient_has_24_bits(n@, d@, shift@);
        0x80_0000 * d@ <= n@ * power(shift@) && n@ * power(shift@) <= 0x100_0000 * d@
    });
    #[cfg(creusot)]
    proof_assert!({
        let _ = rounded_has_24_bits(up@, n@ * power(shift@), d@);
        up@ <= 0x100_0000
    });
    (up, shift)
}

/// n·2^shift for a shift of 23 or 24: at most 88 bits.
#[cfg_attr(creusot, requires(shift@ == 23 || shift@ == 24))]
#[cfg_attr(creusot, ensures(result@ == n@ * power(shift@)))]
const fn shifted(n: u64, shift: u32) -> u128 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = powers_of_the_range();
        power(23) == 0x80_0000 && power(24) == 0x100_0000
    });
    n as u128 * if shift == MANTISSA_BITS { 2 * LEAST as u128 } else { LEAST as u128 }
}

/// ⌈x/d⌉ for d > 0.
#[cfg_attr(creusot, requires(1 <= d@))]
#[cfg_attr(creusot, ensures((result@ - 1) * d@ < x@ && x@ <= result@ * d@))]
const fn quotient_up(x: u128, d: u128) -> u128 {
    let down = x / d;
    #[cfg(creusot)]
    proof_assert!({
        let _ = (division(x@, d@), quotient_is_small(x@, d@), scaling_is_monotone(1, d@, down@));
        down@ == x@.div_euclid(d@) && down@ * d@ <= x@ && x@ < down@ * d@ + d@ && down@ <= down@ * d@
    });
    if down * d < x { down + 1 } else { down }
}

/// Rounding up can carry into 2^24 = 2^23·2: the mantissa, and what the carry adds to the exponent.
#[cfg_attr(creusot, requires(x@ <= 0x100_0000))]
#[cfg_attr(creusot, ensures(if x@ == 0x100_0000 { result.0@ == 0x80_0000 && result.1@ == 1 } else { result.0@ == x@ && result.1@ == 0 }))]
const fn carried(x: u128) -> (u32, u32) {
    if x == 2 * LEAST as u128 { (LEAST, 1) } else { (low_u32(low_u64(x)), 0) }
}

#[cfg(creusot)]
impl Scale {
    /// m of b = m·2^e.
    #[logic]
    pub fn m(self) -> Int {
        pearlite! { self.mantissa@ }
    }

    /// e of b = m·2^e.
    #[logic]
    pub fn e(self) -> Int {
        pearlite! { self.exponent@ }
    }
}

/// What [`Scale::checked`] asks of every scale.
#[cfg(creusot)]
impl Invariant for Scale {
    #[logic]
    fn invariant(self) -> bool {
        pearlite! { is_scale(self.mantissa@, self.exponent@) }
    }
}
