//! The setting of planar noise that is asked for. Every number is exact, lengths are in metres, longitudes and latitudes in degrees.

use crate::error::Error;
use crate::setting::{
    Asked, DEEPER, Ends, Exact, FormatName, ReadingError, check_errors, outward, outward_to, positive,
};
use kdelta_certificate::{
    Area, Format, GeneratorName, Law, MechanismDescription, Outputs, Places, Plane, Point, Range, Sampler,
    Setting,
};
use kdelta_oracle::enclosure::parse_below;
use kdelta_oracle::number::{Rational, decimal, dyadic, parse};
use kdelta_oracle::projection::{GeographicBox, LocalProjection};
use num_traits::{Signed, Zero};
use std::str::FromStr;

/// ε: an exact number, or `ln(4)`, which is taken as a number below it so that the privacy is no less than
/// asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Privacy(pub Rational);

impl FromStr for Privacy {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_below(text).map(Self).map_err(|why| format!("{why}, or ln(4)"))
    }
}

/// Two ranges: `x0..x1,y0..y1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranges(pub Ends, pub Ends);

impl FromStr for Ranges {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (x, y) = text.split_once(',').ok_or_else(|| {
            format!("two ranges are written low..high,low..high, for example -5000..5000,0..2000; \"{text}\" has no comma")
        })?;
        Ok(Self(x.parse()?, y.parse()?))
    }
}

/// Two numbers: `2.35,48.85`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinates(pub Rational, pub Rational);

impl FromStr for Coordinates {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (x, y) = text.split_once(',').ok_or_else(|| {
            format!("a point is written with a comma, for example 2.35,48.85 (longitude first); \"{text}\" has none")
        })?;
        let number = |text: &str| parse(text).map_err(|why| why.to_string());
        Ok(Self(number(x)?, number(y)?))
    }
}

/// What one row of the data, and so one released point, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The place of one individual, who may have been at any other place of the region.
    Individuals,
    /// A point that many individuals determine, and each of them moves by at most Δ.
    Aggregates,
    /// A place that is to be hidden among the places within Δ only (geo-indistinguishability).
    Nearby,
}

/// The setting of planar noise, as far as it is given; the rest follows.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// ε > 0, the privacy asked for points at the distance Δ; 1 if it is not given.
    pub epsilon: Option<Privacy>,
    /// Δ > 0 in metres, the distance that ε is for.
    pub distance: Option<Exact>,
    /// What a row is. For the place of one individual, Δ is the diameter of all places.
    pub rows: Option<Meaning>,
    /// ε for each metre, in the place of ε and Δ.
    pub epsilon_per_metre: Option<Privacy>,
    /// The rectangle that points are clamped into, in metres; -5000..5000 on both axes if it is not given.
    pub answers: Option<Ranges>,
    /// δ_f ≥ 0, how far a computed point may be from the exact one; 0 if it is not given.
    pub query_error: Option<Exact>,
    /// δ_r ≥ 0, how far reading a point may move it; 0 if it is not given.
    pub reading_error: Option<ReadingError>,
    /// Longitudes and latitudes of all places in degrees, in the place of the rectangle.
    pub globe: Option<Ranges>,
    /// Where they are projected to metres; the middle if it is not given.
    pub reference: Option<Coordinates>,
    /// The lowest and the highest outputs; the answers if it is not given, and more of them for individuals.
    pub window: Option<Ranges>,
    /// The radius of a disc of outputs, in the place of the window.
    pub disc: Option<Exact>,
    /// L, the side of a cell, a power of two; 1 if it is not given.
    pub grid: Option<Exact>,
    /// f64 if it is not given.
    pub format: Option<FormatName>,
    /// How the radius is drawn; from two logarithms if it is not given.
    pub sampler: Option<Sampler>,
    /// The first of 52 bits that reaches far enough if it is not given.
    pub generator: Option<GeneratorName>,
}

impl Wanted {
    /// Whether it says that answers are points in metres.
    #[must_use]
    pub const fn is_plane(&self) -> bool {
        self.answers.is_some() || self.query_error.is_some() || self.reading_error.is_some()
    }

    /// The mechanism asked for. Ends of the answers that the format does not hold are moved outward to ones
    /// that it does, the reference point to the nearest one that the projection takes; everything else is
    /// taken as it is.
    ///
    /// # Errors
    /// If what privacy rests on is missing, or two values contradict each other.
    pub fn describe(&self) -> Result<Asked, Error> {
        self.check()?;
        let Self { epsilon, epsilon_per_metre, grid, format, .. } = self;
        let integer = |value: i64| Rational::from_integer(value.into());
        let format = format.clone().map_or(Format::Binary64, |format| format.0);
        let grid = grid.clone().map_or_else(|| integer(1), |grid| grid.0);
        let (places, answers) = self.places(&format)?;
        let [query_error, reading_error] = self.errors(&format, &places)?;
        let (epsilon, distance) = match epsilon_per_metre {
            Some(Privacy(rate)) => (rate.clone(), integer(1)),
            None => (
                epsilon.clone().map_or_else(|| integer(1), |epsilon| epsilon.0),
                self.known_distance(&answers)?,
            ),
        };
        let outputs = match (&self.disc, &self.window) {
            (Some(Exact(radius)), _) => Outputs::Disc { radius: radius.into() },
            (None, Some(Ranges(x, y))) => Outputs::Rectangle(area(x, y)),
            (None, None) => {
                // Noise for individuals goes as far as all places lie apart: of a window of the places alone
                // most releases would be outside.
                let scales = if self.rows == Some(Meaning::Individuals) { MARGIN } else { 0 };
                let margin = integer(scales) * &distance / &epsilon;
                let [x, y] = answers.map(|range| outward_to(&wider(&range, &margin), &grid));
                Outputs::Rectangle(Area { x, y })
            }
        };
        let (sampler, generator, deeper) = self.sampler(&format)?;
        let setting = Setting {
            epsilon: Some((&epsilon).into()),
            sensitivity: (&distance).into(),
            query_error: (&query_error).into(),
            reading_error: (&reading_error).into(),
            grid: (&grid).into(),
            law: Law::PlanarLaplace(Plane { places, outputs, sampler }),
        };
        Ok(Asked { description: MechanismDescription { format, setting, generator }, deeper })
    }

    /// Δ, which nobody but the user can know, and which privacy rests on.
    fn known_distance(&self, answers: &[Range; 2]) -> Result<Rational, Error> {
        let distance = self.distance.as_ref().map(|distance| distance.0.clone());
        let individuals = self.rows == Some(Meaning::Individuals);
        let diameter = diameter(answers);
        match distance {
            Some(distance) if individuals && distance < diameter => Err(Error::question(format!(
                "--distance {}: with --rows individuals it is the diameter of all places, {} m, as one individual may have been at \
                 any other; leave --distance out",
                decimal::short(&distance),
                decimal::up(&diameter, 8)
            ))),
            Some(distance) => Ok(distance),
            None if individuals && diameter.is_positive() => Ok(diameter),
            None if individuals => Err(Error::question(
                "all places are one point, so that --rows individuals leaves nothing to hide; give a wider region",
            )),
            None => Err(Error::question(NO_DISTANCE)),
        }
    }

    /// What no derivation would say as clearly.
    fn check(&self) -> Result<(), Error> {
        let usage = |text: &str| Err(Error::question(text));
        if self.epsilon_per_metre.is_some() && self.rows == Some(Meaning::Individuals) {
            return usage(
                "--rows individuals takes the distance from all places; give --epsilon for it instead of --epsilon-per-metre",
            );
        }
        // Said here as well, as they may come from a file.
        if self.epsilon_per_metre.is_some() && (self.epsilon.is_some() || self.distance.is_some()) {
            return usage("--epsilon-per-metre stands for --epsilon and --distance; give it or them");
        }
        if self.globe.is_some() && self.is_plane() {
            return usage(
                "--box stands for --answers, and its rounding is known; give --box, or --answers, --query-error and \
                 --reading-error in metres",
            );
        }
        if self.disc.is_some() && self.window.is_some() {
            return usage("--disc stands for --window; give one");
        }
        if self.reference.is_some() && self.globe.is_none() {
            return usage(
                "--reference is where --box is projected; give a --box of longitudes and latitudes",
            );
        }
        for (name, value) in [
            ("epsilon", self.epsilon.as_ref().map(|x| &x.0)),
            ("epsilon-per-metre", self.epsilon_per_metre.as_ref().map(|x| &x.0)),
            ("distance", self.distance.as_ref().map(|x| &x.0)),
            ("disc", self.disc.as_ref().map(|x| &x.0)),
            ("grid", self.grid.as_ref().map(|x| &x.0)),
        ] {
            positive(name, value)?;
        }
        check_errors(self.query_error.as_ref(), self.reading_error.as_ref())
    }

    /// Where answers can be, and the rectangle of their images in metres.
    fn places(&self, format: &Format) -> Result<(Places, [Range; 2]), Error> {
        let Some(Ranges(longitudes, latitudes)) = &self.globe else {
            let side = || Ends(Rational::from_integer((-5000).into()), Rational::from_integer(5000.into()));
            let Ranges(x, y) = self.answers.clone().unwrap_or_else(|| Ranges(side(), side()));
            let [x, y] = [outward(format, &x.0, &x.1)?, outward(format, &y.0, &y.1)?];
            let answers = Area { x: x.clone(), y: y.clone() };
            return Ok((Places::Plane { answers }, [x, y]));
        };
        let ends = |Ends(low, high): &Ends| (low.clone(), high.clone());
        let wrong = |why: kdelta_oracle::Refusal| Error::question(format!("--box: {why}"));
        let region = GeographicBox::new(ends(longitudes), ends(latitudes)).map_err(wrong)?;
        let [longitude, latitude] = match &self.reference {
            Some(Coordinates(longitude, latitude)) => [longitude.clone(), latitude.clone()],
            None => region.middle(),
        };
        let projection = LocalProjection::about(&longitude, &latitude)
            .map_err(|why| Error::question(format!("--reference: {why}")))?;
        let [x, y] = projection.origin();
        let image =
            projection.image(&region).map(|(low, high)| Range { low: (&low).into(), high: (&high).into() });
        let reference = Point { x: x.into(), y: y.into() };
        Ok((Places::Globe { answers: area(longitudes, latitudes), reference }, image))
    }

    /// δ_f and δ_r. Those of longitudes and latitudes are the projection's.
    fn errors(&self, format: &Format, places: &Places) -> Result<[Rational; 2], Error> {
        let query_error = self.query_error.clone().map_or_else(Rational::zero, |error| error.0);
        let reading_error = match (self.reading_error.clone(), places) {
            (Some(error), Places::Plane { answers }) => error.in_area(format, answers)?.0,
            (Some(_), Places::Globe { .. }) | (None, _) => Rational::zero(),
        };
        Ok([query_error, reading_error])
    }

    fn sampler(&self, format: &Format) -> Result<(Sampler, GeneratorName, &'static [u32]), Error> {
        match (self.sampler, self.generator) {
            (Some(Sampler::Inverse), Some(generator)) if generator.is_relative() => Err(Error::question(
                "--sampler inverse draws from equal cells; give a --generator midpoint-BITS, or take --sampler gamma",
            )),
            (Some(Sampler::Inverse), generator) => {
                Ok((Sampler::Inverse, generator.unwrap_or(GeneratorName::Midpoint(63)), &[]))
            }
            (_, Some(generator)) => Ok((Sampler::Gamma, generator, &[])),
            (_, None) => {
                let deeper = if matches!(format, Format::Binary64) { DEEPER } else { &[] };
                Ok((Sampler::Gamma, GeneratorName::Relative(52), deeper))
            }
        }
    }
}

/// What to say about a distance that is not given.
const NO_DISTANCE: &str = "\
--distance METRES is missing: Δ, the distance that ε is for. Two places that far apart are told apart by at most ε, places d metres \
apart by ε·d/Δ. One that is too short gives no privacy, so there is no default.
  hidden among the places within 200 m   --distance 200
  hidden among all places of the region  --rows individuals, for which Δ is the diameter of --answers or --box";

/// The longest distance between two points of a rectangle, rounded up to a multiple of 2^-10 m.
fn diameter([x, y]: &[Range; 2]) -> Rational {
    let square = |range: &Range| {
        let side = &range.high.0 - &range.low.0;
        &side * &side
    };
    let scaled = ((square(x) + square(y)) * dyadic(1, 20)).ceil().to_integer();
    let root = scaled.sqrt();
    let up = if &root * &root < scaled { root + 1 } else { root };
    dyadic(up, -10)
}

fn area(x: &Ends, y: &Ends) -> Area {
    let range = |Ends(low, high): &Ends| Range { low: low.into(), high: high.into() };
    Area { x: range(x), y: range(y) }
}

/// With --rows individuals, the window goes this many scales b = Δ/ε beyond the places: a release is then
/// outside with a probability of at most (1 + 16)·e^-16 < 2·10^-6, and the noise of every generator reaches
/// from any place to any output as long as ε is not large.
const MARGIN: i64 = 16;

/// So much wider on both sides.
fn wider(range: &Range, margin: &Rational) -> Range {
    Range { low: (&(&range.low.0 - margin)).into(), high: (&(&range.high.0 + margin)).into() }
}
