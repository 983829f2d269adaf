//! Two independent routes to the same logarithm, cosine or normal quantile: MPFR (C, correctly rounded) and the oracle (rational series).
#![allow(clippy::unwrap_used, reason = "tests")]

use kdelta_oracle::enclosure::{self as oracle, Enclosure};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_reference::assumed::BlackBox;
use kdelta_reference::cellwise::{Format, cos_sin, inverse_tail, shift_add, table};
use kdelta_reference::subject::{
    CosSin, Grid, Input, InverseTailF32, InverseTailF64, Kernel, ShiftAdd16, Subject, TableF32,
};
use kdelta_reference::{Error, KernelResult, enclosure, exhaustive};

fn words(count: usize) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0x2545_f491_4f6c_dd1d_u64), |&x| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 7);
        Some(x ^ (x << 17))
    })
    .take(count)
}

#[test]
fn mpfr_and_the_oracle_agree_on_10_to_the_5_points() {
    for word in words(100_000) {
        let input =
            Input { numerator: (word >> (word % 60)) | 1, bits: 64 + u32::try_from(word % 64).unwrap() };
        let x = input.to_dyadic().to_rational();
        let (ours, theirs) = (enclosure::ln(&x, 128).unwrap(), oracle::ln(&x, 96).unwrap());
        assert!(ours.meets(&theirs), "{input}");
    }
}

/// cos 2πv by the oracle: its π is off by 2^-120, and the slope of cos is at most 1.
fn oracle_cosine(v: &Rational) -> Enclosure {
    let angle = oracle::pi(120).unwrap().scaled(&(v + v));
    let slack = Enclosure::new(-angle.width(), angle.width()).unwrap();
    oracle::cos(angle.lo(), 120).unwrap().plus(&slack)
}

#[test]
fn mpfr_and_the_oracle_agree_on_cosines_of_2000_angles() {
    for word in words(2000) {
        let v = Input { numerator: word, bits: 64 }.to_dyadic().to_rational();
        assert!(enclosure::cos_turn(&v, 128).unwrap().meets(&oracle_cosine(&v)), "{word:#x}");
    }
}

/// Cell by cell for all 2^64 angles, and at every one of 2^20: the second is below the first, and both are met.
#[test]
fn both_routes_agree_on_the_worst_cosine() {
    let cellwise = cos_sin::certify(&cos_sin::Data::shipped()).unwrap();
    let points = exhaustive::certify(&Subject::new(CosSin, Grid::Steps { bits: 20 }).unwrap(), None).unwrap();
    assert!(points.bound.absolute <= cellwise.bound.absolute);
    for result in [&cellwise, &points] {
        let witness = &result.witness;
        let exact = oracle_cosine(&witness.input.to_dyadic().to_rational());
        let error = Enclosure::exact(witness.output.clone()).minus(&exact);
        assert!(witness.exact.meets(&exact) && witness.error.meets(&error));
        assert!(*result.ratio().unwrap().value() <= dyadic(5, -2), "{}", result.ratio().unwrap());
    }
}

#[test]
#[ignore = "2^32 angles: some minutes on two cores; run by scripts/exhaust"]
fn exhausting_2_to_the_32_angles_confirms_the_cell_wise_bound() -> Result<(), Error> {
    let cellwise = cos_sin::certify(&cos_sin::Data::shipped())?;
    let exhausted = exhaustive::certify(&Subject::new(CosSin, Grid::Steps { bits: 32 })?, None)?;
    assert!(exhausted.bound.absolute <= cellwise.bound.absolute);
    Ok(())
}

/// g(ℓ) = −Φ⁻¹(e^{−ℓ}/2) by the oracle, which decreases in its argument.
fn oracle_inverse_tail(log: &Rational) -> Enclosure {
    let half = oracle::exp(&-log.clone(), 200).unwrap().scaled(&dyadic(1, -1));
    let at = |p: &Rational| oracle::normal_quantile(p, 120).unwrap().negated();
    Enclosure::new(at(half.hi()).lo().clone(), at(half.lo()).hi().clone()).unwrap()
}

/// Up to ℓ = 32; the oracle's exp has 200 bits behind the point, of which 154 remain of e^-32.
#[test]
fn mpfr_and_the_oracle_agree_on_inverse_tails() {
    for word in words(200) {
        let log = Input { numerator: word >> (word % 20), bits: 59 }.to_dyadic().to_rational();
        let ours = enclosure::inverse_tail(&log, 128).unwrap();
        let theirs = oracle_inverse_tail(&log);
        assert!(ours.meets(&theirs) && theirs.width() < dyadic(1, -100), "{word:#x}");
    }
}

/// What holds cell by cell for every float holds at 2^20 points, where the oracle confirms the worst.
#[test]
fn both_routes_agree_on_the_worst_inverse_tail() {
    let cellwise = inverse_tail::certify(&inverse_tail::Data::shipped(), Format::F64).unwrap();
    let grid = Grid::Logarithms { end: 5, bits: 15 };
    let points = exhaustive::certify(&Subject::new(InverseTailF64, grid).unwrap(), Some(53)).unwrap();
    assert!(points.bound.supremum() <= cellwise.bound.at(points.bound.largest_value.value()));
    let exact = oracle_inverse_tail(&points.witness.input.to_dyadic().to_rational());
    let error = Enclosure::exact(points.witness.output.clone()).minus(&exact);
    assert!(points.witness.exact.meets(&exact) && points.witness.error.meets(&error));
    let ratio = points.ratio().unwrap();
    assert!(
        *ratio.value() <= dyadic(5, -2) && *points.overall_ratio().unwrap().value() <= dyadic(2, 0),
        "{ratio}"
    );
}

#[test]
#[ignore = "1.3·2^30 points: some minutes on two cores; run by scripts/exhaust"]
fn exhausting_every_f32_logarithm_confirms_the_cell_wise_bound() -> Result<(), Error> {
    let cellwise = inverse_tail::certify(&inverse_tail::Data::shipped(), Format::F32)?;
    let exhausted = exhaustive::certify(&Subject::new(InverseTailF32, Grid::Logarithms32)?, Some(24))?;
    assert_eq!(exhausted.points, cellwise.points);
    // 2^-24·g is a part of both; the rest of the cell-wise bound is largest where g is.
    assert!(exhausted.bound.supremum() <= cellwise.bound.supremum());
    Ok(())
}

#[test]
fn both_routes_agree_on_every_worst_case() {
    fn check(result: &KernelResult) {
        let witness = &result.witness;
        let x = witness.input.to_dyadic().to_rational();
        let theirs = oracle::ln(&x, 120).unwrap().negated();
        assert!(witness.exact.meets(&theirs), "{}", result.name);
        let error = oracle::Enclosure::exact(witness.output.clone()).minus(&theirs);
        assert!(witness.error.meets(&error), "{}", result.name);
        // The bound holds at its witness by the oracle's word alone.
        let largest = error.lo().max(&-error.lo()).clone().max(error.hi().max(&-error.hi()).clone());
        let slack = kdelta_oracle::number::dyadic(1, -110);
        assert!(largest <= result.bound.at(theirs.hi()).value() + slack, "{}", result.name);
    }
    for data in [table::Data::f64(), table::Data::f32()] {
        check(&table::certify(&data).unwrap());
    }
    for data in [shift_add::Data::w16(), shift_add::Data::w32(), shift_add::Data::w64()] {
        check(&shift_add::certify(&data).unwrap());
    }
    fn on_grid<K: Kernel>(kernel: K, bits: u32) {
        check(&exhaustive::certify(&Subject::new(kernel, Grid::Steps { bits }).unwrap(), None).unwrap());
    }
    on_grid(ShiftAdd16, 16);
    on_grid(TableF32, 16);
    for black_box in [BlackBox::std_f64(), BlackBox::std_f32(), BlackBox::libm_f64(), BlackBox::libm_f32()] {
        on_grid(black_box, 18);
    }
}

#[test]
#[ignore = "2^29 points: about a minute on two cores; run by scripts/exhaust"]
fn exhausting_every_f32_confirms_the_cell_wise_bound() {
    let cellwise = table::certify(&table::Data::f32()).unwrap();
    let subject = Subject::new(TableF32, Grid::Floats32).unwrap();
    let exhausted = exhaustive::certify(&subject, Some(24)).unwrap();
    assert_eq!(exhausted.points, cellwise.points);
    assert_eq!(exhausted.bound.relative, cellwise.bound.relative);
    assert!(exhausted.bound.absolute <= cellwise.bound.absolute);
}
