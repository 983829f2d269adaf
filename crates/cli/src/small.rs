//! Small mechanisms, as flags: those that can be enumerated.

use crate::setting::{Ends, Exact};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kdelta_certificate::GeneratorName;
use kdelta_explore::enumerate::{self, MAX_FRACTION, Progress};

/// A mechanism that can be enumerated, as flags.
#[derive(Debug, Args)]
pub(crate) struct Mechanism {
    /// ε > 0, the privacy asked of the ideal mechanism
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    epsilon: Exact,
    #[command(flatten)]
    setting: SmallSetting,
    /// midpoint-BITS, 2 to 26, or relative-BITS, 2 to 20
    #[arg(long, value_name = "GENERATOR", default_value = "midpoint-12")]
    generator: GeneratorName,
    /// Only these two answers instead of all that are within Δ
    #[arg(long, value_name = "R1..R2", allow_hyphen_values = true)]
    pair: Option<Ends>,
}

/// What every mechanism on the line has that can be enumerated.
#[derive(Debug, Args)]
struct SmallSetting {
    /// Δ > 0, how far apart neighbouring answers may be
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    sensitivity: Exact,
    /// The answers: every multiple of 2^-DIGITS from low to high
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    answers: Ends,
    /// The lowest and the highest output, both multiples of the grid
    #[arg(long, value_name = "LOW..HIGH", default_value = "-2..3", allow_hyphen_values = true)]
    window: Ends,
    /// L, the distance between outputs, a power of two
    #[arg(long, value_name = "STEP", default_value = "1/4", allow_hyphen_values = true)]
    grid: Exact,
    /// Binary digits after the point of answers and noise, 0 to 32
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_FRACTION)))]
    digits: u32,
}

/// A Gaussian mechanism that can be enumerated, as flags.
#[derive(Debug, Args)]
pub(crate) struct Gaussian {
    /// σ > 0, the standard deviation
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    sigma: Exact,
    /// 0 < δ < 1, the probability that ε′ is stated for
    #[arg(long, value_name = "NUMBER", default_value = "1/1000", allow_hyphen_values = true)]
    delta: Exact,
    #[command(flatten)]
    setting: SmallSetting,
    /// relative-BITS, 2 to 20
    #[arg(long, value_name = "GENERATOR", default_value = "relative-8")]
    generator: GeneratorName,
}

impl SmallSetting {
    fn small(&self) -> enumerate::SmallSetting {
        let Self { sensitivity, answers, window, grid, digits } = self;
        enumerate::SmallSetting {
            sensitivity: sensitivity.clone(),
            answers: answers.clone(),
            window: window.clone(),
            grid: grid.clone(),
            digits: *digits,
        }
    }
}

impl Mechanism {
    pub(crate) fn small(&self) -> enumerate::Mechanism {
        let Self { epsilon, setting, generator, pair } = self;
        let (epsilon, pair) = (epsilon.clone(), pair.clone());
        enumerate::Mechanism { epsilon, setting: setting.small(), generator: *generator, pair }
    }
}

impl Gaussian {
    pub(crate) fn small(&self) -> enumerate::gaussian::Mechanism {
        let Self { sigma, delta, setting, generator } = self;
        let (sigma, delta) = (sigma.clone(), delta.clone());
        enumerate::gaussian::Mechanism { sigma, delta, setting: setting.small(), generator: *generator }
    }
}

/// With a bar for as many of these as take a while; hidden by itself unless stderr is a terminal.
pub(crate) fn with_bar<T>(what: &str, run: impl FnOnce(Progress<'_>) -> T) -> T {
    let bar = ProgressBar::new(0);
    let template = format!("{{elapsed}} {{wide_bar}} {{percent}}% of {{human_len}} {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    let found = run(&mut |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    found
}
