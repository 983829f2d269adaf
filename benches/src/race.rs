//! Contenders in turn, many times over. A ratio is the median of the ratios of the rounds, so that a slow spell of the machine, which meets
//! both sides, cancels. Time is what the thread ran on its processor: on a busy machine a long pass is interrupted and a short one is not, and by the
//! clock on the wall the long one would look slower than it is.

use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::Instant;

/// A name and one pass over `count` values.
pub struct Contender<'a> {
    name: &'a str,
    count: usize,
    work: Box<dyn FnMut() + 'a>,
}

impl<'a> Contender<'a> {
    pub fn new(name: &'a str, count: usize, work: impl FnMut() + 'a) -> Self {
        Self { name, count, work: Box::new(work) }
    }

    /// The function of every input, one by one, into places of its own, which hold `empty` at first.
    pub fn over<A: Copy + 'a, B: Clone + 'a>(
        name: &'a str,
        inputs: &'a [A],
        empty: B,
        mut function: impl FnMut(A) -> B + 'a,
    ) -> Self {
        let mut places = vec![empty; inputs.len()];
        Self::new(name, inputs.len(), move || {
            for (place, &input) in places.iter_mut().zip(black_box(inputs)) {
                *place = function(input);
            }
            black_box(&mut places);
        })
    }
}

/// Nanoseconds of one value, by contender and round.
pub struct Race {
    times: Vec<(String, Vec<f64>)>,
}

impl Race {
    pub fn run(contenders: Vec<Contender<'_>>, rounds: usize) -> Self {
        let mut contenders = contenders;
        let mut times: Vec<_> = contenders.iter().map(|who| (who.name.to_owned(), Vec::new())).collect();
        for _ in 0..rounds {
            for (who, (_, times)) in contenders.iter_mut().zip(&mut times) {
                let start = processor_time();
                (who.work)();
                times.push((processor_time() - start) / who.count as f64);
            }
        }
        Self { times }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.times.iter().map(|(name, _)| name.as_str())
    }

    /// The median time of one value.
    pub fn time(&self, name: &str) -> f64 {
        median(self.of(name).to_vec())
    }

    /// How many times as long as `base`.
    pub fn ratio(&self, name: &str, base: &str) -> f64 {
        median(self.of(name).iter().zip(self.of(base)).map(|(time, base)| time / base).collect())
    }

    fn of(&self, name: &str) -> &[f64] {
        self.times.iter().find(|(found, _)| found == name).map_or(&[], |(_, times)| times)
    }
}

/// Nanoseconds that this thread has run.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// By the clock on the wall.
pub fn nanoseconds<T>(mut work: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e9
}

/// NaN for none.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The least of several runs, for work that is too long to interleave: other work on the machine only slows a run down.
pub fn least<T>(runs: usize, mut work: impl FnMut() -> T) -> f64 {
    (0..runs).map(|_| nanoseconds(&mut work)).fold(f64::INFINITY, f64::min)
}
