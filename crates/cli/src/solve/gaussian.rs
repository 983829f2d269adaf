//! `kdelta solve gaussian`: from a budget for ε′ at δ to a setting of Gaussian noise.

use super::{is_open, positive, show};
use crate::failure::Failure;
use crate::gaussian::Setting;
use crate::setting::Exact;
use clap::{Args, ValueEnum};
use kdelta_explore::search::{Problem, Search};
use kdelta_explore::solve::Quantity;

/// What the solution is in each case.
const AFTER: &str = "\
As kdelta solve, for Gaussian noise, whose ε′ is stated at --delta:
  sigma: the least σ over the scales of the arithmetic (24-bit mantissas); the next smaller one is shown to miss the budget
  grid: the finest power of two from 2^-100 on, for the σ that --sigma, --epsilon or --rho gives
  window: the answers, rounded outward to the grid, and the same number of grid steps more on both sides, as many as possible

Examples:
  kdelta solve gaussian --budget 1 --delta 1e-6 --sensitivity 1 --answers 0..100
  kdelta solve gaussian --budget 1/2 --delta 1e-9 --dimension 1000 --changed 9 --sensitivity 3 --answers 0..10000
  kdelta solve gaussian --budget 1 --for grid --epsilon 0.999 --delta 1e-6 --sensitivity 1 --answers 0..100";

/// What to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum For {
    /// the least σ
    Sigma,
    /// the finest power of two
    Grid,
    /// the widest window around the answers
    Window,
}

/// Solves a budget for ε′ at δ for Gaussian noise
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(crate) struct Flags {
    /// The largest ε′ that one release may cost at δ, as an exact number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, required = true)]
    budget: Option<Exact>,
    /// What to solve for; everything else is taken as given
    #[arg(long = "for", value_name = "QUANTITY", default_value = "sigma")]
    quantity: For,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setting: Setting,
}

impl Flags {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let budget = positive(self.budget)?;
        let setting = self.setting.with_file()?;
        let quantity = match self.quantity {
            For::Sigma => Quantity::Sigma,
            For::Grid => Quantity::Grid,
            For::Window => Quantity::Window,
        };
        is_open(
            quantity,
            match self.quantity {
                For::Sigma => setting.asked(),
                For::Grid => setting.states_grid().then_some("grid"),
                For::Window => setting.states_window().then_some("window"),
            },
        )?;
        // The window and the grid that are not given follow from σ: the one for the budget, if it is what is solved for.
        let setting = if self.quantity == For::Sigma { setting.with_epsilon(&budget) } else { setting };
        let search = Search { base: Problem::new(setting.describe()?.into())?, budget };
        let found = quantity.solve(&search)?;
        show(quantity, &search, &found, self.json, None)
    }
}
