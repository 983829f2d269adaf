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
        // changes nothing.
        #[ensures(self != 0i128 ==> result@ < 128 && (self >> result) << result == self)]
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
