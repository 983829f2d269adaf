//! What the library guarantees today is kept: ε′ and every term of several hundred settings, refused ones
//! included.
//!
//! `goldens.txt` has one line for each setting. A change to the derivation may make a bound smaller, never
//! larger; the numbers that are no bounds stay as they are, and what was refused stays refused with the same
//! words. After a change that is meant, `KDELTA_WRITE=1` writes the file again, and the diff is reviewed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{
    Deep, Error, Fixed, Gamma, Grid, Guarantee, Inverse, Laplace, Lazy, Mask, Midpoint, Number,
    PlanarLaplace, Polar, Rational, Rectangle, Relative, Tail, UpperBound, Window,
};
use kdelta_finite::planar::Radius;
use kdelta_testkit::q;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// How a number may differ from the committed one.
#[derive(Clone, Copy)]
enum May {
    /// A bound: it may become smaller.
    Shrink,
    /// A number that follows from the setting alone.
    Stay,
}

/// The terms of a guarantee, or the words of a refusal.
type Outcome = Result<Vec<(&'static str, May, Rational)>, String>;

fn terms(guarantee: &Guarantee) -> Vec<(&'static str, May, Rational)> {
    // Taken apart, so that a new field is not forgotten.
    let Guarantee {
        law: _, // the setting is listed by its law
        epsilon,
        sensitivity,
        dimension,
        changed,
        scale,
        cell,
        reach,
        radius,
        bias,
        lipschitz,
        radial,
        angular,
        error,
        shift,
        delta: _, // as asked for
        epsilon_prime,
        once,
        closeness,
        hides: _, // not a term: what the user said about the query
    } = guarantee.clone();
    assert_eq!((dimension, changed), (1, 1), "a setting of these is of a single value");
    let bound = |name, bound: UpperBound| (name, May::Shrink, bound.value().clone());
    let mut all = vec![
        bound("epsilon_prime", epsilon_prime),
        ("epsilon", May::Stay, epsilon),
        ("sensitivity", May::Stay, sensitivity),
        ("scale", May::Stay, scale),
        ("cell", May::Stay, cell),
        bound("reach", reach),
        ("radius", May::Shrink, radius),
        bound("bias", bias),
        bound("radial", radial),
        bound("error", error),
        bound("shift", shift),
        bound("once", once),
        bound("above", closeness.above),
        bound("below", closeness.below),
    ];
    all.extend(lipschitz.map(|k| bound("lipschitz", k)));
    all.extend(angular.map(|moved| bound("angular", moved)));
    all
}

/// Settings by their names, in the order in which they were made.
#[derive(Default)]
struct Settings(Vec<(String, Outcome)>);

impl Settings {
    fn add<T>(
        &mut self,
        name: String,
        built: Result<T, Error>,
        terms: impl Fn(&T) -> Vec<(&'static str, May, Rational)>,
    ) {
        assert!(!name.contains('\t') && self.0.iter().all(|(other, _)| *other != name), "{name}");
        self.0.push((name, built.map(|built| terms(&built)).map_err(|error| error.to_string())));
    }

    /// One generator in one format: windows that are narrow, wide, off centre, far from 0 and tiny, on fine
    /// grids and coarse ones.
    fn laplace<F: Number, U: Tail<F>>(&mut self, name: &str) {
        for epsilon in ["1", "1/10", "ln(3)", "7"] {
            for (sensitivity, answers, window, grid) in [
                ("1", ("0", "1"), ("-16", "16"), "2^-10"),
                ("1", ("0", "1000"), ("-320", "1320"), "2^-7"),
                ("1/3", ("-5/7", "9/4"), ("-24", "3/2"), "2^-4"),
                ("5/2", ("0", "8"), ("0", "8"), "1"),
                ("1000", ("0", "1e6"), ("-2^14", "2^20"), "16"),
                ("2^-20", ("0", "2^-18"), ("-2^-17", "2^-16"), "2^-26"),
            ] {
                let name = format!(
                    "{name} ε={epsilon} Δ={sensitivity} answers={}..{} window={}..{} grid={grid}",
                    answers.0, answers.1, window.0, window.1
                );
                let built = Laplace::<F>::builder()
                    .epsilon(epsilon)
                    .sensitivity(sensitivity)
                    .answers(answers.0, answers.1)
                    .window(window.0, window.1)
                    .grid(grid)
                    .generator::<U>()
                    .build();
                self.add(name, built, |laplace| terms(laplace.guarantee()));
            }
        }
    }

    /// One sampler in one format: rectangles, discs and a region with a hole.
    fn planar<F: Number + Polar, S: Radius<F>>(&mut self, name: &str) {
        let side = Window::new(Grid::new(2).unwrap(), 0, 7).unwrap();
        let land = vec![!0x0000_3c3c_3c3c_0000];
        let mask = Mask::new(Rectangle::new(side, side).unwrap(), land).unwrap();
        for epsilon in ["1", "ln(4)", "1/20"] {
            let builder = |distance: &str, side: i32, grid: &str| {
                PlanarLaplace::<F>::builder()
                    .epsilon(epsilon)
                    .distance(distance)
                    .answers((-side, side), (0, side))
                    .grid(grid)
                    .sampler::<S>()
            };
            let name = |rest: &str| format!("{name} ε={epsilon} {rest}");
            self.add(
                name("Δ=200 answers=-5000..5000,0..5000 rectangle=-5000..5000,-16..4096 grid=1"),
                builder("200", 5000, "1").rectangle((-5000, 5000), (-16, 4096)).build(),
                |planar| terms(planar.guarantee()),
            );
            self.add(
                name("Δ=100/7 answers=-100..100,0..100 rectangle=-100..100,-50..150 grid=2^-6"),
                builder("100/7", 100, "2^-6").rectangle((-100, 100), (-50, 150)).build(),
                |planar| terms(planar.guarantee()),
            );
            self.add(
                name("Δ=100 answers=-500..500,0..500 disc=0,0,1000 grid=2"),
                builder("100", 500, "2").disc((0, 0), 1000).build(),
                |planar| terms(planar.guarantee()),
            );
            self.add(
                name("Δ=1 answers=-3..3,0..3 disc=1/2,-1/4,15/4 grid=2^-4"),
                builder("1", 3, "2^-4").disc(("1/2", "-1/4"), "15/4").build(),
                |planar| terms(planar.guarantee()),
            );
            self.add(
                name("Δ=50 answers=-28..28,0..28 mask grid=4"),
                builder("50", 28, "4").region(mask.clone()).build(),
                |planar| terms(planar.guarantee()),
            );
            self.add(
                name("Δ=1 answers=-28..28,0..28 angle=20 disc=0,0,32 grid=1"),
                builder("1", 28, "1").disc((0, 0), 32).angle_bits::<20>().build(),
                |planar| terms(planar.guarantee()),
            );
        }
    }

    /// What the builder refuses before the theory is asked, and a budget.
    fn unlike(&mut self) {
        let complete = || {
            Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-16, 16).grid("2^-10")
        };
        let none = Laplace::<f64>::builder;
        for (name, builder) in [
            ("nothing", none()),
            ("no window", none().epsilon(1).sensitivity(1).answers(0, 1).grid(1)),
            ("no grid", none().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1)),
            ("no sensitivity", none().epsilon(1).answers(0, 1).window(0, 1).grid(1)),
            ("ε = 0", complete().epsilon(0)),
            ("ε < 0", complete().epsilon(-1)),
            ("ε is no number", complete().epsilon("one")),
            ("ε is NaN", complete().epsilon(f64::NAN)),
            ("ε is tiny", complete().epsilon("2^-70")),
            ("Δ = 0", complete().sensitivity(0)),
            ("Δ is a logarithm", complete().sensitivity("ln(2)")),
            ("Δ is huge", complete().sensitivity("2^70")),
            ("answers reversed", complete().answers(1, 0)),
            ("answers beyond f64", complete().answers(0, "2^2000")),
            ("window reversed", complete().window(1, 0)),
            ("window off the grid", complete().window("1/3", 1)),
            ("window beyond f64", complete().window(0, "2^60")),
            ("grid is no power of two", complete().grid("1/3")),
            ("grid finer than the noise", complete().grid("2^-48")),
            ("budget too small", complete().at_most(1)),
            ("budget large enough", complete().at_most("1.001")),
        ] {
            self.add(format!("f64: {name}"), builder.build(), |laplace| terms(laplace.guarantee()));
        }
        let complete = || PlanarLaplace::<f64>::builder().epsilon(1).answers((0, 1), (0, 1)).grid("1/4");
        let area = |x: (i32, i32)| complete().rectangle(x, (0, 1));
        self.add("plane: no outputs".into(), complete().build(), |planar| terms(planar.guarantee()));
        self.add("plane: complete".into(), area((0, 1)).build(), |planar| terms(planar.guarantee()));
        self.add("plane: reversed".into(), area((1, 0)).build(), |planar| terms(planar.guarantee()));
        self.add("plane: over budget".into(), area((0, 1)).at_most(1).build(), |planar| {
            terms(planar.guarantee())
        });
        for radius in ["-1", "0", "1/8", "2^40"] {
            self.add(
                format!("plane: disc of radius {radius}"),
                complete().disc((0, 0), radius).build(),
                |planar| terms(planar.guarantee()),
            );
        }
    }
}

fn all() -> Settings {
    let mut all = Settings::default();
    all.laplace::<f64, Lazy<52>>("f64 Lazy<52>");
    all.laplace::<f64, Relative<52>>("f64 Relative<52>");
    all.laplace::<f64, Relative<20>>("f64 Relative<20>");
    all.laplace::<f64, Deep<52, 4>>("f64 Deep<52, 4>");
    all.laplace::<f64, Deep<52, 16>>("f64 Deep<52, 16>");
    all.laplace::<f64, Midpoint<53>>("f64 Midpoint<53>");
    all.laplace::<f64, Midpoint<32>>("f64 Midpoint<32>");
    all.laplace::<f32, Lazy<23>>("f32 Lazy<23>");
    all.laplace::<f32, Relative<23>>("f32 Relative<23>");
    all.laplace::<f32, Midpoint<24>>("f32 Midpoint<24>");
    all.laplace::<Fixed<64, 40>, Lazy<52>>("Fixed<64, 40> Lazy<52>");
    all.laplace::<Fixed<64, 40>, Midpoint<64>>("Fixed<64, 40> Midpoint<64>");
    all.laplace::<Fixed<64, 32>, Relative<52>>("Fixed<64, 32> Relative<52>");
    all.laplace::<Fixed<32, 24>, Relative<23>>("Fixed<32, 24> Relative<23>");
    all.laplace::<Fixed<32, 16>, Lazy<23>>("Fixed<32, 16> Lazy<23>");
    all.laplace::<Fixed<16, 8>, Midpoint<16>>("Fixed<16, 8> Midpoint<16>");
    all.planar::<f64, Gamma<Relative<52>>>("plane f64 Gamma<Relative<52>>");
    all.planar::<f64, Gamma<Deep<52, 4>>>("plane f64 Gamma<Deep<52, 4>>");
    all.planar::<f64, Gamma<Midpoint<53>>>("plane f64 Gamma<Midpoint<53>>");
    all.planar::<f64, Inverse<63>>("plane f64 Inverse<63>");
    all.planar::<Fixed<64, 32>, Gamma<Relative<52>>>("plane Fixed<64, 32> Gamma<Relative<52>>");
    all.planar::<Fixed<64, 32>, Inverse<40>>("plane Fixed<64, 32> Inverse<40>");
    all.planar::<Fixed<32, 12>, Gamma<Relative<23>>>("plane Fixed<32, 12> Gamma<Relative<23>>");
    all.unlike();
    all
}

/// Exactly, as `number::parse` reads it: a dyadic number as hexadecimal digits and a power of two, which is
/// shorter.
fn spelled(x: &Rational) -> String {
    let (numer, places) = (x.numer(), x.denom().bits() - 1);
    if *x.denom() != num_bigint::BigInt::from(1) << places {
        return x.to_string();
    }
    let sign = if numer.sign() == num_bigint::Sign::Minus { "-" } else { "" };
    if places == 0 {
        numer.to_string()
    } else {
        format!("{sign}0x{}p-{places}", numer.magnitude().to_str_radix(16))
    }
}

fn written(settings: &Settings) -> String {
    let mut text = String::new();
    for (name, outcome) in &settings.0 {
        match outcome {
            Ok(terms) => {
                let terms: Vec<_> =
                    terms.iter().map(|(term, _, x)| format!("{term}={}", spelled(x))).collect();
                writeln!(text, "{name}\t{}", terms.join(" ")).unwrap();
            }
            Err(refusal) => writeln!(text, "{name}\trefused: {refusal}").unwrap(),
        }
    }
    text
}

/// What is worse than the committed line, or differs from it where it must not.
fn complaint(outcome: &Outcome, golden: &str) -> Option<String> {
    let terms = match (outcome, golden.strip_prefix("refused: ")) {
        (Err(refusal), Some(before)) => {
            return (refusal != before).then(|| format!("is refused as {refusal:?}, was as {before:?}"));
        }
        (Err(refusal), None) => return Some(format!("is refused: {refusal}")),
        (Ok(_), Some(before)) => return Some(format!("is no longer refused: {before}")),
        (Ok(terms), None) => terms,
    };
    let mut before: BTreeMap<_, _> =
        golden.split(' ').map(|term| term.split_once('=').unwrap()).map(|(term, x)| (term, q(x))).collect();
    for (term, may, x) in terms {
        let Some(golden) = before.remove(term) else { return Some(format!("{term} is new")) };
        let kept = match may {
            May::Shrink => *x <= golden,
            May::Stay => *x == golden,
        };
        if !kept {
            return Some(format!("{term} is {}, was {}", spelled(x), spelled(&golden)));
        }
    }
    before.keys().next().map(|term| format!("{term} is gone"))
}

#[test]
fn no_guarantee_is_weaker_than_the_committed_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens.txt");
    let settings = all();
    let refused = settings.0.iter().filter(|(_, outcome)| outcome.is_err()).count();
    assert!(settings.0.len() - refused >= 300 && refused >= 100, "{} and {refused}", settings.0.len());
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(&path, written(&settings)).unwrap();
    }
    let goldens = std::fs::read_to_string(&path).unwrap();
    let mut goldens: BTreeMap<_, _> = goldens.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let mut complaints = String::new();
    for (name, outcome) in &settings.0 {
        let complaint = match goldens.remove(name.as_str()) {
            Some(golden) => complaint(outcome, golden),
            None => Some("is new".into()),
        };
        if let Some(complaint) = complaint {
            writeln!(complaints, "{name}: {complaint}").unwrap();
        }
    }
    assert!(complaints.is_empty(), "{complaints}If that is meant: KDELTA_WRITE=1");
    assert!(goldens.is_empty(), "not tried any more: {:?}", goldens.keys());
}

/// The comparison itself: one part in 2^100 more is seen, less of a bound is not held against it, and nothing
/// else may move.
#[test]
fn a_weaker_guarantee_would_be_seen() {
    let built =
        Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-16, 16).grid(1).build();
    let mut settings = Settings::default();
    settings.add("one".into(), built, |laplace| terms(laplace.guarantee()));
    let text = written(&settings);
    let golden = text.trim_end().split_once('\t').unwrap().1;
    let (_, outcome) = settings.0.remove(0);
    assert_eq!(complaint(&outcome, golden), None);
    let terms = outcome.unwrap();
    let tiny = kdelta_oracle::number::dyadic(1, -100);
    for (i, (name, may, x)) in terms.iter().enumerate() {
        for (moved, kept) in [(x + &tiny, false), (x - &tiny, matches!(may, May::Shrink))] {
            let mut terms = terms.clone();
            *terms.get_mut(i).unwrap() = (*name, *may, moved);
            assert_eq!(complaint(&Ok(terms), golden).is_none(), kept, "{name}");
        }
    }
    assert!(complaint(&Ok(terms.iter().skip(1).cloned().collect()), golden).unwrap().contains("is gone"));
    assert!(complaint(&Err("no".into()), golden).unwrap().contains("is refused"));
    assert!(complaint(&Err("no".into()), "refused: never").is_some());
    assert!(complaint(&Ok(terms), "refused: never").unwrap().contains("no longer"));
}
