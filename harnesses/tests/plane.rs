//! The ε′ that `harnesses/src/plane.rs` compares the exact loss with, derived again by the oracle from the
//! setting of that mechanism; and the loss itself, enumerated by the oracle.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::Unit;
use kdelta_finite::ln::shift_add::LEDGER_64;
use kdelta_harnesses::plane::{
    ANSWER, BITS, E_TO_EPSILON, E_TO_EPSILON_PRIME, FRACTION, HIGH, LOG2_L, SENSITIVITY, SmallNoise, law,
};
use kdelta_harnesses::shift_add::bound;
use kdelta_oracle::derivation::{
    Axis, Generator, Hypotheses, LogarithmError, Noise, NoiseError, RoundingError, Sampler,
};
use kdelta_oracle::enclosure::{UpperBound, exp};
use kdelta_oracle::mechanism::{Answers, PlaneMechanism};
use kdelta_oracle::number::{Rational, dyadic};

/// ε = Δ, so b = 1.
fn epsilon() -> Rational {
    dyadic(SENSITIVITY, -FRACTION.cast_signed())
}

/// A bound in units of 2^-80, dropped to 2^-40, rounded up.
fn upper(units: i128) -> Rational {
    dyadic(i64::try_from((units >> 40) + 1).unwrap(), -40)
}

fn epsilon_prime() -> UpperBound {
    let answer = dyadic(ANSWER, -FRACTION.cast_signed());
    let output = dyadic(2 * HIGH + 1, LOG2_L - 1);
    let axis = Axis {
        answers: (-&answer, answer.clone()),
        window: (-&output, output.clone()),
        edge_shift: dyadic(0, 0),
    };
    let logarithm = LogarithmError {
        absolute: upper(bound(&LEDGER_64, Unit::Scale)),
        relative: upper(bound(&LEDGER_64, Unit::Magnitude)),
    };
    let half = RoundingError { relative: dyadic(0, 0), absolute: dyadic(1, -1 - FRACTION.cast_signed()) };
    let direction = upper(bound(&LEDGER_COS_SIN, Unit::One));
    let hypotheses = Hypotheses {
        scale: dyadic(1, 0),
        sensitivity: epsilon(),
        changed: 1,
        axes: vec![axis.clone(), axis],
        cell: dyadic(1, LOG2_L),
        noise: Noise::PlanarLaplace { angle_bias: dyadic(1, SmallNoise::ANGLE_BIAS.log2) },
        // The tail of a midpoint of 2^BITS cells is off by 2^-BITS.
        sampler: Sampler::Logarithm(Generator::Absolute { bias: dyadic(1, -BITS.cast_signed()) }),
        error: NoiseError::in_the_plane(&logarithm.of_two(), &direction, &half).unwrap(),
    };
    hypotheses.derive().unwrap().verdict
}

#[test]
fn epsilon_prime_of_the_small_planar_mechanism_is_the_oracles() {
    let factor = |x: &Rational| {
        let factor = exp(x, 64).unwrap().lo() * dyadic(1, 16);
        u64::try_from(&factor.floor().to_integer()).unwrap()
    };
    assert_eq!(factor(epsilon_prime().value()), E_TO_EPSILON_PRIME);
    assert_eq!(factor(&epsilon()), E_TO_EPSILON);
}

/// The same law by the oracle's own enumeration: within ε′, and above ε, so that the comparison can fail.
#[test]
fn the_oracle_enumerates_the_same_loss() {
    let far = 1 << 20;
    let inside: u64 = law::NOISE.iter().map(|(_, weight)| weight).sum();
    let mut points = law::NOISE.clone();
    points.push(([far, far], law::DRAWS - inside));
    let edges: Vec<i64> = (-HIGH..=HIGH + 1).map(|k| 16 * k - 8).collect();
    let answers = Answers { first: -ANSWER, step: 1, count: usize::try_from(2 * ANSWER + 1).unwrap() };
    let edges = [edges.clone(), edges];
    let mechanism = PlaneMechanism::weighted(&points, edges, [answers, answers], SENSITIVITY).unwrap();
    let (loss, worst) = mechanism.enumerate();
    assert!(loss.is_within(&epsilon_prime()).unwrap());
    assert!(!loss.is_within(&UpperBound::new(epsilon())).unwrap());
    let output = worst.output.map_or(9, |[i, j]| 3 * i + j);
    let weight = |answer| law::weight(answer, output).unwrap();
    assert_eq!((weight(worst.answer), weight(worst.neighbour)), worst.weights);
}
