//! The `kdelta` program: certify a mechanism as it runs, audit certificates, solve for a budget, release.

mod attack;
mod audit;
mod certify;
mod config;
mod derived;
mod enumerate;
mod failure;
mod files;
mod gaussian;
mod judge;
mod ledger;
mod manual;
mod output;
mod planar;
mod plot;
mod release;
mod report;
mod setting;
mod small;
mod solve;
mod sources;

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use failure::Failure;
use kdelta_explore::spelling;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  kdelta mean ages.csv --column age --bounds 0..120
  kdelta certify laplace --epsilon 1/10 --sensitivity 1 --answers 0..1000 --out count.json
  kdelta certify gaussian --epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000 --out gaussian.json
  kdelta certify planar --epsilon 'ln(4)' --distance 200 --box 2.28..2.42,48.81..48.90 --out paris.json
  kdelta certify kernel std --format f64 --domain 2^-20
  kdelta audit count.json gaussian.json paris.json
  kdelta solve --budget 1 --for grid --epsilon 0.99 --sensitivity 1 --answers 0..10
  kdelta solve gaussian --budget 1 --delta 1e-6 --sensitivity 1 --answers 0..1000
  kdelta release --certificate count.json --rows aggregates --in count.txt
  kdelta release planar --certificate paris.json --rows nearby --geojson places.geojson
  kdelta ledger people.ledger --create --epsilon 1 --delta 1e-6
  kdelta count ages.csv --header --epsilon 1/10 --ledger people.ledger
  kdelta ledger people.ledger
  kdelta attack
  kdelta enumerate --pair 0..1
  kdelta plot figure-1 --out figure-1.svg
  kdelta plot gaussian curve --out curve.svg
  kdelta report count.json gaussian.json --out report.html
  kdelta man certify laplace | man -l -

Exit code 0: yes; 1: the answer is no, with the reason and what to do; 2: the question was not understood.";

/// What ε′ does this noise mechanism really give, as it runs, in finite precision? Answers with proof.
#[derive(Debug, Parser)]
#[command(name = "kdelta", version, max_term_width = 110, after_help = EXAMPLES)]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Colours: on a terminal (and not with NO_COLOR), always or never
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Certifies a mechanism, or the logarithm it rests on
    #[command(subcommand)]
    Certify(certify::Command),
    /// Checks certificates again, also other people's, without trusting who made them
    #[command(after_help = audit::EXAMPLES)]
    Audit(audit::Flags),
    /// The largest ε (the least σ), the finest grid or the widest window whose certified ε′ is within a budget
    Solve(solve::Solve),
    /// Releases noisy answers under a certificate: values, a stream, or a CSV column
    Release(release::Release),
    /// Releases how many rows a file has: bounds, sensitivity, certificate and noise in one command
    #[command(after_help = release::statistics::COUNT)]
    Count(Box<release::statistics::Count>),
    /// Releases the sum of a column: bounds, sensitivity, certificate and noise in one command
    #[command(after_help = release::statistics::SUM)]
    Sum(Box<release::statistics::OfColumn>),
    /// Releases the mean of a column: bounds, sensitivity, certificates and noise in one command
    #[command(after_help = release::statistics::MEAN)]
    Mean(Box<release::statistics::OfColumn>),
    /// A ledger of releases: makes one with a budget, shows what was spent and what is left, exports it
    #[command(after_help = ledger::EXAMPLES)]
    Ledger(ledger::Flags),
    /// Runs the published finite-precision attacks: they succeed on the naive mechanism and fail on ours
    #[command(after_help = attack::EXAMPLES)]
    Attack(attack::Flags),
    /// The exact law and loss of a small mechanism, next to every bound, and where the loss occurs
    #[command(after_help = enumerate::EXAMPLES)]
    Enumerate(Box<enumerate::Flags>),
    /// Draws figures as SVG: the paper's, the bounds, the error of the noise, an exact law, an (ε, δ) curve
    #[command(subcommand, after_help = plot::EXAMPLES)]
    Plot(plot::Command),
    /// Writes one page about certificates, for an auditor: the verdict first, then everything it rests on
    #[command(after_help = report::EXAMPLES)]
    Report(report::Flags),
    /// Prints the completions of a shell
    #[command(
        after_help = "Examples:\n  kdelta completions bash > ~/.local/share/bash-completion/completions/kdelta"
    )]
    Completions(manual::Completions),
    /// Prints the manual page of a command
    #[command(
        after_help = "Examples:\n  kdelta man | man -l -\n  kdelta man certify laplace > kdelta-certify-laplace.1"
    )]
    Man(manual::Manual),
}

fn main() -> ExitCode {
    kdelta_files::end_cleanly_on_signals();
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(why) if why.use_stderr() => why.exit(),
        // Help, or the version: printed as everything else is.
        Err(help) => return conclude(output::print(&help.render().ansi().to_string())),
    };
    match program.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    conclude(run(program.command))
}

/// The exit code; and if it is not 0, why.
fn conclude(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            // If nobody can be told why, the exit code still says that it failed.
            let _ = writeln!(anstream::stderr(), "{style}kdelta:{style:#} {failure}");
            failure.code()
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Certify(command) => certify::run(command),
        Command::Audit(flags) => audit::run(&flags),
        Command::Solve(solve) => solve.run(),
        Command::Release(release) => release.run(),
        Command::Count(count) => count.run(),
        Command::Sum(of) => of.sum(),
        Command::Mean(of) => of.mean(),
        Command::Ledger(flags) => ledger::run(&flags),
        Command::Attack(flags) => attack::run(&flags),
        Command::Enumerate(flags) => enumerate::run(&flags),
        Command::Plot(command) => plot::run(command),
        Command::Report(flags) => report::run(&flags),
        Command::Completions(flags) => manual::completions(&flags, Program::command()),
        Command::Man(flags) => manual::manual(&flags, Program::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_every_command_are_consistent() {
        Program::command().debug_assert();
    }

    /// The terminal wraps the texts below the flags. A line that is longer than a narrow terminal and goes on
    /// in the next line would be wrapped twice: so a paragraph is one line, and a list has one entry in a
    /// line.
    #[test]
    fn help_is_wrapped_once() {
        fn check(command: &clap::Command) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                let next = lines.peek().copied().unwrap_or_default();
                let apart =
                    next.is_empty() || next.strip_prefix("  ").is_some_and(|entry| !entry.starts_with(' '));
                assert!(line.chars().count() <= 79 || apart, "{}: {line}\n{next}", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        check(&Program::command());
    }
}
