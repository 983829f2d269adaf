//! Gaussian noise ±σ·g(−ln v) from a tail probability v, where g is the inverse of the normal tail.

use crate::entropy::Entropy;
use crate::error::Error;
use crate::inverse_tail::NormalTail;
use crate::ledger::Ledger;
use crate::noise::{Noise, chunks, one_by_one};
use crate::scale::Scale;
use crate::uniform::{Bias, Tail};
use core::marker::PhantomData;

/// Gaussian noise of standard deviation σ in format F from generator U, whose bias must be relative.
///
/// # Guarantee
/// For every draw x′ is the product, rounded once ([`Gaussian::PRODUCT`]), of σ and the computed g
/// ([`Gaussian::INVERSE_TAIL`]) of the computed −ln v ([`Gaussian::LOGARITHM`]), with the sign of the ideal noise.
/// n(v) = ±σ·g(−ln v) is exact. As g is concave, starts at 0 and has a slope of at most √(π/2), an error of A + R·ℓ
/// in the logarithm ℓ makes one of at most √(π/2)·A + R·g(ℓ) (THEORY 1.10): relative errors stay relative, so that
/// noise that should be far is far.
#[derive(Clone, Copy, Debug)]
pub struct Gaussian<F: NormalTail, U: Tail<F>> {
    scale: Scale,
    factor: F::Factor,
    generator: PhantomData<U>,
}

impl<F: NormalTail, U: Tail<F>> Gaussian<F, U> {
    const ADMISSIBLE: () = assert!(
        matches!(U::BIAS, Bias::Relative { cut_off, .. } if cut_off <= F::LARGEST_EXPONENT)
            && !U::NEEDS_EVIDENCE,
        "Gaussian noise takes a logarithm of kdelta and a generator with a relative bias: Relative, Deep or Lazy, in fixed \
         point Relative"
    );
    /// The errors of the logarithm.
    pub const LOGARITHM: Ledger = U::LOGARITHM;
    /// The errors of g.
    pub const INVERSE_TAIL: Ledger = F::INVERSE_TAIL;
    /// The errors of the product with σ.
    pub const PRODUCT: Ledger = F::PRODUCT;

    /// Gaussian noise of standard deviation σ.
    ///
    /// # Errors
    /// [`Error::ScaleForFormat`] if a fixed-point format cannot hold σ.
    pub fn new(scale: Scale) -> Result<Self, Error> {
        let () = Self::ADMISSIBLE;
        Ok(Self { scale, factor: F::factor(scale)?, generator: PhantomData })
    }

    /// σ, exactly.
    #[must_use]
    pub const fn scale(&self) -> Scale {
        self.scale
    }

    /// x′ = n′(v) for one draw v of the generator, which must not be open ([`crate::Uniform::is_open`]).
    #[must_use]
    #[inline]
    pub fn of(&self, draw: U) -> F::Noise {
        F::scaled(F::inverse_tail(draw.minus_ln()), self.factor, draw.negative())
    }
}

impl<F: NormalTail, U: Tail<F>> Noise<F> for Gaussian<F, U> {
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
        Ok(F::scaled_each(&F::inverse_tail_each(logs), self.factor, &negative))
    }

    #[inline]
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<F::Noise, Error> {
        Ok(self.of(U::draw(entropy)?))
    }
}
