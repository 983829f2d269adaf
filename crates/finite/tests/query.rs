//! Sensitivity: the published attacks on float summation, and the exact sums that resist them.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "tests")]

use kdelta_finite::{BoundedSum, Error, Fixed, Format, Grid, Neighbours, Range, Steps};
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
        let exact = quarters().sum((0..n).map(|_| x)).unwrap().count();
        let without = quarters().sum((1..n).map(|_| x)).unwrap().count();
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
    assert_eq!(sum.sum(data).unwrap().count(), 1024);
    assert_eq!(sum.sum(reordered).unwrap().count(), 1024);
}

/// One huge or infinite element counts as the bound and swallows nothing.
#[test]
fn one_large_element_moves_the_sum_by_at_most_the_sensitivity() {
    let sum = BoundedSum::new(Grid::new(-10).unwrap(), 0, 1 << 10).unwrap();
    let small = [0.125; 1000];
    let base = sum.sum(small).unwrap().count();
    for large in [1e300, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, -1e300] {
        let moved = sum.sum(small.into_iter().chain([large])).unwrap().count() - base;
        assert!(moved.abs() <= sum.sensitivity_add_remove().count(), "{large} moves by {moved}");
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
        assert_eq!(steps.mean(data, 2), Ok(Steps::new(mean, Grid::UNIT)), "{data:?}");
    }
    assert_eq!(steps.sensitivity_mean(0), None);
}

#[test]
fn answers_are_exact_or_clamped() {
    let quarter_steps = |count| Steps::new(count, quarters().grid());
    assert_eq!(quarter_steps(5).answer::<f64>(), Ok(1.25));
    let limit = <f64 as Format>::limit(Grid::new(-2).unwrap()).unwrap();
    for (steps, clamped) in [(1 << 100, limit), (i128::from(limit) + 1, limit), (-(1 << 60), -limit)] {
        assert_eq!(quarter_steps(steps).answer::<f64>(), Ok(clamped as f64 / 4.0)); // not rounded: 1-Lipschitz
    }
    assert_eq!(quarter_steps(5).answer::<Fixed<16, 4>>(), Ok(Fixed::from_raw(20).unwrap()));
    assert_eq!(quarter_steps(i128::MIN).answer::<Fixed<8, 4>>(), Ok(Fixed::from_raw(-124).unwrap()));
    assert_eq!(quarter_steps(1).answer::<Fixed<8, 1>>(), Err(Error::GridForFormat { log2: -2 }));
    assert_eq!(Range::new(-1.0, 1.0).unwrap().clamp(f64::NEG_INFINITY), Ok(-1.0));
}

/// The range, the sensitivity and the answer of a query are those of its elements and neighbours.
#[test]
fn a_query_knows_its_range_its_sensitivity_and_its_answer() {
    let grid = Grid::new(-3).unwrap();
    let elements = |low, high| BoundedSum::new(grid, low, high).unwrap();
    for (low, high, neighbours, ends, sensitivity) in [
        (-5, 7, Neighbours::AddOrRemove, (-50, 70), 7),
        (-5, 7, Neighbours::Replace, (-50, 70), 12),
        (3, 7, Neighbours::AddOrRemove, (0, 70), 7), // no row at all gives 0
        (3, 7, Neighbours::Replace, (30, 70), 4),
        (-7, -3, Neighbours::AddOrRemove, (-70, 0), 7),
        (-7, -3, Neighbours::Replace, (-70, -30), 4),
    ] {
        let query = elements(low, high).sum_query(neighbours, 10);
        let found = (query.low(), query.high(), query.sensitivity());
        assert_eq!(found, (steps(ends.0, grid), steps(ends.1, grid), steps(sensitivity, grid)));
        assert_eq!(query.grid(), grid);
    }
    let most = BoundedSum::new(grid, -(1 << 61), 1 << 61).unwrap();
    let widest = most.sum_query(Neighbours::AddOrRemove, u64::MAX);
    assert_eq!(widest.high().count() - widest.low().count(), i128::from(u64::MAX) << 62);

    let mean = elements(0, 80).mean_query(3).unwrap(); // 0 to 10 in eighths
    assert_eq!(
        (mean.low(), mean.high(), mean.sensitivity()),
        (steps(0, grid), steps(80, grid), steps(27, grid))
    );
    assert_eq!(mean.answer::<f64>([1.0, 2.0, 1e9]), Ok(4.375)); // 13/3 is 34.67 eighths
    assert_eq!(mean.answer::<f64>([1.0]), Err(Error::Count { found: 1, declared: 3 }));
    assert_eq!(elements(0, 80).mean_query(0), Err(Error::Count { found: 0, declared: 0 }));
    assert_eq!(elements(0, 80).sum_query(Neighbours::Replace, 2).answer::<f64>([0.3, 99.0]), Ok(10.25));
    assert_eq!(steps(-3, grid).to_string(), "-3 steps of 2^-3");
}

fn steps(count: i128, grid: Grid) -> Steps {
    Steps::new(count, grid)
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
        let total = sum.sum(data.iter().copied()).unwrap().count();
        let distance = |other: Steps| (other.count() - total).abs();
        prop_assert!(distance(sum.sum(data[1..].iter().copied()).unwrap()) <= sum.sensitivity_add_remove().count());
        prop_assert!(distance(sum.sum(replaced.iter().copied()).unwrap()) <= sum.sensitivity_replace().count());
        let count = u64::try_from(data.len()).unwrap();
        let means = (sum.mean(data, count).unwrap(), sum.mean(replaced, count).unwrap());
        prop_assert!((means.0.count() - means.1.count()).abs() <= sum.sensitivity_mean(count).unwrap().count());
    }
}
