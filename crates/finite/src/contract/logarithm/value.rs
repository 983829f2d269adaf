//! The values of the shipped functions of [`crate::ln::shift_add`], and the words in which [`super::order`] compares them.

use super::constant::*;
use crate::contract::{
    integer::{power::*, *},
    is_taken, normalised, one,
};
use creusot_std::prelude::*;

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

/// Whether n·2^-e of the first pair is at most that of the second: fewer halvings, or as many and a smaller n.
#[logic(open)]
pub fn is_at_most(low: (Int, Int), high: (Int, Int)) -> bool {
    high.1 < low.1 || high.1 == low.1 && low.0 <= high.0
}

/// ⌈(2^63 + 1)·2^k/(2^k + 1)⌉: no smaller m leaves out the factor of step k.
#[logic(open)]
#[requires(0 <= k)]
pub fn threshold(k: Int) -> Int {
    ((one() + 1) * power(k) + power(k)).div_euclid(power(k) + 1)
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

/// ⌊e·ln 2⌋ in units of 2^-64 from the halves of the constant, as [`crate::ln::shift_add::lane_end`] takes it.
#[logic]
#[requires(0 <= e && e <= 90)]
#[ensures((e * ln_2()).div_euclid(0x1_0000) == 64 * (e * 0x2c5_c85f_df47_3de6) + (e * 0x2b_c9e4).div_euclid(0x1_0000))]
#[ensures(0 <= (e * 0x2b_c9e4).div_euclid(0x1_0000) && (e * 0x2b_c9e4).div_euclid(0x1_0000) <= 0x1FFF)]
pub fn lane_split(e: Int) {
    let q = (e * 0x2b_c9e4).div_euclid(0x1_0000);
    let _ = division(e * 0x2b_c9e4, 0x1_0000);
    let _ = quotient(e * ln_2(), 0x1_0000, 64 * (e * 0x2c5_c85f_df47_3de6) + q);
}

/// A multiple of 64 goes through the quotient by 64.
#[logic]
#[requires(0 <= y && y <= 0xFFFF_FFFF_FFFF_FFFF)]
#[ensures((64 * x + y).div_euclid(64) == x + y.div_euclid(64))]
#[ensures(0 <= y.div_euclid(64) && y.div_euclid(64) <= 0x400_0000_0000_0000)]
pub fn lane_sum(x: Int, y: Int) {
    let _ = division(y, 64);
    let _ = quotient(64 * x + y, 64, x + y.div_euclid(64));
}
