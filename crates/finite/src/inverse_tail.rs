//! g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2), the inverse of the normal tail in the logarithm: a table and a polynomial, + − × only, no fma.
//!
//! Φ̄ is the tail of the normal law, so 2Φ̄(g(ℓ)) = e^{−ℓ}: if v is uniform on ]0,1], g(−ln v) is the magnitude of a
//! normal variable. g(0) = 0, g is increasing and concave, and its slope, Mills' ratio at g(ℓ), falls from
//! √(π/2) = 1.2533 (THEORY 1.10).
//!
//! The exponent and the next four bits of t = ℓ + 1/4 choose a cell, and with r = ℓ − centre
//!
//! g(ℓ) = value + r·(c₁ + c₂·r + … + c₈·r⁷).
//!
//! The first cell has centre = value = 0, so the result is accurate in the relative sense as ℓ → 0. The cells go
//! to 2^31, as far as the logarithms of [`crate::Lazy`] do.
//!
//! Under each operation stands its error bound, where h = 2^-53 bounds the relative error of one rounding to nearest;
//! [`LEDGER_F64`] is the sum. The last rounding dominates.

use crate::cast::rounded_to_f32;
use crate::format::Format;
use crate::inverse_tail_data::{CELLS, Cell};
use crate::ledger::{Ledger, Unit, term};

/// A format with a kernel for g.
pub trait NormalTail: Format {
    /// Bounds |`inverse_tail`(ℓ) − g(ℓ)| for every ℓ that a draw with an exponent of at most
    /// [`NormalTail::LARGEST_EXPONENT`] has as its logarithm.
    const INVERSE_TAIL: Ledger;
    /// The largest cut-off of a generator whose logarithms the kernel takes: −ln v ≤ (cut-off + 1)·ln 2 is in its domain.
    const LARGEST_EXPONENT: u32;

    /// g(ℓ).
    fn inverse_tail(log: Self::Log) -> Self::Log;

    /// Element i is [`NormalTail::inverse_tail`] of element i.
    fn inverse_tail_each<const N: usize>(logs: [Self::Log; N]) -> [Self::Log; N];
}

/// ℓ below this is in a cell of the table.
pub const END: f64 = 2_147_483_647.75;

/// Added to ℓ before its cell is chosen: the first cells are then not shorter than they need be.
const OFFSET: f64 = 0.25;

/// The cell of ℓ, for 0 ≤ ℓ < [`END`].
///
/// t is ℓ + 1/4, rounded: next to an edge ℓ may fall into the neighbouring cell, by at most one last place of t. The
/// bounds of the polynomials include that.
#[must_use]
#[inline]
pub const fn cell_index(log: f64) -> usize {
    let position = (log + OFFSET).to_bits() >> 48;
    position.wrapping_sub(1021 << 4) as usize // 1/4 has the exponent field 1021
}

/// Cell number `index`, which is below 528 for every ℓ of the domain. For others the fallback, whose polynomial is
/// 1.25·ℓ, keeps the function total; nothing is claimed of it.
#[inline]
fn cell(index: usize) -> &'static Cell {
    const NONE: &Cell = &Cell { centre: 0.0, value: 0.0, slopes: [1.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] };
    CELLS.get(index).unwrap_or(NONE)
}

/// g(ℓ) in f64.
///
/// # Guarantee
/// Within [`LEDGER_F64`] for every ℓ of [0, [`END`][; not negative.
#[must_use]
#[inline]
pub fn inverse_tail_f64(log: f64) -> f64 {
    polynomial(log, cell(cell_index(log)))
}

/// Element i equals [`inverse_tail_f64`] of element i.
///
/// The cells are chosen first, in a loop of their own, which compilers run in wide registers. The polynomials stay one by one, as
/// each takes ten numbers from its own place in the table.
#[must_use]
#[inline]
pub fn inverse_tail_f64_each<const N: usize>(logs: [f64; N]) -> [f64; N] {
    let (mut noise, indices) = (logs, logs.map(cell_index));
    for ((noise, log), index) in noise.iter_mut().zip(logs).zip(indices) {
        *noise = polynomial(log, cell(index));
    }
    noise
}

/// value + r·(c₁ + … + c₈·r⁷). In the cell of t in [2^e, 2^(e+1)[, |r| ≤ w = 2^(e−5) (1 + 2^-25), in the first one
/// 0 ≤ r ≤ 1/64.
#[inline]
fn polynomial(log: f64, cell: &Cell) -> f64 {
    let Cell { centre, value, slopes: [c1, c2, c3, c4, c5, c6, c7, c8] } = *cell;
    let r = log - centre;
    // Exact: centre = 0, or log and centre are within a factor 2 of each other (Sterbenz).
    let z = r * r;
    // h relative.
    let p = (c1 + r * c2) + z * ((c3 + r * c4) + z * ((c5 + r * c6) + z * (c7 + r * c8)));
    // c₁ + … dominates: |r·c₂| ≤ |c₁|/32, and each further pair is smaller by 2^-10. So p is off by little more than h
    // for the last sum, and 1/32 of that for the sum inside and for the product.
    value + r * p
    // r·p rounds by h of itself; |r·p| ≤ |g(ℓ) − value|, which is at most g(ℓ)/32 + 1/48. The last sum is the
    // result: h relative.
}

/// Bounds [`inverse_tail_f64`]: |computed − g(ℓ)| ≤ A + R·g(ℓ). "r p" is what the roundings before the last one come
/// to; "table" is how far the exact polynomial of a cell is from g: the value, the cut of the series, and the rounding
/// of the coefficients. Each is the largest over all cells, where the first cells, in which g is small beside r·p, need
/// the absolute part. The last rounding is relative to the sum it rounds; the slack of "table" covers that.
pub const LEDGER_F64: Ledger = Ledger {
    terms: &[
        term("last rounding", Unit::Magnitude, 1, -53),
        term("r p", Unit::Magnitude, 1, -57),
        term("r p near 0", Unit::Scale, 1, -57),
        term("table", Unit::Magnitude, 3, -59),
        term("table near 0", Unit::Scale, 1, -59),
    ],
};

/// g(ℓ) in f32: that of f64, rounded once.
///
/// # Guarantee
/// Within [`LEDGER_F32`] for every ℓ of f32 in [0, [`END`][; not negative.
#[must_use]
#[inline]
pub fn inverse_tail_f32(log: f32) -> f32 {
    rounded_to_f32(inverse_tail_f64(log.into()))
    // At most 2^17, and 0 or above 2^-64: neither overflow nor subnormal. 2^-24 relative to the result of f64, which
    // is off by A + R·g: in all (1 + 2^-24)(A + R·g) + 2^-24·g.
}

/// Bounds [`inverse_tail_f32`].
pub const LEDGER_F32: Ledger = Ledger {
    terms: &[
        term("conversion", Unit::Magnitude, 1, -24),
        term("kernel of f64", Unit::Magnitude, 9, -56),
        term("kernel of f64 near 0", Unit::Scale, 3, -58),
    ],
};

/// The cut-off of [`crate::Lazy`] is 2^31 and at most 128 more: (2^31 + 129)·ln 2 < 2^31 − 2^29 < [`END`].
const LARGEST_EXPONENT: u32 = (1 << 31) + 128;

impl NormalTail for f64 {
    const INVERSE_TAIL: Ledger = LEDGER_F64;
    const LARGEST_EXPONENT: u32 = LARGEST_EXPONENT;

    #[inline]
    fn inverse_tail(log: Self) -> Self {
        inverse_tail_f64(log)
    }

    #[inline]
    fn inverse_tail_each<const N: usize>(logs: [Self; N]) -> [Self; N] {
        inverse_tail_f64_each(logs)
    }
}

impl NormalTail for f32 {
    const INVERSE_TAIL: Ledger = LEDGER_F32;
    const LARGEST_EXPONENT: u32 = LARGEST_EXPONENT;

    #[inline]
    fn inverse_tail(log: Self) -> Self {
        inverse_tail_f32(log)
    }

    #[inline]
    fn inverse_tail_each<const N: usize>(logs: [Self; N]) -> [Self; N] {
        logs.map(inverse_tail_f32)
    }
}
