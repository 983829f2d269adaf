//! The logarithm kernels against their own invariants and, for orientation, the platform's ln. The rigorous
//! comparison with the oracle's enclosures is in the crate `kdelta`.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "exact by the stated sizes"
)]

use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use kdelta_finite::ledger::Unit;
use kdelta_finite::ln::shift_add::{
    LEDGER_16, LEDGER_32, LEDGER_64, LN_2, LN_FACTORS, ONE, STEPS_64, aligned, ln_factor, minus_ln_16,
    minus_ln_32, minus_ln_64, minus_ln_far, minus_ln_scaled, minus_ln_scaled_each, normalise, step,
};
use kdelta_finite::ln::table::{
    LEDGER_F32, LEDGER_F64, R_32, R_64, Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each,
    reduce_f32, reduce_f64,
};
use kdelta_finite::ln::table_data::{CELLS_32, CELLS_64, LN_2_HIGH_32, LN_2_HIGH_64};
use kdelta_testkit::{Seeded, sum_f64};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Exhaustive. The platform's ln is off by less than 1e-14 here, far below the ledger's 2^-29.
#[test]
fn sixteen_bits_stay_within_the_ledger_and_come_close_to_it() {
    let bound = sum_f64(&LEDGER_16, Unit::Scale);
    let error = |x: u16| {
        let computed = f64::from(minus_ln_16(NonZeroU16::new(x).unwrap())) / 2f64.powi(28);
        (computed + (f64::from(x) / 65536.0).ln()).abs()
    };
    let worst = (1..=u16::MAX).map(error).fold(0.0, f64::max);
    assert!(worst <= bound + 1e-14, "worst {worst:e}, ledger {bound:e}");
    assert!(worst >= bound / 2.0, "the ledger {bound:e} is loose: worst {worst:e}");
}

#[test]
fn sixteen_bits_strictly_decreasing() {
    let values = (1..=u16::MAX).map(|x| minus_ln_16(NonZeroU16::new(x).unwrap()));
    assert!(values.clone().zip(values.skip(1)).all(|(a, b)| a > b));
}

/// The 32-bit kernel against the 64-bit one, whose ledger is 2^9 times smaller, and its neighbours.
#[test]
fn thirty_two_bits_agree_with_sixty_four_and_decrease() {
    let bound = sum_f64(&LEDGER_32, Unit::Scale) + sum_f64(&LEDGER_64, Unit::Scale);
    let mut bits = Seeded(32);
    let mut worst = 0f64;
    for i in 0..1 << 20 {
        let x = ((bits.next() >> 32) as u32 >> (i % 24)).max(2);
        let narrow = minus_ln_32(NonZeroU32::new(x).unwrap());
        let wide = minus_ln_64(NonZeroU64::new(u64::from(x) << 32).unwrap());
        worst = worst.max((narrow << 10).abs_diff(wide) as f64 / 2f64.powi(58));
        assert!(minus_ln_32(NonZeroU32::new(x - 1).unwrap()) > narrow, "not decreasing at {x}");
    }
    assert!(worst <= bound && worst >= bound / 2.0, "worst {worst:e}, ledger {bound:e}");
}

/// (x, −ln(x/2^64)·2^72 rounded to nearest), by mpmath: the ends of the domain, of a binade, and the inputs with the
/// largest errors among 300 000 random ones.
const REFERENCE_64: [(u64, u128); 11] = [
    (0xdfba, 0x2167_e3a7_fe41_f6d9_b71b),
    (0x1ef8_42ec_ba7c, 0xd33_d865_fdc5_39d7_b710),
    (0x562f, 0x225c_1961_78e8_6066_b6aa),
    (0xaf2a_7f09_4bf5_7a7f, 0x61_2332_eef1_b7b7_223f),
    (0x8d30_abcf_b509_2ad5, 0x98_5683_4ce6_1ec3_e1bc),
    (0xa95c_bdd4_b948_0f89, 0x69_c35f_7b04_b26f_2168),
    (0x1, 0x2c5c_85fd_f473_de6a_f279),
    (0xffff_ffff_ffff_ffff, 0x100),
    (0x8000_0000_0000_0000, 0xb1_7217_f7d1_cf79_abca),
    (0x8000_0000_0000_0001, 0xb1_7217_f7d1_cf79_a9ca),
    (0xb504_f333_f9de_6484, 0x58_b90b_fbe8_e7bc_d664),
];

#[test]
fn sixty_four_bits_stay_within_the_ledger_and_come_close_to_it() {
    let bound = sum_f64(&LEDGER_64, Unit::Scale);
    let error = |&(x, exact): &(u64, u128)| {
        let computed = u128::from(minus_ln_64(NonZeroU64::new(x).unwrap())) << 14;
        computed.abs_diff(exact) as f64 / 2f64.powi(72)
    };
    let worst = REFERENCE_64.iter().map(error).fold(0.0, f64::max);
    assert!(worst <= bound && worst >= 0.9 * bound, "worst {worst:e}, ledger {bound:e}");
}

/// Where both are defined, the wide logarithm of far draws is the kernel's; beyond, each further binade adds ln 2.
#[test]
fn far_logarithm_continues_the_kernel() {
    let mut bits = Seeded(17);
    for e in 0..=90 {
        for n in [1 << 63, u64::MAX, bits.next() | 1 << 63, bits.next() | 1 << 63] {
            assert_eq!(minus_ln_far(n, e), u128::from(minus_ln_scaled(n, e)));
        }
    }
    for e in [90, 91, 1000, 1 << 20, 1 << 31, u32::MAX - 1] {
        let n = bits.next() | 1 << 63;
        let step = minus_ln_far(n, e + 1) - minus_ln_far(n, e);
        let ln_2 = LN_2 >> 22; // in units of 2^-58, rounded down
        assert!(step == ln_2 || step == ln_2 + 1);
    }
}

#[test]
fn all_constants_together_do_not_overflow() {
    assert!(LN_FACTORS.iter().try_fold(0u64, |sum, &c| sum.checked_add(c)).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// I_K: the residual bound that the series rests on, for any start.
    #[test]
    fn normalisation_reaches_its_residual(m in ONE / 2..=ONE) {
        let (end, _) = normalise::<STEPS_64>(m);
        prop_assert!(m <= end && end <= ONE);
        prop_assert!(u128::from(end) * ((1 << STEPS_64) + 1) >= u128::from(ONE) << STEPS_64);
    }

    /// The exact product of the factors taken, in u128, differs from the computed one by what was shifted out.
    #[test]
    fn product_of_the_factors_taken_is_exact_up_to_the_shifts(start in ONE / 2..=ONE) {
        let (mut m, mut exact, mut scale) = (start, u128::from(start), 0);
        for k in 1..=8 {
            let (next, sum) = step(m, 0, k, ln_factor(k));
            if sum != 0 {
                exact *= (1 << k) + 1; // exact = m·Π(2^k + 1), of at most 63 + 36 + 8 bits
                scale += k;
            }
            m = next;
        }
        let computed = u128::from(m) << scale;
        prop_assert!(computed <= exact && exact - computed <= 16 << scale);
    }

    /// Any bits of the domain: the platform's ln is off by less than one last place.
    #[test]
    fn f64_kernel_near_the_platform_ln(bits in (1023u64 - 1000) << 52..1023 << 52) {
        let v = f64::from_bits(bits);
        let (computed, platform) = (minus_ln_f64(Unit64::new(v).unwrap()), -v.ln());
        let bound = sum_f64(&LEDGER_F64, Unit::Scale) + sum_f64(&LEDGER_F64, Unit::Magnitude) * platform;
        prop_assert!((computed - platform).abs() <= bound + platform * 2f64.powi(-52));
        prop_assert!(computed > 0.0);
    }

    #[test]
    fn sixty_four_bits_near_the_f64_kernel(x in 1u64..=1 << 53) {
        let fixed = minus_ln_64(NonZeroU64::new(x << 10).unwrap()) as f64 / 2f64.powi(58);
        let v = x as f64 / 2f64.powi(54);
        let float = minus_ln_f64(Unit64::new(v).unwrap());
        prop_assert!((fixed - float).abs() <= 2f64.powi(-53) * fixed * 2.1 + 2f64.powi(-56));
    }
}

/// Every f32 of the domain, against the f64 kernel (whose own error is 2^-29 of the f32 ledger).
#[test]
fn f32_kernel_stays_within_the_ledger_everywhere_and_comes_close_to_it() {
    let (absolute, relative) = (sum_f64(&LEDGER_F32, Unit::Scale), sum_f64(&LEDGER_F32, Unit::Magnitude));
    let check = |first: u32| {
        let mut tightest = 0f64;
        for bits in (first..0x3f80_0000).step_by(2) {
            let v = f32::from_bits(bits);
            let exact = minus_ln_f64(Unit64::new(f64::from(v)).unwrap());
            let error = (f64::from(minus_ln_f32(Unit32::new(v).unwrap())) - exact).abs();
            let bound = absolute + relative * exact;
            assert!(error <= bound * (1.0 + 1e-8), "at {bits:#x}: {error:e} > {bound:e}");
            tightest = tightest.max(error / bound);
        }
        tightest
    };
    let tightest = std::thread::scope(|scope| {
        let other = scope.spawn(|| check(0x1f80_0001));
        check(0x1f80_0000).max(other.join().unwrap())
    });
    assert!(tightest >= 0.9, "the ledger is loose: at most {tightest} of it is used");
}

/// What the ledger of the table assumes: short c, the size of r at both ends of each cell, aligned high parts,
/// and |w| ≥ |r| for Fast2Sum. All numbers are short, so this arithmetic is exact.
#[test]
fn cells_are_what_the_ledger_assumes() {
    for (i, cell) in CELLS_64.iter().enumerate() {
        let (low, high) = if i < 80 {
            ((176.0 + i as f64) / 256.0, (177.0 + i as f64) / 256.0)
        } else {
            ((48.0 + i as f64) / 128.0, (49.0 + i as f64) / 128.0)
        };
        let r = (low * cell.inverse - 1.0).abs().max((high * cell.inverse - 1.0).abs());
        assert!(r <= R_64 && (cell.inverse * 1024.0).fract() == 0.0, "cell {i}");
        assert!((cell.high * 2f64.powi(42)).fract() == 0.0 && cell.low.abs() <= 2f64.powi(-43));
        // k = 0 happens in the cells below 1 only, k ≥ 1 everywhere.
        assert!(cell.high >= r || cell.high == 0.0 && cell.inverse == 1.0 || i >= 80, "cell {i}");
        assert!(LN_2_HIGH_64 + cell.high >= r);
        let (k, index, m) = reduce_f64(Unit64::new(low / 4.0).unwrap());
        assert_eq!((k, index, m), (2, i, low));
    }
    for (i, cell) in CELLS_32.iter().enumerate() {
        let (low, high) = if i < 20 {
            ((44.0 + i as f32) / 64.0, (45.0 + i as f32) / 64.0)
        } else {
            ((12.0 + i as f32) / 32.0, (13.0 + i as f32) / 32.0)
        };
        let r = (low * cell.inverse - 1.0).abs().max((high * cell.inverse - 1.0).abs());
        assert!(r <= R_32 && (cell.inverse * 256.0).fract() == 0.0, "cell {i}");
        assert!((cell.high * 65536.0).fract() == 0.0 && cell.low.abs() <= 2f32.powi(-17));
        assert!(cell.high >= r || cell.high == 0.0 && cell.inverse == 1.0 || i >= 20, "cell {i}");
        assert!(LN_2_HIGH_32 + cell.high >= r);
        let (k, index, m) = reduce_f32(Unit32::new(low / 4.0).unwrap());
        assert_eq!((k, index, m), (2, i, low));
    }
}

#[test]
fn only_numbers_of_the_domain_reach_the_kernels() {
    for v in [0.0, -0.0, 1.0, -0.5, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 2f64.powi(-1001)] {
        assert!(Unit64::new(v).is_none(), "{v}");
        assert!(Unit32::new(v as f32).is_none(), "{v}");
    }
    assert!(Unit64::new(2f64.powi(-1000)).is_some() && Unit32::new(2f32.powi(-64)).is_some());
}

/// Every place of the kernels that run side by side, for words of every length: the kernel alone.
#[test]
fn side_by_side_is_alone() {
    for bits in 0..64 {
        for i in 0..64u64 {
            let words: [NonZeroU64; 8] = std::array::from_fn(|place| {
                let word = (i * 8 + place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> bits;
                NonZeroU64::new(word).unwrap_or(NonZeroU64::MIN)
            });
            let pairs = words.map(|x| aligned(x.get()));
            let together = minus_ln_scaled_each(&pairs.map(|(n, _)| n), &pairs.map(|(_, e)| e));
            assert_eq!(together, words.map(minus_ln_64));
            let unit =
                |word: NonZeroU64| Unit64::new((word.get() >> 11 | 1) as f64 * 2f64.powi(-53)).unwrap();
            let alone = words.map(|word| minus_ln_f64(unit(word)));
            assert_eq!(minus_ln_f64_each(&words, unit).map(f64::to_bits), alone.map(f64::to_bits));
        }
    }
}
