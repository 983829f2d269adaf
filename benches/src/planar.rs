//! One release on the plane against the naive mechanism of the literature.

use crate::race::{Contender, Race};
use crate::table::{Limit, Table, duration, figure};
use kdelta::entropy::Cryptographic;
use kdelta::rand_core::{RngCore, SeedableRng};
use kdelta::{Deep, Fixed, Number, PlanarLaplace, Polar, Release};
use kdelta_finite::planar::Radius;
use rand_chacha::ChaCha20Rng;
use std::error::Error;
use std::f64::consts::{E, TAU};
use std::hint::black_box;

const LENGTH: usize = 10_000;
const ROUNDS: usize = 101;
const NAIVE: &str = "naive planar loop, f64 (not private)";

/// W₋₁(x) for −1/e < x < 0: a first guess by the series at the branch point or at 0, then Halley's iteration.
fn lambert_minus_one(x: f64) -> f64 {
    let mut w = if x < -0.25 {
        let p = -(2.0 * (1.0 + E * x)).sqrt();
        -1.0 + p - p * p / 3.0 + 11.0 / 72.0 * p * p * p
    } else {
        let l1 = (-x).ln();
        let l2 = (-l1).ln();
        l1 - l2 + l2 / l1
    };
    for _ in 0..20 {
        let exponential = w.exp();
        let f = w * exponential - x;
        let step = f / (exponential * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
        w -= step;
        if step.abs() <= 1e-14 * w.abs() {
            break;
        }
    }
    w
}

/// Radius −b(W₋₁((u − 1)/e) + 1) and a uniform angle, nothing rounded: the mechanism as it is usually written. Not private.
fn naive([x, y]: [f64; 2], scale: f64, rng: &mut ChaCha20Rng) -> [f64; 2] {
    let uniform = |rng: &mut ChaCha20Rng| ((rng.next_u64() >> 11) as f64 + 0.5) * 2f64.powi(-53);
    let radius = -scale * (lambert_minus_one((uniform(rng) - 1.0) / E) + 1.0);
    let (sin, cos) = (TAU * uniform(rng)).sin_cos();
    [x + radius * cos, y + radius * sin]
}

/// A release of the whole vector of points.
fn slice<'a, F: Number + Polar, S: Radius<F>>(
    name: &'a str,
    planar: &'a PlanarLaplace<F, S>,
    points: &'a [[F; 2]],
) -> Contender<'a> {
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(3));
    let mut places = vec![Release::Outside; LENGTH];
    Contender::new(name, LENGTH, move || {
        planar.release_slice(points, &mut places, &mut entropy).expect("releases");
        black_box(&mut places);
    })
}

pub fn race() -> Result<Table, Box<dyn Error>> {
    let range = (-2000, 2000);
    let setting = || {
        let builder = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers(range, range);
        builder.rectangle(range, range).grid(1)
    };
    let planar = setting().build()?;
    let disc = setting().disc((0, 0), 2000).build()?;
    let deep = setting().generator::<Deep<52, 4>>().build()?;
    let fixed = PlanarLaplace::<Fixed<64, 32>>::builder().epsilon(1).distance(200).answers(range, range);
    let fixed = fixed.rectangle(range, range).grid(1).build()?;

    let points: Vec<[f64; 2]> = (0..LENGTH).map(|i| [(i % 800) as f64 - 399.5, (i % 77) as f64]).collect();
    let word = |x: f64| Fixed::<64, 32>::from_raw((x * 2f64.powi(32)) as i64).unwrap_or(Fixed::MIN);
    let words: Vec<[Fixed<64, 32>; 2]> = points.iter().map(|point| point.map(word)).collect();
    let scale = black_box(200.0);
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(2));
    let race = Race::run(
        vec![
            Contender::over(NAIVE, &points, [0.0; 2], |point| naive(point, scale, &mut rng)),
            Contender::over("kdelta f64, `release`", &points, Release::Outside, |point| {
                planar.release(point, &mut entropy).expect("a release")
            }),
            slice("kdelta f64, `release_slice`", &planar, &points),
            slice("kdelta f64, a disc, `release_slice`", &disc, &points),
            slice("kdelta f64 with `Deep<52, 4>`, `release_slice`", &deep, &points),
            slice("kdelta `Fixed<64, 32>`, `release_slice`", &fixed, &words),
        ],
        ROUNDS,
    );
    let mut table = Table::new(
        "One release on the plane",
        "ε = 1 within 200 m, a square of 4 km released to the metre, ChaCha20 for everyone; measured like the line. The naive loop draws the radius \
         by W₋₁ and the angle by `sin_cos`, the way it is usually written.",
        &["release", "time of one", "times the naive", "mark"],
    );
    for name in race.names() {
        let ratio = race.ratio(name, NAIVE);
        let mark = if name.starts_with("kdelta f64") {
            table.mark(&format!("on the plane, {name} against the naive loop"), ratio, Limit::AtMost(3.0), "")
        } else {
            String::new()
        };
        table.row(&[name.to_owned(), duration(race.time(name)), figure(ratio), mark]);
    }
    Ok(table)
}
