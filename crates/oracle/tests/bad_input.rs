//! Bad input answers quickly with an error that names the value and says what to do; nothing panics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

mod common;

use common::on_the_line;
use kdelta_oracle::bound::{Dimension, Form, Setting, TheoremU, reach_bound, tail_bound};
use kdelta_oracle::closeness::{LaplaceRadius, ShiftTerms, k_delta_close, uniformly_close};
use kdelta_oracle::derivation::{Hypotheses, Sampler};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::geometry::Line;
use kdelta_oracle::mechanism::{
    Answers, CountedNoise, LineMechanism, PlaneMechanism, Rounding, laplace_table, relative_laplace_table,
};
use kdelta_oracle::noise::{GammaRadius, Laplace, PlanarLipschitz, RadialInverse, RelativeUniform};
use kdelta_oracle::number::{Dyadic, Rational, parse};
use kdelta_oracle::{Inexpressible, Refusal};
use kdelta_testkit::q;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Every message says what was wrong and, after a semicolon, what to do.
fn teaches<T: core::fmt::Debug>(result: Result<T, Refusal>, names: &str) {
    let message = result.expect_err(names).to_string();
    assert!(message.contains("; ") && message.contains(names), "{names}: {message}");
}

fn upper(text: &str) -> UpperBound {
    UpperBound::new(q(text))
}

#[test]
fn settings_outside_their_ranges() {
    let setting =
        |e: &str, s: &str, l: &str, d: &str| Setting::new(Dimension::Line, q(e), q(s), q(l), &upper(d));
    teaches(setting("0", "1", "1", "0"), "ε > 0");
    teaches(setting("-1", "1", "1", "0"), "-1");
    teaches(setting("1", "0", "1", "0"), "Δ > 0");
    teaches(setting("1", "1", "0", "0"), "L > 0");
    teaches(setting("1", "1", "1", "-1/7"), "-1/7");
    teaches(setting("1", "1", "1", "1/2"), "L > 2δ");
    let fine = setting("1", "1", "1", "1/4").unwrap();
    teaches(tail_bound(&fine, Form::Sinh, &q("-1/2")), "τ");
    teaches(reach_bound(&fine, Form::Sinh, &q("2")), "Δ + L");
    let plane = Setting::new(Dimension::Plane, q("1"), q("1"), q("1"), &upper("1/4")).unwrap();
    teaches(reach_bound(&plane, Form::Sinh, &q("10")), "dimension");
    // e^{βL} beyond the range of exp: refused, while the scaling form still answers.
    let steep = setting("1e6", "1", "1", "1/4").unwrap();
    teaches(steep.kappa(Form::Printed), "11000");
    assert!(steep.verdict().is_ok());
    assert!(tail_bound(&fine, Form::Sinh, &q("1000")).unwrap().delta.value() <= &q("1"));
}

#[test]
fn noises_outside_their_ranges() {
    teaches(Laplace::new(q("-2")), "-2");
    teaches(Laplace::new(q("1")).unwrap().lipschitz(&q("-1")), "T");
    teaches(Laplace::new(q("1")).unwrap().lipschitz(&q("2^100")), "11000");
    teaches(Laplace::new(q("1")).unwrap().mass(&q("1"), &q("0"), 10), "interval");
    teaches(RadialInverse::new(q("0")), "β");
    teaches(RadialInverse::new(q("1")).unwrap().distribution(&q("-1"), 10), "r ≥ 0");
    teaches(RadialInverse::new(q("1")).unwrap().lemma_r(&q("1/8"), &q("0")), "T > 0");
    teaches(RadialInverse::new(q("1")).unwrap().modulus(&q("2"), &q("1"), 20), "C(T)");
    for bits in [1025, 1 << 31, u32::MAX] {
        teaches(RadialInverse::new(q("1")).unwrap().inverse(&q("1/2"), bits), "1024");
        assert!(RadialInverse::new(q("1")).unwrap().modulus(&q("1/8"), &q("1"), bits).is_err());
    }
    teaches(GammaRadius::new(q("-1")), "β");
    teaches(PlanarLipschitz { radial: upper("1"), radius: q("-1") }.sup(), "T");
    for (precision, cut_off) in [(0, 5), (5, 0), (u32::MAX, 5), (5, u32::MAX)] {
        let generator = RelativeUniform { precision, cut_off, midpoint: true };
        assert!(
            generator.draw(0, 0).is_err()
                && generator.shift(&q("1"), &upper("0"), &q("1"), &upper("0")).is_err()
        );
        assert!(relative_laplace_table(&Laplace::new(q("1")).unwrap(), generator, 10).is_err());
    }
    let law = Laplace::new(q("1")).unwrap();
    teaches(laplace_table(&law, 0, 10), "even");
    teaches(laplace_table(&law, 3, 10), "3");
    teaches(laplace_table(&law, 1 << 40, 10), "1099511627776");
    teaches(laplace_table(&law, 4, u32::MAX), "fraction bits");
    // 12 ln 2 is more than 8, and noise beyond 2^59 units is refused, whichever way it is computed.
    teaches(laplace_table(&law, 4096, 57), "noise in units of h");
}

#[test]
fn mechanisms_outside_their_ranges() {
    let noise = CountedNoise::uniform(vec![0, 1]).unwrap();
    let answers = Answers { first: 0, step: 1, count: 4 };
    let line = |edges: Vec<i64>, answers, delta| LineMechanism::new(noise.clone(), edges, answers, delta);
    teaches(CountedNoise::uniform(vec![]), "draws");
    teaches(CountedNoise::weighted(vec![(0, 0)]), "draws");
    teaches(CountedNoise::weighted(vec![(0, u64::MAX), (1, 1)]), "weights");
    teaches(line(vec![0], answers, 1), "edges");
    teaches(line(vec![0, 0], answers, 1), "lower end");
    teaches(line(vec![2, 1], answers, 1), "lower end");
    teaches(line(vec![i64::MIN, 0], answers, 1), "2^60");
    teaches(line(vec![0, 1], answers, -1), "-1");
    teaches(line(vec![0, 1], Answers { count: 0, ..answers }, 1), "answers");
    teaches(line(vec![0, 1], Answers { step: 0, ..answers }, 1), "answers");
    teaches(line(vec![0, 1], Answers { count: usize::MAX, ..answers }, 1), "number of answers");
    teaches(line(vec![0, 1], Answers { first: i64::MIN, ..answers }, 1), "2^60");
    teaches(line(vec![0, 1], Answers { count: 1 << 33, ..answers }, 1), "number of answers");
    teaches(line(vec![0, 1], Answers { step: 1 << 59, ..answers }, 1), "2^60");
    teaches(line((0..1 << 16).collect(), Answers { count: 1 << 21, ..answers }, 1), "outputs");
    teaches(line(vec![0, 1], answers, 1).unwrap().law(i64::MIN), "2^60");
    let plane = |points: &[[i64; 2]], delta| {
        PlaneMechanism::new(
            points,
            [vec![0, 1], vec![0, 1]],
            [answers, Answers { count: 1 << 23, ..answers }],
            delta,
        )
    };
    teaches(plane(&[], 1), "draws");
    teaches(plane(&[[0, 0]], 1), "table");
    teaches(plane(&[[0, 0]], -1), "-1");
    teaches(Rounding::filling(&q("0"), &q("0"), &q("1")), "window");
    teaches(Rounding::filling(&q("1"), &q("0"), &q("1")), "window");
    teaches(Rounding::filling(&q("0"), &q("1"), &q("0")), "L > 0");
    teaches(Rounding::filling(&q("0"), &q("1"), &q("2/3")), "remainder");
    teaches(Rounding::filling(&q("0"), &q("2^40"), &q("1")), "cells");
    assert_eq!(Rounding::to_nearest(Dyadic::new(1, -3), 5, 4).unwrap_err(), Inexpressible::Reversed);
    assert_eq!(
        Rounding::to_nearest(Dyadic::new(1, -3), i64::MIN, i64::MAX).unwrap_err(),
        Inexpressible::Overflow
    );
    assert_eq!(Rounding::new(q("0"), q("1"), 0).unwrap_err(), Inexpressible::Reversed);
}

#[test]
fn hypotheses_outside_their_ranges() {
    let derived = |scale: &str, first: &str, last: &str, bias: &str, error: &str| {
        let sampler = Sampler::InverseCdf { bias: q(bias) };
        let window = (q("0"), q("4"));
        let hypotheses = on_the_line((q(first), q(last)), window, q("1/4"), sampler, q(error));
        Hypotheses { scale: q(scale), ..hypotheses }.derive()
    };
    teaches(derived("0", "0", "4", "2^-20", "0"), "scale of the noise > 0");
    teaches(derived("1", "4", "0", "2^-20", "0"), "answers");
    teaches(derived("1", "0", "4", "-1", "0"), "δ₀");
    teaches(derived("1", "0", "4", "2^-20", "-1"), "rounding error");
    teaches(derived("1", "0", "4", "1/4", "0"), "2c < 1");
    teaches(derived("1", "0", "4", "2^-20", "2"), "y₀");
    teaches(derived("1", "0", "4", "2^-20", "1/8"), "L > 2δ");
    teaches(derived("1", "0", "1e9", "2^-20", "0"), "11000");
    // Without bias and error the noise is exact, and ε′ = ε.
    assert_eq!(derived("1", "0", "4", "0", "0").unwrap().verdict.value(), &q("1"));
    let theorem = TheoremU {
        epsilon: q("1"),
        sensitivity: q("1"),
        cell: q("1/4"),
        edge_shift: q("0"),
        error: upper("0"),
        bias: q("2^-20"),
        window: (q("0"), q("4")),
        answers: (q("0"), q("4")),
        radius: q("5"),
    };
    assert!(theorem.epsilon_prime().is_ok());
    teaches(TheoremU { answers: (q("-1"), q("4")), ..theorem.clone() }.epsilon_prime(), "inside the window");
    teaches(TheoremU { answers: (q("0"), q("5")), ..theorem.clone() }.epsilon_prime(), "inside the window");
    teaches(TheoremU { radius: q("4"), ..theorem.clone() }.epsilon_prime(), "T > ρ_M + δ");
    teaches(TheoremU { edge_shift: q("-1"), ..theorem.clone() }.epsilon_prime(), "edge shift");
    let gone = TheoremU { edge_shift: q("1/4"), answers: (q("0"), q("15/4")), ..theorem.clone() };
    teaches(gone.epsilon_prime(), "L > 2δ");
    // The edges may be lower by the shift, the last one too: the answers must not be above it. On it they are in.
    let last = q("4") - q("2^-20");
    let moved = TheoremU { edge_shift: q("2^-20"), answers: (q("0"), last.clone()), ..theorem.clone() };
    assert!(moved.epsilon_prime().unwrap() > theorem.epsilon_prime().unwrap());
    for above in [q("4"), last + q("2^-60")] {
        let beyond = TheoremU { answers: (q("0"), above), ..moved.clone() };
        teaches(beyond.epsilon_prime(), "inside the window");
        assert!(beyond.closeness().is_err());
    }
    teaches(TheoremU { bias: q("1/100"), ..theorem.clone() }.epsilon_prime(), "μ_min > 2δ₀");
    teaches(TheoremU { window: (q("4"), q("0")), ..theorem.clone() }.epsilon_prime(), "window");
    // CE2's window, which is no union of cells, and an empty one.
    teaches(
        TheoremU { window: (q("0"), q("4") + q("2^-9")), ..theorem.clone() }.epsilon_prime(),
        "remainder",
    );
    teaches(
        TheoremU { window: (q("0"), q("0")), answers: (q("0"), q("0")), ..theorem.clone() }.epsilon_prime(),
        "window",
    );
    let tiny = q("2^-16384");
    let extreme = TheoremU {
        epsilon: tiny.clone(),
        sensitivity: q("2^300"),
        cell: tiny.clone(),
        bias: q("0"),
        window: (q("0"), tiny.clone()),
        answers: (q("0"), tiny),
        radius: q("2^20"),
        ..theorem
    };
    assert!(extreme.epsilon_prime().is_ok());
}

#[test]
fn functions_and_terms_that_do_not_fit() {
    let points = [q("0"), q("1")];
    teaches(k_delta_close(&Line(&points), &[q("0")], &points, &q("1"), &q("0")), "one for each point");
    teaches(uniformly_close(&points, &[], &q("1")), "one for each point");
    let terms = ShiftTerms {
        lipschitz: upper("1"),
        bias: upper("1/8"),
        error: upper("0"),
        radius: q("4"),
        reach: upper("4"),
    };
    teaches(terms.shift(), "T > ρ_M + δ");
    // ρ_M + δ = 33/8: T must be above it.
    teaches(ShiftTerms { radius: q("33/8"), ..terms.clone() }.shift(), "T > ρ_M + δ");
    assert_eq!(ShiftTerms { radius: q("33/8") + q("2^-60"), ..terms }.shift(), Ok(upper("1/8")));
    let radius = LaplaceRadius { scale: q("0"), bias: q("0"), error: q("0"), reach: q("0"), sign_bit: false };
    teaches(radius.closed_form(), "b > 0");
    teaches(radius.has_fixpoint(), "b > 0");
    teaches(radius.phi(&q("1")), "b > 0");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Whatever the text, the parser answers; what it accepts it prints and reads back.
    #[test]
    fn parser_is_total(text in "[-+0-9a-fxXpPeE./^ ]{0,24}|\\PC{0,12}") {
        if let Ok(number) = parse(&text) {
            prop_assert_eq!(parse(&number.to_string()).ok(), Some(number).filter(|n: &Rational| n.to_string().len() < 8000));
        }
    }
}
