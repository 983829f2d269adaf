//! Ledgers put together at compile time.

use crate::ledger::{Ledger, Term, Unit};

/// Room for every ledger of the crate.
const ROOM: usize = 32;

/// The terms gathered so far.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    all: [Term; ROOM],
    count: usize,
}

impl Terms {
    pub(crate) const EMPTY: Self =
        Self { all: [Term { name: "", unit: Unit::One, mantissa: 0, exponent: 0 }; ROOM], count: 0 };

    /// All terms of a ledger.
    pub(crate) const fn and(mut self, ledger: Ledger) -> Self {
        let mut rest = ledger.terms;
        while let [term, others @ ..] = rest {
            self = self.and_term(*term);
            rest = others;
        }
        self
    }

    /// A ledger of an operation that happens twice, on two summands whose magnitudes add up to that of the
    /// whole: absolute terms count twice, relative ones once.
    pub(crate) const fn and_twice(mut self, ledger: Ledger) -> Self {
        let mut rest = ledger.terms;
        while let [term, others @ ..] = rest {
            let doubled = match term.unit {
                Unit::Magnitude => 0,
                Unit::Scale | Unit::One => 1,
            };
            self = self.and_term(Term { exponent: term.exponent + doubled, ..*term });
            rest = others;
        }
        self
    }

    /// A ledger of absolute errors of cosine and of sine, as a relative error of a radius times the
    /// direction: the Euclidean length of the two errors is at most √2 of one of them, and √2 < 1449/1024.
    pub(crate) const fn and_direction(mut self, ledger: Ledger) -> Self {
        let mut rest = ledger.terms;
        while let [term, others @ ..] = rest {
            self = self.and_term(Term {
                unit: Unit::Magnitude,
                mantissa: term.mantissa * ROOT_TWO,
                exponent: term.exponent - ROOT_TWO_BITS,
                ..*term
            });
            rest = others;
        }
        self
    }

    // Out of room or out of range, the program does not compile.
    #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
    pub(crate) const fn and_term(mut self, term: Term) -> Self {
        self.all[self.count] = term;
        self.count += 1;
        self
    }

    /// The ledger of the terms gathered.
    pub(crate) const fn ledger(&'static self) -> Ledger {
        Ledger { terms: self.all.split_at(self.count).0 }
    }
}

/// An upper bound of √2 is ROOT_TWO·2^-ROOT_TWO_BITS.
pub(crate) const ROOT_TWO: u64 = 1449;
/// See [`ROOT_TWO`].
pub(crate) const ROOT_TWO_BITS: i32 = 10;
const _: () = assert!(ROOT_TWO * ROOT_TWO > 2 << (2 * ROOT_TWO_BITS), "the square is above 2");

/// The sum of the terms of one unit in units of 2^-120, each term rounded up.
const fn sum(ledger: Ledger, unit: Unit) -> u128 {
    let (mut sum, mut rest) = (0u128, ledger.terms);
    while let [term, others @ ..] = rest {
        if term.unit as u8 == unit as u8 {
            let shift = term.exponent + 120;
            sum += if shift >= 0 {
                (term.mantissa as u128) << shift
            } else if shift > -64 {
                ((term.mantissa >> -shift) + 1) as u128
            } else {
                1
            };
        }
        rest = others;
    }
    sum
}

/// Whether the terms of one unit add up to at most 2^log2, for −80 ≤ log2 ≤ 0.
pub(crate) const fn at_most(ledger: Ledger, unit: Unit, log2: i32) -> bool {
    sum(ledger, unit) <= 1 << (120 + log2)
}

/// Whether the terms of one unit add up to mantissa·2^log2, for −80 ≤ log2 ≤ −60.
pub(crate) const fn sum_is(ledger: Ledger, unit: Unit, mantissa: u64, log2: i32) -> bool {
    sum(ledger, unit) == (mantissa as u128) << (120 + log2)
}

#[cfg(test)]
mod tests {
    use super::{Terms, at_most, sum_is};
    use crate::ledger::{Ledger, Unit, term};

    #[test]
    fn sums_are_compared_exactly() {
        const LEDGER: Ledger = Ledger {
            terms: &[
                term("a", Unit::Scale, 3, -62),
                term("b", Unit::Scale, 1, -62),
                term("c", Unit::Magnitude, 1, -200),
            ],
        };
        assert!(at_most(LEDGER, Unit::Scale, -60) && !at_most(LEDGER, Unit::Scale, -61));
        assert!(sum_is(LEDGER, Unit::Scale, 4, -62) && !sum_is(LEDGER, Unit::Scale, 3, -62));
        assert!(at_most(LEDGER, Unit::Magnitude, -80) && at_most(LEDGER, Unit::One, -80));
        const GATHERED: Terms = Terms::EMPTY.and(LEDGER).and_twice(LEDGER).and_direction(LEDGER);
        let gathered = GATHERED.ledger();
        assert_eq!(gathered.terms.len(), 9);
        assert_eq!(gathered.terms[3], term("a", Unit::Scale, 3, -61));
        assert_eq!(gathered.terms[5], term("c", Unit::Magnitude, 1, -200));
        assert_eq!(gathered.terms[6], term("a", Unit::Magnitude, 3 * 1449, -72));
    }
}
