//! What the user asks for: from flags, from a TOML file, from defaults, in this order; all numbers exact.

use crate::failure::Failure;
use crate::files;
use clap::Args;
use kdelta::Number as _;
use kdelta_certificate::{Area, Format, MechanismDescription, Range, Setting};
use kdelta_oracle::number::{Rational, decimal, dyadic, parse};
use num_traits::{Signed, Zero};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A number without rounding, in the words the user wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exact(pub(crate) Rational);

impl FromStr for Exact {
    type Err = kdelta_oracle::Refusal;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map(Self)
    }
}

/// δ_r: a number, or `text`, which stands for whatever reading any text as a number of the format costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReadingError {
    Text,
    AtMost(Exact),
}

impl FromStr for ReadingError {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            _ => text.parse().map(Self::AtMost).map_err(|why: kdelta_oracle::Refusal| {
                format!("{why}; or say text, for half a unit in the last place of the answer range")
            }),
        }
    }
}

impl ReadingError {
    /// The number it is for answers of one axis.
    pub(crate) fn in_range(self, format: &Format, answers: &Range) -> Result<Exact, Failure> {
        match self {
            Self::Text => Ok(Exact(format.reading_error(answers)?)),
            Self::AtMost(error) => Ok(error),
        }
    }

    /// The number it is for points of the plane: the Euclidean distance is at most the sum of those on both axes.
    pub(crate) fn in_area(self, format: &Format, answers: &Area) -> Result<Exact, Failure> {
        match self {
            Self::Text => Ok(Exact(format.reading_error(&answers.x)? + format.reading_error(&answers.y)?)),
            Self::AtMost(error) => Ok(error),
        }
    }

    /// Refuses a negative number.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self {
            Self::AtMost(Exact(error)) if error.is_negative() => Err(Failure::usage(format!(
                "--reading-error needs to be ≥ 0: found {}",
                decimal::short(error)
            ))),
            _ => Ok(()),
        }
    }
}

/// `low..high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ends(pub(crate) Rational, pub(crate) Rational);

impl FromStr for Ends {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (low, high) = text.split_once("..").ok_or_else(|| {
            format!("a range is written low..high, for example 0..1; \"{text}\" has no \"..\"")
        })?;
        let end = |text: &str| parse(text).map_err(|why| why.to_string());
        let (low, high) = (end(low)?, end(high)?);
        if low > high {
            return Err(format!("the low end lies above the high end in \"{text}\"; swap them"));
        }
        Ok(Self(low, high))
    }
}

/// A number format, by the name it has in certificates; `f64` and `f32` for short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormatName(pub(crate) Format);

impl FromStr for FormatName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fixed = || {
            let (bits, fraction) = text.strip_prefix("fixed-")?.split_once('-')?;
            let (bits, fraction) = (bits.parse::<u32>().ok()?, fraction.parse::<u32>().ok()?);
            let fits = (2..=64).contains(&bits) && fraction <= 63;
            fits.then(|| Format::Fixed { bits: i64::from(bits).into(), fraction: i64::from(fraction).into() })
        };
        match text {
            "f64" | "binary64" => Ok(Self(Format::Binary64)),
            "f32" | "binary32" => Ok(Self(Format::Binary32)),
            _ => fixed().map(Self).ok_or_else(|| {
                format!("\"{text}\" is none of f64, f32, fixed-BITS-FRACTION (2 to 64 bits, 0 to 63 of fraction), for example fixed-64-40")
            }),
        }
    }
}

/// A generator: `relative-52` (exponent and mantissa, THEORY F11) or `midpoint-53` (equal cells, THEORY 1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GeneratorName {
    pub(crate) relative: bool,
    pub(crate) bits: u32,
}

impl FromStr for GeneratorName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = || {
            let (name, bits) = text.split_once('-')?;
            let relative = match name {
                "relative" => true,
                "midpoint" => false,
                _ => return None,
            };
            Some(Self { relative, bits: bits.parse().ok()? })
        };
        named().ok_or_else(|| {
            format!("\"{text}\" is neither relative-BITS nor midpoint-BITS, for example relative-52")
        })
    }
}

impl fmt::Display for GeneratorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", if self.relative { "relative" } else { "midpoint" }, self.bits)
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
    /// Δ > 0, how much one individual can change the exact answer [default: 1]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) sensitivity: Option<Exact>,
    /// δ_f ≥ 0, how far the computed answer may be from the exact one [default: 0]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) query_error: Option<Exact>,
    /// δ_r ≥ 0, how far reading an answer may move it; text stands for what reading any text costs [default: 0]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) reading_error: Option<ReadingError>,
    /// The range that answers are clamped into [default: 0..1]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) answers: Option<Ends>,
    /// The lowest and the highest output, both multiples of the grid [default: -16..16]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub(crate) window: Option<Ends>,
    /// L, the distance between outputs, a power of two [default: 2^-10]
    #[arg(long, value_name = "STEP", allow_hyphen_values = true)]
    pub(crate) grid: Option<Exact>,
    /// f64, f32 or fixed-BITS-FRACTION [default: f64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<FormatName>,
    /// relative-BITS or midpoint-BITS [default: relative-52; relative-23 in formats of up to 32 bits]
    #[arg(long, value_name = "GENERATOR")]
    pub(crate) generator: Option<GeneratorName>,
    /// A TOML file with any of the above; flags given here go before it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// The file: the names of the flags, numbers as text or integers.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    epsilon: Option<Written>,
    sensitivity: Option<Written>,
    query_error: Option<Written>,
    reading_error: Option<Written>,
    answers: Option<Written>,
    window: Option<Written>,
    grid: Option<Written>,
    format: Option<Written>,
    generator: Option<Written>,
}

/// A value in the file. A TOML float is rounded before anybody sees it, so it is refused.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Written {
    Text(String),
    Integer(i64),
    Float(f64),
    Other(toml::Value),
}

/// A configuration of more bytes is none.
const MAX_CONFIG: u64 = 1 << 16;

/// The settings of a file.
pub(crate) fn read_file<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let name = path.display();
    let text =
        files::read(path, MAX_CONFIG).map_err(|why| Failure::usage(format!("--config {name}: {why}")))?;
    toml::from_str(&text).map_err(|why| Failure::usage(format!("--config {name}: {why}")))
}

impl Written {
    /// The value as the flag of that name reads it.
    fn read<T: FromStr<Err: fmt::Display>>(self, name: &str) -> Result<T, Failure> {
        let text = match self {
            Self::Text(text) => text,
            Self::Integer(integer) => integer.to_string(),
            Self::Float(float) => {
                return Err(Failure::usage(format!(
                    "{name} = {float} in the file is a float, which is rounded when it is read; write it as text, {name} = \"{float}\""
                )));
            }
            Self::Other(value) => {
                return Err(Failure::usage(format!(
                    "{name} in the file is a TOML {}, not text or an integer",
                    value.type_str()
                )));
            }
        };
        text.parse().map_err(|why| Failure::usage(format!("{name} in the file: {why}")))
    }
}

/// The flag, or the file's value, or nothing.
pub(crate) fn first<T: FromStr<Err: fmt::Display>>(
    name: &str,
    flag: Option<T>,
    file: Option<Written>,
) -> Result<Option<T>, Failure> {
    match (flag, file) {
        (Some(value), _) => Ok(Some(value)),
        (None, Some(written)) => written.read(name).map(Some),
        (None, None) => Ok(None),
    }
}

impl Flags {
    /// The flags with what the file says in the gaps.
    pub(crate) fn with_file(self) -> Result<Self, Failure> {
        let Some(path) = &self.config else { return Ok(self) };
        let file: File = read_file(path)?;
        Ok(Self {
            epsilon: first("epsilon", self.epsilon, file.epsilon)?,
            sensitivity: first("sensitivity", self.sensitivity, file.sensitivity)?,
            query_error: first("query-error", self.query_error, file.query_error)?,
            reading_error: first("reading-error", self.reading_error, file.reading_error)?,
            answers: first("answers", self.answers, file.answers)?,
            window: first("window", self.window, file.window)?,
            grid: first("grid", self.grid, file.grid)?,
            format: first("format", self.format, file.format)?,
            generator: first("generator", self.generator, file.generator)?,
            config: None,
        })
    }

    /// The mechanism asked for. Ends of the answer range that the format does not hold are moved outward to ones that
    /// it does; everything else is taken as it is.
    pub(crate) fn describe(self) -> Result<MechanismDescription, Failure> {
        let Self {
            epsilon,
            sensitivity,
            query_error,
            reading_error,
            answers,
            window,
            grid,
            format,
            generator,
            config: _,
        } = self.with_file()?;
        for (name, value) in [("epsilon", &epsilon), ("sensitivity", &sensitivity), ("grid", &grid)] {
            if let Some(Exact(value)) = value.as_ref().filter(|value| !value.0.is_positive()) {
                let found = decimal::short(value);
                return Err(Failure::usage(format!("--{name} needs to be > 0: found {found}")));
            }
        }
        if let Some(Exact(value)) = query_error.as_ref().filter(|value| value.0.is_negative()) {
            let found = decimal::short(value);
            return Err(Failure::usage(format!("--query-error needs to be ≥ 0: found {found}")));
        }
        let reading_error = reading_error.unwrap_or(ReadingError::AtMost(Exact(Rational::zero())));
        reading_error.check()?;
        let format = format.map_or(Format::Binary64, |format| format.0);
        let generator = generator.unwrap_or_else(|| default_generator(&format));
        let number =
            |exact: Option<Exact>, default: Rational| (&exact.map_or(default, |exact| exact.0)).into();
        let integer = |value: i64| Rational::from_integer(value.into());
        let Ends(low, high) = answers.unwrap_or_else(|| Ends(integer(0), integer(1)));
        let answers = outward(&format, &low, &high)?;
        let window = window.unwrap_or_else(|| Ends(integer(-16), integer(16)));
        Ok(MechanismDescription {
            setting: Setting {
                epsilon: number(epsilon, integer(1)),
                sensitivity: number(sensitivity, integer(1)),
                query_error: number(query_error, integer(0)),
                reading_error: (&reading_error.in_range(&format, &answers)?.0).into(),
                answers,
                grid: number(grid, dyadic(1, -10)),
                window: Range { low: (&window.0).into(), high: (&window.1).into() },
            },
            format,
            relative: generator.relative,
            generator_bits: generator.bits,
        })
    }
}

/// As many bits as the format's logarithm resolves.
pub(crate) fn default_generator(format: &Format) -> GeneratorName {
    let narrow = match format {
        Format::Binary64 => false,
        Format::Binary32 => true,
        Format::Fixed { bits, .. } => bits.0 <= Rational::from_integer(32.into()),
    };
    GeneratorName { relative: true, bits: if narrow { 23 } else { 52 } }
}

/// The least range of the format that contains both ends.
pub(crate) fn outward(format: &Format, low: &Rational, high: &Rational) -> Result<Range, Failure> {
    let exact = |x: f64| Rational::from_float(x);
    let ends = match format {
        Format::Binary64 => f64::at_most(low).and_then(exact).zip(f64::at_least(high).and_then(exact)),
        Format::Binary32 => f32::at_most(low)
            .and_then(|x| exact(x.into()))
            .zip(f32::at_least(high).and_then(|x| exact(x.into()))),
        // Whether the word holds them is decided where the certificate is derived.
        Format::Fixed { fraction, .. } => {
            use num_traits::ToPrimitive;
            fraction.0.to_i32().map(|fraction| {
                let unit = dyadic(1, -fraction);
                ((low / &unit).floor() * &unit, (high / &unit).ceil() * unit)
            })
        }
    };
    let (low, high) = ends.ok_or_else(|| {
        Failure::usage("--answers: an end lies beyond the largest number of the format; narrow the range")
    })?;
    Ok(Range { low: (&low).into(), high: (&high).into() })
}
