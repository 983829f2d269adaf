//! What is certified: a kernel (input → output, both exact dyadics) on a domain of finitely many inputs.

use crate::error::Error;
use crate::function::Function;
use crate::number::Dyadic;
use kdelta_finite::cos_sin::{FRACTION_COS_SIN, cos_sin};
use kdelta_finite::inverse_tail::{END, inverse_tail_f32, inverse_tail_f64};
use kdelta_finite::inverse_tail_integer;
use kdelta_finite::ln::shift_add::{
    FRACTION_16, FRACTION_32, FRACTION_64, minus_ln_16, minus_ln_32, minus_ln_64,
};
use kdelta_finite::ln::table::{Unit32, Unit64, minus_ln_f32, minus_ln_f64};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// The input numerator/2^bits of a kernel: a tail probability v in (0, 1), or a logarithm ℓ ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Of a tail probability, positive and below 2^bits.
    pub numerator: u64,
    /// The denominator is 2^bits.
    pub bits: u32,
}

impl Input {
    /// As an exact dyadic.
    #[must_use]
    #[inline]
    pub const fn to_dyadic(self) -> Dyadic {
        Dyadic { mantissa: self.numerator as i128, exponent: -self.bits.cast_signed() }
    }

    /// The f64 of exactly this value, if it is 0 or at least 2^-1000.
    #[must_use]
    #[inline]
    pub fn to_f64(self) -> Option<f64> {
        if self.numerator == 0 {
            return Some(0.0);
        }
        // The value is at least 2^-1000, and each of the two powers below is a normal number.
        if self.bits > 1063 || self.bits + self.numerator.leading_zeros() > 1063 {
            return None;
        }
        if self.numerator >> 53 != 0
            && (64 - self.numerator.leading_zeros() - self.numerator.trailing_zeros()) > 53
        {
            return None;
        }
        // At most 53 significant bits: the conversion and the products with powers of two are exact.
        #[expect(clippy::cast_precision_loss, reason = "at most 53 significant bits")]
        let numerator = self.numerator as f64;
        let power = |bits: u32| f64::from_bits(u64::from(1023 - bits) << 52);
        let first = self.bits.min(512);
        Some(numerator * power(first) * power(self.bits - first))
    }

    /// The f32 of exactly this value, if there is one.
    #[must_use]
    #[inline]
    pub fn to_f32(self) -> Option<f32> {
        let wide = self.to_f64()?;
        #[expect(clippy::cast_possible_truncation, reason = "compared with the original in the next line")]
        let narrow = wide as f32;
        (f64::from(narrow) == wide).then_some(narrow)
    }

    /// The exact value of a float; none below 0 and from 2^64 upward.
    #[must_use]
    pub fn from_f64(x: f64) -> Option<Self> {
        let Dyadic { mantissa, exponent } = Dyadic::from_f64(x)?;
        let numerator = u64::try_from(mantissa).ok()?;
        let (bits, shift) = ((-exponent).max(0).unsigned_abs(), exponent.max(0).unsigned_abs());
        (numerator.leading_zeros() >= shift).then(|| Self { numerator: numerator << shift, bits })
    }
}

impl std::fmt::Display for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/2^{}", self.numerator, self.bits)
    }
}

/// The result at an input, and another result with its own input.
pub type Results = (Dyadic, Option<(Input, Dyadic)>);

/// One or two results, each with its input.
pub type PointResults = ((Input, Dyadic), Option<(Input, Dyadic)>);

/// A function of one input in finite precision.
pub trait Kernel: Sync {
    /// The kernel's name, as certificates spell it.
    fn name(&self) -> String;
    /// The format of its results.
    fn format(&self) -> String;
    /// The exact function.
    fn function(&self) -> Function {
        Function::MinusLn
    }
    /// The result at v; none if v is not of the kernel's domain or the result is no number.
    fn value(&self, v: Input) -> Option<Dyadic>;
    /// The result at v, and what else the same evaluation gives: a result with the input whose exact value it
    /// approximates. A run over points looks at both; none as for [`Kernel::value`].
    #[inline]
    fn results(&self, v: Input) -> Option<Results> {
        Some((self.value(v)?, None))
    }
    /// What the result depends on, by name and version or digest: a state of another dependency is refused.
    fn depends_on(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// `finite::ln::shift_add::minus_ln_16`.
#[derive(Clone, Copy, Debug)]
pub struct ShiftAdd16;
/// `finite::ln::shift_add::minus_ln_32`.
#[derive(Clone, Copy, Debug)]
pub struct ShiftAdd32;
/// `finite::ln::shift_add::minus_ln_64`.
#[derive(Clone, Copy, Debug)]
pub struct ShiftAdd64;
/// `finite::ln::table::minus_ln_f32`.
#[derive(Clone, Copy, Debug)]
pub struct TableF32;
/// `finite::ln::table::minus_ln_f64`.
#[derive(Clone, Copy, Debug)]
pub struct TableF64;
/// `finite::cos_sin::cos_sin`: its cosine at v, which is its sine at v + 1/4, bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct CosSin;
/// `finite::inverse_tail::inverse_tail_f64`.
#[derive(Clone, Copy, Debug)]
pub struct InverseTailF64;
/// `finite::inverse_tail::inverse_tail_f32`.
#[derive(Clone, Copy, Debug)]
pub struct InverseTailF32;
/// `finite::inverse_tail_integer::inverse_tail_64`.
#[derive(Clone, Copy, Debug)]
pub struct InverseTail64;

/// v·2^width, if that is an integer.
#[inline]
pub(crate) fn word(v: Input, width: u32) -> Option<u64> {
    let shift = width.checked_sub(v.bits)?;
    (v.numerator.leading_zeros() >= shift).then(|| v.numerator << shift)
}

/// raw·2^-fraction.
#[inline]
fn fixed(raw: u64, fraction: u32) -> Dyadic {
    Dyadic { mantissa: raw.into(), exponent: -fraction.cast_signed() }
}

/// The files that make up the kernels, with which this crate was built.
const SHIFT_ADD: &[(&str, &str)] = &[("shift_add.rs", include_str!("../certified/ln/shift_add.rs"))];
/// See [`SHIFT_ADD`].
const TABLE: &[(&str, &str)] = &[
    ("table.rs", include_str!("../certified/ln/table.rs")),
    ("table_data.rs", include_str!("../certified/ln/table_data.rs")),
];

/// See [`SHIFT_ADD`].
const COS_SIN: &[(&str, &str)] = &[("cos_sin.rs", include_str!("../certified/cos_sin.rs"))];

/// See [`SHIFT_ADD`].
const INVERSE_TAIL: &[(&str, &str)] = &[
    ("inverse_tail.rs", include_str!("../certified/inverse_tail.rs")),
    ("inverse_tail_data.rs", include_str!("../certified/inverse_tail_data.rs")),
];
/// See [`SHIFT_ADD`].
const INVERSE_TAIL_INTEGER: &[(&str, &str)] = &[
    ("inverse_tail_integer.rs", include_str!("../certified/inverse_tail_integer.rs")),
    ("inverse_tail_integer_data.rs", include_str!("../certified/inverse_tail_integer_data.rs")),
];

/// The SHA-256 of each file: a run that was interrupted before an edit does not continue after it.
fn digests(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), hex(&Sha256::digest(text)))).collect()
}

impl Kernel for ShiftAdd16 {
    fn name(&self) -> String {
        "shift_add_16".to_owned()
    }
    fn format(&self) -> String {
        "fixed point, 16-bit tail, 28 fraction bits".to_owned()
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(SHIFT_ADD)
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        let x = NonZeroU16::new(u16::try_from(word(v, 16)?).ok()?)?;
        Some(fixed(minus_ln_16(x).into(), FRACTION_16))
    }
}

impl Kernel for ShiftAdd32 {
    fn name(&self) -> String {
        "shift_add_32".to_owned()
    }
    fn format(&self) -> String {
        "fixed point, 32-bit tail, 48 fraction bits".to_owned()
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(SHIFT_ADD)
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        let x = NonZeroU32::new(u32::try_from(word(v, 32)?).ok()?)?;
        Some(fixed(minus_ln_32(x), FRACTION_32))
    }
}

impl Kernel for ShiftAdd64 {
    fn name(&self) -> String {
        "shift_add_64".to_owned()
    }
    fn format(&self) -> String {
        "fixed point, 64-bit tail, 58 fraction bits".to_owned()
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(SHIFT_ADD)
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        Some(fixed(minus_ln_64(NonZeroU64::new(word(v, 64)?)?), FRACTION_64))
    }
}

impl Kernel for TableF64 {
    fn name(&self) -> String {
        "table_f64".to_owned()
    }
    fn format(&self) -> String {
        "f64".to_owned()
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(TABLE)
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        Dyadic::from_f64(minus_ln_f64(Unit64::new(v.to_f64()?)?))
    }
}

impl Kernel for TableF32 {
    fn name(&self) -> String {
        "table_f32".to_owned()
    }
    fn format(&self) -> String {
        "f32".to_owned()
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(TABLE)
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        Dyadic::from_f64(minus_ln_f32(Unit32::new(v.to_f32()?)?).into())
    }
}

impl Kernel for CosSin {
    fn name(&self) -> String {
        "cos_sin".to_owned()
    }
    fn format(&self) -> String {
        "fixed point, 64-bit fraction of a turn, 62 fraction bits".to_owned()
    }
    fn function(&self) -> Function {
        Function::Cosine
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(COS_SIN)
    }
    /// None if the sine a quarter turn later is another number: what is said about one is said about both.
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        let turn = word(v, 64)?;
        let ((cos, _), (_, sin)) = (cos_sin(turn), cos_sin(turn.wrapping_add(1 << 62)));
        (cos == sin).then(|| in_62_bits(cos))
    }
    /// sin 2πv is the cosine a quarter turn before, so that one evaluation serves both: a run over points spends more
    /// than half of its time in [`cos_sin`].
    #[inline]
    fn results(&self, v: Input) -> Option<Results> {
        let turn = word(v, 64)?;
        let (cos, sin) = cos_sin(turn);
        let before = Input { numerator: turn.wrapping_sub(1 << 62), bits: 64 };
        Some((in_62_bits(cos), Some((before, in_62_bits(sin)))))
    }
}

impl Kernel for InverseTail64 {
    fn name(&self) -> String {
        "inverse_tail_64".to_owned()
    }
    fn format(&self) -> String {
        "u64".to_owned()
    }
    fn function(&self) -> Function {
        Function::InverseTail
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(INVERSE_TAIL_INTEGER)
    }
    #[inline]
    fn value(&self, log: Input) -> Option<Dyadic> {
        let log = word(log, 58).filter(|log| *log < inverse_tail_integer::END)?;
        Some(fixed(inverse_tail_integer::inverse_tail_64(log), 58))
    }
}

impl Kernel for InverseTailF64 {
    fn name(&self) -> String {
        "inverse_tail_f64".to_owned()
    }
    fn format(&self) -> String {
        "f64".to_owned()
    }
    fn function(&self) -> Function {
        Function::InverseTail
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(INVERSE_TAIL)
    }
    #[inline]
    fn value(&self, log: Input) -> Option<Dyadic> {
        let log = log.to_f64().filter(|log| *log < END)?;
        Dyadic::from_f64(inverse_tail_f64(log))
    }
}

impl Kernel for InverseTailF32 {
    fn name(&self) -> String {
        "inverse_tail_f32".to_owned()
    }
    fn format(&self) -> String {
        "f32".to_owned()
    }
    fn function(&self) -> Function {
        Function::InverseTail
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        digests(INVERSE_TAIL)
    }
    #[inline]
    fn value(&self, log: Input) -> Option<Dyadic> {
        let log = log.to_f32().filter(|log| f64::from(*log) < END)?;
        Dyadic::from_f64(inverse_tail_f32(log).into())
    }
}

/// A result of [`cos_sin`].
#[inline]
fn in_62_bits(raw: i64) -> Dyadic {
    Dyadic { mantissa: raw.into(), exponent: -FRACTION_COS_SIN.cast_signed() }
}

/// The finitely many inputs on which a kernel is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grid {
    /// x/2^bits for x = 1, …, 2^bits − 1.
    Steps {
        /// 1 to 32.
        bits: u32,
    },
    /// a/2^bits for odd a below 2^bits: the tails of the midpoint generator (THEORY F16).
    Odd {
        /// 1 to 33.
        bits: u32,
    },
    /// Every f32 of [2^-64, 1[.
    Floats32,
    /// Logarithms: every multiple of 2^-bits in [0, 2^end[.
    Logarithms {
        /// 0 to 31.
        end: u32,
        /// At most 32 − end.
        bits: u32,
    },
    /// Logarithms: every f32 of [0, 2^31[, subnormal ones included.
    Logarithms32,
}

impl Grid {
    /// Refuses a grid of more than 2^32 points.
    ///
    /// # Errors
    /// [`Error::Grid`].
    pub fn check(self) -> Result<Self, Error> {
        match self {
            Self::Steps { bits: 1..=32 }
            | Self::Odd { bits: 1..=33 }
            | Self::Floats32
            | Self::Logarithms { end: 0..=31, bits: 0..=32 }
            | Self::Logarithms32
                if self.points() <= 1 << 32 =>
            {
                Ok(self)
            }
            Self::Steps { bits } => Err(Error::Grid(format!("steps of 2^-{bits}: choose 1 to 32 bits"))),
            Self::Odd { bits } => {
                Err(Error::Grid(format!("odd multiples of 2^-{bits}: choose 1 to 33 bits")))
            }
            _ => Err(Error::Grid(format!("{self}: choose at most 2^32 points below 2^31"))),
        }
    }

    /// How many inputs there are.
    #[must_use]
    pub const fn points(self) -> u64 {
        match self {
            Self::Steps { bits } => (1 << bits) - 1,
            Self::Odd { bits } => 1 << (bits - 1),
            Self::Floats32 => 1 << 29,
            Self::Logarithms { end, bits } => 1 << (end + bits),
            // From 0 to the last one below 2^31, whose bit patterns end below the exponent 31.
            Self::Logarithms32 => (127 + 31) << 23,
        }
    }

    /// Input number `index`, for an index below [`Grid::points`].
    #[must_use]
    #[inline]
    pub const fn input(self, index: u64) -> Input {
        match self {
            Self::Steps { bits } => Input { numerator: index + 1, bits },
            Self::Odd { bits } => Input { numerator: 2 * index + 1, bits },
            // Exponent by exponent from 2^-64 upward: 2^23 mantissas each.
            Self::Floats32 => Input {
                numerator: (1 << 23) | (index & ((1 << 23) - 1)),
                bits: 87 - ((index >> 23) & 63) as u32,
            },
            Self::Logarithms { bits, .. } => Input { numerator: index, bits },
            // The index is the bit pattern. From 2^23 upward, exponent 150, all are integers.
            Self::Logarithms32 => {
                let (field, fraction) = (((index >> 23) & 255) as u32, index & ((1 << 23) - 1));
                match field {
                    0 => Input { numerator: fraction, bits: 149 },
                    1..=150 => Input { numerator: (1 << 23) | fraction, bits: 150 - field },
                    _ => Input { numerator: ((1 << 23) | fraction) << (field - 150), bits: 0 },
                }
            }
        }
    }

    /// The least input of the grid.
    #[must_use]
    pub const fn least(self) -> Input {
        self.input(0)
    }

    /// The largest input of the grid.
    #[must_use]
    pub const fn most(self) -> Input {
        self.input(self.points() - 1)
    }
}

impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Steps { bits } => write!(f, "x/2^{bits}, x = 1 to 2^{bits} - 1"),
            Self::Odd { bits } => write!(f, "a/2^{bits}, a odd, a = 1 to 2^{bits} - 1"),
            Self::Floats32 => write!(f, "every f32 of [2^-64, 1["),
            Self::Logarithms { end, bits } => {
                write!(f, "x/2^{bits}, x = 0 to 2^{} - 1", u64::from(*end) + u64::from(*bits))
            }
            Self::Logarithms32 => write!(f, "every f32 of [0, 2^31["),
        }
    }
}

/// A kernel on a grid.
#[derive(Clone, Copy, Debug)]
pub struct Subject<K> {
    /// The kernel.
    pub kernel: K,
    /// The grid.
    pub grid: Grid,
}

impl<K: Kernel> Subject<K> {
    /// A kernel on a grid of at most 2^32 points.
    ///
    /// # Errors
    /// [`Error::Grid`].
    pub fn new(kernel: K, grid: Grid) -> Result<Self, Error> {
        Ok(Self { kernel, grid: grid.check()? })
    }

    /// The exact input and the computed output of a point.
    ///
    /// # Errors
    /// [`Error::NotALogarithm`] if the kernel delivers no number there.
    #[inline]
    pub fn point(&self, index: u64) -> Result<(Dyadic, Dyadic), Error> {
        let input = self.grid.input(index);
        match self.kernel.value(input) {
            Some(output) => Ok((input.to_dyadic(), output)),
            None => Err(Error::NotALogarithm { input: input.to_string(), output: "no number".to_owned() }),
        }
    }

    /// All results of a point: exact input and computed output of each.
    ///
    /// # Errors
    /// [`Error::NotALogarithm`] if the kernel delivers no number there.
    #[inline]
    pub fn results(&self, index: u64) -> Result<PointResults, Error> {
        let input = self.grid.input(index);
        match self.kernel.results(input) {
            Some((output, other)) => Ok(((input, output), other)),
            None => Err(Error::NotALogarithm { input: input.to_string(), output: "no number".to_owned() }),
        }
    }

    /// SHA-256 of the outputs at up to 4096 points spread over the grid: two kernels that differ there are told
    /// apart even if they share a name.
    ///
    /// # Errors
    /// [`Error::NotALogarithm`].
    pub fn fingerprint(&self) -> Result<String, Error> {
        let mut hash = Sha256::new();
        let points = self.grid.points();
        let count = points.min(4096);
        for i in 0..count {
            // Evenly spread, first and last included; below 2^12·2^32, so no overflow.
            let index = i * (points - 1) / (count - 1).max(1);
            let (_, output) = self.point(index)?;
            hash.update(output.mantissa.to_le_bytes());
            hash.update(output.exponent.to_le_bytes());
        }
        Ok(hex(&hash.finalize()))
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_have_the_points_they_announce() {
        for grid in [Grid::Steps { bits: 5 }, Grid::Odd { bits: 5 }] {
            let inputs: Vec<_> = (0..grid.points()).map(|i| grid.input(i).to_f64().unwrap()).collect();
            assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(
                inputs[0] == grid.least().to_f64().unwrap() && inputs.iter().all(|v| *v > 0.0 && *v < 1.0)
            );
        }
        assert_eq!((Grid::Steps { bits: 5 }.points(), Grid::Odd { bits: 5 }.points()), (31, 16));
        assert!(Grid::Steps { bits: 33 }.check().is_err() && Grid::Odd { bits: 0 }.check().is_err());
    }

    #[test]
    fn every_f32_of_the_domain_is_a_point_once() {
        // Consecutive points are consecutive floats; with the two ends right, none is missing.
        let grid = Grid::Floats32;
        assert_eq!(grid.input(0).to_f32(), Some(2.0_f32.powi(-64)));
        assert_eq!(grid.input(grid.points() - 1).to_f32(), Some(1.0 - f32::EPSILON / 2.0));
        for index in (0..grid.points() - 1).step_by(104_729).chain((1..64).map(|e| (e << 23) - 1)) {
            let (here, next) = (grid.input(index).to_f32().unwrap(), grid.input(index + 1).to_f32().unwrap());
            assert_eq!(here.to_bits() + 1, next.to_bits());
        }
    }

    #[test]
    fn every_f32_logarithm_is_a_point_once() {
        let grid = Grid::Logarithms32;
        for index in (0..grid.points()).step_by(100_003).chain((0..158).map(|e| e << 23)).chain(0..1000) {
            let bits = u32::try_from(index).unwrap();
            assert_eq!(grid.input(index).to_f32().map(f32::to_bits), Some(bits));
        }
        assert_eq!(grid.most().to_f32().map(f32::next_up), Some(2.0_f32.powi(31)));
        let grid = Grid::Logarithms { end: 5, bits: 4 };
        assert_eq!((grid.points(), grid.most()), (512, Input { numerator: 511, bits: 4 }));
        for (end, bits) in [(5, 28), (32, 0), (u32::MAX, 32), (31, u32::MAX)] {
            assert!(Grid::Logarithms { end, bits }.check().is_err(), "{end} {bits}");
        }
    }

    #[test]
    fn inputs_of_floats_return_to_the_float() {
        for v in [
            0.3,
            2.0_f64.powi(-128),
            2.0_f64.powi(-1000),
            1.7 * 2.0_f64.powi(-1000),
            1.0 - f64::EPSILON / 2.0,
            0.5,
            0.0,
            2_147_483_647.7,
            1.5 * 2.0_f64.powi(63),
        ] {
            assert_eq!(Input::from_f64(v).unwrap().to_f64(), Some(v));
        }
        assert!(Input::from_f64(-0.5).is_none() && Input::from_f64(2.0_f64.powi(64)).is_none());
        assert!(Input { numerator: (1 << 53) + 1, bits: 54 }.to_f64().is_none());
        assert!(Input { numerator: (1 << 24) + 1, bits: 25 }.to_f32().is_none());
    }
}
