//! Gaussian noise (§1.10) by exact enumeration: every draw of a small relative generator through g, with its weight, disturbed or not.
//! Theorem T for every output, for ∞, for each half-line alone and for the ends of the window in their place; then the (ε, δ) curve.

use super::{Figures, Ideal, PLACES, Quotients, answers};
use crate::common::{Disturbance, grids};
use kdelta_oracle::bound::{Dimension, Form, Setting};
use kdelta_oracle::derivation::{Axis, Derivation, Generator, Hypotheses, Noise, NoiseError, Sampler};
use kdelta_oracle::enclosure::{Enclosure, exp, normal_distribution};
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::mechanism::CountedNoise;
use kdelta_oracle::noise::{Gaussian, RelativeUniform};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::{Seeded, q};

/// The standard deviations of the sweeps.
const SCALES: [&str; 5] = ["1/2", "1", "2", "3", "6"];

/// δ of the statements.
const DELTA: &str = "1/1000";

/// The magnitudes g(−ln v) of all draws of a generator with their weights, in units of 2^-(e_max + p), without the cut-off.
fn magnitudes(generator: RelativeUniform) -> Vec<(Enclosure, u64)> {
    let law = Gaussian::new(q("1")).unwrap();
    let draws = |e: u32| {
        let law = &law;
        (0..1 << (generator.precision - 1)).map(move |j| {
            let v = generator.draw(e, j).unwrap().value;
            (law.magnitude(&v, 40).unwrap(), 1 << (generator.cut_off - 1 - e))
        })
    };
    (0..generator.cut_off).flat_map(draws).collect()
}

/// Noise of standard deviation σ in units of 2^-10, rounded to nearest, then disturbed; the cut-off far away.
fn table(
    magnitudes: &[(Enclosure, u64)],
    generator: RelativeUniform,
    scale: &Rational,
    disturbed: &mut dyn FnMut(i64) -> i64,
) -> CountedNoise {
    let unit = scale * dyadic(1, 10);
    let mut draws = Vec::new();
    for (magnitude, weight) in magnitudes {
        let [low, high] = [magnitude.lo(), magnitude.hi()].map(|x| (x * &unit + q("1/2")).floor());
        assert_eq!(low, high, "40 bits decide how to round");
        let x = i64::try_from(low.to_integer()).unwrap();
        draws.extend([x, -x].map(|x| (disturbed(x), *weight)));
    }
    let mantissas = 1 << (generator.precision - 1);
    draws.extend([(i64::MAX / 4, mantissas), (i64::MIN / 4, mantissas)]);
    CountedNoise::weighted(draws).unwrap()
}

/// A mechanism on the window [0, D), with answers in all of it and Δ = 1.
struct Setup<'a> {
    scale: &'a str,
    cell: &'a str,
    width: &'a str,
    generator: RelativeUniform,
    how: Disturbance,
    edge_shift: i64,
}

impl Setup<'_> {
    fn derive(&self) -> Option<Derivation> {
        let ends = (q("0"), q(self.width));
        let hypotheses = Hypotheses {
            scale: q(self.scale),
            sensitivity: q("1"),
            changed: 1,
            axes: vec![Axis {
                answers: ends.clone(),
                window: ends,
                edge_shift: dyadic(self.edge_shift, -10),
            }],
            cell: q(self.cell),
            noise: Noise::Gaussian { delta: q(DELTA) },
            sampler: Sampler::Logarithm(Generator::Relative(self.generator)),
            error: NoiseError {
                absolute: q("0"),
                relative: q("0"),
                rounding: dyadic(1, -11) + self.how.error(),
            },
        };
        hypotheses.derive().ok()
    }

    fn units(x: &str) -> i64 {
        i64::try_from((q(x) * dyadic(1, 10)).to_integer()).unwrap()
    }

    /// The local slope as [`Setting`] takes it: the closeness in every form.
    fn closeness(&self, derived: &Derivation, form: Form) -> Closeness {
        let law = Gaussian::new(q(self.scale)).unwrap();
        let slope = law.slope(derived.reach.plus(&derived.shift).value()).unwrap();
        let (slope, cell) = (slope.value().clone(), derived.cell.clone());
        Setting::new(Dimension::Line, slope, q("1"), cell, &derived.shift).unwrap().closeness(form).unwrap()
    }
}

/// The weight of each output: the cells, ∞, the two half-lines, the first and the last cell with the half-line beyond.
fn outputs(below: &[u64], total: u64) -> Vec<u64> {
    let (first, last) = (below[0], below[below.len() - 1]);
    let cells = below.windows(2).map(|ends| ends[1] - ends[0]);
    let ends = [total - (last - first), first, total - last, below[1], total - below[below.len() - 2]];
    cells.chain(ends).collect()
}

/// P′/P and P/P′ over all answers and outputs.
fn compare(noise: &CountedNoise, edges: &[i64], answers: &[i64], ideal: &mut Ideal) -> [[Rational; 2]; 2] {
    let mut quotients = Quotients::new(noise.total());
    for &answer in answers {
        let finite: Vec<_> = edges.iter().map(|edge| noise.weight_below(edge - answer)).collect();
        let exact: Vec<_> = edges.iter().map(|edge| ideal.distribution(edge - answer)).collect();
        let one = 1_u128 << PLACES;
        let between = |low: [u128; 2], high: [u128; 2]| [high[0].saturating_sub(low[1]), high[1] - low[0]];
        let (first, last) = (exact[0], exact[exact.len() - 1]);
        let whole = between(first, last);
        let mut masses: Vec<_> = exact.windows(2).map(|ends| between(ends[0], ends[1])).collect();
        masses.extend([
            [one - whole[1], one - whole[0]],
            first,
            between(last, [one, one]),
            exact[1],
            between(exact[exact.len() - 2], [one, one]),
        ]);
        let counts = outputs(&finite, noise.total());
        assert_eq!(counts.len(), masses.len());
        for (count, mass) in counts.into_iter().zip(masses) {
            quotients.offer(count, mass);
        }
    }
    quotients.seen()
}

/// How many points of the curve were checked, and how many of them are refuted without κ.
#[derive(Default)]
struct Curve {
    mechanisms: usize,
    points: usize,
    refuted: usize,
    statements: usize,
    statements_refuted: usize,
}

impl Curve {
    /// The divergence of the finite laws of answers Δ = 1 apart, at several ε, against e^{κ₊}·δ(ε − κ); and ε′ at δ.
    fn check(&mut self, setup: &Setup<'_>, derived: &Derivation, noise: &CountedNoise, edges: &[i64]) {
        self.mechanisms += 1;
        let width = Setup::units(setup.width);
        let ideal = GaussianMechanism::new(&q("1"), &q(setup.scale)).unwrap();
        let law = |answer: i64| -> Vec<u64> {
            let below: Vec<_> = edges.iter().map(|edge| noise.weight_below(edge - answer)).collect();
            // Which side was left is reported, so that nothing is gained by reporting less.
            let cells = below.windows(2).map(|ends| ends[1] - ends[0]);
            cells.chain([below[0], noise.total() - below[below.len() - 1]]).collect()
        };
        let kappa = derived.closeness.total();
        let points = ["0", "1/2", "1", "2"].map(|more| {
            let epsilon = kappa.value() + q(more) / q(setup.scale);
            let finite = ideal.delta_prime(&epsilon, &derived.closeness).unwrap();
            let without = ideal.delta(&epsilon, 80).unwrap();
            (HockeyStick::new(&epsilon, noise.total()), finite.value().clone(), without.hi().clone())
        });
        let [prime, exact] = [derived.verdict.value(), &derived.epsilon]
            .map(|epsilon| HockeyStick::new(epsilon, noise.total()));
        for low in
            [0, 13, width / 2 - 512, width - 1024].into_iter().filter(|r| (0..=width - 1024).contains(r))
        {
            let (near, far) = (law(low), law(low + 1024));
            for (first, second) in [(&near, &far), (&far, &near)] {
                for (stick, finite, without) in &points {
                    let [least, most] = stick.at(first, second);
                    assert!(&most <= finite, "the curve is violated: {most} > {finite}");
                    self.points += 1;
                    self.refuted += usize::from(&least > without);
                }
                assert!(prime.at(first, second)[1] <= q(DELTA), "ε′ is violated");
                self.statements += 1;
                self.statements_refuted += usize::from(exact.at(first, second)[0] > q(DELTA));
            }
        }
    }
}

/// Σ max(0, P₁ − e^ε·P₂) of two laws of integer weights.
struct HockeyStick {
    /// ⌊e^ε·2^40⌋, or one less.
    factor: i128,
    total: u64,
}

impl HockeyStick {
    fn new(epsilon: &Rational, total: u64) -> Self {
        let factor = exp(epsilon, 60).unwrap().lo() * dyadic(1, 40);
        Self { factor: factor.floor().to_integer().try_into().unwrap(), total }
    }

    /// From below and from above.
    fn at(&self, first: &[u64], second: &[u64]) -> [Rational; 2] {
        [2, 0].map(|more| {
            let factor = self.factor + more;
            let terms =
                first.iter().zip(second).map(|(&p, &r)| (i128::from(p) << 40) - factor * i128::from(r));
            let sum: i128 = terms.map(|term| term.max(0)).sum();
            Rational::new(sum.into(), self.total.into()) * dyadic(1, -40)
        })
    }
}

/// Every mechanism of these precisions, disturbances and shifts of every other edge.
fn sweep(name: &str, precisions: &[u32], hows: &[Disturbance], shifts: &[i64], at_least: usize) {
    let (mut figures, mut curve, mut stream) = (Figures::default(), Curve::default(), Seeded(19));
    let settings: Vec<_> =
        hows.iter().flat_map(|how| shifts.iter().map(move |shift| (*how, *shift))).collect();
    for &precision in precisions {
        let generator = RelativeUniform { precision, cut_off: 18, midpoint: precision != 7 };
        let magnitudes = magnitudes(generator);
        for scale in SCALES {
            let exact = q(scale);
            let mut ideal = Ideal::of(move |x| normal_distribution(&(x / &exact), PLACES + 4).unwrap());
            let all = grids().flat_map(|grid| settings.iter().map(move |setting| (grid, *setting)));
            for ((cell, width), (how, edge_shift)) in all {
                let setup = Setup { scale, cell, width, generator, how, edge_shift };
                let Some(derived) = setup.derive() else { continue };
                let (cell, width) = (Setup::units(cell), Setup::units(width));
                let mut disturbed = |x| how.applied(x, cell, &mut stream);
                let noise = table(&magnitudes, generator, &q(scale), &mut disturbed);
                let edges: Vec<i64> = (0..=width / cell).map(|i| i * cell - edge_shift * (i % 2)).collect();
                let seen = compare(&noise, &edges, &answers(cell, width), &mut ideal);
                let context = format!("{how:?} p = {precision} σ = {scale} L = {cell} D = {width}");
                // The derivation states the least of all forms; the forms themselves are told apart where the noise does its worst.
                for form in super::FORMS.into_iter().filter(|_| how == Disturbance::Greedy) {
                    figures.check(form.name(), &setup.closeness(&derived, form), &seen, &context);
                }
                figures.check("least", &derived.closeness, &seen, &context);
                if edge_shift == 0 {
                    curve.check(&setup, &derived, &noise, &edges);
                }
            }
        }
    }
    figures.require(name, at_least);
    let Curve { mechanisms, points, refuted, statements, statements_refuted } = curve;
    println!(
        "{name}: the (ε, δ) curve at {points} points of {mechanisms} mechanisms, 0 violations; without κ {refuted} are refuted; \
         ε′ at δ = {DELTA} for {statements} pairs, 0 violations; with the ideal ε {statements_refuted} are refuted"
    );
    assert!(refuted > 0 && statements_refuted > 0, "{name}: nothing tells the curve from that without κ");
}

#[test]
fn gaussian_noise_is_as_close_as_theorem_t_says() {
    let hows = [Disturbance::None, Disturbance::Jitter, Disturbance::Greedy];
    sweep("Gaussian", &[5, 7, 9], &hows, &[0], 500);
}

#[test]
fn gaussian_cells_with_moved_edges_are_as_close_as_theorem_t_says() {
    sweep("Gaussian, moved edges", &[8], &[Disturbance::Greedy], &[0, 1, 8, 24], 200);
}
