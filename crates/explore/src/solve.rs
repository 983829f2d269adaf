//! The other way round: from a budget for ε′ to a setting.

use crate::error::Error;
use crate::search::{Found, Miss, NotFound, Search};
use crate::setting::epsilon;
use crate::spelling::{power_of_two, spell, spell_grid, spell_range};
use kdelta_certificate::{
    Area, Asked, Embedded, Gaussian, Law, MechanismCertificate, MechanismDescription, Number, Outputs, Range,
    Setting,
};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use kdelta_oracle::threads;
use serde_json::{Value, json};

/// What to solve for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// The largest ε.
    Epsilon,
    /// The least σ of Gaussian noise.
    Sigma,
    /// The finest power of two.
    Grid,
    /// The widest window around the answers.
    Window,
}

impl Quantity {
    /// Its name, as flags and JSON have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Epsilon => "epsilon",
            Self::Sigma => "sigma",
            Self::Grid => "grid",
            Self::Window => "window",
        }
    }

    /// The setting whose certified ε′ is within the budget.
    ///
    /// # Errors
    /// If there is none, with the closest one and what to change.
    pub fn solve(self, search: &Search) -> Result<Found, Error> {
        let grid = &search.base.setting().grid.0;
        if self != Self::Grid && power_of_two(grid).is_none() {
            return Err(Error::question(format!(
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

    fn refusal(self, search: &Search, NotFound { closest, miss }: &NotFound) -> Error {
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
        Error::refused(refusal)
    }

    /// The solution: the number, and what its next neighbour is called.
    #[must_use]
    pub fn solution(self, setting: &Setting) -> (String, &'static str) {
        match (self, &setting.law) {
            (Self::Epsilon | Self::Sigma, Law::Gaussian(law)) => {
                (spell(&law.asked.number().0), "the next smaller one")
            }
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
    #[must_use]
    pub fn neighbour(self, x: &Rational) -> String {
        match self {
            Self::Epsilon | Self::Sigma => decimal::short(x),
            Self::Grid => spell_grid(x),
            Self::Window => format!("{x} steps beyond the answers"),
        }
    }

    /// The solution for programs, with exact numbers.
    #[must_use]
    pub fn json(self, search: &Search, Found { certificate, next }: &Found) -> Value {
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
#[must_use]
pub fn excess(certificate: &MechanismCertificate) -> Rational {
    &certificate.verdict.0 - &certificate.chain.epsilon.0
}

/// 2^log2, if grids go that far.
fn grid(log2: i32) -> Option<Rational> {
    (-100..=100).contains(&log2).then(|| dyadic(1, log2))
}

/// So many grids finer and coarser.
const AROUND: i32 = 2;

/// What one grid costs, and what it allows within the budget.
#[derive(Debug)]
pub struct Row {
    /// L.
    pub grid: Rational,
    /// δ and ε′ − ε with the window of the search, or why not.
    pub cost: Result<(Rational, Rational), Miss>,
    /// The largest ε.
    pub epsilon: Option<Rational>,
    /// The widest window.
    pub window: Option<Range>,
}

impl Row {
    fn of(mut search: Search, step: Rational) -> Self {
        search.base = search.base.with_grid(&step);
        // Not a probe: what a grid costs is of interest beyond the budget, too.
        let cost = MechanismCertificate::derive(&search.base.asked.description, &Embedded);
        Self {
            grid: step,
            cost: cost
                .map(|certificate| (certificate.chain.shift.0.clone(), excess(&certificate)))
                .map_err(|why| Miss::Refused(Box::new(why))),
            epsilon: search.scale().ok().and_then(|found| found.certificate.setting.epsilon().ok().cloned()),
            window: search
                .window()
                .ok()
                .and_then(|found| Some(found.certificate.setting.line().ok()?.window.clone())),
        }
    }
}

/// The grids around one, with everything else as in a search.
#[derive(Debug)]
pub struct Grids {
    /// At which ε.
    pub epsilon: Rational,
    /// For ε′.
    pub budget: Rational,
    /// With which window.
    pub window: Range,
    /// One for each grid, from the finest.
    pub rows: Vec<Row>,
}

impl Grids {
    /// Those around 2^log2.
    ///
    /// # Errors
    /// If the search is not about noise for numbers that has an ε.
    pub fn around(search: &Search, log2: i32) -> Result<Self, Error> {
        let grids: Vec<_> = (log2 - AROUND..=log2 + AROUND).filter_map(grid).collect();
        // A row is about a hundred derivations and knows nothing of the others.
        let rows = threads::map(grids, |step| Row::of(search.clone(), step));
        let setting = search.base.setting();
        Ok(Self {
            epsilon: setting.epsilon()?.clone(),
            budget: search.budget.clone(),
            window: setting.line()?.window.clone(),
            rows,
        })
    }

    /// The same for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let (delta, excess, refused) = match &row.cost {
                Ok((delta, excess)) => (Some(decimal::term(delta)), Some(decimal::term(excess)), None),
                Err(miss) => (None, None, Some(miss.to_string())),
            };
            json!({
                "grid": spell_grid(&row.grid),
                "delta_at_most": delta,
                "excess_at_most": excess,
                "refused": refused,
                "largest_epsilon": row.epsilon.as_ref().map(spell),
                "widest_window": row.window.as_ref().map(spell_range),
            })
        });
        json!({ "epsilon": spell(&self.epsilon), "window": spell_range(&self.window), "rows": rows.collect::<Vec<_>>() })
    }
}
