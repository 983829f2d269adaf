//! What the contracts of this crate speak about: integers, and laws of them that a prover is asked to find.
//!
//! Compiled for Creusot only. A `logic` function is mathematics, not a program; one without a result is a
//! lemma, and its `ensures` is the theorem. The functions on machine integers are programs that only the
//! verifier sees; they compute nothing, their contracts are lemmas too. `proofs/creusot/README.md` lists each
//! with the statement of the paper it serves.
//!
//! [`integer`]: powers of two, quotients, shifts. Here: rounding to a grid, scaling, and the shift-and-add
//! logarithm.

pub mod integer;
pub mod logarithm;
pub mod release;

use crate::ln::shift_add::LN_FACTORS;
use creusot_std::prelude::*;
use integer::{power::*, *};

extern_spec! {
    // Assumption TRY_FROM: the documented meaning of a checked conversion, which creusot-std does not
    // specify.
    impl TryFrom<i128> for i64 {
        #[ensures(match result {
            Ok(small) => small@ == value@,
            Err(_) => value@ < i64::MIN@ || i64::MAX@ < value@,
        })]
        fn try_from(value: i128) -> Result<i64, core::num::TryFromIntError>;
    }
}

// ---- rounding to a grid of step 2^s
// ------------------------------------------------------------------------------

/// ⌊x/2^s + ½⌋: nearest, halves upward. The index of the cell of x in the grid of step 2^s.
#[logic(open)]
#[requires(0 <= s)]
pub fn half_up(x: Int, s: Int) -> Int {
    if s == 0 { x } else { (x + power(s - 1)).div_euclid(power(s)) }
}

/// **Grid rounding moves a number by at most half a step**: −2^(s−1) < 2^s·⌊x/2^s + ½⌋ − x ≤ 2^(s−1).
#[logic]
#[requires(1 <= s)]
#[ensures(half_up(x, s) * power(s) - x <= power(s - 1))]
#[ensures(x - half_up(x, s) * power(s) < power(s - 1))]
pub fn half_up_is_near(x: Int, s: Int) {
    let _ = (doubling(s), positive(s), division(x + power(s - 1), power(s)));
}

/// **Grid rounding is monotone.**
#[logic]
#[requires(0 <= s && a <= b)]
#[ensures(half_up(a, s) <= half_up(b, s))]
pub fn half_up_is_monotone(a: Int, b: Int, s: Int) {
    if s > 0 {
        let _ = (positive(s), quotient_is_monotone(a + power(s - 1), b + power(s - 1), power(s)));
    }
}

/// **Grid rounding is idempotent**: a grid point g·2^s rounds to its own index g.
#[logic]
#[requires(0 <= s)]
#[ensures(half_up(g * power(s), s) == g)]
pub fn half_up_is_idempotent(g: Int, s: Int) {
    if s > 0 {
        let _ = (doubling(s), positive(s - 1), quotient(g * power(s) + power(s - 1), power(s), g));
    } else {
        let _ = zeroth();
    }
}

/// **Scaling by a non-negative mantissa and rounding is monotone**: of the logarithm to the noise.
#[logic]
#[requires(0 <= s && 0 <= mantissa && a <= b)]
#[ensures(half_up(a * mantissa, s) <= half_up(b * mantissa, s))]
pub fn scaled_is_monotone(a: Int, b: Int, mantissa: Int, s: Int) {
    let _ = (scaling_is_monotone(a, b, mantissa), half_up_is_monotone(a * mantissa, b * mantissa, s));
}

/// Rounding does not enlarge a number that is not negative by more than 1, nor make it negative.
#[logic]
#[requires(0 <= s && 0 <= x)]
#[ensures(0 <= half_up(x, s) && half_up(x, s) <= x + 1)]
pub fn half_up_of_positive(x: Int, s: Int) {
    if s > 0 {
        let _ = (doubling(s), positive(s - 1), half_up_is_near(x, s));
        let _ = rounded_size(x, half_up(x, s), power(s - 1));
    }
}

/// The arithmetic of [`half_up_of_positive`]: q·2h within h of x ≥ 0.
#[logic]
#[requires(0 <= x && 1 <= h && q * (2 * h) - x <= h && x - q * (2 * h) < h)]
#[ensures(0 <= q && q <= x + 1)]
pub fn rounded_size(x: Int, q: Int, h: Int) {
    if q < 0 {
        let _ = scaling_is_monotone(q, -1, 2 * h);
    } else if q > x + 1 {
        let _ = scaling_is_monotone(x + 2, q, 2 * h);
        let _ = scaling_is_monotone(1, h, x + 2);
    }
}

/// Two small factors have a small product.
#[logic]
#[requires(0 <= a && a < 0x100_0000 && 0 <= b && b <= 0xFFFF_FFFF_FFFF_FFFF)]
#[ensures(0 <= a * b && a * b <= 0xFF_FFFF_FFFF_FFFF_FFFF_FFFF)]
pub fn product_fits(a: Int, b: Int) {
    let _ = (scaling_is_monotone(a, 0xFF_FFFF, b), scaling_is_monotone(0, a, b));
}

/// Two numbers within ±2^62 have a product within ±2^124, whose floor in units of 2^62 is within ±2^62 and which, to nearest
/// in units of 2^66, is within ±2^58.
#[logic]
#[requires(-0x4000_0000_0000_0000 <= a && a <= 0x4000_0000_0000_0000)]
#[requires(-0x4000_0000_0000_0000 <= b && b <= 0x4000_0000_0000_0000)]
#[ensures(-power(126) < a * b && a * b < power(126))]
#[ensures(-0x4000_0000_0000_0000 <= (a * b).div_euclid(power(62)) && (a * b).div_euclid(power(62)) <= 0x4000_0000_0000_0000)]
#[ensures(-0x400_0000_0000_0000 <= half_up(a * b, 66) && half_up(a * b, 66) <= 0x400_0000_0000_0000)]
pub fn product_of_units_fits(a: Int, b: Int) {
    let unit = 0x4000_0000_0000_0000;
    let _ = (
        values(),
        sum(62, 62),
        doubling(125),
        doubling(126),
        sum(58, 66),
        positive(66),
        positive(65),
        doubling(66),
    );
    proof_assert!(
        power(62) == 0x4000_0000_0000_0000 && power(124) == unit * unit && power(126) == 4 * (unit * unit)
    );
    if 0 <= b {
        let _ = (
            scaling_is_monotone(a, unit, b),
            scaling_is_monotone(-unit, a, b),
            scaling_is_monotone(b, unit, unit),
        );
    } else {
        let _ = (
            scaling_is_monotone(a, unit, -b),
            scaling_is_monotone(-unit, a, -b),
            scaling_is_monotone(-b, unit, unit),
        );
        proof_assert!(a * -b == -a * b);
    }
    proof_assert!(-unit * unit <= a * b && a * b <= unit * unit);
    let _ = (quotient_is_monotone(a * b, unit * unit, unit), quotient_is_monotone(-unit * unit, a * b, unit));
    let _ = (quotient(unit * unit, unit, unit), quotient(-unit * unit, unit, -unit));
    let _ = (
        half_up_is_monotone(a * b, 0x400_0000_0000_0000 * power(66), 66),
        half_up_is_idempotent(0x400_0000_0000_0000, 66),
    );
    let _ = (
        half_up_is_monotone(-0x400_0000_0000_0000 * power(66), a * b, 66),
        half_up_is_idempotent(-0x400_0000_0000_0000, 66),
    );
}

// ---- shift and add
// -----------------------------------------------------------------------------------------------

/// 2^63: 1, in the units of m of [`crate::ln::shift_add`].
#[logic(open)]
pub fn one() -> Int {
    0x8000_0000_0000_0000
}

/// Whether step k multiplies m by 1 + 2^-k: whether the product stays at most 1.
#[logic(open)]
#[requires(0 <= k)]
pub fn is_taken(m: Int, k: Int) -> bool {
    m + m.div_euclid(power(k)) <= one()
}

/// m after step k.
#[logic(open)]
#[requires(0 <= k)]
pub fn stepped(m: Int, k: Int) -> Int {
    if is_taken(m, k) { m + m.div_euclid(power(k)) } else { m }
}

/// m after steps 1 to k.
#[logic]
#[variant(k)]
#[requires(0 <= k)]
pub fn normalised(m: Int, k: Int) -> Int {
    if k <= 0 { m } else { stepped(normalised(m, k - 1), k) }
}

/// How [`normalised`] goes on.
#[logic]
#[requires(1 <= k)]
#[ensures(normalised(m, k) == stepped(normalised(m, k - 1), k))]
pub fn one_more_step(m: Int, k: Int) {}

/// How [`normalised`] begins.
#[logic]
#[ensures(normalised(m, 0) == m)]
pub fn no_step(m: Int) {}

/// Numerator of the product of the factors (2^j + 1)/2^j taken in steps 1 to k.
#[logic]
#[variant(k)]
#[requires(0 <= k)]
pub fn numerator(m: Int, k: Int) -> Int {
    if k <= 0 {
        1
    } else if is_taken(normalised(m, k - 1), k) {
        numerator(m, k - 1) * (power(k) + 1)
    } else {
        numerator(m, k - 1)
    }
}

/// Denominator of the product of the factors (2^j + 1)/2^j taken in steps 1 to k.
#[logic]
#[variant(k)]
#[requires(0 <= k)]
pub fn denominator(m: Int, k: Int) -> Int {
    if k <= 0 {
        1
    } else if is_taken(normalised(m, k - 1), k) {
        denominator(m, k - 1) * power(k)
    } else {
        denominator(m, k - 1)
    }
}

/// sum ≤ 2^64·(1 − 2^-k): the sum of the first k constants never overflows, as ln(1 + 2^-j) ≤ 2^-j.
#[logic(open)]
#[requires(0 <= k)]
pub fn is_bounded(sum: Int, k: Int) -> bool {
    sum * power(k) <= 0x1_0000_0000_0000_0000 * (power(k) - 1)
}

/// No constant is added yet.
#[logic]
#[ensures(is_bounded(0, 0))]
pub fn no_sum() {
    zeroth()
}

/// One step of the sum, whether taken or not.
#[logic]
#[requires(1 <= k && 0 <= sum && is_bounded(sum, k - 1))]
#[requires(0 <= ln_factor && ln_factor * power(k) <= 0x1_0000_0000_0000_0000)]
#[ensures(is_bounded(sum, k) && is_bounded(sum + ln_factor, k))]
#[ensures(sum + ln_factor < 0x1_0000_0000_0000_0000)]
pub fn sum_step(sum: Int, ln_factor: Int, k: Int) {
    let _ = (doubling(k), positive(k - 1), sum_arithmetic(sum, ln_factor, power(k - 1)));
}

/// The arithmetic of [`sum_step`], with h for 2^(k−1).
#[logic]
#[requires(1 <= h && 0 <= s && s * h <= 0x1_0000_0000_0000_0000 * (h - 1))]
#[requires(0 <= f && f * (2 * h) <= 0x1_0000_0000_0000_0000)]
#[ensures(s * (2 * h) <= 0x1_0000_0000_0000_0000 * (2 * h - 1))]
#[ensures((s + f) * (2 * h) <= 0x1_0000_0000_0000_0000 * (2 * h - 1))]
#[ensures(s + f < 0x1_0000_0000_0000_0000)]
pub fn sum_arithmetic(s: Int, f: Int, h: Int) {
    proof_assert!(s * (2 * h) == 2 * (s * h));
    proof_assert!((s + f) * (2 * h) == 2 * (s * h) + f * (2 * h));
    if s + f >= 0x1_0000_0000_0000_0000 {
        let _ = scaling_is_monotone(0x1_0000_0000_0000_0000, s + f, 2 * h);
    }
}

/// The arithmetic of one step, with h for 2^(k−1), p for 2^k and part for ⌊m/2^k⌋: I_{k−1} gives I_k. See the
/// head of [`crate::ln::shift_add`].
#[logic]
#[requires(p == 2 * h && 1 <= h && p <= 0x20_0000)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[requires(part * p <= m && m < part * p + p)]
#[requires(m * (h + 1) >= one() * h)]
#[ensures(0 <= part)]
#[ensures(m + part <= one() ==> (m + part) * (p + 1) >= one() * p)]
#[ensures(m + part > one() ==> m * (p + 1) >= one() * p)]
pub fn residual_arithmetic(m: Int, part: Int, h: Int, p: Int) {
    if part < p {
        let _ = (scaling_is_monotone(part + 1, p, p), scaling_is_monotone(p, 0x20_0000, p));
        proof_assert!((part + 1) * p == part * p + p);
    }
    proof_assert!(part >= p);
    proof_assert!(m * p == 2 * (m * h));
    proof_assert!(m * (p + 1) == m * p + m);
    proof_assert!(m * (h + 1) == m * h + m);
    proof_assert!((m + part) * (p + 1) == m * p + m + part * p + part);
    if m + part > one() {
        let _ = scaling_is_monotone(one() + 1, m + part, p);
        proof_assert!((m + part) * p == m * p + part * p);
        proof_assert!((one() + 1) * p == one() * p + p);
    }
}

/// One step of [`residual`].
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[requires(m * (power(k - 1) + 1) >= one() * power(k - 1))]
#[ensures(m <= stepped(m, k) && stepped(m, k) <= one())]
#[ensures(stepped(m, k) * (power(k) + 1) >= one() * power(k))]
pub fn residual_step(m: Int, k: Int) {
    let _ = (doubling(k), positive(k - 1), monotone(k, 21), values(), division(m, power(k)));
    let _ = residual_arithmetic(m, m.div_euclid(power(k)), power(k - 1), power(k));
}

/// **The residual**: I_k of [`crate::ln::shift_add`], m′·(2^k + 1) ≥ 2^(63+k), and m ≤ m′ ≤ ONE.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[ensures(m <= normalised(m, k) && normalised(m, k) <= one())]
#[ensures(normalised(m, k) * (power(k) + 1) >= one() * power(k))]
pub fn residual(m: Int, k: Int) {
    if k > 0 {
        let _ = (residual(m, k - 1), one_more_step(m, k));
        let _ = residual_step(normalised(m, k - 1), k);
    } else {
        let _ = (no_step(m), zeroth());
    }
}

/// **The residual bound**: after k steps 0 ≤ ONE − m′ ≤ 2^(63−k).
#[logic]
#[requires(1 <= k && k <= 21)]
#[requires(0x4000_0000_0000_0000 <= m && m <= one())]
#[ensures(m <= normalised(m, k) && normalised(m, k) <= one())]
#[ensures((one() - normalised(m, k)) * power(k) <= one())]
pub fn residual_bound(m: Int, k: Int) {
    let _ = residual(m, k);
    let left = normalised(m, k);
    proof_assert!(left * (power(k) + 1) == left * power(k) + left);
    proof_assert!((one() - left) * power(k) == one() * power(k) - left * power(k));
}

/// What r·2^K ≤ 2^63 says of the top bits of r: ⌊r/2^(32−K)⌋ is at most 2^31. From 12 steps on r is at most
/// 2^51.
#[logic]
#[requires(1 <= k && k <= 21 && 0 <= r && r * power(k) <= one())]
#[requires(0 <= head && head * power(32 - k) <= r)]
#[ensures(r <= 0x4000_0000_0000_0000 && (12 <= k ==> r <= 0x8_0000_0000_0000))]
#[ensures(head * head <= 0x4000_0000_0000_0000)]
pub fn head_fits(r: Int, head: Int, k: Int) {
    let _ = (sum(32 - k, k), values(), small_values(), positive(k), monotone(1, k), positive(32 - k));
    if 12 <= k {
        let _ = monotone(12, k);
    }
    let _ = head_arithmetic(r, head, power(k), power(32 - k));
}

/// The arithmetic of [`head_fits`].
#[logic]
#[requires(2 <= p && 0 < q && q * p == 0x1_0000_0000 && 0 <= r && r * p <= one())]
#[requires(0 <= head && head * q <= r)]
#[ensures(r <= 0x4000_0000_0000_0000 && (0x1000 <= p ==> r <= 0x8_0000_0000_0000))]
#[ensures(head * head <= 0x4000_0000_0000_0000)]
pub fn head_arithmetic(r: Int, head: Int, p: Int, q: Int) {
    let _ = (scaling_is_monotone(2, p, r), scaling_is_monotone(head * q, r, p));
    if 0x1000 <= p {
        let _ = scaling_is_monotone(0x1000, p, r);
    }
    proof_assert!(head * q * p == head * (q * p));
    proof_assert!(head <= 0x8000_0000);
    let _ =
        (scaling_is_monotone(head, 0x8000_0000, head), scaling_is_monotone(head, 0x8000_0000, 0x8000_0000));
}

/// ⌊head²/2^(2K−1)⌋ is at most 2^62, and at most 2^50 from 12 steps on.
#[logic]
#[requires(1 <= k && 0 <= squared && squared <= 0x4000_0000_0000_0000)]
#[ensures(squared.div_euclid(power(2 * k - 1)) <= 0x4000_0000_0000_0000)]
#[ensures(12 <= k ==> squared.div_euclid(power(2 * k - 1)) <= 0x4_0000_0000_0000)]
pub fn square_fits(squared: Int, k: Int) {
    let (p, square) = (power(2 * k - 1), squared.div_euclid(power(2 * k - 1)));
    let _ = (positive(2 * k - 1), quotient_is_small(squared, p), division(squared, p));
    if 12 <= k {
        let _ = (small_values(), monotone(12, 2 * k - 1), scaling_is_monotone(0x1000, p, square));
    }
}

/// 2k − 2 ≤ 2^k, for the steps that there are.
#[logic]
#[variant(k)]
#[requires(1 <= k)]
#[ensures(2 * k - 2 <= power(k) && 2 <= power(k))]
pub fn steps_are_few(k: Int) {
    let _ = (doubling(k), positive(k - 1));
    if k > 1 {
        let _ = steps_are_few(k - 1);
    }
}

/// The arithmetic of [`exact_product`], with p for 2^k: what is lost grows by the factor 1 + 2^-k and by what
/// the shift drops.
#[logic]
#[requires(1 <= k && 2 <= p && 2 * k - 2 <= p && 0 < den)]
#[requires(0 <= lost && lost <= (2 * k - 2) * den)]
#[requires(0 <= dropped && dropped <= p)]
#[ensures(0 <= lost * (p + 1) + dropped * den)]
#[ensures(lost * (p + 1) + dropped * den <= 2 * k * (den * p))]
pub fn loss_arithmetic(lost: Int, den: Int, dropped: Int, p: Int, k: Int) {
    let _ = (scaling_is_monotone(0, lost, p + 1), scaling_is_monotone(0, dropped, den));
    let _ = scaling_is_monotone(lost, (2 * k - 2) * den, p + 1);
    let _ = scaling_is_monotone(dropped, p, den);
    let _ = scaling_is_monotone(2 * k - 2, p, den);
    proof_assert!((2 * k - 2) * den * (p + 1) == (2 * k - 2) * (den * p) + (2 * k - 2) * den);
    proof_assert!((2 * k - 2) * (den * p) == 2 * k * (den * p) - 2 * (den * p));
    proof_assert!(p * den == den * p);
}

/// The algebra of one taken step: (before + part)·p = before·(p + 1) − dropped.
#[logic]
#[requires(before == part * p + dropped)]
#[ensures(m * (num * (p + 1)) - (before + part) * (den * p) == (m * num - before * den) * (p + 1) + dropped * den)]
pub fn taken_algebra(m: Int, num: Int, before: Int, den: Int, part: Int, dropped: Int, p: Int) {
    proof_assert!((before + part) * (den * p) == den * (before * p + part * p));
    proof_assert!(m * (num * (p + 1)) == m * num * (p + 1));
    proof_assert!(
        (m * num - before * den) * (p + 1) == m * num * (p + 1) - den * (before * p) - den * before
    );
    proof_assert!(den * (before * p + part * p) == den * (before * p) + den * (part * p));
    proof_assert!(den * before == den * (part * p) + dropped * den);
}

/// **The exact product**: 0 ≤ m·Π(taken factors) − m′ ≤ 2k, as integers over the common denominator.
#[logic]
#[variant(k)]
#[requires(0 <= k && 0 <= m)]
#[ensures(0 < numerator(m, k) && 0 < denominator(m, k))]
#[ensures(0 <= m * numerator(m, k) - normalised(m, k) * denominator(m, k))]
#[ensures(m * numerator(m, k) - normalised(m, k) * denominator(m, k) <= 2 * k * denominator(m, k))]
pub fn exact_product(m: Int, k: Int) {
    if k > 0 {
        let _ = (exact_product(m, k - 1), steps_are_few(k));
        let (before, num, den) = (normalised(m, k - 1), numerator(m, k - 1), denominator(m, k - 1));
        let (p, part) = (power(k), before.div_euclid(power(k)));
        let dropped = before - part * p;
        let _ = (division(before, p), scaling_is_monotone(1, p, den), scaling_is_monotone(1, p + 1, num));
        let _ = loss_arithmetic(m * num - before * den, den, dropped, p, k);
        let _ = taken_algebra(m, num, before, den, part, dropped, p);
        let _ = one_more_step(m, k);
        if is_taken(before, k) {
            proof_assert!(normalised(m, k) == before + part);
            proof_assert!(numerator(m, k) == num * (p + 1) && denominator(m, k) == den * p);
        } else {
            proof_assert!(normalised(m, k) == before && numerator(m, k) == num && denominator(m, k) == den);
            let _ = scaling_is_monotone(2 * k - 2, 2 * k, den);
        }
    }
}

/// **Monotone up to the stated slack**: with F = num/den the product taken and m′ what is left, a ≤ b gives
/// F_b/(m′_b + 2k) ≤ F_a/m′_a. So ln F − ln m′, which is what the kernel computes of −ln m, decreases in m up
/// to ln(1 + 2k/m′): the line "shifts of m" of the ledger.
#[logic]
#[requires(0 <= k && 0 <= a && a <= b)]
#[ensures(numerator(b, k) * (normalised(a, k) * denominator(a, k))
    <= numerator(a, k) * ((normalised(b, k) + 2 * k) * denominator(b, k)))]
pub fn monotone_up_to_slack(a: Int, b: Int, k: Int) {
    let _ = (exact_product(a, k), exact_product(b, k));
    let low = normalised(a, k) * denominator(a, k);
    let high = (normalised(b, k) + 2 * k) * denominator(b, k);
    proof_assert!(high == normalised(b, k) * denominator(b, k) + 2 * k * denominator(b, k));
    let _ = slack_arithmetic(a, b, numerator(a, k), numerator(b, k), low, high);
}

/// The arithmetic of [`monotone_up_to_slack`].
#[logic]
#[requires(0 <= a && a <= b && 0 < na && 0 < nb && low <= a * na && b * nb <= high)]
#[ensures(nb * low <= na * high)]
pub fn slack_arithmetic(a: Int, b: Int, na: Int, nb: Int, low: Int, high: Int) {
    let _ = (scaling_is_monotone(low, a * na, nb), scaling_is_monotone(b * nb, high, na));
    let _ = (scaling_is_monotone(0, na, nb), scaling_is_monotone(a, b, na * nb));
    proof_assert!(a * na * nb == a * (na * nb) && b * nb * na == b * (na * nb));
}

/// ln(1 + 2^-k) ≤ 2^-k, for the table of constants: one by one.
#[check(ghost)]
#[ensures(1 <= k@ && k@ <= 21 ==> LN_FACTORS@[k@ - 1]@ * power(k@) <= 0x1_0000_0000_0000_0000)]
pub const fn constant_is_small(k: u32) {
    proof_assert!({
        let _ = small_values();
        let t = LN_FACTORS@;
        t[0]@ * power(1) <= 0x1_0000_0000_0000_0000
            && t[1]@ * power(2) <= 0x1_0000_0000_0000_0000
            && t[2]@ * power(3) <= 0x1_0000_0000_0000_0000
            && t[3]@ * power(4) <= 0x1_0000_0000_0000_0000
            && t[4]@ * power(5) <= 0x1_0000_0000_0000_0000
            && t[5]@ * power(6) <= 0x1_0000_0000_0000_0000
            && t[6]@ * power(7) <= 0x1_0000_0000_0000_0000
            && t[7]@ * power(8) <= 0x1_0000_0000_0000_0000
            && t[8]@ * power(9) <= 0x1_0000_0000_0000_0000
            && t[9]@ * power(10) <= 0x1_0000_0000_0000_0000
            && t[10]@ * power(11) <= 0x1_0000_0000_0000_0000
            && t[11]@ * power(12) <= 0x1_0000_0000_0000_0000
            && t[12]@ * power(13) <= 0x1_0000_0000_0000_0000
            && t[13]@ * power(14) <= 0x1_0000_0000_0000_0000
            && t[14]@ * power(15) <= 0x1_0000_0000_0000_0000
            && t[15]@ * power(16) <= 0x1_0000_0000_0000_0000
            && t[16]@ * power(17) <= 0x1_0000_0000_0000_0000
            && t[17]@ * power(18) <= 0x1_0000_0000_0000_0000
            && t[18]@ * power(19) <= 0x1_0000_0000_0000_0000
            && t[19]@ * power(20) <= 0x1_0000_0000_0000_0000
            && t[20]@ * power(21) <= 0x1_0000_0000_0000_0000
    });
    proof_assert!(k@ < 1 || k@ > 21 || k@ == 1 || k@ == 2 || k@ == 3 || k@ == 4 || k@ == 5 || k@ == 6 || k@ == 7 || k@ == 8 || k@ == 9 || k@ == 10 || k@ == 11 || k@ == 12 || k@ == 13 || k@ == 14 || k@ == 15 || k@ == 16 || k@ == 17 || k@ == 18 || k@ == 19 || k@ == 20 || k@ == 21);
}
