//! From the text of an answer to a number of the format.
//!
//! The certificate speaks about answers of the format that are within Δ = Δ_f + 2(δ_f + δ_r) of each other. Reading `0.1` as an
//! f64 moves it, and may move a neighbour's answer the other way: δ_r is how far at most, and δ_f, the error that the query had
//! before anybody wrote its answer down, is not touched. So text that is not exactly a number of the format is refused, unless
//! the certificate's δ_r covers the rounding ([`kdelta_certificate::Format::reading_error`]) or the user says that Δ_f is the
//! sensitivity of the answers as the format holds them (`--rounded`). Clamping costs nothing (THEORY F26).

use super::digits::powers;
use kdelta::{Fixed, Grid, Number};
use kdelta_finite::Format;
use kdelta_oracle::number::{Rational, parse};
use num_traits::ToPrimitive;
use std::fmt;

/// What is wrong with a cell. The text itself is not kept: it is private data, and messages end in logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bad {
    Empty,
    NotANumber,
    NotFinite,
    Inexact,
    /// Beyond the longitudes (axis 0) or latitudes (axis 1) that there are.
    NotAPlace {
        axis: usize,
    },
    /// A feature of GeoJSON.
    NotAPoint,
    Fields {
        found: usize,
        expected: usize,
    },
    Unclosed,
    TooLong,
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::NotANumber => f.write_str("is not a number such as 41.5, -3, 1e-6 or 1/3"),
            Self::NotFinite => f.write_str("is not finite"),
            Self::Inexact => f.write_str("is not exactly a number of the format"),
            Self::NotAPlace { axis: 0 } => f.write_str("is no longitude from -180 to 180"),
            Self::NotAPlace { .. } => f.write_str("is no latitude from -90 to 90; longitude comes first"),
            Self::NotAPoint => f.write_str("is not a feature with a point of two coordinates"),
            Self::Fields { found, expected } => write!(
                f,
                "has {found} fields where the first row has {expected}; the wrong column might be released"
            ),
            Self::Unclosed => f.write_str("has a quote that is never closed"),
            Self::TooLong => write!(f, "is longer than {} MiB", super::rows::MAX_RECORD >> 20),
        }
    }
}

/// A number that was read, and whether it is the very number written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reading<F> {
    Exact(F),
    Rounded(F),
}

/// digits·10^-places with a sign: what most cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    digits: u64,
    places: u32,
}

/// So many digits fit an u64 whatever they are.
const MAX_DIGITS: usize = 19;

const POWERS_OF_FIVE: [u64; 20] = powers(5);
const POWERS_OF_TEN: [u64; 20] = powers(10);
const POWERS_OF_TEN_64: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
];

impl Decimal {
    /// At most eight digits and a point, without a sign, as the first `length` bytes of a word: all at once, without a
    /// branch on what they are.
    #[inline]
    fn of_word(word: [u8; 8], length: usize) -> Option<Self> {
        const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
        let missing = 8 * u32::try_from(8_usize.checked_sub(length)?).ok()?;
        if missing == 64 {
            return None;
        }
        // The last character in the top byte, digits 0 before the first.
        let word = (u64::from_le_bytes(word) << missing) | (ZEROS & !(u64::MAX << missing));
        // Bytes that are a point: the top bit of what becomes zero. Several points leave one, which is no digit.
        let points = word ^ u64::from_le_bytes([b'.'; 8]);
        let points =
            points.wrapping_sub(u64::from_le_bytes([1; 8])) & !points & u64::from_le_bytes([0x80; 8]);
        // What stands before the point moves over it.
        let point = points.trailing_zeros() & !7; // 64 if there is none
        let below = u64::MAX.checked_shl(point).map_or(u64::MAX, |above| !above);
        let (places, digits) = if point == 64 {
            (0, word)
        } else {
            (7 - point / 8, ((word & below) << 8) | u64::from(b'0') | (word & !below & !(0xff << point)))
        };
        // Every byte is 0x30 to 0x39: its high half is 3, and stays 3 when 6 is added.
        let high = u64::from_le_bytes([0xf0; 8]);
        let raised = digits.wrapping_add(u64::from_le_bytes([6; 8]));
        if digits & high != ZEROS || raised & high != ZEROS || (point != 64 && length == 1) {
            return None;
        }
        // Neighbours join to pairs, pairs to fours, fours to eight.
        let pairs = (digits & u64::from_le_bytes([0x0f; 8])).wrapping_mul(2561) >> 8;
        let fours = (pairs & 0x00ff_00ff_00ff_00ff).wrapping_mul(6_553_601) >> 16;
        let eight = (fours & 0x0000_ffff_0000_ffff).wrapping_mul(42_949_672_960_001) >> 32;
        Some(Self { negative: false, digits: eight, places })
    }

    /// What the first `length` bytes say, if that is a short decimal.
    #[expect(
        clippy::inline_always,
        reason = "a cell is read in ten nanoseconds, of which a call would be several"
    )]
    #[inline(always)]
    fn read_start(text: &[u8], length: usize) -> Option<Self> {
        let (negative, unsigned, length) = match text {
            [b'-', rest @ ..] => (true, rest, length.saturating_sub(1)),
            _ => (false, text, length),
        };
        match unsigned.first_chunk() {
            Some(word) if length <= 8 => {
                Self::of_word(*word, length).map(|decimal| Self { negative, ..decimal })
            }
            _ => Self::read(unsigned.get(..length)?).map(|decimal| Self { negative, ..decimal }),
        }
    }

    /// Digits and at most one point; nothing else and not too many of them.
    fn read(text: &[u8]) -> Option<Self> {
        if text.len() > MAX_DIGITS {
            return None;
        }
        let (mut digits, mut places, mut point) = (0_u64, 0, false);
        for byte in text {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 {
                digits = digits * 10 + u64::from(digit); // at most 19 digits: below 10^19
                places += u32::from(point);
            } else if *byte == b'.' && !point {
                point = true;
            } else {
                return None;
            }
        }
        (text.len() > usize::from(point)).then_some(Self { negative: false, digits, places })
    }

    /// Whether digits/10^places has a finite binary expansion: m·2^-places.
    fn is_dyadic(self) -> bool {
        let power = usize::try_from(self.places).ok().and_then(|places| POWERS_OF_FIVE.get(places));
        power.is_some_and(|power| self.digits.is_multiple_of(*power))
    }

    fn power_of_ten(self) -> Option<u64> {
        POWERS_OF_TEN.get(usize::try_from(self.places).ok()?).copied()
    }
}

/// A format as cells are read in it and grid points come out of it.
pub(super) trait Answer: Number + Format<Factor: Send + Sync> + Send + Sync + 'static {
    /// A short decimal, fast; `None` leaves it to the exact way. Exactness is only looked at if asked for.
    fn of_decimal(decimal: Decimal, exactly: bool) -> Option<Reading<Self>>;

    /// The number of grid steps that a released value is.
    fn steps(self, grid: Grid) -> i64;
}

impl Answer for f64 {
    // Digits below 2^53 and powers of ten up to 10^19 < 2^53·2^19 = 5^19·2^19 are f64, so that the quotient is rounded once.
    fn of_decimal(decimal: Decimal, exactly: bool) -> Option<Reading<Self>> {
        if decimal.digits >= 1 << 53 {
            return None;
        }
        let power = usize::try_from(decimal.places).ok().and_then(|places| POWERS_OF_TEN_64.get(places))?;
        // Signed integers convert in one instruction.
        let magnitude = decimal.digits.cast_signed().to_f64()? / power;
        let value = if decimal.negative { -magnitude } else { magnitude };
        Some(if exactly && decimal.is_dyadic() { Reading::Exact(value) } else { Reading::Rounded(value) })
    }

    fn steps(self, grid: Grid) -> i64 {
        grid.index_of(self)
    }
}

impl Answer for f32 {
    // As for f64, with the powers of ten up to 10^10 = 5^10·2^10 and 5^10 < 2^24.
    fn of_decimal(decimal: Decimal, exactly: bool) -> Option<Reading<Self>> {
        if decimal.digits >= 1 << 24 || decimal.places > 10 {
            return None;
        }
        let magnitude = decimal.digits.to_f32()? / decimal.power_of_ten()?.to_f32()?;
        let value = if decimal.negative { -magnitude } else { magnitude };
        Some(if exactly && decimal.is_dyadic() { Reading::Exact(value) } else { Reading::Rounded(value) })
    }

    fn steps(self, grid: Grid) -> i64 {
        grid.index_of(self.into())
    }
}

impl<const BITS: u32, const FRAC: u32> Answer for Fixed<BITS, FRAC> {
    // digits·2^FRAC < 10^19·2^63 < 2^127. Halves away from zero; beyond the word, the exact way, which clamps.
    fn of_decimal(decimal: Decimal, _: bool) -> Option<Reading<Self>> {
        let above = u128::from(decimal.digits) << FRAC;
        let below = u128::from(decimal.power_of_ten()?);
        let (quotient, rest) = (above / below, above % below);
        let magnitude = i64::try_from(quotient + u128::from(2 * rest >= below)).ok()?;
        let value = Self::from_raw(if decimal.negative { -magnitude } else { magnitude })?;
        Some(if rest == 0 { Reading::Exact(value) } else { Reading::Rounded(value) })
    }

    fn steps(self, grid: Grid) -> i64 {
        let shift = u32::try_from(grid.log2() + FRAC.cast_signed()).unwrap_or(0).min(63);
        self.raw() >> shift
    }
}

/// How cells are read: into which range they will be clamped, and whether they must be exact there.
#[derive(Debug, Clone)]
pub(super) struct Reader<F> {
    low: F,
    high: F,
    ends: (Rational, Rational),
    exactly: bool,
}

impl<F: Answer> Reader<F> {
    pub(super) fn new(low: F, high: F, exactly: bool) -> Result<Self, kdelta::Error> {
        Ok(Self { low, high, ends: (low.to_exact("answers")?, high.to_exact("answers")?), exactly })
    }

    /// The number of the format nearest to the one that the first `length` bytes write; blanks around it do not matter.
    #[expect(clippy::inline_always, reason = "as for `Decimal::read_start`")]
    #[inline(always)]
    pub(super) fn read(&self, text: &[u8], length: usize) -> Result<F, Bad> {
        match Decimal::read_start(text, length).and_then(|decimal| F::of_decimal(decimal, self.exactly)) {
            Some(Reading::Exact(value)) => Ok(value),
            // Nothing here waits for the quotient.
            Some(Reading::Rounded(value)) if !self.exactly => Ok(value),
            // Rounding is monotone and the ends are numbers of the format: beyond an end it was beyond before.
            Some(Reading::Rounded(value)) if self.is_beyond(value) => Ok(value),
            _ => self.read_exactly(text.get(..length).unwrap_or_default().trim_ascii()),
        }
    }

    #[cold]
    fn is_beyond(&self, value: F) -> bool {
        value < self.low || value > self.high
    }

    #[cold]
    fn read_exactly(&self, text: &[u8]) -> Result<F, Bad> {
        if text.is_empty() {
            return Err(Bad::Empty);
        }
        let text = std::str::from_utf8(text).map_err(|_| Bad::NotANumber)?;
        let value = parse(text).map_err(|_| {
            let name = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
            if matches!(name.as_str(), "nan" | "inf" | "infinity") { Bad::NotFinite } else { Bad::NotANumber }
        })?;
        if value <= self.ends.0 {
            return Ok(self.low);
        }
        if value >= self.ends.1 {
            return Ok(self.high);
        }
        // Between the ends there is a number of the format on both sides.
        let (below, above) = F::at_most(&value).zip(F::at_least(&value)).ok_or(Bad::NotANumber)?;
        if below == above {
            return Ok(below);
        }
        if self.exactly {
            return Err(Bad::Inexact);
        }
        let exact = |x: F| x.to_exact("answer").map_err(|_| Bad::NotANumber);
        let middle = (exact(below)? + exact(above)?) / Rational::from_integer(2.into());
        Ok(if value < middle { below } else { above })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;

    fn reader<F: Answer>(low: i64, high: i64, exactly: bool) -> Reader<F> {
        let end = |x: i64| F::at_most(&Rational::from_integer(x.into())).unwrap();
        Reader::new(end(low), end(high), exactly).unwrap()
    }

    /// The text alone, and with more behind it: the same.
    fn read<F: Answer>(reader: &Reader<F>, text: &[u8]) -> Result<F, Bad> {
        let alone = reader.read(text, text.len());
        for more in [&b",1234567890"[..], b"1234567890", b".........."] {
            assert_eq!(reader.read(&[text, more].concat(), text.len()), alone);
        }
        alone
    }

    #[test]
    fn decimals_round_as_the_standard_library_rounds_them() {
        let (wide, narrow) =
            (reader::<f64>(-1_000_000, 1_000_000, false), reader::<f32>(-1_000_000, 1_000_000, false));
        let mut state = 1_u64;
        for i in 0..20_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = (state >> 20).to_string();
            let (whole, fraction) = digits.split_at(usize::try_from(i % 6).unwrap().min(digits.len()));
            let sign = if state & 1 == 0 { "-" } else { "" };
            let text = format!("{sign}{whole}.{fraction}");
            assert_eq!(read(&wide, text.as_bytes()), Ok(text.parse::<f64>().unwrap()), "{text}");
            assert_eq!(read(&narrow, text.as_bytes()), Ok(text.parse::<f32>().unwrap()), "{text}");
        }
    }

    #[test]
    fn exactly_means_that_the_number_written_is_the_number_read() {
        let (wide, narrow) = (reader::<f64>(0, 100, true), reader::<f32>(0, 100, true));
        let fixed = reader::<Fixed<32, 8>>(0, 100, true);
        for (text, in_wide, in_narrow, in_fixed) in [
            ("41.5", true, true, true),
            ("0.1", false, false, false),
            ("0.0009765625", true, true, false),
            ("0.00390625", true, true, true),
            ("16.0000019073486328125", true, true, false),
            ("16.00000095367431640625", true, false, false),
            ("1/3", false, false, false),
            ("1/4", true, true, true),
            ("2^-200", true, false, false),
            ("1e2", true, true, true),
            // Clamped, whatever they are.
            ("100.1", true, true, true),
            ("-0.1", true, true, true),
            ("1e400", true, true, true),
            ("99.99999999999999999999999999", false, false, false),
            ("100.00000000000000000000000001", true, true, true),
        ] {
            assert_eq!(read(&wide, text.as_bytes()).is_ok(), in_wide, "f64 {text}");
            assert_eq!(read(&narrow, text.as_bytes()).is_ok(), in_narrow, "f32 {text}");
            assert_eq!(read(&fixed, text.as_bytes()).is_ok(), in_fixed, "fixed {text}");
        }
    }

    #[test]
    fn what_is_no_finite_number_is_told_apart() {
        let reader = reader::<f64>(0, 100, false);
        for text in ["", " ", "\t"] {
            assert_eq!(read(&reader, text.as_bytes()), Err(Bad::Empty));
        }
        for text in ["NaN", "-inf", "Infinity", "+nan"] {
            assert_eq!(read(&reader, text.as_bytes()), Err(Bad::NotFinite));
        }
        for text in ["x", ".", "-", "+", "-.", "1,5", "1 2", "0x", "1/0", "--1", "1..2", "\u{661}"] {
            assert_eq!(read(&reader, text.as_bytes()), Err(Bad::NotANumber), "{text}");
        }
        assert_eq!(read(&reader, b"\xff"), Err(Bad::NotANumber));
        assert_eq!(read(&reader, b" 5 "), Ok(5.0));
        assert_eq!(read(&reader, b".5"), Ok(0.5));
        assert_eq!(read(&reader, b"5."), Ok(5.0));
    }

    #[test]
    fn no_answer_moves_farther_than_the_reading_error() {
        fn check<F: Answer>(format: &str, low: i64, high: i64) {
            let reader = reader::<F>(low, high, false);
            let format = format.parse::<crate::setting::FormatName>().unwrap().0;
            let error = format.reading_error(&kdelta_certificate::Range::of_integers(low, high)).unwrap();
            let exact = |text: &str| parse(text).unwrap();
            for text in
                ["0.1", "99.9", "1/3", "-77.7", "63.99999999999999999", "1e-300", "33.333333333333333333"]
            {
                let (written, read) =
                    (exact(text), read(&reader, text.as_bytes()).unwrap().to_exact("").unwrap());
                let clamp = |x: Rational| x.max(reader.ends.0.clone()).min(reader.ends.1.clone());
                assert!((clamp(written) - clamp(read)).abs() <= error, "{text}");
            }
        }
        check::<f64>("f64", 0, 100);
        check::<f64>("f64", -100, 1);
        check::<f32>("f32", 0, 100);
        check::<Fixed<32, 8>>("fixed-32-8", 0, 100);
        check::<Fixed<64, 48>>("fixed-64-48", -100, 100);
    }

    /// Against the exact way, by the text alone: whatever the fast way accepts is what the exact way says.
    #[test]
    fn the_fast_way_reads_what_the_exact_way_reads() {
        fn check<F: Answer>(low: i64, high: i64, texts: &[Vec<u8>]) {
            for exactly in [true, false] {
                let reader = reader::<F>(low, high, exactly);
                let clamp = |x: F| {
                    if x < reader.low {
                        reader.low
                    } else if x > reader.high {
                        reader.high
                    } else {
                        x
                    }
                };
                for text in texts {
                    let shown = String::from_utf8_lossy(text);
                    let fast = reader.read(text, text.len()).map(clamp);
                    for more in [&b",1234567890"[..], b"1234567890", b"..........", b"\"\"-------------"] {
                        let longer = reader.read(&[text, more].concat(), text.len()).map(clamp);
                        assert_eq!(longer, fast, "{shown:?}");
                    }
                    let slow = reader.read_exactly(text.trim_ascii()).map(clamp);
                    match (fast, slow) {
                        (Ok(fast), Ok(slow)) if fast != slow => {
                            // Only a tie may go another way.
                            let exact = |x: F| x.to_exact("").unwrap();
                            let written = parse(shown.trim()).unwrap();
                            assert!(!exactly, "{shown:?}");
                            assert_eq!(
                                (exact(fast) - &written).abs(),
                                (exact(slow) - &written).abs(),
                                "{shown:?}"
                            );
                        }
                        (fast, slow) => assert_eq!(fast, slow, "{shown:?}"),
                    }
                }
            }
        }
        let mut state = 3_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        let mut texts = Vec::new();
        for i in 0..2_000 {
            let alphabet: &[u8] = match i % 4 {
                0 => b"0123456789",
                1 => b"0123456789.",
                2 => b"01259.0000055-",
                _ => b"0123456789..--++eE/^xp ,\"\t\0/:;\x2f\x3a\x80\xae\xb0\xff",
            };
            let length = next(23);
            let mut text: Vec<_> = (0..length).map(|_| alphabet[next(alphabet.len())]).collect();
            if i % 3 == 0 && !text.is_empty() {
                let at = next(text.len());
                text[at] = b'.';
            }
            if i % 5 == 0 {
                text.insert(0, b'-');
            }
            texts.push(text);
        }
        check::<f64>(-1_000_000, 1_000_000, &texts);
        check::<f32>(0, 100, &texts);
        check::<Fixed<32, 8>>(-100, 100, &texts);
        check::<Fixed<64, 48>>(-100, 100, &texts);
        check::<Fixed<16, 8>>(-100, 100, &texts);
    }
}
