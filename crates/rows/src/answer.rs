//! From the text of an answer to a number of the format.
//!
//! The certificate speaks about answers of the format that are within Δ = Δ_f + 2(δ_f + δ_r) of each other.
//! Reading `0.1` as an f64 moves it, and may move a neighbour's answer the other way: δ_r is how far at most,
//! and δ_f, the error that the query had before anybody wrote its answer down, is not touched. So text that
//! is not exactly a number of the format is refused, unless the certificate's δ_r covers the rounding
//! ([`kdelta_certificate::Format::reading_error`]) or the user says that Δ_f is the sensitivity of the
//! answers as the format holds them (`--rounded`). Clamping costs nothing (THEORY F26).
//!
//! Every decimal takes one path, whose work depends on how many characters it has and hardly on what they
//! are. The nearest number is that of the standard library, or of one division in fixed point; ties go to
//! even, for ratios such as `1/3` as well. Reading text is still no constant-time operation: what the library
//! promises about time is about its releases alone.

use kdelta::{Answers, Number};
use kdelta_explore::Error;
use kdelta_oracle::number::{Rational, dyadic, parse};
use num_traits::ToPrimitive;
use num_traits::float::FloatCore;
use std::fmt;

/// What is wrong with a cell. The text itself is not kept: it is private data, and messages end in logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bad {
    /// There is nothing.
    Empty,
    /// Is no number.
    NotANumber,
    /// Is infinite, or not a number of IEEE 754.
    NotFinite,
    /// Is no number of the format.
    Inexact,
    /// A number of more than 1000 characters.
    Endless,
    /// Beyond the longitudes (axis 0) or latitudes (axis 1) that there are.
    NotAPlace {
        /// Which coordinate.
        axis: usize,
    },
    /// Outside the certified box, but inside it the other way round.
    Swapped,
    /// A feature of GeoJSON.
    NotAPoint,
    /// An object of GeoJSON with two members of one name.
    TwoMembers,
    /// Another number of fields than the first row has.
    Fields {
        /// How many there are.
        found: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// A line end in a field that is kept.
    LineEnd,
    /// A line end in a field of a row that is counted or added up.
    Lines,
    /// A quote that is never closed.
    Unclosed,
    /// Text after a closing quote.
    AfterQuote,
    /// A carriage return without a line feed.
    CarriageReturn,
    /// A row that is too long.
    TooLong,
}

impl Bad {
    /// Whether the rows around it cannot be told apart any more, so that there is no row to leave out.
    pub(crate) const fn is_structural(self) -> bool {
        matches!(self, Self::Unclosed | Self::AfterQuote | Self::CarriageReturn | Self::Lines | Self::TooLong)
    }

    /// Why the run stops at a place of the input; never with its text, which is private.
    pub(crate) fn refusal(self, place: &str, inexact: &str) -> Error {
        Error::refused(format!("{place}: {self}; {}. Nothing was released", self.remedy(inexact)))
    }

    /// What to do about it; `inexact` if the format does not hold the number.
    pub(crate) const fn remedy(self, inexact: &str) -> &str {
        match self {
            Self::Inexact => inexact,
            Self::Unclosed | Self::TooLong => "close the quote",
            Self::AfterQuote => "double the quotes inside a quoted field",
            Self::CarriageReturn => "convert the line ends to LF or CRLF",
            Self::Lines => "write every row in one line",
            _ => "mend it, or leave such rows out with --skip-bad",
        }
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::NotANumber => f.write_str("is not a number such as 41.5, -3, 1e-6 or 1/3"),
            Self::NotFinite => f.write_str("is not finite"),
            Self::Inexact => f.write_str("is not exactly a number of the format"),
            Self::Endless => write!(f, "is a number of more than {MAX_NUMBER} characters"),
            Self::NotAPlace { axis: 0 } => f.write_str("is no longitude from -180 to 180"),
            Self::NotAPlace { .. } => f.write_str("is no latitude from -90 to 90; longitude comes first"),
            Self::Swapped => f.write_str(
                "is outside the certified box, and inside it if the two are swapped; longitude comes first, then latitude",
            ),
            Self::NotAPoint => f.write_str("is not a feature with a point of two coordinates"),
            Self::TwoMembers => {
                f.write_str("has two members of the same name in one object; readers differ about which one counts")
            }
            Self::Fields { found, expected } => write!(
                f,
                "has {found} fields where the first row has {expected}; the wrong column might be released"
            ),
            Self::LineEnd => f.write_str(
                "has a line end inside a field that is kept; with a stray quote it would contain other rows and their answers",
            ),
            Self::Lines => f.write_str(
                "has a line end inside a field: one stray quote could hide any number of other rows in it, and change the result by as many",
            ),
            Self::Unclosed => f.write_str("has a quote that is never closed"),
            Self::AfterQuote => f.write_str("has text after the quote that closes a field"),
            Self::CarriageReturn => {
                f.write_str("has a carriage return (CR) without a line feed (LF), which may or may not end a row")
            }
            Self::TooLong => write!(f, "is longer than {} MiB", crate::checked::MAX_RECORD >> 20),
        }
    }
}

/// A text of more characters is no number that anybody has measured.
pub(crate) const MAX_NUMBER: usize = 1000;

/// A decimal as it is written: `-12.5e3` has the digits 12 before the point and 5 after it, and the exponent
/// 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal<'a> {
    text: &'a str,
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i32,
}

/// Exponents are cut off here: with at most [`MAX_NUMBER`] digits, the number is then beyond every range, or
/// nearer to zero than half the least number of every format.
const MAX_EXPONENT: i32 = 10_000;

impl<'a> Decimal<'a> {
    /// None if the text is something else than a decimal.
    fn read(text: &'a [u8]) -> Option<Self> {
        let (negative, unsigned) = split_sign(text);
        let (whole, rest) = split_digits(unsigned);
        let (fraction, rest) = rest.strip_prefix(b".").map_or((&b""[..], rest), split_digits);
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', rest @ ..] => {
                let (negative, rest) = split_sign(rest);
                let (digits, []) = split_digits(rest) else { return None };
                let next = |value: i32, digit: &u8| (10 * value + i32::from(digit - b'0')).min(MAX_EXPONENT);
                let value = digits.iter().fold(0, next);
                if digits.is_empty() {
                    return None;
                }
                if negative { -value } else { value }
            }
            _ => return None,
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        Some(Self { text: std::str::from_utf8(text).ok()?, negative, whole, fraction, exponent })
    }

    /// All digits, without the point.
    fn digits(&self) -> impl DoubleEndedIterator<Item = u8> + use<'a> {
        self.whole.iter().chain(self.fraction).map(|digit| digit - b'0')
    }

    /// e, where the number is ±D·10^e and D is the number that all digits make.
    fn power(&self) -> i32 {
        self.exponent - i32::try_from(self.fraction.len()).unwrap_or(MAX_EXPONENT)
    }

    /// Whether the number is M·2^q in magnitude, where M·2^q is the number of a float nearest to it and 2^q
    /// the distance to its neighbours. None if it has so many places that only exact numbers tell.
    ///
    /// Both are brought to their lowest terms: D·10^e with a last digit other than zero, M·2^q with M odd. If
    /// there are k = −e > 0 places, the two are equal only if −q is k as well, because M·2^-k = M·5^k·10^-k
    /// has exactly k places, and then if D = M·5^k. As |D·10^e − M·2^q| ≤ 2^(q−1) at first, |D − M·5^k| ≤
    /// 5^k/2. So they are equal if they are equal modulo 2^128, as long as 5^k < 2^128. If there are no
    /// places, q must be ≥ 0, and |D·10^e − M·2^q| ≤ 2^(q−1) for the first q is enough if that is ≤ 128.
    fn is(&self, mantissa: u64, q: i32) -> Option<bool> {
        let zeros = self.digits().rev().take_while(|digit| *digit == 0).count();
        let significant = self.whole.len() + self.fraction.len() - zeros;
        if significant == 0 || mantissa == 0 {
            return Some(significant == 0 && mantissa == 0);
        }
        let next = |sum: u128, digit: u8| sum.wrapping_mul(10).wrapping_add(digit.into());
        let digits = self.digits().take(significant).fold(0_u128, next);
        let e = self.power() + i32::try_from(zeros).unwrap_or(MAX_EXPONENT);
        let (gap, even) = (q, mantissa.trailing_zeros());
        let (mantissa, q) = (u128::from(mantissa >> even), q + even.cast_signed());
        if e < 0 {
            return if q == e {
                let power = 5_u128.checked_pow(e.unsigned_abs())?;
                Some(digits == mantissa.wrapping_mul(power))
            } else {
                Some(false)
            };
        }
        let digits = digits.wrapping_mul(10_u128.wrapping_pow(e.unsigned_abs()));
        match u32::try_from(q) {
            Err(_) => Some(false),
            Ok(_) if gap > 128 => None,
            Ok(q) => Some(digits == mantissa.checked_shl(q).unwrap_or(0)),
        }
    }

    /// The digit at a place after the point, from 0; zero where none is written.
    fn after_point(&self, place: i32) -> u8 {
        let before = i32::try_from(self.whole.len()).unwrap_or(MAX_EXPONENT);
        let index = usize::try_from(before + self.exponent + place).ok();
        let digit = index.and_then(|index| {
            self.whole.get(index).or_else(|| self.fraction.get(index.checked_sub(self.whole.len())?))
        });
        digit.map_or(0, |digit| digit - b'0')
    }

    /// ⌊|x|·2^bits⌋ for bits ≤ 63, or u128::MAX if it is that or more; and how |x|·2^bits lies above it.
    ///
    /// The digits after the point are taken in groups of 18, the last group first: each times 2^bits, and
    /// what it carries goes to the group before it. In the end all groups hold the fraction of the product,
    /// and the carry is its whole part.
    fn scaled(&self, bits: u32) -> (u128, Above) {
        const GROUP: i32 = 18;
        const UNIT: u128 = 10_u128.pow(18);
        let before = i32::try_from(self.whole.len()).unwrap_or(MAX_EXPONENT);
        let mut whole = 0_u128;
        for place in -(before + self.exponent).max(0)..0 {
            whole = whole.saturating_mul(10).saturating_add(self.after_point(place).into());
        }
        let places = (-self.power()).max(0);
        let (mut carry, mut first, mut others) = (0, 0, false);
        for group in (0..(places + GROUP - 1) / GROUP).rev() {
            let digits = GROUP * group..GROUP * (group + 1);
            let number = digits.fold(0_u128, |sum, place| 10 * sum + u128::from(self.after_point(place)));
            let product = (number << bits) + carry; // below 10^18·2^63 + 2^63 < 2^124
            others |= first != 0;
            (carry, first) = (product / UNIT, product % UNIT);
        }
        let above = match (first.cmp(&(UNIT / 2)), others) {
            (std::cmp::Ordering::Less, false) if first == 0 => Above::Nothing,
            (std::cmp::Ordering::Less, _) => Above::LessThanHalf,
            (std::cmp::Ordering::Equal, false) => Above::Half,
            (std::cmp::Ordering::Equal, true) | (std::cmp::Ordering::Greater, _) => Above::MoreThanHalf,
        };
        (whole.saturating_mul(1 << bits).saturating_add(carry), above)
    }
}

/// How far a number is above its floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Above {
    Nothing,
    LessThanHalf,
    Half,
    MoreThanHalf,
}

const fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The number of the format nearest to a decimal; the infinities stand for what is beyond the format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nearest<F> {
    /// Less than every number of the format.
    Below,
    /// More than every number of the format.
    Above,
    /// And whether it is the very number written; None if this was not asked for, or is for exact numbers to
    /// say.
    Value(F, Option<bool>),
}

/// A format as cells are read in it.
pub trait Reads: Clone + Send + Sync + 'static {
    /// What the library takes for a number of the format: a float, or a word of fixed point.
    type Number: Copy + PartialOrd + fmt::Debug + Send + 'static;

    /// The nearest number, ties to even. Exactness is only looked at if asked for. None leaves the text to
    /// exact numbers.
    fn of_decimal(&self, decimal: Decimal<'_>, exactly: bool) -> Option<Nearest<Self::Number>>;

    /// Whether the last bit of a number is zero.
    fn is_even(&self, number: Self::Number) -> bool;

    /// The greatest number of the format that is not above, if there is one.
    fn at_most(&self, value: &Rational) -> Option<Self::Number>;

    /// The least number of the format that is not below, if there is one.
    fn at_least(&self, value: &Rational) -> Option<Self::Number>;

    /// The number without rounding; none for what is no number.
    fn exact(&self, number: Self::Number) -> Option<Rational>;

    /// Numbers as the library takes them.
    fn answers(numbers: &[Self::Number]) -> Answers<'_>;
}

/// f64.
#[derive(Debug, Clone, Copy)]
pub struct Binary64;

/// f32.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binary32;

/// Words w of so many bits, each for w·2^-fraction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FixedPoint {
    pub(crate) bits: u32,
    pub(crate) fraction: u32,
}

macro_rules! float {
    ($format:ident, $F:ident, $passed:ident) => {
        impl Reads for $format {
            type Number = $F;

            fn of_decimal(&self, decimal: Decimal<'_>, exactly: bool) -> Option<Nearest<$F>> {
                // The standard library rounds to nearest, ties to even, and knows every text that is a
                // `Decimal`.
                let value = decimal.text.parse::<$F>().ok()?;
                if !value.is_finite() {
                    return Some(if decimal.negative { Nearest::Below } else { Nearest::Above });
                }
                let is_exact = || {
                    // |value| = mantissa·2^q, where 2^q is the distance to its neighbours, or half of it below the least normal number;
                    // but there |value| has more places than are compared modulo 2^128.
                    let (mantissa, q, _) = FloatCore::integer_decode(value);
                    decimal.is(mantissa, q.into())
                };
                // Zero has no sign.
                Some(Nearest::Value(value + 0.0, exactly.then(is_exact).flatten()))
            }

            fn is_even(&self, number: $F) -> bool {
                number.to_bits() % 2 == 0
            }

            fn at_most(&self, value: &Rational) -> Option<$F> {
                $F::at_most(value)
            }

            fn at_least(&self, value: &Rational) -> Option<$F> {
                $F::at_least(value)
            }

            fn exact(&self, number: $F) -> Option<Rational> {
                Rational::from_float(number)
            }

            fn answers(numbers: &[$F]) -> Answers<'_> {
                Answers::$passed(numbers)
            }
        }
    };
}

float!(Binary64, f64, F64);
float!(Binary32, f32, F32);

impl FixedPoint {
    /// The word, if the format has it.
    fn word(&self, word: i128) -> Option<i64> {
        let end = 1_i128 << (self.bits - 1);
        i64::try_from(word).ok().filter(|word| (-end..end).contains(&i128::from(*word)))
    }

    fn scaled(&self, value: &Rational) -> Rational {
        value * dyadic(1, self.fraction.cast_signed())
    }
}

impl Reads for FixedPoint {
    type Number = i64;

    fn of_decimal(&self, decimal: Decimal<'_>, _: bool) -> Option<Nearest<i64>> {
        let (floor, above) = decimal.scaled(self.fraction);
        let up = match above {
            Above::Nothing | Above::LessThanHalf => false,
            Above::Half => floor % 2 == 1,
            Above::MoreThanHalf => true,
        };
        // A magnitude that an i128 does not hold is beyond every word, as its end is.
        let magnitude = i128::try_from(floor.saturating_add(u128::from(up))).unwrap_or(i128::MAX);
        Some(match self.word(if decimal.negative { -magnitude } else { magnitude }) {
            Some(word) => Nearest::Value(word, Some(above == Above::Nothing)),
            None if decimal.negative => Nearest::Below,
            None => Nearest::Above,
        })
    }

    fn is_even(&self, number: i64) -> bool {
        number % 2 == 0
    }

    fn at_most(&self, value: &Rational) -> Option<i64> {
        self.word(self.scaled(value).floor().to_integer().to_i128()?)
    }

    fn at_least(&self, value: &Rational) -> Option<i64> {
        self.word(self.scaled(value).ceil().to_integer().to_i128()?)
    }

    fn exact(&self, number: i64) -> Option<Rational> {
        Some(dyadic(number, -self.fraction.cast_signed()))
    }

    fn answers(numbers: &[i64]) -> Answers<'_> {
        Answers::Fixed(numbers)
    }
}

/// How cells are read: into which range they are clamped, and whether they must be exact there.
#[derive(Debug, Clone)]
pub struct Reader<F: Reads> {
    format: F,
    low: F::Number,
    high: F::Number,
    ends: (Rational, Rational),
    exactly: bool,
}

impl<F: Reads> Reader<F> {
    /// The ends of the range are moved outward to numbers of the format; none if it has no such numbers.
    #[must_use]
    pub fn new(format: F, (low, high): (&Rational, &Rational), exactly: bool) -> Option<Self> {
        let (low, high) = (format.at_most(low)?, format.at_least(high)?);
        let ends = (format.exact(low)?, format.exact(high)?);
        Some(Self { format, low, high, ends, exactly })
    }

    /// The low end of the range.
    pub(crate) const fn low(&self) -> F::Number {
        self.low
    }

    /// The number of the format nearest to the one that the text writes, clamped; blanks around it do not
    /// matter.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(&self, text: &[u8]) -> Result<F::Number, Bad> {
        let text = text.trim_ascii();
        if text.len() > MAX_NUMBER {
            return Err(Bad::Endless);
        }
        // Rounding is monotone and the ends are numbers of the format: beyond an end it was beyond before.
        match Decimal::read(text).and_then(|decimal| self.format.of_decimal(decimal, self.exactly)) {
            Some(Nearest::Below) => Ok(self.low),
            Some(Nearest::Above) => Ok(self.high),
            Some(Nearest::Value(value, _)) if value < self.low => Ok(self.low),
            Some(Nearest::Value(value, _)) if value > self.high => Ok(self.high),
            Some(Nearest::Value(value, exact)) if !self.exactly || exact == Some(true) => Ok(value),
            // No decimal, or an inexact one (perhaps beyond an end by less than half a gap), or one with more
            // digits than the fast arithmetic holds.
            _ => self.read_exactly(text),
        }
    }

    /// Ratios, powers and hexadecimal numbers, and what decides why a text is bad.
    #[cold]
    fn read_exactly(&self, text: &[u8]) -> Result<F::Number, Bad> {
        if text.is_empty() {
            return Err(Bad::Empty);
        }
        let text = std::str::from_utf8(text).map_err(|_| Bad::NotANumber)?;
        let value = parse(text).map_err(|_| {
            let name = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
            match name.as_str() {
                "nan" | "inf" | "infinity" => Bad::NotFinite,
                // A decimal is too small for exact numbers, and then for every format.
                _ if Decimal::read(text.as_bytes()).is_some() => Bad::Inexact,
                _ => Bad::NotANumber,
            }
        })?;
        if value <= self.ends.0 {
            return Ok(self.low);
        }
        if value >= self.ends.1 {
            return Ok(self.high);
        }
        // Between the ends there is a number of the format on both sides.
        let neighbours = self.format.at_most(&value).zip(self.format.at_least(&value));
        let (below, above) = neighbours.ok_or(Bad::NotANumber)?;
        if below == above {
            return Ok(below);
        }
        if self.exactly {
            return Err(Bad::Inexact);
        }
        let exact = |x: F::Number| self.format.exact(x).ok_or(Bad::NotANumber);
        let middle = (exact(below)? + exact(above)?) / Rational::from_integer(2.into());
        Ok(match value.cmp(&middle) {
            std::cmp::Ordering::Less => below,
            std::cmp::Ordering::Equal if self.format.is_even(below) => below,
            std::cmp::Ordering::Equal | std::cmp::Ordering::Greater => above,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_certificate::Format;
    use kdelta_testkit::Seeded;
    use num_traits::Signed;

    const FIXED_8: FixedPoint = FixedPoint { bits: 32, fraction: 8 };
    const FIXED_48: FixedPoint = FixedPoint { bits: 64, fraction: 48 };

    fn reader<F: Reads>(format: F, low: i64, high: i64, exactly: bool) -> Reader<F> {
        let end = |x: i64| Rational::from_integer(x.into());
        Reader::new(format, (&end(low), &end(high)), exactly).unwrap()
    }

    fn read<F: Reads>(reader: &Reader<F>, text: &[u8]) -> Result<F::Number, Bad> {
        reader.read(text)
    }

    #[test]
    fn decimals_round_as_the_standard_library_rounds_them() {
        let (wide, narrow) =
            (reader(Binary64, -1_000_000, 1_000_000, false), reader(Binary32, -1_000_000, 1_000_000, false));
        let mut random = Seeded(1);
        for i in 0..20_000_u32 {
            let state = random.next();
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
        let (wide, narrow) = (reader(Binary64, 0, 100, true), reader(Binary32, 0, 100, true));
        let fixed = reader(FIXED_8, 0, 100, true);
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
        let reader = reader(Binary64, 0, 100, false);
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
        fn check<F: Reads>(reads: F, format: &Format, low: i64, high: i64) {
            let reader = reader(reads, low, high, false);
            let error = format.reading_error(&kdelta_certificate::Range::of_integers(low, high)).unwrap();
            let exact = |text: &str| parse(text).unwrap();
            for text in
                ["0.1", "99.9", "1/3", "-77.7", "63.99999999999999999", "1e-300", "33.333333333333333333"]
            {
                let read = read(&reader, text.as_bytes()).unwrap();
                let (written, read) = (exact(text), reader.format.exact(read).unwrap());
                let clamp = |x: Rational| x.max(reader.ends.0.clone()).min(reader.ends.1.clone());
                assert!((clamp(written) - clamp(read)).abs() <= error, "{text}");
            }
        }
        check(Binary64, &Format::Binary64, 0, 100);
        check(Binary64, &Format::Binary64, -100, 1);
        check(Binary32, &Format::Binary32, 0, 100);
        check(FIXED_8, &Format::Fixed { bits: 32, fraction: 8 }, 0, 100);
        check(FIXED_48, &Format::Fixed { bits: 64, fraction: 48 }, -100, 100);
    }

    /// Against the exact way, by the text alone: whatever the fast way accepts is what the exact way says.
    #[test]
    fn the_fast_way_reads_what_the_exact_way_reads() {
        fn check<F: Reads>(format: F, low: i64, high: i64, texts: &[Vec<u8>]) {
            for exactly in [true, false] {
                let reader = reader(format.clone(), low, high, exactly);
                for text in texts {
                    let shown = String::from_utf8_lossy(text);
                    // Exponents that exact numbers do not hold are read by the fast way alone.
                    if Decimal::read(text.trim_ascii()).is_none() || parse(shown.trim()).is_ok() {
                        let exact = reader.read_exactly(text.trim_ascii());
                        assert_eq!(reader.read(text), exact, "{shown:?}, exactly: {exactly}");
                    }
                }
            }
        }
        let mut random = Seeded(3);
        let mut next = |limit: usize| random.below(limit);
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
        check(Binary64, -1_000_000, 1_000_000, &texts);
        check(Binary32, 0, 100, &texts);
        check(FIXED_8, -100, 100, &texts);
        check(FIXED_48, -100, 100, &texts);
        check(FixedPoint { bits: 16, fraction: 8 }, -100, 100, &texts);
    }

    /// The middle between two neighbours goes to the one whose last bit is zero, whichever way it is written.
    #[test]
    fn ties_go_to_even_for_decimals_and_ratios_alike() {
        fn check<F: Reads>(format: F, low: i64, high: i64, log2: i32) {
            let reader = reader(format.clone(), low, high, false);
            let half = dyadic(1, log2 - 1);
            for odd in [1, 3, 5, 7, 255, 1021, 1023] {
                for sign in [-1, 1] {
                    let tie = Rational::from_integer((sign * odd).into()) * &half
                        + Rational::from_integer(5.into());
                    let ratio = tie.to_string();
                    // Twenty places are enough for all of these: 2^-k has k.
                    let scaled = &tie * Rational::from_integer(10.into()).pow(60);
                    let digits = format!("{:0>61}", scaled.to_integer().to_string());
                    let (whole, fraction) = digits.split_at(digits.len() - 60);
                    let decimal = format!("{whole}.{fraction}");
                    assert_eq!(parse(&decimal).unwrap(), tie);
                    let read = [
                        &ratio,
                        &decimal,
                        &format!("{whole}{fraction}e-60"),
                        &format!("0.{whole}{fraction}e1"),
                    ]
                    .map(|text| reader.read(text.as_bytes()).unwrap());
                    assert!(
                        read.iter().all(|value| *value == read[0] && format.is_even(*value)),
                        "{ratio}: {read:?}"
                    );
                    let moved = (format.exact(read[0]).unwrap() - tie).abs();
                    assert_eq!(moved, half, "{ratio} is not the middle between two numbers");
                }
            }
        }
        // The distance of neighbours near 5.
        check(Binary64, -100, 100, -50);
        check(Binary32, -100, 100, -21);
        check(FIXED_8, -100, 100, -8);
        check(FIXED_48, -100, 100, -48);
    }

    /// Work is bounded by the number of characters: no decimal of up to 55 places is left to exact numbers,
    /// which take a hundred times as long.
    #[test]
    fn no_decimal_of_usual_length_takes_the_long_way() {
        let mut random = Seeded(5);
        for i in 0..20_000_usize {
            let state = random.next();
            let digits = format!("{state:020}{:020}{:015}", state.rotate_left(13), state % 1_000_000_007);
            let text = format!("{}.{}", state % 100, &digits[..1 + i % 55]);
            let decimal = Decimal::read(text.as_bytes()).unwrap();
            assert!(matches!(Binary64.of_decimal(decimal, true), Some(Nearest::Value(_, Some(_)))), "{text}");
            assert!(matches!(Binary32.of_decimal(decimal, true), Some(Nearest::Value(_, Some(_)))), "{text}");
            let fixed = FixedPoint { bits: 64, fraction: 40 }.of_decimal(decimal, true);
            assert!(matches!(fixed, Some(Nearest::Value(_, Some(_)))), "{text}");
        }
        // The whole expansion of the f64 nearest to 0.1, and the same but for the last digit.
        let reader = reader(Binary64, 0, 100, true);
        let tenth = "0.1000000000000000055511151231257827021181583404541015625";
        assert_eq!(reader.read(tenth.as_bytes()), Ok(0.1));
        assert_eq!(reader.read(tenth.replace("5625", "5626").as_bytes()), Err(Bad::Inexact));
        assert_eq!(reader.read(format!("{tenth}0000000000e0").as_bytes()), Ok(0.1));
        assert_eq!(reader.read(format!("{tenth}0000000001").as_bytes()), Err(Bad::Inexact));
        assert_eq!(reader.read("1".repeat(MAX_NUMBER).as_bytes()), Ok(100.0));
        assert_eq!(reader.read("1".repeat(MAX_NUMBER + 1).as_bytes()), Err(Bad::Endless));
    }
}
