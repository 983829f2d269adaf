//! Laplace noise on the line: from the setting to the axis, the sampler and the error of the noise that the derivation needs.

use super::Frame;
use super::arithmetic::{Arithmetic, Grid, check_answers, refuse};
use super::draw::Draw;
use super::foundation::Foundation;
use crate::model::{GeneratorName, Line, Setting, Vector};
use crate::refusal::Refusal;
use kdelta_oracle::derivation::{Generator, Noise, NoiseError, Sampler};
use kdelta_oracle::number::Rational;
use num_traits::One;

pub(super) fn frame(
    line: &Line,
    setting: &Setting,
    generator: GeneratorName,
    arithmetic: &Arithmetic,
    foundation: &Foundation<'_>,
) -> Result<Frame, Refusal> {
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
    Ok(Frame {
        axes: vec![grid.axis(&line.answers, window)],
        noise: Noise::Laplace,
        sampler: match draw.relative {
            Some(ideal) => Sampler::Logarithm(Generator::Relative(ideal)),
            None => Sampler::InverseCdf { bias: draw.generator.bias.0.clone() },
        },
        generator: draw.generator,
        kernels: [near].into_iter().chain(far).collect(),
        stretch: Rational::one(),
        // Of the values that neighbours share, the errors are the same for both.
        query_error: (&setting.query_error.0 + &setting.reading_error.0)
            * Rational::from_integer(line.vector.changed.into()),
        error: NoiseError::on_the_line(&logarithm, &arithmetic.rounding()),
        plane: None,
    })
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
