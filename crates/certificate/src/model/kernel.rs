//! The certificate of a kernel: on this domain, for every input v, |computed − (−ln v)| ≤ A + R·(−ln v); or, for cos and
//! sin of a fraction of a turn, |computed − cos 2πv| ≤ A and |computed − sin 2πv| ≤ A.

use super::{Number, Range};
use crate::derive::kernel::Kernel;
use kdelta_oracle::number::Rational;
use serde::{Deserialize, Serialize};

/// What a term or a bound is a multiple of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// One: an absolute error.
    #[serde(rename = "1")]
    One,
    /// The exact logarithm: a relative error.
    #[serde(rename = "|ln v|")]
    Logarithm,
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
    /// v.
    pub input: Number,
    /// What the kernel gives.
    pub computed: Number,
    /// Around |computed − (−ln v)|, or |computed − cos 2πv|.
    pub error: Range,
    /// A + R·(−ln v), rounded up; A for a cosine.
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
