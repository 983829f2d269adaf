//! The ideal Gaussian mechanism (§1.10): the curve against printed digits and its first form, each least value from both sides, what
//! Theorem T makes of it, and bad input.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_oracle::enclosure::{Enclosure, UpperBound, exp, normal_distribution};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::q;

/// The mechanism with this μ.
fn with_mu(mu: &str) -> GaussianMechanism {
    GaussianMechanism::new(&q(mu), &q("1")).unwrap()
}

/// Whether the enclosure lies within a relative 10^-20 of these digits.
fn is_near(x: &Enclosure, digits: &str) -> bool {
    let (value, slack) = (q(digits), q(digits) * q("1e-20"));
    x.lo() >= &(&value - &slack) && x.hi() <= &(value + slack)
}

/// Digits of mpmath at 40 digits.
#[test]
fn printed_digits() {
    for (mu, delta, epsilon) in [
        ("1", "1e-5", "4.377178095681224627650116"),
        ("0.25", "1e-6", "1.060701862328273732177298"),
        ("4", "1e-9", "31.38184007178664670760958"),
        ("0.01", "1e-3", "0.009048072593038797828848178"),
        ("10", "0.5", "49.00324436946389140464304"),
    ] {
        assert!(is_near(&with_mu(mu).epsilon(&q(delta), 100).unwrap(), epsilon), "{mu} {delta}");
    }
    for (mu, epsilon, delta) in [
        ("1", "0", "0.3829249225480262072754092"),
        ("1", "1", "0.1269367375066439458008296"),
        ("1/8", "1/2", "0.000001144800228386923987190217"),
        ("3", "2", "0.6858741657160493664222359"),
    ] {
        assert!(is_near(&with_mu(mu).delta(&q(epsilon), 100).unwrap(), delta), "{mu} {epsilon}");
    }
    for (epsilon, delta, scale) in [
        ("1", "1e-6", "4.224678889326835282997321"),
        ("0", "1e-4", "3989.422793570042271692912"),
        ("0.5", "1e-12", "12.84417448988617720434651"),
        ("8", "1e-5", "0.6002290721989515588905662"),
    ] {
        let least = GaussianMechanism::least_scale(&q("3"), &q(epsilon), &q(delta), 90).unwrap();
        assert!(is_near(&least.scaled(&q("1/3")), scale), "{epsilon} {delta}");
    }
}

/// Φ̄(a) − φ(a)·M(a + μ) is Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ).
#[test]
fn both_forms_of_the_curve_agree() {
    for mu in ["1/50", "1/3", "1", "5/2", "9"] {
        for epsilon in ["0", "1/100", "1/2", "3", "20"] {
            let (half, ratio) = (q(mu) / q("2"), q(epsilon) / q(mu));
            let at = |x: Rational| normal_distribution(&x, 300).unwrap();
            let second = exp(&q(epsilon), 300).unwrap().times(&at(-&half - &ratio));
            let found = with_mu(mu).delta(&q(epsilon), 120).unwrap();
            assert!(found.meets(&at(half - ratio).minus(&second)), "{mu} {epsilon}");
            assert!(found.width() <= dyadic(1, -120), "{mu} {epsilon}");
        }
    }
}

/// δ(ε) is above δ before the least ε and below it after; as a control, ends that are pushed past the root are refuted.
#[test]
fn the_least_epsilon_is_least() {
    for mu in ["1/1000", "1/8", "1", "7", "300"] {
        for delta in ["1e-30", "1e-9", "1/10", "0.999"] {
            let (ideal, delta) = (with_mu(mu), q(delta));
            let epsilon = ideal.epsilon(&delta, 80).unwrap();
            assert!(epsilon.width() <= dyadic(1, -80));
            let at = |epsilon: &Rational| ideal.delta(epsilon, 400).unwrap();
            assert!(at(epsilon.hi()).hi() <= &delta, "{mu} {delta}");
            if epsilon.lo() > &q("0") {
                let step = dyadic(1, -70);
                assert!(at(epsilon.lo()).lo() >= &delta, "{mu} {delta}");
                assert!(
                    at(&(epsilon.hi() + &step)).hi() < &delta && at(&(epsilon.lo() - step)).lo() > &delta
                );
            } else {
                // Either the least ε is 0 exactly, or it is within the width of 0.
                assert!(epsilon.hi() <= &dyadic(1, -80));
            }
            assert!(ideal.zero_concentrated(&delta).unwrap().value() >= epsilon.lo());
        }
    }
}

/// At the upper end the mechanism is private, below the lower end it is not.
#[test]
fn the_least_scale_is_least() {
    let sensitivity = q("5/3");
    for epsilon in ["0", "1/1000", "1", "40"] {
        for delta in ["1e-40", "1e-6", "1/2"] {
            let (epsilon, delta) = (q(epsilon), q(delta));
            let scale = GaussianMechanism::least_scale(&sensitivity, &epsilon, &delta, 60).unwrap();
            assert!(scale.width() <= scale.lo() * dyadic(1, -60));
            let at = |scale: &Rational| {
                GaussianMechanism::new(&sensitivity, scale).unwrap().delta(&epsilon, 400).unwrap()
            };
            assert!(at(scale.hi()).hi() <= &delta && at(scale.lo()).lo() >= &delta, "{epsilon} {delta}");
            assert!(at(&(scale.lo() * q("0.999999"))).lo() > &delta, "{epsilon} {delta}");
            assert!(at(&(scale.hi() * q("1.000001"))).hi() < &delta, "{epsilon} {delta}");
        }
    }
    // Δ/√(2ρ) and Δ/μ, and back.
    let scale = GaussianMechanism::least_scale_concentrated(&q("3"), &q("1/8"), 60).unwrap();
    assert_eq!(scale, Enclosure::exact(q("6")));
    let tiny = GaussianMechanism::least_scale_concentrated(&q("3"), &q("1e-40"), 60).unwrap();
    assert!(tiny.width() <= tiny.lo() * dyadic(1, -60));
    assert!(GaussianMechanism::new(&q("3"), tiny.hi()).unwrap().rho() <= q("1e-40"));
    assert!(GaussianMechanism::new(&q("3"), tiny.lo()).unwrap().rho() >= q("1e-40"));
    assert_eq!(GaussianMechanism::least_scale_gaussian(&q("3"), &q("1/2")).unwrap(), q("6"));
}

/// Far out the answers stay enclosures: of 0, of 1, and of an ε in the thousands.
#[test]
fn absurd_parameters_are_answered_or_refused() {
    let narrow = dyadic(1, -64);
    let none = with_mu("1").delta(&q("20000"), 64).unwrap();
    assert!(none.lo() >= &q("0") && none.hi() <= &narrow);
    let all = with_mu("4000").delta(&q("1"), 64).unwrap();
    assert!(all.hi() <= &q("1") && all.lo() >= &(q("1") - &narrow));
    let far = with_mu("300").epsilon(&q("1e-300"), 64).unwrap();
    assert!(far.lo() > &q("45000") && far.hi() < &q("57000"));
    assert_eq!(with_mu("1e-30").epsilon(&q("1e-6"), 64).unwrap(), Enclosure::exact(q("0")));
    let mut messages = vec![
        (GaussianMechanism::new(&q("0"), &q("1")).unwrap_err(), "Δ > 0"),
        (GaussianMechanism::new(&q("1"), &q("-2")).unwrap_err(), "-2"),
        (GaussianMechanism::new(&q("1"), &dyadic(1, 5000)).unwrap_err(), "4096"),
        (with_mu("1").delta(&q("-3"), 64).unwrap_err(), "-3"),
        (with_mu("1").delta(&q("1"), 1 << 20).unwrap_err(), "limit"),
        (with_mu("1").renyi(&q("1")).unwrap_err(), "α"),
        (GaussianMechanism::least_scale(&q("0"), &q("1"), &q("1/2"), 64).unwrap_err(), "Δ > 0"),
        (GaussianMechanism::least_scale(&q("1"), &q("-1"), &q("1/2"), 64).unwrap_err(), "ε ≥ 0"),
        (GaussianMechanism::least_scale_concentrated(&q("1"), &q("0"), 64).unwrap_err(), "ρ > 0"),
        (GaussianMechanism::least_scale_gaussian(&q("1"), &q("0")).unwrap_err(), "μ > 0"),
    ];
    for delta in ["0", "-1", "1", "2"] {
        messages.push((with_mu("1").epsilon(&q(delta), 64).unwrap_err(), "δ"));
        messages.push((with_mu("1").zero_concentrated(&q(delta)).unwrap_err(), "δ"));
        messages.push((GaussianMechanism::least_scale(&q("1"), &q("1"), &q(delta), 64).unwrap_err(), "δ"));
    }
    messages.push((with_mu("1").epsilon(&dyadic(1, -5000), 64).unwrap_err(), "4096"));
    for (refusal, word) in messages {
        let message = refusal.to_string();
        assert!(message.contains(word) && message.contains(';'), "{message}");
    }
}

/// Each notion with κ₊ = 1/100 and κ₋ = 1/50, and with nothing.
#[test]
fn theorem_t_carries_every_notion_over() {
    let ideal = with_mu("1/2");
    let upper = |x: &str| UpperBound::new(q(x));
    let closeness = Closeness { above: upper("1/100"), below: upper("1/50") };
    let exact = Closeness::exact();
    let delta = q("1e-5");
    let epsilon = ideal.epsilon(&delta, 192).unwrap();
    assert_eq!(ideal.epsilon_prime(&delta, &exact).unwrap(), epsilon.upper());
    // ε′ at δ and δ′ at ε′ are inverse: δ′(ε′(δ)) = δ.
    let prime = ideal.epsilon_prime(&delta, &closeness).unwrap();
    let back = ideal.delta_prime(prime.value(), &closeness).unwrap();
    assert!(back.value() <= &(&delta * q("1.0000000001")) && back.value() >= &(&delta * q("0.9999999999")));
    // More than ε + κ, as the ideal δ is smaller.
    assert!(prime.value() > &(epsilon.hi() + q("3/100")));
    let concentrated = ideal.zero_concentrated_prime(&delta, &closeness).unwrap();
    assert!(concentrated > prime);
    let refused = ideal.delta_prime(&q("1/50"), &closeness).unwrap_err().to_string();
    assert!(refused.contains("κ₊ + κ₋ ≤ ε"), "{refused}");
    // α = 2: 2·μ²/2 + κ₋ + 2κ₊.
    assert_eq!(ideal.renyi_prime(&q("2"), &closeness).unwrap().value(), &q("0.29"));
    // G_μ(½) = Φ(−½) without κ, and less with it.
    let level = q("1/2");
    let found = ideal.trade_off_prime(&level, &exact).unwrap();
    let phi = normal_distribution(&q("-1/2"), 80).unwrap();
    assert!(found.value() <= phi.hi() && found.value() > &(phi.lo() - q("1e-20")));
    assert!(ideal.trade_off_prime(&level, &closeness).unwrap() < found);
    // A closeness so poor that nothing of δ is left is refused.
    let poor = Closeness { above: upper("5000"), below: upper("1") };
    assert!(ideal.epsilon_prime(&delta, &poor).is_err());
}
