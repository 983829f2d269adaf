//! `kdelta attack`: the published attacks, run on the naive mechanism and on ours.

use crate::failure::Failure;
use crate::output::{Page, print, print_plain};
use clap::builder::PossibleValuesParser;
use clap::{Args, builder::PossibleValue};
use indicatif::{ProgressBar, ProgressStyle};
use kdelta_attack::{ATTACKS, Attack, CONFIDENCE, Finding, MAX_SAMPLES, Measurement, find};
use serde_json::{Value, json};

pub(crate) const EXAMPLES: &str = "\
The true answer is one of two. The attacker sees one output and says whether an event has happened; his advantage is P[event | first] − a·P[event | second], with a = 1, or a = e^ε where ε-differential privacy allows that much. The intervals are those of Clopper and Pearson, one for each world, combined at their worst. A seed gives the same numbers everywhere.

Examples:
  kdelta attack
  kdelta attack --list
  kdelta attack porous precision
  kdelta attack tail --samples 10000000 --seed 7 --json

Exit code 0: every attack succeeds on the naive mechanism at its exact rate and is at chance on kdelta; 1: one does not, or so few samples do not show it; 2: not understood.";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Which attacks, all unless named; a named one is told in full
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    names: Vec<String>,
    /// Says what each attack is instead of running it
    #[arg(long)]
    list: bool,
    /// How many outputs the attacker sees in each of the two worlds, of each mechanism
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u64).range(1..=MAX_SAMPLES))]
    samples: u64,
    /// Chooses the random bits
    #[arg(long, value_name = "S", default_value = "2013")]
    seed: u64,
    /// Prints the findings as JSON
    #[arg(long)]
    json: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(ATTACKS.iter().map(|attack| PossibleValue::new(attack.name).help(attack.title)))
}

impl From<kdelta_attack::Error> for Failure {
    fn from(why: kdelta_attack::Error) -> Self {
        Self::refused(why)
    }
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let mut attacks: Vec<&Attack> = flags.names.iter().filter_map(|name| find(name)).collect();
    if attacks.is_empty() {
        attacks.extend(ATTACKS);
    }
    if flags.list {
        return if flags.json { deliver(&list_as_json(&attacks)) } else { print(&list(&attacks)) };
    }
    let found = play(&attacks, flags)?;
    if flags.json {
        deliver(&as_json(&found, flags))?;
    } else {
        print(&table(&found, flags))?;
    }
    let failed: Vec<_> = found
        .iter()
        .filter(|(_, finding)| !finding.is_as_it_should_be())
        .map(|(attack, _)| attack.name)
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "attack: not shown for {}; more --samples make the intervals narrower",
        failed.join(", ")
    )))
}

fn deliver(value: &Value) -> Result<(), Failure> {
    print_plain(&(serde_json::to_string_pretty(value).map_err(Failure::refused)? + "\n"))
}

/// Runs them one after the other, with a bar that hides itself unless stderr is a terminal.
fn play<'a>(attacks: &[&'a Attack], flags: &Flags) -> Result<Vec<(&'a Attack, Finding)>, Failure> {
    let all = u64::try_from(attacks.len()).unwrap_or(u64::MAX).saturating_mul(4 * flags.samples);
    let bar = ProgressBar::new(all);
    if let Ok(style) = ProgressStyle::with_template(
        "{elapsed} {wide_bar} {percent}% of {human_len} outputs, {eta} left, {msg}",
    ) {
        bar.set_style(style);
    }
    let found = attacks
        .iter()
        .map(|&attack| {
            bar.set_message(attack.name);
            Ok((attack, attack.run(flags.samples, flags.seed, &mut |more| bar.inc(more))?))
        })
        .collect();
    bar.finish_and_clear();
    found
}

/// Digits after the point.
fn digits(x: f64) -> String {
    // No minus before a zero.
    let text = format!("{x:.5}");
    if text == "-0.00000" { "0.00000".to_owned() } else { text }
}

fn interval(measured: &Measurement) -> String {
    let ends = measured.interval();
    format!("[{:>8}, {:>8}]", digits(ends.low), digits(ends.high))
}

fn table(found: &[(&Attack, Finding)], flags: &Flags) -> String {
    let mut page = Page::default();
    let rows = found.iter().flat_map(|(attack, finding)| {
        let naive = match (finding.expected_is_met(), finding.naive_is_broken()) {
            (true, true) => "broken",
            (true, false) => "not shown",
            (false, _) => "UNEXPECTED",
        };
        let ours = if finding.ours_is_at_chance() { "at chance" } else { "ADVANTAGE" };
        let row = |name: &str, against: &str, measured: &Measurement, expected: String, verdict: &str| {
            vec![
                name.to_owned(),
                against.to_owned(),
                format!("{:>9}", digits(measured.advantage())),
                interval(measured),
                format!("{expected:>8}"),
                verdict.to_owned(),
            ]
        };
        [
            row(attack.name, "naive", &finding.naive, digits(finding.expected.value.low), naive),
            row("", "kdelta", &finding.ours, "0".to_owned(), ours),
        ]
    });
    let confidence = format!("{:.3} % interval", 100.0 * CONFIDENCE);
    let header = ["attack", "against", "advantage", &confidence, "expected", "verdict"].map(str::to_owned);
    page.columns(Some(header.to_vec()), rows);
    page.0 = page.0.trim_start().to_owned();
    if !flags.names.is_empty() {
        found.iter().for_each(|(attack, finding)| tell(&mut page, attack, finding));
    }
    page.line("");
    let good = found.iter().filter(|(_, finding)| finding.is_as_it_should_be()).count();
    let verdict = format!(
        " {good} of {}: succeeds on the naive mechanism at the exact rate, at chance on kdelta",
        found.len()
    );
    if good == found.len() {
        page.good(&verdict)
    } else {
        page.bad(&verdict)
    }
    page.line(&format!(" {} outputs in each world, seed {}", flags.samples, flags.seed));
    page.0
}

/// What an attack is.
fn facts(attack: &Attack) -> Vec<Vec<String>> {
    [("source", attack.source), ("naive", attack.naive), ("event", attack.event), ("kdelta", attack.ours)]
        .map(|(name, text)| vec![format!(" {name}"), text.to_owned()])
        .to_vec()
}

/// An attack and what was seen, in full.
fn tell(page: &mut Page, attack: &Attack, finding: &Finding) {
    page.heading(&format!(" {}: {}", attack.name, attack.title));
    let mut rows = facts(attack);
    let hits = |measured: &Measurement| {
        let [first, second] = measured.hits;
        format!("{first} and {second} of {}, a = {:.6}", measured.samples, measured.factor)
    };
    rows.push(vec![" naive hits".to_owned(), hits(&finding.naive)]);
    rows.push(vec![" kdelta hits".to_owned(), hits(&finding.ours)]);
    rows.push(vec![
        " expected".to_owned(),
        format!("{:.9}, {}", finding.expected.value.low, finding.expected.how),
    ]);
    rows.extend(finding.remark.iter().map(|remark| vec![" seen".to_owned(), remark.clone()]));
    page.columns(None, rows);
}

fn list(attacks: &[&Attack]) -> String {
    let mut page = Page::default();
    for attack in attacks {
        page.heading(&format!("{}: {}", attack.name, attack.title));
        page.columns(None, facts(attack));
    }
    page.0.trim_start().to_owned()
}

fn list_as_json(attacks: &[&Attack]) -> Value {
    attacks.iter().map(|attack| description(attack)).collect()
}

fn description(attack: &Attack) -> Value {
    json!({
        "name": attack.name, "title": attack.title, "source": attack.source,
        "naive": attack.naive, "event": attack.event, "ours": attack.ours,
    })
}

fn as_json(found: &[(&Attack, Finding)], flags: &Flags) -> Value {
    let measured = |measured: &Measurement| {
        let ends = measured.interval();
        json!({
            "hits": measured.hits, "factor": measured.factor, "advantage": measured.advantage(),
            "interval": [ends.low, ends.high],
        })
    };
    let attacks: Vec<Value> = found
        .iter()
        .map(|(attack, finding)| {
            json!({
                "attack": description(attack),
                "naive": measured(&finding.naive),
                "expected": {
                    "advantage": [finding.expected.value.low, finding.expected.value.high],
                    "how": finding.expected.how,
                },
                "ours": measured(&finding.ours),
                "remark": finding.remark,
                "naive_is_broken": finding.naive_is_broken(),
                "expected_is_met": finding.expected_is_met(),
                "ours_is_at_chance": finding.ours_is_at_chance(),
            })
        })
        .collect();
    json!({ "samples": flags.samples, "seed": flags.seed, "confidence": CONFIDENCE, "attacks": attacks })
}
