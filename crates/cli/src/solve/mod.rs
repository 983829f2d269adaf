//! `kdelta solve`: the other way round, from a budget for ε′ to a setting.

mod gaussian;
mod planar;
mod table;

use crate::failure::Failure;
use crate::output::{print, print_plain};
use crate::setting::{Exact, Flags, epsilon};
use crate::spelling::{power_of_two, spell, spell_grid, spell_range};
use clap::{Args, Subcommand, ValueEnum};
use kdelta_certificate::{
    Area, Asked, Gaussian, Law, MechanismCertificate, MechanismDescription, Number, Outputs, Setting,
};
use kdelta_explore::search::{Found, Miss, NotFound, Problem, Search};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::Signed;
use serde_json::{Value, json};

/// What to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Quantity {
    /// the largest ε
    Epsilon,
    /// the least σ of Gaussian noise
    #[value(skip)]
    Sigma,
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
        self.quantity.is_open(match self.quantity {
            Quantity::Epsilon | Quantity::Sigma => setting.epsilon.is_some().then_some("epsilon"),
            Quantity::Grid => setting.grid.is_some().then_some("grid"),
            Quantity::Window => setting.window.is_some().then_some("window"),
        })?;
        // The window and the grid that are not given follow from ε: its limit, if it is what is solved for.
        let epsilon = (self.quantity == Quantity::Epsilon).then(|| Exact(budget.clone()));
        let setting = Flags { epsilon: epsilon.or(setting.epsilon), ..setting };
        let search = Search { base: Problem::new(setting.describe()?.into())?, budget };
        let found = self.quantity.solve(&search)?;
        let rows = if self.table {
            // The grids around the one found or given, at the ε that is given or leaves one hundredth to the
            // machine.
            let around = power_of_two(&found.certificate.setting.grid.0)
                .ok_or_else(|| Failure::usage("--table needs a --grid that is a power of two"))?;
            let mut search = search.clone();
            if self.quantity == Quantity::Epsilon {
                let most = &search.budget * Rational::new(99.into(), 100.into());
                search.base = search.base.with_epsilon(&most);
            }
            Some(table::Table::around(&search, around))
        } else {
            None
        };
        self.quantity.show(&search, &found, self.json, rows.as_ref())
    }
}

impl Quantity {
    const fn name(self) -> &'static str {
        match self {
            Self::Epsilon => "epsilon",
            Self::Sigma => "sigma",
            Self::Grid => "grid",
            Self::Window => "window",
        }
    }

    /// Refuses a flag that states what is solved for.
    fn is_open(self, stated: Option<&str>) -> Result<(), Failure> {
        match stated {
            None => Ok(()),
            Some(flag) => Err(Failure::usage(format!(
                "--{flag} is what --for {} solves for; leave it out, or solve for something else",
                self.name()
            ))),
        }
    }

    fn solve(self, search: &Search) -> Result<Found, Failure> {
        let grid = &search.base.setting().grid.0;
        if self != Self::Grid && power_of_two(grid).is_none() {
            return Err(Failure::usage(format!(
                "--grid {}: is not a power of two; write for example 2^-10",
                decimal::short(grid)
            )));
        }
        let found = match self {
            Self::Epsilon | Self::Sigma => search.scale(),
            Self::Grid => search.grid(),
            Self::Window => search.window(),
        };
        found.map_err(|not_found| self.refusal(search, &not_found))
    }

    fn refusal(self, search: &Search, NotFound { closest, miss }: &NotFound) -> Failure {
        let budget = decimal::short(&search.budget);
        let setting = search.base.setting();
        let (wider, narrower) = match setting.law {
            Law::Laplace(_) | Law::Gaussian(_) => {
                ("a narrower window or a wider format", ", a narrower window or a wider format")
            }
            Law::PlanarLaplace(_) => ("a narrower window or a longer distance", " or a narrower window"),
        };
        let more = match &setting.law {
            Law::Gaussian(Gaussian { asked: Asked::Sigma(_), .. }) => "a larger --sigma",
            Law::Gaussian(Gaussian { asked: Asked::Rho(_), .. }) => "a smaller --rho",
            _ => "a smaller --epsilon",
        };
        // What is not certified says itself what would be.
        let instead = |costly: String| match miss {
            Miss::Costs(_) => costly,
            Miss::Refused(why) => why.remedy.to_string(),
        };
        let refusal = match self {
            Self::Epsilon => format!(
                "no ε keeps ε′ within {budget}; at ε = {}, {miss}; {}",
                decimal::short(closest),
                instead(format!("take a coarser grid, {wider}"))
            ),
            Self::Sigma => format!(
                "no σ keeps ε′ within {budget}; at σ = {}, {miss}; {}",
                decimal::short(closest),
                instead(format!("take a coarser grid, {wider}"))
            ),
            _ if setting.epsilon.as_ref().is_some_and(|epsilon| epsilon.0 >= search.budget) => format!(
                "ε = {} already is as large as the budget {budget}, and finite precision costs more; give a smaller --epsilon",
                decimal::short(epsilon(setting))
            ),
            Self::Grid => format!(
                "no power of two keeps ε′ within {budget}; at {}, {miss}; {}",
                spell_grid(closest),
                instead(format!("give {more}{narrower}"))
            ),
            Self::Window => format!(
                "even the answers alone as the window do not keep ε′ within {budget}: {miss}; {}",
                instead(format!("give {more} or a coarser --grid"))
            ),
        };
        Failure::refused(refusal)
    }

    /// The solution: the number, and what its next neighbour is called.
    fn solution(self, setting: &Setting) -> (String, &'static str) {
        match (self, &setting.law) {
            (Self::Sigma, Law::Gaussian(law)) => (spell(&law.asked.number().0), "the next smaller one"),
            (Self::Epsilon | Self::Sigma, _) => (spell(epsilon(setting)), "the next larger one"),
            (Self::Grid, _) => (spell_grid(&setting.grid.0), "the next finer one"),
            (Self::Window, Law::Laplace(line) | Law::Gaussian(Gaussian { line, .. })) => {
                (spell_range(&line.window), "one step more on both sides")
            }
            (Self::Window, Law::PlanarLaplace(plane)) => {
                let window = match &plane.outputs {
                    Outputs::Rectangle(Area { x, y }) => format!("{},{}", spell_range(x), spell_range(y)),
                    Outputs::Disc { radius } => format!("disc of {}", spell(&radius.0)),
                };
                (window, "one step more on all sides")
            }
        }
    }

    /// The neighbour that misses, in the unit of the search: ε, a grid, or grid steps beyond the answers.
    fn neighbour(self, x: &Rational) -> String {
        match self {
            Self::Epsilon | Self::Sigma => decimal::short(x),
            Self::Grid => spell_grid(x),
            Self::Window => format!("{x} steps beyond the answers"),
        }
    }

    fn show(
        self,
        search: &Search,
        found: &Found,
        as_json: bool,
        table: Option<&table::Table>,
    ) -> Result<(), Failure> {
        if !as_json {
            let table = table.map(|table| format!("\n{table}")).unwrap_or_default();
            return print(&format!("{}{table}", self.text(search, found)));
        }
        let mut value = self.json(search, found);
        if let (Some(object), Some(table)) = (value.as_object_mut(), table) {
            object.insert("table".into(), table.json());
        }
        print_plain(&format!("{value:#}\n"))
    }

    fn text(self, search: &Search, Found { certificate, next }: &Found) -> String {
        let setting = &certificate.setting;
        let (solution, direction) = self.solution(setting);
        let (of_what, unit) = match setting.law {
            Law::Laplace(_) | Law::Gaussian(_) => {
                (format!(", Δ/b for b = {}", spell(&certificate.chain.scale.0)), "")
            }
            Law::PlanarLaplace(_) => (format!(" per {} m", decimal::short(&setting.sensitivity.0)), " m"),
        };
        let what = match self {
            Self::Epsilon => {
                format!("largest ε   {solution}  (≈ {}{of_what})", decimal::down(epsilon(setting), 12))
            }
            Self::Sigma => {
                format!("least σ     {solution}  (≈ {})", decimal::up(&certificate.chain.scale.0, 12))
            }
            Self::Grid => format!("finest grid {solution}"),
            Self::Window => format!("widest window {solution}"),
        };
        let slack = &search.budget - &certificate.verdict.0;
        // δ is how far the noise is from ideal noise; with Gaussian noise a probability has that name.
        let shift = decimal::term(&certificate.chain.shift.0);
        let shift = match setting.law {
            Law::Gaussian(_) => format!("noise within {shift} of ideal noise"),
            Law::Laplace(_) | Law::PlanarLaplace(_) => format!("δ = {shift}{unit}"),
        };
        let next = match next {
            Some((x, miss)) => format!("{direction}, {}: {miss}", self.neighbour(x)),
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

    fn json(self, search: &Search, Found { certificate, next }: &Found) -> Value {
        let next = next.as_ref().map(|(x, miss)| match miss {
            Miss::Costs(verdict) => {
                json!({ self.name(): spell(x), "epsilon_prime": Number(verdict.clone()) })
            }
            Miss::Refused(why) => {
                json!({ self.name(): spell(x), "refused": { "field": why.field, "why": why.why } })
            }
        });
        let mut value = json!({
            "solved": self.name(),
            "solution": self.solution(&certificate.setting).0,
            "budget": spell(&search.budget),
            "setting": certificate.setting,
            "format": certificate.subject.format.word(),
            "generator": certificate.generator.name,
            "scale": certificate.chain.scale,
            "delta": certificate.chain.shift,
            "epsilon_prime": certificate.verdict,
            "epsilon_prime_at_most": decimal::epsilon_prime(&certificate.verdict.0),
            "within_budget": certificate.verdict.0 <= search.budget,
            "next": next,
            "certify": MechanismDescription::of(certificate).command(),
        });
        if let (Some(object), Some(terms)) = (value.as_object_mut(), &certificate.plane) {
            object.insert("per_metre_at_most".into(), decimal::epsilon_prime(&terms.per_metre.0).into());
            object.insert("once_at_most".into(), decimal::term(&terms.once.0).into());
        }
        value
    }
}

/// ε′ − ε, what finite precision costs.
fn excess(certificate: &MechanismCertificate) -> Rational {
    &certificate.verdict.0 - &certificate.chain.epsilon.0
}

/// 2^log2, if grids go that far.
fn grid(log2: i32) -> Option<Rational> {
    (-100..=100).contains(&log2).then(|| dyadic(1, log2))
}
