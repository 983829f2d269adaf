//! The setting of planar noise, from flags and a file. Lengths are in metres, longitudes and latitudes in degrees.

use crate::config::File;
use crate::failure::Failure;
use crate::setting::{Asked, Exact, FormatName, ReadingError};
use clap::{Args, ValueEnum};
use kdelta_certificate::{GeneratorName, Sampler};
pub(crate) use kdelta_explore::plane::Privacy;
use kdelta_explore::plane::{self, Coordinates, Ranges, Wanted};
use std::path::PathBuf;
use std::str::FromStr;

/// How the radius is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SamplerName {
    /// from two logarithms; accurate and fast
    Gamma,
    /// by the inverse distribution function, as other implementations do; for comparison
    Inverse,
}

impl FromStr for SamplerName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        <Self as ValueEnum>::from_str(text, false)
            .map_err(|_| format!("\"{text}\" is neither gamma nor inverse"))
    }
}

impl From<SamplerName> for Sampler {
    fn from(name: SamplerName) -> Self {
        match name {
            SamplerName::Gamma => Self::Gamma,
            SamplerName::Inverse => Self::Inverse,
        }
    }
}

/// What one row of the data, and so one released point, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Meaning {
    /// the place of one individual, who may have been at any other place of --answers or --box
    Individuals,
    /// a point that many individuals determine, and each of them moves by at most --distance
    Aggregates,
    /// a place that is to be hidden among the places within --distance only (geo-indistinguishability)
    Nearby,
}

impl FromStr for Meaning {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        <Self as ValueEnum>::from_str(text, false)
            .map_err(|_| format!("\"{text}\" is none of individuals, aggregates and nearby"))
    }
}

impl From<Meaning> for plane::Meaning {
    fn from(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Individuals => Self::Individuals,
            Meaning::Aggregates => Self::Aggregates,
            Meaning::Nearby => Self::Nearby,
        }
    }
}

/// The setting, as flags. Whatever is not given comes from `--config`, and then from the defaults.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Setting")]
#[group(id = "planar-setting")]
pub(crate) struct Flags {
    /// ε > 0, the privacy asked for points at --distance; ln(4) is understood [default: 1]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) epsilon: Option<Privacy>,
    /// Δ > 0, the distance in metres that ε is for: places farther apart are told apart by more; no default
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    pub(crate) distance: Option<Exact>,
    /// What a row is. The place of one individual can be any other: Δ is then the diameter of --answers or
    /// --box
    #[arg(long, value_name = "WHAT")]
    pub(crate) rows: Option<Meaning>,
    /// ε for each metre, in the place of --epsilon and --distance (geo-indistinguishability)
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, conflicts_with_all = ["epsilon", "distance"])]
    pub(crate) epsilon_per_metre: Option<Privacy>,
    /// The rectangle that points are clamped into, in metres [default: -5000..5000,-5000..5000]
    #[arg(long, value_name = "X..X,Y..Y", allow_hyphen_values = true)]
    pub(crate) answers: Option<Ranges>,
    /// δ_f ≥ 0, how far a computed point may be from the exact one, in metres [default: 0]
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    pub(crate) query_error: Option<Exact>,
    /// δ_r ≥ 0, how far reading a point may move it, in metres; text stands for what reading any text costs
    /// [default: 0]
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    pub(crate) reading_error: Option<ReadingError>,
    /// The longitudes and latitudes of all places, in degrees on WGS 84, in the place of --answers
    #[arg(long = "box", value_name = "LON..LON,LAT..LAT", allow_hyphen_values = true, conflicts_with_all = ["answers", "query_error", "reading_error"])]
    pub(crate) globe: Option<Ranges>,
    /// Where the projection to metres is made, chosen without looking at the data [default: the middle of the
    /// box]
    #[arg(long, value_name = "LON,LAT", allow_hyphen_values = true)]
    pub(crate) reference: Option<Coordinates>,
    /// The lowest and the highest outputs, multiples of the grid, in metres [default: the answers, outward to
    /// the grid; with --rows individuals 16·Δ/ε more on all sides]
    #[arg(long, value_name = "X..X,Y..Y", allow_hyphen_values = true)]
    pub(crate) window: Option<Ranges>,
    /// Outputs in a disc of this radius about the origin, in the place of --window: the cells wholly inside
    #[arg(long, value_name = "METRES", allow_hyphen_values = true, conflicts_with = "window")]
    pub(crate) disc: Option<Exact>,
    /// L, the side of a cell in metres, a power of two [default: 1]
    #[arg(long, value_name = "STEP", allow_hyphen_values = true)]
    pub(crate) grid: Option<Exact>,
    /// f64 or fixed-BITS-FRACTION [default: f64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,
    /// How the radius is drawn [default: gamma]
    #[arg(long, value_name = "SAMPLER")]
    pub(crate) sampler: Option<SamplerName>,
    /// relative-BITS, deep-BITS-WORDS or midpoint-BITS [default: the relative one of 52 bits that reaches far
    /// enough]
    #[arg(long, value_name = "GENERATOR")]
    pub(crate) generator: Option<GeneratorName>,
    /// A TOML file with any of the above; flags given here go before it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl Flags {
    /// Whether a flag says that answers are points in metres.
    pub(crate) const fn is_plane(&self) -> bool {
        self.answers.is_some() || self.query_error.is_some() || self.reading_error.is_some()
    }

    /// The flags with what the file says in the gaps.
    pub(crate) fn with_file(mut self) -> Result<Self, Failure> {
        let Some(path) = self.config.take() else { return Ok(self) };
        let mut file = File::read(&path)?;
        // What a flag replaces is not taken from the file.
        file.leave_out(self.epsilon_per_metre.is_some(), &["epsilon", "distance"]);
        file.leave_out(self.epsilon.is_some() || self.distance.is_some(), &["epsilon-per-metre"]);
        file.leave_out(self.globe.is_some(), &["answers", "query-error", "reading-error"]);
        file.leave_out(self.is_plane(), &["box", "reference"]);
        file.leave_out(self.disc.is_some(), &["window"]);
        file.leave_out(self.window.is_some(), &["disc"]);
        file.fill("epsilon", &mut self.epsilon)?;
        file.fill("distance", &mut self.distance)?;
        file.fill("rows", &mut self.rows)?;
        file.fill("epsilon-per-metre", &mut self.epsilon_per_metre)?;
        file.fill("answers", &mut self.answers)?;
        file.fill("query-error", &mut self.query_error)?;
        file.fill("reading-error", &mut self.reading_error)?;
        file.fill("box", &mut self.globe)?;
        file.fill("reference", &mut self.reference)?;
        file.fill("window", &mut self.window)?;
        file.fill("disc", &mut self.disc)?;
        file.fill("grid", &mut self.grid)?;
        file.fill("format", &mut self.format)?;
        file.fill("sampler", &mut self.sampler)?;
        file.fill("generator", &mut self.generator)?;
        file.finish()?;
        Ok(self)
    }

    /// What is given, for the library to complete.
    pub(crate) fn wanted(self) -> Result<Wanted, Failure> {
        let flags = self.with_file()?;
        Ok(Wanted {
            epsilon: flags.epsilon,
            distance: flags.distance,
            rows: flags.rows.map(Into::into),
            epsilon_per_metre: flags.epsilon_per_metre,
            answers: flags.answers,
            query_error: flags.query_error,
            reading_error: flags.reading_error,
            globe: flags.globe,
            reference: flags.reference,
            window: flags.window,
            disc: flags.disc,
            grid: flags.grid,
            format: flags.format,
            sampler: flags.sampler.map(Into::into),
            generator: flags.generator,
        })
    }

    /// The mechanism asked for.
    pub(crate) fn describe(self) -> Result<Asked, Failure> {
        Ok(self.wanted()?.describe()?)
    }
}
