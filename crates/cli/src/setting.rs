//! What the user asks for: from flags, from a TOML file, from defaults, in this order; all numbers exact.
//! What privacy rests on, the sensitivity and the range of the answers, has no default.

use crate::config::File;
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use kdelta_certificate::{GeneratorName, MechanismDescription};
use kdelta_explore::setting::Wanted;
pub(crate) use kdelta_explore::setting::{Asked, Ends, Exact, FormatName, ReadingError, epsilon, positive};
use std::path::PathBuf;
use std::str::FromStr;

/// What one row of the data, and so one released answer, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Meaning {
    /// the value of one individual, who may have had any other value of the answer range
    Individuals,
    /// an aggregate over many individuals, which each of them changes by at most the sensitivity
    Aggregates,
}

impl FromStr for Meaning {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        <Self as ValueEnum>::from_str(text, false)
            .map_err(|_| format!("\"{text}\" is neither individuals nor aggregates"))
    }
}

impl From<Meaning> for kdelta_explore::setting::Meaning {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Individuals => Self::Individuals,
            Meaning::Aggregates => Self::Aggregates,
        }
    }
}

/// The setting, as flags. Whatever is not given comes from `--config`, and then from the defaults.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Setting")]
#[group(id = "setting")]
pub(crate) struct Flags {
    /// ε > 0, the privacy asked of the ideal mechanism [default: 1]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) epsilon: Option<Exact>,
    /// Δ > 0, how much one individual can change the exact answer: 1 for a count, the largest magnitude of a
    /// value for a sum; no default
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) sensitivity: Option<Exact>,
    /// What a row is. The value of one individual can change to any other of the range: Δ is then the width
    /// of --answers
    #[arg(long, value_name = "individuals|aggregates", hide_possible_values = true)]
    pub(crate) rows: Option<Meaning>,
    /// δ_f ≥ 0, how far the computed answer may be from the exact one [default: 0]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) query_error: Option<Exact>,
    /// δ_r ≥ 0, how far reading an answer may move it; text stands for what reading any text costs [default:
    /// 0]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) reading_error: Option<ReadingError>,
    /// The range that answers are clamped into, known without looking at the data; no default
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) answers: Option<Ends>,
    /// The lowest and the highest output, both multiples of the grid [default: the answers and 32·Δ/ε more on
    /// both sides]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) window: Option<Ends>,
    /// L, the distance between outputs, a power of two [default: the one below Δ/ε/1000, if the format
    /// resolves it]
    #[arg(long, value_name = "STEP", allow_hyphen_values = true)]
    pub(crate) grid: Option<Exact>,
    /// f64, f32 or fixed-BITS-FRACTION [default: f64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,
    /// lazy-BITS, relative-BITS, deep-BITS-WORDS or midpoint-BITS [default: lazy-52; lazy-23 in formats of up
    /// to 32 bits]
    #[arg(long, value_name = "GENERATOR")]
    pub(crate) generator: Option<GeneratorName>,
    /// A TOML file with any of the above; flags given here go before it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl Flags {
    /// The flags with what the file says in the gaps.
    pub(crate) fn with_file(mut self) -> Result<Self, Failure> {
        let Some(path) = self.config.take() else { return Ok(self) };
        let mut file = File::read(&path)?;
        self.fill(&mut file)?;
        file.finish()?;
        Ok(self)
    }

    /// What a file says in the gaps; it may say more.
    pub(crate) fn fill(&mut self, file: &mut File) -> Result<(), Failure> {
        file.fill("epsilon", &mut self.epsilon)?;
        file.fill("sensitivity", &mut self.sensitivity)?;
        file.fill("rows", &mut self.rows)?;
        file.fill("query-error", &mut self.query_error)?;
        file.fill("reading-error", &mut self.reading_error)?;
        file.fill("answers", &mut self.answers)?;
        file.fill("window", &mut self.window)?;
        file.fill("grid", &mut self.grid)?;
        file.fill("format", &mut self.format)?;
        file.fill("generator", &mut self.generator)
    }

    /// What is given, for the library to complete.
    pub(crate) fn wanted(self) -> Result<Wanted, Failure> {
        let flags = self.with_file()?;
        Ok(Wanted {
            epsilon: flags.epsilon,
            sensitivity: flags.sensitivity,
            rows: flags.rows.map(Into::into),
            query_error: flags.query_error,
            reading_error: flags.reading_error,
            answers: flags.answers,
            window: flags.window,
            grid: flags.grid,
            format: flags.format,
            generator: flags.generator,
        })
    }

    /// The mechanism asked for.
    pub(crate) fn describe(self) -> Result<MechanismDescription, Failure> {
        Ok(self.wanted()?.describe()?)
    }
}
