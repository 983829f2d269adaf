//! The plane from end to end: the exact loss of whole small mechanisms, the requirement, the witness of δ_n,
//! and every bad input.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking and may print its figures"
)]

use kdelta::{
    ArithmeticError, Builder, Deep, Disc, EntropyError, Error, Fixed, Gamma, Grid, Inverse, Mask, Midpoint,
    Number, PlanarLaplace, Polar, Rational, Rectangle, Region, Relative, Release, UpperBound, Window,
};
use kdelta_finite::Scale;
use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::Unit;
use kdelta_finite::planar::{Angle, PlanarLaplace as Noise, PlanarNoise, Radius, RadiusBias};
use kdelta_oracle::Condition;
use kdelta_oracle::bound::{Dimension, Form, Setting};
use kdelta_oracle::derivation::{
    self, Axis, Generator, Hypotheses, LogarithmError, NoiseError, RoundingError, Sampler,
};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::{Enclosure, cos, ln, pi, sin, sqrt};
use kdelta_oracle::mechanism::{Answers, PlaneMechanism};
use kdelta_oracle::noise::{RelativeUniform, planar_noise};
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Failing, Seeded, Tape, exact, integer, q, sum};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

type Word = Fixed<12, 4>;

fn word(raw: i64) -> Word {
    Word::from_raw(raw).unwrap()
}

fn is_above(loss: &Loss, epsilon: &Rational) -> bool {
    !loss.is_within(&UpperBound::new(epsilon.clone())).unwrap()
}

/// All 2^18 patterns of entropy of a mechanism on 2 × 2 cells of side 4, b = 4: the noise of every draw gives
/// the exact loss over all pairs of answers within Δ = 1/2, which is within ε′ and above ε; and the law that
/// is enumerated is that of `release`.
#[test]
fn exact_loss_of_a_whole_fixed_point_mechanism_is_within_the_certified_bound() {
    type Small = Noise<Word, Gamma<Midpoint<6>>, 6>;
    let planar = PlanarLaplace::<Word>::builder()
        .epsilon("1/8")
        .distance("1/2")
        .answers((0, 4), (0, 4))
        .rectangle((0, 4), (0, 4))
        .grid(4)
        .generator::<Midpoint<6>>()
        .angle_bits::<6>()
        .build()
        .unwrap();
    let noise = Small::new(Scale::at_least(4, 1).unwrap()).unwrap();
    assert_eq!(<Small as PlanarNoise<Word>>::ENTROPY_BYTES, 3);
    let tapes = || (0..1u32 << 18).map(|z| [z, z >> 6, z >> 12].map(|byte| byte as u8 & 63));
    let points: Vec<[i64; 2]> =
        tapes().map(|tape| noise.of_bytes(&tape).map(|x| i64::try_from(x).unwrap())).collect();
    // In units of 1/16: cells [−32, 32) and [32, 96), answers 0 to 64, Δ = 8.
    let (edges, answers) = (vec![-32, 32, 96], Answers { first: 0, step: 1, count: 65 });
    let mechanism = PlaneMechanism::new(&points, [edges.clone(), edges], [answers, answers], 8).unwrap();
    let (loss, worst) = mechanism.enumerate();
    println!(
        "exact loss {} at {worst:?}, ε = {}, ε′ = {}",
        loss.enclosure(40).unwrap().unwrap().hi() * q("10000"),
        planar.epsilon(),
        planar.epsilon_prime()
    );
    assert!(loss.is_within(planar.epsilon_prime()).unwrap());
    assert!(is_above(&loss, planar.epsilon()), "ε alone is refuted");

    let law = |answer: [i64; 2]| {
        let mut law = [0u64; 5];
        for tape in tapes() {
            match planar.release(answer.map(word), &mut Tape(&tape)).unwrap() {
                Release::Value([x, y]) => law[usize::try_from(x.raw() / 64 + y.raw() / 64 * 2).unwrap()] += 1,
                Release::Outside => law[4] += 1,
            }
        }
        law
    };
    // The worst pair, as it comes out of `release`, with the weights that the enumeration says.
    let output = worst.output.map_or(4, |[i, j]| i + 2 * j);
    assert_eq!((law(worst.answer)[output], law(worst.neighbour)[output]), worst.weights);
    // And three answers by counting the points.
    for answer in [[0, 0], [17, 60], [64, 33]] {
        let mut counted = [0u64; 5];
        for point in &points {
            let [i, j] = [0, 1].map(|k| (answer[k] + point[k] + 32).div_euclid(64));
            let inside = (0..2).contains(&i) && (0..2).contains(&j);
            counted[if inside { usize::try_from(i + 2 * j).unwrap() } else { 4 }] += 1;
        }
        assert_eq!(law(answer), counted, "answer {answer:?}");
    }
}

/// The relative generator with its exact weights, cut-off included, through `release`: every exponent,
/// mantissa and angle. The weight of an exponent E is 2^(CUT_OFF−1−E), of the cut-off 1; counts are kept by
/// the power of two.
#[test]
fn exact_loss_of_a_relative_mechanism_is_within_the_certified_bound() {
    const CUT_OFF: u32 = Relative::<2>::CUT_OFF;
    let planar = PlanarLaplace::<Word>::builder()
        .epsilon("1/4")
        .distance("1/2")
        .answers((1, 3), (1, 3))
        .rectangle((0, 4), (0, 4))
        .grid(4)
        .generator::<Relative<2>>()
        .angle_bits::<6>()
        .build()
        .unwrap();
    // The exponent, then the sign, which is not used, then one bit of mantissa.
    let draws: Vec<([u8; 8], u32)> = (0..=CUT_OFF)
        .flat_map(|e| [0, 1].map(|j: u64| (e, j)))
        .map(|(e, j)| {
            let first = if e < CUT_OFF { 1u64 << e } else { 0 };
            let (pattern, weight) = ((j << (CUT_OFF + 1)) | first, CUT_OFF - e.min(CUT_OFF - 1) - 1);
            (pattern.to_le_bytes(), weight)
        })
        .collect();
    let law = |answer: [i64; 2]| -> Vec<Rational> {
        let mut counts = vec![[0u64; 2 * CUT_OFF as usize]; 5];
        for (first, v) in &draws {
            for (second, w) in &draws {
                for angle in 0..64 {
                    let mut tape = [0; 17];
                    tape[..8].copy_from_slice(first);
                    tape[8..16].copy_from_slice(second);
                    tape[16] = angle;
                    let output = match planar.release(answer.map(word), &mut Tape(&tape)).unwrap() {
                        Release::Value([x, y]) => usize::try_from(x.raw() / 64 + y.raw() / 64 * 2).unwrap(),
                        Release::Outside => 4,
                    };
                    counts[output][(v + w) as usize] += 1;
                }
            }
        }
        let weight = |counts: &[u64; 2 * CUT_OFF as usize]| -> Rational {
            let powers =
                counts.iter().zip(0..).map(|(&count, power)| integer(count.into()) * dyadic(1, power));
            powers.sum()
        };
        counts.iter().map(weight).collect()
    };
    // Answers 1/2 apart and nearer, around the edges of the cells at 2; each pair at its own distance.
    let answers = [[32, 32], [32, 31], [31, 31], [32, 24], [28, 28], [38, 27]];
    let laws = answers.map(law);
    for law in &laws {
        assert_eq!(law.iter().sum::<Rational>(), dyadic(1, 132), "(2 mantissas · 2^62)² · 64 angles");
    }
    let mut above = 0;
    for (first, p) in answers.iter().zip(&laws) {
        for (second, r) in answers.iter().zip(&laws) {
            let [dx, dy] = [0, 1].map(|k| dyadic(first[k] - second[k], -4));
            let distance = sqrt(&(&dx * &dx + &dy * &dy), 60).unwrap().hi().clone();
            let loss = Loss::of(p.iter().zip(r)).unwrap();
            assert!(loss.is_within(&planar.guarantee().loss_at(&distance).unwrap()).unwrap());
            above += usize::from(distance <= q("1/2") && is_above(&loss, planar.epsilon()));
        }
    }
    assert!(above > 0, "ε alone is refuted");
}

/// The same for the inverse of the distribution function: 2^6 radii and 2^6 angles, all patterns of entropy,
/// all pairs of answers.
#[test]
fn exact_loss_of_an_inverse_mechanism_is_within_the_certified_bound() {
    type Small = Noise<Word, Inverse<6>, 6>;
    let planar = PlanarLaplace::<Word>::builder()
        .epsilon("1/8")
        .distance("1/2")
        .answers((0, 4), (0, 4))
        .rectangle((0, 4), (0, 4))
        .grid(4)
        .sampler::<Inverse<6>>()
        .angle_bits::<6>()
        .build()
        .unwrap();
    let noise = Small::new(Scale::at_least(4, 1).unwrap()).unwrap();
    let tapes = || (0..1u32 << 12).map(|z| [z & 63, z >> 6].map(|byte| byte as u8));
    let points: Vec<[i64; 2]> =
        tapes().map(|tape| noise.of_bytes(&tape).map(|x| i64::try_from(x).unwrap())).collect();
    let (edges, answers) = (vec![-32, 32, 96], Answers { first: 0, step: 1, count: 65 });
    let (loss, worst) =
        PlaneMechanism::new(&points, [edges.clone(), edges], [answers, answers], 8).unwrap().enumerate();
    assert!(loss.is_within(planar.epsilon_prime()).unwrap());
    assert!(is_above(&loss, planar.epsilon()), "ε alone is refuted");
    let place =
        |answer: [i64; 2], tape: [u8; 2]| match planar.release(answer.map(word), &mut Tape(&tape)).unwrap() {
            Release::Value(point) => Some(point.map(|x| usize::try_from(x.raw() / 64).unwrap())),
            Release::Outside => None,
        };
    let weight = |answer| tapes().filter(|&tape| place(answer, tape) == worst.output).count() as u64;
    assert_eq!((weight(worst.answer), weight(worst.neighbour)), worst.weights);
}

fn city() -> Builder<PlanarLaplace<f64, Gamma<Deep<52, 4>>>> {
    let half = 5000;
    PlanarLaplace::<f64>::builder()
        .epsilon(ln(&q("4"), 60).unwrap().lo())
        .distance(200)
        .answers((-half, half), (-half, half))
        .rectangle((-half, half), (-half, half))
        .grid(1)
        .generator::<Deep<52, 4>>()
}

/// The requirement: ε = ln 4 per 200 m, a window and answers of 10 km by 10 km, a grid of 1 m: ε′ − ε below
/// 1e-6.
#[test]
fn finite_precision_costs_less_than_a_millionth_in_a_city() {
    let guarantee = city().build().unwrap().guarantee().clone();
    println!("ε′ − ε = {}, δ = {}, δ_n = {}", guarantee.excess(), guarantee.shift, guarantee.error);
    assert!(guarantee.excess().value() < &q("1e-6"));
    assert!(guarantee.excess().value() > &q("1e-12"), "it is not free either");
    assert!(guarantee.epsilon <= *ln(&q("4"), 60).unwrap().hi() && guarantee.epsilon > q("1.386294"));
    // The loss between places 1 km apart: five times ε, and the excess once.
    let far = guarantee.loss_at(&q("1000")).unwrap();
    assert_eq!(
        guarantee.loss_at(&q("-1000")).unwrap(),
        far,
        "a distance has no sign that could lower the loss"
    );
    assert_eq!(far.value() - guarantee.excess().value(), &guarantee.epsilon * q("5"));
    // The default generator reaches 52 b = 7.6 km, not 14.
    let error = city().generator::<Relative<52>>().build().unwrap_err();
    assert_eq!(condition(&error), Condition::CutOffBeyondRadius);
    // A disc of 2 km within it does, and so do coarser samplers of the radius with their own price.
    let near = city().answers((-500, 500), (-500, 500)).disc((0, 0), 2000);
    let default = near.clone().generator::<Relative<52>>().build().unwrap();
    let absolute = near.clone().generator::<Midpoint<53>>().build().unwrap();
    let inverse = near.sampler::<Inverse<53>>().build().unwrap();
    for dearer in [absolute.guarantee().excess(), inverse.guarantee().excess()] {
        assert!(dearer > default.guarantee().excess());
    }
    assert!(default.guarantee().excess().value() < &q("1e-6"));
}

/// The exact noise of a draw of the deep generator and an angle, and the computed one: the true distance of
/// the two.
fn true_error(
    noise: &[f64; 2],
    scale: &Rational,
    tails: [(u32, u64); 2],
    turn: u64,
) -> (Enclosure, Enclosure) {
    const BITS: u32 = 160;
    let tail = |(exponent, mantissa): (u32, u64)| {
        dyadic(1, -exponent.cast_signed() - 1) * (q("1") + integer(mantissa.into()) * dyadic(1, -52))
    };
    let product = tail(tails[0]) * tail(tails[1]);
    let radius = ln(&product, BITS).unwrap().scaled(&-scale);
    let theta = pi(BITS).unwrap().scaled(&(integer(turn.into()) * dyadic(1, -63)));
    let slack = Enclosure::new(-theta.width(), theta.width()).unwrap();
    let off = |value: Enclosure, x: f64| {
        let off = radius.times(&value.plus(&slack)).minus(&Enclosure::exact(exact(x)));
        off.times(&off)
    };
    let square =
        off(cos(theta.lo(), BITS).unwrap(), noise[0]).plus(&off(sin(theta.lo(), BITS).unwrap(), noise[1]));
    (square, radius)
}

/// δ_n on the radius T of the city's setting has a witness: a draw whose radius is at most T and whose noise
/// is off by at least a quarter of δ_n, decided with the oracle's enclosures. No draw is off by more than its
/// ledger.
#[test]
fn planar_error_has_a_witness_within_a_factor_of_four() {
    let guarantee = city().build().unwrap().guarantee().clone();
    let scale = guarantee.scale.clone();
    let NoiseError { absolute: a, relative: r, rounding } = error_of::<f64, Gamma<Deep<52, 4>>>("2^-53", "0");
    assert_eq!(rounding, q("0"));
    let finite = kdelta_finite::Scale::at_least(
        u64::try_from((&scale * dyadic(1, 16)).to_integer()).unwrap(),
        1 << 16,
    )
    .unwrap();
    assert_eq!(dyadic(finite.mantissa(), finite.exponent()), scale);
    let noise = Noise::<f64, Gamma<Deep<52, 4>>>::new(finite).unwrap();
    let mut bits = Seeded(11);
    let (mut best, mut checked) = (q("0"), 0);
    for _ in 0..3000 {
        // Exponents that add up to 138 or 139: r between 97 and 98.03 b, T = 98.04 b.
        let first = (bits.next() % 130) as u32;
        let exponents = [first, 138 - first];
        let words = exponents.map(|e| {
            let mut words = [0u64; 4];
            words[(e / 64) as usize] = 1 << (e % 64);
            words[3] |= bits.next() << 12;
            words
        });
        let draws = words.map(Deep::<52, 4>::from_words);
        let angle = Angle::<63>::from_bits(bits.next());
        let point = noise.of(Gamma::new(draws[0], draws[1]), angle);
        let tails = draws.map(|draw| (draw.exponent(), draw.mantissa()));
        let (square, radius) = true_error(&point, &scale, tails, angle.turn());
        let bound = &a * &scale + &r * radius.lo();
        assert!(square.hi() <= &(&bound * &bound), "beyond the ledger: {tails:?} {angle:?}");
        if radius.hi() <= &guarantee.radius {
            checked += 1;
            best = best.max(square.lo().clone());
        }
    }
    let witness = sqrt(&best, 100).unwrap().lo().clone();
    let ratio = guarantee.error.value() / &witness;
    println!("δ_n = {}, bound/witness = {}", guarantee.error, UpperBound::new(ratio.clone()));
    assert!(checked > 1000, "{checked} draws within T");
    assert!(ratio <= q("4") && ratio >= q("1"));
}

/// (iii) and (iv) of Theorem B at every draw of a whole generator, decided by the oracle with the δ_n and T
/// that the builder used: inside the radius T the noise is off by at most δ_n, outside it does not come back
/// below T − δ_n. Half of δ_n is refuted.
#[test]
fn planar_conditions_hold_at_every_draw() {
    const BITS: u32 = 40;
    type Small = Noise<Word, Gamma<Midpoint<6>>, 6>;
    let planar = PlanarLaplace::<Word>::builder()
        .epsilon("1/8")
        .distance("1/2")
        .answers((0, 4), (0, 4))
        .rectangle((0, 4), (0, 4))
        .grid(4)
        .generator::<Midpoint<6>>()
        .angle_bits::<6>()
        .build()
        .unwrap();
    let guarantee = planar.guarantee();
    let noise = Small::new(Scale::at_least(4, 1).unwrap()).unwrap();
    // Cells z and 63 − z have one tail, and the two draws may be exchanged: these are all noises.
    let logs: Vec<Enclosure> = (0..32)
        .map(|z| {
            let tail = integer(Midpoint::<6>::from_bits(z).tail().into()) * dyadic(1, -6);
            ln(&tail, BITS).unwrap().scaled(&-&guarantee.scale)
        })
        .collect();
    let directions: Vec<[Enclosure; 2]> = (0..64)
        .map(|j| planar_noise(&Enclosure::exact(q("1")), &(dyadic(2 * j + 1, -7) + q("1/2")), BITS).unwrap())
        .collect();
    let square = |x: &Rational| x * x;
    let (error, radius) = (guarantee.error.value(), &guarantee.radius);
    let (mut inside, mut outside, mut half_refuted) = (0, 0, 0);
    for (z1, first) in (0..).zip(&logs) {
        for (z2, second) in (0..=z1).zip(&logs) {
            let r = first.plus(second);
            for (j, direction) in (0..).zip(&directions) {
                let draw = Gamma::new(Midpoint::from_bits(z1), Midpoint::from_bits(z2));
                let x = noise.of(draw, Angle::from_bits(j)).map(|x| dyadic(i64::try_from(x).unwrap(), -4));
                if r.lo() <= radius {
                    let off = |k: usize| {
                        let off = r.times(&direction[k]).minus(&Enclosure::exact(x[k].clone()));
                        off.times(&off)
                    };
                    let off = off(0).plus(&off(1));
                    assert!(off.hi() <= &square(error), "(iii) at {z1}, {z2}, {j}");
                    half_refuted += usize::from(off.lo() > &square(&(error / q("2"))));
                    inside += 1;
                }
                if r.hi() >= radius {
                    assert!(
                        square(&x[0]) + square(&x[1]) >= square(&(radius - error)),
                        "(iv) at {z1}, {z2}, {j}"
                    );
                    outside += 1;
                }
            }
        }
    }
    assert!(inside > 10_000 && outside > 1_000, "{inside} {outside}");
    assert!(half_refuted > 0, "δ_n is not loose by 2");
}

/// For fixed point no edge moves, so the hypotheses are written down easily, and the builder must agree with
/// what follows from them.
#[test]
fn builder_states_the_hypotheses_of_what_runs() {
    fn sampler<S: Radius<Fixed<32, 12>>>(sampler: Sampler) {
        let planar = PlanarLaplace::<Fixed<32, 12>>::builder()
            .epsilon(1)
            .distance(2)
            .answers((0, 3), (-1, 1))
            .rectangle((-2, 4), (-3, 3))
            .grid("1/2")
            .sampler::<S>()
            .angle_bits::<40>()
            .build()
            .unwrap();
        let axis = |answers: (&str, &str), window: (&str, &str)| Axis {
            answers: (q(answers.0), q(answers.1)),
            window: (q(window.0), q(window.1)),
            edge_shift: q("0"),
        };
        let derived = Hypotheses {
            scale: q("2"),
            sensitivity: q("2"),
            changed: 1,
            axes: vec![axis(("0", "3"), ("-2.25", "4.25")), axis(("-1", "1"), ("-3.25", "3.25"))],
            cell: q("1/2"),
            noise: derivation::Noise::PlanarLaplace { angle_bias: dyadic(1, -41) },
            sampler,
            error: error_of::<Fixed<32, 12>, S>("0", "2^-13"),
        }
        .derive()
        .unwrap();
        let guarantee = planar.guarantee();
        assert_eq!((&guarantee.reach, &guarantee.radius), (&derived.reach, &derived.radius));
        assert_eq!((&guarantee.error, &guarantee.shift), (&derived.error, &derived.shift));
        assert_eq!((&guarantee.bias, &guarantee.scale), (&derived.bias, &derived.scale));
        assert_eq!(guarantee.epsilon_prime, derived.verdict);
    }
    let relative = RelativeUniform { precision: 52, cut_off: 76, midpoint: true };
    sampler::<Gamma<Relative<52>>>(Sampler::Logarithm(Generator::Relative(relative)));
    // The tail of a 32-bit grid is a midpoint of cells twice as long: its bias is 2^-32.
    sampler::<Gamma<Midpoint<32>>>(Sampler::Logarithm(Generator::Absolute { bias: dyadic(1, -32) }));
    sampler::<Inverse<53>>(Sampler::InverseCdf { bias: dyadic(1, -54) });
}

/// The error of planar noise from the ledgers of logarithm and direction and from what a rounding does.
fn error_of<F: Polar, S: Radius<F>>(relative: &str, absolute: &str) -> NoiseError {
    let total = |ledger, unit| sum(&[ledger], unit);
    let logarithm = LogarithmError {
        absolute: total(S::LOGARITHM, Unit::Scale),
        relative: total(S::LOGARITHM, Unit::Magnitude),
    };
    let radius = match S::BIAS {
        RadiusBias::Inverse { .. } => logarithm.of_root(&q("2^-58"), &(q("6") * q("2^-81"))).unwrap(),
        RadiusBias::Gamma(_) => logarithm.of_two(),
    };
    let rounding = RoundingError { relative: q(relative), absolute: q(absolute) };
    NoiseError::in_the_plane(&radius, &total(LEDGER_COS_SIN, Unit::One), &rounding).unwrap()
}

/// F24: the cell in force is shorter than the grid step by the larger shift of an edge of the two axes.
#[test]
fn float_addition_shortens_cells() {
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon(1)
        .distance(1 << 12)
        .answers((0, 1), (0, 1))
        .rectangle((0, 1000), (-4000, 100))
        .grid(1)
        .build()
        .unwrap();
    assert_eq!(q("1") - &planar.guarantee().cell, dyadic(1, 12 - 53 - 1));
    // sup of ‖y − r‖: 1000.5 along x; 4001.5 and the shift along y.
    let y = q("4001.5") + dyadic(1, -42);
    let square = planar.guarantee().reach.value() * planar.guarantee().reach.value();
    let expected = q("1000.5") * q("1000.5") + &y * &y;
    assert!(square >= expected && square < expected + dyadic(1, -100));
}

/// F24: edges move, so cells are shorter than the grid, and the loss is that of the least side, by scaling where L is much longer
/// than b.
#[test]
fn float_addition_makes_cells_shorter() {
    let planar = PlanarLaplace::<f64>::builder()
        .epsilon(1)
        .answers((0, 4), (0, 4))
        .rectangle((0, 16), (0, 16))
        .grid(8)
        .build()
        .unwrap();
    let guarantee = planar.guarantee();
    let setting = |cell: Rational| {
        let (epsilon, distance) = (guarantee.epsilon.clone(), guarantee.sensitivity.clone());
        Setting::new(Dimension::Plane, epsilon, distance, cell, &guarantee.shift).unwrap()
    };
    assert!(guarantee.cell < q("8"));
    let shorter = setting(guarantee.cell.clone());
    assert_eq!(shorter.verdict().unwrap(), shorter.epsilon_prime(Form::Scaling).unwrap());
    assert_eq!(guarantee.epsilon_prime, shorter.verdict().unwrap());
    assert!(guarantee.epsilon_prime > setting(q("8")).verdict().unwrap());
}

#[test]
fn regions_of_every_kind() {
    let builder =
        || PlanarLaplace::<f64>::builder().epsilon(1).distance(100).answers((0, 64), (0, 64)).grid(4);
    let disc = builder().disc((32, 32), "50.5").build().unwrap();
    let Region::Disc(inscribed) = disc.region() else { panic!("{:?}", disc.region()) };
    assert_eq!((inscribed.radius(), inscribed.centre()), (12, [8, 8])); // 50.5/4, rounded down
    assert!(inscribed.inscribed() < inscribed.circumscribed());
    assert_eq!(disc.region().cells(), inscribed.inscribed().into());
    let side = Window::new(Grid::new(2).unwrap(), 0, 15).unwrap();
    let bounds = Rectangle::new(side, side).unwrap();
    let words = vec![0x5555_5555_5555_5555, u64::MAX, 1, 1 << 63];
    let mask = builder().region(Mask::new(bounds, words).unwrap()).build().unwrap();
    let rectangle = builder().rectangle((0, 60), (0, 60)).build().unwrap();
    assert_eq!(rectangle.region(), &Region::Rectangle(bounds));
    assert_eq!([&mask, &rectangle].map(|planar| planar.region().cells()), [32 + 64 + 2, 256]);
    assert_eq!(
        [&mask, &rectangle, &disc].map(|planar| planar.region().contains([1, 0])),
        [false, true, true]
    );
    // The same bounds give the same guarantee: cells and reach are what counts.
    assert_eq!(mask.guarantee(), rectangle.guarantee());
    let (mut inside, mut source) = (0, Seeded(3));
    for _ in 0..2000 {
        if let Release::Value(point) = mask.release([30.0, 20.0], &mut source).unwrap() {
            let index = point.map(|x| (x / 4.0) as i64);
            assert!(mask.region().contains(index));
            inside += 1;
        }
    }
    assert!(inside > 20);
    // A region on another grid than that of the setting.
    let error = builder().grid(2).region(bounds).build().unwrap_err();
    assert_eq!(error, Error::Arithmetic(ArithmeticError::Grids { log2: [2, 1] }));
    let disc = Disc::new(Grid::new(3).unwrap(), [0, 0], 4).unwrap();
    assert!(builder().region(disc).build().is_err());
}

#[test]
fn releases_are_those_of_the_slice_and_failures_release_nothing() {
    type City = PlanarLaplace<f64, Gamma<Deep<52, 4>>>;
    let planar: City = city().build().unwrap();
    assert_eq!((City::ENTROPY_BYTES, PlanarLaplace::<f64>::ENTROPY_BYTES), (72, 40));
    let points: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i) * 7.5, f64::from(-i)]).collect();
    let mut places = vec![Release::Outside; 100];
    planar.release_slice(&points, &mut places, &mut Seeded(8)).unwrap();
    let mut source = Seeded(8);
    let singles: Vec<_> = points.iter().map(|&point| planar.release(point, &mut source).unwrap()).collect();
    assert_eq!(places, singles);
    assert!(singles.iter().filter(|place| matches!(place, Release::Value(_))).count() > 90);
    assert_eq!(planar.release([f64::NAN, 0.0], &mut Seeded(1)), Err(Error::Answer));
    assert_eq!(planar.release([0.0, 0.0], &mut Failing { left: 71 }), Err(Error::Entropy(EntropyError)));
    let error = planar.release_slice(&points, &mut places[1..], &mut Seeded(1));
    assert_eq!(error, Err(Error::Length { answers: 100, places: 99 }));
    places.fill(Release::Value([0.0, 0.0]));
    assert!(planar.release_slice(&points, &mut places, &mut Failing { left: 5000 }).is_err());
    assert!(places.iter().all(|place| *place == Release::Outside));
}

#[test]
fn no_release_allocates() {
    let planar = city().build().unwrap();
    let disc = city().disc((0, 0), 500).build().unwrap();
    let (points, mut places) = ([[1.0, 2.0]; 300], [Release::Outside; 300]);
    let counted = allocation_counter::measure(|| {
        for _ in 0..100 {
            let _ = planar.release([1.0, 2.0], &mut Seeded(1));
            let _ = disc.release([f64::NAN, 2.0], &mut Seeded(1));
            let _ = disc.release([1.0, 2.0], &mut Failing { left: 9 });
        }
        let _ = planar.release_slice(&points, &mut places, &mut Seeded(1));
    });
    assert_eq!(counted.count_total, 0);
}

/// Kolmogorov-Smirnov on 10^5 releases of each sampler, on a grid so fine that the rounding does not show:
/// the radius follows C(r) = 1 − (1 + r/b)e^(−r/b) and the angle is uniform. √n·D exceeds 1.95 with
/// probability below 0.001. A scale 3 % larger is refused.
#[test]
fn releases_follow_the_planar_law() {
    fn check<S: Radius<f64>>(seed: u64) {
        let side = (-1500, 1500);
        let planar = PlanarLaplace::<f64>::builder()
            .epsilon(1)
            .distance(128)
            .answers((0, 0), (0, 0))
            .rectangle(side, side)
            .grid("2^-6")
            .sampler::<S>()
            .build()
            .unwrap();
        let points = vec![[0.0, 0.0]; 100_000];
        let mut places = vec![Release::Outside; points.len()];
        planar.release_slice(&points, &mut places, &mut Seeded(seed)).unwrap();
        let inside = places.iter().filter_map(|place| match place {
            Release::Value([x, y]) => Some((x.hypot(*y), y.atan2(*x) / core::f64::consts::TAU + 0.5)),
            Release::Outside => None, // beyond 11 b: with probability 1e-4
        });
        let (mut radii, mut angles): (Vec<f64>, Vec<f64>) = inside.unzip();
        assert!(radii.len() > 99_950);
        let statistic = |sample: &mut Vec<f64>, law: &dyn Fn(f64) -> f64| {
            sample.sort_by(f64::total_cmp);
            let n = f64::from(u32::try_from(sample.len()).unwrap());
            let distance = |(i, x): (u32, &f64)| {
                let (low, high) = (f64::from(i) / n, f64::from(i + 1) / n);
                (law(*x) - low).abs().max((law(*x) - high).abs())
            };
            (0..).zip(sample.iter()).map(distance).fold(0.0, f64::max) * n.sqrt()
        };
        let law = |b: f64| move |r: f64| 1.0 - (1.0 + r / b) * (-r / b).exp();
        assert!(statistic(&mut radii, &law(128.0)) < 1.95);
        assert!(statistic(&mut radii, &law(128.0 * 1.03)) > 1.95);
        assert!(statistic(&mut angles, &|v| v) < 1.95);
    }
    check::<Gamma<Relative<52>>>(2024);
    check::<Gamma<Midpoint<53>>>(2025);
    check::<Inverse<53>>(2026);
}

fn condition(error: &Error) -> Condition {
    match error {
        Error::Refused(refusal) => refusal.shortfall().unwrap().condition,
        other => panic!("not a condition: {other}"),
    }
}

/// The message of a refused setting names what is asked for and says what to do after a semicolon.
fn refused<F: Number + Polar, S: Radius<F>, const ANGLE: u32>(
    builder: Builder<PlanarLaplace<F, S, ANGLE>>,
    parts: &[&str],
) -> Error {
    let error = builder.build().err().unwrap();
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
    assert!(message.contains("; "), "{message:?} has no remedy");
    error
}

#[test]
fn bad_input_of_every_kind() {
    let empty = PlanarLaplace::<f64>::builder;
    let missing = |error: Error, method| assert_eq!(error, Error::Missing { method });
    missing(refused(empty(), &["epsilon", "call ."]), "epsilon");
    missing(refused(empty().epsilon(1), &["answers"]), "answers");
    missing(refused(empty().epsilon(1).answers((0, 1), (0, 1)), &["grid"]), "grid");
    missing(refused(empty().epsilon(1).answers((0, 1), (0, 1)).grid(1), &["rectangle"]), "rectangle");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let value = bad.to_string();
        let parts: &[&str] = &[&value, "finite"];
        for builder in [
            city().epsilon(bad),
            city().distance(bad),
            city().grid(bad),
            city().answers((bad, 1), (0, 1)),
            city().answers((0, bad), (0, 1)),
            city().answers((0, 1), (bad, 1)),
            city().answers((0, 1), (0, bad)),
            city().rectangle((bad, 1), (0, 1)),
            city().rectangle((0, 1), (0, bad)),
        ] {
            assert!(matches!(refused(builder, parts), Error::NotFinite { .. }));
        }
        for builder in
            [city().disc((bad, 0.0), 1.0), city().disc((0.0, bad), 1.0), city().disc((0.0, 0.0), bad)]
        {
            assert!(matches!(refused(builder, parts), Error::NotFinite { .. }));
        }
    }
    for bad in ["", "ln 4", "1/0", "1e999999"] {
        assert!(matches!(refused(city().epsilon(bad), &["epsilon: "]), Error::NotANumber { .. }));
        assert!(matches!(refused(city().distance(bad), &["distance: "]), Error::NotANumber { .. }));
    }
    for bad in ["0", "-1/3"] {
        assert_eq!(condition(&refused(city().epsilon(bad), &["ε > 0"])), Condition::Positive("privacy ε"));
        assert_eq!(
            condition(&refused(city().distance(bad), &["Δ > 0"])),
            Condition::Positive("sensitivity Δ")
        );
        assert!(matches!(refused(city().grid(bad), &["power of two"]), Error::Grid { .. }));
        let error = refused(city().disc((0, 0), bad), &["disc", "1 to 2^24"]);
        assert_eq!(error, Error::Arithmetic(ArithmeticError::Disc { radius: 0 }));
    }
    assert!(matches!(refused(city().grid("1/3"), &["power of two"]), Error::Grid { .. }));
    for axis in [city().answers((2, 1), (0, 1)), city().answers((0, 1), (2, 1))] {
        assert!(matches!(refused(axis, &["answers", "swap"]), Error::Reversed { .. }));
    }
    for axis in [city().rectangle((2, 1), (0, 1)), city().rectangle((0, 1), (2, 1))] {
        assert!(matches!(refused(axis, &["rectangle", "swap"]), Error::Reversed { .. }));
    }
    assert!(matches!(
        refused(city().rectangle((0, "0.5"), (0, 1)), &["1/2", "grid point"]),
        Error::OffGrid { .. }
    ));
    assert!(matches!(refused(city().disc(("0.25", 0), 9), &["1/4", "grid point"]), Error::OffGrid { .. }));
    assert!(matches!(refused(city().rectangle((0, "2^70"), (0, 1)), &["coarser"]), Error::TooLarge { .. }));
    assert!(matches!(refused(city().answers((0, "2^2000"), (0, 1)), &["narrow"]), Error::TooLarge { .. }));
    assert!(matches!(refused(city().epsilon("2^8000"), &["Δ/ε"]), Error::TooLarge { .. }));
    let error = refused(city().rectangle((0, "2^52"), (0, 1)), &["coarser grid"]);
    assert!(matches!(error, Error::Arithmetic(ArithmeticError::TooFar { .. })));
    assert!(matches!(refused(city().disc((0, 0), "2^100"), &["2^24"]), Error::Arithmetic(_)));
    let error = refused(city().grid("2^-37"), &["coarser grid"]);
    assert_eq!(condition(&error), Condition::CellWiderThanShift);
    let error = refused(city().generator::<Midpoint<53>>(), &["T"]);
    assert_eq!(condition(&error), Condition::RadiusBeyondWindow);
    assert_eq!(condition(&refused(city().angle_bits::<12>(), &["L > 2δ"])), Condition::CellWiderThanShift);
    let fixed =
        PlanarLaplace::<Fixed<16, 8>>::builder().epsilon(1).answers((0, 1), (0, 1)).rectangle((0, 1), (0, 1));
    let error = refused(fixed.clone().grid("2^-9"), &["finer"]);
    assert_eq!(error, Error::Arithmetic(ArithmeticError::GridForFormat { log2: -9 }));
    let error = refused(fixed.distance("2^-58").grid(1), &["b·2^FRAC"]);
    assert_eq!(error, Error::Arithmetic(ArithmeticError::ScaleForFormat));
}

/// ε is per unit of length unless a distance is given.
#[test]
fn distance_is_one_unless_said_otherwise() {
    let built = |distance: Option<&str>| {
        let builder = PlanarLaplace::<f64>::builder().epsilon("1/64").answers((0, 8), (0, 8)).grid(1);
        let builder = builder.rectangle((0, 8), (0, 8));
        distance.map_or(builder.clone(), |d| builder.distance(d)).build().unwrap().guarantee().clone()
    };
    assert_eq!(built(None), built(Some("1")));
    assert_eq!(built(None).scale, q("64"));
    assert!(built(Some("2")).scale == q("128"));
}

/// Any text, including near-numbers.
fn text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,12}", "-?[0-9]{1,4}(\\.[0-9]{0,4})?", "-?[0-9]{1,3}/[0-9]{1,3}", "2\\^-?[0-9]{1,3}"]
}

/// What is built is certified and releases; what is refused has a message with a remedy.
fn holds<F: Number + Polar, S: Radius<F>, const ANGLE: u32>(builder: Builder<PlanarLaplace<F, S, ANGLE>>) {
    match builder.build() {
        Ok(planar) => {
            let guarantee = planar.guarantee();
            assert!(guarantee.epsilon_prime.value() > &guarantee.epsilon && guarantee.epsilon > q("0"));
            assert!(guarantee.cell > guarantee.shift.value() * q("2"));
            assert!(guarantee.radius > guarantee.reach.value() + guarantee.shift.value());
            let [x, y] = planar.answers();
            assert!(planar.release([x.high(), y.low()], &mut Seeded(1)).is_ok());
        }
        Err(error) => assert!(error.to_string().contains("; "), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_built_or_refused(t in [text(), text(), text(), text(), text(), text()], log2 in -60i32..20) {
        let [e, d, a, b, c, g] = t;
        holds(PlanarLaplace::<f64>::builder().epsilon(&e).distance(&d).answers((&a, &b), (&c, &b)).rectangle((&a, &b), (&c, &b)).grid(&g));
        holds(city().epsilon(&e).distance(&d).grid(dyadic(1, log2)));
        holds(city().answers((&a, &b), (&b, &c)));
        holds(city().disc((&a, &b), &c));
        holds(PlanarLaplace::<Fixed<24, 8>>::builder().epsilon(&e).distance(&d).answers((0, 1), (0, 1)).disc((0, 0), &c).grid(1));
        holds(city().epsilon(&e).answers((0, 1), (0, 1)).disc((0, 0), 9).generator::<Midpoint<53>>().angle_bits::<20>());
    }
}
