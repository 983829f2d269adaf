//! The kernels the audit knows: their facts, how each is re-executed, and at which inputs.

use super::cos_sin::{self, CosSin};
use super::rounding::{BINARY32, BINARY64, Binary, exponent};
use super::shift_add::{self, ShiftAdd};
use super::table::{self, Table};
use crate::audit::Options;
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::Refusal;
use crate::sources::Sources;
use kdelta_oracle::enclosure::{Enclosure, ln};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::Signed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The kernels the audit knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// Shift-and-add, 16 bits.
    ShiftAdd16,
    /// Shift-and-add, 32 bits.
    ShiftAdd32,
    /// Shift-and-add, 64 bits and an exponent.
    ShiftAdd64,
    /// Table and polynomial, binary32.
    TableF32,
    /// Table and polynomial, binary64.
    TableF64,
    /// cos and sin of a fraction of a turn, integers.
    CosSin,
    /// `f64::ln` of std, a black box.
    StdF64,
    /// `f32::ln` of std, a black box.
    StdF32,
    /// `libm::log`, a black box.
    LibmLog,
    /// `libm::logf`, a black box.
    LibmLogf,
    /// `log` of CORE-MATH, a black box.
    CoreMathLog,
    /// `logf` of CORE-MATH, a black box.
    CoreMathLogf,
}

impl Serialize for Kernel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kernel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let all = || Self::ALL.into_iter().chain(Self::BLACK_BOXES);
        all().find(|kernel| kernel.name() == name).ok_or_else(|| {
            let known: Vec<_> = all().map(Self::name).collect();
            serde::de::Error::custom(format!(
                "no kernel is called \"{name}\", known are {}",
                known.join(", ")
            ))
        })
    }
}

/// What the audit knows about a kernel without reading its source.
pub(crate) struct Facts {
    pub(crate) function: String,
    pub(crate) format: String,
    pub(crate) domain: Domain,
    pub(crate) sources: Vec<String>,
    /// The format of inputs and results, if floating.
    pub(crate) binary: Option<Binary>,
}

/// One term of the ledger, as the audit derives it.
pub(crate) struct Item {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    /// No honest value is below.
    pub(crate) least: Rational,
}

/// The ledger as the audit derives it. A and R are no more than the sums of the terms: errors of opposite sign do not
/// add up.
pub(crate) struct Derived {
    pub(crate) items: Vec<Item>,
    pub(crate) absolute: Rational,
    pub(crate) relative: Rational,
}

/// How a kernel is re-executed.
pub(crate) enum Model {
    ShiftAdd(ShiftAdd),
    Table(Table),
    CosSin(CosSin),
    /// Not at all; the format is known.
    BlackBox(Binary),
}

impl Kernel {
    /// Those of kdelta, which the audit re-executes.
    pub const ALL: [Self; 6] =
        [Self::ShiftAdd16, Self::ShiftAdd32, Self::ShiftAdd64, Self::TableF32, Self::TableF64, Self::CosSin];
    /// Those of others, of which only outputs are known.
    pub const BLACK_BOXES: [Self; 6] =
        [Self::StdF64, Self::StdF32, Self::LibmLog, Self::LibmLogf, Self::CoreMathLog, Self::CoreMathLogf];

    /// The name in certificates.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ShiftAdd16 => "shift_add_16",
            Self::ShiftAdd32 => "shift_add_32",
            Self::ShiftAdd64 => "shift_add_64",
            Self::TableF32 => "table_f32",
            Self::TableF64 => "table_f64",
            Self::CosSin => "cos_sin",
            Self::StdF64 => "std_f64",
            Self::StdF32 => "std_f32",
            Self::LibmLog => "libm_log",
            Self::LibmLogf => "libm_logf",
            Self::CoreMathLog => "core_math_log",
            Self::CoreMathLogf => "core_math_logf",
        }
    }

    /// How `kdelta certify kernel` calls it: the implementation, and the format of its argument.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::ShiftAdd16 => ("shift-add", "u16"),
            Self::ShiftAdd32 => ("shift-add", "u32"),
            Self::ShiftAdd64 => ("shift-add", "u64"),
            Self::TableF32 => ("table", "f32"),
            Self::TableF64 => ("table", "f64"),
            Self::CosSin => ("cos-sin", "u64"),
            Self::StdF64 => ("std", "f64"),
            Self::StdF32 => ("std", "f32"),
            Self::LibmLog => ("libm", "f64"),
            Self::LibmLogf => ("libm", "f32"),
            Self::CoreMathLog => ("core-math", "f64"),
            Self::CoreMathLogf => ("core-math", "f32"),
        }
    }

    /// The command that certifies it again: whole, or a black box on the grid of that many bits, with the part of the
    /// bound relative to the logarithm if it was chosen, which is a power of two.
    pub(crate) fn command(self, bits: Option<u32>, relative: &Rational) -> String {
        let (name, format) = self.words();
        let domain = bits.map_or_else(String::new, |bits| format!(" --domain 2^-{bits}"));
        let part = if relative.is_positive() && bits.is_some() {
            format!(" --relative {}", -exponent(relative))
        } else {
            String::new()
        };
        format!("kdelta certify kernel {name} --format {format}{domain}{part} --json")
    }

    /// The file of its certificate in the repository.
    #[must_use]
    pub fn certificate(self) -> String {
        format!("certificates/kernel-{}.json", self.name().replace('_', "-"))
    }

    pub(crate) const fn model(self) -> Model {
        match self {
            Self::ShiftAdd16 => Model::ShiftAdd(shift_add::WIDTH_16),
            Self::ShiftAdd32 => Model::ShiftAdd(shift_add::WIDTH_32),
            Self::ShiftAdd64 => Model::ShiftAdd(shift_add::WIDTH_64),
            Self::TableF32 => Model::Table(table::F32),
            Self::TableF64 => Model::Table(table::F64),
            Self::CosSin => Model::CosSin(CosSin),
            Self::StdF64 | Self::LibmLog | Self::CoreMathLog => Model::BlackBox(BINARY64),
            Self::StdF32 | Self::LibmLogf | Self::CoreMathLogf => Model::BlackBox(BINARY32),
        }
    }

    /// `bits` is the grid of a black box.
    pub(crate) fn facts(self, bits: u32) -> Facts {
        match self.model() {
            Model::ShiftAdd(kernel) => kernel.facts(),
            Model::Table(kernel) => kernel.facts(),
            Model::CosSin(kernel) => kernel.facts(),
            Model::BlackBox(binary) => Facts {
                function: match self {
                    Self::StdF64 => "−f64::ln".into(),
                    Self::StdF32 => "−f32::ln".into(),
                    Self::LibmLog => "−libm::log".into(),
                    Self::LibmLogf => "−libm::logf".into(),
                    Self::CoreMathLog => "−core_math::log".into(),
                    _ => "−core_math::logf".into(),
                },
                format: if binary == BINARY64 { "binary64".into() } else { "binary32".into() },
                domain: steps(bits),
                sources: Vec::new(),
                binary: Some(binary),
            },
        }
    }

    /// The constants as the source holds them.
    pub(crate) fn constants(self, sources: &dyn Sources) -> Result<Vec<Constants>, Refusal> {
        match self.model() {
            Model::ShiftAdd(kernel) => kernel.constants(&sources.read("crates/finite/src/ln/shift_add.rs")?),
            Model::Table(kernel) => {
                kernel.check_coefficients(&sources.read("crates/finite/src/ln/table.rs")?)?;
                kernel.constants(&sources.read("crates/finite/src/ln/table_data.rs")?)
            }
            Model::CosSin(kernel) => kernel.constants(&sources.read(cos_sin::SOURCE)?),
            Model::BlackBox(_) => Ok(Vec::new()),
        }
    }

    /// The exact function at v.
    ///
    /// # Errors
    /// Refused outside the domain of the function.
    pub(crate) fn exact(self, v: &Rational, bits: u32) -> Result<Enclosure, kdelta_oracle::Refusal> {
        match self.model() {
            Model::CosSin(_) => cos_sin::exact(v, bits),
            _ => Ok(ln(v, bits)?.negated()),
        }
    }

    /// The inequality that is certified, for a function and the two parts of its bound.
    pub(crate) fn inequality(self, function: &str, absolute: &Number, relative: &Number) -> String {
        match self.model() {
            Model::CosSin(_) => {
                format!("|{function}.0 − cos 2πv| ≤ {absolute} and |{function}.1 − sin 2πv| ≤ {absolute}")
            }
            _ => format!("|{function} − (−ln v)| ≤ {absolute} + {relative}·|ln v|"),
        }
    }

    /// The ledger, if the audit can derive one.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Option<Derived>, Refusal> {
        match self.model() {
            Model::ShiftAdd(kernel) => kernel.derive(constants).map(Some),
            Model::Table(kernel) => kernel.derive(constants).map(Some),
            Model::CosSin(kernel) => kernel.derive(constants).map(Some),
            Model::BlackBox(_) => Ok(None),
        }
    }

    /// What the kernel gives at v, re-executed on exact numbers with the given constants.
    ///
    /// # Errors
    /// Refused for an input outside the domain.
    pub fn execute(self, constants: &[Constants], v: &Rational) -> Result<Rational, Refusal> {
        self.executed(constants, core::slice::from_ref(v))
            .into_iter()
            .next()
            .unwrap_or_else(|| Err(outside(v)))
    }

    /// [`Self::execute`] at several inputs; the constants of a table are converted once.
    pub(crate) fn executed(
        self,
        constants: &[Constants],
        inputs: &[Rational],
    ) -> Vec<Result<Rational, Refusal>> {
        let program = if let Model::Table(kernel) = self.model() { kernel.program(constants) } else { None };
        let execute = |v: &Rational| match self.model() {
            Model::ShiftAdd(kernel) => kernel.execute(constants, v),
            Model::Table(_) => program.as_ref()?.execute(v),
            Model::CosSin(kernel) => kernel.execute(constants, v),
            Model::BlackBox(_) => None,
        };
        inputs.iter().map(|v| execute(v).ok_or_else(|| outside(v))).collect()
    }

    fn sample(self, a: u64, b: u64) -> Option<Rational> {
        match self.model() {
            Model::ShiftAdd(kernel) => Some(kernel.sample(a, b)),
            Model::Table(kernel) => Some(kernel.sample(a, b)),
            Model::CosSin(kernel) => Some(kernel.sample(b)),
            Model::BlackBox(_) => None,
        }
    }

    /// The least and the largest input of the domain.
    fn ends(self) -> Vec<Rational> {
        let below_one = |bits: u32| dyadic(1, 0) - dyadic(1, -bits.cast_signed());
        match self.model() {
            Model::ShiftAdd(kernel) => vec![kernel.facts().domain.from.0, below_one(kernel.width)],
            Model::Table(kernel) => vec![kernel.facts().domain.from.0, below_one(kernel.binary.precision)],
            Model::CosSin(kernel) => kernel.ends(),
            Model::BlackBox(_) => Vec::new(),
        }
    }

    /// Inputs for the spot check, the same for the same options; and whether they are all there are.
    pub(crate) fn spots(self, options: &Options) -> (Vec<Rational>, bool) {
        if let Model::ShiftAdd(kernel) = self.model() {
            if let Some(size) = kernel.size().filter(|size| *size <= options.points) {
                return ((0..size).map(|i| kernel.nth(i)).collect(), true);
            }
        }
        let mut words = Words(options.seed);
        let mut spots: Vec<_> =
            (0..options.points).map_while(|_| self.sample(words.next(), words.next())).collect();
        spots.extend(self.ends());
        if let Model::Table(kernel) = self.model() {
            for cell in 0..kernel.cell_count().min(usize::try_from(options.cells).unwrap_or(usize::MAX)) {
                spots.extend(kernel.ends(cell, words.next()));
            }
        }
        (spots, false)
    }
}

pub(crate) fn outside(v: &Rational) -> Refusal {
    let why = format!("{} is outside the kernel's domain", Number(v.clone()));
    Refusal::new("witness.input", why, "give an input of the domain")
}

/// x·2^-bits for 1 ≤ x < 2^bits.
pub(crate) fn steps(bits: u32) -> Domain {
    Domain {
        from: (&dyadic(1, -bits.cast_signed())).into(),
        below: 1.into(),
        points: format!("x·2^-{bits} for the integers 1 ≤ x < 2^{bits}"),
    }
}

/// A number from zero and below `count`, from a random word.
#[expect(clippy::expect_used, reason = "counts are those of exponents, at most a thousand")]
pub(crate) fn below(word: u64, count: u32) -> i32 {
    i32::try_from(word % u64::from(count)).expect("a kernel has fewer than 2^31 exponents")
}

/// SplitMix64: a fixed sequence of words, to spread points.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
