//! The certificate of a built mechanism: the same text that `kdelta certify` writes for the same setting.

use crate::builder::ends;
use crate::error::Error;
use crate::guarantee::Guarantee;
use crate::laplace::Laplace;
use crate::number::Number;
use crate::planar::{PlanarLaplace, Region};
use kdelta_certificate::{
    Area, Certificate, Embedded, Format, GeneratorName, Law, Line, MechanismCertificate,
    MechanismDescription, Number as Exact, Outputs, Places, Plane, Range, Sampler, Setting, Subject, Vector,
};
use kdelta_finite::planar::{Gamma, Inverse, Polar, Radius};
use kdelta_finite::{Deep, Fixed, Lazy, Midpoint, Relative, Tail, Window};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::transfer::Closeness;

/// A format that certificates know: `f64`, `f32` or [`Fixed`].
#[diagnostic::on_unimplemented(
    message = "certificates do not know the format `{Self}`",
    label = "has no certificate",
    note = "certificates are for `f64`, `f32` and `Fixed`; what a mechanism in another format guarantees is in `.guarantee()`"
)]
pub trait CertifiableFormat: Number {
    /// The format, as certificates name it.
    const FORMAT: Format;
}

impl CertifiableFormat for f64 {
    const FORMAT: Format = Format::Binary64;
}

impl CertifiableFormat for f32 {
    const FORMAT: Format = Format::Binary32;
}

impl<const BITS: u32, const FRAC: u32> CertifiableFormat for Fixed<BITS, FRAC> {
    const FORMAT: Format = Format::Fixed { bits: BITS, fraction: FRAC };
}

/// A generator, or in the plane a sampler of the radius, that certificates know.
#[diagnostic::on_unimplemented(
    message = "certificates do not know the generator `{Self}`",
    label = "has no certificate",
    note = "certificates are for `Lazy`, `Relative`, `Deep` and `Midpoint`, and in the plane for `Gamma` of them and `Inverse`; what another generator guarantees is in `.guarantee()`"
)]
pub trait Certifiable {
    /// How the radius of planar noise is made of the generator's draws. Noise for numbers does not use it.
    const SAMPLER: Sampler = Sampler::Gamma;

    /// The generator, as certificates name it.
    const GENERATOR: GeneratorName;
}

impl<const P: u32> Certifiable for Lazy<P> {
    const GENERATOR: GeneratorName = GeneratorName::Lazy(P);
}

impl<const P: u32> Certifiable for Relative<P> {
    const GENERATOR: GeneratorName = GeneratorName::Relative(P);
}

impl<const P: u32, const WORDS: usize> Certifiable for Deep<P, WORDS> {
    /// More words than 16, which no generator has, are refused when the certificate is derived.
    #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
    const GENERATOR: GeneratorName =
        GeneratorName::Deep { bits: P, words: if WORDS <= 16 { WORDS as u32 } else { u32::MAX } };
}

impl<const BITS: u32> Certifiable for Midpoint<BITS> {
    const GENERATOR: GeneratorName = GeneratorName::Midpoint(BITS);
}

impl<U: Certifiable> Certifiable for Gamma<U> {
    const GENERATOR: GeneratorName = U::GENERATOR;
}

impl<const BITS: u32> Certifiable for Inverse<BITS> {
    const SAMPLER: Sampler = Sampler::Inverse;
    const GENERATOR: GeneratorName = GeneratorName::Midpoint(BITS);
}

impl<F: CertifiableFormat, U: Tail<F> + Certifiable> Laplace<F, U> {
    /// The certificate of this mechanism: every term, every condition, the digests of the code, what is
    /// assumed. Its [`Certificate::text`] is what `kdelta certify laplace` writes for the same setting, or
    /// `kdelta certify vector` if it is one of a vector, and `kdelta audit` checks it.
    ///
    /// ```
    /// # use kdelta::Laplace;
    /// # let laplace = Laplace::<f64>::builder()
    /// #     .epsilon(1).sensitivity(1).answers(0, 1).window(-2, 3).grid("2^-10").build()?;
    /// let text = laplace.certificate()?.text()?; // JSON, to be kept beside the release
    /// assert!(text.contains("\"verdict\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A generator that certificates do not know, such as one with a logarithm of your own, has none, and this
    /// does not compile:
    ///
    /// ```compile_fail,E0599
    /// # use kdelta::{Laplace, Logarithm, Own};
    /// fn certify<K: Logarithm>(laplace: &Laplace<f64, Own<K, 16>>) {
    ///     let _ = laplace.certificate();
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Certificate`] if no certificate can be derived from the sources inside this program, or if
    /// its ε′ is not the one of this mechanism. Neither is known to happen.
    pub fn certificate(&self) -> Result<Certificate, Error> {
        let window = self.window();
        let &Guarantee { dimension, changed, .. } = self.guarantee();
        let law = Law::Laplace(Line {
            answers: range(ends(self.answers())?),
            window: on_grid(window),
            vector: Vector { dimension, changed },
        });
        issue::<F, U>(self.epsilon_asked(), self.guarantee(), dyadic(1, window.grid().log2()), law)
    }
}

impl<F: CertifiableFormat + Polar, S: Radius<F> + Certifiable> PlanarLaplace<F, S> {
    /// The certificate of this mechanism, whose unit of length is the metre: as [`Laplace::certificate`], the text
    /// that `kdelta certify planar` writes for the same setting.
    ///
    /// ```
    /// # use kdelta::PlanarLaplace;
    /// # let planar = PlanarLaplace::<f64>::builder().epsilon(1).distance(200)
    /// #     .answers((-500, 500), (-500, 500)).disc((0, 0), 1000).grid(2).build()?;
    /// let text = planar.certificate()?.text()?;
    /// assert!(text.contains("\"planar_laplace\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Certificate`] for outputs that certificates do not know, which are all but rectangles and discs about
    /// the origin; otherwise as [`Laplace::certificate`].
    pub fn certificate(&self) -> Result<Certificate, Error> {
        let step = dyadic(1, self.region().bounds().grid().log2());
        let [x, y] = self.answers();
        let answers = Area { x: range(ends(*x)?), y: range(ends(*y)?) };
        let outputs = match self.region() {
            Region::Rectangle(rectangle) => {
                let [x, y] = rectangle.axes().map(on_grid);
                Outputs::Rectangle(Area { x, y })
            }
            Region::Disc(disc) if disc.centre() == [0, 0] => {
                Outputs::Disc { radius: (&(Rational::from_integer(disc.radius().into()) * &step)).into() }
            }
            Region::Disc(_) | Region::Mask(_) => {
                return Err(Error::Certificate {
                    why: "outputs: are neither a rectangle nor a disc about the origin; move the origin, or take \
                          what `.guarantee()` states"
                        .into(),
                });
            }
        };
        let law =
            Law::PlanarLaplace(Plane { places: Places::Plane { answers }, outputs, sampler: S::SAMPLER });
        issue::<F, S>(self.epsilon_asked(), self.guarantee(), step, law)
    }
}

fn range((low, high): (Rational, Rational)) -> Range {
    Range { low: (&low).into(), high: (&high).into() }
}

/// The least and the largest output of a window.
fn on_grid(window: Window) -> Range {
    let point = |index: i64| dyadic(index, window.grid().log2());
    range((point(window.low()), point(window.high())))
}

/// Derives the certificate, and compares its ε′, κ₊ and κ₋ with the mechanism's.
fn issue<F: CertifiableFormat, D: Certifiable>(
    epsilon: &Rational,
    guarantee: &Guarantee,
    step: Rational,
    law: Law,
) -> Result<Certificate, Error> {
    let setting = Setting {
        epsilon: Some(epsilon.into()),
        sensitivity: (&guarantee.sensitivity).into(),
        query_error: Exact::from(0),
        reading_error: Exact::from(0),
        grid: (&step).into(),
        law,
    };
    let description = MechanismDescription { format: F::FORMAT, setting, generator: D::GENERATOR };
    let refused = |why: kdelta_certificate::Refusal| Error::Certificate { why: why.to_string() };
    let certificate = MechanismCertificate::derive(&description, &Embedded).map_err(refused)?;
    if &certificate.verdict.0 != guarantee.epsilon_prime.value()
        || Closeness::from(&certificate.closeness) != guarantee.closeness
    {
        return Err(Error::Certificate {
            why: "verdict: ε′, κ₊ and κ₋ are not those of the mechanism; build this program from one version of all crates of \
                  kdelta"
                .into(),
        });
    }
    Ok(Certificate::new(Subject::Mechanism(Box::new(certificate))))
}
