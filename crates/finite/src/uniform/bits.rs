//! The bits of a draw of [`super::floating`], in integers: zeros counted from the low end, the sign and the mantissa.

use crate::cast::{mask, under};
#[cfg(creusot)]
use crate::contract::{
    integer::{power::*, *},
    release::*,
};
#[cfg(creusot)]
use creusot_std::{
    logic::Int,
    macros::{bitwise_proof, ensures, proof_assert, requires},
};

/// A word with a one behind its `end` low bits, so that counting zeros from the low end stops there; 1 ≤ end < 64.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(1 <= end@ && end@ < 64))]
#[cfg_attr(creusot, ensures(result@.rem_euclid(power(end@)) == word@.rem_euclid(power(end@))))]
#[cfg_attr(creusot, ensures(result@.div_euclid(power(end@)).rem_euclid(2) == 1))]
#[inline]
pub(super) const fn ended(word: u64, end: u32) -> u64 {
    let ended = word | 1 << end;
    #[cfg(creusot)]
    {
        masked(word, end);
        masked(ended, end);
        word_shift(ended, end);
        lowest_bit(ended >> end);
        proof_assert!((ended >> end) & 1u64 == 1u64);
        proof_assert!(
            ended & (0xFFFF_FFFF_FFFF_FFFFu64 >> (64u32 - end))
                == word & (0xFFFF_FFFF_FFFF_FFFFu64 >> (64u32 - end))
        );
    }
    ended
}

/// How many zeros are below the lowest one of a word, 64 for 0.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, ensures(if word@ == 0 { result@ == 64 } else {
    result@ < 64 && word@.rem_euclid(power(result@)) == 0 && word@.div_euclid(power(result@)).rem_euclid(2) == 1
}))]
#[inline]
const fn zeros_below(word: u64) -> u32 {
    let zeros = word.trailing_zeros();
    #[cfg(creusot)]
    if word != 0 {
        lowest_one(word, zeros);
    }
    zeros
}

/// The zeros counted so far and those of one word more, if only zeros were seen: `none` is all ones as long as that is so.
#[cfg_attr(creusot, requires(none == 0u64 || none == 0xFFFF_FFFF_FFFF_FFFFu64))]
#[cfg_attr(creusot, requires(exponent@ <= 0xFFFF_FFFF))]
#[cfg_attr(creusot, ensures(exists<zeros: Int> result.0@ == (if none == 0u64 { exponent@ } else { exponent@ + zeros })
    && if word@ == 0 { zeros == 64 } else {
        0 <= zeros && zeros < 64 && word@.rem_euclid(power(zeros)) == 0 && word@.div_euclid(power(zeros)).rem_euclid(2) == 1
    }))]
#[cfg_attr(creusot, ensures(result.1 == if none == 0u64 || word != 0u64 { 0u64 } else { 0xFFFF_FFFF_FFFF_FFFFu64 }))]
#[inline]
pub(super) const fn counted(exponent: u64, none: u64, word: u64) -> (u64, u64) {
    let zeros = zeros_below(word);
    (exponent + under(none, zeros as u64), under(mask(word == 0), none))
}

/// The sign and 2j + 1 from the top P bits of a word, 2 ≤ P ≤ 52: the lowest of them is the sign, j are the others.
///
/// # Guarantee
/// With t = ⌊word/2^(64−P)⌋: negative exactly if t is odd, and the mantissa is 2·⌊t/2⌋ + 1, odd and below 2^P.
#[cfg_attr(creusot, requires(2 <= precision@ && precision@ <= 52))]
#[cfg_attr(creusot, ensures(result.0 == (word@.div_euclid(power(64 - precision@)).rem_euclid(2) == 1)))]
#[cfg_attr(creusot, ensures(result.1@ == 2 * word@.div_euclid(power(64 - precision@)).div_euclid(2) + 1))]
#[cfg_attr(creusot, ensures(result.1@ < power(precision@)))]
#[inline]
pub(super) const fn sign_and_mantissa(word: u64, precision: u32) -> (bool, u64) {
    #[cfg(creusot)]
    {
        proof_assert!({
            let _ = top_bits(word@, precision@);
            2 * word@.div_euclid(power(64 - precision@)).div_euclid(2) + 1 < power(precision@)
        });
        word_shift(word, 64 - precision);
    }
    let top = word >> (64 - precision); // the sign, then j
    (is_odd(top), next_odd(top)) // 2j + 1: the sign's place is taken by the one
}

/// Whether x is odd.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, ensures(result == (x@.rem_euclid(2) == 1)))]
#[inline]
const fn is_odd(x: u64) -> bool {
    #[cfg(creusot)]
    lowest_bit(x);
    x & 1 == 1
}

/// x if it is odd, x + 1 otherwise.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, ensures(result@ == 2 * x@.div_euclid(2) + 1))]
#[inline]
const fn next_odd(x: u64) -> u64 {
    #[cfg(creusot)]
    lowest_bit(x);
    x | 1
}

#[cfg(test)]
mod tests {
    use super::{counted, ended, sign_and_mantissa, zeros_below};

    #[test]
    fn the_zeros_of_a_word_are_counted_until_a_one_was_seen() {
        for word in (0..1 << 12).flat_map(|x| [x, x << 25, x << 52]).chain([u64::MAX]) {
            let zeros = zeros_below(word);
            if word == 0 {
                assert_eq!(zeros, 64);
            } else {
                assert!(word % (1 << zeros) == 0 && (word / (1 << zeros)) % 2 == 1);
            }
            let seen = if word == 0 { u64::MAX } else { 0 };
            assert_eq!(counted(7, u64::MAX, word), (7 + u64::from(zeros), seen));
            assert_eq!(counted(7, 0, word), (7, 0));
            for end in 0..64 {
                assert_eq!(zeros_below(ended(word, end)), zeros.min(end));
            }
        }
    }

    #[test]
    fn sign_and_mantissa_are_the_top_bits() {
        for precision in 2..=52 {
            for top in [0, 1, 2, 3, (1 << precision) - 2, (1 << precision) - 1] {
                for below in [0, 1, (1 << (64 - precision)) - 1] {
                    let word = (top << (64 - precision)) | below;
                    assert_eq!(sign_and_mantissa(word, precision), (top % 2 == 1, 2 * (top / 2) + 1));
                }
            }
        }
    }
}
