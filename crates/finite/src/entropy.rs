//! Where the bits come from: one method, so that a harness can be the entropy.
//!
//! The theorem of the paper assumes independent uniform bits. Nothing in this crate can check that; a
//! certificate names the source as an assumption. What is checked: a source that fails is an error, never
//! zeros, and the number of bytes of a release is fixed ([`crate::Uniform::ENTROPY_BYTES`]), except that
//! [`crate::Lazy`] takes more with the small probability that it states.

#[cfg(feature = "std")]
mod aes;

#[cfg(feature = "std")]
pub use aes::Aes;
use core::fmt;

/// A source of independent uniform bytes.
pub trait Entropy {
    /// Fills `bytes` completely.
    ///
    /// Whether a source fails must not depend on how much is asked of it: [`crate::Lazy`] asks for more when
    /// the noise is far out, and a caller who then tried again with a source that holds no more would never
    /// release such noise.
    ///
    /// # Errors
    /// [`EntropyError`] when the source cannot; the content of `bytes` is then not used by any caller.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError>;
}

/// The entropy source could not deliver.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct EntropyError;

impl fmt::Display for EntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the entropy source failed; nothing was released, use another source")
    }
}

impl core::error::Error for EntropyError {}

impl<E: Entropy + ?Sized> Entropy for &mut E {
    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        (**self).fill(bytes)
    }
}

/// Any cryptographic generator of `rand_core` as entropy.
///
/// A generator that does not promise to be cryptographic is refused by the compiler. This does not compile:
///
/// ```compile_fail,E0277
/// use kdelta_finite::entropy::{Cryptographic, Entropy};
/// struct Counter(u64);
/// impl rand_core::RngCore for Counter {
///     fn next_u32(&mut self) -> u32 { 7 }
///     fn next_u64(&mut self) -> u64 { self.0 += 1; self.0 }
///     fn fill_bytes(&mut self, bytes: &mut [u8]) { bytes.fill(7) }
/// }
/// Cryptographic(Counter(0)).fill(&mut [0; 8])?;
/// # Ok::<(), kdelta_finite::EntropyError>(())
/// ```
///
/// With the promise, the same text does (and is now the promiser's responsibility):
///
/// ```
/// # use kdelta_finite::entropy::{Cryptographic, Entropy};
/// # struct Counter(u64);
/// # impl rand_core::RngCore for Counter {
/// #     fn next_u32(&mut self) -> u32 { 7 }
/// #     fn next_u64(&mut self) -> u64 { self.0 += 1; self.0 }
/// #     fn fill_bytes(&mut self, bytes: &mut [u8]) { bytes.fill(7) }
/// # }
/// impl rand_core::CryptoRng for Counter {}
/// Cryptographic(Counter(0)).fill(&mut [0; 8])?;
/// # Ok::<(), kdelta_finite::EntropyError>(())
/// ```
#[cfg(feature = "rand_core")]
#[derive(Clone, Debug)]
pub struct Cryptographic<R: rand_core::TryCryptoRng>(pub R);

#[cfg(feature = "rand_core")]
impl<R: rand_core::TryCryptoRng> Entropy for Cryptographic<R> {
    // One draw word by word: block generators hand out words faster than their `fill` copies bytes. For more
    // it is the other way round. Both take the same bytes from the stream.
    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        if bytes.len() > 16 {
            return self.0.try_fill_bytes(bytes).map_err(|_| EntropyError);
        }
        let mut words = bytes.chunks_exact_mut(8);
        for word in &mut words {
            word.copy_from_slice(&self.0.try_next_u64().map_err(|_| EntropyError)?.to_le_bytes());
        }
        match words.into_remainder() {
            [] => Ok(()),
            rest => self.0.try_fill_bytes(rest).map_err(|_| EntropyError),
        }
    }
}

/// The operating system's generator: one system call per release.
///
/// ```
/// # use kdelta_finite::entropy::{Entropy, Os};
/// Os.fill(&mut [0; 16])?;
/// # Ok::<(), kdelta_finite::EntropyError>(())
/// ```
#[cfg(feature = "os")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Os;

#[cfg(feature = "os")]
impl Entropy for Os {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        rand_core::TryRngCore::try_fill_bytes(&mut rand_core::OsRng, bytes).map_err(|_| EntropyError)
    }
}

/// ChaCha with 20 rounds, seeded once from the operating system: for many releases in a row on any processor; see [`Stream`].
/// It is not re-seeded after a fork; seed one per process.
///
/// # Errors
/// [`EntropyError`] when the operating system gives no seed.
#[cfg(feature = "os")]
pub fn chacha() -> Result<Cryptographic<rand_chacha::ChaCha20Rng>, EntropyError> {
    rand_core::SeedableRng::try_from_os_rng().map(Cryptographic).map_err(|_| EntropyError)
}

/// A cryptographic generator for many releases in a row: [`stream`].
#[cfg(feature = "os")]
#[derive(Debug)]
pub struct Stream(Kind);

#[cfg(feature = "os")]
#[derive(Debug)]
#[cfg_attr(feature = "std", expect(clippy::large_enum_variant, reason = "there is one for many releases"))]
enum Kind {
    #[cfg(feature = "std")]
    Aes(Cryptographic<aes::Aes>),
    ChaCha(Cryptographic<rand_chacha::ChaCha20Rng>),
}

/// The fastest generator of this processor, seeded once from the operating system: AES with 256 bits of key in counter mode
/// ([`Aes`]) where the processor has instructions for AES, otherwise [`chacha`]. It is not re-seeded after a fork; seed one per
/// process.
///
/// ```
/// # use kdelta_finite::entropy::{Entropy, stream};
/// let mut first = [0; 16];
/// let mut second = [0; 16];
/// stream()?.fill(&mut first)?;
/// stream()?.fill(&mut second)?;
/// assert_ne!(first, second); // equal with probability 2^-128
/// # Ok::<(), kdelta_finite::EntropyError>(())
/// ```
///
/// # Errors
/// [`EntropyError`] when the operating system gives no seed.
#[cfg(feature = "os")]
pub fn stream() -> Result<Stream, EntropyError> {
    #[cfg(feature = "std")]
    if aes::in_hardware() {
        let mut seed = [0; 32];
        Os.fill(&mut seed)?;
        return Ok(Stream(Kind::Aes(Cryptographic(rand_core::SeedableRng::from_seed(seed)))));
    }
    chacha().map(Kind::ChaCha).map(Stream)
}

#[cfg(feature = "os")]
impl Entropy for Stream {
    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        match &mut self.0 {
            #[cfg(feature = "std")]
            Kind::Aes(aes) => aes.fill(bytes),
            Kind::ChaCha(chacha) => chacha.fill(bytes),
        }
    }
}
