//! The reverse table: for each grid around one, what it costs and what it allows.

use crate::spelling::{spell_grid, spell_range};
use kdelta_explore::solve::Grids;
use kdelta_oracle::number::decimal;
use std::fmt;

/// The table as a person reads it.
pub(super) struct Shown<'a>(pub(super) &'a Grids);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(grids) = self;
        let epsilon = decimal::short(&grids.epsilon);
        let mut table = comfy_table::Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        table.set_header([
            "grid".to_owned(),
            "δ".to_owned(),
            "ε′ − ε".to_owned(),
            format!("largest ε within {}", decimal::short(&grids.budget)),
            format!("widest window at ε = {epsilon}"),
        ]);
        for row in &grids.rows {
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
            spell_range(&grids.window)
        )?;
        for line in table.to_string().lines() {
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
