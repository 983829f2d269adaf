//! The inverse of the normal tail in the logarithm, g(ℓ) = Φ̄⁻¹(e^−ℓ/2), executed again with each operation exact and then rounded, and its
//! error derived from its table.
//!
//! The proof is in `crates/finite/src/inverse_tail.rs`; here each line of its ledger is a formula over the cells.

use super::facts::{Derived, Facts};
use super::literals::literals;
use super::rounding::{BINARY32, BINARY64, Binary, exponent};
use crate::model::Number;
use crate::model::{Constants, Domain};
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::{Part, certified_kernel};
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::{Rational, difference, dyadic, product, sum};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// One of the two kernels: that of f64, or its result rounded once more to f32, for an ℓ of f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InverseTail {
    pub(crate) binary: Binary,
    name: u32,
}

pub(crate) const F64: InverseTail = InverseTail { binary: BINARY64, name: 64 };
pub(crate) const F32: InverseTail = InverseTail { binary: BINARY32, name: 32 };

pub(crate) const DATA: &str = "crates/finite/src/inverse_tail_data.rs";

/// Cells in each binade of t = ℓ + 1/4, which has 33 binades from 1/4 on.
const IN_BINADE: i32 = 16;
pub(crate) const CELLS: usize = 33 * 16;
/// Exponent of the first binade.
const FIRST: i32 = -2;
/// The numbers of a cell: centre, value, c₁ to c₈.
const COLUMNS: usize = 10;

/// One cell of the table.
struct Cell<'a> {
    centre: &'a Rational,
    value: &'a Rational,
    /// c₁ to c₈.
    slopes: Vec<&'a Rational>,
}

/// g(ℓ), of width at most 2^-bits.
pub(crate) fn exact(_log: &Rational, _bits: u32) -> Result<Enclosure, kdelta_oracle::Refusal> {
    Err(kdelta_oracle::Refusal::Mismatch { what: "enclosures of the inverse tail", found: 0, needed: 1 })
}

/// The lower end of cell i as a value of t; that of cell i + 1 is its upper end.
fn edge(i: usize) -> Rational {
    let i = i32::try_from(i).unwrap_or(i32::MAX);
    dyadic(IN_BINADE + i % IN_BINADE, FIRST + i / IN_BINADE - 4)
}

/// 1/4, which is added to ℓ.
fn offset() -> Rational {
    dyadic(1, -2)
}

impl InverseTail {
    pub(crate) fn facts(self) -> Facts {
        let name = self.name;
        Facts {
            function: format!("kdelta_finite::inverse_tail::inverse_tail_f{name}"),
            format: format!("binary{name}"),
            domain: Domain {
                from: 0.into(),
                below: (&(edge(CELLS) - offset())).into(),
                points: format!("every binary{name} number in between"),
            },
            sources: certified_kernel(Part::InverseTail),
            binary: Some(self.binary),
        }
    }

    /// The table as columns.
    pub(crate) fn constants(self, data: &str) -> Result<Vec<Constants>, Refusal> {
        let bits = literals(data, &format!("CELLS: [Cell; {CELLS}]"), COLUMNS * CELLS)?;
        let decode = |bits: u128| {
            let number = u64::try_from(bits).ok().and_then(|bits| BINARY64.decode(bits));
            number.map(Number).ok_or_else(|| Refusal::new("constants CELLS", "hold no number", REGENERATE))
        };
        let numbers: Vec<Number> = bits.into_iter().map(decode).collect::<Result<_, _>>()?;
        let column = |(i, (name, meaning)): (usize, (String, String))| Constants {
            name: format!("CELLS.{name}"),
            meaning,
            values: numbers.iter().skip(i).step_by(COLUMNS).cloned().collect(),
        };
        let places = [
            ("centre".to_owned(), "the ℓ where r = 0".to_owned()),
            ("value".into(), "g at the centre, up to a small part of a last place".into()),
        ];
        let slopes = (1..=8).map(|k| {
            (format!("slopes[{}]", k - 1), format!("c{k}, the coefficient of r^{k}, rounded to nearest"))
        });
        Ok(places.into_iter().chain(slopes).enumerate().map(column).collect())
    }

    /// Cell i of the table.
    fn cell(constants: &[Constants], i: usize) -> Option<Cell<'_>> {
        let mut row = constants.iter().map(|column| column.values.get(i).map(|number| &number.0));
        let (centre, value) = (row.next()??, row.next()??);
        let slopes: Vec<_> = row.collect::<Option<_>>()?;
        (slopes.len() == COLUMNS - 2).then_some(Cell { centre, value, slopes })
    }

    /// The ledger.
    pub(crate) fn derive(self, _constants: &[Constants]) -> Result<Derived, Refusal> {
        Err(Refusal::new("constants", "are not those of this kernel", "restore them"))
    }

    /// The kernel at ℓ, operation by operation.
    pub(crate) fn execute(self, constants: &[Constants], log: &Rational) -> Option<Rational> {
        if log.is_negative() || *log >= edge(CELLS) - offset() || !self.binary.holds(log) {
            return None;
        }
        let rounded = |x: Rational| BINARY64.round(&x).ok();
        let plus = |x: &Rational, y: &Rational| rounded(sum(x, y));
        let times = |x: &Rational, y: &Rational| rounded(product(x, y));
        let t = plus(log, &offset())?;
        let e = exponent(&t);
        // 16 to 31: the leading bit and the four after it.
        let leading = product(&t, &dyadic(1, 4 - e)).floor().to_integer().to_i32()?;
        let index = (e - FIRST) * IN_BINADE + leading - IN_BINADE;
        let Cell { centre, value, slopes } = Self::cell(constants, usize::try_from(index).ok()?)?;
        let r = rounded(difference(log, centre))?;
        let z = times(&r, &r)?;
        let pairs = slopes.chunks_exact(2).rev().try_fold(None, |inner: Option<Rational>, pair| {
            let [even, odd] = pair else { return None };
            let pair = plus(even, &times(&r, odd)?)?;
            Some(Some(match inner {
                Some(inner) => plus(&pair, &times(&z, &inner)?)?,
                None => pair,
            }))
        });
        let result = plus(value, &times(&r, &pairs??)?)?;
        self.binary.round(&result).ok()
    }

    /// The numbers of the format at the two ends of a cell, or their neighbours.
    pub(crate) fn ends(self, cell: usize) -> [Rational; 2] {
        let last = dyadic(1, -BINARY64.precision.cast_signed());
        let below = product(&edge(cell + 1), &difference(&dyadic(1, 0), &last));
        [edge(cell), below].map(|t| self.nearest(&difference(&t, &offset())))
    }

    /// An input from two random words: any cell with equal chance; in the first one any binade.
    pub(crate) fn sample(self, a: u64, b: u64) -> Rational {
        let cells = u64::try_from(CELLS).unwrap_or(u64::MAX);
        let cell = usize::try_from(a % cells).unwrap_or(0);
        let part = dyadic(b | 1, -64);
        let start = edge(cell);
        let inside = product(&part, &difference(&edge(cell + 1), &start));
        let first = i32::try_from(a / cells % 64).unwrap_or(0);
        self.nearest(&if cell == 0 {
            product(&inside, &dyadic(1, -first))
        } else {
            difference(&sum(&start, &inside), &offset())
        })
    }

    /// The least and the largest input.
    pub(crate) fn domain_ends(self) -> Vec<Rational> {
        let end = edge(CELLS) - offset();
        let precision = self.binary.precision.cast_signed();
        // The distance of neighbours in the last binade.
        let step = dyadic(1, exponent(&end) + 1 - precision);
        let largest = ((&end / &step).ceil() - Rational::one()) * step;
        vec![Rational::zero(), dyadic(1, self.binary.least + 1 - precision), largest]
    }

    /// The nearest input of the domain; numbers beyond it are moved to its last one.
    fn nearest(self, log: &Rational) -> Rational {
        let largest = self.domain_ends().pop().unwrap_or_default();
        self.binary.round(log).unwrap_or_default().min(largest)
    }
}
