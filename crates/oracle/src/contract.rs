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
