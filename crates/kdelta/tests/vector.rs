//! Vectors and histograms: what they cost, what they refuse, and how much one person changes the counts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{
    Answers, Builder, Error, Guarantee, Hides, Histogram, Laplace, Midpoint, Neighbours, Rational, Release,
    Tail, UpperBound,
};
use kdelta_testkit::{Repeated, Seeded, q};

fn builder() -> Builder<Laplace<f64>> {
    Laplace::<f64>::builder().epsilon(1).sensitivity(3).answers(0, 100).window(-100, 200).grid("2^-10")
}

fn times(bound: &UpperBound, factor: u64) -> Rational {
    bound.value() * Rational::from_integer(factor.into())
}

#[test]
fn a_vector_costs_kappa_for_each_changed_value_whatever_its_dimension() {
    fn check<U: Tail<f64>>(builder: &Builder<Laplace<f64, U>>) {
        let one = builder.clone().build().unwrap();
        for (dimension, changed) in [(2, 2), (3, 2), (1000, 3), (1 << 40, 3)] {
            let vector = builder.clone().vector(dimension, changed).build().unwrap();
            let guarantee = vector.guarantee();
            assert_eq!((guarantee.dimension, guarantee.changed), (dimension, changed));
            let kappa = times(&one.guarantee().once, changed);
            assert_eq!(guarantee.once.value(), &kappa);
            // With Theorem U, κ₊ + κ₋ of one value is more than what ε′ of one value adds to ε.
            assert!(vector.epsilon_prime().value() <= &(vector.epsilon() + kappa));
            assert!(times(&one.guarantee().excess(), changed) <= *guarantee.excess().value());
            assert_eq!(guarantee.closeness(), &one.guarantee().closeness().times(changed));
            assert_eq!(guarantee.closeness_of_all_values(), one.guarantee().closeness().times(dimension));
        }
        assert_eq!(builder.clone().vector(1, 1).build().unwrap().guarantee(), one.guarantee());
    }
    check(&builder());
    check(&builder().answers(0, 10).window(-10, 20).generator::<Midpoint<53>>());
}

#[test]
fn a_vector_is_released_as_its_values_are() {
    let vector = builder().vector(3, 2).build().unwrap();
    let (mut places, mut values) = ([Release::Outside; 3], [Release::Outside; 3]);
    vector.release_vector(&[1.0, 2.0, 3.0], &mut places, &mut Seeded(1)).unwrap();
    vector.release_slice(&[1.0, 2.0, 3.0], &mut values, &mut Seeded(1)).unwrap();
    assert_eq!(places, values);
    assert!(places.iter().all(|place| *place != Release::Outside));
    let (mut ends, mut expected) = ([0.0; 3], [0.0; 3]);
    vector.release_vector_to_ends(&[1.0, 2.0, 3.0], &mut ends, &mut Seeded(7)).unwrap();
    vector.release_slice_to_ends(&[1.0, 2.0, 3.0], &mut expected, &mut Seeded(7)).unwrap();
    assert_eq!(ends, expected);
    let any = builder().vector(3, 2).build_any("f64", "lazy-52").unwrap();
    let mut steps = [Release::Outside; 3];
    any.release_vector(Answers::F64(&[1.0, 2.0, 3.0]), &mut steps, &mut Seeded(1)).unwrap();
    for (step, place) in steps.iter().zip(&places) {
        let (Release::Value([step]), Release::Value(place)) = (step, place) else { panic!("outside") };
        assert_eq!(f64::from(i32::try_from(*step).unwrap()) / 1024.0, *place);
    }
}

/// A mechanism that was not built for a vector would understate what the vector costs.
#[test]
fn other_lengths_than_stated_are_refused_and_nothing_is_released() {
    let values = [1.0, 2.0, 3.0];
    for (mechanism, dimension) in [(builder(), 1), (builder().vector(4, 2), 4), (builder().vector(2, 2), 2)] {
        let expected = Error::Dimension { found: 3, dimension };
        let built = mechanism.clone().build().unwrap();
        let mut places = [Release::Value(9.0); 3];
        assert_eq!(built.release_vector(&values, &mut places, &mut Repeated(1)).unwrap_err(), expected);
        assert_eq!(places, [Release::Outside; 3]);
        let mut ends = [9.0; 3];
        assert_eq!(built.release_vector_to_ends(&values, &mut ends, &mut Repeated(1)).unwrap_err(), expected);
        assert_eq!(ends, [-100.0; 3]);
        let any = mechanism.build_any("f64", "lazy-52").unwrap();
        let mut steps = [Release::Value([9]); 3];
        let refused = any.release_vector(Answers::F64(&values), &mut steps, &mut Repeated(1)).unwrap_err();
        assert_eq!((refused, steps), (expected, [Release::Outside; 3]));
    }
}

#[test]
fn numbers_of_changed_values_that_cannot_be_are_refused() {
    for (dimension, changed) in [(0, 0), (3, 0), (3, 4), (0, 1)] {
        let refused = builder().vector(dimension, changed).build().unwrap_err();
        assert_eq!(refused, Error::Changed { changed, dimension });
    }
    let shops = Histogram::new(["bakery"], 1, Neighbours::AddOrRemove, 10).unwrap();
    let again = Laplace::<f64>::builder().epsilon(1).histogram(&shops).window(-9, 9).vector(3, 1).build();
    assert_eq!(again.unwrap_err(), Error::StatedByQuery { method: "vector" });
}

#[test]
fn bad_keys_are_refused() {
    let histogram = |keys: &[&str], contributions| {
        Histogram::new(keys.to_vec(), contributions, Neighbours::AddOrRemove, 10).map(|_| ()).unwrap_err()
    };
    assert_eq!(histogram(&[], 1), Error::Keys { repeated: None });
    assert_eq!(histogram(&["a", "b", "a"], 1), Error::Keys { repeated: Some(2) });
    assert_eq!(histogram(&["a"], 0), Error::Changed { changed: 0, dimension: 1 });
}

/// Random rows of a few people: with and without any one of them, and with their rows replaced, the counts differ by at most Δ₁ in all
/// and in at most Δ₀ places. Both bounds are reached.
#[test]
fn one_person_changes_a_histogram_by_no_more_than_it_states() {
    let mut seeded = Seeded(18);
    let mut reached = 0;
    for round in 0..2000 {
        let (keys, contributions, most) = (1 + seeded.below(5), 1 + seeded.below(4), 1 + seeded.below(6));
        // Every third row has a key that is not in the list.
        let mut rows: Vec<(usize, usize)> =
            (0..seeded.below(25)).map(|_| (seeded.below(4), seeded.below(keys + keys / 2 + 1))).collect();
        let neighbours = if round % 2 == 0 { Neighbours::AddOrRemove } else { Neighbours::Replace };
        let contributions = u32::try_from(contributions).unwrap();
        let histogram =
            Histogram::new(0..keys, contributions, neighbours, u64::try_from(most).unwrap()).unwrap();
        let before: Vec<f64> = histogram.count(rows.iter().copied()).unwrap();
        assert!(before.iter().all(|count| *count <= f64::from(u32::try_from(most).unwrap())));
        match neighbours {
            Neighbours::AddOrRemove => rows.retain(|(person, _)| *person != 0),
            Neighbours::Replace => {
                for (_, key) in rows.iter_mut().filter(|(person, _)| *person == 0) {
                    *key = seeded.below(keys);
                }
            }
        }
        let after: Vec<f64> = histogram.count(rows).unwrap();
        let moved: Vec<f64> =
            before.iter().zip(&after).map(|(a, b)| (a - b).abs()).filter(|d| *d > 0.0).collect();
        let (in_all, places) = (moved.iter().sum::<f64>(), u64::try_from(moved.len()).unwrap());
        let stated = f64::from(u32::try_from(histogram.sensitivity()).unwrap());
        assert!(in_all <= stated && places <= histogram.changed(), "round {round}");
        reached += usize::from(in_all == stated && places == histogram.changed());
    }
    assert!(reached > 50, "the bounds are reached in {reached} rounds");
}

#[test]
fn a_histogram_states_what_the_builder_needs() {
    let shops = Histogram::new(0..1000, 3, Neighbours::AddOrRemove, 500).unwrap();
    assert_eq!((shops.dimension(), shops.sensitivity(), shops.changed()), (1000, 3, 3));
    let by_query = Laplace::<f64>::builder().epsilon(1).histogram(&shops).window(-500, 1000).build().unwrap();
    let by_hand = Laplace::<f64>::builder().epsilon(1).sensitivity(3).vector(1000, 3).answers(0, 500);
    let by_hand = by_hand.window(-500, 1000).grid(1).build().unwrap();
    let stated = Guarantee { hides: Some(Hides::Participation), ..by_hand.guarantee().clone() };
    assert_eq!((by_query.guarantee(), by_hand.guarantee().hides), (&stated, None));
    let replaced = Histogram::new(0..4, 3, Neighbours::Replace, 500).unwrap();
    assert_eq!((replaced.sensitivity(), replaced.changed()), (6, 4));
    assert!(by_query.guarantee().excess().value() < &q("1e-9"));
}
