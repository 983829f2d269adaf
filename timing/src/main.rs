//! Whether the time of a release, or an address it uses, can depend on the answer or on the noise. See `scripts/constant-time`.

mod accepted;
mod counted;
mod memcheck;
mod reported;

use clap::{Parser, Subcommand};
use kdelta_timing::paths::{Failure, Run};
use kdelta_timing::{controls, paths};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Whether the time of a release can depend on the answer or on the noise")]
struct Flags {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// With memcheck: every branch and every address that depends on the answer or on the noise
    Secrets {
        /// Only the paths whose names contain this; places that are accepted and were not reported are then no error
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
    },
    /// With callgrind: how many instructions some thousand releases take, for several seeds
    Count {
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u64).range(2..=1000))]
        seeds: u64,
    },
    /// One path, for valgrind to look at
    #[command(hide = true)]
    Release {
        path: String,
        #[arg(long)]
        rounds: u64,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        hidden: bool,
    },
}

fn main() -> Result<ExitCode, Failure> {
    match Flags::parse().command {
        Command::Secrets { only } => reported::secrets(only.as_deref()),
        Command::Count { seeds } => counted::count(seeds),
        Command::Release { path, rounds, seed, hidden } => release(&path, Run { rounds, seed, hidden }),
    }
}

/// Prints how many releases fell outside, so that both kinds are seen to have occurred.
fn release(name: &str, run: Run) -> Result<ExitCode, Failure> {
    let controls = controls::all().into_iter().map(|control| control.path);
    let path = paths::all()?.into_iter().chain(controls).find(|path| path.name == name);
    let path = path.ok_or_else(|| format!("no path is called {name}"))?;
    println!("{}", (path.releases)(run)?);
    Ok(ExitCode::SUCCESS)
}
