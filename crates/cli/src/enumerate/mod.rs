//! `kdelta enumerate`: the exact law of a small mechanism, its exact loss, and where it occurs, next to every
//! bound.

mod gaussian;
mod planar;
mod table;

use crate::failure::Failure;
use crate::output::{print, print_plain};
use crate::small::{Mechanism, with_bar};
use clap::{Args, Subcommand};

pub(crate) const EXAMPLES: &str = "\
Every draw of the generator goes through the code that runs, in fixed point, so the law is exact: a number of strings of entropy for each output. The loss is the largest ln(P₁/P₂) over all answers within Δ and all outputs, \"outside\" included. It is infinite when an output is possible under one answer and not under its neighbour.

Limits: midpoint-2 to midpoint-26 or relative-2 to relative-20, which take up to 2 GB; 2^16 outputs; 2^20 answers; 2^28 of both together. Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Examples:
  kdelta enumerate
  kdelta enumerate --pair 0..1 --law
  kdelta enumerate --generator relative-8 --window -12..12
  kdelta enumerate --generator midpoint-8 --grid 2^-4 # the loss is infinite
  kdelta enumerate --epsilon 1/8 --generator midpoint-16 --json
  kdelta enumerate gaussian
  kdelta enumerate planar

Exit code 0: enumerated, and within every bound; 1: refused, or a bound of the repaired theory does not hold, which would be a defect; 2: not understood.";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Flags {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    mechanism: Mechanism,
    /// The whole law under the two answers of the worst pair, not only around the worst output
    #[arg(long)]
    law: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What is enumerated instead of Laplace noise on the line.
#[derive(Debug, Subcommand)]
enum Other {
    /// The exact law of a small Gaussian mechanism next to the ideal one
    #[command(after_help = gaussian::EXAMPLES)]
    Gaussian(Box<gaussian::Flags>),
    /// The exact loss of a small planar Laplace mechanism
    #[command(after_help = planar::EXAMPLES)]
    Planar(Box<planar::Flags>),
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    match &flags.other {
        Some(Other::Planar(flags)) => return planar::run(flags),
        Some(Other::Gaussian(flags)) => return gaussian::run(flags),
        None => {}
    }
    let mechanism = flags.mechanism.small();
    let found = with_bar("draws", |progress| kdelta_explore::enumerate::enumerate(&mechanism, progress))?;
    if flags.json {
        let text = serde_json::to_string_pretty(&found.json()).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        print(&table::text(&found, flags.law)?)?;
    }
    let violated = found.violated()?;
    if violated.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "enumerate: the exact loss exceeds the bound {}: this is a defect of kdelta, please report it with the command",
        violated.join(", ")
    )))
}
