//! What runs a statement under `cargo test`, beside Kani: its body at every point of a bounded domain, and at
//! points drawn from a wider one.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "it is compiled for tests only, which fail by panicking and say what they ran"
)]

use crate::{Given, Statement};
use kdelta_oracle::threads;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// One answer of the enumeration, and how many answers there are to that question.
#[derive(Clone, Copy)]
struct Digit {
    value: u64,
    size: u64,
}

/// Gives the answers in the order of an odometer: the answer to the last question changes fastest. The answer
/// to the first question stays fixed, as each thread takes some of its values.
pub(crate) struct Odometer {
    digits: Vec<Digit>,
    asked: usize,
}

impl Odometer {
    fn choose(&mut self, size: u64) -> u64 {
        if self.asked == self.digits.len() {
            self.digits.push(Digit { value: 0, size });
        }
        let digit = self.digits[self.asked];
        assert_eq!(digit.size, size, "a domain must ask the same question after the same answers");
        self.asked += 1;
        digit.value
    }

    /// Goes to the next point with the same first answer. False after the last one.
    fn turn(&mut self) -> bool {
        self.asked = 0;
        while self.digits.len() > 1 {
            let last = self.digits.last_mut().unwrap();
            last.value += 1;
            if last.value < last.size {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

impl Given for Odometer {
    #[inline]
    fn bits(&mut self, n: u32) -> u64 {
        assert!(n <= 36, "too many to exhaust");
        self.choose(1 << n)
    }

    #[inline]
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.choose(high.abs_diff(low) + 1).cast_signed()
    }
}

/// Runs the body at every point of the exhausted domain, on all processors.
///
/// A statement must hold at every point, its premises must be met at some, and the number of points must be
/// the declared one. A control must fail at some point.
pub(crate) fn exhaust(statement: &Statement, body: impl Fn(&mut Odometer) -> bool + Sync) {
    let start = Instant::now();
    let first_size = AtomicU64::new(0);
    let next = AtomicU64::new(0);
    let (points, met) = (AtomicU64::new(0), AtomicU64::new(0));
    let failure: Mutex<Option<String>> = Mutex::new(None);
    let stop = AtomicBool::new(false);

    // The first question tells how many values its digit has; they are handed out in pieces.
    {
        let mut probe = Odometer { digits: Vec::new(), asked: 0 };
        let _ = quietly(|| body(&mut probe));
        first_size.store(probe.digits.first().map_or(1, |digit| digit.size), Relaxed);
    }
    let size = first_size.load(Relaxed);
    let piece = (size / 4096).max(1);

    let work = || {
        while !stop.load(Relaxed) {
            let from = next.fetch_add(piece, Relaxed);
            if from >= size {
                return;
            }
            for value in from..(from + piece).min(size) {
                let mut odometer = Odometer { digits: vec![Digit { value, size }], asked: 0 };
                let (mut here, mut reached) = (0, 0);
                let outcome = quietly(|| {
                    loop {
                        odometer.asked = 0;
                        here += 1;
                        reached += u64::from(body(&mut odometer));
                        if !odometer.turn() {
                            break;
                        }
                    }
                });
                points.fetch_add(here, Relaxed);
                met.fetch_add(reached, Relaxed);
                if let Err(message) = outcome {
                    let answers: Vec<u64> = odometer.digits.iter().map(|digit| digit.value).collect();
                    *failure.lock().unwrap() = Some(format!("{message} (answers {answers:?})"));
                    stop.store(true, Relaxed);
                }
            }
        }
    };
    threads::together(threads::available(), work);

    let (points, met, seconds) = (points.into_inner(), met.into_inner(), start.elapsed().as_secs_f64());
    let path = statement.path();
    match (failure.into_inner().unwrap(), statement.is_control()) {
        // Only the assertion of the statement refutes it. Another panic, such as an overflow, does not.
        (Some(found), true) if found.starts_with("assertion") => {
            println!("{path}: refuted, as it must be: {found}")
        }
        (Some(found), _) => panic!("{path}: {found}"),
        (None, true) => panic!("{path}: this control is wrong and yet survived {points} points"),
        (None, false) => {
            assert_eq!(points, statement.points, "{path}: points of the domain, found and declared");
            assert!(met > 0, "{path}: no point meets the premises");
            println!(
                "{path}: exhaustive, {points} points ({}), premises met at {met}, {seconds:.2} s",
                statement.domain
            );
        }
    }
}

/// How many points are drawn from a domain that is too large.
const DRAWS: usize = 100_000;

/// Runs the body on points drawn from the wider domain, if the statement has one; controls are refuted by
/// [`exhaust`] alone.
pub(crate) fn draw(statement: &Statement, body: fn(&mut Drawn) -> bool) {
    let (Some(domain), false) = (statement.wide(), statement.is_control()) else { return };
    let start = Instant::now();
    let (met, drawn) = (AtomicU64::new(0), AtomicU64::new(0));
    bolero::check!().with_iterations(DRAWS).with_type::<[u64; Drawn::WORDS]>().for_each(|words| {
        let reached = body(&mut Drawn { words: *words, used: 0 });
        met.fetch_add(u64::from(reached), Relaxed);
        drawn.fetch_add(1, Relaxed);
    });
    let (met, drawn) = (met.into_inner(), drawn.into_inner());
    assert!(met > 0, "{}: no drawn point meets the premises", statement.path());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}: property test, not exhaustive: {drawn} points drawn from {domain}, premises met at {met}, {seconds:.2} s",
        statement.path()
    );
}

/// Gives answers from random words. Half of the words get long runs of zeros or ones, because the borders of
/// a domain lie at such words.
pub(crate) struct Drawn {
    words: [u64; Self::WORDS],
    used: usize,
}

impl Drawn {
    const WORDS: usize = 32;

    fn next(&mut self) -> u64 {
        let word = self.words[self.used % Self::WORDS];
        self.used += 1;
        word
    }

    fn rough(&mut self) -> u64 {
        let (word, how) = (self.next(), self.next());
        let shift = u32::try_from(how >> 8 & 63).unwrap();
        match how & 7 {
            0 => word >> shift,
            1 => word << shift,
            2 => !(word >> shift),
            3 => (1 << shift) ^ (word & 3),
            _ => word,
        }
    }
}

impl Given for Drawn {
    fn bits(&mut self, n: u32) -> u64 {
        // The high end of the word: a float's exponent and sign are there.
        self.rough() >> (64 - n)
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = u128::from(high.abs_diff(low)) + 1;
        let offset = u64::try_from(u128::from(self.rough()) % span).unwrap();
        low.wrapping_add_unsigned(offset)
    }
}

/// Runs `work`; a panic becomes its message, without a report on stderr.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static SILENT: std::sync::Once = std::sync::Once::new();
    SILENT.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    outcome.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_string())
    })
}

thread_local! {
    static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
