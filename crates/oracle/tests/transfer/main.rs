//! Theorem T: the law of enumerated mechanisms against the ideal law, output by output, ∞ included, for many answers. The plane is
//! in `plane.rs`, what follows (§1.8) in `consequences.rs`. Every check has a control: a closeness that is too small is refuted.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

#[path = "../common/mod.rs"]
mod common;
mod consequences;
mod gaussian;
mod plane;
mod vectors;

use common::{Configuration, Disturbance, EPSILONS, for_each_admissible, grids, nearest, on_the_line};
use kdelta_oracle::bound::{Form, TheoremU};
use kdelta_oracle::derivation::{Derivation, Generator, Hypotheses, Sampler};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::mechanism::{
    Answers, CountedNoise, LineMechanism, Rounding, exact_law, relative_laplace_table,
};
use kdelta_oracle::noise::{GridUniform, Laplace, RelativeUniform};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::{Seeded, q};
use std::collections::{BTreeMap, HashMap};

/// The unit of a mass is 2^-PLACES.
const PLACES: u32 = 100;

/// The ideal law, for edges and answers in units of 2^-10.
struct Ideal {
    /// F, enclosed to PLACES + 4 places.
    enclosed: Box<dyn Fn(&Rational) -> Enclosure>,
    /// F(t), from below and from above, for the t that were asked for.
    known: HashMap<i64, [u128; 2]>,
}

impl Ideal {
    fn new(noise: Laplace) -> Self {
        Self::of(move |x| noise.distribution(x, PLACES + 4).unwrap())
    }

    fn of(enclosed: impl Fn(&Rational) -> Enclosure + 'static) -> Self {
        Self { enclosed: Box::new(enclosed), known: HashMap::new() }
    }

    fn distribution(&mut self, t: i64) -> [u128; 2] {
        let Self { enclosed, known } = self;
        *known.entry(t).or_insert_with(|| {
            let enclosed = enclosed(&dyadic(t, -10));
            let scaled = |x: &Rational| x * dyadic(1, PLACES.cast_signed());
            [scaled(enclosed.lo()).floor(), scaled(enclosed.hi()).ceil()]
                .map(|x| u128::try_from(x.to_integer()).unwrap())
        })
    }

    /// The mass of each cell, then that of ∞, from below and from above.
    fn law(&mut self, edges: &[i64], answer: i64) -> Vec<[u128; 2]> {
        let below: Vec<_> = edges.iter().map(|edge| self.distribution(edge - answer)).collect();
        let between = |low: [u128; 2], high: [u128; 2]| [high[0].saturating_sub(low[1]), high[1] - low[0]];
        let inside = between(below[0], below[below.len() - 1]);
        let outside = inside.map(|mass| (1 << PLACES) - mass);
        let mut law: Vec<_> = below.windows(2).map(|ends| between(ends[0], ends[1])).collect();
        law.push([outside[1], outside[0]]);
        law
    }
}

/// A mass as a number.
fn mass(units: u128) -> Rational {
    Rational::from_integer(units.into()) * dyadic(1, -PLACES.cast_signed())
}

/// The largest P′/P and the largest P/P′ that were seen, both rounded up, by less than a part in 2^40.
struct Quotients {
    total: u64,
    above: (u64, u128),
    below: (u128, u64),
}

impl Quotients {
    fn new(total: u64) -> Self {
        Self { total, above: (0, 1), below: (0, 1) }
    }

    fn offer(&mut self, count: u64, [least, most]: [u128; 2]) {
        assert!(most - least <= least >> 40, "the enclosure of a mass is too wide");
        assert!(count > 0, "a possible output has become impossible");
        if u128::from(count) * self.above.1 > u128::from(self.above.0) * least {
            self.above = (count, least);
        }
        if most * u128::from(self.below.1) > self.below.0 * u128::from(count) {
            self.below = (most, count);
        }
    }

    /// P′/P and P/P′, both rounded down and up.
    fn seen(&self) -> [[Rational; 2]; 2] {
        let above = Rational::new(self.above.0.into(), self.total.into()) / mass(self.above.1);
        let below = mass(self.below.0) / Rational::new(self.below.1.into(), self.total.into());
        [above, below].map(|most| [&most * (q("1") - dyadic(1, -40)), most])
    }
}

/// Whether ln x ≤ κ.
fn within(x: &Rational, kappa: &UpperBound) -> bool {
    Loss::Finite(x.clone()).is_within(kappa).unwrap()
}

/// Answers at the ends of the window, of cells and of their halves, and elsewhere.
fn answers(cell: i64, width: i64) -> Vec<i64> {
    let mut all = vec![0, 1, cell / 2, cell - 1, cell, width / 3, width / 2, width - cell, width - 1, width];
    all.sort_unstable();
    all.dedup();
    all
}

/// What a sweep found, form by form, for κ₊ and for κ₋.
#[derive(Default)]
struct Figures(BTreeMap<&'static str, [Figure; 2]>);

/// How many mechanisms a sweep covered, in how many of them half of κ is refuted, and the largest part of κ that was used.
struct Figure {
    mechanisms: usize,
    refuted: usize,
    tightest: Rational,
}

impl Figures {
    /// `seen` are the largest P′/P and the largest P/P′, rounded down and up.
    fn check(&mut self, form: &'static str, closeness: &Closeness, seen: &[[Rational; 2]; 2], context: &str) {
        let none = || Figure { mechanisms: 0, refuted: 0, tightest: q("0") };
        let sides = self.0.entry(form).or_insert_with(|| [none(), none()]);
        let kappas = [&closeness.above, &closeness.below];
        for ((figure, kappa), [least, most]) in sides.iter_mut().zip(kappas).zip(seen) {
            assert!(within(most, kappa), "Theorem T is violated, {form}, κ = {kappa}: {context}");
            figure.mechanisms += 1;
            figure.refuted += usize::from(!within(least, &UpperBound::new(kappa.value() / q("2"))));
            if least > &q("1") {
                let used = Loss::Finite(least.clone()).enclosure(60).unwrap().unwrap().lo() / kappa.value();
                figure.tightest = (&figure.tightest).max(&used).clone();
            }
        }
    }

    /// Prints the figures, and returns the number of mechanisms and the least tightness of a form.
    fn report(&self, name: &str) -> (usize, Rational) {
        for (form, sides) in &self.0 {
            for (sign, Figure { mechanisms, refuted, tightest }) in ["₊", "₋"].into_iter().zip(sides) {
                println!(
                    "{name}, {form}: {mechanisms} mechanisms, 0 violations; half of κ{sign} refuted in {refuted}; best tightness {}",
                    nearest(tightest, 2)
                );
            }
        }
        let least = self.0.values().flatten().map(|figure| &figure.tightest).min().unwrap();
        (self.0["least"][0].mechanisms, least.clone())
    }

    /// So many mechanisms, and in every form half of κ₊ and half of κ₋ are refuted by some of them.
    fn require(&self, name: &str, mechanisms: usize) {
        let (found, tightest) = self.report(name);
        assert!(found >= mechanisms, "{name}: only {found}");
        assert!(tightest > q("1/2"), "{name}: nothing tells κ of some form from half of it");
    }
}

/// The forms of Theorem T that every setting of the line has.
const FORMS: [Form; 4] = [Form::Sinh, Form::RationalSinh, Form::Scaling, Form::RationalScaling];

/// The closeness of a mechanism in every form, and the least of them, which the derivation states.
fn check_all(
    figures: &mut Figures,
    derived: &Derivation,
    theorem_u: Option<&TheoremU>,
    seen: &[[Rational; 2]; 2],
    context: &str,
) {
    for form in FORMS {
        figures.check(form.name(), &derived.setting().unwrap().closeness(form).unwrap(), seen, context);
    }
    // Where a cell has less mass than the generator resolves, Theorem U does not apply.
    if let Some(Ok(closeness)) = theorem_u.map(TheoremU::closeness) {
        figures.check(Form::TheoremU.name(), &closeness, seen, context);
    }
    figures.check("least", &derived.closeness, seen, context);
}

/// Theorem U for answers up to where the last edge may have moved. What is seen has answers up to the end of the window.
fn theorem_u(configuration: &Configuration, derived: &Derivation, edge_shift: &Rational) -> TheoremU {
    let ends = (q("0"), configuration.width.clone());
    TheoremU {
        epsilon: configuration.epsilon.clone(),
        sensitivity: configuration.sensitivity.clone(),
        cell: configuration.cell.clone(),
        edge_shift: edge_shift.clone(),
        error: derived.error.clone(),
        bias: derived.bias.value().clone(),
        answers: (q("0"), &configuration.width - edge_shift),
        window: ends,
        radius: derived.radius.clone(),
    }
}

/// P′/P and P/P′ over all answers and outputs.
fn compare(noise: &CountedNoise, edges: &[i64], answers: &[i64], ideal: &mut Ideal) -> [[Rational; 2]; 2] {
    let any = Answers { first: 0, step: 1, count: 1 };
    let mechanism = LineMechanism::new(noise.clone(), edges.to_vec(), any, 0).unwrap();
    let mut quotients = Quotients::new(noise.total());
    for &answer in answers {
        for (count, mass) in mechanism.law(answer).unwrap().into_iter().zip(ideal.law(edges, answer)) {
            quotients.offer(count, mass);
        }
    }
    quotients.seen()
}

/// Windows of cells, also of those whose number is a multiple of three.
fn more_grids() -> Vec<(&'static str, &'static str)> {
    let thirds = ["3/64", "3/32", "3/16", "3/8", "3/4", "3/2"];
    grids().chain(thirds.into_iter().flat_map(|cell| ["3", "6"].map(|width| (cell, width)))).collect()
}

fn sweep(how: Disturbance, sizes: &[u32]) -> Figures {
    let mut figures = Figures::default();
    let mut ideals: HashMap<Rational, Ideal> = HashMap::new();
    for bits in sizes {
        for_each_admissible(1 << *bits, how, &more_grids(), |configuration, derived, noise| {
            let ideal = ideals
                .entry(configuration.epsilon.clone())
                .or_insert_with(|| Ideal::new(configuration.law()));
            let (cell, width) =
                (configuration.units(&configuration.cell), configuration.units(&configuration.width));
            let edges: Vec<i64> = (0..=width / cell).map(|i| i * cell).collect();
            let noise = CountedNoise::uniform(noise).unwrap();
            let seen = compare(&noise, &edges, &answers(cell, width), ideal);
            let by_u = theorem_u(configuration, derived, &q("0"));
            check_all(&mut figures, derived, Some(&by_u), &seen, &format!("{how:?} {configuration:?}"));
        });
    }
    figures
}

#[test]
fn correctly_rounded_noise_is_as_close_as_theorem_t_says() {
    sweep(Disturbance::None, &[9, 11, 13, 15]).require("correctly rounded", 500);
}

#[test]
fn jittered_noise_is_as_close_as_theorem_t_says() {
    sweep(Disturbance::Jitter, &[12, 16]).require("jittered", 250);
}

#[test]
fn greedy_noise_is_as_close_as_theorem_t_says() {
    sweep(Disturbance::Greedy, &[11, 14, 16]).require("greedy", 400);
}

/// A mechanism of the line on the window [0, D), with answers in all of it.
fn hypotheses(
    configuration: &Configuration,
    sampler: Sampler,
    error: Rational,
    shift: Rational,
) -> Hypotheses {
    let ends = (q("0"), configuration.width.clone());
    let mut hypotheses = Hypotheses {
        scale: configuration.law().scale().clone(),
        sensitivity: configuration.sensitivity.clone(),
        ..on_the_line(ends.clone(), ends, configuration.cell.clone(), sampler, error)
    };
    hypotheses.axes[0].edge_shift = shift;
    hypotheses
}

/// Exponent and mantissa with a sign bit (Theorem L), every draw with its exact weight, the cut-off included.
#[test]
fn noise_of_a_relative_generator_is_as_close_as_theorem_t_says() {
    let mut figures = Figures::default();
    for epsilon in EPSILONS {
        let law = Configuration::new(2, epsilon, "1", "2").law();
        let mut ideal = Ideal::new(law.clone());
        for precision in [5, 7, 9] {
            let generator = RelativeUniform { precision, cut_off: 16, midpoint: precision != 7 };
            let exact = relative_laplace_table(&law, generator, 10).unwrap();
            for how in [Disturbance::None, Disturbance::Greedy] {
                for (cell, width) in grids() {
                    let configuration = Configuration::new(2, epsilon, cell, width);
                    let sampler = Sampler::Logarithm(Generator::Relative(generator));
                    let error = configuration.half_unit() + how.error();
                    let Ok(derived) = hypotheses(&configuration, sampler, error, q("0")).derive() else {
                        continue;
                    };
                    let (cell, width) = (configuration.units(&q(cell)), configuration.units(&q(width)));
                    let mut stream = Seeded(1);
                    let moved = exact.iter().map(|&(x, weight)| (how.applied(x, cell, &mut stream), weight));
                    let noise = CountedNoise::weighted(moved.collect()).unwrap();
                    let edges: Vec<i64> = (0..=width / cell).map(|i| i * cell).collect();
                    let seen = compare(&noise, &edges, &answers(cell, width), &mut ideal);
                    let context = format!("{how:?} {generator:?} {configuration:?}");
                    check_all(&mut figures, &derived, None, &seen, &context);
                }
            }
        }
    }
    figures.require("relative generator", 300);
}

/// A sum that is rounded moves the edges of cells down (F24): every other edge by as much as it may, or each by some of it. What is
/// ideal is then the exact noise with the same rounded sum, so both laws have the moved cells.
#[test]
fn cells_with_moved_edges_are_as_close_as_theorem_t_says() {
    let mut figures = Figures::default();
    let (draws, mut stream) = (1 << 14, Seeded(24));
    for epsilon in ["1/4", "1", "4"] {
        let example = Configuration::new(draws, epsilon, "1", "2");
        let mut ideal = Ideal::new(example.law());
        let exact = example.exact_table();
        for shift in [1, 8, 24] {
            for (cell, width) in grids() {
                let configuration = Configuration::new(draws, epsilon, cell, width);
                let bias = GridUniform::Midpoints(draws).bias().unwrap();
                let how = Disturbance::Greedy;
                let error = configuration.half_unit() + how.error();
                let moved = dyadic(shift, -10);
                let hypotheses =
                    hypotheses(&configuration, Sampler::InverseCdf { bias }, error, moved.clone());
                let Ok(derived) = hypotheses.derive() else { continue };
                let (cell, width) = (configuration.units(&q(cell)), configuration.units(&q(width)));
                let pushed = exact.iter().map(|&x| how.applied(x, cell, &mut stream)).collect();
                let noise = CountedNoise::uniform(pushed).unwrap();
                for random in [false, true] {
                    let mut down = |i: i64| match random {
                        false => shift * (i % 2),
                        true => i64::try_from(stream.below(usize::try_from(shift + 1).unwrap())).unwrap(),
                    };
                    let edges: Vec<i64> = (0..=width / cell).map(|i| i * cell - down(i)).collect();
                    let seen = compare(&noise, &edges, &answers(cell, width), &mut ideal);
                    let by_u = theorem_u(&configuration, &derived, &moved);
                    let context = format!("edges down by {shift}, {configuration:?}");
                    check_all(&mut figures, &derived, Some(&by_u), &seen, &context);
                }
            }
        }
    }
    figures.require("moved edges", 150);
}

/// The law that these tests compare with is the one of [`exact_law`].
#[test]
fn the_ideal_law_of_this_test_is_that_of_the_oracle() {
    let configuration = Configuration::new(2, "3/2", "1/4", "2");
    let mut ideal = Ideal::new(configuration.law());
    let edges: Vec<i64> = (0..=8).map(|i| 256 * i).collect();
    let rounding = Rounding::filling(&q("0"), &q("2"), &q("1/4")).unwrap();
    for answer in [0, 100, 256, 2048] {
        let theirs = exact_law(&configuration.law(), &rounding, &dyadic(answer, -10), 120).unwrap();
        let ours = ideal.law(&edges, answer);
        assert_eq!(theirs.len(), ours.len());
        for (enclosed, [least, most]) in theirs.iter().zip(ours) {
            assert!(mass(least) <= *enclosed.lo() && enclosed.hi() <= &mass(most), "{answer}");
        }
    }
}
