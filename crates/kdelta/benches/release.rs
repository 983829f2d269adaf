//! One release, and its allocations; the cos and sin of planar noise beside those of std. The comparison with the textbook and OpenDP is in `benches/`; `scripts/bench` runs both.
#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use kdelta::entropy::Cryptographic;
use kdelta::rand_core::SeedableRng;
use kdelta::{Inverse, Laplace, Number, PlanarLaplace, Release};
use kdelta_finite::turn::cos_sin;
use rand_chacha::ChaCha20Rng;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const LENGTH: usize = 1000;

fn main() {
    divan::main();
}

fn laplace<F: Number>() -> Laplace<F> {
    Laplace::<F>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(-8, 8)
        .window(-16, 16)
        .grid("2^-6")
        .build()
        .unwrap()
}

fn chacha() -> Cryptographic<ChaCha20Rng> {
    Cryptographic(ChaCha20Rng::seed_from_u64(1))
}

#[divan::bench(types = [f64, f32])]
fn release<F: Number + From<i8>>(bencher: Bencher<'_, '_>) {
    let (laplace, mut entropy) = (laplace::<F>(), chacha());
    bencher.bench_local(|| laplace.release(divan::black_box(F::from(3)), &mut entropy));
}

#[divan::bench(types = [f64, f32])]
fn release_slice<F: Number + From<i8>>(bencher: Bencher<'_, '_>) {
    let (laplace, mut entropy) = (laplace::<F>(), chacha());
    let (answers, mut places) = (vec![F::from(3); LENGTH], vec![Release::Outside; LENGTH]);
    bencher
        .counter(ItemsCount::new(LENGTH))
        .bench_local(|| laplace.release_slice(&answers, &mut places, &mut entropy));
}

/// What a setting costs, once: every condition decided in exact arithmetic.
#[divan::bench]
fn build() -> Laplace<f64> {
    laplace()
}

/// Angles that no branch predictor learns.
fn words() -> Vec<u64> {
    let next = |word: &u64| Some(word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1));
    std::iter::successors(Some(1), next).take(LENGTH).collect()
}

#[divan::bench]
fn cos_sin_of_turns(bencher: Bencher<'_, '_>) {
    let words = words();
    bencher.counter(ItemsCount::new(LENGTH)).bench(|| {
        for &turn in &words {
            divan::black_box(cos_sin(divan::black_box(turn)));
        }
    });
}

/// What a naive planar Laplace does with its 53 bits.
#[divan::bench]
fn cos_sin_of_std(bencher: Bencher<'_, '_>) {
    let words = words();
    bencher.counter(ItemsCount::new(LENGTH)).bench(|| {
        for &turn in &words {
            #[expect(clippy::cast_precision_loss, reason = "53 bits")]
            let v = (divan::black_box(turn) >> 11) as f64 * 2f64.powi(-53);
            divan::black_box((v * std::f64::consts::TAU).sin_cos());
        }
    });
}

fn planar() -> PlanarLaplace<f64> {
    let range = (-2000, 2000);
    let builder = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers(range, range);
    builder.rectangle(range, range).grid(1).build().unwrap()
}

#[divan::bench]
fn release_planar(bencher: Bencher<'_, '_>) {
    let (planar, mut entropy) = (planar(), chacha());
    bencher.bench_local(|| planar.release(divan::black_box([12.0, -7.5]), &mut entropy));
}

#[divan::bench]
fn release_planar_slice(bencher: Bencher<'_, '_>) {
    let (planar, mut entropy) = (planar(), chacha());
    let (points, mut places) = (vec![[12.0, -7.5]; LENGTH], vec![Release::Outside; LENGTH]);
    bencher
        .counter(ItemsCount::new(LENGTH))
        .bench_local(|| planar.release_slice(&points, &mut places, &mut entropy));
}

/// The radius by the inverse of its distribution function: for comparison.
#[divan::bench]
fn release_planar_inverse(bencher: Bencher<'_, '_>) {
    let builder = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((-500, 500), (-500, 500));
    let planar = builder.disc((0, 0), 1000).grid(1).sampler::<Inverse<53>>().build().unwrap();
    let mut entropy = chacha();
    bencher.bench_local(|| planar.release(divan::black_box([12.0, -7.5]), &mut entropy));
}

/// What a setting on the plane costs, once.
#[divan::bench]
fn build_planar() -> PlanarLaplace<f64> {
    planar()
}
