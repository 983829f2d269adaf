//! The certificate of a mechanism: for all answers within Δ and every set of outputs, P₁ ≤ e^ε′·P₂, as it runs.

use crate::kernel::Source;
use crate::number::{Number, Range};
use kdelta_oracle::number::Rational;
use serde::{Deserialize, Serialize};

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
    /// Whether the generator is [`Generator::Relative`].
    pub relative: bool,
    /// Its precision, or bits.
    pub generator_bits: u32,
}
