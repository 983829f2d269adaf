//! Vectors with independent noise (§1.9): the exact loss of several values that change together against Δ₁/b + Δ₀κ, in every form.
//!
//! The law of a vector is a product, so that its loss is the sum of those of its values, and values that do not change add nothing. What
//! is worst for given distances is found by enumerating one value for each of them.

use super::common::{Disturbance, for_each_admissible};
use super::hypotheses;
use kdelta_oracle::bound::Form;
use kdelta_oracle::derivation::Sampler;
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::noise::GridUniform;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_testkit::q;

/// How far Δ₁ = 1024 units are spread over values that change.
const SPREADS: [&[i64]; 6] = [&[1024], &[1, 1023], &[256, 768], &[512, 512], &[1, 1, 1022], &[256, 256, 512]];

#[test]
fn a_vector_loses_what_its_changed_values_cost() {
    let (mut checked, mut refuted) = (0, 0);
    let draws = 1 << 12;
    for how in [Disturbance::None, Disturbance::Greedy] {
        let grids = [("1/4", "2"), ("1/2", "2"), ("1", "2")];
        for_each_admissible(draws, how, &grids, |configuration, one, noise| {
            let bias = GridUniform::Midpoints(draws).bias().unwrap();
            let error = configuration.half_unit() + how.error();
            let derive = |changed: usize| {
                let sampler = Sampler::InverseCdf { bias: bias.clone() };
                let mut hypotheses = hypotheses(configuration, sampler, error.clone(), q("0"));
                hypotheses.changed = changed.try_into().unwrap();
                hypotheses.derive().unwrap()
            };
            let several = [1, 2, 3].map(derive);
            assert_eq!(&several[0], one);
            for spread in SPREADS {
                let worst = spread.iter().map(|&distance| {
                    let mut nearer = configuration.clone();
                    nearer.sensitivity = dyadic(distance, -10);
                    match nearer.enumerate(noise.clone()).loss {
                        Loss::Finite(ratio) => ratio,
                        Loss::Infinite => panic!("{configuration:?} has an infinite loss"),
                    }
                });
                let loss = Loss::Finite(worst.product::<Rational>());
                let derived = &several[spread.len() - 1];
                for (form, bound) in &derived.bounds {
                    let Ok(bound) = bound else {
                        assert!(matches!(form, Form::RationalFactor | Form::TheoremU), "{configuration:?}");
                        continue;
                    };
                    assert!(loss.is_within(bound).unwrap(), "{form:?} {how:?} {spread:?} {configuration:?}");
                }
                assert!(loss.is_within(&derived.verdict).unwrap(), "{how:?} {spread:?} {configuration:?}");
                assert!(derived.closeness == one.closeness.times(spread.len().try_into().unwrap()));
                checked += 1;
                refuted += usize::from(spread.len() > 1 && !loss.is_within(&one.verdict).unwrap());
            }
        });
    }
    println!(
        "vectors: {checked} checks, 0 violations; {refuted} lose more than one value that changes by as much"
    );
    assert!(checked >= 100 && refuted > 0, "{checked} {refuted}");
}
