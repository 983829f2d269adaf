//! What may still be spent, in whole units: the comparison by which a ledger of releases refuses.
//!
//! Costs are rounded up and the limit is rounded down to whole units before they come here, so that integers
//! decide, without rounding and without wrapping.

#[cfg(creusot)]
use creusot_std::{
    logic::Int,
    macros::{ensures, logic, pearlite},
};

/// A limit and what was spent of it, which is never more.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Allowance {
    limit: u128,
    spent: u128,
}

/// What was to be spent is more than what is left.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub struct Exceeded;

impl Allowance {
    /// A limit of which nothing is spent.
    #[cfg_attr(creusot, ensures(result.most() == limit@ && result.used() == 0))]
    #[must_use]
    pub const fn new(limit: u128) -> Self {
        Self { limit, spent: 0 }
    }

    /// The limit.
    #[cfg_attr(creusot, ensures(result@ == self.most()))]
    #[must_use]
    pub const fn limit(self) -> u128 {
        self.limit
    }

    /// What was spent so far.
    #[cfg_attr(creusot, ensures(result@ == self.used()))]
    #[must_use]
    pub const fn spent(self) -> u128 {
        self.spent
    }

    /// Spends `cost` units more.
    ///
    /// # Guarantee
    /// `Ok` exactly when spent + cost ≤ limit as mathematical integers; then the same limit, and the sum as
    /// what was spent. Nothing wraps, whatever the numbers.
    ///
    /// ```
    /// use kdelta_finite::allowance::{Allowance, Exceeded};
    /// let left = Allowance::new(10).spend(7)?;
    /// assert_eq!(left.spend(4), Err(Exceeded));
    /// assert_eq!(left.spend(u128::MAX), Err(Exceeded));
    /// assert_eq!(left.spend(3)?.spent(), 10);
    /// # Ok::<(), Exceeded>(())
    /// ```
    ///
    /// # Errors
    /// [`Exceeded`] if less than `cost` is left.
    //= THEORY 1.9
    #[cfg_attr(creusot, ensures(match result {
        Ok(next) => next.used() == self.used() + cost@ && next.used() <= self.most() && next.most() == self.most(),
        Err(_) => self.used() + cost@ > self.most(),
    }))]
    pub const fn spend(self, cost: u128) -> Result<Self, Exceeded> {
        if self.spent <= self.limit && cost <= self.limit - self.spent {
            Ok(Self { limit: self.limit, spent: self.spent + cost })
        } else {
            Err(Exceeded)
        }
    }
}

#[cfg(creusot)]
impl Allowance {
    /// The limit as a mathematical integer.
    #[logic]
    pub fn most(self) -> Int {
        pearlite! { self.limit@ }
    }

    /// What was spent as a mathematical integer.
    #[logic]
    pub fn used(self) -> Int {
        pearlite! { self.spent@ }
    }
}
