//! One Laplace release: kdelta in every format beside the textbook loop, rand_distr and OpenDP.

use crate::python::Python;
use crate::race::{Contender, Race};
use crate::table::{Limit, Table, duration, figure};
use kdelta::entropy::Cryptographic;
use kdelta::rand_core::{RngCore, SeedableRng};
use kdelta::{Deep, Fixed, Laplace, Number, Release};
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::make_laplace;
use opendp::measures::MaxDivergence;
use opendp::metrics::L1Distance;
use rand_chacha::ChaCha20Rng;
use rand_distr::{Distribution, Exp1};
use std::error::Error;
use std::fmt::Debug;
use std::hint::black_box;

pub const LENGTH: usize = 10_000;
pub const ROUNDS: usize = 201;
/// OpenDP is slow enough that a short vector in few rounds measures well.
pub const SHORT: usize = 1_000;
pub const FEW: usize = 9;

const TEXTBOOK: &str = "textbook loop, f64 (not private)";
const SLICE: &str = "kdelta f64, `release_slice`";
const ONE: &str = "kdelta f64, `release`";

/// −sgn(u)·b·ln(1 − 2|u|) for a uniform u of (−½, ½): the mechanism of the textbooks. Not private.
fn textbook(answer: f64, scale: f64, rng: &mut ChaCha20Rng) -> f64 {
    let u = (rng.next_u64() >> 11) as f64 * 2f64.powi(-53) - 0.5;
    answer - scale * u.signum() * (1.0 - 2.0 * u.abs()).ln()
}

/// A random sign and an exponential variable: rand_distr has no Laplace law. Not private either.
fn exponential(answer: f64, scale: f64, rng: &mut ChaCha20Rng) -> f64 {
    let magnitude: f64 = Exp1.sample(rng);
    let sign = if rng.next_u32() & 1 == 0 { scale } else { -scale };
    answer + sign * magnitude
}

pub type Random = Cryptographic<ChaCha20Rng>;

pub fn cryptographic(seed: u64) -> Random {
    Cryptographic(ChaCha20Rng::seed_from_u64(seed))
}

pub fn answers() -> Vec<f64> {
    (0..LENGTH).map(|i| (i % 16) as f64 - 7.5).collect()
}

/// ε = Δ = 1, answers in ±8, a window of ±16.
fn laplace<F: Number>(grid: &str) -> Result<Laplace<F>, kdelta::Error> {
    setting(grid).build()
}

fn setting<F: Number>(grid: &str) -> kdelta::Builder<Laplace<F>> {
    Laplace::<F>::builder().epsilon(1).sensitivity(1).answers(-8, 8).window(-16, 16).grid(grid)
}

/// A release of each value, one by one.
pub fn single<'a, F: Copy, E: Debug>(
    name: &'a str,
    answers: &'a [F],
    release: impl Fn(F, &mut Random) -> Result<Release<F>, E> + 'a,
) -> Contender<'a> {
    let mut entropy = cryptographic(2);
    Contender::over(name, answers, Release::Outside, move |answer| {
        release(answer, &mut entropy).expect("a release")
    })
}

/// A release of the whole vector.
pub fn slice<'a, F: Copy + 'a, E: Debug>(
    name: &'a str,
    answers: &'a [F],
    release: impl Fn(&[F], &mut [Release<F>], &mut Random) -> Result<(), E> + 'a,
) -> Contender<'a> {
    let (mut places, mut entropy) = (vec![Release::Outside; LENGTH], cryptographic(3));
    Contender::new(name, LENGTH, move || {
        release(answers, &mut places, &mut entropy).expect("releases");
        black_box(&mut places);
    })
}

fn words<const BITS: u32, const FRAC: u32>(answers: &[f64]) -> Vec<Fixed<BITS, FRAC>> {
    let unit = f64::from(FRAC).exp2();
    answers.iter().filter_map(|x| Fixed::from_raw((x * unit) as i64)).collect()
}

/// The formats, one by one and by slices.
pub fn formats() -> Result<Table, Box<dyn Error>> {
    let double = laplace::<f64>("2^-10")?;
    let deep = setting::<f64>("2^-10").generator::<Deep<52, 4>>().build()?;
    let float = laplace::<f32>("2^-6")?;
    let fixed = laplace::<Fixed<64, 32>>("2^-10")?;
    let small = laplace::<Fixed<32, 16>>("2^-6")?;
    let wide = answers();
    let narrow: Vec<f32> = wide.iter().map(|&x| x as f32).collect();
    let (long, short) = (words::<64, 32>(&wide), words::<32, 16>(&wide));
    let mut ends = vec![0.0; LENGTH];
    let scale = black_box(1.0);
    let (mut first, mut second, mut third) =
        (ChaCha20Rng::seed_from_u64(1), ChaCha20Rng::seed_from_u64(4), cryptographic(5));
    let race = Race::run(
        vec![
            Contender::over(TEXTBOOK, &wide, 0.0, |x| textbook(x, scale, &mut first)),
            Contender::over("rand_distr `Exp1` with a sign (not private)", &wide, 0.0, |x| {
                exponential(x, scale, &mut second)
            }),
            single(ONE, &wide, |x, random| double.release(x, random)),
            slice(SLICE, &wide, |x, places, random| double.release_slice(x, places, random)),
            Contender::new("kdelta f64, `release_slice_to_ends`", LENGTH, || {
                double.release_slice_to_ends(&wide, &mut ends, &mut third).expect("releases");
                black_box(&mut ends);
            }),
            single("kdelta f64 with `Deep<52, 4>`, `release`", &wide, |x, random| deep.release(x, random)),
            slice("kdelta f64 with `Deep<52, 4>`, `release_slice`", &wide, |x, places, random| {
                deep.release_slice(x, places, random)
            }),
            single("kdelta f32, `release`", &narrow, |x, random| float.release(x, random)),
            slice("kdelta f32, `release_slice`", &narrow, |x, places, random| {
                float.release_slice(x, places, random)
            }),
            single("kdelta `Fixed<64, 32>`, `release`", &long, |x, random| fixed.release(x, random)),
            slice("kdelta `Fixed<64, 32>`, `release_slice`", &long, |x, places, random| {
                fixed.release_slice(x, places, random)
            }),
            single("kdelta `Fixed<32, 16>`, `release`", &short, |x, random| small.release(x, random)),
            slice("kdelta `Fixed<32, 16>`, `release_slice`", &short, |x, places, random| {
                small.release_slice(x, places, random)
            }),
        ],
        ROUNDS,
    );
    let mut table = Table::new(
        "One release on the line",
        "ε = Δ = 1, answers in ±8, a window of ±16, random bits from ChaCha20 for everyone; 10,000 values in each of 201 rounds, all contenders \
         in turn; the time and the ratio are medians. The grid is 2^-10, in f32 and `Fixed<32, 16>` 2^-6.",
        &["release", "time of one", "times the textbook", "mark"],
    );
    for name in race.names() {
        let ratio = race.ratio(name, TEXTBOOK);
        let mark = if name == SLICE {
            table.mark("f64 `release_slice` against the textbook", ratio, Limit::AtMost(1.5), "")
        } else {
            String::new()
        };
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    Ok(table)
}

/// A vector of a million values, as a vector and value by value.
pub fn vectors() -> Result<Table, Box<dyn Error>> {
    const MILLION: usize = 1_000_000;
    const VECTOR: &str = "kdelta f64, `release_vector`";
    let vector = setting::<f64>("2^-10").vector(MILLION as u64, 3).build()?;
    let wide: Vec<f64> = answers().into_iter().cycle().take(MILLION).collect();
    let (mut first, mut second) = (vec![Release::Outside; MILLION], vec![Release::Outside; MILLION]);
    let (mut one, mut other) = (cryptographic(6), cryptographic(6));
    let race = Race::run(
        vec![
            Contender::new(SLICE, MILLION, || {
                vector.release_slice(&wide, &mut first, &mut one).expect("releases");
                black_box(&mut first);
            }),
            Contender::new(VECTOR, MILLION, || {
                vector.release_vector(&wide, &mut second, &mut other).expect("releases");
                black_box(&mut second);
            }),
        ],
        FEW,
    );
    let mut table = Table::new(
        "A vector",
        "A million values of which one person changes 3, with the setting of the first table; 9 rounds, in turn. As a vector it costs ε′ once.",
        &["release", "time of one", "times `release_slice`", "mark"],
    );
    table.row(&[SLICE.to_owned(), duration(race.time(SLICE)), "1".to_owned(), String::new()]);
    let ratio = race.ratio(VECTOR, SLICE);
    let mark =
        table.mark("f64 `release_vector` of 10^6 against `release_slice`", ratio, Limit::AtMost(1.1), "");
    table.row(&[VECTOR.to_owned(), duration(race.time(VECTOR)), figure(ratio), mark]);
    Ok(table)
}

/// OpenDP, diffprivlib and Google's library, in times of ours.
pub fn libraries(python: &Python) -> Result<Table, Box<dyn Error>> {
    let double = laplace::<f64>("2^-10")?;
    let wide = answers();
    let short = wide.get(..SHORT).unwrap_or_default().to_vec();
    let opendp = |k| {
        let domain = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(SHORT);
        make_laplace::<_, _, MaxDivergence>(domain, L1Distance::<f64>::default(), 1.0, k)
            .map_err(|error| format!("OpenDP: {error:?}"))
    };
    let (default, same) = (opendp(None)?, opendp(Some(-10))?);
    let [default_name, same_name] =
        ["OpenDP `make_laplace`, its default grid", "OpenDP `make_laplace`, the same grid 2^-10"];
    let race = Race::run(
        vec![
            slice(SLICE, &wide, |x, places, random| double.release_slice(x, places, random)),
            single(ONE, &wide, |x, random| double.release(x, random)),
            Contender::new(default_name, SHORT, || {
                black_box(default.invoke(black_box(&short)).expect("releases"));
            }),
            Contender::new(same_name, SHORT, || {
                black_box(same.invoke(black_box(&short)).expect("releases"));
            }),
        ],
        FEW,
    );
    let mut table = Table::new(
        "The same release by other libraries",
        "ε = Δ = 1. OpenDP takes vectors and stands beside `release_slice`, in turn with it, 1,000 values in each of 9 rounds, with the random \
         bits of OpenSSL, which its default features choose. What is called from Python stands beside `release` of the same run: diffprivlib \
         and Google's library (python-dp from PyPI) one value at a time, with the loop around it, the discrete samplers of OpenDP's wheel, \
         which give integers, on a vector of 2,000. Google's and OpenDP's Gaussian noise stand here as well, for a standard deviation that \
         is Google's for (1, 10^-6) and 1 for OpenDP.",
        &["release", "time of one", "times kdelta's", "mark"],
    );
    for name in [SLICE, ONE] {
        table.row(&[name.to_owned(), duration(race.time(name)), "1".to_owned(), String::new()]);
    }
    for name in [default_name, same_name] {
        let ratio = race.ratio(name, SLICE);
        let mark = if name == default_name {
            table.mark("OpenDP, default grid, against f64 `release_slice`", ratio, Limit::AtLeast(300.0), "")
        } else {
            String::new()
        };
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    let one = race.time(ONE);
    for (name, found) in python.releases()? {
        let (time, ratio) = match found {
            Some(time) => (duration(time), figure(time / one)),
            None => ("not installed, not run".to_owned(), "–".to_owned()),
        };
        table.row(&[name, time, ratio, String::new()]);
    }
    table.note(format!(
        "The mark is on OpenDP's default grid, the finest that f64 has, because that is what a caller gets who does not choose one. On the \
         same grid as ours OpenDP takes {} times as long as our `release_slice`.",
        figure(race.ratio(same_name, SLICE))
    ));
    Ok(table)
}
