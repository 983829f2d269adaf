//! The audit's models do what the kernels that ship do, bit for bit.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]
#![allow(clippy::disallowed_types, reason = "runs the kernels that ship, which are floats")]

use kdelta_certificate::{Certificate, Constants, Directory, Kernel, Sources, Subject};
use kdelta_finite::cos_sin::cos_sin;
use kdelta_finite::inverse_tail::{inverse_tail_f32, inverse_tail_f64};
use kdelta_finite::inverse_tail_integer::{END, inverse_tail_64};
use kdelta_finite::ln::{shift_add, table};
use kdelta_oracle::number::{Rational, dyadic};
use proptest::prelude::*;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::sync::LazyLock;

fn constants(kernel: Kernel) -> Vec<Constants> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let text = Directory::new(root).read(&kernel.certificate()).unwrap();
    match Certificate::read(&text).unwrap().certifies {
        Subject::Kernel(certificate) => certificate.constants,
        Subject::Mechanism(_) => panic!("{} is no kernel", kernel.name()),
    }
}

static SHIFT_ADD: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::ShiftAdd64));
static TABLE_32: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::TableF32));
static TABLE_64: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::TableF64));
static INVERSE_TAIL: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::InverseTailF64));
static INVERSE_TAIL_64: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::InverseTail64));
static COS_SIN: LazyLock<Vec<Constants>> = LazyLock::new(|| constants(Kernel::CosSin));

fn scaled(x: u64, places: u32) -> Rational {
    dyadic(x, -places.cast_signed())
}

/// Bit patterns of f64 in [2^-1000, 1[: uniform, near the ends of the domain, and near 11/16 and the edges of cells.
fn pattern_64() -> impl Strategy<Value = u64> {
    let (first, last) = ((1023 - 1000) << 52, (1023 << 52) - 1);
    let edge = (0_u64..1000 * 128, -2_i64..3);
    let edge =
        edge.prop_map(move |(cell, by)| (first + (cell << 45)).saturating_add_signed(by).clamp(first, last));
    prop_oneof![first..=last, first..first + 1000, last - 1000..=last, edge]
}

fn pattern_32() -> impl Strategy<Value = u32> {
    let (first, last) = ((127 - 64) << 23, (127 << 23) - 1);
    let edge = (0_u32..64 * 32, -2_i32..3);
    let edge =
        edge.prop_map(move |(cell, by)| (first + (cell << 18)).saturating_add_signed(by).clamp(first, last));
    prop_oneof![first..=last, first..first + 1000, last - 1000..=last, edge]
}

/// Any word, and words next to an eighth of a turn.
fn turn() -> impl Strategy<Value = u64> {
    let near = (0_u64..8, -3_i64..4).prop_map(|(eighth, by)| (eighth << 61).wrapping_add_signed(by));
    prop_oneof![any::<u64>(), near]
}

/// Bit patterns of f64 from 0 and below 2^31 − 1/4: any exponent, and numbers next to an edge of a cell of ℓ + 1/4.
fn logarithm_64() -> impl Strategy<Value = u64> {
    let end = 2_147_483_647.75_f64;
    let edge = (1_u32..528, -3_i64..4).prop_map(move |(cell, by)| {
        let edge = f64::from_bits(u64::from(1021 * 16 + cell) << 48) - 0.25;
        edge.to_bits().saturating_add_signed(by)
    });
    let last = end.to_bits() - 1;
    prop_oneof![0..=last, 0..1000_u64, last - 1000..=last, (1000_u64 << 52)..=last, edge]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn inverse_tails_of_integers(any in 0..END, cell in 0_u64..128, by in -2_i64..3) {
        let edge = ((16 + cell % 16) << (52 + cell / 16)).wrapping_sub(1 << 56);
        for log in [any, any >> 8, edge.saturating_add_signed(by).min(END - 1), END - 1] {
            let ours = Kernel::InverseTail64.execute(&INVERSE_TAIL_64, &scaled(log, 58)).unwrap();
            prop_assert_eq!(ours, scaled(inverse_tail_64(log), 58));
        }
    }

    #[test]
    fn inverse_tails(bits in logarithm_64()) {
        let log = f64::from_bits(bits);
        let ours = Kernel::InverseTailF64.execute(&INVERSE_TAIL, &Rational::from_float(log).unwrap()).unwrap();
        prop_assert_eq!(ours, Rational::from_float(inverse_tail_f64(log)).unwrap());
        #[expect(clippy::cast_possible_truncation, reason = "any number of f32")]
        let log = (log as f32).min(2_147_483_520.0);
        let ours = Kernel::InverseTailF32.execute(&INVERSE_TAIL, &Rational::from_float(log).unwrap()).unwrap();
        prop_assert_eq!(ours, Rational::from_float(inverse_tail_f32(log)).unwrap());
    }

    /// The model gives a cosine; the shipped sine is the model's cosine a quarter turn earlier.
    #[test]
    fn cosines_and_sines(turn in turn()) {
        let model = |turn: u64| Kernel::CosSin.execute(&COS_SIN, &scaled(turn, 64)).unwrap() * dyadic(1, 62);
        let (cos, sin) = cos_sin(turn);
        prop_assert_eq!(model(turn), Rational::from_integer(cos.into()));
        prop_assert_eq!(model(turn.wrapping_sub(1 << 62)), Rational::from_integer(sin.into()));
    }

    #[test]
    fn table_f64(bits in pattern_64()) {
        let v = f64::from_bits(bits);
        let ours = Kernel::TableF64.execute(&TABLE_64, &Rational::from_float(v).unwrap()).unwrap();
        let theirs = table::minus_ln_f64(table::Unit64::new(v).unwrap());
        prop_assert_eq!(ours, Rational::from_float(theirs).unwrap());
    }

    #[test]
    fn table_f32(bits in pattern_32()) {
        let v = f32::from_bits(bits);
        let ours = Kernel::TableF32.execute(&TABLE_32, &Rational::from_float(v).unwrap()).unwrap();
        let theirs = table::minus_ln_f32(table::Unit32::new(v).unwrap());
        prop_assert_eq!(ours, Rational::from_float(theirs).unwrap());
    }

    #[test]
    fn shift_add(word in any::<NonZeroU64>(), e in 0_u32..=90) {
        let narrow = NonZeroU32::new((word.get() >> 32) as u32).unwrap_or(NonZeroU32::MIN);
        let narrowest = NonZeroU16::new((word.get() >> 48) as u16).unwrap_or(NonZeroU16::MIN);
        let n = word.get() | 1 << 63;
        let e = e.cast_signed();
        for (kernel, v, theirs) in [
            (Kernel::ShiftAdd16, scaled(narrowest.get().into(), 16), scaled(shift_add::minus_ln_16(narrowest).into(), 28)),
            (Kernel::ShiftAdd32, scaled(narrow.get().into(), 32), scaled(shift_add::minus_ln_32(narrow), 48)),
            (Kernel::ShiftAdd64, scaled(word.get(), 64), scaled(shift_add::minus_ln_64(word), 58)),
            (
                Kernel::ShiftAdd64,
                scaled(n, 64) * dyadic(1, -e),
                scaled(shift_add::minus_ln_scaled(n, e.unsigned_abs()), 58),
            ),
        ] {
            prop_assert_eq!(kernel.execute(&SHIFT_ADD, &v).unwrap(), theirs);
        }
    }
}

/// The audit computes the largest |r| from the cells; the source states it.
#[test]
fn the_largest_r_is_that_of_the_source() {
    let stated = |constants: &[Constants]| constants[6].values[0].0.clone();
    assert_eq!(stated(&TABLE_64), Rational::from_float(table::R_64).unwrap());
    assert_eq!(stated(&TABLE_32), Rational::from_float(table::R_32).unwrap());
}

#[test]
fn inputs_outside_the_domain_are_refused() {
    for (kernel, constants) in [
        (Kernel::ShiftAdd16, &SHIFT_ADD),
        (Kernel::ShiftAdd64, &SHIFT_ADD),
        (Kernel::TableF32, &TABLE_32),
        (Kernel::TableF64, &TABLE_64),
    ] {
        for v in [
            dyadic(0, 0),
            dyadic(1, 0),
            dyadic(-1, -1),
            dyadic(3, 5),
            dyadic(1, -1001),
            Rational::new(1.into(), 3.into()),
        ] {
            assert!(kernel.execute(constants, &v).is_err(), "{} at {v}", kernel.name());
        }
    }
    assert!(Kernel::TableF32.execute(&TABLE_32, &dyadic(0x0123_4567, -25)).is_err());
    for v in [dyadic(1, 0), dyadic(-1, -3), dyadic(1, -65), Rational::new(1.into(), 3.into())] {
        assert!(Kernel::CosSin.execute(&COS_SIN, &v).is_err(), "{v}");
    }
    assert!(Kernel::ShiftAdd16.execute(&SHIFT_ADD, &dyadic(1, -17)).is_err());
    for log in
        [dyadic(-1, 0), dyadic(1, 31), dyadic((1_i64 << 33) - 1, -2), Rational::new(1.into(), 3.into())]
    {
        assert!(Kernel::InverseTailF64.execute(&INVERSE_TAIL, &log).is_err(), "{log}");
    }
    for log in [dyadic(-1, 0), dyadic(64, 0), dyadic(255, -2), dyadic(1, -59)] {
        assert!(Kernel::InverseTail64.execute(&INVERSE_TAIL_64, &log).is_err(), "{log}");
    }
    assert!(Kernel::InverseTailF32.execute(&INVERSE_TAIL, &dyadic(0x0123_4567, -25)).is_err());
}
