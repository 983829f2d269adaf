//! The ledger of releases: what it accepts is private, what it refuses is never drawn, and nothing is given
//! back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use kdelta::ledger::{Budget, Entry, Ideal, Ledger, Recorder, Rule};
use kdelta::{
    BoundedSum, Closeness, Entropy, EntropyError, Error, Gaussian, Grid, Guarantee, Hides, Histogram,
    Laplace, Neighbours, PlanarLaplace, Rational, Release, UpperBound,
};
use kdelta_oracle::enclosure::normal_distribution;
use kdelta_testkit::q;
use num_traits::ToPrimitive;
use proptest::prelude::*;

fn close(above: &str, below: &str) -> Closeness {
    Closeness { above: UpperBound::new(q(above)), below: UpperBound::new(q(below)) }
}

fn laplace(sensitivity: &str, scale: &str) -> Ideal {
    Ideal::Laplace { sensitivity: q(sensitivity), scale: q(scale) }
}

fn entry(ideal: Ideal) -> Entry {
    Entry::new("test", ideal, Closeness::exact()).unwrap()
}

fn gaussian(sensitivity: &str, scale: &str, delta: &str) -> Ideal {
    Ideal::Gaussian { sensitivity: q(sensitivity), scale: q(scale), delta: q(delta) }
}

fn stated(epsilon: Rational, delta: Rational) -> Entry {
    entry(Ideal::Approximate { epsilon, delta })
}

/// Counts how often it was asked, and fails if told so.
struct Counted {
    asked: usize,
    fails: bool,
}

impl Entropy for Counted {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.asked += 1;
        bytes.fill(0x5a);
        if self.fails { Err(EntropyError) } else { Ok(()) }
    }
}

fn count() -> Laplace {
    let builder = Laplace::<f64>::builder().epsilon("1/10").sensitivity(1);
    builder.answers(0, 1000).window(-1000, 2000).grid(1).build().unwrap()
}

#[test]
fn what_is_refused_is_not_drawn_and_changes_nothing() {
    let (count, mut entropy) = (count(), Counted { asked: 0, fails: false });
    let mut ledger = Ledger::new(Budget::pure("0.25").unwrap());
    for label in ["one", "two"] {
        ledger.release(&count, label, 41.0, &mut entropy).unwrap();
    }
    let (before, asked) = (ledger.clone(), entropy.asked);
    let why = ledger.release(&count, "three", 41.0, &mut entropy).unwrap_err();
    assert!(matches!(why, Error::Spent { .. }), "{why}");
    assert_eq!(entropy.asked, asked, "not one bit");
    assert_eq!((&ledger, ledger.remaining()), (&before, before.remaining()));
    // The message says what it costs, what is left and what to do, and no answer.
    let why = why.to_string();
    assert!(why.contains("ε′ = 0.1000") && why.contains("ε = 0.0499999"), "{why}");
    assert!(why.contains("nothing was drawn. Ask for") && !why.contains("41"), "{why}");

    let mut places = [Release::Outside; 3];
    let why = ledger.release_slice(&count, "three", &[1.0, 2.0, 3.0], &mut places, &mut entropy).unwrap_err();
    assert!(matches!(why, Error::Spent { .. }) && entropy.asked == asked);
    let why = ledger.release_slice(&count, "two places", &[1.0], &mut places, &mut entropy).unwrap_err();
    assert!(matches!(why, Error::Length { .. }) && ledger == before);
    ledger.release_slice(&count, "nothing", &[], &mut [], &mut entropy).unwrap();
    assert_eq!(ledger, before);
}

#[test]
fn a_release_that_fails_stays_recorded() {
    let mut ledger = Ledger::new(Budget::pure(1).unwrap());
    let mut entropy = Counted { asked: 0, fails: true };
    let why = ledger.release(&count(), "fails", 41.0, &mut entropy).unwrap_err();
    assert!(matches!(why, Error::Entropy(_)) && entropy.asked > 0);
    assert_eq!(ledger.entries().len(), 1);
    assert_eq!(ledger.spent().epsilon.value(), ledger.entries()[0].epsilon_prime().rounded(192).value());
}

#[test]
fn an_entry_has_the_numbers_of_the_mechanism() {
    let count = count();
    let guarantee = count.guarantee();
    let entry = Entry::of("count", guarantee).unwrap();
    let ideal = Ideal::Laplace { sensitivity: q("1"), scale: guarantee.scale.clone() };
    assert_eq!((entry.ideal(), entry.count(), entry.label()), (&ideal, 1, "count"));
    assert_eq!(entry.closeness(), guarantee.closeness());
    assert!(entry.epsilon_prime() <= &guarantee.epsilon_prime);
    assert!(entry.epsilon_prime().value() >= &guarantee.epsilon);

    let planar = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((0, 1000), (0, 1000));
    let planar = planar.disc((500, 500), 400).grid(2).build().unwrap();
    let entry = Entry::of("place", planar.guarantee()).unwrap();
    let scale = planar.guarantee().scale.clone();
    assert_eq!(entry.ideal(), &Ideal::PlanarLaplace { distance: q("200"), scale });
    let mut ledger = Ledger::new(Budget::approximate(3, "1e-6").unwrap());
    ledger.release(&planar, "place", [3.0, 4.0], &mut Counted { asked: 0, fails: false }).unwrap();
    assert_eq!(ledger.rules(), [Rule::Sum, Rule::Renyi]);
}

#[test]
fn a_vector_is_one_release_whatever_its_length() {
    let builder = Laplace::<f64>::builder().epsilon("1/10").sensitivity(2).vector(100, 2);
    let histogram = builder.answers(0, 1000).window(-1000, 2000).grid(1).build().unwrap();
    let mut ledger = Ledger::new(Budget::pure("0.11").unwrap());
    let (mut places, mut entropy) = ([Release::Outside; 100], Counted { asked: 0, fails: false });
    let short = ledger.release_vector(&histogram, "short", &[1.0], &mut places, &mut entropy).unwrap_err();
    assert!(matches!(short, Error::Dimension { .. }) && ledger.entries().is_empty() && entropy.asked == 0);
    ledger.release_vector(&histogram, "histogram", &[7.0; 100], &mut places, &mut entropy).unwrap();
    let entry = &ledger.entries()[0];
    assert_eq!((entry.count(), entry.closeness()), (1, histogram.guarantee().closeness()));
    assert_eq!(entry.epsilon_prime(), &histogram.guarantee().epsilon_prime);
    assert!(ledger.release_vector(&histogram, "again", &[7.0; 100], &mut places, &mut entropy).is_err());
}

#[test]
fn a_certified_bound_below_epsilon_and_kappa_is_the_cost() {
    let plain = Entry::new("x", laplace("1", "10"), close("1/100", "1/50")).unwrap();
    assert_eq!(plain.epsilon_prime().value(), &q("0.13"));
    let lower = plain.clone().certified_at(UpperBound::new(q("0.12"))).unwrap();
    assert_eq!(lower.epsilon_prime().value(), &q("0.12"));
    assert_eq!(plain.clone().certified_at(UpperBound::new(q("0.2"))).unwrap(), plain);
}

#[test]
fn what_is_no_budget_or_no_entry_is_refused_with_its_value() {
    let cases = [
        Budget::pure(-1).unwrap_err(),
        Budget::pure("1e9").unwrap_err(),
        Budget::approximate(0, "1e-6").unwrap_err(),
        Budget::approximate(1, 0).unwrap_err(),
        Budget::approximate(1, 1).unwrap_err(),
        Budget::sums(1, "-1/2").unwrap_err(),
    ];
    for why in cases {
        assert!(why.to_string().starts_with("budget (ε, δ) = ("), "{why}");
    }
    let closeness = Closeness::exact;
    for label in ["", "two\nlines", "tab\t", &"x".repeat(1001)] {
        let why = Entry::new(label, laplace("1", "1"), closeness()).unwrap_err();
        assert!(why.to_string().contains("one line"), "{why}");
    }
    for ideal in [laplace("-1", "1"), laplace("1", "0"), laplace("1", "-1")] {
        let why = Entry::new("x", ideal, closeness()).unwrap_err();
        assert!(why.to_string().contains("scale above 0"), "{why}");
    }
    let why = Entry::new("x", laplace("1", "1"), close("-1/2", "0")).unwrap_err();
    assert!(why.to_string().contains("-0.5"), "{why}");
    entry(laplace("1", "1")).times(0).unwrap_err();
}

/// The Rényi rule has taken all of δ, so that a release with a δ of its own would not be covered.
#[test]
fn a_delta_is_paid_for_once() {
    let own = || stated(q("1/10"), q("1e-7"));
    let mut ledger = Ledger::new(Budget::approximate(1, "1e-6").unwrap());
    let why = ledger.record(own()).unwrap_err();
    assert!(matches!(why, Error::Entry { .. }) && why.to_string().contains("budget of sums"), "{why}");
    assert!(ledger.entries().is_empty());

    let mut ledger = Ledger::new(Budget::sums(1, "1e-6").unwrap());
    assert_eq!(ledger.rules(), [Rule::Sum]);
    for _ in 0..9 {
        ledger.record(own()).unwrap();
    }
    // 9·10^-7 is spent, and e^κ₊·10^-7 is more than what is left.
    let grown =
        Entry::new("x", Ideal::Approximate { epsilon: q("0"), delta: q("1e-7") }, close("1/1000", "0"));
    assert!(matches!(ledger.record(grown.unwrap()).unwrap_err(), Error::Spent { .. }));
    // Costs are rounded up: what is left is less than 10^-7 by up to ten units of 2^-80.
    assert!(ledger.record(stated(q("0"), q("1e-7"))).is_err());
    ledger.record(stated(q("0"), q("0.99999999999e-7"))).unwrap();
    assert!(Ledger::new(Budget::pure(1).unwrap()).record(own()).is_err());
}

#[test]
fn nothing_wraps() {
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    for huge in [entry(laplace("1e300", "1")), entry(laplace("1", "1")).times(u64::MAX).unwrap()] {
        assert!(matches!(ledger.record(huge).unwrap_err(), Error::Spent { .. }));
    }
    let far = Entry::new("x", laplace("1", "1e9"), close("1e40", "1e40")).unwrap();
    assert!(matches!(ledger.record(far).unwrap_err(), Error::Spent { .. }));
    assert!(ledger.entries().is_empty());
    ledger.record(entry(laplace("0", "1")).times(u64::MAX).unwrap()).unwrap();
}

/// A rule that does not cover a list does not cover a longer one; the other goes on.
#[test]
fn the_renyi_rule_goes_on_where_the_sum_ends() {
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    let hundredth = || entry(laplace("1", "100")).times(20).unwrap();
    let mut released = 0;
    while ledger.record(hundredth()).is_ok() {
        released += 20;
    }
    assert!((1500..=2000).contains(&released), "{released}: the sum ends at 200");
    assert_eq!(ledger.rules(), [Rule::Renyi]);
    let left = ledger.remaining();
    assert!(left.epsilon.is_none() && left.delta.is_none() && left.renyi.is_some());
    let spent = ledger.spent();
    assert!(spent.renyi.as_ref().unwrap().value() <= &q("2"));
    assert!(spent.epsilon.value() > &q("10") && spent.advanced.unwrap().value() > &q("1.5"));
    // One large release: the sum covers it, the Rényi rule does not.
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    ledger.record(entry(laplace("19", "10"))).unwrap();
    assert_eq!(ledger.rules(), [Rule::Sum]);
}

#[test]
fn a_thousand_releases_cost_far_less_than_a_thousand_times_one() {
    let builder = Laplace::<f64>::builder().epsilon("1/100").sensitivity(1).answers(0, 1000);
    let count = builder.window(-100_000, 100_000).grid(1).build().unwrap();
    let mut ledger = Ledger::new(Budget::approximate("3/2", "1e-6").unwrap());
    let thousand = Entry::of("a thousand", count.guarantee()).unwrap().times(1000).unwrap();
    ledger.record(thousand).unwrap();
    let spent = ledger.spent();
    assert!(spent.epsilon.value() >= &q("10"));
    // The best order of all gives 1.4658 (dp_accounting 0.6, RdpAccountant).
    let renyi = spent.renyi.unwrap();
    assert!(renyi.value() > &q("1.4658") && renyi.value() < &q("1.47"), "{renyi:.9}");
    assert!(spent.closeness.total().value() < &q("1e-6"));
}

/// Every adaptive use of a small ledger, exactly: two-valued mechanisms, of which the next is chosen by the
/// last output, until the ledger refuses. P₁ − e^ε·P₂, added up where it is positive, must be at most δ.
/// The mechanism that answers truly with probability e^ε/(1 + e^ε) has the largest divergences that the pure
/// loss ε allows.
#[test]
fn adaptive_transcripts_are_private_within_the_budget() {
    struct Walk {
        steps: [(Rational, f64); 2],
        refused: usize,
        longest: usize,
        e_epsilon: f64,
    }
    impl Walk {
        fn missing(&mut self, ledger: &Ledger, (p1, p2): (f64, f64), last: usize) -> f64 {
            let (epsilon, odds) = self.steps[last].clone();
            let mut next = ledger.clone();
            if ledger.entries().len() > 10 || next.record(stated(epsilon, q("0"))).is_err() {
                self.refused += usize::from(ledger.entries().len() <= 10);
                self.longest = self.longest.max(ledger.entries().len());
                return (p1 - self.e_epsilon * p2).max(0.0);
            }
            let (yes, no) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
            self.missing(&next, (p1 * yes, p2 * no), 0) + self.missing(&next, (p1 * no, p2 * yes), 1)
        }
    }
    let (mut sharpest, mut refused) = (0_f64, 0);
    // ln(6/5) < 0.1824, ln(3/2) < 0.4055, ln 2 < 0.6932.
    let mechanisms = [("0.1824", 1.2), ("0.4055", 1.5), ("0.6932", 2.0)];
    for (budget, e_epsilon, delta) in
        [("1", 1_f64.exp(), 0.1), ("1.5", 1.5_f64.exp(), 0.05), ("0.7", 0.7_f64.exp(), 0.3)]
    {
        for one in &mechanisms {
            for other in &mechanisms {
                let ledger = Ledger::new(Budget::approximate(budget, delta).unwrap());
                let steps = [(q(one.0), one.1), (q(other.0), other.1)];
                let mut walk = Walk { steps, refused: 0, longest: 0, e_epsilon };
                let missing = walk.missing(&ledger, (1.0, 1.0), 0);
                assert!(walk.longest > 0);
                refused += walk.refused;
                assert!(missing <= delta + 1e-12, "{budget} {one:?} {other:?}: {missing} > {delta}");
                sharpest = sharpest.max(missing / delta);
            }
        }
    }
    // The rules are not idle: without them the same walks miss the budget.
    assert!(sharpest > 0.02 && refused > 100, "{sharpest} {refused}");
    let ledger = Ledger::new(Budget::approximate(100, 0.1).unwrap());
    let steps = [(q("0.6932"), 2.0), (q("0.6932"), 2.0)];
    let mut walk = Walk { steps, refused: 0, longest: 0, e_epsilon: 1_f64.exp() };
    assert!(walk.missing(&ledger, (1.0, 1.0), 0) > 0.1, "control");
}

/// The same walks with mechanisms of several outputs, Gaussian noise cut into seven cells among them, by the ledger's entry
/// for it and its laws for the two inputs.
#[test]
fn adaptive_transcripts_with_gaussian_noise_are_private_within_the_budget() {
    type Mechanism = (Entry, Vec<(f64, f64)>);
    fn missing(
        ledger: &Ledger,
        steps: [&Mechanism; 2],
        (p1, p2): (f64, f64),
        last: usize,
        e_epsilon: f64,
    ) -> f64 {
        let (entry, outputs) = steps[last];
        let mut next = ledger.clone();
        if ledger.entries().len() > 4 || next.record(entry.clone()).is_err() {
            return (p1 - e_epsilon * p2).max(0.0);
        }
        let after = |(place, (q1, q2)): (usize, &(f64, f64))| {
            missing(&next, steps, (p1 * q1, p2 * q2), usize::from(2 * place > outputs.len()), e_epsilon)
        };
        outputs.iter().enumerate().map(after).sum()
    }
    let cut = |mu: &str| -> Mechanism {
        let below = |x: f64| {
            normal_distribution(&Rational::from_float(x).unwrap(), 64).unwrap().lo().to_f64().unwrap()
        };
        let shift = q(mu).to_f64().unwrap();
        let edges = [-40.0, -1.0, -0.25, 0.25, 0.75, 1.25, 2.0, 40.0];
        let law = |centre: f64| {
            edges.windows(2).map(|cell| below(cell[1] - centre) - below(cell[0] - centre)).collect()
        };
        let (first, second): (Vec<f64>, Vec<f64>) = (law(shift), law(0.0));
        (entry(gaussian(mu, "1", "1/10")), first.into_iter().zip(second).collect())
    };
    // ln(3/2) < 0.4055.
    let response: Mechanism = (stated(q("0.4055"), q("0")), vec![(0.6, 0.4), (0.4, 0.6)]);
    let all = [cut("1/4"), cut("1/2"), response];
    let mut sharpest = 0_f64;
    for (budget, e_epsilon, delta) in [("1", 1_f64.exp(), 0.1), ("1.5", 1.5_f64.exp(), 0.05)] {
        for one in &all {
            for other in &all {
                let ledger = Ledger::new(Budget::approximate(budget, delta).unwrap());
                let missing = missing(&ledger, [one, other], (1.0, 1.0), 0, e_epsilon);
                assert!(missing <= delta + 1e-12, "{budget} {one:?} {other:?}: {missing} > {delta}");
                sharpest = sharpest.max(missing / delta);
            }
        }
    }
    assert!(sharpest > 0.02, "{sharpest}");
    // A budget that covers everything: the same walks miss the smaller one.
    let ledger = Ledger::new(Budget::approximate(100, 0.1).unwrap());
    let far = missing(&ledger, [&all[1], &all[1]], (1.0, 1.0), 0, 1_f64.exp());
    assert!(far > 0.1, "control: {far}");
}

/// R = α·Δ²/(2σ²), and κ₋ + κ₊·α/(α − 1) on top, whatever δ the entry has.
#[test]
fn gaussian_noise_costs_its_divergence_at_the_order_of_the_budget() {
    let budget = Budget::approximate(2, "1e-6").unwrap();
    let order = budget.order().unwrap().clone();
    let nothing = Ledger::new(budget.clone()).spent().renyi.unwrap();
    let cost = |entry: Entry| {
        let mut ledger = Ledger::new(budget.clone());
        ledger.record(entry).unwrap();
        // The sum is over with the first of them, and δ is not spent twice.
        assert_eq!(ledger.rules(), [Rule::Renyi]);
        assert!(ledger.spent().advanced.is_none(), "advanced composition is for pure losses");
        ledger.spent().renyi.unwrap().value() - nothing.value()
    };
    let tiny = q("2^-150");
    for (delta, count) in [("1e-9", 1), ("1e-9", 7), ("0.49", 1)] {
        let entry = Entry::new("x", gaussian("3", "100", delta), close("1/1000", "1/2000")).unwrap();
        let one = &order * q("9/20000") + q("1/2000") + q("1/1000") * &order / (&order - q("1"));
        let exact = one * Rational::from_integer(count.into());
        let found = cost(entry.times(count).unwrap());
        assert!(found >= &exact - &tiny && found <= exact + &tiny, "{delta}: {found}");
    }
    // Its ε′ at δ = 0.49 is κ alone, and bounds no divergence.
    let free = Entry::new("x", gaussian("1", "1", "0.49"), Closeness::exact()).unwrap();
    assert_eq!(free.epsilon_prime().value(), &q("0"));
    let mut ledger = Ledger::new(budget.clone());
    assert!(matches!(ledger.record(free).unwrap_err(), Error::Spent { .. }), "α/2 is beyond this budget");
    assert!(ledger.entries().is_empty());
}

/// Kinds that are mixed: the sum holds until the first Gaussian noise comes, and never again.
#[test]
fn a_list_with_gaussian_noise_is_covered_by_the_renyi_rule_alone() {
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    ledger.record(entry(laplace("1", "10"))).unwrap();
    assert_eq!(ledger.rules(), [Rule::Sum, Rule::Renyi]);
    ledger.record(entry(gaussian("1", "100", "1e-9"))).unwrap();
    assert_eq!(ledger.rules(), [Rule::Renyi]);
    ledger.record(entry(laplace("0", "1"))).unwrap();
    assert_eq!(ledger.rules(), [Rule::Renyi]);
    // What the sum alone would have covered.
    let large = || entry(laplace("15", "10"));
    assert!(matches!(ledger.record(large()).unwrap_err(), Error::Spent { .. }));
    assert!(Ledger::new(Budget::approximate(2, "1e-6").unwrap()).record(large()).is_ok());
    // And the other way round: beyond the Rényi rule already, Gaussian noise is covered by nothing.
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    ledger.record(entry(laplace("19", "10"))).unwrap();
    assert_eq!(ledger.rules(), [Rule::Sum]);
    let before = ledger.clone();
    assert!(matches!(ledger.record(entry(gaussian("1", "1000", "1e-9"))).unwrap_err(), Error::Spent { .. }));
    // A mechanism that was stated with a δ has no divergence, beside Gaussian noise or not.
    assert!(matches!(ledger.record(stated(q("0"), q("1e-9"))).unwrap_err(), Error::Entry { .. }));
    assert_eq!((&ledger, ledger.remaining()), (&before, before.remaining()));
}

#[test]
fn under_sums_gaussian_noise_costs_its_epsilon_and_its_delta() {
    let built = Gaussian::<f64>::builder().sigma(20).delta("1e-7").sensitivity(1).answers(0, 1000);
    let built = built.window(-500, 1500).grid(1).build().unwrap();
    let one = || Entry::of("count", built.guarantee()).unwrap();
    assert_eq!(one().epsilon_prime(), built.epsilon_prime());
    assert_eq!(one().delta().value(), &q("1e-7"));
    let mut ledger = Ledger::new(Budget::sums(100, "1e-6").unwrap());
    for _ in 0..9 {
        ledger.record(one()).unwrap();
    }
    let spent = ledger.spent();
    assert!(spent.epsilon.value() >= &(built.epsilon_prime().value() * q("9")));
    assert!(spent.delta.value() >= &q("9e-7") && spent.renyi.is_none() && spent.advanced.is_none());
    // Each δ is rounded up to units of 2^-80, so that the tenth does not fit any more.
    assert!(matches!(ledger.record(one()).unwrap_err(), Error::Spent { .. }));
    let mut ledger = Ledger::new(Budget::sums("0.3", "1/2").unwrap());
    ledger.record(one()).unwrap();
    assert!(matches!(ledger.record(one()).unwrap_err(), Error::Spent { .. }), "ε′ is 0.2 and more");
}

#[test]
fn a_ledger_without_a_delta_refuses_gaussian_noise_before_it_is_drawn() {
    let builder = Gaussian::<f64>::builder().sigma(20).delta("1e-7").sensitivity(1).vector(3, 2);
    let built = builder.answers(0, 1000).window(-500, 1500).grid(1).build().unwrap();
    let (mut places, mut entropy) = ([Release::Outside; 3], Counted { asked: 0, fails: false });
    let mut ledger = Ledger::new(Budget::pure(10).unwrap());
    let why = ledger.release(&built, "count", 41.0, &mut entropy).unwrap_err().to_string();
    assert!(why.contains("1/10000000") && why.contains("a budget with a δ"), "{why}");
    assert!(ledger.release_vector(&built, "counts", &[1.0; 3], &mut places, &mut entropy).is_err());
    let mut tight = Ledger::new(Budget::approximate("1/100", "1e-6").unwrap());
    let why = tight.release_slice(&built, "counts", &[1.0; 3], &mut places, &mut entropy).unwrap_err();
    assert!(matches!(why, Error::Spent { .. }), "{why}");
    assert!(ledger.entries().is_empty() && tight.entries().is_empty() && entropy.asked == 0);

    let mut ledger = Ledger::new(Budget::approximate(1, "1e-6").unwrap());
    ledger.release_vector(&built, "counts", &[1.0; 3], &mut places, &mut entropy).unwrap();
    let entry = &ledger.entries()[0];
    assert_eq!((entry.count(), entry.closeness()), (1, built.guarantee().closeness()));
    assert_eq!(entry.ideal(), &built.guarantee().ideal());
}

#[test]
fn what_is_no_gaussian_noise_is_refused_with_its_value() {
    for (sensitivity, scale, delta) in
        [("0", "1", "1e-6"), ("-1", "1", "1e-6"), ("1", "0", "1e-6"), ("1", "1", "0"), ("1", "1", "1")]
    {
        let why = Entry::new("x", gaussian(sensitivity, scale, delta), Closeness::exact()).unwrap_err();
        assert!(why.to_string().contains("a δ between 0 and 1"), "{why}");
    }
    // So much loss that no number is computed for it: refused, or more than any budget.
    let mut ledger = Ledger::new(Budget::approximate(2, "1e-6").unwrap());
    for huge in
        [gaussian("1e300", "1", "1e-6"), gaussian("1", "1e-40", "1e-6"), gaussian("1e9", "1", "1e-300")]
    {
        let recorded = Entry::new("x", huge, Closeness::exact()).and_then(|entry| ledger.record(entry));
        assert!(recorded.is_err() && ledger.entries().is_empty());
    }
    let entry = entry(gaussian("1", "1", "1e-6"));
    assert!(ledger.record(entry.times(u64::MAX).unwrap()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The integers decide as the exact numbers do, but for the rounding of each cost to 2^-80.
    #[test]
    fn a_list_is_accepted_exactly_if_its_sum_is_within_the_budget(
        costs in proptest::collection::vec((1_u32..1000, 1_u32..1000, 1_u64..5), 1..12),
        budget in 1_u32..40,
    ) {
        let limit = q(&budget.to_string());
        let mut ledger = Ledger::new(Budget::pure(budget).unwrap());
        let mut sum = q("0");
        for (change, scale, count) in costs {
            let ideal = laplace(&change.to_string(), &scale.to_string());
            let cost = ideal.pure().unwrap() * Rational::from_integer(count.into());
            let accepted = ledger.record(entry(ideal).times(count).unwrap()).is_ok();
            let slack = Rational::from_integer(16.into()) * kdelta_oracle::number::dyadic(1, -80);
            if accepted {
                sum += cost;
                prop_assert!(sum <= limit);
            } else {
                prop_assert!(&sum + cost > &limit - slack);
            }
        }
        prop_assert!(ledger.spent().epsilon.value() >= &sum);
    }

    /// Neither what is left nor which rules hold depends on the order of the entries.
    #[test]
    fn the_order_of_entries_does_not_matter(
        entries in proptest::collection::vec((1_u32..50, 50_u32..1000), 1..6),
    ) {
        let ledger = |order: &mut dyn Iterator<Item = &(u32, u32)>| {
            let mut ledger = Ledger::new(Budget::approximate(20, "1e-6").unwrap());
            for (change, scale) in order {
                ledger.record(entry(laplace(&change.to_string(), &scale.to_string()))).unwrap();
            }
            (ledger.remaining(), ledger.rules(), ledger.spent())
        };
        prop_assert_eq!(ledger(&mut entries.iter()), ledger(&mut entries.iter().rev()));
    }
}

/// Each of these is private for neighbours of its own, and the sum of what they cost would be a bound for none of them.
#[test]
fn releases_that_hide_different_things_do_not_share_a_ledger() {
    let query = |neighbours| BoundedSum::new(Grid::UNIT, -10, 10).unwrap().sum_query(neighbours, 100);
    let built = |neighbours| {
        let builder = Laplace::<f64>::builder().epsilon("1/4").query(&query(neighbours));
        builder.window(-5000, 5000).build().unwrap()
    };
    let (joins, answers) = (built(Neighbours::AddOrRemove), built(Neighbours::Replace));
    let shops = Histogram::new(0..9, 2, Neighbours::Replace, 100).unwrap();
    let shops = Laplace::<f64>::builder().epsilon("1/4").histogram(&shops).window(-500, 500).build().unwrap();
    assert_eq!(joins.guarantee().hides, Some(Hides::Participation));
    assert_eq!([answers.guarantee().hides, shops.guarantee().hides], [Some(Hides::Answers); 2]);
    let entry = |label: &str, guarantee: &Guarantee| Entry::of(label, guarantee).unwrap();
    let mut ledger = Ledger::new(Budget::pure(100).unwrap());
    ledger.record(entry("sum", joins.guarantee())).unwrap();
    for other in [answers.guarantee(), shops.guarantee()] {
        let why = ledger.record(entry("other", other)).unwrap_err().to_string();
        assert!(
            why.contains("what a person answered") && why.contains("whether a person took part"),
            "{why}"
        );
    }
    assert_eq!((ledger.entries().len(), ledger.hides()), (1, Some(Hides::Participation)));
    // Both at once are refused as well; what does not say it is taken at its word.
    let mut ledger = Ledger::new(Budget::pure(100).unwrap());
    let both = vec![entry("one", answers.guarantee()), entry("other", joins.guarantee())];
    assert!(ledger.record_all(both).is_err() && ledger.entries().is_empty());
    let stated =
        Laplace::<f64>::builder().epsilon("1/4").sensitivity(1).answers(0, 9).window(-99, 99).grid(1);
    ledger.record(entry("stated", stated.build().unwrap().guarantee())).unwrap();
    ledger.record(entry("answers", shops.guarantee())).unwrap();
    assert_eq!(ledger.hides(), Some(Hides::Answers));
}
