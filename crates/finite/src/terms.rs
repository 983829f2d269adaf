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
