//! Noise for numbers: releases, and what they cost.

use crate::builder::Builder;
use crate::error::Error;
use crate::guarantee::{Guarantee, states_its_guarantee};
use crate::number::Number;
use kdelta_finite::noise::Laplace as Noise;
use kdelta_finite::{Entropy, Mechanism, Range, Release, Tail, Uniform, Window};
use kdelta_oracle::number::Rational;

/// The Laplace mechanism in format F (`f64`, `f32` or [`crate::Fixed`]) with generator U, certified.
///
/// A value of this type exists only for a setting in which every condition of the theorem holds.
///
/// ```
/// use kdelta::{Laplace, Release, entropy};
///
/// let laplace = Laplace::<f64>::builder()
///     .epsilon("1/10")
///     .sensitivity(1)
///     .answers(0, 100)
///     .window(-200, 300)
///     .grid("2^-10")
///     .build()?;
/// assert!(laplace.epsilon_prime().value() > laplace.epsilon());
/// assert_eq!(laplace.epsilon_prime().to_string(), "0.100001");
///
/// match laplace.release(41.0, &mut entropy::Os)? {
///     Release::Value(v) => assert_eq!(v * 1024.0, (v * 1024.0).round()), // a grid point, never more digits
///     Release::Outside => {} // the noisy answer left the window; that is an output too
/// }
/// # Ok::<(), kdelta::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Laplace<F: Number = f64, U: Tail<F> = <F as Number>::Generator> {
    mechanism: Mechanism<F, Noise<F, U>>,
    /// ε as the builder was asked for it.
    #[cfg_attr(not(feature = "certificate"), expect(dead_code, reason = "a certificate states it"))]
    asked: Rational,
    guarantee: Guarantee,
}

impl<F: Number> Laplace<F> {
    /// Starts a setting. Unless it says otherwise, the generator is [`crate::Lazy`], whose noise reaches
    /// 2^30·b.
    pub const fn builder() -> Builder<Self> {
        Builder::new()
    }
}

impl<F: Number, U: Tail<F>> Laplace<F, U> {
    /// How many bytes of entropy one release takes. The default generator, [`crate::Lazy`], takes more with
    /// probability 2^-76 (2^-41 in `f32`), when the noise is beyond 52·b (28·b); every other generator takes
    /// exactly this many.
    pub const ENTROPY_BYTES: usize = <U as Uniform>::ENTROPY_BYTES;

    pub(crate) const fn new(
        mechanism: Mechanism<F, Noise<F, U>>,
        asked: Rational,
        guarantee: Guarantee,
    ) -> Self {
        Self { mechanism, asked, guarantee }
    }

    states_its_guarantee!();

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
    /// See [`Guarantee`]. Nothing is allocated; [`Laplace::ENTROPY_BYTES`] says how much entropy is taken.
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
    /// As [`Laplace::release`].
    #[inline]
    pub fn release_to_ends<E: Entropy + ?Sized>(&self, answer: F, entropy: &mut E) -> Result<F, Error> {
        Ok(self.mechanism.release_to_ends(answer, &mut { entropy })?)
    }

    /// Releases every answer, each with a draw of its own. This is faster than one call of
    /// [`Laplace::release`] for each.
    ///
    /// Each release costs ε′: if one individual can influence several of the answers, their costs add up. For the
    /// values of one vector, such as the counts of a histogram, [`Laplace::release_vector`] costs less.
    ///
    /// ```
    /// # use kdelta::{Laplace, Release, entropy};
    /// # let laplace = Laplace::<f64>::builder()
    /// #     .epsilon("1/8").sensitivity(1).answers(0, 100).window(-100, 200).grid(1).build()?;
    /// let counts = [3.0, 14.0, 15.0, 92.0];
    /// let mut noisy = [Release::Outside; 4];
    /// laplace.release_slice(&counts, &mut noisy, &mut entropy::chacha()?)?;
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ; otherwise as [`Laplace::release`]. After an error every place
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

    /// [`Laplace::release_to_ends`] of every answer, each with a draw of its own.
    ///
    /// # Errors
    /// As [`Laplace::release_slice`]; after an error every place holds the low end of the window.
    #[inline]
    pub fn release_slice_to_ends<E: Entropy + ?Sized>(
        &self,
        answers: &[F],
        places: &mut [F],
        entropy: &mut E,
    ) -> Result<(), Error> {
        Ok(self.mechanism.release_slice_to_ends(answers, places, &mut { entropy })?)
    }

    /// Releases the values of one vector, each with a draw of its own, for ε′ in all: see [`Builder::vector`] and
    /// [`crate::Histogram`].
    ///
    /// # Guarantee
    /// ε′ for vectors of [`Guarantee::dimension`] values, at most [`Guarantee::changed`] of which differ and by
    /// at most [`Guarantee::sensitivity`] in all (THEORY 1.9).
    ///
    /// # Errors
    /// [`Error::Dimension`] if there are not so many values as [`Builder::vector`] said; otherwise as
    /// [`Laplace::release_slice`].
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

    /// [`Laplace::release_vector`] with the end of the window on its side for a value that is outside of it.
    ///
    /// # Errors
    /// As [`Laplace::release_vector`]; after an error every place holds the low end of the window.
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
