//! Mechanisms whose format and generator are chosen at run time, by the names that certificates use.
//!
//! A format and a generator are types, so each pair is compiled by itself. The tables below are the only
//! place that goes from names to types; who reads the names from a certificate, a flag or another language
//! builds with [`Builder::build_any`]. The choice is made once for a slice, never for each value of it.

use crate::builder::{Builder, ends};
use crate::error::Error;
use crate::gaussian::Gaussian;
use crate::guarantee::{Guarantee, Law};
use crate::laplace::Laplace;
use crate::line::OnTheLine;
use crate::number::Number;
use crate::planar::{PlanarLaplace, Region};
use kdelta_finite::planar::{Gamma, Inverse, Polar, Radius};
use kdelta_finite::{
    Bias, Deep, Entropy, Error as Arithmetic, Fixed, Grid, Lazy, Midpoint, NormalTail, Range, Relative,
    Release, Tail, Window,
};
use kdelta_oracle::number::Rational;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

// Certificates know every format and every generator of the tables.
#[cfg(feature = "certificate")]
use crate::certificate::{Certifiable, CertifiableFormat, CertifiableNoise};
#[cfg(not(feature = "certificate"))]
use crate::number::Number as CertifiableFormat;
#[cfg(feature = "certificate")]
use kdelta_certificate::Certificate;

#[cfg(not(feature = "certificate"))]
trait Certifiable {}
#[cfg(not(feature = "certificate"))]
impl<T> Certifiable for T {}
#[cfg(not(feature = "certificate"))]
use crate::line::LineNoise as CertifiableNoise;

/// A format, a generator or sampler, and what builds the mechanism of both in D dimensions.
type Entry<const D: usize> =
    (&'static str, &'static str, fn(Builder<()>) -> Result<Arc<dyn Chosen<D>>, Error>);

/// The entries of a mechanism: each format with its generators.
macro_rules! entries {
    ($Mechanism:ident, $($format:literal $F:ty: $($name:literal $U:ty),+;)+) => {
        &[$($(($format, $name, |asked| Ok(Arc::new(asked.of::<$Mechanism<$F, $U>>().build()?))),)+)+]
    };
}

/// Every format and generator of Laplace noise on the line.
const LAPLACE: &[Entry<1>] = entries! { Laplace,
    "f64" f64: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "deep-52-4" Deep<52, 4>,
        "deep-52-8" Deep<52, 8>, "deep-52-16" Deep<52, 16>, "midpoint-53" Midpoint<53>;
    "f32" f32: "lazy-23" Lazy<23>, "relative-23" Relative<23>, "midpoint-24" Midpoint<24>;
    "fixed-64-16" Fixed<64, 16>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
    "fixed-64-24" Fixed<64, 24>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
    "fixed-64-32" Fixed<64, 32>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
    "fixed-64-40" Fixed<64, 40>: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "midpoint-64" Midpoint<64>;
    "fixed-64-48" Fixed<64, 48>: "lazy-52" Lazy<52>, "midpoint-64" Midpoint<64>;
    "fixed-32-8" Fixed<32, 8>: "lazy-23" Lazy<23>, "midpoint-32" Midpoint<32>;
    "fixed-32-16" Fixed<32, 16>: "lazy-23" Lazy<23>, "midpoint-32" Midpoint<32>;
    "fixed-32-24" Fixed<32, 24>: "lazy-23" Lazy<23>, "relative-23" Relative<23>, "midpoint-32" Midpoint<32>;
    "fixed-16-8" Fixed<16, 8>: "lazy-23" Lazy<23>, "midpoint-16" Midpoint<16>;
};

/// Every format and generator of Gaussian noise on the line.
const GAUSSIAN: &[Entry<1>] = entries! { Gaussian,
    "f64" f64: "lazy-52" Lazy<52>, "relative-52" Relative<52>, "deep-52-4" Deep<52, 4>,
        "deep-52-8" Deep<52, 8>, "deep-52-16" Deep<52, 16>;
    "f32" f32: "lazy-23" Lazy<23>, "relative-23" Relative<23>;
    "fixed-64-16" Fixed<64, 16>: "relative-52" Relative<52>;
    "fixed-64-24" Fixed<64, 24>: "relative-52" Relative<52>;
    "fixed-64-32" Fixed<64, 32>: "relative-52" Relative<52>;
    "fixed-64-40" Fixed<64, 40>: "relative-52" Relative<52>;
    "fixed-64-48" Fixed<64, 48>: "relative-52" Relative<52>;
    "fixed-32-8" Fixed<32, 8>: "relative-23" Relative<23>;
    "fixed-32-16" Fixed<32, 16>: "relative-23" Relative<23>;
    "fixed-32-24" Fixed<32, 24>: "relative-23" Relative<23>;
};

/// Every format and sampler on the plane.
const PLANE: &[Entry<2>] = entries! { PlanarLaplace,
    "f64" f64: "relative-52" Gamma<Relative<52>>, "deep-52-4" Gamma<Deep<52, 4>>,
        "deep-52-8" Gamma<Deep<52, 8>>, "deep-52-16" Gamma<Deep<52, 16>>, "midpoint-53" Gamma<Midpoint<53>>,
        "inverse midpoint-63" Inverse<63>;
    "fixed-64-24" Fixed<64, 24>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
    "fixed-64-32" Fixed<64, 32>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
    "fixed-64-40" Fixed<64, 40>: "relative-52" Gamma<Relative<52>>, "midpoint-64" Gamma<Midpoint<64>>;
};

/// The formats that there are for a law of noise, each with its generators, on the plane its samplers, by the names that
/// certificates use.
#[must_use]
pub fn available(law: Law) -> Vec<(&'static str, &'static str)> {
    match law {
        Law::Laplace => names(LAPLACE),
        Law::Gaussian => names(GAUSSIAN),
        Law::PlanarLaplace => names(PLANE),
    }
}

fn names<const D: usize>(table: &[Entry<D>]) -> Vec<(&'static str, &'static str)> {
    table.iter().map(|entry| (entry.0, entry.1)).collect()
}

/// Builds the entry of a format and a generator; the error names all that there are.
fn build<const D: usize>(
    table: &[Entry<D>],
    (format, generator): (&str, &str),
    builder: Builder<()>,
) -> Result<AnyMechanism<D>, Error> {
    match table.iter().find(|entry| (entry.0, entry.1) == (format, generator)) {
        Some(entry) => entry.2(builder).map(AnyMechanism),
        None => Err(Error::NotCompiled {
            format: format.into(),
            generator: generator.into(),
            available: names(table),
        }),
    }
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

    /// From a released value to the number of its grid point.
    fn index(grid: Grid) -> Result<impl Fn(Self) -> i64, Error>;
}

macro_rules! float {
    ($F:ty, $Answers:ident) => {
        impl Passed for $F {
            fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>> {
                if let Answers::$Answers(answers) = answers { Some(answers.into()) } else { None }
            }

            fn index(grid: Grid) -> Result<impl Fn(Self) -> i64, Error> {
                Ok(move |value: Self| grid.index_of(value.into()))
            }
        }
    };
}

float!(f64, F64);
float!(f32, F32);

impl<const BITS: u32, const FRAC: u32> Passed for Fixed<BITS, FRAC> {
    /// A word that the format does not hold is beyond its range of answers, and so clamped: to the end of the
    /// format already here.
    fn of(answers: Answers<'_>) -> Option<Cow<'_, [Self]>> {
        let Answers::Fixed(words) = answers else { return None };
        let clamped =
            |word: i64| Self::from_raw(word).unwrap_or(if word < 0 { Self::MIN } else { Self::MAX });
        Some(words.iter().map(|word| clamped(*word)).collect())
    }

    fn index(grid: Grid) -> Result<impl Fn(Self) -> i64, Error> {
        let no_point = |_| Arithmetic::GridForFormat { log2: grid.log2() };
        let shift = u32::try_from(grid.log2() + FRAC.cast_signed()).map_err(no_point)?.min(63);
        Ok(move |value: Self| value.raw() >> shift)
    }
}

/// The number of the format that an answer is after clamping.
fn clamped<F: Passed>(answer: &Rational, range: &Range<F>) -> Result<F, Error> {
    let (low, high) = ends(*range)?;
    let answer = answer.clamp(&low, &high);
    match (F::at_most(answer), F::at_least(answer)) {
        (Some(below), Some(above)) if below == above => Ok(below),
        _ => Err(Error::Inexact),
    }
}

/// What came of an exact answer.
type Exactly<const D: usize> = Result<Release<[Rational; D]>, Error>;
/// Answers, and the places of their releases in grid steps.
type Slices<'a, const D: usize> = (Answers<'a>, &'a mut [Release<[i64; D]>]);

/// Releases coordinates to places that are `empty` before, and turns the point of each place, which is none
/// outside, into grid steps.
fn in_steps<F: Passed, V: Copy, const D: usize>(
    (answers, places): Slices<'_, D>,
    grid: Grid,
    empty: V,
    release: impl FnOnce(&[F], &mut [V]) -> Result<(), Error>,
    point: impl Fn(V) -> Option<[F; D]>,
) -> Result<(), Error> {
    let (coordinates, index) = (F::of(answers).ok_or(Error::OtherFormat)?, F::index(grid)?);
    if coordinates.len() != D * places.len() {
        return Err(Error::Length { answers: coordinates.len(), places: D * places.len() });
    }
    let mut released = vec![empty; places.len()];
    release(&coordinates, &mut released)?;
    for (place, release) in places.iter_mut().zip(released) {
        *place = point(release).map_or(Release::Outside, |point| Release::Value(point.map(&index)));
    }
    Ok(())
}

/// What [`AnyMechanism`] does, for one format and one generator or sampler.
trait Chosen<const D: usize>: Debug + Send + Sync {
    fn guarantee(&self) -> &Guarantee;
    fn answers(&self) -> Result<[(Rational, Rational); D], Error>;
    fn windows(&self) -> [Window; D];
    fn bias(&self) -> Option<Bias> {
        None
    }
    fn region(&self) -> Option<&Region> {
        None
    }
    fn exactly(&self, answer: &[Rational; D], entropy: &mut dyn Entropy) -> Exactly<D>;
    /// The plane has no ends: there, what is outside stays outside.
    fn slice(&self, slices: Slices<'_, D>, to_ends: bool, entropy: &mut dyn Entropy) -> Result<(), Error>;
    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error>;
}

impl<F: Passed, N: CertifiableNoise<F>> Chosen<1> for OnTheLine<F, N>
where
    Self: Send + Sync,
{
    fn guarantee(&self) -> &Guarantee {
        self.guarantee()
    }

    fn answers(&self) -> Result<[(Rational, Rational); 1], Error> {
        Ok([ends(self.answers())?])
    }

    fn windows(&self) -> [Window; 1] {
        [self.window()]
    }

    fn bias(&self) -> Option<Bias> {
        Some(N::BIAS)
    }

    fn exactly(&self, [answer]: &[Rational; 1], entropy: &mut dyn Entropy) -> Exactly<1> {
        Ok(match self.release(clamped(answer, &self.answers())?, entropy)? {
            Release::Value(value) => Release::Value([value.to_exact("release")?]),
            Release::Outside => Release::Outside,
        })
    }

    fn slice(&self, slices: Slices<'_, 1>, to_ends: bool, entropy: &mut dyn Entropy) -> Result<(), Error> {
        let (grid, low) = (self.window().grid(), self.answers().low());
        if to_ends {
            let release = |answers: &[F], ends: &mut [F]| self.release_slice_to_ends(answers, ends, entropy);
            return in_steps(slices, grid, low, release, |end| Some([end]));
        }
        let release = |answers: &[F], places: &mut [_]| self.release_slice(answers, places, entropy);
        in_steps(slices, grid, Release::Outside, release, |release| Some([release.value()?]))
    }

    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate()
    }
}

impl<F: Passed + Polar, S: Radius<F> + Certifiable> Chosen<2> for PlanarLaplace<F, S>
where
    Self: Send + Sync,
{
    fn guarantee(&self) -> &Guarantee {
        self.guarantee()
    }

    fn answers(&self) -> Result<[(Rational, Rational); 2], Error> {
        let [x, y] = self.answers();
        Ok([ends(*x)?, ends(*y)?])
    }

    fn windows(&self) -> [Window; 2] {
        self.region().bounds().axes()
    }

    fn region(&self) -> Option<&Region> {
        Some(self.region())
    }

    fn exactly(&self, [x, y]: &[Rational; 2], entropy: &mut dyn Entropy) -> Exactly<2> {
        let [across, up] = self.answers();
        Ok(match self.release([clamped(x, across)?, clamped(y, up)?], entropy)? {
            Release::Value([x, y]) => Release::Value([x.to_exact("release")?, y.to_exact("release")?]),
            Release::Outside => Release::Outside,
        })
    }

    fn slice(&self, slices: Slices<'_, 2>, _: bool, entropy: &mut dyn Entropy) -> Result<(), Error> {
        let release = |coordinates: &[F], places: &mut [_]| {
            let pairs = coordinates.chunks_exact(2);
            let points: Vec<[F; 2]> = pairs.filter_map(|pair| pair.first_chunk().copied()).collect();
            self.release_slice(&points, places, entropy)
        };
        in_steps(slices, self.region().bounds().grid(), Release::Outside, release, Release::value)
    }

    #[cfg(feature = "certificate")]
    fn certificate(&self) -> Result<Certificate, Error> {
        self.certificate()
    }
}

/// A mechanism in D dimensions whose format and generator are known at run time only, made by `build_any`:
/// [`AnyOnTheLine`] or [`AnyPlanarLaplace`]. An answer has D coordinates, and so has a release.
///
/// A copy is cheap and shares the mechanism.
///
/// ```
/// use kdelta::{Answers, Laplace, PlanarLaplace, Region, Release, entropy};
///
/// let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 100).window(-100, 200).grid(1);
/// let laplace = builder.clone().build_any("fixed-64-40", "lazy-52")?; // for example from a file
/// println!("ε′ = {:.12}", laplace.epsilon_prime());
///
/// // Words of fixed-64-40: 41 and 17.5. Releases are numbers of grid steps.
/// let mut noisy = [Release::Outside; 2];
/// laplace.release_slice(Answers::Fixed(&[41 << 40, 35 << 39]), &mut noisy, &mut entropy::stream()?)?;
///
/// let why = builder.build_any("f64", "midpoint-7").unwrap_err().to_string();
/// assert!(why.contains("f64 with lazy-52, relative-52"));
///
/// let builder = PlanarLaplace::<f64>::builder().epsilon(1).distance(200).answers((0, 1000), (0, 1000)).grid(2);
/// let planar = builder.rectangle((0, 1000), (0, 1000)).build_any("f64", "relative-52")?;
/// assert_eq!(planar.region().map(Region::cells), Some(501 * 501));
///
/// let mut noisy = [Release::Outside; 2]; // two points
/// planar.release_slice(Answers::F64(&[120.0, 40.5, 800.0, 7.25]), &mut noisy, &mut entropy::stream()?)?;
/// # Ok::<(), kdelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnyMechanism<const D: usize>(Arc<dyn Chosen<D>>);

/// [`Laplace`] or [`Gaussian`], chosen at run time.
pub type AnyOnTheLine = AnyMechanism<1>;
/// [`PlanarLaplace`], chosen at run time.
pub type AnyPlanarLaplace = AnyMechanism<2>;

impl<F: Number, U: Tail<F>> Builder<Laplace<F, U>> {
    /// The mechanism in the format and with the generator of these names, as certificates spell them (`"f64"`
    /// and `"lazy-52"`), in the place of F and U.
    ///
    /// # Errors
    /// [`Error::NotCompiled`] for names of which this crate has no mechanism; otherwise as
    /// [`Builder::build`].
    pub fn build_any(self, format: &str, generator: &str) -> Result<AnyOnTheLine, Error> {
        build(LAPLACE, (format, generator), self.of())
    }
}

impl<F: Number + NormalTail, U: Tail<F>> Builder<Gaussian<F, U>> {
    /// The same for Gaussian noise.
    ///
    /// # Errors
    /// [`Error::NotCompiled`] for names of which this crate has no mechanism; otherwise as
    /// [`Builder::build`].
    pub fn build_any(self, format: &str, generator: &str) -> Result<AnyOnTheLine, Error> {
        build(GAUSSIAN, (format, generator), self.of())
    }
}

impl<F: Number + Polar, S: Radius<F>> Builder<PlanarLaplace<F, S>> {
    /// The same on the plane, with the name of a sampler: the radius is drawn from two draws of a generator
    /// (`"deep-52-4"`), or by the inverse of its distribution function (`"inverse midpoint-63"`).
    ///
    /// # Errors
    /// [`Error::NotCompiled`] for names of which this crate has no mechanism; otherwise as
    /// [`Builder::build`].
    pub fn build_any(self, format: &str, sampler: &str) -> Result<AnyPlanarLaplace, Error> {
        build(PLANE, (format, sampler), self.of())
    }
}

impl<const D: usize> AnyMechanism<D> {
    /// ε′, what one release costs; see [`OnTheLine::epsilon_prime`] and [`PlanarLaplace::epsilon_prime`].
    #[must_use]
    pub fn epsilon_prime(&self) -> &kdelta_oracle::enclosure::UpperBound {
        &self.guarantee().epsilon_prime
    }

    /// ε′ and every term it follows from.
    #[must_use]
    pub fn guarantee(&self) -> &Guarantee {
        self.0.guarantee()
    }

    /// The range that each coordinate of an answer is clamped into, as exact numbers.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for an end that is no number, which [`Builder::build`] does not let through.
    pub fn answers(&self) -> Result<[(Rational, Rational); D], Error> {
        self.0.answers()
    }

    /// The window that each coordinate of an output lies in, as numbers of grid steps; the grid is one.
    #[must_use]
    pub fn windows(&self) -> [Window; D] {
        self.0.windows()
    }

    /// On the line, the bias that the generator states.
    #[must_use]
    pub fn bias(&self) -> Option<Bias> {
        self.0.bias()
    }

    /// On the plane, the outputs: they need not be all points whose coordinates lie in the windows.
    #[must_use]
    pub fn region(&self) -> Option<&Region> {
        self.0.region()
    }

    /// One noisy answer as exact numbers. Each coordinate is clamped first; then it must be a number of the
    /// format.
    ///
    /// # Errors
    /// [`Error::Inexact`] if it is none: rounding it would change the sensitivity. Otherwise as
    /// [`OnTheLine::release`].
    pub fn release(
        &self,
        answer: &[Rational; D],
        entropy: &mut dyn Entropy,
    ) -> Result<Release<[Rational; D]>, Error> {
        self.0.exactly(answer, entropy)
    }

    /// One release of each answer with a draw of its own, as numbers of grid steps; see
    /// [`OnTheLine::release_slice`].
    ///
    /// # Errors
    /// [`Error::OtherFormat`] for answers of another format, [`Error::Length`] if there are not D coordinates
    /// for every place; otherwise as [`OnTheLine::release`]. After an error every place holds
    /// [`Release::Outside`].
    pub fn release_slice(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<[i64; D]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        let released = self.0.slice((answers, places), false, entropy);
        released.inspect_err(|_| places.fill(Release::Outside))
    }

    /// The certificate of this mechanism; see [`OnTheLine::certificate`].
    ///
    /// # Errors
    /// As [`OnTheLine::certificate`].
    #[cfg(feature = "certificate")]
    pub fn certificate(&self) -> Result<Certificate, Error> {
        self.0.certificate()
    }
}

impl AnyOnTheLine {
    /// The values of one vector, for ε′ in all; see [`OnTheLine::release_vector`].
    ///
    /// # Errors
    /// [`Error::Dimension`] if there are not so many places as [`Builder::vector`] said; otherwise as
    /// [`AnyMechanism::release_slice`].
    pub fn release_vector(
        &self,
        answer: Answers<'_>,
        places: &mut [Release<[i64; 1]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        self.guarantee().require_vector(places.len()).inspect_err(|_| places.fill(Release::Outside))?;
        self.release_slice(answer, places, entropy)
    }

    /// [`AnyMechanism::release_slice`] with the end of the window on its side in the place of
    /// [`Release::Outside`]; see [`OnTheLine::release_to_ends`].
    ///
    /// # Errors
    /// As [`AnyMechanism::release_slice`]; only after an error a place holds [`Release::Outside`].
    pub fn release_slice_to_ends(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<[i64; 1]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), Error> {
        let released = self.0.slice((answers, places), true, entropy);
        released.inspect_err(|_| places.fill(Release::Outside))
    }
}
