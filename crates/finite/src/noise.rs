//! n′ of the paper: Laplace noise ∓b·ln v from a tail probability v.

use crate::entropy::{Entropy, EntropyError};
use crate::error::Error;
use crate::format::Format;
use crate::ledger::Ledger;
use crate::scale::Scale;
use crate::uniform::Tail;
use core::marker::PhantomData;
use core::slice::ChunksExact;

/// A source of noise in format F.
pub trait Noise<F: Format> {
    /// How many bytes of entropy one draw takes: always, unless the generator is lazy ([`crate::Uniform::LAZY`]).
    const ENTROPY_BYTES: usize;

    /// x′ for the draw that [`Noise::ENTROPY_BYTES`] bytes encode. If they leave it open, `entropy` gives the
    /// rest.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    fn of_bytes<E: Entropy>(&self, bytes: &[u8], entropy: &mut E) -> Result<F::Noise, Error>;

    /// Element i equals [`Noise::of_bytes`] of the i-th [`Noise::ENTROPY_BYTES`] bytes.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails, and if these are not the bytes of N draws: no value goes without its noise.
    #[inline(always)]
    fn of_each<const N: usize, E: Entropy>(
        &self,
        bytes: &[u8],
        entropy: &mut E,
    ) -> Result<[F::Noise; N], Error> {
        one_by_one(self, bytes, entropy)
    }

    /// One draw of x′.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<F::Noise, Error>;
}

/// The bytes of each of N draws.
///
/// # Errors
/// [`EntropyError`] if there are not as many bytes.
#[inline(always)]
pub(crate) fn chunks<const N: usize>(
    bytes: &[u8],
    of_a_draw: usize,
) -> Result<ChunksExact<'_, u8>, EntropyError> {
    if of_a_draw == 0 || of_a_draw.checked_mul(N) != Some(bytes.len()) {
        return Err(EntropyError);
    }
    Ok(bytes.chunks_exact(of_a_draw))
}

/// [`Noise::of_each`] by [`Noise::of_bytes`].
#[cold]
#[inline(never)]
pub(crate) fn one_by_one<F: Format, S: Noise<F> + ?Sized, const N: usize, E: Entropy>(
    source: &S,
    bytes: &[u8],
    entropy: &mut E,
) -> Result<[F::Noise; N], Error> {
    let mut draws = chunks::<N>(bytes, S::ENTROPY_BYTES)?;
    let mut noise = [F::Noise::default(); N];
    for noise in &mut noise {
        *noise = source.of_bytes(draws.next().ok_or(EntropyError)?, entropy)?;
    }
    Ok(noise)
}

/// Laplace noise of scale b in format F from generator U.
///
/// # Guarantee
/// For every draw, |x′ − n(v)| is at most the sum of the terms of [`Laplace::LOGARITHM`] and
/// [`Laplace::PRODUCT`], where n(v) = ∓b·ln v is exact; see [`Ledger`]. For f64 (h = 2^-53): the logarithm is
/// A + hℓ/(1+h) off, the product rounds by at most h/(1+h) of itself, and together these are at most
/// b·A(1+h)² + 2h·|n|; the slack in A covers the (1+h)². x′ has the sign of the ideal noise. x′ is monotone
/// in v for Fixed with draws of up to 32 bits, as its logarithm is and rounding keeps order. The other
/// formats need no monotonicity: by the bound of [`Ledger`], noise that should be far is far.
#[derive(Clone, Copy, Debug)]
pub struct Laplace<F: Format, U: Tail<F>> {
    scale: Scale,
    factor: F::Factor,
    generator: PhantomData<U>,
}

impl<F: Format, U: Tail<F>> Laplace<F, U> {
    /// The errors of the logarithm.
    pub const LOGARITHM: Ledger = U::LOGARITHM;
    /// The errors of the product with b.
    pub const PRODUCT: Ledger = F::PRODUCT;

    /// Laplace noise of scale b.
    ///
    /// # Errors
    /// [`Error::ScaleForFormat`] if a fixed-point format cannot hold b.
    pub fn new(scale: Scale) -> Result<Self, Error> {
        Ok(Self { scale, factor: F::factor(scale)?, generator: PhantomData })
    }

    /// b, exactly.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// x′ = n′(v) for one draw v of the generator, which must not be open ([`crate::Uniform::is_open`]): the
    /// function that (k, δ)-closeness is about.
    #[must_use]
    #[inline]
    pub fn of(&self, draw: U) -> F::Noise {
        F::scaled(draw.minus_ln(), self.factor, draw.negative())
    }
}

impl<F: Format, U: Tail<F>> Noise<F> for Laplace<F, U> {
    const ENTROPY_BYTES: usize = U::ENTROPY_BYTES;

    #[inline]
    fn of_bytes<E: Entropy>(&self, bytes: &[u8], entropy: &mut E) -> Result<F::Noise, Error> {
        Ok(self.of(U::from_bytes(bytes).complete(entropy)?))
    }

    #[inline(always)]
    fn of_each<const N: usize, E: Entropy>(
        &self,
        bytes: &[u8],
        entropy: &mut E,
    ) -> Result<[F::Noise; N], Error> {
        // A draw is open almost never.
        let Some((logs, negative)) = U::minus_ln_each(chunks::<N>(bytes, U::ENTROPY_BYTES)?) else {
            return one_by_one(self, bytes, entropy);
        };
        Ok(F::scaled_each(&logs, self.factor, &negative))
    }

    #[inline]
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<F::Noise, Error> {
        Ok(self.of(U::draw(entropy)?))
    }
}
