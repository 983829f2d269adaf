//! Laplace noise on the plane: from the setting to the two axes, the sampler and the error of the noise, as a point, that the derivation
//! needs. Longitudes and latitudes are projected first.

use super::Frame;
use super::arithmetic::{Arithmetic, Grid, check_answers, refuse};
use super::draw::Draw;
use super::foundation::Foundation;
use crate::model::Kernel;
use crate::model::{
    Angle, Area, Cells, GeneratorName, KernelReference, Number, Outputs, Places, Plane, Point, Projection,
    Range, Role, Sampler, Setting,
};
use crate::refusal::Refusal;
use kdelta_oracle::derivation::{self, Generator, LogarithmError, Noise, NoiseError};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::projection::{GeographicBox, LocalProjection};
use num_traits::{One, Zero};

/// Bits of the angle, whatever the format.
const ANGLE_BITS: u32 = 63;
/// Projected answers are moved outward to multiples of 2^-10 m, which are short and fit every format.
const ANSWERS_LOG2: i32 = -10;
/// The largest radius of a disc in grid steps (`finite::planar::region`).
const LARGEST_RADIUS: i64 = 1 << 24;

/// What only the plane has, before ε′ is known.
pub(super) struct PlaneFrame {
    pub(super) angle: Angle,
    pub(super) projection: Projection,
    pub(super) answers: Area,
    pub(super) cells: Cells,
}

pub(super) fn frame(
    plane: &Plane,
    setting: &Setting,
    generator: GeneratorName,
    arithmetic: &Arithmetic,
    foundation: &Foundation<'_>,
) -> Result<Frame, Refusal> {
    let draw = draw(plane.sampler, generator, arithmetic)?;
    let image = Image::of(&plane.places, setting, arithmetic)?;
    let grid = Grid::of(&setting.grid.0, arithmetic)?;
    let ([x, y], cells) = outputs(&plane.outputs, &grid)?;
    // No lazy generator is drawn here, so there are no far draws.
    let (logarithm, _) = draw.logarithms(arithmetic, foundation)?;
    let cos_sin = foundation.reference(Role::CosSin, Kernel::CosSin)?;
    let radius = radius_error(plane.sampler, &logarithm)?;
    let error = NoiseError::in_the_plane(&radius, &cos_sin.absolute.0, &arithmetic.rounding())
        .map_err(Refusal::underivable("error"))?;
    let angle_bias = dyadic(1, -1 - ANGLE_BITS.cast_signed());
    Ok(Frame {
        axes: vec![grid.axis(&image.answers.x, x), grid.axis(&image.answers.y, y)],
        noise: Noise::PlanarLaplace { angle_bias: angle_bias.clone() },
        sampler: match (plane.sampler, draw.relative) {
            (_, Some(ideal)) => derivation::Sampler::Logarithm(Generator::Relative(ideal)),
            // The tail 1 − 2|u − ½| moves twice as far as u.
            (Sampler::Gamma, None) => {
                let bias = &draw.generator.bias.0 * dyadic(2, 0);
                derivation::Sampler::Logarithm(Generator::Absolute { bias })
            }
            (Sampler::Inverse, None) => {
                derivation::Sampler::InverseCdf { bias: draw.generator.bias.0.clone() }
            }
        },
        generator: draw.generator,
        kernels: vec![logarithm, cos_sin],
        stretch: image.stretch,
        query_error: image.error,
        error,
        plane: Some(PlaneFrame {
            angle: Angle {
                bits: Number::of(ANGLE_BITS),
                bias: (&angle_bias).into(),
                entropy_bits: Number::of(8 * ANGLE_BITS.div_ceil(8).next_power_of_two()),
            },
            projection: image.projection,
            answers: image.answers,
            cells,
        }),
    })
}

/// The draws of the radius, if the format and the sampler have them.
fn draw(sampler: Sampler, name: GeneratorName, arithmetic: &Arithmetic) -> Result<Draw, Refusal> {
    if matches!(arithmetic, Arithmetic::Float(_)) && !arithmetic.is_binary64() {
        return Err(refuse("subject.format", "is not one for the plane", "take f64 or fixed-BITS-FRACTION"));
    }
    match (sampler, name) {
        (Sampler::Inverse, _) => Draw::inverse(name),
        (Sampler::Gamma, GeneratorName::Lazy(_)) => {
            let why = "is lazy, which the plane does not take";
            Err(refuse("generator", why, "take relative-BITS or deep-BITS-WORDS"))
        }
        (Sampler::Gamma, _) => Draw::of(arithmetic, name),
    }
}

/// The answers in metres, and what the way there costs.
struct Image {
    projection: Projection,
    answers: Area,
    stretch: Rational,
    error: Rational,
}

impl Image {
    fn of(places: &Places, setting: &Setting, arithmetic: &Arithmetic) -> Result<Self, Refusal> {
        match places {
            Places::Plane { answers } => {
                check_answers(&answers.x, arithmetic)?;
                check_answers(&answers.y, arithmetic)?;
                Ok(Self {
                    projection: Projection::Identity,
                    answers: answers.clone(),
                    stretch: Rational::one(),
                    // The errors of successive steps add up (THEORY F14).
                    error: &setting.query_error.0 + &setting.reading_error.0,
                })
            }
            Places::Globe { answers, reference } => {
                for (field, error) in [
                    ("setting.query_error", &setting.query_error),
                    ("setting.reading_error", &setting.reading_error),
                ] {
                    if !error.0.is_zero() {
                        let why = "is not 0, and the error of longitudes and latitudes is the projection's";
                        return Err(refuse(field, why, "leave it out"));
                    }
                }
                Self::projected(answers, reference, arithmetic)
            }
        }
    }

    /// The projection is computed in binary64, so the noise is, too.
    fn projected(answers: &Area, reference: &Point, arithmetic: &Arithmetic) -> Result<Self, Refusal> {
        if !arithmetic.is_binary64() {
            let why = "is not f64, in which longitude and latitude are projected";
            return Err(refuse(
                "subject.format",
                why,
                "take f64, or project the data yourself and give metres",
            ));
        }
        let oracle = Refusal::underivable("setting.places");
        let ends = |range: &Range| (range.low.0.clone(), range.high.0.clone());
        let region = GeographicBox::new(ends(&answers.x), ends(&answers.y)).map_err(&oracle)?;
        let projection = LocalProjection::about(&reference.x.0, &reference.y.0).map_err(&oracle)?;
        if [&reference.x.0, &reference.y.0] != projection.origin().each_ref() {
            let why = "is not a multiple of 2^-20 degrees";
            return Err(refuse("setting.reference", why, "round it to one"));
        }
        let stretch = projection.stretch(&region).map_err(&oracle)?;
        let error = projection.error(&region).map_err(&oracle)?;
        let [x, y] = projection.image(&region).map(|(low, high)| {
            let place = dyadic(1, ANSWERS_LOG2);
            Range::new(&((low / &place).floor() * &place), &((high / &place).ceil() * &place))
        });
        let point = |[x, y]: &[Rational; 2]| Point { x: x.into(), y: y.into() };
        Ok(Self {
            projection: Projection::Local {
                origin: point(projection.origin()),
                metres_per_degree: point(projection.metres_per_degree()),
                stretch: stretch.value().into(),
                error: error.value().into(),
            },
            answers: Area { x, y },
            stretch: stretch.value().clone(),
            error: error.value().clone(),
        })
    }
}

/// The numbers of the lowest and the highest output on each axis, and the cells. ρ_M is taken from this rectangle, for a disc, too.
fn outputs(outputs: &Outputs, grid: &Grid<'_>) -> Result<([(i64, i64); 2], Cells), Refusal> {
    match outputs {
        Outputs::Rectangle(area) => {
            let axes = [grid.window(&area.x)?, grid.window(&area.y)?];
            let [width, height] = axes
                .map(|(low, high)| Rational::from_integer((i128::from(high) - i128::from(low) + 1).into()));
            let count = Number::from(&(width * height));
            Ok((axes, Cells { released: count.clone(), touched: count }))
        }
        Outputs::Disc { radius } => {
            let steps = grid.index("setting.radius", &radius.0)?;
            if !(1..=LARGEST_RADIUS).contains(&steps) {
                let why = format!("is {steps} steps of the grid; it takes 1 to 2^24");
                return Err(refuse("setting.radius", why, "choose another radius or grid"));
            }
            // The cell numbered radius − 1 on an axis is the last one inside: its corners are at √((r−½)² + ¼) ≤ r.
            Ok(([(1 - steps, steps - 1); 2], disc(steps.unsigned_abs())))
        }
    }
}

/// The error of r/b, from that of a logarithm.
fn radius_error(sampler: Sampler, logarithm: &KernelReference) -> Result<LogarithmError, Refusal> {
    let logarithm = logarithm.error();
    match sampler {
        Sampler::Gamma => Ok(logarithm.of_two()),
        // The root in units of 2^-58, with 6 ln 2 from a constant within half a unit of 2^-80 (`finite::planar::inverse`).
        Sampler::Inverse => {
            logarithm.of_root(&dyadic(1, -58), &dyadic(6, -81)).map_err(Refusal::underivable("kernels"))
        }
    }
}

/// Cells of a disc of r steps: those wholly inside, and those that meet it. In half steps the cell (i, j) has its farthest
/// corner at (2|i| + 1, 2|j| + 1), and its nearest point at (2|i| − 1, 2|j| − 1), or on an axis if one of them is 0.
fn disc(r: u64) -> Cells {
    let room = |a: u64| (4 * r * r).checked_sub(a * a).map(u64::isqrt);
    let (mut inside, mut touched) = (0_u64, 0_u64);
    for i in 0..=r {
        let columns = if i == 0 { 1 } else { 2 };
        // 2|j| + 1 ≤ √(4r² − (2i+1)²).
        if let Some(room) = room(2 * i + 1).filter(|room| *room >= 1) {
            inside += columns * (2 * ((room - 1) / 2) + 1);
        }
        // 2|j| − 1 ≤ √(4r² − (2i−1)²), or j = 0.
        if let Some(room) = room((2 * i).saturating_sub(1)) {
            touched += columns * (2 * room.div_ceil(2) + 1);
        }
    }
    let number = |count: u64| Number::from(&Rational::from_integer(count.into()));
    Cells { released: number(inside), touched: number(touched) }
}

#[cfg(test)]
mod tests {
    use super::disc;

    /// Against looking at every cell.
    #[test]
    fn cells_of_a_disc_are_counted() {
        for r in 1..40_i64 {
            let corner = |i: i64| (2 * i.abs() + 1).pow(2);
            let near = |i: i64| (2 * i.abs() - 1).max(0).pow(2);
            let all = || (-r - 1..=r + 1).flat_map(move |i| (-r - 1..=r + 1).map(move |j| (i, j)));
            let inside = all().filter(|(i, j)| corner(*i) + corner(*j) <= 4 * r * r).count();
            let touched = all().filter(|(i, j)| near(*i) + near(*j) <= 4 * r * r).count();
            let cells = disc(r.unsigned_abs());
            assert_eq!(
                (cells.released.to_string(), cells.touched.to_string()),
                (inside.to_string(), touched.to_string())
            );
        }
    }
}
