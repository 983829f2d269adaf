//! Fixed point: a word of BITS bits of which FRAC are the fraction. Integers, so every sum is exact.

use crate::cast::{between, saturate, signed};
use crate::error::Error;
use crate::format::Format;
use crate::grid::Grid;
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::FRACTION_64;
use crate::scale::Scale;
use crate::window::Window;

/// raw·2^-FRAC with −2^(BITS−1) ≤ raw < 2^(BITS−1); 2 ≤ BITS ≤ 64, FRAC ≤ 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixed<const BITS: u32, const FRAC: u32>(i64);

impl<const BITS: u32, const FRAC: u32> Fixed<BITS, FRAC> {
    const ADMISSIBLE: () = assert!(2 <= BITS && BITS <= 64 && FRAC <= 63, "2 ≤ BITS ≤ 64 and FRAC ≤ 63");
    /// The largest number of the format.
    pub const MAX: Self = Self(i64::MAX >> (64 - BITS));
    /// The smallest number of the format.
    pub const MIN: Self = Self(i64::MIN >> (64 - BITS));

    /// raw·2^-FRAC, if it is in the word.
    #[must_use]
    pub const fn from_raw(raw: i64) -> Option<Self> {
        let () = Self::ADMISSIBLE;
        if Self::MIN.0 <= raw && raw <= Self::MAX.0 { Some(Self(raw)) } else { None }
    }

    /// The number times 2^FRAC.
    #[must_use]
    pub const fn raw(self) -> i64 {
        self.0
    }
}

/// b for integer products: b·2^FRAC·2^-58 = mantissa·2^-shift with 1 ≤ shift ≤ 126.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedFactor {
    mantissa: u32,
    shift: u32,
}

/// ⌊x/2^s + ½⌋ for 1 ≤ s ≤ 126 and |x| < 2^126: nearest, halves upward.
///
/// # Guarantee
/// |2^s·result − x| ≤ 2^(s−1), and monotone in x. s = 0 gives x.
#[must_use]
#[inline]
pub const fn round_shift(x: i128, s: u32) -> i128 {
    if s == 0 { x } else { (x + (1 << (s - 1))) >> s }
}

impl<const BITS: u32, const FRAC: u32> Format for Fixed<BITS, FRAC> {
    /// In units of 2^-58.
    type Log = u64;
    type Factor = FixedFactor;
    /// In units of 2^-FRAC; wider than any word, so that no noise is cut.
    type Noise = i128;

    const PRODUCT: Ledger =
        Ledger { terms: &[term("b times the logarithm", Unit::One, 1, -signed(FRAC) - 1)] };

    fn factor(scale: Scale) -> Result<FixedFactor, Error> {
        let () = Self::ADMISSIBLE;
        match u32::try_from(signed(FRACTION_64) - signed(FRAC) - scale.exponent()) {
            Ok(shift @ 1..=126) => Ok(FixedFactor { mantissa: scale.mantissa(), shift }),
            _ => Err(Error::ScaleForFormat),
        }
    }

    // mantissa·log < 2^24·2^64. The magnitude is rounded, then signed.
    #[inline]
    fn scaled(log: u64, factor: FixedFactor, negative: bool) -> i128 {
        let magnitude = round_shift(i128::from(factor.mantissa) * i128::from(log), factor.shift);
        let flip = -i128::from(negative); // 0 or −1
        (magnitude ^ flip) - flip
    }

    // |raw| ≤ 2^63 and |noise| < 2^88: the sum is exact. The shift is at least 0 (see `limit`) and at most 163;
    // beyond 100 every sum rounds to 0 anyway, so it is cut there.
    #[inline]
    fn add_and_round(self, noise: i128, grid: Grid) -> i64 {
        let shift = u32::try_from(grid.log2() + signed(FRAC)).unwrap_or(0).min(100);
        saturate(round_shift(i128::from(self.0) + noise, shift))
    }

    #[inline]
    fn grid_point(index: i64, grid: Grid) -> Self {
        let limit = Self::limit(grid).unwrap_or(0);
        let shift = u32::try_from(grid.log2() + signed(FRAC)).unwrap_or(0).min(63);
        // The clamp keeps the promise of the type, that raw is in the word, for every index.
        Self(between(index, -limit, limit) << shift)
    }

    fn edge_shift(_: Window) -> Term {
        term("exact sum", Unit::One, 0, 0)
    }

    fn limit(grid: Grid) -> Result<i64, Error> {
        match u32::try_from(grid.log2() + signed(FRAC)) {
            Ok(shift) => Ok(Self::MAX.0 >> shift.min(63)),
            Err(_) => Err(Error::GridForFormat { log2: grid.log2() }),
        }
    }

    fn is_finite(self) -> bool {
        true
    }

    fn is_nan(self) -> bool {
        false
    }
}
