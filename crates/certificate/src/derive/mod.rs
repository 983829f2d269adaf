//! Issuing: from a description to a certificate. Everything that is not described follows, with the oracle.
//!
//! A mechanism's certificate is derived in three steps. The law of the noise ([`line`], [`gaussian`], [`plane`]) makes a [`Frame`] of the setting: axes,
//! generator, kernels, error of the noise. The oracle's one derivation goes from there to ε′. The certificate then states every term, in
//! numbers and in words.

mod arithmetic;
mod draw;
mod foundation;
mod gaussian;
pub(crate) mod kernel;
mod line;
mod mechanism;
mod plane;
mod words;

pub use foundation::Foundation;
pub(crate) use foundation::kernel_certificate;

use crate::model::{Generator, KernelReference};
use kdelta_oracle::derivation::{Axis, Noise, NoiseError, Sampler};
use kdelta_oracle::number::Rational;
use plane::PlaneFrame;

/// What a law of noise makes of a setting.
struct Frame {
    /// Answers and outputs, in units of the noise.
    axes: Vec<Axis>,
    /// The law, as the oracle knows it.
    noise: Noise,
    /// How it is drawn, as the oracle knows it.
    sampler: Sampler,
    /// n₀.
    generator: Generator,
    /// The kernels that the noise is computed with.
    kernels: Vec<KernelReference>,
    /// s: answers at distance d are at most s·d + 2δ_f apart on the axes.
    stretch: Rational,
    /// δ_f, with the error of reading.
    query_error: Rational,
    /// The error of the noise.
    error: NoiseError,
    /// What only the plane has.
    plane: Option<PlaneFrame>,
}
