//! The exact loss of a small planar mechanism, next to every bound.

use crate::error::Error;
use crate::setting::{Ends, Exact, positive};
use crate::spelling::power_of_two;
use kdelta::hypotheses::in_the_plane;
use kdelta_finite::planar::{Angle, Gamma, Inverse, PlanarLaplace, Polar, Radius, Rectangle};
use kdelta_finite::{Fixed, Grid, Midpoint, Scale, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::bound::{Dimension, Form, Setting, printed_plane_shift};
use kdelta_oracle::derivation::{self as oracle, Derivation, Hypotheses, Noise};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::enclosure::{UpperBound, sqrt};
use kdelta_oracle::mechanism::{Answers, PlaneMechanism, PlaneWorst};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::ToPrimitive;
use std::fmt;
use std::str::FromStr;

/// A planar mechanism that can be enumerated.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// ε > 0, for answers at the distance Δ.
    pub epsilon: Exact,
    /// Δ > 0, how far apart neighbouring answers may be.
    pub distance: Exact,
    /// Both coordinates of the answers.
    pub answers: Ends,
    /// The distance between answers along an axis.
    pub step: Exact,
    /// Both coordinates of the lowest and the highest output, multiples of the grid.
    pub window: Ends,
    /// L, the side of a cell, a power of two.
    pub grid: Exact,
    /// How the radius is drawn.
    pub sampler: Sampler,
    /// Bits of the angle.
    pub angle: u32,
}

/// `gamma-7` or `inverse-10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampler {
    /// From two logarithms, not by the inverse of the distribution function.
    pub gamma: bool,
    /// Of each draw.
    pub bits: u32,
}

impl FromStr for Sampler {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = || {
            let (name, bits) = text.split_once('-')?;
            let gamma = match name {
                "gamma" => true,
                "inverse" => false,
                _ => return None,
            };
            Some(Self { gamma, bits: bits.parse().ok()? })
        };
        named()
            .ok_or_else(|| format!("\"{text}\" is neither gamma-BITS nor inverse-BITS, for example gamma-7"))
    }
}

impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", if self.gamma { "gamma" } else { "inverse" }, self.bits)
    }
}

/// Binary digits after the point.
const DIGITS: u32 = 20;
type Format = Fixed<64, DIGITS>;

/// The most outputs times pairs of answers.
const MAX_WORK: i64 = 1 << 30;

/// The lowest and the highest answer on an axis.
type Range = (Rational, Rational);

/// All noise points, in units of 2^-20, and what the theorem is told about them.
struct Points {
    all: Vec<[i64; 2]>,
    hypotheses: fn(Rational, Scale, [Range; 2], Rectangle) -> Result<Hypotheses, Refusal>,
}

#[expect(clippy::expect_used, reason = "a number between -2^61 and 2^61 has 64 bits")]
fn points<S: Radius<Format>, const ANGLE: u32>(
    radii: impl Iterator<Item = S>,
    scale: Scale,
) -> Result<Points, kdelta_finite::Error> {
    let noise = PlanarLaplace::<Format, S, ANGLE>::new(scale)?;
    let factor = <Format as kdelta_finite::Format>::factor(noise.scale())?;
    // Beyond every window, both being within 2^58.
    let cut = |x: i128| i64::try_from(x.clamp(-(1 << 61), 1 << 61)).expect("it lies within 2^61");
    // What `PlanarLaplace::of` does, with each length and each direction computed once instead of for every
    // draw.
    let directions: Vec<_> = (0..1_u64 << ANGLE).map(|j| Angle::<ANGLE>::from_bits(j).cos_sin()).collect();
    let mut all = Vec::with_capacity(radii.size_hint().0.saturating_mul(directions.len()));
    for radius in radii {
        let length = Format::length(radius.over_scale(), factor);
        let point = |&(cos, sin): &(i64, i64)| [cos, sin].map(|x| cut(Format::coordinate(length, x)));
        all.extend(directions.iter().map(point));
    }
    Ok(Points { all, hypotheses: in_the_plane::<Format, S, ANGLE> })
}

/// Each tail has two draws, one of each sign, which is not used: one of them stands for both.
fn gamma<const BITS: u32, const ANGLE: u32>(scale: Scale) -> Result<Points, kdelta_finite::Error> {
    let tails = || (0..1_u64 << (BITS - 1)).map(Midpoint::<BITS>::from_bits);
    let pairs = tails().flat_map(|first| tails().map(move |second| Gamma::new(first, second)));
    points::<_, ANGLE>(pairs, scale)
}

fn inverse<const BITS: u32, const ANGLE: u32>(scale: Scale) -> Result<Points, kdelta_finite::Error> {
    points::<_, ANGLE>((0..1_u64 << BITS).map(Inverse::<BITS>::from_bits), scale)
}

/// The noise points of a sampler that there is.
fn sampled<const ANGLE: u32>(
    Sampler { gamma: is_gamma, bits }: Sampler,
    scale: Scale,
) -> Option<Result<Points, kdelta_finite::Error>> {
    if is_gamma {
        chosen!(bits, [4 5 6 7 8 9], gamma<_, ANGLE>(scale))
    } else {
        chosen!(bits, [6 8 10 12 14 16], inverse<_, ANGLE>(scale))
    }
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// The exact loss.
    pub loss: Loss,
    /// Where it occurs.
    pub worst: PlaneWorst,
    /// How many equally likely draws there are.
    pub draws: usize,
    /// The least distance of a noise point from 0.
    pub hole: Rational,
    /// What the theory says.
    pub bounds: Result<Derivation, Refusal>,
    /// The bound as printed in the paper.
    pub printed: Option<UpperBound>,
}

fn units(flag: &str, x: &Rational) -> Result<i64, Error> {
    super::units(flag, x, DIGITS, "give another number")
}

/// A number of units as a number.
#[must_use]
pub fn number(units: i64) -> Rational {
    dyadic(units, -DIGITS.cast_signed())
}

/// Enumerates a mechanism.
///
/// # Errors
/// If it is too large, or its setting is none.
pub fn enumerate(flags: &Mechanism) -> Result<Found, Error> {
    let Mechanism { epsilon, distance, answers, step, window, grid, sampler, angle } = flags;
    for (name, value) in [("epsilon", epsilon), ("distance", distance), ("step", step), ("grid", grid)] {
        positive(name, Some(&value.0))?;
    }
    if power_of_two(&grid.0).is_none() {
        return Err(Error::question(format!(
            "--grid: {} is no power of two; give for example 1/4",
            decimal::short(&grid.0)
        )));
    }
    let side = units("grid", &grid.0)?;
    let mut ends = [0; 2];
    for (end, x) in ends.iter_mut().zip([&window.0, &window.1]) {
        *end = units("window", x)?;
        if *end % side != 0 {
            return Err(Error::question(format!(
                "--window: {} is no multiple of the grid {}; move it to one",
                decimal::short(x),
                decimal::short(&grid.0)
            )));
        }
        *end /= side;
    }
    let [first, last] = [units("answers", &answers.0)?, units("answers", &answers.1)?];
    let spacing = units("step", &step.0)?;
    let count = (last - first) / spacing + 1;
    let far = (&distance.0 * dyadic(1, DIGITS.cast_signed())).floor().to_integer().to_i64();
    // The coordinates of answers are within 2^58 units of 0: a longer distance reaches from any to any other.
    let far = far.map_or(1 << 60, |far| far.min(1 << 60));
    let cells = ends[1] - ends[0] + 1;
    let neighbours = 2 * (far / spacing).min(count - 1) + 1;
    let work =
        [cells, cells, count, count, neighbours, neighbours].into_iter().fold(1_i64, i64::saturating_mul);
    if work > MAX_WORK {
        return Err(Error::refused(format!(
            "{work} outputs times pairs of answers; the limit is {MAX_WORK}: take a coarser --grid or --step, or a narrower --window or --answers"
        )));
    }
    // An edge between two units counts as the upper one; cells of one unit are whole.
    let edges: Vec<i64> = (ends[0]..=ends[1] + 1).map(|g| ((2 * g - 1) * side + 1).div_euclid(2)).collect();
    let scale = super::scale(&epsilon.0, &distance.0, "distance")?;
    let points = drawn(*sampler, *angle, scale)?;
    let lattice = Answers { first, step: spacing, count: usize::try_from(count).map_err(Error::refused)? };
    let mechanism = PlaneMechanism::new(&points.all, [edges.clone(), edges.clone()], [lattice; 2], far)?;
    let (loss, worst) = mechanism.enumerate();
    let square = |[x, y]: &[i64; 2]| i128::from(*x) * i128::from(*x) + i128::from(*y) * i128::from(*y);
    let nothing = || Error::question("--window: has no output; widen it");
    let least = points.all.iter().map(square).min().ok_or_else(nothing)?;
    let hole = sqrt(&Rational::from_integer(least.into()), 16)?.lo() * number(1);
    let hypotheses = hypotheses(flags, &points, scale, ends)?;
    let printed = printed(&hypotheses);
    Ok(Found { loss, worst, draws: points.all.len(), hole, bounds: hypotheses.derive(), printed })
}

fn drawn(sampler: Sampler, angle: u32, scale: Scale) -> Result<Points, Error> {
    let found = chosen!(angle, [4 6 8 10], sampled<_>(sampler, scale));
    let points = found
        .flatten()
        .ok_or_else(|| {
            Error::question(format!(
                "--sampler {sampler} --angle {angle}: every draw is made and kept, so there are gamma-4 to gamma-9, inverse-6, -8, -10, -12, -14 and -16, and angles of 4, 6, 8 or 10 bits: at most 2^26 draws; what larger ones give is bounded by kdelta certify planar"
            ))
        })?
        .map_err(|why| Error::refused(format!("--epsilon and --distance: {why}")))?;
    Ok(points)
}

/// What runs, in the words of the theorem.
fn hypotheses(
    flags: &Mechanism,
    points: &Points,
    scale: Scale,
    [low, high]: [i64; 2],
) -> Result<Hypotheses, Error> {
    let nothing = || Error::question("--grid: is no power of two; give for example 1/4");
    let side = Grid::new(power_of_two(&flags.grid.0).ok_or_else(nothing)?)
        .and_then(|grid| Window::new(grid, low, high))
        .map_err(Error::refused)?;
    let bounds = Rectangle::new(side, side).map_err(Error::refused)?;
    let answers = (flags.answers.0.clone(), flags.answers.1.clone());
    Ok((points.hypotheses)(flags.distance.0.clone(), scale, [answers.clone(), answers], bounds)?)
}

/// Section 6 of the paper, with its own δ_t.
fn printed(hypotheses: &Hypotheses) -> Option<UpperBound> {
    let Hypotheses { scale, sensitivity, changed: _, axes, cell, noise, sampler, error } = hypotheses;
    let (Noise::PlanarLaplace { angle_bias }, oracle::Sampler::InverseCdf { bias }) = (noise, sampler) else {
        return None;
    };
    let (low, high) = &axes.first()?.window;
    let side = high - low;
    let two = Rational::from_integer(2.into());
    let diameter = sqrt(&(&side * &side * two), 64).ok()?.hi().clone();
    let bias = bias.max(angle_bias);
    let error = error.at(scale, &diameter);
    let epsilon = sensitivity / scale;
    let shift = printed_plane_shift(&epsilon, sensitivity, &diameter, bias, error.value()).ok()?;
    Setting::new(Dimension::Plane, epsilon, sensitivity.clone(), cell.clone(), &shift)
        .and_then(|setting| setting.epsilon_prime(Form::Printed))
        .ok()
}

/// One line of the table of bounds.
#[derive(Debug)]
pub struct Row {
    /// Which bound.
    pub form: String,
    /// ε′.
    pub bound: Rational,
    /// Whether the exact loss is within it.
    pub holds: bool,
    /// Whether the theory proves it.
    pub proved: bool,
}

/// Every bound of what was found.
///
/// # Errors
/// If a logarithm cannot be enclosed.
pub fn bounds(found: &Found) -> Result<Vec<Row>, Error> {
    let mut all: Vec<(String, UpperBound, bool)> = Vec::new();
    all.extend(found.printed.clone().map(|bound| (super::PRINTED_SHIFT.to_owned(), bound, false)));
    if let Ok(derived) = &found.bounds {
        let bounds = derived.bounds.iter();
        all.extend(
            bounds.filter_map(|(form, bound)| Some((form.name().to_owned(), bound.clone().ok()?, true))),
        );
    }
    all.into_iter()
        .map(|(form, bound, proved)| {
            let holds = found.loss.is_within(&bound)?;
            Ok(Row { form, bound: bound.value().clone(), holds, proved })
        })
        .collect()
}

/// A point, for people.
#[must_use]
pub fn point([x, y]: [i64; 2]) -> String {
    format!("({}, {})", decimal::short(&number(x)), decimal::short(&number(y)))
}

/// The released point of the worst output.
#[must_use]
pub fn output(flags: &Mechanism, worst: &PlaneWorst) -> Option<[Rational; 2]> {
    let place = |index: usize| &flags.window.0 + &flags.grid.0 * Rational::from_integer(index.into());
    worst.output.map(|cell| cell.map(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths and directions apart give the noise that is released.
    #[test]
    fn points_are_those_of_the_noise_that_runs() {
        fn compare<S: Radius<Format> + Copy>(radii: &[S]) {
            let scale = Scale::at_least(5, 3).unwrap();
            let noise = PlanarLaplace::<Format, S, 6>::new(scale).unwrap();
            let angles = || (0..64).map(Angle::<6>::from_bits);
            let whole =
                |radius| angles().map(move |angle| noise.of(radius, angle).map(|x| x.try_into().unwrap()));
            let expected: Vec<[i64; 2]> = radii.iter().flat_map(|&radius| whole(radius)).collect();
            assert_eq!(points::<S, 6>(radii.iter().copied(), scale).unwrap().all, expected);
        }
        compare(&(0..64).map(Inverse::<6>::from_bits).collect::<Vec<_>>());
        let tail = Midpoint::<5>::from_bits;
        compare(
            &(0..8)
                .flat_map(|i| [Gamma::new(tail(i), tail(0)), Gamma::new(tail(3), tail(i))])
                .collect::<Vec<_>>(),
        );
    }
}
