//! The direction of the noise: one of 2^BITS equally likely angles.

use crate::cast::signed;
use crate::cos_sin::cos_sin;
use crate::entropy::{Entropy, EntropyError};
use crate::uniform::{bytes_of, draw_word, word};

/// How far an angle drawn is from the exact uniform angle it is coupled with: |v′ − v| ≤ δ_v, as fractions of
/// a turn. It is a type of its own, as it must not be taken for the bias of the radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AngleBias {
    /// δ_v = 2^log2.
    pub log2: i32,
}

/// The angle 2πv with v = (j + ½)/2^BITS, the middle of one of 2^BITS equal cells; 1 ≤ BITS ≤ 63.
///
/// # Guarantee
/// Coupling: v and the exact uniform variable of the same cell differ by at most δ_v = 2^-(BITS+1), without
/// passing the end of the turn. All angles are equally likely, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Angle<const BITS: u32> {
    j: u64,
}

impl<const BITS: u32> Angle<BITS> {
    const ADMISSIBLE: () = assert!(1 <= BITS && BITS <= 63, "an angle has 1 to 63 bits");
    /// δ_v = 2^-(BITS+1).
    pub const BIAS: AngleBias = AngleBias { log2: -signed(BITS) - 1 };
    /// How many bytes of entropy one draw takes, always.
    pub const ENTROPY_BYTES: usize = bytes_of(BITS);

    /// The angle of cell j; bits of j above BITS are ignored.
    #[must_use]
    #[inline]
    pub const fn from_bits(j: u64) -> Self {
        let () = Self::ADMISSIBLE;
        Self { j: j & (u64::MAX >> (64 - BITS)) }
    }

    /// The draw that [`Angle::ENTROPY_BYTES`] bytes encode; missing bytes count as 0, further ones are
    /// ignored.
    #[must_use]
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits(word(bytes, 0))
    }

    /// One draw.
    ///
    /// # Errors
    /// [`EntropyError`] when the source fails.
    #[inline]
    pub fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(Self::from_bits(draw_word(Self::ENTROPY_BYTES, entropy)?))
    }

    /// v·2^64, exactly: 2j + 1 shifted to the top, odd multiples only, so no axis is hit.
    #[must_use]
    #[inline]
    pub const fn turn(self) -> u64 {
        (2 * self.j + 1) << (63 - BITS)
    }

    /// Cosine and sine in units of 2^-62; see [`cos_sin`].
    #[must_use]
    #[inline]
    pub const fn cos_sin(self) -> (i64, i64) {
        cos_sin(self.turn())
    }
}
