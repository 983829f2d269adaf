//! One release on the plane against the naive mechanism of the literature.

use super::{Contender, LENGTH};
use kdelta::entropy::Cryptographic;
use kdelta::rand_core::{RngCore, SeedableRng};
use kdelta::{Deep, Fixed, PlanarLaplace, Release};
use rand_chacha::ChaCha20Rng;
use std::f64::consts::{E, TAU};
use std::hint::black_box;

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

/// Whether a target was missed.
pub fn race() -> Result<bool, Box<dyn std::error::Error>> {
    let range = (-2000, 2000);
    let setting = || {
        PlanarLaplace::<f64>::builder()
            .epsilon(1)
            .distance(200)
            .answers(range, range)
            .rectangle(range, range)
            .grid(1)
    };
    let planar = setting().build()?;
    let disc = setting().disc((0, 0), 2000).build()?;
    let deep = setting().generator::<Deep<52, 4>>().build()?;
    let fixed = PlanarLaplace::<Fixed<64, 32>>::builder().epsilon(1).distance(200).answers(range, range);
    let fixed = fixed.rectangle(range, range).grid(1).build()?;

    let points: Vec<[f64; 2]> = (0..LENGTH).map(|i| [(i % 800) as f64 - 399.5, (i % 77) as f64]).collect();
    let words: Vec<[Fixed<64, 32>; 2]> = points
        .iter()
        .map(|point| point.map(|x| Fixed::from_raw((x * 2f64.powi(32)) as i64).unwrap_or(Fixed::MIN)))
        .collect();
    let mut plain = vec![[0.0; 2]; LENGTH];
    let mut singles = vec![Release::Outside; LENGTH];
    let [mut places, mut disc_places, mut deep_places] = [(); 3].map(|()| singles.clone());
    let mut word_places = vec![Release::Outside; LENGTH];
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let [mut a, mut b, mut c, mut d, mut e] =
        [2, 3, 4, 5, 6].map(|seed| Cryptographic(ChaCha20Rng::seed_from_u64(seed)));
    let mut contenders: Vec<Contender<'_>> = vec![
        (
            "naive planar, f64",
            Box::new(|| {
                for (place, &point) in plain.iter_mut().zip(&points) {
                    *place = naive(point, black_box(200.0), &mut rng);
                }
                black_box(&mut plain);
            }),
        ),
        (
            "kdelta planar f64, release",
            Box::new(|| {
                for (place, &point) in singles.iter_mut().zip(&points) {
                    *place = planar.release(point, &mut a).unwrap_or(Release::Outside);
                }
                black_box(&mut singles);
            }),
        ),
        (
            "kdelta planar f64, release_slice",
            Box::new(|| {
                let _ = black_box(planar.release_slice(&points, &mut places, &mut b));
                black_box(&mut places);
            }),
        ),
        (
            "kdelta planar f64, disc, release_slice",
            Box::new(|| {
                let _ = black_box(disc.release_slice(&points, &mut disc_places, &mut c));
                black_box(&mut disc_places);
            }),
        ),
        (
            "kdelta planar f64, Deep<52, 4>, slice",
            Box::new(|| {
                let _ = black_box(deep.release_slice(&points, &mut deep_places, &mut d));
                black_box(&mut deep_places);
            }),
        ),
        (
            "kdelta planar Fixed<64, 32>, release_slice",
            Box::new(|| {
                let _ = black_box(fixed.release_slice(&words, &mut word_places, &mut e));
                black_box(&mut word_places);
            }),
        ),
    ];
    println!();
    let target = |name: &str| name.starts_with("kdelta planar f64").then_some(3.0);
    Ok(super::race("naive", &mut contenders, target).missed)
}
