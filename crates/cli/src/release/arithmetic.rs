//! The mechanisms that this program contains, by the names their certificates use.
//!
//! A format and a generator are types, so each pair is compiled by itself. The rest of `release` sees a [`Batch`]: texts
//! go in, numbers of grid steps come out, and the types stay inside.

use super::answer::{Answer, Bad, Reader};
use crate::failure::Failure;
use kdelta::{Deep, Entropy, Fixed, Laplace, Lazy, Midpoint, Relative, Release};
use kdelta_certificate::{Line, MechanismCertificate};
use kdelta_finite::{Bias, Tail};
use kdelta_oracle::number::{Rational, dyadic};
use std::ops::Range;
use std::sync::Arc;

/// Answers that wait for their release.
pub(super) trait Batch: Send {
    /// Adds the answer that the text holds.
    fn push(&mut self, text: &[u8]) -> Result<(), Bad>;

    /// Adds the answers of all cells of an empty batch; false, and the batch is empty again, if one of them is bad.
    fn push_all(&mut self, text: &[u8], cells: &[Range<usize>]) -> bool;

    /// Releases every answer with a draw of its own, as numbers of grid steps, and is empty again.
    fn release(
        &mut self,
        entropy: &mut dyn Entropy,
        releases: &mut Vec<Release<i64>>,
    ) -> Result<(), kdelta::Error>;

    /// At least how far reading moves an answer: the least δ_r that covers it.
    fn reading_error(&self) -> &Rational;

    /// An empty batch of the same mechanism.
    fn another(&self) -> Box<dyn Batch>;
}

/// How the user wants answers read and the outside released.
#[derive(Debug, Clone, Copy)]
pub(super) struct Policy {
    /// Cells may be rounded into the format whatever the certificate's δ_r is.
    pub(super) rounded: bool,
    /// The ends of the window in the place of outside.
    pub(super) to_ends: bool,
}

macro_rules! mechanisms {
    ($($format:literal is $F:ty: $($generator:literal is $U:ty),+;)*) => {
        /// Format and generators.
        const AVAILABLE: &[(&str, &[&str])] = &[$(($format, &[$($generator),+])),*];

        fn compiled(
            format: &str,
            generator: &str,
            certificate: &MechanismCertificate,
            policy: Policy,
        ) -> Option<Result<Box<dyn Batch>, Failure>> {
            match (format, generator) {
                $($(($format, $generator) => Some(Waiting::<$F, $U>::certified(certificate, policy)),)+)*
                _ => None,
            }
        }
    };
}

mechanisms! {
    "f64" is f64: "lazy-52" is Lazy<52>, "relative-52" is Relative<52>, "deep-52-4" is Deep<52, 4>, "deep-52-8" is Deep<52, 8>,
        "deep-52-16" is Deep<52, 16>, "midpoint-53" is Midpoint<53>;
    "f32" is f32: "lazy-23" is Lazy<23>, "relative-23" is Relative<23>, "midpoint-24" is Midpoint<24>;
    "fixed-64-16" is Fixed<64, 16>: "lazy-52" is Lazy<52>, "midpoint-64" is Midpoint<64>;
    "fixed-64-24" is Fixed<64, 24>: "lazy-52" is Lazy<52>, "midpoint-64" is Midpoint<64>;
    "fixed-64-32" is Fixed<64, 32>: "lazy-52" is Lazy<52>, "midpoint-64" is Midpoint<64>;
    "fixed-64-40" is Fixed<64, 40>: "lazy-52" is Lazy<52>, "relative-52" is Relative<52>, "midpoint-64" is Midpoint<64>;
    "fixed-64-48" is Fixed<64, 48>: "lazy-52" is Lazy<52>, "midpoint-64" is Midpoint<64>;
    "fixed-32-8" is Fixed<32, 8>: "lazy-23" is Lazy<23>, "midpoint-32" is Midpoint<32>;
    "fixed-32-16" is Fixed<32, 16>: "lazy-23" is Lazy<23>, "midpoint-32" is Midpoint<32>;
    "fixed-32-24" is Fixed<32, 24>: "lazy-23" is Lazy<23>, "relative-23" is Relative<23>, "midpoint-32" is Midpoint<32>;
    "fixed-16-8" is Fixed<16, 8>: "lazy-23" is Lazy<23>, "midpoint-16" is Midpoint<16>;
}

/// The mechanism that an accepted certificate speaks about.
pub(super) fn batch(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch>, Failure> {
    let format = certificate.subject.format.word();
    let generator = certificate.generator.name.to_string();
    compiled(&format, &generator, certificate, policy).unwrap_or_else(|| {
        let available: Vec<_> =
            AVAILABLE.iter().map(|(format, generators)| format!("  {format} with {}", generators.join(", "))).collect();
        Err(Failure::refused(format!(
            "this program does not contain {format} with {generator}; it contains\n{}\nuse the library for others",
            available.join("\n")
        )))
    })
}

/// Answers of format F that wait for noise from generator U.
struct Waiting<F: Answer, U: Tail<F>> {
    mechanism: Arc<Laplace<F, U>>,
    reader: Reader<F>,
    reading_error: Rational,
    to_ends: bool,
    answers: Vec<F>,
    places: Vec<Release<F>>,
    ends: Vec<F>,
}

impl<F: Answer, U: Tail<F> + Send + Sync + 'static> Waiting<F, U> {
    /// Builds the mechanism from the certificate's setting, and checks that what runs is what was certified.
    ///
    /// Compared is ε′, which both derive by one rule, and all that it follows from.
    fn certified(certificate: &MechanismCertificate, policy: Policy) -> Result<Box<dyn Batch>, Failure> {
        let MechanismCertificate { setting, chain, .. } = certificate;
        let Line { answers, window } = crate::setting::line(setting);
        let mechanism = Laplace::<F>::builder()
            .generator::<U>()
            .epsilon(&setting.epsilon.0)
            .sensitivity(&chain.sensitivity.0)
            .answers(&answers.low.0, &answers.high.0)
            .window(&window.low.0, &window.high.0)
            .grid(&setting.grid.0)
            .build()?;
        let guarantee = mechanism.guarantee();
        let grid = mechanism.window().grid().log2();
        let end = |index: i64| dyadic(index, grid);
        let (low, high) = (mechanism.answers().low(), mechanism.answers().high());
        for (what, runs, certified) in [
            ("ε′", guarantee.epsilon_prime.value(), &certificate.verdict.0),
            ("b", &guarantee.scale, &chain.scale.0),
            ("Δ", &guarantee.sensitivity, &chain.sensitivity.0),
            ("ε in force", &guarantee.epsilon, &chain.epsilon.0),
            ("L", &dyadic(1, grid), &setting.grid.0),
            ("the length of a cell", &guarantee.cell, &chain.cell.0),
            ("the low end of the window", &end(mechanism.window().low()), &window.low.0),
            ("the high end of the window", &end(mechanism.window().high()), &window.high.0),
            ("the low end of the answers", &low.to_exact("answers")?, &answers.low.0),
            ("the high end of the answers", &high.to_exact("answers")?, &answers.high.0),
        ] {
            if runs != certified {
                return Err(differs(what, runs, certified));
            }
        }
        let (bits, cut_off) = match U::BIAS {
            Bias::Relative { precision, cut_off } => {
                (precision, Some(Rational::from_integer(cut_off.into())))
            }
            Bias::Absolute { log2 } => ((-1 - log2).unsigned_abs(), None),
        };
        let generator = &certificate.generator;
        if bits != generator.name.bits()
            || cut_off.as_ref() != generator.cut_off.as_ref().map(|e_max| &e_max.0)
        {
            return Err(Failure::refused(
                "the generator that runs is not the one certified; nothing was released",
            ));
        }
        let reading_error = certificate.subject.format.reading_error(answers)?;
        let covered = reading_error <= setting.reading_error.0;
        Ok(Box::new(Self {
            reader: Reader::new(low, high, !(policy.rounded || covered))?,
            mechanism: Arc::new(mechanism),
            reading_error,
            to_ends: policy.to_ends,
            answers: Vec::new(),
            places: Vec::new(),
            ends: Vec::new(),
        }))
    }
}

fn differs(what: &str, runs: &Rational, certified: &Rational) -> Failure {
    Failure::refused(format!(
        "{what} is {runs} in what runs and {certified} in the certificate; nothing was released"
    ))
}

impl<F: Answer, U: Tail<F> + Send + Sync + 'static> Batch for Waiting<F, U> {
    fn push(&mut self, text: &[u8]) -> Result<(), Bad> {
        self.answers.push(self.reader.read(text)?);
        Ok(())
    }

    fn push_all(&mut self, text: &[u8], cells: &[Range<usize>]) -> bool {
        let read = |cell: &Range<usize>| self.reader.read(text.get(cell.clone()).unwrap_or_default()).ok();
        self.answers.extend(cells.iter().map_while(read));
        let all = self.answers.len() == cells.len();
        if !all {
            self.answers.clear();
        }
        all
    }

    fn release(
        &mut self,
        mut entropy: &mut dyn Entropy,
        releases: &mut Vec<Release<i64>>,
    ) -> Result<(), kdelta::Error> {
        let (mechanism, count) = (&self.mechanism, self.answers.len());
        let grid = mechanism.window().grid();
        releases.clear();
        if self.to_ends {
            self.ends.resize(count, mechanism.answers().low());
            mechanism.release_slice_to_ends(&self.answers, &mut self.ends, &mut entropy)?;
            releases.extend(self.ends.iter().map(|value| Release::Value(value.steps(grid))));
        } else {
            self.places.resize(count, Release::Outside);
            mechanism.release_slice(&self.answers, &mut self.places, &mut entropy)?;
            releases.extend(self.places.iter().map(|release| match release {
                Release::Value(value) => Release::Value(value.steps(grid)),
                Release::Outside => Release::Outside,
            }));
        }
        self.answers.clear();
        Ok(())
    }

    fn reading_error(&self) -> &Rational {
        &self.reading_error
    }

    fn another(&self) -> Box<dyn Batch> {
        Box::new(Self {
            mechanism: Arc::clone(&self.mechanism),
            reading_error: self.reading_error.clone(),
            reader: self.reader.clone(),
            to_ends: self.to_ends,
            answers: Vec::new(),
            places: Vec::new(),
            ends: Vec::new(),
        })
    }
}
