//! What the contracts of the dyadic numbers speak about. Compiled for Creusot only; see `proofs/creusot/README.md`.

#[path = "../../finite/src/contract/integer.rs"]
pub mod integer;

use creusot_std::prelude::*;
use integer::{power::*, *};

extern_spec! {
    // Assumption TRY_FROM: the documented meaning of a checked conversion, which creusot-std does not specify.
    impl TryFrom<i64> for u32 {
        #[ensures(match result {
            Ok(small) => small@ == value@,
            Err(_) => value@ < 0 || u32::MAX@ < value@,
        })]
        fn try_from(value: i64) -> Result<u32, core::num::TryFromIntError>;
    }

    impl TryFrom<i64> for i32 {
        #[ensures(match result {
            Ok(small) => small@ == value@,
            Err(_) => value@ < i32::MIN@ || i32::MAX@ < value@,
        })]
        fn try_from(value: i64) -> Result<i32, core::num::TryFromIntError>;
    }

    impl i32 {
        // Assumption UNSIGNED_ABS: the documented meaning.
        #[ensures(result@ == if self@ < 0 { -self@ } else { self@ })]
        fn unsigned_abs(self) -> u32;
    }

    impl i128 {
        // Assumption TRAILING_ZEROS: below the lowest one there are only zeros, so that shifting them out and back in
        // changes nothing, and then the lowest one is at place 0.
        #[ensures(self != 0i128 ==> result@ < 128 && (self >> result) << result == self && (self >> result) & 1i128 == 1i128)]
        fn trailing_zeros(self) -> u32;
    }
}

/// m·2^s·2^e = m·2^(s+e): a mantissa shifted left stands for the same number at the exponent below.
#[logic]
#[requires(0 <= s && 0 <= e)]
#[ensures(m * power(s) * power(e) == m * power(s + e))]
#[ensures(m * power(e) * power(s) == m * power(s + e))]
pub fn units_at(m: Int, s: Int, e: Int) {
    let _ = sum(s, e);
    proof_assert!(m * power(s) * power(e) == m * (power(s) * power(e)));
    proof_assert!(m * power(e) * power(s) == m * (power(s) * power(e)));
}

/// a·2^i · b·2^j = a·b·2^(i+j−o)·2^o.
#[logic]
#[requires(0 <= i && 0 <= j && 0 <= o && o <= i + j)]
#[ensures(a * b * power(i + j - o) * power(o) == a * power(i) * (b * power(j)))]
pub fn product_of_units(a: Int, i: Int, b: Int, j: Int, o: Int) {
    let _ = (sum(i, j), sum(i + j - o, o));
    proof_assert!(a * b * power(i + j - o) * power(o) == a * b * (power(i + j - o) * power(o)));
    proof_assert!(a * power(i) * (b * power(j)) == a * b * (power(i) * power(j)));
}

/// q·2^i · (d·2^t·2^j) = q·d·2^s·2^o where i + t + j = s + o.
#[logic]
#[requires(0 <= i && 0 <= t && 0 <= j && 0 <= s && 0 <= o && i + t + j == s + o)]
#[ensures(q * power(i) * (d * power(t) * power(j)) == q * d * power(s) * power(o))]
pub fn quotient_of_units(q: Int, i: Int, d: Int, t: Int, j: Int, s: Int, o: Int) {
    let _ = (sum(t, j), sum(i, t + j), sum(s, o));
    proof_assert!(q * power(i) * (d * power(t) * power(j)) == q * d * (power(i) * (power(t) * power(j))));
    proof_assert!(q * d * power(s) * power(o) == q * d * (power(s) * power(o)));
}

/// ⌊m/2^n⌋ is ⌊m/2^127⌋ for n ≥ 127, as |m| ≤ 2^127: 0 or −1.
#[logic]
#[requires(1 <= n && i128::MIN@ <= m && m <= i128::MAX@)]
#[ensures(n >= 127 ==> m.div_euclid(power(n)) == m.div_euclid(power(127)))]
pub fn only_the_sign(m: Int, n: Int) {
    let _ = (values(), doubling(127));
    if n >= 127 {
        let _ = monotone(127, n);
        let q = if m < 0 { -1 } else { 0 };
        let _ = (quotient(m, power(n), q), quotient(m, power(127), q));
    }
}

/// A number that is not zero has units that are not.
#[logic]
#[requires(m != 0 && 0 <= e)]
#[ensures(m * power(e) != 0)]
pub fn units_are_not_zero(m: Int, e: Int) {
    let _ = positive(e);
    if m > 0 {
        let _ = scaling_is_monotone(1, power(e), m);
    } else {
        let _ = scaling_is_monotone(1, power(e), -m);
        proof_assert!(power(e) * -m == -(m * power(e)));
    }
}

/// One place more: (m << (s − 1)) << 1 is m << s.
#[bitwise_proof]
#[check(ghost)]
#[requires(1u32 <= s && s < 128u32)]
#[ensures((m << (s - 1u32)) << 1u32 == m << s)]
pub const fn one_place_more(m: i128, s: u32) {}

/// m << s is m·2^s if that fits a signed double word.
#[bitwise_proof]
#[check(ghost)]
#[variant(s)]
#[requires(s@ < 128)]
#[ensures(i128::MIN@ <= m@ * power(s@) && m@ * power(s@) <= i128::MAX@ ==> (m << s)@ == m@ * power(s@))]
pub const fn fitting_shift(m: i128, s: u32) {
    if s > 0 {
        fitting_shift(m, s - 1);
        proof_assert!(i128::MIN@ == -2 * 0x4000_0000_0000_0000_0000_0000_0000_0000);
        proof_assert!(i128::MAX@ == 2 * 0x4000_0000_0000_0000_0000_0000_0000_0000 - 1);
        let half = m << (s - 1);
        proof_assert!({
            let _ = doubling(s@);
            m@ * power(s@) == 2 * (m@ * power(s@ - 1))
        });
        if half < -0x4000_0000_0000_0000_0000_0000_0000_0000 {
            proof_assert!(half@ < -0x4000_0000_0000_0000_0000_0000_0000_0000);
            proof_assert!(m@ * power(s@) < i128::MIN@ || i128::MAX@ < m@ * power(s@));
        } else if half >= 0x4000_0000_0000_0000_0000_0000_0000_0000 {
            proof_assert!(0x4000_0000_0000_0000_0000_0000_0000_0000 <= half@);
            proof_assert!(m@ * power(s@) < i128::MIN@ || i128::MAX@ < m@ * power(s@));
        } else {
            proof_assert!(-0x4000_0000_0000_0000_0000_0000_0000_0000 <= half@);
            proof_assert!(half@ < 0x4000_0000_0000_0000_0000_0000_0000_0000);
            let whole = half + half;
            one_place_more(m, s);
            proof_assert!(whole == half << 1u32);
            proof_assert!(whole == m << s);
        }
    } else {
        proof_assert!(m << s == m);
        proof_assert!({
            let _ = zeroth();
            m@ * power(0) == m@
        });
    }
}

/// An odd number, by its lowest bit.
#[bitwise_proof]
#[check(ghost)]
#[requires(x & 1i128 == 1i128)]
#[ensures(x@.rem_euclid(2) == 1)]
pub const fn is_odd(x: i128) {
    signed_shift(x, 1);
    let half = x >> 1;
    proof_assert!(
        -0x4000_0000_0000_0000_0000_0000_0000_0000i128 <= half
            && half < 0x4000_0000_0000_0000_0000_0000_0000_0000i128
    );
    proof_assert!(-0x4000_0000_0000_0000_0000_0000_0000_0000 <= half@ && half@ < 0x4000_0000_0000_0000_0000_0000_0000_0000);
    let odd = half + half + 1;
    proof_assert!(odd == x);
    proof_assert!(x@ == 2 * half@ + 1);
}

/// Whether a number of so many units has no mantissa strictly between ±2^127 at the exponent that is e above the finest.
#[logic(open)]
#[requires(0 <= e)]
pub fn is_beyond(units: Int, e: Int) -> bool {
    units <= -(power(127) * power(e)) || power(127) * power(e) <= units
}

/// m = odd·2^twos with an odd number odd.
#[logic]
#[requires(0 <= twos)]
pub fn is_odd_part(odd: Int, twos: Int, m: Int) -> bool {
    odd * power(twos) == m && odd.rem_euclid(2) == 1
}

/// [`is_odd_part`], from what it says.
#[logic]
#[requires(0 <= twos && odd * power(twos) == m && odd.rem_euclid(2) == 1)]
#[ensures(is_odd_part(odd, twos, m))]
pub fn odd_part_is(odd: Int, twos: Int, m: Int) {}

/// A mantissa of 2^127 or more in magnitude stands for a number that is beyond.
#[logic]
#[requires(0 <= e)]
#[ensures(m <= -power(127) || power(127) <= m ==> is_beyond(m * power(e), e))]
pub fn beyond(m: Int, e: Int) {
    let _ = positive(e);
    if power(127) <= m {
        let _ = scaling_is_monotone(power(127), m, power(e));
    } else if m <= -power(127) {
        let _ = scaling_is_monotone(m, -power(127), power(e));
        proof_assert!(-power(127) * power(e) == -(power(127) * power(e)));
    }
}

/// A mantissa that is not 0 is at least 2^127 in magnitude after a shift by 127 or more.
#[logic]
#[requires(m != 0 && 127 <= s)]
#[ensures(m * power(s) <= -power(127) || power(127) <= m * power(s))]
pub fn far_shift(m: Int, s: Int) {
    let _ = (monotone(127, s), positive(s));
    if m > 0 {
        let _ = scaling_is_monotone(1, m, power(s));
    } else {
        let _ = scaling_is_monotone(m, -1, power(s));
    }
}

/// The largest word of 128 bits, as a power.
#[logic]
#[ensures(power(127) == i128::MAX@ + 1)]
pub fn largest() {
    let _ = (values(), doubling(127));
}
