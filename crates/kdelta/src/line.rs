//! Noise for numbers: releases, and what they cost. Each law of noise has a file of its own.

use crate::builder::{Amount, Ends};
use crate::error::Error;
use crate::guarantee::{Guarantee, states_its_guarantee};
use crate::number::Number;
use kdelta_finite::{
    Bias, Entropy, Error as Arithmetic, Mechanism, Noise, Range, Release, Scale, Tail, Window,
};
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::Hypotheses;
use kdelta_oracle::number::Rational;
use std::fmt::Debug;

/// A law of noise for numbers in format F, with the generator that it is drawn from: the `Laplace` and the
/// `Gaussian` of the finite crate, and no others.
pub trait LineNoise<F: Number>: Certified<F> {
    /// The same law from the generator V.
    type With<V: Tail<F>>: LineNoise<F>;
}

/// What the builder has to know of a law. It is not exported, so that nobody else can implement it.
pub trait Certified<F: Number>: Noise<F> + Copy + Debug {
    /// How much noise, as the user has said it.
    type Asked: Clone + Debug + Send + Sync;

    /// What messages call the scale.
    const SCALE: &'static str;

    /// The bias of the generator.
    const BIAS: Bias;

    /// Whether the sensitivity of a vector is the length of its change in the Euclidean norm (ℓ₂), not in sum (ℓ₁).
    const EUCLIDEAN: bool;

    fn asked(amount: Amount) -> Result<Self::Asked, Error>;

    /// The least scale that gives what was asked for.
    fn least_scale(asked: &Self::Asked, sensitivity: &Rational) -> Result<Rational, Error>;

    fn of_scale(scale: Scale) -> Result<Self, Arithmetic>;

    /// What runs, as hypotheses about one value.
    fn hypotheses(
        asked: &Self::Asked,
        sensitivity: Rational,
        scale: Scale,
        answers: Ends,
        window: Window,
    ) -> Result<Hypotheses, Refusal>;
}

/// A certified mechanism for numbers: noise N in format F. [`crate::Laplace`] and [`crate::Gaussian`] are its names.
///
/// A value of this type exists only for a setting in which every condition of the theorem holds.
#[derive(Debug, Clone)]
pub struct OnTheLine<F: Number, N: LineNoise<F>> {
    mechanism: Mechanism<F, N>,
    /// How much noise the builder was asked for.
    #[cfg_attr(not(feature = "certificate"), expect(dead_code, reason = "a certificate states it"))]
    asked: N::Asked,
    guarantee: Guarantee,
}

impl<F: Number, N: LineNoise<F>> OnTheLine<F, N> {
    /// How many bytes of entropy one release takes. The default generator, [`crate::Lazy`], takes more with
    /// probability 2^-76 (2^-41 in `f32`); every other generator takes exactly this many.
    pub const ENTROPY_BYTES: usize = <N as Noise<F>>::ENTROPY_BYTES;

    pub(crate) const fn new(mechanism: Mechanism<F, N>, asked: N::Asked, guarantee: Guarantee) -> Self {
        Self { mechanism, asked, guarantee }
    }

    states_its_guarantee!(N::Asked);

    /// The range that answers are clamped into.
    #[must_use]
    pub const fn answers(&self) -> Range<F> {
        self.mechanism.answers()
    }

    /// The outputs: the grid, and its least and its largest point that is released, as numbers of grid steps.
    #[must_use]
    pub const fn window(&self) -> Window {
        self.mechanism.window()
    }

    /// One noisy answer: clamp, add noise, round to the grid; [`Release::Outside`] if that is not in the
    /// window.
    ///
    /// # Guarantee
    /// See [`Guarantee`]. Nothing is allocated; [`OnTheLine::ENTROPY_BYTES`] says how much entropy is taken.
    ///
    /// # Errors
    /// [`Error::Answer`] for NaN, [`Error::Entropy`] when the source fails. The first reveals something about
    /// the data, and the guarantee covers releases only: rule NaN out before the query, as the sums of
    /// [`crate::BoundedSum`] do.
    #[inline]
    pub fn release<E: Entropy + ?Sized>(&self, answer: F, entropy: &mut E) -> Result<Release<F>, Error> {
        Ok(self.mechanism.release(answer, &mut { entropy })?)
    }

    /// One noisy answer; if it is outside of the window, the end of the window on its side (THEORY F7).
    ///
    /// # Guarantee
    /// The same ε′. Moving what is outside to the nearer end is post-processing of a mechanism whose outputs
    /// tell "below the window" from "above". The proof covers that mechanism as well, because the computed
    /// noise always has the sign of the ideal noise.
    ///
    /// # Errors
    /// As [`OnTheLine::release`].
    #[inline]
    pub fn release_to_ends<E: Entropy + ?Sized>(&self, answer: F, entropy: &mut E) -> Result<F, Error> {
        Ok(self.mechanism.release_to_ends(answer, &mut { entropy })?)
    }

    /// Releases every answer, each with a draw of its own. This is faster than one call of
    /// [`OnTheLine::release`] for each.
    ///
    /// Each release costs ε′: if one individual can influence several of the answers, their costs add up. For the
    /// values of one vector, such as the counts of a histogram, [`OnTheLine::release_vector`] costs less.
    ///
    /// ```
    /// # use kdelta::{Laplace, Release, entropy};
    /// # let laplace = Laplace::<f64>::builder()
    /// #     .epsilon("1/8").sensitivity(1).answers(0, 100).window(-100, 200).grid(1).build()?;
    /// let counts = [3.0, 14.0, 15.0, 92.0];
    /// let mut noisy = [Release::Outside; 4];
    /// laplace.release_slice(&counts, &mut noisy, &mut entropy::stream()?)?;
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ; otherwise as [`OnTheLine::release`]. After an error every place
    /// holds [`Release::Outside`].
    #[inline]
    pub fn release_slice<E: Entropy + ?Sized>(
        &self,
        answers: &[F],
        places: &mut [Release<F>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        Ok(self.mechanism.release_slice(answers, places, &mut { entropy })?)
    }

    /// [`OnTheLine::release_to_ends`] of every answer, each with a draw of its own.
    ///
    /// # Errors
    /// As [`OnTheLine::release_slice`]; after an error every place holds the low end of the window.
    #[inline]
    pub fn release_slice_to_ends<E: Entropy + ?Sized>(
        &self,
        answers: &[F],
        places: &mut [F],
        entropy: &mut E,
    ) -> Result<(), Error> {
        Ok(self.mechanism.release_slice_to_ends(answers, places, &mut { entropy })?)
    }

    /// Releases the values of one vector, each with a draw of its own, for ε′ in all: see [`crate::Builder::vector`] and
    /// [`crate::Histogram`].
    ///
    /// # Guarantee
    /// ε′ for vectors of [`Guarantee::dimension`] values, at most [`Guarantee::changed`] of which differ and by
    /// at most [`Guarantee::sensitivity`] in all (THEORY 1.9).
    ///
    /// # Errors
    /// [`Error::Dimension`] if there are not so many values as [`crate::Builder::vector`] said; otherwise as
    /// [`OnTheLine::release_slice`].
    #[inline]
    pub fn release_vector<E: Entropy + ?Sized>(
        &self,
        answer: &[F],
        places: &mut [Release<F>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        //= THEORY 1.9
        self.guarantee.require_vector(answer.len()).inspect_err(|_| places.fill(Release::Outside))?;
        self.release_slice(answer, places, entropy)
    }

    /// [`OnTheLine::release_vector`] with the end of the window on its side for a value that is outside of it.
    ///
    /// # Errors
    /// As [`OnTheLine::release_vector`]; after an error every place holds the low end of the window.
    #[inline]
    pub fn release_vector_to_ends<E: Entropy + ?Sized>(
        &self,
        answer: &[F],
        places: &mut [F],
        entropy: &mut E,
    ) -> Result<(), Error> {
        let Err(error) = self.guarantee.require_vector(answer.len()) else {
            return self.release_slice_to_ends(answer, places, entropy);
        };
        let window = self.window();
        places.fill(F::grid_point(window.low(), window.grid()));
        Err(error)
    }
}
