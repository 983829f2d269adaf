//! n₀ of the paper: from bits to a uniform draw, with its bias and the metric it is measured in.
//!
//! Both generators are symmetric: they deliver a sign and a **tail probability** v in (0, 1), and the
//! noise is ∓b·ln v. For the midpoints this is the paper's n(u) = −b·sgn(u−½)·ln(1−2|u−½|) with
//! v = 1−2|u−½|, computed in integers without any rounding.

use crate::cast::{low_u64, signed};
use crate::entropy::{Entropy, EntropyError};
use core::fmt::Debug;

/// How far a draw is from the exact uniform variable it is coupled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// |u′ − u| ≤ 2^log2 on ]0,1[: δ₀ of THEORY 1.4.
    Absolute {
        /// δ₀ = 2^log2.
        log2: i32,
    },
    /// |ln v′ − ln v| ≤ ln(1 + 2^-precision) on ]0,1], with an exact sign: δ₀′ of THEORY F11, valid while
    /// the ideal noise is at most b·cut_off·ln 2; beyond, the noise drawn is beyond as well.
    Relative {
        /// p of δ₀′ = ln(1 + 2^-p).
        precision: u32,
        /// e_max: the builder must ask b·e_max·ln 2 ≥ T.
        cut_off: u32,
    },
}

/// No generator takes more: one draw fits a u128.
pub const MAX_ENTROPY_BYTES: usize = 16;

/// A generator of the finite semantics.
pub trait Uniform: Copy + Debug {
    /// How many bytes of entropy one draw takes, always.
    const ENTROPY_BYTES: usize;
    /// The bias and its metric.
    const BIAS: Bias;

    /// The draw that the low 8·[`Uniform::ENTROPY_BYTES`] bits of a word encode; higher bits are ignored.
    fn from_word(word: u128) -> Self;

    /// One draw.
    ///
    /// # Errors
    /// [`EntropyError`] when the source fails.
    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        let mut bytes = [0; MAX_ENTROPY_BYTES];
        let asked = bytes.get_mut(..Self::ENTROPY_BYTES).ok_or(EntropyError)?;
        entropy.fill(asked)?;
        Ok(Self::from_word(u128::from_le_bytes(bytes)))
    }

    /// Whether the noise is negative: the sign of the ideal noise, exactly (THEORY F7 needs it).
    fn negative(self) -> bool;
}

/// The midpoint u = (z + ½)/2^BITS of one of 2^BITS equal cells, 2 ≤ BITS ≤ 64.
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
}

impl<const BITS: u32> Uniform for Midpoint<BITS> {
    // A power of two: generators deliver whole words faster.
    const ENTROPY_BYTES: usize = BITS.div_ceil(8).next_power_of_two() as usize;
    const BIAS: Bias = Bias::Absolute { log2: -signed(BITS) - 1 };

    #[inline]
    fn from_word(word: u128) -> Self {
        Self::from_bits(low_u64(word))
    }

    #[inline]
    fn negative(self) -> bool {
        self.z < Self::LAST - self.z
    }
}

/// An exact sign and v = 2^(−E−1)·(1 + (2j+1)·2^-P): exponent and mantissa drawn apart (THEORY F11).
///
/// P ≤ 23 takes 8 bytes, larger P (at most 52) takes 16: one bit of sign, P−1 bits for j, and all the rest
/// ([`Relative::CUT_OFF`] bits) for E, the number of leading zeros.
///
/// # Guarantee
/// Coupling: with V uniform on ]0,1], v* = 2^(−E−1)·(1 + (j+V)·2^(1−P)) is exactly uniform on
/// ]2^-CUT_OFF, 1] given E < CUT_OFF, which has probability 1 − 2^-CUT_OFF, and v is the middle of the
/// cell of v*, so |ln v − ln v*| ≤ ln(1 + 2^-P). (With h = 2^-P and t = (2j+1)h ≥ h: the cell is
/// [1+t−h, 1+t+h], the worse end is the lower one, and (1+t)/(1+t−h) ≤ 1+h since t ≥ h.)
/// Cut-off: all exponent bits zero happens with probability 2^-CUT_OFF; couple it with the ideal variable
/// below 2^-CUT_OFF. Then E = CUT_OFF, v < 2^-CUT_OFF, and both −ln v and the ideal −ln v* are at least
/// CUT_OFF·ln 2: case 4 of Theorem B for every T ≤ b·CUT_OFF·ln 2. No special path is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relative<const P: u32> {
    negative: bool,
    exponent: u32,
    mantissa: u64,
}

impl<const P: u32> Relative<P> {
    const ADMISSIBLE: () = assert!(2 <= P && P <= 52, "v has P+1 significant bits and must fit f64");
    const WIDTH: u32 = if P <= 23 { 64 } else { 128 };
    /// e_max of THEORY F11.
    pub const CUT_OFF: u32 = Self::WIDTH - P;

    /// The draw that WIDTH (64 or 128) bits encode; higher bits are ignored.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        //= THEORY F11
        let () = Self::ADMISSIBLE;
        let j = low_u64(bits) & (u64::MAX >> (65 - P)); // P−1 bits
        // The exponent bits, moved to the top, with a one behind them to stop the count at CUT_OFF.
        let rest = (bits << (128 - Self::WIDTH)) | (1 << (127 - Self::CUT_OFF));
        Self { negative: (bits >> (P - 1)) & 1 == 1, exponent: rest.leading_zeros(), mantissa: 2 * j + 1 }
    }

    /// E, at most [`Relative::CUT_OFF`].
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// 2j+1, odd, below 2^P: v = 2^(−E−1)·(1 + mantissa·2^-P).
    #[must_use]
    pub const fn mantissa(self) -> u64 {
        self.mantissa
    }
}

impl<const P: u32> Uniform for Relative<P> {
    const ENTROPY_BYTES: usize = Self::WIDTH as usize / 8;
    const BIAS: Bias = Bias::Relative { precision: P, cut_off: Self::CUT_OFF };

    #[inline]
    fn from_word(word: u128) -> Self {
        Self::from_bits(word)
    }

    #[inline]
    fn negative(self) -> bool {
        self.negative
    }
}
