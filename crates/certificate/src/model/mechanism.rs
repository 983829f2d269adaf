//! The certificate of a mechanism: for all answers within Δ and every set of outputs, P₁ ≤ e^ε′·P₂, as it runs.

use crate::model::Source;
use crate::model::{Number, Range};
use crate::refusal::{REGENERATE, Refusal};
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A format of answers, noise and releases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Format {
    /// f64.
    Binary64,
    /// f32.
    Binary32,
    /// Integers times 2^-fraction.
    Fixed {
        /// The width of the word.
        bits: Number,
        /// How many of them are the fraction.
        fraction: Number,
    },
}

/// n₀, the generator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Generator {
    /// Exponent and mantissa drawn apart, with a sign bit (THEORY F11).
    Relative {
        /// p: 2^(p−1) mantissas in each binade, midpoints.
        precision: Number,
        /// e_max: binades below 2^-e_max are not resolved.
        cut_off: Number,
        /// The metric of the bias.
        metric: String,
        /// δ₀, at least ln(1 + 2^-p).
        bias: Number,
        /// Bits of entropy of one draw.
        entropy_bits: Number,
    },
    /// As `relative`, but further words of 64 bits are drawn for the exponent while all of its bits are zero (THEORY F11).
    Lazy {
        /// p: 2^(p−1) mantissas in each binade, midpoints.
        precision: Number,
        /// e_max: binades below 2^-e_max are not resolved.
        cut_off: Number,
        /// The metric of the bias.
        metric: String,
        /// δ₀, at least ln(1 + 2^-p).
        bias: Number,
        /// Bits of entropy of one draw, except with probability 2^-exponent_bits, when it takes more.
        entropy_bits: Number,
        /// How many of them belong to the exponent.
        exponent_bits: Number,
    },
    /// The midpoints of 2^bits equal cells (THEORY 1.4).
    Midpoint {
        /// There are 2^bits cells.
        bits: Number,
        /// The metric of the bias.
        metric: String,
        /// δ₀ = 2^-(bits+1).
        bias: Number,
        /// Bits of entropy of one draw.
        entropy_bits: Number,
    },
}

/// Which code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MechanismSubject {
    /// The mechanism's name.
    pub mechanism: String,
    /// The format.
    pub format: Format,
    /// The package.
    pub package: String,
    /// The package's version.
    pub version: String,
    /// The files that make up the mechanism, apart from the kernel.
    pub sources: Vec<Source>,
}

/// What the user chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// ε asked for.
    pub epsilon: Number,
    /// Δ_f, the sensitivity of the exact query.
    pub sensitivity: Number,
    /// δ_f, the error of the computed query.
    pub query_error: Number,
    /// δ_r, the error of reading the computed answer as a number of the format; [`Format::reading_error`] covers any text.
    pub reading_error: Number,
    /// M_f, into which answers are clamped.
    pub answers: Range,
    /// L, a power of two.
    pub grid: Number,
    /// The lowest and highest grid point released.
    pub window: Range,
}

impl Setting {
    /// Δ = Δ_f + 2(δ_f + δ_r): how far apart the answers that noise is added to are for neighbouring databases, at most. The errors of
    /// successive steps add up (THEORY F14).
    #[must_use]
    pub fn sensitivity_in_force(&self) -> Rational {
        let error = &self.query_error.0 + &self.reading_error.0;
        &self.sensitivity.0 + &error + &error
    }
}

/// The kernel certificate this one rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelReference {
    /// Its file.
    pub certificate: String,
    /// SHA-256 of that file.
    pub sha256: String,
    /// A of that certificate.
    pub absolute: Number,
    /// R of that certificate.
    pub relative: Number,
}

/// The logarithm of the draws of a lazy generator whose exponents are beyond those of its first words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FarReference {
    /// The certificate of the kernel that gives the logarithm of the mantissa there.
    pub certificate: String,
    /// SHA-256 of that file.
    pub sha256: String,
    /// A of that certificate.
    pub absolute: Number,
    /// What is added to R for these draws: it covers A, which is small beside their logarithms, and e·ln 2.
    pub relative: Number,
}

/// The error of the product with b.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scaling {
    /// The rounding of the product, relative to its exact value.
    pub relative: Number,
    /// The rounding of the product, absolute.
    pub absolute: Number,
}

/// Every link from the setting to δ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Δ = Δ_f + 2(δ_f + δ_r).
    pub sensitivity: Number,
    /// b in force: the least number with a 24-bit mantissa that is at least Δ/ε.
    pub scale: Number,
    /// ε in force: Δ/b.
    pub epsilon: Number,
    /// How far the rounding of r + x′ moves an edge of a cell.
    pub edge_shift: Number,
    /// L̃, the least length of a cell.
    pub cell: Number,
    /// ρ_M.
    pub reach: Number,
    /// δ_n, for |n| ≤ ρ_M + b.
    pub error: Number,
    /// k on the radius T, in the metric of the generator.
    pub lipschitz: Number,
    /// T.
    pub radius: Number,
    /// δ = kδ₀ + δ_n.
    pub shift: Number,
}

/// A hypothesis of the theorem and how it was discharged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its name in THEORY.
    pub name: String,
    /// What it says.
    pub statement: String,
    /// Why it holds here.
    pub discharged: String,
}

/// What a form of the bound gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// ε′ is at most this.
    AtMost(Number),
    /// The form does not apply, and why.
    Refused(String),
}

/// One line of the ε′ table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The form of the bound.
    pub form: String,
    /// What it gives.
    pub epsilon_prime: Outcome,
}

/// The certificate of a mechanism.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MechanismCertificate {
    /// The statement in words; the audit writes it from the fields below and compares.
    pub claim: String,
    /// Which code.
    pub subject: MechanismSubject,
    /// What the user chooses.
    pub setting: Setting,
    /// n₀.
    pub generator: Generator,
    /// The logarithm.
    pub kernel: KernelReference,
    /// The logarithm far out, if the generator is lazy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub far: Option<FarReference>,
    /// The product with b.
    pub scaling: Scaling,
    /// From the setting to δ.
    pub chain: Chain,
    /// The hypotheses.
    pub conditions: Vec<Condition>,
    /// ε′ in every form, the printed one included.
    pub bounds: Vec<Entry>,
    /// The least of them.
    pub verdict: Number,
    /// What is assumed.
    pub assumptions: Vec<String>,
    /// What has not been checked.
    pub gaps: Vec<String>,
    /// The programs involved.
    pub tools: Vec<String>,
    /// The command that writes this certificate again.
    pub reproduce: String,
}

/// Everything in a mechanism certificate that is not derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MechanismDescription {
    /// The format.
    pub format: Format,
    /// What the user chooses.
    pub setting: Setting,
    /// The generator.
    pub generator: GeneratorName,
}

/// The kinds of generators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneratorKind {
    /// [`Generator::Lazy`].
    Lazy,
    /// [`Generator::Relative`].
    Relative,
    /// [`Generator::Midpoint`].
    Midpoint,
}

/// A generator by its name: `lazy-52`, `relative-52` or `midpoint-53`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratorName {
    /// Its kind.
    pub kind: GeneratorKind,
    /// Its precision, or bits.
    pub bits: u32,
}

impl GeneratorName {
    /// `lazy-BITS`.
    #[must_use]
    pub const fn lazy(bits: u32) -> Self {
        Self { kind: GeneratorKind::Lazy, bits }
    }

    /// `relative-BITS`.
    #[must_use]
    pub const fn relative(bits: u32) -> Self {
        Self { kind: GeneratorKind::Relative, bits }
    }

    /// `midpoint-BITS`.
    #[must_use]
    pub const fn midpoint(bits: u32) -> Self {
        Self { kind: GeneratorKind::Midpoint, bits }
    }

    /// The name of a certificate's generator.
    ///
    /// # Errors
    /// Refused if it has no whole number of bits.
    pub fn of(generator: &Generator) -> Result<Self, Refusal> {
        let (kind, bits) = match generator {
            Generator::Lazy { precision, .. } => (GeneratorKind::Lazy, precision),
            Generator::Relative { precision, .. } => (GeneratorKind::Relative, precision),
            Generator::Midpoint { bits, .. } => (GeneratorKind::Midpoint, bits),
        };
        let whole = if bits.0.is_integer() { bits.0.to_u32() } else { None };
        let bits =
            whole.ok_or_else(|| Refusal::new("generator", "has no whole number of bits", REGENERATE))?;
        Ok(Self { kind, bits })
    }
}

impl fmt::Display for GeneratorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            GeneratorKind::Lazy => "lazy",
            GeneratorKind::Relative => "relative",
            GeneratorKind::Midpoint => "midpoint",
        };
        write!(f, "{kind}-{}", self.bits)
    }
}

impl FromStr for GeneratorName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = || {
            let (kind, bits) = text.split_once('-')?;
            let kind = match kind {
                "lazy" => GeneratorKind::Lazy,
                "relative" => GeneratorKind::Relative,
                "midpoint" => GeneratorKind::Midpoint,
                _ => return None,
            };
            Some(Self { kind, bits: bits.parse().ok()? })
        };
        named().ok_or_else(|| {
            format!("\"{text}\" is none of lazy-BITS, relative-BITS and midpoint-BITS, for example lazy-52")
        })
    }
}
