//! `kdelta solve`: the other way round, from a budget for ε′ to a setting.

mod gaussian;
mod planar;
mod table;

use crate::failure::Failure;
use crate::output::{print, print_plain};
use crate::setting::{Exact, Flags, epsilon};
use crate::spelling::{power_of_two, spell};
use clap::{Args, Subcommand, ValueEnum};
use kdelta_certificate::{Law, MechanismDescription};
use kdelta_explore::search::{Found, Problem, Search};
use kdelta_explore::solve::{Grids, Quantity, excess};
use kdelta_oracle::number::{Rational, decimal};
use num_traits::Signed;

/// What to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum For {
    /// the largest ε
    Epsilon,
    /// the finest power of two
    Grid,
    /// the widest window around the answers
    Window,
}

impl From<For> for Quantity {
    fn from(asked: For) -> Self {
        match asked {
            For::Epsilon => Self::Epsilon,
            For::Grid => Self::Grid,
            For::Window => Self::Window,
        }
    }
}

/// What the solution is in each case.
const AFTER: &str = "\
What is found is proved by a derivation of its certificate, whose ε′ is compared with the budget as exact numbers:
  epsilon: the largest ε = Δ/b over the scales b of the arithmetic (24-bit mantissas); the next larger one is shown to miss the budget, and those beyond it miss as far as ε′ grows with ε, which is probed, not proved
  grid: the finest power of two from 2^-100 on; every finer one is tried and misses
  window: the answers, rounded outward to the grid, and the same number of grid steps more on both sides, as many as possible; one more is shown to miss, and more do because ε′ grows with the reach

Examples:
  kdelta solve --budget 1 --sensitivity 1 --answers 0..10
  kdelta solve --budget 1 --for grid --epsilon 0.999 --format f32 --sensitivity 1 --answers 0..10
  kdelta solve --budget 1/2 --for window --epsilon 0.49 --sensitivity 1 --answers 0..10 --table
  kdelta solve --budget 1 --rows individuals --answers 0..120 --json
  kdelta solve gaussian --budget 1 --delta 1e-6 --sensitivity 1 --answers 0..100
  kdelta solve planar --budget 1.4 --distance 200 --box 2.28..2.42,48.81..48.90";

/// Solves a budget for ε′ for the largest ε, the finest grid or the widest window
#[derive(Debug, Args)]
#[command(after_help = AFTER, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Solve {
    #[command(subcommand)]
    kind: Option<Kind>,
    /// The largest ε′ that one release may cost, as an exact number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, required = true)]
    budget: Option<Exact>,
    /// What to solve for; everything else is taken as given
    #[arg(long = "for", value_name = "QUANTITY", default_value = "epsilon")]
    quantity: For,
    /// Also what other grids would give
    #[arg(long)]
    table: bool,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setting: Flags,
}

/// Other noise than that for numbers.
#[derive(Debug, Subcommand)]
enum Kind {
    /// Solves for Gaussian noise
    Gaussian(Box<gaussian::Flags>),
    /// Solves for planar noise
    Planar(Box<planar::Flags>),
}

/// A budget that can be met.
fn positive(budget: Option<Exact>) -> Result<Rational, Failure> {
    let budget =
        budget.ok_or_else(|| Failure::usage("--budget NUMBER is missing: the largest ε′ of one release"))?.0;
    if budget.is_positive() {
        return Ok(budget);
    }
    Err(Failure::usage(format!(
        "--budget {}: no mechanism costs nothing; give a positive number",
        decimal::short(&budget)
    )))
}

impl Solve {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        match self.kind.take() {
            Some(Kind::Gaussian(flags)) => return flags.run(),
            Some(Kind::Planar(flags)) => return flags.run(),
            None => {}
        }
        let budget = positive(self.budget)?;
        // With what the file of --config says: also that would be ignored.
        let setting = self.setting.with_file()?;
        let stated = match self.quantity {
            For::Epsilon => setting.epsilon.is_some().then_some("epsilon"),
            For::Grid => setting.grid.is_some().then_some("grid"),
            For::Window => setting.window.is_some().then_some("window"),
        };
        let quantity = Quantity::from(self.quantity);
        is_open(quantity, stated)?;
        // The window and the grid that are not given follow from ε: its limit, if it is what is solved for.
        let epsilon = (quantity == Quantity::Epsilon).then(|| Exact(budget.clone()));
        let setting = Flags { epsilon: epsilon.or(setting.epsilon), ..setting };
        let search = Search { base: Problem::new(setting.describe()?.into())?, budget };
        let found = quantity.solve(&search)?;
        let grids = if self.table {
            // The grids around the one found or given, at the ε that is given or leaves one hundredth to the
            // machine.
            let around = power_of_two(&found.certificate.setting.grid.0)
                .ok_or_else(|| Failure::usage("--table needs a --grid that is a power of two"))?;
            let mut search = search.clone();
            if quantity == Quantity::Epsilon {
                let most = &search.budget * Rational::new(99.into(), 100.into());
                search.base = search.base.with_epsilon(&most);
            }
            Some(Grids::around(&search, around)?)
        } else {
            None
        };
        show(quantity, &search, &found, self.json, grids.as_ref())
    }
}

/// Refuses a flag that states what is solved for.
fn is_open(quantity: Quantity, stated: Option<&str>) -> Result<(), Failure> {
    match stated {
        None => Ok(()),
        Some(flag) => Err(Failure::usage(format!(
            "--{flag} is what --for {} solves for; leave it out, or solve for something else",
            quantity.name()
        ))),
    }
}

fn show(
    quantity: Quantity,
    search: &Search,
    found: &Found,
    as_json: bool,
    grids: Option<&Grids>,
) -> Result<(), Failure> {
    if !as_json {
        let table = grids.map(|grids| format!("\n{}", table::Shown(grids))).unwrap_or_default();
        return print(&format!("{}{table}", text(quantity, search, found)));
    }
    let mut value = quantity.json(search, found);
    if let (Some(object), Some(grids)) = (value.as_object_mut(), grids) {
        object.insert("table".into(), grids.json());
    }
    print_plain(&format!("{value:#}\n"))
}

fn text(quantity: Quantity, search: &Search, Found { certificate, next }: &Found) -> String {
    let setting = &certificate.setting;
    let (solution, direction) = quantity.solution(setting);
    let (of_what, unit) = match setting.law {
        Law::Laplace(_) | Law::Gaussian(_) => {
            (format!(", Δ/b for b = {}", spell(&certificate.chain.scale.0)), "")
        }
        Law::PlanarLaplace(_) => (format!(" per {} m", decimal::short(&setting.sensitivity.0)), " m"),
    };
    let what = match quantity {
        Quantity::Epsilon => {
            format!("largest ε   {solution}  (≈ {}{of_what})", decimal::down(epsilon(setting), 12))
        }
        Quantity::Sigma => {
            format!("least σ     {solution}  (≈ {})", decimal::up(&certificate.chain.scale.0, 12))
        }
        Quantity::Grid => format!("finest grid {solution}"),
        Quantity::Window => format!("widest window {solution}"),
    };
    let slack = &search.budget - &certificate.verdict.0;
    // δ is how far the noise is from ideal noise; with Gaussian noise a probability has that name.
    let shift = decimal::term(&certificate.chain.shift.0);
    let shift = match setting.law {
        Law::Gaussian(_) => format!("noise within {shift} of ideal noise"),
        Law::Laplace(_) | Law::PlanarLaplace(_) => format!("δ = {shift}{unit}"),
    };
    let next = match next {
        Some((x, miss)) => format!("{direction}, {}: {miss}", quantity.neighbour(x)),
        None => "the end of what the arithmetic takes".into(),
    };
    format!(
        "{what}\n\
             ε′ at most  {}  (budget {}, left over {})\n\
             ε′ − ε      {}  with {shift}\n\
             not within  {next}\n\n\
             {}\n",
        decimal::epsilon_prime(&certificate.verdict.0),
        decimal::short(&search.budget),
        decimal::down(&slack, 3),
        decimal::term(&excess(certificate)),
        MechanismDescription::of(certificate).command(),
    )
}
