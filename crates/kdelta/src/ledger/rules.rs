//! The two rules by which a list of entries is within a budget, and what they say about it.

use super::budget::{BITS, Budget};
use super::entry::Entry;
use crate::error::Error;
use kdelta_finite::allowance::Allowance;
use kdelta_oracle::enclosure::{LowerBound, UpperBound, ln, sqrt};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_oracle::transfer::Closeness;
use num_traits::{ToPrimitive, Zero};
use std::fmt;

/// Costs and limits are whole numbers of units of 2^-80.
const UNIT: i32 = -80;

/// A rule by which a list of releases is within its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// The ε′ add up to at most ε, and the δ to at most δ.
    Sum,
    /// The Rényi divergences at the order of the budget add up to at most what (ε, δ) needs.
    Renyi,
}

/// What is left of a budget, by each rule that the list still satisfies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remaining {
    /// Of ε, by the sum of the ε′; none if the sum is beyond it.
    pub epsilon: Option<LowerBound>,
    /// Of δ, for entries that have one; none if the sum of the ε′ or of the δ is beyond the budget.
    pub delta: Option<LowerBound>,
    /// Of the Rényi divergence; none if there is no such rule, or the list is beyond it.
    pub renyi: Option<LowerBound>,
}

impl fmt::Display for Remaining {
    /// In a few words; every number is rounded down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |bound: &LowerBound| decimal::down(bound.value(), 9);
        match (&self.epsilon, &self.renyi) {
            (Some(sum), None) => write!(f, "ε = {}", of(sum)),
            (None, Some(renyi)) => write!(f, "{} of the Rényi divergence", of(renyi)),
            (Some(sum), Some(renyi)) => {
                write!(f, "ε = {} by the sum, {} of the Rényi divergence", of(sum), of(renyi))
            }
            (None, None) => f.write_str("nothing"),
        }
    }
}

/// What the entries of a ledger cost, as numbers for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spent {
    /// The sum of the ε′. Together with the sum of the δ it is a bound whatever was chosen after earlier outputs.
    pub epsilon: UpperBound,
    /// The sum of the δ.
    pub delta: UpperBound,
    /// ε at the δ of the budget by the Rényi rule: the divergences, and the step to (ε, δ). None if there is no
    /// such rule. A bound for this list **if it had been fixed in advance**; what holds for a list that was
    /// chosen on the way is that it stayed within the budget.
    pub renyi: Option<UpperBound>,
    /// ε at the δ of the budget by advanced composition, ½Σε′² + √(2·ln(1/δ)·Σε′²). None if there is no Rényi
    /// rule, whose δ it needs, or an entry has a δ of its own. A bound **if the list had been fixed in advance**; it decides nothing here.
    pub advanced: Option<UpperBound>,
    /// Σκ₊ and Σκ₋: with these, any accountant can be run on the ideal mechanisms (THEORY 1.9).
    pub closeness: Closeness,
}

/// What each rule has left. A rule that a list does not satisfy is gone for good, as costs are not negative.
#[derive(Debug, Clone, Copy)]
pub(super) struct Account {
    /// The sums of ε′ and of δ.
    sum: Option<(Allowance, Allowance)>,
    renyi: Option<Allowance>,
}

impl Account {
    pub(super) fn new(budget: &Budget) -> Self {
        // The δ of a budget with an order is for the Rényi rule alone.
        let delta = if budget.order().is_none() { budget.delta().clone() } else { Rational::zero() };
        let sum = allowance(budget.epsilon()).zip(allowance(&delta));
        let renyi = budget.conversion().and_then(|taken| allowance(&(budget.epsilon() - taken.value())));
        Self { sum, renyi }
    }

    /// After one more entry. A rule that does not cover it is gone.
    pub(super) fn with(self, entry: &Entry, budget: &Budget) -> Result<Self, Error> {
        if budget.delta().is_zero() && !entry.is_pure() {
            return Err(Error::Entry {
                what: "a release whose own δ is",
                value: decimal::short(entry.delta().value()),
                why: "needs a budget with a δ, and this one has none",
            });
        }
        let spend = |left: Allowance, cost: Option<u128>| left.spend(cost?).ok();
        // The δ of a budget with an order is for the Rényi rule alone: there, the sum does not cover an entry with a δ.
        let sum = self.sum.and_then(|(epsilon, delta)| {
            spend(epsilon, units(&epsilon_cost(entry))).zip(spend(delta, units(&delta_cost(entry))))
        });
        let renyi = match (self.renyi, budget.order()) {
            (left, Some(order)) => {
                let cost = units(&renyi_cost(entry, order)?);
                left.and_then(|left| spend(left, cost))
            }
            (_, None) => None,
        };
        Ok(Self { sum, renyi })
    }

    pub(super) fn rules(self) -> Vec<Rule> {
        let rules = [self.sum.map(|_| Rule::Sum), self.renyi.map(|_| Rule::Renyi)];
        rules.into_iter().flatten().collect()
    }

    pub(super) fn remaining(self) -> Remaining {
        let left = |allowance: Allowance| {
            let units = allowance.limit().saturating_sub(allowance.spent());
            LowerBound::new(Rational::from_integer(units.into()) * dyadic(1, UNIT))
        };
        Remaining {
            epsilon: self.sum.map(|(epsilon, _)| left(epsilon)),
            delta: self.sum.map(|(_, delta)| left(delta)),
            renyi: self.renyi.map(left),
        }
    }
}

/// A limit, rounded down to whole units; none below 0.
fn allowance(limit: &Rational) -> Option<Allowance> {
    (limit / dyadic(1, UNIT)).floor().to_integer().to_u128().map(Allowance::new)
}

/// A cost, rounded up to whole units; none beyond 128 bits, which is above every limit.
fn units(cost: &UpperBound) -> Option<u128> {
    (cost.value() / dyadic(1, UNIT)).ceil().to_integer().to_u128()
}

fn times(entry: &Entry, cost: &Rational) -> UpperBound {
    UpperBound::new(cost * Rational::from_integer(entry.count().into()))
}

/// Of the sum of ε′.
fn epsilon_cost(entry: &Entry) -> UpperBound {
    times(entry, entry.epsilon_prime().value())
}

/// Of the sum of δ.
fn delta_cost(entry: &Entry) -> UpperBound {
    times(entry, entry.delta().value())
}

/// Of the Rényi rule at order α.
fn renyi_cost(entry: &Entry, order: &Rational) -> Result<UpperBound, Error> {
    Ok(times(entry, entry.divergence(order)?.value()))
}

/// The costs of entries, added up. Each is rounded up, so that sums of many fractions stay short.
#[derive(Debug, Clone)]
pub(super) struct Totals {
    epsilon: UpperBound,
    delta: UpperBound,
    /// At the order of the budget.
    renyi: UpperBound,
    /// Of the squares of the ε′, if all of them hold with δ = 0.
    squares: Option<UpperBound>,
    above: UpperBound,
    below: UpperBound,
}

/// Sums are multiples of 2^-192.
const SUM_BITS: u32 = 192;

impl Totals {
    pub(super) fn none() -> Self {
        let zero = || UpperBound::new(Rational::zero());
        let squares = Some(zero());
        Self { epsilon: zero(), delta: zero(), renyi: zero(), squares, above: zero(), below: zero() }
    }

    pub(super) fn with(&self, entry: &Entry, budget: &Budget) -> Result<Self, Error> {
        let add = |sum: &UpperBound, cost: UpperBound| sum.plus(&cost.rounded(SUM_BITS));
        let renyi = match budget.order() {
            Some(order) => renyi_cost(entry, order)?,
            None => UpperBound::new(Rational::zero()),
        };
        let each = entry.epsilon_prime().value();
        let square = entry.is_pure().then(|| times(entry, &(each * each)));
        let Closeness { above, below } = entry.closeness();
        Ok(Self {
            epsilon: add(&self.epsilon, epsilon_cost(entry)),
            delta: add(&self.delta, delta_cost(entry)),
            renyi: add(&self.renyi, renyi),
            squares: self.squares.as_ref().zip(square).map(|(sum, square)| add(sum, square)),
            above: add(&self.above, times(entry, above.value())),
            below: add(&self.below, times(entry, below.value())),
        })
    }

    pub(super) fn spent(&self, budget: &Budget) -> Spent {
        Spent {
            epsilon: self.epsilon.clone(),
            delta: self.delta.clone(),
            renyi: budget.conversion().map(|taken| self.renyi.plus(&taken).rounded(SUM_BITS)),
            advanced: budget.order().and_then(|_| self.advanced(budget)),
            closeness: Closeness { above: self.above.clone(), below: self.below.clone() },
        }
    }

    /// ½Σε′² + √(2·ln(1/δ)·Σε′²).
    fn advanced(&self, budget: &Budget) -> Option<UpperBound> {
        let squares = self.squares.as_ref()?.value();
        let logarithm = ln(&budget.delta().recip(), BITS).ok()?;
        let root = sqrt(&(squares * logarithm.hi() * dyadic(2, 0)), BITS).ok()?;
        Some(UpperBound::new(squares * dyadic(1, -1) + root.hi()).rounded(SUM_BITS))
    }
}

/// What entries cost by themselves.
pub(super) fn cost(entries: &[Entry], budget: &Budget) -> Result<Spent, Error> {
    let none = Ok(Totals::none());
    let totals = entries.iter().fold(none, |totals, entry| totals?.with(entry, budget))?;
    Ok(totals.spent(budget))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    #[test]
    fn costs_are_rounded_up_and_limits_down() {
        let unit = dyadic(1, UNIT);
        let just_above = UpperBound::new(&unit + dyadic(1, -300));
        assert_eq!(units(&just_above), Some(2));
        assert_eq!(units(&UpperBound::new(Rational::zero())), Some(0));
        assert_eq!(units(&UpperBound::new(dyadic(1, 48))), None, "2^128 units");
        assert_eq!(allowance(&(&unit * q("2") - dyadic(1, -300))).unwrap().limit(), 1);
        assert!(allowance(&-dyadic(1, -300)).is_none());
    }
}
