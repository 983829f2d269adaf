//! What the contracts of this crate speak about: integers, and laws of them that a prover is asked to find.
//!
//! Compiled for Creusot only. A `logic` function is mathematics, not a program; one without a result is a lemma, and
//! its `ensures` is the theorem. `proofs/creusot/README.md` lists each with the statement of the paper it serves.

use creusot_std::prelude::*;

/// 2^63: 1, in the units of m of [`crate::ln::shift_add`].
#[logic(open)]
pub fn one() -> Int {
    0x8000_0000_0000_0000
}

// ---- what is assumed of core ---------------------------------------------------------------------------------------

extern_spec! {
    // Assumption TRY_FROM: the documented meaning of a checked conversion, which creusot-std does not specify.
    impl TryFrom<i128> for i64 {
        #[ensures(match result {
            Ok(small) => small@ == value@,
            Err(_) => value@ < i64::MIN@ || i64::MAX@ < value@,
        })]
        fn try_from(value: i128) -> Result<i64, core::num::TryFromIntError>;
    }
}

// ---- products and quotients --------------------------------------------------------------------------------------

/// **Scaling by a non-negative constant is monotone.**
#[logic]
#[requires(a <= b && 0 <= c)]
#[ensures(a * c <= b * c)]
pub fn scaling_is_monotone(a: Int, b: Int, c: Int) {}

/// x/d is the q with q·d ≤ x < (q + 1)·d, the only one.
#[logic]
#[requires(0 < d && q * d <= x && x < (q + 1) * d)]
#[ensures(x.div_euclid(d) == q)]
pub fn quotient(x: Int, d: Int, q: Int) {}

/// ⌊x/d⌋ is monotone in x.
#[logic]
#[requires(0 < d && a <= b)]
#[ensures(a.div_euclid(d) <= b.div_euclid(d))]
pub fn quotient_is_monotone(a: Int, b: Int, d: Int) {}

/// 2^k is at least 1, and 2^k = 2·2^(k−1).
#[logic]
#[requires(1 <= k)]
#[ensures(k.pow2() == 2 * (k - 1).pow2())]
#[ensures(1 <= (k - 1).pow2())]
pub fn halving(k: Int) {}

// ---- rounding to a grid of step 2^s ------------------------------------------------------------------------------

/// ⌊x/2^s + ½⌋: nearest, halves upward. The index of the cell of x in the grid of step 2^s.
#[logic(open)]
#[requires(0 <= s)]
pub fn half_up(x: Int, s: Int) -> Int {
    if s == 0 { x } else { (x + (s - 1).pow2()).div_euclid(s.pow2()) }
}

/// **Grid rounding moves a number by at most half a step**: −2^(s−1) < 2^s·⌊x/2^s + ½⌋ − x ≤ 2^(s−1).
#[logic]
#[requires(1 <= s)]
#[ensures(s.pow2() * half_up(x, s) - x <= (s - 1).pow2())]
#[ensures(x - s.pow2() * half_up(x, s) < (s - 1).pow2())]
pub fn half_up_is_near(x: Int, s: Int) {
    let _ = halving(s);
}

/// **Grid rounding is monotone.**
#[logic]
#[requires(0 <= s && a <= b)]
#[ensures(half_up(a, s) <= half_up(b, s))]
pub fn half_up_is_monotone(a: Int, b: Int, s: Int) {
    if s > 0 {
        let _ = halving(s);
        let _ = quotient_is_monotone(a + (s - 1).pow2(), b + (s - 1).pow2(), s.pow2());
    }
}

/// **Grid rounding is idempotent**: a grid point 2^s·g rounds to its own index g.
#[logic]
#[requires(0 <= s)]
#[ensures(half_up(s.pow2() * g, s) == g)]
pub fn half_up_is_idempotent(g: Int, s: Int) {
    if s > 0 {
        let _ = halving(s);
        let _ = quotient(s.pow2() * g + (s - 1).pow2(), s.pow2(), g);
    }
}

/// **Scaling by a non-negative mantissa and rounding is monotone**: of the logarithm to the noise.
#[logic]
#[requires(0 <= s && 0 <= mantissa && a <= b)]
#[ensures(half_up(mantissa * a, s) <= half_up(mantissa * b, s))]
pub fn scaled_is_monotone(a: Int, b: Int, mantissa: Int, s: Int) {
    let _ = scaling_is_monotone(a, b, mantissa);
    let _ = half_up_is_monotone(mantissa * a, mantissa * b, s);
}

// ---- shift and add -----------------------------------------------------------------------------------------------

/// Whether step k multiplies m by 1 + 2^-k: whether the product stays at most 1.
#[logic(open)]
#[requires(0 <= k)]
pub fn is_taken(m: Int, k: Int) -> bool {
    m + m.div_euclid(k.pow2()) <= one()
}

/// m after step k.
#[logic(open)]
#[requires(0 <= k)]
pub fn stepped(m: Int, k: Int) -> Int {
    if is_taken(m, k) { m + m.div_euclid(k.pow2()) } else { m }
}

/// m after steps 1 to k.
#[logic(open)]
#[variant(k)]
#[requires(0 <= k)]
pub fn normalised(m: Int, k: Int) -> Int {
    if k <= 0 { m } else { stepped(normalised(m, k - 1), k) }
}

/// Numerator of the product of the factors (2^j + 1)/2^j taken in steps 1 to k.
#[logic(open)]
#[variant(k)]
#[requires(0 <= k)]
pub fn numerator(m: Int, k: Int) -> Int {
    if k <= 0 {
        1
    } else if is_taken(normalised(m, k - 1), k) {
        numerator(m, k - 1) * (k.pow2() + 1)
    } else {
        numerator(m, k - 1)
    }
}

/// Denominator of the product of the factors (2^j + 1)/2^j taken in steps 1 to k.
#[logic(open)]
#[variant(k)]
#[requires(0 <= k)]
pub fn denominator(m: Int, k: Int) -> Int {
    if k <= 0 {
        1
    } else if is_taken(normalised(m, k - 1), k) {
        denominator(m, k - 1) * k.pow2()
    } else {
        denominator(m, k - 1)
    }
}

/// sum ≤ 2^64·(1 − 2^-k): the sum of the first k constants never overflows, as ln(1 + 2^-j) ≤ 2^-j.
#[logic(open)]
#[requires(0 <= k)]
pub fn is_bounded(sum: Int, k: Int) -> bool {
    sum * k.pow2() <= 0x1_0000_0000_0000_0000 * (k.pow2() - 1)
}

/// One step of the sum, whether taken or not.
#[logic]
#[requires(1 <= k && 0 <= sum && is_bounded(sum, k - 1))]
#[requires(0 <= ln_factor && ln_factor * k.pow2() <= 0x1_0000_0000_0000_0000)]
#[ensures(is_bounded(sum, k) && is_bounded(sum + ln_factor, k))]
#[ensures(sum + ln_factor < 0x1_0000_0000_0000_0000)]
pub fn sum_step(sum: Int, ln_factor: Int, k: Int) {
    let _ = halving(k);
    let half = (k - 1).pow2();
    proof_assert!(sum * (2 * half) == 2 * (sum * half));
    proof_assert!((sum + ln_factor) * (2 * half) == 2 * (sum * half) + ln_factor * (2 * half));
}

/// 2^a·2^b = 2^(a+b).
#[logic]
#[requires(0 <= a && 0 <= b)]
#[ensures(a.pow2() * b.pow2() == (a + b).pow2())]
pub fn powers(a: Int, b: Int) {}

/// One step of [`residual`]. P = 2^k; I_{k−1} is m·(P + 2) ≥ P·ONE, with both sides doubled.
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[requires(m * ((k - 1).pow2() + 1) >= one() * (k - 1).pow2())]
#[ensures(m <= stepped(m, k) && stepped(m, k) <= one())]
#[ensures(stepped(m, k) * (k.pow2() + 1) >= one() * k.pow2())]
pub fn residual_step(m: Int, k: Int) {
    let _ = halving(k);
    let power = k.pow2();
    let part = m.div_euclid(power);
    let _ = small_power(k);
    proof_assert!(part * power <= m && m < (part + 1) * power);
    proof_assert!(m * (power + 2) >= one() * power);
    if m + part <= one() {
        proof_assert!(part >= power);
        proof_assert!((m + part) * (power + 1) == m * power + m + part * power + part);
    } else {
        proof_assert!((m + part) * power >= one() * power);
        proof_assert!((m + part) * power == m * power + part * power);
    }
}

/// 2 ≤ 2^k ≤ 2^21 and 2k − 2 ≤ 2^k, for the steps that there are.
#[logic]
#[variant(k)]
#[requires(1 <= k && k <= 21)]
#[ensures(2 <= k.pow2() && k.pow2() <= 0x20_0000)]
#[ensures(2 * k - 2 <= k.pow2())]
#[ensures(k.pow2() * (21 - k).pow2() == 0x20_0000)]
pub fn small_power(k: Int) {
    let _ = halving(k);
    if k > 1 {
        let _ = small_power(k - 1);
        let _ = halving(22 - k);
    }
}

/// **The residual**: I_k of [`crate::ln::shift_add`], m′·(2^k + 1) ≥ 2^(63+k), and m ≤ m′ ≤ ONE.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[ensures(m <= normalised(m, k) && normalised(m, k) <= one())]
#[ensures(normalised(m, k) * (k.pow2() + 1) >= one() * k.pow2())]
pub fn residual(m: Int, k: Int) {
    if k > 0 {
        let _ = residual(m, k - 1);
        let _ = residual_step(normalised(m, k - 1), k);
    }
}

/// **The residual bound**: after k steps 0 ≤ ONE − m′ ≤ 2^(63−k).
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[ensures(normalised(m, k) <= one())]
#[ensures((one() - normalised(m, k)) * k.pow2() <= one())]
pub fn residual_bound(m: Int, k: Int) {
    let _ = residual(m, k);
    proof_assert!(normalised(m, k) * (k.pow2() + 1) == normalised(m, k) * k.pow2() + normalised(m, k));
}

/// One step of [`exact_product`]: lost = m₀·num − m·den grows by the factor 1 + 2^-k and by what the shift drops.
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0 < den)]
#[requires(0 <= lost && lost <= 2 * (k - 1) * den)]
#[requires(0 <= dropped && dropped < k.pow2())]
#[ensures(0 <= lost * (k.pow2() + 1) + dropped * den)]
#[ensures(lost * (k.pow2() + 1) + dropped * den <= 2 * k * (den * k.pow2()))]
pub fn lost_step(lost: Int, den: Int, dropped: Int, k: Int) {
    let _ = small_power(k);
    let power = k.pow2();
    let _ = scaling_is_monotone(lost, 2 * (k - 1) * den, power + 1);
    let _ = scaling_is_monotone(dropped, power, den);
    let _ = scaling_is_monotone(2 * k - 2, power, den);
    proof_assert!(2 * (k - 1) * den * (power + 1) == 2 * k * (den * power) - 2 * (den * power) + (2 * k - 2) * den);
}

/// **The exact product**: 0 ≤ m·Π(taken factors) − m′ ≤ 2k, as integers over the common denominator.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= 21)]
#[requires(0 <= m)]
#[ensures(0 < numerator(m, k) && 0 < denominator(m, k))]
#[ensures(0 <= m * numerator(m, k) - normalised(m, k) * denominator(m, k))]
#[ensures(m * numerator(m, k) - normalised(m, k) * denominator(m, k) <= 2 * k * denominator(m, k))]
pub fn exact_product(m: Int, k: Int) {
    if k > 0 {
        let _ = exact_product(m, k - 1);
        let _ = small_power(k);
        let power = k.pow2();
        let (before, num, den) = (normalised(m, k - 1), numerator(m, k - 1), denominator(m, k - 1));
        let lost = m * num - before * den;
        let part = before.div_euclid(power);
        let dropped = before - part * power;
        proof_assert!(0 <= dropped && dropped < power);
        let _ = lost_step(lost, den, dropped, k);
        if is_taken(before, k) {
            proof_assert!((before + part) * power == before * (power + 1) - dropped);
            proof_assert!((before + part) * (den * power) == (before * (power + 1) - dropped) * den);
            proof_assert!(m * (num * (power + 1)) == (lost + before * den) * (power + 1));
            proof_assert!(m * (num * (power + 1)) - (before + part) * (den * power) == lost * (power + 1) + dropped * den);
        } else {
            proof_assert!(2 * (k - 1) * den <= 2 * k * den);
        }
    }
}

/// **Monotone up to the stated slack**: with F = num/den the product taken and m′ what is left, a ≤ b gives
/// F_b/(m′_b + 2k) ≤ F_a/m′_a. So ln F − ln m′, which is what the kernel computes of −ln m, decreases in m up to
/// ln(1 + 2k/m′): the line "shifts of m" of the ledger.
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= a && a <= b && b <= one())]
#[ensures(numerator(b, k) * (normalised(a, k) * denominator(a, k))
    <= numerator(a, k) * ((normalised(b, k) + 2 * k) * denominator(b, k)))]
pub fn monotone_up_to_slack(a: Int, b: Int, k: Int) {
    let _ = exact_product(a, k);
    let _ = exact_product(b, k);
    let (na, nb) = (numerator(a, k), numerator(b, k));
    let low = normalised(a, k) * denominator(a, k);
    let high = (normalised(b, k) + 2 * k) * denominator(b, k);
    proof_assert!(low <= a * na && b * nb <= high);
    let _ = scaling_is_monotone(low, a * na, nb);
    let _ = scaling_is_monotone(b * nb, high, na);
    let _ = scaling_is_monotone(a, b, na * nb);
    proof_assert!(a * na * nb == a * (na * nb) && b * nb * na == b * (na * nb));
}
