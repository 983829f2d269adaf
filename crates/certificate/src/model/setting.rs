//! What the user chooses: the privacy asked for, the sensitivity and the errors of the query, the grid, and the law of the noise with the
//! answers and outputs that it is for.

use super::{Number, Range};
use crate::refusal::Refusal;
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::number::Rational;
use serde::{Deserialize, Serialize};

/// Bits after the point of √Δ₀.
const ROOT_BITS: u32 = 64;

/// A format of answers, noise and releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Format {
    /// f64.
    Binary64,
    /// f32.
    Binary32,
    /// Integers times 2^-fraction.
    Fixed {
        /// The width of the word.
        #[serde(with = "super::number::whole")]
        bits: u32,
        /// How many of them are the fraction.
        #[serde(with = "super::number::whole")]
        fraction: u32,
    },
}

/// The setting of a mechanism.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// ε asked for. Gaussian noise has none here: its law says what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Number>,
    /// Δ_f, the sensitivity of the exact query; of a vector Δ₁, the sum of the changes of all values, for Gaussian noise Δ₂, the root of the
    /// sum of their squares; on the plane the distance in metres that ε is for.
    pub sensitivity: Number,
    /// δ_f, the error of the computed answer, of a vector that of each value; on the plane in Euclidean distance. Zero for longitudes and latitudes, whose error is the
    /// projection's.
    pub query_error: Number,
    /// δ_r, the error of reading the computed answer as a number of the format ([`Format::reading_error`] covers any text); zero for
    /// longitudes and latitudes, whose projection contains it.
    pub reading_error: Number,
    /// L, the distance between outputs, a power of two.
    pub grid: Number,
    /// The law of the noise, with the answers and outputs that it is for.
    pub law: Law,
}

/// The laws of noise. A further law is one more arm, and one arm wherever the crate matches on this type.
#[expect(clippy::large_enum_variant, reason = "a setting has one")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// Laplace noise for numbers.
    Laplace(Line),
    /// Gaussian noise for numbers.
    Gaussian(Gaussian),
    /// Planar Laplace noise for places.
    PlanarLaplace(Plane),
}

/// Answers and outputs on the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// M_f, into which answers are clamped.
    pub answers: Range,
    /// The lowest and highest grid point released.
    pub window: Range,
    /// How many values are released together. Answers and window are those of each of them.
    pub vector: Vector,
}

/// Gaussian noise for numbers: which noise, and for what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gaussian {
    /// What was asked for.
    pub asked: Asked,
    /// δ: ε′ is stated for this probability.
    pub delta: Number,
    /// Answers and outputs.
    pub line: Line,
}

/// How Gaussian noise is asked for. σ in force is the least number with a 24-bit mantissa that is large enough.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// The ideal mechanism is (ε, δ)-private, with the δ beside it.
    Epsilon(Number),
    /// σ, the standard deviation.
    Sigma(Number),
    /// The ideal mechanism is ρ-zero-concentrated private.
    Rho(Number),
}

impl Asked {
    /// The number asked for.
    #[must_use]
    pub const fn number(&self) -> &Number {
        match self {
            Self::Epsilon(number) | Self::Sigma(number) | Self::Rho(number) => number,
        }
    }

    /// The name of its field in a setting, which is that of the flag as well.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Epsilon(_) => "epsilon",
            Self::Sigma(_) => "sigma",
            Self::Rho(_) => "rho",
        }
    }
}

/// Values that are released together, each with independent noise of its own. A single value is a vector of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// m, how many values there are.
    #[serde(with = "super::number::whole")]
    pub dimension: u64,
    /// Δ₀, how many of them one individual can change: in how many places the answers **as computed** differ for neighbouring databases,
    /// at most. From 1 to m.
    #[serde(with = "super::number::whole")]
    pub changed: u64,
}

impl Vector {
    /// A single value.
    pub const SINGLE: Self = Self { dimension: 1, changed: 1 };

    /// Whether it is a single value.
    #[must_use]
    pub fn is_single(&self) -> bool {
        *self == Self::SINGLE
    }
}

/// Answers and outputs on the plane, and how the radius of the noise is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    /// Where the true answers can be.
    pub places: Places,
    /// Which points of the grid are released.
    pub outputs: Outputs,
    /// How the radius is drawn.
    pub sampler: Sampler,
}

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

/// How the radius of planar noise is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampler {
    /// b·(−ln u₁ − ln u₂), from two draws of the generator (THEORY F5 (b)).
    Gamma,
    /// b·C⁻¹(u), the inverse of the distribution function, from one draw (THEORY F5 (a)).
    Inverse,
}

impl Setting {
    /// Answers and outputs, if the noise is for numbers.
    ///
    /// # Errors
    /// Refused for planar noise.
    pub fn line(&self) -> Result<&Line, Refusal> {
        match &self.law {
            Law::Laplace(line) | Law::Gaussian(Gaussian { line, .. }) => Ok(line),
            Law::PlanarLaplace(_) => Err(other_law("is planar noise, not noise for numbers")),
        }
    }

    /// Answers and outputs, if the noise is planar.
    ///
    /// # Errors
    /// Refused for noise for numbers.
    pub fn plane(&self) -> Result<&Plane, Refusal> {
        match &self.law {
            Law::PlanarLaplace(plane) => Ok(plane),
            Law::Laplace(_) | Law::Gaussian(_) => Err(other_law("is noise for numbers, not planar noise")),
        }
    }

    /// ε asked for.
    ///
    /// # Errors
    /// Refused for Gaussian noise, which has no ε without a δ.
    pub fn epsilon(&self) -> Result<&Rational, Refusal> {
        self.epsilon.as_ref().map(|epsilon| &epsilon.0).ok_or_else(|| {
            Refusal::new(
                "setting.epsilon",
                "is missing",
                "give one, or Gaussian noise with what it is asked for by",
            )
        })
    }
}

impl Setting {
    /// As [`Setting::line`], to be changed.
    ///
    /// # Errors
    /// Refused for planar noise.
    pub fn line_mut(&mut self) -> Result<&mut Line, Refusal> {
        match &mut self.law {
            Law::Laplace(line) | Law::Gaussian(Gaussian { line, .. }) => Ok(line),
            Law::PlanarLaplace(_) => Err(other_law("is planar noise, not noise for numbers")),
        }
    }

    /// As [`Setting::plane`], to be changed.
    ///
    /// # Errors
    /// Refused for noise for numbers.
    pub fn plane_mut(&mut self) -> Result<&mut Plane, Refusal> {
        match &mut self.law {
            Law::PlanarLaplace(plane) => Ok(plane),
            Law::Laplace(_) | Law::Gaussian(_) => Err(other_law("is noise for numbers, not planar noise")),
        }
    }

    /// The values that are released together: one, unless it is a vector of numbers.
    #[must_use]
    pub const fn vector(&self) -> Vector {
        match &self.law {
            Law::Laplace(line) | Law::Gaussian(Gaussian { line, .. }) => line.vector,
            Law::PlanarLaplace(_) => Vector::SINGLE,
        }
    }

    /// The error of the answers that noise is added to, in the norm of the sensitivity: Δ₀(δ_f + δ_r), and √Δ₀·(δ_f + δ_r) in the ℓ₂-norm
    /// of Gaussian noise. The errors of successive steps add up (THEORY F14), and of a vector those of the Δ₀ values that differ: of the
    /// values that neighbours share, the errors are the same for both.
    pub(crate) fn error_of_answers(&self) -> Rational {
        let changed = Rational::from_integer(self.vector().changed.into());
        let factor = match &self.law {
            // Rounded up; Δ₀ itself is not below its root either.
            Law::Gaussian(_) => sqrt(&changed, ROOT_BITS).map_or(changed, |root| root.hi().clone()),
            Law::Laplace(_) | Law::PlanarLaplace(_) => changed,
        };
        (&self.query_error.0 + &self.reading_error.0) * factor
    }

    /// Δ = Δ_f + 2Δ₀(δ_f + δ_r), for Gaussian noise Δ₂ + 2√Δ₀·(δ_f + δ_r), for answers that are not projected: how far apart the answers
    /// that noise is added to are for neighbouring databases, at most.
    #[must_use]
    pub fn sensitivity_in_force(&self) -> Rational {
        &self.sensitivity.0 + self.error_of_answers() * Rational::from_integer(2.into())
    }
}

fn other_law(why: &str) -> Refusal {
    Refusal::new("setting.law", why, "use the commands and functions of that law")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_successive_steps_add_up_and_so_do_those_of_the_values_that_differ() {
        let mut setting = Setting {
            epsilon: Some(1.into()),
            sensitivity: 10.into(),
            query_error: 3.into(),
            reading_error: 4.into(),
            grid: 1.into(),
            law: Law::Laplace(Line {
                answers: Range::of_integers(0, 100),
                window: Range::of_integers(0, 100),
                vector: Vector::SINGLE,
            }),
        };
        assert_eq!(setting.sensitivity_in_force(), Rational::from_integer(24.into()));
        assert!(setting.line().is_ok() && setting.plane().is_err());
        setting.line_mut().unwrap().vector = Vector { dimension: 5, changed: 3 };
        assert_eq!(setting.sensitivity_in_force(), Rational::from_integer((10 + 2 * 3 * 7).into()));
        let line = setting.line().unwrap().clone();
        setting.law = Law::Gaussian(Gaussian { asked: Asked::Sigma(1.into()), delta: 1.into(), line });
        let root = |x: &Rational| (x - Rational::from_integer(10.into())) / Rational::from_integer(14.into());
        let rounded = root(&setting.sensitivity_in_force());
        let three = Rational::from_integer(3.into());
        assert!(
            &rounded * &rounded > three
                && (&rounded * &rounded - three) < Rational::new(1.into(), (1_u64 << 60).into())
        );
        setting.line_mut().unwrap().vector = Vector { dimension: 9, changed: 9 };
        assert_eq!(root(&setting.sensitivity_in_force()), Rational::from_integer(3.into()));
        assert!(setting.line().is_ok() && setting.plane().is_err());
    }
}
