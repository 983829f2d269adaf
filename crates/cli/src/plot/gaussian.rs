//! `kdelta plot gaussian`: the (ε, δ) curve of Gaussian noise, and the other figures for it.

use super::Output;
use crate::failure::Failure;
use crate::gaussian::Setting;
use crate::small::{self, with_bar};
use crate::sources::Embedded;
use clap::{Args, Subcommand};
use kdelta_certificate::{Law, MechanismCertificate};
use kdelta_figures::gaussian::curve;
use kdelta_figures::{bounds, error, law};

pub(crate) const EXAMPLES: &str = "\
A figure without a setting is that of ε = Δ₂ = 1 at δ = 1e-6, answers from 0 to 1; window and grid follow.

Examples:
  kdelta plot gaussian curve --out curve.svg
  kdelta plot gaussian curve --epsilon 1 --delta 1e-6 --sensitivity 1 --answers 0..1000 --format f32 --out curve.svg
  kdelta plot gaussian bounds --sigma 10 --delta 1e-9 --answers 0..1000 --out bounds.svg
  kdelta plot gaussian error --sigma 1 --format f32 > error.svg
  kdelta plot gaussian law --generator relative-6 --out law.svg";

/// What to draw about Gaussian noise.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The (ε, δ) curve: of the ideal mechanism, and certified for the one that runs
    Curve(Box<Mechanism>),
    /// κ₊ + κ₋, and ε′ − ε at δ, against the grid L
    Bounds(Box<Mechanism>),
    /// The error n′ − n of the noise that runs, and the certified bound as a band
    Error(Box<Mechanism>),
    /// The exact law of a small mechanism under two neighbouring answers, next to the ideal one
    Law(Box<Small>),
}

/// A setting, as `kdelta certify gaussian` takes it.
#[derive(Debug, Args)]
pub(crate) struct Mechanism {
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    output: Output,
}

/// A small mechanism, as `kdelta enumerate gaussian` takes it.
#[derive(Debug, Args)]
pub(crate) struct Small {
    #[command(flatten)]
    mechanism: small::Gaussian,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(command: Command) -> Result<(), Failure> {
    let (figure, output) = match command {
        Command::Curve(flags) => {
            let description = flags.setting.wanted()?.or_example().describe()?;
            let Law::Gaussian(law) = &description.setting.law else {
                return Err(Failure::refused("a setting for Gaussian noise has another law"));
            };
            let certificate = MechanismCertificate::derive(&description, &Embedded)?;
            (curve(&certificate, law)?, flags.output)
        }
        Command::Bounds(flags) => {
            (bounds::of_setting(&flags.setting.wanted()?.or_example().describe()?)?, flags.output)
        }
        Command::Error(flags) => {
            (error::of_setting(&flags.setting.wanted()?.or_example().describe()?)?, flags.output)
        }
        Command::Law(flags) => {
            let small = flags.mechanism.small();
            (law::of_gaussian(&with_bar("draws", |progress| small.laws(progress))?), flags.output)
        }
    };
    output.deliver(figure)
}
