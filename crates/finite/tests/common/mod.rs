//! What the tests share: a seeded stream of bits, a counting and a failing source, a ledger as f64.
#![allow(dead_code, unreachable_pub, clippy::indexing_slicing, reason = "each test file uses its part")]
#![allow(clippy::cast_precision_loss, reason = "test arithmetic states its own tolerance")]

use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_finite::{Entropy, EntropyError};

/// SplitMix64: seeded, for tests only.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Entropy for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

/// Counts the bytes asked for.
pub struct Counting<E>(pub E, pub usize);

impl<E: Entropy> Entropy for Counting<E> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.1 += bytes.len();
        self.0.fill(bytes)
    }
}

/// Delivers fixed bytes: the harness as entropy.
pub struct Bytes(pub u128);

impl Entropy for Bytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.copy_from_slice(&self.0.to_le_bytes()[..bytes.len()]);
        Ok(())
    }
}

/// A source that writes zeros and then says that it failed.
pub struct Failing;

impl Entropy for Failing {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.fill(0);
        Err(EntropyError)
    }
}

/// The sum of the terms of one unit. All terms are dyadics of similar size: f64 adds them to 2^-50 relative.
pub fn sum(ledger: &Ledger, unit: Unit) -> f64 {
    let terms = ledger.terms.iter().filter(|term| term.unit == unit);
    terms.map(|term| term.mantissa as f64 * 2f64.powi(term.exponent)).sum()
}

/// Delivers these words one after the other, lowest byte first, and then fails.
pub struct Scripted<'a>(pub &'a [u64]);

impl Entropy for Scripted<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in bytes.chunks_mut(8) {
            let (word, rest) = self.0.split_first().ok_or(EntropyError)?;
            chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
            self.0 = rest;
        }
        Ok(())
    }
}
