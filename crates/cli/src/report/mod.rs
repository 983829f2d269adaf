//! `kdelta report`: one page for an auditor, with everything a certificate says and what it rests on.
//!
//! Every certificate is audited first. Of one that is refused, nothing is shown but why: what it says does not follow.

mod certificate;
mod html;
mod map;

use crate::audit::{Finding, judge};
use crate::failure::Failure;
use crate::output::print_plain;
use crate::sources::sources;
use clap::Args;
use html::{Page, Safe, name, text};
use kdelta_certificate::{Options, Refusal};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
The page is one file: nothing is loaded and nothing runs in it. Its first line is the verdict.

Examples:
  kdelta report certificates/mechanism-binary64.json --out report.html
  kdelta report theirs.json --sources checkout --out report.html

Exit code 0: every certificate was accepted; 1: one was refused, and the page says so in its first line; 2: not understood.";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// The certificates
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Writes the page to a file, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// A checkout of the code they speak about, instead of the code this program was built from
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// At how many inputs a logarithm is executed again
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    points: u64,
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let sources = sources(flags.sources.clone());
    let options = Options { points: flags.points, ..Options::default() };
    let findings: Vec<_> = flags.files.iter().map(|path| judge(path, &*sources, &options)).collect();
    let page = page(&findings)?;
    match &flags.out {
        Some(path) => crate::files::write(path, &page)?,
        None => print_plain(&page)?,
    }
    let refused: Vec<_> =
        findings.iter().filter(|f| f.outcome.is_err()).map(|finding| finding.file.as_str()).collect();
    if refused.is_empty() {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "report: {} of {} refused: {}",
        refused.len(),
        findings.len(),
        refused.join(", ")
    )))
}

fn page(findings: &[Finding]) -> Result<String, Failure> {
    let mut page = Page::default();
    let mut accepted = 0;
    for finding in findings {
        match (&finding.outcome, &finding.certificate) {
            (Ok(report), Some(certificate)) => {
                accepted += 1;
                certificate::add(&mut page, finding, certificate, report)?;
            }
            (Err(why), _) => {
                page.part(name(&finding.file));
                page.notice(false, &text(format!("Refused. {}: {}.", why.field, why.why)));
                page.paragraph(&text(format!("What to do: {}.", why.remedy)));
                page.paragraph(&text(
                    "What this file says is not shown, because it does not follow. Do not use its numbers.",
                ));
            }
            (Ok(_), None) => {}
        }
    }
    if accepted > 0 {
        map::add(&mut page);
        page.part(text("How to reproduce everything"));
        page.paragraph(&text(
            "In a checkout of the repository; each command says what it needs and what it did:",
        ));
        for command in [
            "scripts/test",
            "scripts/prove",
            "scripts/kani",
            "scripts/creusot",
            "kdelta audit certificates/*.json",
        ] {
            page.command(command);
        }
    }
    let (verdict, title) = verdict(findings);
    Ok(page.finish(&verdict, accepted == findings.len(), &title))
}

/// The first line, and the title of the page.
fn verdict(findings: &[Finding]) -> (Safe, String) {
    let refused: Vec<_> =
        findings.iter().filter_map(|f| f.outcome.as_ref().err().map(|why| (f, why))).collect();
    let total = findings.len();
    match (refused.as_slice(), findings) {
        ([], [only]) => {
            let verdict = only.certificate.as_ref().map(certificate::verdict).unwrap_or_default();
            (
                Safe(format!("Accepted: {}, for {}", text(&verdict).0, name(&only.file).0)),
                format!("Accepted: {verdict}"),
            )
        }
        ([], _) => {
            let all = format!("Accepted: all {total} certificates");
            (text(&all), all)
        }
        (refused, _) => {
            let reason = |(finding, why): &(&Finding, &Refusal)| {
                format!(
                    "{} does not hold: {}",
                    name(&finding.file).0,
                    text(format!("{}: {}", why.field, why.why)).0
                )
            };
            let reasons: Vec<_> = refused.iter().map(reason).collect();
            let count = if total == 1 {
                String::new()
            } else {
                format!(" {} of {total} certificates", refused.len())
            };
            (Safe(format!("Refused{count}: {}", reasons.join("; "))), format!("Refused{count}"))
        }
    }
}
