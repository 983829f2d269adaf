//! A word of 16, 32 or 64 bits brought to the top of 64 bits, and that this keeps the order.

use super::value::is_at_most;
use crate::contract::{
    integer::{power::*, *},
    one,
};
use creusot_std::prelude::*;

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

/// Words of w bits keep their order when each is brought to the top of 64 bits.
#[logic]
#[requires(1 <= w && w <= 64 && 0 <= x.0 && x.0 <= y.0 && 0 <= x.1 && x.1 < w && 0 <= y.1 && y.1 < w)]
#[requires(power(w - 1) <= x.0 * power(x.1) && y.0 * power(y.1) < power(w))]
#[ensures(is_at_most((x.0 * power(64 - w + x.1), x.1), (y.0 * power(64 - w + y.1), y.1)))]
pub fn order_is_kept(x: (Int, Int), y: (Int, Int), w: Int) {
    if x.1 < y.1 {
        let (low, next, high) = (power(x.1), power(x.1 + 1), power(y.1));
        let _ = (doubling(x.1 + 1), monotone(x.1 + 1, y.1), positive(y.1), doubling(w));
        let _ = (scaling_is_monotone(next, high, x.0), scaling_is_monotone(x.0, y.0, high));
        proof_assert!(next * x.0 == 2 * (x.0 * low));
        proof_assert!(high * x.0 == x.0 * high);
    } else {
        let _ = (positive(64 - w + x.1), scaling_is_monotone(x.0, y.0, power(64 - w + x.1)));
    }
}

/// [`order_is_kept`] for 64 bits.
#[logic]
#[requires(0 <= x.0 && x.0 <= y.0 && 0 <= x.1 && x.1 <= 63 && 0 <= y.1 && y.1 <= 63)]
#[requires(x.0.div_euclid(power(63 - x.1)) == 1 && y.0.div_euclid(power(63 - y.1)) == 1)]
#[ensures(is_at_most((x.0 * power(x.1), x.1), (y.0 * power(y.1), y.1)))]
pub fn order_64(x: (Int, Int), y: (Int, Int)) {
    let _ = (leading_one(x.0, x.1, 64), leading_one(y.0, y.1, 64));
    let _ = order_is_kept(x, y, 64);
}

/// [`order_is_kept`] for 32 bits.
#[logic]
#[requires(0 <= x.0 && x.0 <= y.0 && 0 <= x.1 && x.1 <= 31 && 0 <= y.1 && y.1 <= 31)]
#[requires(x.0.div_euclid(power(31 - x.1)) == 1 && y.0.div_euclid(power(31 - y.1)) == 1)]
#[ensures(is_at_most((x.0 * power(32 + x.1), x.1), (y.0 * power(32 + y.1), y.1)))]
pub fn order_32(x: (Int, Int), y: (Int, Int)) {
    let _ = (leading_one(x.0, x.1, 32), leading_one(y.0, y.1, 32));
    let _ = order_is_kept(x, y, 32);
}

/// [`order_is_kept`] for 16 bits.
#[logic]
#[requires(0 <= x.0 && x.0 <= y.0 && 0 <= x.1 && x.1 <= 15 && 0 <= y.1 && y.1 <= 15)]
#[requires(x.0.div_euclid(power(15 - x.1)) == 1 && y.0.div_euclid(power(15 - y.1)) == 1)]
#[ensures(is_at_most((x.0 * power(48 + x.1), x.1), (y.0 * power(48 + y.1), y.1)))]
pub fn order_16(x: (Int, Int), y: (Int, Int)) {
    let _ = (leading_one(x.0, x.1, 16), leading_one(y.0, y.1, 16));
    let _ = order_is_kept(x, y, 16);
}
