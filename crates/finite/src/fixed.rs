//! Fixed point: a word of BITS bits of which FRAC are the fraction. Integers, so every sum is exact.

use crate::cast::{between, saturate, signed};
#[cfg(creusot)]
use crate::contract::{
    half_up, half_up_of_positive,
    integer::{power::*, *},
    product_fits,
};
use crate::error::Error;
#[cfg(not(creusot))]
use crate::format::Format;
use crate::grid::Grid;
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::FRACTION_64;
#[cfg(not(creusot))]
use crate::scale::Scale;
use crate::window::Window;
#[cfg(creusot)]
use creusot_std::macros::{bitwise_proof, ensures, proof_assert, requires, snapshot};

/// raw·2^-FRAC with −2^(BITS−1) ≤ raw < 2^(BITS−1); 2 ≤ BITS ≤ 64, FRAC ≤ 63.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, PartialOrd, Ord))]
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
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct FixedFactor {
    mantissa: u32,
    shift: u32,
}

#[cfg(not(creusot))]
impl FixedFactor {
    /// ⌊mantissa·x/2^shift + ½⌋ for x < 2^90, in units of 2^-58: the product is below 2^114.
    #[inline]
    pub(crate) const fn times(self, x: u128) -> i128 {
        round_shift(self.mantissa as i128 * x.cast_signed(), self.shift)
    }
}

/// ⌊x/2^s + ½⌋ for 1 ≤ s ≤ 126 and |x| < 2^126: nearest, halves upward.
///
/// # Guarantee
/// |2^s·result − x| ≤ 2^(s−1), and monotone in x. s = 0 gives x.
#[cfg_attr(creusot, requires(s@ <= 126 && -power(126) < x@ && x@ < power(126)))]
#[cfg_attr(creusot, ensures(result@ == half_up(x@, s@)))]
#[must_use]
#[inline]
pub const fn round_shift(x: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), positive(s@ - 1), monotone(s@ - 1, 126));
        power(126) == 0x4000_0000_0000_0000_0000_0000_0000_0000 && (s@ > 0 ==> 1 <= power(s@ - 1) && power(s@ - 1) <= power(126))
    });
    if s == 0 { x } else { floor_shift(x + two_to_the(s - 1), s) }
}

/// ⌊x/2^s⌋ for s < 128: a shift of a signed number rounds downward.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 128))]
#[cfg_attr(creusot, ensures(result@ == x@.div_euclid(power(s@))))]
#[inline]
pub(crate) const fn floor_shift(x: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    signed_shift(x, s);
    x >> s
}

/// 2^s for s < 127.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 127))]
#[cfg_attr(creusot, ensures(result@ == power(s@)))]
#[inline]
const fn two_to_the(s: u32) -> i128 {
    #[cfg(creusot)]
    shifted_one(s);
    1 << s
}

/// ±x without a branch, for x > i128::MIN.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x != i128::MIN))]
#[cfg_attr(creusot, ensures(result == if negative { -x } else { x }))]
#[inline]
fn with_sign(x: i128, negative: bool) -> i128 {
    let flip = -i128::from(negative); // 0 or −1
    (x ^ flip) - flip
}

/// ±⌊mantissa·log/2^shift + ½⌋ for a mantissa below 2^24: the product is below 2^88. The magnitude is
/// rounded, then signed, so the law stays symmetric.
#[cfg_attr(creusot, requires(mantissa@ < 0x100_0000 && shift@ <= 126))]
#[cfg_attr(creusot, ensures(result@ == if negative { -half_up(mantissa@ * log@, shift@) } else { half_up(mantissa@ * log@, shift@) }))]
#[inline]
fn product(log: u64, mantissa: u32, shift: u32, negative: bool) -> i128 {
    #[cfg(creusot)]
    let _ =
        snapshot!((values(), product_fits(mantissa@, log@), half_up_of_positive(mantissa@ * log@, shift@)));
    with_sign(round_shift(i128::from(mantissa) * i128::from(log), shift), negative)
}

/// The index of the grid point nearest to a sum, for a grid of 2^shift units: the end of i64 where the index
/// is beyond.
#[cfg_attr(creusot, requires(shift@ <= 126 && -power(126) < sum@ && sum@ < power(126)))]
#[cfg_attr(creusot, ensures(result@ == half_up(sum@, shift@).min(i64::MAX@).max(i64::MIN@)))]
#[inline]
fn index_of(sum: i128, shift: u32) -> i64 {
    saturate(round_shift(sum, shift))
}

#[cfg(not(creusot))]
impl<const BITS: u32, const FRAC: u32> Format for Fixed<BITS, FRAC> {
    /// In units of 2^-58, below 2^90; below 2^64 except for the far draws of [`crate::Lazy`].
    type Log = u128;
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

    #[inline]
    fn scaled(log: u128, factor: FixedFactor, negative: bool) -> i128 {
        match u64::try_from(log) {
            Ok(log) => product(log, factor.mantissa, factor.shift, negative),
            // The same product of a far draw.
            Err(_) => with_sign(factor.times(log), negative),
        }
    }

    // |raw| ≤ 2^63 and |noise| < 2^114: the sum is exact. The shift is at least 0 (see `limit`) and at most 163;
    // beyond 120 every sum rounds to 0 anyway, so it is cut there.
    #[inline]
    fn add_and_round(self, noise: i128, grid: Grid) -> i64 {
        let shift = u32::try_from(grid.log2() + signed(FRAC)).unwrap_or(0).min(120);
        index_of(i128::from(self.0) + noise, shift)
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

#[cfg(test)]
mod tests {
    use super::{index_of, product, round_shift, two_to_the, with_sign};

    #[test]
    fn the_product_is_rounded_in_magnitude_then_signed() {
        for mantissa in [0, 1, 2, 3, 0x80_0000, 0xFF_FFFF] {
            for log in [0, 1, 2, 3, 1 << 40, u64::MAX] {
                for shift in 0..=126 {
                    let magnitude = round_shift(i128::from(mantissa) * i128::from(log), shift);
                    assert!((0..1 << 88).contains(&magnitude));
                    assert_eq!(product(log, mantissa, shift, false), magnitude);
                    assert_eq!(product(log, mantissa, shift, true), -magnitude);
                }
            }
        }
    }

    #[test]
    fn the_helpers_are_what_their_contracts_say() {
        for s in 0..127 {
            assert_eq!(two_to_the(s), 2_i128.pow(s));
        }
        for x in [i128::MIN + 1, -1, 0, 1, i128::MAX] {
            assert_eq!((with_sign(x, false), with_sign(x, true)), (x, -x));
        }
        assert_eq!((index_of(1 << 100, 3), index_of(-(1 << 100), 3)), (i64::MAX, i64::MIN));
        assert_eq!((index_of(12, 3), index_of(11, 3), index_of(-12, 3)), (2, 1, -1));
    }
}
