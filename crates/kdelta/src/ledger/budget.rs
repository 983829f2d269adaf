//! What all releases of a ledger may cost together.

use crate::error::Error;
use crate::exact::ToExact;
use kdelta_oracle::enclosure::{UpperBound, ln, sqrt};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::{One, Signed, Zero};

/// The precision of logarithms and roots.
pub(super) const BITS: u32 = 192;

/// What all releases of a ledger may cost together: (ε, δ), and the order of the Rényi rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    epsilon: Rational,
    delta: Rational,
    order: Option<Rational>,
}

impl Budget {
    /// ε, with δ = 0: the ε′ of the releases are added up.
    ///
    /// # Errors
    /// [`Error::Entry`] unless 0 ≤ ε ≤ 2^20; [`Error::NotANumber`] or [`Error::NotFinite`] for what is no
    /// number.
    pub fn pure(epsilon: impl ToExact) -> Result<Self, Error> {
        Self::new(epsilon.to_exact_below("epsilon of the budget")?, Rational::zero(), None)
    }

    /// (ε, δ) for releases that have no δ of their own: their ε′ are added up, or their Rényi divergences at
    /// the order [`Budget::order`], whichever has room. All of δ is for the latter.
    ///
    /// The order is chosen from ε and δ alone, near to the best one for many small releases. Any order above 1
    /// would be sound, if it is fixed before the first release.
    ///
    /// ```
    /// # use kdelta::ledger::Budget;
    /// let budget = Budget::approximate(1, "1e-6")?;
    /// assert_eq!(budget.order().map(ToString::to_string).as_deref(), Some("21"));
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Budget::pure`], and [`Error::Entry`] unless ε > 0 and 2^-1000 ≤ δ < 1.
    pub fn approximate(epsilon: impl ToExact, delta: impl ToExact) -> Result<Self, Error> {
        let epsilon = epsilon.to_exact_below("epsilon of the budget")?;
        let delta = delta.to_exact_below("delta of the budget")?;
        if !epsilon.is_positive() || delta < dyadic(1, -1000) || delta >= Rational::one() {
            return Err(refused(
                &epsilon,
                &delta,
                "needs ε > 0 and 2^-1000 ≤ δ < 1; for δ = 0 make a pure one",
            ));
        }
        let order = best_order(&epsilon, &delta)?;
        Self::new(epsilon, delta, Some(order))
    }

    /// (ε, δ) for releases some of which have a δ of their own ([`super::Ideal::Approximate`]): the ε′ are
    /// added up, and so are the δ. There is no Rényi rule.
    ///
    /// # Errors
    /// As [`Budget::pure`], and [`Error::Entry`] unless 0 ≤ δ < 1.
    pub fn sums(epsilon: impl ToExact, delta: impl ToExact) -> Result<Self, Error> {
        let delta = delta.to_exact_below("delta of the budget")?;
        Self::new(epsilon.to_exact_below("epsilon of the budget")?, delta, None)
    }

    /// As it was made or saved.
    pub(super) fn new(epsilon: Rational, delta: Rational, order: Option<Rational>) -> Result<Self, Error> {
        let refused = |why| Err(refused(&epsilon, &delta, why));
        if epsilon.is_negative() || epsilon > dyadic(1, 20) {
            return refused("needs an ε from 0 to 2^20, and more than a few promises nothing");
        }
        if delta.is_negative() || delta >= Rational::one() {
            return refused("needs a δ of at least 0 and less than 1");
        }
        let is_order = |order: &Rational| *order > Rational::one() && *order <= dyadic(1, 24);
        if order.as_ref().is_some_and(|order| !is_order(order) || delta < dyadic(1, -1000)) {
            return refused("needs an order above 1 and up to 2^24, and then a δ of at least 2^-1000");
        }
        Ok(Self { epsilon, delta, order })
    }

    /// ε.
    #[must_use]
    pub const fn epsilon(&self) -> &Rational {
        &self.epsilon
    }

    /// δ.
    #[must_use]
    pub const fn delta(&self) -> &Rational {
        &self.delta
    }

    /// α, the order of the Rényi rule; none if there is no such rule.
    #[must_use]
    pub const fn order(&self) -> Option<&Rational> {
        self.order.as_ref()
    }

    /// An upper bound of (ln(1/δ) − ln α)/(α − 1) − ln(α/(α − 1)), which the Rényi rule takes for the step to
    /// (ε, δ); none if there is no such rule.
    pub(super) fn conversion(&self) -> Option<UpperBound> {
        let order = self.order.as_ref()?;
        let less = order - Rational::one();
        // δ lies between 2^-1000 and 1, and α between 1 and 2^24, so that the logarithms exist.
        let far = ln(&(self.delta.recip() / order), BITS).ok()?;
        let near = ln(&(order / &less), BITS).ok()?;
        Some(UpperBound::new(far.hi() / less - near.lo()))
    }
}

fn refused(epsilon: &Rational, delta: &Rational, why: &'static str) -> Error {
    let value = format!("(ε, δ) = ({}, {})", decimal::short(epsilon), decimal::short(delta));
    Error::Entry { what: "budget", value, why }
}

/// Nearly the order at which the Rényi rule has room for the largest number of small releases, rounded to a
/// multiple of 1/16 above 1.
///
/// n small releases of loss t have a divergence of about α·n·t²/2, and the step to (ε, δ) takes about
/// ℓ/(α − 1) with ℓ = ln(1/δ) − ln α − 1. Then n is largest at 1 + √ℓ/(√(ℓ + ε) − √ℓ), which is
/// 1 + √ℓ·(√(ℓ + ε) + √ℓ)/ε. As ℓ depends on α, a few rounds are made.
fn best_order(epsilon: &Rational, delta: &Rational) -> Result<Rational, Error> {
    let whole = ln(&delta.recip(), BITS)?.lo().clone();
    let (mut logarithm, mut order) = (whole.clone(), Rational::one());
    for _ in 0..4 {
        let root = |x: &Rational| sqrt(x, 64).map(|root| root.lo().clone());
        let (short, long) = (root(&logarithm)?, root(&(&logarithm + epsilon))?);
        let above = &short * (&long + &short) / epsilon;
        let sixteenths = (above * dyadic(16, 0)).round().max(Rational::one()).min(dyadic(1, 24));
        order = Rational::one() + sixteenths * dyadic(1, -4);
        logarithm = (&whole - ln(&order, BITS)?.lo() - Rational::one()).max(dyadic(1, -4));
    }
    Ok(order)
}
