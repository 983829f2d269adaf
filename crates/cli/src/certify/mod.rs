//! `kdelta certify`: a mechanism, or a kernel it rests on: a logarithm, or cos and sin.

mod gaussian;
#[cfg(feature = "reference")]
pub(crate) mod kernel;
#[cfg(not(feature = "reference"))]
#[path = "no_kernel.rs"]
pub(crate) mod kernel;
mod laplace;
pub(crate) mod planar;
mod vector;
mod verdict;

use crate::failure::Failure;
use crate::output::{Page, print_plain};
use crate::setting::Asked;
use crate::sources::sources;
use clap::{Args, Subcommand};
use kdelta_certificate::{
    Certificate, Entry, Foundation, Law, MechanismCertificate, Number, Outcome, Refusal, Subject,
    mechanism_theorem,
};
use kdelta_explore::nearest::{self, Alternative};
use kdelta_oracle::bound::{Dimension, Form};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_oracle::transfer::Closeness;
use num_traits::Zero;
use std::path::{Path, PathBuf};

/// Why not, and what instead.
fn refused(flag: &str, why: &Refusal, nearest: impl FnOnce() -> Vec<Alternative>) -> Failure {
    // A file that is missing or damaged: no other setting would help.
    if why.field.contains('/') {
        return why.clone().into();
    }
    let nearby = nearest();
    let found = if nearby.is_empty() {
        "no setting near this one was found that is certified"
    } else {
        "settings nearby that are certified:"
    };
    let mut text = format!("not certified: {flag}: {}\n  remedy: {}\n  {found}", why.why, why.remedy);
    for Alternative { change, description, verdict } in nearby {
        let (verdict, command) = (decimal::epsilon_prime(&verdict), description.command());
        text.push_str(&format!("\n    {change}, ε′ ≤ {verdict}:\n      {command}"));
    }
    Failure::refused(text)
}

/// The certificate; a setting that has none is refused with the nearest ones that have.
pub(crate) fn derive(asked: &Asked, foundation: &Foundation<'_>) -> Result<MechanismCertificate, Failure> {
    asked.derive(foundation).map_err(|(why, description)| match &description.setting.law {
        Law::Laplace(_) => {
            refused(laplace::flag(&why.field), &why, || nearest::line::nearest(&description, foundation))
        }
        Law::Gaussian(_) => {
            refused(gaussian::flag(&why.field), &why, || nearest::line::nearest(&description, foundation))
        }
        Law::PlanarLaplace(_) => {
            refused(planar::flag(&why.field), &why, || nearest::plane::nearest(&description, foundation))
        }
    })
}

/// A field of the certificate as the user set it, on the line and on the plane.
fn flag(field: &str) -> &str {
    match field {
        "setting.epsilon" => "--epsilon",
        "setting.query_error" => "--query-error",
        "setting.reading_error" => "--reading-error",
        "setting.answers" => "--answers",
        "setting.grid" => "--grid",
        "setting.window" => "--window",
        "subject.format" => "--format",
        "generator" | "generator.bias" => "--generator",
        "mechanism.chain" => "the theorem",
        other => other,
    }
}

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

/// What was chosen: part and value.
pub(crate) fn head(certificate: &MechanismCertificate) -> Vec<[String; 2]> {
    match &certificate.setting.law {
        Law::Laplace(line) => laplace::head(certificate, line),
        Law::Gaussian(law) => gaussian::head(certificate, law),
        Law::PlanarLaplace(plane) => planar::head(certificate, plane),
    }
}

/// Every term: its name, its value, where it comes from.
pub(crate) fn term_rows(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Failure> {
    match &certificate.setting.law {
        Law::Laplace(_) => laplace::term_rows(certificate),
        Law::Gaussian(law) => gaussian::term_rows(certificate, law),
        Law::PlanarLaplace(_) => Ok(planar::term_rows(certificate)),
    }
}

/// Every form of ε′: the bound, ε′ − ε, the form, and what it is.
pub(crate) fn bound_rows(certificate: &MechanismCertificate) -> Vec<[String; 4]> {
    let dimension = match &certificate.setting.law {
        Law::Laplace(_) | Law::Gaussian(_) => Dimension::Line,
        Law::PlanarLaplace(_) => Dimension::Plane,
    };
    let needs_midpoint = dimension == Dimension::Line && certificate.generator.name.is_relative();
    let rows = certificate.bounds.iter().map(|entry| {
        // Theorem U is about the other kind of generator; the oracle says so in its own words.
        let why = (entry.form == Form::TheoremU && needs_midpoint).then_some("needs midpoint-BITS");
        bound_row(entry, &certificate.chain.epsilon.0, &certificate.verdict, dimension, why)
    });
    rows.collect()
}

/// κ₊ and κ₋, and what follows from them for each notion of privacy: name, bound, what it is.
pub(crate) fn closeness_rows(certificate: &MechanismCertificate) -> Result<Vec<[String; 3]>, Failure> {
    let stated = &certificate.closeness;
    let closeness = Closeness::from(stated);
    let at_most = |bound: &Rational| format!("≤ {}", decimal::term(bound));
    let verdict = format!("≤ {}", decimal::epsilon_prime(&certificate.verdict.0));
    let zero = UpperBound::new(Rational::zero());
    let renyi = closeness.renyi(&Rational::from_integer(2.into()), &zero)?;
    let vector = certificate.setting.vector();
    let (output, all) = if vector.is_single() {
        ("output".to_owned(), String::new())
    } else {
        (
            format!("output of the {} values that differ", vector.changed),
            format!(", all {} values", vector.dimension),
        )
    };
    Ok([
        (
            "κ₊",
            at_most(&stated.above.0),
            format!("no {output} is more likely than e^κ₊ times its ideal probability"),
        ),
        ("κ₋", at_most(&stated.below.0), format!("no {output} is less likely than e^−κ₋ times that")),
        match &certificate.setting.law {
            Law::Laplace(_) | Law::PlanarLaplace(_) => ("pure", verdict, "ε′, what one release costs".into()),
            Law::Gaussian(law) => {
                let delta = decimal::short(&law.delta.0);
                ("approximate", verdict, format!("ε′ at δ = {delta}, what one release costs"))
            }
        },
        (
            "(ε, δ)",
            at_most(closeness.total().value()),
            "κ₊ + κ₋, to be added to ε after any accounting of ideal mechanisms; δ is multiplied by e^κ₊"
                .into(),
        ),
        ("Rényi", at_most(renyi.value()), "at order 2; κ₋ + κ₊·α/(α − 1) to be added at order α".into()),
        (
            "total variation",
            at_most(&stated.total_variation.0),
            format!("between what is released and the ideal{all}"),
        ),
        (
            "leakage",
            at_most(&stated.leaked_bits.0),
            format!("bits more than the ideal leaks, of min-entropy, for any prior{all}"),
        ),
    ]
    .map(|(name, bound, what)| [name.to_owned(), bound, what])
    .to_vec())
}

/// The δ that ε′ is stated at, if it is at one.
pub(crate) fn at_delta(certificate: &MechanismCertificate) -> String {
    match &certificate.setting.law {
        Law::Gaussian(law) => format!(" at δ = {}", decimal::short(&law.delta.0)),
        Law::Laplace(_) | Law::PlanarLaplace(_) => String::new(),
    }
}

/// The verdict, the setting and the terms.
fn summary(certificate: &MechanismCertificate) -> Result<Page, Failure> {
    let mut page = Page::default();
    page.verdict(&verdict::sentences(certificate));
    page.line("");
    page.columns(None, head(certificate).into_iter().map(Vec::from));
    let header = ["term", "value", "where it comes from"].map(str::to_owned).to_vec();
    page.columns(Some(header), term_rows(certificate)?.into_iter().map(Vec::from));
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
    page.columns(Some(header), bound_rows(certificate).into_iter().map(Vec::from));
    page.line(&format!("\n ε′ exactly: {}", certificate.verdict));
    let header = ["closeness", "value", "what it says, for each release"].map(str::to_owned).to_vec();
    page.columns(Some(header), closeness_rows(certificate)?.into_iter().map(Vec::from));
    page.heading(" assumed");
    page.list("-", &certificate.assumptions);
    page.heading(" not checked here");
    page.list("-", &certificate.gaps);
    Ok(page.0)
}

/// One form of ε′: the bound, ε′ − ε, the form, and what it is; or why it does not apply, in the
/// certificate's words unless there are better ones.
fn bound_row(
    Entry { form, epsilon_prime }: &Entry,
    epsilon: &Rational,
    verdict: &Number,
    dimension: Dimension,
    better: Option<&str>,
) -> [String; 4] {
    let (form, meaning) = (form.name().to_owned(), form.meaning(dimension));
    match epsilon_prime {
        Outcome::AtMost(bound) => {
            let mark = if bound == verdict { " ← the verdict" } else { "" };
            [
                decimal::epsilon_prime(&bound.0),
                decimal::term(&(&bound.0 - epsilon)),
                form,
                format!("{meaning}{mark}"),
            ]
        }
        Outcome::Refused(why) => {
            let why = better.unwrap_or(why);
            ["does not apply".into(), String::new(), form, format!("{meaning}: {why}")]
        }
    }
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
