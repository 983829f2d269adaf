//! Every point of a finite domain: the supremum of |n′ − n| itself, not a bound on it.
//!
//! The filter ([`crate::filter`]) evaluates the objective g(x) = |n′(x) − n(x)| (or |n′ − n| − 2^-p·|n|) at every
//! point, to within η = [`MARGIN`]. **Why that is enough:** let G be the largest filtered objective. A point whose
//! filtered objective is below G − 2η has g < G − 2η + η = G − η, and the point where G was found has g ≥ G − η.
//! So the supremum is attained among the *candidates*, the points within 2η of G, and only these are given to
//! MPFR. If there were too many to keep, G + η is the bound; that is within 2η of the truth.

use crate::error::Error;
use crate::filter::{FRACTION, MARGIN};
use crate::function::{Fast, Nearby};
use crate::number::Dyadic;
use crate::result::{Bound, KernelResult, Method, Term, Unit, Witness, magnitudes, tools};
use crate::subject::{Input, Kernel, Subject};
use crate::tally::{Candidate, Identity, Tally, Top};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::threads;
use num_traits::Zero;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Part `index` of `of` parts of a domain, nearly equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The whole domain.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Part `index` of `of`.
    ///
    /// # Errors
    /// [`Error::Shard`] unless index < of ≤ 2^20.
    pub fn new(index: u64, of: u64) -> Result<Self, Error> {
        if index < of && of <= 1 << 20 {
            Ok(Self { index, of })
        } else {
            Err(Error::Shard(format!("{index}/{of}")))
        }
    }

    /// [from, to) of `points` points: consecutive shards share their ends, so that all parts tile the domain.
    #[must_use]
    pub const fn range(self, points: u64) -> (u64, u64) {
        (points * self.index / self.of, points * (self.index + 1) / self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parse = || {
            let (index, of) = text.split_once('/')?;
            Some((index.parse().ok()?, of.parse().ok()?))
        };
        let (index, of) = parse().ok_or_else(|| Error::Shard(text.to_owned()))?;
        Self::new(index, of)
    }
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which part of the domain.
    pub shard: Shard,
    /// p of the objective |error| − 2^-p·|exact|: bounds the error as A + 2^-p·|exact|. None: as A alone.
    pub relative: Option<u32>,
    /// How many threads.
    pub threads: usize,
    /// Where to keep the state; an existing one is continued.
    pub state: Option<PathBuf>,
    /// How often to write the state.
    pub save_every: Duration,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            shard: Shard::WHOLE,
            relative: None,
            threads: threads::available(),
            state: None,
            save_every: Duration::from_secs(15),
        }
    }
}

/// Points in one piece of work: some milliseconds.
const CHUNK: u64 = 1 << 16;

/// The output is no number near the exact one.
#[cold]
fn not_near(input: Input, output: Dyadic) -> Error {
    Error::NotALogarithm { input: input.to_string(), output: output.to_rational().to_string() }
}

/// The objectives of the points [from, to); of a point with two results, the larger one.
fn sweep_chunk<K: Kernel>(
    subject: &Subject<K>,
    filter: &Fast,
    relative: Option<u32>,
    from: u64,
    to: u64,
) -> Result<Top, Error> {
    let mut top = Top::default();
    let (mut near, mut near_other) = (Nearby::of(filter), Nearby::of(filter));
    for index in from..to {
        let ((input, output), other) = subject.results(index)?;
        let Some(filtered) = near.objective(input.to_dyadic(), output, relative) else {
            return Err(not_near(input, output));
        };
        let mut objective = filtered.objective;
        if let Some((input, output)) = other {
            match near_other.objective(input.to_dyadic(), output, relative) {
                Some(filtered) => objective = objective.max(filtered.objective),
                None => return Err(not_near(input, output)),
            }
        }
        top.see(Candidate { objective, index });
    }
    top.settle();
    Ok(top)
}

/// Whether there is a state to continue. A state is replaced as a whole, which a pipe or a device is not.
fn is_there(path: &Path) -> Result<bool, Error> {
    let cause = match std::fs::metadata(path) {
        Ok(found) if found.is_file() => return Ok(true),
        Ok(_) => std::io::Error::new(ErrorKind::InvalidInput, "a state is kept in a regular file; name one"),
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(false),
        Err(why) => why,
    };
    Err(Error::File { path: path.to_owned(), cause })
}

/// Sees every point of the plan's shard; `progress` is told (points seen, points of the shard) and may break off.
///
/// # Guarantee
/// The tally depends on the points seen only: neither on threads nor on interruptions. A state file is written
/// at the start, at least every `save_every` (plus one chunk) and at the end, also when broken off; a state of another subject
/// is refused.
///
/// # Errors
/// [`Error::NotALogarithm`] where the kernel delivers no number near a logarithm; [`Error::Mixed`],
/// [`Error::Damaged`] and [`Error::File`] from the state file.
pub fn sweep<K: Kernel>(
    subject: &Subject<K>,
    plan: &Plan,
    mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Tally, Error> {
    let filter = subject.kernel.function().fast()?;
    let mut tally = Tally::new(Identity::of(subject, plan.relative)?);
    if let Some(path) = &plan.state {
        if is_there(path)? {
            tally.join(&Tally::load(path)?)?;
        }
    }
    let (start, end) = plan.shard.range(subject.grid.points());
    if let Some((from, to)) = tally.done.iter().find(|&(from, to)| from < start || to > end) {
        return Err(Error::Overlap { from, to });
    }
    // A state that cannot be kept is noticed now and not after hours.
    if let Some(path) = &plan.state {
        tally.save(path)?;
    }
    let work: Vec<(u64, u64)> = tally
        .done
        .missing(start, end)
        .into_iter()
        .flat_map(|(from, to)| {
            (0..(to - from).div_ceil(CHUNK)).map(move |i| {
                let first = from + i * CHUNK;
                (first, to.min(first + CHUNK))
            })
        })
        .collect();

    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| -> Result<(), Error> {
        let (sender, receiver) = mpsc::channel();
        // The next piece of work, done.
        let done = || {
            let (from, to) = *work.get(next.fetch_add(1, Ordering::Relaxed))?;
            let stopped = stop.load(Ordering::Relaxed);
            (!stopped).then(|| (from, to, sweep_chunk(subject, &filter, plan.relative, from, to)))
        };
        let mut spawned = 0;
        for _ in 0..plan.threads.max(1) {
            let sender = sender.clone();
            let send_all = move || while done().is_some_and(|done| sender.send(done).is_ok()) {};
            // A container may limit the number of threads; those that there are do all the work.
            if Builder::new().spawn_scoped(scope, send_all).is_err() {
                break;
            }
            spawned += 1;
        }
        drop(sender);
        // Without any other thread, this one does the work, piece by piece.
        let pieces: &mut dyn Iterator<Item = _> =
            if spawned > 0 { &mut receiver.into_iter() } else { &mut std::iter::from_fn(done) };
        let mut saved = Instant::now();
        let mut outcome = Ok(());
        for (from, to, top) in pieces {
            // After an error or a break, what other threads finish is still taken over.
            let taken = top.and_then(|top| {
                tally.done.add(from, to)?;
                tally.top.join(&top);
                if let Some(path) = plan.state.as_ref().filter(|_| saved.elapsed() >= plan.save_every) {
                    tally.save(path)?;
                    saved = Instant::now();
                }
                Ok(())
            });
            if let Err(error) = taken {
                stop.store(true, Ordering::Relaxed);
                outcome = Err(error);
            }
            if progress(tally.done.count(), end - start).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        outcome
    })?;
    if let Some(path) = &plan.state {
        tally.save(path)?;
    }
    Ok(tally)
}

/// Joins the tallies of shards.
///
/// # Errors
/// [`Error::Mixed`], [`Error::Overlap`], [`Error::Gap`]; [`Error::Gap`] also for no tally at all.
pub fn merge(tallies: &[Tally]) -> Result<Tally, Error> {
    let Some(first) = tallies.first() else {
        return Err(Error::Gap { from: 0, to: 1 });
    };
    let mut whole = Tally::new(first.identity.clone());
    for tally in tallies {
        whole.join(tally)?;
    }
    whole.require_complete()?;
    Ok(whole)
}

/// Turns a complete tally into a result: MPFR decides the candidates.
///
/// # Guarantee
/// The bound is at least the objective of every point of the domain; the witness attains it to within 2^-99,
/// or 2^-80 if there were too many candidates to keep.
///
/// # Errors
/// [`Error::Gap`] unless complete, [`Error::Mixed`] for another subject, [`Error::Stale`] if MPFR contradicts
/// what the tally says about a candidate.
pub fn conclude<K: Kernel>(subject: &Subject<K>, tally: &Tally) -> Result<KernelResult, Error> {
    tally.identity.expect(&Identity::of(subject, tally.identity.relative)?)?;
    tally.require_complete()?;
    let relative = tally.identity.relative.map_or_else(Rational::zero, |p| dyadic(1, -p.cast_signed()));
    let margin = in_units(MARGIN);
    let mut bound = Rational::zero();
    let mut worst: Option<(Rational, Witness)> = None;
    for candidate in tally.top.candidates() {
        let index = candidate.index;
        if index >= subject.grid.points() {
            return Err(Error::Stale { index });
        }
        let (result, other) = subject.results(index)?;
        // The objective of the point is the largest of its results; these enclose it.
        let (mut least, mut most): (Option<Rational>, Option<Rational>) = (None, None);
        for (input, output) in [Some(result), other].into_iter().flatten() {
            let (error, exact) = subject.kernel.function().error(input.to_dyadic(), output)?;
            let (errors, logarithms) = (magnitudes(&error), magnitudes(&exact));
            let (low, high) = (errors.0 - &relative * logarithms.1, errors.1 - &relative * logarithms.0);
            if worst.as_ref().is_none_or(|(lowest, _)| low > *lowest) {
                let witness = Witness { input, output: output.to_rational(), error, exact };
                worst = Some((low.clone(), witness));
            }
            (least, most) = (least.max(Some(low)), most.max(Some(high)));
        }
        let (Some(low), Some(high)) = (least, most) else { return Err(Error::Stale { index }) };
        let filtered = in_units(candidate.objective);
        if low > &filtered + &margin || high < filtered - &margin {
            return Err(Error::Stale { index });
        }
        bound = bound.max(high);
    }
    if let (true, Some(best)) = (tally.top.is_full(), tally.top.candidates().first()) {
        bound = bound.max(in_units(best.objective) + margin);
    }
    let Some((_, witness)) = worst else {
        return Err(Error::Gap { from: 0, to: subject.grid.points() });
    };
    let absolute = UpperBound::new(bound).rounded(FRACTION);
    let [least, most] =
        [subject.grid.least(), subject.grid.most()].map(|input| input.to_dyadic().to_rational());
    let largest = subject.kernel.function().largest(&least, &most)?;
    let term = |name: &str, unit, value: &Rational, method: &str| Term {
        name: name.to_owned(),
        unit,
        value: value.clone(),
        method: method.to_owned(),
    };
    let mut terms =
        vec![term("every point", Unit::Scale, absolute.value(), "filter on every point, MPFR on candidates")];
    if !relative.is_zero() {
        terms.push(term(
            "relative part",
            Unit::Magnitude,
            &relative,
            "chosen; the absolute part pays the rest",
        ));
    }
    Ok(KernelResult {
        name: tally.identity.kernel.clone(),
        format: tally.identity.format.clone(),
        domain: tally.identity.domain.clone(),
        points: Some(tally.identity.points.into()),
        fingerprint: Some(tally.identity.fingerprint.clone()),
        terms,
        bound: Bound { absolute, relative: UpperBound::new(relative), largest_value: largest },
        witness,
        method: Method::Exhaustive,
        mpfr_calls: u64::try_from(tally.top.candidates().len()).unwrap_or(u64::MAX),
        tools: tools().into_iter().chain(subject.kernel.depends_on()).collect(),
    })
}

/// Certifies a subject in one go: [`sweep`] without interruption, then [`conclude`].
///
/// # Errors
/// Those of both.
pub fn certify<K: Kernel>(subject: &Subject<K>, relative: Option<u32>) -> Result<KernelResult, Error> {
    let plan = Plan { relative, ..Plan::default() };
    conclude(subject, &sweep(subject, &plan, |_, _| ControlFlow::Continue(()))?)
}

fn in_units(mantissa: i128) -> Rational {
    Dyadic { mantissa, exponent: -FRACTION.cast_signed() }.to_rational()
}
