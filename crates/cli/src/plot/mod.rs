//! `kdelta plot`: figures as SVG, readable on paper, on a dark screen, without colours and without eyes.

mod axis;
mod error;
pub(crate) mod figure;
mod paper;
pub(crate) mod svg;

use crate::failure::Failure;
use crate::output::print_plain;
use crate::setting;
use clap::{Args, Subcommand};
use figure::Figure;
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;
use std::path::PathBuf;
use svg::Place;

pub(crate) const EXAMPLES: &str = "\
Examples:
  kdelta plot figure-1 --out figure-1.svg
  kdelta plot error --format f32 --window -4..4 > error.svg

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
}

/// A setting, as `kdelta certify laplace` takes it.
#[derive(Debug, Args)]
pub(crate) struct Mechanism {
    #[command(flatten)]
    setting: setting::Flags,
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
            let figure = error::of_setting(&flags.setting.describe()?)?;
            flags.output.deliver(figure)
        }
    }
}

/// The float next to an exact number, for the eye.
fn float(x: &Rational) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}
