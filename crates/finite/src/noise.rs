//! n′ of the paper: Laplace noise ∓b·ln v from a tail probability v.

use crate::cast::{low_u16, low_u32, power_of_two, signed, to_f32, wide_to_f32, wide_to_f64};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::fixed::Fixed;
use crate::format::Format;
use crate::ledger::{Ledger, Term, Unit, term};
use crate::ln::shift_add::{
    FAR, FRACTION_16, FRACTION_32, FRACTION_64, LANES, LEDGER_16, LEDGER_32, LEDGER_64, minus_ln_16,
    minus_ln_32, minus_ln_64, minus_ln_far, minus_ln_scaled, minus_ln_scaled_each,
};
use crate::ln::table::{
    LARGEST_K_64, LEDGER_F32, LEDGER_F64, Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each,
};

use crate::scale::Scale;
use crate::terms::Terms;
use crate::uniform::{Deep, Lazy, Midpoint, Relative, Uniform};
use core::array;
use core::marker::PhantomData;
use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// A generator whose tail probability v a kernel of format F can take: −ln v in that format.
pub trait Tail<F: Format>: Uniform {
    /// Bounds |minus_ln − (−ln v)| for every draw.
    const LOGARITHM: Ledger;
    /// Whether [`Tail::LOGARITHM`] is a claim that has to be checked before a mechanism may be built on it, as the crate `kdelta`
    /// does for logarithms of its users.
    const NEEDS_EVIDENCE: bool = false;

    /// −ln v.
    fn minus_ln(self) -> F::Log;

    /// [`Tail::minus_ln`] of each, equal to it place by place; kernels that run faster side by side do so here.
    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [F::Log; N] {
        let mut logs = [F::Log::default(); N];
        for (log, draw) in logs.iter_mut().zip(draws) {
            *log = draw.minus_ln();
        }
        logs
    }
}

/// A source of noise in format F.
pub trait Noise<F: Format> {
    /// How many bytes of entropy one draw takes: always, unless the generator is lazy ([`Uniform::LAZY`]).
    const ENTROPY_BYTES: usize;

    /// x′ for the draw that [`Noise::ENTROPY_BYTES`] bytes encode. If they leave it open, `entropy` gives the rest.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    fn of_bytes<E: Entropy>(&self, bytes: &[u8], entropy: &mut E) -> Result<F::Noise, Error>;

    /// Element i equals [`Noise::of_bytes`] of the i-th [`Noise::ENTROPY_BYTES`] bytes; if `bytes` is short, the rest equal
    /// `of_bytes` of no bytes.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    #[inline]
    fn of_each<const N: usize, E: Entropy>(
        &self,
        bytes: &[u8],
        entropy: &mut E,
    ) -> Result<[F::Noise; N], Error> {
        let mut draws = bytes.chunks_exact(Self::ENTROPY_BYTES.max(1));
        let mut noise = [F::Noise::default(); N];
        for noise in &mut noise {
            *noise = self.of_bytes(draws.next().unwrap_or_default(), entropy)?;
        }
        Ok(noise)
    }

    /// One draw of x′.
    ///
    /// # Errors
    /// [`Error::Entropy`] when the source fails.
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<F::Noise, Error>;
}

/// Laplace noise of scale b in format F from generator U.
///
/// # Guarantee
/// For every draw, |x′ − n(v)| is at most the sum of the terms of [`Laplace::LOGARITHM`] and
/// [`Laplace::PRODUCT`], where n(v) = ∓b·ln v is exact; see [`Ledger`]. For f64 (h = 2^-53): the logarithm
/// is A + hℓ/(1+h) off, the product rounds by at most h/(1+h) of itself, and together these are at most
/// b·A(1+h)² + 2h·|n|; the slack in A pays for the (1+h)². x′ has the sign of the ideal noise.
/// Monotone in v: Fixed with up to 32 bits (its logarithm is, and rounding keeps order). The other formats
/// need no monotonicity: [`Ledger`] proves that n′ never comes back.
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

    /// x′ = n′(v) for one draw v of the generator, which must not be open ([`Uniform::is_open`]): the function that
    /// (k, δ)-closeness is about.
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

    #[inline]
    fn of_each<const N: usize, E: Entropy>(
        &self,
        bytes: &[u8],
        entropy: &mut E,
    ) -> Result<[F::Noise; N], Error> {
        let of = |i| bytes.get(i * U::ENTROPY_BYTES..)?.get(..U::ENTROPY_BYTES);
        let mut draws: [U; N] = array::from_fn(|i| U::from_bytes(of(i).unwrap_or_default()));
        // One test for all, which almost never holds, so that the usual path has no branch.
        if draws.iter().fold(false, |open, draw| open | draw.is_open()) {
            for draw in &mut draws {
                *draw = draw.complete(entropy)?;
            }
        }
        let mut noise = [F::Noise::default(); N];
        for ((noise, log), draw) in noise.iter_mut().zip(U::minus_ln_each(&draws)).zip(draws) {
            *noise = F::scaled(log, self.factor, draw.negative());
        }
        Ok(noise)
    }

    #[inline]
    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<F::Noise, Error> {
        Ok(self.of(U::draw(entropy)?))
    }
}

// What a format takes of a generator stands in constants that LOGARITHM reads, so that a builder, which reads LOGARITHM, does not compile
// for a type that could not draw.
impl<const BITS: u32> Midpoint<BITS> {
    const FITS_F64: () = assert!(BITS <= 53, "an f64 holds the tail exactly up to 53 bits");
    const FITS_F32: () = assert!(BITS <= 24, "an f32 holds the tail exactly up to 24 bits");

    #[inline]
    const fn unit(self) -> Unit64 {
        let () = Self::FITS_F64;
        Unit64::from_fraction(self.tail(), BITS)
    }
}

impl<const BITS: u32> Tail<f64> for Midpoint<BITS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F64;
        LEDGER_F64
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        minus_ln_f64(self.unit())
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [f64; N] {
        minus_ln_f64_each(draws, Self::unit)
    }
}

impl<const BITS: u32> Tail<f32> for Midpoint<BITS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F32;
        LEDGER_F32
    };

    #[inline]
    fn minus_ln(self) -> f32 {
        let () = Self::FITS_F32;
        minus_ln_f32(Unit32::from_fraction(self.tail(), BITS))
    }
}

impl<const P: u32> Relative<P> {
    const FITS_F32: () = assert!(P <= 23, "an f32 has 24 significant bits");
    const FITS_FIXED: () = assert!(P >= 38 || P <= 23, "E must stay within 90: P ≤ 23 or P ≥ 38");

    // The exponent is at most 128 − P, in the kernel's domain.
    #[inline]
    const fn unit(self) -> Unit64 {
        Unit64::from_parts(self.exponent(), self.mantissa() << (52 - P))
    }
}

impl<const P: u32> Tail<f64> for Relative<P> {
    const LOGARITHM: Ledger = LEDGER_F64;

    #[inline]
    fn minus_ln(self) -> f64 {
        minus_ln_f64(self.unit())
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [f64; N] {
        minus_ln_f64_each(draws, Self::unit)
    }
}

impl<const P: u32, const WORDS: usize> Deep<P, WORDS> {
    const FITS_F64: () =
        assert!(Self::CUT_OFF < LARGEST_K_64, "E + 1 must stay in the kernel's domain: more mantissa bits");

    #[inline]
    const fn unit(self) -> Unit64 {
        let () = Self::FITS_F64;
        Unit64::from_parts(self.exponent(), self.mantissa() << (52 - P))
    }
}

impl<const P: u32, const WORDS: usize> Tail<f64> for Deep<P, WORDS> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F64;
        LEDGER_F64
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        minus_ln_f64(self.unit())
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [f64; N] {
        minus_ln_f64_each(draws, Self::unit)
    }
}

impl<const P: u32> Tail<f32> for Relative<P> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_F32;
        LEDGER_F32
    };

    // The exponent is at most 64 − P, in the kernel's domain.
    #[inline]
    fn minus_ln(self) -> f32 {
        let () = Self::FITS_F32;
        minus_ln_f32(Unit32::from_parts(self.exponent(), low_u32(self.mantissa() << (23 - P))))
    }
}

impl<const W: u32, const FRAC: u32, const BITS: u32> Tail<Fixed<W, FRAC>> for Midpoint<BITS> {
    const LOGARITHM: Ledger = if BITS <= 16 {
        LEDGER_16
    } else if BITS <= 32 {
        LEDGER_32
    } else {
        LEDGER_64
    };

    // a/2^BITS is a·2^(w−BITS)/2^w for the next kernel width w; each result is brought to 58 fraction bits.
    // The tail is odd, so it is never 0 and `MIN` (which is 1) is never taken.
    #[inline]
    fn minus_ln(self) -> u128 {
        let tail = self.tail();
        let log = if BITS <= 16 {
            let x = NonZeroU16::new(low_u16(tail << (16 - BITS.min(16)))).unwrap_or(NonZeroU16::MIN);
            u64::from(minus_ln_16(x)) << (FRACTION_64 - FRACTION_16)
        } else if BITS <= 32 {
            let x = NonZeroU32::new(low_u32(tail << (32 - BITS.min(32)))).unwrap_or(NonZeroU32::MIN);
            minus_ln_32(x) << (FRACTION_64 - FRACTION_32)
        } else {
            minus_ln_64(NonZeroU64::new(tail << (64 - BITS)).unwrap_or(NonZeroU64::MIN))
        };
        log.into()
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [u128; N] {
        // As `minus_ln_64`; the shorter kernels take fewer steps, one word after the other.
        let word = |draw: Self| {
            let word = draw.tail() << (64 - BITS);
            let e = word.leading_zeros();
            (word << (e & 63), e)
        };
        if BITS > 32 {
            minus_ln_lanes(draws, word)
        } else {
            draws.map(<Self as Tail<Fixed<W, FRAC>>>::minus_ln)
        }
    }
}

impl<const P: u32> Relative<P> {
    /// (n, E) with v = 2^-E·n/2^64, n = 2^63 + mantissa·2^(63−P). E ≤ 90, or the result would leave its 6 integer bits.
    #[inline]
    const fn scaled_word(self) -> (u64, u32) {
        let () = Self::FITS_FIXED;
        ((1 << 63) | (self.mantissa() << (63 - P)), self.exponent())
    }
}

/// [`minus_ln_scaled`] of the word of each draw, [`LANES`] side by side; places without a draw are computed and dropped.
#[inline]
fn minus_ln_lanes<D: Copy, const N: usize>(draws: &[D; N], word: impl Fn(D) -> (u64, u32)) -> [u128; N] {
    let mut logs = [0; N];
    for (logs, draws) in logs.chunks_mut(LANES).zip(draws.chunks(LANES)) {
        let (mut n, mut e) = ([1 << 63; LANES], [0; LANES]);
        for ((n, e), draw) in n.iter_mut().zip(&mut e).zip(draws) {
            (*n, *e) = word(*draw);
        }
        for (log, found) in logs.iter_mut().zip(minus_ln_scaled_each(&n, &e)) {
            *log = found.into();
        }
    }
    logs
}

impl<const W: u32, const FRAC: u32, const P: u32> Tail<Fixed<W, FRAC>> for Relative<P> {
    const LOGARITHM: Ledger = {
        let () = Self::FITS_FIXED;
        LEDGER_64
    };

    #[inline]
    fn minus_ln(self) -> u128 {
        let (n, e) = self.scaled_word();
        minus_ln_scaled(n, e).into()
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [u128; N] {
        minus_ln_lanes(draws, Self::scaled_word)
    }
}

/// What the logarithm of a far draw of [`Lazy`] may be off in f64 and f32 beyond the ledger of its kernel.
///
/// # Guarantee
/// A far draw has E ≥ 42, so ℓ = −ln v ≥ 42·ln 2 > 29.1. With h = 2^-53 or 2^-24 for one rounding to the format:
/// | operation | error |
/// |---|---|
/// | [`minus_ln_far`] | 60·2^-64 ([`LEDGER_64`]) + 2^-80·ℓ ([`FAR`]): below 1.04·2^-63·ℓ |
/// | the conversion to the format | h/(1+h) of the sum: h·ℓ, the kernel's own last line, and 2^-86·ℓ |
/// | the product with 2^-58 | exact |
const FAR_FLOAT: Term = term("the logarithm far out", Unit::Magnitude, 5, -65);

impl<const P: u32> Lazy<P> {
    /// −ln v in units of 2^-58, for every draw.
    #[inline]
    fn far_log(self) -> u128 {
        minus_ln_far((1 << 63) | (self.mantissa() << (63 - P)), self.exponent())
    }

    /// `near` of each draw as its first bytes make it, or `one` of each if there is a far one among them.
    #[inline]
    fn minus_ln_each_of<L, const N: usize>(
        draws: &[Self; N],
        near: impl Fn(&[Relative<P>; N]) -> [L; N],
        one: impl Fn(Self) -> L,
    ) -> [L; N] {
        if draws.iter().fold(false, |far, draw| far | draw.is_far()) {
            draws.map(one)
        } else {
            near(&draws.map(Self::near))
        }
    }
}

impl<const P: u32> Tail<f64> for Lazy<P> {
    const LOGARITHM: Ledger = const { &Terms::EMPTY.and(LEDGER_F64).and_term(FAR_FLOAT) }.ledger();

    #[inline]
    fn minus_ln(self) -> f64 {
        if self.is_far() {
            wide_to_f64(self.far_log()) * power_of_two(-signed(FRACTION_64))
        } else {
            Tail::<f64>::minus_ln(self.near())
        }
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [f64; N] {
        Self::minus_ln_each_of(draws, Tail::<f64>::minus_ln_each, Tail::<f64>::minus_ln)
    }
}

impl<const P: u32> Tail<f32> for Lazy<P> {
    const LOGARITHM: Ledger = {
        let () = Relative::<P>::FITS_F32;
        const { &Terms::EMPTY.and(LEDGER_F32).and_term(FAR_FLOAT) }.ledger()
    };

    #[inline]
    fn minus_ln(self) -> f32 {
        if self.is_far() {
            wide_to_f32(self.far_log()) * to_f32(power_of_two(-signed(FRACTION_64)))
        } else {
            Tail::<f32>::minus_ln(self.near())
        }
    }
}

impl<const W: u32, const FRAC: u32, const P: u32> Tail<Fixed<W, FRAC>> for Lazy<P> {
    const LOGARITHM: Ledger = {
        let () = Relative::<P>::FITS_FIXED;
        const { &Terms::EMPTY.and(LEDGER_64).and_term(FAR) }.ledger()
    };

    #[inline]
    fn minus_ln(self) -> u128 {
        if self.is_far() { self.far_log() } else { Tail::<Fixed<W, FRAC>>::minus_ln(self.near()) }
    }

    #[inline]
    fn minus_ln_each<const N: usize>(draws: &[Self; N]) -> [u128; N] {
        Self::minus_ln_each_of(draws, Tail::<Fixed<W, FRAC>>::minus_ln_each, Tail::<Fixed<W, FRAC>>::minus_ln)
    }
}
