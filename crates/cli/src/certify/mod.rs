//! `kdelta certify`: a mechanism, or a kernel it rests on: a logarithm, or cos and sin.

mod gaussian;
#[cfg(feature = "reference")]
mod kernel;
#[cfg(not(feature = "reference"))]
#[path = "no_kernel.rs"]
mod kernel;
mod laplace;
mod planar;
mod vector;

use crate::derived::derive;
use crate::failure::Failure;
use crate::output::{Page, print_plain};
use crate::setting::Asked;
use crate::sources::sources;
use clap::{Args, Subcommand};
use kdelta_certificate::{Certificate, Foundation, MechanismCertificate, Subject, mechanism_theorem};
use kdelta_report::words;
use std::path::{Path, PathBuf};

/// Certifies a setting, keeps the certificate and shows it.
fn certify(asked: &Asked, output: &Output, coq: Option<&Path>) -> Result<(), Failure> {
    let theorem_name = coq.map(theorem_name).transpose()?;
    let sources = sources(output.sources.clone());
    let certificate = Box::new(derive(asked, &Foundation::new(&*sources))?);
    let json = Certificate::new(Subject::Mechanism(certificate.clone())).text()?;
    if let (Some(path), Some(name)) = (coq, theorem_name) {
        let theorem = mechanism_theorem(name, &certificate)?;
        kdelta_files::write(path, theorem.as_bytes())
            .map_err(|why| Failure::refused(format!("--coq {}: cannot be written: {why}", path.display())))?;
    }
    output.deliver(&json, || if output.explain { explained(&certificate) } else { brief(&certificate) })
}

/// The name of the theorem in a file of Coq, which is that of the file. Coq compiles no file of another kind of name.
fn theorem_name(path: &Path) -> Result<&str, Failure> {
    let stem = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".v"));
    let is_name = |stem: &&str| {
        stem.starts_with(|c: char| c.is_ascii_alphabetic())
            && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    stem.filter(is_name).ok_or_else(|| {
        Failure::usage(format!(
            "--coq {}: the file of a theorem is named by letters, digits and _, beginning with a letter, and ends in .v, as \
             count.v does",
            path.display()
        ))
    })
}

/// The verdict, the setting and the terms.
fn summary(certificate: &MechanismCertificate) -> Result<Page, Failure> {
    let mut page = Page::default();
    page.verdict(&words::sentences(certificate)?);
    page.line("");
    page.columns(None, words::setting(certificate)?.into_iter().map(Vec::from));
    let header = ["term", "value", "where it comes from"].map(str::to_owned).to_vec();
    page.columns(Some(header), words::terms(certificate)?.into_iter().map(Vec::from));
    Ok(page)
}

/// How much more there is to read.
fn brief(certificate: &MechanismCertificate) -> Result<String, Failure> {
    let mut page = summary(certificate)?;
    let MechanismCertificate { assumptions, conditions, bounds, .. } = certificate;
    page.line("");
    page.paragraph(&format!(
        "--explain adds the {} assumptions, how each of {} conditions holds, {} forms of ε′, and what to tell an accountant",
        assumptions.len(),
        conditions.len(),
        bounds.len()
    ));
    Ok(page.0)
}

fn explained(certificate: &MechanismCertificate) -> Result<String, Failure> {
    let mut page = summary(certificate)?;
    let conditions = certificate.conditions.iter().flat_map(|condition| {
        let reason = format!("→ {}", condition.discharged);
        [vec![condition.name.clone(), condition.statement.clone()], vec![String::new(), reason]]
    });
    page.columns(Some(vec!["condition".into(), "what it says → how it was discharged".into()]), conditions);
    let header = ["ε′ at most", "ε′ − ε", "form", ""].map(str::to_owned).to_vec();
    page.columns(Some(header), words::bounds(certificate).into_iter().map(Vec::from));
    page.line(&format!("\n ε′ exactly: {}", certificate.verdict));
    let header = ["closeness", "value", "what it says, for each release"].map(str::to_owned).to_vec();
    page.columns(Some(header), words::closeness(certificate)?.into_iter().map(Vec::from));
    page.heading(" assumed");
    page.list("-", &certificate.assumptions);
    page.heading(" not checked here");
    page.list("-", &certificate.gaps);
    Ok(page.0)
}

/// What to certify.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Certifies Laplace noise: every term, every condition, ε′
    #[command(after_help = laplace::EXAMPLES)]
    Laplace(Box<laplace::Flags>),
    /// Certifies Laplace noise for values that are released together, such as the counts of a histogram
    #[command(after_help = vector::EXAMPLES)]
    Vector(Box<vector::Flags>),
    /// Certifies Gaussian noise for one value or several: every term, every condition, ε′ at δ
    #[command(after_help = gaussian::EXAMPLES)]
    Gaussian(Box<gaussian::Flags>),
    /// Certifies planar Laplace noise for places, in metres or by longitude and latitude
    #[command(after_help = planar::EXAMPLES)]
    Planar(Box<planar::Flags>),
    /// Certifies a logarithm, or cos and sin: how far it is from the exact one at every input
    #[command(after_help = kernel::EXAMPLES)]
    Kernel(Box<kernel::Flags>),
}

/// Where the result goes, and which code it speaks about.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Output {
    /// Writes the certificate to a file, whole or not at all
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Prints the certificate instead of the table
    #[arg(long)]
    json: bool,
    /// Also shows every condition and how it holds, every form of ε′, the closeness, and what is assumed
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Speaks about the files of this checkout, by their digests, instead of those this program was built
    /// from; `kdelta release` accepts only the latter
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
}

/// Where the theorem goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Theorem {
    /// Also writes ε′ as a theorem of Coq, which `scripts/prove FILE` checks
    #[arg(long, value_name = "FILE")]
    coq: Option<PathBuf>,
}

impl Output {
    /// The file first: nothing is printed about a certificate that could not be kept.
    fn deliver(&self, json: &str, table: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        if let Some(path) = &self.out {
            crate::files::write(path, json)?;
        }
        if self.json { print_plain(json) } else { crate::output::print(&table()?) }
    }
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Laplace(flags) => {
            certify(&flags.setting.describe()?.into(), &flags.output, flags.theorem.coq.as_deref())
        }
        Command::Vector(flags) => {
            certify(&flags.describe()?.into(), &flags.output, flags.theorem.coq.as_deref())
        }
        Command::Gaussian(flags) => {
            certify(&flags.describe()?.into(), &flags.output, flags.theorem.coq.as_deref())
        }
        Command::Planar(flags) => {
            certify(&flags.setting.describe()?, &flags.output, flags.theorem.coq.as_deref())
        }
        Command::Kernel(flags) => kernel::run(&flags),
    }
}
