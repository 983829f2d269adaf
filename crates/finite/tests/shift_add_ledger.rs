//! The ledgers of the shift-and-add kernels, derived again in exact rationals, and the 16-bit kernel at every input.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_finite::ln::shift_add::{
    LEDGER_16, LEDGER_32, LEDGER_64, LN_2, LN_FACTORS, ONE, STEPS_16, STEPS_32, STEPS_64, ln_factor,
    minus_ln_16, minus_ln_32, minus_ln_64, minus_ln_scaled, normalise, step,
};
use kdelta_oracle::enclosure::{Enclosure, ln, ln_two};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{Seeded, integer, q, sum};

/// How far x is from the enclosed number: the larger of the distances to the two ends.
fn distance(x: &Rational, of: &Enclosure) -> Rational {
    let side = |end: &Rational| if end > x { end - x } else { x - end };
    side(of.lo()).max(side(of.hi()))
}

fn positive(x: Rational) -> Rational {
    x.max(q("0"))
}

/// How much too large and too small the sum of `series` can be, in units of 2^-64.
fn series_error(steps: u32, word_bits: u32) -> (Rational, Rational) {
    let unit = dyadic(1, 64);
    let k = steps.cast_signed();
    // m = ⌊n/2⌋ loses a bit only if n has 64: ln(n/(n−1)) ≤ 1/2^63.
    let mut high = if word_bits == 64 { q("2") } else { q("0") };
    let mut low = q("0");
    for (k, &constant) in (1..=k).zip(&LN_FACTORS) {
        // A step taken drops less than 1 of m′ ≥ ONE/(1+2^-k) (invariant I_k).
        high += q("2") * (q("1") + dyadic(1, -k));
        let ideal = ln(&(q("1") + dyadic(1, -k)), 128).unwrap().scaled(&unit);
        let constant = integer(constant.into());
        high += positive(&constant - ideal.lo());
        low += positive(ideal.hi() - &constant);
    }
    // r ≤ 2^-K by I_K. Its square from 31 bits, the shift of the square, and the series cut after r²/2.
    let r = dyadic(1, -k);
    low += dyadic(1, 33 - 2 * k) + q("1");
    low += &r * &r * &r / (q("3") * (q("1") - &r)) * &unit;
    // e·ln 2 with e ≤ 128, and its shift.
    let ideal = ln_two(128).unwrap().scaled(&dyadic(1, 80));
    let each = dyadic(128, -16);
    high += positive(integer(LN_2) - ideal.lo()) * &each;
    low += positive(ideal.hi() - integer(LN_2)) * each + q("1");
    (high, low)
}

/// (high, low) after the rounding constant and the last shift by `shift` bits are at most the ledger, and above half of it.
fn covered(ledger: Ledger, (high, low): (Rational, Rational), constant: u64, shift: i32) -> (bool, Rational) {
    let constant = integer(constant.into());
    // The shift drops 0 to 2^shift − (one unit): strictly less than 2^shift.
    let most = (high + &constant).max(low - constant + dyadic(1, shift));
    let bound = sum(&[ledger], Unit::Scale) * dyadic(1, 64);
    (most <= bound, most / bound)
}

#[test]
fn ledgers_cover_what_the_operations_lose_and_are_not_loose() {
    for (ledger, steps, bits, constant, shift) in [
        (LEDGER_16, STEPS_16, 16, 1 << 35, 36),
        (LEDGER_32, STEPS_32, 32, 1 << 15, 16),
        (LEDGER_64, STEPS_64, 64, 10, 6),
    ] {
        let (covered, used) = covered(ledger, series_error(steps, bits), constant, shift);
        assert!(covered && used > q("1/2"), "{bits} bits: {used}");
    }
}

/// Controls: one step less, or another rounding constant, is not covered.
#[test]
fn ledgers_do_not_cover_a_weaker_kernel() {
    assert!(!covered(LEDGER_64, series_error(STEPS_64 - 2, 64), 10, 6).0, "two steps less");
    assert!(!covered(LEDGER_64, series_error(STEPS_64, 64), 32, 6).0, "not centred");
    assert!(!covered(LEDGER_16, series_error(STEPS_16 - 1, 16), 1 << 35, 36).0, "one step less");
}

/// I_k at every step, and the exact product of the factors taken, from a start of at most 64 bits.
fn check_product(start: u64, steps: u32) {
    let (mut m, mut product) = (start, integer(start.into()));
    for k in 1..=steps {
        let (next, taken) = step(m, 0, k, ln_factor(k));
        if taken != 0 {
            product *= q("1") + dyadic(1, -k.cast_signed());
        }
        m = next;
        assert!(m <= ONE && u128::from(m) * ((1 << k) + 1) >= u128::from(ONE) << k, "I_{k} from {start:#x}");
    }
    let lost = product - integer(m.into());
    // Each loss below 1 is multiplied by later factors, whose product is below 2.4.
    assert!(lost >= q("0") && lost < integer(steps.into()) * q("2.4"), "from {start:#x}");
}

#[test]
fn residual_and_product_invariant_for_every_sixteen_bit_word() {
    for x in 1u64 << 15..1 << 16 {
        check_product(x << 47, STEPS_16);
        let (end, _) = normalise::<STEPS_16>(x << 47);
        assert!(ONE - end <= 1 << (63 - STEPS_16));
    }
}

#[test]
fn residual_and_product_invariant_for_wide_words() {
    let mut bits = Seeded(5);
    for start in (0..4000).map(|_| bits.next() >> 1 | 1 << 62).chain([1 << 62, ONE - 1, ONE, (1 << 62) + 1]) {
        check_product(start.min(ONE), STEPS_32);
        check_product(start.min(ONE), STEPS_64);
    }
}

/// Every input, against the oracle's ln: within the ledger, above half of it, and strictly decreasing.
#[test]
fn sixteen_bit_kernel_at_every_input() {
    let bound = sum(&[LEDGER_16], Unit::Scale);
    let (mut worst, mut previous) = (q("0"), u32::MAX);
    for x in 1..=u16::MAX {
        let computed = minus_ln_16(NonZeroU16::new(x).unwrap());
        let ideal = ln(&Rational::new(x.into(), (1 << 16).into()), 60).unwrap().negated();
        worst = worst.max(distance(&(integer(computed.into()) * dyadic(1, -28)), &ideal));
        assert!(computed < previous, "not decreasing at {x}");
        previous = computed;
    }
    assert!(worst <= bound && worst > bound / q("2"));
}

#[test]
fn wide_kernels_stay_within_their_ledgers_against_enclosures() {
    let mut bits = Seeded(77);
    let [mut worst_32, mut worst_64, mut worst_scaled] = [(); 3].map(|()| q("0"));
    for i in 0..4000 {
        let x = (bits.next() >> (i % 60)).max(1);
        let ideal = ln(&(integer(x.into()) * dyadic(1, -64)), 100).unwrap().negated();
        let computed = integer(minus_ln_64(NonZeroU64::new(x).unwrap()).into()) * dyadic(1, -58);
        worst_64 = worst_64.max(distance(&computed, &ideal));
        let (n, e) = (bits.next() | 1 << 63, u32::try_from(bits.next() % 91).unwrap());
        let ideal = ln(&(integer(n.into()) * dyadic(1, -64 - e.cast_signed())), 100).unwrap().negated();
        let computed = integer(minus_ln_scaled(n, e).into()) * dyadic(1, -58);
        worst_scaled = worst_scaled.max(distance(&computed, &ideal));
        let x = NonZeroU32::new(u32::try_from(bits.next() >> 32 >> (i % 28)).unwrap() | 1).unwrap();
        let ideal = ln(&(integer(x.get().into()) * dyadic(1, -32)), 80).unwrap().negated();
        worst_32 = worst_32.max(distance(&(integer(minus_ln_32(x).into()) * dyadic(1, -48)), &ideal));
    }
    for (worst, ledger) in [(worst_32, LEDGER_32), (worst_64, LEDGER_64), (worst_scaled, LEDGER_64)] {
        let bound = sum(&[ledger], Unit::Scale);
        assert!(worst <= bound && worst > bound / q("2"));
    }
}
