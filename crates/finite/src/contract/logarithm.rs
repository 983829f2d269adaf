//! What the integer logarithm returns, and that a larger draw has no larger logarithm. Compiled for Creusot only.
//!
//! [`series_value`] and [`scaled_value`] are the exact values of the shipped functions of
//! [`crate::ln::shift_add`]. [`a_larger_draw_has_no_larger_logarithm`] calls [`minus_ln_scaled`] itself.
//!
//! **Condition 2 without logarithms.** Take a ≤ b and let both go through the steps. Dividing and adding are
//! monotone, so the order stays as long as both take the same steps, and the same constants are added. At the
//! first step k where they part, a takes the factor and b does not. From there on a is charged at least the
//! constant of k, and b is at least [`threshold`] of k, the least m that does not take it. [`highest`] bounds what
//! remains to be charged to *any* such b by one path, that of the threshold; it is a number, and it exceeds the
//! constant of k by at most [`slack`]. No step of this needs to know what a logarithm is.

pub mod paths;

use super::{
    half_up,
    integer::{power::*, *},
    is_taken, no_step, normalised, one, one_more_step, scaled_is_monotone, stepped,
};
use crate::ln::shift_add::{LN_FACTORS, minus_ln_scaled};
use constant::*;
use creusot_std::prelude::*;
use path::*;

// ---- the constants
// -----------------------------------------------------------------------------------------------

/// The constants of the logarithm, stated a second time. That they are ln(1 + 2^-k)·2^64 and ln 2·2^80 to nearest
/// is a theorem of Coq (`proofs/coq/ShiftAddConstants.v`); here a number of the table that differs is refused.
pub mod constant {
    use creusot_std::prelude::*;

    /// ln(1 + 2^-k)·2^64 to nearest, for k = 1 to 21; 0 for any other k.
    #[logic]
    pub fn ln_constant(k: Int) -> Int {
        if k == 1 {
            0x67cc_8fb2_fe61_2fcb
        } else if k == 2 {
            0x391f_ef8f_3534_4358
        } else if k == 3 {
            0x1e27_076e_2af2_e5ea
        } else if k == 4 {
            0x0f85_1860_08b1_5331
        } else if k == 5 {
            0x07e0_a6c3_9e0c_c013
        } else if k == 6 {
            0x03f8_1516_1f80_7c7a
        } else if k == 7 {
            0x01fe_02a6_b106_7890
        } else if k == 8 {
            0x00ff_8055_1588_5e02
        } else if k == 9 {
            0x007f_e00a_a6ac_439a
        } else if k == 10 {
            0x003f_f801_5515_621f
        } else if k == 11 {
            0x001f_fe00_2aa6_ab11
        } else if k == 12 {
            0x000f_ff80_0555_1559
        } else if k == 13 {
            0x0007_ffe0_00aa_a6ab
        } else if k == 14 {
            0x0003_fff8_0015_5515
        } else if k == 15 {
            0x0001_fffe_0002_aaa7
        } else if k == 16 {
            0x0000_ffff_8000_5555
        } else if k == 17 {
            0x0000_7fff_e000_0aab
        } else if k == 18 {
            0x0000_3fff_f800_0155
        } else if k == 19 {
            0x0000_1fff_fe00_002b
        } else if k == 20 {
            0x0000_0fff_ff80_0005
        } else if k == 21 {
            0x0000_07ff_ffe0_0001
        } else {
            0
        }
    }

    /// The constants by their values.
    #[logic]
    #[ensures(ln_constant(1) == 0x67cc_8fb2_fe61_2fcb && ln_constant(2) == 0x391f_ef8f_3534_4358)]
    #[ensures(ln_constant(3) == 0x1e27_076e_2af2_e5ea && ln_constant(4) == 0x0f85_1860_08b1_5331)]
    #[ensures(ln_constant(5) == 0x07e0_a6c3_9e0c_c013 && ln_constant(6) == 0x03f8_1516_1f80_7c7a)]
    #[ensures(ln_constant(7) == 0x01fe_02a6_b106_7890 && ln_constant(8) == 0x00ff_8055_1588_5e02)]
    #[ensures(ln_constant(9) == 0x007f_e00a_a6ac_439a && ln_constant(10) == 0x003f_f801_5515_621f)]
    #[ensures(ln_constant(11) == 0x001f_fe00_2aa6_ab11 && ln_constant(12) == 0x000f_ff80_0555_1559)]
    #[ensures(ln_constant(13) == 0x0007_ffe0_00aa_a6ab && ln_constant(14) == 0x0003_fff8_0015_5515)]
    #[ensures(ln_constant(15) == 0x0001_fffe_0002_aaa7 && ln_constant(16) == 0x0000_ffff_8000_5555)]
    #[ensures(ln_constant(17) == 0x0000_7fff_e000_0aab && ln_constant(18) == 0x0000_3fff_f800_0155)]
    #[ensures(ln_constant(19) == 0x0000_1fff_fe00_002b && ln_constant(20) == 0x0000_0fff_ff80_0005)]
    #[ensures(ln_constant(21) == 0x0000_07ff_ffe0_0001)]
    pub fn constants() {}

    /// No constant is negative.
    #[logic]
    #[ensures(0 <= ln_constant(k))]
    pub fn constant_is_positive(k: Int) {}

    /// There is no constant but those of steps 1 to 21.
    #[logic]
    #[ensures(k < 1 || 21 < k ==> ln_constant(k) == 0)]
    pub fn no_constant(k: Int) {}

    /// ln 2·2^80 to nearest.
    #[logic(open)]
    pub fn ln_2() -> Int {
        0xb172_17f7_d1cf_79ab_c9e4
    }
}

/// The table holds the constants, one by one.
#[check(ghost)]
#[ensures(1 <= k@ && k@ <= 21 ==> LN_FACTORS@[k@ - 1]@ == ln_constant(k@))]
pub const fn constant_is_stated(k: u32) {
    proof_assert!({
        let _ = constants();
        let t = LN_FACTORS@;
        t[0]@ == ln_constant(1)
            && t[1]@ == ln_constant(2)
            && t[2]@ == ln_constant(3)
            && t[3]@ == ln_constant(4)
            && t[4]@ == ln_constant(5)
            && t[5]@ == ln_constant(6)
            && t[6]@ == ln_constant(7)
            && t[7]@ == ln_constant(8)
            && t[8]@ == ln_constant(9)
            && t[9]@ == ln_constant(10)
            && t[10]@ == ln_constant(11)
            && t[11]@ == ln_constant(12)
            && t[12]@ == ln_constant(13)
            && t[13]@ == ln_constant(14)
            && t[14]@ == ln_constant(15)
            && t[15]@ == ln_constant(16)
            && t[16]@ == ln_constant(17)
            && t[17]@ == ln_constant(18)
            && t[18]@ == ln_constant(19)
            && t[19]@ == ln_constant(20)
            && t[20]@ == ln_constant(21)
    });
    proof_assert!(k@ < 1 || k@ > 21 || k@ == 1 || k@ == 2 || k@ == 3 || k@ == 4 || k@ == 5 || k@ == 6 || k@ == 7 || k@ == 8 || k@ == 9 || k@ == 10 || k@ == 11 || k@ == 12 || k@ == 13 || k@ == 14 || k@ == 15 || k@ == 16 || k@ == 17 || k@ == 18 || k@ == 19 || k@ == 20 || k@ == 21);
}

// ---- the value
// ---------------------------------------------------------------------------------------------------

/// What step k adds to the sum.
#[logic(open)]
#[requires(0 <= k)]
pub fn charged(m: Int, k: Int) -> Int {
    if is_taken(m, k) { ln_constant(k) } else { 0 }
}

/// The sum of the constants of the factors taken in steps 1 to k.
#[logic]
#[variant(k)]
#[requires(0 <= k)]
pub fn taken_sum(m: Int, k: Int) -> Int {
    if k <= 0 { 0 } else { taken_sum(m, k - 1) + charged(normalised(m, k - 1), k) }
}

/// How [`taken_sum`] goes on.
#[logic]
#[requires(1 <= k)]
#[ensures(taken_sum(m, k) == taken_sum(m, k - 1) + charged(normalised(m, k - 1), k))]
pub fn one_more_constant(m: Int, k: Int) {}

/// How [`taken_sum`] begins.
#[logic]
#[ensures(taken_sum(m, 0) == 0)]
pub fn no_constant_yet(m: Int) {}

/// 2r + ⌊head²/2^(2k−1)⌋ with r = ONE − m and head = ⌊r/2^(32−k)⌋: the two terms r + r²/2 of the series, for what is
/// left after k steps.
#[logic(open)]
#[requires(1 <= k && k <= 32)]
pub fn rest(m: Int, k: Int) -> Int {
    let head = (one() - m).div_euclid(power(32 - k));
    2 * (one() - m) + (head * head).div_euclid(power(2 * k - 1))
}

/// The value of [`crate::ln::shift_add::series`] with k steps.
#[logic(open)]
#[requires(1 <= k && k <= 32)]
pub fn series_value(n: Int, e: Int, k: Int) -> Int {
    let m = n.div_euclid(2);
    (e * ln_2()).div_euclid(0x1_0000) + taken_sum(m, k) + rest(normalised(m, k), k)
}

/// The value of [`minus_ln_scaled`], and of [`crate::ln::shift_add::minus_ln_far`].
#[logic(open)]
pub fn scaled_value(n: Int, e: Int) -> Int {
    (series_value(n, e, 21) + 10).div_euclid(64)
}

/// The powers that the roundings of the logarithms divide by.
#[logic]
#[ensures(power(16) == 0x1_0000 && power(36) == 0x10_0000_0000 && power(6) == 64)]
pub fn rounding_values() {
    let _ = (small_values(), sum(20, 16));
}

// ---- a word brought to the top
// -----------------------------------------------------------------------------------

/// The highest one of a word of w bits has e zeros above it: 2^(w−1) ≤ x·2^e < 2^w.
#[logic]
#[requires(0 <= e && e < w && x.div_euclid(power(w - 1 - e)) == 1)]
#[ensures(power(w - 1) <= x * power(e) && x * power(e) < power(w))]
pub fn leading_one(x: Int, e: Int, w: Int) {
    let d = power(w - 1 - e);
    let _ = (positive(w - 1 - e), positive(e), division(x, d), sum(w - 1 - e, e), doubling(w));
    let _ = scaling_is_monotone(d, x, power(e));
    let _ = scaling_is_monotone(x + 1, 2 * d, power(e));
    proof_assert!((x + 1) * power(e) == x * power(e) + power(e));
    proof_assert!(2 * d * power(e) == 2 * (d * power(e)));
}

/// … and is brought to the top of 64 bits by 64 − w places more.
#[logic]
#[requires(0 <= e && 1 <= w && w <= 64 && power(w - 1) <= x * power(e) && x * power(e) < power(w))]
#[ensures(one() <= x * power(64 - w + e) && x * power(64 - w + e) <= 0xFFFF_FFFF_FFFF_FFFF)]
pub fn aligned_word(x: Int, e: Int, w: Int) {
    let (y, up) = (x * power(e), power(64 - w));
    let _ = (sum(64 - w, e), sum(w - 1, 64 - w), positive(64 - w), values(), doubling(64), doubling(w));
    proof_assert!(x * power(64 - w + e) == y * up);
    let _ = scaling_is_monotone(power(w - 1), y, up);
    let _ = scaling_is_monotone(y + 1, power(w), up);
    proof_assert!((y + 1) * up == y * up + up);
    proof_assert!(power(w) * up == 2 * (power(w - 1) * up));
}

/// A word of 64 bits brought to the top.
#[logic]
#[requires(0 <= e && e <= 63 && x.div_euclid(power(63 - e)) == 1)]
#[ensures(one() <= x * power(e) && x * power(e) <= 0xFFFF_FFFF_FFFF_FFFF)]
pub fn aligned_64(x: Int, e: Int) {
    let _ = leading_one(x, e, 64);
    let _ = aligned_word(x, e, 64);
}

/// A word of 32 bits brought to the top of 64.
#[logic]
#[requires(0 <= e && e <= 31 && x.div_euclid(power(31 - e)) == 1)]
#[ensures(one() <= x * power(32 + e) && x * power(32 + e) <= 0xFFFF_FFFF_FFFF_FFFF)]
pub fn aligned_32(x: Int, e: Int) {
    let _ = leading_one(x, e, 32);
    let _ = aligned_word(x, e, 32);
}

/// A word of 16 bits brought to the top of 64.
#[logic]
#[requires(0 <= e && e <= 15 && x.div_euclid(power(15 - e)) == 1)]
#[ensures(one() <= x * power(48 + e) && x * power(48 + e) <= 0xFFFF_FFFF_FFFF_FFFF)]
pub fn aligned_16(x: Int, e: Int) {
    let _ = leading_one(x, e, 16);
    let _ = aligned_word(x, e, 16);
}

/// x >> k == 1 as a quotient.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 64 && x >> k == 1u64)]
#[ensures(x@.div_euclid(power(k@)) == 1)]
pub const fn highest_one_64(x: u64, k: u32) {
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    proof_assert!((x >> k)@ == x@.div_euclid(power(k@)));
}

/// x >> k == 1 as a quotient.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 32 && x >> k == 1u32)]
#[ensures(x@.div_euclid(power(k@)) == 1)]
pub const fn highest_one_32(x: u32, k: u32) {
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    proof_assert!((x >> k)@ == x@.div_euclid(power(k@)));
}

/// x >> k == 1 as a quotient.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 16 && x >> k == 1u16)]
#[ensures(x@.div_euclid(power(k@)) == 1)]
pub const fn highest_one_16(x: u16, k: u32) {
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
    proof_assert!((x >> k)@ == x@.div_euclid(power(k@)));
}

// ---- what the steps from k on charge
// -----------------------------------------------------------------------------

/// What steps k to `last` and the end charge to m: a part of [`series_value`].
#[logic]
#[variant(last + 1 - k)]
#[requires(1 <= k && 1 <= last && last <= 21)]
pub fn tail(m: Int, k: Int, last: Int) -> Int {
    if k > last { rest(m, last) } else { charged(m, k) + tail(stepped(m, k), k + 1, last) }
}

/// How [`tail`] begins.
#[logic]
#[requires(1 <= k && k <= last && last <= 21)]
#[ensures(tail(m, k, last) == charged(m, k) + tail(stepped(m, k), k + 1, last))]
pub fn tail_step(m: Int, k: Int, last: Int) {}

/// How [`tail`] ends.
#[logic]
#[requires(1 <= last && last <= 21)]
#[ensures(tail(m, last + 1, last) == rest(m, last))]
pub fn tail_end(m: Int, last: Int) {}

/// What k steps have charged and what the others will charge is the whole.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= last && 1 <= last && last <= 21)]
#[ensures(taken_sum(m, k) + tail(normalised(m, k), k + 1, last) == tail(m, 1, last))]
pub fn whole(m: Int, k: Int, last: Int) {
    if k > 0 {
        let _ = (whole(m, k - 1, last), one_more_constant(m, k), one_more_step(m, k));
        let _ = tail_step(normalised(m, k - 1), k, last);
    } else {
        let _ = (no_step(m), no_constant_yet(m));
    }
}

/// [`series_value`] is e·ln 2 and what all steps charge.
#[logic]
#[requires(1 <= last && last <= 21)]
#[ensures(series_value(n, e, last) == (e * ln_2()).div_euclid(0x1_0000) + tail(n.div_euclid(2), 1, last))]
pub fn series_is_tail(n: Int, e: Int, last: Int) {
    let m = n.div_euclid(2);
    let _ = (whole(m, last, last), tail_end(normalised(m, last), last));
}

/// The end charges no more to the larger of two, and nothing negative.
#[logic]
#[requires(1 <= last && last <= 21 && a <= b && b <= one())]
#[ensures(0 <= rest(b, last) && rest(b, last) <= rest(a, last))]
pub fn rest_is_decreasing(a: Int, b: Int, last: Int) {
    let (small, large) = (one() - b, one() - a);
    let (p, q) = (power(32 - last), power(2 * last - 1));
    let _ = (positive(32 - last), positive(2 * last - 1));
    let _ = (quotient_is_small(small, p), quotient_is_monotone(small, large, p));
    let (low, high) = (small.div_euclid(p), large.div_euclid(p));
    let _ = (scaling_is_monotone(low, high, low), scaling_is_monotone(low, high, high));
    let _ = scaling_is_monotone(0, low, low);
    let _ = (quotient_is_small(low * low, q), quotient_is_monotone(low * low, high * high, q));
}

/// Nothing negative is charged.
#[logic]
#[variant(last + 1 - k)]
#[requires(1 <= k && k <= last + 1 && 1 <= last && last <= 21 && m <= one())]
#[ensures(0 <= tail(m, k, last))]
pub fn tail_is_positive(m: Int, k: Int, last: Int) {
    if k > last {
        let _ = (tail_end(m, last), rest_is_decreasing(m, m, last));
    } else {
        let _ = (tail_step(m, k, last), constant_is_positive(k));
        let _ = tail_is_positive(stepped(m, k), k + 1, last);
    }
}

// ---- a larger draw has no larger logarithm
// -----------------------------------------------------------------------

/// m + ⌊m/2^k⌋, the factor 1 + 2^-k taken or not, is monotone: if the larger takes it, the smaller does.
#[logic]
#[requires(0 <= k && a <= b)]
#[ensures(a + a.div_euclid(power(k)) <= b + b.div_euclid(power(k)))]
pub fn growth_is_monotone(a: Int, b: Int, k: Int) {
    let _ = (positive(k), quotient_is_monotone(a, b, power(k)));
}

/// ⌈(2^63 + 1)·2^k/(2^k + 1)⌉: no smaller m leaves out the factor of step k.
#[logic(open)]
#[requires(0 <= k)]
pub fn threshold(k: Int) -> Int {
    ((one() + 1) * power(k) + power(k)).div_euclid(power(k) + 1)
}

/// Whatever leaves out the factor of step k is at least its [`threshold`].
#[logic]
#[requires(0 <= k && 0 <= m && !is_taken(m, k))]
#[ensures(0 <= threshold(k) && threshold(k) <= m)]
pub fn threshold_is_least(m: Int, k: Int) {
    let p = power(k);
    let part = m.div_euclid(p);
    let _ = (positive(k), division(m, p));
    let _ = scaling_is_monotone(one() + 1, m + part, p);
    proof_assert!((m + part) * p == m * p + part * p);
    proof_assert!(m * (p + 1) == m * p + m);
    let _ = threshold_arithmetic((one() + 1) * p, m, p);
}

/// The arithmetic of [`threshold_is_least`].
#[logic]
#[requires(1 <= p && 0 <= x && x <= m * (p + 1))]
#[ensures(0 <= (x + p).div_euclid(p + 1) && (x + p).div_euclid(p + 1) <= m)]
pub fn threshold_arithmetic(x: Int, m: Int, p: Int) {
    let q = (x + p).div_euclid(p + 1);
    let _ = (quotient_is_small(x + p, p + 1), division(x + p, p + 1));
    if m < q {
        let _ = scaling_is_monotone(m + 1, q, p + 1);
        proof_assert!((m + 1) * (p + 1) == m * (p + 1) + p + 1);
    }
}

/// How much more a larger draw may be charged, in units of 2^-64, by the number of steps: nothing in 12 steps, where
/// the end that is left out (r³/3) outweighs what the shifts drop.
#[logic(open)]
pub fn slack(last: Int) -> Int {
    if last == 12 {
        0
    } else if last == 18 {
        6
    } else {
        13
    }
}

/// The upper bound of [`tail`], in a module of its own: where its definition is seen, provers unfold it.
pub mod path {
    use super::{constant::*, rest, slack};
    use crate::contract::{integer::power::*, is_taken, one, stepped};
    use creusot_std::prelude::*;

    /// An upper bound of [`super::tail`] for every b from m to ONE: along the path of m, where a larger b leaves out a
    /// factor that m takes, it is charged at most the constant of that step and the [`slack`].
    #[logic]
    #[variant(last + 1 - k)]
    #[requires(1 <= k && 1 <= last && last <= 21)]
    pub fn highest(m: Int, k: Int, last: Int) -> Int {
        if k > last {
            rest(m, last)
        } else if is_taken(m, k) {
            let next = highest(stepped(m, k), k + 1, last);
            if next < slack(last) { ln_constant(k) + slack(last) } else { ln_constant(k) + next }
        } else {
            highest(m, k + 1, last)
        }
    }

    /// The end of a path.
    #[logic]
    #[requires(1 <= last && last <= 21)]
    #[ensures(highest(m, last + 1, last) == rest(m, last))]
    #[ensures(rest(m, last) <= high ==> highest(m, last + 1, last) <= high)]
    pub fn ended(last: Int, m: Int, high: Int) {}

    /// One step of a path that takes its factor.
    #[logic]
    #[requires(1 <= k && k <= last && last <= 21 && next == m + m.div_euclid(power(k)) && next <= one())]
    #[ensures(ln_constant(k) + highest(next, k + 1, last) <= highest(m, k, last))]
    #[ensures(ln_constant(k) + slack(last) <= highest(m, k, last))]
    #[ensures(highest(next, k + 1, last) <= high && slack(last) <= high ==> highest(m, k, last) <= ln_constant(k) + high)]
    pub fn taken(last: Int, k: Int, m: Int, next: Int, high: Int) {}

    /// One step of a path that leaves its factor out.
    #[logic]
    #[requires(1 <= k && k <= last && last <= 21 && one() < m + m.div_euclid(power(k)))]
    #[ensures(highest(m, k, last) == highest(m, k + 1, last))]
    #[ensures(highest(m, k + 1, last) <= high ==> highest(m, k, last) <= high)]
    pub fn left_out(last: Int, k: Int, m: Int, high: Int) {}
}

/// [`highest`] is what its name says.
#[logic]
#[variant(last + 1 - k)]
#[requires(1 <= k && k <= last + 1 && (last == 12 || last == 18 || last == 21))]
#[requires(0 <= m && m <= b && b <= one())]
#[ensures(tail(b, k, last) <= highest(m, k, last))]
pub fn highest_bounds(m: Int, b: Int, k: Int, last: Int) {
    if k > last {
        let _ = (tail_end(b, last), rest_is_decreasing(m, b, last), ended(last, m, 0));
    } else {
        let _ = (tail_step(b, k, last), growth_is_monotone(m, b, k), positive(k));
        let _ = quotient_is_small(m, power(k));
        let (next, grown) = (m + m.div_euclid(power(k)), b + b.div_euclid(power(k)));
        if is_taken(b, k) {
            let _ = (taken(last, k, m, next, 0), highest_bounds(next, grown, k + 1, last));
        } else if is_taken(m, k) {
            let _ = (taken(last, k, m, next, 0), threshold_is_least(b, k));
            let _ = (highest_bounds(threshold(k), b, k + 1, last), paths::threshold_is_bounded(k, last));
        } else {
            let _ = (left_out(last, k, m, 0), highest_bounds(m, b, k + 1, last));
        }
    }
}

/// **Of two draws the larger is charged no more, up to the slack**, from any step on.
#[logic]
#[variant(last + 1 - k)]
#[requires(1 <= k && k <= last + 1 && (last == 12 || last == 18 || last == 21))]
#[requires(0 <= a && a <= b && b <= one())]
#[ensures(tail(b, k, last) <= tail(a, k, last) + slack(last))]
pub fn tail_is_decreasing(a: Int, b: Int, k: Int, last: Int) {
    if k > last {
        let _ = (tail_end(a, last), tail_end(b, last), rest_is_decreasing(a, b, last));
    } else {
        let _ = (tail_step(a, k, last), tail_step(b, k, last), growth_is_monotone(a, b, k), positive(k));
        let _ = quotient_is_small(a, power(k));
        if is_taken(b, k) || !is_taken(a, k) {
            let _ = tail_is_decreasing(stepped(a, k), stepped(b, k), k + 1, last);
        } else {
            let _ = (threshold_is_least(b, k), tail_is_positive(stepped(a, k), k + 1, last));
            let _ = (highest_bounds(threshold(k), b, k + 1, last), paths::threshold_is_bounded(k, last));
        }
    }
}

/// Whether n·2^-e of the first pair is at most that of the second: fewer halvings, or as many and a smaller n.
#[logic(open)]
pub fn is_at_most(low: (Int, Int), high: (Int, Int)) -> bool {
    high.1 < low.1 || high.1 == low.1 && low.0 <= high.0
}

/// **Condition 2 for the sum**: of two draws (n, e) the larger has the smaller value, up to the slack.
#[logic]
#[requires(last == 12 || last == 18 || last == 21)]
#[requires(one() <= low.0 && low.0 < 2 * one() && one() <= high.0 && high.0 < 2 * one() && 0 <= high.1)]
#[requires(is_at_most(low, high))]
#[ensures(series_value(high.0, high.1, last) <= series_value(low.0, low.1, last) + slack(last))]
pub fn series_is_decreasing(low: (Int, Int), high: (Int, Int), last: Int) {
    let (a, b) = (low.0.div_euclid(2), high.0.div_euclid(2));
    let _ = (series_is_tail(low.0, low.1, last), series_is_tail(high.0, high.1, last));
    if low.1 == high.1 {
        let _ = tail_is_decreasing(a, b, 1, last);
    } else {
        let _ = (highest_bounds(0x4000_0000_0000_0000, b, 1, last), paths::half_is_bounded(last));
        let _ = (tail_is_positive(a, 1, last), halving(low.1, high.1));
    }
}

/// One halving more adds at least ⌊ln 2⌋ in units of 2^-64.
#[logic]
#[requires(high < low)]
#[ensures((high * ln_2()).div_euclid(0x1_0000) + ln_2().div_euclid(0x1_0000) <= (low * ln_2()).div_euclid(0x1_0000))]
pub fn halving(low: Int, high: Int) {
    let _ = scaling_is_monotone(high + 1, low, ln_2());
    let _ = quotient_is_monotone(high * ln_2() + ln_2(), low * ln_2(), 0x1_0000);
    let (h, l) = ((high * ln_2()).div_euclid(0x1_0000), ln_2().div_euclid(0x1_0000));
    let _ = (division(high * ln_2(), 0x1_0000), division(ln_2(), 0x1_0000));
    let _ = quotient_is_monotone((h + l) * 0x1_0000, high * ln_2() + ln_2(), 0x1_0000);
    let _ = quotient((h + l) * 0x1_0000, 0x1_0000, h + l);
}

/// Two numbers that differ by at most 64 have quotients by 64 that differ by at most 1.
#[logic]
#[requires(x <= y + 64)]
#[ensures(x.div_euclid(64) <= y.div_euclid(64) + 1)]
pub fn last_place(x: Int, y: Int) {
    let _ = (division(x, 64), division(y, 64));
}

/// **Condition 2 for the logarithm in units of 2^-58**: of two draws the larger exceeds the smaller by at most one unit.
#[logic]
#[requires(one() <= low.0 && low.0 < 2 * one() && one() <= high.0 && high.0 < 2 * one() && 0 <= high.1)]
#[requires(is_at_most(low, high))]
#[ensures(scaled_value(high.0, high.1) <= scaled_value(low.0, low.1) + 1)]
pub fn scaled_is_decreasing(low: (Int, Int), high: (Int, Int)) {
    let _ = series_is_decreasing(low, high, 21);
    let _ = last_place(series_value(high.0, high.1, 21) + 10, series_value(low.0, low.1, 21) + 10);
}

/// **Condition 2 on the function that runs** ([`minus_ln_scaled`], of which −ln of a 64-bit draw is the value at
/// [`crate::ln::shift_add::aligned`]): a larger draw n·2^-e never gives a larger −ln by more than one unit of 2^-58.
/// One unit is needed: a plain test has a pair.
#[requires(one() <= low.0@ && one() <= high.0@ && low.1@ <= 90 && high.1@ <= 90)]
#[requires(is_at_most((low.0@, low.1@), (high.0@, high.1@)))]
#[ensures(result.1@ <= result.0@ + 1)]
pub fn a_larger_draw_has_no_larger_logarithm(low: (u64, u32), high: (u64, u32)) -> (u64, u64) {
    let _ = snapshot!(scaled_is_decreasing((low.0@, low.1@), (high.0@, high.1@)));
    (minus_ln_scaled(low.0, low.1), minus_ln_scaled(high.0, high.1))
}

/// **… and for the noise**: the magnitude ⌊mantissa·log/2^s + ½⌋ of the larger draw is at most what the smaller draw would
/// have with a logarithm one unit larger.
#[logic]
#[requires(one() <= low.0 && low.0 < 2 * one() && one() <= high.0 && high.0 < 2 * one() && 0 <= high.1)]
#[requires(is_at_most(low, high) && 0 <= mantissa && 0 <= s)]
#[ensures(half_up(scaled_value(high.0, high.1) * mantissa, s) <= half_up((scaled_value(low.0, low.1) + 1) * mantissa, s))]
pub fn noise_is_decreasing(low: (Int, Int), high: (Int, Int), mantissa: Int, s: Int) {
    let _ = scaled_is_decreasing(low, high);
    let _ = scaled_is_monotone(scaled_value(high.0, high.1), scaled_value(low.0, low.1) + 1, mantissa, s);
}
