//! The certificate of a built mechanism: the same text that `kdelta certify` writes for the same setting.

use crate::error::Error;
use crate::laplace::Laplace;
use crate::number::Number;
use kdelta_certificate::{
    Certificate, Embedded, Format, GeneratorName, MechanismCertificate, MechanismDescription,
    Number as Exact, Range, Setting, Subject,
};
use kdelta_finite::{Fixed, Lazy, Midpoint, Relative, Tail};
use kdelta_oracle::number::{Rational, dyadic};

/// A generator in a format that certificates know.
#[diagnostic::on_unimplemented(
    message = "certificates do not know the generator `{Self}` in the format `{F}`",
    label = "has no certificate",
    note = "certificates are for `Lazy`, `Relative` and `Midpoint` in `f64`, `f32` and `Fixed`; what another generator guarantees is in `.guarantee()`"
)]
pub trait Certifiable<F: Number>: Tail<F> {
    /// The format, as certificates name it.
    fn format() -> Format;
    /// The generator, as certificates name it.
    fn generator() -> GeneratorName;
}

macro_rules! certifiable {
    ($generator:ident, $name:ident) => {
        impl<const P: u32> Certifiable<f64> for $generator<P> {
            fn format() -> Format {
                Format::Binary64
            }

            fn generator() -> GeneratorName {
                GeneratorName::$name(P)
            }
        }

        impl<const P: u32> Certifiable<f32> for $generator<P> {
            fn format() -> Format {
                Format::Binary32
            }

            fn generator() -> GeneratorName {
                GeneratorName::$name(P)
            }
        }

        impl<const BITS: u32, const FRAC: u32, const P: u32> Certifiable<Fixed<BITS, FRAC>>
            for $generator<P>
        {
            fn format() -> Format {
                Format::Fixed { bits: i64::from(BITS).into(), fraction: i64::from(FRAC).into() }
            }

            fn generator() -> GeneratorName {
                GeneratorName::$name(P)
            }
        }
    };
}
certifiable!(Lazy, lazy);
certifiable!(Relative, relative);
certifiable!(Midpoint, midpoint);

impl<F: Number, U: Tail<F>> Laplace<F, U> {
    /// The certificate of this mechanism: every term, every condition, the digests of the code, what is assumed. Its
    /// [`Certificate::text`] is what `kdelta certify laplace` writes for the same setting, and `kdelta audit` checks it.
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
    /// A generator that certificates do not know has none, and this does not compile:
    ///
    /// ```compile_fail,E0277
    /// # use kdelta::{Deep, Laplace};
    /// # let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(-2, 3).grid(1);
    /// let _ = builder.generator::<Deep<52, 4>>().build()?.certificate();
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Certificate`] if none follows from the sources inside this program, or one with another ε′ does. Neither is known to
    /// happen.
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
            answers: range(&answers.low().to_exact("answers")?, &answers.high().to_exact("answers")?),
            window: range(&point(window.low()), &point(window.high())),
            grid: (&step).into(),
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
