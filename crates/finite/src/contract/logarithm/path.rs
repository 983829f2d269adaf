//! The upper bound of [`super::order::tail`] along one path, in a module of its own: where its definition is seen, provers
//! unfold it.

use super::{constant::*, value::*};
use crate::contract::{integer::power::*, is_taken, one, stepped};
use creusot_std::prelude::*;

/// An upper bound of [`super::order::tail`] for every b from m to ONE: along the path of m, where a larger b leaves out a
/// factor that m takes, it is charged at most the constant of that step and the [`slack`].
#[logic]
#[variant(last + 1 - k)]
#[requires(1 <= k && 1 <= last && last <= 21)]
pub fn highest(m: Int, k: Int, last: Int) -> Int {
    if k > last {
        rest(m, last)
    } else if is_taken(m, k) {
        let next = highest(stepped(m, k), k + 1, last);
        if next < slack(last) { ln_constant(k) + slack(last) } else { ln_constant(k) + next }
    } else {
        highest(m, k + 1, last)
    }
}

/// The end of a path.
#[logic]
#[requires(1 <= last && last <= 21)]
#[ensures(highest(m, last + 1, last) == rest(m, last))]
#[ensures(rest(m, last) <= high ==> highest(m, last + 1, last) <= high)]
pub fn ended(last: Int, m: Int, high: Int) {}

/// One step of a path that takes its factor.
#[logic]
#[requires(1 <= k && k <= last && last <= 21 && next == m + m.div_euclid(power(k)) && next <= one())]
#[ensures(ln_constant(k) + highest(next, k + 1, last) <= highest(m, k, last))]
#[ensures(ln_constant(k) + slack(last) <= highest(m, k, last))]
#[ensures(highest(next, k + 1, last) <= high && slack(last) <= high ==> highest(m, k, last) <= ln_constant(k) + high)]
pub fn taken(last: Int, k: Int, m: Int, next: Int, high: Int) {}

/// One step of a path that leaves its factor out.
#[logic]
#[requires(1 <= k && k <= last && last <= 21 && one() < m + m.div_euclid(power(k)))]
#[ensures(highest(m, k, last) == highest(m, k + 1, last))]
#[ensures(highest(m, k + 1, last) <= high ==> highest(m, k, last) <= high)]
pub fn left_out(last: Int, k: Int, m: Int, high: Int) {}
