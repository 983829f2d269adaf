//! Sensitivity: the published attacks on float summation, and the exact sums that resist them.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "tests")]

use kdelta_finite::{BoundedSum, Error, Fixed, Format, Grid, Range};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Quarter steps, elements in [0, 2^50 + 1/4].
fn quarters() -> BoundedSum {
    BoundedSum::new(Grid::new(-2).unwrap(), 0, (1 << 52) + 1).unwrap()
}

/// n copies of 2^50 + 1/4: past 2^51 the float sum cannot hold a quarter, so one copy more moves it by something
/// else than the copy; repeated, the error grows without bound.
#[test]
fn copies_of_a_large_number_and_a_quarter() {
    let x = 2f64.powi(50) + 0.25;
    for n in [3usize, 100, 1 << 16] {
        let float: f64 = (0..n).map(|_| x).sum();
        let float_without: f64 = (1..n).map(|_| x).sum();
        let exact = quarters().sum((0..n).map(|_| x)).unwrap();
        let without = quarters().sum((1..n).map(|_| x)).unwrap();
        assert_eq!(exact - without, (1 << 52) + 1);
        assert_eq!(exact, i128::try_from(n).unwrap() * ((1 << 52) + 1));
        assert_ne!(float - float_without, x, "the attack works on the float sum for n = {n}");
    }
}

/// The same multiset in two orders: float sums differ by far more than an element may move them.
#[test]
fn order_does_not_matter() {
    let sum = BoundedSum::new(Grid::new(0).unwrap(), -(1 << 51), 1 << 51).unwrap();
    let large = 2f64.powi(51);
    let data: Vec<f64> = [large; 8].into_iter().chain([1.0; 1024]).chain([-large; 8]).collect();
    let mut reordered = data.clone();
    reordered.sort_by(f64::total_cmp);
    let scaled = |order: &[f64]| -> f64 { order.iter().map(|x| x * 8.0 + 0.3).sum() };
    assert_ne!(scaled(&data), scaled(&reordered), "the attack works on the float sum");
    assert_eq!(sum.sum(data).unwrap(), 1024);
    assert_eq!(sum.sum(reordered).unwrap(), 1024);
}

/// One huge or infinite element counts as the bound and swallows nothing.
#[test]
fn one_large_element_moves_the_sum_by_at_most_the_sensitivity() {
    let sum = BoundedSum::new(Grid::new(-10).unwrap(), 0, 1 << 10).unwrap();
    let small = [0.125; 1000];
    let base = sum.sum(small).unwrap();
    for large in [1e300, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, -1e300] {
        let moved = sum.sum(small.into_iter().chain([large])).unwrap() - base;
        assert!(moved.unsigned_abs() <= u128::from(sum.sensitivity_add_remove()), "{large} moves by {moved}");
    }
    assert_eq!(small.iter().sum::<f64>() + 1e300 - 1e300, 0.0, "the float sum forgets every other element");
}

#[test]
fn nan_and_bad_bounds_are_errors() {
    assert_eq!(quarters().sum([1.0, f64::NAN]), Err(Error::NotFinite));
    assert_eq!(BoundedSum::new(Grid::new(0).unwrap(), 1, 0), Err(Error::Reversed));
    let beyond = Err(Error::TooFar { index: i64::MAX, limit: 1 << 61 });
    assert_eq!(BoundedSum::new(Grid::new(0).unwrap(), 0, i64::MAX), beyond);
    assert_eq!(Range::new(f64::NAN, 0.0), Err(Error::NotFinite));
    assert_eq!(Range::new(0.0, f64::INFINITY), Err(Error::NotFinite));
    assert_eq!(Range::new(1.0, 0.0), Err(Error::Reversed));
    assert_eq!(Range::new(0.0, 1.0).unwrap().clamp(f64::NAN), Err(Error::NotFinite));
    assert_eq!(quarters().mean([1.0, 2.0], 3), Err(Error::Count { found: 2, declared: 3 }));
    assert_eq!(quarters().mean([], 0), Err(Error::Count { found: 0, declared: 0 }));
}

#[test]
fn mean_rounds_to_the_nearest_step_halves_upward() {
    let steps = BoundedSum::new(Grid::UNIT, -10, 10).unwrap();
    for (data, mean) in
        [([1.0, 2.0], 2), ([-1.0, -2.0], -1), ([1.0, 99.0], 6), ([-3.0, -99.0], -6), ([7.0, 7.0], 7)]
    {
        assert_eq!(steps.mean(data, 2), Ok(mean), "{data:?}");
    }
    assert_eq!(steps.sensitivity_mean(0), None);
}

#[test]
fn answers_are_exact_or_clamped() {
    assert_eq!(quarters().answer::<f64>(5), Ok(1.25));
    let limit = <f64 as Format>::limit(Grid::new(-2).unwrap()).unwrap();
    for (steps, clamped) in [(1 << 100, limit), (i128::from(limit) + 1, limit), (-(1 << 60), -limit)] {
        assert_eq!(quarters().answer::<f64>(steps), Ok(clamped as f64 / 4.0)); // not rounded: 1-Lipschitz
    }
    assert_eq!(quarters().answer::<Fixed<16, 4>>(5), Ok(Fixed::from_raw(20).unwrap()));
    assert_eq!(quarters().answer::<Fixed<8, 4>>(i128::MIN), Ok(Fixed::from_raw(-124).unwrap()));
    assert_eq!(quarters().answer::<Fixed<8, 1>>(1), Err(Error::GridForFormat { log2: -2 }));
    assert_eq!(Range::new(-1.0, 1.0).unwrap().clamp(f64::NEG_INFINITY), Ok(-1.0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Any floats by bit pattern: removing, replacing or averaging moves the answer within its sensitivity.
    #[test]
    fn neighbours_stay_within_the_sensitivity(
        bits in prop::collection::vec(any::<u64>(), 1..40),
        other in any::<u64>(),
        low in -1000i64..1000,
        width in 0i64..1000,
    ) {
        let sum = BoundedSum::new(Grid::new(-3).unwrap(), low, low + width).unwrap();
        let number = |bits: u64| { let x = f64::from_bits(bits); if x.is_nan() { 0.5 } else { x } };
        let data: Vec<f64> = bits.iter().map(|&b| number(b)).collect();
        let mut replaced = data.clone();
        replaced[0] = number(other);
        let total = sum.sum(data.iter().copied()).unwrap();
        let distance = |other: i128| other.abs_diff(total);
        prop_assert!(distance(sum.sum(data[1..].iter().copied()).unwrap()) <= sum.sensitivity_add_remove().into());
        prop_assert!(distance(sum.sum(replaced.iter().copied()).unwrap()) <= sum.sensitivity_replace().into());
        let count = u64::try_from(data.len()).unwrap();
        let means = (sum.mean(data, count).unwrap(), sum.mean(replaced, count).unwrap());
        prop_assert!(means.0.abs_diff(means.1) <= sum.sensitivity_mean(count).unwrap().into());
    }
}
