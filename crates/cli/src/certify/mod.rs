//! `kdelta certify`: a mechanism, or a kernel it rests on: a logarithm, or cos and sin.

#[cfg(feature = "reference")]
pub(crate) mod kernel;
#[cfg(not(feature = "reference"))]
#[path = "no_kernel.rs"]
pub(crate) mod kernel;
mod laplace;
mod nearest;
pub(crate) mod planar;
mod planar_nearest;

pub(crate) use laplace::{bound_rows, derive, head, term_rows};

use crate::failure::Failure;
use crate::output::print_plain;
use clap::{Args, Subcommand};
use kdelta_certificate::{Entry, Number, Outcome, Refusal};
use kdelta_oracle::bound::Dimension;
use kdelta_oracle::number::{Rational, decimal};
use std::path::PathBuf;

/// Why not, and what instead: of each setting nearby the change in words, its ε′ and its command.
fn refused<'a>(
    flag: &str,
    Refusal { why, remedy, .. }: &Refusal,
    nearby: impl Iterator<Item = (&'a str, &'a Rational, String)>,
) -> Failure {
    let mut nearby = nearby.peekable();
    let found = if nearby.peek().is_some() {
        "settings nearby that are certified:"
    } else {
        "no setting near this one was found that is certified"
    };
    let mut text = format!("not certified: {flag}: {why}\n  remedy: {remedy}\n  {found}");
    for (change, verdict, command) in nearby {
        text.push_str(&format!("\n    {change}, ε′ ≤ {}:\n      {command}", decimal::epsilon_prime(verdict)));
    }
    Failure::refused(text)
}

/// One form of ε′: the bound, ε′ − ε, the form, and what it is; or why it does not apply, in the certificate's words unless
/// there are better ones.
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
    /// Speaks about the files of this checkout, by their digests, instead of those this program was built from; `kdelta release`
    /// accepts only the latter
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
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
        Command::Laplace(flags) => laplace::run(*flags),
        Command::Planar(flags) => planar::run(*flags),
        Command::Kernel(flags) => kernel::run(&flags),
    }
}
