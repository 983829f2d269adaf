//! `kdelta certify vector`: values that are released together, of which one individual changes a few.

use super::{Output, Theorem};
use crate::config::File;
use crate::failure::Failure;
use crate::setting;
use clap::Args;
use kdelta_certificate::MechanismDescription;

pub(crate) const EXAMPLES: &str = "\
Numbers are exact: 3, 0.1, 1/3, 2^-10, 1e-6, 0x1.8p-3.

One person can change at most Δ₀ of the m values, and all of them together by at most Δ₁: the sum of the changes. Each value gets noise of its own, of scale b = Δ₁/ε. The values that a person does not change cost nothing, however many they are: ε′ = Δ₁/b + Δ₀·κ, where κ is what finite precision costs for one value. Releasing the m values under m certificates for single values would cost m times as much.

Δ₀ is about the answers as computed. Who computes them in floating point must make sure that a person who has no part in a value does not change its last digits either: sums of integers do not, sums of floats in an order that depends on the data may.

Examples:
  kdelta certify vector --dimension 10 --changed 3 --sensitivity 3 --answers 0..1000000 --out histogram.json
  seq 10 | kdelta release --certificate histogram.json --rows aggregates
  kdelta certify vector --dimension 1000 --changed 1 --sensitivity 1 --epsilon 1/10 --answers 0..1000 --json
  kdelta audit histogram.json

In the first, each person is counted at most three times, in any of ten bins.

Exit code 0: certified; 1: refused, with the nearest settings that are not; 2: not understood.";

/// A setting, how many values there are, and where the certificate goes.
#[derive(Debug, Args)]
#[command(
    mut_arg("sensitivity", |flag| flag.help(
        "Δ₁ > 0, how much one individual can change the exact values, the sum over all of them: 3 for counts in which each individual is \
         counted at most three times; no default"
    )),
    mut_arg("rows", |flag| flag.help(
        "What a value is. Those of one individual can change to any others of the range: Δ₁ is then Δ₀ times the width of --answers"
    ))
)]
pub(crate) struct Flags {
    /// m ≥ 1, how many values are released together; no default
    #[arg(long, value_name = "M", help_heading = "Setting")]
    dimension: Option<u64>,
    /// Δ₀ from 1 to m, how many of the values as computed one individual can change; no default
    #[arg(long, value_name = "NUMBER", help_heading = "Setting")]
    changed: Option<u64>,
    #[command(flatten)]
    setting: setting::Flags,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) theorem: Theorem,
}

/// What to say about a dimension that is not given.
const NO_DIMENSION: &str = "\
--dimension M is missing: m, how many values are released together, which the release checks. A single value is certified with kdelta \
certify laplace.";

/// What to say about a number of changes that is not given.
const NO_CHANGED: &str = "\
--changed NUMBER is missing: Δ₀, how many of the values one person can change. One that is too small gives no privacy, so there is no \
default.
  a histogram, each person in one bin              --changed 1
  each person in at most 3 bins, or any m values   --changed 3, or m";

impl Flags {
    /// The mechanism asked for, as [`setting::Flags::describe`] has it.
    pub(super) fn describe(&self) -> Result<MechanismDescription, Failure> {
        let (mut dimension, mut changed, mut setting) = (self.dimension, self.changed, self.setting.clone());
        if let Some(path) = setting.config.take() {
            let mut file = File::read(&path)?;
            file.fill("dimension", &mut dimension)?;
            file.fill("changed", &mut changed)?;
            setting.fill(&mut file)?;
            file.finish()?;
        }
        let (Some(dimension), Some(changed)) = (dimension, changed) else {
            let missing = [(dimension, NO_DIMENSION), (changed, NO_CHANGED)];
            let missing: Vec<_> =
                missing.into_iter().filter_map(|(value, text)| value.is_none().then_some(text)).collect();
            return Err(Failure::usage(missing.join("\n")));
        };
        let vector = kdelta_explore::setting::vector(dimension, changed)?;
        Ok(setting.wanted()?.describe_vector(vector)?)
    }
}
