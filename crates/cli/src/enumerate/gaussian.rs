//! `kdelta enumerate gaussian`: the exact law of a small Gaussian mechanism, next to the law of the ideal one and to what the certificate
//! says about the two.

use crate::failure::Failure;
use crate::output::{Page, print, print_plain};
use crate::small::{Gaussian, with_bar};
use crate::spelling::spell_grid;
use clap::Args;
use kdelta_explore::enumerate::gaussian::{Farthest, Found, enumerate, logarithm, place};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer::Closeness;

pub(crate) const EXAMPLES: &str = "\
Every draw of the generator goes through the code that runs, in fixed point, so the law is exact: a number of strings of entropy for each output. Next to it stands the ideal law, exact Gaussian noise rounded in the same way, enclosed by rationals. Shown are

  the largest ln(P′/P) and ln(P/P′) over all answers and outputs, \"outside\" included, with κ₊ and κ₋ of the certificate;
  the exact δ at several ε, the largest sum of P₁ − e^ε·P₂ over all answers within Δ, with the certified δ, which is the ideal one transferred by κ₊ and κ₋.

Limits: relative-2 to relative-20, which take up to 2 GB; 2^32 pairs of answers and outputs. Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

Examples:
  kdelta enumerate gaussian
  kdelta enumerate gaussian --sigma 2 --delta 1e-4 --generator relative-12 --grid 1/2
  kdelta enumerate gaussian --generator relative-4 --json

Exit code 0: enumerated, and within every bound; 1: refused, or a bound does not hold, which would be a defect; 2: not understood.";

#[derive(Debug, Args)]
pub(super) struct Flags {
    #[command(flatten)]
    mechanism: Gaussian,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(flags: &Flags) -> Result<(), Failure> {
    let mechanism = flags.mechanism.small();
    let found = with_bar("draws", |progress| enumerate(&mechanism, progress))?;
    if flags.json {
        let text = serde_json::to_string_pretty(&found.json()?).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        print(&text(&found)?)?;
    }
    let violated = found.violated()?;
    if violated.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "enumerate gaussian: the exact law exceeds {}: this is a defect of kdelta, please report it with the command",
        violated.join(", ")
    )))
}

fn text(found: &Found) -> Result<String, Failure> {
    let (small, (sigma, delta, generator)) = (&found.small, &found.flags);
    let mut page = Page::default();
    let point = |index: i64| decimal::short(&(&small.grid * Rational::from_integer(index.into())));
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    page.columns(
        None,
        [
            row(
                "Gaussian",
                format!(
                    "σ = {}, δ = {}, fixed point of 64 bits, {} of fraction, {generator}",
                    decimal::short(sigma),
                    decimal::short(delta),
                    small.digits
                ),
            ),
            row(
                "answers",
                format!(
                    "all {} from {} to {}, compared within Δ = {}",
                    small.answers.1 - small.answers.0 + 1,
                    decimal::short(&small.number(small.answers.0)),
                    decimal::short(&small.number(small.answers.1)),
                    decimal::short(&small.sensitivity)
                ),
            ),
            row(
                "release",
                format!(
                    "multiples of L = {} from {} to {}, or \"outside\"",
                    spell_grid(&small.grid),
                    point(*small.outputs.start()),
                    point(*small.outputs.end())
                ),
            ),
            row(
                "weights",
                format!("exact: how many of {} equal parts of all entropy give an output", found.total),
            ),
        ],
    );
    let bounds = found.certificate.as_ref().ok().map(|certificate| Closeness::from(&certificate.closeness));
    let bound = |of: fn(&Closeness) -> &UpperBound| {
        bounds.as_ref().map_or_else(|| "no bound".to_owned(), |bounds| decimal::term(of(bounds).value()))
    };
    let farthest = |name: &str, of: &Farthest, bound: String| -> Result<Vec<String>, Failure> {
        Ok(vec![format!(" {name}"), decimal::term(&logarithm(&of.ratio)?), bound, place(small, of)])
    };
    page.columns(
        Some(
            [" closeness to the ideal law", "exact, at most", "certified", "at"].map(str::to_owned).to_vec(),
        ),
        [
            farthest("κ₊, the largest ln(P′/P)", &found.above, bound(|closeness| &closeness.above))?,
            farthest("κ₋, the largest ln(P/P′)", &found.below, bound(|closeness| &closeness.below))?,
        ],
    );
    let rows = found.curve.iter().map(|point| {
        let certified = point.certified.as_ref();
        vec![
            format!(" {}", decimal::epsilon_prime(&point.epsilon)),
            decimal::term(&point.exact),
            certified.map_or_else(|| "no bound".to_owned(), |bound| decimal::term(bound.value())),
            decimal::term(point.ideal.value()),
        ]
    });
    page.columns(
        Some(
            [" ε", "exact δ, at most", "certified δ", "δ of the ideal mechanism"].map(str::to_owned).to_vec(),
        ),
        rows,
    );
    page.line("");
    match &found.certificate {
        Ok(certificate) if found.violated()?.is_empty() => page.good(&format!(
            " every bound holds: the mechanism is (ε′, δ)-private, ε′ ≤ {}, δ = {}",
            decimal::epsilon_prime(&certificate.verdict.0),
            decimal::short(delta)
        )),
        Ok(_) => page.bad(" A BOUND IS VIOLATED"),
        Err(why) => {
            page.heading(" no bound of the theory applies");
            page.paragraph(&format!("{}; {}", why.why, why.remedy));
        }
    }
    Ok(page.0)
}
