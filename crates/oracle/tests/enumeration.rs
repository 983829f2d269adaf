//! The exact loss of enumerated mechanisms never exceeds any bound: one dimension over generators, privacies, grids and windows,
//! with correctly rounded, jittered and adversarial noise. A halved bound is refuted. Two dimensions are in
//! `plane.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

mod common;

use common::{Configuration, Disturbance, for_each_admissible, grids, nearest};
use kdelta_oracle::bound::{Form, TheoremU, printed_line_shift};
use kdelta_oracle::closeness::{GeneratorPoint, ShiftTerms, discharge_on_points};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp};
use kdelta_oracle::mechanism::{Answers, CountedNoise, LineMechanism};
use kdelta_oracle::noise::GridUniform;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::{Seeded, q};
use std::collections::BTreeMap;

/// Enumerates every configuration of one generator size and returns (admissible, refuted by half of κ, best tightness).
fn sweep(draws: u64, how: Disturbance) -> (usize, usize, Rational) {
    let (mut admissible, mut refuted, mut tightest) = (0, 0, q("0"));
    for_each_admissible(draws, how, &grids().collect::<Vec<_>>(), |configuration, derived, noise| {
        admissible += 1;
        let loss = configuration.enumerate(noise).loss;
        for (form, bound) in &derived.bounds {
            // Only the multiplicative form (2βδ ≥ 1) and Theorem U (μ_min ≤ 2δ₀) may not apply.
            let Ok(bound) = bound else {
                assert!(matches!(form, Form::RationalFactor | Form::TheoremU), "{configuration:?}");
                continue;
            };
            assert!(loss.is_within(bound).unwrap(), "{form:?} {how:?} {configuration:?}");
        }
        let kappa = derived.setting().unwrap().kappa(Form::Sinh).unwrap();
        let halved = UpperBound::new(&configuration.epsilon + kappa.value() / q("2"));
        refuted += usize::from(!loss.is_within(&halved).unwrap());
        let used = loss.enclosure(60).unwrap().unwrap().lo() - &configuration.epsilon;
        tightest = (&tightest).max(&(used / kappa.value())).clone();
    });
    (admissible, refuted, tightest)
}

/// Sums up one test: prints its figures and makes sure that it could have failed.
fn report(name: &str, results: &[(usize, usize, Rational)], at_least: usize) {
    let admissible: usize = results.iter().map(|r| r.0).sum();
    let refuted: usize = results.iter().map(|r| r.1).sum();
    let tightest = results.iter().map(|r| &r.2).max().unwrap();
    println!(
        "{name}: {admissible} admissible configurations, 0 violations; half of κ refuted in {refuted}; best (loss − ε)/ln Γ = {}",
        nearest(tightest, 2)
    );
    assert!(admissible >= at_least, "only {admissible} admissible configurations");
    assert!(refuted > 0, "no configuration tells the bound from half of it");
    assert!(tightest <= &q("1"));
}

#[test]
fn no_bound_is_violated_by_correctly_rounded_noise() {
    let results: Vec<_> = [8, 10, 12, 14, 16].map(|bits| sweep(1 << bits, Disturbance::None)).into();
    report("correctly rounded", &results, 200);
}

#[test]
fn no_bound_is_violated_by_jittered_noise() {
    let results: Vec<_> = [10, 12, 14].map(|bits| sweep(1 << bits, Disturbance::Jitter)).into();
    report("jittered", &results, 100);
}

#[test]
fn no_bound_is_violated_by_greedy_noise() {
    let results: Vec<_> = [12, 14].map(|bits| sweep(1 << bits, Disturbance::Greedy)).into();
    report("greedy", &results, 80);
}

/// The hypotheses themselves, checked at every draw: (i), (iii) and (iv) with δ_n = h/2; one unit less and (iii) fails.
#[test]
fn conditions_are_discharged_point_by_point() {
    let configuration = Configuration::new(1 << 8, "1", "1", "2");
    let derived = configuration.derive(configuration.half_unit()).unwrap();
    let law = configuration.law();
    let generator = GridUniform::Midpoints(1 << 8);
    let points: Vec<GeneratorPoint> = (0..)
        .zip(configuration.exact_table())
        .map(|(z, x)| GeneratorPoint {
            cell: generator.cell(z).unwrap(),
            draw: generator.draw(z).unwrap(),
            noise: dyadic(x, -10),
        })
        .collect();
    let terms = ShiftTerms {
        lipschitz: derived.lipschitz.clone().unwrap(),
        bias: derived.bias.clone(),
        error: UpperBound::new(configuration.half_unit()),
        radius: derived.radius.clone(),
        reach: derived.reach.clone(),
    };
    assert_eq!(terms.shift().unwrap(), derived.shift);
    let discharge = discharge_on_points(&points, |u| law.quantile(u, 80), &terms).unwrap();
    assert_eq!((discharge.bias, discharge.inside + discharge.outside), (256, 256));
    assert!(discharge.inside > 200 && discharge.outside > 10);
    for broken in [
        ShiftTerms { error: UpperBound::new(configuration.half_unit() * q("0.9")), ..terms.clone() },
        ShiftTerms { bias: UpperBound::new(derived.bias.value() * q("0.99")), ..terms.clone() },
    ] {
        let message = discharge_on_points(&points, |u| law.quantile(u, 80), &broken).unwrap_err().to_string();
        assert!(message.contains("(iii)") || message.contains("(i)"), "{message}");
    }
    let mut coming_back = points.clone();
    let nearest = &terms.radius - terms.error.value();
    coming_back[0].noise = nearest.clone();
    assert!(
        discharge_on_points(&coming_back, |u| law.quantile(u, 80), &terms).is_ok(),
        "T − δ_n is far enough"
    );
    for noise in [q("0"), nearest - dyadic(1, -30)] {
        coming_back[0].noise = noise;
        let message =
            discharge_on_points(&coming_back, |u| law.quantile(u, 80), &terms).unwrap_err().to_string();
        assert!(message.contains("(iv)"), "{message}");
    }
}

/// Sliding windows and cumulative tables against counting by hand, on small random mechanisms with uneven cells.
#[test]
fn enumeration_agrees_with_counting_by_hand() {
    let mut stream = Seeded(1);
    for round in 0..300 {
        let mut random = |n: u64| i64::try_from(stream.next() % n).unwrap();
        let draws: Vec<(i64, u64)> =
            (0..20).map(|_| (random(30) - 15, 1 + random(3).unsigned_abs())).collect();
        let mut edges: Vec<i64> = (0..5).map(|_| random(40) - 20).collect();
        edges.sort_unstable();
        edges.dedup();
        if edges.len() < 2 {
            continue;
        }
        let step = if round % 3 == 0 { 7 } else { 1 + random(3) };
        let answers = Answers { first: random(10) - 5, step, count: 1 + usize::try_from(random(8)).unwrap() };
        let sensitivity = random(9);
        let mechanism = LineMechanism::new(
            CountedNoise::weighted(draws.clone()).unwrap(),
            edges.clone(),
            answers,
            sensitivity,
        )
        .unwrap();
        let rounded = |sum: i64| edges.windows(2).position(|w| w[0] <= sum && sum < w[1]);
        let law = |r: i64| -> BTreeMap<Option<usize>, u64> {
            let mut law = BTreeMap::new();
            for (x, weight) in &draws {
                *law.entry(rounded(r + x)).or_insert(0) += weight;
            }
            law
        };
        let all: Vec<i64> =
            (0..answers.count).map(|i| answers.first + step * i64::try_from(i).unwrap()).collect();
        let mut ratios: Vec<(u64, u64)> = Vec::new();
        for &r1 in &all {
            let by_hand = law(r1);
            let table = mechanism.law(r1).unwrap();
            for (output, &weight) in table.iter().enumerate() {
                let key = if output + 1 == table.len() { None } else { Some(output) };
                assert_eq!(weight, by_hand.get(&key).copied().unwrap_or(0));
            }
            for &r2 in all.iter().filter(|&&r2| (r2 - r1).abs() <= sensitivity) {
                ratios.extend(by_hand.iter().map(|(o, &c)| (c, law(r2).get(o).copied().unwrap_or(0))));
            }
        }
        let expected = if ratios.iter().any(|r| r.1 == 0) {
            Loss::Infinite
        } else {
            Loss::Finite(ratios.iter().map(|r| Rational::new(r.0.into(), r.1.into())).max().unwrap())
        };
        let result = mechanism.enumerate();
        assert_eq!(result.loss, expected, "round {round}");
        let at = |r: i64| law(r).get(&result.worst.output).copied().unwrap_or(0);
        assert_eq!((at(result.worst.answer), at(result.worst.neighbour)), result.worst.weights);
    }
}

/// The printed δ_t of section 5 takes k at diam(M); the fixpoint needs it at T > ρ_M + δ_t, so the printed one is smaller.
#[test]
fn printed_shift_on_the_line_is_smaller_than_the_admissible_one() {
    let configuration = Configuration::new(1 << 10, "1", "1/2", "4");
    let derived = configuration.derive(configuration.half_unit()).unwrap();
    let printed =
        printed_line_shift(&q("1"), &q("1"), &q("4"), derived.bias.value(), &configuration.half_unit())
            .unwrap();
    assert!(printed < derived.shift);
}

/// A window of one cell, so wide that ∞ is the least likely output: its quotient, (e^ε·m + 2δ₀)/(m − 2δ₀) for a mass m of e^{−βD/2},
/// decides.
#[test]
fn theorem_u_pays_for_the_output_outside() {
    let ends = (q("0"), q("8"));
    let theorem = TheoremU {
        epsilon: q("1"),
        sensitivity: q("1"),
        cell: q("8"),
        edge_shift: q("0"),
        error: UpperBound::new(q("0")),
        bias: q("2^-12"),
        window: ends.clone(),
        answers: ends,
        radius: q("9"),
    };
    let bound = theorem.epsilon_prime().unwrap();
    let (mass, twice) = (exp(&q("-4"), 120).unwrap(), Enclosure::exact(q("2^-11")));
    let grown = exp(&q("1"), 120).unwrap().times(&mass).plus(&twice);
    let exact = grown.over(&mass.minus(&twice)).unwrap().ln(100).unwrap();
    assert!(bound.value() >= exact.lo() && bound.value() < &(exact.hi() + dyadic(1, -90)), "{bound}");
}
