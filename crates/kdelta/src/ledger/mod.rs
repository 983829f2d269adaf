//! A ledger of releases: what they cost together, and the refusal of the one that would cost too much.
//!
//! # What is promised
//! A ledger has a [`Budget`] (ε, δ) and a list of entries, one for each release or group of releases. An entry
//! says which ideal mechanism was released ([`Ideal`]) and how close the law of what runs is to it (κ₊, κ₋,
//! Theorem T: THEORY 1.7). [`Ledger::record`] accepts an entry only if the whole list is still within the
//! budget. Then the transcript of all releases is (ε, δ)-private: for every two inputs that change the answer
//! of each entry by at most the sensitivity that this entry states, and every set T of transcripts,
//! P₁(T) ≤ e^ε·P₂(T) + δ. This holds also when every query, its mechanism and its label are chosen after the
//! earlier outputs were seen (THEORY 1.9), which is what makes the ledger a privacy *filter*.
//!
//! The inputs are compared entry by entry, so all entries of a ledger must hide the same thing, for example the
//! participation of a person in a table, or the place of a person within 200 m. Where entries say what they hide
//! ([`Entry::hides`]), a ledger refuses one that hides something else. Releases about the same people that hide
//! different things need ledgers of their own, and no one number says what they cost together.
//!
//! # The two rules
//! An entry is accepted if the list with it satisfies at least one of them.
//! - **Sum**: Σε′ᵢ ≤ ε. Here ε′ᵢ is εᵢ + κ₊ᵢ + κ₋ᵢ, or the certified ε′ where that is less. In a budget made
//!   by [`Budget::sums`], entries may have a δᵢ of their own, and Σδᵢ ≤ δ is required as well. Gaussian noise has the
//!   δᵢ of its setting, with the ε′ᵢ at it; for what was stated with a δ it is e^κ₊ᵢ times that.
//! - **Rényi**: Σ(Rᵢ + κ₋ᵢ + κ₊ᵢ·α/(α − 1)) ≤ ε − (ln(1/δ) − ln α)/(α − 1) + ln(α/(α − 1)), at one order α
//!   that was fixed when the ledger was made. Rᵢ bounds the Rényi divergence of the ideal mechanism; for
//!   Laplace noise with t = Δ/b it is ln(α/(2α − 1)·e^((α−1)t) + (α − 1)/(2α − 1)·e^(−αt))/(α − 1), for Gaussian
//!   noise α·Δ²/(2σ²). For many small releases this is far less than the sum of their ε′.
//!
//! Why either rule will do: the transcripts on which the sum is within ε have a loss of at most ε, and the
//! others together miss it by at most δ (the proof is in THEORY 1.9). That proof spends the whole δ on the
//! Rényi rule. So where there is one, a list with Gaussian noise, which has no pure loss, is covered by that rule
//! alone: from the first such entry on, the sum does not hold any more. What was stated with a δᵢ has no divergence
//! and would have to be paid for on top of it: it is refused unless the budget is one of sums.
//!
//! # How it is decided
//! Each cost is rounded up and each limit is rounded down to a multiple of 2^-80, and
//! [`Allowance::spend`](kdelta_finite::allowance::Allowance::spend) compares integers: the function that Kani
//! and Creusot prove to refuse exactly when it must.
//!
//! # Record first, then draw
//! [`Ledger::record`] comes before the first random bit, and [`Recorder::release`] keeps that order. What is
//! recorded stays recorded, also if the release fails afterwards: a budget is never given back.
//!
//! ```
//! use kdelta::ledger::{Budget, Ledger, Recorder};
//! use kdelta::{Error, Laplace, entropy};
//!
//! let count = Laplace::<f64>::builder()
//!     .epsilon("1/10").sensitivity(1).answers(0, 1000).window(-1000, 2000).grid(1).build()?;
//!
//! let mut ledger = Ledger::new(Budget::pure("0.25")?);
//! ledger.release(&count, "patients on Monday", 41.0, &mut entropy::Os)?;
//! ledger.release(&count, "patients on Tuesday", 44.0, &mut entropy::Os)?;
//!
//! // The third would cost more than what is left. It is refused before anything is drawn.
//! let third = ledger.release(&count, "patients on Wednesday", 40.0, &mut entropy::Os);
//! assert!(matches!(third, Err(Error::Spent { .. })));
//! assert_eq!(ledger.entries().len(), 2);
//! println!("spent ε′ = {:.6} of 0.25", ledger.spent().epsilon);
//! # Ok::<(), Error>(())
//! ```
//!
//! With δ = 10^-6 the Rényi rule holds out for more than the sum does:
//!
//! ```
//! # use kdelta::ledger::{Budget, Entry, Ledger};
//! # use kdelta::{Error, Laplace};
//! # let count = Laplace::<f64>::builder()
//! #     .epsilon("1/100").sensitivity(1).answers(0, 1000).window(-1000, 2000).grid(1).build()?;
//! let mut ledger = Ledger::new(Budget::approximate(2, "1e-6")?);
//! let thousand = Entry::of("a thousand counts", count.guarantee())?.times(1000)?;
//! ledger.record(thousand)?; // their ε′ add up to 10
//! # Ok::<(), Error>(())
//! ```
//= THEORY 1.9

mod budget;
mod entry;
#[cfg(feature = "ledger-file")]
mod export;
#[cfg(feature = "ledger-file")]
mod file;
mod ideal;
mod recorder;
mod rules;
#[cfg(feature = "ledger-file")]
mod text;

pub use budget::Budget;
pub use entry::Entry;
#[cfg(feature = "ledger-file")]
pub use file::LedgerFile;
pub use ideal::Ideal;
pub use recorder::{Mechanism, Recorder};
pub use rules::{Remaining, Rule, Spent};

use crate::error::Error;
use crate::guarantee::Hides;
use rules::{Account, Totals};

/// A budget, and the releases that were accepted under it, in their order.
///
/// # Guarantee
/// See the [module](self). Two ledgers are equal if budget and entries are.
#[derive(Debug, Clone)]
pub struct Ledger {
    budget: Budget,
    entries: Vec<Entry>,
    account: Account,
    totals: Totals,
}

impl Ledger {
    /// A ledger without entries.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let account = Account::new(&budget);
        Self { budget, entries: Vec::new(), account, totals: Totals::none() }
    }

    /// The budget.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What was recorded, in its order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Records a release **before** anything of it is drawn; or refuses it, and then nothing of it may be
    /// drawn.
    ///
    /// # Errors
    /// [`Error::Spent`] if the budget does not cover the list with this entry; [`Error::Entry`] for an entry
    /// with a δ of its own under a budget that is not one of sums, or one that hides something else than the
    /// others. The ledger is then as it was.
    pub fn record(&mut self, entry: Entry) -> Result<(), Error> {
        self.record_all(vec![entry])
    }

    /// Records several releases at once, or none of them.
    ///
    /// # Errors
    /// As [`Ledger::record`].
    pub fn record_all(&mut self, entries: Vec<Entry>) -> Result<(), Error> {
        let (account, totals) = self.after(&entries)?;
        if account.rules().is_empty() {
            return Err(Error::Spent {
                cost: Box::new(rules::cost(&entries, &self.budget)?.epsilon),
                left: Box::new(self.remaining()),
            });
        }
        self.entries.extend(entries);
        (self.account, self.totals) = (account, totals);
        Ok(())
    }

    /// What the releases hide, all the same; none if no entry says it.
    #[must_use]
    pub fn hides(&self) -> Option<Hides> {
        self.entries.iter().find_map(Entry::hides)
    }

    /// What would be left, and spent, after these entries.
    fn after(&self, entries: &[Entry]) -> Result<(Account, Totals), Error> {
        let mut all = self.hides().into_iter().chain(entries.iter().filter_map(Entry::hides));
        let first = all.next();
        if let Some(other) = all.find(|hides| Some(*hides) != first) {
            let why = match first {
                Some(Hides::Answers) => {
                    "does not go into a ledger that hides what a person answered; take another ledger for it"
                }
                Some(Hides::Places) => {
                    "does not go into a ledger that hides where a person is; take another ledger for it"
                }
                _ => {
                    "does not go into a ledger that hides whether a person took part; take another ledger for it"
                }
            };
            return Err(Error::Entry { what: "a release that hides", value: other.to_string(), why });
        }
        let (mut account, mut totals) = (self.account, self.totals.clone());
        for entry in entries {
            account = account.with(entry, &self.budget)?;
            totals = totals.with(entry, &self.budget)?;
        }
        Ok((account, totals))
    }

    /// A ledger with these entries, which were recorded at another time. If they exceed the budget, no rule
    /// holds any more, and everything further is refused.
    #[cfg(feature = "ledger-file")]
    fn restored(budget: Budget, entries: Vec<Entry>) -> Result<Self, Error> {
        let new = Self::new(budget);
        let (account, totals) = new.after(&entries)?;
        Ok(Self { entries, account, totals, ..new })
    }

    /// The rules that the list satisfies now; those that it does not satisfy any more never come back.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        self.account.rules()
    }

    /// What the entries cost by each rule, as numbers for people. Whether a release is accepted is decided by
    /// [`Ledger::record`] alone.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.totals.spent(&self.budget)
    }

    /// What each rule has left: exactly what the next refusal is decided by.
    #[must_use]
    pub fn remaining(&self) -> Remaining {
        self.account.remaining()
    }
}

impl PartialEq for Ledger {
    fn eq(&self, other: &Self) -> bool {
        self.budget == other.budget && self.entries == other.entries
    }
}

impl Eq for Ledger {}
