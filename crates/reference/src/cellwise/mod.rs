//! Cell by cell: a bound for every input of a domain that is too large to exhaust.
//!
//! The domain is partitioned by exponent and by what the kernel does with the mantissa: the cell of its table
//! ([`table`]) or the pattern of its decisions ([`shift_add`]). On each part every error is bounded by itself, in
//! exact rationals: the series by its remainder, roundings by forward analysis, constants by MPFR enclosures. The
//! maxima over all parts are the ledger, with the names the kernel's own ledger uses.
//!
//! Tables are data here, so that a test can change one entry and see it caught. That the data are those of the
//! kernel, and the text too, is checked by running both on samples and comparing every bit.

mod quantity;
pub mod shift_add;
pub mod table;

pub use quantity::Format;

use crate::enclosure;
use crate::error::Error;
use crate::filter::Filter;
use crate::number::{Dyadic, to_oracle};
use crate::result::{Bound, KernelResult, Unit, Witness};
use crate::subject::{Kernel, Tail};
use kdelta_finite::ledger;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// Where a result does not confirm a kernel's own ledger: a term or the sum is larger, or a name is unknown.
///
/// # Guarantee
/// Empty only if each unit's sum in the result is at most the ledger's, and each term of the result is in the
/// ledger under its name with at least its value. So the kernel's ledger holds on the result's domain.
#[must_use]
pub fn discrepancies(result: &KernelResult, ledger: &ledger::Ledger) -> Vec<String> {
    let mut found = Vec::new();
    let mut sums = [dyadic(0, 0), dyadic(0, 0)];
    for theirs in ledger.terms {
        let [scale, magnitude] = &mut sums;
        match theirs.unit {
            ledger::Unit::Scale => *scale += value(theirs),
            ledger::Unit::Magnitude => *magnitude += value(theirs),
            ledger::Unit::One => found.push(format!("{}: a logarithm has no term of unit One", theirs.name)),
        }
    }
    for (unit, sum) in [Unit::Scale, Unit::Magnitude].into_iter().zip(&sums) {
        if result.sum(unit) > *sum {
            found.push(format!("the sum of unit {unit:?} is {} instead of {sum}", result.sum(unit)));
        }
    }
    for ours in &result.terms {
        let same = ledger.terms.iter().find(|theirs| {
            theirs.name == ours.name
                && match theirs.unit {
                    ledger::Unit::Scale => ours.unit == Unit::Scale,
                    ledger::Unit::Magnitude => ours.unit == Unit::Magnitude,
                    ledger::Unit::One => false,
                }
        });
        match same {
            None => found.push(format!("\"{}\" is not in the kernel's ledger", ours.name)),
            Some(theirs) if ours.value > value(theirs) => {
                found.push(format!("\"{}\" is {} instead of {}", ours.name, ours.value, value(theirs)));
            }
            Some(_) => {}
        }
    }
    found
}

/// A term of a ledger, exactly.
fn value(term: &ledger::Term) -> Rational {
    Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent)
}

/// ln x and its enclosure, in GMP's type: [below, above].
fn ln(x: &rug::Rational, precision: u32) -> Result<(rug::Rational, rug::Rational), Error> {
    let enclosure = enclosure::ln(&to_oracle(x), precision)?;
    Ok((crate::number::to_rug(enclosure.lo()), crate::number::to_rug(enclosure.hi())))
}

/// Collects the sample that comes closest to the bound. Sampling finds witnesses; it never certifies.
struct Search<'a, K> {
    kernel: &'a K,
    filter: Filter,
    /// The bound in floating point: only a score, which needs no rigour.
    absolute: f64,
    relative: f64,
    best: Option<(f64, Tail)>,
}

impl<'a, K: Kernel> Search<'a, K> {
    fn new(kernel: &'a K, bound: &Bound) -> Result<Self, Error> {
        let float = |x: &Rational| x.to_f64().unwrap_or(0.0);
        Ok(Self {
            kernel,
            filter: Filter::new()?,
            absolute: float(bound.absolute.value()),
            relative: float(bound.relative.value()),
            best: None,
        })
    }

    /// Looks at one tail; tails outside the kernel's domain are passed over.
    fn look(&mut self, tail: Tail) {
        let score = || {
            let output = self.kernel.minus_ln(tail)?;
            let filtered = self.filter.objective(tail.to_dyadic(), output, None)?;
            let unit = 2.0_f64.powi(-100);
            let (error, exact) = (filtered.objective.to_f64()? * unit, filtered.exact.to_f64()? * unit);
            Some(error / (self.absolute + self.relative * exact))
        };
        if let Some(score) = score() {
            if self.best.is_none_or(|(best, _)| score > best) {
                self.best = Some((score, tail));
            }
        }
    }

    /// The best sample, its error enclosed by MPFR.
    fn witness(&self) -> Result<Witness, Error> {
        let none =
            || Error::Unproved { cell: "witness".to_owned(), step: "no sample was admissible".to_owned() };
        let (_, input) = self.best.ok_or_else(none)?;
        let output: Dyadic = self.kernel.minus_ln(input).ok_or_else(none)?;
        let (error, exact) = enclosure::minus_ln_error(input.to_dyadic(), output)?;
        Ok(Witness { input, output: output.to_rational(), error, exact })
    }
}

/// A fixed sequence of words for samples (xorshift64): the same witness on every machine.
struct Words(u64);

impl Iterator for Words {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Some(self.0)
    }
}

/// The seed of [`Words`]: any non-zero word.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
