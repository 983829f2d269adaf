//! `kdelta report`: one page for an auditor, with everything a certificate says and what it rests on.
//!
//! Every certificate is audited first. Of one that is refused, nothing is shown but why: what it says does
//! not follow.

use crate::failure::Failure;
use crate::judge::judge;
use crate::output::print_plain;
use crate::sources::sources;
use clap::Args;
use kdelta_certificate::Options;
use kdelta_report::{Revision, page};
use std::path::PathBuf;

/// What this program was built from, as its build script found it.
const BUILT_FROM: Revision = Revision {
    commit: option_env!("KDELTA_COMMIT"),
    changed: option_env!("KDELTA_COMMIT_CHANGED").is_some(),
};

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
    let page = page(&findings, BUILT_FROM)?;
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
