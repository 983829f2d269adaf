//! `kdelta audit`: certificates checked again, statement by statement, by the oracle alone.

use crate::failure::Failure;
use crate::judge::judge;
use crate::output::{Page, print, print_plain};
use crate::sources::sources;
use clap::Args;
use kdelta_certificate::{Options, Refusal, Report};
use kdelta_report::Finding;
use serde_json::{Value, json};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  kdelta audit certificates/mechanism-binary64.json
  kdelta audit certificates/*.json --sources .
  kdelta audit theirs.json --points 65535 --json

Everything that can be derived is derived again and compared; what was not is listed as trusted.

Exit code 0: every file was accepted; 1: one was refused or could not be read, and all others were still checked.";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// The certificates
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A checkout of the code they speak about, instead of the code this program was built from
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// At how many inputs a logarithm is executed again
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    points: u64,
    /// Prints the findings as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let sources = sources(flags.sources.clone());
    let options = Options { points: flags.points, ..Options::default() };
    let findings: Vec<_> = flags.files.iter().map(|path| judge(path, &*sources, &options)).collect();
    let refused = findings.iter().filter(|finding| finding.outcome.is_err()).count();
    if flags.json {
        let all: Vec<_> = findings.iter().map(as_json).collect();
        let text = serde_json::to_string_pretty(&all).map_err(Failure::refused)?;
        print_plain(&(text + "\n"))?;
    } else {
        let mut page = Page::default();
        findings.iter().for_each(|finding| show(&mut page, finding));
        let accepted = findings.len() - refused;
        page.line(&format!("{accepted} of {} accepted", findings.len()));
        print(&page.0)?;
    }
    if refused == 0 {
        return Ok(());
    }
    let names: Vec<_> = findings
        .iter()
        .filter(|finding| finding.outcome.is_err())
        .map(|finding| finding.file.as_str())
        .collect();
    Err(Failure::refused(format!(
        "audit: {refused} of {} not accepted: {}",
        findings.len(),
        names.join(", ")
    )))
}

fn as_json(finding: &Finding) -> Value {
    let (file, claim) = (&finding.file, finding.claim());
    match &finding.outcome {
        Ok(Report { checked, trusted }) => json!({
            "file": file, "accepted": true, "claim": claim, "checked": checked, "trusted": trusted,
        }),
        Err(Refusal { field, why, remedy, .. }) => json!({
            "file": file, "accepted": false, "claim": claim,
            "refused": { "field": field, "why": why, "remedy": remedy },
        }),
    }
}

fn show(page: &mut Page, finding: &Finding) {
    match &finding.outcome {
        Ok(report) => {
            page.good(&format!("{}: accepted", finding.file));
            finding.claim().iter().for_each(|claim| page.paragraph(claim));
            page.list("checked", &report.checked);
            page.list("trusted", &report.trusted);
        }
        Err(why) => {
            page.bad(&format!("{}: refused", finding.file));
            page.paragraph(&why.to_string());
        }
    }
    page.line("");
}
