//! What serde writes is exact, and is read back as it was.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta::{Guarantee, Laplace, PlanarLaplace, Release, UpperBound};

#[test]
fn guarantees_are_written_exactly_and_read_back() {
    let laplace = Laplace::<f64>::builder()
        .epsilon("1/3")
        .sensitivity(1)
        .answers(0, 1)
        .window(-8, 8)
        .grid("2^-10")
        .build();
    let guarantee = laplace.unwrap().guarantee().clone();
    let text = serde_json::to_string(&guarantee).unwrap();
    assert!(text.contains(&format!("\"epsilon_prime\":\"{}\"", guarantee.epsilon_prime.value())), "{text}");
    assert_eq!(serde_json::from_str::<Guarantee>(&text).unwrap(), guarantee);

    let planar =
        PlanarLaplace::<f64>::builder().epsilon(1).answers((0, 1), (0, 1)).rectangle((0, 1), (0, 1)).grid(1);
    let guarantee = planar.build().unwrap().guarantee().clone();
    let text = serde_json::to_string(&guarantee).unwrap();
    assert_eq!(serde_json::from_str::<Guarantee>(&text).unwrap(), guarantee);
}

#[test]
fn releases_and_bounds_have_one_short_text() {
    for (release, text) in [(Release::Value(0.1), r#"{"value":0.1}"#), (Release::Outside, r#""outside""#)] {
        assert_eq!(serde_json::to_string(&release).unwrap(), text);
        assert_eq!(serde_json::from_str::<Release<f64>>(text).unwrap(), release);
    }
    let bound: UpperBound = serde_json::from_str("\"1/3\"").unwrap();
    assert_eq!(serde_json::to_string(&bound).unwrap(), "\"1/3\"");
    for no_number in ["0.5", "\"NaN\"", "\"1/0\"", "\"ln(4)\""] {
        assert!(serde_json::from_str::<UpperBound>(no_number).is_err(), "{no_number}");
    }
}
