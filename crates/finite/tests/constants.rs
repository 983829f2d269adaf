//! Every constant of the kernels, derived again from the oracle's enclosures. A constant changed in its last
//! bit fails here.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta_finite::cos_sin::{COS, PI, SHIFTS_COS, SHIFTS_SIN, SIN};
use kdelta_finite::ln::shift_add::{LN_2, LN_FACTORS, ONE};
use kdelta_finite::ln::table::{COEFFICIENTS_32, COEFFICIENTS_64, R_32, R_64};
use kdelta_finite::ln::table_data::{
    CELLS_32, CELLS_64, LN_2_HIGH_32, LN_2_HIGH_64, LN_2_LOW_32, LN_2_LOW_64,
};
use kdelta_oracle::enclosure::{Enclosure, ln, ln_two, pi};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{Seeded, binade, exact, integer, q, round};

const BITS: u32 = 256;

/// The integer nearest to x·2^bits: both ends of the enclosure agree on it.
fn nearest(x: &Enclosure, bits: i32) -> Rational {
    let round = |end: &Rational| (end * dyadic(1, bits) + q("1/2")).floor();
    assert_eq!(round(x.lo()), round(x.hi()), "the enclosure does not decide");
    round(x.lo())
}

#[test]
fn shift_add_constants_are_rounded_to_nearest() {
    assert_eq!(ONE, 1 << 63);
    for (k, &constant) in (1..).zip(&LN_FACTORS) {
        let exact = ln(&(q("1") + dyadic(1, -k)), BITS).unwrap();
        assert_eq!(nearest(&exact, 64), integer(constant.into()), "ln(1 + 2^-{k})");
    }
    assert_eq!(nearest(&ln_two(BITS).unwrap(), 80), integer(LN_2));
}

/// `high` is the nearest multiple of 2^-high_bits, `low` the rest rounded to `precision` bits.
fn check_split(what: &str, x: &Enclosure, high: &Rational, low: &Rational, high_bits: i32, precision: i32) {
    assert_eq!(&(nearest(x, high_bits) * dyadic(1, -high_bits)), high, "{what}: high part");
    let rest = x.minus(&Enclosure::exact(high.clone()));
    assert_eq!(round(rest.lo(), precision), round(rest.hi(), precision), "undecided");
    assert_eq!(&round(rest.lo(), precision), low, "{what}: low part");
}

/// The cell of m that position i stands for: m in [11/16, 11/8) in `count` steps of equal length in each binade.
fn ends(i: usize, count: usize) -> (Rational, Rational) {
    let position = 11 * count / 8 + i; // in units of 1/count of a binade that begins at `count`
    let (numerator, denominator) =
        if position < 2 * count { (position, 2 * count) } else { (position - count, count) };
    let at = |n: usize| Rational::new(n.into(), denominator.into());
    (at(numerator), at(numerator + 1))
}

struct Table {
    cells: Vec<[Rational; 3]>,
    ln_two: [Rational; 2],
    largest: Rational,
    inverse_bits: i32,
    high_bits: i32,
    precision: i32,
}

fn check_table(table: &Table) {
    let Table { cells, ln_two: [high, low], largest, inverse_bits, high_bits, precision } = table;
    check_split("ln 2", &ln_two(BITS).unwrap(), high, low, *high_bits, *precision);
    let mut found = q("0");
    for (i, [inverse, high, low]) in cells.iter().enumerate() {
        let (first, last) = ends(i, cells.len());
        assert!((inverse * dyadic(1, *inverse_bits)).is_integer(), "cell {i}: c is not short");
        check_split(&format!("cell {i}"), &ln(inverse, BITS).unwrap(), high, low, *high_bits, *precision);
        assert_eq!(last == q("1"), inverse == &q("1") && last <= q("1"), "cell {i}: c = 1 ends at 1");
        let r = |m: &Rational| (m * inverse - q("1")).max(q("1") - m * inverse);
        let worst = r(&first).max(r(&last));
        // c is a best short inverse: its neighbours do not make |r| smaller (except where c must be 1).
        if last != q("1") {
            for other in [inverse - dyadic(1, -inverse_bits), inverse + dyadic(1, -inverse_bits)] {
                let r = |m: &Rational| (m * &other - q("1")).max(q("1") - m * &other);
                assert!(r(&first).max(r(&last)) >= worst, "cell {i}");
            }
        }
        found = found.max(worst);
    }
    assert_eq!(&found, largest, "the largest |r|");
}

#[test]
fn f64_table_is_the_logarithm_of_its_inverses() {
    let cells = CELLS_64.iter().map(|c| [c.inverse, c.high, c.low].map(exact)).collect();
    check_table(&Table {
        cells,
        ln_two: [LN_2_HIGH_64, LN_2_LOW_64].map(exact),
        largest: exact(R_64),
        inverse_bits: 10,
        high_bits: 42,
        precision: 53,
    });
}

#[test]
fn f32_table_is_the_logarithm_of_its_inverses() {
    let cells = CELLS_32.iter().map(|c| [c.inverse, c.high, c.low].map(|x| exact(x.into()))).collect();
    check_table(&Table {
        cells,
        ln_two: [LN_2_HIGH_32, LN_2_LOW_32].map(|x| exact(x.into())),
        largest: exact(R_32.into()),
        inverse_bits: 8,
        high_bits: 16,
        precision: 24,
    });
}

#[test]
fn coefficients_are_the_series_rounded_to_nearest() {
    for (i, &c) in (2..).zip(&COEFFICIENTS_64) {
        assert_eq!(exact(c), round(&Rational::new(1.into(), i.into()), 53), "1/{i}");
    }
    for (i, &c) in (2..).zip(&COEFFICIENTS_32) {
        assert_eq!(exact(c.into()), round(&Rational::new(1.into(), i.into()), 24), "1/{i}");
    }
}

/// π·2^62, and the inverse factorials to 64 bits: each exponent makes the top bit of its coefficient one.
#[test]
fn cos_sin_constants_are_rounded_to_nearest() {
    assert_eq!(nearest(&pi(BITS).unwrap(), 62), integer(PI.into()));
    let sin = SIN.into_iter().zip(SHIFTS_SIN).zip((3_u128..).step_by(2)).map(|entry| (entry, 1));
    let cos = COS.into_iter().zip(SHIFTS_COS).zip((4_u128..).step_by(2)).map(|entry| (entry, 2));
    for (((constant, s), n), numerator) in sin.chain(cos) {
        let exact = integer(numerator) / integer((1..=n).product());
        let places = 64 + i32::try_from(s).unwrap();
        assert_eq!(nearest(&Enclosure::exact(exact), places), integer(constant.into()), "{numerator}/{n}!");
        assert!(constant >= 1 << 63, "{numerator}/{n}!");
    }
}

/// The rounding used above, against the hardware's on quotients of 64-bit integers.
#[test]
fn rounding_of_rationals_is_that_of_the_hardware() {
    let mut bits = Seeded(11);
    for _ in 0..10_000 {
        let (a, b) = (bits.next() >> (bits.next() % 40), (bits.next() >> (bits.next() % 40)).max(1));
        let (a, b) = (a >> 11, (b >> 11).max(1)); // 53 bits, exact in f64
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let quotient = a as f64 / b as f64;
        assert_eq!(round(&Rational::new(a.into(), b.into()), 53), exact(quotient), "{a}/{b}");
    }
    assert_eq!((binade(&q("1")), binade(&q("3/4")), binade(&q("4095"))), (0, -1, 11));
}
