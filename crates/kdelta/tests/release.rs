//! Releases: slices and singles agree, errors release nothing, nothing allocates, and the law is Laplace.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::cast_precision_loss, reason = "counts and statistics")]

use kdelta::entropy::Cryptographic;
use kdelta::rand_core::SeedableRng;
use kdelta::{Deep, Error, Fixed, Laplace, Midpoint, Number, Release, UpperBound};
use kdelta_finite::Tail;
use kdelta_testkit::{Failing, Seeded};
use rand_chacha::ChaCha20Rng;

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

/// Lengths around the block of the slice, from the same stream: the same releases as one by one.
fn slices_are_singles<F: Number, U: Tail<F>>(laplace: &Laplace<F, U>, some: &[F]) {
    for length in [0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 128, 1000] {
        let answers: Vec<F> = some.iter().copied().cycle().take(length).collect();
        let mut places = vec![Release::Outside; length];
        let mut ends = answers.clone();
        let source = || Cryptographic(ChaCha20Rng::seed_from_u64(9));
        laplace.release_slice(&answers, &mut places, &mut source()).unwrap();
        laplace.release_slice_to_ends(&answers, &mut ends, &mut source()).unwrap();
        let (mut one, mut other) = (source(), source());
        for ((place, end), answer) in places.iter().zip(ends).zip(answers) {
            assert!(laplace.release(answer, &mut one).unwrap() == *place, "length {length}");
            assert!(laplace.release_to_ends(answer, &mut other).unwrap() == end);
            if let Release::Value(v) = place {
                assert!(*v == end);
            }
        }
    }
}

#[test]
fn slices_release_what_singles_do() {
    // Within the range, at both sides beyond it, and next to its ends: five, so that blocks of 16 begin at each of them.
    let floats = [1.5, -9.0, 7.75, f64::INFINITY, -2.25];
    slices_are_singles(&laplace::<f64>(), &floats);
    slices_are_singles(&laplace::<f32>(), &[1.5, -9.0, 7.75, f32::NEG_INFINITY, -2.25]);
    let words = [6144, -36864, 31744, i32::MAX.into(), -9216].map(|raw| Fixed::from_raw(raw).unwrap());
    slices_are_singles(&laplace::<Fixed<32, 12>>(), &words);
    let setting =
        Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(-8, 8).window(-16, 16).grid("2^-6");
    slices_are_singles(&setting.clone().generator::<Deep<52, 16>>().build().unwrap(), &floats);
    let narrow = setting.window(-2, 2).answers(-2, 2).grid("2^-2");
    slices_are_singles(&narrow.generator::<Midpoint<24>>().build().unwrap(), &floats);
    let setting =
        Laplace::<Fixed<64, 32>>::builder().epsilon(1).sensitivity(1).answers(-8, 8).window(-16, 16);
    let setting = setting.grid("2^-6");
    let words = [3 << 31, -9 << 32, 31 << 30, i64::MAX, -9 << 30].map(|raw| Fixed::from_raw(raw).unwrap());
    slices_are_singles(&setting.clone().build().unwrap(), &words);
    let narrow = setting.window(-2, 2).answers(-2, 2).grid("2^-2");
    slices_are_singles(&narrow.clone().generator::<Midpoint<24>>().build().unwrap(), &words);
    slices_are_singles(&narrow.generator::<Midpoint<48>>().build().unwrap(), &words);
}

#[test]
fn errors_release_nothing() {
    let laplace = laplace::<f64>();
    assert_eq!(laplace.release(0.0, &mut Failing { left: 15 }), Err(Error::Entropy(kdelta::EntropyError)));
    assert_eq!(laplace.release(f64::NAN, &mut Seeded(1)), Err(Error::Answer));
    assert_eq!(laplace.release_to_ends(f64::NAN, &mut Seeded(1)), Err(Error::Answer));
    assert!(Error::Answer.to_string().contains("NaN") && Error::Answer.to_string().contains("; "));

    // The source fails in the third block of a slice; a NaN is in the middle: every place says Outside.
    let mut places = [Release::Value(1.0); 200];
    let failed = laplace.release_slice(&[1.0; 200], &mut places, &mut Failing { left: 2048 });
    assert_eq!(failed, Err(Error::Entropy(kdelta::EntropyError)));
    assert_eq!(places, [Release::Outside; 200]);
    let mut answers = [1.0; 200];
    answers[150] = f64::NAN;
    places = [Release::Value(1.0); 200];
    assert_eq!(laplace.release_slice(&answers, &mut places, &mut Seeded(1)), Err(Error::Answer));
    assert_eq!(places, [Release::Outside; 200]);
    let mut ends = [1.0; 200];
    assert_eq!(laplace.release_slice_to_ends(&answers, &mut ends, &mut Seeded(1)), Err(Error::Answer));
    assert_eq!(ends, [-16.0; 200]);
    let lengths = laplace.release_slice(&answers[..3], &mut places, &mut Seeded(1));
    assert_eq!(lengths, Err(Error::Length { answers: 3, places: 200 }));
}

#[test]
fn infinite_answers_are_clamped() {
    let laplace = laplace::<f64>();
    for (answer, end) in [(f64::INFINITY, 8.0), (f64::NEG_INFINITY, -8.0), (1e300, 8.0)] {
        let clamped = laplace.release(answer, &mut Seeded(3)).unwrap();
        assert_eq!(clamped, laplace.release(end, &mut Seeded(3)).unwrap());
    }
}

/// Counted by the allocator itself; the control shows that it counts.
#[test]
fn releases_do_not_allocate() {
    let laplace = laplace::<f64>();
    let (answers, mut places) = ([1.0; 300], [Release::Outside; 300]);
    let mut ends = [0.0; 300];
    let mut entropy = Cryptographic(ChaCha20Rng::seed_from_u64(1));
    let counted = allocation_counter::measure(|| {
        for _ in 0..100 {
            let _ = laplace.release(1.0, &mut entropy);
            let _ = laplace.release_to_ends(1.0, &mut entropy);
            let _ = laplace.release(f64::NAN, &mut entropy);
            let _ = laplace.release(1.0, &mut Failing { left: 0 });
        }
        let _ = laplace.release_slice(&answers, &mut places, &mut entropy);
        let _ = laplace.release_slice_to_ends(&answers, &mut ends, &mut entropy);
    });
    assert_eq!(counted.count_total, 0);
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1]))).count_total > 0);
}

/// Kolmogorov-Smirnov on 10^6 releases against the exact law of the rounded mechanism: P[K ≤ g] = F(g + L/2 − r). Inside
/// the window a step function is compared at its steps; √n·D exceeds 1.95 with probability below 0.001. The law of a
/// scale 2 % larger is refused.
#[test]
fn a_million_releases_follow_the_law() {
    let laplace = laplace::<f64>();
    let answers = vec![0.75; 1_000_000];
    let mut noisy = vec![0.0; answers.len()];
    laplace.release_slice_to_ends(&answers, &mut noisy, &mut Seeded(2024)).unwrap();
    noisy.sort_by(f64::total_cmp);
    let statistic = |b: f64| {
        let n = noisy.len() as f64;
        let mut worst = 0.0_f64;
        for g in (-1024..1024).map(|i| f64::from(i) / 64.0) {
            let x = (g + 1.0 / 128.0 - 0.75) / b;
            let law = if x < 0.0 { 0.5 * x.exp() } else { 1.0 - 0.5 * (-x).exp() };
            let found = noisy.partition_point(|&v| v <= g) as f64 / n;
            worst = worst.max((found - law).abs());
        }
        worst * n.sqrt()
    };
    assert!(statistic(1.0) < 1.95, "{}", statistic(1.0));
    assert!(statistic(1.02) > 1.95, "{}", statistic(1.02));
}

#[test]
fn bounds_print_outward() {
    let laplace = laplace::<f64>();
    let printed = kdelta::ToExact::to_exact(&laplace.epsilon_prime().to_string(), "").unwrap();
    assert!(&printed >= laplace.epsilon_prime().value());
    let rounded: UpperBound = laplace.epsilon_prime().rounded(40);
    assert!(&rounded >= laplace.epsilon_prime());
}
