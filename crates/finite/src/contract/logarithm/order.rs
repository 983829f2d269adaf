//! Of two draws the larger has no larger value, up to the slack. [`super`] says why.

use super::{constant::*, path::*, paths, value::*};
use crate::contract::{
    half_up,
    integer::{power::*, *},
    is_taken, no_step, normalised, one, one_more_step, scaled_is_monotone, stepped,
};
use creusot_std::prelude::*;

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

/// m + ⌊m/2^k⌋, the factor 1 + 2^-k taken or not, is monotone: if the larger takes it, the smaller does.
#[logic]
#[requires(0 <= k && a <= b)]
#[ensures(a + a.div_euclid(power(k)) <= b + b.div_euclid(power(k)))]
pub fn growth_is_monotone(a: Int, b: Int, k: Int) {
    let _ = (positive(k), quotient_is_monotone(a, b, power(k)));
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
