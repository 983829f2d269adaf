//! `kdelta plot`: figures as SVG, readable on paper, on a dark screen, without colours and without eyes.

mod composition;
mod gaussian;

use crate::failure::Failure;
use crate::output::print_plain;
use crate::setting;
use crate::small::{self, with_bar};
use clap::{Args, Subcommand};
use kdelta_figures::svg::{self, Place};
use kdelta_figures::{Figure, bounds, error, law, paper};
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Examples:
  kdelta plot figure-1 --out figure-1.svg
  kdelta plot error --format f32 --window -4..4 > error.svg
  kdelta plot bounds --format fixed-64-10 --generator midpoint-16 --window -4..4 --grid 1/4 --out bounds.svg
  kdelta plot composition --epsilon 1/100 --delta 1e-6 --out composition.svg
  kdelta plot law --pair 0..1 --title \"Two neighbours\" --out law.svg
  kdelta plot gaussian curve --out curve.svg

Exit code 0: drawn; 1: there is nothing to draw, with the reason and what to do; 2: not understood.";

/// What to draw.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The paper's Figure 1: scaled noise, two answers without a common output
    #[command(name = "figure-1")]
    Figure1(Output),
    /// The paper's Figure 2: the tail of a finite generator
    #[command(name = "figure-2")]
    Figure2(Output),
    /// The error n′ − n of the noise that runs, and the certified bound as a band
    Error(Box<Mechanism>),
    /// ε′ − ε against the grid L, for every bound; with the exact loss, if the generator can be enumerated
    Bounds(Box<Mechanism>),
    /// The exact law of a small mechanism under two neighbouring answers
    Law(Box<Law>),
    /// ε of n releases together: the sum of their ε′, and the least budget of a ledger that accepts them
    Composition(composition::Flags),
    /// Figures of Gaussian noise: its (ε, δ) curve, what finite precision costs, its error, an exact law
    #[command(subcommand, after_help = gaussian::EXAMPLES)]
    Gaussian(gaussian::Command),
}

/// A setting, as `kdelta certify laplace` takes it; a figure without one is that of ε = Δ = 1, answers from 0
/// to 1.
#[derive(Debug, Args)]
pub(crate) struct Mechanism {
    #[command(flatten)]
    setting: setting::Flags,
    #[command(flatten)]
    output: Output,
}

/// A small mechanism, as `kdelta enumerate` takes it.
#[derive(Debug, Args)]
pub(crate) struct Law {
    #[command(flatten)]
    mechanism: small::Mechanism,
    #[command(flatten)]
    output: Output,
}

/// Where the figure goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Output {
    /// Writes a file, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE.svg")]
    out: Option<PathBuf>,
    /// A title of your own
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

impl Output {
    fn deliver(self, mut figure: Figure) -> Result<(), Failure> {
        if let Some(title) = self.title {
            figure.title = title;
        }
        let text = svg::svg(&figure, "figure", Place::Alone);
        match self.out {
            Some(path) => crate::files::write(&path, &text),
            None => print_plain(&text),
        }
    }
}

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Figure1(output) => output.deliver(paper::figure_1()?),
        Command::Figure2(output) => output.deliver(paper::figure_2()?),
        Command::Error(flags) => {
            let figure = error::of_setting(&flags.setting.wanted()?.or_example().describe()?)?;
            flags.output.deliver(figure)
        }
        Command::Bounds(flags) => {
            let figure = bounds::of_setting(&flags.setting.wanted()?.or_example().describe()?)?;
            flags.output.deliver(figure)
        }
        Command::Law(flags) => {
            let figure = {
                let small = flags.mechanism.small();
                law::figure(&with_bar("draws", |progress| {
                    kdelta_explore::enumerate::enumerate(&small, progress)
                })?)?
            };
            flags.output.deliver(figure)
        }
        Command::Composition(flags) => {
            let figure = composition::figure(&flags)?;
            flags.output.deliver(figure)
        }
        Command::Gaussian(command) => gaussian::run(command),
    }
}
