//! Mechanisms whose format and generator are chosen at run time, by the names that certificates use.
//!
//! A format and a generator are types, so each pair is compiled by itself. The two tables below are the only
//! place that goes from names to types; who reads the names from a certificate, a flag or another language
//! builds with [`Builder::build_any`]. The choice is made once for a slice, never for each value of it.

use crate::builder::Builder;
use crate::error::Error;
use crate::guarantee::Guarantee;
use crate::laplace::Laplace;
use crate::number::Number;
use crate::planar::{PlanarLaplace, Region};
use kdelta_finite::planar::{Gamma, Inverse, Polar, Radius};
use kdelta_finite::{
    Bias, Deep, Entropy, Error as Arithmetic, Fixed, Grid, Lazy, Midpoint, Relative, Release, Tail, Window,
};
use kdelta_oracle::number::{Rational, dyadic};
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

// Certificates know every format and every generator of the tables.
#[cfg(feature = "certificate")]
use crate::certificate::{Certifiable, CertifiableFormat};
#[cfg(not(feature = "certificate"))]
use crate::number::Number as CertifiableFormat;
#[cfg(feature = "certificate")]
use kdelta_certificate::Certificate;

#[cfg(not(feature = "certificate"))]
trait Certifiable {}
#[cfg(not(feature = "certificate"))]
impl<T> Certifiable for T {}

/// Builds a mechanism on the line.
type Line = fn(Builder<()>) -> Result<Arc<dyn OnLine>, Error>;
/// Builds a mechanism on the plane.
type Plane = fn(Builder<()>) -> Result<Arc<dyn OnPlane>, Error>;

/// Every format and generator on the line.
const LINE: &[(&str, &str, Line)] = &[
    ("f64", "lazy-52", line::<f64, Lazy<52>>),
    ("f64", "relative-52", line::<f64, Relative<52>>),
    ("f64", "deep-52-4", line::<f64, Deep<52, 4>>),
    ("f64", "deep-52-8", line::<f64, Deep<52, 8>>),
    ("f64", "deep-52-16", line::<f64, Deep<52, 16>>),
    ("f64", "midpoint-53", line::<f64, Midpoint<53>>),
    ("f32", "lazy-23", line::<f32, Lazy<23>>),
    ("f32", "relative-23", line::<f32, Relative<23>>),
    ("f32", "midpoint-24", line::<f32, Midpoint<24>>),
    ("fixed-64-16", "lazy-52", line::<Fixed<64, 16>, Lazy<52>>),
    ("fixed-64-16", "midpoint-64", line::<Fixed<64, 16>, Midpoint<64>>),
    ("fixed-64-24", "lazy-52", line::<Fixed<64, 24>, Lazy<52>>),
    ("fixed-64-24", "midpoint-64", line::<Fixed<64, 24>, Midpoint<64>>),
    ("fixed-64-32", "lazy-52", line::<Fixed<64, 32>, Lazy<52>>),
    ("fixed-64-32", "midpoint-64", line::<Fixed<64, 32>, Midpoint<64>>),
    ("fixed-64-40", "lazy-52", line::<Fixed<64, 40>, Lazy<52>>),
    ("fixed-64-40", "relative-52", line::<Fixed<64, 40>, Relative<52>>),
    ("fixed-64-40", "midpoint-64", line::<Fixed<64, 40>, Midpoint<64>>),
    ("fixed-64-48", "lazy-52", line::<Fixed<64, 48>, Lazy<52>>),
    ("fixed-64-48", "midpoint-64", line::<Fixed<64, 48>, Midpoint<64>>),
    ("fixed-32-8", "lazy-23", line::<Fixed<32, 8>, Lazy<23>>),
    ("fixed-32-8", "midpoint-32", line::<Fixed<32, 8>, Midpoint<32>>),
    ("fixed-32-16", "lazy-23", line::<Fixed<32, 16>, Lazy<23>>),
    ("fixed-32-16", "midpoint-32", line::<Fixed<32, 16>, Midpoint<32>>),
    ("fixed-32-24", "lazy-23", line::<Fixed<32, 24>, Lazy<23>>),
    ("fixed-32-24", "relative-23", line::<Fixed<32, 24>, Relative<23>>),
    ("fixed-32-24", "midpoint-32", line::<Fixed<32, 24>, Midpoint<32>>),
    ("fixed-16-8", "lazy-23", line::<Fixed<16, 8>, Lazy<23>>),
    ("fixed-16-8", "midpoint-16", line::<Fixed<16, 8>, Midpoint<16>>),
];

/// Every format and sampler on the plane.
const PLANE: &[(&str, &str, Plane)] = &[
    ("f64", "relative-52", plane::<f64, Gamma<Relative<52>>>),
    ("f64", "deep-52-4", plane::<f64, Gamma<Deep<52, 4>>>),
    ("f64", "deep-52-8", plane::<f64, Gamma<Deep<52, 8>>>),
    ("f64", "deep-52-16", plane::<f64, Gamma<Deep<52, 16>>>),
    ("f64", "midpoint-53", plane::<f64, Gamma<Midpoint<53>>>),
    ("f64", "inverse midpoint-63", plane::<f64, Inverse<63>>),
    ("fixed-64-24", "relative-52", plane::<Fixed<64, 24>, Gamma<Relative<52>>>),
    ("fixed-64-24", "midpoint-64", plane::<Fixed<64, 24>, Gamma<Midpoint<64>>>),
    ("fixed-64-32", "relative-52", plane::<Fixed<64, 32>, Gamma<Relative<52>>>),
    ("fixed-64-32", "midpoint-64", plane::<Fixed<64, 32>, Gamma<Midpoint<64>>>),
    ("fixed-64-40", "relative-52", plane::<Fixed<64, 40>, Gamma<Relative<52>>>),
    ("fixed-64-40", "midpoint-64", plane::<Fixed<64, 40>, Gamma<Midpoint<64>>>),
];

/// The entry of a format and a generator; the error names all that there are.
fn find<T: Copy>(
    table: &[(&'static str, &'static str, T)],
    format: &str,
    generator: &str,
) -> Result<T, Error> {
    let found = table.iter().find(|entry| entry.0 == format && entry.1 == generator);
    found.map(|entry| entry.2).ok_or_else(|| Error::NotCompiled {
        format: format.into(),
        generator: generator.into(),
        available: table.iter().map(|entry| (entry.0, entry.1)).collect(),
    })
}

/// Answers in the format of a mechanism. Those of a plane are the coordinates of one point after the other:
/// x, y, x, y, ….
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Answers<'a> {
    /// For the format `f64`.
    F64(&'a [f64]),
    /// For the format `f32`.
    F32(&'a [f32]),
    /// For a format `fixed-BITS-FRACTION`, by words: w stands for w·2^-FRACTION.
    Fixed(&'a [i64]),
}

/// A format as it is passed at run time.
trait Passed: CertifiableFormat {
    /// The answers, if they are in this format.
    fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>>;

    /// The number of the grid point that a released value is.
    fn index(self, grid: Grid) -> Result<i64, Error>;
}

impl Passed for f64 {
    fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>> {
        if let Answers::F64(answers) = answers { Some(answers.into()) } else { None }
    }

    #[inline]
    fn index(self, grid: Grid) -> Result<i64, Error> {
        Ok(grid.index_of(self))
    }
}

impl Passed for f32 {
    fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>> {
        if let Answers::F32(answers) = answers { Some(answers.into()) } else { None }
    }

    #[inline]
    fn index(self, grid: Grid) -> Result<i64, Error> {
        Ok(grid.index_of(self.into()))
    }
}

impl<const BITS: u32, const FRAC: u32> Passed for Fixed<BITS, FRAC> {
    /// A word that the format does not hold is beyond its range of answers, and so clamped: to the end of the
    /// format already here.
    fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>> {
        let Answers::Fixed(words) = answers else { return None };
        let clamped =
            |word: i64| Self::from_raw(word).unwrap_or(if word < 0 { Self::MIN } else { Self::MAX });
        Some(words.iter().map(|word| clamped(*word)).collect())
    }

    #[inline]
    fn index(self, grid: Grid) -> Result<i64, Error> {
        match u32::try_from(grid.log2() + FRAC.cast_signed()) {
            Ok(shift) => Ok(self.raw() >> shift.min(63)),
            Err(_) => Err(Arithmetic::GridForFormat { log2: grid.log2() }.into()),
        }
    }
}

/// The numbers of the format, or an error that names what was expected.
fn passed<F: Passed>(answers: Answers<'_>) -> Result<Cow<'_, [F]>, Error> {
    F::of(answers).ok_or(Error::OtherFormat)
}

/// A number of the format, exactly, after clamping.
fn exactly<F: Passed>(answer: &Rational, (low, high): &(Rational, Rational)) -> Result<F, Error> {
    let answer = answer.clamp(low, high);
    match (F::at_most(answer), F::at_least(answer)) {
        (Some(below), Some(above)) if below == above => Ok(below),
        _ => Err(Error::Inexact),
    }
}

/// Grid points as exact numbers.
fn point(index: i64, grid: Grid) -> Rational {
    dyadic(index, 0) * dyadic(1, grid.log2())
}

/// How many answers are released between two conversions to grid points, which lie on the stack.
const CHUNK: usize = 512;

/// Releases chunk by chunk, with the number of the grid point of each release.
fn in_chunks<F: Copy, V: Copy, I: Copy>(
    answers: &[F],
    places: &mut [Release<I>],
    empty: V,
    mut release: impl FnMut(&[F], &mut [V]) -> Result<(), Error>,
    index: impl Fn(V) -> Result<Release<I>, Error>,
) -> Result<(), Error> {
    if answers.len() != places.len() {
        let (answers, places) = (answers.len(), places.len());
        return Err(Error::Length { answers, places });
    }
    let mut released = [empty; CHUNK];
    for (answers, places) in answers.chunks(CHUNK).zip(places.chunks_mut(CHUNK)) {
        let length = Error::Length { answers: answers.len(), places: CHUNK };
        let released = released.get_mut(..answers.len()).ok_or(length)?;
        release(answers, released)?;
        for (place, value) in places.iter_mut().zip(released) {
            *place = index(*value)?;
        }
    }
    Ok(())
}

/// After an error nothing was released: every place is outside.
fn all_or_nothing<I: Clone>(
    places: &mut [Release<I>],
    release: impl FnOnce(&mut [Release<I>]) -> Result<(), Error>,
) -> Result<(), Error> {
    release(places).inspect_err(|_| places.fill(Release::Outside))
}

/// What [`AnyLaplace`] does, for one format and one generator.
trait OnLine: Debug + Send + Sync {
    fn guarantee(&self) -> &Guarantee;
    fn bias(&self) -> Bias;
    fn answers(&self) -> Result<(Rational, Rational), Error>;
    fn window(&self) -> Window;
    fn release(&self, answer: &Rational, entropy: &mut dyn Entropy) -> Result<Release<i64>, Error>;
    fn release_slice(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<i64>],
        to_ends: bool,
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error>;
    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error>;
}

fn line<F: Passed, U: Tail<F> + Certifiable>(builder: Builder<()>) -> Result<Arc<dyn OnLine>, Error>
where
    Laplace<F, U>: Send + Sync + 'static,
{
    Ok(Arc::new(builder.of::<Laplace<F, U>>().build()?))
}

impl<F: Passed, U: Tail<F> + Certifiable> OnLine for Laplace<F, U>
where
    Self: Send + Sync,
{
    fn guarantee(&self) -> &Guarantee {
        self.guarantee()
    }

    fn bias(&self) -> Bias {
        U::BIAS
    }

    fn answers(&self) -> Result<(Rational, Rational), Error> {
        let range = self.answers();
        Ok((range.low().to_exact("answers")?, range.high().to_exact("answers")?))
    }

    fn window(&self) -> Window {
        self.window()
    }

    fn release(&self, answer: &Rational, entropy: &mut dyn Entropy) -> Result<Release<i64>, Error> {
        let answer: F = exactly(answer, &OnLine::answers(self)?)?;
        match self.release(answer, entropy)? {
            Release::Value(value) => Ok(Release::Value(value.index(self.window().grid())?)),
            Release::Outside => Ok(Release::Outside),
        }
    }

    fn release_slice(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<i64>],
        to_ends: bool,
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        let (answers, grid) = (passed::<F>(answers)?, self.window().grid());
        if to_ends {
            let release =
                |answers: &[F], ends: &mut [F]| self.release_slice_to_ends(answers, ends, &mut *entropy);
            let index = |end: F| Ok(Release::Value(end.index(grid)?));
            return in_chunks(&answers, places, self.answers().low(), release, index);
        }
        let release =
            |answers: &[F], values: &mut [Release<F>]| self.release_slice(answers, values, &mut *entropy);
        let index = |release| match release {
            Release::Value(value) => Ok(Release::Value(F::index(value, grid)?)),
            Release::Outside => Ok(Release::Outside),
        };
        in_chunks(&answers, places, Release::Outside, release, index)
    }

    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate()
    }
}

/// [`Laplace`] in a format and with a generator that are known at run time only; made by
/// [`Builder::build_any`].
///
/// A copy is cheap and shares the mechanism.
///
/// ```
/// use kdelta::{Answers, Laplace, Release, entropy};
///
/// let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 100).window(-100, 200).grid(1);
/// let laplace = builder.build_any("fixed-64-40", "lazy-52")?; // for example from a file
/// println!("ε′ = {:.12}", laplace.epsilon_prime());
///
/// // Words of fixed-64-40: 41 and 17.5. Releases are numbers of grid steps.
/// let mut noisy = [Release::Outside; 2];
/// laplace.release_slice(Answers::Fixed(&[41 << 40, 35 << 39]), &mut noisy, &mut entropy::chacha()?)?;
///
/// let other = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
/// let why = other.build_any("f64", "midpoint-7").unwrap_err().to_string();
/// assert!(why.contains("f64 with lazy-52, relative-52"));
/// # Ok::<(), kdelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnyLaplace(Arc<dyn OnLine>);

impl<F: Number, U: Tail<F>> Builder<Laplace<F, U>> {
    /// The mechanism in the format and with the generator of these names, as certificates spell them (`"f64"`
    /// and `"lazy-52"`), in the place of F and U.
    ///
    /// # Errors
    /// [`Error::NotCompiled`] for names of which this crate has no mechanism; otherwise as
    /// [`Builder::build`].
    pub fn build_any(self, format: &str, generator: &str) -> Result<AnyLaplace, Error> {
        find(LINE, format, generator)?(self.of()).map(AnyLaplace)
    }
}

impl AnyLaplace {
    /// The formats and generators that there are, by the names that certificates use.
    pub fn available() -> impl Iterator<Item = (&'static str, &'static str)> {
        LINE.iter().map(|entry| (entry.0, entry.1))
    }

    /// ε′, what one release costs; see [`Laplace::epsilon_prime`].
    #[must_use]
    pub fn epsilon_prime(&self) -> &kdelta_oracle::enclosure::UpperBound {
        &self.guarantee().epsilon_prime
    }

    /// ε′ and every term it follows from.
    #[must_use]
    pub fn guarantee(&self) -> &Guarantee {
        self.0.guarantee()
    }

    /// The bias that the generator states.
    #[must_use]
    pub fn bias(&self) -> Bias {
        self.0.bias()
    }

    /// The range that answers are clamped into, as exact numbers.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for an end that is no number, which [`Builder::build`] does not let through.
    pub fn answers(&self) -> Result<(Rational, Rational), Error> {
        self.0.answers()
    }

    /// The outputs, as numbers of grid steps.
    #[must_use]
    pub fn window(&self) -> Window {
        self.0.window()
    }

    /// One noisy answer as an exact number. The answer is clamped first; then it must be a number of the
    /// format.
    ///
    /// # Errors
    /// [`Error::Inexact`] if it is none: rounding it would change the sensitivity. Otherwise as
    /// [`Laplace::release`].
    pub fn release(&self, answer: &Rational, entropy: &mut dyn Entropy) -> Result<Release<Rational>, Error> {
        let grid = self.window().grid();
        Ok(match self.0.release(answer, entropy)? {
            Release::Value(index) => Release::Value(point(index, grid)),
            Release::Outside => Release::Outside,
        })
    }

    /// One release of each answer with a draw of its own, as numbers of grid steps; see
    /// [`Laplace::release_slice`].
    ///
    /// # Errors
    /// [`Error::OtherFormat`] for answers of another format, [`Error::Length`] if the lengths differ;
    /// otherwise as [`Laplace::release`]. After an error every place holds [`Release::Outside`].
    pub fn release_slice(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<i64>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        all_or_nothing(places, |places| self.0.release_slice(answers, places, false, entropy))
    }

    /// The same with the end of the window on its side in the place of [`Release::Outside`]; see
    /// [`Laplace::release_to_ends`].
    ///
    /// # Errors
    /// As [`AnyLaplace::release_slice`]; only after an error a place holds [`Release::Outside`].
    pub fn release_slice_to_ends(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<i64>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        all_or_nothing(places, |places| self.0.release_slice(answers, places, true, entropy))
    }

    /// The certificate of this mechanism; see [`Laplace::certificate`].
    ///
    /// # Errors
    /// As [`Laplace::certificate`].
    #[cfg(feature = "certificate")]
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.0.certificate()
    }
}

/// What [`AnyPlanarLaplace`] does, for one format, one sampler and one kind of region.
trait OnPlane: Debug + Send + Sync {
    fn guarantee(&self) -> &Guarantee;
    fn answers(&self) -> Result<[(Rational, Rational); 2], Error>;
    fn region(&self) -> &Region;
    fn release(&self, point: &[Rational; 2], entropy: &mut dyn Entropy) -> Result<Release<[i64; 2]>, Error>;
    fn release_slice(
        &self,
        points: Answers<'_>,
        places: &mut [Release<[i64; 2]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error>;
    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error>;
}

fn plane<F: Passed + Polar, S: Radius<F> + Certifiable>(
    builder: Builder<()>,
) -> Result<Arc<dyn OnPlane>, Error>
where
    PlanarLaplace<F, S>: Send + Sync + 'static,
{
    Ok(Arc::new(builder.of::<PlanarLaplace<F, S>>().build()?))
}

/// Both coordinates of a release by the numbers of their grid points.
fn indices<F: Passed>(release: Release<[F; 2]>, grid: Grid) -> Result<Release<[i64; 2]>, Error> {
    match release {
        Release::Value([x, y]) => Ok(Release::Value([x.index(grid)?, y.index(grid)?])),
        Release::Outside => Ok(Release::Outside),
    }
}

impl<F: Passed + Polar, S: Radius<F> + Certifiable> OnPlane for PlanarLaplace<F, S>
where
    Self: Send + Sync,
{
    fn guarantee(&self) -> &Guarantee {
        self.guarantee()
    }

    fn answers(&self) -> Result<[(Rational, Rational); 2], Error> {
        let [x, y] = self.answers();
        let ends = |range: &kdelta_finite::Range<F>| -> Result<_, Error> {
            Ok((range.low().to_exact("answers")?, range.high().to_exact("answers")?))
        };
        Ok([ends(x)?, ends(y)?])
    }

    fn region(&self) -> &Region {
        self.region()
    }

    fn release(&self, point: &[Rational; 2], entropy: &mut dyn Entropy) -> Result<Release<[i64; 2]>, Error> {
        let ([a, b], [x, y]) = (OnPlane::answers(self)?, point);
        let release = self.release([exactly(x, &a)?, exactly(y, &b)?], entropy)?;
        indices(release, self.region().bounds().grid())
    }

    fn release_slice(
        &self,
        points: Answers<'_>,
        places: &mut [Release<[i64; 2]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        let (coordinates, grid) = (passed::<F>(points)?, self.region().bounds().grid());
        let pairs = coordinates.chunks_exact(2);
        if !pairs.remainder().is_empty() {
            return Err(Error::Length { answers: coordinates.len(), places: 2 * places.len() });
        }
        let points: Vec<[F; 2]> = pairs.filter_map(|pair| pair.first_chunk().copied()).collect();
        let release = |points: &[[F; 2]], values: &mut [Release<[F; 2]>]| {
            self.release_slice(points, values, &mut *entropy)
        };
        in_chunks(&points, places, Release::Outside, release, |release| indices(release, grid))
    }

    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate()
    }
}

/// [`PlanarLaplace`] in a format and with a sampler that are known at run time only; made by
/// [`Builder::build_any`].
///
/// A copy is cheap and shares the mechanism.
///
/// ```
/// use kdelta::{Answers, PlanarLaplace, Release, entropy};
///
/// let builder = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((0, 1000), (0, 1000)).grid(2);
/// let planar = builder.rectangle((0, 1000), (0, 1000)).build_any("f64", "relative-52")?;
/// assert_eq!(planar.region().cells(), 501 * 501);
///
/// let mut noisy = [Release::Outside; 2];
/// planar.release_slice(Answers::F64(&[120.0, 40.5, 800.0, 7.25]), &mut noisy, &mut entropy::chacha()?)?; // two points
/// # Ok::<(), kdelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnyPlanarLaplace(Arc<dyn OnPlane>);

impl<F: Number + Polar, S: Radius<F>> Builder<PlanarLaplace<F, S>> {
    /// The mechanism in the format and with the sampler of these names, as certificates spell them, in the
    /// place of F and S: the radius is drawn from two draws of a generator (`"deep-52-4"`), or by the inverse
    /// of its distribution function (`"inverse midpoint-63"`).
    ///
    /// # Errors
    /// [`Error::NotCompiled`] for names of which this crate has no mechanism; otherwise as
    /// [`Builder::build`].
    pub fn build_any(self, format: &str, sampler: &str) -> Result<AnyPlanarLaplace, Error> {
        find(PLANE, format, sampler)?(self.of()).map(AnyPlanarLaplace)
    }
}

impl AnyPlanarLaplace {
    /// The formats and samplers that there are, by the names that certificates use.
    pub fn available() -> impl Iterator<Item = (&'static str, &'static str)> {
        PLANE.iter().map(|entry| (entry.0, entry.1))
    }

    /// ε′, what one release costs for points within Δ of each other; see [`PlanarLaplace::epsilon_prime`].
    #[must_use]
    pub fn epsilon_prime(&self) -> &kdelta_oracle::enclosure::UpperBound {
        &self.guarantee().epsilon_prime
    }

    /// ε′ and every term it follows from.
    #[must_use]
    pub fn guarantee(&self) -> &Guarantee {
        self.0.guarantee()
    }

    /// The rectangle that points are clamped into, as exact numbers: one range for each coordinate.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for an end that is no number, which [`Builder::build`] does not let through.
    pub fn answers(&self) -> Result<[(Rational, Rational); 2], Error> {
        self.0.answers()
    }

    /// The outputs.
    #[must_use]
    pub fn region(&self) -> &Region {
        self.0.region()
    }

    /// One noisy point as exact numbers. The point is clamped first; then its coordinates must be numbers of
    /// the format.
    ///
    /// # Errors
    /// [`Error::Inexact`] if one is none: rounding it would change the sensitivity. Otherwise as
    /// [`PlanarLaplace::release`].
    pub fn release(
        &self,
        point: &[Rational; 2],
        entropy: &mut dyn Entropy,
    ) -> Result<Release<[Rational; 2]>, Error> {
        let grid = self.region().bounds().grid();
        Ok(match self.0.release(point, entropy)? {
            Release::Value(indices) => Release::Value(indices.map(|index| self::point(index, grid))),
            Release::Outside => Release::Outside,
        })
    }

    /// One release of each point with a draw of its own, as numbers of grid steps; see
    /// [`PlanarLaplace::release_slice`].
    ///
    /// # Errors
    /// [`Error::OtherFormat`] for answers of another format, [`Error::Length`] if there are not two
    /// coordinates for every place; otherwise as [`PlanarLaplace::release`]. After an error every place holds
    /// [`Release::Outside`].
    pub fn release_slice(
        &self,
        points: Answers<'_>,
        places: &mut [Release<[i64; 2]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        all_or_nothing(places, |places| self.0.release_slice(points, places, entropy))
    }

    /// The certificate of this mechanism; see [`PlanarLaplace::certificate`].
    ///
    /// # Errors
    /// As [`PlanarLaplace::certificate`].
    #[cfg(feature = "certificate")]
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.0.certificate()
    }
}
