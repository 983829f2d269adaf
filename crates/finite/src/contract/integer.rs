//! Laws of integers: powers of two, quotients, and what a shift is. Compiled for Creusot only; the oracle
//! reads this file too.
//!
//! Provers drown in 2^k if they see its definition everywhere, so [`power`] hides it: a law is used where it
//! is named.

use creusot_std::prelude::*;
use power::*;

/// Powers of two.
pub mod power {
    use creusot_std::prelude::*;

    /// 2^k.
    #[logic]
    #[variant(k)]
    #[requires(0 <= k)]
    pub fn power(k: Int) -> Int {
        if k <= 0 { 1 } else { 2 * power(k - 1) }
    }

    /// 2^0 = 1.
    #[logic]
    #[ensures(power(0) == 1)]
    pub fn zeroth() {}

    /// 2^k = 2·2^(k−1).
    #[logic]
    #[requires(1 <= k)]
    #[ensures(power(k) == 2 * power(k - 1))]
    pub fn doubling(k: Int) {}

    /// The same as Creusot's own 2^k, which the bit-vector theory of Why3 speaks of.
    #[logic]
    #[variant(k)]
    #[requires(0 <= k)]
    #[ensures(power(k) == k.pow2())]
    pub fn builtin(k: Int) {
        if k > 0 {
            builtin(k - 1)
        }
    }

    /// 2^k ≥ 1.
    #[logic]
    #[variant(k)]
    #[requires(0 <= k)]
    #[ensures(1 <= power(k))]
    pub fn positive(k: Int) {
        if k > 0 {
            positive(k - 1)
        }
    }

    /// 2^a·2^b = 2^(a+b).
    #[logic]
    #[variant(b)]
    #[requires(0 <= a && 0 <= b)]
    #[ensures(power(a) * power(b) == power(a + b))]
    pub fn sum(a: Int, b: Int) {
        if b > 0 {
            sum(a, b - 1)
        }
    }

    /// 2^k is monotone.
    #[logic]
    #[variant(b)]
    #[requires(0 <= a && a <= b)]
    #[ensures(power(a) <= power(b))]
    pub fn monotone(a: Int, b: Int) {
        if a < b {
            let _ = positive(b - 1);
            monotone(a, b - 1)
        }
    }

    /// 2^1 to 2^21.
    #[logic]
    #[ensures(power(1) == 0x2 && power(2) == 0x4 && power(3) == 0x8 && power(4) == 0x10 && power(5) == 0x20 && power(6) == 0x40 && power(7) == 0x80)]
    #[ensures(power(8) == 0x100 && power(9) == 0x200 && power(10) == 0x400 && power(11) == 0x800 && power(12) == 0x1000 && power(13) == 0x2000 && power(14) == 0x4000)]
    #[ensures(power(15) == 0x8000 && power(16) == 0x10000 && power(17) == 0x20000 && power(18) == 0x40000 && power(19) == 0x80000 && power(20) == 0x100000 && power(21) == 0x200000)]
    pub fn small_values() {
        let _ = (
            zeroth(),
            doubling(1),
            doubling(2),
            doubling(3),
            doubling(4),
            doubling(5),
            doubling(6),
            doubling(7),
        );
        let _ =
            (doubling(8), doubling(9), doubling(10), doubling(11), doubling(12), doubling(13), doubling(14));
        let _ = (
            doubling(15),
            doubling(16),
            doubling(17),
            doubling(18),
            doubling(19),
            doubling(20),
            doubling(21),
        );
    }

    /// The powers that contracts name by their value.
    #[logic]
    #[ensures(power(1) == 2 && power(6) == 64 && power(16) == 0x1_0000 && power(21) == 0x20_0000)]
    #[ensures(power(32) == 0x1_0000_0000 && power(63) == 0x8000_0000_0000_0000)]
    #[ensures(power(126) == 0x4000_0000_0000_0000_0000_0000_0000_0000)]
    pub fn values() {
        let _ = (sum(1, 1), sum(2, 2), sum(4, 1), sum(5, 1), sum(4, 4), sum(8, 8), sum(16, 5), sum(16, 16));
        let _ = (sum(32, 16), sum(48, 8), sum(56, 6), sum(62, 1), sum(63, 63));
    }
}

// ---- products and quotients
// --------------------------------------------------------------------------------------

/// **Scaling by a non-negative constant is monotone.**
#[logic]
#[requires(a <= b && 0 <= c)]
#[ensures(a * c <= b * c)]
pub fn scaling_is_monotone(a: Int, b: Int, c: Int) {}

/// ⌊x/d⌋·d ≤ x < ⌊x/d⌋·d + d.
#[logic]
#[requires(0 < d)]
#[ensures(x.div_euclid(d) * d <= x && x < x.div_euclid(d) * d + d)]
pub fn division(x: Int, d: Int) {}

/// Only one q satisfies q·d ≤ x < q·d + d.
#[logic]
#[requires(0 < d && q * d <= x && x < q * d + d)]
#[ensures(x.div_euclid(d) == q)]
pub fn quotient(x: Int, d: Int, q: Int) {}

/// ⌊x/d⌋ ≤ x for x ≥ 0.
#[logic]
#[requires(0 <= x && 1 <= d)]
#[ensures(0 <= x.div_euclid(d) && x.div_euclid(d) <= x)]
pub fn quotient_is_small(x: Int, d: Int) {
    let q = x.div_euclid(d);
    let _ = division(x, d);
    if q < 0 {
        let _ = scaling_is_monotone(q, -1, d);
    } else {
        let _ = scaling_is_monotone(1, d, q);
    }
}

/// ⌊x/d⌋ is monotone in x.
#[logic]
#[requires(0 < d && a <= b)]
#[ensures(a.div_euclid(d) <= b.div_euclid(d))]
pub fn quotient_is_monotone(a: Int, b: Int, d: Int) {
    let (p, q) = (a.div_euclid(d), b.div_euclid(d));
    let _ = (division(a, d), division(b, d));
    if q < p {
        let _ = scaling_is_monotone(q + 1, p, d);
        proof_assert!((q + 1) * d == q * d + d);
    }
}

// ---- shifts are divisions
// ----------------------------------------------------------------------------------------

/// ⌊x/d⌋ = −1 − ⌊(−1 − x)/d⌋: how a signed shift goes back to an unsigned one.
#[logic]
#[requires(0 < d)]
#[ensures(x.div_euclid(d) == -1 - (-1 - x).div_euclid(d))]
pub fn mirrored_quotient(x: Int, d: Int) {
    let q = (-1 - x).div_euclid(d);
    let _ = division(-1 - x, d);
    proof_assert!((-1 - q) * d == -d - q * d);
    let _ = quotient(x, d, -1 - q);
}

/// x >> k is ⌊x/2^k⌋ for a double word.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 128)]
#[ensures((x >> k)@ == x@.div_euclid(power(k@)))]
pub const fn unsigned_shift(x: u128, k: u32) {
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
}

/// x >> k is ⌊x/2^k⌋ for a signed double word.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 128)]
#[ensures((x >> k)@ == x@.div_euclid(power(k@)))]
pub const fn signed_shift(x: i128, k: u32) {
    if x < 0 {
        let mirrored = -1 - x;
        let unsigned = mirrored as u128;
        unsigned_shift(unsigned, k);
        let shifted = (unsigned >> k) as i128;
        proof_assert!(mirrored == !x);
        proof_assert!(mirrored >= 0i128);
        proof_assert!(shifted >= 0i128);
        let result = -1 - shifted;
        proof_assert!(result == !shifted);
        proof_assert!(x >> k == !((!x) >> k));
        proof_assert!((!x) >> k == shifted);
        proof_assert!(x >> k == result);
        proof_assert!(unsigned@ == mirrored@);
        proof_assert!(shifted@ == (unsigned >> k)@);
        proof_assert!({
            let _ = (positive(k@), mirrored_quotient(x@, power(k@)));
            result@ == x@.div_euclid(power(k@))
        });
    } else {
        let unsigned = x as u128;
        unsigned_shift(unsigned, k);
        let shifted = (unsigned >> k) as i128;
        proof_assert!(shifted >= 0i128);
        proof_assert!(x >> k == shifted);
        proof_assert!(unsigned@ == x@);
        proof_assert!(shifted@ == (unsigned >> k)@);
    }
}

/// 1 << k is 2^k.
#[bitwise_proof]
#[check(ghost)]
#[variant(k)]
#[requires(k@ < 127)]
#[ensures((1i128 << k)@ == power(k@))]
pub const fn shifted_one(k: u32) {
    if k > 0 {
        shifted_one(k - 1);
        let half = 1i128 << (k - 1);
        let whole = half + half;
        proof_assert!(whole == 1i128 << k);
        proof_assert!({
            let _ = doubling(k@);
            whole@ == power(k@)
        });
    } else {
        proof_assert!(1i128 << k == 1i128);
        proof_assert!({
            let _ = zeroth();
            power(0) == 1
        });
    }
}

/// m << s is m·2^s if shifting back gives m again: nothing was lost.
#[bitwise_proof]
#[check(ghost)]
#[variant(s)]
#[requires(s@ < 128)]
#[requires((m << s) >> s == m)]
#[ensures((m << s)@ == m@ * power(s@))]
pub const fn left_shift(m: i128, s: u32) {
    if s > 0 {
        left_shift(m, s - 1);
        let half = m << (s - 1);
        proof_assert!(half == (m << s) >> 1u32);
        proof_assert!(-0x4000_0000_0000_0000_0000_0000_0000_0000i128 <= half);
        proof_assert!(half < 0x4000_0000_0000_0000_0000_0000_0000_0000i128);
        proof_assert!(-0x4000_0000_0000_0000_0000_0000_0000_0000 <= half@);
        proof_assert!(half@ < 0x4000_0000_0000_0000_0000_0000_0000_0000);
        let whole = half + half;
        proof_assert!(whole == m << s);
        proof_assert!({
            let _ = doubling(s@);
            m@ * power(s@) == 2 * (m@ * power(s@ - 1))
        });
    } else {
        proof_assert!(m << s == m);
        proof_assert!({
            let _ = zeroth();
            m@ * power(0) == m@
        });
    }
}
