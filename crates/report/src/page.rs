//! The page: the verdict first, then each certificate, the paper map, and how to reproduce everything.

use crate::finding::Finding;
use crate::html::{Page, Safe, name, text};
use crate::revision::Revision;
use crate::{certificate, map};
use kdelta_certificate::Refusal;
use kdelta_explore::Error;
use std::path::Path;

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

/// One page about these certificates: the verdict is its first line. Of a certificate that is refused it says why, and shows none of its numbers, as
/// what it says does not follow. Links lead to the revision. No path of this machine is shown: of a file, its name.
///
/// # Errors
/// If an accepted certificate lacks what its law has, or a figure of it cannot be drawn.
pub fn page(findings: &[Finding], revision: Revision) -> Result<String, Error> {
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
