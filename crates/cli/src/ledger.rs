//! `kdelta ledger`: the releases that were made under one budget, and what is left of it.

use crate::failure::Failure;
use crate::output::{Page, print, print_plain, tell};
use crate::setting::Exact;
use clap::{Args, ValueEnum};
use kdelta::ledger::{Budget, Entry, Ideal, Ledger, LedgerFile, Rule};
use kdelta::{Closeness, Error, LowerBound, Rational, UpperBound};
use kdelta_certificate::Number;
use kdelta_oracle::number::decimal;
use kdelta_rows::spending::missing;
use serde_json::{Value, json};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
A ledger is a file with a budget (ε, δ) and a line for each release that was recorded in it. --ledger FILE of release, count, sum and mean records a release before anything of it is drawn, and refuses it if the budget does not cover it. All releases together are then (ε, δ)-private, also if each was chosen after seeing the others.

A release is accepted while at least one of two rules covers the list with it: the sum of the ε′, or, with --delta, the sum of the Rényi divergences at one order, which was fixed when the ledger was made. For many small releases the second asks for far less. Gaussian noise has no ε′ without a δ: it needs a ledger with --delta, and from the first such release on only the second rule is left.

All entries must hide the same thing: whether a person took part (count, sum, mean), what a person answered (release of rows), or where a person is (release planar); an entry that hides something else is refused. For an answer that you computed yourself, its sensitivity must be for the same thing. Everything about the same people goes into one ledger, whatever data it comes from; other people may have another.

The file is written by kdelta alone. One that was cut or changed is refused and not repaired, as a release may stand behind any line. That finds accidents; it stops nobody who forges a ledger or puts an old copy in its place. FILE.lock beside it keeps two processes apart.

--export dp-accounting writes a Python program for Google's dp_accounting; --export opendp writes JSON for opendp.prelude.deserialize. With Gaussian noise that is a composition in ρ of zero-concentrated privacy, of the ideal mechanisms; what to add is said on standard error.

Examples:
  kdelta ledger people.ledger --create --epsilon 1 --delta 1e-6
  kdelta count ages.csv --header --epsilon 1/10 --ledger people.ledger
  kdelta mean ages.csv --column age --bounds 0..120 --epsilon 1/10 --ledger people.ledger --label 'mean age'
  kdelta ledger people.ledger
  kdelta ledger people.ledger --json
  kdelta ledger people.ledger --export dp-accounting > people.py
  kdelta ledger people.ledger --export opendp > people.json

Exit code 0: the ledger is as it was written; 1: it is damaged, or cannot be made; 2: wrong usage.";

/// What another accountant reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Export {
    /// A Python program that composes the ideal mechanisms and adds the surcharge
    DpAccounting,
    /// JSON of a composition whose privacy map at 1 is at least the sum of the ε′
    Opendp,
}

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// The ledger
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Makes it, with the budget of --epsilon and --delta
    #[arg(long, requires = "epsilon", conflicts_with = "export")]
    create: bool,
    /// ε > 0 of the budget
    #[arg(long, value_name = "NUMBER", requires = "create", allow_hyphen_values = true)]
    epsilon: Option<Exact>,
    /// δ of the budget, less than 1 over the number of people; without it, only the sum of ε′ counts
    #[arg(long, value_name = "NUMBER", requires = "create", allow_hyphen_values = true)]
    delta: Option<Exact>,
    /// What another accountant reads, in the place of the table
    #[arg(long, value_name = "ACCOUNTANT", conflicts_with = "json")]
    export: Option<Export>,
    /// Everything as JSON, with exact numbers
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let named = |why: Error| match why {
        Error::File { .. } | Error::InUse { .. } => Failure::refused(why),
        _ => Failure::refused(format!("{}: {why}", flags.file.display())),
    };
    let ledger = match &flags.epsilon {
        Some(Exact(epsilon)) if flags.create => {
            crate::setting::positive("epsilon", Some(epsilon))?;
            let budget = match &flags.delta {
                Some(Exact(delta)) => Budget::approximate(epsilon, delta),
                None => Budget::pure(epsilon),
            };
            let budget = budget.map_err(Failure::usage)?;
            LedgerFile::create(&flags.file, budget).map_err(named)?.ledger().clone()
        }
        _ if !flags.file.exists() => {
            return Err(Failure::usage(format!("{}: {}", flags.file.display(), missing(&flags.file))));
        }
        _ => LedgerFile::look(&flags.file).map_err(named)?.clone(),
    };
    match flags.export {
        Some(Export::DpAccounting) => print_plain(&ledger.to_dp_accounting().map_err(named)?),
        Some(Export::Opendp) => {
            let text = ledger.to_opendp().map_err(named)?;
            if ledger.entries().iter().any(|entry| matches!(entry.ideal(), Ideal::Gaussian { .. })) {
                tell(&format_args!(
                    "note: this gives ρ of the ideal mechanisms. When OpenDP has made an ε at a δ of it, {}",
                    surcharge(&ledger)
                ));
            }
            print_plain(&format!("{text}\n"))
        }
        None if flags.json => print_plain(&format!("{:#}\n", as_json(&ledger))),
        None => print(&as_text(&ledger)),
    }
}

/// The ideal mechanism in words.
fn ideal(entry: &Entry) -> String {
    let short = decimal::short;
    match entry.ideal() {
        Ideal::Laplace { sensitivity, scale } => {
            format!("Laplace, Δ = {}, b = {}", short(sensitivity), short(scale))
        }
        Ideal::PlanarLaplace { distance, scale } => {
            format!("planar Laplace, within {}, b = {}", short(distance), short(scale))
        }
        Ideal::Gaussian { sensitivity, scale, .. } => {
            format!("Gaussian, Δ = {}, σ = {}", short(sensitivity), short(scale))
        }
        Ideal::Approximate { epsilon, delta } => {
            format!("stated, ε = {}, δ = {}", short(epsilon), short(delta))
        }
        _ => "unknown".into(),
    }
}

/// ε′ of one release, and the δ that it is at, unless that is 0.
fn each(entry: &Entry) -> String {
    let epsilon = entry.epsilon_prime();
    if entry.is_pure() {
        format!("{epsilon:.9}")
    } else {
        format!("{epsilon:.9} at δ = {:.6}", entry.delta())
    }
}

fn as_text(ledger: &Ledger) -> String {
    let (budget, spent, remaining) = (ledger.budget(), ledger.spent(), ledger.remaining());
    let mut page = Page::default();
    let delta = decimal::short(budget.delta());
    page.line(&format!("budget: ε = {}, δ = {delta}", decimal::short(budget.epsilon())));
    if let Some(hides) = ledger.hides() {
        page.line(&format!("hides: {hides}"));
    }
    if ledger.entries().is_empty() {
        page.line("no releases yet");
    } else {
        let header = ["", "releases", "ε′ of each", "ideal mechanism", "label"].map(str::to_owned).to_vec();
        let rows = ledger.entries().iter().enumerate().map(|(place, entry)| {
            vec![
                (place + 1).to_string(),
                entry.count().to_string(),
                each(entry),
                ideal(entry),
                entry.label().to_owned(),
            ]
        });
        page.columns(Some(header), rows);
    }
    let header = ["rule", "spent", "left"].map(str::to_owned).to_vec();
    let word = |left: &Option<LowerBound>| {
        left.as_ref().map_or("nothing: it does not hold any more".into(), |left| format!("{left:.9}"))
    };
    let mut rules =
        vec![vec!["sum of ε′".to_owned(), format!("{:.9}", spent.epsilon), word(&remaining.epsilon)]];
    if let (Some(order), Some(renyi)) = (budget.order(), &spent.renyi) {
        let name = format!("Rényi divergence of order {}, as ε at δ", decimal::short(order));
        rules.push(vec![name, format!("{renyi:.9}"), word(&remaining.renyi)]);
    }
    page.columns(Some(header), rules);
    let mut notes = vec![match ledger.rules().as_slice() {
        [] => "The entries exceed the budget: nothing more is accepted.".to_owned(),
        _ => "All releases together stay within the budget, also if each was chosen after seeing the others."
            .to_owned(),
    }];
    if let Some(advanced) = &spent.advanced {
        notes.push(format!(
            "For comparison, if this list had been fixed in advance: ε = {advanced:.9} at δ by advanced composition. It decides nothing here."
        ));
    }
    notes.push(format!(
        "For other accountants: run them on the ideal mechanisms, then {} (--export).",
        surcharge(ledger)
    ));
    page.line("");
    for note in notes {
        page.paragraph(&note);
    }
    page.0
}

/// What to do with the result of another accountant.
fn surcharge(ledger: &Ledger) -> String {
    let Closeness { above, below } = ledger.spent().closeness;
    format!("add κ₊ + κ₋ = {above:.3} + {below:.3} to ε and multiply δ by e^κ₊")
}

fn exact(number: &Rational) -> Value {
    json!(Number(number.clone()))
}

fn above(bound: &UpperBound) -> Value {
    json!({ "exact": exact(bound.value()), "at_most": decimal::epsilon_prime(bound.value()) })
}

fn below(bound: &LowerBound) -> Value {
    json!({ "exact": exact(bound.value()), "at_least": decimal::down(bound.value(), 16) })
}

fn as_json(ledger: &Ledger) -> Value {
    let (budget, spent, remaining) = (ledger.budget(), ledger.spent(), ledger.remaining());
    let entry = |(place, entry): (usize, &Entry)| {
        json!({
            "number": place + 1,
            "label": entry.label(),
            "releases": entry.count(),
            "ideal": entry.ideal(),
            "hides": entry.hides(),
            "closeness": { "above": above(&entry.closeness().above), "below": above(&entry.closeness().below) },
            "epsilon_prime": above(entry.epsilon_prime()),
            "delta": above(entry.delta()),
        })
    };
    let rule = |rule: Rule| match rule {
        Rule::Sum => "sum",
        Rule::Renyi => "renyi",
        _ => "other",
    };
    json!({
        "budget": {
            "epsilon": exact(budget.epsilon()),
            "delta": exact(budget.delta()),
            "order": budget.order().map(exact),
        },
        "hides": ledger.hides(),
        "entries": ledger.entries().iter().enumerate().map(entry).collect::<Vec<_>>(),
        "rules_that_hold": ledger.rules().into_iter().map(rule).collect::<Vec<_>>(),
        "spent": {
            "epsilon": above(&spent.epsilon),
            "delta": above(&spent.delta),
            "epsilon_by_renyi_if_fixed_in_advance": spent.renyi.as_ref().map(above),
            "epsilon_by_advanced_composition_if_fixed_in_advance": spent.advanced.as_ref().map(above),
            "closeness": { "above": above(&spent.closeness.above), "below": above(&spent.closeness.below) },
        },
        "left": {
            "epsilon": remaining.epsilon.as_ref().map(below),
            "delta": remaining.delta.as_ref().map(below),
            "renyi": remaining.renyi.as_ref().map(below),
        },
    })
}
