//! The certificate of a built mechanism: the same text that `kdelta certify` writes for the same setting.

use crate::error::Error;
use crate::laplace::Laplace;
use crate::number::Number;
use kdelta_certificate::{
    Certificate, Embedded, Format, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription,
    Number as Exact, Range, Setting, Subject,
};
use kdelta_finite::{Deep, Fixed, Lazy, Midpoint, Relative, Tail};
use kdelta_oracle::number::{Rational, dyadic};

/// A generator in a format that certificates know.
#[diagnostic::on_unimplemented(
    message = "certificates do not know the generator `{Self}` in the format `{F}`",
    label = "has no certificate",
    note = "certificates are for `Lazy`, `Relative` and `Midpoint` in `f64`, `f32` and `Fixed`, and for `Deep` in `f64`; what another generator guarantees is in `.guarantee()`"
)]
pub trait Certifiable<F: Number>: Tail<F> {
    /// The format, as certificates name it.
    fn format() -> Format;
    /// The generator, as certificates name it.
    fn generator() -> GeneratorName;
}

macro_rules! certifiable {
    ($($($parameter:ident: $kind:ty),+; $format:ty = $format_name:expr, $generator:ty = $name:expr;)*) => {$(
        impl<$(const $parameter: $kind),+> Certifiable<$format> for $generator {
            fn format() -> Format {
                $format_name
            }

            fn generator() -> GeneratorName {
                $name
            }
        }
    )*};
}
certifiable! {
    P: u32; f64 = Format::Binary64, Lazy<P> = GeneratorName::Lazy(P);
    P: u32; f64 = Format::Binary64, Relative<P> = GeneratorName::Relative(P);
    P: u32; f64 = Format::Binary64, Midpoint<P> = GeneratorName::Midpoint(P);
    P: u32, WORDS: usize; f64 = Format::Binary64, Deep<P, WORDS> = deep(P, WORDS);
    P: u32; f32 = Format::Binary32, Lazy<P> = GeneratorName::Lazy(P);
    P: u32; f32 = Format::Binary32, Relative<P> = GeneratorName::Relative(P);
    P: u32; f32 = Format::Binary32, Midpoint<P> = GeneratorName::Midpoint(P);
    BITS: u32, FRAC: u32, P: u32; Fixed<BITS, FRAC> = fixed(BITS, FRAC), Lazy<P> = GeneratorName::Lazy(P);
    BITS: u32, FRAC: u32, P: u32; Fixed<BITS, FRAC> = fixed(BITS, FRAC), Relative<P> = GeneratorName::Relative(P);
    BITS: u32, FRAC: u32, P: u32; Fixed<BITS, FRAC> = fixed(BITS, FRAC), Midpoint<P> = GeneratorName::Midpoint(P);
}

const fn fixed(bits: u32, fraction: u32) -> Format {
    Format::Fixed { bits, fraction }
}

/// More words than 32 bits can count, which no generator has, are refused when the certificate is derived, as
/// every number above 16 is.
fn deep(bits: u32, words: usize) -> GeneratorName {
    GeneratorName::Deep { bits, words: u32::try_from(words).unwrap_or(u32::MAX) }
}

impl<F: Number, U: Tail<F>> Laplace<F, U> {
    /// The certificate of this mechanism: every term, every condition, the digests of the code, what is
    /// assumed. Its [`Certificate::text`] is what `kdelta certify laplace` writes for the same setting, and
    /// `kdelta audit` checks it.
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
    /// A generator that always reads the same number of bytes has one as well:
    ///
    /// ```
    /// # use kdelta::{Deep, Laplace};
    /// # let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-2, 3).grid(1);
    /// let text = builder.generator::<Deep<52, 4>>().build()?.certificate()?.text()?;
    /// assert!(text.contains("\"deep-52-4\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A generator that certificates do not know, as one with a logarithm of your own, has none, and this
    /// does not compile:
    ///
    /// ```compile_fail,E0277
    /// # use kdelta::{Laplace, Logarithm, Own};
    /// fn certify<K: Logarithm>(laplace: &Laplace<f64, Own<K, 16>>) {
    ///     let _ = laplace.certificate();
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Certificate`] if no certificate can be derived from the sources inside this program, or if
    /// its ε′ is not the one of this mechanism. Neither is known to happen.
    pub fn certificate(&self) -> Result<Certificate, Error>
    where
        U: Certifiable<F>,
    {
        let range = |low: &Rational, high: &Rational| Range { low: low.into(), high: high.into() };
        let (answers, window) = (self.answers(), self.window());
        let step = dyadic(1, window.grid().log2());
        let point = |index: i64| dyadic(index, 0) * &step;
        let nothing = || Exact::from(0);
        let setting = Setting {
            epsilon: self.epsilon_asked().into(),
            sensitivity: (&self.guarantee().sensitivity).into(),
            query_error: nothing(),
            reading_error: nothing(),
            grid: (&step).into(),
            law: Law::Laplace(Line {
                answers: range(&answers.low().to_exact("answers")?, &answers.high().to_exact("answers")?),
                window: range(&point(window.low()), &point(window.high())),
            }),
        };
        let description = MechanismDescription { format: U::format(), setting, generator: U::generator() };
        let refused = |why: kdelta_certificate::Refusal| Error::Certificate { why: why.to_string() };
        let certificate = MechanismCertificate::derive(&description, &Embedded).map_err(refused)?;
        if &certificate.verdict.0 != self.epsilon_prime().value() {
            return Err(Error::Certificate {
                why: "verdict: is not the ε′ of the mechanism; build this program from one version of all crates of kdelta".into(),
            });
        }
        Ok(Certificate::new(Subject::Mechanism(Box::new(certificate))))
    }
}
