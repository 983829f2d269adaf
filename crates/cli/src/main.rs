//! The `kdelta` program: certify a mechanism as it runs, audit certificates, solve for a budget, release.

mod failure;
mod release;
mod reproduce;
mod setting;
mod solve;
mod sources;

use anstream::eprintln;
use clap::{ColorChoice, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// What ε′ does this noise mechanism really give, as it runs, in finite precision? Answers with proof.
#[derive(Debug, Parser)]
#[command(name = "kdelta", version, max_term_width = 110)]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Colours: on a terminal, always or never
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Certifies a mechanism, or the logarithm it rests on
    Certify(setting::Flags),
    /// The largest ε, the finest grid or the widest window whose certified ε′ is within a budget
    Solve(solve::Solve),
    /// Releases noisy answers under a certificate: values, a stream, or a CSV column
    Release(release::Release),
}

fn main() -> ExitCode {
    let program = Program::parse();
    match program.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    match run(program.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            eprintln!("{style}kdelta:{style:#} {failure}");
            failure.code()
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Certify(flags) => {
            let description = flags.describe()?;
            let certificate =
                kdelta_certificate::MechanismCertificate::derive(&description, &*sources::sources(None))?;
            anstream::println!("{}", certificate.claim);
            Ok(())
        }
        Command::Solve(solve) => solve.run(),
        Command::Release(release) => release.run(),
    }
}
