//! `kdelta solve`: the other way round, from a budget for ε′ to a setting.

mod planar;
mod search;
mod table;

use crate::failure::Failure;
use crate::output::{print, print_plain};
use crate::setting::{Exact, Flags, line};
use crate::spelling::{power_of_two, spell, spell_grid, spell_range};
use clap::{Args, Subcommand, ValueEnum};
use kdelta_certificate::MechanismCertificate;
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::Signed;
use search::{Found, Miss, NotFound, Search};
use serde_json::{Value, json};

/// What to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Quantity {
    /// the largest ε
    Epsilon,
    /// the finest power of two
    Grid,
    /// the widest window around the answers
    Window,
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
    quantity: Quantity,
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
        if let Some(Kind::Planar(flags)) = self.kind.take() {
            return flags.run();
        }
        let budget = positive(self.budget)?;
        // With what the file of --config says: also that would be ignored.
        let setting = self.setting.with_file()?;
        let flag = match self.quantity {
            Quantity::Epsilon => setting.epsilon.is_some().then_some("epsilon"),
            Quantity::Grid => setting.grid.is_some().then_some("grid"),
            Quantity::Window => setting.window.is_some().then_some("window"),
        };
        if let Some(flag) = flag {
            return Err(Failure::usage(format!(
                "--{flag} is what --for {flag} solves for; leave it out, or solve for something else"
            )));
        }
        // The window and the grid that are not given follow from ε: its limit, if it is what is solved for.
        let epsilon = (self.quantity == Quantity::Epsilon).then(|| Exact(budget.clone()));
        let setting = Flags { epsilon: epsilon.or(setting.epsilon), ..setting };
        let search = Search { base: setting.describe()?, budget };
        if self.quantity != Quantity::Grid && power_of_two(&search.base.setting.grid.0).is_none() {
            return Err(Failure::usage(format!(
                "--grid {}: is not a power of two; write for example 2^-10",
                decimal::short(&search.base.setting.grid.0)
            )));
        }
        let found = match self.quantity {
            Quantity::Epsilon => search.epsilon(),
            Quantity::Grid => search.grid(),
            Quantity::Window => search.window(),
        };
        let found = found.map_err(|not_found| refusal(self.quantity, &search, &not_found))?;
        let rows = if self.table {
            // The grids around the one found or given, at the ε that is given or leaves one hundredth to the machine.
            let around = power_of_two(&found.description.setting.grid.0).unwrap_or(0);
            let mut search = search.clone();
            if self.quantity == Quantity::Epsilon {
                search.base.setting.epsilon =
                    (&(&search.budget * Rational::new(99.into(), 100.into()))).into();
            }
            Some(table::Table::around(&search, around))
        } else {
            None
        };
        if self.json {
            let mut value = as_json(self.quantity, &search, &found);
            if let (Some(object), Some(rows)) = (value.as_object_mut(), &rows) {
                object.insert("table".into(), rows.json());
            }
            print_plain(&format!("{value:#}\n"))
        } else {
            let text = as_text(self.quantity, &search, &found);
            let table = rows.map(|rows| format!("\n{rows}")).unwrap_or_default();
            print(&format!("{text}{table}"))
        }
    }
}

impl Quantity {
    const fn name(self) -> &'static str {
        match self {
            Self::Epsilon => "epsilon",
            Self::Grid => "grid",
            Self::Window => "window",
        }
    }
}

fn refusal(quantity: Quantity, search: &Search, not_found: &NotFound) -> Failure {
    let NotFound { closest, miss } = not_found;
    let budget = decimal::short(&search.budget);
    let epsilon = &search.base.setting.epsilon.0;
    let refusal = match quantity {
        Quantity::Epsilon => format!(
            "no ε keeps ε′ within {budget}; at ε = {}, {miss}; take a coarser grid, a narrower window or a wider format",
            decimal::short(closest)
        ),
        _ if *epsilon >= search.budget => format!(
            "ε = {} already is as large as the budget {budget}, and finite precision costs more; give a smaller --epsilon",
            decimal::short(epsilon)
        ),
        Quantity::Grid => format!(
            "no power of two keeps ε′ within {budget}; at {}, {miss}; give a smaller --epsilon, a narrower window or a \
             wider format",
            spell_grid(closest)
        ),
        Quantity::Window => format!(
            "even the answers alone as the window do not keep ε′ within {budget}: {miss}; give a smaller --epsilon or a \
             coarser --grid"
        ),
    };
    Failure::refused(refusal)
}

/// The solution in words: the number, and what its next neighbour is called.
fn solution(quantity: Quantity, found: &Found) -> (String, &'static str) {
    let setting = &found.description.setting;
    match quantity {
        Quantity::Epsilon => (spell(&setting.epsilon.0), "the next larger one"),
        Quantity::Grid => (spell_grid(&setting.grid.0), "the next finer one"),
        Quantity::Window => (spell_range(&line(setting).window), "one step more on both sides"),
    }
}

/// The neighbour that misses, in the unit of the search: ε, a grid, or grid steps beyond the answers.
fn neighbour(quantity: Quantity, x: &Rational) -> String {
    match quantity {
        Quantity::Epsilon => decimal::short(x),
        Quantity::Grid => spell_grid(x),
        Quantity::Window => format!("{x} steps beyond the answers"),
    }
}

/// ε′ − ε, what finite precision costs.
fn excess(certificate: &MechanismCertificate) -> Rational {
    &certificate.verdict.0 - &certificate.chain.epsilon.0
}

fn as_text(quantity: Quantity, search: &Search, found: &Found) -> String {
    let Found { description, certificate, next } = found;
    let (solution, direction) = solution(quantity, found);
    let what = match quantity {
        Quantity::Epsilon => format!(
            "largest ε   {solution}  (≈ {}, Δ/b for b = {})",
            decimal::down(&description.setting.epsilon.0, 12),
            spell(&certificate.chain.scale.0)
        ),
        Quantity::Grid => format!("finest grid {solution}"),
        Quantity::Window => format!("widest window {solution}"),
    };
    let slack = &search.budget - &certificate.verdict.0;
    let next = match next {
        Some((x, miss)) => format!("{direction}, {}: {miss}", neighbour(quantity, x)),
        None => "the end of what the arithmetic takes".into(),
    };
    format!(
        "{what}\n\
         ε′ at most  {}  (budget {}, left over {})\n\
         ε′ − ε      {}  with δ = {}\n\
         not within  {next}\n\n\
         {}\n",
        decimal::epsilon_prime(&certificate.verdict.0),
        decimal::short(&search.budget),
        decimal::down(&slack, 3),
        decimal::term(&excess(certificate)),
        decimal::term(&certificate.chain.shift.0),
        description.command(),
    )
}

fn as_json(quantity: Quantity, search: &Search, found: &Found) -> Value {
    let Found { description, certificate, next } = found;
    let next = next.as_ref().map(|(x, miss)| match miss {
        Miss::Costs(verdict) => {
            json!({ quantity.name(): spell(x), "epsilon_prime": kdelta_certificate::Number(verdict.clone()) })
        }
        Miss::Refused(why) => {
            json!({ quantity.name(): spell(x), "refused": { "field": why.field, "why": why.why } })
        }
    });
    json!({
        "solved": quantity.name(),
        "solution": solution(quantity, found).0,
        "budget": spell(&search.budget),
        "setting": description.setting,
        "format": description.format.word(),
        "generator": description.generator.to_string(),
        "scale": certificate.chain.scale,
        "delta": certificate.chain.shift,
        "epsilon_prime": certificate.verdict,
        "epsilon_prime_at_most": decimal::epsilon_prime(&certificate.verdict.0),
        "within_budget": certificate.verdict.0 <= search.budget,
        "next": next,
        "certify": description.command(),
    })
}

/// 2^log2, if grids go that far.
fn grid(log2: i32) -> Option<Rational> {
    (-100..=100).contains(&log2).then(|| dyadic(1, log2))
}
