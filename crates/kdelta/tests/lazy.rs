//! The lazy generator, whose noise reaches 2^30 scales: its law, and the settings that it makes possible.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]

use kdelta::{Builder, Fixed, Laplace, Lazy, Number, Relative, Release, UpperBound};
use kdelta_finite::Tail;
use kdelta_oracle::distribution::Loss;
use kdelta_testkit::{Scripted, Seeded, exact, integer, lazy_words, q};

/// Every draw of a small lazy generator with its exact probability, far draws included, through `release`
/// itself: outputs at a distance that only further words reach have the law that ε′ promises.
#[test]
fn exact_loss_with_outputs_beyond_the_first_words_is_within_the_certified_bound() {
    const P: u32 = 6;
    const BEYOND: u32 = 100; // 100·ln 2 = 69.3 scales: every draw from here on is outside
    let laplace = Laplace::<f64>::builder()
        .epsilon(1)
        .sensitivity(1)
        .answers(0, 1)
        .window(-60, 61)
        .grid("1/4")
        .generator::<Lazy<P>>()
        .build()
        .unwrap();
    let (low, high) = (laplace.window().low(), laplace.window().high());
    let outputs = usize::try_from(high - low + 1).unwrap();
    let laws: Vec<Vec<u128>> = [0.0, 0.25, 0.5, 0.75, 1.0]
        .map(|answer| {
            let mut law = vec![0; outputs + 1];
            for e in 0..=BEYOND {
                let weight = if e < BEYOND { 1u128 << (BEYOND - 1 - e) } else { 1 };
                for top in 0..1 << P {
                    let place =
                        match laplace.release(answer, &mut Scripted(&lazy_words::<P>(e, top))).unwrap() {
                            Release::Value(v) => {
                                let index = exact(v * 4.0).to_integer();
                                usize::try_from(i64::try_from(index).unwrap() - low).unwrap()
                            }
                            Release::Outside => outputs,
                        };
                    assert!(e < BEYOND || place == outputs);
                    law[place] += weight;
                }
            }
            assert_eq!(law.iter().sum::<u128>(), 1 << (BEYOND + P), "the weights are all there");
            law
        })
        .into();
    let mut worst = q("1");
    for first in &laws {
        for second in &laws {
            for (p, r) in first.iter().zip(second) {
                assert!(*r > 0, "an output that one answer cannot give");
                worst = worst.max(integer(*p) / integer(*r));
            }
        }
    }
    let loss = Loss::Finite(worst);
    assert!(loss.is_within(laplace.epsilon_prime()).unwrap());
    assert!(!loss.is_within(&UpperBound::new(laplace.epsilon().clone())).unwrap(), "ε alone is refuted");
    // The same window without further words: refused, and rightly, as the draws end before its ends.
    let short = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-60, 61).grid("1/4");
    assert!(short.generator::<Relative<P>>().build().unwrap_err().to_string().contains("e_max"));
}

/// A slice whose blocks hold open draws releases what these draws, completed by the words after the block,
/// give.
#[test]
fn slices_complete_their_open_draws() {
    fn check<F: Number>(answer: F)
    where
        Lazy<52>: Tail<F>,
    {
        let builder: Builder<Laplace<F, Lazy<52>>> = Laplace::<F>::builder().generator();
        let builder = builder.epsilon(1).sensitivity(1).answers(0, 1).window(-200, 200).grid("2^-6");
        let laplace = builder.build().unwrap();
        for open in [vec![0], vec![15], vec![3, 4, 17, 63, 127], vec![128], vec![140]] {
            let (mut bits, length) = (Seeded(11), 145);
            let exponent = |i: usize| if open.contains(&i) { [76, 136, 196][i % 3] } else { 3 };
            let draws: Vec<(u32, u64)> = (0..length).map(|i| (exponent(i), bits.next() >> 12)).collect();
            // A block is 2048 bytes, 128 draws of two words; then come the further words of its open draws, in
            // their order.
            let mut stream = Vec::new();
            for block in draws.chunks(128) {
                let all: Vec<_> = block.iter().map(|&(e, top)| lazy_words::<52>(e, top)).collect();
                stream.extend(all.iter().flat_map(|words| &words[..2]));
                stream.extend(all.iter().flat_map(|words| &words[2..]));
            }
            let mut places = vec![Release::Outside; length];
            let mut source = Scripted(&stream);
            laplace.release_slice(&vec![answer; length], &mut places, &mut source).unwrap();
            assert!(source.0.is_empty(), "every word was read");
            for (i, (&(e, top), place)) in draws.iter().zip(&places).enumerate() {
                let alone = laplace.release(answer, &mut Scripted(&lazy_words::<52>(e, top))).unwrap();
                assert!(alone == *place, "place {i} of {open:?}");
            }
        }
        // A source that fails in the middle of an open draw releases nothing.
        let mut places = [Release::Value(answer); 3];
        assert!(laplace.release_slice(&[answer; 3], &mut places, &mut Scripted(&[0; 7])).is_err());
        assert!(places.iter().all(|place| *place == Release::Outside));
    }
    check::<f64>(0.5);
    check::<Fixed<64, 32>>(Fixed::from_raw(1 << 31).unwrap());
}

/// Ordinary counts and means, which a generator without further words refuses, are certified, at a small
/// cost.
#[test]
fn ordinary_counts_and_means_are_certified() {
    // A count of 0..1000 at ε = 1/10; a mean of 53 ages at ε = 1; a count up to a million; 2^30 scales.
    for (epsilon, sensitivity, answers, window, grid) in [
        ("1/10", "1", (0, 1000), (-320, 1320), "2^-7"),
        ("1", "100/53", (0, 100), (-64, 164), "2^-10"),
        ("1/10", "1", (0, 1_000_000), (-320, 1_000_320), "2^-7"),
        ("1", "1", (0, 1 << 29), (-(1 << 28), (1 << 29) + (1 << 28)), "1"),
    ] {
        let builder = Laplace::<f64>::builder().epsilon(epsilon).sensitivity(sensitivity);
        let builder = builder.answers(answers.0, answers.1).window(window.0, window.1).grid(grid);
        let laplace = builder.clone().build().unwrap();
        assert!(
            laplace.guarantee().excess().value() < &q("1e-5"),
            "{answers:?}: {}",
            laplace.guarantee().excess()
        );
        assert!(builder.generator::<Relative<52>>().build().is_err());
    }
    // Beyond its reach the lazy generator refuses as well.
    let far = Laplace::<f64>::builder().epsilon(4).sensitivity(1).answers(0, 1).window(0, 1 << 30).grid(1);
    assert!(far.build().unwrap_err().to_string().contains("e_max"));
}
