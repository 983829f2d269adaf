//! Tables in Markdown, with marks: a limit, and whether the ratio or the time beside it keeps it.

use std::fmt::Write as _;

/// What a figure is held against.
#[derive(Clone, Copy)]
pub enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

impl Limit {
    fn met(self, found: f64) -> bool {
        match self {
            Self::AtMost(limit) => found <= limit,
            Self::AtLeast(limit) => found >= limit,
        }
    }
}

/// One table, with a sentence on how it was measured.
pub struct Table {
    title: String,
    how: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// What a reader should know about the figures, after the table.
    notes: Vec<String>,
    /// Every mark: what it is about, and whether it is met.
    marks: Vec<(String, bool)>,
}

impl Table {
    /// The last column is for marks.
    pub fn new(title: &str, how: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            how: how.to_owned(),
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
            marks: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: &[String]) {
        self.rows.push(cells.to_vec());
    }

    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// The text of a mark, which is remembered under the name.
    pub fn mark(&mut self, what: &str, found: f64, limit: Limit, unit: &str) -> String {
        let met = limit.met(found);
        let (sign, bound) = match limit {
            Limit::AtMost(bound) => ("≤", bound),
            Limit::AtLeast(bound) => ("≥", bound),
        };
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let limit = format!("{sign} {bound}{unit}");
        let verdict = if met { "met" } else { "**missed**" };
        self.marks.push((format!("{what}: {limit}, found {}{unit}", figure(found)), met));
        format!("{limit}: {verdict}")
    }

    pub fn marks(&self) -> &[(String, bool)] {
        &self.marks
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n{}\n\n", self.title, self.how);
        // A table without marks has no column for them.
        let shown = self.columns.len() - usize::from(self.marks.is_empty());
        let line = |cells: &[String]| format!("| {} |\n", cells.get(..shown).unwrap_or(cells).join(" | "));
        text += &line(&self.columns);
        // The first column is a name, the last a mark; figures stand to the right.
        let last = self.columns.len() - 1;
        let rule = |i: usize| if i == 0 || i == last { "---" } else { "---:" };
        text += &line(&(0..self.columns.len()).map(|i| rule(i).to_owned()).collect::<Vec<_>>());
        for row in &self.rows {
            text += &line(row);
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text
    }
}

/// Three significant digits; large numbers as a power of ten.
pub fn figure(x: f64) -> String {
    let magnitude = x.abs();
    if !x.is_finite() {
        "unknown".to_owned()
    } else if magnitude >= 1e7 {
        let exponent = magnitude.log10().floor();
        format!("{:.1}·10^{exponent}", x / 10f64.powf(exponent))
    } else if magnitude >= 99.95 || magnitude == 0.0 {
        format!("{x:.0}")
    } else {
        let before = magnitude.log10().floor().max(-9.0) as i32;
        format!("{x:.*}", usize::try_from(2 - before).unwrap_or(0))
    }
}

/// A number of nanoseconds in a unit that suits it.
pub fn duration(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let fitting = units.into_iter().find(|(unit, _)| nanoseconds >= *unit);
    let (unit, name) = fitting.unwrap_or((1.0, "ns"));
    format!("{} {name}", figure(nanoseconds / unit))
}

/// e of the least squares fit time ~ size^e, in logarithms.
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(size, time)| (size.ln(), time.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    above / logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>()
}
