//! Slices: each place holds what a single release from the same bytes gives, open draws are completed, and an error releases
//! nothing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use kdelta_finite::{
    Deep, Entropy, EntropyError, Error, Fixed, Format, Gaussian, Grid, Laplace, Lazy, Mechanism, Midpoint,
    Noise, Range, Relative, Release, Scale, Tail, Window,
};
use kdelta_testkit::{Failing, Scripted, Seeded, Tape, lazy_words};

/// Answers are clamped to [−2, 2], outputs are −8 to 7 in steps of 2^-4, and the scale is 7/3.
fn mechanism<F: Format, N: Noise<F>>(ends: [F; 2], noise: fn(Scale) -> Result<N, Error>) -> Mechanism<F, N> {
    let window = Window::new(Grid::new(-4).unwrap(), -128, 112).unwrap();
    let noise = noise(Scale::at_least(7, 3).unwrap()).unwrap();
    Mechanism::new(Range::new(ends[0], ends[1]).unwrap(), noise, window).unwrap()
}

/// Lengths around the releases that are computed together and around a block of entropy, from the same bytes.
fn slices_are_singles<F: Format, N: Noise<F>>(mechanism: &Mechanism<F, N>, some: &[F; 5]) {
    let mut bytes = vec![0; 300 * N::ENTROPY_BYTES];
    Seeded(9).fill(&mut bytes).unwrap();
    for length in [0, 1, 31, 32, 33, 64, 65, 300] {
        let answers: Vec<F> = some.iter().copied().cycle().take(length).collect();
        let (mut places, mut ends) = (vec![Release::Outside; length], answers.clone());
        mechanism.release_slice(&answers, &mut places, &mut Tape(&bytes)).unwrap();
        mechanism.release_slice_to_ends(&answers, &mut ends, &mut Tape(&bytes)).unwrap();
        let (mut one, mut other) = (Tape(&bytes), Tape(&bytes));
        for ((place, end), answer) in places.into_iter().zip(ends).zip(answers) {
            assert!(mechanism.release(answer, &mut one).unwrap().value() == place.value(), "length {length}");
            assert!(mechanism.release_to_ends(answer, &mut other).unwrap() == end, "length {length}");
        }
    }
}

/// A draw without all its bytes would be noise that somebody else knows.
#[test]
fn bytes_of_another_number_of_draws_are_refused() {
    fn refused<F: Format, N: Noise<F>>(noise: &N) {
        for length in [0, 1, 2 * N::ENTROPY_BYTES, 3 * N::ENTROPY_BYTES - 1, 3 * N::ENTROPY_BYTES + 1] {
            let found = noise.of_each::<3, _>(&vec![0x5a; length], &mut Seeded(9));
            assert!(matches!(found, Err(Error::Entropy(_))), "{length}");
        }
        assert!(noise.of_each::<3, _>(&vec![0x5a; 3 * N::ENTROPY_BYTES], &mut Seeded(9)).is_ok());
    }
    let scale = Scale::at_least(7, 3).unwrap();
    refused::<f64, _>(&Laplace::<f64, Lazy<52>>::new(scale).unwrap());
    refused::<f32, _>(&Laplace::<f32, Midpoint<16>>::new(scale).unwrap());
    refused::<Fixed<64, 32>, _>(&Laplace::<Fixed<64, 32>, Relative<52>>::new(scale).unwrap());
    refused::<f64, _>(&Gaussian::<f64, Lazy<52>>::new(scale).unwrap());
}

#[test]
fn slices_release_what_singles_do() {
    // Within the range and beyond it on both sides: five, so that the groups begin at each of them.
    let wide = [1.5, -9.0, 1.75, f64::INFINITY, -0.25];
    let narrow = [1.5, -9.0, 1.75, f32::INFINITY, -0.25];
    let words = [3 << 31, -9 << 32, 7 << 30, i64::MAX, -1 << 30].map(|raw| Fixed::from_raw(raw).unwrap());
    let ends = [-2 << 32, 2 << 32].map(|raw| Fixed::<64, 32>::from_raw(raw).unwrap());
    slices_are_singles(&mechanism([-2.0, 2.0], Laplace::<f64, Relative<52>>::new), &wide);
    slices_are_singles(&mechanism([-2.0, 2.0], Laplace::<f64, Deep<52, 16>>::new), &wide);
    slices_are_singles(&mechanism([-2.0, 2.0], Laplace::<f64, Midpoint<24>>::new), &wide);
    slices_are_singles(&mechanism([-2.0, 2.0], Laplace::<f32, Relative<23>>::new), &narrow);
    slices_are_singles(&mechanism(ends, Laplace::<Fixed<64, 32>, Relative<52>>::new), &words);
    slices_are_singles(&mechanism(ends, Laplace::<Fixed<64, 32>, Midpoint<24>>::new), &words);
    slices_are_singles(&mechanism(ends, Laplace::<Fixed<64, 32>, Midpoint<48>>::new), &words);
    slices_are_singles(&mechanism([-2.0, 2.0], Gaussian::<f64, Relative<52>>::new), &wide);
    slices_are_singles(&mechanism([-2.0, 2.0], Gaussian::<f32, Relative<23>>::new), &narrow);
    slices_are_singles(&mechanism(ends, Gaussian::<Fixed<64, 32>, Relative<52>>::new), &words);
}

/// A block is 2048 bytes, 128 draws of two words each; the further words of its open draws follow it, in their order.
fn open_draws_are_completed<F: Format>(answer: F, value: impl Fn(F::Noise) -> f64)
where
    Lazy<52>: Tail<F>,
{
    let noise = Laplace::<F, Lazy<52>>::new(Scale::at_least(1, 1).unwrap()).unwrap();
    for open in [vec![0], vec![3, 4, 17, 63, 127], vec![128], vec![140]] {
        let mut bits = Seeded(11);
        let exponent = |i: usize| if open.contains(&i) { [76, 136, 196][i % 3] } else { 3 };
        let draws: Vec<Vec<u64>> =
            (0..145).map(|i| lazy_words::<52>(exponent(i), bits.next() >> 12)).collect();
        let mut stream = Vec::new();
        for block in draws.chunks(128) {
            stream.extend(block.iter().flat_map(|words| &words[..2]));
            stream.extend(block.iter().flat_map(|words| &words[2..]));
        }
        let window = Window::new(Grid::new(-4).unwrap(), -5000, 5000).unwrap();
        let mechanism = Mechanism::new(Range::new(answer, answer).unwrap(), noise, window).unwrap();
        let (mut places, mut source) = (vec![answer; draws.len()], Scripted(&stream));
        mechanism.release_slice_to_ends(&vec![answer; draws.len()], &mut places, &mut source).unwrap();
        assert!(source.0.is_empty(), "every word was read");
        for (i, (words, place)) in draws.iter().zip(places).enumerate() {
            let alone = mechanism.release_to_ends(answer, &mut Scripted(words)).unwrap();
            assert!(alone == place, "place {i} of {open:?}");
            let far = value(noise.draw(&mut Scripted(words)).unwrap()).abs() > 76.0 * core::f64::consts::LN_2;
            assert_eq!(far, open.contains(&i), "only open draws are far");
        }
    }
}

#[test]
fn slices_complete_their_open_draws() {
    open_draws_are_completed::<f64>(0.5, |x| x);
    #[expect(clippy::cast_precision_loss, reason = "compared with a far smaller number")]
    open_draws_are_completed::<Fixed<64, 32>>(Fixed::from_raw(1 << 31).unwrap(), |x| {
        x as f64 / 2f64.powi(32)
    });
}

#[test]
fn errors_release_nothing() {
    let laplace = mechanism([-2.0, 2.0], Laplace::<f64, Relative<52>>::new);
    let (mut answers, mut places, mut ends) = ([1.0; 200], [Release::Value(1.0); 200], [1.0; 200]);
    let (outside, low) = ([Release::Outside; 200], [-8.0; 200]);
    // The source fails in the second block of the slice.
    let failed = Err(Error::Entropy(EntropyError));
    assert_eq!(laplace.release_slice(&answers, &mut places, &mut Failing { left: 2048 }), failed);
    assert_eq!(laplace.release_slice_to_ends(&answers, &mut ends, &mut Failing { left: 2048 }), failed);
    assert_eq!((places, ends), (outside, low));
    // An answer of the second block is NaN.
    answers[150] = f64::NAN;
    (places, ends) = ([Release::Value(1.0); 200], [1.0; 200]);
    assert_eq!(laplace.release_slice(&answers, &mut places, &mut Seeded(1)), Err(Error::NotFinite));
    assert_eq!(laplace.release_slice_to_ends(&answers, &mut ends, &mut Seeded(1)), Err(Error::NotFinite));
    assert_eq!((places, ends), (outside, low));
    for (length, places) in [(3, &mut places[..]), (200, &mut [Release::Value(1.0); 3])] {
        let lengths = Err(Error::Length { answers: length, places: places.len() });
        assert_eq!(laplace.release_slice(&answers[..length], places, &mut Seeded(1)), lengths);
        assert!(places.iter().all(|place| *place == Release::Outside));
    }
}
