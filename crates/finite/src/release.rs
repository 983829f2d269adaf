//! One release: clamp the answer, draw, add, round, test.

use crate::entropy::{Entropy, EntropyError};
use crate::error::Error;
use crate::format::Format;
use crate::noise::Noise;
use crate::query::Range;
use crate::window::Window;
use core::hint::black_box;

pub use crate::window::Release;

/// How many bytes a slice takes from the entropy source at once, on the stack.
pub(crate) const BUFFER: usize = 2048;

/// How many releases of a slice go through each stage together: enough to fill wide registers several times.
const TOGETHER: usize = 32;

/// K of the paper, in finite precision: rd(f′(D) ⊕ X′).
#[derive(Clone, Copy, Debug)]
pub struct Mechanism<F, N> {
    answers: Range<F>,
    noise: N,
    window: Window,
}

impl<F: Format, N: Noise<F>> Mechanism<F, N> {
    /// How many bytes of entropy one release takes: always, unless the generator is [`crate::Lazy`], which
    /// takes more with the small probability that it states.
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
    /// cells of [`crate::Grid`]; entropy use is [`Mechanism::ENTROPY_BYTES`].
    ///
    /// # Errors
    /// [`Error::NotFinite`] for a NaN answer, [`Error::Entropy`] when the source fails. An error depends on
    /// the data in the first case: rule NaN out before the data is private, as [`crate::BoundedSum`] does.
    #[inline]
    pub fn release<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<Release<F>, Error> {
        Ok(self.released(answer, entropy)?.0)
    }

    /// One release of each answer, each with its own draw, into the place of the same number.
    ///
    /// The law of each place is that of [`Mechanism::release`]; the entropy is drawn in blocks, which is
    /// faster.
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ; otherwise as [`Mechanism::release`]. After an error every
    /// place holds [`Release::Outside`]: nothing was released.
    pub fn release_slice<E: Entropy>(
        &self,
        answers: &[F],
        places: &mut [Release<F>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        let done =
            self.release_blocks(answers, places, entropy, |index, point| self.window.classify(index, point));
        if done.is_err() {
            places.fill(Release::Outside);
        }
        done
    }

    /// One release with −∞ and +∞ remapped to the ends of the window (THEORY F7): post-processing of the two
    /// half-lines, which is allowed since x′ has the sign of the ideal noise.
    ///
    /// # Errors
    /// As [`Mechanism::release`].
    #[inline]
    pub fn release_to_ends<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<F, Error> {
        //= THEORY F7
        Ok(self.released(answer, entropy)?.1)
    }

    /// [`Mechanism::release_to_ends`] of each answer.
    ///
    /// # Errors
    /// As [`Mechanism::release_slice`]; after an error every place holds the low end of the window.
    pub fn release_slice_to_ends<E: Entropy>(
        &self,
        answers: &[F],
        places: &mut [F],
        entropy: &mut E,
    ) -> Result<(), Error> {
        let done = self.release_blocks(answers, places, entropy, |_, point| point);
        if done.is_err() {
            places.fill(F::grid_point(self.window.low(), self.window.grid()));
        }
        done
    }

    /// Draws in blocks and makes an output of the grid index and the point of each release.
    ///
    /// NaN is looked for first, so that within a block nothing can fail between two releases; then
    /// [`TOGETHER`] draws, their logarithms, the products and the sums are computed stage by stage, each
    /// stage a loop without a branch. Place i gets what the releases one after the other from the same bytes
    /// would put there, unless a draw of [`crate::Lazy`] is open: its further words are drawn after the
    /// block, and the law is the same.
    #[inline]
    fn release_blocks<E: Entropy, V>(
        &self,
        answers: &[F],
        places: &mut [V],
        entropy: &mut E,
        output: impl Fn(i64, F) -> V,
    ) -> Result<(), Error> {
        const { assert!(0 < N::ENTROPY_BYTES && N::ENTROPY_BYTES <= BUFFER, "a draw takes 1 to 2048 bytes") };
        if answers.len() == places.len()
            && answers.iter().fold(false, |found, answer| found | answer.is_nan())
        {
            return Err(Error::NotFinite);
        }
        in_blocks(N::ENTROPY_BYTES, TOGETHER, answers, places, entropy, |answers, places, bytes, entropy| {
            let together = answers.chunks(TOGETHER).zip(places.chunks_mut(TOGETHER));
            for ((answers, places), bytes) in together.zip(bytes.chunks(TOGETHER * N::ENTROPY_BYTES)) {
                self.release_lanes(answers, places, bytes, entropy, &output)?;
            }
            Ok(())
        })
    }

    /// At most [`TOGETHER`] releases of answers without NaN, by the steps of [`Format::released`].
    #[inline]
    fn release_lanes<E: Entropy, V>(
        &self,
        answers: &[F],
        places: &mut [V],
        bytes: &[u8],
        entropy: &mut E,
        output: impl Fn(i64, F) -> V,
    ) -> Result<(), Error> {
        if let (Some(answers), Some(places)) =
            (answers.first_chunk::<TOGETHER>(), places.first_chunk_mut::<TOGETHER>())
        {
            let (mut indices, mut points) = ([0; TOGETHER], *answers);
            self.group(answers, bytes, entropy, &mut indices, &mut points)?;
            for ((place, &index), &point) in places.iter_mut().zip(&indices).zip(black_box(&points)) {
                *place = output(index, point);
            }
        } else {
            let draws = bytes.chunks_exact(N::ENTROPY_BYTES);
            for ((place, &answer), draw) in places.iter_mut().zip(answers).zip(draws) {
                let index = self.index(answer, self.noise.of_bytes(draw, entropy)?);
                *place = output(index, black_box(self.point(index)));
            }
        }
        Ok(())
    }

    /// The grid index of each answer and its noise, and the point of the window nearest to it. Compiled once for all outputs.
    #[inline(never)]
    fn group<E: Entropy>(
        &self,
        answers: &[F; TOGETHER],
        bytes: &[u8],
        entropy: &mut E,
        indices: &mut [i64; TOGETHER],
        points: &mut [F; TOGETHER],
    ) -> Result<(), Error> {
        wide(
            #[inline(always)]
            || {
                let (grid, ends) = (self.window.grid(), [self.answers.low(), self.answers.high()]);
                let noise = self.noise.of_each(bytes, entropy)?;
                *indices = F::add_and_round_each(answers, ends, &noise, grid);
                *points = F::grid_points(&self.window.nearest_each(indices), grid);
                Ok(())
            },
        )
    }

    /// One release, and the point of the window nearest to its sum.
    #[inline]
    fn released<E: Entropy>(&self, answer: F, entropy: &mut E) -> Result<(Release<F>, F), Error> {
        let noise = self.noise.draw(entropy)?;
        if answer.is_nan() {
            return Err(Error::NotFinite);
        }
        //= THEORY F26
        Ok(answer.released(self.answers.low(), self.answers.high(), noise, self.window))
    }

    /// The grid index of an answer, clamped, and x′.
    #[inline]
    fn index(&self, answer: F, noise: F::Noise) -> i64 {
        answer.clamped(self.answers.low(), self.answers.high()).add_and_round(noise, self.window.grid())
    }

    /// The point of the window nearest to a grid index: exact, as the format holds the whole window. Behind a barrier before the
    /// choice between it and [`Release::Outside`], as in [`Format::released`].
    #[inline]
    fn point(&self, index: i64) -> F {
        F::grid_point(self.window.nearest(index), self.window.grid())
    }
}

/// Releases all answers, a block at a time: draws the `bytes` of each answer, at most [`BUFFER`], for as many answers as
/// [`BUFFER`] holds bytes for, in whole groups of `together` if it holds one, and calls `release` with these answers, their places and
/// their bytes.
///
/// # Errors
/// [`Error::Length`] if the lengths differ, [`Error::Entropy`] when the source fails, and those of `release`.
#[inline]
pub(crate) fn in_blocks<A, V, E: Entropy>(
    bytes: usize,
    together: usize,
    answers: &[A],
    places: &mut [V],
    entropy: &mut E,
    release: impl Fn(&[A], &mut [V], &[u8], &mut E) -> Result<(), Error>,
) -> Result<(), Error> {
    if answers.len() != places.len() {
        return Err(Error::Length { answers: answers.len(), places: places.len() });
    }
    let mut buffer = [0; BUFFER];
    let draws = BUFFER / bytes;
    let draws = if draws < together { draws } else { draws - draws % together };
    for (answers, places) in answers.chunks(draws).zip(places.chunks_mut(draws)) {
        let block = buffer.get_mut(..answers.len() * bytes).ok_or(EntropyError)?;
        entropy.fill(block)?;
        release(answers, places, block, entropy)?;
    }
    Ok(())
}

/// What `work` does, compiled for the widest registers that this processor has, where the standard library can ask for them. Only what is
/// inlined into `work` is.
///
/// Each operation on numbers rounds as it does in one register: compilers do not contract a product and a sum into one operation
/// unless told to.
#[inline]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(feature = "std")]
    return pulp::Arch::new().dispatch(work);
    #[cfg(not(feature = "std"))]
    work()
}
