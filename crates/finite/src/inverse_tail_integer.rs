//! g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2) in integers: the kernel of [`crate::inverse_tail`] for fixed point, a table and a polynomial.
//!
//! ℓ and the result are in units of 2^-58. The leading one of t = ℓ + 1/4 and the four bits behind it choose a cell; the
//! bits behind those say where in the cell ℓ is, exactly, as y between −1 and 1 in units of 2^-62. Then
//!
//! g(ℓ) = value + d₁·y + … + d₉·y⁹,
//!
//! from the inside out. No branch depends on ℓ. The error bound of each operation stands under it, in units of 2^-62;
//! [`LEDGER`] is the sum.

use crate::cast::low_i64;
#[cfg(not(creusot))]
use crate::cast::{low_u32, low_u64};
#[cfg(creusot)]
use crate::contract::{half_up, integer::power::*, product_of_units_fits};
#[cfg(not(creusot))]
use crate::fixed::Fixed;
use crate::fixed::{floor_shift, round_shift};
#[cfg(not(creusot))]
use crate::inverse_tail::NormalTail;
#[cfg(not(creusot))]
use crate::inverse_tail_integer_data::{CELLS, Cell};
use crate::ledger::{Ledger, Unit, term};
use crate::ln::shift_add::FRACTION_64;
#[cfg(creusot)]
use creusot_std::macros::{ensures, requires, snapshot};

/// 1/4, in units of 2^-58.
const OFFSET: u64 = 1 << (FRACTION_64 - 2);

/// ℓ below this, in units of 2^-58, is in a cell of the table: 64 − 1/4.
pub const END: u64 = OFFSET.wrapping_neg(); // 64 is 2^64 units.

/// The cell of ℓ and y in units of 2^-62, exactly, for ℓ < [`END`].
///
/// t is below 2^64 and has at least 57 bits, so z = its leading zeros is at most 7. Shifted left by z + 1 it has lost its
/// leading one: the next four bits are the cell in the octave, and the 60 bits below those the place in the cell.
#[cfg(not(creusot))]
#[must_use]
#[inline]
pub const fn place(log: u64) -> (usize, i64) {
    let t = log.wrapping_add(OFFSET);
    let zeros = (t | OFFSET).leading_zeros(); // The bit of OFFSET changes nothing for ℓ < END and keeps the shift below 64.
    let rest = (t << zeros) << 1;
    let octave = 7_u32.wrapping_sub(zeros);
    let index = (octave << 4) + low_u32(rest >> 60);
    // 0 ≤ rest mod 2^60 < 2^60: from −2^62 to 2^62 − 8 in steps of 8.
    let y = ((rest << 4) >> 1).cast_signed() - (1 << 62);
    (index as usize, y)
}

/// ⌊a·b/2^62⌋ for |a|, |b| ≤ 2^62: at most 2^62 in magnitude.
#[cfg_attr(creusot, requires(-0x4000_0000_0000_0000 <= a@ && a@ <= 0x4000_0000_0000_0000))]
#[cfg_attr(creusot, requires(-0x4000_0000_0000_0000 <= b@ && b@ <= 0x4000_0000_0000_0000))]
#[cfg_attr(creusot, ensures(result@ == (a@ * b@).div_euclid(power(62))))]
#[cfg_attr(creusot, ensures(-0x4000_0000_0000_0000 <= result@ && result@ <= 0x4000_0000_0000_0000))]
#[inline]
fn product(a: i64, b: i64) -> i64 {
    #[cfg(creusot)]
    let _ = snapshot!(product_of_units_fits(a@, b@));
    low_i64(floor_shift(i128::from(a) * i128::from(b), 62))
}

/// inner·y, which is in units of 2^-124, in units of 2^-58, to nearest, for |inner|, |y| ≤ 2^62: at most 2^58 in magnitude.
#[cfg_attr(creusot, requires(-0x4000_0000_0000_0000 <= inner@ && inner@ <= 0x4000_0000_0000_0000))]
#[cfg_attr(creusot, requires(-0x4000_0000_0000_0000 <= y@ && y@ <= 0x4000_0000_0000_0000))]
#[cfg_attr(creusot, ensures(result@ == half_up(inner@ * y@, 66)))]
#[inline]
fn last_product(inner: i64, y: i64) -> i64 {
    #[cfg(creusot)]
    let _ = snapshot!(product_of_units_fits(inner@, y@));
    low_i64(round_shift(i128::from(inner) * i128::from(y), 66))
}

/// g(ℓ) in units of 2^-58.
///
/// # Guarantee
/// Within [`LEDGER`] for every ℓ < [`END`] in units of 2^-58.
#[cfg(not(creusot))]
#[must_use]
#[inline]
pub fn inverse_tail_64(log: u64) -> u64 {
    let (index, y) = place(log);
    // Never taken for ℓ < END: the fallback keeps the function total, and nothing is claimed of it.
    let Cell { value, slopes } =
        CELLS.get(index).copied().unwrap_or(Cell { value: i64::MAX, slopes: [0; 9] });
    let mut inner = 0_i64;
    for d in slopes.into_iter().rev() {
        // |inner| < 2^60: each d is below 2^59, and every one at most 1/16 of the one before it.
        inner = d.wrapping_add(product(inner, y));
        // A floor: less than 1 low, for all but d₉. What came before counts |y| ≤ 1 times.
    }
    // d₁ + d₂·y + … is at most 8 low.
    let sum = value.wrapping_add(last_product(inner, y));
    // To units of 2^-58, to nearest: 8 units of 2^-62.
    // Next to ℓ = 0 the sum may be −1: then it is 0, which is nearer to g.
    (sum & !(sum >> 63)).cast_unsigned()
}

/// Bounds [`inverse_tail_64`]. "table" is how far the polynomials of the cells, with their rounded coefficients, are from g.
pub const LEDGER: Ledger = Ledger {
    terms: &[
        term("last place", Unit::Scale, 1, -59),
        term("floors", Unit::Scale, 1, -59),
        term("table", Unit::Scale, 9, -62),
    ],
};

#[cfg(not(creusot))]
impl<const BITS: u32, const FRAC: u32> NormalTail for Fixed<BITS, FRAC> {
    const INVERSE_TAIL: Ledger = LEDGER;
    // 91·ln 2 < 63.1: below END, with room for the error of the logarithm. The far draws of `Lazy` are beyond.
    const LARGEST_EXPONENT: u32 = 90;

    #[inline]
    fn inverse_tail(log: u128) -> u128 {
        inverse_tail_64(low_u64(log)).into()
    }

    #[inline]
    fn inverse_tail_each<const N: usize>(logs: [u128; N]) -> [u128; N] {
        logs.map(Self::inverse_tail)
    }
}
