//! Whole releases at every answer and every draw of small mechanisms: alone, in slices, to the ends of the window, on the line and
//! on the plane.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "tests; casts are exact by the stated sizes"
)]

use kdelta_finite::cos_sin::{cos_sin, octant};
use kdelta_finite::planar::{
    Angle, Disc, Gamma, Inverse, PlanarLaplace, PlanarMechanism, PlanarNoise, Polar, Radius, Rectangle,
    Region,
};
use kdelta_finite::{
    EntropyError, Error, Fixed, Format, Grid, Laplace, Mechanism, Midpoint, Noise, Range, Release, Scale,
    Tail, Window,
};
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Failing, Tape, exact, integer, round};

fn window(log2: i32, low: i64, high: i64) -> Window {
    Window::new(Grid::new(log2).unwrap(), low, high).unwrap()
}

/// Every draw of 8 bits for each of these answers, one by one and as slices of 256: the cell of the clamped answer and the noise,
/// ⌊(r + x)/L + ½⌋ by the given exact rule, is in the window or it is not; outside, the end on its side.
fn every_draw<F: Format, N: Noise<F>>(
    mechanism: &Mechanism<F, N>,
    answers: &[F],
    of: impl Fn(u8) -> F::Noise,
    index: impl Fn(F, F::Noise) -> i64,
) -> [u32; 3] {
    assert_eq!(N::ENTROPY_BYTES, 1);
    let window = mechanism.window();
    let bytes: Vec<u8> = (0..=255).collect();
    let mut seen = [0; 3];
    for &answer in answers {
        let (mut places, mut ends) = ([Release::Outside; 256], [answer; 256]);
        mechanism.release_slice(&[answer; 256], &mut places, &mut Tape(&bytes)).unwrap();
        mechanism.release_slice_to_ends(&[answer; 256], &mut ends, &mut Tape(&bytes)).unwrap();
        for ((place, end), &byte) in places.iter().zip(ends).zip(&bytes) {
            let index = index(answer, of(byte));
            let nearest = F::grid_point(index.clamp(window.low(), window.high()), window.grid());
            let inside = (window.low()..=window.high()).contains(&index);
            assert!(end == nearest, "{answer:?} and the draw {byte}: {end:?}, not {nearest:?}");
            assert!(place.value() == inside.then_some(nearest), "{answer:?} and the draw {byte}: {place:?}");
            let one = [byte];
            assert!(mechanism.release(answer, &mut Tape(&one)).unwrap().value() == place.value());
            assert!(mechanism.release_to_ends(answer, &mut Tape(&one)).unwrap() == end);
            seen[usize::from(index >= window.low()) + usize::from(index > window.high())] += 1;
        }
    }
    seen
}

/// Every word of 8 bits as an answer, every draw of 8 bits; in floats every answer that is a multiple of 1/16 up to ±8 and both
/// infinities. A window that cuts on both sides.
#[test]
fn every_small_release_is_the_cell_of_its_sum() {
    fn noise<F: Format>() -> Laplace<F, Midpoint<8>>
    where
        Midpoint<8>: Tail<F>,
    {
        Laplace::new(Scale::at_least(5, 4).unwrap()).unwrap()
    }
    type Word = Fixed<8, 4>;
    let word = |raw| Word::from_raw(raw).unwrap();
    let fixed = noise::<Word>();
    let mechanism =
        Mechanism::new(Range::new(word(-32), word(40)).unwrap(), fixed, window(-2, -9, 11)).unwrap();
    let words: Vec<Word> = (-128..128).map(word).collect();
    let seen = every_draw(
        &mechanism,
        &words,
        |byte| fixed.of(Midpoint::from_bits(byte.into())),
        |answer, noise| (i128::from(answer.raw().clamp(-32, 40)) + noise + 2).div_euclid(4) as i64,
    );
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
    macro_rules! check {
        ($float:ident, $precision:literal) => {
            let noise = noise::<$float>();
            let mechanism =
                Mechanism::new(Range::new(-2.0, 2.5).unwrap(), noise, window(-2, -9, 11)).unwrap();
            let answers: Vec<$float> = (-128..=128_i16)
                .map(|sixteenths| <$float>::from(sixteenths) / 16.0)
                .chain([<$float>::NEG_INFINITY, <$float>::INFINITY])
                .collect();
            let seen = every_draw(
                &mechanism,
                &answers,
                |byte| noise.of(Midpoint::from_bits(byte.into())),
                |answer, noise| {
                    let sum = exact(answer.clamp(-2.0, 2.5).into()) + exact(noise.into());
                    let cell = (round(&sum, $precision) * dyadic(4, 0) + dyadic(1, -1)).floor().to_integer();
                    i64::try_from(&cell).unwrap()
                },
            );
            assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
            let (mut places, mut ends) = ([Release::Value(0.0); 40], [0.0; 40]);
            for at in 0..40 {
                let mut answers = [1.0; 40];
                answers[at] = <$float>::NAN;
                places.fill(Release::Value(0.0));
                ends.fill(0.0);
                let refused = Err(Error::NotFinite);
                assert_eq!(mechanism.release_slice(&answers, &mut places, &mut Tape(&[9; 40])), refused);
                assert_eq!(
                    mechanism.release_slice_to_ends(&answers, &mut ends, &mut Tape(&[9; 40])),
                    refused
                );
                assert!(places.iter().all(|place| *place == Release::Outside), "NaN at {at}");
                assert_eq!(ends, [-2.25; 40], "NaN at {at}");
            }
            assert_eq!(mechanism.release(<$float>::NAN, &mut Tape(&[9])), Err(Error::NotFinite));
        };
    }
    check!(f64, 53);
    check!(f32, 24);
}

/// Every length up to 1100, more than a block of 1024 draws of one byte: place i has draw i, and the source gives one byte for each
/// place. With a byte too few nothing is released, whatever was in the places.
#[test]
fn every_length_of_a_slice_takes_one_draw_for_each_place() {
    type Word = Fixed<8, 4>;
    let noise = Laplace::<Word, Midpoint<8>>::new(Scale::at_least(1, 2).unwrap()).unwrap();
    let range = Range::new(Word::MIN, Word::MAX).unwrap();
    let mechanism = Mechanism::new(range, noise, window(-4, -100, 100)).unwrap();
    let bytes: Vec<u8> = (0..1100_u32).map(|i| (i * 37 % 251) as u8).collect();
    let answers: Vec<Word> = (0..1100).map(|i| Word::from_raw(i % 200 - 100).unwrap()).collect();
    let alone: Vec<_> = answers
        .iter()
        .zip(&bytes)
        .map(|(&answer, &byte)| mechanism.release(answer, &mut Tape(&[byte])).unwrap())
        .collect();
    for length in 0..=1100 {
        let mut places = vec![Release::Value(Word::MAX); length];
        let mut source = Tape(&bytes[..length]);
        mechanism.release_slice(&answers[..length], &mut places, &mut source).unwrap();
        assert!(source.0.is_empty() && places == alone[..length], "{length}");
        if length > 0 {
            let failed = Err(Error::Entropy(EntropyError));
            let short = &mut Tape(&bytes[..length - 1]);
            assert_eq!(mechanism.release_slice(&answers[..length], &mut places, short), failed);
            assert!(places.iter().all(|place| *place == Release::Outside), "{length}");
        }
    }
}

/// Every draw of 6 bits for each uniform and of 5 for the angle, by bytes and from the source: the noise of these three draws, in
/// f64 and in fixed point; the same of the other sampler of the radius. The source is asked for each byte.
#[test]
fn every_small_planar_draw_has_its_own_bytes() {
    fn check<F: Polar, S: Radius<F>>(bytes: [u8; 3], radius: S)
    where
        F::Noise: PartialEq + core::fmt::Debug,
    {
        let noise = PlanarLaplace::<F, S, 5>::new(Scale::at_least(3, 2).unwrap()).unwrap();
        let used = S::ENTROPY_BYTES;
        let stream = [&bytes[..used], &bytes[2..]].concat();
        assert_eq!(<PlanarLaplace<F, S, 5> as PlanarNoise<F>>::ENTROPY_BYTES, used + 1);
        let expected = noise.of(radius, Angle::from_bits(bytes[2].into()));
        assert_eq!(noise.of_bytes(&stream), expected);
        let mut source = Tape(&stream);
        assert_eq!(noise.draw(&mut source), Ok(expected));
        assert!(source.0.is_empty());
        for left in 0..=used {
            assert_eq!(noise.draw(&mut Tape(&stream[..left])), Err(Error::Entropy(EntropyError)));
        }
        // Length times direction, each coordinate from the same length.
        let length = F::length(radius.over_scale(), F::factor(noise.scale()).unwrap());
        let (cos, sin) = cos_sin((2 * u64::from(bytes[2] & 31) + 1) << 58);
        assert_eq!(expected, [F::coordinate(length, cos), F::coordinate(length, sin)]);
    }
    type Word = Fixed<32, 12>;
    for z in 0..1_u32 << 17 {
        let bytes @ [first, second, _] = [z & 63, z >> 6 & 63, z >> 12].map(|z| z as u8);
        let gamma = Gamma::new(Midpoint::<6>::from_bits(first.into()), Midpoint::from_bits(second.into()));
        check::<f64, _>(bytes, gamma);
        check::<Word, _>(bytes, gamma);
        let [one, other] =
            [first, second].map(|z| Tail::<Word>::minus_ln(Midpoint::<6>::from_bits(z.into())));
        assert_eq!(<Gamma<_> as Radius<Word>>::over_scale(gamma), one + other);
        let [one, other] = [first, second].map(|z| Tail::<f64>::minus_ln(Midpoint::<6>::from_bits(z.into())));
        assert_eq!(<Gamma<_> as Radius<f64>>::over_scale(gamma), one + other);
        if second == 0 {
            let inverse = Inverse::<6>::from_bits(first.into());
            check::<f64, _>(bytes, inverse);
            check::<Word, _>(bytes, inverse);
            assert_eq!(<Inverse<6> as Radius<Word>>::over_scale(inverse), inverse.root().into());
        }
    }
}

/// Polar coordinates in f64: 7 bits at every position for units and directions, radii and scales of few bits. Each step is the
/// exact result, rounded once; for short factors that is the exact one.
#[test]
fn polar_coordinates_of_floats_are_rounded_once() {
    for position in 0..=57 {
        for bits in 0..1_u64 << 7 {
            let word = bits << position | 1;
            let units = <f64 as Polar>::units(word);
            assert_eq!(exact(units), round(&(integer(word.into()) * dyadic(1, -58)), 53));
            let c = (word >> 1).cast_signed() * if bits & 1 == 0 { 1 } else { -1 };
            for length in [1.0, 1.5 + f64::EPSILON, 300.7] {
                let direction = round(&(dyadic(c, -62)), 53);
                let coordinate = <f64 as Polar>::coordinate(length, c);
                assert_eq!(exact(coordinate), round(&(exact(length) * direction), 53), "{length} · {c}");
            }
        }
    }
    for (a, b) in
        (0..128_u16).flat_map(|a| (0..128_u16).map(move |b| (f64::from(a) / 7.0, f64::from(b) / 9.0)))
    {
        assert_eq!(exact(<f64 as Polar>::sum(a, b)), round(&(exact(a) + exact(b)), 53));
        assert_eq!(exact(<f64 as Polar>::length(a, b)), round(&(exact(a) * exact(b)), 53));
    }
}

/// In fixed point: radii of 10 bits at every position, with every scale from 2^-20 to 2^20 in steps of a binade. The length is the
/// exact product, halves up; sums and units lose nothing.
#[test]
fn polar_lengths_of_words_are_rounded_once() {
    type Word = Fixed<64, 32>;
    for log2 in -20..=20 {
        let scale = Scale::at_least(3, 2).unwrap().times_power_of_two(log2).unwrap();
        let factor = Word::factor(scale).unwrap();
        for (position, bits) in
            (0..=54).flat_map(|position| (0..1_u64 << 10).map(move |bits| (position, bits)))
        {
            let word = bits << position;
            assert_eq!(<Word as Polar>::units(word), word.into());
            let radius = <Word as Polar>::sum(word.into(), 3);
            assert_eq!(radius, u128::from(word) + 3);
            // 3/2·2^log2·radius·2^-58 in units of 2^-32: radius·3·2^(log2 − 27), where log2 − 27 < 0.
            let shift = (27 - log2).unsigned_abs();
            let expected = (radius.cast_signed() * 3 + (1 << (shift - 1))) >> shift;
            assert_eq!(<Word as Polar>::length(radius, factor), expected);
        }
    }
}

/// Slices on the plane: every length up to 400, more than a block of 341 draws of three bytes, are the releases one by one; with a
/// byte too few, or NaN anywhere, nothing is released.
#[test]
fn every_length_of_a_planar_slice_is_its_releases_one_by_one() {
    fn check<R: Region + Copy>(region: R) -> usize {
        let noise = PlanarLaplace::<f64, Gamma<Midpoint<8>>, 8>::new(Scale::at_least(3, 1).unwrap()).unwrap();
        let range = Range::new(-6.0, 6.0).unwrap();
        let mechanism = PlanarMechanism::new([range, range], noise, region).unwrap();
        let bytes: Vec<u8> = (0..1200_u32).map(|i| (i * i * 31 % 253) as u8).collect();
        let answers: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i % 17) - 8.0, f64::from(i % 5)]).collect();
        let alone: Vec<_> = answers
            .iter()
            .zip(bytes.chunks(3))
            .map(|(&answer, bytes)| mechanism.release(answer, &mut Tape(bytes)).unwrap())
            .collect();
        for length in 0..=400 {
            let mut places = vec![Release::Value([9.0; 2]); length];
            let mut source = Tape(&bytes[..3 * length]);
            mechanism.release_slice(&answers[..length], &mut places, &mut source).unwrap();
            assert!(source.0.is_empty() && places == alone[..length], "{length}");
            if length > 0 {
                let mut failing = Failing { left: 3 * length - 1 };
                let failed = Err(Error::Entropy(EntropyError));
                assert_eq!(mechanism.release_slice(&answers[..length], &mut places, &mut failing), failed);
                assert!(places.iter().all(|place| *place == Release::Outside));
                let mut refused = answers[..length].to_vec();
                refused[length - 1][length % 2] = f64::NAN;
                places.fill(Release::Value([9.0; 2]));
                let source = &mut Tape(&bytes);
                assert_eq!(mechanism.release_slice(&refused, &mut places, source), Err(Error::NotFinite));
                assert!(places.iter().all(|place| *place == Release::Outside));
            }
        }
        // What one release does, by its parts.
        for (answer, (bytes, released)) in answers.iter().zip(bytes.chunks(3).zip(&alone)) {
            let grid = region.bounds().grid();
            let noise = noise.of_bytes(bytes);
            let index = [0, 1].map(|axis| answer[axis].clamp(-6.0, 6.0).add_and_round(noise[axis], grid));
            let expected = region.contains(index).then(|| index.map(|i| f64::grid_point(i, grid)));
            assert_eq!(released.value(), expected);
        }
        alone.iter().filter(|place| place.value().is_some()).count()
    }
    let (x, y) = (window(-1, -11, 14), window(-1, -8, 8));
    let inside = [
        check(Rectangle::new(x, y).unwrap()),
        check(Disc::new(Grid::new(-1).unwrap(), [1, -1], 12).unwrap()),
    ];
    assert!(inside.iter().all(|&count| (50..350).contains(&count)), "{inside:?}");
}

/// Every angle of 16 leading bits of the first octant: cos and sin of all eight octants are those of the octant, exchanged and
/// signed as the quadrant says, by the signs of the platform's functions.
#[test]
fn every_octant_has_its_signs() {
    for y in (0..1_u64 << 13).map(|top| top << 48 | 1 << 47) {
        let (cos, sin) = octant(y);
        assert!(0 < sin && sin < cos, "{y:#x}");
        for quarter in 0..4_u64 {
            for (turn, x, y) in
                [((quarter << 62) + y, cos, sin), (((quarter + 1) << 62).wrapping_sub(y), sin, cos)]
            {
                let expected = match quarter {
                    0 => (x, y),
                    1 => (-y, x),
                    2 => (-x, -y),
                    _ => (y, -x),
                };
                assert_eq!(cos_sin(turn), expected, "{turn:#x}");
                let theta = core::f64::consts::TAU * (turn as f64 / 2_f64.powi(64));
                assert_eq!((expected.0 > 0, expected.1 > 0), (theta.cos() > 0.0, theta.sin() > 0.0));
            }
        }
    }
}
