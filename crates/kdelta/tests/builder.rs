//! The builder refuses every bad setting with an error that carries the value and a remedy, and never panics.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{
    ArithmeticError, BoundedSum, Builder, Deep, Entropy, Error, Fixed, Grid, Laplace, Midpoint, Neighbours,
    Number, PlanarLaplace, Relative, Steps, ToExact,
};
use kdelta_finite::Tail;
use kdelta_oracle::Condition;
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Seeded, q};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

type Plain = Builder<Laplace<f64>>;

fn good() -> Plain {
    Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-32, 32).grid("2^-10")
}

/// The message of a refused setting names what is asked for and says what to do after a semicolon.
fn refused(builder: Plain, parts: &[&str]) -> Error {
    let error = builder.build().unwrap_err();
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
    assert!(message.contains("; "), "{message:?} has no remedy");
    error
}

fn condition(error: &Error) -> Condition {
    match error {
        Error::Refused(refusal) => refusal.shortfall().unwrap().condition,
        other => panic!("not a condition: {other}"),
    }
}

#[test]
fn good_setting_is_built() {
    let laplace = good().build().unwrap();
    assert_eq!((laplace.answers().low(), laplace.answers().high()), (0.0, 1.0));
    assert_eq!((laplace.window().low(), laplace.window().high()), (-32 << 10, 32 << 10));
    assert_eq!(Laplace::<f64>::ENTROPY_BYTES, 16);
}

#[test]
fn missing_quantities() {
    let all: [(&str, Plain); 5] = [
        ("epsilon", Laplace::<f64>::builder().sensitivity(1).answers(0, 1).window(-32, 32).grid(1)),
        ("sensitivity", Laplace::<f64>::builder().epsilon(1).answers(0, 1).window(-32, 32).grid(1)),
        ("answers", Laplace::<f64>::builder().epsilon(1).sensitivity(1).window(-32, 32).grid(1)),
        ("window", Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).grid(1)),
        ("grid", Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-32, 32)),
    ];
    for (method, builder) in all {
        assert_eq!(refused(builder, &[method, "call ."]), Error::Missing { method });
    }
}

#[test]
fn numbers_that_are_none() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let value = bad.to_string();
        for builder in [
            good().epsilon(bad),
            good().sensitivity(bad),
            good().answers(bad, 1),
            good().answers(0, bad),
            good().window(bad, 32),
            good().window(-32, bad),
            good().grid(bad),
        ] {
            assert!(matches!(refused(builder, &[&value, "finite"]), Error::NotFinite { .. }));
        }
    }
    for bad in ["", "one", "1/0", "NaN", "1e999999", "2^-1000000000"] {
        assert!(matches!(refused(good().epsilon(bad), &["epsilon: "]), Error::NotANumber { .. }), "{bad}");
    }
    assert!(f32::NAN.to_exact("x").is_err() && f32::INFINITY.to_exact("x").is_err());
}

#[test]
fn signs_and_orders() {
    for bad in ["0", "-1", "-1/3"] {
        let error = refused(good().epsilon(bad), &["ε > 0", bad, "positive"]);
        assert_eq!(condition(&error), Condition::Positive("privacy ε"));
        let error = refused(good().sensitivity(bad), &["Δ > 0", bad, "positive"]);
        assert_eq!(condition(&error), Condition::Positive("sensitivity Δ"));
        assert!(matches!(refused(good().grid(bad), &[bad, "power of two"]), Error::Grid { .. }));
    }
    assert!(matches!(refused(good().answers(2, 1), &["answers", "2", "1", "swap"]), Error::Reversed { .. }));
    assert!(matches!(
        refused(good().window(32, -32), &["window", "32", "-32", "swap"]),
        Error::Reversed { .. }
    ));
    // A single answer and a single output are a range and a window; the output alone makes no release
    // impossible.
    assert!(good().answers(1, 1).window(0, 0).build().is_ok());
}

#[test]
fn grids_and_windows() {
    for bad in ["3", "1/3", "0.1", "2^-101", "2^101", "3/4"] {
        assert!(matches!(refused(good().grid(bad), &["power of two"]), Error::Grid { .. }), "{bad}");
    }
    let off = refused(good().window("-32.0001", 32), &["-32.0001", "1/1024", "grid point"]);
    assert!(matches!(off, Error::OffGrid { .. }));
    // |y/L| ≥ 2^52, and far beyond i64.
    let error = refused(good().grid("2^-48"), &[&(32_i64 << 48).to_string(), "coarser grid"]);
    assert!(matches!(error, Error::Arithmetic(ArithmeticError::TooFar { .. })));
    let error = refused(good().window(-32, "2^60"), &["coarser grid"]);
    assert!(matches!(error, Error::TooLarge { .. }));
    let narrow =
        Laplace::<f32>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-9, 9).grid("2^-20");
    assert!(matches!(narrow.build(), Err(Error::Arithmetic(ArithmeticError::TooFar { .. }))));
    let fine = Laplace::<Fixed<32, 8>>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-9, 9);
    let error = fine.grid("2^-9").build().unwrap_err();
    assert_eq!(error, Error::Arithmetic(ArithmeticError::GridForFormat { log2: -9 }));
}

#[test]
fn conditions_of_the_theorem() {
    // L ≤ 2δ: the f32 noise is too coarse for this grid.
    let coarse =
        Laplace::<f32>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-7, 7).grid("2^-20");
    let error = coarse.build().unwrap_err();
    assert_eq!(condition(&error), Condition::CellWiderThanShift);
    assert!(error.to_string().contains("coarser grid"), "{error}");
    // The noise does not reach across the window.
    let error = good().window(-64, 64).generator::<Relative<52>>().build().unwrap_err();
    assert!(
        error.to_string().contains("e_max") && error.to_string().contains("narrow the window"),
        "{error}"
    );
    assert_eq!(condition(&error), Condition::CutOffBeyondRadius);
    assert!(good().window(-64, 64).generator::<Deep<52, 4>>().build().is_ok());
    assert!(good().window(-64, 64).build().is_ok());
    // A grid generator without enough bits for the tail.
    let error = good().generator::<Midpoint<32>>().build().unwrap_err();
    assert_eq!(condition(&error), Condition::GeneratorFineEnough);
    assert!(error.to_string().contains("more random bits"), "{error}");
    assert!(good().window(-8, 8).grid("2^-4").generator::<Midpoint<53>>().build().is_ok());
}

#[test]
fn scales_beyond_the_arithmetic() {
    for (epsilon, sensitivity) in
        [("1", "2^61"), ("2^61", "1"), ("2^8000", "1"), ("1", "2^8000"), ("2^-8000", "2^8000")]
    {
        let error = refused(good().epsilon(epsilon).sensitivity(sensitivity), &["Δ/ε", "unit of the data"]);
        assert!(matches!(error, Error::TooLarge { .. }), "{epsilon} {sensitivity}");
    }
    let word =
        Laplace::<Fixed<8, 4>>::builder().epsilon(1).sensitivity(1).answers(0, 8).window(-4, 4).grid(1);
    assert!(
        matches!(word.build(), Err(Error::TooLarge { .. })),
        "8 is beyond an 8-bit word of 4 fraction bits"
    );
    let error = good().answers(0, "2^2000").build().unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

/// The scale in force is not below Δ/ε and less than 2^-23 above, so ε is at most what was asked for (THEORY
/// F14).
#[test]
fn scale_is_rounded_up() {
    for (epsilon, sensitivity) in
        [("1/3", "1"), ("0.1", "0.7"), ("1", "1/3"), ("3", "0x1.fffffffp0"), ("7e-5", "1e-3")]
    {
        let laplace =
            good().epsilon(epsilon).sensitivity(sensitivity).window(0, 1).answers(0, 1).grid(1).build();
        let guarantee = laplace.unwrap().guarantee().clone();
        let asked = q(sensitivity) / q(epsilon);
        assert!(guarantee.scale >= asked && guarantee.scale < asked * (q("1") + dyadic(1, -23)));
        assert!(guarantee.epsilon <= q(epsilon));
        assert_eq!(&guarantee.epsilon * &guarantee.scale, q(sensitivity));
    }
}

/// Ends of the answer range that the format does not hold move outward; exact ones stay.
#[test]
fn answers_move_outward() {
    let range = good().answers("1/10", "9/10").build().unwrap().answers();
    assert!(range.low().to_exact("").unwrap() < q("1/10") && q("9/10") < range.high().to_exact("").unwrap());
    assert_eq!(range.low(), 0.1_f64.next_down()); // 0.1_f64 lies above one tenth
    assert_eq!(range.high(), 0.9); // which lies above nine tenths
    let range = good().answers(0.1, 0.9).build().unwrap().answers();
    assert_eq!((range.low(), range.high()), (0.1, 0.9));
    assert_eq!(<Fixed<16, 4>>::at_most(&q("-1/3")).unwrap().raw(), -6);
    assert_eq!(<Fixed<16, 4>>::at_least(&q("-1/3")).unwrap().raw(), -5);
    assert_eq!(f64::at_most(&q("2^1024")), Some(f64::MAX));
    assert_eq!(f64::at_least(&q("2^1024")), None);
    assert_eq!(f32::at_least(&q("1e-60")), Some(f32::from_bits(1)));
    assert_eq!(f64::at_most(&q("-2^-2000")), Some(-f64::from_bits(1)));
}

#[test]
fn every_kind_of_exact_number() {
    let third = q("1/3");
    let quarter = Grid::new(-2).unwrap();
    for (found, expected) in [
        ("1/3".to_exact(""), "1/3"),
        (String::from("2^-10").to_exact(""), "1/1024"),
        (third.to_exact(""), "1/3"),
        (0.5_f32.to_exact(""), "1/2"),
        (0.1_f64.to_exact(""), "0x1.999999999999ap-4"),
        (7_u8.to_exact(""), "7"),
        (i128::MIN.to_exact(""), "-2^127"),
        (Fixed::<16, 8>::from_raw(-384).unwrap().to_exact(""), "-3/2"),
        (Steps::new(3, quarter).to_exact(""), "3/4"),
    ] {
        assert_eq!(found.unwrap(), q(expected));
    }
    // The query's sensitivity reaches the builder exactly.
    let sum = BoundedSum::new(quarter, -3, 10).unwrap();
    let laplace = good().sensitivity(sum.sensitivity_replace()).build().unwrap();
    assert_eq!(laplace.guarantee().sensitivity, q("13/4"));
}

/// A sum of hours in eighths: 24 hours are 192 steps. Taken as units they would be 192 hours, and 8 steps as
/// 8 hours a sensitivity of one hour; the type carries the grid, so both are what they are.
#[test]
fn a_sensitivity_in_steps_is_not_one_in_units() {
    let eighth = Grid::new(-3).unwrap();
    let hours = BoundedSum::new(eighth, 0, 24 * 8).unwrap();
    let laplace = good().sensitivity(hours.sensitivity_add_remove()).build().unwrap();
    assert_eq!(laplace.guarantee().sensitivity, q("24"));
    assert_eq!(laplace.guarantee().scale, q("24"));
}

/// Range, grid and sensitivity of the mechanism are those of the query, for every query; another grid of
/// outputs may be asked for, another sensitivity or range not.
#[test]
fn a_query_sets_the_range_the_grid_and_the_sensitivity() {
    let elements = |low, high| BoundedSum::new(Grid::new(-3).unwrap(), low, high).unwrap();
    for (query, answers, sensitivity) in [
        (elements(0, 192).sum_query(Neighbours::AddOrRemove, 10), ("0", "240"), "24"),
        (elements(-8, 192).sum_query(Neighbours::Replace, 10), ("-10", "240"), "25"),
        (elements(8, 192).mean_query(4).unwrap(), ("1", "24"), "23/4"),
        (BoundedSum::COUNT.sum_query(Neighbours::AddOrRemove, 12), ("0", "12"), "1"),
    ] {
        let builder = Laplace::<f64>::builder().epsilon(1).query(&query).window(-16, 24);
        let laplace = builder.clone().build().unwrap();
        let range = laplace.answers();
        assert_eq!(range.low().to_exact("").unwrap(), q(answers.0));
        assert_eq!(range.high().to_exact("").unwrap(), q(answers.1));
        assert_eq!(laplace.guarantee().sensitivity, q(sensitivity));
        assert_eq!(laplace.window().grid(), query.grid());
        assert_eq!(builder.clone().grid("2^-1").build().unwrap().window().grid().log2(), -1);
        let message = refused(builder.clone().sensitivity(q(sensitivity)), &["query", ".sensitivity("]);
        assert_eq!(message, Error::StatedByQuery { method: "sensitivity" });
        let message = refused(builder.answers(0, 1), &["query", ".answers("]);
        assert_eq!(message, Error::StatedByQuery { method: "answers" });
    }
    let before = Laplace::<f64>::builder().sensitivity(1).query(&elements(0, 1).mean_query(1).unwrap());
    refused(before.epsilon(1).window(0, 1), &["query"]);
    assert!(
        Laplace::<f64>::builder().query(&elements(0, 0).mean_query(1).unwrap()).epsilon(1).build().is_err()
    );
}

/// ε′ above the budget is refused with both numbers; a budget of exactly ε′ is enough.
#[test]
fn a_budget_is_an_upper_limit_of_what_a_release_costs() {
    let message = refused(good().at_most(1), &["ε′ = 1.0000000000", "the budget 1 by ", "smaller epsilon"]);
    assert!(matches!(message, Error::OverBudget { .. }));
    let epsilon_prime = good().build().unwrap().epsilon_prime().value().clone();
    assert!(good().at_most(&epsilon_prime).build().is_ok());
    assert!(good().at_most(epsilon_prime - dyadic(1, -200)).build().is_err());
    assert!(good().at_most("ln(4)").build().is_ok() && good().at_most("ln(2)").build().is_err());
    refused(good().at_most("much"), &["at_most", "much"]);
    let planar =
        PlanarLaplace::<f64>::builder().epsilon(1).answers((0, 1), (0, 1)).rectangle((0, 1), (0, 1)).grid(1);
    assert!(matches!(planar.clone().at_most(1).build(), Err(Error::OverBudget { .. })));
    assert!(planar.at_most("1.001").build().is_ok());
}

/// ln(4) is rounded down for ε, which asks for more privacy, and refused where no direction is safe by
/// itself.
#[test]
fn logarithms_are_rounded_down_or_refused() {
    let laplace = good().epsilon("ln(4)").build().unwrap();
    assert!(laplace.epsilon() < &q("1.386294361119890619"));
    assert!(laplace.epsilon() > &q("1.3862942")); // the scale is rounded up to 24 bits
    assert_eq!(String::from("ln(4)").to_exact_below(""), (&"ln(4)").to_exact_below(""));
    assert_eq!("1/3".to_exact_below(""), "1/3".to_exact(""));
    for builder in [good().sensitivity("ln(4)"), good().window("ln(4)", 8), good().answers(0, "ln(4)")] {
        let message = refused(builder, &["logarithm", "give a decimal"]);
        assert!(matches!(message, Error::Irrational { .. }));
    }
    refused(good().epsilon("ln(1)"), &["epsilon", "not positive"]);
    refused(good().epsilon("ln(x)"), &["epsilon", "x"]);
}

/// A source chosen at run time.
#[test]
fn entropy_behind_a_reference_to_a_trait_object() {
    let laplace = good().build().unwrap();
    let boxed: &mut dyn Entropy = &mut Seeded(3);
    let (first, second) = (laplace.release(0.5, boxed).unwrap(), laplace.release(0.5, boxed).unwrap());
    let concrete = &mut Seeded(3);
    assert_eq!(first, laplace.release(0.5, concrete).unwrap());
    assert_eq!(second, laplace.release(0.5, concrete).unwrap());
    assert!(laplace.release_to_ends(0.5, boxed).is_ok());
}

/// Any text, including near-numbers.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        "-?[0-9]{1,4}(\\.[0-9]{0,4})?",
        "-?[0-9]{1,3}/[0-9]{1,3}",
        "2\\^-?[0-9]{1,3}",
        "-?[0-9]e-?[0-9]{1,4}",
    ]
}

/// Any double, by bit pattern, and likely ones.
fn double() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), (-64i32..64).prop_map(f64::from), -2.0..2.0]
}

/// What is built is certified, and what is refused has a message with a remedy.
fn holds<F: Number, U: Tail<F>>(builder: Builder<Laplace<F, U>>) {
    match builder.build() {
        Ok(laplace) => {
            let guarantee = laplace.guarantee();
            assert!(guarantee.epsilon_prime.value() > &guarantee.epsilon && guarantee.epsilon > q("0"));
            assert!(guarantee.cell > guarantee.shift.value() * q("2"));
            assert!(guarantee.radius > guarantee.reach.value() + guarantee.shift.value());
            let entropy = &mut Seeded(1);
            assert!(laplace.release(laplace.answers().high(), entropy).is_ok());
        }
        Err(error) => assert!(error.to_string().contains("; "), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_built_or_refused(t in [text(), text(), text(), text(), text(), text(), text()]) {
        let [e, s, a, b, c, d, g] = t;
        holds(Laplace::<f64>::builder().epsilon(&e).sensitivity(&s).answers(&a, &b).window(&c, &d).grid(&g));
        holds(good().epsilon(&e).sensitivity(&s));
        holds(good().answers(&a, &b).window(-8, 8).grid(&g));
        holds(Laplace::<Fixed<16, 8>>::builder().epsilon(&e).sensitivity(&s).answers(0, 1).window(&c, &d).grid(&g));
    }

    #[test]
    fn any_double_is_built_or_refused(x in [double(), double(), double(), double(), double()], log2 in -110i32..110) {
        let [e, s, a, b, c] = x;
        let step = dyadic(1, log2);
        holds(Laplace::<f64>::builder().epsilon(e).sensitivity(s).answers(a, b).window(c, c).grid(&step));
        holds(Laplace::<f32>::builder().epsilon(e).sensitivity(s).answers(a, b).window(0, 0).grid(&step));
        holds(good().epsilon(e.abs()).sensitivity(s.abs()).generator::<Midpoint<53>>());
        holds(good().epsilon(e.abs()).window(&-(&step), &step).grid(&step));
        holds(good().sensitivity(s.abs()).generator::<Deep<52, 16>>().window(-1000, 1000).grid(1));
    }
}
