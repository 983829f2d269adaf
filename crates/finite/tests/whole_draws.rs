//! From random bytes to the noise, at every draw of small generators: which bytes are read, which logarithm is taken of them, and
//! that draws side by side are the draws alone. How good the logarithms are is said elsewhere; here, that they get their arguments.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "tests; casts are exact by the stated sizes"
)]

use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use kdelta_finite::inverse_tail::{END, inverse_tail_f32, inverse_tail_f64, inverse_tail_f64_each};
use kdelta_finite::inverse_tail_data::CELLS;
use kdelta_finite::inverse_tail_integer::{self, inverse_tail_64};
use kdelta_finite::ln::shift_add::{
    minus_ln_16, minus_ln_32, minus_ln_64, minus_ln_far, minus_ln_scaled, minus_ln_scaled_each,
};
use kdelta_finite::ln::table::{Unit32, Unit64, minus_ln_f32, minus_ln_f64, minus_ln_f64_each};
use kdelta_finite::planar::{Angle, Inverse, Radius};
use kdelta_finite::{
    Deep, Entropy, EntropyError, Error, Fixed, Format, Gaussian, Laplace, Lazy, Midpoint, Noise, NormalTail,
    Relative, Scale, Tail, Uniform,
};
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{Failing, Repeated, Scripted, Tape, exact, integer, lazy_words, round};

/// The word of these bytes, the lowest first, with zeros for the missing ones.
fn little_endian(bytes: &[u8]) -> u128 {
    let bytes = bytes.iter().take(16).enumerate();
    bytes.map(|(place, &byte)| u128::from(byte) << (8 * place)).sum()
}

/// Every length up to three words, with a mark at every place: the draw is that of the bytes it reads; missing bytes count as 0
/// and further ones are ignored.
#[test]
fn bytes_are_read_in_order_and_missing_ones_are_zero() {
    for length in 0..=24 {
        for place in 0..length.max(1) {
            let mut bytes = vec![0; length];
            for (at, byte) in bytes.iter_mut().enumerate() {
                *byte = if at == place { 0xa6 } else { at as u8 };
            }
            let (word, low) = (little_endian(&bytes), little_endian(&bytes[..length.min(8)]) as u64);
            let high = little_endian(bytes.get(8..).unwrap_or_default()) as u64;
            let third = little_endian(bytes.get(16..).unwrap_or_default()) as u64;
            assert_eq!(Midpoint::<64>::from_bytes(&bytes), Midpoint::from_bits(low));
            assert_eq!(Midpoint::<12>::from_bytes(&bytes), Midpoint::from_bits(low));
            assert_eq!(Relative::<23>::from_bytes(&bytes), Relative::from_bits(word));
            assert_eq!(Relative::<52>::from_bytes(&bytes), Relative::from_bits(word));
            assert_eq!(Deep::<52, 3>::from_bytes(&bytes), Deep::from_words([low, high, third]));
            assert_eq!(Angle::<63>::from_bytes(&bytes), Angle::from_bits(low));
            assert_eq!(<Inverse<63> as Radius<f64>>::from_bytes(&bytes), Inverse::from_bits(low));
        }
    }
}

/// Every admissible number of bits: a draw takes the least power of two of bytes that holds them, asks for exactly those, and
/// passes on the failure of its source.
#[test]
fn every_width_takes_the_least_power_of_two_of_bytes() {
    fn one<D, X>(bits: u32, stated: usize, draw: impl Fn(&mut Tape<'_>) -> Result<D, X>) {
        let needed = bits.div_ceil(8) as usize;
        assert!(stated.is_power_of_two() && needed <= stated && stated < 2 * needed, "{bits} bits: {stated}");
        let tape = [7; 8];
        let mut source = Tape(&tape[..stated]);
        assert!(draw(&mut source).is_ok() && source.0.is_empty());
        assert!(draw(&mut Tape(&tape[..stated - 1])).is_err());
    }
    macro_rules! widths {
        ($($bits:literal)*) => {$(
            one($bits, Midpoint::<$bits>::ENTROPY_BYTES, |source| Midpoint::<$bits>::draw(source));
            one($bits, Angle::<$bits>::ENTROPY_BYTES, |source| Angle::<$bits>::draw(source));
            one($bits, <Inverse<$bits> as Radius<f64>>::ENTROPY_BYTES, |source| {
                <Inverse<$bits> as Radius<f64>>::draw(source)
            });
        )*};
    }
    widths! { 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37
    38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 }
    one(64, Midpoint::<64>::ENTROPY_BYTES, |source| Midpoint::<64>::draw(source));
    one(1, Angle::<1>::ENTROPY_BYTES, |source| Angle::<1>::draw(source));
}

/// Every draw of a relative generator of P bits, without its sign.
fn draws<const P: u32>() -> impl Iterator<Item = Relative<P>> {
    (0..=Relative::<P>::CUT_OFF).flat_map(|e| {
        let first = if e < Relative::<P>::CUT_OFF { 1 << e } else { 0 };
        (0..1_u128 << (P - 1)).map(move |j| Relative::from_bits(j << (Relative::<P>::CUT_OFF + 1) | first))
    })
}

/// v = 2^(−E−1)·(1 + mantissa·2^-P) is the argument of the logarithm of every format, at every draw of 8 bits.
#[test]
fn relative_draws_reach_the_logarithm_of_each_format() {
    const P: u32 = 8;
    for draw in draws::<P>() {
        let (e, mantissa) = (draw.exponent(), draw.mantissa());
        let v = (1.0 + mantissa as f64 / 256.0) * 2_f64.powi(-1 - e.cast_signed());
        assert_eq!(Tail::<f64>::minus_ln(draw), minus_ln_f64(Unit64::new(v).unwrap()));
        assert_eq!(Tail::<f32>::minus_ln(draw), minus_ln_f32(Unit32::new(v as f32).unwrap()));
        let n = (256 + mantissa) << 55;
        assert_eq!(Tail::<Fixed<32, 8>>::minus_ln(draw), minus_ln_scaled(n, e).into());
    }
}

/// The tail of every cell of grids of 12, 16, 20 and 40 bits (of the last, 2^12 cells at each end) is the argument of the
/// logarithm of every format that takes the grid.
#[test]
fn midpoints_reach_the_logarithm_of_each_format() {
    fn check<const BITS: u32>(cells: impl Iterator<Item = u64>, fixed: impl Fn(u64) -> u64) {
        for draw in cells.map(Midpoint::<BITS>::from_bits) {
            let v = draw.tail() as f64 * 2_f64.powi(-BITS.cast_signed());
            assert_eq!(Tail::<f64>::minus_ln(draw), minus_ln_f64(Unit64::new(v).unwrap()));
            assert_eq!(Tail::<Fixed<32, 8>>::minus_ln(draw), fixed(draw.tail()).into());
        }
    }
    let (sixteen, thirty_two) = (|x| NonZeroU16::new(x).unwrap(), |x| NonZeroU32::new(x).unwrap());
    check::<12>(0..1 << 12, |a| u64::from(minus_ln_16(sixteen((a << 4) as u16))) << 30);
    check::<16>(0..1 << 16, |a| u64::from(minus_ln_16(sixteen(a as u16))) << 30);
    check::<20>(0..1 << 20, |a| minus_ln_32(thirty_two((a << 12) as u32)) << 10);
    let ends = (0..1 << 12)
        .chain((1 << 40) - (1 << 12)..1 << 40)
        .chain((1 << 39) - (1 << 12)..(1 << 39) + (1 << 12));
    check::<40>(ends, |a| minus_ln_64(NonZeroU64::new(a << 24).unwrap()));
    for draw in (0..1 << 16).map(Midpoint::<16>::from_bits) {
        let v = draw.tail() as f32 / 65536.0;
        assert_eq!(Tail::<f32>::minus_ln(draw), minus_ln_f32(Unit32::new(v).unwrap()));
    }
}

/// Every exponent from the first beyond the words that are always read up to 2^10, with the least and the largest mantissa: the
/// logarithm of a far draw is the wide one, in floats rounded once.
#[test]
fn far_draws_take_the_wide_logarithm() {
    fn check<const P: u32>()
    where
        Lazy<P>: Tail<f64> + Tail<Fixed<64, 32>>,
    {
        for e in Lazy::<P>::FIRST_EXPONENT_BITS + 1..1024 {
            for top in [0, (1 << P) - 1] {
                let draw = Lazy::<P>::draw(&mut Scripted(&lazy_words::<P>(e, top))).unwrap();
                assert_eq!((draw.exponent(), draw.mantissa()), (e, top | 1));
                let wide = minus_ln_far(1 << 63 | draw.mantissa() << (63 - P), e);
                assert_eq!(Tail::<Fixed<64, 32>>::minus_ln(draw), wide);
                let log = integer(wide) * dyadic(1, -58);
                assert_eq!(exact(Tail::<f64>::minus_ln(draw)), round(&log, 53));
                if P == 23 {
                    let narrow = Lazy::<23>::draw(&mut Scripted(&lazy_words::<23>(e, top))).unwrap();
                    assert_eq!(exact(Tail::<f32>::minus_ln(narrow).into()), round(&log, 24));
                }
            }
        }
    }
    check::<52>();
    check::<23>();
}

/// Each of sixteen places in turn holds a far draw, the others near ones: each place has the noise of its draw alone.
#[test]
fn one_far_draw_among_sixteen_changes_no_other() {
    fn check<F: Format, const P: u32>()
    where
        Lazy<P>: Tail<F>,
        F::Noise: PartialEq + core::fmt::Debug,
    {
        let noise = Laplace::<F, Lazy<P>>::new(Scale::at_least(7, 3).unwrap()).unwrap();
        for far in 0..16 {
            let exponent = |place: u32| if place == far { 500 } else { place };
            let words: Vec<Vec<u64>> =
                (0..16).map(|place| lazy_words::<P>(exponent(place), place.into())).collect();
            let first = Lazy::<P>::ENTROPY_BYTES / 8;
            let bytes: Vec<u8> =
                words.iter().flat_map(|words| &words[..first]).flat_map(|word| word.to_le_bytes()).collect();
            let further: Vec<u64> = words.iter().flat_map(|words| &words[first..]).copied().collect();
            let mut source = Scripted(&further);
            let together: [F::Noise; 16] = noise.of_each(&bytes, &mut source).unwrap();
            assert!(source.0.is_empty(), "the further words of the far draw were read");
            for (noise_of, words) in together.into_iter().zip(&words) {
                assert_eq!(noise_of, noise.draw(&mut Scripted(words)).unwrap());
            }
        }
    }
    check::<f64, 52>();
    check::<f32, 23>();
    check::<Fixed<64, 32>, 52>();
}

/// Every draw, which its first bytes decide, as bytes, as a draw of the source, and sixteen side by side: always the noise of that
/// draw; none of these asks the source for more.
fn side_by_side<F: Format, U: Uniform, N: Noise<F>>(noise: &N, of: impl Fn(U) -> F::Noise, draws: &[u128])
where
    F::Noise: PartialEq + core::fmt::Debug,
{
    let stated = N::ENTROPY_BYTES;
    assert_eq!(stated, U::ENTROPY_BYTES);
    let mut nothing = Failing { left: 0 };
    for sixteen in draws.chunks(16) {
        let mut bytes = Vec::new();
        for word in sixteen {
            let own = &word.to_le_bytes()[..stated];
            let alone = of(U::from_bytes(own));
            assert_eq!(noise.of_bytes(own, &mut nothing), Ok(alone), "{word:#x}");
            assert_eq!(noise.draw(&mut Repeated(*word)), Ok(alone), "{word:#x}");
            assert_eq!(noise.draw(&mut nothing), Err(Error::Entropy(EntropyError)));
            bytes.extend_from_slice(own);
        }
        // The last group is filled up with its first draw.
        while bytes.len() < 16 * stated {
            bytes.extend_from_within(..stated);
        }
        let together: [F::Noise; 16] = noise.of_each(&bytes, &mut nothing).unwrap();
        for (place, (noise_of, own)) in together.into_iter().zip(bytes.chunks_exact(stated)).enumerate() {
            assert_eq!(noise_of, of(U::from_bytes(own)), "place {place}");
        }
    }
}

/// Every draw of relative generators of 6 bits with both signs, and every cell of grids of 8 and 12 bits, in each format, with
/// Laplace and with Gaussian noise.
#[test]
fn every_small_draw_is_the_same_alone_and_side_by_side() {
    fn laplace<F: Format, U: Tail<F>>(draws: &[u128])
    where
        F::Noise: PartialEq + core::fmt::Debug,
    {
        let noise = Laplace::<F, U>::new(Scale::at_least(5, 3).unwrap()).unwrap();
        side_by_side(&noise, |draw| noise.of(draw), draws);
    }
    fn gaussian<F: NormalTail, U: Tail<F>>(draws: &[u128])
    where
        F::Noise: PartialEq + core::fmt::Debug,
    {
        let noise = Gaussian::<F, U>::new(Scale::at_least(5, 3).unwrap()).unwrap();
        side_by_side(&noise, |draw| noise.of(draw), draws);
    }
    let relative: Vec<u128> = (0..=58_u32)
        .flat_map(|e| (0..1_u128 << 6).map(move |top| top << 58 | if e < 58 { 1 << e } else { 0 }))
        .skip(3)
        .collect();
    assert_eq!(Relative::<6>::CUT_OFF, 58);
    laplace::<f64, Relative<6>>(&relative);
    laplace::<f32, Relative<6>>(&relative);
    laplace::<Fixed<64, 32>, Relative<6>>(&relative);
    gaussian::<f64, Relative<6>>(&relative);
    gaussian::<f32, Relative<6>>(&relative);
    gaussian::<Fixed<64, 32>, Relative<6>>(&relative);
    let cells: Vec<u128> = (0..(1 << 12) - 5).collect();
    laplace::<f64, Midpoint<12>>(&cells);
    laplace::<f32, Midpoint<12>>(&cells);
    laplace::<Fixed<32, 12>, Midpoint<12>>(&cells);
    laplace::<Fixed<32, 12>, Midpoint<8>>(&cells[..256]);
    let far: Vec<u128> = cells.iter().map(|z| z << 28).collect();
    laplace::<Fixed<64, 32>, Midpoint<40>>(&far);
}

/// A noise that is a byte of the source, with nothing but what it must say.
struct Byte;

impl Noise<Fixed<16, 0>> for Byte {
    const ENTROPY_BYTES: usize = 1;

    fn of_bytes<E: Entropy>(&self, bytes: &[u8], _: &mut E) -> Result<i128, Error> {
        Ok(bytes.first().map_or(-1, |&byte| byte.into()))
    }

    fn draw<E: Entropy>(&self, entropy: &mut E) -> Result<i128, Error> {
        let mut byte = [0];
        entropy.fill(&mut byte)?;
        self.of_bytes(&byte, entropy)
    }
}

/// Every number of bytes up to twenty for sixteen places: place i has byte i, and any other number than sixteen is an error.
#[test]
fn noise_that_says_nothing_else_goes_place_by_place() {
    let bytes: Vec<u8> = (100..120).collect();
    for length in 0..=20 {
        let noise: Result<[i128; 16], Error> = Byte.of_each(&bytes[..length], &mut Failing { left: 0 });
        let expected = if length == 16 {
            Ok(core::array::from_fn(|place| 100 + place as i128))
        } else {
            Err(Error::Entropy(EntropyError))
        };
        assert_eq!(noise, expected, "{length}");
    }
}

/// Every word of 12 leading bits in each of eight places, with every exponent that ships in turn: the logarithm alone.
#[test]
fn logarithms_side_by_side_are_those_alone() {
    for top in 1_u64 << 11..1 << 12 {
        let n: [u64; 8] = core::array::from_fn(|place| (top << 52) ^ (place as u64) << 40);
        let e: [u32; 8] = core::array::from_fn(|place| (top as u32 + 11 * place as u32) % 91);
        let alone: [u64; 8] = core::array::from_fn(|place| minus_ln_scaled(n[place], e[place]));
        assert_eq!(minus_ln_scaled_each(&n, &e), alone);
        let pairs: [(u64, u32); 11] = core::array::from_fn(|place| (n[place % 8], e[(place + 3) % 8]));
        let each = minus_ln_scaled_each(&pairs.map(|(n, _)| n), &pairs.map(|(_, e)| e));
        assert_eq!(each, pairs.map(|(n, e)| minus_ln_scaled(n, e)));
        let units =
            pairs.map(|(n, e)| Unit64::new(((n >> 11) as f64) * 2_f64.powi(-53 - e.cast_signed())).unwrap());
        assert_eq!(minus_ln_f64_each(&units, |unit| unit), units.map(minus_ln_f64));
    }
}

/// At both ends and in the middle of every cell of both tables: side by side is alone, in f32 it is that of f64 rounded once, and
/// no result is negative; in fixed point it is the integer kernel.
#[test]
fn inverse_tails_side_by_side_are_those_alone() {
    let mut checked = 0;
    for (index, cell) in CELLS.iter().enumerate() {
        let start = f64::from_bits((index as u64 + (1021 << 4)) << 48) - 0.25;
        let end = f64::from_bits((index as u64 + 1 + (1021 << 4)) << 48) - 0.25;
        let logs = [start, start.next_up(), cell.centre, (start + end) / 2.0, end.next_down()];
        let alone = logs.map(inverse_tail_f64);
        assert_eq!(inverse_tail_f64_each(logs), alone);
        assert_eq!((logs.map(f64::inverse_tail), f64::inverse_tail_each(logs)), (alone, alone));
        assert!(alone.iter().all(|&noise| noise >= 0.0));
        let narrow =
            logs.map(|log| log as f32).map(|log| if f64::from(log) < END { log } else { log.next_down() });
        for log in narrow {
            let wide = inverse_tail_f64(log.into());
            assert_eq!(exact(inverse_tail_f32(log).into()), round(&exact(wide), 24), "{log}");
        }
        let alone = narrow.map(inverse_tail_f32);
        assert_eq!((narrow.map(f32::inverse_tail), f32::inverse_tail_each(narrow)), (alone, alone));
        if end <= 63.75 {
            let words = logs.map(|log| (exact(log) * dyadic(1, 58)).to_integer());
            let words = words.map(|word| u64::try_from(&word).unwrap());
            assert!(words.iter().all(|&word| word < inverse_tail_integer::END));
            let alone = words.map(|word| u128::from(inverse_tail_64(word)));
            let wide = words.map(u128::from);
            assert_eq!(wide.map(<Fixed<64, 32>>::inverse_tail), alone);
            assert_eq!(<Fixed<64, 32>>::inverse_tail_each(wide), alone);
            checked += 1;
        }
    }
    assert_eq!((CELLS.len(), checked), (528, 128), "the integer kernel ends at 64 − 1/4");
}

#[cfg(feature = "rand_core")]
mod cryptographic {
    use super::{Entropy, EntropyError};
    use kdelta_finite::entropy::Cryptographic;
    use rand_core::{TryCryptoRng, TryRngCore};

    /// The bytes 0, 1, 2 and so on, of which it has so many; a word is eight of them. Not cryptographic: a test needs to know them.
    struct Stream {
        next: u8,
        left: usize,
    }

    impl TryRngCore for Stream {
        type Error = core::fmt::Error;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            let mut word = [0; 4];
            self.try_fill_bytes(&mut word)?;
            Ok(u32::from_le_bytes(word))
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            let mut word = [0; 8];
            self.try_fill_bytes(&mut word)?;
            Ok(u64::from_le_bytes(word))
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            self.left = self.left.checked_sub(bytes.len()).ok_or(core::fmt::Error)?;
            for byte in bytes {
                *byte = self.next;
                self.next += 1;
            }
            Ok(())
        }
    }

    impl TryCryptoRng for Stream {}

    /// Every length up to 100, and a second request after it: the bytes of the stream, in order, none left out and none twice. A
    /// stream that ends before is an error, whichever way it is read.
    #[test]
    fn any_length_takes_the_next_bytes_of_the_stream() {
        for length in 0..=100 {
            let mut source = Cryptographic(Stream { next: 0, left: 110 });
            let (mut bytes, mut after) = (vec![0xff; length], [0; 10]);
            assert_eq!(source.fill(&mut bytes), Ok(()));
            assert_eq!(Entropy::fill(&mut &mut source, &mut after), Ok(()));
            assert!(bytes.iter().chain(&after).copied().eq(0..length as u8 + 10), "{length}");
            let mut short = Cryptographic(Stream { next: 0, left: length.saturating_sub(1) });
            let expected = if length == 0 { Ok(()) } else { Err(EntropyError) };
            assert_eq!(short.fill(&mut bytes), expected, "{length}");
        }
    }
}
