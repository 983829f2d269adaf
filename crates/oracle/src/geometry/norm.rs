//! L_p norms and distances (paper, section 2.1).

use crate::enclosure::{Enclosure, root};
use crate::number::{Exact, Rational};
use crate::refusal::{Inexpressible, Refusal};

/// Largest p of an L_p norm: p-th powers of long rationals beyond this are not worth waiting for.
const MAX_P: u32 = 64;

/// The norm ‖x‖_p = (Σ|x_i|^p)^{1/p}, or ‖x‖_∞ = max|x_i|.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Norm {
    /// L_p for an integer p ≥ 1.
    P(u32),
    /// L_∞, the sup norm: the only one that matters for δ (theory, §1.1).
    Sup,
}

impl Norm {
    /// The Euclidean norm, L_2.
    pub const EUCLID: Self = Self::P(2);

    /// Exactly decides ‖x‖ ≤ bound, without taking a root: Σ|x_i|^p ≤ bound^p.
    ///
    /// # Errors
    /// Refused for p = 0 or p > 64, or if the arithmetic of `E` overflows.
    pub fn at_most<E: Exact>(self, x: &[E], bound: &E) -> Result<bool, Refusal> {
        self.bounded(|| x.iter().cloned().map(Ok), bound)
    }

    /// The decision on coordinates given one by one: nothing is allocated, so that a model checker can follow.
    fn bounded<E: Exact, I: Iterator<Item = Result<E, Inexpressible>>>(
        self,
        coordinates: impl Fn() -> I,
        bound: &E,
    ) -> Result<bool, Refusal> {
        if *bound < E::integer(0) {
            return Ok(false);
        }
        match self {
            Self::P(p) => Ok(power_sum(coordinates(), checked_p(p)?)? <= power(bound, p)?),
            Self::Sup => Ok(largest(coordinates())? <= *bound),
        }
    }

    /// Exactly decides d(x, y) ≤ bound.
    ///
    /// # Errors
    /// As [`Self::at_most`]; refused if the two points have different dimensions.
    pub fn within<E: Exact>(self, x: &[E], y: &[E], bound: &E) -> Result<bool, Refusal> {
        check_dimensions(x, y)?;
        self.bounded(|| x.iter().zip(y).map(|(a, b)| a.minus(b)), bound)
    }

    /// An enclosure of ‖x‖ of width at most `2^-bits`; a point for L_1 and L_∞.
    ///
    /// # Errors
    /// Refused for p = 0 or p > 64, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn of(self, x: &[Rational], bits: u32) -> Result<Enclosure, Refusal> {
        match self {
            Self::Sup => Ok(Enclosure::exact(largest(x.iter().cloned().map(Ok))?)),
            Self::P(p) => {
                let sum = power_sum(x.iter().cloned().map(Ok), checked_p(p)?)?;
                if p == 1 { Ok(Enclosure::exact(sum)) } else { root(&sum, p, bits) }
            }
        }
    }

    /// An enclosure of the distance ‖x − y‖ of width at most `2^-bits`.
    ///
    /// # Errors
    /// As [`Self::of`]; refused if the two points have different dimensions.
    pub fn distance(self, x: &[Rational], y: &[Rational], bits: u32) -> Result<Enclosure, Refusal> {
        check_dimensions(x, y)?;
        self.of(&x.iter().zip(y).map(|(a, b)| a - b).collect::<Vec<_>>(), bits)
    }
}

fn checked_p(p: u32) -> Result<u32, Refusal> {
    match p {
        0 => Err(Refusal::Mismatch { what: "p of an L_p norm, which is at least 1", found: 0, needed: 1 }),
        1..=MAX_P => Ok(p),
        _ => Err(Refusal::too_large("p of an L_p norm", p, MAX_P)),
    }
}

fn check_dimensions<E>(x: &[E], y: &[E]) -> Result<(), Refusal> {
    if x.len() == y.len() {
        Ok(())
    } else {
        Err(Refusal::Mismatch { what: "coordinates of the second point", found: y.len(), needed: x.len() })
    }
}

fn power<E: Exact>(x: &E, p: u32) -> Result<E, Refusal> {
    (0..p).try_fold(E::integer(1), |product, _| Ok(product.times(x)?))
}

fn power_sum<E: Exact>(mut x: impl Iterator<Item = Result<E, Inexpressible>>, p: u32) -> Result<E, Refusal> {
    x.try_fold(E::integer(0), |sum, xi| Ok(sum.plus(&power(&xi?.magnitude()?, p)?)?))
}

fn largest<E: Exact>(mut x: impl Iterator<Item = Result<E, Inexpressible>>) -> Result<E, Refusal> {
    x.try_fold(E::integer(0), |best, xi| Ok(best.max(xi?.magnitude()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{Dyadic, parse};

    fn point(text: &str) -> Vec<Rational> {
        text.split(' ').map(|x| parse(x).unwrap()).collect()
    }

    #[test]
    fn norms_of_a_pythagorean_vector() {
        let x = point("3 -4");
        for (norm, expected) in [(Norm::P(1), "7"), (Norm::EUCLID, "5"), (Norm::Sup, "4")] {
            assert_eq!(norm.of(&x, 20).unwrap(), Enclosure::exact(parse(expected).unwrap()));
        }
        // ‖(3,−4)‖₃ = 91^{1/3}: the cubes of the enclosure's ends straddle 91.
        let cubic = Norm::P(3).of(&x, 60).unwrap();
        let n = parse("91").unwrap();
        assert!(cubic.lo().pow(3) < n && n < cubic.hi().pow(3));
    }

    #[test]
    fn exact_decision_agrees_with_the_enclosure_away_from_ties_and_decides_ties() {
        let x = point("1 1");
        assert!(!Norm::EUCLID.at_most(&x, &parse("1.414213562373095048").unwrap()).unwrap());
        assert!(Norm::EUCLID.at_most(&x, &parse("1.414213562373095049").unwrap()).unwrap());
        assert!(Norm::EUCLID.at_most(&point("3 4"), &parse("5").unwrap()).unwrap());
        assert!(!Norm::Sup.at_most(&x, &parse("-1").unwrap()).unwrap());
        let dyadic = [Dyadic::new(3, -1), Dyadic::new(4, -1)];
        assert!(Norm::EUCLID.at_most(&dyadic, &Dyadic::new(5, -1)).unwrap());
    }

    #[test]
    fn bad_norms_and_points_are_refused() {
        let x = point("1 2");
        assert!(Norm::P(0).of(&x, 10).is_err() && Norm::P(65).of(&x, 10).is_err());
        assert!(Norm::Sup.distance(&x, &point("1"), 10).is_err());
        assert_eq!(Norm::Sup.of(&[], 10).unwrap(), Enclosure::exact(parse("0").unwrap()));
    }
}
