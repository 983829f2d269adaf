//! cos and sin of a fraction of a turn: exact values, exact symmetries, reference values, and what the ledger assumes.
//! The rigorous comparison for every input is in the crate `kdelta-reference`.
#![allow(clippy::cast_precision_loss, reason = "exact by the stated sizes")]

use kdelta_finite::cos_sin::{
    COS, FRACTION_COS_SIN, LEDGER_COS_SIN, SHIFTS_COS, SHIFTS_SIN, SIN, cos_sin, fold, octant, step,
};
use kdelta_finite::ledger::Unit;
use kdelta_testkit::{Seeded, sum_f64};

const ONE: i64 = 1 << FRACTION_COS_SIN;
const QUARTER: u64 = 1 << 62;

/// Evaluated by the compiler, which refuses an overflow.
const AT_A_THIRD: (i64, i64) = cos_sin(0x5555_5555_5555_5555);

#[test]
fn quarter_turns_are_exact_and_eighths_lie_on_the_diagonals() {
    let of_quarters: Vec<_> = (0..4).map(|q| cos_sin(q * QUARTER)).collect();
    assert_eq!(of_quarters, [(ONE, 0), (0, ONE), (-ONE, 0), (0, -ONE)]);
    let (cos, sin) = cos_sin(QUARTER / 2);
    assert_eq!(cos, sin);
    assert_eq!(u128::from(cos.unsigned_abs()), (1_u128 << 123).isqrt(), "√½ is just above an integer");
    let half = AT_A_THIRD.0 + ONE / 2; // cos of a third of a turn less ⅓·2^-64: −1/2 and a hair
    assert!((0..=2).contains(&half), "{half}");
}

/// Bit for bit, the group of the square; conjugation, reflection in the diagonal and a quarter turn generate it.
#[test]
fn eight_reflections_hold_bit_for_bit() {
    let check = |turn: u64| {
        let (cos, sin) = cos_sin(turn);
        assert_eq!(cos_sin(turn.wrapping_neg()), (cos, -sin), "conjugate of {turn:#x}");
        assert_eq!(cos_sin(QUARTER.wrapping_sub(turn)), (sin, cos), "reflection of {turn:#x}");
        assert_eq!(cos_sin(QUARTER.wrapping_add(turn)), (-sin, cos), "rotation of {turn:#x}");
        for image in [turn.wrapping_neg(), QUARTER.wrapping_sub(turn), QUARTER.wrapping_add(turn)] {
            assert_eq!(fold(image), fold(turn));
        }
        assert!(fold(turn) <= 1 << 61);
        assert!(cos.abs() <= ONE && sin.abs() <= ONE);
    };
    let mut words = Seeded(8);
    for eighth in 0..8_u64 {
        for near in 0..1000 {
            check((eighth << 61).wrapping_add(near));
            check((eighth << 61).wrapping_sub(near));
        }
    }
    for _ in 0..100_000 {
        check(words.next());
    }
}

/// In the first octant the fold is the identity and cos ≥ sin ≥ 0.
#[test]
fn first_octant_is_where_it_should_be() {
    let mut words = Seeded(9);
    for y in (0..100_000).map(|_| words.next() >> 3).chain([0, 1, (1 << 61) - 1]) {
        assert_eq!(fold(y), y);
        let (cos, sin) = octant(y);
        assert!(cos >= sin && sin >= 0, "{y:#x}: {cos} {sin}");
        assert_eq!(cos_sin(y), (cos, sin));
    }
}

/// (turn, cos·2^72, sin·2^72), rounded to nearest by mpmath: the largest errors found among 800 000 random inputs, spread
/// over the octants, and the neighbours of the octants' ends.
const REFERENCE: [(u64, i128, i128); 9] = [
    (0x1ef1_8517_418a_c178, 0xb9_a6f2_4236_20f3_02b7, 0xb0_43ca_ef8b_eac0_8ad1),
    (0x60ed_f9ec_57a2_7eb6, -0xb9_1a19_1409_0aa6_32b3, 0xb0_d7ae_18c3_3607_1dbd),
    (0xdfdf_f728_8fc2_4a1f, 0xb4_7667_ee09_7e04_2ece, -0xb5_930e_92c5_bfbf_a2b2),
    (0x29f3_d840_a5a6_1f48, 0x83_ddb8_f71c_1fad_994f, 0xdb_6ccc_d085_ea4e_262b),
    (0x943d_c136_da70_b109, -0xe1_0dab_99e3_9db7_edd5, -0x7a_031c_f247_a4d9_7151),
    (0xe337_2a19_3dc0_93ab, 0xc2_ba23_9bcf_f158_ea79, -0xa6_2f48_726e_39d9_c954),
    (0x4000_0000_0000_0001, -0x648, 0x100_0000_0000_0000_0000),
    (0xa000_0000_0000_0000, -0xb5_04f3_33f9_de64_8459, -0xb5_04f3_33f9_de64_8459),
    (0x1fff_ffff_ffff_ffff, 0xb5_04f3_33f9_de64_88cb, 0xb5_04f3_33f9_de64_7fe8),
];

#[test]
fn reference_values_stay_within_the_ledger_and_come_close_to_it() {
    let bound = sum_f64(&LEDGER_COS_SIN, Unit::One);
    let mut worst = 0f64;
    for (turn, exact_cos, exact_sin) in REFERENCE {
        let (cos, sin) = cos_sin(turn);
        for (computed, exact) in [(cos, exact_cos), (sin, exact_sin)] {
            worst = worst.max((i128::from(computed) << 10).abs_diff(exact) as f64 / 2f64.powi(72));
        }
    }
    // The references are rounded to 2^-73.
    assert!(worst <= bound + 2f64.powi(-73) && worst >= 0.75 * bound, "worst {worst:e}, ledger {bound:e}");
}

/// Every multiple of 2^-16 of a turn. The platform's functions and the rounded angle are off by less than 2^-50.
#[test]
fn platform_agrees_on_a_grid() {
    for turn in (0..1 << 16).map(|j: u64| j << 48) {
        let angle = (turn >> 48) as f64 / 65536.0 * core::f64::consts::TAU;
        let (cos, sin) = cos_sin(turn);
        for (computed, platform) in [(cos, angle.cos()), (sin, angle.sin())] {
            let computed = computed as f64 / ONE as f64;
            assert!((computed - platform).abs() < 2f64.powi(-50), "{turn:#x}: {computed} {platform}");
        }
    }
}

/// Each coefficient is 2^(64+s)·a/n! to nearest and at least 2^63, in exact integers.
#[test]
fn coefficients_are_inverse_factorials_to_nearest() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    let check = |coefficient: u64, s: u32, numerator: u128, n: u128| {
        let exact = numerator << (64 + s);
        let scaled = u128::from(coefficient) * factorial(n);
        assert!(2 * scaled.abs_diff(exact) <= factorial(n), "{numerator}/{n}!");
        assert!(coefficient >> 63 == 1, "{numerator}/{n}!");
    };
    for (k, (coefficient, s)) in (1..).zip(SIN.into_iter().zip(SHIFTS_SIN)) {
        check(coefficient, s, 1, 2 * k + 1);
    }
    for (k, (coefficient, s)) in (1..).zip(COS.into_iter().zip(SHIFTS_COS)) {
        check(coefficient, s, 2, 2 * k + 2);
    }
}

/// The largest factors that words can be: the step keeps its floor, so nothing underflows.
#[test]
fn steps_do_not_underflow_for_any_words() {
    for coefficient in SIN.into_iter().chain(COS) {
        assert!(step(coefficient, u64::MAX, u64::MAX, 4) >= (1 << 63) - (1 << 60));
        assert_eq!(step(coefficient, 0, u64::MAX, 4), coefficient);
    }
}
