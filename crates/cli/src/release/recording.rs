//! The flags about a ledger.

use clap::Args;
use kdelta_rows::spending::Spending;
use std::path::PathBuf;

/// Where the costs are recorded.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct Recording {
    /// Records the cost in this ledger first, and releases nothing if its budget does not cover it; kdelta
    /// ledger FILE --create makes one
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// What the ledger calls it [default: what is released, in words]
    #[arg(long, value_name = "TEXT", requires = "ledger")]
    label: Option<String>,
}

impl Recording {
    pub(super) fn spending(&self) -> Spending {
        Spending { ledger: self.ledger.clone(), label: self.label.clone() }
    }
}
