//! Releases of a slice: the draws of many releases are taken in blocks, 32 at a time through each stage (16 on the plane), and yet place i gets what
//! the i-th release, one after the other from the same bytes, returns. So the law of a slice is that of its releases (paper 4.4).
//!
//! Two sorts of noise stand under the statements. [`OfBytes`] reads the noise off the bytes, so that Kani can speak about every noise
//! without a logarithm; `cargo test` also runs the noises that ship, over up to 40 places, which is more than a group. That
//! the kernels for several draws give each its own logarithm is stated in [`crate::table`] and [`crate::shift_add`].

use crate::given::case_by_case;
use kdelta_finite::noise::Noise;
use kdelta_finite::planar::{Gamma, Inverse, PlanarLaplace, PlanarMechanism, PlanarNoise, Rectangle};
use kdelta_finite::{
    Entropy, EntropyError, Error, Fixed, Format, Gaussian, Grid, Laplace, Mechanism, Midpoint, Range,
    Relative, Release, Scale, Window,
};

/// Delivers these bytes, one after the other, and then fails.
struct Tape<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> Tape<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, used: 0 }
    }
}

impl Entropy for Tape<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let end = self.used + bytes.len();
        bytes.copy_from_slice(self.bytes.get(self.used..end).ok_or(EntropyError)?);
        self.used = end;
        Ok(())
    }
}

/// The noise that eight bytes are, as a float; 0 for an infinity or NaN.
#[derive(Clone, Copy, Debug)]
pub struct OfBytes;

impl Noise<f64> for OfBytes {
    const ENTROPY_BYTES: usize = 8;

    fn of_bytes<E: Entropy>(&self, bytes: &[u8], _: &mut E) -> Result<f64, Error> {
        let noise = bytes.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
        Ok(if noise.is_finite() { noise } else { 0.0 })
    }

    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<f64, Error> {
        let mut bytes = [0; 8];
        entropy.fill(&mut bytes)?;
        self.of_bytes(&bytes, entropy)
    }
}

/// Outputs of −300 to 200 steps of 2^-10, for answers in ±16.
fn mechanism<F: Format + From<i8>, N: Noise<F>>(noise: N) -> Result<Mechanism<F, N>, Error> {
    Mechanism::new(Range::new((-16).into(), 16.into())?, noise, Window::new(Grid::new(-10)?, -300, 200)?)
}

/// A fixed-point number of few bits in the format under the statements.
type Word = Fixed<40, 20>;

/// The same outputs for fixed point.
fn mechanism_of_words<N: Noise<Word>>(noise: N) -> Result<Mechanism<Word, N>, Error> {
    let end = |raw| Word::from_raw(raw).ok_or(Error::Reversed);
    let range = Range::new(end(-(16 << 20))?, end(16 << 20)?)?;
    Mechanism::new(range, noise, Window::new(Grid::new(-10)?, -300, 200)?)
}

/// Place i of a slice is release i, and both take the same bytes, to the ends of the window as well.
fn is_one_by_one<F: Format, N: Noise<F>, const PLACES: usize>(
    mechanism: &Mechanism<F, N>,
    answers: &[F],
    bytes: &[u8],
) -> bool {
    let Some(&first) = answers.first() else { return false };
    let (mut places, mut ends) = ([Release::Outside; PLACES], [first; PLACES]);
    let (Some(places), Some(ends)) = (places.get_mut(..answers.len()), ends.get_mut(..answers.len())) else {
        return false;
    };
    let (mut slice, mut slice_to_ends) = (Tape::new(bytes), Tape::new(bytes));
    assert!(mechanism.release_slice(answers, places, &mut slice) == Ok(()));
    assert!(mechanism.release_slice_to_ends(answers, ends, &mut slice_to_ends) == Ok(()));
    let (mut single, mut single_to_ends) = (Tape::new(bytes), Tape::new(bytes));
    for ((&answer, place), end) in answers.iter().zip(places.iter()).zip(ends.iter()) {
        assert!(mechanism.release(answer, &mut single) == Ok(*place));
        assert!(mechanism.release_to_ends(answer, &mut single_to_ends) == Ok(*end));
    }
    assert!(slice.used == single.used && slice_to_ends.used == single.used);
    true
}

/// The slice is its releases, for one answer and one noise.
pub fn slice_is_one_by_one(answer: f64, noise: f64) -> bool {
    let Ok(mechanism) = mechanism(OfBytes) else { return false };
    if answer.is_nan() {
        return false;
    }
    is_one_by_one::<_, _, 1>(&mechanism, &[answer], &noise.to_le_bytes())
}

/// Words that only `seed` and i determine: every fourth seed has words of few ones, so that draws are far out.
fn word(seed: u64, i: u64) -> u64 {
    let mut x = (seed << 32 | i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^= x >> 31;
    if seed.is_multiple_of(4) { x & x.rotate_left(13) & x.rotate_left(29) & x.rotate_left(43) } else { x }
}

/// The most places, and the most bytes that they take.
const PLACES: usize = 40;
const BYTES: usize = PLACES * 40;

fn bytes_of(seed: u64) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (i, chunk) in (0..).zip(bytes.chunks_mut(8)) {
        for (to, from) in chunk.iter_mut().zip(word(seed, i).to_le_bytes()) {
            *to = from;
        }
    }
    bytes
}

/// Answers about the window, some beyond it and beyond the range, in units of 2^-20.
fn answers_of<A: Copy>(seed: u64, of: impl Fn(i32) -> Option<A>) -> Option<[A; PLACES]> {
    let mut answers = [of(0)?; PLACES];
    for (i, answer) in (0..).zip(&mut answers) {
        let near = i32::try_from(word(seed, 1000 + i) & 0xf_ffff).ok()? - (1 << 19);
        *answer = of(if i % 7 == 6 { near * 64 } else { near })?;
    }
    Some(answers)
}

/// The slice of n places is its releases, for a noise that ships.
fn ships<F: Format, N: Noise<F>>(
    mechanism: Result<Mechanism<F, N>, Error>,
    places: u64,
    seed: u64,
    of: impl Fn(i32) -> Option<F>,
) -> bool {
    let places = usize::try_from(places).unwrap_or(0);
    let (Ok(mechanism), Some(answers)) = (mechanism, answers_of(seed, of)) else { return false };
    answers
        .get(..places)
        .is_some_and(|answers| is_one_by_one::<_, _, PLACES>(&mechanism, answers, &bytes_of(seed)))
}

/// b = 1/4.
fn laplace<F: Format, U: kdelta_finite::Tail<F>>() -> Result<Laplace<F, U>, Error> {
    Laplace::new(Scale::at_least(1, 4)?)
}

/// σ = 1/4.
fn gaussian<F: kdelta_finite::NormalTail, U: kdelta_finite::Tail<F>>() -> Result<Gaussian<F, U>, Error> {
    Gaussian::new(Scale::at_least(1, 4)?)
}

fn double(raw: i32) -> Option<f64> {
    Some(f64::from(raw) / 1_048_576.0)
}

#[expect(clippy::cast_precision_loss, reason = "at most 20 significant bits")]
fn single(raw: i32) -> Option<f32> {
    Some(raw as f32 / 1_048_576.0)
}

fn fixed(raw: i32) -> Option<Word> {
    Word::from_raw(raw.into())
}

/// The slice of Laplace noise in f64 is its releases, for both generators.
pub fn laplace_f64(places: u64, seed: u64) -> bool {
    let relative = laplace::<f64, Relative<52>>().and_then(mechanism);
    let midpoint = laplace::<f64, Midpoint<53>>().and_then(mechanism);
    ships(relative, places, seed, double) & ships(midpoint, places, seed, double)
}

/// The same in f32.
pub fn laplace_f32(places: u64, seed: u64) -> bool {
    let relative = laplace::<f32, Relative<23>>().and_then(mechanism);
    let midpoint = laplace::<f32, Midpoint<24>>().and_then(mechanism);
    ships(relative, places, seed, single) & ships(midpoint, places, seed, single)
}

/// The same in fixed point: the kernels of 16, 32 and 64 bits.
pub fn laplace_fixed(places: u64, seed: u64) -> bool {
    let relative = laplace::<Word, Relative<52>>().and_then(mechanism_of_words);
    let narrow = laplace::<Word, Midpoint<16>>().and_then(mechanism_of_words);
    let middle = laplace::<Word, Midpoint<32>>().and_then(mechanism_of_words);
    let wide = laplace::<Word, Midpoint<64>>().and_then(mechanism_of_words);
    ships(relative, places, seed, fixed)
        & ships(narrow, places, seed, fixed)
        & ships(middle, places, seed, fixed)
        & ships(wide, places, seed, fixed)
}

/// The same for Gaussian noise in each format.
pub fn gaussian_of_each_format(places: u64, seed: u64) -> bool {
    let wide = gaussian::<f64, Relative<52>>().and_then(mechanism);
    let narrow = gaussian::<f32, Relative<23>>().and_then(mechanism);
    let words = gaussian::<Word, Relative<52>>().and_then(mechanism_of_words);
    ships(wide, places, seed, double)
        & ships(narrow, places, seed, single)
        & ships(words, places, seed, fixed)
}

/// A mechanism of words of 8 bits, whose noise Kani can compute: answers in ±½, outputs −2 to 2 in steps of ½.
pub fn slice_of_small_words(raw: i64, z: u8) -> bool {
    type Small = Fixed<8, 5>;
    let mechanism = || {
        let end = |raw| Small::from_raw(raw).ok_or(Error::Reversed);
        let noise = Laplace::<Small, Midpoint<8>>::new(Scale::at_least(1, 1)?)?;
        Mechanism::new(Range::new(end(-16)?, end(16)?)?, noise, Window::new(Grid::new(-1)?, -4, 4)?)
    };
    let (Ok(mechanism), Some(answer)) = (mechanism(), Small::from_raw(raw)) else { return false };
    is_one_by_one::<_, _, 1>(&mechanism, &[answer], &[z])
}

/// Place i of a slice on the plane is release i.
fn is_one_by_one_on_the_plane<N: PlanarNoise<f64>>(noise: N, places: u64, seed: u64) -> bool {
    let mechanism = |noise| {
        let (side, range) = (Window::new(Grid::new(-3)?, -30, 20)?, Range::new(-16.0, 16.0)?);
        PlanarMechanism::new([range, range], noise, Rectangle::new(side, side)?)
    };
    let points = (answers_of(seed, double), answers_of(seed + 1, double));
    let (Ok(mechanism), (Some(xs), Some(ys))) = (mechanism(noise), points) else { return false };
    let mut answers = [[0.0; 2]; PLACES];
    for ((answer, x), y) in answers.iter_mut().zip(xs).zip(ys) {
        *answer = [x, y];
    }
    let (bytes, mut places_of) = (bytes_of(seed), [Release::Outside; PLACES]);
    let n = usize::try_from(places).unwrap_or(0);
    let (Some(answers), Some(places)) = (answers.get(..n), places_of.get_mut(..n)) else { return false };
    let (mut slice, mut single) = (Tape::new(&bytes), Tape::new(&bytes));
    assert!(mechanism.release_slice(answers, places, &mut slice) == Ok(()));
    for (&answer, place) in answers.iter().zip(places.iter()) {
        assert!(mechanism.release(answer, &mut single) == Ok(*place));
    }
    assert!(slice.used == single.used);
    true
}

/// The same on the plane, for both samplers of the radius.
pub fn on_the_plane(places: u64, seed: u64) -> bool {
    let scale = Scale::at_least(1, 1);
    let gamma = scale.and_then(PlanarLaplace::<f64, Gamma<Relative<52>>>::new);
    let inverse = scale.and_then(PlanarLaplace::<f64, Inverse<63>>::new);
    let (Ok(gamma), Ok(inverse)) = (gamma, inverse) else { return false };
    is_one_by_one_on_the_plane(gamma, places, seed) & is_one_by_one_on_the_plane(inverse, places, seed)
}

/// What goes wrong in a slice.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The source has too few bytes for the last place.
    Bytes,
    /// The answer of the last place is NaN.
    NotANumber,
    /// There is a place more than there are answers.
    Length,
}

impl Fault {
    fn of(number: u64) -> Self {
        match number {
            0 => Self::Bytes,
            1 => Self::NotANumber,
            _ => Self::Length,
        }
    }
}

/// After an error every place is [`Release::Outside`], whatever was there, and the error says what went wrong.
fn nothing_is_released<const N: usize>(noise: f64, before: f64, n: usize, fault: Fault) -> bool {
    let Ok(mechanism) = mechanism(OfBytes) else { return false };
    let (mut answers, mut places) = ([0.0; N], [Release::Value(before); N]);
    let (Some(answers), Some(places)) = (answers.get_mut(..n), places.get_mut(..n)) else { return false };
    let (Some(last), false) = (answers.last_mut(), before.is_nan()) else { return false };
    let mut source = Repeated { word: noise.to_le_bytes(), left: 8 * n };
    let expected = match fault {
        Fault::Bytes => {
            source.left -= 1;
            Error::Entropy(EntropyError)
        }
        Fault::NotANumber => {
            *last = f64::NAN;
            Error::NotFinite
        }
        Fault::Length => Error::Length { answers: n - 1, places: n },
    };
    let answers = match fault {
        Fault::Length => answers.get(..n - 1).unwrap_or_default(),
        _ => answers,
    };
    assert!(mechanism.release_slice(answers, places, &mut source) == Err(expected));
    for place in places {
        assert!(*place == Release::Outside);
    }
    true
}

/// Delivers the same eight bytes again and again, as long as enough are left.
struct Repeated {
    word: [u8; 8],
    left: usize,
}

impl Entropy for Repeated {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.left = self.left.checked_sub(bytes.len()).ok_or(EntropyError)?;
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(self.word.get(..chunk.len()).ok_or(EntropyError)?);
        }
        Ok(())
    }
}

/// After an error in a slice of two places, both are [`Release::Outside`].
pub fn error_empties_both_places(noise: f64, before: f64, fault: u64) -> bool {
    nothing_is_released::<2>(noise, before, 2, Fault::of(fault))
}

/// After an error in a slice of up to 300 places every place is [`Release::Outside`]: a block has 128, so that the first blocks
/// were released when a later one fails.
pub fn error_empties_every_place(noise: f64, places: u64, fault: u64) -> bool {
    nothing_is_released::<300>(noise, 1.0, usize::try_from(places).unwrap_or(0), Fault::of(fault))
}

/// Control: a slice takes the bytes from the second draw on.
pub fn slice_begins_at_the_second_draw(answer: f64, noise: [f64; 2]) -> bool {
    let Ok(mechanism) = mechanism(OfBytes) else { return false };
    if answer.is_nan() {
        return false;
    }
    let mut bytes = [0; 16];
    for (to, from) in bytes.chunks_mut(8).zip(noise) {
        to.copy_from_slice(&from.to_le_bytes());
    }
    let mut places = [Release::Outside];
    assert!(mechanism.release_slice(&[answer], &mut places, &mut Tape::new(&bytes)) == Ok(()));
    let mut single = Tape { bytes: &bytes, used: 8 };
    assert!(mechanism.release(answer, &mut single) == Ok(places[0]));
    true
}

/// A multiple of 2^-6 of eight bits.
fn sixty_fourths(given: &mut impl crate::Given) -> f64 {
    f64::from(i32::try_from(given.between(-128, 127)).unwrap_or(0)) / 64.0
}

#[cfg(not(kani))]
fn seed(given: &mut impl crate::Given, n: u32) -> u64 {
    given.bits(n)
}

#[cfg(not(kani))]
fn places(given: &mut impl crate::Given, high: i64) -> u64 {
    given.between(1, high).unsigned_abs()
}

fn byte(given: &mut impl crate::Given) -> u8 {
    u8::try_from(given.bits(8)).unwrap_or(0)
}

statements! { "slices":
    /// A slice of one place is the release, whatever answer and noise; so is the slice to the ends of the window.
    holds slice_is_one_by_one
        cites "paper 4.4"
        unwind 3
        wide "answers and noises of 8 bits in units of 2^-6; range ±16, window −300 to 200 steps of 2^-10",
            |given| slice_is_one_by_one(sixty_fourths(given), sixty_fourths(given));
        every "answers and noises of 3 leading bits, exponents −12 to 5, all signs" of 288 * 288,
            |given| slice_is_one_by_one(given.sparse(-12, 5, 3, 0), given.sparse(-12, 5, 3, 0));

    /// A slice of one place is the release, with the logarithm of the 8-bit generator.
    holds slice_of_small_words
        cites "paper 4.4"
        unwind 14
        every "every 8-bit answer, every 8-bit entropy" of 1 << 16, |given| slice_of_small_words(given.between(-128, 127), byte(given));

    /// A slice is its releases, in f64, for Relative and Midpoint generators.
    holds_without_kani laplace_f64
        cites "paper 4.4"
        every "1 to 40 places, 128 seeds" of 40 * 128, |given| laplace_f64(places(given, 40), seed(given, 7));

    /// A slice is its releases, in f32.
    holds_without_kani laplace_f32
        cites "paper 4.4"
        every "1 to 40 places, 128 seeds" of 40 * 128, |given| laplace_f32(places(given, 40), seed(given, 7));

    /// A slice is its releases, in fixed point, for generators of each of the three kernels.
    holds_without_kani laplace_fixed
        cites "paper 4.4"
        every "1 to 40 places, 128 seeds" of 40 * 128, |given| laplace_fixed(places(given, 40), seed(given, 7));

    /// A slice is its releases, with Gaussian noise in f64, f32 and fixed point.
    holds_without_kani gaussian_of_each_format
        cites "THEORY 1.10"
        every "1 to 40 places, 128 seeds" of 40 * 128, |given| gaussian_of_each_format(places(given, 40), seed(given, 7));

    /// A slice is its releases on the plane, for both samplers of the radius.
    holds_without_kani on_the_plane
        cites "paper 6"
        every "1 to 40 places, 16 seeds" of 40 * 16, |given| on_the_plane(places(given, 40), seed(given, 4));

    /// After an error both places are Outside.
    holds error_empties_both_places
        cites "paper 4.4"
        unwind 4
        wide "two places, every f64 before the error but NaN; a source that ends, a NaN answer, a place too many",
            |given| {
                let before = given.float();
                case_by_case(3, given.bits(2), |fault| error_empties_both_places(0.125, before, fault))
            };
        every "two places, 5 leading bits before the error, exponents −2 to 1; each of the three faults" of 256 * 3,
            |given| error_empties_both_places(0.125, given.sparse(-2, 1, 5, 0), given.between(0, 2).unsigned_abs());

    /// After an error every place is Outside, also where earlier blocks were released.
    holds_without_kani error_empties_every_place
        cites "paper 4.4"
        every "1 to 300 places, each of the three faults" of 900,
            |given| error_empties_every_place(0.125, places(given, 300), given.between(0, 2).unsigned_abs());

    /// Control: the bytes of the next place.
    refuted slice_begins_at_the_second_draw
        cites "paper 4.4"
        unwind 3
        wide "answers of 8 bits in units of 2^-6, noises of 0 and 1/8",
            |given| slice_begins_at_the_second_draw(sixty_fourths(given), [0.0, 0.125]);
        every "answers of 3 leading bits, exponents −12 to 5, all signs; noises of 0 and 1/8" of 288,
            |given| slice_begins_at_the_second_draw(given.sparse(-12, 5, 3, 0), [0.0, 0.125]);
}
