//! The paper's theorems as executable implications, over small finite spaces and generated inputs, for both number types.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

use kdelta_oracle::bound::{Dimension, Form, Setting};
use kdelta_oracle::closeness::{
    LaplaceRadius, close_function_at, k_delta_close, lipschitz, monotone_beyond_gap, obstruction,
    uniformly_close,
};
use kdelta_oracle::distribution::{FiniteLaw, coupling_reach, sandwich};
use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp};
use kdelta_oracle::geometry::Line;
use kdelta_oracle::mechanism::{Rounding, exact_law};
use kdelta_oracle::noise::{GammaRadius, Laplace, RadialInverse};
use kdelta_oracle::number::{Dyadic, Exact, Rational, dyadic};
use kdelta_testkit::{Seeded, q};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Small integers as exact numbers of either type.
fn numbers<E: Exact>(values: &[i64]) -> Vec<E> {
    values.iter().map(|&v| E::integer(v)).collect()
}

fn check_closeness_theorems<E: Exact>(
    points: &[i64],
    n: &[i64],
    n_prime: &[i64],
    k: i64,
    delta: i64,
) -> [bool; 3] {
    let (points, n, n_prime) = (numbers::<E>(points), numbers::<E>(n), numbers::<E>(n_prime));
    let (space, k, delta) = (Line(&points), E::integer(k), E::integer(delta));
    let is_lipschitz = lipschitz(&space, &n, &k).unwrap().is_none();
    let is_uniform = uniformly_close(&n, &n_prime, &delta).unwrap().is_none();
    let is_close = k_delta_close(&space, &n, &n_prime, &k, &delta).unwrap().is_none();
    let is_obstructed = obstruction(&space, &n, &k, &delta).unwrap().is_some();
    // Theorem kdelta.
    assert!(!(is_lipschitz && is_uniform) || is_close);
    // Closeness at u = v is uniform closeness.
    assert!(!is_close || is_uniform);
    // Theorem non-kdelta.
    assert!(!(is_obstructed && is_close));
    // Its exact converse: without obstruction the midpoint function is close.
    let middle: Vec<E> = (0..n.len()).map(|v| close_function_at(&space, &n, &k, v).unwrap()).collect();
    let middle_is_close = k_delta_close(&space, &n, &middle, &k, &delta).unwrap().is_none();
    assert_eq!(middle_is_close, !is_obstructed);
    // A gap wider than 2δ keeps the order.
    assert!(!is_uniform || monotone_beyond_gap(&n, &n_prime, &delta).unwrap().is_none());
    [is_close, is_obstructed, is_uniform]
}

/// All functions from three points to {0…3}, with n′ from n by moves of up to one: both number types, every k and δ up to 2.
#[test]
fn closeness_theorems_hold_for_all_small_functions() {
    let mut seen = [0_u32; 3];
    let points = [0, 1, 3];
    let functions = |base: i64, size: i64| {
        (0..size.pow(3)).map(move |code| [0, 1, 2].map(|i| code / size.pow(i) % size + base))
    };
    for n in functions(0, 4) {
        for moves in functions(-1, 3) {
            let n_prime = [0, 1, 2].map(|i: usize| n[i] + moves[i]);
            for (k, delta) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)] {
                let rational = check_closeness_theorems::<Rational>(&points, &n, &n_prime, k, delta);
                assert_eq!(rational, check_closeness_theorems::<Dyadic>(&points, &n, &n_prime, k, delta));
                for (count, holds) in seen.iter_mut().zip(rational) {
                    *count += u32::from(holds);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "each hypothesis occurs: {seen:?}");
}

/// 2δ in Theorem non-kdelta is sharp (F14): a step of height 2δ has a (0,δ)-close constant, one slightly higher has none.
#[test]
fn the_obstruction_is_sharp() {
    let points = [q("0"), q("1")];
    let (space, k, delta) = (Line(&points), q("0"), q("1"));
    assert!(obstruction(&space, &[q("-1"), q("1")], &k, &delta).unwrap().is_none());
    assert_eq!(close_function_at(&space, &[q("-1"), q("1")], &k, 0).unwrap(), q("0"));
    let violation = obstruction(&space, &[q("-1"), q("1.001")], &k, &delta).unwrap().unwrap();
    assert_eq!(violation.excess, q("0.001"));
}

/// Theorems conv and enc for every subset of a small space: a coupling with reach ε gives W∞ ≤ ε and the sandwich at ε; just below W∞
/// some set breaks the sandwich (on the line the converse holds for intervals).
#[test]
fn conv_and_enc_hold_for_every_set() {
    let mut stream = Seeded(3);
    let mut broken_below = 0;
    for _ in 0..200 {
        let mut random = |n: u64| i64::try_from(stream.next() % n).unwrap();
        let size = 5_usize;
        let points: Vec<Rational> = (0..size)
            .map(|i| {
                q("2") * Rational::from_integer(i.into())
                    + q("1/3") * Rational::from_integer(random(3).into())
            })
            .collect();
        let gamma: Vec<i64> = (0..size * size).map(|_| if random(3) == 0 { random(4) } else { 0 }).collect();
        let total: i64 = gamma.iter().sum();
        if total == 0 {
            continue;
        }
        let weight = |u: usize, v: usize| Rational::new(gamma[u * size + v].into(), total.into());
        let mu: Vec<Rational> = (0..size).map(|u| (0..size).map(|v| weight(u, v)).sum()).collect();
        let nu: Vec<Rational> = (0..size).map(|v| (0..size).map(|u| weight(u, v)).sum()).collect();
        let space = Line(&points);
        let reach = coupling_reach(&space, &mu, &nu, weight).unwrap();
        let law = |weights: &[Rational]| {
            FiniteLaw::new(points.iter().cloned().zip(weights.iter().cloned()).collect()).unwrap()
        };
        let distance = law(&mu).w_infinity(&law(&nu));
        assert!(distance <= reach, "Theorem conv");
        let mut all_hold_below = true;
        for set in 0..1_u32 << size {
            let member = |x: usize| set >> x & 1 == 1;
            assert!(sandwich(&space, &mu, &nu, member, &distance).unwrap().holds(), "Theorem enc");
            let smaller = &distance - q("1/100");
            all_hold_below &= sandwich(&space, &mu, &nu, member, &smaller).unwrap().holds();
        }
        broken_below += u32::from(!all_hold_below);
    }
    assert!(broken_below > 100, "the sandwich can fail: {broken_below}");
    let space = [q("0"), q("1")];
    let half = [q("1/2"), q("1/2")];
    assert!(coupling_reach(&Line(&space), &half, &half, |_, _| q("1/3")).is_err(), "wrong marginals");
    assert!(
        coupling_reach(&Line(&space), &half, &half, |u, v| if u == v { q("1") } else { q("-1/2") }).is_err()
    );
}

/// F9 on generated parameters: the closed form is a strict post-fixpoint, the iteration climbs towards it, and where no fixpoint exists the
/// closed form refuses.
#[test]
fn closed_form_is_a_strict_post_fixpoint() {
    let mut stream = Seeded(9);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut random = |n: u64| Rational::from_integer((stream.next() % n).into());
        let radius = LaplaceRadius {
            scale: (random(40) + q("1")) / q("8"),
            bias: dyadic(1, -4 - i32::try_from(random(60).to_integer()).unwrap()),
            error: random(100) / q("1000"),
            reach: random(200) / q("8"),
            sign_bit: random(2) == q("1"),
        };
        match radius.closed_form() {
            Ok(closed) => {
                accepted += 1;
                let phi = radius.phi(closed.radius.value()).unwrap();
                assert!(phi.value() < closed.radius.value(), "{radius:?}");
                assert_eq!(closed.radius.value() - &radius.reach, closed.shift.value().clone());
                let steps = radius.iterate(5).unwrap();
                assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]));
                assert!(steps.last().unwrap() < &closed.radius);
                assert!(radius.has_fixpoint().unwrap());
            }
            Err(_) => refused += 1,
        }
        if !radius.has_fixpoint().unwrap() {
            assert!(radius.closed_form().is_err());
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} {refused}");
}

/// Lemma R against C⁻¹ itself, and the (k,δ) form and the square-root metric beside it.
#[test]
fn lemma_r_bounds_every_chord_of_the_inverse() {
    let rate = q("3/2");
    let radial = RadialInverse::new(rate.clone()).unwrap();
    for radius in ["1/2", "2", "6"] {
        let radius = q(radius);
        for (i, j) in [(0, 1), (0, 40), (3, 4), (20, 37), (38, 40), (39, 40)] {
            let at = |k: i64| &radius * Rational::new(k.into(), 40.into());
            let (low, high) = (at(i), at(j));
            let mass =
                radial.distribution(&high, 200).unwrap().minus(&radial.distribution(&low, 200).unwrap());
            let chord = &high - &low;
            assert!(&chord <= radial.lemma_r(mass.hi(), &radius).unwrap().value(), "{radius} {i} {j}");
            for kappa in ["1/10", "1", "10"] {
                let (k, delta) = radial.self_closeness(&q(kappa), &radius).unwrap();
                assert!(chord <= k.value() * mass.hi() + delta.value());
            }
            let root = |r: &Rational| radial.distribution(r, 200).unwrap();
            let difference =
                root(&high).sqrt(100).unwrap().minus(&root(&low).max(&q("0").into()).sqrt(100).unwrap());
            let k = radial.square_root_metric_lipschitz(&radius).unwrap();
            assert!(chord <= k.value() * difference.hi());
        }
        // The exact modulus lies below Lemma R, and C⁻¹ inverts C.
        for bias in [dyadic(1, -4), dyadic(1, -20), dyadic(1, -40)] {
            let exact = radial.modulus(&bias, &radius, 50).unwrap();
            assert!(exact.lo() <= radial.lemma_r(&bias, &radius).unwrap().value());
        }
        let u = radial.distribution(&radius, 300).unwrap();
        assert!(
            radial.inverse(u.lo(), 60).unwrap().lo() <= &radius
                && &radius <= radial.inverse(u.hi(), 60).unwrap().hi()
        );
    }
    assert!(radial.inverse(&q("1"), 20).is_err() && radial.inverse(&q("-1"), 20).is_err());
}

/// u at the lower end of an enclosure of C(1): C(1) > u, so C⁻¹(u) lies below 1, and 1 must not become the lower end.
#[test]
fn inverse_of_the_radius_contains_it_when_u_is_next_to_a_power() {
    let radial = RadialInverse::new(q("1")).unwrap();
    for bits in [0, 20, 60] {
        let u = radial.distribution(&q("1"), 3 * bits + 256).unwrap().lo().clone();
        assert!(radial.inverse(&u, bits).unwrap().lo() < &q("1"), "{bits}");
    }
}

/// F5: no Lipschitz constant near 0: the chord from 0 beats any k.
#[test]
fn inverse_of_the_radius_is_not_lipschitz_at_zero() {
    let radial = RadialInverse::new(q("1")).unwrap();
    let mut last = q("0");
    for bits in [4, 10, 20, 30] {
        let u = dyadic(1, -bits);
        let slope = radial.inverse(&u, 60).unwrap().lo() / &u;
        assert!(slope > &last * q("6"), "{bits}");
        last = slope;
    }
    assert!(last > q("40000"));
}

/// Gamma(2): chords inside {r ≤ T} stay below k in each metric, and the sup constant is nearly attained in the corner u₁ = 1.
#[test]
fn gamma_radius_constants_bound_chords() {
    let rate = q("2");
    let gamma = GammaRadius::new(rate.clone()).unwrap();
    let radius = q("3");
    let corner = exp(&-(&rate * &radius), 200).unwrap().hi().clone();
    let step = dyadic(1, -40);
    let (u, v) = ((q("1") - &step, corner.clone()), (q("1"), &corner + &step));
    let change = gamma.radius(&u.0, &u.1, 150).unwrap().minus(&gamma.radius(&v.0, &v.1, 150).unwrap());
    let slope = change.lo() / &step;
    let k = gamma.lipschitz_sup(&radius).unwrap();
    assert!(&slope <= k.value() && slope > k.value() * q("0.999"));
    assert!(gamma.lipschitz_euclid(&radius).unwrap() < k);
    // In the log metric: multiply both by e^{-a}; exactly 2a/β.
    assert_eq!(gamma.lipschitz_log().value(), &q("1"));
    assert!(gamma.radius(&q("0"), &q("1"), 10).is_err() && gamma.radius(&q("1"), &q("3/2"), 10).is_err());
}

/// The exact mechanism K is ε-private (Theorem laplace0): every cell and ∞, for answers on both sides and inside of the window; and its
/// probabilities add up to one.
#[test]
fn exact_mechanism_has_the_privacy_it_promises() {
    let law = Laplace::for_privacy(&q("3/2"), &q("1")).unwrap();
    let rounding = Rounding::to_nearest(q("1/4"), -4, 8).unwrap();
    let answers = ["-3", "-1", "0", "0.3", "1", "5/2"].map(q);
    for r1 in &answers {
        let first = exact_law(&law, &rounding, r1, 120).unwrap();
        assert_eq!(first.len(), 14);
        let total = first.iter().fold(Enclosure::exact(q("0")), |sum, p| sum.plus(p));
        assert!(total.contains(&q("1")) && total.width() < dyadic(1, -100));
        for r2 in &answers {
            let second = exact_law(&law, &rounding, r2, 120).unwrap();
            let allowed = exp(&(q("3/2") * r1.distance(r2).unwrap()), 120).unwrap();
            let slack = dyadic(1, -90);
            assert!(first.iter().zip(&second).all(|(p, r)| p.lo() <= &(r.hi() * allowed.hi() + &slack)));
            // Where the window has cells on both sides of both answers the bound is attained: some cell has the whole loss.
            if [r1, r2].iter().all(|&r| &q("-1/2") < r && r < &q("2")) {
                let attained =
                    first.iter().zip(&second).any(|(p, r)| p.hi() + &slack > r.lo() * allowed.lo());
                assert!(attained, "{r1} {r2}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// sinh ≤ scaling ≤ repaired ≤ half repaired ≤ printed, and each rational form above the one it bounds (F10, Lemma 4).
    #[test]
    fn orderings_of_the_forms(
        epsilon in 1_u32..4000, sensitivity in 1_u32..2000, cell in 1_u32..4000, part in 0_u32..1000, plane in any::<bool>()
    ) {
        let ratio = |a: u32, b: u32| Rational::new(a.into(), b.into());
        let cell = ratio(cell, 500);
        // δ from 0 to 0.4995·L.
        let shift = UpperBound::new(&cell * ratio(part, 2002));
        let dimension = if plane { Dimension::Plane } else { Dimension::Line };
        let setting = Setting::new(dimension, ratio(epsilon, 1000), ratio(sensitivity, 1000), cell, &shift).unwrap();
        let kappa = |form| setting.kappa(form).unwrap();
        // Each κ is rounded up by at most 2^-192.
        let below = |a: &UpperBound, b: &UpperBound| a.value() <= &(b.value() + dyadic(1, -190));
        prop_assert!(below(&kappa(Form::Scaling), &kappa(Form::Repaired)));
        prop_assert!(below(&kappa(Form::Scaling), &kappa(Form::HalfRepaired)));
        prop_assert!(below(&kappa(Form::HalfRepaired), &kappa(Form::Printed)));
        prop_assert!(below(&kappa(Form::Scaling), &kappa(Form::RationalScaling)));
        if plane {
            prop_assert_eq!(setting.kappa(Form::RationalSinh).is_err(), true);
        } else {
            prop_assert!(below(&kappa(Form::Sinh), &kappa(Form::Scaling)));
            prop_assert!(below(&kappa(Form::Repaired), &kappa(Form::HalfRepaired)));
            prop_assert!(below(&kappa(Form::Sinh), &kappa(Form::RationalSinh)));
            prop_assert!(below(&kappa(Form::RationalSinh), &kappa(Form::RationalScaling)));
            if let Ok(factor) = setting.kappa(Form::RationalFactor) {
                prop_assert!(below(&kappa(Form::Sinh), &factor));
            }
        }
        let verdict = setting.verdict().unwrap();
        prop_assert!(setting.table().into_iter().all(|(_, bound)| bound.map_or(true, |b| verdict <= b)));
    }
}
