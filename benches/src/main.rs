//! Times one release of each contender on the same vector, in turn, many times over; prints medians and ratios.
//!
//! Exit code 1 if a target is missed: kdelta in f64 at most 2 textbooks, OpenDP at least 100 kdeltas, and on the plane kdelta at most
//! 3 naive mechanisms.

mod planar;

use kdelta::entropy::Cryptographic;
use kdelta::rand_core::{RngCore, SeedableRng};
use kdelta::{Deep, Fixed, Laplace, Release};
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::make_laplace;
use opendp::metrics::L1Distance;
use rand_chacha::ChaCha20Rng;
use std::hint::black_box;
use std::time::Instant;

const LENGTH: usize = 10_000;
const ROUNDS: usize = 201;
/// OpenDP is slow enough that a short vector in few rounds measures well.
const OPENDP_LENGTH: usize = 1_000;
const OPENDP_ROUNDS: usize = 5;

/// −sgn(u)·b·ln(1 − 2|u|) for a uniform u of (−½, ½): the mechanism of the textbooks. Not private.
fn textbook(answer: f64, scale: f64, rng: &mut ChaCha20Rng) -> f64 {
    let u = (rng.next_u64() >> 11) as f64 * 2f64.powi(-53) - 0.5;
    answer - scale * u.signum() * (1.0 - 2.0 * u.abs()).ln()
}

/// A name and one pass over the vector.
type Contender<'a> = (&'a str, Box<dyn FnMut() + 'a>);

fn nanoseconds(count: usize, work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64 / count as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// What a race found: the median time of each contender, and whether one was slower than its target.
struct Race {
    medians: Vec<(String, f64)>,
    missed: bool,
}

impl Race {
    fn median_of(&self, name: &str) -> f64 {
        self.medians.iter().find(|(found, _)| found == name).map_or(f64::NAN, |(_, time)| *time)
    }
}

/// Runs all contenders in turn, many times over, and prints each beside the first one, with the target that `target` says.
fn race(first: &str, contenders: &mut [Contender<'_>], target: impl Fn(&str) -> Option<f64>) -> Race {
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..ROUNDS {
        for ((_, work), times) in contenders.iter_mut().zip(&mut times) {
            times.push(nanoseconds(LENGTH, work));
        }
    }
    // The ratio of each round to the first contender of the same round, so that a slow spell of the machine cancels.
    let base = times[0].clone();
    let heading = format!("times the {first}");
    println!("{:<42} {:>12} {:>22}", "one release, ChaCha20, median of rounds", "ns", heading);
    let mut race = Race { medians: Vec::new(), missed: false };
    for ((name, _), times) in contenders.iter().zip(&mut times) {
        let mut ratios: Vec<f64> = times.iter().zip(&base).map(|(time, base)| time / base).collect();
        let (time, ratio) = (median(times), median(&mut ratios));
        let target = target(name);
        race.missed |= target.is_some_and(|target| ratio > target);
        let shown = target.map_or(String::new(), |target| format!("  (≤ {target})"));
        println!("{name:<42} {time:>12.1} {ratio:>16.2}{shown}");
        race.medians.push(((*name).to_owned(), time));
    }
    race
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setting =
        || Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(-16, 16).window(-32, 32).grid("2^-10");
    let f64_laplace = setting().build()?;
    let deep = setting().generator::<Deep<52, 4>>().build()?;
    let f32_laplace = Laplace::<f32>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(-8, 8)
        .window(-16, 16)
        .grid("2^-6")
        .build()?;
    let fixed = Laplace::<Fixed<64, 32>>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(-16, 16)
        .window(-32, 32)
        .grid("2^-10")
        .build()?;

    let answers: Vec<f64> = (0..LENGTH).map(|i| (i % 32) as f64 - 15.5).collect();
    let narrow: Vec<f32> = answers.iter().map(|&x| x as f32 / 2.0).collect();
    let words: Vec<Fixed<64, 32>> =
        answers.iter().filter_map(|x| Fixed::from_raw((x * 2f64.powi(32)) as i64)).collect();
    let mut plain = vec![0.0; LENGTH];
    let mut places = vec![Release::Outside; LENGTH];
    let mut singles = places.clone();
    let mut deep_places = places.clone();
    let mut ends = vec![0.0; LENGTH];
    let mut narrow_places = vec![Release::Outside; LENGTH];
    let mut word_places = vec![Release::Outside; LENGTH];
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let [mut a, mut b, mut c, mut d, mut e, mut f] =
        [2, 3, 4, 5, 6, 7].map(|seed| Cryptographic(ChaCha20Rng::seed_from_u64(seed)));

    let mut contenders: Vec<Contender<'_>> = vec![
        (
            "textbook, f64",
            Box::new(|| {
                for (place, &x) in plain.iter_mut().zip(&answers) {
                    *place = textbook(x, black_box(1.0), &mut rng);
                }
                black_box(&mut plain);
            }),
        ),
        (
            "kdelta f64, release",
            Box::new(|| {
                for (place, &x) in singles.iter_mut().zip(&answers) {
                    *place = f64_laplace.release(x, &mut a).unwrap_or(Release::Outside);
                }
                black_box(&mut singles);
            }),
        ),
        (
            "kdelta f64, release_slice",
            Box::new(|| {
                let _ = black_box(f64_laplace.release_slice(&answers, &mut places, &mut b));
                black_box(&mut places);
            }),
        ),
        (
            "kdelta f64, release_slice_to_ends",
            Box::new(|| {
                let _ = black_box(f64_laplace.release_slice_to_ends(&answers, &mut ends, &mut c));
                black_box(&mut ends);
            }),
        ),
        (
            "kdelta f64, Deep<52, 4>, release_slice",
            Box::new(|| {
                let _ = black_box(deep.release_slice(&answers, &mut deep_places, &mut d));
                black_box(&mut deep_places);
            }),
        ),
        (
            "kdelta f32, release_slice",
            Box::new(|| {
                let _ = black_box(f32_laplace.release_slice(&narrow, &mut narrow_places, &mut e));
                black_box(&mut narrow_places);
            }),
        ),
        (
            "kdelta Fixed<64, 32>, release_slice",
            Box::new(|| {
                let _ = black_box(fixed.release_slice(&words, &mut word_places, &mut f));
                black_box(&mut word_places);
            }),
        ),
    ];
    let race =
        race("textbook", &mut contenders, |name| name.starts_with("kdelta f64, release").then_some(2.0));
    let mut missed = race.missed;
    let slice = race.median_of("kdelta f64, release_slice");

    let space = || {
        (
            VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(OPENDP_LENGTH),
            L1Distance::<f64>::default(),
        )
    };
    let short = answers[..OPENDP_LENGTH].to_vec();
    for (name, k) in
        [("OpenDP make_laplace, its default grid", None), ("OpenDP make_laplace, grid 2^-10", Some(-10))]
    {
        let (domain, metric) = space();
        let measurement = make_laplace::<_, _, opendp::measures::MaxDivergence>(domain, metric, 1.0, k)
            .map_err(|error| format!("{error:?}"))?;
        let mut run = || {
            let _ = black_box(measurement.invoke(black_box(&short)));
        };
        let mut times: Vec<f64> = (0..OPENDP_ROUNDS).map(|_| nanoseconds(OPENDP_LENGTH, &mut run)).collect();
        let time = median(&mut times);
        missed |= time / slice < 100.0;
        println!("{name:<42} {time:>12.1} {:>10.0} times kdelta's f64 release_slice  (≥ 100)", time / slice);
    }
    missed |= planar::race()?;
    if missed {
        println!("a target is missed");
        std::process::exit(1);
    }
    Ok(())
}
