//! `kdelta certify gaussian`: Gaussian noise for one value or for several, asked for by (ε, δ), by σ or by ρ.

use super::{Output, Theorem};
use crate::failure::Failure;
use crate::gaussian::Setting;
use clap::Args;
use kdelta_certificate::MechanismDescription;

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Gaussian noise has no ε without a δ: for all neighbours and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ. Give --epsilon and --delta, for which the least σ is taken; or --sigma; or --rho, of zero-concentrated privacy. In each case ε′ is stated at --delta.

--sensitivity is the one in the ℓ₂-norm: how much one person can change the exact answer, for several values the root of the sum of the squares of all changes. It has no default, nor have --delta and the range of the answers, as privacy rests on them; window and grid follow from the rest and are printed. For several values that are released together give --dimension, how many there are, and --changed, how many of them one person can change.

Examples:
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000
  kdelta certify gaussian --sigma 10 --delta 1e-9 --sensitivity 1 --answers 0..1000 --out count.json
  kdelta certify gaussian --rho 1/2 --delta 1e-6 --sensitivity 1 --answers 0..100 --format f32
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --dimension 1000 --changed 9 --sensitivity 3 --answers 0..10000

In the last, each person is counted at most once in each of at most nine of a thousand bins: √9 = 3.

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting, and where the certificate goes.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}

impl Flags {
    /// The mechanism asked for.
    pub(super) fn describe(&self) -> Result<MechanismDescription, Failure> {
        self.setting.clone().describe()
    }
}
