//! Ledgers of releases, in memory or in a file.

use crate::errors::Problem;
use crate::mechanism::Mechanism;
use crate::numbers::below;
use kdelta::ledger::{Budget, Entry, Ledger as InMemory, LedgerFile};
use kdelta::{Hides, LowerBound, Rational, UpperBound};
use num_traits::Zero;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Mutex;

enum Held {
    Memory(Box<InMemory>),
    File(Box<LedgerFile>),
}

impl Held {
    fn ledger(&self) -> &InMemory {
        match self {
            Self::Memory(ledger) => ledger,
            Self::File(file) => file.ledger(),
        }
    }
}

/// A ledger belongs to the process that made it: a fork has a copy of what was spent, and would spend the rest twice.
#[pyclass(frozen, module = "kdelta._native")]
pub(crate) struct Ledger {
    held: Mutex<Option<Held>>,
    process: u32,
}

fn upper(bound: &UpperBound) -> Rational {
    bound.value().clone()
}

fn lower(bound: Option<&LowerBound>) -> Option<Rational> {
    bound.map(|bound| bound.value().clone())
}

fn hidden(hides: Option<Hides>) -> Option<&'static str> {
    hides.map(|hides| match hides {
        Hides::Participation => "participation",
        Hides::Answers => "answers",
        Hides::Places => "places",
    })
}

fn budget(epsilon: &Bound<'_, PyAny>, delta: &Bound<'_, PyAny>, sums: bool) -> Result<Budget, Problem> {
    let (epsilon, delta) = (below(epsilon, "epsilon")?, below(delta, "delta")?);
    Ok(match (sums, delta.is_zero()) {
        (true, _) => Budget::sums(epsilon, delta)?,
        (false, true) => Budget::pure(epsilon)?,
        (false, false) => Budget::approximate(epsilon, delta)?,
    })
}

impl Ledger {
    fn new(held: Held) -> Self {
        Self { held: Mutex::new(Some(held)), process: std::process::id() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Held) -> Result<T, Problem>) -> Result<T, Problem> {
        if std::process::id() != self.process {
            return Err(Problem::Ledger(
                "the ledger belongs to the process that opened it; record there, before others start".into(),
            ));
        }
        let mut held = self.held.lock().map_err(|_| {
            Problem::Ledger("the ledger was left in the middle of an entry; open it again".into())
        })?;
        act(held.as_mut().ok_or_else(|| Problem::Ledger("the ledger is closed; open it again".into()))?)
    }
}

/// ε′ and δ of each release, and what else an entry says.
type Line = (String, u64, Rational, Rational, Option<&'static str>);
/// ε, δ, ε by the Rényi rule, ε by advanced composition, κ₊ and κ₋.
type Sums = (Rational, Rational, Option<Rational>, Option<Rational>, (Rational, Rational));

#[pymethods]
impl Ledger {
    #[staticmethod]
    fn memory(epsilon: &Bound<'_, PyAny>, delta: &Bound<'_, PyAny>, sums: bool) -> Result<Self, Problem> {
        Ok(Self::new(Held::Memory(Box::new(InMemory::new(budget(epsilon, delta, sums)?)))))
    }

    #[staticmethod]
    fn create(
        path: PathBuf,
        epsilon: &Bound<'_, PyAny>,
        delta: &Bound<'_, PyAny>,
        sums: bool,
    ) -> Result<Self, Problem> {
        Ok(Self::new(Held::File(Box::new(LedgerFile::create(path, budget(epsilon, delta, sums)?)?))))
    }

    #[staticmethod]
    fn open(path: PathBuf) -> Result<Self, Problem> {
        Ok(Self::new(Held::File(Box::new(LedgerFile::open(path)?))))
    }

    /// Unlocks the file.
    fn close(&self) -> Result<(), Problem> {
        if std::process::id() == self.process {
            *self
                .held
                .lock()
                .map_err(|_| Problem::Ledger("the ledger was left in the middle of an entry".into()))? = None;
        }
        Ok(())
    }

    fn record(&self, mechanism: PyRef<'_, Mechanism>, label: &str, times: u64) -> Result<(), Problem> {
        let entry = Entry::of(label, &mechanism.guarantee)?.times(times)?;
        self.with(|held| {
            match held {
                Held::Memory(ledger) => ledger.record(entry)?,
                Held::File(file) => file.record(entry)?,
            }
            Ok(())
        })
    }

    /// ε, δ, and the order of the Rényi rule.
    #[getter]
    fn budget(&self) -> Result<(Rational, Rational, Option<Rational>), Problem> {
        self.with(|held| {
            let budget = held.ledger().budget();
            Ok((budget.epsilon().clone(), budget.delta().clone(), budget.order().cloned()))
        })
    }

    #[getter]
    fn entries(&self) -> Result<Vec<Line>, Problem> {
        let line = |entry: &Entry| {
            (
                entry.label().to_owned(),
                entry.count(),
                upper(entry.epsilon_prime()),
                upper(entry.delta()),
                hidden(entry.hides()),
            )
        };
        self.with(|held| Ok(held.ledger().entries().iter().map(line).collect()))
    }

    #[getter]
    fn spent(&self) -> Result<Sums, Problem> {
        self.with(|held| {
            let spent = held.ledger().spent();
            let closeness = (upper(&spent.closeness.above), upper(&spent.closeness.below));
            Ok((
                upper(&spent.epsilon),
                upper(&spent.delta),
                spent.renyi.as_ref().map(upper),
                spent.advanced.as_ref().map(upper),
                closeness,
            ))
        })
    }

    /// Of ε, of δ, and of the Rényi divergence.
    #[getter]
    fn remaining(&self) -> Result<[Option<Rational>; 3], Problem> {
        self.with(|held| {
            let left = held.ledger().remaining();
            Ok([left.epsilon, left.delta, left.renyi].map(|bound| lower(bound.as_ref())))
        })
    }

    fn text(&self) -> Result<String, Problem> {
        self.with(|held| Ok(held.ledger().to_text()?))
    }

    fn to_dp_accounting(&self) -> Result<String, Problem> {
        self.with(|held| Ok(held.ledger().to_dp_accounting()?))
    }

    fn to_opendp(&self) -> Result<String, Problem> {
        self.with(|held| Ok(held.ledger().to_opendp()?))
    }
}
