//! What is known of each kernel without reading its source, and how it is executed again on exact numbers.

use super::cos_sin::{self, CosSin};
use super::inverse_tail::{self as tail, InverseTail};
use super::inverse_tail_integer::{self as integer_tail, InverseTailInteger};
use super::rounding::{BINARY32, BINARY64, Binary, exponent};
use super::shift_add::{self, ShiftAdd};
use super::table::{self, Table};
use crate::model::{Constants, Domain, Kernel, Number, Unit};
use crate::refusal::Refusal;
use crate::sources::Sources;
use kdelta_oracle::enclosure::{Enclosure, inverse_tail, ln};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::Signed;
use std::sync::{Mutex, PoisonError};

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
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    /// No honest value is below.
    pub(crate) least: Rational,
}

/// The ledger as the audit derives it. A and R are no more than the sums of the terms: errors of opposite sign do not
/// add up.
#[derive(Debug, Clone)]
pub(crate) struct Derived {
    pub(crate) items: Vec<Item>,
    pub(crate) absolute: Rational,
    pub(crate) relative: Rational,
}

/// How a kernel is re-executed.
pub(crate) enum Model {
    ShiftAdd(ShiftAdd),
    Table(Table),
    InverseTail(InverseTail),
    InverseTailInteger(InverseTailInteger),
    CosSin(CosSin),
    /// Not at all; the format is known.
    BlackBox(Binary),
}

impl Kernel {
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

    pub(crate) const fn model(self) -> Model {
        match self {
            Self::ShiftAdd16 => Model::ShiftAdd(shift_add::WIDTH_16),
            Self::ShiftAdd32 => Model::ShiftAdd(shift_add::WIDTH_32),
            Self::ShiftAdd64 => Model::ShiftAdd(shift_add::WIDTH_64),
            Self::TableF32 => Model::Table(table::F32),
            Self::TableF64 => Model::Table(table::F64),
            Self::InverseTail64 => Model::InverseTailInteger(InverseTailInteger),
            Self::InverseTailF32 => Model::InverseTail(tail::F32),
            Self::InverseTailF64 => Model::InverseTail(tail::F64),
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
            Model::InverseTail(kernel) => kernel.facts(),
            Model::InverseTailInteger(kernel) => kernel.facts(),
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
            Model::ShiftAdd(kernel) => kernel.constants(&sources.read(shift_add::SOURCE)?),
            Model::Table(kernel) => {
                kernel.check_coefficients(&sources.read(table::SOURCE)?)?;
                kernel.constants(&sources.read(table::DATA)?)
            }
            Model::InverseTail(kernel) => kernel.constants(&sources.read(tail::DATA)?),
            Model::InverseTailInteger(kernel) => kernel.constants(&sources.read(integer_tail::DATA)?),
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
            Model::InverseTail(_) | Model::InverseTailInteger(_) => inverse_tail(v, bits),
            Model::CosSin(_) => cos_sin::exact(v, bits),
            _ => Ok(ln(v, bits)?.negated()),
        }
    }

    /// How the claim calls an input.
    pub(crate) const fn variable(self) -> &'static str {
        match self.model() {
            Model::InverseTail(_) | Model::InverseTailInteger(_) => "ℓ",
            _ => "v",
        }
    }

    /// The inequality that is certified, for a function and the two parts of its bound.
    pub(crate) fn inequality(self, function: &str, absolute: &Number, relative: &Number) -> String {
        match self.model() {
            Model::InverseTail(_) | Model::InverseTailInteger(_) => {
                format!("|{function} − g(ℓ)| ≤ {absolute} + {relative}·g(ℓ), where 2Φ̄(g(ℓ)) = e^−ℓ")
            }
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
            Model::InverseTail(kernel) => self.once(constants, || kernel.derive(constants)).map(Some),
            Model::InverseTailInteger(kernel) => self.once(constants, || kernel.derive(constants)).map(Some),
            Model::CosSin(kernel) => kernel.derive(constants).map(Some),
            Model::BlackBox(_) => Ok(None),
        }
    }

    /// The ledger of a large table takes a second. The last one of each kernel is kept with its constants, all of which are compared: who
    /// audits several certificates on one kernel waits once.
    fn once(
        self,
        constants: &[Constants],
        derive: impl FnOnce() -> Result<Derived, Refusal>,
    ) -> Result<Derived, Refusal> {
        static KNOWN: Mutex<Vec<(Kernel, Vec<Constants>, Derived)>> = Mutex::new(Vec::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found =
            known().iter().find(|known| known.0 == self && known.1 == constants).map(|known| known.2.clone());
        if let Some(derived) = found {
            return Ok(derived);
        }
        let derived = derive()?;
        let mut known = known();
        known.retain(|known| known.0 != self);
        known.push((self, constants.to_vec(), derived.clone()));
        Ok(derived)
    }

    /// What the kernel gives at v, re-executed on exact numbers with the given constants.
    ///
    /// # Errors
    /// Refused for an input outside the domain.
    pub fn execute(self, constants: &[Constants], v: &Rational) -> Result<Rational, Refusal> {
        let executed = match self.model() {
            Model::ShiftAdd(kernel) => kernel.execute(constants, v),
            Model::Table(kernel) => kernel.execute(constants, v),
            Model::InverseTail(kernel) => kernel.execute(constants, v),
            Model::InverseTailInteger(kernel) => kernel.execute(constants, v),
            Model::CosSin(kernel) => kernel.execute(constants, v),
            Model::BlackBox(_) => None,
        };
        executed.ok_or_else(|| outside(v))
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
