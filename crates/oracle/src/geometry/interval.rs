//! Intervals of the line with stated ends, their neighbourhoods S^{+δ} and S^{−δ}, translation, length.

use crate::number::Exact;
use crate::refusal::Inexpressible;

/// Whether an end belongs to the interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The end belongs to it.
    Closed,
    /// The end does not.
    Open,
}

/// A bounded interval; it may be empty only in the form of two equal ends that are not both closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interval<E> {
    low: E,
    high: E,
    low_end: End,
    high_end: End,
}

impl<E: Exact> Interval<E> {
    /// The interval between two ends.
    ///
    /// # Errors
    /// [`Inexpressible::Reversed`] if `low > high`.
    pub fn new(low: E, low_end: End, high: E, high_end: End) -> Result<Self, Inexpressible> {
        if low > high {
            return Err(Inexpressible::Reversed);
        }
        Ok(Self { low, high, low_end, high_end })
    }

    /// `[low, high)`, the form of every rounding cell here.
    ///
    /// # Errors
    /// [`Inexpressible::Reversed`] if `low > high`.
    pub fn half_open(low: E, high: E) -> Result<Self, Inexpressible> {
        Self::new(low, End::Closed, high, End::Open)
    }

    /// `[low, high]`.
    ///
    /// # Errors
    /// [`Inexpressible::Reversed`] if `low > high`.
    pub fn closed(low: E, high: E) -> Result<Self, Inexpressible> {
        Self::new(low, End::Closed, high, End::Closed)
    }

    /// The lower end.
    pub const fn low(&self) -> &E {
        &self.low
    }

    /// The upper end.
    pub const fn high(&self) -> &E {
        &self.high
    }

    /// Whether `x` belongs to the interval.
    pub fn contains(&self, x: &E) -> bool {
        let above = match self.low_end {
            End::Closed => self.low <= *x,
            End::Open => self.low < *x,
        };
        let below = match self.high_end {
            End::Closed => *x <= self.high,
            End::Open => *x < self.high,
        };
        above && below
    }

    /// Whether no number belongs to the interval.
    pub fn is_empty(&self) -> bool {
        self.low == self.high && !(self.low_end == End::Closed && self.high_end == End::Closed)
    }

    /// The Lebesgue measure λ.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows.
    pub fn length(&self) -> Result<E, Inexpressible> {
        self.high.minus(&self.low)
    }

    /// The translation S + x.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows.
    pub fn translated(&self, x: &E) -> Result<Self, Inexpressible> {
        Ok(Self { low: self.low.plus(x)?, high: self.high.plus(x)?, ..self.clone() })
    }

    /// S^{+δ} = {x : ∃ s ∈ S, |x − s| ≤ δ}: both ends move out by δ and stay open or closed. `None` for the empty set.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows; [`Inexpressible::Reversed`] for δ < 0.
    pub fn grown(&self, delta: &E) -> Result<Option<Self>, Inexpressible> {
        if *delta < E::integer(0) {
            return Err(Inexpressible::Reversed);
        }
        if self.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { low: self.low.minus(delta)?, high: self.high.plus(delta)?, ..self.clone() }))
    }

    /// S^{−δ} = ((S^c)^{+δ})^c = {x : |x − s| ≤ δ ⟹ s ∈ S} (F1): both ends move in by δ and stay open or closed.
    ///
    /// The complement is two rays; growing a ray by closed balls keeps its end open or closed, and so does taking
    /// the complement back. `None` if nothing is left.
    ///
    /// # Errors
    /// If the arithmetic of `E` overflows; [`Inexpressible::Reversed`] for δ < 0.
    pub fn shrunk(&self, delta: &E) -> Result<Option<Self>, Inexpressible> {
        if *delta < E::integer(0) {
            return Err(Inexpressible::Reversed);
        }
        let (low, high) = (self.low.plus(delta)?, self.high.minus(delta)?);
        if low > high {
            return Ok(None);
        }
        let inner = Self { low, high, ..self.clone() };
        Ok(if inner.is_empty() { None } else { Some(inner) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Dyadic;

    fn eighths(n: i128) -> Dyadic {
        Dyadic::new(n, -3)
    }

    /// The definitions, word for word, on a fine lattice around the interval (points of S^c beyond it are farther away
    /// than any δ used here, and δ is a multiple of the step, so the lattice decides).
    #[test]
    fn neighbourhoods_are_those_of_the_definition() {
        let ends = [End::Closed, End::Open];
        for (low, high) in [(0, 16), (-8, 8), (4, 8)] {
            for (low_end, high_end) in ends.into_iter().flat_map(|l| ends.map(|h| (l, h))) {
                let s = Interval::new(eighths(low), low_end, eighths(high), high_end).unwrap();
                for delta in [0, 1, 2, 3, 8] {
                    // Half-steps between multiples of 1/8 stand for the points inside the gaps.
                    let lattice: Vec<Dyadic> = (-64..=64).map(|i| Dyadic::new(i, -4)).collect();
                    let close = |x: &Dyadic, y: &Dyadic| x.distance(y).unwrap() <= eighths(delta);
                    let grown = s.grown(&eighths(delta)).unwrap();
                    let shrunk = s.shrunk(&eighths(delta)).unwrap();
                    for x in &lattice {
                        let near = lattice.iter().any(|y| close(x, y) && s.contains(y));
                        let inside = lattice.iter().all(|y| !close(x, y) || s.contains(y));
                        if near {
                            assert!(grown.as_ref().is_some_and(|g| g.contains(x)), "{s:?} +{delta} {x:?}");
                        }
                        if shrunk.as_ref().is_some_and(|g| g.contains(x)) {
                            assert!(inside, "{s:?} -{delta} {x:?}");
                        }
                    }
                    // Closed intervals are attained on the lattice, so there the two agree exactly.
                    if (low_end, high_end) == (End::Closed, End::Closed) {
                        for x in &lattice {
                            let near = lattice.iter().any(|y| close(x, y) && s.contains(y));
                            assert_eq!(near, grown.as_ref().is_some_and(|g| g.contains(x)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn cells_keep_their_half_open_form() {
        let cell = Interval::half_open(eighths(0), eighths(8)).unwrap();
        let grown = cell.grown(&eighths(1)).unwrap().unwrap();
        assert!(grown.contains(&eighths(-1)) && !grown.contains(&eighths(9)));
        let shrunk = cell.shrunk(&eighths(1)).unwrap().unwrap();
        assert!(shrunk.contains(&eighths(1)) && !shrunk.contains(&eighths(7)));
        assert_eq!(cell.shrunk(&eighths(4)).unwrap(), None, "[½, ½) is empty");
        let closed = Interval::closed(eighths(0), eighths(8)).unwrap();
        assert!(closed.shrunk(&eighths(4)).unwrap().is_some(), "[½, ½] is a point");
    }

    #[test]
    fn reversed_and_negative_are_refused() {
        assert_eq!(Interval::closed(eighths(1), eighths(0)), Err(Inexpressible::Reversed));
        let s = Interval::closed(eighths(0), eighths(8)).unwrap();
        assert!(s.grown(&eighths(-1)).is_err() && s.shrunk(&eighths(-1)).is_err());
        let empty = Interval::half_open(eighths(0), eighths(0)).unwrap();
        assert_eq!(empty.grown(&eighths(5)).unwrap(), None);
    }
}
