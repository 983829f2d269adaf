//! The radius as b·(−ln v₁ − ln v₂): its law is Gamma(2), that of the length of planar Laplace noise (THEORY
//! F5 (b)).

use super::noise::{Radius, RadiusBias};
use super::polar::Polar;
use crate::entropy::{Entropy, EntropyError};
use crate::ledger::Ledger;
use crate::uniform::{Bias, Tail};

/// Two tail probabilities of generator U. Their signs are drawn and not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gamma<U> {
    first: U,
    second: U,
}

impl<U> Gamma<U> {
    /// The draw of two draws.
    #[must_use]
    pub const fn new(first: U, second: U) -> Self {
        Self { first, second }
    }
}

impl<F: Polar, U: Tail<F>> Radius<F> for Gamma<U> {
    const ENTROPY_BYTES: usize = {
        assert!(
            !U::LAZY,
            "the plane needs a generator of a fixed number of bytes: Relative, Deep or Midpoint"
        );
        assert!(!U::NEEDS_EVIDENCE, "the plane takes no logarithm that has to be checked first");
        2 * U::ENTROPY_BYTES
    };
    //= THEORY F5 (b)
    const BIAS: RadiusBias = RadiusBias::Gamma(match U::BIAS {
        // The tail 1 − 2|u − ½| moves twice as far as u.
        Bias::Absolute { log2 } => Bias::Absolute { log2: log2 + 1 },
        relative @ Bias::Relative { .. } => relative,
    });
    const LOGARITHM: Ledger = {
        let _ = <Self as Radius<F>>::ENTROPY_BYTES; // its assertions
        U::LOGARITHM
    };

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(U::ENTROPY_BYTES.min(bytes.len()));
        Self { first: U::from_bytes(first), second: U::from_bytes(second) }
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(Self { first: U::draw(entropy)?, second: U::draw(entropy)? })
    }

    #[inline]
    fn over_scale(self) -> F::Radius {
        F::sum(self.first.minus_ln(), self.second.minus_ln())
    }

    #[inline(always)]
    fn over_scale_each<'a, const N: usize>(draws: impl Iterator<Item = &'a [u8]> + Clone) -> [F::Radius; N] {
        let first =
            U::minus_ln_each(draws.clone().map(|draw| draw.get(..U::ENTROPY_BYTES).unwrap_or_default()));
        let second =
            U::minus_ln_each(draws.clone().map(|draw| draw.get(U::ENTROPY_BYTES..).unwrap_or_default()));
        let mut radii = [F::Radius::default(); N];
        if let (Some((first, _)), Some((second, _))) = (first, second) {
            for ((radius, first), second) in radii.iter_mut().zip::<[_; N]>(first).zip::<[_; N]>(second) {
                *radius = F::sum(first, second);
            }
        } else {
            // Never, as no draw is open.
            for (radius, draw) in radii.iter_mut().zip(draws) {
                *radius = <Self as Radius<F>>::from_bytes(draw).over_scale();
            }
        }
        radii
    }
}
