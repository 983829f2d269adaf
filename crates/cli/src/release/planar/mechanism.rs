//! The planar mechanisms that this program contains, by the names their certificates use.
//!
//! Format and sampler are types, so each combination is compiled by itself. The rest sees a [`Batch`]: texts of two
//! coordinates go in, numbers of grid steps come out.

use super::super::answer::{Answer, Bad, Reader};
use crate::failure::Failure;
use crate::planar::{plane, terms};
use crate::setting::ReadingError;
use kdelta::{Deep, Entropy, Fixed, Midpoint, PlanarLaplace, Region, Relative, Release};
use kdelta_certificate::{
    Area, MechanismCertificate, Number, Outputs, Places, Projection as Certified, Range, Sampler,
};
use kdelta_finite::planar::{Gamma, Inverse, Polar, Radius};
use kdelta_finite::projection::Projection;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// Points that wait for their release.
pub(super) trait Batch {
    /// Adds the point whose coordinates the texts hold; what is bad, and which coordinate if it is one, otherwise.
    fn push(&mut self, texts: [&[u8]; 2]) -> Result<(), (Option<usize>, Bad)>;

    /// Releases every point with a draw of its own, as numbers of grid steps, and is empty again.
    fn release(&mut self, entropy: &mut dyn Entropy) -> Result<Vec<Release<[i64; 2]>>, kdelta::Error>;

    /// At least how far reading moves a point of the plane: the least δ_r that covers it.
    fn reading_error(&self) -> Rational;
}

/// A format of the plane.
trait Planar: Answer + Polar {
    /// A projected coordinate: places are projected in f64, and only there.
    fn of_projected(metres: f64) -> Option<Self>;
}

impl Planar for f64 {
    fn of_projected(metres: f64) -> Option<Self> {
        Some(metres)
    }
}

impl<const BITS: u32, const FRAC: u32> Planar for Fixed<BITS, FRAC> {
    fn of_projected(_: f64) -> Option<Self> {
        None
    }
}

macro_rules! mechanisms {
    ($($format:literal is $F:ty: $($sampler:literal is $S:ty),+;)*) => {
        /// Format and samplers.
        const AVAILABLE: &[(&str, &[&str])] = &[$(($format, &[$($sampler),+])),*];

        fn compiled(
            format: &str,
            sampler: &str,
            certificate: &MechanismCertificate,
            policy: Policy,
        ) -> Option<Result<Box<dyn Batch>, Failure>> {
            match (format, sampler) {
                $($(($format, $sampler) => Some(Waiting::<$F, $S>::of(certificate, policy)),)+)*
                _ => None,
            }
        }
    };
}

mechanisms! {
    "f64" is f64: "relative-52" is Gamma<Relative<52>>, "deep-52-4" is Gamma<Deep<52, 4>>, "deep-52-8" is Gamma<Deep<52, 8>>,
        "deep-52-16" is Gamma<Deep<52, 16>>, "midpoint-53" is Gamma<Midpoint<53>>, "inverse midpoint-63" is Inverse<63>;
    "fixed-64-24" is Fixed<64, 24>: "relative-52" is Gamma<Relative<52>>, "midpoint-64" is Gamma<Midpoint<64>>;
    "fixed-64-32" is Fixed<64, 32>: "relative-52" is Gamma<Relative<52>>, "midpoint-64" is Gamma<Midpoint<64>>;
    "fixed-64-40" is Fixed<64, 40>: "relative-52" is Gamma<Relative<52>>, "midpoint-64" is Gamma<Midpoint<64>>;
}

/// The mechanism that an accepted certificate speaks about.
pub(super) fn batch(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch>, Failure> {
    let format = certificate.subject.format.word();
    let generator = certificate.generator.name;
    let sampler = match plane(&certificate.setting).sampler {
        Sampler::Inverse => format!("inverse {generator}"),
        Sampler::Gamma => generator.to_string(),
    };
    compiled(&format, &sampler, certificate, policy).unwrap_or_else(|| {
        let available: Vec<_> =
            AVAILABLE.iter().map(|(format, samplers)| format!("  {format} with {}", samplers.join(", "))).collect();
        Err(Failure::refused(format!(
            "this program does not contain {format} with {sampler} on the plane; it contains\n{}\nuse the library for others",
            available.join("\n")
        )))
    })
}

/// The constants of the certified projection as they run.
pub(super) fn projection(certificate: &MechanismCertificate) -> Result<Option<Projection>, Failure> {
    let Certified::Local { origin, metres_per_degree, .. } = &terms(certificate).projection else {
        return Ok(None);
    };
    let float = |x: &Number| {
        let float = x.0.to_f64().filter(|float| Rational::from_float(*float).as_ref() == Some(&x.0));
        float.ok_or_else(|| Failure::refused("a constant of the projection is no f64; nothing was released"))
    };
    let pair = |x: &Number, y: &Number| -> Result<[f64; 2], Failure> { Ok([float(x)?, float(y)?]) };
    let running =
        Projection::new(pair(&origin.x, &origin.y)?, pair(&metres_per_degree.x, &metres_per_degree.y)?);
    running.map(Some).map_err(|why| Failure::refused(format!("the projection: {why}; nothing was released")))
}

/// How the user wants coordinates read and points released.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    /// Coordinates may be rounded into the format whatever the certificate's δ_r is.
    pub(super) rounded: bool,
    /// Releases beyond the answers are moved to the nearest grid point among them.
    pub(super) to_ends: bool,
}

/// How coordinates are read.
enum Reading<F> {
    Plane([Reader<F>; 2]),
    /// In degrees, which are then projected; and the certified box, to nearly the last digit.
    Globe(Reader<f64>, Projection, [[f64; 2]; 2]),
}

/// No longitude or latitude is beyond, in degrees.
const FARTHEST: [f64; 2] = [180.0, 90.0];

/// Points of format F that wait for noise from sampler S.
struct Waiting<F: Planar + kdelta::Number, S: Radius<F>> {
    mechanism: PlanarLaplace<F, S>,
    reading: Reading<F>,
    reading_error: Rational,
    /// The lowest and the highest grid point among the answers on each axis, if releases are moved between them.
    ends: Option<[[i64; 2]; 2]>,
    points: Vec<[F; 2]>,
}

/// Both ends, as the builder takes them.
fn ends(range: &Range) -> (&Rational, &Rational) {
    (&range.low.0, &range.high.0)
}

/// The outputs that run must be the ones certified.
fn same_outputs(region: &Region, certificate: &MechanismCertificate) -> Result<(), Failure> {
    let cells_certified = &terms(certificate).cells;
    match (&plane(&certificate.setting).outputs, region) {
        (Outputs::Rectangle(window), Region::Rectangle(region)) => {
            let grid = region.grid().log2();
            for (axis, range) in region.axes().into_iter().zip([&window.x, &window.y]) {
                for (index, certified) in [(axis.low(), &range.low), (axis.high(), &range.high)] {
                    same("an end of the window", &dyadic(index, grid), &certified.0)?;
                }
            }
            Ok(())
        }
        (Outputs::Disc { radius }, Region::Disc(region)) if region.centre() == [0, 0] => {
            let steps = Rational::from_integer(region.radius().into());
            same("the radius of the disc", &(steps * &certificate.setting.grid.0), &radius.0)?;
            let cells = |count: u64| Rational::from_integer(count.into());
            same("the number of cells", &cells(region.inscribed()), &cells_certified.released.0)?;
            let touched = cells(region.circumscribed());
            same("the number of cells that meet the disc", &touched, &cells_certified.touched.0)
        }
        _ => Err(another_region()),
    }
}

fn another_region() -> Failure {
    Failure::refused("the outputs that run are not the ones certified; nothing was released")
}

/// What runs must be what was certified.
fn same(what: &str, runs: &Rational, certified: &Rational) -> Result<(), Failure> {
    if runs == certified {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "{what} is {runs} in what runs and {certified} in the certificate; nothing was released"
    )))
}

impl<F: Planar, S: Radius<F> + 'static> Waiting<F, S> {
    fn of(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch>, Failure> {
        let MechanismCertificate { setting, chain, .. } = certificate;
        let terms = terms(certificate);
        let builder = PlanarLaplace::<F>::builder()
            .sampler::<S>()
            .epsilon(&setting.epsilon.0)
            .distance(&chain.sensitivity.0)
            .answers(ends(&terms.answers.x), ends(&terms.answers.y))
            .grid(&setting.grid.0);
        let builder = match &plane(setting).outputs {
            Outputs::Rectangle(window) => builder.rectangle(ends(&window.x), ends(&window.y)),
            Outputs::Disc { radius } => builder.disc((0, 0), &radius.0),
        };
        let mechanism = builder.build()?;
        same_outputs(mechanism.region(), certificate)?;
        let guarantee = mechanism.guarantee();
        same("b", &guarantee.scale, &chain.scale.0)?;
        same("Δ", &guarantee.sensitivity, &chain.sensitivity.0)?;
        same("ε in force", &guarantee.epsilon, &chain.epsilon.0)?;
        same("the side of a cell", &guarantee.cell, &chain.cell.0)?;
        same("δ", guarantee.shift.value(), &chain.shift.0)?;
        same("ε′", guarantee.epsilon_prime.value(), &certificate.verdict.0)?;
        let [x, y] = mechanism.answers();
        for (running, range) in [(x, &terms.answers.x), (y, &terms.answers.y)] {
            same("an end of the answers", &running.low().to_exact("answers")?, &range.low.0)?;
            same("an end of the answers", &running.high().to_exact("answers")?, &range.high.0)?;
        }
        let reading_error = ReadingError::Text.in_area(&certificate.subject.format, &terms.answers)?.0;
        let reading = match (&plane(setting).places, projection(certificate)?) {
            (Places::Plane { .. }, None) => {
                let exactly = !(policy.rounded || reading_error <= setting.reading_error.0);
                let reader = |range: &kdelta::Range<F>| Reader::new(range.low(), range.high(), exactly);
                Reading::Plane([reader(x)?, reader(y)?])
            }
            // The error of the projection covers reading degrees to the nearest f64 (THEORY F31).
            (Places::Globe { answers, .. }, Some(projection)) => {
                // Only for a message: no bound depends on it.
                let float = |x: &Number| x.0.to_f64().unwrap_or(f64::NAN);
                let bounds = [&answers.x, &answers.y].map(|range| [float(&range.low), float(&range.high)]);
                Reading::Globe(Reader::new(-1024.0, 1024.0, false)?, projection, bounds)
            }
            _ => {
                return Err(Failure::refused(
                    "the projection is not the one certified; nothing was released",
                ));
            }
        };
        let ends = if policy.to_ends { Some(steps_among(&terms.answers, &setting.grid.0)?) } else { None };
        Ok(Box::new(Self { mechanism, reading, reading_error, ends, points: Vec::new() }))
    }
}

/// The numbers of the lowest and the highest grid point of each axis that lie among the answers.
fn steps_among(answers: &Area, grid: &Rational) -> Result<[[i64; 2]; 2], Failure> {
    let of = |range: &Range| {
        let (low, high) = ((&range.low.0 / grid).ceil(), (&range.high.0 / grid).floor());
        let (low, high) = (low.to_i64()?, high.to_i64()?);
        (low <= high).then_some([low, high])
    };
    let ends = of(&answers.x).zip(of(&answers.y)).map(<[[i64; 2]; 2]>::from);
    ends.ok_or_else(|| Failure::usage("--to-ends: no point of the grid is among the certified answers"))
}

impl<F: Planar, S: Radius<F>> Batch for Waiting<F, S> {
    fn push(&mut self, texts: [&[u8]; 2]) -> Result<(), (Option<usize>, Bad)> {
        let [x, y] = texts;
        let point = match &self.reading {
            Reading::Plane([first, second]) => {
                [first.read(x).map_err(|bad| (Some(0), bad))?, second.read(y).map_err(|bad| (Some(1), bad))?]
            }
            Reading::Globe(reader, projection, [longitudes, latitudes]) => {
                let degree = |axis: usize, text: &[u8], farthest: f64| {
                    let value = reader.read(text).map_err(|bad| (Some(axis), bad))?;
                    if value.abs() <= farthest {
                        Ok(value)
                    } else {
                        Err((Some(axis), Bad::NotAPlace { axis }))
                    }
                };
                let [first, second] = FARTHEST;
                let place = [degree(0, x, first)?, degree(1, y, second)?];
                let is_in_box = |[longitude, latitude]: [f64; 2]| {
                    let between = |x: f64, [low, high]: &[f64; 2]| *low <= x && x <= *high;
                    between(longitude, longitudes) && between(latitude, latitudes)
                };
                if !is_in_box(place) && is_in_box([place[1], place[0]]) {
                    return Err((None, Bad::Swapped));
                }
                let [x, y] = projection.metres(place);
                let held = F::of_projected(x).zip(F::of_projected(y));
                held.map(<[F; 2]>::from).ok_or((None, Bad::NotANumber))?
            }
        };
        self.points.push(point);
        Ok(())
    }

    fn release(&mut self, mut entropy: &mut dyn Entropy) -> Result<Vec<Release<[i64; 2]>>, kdelta::Error> {
        let mut places = vec![Release::Outside; self.points.len()];
        self.mechanism.release_slice(&self.points, &mut places, &mut entropy)?;
        self.points.clear();
        let grid = self.mechanism.region().bounds().grid();
        let steps = |release: Release<[F; 2]>| match release {
            Release::Value(point) => {
                let steps = point.map(|x| x.steps(grid));
                Release::Value(match self.ends {
                    // A function of what is released already: free.
                    Some([x, y]) => {
                        let [first, second] = steps;
                        [first.clamp(x[0], x[1]), second.clamp(y[0], y[1])]
                    }
                    None => steps,
                })
            }
            Release::Outside => Release::Outside,
        };
        Ok(places.into_iter().map(steps).collect())
    }

    fn reading_error(&self) -> Rational {
        self.reading_error.clone()
    }
}
