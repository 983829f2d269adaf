//! Finite probability laws on the line, with rational weights, and the distance W∞ between two of them.

use crate::number::Rational;
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Signed, Zero};

/// A probability law with finitely many atoms, sorted, distinct, each of positive weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FiniteLaw {
    atoms: Vec<(Rational, Rational)>,
}

impl FiniteLaw {
    /// The law with the given (value, weight) pairs; equal values are merged, zero weights dropped.
    ///
    /// # Errors
    /// Refused if a weight is negative or the weights do not add up to one.
    pub fn new(mut atoms: Vec<(Rational, Rational)>) -> Result<Self, Refusal> {
        if let Some((_, weight)) = atoms.iter().find(|(_, weight)| weight.is_negative()) {
            return Err(Refusal::condition(
                Condition::NonNegative("weight"),
                weight.clone(),
                Rational::zero(),
            ));
        }
        atoms.sort_unstable_by(|(x, _), (y, _)| x.cmp(y));
        atoms.dedup_by(|(x, weight), (kept, sum)| {
            let same = x == kept;
            if same {
                *sum += &*weight;
            }
            same
        });
        atoms.retain(|(_, weight)| !weight.is_zero());
        let total: Rational = atoms.iter().map(|(_, weight)| weight).sum();
        if !total.is_one() {
            return Err(Refusal::condition(Condition::WeightsSumToOne, total, Rational::one()));
        }
        Ok(Self { atoms })
    }

    /// The law of a draw from `values`, each equally likely.
    ///
    /// # Errors
    /// Refused if there are none.
    pub fn uniform(values: impl IntoIterator<Item = Rational>) -> Result<Self, Refusal> {
        let values: Vec<Rational> = values.into_iter().collect();
        if values.is_empty() {
            return Err(Refusal::Mismatch { what: "atoms of a law", found: 0, needed: 1 });
        }
        let weight = Rational::new(1.into(), values.len().into());
        Self::new(values.into_iter().map(|x| (x, weight.clone())).collect())
    }

    /// The atoms in increasing order, with their weights.
    #[must_use]
    pub fn atoms(&self) -> &[(Rational, Rational)] {
        &self.atoms
    }

    /// The probability of a set.
    pub fn probability(&self, member: impl Fn(&Rational) -> bool) -> Rational {
        self.atoms.iter().filter(|(x, _)| member(x)).map(|(_, weight)| weight).sum()
    }

    /// W∞ between two laws on the line, exactly.
    ///
    /// On the line the monotone coupling, which matches quantiles, is optimal for every cost that grows with the
    /// distance, hence for the largest distance: W∞ = sup over levels of |F⁻¹ − G⁻¹|, a maximum over finitely many
    /// matched pairs.
    #[must_use]
    pub fn w_infinity(&self, other: &Self) -> Rational {
        let (mut left, mut right) = (self.atoms.iter().cloned(), other.atoms.iter().cloned());
        let (mut a, mut b) = (left.next(), right.next());
        let mut farthest = Rational::zero();
        // Both weights add up to one, so the two sides run out together.
        while let (Some((x, p)), Some((y, r))) = (a, b) {
            farthest = farthest.max((&x - &y).abs());
            let matched = (&p).min(&r).clone();
            a = if p == matched { left.next() } else { Some((x, p - &matched)) };
            b = if r == matched { right.next() } else { Some((y, r - &matched)) };
        }
        farthest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::{Seeded, q};

    fn law(text: &str) -> Result<FiniteLaw, Refusal> {
        FiniteLaw::new(
            text.split_whitespace()
                .map(|atom| atom.split_once(':').map(|(x, w)| (q(x), q(w))).unwrap())
                .collect(),
        )
    }

    #[test]
    fn w_infinity_of_small_laws() {
        for (mu, nu, expected) in [
            ("0:1", "0:1", "0"),
            ("0:1", "3/2:1", "3/2"),
            ("0:1/2 1:1/2", "0:1/3 1:2/3", "1"),
            ("0:1/2 1:1/2", "1/4:1/2 5/4:1/2", "1/4"),
            ("0:1/4 1:1/4 2:1/4 3:1/4", "0:1/2 3:1/2", "1"),
            ("0:1/2 10:1/2", "0:1/2 1:1/2", "9"),
        ] {
            let (mu, nu) = (law(mu).unwrap(), law(nu).unwrap());
            assert_eq!(mu.w_infinity(&nu), q(expected));
            assert_eq!(nu.w_infinity(&mu), q(expected));
        }
    }

    /// For n equally likely atoms on each side every coupling is a mixture of permutations, so the minimum over all
    /// permutations is W∞ by definition: brute force against the quantile formula.
    #[test]
    fn w_infinity_is_the_minimum_over_all_couplings_of_equal_atoms() {
        let mut seeded = Seeded(7);
        let mut random = || i64::try_from(seeded.below(20)).unwrap();
        for _ in 0..200 {
            let x: Vec<i64> = (0..4).map(|_| random()).collect();
            let y: Vec<i64> = (0..4).map(|_| random()).collect();
            let permutations = [0, 1, 2, 3_usize].into_iter().flat_map(|a| {
                (0..4).flat_map(move |b| (0..4).flat_map(move |c| (0..4).map(move |d| [a, b, c, d])))
            });
            let best = permutations
                .filter(|p| (0..4).all(|i| p.contains(&i)))
                .map(|p| (0..4).map(|i| (x[i] - y[p[i]]).abs()).max().unwrap())
                .min()
                .unwrap();
            let laws = [&x, &y]
                .map(|v| FiniteLaw::uniform(v.iter().map(|&a| Rational::from_integer(a.into()))).unwrap());
            assert_eq!(laws[0].w_infinity(&laws[1]), Rational::from_integer(best.into()), "{x:?} {y:?}");
        }
    }

    #[test]
    fn bad_laws_are_refused() {
        assert!(law("0:1/2 1:1/3").is_err() && law("0:3/2 1:-1/2").is_err());
        assert!(FiniteLaw::new(vec![]).is_err() && FiniteLaw::uniform([]).is_err());
        assert_eq!(law("1:1/2 0:0 1:1/2").unwrap().atoms(), [(q("1"), q("1"))]);
    }
}
