//! The ε′ that `harnesses/src/release.rs` compares the exact loss with, derived again by the oracle from the
//! setting of that mechanism.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_harnesses::closeness::delta;
use kdelta_harnesses::release::{ANSWER, E_TO_EPSILON, E_TO_EPSILON_PRIME, FRACTION, HIGH, LOG2_L};
use kdelta_oracle::bound::{Dimension, Form, Setting};
use kdelta_oracle::closeness::LaplaceRadius;
use kdelta_oracle::enclosure::exp;
use kdelta_oracle::number::{Rational, dyadic};

/// ⌊e^x·2^16⌋.
fn scaled_exponential(x: &Rational) -> u64 {
    u64::try_from(&(exp(x, 64).unwrap().lo() * dyadic(1, 16)).floor().to_integer()).unwrap()
}

#[test]
fn epsilon_prime_of_the_small_mechanism_is_the_oracles() {
    let one = dyadic(1, 0);
    // δ_n is given in units of 2^-80 and fits 64 bits after dropping 2^-40, rounded up.
    let error = dyadic(i64::try_from((delta::<8, FRACTION>() >> 40) + 1).unwrap(), -40);
    let answer = dyadic(ANSWER, -FRACTION.cast_signed());
    let reach = &answer + dyadic(2 * HIGH + 1, LOG2_L - 1);
    let radius = LaplaceRadius { scale: one.clone(), bias: dyadic(1, -9), error, reach, sign_bit: false };
    let shift = radius.closed_form().unwrap().shift;
    let setting =
        Setting::new(Dimension::Line, one.clone(), &answer + &answer, dyadic(1, LOG2_L), &shift).unwrap();
    let epsilon_prime = setting.epsilon_prime(Form::Sinh).unwrap();
    assert_eq!(scaled_exponential(epsilon_prime.value()), E_TO_EPSILON_PRIME);
    assert_eq!(scaled_exponential(&one), E_TO_EPSILON);
}
