//! −ln of a word, with shifts and additions: the shift-and-add logarithm.
//!
//! Normalise x/2^w = 2^-e·m with m in [1/2, 1). For k = 1, 2, …, K multiply m by 1 + 2^-k whenever the
//! product stays at most 1, and add ln(1+2^-k) whenever it was taken. **The exact product invariant:**
//! m₀·Π(taken factors) = 1 − r, so −ln m₀ = Σ ln(taken factors) − ln(1−r), where every step is a shift, an
//! addition and a comparison; what the shifts drop is bounded below. Since r ≤ 2^-K, two terms of the
//! series, r + r²/2, finish. No branch and no memory access depends on the data.
//!
//! [`minus_ln_16`], [`minus_ln_32`] and [`minus_ln_64`] are total. Their inner steps are public so that
//! verifiers can speak about them; outside the ranges stated at each, an overflow check may panic.
//!
//! m is kept in units of 2^-63 ([`ONE`] = 2^63), logarithms in units of 2^-64, called *units* below.
//!
//! **Why one pass suffices.** Invariant I_k, after step k: m·(1+2^-k) ≥ ONE. I_0 holds as m ≥ ONE/2. Step k:
//! not taken means m + ⌊m/2^k⌋ > ONE, hence I_k. Taken, m′ > m(1+2^-k) − 1, and
//! m′(1+2^-k) > m(1+2^-(k−1)) + m·2^-2k − 2 ≥ ONE by I_{k−1}, as m·2^-2k ≥ 2^62·2^-42 > 2. So after K steps
//! ONE − m ≤ m·2^-K ≤ 2^(63−K).
//!
//! The error bound of each operation of [`series`] stands under it, in units; *high* means that the result is
//! too large, *low* that it is too small. [`LEDGER_16`], [`LEDGER_32`] and [`LEDGER_64`] are the sums.

use crate::cast::{low_u32, low_u64, under};
#[cfg(creusot)]
use crate::contract::{
    constant_is_small, head_fits,
    integer::{power::*, *},
    is_bounded, is_taken,
    logarithm::{constant::*, order::series_is_tail, top::*, value::*},
    no_step, no_sum, normalised, one, one_more_step, residual, residual_bound, square_fits, stepped,
    sum_step,
};
#[cfg(not(creusot))]
use crate::ledger::Term;
use crate::ledger::{Ledger, Unit, term};
use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
#[cfg(creusot)]
use creusot_std::{
    logic::Int,
    macros::{bitwise_proof, ensures, invariant, proof_assert, requires, snapshot},
    std::num::NumExt,
};

/// 1, in the units of m.
pub const ONE: u64 = 1 << 63;

/// ln(1 + 2^-k)·2^64 rounded to nearest, for k = 1 to 21.
pub const LN_FACTORS: [u64; 21] = [
    0x67cc_8fb2_fe61_2fcb,
    0x391f_ef8f_3534_4358,
    0x1e27_076e_2af2_e5ea,
    0x0f85_1860_08b1_5331,
    0x07e0_a6c3_9e0c_c013,
    0x03f8_1516_1f80_7c7a,
    0x01fe_02a6_b106_7890,
    0x00ff_8055_1588_5e02,
    0x007f_e00a_a6ac_439a,
    0x003f_f801_5515_621f,
    0x001f_fe00_2aa6_ab11,
    0x000f_ff80_0555_1559,
    0x0007_ffe0_00aa_a6ab,
    0x0003_fff8_0015_5515,
    0x0001_fffe_0002_aaa7,
    0x0000_ffff_8000_5555,
    0x0000_7fff_e000_0aab,
    0x0000_3fff_f800_0155,
    0x0000_1fff_fe00_002b,
    0x0000_0fff_ff80_0005,
    0x0000_07ff_ffe0_0001,
];

/// ln 2·2^80 rounded to nearest.
pub const LN_2: u128 = 0xb172_17f7_d1cf_79ab_c9e4;

/// How many steps the 16-, 32- and 64-bit kernels take.
pub const STEPS_16: u32 = 12;
/// See [`STEPS_16`].
pub const STEPS_32: u32 = 18;
/// See [`STEPS_16`].
pub const STEPS_64: u32 = 21;

/// ⌊m/2^k⌋ for k < 64, alone so that a verifier can give it an integer contract.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(k@ < 64))]
#[cfg_attr(creusot, ensures(result@ == m@.div_euclid(power(k@))))]
#[must_use]
#[inline]
pub const fn part(m: u64, k: u32) -> u64 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    m >> k
}

/// ⌊x/2^k⌋ for k < 128: [`part`] for a double word.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(k@ < 128))]
#[cfg_attr(creusot, ensures(result@ == x@.div_euclid(power(k@))))]
#[inline]
const fn part_128(x: u128, k: u32) -> u128 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    x >> k
}

/// All ones if 1 ≤ m ≤ [`ONE`], else zero, for m ≤ 1.5·2^63. Written as arithmetic, because compilers turn a
/// comparison and a mask back into a branch: if m ≤ ONE the difference wraps and its top bit is set.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(1u64 <= m && m <= 0xC000_0000_0000_0000u64))]
#[cfg_attr(creusot, ensures(result == if m <= 0x8000_0000_0000_0000u64 { 0xFFFF_FFFF_FFFF_FFFFu64 } else { 0u64 }))]
#[inline]
const fn at_most_one(m: u64) -> u64 {
    0u64.wrapping_sub(m.wrapping_sub(ONE + 1) >> 63)
}

/// ln(1 + 2^-k)·2^64 rounded to nearest, for 1 ≤ k ≤ 21; 0 for any other k, which no kernel asks for.
#[cfg_attr(creusot, ensures(result@ == ln_constant(k@)))]
#[cfg_attr(creusot, ensures(1 <= k@ && k@ <= 21 ==> result@ * power(k@) <= 0x1_0000_0000_0000_0000))]
#[must_use]
#[inline]
pub fn ln_factor(k: u32) -> u64 {
    #[cfg(creusot)]
    constant_is_small(k);
    #[cfg(creusot)]
    constant_is_stated(k);
    #[cfg(creusot)]
    let _ = snapshot!(no_constant(k@));
    LN_FACTORS.get((k as usize).wrapping_sub(1)).copied().unwrap_or(0)
}

/// One step for m ≥ 1: (m, sum) becomes (m + ⌊m/2^k⌋, sum + ln_factor) if the new m is at most [`ONE`], else
/// stays.
///
/// # Guarantee
/// m ≤ ONE and k ≥ 1 give a result m′ with m ≤ m′ ≤ ONE. No overflow: m + ⌊m/2^k⌋ ≤ 1.5·2^63, and the sum of
/// all 21 constants is below 2^64 (Π(1+2^-k) < 2.4 < e).
#[cfg_attr(creusot, requires(1 <= m@ && m@ <= one() && 1 <= k@ && k@ < 64))]
#[cfg_attr(creusot, requires(sum@ + ln_factor@ <= u64::MAX@))]
#[cfg_attr(creusot, ensures(result.0@ == stepped(m@, k@)))]
#[cfg_attr(creusot, ensures(result.1@ == if is_taken(m@, k@) { sum@ + ln_factor@ } else { sum@ }))]
#[must_use]
#[inline]
pub const fn step(m: u64, sum: u64, k: u32, ln_factor: u64) -> (u64, u64) {
    let part = part(m, k);
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), monotone(1, k@), division(m@, power(k@)));
        2 * part@ <= m@
    });
    let take = at_most_one(m + part); // (m = 0, which no kernel has, is never taken.)
    (m + under(take, part), sum + under(take, ln_factor))
}

/// The normalisation: m in [2^62, 2^63] to m′ in [2^63 − 2^(63−K), 2^63], and the sum of the logarithms of
/// the factors taken.
///
/// # Guarantee
/// I_K: m′·(2^K + 1) ≥ 2^(63+K); and m·Π(taken) − m′ lies in [0, 2K] (the exact product).
#[cfg_attr(creusot, requires(1 <= K@ && K@ <= 21 && 0x4000_0000_0000_0000 <= m@ && m@ <= one()))]
#[cfg_attr(creusot, ensures(result.0@ == normalised(m@, K@) && m@ <= result.0@ && result.0@ <= one()))]
#[cfg_attr(creusot, ensures((one() - result.0@) * power(K@) <= one()))]
#[cfg_attr(creusot, ensures(result.1@ == taken_sum(m@, K@)))]
#[must_use]
#[inline]
pub fn normalise<const K: u32>(m: u64) -> (u64, u64) {
    #[cfg(not(creusot))]
    const {
        assert!(1 <= K && K <= 21, "one constant for each step")
    };
    let (mut grown, mut sum, mut k) = (m, 0_u64, 1_u32);
    #[cfg(creusot)]
    let _ = snapshot!((no_step(m@), no_sum(), no_constant_yet(m@)));
    #[cfg_attr(creusot, invariant(1 <= k@ && k@ <= K@ + 1 && grown@ == normalised(m@, k@ - 1)))]
    #[cfg_attr(creusot, invariant(m@ <= grown@ && grown@ <= one()))]
    #[cfg_attr(creusot, invariant(is_bounded(sum@, k@ - 1) && sum@ == taken_sum(m@, k@ - 1)))]
    while k <= K {
        let ln_factor = ln_factor(k);
        #[cfg(creusot)]
        let _ = snapshot!((
            sum_step(sum@, ln_factor@, k@),
            one_more_step(m@, k@),
            one_more_constant(m@, k@),
            residual(m@, k@)
        ));
        (grown, sum) = step(grown, sum, k, ln_factor);
        k += 1;
    }
    #[cfg(creusot)]
    let _ = snapshot!(residual_bound(m@, K@));
    (grown, sum)
}

/// −ln(n/2^64) + e·ln 2 in units of 2^-64, for n ≥ 2^63 and e ≤ 128.
#[cfg_attr(creusot, requires(1 <= K@ && K@ <= 21 && one() <= n@ && e@ <= 128))]
#[cfg_attr(creusot, ensures(result@ == series_value(n@, e@, K@)))]
#[cfg_attr(creusot, ensures(12 <= K@ ==> result@ < e@ * 0xB172_17F7_D1CF_79AC + 0x1_0020_0000_0000_0000))]
#[must_use]
#[inline]
pub fn series<const K: u32>(n: u64, e: u32) -> u128 {
    let (m, sum) = normalise::<K>(part(n, 1));
    #[cfg(creusot)]
    proof_assert!({
        let _ = values();
        m@ == normalised(n@.div_euclid(2), K@) && sum@ == taken_sum(n@.div_euclid(2), K@)
    });
    // ⌊n/2⌋ is 2 high: ln(n/(n−1)) ≤ 2^-63 for odd n > 2^63. Each ⌊m/2^k⌋ that is taken loses τ < 1, and
    // ln(1+τ/m′) ≤ (1+2^-k)/2^63 as m′ ≥ ONE/(1+2^-k): Σ 2(1+2^-k) ≤ 2(K+1) high. The constants, each rounded
    // to nearest, are 3 high or low: Σ over those rounded up, and down.
    let r = ONE - m; // at most 2^(63−K) by I_K; no underflow as m ≤ ONE
    let head = part(r, 32 - K); // at most 2^31, so its square fits
    #[cfg(creusot)]
    proof_assert!({
        let _ = (positive(32 - K@), division(r@, power(32 - K@)), head_fits(r@, head@, K@));
        r@ <= 0x4000_0000_0000_0000
            && head@ * head@ <= 0x4000_0000_0000_0000
            && (12 <= K@ ==> r@ <= 0x8_0000_0000_0000)
    });
    let square = part(head * head, 2 * K - 1); // r²/2
    // From the top 31 bits of r: 2r·2^(32−K)/2^63 ≤ 2^(33−2K) low; the shift: 1 low. What the series leaves
    // out, r³/3 + r⁴/4 + … ≤ r³/(3(1−r)), is 2^(64−3K)/3·(1+2^-10) low.
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), square_fits(head@ * head@, K@));
        square@ <= 0x4000_0000_0000_0000 && (12 <= K@ ==> square@ <= 0x4_0000_0000_0000) && power(16) == 0x1_0000
    });
    let exponent = part_128(u128::from(e) * LN_2, 16); // below 2^7·2^80
    #[cfg(creusot)]
    proof_assert!(exponent@ == (e@ * ln_2()).div_euclid(0x1_0000) && 2 * r@ + square@ == rest(m@, K@));
    // The constant is off by ½·2^-16 and e ≤ 128, and the shift: 1 + 2^-10, low or high. The sums below are
    // exact.
    exponent + u128::from(sum) + u128::from(2 * r + square)
}

/// Half of the last place of [`minus_ln_16`], in units.
const HALF_16: u128 = 1 << 35;
/// Half of the last place of [`minus_ln_32`], in units.
const HALF_32: u128 = 1 << 15;
/// Fraction bits of the result of [`minus_ln_16`].
pub const FRACTION_16: u32 = 28;
/// Fraction bits of the result of [`minus_ln_32`].
pub const FRACTION_32: u32 = 48;
/// Fraction bits of the results of [`minus_ln_64`] and [`minus_ln_scaled`].
pub const FRACTION_64: u32 = 58;

/// −ln(x/2^16) in units of 2^-28.
///
/// # Guarantee
/// Within [`LEDGER_16`] for every x; strictly decreasing, as neighbours differ by more than 2^-16. At most
/// 16·ln 2 < 2^4, so the cast keeps everything.
#[cfg(not(creusot))]
#[must_use]
#[inline]
pub fn minus_ln_16(x: NonZeroU16) -> u32 {
    minus_ln_of_16(x.get())
}

/// [`minus_ln_16`] of x ≠ 0, as verifiers take it.
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result@ == (series_value(x@ * power(48 + x.leading_zeros_logic()@), x.leading_zeros_logic()@, 12) + 0x8_0000_0000).div_euclid(0x10_0000_0000)))]
#[inline]
pub(crate) fn minus_ln_of_16(x: u16) -> u32 {
    let e = leading_zeros_16(x);
    #[cfg(creusot)]
    let _ = snapshot!((aligned_16(x@, e@), rounding_values()));
    let sum = series::<STEPS_16>(shifted_up(u64::from(x), 48 + e), e);
    low_u32(low_u64(part_128(sum + HALF_16, 36)))
}

/// −ln(x/2^32) in units of 2^-48.
///
/// # Guarantee
/// Within [`LEDGER_32`] for every x; strictly decreasing, as neighbours differ by more than 2^-32. At most
/// 32·ln 2 < 2^5.
#[cfg(not(creusot))]
#[must_use]
#[inline]
pub fn minus_ln_32(x: NonZeroU32) -> u64 {
    minus_ln_of_32(x.get())
}

/// [`minus_ln_32`] of x ≠ 0, as verifiers take it.
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result@ == (series_value(x@ * power(32 + x.leading_zeros_logic()@), x.leading_zeros_logic()@, 18) + 0x8000).div_euclid(0x1_0000)))]
#[inline]
pub(crate) fn minus_ln_of_32(x: u32) -> u64 {
    let e = leading_zeros_32(x);
    #[cfg(creusot)]
    let _ = snapshot!((aligned_32(x@, e@), rounding_values()));
    let sum = series::<STEPS_32>(shifted_up(u64::from(x), 32 + e), e);
    low_u64(part_128(sum + HALF_32, 16))
}

/// −ln(x/2^64) in units of 2^-58.
///
/// # Guarantee
/// Within [`LEDGER_64`] for every x. At most 64·ln 2 < 2^6.
#[cfg(not(creusot))]
#[must_use]
#[inline]
pub fn minus_ln_64(x: NonZeroU64) -> u64 {
    minus_ln_of_64(x.get())
}

/// [`minus_ln_64`] of x ≠ 0, as verifiers take it.
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result@ == scaled_value(x@ * power(x.leading_zeros_logic()@), x.leading_zeros_logic()@)))]
#[inline]
pub(crate) fn minus_ln_of_64(x: u64) -> u64 {
    let (n, e) = aligned(x);
    minus_ln_scaled(n, e)
}

/// −ln(n/2^64) + e·ln 2 in units of 2^-58, for n ≥ 2^63 and e ≤ 90.
///
/// The sum is off by −6 to +50 units ([`series`], K = 21), so the rounding constant is 32 − 22 instead of
/// half of the last place, 32: the error is then within ±60 units instead of ±82.
///
/// # Guarantee
/// Within [`LEDGER_64`]. At most 91·ln 2 < 2^6.
#[cfg_attr(creusot, requires(one() <= n@ && e@ <= 90))]
#[cfg_attr(creusot, ensures(result@ == scaled_value(n@, e@)))]
#[cfg_attr(creusot, ensures(result@ * 64 < e@ * 0xB172_17F7_D1CF_79AC + 0x1_0020_0000_0000_000A))]
#[must_use]
#[inline]
pub fn minus_ln_scaled(n: u64, e: u32) -> u64 {
    let rounded = part_128(series::<STEPS_64>(n, e) + 10, 6);
    // The cast keeps everything.
    #[cfg(creusot)]
    proof_assert!({
        let _ = values();
        rounded@ <= u64::MAX@
    });
    low_u64(rounded)
}

/// −ln(n/2^64) + e·ln 2 in units of 2^-58, for n ≥ 2^63 and any e: [`minus_ln_scaled`] without its limit on
/// e, in a wider word.
///
/// # Guarantee
/// Within [`LEDGER_64`] and [`FAR`] together. The sum is that of [`series`]; only the line of e·ln 2 changes:
/// the constant [`LN_2`] is off by at most ½·2^-80, so the product is off by at most e·2^-81, and as the
/// result is at least e·ln 2, that is below 2^-80 of it. The product is below 2^32·2^80 and the result below
/// 2^90.
#[cfg_attr(creusot, requires(one() <= n@))]
#[cfg_attr(creusot, ensures(result@ == scaled_value(n@, e@)))]
#[must_use]
#[inline]
pub fn minus_ln_far(n: u64, e: u32) -> u128 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), quotient(0, 0x1_0000, 0), series_is_tail(n@, e@, 21), series_is_tail(n@, 0, 21));
        let _ = quotient_is_small(e@ * ln_2(), 0x1_0000);
        series_value(n@, e@, 21) == (e@ * ln_2()).div_euclid(0x1_0000) + series_value(n@, 0, 21)
    });
    part_128(part_128(u128::from(e) * LN_2, 16) + series::<STEPS_64>(n, 0) + 10, 6)
}

/// a + b where that is below 2^64; the sum wraps, so that no check stands in the way of wide registers.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(a@ + b@ <= u64::MAX@))]
#[cfg_attr(creusot, ensures(result@ == a@ + b@))]
#[inline]
const fn wrapping_sum(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// [`step`], with sums that wrap: on its domain they never do, and a check at each would keep compilers from
/// taking several places side by side.
#[cfg_attr(creusot, requires(1 <= m@ && m@ <= one() && 1 <= k@ && k@ < 64))]
#[cfg_attr(creusot, requires(sum@ + ln_factor@ <= u64::MAX@))]
#[cfg_attr(creusot, ensures(result.0@ == stepped(m@, k@)))]
#[cfg_attr(creusot, ensures(result.1@ == if is_taken(m@, k@) { sum@ + ln_factor@ } else { sum@ }))]
#[must_use]
#[inline]
pub const fn lane_step(m: u64, sum: u64, k: u32, ln_factor: u64) -> (u64, u64) {
    let part = part(m, k);
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), monotone(1, k@), division(m@, power(k@)));
        2 * part@ <= m@
    });
    let take = at_most_one(wrapping_sum(m, part));
    (wrapping_sum(m, under(take, part)), wrapping_sum(sum, under(take, ln_factor)))
}

/// ⌊(⌊e·LN_2/2^16⌋ + low + 10)/2^6⌋, the end of [`minus_ln_scaled`], in 64 bits, for low ≤ 2^64 − 2^14 and e
/// ≤ 90.
///
/// # Guarantee
/// e·LN_2 = 2^22·e·A + e·B with B < 2^22, so this is e·A + ⌊(⌊e·B/2^16⌋ + low + 10)/2^6⌋; e·B/2^16 is below
/// 2^13 and the result below 2^64: nothing wraps.
#[cfg_attr(creusot, requires(low@ <= 0xFFFF_FFFF_FFFF_C000 && e@ <= 90))]
#[cfg_attr(creusot, ensures(result@ == ((e@ * ln_2()).div_euclid(0x1_0000) + low@ + 10).div_euclid(64)))]
#[must_use]
#[inline]
pub const fn lane_end(low: u64, e: u32) -> u64 {
    let e = e as u64;
    #[cfg(creusot)]
    proof_assert!({
        let _ = (values(), lane_split(e@), quotient_is_small(e@ * 0x2b_c9e4, 0x1_0000));
        power(16) == 0x1_0000
            && power(6) == 64
            && (e@ * 0x2b_c9e4).div_euclid(0x1_0000) <= 0x1FFF
            && (e@ * ln_2()).div_euclid(0x1_0000) == 64 * (e@ * 0x2c5_c85f_df47_3de6) + (e@ * 0x2b_c9e4).div_euclid(0x1_0000)
    });
    let rest = wrapping_sum(wrapping_sum(part(wrapping_product(e, LN_2_LOW), 16), low), 10);
    #[cfg(creusot)]
    proof_assert!({
        let _ = lane_sum(e@ * 0x2c5_c85f_df47_3de6, rest@);
        (64 * (e@ * 0x2c5_c85f_df47_3de6) + rest@).div_euclid(64) == e@ * 0x2c5_c85f_df47_3de6 + rest@.div_euclid(64)
            && rest@.div_euclid(64) <= 0x400_0000_0000_0000
    });
    wrapping_sum(wrapping_product(e, LN_2_HIGH), part(rest, 6))
}

/// ⌊[`LN_2`]/2^22⌋: A of [`lane_end`].
const LN_2_HIGH: u64 = 0x2c5_c85f_df47_3de6;
/// [`LN_2`] modulo 2^22: B of [`lane_end`].
const LN_2_LOW: u64 = 0x2b_c9e4;
#[cfg(not(creusot))]
const _: () = assert!(((LN_2_HIGH as u128) << 22) + LN_2_LOW as u128 == LN_2 && LN_2_LOW < 1 << 22);

/// a·b where that is below 2^64; the product wraps, as in [`wrapping_sum`].
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(a@ * b@ <= u64::MAX@))]
#[cfg_attr(creusot, ensures(result@ == a@ * b@))]
#[inline]
const fn wrapping_product(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}

/// [`minus_ln_scaled`] of each pair (n, e), side by side: one k at a time for all pairs, so that compilers
/// keep them in wide registers.
///
/// # Guarantee
/// Element i equals [`minus_ln_scaled`] of pair i, by [`lane_step`] and [`lane_end`]: low is −ln(n/2^64) ≤ ln
/// 2 within the ledger's 50 units, far below 2^64 − 2^14.
#[cfg(not(creusot))]
#[must_use]
#[inline(always)]
pub fn minus_ln_scaled_each<const N: usize>(n: &[u64; N], e: &[u32; N]) -> [u64; N] {
    let (mut m, mut sum) = ([0; N], [0; N]);
    for (m, n) in m.iter_mut().zip(n) {
        *m = part(*n, 1);
    }
    for (k, ln_factor) in (1..=STEPS_64).zip(LN_FACTORS) {
        for (m, sum) in m.iter_mut().zip(&mut sum) {
            (*m, *sum) = lane_step(*m, *sum, k, ln_factor);
        }
    }
    let mut logs = [0; N];
    for (((log, m), sum), e) in logs.iter_mut().zip(&m).zip(&sum).zip(e) {
        let r = ONE.wrapping_sub(*m);
        let head = part(r, 32 - STEPS_64) & u64::from(u32::MAX); // at most 2^31; the mask tells compilers
        let square = part(head.wrapping_mul(head), 2 * STEPS_64 - 1);
        *log = lane_end(sum.wrapping_add(2u64.wrapping_mul(r)).wrapping_add(square), *e);
    }
    logs
}

/// (n, e) with x = n·2^-e and n ≥ 2^63, for x ≠ 0: what [`minus_ln_scaled`] takes for −ln(x/2^64).
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result.1 == x.leading_zeros_logic() && result.1@ <= 63))]
#[cfg_attr(creusot, ensures(result.0@ == x@ * power(result.1@) && one() <= result.0@))]
#[must_use]
#[inline]
pub const fn aligned(x: u64) -> (u64, u32) {
    let e = leading_zeros_64(x);
    #[cfg(creusot)]
    proof_assert!({
        let _ = aligned_64(x@, e@);
        one() <= x@ * power(e@) && x@ * power(e@) <= u64::MAX@
    });
    (shifted_up(x, e), e)
}

/// x·2^k where that is below 2^64, for k ≤ 63; for a larger k, which only x = 0 asks for, not a panic but another number.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(k@ < 64 && x@ * power(k@) <= u64::MAX@))]
#[cfg_attr(creusot, ensures(result@ == x@ * power(k@)))]
#[inline]
const fn shifted_up(x: u64, k: u32) -> u64 {
    #[cfg(creusot)]
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    #[cfg(creusot)]
    proof_assert!(k & 63u32 == k);
    x << (k & 63)
}

/// The zeros above the highest one of x ≠ 0.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result == x.leading_zeros_logic() && result@ <= 63 && x@.div_euclid(power(63 - result@)) == 1))]
#[inline]
pub(crate) const fn leading_zeros_64(x: u64) -> u32 {
    let e = x.leading_zeros();
    #[cfg(creusot)]
    highest_one_64(x, 63 - e);
    e
}

/// The zeros above the highest one of x ≠ 0.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result == x.leading_zeros_logic() && result@ <= 31 && x@.div_euclid(power(31 - result@)) == 1))]
#[inline]
pub(crate) const fn leading_zeros_32(x: u32) -> u32 {
    let e = x.leading_zeros();
    #[cfg(creusot)]
    highest_one_32(x, 31 - e);
    e
}

/// The zeros above the highest one of x ≠ 0.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(x@ != 0))]
#[cfg_attr(creusot, ensures(result == x.leading_zeros_logic() && result@ <= 15 && x@.div_euclid(power(15 - result@)) == 1))]
#[inline]
pub(crate) const fn leading_zeros_16(x: u16) -> u32 {
    let e = x.leading_zeros();
    #[cfg(creusot)]
    highest_one_16(x, 15 - e);
    e
}

/// Bounds [`minus_ln_16`]. x has 16 bits, so n/2 is exact.
pub const LEDGER_16: Ledger = Ledger {
    terms: &[
        term("last place", Unit::Scale, 1, -29),
        term("r^3/3 and beyond", Unit::Scale, 43, -43), // (1+2^-10)/3 < 43/128, times 2^-36
        term("r^2/2 from 31 bits", Unit::Scale, 1, -55),
        term("r^2/2 shift", Unit::Scale, 1, -64),
        term("shifts of m", Unit::Scale, 26, -64),
        term("constants", Unit::Scale, 3, -64),
        term("e ln 2", Unit::Scale, 1025, -74),
    ],
};

/// Bounds [`minus_ln_32`].
pub const LEDGER_32: Ledger = Ledger {
    terms: &[
        term("last place", Unit::Scale, 1, -49),
        term("r^3/3 and beyond", Unit::Scale, 43, -61),
        term("r^2/2 from 31 bits", Unit::Scale, 1, -67),
        term("r^2/2 shift", Unit::Scale, 1, -64),
        term("shifts of m", Unit::Scale, 38, -64),
        term("constants", Unit::Scale, 3, -64),
        term("e ln 2", Unit::Scale, 1025, -74),
    ],
};

/// Bounds [`minus_ln_64`] and [`minus_ln_scaled`]. What is high at most: 2 + 44 + 3 + 1 = 50 units; low at
/// most: 3 + 1 + 0.7 + 0.1 + 1 < 6. With the constant 10 and the final shift (0 to 63 dropped):
/// −6 + 10 − 63 = −59 and 50 + 10 = 60.
pub const LEDGER_64: Ledger = Ledger {
    terms: &[
        term("last place, centred", Unit::Scale, 32, -64),
        term("shifts of m, half of them centred away", Unit::Scale, 22, -64),
        term("n/2", Unit::Scale, 2, -64),
        term("constants", Unit::Scale, 3, -64),
        term("e ln 2", Unit::Scale, 1, -64),
    ],
};

/// What [`minus_ln_far`] may be off beyond [`LEDGER_64`].
#[cfg(not(creusot))]
pub const FAR: Term = term("e ln 2, far out", Unit::Magnitude, 1, -80);
