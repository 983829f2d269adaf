//! `kdelta report`: one page for an auditor, with everything a certificate says and what it rests on.
//!
//! Every certificate is audited first. Of one that is refused, nothing is shown but why: what it says does
//! not follow.

mod certificate;
mod html;
mod map;
mod revision;

use crate::audit::{Finding, judge};
use crate::failure::Failure;
use crate::output::print_plain;
use crate::sources::sources;
use clap::Args;
use html::{Page, Safe, name, text};
use kdelta_certificate::{Options, Refusal};
use revision::Revision;
use std::path::{Path, PathBuf};

pub(crate) const EXAMPLES: &str = "\
The page is one file: nothing is loaded and nothing runs in it. Its first line is the verdict. It names the commit that this program was built from, to which its links lead, and shows no path of this machine: of a certificate, the name of its file and its SHA-256.

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
    let page = page(&findings, Revision::of_this_program())?;
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

/// What is shown of each certificate's path: the name of the file, since a path tells about the machine and
/// the person that made the page. Names that occur twice are numbered.
fn names(findings: &[Finding]) -> Vec<String> {
    let last = |finding: &Finding| {
        let name = Path::new(&finding.file).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| "a certificate".to_owned())
    };
    let names: Vec<_> = findings.iter().map(last).collect();
    let count = |among: &[String], name: &String| among.iter().filter(|other| *other == name).count();
    let numbered = names.iter().enumerate().map(|(index, name)| match count(&names, name) {
        1 => name.clone(),
        total => format!("{name} ({} of {total})", count(names.get(..=index).unwrap_or_default(), name)),
    });
    numbered.collect()
}

fn page(findings: &[Finding], revision: Revision) -> Result<String, Failure> {
    let mut page = Page::default();
    let mut accepted = 0;
    let names = names(findings);
    for (finding, file) in findings.iter().zip(&names) {
        match (&finding.outcome, &finding.certificate) {
            (Ok(report), Some(certificate)) => {
                accepted += 1;
                certificate::add(&mut page, file, certificate, report, revision)?;
            }
            (Err(why), _) => {
                page.part(name(file));
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
        map::add(&mut page, revision);
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
    let (verdict, title) = verdict(findings, &names);
    Ok(page.finish(&verdict, accepted == findings.len(), &title, &revision.sentence()))
}

/// The first line, and the title of the page.
fn verdict(findings: &[Finding], names: &[String]) -> (Safe, String) {
    let refused: Vec<_> = findings
        .iter()
        .zip(names)
        .filter_map(|(finding, name)| finding.outcome.as_ref().err().map(|why| (name, why)))
        .collect();
    let total = findings.len();
    match (refused.as_slice(), findings) {
        ([], [only]) => {
            let verdict = only.certificate.as_ref().map(certificate::verdict).unwrap_or_default();
            (
                Safe(format!(
                    "Accepted: {}, for {}",
                    text(&verdict).0,
                    names.first().map_or_else(String::new, |file| name(file).0)
                )),
                format!("Accepted: {verdict}"),
            )
        }
        ([], _) => {
            let all = format!("Accepted: all {total} certificates");
            (text(&all), all)
        }
        (refused, _) => {
            let reason = |(file, why): &(&String, &Refusal)| {
                format!("{} does not hold: {}", name(file).0, text(format!("{}: {}", why.field, why.why)).0)
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
