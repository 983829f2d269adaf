//! Noise on the line: from the setting to the axis, the sampler and the error of the logarithm that the derivation needs; and Laplace
//! noise, which is the product of that logarithm and the scale.

use super::Frame;
use super::arithmetic::{Arithmetic, Grid, check_answers, refuse};
use super::draw::Draw;
use super::foundation::Foundation;
use crate::model::{GeneratorName, KernelReference, Line, Setting, Vector};
use crate::refusal::Refusal;
use kdelta_oracle::derivation::{Axis, Generator, LogarithmError, Noise, NoiseError, Sampler};
use kdelta_oracle::number::Rational;
use num_traits::One;

/// What every law of noise on the line makes of a setting.
pub(super) struct LineFrame {
    pub(super) axis: Axis,
    pub(super) sampler: Sampler,
    pub(super) generator: crate::model::Generator,
    /// Those of the logarithm.
    pub(super) kernels: Vec<KernelReference>,
    pub(super) logarithm: LogarithmError,
}

impl LineFrame {
    pub(super) fn of(
        line: &Line,
        setting: &Setting,
        generator: GeneratorName,
        arithmetic: &Arithmetic,
        foundation: &Foundation<'_>,
    ) -> Result<Self, Refusal> {
        check_vector(line.vector)?;
        let draw = Draw::of(arithmetic, generator)?;
        let grid = Grid::of(&setting.grid.0, arithmetic)?;
        let window = grid.window(&line.window)?;
        check_answers(&line.answers, arithmetic)?;
        let (near, far) = draw.logarithms(arithmetic, foundation)?;
        let mut logarithm = near.error();
        if let Some(far) = &far {
            // What they add is relative alone.
            logarithm.relative += &far.relative.0;
        }
        Ok(Self {
            axis: grid.axis(&line.answers, window),
            sampler: match draw.relative {
                Some(ideal) => Sampler::Logarithm(Generator::Relative(ideal)),
                None => Sampler::InverseCdf { bias: draw.generator.bias.0.clone() },
            },
            generator: draw.generator,
            kernels: [near].into_iter().chain(far).collect(),
            logarithm,
        })
    }

    /// The frame of a law, from the error of its noise in units of the scale before the product with it.
    pub(super) fn with(
        self,
        noise: Noise,
        error: &LogarithmError,
        setting: &Setting,
        arithmetic: &Arithmetic,
    ) -> Frame {
        Frame {
            axes: vec![self.axis],
            noise,
            sampler: self.sampler,
            generator: self.generator,
            kernels: self.kernels,
            stretch: Rational::one(),
            query_error: setting.error_of_answers(),
            error: NoiseError::on_the_line(error, &arithmetic.rounding()),
            plane: None,
        }
    }
}

/// Laplace noise.
pub(super) fn frame(
    line: &Line,
    setting: &Setting,
    generator: GeneratorName,
    arithmetic: &Arithmetic,
    foundation: &Foundation<'_>,
) -> Result<Frame, Refusal> {
    let frame = LineFrame::of(line, setting, generator, arithmetic, foundation)?;
    let logarithm = frame.logarithm.clone();
    Ok(frame.with(Noise::Laplace, &logarithm, setting, arithmetic))
}

/// 1 ≤ Δ₀ ≤ m.
fn check_vector(Vector { dimension, changed }: Vector) -> Result<(), Refusal> {
    if dimension == 0 {
        return Err(refuse("setting.dimension", "is 0, so that nothing is released", "give 1 or more"));
    }
    if !(1..=dimension).contains(&changed) {
        let why = format!("is {changed}, and the vector has {dimension} values");
        return Err(refuse("setting.changed", why, "give a number from 1 to that of the values"));
    }
    Ok(())
}
