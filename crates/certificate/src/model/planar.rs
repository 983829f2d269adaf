//! The certificate of planar Laplace noise: for all places within Δ and every set of outputs, P₁ ≤ e^ε′·P₂, as it runs.

use crate::model::Source;
use crate::model::{Condition, Entry, Format, Generator, KernelReference};
use crate::model::{Number, Range};
use serde::{Deserialize, Serialize};

/// Two coordinates: x and y in metres, or longitude and latitude in degrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// x, or the longitude.
    pub x: Number,
    /// y, or the latitude.
    pub y: Number,
}

/// Two ranges: a rectangle in metres, or a box of longitudes and latitudes in degrees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Of x, or of the longitude.
    pub x: Range,
    /// Of y, or of the latitude.
    pub y: Range,
}

/// Where the true answers can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Places {
    /// Points of the plane, in metres.
    Plane {
        /// M_f, into which answers are clamped.
        answers: Area,
        /// δ_f, the error of the computed answer, in Euclidean distance.
        query_error: Number,
        /// δ_r, the error of reading the computed answer as numbers of the format, in Euclidean distance.
        reading_error: Number,
    },
    /// Longitudes and latitudes on WGS 84, in degrees.
    Globe {
        /// The places that the statement is about.
        answers: Area,
        /// Where the projection is made, before any data is seen.
        reference: Point,
    },
}

/// Which points of the grid are released.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Outputs {
    /// Those of a rectangle: the lowest and the highest on each axis.
    Rectangle(Area),
    /// Those whose cells lie wholly inside a disc about the origin.
    Disc {
        /// Its radius, a multiple of the grid.
        radius: Number,
    },
}

/// What the user chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarSetting {
    /// ε asked for.
    pub epsilon: Number,
    /// Δ_f, the distance within which places are to be told apart by no more than ε; in metres.
    pub distance: Number,
    /// Where the true answers can be.
    pub places: Places,
    /// L, the side of a cell, a power of two.
    pub grid: Number,
    /// Which points of the grid are released.
    pub outputs: Outputs,
}

/// How the radius is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampler {
    /// b·(−ln u₁ − ln u₂), from two draws of the generator (THEORY F5 (b)).
    Gamma(Generator),
    /// b·C⁻¹(u), from one draw (THEORY F5 (a)).
    Inverse(Generator),
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

/// ‖n′ − n‖ ≤ A·b + R·‖n‖ + O for every draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseError {
    /// A.
    pub absolute: Number,
    /// R.
    pub relative: Number,
    /// O, in metres.
    pub rounding: Number,
}

/// Every link from the setting to δ and to ε per metre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarTerms {
    /// Δ = s·Δ_f + 2δ_f in degrees, where δ_f contains the reading, and Δ_f + 2(δ_f + δ_r) in metres.
    pub sensitivity: Number,
    /// b in force: the least number with a 24-bit mantissa that is at least Δ/ε.
    pub scale: Number,
    /// ε in force: Δ/b.
    pub epsilon: Number,
    /// M_f in metres, into which points are clamped.
    pub answers: Area,
    /// How far the rounding of r + x′ moves an edge of a cell, in each coordinate.
    pub edge_shift: Number,
    /// L̃, the least side of a cell.
    pub cell: Number,
    /// ρ_M, an upper bound of the Euclidean distance of an answer and a sum that is released.
    pub reach: Number,
    /// δ_n, for ‖n‖ ≤ T.
    pub error: Number,
    /// How far the generator moves the radius, where it is at most T.
    pub radial: Number,
    /// 2πT·δ_v: how far the angle's bias moves the point.
    pub angular: Number,
    /// T.
    pub radius: Number,
    /// δ = √(radial² + angular²) + δ_n.
    pub shift: Number,
    /// s/b: the loss grows by this with each metre of distance.
    pub per_metre: Number,
    /// ε′ − Δ_f·s/b: what is paid once, at any distance.
    pub once: Number,
}

/// Which code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarSubject {
    /// The mechanism's name.
    pub mechanism: String,
    /// The format.
    pub format: Format,
    /// The package.
    pub package: String,
    /// The package's version.
    pub version: String,
    /// The files that make up the mechanism, apart from the kernels.
    pub sources: Vec<Source>,
}

/// The certificate of planar Laplace noise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarCertificate {
    /// The statement in words; the audit writes it from the fields below and compares.
    pub claim: String,
    /// Which code.
    pub subject: PlanarSubject,
    /// What the user chooses.
    pub setting: PlanarSetting,
    /// The radius.
    pub sampler: Sampler,
    /// The direction.
    pub angle: Angle,
    /// The logarithm.
    pub kernel: KernelReference,
    /// Cosine and sine; its R is 0.
    pub cos_sin: KernelReference,
    /// From places to points.
    pub projection: Projection,
    /// How many cells there are.
    pub cells: Cells,
    /// The error of the noise.
    pub noise: NoiseError,
    /// From the setting to δ.
    pub chain: PlanarTerms,
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

/// Which sampler, without what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SamplerKind {
    /// Two draws with a relative bias: `bits` of precision in `words` words of 64 bits.
    Relative {
        /// p.
        bits: u32,
        /// How many words a draw takes.
        words: u32,
    },
    /// Two draws of midpoints of 2^bits cells.
    Midpoint {
        /// There are 2^bits cells.
        bits: u32,
    },
    /// The inverse of the distribution function at the midpoints of 2^bits cells.
    Inverse {
        /// There are 2^bits cells.
        bits: u32,
    },
}

/// Everything in a planar certificate that is not derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanarDescription {
    /// The format.
    pub format: Format,
    /// What the user chooses.
    pub setting: PlanarSetting,
    /// The sampler.
    pub sampler: SamplerKind,
}
