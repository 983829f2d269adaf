//! Boxes with sides along the axes: measure, diameter, neighbourhoods, and the ratio R of the rounding.
//! A neighbourhood of a Borel set need not be Borel (F21); that of a box is a box.

use super::{Interval, Norm};
use crate::enclosure::{Enclosure, pi};
use crate::number::{Exact, Rational, exceeds, require_non_negative};
use crate::refusal::{Condition, Inexpressible, Refusal};
use num_traits::One;

/// A product of M intervals. Neighbourhoods are taken with closed balls of the sup norm, which are boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxisBox<E, const M: usize> {
    /// One interval for each coordinate.
    pub sides: [Interval<E>; M],
}

impl<E: Exact, const M: usize> AxisBox<E, M> {
    /// Whether a point belongs to the box.
    pub fn contains(&self, point: &[E; M]) -> bool {
        self.sides.iter().zip(point).all(|(side, x)| side.contains(x))
    }

    /// The Lebesgue measure λ.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows.
    pub fn measure(&self) -> Result<E, Inexpressible> {
        self.sides.iter().try_fold(E::integer(1), |product, side| product.times(&side.length()?))
    }

    /// The translation S + x.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows.
    pub fn translated(&self, x: &[E; M]) -> Result<Self, Inexpressible> {
        let mut moved = self.clone();
        for (side, xi) in moved.sides.iter_mut().zip(x) {
            *side = side.translated(xi)?;
        }
        Ok(moved)
    }

    /// S^{+δ} in the sup norm; `None` for the empty set.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows, or for δ < 0.
    pub fn grown(&self, delta: &E) -> Result<Option<Self>, Inexpressible> {
        self.each_side(|side| side.grown(delta))
    }

    /// S^{−δ} in the sup norm (F1); `None` if nothing is left.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows, or for δ < 0.
    pub fn shrunk(&self, delta: &E) -> Result<Option<Self>, Inexpressible> {
        self.each_side(|side| side.shrunk(delta))
    }

    fn each_side(
        &self,
        change: impl Fn(&Interval<E>) -> Result<Option<Interval<E>>, Inexpressible>,
    ) -> Result<Option<Self>, Inexpressible> {
        let mut changed = self.clone();
        for side in &mut changed.sides {
            let Some(new) = change(side)? else { return Ok(None) };
            *side = new;
        }
        Ok(Some(changed))
    }
}

impl<const M: usize> AxisBox<Rational, M> {
    /// An enclosure of the diameter sup d(x, y), which is the norm of the vector of sides.
    ///
    /// # Errors
    /// As [`Norm::of`].
    pub fn diameter(&self, norm: Norm, bits: u32) -> Result<Enclosure, Refusal> {
        let sides: Vec<Rational> =
            self.sides.iter().map(Interval::length).collect::<Result<_, Inexpressible>>()?;
        norm.of(&sides, bits)
    }

    /// The ratio R = λ(S^{+δ} ∖ S^{−δ}) / λ(S^{−δ}) of eq. (ratio), with sup-norm balls: Π(ℓ+2δ)/Π(ℓ−2δ) − 1.
    ///
    /// # Errors
    /// Refused if δ < 0 or a side is not longer than 2δ (CE3).
    pub fn ratio(&self, delta: &Rational) -> Result<Rational, Refusal> {
        let two_delta = self.check_shift(delta)?;
        let mut quotient = Rational::one();
        for side in &self.sides {
            let length = side.length()?;
            quotient *= (&length + &two_delta) / (&length - &two_delta);
        }
        Ok(quotient - Rational::one())
    }

    /// 2δ, if every side is longer.
    fn check_shift(&self, delta: &Rational) -> Result<Rational, Refusal> {
        require_non_negative("δ", delta)?;
        let two_delta = delta + delta;
        for side in &self.sides {
            let length = side.length()?;
            if !exceeds(&length, &two_delta) {
                return Err(Refusal::condition(Condition::CellWiderThanShift, length, two_delta));
            }
        }
        Ok(two_delta)
    }
}

impl AxisBox<Rational, 2> {
    /// The ratio R with Euclidean balls: S^{+δ} is the box with rounded corners, of area ab + 2δ(a+b) + πδ², and S^{−δ}
    /// the box of sides a−2δ, b−2δ. For a square: (8Lδ − (4−π)δ²)/(L−2δ)² (F3).
    ///
    /// # Errors
    /// As [`Self::ratio`]; beyond [`crate::enclosure::MAX_BITS`].
    pub fn ratio_euclidean(&self, delta: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        let two_delta = self.check_shift(delta)?;
        let [a, b] = [self.sides[0].length()?, self.sides[1].length()?];
        let straight = &a * &b + &two_delta * (&a + &b);
        let grown = pi(bits)?.scaled(&(delta * delta)).plus(&Enclosure::exact(straight));
        let shrunk = (a - &two_delta) * (b - &two_delta);
        Ok(grown.scaled(&shrunk.recip()).minus(&Enclosure::exact(Rational::one())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    fn cell(side: &str) -> Interval<Rational> {
        Interval::half_open(q("0"), q(side)).unwrap()
    }

    #[test]
    fn ratio_of_one_and_two_dimensions_is_that_of_f3() {
        let (l, delta) = (q("1/4"), q("1/100"));
        let four = q("4") * &delta / (&l - q("2") * &delta);
        assert_eq!(AxisBox { sides: [cell("1/4")] }.ratio(&delta).unwrap(), four);
        let eight = q("8") * &l * &delta / (&l - q("2") * &delta).pow(2);
        let square = AxisBox { sides: [cell("1/4"), cell("1/4")] };
        assert_eq!(square.ratio(&delta).unwrap(), eight);
        let corners = (q("4") - q("3.14159265358979")) * delta.pow(2) / (&l - q("2") * &delta).pow(2);
        let euclidean = square.ratio_euclidean(&delta, 100).unwrap();
        let difference = (euclidean.lo() - (eight - corners)).pow(2);
        assert!(difference < q("1e-26"), "{difference}");
    }

    #[test]
    fn ratio_is_that_of_the_measures() {
        let b = AxisBox { sides: [cell("1/4"), cell("1/3"), cell("2")] };
        let delta = q("1/30");
        let (grown, shrunk) = (b.grown(&delta).unwrap().unwrap(), b.shrunk(&delta).unwrap().unwrap());
        let (plus, minus) = (grown.measure().unwrap(), shrunk.measure().unwrap());
        assert_eq!(b.ratio(&delta).unwrap(), (plus - &minus) / minus);
    }

    #[test]
    fn a_cell_no_wider_than_the_shift_is_refused_with_the_gap() {
        let refusal = AxisBox { sides: [cell("1/4")] }.ratio(&q("1/8")).unwrap_err();
        let shortfall = refusal.shortfall().unwrap();
        assert_eq!((shortfall.condition, shortfall.gap()), (Condition::CellWiderThanShift, q("0")));
        assert!(AxisBox { sides: [cell("1/4")] }.ratio(&q("-1/8")).is_err());
    }

    #[test]
    fn diameter_of_a_square_is_side_times_root_two() {
        let square = AxisBox { sides: [cell("1"), cell("1")] };
        let d = square.diameter(Norm::EUCLID, 80).unwrap();
        assert!(d.lo().pow(2) < q("2") && q("2") < d.hi().pow(2));
        assert_eq!(square.diameter(Norm::Sup, 80).unwrap(), Enclosure::exact(q("1")));
    }

    #[test]
    fn translation_keeps_the_measure_and_moves_membership() {
        let b = AxisBox { sides: [cell("1"), cell("2")] };
        let moved = b.translated(&[q("5"), q("-7")]).unwrap();
        assert_eq!(moved.measure().unwrap(), b.measure().unwrap());
        assert!(moved.contains(&[q("5.5"), q("-6")]) && !moved.contains(&[q("0.5"), q("1")]));
    }
}
