//! n₀ of the paper: from random bytes to a uniform draw, with its bias and the metric it is measured in.
//!
//! Every generator is symmetric: it delivers a sign and a **tail probability** v in (0, 1), and the noise is
//! ∓b·ln v. There are two kinds, each in a file of its own together with the way from its bits to the
//! argument of each logarithm: [`midpoint`], where v lies on a grid of equal steps, and [`floating`], where
//! exponent and mantissa of v are drawn apart.

mod bits;
#[cfg(not(creusot))]
pub mod floating;
pub mod midpoint;

#[cfg(not(creusot))]
pub use floating::{Deep, Lazy, Relative};
#[cfg(not(creusot))]
pub use midpoint::Midpoint;

#[cfg(not(creusot))]
use crate::entropy::{Entropy, EntropyError};
#[cfg(not(creusot))]
use crate::format::Format;
#[cfg(not(creusot))]
use crate::ledger::Ledger;
#[cfg(not(creusot))]
use core::fmt::Debug;

/// How far a draw is from the exact uniform variable it is coupled with.
#[cfg(not(creusot))]
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
#[cfg(not(creusot))]
pub trait Uniform: Copy + Debug {
    /// How many bytes of entropy one draw takes: always, unless the generator is [`Uniform::LAZY`].
    const ENTROPY_BYTES: usize;
    /// Whether a draw may be open after [`Uniform::ENTROPY_BYTES`] bytes and then takes more of them.
    const LAZY: bool = false;
    /// The bias and its metric.
    const BIAS: Bias;

    /// The draw that [`Uniform::ENTROPY_BYTES`] bytes encode; missing bytes count as 0, further ones are
    /// ignored. For [`Lazy`] the draw may still be open; see [`Uniform::is_open`].
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

/// A generator whose tail probability v the logarithm of format F can take.
///
/// What a format needs of a generator is asserted in a constant that [`Tail::LOGARITHM`] reads. A builder
/// reads it too, so a program that combines a generator with a format that cannot take it does not compile.
#[cfg(not(creusot))]
pub trait Tail<F: Format>: Uniform {
    /// Bounds |minus_ln − (−ln v)| for every draw.
    const LOGARITHM: Ledger;
    /// Whether [`Tail::LOGARITHM`] is a claim that has to be checked before a mechanism may be built on it,
    /// as the crate `kdelta` does for logarithms of its users.
    const NEEDS_EVIDENCE: bool = false;

    /// −ln v.
    fn minus_ln(self) -> F::Log;

    /// [`Tail::minus_ln`] and [`Uniform::negative`] of the draws that these bytes encode, [`Uniform::ENTROPY_BYTES`] for each of N, if there are
    /// N and none is open. Kernels that run faster side by side do so here.
    #[inline(always)]
    fn minus_ln_each<'a, const N: usize>(
        draws: impl Iterator<Item = &'a [u8]>,
    ) -> Option<([F::Log; N], [bool; N])> {
        let ((logs, _), negative) =
            of_each(draws, (F::Log::default(), ()), |draw: Self| (draw.minus_ln(), ()))?;
        Some((logs, negative))
    }
}

/// Two numbers of each of N draws, and whether each is negative.
type Each<A, B, const N: usize> = (([A; N], [B; N]), [bool; N]);

/// Two numbers of each draw, and its sign, if there are N draws and none is open.
///
/// One array for each, and one test for all, which almost never fails: compilers then take several draws side by side.
#[cfg(not(creusot))]
#[inline(always)]
pub(crate) fn of_each<'a, U: Uniform, A: Copy, B: Copy, const N: usize>(
    draws: impl Iterator<Item = &'a [u8]>,
    (a, b): (A, B),
    of: impl Fn(U) -> (A, B),
) -> Option<Each<A, B, N>> {
    let (mut a, mut b, mut negative) = ([a; N], [b; N], [false; N]);
    let (mut open, mut found) = (false, 0);
    for (((a, b), negative), bytes) in a.iter_mut().zip(&mut b).zip(&mut negative).zip(draws) {
        let draw = U::from_bytes(bytes);
        ((*a, *b), *negative) = (of(draw), draw.negative());
        open |= draw.is_open();
        found += 1;
    }
    (found == N && !open).then_some(((a, b), negative))
}

/// Word number i of the bytes, the lowest byte first; missing bytes count as 0.
#[cfg(not(creusot))]
#[inline]
pub(crate) fn word(bytes: &[u8], i: usize) -> u64 {
    let bytes = bytes.get(8 * i..).unwrap_or_default();
    if let Some(whole) = bytes.first_chunk() {
        return u64::from_le_bytes(*whole);
    }
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = *from;
    }
    u64::from_le_bytes(word)
}

/// How many bytes a draw of BITS ≤ 64 bits takes: a power of two, as sources deliver whole words faster.
#[cfg(not(creusot))]
pub(crate) const fn bytes_of(bits: u32) -> usize {
    bits.div_ceil(8).next_power_of_two() as usize
}

/// As many bytes from the source, at most 8, as one word.
#[cfg(not(creusot))]
#[inline]
pub(crate) fn draw_word<E: Entropy>(bytes: usize, entropy: &mut E) -> Result<u64, EntropyError> {
    let mut word = [0; 8];
    entropy.fill(word.get_mut(..bytes).ok_or(EntropyError)?)?;
    Ok(u64::from_le_bytes(word))
}
