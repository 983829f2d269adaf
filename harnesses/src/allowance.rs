//! The refusal of a ledger of releases, on integers (THEORY 1.9).
//!
//! A ledger accepts a release exactly when what was spent and the cost of the release are together within the
//! budget. All three are whole numbers of units of 2^-80: costs are rounded up, the budget is rounded down,
//! so that no rounding can let a release pass that the budget does not cover. The statements say that the
//! comparison is that of the mathematical sum for every u128 (nothing wraps), that a refusal changes nothing,
//! that a smaller cost or a larger limit is never refused where the larger or smaller one was accepted, and
//! that the order of two releases changes neither what is accepted nor what is spent.
//!
//! Assumptions: none. An [`Allowance`] of which something is spent is made by spending, as its fields are
//! private.

use crate::Given;
use kdelta_finite::allowance::{Allowance, Exceeded};

/// The sum of two numbers of 128 bits as (carry, low part), by parts of 64 bits: another way than the code's.
fn sum_of_parts(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = (1 << 64) - 1;
    let low = (a & LOW) + (b & LOW);
    let high = (a >> 64) + (b >> 64) + (low >> 64);
    (high >> 64, (high & LOW) << 64 | (low & LOW))
}

/// a + b ≤ limit for mathematical integers.
fn fits(a: u128, b: u128, limit: u128) -> bool {
    let (carry, sum) = sum_of_parts(a, b);
    carry == 0 && sum <= limit
}

/// A cost is spent exactly when the mathematical sum is within the limit; then the sum is what is spent.
//= THEORY 1.9
pub fn refuses_exactly_when_it_must(limit: u128, first: u128, second: u128) -> bool {
    let new = Allowance::new(limit);
    assert!(new.limit() == limit && new.spent() == 0);
    let spent = new.spend(first);
    assert!(spent.is_ok() == (first <= limit));
    let Ok(spent) = spent else { return false };
    assert!(spent.limit() == limit && spent.spent() == first);
    let next = spent.spend(second);
    assert!(next.is_ok() == fits(first, second, limit));
    let Ok(next) = next else { return false };
    assert!(next.limit() == limit && (0, next.spent()) == sum_of_parts(first, second));
    true
}

/// What is accepted stays accepted for a smaller cost and for a larger limit, and more is never spent of it.
//= THEORY 1.9
pub fn monotone(limit: u128, larger_limit: u128, first: u128, cost: u128, larger_cost: u128) -> bool {
    if limit > larger_limit || cost > larger_cost {
        return false;
    }
    let (Ok(narrow), Ok(wide)) =
        (Allowance::new(limit).spend(first), Allowance::new(larger_limit).spend(first))
    else {
        assert!(Allowance::new(limit).spend(first).is_err());
        return false;
    };
    let Ok(next) = narrow.spend(larger_cost) else { return false };
    assert!(narrow.spend(cost).is_ok() && wide.spend(larger_cost).is_ok());
    assert!(narrow.spent() <= next.spent() && next.spent() <= limit);
    true
}

/// Two costs in either order: both orders are accepted, with the same sum, or both are refused.
//= THEORY 1.9
pub fn order_does_not_matter(limit: u128, first: u128, second: u128) -> bool {
    let both = |a: u128, b: u128| Allowance::new(limit).spend(a).and_then(|spent| spent.spend(b));
    let (one, other) = (both(first, second), both(second, first));
    assert!(one == other);
    one.is_ok()
}

/// Control: refuses already when nothing would be left.
pub fn refuses_the_last_unit(limit: u128, cost: u128) -> bool {
    assert!((Allowance::new(limit).spend(cost) == Err(Exceeded)) == (cost >= limit));
    true
}

/// Control: compares the sum as a machine adds it, which wraps.
pub fn accepts_a_wrapped_sum(limit: u128, first: u128, second: u128) -> bool {
    let Ok(spent) = Allowance::new(limit).spend(first) else { return false };
    assert!(spent.spend(second).is_ok() == (first.wrapping_add(second) <= limit));
    true
}

/// Any number of 128 bits.
fn number(given: &mut impl Given) -> u128 {
    u128::from(given.bits(64)) << 64 | u128::from(given.bits(64))
}

/// Within 8 of 0, of 2^64, of 2^127 or of 2^128 − 1: where a sum carries from one half to the other, or out.
fn corner(given: &mut impl Given) -> u128 {
    let near = u128::from(given.bits(3));
    match given.bits(2) {
        0 => near,
        1 => (1 << 64) - 4 + near,
        2 => (1 << 127) - 4 + near,
        _ => u128::MAX - near,
    }
}

statements! { "allowance":
    /// A cost is spent exactly when what was spent and the cost are together within the limit, as
    /// mathematical integers; then their sum is what is spent.
    holds refuses_exactly_when_it_must
        cites "THEORY 1.9"
        unwind 2
        wide "every u128 for the limit and both costs",
            |given| refuses_exactly_when_it_must(number(given), number(given), number(given));
        every "limit and both costs within 8 of 0, 2^64, 2^127 and 2^128−1" of 32 * 32 * 32,
            |given| refuses_exactly_when_it_must(corner(given), corner(given), corner(given));

    /// A smaller cost, or the same one of a larger limit, is never refused where the other was accepted; what
    /// is spent never shrinks and never exceeds the limit.
    holds monotone
        cites "THEORY 1.9"
        unwind 2
        wide "every u128 for both limits and all costs",
            |given| monotone(number(given), number(given), number(given), number(given), number(given));
        every "limits and costs up to 15" of 16 * 16 * 16 * 16 * 16,
            |given| {
                let mut small = || u128::from(given.bits(4));
                monotone(small(), small(), small(), small(), small())
            };

    /// The order of two costs changes neither whether they are accepted nor what is spent.
    holds order_does_not_matter
        cites "THEORY 1.9"
        unwind 2
        wide "every u128 for the limit and both costs",
            |given| order_does_not_matter(number(given), number(given), number(given));
        every "limit and both costs within 8 of 0, 2^64, 2^127 and 2^128−1" of 32 * 32 * 32,
            |given| order_does_not_matter(corner(given), corner(given), corner(given));

    /// Control: a cost of exactly what is left is refused.
    refuted refuses_the_last_unit
        cites "THEORY 1.9"
        unwind 2
        wide "every u128 for the limit and the cost", |given| refuses_the_last_unit(number(given), number(given));
        every "limit and cost up to 255" of 256 * 256,
            |given| refuses_the_last_unit(given.bits(8).into(), given.bits(8).into());

    /// Control: the sum wraps as a machine's does.
    refuted accepts_a_wrapped_sum
        cites "THEORY 1.9"
        unwind 2
        wide "every u128 for the limit and both costs",
            |given| accepts_a_wrapped_sum(number(given), number(given), number(given));
        every "limit and both costs within 8 of 0, 2^64, 2^127 and 2^128−1" of 32 * 32 * 32,
            |given| accepts_a_wrapped_sum(corner(given), corner(given), corner(given));
}
