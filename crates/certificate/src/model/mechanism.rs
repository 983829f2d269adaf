//! The certificate of a mechanism. It states that for all answers within Δ of each other and every set of outputs, P₁ ≤ e^ε′·P₂ for the
//! mechanism as it runs, with Gaussian noise P₁ ≤ e^ε′·P₂ + δ, and how close its law is to that of the ideal mechanism. One type serves every law of noise, for single values
//! and for vectors, where answers differ in at most Δ₀ values and the closeness is about those.

use super::{Area, Format, Generator, GeneratorName, Kernel, Number, Package, Point, Setting, Source};
use kdelta_oracle::bound::Form;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::transfer;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    /// The kernels whose certificates this one rests on.
    pub kernels: Vec<KernelReference>,
    /// What only planar noise has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plane: Option<PlaneTerms>,
    /// What only Gaussian noise has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaussian: Option<GaussianTerms>,
    /// The error of the noise.
    pub error: NoiseError,
    /// From the setting to δ.
    pub chain: Chain,
    /// The hypotheses.
    pub conditions: Vec<Condition>,
    /// ε′ in every form, the printed one included.
    pub bounds: Vec<Entry>,
    /// The least of them; of Gaussian noise, for the δ of the setting.
    pub verdict: Number,
    /// κ₊ and κ₋ of Theorem T, and what follows from them.
    pub closeness: Closeness,
    /// What is assumed.
    pub assumptions: Vec<String>,
    /// What has not been checked.
    pub gaps: Vec<String>,
    /// The programs involved.
    pub tools: Vec<String>,
    /// The command that writes this certificate again.
    pub reproduce: String,
}

/// Which code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MechanismSubject {
    /// The format.
    pub format: Format,
    /// The package.
    pub package: Package,
    /// The package's version.
    pub version: String,
    /// The files that make up the mechanism, apart from the kernels.
    pub sources: Vec<Source>,
}

/// What a kernel is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The logarithm of a draw.
    #[serde(rename = "logarithm")]
    Logarithm,
    /// The logarithm of the draws of a lazy generator whose exponents are beyond those of its first words.
    #[serde(rename = "logarithm of far draws")]
    FarLogarithm,
    /// The inverse of the normal tail, of the logarithm of a draw.
    #[serde(rename = "inverse tail")]
    InverseTail,
    /// The direction of planar noise.
    #[serde(rename = "cos and sin")]
    CosSin,
}

/// A kernel and its certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelReference {
    /// What it is used for.
    pub role: Role,
    /// Which kernel.
    pub kernel: Kernel,
    /// The file of its certificate.
    pub certificate: String,
    /// SHA-256 of that file.
    pub sha256: String,
    /// A of that certificate.
    pub absolute: Number,
    /// R of that certificate. For far draws it is what they add to the R of the logarithm, which covers A, small beside their logarithms,
    /// and e·ln 2.
    pub relative: Number,
}

/// ‖n′ − n‖ ≤ A·b + R·‖n‖ + O for every draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseError {
    /// A, in units of the scale b.
    pub absolute: Number,
    /// R, relative to the noise.
    pub relative: Number,
    /// O, in units of the answers.
    pub rounding: Number,
}

/// Every link from the setting to δ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Δ = Δ_f + 2Δ₀(δ_f + δ_r), where Δ₀ = 1 except for a vector; with Gaussian noise Δ₂ + 2√Δ₀·(δ_f + δ_r); for longitudes and latitudes s·Δ_f + 2δ_f with the stretch s and the error δ_f of the projection.
    pub sensitivity: Number,
    /// b in force: the least number with a 24-bit mantissa that is at least Δ/ε. For Gaussian noise σ: the least such number that is large
    /// enough for what was asked.
    pub scale: Number,
    /// ε in force: Δ/b. For Gaussian noise the least ε for which the ideal mechanism is (ε, δ)-private, rounded up.
    pub epsilon: Number,
    /// How far the rounding of r + x′ moves an edge of a cell, on each axis.
    pub edge_shift: Number,
    /// L̃, the least side of a cell.
    pub cell: Number,
    /// ρ_M, the largest distance of an answer and a sum that is released.
    pub reach: Number,
    /// T.
    pub radius: Number,
    /// δ_n, the error of the noise where it is at most T.
    pub error: Number,
    /// k on the radius T, in the metric of the generator. None where the noise has no Lipschitz constant and Lemma R stands in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lipschitz: Option<Number>,
    /// How far the bias δ₀ of the generator moves the noise: k·δ₀; on the plane along its radius, where the logarithm of a midpoint u takes
    /// the tail 1 − 2|u − ½|, whose bias is 2δ₀: k·2δ₀ then. Where k is missing, the modulus of Lemma R.
    pub radial: Number,
    /// 2πT·δ_v: how far the bias of the angle moves a point of the plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular: Option<Number>,
    /// δ = √(radial² + angular²) + δ_n.
    pub shift: Number,
}

/// What only planar noise has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneTerms {
    /// How the direction is drawn.
    pub angle: Angle,
    /// From places to points.
    pub projection: Projection,
    /// M_f in metres, into which points are clamped.
    pub answers: Area,
    /// How many cells there are.
    pub cells: Cells,
    /// s/b: the loss grows by this with each metre of distance.
    pub per_metre: Number,
    /// ε′ − Δ_f·s/b: what is paid once, at any distance.
    pub once: Number,
}

/// What only Gaussian noise has: the ideal mechanism, which adds exact noise N(0, σ²) with σ in force, and the slope of its density.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaussianTerms {
    /// μ = Δ/σ: the ideal mechanism is μ-Gaussian private.
    pub mu: Number,
    /// ρ = μ²/2: it is ρ-zero-concentrated private, with the Rényi divergence ρ·α of order α.
    pub rho: Number,
    /// β: the slope of −ln of the density and of both of its tails where |x| ≤ ρ_M + δ, rounded up.
    pub slope: Number,
}

/// How the direction is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Angle {
    /// One of 2^bits equally likely angles.
    pub bits: Number,
    /// δ_v = 2^-(bits+1), in turns.
    pub bias: Number,
    /// Bits of entropy of one draw.
    pub entropy_bits: Number,
}

/// From places to points of the plane.
#[expect(clippy::large_enum_variant, reason = "a certificate has one")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Projection {
    /// Places are points of the plane.
    Identity,
    /// (λ, φ) ↦ (k_x(λ − λ₀), k_y(φ − φ₀)) (THEORY F31).
    Local {
        /// λ₀ and φ₀.
        origin: Point,
        /// k_x and k_y.
        metres_per_degree: Point,
        /// s: the image of a distance d has at most s·d.
        stretch: Number,
        /// δ_f, the rounding of the projection.
        error: Number,
    },
}

/// How many cells there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cells {
    /// That are released: of a disc, those wholly inside.
    pub released: Number,
    /// That meet the rectangle or the disc; the difference is what a disc loses at its edge.
    pub touched: Number,
}

/// How close the law of what runs is to that of the ideal mechanism, which adds exact noise of the same scale and then rounds in the same way
/// (Theorem T, THEORY 1.7), and what follows from it (THEORY 1.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closeness {
    /// κ₊: no output is more likely than e^κ₊ times its ideal probability. Of a vector this speaks about the Δ₀ values in which neighbours
    /// differ, together; the others cancel (THEORY 1.9).
    pub above: Number,
    /// κ₋: no output is less likely than e^−κ₋ times its ideal probability; of a vector as above.
    pub below: Number,
    /// The total variation between the law of what is released, all m values of a vector, and the ideal law.
    pub total_variation: Number,
    /// How many bits more than the ideal mechanism it leaks at most, all m values of a vector, in min-entropy and every g-leakage.
    pub leaked_bits: Number,
}

/// κ₊ and κ₋, for an accountant.
impl From<&Closeness> for transfer::Closeness {
    fn from(Closeness { above, below, .. }: &Closeness) -> Self {
        Self { above: UpperBound::new(above.0.clone()), below: UpperBound::new(below.0.clone()) }
    }
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
    /// The form of the bound, written as [`Form::name`] says.
    #[serde(serialize_with = "write_form", deserialize_with = "read_form")]
    pub form: Form,
    /// What it gives.
    pub epsilon_prime: Outcome,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn write_form<S: Serializer>(form: &Form, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(form.name())
}

fn read_form<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Form, D::Error> {
    let name = String::deserialize(deserializer)?;
    Form::named(&name)
        .ok_or_else(|| serde::de::Error::custom(format!("\"{name}\" is the name of no form of the bound")))
}
