//! The casts of the crate, each named, each with the reason why it loses nothing.

#[cfg(creusot)]
use creusot_std::macros::{bitwise_proof, ensures, requires};

/// The low 32 bits of a word.
#[cfg_attr(creusot, ensures(x@ <= u32::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_truncation, reason = "dropping the high half is the meaning")]
#[inline]
pub(crate) const fn low_u32(x: u64) -> u32 {
    x as u32
}

/// The low 64 bits of a double word.
#[cfg_attr(creusot, ensures(x@ <= u64::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_truncation, reason = "dropping the high half is the meaning")]
#[inline]
pub(crate) const fn low_u64(x: u128) -> u64 {
    x as u64
}

/// The low 64 bits of a signed double word, as a signed word.
#[cfg_attr(creusot, ensures(i64::MIN@ <= x@ && x@ <= i64::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_truncation, reason = "every caller has a number that fits")]
#[inline]
pub(crate) const fn low_i64(x: i128) -> i64 {
    x as i64
}

/// An unsigned double word as a signed one; every caller passes less than 2^127.
#[cfg_attr(creusot, ensures(x@ <= i128::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_wrap, reason = "the argument is below 2^127")]
#[inline]
pub(crate) const fn signed_wide(x: u128) -> i128 {
    x as i128
}

/// A small count as a signed number; every caller passes less than 2^31 (a shift or a bit count).
#[cfg_attr(creusot, ensures(x@ <= i32::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_wrap, reason = "the argument is a bit count")]
#[inline]
pub(crate) const fn signed(x: u32) -> i32 {
    x as i32
}

/// Truncates towards zero; saturates at the ends of i64 and sends NaN to 0, so it is total.
#[cfg(not(creusot))]
#[expect(clippy::cast_possible_truncation, reason = "truncation towards zero is the meaning")]
#[inline]
pub(crate) const fn truncate(x: f64) -> i64 {
    x as i64
}

/// An integer as f64: exact for |x| ≤ 2^53, correctly rounded beyond.
#[cfg(not(creusot))]
#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53, and callers say what they need beyond")]
#[inline]
pub(crate) const fn to_f64(x: i64) -> f64 {
    x as f64
}

/// An unsigned integer as f64: exact for x ≤ 2^53, correctly rounded beyond.
#[cfg(not(creusot))]
#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53, and callers say what they need beyond")]
#[inline]
pub(crate) const fn unsigned_to_f64(x: u64) -> f64 {
    x as f64
}

/// A wide unsigned integer as f64, correctly rounded to nearest, ties to even.
#[cfg(not(creusot))]
#[expect(clippy::cast_precision_loss, reason = "the rounding is the meaning")]
#[inline]
pub(crate) const fn wide_to_f64(x: u128) -> f64 {
    x as f64
}

/// A wide unsigned integer as f32, correctly rounded to nearest, ties to even.
#[cfg(not(creusot))]
#[expect(clippy::cast_precision_loss, reason = "the rounding is the meaning")]
#[inline]
pub(crate) const fn wide_to_f32(x: u128) -> f32 {
    x as f32
}

/// f64 to f32: exact for every caller (at most 24 significant bits, exponent in range).
#[cfg(not(creusot))]
#[expect(clippy::cast_possible_truncation, reason = "the argument has at most 24 significant bits")]
#[inline]
pub(crate) const fn to_f32(x: f64) -> f32 {
    x as f32
}

/// f64 to f32, correctly rounded to nearest, ties to even.
#[cfg(not(creusot))]
#[expect(clippy::cast_possible_truncation, reason = "the rounding is the meaning")]
#[inline]
pub(crate) const fn rounded_to_f32(x: f64) -> f32 {
    x as f32
}

/// i128 to i64, saturating at the ends.
#[cfg_attr(creusot, ensures(result@ == x@.min(i64::MAX@).max(i64::MIN@)))]
#[inline]
pub(crate) fn saturate(x: i128) -> i64 {
    i64::try_from(x).unwrap_or(if x < 0 { i64::MIN } else { i64::MAX })
}

/// All ones if the condition holds, else all zeros: a choice without a branch.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, ensures(result == if condition { 0xFFFF_FFFF_FFFF_FFFFu64 } else { 0u64 }))]
#[inline]
pub(crate) const fn mask(condition: bool) -> u64 {
    0u64.wrapping_sub(condition as u64)
}

/// x under a mask of all ones, 0 under a mask of zeros.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(mask == 0u64 || mask == 0xFFFF_FFFF_FFFF_FFFFu64))]
#[cfg_attr(creusot, ensures(result == if mask == 0u64 { 0u64 } else { x }))]
#[inline]
pub(crate) const fn under(mask: u64, x: u64) -> u64 {
    x & mask
}

/// 2^exponent for -1022 ≤ exponent ≤ 1023, exactly (every caller stays within ±100).
#[cfg(not(creusot))]
#[expect(clippy::cast_sign_loss, reason = "1023 + exponent is positive on the stated domain")]
#[inline]
pub(crate) const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits((1023_i32.wrapping_add(exponent) as u64) << 52)
}

/// x, or the end of low ≤ high on its side, without a branch on x.
///
/// Both `min`/`max` and plain masks are compiled back into jumps in some releases (callgrind shows it); the
/// barrier on the masks prevents that. It has no effect on the value.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(low <= high))]
#[cfg_attr(creusot, ensures(result == if x < low { low } else if x > high { high } else { x }))]
#[inline]
pub(crate) fn between(x: i64, low: i64, high: i64) -> i64 {
    let below = core::hint::black_box(0i64.wrapping_sub(i64::from(x < low)));
    let above = core::hint::black_box(0i64.wrapping_sub(i64::from(x > high)));
    (x & !below & !above) | (low & below) | (high & above)
}

/// [`between`] of each, behind one barrier for all masks.
#[cfg(not(creusot))]
#[inline(always)]
pub(crate) fn between_each<const N: usize>(x: &[i64; N], low: i64, high: i64) -> [i64; N] {
    let (mut below, mut above) = ([0; N], [0; N]);
    for ((below, above), &x) in below.iter_mut().zip(&mut above).zip(x) {
        (*below, *above) = (0i64.wrapping_sub(i64::from(x < low)), 0i64.wrapping_sub(i64::from(x > high)));
    }
    let (below, above) = (core::hint::black_box(&below), core::hint::black_box(&above));
    let mut inside = [0; N];
    for ((inside, &x), (below, above)) in inside.iter_mut().zip(x).zip(below.iter().zip(above)) {
        *inside = (x & !below & !above) | (low & below) | (high & above);
    }
    inside
}

/// The low 16 bits of a word.
#[cfg_attr(creusot, ensures(x@ <= u16::MAX@ ==> result@ == x@))]
#[expect(clippy::cast_possible_truncation, reason = "dropping the high bits is the meaning")]
#[inline]
pub(crate) const fn low_u16(x: u64) -> u16 {
    x as u16
}

#[cfg(test)]
mod tests {
    use super::{
        between, between_each, low_i64, low_u16, low_u32, low_u64, mask, saturate, signed, signed_wide, under,
    };

    #[test]
    fn between_is_the_end_on_its_side() {
        let all = [i64::MIN, i64::MIN + 1, -3, -1, 0, 1, 2, 5, i64::MAX - 1, i64::MAX];
        for x in all {
            for low in all {
                for high in all.into_iter().filter(|&high| low <= high) {
                    assert_eq!(between(x, low, high), x.clamp(low, high));
                    assert_eq!(between_each(&[x, low], low, high), [x.clamp(low, high), low]);
                }
            }
        }
    }

    #[test]
    fn a_cast_keeps_every_number_that_fits() {
        for x in [0, 1, u64::MAX / 3, u64::MAX - 1, u64::MAX] {
            assert_eq!(low_u64(u128::from(x)), x);
            assert_eq!((u64::from(low_u32(x >> 32)), u64::from(low_u16(x >> 48))), (x >> 32, x >> 48));
            assert_eq!(signed_wide(u128::from(x)), i128::from(x));
        }
        for x in [i64::MIN, -1, 0, 1, i64::MAX] {
            assert_eq!(low_i64(i128::from(x)), x);
        }
        assert_eq!((signed(0), signed(128), signed_wide(u128::MAX >> 1)), (0, 128, i128::MAX));
        assert_eq!((mask(true), mask(false)), (u64::MAX, 0));
        assert_eq!((under(mask(true), 5), under(mask(false), 5)), (5, 0));
    }

    #[test]
    fn saturate_is_the_nearest_word() {
        let (low, high) = (i128::from(i64::MIN), i128::from(i64::MAX));
        for x in [i128::MIN, low - 1, low, -1, 0, 1, high, high + 1, i128::MAX] {
            assert_eq!(i128::from(saturate(x)), x.min(high).max(low));
        }
    }
}
