//! Forward error analysis: the text of a kernel, run on ranges instead of numbers.
//!
//! A [`Quantity`] stands for one intermediate result at every input of a cell. It knows a range of the computed
//! values, a power of two of which all of them are multiples, and how far they can be from their ideal (the same
//! text without rounding). Nothing is assumed about exactness: an operation is exact if the multiple and the
//! range prove that its result fits the format, and costs half a unit in the last place otherwise.

use rug::{Integer, Rational};

/// A binary floating-point format, rounding to nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Significant bits: 53 or 24.
    pub precision: u32,
    /// All numbers are multiples of 2^least.
    pub least: i32,
}

impl Format {
    /// binary64.
    pub const F64: Self = Self { precision: 53, least: -1074 };
    /// binary32.
    pub const F32: Self = Self { precision: 24, least: -149 };

    /// h: the largest relative rounding error.
    #[must_use]
    pub fn unit_roundoff(self) -> Rational {
        power(-self.precision.cast_signed())
    }
}

/// 2^exponent.
pub(super) fn power(exponent: i32) -> Rational {
    Rational::from(1) << exponent
}

/// e with 2^e ≤ x < 2^(e+1), for x > 0.
pub(super) fn binary_exponent(x: &Rational) -> i32 {
    let bits = |n: &Integer| n.significant_bits().cast_signed();
    let estimate = bits(x.numer()) - bits(x.denom());
    // 2^(estimate−1) < x < 2^(estimate+1).
    if *x >= power(estimate) { estimate } else { estimate - 1 }
}

/// The least number of 24 significant bits that is not below x ≥ 0.
pub(super) fn rounded_up(x: &Rational) -> Rational {
    if *x == 0 {
        return Rational::new();
    }
    let place = power(binary_exponent(x) - 23);
    Rational::from(x / &place).ceil() * place
}

/// An intermediate result over a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quantity {
    /// No computed value lies below.
    pub lo: Rational,
    /// No computed value lies above.
    pub hi: Rational,
    /// Bounds |computed − ideal|.
    pub error: Rational,
    /// What the last operation contributed to the error.
    pub rounding: Rational,
    /// Every computed value is a multiple of 2^grid.
    pub grid: i32,
}

impl Quantity {
    /// All multiples of 2^grid in [lo, hi], without error.
    pub(super) fn range(lo: Rational, hi: Rational, grid: i32) -> Self {
        Self { lo, hi, error: Rational::new(), rounding: Rational::new(), grid }
    }

    /// One number of the format that stands for an ideal one.
    pub(super) fn constant(value: &Rational, error: Rational) -> Self {
        // Zero is a multiple of every power of two; any grid that does not narrow another serves.
        let grid = if *value == 0 {
            64
        } else {
            let zeros = |n: &Integer| n.find_one(0).unwrap_or(0).cast_signed();
            zeros(value.numer()) - zeros(value.denom())
        };
        Self { error, ..Self::range(value.clone(), value.clone(), grid) }
    }

    /// The largest |computed value|.
    pub(super) fn largest(&self) -> Rational {
        self.lo.clone().abs().max(self.hi.clone().abs())
    }

    /// The least |computed value|.
    pub(super) fn least(&self) -> Rational {
        if self.lo <= 0 && self.hi >= 0 {
            Rational::new()
        } else {
            self.lo.clone().abs().min(self.hi.clone().abs())
        }
    }

    /// Whether it is 0 and nothing else, exactly: adding that rounds nothing.
    fn is_zero(&self) -> bool {
        self.lo == 0 && self.hi == 0 && self.error == 0
    }

    /// The same values, taken as the ideal from here on: their error is accounted for elsewhere.
    pub(super) fn taken_as_ideal(&self) -> Self {
        Self { error: Rational::new(), ..self.clone() }
    }
}

/// The text of a kernel is written over this: once run on numbers, once on quantities.
pub(super) trait Arithmetic {
    /// A number or what stands for all of them.
    type Number: Clone;
    fn add(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn sub(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn mul(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// a·a.
    fn square(&self, a: &Self::Number) -> Self::Number;
    /// s = w − r and t = (w − s) − r.
    fn difference_in_two(&self, w: &Self::Number, r: &Self::Number) -> Option<(Self::Number, Self::Number)>;
}

/// The numbers themselves, f64 or f32.
pub(super) struct On<F>(pub(super) std::marker::PhantomData<F>);

impl<F> Arithmetic for On<F>
where
    F: Copy + std::ops::Add<Output = F> + std::ops::Sub<Output = F> + std::ops::Mul<Output = F>,
{
    type Number = F;
    fn add(&self, a: &F, b: &F) -> F {
        *a + *b
    }
    fn sub(&self, a: &F, b: &F) -> F {
        *a - *b
    }
    fn mul(&self, a: &F, b: &F) -> F {
        *a * *b
    }
    fn square(&self, a: &F) -> F {
        *a * *a
    }
    fn difference_in_two(&self, w: &F, r: &F) -> Option<(F, F)> {
        let s = *w - *r;
        Some((s, (*w - s) - *r))
    }
}

impl Format {
    /// Rounds an exact result: `error` is that of the operands, propagated.
    fn rounded(self, exact: Quantity) -> Quantity {
        let largest = exact.largest();
        let fits = exact.grid >= self.least
            && largest <= power(exact.grid.saturating_add(self.precision.cast_signed()));
        if fits || largest == 0 {
            return Quantity { rounding: Rational::new(), ..exact };
        }
        // Half of the last place of the largest value; at least half of the least number, for subnormals.
        let place = (binary_exponent(&largest) - self.precision.cast_signed()).max(self.least - 1);
        let rounding = power(place);
        Quantity {
            lo: exact.lo - &rounding,
            hi: exact.hi + &rounding,
            error: exact.error + &rounding,
            rounding,
            // A multiple of 2^grid rounds to itself or to a multiple of something coarser.
            grid: exact.grid.max(self.least),
        }
    }
}

impl Arithmetic for Format {
    type Number = Quantity;

    fn add(&self, a: &Quantity, b: &Quantity) -> Quantity {
        if a.is_zero() {
            return Quantity { rounding: Rational::new(), ..b.clone() };
        }
        self.rounded(Quantity {
            lo: Rational::from(&a.lo + &b.lo),
            hi: Rational::from(&a.hi + &b.hi),
            error: Rational::from(&a.error + &b.error),
            rounding: Rational::new(),
            grid: a.grid.min(b.grid),
        })
    }

    fn sub(&self, a: &Quantity, b: &Quantity) -> Quantity {
        if b.is_zero() {
            return Quantity { rounding: Rational::new(), ..a.clone() };
        }
        self.rounded(Quantity {
            lo: Rational::from(&a.lo - &b.hi),
            hi: Rational::from(&a.hi - &b.lo),
            error: Rational::from(&a.error + &b.error),
            rounding: Rational::new(),
            grid: a.grid.min(b.grid),
        })
    }

    fn mul(&self, a: &Quantity, b: &Quantity) -> Quantity {
        let first = Rational::from(&a.lo * &b.lo);
        let (mut lo, mut hi) = (first.clone(), first);
        for (x, y) in [(&a.lo, &b.hi), (&a.hi, &b.lo), (&a.hi, &b.hi)] {
            let corner = Rational::from(x * y);
            if corner < lo {
                lo = corner;
            } else if corner > hi {
                hi = corner;
            }
        }
        // a·b − a*·b* = a·(b − b*) + b*·(a − a*), and |b*| ≤ |b| + error of b.
        let error = a.largest() * &b.error + (b.largest() + &b.error) * &a.error;
        self.rounded(Quantity { lo, hi, error, rounding: Rational::new(), grid: a.grid + b.grid })
    }

    fn square(&self, a: &Quantity) -> Quantity {
        let (least, largest) = (a.least(), a.largest());
        let error = (Rational::from(2) * &largest + &a.error) * &a.error;
        self.rounded(Quantity {
            lo: Rational::from(least.square_ref()),
            hi: largest.square(),
            error,
            rounding: Rational::new(),
            grid: 2 * a.grid,
        })
    }

    /// Fast2Sum (Dekker): if w = 0 or |w| ≥ |r|, then t is the rounding error of s exactly, so that s + t = w − r.
    /// None if that is not proved.
    fn difference_in_two(&self, w: &Quantity, r: &Quantity) -> Option<(Quantity, Quantity)> {
        let zero = w.lo == 0 && w.hi == 0;
        if !zero && w.least() < r.largest() {
            return None;
        }
        let s = self.sub(w, r);
        let t = Quantity::range(Rational::from(-&s.rounding), s.rounding.clone(), w.grid.min(r.grid));
        Some((s, t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(x: f64) -> Rational {
        Rational::from_f64(x).unwrap()
    }

    #[test]
    fn binary_exponents_are_exact_at_powers_of_two() {
        for (x, e) in [(1.0, 0), (0.999, -1), (2.0, 1), (0.5, -1), (3.0, 1), (0.249, -3)] {
            assert_eq!(binary_exponent(&of(x)), e, "{x}");
        }
    }

    #[test]
    fn ranges_contain_every_computed_value_and_errors_every_error() {
        // All pairs from two small cells of f32; f64 holds sums and products of f32 exactly.
        let cell =
            |start: f32| (0..200).map(|i| f32::from_bits(start.to_bits() + i * 7919)).collect::<Vec<_>>();
        let (xs, ys) = (cell(0.7), cell(-0.003));
        let quantity = |values: &[f32]| {
            let all: Vec<_> = values.iter().map(|&x| of(x.into())).collect();
            Quantity::range(all.iter().min().unwrap().clone(), all.iter().max().unwrap().clone(), -60)
        };
        let (a, b) = (quantity(&xs), quantity(&ys));
        let format = Format::F32;
        let (sum, difference, product) = (format.add(&a, &b), format.sub(&a, &b), format.mul(&a, &b));
        for &x in &xs {
            for &y in &ys {
                for (computed, exact, quantity) in [
                    (x + y, f64::from(x) + f64::from(y), &sum),
                    (x - y, f64::from(x) - f64::from(y), &difference),
                    (x * y, f64::from(x) * f64::from(y), &product),
                ] {
                    let computed = of(computed.into());
                    assert!(quantity.lo <= computed && computed <= quantity.hi);
                    assert!((computed - of(exact)).abs() <= quantity.error);
                }
            }
        }
    }

    #[test]
    fn errors_of_operands_reach_the_result() {
        // Computed 3/2 and −5/4, ideals up to 1/4 and 1/8 away: every combination of ideals must be covered.
        let (a, b) = (Quantity::constant(&of(1.5), of(0.25)), Quantity::constant(&of(-1.25), of(0.125)));
        let (sum, product, square) =
            (Format::F64.add(&a, &b), Format::F64.mul(&a, &b), Format::F64.square(&a));
        for x in [1.25, 1.5, 1.75] {
            assert!(of(2.25 - x * x).abs() <= square.error);
            for y in [-1.375, -1.25, -1.125] {
                assert!(of(0.25 - (x + y)).abs() <= sum.error);
                assert!(of(-1.875 - x * y).abs() <= product.error);
            }
        }
    }

    #[test]
    fn exactness_is_proved_by_multiples_and_lost_by_one_bit() {
        let a = Quantity::range(of(0.5), of(1.0), -20);
        assert_eq!(Format::F32.mul(&a, &Quantity::constant(&of(1.25), Rational::new())).rounding, 0);
        assert!(
            Format::F32.mul(&a, &Quantity::constant(&of(1.0 + 1.0 / 64.0), Rational::new())).rounding > 0
        );
        let zero = Quantity::constant(&of(0.0), Rational::new());
        let tiny = Quantity::range(of(0.0), of(1.0), -149);
        assert_eq!(Format::F32.sub(&tiny, &zero), tiny);
        assert_eq!(Format::F32.add(&zero, &tiny), tiny);
        let near_zero = Quantity::constant(&of(0.0), of(0.25));
        assert!(Format::F32.sub(&tiny, &near_zero).rounding > 0);
        assert_eq!(Quantity::constant(&of(0.75), Rational::new()).grid, -2);
        assert_eq!(Quantity::constant(&of(12.0), Rational::new()).grid, 2);
    }

    #[test]
    fn fast_two_sum_needs_the_larger_operand_first() {
        let large = Quantity::constant(&of(0.25), Rational::new());
        let small = Quantity::range(of(-0.2), of(0.2), -50);
        assert!(Format::F32.difference_in_two(&large, &small).is_some());
        assert!(Format::F32.difference_in_two(&small, &large).is_none());
        let overlapping = Quantity::range(of(0.1), of(0.3), -50);
        assert!(Format::F32.difference_in_two(&overlapping, &large).is_none());
    }
}
