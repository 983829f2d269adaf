//! g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2) in integers, on every word below 64 − 1/4 in units of 2^-58.
//!
//! Cell by cell, with P the cell's polynomial in exact numbers, computed − g is the sum of
//! | term | what it is |
//! |---|---|
//! | table | P − g: the distance of P from the cell's piece ([`crate::inverse_tail`]), and that piece's own error |
//! | floors | eight floors of less than 2^-62 each, which count \|y\| ≤ 1 times |
//! | last place | half of 2^-58 |

use super::quantity::{power, rounded_up};
use crate::error::Error;
use crate::function::{Fast, Function};
use crate::inverse_tail::InverseTail;
use crate::number::{Dyadic, to_oracle};
use crate::result::{Bound, KernelResult, Method, Term, Unit, tools};
use crate::subject::{Input, InverseTail64, Kernel, word};
use crate::witness::{SEED, Search, Words};
use kdelta_finite::inverse_tail_integer::{END, place};
use kdelta_finite::inverse_tail_integer_data::{CELLS, Cell};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::dyadic;
use rug::Rational;

/// Everything in the kernel that is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The cells, in the order of ℓ.
    pub cells: Vec<Cell>,
}

impl Data {
    /// Those of `inverse_tail_64`.
    #[must_use]
    pub fn shipped() -> Self {
        Self { cells: CELLS.to_vec() }
    }
}

/// The kernel with a given table: what the analysis speaks about.
#[derive(Clone, Debug)]
pub struct Model<'a>(pub &'a Data);

impl Kernel for Model<'_> {
    fn name(&self) -> String {
        InverseTail64.name()
    }
    fn format(&self) -> String {
        InverseTail64.format()
    }
    fn function(&self) -> Function {
        Function::InverseTail
    }
    fn value(&self, log: Input) -> Option<Dyadic> {
        let (index, y) = place(word(log, 58).filter(|log| *log < END)?);
        let Cell { value, slopes } = self.0.cells.get(index)?;
        let y = i128::from(y);
        let inner = slopes.iter().rev().fold(0, |inner, &d| i128::from(d) + ((inner * y) >> 62));
        let sum = i128::from(*value) + ((inner * y + (1 << 65)) >> 66);
        Some(Dyadic { mantissa: sum.max(0), exponent: -58 })
    }
}

fn unproved(index: usize, step: &str) -> Error {
    Error::Unproved { cell: format!("cell {index}"), step: step.to_owned() }
}

/// How far the polynomial of a cell is from g, at most.
fn distance(index: usize, cell: &Cell, pieces: &InverseTail) -> Result<Rational, Error> {
    let piece = pieces.piece(index).ok_or_else(|| unproved(index, "there is no piece of g for it"))?;
    // No step leaves 64 bits: |d₁| + … + |d₉| and a unit for each floor bound every inner value.
    let size = cell.slopes.iter().fold(9, |sum: u64, d| sum.saturating_add(d.unsigned_abs()));
    if size >= 1 << 62 || cell.value < 0 || cell.value.unsigned_abs().saturating_add(size) >= 1 << 62 {
        return Err(unproved(index, "a step could leave 64 bits"));
    }
    // y = (ℓ − middle)/radius: the coefficient of (ℓ − middle)ᵏ is dₖ·2^-62/radiusᵏ.
    let (middle, radius) = piece.place();
    let mut polynomial = vec![Rational::from(cell.value) * power(-58)];
    let mut scale = power(-62);
    for &d in &cell.slopes {
        scale /= radius;
        polynomial.push(Rational::from(&scale * d));
    }
    let all = if index == 0 {
        piece.distances_of_product(&polynomial, middle)
    } else {
        piece.distances(&polynomial, middle)
    };
    Ok(all.into_iter().max().unwrap_or_default())
}

/// The ledger of the kernel with this table, and the bound it adds up to.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for this table.
pub fn bound(data: &Data, pieces: &InverseTail) -> Result<(Vec<Term>, Bound), Error> {
    if data.cells.len() != CELLS.len() {
        return Err(unproved(data.cells.len(), "there are 128 cells"));
    }
    let mut table = Rational::new();
    for (index, cell) in data.cells.iter().enumerate() {
        table = table.max(distance(index, cell, pieces)?);
    }
    let term = |name: &str, value: &Rational, method: &str| Term {
        name: name.to_owned(),
        unit: Unit::Scale,
        value: to_oracle(value),
        method: method.to_owned(),
    };
    let terms = vec![
        term("last place", &power(-59), "round to nearest"),
        term("floors", &(power(-62) * 8u32), "eight floors"),
        term("table", &rounded_up(&table), "MPFR at 16 points per cell, remainder of the interpolation"),
    ];
    let largest = dyadic(END - 1, -58);
    let bound = Bound {
        absolute: UpperBound::new(terms.iter().map(|term| term.value.clone()).sum()),
        relative: UpperBound::new(dyadic(0, 0)),
        largest_value: Function::InverseTail.largest(&largest, &largest)?,
    };
    Ok((terms, bound))
}

/// Certifies the kernel with this table on its whole domain.
///
/// # Guarantee
/// |computed − g(ℓ)| ≤ A for every ℓ = x·2^-58, 0 ≤ x < 2^64 − 2^56, and computed ≥ 0.
///
/// # Errors
/// [`Error::Unproved`] where a step of the argument fails for this table, or where a sample shows that the kernel that
/// ships has another.
pub fn certify(data: &Data) -> Result<KernelResult, Error> {
    let pieces = InverseTail::new()?;
    let (terms, bound) = bound(data, &pieces)?;
    let model = Model(data);
    let mut search = Search::with_filter(&model, &bound, Fast::InverseTail(pieces));
    for word in Words(SEED).take(200_000) {
        // Each octave of t has its share.
        let numerator = (word >> (word % 8)) % END;
        search.look_and_compare(&InverseTail64, Input { numerator, bits: 58 })?;
    }
    Ok(KernelResult {
        name: model.name(),
        format: model.format(),
        domain: "x/2^58, x = 0 to 2^64 - 2^56 - 1".to_owned(),
        points: Some(END.into()),
        fingerprint: None,
        terms,
        witness: search.witness()?,
        bound,
        method: Method::Cellwise,
        mpfr_calls: 18 * 528,
        tools: tools(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cellwise::discrepancies;
    use kdelta_finite::inverse_tail_integer::LEDGER;

    #[test]
    fn confirms_the_ledger_of_the_kernel_and_is_tight() {
        let result = certify(&Data::shipped()).unwrap();
        assert_eq!(discrepancies(&result.terms, &LEDGER), Vec::<String>::new(), "{:?}", result.terms);
        let ratio = result.ratio().unwrap();
        assert!(*ratio.value() >= dyadic(1, 0) && *ratio.value() <= dyadic(2, 0), "{ratio}");
    }

    #[test]
    fn model_is_the_kernel_at_the_edges_of_its_cells() {
        let data = Data::shipped();
        for cell in 0..128_u64 {
            let edge = ((16 + cell % 16) << (52 + cell / 16)) - (1 << 56);
            for numerator in [edge, edge + 1, edge.saturating_sub(1), edge + (1 << 50)] {
                let log = Input { numerator, bits: 58 };
                assert_eq!(Model(&data).value(log), InverseTail64.value(log), "{numerator}");
            }
        }
        assert_eq!(InverseTail64.value(Input { numerator: END, bits: 58 }), None);
    }

    #[test]
    fn one_wrong_number_of_the_table_is_caught() {
        let pieces = InverseTail::new().unwrap();
        let caught = |data: &Data| {
            bound(data, &pieces).map_or(true, |(terms, _)| !discrepancies(&terms, &LEDGER).is_empty())
        };
        assert!(!caught(&Data::shipped()));
        for index in [0, 1, 63, 127] {
            for column in 0..10 {
                let mut data = Data::shipped();
                match column {
                    0 => data.cells[index].value += 1,
                    k => data.cells[index].slopes[k - 1] += 32,
                }
                assert!(caught(&data), "cell {index}, number {column}");
            }
        }
        let mut data = Data::shipped();
        data.cells.swap(10, 11);
        assert!(caught(&data));
        data.cells.pop();
        assert!(caught(&data));
    }
}
