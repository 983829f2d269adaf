//! The inverse of the normal tail in integers, executed again on unlimited ones, and its error derived from its table.
//!
//! The proof is in `crates/finite/src/inverse_tail_integer.rs`; here each line of its ledger is a formula over the cells. ℓ and the result
//! are in units of 2^-58, the polynomial is in units of 2^-62.

use super::facts::{Derived, Facts, Item};
use super::inverse_tail::{Reach, Series, chebyshev_norm, edge, offset, shift, wrong};
use super::literals::written;
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::Refusal;
use crate::sources::{Part, certified_kernel};
use core::iter;
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, difference, dyadic, product, sum};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InverseTailInteger;

pub(crate) const DATA: &str = "crates/finite/src/inverse_tail_integer_data.rs";

/// Eight octaves of 16 cells, with the edges of the kernel for floats.
pub(crate) const CELLS: usize = 128;
/// The numbers of a cell: value, d₁ to d₉.
const COLUMNS: usize = 10;
/// log₂ of the units of ℓ and the result, and of the polynomial.
const UNIT: i32 = -58;
const FINE: i32 = -62;

/// Bits after the point of bounds that are rounded up.
const REST_BITS: u32 = 96;

/// One cell of the table, in units.
struct Cell {
    value: BigInt,
    /// d₁ to d₉.
    slopes: Vec<BigInt>,
}

impl InverseTailInteger {
    pub(crate) fn facts(self) -> Facts {
        Facts {
            function: "kdelta_finite::inverse_tail_integer::inverse_tail_64".into(),
            format: "fixed point, 58 fraction bits".into(),
            domain: Domain {
                from: 0.into(),
                below: (&(edge(CELLS) - offset())).into(),
                points: "x·2^-58 for the integers 0 ≤ x < 2^64 − 2^56".into(),
            },
            sources: certified_kernel(Part::InverseTailInteger),
            binary: None,
        }
    }

    /// The table as columns.
    pub(crate) fn constants(self, data: &str) -> Result<Vec<Constants>, Refusal> {
        let all = written(data, &format!("CELLS: [Cell; {CELLS}]"), COLUMNS * CELLS)?;
        let column = |i: usize, name: String, meaning: &str, unit: i32| Constants {
            name: format!("CELLS.{name}"),
            meaning: meaning.into(),
            values: all
                .iter()
                .skip(i)
                .step_by(COLUMNS)
                .map(|(minus, value)| {
                    dyadic(*value, unit) * Rational::from_integer(if *minus { -1 } else { 1 }.into())
                })
                .map(Number)
                .collect(),
        };
        let value =
            column(0, "value".into(), "g at the middle of the cell, to the nearest multiple of 2^-58", UNIT);
        let slope = |k: usize| {
            column(
                k,
                format!("slopes[{}]", k - 1),
                "the coefficient of a power of y, to the nearest multiple of 2^-62",
                FINE,
            )
        };
        Ok([value].into_iter().chain((1..COLUMNS).map(slope)).collect())
    }

    fn cell(constants: &[Constants], i: usize) -> Option<Cell> {
        let mut row = constants.iter().map(|column| column.values.get(i).map(|number| &number.0));
        let units = |x: &Rational, unit: i32| {
            let units = product(x, &dyadic(1, -unit));
            units.is_integer().then(|| units.to_integer())
        };
        let value = units(row.next()??, UNIT)?;
        let slopes: Vec<_> = row.map(|slope| units(slope?, FINE)).collect::<Option<_>>()?;
        (slopes.len() == COLUMNS - 1).then_some(Cell { value, slopes })
    }

    /// Every cell against g, then the ledger. y is exact; eight floors are each below a unit and count |y| ≤ 1 times.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Derived, Refusal> {
        let mut table = Rational::zero();
        for i in 0..CELLS {
            let Some(cell) = Self::cell(constants, i) else {
                return Err(Refusal::new("constants", "are not those of this kernel", "restore them"));
            };
            cell.check_size(i)?;
            table = table.max(cell.distance(i)?);
        }
        let (last, floors) = (dyadic(1, UNIT - 1), dyadic(COLUMNS - 2, FINE));
        let table = UpperBound::new(table).rounded(REST_BITS).value().clone();
        let absolute = &last + &floors + &table;
        let item = |name, least: Rational| Item { name, unit: Unit::One, least };
        let items = vec![item("last place", last), item("floors", floors), item("table", table)];
        Ok(Derived { items, absolute, relative: Rational::zero() })
    }

    /// The kernel at ℓ, step by step.
    pub(crate) fn execute(self, constants: &[Constants], log: &Rational) -> Option<Rational> {
        let units = product(log, &dyadic(1, -UNIT));
        if log.is_negative() || *log >= edge(CELLS) - offset() || !units.is_integer() {
            return None;
        }
        // t has 57 to 64 bits: the leading one, four for the cell, and the rest for the place in it.
        let t = units.to_integer() + (BigInt::one() << 56_u32);
        let octave = t.bits().checked_sub(57)?;
        let below = octave + 52;
        let leading = (&t >> below).to_usize()?;
        let place = &t - (BigInt::from(leading) << below);
        // From −2^62 to 2^62.
        let y = (place << (63 - below)) - (BigInt::one() << 62_u32);
        let Cell { value, slopes } =
            Self::cell(constants, usize::try_from(octave).ok()? * 16 + leading - 16)?;
        let inner = slopes.iter().rev().fold(BigInt::zero(), |inner, d| d + ((inner * &y) >> 62_u32));
        let tail = (inner * y + (BigInt::one() << 65_u32)) >> 66_u32;
        Some(dyadic((value + tail).max(BigInt::zero()), UNIT))
    }

    /// The numbers at the two ends of a cell.
    pub(crate) fn ends(self, cell: usize) -> [Rational; 2] {
        [
            difference(&edge(cell), &offset()),
            difference(&difference(&edge(cell + 1), &offset()), &dyadic(1, UNIT)),
        ]
    }

    /// An input from two random words: any cell with equal chance.
    pub(crate) fn sample(self, a: u64, b: u64) -> Rational {
        let cell = usize::try_from(a % 128).unwrap_or(0);
        let [first, last] = self.ends(cell);
        let steps = product(&product(&difference(&last, &first), &dyadic(b, -64)), &dyadic(1, -UNIT)).floor();
        sum(&first, &product(&steps, &dyadic(1, UNIT)))
    }
}

impl Cell {
    /// How far value + d₁·y + … + d₉·y⁹ is from g in cell i, at most: the difference to the Taylor polynomial of g about the middle, and
    /// what that leaves out.
    fn distance(&self, i: usize) -> Result<Rational, Refusal> {
        let (first, last) = (difference(&edge(i), &offset()), difference(&edge(i + 1), &offset()));
        let half = dyadic(1, -1);
        let width = product(&difference(&last, &first), &half);
        let middle = product(&sum(&first, &last), &half);
        let value = dyadic(self.value.clone(), UNIT);
        let series = Series::of(i, &middle, &value, &Reach { first, width: width.clone() })?;
        let slopes = self.slopes.iter().map(|slope| dyadic(slope.clone(), FINE));
        let ours = iter::once(value).chain(slopes).chain(iter::repeat(Rational::zero()));
        let mut power = Rational::one();
        let mut terms = Vec::with_capacity(series.coefficients.len());
        for (ours, exact) in ours.zip(&series.coefficients) {
            terms.push(difference(&product(exact, &power), &ours));
            power = product(&power, &width);
        }
        Ok(sum(&largest(&terms), &series.uncertain))
    }

    /// No step leaves 64 bits: |d₁| + … + |d₉| and a unit for each floor bound every inner value, and `value` with 1/16 of that the sum.
    fn check_size(&self, i: usize) -> Result<(), Refusal> {
        let inner: BigInt = self.slopes.iter().map(BigInt::abs).sum::<BigInt>() + COLUMNS;
        let end = BigInt::one() << 62_u32;
        if inner < end && !self.value.is_negative() && &self.value + inner < end {
            return Ok(());
        }
        Err(wrong(i, "has numbers so large that a step could leave 64 bits"))
    }
}

/// An upper bound of |Σ sₖ·yᵏ| for −1 ≤ y ≤ 1: the largest one in 16 pieces y = (m + y′)/16, −1 ≤ y′ ≤ 1, by the Chebyshev basis of each.
fn largest(terms: &[Rational]) -> Rational {
    let in_piece = |m: i32| {
        let places = |k: usize| -4 * i32::try_from(k).unwrap_or(i32::MAX / 4);
        let mut piece: Vec<_> =
            terms.iter().enumerate().map(|(k, term)| product(term, &dyadic(1, places(k)))).collect();
        shift(&mut piece, &dyadic(m, 0));
        chebyshev_norm(&piece)
    };
    (-15..=15).step_by(2).map(in_piece).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T₃ = 4y³ − 3y is 1 at most, and y² − 1/2 is ½: the bound is above, and hardly.
    #[test]
    fn a_polynomial_is_bounded_piece_by_piece() {
        for (terms, most) in [(&[0_i64, -6, 0, 8][..], 2), (&[-1, 0, 2], 1)] {
            let terms: Vec<_> = terms.iter().map(|term| dyadic(*term, -1)).collect();
            let bound = largest(&terms);
            assert!(bound >= dyadic(most, -1) && bound <= dyadic(most, -1) + dyadic(1, -5), "{bound}");
        }
    }
}
