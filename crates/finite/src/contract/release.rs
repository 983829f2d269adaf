//! Laws for the parts of one release: the scale b, the bits of a draw, and the way in fixed point from the logarithm to the
//! released grid index. Compiled for Creusot only.

use super::{
    half_up, half_up_is_monotone, half_up_of_positive,
    integer::{power::*, *},
    scaled_is_monotone,
};
use creusot_std::prelude::*;

extern_spec! {
    // Assumption TRY_FROM: the documented meaning of a checked conversion, which creusot-std does not
    // specify.
    impl TryFrom<u128> for u64 {
        #[ensures(match result {
            Ok(small) => small@ == value@,
            Err(_) => u64::MAX@ < value@,
        })]
        fn try_from(value: u128) -> Result<u64, core::num::TryFromIntError>;
    }

    impl TryFrom<i32> for u32 {
        #[ensures(match result {
            Ok(same) => same@ == value@,
            Err(_) => value@ < 0,
        })]
        fn try_from(value: i32) -> Result<u32, core::num::TryFromIntError>;
    }
}

// ---- shifts of words
// ---------------------------------------------------------------------------------------------

/// x >> k is ⌊x/2^k⌋ for a word.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 64)]
#[ensures((x >> k)@ == x@.div_euclid(power(k@)))]
pub const fn word_shift(x: u64, k: u32) {
    proof_assert!({
        let _ = builtin(k@);
        power(k@) == k@.pow2()
    });
}

/// x >> k is ⌊x/2^k⌋ for a signed word that is not negative.
#[bitwise_proof]
#[check(ghost)]
#[requires(k@ < 64 && 0 <= x@)]
#[ensures((x >> k)@ == x@.div_euclid(power(k@)))]
pub const fn positive_word_shift(x: i64, k: u32) {
    let unsigned = x as u64;
    word_shift(unsigned, k);
    let shifted = (unsigned >> k) as i64;
    proof_assert!(x >= 0i64);
    proof_assert!(shifted >= 0i64);
    proof_assert!(x >> k == shifted);
    proof_assert!(unsigned@ == x@);
    proof_assert!(shifted@ == (unsigned >> k)@);
}

/// x << k is x·2^k if that fits a word.
#[bitwise_proof]
#[check(ghost)]
#[variant(k)]
#[requires(k@ < 64 && x@ * power(k@) <= u64::MAX@)]
#[ensures((x << k)@ == x@ * power(k@))]
pub const fn word_shifted_up(x: u64, k: u32) {
    if k > 0 {
        proof_assert!({
            let _ = (doubling(k@), positive(k@ - 1), scaling_is_monotone(0, power(k@ - 1), x@));
            x@ * power(k@) == 2 * (x@ * power(k@ - 1)) && 0 <= x@ * power(k@ - 1)
        });
        word_shifted_up(x, k - 1);
        let half = x << (k - 1);
        let whole = half + half;
        proof_assert!(whole == x << k);
    } else {
        proof_assert!(x << k == x);
        proof_assert!({
            let _ = zeroth();
            x@ * power(0) == x@
        });
    }
}

/// x << k is x·2^k if that fits a signed word.
#[bitwise_proof]
#[check(ghost)]
#[variant(k)]
#[requires(k@ < 64 && i64::MIN@ <= x@ * power(k@) && x@ * power(k@) <= i64::MAX@)]
#[ensures((x << k)@ == x@ * power(k@))]
pub const fn signed_word_shifted_up(x: i64, k: u32) {
    if k > 0 {
        proof_assert!({
            let _ = doubling(k@);
            x@ * power(k@) == 2 * (x@ * power(k@ - 1))
        });
        signed_word_shifted_up(x, k - 1);
        let half = x << (k - 1);
        let whole = half + half;
        proof_assert!(whole == x << k);
    } else {
        proof_assert!(x << k == x);
        proof_assert!({
            let _ = zeroth();
            x@ * power(0) == x@
        });
    }
}

/// ⌊(2^64 − 1)/2^(64 − bits)⌋ = 2^bits − 1.
#[logic]
#[requires(1 <= bits && bits <= 64)]
#[ensures(0xFFFF_FFFF_FFFF_FFFF.div_euclid(power(64 - bits)) == power(bits) - 1)]
pub fn ones(bits: Int) {
    let _ = (values(), doubling(64), sum(bits, 64 - bits), positive(64 - bits));
    proof_assert!((power(bits) - 1) * power(64 - bits) == power(bits) * power(64 - bits) - power(64 - bits));
    let _ = quotient(0xFFFF_FFFF_FFFF_FFFF, power(64 - bits), power(bits) - 1);
}

/// The low bits of a word are its remainder.
#[bitwise_proof]
#[check(ghost)]
#[requires(1 <= bits@ && bits@ <= 64)]
#[ensures((z & (0xFFFF_FFFF_FFFF_FFFFu64 >> (64u32 - bits)))@ == z@.rem_euclid(power(bits@)))]
pub const fn masked(z: u64, bits: u32) {
    let low = z & (0xFFFF_FFFF_FFFF_FFFFu64 >> (64 - bits));
    if bits < 64 {
        word_shift(z, bits);
        let high = z >> bits;
        proof_assert!({
            let _ = (positive(bits@), division(z@, power(bits@)));
            high@ == z@.div_euclid(power(bits@)) && high@ * power(bits@) <= z@
        });
        word_shifted_up(high, bits);
        let above = high << bits;
        proof_assert!(above <= z && low == z - above);
        let rest = z - above;
        proof_assert!(low == rest);
        proof_assert!(rest@ == z@ - z@.div_euclid(power(bits@)) * power(bits@));
        proof_assert!(z@.rem_euclid(power(bits@)) == z@ - z@.div_euclid(power(bits@)) * power(bits@));
    } else {
        proof_assert!(low == z);
        proof_assert!({
            let _ = (values(), doubling(64), quotient(z@, power(64), 0));
            z@.div_euclid(power(64)) == 0 && z@.rem_euclid(power(64)) == z@
        });
    }
}

/// The zeros below the lowest one of a word: x is a multiple of 2^t, and x/2^t is odd.
#[bitwise_proof]
#[check(ghost)]
#[requires(t@ < 64 && x << (63u32 - t) == 0x8000_0000_0000_0000u64)]
#[ensures(x@.rem_euclid(power(t@)) == 0 && x@.div_euclid(power(t@)).rem_euclid(2) == 1)]
pub const fn lowest_one(x: u64, t: u32) {
    word_shift(x, t);
    let odd = x >> t;
    proof_assert!(odd << t == x);
    proof_assert!(odd & 1u64 == 1u64);
    proof_assert!({
        let _ = (positive(t@), division(x@, power(t@)));
        odd@ == x@.div_euclid(power(t@)) && odd@ * power(t@) <= x@
    });
    word_shifted_up(odd, t);
    proof_assert!(x@ == odd@ * power(t@));
    proof_assert!(x@.rem_euclid(power(t@)) == x@ - x@.div_euclid(power(t@)) * power(t@));
    masked(odd, 1);
    proof_assert!({
        let _ = small_values();
        odd & (0xFFFF_FFFF_FFFF_FFFFu64 >> 63u32) == 1u64 && power(1) == 2
    });
}

/// The lowest bit of a word is its remainder by 2, and setting it gives the odd number of the pair.
#[bitwise_proof]
#[check(ghost)]
#[ensures((x & 1u64 == 1u64) == (x@.rem_euclid(2) == 1))]
#[ensures((x | 1u64)@ == 2 * x@.div_euclid(2) + 1)]
pub const fn lowest_bit(x: u64) {
    word_shift(x, 1);
    let half = x >> 1;
    let even = half + half;
    proof_assert!({
        let _ = small_values();
        half@ == x@.div_euclid(2) && even@ == 2 * x@.div_euclid(2)
    });
    let odd = even + 1;
    proof_assert!(x | 1u64 == odd);
    if x & 1 == 1 {
        proof_assert!(x == odd);
        proof_assert!(x@ == odd@);
    } else {
        proof_assert!(x == even);
        proof_assert!(x@ == even@);
    }
}

/// The top bits of a word are below 2^precision, and so is the odd number of the pair.
#[logic]
#[requires(0 <= word && word <= 0xFFFF_FFFF_FFFF_FFFF && 2 <= precision && precision <= 52)]
#[ensures(2 * word.div_euclid(power(64 - precision)).div_euclid(2) + 1 < power(precision))]
pub fn top_bits(word: Int, precision: Int) {
    let _ = (
        ones(precision),
        positive(64 - precision),
        doubling(precision),
        division(word, power(64 - precision)),
    );
    let _ = quotient_is_monotone(word, 0xFFFF_FFFF_FFFF_FFFF, power(64 - precision));
}

// ---- the scale
// -------------------------------------------------------------------------------------------------------

/// n/d ≤ m·2^e < (1 + 2^-23)·n/d, multiplied by d·2^128 so that all are integers.
#[logic(open)]
#[requires(-128 <= e)]
pub fn is_scale_of(m: Int, e: Int, n: Int, d: Int) -> bool {
    n * power(128) <= m * power(e + 128) * d
        && m * power(e + 128) * d * 0x80_0000 < 0x80_0001 * (n * power(128))
}

/// (1 − 2^-24)·2^-60 < n/d ≤ 2^60, multiplied by d·2^84: the quotient, rounded up to 24 bits, is in [2^-60, 2^60].
#[logic(open)]
pub fn is_quotient_of_scale(n: Int, d: Int) -> bool {
    0xFF_FFFF * d < n * power(84) && n <= power(60) * d
}

/// 2^-60 ≤ m·2^e ≤ 2^60 for 2^23 ≤ m < 2^24.
#[logic(open)]
pub fn is_scale(m: Int, e: Int) -> bool {
    0x80_0000 <= m && m < 0x100_0000 && -83 <= e && (e < 37 || (e == 37 && m == 0x80_0000))
}

/// A word whose bits above place 63 − z are 0, and whose bit there is 1, has its leading bit at place 63 when it is multiplied
/// by 2^z.
#[logic]
#[requires(0 <= z && z <= 63 && x.div_euclid(power(63 - z)) == 1)]
#[ensures(0x8000_0000_0000_0000 <= x * power(z) && x * power(z) <= 0xFFFF_FFFF_FFFF_FFFF)]
pub fn leading_bit(x: Int, z: Int) {
    let (p, q) = (power(63 - z), power(z));
    let _ = (positive(63 - z), positive(z), division(x, p), sum(63 - z, z), values());
    let _ = (scaling_is_monotone(p, x, q), scaling_is_monotone(x + 1, 2 * p, q));
    proof_assert!(p * q == 0x8000_0000_0000_0000);
    proof_assert!((x + 1) * q == x * q + q && 2 * p * q == 2 * (p * q));
}

/// x·z = l·p and y·z = m·p with positive p and z: x and y are in the order of l and m.
#[logic]
#[requires(1 <= p && 1 <= z && x * z == l * p && y * z == m * p)]
#[ensures(l <= m ==> x <= y)]
#[ensures(l < m ==> x < y)]
#[ensures(l >= m ==> x >= y)]
pub fn equal_multiples_keep_order(l: Int, m: Int, x: Int, y: Int, p: Int, z: Int) {
    if x <= y {
        let _ = scaling_is_monotone(x, y, z);
    } else {
        let _ = scaling_is_monotone(y + 1, x, z);
        proof_assert!((y + 1) * z == y * z + z);
    }
    if x >= y {
        let _ = scaling_is_monotone(y, x, z);
    } else {
        let _ = scaling_is_monotone(x + 1, y, z);
        proof_assert!((x + 1) * z == x * z + z);
    }
    if l <= m {
        let _ = scaling_is_monotone(l, m, p);
    }
    if l < m {
        let _ = scaling_is_monotone(l + 1, m, p);
        proof_assert!((l + 1) * p == l * p + p);
    }
    if l >= m {
        let _ = scaling_is_monotone(m, l, p);
    }
}

/// a·(d·2^down) and n·2^up·2^shift are in the order of a·2^e·d and n, where e = down − up − shift.
#[logic]
#[requires(0 <= up && 0 <= down && 0 <= shift && up + shift <= 128)]
#[ensures(a * (d * power(down)) <= n * power(up) * power(shift)
    ==> a * power(down - up - shift + 128) * d <= n * power(128))]
#[ensures(a * (d * power(down)) < n * power(up) * power(shift)
    ==> a * power(down - up - shift + 128) * d < n * power(128))]
#[ensures(a * (d * power(down)) >= n * power(up) * power(shift)
    ==> a * power(down - up - shift + 128) * d >= n * power(128))]
pub fn without_alignment(a: Int, n: Int, d: Int, up: Int, down: Int, shift: Int) {
    let e = down - up - shift + 128;
    let (p, z) = (power(e), power(down));
    let _ = (positive(e), positive(down), sum(up, shift), sum(up + shift, e), sum(128, down));
    proof_assert!(power(up) * power(shift) * p == power(128) * z);
    proof_assert!(a * p * d * z == a * (d * z) * p);
    proof_assert!(n * power(128) * z == n * (power(128) * z));
    proof_assert!(n * power(up) * power(shift) * p == n * (power(up) * power(shift) * p));
    let _ = equal_multiples_keep_order(
        a * (d * z),
        n * power(up) * power(shift),
        a * p * d,
        n * power(128),
        p,
        z,
    );
}

/// Of two words with the leading bit at place 63, the quotient times 2^23 or 2^24, by which of the two is larger, is between
/// 2^23 and 2^24.
#[logic]
#[requires(0x8000_0000_0000_0000 <= n && n <= 0xFFFF_FFFF_FFFF_FFFF)]
#[requires(0x8000_0000_0000_0000 <= d && d <= 0xFFFF_FFFF_FFFF_FFFF)]
#[requires(shift == if n >= d { 23 } else { 24 })]
#[ensures(0x80_0000 * d <= n * power(shift) && n * power(shift) <= 0x100_0000 * d)]
pub fn quotient_has_24_bits(n: Int, d: Int, shift: Int) {
    let _ = powers_of_the_range();
    proof_assert!(power(shift) == if n >= d { 0x80_0000 } else { 0x100_0000 });
}

/// ⌈n·2^up·2^shift/(d·2^down)⌉ is between 2^23 and 2^24 if the quotient is.
#[logic]
#[requires(1 <= dd && (rounded - 1) * dd < x && x <= rounded * dd)]
#[requires(0x80_0000 * dd <= x && x <= 0x100_0000 * dd)]
#[ensures(0x80_0000 <= rounded && rounded <= 0x100_0000)]
pub fn rounded_has_24_bits(rounded: Int, x: Int, dd: Int) {
    if rounded < 0x80_0000 {
        let _ = scaling_is_monotone(rounded, 0x7F_FFFF, dd);
    }
    if rounded > 0x100_0000 {
        let _ = scaling_is_monotone(0x100_0000, rounded - 1, dd);
    }
}

/// What rounding up gives, without the alignment: b = rounded·2^e is at least n/d, its predecessor rounded − 1 is not, and b is
/// below (1 + 2^-23)·n/d.
#[logic]
#[requires(0 <= up && 0 <= down && 0 <= shift && up + shift <= 128)]
#[requires((rounded - 1) * (d * power(down)) < n * power(up) * power(shift))]
#[requires(n * power(up) * power(shift) <= rounded * (d * power(down)))]
#[requires(0x80_0000 * (d * power(down)) <= n * power(up) * power(shift))]
#[ensures(is_scale_of(rounded, down - up - shift, n, d))]
#[ensures((rounded - 1) * power(down - up - shift + 128) * d < n * power(128))]
#[ensures(0x80_0000 * power(down - up - shift + 128) * d <= n * power(128))]
pub fn rounded_up_is_the_scale(rounded: Int, n: Int, d: Int, up: Int, down: Int, shift: Int) {
    let _ = without_alignment(rounded, n, d, up, down, shift);
    let _ = without_alignment(rounded - 1, n, d, up, down, shift);
    let _ = without_alignment(0x80_0000, n, d, up, down, shift);
    let p = power(down - up - shift + 128);
    proof_assert!((rounded - 1) * p * d == rounded * p * d - p * d);
    proof_assert!(0x80_0000 * p * d == 0x80_0000 * (p * d));
}

/// Powers that the range of the scale is stated with.
#[logic]
#[ensures(power(22) == 0x40_0000 && power(23) == 0x80_0000 && power(24) == 0x100_0000)]
#[ensures(power(84) * power(44) == power(128) && power(60) * power(128) == power(188))]
#[ensures(power(24) * power(44) == power(68) && power(23) * power(45) == power(68))]
#[ensures(power(22) * power(166) == power(188) && power(23) * power(165) == power(188) && power(24) * power(164) == power(188))]
pub fn powers_of_the_range() {
    let _ = (small_values(), doubling(22), doubling(23), doubling(24));
    let _ = (sum(84, 44), sum(60, 128), sum(24, 44), sum(23, 45), sum(22, 166), sum(23, 165), sum(24, 164));
}

/// m·2^(e + 128)·d = rounded·2^(place + 128)·d where rounding up carries into 2^24 = 2^23·2, and where it does not.
#[logic]
#[requires(-128 <= place)]
#[requires(if rounded == 0x100_0000 { m == 0x80_0000 && e == place + 1 } else { m == rounded && e == place })]
#[ensures(m * power(e + 128) * d == rounded * power(place + 128) * d)]
pub fn carried_is_the_same(m: Int, e: Int, rounded: Int, place: Int, d: Int) {
    if rounded == 0x100_0000 {
        let _ = doubling(e + 128);
        proof_assert!(power(e + 128) == 2 * power(place + 128));
    }
}

/// n·a ≤ b·a gives n ≤ b, and the same for <.
#[logic]
#[requires(1 <= a)]
#[ensures(n * a <= b * a ==> n <= b)]
#[ensures(n * a < b * a ==> n < b)]
pub fn cancel(n: Int, b: Int, a: Int) {
    if n > b {
        let _ = scaling_is_monotone(b + 1, n, a);
        proof_assert!((b + 1) * a == b * a + a);
    }
    if n >= b {
        let _ = scaling_is_monotone(b, n, a);
    }
}

/// A scale in [2^-60, 2^60] is one of a quotient in range, and one beyond is not: the upper end.
#[logic]
#[requires(1 <= d && 0 <= n && -128 <= place && 0x80_0000 <= rounded && rounded <= 0x100_0000)]
#[requires(if rounded == 0x100_0000 { m == 0x80_0000 && e == place + 1 } else { m == rounded && e == place })]
#[requires(n * power(128) <= rounded * power(place + 128) * d)]
#[requires((rounded - 1) * power(place + 128) * d < n * power(128))]
#[ensures((e < 37 || (e == 37 && m == 0x80_0000)) == (n <= power(60) * d))]
pub fn upper_end(m: Int, e: Int, rounded: Int, place: Int, n: Int, d: Int) {
    let _ = (powers_of_the_range(), carried_is_the_same(m, e, rounded, place, d), positive(128));
    let _ = (positive(e + 128), positive(place + 128));
    let top = power(188) * d;
    proof_assert!(power(60) * d * power(128) == top);
    if e < 37 {
        let _ = (monotone(e + 128, 164), scaling_is_monotone(power(e + 128), power(164), m));
        let _ = (scaling_is_monotone(m, 0x100_0000, power(164)), positive(164));
        proof_assert!(m * power(e + 128) <= power(188));
        let _ = scaling_is_monotone(m * power(e + 128), power(188), d);
        let _ = cancel(n, power(60) * d, power(128));
    } else if e == 37 && m == 0x80_0000 {
        proof_assert!(m * power(e + 128) == power(188));
        let _ = cancel(n, power(60) * d, power(128));
    } else {
        let least = if place == 37 { 0x80_0000 } else { 0x40_0000 };
        proof_assert!(rounded - 1 >= least && place >= 37 && (place > 37 || rounded - 1 >= 0x80_0000));
        let _ = scaling_is_monotone(least, rounded - 1, power(place + 128));
        if place > 37 {
            let _ = monotone(166, place + 128);
            let _ = scaling_is_monotone(power(166), power(place + 128), 0x40_0000);
        }
        proof_assert!(power(188) <= (rounded - 1) * power(place + 128));
        let _ = scaling_is_monotone(power(188), (rounded - 1) * power(place + 128), d);
        let _ = cancel(power(60) * d, n, power(128));
    }
}

/// A scale in [2^-60, 2^60] is one of a quotient in range, and one beyond is not: the lower end.
#[logic]
#[requires(1 <= d && 0 <= n && -128 <= place && 0x80_0000 <= rounded && rounded <= 0x100_0000)]
#[requires(if rounded == 0x100_0000 { m == 0x80_0000 && e == place + 1 } else { m == rounded && e == place })]
#[requires(n * power(128) <= rounded * power(place + 128) * d)]
#[requires((rounded - 1) * power(place + 128) * d < n * power(128))]
#[requires(0x80_0000 * power(place + 128) * d <= n * power(128))]
#[ensures((-83 <= e) == (0xFF_FFFF * d < n * power(84)))]
pub fn lower_end(m: Int, e: Int, rounded: Int, place: Int, n: Int, d: Int) {
    let _ = (powers_of_the_range(), carried_is_the_same(m, e, rounded, place, d), positive(44));
    let (p, low) = (power(place + 128), power(44));
    let _ = (positive(place + 128), positive(e + 128));
    proof_assert!(n * power(84) * low == n * power(128));
    if e < -83 {
        let _ = (monotone(e + 128, 44), scaling_is_monotone(power(e + 128), low, m));
        let _ = scaling_is_monotone(m, 0xFF_FFFF, low);
        let _ = scaling_is_monotone(m * power(e + 128), 0xFF_FFFF * low, d);
        proof_assert!(0xFF_FFFF * low * d == 0xFF_FFFF * d * low);
        let _ = cancel(n * power(84), 0xFF_FFFF * d, low);
    } else if rounded == 0x100_0000 {
        let _ = (monotone(44, place + 128), scaling_is_monotone(low, p, 0xFF_FFFF));
        let _ = scaling_is_monotone(0xFF_FFFF * low, 0xFF_FFFF * p, d);
        proof_assert!(0xFF_FFFF * low * d == 0xFF_FFFF * d * low);
        let _ = cancel(0xFF_FFFF * d, n * power(84), low);
    } else {
        let _ = (monotone(45, place + 128), scaling_is_monotone(power(45), p, 0x80_0000));
        let _ = scaling_is_monotone(0x80_0000 * power(45), 0x80_0000 * p, d);
        proof_assert!(0x80_0000 * power(45) * d == 0x100_0000 * d * low);
        let _ = cancel(0x100_0000 * d, n * power(84), low);
    }
}

/// **The scale**: rounded up to 24 bits and carried where that gives 2^24, b = m·2^e is at least n/d and below
/// (1 + 2^-23)·n/d, and it is in [2^-60, 2^60] exactly if the quotient is in the range stated.
#[logic]
#[requires(1 <= n && 1 <= d && 0 <= up && 0 <= down && 0 <= shift && up + shift <= 128)]
#[requires(nn == n * power(up) && dd == d * power(down))]
#[requires((rounded - 1) * dd < nn * power(shift) && nn * power(shift) <= rounded * dd)]
#[requires(0x80_0000 * dd <= nn * power(shift) && nn * power(shift) <= 0x100_0000 * dd)]
#[requires(if rounded == 0x100_0000 { m == 0x80_0000 && e == down - up - shift + 1 } else { m == rounded && e == down - up - shift })]
#[ensures(0x80_0000 <= m && m < 0x100_0000 && -128 <= e)]
#[ensures(is_scale_of(m, e, n, d))]
#[ensures(is_scale(m, e) == is_quotient_of_scale(n, d))]
pub fn scale_is_right(
    m: Int,
    e: Int,
    rounded: Int,
    nn: Int,
    dd: Int,
    n: Int,
    d: Int,
    up: Int,
    down: Int,
    shift: Int,
) {
    let place = down - up - shift;
    let _ = (positive(down), scaling_is_monotone(1, power(down), d));
    let _ = rounded_has_24_bits(rounded, nn * power(shift), dd);
    let _ = rounded_up_is_the_scale(rounded, n, d, up, down, shift);
    let _ = carried_is_the_same(m, e, rounded, place, d);
    let _ = (upper_end(m, e, rounded, place, n, d), lower_end(m, e, rounded, place, n, d));
}

// ---- one release in fixed point
// ----------------------------------------------------------------------------------------

/// min(max(x, low), high): x, or the end of low ≤ high on its side.
#[logic(open)]
pub fn clamped(x: Int, low: Int, high: Int) -> Int {
    x.max(low).min(high)
}

/// x′ of a draw: ±⌊mantissa·log/2^shift + ½⌋, rounded in magnitude.
#[logic(open)]
#[requires(0 <= shift)]
pub fn noise_of(log: Int, mantissa: Int, shift: Int, negative: bool) -> Int {
    if negative { -half_up(mantissa * log, shift) } else { half_up(mantissa * log, shift) }
}

/// The index of the grid point nearest to a sum, halves upward, in a grid of 2^step units; the end of i64 beyond it.
#[logic(open)]
#[requires(0 <= step)]
pub fn index_of_sum(sum: Int, step: Int) -> Int {
    half_up(sum, step).min(0x7FFF_FFFF_FFFF_FFFF).max(-0x8000_0000_0000_0000)
}

/// The released grid index: the answer is clamped to low..=high, the noise is added, the sum is rounded to the grid.
#[logic(open)]
#[requires(0 <= step)]
pub fn released_index(answer: Int, low: Int, high: Int, noise: Int, step: Int) -> Int {
    index_of_sum(clamped(answer, low, high) + noise, step)
}

/// A mantissa below 2^24 times a logarithm below 2^90 is below 2^114, and rounded at most 2^114.
#[logic]
#[requires(0 <= log && log < power(90) && 0 <= mantissa && mantissa < 0x100_0000 && 0 <= shift)]
#[ensures(0 <= mantissa * log && mantissa * log < power(114) && power(114) < power(126) && power(90) < power(126))]
#[ensures(0 <= half_up(mantissa * log, shift) && half_up(mantissa * log, shift) <= power(114))]
pub fn noise_fits(log: Int, mantissa: Int, shift: Int) {
    let _ = (powers_of_the_range(), sum(24, 90), positive(90), doubling(126), positive(125), positive(24));
    let _ = (monotone(114, 125), monotone(90, 125), doubling(125), positive(124));
    let _ = (scaling_is_monotone(0, mantissa, log), scaling_is_monotone(mantissa, 0xFF_FFFF, log));
    let _ = scaling_is_monotone(log + 1, power(90), 0xFF_FFFF);
    proof_assert!(mantissa * log <= 0xFF_FFFF * log);
    proof_assert!(mantissa * log + 1 <= power(114));
    let _ = half_up_of_positive(mantissa * log, shift);
}

/// A word plus noise of at most 2^115 stays below 2^116.
#[logic]
#[requires(-0x8000_0000_0000_0000 <= raw && raw <= 0x7FFF_FFFF_FFFF_FFFF && -power(115) <= noise && noise <= power(115))]
#[ensures(-power(116) < raw + noise && raw + noise < power(116) && power(116) < power(126))]
pub fn sum_fits(raw: Int, noise: Int) {
    let _ = (values(), monotone(64, 115), doubling(64), positive(63), doubling(116), doubling(126));
    let _ = (monotone(116, 125), positive(125));
}

/// A step of more than 2^120 rounds every sum below 2^116 to 0, as one of 2^120 does.
#[logic]
#[requires(0 <= step && -power(116) < x && x < power(116))]
#[ensures(half_up(x, step) == half_up(x, if step < 120 { step } else { 120 }))]
pub fn cut_step(x: Int, step: Int) {
    if step > 120 {
        let _ = (monotone(116, step - 1), monotone(116, 119), doubling(step), doubling(120));
        let _ = (quotient(x + power(step - 1), power(step), 0), quotient(x + power(119), power(120), 0));
    }
}

/// ⌊max/2^step⌋ for a word: 0 from 2^63 on, so that a shift by 63 is as good as a larger one.
#[logic]
#[requires(0 <= step && 0 <= max && max <= 0x7FFF_FFFF_FFFF_FFFF)]
#[ensures(max.div_euclid(power(step)) == max.div_euclid(power(if step < 63 { step } else { 63 })))]
#[ensures(0 <= max.div_euclid(power(step)) && max.div_euclid(power(step)) * power(step) <= max)]
pub fn far_step(max: Int, step: Int) {
    let _ = (positive(step), values(), division(max, power(step)), quotient_is_small(max, power(step)));
    if step > 63 {
        let _ = (monotone(63, step), quotient(max, power(step), 0), quotient(max, power(63), 0));
    }
}

/// index·2^step is in the word for |index| ≤ limit, and 0 where a step is 2^63 or more.
#[logic]
#[requires(0 <= step && 0 <= limit && limit * power(step) <= 0x7FFF_FFFF_FFFF_FFFF)]
#[requires(-limit <= index && index <= limit)]
#[ensures(-limit * power(step) <= index * power(step) && index * power(step) <= limit * power(step))]
#[ensures(index * power(step) == index * power(if step < 63 { step } else { 63 }))]
pub fn point_fits(index: Int, limit: Int, step: Int) {
    let _ = (positive(step), values());
    let _ = (scaling_is_monotone(-limit, index, power(step)), scaling_is_monotone(index, limit, power(step)));
    if step >= 63 {
        let _ = monotone(63, step);
        if limit > 0 {
            let _ = scaling_is_monotone(1, limit, power(step));
        }
        proof_assert!(limit == 0 && index == 0);
    }
}

/// **A larger logarithm gives no smaller |noise|**, on either side: condition 2 of the paper, for the product that is released.
#[logic]
#[requires(0 <= mantissa && 0 <= shift && a <= b)]
#[ensures(noise_of(a, mantissa, shift, false) <= noise_of(b, mantissa, shift, false))]
#[ensures(noise_of(b, mantissa, shift, true) <= noise_of(a, mantissa, shift, true))]
pub fn noise_is_monotone(a: Int, b: Int, mantissa: Int, shift: Int) {
    let _ = scaled_is_monotone(a, b, mantissa, shift);
    proof_assert!(mantissa * a == a * mantissa && mantissa * b == b * mantissa);
}

/// **The released index is monotone** in the answer and in the noise.
#[logic]
#[requires(0 <= step && a <= b && x <= y)]
#[ensures(released_index(a, low, high, x, step) <= released_index(b, low, high, y, step))]
pub fn release_is_monotone(a: Int, b: Int, low: Int, high: Int, x: Int, y: Int, step: Int) {
    proof_assert!(clamped(a, low, high) <= clamped(b, low, high));
    let _ = half_up_is_monotone(clamped(a, low, high) + x, clamped(b, low, high) + y, step);
}

/// **Clamping is 1-Lipschitz**, so that it does not enlarge a sensitivity (F26).
#[logic]
#[requires(a <= b && low <= high)]
#[ensures(0 <= clamped(b, low, high) - clamped(a, low, high) && clamped(b, low, high) - clamped(a, low, high) <= b - a)]
#[ensures(low <= clamped(a, low, high) && clamped(a, low, high) <= high)]
pub fn clamping_is_lipschitz(a: Int, b: Int, low: Int, high: Int) {}
