//! The plane: noise over whole small formats, regions cell by cell, and whole releases.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "exact by the stated sizes"
)]

use core::f64::consts::TAU;
use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::Unit;
use kdelta_finite::planar::region::LARGEST_RADIUS;
use kdelta_finite::planar::{
    Angle, Disc, Gamma, Inverse, Mask, PlanarLaplace, PlanarMechanism, PlanarNoise, Polar, Radius,
    RadiusBias, Rectangle, Region,
};
use kdelta_finite::{
    Bias, Deep, EntropyError, Error, Fixed, Format, Grid, Midpoint, Range, Relative, Release, Scale, Window,
};
use kdelta_oracle::derivation::{LogarithmError, NoiseError, RoundingError};
use kdelta_testkit::{Counting, Failing, Seeded, Tape, q, sum};
use num_traits::ToPrimitive;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn window(log2: i32, low: i64, high: i64) -> Window {
    Window::new(Grid::new(log2).unwrap(), low, high).unwrap()
}

/// Every draw of a small mechanism: the noise is within the error that the oracle derives from the ledgers of the exact noise, in Euclidean distance, whatever the
/// radius; so no draw comes back (condition (iv)). And that error is not loose.
fn whole_domain<const BITS: u32, const ANGLE: u32, const W: u32, const FRAC: u32>(n: u64, d: u64) {
    let scale = Scale::at_least(n, d).unwrap();
    let b = scale.to_f64();
    let noise = PlanarLaplace::<Fixed<W, FRAC>, Gamma<Midpoint<BITS>>, ANGLE>::new(scale).unwrap();
    let logarithm = LogarithmError {
        absolute: sum(&[<Gamma<Midpoint<BITS>> as Radius<Fixed<W, FRAC>>>::LOGARITHM], Unit::Scale),
        relative: sum(&[<Gamma<Midpoint<BITS>> as Radius<Fixed<W, FRAC>>>::LOGARITHM], Unit::Magnitude),
    };
    let half = RoundingError { relative: q("0"), absolute: sum(&[<Fixed<W, FRAC>>::PRODUCT], Unit::One) };
    let direction = sum(&[LEDGER_COS_SIN], Unit::One);
    let error = NoiseError::in_the_plane(&logarithm.of_two(), &direction, &half).unwrap();
    let [a, r, o] = [error.absolute, error.relative, error.rounding].map(|x| x.to_f64().unwrap());
    let unit = 2f64.powi(-FRAC.cast_signed());
    let minus_ln =
        |z: u64| -(Midpoint::<BITS>::from_bits(z).tail() as f64 / 2f64.powi(BITS.cast_signed())).ln();
    let (mut worst, mut farthest) = (0f64, 0f64);
    for j in 0..1u64 << ANGLE {
        let theta = TAU * (j as f64 + 0.5) / 2f64.powi(ANGLE.cast_signed());
        for z1 in 0..1u64 << BITS {
            for z2 in 0..1u64 << BITS {
                let draw = Gamma::new(Midpoint::from_bits(z1), Midpoint::from_bits(z2));
                let [x, y] = noise.of(draw, Angle::from_bits(j)).map(|x| x as f64 * unit);
                let radius = b * (minus_ln(z1) + minus_ln(z2));
                let error = (x - radius * theta.cos()).hypot(y - radius * theta.sin());
                let bound = a * b + r * radius + o;
                assert!(error <= bound * (1.0 + 1e-9), "at {z1}, {z2}, {j}: {error:e} > {bound:e}");
                assert!(x.hypot(y) >= radius - bound * (1.0 + 1e-9));
                worst = worst.max(error / bound);
                farthest = farthest.max(radius);
            }
        }
    }
    assert!(worst >= 0.5, "the ledger is loose: {worst}");
    assert!(farthest >= 1.3 * b * f64::from(BITS), "the far tail was drawn");
}

#[test]
fn small_planar_formats_over_their_whole_domain() {
    whole_domain::<6, 4, 12, 4>(1, 1);
    whole_domain::<5, 7, 16, 6>(10, 3);
    whole_domain::<8, 3, 32, 16>(7, 2);
}

/// The same draw through the f64 and the fixed-point arithmetic: two logarithms, one kernel of cos and sin.
#[test]
fn two_formats_agree_on_every_draw() {
    let scale = Scale::at_least(3, 1).unwrap();
    let float = PlanarLaplace::<f64, Gamma<Relative<52>>>::new(scale).unwrap();
    let fixed = PlanarLaplace::<Fixed<64, 40>, Gamma<Relative<52>>>::new(scale).unwrap();
    let mut bits = Seeded(9);
    let mut octants = [0; 8];
    for _ in 0..20_000 {
        let word = |bits: &mut Seeded| (u128::from(bits.next()) << 64) | u128::from(bits.next());
        let draw = Gamma::new(Relative::from_bits(word(&mut bits)), Relative::from_bits(word(&mut bits)));
        let angle = Angle::from_bits(bits.next());
        let (a, b) = (float.of(draw, angle), fixed.of(draw, angle));
        for (a, b) in a.into_iter().zip(b) {
            assert!((a - b as f64 / 2f64.powi(40)).abs() <= 1.25 * 2f64.powi(-40), "{draw:?} {angle:?}");
        }
        let [x, y] = a;
        octants[usize::from(x < 0.0) + 2 * usize::from(y < 0.0) + 4 * usize::from(x.abs() < y.abs())] += 1;
    }
    assert!(octants.iter().all(|&count| count > 2000), "{octants:?}");
}

#[test]
fn angles_are_the_midpoints_of_equal_cells() {
    for j in 0..16u64 {
        assert_eq!(Angle::<4>::from_bits(j).turn(), (2 * j + 1) << 59);
        assert_eq!(Angle::<4>::from_bits(j + 16), Angle::from_bits(j));
    }
    assert_eq!(Angle::<63>::from_bits(u64::MAX).turn(), u64::MAX);
    assert_eq!(Angle::<63>::from_bits(0).turn(), 1);
    assert_eq!((Angle::<63>::ENTROPY_BYTES, Angle::<4>::ENTROPY_BYTES, Angle::<9>::ENTROPY_BYTES), (8, 1, 2));
    assert_eq!((Angle::<63>::BIAS.log2, Angle::<4>::BIAS.log2), (-64, -5));
    assert_eq!(Angle::<12>::from_bytes(&[0xbc, 0xfa]), Angle::from_bits(0xabc));
}

/// The logarithm of the radius is that of the generator; the bias of the tail is twice that of u.
#[test]
fn bias_and_logarithm_of_the_radius_are_those_of_the_generator() {
    let logarithm = <Gamma<Relative<52>> as Radius<f64>>::LOGARITHM;
    assert_eq!(logarithm, kdelta_finite::ln::table::LEDGER_F64);
    let bias = <Gamma<Midpoint<16>> as Radius<f64>>::BIAS;
    assert_eq!(bias, RadiusBias::Gamma(Bias::Absolute { log2: -16 }));
    let bias = <Gamma<Relative<52>> as Radius<f64>>::BIAS;
    assert_eq!(bias, RadiusBias::Gamma(Bias::Relative { precision: 52, cut_off: 76 }));
}

/// Beyond the cut-off of either uniform the radius is beyond b·CUT_OFF·ln 2.
#[test]
fn cut_off_of_either_uniform_gives_a_far_point() {
    let noise = PlanarLaplace::<f64, Gamma<Relative<52>>>::new(Scale::at_least(1, 1).unwrap()).unwrap();
    let near = Relative::from_bits(u128::MAX);
    for (first, second) in [(Relative::from_bits(0), near), (near, Relative::from_bits(0))] {
        for j in [0, 1 << 60, 3 << 61, u64::MAX] {
            let [x, y] = noise.of(Gamma::new(first, second), Angle::from_bits(j));
            assert!(x.hypot(y) >= 76.0 * core::f64::consts::LN_2, "{x} {y}");
        }
    }
}

/// r′·c in integers: the exact product, rounded once, also where it is wider than a word.
#[test]
fn coordinates_are_exact_products_rounded_once() {
    type Word = Fixed<64, 20>;
    let mut bits = Seeded(4);
    for i in 0..10_000 {
        let length = i128::from(bits.next() >> (i % 63));
        let c = bits.next().cast_signed() >> 1;
        let exact = (length * i128::from(c) + (1 << 61)).div_euclid(1 << 62);
        assert_eq!(<Word as Polar>::coordinate(length, c), exact);
        // 2^26 times as long: the high part is exact.
        assert_eq!(<Word as Polar>::coordinate(length << 62, c), length * i128::from(c));
    }
    assert_eq!(<Word as Polar>::coordinate((1 << 90) - 1, 1 << 62), (1 << 90) - 1);
    assert_eq!(<Word as Polar>::coordinate((1 << 90) - 1, -(1 << 62)), 1 - (1 << 90));
}

/// The root of x − ln(1 + x) = −ln w, over a whole small grid and at the ends of the widest one: the residual is a few units, and
/// the radius falls as w grows. (Against the exact inverse, and near 0 where the residual says little: `kdelta`'s tests.)
#[test]
fn inverse_radius_is_the_root_for_every_draw() {
    fn check(root: u64, complement: u64) {
        let x = root as f64 / 2f64.powi(58);
        let y = -(complement as f64 / 2f64.powi(64)).ln();
        assert!((x - x.ln_1p() - y).abs() <= 1e-14 * (1.0 + y), "w = {complement:#x}: {x}");
    }
    let mut previous = u64::MAX;
    for z in 0..1 << 12 {
        let draw = Inverse::<12>::from_bits(z);
        assert_eq!(draw.complement(), (2 * z + 1) << 51);
        check(draw.root(), draw.complement());
        assert!(draw.root() < previous);
        previous = draw.root();
    }
    let mut bits = Seeded(6);
    for z in [0, 1, 2, (1 << 63) - 1, (1 << 63) - 2, 1 << 62]
        .into_iter()
        .chain((0..2000).map(|i| bits.next() >> (i % 64)))
    {
        let draw = Inverse::<63>::from_bits(z);
        check(draw.root(), draw.complement());
    }
    let far = Inverse::<63>::from_bits(0).root() as f64 / 2f64.powi(58);
    assert!((48.0..49.0).contains(&far), "{far}");
    assert_eq!(Inverse::<12>::from_bits(0x1234), Inverse::from_bits(0x234));
    assert_eq!(<Inverse<53> as Radius<f64>>::BIAS, RadiusBias::Inverse { log2: -54 });
    assert_eq!(<Inverse<53> as Radius<f64>>::ENTROPY_BYTES, 8);
    assert_eq!(<Inverse<12> as Radius<Fixed<16, 4>>>::ENTROPY_BYTES, 2);
    let float = <Inverse<53> as Radius<f64>>::from_bytes(&[1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(float, <Inverse<53> as Radius<f64>>::draw(&mut Tape(&[1, 2, 3, 4, 5, 6, 7, 8])).unwrap());
    let (units, ratio) =
        (float.root() as f64 / 2f64.powi(58), <Inverse<53> as Radius<f64>>::over_scale(float));
    assert_eq!(units, ratio);
}

/// All cells around a region, and the far corners of the index range.
fn around(region: &impl Region) -> impl Iterator<Item = [i64; 2]> {
    let [x, y] = region.bounds().axes();
    let indices = |w: Window| (w.low() - 3..=w.high() + 3).chain([i64::MIN, i64::MAX]);
    indices(x).flat_map(move |i| indices(y).map(move |j| [i, j]))
}

#[test]
fn rectangles_hold_exactly_their_cells() {
    let rectangle = Rectangle::new(window(-2, -3, 5), window(-2, 7, 7)).unwrap();
    for [i, j] in around(&rectangle) {
        assert_eq!(rectangle.contains([i, j]), (-3..=5).contains(&i) && j == 7);
    }
    assert_eq!(rectangle.cells(), 9);
    let error = Rectangle::new(window(0, 0, 1), window(1, 0, 1)).unwrap_err();
    assert_eq!(error, Error::Grids { log2: [0, 1] });
    let limit = (1 << 52) - 1;
    let widest = Rectangle::new(window(0, -limit, limit), window(0, -limit, limit)).unwrap();
    assert_eq!(widest.cells(), ((1u128 << 53) - 1) * ((1 << 53) - 1));
}

/// A disc holds exactly the cells whose four corners are inside, by exact arithmetic, and both counts are right.
#[test]
fn discs_hold_exactly_the_inscribed_cells() {
    for radius in 1..=20u64 {
        for centre in [[0, 0], [-7, 12], [1 << 40, -5]] {
            let disc = Disc::new(Grid::new(-3).unwrap(), centre, radius).unwrap();
            let (mut inside, mut touching) = (0, 0);
            for index in around(&disc) {
                let [dx, dy] = [0, 1].map(|k| (i128::from(index[k]) - i128::from(centre[k])).abs());
                let square = |a: i128| a * a;
                let limit = square(2 * i128::from(radius));
                // Half steps; far corners would overflow, and are not inside.
                let near = dx < 100 && dy < 100;
                let within = near && square(2 * dx + 1) + square(2 * dy + 1) <= limit;
                assert_eq!(disc.contains(index), within, "{index:?} of {disc:?}");
                inside += u64::from(within);
                let nearest = |d: i128| (2 * d - 1).max(0);
                touching += u64::from(near && square(nearest(dx)) + square(nearest(dy)) <= limit);
            }
            assert_eq!((disc.inscribed(), disc.circumscribed()), (inside, touching), "radius {radius}");
            assert!(disc.contains(centre));
        }
    }
    let disc = Disc::new(Grid::UNIT, [0, 0], 1000).unwrap();
    let area = core::f64::consts::PI * 1e6;
    assert!((disc.inscribed() as f64) < area && area < disc.circumscribed() as f64);
    assert!(disc.circumscribed() - disc.inscribed() < 8 * 1000 + 8);
    for radius in [0, LARGEST_RADIUS + 1, u64::MAX] {
        assert_eq!(Disc::new(Grid::UNIT, [0, 0], radius), Err(Error::Disc { radius }));
    }
    assert!(matches!(Disc::new(Grid::UNIT, [i64::MIN, 0], 2), Err(Error::TooFar { .. })));
    assert!(matches!(Disc::new(Grid::UNIT, [0, i64::MAX], 2), Err(Error::TooFar { .. })));
}

#[test]
fn masks_hold_exactly_their_bits() {
    let bounds = Rectangle::new(window(0, -5, 4), window(0, 3, 15)).unwrap(); // 130 cells
    let mut bits = Seeded(2);
    let words = [bits.next(), bits.next(), bits.next() & 3];
    let mask = Mask::new(bounds, &words).unwrap();
    for [i, j] in around(&mask) {
        let expected = (-5..=4).contains(&i) && (3..=15).contains(&j) && {
            let number = usize::try_from((j - 3) * 10 + i + 5).unwrap();
            words[number / 64] >> (number % 64) & 1 == 1
        };
        assert_eq!(mask.contains([i, j]), expected, "{i} {j}");
    }
    assert_eq!(mask.cells(), words.iter().map(|w| u64::from(w.count_ones())).sum::<u64>());
    let refused =
        |words: &[u64]| Mask::new(bounds, words) == Err(Error::Mask { words: words.len(), cells: 130 });
    assert!(refused(&words[..2]) && refused(&[1, 0, 0, 0]) && refused(&[]));
    assert!(refused(&[0; 3]), "no output at all");
    assert!(refused(&[1, 1, 4]), "a bit beyond the last cell");
}

/// Every pair of words of a small format and every draw: the release is the rounded exact sum of each coordinate, tested last.
#[test]
fn small_words_release_exactly_the_region() {
    type Word = Fixed<8, 2>;
    type Noise = PlanarLaplace<Word, Gamma<Midpoint<4>>, 3>;
    let noise = Noise::new(Scale::at_least(3, 1).unwrap()).unwrap();
    assert_eq!(<Noise as PlanarNoise<Word>>::ENTROPY_BYTES, 3);
    let range = |low, high| Range::new(Word::from_raw(low).unwrap(), Word::from_raw(high).unwrap()).unwrap();
    let answers = [range(-20, 24), range(-12, 12)];
    let rectangle = Rectangle::new(window(-1, -9, 14), window(-1, -8, 8)).unwrap();
    let disc = Disc::new(Grid::new(-1).unwrap(), [2, -1], 9).unwrap();
    let words = [0x5555_aaaa_1234_ffff, 0x0f0f_3333_9999_5678, u64::MAX, 0x1, 0x8, 0, 0xff00];
    let mask = Mask::new(rectangle, &words).unwrap();
    let tested = (
        PlanarMechanism::new(answers, noise, rectangle).unwrap(),
        PlanarMechanism::new(answers, noise, disc).unwrap(),
        PlanarMechanism::new(answers, noise, mask).unwrap(),
    );
    let mut seen = [0u32; 4];
    for raw in (-128..128).step_by(3).flat_map(|x| [-128, -13, -12, 3, 12, 13, 127].map(|y| [x, y])) {
        let answer = raw.map(|raw| Word::from_raw(raw).unwrap());
        for draw in 0..1u32 << 11 {
            let [z1, z2, j] = [draw & 15, draw >> 4 & 15, draw >> 8].map(|x| x as u8);
            let tape = [z1, z2, j];
            let radius = Gamma::new(Midpoint::from_bits(z1.into()), Midpoint::from_bits(z2.into()));
            let [x, y] = noise.of(radius, Angle::from_bits(j.into()));
            let clamped = [raw[0].clamp(-20, 24), raw[1].clamp(-12, 12)];
            let index = [i128::from(clamped[0]) + x, i128::from(clamped[1]) + y]
                .map(|sum| (sum + 1).div_euclid(2) as i64);
            let expected = |inside: bool| {
                if inside {
                    Release::Value(index.map(|i| Word::from_raw(2 * i).unwrap()))
                } else {
                    Release::Outside
                }
            };
            let inside = [rectangle.contains(index), disc.contains(index), mask.contains(index)];
            assert_eq!(tested.0.release(answer, &mut Tape(&tape)), Ok(expected(inside[0])));
            assert_eq!(tested.1.release(answer, &mut Tape(&tape)), Ok(expected(inside[1])));
            assert_eq!(tested.2.release(answer, &mut Tape(&tape)), Ok(expected(inside[2])));
            seen[usize::from(inside[0]) + usize::from(inside[1]) + usize::from(inside[2])] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

fn wide() -> PlanarMechanism<f64, PlanarLaplace<f64, Gamma<Relative<52>>>, Rectangle> {
    let noise = PlanarLaplace::new(Scale::at_least(200, 1).unwrap()).unwrap();
    let side = window(0, -500, 500);
    let range = Range::new(-500.0, 500.0).unwrap();
    PlanarMechanism::new([range, range], noise, Rectangle::new(side, side).unwrap()).unwrap()
}

#[test]
fn entropy_use_is_fixed_and_slices_are_single_releases() {
    let mechanism = wide();
    let answers: Vec<[f64; 2]> = (0..300).map(|i| [f64::from(i), f64::from(-2 * i)]).collect();
    let mut source = Counting(Seeded(5), 0);
    let singles: Vec<_> =
        answers.iter().map(|&answer| mechanism.release(answer, &mut source).unwrap()).collect();
    assert_eq!(source.1, 40 * 300);
    let mut places = vec![Release::Outside; 300];
    let mut source = Counting(Seeded(5), 0);
    mechanism.release_slice(&answers, &mut places, &mut source).unwrap();
    assert_eq!((source.1, &places), (40 * 300, &singles));
    assert!(singles.iter().filter(|place| matches!(place, Release::Value(_))).count() > 50);
    // Failures: nothing is released.
    let error = Err(Error::Length { answers: 300, places: 299 });
    assert_eq!(mechanism.release_slice(&answers, &mut places[..299], &mut Seeded(1)), error);
    assert!(places[..299].iter().all(|place| *place == Release::Outside));
    places.fill(Release::Value([1.0, 1.0]));
    assert_eq!(
        mechanism.release_slice(&answers, &mut places, &mut Failing { left: 0 }),
        Err(Error::Entropy(EntropyError))
    );
    assert!(places.iter().all(|place| *place == Release::Outside));
    assert_eq!(mechanism.release([0.0, 0.0], &mut Failing { left: 0 }), Err(Error::Entropy(EntropyError)));
    for used in 0..40 {
        let error = mechanism.release([0.0, 0.0], &mut Tape(&[7; 40][..used]));
        assert_eq!(error, Err(Error::Entropy(EntropyError)), "after {used} bytes");
    }
    for answer in [[f64::NAN, 0.0], [0.0, f64::NAN]] {
        assert_eq!(mechanism.release(answer, &mut Seeded(1)), Err(Error::NotFinite));
        places.fill(Release::Value([1.0, 1.0]));
        let answers = vec![answer; 300];
        assert_eq!(mechanism.release_slice(&answers, &mut places, &mut Seeded(1)), Err(Error::NotFinite));
        assert!(places.iter().all(|place| *place == Release::Outside));
    }
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let scale = Scale::at_least(1 << 50, 1).unwrap();
    let error = PlanarLaplace::<Fixed<64, 40>, Gamma<Midpoint<64>>>::new(scale).err();
    assert_eq!(error, Some(Error::ScaleForFormat));
    type Word = Fixed<8, 4>;
    let noise = PlanarLaplace::<Word, Gamma<Midpoint<8>>, 8>::new(Scale::at_least(1, 1).unwrap()).unwrap();
    let range = Range::new(Word::MIN, Word::MAX).unwrap();
    let mechanism = |x, y| PlanarMechanism::new([range, range], noise, Rectangle::new(x, y).unwrap());
    assert!(mechanism(window(-4, -127, 127), window(-4, 0, 1)).is_ok());
    let far = mechanism(window(-4, 0, 1), window(-4, -128, 127)).err();
    assert_eq!(far, Some(Error::TooFar { index: -128, limit: 127 }));
    assert_eq!(mechanism(window(-5, 0, 1), window(-5, 0, 1)).err(), Some(Error::GridForFormat { log2: -5 }));
    for error in
        [Error::Grids { log2: [0, 1] }, Error::Disc { radius: 0 }, Error::Mask { words: 1, cells: 65 }]
    {
        assert!(error.to_string().len() > 30, "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Any answer and any entropy, by bit pattern: an error for NaN, otherwise a grid point of the region or Outside.
    #[test]
    fn every_planar_release_is_total(answer in any::<[u64; 2]>(), entropy in any::<[[u8; 24]; 11]>(), log2 in -40..=4i32) {
        let scale = Scale::at_least(1, 1).unwrap();
        let range = Range::new(-16.0, 16.0).unwrap();
        let side = window(log2, -1000, 1000);
        let rectangle = Rectangle::new(side, side).unwrap();
        let disc = Disc::new(Grid::new(log2).unwrap(), [0, 0], 1000).unwrap();
        let answer = answer.map(f64::from_bits);
        let bytes = entropy.as_flattened();
        let near = PlanarLaplace::<f64, Gamma<Relative<52>>>::new(scale).unwrap();
        let deep = PlanarLaplace::<f64, Gamma<Deep<52, 16>>>::new(scale).unwrap();
        let grid = PlanarLaplace::<f64, Gamma<Midpoint<53>>, 20>::new(scale).unwrap();
        let inverse = PlanarLaplace::<f64, Inverse<53>>::new(scale).unwrap();
        for released in [
            PlanarMechanism::new([range, range], near, rectangle).unwrap().release(answer, &mut Tape(bytes)),
            PlanarMechanism::new([range, range], deep, rectangle).unwrap().release(answer, &mut Tape(bytes)),
            PlanarMechanism::new([range, range], grid, disc).unwrap().release(answer, &mut Tape(bytes)),
            PlanarMechanism::new([range, range], inverse, disc).unwrap().release(answer, &mut Tape(bytes)),
        ] {
            match released {
                Err(error) => prop_assert!(error == Error::NotFinite && answer.iter().any(|x| x.is_nan())),
                Ok(Release::Outside) => {}
                Ok(Release::Value(point)) => {
                    for steps in point.map(|x| x / 2f64.powi(log2)) {
                        prop_assert!(steps.fract() == 0.0 && steps.abs() <= 1000.0);
                    }
                }
            }
        }
    }
}
