//! The game: two worlds, independent samples, hits counted.

use crate::error::Error;
use crate::finding::Measurement;
use crate::number::to_f64;
use kdelta::entropy::Cryptographic;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::fmt;

/// The most samples of one world: more hours than anybody waits.
pub const MAX_SAMPLES: u64 = 1_000_000_000;

/// How often progress is told.
const CHUNK: u64 = 1 << 14;

/// Random bits, for the naive mechanisms and as entropy for ours.
pub type Bits = Cryptographic<ChaCha8Rng>;

/// Samples of one attack.
pub struct Trials<'a> {
    samples: u64,
    seed: u64,
    stream: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl fmt::Debug for Trials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trials")
            .field("samples", &self.samples)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl<'a> Trials<'a> {
    /// Trials of an attack; its name chooses the random stream, so that no attack depends on which others run.
    ///
    /// # Errors
    /// [`Error::Samples`].
    pub fn new(name: &str, samples: u64, seed: u64, progress: &'a mut dyn FnMut(u64)) -> Result<Self, Error> {
        if !(1..=MAX_SAMPLES).contains(&samples) {
            return Err(Error::Samples { asked: samples });
        }
        let stream = name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(257).wrapping_add(byte.into()));
        Ok(Self { samples, seed, stream: stream << 8, progress })
    }

    /// Counts the event in both worlds, each with its own stream of bits; `worlds` are the two answers.
    ///
    /// # Errors
    /// The first that `event` gives.
    pub fn compare<W: Copy>(
        &mut self,
        factor: f64,
        worlds: [W; 2],
        mut event: impl FnMut(W, &mut Bits) -> Result<bool, Error>,
    ) -> Result<Measurement, Error> {
        let mut hits = [0; 2];
        for (count, world) in hits.iter_mut().zip(worlds) {
            let mut bits = ChaCha8Rng::seed_from_u64(self.seed);
            bits.set_stream(self.stream);
            self.stream += 1;
            let mut bits = Cryptographic(bits);
            let mut left = self.samples;
            while left > 0 {
                let chunk = left.min(CHUNK);
                for _ in 0..chunk {
                    *count += u64::from(event(world, &mut bits)?);
                }
                left -= chunk;
                (self.progress)(chunk);
            }
        }
        Ok(Measurement { hits, samples: self.samples, factor })
    }
}

/// The uniform of every textbook: a multiple of 2^-53 in ]0, 1].
pub(crate) fn textbook_uniform(bits: &mut Bits) -> f64 {
    half_open_uniform(bits) + f64::EPSILON / 2.0 // exact
}

/// The uniform of every library: a multiple of 2^-53 in [0, 1[.
pub(crate) fn half_open_uniform(bits: &mut Bits) -> f64 {
    to_f64(bits.0.next_u64() >> 11) / 9_007_199_254_740_992.0
}

/// A fair sign.
pub(crate) fn sign(bits: &mut Bits) -> f64 {
    if bits.0.next_u32() & 1 == 1 { -1.0 } else { 1.0 }
}

/// An integer below n, each with probability 1/n up to n·2^-64.
pub(crate) fn below(n: u64, bits: &mut Bits) -> u64 {
    let product = u128::from(bits.0.next_u64()) * u128::from(n);
    u64::try_from(product >> 64).unwrap_or(0)
}
