//! Exponent and mantissa of the tail probability drawn apart (THEORY F11), and its logarithm.
//!
//! There is one generator, [`Floating`]. [`Relative`], [`Deep`] and [`Lazy`] are the three choices of how
//! many bits the exponent has, and so of how far the noise reaches.

use super::bits::{counted, ended, sign_and_mantissa};
use super::{Bias, Tail, Uniform, of_each, word};
use crate::cast::{low_u32, low_u64, power_of_two, signed, to_f32, wide_to_f32, wide_to_f64};
use crate::entropy::{Entropy, EntropyError};
use crate::fixed::Fixed;
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::{
    FAR, FRACTION_64, LEDGER_64, ONE, minus_ln_far, minus_ln_scaled, minus_ln_scaled_each,
};
use crate::ln::table::{
    LARGEST_K_32, LARGEST_K_64, LEDGER_F32, LEDGER_F64, Unit32, Unit64, minus_ln_f32, minus_ln_f64,
    minus_ln_f64_each,
};
use crate::terms::Terms;
use core::fmt::Debug;
use core::marker::PhantomData;

/// [`Floating`] of 8 bytes for P ≤ 23 and 16 for larger P.
pub type Relative<const P: u32> = Floating<P, Short>;

/// [`Floating`] of WORDS words of 8 bytes, 2 ≤ WORDS ≤ 16.
///
/// For windows wider than [`Relative`] reaches, where the number of random bytes must never vary, as it does
/// (rarely) with [`Lazy`]: b·CUT_OFF·ln 2 must be at least the distance from any answer to any output.
pub type Deep<const P: u32, const WORDS: usize> = Floating<P, Words<WORDS>>;

/// [`Relative`] without its short reach: further words are drawn for the exponent, but only while all of its
/// bits so far are zero.
///
/// The first bytes are read as [`Relative`] reads them. If all FIRST_EXPONENT_BITS exponent bits are zero,
/// which happens with probability 2^-FIRST_EXPONENT_BITS (2^-76 for P = 52, 2^-41 for P = 23), the draw is
/// open, and words of 64 bits follow until one of them is not zero. The exponent goes on counting the zeros,
/// each word from its low end.
///
/// # Guarantee
/// The law is that of one draw with CUT_OFF exponent bits: a word that is not read could not change the draw.
/// So the coupling and the cut-off of [`Floating`] hold with this CUT_OFF, which is above 2^31: the noise
/// reaches every distance up to 2^30·b, as 2^31·ln 2 > 2^30. The number of bytes read is fixed except with
/// the probability above; it then tells that the noise is beyond FIRST_EXPONENT_BITS·ln 2 scales, and nothing
/// else.
pub type Lazy<const P: u32> = Floating<P, Endless>;

/// How many words a draw reads.
pub trait Reach<const P: u32>: Copy + Debug {
    /// How many words of 64 bits every draw reads.
    const WORDS: usize;
    /// How many more it reads at most, one after the other, while all exponent bits so far are zero.
    const FURTHER_WORDS: u32 = 0;
}

/// The reach of [`Relative`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short;

/// The reach of [`Deep`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const WORDS: usize>;

/// The reach of [`Lazy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

impl<const P: u32> Reach<P> for Short {
    const WORDS: usize = if P <= 23 { 1 } else { 2 };
}

impl<const P: u32, const WORDS: usize> Reach<P> for Words<WORDS> {
    const WORDS: usize = {
        assert!(2 <= WORDS, "2 ≤ WORDS ≤ 16");
        WORDS
    };
}

impl<const P: u32> Reach<P> for Endless {
    const WORDS: usize = <Short as Reach<P>>::WORDS;
    const FURTHER_WORDS: u32 = 1 << 25;
}

const MAX_WORDS: usize = 16;

/// An exact sign and v = 2^(−E−1)·(1 + (2j+1)·2^-P), 2 ≤ P ≤ 52.
///
/// One bit is the sign, P−1 bits are j, and all the rest ([`Floating::FIRST_EXPONENT_BITS`], and for [`Lazy`]
/// the words that follow) are for E, the number of zeros before the first one.
///
/// # Guarantee
/// Coupling: with V uniform on ]0,1], v* = 2^(−E−1)·(1 + (j+V)·2^(1−P)) is exactly uniform on
/// ]2^-CUT_OFF, 1] given E < CUT_OFF, which has probability 1 − 2^-CUT_OFF, and v is the middle of the
/// cell of v*, so |ln v − ln v*| ≤ ln(1 + 2^-P). (With h = 2^-P and t = (2j+1)h ≥ h: the cell is
/// [1+t−h, 1+t+h], the worse end is the lower one, and (1+t)/(1+t−h) ≤ 1+h since t ≥ h.)
/// Cut-off: all exponent bits zero happens with probability 2^-CUT_OFF; couple it with the ideal variable
/// below 2^-CUT_OFF. Then E = CUT_OFF, v < 2^-CUT_OFF, and both −ln v and the ideal −ln v* are at least
/// CUT_OFF·ln 2: case 4 of Theorem B for every T ≤ b·CUT_OFF·ln 2. No special path is taken.
//= THEORY F11
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floating<const P: u32, R> {
    negative: bool,
    /// Whether all exponent bits read so far are zero and more are to be read.
    open: bool,
    exponent: u32,
    mantissa: u64,
    reach: PhantomData<R>,
}

impl<const P: u32, R: Reach<P>> Floating<P, R> {
    const ADMISSIBLE: () =
        assert!(2 <= P && P <= 52 && R::WORDS <= MAX_WORDS, "2 ≤ P ≤ 52, so that v fits f64, and WORDS ≤ 16");
    const FITS_F64: () = assert!(
        Self::FIRST_EXPONENT_BITS < LARGEST_K_64,
        "E + 1 must stay in the domain of the f64 logarithm: more mantissa bits"
    );
    const FITS_F32: () = assert!(
        P <= 23 && Self::FIRST_EXPONENT_BITS < LARGEST_K_32,
        "an f32 has 24 significant bits, and E + 1 must stay in the domain of its logarithm"
    );
    const FITS_FIXED: () = assert!(
        Self::FIRST_EXPONENT_BITS <= 90,
        "E must stay within 90, or the logarithm would leave its 6 integer bits: P ≤ 23 or P ≥ 38, two words"
    );
    /// How many bits of the words that every draw reads belong to the exponent.
    pub const FIRST_EXPONENT_BITS: u32 = 64 * low_u32(R::WORDS as u64) - P;
    /// e_max of THEORY F11.
    pub const CUT_OFF: u32 = Self::FIRST_EXPONENT_BITS + 64 * R::FURTHER_WORDS;

    /// The draw of these words, each by its number, the lowest first.
    #[inline]
    fn of_words(words: impl Fn(usize) -> u64) -> Self {
        //= THEORY F11
        let () = Self::ADMISSIBLE;
        // Zeros are counted as long as nothing else was seen; a one behind the exponent bits of the last word
        // stops the count. They are counted from the low end, as counting from the high end is slow on
        // processors without an instruction of their own for it.
        let (mut exponent, mut none, mut last) = (0_u64, u64::MAX, 0_u64);
        for i in 0..R::WORDS {
            last = words(i);
            let word = if i + 1 == R::WORDS { ended(last, 64 - P) } else { last };
            (exponent, none) = counted(exponent, none, word);
        }
        let exponent = low_u32(exponent);
        let (negative, mantissa) = sign_and_mantissa(last, P);
        let open = Self::LAZY && exponent == Self::FIRST_EXPONENT_BITS;
        Self { negative, open, exponent, mantissa, reach: PhantomData }
    }

    /// The draw whose first two words are these bits, the lower half first; of a draw of one word the upper
    /// half is ignored, and further words are 0.
    #[must_use]
    #[inline]
    pub fn from_bits(bits: u128) -> Self {
        Self::of_words(|i| [low_u64(bits), low_u64(bits >> 64)].get(i).copied().unwrap_or(0))
    }

    /// E, at most [`Floating::CUT_OFF`]. For a draw that is still open, the least that it may become.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// 2j+1, odd, below 2^P: v = 2^(−E−1)·(1 + mantissa·2^-P).
    #[must_use]
    pub const fn mantissa(self) -> u64 {
        self.mantissa
    }

    /// Whether the exponent is beyond those that the first words hold.
    #[inline]
    const fn is_far(self) -> bool {
        R::FURTHER_WORDS > 0 && self.exponent > Self::FIRST_EXPONENT_BITS
    }

    /// v as the f64 logarithm takes it; the draw is not far.
    #[inline]
    const fn unit(self) -> Unit64 {
        let () = Self::FITS_F64;
        Unit64::from_parts(self.exponent, self.mantissa << (52 - P))
    }

    /// (n, E) with v = 2^-E·n/2^64, n = 2^63 + mantissa·2^(63−P), as the integer logarithms take it.
    #[inline]
    const fn aligned(self) -> (u64, u32) {
        ((1 << 63) | (self.mantissa << (63 - P)), self.exponent)
    }

    /// −ln v in units of 2^-58, for every draw.
    #[inline]
    fn far_log(self) -> u128 {
        let (n, e) = self.aligned();
        minus_ln_far(n, e)
    }
}

impl<const P: u32, const WORDS: usize> Deep<P, WORDS> {
    /// The draw that WORDS words encode, the lowest first.
    #[must_use]
    #[inline]
    pub fn from_words(words: [u64; WORDS]) -> Self {
        Self::of_words(|i| words.get(i).copied().unwrap_or(0))
    }
}

impl<const P: u32, R: Reach<P>> Uniform for Floating<P, R> {
    const ENTROPY_BYTES: usize = 8 * R::WORDS;
    const LAZY: bool = R::FURTHER_WORDS > 0;
    const BIAS: Bias = {
        let () = Self::ADMISSIBLE;
        Bias::Relative { precision: P, cut_off: Self::CUT_OFF }
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::of_words(|i| word(bytes, i))
    }

    #[inline]
    fn is_open(self) -> bool {
        Self::LAZY && self.open
    }

    #[inline]
    fn complete<E: Entropy>(self, entropy: &mut E) -> Result<Self, EntropyError> {
        if !self.is_open() {
            return Ok(self);
        }
        let mut exponent = self.exponent;
        for _ in 0..R::FURTHER_WORDS {
            let mut bytes = [0; 8];
            entropy.fill(&mut bytes)?;
            let word = u64::from_le_bytes(bytes);
            exponent += word.trailing_zeros(); // 64 for a word of zeros; in all at most CUT_OFF < 2^32
            if word != 0 {
                break;
            }
        }
        Ok(Self { exponent, open: false, ..self })
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        let mut bytes = [0; 8 * MAX_WORDS];
        let asked = bytes.get_mut(..Self::ENTROPY_BYTES).ok_or(EntropyError)?;
        entropy.fill(asked)?;
        Self::from_bytes(asked).complete(entropy)
    }

    #[inline]
    fn negative(self) -> bool {
        self.negative
    }
}

/// What the logarithm of a far draw may be off in f64 and f32 beyond the ledger of their own logarithm.
///
/// # Guarantee
/// A far draw has E ≥ 42, so ℓ = −ln v ≥ 42·ln 2 > 29.1. With h = 2^-53 or 2^-24 for one rounding to the
/// format:
/// | operation | error |
/// |---|---|
/// | [`minus_ln_far`] | 60·2^-64 ([`LEDGER_64`]) + 2^-80·ℓ ([`FAR`]): below 1.04·2^-63·ℓ |
/// | the conversion to the format | h/(1+h) of the sum: h·ℓ, the kernel's own last line, and 2^-86·ℓ |
/// | the product with 2^-58 | exact |
const FAR_FLOAT: Term = term("the logarithm far out", Unit::Magnitude, 5, -65);

impl<const P: u32, R: Reach<P>> Tail<f64> for Floating<P, R> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F64;
        if Self::LAZY {
            const { &Terms::EMPTY.and(LEDGER_F64).and_term(FAR_FLOAT) }.ledger()
        } else {
            LEDGER_F64
        }
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        if self.is_far() {
            wide_to_f64(self.far_log()) * power_of_two(-signed(FRACTION_64))
        } else {
            minus_ln_f64(self.unit())
        }
    }

    #[inline(always)]
    fn minus_ln_each<'a, const N: usize>(
        draws: impl Iterator<Item = &'a [u8]>,
    ) -> Option<([f64; N], [bool; N])> {
        // No draw is far before further words were read.
        let ((units, _), negative) =
            of_each(draws, (Unit64::from_parts(0, 0), ()), |draw: Self| (draw.unit(), ()))?;
        Some((minus_ln_f64_each(&units, |unit| unit), negative))
    }
}

impl<const P: u32, R: Reach<P>> Tail<f32> for Floating<P, R> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F32;
        if Self::LAZY {
            const { &Terms::EMPTY.and(LEDGER_F32).and_term(FAR_FLOAT) }.ledger()
        } else {
            LEDGER_F32
        }
    };

    #[inline]
    fn minus_ln(self) -> f32 {
        let () = Self::FITS_F32;
        if self.is_far() {
            wide_to_f32(self.far_log()) * to_f32(power_of_two(-signed(FRACTION_64)))
        } else {
            minus_ln_f32(Unit32::from_parts(self.exponent, low_u32(self.mantissa << (23 - P))))
        }
    }
}

impl<const W: u32, const FRAC: u32, const P: u32, R: Reach<P>> Tail<Fixed<W, FRAC>> for Floating<P, R> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_FIXED;
        if Self::LAZY { const { &Terms::EMPTY.and(LEDGER_64).and_term(FAR) }.ledger() } else { LEDGER_64 }
    };

    #[inline]
    fn minus_ln(self) -> u128 {
        let () = Self::FITS_FIXED;
        let (n, e) = self.aligned();
        if self.is_far() { self.far_log() } else { minus_ln_scaled(n, e).into() }
    }

    #[inline(always)]
    fn minus_ln_each<'a, const N: usize>(
        draws: impl Iterator<Item = &'a [u8]>,
    ) -> Option<([u128; N], [bool; N])> {
        let () = Self::FITS_FIXED;
        // No draw is far before further words were read.
        let ((n, e), negative) = of_each(draws, (ONE, 0), Self::aligned)?;
        Some((minus_ln_scaled_each(&n, &e).map(u128::from), negative))
    }
}
