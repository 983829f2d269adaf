//! One release: clamp the answer, draw, add, round, test.

use crate::entropy::Entropy;
use crate::error::Error;
use crate::format::Format;
use crate::noise::Noise;
use crate::query::Range;
use crate::window::Window;

/// What leaves the mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release<V> {
    /// A grid point of the window.
    Value(V),
    /// The paper's ∞: the noisy answer fell outside the window.
    Outside,
}

/// K of the paper, in finite precision: rd(f′(D) ⊕ X′).
#[derive(Clone, Copy, Debug)]
pub struct Mechanism<F, N> {
    answers: Range<F>,
    noise: N,
    window: Window,
}

impl<F: Format, N: Noise<F>> Mechanism<F, N> {
    /// How many bytes of entropy one release takes, always.
    pub const ENTROPY_BYTES: usize = N::ENTROPY_BYTES;

    /// A mechanism with answers clamped into `answers` and outputs in `window`.
    ///
    /// Whether the setting satisfies the conditions of the theorem (L > 2δ, T > ρ_M + δ, cut-off) is for the
    /// crate `kdelta` to check; here only what the arithmetic needs is.
    ///
    /// # Errors
    /// [`Error::TooFar`] or [`Error::GridForFormat`] if the format does not hold every point of the window.
    pub fn new(answers: Range<F>, noise: N, window: Window) -> Result<Self, Error> {
        Ok(Self { answers, noise, window: window.fitting::<F>()? })
    }

    /// The answer range M_f.
    #[must_use]
    pub const fn answers(&self) -> Range<F> {
        self.answers
    }

    /// The noise.
    #[must_use]
    pub const fn noise(&self) -> &N {
        &self.noise
    }

    /// The window.
    #[must_use]
    pub const fn window(&self) -> Window {
        self.window
    }

    /// One release of an answer.
    ///
    /// # Guarantee
    /// The result is a function of the exact or correctly rounded sum of the clamped answer and x′, with the
    /// cells of [`crate::Grid`]; entropy use is fixed.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for a NaN answer, [`Error::Entropy`] when the source fails. An error depends on the
    /// data in the first case: rule NaN out before the data is private, as [`crate::BoundedSum`] does.
    #[inline]
    pub fn release<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<Release<F>, Error> {
        let index = self.index(answer, entropy)?;
        // The point is computed in both cases, so that the work does not depend on the noise.
        let point = self.point(self.window.nearest(index));
        //= THEORY F17
        Ok(if self.window.contains(index) { Release::Value(point) } else { Release::Outside })
    }

    /// One release with −∞ and +∞ remapped to the ends of the window (THEORY F7): post-processing of the two
    /// half-lines, which is allowed since x′ has the sign of the ideal noise.
    ///
    /// # Errors
    /// As [`Mechanism::release`].
    #[inline]
    pub fn release_to_ends<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<F, Error> {
        //= THEORY F7
        let index = self.index(answer, entropy)?;
        Ok(self.point(self.window.nearest(index)))
    }

    #[inline]
    fn index<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<i64, Error> {
        //= THEORY F26
        let answer = self.answers.clamp(answer)?;
        Ok(answer.add_and_round(self.noise.draw(entropy)?, self.window.grid()))
    }

    /// Exact: the index is in the window, which the format holds.
    #[inline]
    fn point(&self, index: i64) -> F {
        F::grid_point(index, self.window.grid())
    }
}
