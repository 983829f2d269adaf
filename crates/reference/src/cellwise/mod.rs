//! Cell by cell: a bound for every input of a domain that is too large to exhaust.
//!
//! The domain is partitioned by exponent and by what the kernel does with the mantissa: the cell of its table
//! ([`table`], [`inverse_tail`], [`inverse_tail_integer`]) or the pattern of its decisions ([`shift_add`]); or by the angle ([`cos_sin`]). On each part every error is
//! bounded by itself, in exact rationals: the series by its remainder, roundings by forward analysis, constants by MPFR
//! enclosures. The maxima over all parts are the ledger, with the names the kernel's own ledger uses.
//!
//! Tables are data here, so that a test can change one entry and see it caught. That the data are those of the
//! kernel, and the text too, is checked on 10^5 samples by comparing every bit, and by a
//! test that reads the kernel's source; f32 is exhausted besides.

pub mod cos_sin;
pub mod inverse_tail;
pub mod inverse_tail_integer;
mod quantity;
pub mod shift_add;
pub mod table;

pub use quantity::Format;

use crate::enclosure;
use crate::error::Error;
use crate::number::{to_oracle, to_rug};
use crate::result::{Term, Unit};
use kdelta_finite::ledger;
use kdelta_oracle::number::{Rational, dyadic};

/// Where certified terms do not confirm a kernel's own ledger: one or the sum is larger, or a name is unknown.
///
/// # Guarantee
/// Empty only if each unit's sum of the terms is at most the ledger's, and each term is in the ledger under its
/// name with at least its value. So the kernel's ledger holds where the terms do.
#[must_use]
pub fn discrepancies(terms: &[Term], ledger: &ledger::Ledger) -> Vec<String> {
    let mut found = Vec::new();
    for unit in [Unit::Scale, Unit::Magnitude, Unit::One] {
        let of_unit = |term: &&ledger::Term| same_unit(term.unit, unit);
        let sum: Rational = ledger.terms.iter().filter(of_unit).map(value).sum();
        let certified = terms.iter().filter(|term| term.unit == unit);
        let ours: Rational = certified.clone().map(|term| term.value.clone()).sum();
        if ours > sum {
            found.push(format!("the sum of unit {unit:?} is {ours} instead of {sum}"));
        }
        if certified.count() == 0 && ledger.terms.iter().any(|term| same_unit(term.unit, unit)) {
            found.push(format!("the ledger has terms of unit {unit:?}, of which none was certified"));
        }
    }
    for ours in terms {
        let same =
            ledger.terms.iter().find(|theirs| theirs.name == ours.name && same_unit(theirs.unit, ours.unit));
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

/// The two enumerations of units have the same names.
fn same_unit(theirs: ledger::Unit, ours: Unit) -> bool {
    ours == match theirs {
        ledger::Unit::Scale => Unit::Scale,
        ledger::Unit::Magnitude => Unit::Magnitude,
        ledger::Unit::One => Unit::One,
    }
}

/// A term of a ledger, exactly.
fn value(term: &ledger::Term) -> Rational {
    dyadic(term.mantissa, term.exponent)
}

/// ln x and its enclosure, in GMP's type: [below, above].
fn ln(x: &rug::Rational, precision: u32) -> Result<(rug::Rational, rug::Rational), Error> {
    let enclosure = enclosure::ln(&to_oracle(x), precision)?;
    Ok((to_rug(enclosure.lo()), to_rug(enclosure.hi())))
}
