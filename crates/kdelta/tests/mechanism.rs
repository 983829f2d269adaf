//! Whole small mechanisms: the exact privacy loss of the code that runs, against the certified ε′.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{
    Builder, Deep, Error, Fixed, Laplace, Lazy, Midpoint, Rational, Relative, Release, ToExact, UpperBound,
};
use kdelta_finite::ledger::Unit;
use kdelta_finite::noise::Laplace as Noise;
use kdelta_finite::{Scale, Tail};
use kdelta_oracle::closeness::{GeneratorPoint, ShiftTerms, discharge_on_points};
use kdelta_oracle::derivation::{self, Axis, Hypotheses, NoiseError, Sampler};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::mechanism::{Answers, CountedNoise, Enumeration, LineMechanism};
use kdelta_oracle::noise::{GridUniform, Laplace as Law};
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Repeated, integer, q, sum};

/// A word of BITS bits with FRAC fraction bits, a generator of as many bits, and a setting in grid steps.
#[derive(Debug, Clone, Copy)]
struct Small {
    epsilon: &'static str,
    sensitivity: i64,
    grid: i32,
    answers: (i64, i64),
    window: (i64, i64),
}

impl Small {
    fn build<const BITS: u32, const FRAC: u32>(
        self,
    ) -> Result<Laplace<Fixed<BITS, FRAC>, Midpoint<BITS>>, Error>
    where
        Midpoint<BITS>: Tail<Fixed<BITS, FRAC>>,
    {
        self.builder().build()
    }

    fn builder<const BITS: u32, const FRAC: u32>(self) -> Builder<Laplace<Fixed<BITS, FRAC>, Midpoint<BITS>>>
    where
        Midpoint<BITS>: Tail<Fixed<BITS, FRAC>>,
    {
        let steps = |n: i64| dyadic(n, self.grid);
        Laplace::<Fixed<BITS, FRAC>>::builder()
            .generator::<Midpoint<BITS>>()
            .epsilon(self.epsilon)
            .sensitivity(steps(self.sensitivity))
            .answers(steps(self.answers.0), steps(self.answers.1))
            .window(steps(self.window.0), steps(self.window.1))
            .grid(steps(1))
    }

    /// The noise of every draw, in units of 2^-FRAC: n′ itself.
    fn noise<const BITS: u32, const FRAC: u32>(self) -> Vec<i64> {
        let quotient = dyadic(self.sensitivity, self.grid) / q(self.epsilon);
        let part = |n: &num_bigint::BigInt| u64::try_from(n).unwrap();
        let scale = Scale::at_least(part(quotient.numer()), part(quotient.denom())).unwrap();
        let noise = Noise::<Fixed<BITS, FRAC>, Midpoint<BITS>>::new(scale).unwrap();
        (0..1 << BITS).map(|z| i64::try_from(noise.of(Midpoint::from_bits(z))).unwrap()).collect()
    }

    fn line<const FRAC: u32>(self, noise: Vec<i64>) -> LineMechanism {
        let unit = 1i64 << (self.grid + FRAC.cast_signed()); // one grid step
        let edges = (self.window.0..=self.window.1 + 1).map(|i| i * unit - unit / 2).collect();
        let (first, last) = (self.answers.0 * unit, self.answers.1 * unit);
        let answers = Answers { first, step: 1, count: usize::try_from(last - first + 1).unwrap() };
        let noise = CountedNoise::uniform(noise).unwrap();
        LineMechanism::new(noise, edges, answers, self.sensitivity * unit).unwrap()
    }

    fn enumerate<const FRAC: u32>(self, noise: Vec<i64>) -> Enumeration {
        self.line::<FRAC>(noise).enumerate()
    }
}

fn sweep() -> impl Iterator<Item = Small> {
    let window = [1, 2, 3, 4, 6].map(|end| (-end, end));
    let each = move |epsilon| {
        [-2, -1, 0, 1].into_iter().flat_map(move |grid| {
            [1, 2, 4].into_iter().flat_map(move |sensitivity| {
                window.map(|window| Small { epsilon, sensitivity, grid, answers: (-1, 1), window })
            })
        })
    };
    ["1/16", "1/8", "1/4", "1/2", "1"].into_iter().flat_map(each)
}

/// Every admissible setting of a sweep: the exact loss is at most ε′. Half of ε′ − ε would be refuted, so the bound is not
/// idle; and the enumeration refutes the bound for a mutated noise.
#[test]
fn exact_loss_of_whole_eight_bit_mechanisms_is_within_the_certified_bound() {
    let (mut admitted, mut half_refuted, mut mutants_refuted) = (0, 0, 0);
    for small in sweep() {
        let Ok(laplace) = small.build::<8, 4>() else { continue };
        admitted += 1;
        let noise = small.noise::<8, 4>();
        let loss = small.enumerate::<4>(noise.clone()).loss;
        assert!(loss.is_within(laplace.epsilon_prime()).unwrap(), "{small:?}");
        let half = laplace.epsilon() + laplace.guarantee().excess().value() / q("2");
        half_refuted += usize::from(!loss.is_within(&UpperBound::new(half)).unwrap());
        // A mutant: one cell of noise values moved by one grid step.
        let unit = 1i64 << (small.grid + 4);
        let mutant = noise.iter().map(|&x| if (0..unit).contains(&x) { x - unit } else { x }).collect();
        let loss = small.enumerate::<4>(mutant).loss;
        mutants_refuted += usize::from(!loss.is_within(laplace.epsilon_prime()).unwrap());
    }
    assert!(admitted > 60, "{admitted} settings");
    assert!(half_refuted >= 5, "half of the excess is refuted in {half_refuted} settings only");
    assert_eq!(mutants_refuted, admitted, "mutants refuted");
}

#[test]
fn exact_loss_of_whole_twelve_and_sixteen_bit_mechanisms_is_within_the_certified_bound() {
    for epsilon in ["1/4", "1", "3/2"] {
        let small = Small { epsilon, sensitivity: 4, grid: -2, answers: (-4, 4), window: (-12, 12) };
        let laplace = small.build::<12, 6>().unwrap();
        let loss = small.enumerate::<6>(small.noise::<12, 6>()).loss;
        assert!(loss.is_within(laplace.epsilon_prime()).unwrap(), "{small:?}");
        let laplace = small.build::<16, 8>().unwrap();
        let loss = small.enumerate::<8>(small.noise::<16, 8>()).loss;
        assert!(loss.is_within(laplace.epsilon_prime()).unwrap(), "{small:?}");
        assert!(!loss.is_within(&UpperBound::new(laplace.epsilon().clone())).unwrap(), "ε alone is refuted");
    }
}

/// Vectors of two values with at most two changed: the values are independent, so the exact loss is the largest sum of the losses of one
/// value over the ways to share Δ between two. It is within ε′ = Δ/b + 2κ; with κ paid once, as for one value, it would be refuted.
#[test]
fn exact_loss_of_vectors_of_eight_bit_values_is_within_the_certified_bound() {
    let (mut admitted, mut once_refuted) = (0, 0);
    for small in sweep().filter(|small| small.sensitivity > 1) {
        let Ok(vector) = small.builder::<8, 4>().vector(2, 2).build() else { continue };
        admitted += 1;
        let line = small.line::<4>(small.noise::<8, 4>());
        let unit = 1i64 << (small.grid + 4);
        let laws: Vec<Vec<u64>> =
            (small.answers.0 * unit..=small.answers.1 * unit).map(|raw| line.law(raw).unwrap()).collect();
        // The largest ratio of probabilities at each distance.
        let ratio = |distance: usize| {
            let pairs = laws.iter().zip(laws.iter().skip(distance)).flat_map(|pair| [pair, (pair.1, pair.0)]);
            let ratios = pairs.flat_map(|(first, second)| first.iter().zip(second)).map(|(first, second)| {
                assert!(*second > 0 || *first == 0, "{small:?}: an output of one answer only");
                Rational::new((*first).into(), (*second).max(1).into())
            });
            ratios.max().unwrap()
        };
        let sensitivity = usize::try_from(small.sensitivity * unit).unwrap().min(laws.len() - 1);
        let ratios: Vec<Rational> = (0..=sensitivity).map(ratio).collect();
        let worst =
            ratios.iter().zip(ratios.iter().rev()).map(|(first, second)| first * second).max().unwrap();
        let loss = Loss::Finite(worst);
        assert!(loss.is_within(vector.epsilon_prime()).unwrap(), "{small:?}");
        let paid_once = small.build::<8, 4>().unwrap();
        once_refuted += usize::from(!loss.is_within(paid_once.epsilon_prime()).unwrap());
    }
    assert!(admitted > 40, "{admitted} settings");
    assert!(once_refuted > 0, "κ paid once is never refuted");
}

/// The law that is enumerated is the law of the code that runs: all answers, all draws, through `release`. And with ∞
/// remapped to the ends, the loss stays within the same ε′ (THEORY F7).
#[test]
fn enumerated_law_is_that_of_release() {
    let small = Small { epsilon: "1/8", sensitivity: 1, grid: 1, answers: (-1, 1), window: (-3, 3) };
    let laplace = small.build::<8, 4>().unwrap();
    let line = small.line::<4>(small.noise::<8, 4>());
    let mut remapped = Vec::new();
    for raw in -32..=32 {
        let answer = Fixed::<8, 4>::from_raw(raw).unwrap();
        let (mut law, mut ends) = ([0u64; 8], [0u64; 7]);
        for z in 0..256 {
            let place = |v: Fixed<8, 4>| usize::try_from(v.raw() / 32 + 3).unwrap();
            match laplace.release(answer, &mut Repeated(z)).unwrap() {
                Release::Value(v) => law[place(v)] += 1,
                Release::Outside => law[7] += 1,
            }
            ends[place(laplace.release_to_ends(answer, &mut Repeated(z)).unwrap())] += 1;
        }
        assert_eq!(line.law(raw).unwrap(), law, "answer {raw}/16");
        remapped.push(ends.map(|count| integer(count.into())));
    }
    // Δ is one grid step: 32 units.
    for (i, first) in remapped.iter().enumerate() {
        for second in remapped.iter().skip(i.saturating_sub(32)).take(65) {
            let loss = Loss::of(first.iter().zip(second)).unwrap();
            assert!(loss.is_within(laplace.epsilon_prime()).unwrap());
        }
    }
}

/// (i), (iii) and (iv) of Theorem B at every point of the 8-bit generator, decided by the oracle, with the terms that the
/// builder used; and a δ_n of a third of it is refuted.
#[test]
fn conditions_hold_at_every_point_of_the_generator() {
    let small = Small { epsilon: "1/8", sensitivity: 1, grid: 1, answers: (-1, 1), window: (-3, 3) };
    let guarantee = small.build::<8, 4>().unwrap().guarantee().clone();
    let generator = GridUniform::Midpoints(256);
    let points: Vec<GeneratorPoint> = (0..)
        .zip(small.noise::<8, 4>())
        .map(|(z, x)| GeneratorPoint {
            cell: generator.cell(z).unwrap(),
            draw: generator.draw(z).unwrap(),
            noise: dyadic(x, -4),
        })
        .collect();
    let law = Law::new(guarantee.scale).unwrap();
    let mut terms = ShiftTerms {
        lipschitz: guarantee.lipschitz.unwrap(),
        bias: guarantee.bias,
        error: guarantee.error,
        radius: guarantee.radius,
        reach: guarantee.reach,
    };
    assert_eq!(terms.shift().unwrap(), guarantee.shift);
    let discharge = discharge_on_points(&points, |u| law.quantile(u, 100), &terms).unwrap();
    assert_eq!(discharge.bias, 256);
    assert!(discharge.inside > 100 && discharge.outside > 0);
    terms.error = UpperBound::new(terms.error.value() / q("3"));
    assert!(discharge_on_points(&points, |u| law.quantile(u, 100), &terms).is_err());
}

/// For fixed point no edge moves, so the hypotheses are written down easily, and the builder must agree with what follows from them.
#[test]
fn builder_states_the_hypotheses_of_what_runs() {
    for small in sweep().take(60) {
        let built = small.build::<8, 4>();
        let steps = |n: i64| dyadic(n, small.grid);
        let (step, half) = (steps(1), steps(1) / q("2"));
        let reach = steps(small.window.1 - small.answers.0) + &half;
        let ledgers =
            [Noise::<Fixed<8, 4>, Midpoint<8>>::LOGARITHM, Noise::<Fixed<8, 4>, Midpoint<8>>::PRODUCT];
        let [absolute, relative, rounding] =
            [Unit::Scale, Unit::Magnitude, Unit::One].map(|unit| sum(&ledgers, unit));
        let hypotheses = Hypotheses {
            scale: steps(small.sensitivity) / q(small.epsilon), // dyadic here: no rounding
            sensitivity: steps(small.sensitivity),
            changed: 1,
            axes: vec![Axis {
                answers: (steps(small.answers.0), steps(small.answers.1)),
                window: (steps(small.window.0) - &half, steps(small.window.1) + &half),
                edge_shift: q("0"),
            }],
            cell: step,
            noise: derivation::Noise::Laplace,
            sampler: Sampler::InverseCdf { bias: dyadic(1, -9) },
            error: NoiseError { absolute, relative, rounding },
        };
        match (built, hypotheses.derive()) {
            (Ok(laplace), Ok(derived)) => {
                let guarantee = laplace.guarantee();
                assert_eq!(guarantee.reach.value(), &reach);
                assert_eq!(derived.reach.value(), &reach);
                assert_eq!((&guarantee.radius, &guarantee.shift), (&derived.radius, &derived.shift));
                assert_eq!(guarantee.epsilon_prime, derived.verdict, "{small:?}");
            }
            (Err(Error::Refused(refusal)), Err(expected)) => assert_eq!(*refusal, expected),
            (Err(Error::Arithmetic(_)), _) => {} // the word does not hold the window
            (built, derived) => panic!("{small:?}: {built:?} against {:?}", derived.map(|d| d.shift)),
        }
    }
}

/// The requirement: ε = 1, Δ = 1, window ±32, L = 2^-10, f64, relative generator: ε′ − ε below 1e-9.
#[test]
fn finite_precision_costs_less_than_a_billionth() {
    for answers in [("0", "1"), ("-16", "16"), ("-20", "20")] {
        let laplace = Laplace::<f64>::builder()
            .epsilon(1)
            .sensitivity(1)
            .answers(answers.0, answers.1)
            .window(-32, 32)
            .grid("2^-10")
            .build()
            .unwrap();
        assert_eq!(laplace.epsilon(), &q("1"));
        assert!(laplace.guarantee().excess().value() < &q("1e-9"), "{answers:?}");
        assert!(laplace.guarantee().excess().value() > &q("1e-12"), "it is not free either");
    }
    // Answers as wide as the window need noise that reaches 64.5 scales, beyond 76 exponent bits: refused with a
    // generator that draws no more, certified with a deeper one and with the default.
    let wide =
        Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(-32, 32).window(-32, 32).grid("2^-10");
    let refused = wide.clone().generator::<Relative<52>>().build().unwrap_err().to_string();
    assert!(refused.contains("e_max") && refused.contains("narrow the window"), "{refused}");
    for excess in [
        wide.clone().generator::<Deep<52, 3>>().build().unwrap().guarantee().excess(),
        wide.build().unwrap().guarantee().excess(),
    ] {
        assert!(excess.value() < &q("1e-9"));
    }
}

/// δ_n is the whole ledger at ρ_M + b, where T is required to stay: A·b·(1+d) + (R·(1+d) + d)·(ρ_M + b), for f64, where the product
/// rounds by at most d = h/(1+h) of itself.
#[test]
fn error_of_the_noise_is_the_whole_ledger_at_the_radius() {
    let builder =
        Laplace::<f64>::builder().epsilon("1/3").sensitivity(1).answers(0, 1).window(-32, 32).grid(1);
    let guarantee = builder.build().unwrap().guarantee().clone();
    let [logarithm, product] = [Noise::<f64, Lazy<52>>::LOGARITHM, Noise::<f64, Lazy<52>>::PRODUCT];
    let ledgers = [logarithm, product];
    let farthest = guarantee.reach.value() + &guarantee.scale;
    let d = dyadic(1, -53) / (q("1") + dyadic(1, -53));
    assert_eq!(sum(&[product], Unit::Magnitude), dyadic(1, -53));
    let grown = q("1") + &d;
    let slope = sum(&[logarithm], Unit::Magnitude) * &grown + d;
    let expected = sum(&[logarithm], Unit::Scale) * &guarantee.scale * grown + slope * &farthest;
    assert_eq!(sum(&ledgers, Unit::One), q("0"));
    assert_eq!(guarantee.error, UpperBound::new(expected).rounded(192));
    assert!(guarantee.radius < farthest);
    let far = dyadic(5, -65);
    assert_eq!(sum(&ledgers, Unit::Magnitude), dyadic(1, -52) + far, "two roundings, and far draws");
}

/// F24: the cell in force is shorter than the grid step by the shift of an edge, and the window reaches that much
/// farther. (That no edge moves by more is tested in the finite crate.)
#[test]
fn float_addition_shortens_cells_and_widens_the_window() {
    let laplace = Laplace::<f32>::builder()
        .epsilon("1/64")
        .sensitivity(1)
        .answers(0, 900)
        .window(-700, 900)
        .grid(1)
        .build()
        .unwrap();
    let shift = q("1") - &laplace.guarantee().cell;
    assert_eq!(shift, dyadic(1, 10 - 24 - 1), "half a last place of the f32 below 1024");
    // sup over y of the window and r of |y − r| is 700.5 + 900, and one shift more.
    assert_eq!(laplace.guarantee().reach.value(), &(q("1600.5") + &shift));
}

/// F24 in full: an f32 mechanism whose sums r ⊕ x′ are rounded to half a grid step, every draw of a small relative
/// generator with its exact probability, every answer, through `release` itself.
#[test]
fn exact_loss_of_a_float_mechanism_with_coarse_sums_is_within_the_certified_bound() {
    const CUT_OFF: u32 = Relative::<6>::CUT_OFF;
    let top = q("2^19");
    let laplace = Laplace::<f32>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(&top - q("4"), &top - q("3"))
        .window(&top - q("8"), &top - q("1/16"))
        .grid("1/16")
        .generator::<Relative<6>>()
        .build()
        .unwrap();
    assert_eq!(laplace.guarantee().cell, q("1/16") - q("1/64"), "an edge moves by a quarter of a step");
    let low = laplace.window().low();
    let outputs = usize::try_from(laplace.window().high() - low + 1).unwrap();
    let laws: Vec<Vec<Rational>> = (0..=32u16)
        .map(|i| {
            let answer = 524_284.0 + f32::from(i) / 32.0; // 2^19 − 4 and on, all multiples of the last place
            let mut law = vec![0u128; outputs + 1];
            for e in 0..=CUT_OFF {
                let (first, weight) =
                    if e < CUT_OFF { (1u64 << e, 1u128 << (CUT_OFF - 1 - e)) } else { (0, 1) };
                for sign_and_j in 0..1u64 << 6 {
                    let place = match laplace
                        .release(answer, &mut Repeated((sign_and_j << CUT_OFF | first).into()))
                        .unwrap()
                    {
                        Release::Value(v) => {
                            let steps = f64::from(v) * 16.0;
                            let steps = i64::try_from(steps.to_exact("").unwrap().to_integer()).unwrap();
                            usize::try_from(steps - low).unwrap()
                        }
                        Release::Outside => outputs,
                    };
                    law[place] += weight;
                }
            }
            assert_eq!(law.iter().sum::<u128>(), 1 << (CUT_OFF + 6), "the weights are all there");
            law.into_iter().map(integer).collect()
        })
        .collect();
    let (mut worst, zero) = (q("1"), q("0"));
    for first in &laws {
        for second in &laws {
            for (p, r) in first.iter().zip(second) {
                assert!(p == &zero || r > &zero, "infinite loss");
                if p > &zero {
                    worst = worst.max(p / r);
                }
            }
        }
    }
    let loss = Loss::Finite(worst);
    assert!(loss.is_within(laplace.epsilon_prime()).unwrap());
    assert!(!loss.is_within(&UpperBound::new(laplace.epsilon().clone())).unwrap(), "ε alone is refuted");
}
