//! The projection that runs against the exact one (THEORY F31): never off by more than δ_f, for every text of
//! a place.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use kdelta_finite::projection::Projection;
use kdelta_oracle::number::Rational;
use kdelta_oracle::projection::{GeographicBox, LocalProjection};
use kdelta_testkit::{exact, q};
use num_traits::ToPrimitive;
use proptest::prelude::*;

fn float(x: &Rational) -> f64 {
    let float = x.to_f64().unwrap();
    assert_eq!(&exact(float), x, "the constants of the projection are numbers of f64");
    float
}

fn running(ideal: &LocalProjection) -> Projection {
    Projection::new(ideal.origin().each_ref().map(float), ideal.metres_per_degree().each_ref().map(float))
        .unwrap()
}

/// The square of the distance between the computed and the exact image.
fn squared_error(ideal: &LocalProjection, running: &Projection, texts: [&str; 2]) -> Rational {
    let image = running.metres(texts.map(|text| text.parse().unwrap())).map(exact);
    let places = texts.map(q);
    let truth = ideal.project(places.each_ref());
    let squares = image.iter().zip(&truth).map(|(a, b)| (a - b) * (a - b));
    squares.sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn the_computed_image_is_within_the_error(
        west in -180_000i32..179_000, south in -80_000i32..79_000, width in 1i32..1000, height in 1i32..1000,
        u in 0u64..=1_000_000_000, v in 0u64..=1_000_000_000,
    ) {
        let degrees = |thousandths: i32| Rational::new(thousandths.into(), 1000.into());
        let region = GeographicBox::new(
            (degrees(west), degrees(west + width)),
            (degrees(south), degrees(south + height)),
        ).unwrap();
        let [longitude, latitude] = region.middle();
        let ideal = LocalProjection::about(&longitude, &latitude).unwrap();
        // Twelve places after the point, as no binary64 holds them.
        let text = |low: i32, size: i32, part: u64| {
            let picodegrees = i128::from(low) * 1_000_000_000 + i128::from(size) * i128::from(part);
            format!("{picodegrees}e-12")
        };
        let texts = [text(west, width, u), text(south, height, v)];
        let error = ideal.error(&region).unwrap().value().clone();
        let found = squared_error(&ideal, &running(&ideal), texts.each_ref().map(String::as_str));
        prop_assert!(found <= &error * &error, "{texts:?}");
    }
}

/// The bound is not idle: some place of a box far from the meridian of Greenwich is off by a fifth of it.
#[test]
fn the_error_is_nearly_attained() {
    let region = GeographicBox::new((q("174.7"), q("174.8")), (q("-36.9"), q("-36.8"))).unwrap();
    let ideal = LocalProjection::about(&q("174.75"), &q("-36.85")).unwrap();
    let running = running(&ideal);
    let error = ideal.error(&region).unwrap().value().clone();
    let worst = (0..2000)
        .map(|i| squared_error(&ideal, &running, [&format!("174.7{i:04}123"), &format!("-36.8{i:04}321")]))
        .max()
        .unwrap();
    assert!(worst <= &error * &error && worst * q("25") >= &error * &error);
}

/// There and back: the same place to within a billionth of a degree; bad constants are refused.
#[test]
fn degrees_undo_metres() {
    let ideal = LocalProjection::about(&q("2.35"), &q("48.85")).unwrap();
    let running = running(&ideal);
    for place in [[2.35, 48.85], [2.3, 48.8], [-1.0, 50.0]] {
        let back = running.degrees(running.metres(place));
        assert!(back.iter().zip(place).all(|(a, b)| (a - b).abs() < 1e-13), "{back:?}");
    }
    assert!(Projection::new([f64::NAN, 0.0], [1e5, 1e5]).is_err());
    assert!(Projection::new([0.0, 0.0], [1e5, f64::INFINITY]).is_err());
    assert!(Projection::new([0.0, 0.0], [0.0, 1e5]).is_err());
    assert!(Projection::new([0.0, 0.0], [-1e5, 1e5]).is_err());
    assert!(running.metres([f64::NAN, 0.0])[0].is_nan());
}
