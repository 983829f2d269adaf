//! n₀ of the paper: from bits to a uniform draw, with its bias and the metric it is measured in.
//!
//! Both generators are symmetric: they deliver a sign and a **tail probability** v in (0, 1), and the
//! noise is ∓b·ln v. For the midpoints this is the paper's n(u) = −b·sgn(u−½)·ln(1−2|u−½|) with
//! v = 1−2|u−½|, computed in integers without any rounding.

use crate::cast::{low_u32, low_u64, mask, signed};
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

/// A generator of the finite semantics.
pub trait Uniform: Copy + Debug {
    /// How many bytes of entropy one draw takes: always, unless the generator is [`Uniform::LAZY`].
    const ENTROPY_BYTES: usize;
    /// Whether a draw may be open after [`Uniform::ENTROPY_BYTES`] bytes and then takes more of them.
    const LAZY: bool = false;
    /// The bias and its metric.
    const BIAS: Bias;

    /// The draw that [`Uniform::ENTROPY_BYTES`] bytes encode; missing bytes count as 0, further ones are ignored.
    /// For [`Lazy`] the draw may still be open; see [`Uniform::is_open`].
    fn from_bytes(bytes: &[u8]) -> Self;

    /// Whether the bytes read so far do not decide the draw, so that [`Uniform::complete`] reads more.
    #[inline]
    fn is_open(self) -> bool {
        false
    }

    /// The draw itself if it is decided; otherwise the draw that further words of the source decide.
    ///
    /// # Errors
    /// [`EntropyError`] when the source fails.
    #[inline]
    fn complete<E: Entropy>(self, _entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(self)
    }

    /// One draw.
    ///
    /// # Errors
    /// [`EntropyError`] when the source fails.
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError>;

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
    // A type that draws nothing admissible does not compile where its bias is read: in a builder, before any release.
    const BIAS: Bias = {
        let () = Self::ADMISSIBLE;
        Bias::Absolute { log2: -signed(BITS) - 1 }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits(low_u64(word(bytes)))
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        let mut bytes = [0; 8];
        entropy.fill(bytes.get_mut(..Self::ENTROPY_BYTES).ok_or(EntropyError)?)?;
        Ok(Self::from_bits(u64::from_le_bytes(bytes)))
    }

    #[inline]
    fn negative(self) -> bool {
        self.z < Self::LAST - self.z
    }
}

/// An exact sign and v = 2^(−E−1)·(1 + (2j+1)·2^-P): exponent and mantissa drawn apart (THEORY F11).
///
/// P ≤ 23 takes 8 bytes, larger P (at most 52) takes 16: one bit of sign, P−1 bits for j, and all the rest
/// ([`Relative::CUT_OFF`] bits) for E, the number of zeros before the first one.
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
        // A one behind the exponent bits stops the count at CUT_OFF. Zeros are counted from the low end, as counting
        // them from the high end is slow on processors without an instruction of their own for it.
        let stopped = bits | (1 << Self::CUT_OFF);
        let top = low_u64(bits >> Self::CUT_OFF); // the sign, then j
        Self {
            negative: top & 1 == 1,
            exponent: stopped.trailing_zeros(),
            mantissa: (top & (u64::MAX >> (64 - P))) | 1, // 2j + 1: the sign's place is taken by the one
        }
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
    const BIAS: Bias = {
        let () = Self::ADMISSIBLE;
        Bias::Relative { precision: P, cut_off: Self::CUT_OFF }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits(word(bytes))
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        let mut bytes = [0; 16];
        entropy.fill(bytes.get_mut(..Self::ENTROPY_BYTES).ok_or(EntropyError)?)?;
        Ok(Self::from_bits(u128::from_le_bytes(bytes)))
    }

    #[inline]
    fn negative(self) -> bool {
        self.negative
    }
}

/// [`Relative`] with a deeper cut-off: WORDS words of 64 bits, 2 ≤ WORDS ≤ 16, of which one bit is the sign, P−1 bits
/// the mantissa, and all the rest, 64·WORDS − P, the exponent.
///
/// For windows wider than [`Relative`] reaches, where the number of random bytes must never vary, as it does (rarely) with
/// [`Lazy`]: b·CUT_OFF·ln 2 must be at least the distance from any answer to any output.
///
/// # Guarantee
/// As [`Relative`], whose coupling does not depend on the number of exponent bits. All words are read for every draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deep<const P: u32, const WORDS: usize> {
    negative: bool,
    exponent: u32,
    mantissa: u64,
}

const MAX_WORDS: usize = 16;

impl<const P: u32, const WORDS: usize> Deep<P, WORDS> {
    const ADMISSIBLE: () =
        assert!(2 <= P && P <= 52 && 2 <= WORDS && WORDS <= MAX_WORDS, "2 ≤ P ≤ 52 and 2 ≤ WORDS ≤ 16");
    /// e_max of THEORY F11.
    pub const CUT_OFF: u32 = 64 * low_u32(WORDS as u64) - P;

    /// The draw that WORDS words encode, the lowest first.
    #[must_use]
    #[inline]
    pub fn from_words(words: [u64; WORDS]) -> Self {
        //= THEORY F11
        let () = Self::ADMISSIBLE;
        let last = words.last().copied().unwrap_or(0);
        // Zeros are counted as long as nothing else was seen; a one behind the exponent bits of the last word stops
        // the count at CUT_OFF.
        let (mut exponent, mut open) = (0, u64::MAX);
        for (i, word) in words.iter().enumerate() {
            let word = if i == WORDS - 1 { word | 1 << (64 - P) } else { *word };
            exponent += u64::from(word.trailing_zeros()) & open;
            open &= mask(word == 0);
        }
        let top = last >> (64 - P); // the sign, then j
        Self { negative: top & 1 == 1, exponent: low_u32(exponent), mantissa: top | 1 }
    }

    /// E, at most [`Deep::CUT_OFF`].
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

impl<const P: u32, const WORDS: usize> Uniform for Deep<P, WORDS> {
    const ENTROPY_BYTES: usize = 8 * WORDS;
    const BIAS: Bias = {
        let () = Self::ADMISSIBLE;
        Bias::Relative { precision: P, cut_off: Self::CUT_OFF }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        let mut words = [0; WORDS];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
            *word = low_u64(self::word(chunk));
        }
        Self::from_words(words)
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        let mut bytes = [0; 8 * MAX_WORDS];
        let asked = bytes.get_mut(..Self::ENTROPY_BYTES).ok_or(EntropyError)?;
        entropy.fill(asked)?;
        Ok(Self::from_bytes(asked))
    }

    #[inline]
    fn negative(self) -> bool {
        self.negative
    }
}

/// [`Relative`] without its short reach: further words are drawn for the exponent, but only while all of its bits so
/// far are zero.
///
/// The first bytes are read as [`Relative`] reads them. If all [`Lazy::FIRST_EXPONENT_BITS`] exponent bits are zero, which
/// happens with probability 2^-FIRST_EXPONENT_BITS (2^-76 for P = 52, 2^-41 for P = 23), the draw is open, and words of 64
/// bits follow until one of them is not zero. The exponent goes on counting the zeros, each word from its low end.
///
/// # Guarantee
/// The law is that of one draw with [`Lazy::CUT_OFF`] exponent bits: a word that is not read could not change the draw. So
/// the coupling and the cut-off of [`Relative`] hold with this CUT_OFF, which is above 2^31: the noise reaches every
/// distance up to 2^30·b, as 2^31·ln 2 > 2^30. The number of bytes read is fixed except with the probability above; it
/// then tells that the noise is beyond FIRST_EXPONENT_BITS·ln 2 scales, and nothing else.
//= THEORY F11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lazy<const P: u32> {
    /// As the first bytes make it; once it is completed, with an exponent that counts the zeros of all words.
    draw: Relative<P>,
    open: bool,
}

/// How many further words [`Lazy`] reads at most.
const FURTHER_WORDS: u32 = 1 << 25;

impl<const P: u32> Lazy<P> {
    /// How many bits of the first bytes belong to the exponent.
    pub const FIRST_EXPONENT_BITS: u32 = Relative::<P>::CUT_OFF;
    /// e_max of THEORY F11.
    pub const CUT_OFF: u32 = Self::FIRST_EXPONENT_BITS + 64 * FURTHER_WORDS;

    /// The draw that WIDTH (64 or 128) bits begin; see [`Relative::from_bits`].
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self::begun(Relative::from_bits(bits))
    }

    /// The draw that begins as this one.
    #[inline]
    const fn begun(draw: Relative<P>) -> Self {
        Self { draw, open: draw.exponent == Self::FIRST_EXPONENT_BITS }
    }

    /// E, at most [`Lazy::CUT_OFF`]. For a draw that is still open, the least that it may become.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.draw.exponent
    }

    /// 2j+1, odd, below 2^P: v = 2^(−E−1)·(1 + mantissa·2^-P).
    #[must_use]
    pub const fn mantissa(self) -> u64 {
        self.draw.mantissa
    }

    /// Whether the exponent is beyond those that the first bytes hold.
    #[inline]
    pub(crate) const fn is_far(self) -> bool {
        self.draw.exponent > Self::FIRST_EXPONENT_BITS
    }

    /// The same draw as [`Relative`] makes it, for a draw that is not far.
    #[inline]
    pub(crate) const fn near(self) -> Relative<P> {
        self.draw
    }
}

impl<const P: u32> Uniform for Lazy<P> {
    const ENTROPY_BYTES: usize = Relative::<P>::ENTROPY_BYTES;
    const LAZY: bool = true;
    const BIAS: Bias = {
        let () = Relative::<P>::ADMISSIBLE;
        Bias::Relative { precision: P, cut_off: Self::CUT_OFF }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::begun(Relative::from_bytes(bytes))
    }

    #[inline]
    fn is_open(self) -> bool {
        self.open
    }

    #[inline]
    fn complete<E: Entropy>(self, entropy: &mut E) -> Result<Self, EntropyError> {
        if !self.open {
            return Ok(self);
        }
        let mut exponent = self.draw.exponent;
        for _ in 0..FURTHER_WORDS {
            let mut bytes = [0; 8];
            entropy.fill(&mut bytes)?;
            let word = u64::from_le_bytes(bytes);
            exponent += word.trailing_zeros(); // 64 for a word of zeros; in all at most CUT_OFF, which is below 2^32
            if word != 0 {
                break;
            }
        }
        Ok(Self { draw: Relative { exponent, ..self.draw }, open: false })
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Self::begun(Relative::draw(entropy)?).complete(entropy)
    }

    #[inline]
    fn negative(self) -> bool {
        self.draw.negative
    }
}

/// The first 16 bytes, little-endian; missing ones count as 0.
#[inline]
fn word(bytes: &[u8]) -> u128 {
    if let Some(whole) = bytes.first_chunk() {
        return u128::from_le_bytes(*whole);
    }
    let mut word = [0; 16];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = *from;
    }
    u128::from_le_bytes(word)
}
