//! One release on the plane: clamp the answer, draw, add, round, test.

use super::noise::PlanarNoise;
use super::region::Region;
use crate::entropy::Entropy;
use crate::error::Error;
use crate::format::Format;
use crate::query::Range;
use crate::release::{BUFFER, in_blocks, wide};
use crate::window::Release;
use core::hint::black_box;

/// How many releases of a slice go through each stage together: a draw takes more bytes than on the line.
const TOGETHER: usize = 16;

/// K of the paper on the plane, in finite precision: rd(f′(D) ⊕ X′) coordinate by coordinate.
#[derive(Clone, Copy, Debug)]
pub struct PlanarMechanism<F, N, R> {
    answers: [Range<F>; 2],
    noise: N,
    region: R,
}

impl<F: Format, N: PlanarNoise<F>, R: Region> PlanarMechanism<F, N, R> {
    /// How many bytes of entropy one release takes, always.
    pub const ENTROPY_BYTES: usize = N::ENTROPY_BYTES;

    /// A mechanism with answers clamped into a rectangle and outputs in `region`.
    ///
    /// Whether the setting satisfies the conditions of the theorem (L > 2δ, T > ρ_M + δ, cut-off) is for the
    /// crate `kdelta` to check; here only what the arithmetic needs is.
    ///
    /// # Errors
    /// [`Error::TooFar`] or [`Error::GridForFormat`] if the format does not hold every point of the region's
    /// bounds.
    pub fn new(answers: [Range<F>; 2], noise: N, region: R) -> Result<Self, Error> {
        region.bounds().fitting::<F>()?;
        Ok(Self { answers, noise, region })
    }

    /// The answer rectangle M_f.
    #[must_use]
    pub const fn answers(&self) -> &[Range<F>; 2] {
        &self.answers
    }

    /// The noise.
    #[must_use]
    pub const fn noise(&self) -> &N {
        &self.noise
    }

    /// The outputs.
    #[must_use]
    pub const fn region(&self) -> &R {
        &self.region
    }

    /// One release of a point.
    ///
    /// # Guarantee
    /// The result is a function of the exact or correctly rounded sums of the clamped coordinates and x′,
    /// with the cells of [`crate::Grid`]; entropy use is fixed.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for a NaN coordinate, [`Error::Entropy`] when the source fails. An error depends
    /// on the data in the first case: rule NaN out before the data is private.
    #[inline]
    pub fn release<E: Entropy>(&self, answer: [F; 2], entropy: &mut E) -> Result<Release<[F; 2]>, Error> {
        let noise = self.noise.draw(entropy)?;
        self.noisy(answer, noise)
    }

    /// One release of each point, each with its own draw, into the place of the same number.
    ///
    /// The law of each place is that of [`PlanarMechanism::release`]; the entropy is drawn in blocks, which
    /// is faster.
    ///
    /// # Errors
    /// [`Error::Length`] if the lengths differ; otherwise as [`PlanarMechanism::release`]. After an error
    /// every place holds [`Release::Outside`]: nothing was released.
    pub fn release_slice<E: Entropy>(
        &self,
        answers: &[[F; 2]],
        places: &mut [Release<[F; 2]>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        const { assert!(0 < N::ENTROPY_BYTES && N::ENTROPY_BYTES <= BUFFER, "a draw takes 1 to 2048 bytes") };
        let done = self.release_blocks(answers, places, entropy);
        if done.is_err() {
            places.fill(Release::Outside);
        }
        done
    }

    /// NaN is looked for first, so that nothing can fail between two releases; then [`TOGETHER`] draws, their noise and the sums are
    /// computed stage by stage. Place i gets what the releases one after the other from the same bytes would put there.
    #[inline]
    fn release_blocks<E: Entropy>(
        &self,
        answers: &[[F; 2]],
        places: &mut [Release<[F; 2]>],
        entropy: &mut E,
    ) -> Result<(), Error> {
        if answers.len() == places.len()
            && answers.iter().fold(false, |found, [x, y]| found | x.is_nan() | y.is_nan())
        {
            return Err(Error::NotFinite);
        }
        in_blocks(N::ENTROPY_BYTES, TOGETHER, answers, places, entropy, |answers, places, bytes, _| {
            let together = answers.chunks(TOGETHER).zip(places.chunks_mut(TOGETHER));
            for ((answers, places), bytes) in together.zip(bytes.chunks(TOGETHER * N::ENTROPY_BYTES)) {
                if let (Some(answers), Some(places)) = (answers.first_chunk(), places.first_chunk_mut()) {
                    self.release_lanes(answers, places, bytes)?;
                } else {
                    let draws = bytes.chunks_exact(N::ENTROPY_BYTES);
                    for ((&answer, place), draw) in answers.iter().zip(places).zip(draws) {
                        *place = self.noisy(answer, self.noise.of_bytes(draw))?;
                    }
                }
            }
            Ok(())
        })
    }

    /// [`PlanarMechanism::noisy`] of [`TOGETHER`] answers without NaN.
    #[inline]
    fn release_lanes(
        &self,
        answers: &[[F; 2]; TOGETHER],
        places: &mut [Release<[F; 2]>; TOGETHER],
        bytes: &[u8],
    ) -> Result<(), Error> {
        let (inside, points_x, points_y) = wide(
            #[inline(always)]
            || {
                let bounds = self.region.bounds();
                let grid = bounds.grid();
                let [noise_x, noise_y] = self.noise.of_each(bytes)?;
                let ([range_x, range_y], [axis_x, axis_y]) = (&self.answers, bounds.axes());
                let (mut answers_x, mut answers_y) = ([range_x.low(); TOGETHER], [range_y.low(); TOGETHER]);
                for ((x, y), answer) in answers_x.iter_mut().zip(&mut answers_y).zip(answers) {
                    [*x, *y] = *answer;
                }
                let ends = |range: &Range<F>| [range.low(), range.high()];
                let x = F::add_and_round_each(&answers_x, ends(range_x), &noise_x, grid);
                let y = F::add_and_round_each(&answers_y, ends(range_y), &noise_y, grid);
                let points = (
                    F::grid_points(&axis_x.nearest_each(&x), grid),
                    F::grid_points(&axis_y.nearest_each(&y), grid),
                );
                Ok::<_, Error>((self.region.contains_each(&x, &y), points.0, points.1))
            },
        )?;
        let (points_x, points_y) = (black_box(&points_x), black_box(&points_y));
        for (((place, inside), &x), &y) in places.iter_mut().zip(inside).zip(points_x).zip(points_y) {
            *place = if inside { Release::Value([x, y]) } else { Release::Outside };
        }
        Ok(())
    }

    /// The point of the noisy answer's cell if that is in the region. The point is computed in both cases, so
    /// that the work does not depend on the noise.
    #[inline]
    fn noisy(&self, answer: [F; 2], noise: [F::Noise; 2]) -> Result<Release<[F; 2]>, Error> {
        let bounds = self.region.bounds();
        let grid = bounds.grid();
        let ([range_x, range_y], [a, b], [x, y]) = (&self.answers, answer, noise);
        //= THEORY F26
        let answer = (range_x.clamp(a)?, range_y.clamp(b)?);
        //= THEORY F24
        let index = [answer.0.add_and_round(x, grid), answer.1.add_and_round(y, grid)];
        // Exact: the nearest cell is in the bounds, which the format holds.
        let point = bounds.nearest(index).map(|i| F::grid_point(i, grid));
        //= THEORY F17
        // A choice by an index, behind a barrier, instead of a branch: compilers move the work of one side
        // behind the test.
        let outputs = [Release::Outside, Release::Value(point)];
        let inside = black_box(usize::from(self.region.contains(index)));
        Ok(outputs.get(inside).copied().unwrap_or(Release::Outside))
    }
}
