//! What the release path does, one line for each run: the setting, the words of entropy and the output, for scripts/executed
//! to run the generated functions on. `cargo run -p kdelta-translate --example executions` writes at least 10^5 lines for
//! each format, for lazy draws and for midpoints.
//!
//! The words go through every case of the code: each number of zeros of the exponent up to the greatest, both ends of every
//! cell of the tables, both signs; lazy draws that read on for up to five words; answers at, between and beyond grid points (ties), beyond the window and beyond ±2^51.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "an example may stop"
)]
#![allow(clippy::print_stdout, reason = "what it writes")]

use kdelta_finite::cos_sin::cos_sin;
use kdelta_finite::{
    Deep, Entropy, EntropyError, Fixed, Format, Grid, Laplace, Lazy, Mechanism, Midpoint, Range, Relative,
    Release, Scale, Tail, Window,
};
use std::io::{self, BufWriter, Write};

/// SplitMix64: words that look random, the same in every run.
struct Mixer(u64);

impl Mixer {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The bytes of words, the lowest first; a source that has no more fails.
struct Replayed(std::vec::IntoIter<u8>);

impl Replayed {
    fn new(words: &[u64]) -> Self {
        Self(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>().into_iter())
    }
}

impl Entropy for Replayed {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for byte in bytes {
            *byte = self.0.next().ok_or(EntropyError)?;
        }
        Ok(())
    }
}

/// How many further words a lazy draw may read.
const FURTHER: u32 = 1 << 25;

/// The words of a draw with e zeros in its exponent, this sign and this j; all other bits are from the mixer.
fn words(precision: u32, count: usize, e: u32, negative: bool, j: u64, mixer: &mut Mixer) -> Vec<u64> {
    let mut words: Vec<u64> = (0..count).map(|_| mixer.next()).collect();
    let bits = 64 * u32::try_from(count).unwrap() - precision;
    for bit in 0..e.min(bits) {
        words[(bit / 64) as usize] &= !(1 << (bit % 64));
    }
    if e < bits {
        words[(e / 64) as usize] |= 1 << (e % 64);
    }
    let last = words.last_mut().unwrap();
    *last = (*last & ((1 << (64 - precision)) - 1))
        | u64::from(negative) << (64 - precision)
        | j << (65 - precision);
    words
}

/// The draws of a generator: the cases, then others up to `total`.
fn draws(precision: u32, count: usize, total: usize) -> Vec<Vec<u64>> {
    let mut mixer = Mixer(u64::from(precision) + count as u64);
    let bits = 64 * u32::try_from(count).unwrap() - precision;
    let (js, all) = (1_u64 << (precision - 1), &mut Vec::new());
    // All exponents with the least, the greatest and some other mantissa.
    for e in 0..=bits {
        for j in [0, 1, js / 2, js - 1, mixer.next() % js] {
            for negative in [false, true] {
                all.push(words(precision, count, e, negative, j, &mut mixer));
            }
        }
    }
    // Both sides of every edge of 256 cells, so of those of both tables.
    for cell in 0..256 {
        for j in [js / 256 * cell, (js / 256 * cell).wrapping_sub(1) % js] {
            for e in [0, 1, bits - 1, bits] {
                all.push(words(precision, count, e, mixer.next() & 1 == 0, j, &mut mixer));
            }
        }
    }
    while all.len() < total {
        // Every second one without long runs of zeros, as they come.
        let e = if all.len() & 1 == 0 {
            mixer.next().trailing_zeros()
        } else {
            (mixer.next() % u64::from(bits + 1)) as u32
        };
        let (negative, j) = (mixer.next() & 1 == 0, mixer.next() % js);
        all.push(words(precision, count, e.min(bits), negative, j, &mut mixer));
    }
    std::mem::take(all)
}

/// Draws of a lazy generator: every second one reads on, up to the first word that is not zero.
fn lazy_draws(precision: u32, count: usize, total: usize) -> Vec<Vec<u64>> {
    let mut mixer = Mixer(u64::from(precision));
    let bits = 64 * u32::try_from(count).unwrap() - precision;
    let mut all = draws(precision, count, total / 2);
    // All exponent bits are zero in some of them too.
    for draw in &mut all {
        draw.push(mixer.next() | 1);
    }
    let js = 1_u64 << (precision - 1);
    while all.len() < total {
        let (negative, j) = (mixer.next() & 1 == 0, mixer.next() % js);
        let mut draw = words(precision, count, bits, negative, j, &mut mixer);
        draw.extend((0..mixer.next() % 5).map(|_| 0));
        draw.push((mixer.next() | 1) << (mixer.next() % 64));
        all.push(draw);
    }
    all
}

/// Words of midpoints of so many bits: the ends, the middle, both sides of every edge of 256 cells of the tail, then others.
fn cells(bits: u32, total: usize) -> Vec<Vec<u64>> {
    let mut mixer = Mixer(u64::from(bits));
    let last = u64::MAX >> (64 - bits);
    let mut all = Vec::new();
    for edge in 0..=256_u64 {
        let edge = last / 512 * edge;
        for near in 0..4 {
            all.extend([edge.saturating_sub(near), edge + near].map(|z| vec![z, last - z]).concat());
        }
    }
    // Next to the ends the noise is far.
    all.extend((0..bits).flat_map(|shift| [1 << shift, last - (1 << shift), (1 << shift) - 1]));
    while all.len() < total {
        all.push(mixer.next() >> (mixer.next() % u64::from(bits)));
    }
    // Bits above those of the midpoint are not looked at.
    all.into_iter().map(|z| vec![if bits == 64 { z } else { (z & last) | (mixer.next() << bits) }]).collect()
}

/// How a number of the format is written: the bits of a float, the raw number of a fixed-point number.
trait Shown: Format {
    const NAME: &'static str;
    fn shown(self) -> String;
    fn factor_shown(scale: Scale) -> String;
}

impl Shown for f64 {
    const NAME: &'static str = "f64";
    fn shown(self) -> String {
        self.to_bits().to_string()
    }
    fn factor_shown(scale: Scale) -> String {
        scale.to_f64().shown()
    }
}

impl Shown for f32 {
    const NAME: &'static str = "f32";
    fn shown(self) -> String {
        self.to_bits().to_string()
    }
    fn factor_shown(scale: Scale) -> String {
        (scale.to_f64() as Self).shown()
    }
}

impl<const BITS: u32, const FRAC: u32> Shown for Fixed<BITS, FRAC> {
    const NAME: &'static str = "fixed";
    fn shown(self) -> String {
        self.raw().to_string()
    }
    fn factor_shown(scale: Scale) -> String {
        let shift = 58 - i32::try_from(FRAC).unwrap() - scale.exponent();
        format!("{BITS} {FRAC} {} {shift}", scale.mantissa())
    }
}

/// How the draws of a setting are written: what the generator is, and the words of each.
struct Draws {
    /// Of a generator of exponents and mantissas: its precision, how many words a draw has and how many may follow. Of midpoints:
    /// their bits.
    generator: String,
    /// What stands in front of the name of the format.
    kind: &'static str,
    words: Vec<Vec<u64>>,
}

fn relative(precision: u32, count: usize, total: usize) -> Draws {
    Draws { generator: format!("{precision} {count} 0"), kind: "", words: draws(precision, count, total) }
}

fn lazy(precision: u32, count: usize, total: usize) -> Draws {
    let words = lazy_draws(precision, count, total);
    Draws { generator: format!("{precision} {count} {FURTHER}"), kind: "", words }
}

fn midpoints(bits: u32, total: usize) -> Draws {
    Draws { generator: bits.to_string(), kind: "midpoint_", words: cells(bits, total) }
}

/// The outputs of a setting for these draws.
fn runs<F: Shown, U: Tail<F>>(
    to: &mut impl Write,
    draws: &Draws,
    scale: Scale,
    (log2, least, greatest): (i32, i64, i64),
    (low, high): (F, F),
    answers: &[F],
) -> io::Result<()> {
    let window = Window::new(Grid::new(log2).unwrap(), least, greatest).unwrap();
    let noise = Laplace::<F, U>::new(scale).unwrap();
    let mechanism = Mechanism::new(Range::new(low, high).unwrap(), noise, window).unwrap();
    for (number, words) in draws.words.iter().enumerate() {
        let answer = answers[number % answers.len()];
        let released = match mechanism.release(answer, &mut Replayed::new(words)).unwrap() {
            Release::Value(value) => value.shown(),
            Release::Outside => "outside".into(),
        };
        let words: Vec<_> = words.iter().map(u64::to_string).collect();
        let setting = [F::factor_shown(scale), low.shown(), high.shown(), answer.shown()].join(" ");
        writeln!(
            to,
            "{}{} {} {log2} {least} {greatest} {setting} {released} {}",
            draws.kind,
            F::NAME,
            draws.generator,
            words.join(" ")
        )?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let to = &mut BufWriter::new(io::stdout().lock());
    let scale = |numerator, denominator| Scale::at_least(numerator, denominator).unwrap();
    let power = |log2| scale(1, 1).times_power_of_two(log2).unwrap();

    // f64: the setting of certificates/mechanism-binary64.json; with ties; up to ±2^51 and beyond; the least scale; k at its
    // greatest.
    let far = 2_f64.powi(51) - 1.0;
    let ties: Vec<f64> = (-9..=9).map(|i| f64::from(i) * 0.25).collect();
    runs::<f64, Relative<52>>(
        to,
        &relative(52, 2, 40_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (0.0, 1.0),
        &[0.0, 1.0, 0.3, -5.0, 7.0],
    )?;
    runs::<f64, Relative<52>>(to, &relative(52, 2, 20_000), power(-60), (0, -2, 1), (-2.0, 2.0), &ties)?;
    runs::<f64, Relative<52>>(
        to,
        &relative(52, 2, 20_000),
        power(50),
        (0, 1 - (1 << 51), (1 << 51) - 1),
        (-far, far),
        &[0.0, far, -far, 0.5],
    )?;
    runs::<f64, Relative<52>>(
        to,
        &relative(52, 2, 10_000),
        scale(10, 3),
        (2, -7, 1 << 40),
        (-1e300, 1e300),
        &[1e300, -1e300, 2.0, -6.0, 6.0, -0.0, f64::INFINITY],
    )?;
    runs::<f64, Deep<52, 16>>(
        to,
        &relative(52, 16, 14_000),
        scale(3, 7),
        (-3, -5000, 5000),
        (-1.0, 1.0),
        &ties,
    )?;

    let ties: Vec<f32> = (-9..=9_i8).map(|i| f32::from(i) * 0.25).collect();
    runs::<f32, Relative<23>>(
        to,
        &relative(23, 1, 50_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (0.0, 1.0),
        &[0.0, 1.0, 0.3, -5.0, 7.0],
    )?;
    runs::<f32, Relative<23>>(to, &relative(23, 1, 20_000), power(-60), (0, -2, 1), (-2.0, 2.0), &ties)?;
    runs::<f32, Relative<23>>(to, &relative(23, 1, 10_000), power(60), (-100, -5, 7), (-1.0, 1.0), &ties)?;
    runs::<f32, Relative<23>>(
        to,
        &relative(23, 1, 22_000),
        power(22),
        (0, 1 - (1 << 23), (1 << 23) - 1),
        (-1e7, 1e7),
        &[0.0, 8_388_607.0, -1e7, 0.5],
    )?;

    type Wide = Fixed<64, 40>;
    type Narrow = Fixed<32, 24>;
    let wide = |raw| Wide::from_raw(raw).unwrap();
    let narrow = |raw| Narrow::from_raw(raw).unwrap();
    let wides: Vec<_> =
        [0, 1, -1, 1 << 29, -(1 << 29), (1 << 29) + 1, 1 << 40, i64::MAX, i64::MIN].map(wide).into();
    runs::<Wide, Relative<52>>(
        to,
        &relative(52, 2, 40_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (wide(0), wide(1 << 40)),
        &wides,
    )?;
    runs::<Wide, Relative<52>>(
        to,
        &relative(52, 2, 20_000),
        power(-30),
        (-10, -3, 2),
        (wide(-(1 << 31)), wide(1 << 31)),
        &wides,
    )?;
    runs::<Wide, Relative<52>>(
        to,
        &relative(52, 2, 20_000),
        power(40),
        (-10, 1 - (1 << 33), (1 << 33) - 1),
        (wide(i64::MIN), wide(i64::MAX)),
        &wides,
    )?;
    let around: Vec<_> =
        [0, 1, -1, 1 << 13, -(1 << 13), (1 << 13) + 1, 1 << 24, (1 << 31) - 1, -(1 << 31)].map(narrow).into();
    runs::<Narrow, Relative<23>>(
        to,
        &relative(23, 1, 30_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (narrow(0), narrow(1 << 24)),
        &around,
    )?;

    // Lazy draws: f64, f32 and fixed point; far out the noise is 76·ln 2 to 400·ln 2 scales.
    runs::<f64, Lazy<52>>(
        to,
        &lazy(52, 2, 40_000),
        scale(10, 1),
        (-7, -40960, 40960),
        (0.0, 1e6),
        &[0.0, 1e6, 3.25, 1e300],
    )?;
    runs::<f64, Lazy<23>>(
        to,
        &lazy(23, 1, 20_000),
        power(-8),
        (-10, -5000, 5000),
        (-2.0, 2.0),
        &[-0.75, 0.0, 0.3],
    )?;
    runs::<f32, Lazy<23>>(
        to,
        &lazy(23, 1, 30_000),
        scale(3, 1),
        (-4, -8000, 8000),
        (0.0, 100.0),
        &[0.0, 1.0, 99.5],
    )?;
    runs::<Wide, Lazy<52>>(
        to,
        &lazy(52, 2, 20_000),
        scale(3, 1),
        (-10, -400_000, 400_000),
        (wide(0), wide(1 << 40)),
        &wides,
    )?;

    // Midpoints.
    runs::<f64, Midpoint<53>>(
        to,
        &midpoints(53, 40_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (0.0, 1.0),
        &[0.0, 1.0, 0.3, -5.0, 7.0],
    )?;
    runs::<f64, Midpoint<11>>(
        to,
        &midpoints(11, 20_000),
        scale(10, 3),
        (-3, -50, 50),
        (-1.0, 1.0),
        &[-1.0, 0.125, 1.0],
    )?;
    runs::<f32, Midpoint<24>>(
        to,
        &midpoints(24, 40_000),
        scale(1, 1),
        (-10, -16384, 16384),
        (0.0, 1.0),
        &[0.0, 1.0, 0.3],
    )?;

    let mut mixer = Mixer(1);
    for number in 0..100_000_u64 {
        // The ends of the octants first.
        let turn = if number < 48 {
            ((number / 6) << 61).wrapping_add(number % 6).wrapping_sub(3)
        } else {
            mixer.next()
        };
        let (cos, sin) = cos_sin(turn);
        writeln!(to, "cos_sin {turn} {cos} {sin}")?;
    }
    to.flush()
}
