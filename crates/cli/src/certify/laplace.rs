//! `kdelta certify laplace`: the chain from the setting to ε′ as a table that a person wants to read.

use super::{Output, Theorem};
use crate::setting;
use clap::Args;

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Δ is how much one person can change the exact answer: 1 for a count, the largest magnitude of a value for a sum. If each answer is the value of one person (a column released row by row), --rows individuals makes it the width of --answers. The range of the answers is what is known without looking at the data. Neither has a default, as privacy rests on them; window and grid follow from the rest and are printed.

Examples:
  kdelta certify laplace --epsilon 1/10 --sensitivity 1 --answers 0..1000
  kdelta certify laplace --epsilon 1 --rows individuals --answers 0..120 --out ages.json
  kdelta certify laplace --sensitivity 1 --answers 0..10 --format f32 --out laplace.json
  kdelta certify laplace --config setting.toml --json

setting.toml:
  epsilon = \"1/10\"
  sensitivity = 1
  answers = \"0..1000\"

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting and where its certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    pub(super) setting: setting::Flags,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}
