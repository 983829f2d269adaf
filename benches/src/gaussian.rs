//! One Gaussian release: kdelta beside rand_distr, OpenDP and an exact discrete Gaussian.

use crate::laplace::{FEW, LENGTH, ROUNDS, SHORT, answers, single, slice};
use crate::race::{Contender, Race};
use crate::table::{Limit, Table, duration, figure};
use kdelta::rand_core::{RngCore, SeedableRng};
use kdelta::{Gaussian, Number};
use kdelta_finite::NormalTail;
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::make_gaussian;
use opendp::measures::ZeroConcentratedDivergence;
use opendp::metrics::L2Distance;
use prio::dp::Rational;
use prio::dp::distributions::DiscreteGaussian;
use rand_chacha::ChaCha20Rng;
use rand_distr::{Distribution, StandardNormal};
use std::error::Error;
use std::hint::black_box;

const ROUNDED: &str = "rand_distr `StandardNormal`, rounded to the grid (not private)";
const SLICE: &str = "kdelta f64, `release_slice`";

/// σ = 1, answers in ±8, a window of ±16.
fn gaussian<F: Number + NormalTail>(grid: &str) -> Result<Gaussian<F>, kdelta::Error> {
    let builder = Gaussian::<F>::builder().sigma(1).delta("1e-6").sensitivity(1);
    builder.answers(-8, 8).window(-16, 16).grid(grid).build()
}

/// The formats, one by one and by slices.
pub fn formats() -> Result<Table, Box<dyn Error>> {
    let double = gaussian::<f64>("2^-10")?;
    let float = gaussian::<f32>("2^-6")?;
    let wide = answers();
    let narrow: Vec<f32> = wide.iter().map(|&x| x as f32).collect();
    let (scale, steps) = (black_box(1.0), black_box(1024.0));
    let [mut first, mut second, mut third] = [1, 2, 3].map(ChaCha20Rng::seed_from_u64);
    let mut bytes = [0; 1024];
    let race = Race::run(
        vec![
            Contender::over(ROUNDED, &wide, 0.0, |x| {
                let normal: f64 = StandardNormal.sample(&mut first);
                ((x + scale * normal) * steps).round() / steps
            }),
            Contender::over("rand_distr `StandardNormal`, all digits (not private)", &wide, 0.0, |x| {
                let normal: f64 = StandardNormal.sample(&mut second);
                x + scale * normal
            }),
            single("kdelta f64, `release`", &wide, |x, random| double.release(x, random)),
            slice(SLICE, &wide, |x, places, random| double.release_slice(x, places, random)),
            single("kdelta f32, `release`", &narrow, |x, random| float.release(x, random)),
            slice("kdelta f32, `release_slice`", &narrow, |x, places, random| {
                float.release_slice(x, places, random)
            }),
            Contender::new("the random bytes of `release_slice` in f64 alone", LENGTH, || {
                for _ in 0..LENGTH * DRAW / bytes.len() {
                    third.fill_bytes(&mut bytes);
                    black_box(&mut bytes);
                }
            }),
        ],
        ROUNDS,
    );
    let mut table = Table::new(
        "One Gaussian release",
        "σ = 1, answers in ±8, a window of ±16, random bits from ChaCha20 for everyone; measured like the Laplace releases above. The grid is \
         2^-10, in f32 2^-6. rand_distr has a ziggurat of 256 layers; what it gives is scaled, added to the answer and, where it says so, rounded \
         to the same grid by `round`, the way a caller would write it.",
        &["release", "time of one", "times rand_distr", "mark"],
    );
    for name in race.names() {
        let ratio = race.ratio(name, ROUNDED);
        let mark = if name == SLICE {
            table.mark("Gaussian f64 `release_slice` against rand_distr", ratio, Limit::AtMost(2.5), "")
        } else {
            String::new()
        };
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    Ok(table)
}

/// How many bytes a draw of the generator takes.
const DRAW: usize = <kdelta::Lazy<52> as kdelta::Uniform>::ENTROPY_BYTES;

/// OpenDP and prio, which draw from the discrete Gaussian exactly, in times of ours.
pub fn libraries() -> Result<Table, Box<dyn Error>> {
    let double = gaussian::<f64>("2^-10")?;
    let wide = answers();
    let short = wide.get(..SHORT).unwrap_or_default().to_vec();
    let opendp = |k| {
        let domain = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(SHORT);
        make_gaussian::<_, _, ZeroConcentratedDivergence>(domain, L2Distance::<f64>::default(), 1.0, k)
            .map_err(|error| format!("OpenDP: {error:?}"))
    };
    let (default, same) = (opendp(None)?, opendp(Some(-10))?);
    let [default_name, same_name, exact_name] = [
        "OpenDP `make_gaussian`, its default grid",
        "OpenDP `make_gaussian`, the same grid 2^-10",
        "prio `DiscreteGaussian`, the noise alone on the same grid",
    ];
    let exact = DiscreteGaussian::new(Rational::from_unsigned(1024_u32, 1)?)?;
    let mut rng: rand_chacha_of_prio::ChaCha20Rng = rand_of_prio::SeedableRng::seed_from_u64(4);
    let race = Race::run(
        vec![
            slice(SLICE, &wide, |x, places, random| double.release_slice(x, places, random)),
            Contender::new(default_name, SHORT, || {
                black_box(default.invoke(black_box(&short)).expect("releases"));
            }),
            Contender::new(same_name, SHORT, || {
                black_box(same.invoke(black_box(&short)).expect("releases"));
            }),
            Contender::new(exact_name, SHORT, || {
                for _ in 0..SHORT {
                    black_box(rand_of_prio::distr::Distribution::sample(&exact, &mut rng));
                }
            }),
        ],
        FEW,
    );
    let mut table = Table::new(
        "The same Gaussian release by other libraries",
        "σ = 1, vectors of 1,000 values in each of 9 rounds, in turn with our `release_slice`. Both draw from the discrete Gaussian by the \
         algorithm of Canonne, Kamath and Steinke (2020) in integers of any length: OpenDP with its default features, where random bits come \
         from OpenSSL, and prio, of the Internet Security Research Group, from ChaCha20.",
        &["release", "time of one", "times kdelta's", "mark"],
    );
    for name in race.names() {
        let ratio = race.ratio(name, SLICE);
        let mark = if name == same_name {
            table.mark(
                "OpenDP's Gaussian, the same grid, against f64 `release_slice`",
                ratio,
                Limit::AtLeast(100.0),
                "",
            )
        } else {
            String::new()
        };
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    Ok(table)
}
