//! Entropy sources for tests.

use kdelta_finite::{Entropy, EntropyError, Lazy, Uniform};

/// SplitMix64 with this seed: the same numbers in every run. Its bytes are its words, lowest byte first.
#[derive(Debug, Clone)]
pub struct Seeded(pub u64);

impl Seeded {
    /// The next word.
    #[expect(clippy::should_implement_trait, reason = "it has no end, so it answers without an Option")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this limit, uniform up to a bias that no test sees.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % limit
    }

    /// One of these texts.
    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

impl Entropy for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// Another source, and the number of bytes that were asked of it.
#[derive(Debug)]
pub struct Counting<E>(pub E, pub usize);

impl<E: Entropy> Entropy for Counting<E> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.1 += bytes.len();
        self.0.fill(bytes)
    }
}

/// Answers every request, of at most 16 bytes, with the lowest bytes of this word: the draw that a test wants
/// to see.
#[derive(Debug, Clone, Copy)]
pub struct Repeated(pub u128);

impl Entropy for Repeated {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.copy_from_slice(&self.0.to_le_bytes()[..bytes.len()]);
        Ok(())
    }
}

/// Delivers these words one after the other, lowest byte first, and then fails.
#[derive(Debug, Clone)]
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

/// Delivers these bytes in order. A request for more than are left fails.
#[derive(Debug, Clone)]
pub struct Tape<'a>(pub &'a [u8]);

impl Entropy for Tape<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let (now, later) = self.0.split_at_checked(bytes.len()).ok_or(EntropyError)?;
        bytes.copy_from_slice(now);
        self.0 = later;
        Ok(())
    }
}

/// Delivers `left` zero bytes. A request for more is answered with zeros as well, but also with the error:
/// whoever used such bytes would release the answer without noise.
#[derive(Debug, Clone, Copy)]
pub struct Failing {
    /// How many bytes it still delivers.
    pub left: usize,
}

impl Entropy for Failing {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.fill(0);
        self.left = self.left.checked_sub(bytes.len()).ok_or(EntropyError)?;
        Ok(())
    }
}

/// The words from which `Lazy<P>` makes the draw with exponent e. `top` holds the sign in its lowest bit and
/// the mantissa above it.
///
/// # Panics
/// If `top` has more than P bits.
#[must_use]
pub fn lazy_words<const P: u32>(e: u32, top: u64) -> Vec<u64> {
    let first = Lazy::<P>::FIRST_EXPONENT_BITS;
    let begin = (u128::from(top) << first) | if e < first { 1 << e } else { 0 };
    let mut words = vec![u64::try_from(begin & u128::from(u64::MAX)).unwrap()];
    if Lazy::<P>::ENTROPY_BYTES == 16 {
        words.push(u64::try_from(begin >> 64).unwrap());
    }
    if let Some(further) = e.checked_sub(first) {
        words.extend(std::iter::repeat_n(0, usize::try_from(further / 64).unwrap()));
        words.push(1 << (further % 64));
    }
    words
}
