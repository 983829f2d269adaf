//! `kdelta enumerate planar`: the exact loss of a small planar mechanism, next to every bound.

use crate::failure::Failure;
use crate::output::{Page, print, print_plain};
use crate::setting::{Ends, Exact};
use crate::spelling::spell_grid;
use clap::Args;
use kdelta_explore::enumerate::plane::{Found, Mechanism, Row, Sampler, bounds, enumerate, output, point};
use kdelta_oracle::distribution::Loss;
use kdelta_oracle::number::decimal;

pub(crate) const EXAMPLES: &str = "\
Every draw goes through the code that runs, in fixed point with 20 binary digits after the point. Answers are a square lattice, outputs a square of cells; answers are compared within the Euclidean distance Δ. The paper's printed bound is shown for the inverse CDF, with the paper's own δ; it does not hold (F5, CE14).

Limits: gamma-4 to gamma-9 and inverse-6, -8, … -16, angles of 4, 6, 8 or 10 bits, together at most 2^26 draws; 2^30 outputs times pairs of answers.

Examples:
  kdelta enumerate planar
  kdelta enumerate planar --sampler inverse-10 --angle 10 --answers 0..1/4 --step 1/32 --window 0..1/4 --grid 1/64
  kdelta enumerate planar --epsilon 1/2 --json";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// ε > 0, for answers at the distance Δ
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    epsilon: Exact,
    /// Δ > 0, how far apart neighbouring answers may be
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    distance: Exact,
    /// Both coordinates of the answers
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    answers: Ends,
    /// The distance between answers along an axis
    #[arg(long, value_name = "STEP", default_value = "1/8", allow_hyphen_values = true)]
    step: Exact,
    /// Both coordinates of the lowest and the highest output, multiples of the grid
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    window: Ends,
    /// L, the side of a cell, a power of two
    #[arg(long, value_name = "STEP", default_value = "1/2", allow_hyphen_values = true)]
    grid: Exact,
    /// How the radius is drawn: gamma-BITS, two logarithms, or inverse-BITS, the inverse CDF
    #[arg(long, value_name = "SAMPLER", default_value = "gamma-7")]
    sampler: Sampler,
    /// Bits of the angle
    #[arg(long, value_name = "BITS", default_value = "8")]
    angle: u32,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Flags {
    fn small(&self) -> Mechanism {
        Mechanism {
            epsilon: self.epsilon.clone(),
            distance: self.distance.clone(),
            answers: self.answers.clone(),
            step: self.step.clone(),
            window: self.window.clone(),
            grid: self.grid.clone(),
            sampler: self.sampler,
            angle: self.angle,
        }
    }
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let small = flags.small();
    let found = enumerate(&small)?;
    let rows = bounds(&found)?;
    if flags.json {
        let text = serde_json::to_string_pretty(&found.json(&small, &rows)).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        print(&text(&small, &found, &rows)?)?;
    }
    match rows.iter().find(|row| row.proved && !row.holds) {
        None => Ok(()),
        Some(row) => Err(Failure::refused(format!(
            "enumerate: the exact loss exceeds the bound {}: this is a defect of kdelta, please report it with the command",
            row.form
        ))),
    }
}

fn text(flags: &Mechanism, found: &Found, rows: &[Row]) -> Result<String, Failure> {
    let mut page = Page::default();
    let short = |x: &Exact| decimal::short(&x.0);
    let range = |ends: &Ends| format!("{} to {}", decimal::short(&ends.0), decimal::short(&ends.1));
    let head = [
        (
            "planar",
            format!(
                "ε = {} for Δ = {}, {} and an angle of {} bits, {} equally likely draws",
                short(&flags.epsilon),
                short(&flags.distance),
                flags.sampler,
                flags.angle,
                found.draws
            ),
        ),
        (
            "answers",
            format!(
                "every {} from {} on both axes, compared within Δ",
                short(&flags.step),
                range(&flags.answers)
            ),
        ),
        (
            "release",
            format!(
                "multiples of L = {} from {} on both axes, or \"outside\"",
                spell_grid(&flags.grid.0),
                range(&flags.window)
            ),
        ),
    ];
    page.columns(None, head.map(|(name, text)| vec![name.to_owned(), text]));
    if !rows.is_empty() {
        let header = [" ε′ at most", "", "form"].map(str::to_owned).to_vec();
        let lines = rows.iter().map(|row| {
            let verdict = if row.holds { "holds" } else { "VIOLATED" };
            vec![format!(" {}", decimal::epsilon_prime(&row.bound)), verdict.to_owned(), row.form.clone()]
        });
        page.columns(Some(header), lines);
    }
    if let Err(why) = &found.bounds {
        page.heading(" no bound of the repaired theory applies");
        page.paragraph(&why.to_string());
    }
    page.line("");
    match &found.loss {
        Loss::Finite(ratio) => {
            let at_most = found
                .loss
                .enclosure(96)?
                .map_or_else(String::new, |value| decimal::epsilon_prime(value.hi()));
            page.good(&format!(" exact loss: ln({ratio}) ≤ {at_most}"));
        }
        Loss::Infinite => page.bad(" exact loss: infinite, this mechanism is not private for any ε"),
    }
    let place = output(flags, &found.worst).map_or_else(
        || "the output \"outside\"".to_owned(),
        |[x, y]| format!("output ({}, {})", decimal::short(&x), decimal::short(&y)),
    );
    let (above, below) = found.worst.weights;
    page.paragraph(&format!(
        "It occurs at {place}: {above} of {} under the answer {}, {below} under {}.",
        found.draws,
        point(found.worst.answer),
        point(found.worst.neighbour)
    ));
    if found.loss == Loss::Infinite {
        page.paragraph(&format!(
            "No noise point brings the second answer into that cell; there is none within {} of 0.",
            decimal::down(&found.hole, 6)
        ));
    }
    Ok(page.0)
}
