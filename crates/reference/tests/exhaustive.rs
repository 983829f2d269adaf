//! Exhaustive certification: sound, deterministic, resumable, and unforgiving to a single wrong output.
#![allow(clippy::unwrap_used, reason = "tests")]

use kdelta_oracle::number::dyadic;
use kdelta_reference::exhaustive::{Plan, Shard, conclude, merge, sweep};
use kdelta_reference::number::Dyadic;
use kdelta_reference::subject::{
    CosSin, Grid, Input, InverseTailF32, InverseTailF64, Kernel, Results, ShiftAdd16, ShiftAdd32, Subject,
    TableF32, TableF64,
};
use kdelta_reference::tally::{Candidate, Tally, Top};
use kdelta_reference::{Error, Function, KernelResult, exhaustive};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// A kernel that is wrong at one input.
struct Wrong<K> {
    inner: K,
    at: u64,
    wrong: fn(Dyadic) -> Option<Dyadic>,
}

impl<K: Kernel> Kernel for Wrong<K> {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn format(&self) -> String {
        self.inner.format()
    }
    fn function(&self) -> Function {
        self.inner.function()
    }
    fn value(&self, v: Input) -> Option<Dyadic> {
        let output = self.inner.value(v)?;
        if v.numerator == self.at { (self.wrong)(output) } else { Some(output) }
    }
}

fn plain(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("kdelta-reference-{}-{name}.json", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Bound over witness, as text rounded up, must be small.
fn assert_tight(result: &KernelResult) {
    let ratio = result.ratio().unwrap();
    assert!(*ratio.value() <= dyadic(21, 0) / dyadic(20, 0), "{} {ratio}", result.name);
}

#[test]
fn one_ulp_at_one_input_of_2_to_the_24_is_caught() {
    let grid = Grid::Steps { bits: 24 };
    let right = exhaustive::certify(&Subject::new(ShiftAdd32, grid).unwrap(), None).unwrap();
    assert_tight(&right);
    assert_eq!(right.points, Some((1 << 24) - 1));
    // The error of a good output is at most about half an ulp, so an ulp more, in either direction, gives an
    // error beyond half an ulp; it is caught wherever the result with the ulp is worse than the good supremum.
    let worse: [fn(Dyadic) -> Option<Dyadic>; 2] = [
        |y| Some(Dyadic { mantissa: y.mantissa + 1, ..y }),
        |y| Some(Dyadic { mantissa: y.mantissa - 1, ..y }),
    ];
    for (at, wrong) in [(1, worse[0]), (12_345_678, worse[1]), ((1 << 24) - 1, worse[0])] {
        let subject = Subject::new(Wrong { inner: ShiftAdd32, at, wrong }, grid).unwrap();
        let result = exhaustive::certify(&subject, None).unwrap();
        assert_eq!(result.witness.input.numerator, at);
        assert!(result.bound.absolute > right.bound.absolute);
    }
}

/// The error of a good cosine is below 0.75 of the last place, so one more place shows wherever the error had its sign.
#[test]
fn one_last_place_of_a_cosine_is_caught() {
    let grid = Grid::Steps { bits: 20 };
    let right = exhaustive::certify(&Subject::new(CosSin, grid).unwrap(), None).unwrap();
    assert_tight(&right);
    for at in [1, 123_456, 524_288, (1 << 20) - 1] {
        let caught = |wrong| {
            let subject = Subject::new(Wrong { inner: CosSin, at, wrong }, grid).unwrap();
            let result = exhaustive::certify(&subject, None).unwrap();
            result.witness.input.numerator == at && result.bound.absolute > right.bound.absolute
        };
        let (up, down) = (
            caught(|y| Some(Dyadic { mantissa: y.mantissa + 1, ..y })),
            caught(|y| Some(Dyadic { mantissa: y.mantissa - 1, ..y })),
        );
        assert!(up || down, "{at}");
        assert!(caught(|y| Some(Dyadic { mantissa: y.mantissa + 2, ..y })), "{at}");
    }
}

/// Two last places more are at least one and a half too many: at any point, and in both formats.
#[test]
fn two_last_places_of_an_inverse_tail_are_caught() {
    fn check<K: Kernel + Copy>(kernel: K, relative: u32, wrong: fn(Dyadic) -> Option<Dyadic>) {
        let grid = Grid::Logarithms { end: 4, bits: 12 };
        let right = exhaustive::certify(&Subject::new(kernel, grid).unwrap(), Some(relative)).unwrap();
        assert_eq!(right.points, Some(1 << 16));
        for at in [1, 77, 4096, 65_535] {
            let subject = Subject::new(Wrong { inner: kernel, at, wrong }, grid).unwrap();
            let result = exhaustive::certify(&subject, Some(relative)).unwrap();
            // Relative to so little as at ℓ = 2^-12, an error is still smaller than others elsewhere.
            assert!(result.bound.absolute > right.bound.absolute || at == 1, "{at}");
            assert!(result.witness.input.numerator == at || at == 1, "{at}");
        }
    }
    check(InverseTailF64, 53, |y| Some(Dyadic { mantissa: y.mantissa + 2, ..y }));
    check(InverseTailF32, 24, |y| Some(Dyadic { mantissa: y.mantissa - (2 << 29), ..y }));
}

/// `CosSin` with a sine that is off by one last place at one turn; its cosine is right everywhere.
struct WrongSine(u64, i128);

impl Kernel for WrongSine {
    fn name(&self) -> String {
        CosSin.name()
    }
    fn format(&self) -> String {
        CosSin.format()
    }
    fn function(&self) -> Function {
        CosSin.function()
    }
    fn value(&self, v: Input) -> Option<Dyadic> {
        CosSin.value(v)
    }
    fn results(&self, v: Input) -> Option<Results> {
        let (cos, other) = CosSin.results(v)?;
        let wrong = |(input, mut sin): (Input, Dyadic)| {
            sin.mantissa += if v.numerator == self.0 { self.1 } else { 0 };
            (input, sin)
        };
        Some((cos, other.map(wrong)))
    }
}

#[test]
fn one_last_place_of_a_sine_is_caught() {
    let grid = Grid::Steps { bits: 16 };
    let right = exhaustive::certify(&Subject::new(CosSin, grid).unwrap(), None).unwrap();
    for at in [1, 12_345, 40_000, 65_535] {
        // Of the two directions, one makes an error larger than 1/2 of the last place larger than 1.
        let larger = [-1, 1].into_iter().filter(|&by| {
            let subject = Subject::new(WrongSine(at, by), grid).unwrap();
            let wrong = exhaustive::certify(&subject, None).unwrap();
            wrong.bound.absolute.value() > right.bound.absolute.value()
        });
        assert!(larger.count() > 0, "{at}");
    }
}

#[test]
fn outputs_that_are_no_logarithm_are_refused() {
    let grid = Grid::Steps { bits: 12 };
    let wrongs: [fn(Dyadic) -> Option<Dyadic>; 2] =
        [|_| None, |_| Some(Dyadic { mantissa: 1, exponent: 1000 })];
    for wrong in wrongs {
        let subject = Subject::new(Wrong { inner: TableF64, at: 77, wrong }, grid).unwrap();
        assert!(matches!(exhaustive::certify(&subject, None), Err(Error::NotALogarithm { .. })));
    }
    // A wrong sign is a number, and a large error.
    let subject = Subject::new(
        Wrong { inner: TableF64, at: 77, wrong: |y| Some(Dyadic { mantissa: -y.mantissa, ..y }) },
        grid,
    )
    .unwrap();
    assert!(*exhaustive::certify(&subject, None).unwrap().bound.absolute.value() > dyadic(7, 0));
}

#[test]
fn supremum_agrees_with_mpfr_at_every_point() {
    fn brute<K: Kernel>(kernel: K, grid: Grid, relative: Option<u32>) {
        let subject = Subject::new(kernel, grid).unwrap();
        let result = exhaustive::certify(&subject, relative).unwrap();
        let part = relative.map_or_else(|| dyadic(0, 0), |p| dyadic(1, -p.cast_signed()));
        let mut largest = dyadic(0, 0);
        for index in 0..grid.points() {
            let (input, output) = subject.point(index).unwrap();
            let (error, exact) = subject.kernel.function().error(input, output).unwrap();
            let objective =
                error.lo().max(&-error.lo()).clone() - exact.lo().max(&-exact.lo()).clone() * &part;
            largest = largest.max(objective);
        }
        let bound = result.bound.absolute.value();
        assert!(
            *bound >= &largest - dyadic(1, -105) && *bound <= largest + dyadic(1, -98),
            "{}",
            result.name
        );
    }
    brute(ShiftAdd16, Grid::Steps { bits: 16 }, None);
    brute(TableF32, Grid::Odd { bits: 14 }, Some(24));
    brute(TableF64, Grid::Steps { bits: 13 }, Some(53));
    brute(CosSin, Grid::Steps { bits: 13 }, None);
    brute(CosSin, Grid::Odd { bits: 12 }, Some(60));
    brute(InverseTailF64, Grid::Logarithms { end: 5, bits: 6 }, Some(53));
    brute(InverseTailF32, Grid::Steps { bits: 11 }, Some(24));
}

#[test]
fn threads_interruptions_and_shards_do_not_change_the_result() {
    let subject = Subject::new(TableF32, Grid::Steps { bits: 20 }).unwrap();
    let base = Plan { threads: 1, ..Plan::default() };
    let whole = sweep(&subject, &base, plain).unwrap();
    let result = conclude(&subject, &whole).unwrap();

    let threads = Plan { threads: 7, ..Plan::default() };
    assert_eq!(sweep(&subject, &threads, plain).unwrap(), whole);

    let shards: Vec<Tally> = (0..3)
        .map(|i| {
            let plan = Plan { shard: Shard::new(i, 3).unwrap(), ..Plan::default() };
            sweep(&subject, &plan, plain).unwrap()
        })
        .collect();
    assert_eq!(conclude(&subject, &merge(&shards).unwrap()).unwrap(), result);

    // Broken off after every few chunks, and continued from the file each time.
    let state = temporary("interrupted");
    let plan = Plan { state: Some(state.clone()), threads: 2, ..Plan::default() };
    let mut runs = 0;
    let complete = loop {
        let mut chunks = 0;
        let tally = sweep(&subject, &plan, |_, _| {
            chunks += 1;
            if chunks >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        runs += 1;
        if tally.require_complete().is_ok() {
            break tally;
        }
    };
    assert!(runs > 2, "the run was never interrupted");
    assert_eq!(complete, whole);
    assert_eq!(Tally::load(&state).unwrap(), whole);
    std::fs::remove_file(state).unwrap();
}

#[test]
fn merge_refuses_gaps_overlaps_and_mixed_subjects() {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 16 }).unwrap();
    let part = |index, of| {
        let plan = Plan { shard: Shard::new(index, of).unwrap(), ..Plan::default() };
        sweep(&subject, &plan, plain).unwrap()
    };
    let (a, b, c) = (part(0, 3), part(1, 3), part(2, 3));
    assert!(merge(&[b.clone(), c.clone(), a.clone()]).is_ok());
    assert!(matches!(merge(&[a.clone(), c.clone()]), Err(Error::Gap { from: 21_845, to: 43_690 })));
    assert!(matches!(merge(&[a.clone(), b.clone()]), Err(Error::Gap { to: 65_535, .. })));
    assert!(matches!(merge(&[]), Err(Error::Gap { .. })));
    assert!(matches!(merge(&[a.clone(), a.clone(), b.clone(), c.clone()]), Err(Error::Overlap { .. })));
    assert!(matches!(merge(&[part(0, 2), b.clone(), c.clone()]), Err(Error::Overlap { .. })));
    let other = Subject::new(TableF32, Grid::Steps { bits: 16 }).unwrap();
    let foreign =
        sweep(&other, &Plan { shard: Shard::new(1, 3).unwrap(), ..Plan::default() }, plain).unwrap();
    assert!(matches!(merge(&[a.clone(), foreign, c]), Err(Error::Mixed { .. })));
    assert!(matches!(conclude(&subject, &a), Err(Error::Gap { .. })));
    assert!(matches!(conclude(&other, &merge(&[a, b, part(2, 3)]).unwrap()), Err(Error::Mixed { .. })));
    for text in ["3/3", "1", "0/0", "-1/2", "a/b"] {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
}

#[test]
fn shards_tile_every_domain() {
    for points in [1, 10, 65_535, (1 << 32) - 1] {
        for of in [1, 2, 3, 7, 64] {
            let ends: Vec<_> = (0..of).map(|i| Shard::new(i, of).unwrap().range(points)).collect();
            assert!(ends[0].0 == 0 && ends[ends.len() - 1].1 == points, "{points} {of}");
            assert!(ends.windows(2).all(|pair| pair[0].1 == pair[1].0), "{points} {of}");
        }
    }
}

#[test]
fn a_maximum_that_mpfr_contradicts_is_stale() {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 10 }).unwrap();
    let tally = sweep(&subject, &Plan::default(), plain).unwrap();
    let best = tally.top.candidates()[0];
    assert!(conclude(&subject, &tally).is_ok());
    for (objective, index) in [(best.objective * 2, best.index), (best.objective / 2, best.index), (0, 5000)]
    {
        let mut top = Top::default();
        top.see(Candidate { objective, index });
        let forged = Tally { top, ..tally.clone() };
        assert!(matches!(conclude(&subject, &forged), Err(Error::Stale { .. })), "{objective} {index}");
    }
}

/// Before any point is seen: the run may take hours.
#[test]
fn a_state_that_cannot_be_kept_is_refused_at_once() {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 16 }).unwrap();
    let absent = temporary("absent").join("state");
    for path in [absent, std::env::temp_dir(), "/dev/null".into()] {
        let plan = Plan { state: Some(path.clone()), ..Plan::default() };
        let outcome = sweep(&subject, &plan, |_, _| panic!("a point was seen"));
        assert!(matches!(outcome, Err(Error::File { .. })), "{}: {outcome:?}", path.display());
    }
}

#[test]
fn a_state_of_another_subject_or_a_damaged_one_is_refused() {
    let path = temporary("state");
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 16 }).unwrap();
    let plan = Plan { state: Some(path.clone()), save_every: Duration::ZERO, ..Plan::default() };
    let tally = sweep(&subject, &plan, plain).unwrap();
    // Same kernel name, one output changed: the fingerprint tells.
    let wrong = Wrong { inner: ShiftAdd16, at: 1, wrong: |y| Some(Dyadic { mantissa: y.mantissa + 1, ..y }) };
    let imposter = Subject::new(wrong, Grid::Steps { bits: 16 }).unwrap();
    assert!(matches!(sweep(&imposter, &plan, plain), Err(Error::Mixed { .. })));
    let relative = Plan { relative: Some(24), ..plan.clone() };
    assert!(matches!(sweep(&subject, &relative, plain), Err(Error::Mixed { .. })));
    let elsewhere = Plan { shard: Shard::new(1, 2).unwrap(), ..plan.clone() };
    assert!(matches!(sweep(&subject, &elsewhere, plain), Err(Error::Overlap { .. })));

    let text = std::fs::read_to_string(&path).unwrap();
    let index = tally.top.candidates()[0].index;
    for damage in [
        text.replacen(&index.to_string(), "5", 1),
        text.replacen("version 1", "version 2", 1),
        text.get(..text.len() / 2).unwrap().to_owned(),
        text.replacen("65535\n", "65534\n", 1),
    ] {
        assert_ne!(damage, text);
        std::fs::write(&path, damage).unwrap();
        assert!(matches!(sweep(&subject, &plan, plain), Err(Error::Damaged { .. })));
    }
    std::fs::write(&path, text).unwrap();
    assert_eq!(sweep(&subject, &plan, plain).unwrap(), tally);
    std::fs::remove_file(path).unwrap();
}

/// A finished run does not outlive an edit of the kernel, even where no output of the fingerprint changed.
#[test]
fn a_state_of_an_older_source_is_refused() {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 10 }).unwrap();
    let mut tally = sweep(&subject, &Plan::default(), plain).unwrap();
    assert!(conclude(&subject, &tally).is_ok());
    let (file, digest) = &mut tally.identity.depends_on[0];
    assert_eq!((file.as_str(), digest.len()), ("shift_add.rs", 64));
    digest.replace_range(..1, "x");
    assert!(matches!(conclude(&subject, &tally), Err(Error::Mixed { .. })));
}

#[test]
fn json_holds_exact_numbers_in_a_fixed_order() {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 10 }).unwrap();
    let result = exhaustive::certify(&subject, None).unwrap();
    let text = serde_json::to_string(&result).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let absolute = json["bound"]["absolute"].as_str().unwrap();
    assert_eq!(kdelta_oracle::number::parse(absolute).unwrap(), *result.bound.absolute.value());
    assert_eq!(json["points"], "1023");
    let keys = ["name", "domain", "points", "method", "terms", "bound", "witness", "tools"];
    let positions: Vec<_> = keys.iter().map(|key| text.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(positions.is_sorted());
    assert_eq!(text, serde_json::to_string(&exhaustive::certify(&subject, None).unwrap()).unwrap());
}
