//! Answers on their way from text to release: D columns of a row go in, D numbers of grid steps come out.
//!
//! The line has one column, the plane two; everything else about a row is the same. Format and generator stay
//! behind the library's runtime-chosen mechanisms, so that what is compiled here is one batch for each way of
//! reading.

use crate::answer::{Bad, FixedPoint, Reader, Reads};
use kdelta::{Answers, Entropy, Guarantee, Release};
use kdelta_certificate::Format;
use kdelta_explore::Error;
use kdelta_oracle::number::Rational;

/// What is wrong with a row: the column among the released ones, if it is one of them, and what it is.
pub type BadRow = (Option<usize>, Bad);

/// Answers that wait for their release.
pub trait Batch<const D: usize>: Send {
    /// Adds the answer whose coordinates the texts hold.
    ///
    /// # Errors
    /// What is wrong with them.
    fn push(&mut self, texts: [&[u8]; D]) -> Result<(), BadRow>;

    /// Releases every answer with a draw of its own, as numbers of grid steps, and is empty again.
    ///
    /// # Errors
    /// If the entropy source fails; the releases are then of no meaning.
    fn release(
        &mut self,
        entropy: &mut dyn Entropy,
        releases: &mut Vec<Release<[i64; D]>>,
    ) -> Result<(), kdelta::Error>;

    /// Is empty again without drawing anything: every place is outside, as many as there were answers.
    fn discard(&mut self, releases: &mut Vec<Release<[i64; D]>>);

    /// What one release costs.
    fn guarantee(&self) -> &Guarantee;

    /// At least how far reading moves an answer: the least δ_r that covers it.
    fn reading_error(&self) -> &Rational;

    /// An empty batch of the same mechanism.
    fn another(&self) -> Box<dyn Batch<D>>;
}

/// How the user wants answers read and released.
#[derive(Debug, Clone, Copy)]
pub struct Policy {
    /// Cells may be rounded into the format whatever the certificate's δ_r is.
    pub rounded: bool,
    /// On the line, the ends of the window in the place of outside. On the plane, releases beyond the answers
    /// are moved to the nearest grid point among them.
    pub to_ends: bool,
}

/// From the texts of a row to an answer.
pub(crate) trait Reading<const D: usize>: Clone + Send + 'static {
    type Format: Reads;
    fn read(&self, texts: [&[u8]; D]) -> Result<[<Self::Format as Reads>::Number; D], BadRow>;
}

/// Every coordinate by itself.
impl<F: Reads, const D: usize> Reading<D> for [Reader<F>; D] {
    type Format = F;

    #[inline]
    fn read(&self, texts: [&[u8]; D]) -> Result<[F::Number; D], BadRow> {
        // Every place is filled, or the first bad cell ends it.
        let mut answer = self.each_ref().map(Reader::low);
        for (axis, ((place, reader), text)) in answer.iter_mut().zip(self).zip(texts).enumerate() {
            *place = reader.read(text).map_err(|bad| (Some(axis), bad))?;
        }
        Ok(answer)
    }
}

/// A mechanism of the library.
pub(crate) trait Releases<const D: usize>: Clone + Send + 'static {
    fn guarantee(&self) -> &Guarantee;

    fn release(
        &self,
        answers: Answers<'_>,
        places: &mut [Release<[i64; D]>],
        entropy: &mut dyn Entropy,
    ) -> Result<(), kdelta::Error>;
}

/// Answers that are read by R and wait for noise from M.
pub(crate) struct Waiting<R: Reading<D>, M, const D: usize> {
    reading: R,
    mechanism: M,
    reading_error: Rational,
    /// The coordinates of one answer after the other.
    coordinates: Vec<<R::Format as Reads>::Number>,
}

impl<R: Reading<D>, M: Releases<D>, const D: usize> Waiting<R, M, D> {
    pub(crate) fn boxed(reading: R, mechanism: M, reading_error: Rational) -> Box<dyn Batch<D>> {
        Box::new(Self { reading, mechanism, reading_error, coordinates: Vec::new() })
    }
}

impl<R: Reading<D>, M: Releases<D>, const D: usize> Batch<D> for Waiting<R, M, D> {
    fn push(&mut self, texts: [&[u8]; D]) -> Result<(), BadRow> {
        self.coordinates.extend(self.reading.read(texts)?);
        Ok(())
    }

    fn release(
        &mut self,
        entropy: &mut dyn Entropy,
        releases: &mut Vec<Release<[i64; D]>>,
    ) -> Result<(), kdelta::Error> {
        releases.clear();
        releases.resize(self.coordinates.len() / D, Release::Outside);
        self.mechanism.release(R::Format::answers(&self.coordinates), releases, entropy)?;
        self.coordinates.clear();
        Ok(())
    }

    fn discard(&mut self, releases: &mut Vec<Release<[i64; D]>>) {
        releases.clear();
        releases.resize(self.coordinates.len() / D, Release::Outside);
        self.coordinates.clear();
    }

    fn guarantee(&self) -> &Guarantee {
        self.mechanism.guarantee()
    }

    fn reading_error(&self) -> &Rational {
        &self.reading_error
    }

    fn another(&self) -> Box<dyn Batch<D>> {
        Self::boxed(self.reading.clone(), self.mechanism.clone(), self.reading_error.clone())
    }
}

/// What runs must be what was certified.
pub(crate) fn same(what: &str, runs: &Rational, certified: &Rational) -> Result<(), Error> {
    if runs == certified {
        return Ok(());
    }
    Err(Error::refused(format!(
        "{what} is {runs} in what runs and {certified} in the certificate; nothing was released"
    )))
}

/// A mechanism that the library does not have is one that this program does not have.
pub(crate) fn not_contained(place: &str, why: kdelta::Error) -> Error {
    let kdelta::Error::NotCompiled { format, generator, available } = why else { return why.into() };
    let formats = available.chunk_by(|one, other| one.0 == other.0).filter_map(|pairs| {
        let generators: Vec<_> = pairs.iter().map(|pair| pair.1).collect();
        Some(format!("  {} with {}", pairs.first()?.0, generators.join(", ")))
    });
    let formats: Vec<_> = formats.collect();
    Error::refused(format!(
        "this program does not contain {format} with {generator}{place}; it contains\n{}\nuse the library for others",
        formats.join("\n")
    ))
}

/// Readers for the ends of D ranges.
pub(crate) fn readers<F: Reads, const D: usize>(
    format: F,
    ranges: [&(Rational, Rational); D],
    exactly: bool,
) -> Result<[Reader<F>; D], Error> {
    let readers = ranges.map(|(low, high)| Reader::new(format.clone(), (low, high), exactly));
    let all: Option<Vec<_>> = readers.into_iter().collect();
    all.and_then(|all| all.try_into().ok()).ok_or_else(|| {
        Error::refused("an end of the certified answers is beyond the format; nothing was released")
    })
}

/// Bits and fraction of fixed point.
pub(crate) const fn fixed(format: &Format) -> Option<FixedPoint> {
    match *format {
        Format::Fixed { bits, fraction } => Some(FixedPoint { bits, fraction }),
        Format::Binary64 | Format::Binary32 => None,
    }
}
