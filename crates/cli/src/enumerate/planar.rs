//! `kdelta enumerate planar`: the exact loss of a small planar mechanism, next to every bound.

use crate::chosen::chosen;
use crate::failure::Failure;
use crate::output::{Page, print, print_plain};
use crate::setting::{Ends, Exact, positive};
use crate::spelling::{power_of_two, spell, spell_grid};
use clap::Args;
use kdelta::hypotheses::in_the_plane;
use kdelta_certificate::Number;
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
use serde_json::{Value, json};
use std::fmt;
use std::str::FromStr;

pub(crate) const EXAMPLES: &str = "\
Every draw goes through the code that runs, in fixed point with 20 binary digits after the point. Answers are a square lattice, outputs a square of cells; answers are compared within the Euclidean distance Δ. The paper's printed bound is shown for the inverse CDF, with the paper's own δ; it does not hold (F5, CE14).

Limits: gamma-4 to gamma-9 and inverse-6, -8, … -16, angles of 4, 6, 8 or 10 bits, together at most 2^26 draws; 2^30 outputs times pairs of answers.

Examples:
  kdelta enumerate planar
  kdelta enumerate planar --sampler inverse-10 --angle 10 --answers 0..1/4 --step 1/32 --window 0..1/4 --grid 1/64
  kdelta enumerate planar --epsilon 1/2 --json";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// ε > 0, for answers at the distance Δ
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    epsilon: Exact,
    /// Δ > 0, how far apart neighbouring answers may be
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    distance: Exact,
    /// Both coordinates of the answers
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    answers: Ends,
    /// The distance between answers along an axis
    #[arg(long, value_name = "STEP", default_value = "1/8", allow_hyphen_values = true)]
    step: Exact,
    /// Both coordinates of the lowest and the highest output, multiples of the grid
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    window: Ends,
    /// L, the side of a cell, a power of two
    #[arg(long, value_name = "STEP", default_value = "1/2", allow_hyphen_values = true)]
    grid: Exact,
    /// How the radius is drawn: gamma-BITS, two logarithms, or inverse-BITS, the inverse CDF
    #[arg(long, value_name = "SAMPLER", default_value = "gamma-7")]
    sampler: Sampler,
    /// Bits of the angle
    #[arg(long, value_name = "BITS", default_value = "8")]
    angle: u32,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// `gamma-7` or `inverse-10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sampler {
    gamma: bool,
    bits: u32,
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
struct Found {
    loss: Loss,
    worst: PlaneWorst,
    draws: usize,
    /// The least distance of a noise point from 0.
    hole: Rational,
    bounds: Result<Derivation, Refusal>,
    printed: Option<UpperBound>,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let found = enumerate(flags)?;
    let rows = bounds(&found)?;
    if flags.json {
        let text = serde_json::to_string_pretty(&as_json(flags, &found, &rows)).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        print(&text(flags, &found, &rows)?)?;
    }
    match rows.iter().find(|row| row.proved && !row.holds) {
        None => Ok(()),
        Some(row) => Err(Failure::refused(format!(
            "enumerate: the exact loss exceeds the bound {}: this is a defect of kdelta, please report it with the command",
            row.form
        ))),
    }
}

fn units(flag: &str, x: &Rational) -> Result<i64, Failure> {
    super::units(flag, x, DIGITS, "give another number")
}

fn number(units: i64) -> Rational {
    dyadic(units, -DIGITS.cast_signed())
}

fn enumerate(flags: &Flags) -> Result<Found, Failure> {
    let Flags { epsilon, distance, answers, step, window, grid, sampler, angle, .. } = flags;
    for (name, value) in [("epsilon", epsilon), ("distance", distance), ("step", step), ("grid", grid)] {
        positive(name, Some(&value.0))?;
    }
    if power_of_two(&grid.0).is_none() {
        return Err(Failure::usage(format!(
            "--grid: {} is no power of two; give for example 1/4",
            decimal::short(&grid.0)
        )));
    }
    let side = units("grid", &grid.0)?;
    let mut ends = [0; 2];
    for (end, x) in ends.iter_mut().zip([&window.0, &window.1]) {
        *end = units("window", x)?;
        if *end % side != 0 {
            return Err(Failure::usage(format!(
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
        return Err(Failure::refused(format!(
            "{work} outputs times pairs of answers; the limit is {MAX_WORK}: take a coarser --grid or --step, or a narrower --window or --answers"
        )));
    }
    // An edge between two units counts as the upper one; cells of one unit are whole.
    let edges: Vec<i64> = (ends[0]..=ends[1] + 1).map(|g| ((2 * g - 1) * side + 1).div_euclid(2)).collect();
    let scale = super::scale(&epsilon.0, &distance.0, "distance")?;
    let points = drawn(*sampler, *angle, scale)?;
    let lattice = Answers { first, step: spacing, count: usize::try_from(count).map_err(Failure::refused)? };
    let mechanism = PlaneMechanism::new(&points.all, [edges.clone(), edges.clone()], [lattice; 2], far)?;
    let (loss, worst) = mechanism.enumerate();
    let square = |[x, y]: &[i64; 2]| i128::from(*x) * i128::from(*x) + i128::from(*y) * i128::from(*y);
    let nothing = || Failure::usage("--window: has no output; widen it");
    let least = points.all.iter().map(square).min().ok_or_else(nothing)?;
    let hole = sqrt(&Rational::from_integer(least.into()), 16)?.lo() * number(1);
    let hypotheses = hypotheses(flags, &points, scale, ends)?;
    let printed = printed(&hypotheses);
    Ok(Found { loss, worst, draws: points.all.len(), hole, bounds: hypotheses.derive(), printed })
}

fn drawn(sampler: Sampler, angle: u32, scale: Scale) -> Result<Points, Failure> {
    let found = chosen!(angle, [4 6 8 10], sampled<_>(sampler, scale));
    let points = found
        .flatten()
        .ok_or_else(|| {
            Failure::usage(format!(
                "--sampler {sampler} --angle {angle}: every draw is made and kept, so there are gamma-4 to gamma-9, inverse-6, -8, -10, -12, -14 and -16, and angles of 4, 6, 8 or 10 bits: at most 2^26 draws; what larger ones give is bounded by kdelta certify planar"
            ))
        })?
        .map_err(|why| Failure::refused(format!("--epsilon and --distance: {why}")))?;
    Ok(points)
}

/// What runs, in the words of the theorem.
fn hypotheses(
    flags: &Flags,
    points: &Points,
    scale: Scale,
    [low, high]: [i64; 2],
) -> Result<Hypotheses, Failure> {
    let nothing = || Failure::usage("--grid: is no power of two; give for example 1/4");
    let side = Grid::new(power_of_two(&flags.grid.0).ok_or_else(nothing)?)
        .and_then(|grid| Window::new(grid, low, high))
        .map_err(Failure::refused)?;
    let bounds = Rectangle::new(side, side).map_err(Failure::refused)?;
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
struct Row {
    form: String,
    bound: Rational,
    holds: bool,
    /// Whether the theory proves it.
    proved: bool,
}

fn bounds(found: &Found) -> Result<Vec<Row>, Failure> {
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
fn point([x, y]: [i64; 2]) -> String {
    format!("({}, {})", decimal::short(&number(x)), decimal::short(&number(y)))
}

/// The released point of the worst output.
fn output(flags: &Flags, worst: &PlaneWorst) -> Option<[Rational; 2]> {
    let place = |index: usize| &flags.window.0 + &flags.grid.0 * Rational::from_integer(index.into());
    worst.output.map(|cell| cell.map(place))
}

fn text(flags: &Flags, found: &Found, rows: &[Row]) -> Result<String, Failure> {
    let mut page = Page::default();
    let short = |x: &Exact| decimal::short(&x.0);
    let range = |ends: &Ends| format!("{} to {}", decimal::short(&ends.0), decimal::short(&ends.1));
    let head = [
        (
            "planar",
            format!(
                "ε = {} for Δ = {}, {} and an angle of {} bits, {} equally likely draws",
                short(&flags.epsilon),
                short(&flags.distance),
                flags.sampler,
                flags.angle,
                found.draws
            ),
        ),
        (
            "answers",
            format!(
                "every {} from {} on both axes, compared within Δ",
                short(&flags.step),
                range(&flags.answers)
            ),
        ),
        (
            "release",
            format!(
                "multiples of L = {} from {} on both axes, or \"outside\"",
                spell_grid(&flags.grid.0),
                range(&flags.window)
            ),
        ),
    ];
    page.columns(None, head.map(|(name, text)| vec![name.to_owned(), text]));
    if !rows.is_empty() {
        let header = [" ε′ at most", "", "form"].map(str::to_owned).to_vec();
        let lines = rows.iter().map(|row| {
            let verdict = if row.holds { "holds" } else { "VIOLATED" };
            vec![format!(" {}", decimal::epsilon_prime(&row.bound)), verdict.to_owned(), row.form.clone()]
        });
        page.columns(Some(header), lines);
    }
    if let Err(why) = &found.bounds {
        page.heading(" no bound of the repaired theory applies");
        page.paragraph(&why.to_string());
    }
    page.line("");
    match &found.loss {
        Loss::Finite(ratio) => {
            let at_most = found
                .loss
                .enclosure(96)?
                .map_or_else(String::new, |value| decimal::epsilon_prime(value.hi()));
            page.good(&format!(" exact loss: ln({ratio}) ≤ {at_most}"));
        }
        Loss::Infinite => page.bad(" exact loss: infinite, this mechanism is not private for any ε"),
    }
    let place = output(flags, &found.worst).map_or_else(
        || "the output \"outside\"".to_owned(),
        |[x, y]| format!("output ({}, {})", decimal::short(&x), decimal::short(&y)),
    );
    let (above, below) = found.worst.weights;
    page.paragraph(&format!(
        "It occurs at {place}: {above} of {} under the answer {}, {below} under {}.",
        found.draws,
        point(found.worst.answer),
        point(found.worst.neighbour)
    ));
    if found.loss == Loss::Infinite {
        page.paragraph(&format!(
            "No noise point brings the second answer into that cell; there is none within {} of 0.",
            decimal::down(&found.hole, 6)
        ));
    }
    Ok(page.0)
}

fn as_json(flags: &Flags, found: &Found, rows: &[Row]) -> Value {
    let exact = |[x, y]: [i64; 2]| [spell(&number(x)), spell(&number(y))];
    let ratio = match &found.loss {
        Loss::Finite(ratio) => Some(spell(ratio)),
        Loss::Infinite => None,
    };
    let bounds: Vec<Value> = rows
        .iter()
        .map(|row| json!({ "form": row.form, "at_most": Number(row.bound.clone()), "holds": row.holds, "proved": row.proved }))
        .collect();
    json!({
        "draws": found.draws,
        "loss": { "infinite": found.loss == Loss::Infinite, "ratio": ratio },
        "worst": {
            "output": output(flags, &found.worst).map(|place| place.map(|x| spell(&x))),
            "answer": exact(found.worst.answer), "neighbour": exact(found.worst.neighbour),
            "weights": [found.worst.weights.0, found.worst.weights.1],
        },
        "least_radius": spell(&found.hole),
        "bounds": bounds,
        "no_bound": found.bounds.as_ref().err().map(ToString::to_string),
    })
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
