//! The tail probability on a grid of equal steps, and its logarithm.

#[cfg(not(creusot))]
use super::{Bias, Tail, Uniform, bytes_of, draw_word, of_each, word};
#[cfg(not(creusot))]
use crate::cast::{low_u16, low_u32, signed};
#[cfg(creusot)]
use crate::contract::{
    integer::{power::*, *},
    release::*,
};
#[cfg(not(creusot))]
use crate::entropy::{Entropy, EntropyError};
#[cfg(not(creusot))]
use crate::fixed::Fixed;
#[cfg(not(creusot))]
use crate::ledger::Ledger;
#[cfg(not(creusot))]
use crate::ln::shift_add::{
    FRACTION_16, FRACTION_32, FRACTION_64, LEDGER_16, LEDGER_32, LEDGER_64, ONE, aligned, minus_ln_16,
    minus_ln_32, minus_ln_scaled, minus_ln_scaled_each,
};
#[cfg(not(creusot))]
use crate::ln::table::{
    LEDGER_F32, LEDGER_F64, Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each,
};
#[cfg(not(creusot))]
use core::num::{NonZeroU16, NonZeroU32};
#[cfg(creusot)]
use creusot_std::{
    invariant::Invariant,
    logic::Int,
    macros::{bitwise_proof, ensures, logic, pearlite, proof_assert, requires},
};

/// The midpoint u = (z + ½)/2^BITS of one of 2^BITS equal cells, 2 ≤ BITS ≤ 64.
///
/// The noise is the paper's n(u) = −b·sgn(u−½)·ln(1−2|u−½|), with v = 1−2|u−½| computed in integers without
/// any rounding.
///
/// # Guarantee
/// u and the exact uniform variable of the same cell differ by at most 2^-(BITS+1), and lie on the same
/// side of ½. u is never 0, ½ or 1, so the poles of n (THEORY F16) are not hit.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Midpoint<const BITS: u32> {
    z: u64,
}

impl<const BITS: u32> Midpoint<BITS> {
    #[cfg(not(creusot))]
    const ADMISSIBLE: () = assert!(2 <= BITS && BITS <= 64, "a grid generator has 2 to 64 bits");
    #[cfg(not(creusot))]
    const FITS_F64: () = assert!(BITS <= 53, "an f64 holds the tail exactly up to 53 bits");
    #[cfg(not(creusot))]
    const FITS_F32: () = assert!(BITS <= 24, "an f32 holds the tail exactly up to 24 bits");

    /// The midpoint of cell z; bits of z above BITS are ignored.
    #[cfg_attr(creusot, requires(2 <= BITS@ && BITS@ <= 64))]
    #[cfg_attr(creusot, ensures(result.cell() == z@.rem_euclid(power(BITS@))))]
    #[must_use]
    #[inline]
    pub const fn from_bits(z: u64) -> Self {
        #[cfg(not(creusot))]
        let () = Self::ADMISSIBLE;
        Self { z: low_bits(z, BITS) }
    }

    /// a, odd, with 1 − 2|u − ½| = a/2^BITS.
    ///
    /// # Guarantee
    /// 1 ≤ a < 2^BITS and a is odd. Below ½: 2u = (2z+1)/2^BITS. Above: 2−2u = (2z̄+1)/2^BITS with
    /// z̄ = 2^BITS−1−z. The smaller of z and z̄ is below 2^(BITS−1), so 2z+1 does not overflow.
    #[cfg_attr(creusot, requires(2 <= BITS@ && BITS@ <= 64))]
    #[cfg_attr(creusot, ensures(result@ == 2 * self.cell().min(power(BITS@) - 1 - self.cell()) + 1))]
    #[cfg_attr(creusot, ensures(1 <= result@ && result@ < power(BITS@)))]
    #[must_use]
    #[inline]
    pub const fn tail(self) -> u64 {
        //= THEORY F16
        #[cfg(creusot)]
        proof_assert!({
            let _ = doubling(BITS@);
            power(BITS@) == 2 * power(BITS@ - 1)
        });
        let mirrored = last(BITS) - self.z;
        let smaller = if self.z < mirrored { self.z } else { mirrored };
        2 * smaller + 1
    }

    /// Whether u < ½: 2z + 1 < 2^BITS.
    #[cfg_attr(creusot, requires(2 <= BITS@ && BITS@ <= 64))]
    #[cfg_attr(creusot, ensures(result == (2 * self.cell() + 1 < power(BITS@))))]
    #[inline]
    const fn is_below_half(self) -> bool {
        self.z < last(BITS) - self.z
    }

    #[cfg(not(creusot))]
    #[inline]
    const fn unit(self) -> Unit64 {
        let () = Self::FITS_F64;
        Unit64::from_fraction(self.tail(), BITS)
    }

    /// (n, e) with v = 2^-e·n/2^64 and n ≥ 2^63.
    #[cfg(not(creusot))]
    #[inline]
    const fn aligned(self) -> (u64, u32) {
        aligned(self.tail() << (64 - BITS))
    }
}

#[cfg(creusot)]
impl<const BITS: u32> Midpoint<BITS> {
    /// The number of the cell.
    #[logic]
    pub fn cell(self) -> Int {
        pearlite! { self.z@ }
    }
}

/// There are 2^BITS cells.
#[cfg(creusot)]
impl<const BITS: u32> Invariant for Midpoint<BITS> {
    #[logic]
    fn invariant(self) -> bool {
        pearlite! { self.z@ < power(BITS@) }
    }
}

/// 2^bits − 1, the largest number of that many bits, for 1 ≤ bits ≤ 64.
#[cfg_attr(creusot, requires(1 <= bits@ && bits@ <= 64))]
#[cfg_attr(creusot, ensures(result@ == power(bits@) - 1))]
#[inline]
const fn last(bits: u32) -> u64 {
    #[cfg(creusot)]
    {
        proof_assert!({
            let _ = ones(bits@);
            0xFFFF_FFFF_FFFF_FFFF.div_euclid(power(64 - bits@)) == power(bits@) - 1
        });
        word_shift(u64::MAX, 64 - bits);
    }
    u64::MAX >> (64 - bits)
}

/// z mod 2^bits, for 1 ≤ bits ≤ 64.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(1 <= bits@ && bits@ <= 64))]
#[cfg_attr(creusot, ensures(result@ == z@.rem_euclid(power(bits@)) && result@ < power(bits@)))]
#[inline]
const fn low_bits(z: u64, bits: u32) -> u64 {
    #[cfg(creusot)]
    {
        masked(z, bits);
        proof_assert!({
            let _ = positive(bits@);
            z@.rem_euclid(power(bits@)) < power(bits@)
        });
    }
    z & (u64::MAX >> (64 - bits))
}

#[cfg(not(creusot))]
impl<const BITS: u32> Uniform for Midpoint<BITS> {
    const ENTROPY_BYTES: usize = bytes_of(BITS);
    // A type that draws nothing admissible does not compile where its bias is read: in a builder, before any
    // release.
    const BIAS: Bias = {
        let () = Self::ADMISSIBLE;
        Bias::Absolute { log2: -signed(BITS) - 1 }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits(word(bytes, 0))
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(Self::from_bits(draw_word(Self::ENTROPY_BYTES, entropy)?))
    }

    #[inline]
    fn negative(self) -> bool {
        self.is_below_half()
    }
}

#[cfg(not(creusot))]
impl<const BITS: u32> Tail<f64> for Midpoint<BITS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F64;
        LEDGER_F64
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        minus_ln_f64(self.unit())
    }

    #[inline(always)]
    fn minus_ln_each<'a, const N: usize>(
        draws: impl Iterator<Item = &'a [u8]>,
    ) -> Option<([f64; N], [bool; N])> {
        let ((units, _), negative) =
            of_each(draws, (Unit64::from_parts(0, 0), ()), |draw: Self| (draw.unit(), ()))?;
        Some((minus_ln_f64_each(&units, |unit| unit), negative))
    }
}

#[cfg(not(creusot))]
impl<const BITS: u32> Tail<f32> for Midpoint<BITS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F32;
        LEDGER_F32
    };

    #[inline]
    fn minus_ln(self) -> f32 {
        let () = Self::FITS_F32;
        minus_ln_f32(Unit32::from_fraction(self.tail(), BITS))
    }
}

#[cfg(not(creusot))]
impl<const W: u32, const FRAC: u32, const BITS: u32> Tail<Fixed<W, FRAC>> for Midpoint<BITS> {
    const LOGARITHM: Ledger = if BITS <= 16 {
        LEDGER_16
    } else if BITS <= 32 {
        LEDGER_32
    } else {
        LEDGER_64
    };

    // a/2^BITS is a·2^(w−BITS)/2^w for the next kernel width w; each result is brought to 58 fraction bits.
    // The tail is odd, so it is never 0 and `MIN` (which is 1) is never taken.
    #[inline]
    fn minus_ln(self) -> u128 {
        let tail = self.tail();
        let log = if BITS <= 16 {
            let x = NonZeroU16::new(low_u16(tail << (16 - BITS.min(16)))).unwrap_or(NonZeroU16::MIN);
            u64::from(minus_ln_16(x)) << (FRACTION_64 - FRACTION_16)
        } else if BITS <= 32 {
            let x = NonZeroU32::new(low_u32(tail << (32 - BITS.min(32)))).unwrap_or(NonZeroU32::MIN);
            minus_ln_32(x) << (FRACTION_64 - FRACTION_32)
        } else {
            let (n, e) = self.aligned();
            minus_ln_scaled(n, e)
        };
        log.into()
    }

    #[inline(always)]
    fn minus_ln_each<'a, const N: usize>(
        draws: impl Iterator<Item = &'a [u8]>,
    ) -> Option<([u128; N], [bool; N])> {
        // The kernels of 16 and 32 bits take fewer steps, one word after the other.
        if BITS > 32 {
            let ((n, e), negative) = of_each(draws, (ONE, 0), Self::aligned)?;
            Some((minus_ln_scaled_each(&n, &e).map(u128::from), negative))
        } else {
            let minus_ln = <Self as Tail<Fixed<W, FRAC>>>::minus_ln;
            let ((logs, _), negative) = of_each(draws, (0, ()), |draw: Self| (minus_ln(draw), ()))?;
            Some((logs, negative))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Midpoint, last, low_bits};

    fn every_cell<const BITS: u32>() {
        for z in 0..1_u64 << BITS {
            let draw = Midpoint::<BITS>::from_bits(z | (z << 13 << BITS));
            let mirrored = (1 << BITS) - 1 - z;
            assert_eq!(draw.z, z);
            assert_eq!(draw.tail(), 2 * z.min(mirrored) + 1);
            assert!(draw.tail() < 1 << BITS);
            assert_eq!(draw.is_below_half(), 2 * z + 1 < 1 << BITS);
        }
    }

    #[test]
    fn a_draw_is_its_cell_and_its_tail() {
        every_cell::<2>();
        every_cell::<3>();
        every_cell::<11>();
        for z in [0, 1, u64::MAX / 2, u64::MAX / 2 + 1, u64::MAX - 1, u64::MAX] {
            let draw = Midpoint::<64>::from_bits(z);
            assert_eq!((draw.z, draw.tail()), (z, 2 * z.min(u64::MAX - z) + 1));
            assert_eq!(draw.is_below_half(), z < 1 << 63);
        }
    }

    #[test]
    fn the_low_bits_are_the_remainder() {
        for bits in 1..=64 {
            assert_eq!(u128::from(last(bits)), (1 << bits) - 1);
            for z in [0, 1, 0x0123_4567_89AB_CDEF, 1 << 63, u64::MAX] {
                assert_eq!(u128::from(low_bits(z, bits)), u128::from(z) % (1 << bits));
            }
        }
    }
}
