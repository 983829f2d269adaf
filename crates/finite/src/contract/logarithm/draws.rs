//! **Condition 2 on the functions that run**: each program here calls the shipped function on two draws.

use super::{order::*, top::*, value::*};
use crate::contract::{
    integer::{power::*, *},
    one,
};
use crate::ln::shift_add::{
    leading_zeros_16, leading_zeros_32, leading_zeros_64, minus_ln_of_16, minus_ln_of_32, minus_ln_of_64,
    minus_ln_scaled,
};
use creusot_std::prelude::*;

/// **Condition 2 on the function that runs**, [`minus_ln_scaled`]: a larger draw n·2^-e never gives a larger −ln by more than
/// one unit of 2^-58. One unit is needed: a plain test has a pair.
#[requires(one() <= low.0@ && one() <= high.0@ && low.1@ <= 90 && high.1@ <= 90)]
#[requires(is_at_most((low.0@, low.1@), (high.0@, high.1@)))]
#[ensures(result.1@ <= result.0@ + 1)]
pub fn a_larger_draw_has_no_larger_logarithm(low: (u64, u32), high: (u64, u32)) -> (u64, u64) {
    let _ = snapshot!(scaled_is_decreasing((low.0@, low.1@), (high.0@, high.1@)));
    (minus_ln_scaled(low.0, low.1), minus_ln_scaled(high.0, high.1))
}

/// **Condition 2 on the function that runs for draws of up to 64 bits**: a larger word never gives a larger −ln by more than
/// one unit of 2^-58.
#[requires(0 < x@ && x@ <= y@)]
#[ensures(result.1@ <= result.0@ + 1)]
pub fn a_larger_word_has_no_larger_logarithm_64(x: u64, y: u64) -> (u64, u64) {
    let (e, f) = (leading_zeros_64(x), leading_zeros_64(y));
    proof_assert!(words_64(x@, e@, y@, f@));
    (minus_ln_of_64(x), minus_ln_of_64(y))
}

/// **… for draws of up to 32 bits**: by no more than one unit of 2^-48.
#[requires(0 < x@ && x@ <= y@)]
#[ensures(result.1@ <= result.0@ + 1)]
pub fn a_larger_word_has_no_larger_logarithm_32(x: u32, y: u32) -> (u64, u64) {
    let (e, f) = (leading_zeros_32(x), leading_zeros_32(y));
    proof_assert!(words_32(x@, e@, y@, f@));
    (minus_ln_of_32(x), minus_ln_of_32(y))
}

/// **… for draws of up to 16 bits**: never.
#[requires(0 < x@ && x@ <= y@)]
#[ensures(result.1@ <= result.0@)]
pub fn a_larger_word_has_no_larger_logarithm_16(x: u16, y: u16) -> (u32, u32) {
    let (e, f) = (leading_zeros_16(x), leading_zeros_16(y));
    proof_assert!(words_16(x@, e@, y@, f@));
    (minus_ln_of_16(x), minus_ln_of_16(y))
}

/// Condition 2 for words of 64 bits. Its result is true; a program names it in an assertion, so that provers see these numbers.
#[logic]
#[requires(0 < x && x <= y && 0 <= e && e <= 63 && 0 <= f && f <= 63)]
#[requires(x.div_euclid(power(63 - e)) == 1 && y.div_euclid(power(63 - f)) == 1)]
#[ensures(result ==> scaled_value(y * power(f), f) <= scaled_value(x * power(e), e) + 1)]
#[ensures(result)]
pub fn words_64(x: Int, e: Int, y: Int, f: Int) -> bool {
    let _ = (aligned_64(x, e), aligned_64(y, f), order_64((x, e), (y, f)));
    let _ = scaled_is_decreasing((x * power(e), e), (y * power(f), f));
    true
}

/// Condition 2 for words of 32 bits. Its result is true; a program names it in an assertion, so that provers see these numbers.
#[logic]
#[requires(0 < x && x <= y && 0 <= e && e <= 31 && 0 <= f && f <= 31)]
#[requires(x.div_euclid(power(31 - e)) == 1 && y.div_euclid(power(31 - f)) == 1)]
#[ensures(result ==> (series_value(y * power(32 + f), f, 18) + 0x8000).div_euclid(0x1_0000)
    <= (series_value(x * power(32 + e), e, 18) + 0x8000).div_euclid(0x1_0000) + 1)]
#[ensures(result)]
pub fn words_32(x: Int, e: Int, y: Int, f: Int) -> bool {
    let _ = (aligned_32(x, e), aligned_32(y, f), order_32((x, e), (y, f)));
    let (low, high) = (x * power(32 + e), y * power(32 + f));
    let _ = series_is_decreasing((low, e), (high, f), 18);
    let (a, b) = (series_value(low, e, 18) + 0x8000, series_value(high, f, 18) + 0x8000);
    let _ = (division(a, 0x1_0000), division(b, 0x1_0000));
    true
}

/// Condition 2 for words of 16 bits. Its result is true; a program names it in an assertion, so that provers see these numbers.
#[logic]
#[requires(0 < x && x <= y && 0 <= e && e <= 15 && 0 <= f && f <= 15)]
#[requires(x.div_euclid(power(15 - e)) == 1 && y.div_euclid(power(15 - f)) == 1)]
#[ensures(result ==> (series_value(y * power(48 + f), f, 12) + 0x8_0000_0000).div_euclid(0x10_0000_0000)
    <= (series_value(x * power(48 + e), e, 12) + 0x8_0000_0000).div_euclid(0x10_0000_0000))]
#[ensures(result)]
pub fn words_16(x: Int, e: Int, y: Int, f: Int) -> bool {
    let _ = (aligned_16(x, e), aligned_16(y, f), order_16((x, e), (y, f)));
    let (low, high) = (x * power(48 + e), y * power(48 + f));
    let _ = series_is_decreasing((low, e), (high, f), 12);
    let (a, b) = (series_value(low, e, 12), series_value(high, f, 12));
    let _ = quotient_is_monotone(b + 0x8_0000_0000, a + 0x8_0000_0000, 0x10_0000_0000);
    true
}
