//! Arrays: many answers, a chunk at a time, while other threads of Python run.

use crate::errors::Problem;
use kdelta::{Answers, Entropy, Error, Number, Rational, Release, entropy};
use kdelta_certificate::Format;
use kdelta_oracle::number::dyadic;
use num_traits::ToPrimitive;
use pyo3::prelude::*;

/// Answers of a chunk: few enough to stay in the cache.
const CHUNK: usize = 2048;
/// Answers after which Python may say that the user has interrupted.
const STRETCH: usize = 1 << 20;

/// A release of the library.
type Draw<'a, const D: usize> =
    dyn Fn(Answers<'_>, &mut [Release<[i64; D]>], &mut dyn Entropy) -> Result<(), Error> + Sync + 'a;

/// How the answers of D coordinates each become releases.
pub(crate) struct Draws<'a, T, O, const D: usize> {
    /// Coordinates as the library takes them.
    pub(crate) answers: fn(&[T]) -> Answers<'_>,
    /// From what Python gives to answers, in place.
    pub(crate) prepare: &'a (dyn Fn(&mut [T]) -> Result<(), Problem> + Sync),
    pub(crate) draw: &'a Draw<'a, D>,
    /// From grid steps to the coordinates that Python gets.
    pub(crate) point: &'a (dyn Fn(Release<[i64; D]>) -> [O; D] + Sync),
}

impl<T: Copy + Send + Sync, O: Send, const D: usize> Draws<'_, T, O, D> {
    /// Releases each answer with a draw of its own.
    ///
    /// The generator is seeded by the operating system in each call and lives no longer, so that no state of it is there
    /// to be copied when a process forks. Each chunk is copied once and then read from the copy alone: another thread
    /// that writes to the array meanwhile cannot show the mechanism two values of one answer.
    pub(crate) fn of(&self, py: Python<'_>, coordinates: &[T]) -> Result<Vec<O>, Problem> {
        let mut noisy = Vec::with_capacity(coordinates.len());
        for stretch in coordinates.chunks(D * STRETCH) {
            py.detach(|| self.stretch(stretch, &mut noisy))?;
            py.check_signals()?;
        }
        Ok(noisy)
    }

    fn stretch(&self, coordinates: &[T], noisy: &mut Vec<O>) -> Result<(), Problem> {
        let mut source = entropy::chacha().map_err(Error::from)?;
        let (mut own, mut places) = (Vec::with_capacity(D * CHUNK), vec![Release::Outside; CHUNK]);
        for chunk in coordinates.chunks(D * CHUNK) {
            own.clear();
            own.extend_from_slice(chunk);
            (self.prepare)(&mut own)?;
            places.resize(own.len() / D, Release::Outside);
            (self.draw)((self.answers)(&own), &mut places, &mut source)?;
            noisy.extend(places.iter().flat_map(|place| (self.point)(*place)));
        }
        Ok(())
    }
}

/// Exact answers, each clamped already, as numbers of a format.
pub(crate) enum Held {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Fixed(Vec<i64>),
}

impl Held {
    /// # Errors
    /// [`Error::Inexact`] if one is no number of the format: rounding it would change the sensitivity.
    pub(crate) fn of(format: Format, answers: &[Rational]) -> Result<Self, Error> {
        Ok(match format {
            Format::Binary64 => Self::F64(exactly(answers)?),
            Format::Binary32 => Self::F32(exactly(answers)?),
            Format::Fixed { fraction, .. } => {
                let unit = dyadic(1, -fraction.cast_signed());
                let word =
                    |x: &Rational| (x / &unit).is_integer().then(|| (x / &unit).to_integer().to_i64())?;
                Self::Fixed(answers.iter().map(|x| word(x).ok_or(Error::Inexact)).collect::<Result<_, _>>()?)
            }
        })
    }
}

/// The floats that are these numbers.
fn exactly<F: Number>(answers: &[Rational]) -> Result<Vec<F>, Error> {
    let float = |x: &Rational| F::at_most(x).filter(|float| float.to_exact("answer").as_ref() == Ok(x));
    answers.iter().map(|x| float(x).ok_or(Error::Inexact)).collect()
}

/// An exact answer between its ends.
///
/// # Errors
/// [`Error::Answer`] for NaN; a fixed sentence for what is no number, as a message that shows it would show the answer.
pub(crate) fn clamped(
    answer: &Bound<'_, PyAny>,
    (low, high): &(Rational, Rational),
) -> Result<Rational, Problem> {
    if let Ok(float) = answer.cast::<pyo3::types::PyFloat>() {
        return clamped_float(float.value(), (low, high));
    }
    let is_text = answer.is_instance_of::<pyo3::types::PyString>();
    let exact = crate::numbers::exact(answer, "the answer").ok().filter(|_| !is_text);
    let exact = exact.ok_or_else(|| {
        Problem::answer(
            "the answer is no number; give an int, a float, a Fraction or a Decimal that is finite",
        )
    })?;
    Ok(exact.clamp(low.clone(), high.clone()))
}

/// The same of a float, of which the infinite ones lie beyond the ends.
pub(crate) fn clamped_float(answer: f64, (low, high): (&Rational, &Rational)) -> Result<Rational, Problem> {
    match Rational::from_float(answer) {
        Some(exact) => Ok(exact.clamp(low.clone(), high.clone())),
        None if answer == f64::INFINITY => Ok(high.clone()),
        None if answer == f64::NEG_INFINITY => Ok(low.clone()),
        None => Err(Error::Answer.into()),
    }
}
