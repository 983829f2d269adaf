//! The mechanism that a certificate of planar noise speaks about, as the library has it.

use crate::answer::{Bad, Binary64, Reader, Reads};
use crate::batch::{BadRow, Batch, Policy, Reading, Releases, Waiting, fixed, not_contained, readers, same};
use kdelta::{Answers, AnyPlanarLaplace, Entropy, Guarantee, PlanarLaplace, Region, Release};
use kdelta_certificate::{
    Area, Format, MechanismCertificate, Number, Outputs, Places, PlaneTerms, Projection as Certified, Range,
    Sampler,
};
use kdelta_explore::Error;
use kdelta_finite::projection::Projection;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// The batch of an accepted certificate of planar noise: what runs is compared with what was certified.
///
/// # Errors
/// If the library has no such mechanism, or what it runs is not what was certified.
pub fn batch(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch<2>>, Error> {
    let (setting, answers) = (&certificate.setting, &terms(certificate)?.answers);
    let format = &certificate.subject.format;
    let mechanism = certified(certificate)?;
    let [x, y] = mechanism.answers()?;
    // The Euclidean distance is at most the sum of those on both axes.
    let reading_error = format.reading_error(&answers.x)? + format.reading_error(&answers.y)?;
    let ends = if policy.to_ends { Some(steps_among(answers, &setting.grid.0)?) } else { None };
    let on_plane = OnPlane { mechanism, ends };
    match (&setting.plane()?.places, projection(certificate)?, format, fixed(format)) {
        (Places::Plane { .. }, None, format, fixed) => {
            let exactly = !(policy.rounded || reading_error <= setting.reading_error.0);
            let ranges = [&x, &y];
            match (format, fixed) {
                (Format::Binary64, _) => boxed(Binary64, ranges, exactly, on_plane, reading_error),
                (Format::Fixed { .. }, Some(format)) => {
                    boxed(format, ranges, exactly, on_plane, reading_error)
                }
                _ => Err(Error::refused("there is no planar noise in this format; nothing was released")),
            }
        }
        // The error of the projection covers reading degrees to the nearest f64 (THEORY F31).
        (Places::Globe { answers, .. }, Some(projection), Format::Binary64, _) => {
            let bounds = [&answers.x, &answers.y].map(|range| (range.low.0.clone(), range.high.0.clone()));
            Ok(Waiting::boxed(Globe::new(projection, bounds)?, on_plane, reading_error))
        }
        _ => Err(Error::refused("the projection is not the one certified; nothing was released")),
    }
}

fn boxed<F: Reads>(
    format: F,
    ranges: [&(Rational, Rational); 2],
    exactly: bool,
    on_plane: OnPlane,
    reading_error: Rational,
) -> Result<Box<dyn Batch<2>>, Error> {
    Ok(Waiting::boxed(readers(format, ranges, exactly)?, on_plane, reading_error))
}

/// Builds the mechanism from the certificate's setting, and checks that what runs is what was certified.
///
/// # Errors
/// If the library has no such mechanism, or what it runs is not what was certified.
pub fn certified(certificate: &MechanismCertificate) -> Result<AnyPlanarLaplace, Error> {
    let MechanismCertificate { setting, chain, .. } = certificate;
    let (plane, terms, generator) = (setting.plane()?, terms(certificate)?, certificate.generator.name);
    let sampler = match plane.sampler {
        Sampler::Inverse => format!("inverse {generator}"),
        Sampler::Gamma => generator.to_string(),
    };
    let format = certificate.subject.format.word();
    let builder = PlanarLaplace::<f64>::builder()
        .epsilon(setting.epsilon()?)
        .distance(&chain.sensitivity.0)
        .answers(ends(&terms.answers.x), ends(&terms.answers.y))
        .grid(&setting.grid.0);
    let builder = match &plane.outputs {
        Outputs::Rectangle(window) => builder.rectangle(ends(&window.x), ends(&window.y)),
        Outputs::Disc { radius } => builder.disc((0, 0), &radius.0),
    };
    let mechanism =
        builder.build_any(&format, &sampler).map_err(|why| not_contained(" on the plane", why))?;
    same_outputs(&mechanism, certificate)?;
    let guarantee = mechanism.guarantee();
    same("b", &guarantee.scale, &chain.scale.0)?;
    same("Δ", &guarantee.sensitivity, &chain.sensitivity.0)?;
    same("ε in force", &guarantee.epsilon, &chain.epsilon.0)?;
    same("the side of a cell", &guarantee.cell, &chain.cell.0)?;
    same("δ", guarantee.shift.value(), &chain.shift.0)?;
    same("ε′", guarantee.epsilon_prime.value(), &certificate.verdict.0)?;
    let [x, y] = mechanism.answers()?;
    for ((low, high), range) in [(x, &terms.answers.x), (y, &terms.answers.y)] {
        same("an end of the answers", &low, &range.low.0)?;
        same("an end of the answers", &high, &range.high.0)?;
    }
    Ok(mechanism)
}

/// The outputs that run are those of the certificate.
fn same_outputs(mechanism: &AnyPlanarLaplace, certificate: &MechanismCertificate) -> Result<(), Error> {
    let (setting, cells) = (&certificate.setting, &terms(certificate)?.cells);
    match (&setting.plane()?.outputs, mechanism.region()) {
        (Outputs::Rectangle(window), Some(Region::Rectangle(region))) => {
            let grid = region.grid().log2();
            for (axis, range) in region.axes().into_iter().zip([&window.x, &window.y]) {
                for (index, certified) in [(axis.low(), &range.low), (axis.high(), &range.high)] {
                    same("an end of the window", &dyadic(index, grid), &certified.0)?;
                }
            }
            Ok(())
        }
        (Outputs::Disc { radius }, Some(Region::Disc(region))) if region.centre() == [0, 0] => {
            let count = |count: u64| Rational::from_integer(count.into());
            same("the radius of the disc", &(count(region.radius()) * &setting.grid.0), &radius.0)?;
            same("the number of cells", &count(region.inscribed()), &cells.released.0)?;
            let (met, certified) = (count(region.circumscribed()), &cells.touched.0);
            same("the number of cells that meet the disc", &met, certified)
        }
        _ => Err(Error::refused("the outputs that run are not the ones certified; nothing was released")),
    }
}

/// What only a certificate of planar noise has.
fn terms(certificate: &MechanismCertificate) -> Result<&PlaneTerms, Error> {
    let none = || Error::refused("the certificate has no terms of planar noise; nothing was released");
    certificate.plane.as_ref().ok_or_else(none)
}

/// Both ends, as the builder takes them.
fn ends(range: &Range) -> (&Rational, &Rational) {
    (&range.low.0, &range.high.0)
}

/// The constants of the certified projection as they run; none if points are in metres.
///
/// # Errors
/// If they are no numbers of the format.
pub fn projection(certificate: &MechanismCertificate) -> Result<Option<Projection>, Error> {
    let Certified::Local { origin, metres_per_degree, .. } = &terms(certificate)?.projection else {
        return Ok(None);
    };
    let float = |x: &Number| {
        let float = x.0.to_f64().filter(|float| Rational::from_float(*float).as_ref() == Some(&x.0));
        float.ok_or_else(|| Error::refused("a constant of the projection is no f64; nothing was released"))
    };
    let pair = |x: &Number, y: &Number| -> Result<[f64; 2], Error> { Ok([float(x)?, float(y)?]) };
    let running =
        Projection::new(pair(&origin.x, &origin.y)?, pair(&metres_per_degree.x, &metres_per_degree.y)?);
    running.map(Some).map_err(|why| Error::refused(format!("the projection: {why}; nothing was released")))
}

/// Places in degrees, which are projected.
#[derive(Clone)]
struct Globe {
    degrees: Reader<Binary64>,
    projection: Projection,
    /// The certified box, to nearly the last digit: only a message depends on it, no bound.
    bounds: [[f64; 2]; 2],
}

/// No longitude or latitude is beyond, in degrees.
const FARTHEST: [f64; 2] = [180.0, 90.0];

impl Globe {
    fn new(projection: Projection, bounds: [(Rational, Rational); 2]) -> Result<Self, Error> {
        let no_box = || Error::refused("an end of the box is no number of degrees; nothing was released");
        let wide = Rational::from_integer(1024.into());
        let degrees = Reader::new(Binary64, (&-&wide, &wide), false).ok_or_else(no_box)?;
        let float = |x: &Rational| x.to_f64().ok_or_else(no_box);
        let [(west, east), (south, north)] = &bounds;
        let bounds = [[float(west)?, float(east)?], [float(south)?, float(north)?]];
        Ok(Self { degrees, projection, bounds })
    }
}

impl Reading<2> for Globe {
    type Format = Binary64;

    fn read(&self, [x, y]: [&[u8]; 2]) -> Result<[f64; 2], BadRow> {
        let degree = |axis: usize, text: &[u8], farthest: f64| {
            let value = self.degrees.read(text).map_err(|bad| (Some(axis), bad))?;
            if value.abs() <= farthest { Ok(value) } else { Err((Some(axis), Bad::NotAPlace { axis })) }
        };
        let [first, second] = FARTHEST;
        let place = [degree(0, x, first)?, degree(1, y, second)?];
        let [longitudes, latitudes] = &self.bounds;
        let is_in_box = |[longitude, latitude]: [f64; 2]| {
            let between = |x: f64, [low, high]: &[f64; 2]| *low <= x && x <= *high;
            between(longitude, longitudes) && between(latitude, latitudes)
        };
        if !is_in_box(place) && is_in_box([place[1], place[0]]) {
            return Err((None, Bad::Swapped));
        }
        Ok(self.projection.metres(place))
    }
}

/// The numbers of the lowest and the highest grid point of each axis that lie among the answers.
fn steps_among(answers: &Area, grid: &Rational) -> Result<[[i64; 2]; 2], Error> {
    let of = |range: &Range| {
        let (low, high) = ((&range.low.0 / grid).ceil(), (&range.high.0 / grid).floor());
        let (low, high) = (low.to_i64()?, high.to_i64()?);
        (low <= high).then_some([low, high])
    };
    let ends = of(&answers.x).zip(of(&answers.y)).map(<[[i64; 2]; 2]>::from);
    ends.ok_or_else(|| Error::question("--to-ends: no point of the grid is among the certified answers"))
}

/// Noise for points.
#[derive(Clone)]
struct OnPlane {
    mechanism: AnyPlanarLaplace,
    /// The lowest and the highest grid point among the answers on each axis, if releases are moved between
    /// them.
    ends: Option<[[i64; 2]; 2]>,
}

impl Releases<2> for OnPlane {
    fn guarantee(&self) -> &Guarantee {
        self.mechanism.guarantee()
    }

    fn release(
        &self,
        points: Answers<'_>,
        places: &mut [Release<[i64; 2]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), kdelta::Error> {
        self.mechanism.release_slice(points, places, entropy)?;
        if let Some([[left, right], [low, high]]) = self.ends {
            for place in places {
                // A function of what is released already: free.
                if let Release::Value([x, y]) = place {
                    (*x, *y) = ((*x).clamp(left, right), (*y).clamp(low, high));
                }
            }
        }
        Ok(())
    }
}
