//! The radius by the inverse of its distribution function, as existing implementations of planar Laplace
//! noise draw it; for comparison. [`super::Gamma`] is faster and far more accurate near 0.
//!
//! C(r) = 1 − (1 + x)e^(−x) with x = r/b, so with w = 1 − u the radius C⁻¹(u) is the root x ≥ 0 of
//!
//! g(x) = y,  g(x) = x − ln(1 + x),  y = −ln w.
//!
//! (x = −1 − W₋₁(−w/e), the branch of Lambert's function in the literature.) The root is found bit by bit: 64
//! times the certified logarithm of [`crate::ln::shift_add`] and one comparison, whatever the draw; all in
//! integers, in units of 2^-58, called *units* below.
//!
//! **No overflow.** w ≥ 2^-64, so y < 44.4, and 49 − ln 50 > 45: no x ≥ 49 is ever accepted, the largest
//! candidate is 32 + 16 + 8 = 56, and 1 + x ≤ 57 < 64 fits a word of 58 fraction bits. Both sides of the
//! comparison are below 62.
//!
//! **The error, for every draw.** Computed are y and −ln((1 + x)/64), each within [`LEDGER_64`], 60/64 unit,
//! and 6 ln 2 within [`LN_64_ERROR`] and half a unit. So the comparison g(x) ≤ y is decided as if y were off
//! by at most η = 2.38 units. At the end x was accepted (or is 0) and x + 1 unit was refused, from which
//! `kdelta_oracle::derivation::LogarithmError::of_root` derives |x − x*| ≤ η + √(η² + 2η) + 1 unit < 4.09e-9
//! for the root x*. Near x = 0, where g is flat, the bound is needed; the generator's own bias costs 2√δ₀
//! there (Lemma R, THEORY F5).

use super::noise::{Radius, RadiusBias};
use super::polar::Polar;
use crate::cast::{low_u64, mask, signed};
use crate::entropy::{Entropy, EntropyError};
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::{FRACTION_64, LEDGER_64, LN_2, aligned, minus_ln_scaled};
use crate::uniform::{bytes_of, draw_word, word};
use core::hint::black_box;

/// 6 ln 2 in units: LN_2 has 80 fraction bits.
const LN_64: u64 = low_u64((6 * LN_2 + (1 << 21)) >> 22);

/// The bits of the root are found in units of 2^UNIT_LOG2.
pub const UNIT_LOG2: i32 = -signed(FRACTION_64);
/// How far six times the constant ln 2, which is within half a unit of 2^-80, is off before it is rounded to
/// a unit.
pub const LN_64_ERROR: Term = term("6 ln 2", Unit::Scale, 6, -81);

/// The uniform u = 1 − w with w = (z + ½)/2^BITS, the middle of one of 2^BITS equal cells; 2 ≤ BITS ≤ 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inverse<const BITS: u32> {
    z: u64,
}

impl<const BITS: u32> Inverse<BITS> {
    const ADMISSIBLE: () = assert!(2 <= BITS && BITS <= 63, "the uniform of the radius has 2 to 63 bits");

    /// The draw of cell z; bits of z above BITS are ignored.
    #[must_use]
    #[inline]
    pub const fn from_bits(z: u64) -> Self {
        let () = Self::ADMISSIBLE;
        Self { z: z & (u64::MAX >> (64 - BITS)) }
    }

    /// w·2^64, exactly and not 0.
    #[must_use]
    #[inline]
    pub const fn complement(self) -> u64 {
        (2 * self.z + 1) << (63 - BITS)
    }

    /// r/b in units of 2^-58.
    ///
    /// # Guarantee
    /// Within 4.09e-9 of the root for every draw, as the head of this file says.
    #[must_use]
    #[inline]
    pub fn root(self) -> u64 {
        //= THEORY F5 (a)
        let minus_ln = |x: u64| {
            let (n, e) = aligned(x); // no argument is 0
            minus_ln_scaled(n, e)
        };
        let target = minus_ln(self.complement()) + LN_64;
        let mut x = 0u64;
        for k in (0..64).rev() {
            let candidate = x | 1 << k;
            // candidate − ln(1 + candidate) ≤ y, with 6 ln 2 on both sides. The barrier keeps the choice from
            // becoming a branch.
            let accepted = black_box(candidate + minus_ln(candidate + (1 << FRACTION_64)) <= target);
            x |= (1 << k) & mask(accepted);
        }
        x
    }
}

impl<F: Polar, const BITS: u32> Radius<F> for Inverse<BITS> {
    const ENTROPY_BYTES: usize = bytes_of(BITS);
    const BIAS: RadiusBias = RadiusBias::Inverse { log2: -signed(BITS) - 1 };
    const LOGARITHM: Ledger = LEDGER_64;

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_bits(word(bytes, 0))
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(Self::from_bits(draw_word(<Self as Radius<F>>::ENTROPY_BYTES, entropy)?))
    }

    #[inline]
    fn over_scale(self) -> F::Radius {
        F::units(self.root())
    }
}
