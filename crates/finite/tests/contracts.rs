//! The formulas of the contracts (proofs/creusot), evaluated without a verifier on small domains, every point, and on a
//! spread of large ones: a contract that says the wrong thing fails here.
#![allow(clippy::unwrap_used, reason = "in range by construction")]

use kdelta_finite::allowance::Allowance;
use kdelta_finite::fixed::round_shift;
use kdelta_finite::ln::shift_add::{
    LN_FACTORS, ONE, ln_factor, minus_ln_scaled, normalise, part, series, step,
};
use kdelta_finite::{Error, Grid, Scale, Window};

/// ⌊x/2^s + ½⌋ as the contract writes it.
fn half_up(x: i128, s: u32) -> i128 {
    if s == 0 { x } else { (x + 2_i128.pow(s - 1)).div_euclid(2_i128.pow(s)) }
}

#[test]
fn rounding_is_half_up_near_monotone_and_idempotent() {
    for s in 0..8 {
        for x in -1024..1024 {
            let index = round_shift(x, s);
            assert_eq!(index, half_up(x, s));
            if s > 0 {
                let (moved, half) = (index * (1 << s) - x, 1 << (s - 1));
                assert!((1 - half..=half).contains(&moved), "{x} {s}");
            }
            assert!(round_shift(x - 1, s) <= index);
            assert_eq!(round_shift(x << s, s), x);
        }
    }
    // The ends of the domain of the contract: s ≤ 126, |x| < 2^126.
    let end = (1_i128 << 126) - 1;
    for s in 0..=126 {
        for x in [-end, -end + 1, -1, 0, 1, end - 1, end] {
            assert_eq!(round_shift(x, s), half_up(x, s), "{x} {s}");
        }
    }
}

#[test]
fn scaling_and_rounding_is_monotone() {
    for mantissa in 0..40_i128 {
        for s in 0..6 {
            for a in -50..50 {
                assert!(round_shift(a * mantissa, s) <= round_shift((a + 1) * mantissa, s));
            }
        }
    }
}

#[test]
fn a_window_is_the_set_that_was_asked_for() {
    for low in -6..=6 {
        for high in -6..=6 {
            let Ok(window) = Window::new(Grid::UNIT, low, high) else {
                assert!(low > high);
                continue;
            };
            for index in -9..=9 {
                let holds = (low..=high).contains(&index);
                assert_eq!(window.contains(index), holds);
                assert_eq!(window.nearest(index), index.clamp(low, high), "the end on the side of the index");
            }
        }
    }
    let limit = (1 << 52) - 1;
    assert!(Window::new(Grid::UNIT, -limit, limit).is_ok());
    assert!(Window::new(Grid::UNIT, -limit - 1, 0).is_err());
    assert!(Window::new(Grid::UNIT, 0, limit + 1).is_err());
}

/// Mantissas from 2^62 to 2^63: both ends and a spread between.
fn mantissas() -> impl Iterator<Item = u64> {
    let spread = (0..4096_u64).map(|i| (1 << 62) + i * 0x0003_ffff_ffff_1235);
    spread.chain([(1 << 62) + 1, (1 << 62) + (1 << 61), ONE - 1, ONE])
}

/// What `contract::stepped` says, with a division instead of a shift.
fn stepped(m: u64, k: u32) -> (u64, bool) {
    let grown = m + m / 2_u64.pow(k);
    if grown <= ONE { (grown, true) } else { (m, false) }
}

#[test]
fn one_step_is_the_mathematical_step() {
    for m in mantissas() {
        for k in 1..=21 {
            let (expected, taken) = stepped(m, k);
            assert_eq!(step(m, 5, k, 7), (expected, if taken { 12 } else { 5 }));
            assert_eq!(part(m, k), m / 2_u64.pow(k));
        }
    }
}

#[test]
fn every_constant_is_at_most_two_to_the_minus_k() {
    for (k, &factor) in (1..=21).zip(&LN_FACTORS) {
        assert_eq!(ln_factor(k), factor);
        assert!(u128::from(factor) << k <= 1 << 64, "{k}");
    }
}

/// (m′, numerator, denominator) of the product of the factors taken in K steps, as the contract defines them.
fn normalised<const K: u32>(m: u64) -> (u64, i128, i128) {
    let (mut reached, mut numerator, mut denominator) = (m, 1, 1);
    for k in 1..=K {
        let (next, taken) = stepped(reached, k);
        if taken {
            numerator *= (1 << k) + 1;
            denominator *= 1 << k;
        }
        reached = next;
    }
    assert_eq!(reached, normalise::<K>(m).0);
    (reached, numerator, denominator)
}

fn residual_and_product<const K: u32>() {
    for m in mantissas() {
        let (reached, numerator, denominator) = normalised::<K>(m);
        assert!((m..=ONE).contains(&reached));
        assert!(i128::from(reached) * ((1 << K) + 1) >= i128::from(ONE) << K, "I_K");
        assert!(i128::from(ONE - reached) << K <= i128::from(ONE), "residual bound");
        let lost = i128::from(m) * numerator - i128::from(reached) * denominator;
        assert!((0..=2 * i128::from(K) * denominator).contains(&lost), "exact product");
    }
}

#[test]
fn the_residual_and_the_exact_product_hold() {
    residual_and_product::<1>();
    residual_and_product::<4>();
    residual_and_product::<8>(); // numerators beyond 8 steps leave i128
}

#[test]
fn the_residual_bound_holds_for_every_number_of_steps_that_ships() {
    for m in mantissas() {
        for (reached, k) in
            [(normalise::<12>(m).0, 12), (normalise::<18>(m).0, 18), (normalise::<21>(m).0, 21)]
        {
            assert!((m..=ONE).contains(&reached));
            assert!(u128::from(ONE - reached) << k <= u128::from(ONE));
        }
    }
}

#[test]
fn monotone_up_to_the_slack() {
    const K: u32 = 6;
    let mut all: Vec<u64> = mantissas().step_by(7).collect();
    all.sort_unstable();
    for pair in all.windows(2) {
        let (a, b) = (normalised::<K>(pair[0]), normalised::<K>(pair[1]));
        // num_b·m′_a·den_a ≤ num_a·(m′_b + 2K)·den_b, with m′ in units of 2^13 so that all fits, outward.
        let (low, high) = (i128::from(a.0) >> 13, (i128::from(b.0 + 2 * u64::from(K)) >> 13) + 1);
        assert!(b.1 * (low * a.2) <= a.1 * (high * b.2), "{pair:?}");
    }
}

#[test]
fn the_series_stays_within_its_contract() {
    for n in mantissas().map(|m| m << 1).filter(|&n| n >= ONE).chain([ONE, u64::MAX]) {
        for e in [0, 1, 63, 90, 128] {
            let sum = series::<21>(n, e);
            assert!(sum < u128::from(e) * 0xB172_17F7_D1CF_79AC + (1 << 64) + (1 << 53));
            if e <= 90 {
                assert_eq!(u128::from(minus_ln_scaled(n, e)), (sum + 10) / 64, "the cast loses nothing");
            }
        }
    }
}

#[test]
fn an_allowance_is_spent_exactly_up_to_its_limit() {
    let near = [0, 1, 2, 3, u128::MAX / 2, u128::MAX / 2 + 1, u128::MAX - 2, u128::MAX - 1, u128::MAX];
    for limit in near {
        for first in near {
            let Ok(spent) = Allowance::new(limit).spend(first) else {
                assert!(first > limit);
                continue;
            };
            for second in near {
                // None for a sum beyond 128 bits, which is above every limit.
                let sum = first.checked_add(second).filter(|sum| *sum <= limit);
                assert_eq!(
                    spent.spend(second).ok().map(|next| (next.spent(), next.limit())),
                    sum.map(|sum| (sum, limit))
                );
            }
        }
    }
}

/// a·b exactly: its high and its low 128 bits.
fn product(a: u128, b: u128) -> (u128, u128) {
    let (a1, a0, b1, b0) = (a >> 64, a & (u128::MAX >> 64), b >> 64, b & (u128::MAX >> 64));
    let middle = a1 * b0 + ((a0 * b0) >> 64);
    let other = a0 * b1 + (middle & (u128::MAX >> 64));
    (a1 * b1 + (middle >> 64) + (other >> 64), (other << 64) | ((a0 * b0) & (u128::MAX >> 64)))
}

#[test]
fn the_scale_is_the_quotient_rounded_up_or_refused_for_its_range() {
    let edges = |x: u64| [x.wrapping_sub(1), x, x.wrapping_add(1)];
    let mut words: Vec<u64> = (0..64).flat_map(|k| edges(1 << k)).collect();
    words.extend([3, 5, 7, 1_000_003, 0xFF_FFFF, 0x1FF_FFFF, u64::MAX, 0x0123_4567_89AB_CDEF]);
    for &n in &words {
        for &d in &words {
            // (2^24 − 1)·d < n·2^84 and n ≤ 2^60·d.
            let in_range = n > 0
                && d > 0
                && product(0xFF_FFFF, d.into()) < product(n.into(), 1 << 84)
                && u128::from(n) <= u128::from(d) << 60;
            let Ok(scale) = Scale::at_least(n, d) else {
                assert_eq!(Scale::at_least(n, d), Err(Error::Scale));
                assert!(!in_range, "{n}/{d}");
                continue;
            };
            assert!(in_range, "{n}/{d}");
            let (m, e) = (u128::from(scale.mantissa()), scale.exponent());
            assert!((1 << 23..1 << 24).contains(&m) && (-83..=37).contains(&e));
            // n·2^-e ≤ m·d and m·d·2^23 < (2^23 + 1)·n·2^-e, multiplied by 2^e where e > 0.
            let (left, right) = (1 << (-e).max(0), 1 << e.max(0));
            let exact = product(n.into(), left);
            assert!(exact <= product(m * u128::from(d), right), "{n}/{d}");
            let (high, low) = product(m * u128::from(d), right << 23);
            assert!((high, low) < product(u128::from(n) * 0x80_0001, left), "{n}/{d}");
        }
    }
}

#[test]
fn a_power_of_two_moves_the_exponent_or_is_refused() {
    for (n, d) in [(1, 1), (3, 7), (1 << 60, 1), (1, 1 << 60)] {
        let scale = Scale::at_least(n, d).unwrap();
        for log2 in (-130..=130).chain([i32::MIN, i32::MAX]) {
            let exponent = i64::from(scale.exponent()) + i64::from(log2);
            let in_range =
                -83 <= exponent && (exponent < 37 || (exponent == 37 && scale.mantissa() == 1 << 23));
            match scale.times_power_of_two(log2) {
                Ok(moved) => {
                    assert_eq!((moved.mantissa(), i64::from(moved.exponent())), (scale.mantissa(), exponent));
                    assert!(in_range);
                }
                Err(error) => assert!(error == Error::Scale && !in_range),
            }
        }
    }
}
