//! cos and sin of a fraction of a turn, in integers: the angle of planar noise.
//!
//! The angle is θ = 2π·turn/2^64, so that every word is an angle and no reduction by π is needed. The top
//! three bits of the word choose the octant, exactly; what is left is x in [0, π/4]. With z = x², two Taylor
//! polynomials in nested form,
//!
//! sin x = x − x·z·(1/3! − z·(1/5! − …)),  cos x = 1 − z/2 + z·z·(1/4! − z·(1/6! − …)).
//!
//! No branch and no memory access depends on the data. [`cos_sin`] is total; x and z are kept in units of
//! 2^-64, called *units* below.
//!
//! **Why nothing overflows**, whatever the factors of the products are: a product of two words is below
//! 2^128; shifted by 68 or more it is below 2^60, and every coefficient is at least 2^63, so [`step`] does
//! not underflow; shifted by 4 it is below 2^124, so the sums of [`octant`] lie between −2^124 and 2^127.
//!
//! The error bound of each operation stands under it, in [`octant`] and [`step`]; [`LEDGER_COS_SIN`] is the
//! sum. The last place alone is more than half of the sum. At turn = 0x1ef1_8517_418a_c178 the cosine is off
//! by 2.71 of the 3.47 units of the ledger.

use crate::cast::low_u64;
use crate::ledger::{Ledger, Unit, term};

/// Fraction bits of the results of [`cos_sin`].
pub const FRACTION_COS_SIN: u32 = 62;

/// π·2^62 rounded to nearest (up, by 0.2314).
pub const PI: u64 = 0xc90f_daa2_2168_c235;

/// 1/(2k+1)! for k = 1 to 9: the coefficients of sin, each times 2^(64 + s) rounded to nearest, with s from
/// [`SHIFTS_SIN`].
pub const SIN: [u64; 9] = [
    0xaaaa_aaaa_aaaa_aaab,
    0x8888_8888_8888_8889,
    0xd00d_00d0_0d00_d00d,
    0xb8ef_1d2a_b639_9c7d,
    0xd732_2b3f_aa27_1c7f,
    0xb092_309d_4368_4be5,
    0xd73f_9f39_9dc0_f88f,
    0xca96_3b81_856a_5359,
    0x97a4_da34_0a0a_b926,
];

/// The exponents s of [`SIN`]: the coefficients are in [2^63, 2^64[.
pub const SHIFTS_SIN: [u32; 9] = [2, 6, 12, 18, 25, 32, 40, 48, 56];

/// 2/(2k+2)! for k = 1 to 8: twice the coefficients of cos, each times 2^(64 + s) rounded to nearest, with s
/// from [`SHIFTS_COS`].
pub const COS: [u64; 8] = [
    0xaaaa_aaaa_aaaa_aaab,
    0xb60b_60b6_0b60_b60b,
    0xd00d_00d0_0d00_d00d,
    0x93f2_7dbb_c4fa_e397,
    0x8f76_c77f_c6c4_bdaa,
    0xc9cb_a546_03e4_e906,
    0xd73f_9f39_9dc0_f88f,
    0xb413_c31d_cbec_bbde,
];

/// The exponents s of [`COS`].
pub const SHIFTS_COS: [u32; 8] = [3, 8, 14, 20, 27, 35, 43, 51];

/// ⌊a·b/2^k⌋ for k < 128.
#[inline]
const fn part(a: u64, b: u64, k: u32) -> u128 {
    (a as u128 * b as u128) >> k
}

/// a·b/2^k to the nearest integer, ties up, for 63 ≤ k ≤ 64. The half is added after all but one bit has been
/// dropped, when the product is below 2^66: no overflow.
#[inline]
const fn nearest(a: u64, b: u64, k: u32) -> u64 {
    low_u64((part(a, b, k - 1) + 1) >> 1)
}

/// One step of a nested polynomial, coefficient − ⌊z·inner/2^(64+s)⌋, for 4 ≤ s < 64 and a coefficient of at
/// least 2^63.
///
/// # Guarantee
/// At least 2^63 − 2^60; at least the exact difference, and less than 1 unit above it.
#[must_use]
#[inline]
pub const fn step(coefficient: u64, z: u64, inner: u64, s: u32) -> u64 {
    coefficient - low_u64(part(z, inner, 64 + s))
}

/// A sum of [`octant`] in units of 2^-126 to the nearest unit of 2^-62; |sum| < 2^127 leaves a sign and 62
/// bits, which the cast keeps.
#[inline]
const fn last_place(sum: i128) -> i64 {
    ((sum + (1 << 63)) >> 64) as i64
}

/// cos and sin of 2π·y/2^64 in units of 2^-62, for y ≤ 2^61: an angle of [0, π/4].
///
/// # Guarantee
/// Both within [`LEDGER_COS_SIN`], and from 0 to 2^62; exactly 2^62 and 0 at y = 0.
#[must_use]
#[inline]
pub const fn octant(y: u64) -> (i64, i64) {
    let x = nearest(y << 2, PI, 63); // 2π·y; 4y ≤ 2^63, so x ≤ π/4·2^64
    // x is off by 1/4 (the constant PI, which 4y/2^63 ≤ 1 multiplies) and 1/2 (rounding): as much in sin, and
    // at most sin x of it in cos. Together the term "angle", 3/4.
    let z = nearest(x, x, 64); // x², below 5/8·2^64
    // z is off by 1/2: |d cos x/dz| ≤ 1/2, so 1/4 in cos, and x/6 of 1/2, 0.07, in sin: the term "square".

    let ([a1, a2, a3, a4, a5, a6, a7, a8, a9], [s1, s2, s3, s4, s5, s6, s7, s8, s9]) = (SIN, SHIFTS_SIN);
    // Each step has an error e ≤ 1/2 (its constant) + 1 (its shift) + e·z/2^4: e ≤ 1.5/(1 − 5/128) < 1.6. The
    // series, alternating and decreasing, leaves out less than x^21/21! < 1/400.
    let inner = step(a8, z, a9, s9 - s8); // 1/17! − z/19!, times 2^48
    let inner = step(a7, z, inner, s8 - s7); // 1/15! − …, times 2^40
    let inner = step(a6, z, inner, s7 - s6);
    let inner = step(a5, z, inner, s6 - s5);
    let inner = step(a4, z, inner, s5 - s4);
    let inner = step(a3, z, inner, s4 - s3);
    let inner = step(a2, z, inner, s3 - s2);
    let inner = step(a1, z, inner, s2 - s1); // 1/3! − z/5! + …, times 2^2
    let d = low_u64(part(z, inner, 64)); // 1 − sin x/x, times 2^2: below 0.42·2^64
    // d is off by 1 + 1.6·5/8 = 2.
    let sin = ((x as i128) << 62) - part(x, d, 2 + s1).cast_signed(); // x − x·d/4: below 2^126
    // 2·x/2^2 < 0.3928 from d, and 2^-62 of the shift: the term "polynomial".

    let ([b1, b2, b3, b4, b5, b6, b7, b8], [s1, s2, s3, s4, s5, s6, s7, s8]) = (COS, SHIFTS_COS);
    // As above; the series leaves out less than x^20/20! < 1/16: the term "series cut".
    let inner = step(b7, z, b8, s8 - s7); // 2/16! − 2z/18!, times 2^43
    let inner = step(b6, z, inner, s7 - s6);
    let inner = step(b5, z, inner, s6 - s5);
    let inner = step(b4, z, inner, s5 - s4);
    let inner = step(b3, z, inner, s4 - s3);
    let inner = step(b2, z, inner, s3 - s2);
    let inner = step(b1, z, inner, s2 - s1); // 2/4! − 2z/6! + …, times 2^3
    let d = low_u64(part(z, inner, 64)); // 1 − 2(1 − cos x)/z, times 2^3: below 0.42·2^64
    let cos = (1 << 126) - ((z as i128) << 61) + part(z, d, 3 + s1).cast_signed(); // 1 − z/2 + z·d/16
    // 2·z/2^4 < 0.08 from d, which is off by 2 as above, and 2^-62 of the shift.

    (last_place(cos), last_place(sin))
    // To the nearest 2^-62: 2, the term "last place".
}

/// The angle in its octant, counted from the nearest multiple of a quarter turn: turn mod 2^62 in an octant
/// of even number, 2^62 less it in one of odd number.
///
/// # Guarantee
/// At most 2^61, and the same for turn, −turn, 2^62 − turn and 2^62 + turn (mod 2^64).
#[must_use]
#[inline]
pub const fn fold(turn: u64) -> u64 {
    let odd = 0u64.wrapping_sub(turn >> 61 & 1);
    // −turn under a mask of all ones; turn mod 2^62 is then at least 2^61, so that 2^62 − it is at most 2^61.
    (turn ^ odd).wrapping_sub(odd) & ((1 << 62) - 1)
}

/// −v if the low bit of `negative` is set, else v, for |v| < 2^63.
#[inline]
const fn with_sign(v: i64, negative: u64) -> i64 {
    let mask = ((negative & 1) << 63).cast_signed() >> 63;
    (v ^ mask) - mask
}

/// cos and sin of 2π·turn/2^64 in units of 2^-62: the polar angle θ = 2πv of THEORY F6, for v = turn/2^64.
///
/// # Guarantee
/// For **every** turn both are within [`LEDGER_COS_SIN`] and of magnitude at most 2^62. Multiples of a
/// quarter turn are exact, and the eight reflections of the square (turn ↦ −turn, 2^62 − turn, 2^62 + turn,
/// …) hold bit for bit. cos² + sin² is not constant (CE7): planar noise gets its condition (iv) from the
/// ledger, not from Condition 2 of the paper (THEORY F19).
//= THEORY F6
#[must_use]
#[inline]
pub const fn cos_sin(turn: u64) -> (i64, i64) {
    let (cos, sin) = octant(fold(turn));
    // Octants 1, 2, 5 and 6 exchange the two; octants 2 to 5 have cos < 0, octants 4 to 7 have sin < 0.
    let swap = ((turn >> 61 ^ turn >> 62) << 63).cast_signed() >> 63;
    let both = (cos ^ sin) & swap;
    (with_sign(cos ^ both, turn >> 62 ^ turn >> 63), with_sign(sin ^ both, turn >> 63))
}

/// Bounds each coordinate of [`cos_sin`]: the larger of the bounds of cos and of sin in [`octant`], 1 unit
/// being 2^-64.
pub const LEDGER_COS_SIN: Ledger = Ledger {
    terms: &[
        term("last place", Unit::One, 1, -63),
        term("angle", Unit::One, 3, -66),
        term("square", Unit::One, 1, -66),
        term("polynomial", Unit::One, 13, -69), // 0.40625 units
        term("series cut", Unit::One, 1, -68),
    ],
};
