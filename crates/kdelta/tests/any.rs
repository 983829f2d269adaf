//! A mechanism that is chosen at run time is the one that its types name: same guarantee, same releases, bit
//! for bit.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use kdelta::{
    Answers, BoundedSum, Deep, Entropy, Error, Fixed, Gaussian, Grid, Laplace, Law, Midpoint, Neighbours,
    Number, PlanarLaplace, Rational, Release, ToExact, available,
};
use kdelta_testkit::{Failing, Seeded, q};

macro_rules! setting {
    ($F:ty) => {
        Laplace::<$F>::builder().epsilon(1).sensitivity(8).answers(0, 100).window(-32, 132).grid("2^-4")
    };
}

/// Many blocks of draws, the rest of them, and both ends of the window.
const COUNT: i32 = 1500;

fn steps<F: Number>(release: Release<F>) -> Release<Rational> {
    match release {
        Release::Value(value) => Release::Value(value.to_exact("release").unwrap() * q("16")),
        Release::Outside => Release::Outside,
    }
}

fn whole(release: &Release<[i64; 1]>) -> Release<Rational> {
    match release {
        Release::Value([index]) => Release::Value(index.to_exact("index").unwrap()),
        Release::Outside => Release::Outside,
    }
}

#[test]
fn the_line_releases_what_its_types_release() {
    fn check<F: Number, U: kdelta::Tail<F>>(
        typed: &Laplace<F, U>,
        names: [&str; 2],
        answers: &[F],
        passed: Answers<'_>,
    ) {
        let any = setting!(f32).build_any(names[0], names[1]).unwrap();
        assert_eq!(any.guarantee(), typed.guarantee(), "{names:?}");
        assert_eq!((any.bias(), any.windows()), (Some(U::BIAS), [typed.window()]));
        assert_eq!(any.region(), None);
        assert_eq!(any.answers().unwrap(), [(q("0"), q("100"))]);
        let (mut places, mut expected) =
            (vec![Release::Outside; answers.len()], vec![Release::Outside; answers.len()]);
        any.release_slice(passed, &mut places, &mut Seeded(1)).unwrap();
        typed.release_slice(answers, &mut expected, &mut Seeded(1)).unwrap();
        assert!(places.iter().map(whole).eq(expected.into_iter().map(steps)), "{names:?}");
        any.release_slice_to_ends(passed, &mut places, &mut Seeded(2)).unwrap();
        let mut ends = answers.to_vec();
        typed.release_slice_to_ends(answers, &mut ends, &mut Seeded(2)).unwrap();
        assert!(places.iter().map(whole).eq(ends.into_iter().map(|end| steps(Release::Value(end)))));
        let one = any.release(&[q("41.5")], &mut Seeded(3)).unwrap();
        let same = typed.release(F::at_most(&q("41.5")).unwrap(), &mut Seeded(3)).unwrap();
        assert_eq!(one.value(), same.value().map(|value| [value.to_exact("release").unwrap()]));
    }
    let wide: Vec<f64> = (0..COUNT).map(|i| f64::from(i) / 8.0 - 20.0).collect();
    let narrow: Vec<f32> = (0..1500_u16).map(|i| f32::from(i) / 8.0 - 20.0).collect();
    let words: Vec<i64> = (0..i64::from(COUNT)).map(|i| (i << 37) - (20 << 40)).collect();
    let fixed: Vec<_> = words.iter().map(|word| Fixed::<64, 40>::from_raw(*word).unwrap()).collect();
    check(&setting!(f64).build().unwrap(), ["f64", "lazy-52"], &wide, Answers::F64(&wide));
    check(&setting!(f32).build().unwrap(), ["f32", "lazy-23"], &narrow, Answers::F32(&narrow));
    let midpoint = setting!(Fixed<64, 40>).generator::<Midpoint<64>>().build().unwrap();
    check(&midpoint, ["fixed-64-40", "midpoint-64"], &fixed, Answers::Fixed(&words));
}

#[test]
fn the_plane_releases_what_its_types_release() {
    let builder =
        || PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((0, 1000), (0, 1000)).grid("1/2");
    let points: Vec<[f64; 2]> = (0..1100).map(|i| [f64::from(i), 1000.0 - f64::from(i) / 4.0]).collect();
    let any = builder().disc((500, 500), 400).build_any("f64", "deep-52-4").unwrap();
    let typed = builder().disc((500, 500), 400).generator::<Deep<52, 4>>().build().unwrap();
    assert_eq!(any.guarantee(), typed.guarantee());
    assert_eq!(any.region(), Some(typed.region()));
    assert_eq!((any.bias(), any.windows()), (None, typed.region().bounds().axes()));
    assert_eq!(any.answers().unwrap(), [(q("0"), q("1000")), (q("0"), q("1000"))]);
    let (mut places, mut expected) =
        (vec![Release::Outside; points.len()], vec![Release::Outside; points.len()]);
    any.release_slice(Answers::F64(points.as_flattened()), &mut places, &mut Seeded(1)).unwrap();
    typed.release_slice(&points, &mut expected, &mut Seeded(1)).unwrap();
    let halves = |index: i64| index.to_exact("index").unwrap() / q("2");
    for (place, expected) in places.iter().zip(expected) {
        let expected = expected.value().map(|point| point.map(|x| x.to_exact("release").unwrap()));
        assert_eq!(place.value().map(|place| place.map(halves)), expected);
    }
    assert!(places.contains(&Release::Outside));
    let one = any.release(&[q("10.25"), q("3000")], &mut Seeded(2)).unwrap();
    let same = typed.release([10.25, 3000.0], &mut Seeded(2)).unwrap();
    assert_eq!(one.value(), same.value().map(|point| point.map(|x| x.to_exact("release").unwrap())));
}

#[test]
fn every_pair_that_is_listed_is_built() {
    let laplace = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-2, 3).grid(1);
    let gaussian = Gaussian::<f64>::builder().epsilon(1).delta("1e-6").sensitivity(1);
    let gaussian = gaussian.answers(0, 1).window(-2, 3).grid(1);
    let build = |law, format, generator| match law {
        Law::Gaussian => gaussian.clone().build_any(format, generator),
        _ => laplace.clone().build_any(format, generator),
    };
    let pairs = |law| available(law).into_iter().map(move |(format, generator)| (law, format, generator));
    for (law, format, generator) in pairs(Law::Laplace).chain(pairs(Law::Gaussian)) {
        let built = build(law, format, generator);
        let built = built.unwrap_or_else(|why| panic!("{format} {generator}: {why}"));
        assert_eq!(built.guarantee().law, law);
        // By its types it has the name by which it was chosen.
        #[cfg(feature = "certificate")]
        {
            let text = built.certificate().unwrap().text().unwrap();
            assert!(text.contains(&format!("--format {format}")), "{format}: {text}");
            assert!(text.contains(&format!("--generator {generator}")), "{generator}: {text}");
        }
        assert!(built.epsilon_prime().value() > &built.guarantee().epsilon);
    }
    for (format, sampler) in available(Law::PlanarLaplace) {
        let setting = PlanarLaplace::<f64>::builder().epsilon(1).answers((0, 1), (0, 1)).grid(1);
        let built = setting.rectangle((-1, 2), (-1, 2)).build_any(format, sampler);
        let built = built.unwrap_or_else(|why| panic!("{format} {sampler}: {why}"));
        #[cfg(feature = "certificate")]
        {
            let text = built.certificate().unwrap().text().unwrap();
            let generator = sampler.split_whitespace().last().unwrap();
            assert!(text.contains(&format!("--format {format}")), "{format}: {text}");
            assert!(text.contains(&format!("--generator {generator}")), "{generator}: {text}");
            assert_eq!(text.contains("--sampler inverse"), sampler.starts_with("inverse"), "{text}");
        }
        assert!(built.epsilon_prime().value() > &built.guarantee().epsilon);
    }
    let counts = [Law::Laplace, Law::PlanarLaplace, Law::Gaussian].map(|law| available(law).len());
    assert!(counts[0] > 20 && counts[1] > 10 && counts[2] > 6, "{counts:?}");
}

/// The query and the budget of a setting count as they do for types.
#[test]
fn the_whole_setting_is_taken_over() {
    let hours =
        BoundedSum::new(Grid::new(-2).unwrap(), 0, 24 * 4).unwrap().sum_query(Neighbours::AddOrRemove, 40);
    let builder = || Laplace::<f64>::builder().epsilon(1).query(&hours).window(-100, 1100);
    let any = builder().build_any("f64", "lazy-52").unwrap();
    assert_eq!(any.guarantee(), builder().build().unwrap().guarantee());
    let over = builder().at_most(1).build_any("f64", "lazy-52");
    assert!(matches!(over, Err(Error::OverBudget { .. })), "{over:?}");
}

#[test]
fn what_cannot_be_released_is_an_error_and_every_place_is_outside() {
    let any = setting!(f64).build_any("f64", "lazy-52").unwrap();
    let numbers = vec![1.0; 2000];
    let mut places = vec![Release::Value([7]); 2000];
    let release =
        |answers, places: &mut [_], entropy: &mut dyn Entropy| any.release_slice(answers, places, entropy);
    assert_eq!(
        release(Answers::F32(&[1.0; 2000]), &mut places, &mut Seeded(1)).unwrap_err(),
        Error::OtherFormat
    );
    assert!(places.iter().all(|place| *place == Release::Outside));
    places.fill(Release::Value([7]));
    assert!(matches!(
        release(Answers::F64(&numbers[1..]), &mut places, &mut Seeded(1)),
        Err(Error::Length { answers: 1999, places: 2000 })
    ));
    assert!(places.iter().all(|place| *place == Release::Outside));
    places.fill(Release::Value([7]));
    assert!(matches!(
        release(Answers::F64(&numbers), &mut places, &mut Failing { left: 20_000 }),
        Err(Error::Entropy(_))
    ));
    assert!(places.iter().all(|place| *place == Release::Outside));
    let mut late = numbers.clone();
    late[1999] = f64::NAN;
    places.fill(Release::Value([7]));
    assert_eq!(release(Answers::F64(&late), &mut places, &mut Seeded(1)).unwrap_err(), Error::Answer);
    assert!(places.iter().all(|place| *place == Release::Outside));
    places.fill(Release::Value([7]));
    assert_eq!(
        any.release_slice_to_ends(Answers::F64(&late), &mut places, &mut Seeded(1)).unwrap_err(),
        Error::Answer
    );
    assert!(places.iter().all(|place| *place == Release::Outside));
    assert_eq!(any.release(&[q("0.1")], &mut Seeded(1)).unwrap_err(), Error::Inexact);
    // Beyond the range it is clamped, whatever it is.
    any.release(&[q("100.1")], &mut Seeded(1)).unwrap();
    let planar = PlanarLaplace::<f64>::builder().epsilon(1).answers((0, 1), (0, 1)).rectangle((0, 1), (0, 1));
    let planar = planar.grid(1).build_any("f64", "relative-52").unwrap();
    for wrong in [&[1.0, 2.0, 3.0][..], &[1.0; 4], &[1.0]] {
        let mut place = [Release::Value([7, 7])];
        let released = planar.release_slice(Answers::F64(wrong), &mut place, &mut Seeded(1));
        assert_eq!(released, Err(Error::Length { answers: wrong.len(), places: 2 }));
        assert_eq!(place, [Release::Outside]);
    }
    // A word that the format does not hold is clamped as every answer is.
    let narrow = setting!(f64).window(-20, 120).grid(1).build_any("fixed-16-8", "lazy-23").unwrap();
    let mut pair = [[Release::Outside; 1]; 2];
    for (place, word) in pair.iter_mut().zip([i64::MAX, 100 << 8]) {
        narrow.release_slice(Answers::Fixed(&[word]), place, &mut Seeded(9)).unwrap();
    }
    assert_eq!(pair[0], pair[1]);
    let why = setting!(f64).build_any("f64", "midpoint-9").unwrap_err().to_string();
    assert!(
        why.contains("no mechanism of f64 with midpoint-9") && why.contains("f32 with lazy-23, relative-23"),
        "{why}"
    );
}
