//! Generators: n₀ of the paper, its range and its bias δ₀ against the exact uniform variable it is coupled
//! with (paper 4.1, equation n0; THEORY F11, F16), and its use of entropy.
//!
//! Assumption: the bits are independent and uniform. The rest is counting. A coupling gives each draw a cell
//! of ideal draws: for [`Midpoint`] the z-th of 2^BITS equal cells of the unit interval, for [`Relative`] the
//! cell 2^(−E−1)·[1 + j·2^(1−P), 1 + (j+1)·2^(1−P)]. The statements bound the distance from the draw to every
//! point of its cell. They look at 1025 equally spaced points, both ends among them; the distance is largest
//! at an end, so these points decide.

use kdelta_finite::{Bias, Deep, Entropy, EntropyError, Lazy, Midpoint, Relative, Uniform};
use kdelta_oracle::number::{Dyadic, Exact};

/// |u′ − u| ≤ δ₀ for every u of the cell of draw z, and both lie on the same side of ½.
//= THEORY F16, 1.4
pub fn midpoint_bias<const BITS: u32>(z: u64, place: u32) -> bool {
    let Bias::Absolute { log2 } = Midpoint::<BITS>::BIAS else { return false };
    bias_within::<BITS>(z, place, &Dyadic::new(1, log2))
}

/// Control: a bias that is smaller by one part in 1024.
pub fn smaller_midpoint_bias<const BITS: u32>(z: u64, place: u32) -> bool {
    let Bias::Absolute { log2 } = Midpoint::<BITS>::BIAS else { return false };
    bias_within::<BITS>(z, place, &Dyadic::new(1023, log2 - 10))
}

fn bias_within<const BITS: u32>(z: u64, place: u32, bias: &Dyadic) -> bool {
    let draw = Midpoint::<BITS>::from_bits(z);
    let unit = BITS.cast_signed() + 1;
    // u′ = tail/2 below ½ and 1 − tail/2 above; u = (z + place/1024)/2^BITS.
    let tail = i128::from(draw.tail());
    let drawn = Dyadic::new(if draw.negative() { tail } else { (1 << unit) - tail }, -unit);
    let ideal = Dyadic::new((i128::from(z) << 10) + i128::from(place), -unit - 9);
    let Ok(distance) = drawn.distance(&ideal) else { return false };
    assert!(distance <= *bias);
    let half = Dyadic::new(1, -1);
    assert!(if draw.negative() { ideal <= half } else { ideal >= half });
    true
}

/// Different cells give different draws: the 2^BITS values are equally likely.
//= THEORY F16
pub fn midpoints_are_distinct<const BITS: u32>(z: u64, other: u64) -> bool {
    if z == other {
        return false;
    }
    let (a, b) = (Midpoint::<BITS>::from_bits(z), Midpoint::<BITS>::from_bits(other));
    assert!((a.tail(), a.negative()) != (b.tail(), b.negative()));
    true
}

/// E, j and the sign are read from disjoint bits: E is the number of zeros before the first one, at most
/// CUT_OFF, so P[E = e] = 2^(−e−1); j and the sign are uniform and independent of it. v is never 0 and below
/// 1; at the cut-off v < 2^-CUT_OFF.
//= THEORY F11
pub fn relative_is_geometric<const P: u32>(bits: u128) -> bool {
    let (draw, cut_off) = (Relative::<P>::from_bits(bits), Relative::<P>::CUT_OFF);
    let e = draw.exponent();
    assert!(e <= cut_off);
    assert!(bits & ((1 << e) - 1) == 0);
    assert!(e == cut_off || bits >> e & 1 == 1);
    assert!(draw.negative() == (bits >> cut_off & 1 == 1));
    let j = bits >> (cut_off + 1) & ((1 << (P - 1)) - 1);
    assert!(u128::from(draw.mantissa()) == 2 * j + 1);
    // v = 2^(−E−1)·(1 + mantissa/2^P) lies in ]2^(−E−1), 2^-E[.
    assert!(0 < draw.mantissa() && draw.mantissa() < 1 << P);
    e == cut_off
}

/// |ln v′ − ln v| ≤ ln(1 + 2^-P) for every v of the cell of the draw: v′ ≤ (1 + 2^-P)·v and v ≤ (1 + 2^-P)·v′.
//= THEORY F11, Theorem L
pub fn relative_bias<const P: u32>(bits: u128, place: u32) -> bool {
    let Bias::Relative { precision, .. } = Relative::<P>::BIAS else { return false };
    ratio_within::<P>(bits, place, precision)
}

/// Control: half of the stated bias.
pub fn smaller_relative_bias<const P: u32>(bits: u128, place: u32) -> bool {
    ratio_within::<P>(bits, place, P + 1)
}

fn ratio_within<const P: u32>(bits: u128, place: u32, precision: u32) -> bool {
    let mantissa = u128::from(Relative::<P>::from_bits(bits).mantissa());
    // Both times 2^(E+1+P+10); the common exponent does not matter for a quotient.
    let drawn = ((1 << P) + mantissa) << 10;
    let ideal = (((1 << P) + mantissa - 1) << 10) + 2 * u128::from(place);
    // x·(1 + 2^-p)·2^p = x·2^p + x.
    let stretched = |x: u128| (x << precision) + x;
    assert!(drawn << precision <= stretched(ideal));
    assert!(ideal << precision <= stretched(drawn));
    true
}

/// The deep generator of two words makes the same draw from the same bits as the relative generator.
//= THEORY F11
pub fn deep_is_relative(low: u64, high: u64) -> bool {
    let (deep, relative) = (
        Deep::<52, 2>::from_words([low, high]),
        Relative::<52>::from_bits(u128::from(high) << 64 | u128::from(low)),
    );
    assert!(deep.exponent() == relative.exponent());
    assert!(deep.mantissa() == relative.mantissa());
    assert!(deep.negative() == relative.negative());
    true
}

/// Delivers the bytes of a word, and counts the calls and the bytes that were asked for.
struct Once {
    word: [u8; 16],
    asked: usize,
    calls: u32,
}

impl Entropy for Once {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        self.asked += bytes.len();
        self.calls += 1;
        for (to, from) in bytes.iter_mut().zip(self.word) {
            *to = from;
        }
        Ok(())
    }
}

/// Fails at once.
struct Failing;

impl Entropy for Failing {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), EntropyError> {
        Err(EntropyError)
    }
}

/// A draw asks once for the stated number of bytes, whatever they are, and is the draw that those bytes
/// encode. If the source fails, the draw is an error.
pub fn entropy_use_is_fixed<U: Uniform + PartialEq>(word: u128) -> bool {
    let mut source = Once { word: word.to_le_bytes(), asked: 0, calls: 0 };
    let draw = U::draw(&mut source);
    assert!(source.calls == 1 && source.asked == U::ENTROPY_BYTES);
    assert!(draw == Ok(U::from_bytes(&word.to_le_bytes())));
    assert!(U::draw(&mut Failing).is_err());
    true
}

/// Delivers the first words of a draw, then these words one by one, and then fails.
struct Words {
    first: [u8; 16],
    further: [u64; 2],
    calls: usize,
}

impl Entropy for Words {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let word = match self.calls.checked_sub(1) {
            None => self.first,
            Some(place) => u128::from(*self.further.get(place).ok_or(EntropyError)?).to_le_bytes(),
        };
        self.calls += 1;
        for (to, from) in bytes.iter_mut().zip(word) {
            *to = from;
        }
        Ok(())
    }
}

/// If the exponent bits of the first words are not all zero, the lazy generator makes the draw of the
/// relative generator and asks for no further word.
//= THEORY F11
pub fn lazy_is_relative(word: u128) -> bool {
    let relative = Relative::<52>::from_bits(word);
    if relative.exponent() == Relative::<52>::CUT_OFF {
        return false;
    }
    let mut source = Words { first: word.to_le_bytes(), further: [0; 2], calls: 0 };
    let drawn = Lazy::<52>::draw(&mut source);
    assert!(drawn.is_ok()); // the source delivers the first words
    let Ok(lazy) = drawn else { return false };
    assert!(source.calls == 1 && !lazy.is_open());
    assert!(lazy.exponent() == relative.exponent() && lazy.mantissa() == relative.mantissa());
    assert!(lazy.negative() == relative.negative());
    true
}

/// If they are all zero, the lazy generator goes on counting zeros in further words, up to the first word
/// that is not zero. Sign and mantissa stay those of the first words. If the source ends before, the draw is
/// an error.
//= THEORY F11
pub fn lazy_counts_on(top: u64, further: [u64; 2]) -> bool {
    let first = u128::from(top) << Lazy::<52>::FIRST_EXPONENT_BITS;
    let begun = Lazy::<52>::from_bits(first);
    assert!(begun.is_open());
    let mut source = Words { first: first.to_le_bytes(), further, calls: 0 };
    let drawn = Lazy::<52>::draw(&mut source);
    let [one, two] = further;
    let (zeros, calls) = match (one, two) {
        (0, 0) => {
            assert!(drawn.is_err());
            return false;
        }
        (0, _) => (64 + two.trailing_zeros(), 3),
        _ => (one.trailing_zeros(), 2),
    };
    assert!(drawn.is_ok()); // a word that is not zero ends the draw
    let Ok(drawn) = drawn else { return false };
    assert!(drawn.exponent() == Lazy::<52>::FIRST_EXPONENT_BITS + zeros && source.calls == calls);
    assert!(drawn.mantissa() == begun.mantissa() && drawn.negative() == begun.negative());
    assert!(!drawn.is_open());
    true
}

fn word128(given: &mut impl crate::Given) -> u128 {
    u128::from(given.bits(64)) << 64 | u128::from(given.bits(64))
}

fn place(given: &mut impl crate::Given) -> u32 {
    u32::try_from(given.between(0, 1024)).unwrap_or(0)
}

/// 10 bits at any position of a word of 128 bits: every exponent, with every beginning of what follows.
fn pattern(given: &mut impl crate::Given) -> u128 {
    let position = u32::try_from(given.between(0, 127)).unwrap_or(0);
    u128::from(given.bits(10)) << position
}

/// 10 bits at any position of 64, zeros elsewhere.
fn pattern64(given: &mut impl crate::Given) -> u128 {
    let position = u32::try_from(given.between(0, 63)).unwrap_or(0);
    (u128::from(given.bits(10)) << position) & u128::from(u64::MAX)
}

statements! { "generators":
    /// The midpoint generator is within δ₀ = 2^-(BITS+1) of every ideal draw of its cell, on the same side of
    /// ½.
    holds midpoint_bias_53
        cites "THEORY F16, 1.4; paper 4.1, equation n0"
        unwind 2
        wide "all 2^53 cells, 1025 places in each", |given| midpoint_bias::<53>(given.bits(53), place(given));
        every "all 2^12 cells of Midpoint<12>, 1025 places in each" of 4096 * 1025,
            |given| midpoint_bias::<12>(given.bits(12), place(given));

    /// Control: a bias smaller by one part in 1024.
    refuted smaller_midpoint_bias_53
        cites "THEORY F16"
        unwind 2
        wide "all 2^53 cells, 1025 places in each", |given| smaller_midpoint_bias::<53>(given.bits(53), place(given));
        every "all 2^12 cells of Midpoint<12>, 1025 places in each" of 4096 * 1025,
            |given| smaller_midpoint_bias::<12>(given.bits(12), place(given));

    /// Different cells give different draws, so all are equally likely.
    holds midpoints_are_distinct_64
        cites "THEORY F16; paper 4.1"
        unwind 2
        wide "all pairs of 2^64 cells", |given| midpoints_are_distinct::<64>(given.bits(64), given.bits(64));
        every "all pairs of cells of Midpoint<12>" of 4096 * 4096,
            |given| midpoints_are_distinct::<12>(given.bits(12), given.bits(12));

    /// Exponent, mantissa and sign of the relative generator have exactly the stated law, and v stays in its
    /// range.
    holds relative_is_geometric_52
        cites "THEORY F11; paper 4.1, 7"
        unwind 3
        wide "all 2^128 words", |given| relative_is_geometric::<52>(word128(given));
        every "10 bits at every position of 128" of 128 * 1024, |given| relative_is_geometric::<52>(pattern(given));

    /// The same for the 64-bit generator.
    holds relative_is_geometric_23
        cites "THEORY F11; paper 4.1, 7"
        unwind 2
        wide "all 2^64 words", |given| relative_is_geometric::<23>(given.bits(64).into());
        every "10 bits at every position of 64" of 64 * 1024,
            |given| relative_is_geometric::<23>(pattern64(given));

    /// The relative generator is within ln(1 + 2^-P) of every ideal draw of its cell, in the metric |ln u −
    /// ln v|.
    holds relative_bias_52
        cites "THEORY F11, Theorem L; paper 4.1, equation n0"
        unwind 3
        wide "all 2^128 words, 1025 places in each cell", |given| relative_bias::<52>(word128(given), place(given));
        every "all mantissas of Relative<12>, 1025 places in each cell" of 2048 * 1025,
            |given| relative_bias::<12>(u128::from(given.bits(11)) << (Relative::<12>::CUT_OFF + 1), place(given));

    /// Control: half of that bias.
    refuted smaller_relative_bias_52
        cites "THEORY F11"
        unwind 3
        wide "all 2^128 words, 1025 places in each cell",
            |given| smaller_relative_bias::<52>(word128(given), place(given));
        every "all mantissas of Relative<12>, 1025 places in each cell" of 2048 * 1025,
            |given| smaller_relative_bias::<12>(u128::from(given.bits(11)) << (Relative::<12>::CUT_OFF + 1), place(given));

    /// The deep generator of two words is the relative one.
    holds deep_is_relative
        cites "THEORY F11"
        unwind 4
        wide "all 2^128 words", |given| deep_is_relative(given.bits(64), given.bits(64));
        every "10 bits at every position of 64, in both words" of 64 * 1024 * 64 * 4,
            |given| {
                let mut word = |n| given.bits(n) << u32::try_from(given.between(0, 63)).unwrap_or(0);
                let low = word(10);
                deep_is_relative(low, word(2))
            };

    /// The lazy generator is the relative one, with the same use of entropy, unless all exponent bits are
    /// zero.
    holds lazy_is_relative
        cites "THEORY F11; paper 4.1, 7"
        unwind 18
        wide "all 2^128 words", |given| lazy_is_relative(word128(given));
        every "10 bits at every position of 128" of 128 * 1024, |given| lazy_is_relative(pattern(given));

    /// If they are all zero, the lazy generator goes on counting zeros in further words.
    holds lazy_counts_on
        cites "THEORY F11; paper 4.1, 7"
        unwind 18
        wide "every sign and mantissa, every pair of further words",
            |given| lazy_counts_on(given.bits(52), [given.bits(64), given.bits(64)]);
        every "10 bits at every position of the first further word, 2 bits at every position of the second" of 64 * 1024 * 64 * 4,
            |given| {
                let mut word = |n| given.bits(n) << u32::try_from(given.between(0, 63)).unwrap_or(0);
                let one = word(10);
                lazy_counts_on(0x5_5555_aaaa_5555, [one, word(2)])
            };

    /// A draw of the midpoint generator asks once for exactly its number of bytes and is what they encode;
    /// failure is an error.
    holds entropy_use_of_midpoint
        cites "THEORY F11, F16; paper 4.1"
        unwind 18
        wide "all 2^128 words, Midpoint<53>", |given| entropy_use_is_fixed::<Midpoint<53>>(word128(given));
        every "all 2^16 words, Midpoint<12>" of 1 << 16,
            |given| entropy_use_is_fixed::<Midpoint<12>>(given.bits(16).into());

    /// The same for the relative generator.
    holds entropy_use_of_relative
        cites "THEORY F11; paper 4.1"
        unwind 18
        wide "all 2^128 words, Relative<52>", |given| entropy_use_is_fixed::<Relative<52>>(word128(given));
        every "10 bits at every position of 128" of 128 * 1024,
            |given| entropy_use_is_fixed::<Relative<52>>(pattern(given));
}
