//! Kolmogorov-Smirnov against the exact law: a sanity check that can fail, not a certificate.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "tests; casts are counts and statistics")]

use kdelta_finite::noise::Noise;
use kdelta_finite::uniform::Tail;
use kdelta_finite::{Fixed, Laplace, Midpoint, Relative, Scale};
use kdelta_testkit::Seeded;

const DRAWS: usize = 1_000_000;
/// The statistic times √n exceeds this with probability below 0.001 under the exact law.
const CRITICAL: f64 = 1.95;

fn statistic(mut sample: Vec<f64>, b: f64) -> f64 {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let law = |x: f64| {
        if x < 0.0 { 0.5 * (x / b).exp() } else { 1.0 - 0.5 * (-x / b).exp() }
    };
    let gap =
        |(i, &x): (usize, &f64)| (law(x) - i as f64 / n).abs().max((law(x) - (i as f64 + 1.0) / n).abs());
    sample.iter().enumerate().map(gap).fold(0.0, f64::max) * n.sqrt()
}

fn sample<U: Tail<f64>>(seed: u64) -> Vec<f64> {
    let noise = Laplace::<f64, U>::new(Scale::at_least(3, 1).unwrap()).unwrap();
    let mut bits = Seeded(seed);
    (0..DRAWS).map(|_| noise.draw(&mut bits).unwrap()).collect()
}

#[test]
fn f64_noise_follows_the_law() {
    assert!(statistic(sample::<Relative<52>>(1), 3.0) < CRITICAL);
    assert!(statistic(sample::<Midpoint<53>>(2), 3.0) < CRITICAL);
}

#[test]
fn f32_and_fixed_noise_follow_the_law() {
    let scale = Scale::at_least(3, 1).unwrap();
    let mut bits = Seeded(3);
    let f32_noise = Laplace::<f32, Relative<23>>::new(scale).unwrap();
    let drawn = (0..DRAWS).map(|_| f64::from(f32_noise.draw(&mut bits).unwrap())).collect();
    assert!(statistic(drawn, 3.0) < CRITICAL);
    let fixed = Laplace::<Fixed<32, 20>, Midpoint<32>>::new(scale).unwrap();
    let drawn = (0..DRAWS).map(|_| fixed.draw(&mut bits).unwrap() as f64 / 2f64.powi(20)).collect();
    assert!(statistic(drawn, 3.0) < CRITICAL);
}

/// The control: the same sample against a law 2 % wider is refused, so the test has power.
#[test]
fn wrong_scale_is_noticed() {
    assert!(statistic(sample::<Relative<52>>(1), 3.06) > CRITICAL);
}
