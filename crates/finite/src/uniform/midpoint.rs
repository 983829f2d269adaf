//! The tail probability on a grid of equal steps, and its logarithm.

use super::{Bias, Tail, Uniform, bytes_of, draw_word, word};
use crate::cast::{low_u16, low_u32, signed};
use crate::entropy::{Entropy, EntropyError};
use crate::fixed::Fixed;
use crate::ledger::Ledger;
use crate::ln::shift_add::{
    FRACTION_16, FRACTION_32, FRACTION_64, LEDGER_16, LEDGER_32, LEDGER_64, aligned, minus_ln_16,
    minus_ln_32, minus_ln_each, minus_ln_scaled,
};
use crate::ln::table::{
    LEDGER_F32, LEDGER_F64, Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each,
};
use core::num::{NonZeroU16, NonZeroU32};

/// The midpoint u = (z + ½)/2^BITS of one of 2^BITS equal cells, 2 ≤ BITS ≤ 64.
///
/// The noise is the paper's n(u) = −b·sgn(u−½)·ln(1−2|u−½|), with v = 1−2|u−½| computed in integers without
/// any rounding.
///
/// # Guarantee
/// u and the exact uniform variable of the same cell differ by at most 2^-(BITS+1), and lie on the same
/// side of ½. u is never 0, ½ or 1, so the poles of n (THEORY F16) are not hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Midpoint<const BITS: u32> {
    z: u64,
}

impl<const BITS: u32> Midpoint<BITS> {
    const ADMISSIBLE: () = assert!(2 <= BITS && BITS <= 64, "a grid generator has 2 to 64 bits");
    const FITS_F64: () = assert!(BITS <= 53, "an f64 holds the tail exactly up to 53 bits");
    const FITS_F32: () = assert!(BITS <= 24, "an f32 holds the tail exactly up to 24 bits");
    const LAST: u64 = u64::MAX >> (64 - BITS);

    /// The midpoint of cell z; bits of z above BITS are ignored.
    #[must_use]
    #[inline]
    pub const fn from_bits(z: u64) -> Self {
        let () = Self::ADMISSIBLE;
        Self { z: z & Self::LAST }
    }

    /// a, odd, with 1 − 2|u − ½| = a/2^BITS.
    ///
    /// # Guarantee
    /// 1 ≤ a < 2^BITS and a is odd. Below ½: 2u = (2z+1)/2^BITS. Above: 2−2u = (2z̄+1)/2^BITS with
    /// z̄ = 2^BITS−1−z. The smaller of z and z̄ is below 2^(BITS−1), so 2z+1 does not overflow.
    #[must_use]
    #[inline]
    pub const fn tail(self) -> u64 {
        //= THEORY F16
        let mirrored = Self::LAST - self.z;
        let smaller = if self.z < mirrored { self.z } else { mirrored };
        2 * smaller + 1
    }

    #[inline]
    const fn unit(self) -> Unit64 {
        let () = Self::FITS_F64;
        Unit64::from_fraction(self.tail(), BITS)
    }

    /// (n, e) with v = 2^-e·n/2^64 and n ≥ 2^63.
    #[inline]
    const fn aligned(self) -> (u64, u32) {
        aligned(self.tail() << (64 - BITS))
    }
}

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
        self.z < Self::LAST - self.z
    }
}

impl<const BITS: u32> Tail<f64> for Midpoint<BITS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F64;
        LEDGER_F64
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        minus_ln_f64(self.unit())
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [f64; N] {
        minus_ln_f64_each(draws, Self::unit)
    }
}

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

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [u128; N] {
        // The kernels of 16 and 32 bits take fewer steps, one word after the other.
        if BITS > 32 {
            minus_ln_each(draws, Self::aligned)
        } else {
            draws.map(<Self as Tail<Fixed<W, FRAC>>>::minus_ln)
        }
    }
}
