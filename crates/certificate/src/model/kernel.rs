//! Kernels, the functions that noise is computed with, and the certificate of one: on this domain, for every input v, |computed − (−ln v)| ≤ A + R·(−ln v);
//! for the inverse of the normal tail, |computed − g(ℓ)| ≤ A + R·g(ℓ), where 2Φ̄(g(ℓ)) = e^−ℓ; for cos and sin of a fraction of a turn,
//! |computed − cos 2πv| ≤ A and |computed − sin 2πv| ≤ A.

use super::{Number, Range};
use kdelta_oracle::number::Rational;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The kernels that certificates know.
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
    /// The inverse of the normal tail in the logarithm, table and polynomial, integers.
    InverseTail64,
    /// The inverse of the normal tail in the logarithm, table and polynomial, binary32.
    InverseTailF32,
    /// The inverse of the normal tail in the logarithm, table and polynomial, binary64.
    InverseTailF64,
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

impl Kernel {
    /// Those of kdelta, which the audit re-executes.
    pub const ALL: [Self; 9] = [
        Self::ShiftAdd16,
        Self::ShiftAdd32,
        Self::ShiftAdd64,
        Self::TableF32,
        Self::TableF64,
        Self::InverseTail64,
        Self::InverseTailF32,
        Self::InverseTailF64,
        Self::CosSin,
    ];
    /// Those of others, of which only outputs are known.
    pub const BLACK_BOXES: [Self; 6] =
        [Self::StdF64, Self::StdF32, Self::LibmLog, Self::LibmLogf, Self::CoreMathLog, Self::CoreMathLogf];

    /// Its name in certificates; then how `kdelta certify kernel` calls it.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::ShiftAdd16 => ["shift_add_16", "shift-add", "u16"],
            Self::ShiftAdd32 => ["shift_add_32", "shift-add", "u32"],
            Self::ShiftAdd64 => ["shift_add_64", "shift-add", "u64"],
            Self::TableF32 => ["table_f32", "table", "f32"],
            Self::TableF64 => ["table_f64", "table", "f64"],
            Self::InverseTail64 => ["inverse_tail_64", "inverse-tail", "u64"],
            Self::InverseTailF32 => ["inverse_tail_f32", "inverse-tail", "f32"],
            Self::InverseTailF64 => ["inverse_tail_f64", "inverse-tail", "f64"],
            Self::CosSin => ["cos_sin", "cos-sin", "u64"],
            Self::StdF64 => ["std_f64", "std", "f64"],
            Self::StdF32 => ["std_f32", "std", "f32"],
            Self::LibmLog => ["libm_log", "libm", "f64"],
            Self::LibmLogf => ["libm_logf", "libm", "f32"],
            Self::CoreMathLog => ["core_math_log", "core-math", "f64"],
            Self::CoreMathLogf => ["core_math_logf", "core-math", "f32"],
        }
    }

    /// The name in certificates.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// How `kdelta certify kernel` calls it: the implementation, and the format of its argument.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        let [_, implementation, format] = self.names();
        (implementation, format)
    }

    /// What its relative error is relative to. cos and sin have none.
    #[must_use]
    pub const fn magnitude(self) -> Unit {
        match self {
            Self::InverseTail64 | Self::InverseTailF32 | Self::InverseTailF64 => Unit::InverseTail,
            _ => Unit::Logarithm,
        }
    }

    /// The file of its certificate in the repository.
    #[must_use]
    pub fn certificate(self) -> String {
        format!("certificates/kernel-{}.json", self.name().replace('_', "-"))
    }
}

/// What a term or a bound is a multiple of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// One: an absolute error.
    #[serde(rename = "1")]
    One,
    /// The exact logarithm: a relative error.
    #[serde(rename = "|ln v|")]
    Logarithm,
    /// The exact inverse of the normal tail: a relative error.
    #[serde(rename = "g(ℓ)")]
    InverseTail,
}

/// How a term was certified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// The proof beside the code, line by line; re-derived by the audit.
    #[serde(rename = "forward analysis (ledger in source)")]
    ForwardAnalysis,
    /// A rigorous bound over every cell of the reduction, with MPFR (crates/reference).
    #[serde(rename = "cellwise")]
    Cellwise,
    /// Every input of the domain, with MPFR (crates/reference).
    #[serde(rename = "exhaustive")]
    Exhaustive,
}

/// Where code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Package {
    /// The crate whose code is certified.
    #[serde(rename = "kdelta-finite")]
    Finite,
    /// None of kdelta: a black box.
    #[serde(rename = "none of kdelta")]
    Other,
}

/// A file and its digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its path in the repository.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// Which code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelSubject {
    /// Which kernel.
    pub kernel: Kernel,
    /// The Rust function.
    pub function: String,
    /// The format of its result.
    pub format: String,
    /// The package.
    pub package: Package,
    /// The package's version.
    pub version: String,
    /// The files that make up the kernel; for a black box, its outputs at 4096 points.
    pub sources: Vec<Source>,
}

/// Which inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Domain {
    /// The least input.
    pub from: Number,
    /// All inputs are below.
    pub below: Number,
    /// Which numbers between these.
    pub points: String,
}

/// One source of error; the terms of a kernel are the ledger beside its code, with the same names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Which operation.
    pub name: String,
    /// What the value is a multiple of.
    pub unit: Unit,
    /// The bound.
    pub value: Number,
    /// How it was certified.
    pub method: Method,
    /// By which program, with its version.
    pub tool: String,
}

/// A and R.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// A, the sum of the absolute terms.
    pub absolute: Number,
    /// R, the sum of the relative terms.
    pub relative: Number,
}

/// The worst input found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// v, or ℓ.
    pub input: Number,
    /// What the kernel gives.
    pub computed: Number,
    /// Around |computed − (−ln v)|, |computed − g(ℓ)| or |computed − cos 2πv|.
    pub error: Range,
    /// A + R·(−ln v) or A + R·g(ℓ), rounded up; A for a cosine.
    pub bound: Number,
}

/// Constants of the kernel, exactly as the source holds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Their name in the source.
    pub name: String,
    /// What they stand for.
    pub meaning: String,
    /// The values.
    pub values: Vec<Number>,
}

/// The certificate of a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelCertificate {
    /// The statement in words; the audit writes it from the fields below and compares.
    pub claim: String,
    /// Which code.
    pub subject: KernelSubject,
    /// Which inputs.
    pub domain: Domain,
    /// The errors, named.
    pub terms: Vec<Term>,
    /// Their sums.
    pub bound: Bound,
    /// How good the bound is.
    pub witness: Witness,
    /// What the terms rest on.
    pub constants: Vec<Constants>,
    /// What is assumed.
    pub assumptions: Vec<String>,
    /// What has not been checked.
    pub gaps: Vec<String>,
    /// The programs involved.
    pub tools: Vec<String>,
    /// The command that writes this certificate again.
    pub reproduce: String,
}

/// What a certifier hands over: everything in a kernel certificate that is not derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelResult {
    /// Which kernel.
    pub kernel: Kernel,
    /// The terms: name, unit, value, method.
    pub terms: Vec<(String, Unit, Rational, Method)>,
    /// The worst input found.
    pub witness: Rational,
    /// What is known of a logarithm that the audit cannot re-execute.
    pub black_box: Option<BlackBox>,
}

/// Somebody else's logarithm, certified on the grid x·2^-bits, 1 ≤ x < 2^bits, by running it at every point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlackBox {
    /// The grid.
    pub bits: u32,
    /// What it gives at the witness.
    pub computed: Rational,
    /// SHA-256 of its outputs at 4096 points spread over the grid.
    pub fingerprint: String,
    /// Names and versions of what its results depend on.
    pub depends_on: Vec<String>,
}
