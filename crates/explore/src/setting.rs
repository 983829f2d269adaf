//! What is asked for: numbers, ranges, formats, and the settings that follow from them. All numbers are exact. What privacy rests on, the
//! sensitivity and the range of the answers, has no default.

use crate::error::Error;
use crate::outputs;
use kdelta::Number as _;
use kdelta_certificate::{
    Area, Asked as AskedFor, Format, Foundation, Gaussian, GeneratorName, Law, Line, MechanismCertificate,
    MechanismDescription, Plane, PlaneTerms, Range, Refusal, Setting, Vector,
};
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::number::{Rational, decimal, dyadic, parse};
use num_traits::{One, Signed, Zero};
use std::str::FromStr;

/// A number without rounding, in the words the user wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exact(pub Rational);

impl FromStr for Exact {
    type Err = kdelta_oracle::Refusal;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map(Self)
    }
}

/// δ_r: a number, or `text`, which stands for whatever reading any text as a number of the format costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadingError {
    /// What reading any text costs.
    Text,
    /// At most this.
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
    pub fn in_range(self, format: &Format, answers: &Range) -> Result<Exact, Error> {
        match self {
            Self::Text => Ok(Exact(format.reading_error(answers)?)),
            Self::AtMost(error) => Ok(error),
        }
    }

    /// The number it is for points of the plane: the Euclidean distance is at most the sum of those on both
    /// axes.
    pub fn in_area(self, format: &Format, answers: &Area) -> Result<Exact, Error> {
        match self {
            Self::Text => Ok(Exact(format.reading_error(&answers.x)? + format.reading_error(&answers.y)?)),
            Self::AtMost(error) => Ok(error),
        }
    }
}

/// Refuses a number that is given and not positive.
pub fn positive(flag: &str, number: Option<&Rational>) -> Result<(), Error> {
    match number.filter(|number| !number.is_positive()) {
        None => Ok(()),
        Some(number) => {
            Err(Error::question(format!("--{flag} needs to be > 0: found {}", decimal::short(number))))
        }
    }
}

/// Refuses errors that are given and negative.
pub fn check_errors(query: Option<&Exact>, reading: Option<&ReadingError>) -> Result<(), Error> {
    let reading = match reading {
        Some(ReadingError::AtMost(error)) => Some(error),
        Some(ReadingError::Text) | None => None,
    };
    for (flag, error) in [("query-error", query), ("reading-error", reading)] {
        if let Some(Exact(error)) = error.filter(|error| error.0.is_negative()) {
            let found = decimal::short(error);
            return Err(Error::question(format!("--{flag} needs to be ≥ 0: found {found}")));
        }
    }
    Ok(())
}

/// m values that are released together, of which one individual changes Δ₀.
///
/// # Errors
/// If there is none, or more are changed than there are.
pub fn vector(dimension: u64, changed: u64) -> Result<Vector, Error> {
    if dimension == 0 {
        return Err(Error::question("--dimension needs to be ≥ 1: found 0"));
    }
    if !(1..=dimension).contains(&changed) {
        let limits = format!("from 1 to --dimension, which is {dimension}");
        return Err(Error::question(format!("--changed needs to be {limits}: found {changed}")));
    }
    Ok(Vector { dimension, changed })
}

/// `low..high`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ends(pub Rational, pub Rational);

impl FromStr for Ends {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (low, high) = text.split_once("..").ok_or_else(|| {
            format!("a range is written low..high, for example 0..1; \"{text}\" has no \"..\"")
        })?;
        // 0...1 would read as 0 to .1, which nobody means.
        if high.starts_with('.') {
            return Err(format!(
                "a range is written low..high with two dots, for example 0..1; \"{text}\" has three"
            ));
        }
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
pub struct FormatName(pub Format);

impl FromStr for FormatName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fixed = || {
            let (bits, fraction) = text.strip_prefix("fixed-")?.split_once('-')?;
            let (bits, fraction) = (bits.parse::<u32>().ok()?, fraction.parse::<u32>().ok()?);
            let fits = (2..=64).contains(&bits) && fraction <= 63;
            fits.then_some(Format::Fixed { bits, fraction })
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

/// What one row of the data, and so one released answer, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The value of one individual, who may have had any other value of the answer range.
    Individuals,
    /// An aggregate over many individuals, which each of them changes by at most the sensitivity.
    Aggregates,
}

/// The setting of a mechanism for numbers, as far as it is given; the rest follows.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// ε > 0, the privacy asked of the ideal mechanism; 1 if it is not given.
    pub epsilon: Option<Exact>,
    /// Δ > 0, how much one individual can change the exact answer.
    pub sensitivity: Option<Exact>,
    /// What a row is. For the value of one individual, Δ is the width of the answers.
    pub rows: Option<Meaning>,
    /// δ_f ≥ 0, how far the computed answer may be from the exact one; 0 if it is not given.
    pub query_error: Option<Exact>,
    /// δ_r ≥ 0, how far reading an answer may move it; 0 if it is not given.
    pub reading_error: Option<ReadingError>,
    /// The range that the exact answer is clamped into.
    pub answers: Option<Ends>,
    /// The lowest and the highest output.
    pub window: Option<Ends>,
    /// L, the distance between outputs, a power of two.
    pub grid: Option<Exact>,
    /// f64 if it is not given.
    pub format: Option<FormatName>,
    /// As many bits as the format's logarithm resolves if it is not given.
    pub generator: Option<GeneratorName>,
}

/// The setting asked for; where the generator is left open, the first one that reaches is taken.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The mechanism, with the first generator.
    pub description: MechanismDescription,
    /// Words to try after those of the description.
    pub deeper: &'static [u32],
}

impl From<MechanismDescription> for Asked {
    fn from(description: MechanismDescription) -> Self {
        Self { description, deeper: &[] }
    }
}

impl Asked {
    /// The certificate of the setting; if the generator is open, from the first one whose cut-off lies far
    /// enough.
    ///
    /// # Errors
    /// The refusal, and the setting it is about.
    pub fn derive(
        &self,
        foundation: &Foundation<'_>,
    ) -> Result<MechanismCertificate, (Refusal, Box<MechanismDescription>)> {
        let mut description = self.description.clone();
        let mut words = self.deeper.iter();
        loop {
            match MechanismCertificate::derive_on(&description, foundation) {
                Ok(certificate) => return Ok(certificate),
                Err(why) if why.field == "generator.cut_off" => match words.next() {
                    Some(&words) => {
                        let bits = description.generator.bits();
                        description.generator = GeneratorName::Deep { bits, words };
                    }
                    None => return Err((why, Box::new(description))),
                },
                Err(why) => return Err((why, Box::new(description))),
            }
        }
    }
}

impl Wanted {
    /// With the setting that figures are drawn for wherever nothing else is given: ε = Δ = 1, answers from 0
    /// to 1.
    #[must_use]
    pub fn or_example(self) -> Self {
        let integer = |value: i64| Rational::from_integer(value.into());
        Self {
            sensitivity: self.sensitivity.or_else(|| Some(Exact(integer(1)))),
            answers: self.answers.or_else(|| Some(Ends(integer(0), integer(1)))),
            window: self.window.or_else(|| Some(Ends(integer(-16), integer(16)))),
            grid: self.grid.or_else(|| Some(Exact(dyadic(1, -10)))),
            ..self
        }
    }

    /// The mechanism asked for. Ends of the answer range that the format does not hold are moved outward to
    /// ones that it does; the window and the grid follow from the rest if they are not given; everything else
    /// is taken as it is.
    pub fn describe(self) -> Result<MechanismDescription, Error> {
        self.describe_vector(Vector::SINGLE)
    }

    /// The same for values that are released together; the sensitivity is Δ₁.
    pub fn describe_vector(self, vector: Vector) -> Result<MechanismDescription, Error> {
        self.describe_noise(vector, None)
    }

    /// The same for Gaussian noise, if what it is asked for and δ are given: the sensitivity is then Δ₂, and ε is no part of these flags.
    pub fn describe_noise(
        self,
        vector: Vector,
        gaussian: Option<(AskedFor, Rational)>,
    ) -> Result<MechanismDescription, Error> {
        let Self {
            epsilon,
            sensitivity,
            rows,
            query_error,
            reading_error,
            answers,
            window,
            grid,
            format,
            generator,
        } = self;
        for (name, value) in [("epsilon", &epsilon), ("sensitivity", &sensitivity), ("grid", &grid)] {
            positive(name, value.as_ref().map(|value| &value.0))?;
        }
        check_errors(query_error.as_ref(), reading_error.as_ref())?;
        let reading_error = reading_error.unwrap_or(ReadingError::AtMost(Exact(Rational::zero())));
        let format = format.map_or(Format::Binary64, |format| format.0);
        let generator = generator.unwrap_or_else(|| match gaussian {
            Some(_) => default_gaussian_generator(&format),
            None => default_generator(&format),
        });
        let answers = answers.map(|Ends(low, high)| outward(&format, &low, &high)).transpose()?;
        let norm = Norm { vector, gaussian: gaussian.is_some() };
        let (answers, sensitivity) = known(answers, sensitivity.map(|exact| exact.0), rows, norm)?;
        let epsilon = epsilon.map_or_else(Rational::one, |exact| exact.0);
        let query_error = query_error.map_or_else(Rational::zero, |exact| exact.0);
        let reading_error = reading_error.in_range(&format, &answers)?.0;
        // Until they are known, the answers stand for the window, and a unit for the grid.
        let line = Line { answers: answers.clone(), window: answers.clone(), vector };
        let mut setting = Setting {
            epsilon: gaussian.is_none().then(|| (&epsilon).into()),
            sensitivity: (&sensitivity).into(),
            query_error: (&query_error).into(),
            reading_error: (&reading_error).into(),
            grid: 1.into(),
            law: match gaussian {
                Some((asked, delta)) => Law::Gaussian(Gaussian { asked, delta: (&delta).into(), line }),
                None => Law::Laplace(line),
            },
        };
        let in_force = setting.sensitivity_in_force();
        let derived = outputs::Setting {
            answers: &answers,
            scale: match &setting.law {
                Law::Gaussian(law) => law.scale(&in_force).map_err(|why| refused_scale(&why))?,
                _ => in_force / epsilon,
            },
            format: &format,
            generator,
            gaussian: norm.gaussian,
        };
        setting.grid = (&grid.map_or_else(|| derived.grid(window.as_ref()), |exact| exact.0)).into();
        let window = window.unwrap_or_else(|| derived.window(&setting.grid.0));
        line_mut(&mut setting).window = Range { low: (&window.0).into(), high: (&window.1).into() };
        Ok(MechanismDescription { setting, format, generator })
    }
}

/// What the changes of several values amount to: their sum, and for Gaussian noise the root of the sum of their squares.
#[derive(Debug, Clone, Copy)]
struct Norm {
    vector: Vector,
    gaussian: bool,
}

impl Norm {
    /// If each of the Δ₀ values changes by 1, rounded up.
    fn of_changes(self) -> Result<Rational, Error> {
        let changed = Rational::from_integer(self.vector.changed.into());
        Ok(if self.gaussian { sqrt(&changed, 64)?.hi().clone() } else { changed })
    }
}

/// The range of the answers and the sensitivity: what nobody but the user can know, and what privacy rests
/// on.
fn known(
    answers: Option<Range>,
    sensitivity: Option<Rational>,
    rows: Option<Meaning>,
    norm: Norm,
) -> Result<(Range, Rational), Error> {
    let individuals = rows == Some(Meaning::Individuals);
    let no_sensitivity = match norm {
        _ if norm.vector.is_single() => NO_SENSITIVITY,
        Norm { gaussian: false, .. } => NO_SENSITIVITY_IN_SUM,
        Norm { gaussian: true, .. } => NO_SENSITIVITY_IN_SQUARES,
    };
    let missing: Vec<_> =
        [(answers.is_none(), NO_ANSWERS), (sensitivity.is_none() && !individuals, no_sensitivity)]
            .into_iter()
            .filter_map(|(missing, text)| missing.then_some(text))
            .collect();
    let Some(answers) = answers.filter(|_| missing.is_empty()) else {
        return Err(Error::question(missing.join("\n")));
    };
    let width = (&answers.high.0 - &answers.low.0) * norm.of_changes()?;
    let sensitivity = match sensitivity {
        Some(sensitivity) if individuals && sensitivity < width => {
            let times = match norm {
                _ if norm.vector.is_single() => "",
                Norm { gaussian: false, .. } => "--changed times ",
                Norm { gaussian: true, .. } => "the root of --changed times ",
            };
            return Err(Error::question(format!(
                "--sensitivity {}: with --rows individuals it is {times}the width of --answers, {}, as the value of one individual may \
                 have been any other of the range; leave --sensitivity out",
                decimal::short(&sensitivity),
                decimal::short(&width)
            )));
        }
        Some(sensitivity) => sensitivity,
        None if width.is_positive() => width,
        None => {
            return Err(Error::question(
                "--answers: is a single number, so that --rows individuals leaves nothing to hide; give a range",
            ));
        }
    };
    Ok((answers, sensitivity))
}

/// Answers and outputs of a setting for numbers.
#[expect(
    clippy::expect_used,
    reason = "settings of the other law have commands of their own, and their certificates are refused here"
)]
pub fn line(setting: &Setting) -> &Line {
    setting.line().expect("a setting for numbers")
}

/// The same, to be changed.
#[expect(clippy::expect_used, reason = "as above")]
pub fn line_mut(setting: &mut Setting) -> &mut Line {
    setting.line_mut().expect("a setting for numbers")
}

/// ε of a setting for noise that has one.
#[expect(clippy::expect_used, reason = "as above")]
pub fn epsilon(setting: &Setting) -> &Rational {
    setting.epsilon().expect("a setting with an ε")
}

/// What to say about a sensitivity that is not given.
const NO_SENSITIVITY: &str = "\
--sensitivity NUMBER is missing: Δ, by how much one person can change the exact answer. One that is too small gives no privacy, so \
there is no default.
  a count of people                    --sensitivity 1
  a sum of values between 0 and 100    --sensitivity 100
  each answer is one person's value    --rows individuals, for which Δ is the width of --answers";

/// The same for values that are released together.
const NO_SENSITIVITY_IN_SUM: &str = "\
--sensitivity NUMBER is missing: Δ₁, by how much one person can change the exact values, the sum over all of them. One that is too small \
gives no privacy, so there is no default.
  counts, each person counted once                 --sensitivity 1
  counts, each person counted at most 3 times      --sensitivity 3
  each value is one person's                       --rows individuals, for which Δ₁ is --changed times the width of --answers";

/// The same for Gaussian noise.
const NO_SENSITIVITY_IN_SQUARES: &str = "\
--sensitivity NUMBER is missing: Δ₂, by how much one person can change the exact values, the root of the sum of the squares of all \
changes. One that is too small gives no privacy, so there is no default.
  counts, each person counted once                 --sensitivity 1
  counts, each person in at most 9 of them         --sensitivity 3
  each value is one person's                       --rows individuals, for which Δ₂ is the root of --changed times the width of --answers";

/// What to say about a range that is not given.
const NO_ANSWERS: &str = "\
--answers LOW..HIGH is missing: the range that the exact answer is clamped into, from what is known without looking at the data (a \
range read from the data would leak it).
  a count of at most 1000 people       --answers 0..1000
  ages, one by one                     --answers 0..120";

/// As many bits as the format's logarithm resolves.
pub fn default_generator(format: &Format) -> GeneratorName {
    let narrow = match format {
        Format::Binary64 => false,
        Format::Binary32 => true,
        Format::Fixed { bits, .. } => *bits <= 32,
    };
    GeneratorName::Lazy(if narrow { 23 } else { 52 })
}

/// The same for Gaussian noise, whose kernel for integers does not take the far draws of a lazy generator.
pub fn default_gaussian_generator(format: &Format) -> GeneratorName {
    match (format, default_generator(format)) {
        (Format::Fixed { .. }, GeneratorName::Lazy(bits)) => GeneratorName::Relative(bits),
        (_, generator) => generator,
    }
}

/// The least range of the format that contains both ends.
pub fn outward(format: &Format, low: &Rational, high: &Rational) -> Result<Range, Error> {
    let exact = |x: f64| Rational::from_float(x);
    let ends = match format {
        Format::Binary64 => f64::at_most(low).and_then(exact).zip(f64::at_least(high).and_then(exact)),
        Format::Binary32 => f32::at_most(low)
            .and_then(|x| exact(x.into()))
            .zip(f32::at_least(high).and_then(|x| exact(x.into()))),
        // Whether the word holds them is decided where the certificate is derived.
        Format::Fixed { fraction, .. } => {
            let unit = dyadic(1, -fraction.cast_signed());
            Some(((low / &unit).floor() * &unit, (high / &unit).ceil() * unit))
        }
    };
    let (low, high) = ends.ok_or_else(|| {
        Error::question("--answers: an end lies beyond the largest number of the format; narrow the range")
    })?;
    Ok(Range { low: (&low).into(), high: (&high).into() })
}

/// Words of the generators with 52 bits that this program contains, beyond the plain one.
pub const DEEPER: &[u32] = &[4, 8, 16];

/// Places, outputs and sampler of a setting on the plane.
#[expect(
    clippy::expect_used,
    reason = "settings of the other law have commands of their own, and their certificates are refused here"
)]
pub fn plane(setting: &Setting) -> &Plane {
    setting.plane().expect("a setting on the plane")
}

/// The same, to be changed.
#[expect(clippy::expect_used, reason = "as above")]
pub fn plane_mut(setting: &mut Setting) -> &mut Plane {
    setting.plane_mut().expect("a setting on the plane")
}

/// What only a certificate of planar noise has.
#[expect(clippy::expect_used, reason = "as above")]
pub fn terms(certificate: &MechanismCertificate) -> &PlaneTerms {
    certificate.plane.as_ref().expect("a certificate of planar noise")
}

/// The least range between multiples of the grid that holds the other.
pub fn outward_to(range: &Range, grid: &Rational) -> Range {
    Range {
        low: (&((&range.low.0 / grid).floor() * grid)).into(),
        high: (&((&range.high.0 / grid).ceil() * grid)).into(),
    }
}

/// The least δ, as a power of two: smaller ones mean nothing, and take minutes to compute with.
const LEAST_DELTA_LOG2: i32 = -1000;

/// Refuses a δ that is none.
pub fn probability(delta: &Rational) -> Result<(), Error> {
    positive("delta", Some(delta))?;
    let (needs, remedy) = if delta >= &Rational::one() {
        ("below 1", "")
    } else if delta < &dyadic(1, LEAST_DELTA_LOG2) {
        ("at least 2^-1000", "; 1e-9 is small for a table of a million people")
    } else {
        return Ok(());
    };
    Err(Error::question(format!("--delta needs to be {needs}: found {}{remedy}", decimal::short(delta))))
}

/// What Gaussian noise is asked for by is refused before there is a setting to look around.
fn refused_scale(why: &Refusal) -> Error {
    let flag = match why.field.as_str() {
        "setting.law.delta" => "--delta",
        "setting.law.asked.epsilon" => "--epsilon",
        "setting.law.asked.sigma" => "--sigma",
        "setting.law.asked.rho" => "--rho",
        other => other,
    };
    Error::refused(format!("{flag}: {}; {}", why.why, why.remedy))
}
