//! What makes a constant a logarithm: partial sums of a series for it, in integers.
//!
//! ln(1 + 2^-k) = Σ 2/((2i+1)·q^(2i+1)) over i ≥ 0, with q = 2^(k+1) + 1. The first n terms, each times 2^100 and rounded
//! down, lose less than n; the terms from n on are together at most 2/((2n+1)·q^(2n+1)·(1 − q^-2)), less than 2^-100 if
//! q^(2n+1) > 2^101. So 2^100·ln(1 + 2^-k) lies in [[`partial_sum`], [`partial_sum`] + n + 1]. Creusot has no real numbers: that last
//! sentence is for the reader, and Coq's (`proofs/coq/ShiftAddConstants.v`); the integers are proved here.

use super::constant::*;
use crate::contract::integer::power::*;
use creusot_std::prelude::*;

/// q^(2i+1).
#[logic]
#[variant(i)]
pub fn odd_power(q: Int, i: Int) -> Int {
    if i <= 0 { q } else { odd_power(q, i - 1) * (q * q) }
}

/// Σ ⌊2^101/((2i+1)·q^(2i+1))⌋ over i < n.
#[logic]
#[variant(n)]
pub fn partial_sum(q: Int, n: Int) -> Int {
    if n <= 0 {
        0
    } else {
        partial_sum(q, n - 1)
            + 0x20_0000_0000_0000_0000_0000_0000.div_euclid((2 * n - 1) * odd_power(q, n - 1))
    }
}

/// The sum of no term.
#[logic]
#[ensures(partial_sum(q, 0) == 0 && odd_power(q, 0) == q)]
pub fn no_term(q: Int) {}

/// One term more, the n-th: `p` is its power of q, `after` the sum with it.
#[logic]
#[requires(1 <= n && odd_power(q, n - 1) == p)]
#[requires(after == partial_sum(q, n - 1) + 0x20_0000_0000_0000_0000_0000_0000.div_euclid((2 * n - 1) * p))]
#[ensures(partial_sum(q, n) == after && odd_power(q, n) == p * (q * q))]
pub fn one_more_term(q: Int, n: Int, p: Int, after: Int) {}

/// Whether `constant`, in units of 2·`half`·2^-100, is nearest to ln(1 + 2^-k): n terms are enough, and their sum lies
/// within half a unit of it, with all that they leave out.
#[logic(open)]
#[requires(0 <= k)]
pub fn is_nearest(constant: Int, half: Int, k: Int, n: Int) -> bool {
    let q = 2 * power(k) + 1;
    0x20_0000_0000_0000_0000_0000_0000 < odd_power(q, n)
        && (2 * constant - 1) * half <= partial_sum(q, n)
        && partial_sum(q, n) + n + 1 <= (2 * constant + 1) * half
}
