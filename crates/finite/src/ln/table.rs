//! −ln in f64 and f32: argument reduction by a table, a short polynomial, + − × only, no fma.
//!
//! v = 2^-k·m with m in [11/16, 11/8). The leading bits of m choose a cell, the cell a short number c near
//! 1/m, and with r = m·c − 1 (|r| < 2^-7.8 in f64, 2^-5.8 in f32)
//!
//! −ln v = (k·ln 2 + ln c) − r + r²·q(r),  q(r) = 1/2 − r/3 + r²/4 − …
//!
//! The cell that ends at 1 has c = 1 and ln c = 0, so the result is accurate in the relative sense as v → 1.
//!
//! Under each operation stands its error bound, where h (2^-53 in f64, 2^-24 in f32) bounds the relative
//! error of one rounding to nearest; [`LEDGER_F64`] and [`LEDGER_F32`] are the sums.
//!
//! The last rounding dominates: for results of some units the bound cannot be lowered by more than the
//! factor 2 between h·|result| and half a last place.

use super::table_data::{CELLS_32, CELLS_64, Cell, LN_2_HIGH_32, LN_2_HIGH_64, LN_2_LOW_32, LN_2_LOW_64};
use crate::cast::{low_u32, power_of_two, signed, to_f32, unsigned_to_f64};
use crate::ledger::{Ledger, Unit, term};

/// A number of [2^-1000, 1[ in f64: the domain of [`minus_ln_f64`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Unit64(f64);

/// A number of [2^-64, 1[ in f32: the domain of [`minus_ln_f32`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Unit32(f32);

/// The largest k of the f64 kernel: its domain begins at 2^-1000.
pub const LARGEST_K_64: u32 = 1000;
/// The largest k of the f32 kernel: its domain begins at 2^-64.
pub const LARGEST_K_32: u32 = 64;

const LEAST_64: f64 = f64::from_bits((1023 - LARGEST_K_64 as u64) << 52);
const LEAST_32: f32 = f32::from_bits((127 - LARGEST_K_32) << 23);

impl Unit64 {
    /// Admits v if 2^-1000 ≤ v < 1.
    #[must_use]
    pub fn new(v: f64) -> Option<Self> {
        (LEAST_64..1.0).contains(&v).then_some(Self(v))
    }

    /// 2^-(e+1)·(1 + mantissa·2^-52): admitted by construction for e < 1000 and mantissa < 2^52.
    #[inline]
    pub(crate) const fn from_parts(e: u32, mantissa: u64) -> Self {
        Self(f64::from_bits(((1022 - e as u64) << 52) + mantissa))
    }

    /// a/2^bits for an odd a < 2^bits ≤ 2^53: both the conversion and the product are exact.
    #[inline]
    pub(crate) const fn from_fraction(a: u64, bits: u32) -> Self {
        Self(unsigned_to_f64(a) * power_of_two(-signed(bits)))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Unit32 {
    /// Admits v if 2^-64 ≤ v < 1.
    #[must_use]
    pub fn new(v: f32) -> Option<Self> {
        (LEAST_32..1.0).contains(&v).then_some(Self(v))
    }

    /// 2^-(e+1)·(1 + mantissa·2^-23): admitted by construction for e < 64 and mantissa < 2^23.
    #[inline]
    pub(crate) const fn from_parts(e: u32, mantissa: u32) -> Self {
        Self(f32::from_bits(((126 - e) << 23) + mantissa))
    }

    /// a/2^bits for an odd a < 2^bits ≤ 2^24, exactly.
    #[inline]
    pub(crate) const fn from_fraction(a: u64, bits: u32) -> Self {
        Self(to_f32(Unit64::from_fraction(a, bits).0))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f32 {
        self.0
    }
}

/// The largest |r| over all cells of the f64 table, exactly.
pub const R_64: f64 = 4424.0 / 1_048_576.0;
/// The largest |r| over all cells of the f32 table, exactly.
pub const R_32: f32 = 17664.0 / 1_048_576.0;

/// 1/2, 1/3, … 1/7 rounded to nearest: q(r) = c₂ − c₃r + c₄r² − …
pub const COEFFICIENTS_64: [f64; 6] = [0.5, 1.0 / 3.0, 0.25, 0.2, 1.0 / 6.0, 1.0 / 7.0];
/// 1/2, 1/3, 1/4, 1/5 rounded to nearest.
pub const COEFFICIENTS_32: [f32; 4] = [0.5, 1.0 / 3.0, 0.25, 0.2];

/// 11/16, where the mantissas of the reduction begin.
const START_64: u64 = 0x3fe6_0000_0000_0000;
const START_32: u32 = 0x3f30_0000;

/// k, the cell's index and m = v·2^k in [11/16, 11/8), exactly.
///
/// With v ≥ 2^-1000 the position is not negative; its quotient by 2^52 is 1000 − k. So nothing wraps; a check
/// would keep compilers from taking several v side by side.
#[must_use]
#[inline]
pub const fn reduce_f64(v: Unit64) -> (u32, usize, f64) {
    let bits = v.0.to_bits();
    let position = bits.wrapping_add((LARGEST_K_64 as u64) << 52).wrapping_sub(START_64);
    let k = (LARGEST_K_64 as u64).wrapping_sub(position >> 52);
    (low_u32(k), (position >> 45) as usize & 127, f64::from_bits(bits.wrapping_add(k << 52)))
}

/// k, the cell's index and m = v·2^k in [11/16, 11/8), exactly.
#[must_use]
#[inline]
pub const fn reduce_f32(v: Unit32) -> (u32, usize, f32) {
    let bits = v.0.to_bits();
    let position = bits + (LARGEST_K_32 << 23) - START_32;
    let k = LARGEST_K_32 - (position >> 23);
    (k, (position >> 18) as usize & 31, f32::from_bits(bits + (k << 23)))
}

/// −ln v in f64.
///
/// # Guarantee
/// Within [`LEDGER_F64`] for every v of [2^-1000, 1[.
#[must_use]
#[inline]
pub fn minus_ln_f64(v: Unit64) -> f64 {
    let (k, index, m) = reduce_f64(v);
    polynomial_f64(f64::from(k), m, cell_64(index))
}

/// Element i equals [`minus_ln_f64`] of the v of draw i.
///
/// One loop for each stage and one array for each number, so that compilers run the reductions and the
/// polynomials in wide registers; only the look-ups stay one by one. (Arrays of tuples, or one loop for all,
/// cost a fifth more.)
#[must_use]
#[inline(always)]
pub fn minus_ln_f64_each<D: Copy, const N: usize>(draws: &[D; N], v: impl Fn(D) -> Unit64) -> [f64; N] {
    let (mut units, mut logs) = ([Unit64(0.5); N], [0.0; N]);
    for (unit, draw) in units.iter_mut().zip(draws) {
        *unit = v(*draw);
    }
    let (mut k, mut m) = (logs, logs);
    for ((k, m), v) in k.iter_mut().zip(&mut m).zip(&units) {
        let (integer, _, mantissa) = reduce_f64(*v);
        (*k, *m) = (f64::from(integer), mantissa);
    }
    let (mut inverse, mut high, mut low) = (logs, logs, logs);
    for (((inverse, high), low), v) in inverse.iter_mut().zip(&mut high).zip(&mut low).zip(&units) {
        let (_, index, _) = reduce_f64(*v);
        Cell { inverse: *inverse, high: *high, low: *low } = cell_64(index);
    }
    let numbers = k.iter().zip(&m).zip(inverse.iter().zip(&high).zip(&low));
    for (log, ((&k, &m), ((&inverse, &high), &low))) in logs.iter_mut().zip(numbers) {
        *log = polynomial_f64(k, m, Cell { inverse, high, low });
    }
    logs
}

/// Cell number `index`, which is below 128; the fallback, the cell of c = 1, is never taken.
#[inline]
fn cell_64(index: usize) -> Cell<f64> {
    CELLS_64.get(index).copied().unwrap_or(Cell { inverse: 1.0, high: 0.0, low: 0.0 })
}

/// w = k·ln 2 + ln c from their high parts, and r = m·c − 1, for k ≤ 1000 and m in the cell. Public so that verifiers can speak
/// about it, as is [`difference_f64`].
///
/// # Guarantee
/// w is exact and r is rounded once.
#[must_use]
#[inline]
pub const fn head_and_residual_f64(k: f64, m: f64, Cell { inverse, high, .. }: Cell<f64>) -> (f64, f64) {
    let m1 = f64::from_bits(m.to_bits() & !0x3ff_ffff);
    // The top 27 bits of m: exact, and so is m − m1.
    let r = (m1 * inverse - 1.0) + (m - m1) * inverse;
    // inverse has 11 bits: both products have at most 38 bits and are exact, as is the difference (Sterbenz).
    // |r| < 2^-7: the sum is off by at most 2^-61, and −ln by 1/(1+r) ≤ 1.005 of that; exact where inverse = 1.
    let w = k * LN_2_HIGH_64 + high;
    // Multiples of 2^-42 below 2^10: exact.
    (w, r)
}

/// w − r as s + t, where s is w − r rounded to nearest.
///
/// # Guarantee
/// Exact for |w| ≥ |r| and for w = 0.
#[must_use]
#[inline]
pub const fn difference_f64(w: f64, r: f64) -> (f64, f64) {
    let s = w - r;
    let t = (w - s) - r;
    // Fast2Sum, as |w| ≥ |r| or w = 0: s + t = w − r exactly, |t| ≤ 2^-44.
    (s, t)
}

/// (k·ln 2 + ln c) − r + r²·q(r), for k ≤ 1000 and |r| ≤ [`R_64`] = 0.00422.
#[inline]
fn polynomial_f64(k: f64, m: f64, cell: Cell<f64>) -> f64 {
    let (w, r) = head_and_residual_f64(k, m, cell);
    let (s, t) = difference_f64(w, r);
    let Cell { low, .. } = cell;
    let low = k * LN_2_LOW_64 + low;
    // < 2^-33: two roundings of 2^-87; constants off by 1000·2^-98 + 2^-97. In all < 2^-85.
    let z = r * r;
    // < 2^-15.7: h relative.
    let [c2, c3, c4, c5, c6, c7] = COEFFICIENTS_64;
    let q = (c2 - r * c3) + z * ((c4 - r * c5) + z * (c6 - r * c7)); // in pairs: products side by side
    // 0.5 ± 0.0015: the two sums next to 1/2 are off by 2^-54 each, the rest by 2^-60. The series that ends
    // with r^7 leaves out less than r^8/8/(1−r) < 2^-66 of the logarithm.
    let p = z * q;
    // < 2^-16.7: h relative; with those of z and q, 2^-15.77·(1.004·2^-53 + 2^-53 + 2^-60) < 1.2·2^-68.
    s + ((p + low) + t)
    // (p + low) + t < 2^-16: 2^-70 + 2^-70 = 2^-69. The last sum is the result: h relative.
}

/// Bounds [`minus_ln_f64`]: |computed − exact| ≤ A + h·exact. The last rounding is relative to the sum it
/// rounds, exact + A; the slack of the term "r" (129/128 for 1.005) covers that and the product with b.
pub const LEDGER_F64: Ledger = Ledger {
    terms: &[
        term("last rounding", Unit::Magnitude, 1, -53),
        term("r", Unit::Scale, 129, -68),
        term("p", Unit::Scale, 5, -70),
        term("series cut after r^7", Unit::Scale, 1, -66),
        term("(p + low) + t", Unit::Scale, 1, -69),
        term("k ln2_low + low", Unit::Scale, 1, -85),
    ],
};

/// [`head_and_residual_f64`] in f32, for k ≤ 64.
///
/// # Guarantee
/// w is exact and r is rounded once.
#[must_use]
#[inline]
pub const fn head_and_residual_f32(k: f32, m: f32, Cell { inverse, high, .. }: Cell<f32>) -> (f32, f32) {
    let m1 = f32::from_bits(m.to_bits() & !0xfff);
    // The top 12 bits of m: exact, and so is m − m1.
    let r = (m1 * inverse - 1.0) + (m - m1) * inverse;
    // inverse has 9 bits: products and difference are exact. |r| < 2^-5: the sum is off by 2^-30, −ln by
    // 1.0172 of that.
    let w = k * LN_2_HIGH_32 + high;
    // Multiples of 2^-16 below 2^6: exact.
    (w, r)
}

/// [`difference_f64`] in f32.
///
/// # Guarantee
/// Exact for |w| ≥ |r| and for w = 0.
#[must_use]
#[inline]
pub const fn difference_f32(w: f32, r: f32) -> (f32, f32) {
    let s = w - r;
    let t = (w - s) - r;
    // Fast2Sum: exact together, |t| ≤ 2^-19.
    (s, t)
}

/// −ln v in f32: the same steps, with k ≤ 64 and |r| ≤ [`R_32`] = 0.01685.
///
/// # Guarantee
/// Within [`LEDGER_F32`] for every v of [2^-64, 1[.
#[must_use]
#[inline]
pub fn minus_ln_f32(v: Unit32) -> f32 {
    let (k, index, m) = reduce_f32(v);
    // k is at most 64, which u8 holds; the conversion to f32 is exact.
    let k = f32::from(u8::try_from(k).unwrap_or(64));
    let cell = CELLS_32.get(index).copied().unwrap_or(Cell { inverse: 1.0, high: 0.0, low: 0.0 });
    let (w, r) = head_and_residual_f32(k, m, cell);
    let (s, t) = difference_f32(w, r);
    let Cell { low, .. } = cell;
    let low = k * LN_2_LOW_32 + low;
    // < 2^-13: two roundings of 2^-38; constants off by 64·2^-44 + 2^-42. In all < 2^-36.
    let z = r * r;
    // < 2^-11.78: h relative.
    let [c2, c3, c4, c5] = COEFFICIENTS_32;
    let q = (c2 - r * c3) + z * (c4 - r * c5);
    // 0.5 ± 0.006: 2^-24 + 2^-29. The series that ends with r^5 leaves out less than r^6/6/(1−r) < 2^-37.
    let p = z * q;
    // With the errors of z and q, 2^-11.78·(1.012·2^-24 + 2^-24 + 2^-29) < 1.22·2^-35.
    s + ((p + low) + t)
    // p + low < 2^-12 and (p + low) + t < 2^-11: 2^-37 + 2^-36 < 2^-35. The last sum is the result: h
    // relative.
}

/// Bounds [`minus_ln_f32`]; as in f64, the slack of the term "r" (131/128 for 1.0172) covers the rest.
pub const LEDGER_F32: Ledger = Ledger {
    terms: &[
        term("last rounding", Unit::Magnitude, 1, -24),
        term("r", Unit::Scale, 131, -37),
        term("p", Unit::Scale, 5, -37),
        term("series cut after r^5", Unit::Scale, 1, -37),
        term("(p + low) + t", Unit::Scale, 1, -35),
        term("k ln2_low + low", Unit::Scale, 1, -36),
    ],
};
