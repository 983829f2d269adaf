//! `kdelta solve planar`: from a budget for ε′ to a setting of planar noise.

use super::search::{Found, Miss, NotFound, PlanarProblem, Search};
use super::{Quantity, positive};
use crate::failure::Failure;
use crate::output::{print, print_plain};
use crate::planar::{self, plane, terms};
use crate::setting::Exact;
use crate::spelling::{power_of_two, spell, spell_grid, spell_range};
use clap::Args;
use kdelta_certificate::{MechanismDescription, Number, Outputs};
use kdelta_oracle::number::{Rational, decimal};
use serde_json::{Value, json};

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
    quantity: Quantity,
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
        let given = match self.quantity {
            Quantity::Epsilon if setting.epsilon_per_metre.is_some() => Some("epsilon-per-metre"),
            Quantity::Epsilon => setting.epsilon.is_some().then_some("epsilon"),
            Quantity::Grid => setting.grid.is_some().then_some("grid"),
            Quantity::Window if setting.disc.is_some() => Some("disc"),
            Quantity::Window => setting.window.is_some().then_some("window"),
        };
        if let Some(flag) = given {
            return Err(Failure::usage(format!(
                "--{flag} is what --for {} solves for; leave it out, or solve for something else",
                self.quantity.name()
            )));
        }
        let asked = setting.describe()?;
        let grid = &asked.description.setting.grid.0;
        if self.quantity != Quantity::Grid && power_of_two(grid).is_none() {
            return Err(Failure::usage(format!(
                "--grid {}: is not a power of two; write for example 2^-3",
                decimal::short(grid)
            )));
        }
        let base = PlanarProblem::new(asked).map_err(|why| Failure::refused(format!("--box: {why}")))?;
        let search = Search { base, budget };
        let found = match self.quantity {
            Quantity::Epsilon => search.epsilon(),
            Quantity::Grid => search.grid(),
            Quantity::Window => search.window(),
        };
        let found = found.map_err(|not_found| refusal(self.quantity, &search, &not_found))?;
        // What was certified, with the generator that was chosen.
        let description = MechanismDescription::of(&found.certificate);
        if self.json {
            print_plain(&format!("{:#}\n", as_json(self.quantity, &search, &found, &description)))
        } else {
            print(&as_text(self.quantity, &search, &found, &description))
        }
    }
}

fn refusal(quantity: Quantity, search: &Search<PlanarProblem>, not_found: &NotFound) -> Failure {
    let NotFound { closest, miss } = not_found;
    let budget = decimal::short(&search.budget);
    let epsilon = &search.base.asked.description.setting.epsilon.0;
    let refusal = match quantity {
        Quantity::Epsilon => format!(
            "no ε keeps ε′ within {budget}; at ε = {}, {miss}; take a coarser grid, a narrower window or a longer distance",
            decimal::short(closest)
        ),
        _ if *epsilon >= search.budget => format!(
            "ε = {} already is as large as the budget {budget}, and finite precision costs more; give a smaller --epsilon",
            decimal::short(epsilon)
        ),
        Quantity::Grid => format!(
            "no power of two keeps ε′ within {budget}; at {}, {miss}; give a smaller --epsilon or a narrower window",
            spell_grid(closest)
        ),
        Quantity::Window => format!(
            "even the answers alone as the window do not keep ε′ within {budget}: {miss}; give a smaller --epsilon or a \
             coarser --grid"
        ),
    };
    Failure::refused(refusal)
}

/// The solution, and what its next neighbour is called.
fn solution(quantity: Quantity, description: &MechanismDescription) -> (String, &'static str) {
    let setting = &description.setting;
    match quantity {
        Quantity::Epsilon => (spell(&setting.epsilon.0), "the next larger one"),
        Quantity::Grid => (spell_grid(&setting.grid.0), "the next finer one"),
        Quantity::Window => {
            let window = match &plane(setting).outputs {
                Outputs::Rectangle(window) => {
                    format!("{},{}", spell_range(&window.x), spell_range(&window.y))
                }
                Outputs::Disc { radius } => format!("disc of {}", spell(&radius.0)),
            };
            (window, "one step more on all sides")
        }
    }
}

fn neighbour(quantity: Quantity, x: &Rational) -> String {
    match quantity {
        Quantity::Epsilon => decimal::short(x),
        Quantity::Grid => spell_grid(x),
        Quantity::Window => format!("{x} steps beyond the answers"),
    }
}

fn as_text(
    quantity: Quantity,
    search: &Search<PlanarProblem>,
    found: &Found<PlanarProblem>,
    description: &MechanismDescription,
) -> String {
    let Found { certificate, next, .. } = found;
    let (solution, direction) = solution(quantity, description);
    let what = match quantity {
        Quantity::Epsilon => format!(
            "largest ε   {solution}  (≈ {} per {} m)",
            decimal::down(&description.setting.epsilon.0, 12),
            decimal::short(&description.setting.sensitivity.0)
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
         ε′ − ε      {}  with δ = {} m\n\
         not within  {next}\n\n\
         {}\n",
        decimal::epsilon_prime(&certificate.verdict.0),
        decimal::short(&search.budget),
        decimal::down(&slack, 3),
        decimal::term(&(&certificate.verdict.0 - &certificate.chain.epsilon.0)),
        decimal::term(&certificate.chain.shift.0),
        description.command(),
    )
}

fn as_json(
    quantity: Quantity,
    search: &Search<PlanarProblem>,
    found: &Found<PlanarProblem>,
    description: &MechanismDescription,
) -> Value {
    let Found { certificate, next, .. } = found;
    let next = next.as_ref().map(|(x, miss)| match miss {
        Miss::Costs(verdict) => {
            json!({ quantity.name(): spell(x), "epsilon_prime": Number(verdict.clone()) })
        }
        Miss::Refused(why) => {
            json!({ quantity.name(): spell(x), "refused": { "field": why.field, "why": why.why } })
        }
    });
    json!({
        "solved": quantity.name(),
        "solution": solution(quantity, description).0,
        "budget": spell(&search.budget),
        "setting": description.setting,
        "format": description.format.word(),
        "generator": description.generator,
        "scale": certificate.chain.scale,
        "delta": certificate.chain.shift,
        "epsilon_prime": certificate.verdict,
        "epsilon_prime_at_most": decimal::epsilon_prime(&certificate.verdict.0),
        "per_metre_at_most": decimal::epsilon_prime(&terms(certificate).per_metre.0),
        "once_at_most": decimal::term(&terms(certificate).once.0),
        "within_budget": certificate.verdict.0 <= search.budget,
        "next": next,
        "certify": description.command(),
    })
}
