//! The reverse table: for each grid around one, what it costs and what it allows.

use super::{excess, grid};
use crate::setting::{epsilon, line};
use crate::sources::Embedded;
use crate::spelling::{spell, spell_grid, spell_range};
use kdelta_certificate::{MechanismCertificate, Range};
use kdelta_explore::search::{Miss, Search};
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::threads;
use serde_json::{Value, json};
use std::fmt;

/// So many grids finer and coarser.
const AROUND: i32 = 2;

struct Row {
    grid: Rational,
    /// δ and ε′ − ε with the window of the search, or why not.
    cost: Result<(Rational, Rational), Miss>,
    epsilon: Option<Rational>,
    window: Option<Range>,
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
            epsilon: search.scale().ok().map(|found| epsilon(&found.certificate.setting).clone()),
            window: search.window().ok().map(|found| line(&found.certificate.setting).window.clone()),
        }
    }
}

/// The table, at one ε.
pub(super) struct Table {
    epsilon: Rational,
    budget: Rational,
    window: Range,
    rows: Vec<Row>,
}

impl Table {
    /// The grids around 2^log2, with everything else as in the search.
    pub(super) fn around(search: &Search, log2: i32) -> Self {
        let grids: Vec<_> = (log2 - AROUND..=log2 + AROUND).filter_map(grid).collect();
        // A row is about a hundred derivations and knows nothing of the others.
        let rows = threads::map(grids, |step| Row::of(search.clone(), step));
        Self {
            epsilon: epsilon(search.base.setting()).clone(),
            budget: search.budget.clone(),
            window: line(search.base.setting()).window.clone(),
            rows,
        }
    }

    pub(super) fn json(&self) -> Value {
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

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let epsilon = decimal::short(&self.epsilon);
        let mut table = comfy_table::Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        table.set_header([
            "grid".to_owned(),
            "δ".to_owned(),
            "ε′ − ε".to_owned(),
            format!("largest ε within {}", decimal::short(&self.budget)),
            format!("widest window at ε = {epsilon}"),
        ]);
        for row in &self.rows {
            let (delta, excess) = match &row.cost {
                Ok((delta, excess)) => (decimal::term(delta), decimal::term(excess)),
                Err(_) => ("refused".into(), "refused".into()),
            };
            table.add_row([
                spell_grid(&row.grid),
                delta,
                excess,
                row.epsilon.as_ref().map_or_else(|| "none".into(), |epsilon| decimal::down(epsilon, 12)),
                // Inward: what is printed lies in the window.
                row.window.as_ref().map_or_else(
                    || "none".into(),
                    |window| {
                        format!("{}..{}", decimal::up(&window.low.0, 8), decimal::down(&window.high.0, 8))
                    },
                ),
            ]);
        }
        writeln!(
            f,
            "other grids: δ and ε′ − ε at ε = {epsilon} with the window {}",
            spell_range(&self.window)
        )?;
        for line in table.to_string().lines() {
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
