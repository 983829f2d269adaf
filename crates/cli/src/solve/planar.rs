//! `kdelta solve planar`: from a budget for ε′ to a setting of planar noise.

use super::{For, is_open, positive, show};
use crate::failure::Failure;
use crate::planar;
use crate::setting::Exact;
use clap::Args;
use kdelta_explore::search::{Problem, Search};
use kdelta_explore::solve::Quantity;

/// What the solution is in each case.
const AFTER: &str = "\
As kdelta solve, on the plane:
  epsilon: the largest ε per --distance over the scales b of the arithmetic
  grid: the finest power of two; a window follows outward to the grid, a disc must lie on it
  window: the answers, outward to the grid, and the same number of steps more on all four sides, as many as possible

If no generator is given, each setting tried takes the first one that reaches far enough.

Examples:
  kdelta solve planar --budget 1.4 --distance 200
  kdelta solve planar --budget 1.387 --for grid --epsilon 'ln(4)' --distance 200
  kdelta solve planar --budget 1.387 --for window --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90";

/// Solves a budget for ε′ on the plane
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub(crate) struct Flags {
    /// The largest ε′ that one release may cost within the distance, as an exact number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, required = true)]
    budget: Option<Exact>,
    /// What to solve for; everything else is taken as given
    #[arg(long = "for", value_name = "QUANTITY", default_value = "epsilon")]
    quantity: For,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setting: planar::Flags,
}

impl Flags {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let budget = positive(self.budget)?;
        let setting = self.setting.with_file()?;
        let quantity = Quantity::from(self.quantity);
        let stated = match self.quantity {
            For::Epsilon if setting.epsilon_per_metre.is_some() => Some("epsilon-per-metre"),
            For::Epsilon => setting.epsilon.is_some().then_some("epsilon"),
            For::Grid => setting.grid.is_some().then_some("grid"),
            For::Window if setting.disc.is_some() => Some("disc"),
            For::Window => setting.window.is_some().then_some("window"),
        };
        is_open(quantity, stated)?;
        // The window that is not given may follow from ε: its limit, if it is what is solved for.
        let epsilon = (quantity == Quantity::Epsilon).then(|| planar::Privacy(budget.clone()));
        let asked = planar::Flags { epsilon: epsilon.or(setting.epsilon), ..setting }.describe()?;
        let base = Problem::new(asked).map_err(|why| Failure::refused(format!("--box: {why}")))?;
        let search = Search { base, budget };
        let found = quantity.solve(&search)?;
        show(quantity, &search, &found, self.json, None)
    }
}
