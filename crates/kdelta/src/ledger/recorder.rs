//! Record first, then draw.

use super::{Entry, Ledger};
use crate::error::Error;
use crate::guarantee::Guarantee;
use crate::line::{LineNoise, OnTheLine};
use crate::number::Number;
use crate::planar::PlanarLaplace;
use kdelta_finite::planar::{Polar, Radius};
use kdelta_finite::{Entropy, Release};

/// A mechanism whose releases a ledger can record: [`crate::Laplace`], [`crate::Gaussian`] and [`PlanarLaplace`].
pub trait Mechanism {
    /// What it takes and, if not outside, gives.
    type Answer: Copy;

    /// What one release costs.
    fn guarantee(&self) -> &Guarantee;

    /// One release, recorded nowhere.
    ///
    /// # Errors
    /// As [`OnTheLine::release`].
    fn draw<E: Entropy + ?Sized>(
        &self,
        answer: Self::Answer,
        entropy: &mut E,
    ) -> Result<Release<Self::Answer>, Error>;

    /// One release for each answer, recorded nowhere.
    ///
    /// # Errors
    /// As [`OnTheLine::release_slice`].
    fn draw_slice<E: Entropy + ?Sized>(
        &self,
        answers: &[Self::Answer],
        places: &mut [Release<Self::Answer>],
        entropy: &mut E,
    ) -> Result<(), Error>;
}

/// The methods of a mechanism under the names of the trait.
macro_rules! draws {
    ($Answer:ty) => {
        type Answer = $Answer;

        fn guarantee(&self) -> &Guarantee {
            self.guarantee()
        }

        fn draw<E: Entropy + ?Sized>(
            &self,
            answer: $Answer,
            entropy: &mut E,
        ) -> Result<Release<$Answer>, Error> {
            self.release(answer, entropy)
        }

        fn draw_slice<E: Entropy + ?Sized>(
            &self,
            answers: &[$Answer],
            places: &mut [Release<$Answer>],
            entropy: &mut E,
        ) -> Result<(), Error> {
            self.release_slice(answers, places, entropy)
        }
    };
}

impl<F: Number, N: LineNoise<F>> Mechanism for OnTheLine<F, N> {
    draws!(F);
}

impl<F: Number + Polar, S: Radius<F>, const ANGLE: u32> Mechanism for PlanarLaplace<F, S, ANGLE> {
    draws!([F; 2]);
}

/// What records releases: a [`Ledger`] in memory, or one in a file.
pub trait Recorder {
    /// Records several releases at once, or none of them, and only then returns.
    ///
    /// # Errors
    /// As [`Ledger::record_all`].
    fn record_all(&mut self, entries: Vec<Entry>) -> Result<(), Error>;

    /// Records one release, then draws it.
    ///
    /// # Errors
    /// As [`Ledger::record`], and then nothing is recorded or drawn. Afterwards as the release itself: then it
    /// is recorded, and stays so.
    fn release<M: Mechanism, E: Entropy + ?Sized>(
        &mut self,
        mechanism: &M,
        label: impl Into<String>,
        answer: M::Answer,
        entropy: &mut E,
    ) -> Result<Release<M::Answer>, Error> {
        self.record_all(vec![Entry::of(label, mechanism.guarantee())?])?;
        mechanism.draw(answer, entropy)
    }

    /// Records as many releases as there are answers, then draws them. All of them are counted, as if they
    /// all concerned one person.
    ///
    /// # Errors
    /// As [`Recorder::release`]; [`Error::Length`] if the lengths differ, and then nothing is recorded. Without
    /// answers nothing is recorded or drawn.
    fn release_slice<M: Mechanism, E: Entropy + ?Sized>(
        &mut self,
        mechanism: &M,
        label: impl Into<String>,
        answers: &[M::Answer],
        places: &mut [Release<M::Answer>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        if answers.len() != places.len() {
            return Err(Error::Length { answers: answers.len(), places: places.len() });
        }
        if answers.is_empty() {
            return Ok(());
        }
        // A slice is never so long that 64 bits do not hold its length; if it were, it would cost more than
        // any budget.
        let count = u64::try_from(answers.len()).unwrap_or(u64::MAX);
        self.record_all(vec![Entry::of(label, mechanism.guarantee())?.times(count)?])?;
        mechanism.draw_slice(answers, places, entropy)
    }

    /// Records one release of a vector, then draws it ([`OnTheLine::release_vector`]).
    ///
    /// # Errors
    /// As [`Recorder::release`]; [`Error::Dimension`] or [`Error::Length`] if there are not so many values or
    /// places as there should be, and then nothing is recorded.
    fn release_vector<F: Number, N: LineNoise<F>, E: Entropy + ?Sized>(
        &mut self,
        mechanism: &OnTheLine<F, N>,
        label: impl Into<String>,
        answer: &[F],
        places: &mut [Release<F>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        mechanism.guarantee().require_vector(answer.len())?;
        if answer.len() != places.len() {
            return Err(Error::Length { answers: answer.len(), places: places.len() });
        }
        self.record_all(vec![Entry::of(label, mechanism.guarantee())?])?;
        mechanism.release_vector(answer, places, entropy)
    }
}

impl Recorder for Ledger {
    fn record_all(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        Self::record_all(self, entries)
    }
}
