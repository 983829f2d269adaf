//! What follows from closeness (§1.8): for each notion of privacy, the finite mechanism against what the ideal one has and Theorem T adds.
//!
//! A mechanism is a channel: a row of probabilities for each of some answers, exact for the finite law, enclosed for the ideal one. The
//! control of each test is the same bound with a closeness that is too small, mostly none, which some mechanism must violate.

use super::common::{Disturbance, for_each_admissible};
use super::{Ideal, answers, mass};
use kdelta_oracle::Refusal;
use kdelta_oracle::distribution::{
    Loss, hockey_stick, hockey_stick_at, mutual_information, posterior_vulnerability, renyi_divergence,
    trade_off,
};
use kdelta_oracle::enclosure::{
    Enclosure, LowerBound, UpperBound, exp, ln, ln_two, normal_distribution, normal_quantile,
};
use kdelta_oracle::mechanism::{Answers, CountedNoise, LineMechanism};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::transfer::Closeness;
use kdelta_testkit::{Seeded, q};

struct Channel {
    finite: Vec<Vec<Rational>>,
    ideal: Vec<Vec<Enclosure>>,
    closeness: Closeness,
}

/// Visits mechanisms with at most 16 cells, with correctly rounded and with greedy noise.
fn for_each_channel(mut visit: impl FnMut(&Channel)) {
    let grids = [("1/8", "2"), ("1/4", "2"), ("1/4", "4"), ("1/2", "4"), ("1", "2"), ("2", "4"), ("2", "2")];
    for how in [Disturbance::None, Disturbance::Greedy] {
        for_each_admissible(1 << 12, how, &grids, |configuration, derived, noise| {
            let [cell, width] = [&configuration.cell, &configuration.width].map(|x| configuration.units(x));
            let edges: Vec<i64> = (0..=width / cell).map(|i| i * cell).collect();
            let noise = CountedNoise::uniform(noise).unwrap();
            let total = noise.total();
            let any = Answers { first: 0, step: 1, count: 1 };
            let mechanism = LineMechanism::new(noise, edges.clone(), any, 0).unwrap();
            let mut ideal = Ideal::new(configuration.law());
            let answers: Vec<i64> = answers(cell, width).into_iter().step_by(2).collect();
            let counts = |answer: &i64| mechanism.law(*answer).unwrap();
            let probability = |count: u64| Rational::new(count.into(), total.into());
            let enclosed = |[least, most]: [u128; 2]| Enclosure::new(mass(least), mass(most)).unwrap();
            visit(&Channel {
                finite: answers.iter().map(|r| counts(r).into_iter().map(probability).collect()).collect(),
                ideal: answers
                    .iter()
                    .map(|r| ideal.law(&edges, *r).into_iter().map(enclosed).collect())
                    .collect(),
                closeness: derived.closeness.clone(),
            });
        });
    }
}

/// A pair of laws, output by output, finite and ideal.
struct Pair {
    finite: Vec<(Rational, Rational)>,
    ideal: Vec<(Enclosure, Enclosure)>,
}

impl Pair {
    /// The ends of the ideal enclosures with which the first law seems to differ most from the second.
    fn ends(&self) -> Vec<(Rational, Rational)> {
        self.ideal.iter().map(|(first, second)| (first.hi().clone(), second.lo().clone())).collect()
    }

    /// The ideal loss, from above.
    fn loss(&self) -> UpperBound {
        let ends = self.ends();
        loss(&ends).enclosure(100).unwrap().unwrap().upper()
    }
}

fn loss(pairs: &[(Rational, Rational)]) -> Loss {
    Loss::of(pairs.iter().map(|(first, second)| (first, second))).unwrap()
}

impl Channel {
    fn pairs(&self) -> impl Iterator<Item = Pair> {
        let rows = self.finite.len();
        let pair = |i: usize, j: usize| Pair {
            finite: self.finite[i].iter().cloned().zip(self.finite[j].iter().cloned()).collect(),
            ideal: self.ideal[i].iter().cloned().zip(self.ideal[j].iter().cloned()).collect(),
        };
        (1..rows).flat_map(move |j| [pair(j - 1, j), pair(j, j - 1), pair(0, j)])
    }
}

/// How many checks there were, and how many of them a closeness that is too small fails.
#[derive(Default)]
struct Tally {
    checked: usize,
    refuted: usize,
}

impl Tally {
    /// `holds` says whether the bound holds with this closeness.
    fn check(&mut self, closeness: &Closeness, too_small: &Closeness, holds: impl Fn(&Closeness) -> bool) {
        self.checked += 1;
        assert!(holds(closeness), "a consequence of Theorem T is violated");
        self.refuted += usize::from(!holds(too_small));
    }

    fn report(&self, notion: &str) {
        let Self { checked, refuted } = self;
        println!(
            "{notion}: {checked} checks, 0 violations; {refuted} are refuted with a closeness that is too small"
        );
        assert!(*checked >= 200 && *refuted > 0, "{notion}");
    }
}

#[test]
fn pure_privacy_is_transferred() {
    let mut tally = Tally::default();
    for_each_channel(|channel| {
        for pair in channel.pairs() {
            let (finite, ideal) = (loss(&pair.finite), pair.loss());
            let holds = |closeness: &Closeness| finite.is_within(&closeness.pure(&ideal)).unwrap();
            tally.check(&channel.closeness, &Closeness::exact(), holds);
        }
    });
    tally.report("pure");
}

#[test]
fn approximate_privacy_is_transferred_along_the_whole_curve() {
    let mut tally = Tally::default();
    for_each_channel(|channel| {
        for pair in channel.pairs() {
            let (ends, most) = (pair.ends(), pair.loss());
            for part in ["0", "1/2", "9/10"] {
                let epsilon = UpperBound::new(most.value() * q(part)).rounded(60);
                let factor = exp(epsilon.value(), 100).unwrap();
                let views = ends.iter().map(|(first, second)| (first, second));
                let delta = UpperBound::new(hockey_stick(views, factor.lo()).unwrap());
                let holds = |closeness: &Closeness| {
                    let bound = closeness.approximate(&epsilon, &delta).unwrap();
                    let finite = hockey_stick_at(&pair.finite, bound.epsilon.value(), 100).unwrap();
                    finite.hi() <= bound.delta.value()
                };
                tally.check(&channel.closeness, &Closeness::exact(), holds);
            }
        }
    });
    tally.report("approximate");
}

#[test]
fn renyi_privacy_is_transferred_for_every_order() {
    let mut tally = Tally::default();
    for_each_channel(|channel| {
        for pair in channel.pairs().step_by(2) {
            let exact = |x: &Rational| Enclosure::exact(x.clone());
            let finite: Vec<_> = pair.finite.iter().map(|(p, r)| (exact(p), exact(r))).collect();
            for order in ["3/2", "2", "4", "16"].map(q) {
                let of = |pairs: &[_]| renyi_divergence(pairs, &order, 90).unwrap().unwrap();
                let (finite, ideal) = (of(&finite), of(&pair.ideal).upper());
                let holds =
                    |closeness: &Closeness| finite.hi() <= closeness.renyi(&order, &ideal).unwrap().value();
                tally.check(&channel.closeness, &Closeness::exact(), holds);
            }
        }
    });
    tally.report("Rényi");
}

#[test]
fn trade_off_functions_are_transferred() {
    let mut tally = Tally::default();
    for_each_channel(|channel| {
        for pair in channel.pairs().step_by(2) {
            let ends: Vec<_> =
                pair.ideal.iter().map(|(first, second)| (first.lo().clone(), second.hi().clone())).collect();
            for level in ["1/50", "1/4", "3/5"].map(q) {
                let finite = trade_off(&pair.finite, &level).unwrap();
                let ideal = |level: &Rational| -> Result<LowerBound, Refusal> {
                    Ok(LowerBound::new(trade_off(&ends, level)?))
                };
                let holds =
                    |closeness: &Closeness| &finite >= closeness.trade_off(&level, ideal).unwrap().value();
                tally.check(&channel.closeness, &Closeness::exact(), holds);
            }
        }
    });
    tally.report("trade-off");
}

/// A loss of at most ε is μ-GDP for Φ(μ/2) = e^ε/(1+e^ε): there G_μ meets the trade-off function of ε, which is made of two straight lines,
/// at its three corners, and G_μ is convex.
#[test]
fn gaussian_privacy_is_transferred() {
    let mut checked = 0;
    for_each_channel(|channel| {
        for pair in channel.pairs().step_by(3) {
            // The loss of each law against the other.
            let swapped: Vec<_> = pair.ideal.iter().map(|(p, r)| (r.clone(), p.clone())).collect();
            let both = pair.loss().max(Pair { finite: Vec::new(), ideal: swapped }.loss());
            let growth = exp(both.value(), 100).unwrap();
            let corner = growth.hi() / (growth.hi() + q("1"));
            let mu = UpperBound::new(normal_quantile(&corner, 80).unwrap().hi() * q("2"));
            for level in ["1/20", "1/4", "2/3"].map(q) {
                let bound = channel.closeness.gaussian(&level, &mu).unwrap();
                assert!(&trade_off(&pair.finite, &level).unwrap() >= bound.value());
                checked += 1;
            }
        }
    });
    println!("Gaussian: {checked} checks, 0 violations");
    assert!(checked >= 300, "{checked}");
}

/// Two outputs, rejected or not: the finite laws that are as far from the ideal pair as κ₊ = ln 1.1 and κ₋ = ln 1.2 allow attain the
/// bound, and violate the one without κ.
#[test]
fn the_gaussian_bound_is_attained() {
    let closeness = Closeness {
        above: ln(&q("11/10"), 300).unwrap().upper(),
        below: ln(&q("6/5"), 300).unwrap().upper(),
    };
    for (level, mu) in [("1/4", "1/2"), ("1/10", "1"), ("1/100", "2"), ("1/3", "1/10")] {
        let mu = UpperBound::new(q(mu));
        let quantile = normal_quantile(&(q("1") - q(level)), 300).unwrap();
        let missed = normal_distribution(&(quantile.lo() - mu.value()), 300).unwrap();
        let finite_level = q(level) * q("5/6");
        let power = (q("1") - missed.hi()) * q("11/10");
        let finite = [(finite_level.clone(), power.clone()), (q("1") - &finite_level, q("1") - power)];
        let found = trade_off(&finite, &finite_level).unwrap();
        let bound = closeness.gaussian(&finite_level, &mu).unwrap();
        assert!(&found >= bound.value() && found.clone() - bound.value() < q("1e-60"), "{level}");
        assert!(&found < Closeness::exact().gaussian(&finite_level, &mu).unwrap().value(), "{level}");
    }
    // Φ(Φ⁻¹(0.95) − 1), by mpmath.
    let known = q("0.74048897715855592935169652370105996648065982177908860417133899622251");
    let bound = Closeness::exact().gaussian(&q("1/20"), &UpperBound::new(q("1"))).unwrap();
    assert!(bound.value() <= &(&known + q("1e-66")) && bound.value() > &(known - q("1e-66")));
    // The ends: the level 0 rejects nothing, the level 1 everything.
    let mu = UpperBound::new(q("1"));
    assert_eq!(closeness.gaussian(&q("1"), &mu).unwrap().value(), &q("0"));
    assert_eq!(Closeness::exact().gaussian(&q("0"), &mu).unwrap().value(), &q("1"));
    for (level, mu) in [("-1/2", "1"), ("3/2", "1"), ("1/2", "-1")] {
        assert!(closeness.gaussian(&q(level), &UpperBound::new(q(mu))).is_err(), "{level} {mu}");
    }
}

#[test]
fn the_total_variation_to_the_ideal_law_is_bounded() {
    let mut tally = Tally::default();
    for_each_channel(|channel| {
        let Closeness { above, below } = &channel.closeness;
        let [above, below] = [above, below].map(|kappa| UpperBound::new(kappa.value() / q("4")));
        for (finite, ideal) in channel.finite.iter().zip(&channel.ideal) {
            let excess = finite.iter().zip(ideal).map(|(p, enclosed)| p - enclosed.lo());
            let distance: Rational = excess.filter(|x| x > &q("0")).sum();
            let holds = |closeness: &Closeness| &distance <= closeness.total_variation().unwrap().value();
            let quarter = Closeness { above: above.clone(), below: below.clone() };
            tally.check(&channel.closeness, &quarter, holds);
        }
    });
    tally.report("total variation");
}

/// Positive numbers that add up to one.
fn random_prior(stream: &mut Seeded, size: usize) -> Vec<Rational> {
    let weights: Vec<u64> = (0..size).map(|_| 1 + stream.next() % 100).collect();
    let total: u64 = weights.iter().sum();
    weights.into_iter().map(|weight| Rational::new(weight.into(), total.into())).collect()
}

/// Guessing the secret, guessing it within one, and random gains.
fn gains(stream: &mut Seeded, secrets: usize) -> Vec<Vec<Vec<Rational>>> {
    let table = |gain: &mut dyn FnMut(usize, usize) -> Rational| -> Vec<Vec<Rational>> {
        (0..secrets).map(|guess| (0..secrets).map(|secret| gain(guess, secret)).collect()).collect()
    };
    let within = |far: usize| move |a: usize, b: usize| if a.abs_diff(b) <= far { q("1") } else { q("0") };
    let mut random = |_, _| Rational::new((stream.next() % 8).into(), 7.into());
    vec![table(&mut within(0)), table(&mut within(1)), table(&mut random), table(&mut random)]
}

#[test]
fn vulnerability_and_leakage_are_transferred_for_all_priors_and_gains() {
    let (mut tally, mut stream) = (Tally::default(), Seeded(7));
    for_each_channel(|channel| {
        let secrets = channel.finite.len();
        let exact: Vec<Vec<_>> =
            channel.finite.iter().map(|row| row.iter().cloned().map(Enclosure::exact).collect()).collect();
        for _ in 0..3 {
            let prior = random_prior(&mut stream, secrets);
            for gain in gains(&mut stream, secrets) {
                let of = |channel: &[_]| posterior_vulnerability(channel, &prior, &gain).unwrap();
                let (finite, ideal) = (of(&exact), of(&channel.ideal));
                assert_eq!(finite.lo(), finite.hi());
                let holds = |closeness: &Closeness| {
                    let bound = closeness.vulnerability(&ideal.upper()).unwrap();
                    // The leaked bits: log₂(V′/V) by the same closeness.
                    let more =
                        finite.over(&ideal).unwrap().ln(90).unwrap().over(&ln_two(90).unwrap()).unwrap();
                    let leaks = more.lo() <= closeness.leaked_bits().unwrap().value();
                    finite.hi() <= bound.value() && leaks
                };
                tally.check(&channel.closeness, &Closeness::exact(), holds);
            }
        }
    });
    tally.report("vulnerability");
}

#[test]
fn mutual_information_is_transferred() {
    let (mut tally, mut stream) = (Tally::default(), Seeded(11));
    for_each_channel(|channel| {
        let exact: Vec<Vec<_>> =
            channel.finite.iter().map(|row| row.iter().cloned().map(Enclosure::exact).collect()).collect();
        for _ in 0..4 {
            let prior = random_prior(&mut stream, channel.finite.len());
            let of = |channel: &[_]| mutual_information(channel, &prior, 80).unwrap();
            let (finite, ideal) = (of(&exact), of(&channel.ideal).upper());
            let holds =
                |closeness: &Closeness| finite.hi() <= closeness.mutual_information(&ideal).unwrap().value();
            tally.check(&channel.closeness, &Closeness::exact(), holds);
        }
    });
    tally.report("mutual information");
}

/// Releases add their closeness; of two bounds each side takes the lesser. Then a channel of which the ideal one tells nothing.
#[test]
fn closeness_adds_up_and_takes_the_least() {
    let one = Closeness { above: UpperBound::new(q("1/10")), below: UpperBound::new(q("1/5")) };
    let other = Closeness { above: UpperBound::new(q("1/20")), below: UpperBound::new(q("1/4")) };
    assert_eq!(one.total().value(), &q("3/10"));
    assert_eq!(one.times(3), one.plus(&one).plus(&one));
    let least = one.clone().least(other);
    assert_eq!((least.above.value(), least.below.value()), (&q("1/20"), &q("1/5")));
    assert_eq!(one.plus(&Closeness::exact()), one);
    // A channel that tells nothing, and the one farthest from it that κ allows.
    let bound = one.mutual_information(&UpperBound::new(q("0"))).unwrap();
    let (more, less) = (exp(&q("1/10"), 60).unwrap(), exp(&-q("1/5"), 60).unwrap());
    let likely = (more.lo() * dyadic(1, -1)).min(q("1") - less.hi() * dyadic(1, -1));
    let row = |p: &Rational| vec![Enclosure::exact(p.clone()), Enclosure::exact(q("1") - p)];
    let channel = [row(&likely), row(&(q("1") - &likely))];
    let found = mutual_information(&channel, &[q("1/2"), q("1/2")], 80).unwrap();
    assert!(found.lo() > &q("0") && found.hi() <= bound.value());
}

#[test]
fn numbers_that_are_none_of_an_ideal_mechanism_are_refused() {
    let (closeness, negative) = (Closeness::exact(), UpperBound::new(q("-1/8")));
    assert!(
        closeness.approximate(&UpperBound::new(q("1")), &negative).unwrap_err().to_string().contains('δ')
    );
    assert!(closeness.renyi(&q("1"), &UpperBound::new(q("1"))).unwrap_err().to_string().contains('α'));
    assert!(closeness.vulnerability(&negative).unwrap_err().to_string().contains("vulnerability"));
    assert!(closeness.mutual_information(&negative).unwrap_err().to_string().contains("information"));
    let ideal = |_: &Rational| -> Result<LowerBound, Refusal> { Ok(LowerBound::new(q("0"))) };
    for level in ["-1/2", "3/2"] {
        assert!(closeness.trade_off(&q(level), ideal).unwrap_err().to_string().contains("level"), "{level}");
    }
}

/// The bounds that the mechanisms above do not come near to are those of the table of §1.8, rounded up by next to nothing.
#[test]
fn bounds_with_slack_are_those_of_the_theory() {
    let upper = |text: &str| UpperBound::new(q(text));
    let near = |found: &UpperBound, exact: &Enclosure| {
        let off = found.value() - exact.lo();
        assert!(off >= q("0") && off < dyadic(1, -100), "{found} against {exact:?}");
    };
    let kappa = Closeness { above: upper("1/10"), below: upper("1/5") };
    let more = exp(&q("1/10"), 120).unwrap();
    let (one, e) = (Enclosure::exact(q("1")), exp(&q("1"), 120).unwrap());
    // Rényi: D + κ₊·α/(α−1) + κ₋.
    assert_eq!(kappa.renyi(&q("3"), &upper("1/2")).unwrap(), upper("17/20"));
    // Total variation: the smaller of e^κ₊ − 1 and 1 − e^−κ₋.
    near(&kappa.total_variation().unwrap(), &more.minus(&one));
    let other = Closeness { above: upper("1/2"), below: upper("1/5") };
    let less = exp(&-q("1/5"), 120).unwrap();
    near(&other.total_variation().unwrap(), &one.minus(&less));
    // Mutual information: κ + e^κ₊·I + (e^κ₊ − e^−κ₋)/e.
    let spread = more.minus(&less).over(&e).unwrap();
    let exact = more.scaled(&q("1/3")).plus(&spread).plus(&Enclosure::exact(q("3/10")));
    near(&kappa.mutual_information(&upper("1/3")).unwrap(), &exact);
}
