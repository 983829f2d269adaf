//! From arguments of Python to the setting that is meant, and back.

use crate::errors::Problem;
use crate::numbers::{below, ends, exact};
use kdelta::Rational;
use kdelta_certificate::{
    Area, Asked, Gaussian, GeneratorName, Law, Line, MechanismCertificate, MechanismDescription, Outputs,
    Places, Plane, Range, Sampler, Vector,
};
use kdelta_explore::plane::{Coordinates, Meaning, Privacy, Ranges};
use kdelta_explore::setting::{Exact, FormatName};
use kdelta_explore::{gaussian, plane, setting};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The arguments of a mechanism, by name. What is None was not given.
pub(crate) struct Arguments<'a, 'py>(pub(crate) &'a Bound<'py, PyDict>);

impl<'py> Arguments<'_, 'py> {
    fn get(&self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }

    fn number(&self, name: &'static str) -> Result<Option<Exact>, Problem> {
        self.get(name)?.map(|value| Ok(Exact(exact(&value, name)?))).transpose()
    }

    /// Of which less is safer.
    pub(crate) fn privacy(&self, name: &'static str) -> Result<Option<Rational>, Problem> {
        self.get(name)?.map(|value| below(&value, name)).transpose()
    }

    fn ends(&self, name: &'static str) -> Result<Option<setting::Ends>, Problem> {
        self.get(name)?.map(|value| ends(&value, name)).transpose()
    }

    fn ranges(&self, name: &'static str) -> Result<Option<Ranges>, Problem> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let two = || Problem::setting(format!("{name} needs two ranges, ((low, high), (low, high))"));
        let (x, y): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract().map_err(|_| two())?;
        Ok(Some(Ranges(ends(&x, name)?, ends(&y, name)?)))
    }

    fn word(&self, name: &'static str) -> Result<Option<String>, Problem> {
        let text = |value: Bound<'_, PyAny>| {
            value.extract().map_err(|_| Problem::setting(format!("{name} needs a text")))
        };
        self.get(name)?.map(text).transpose()
    }

    fn format(&self) -> Result<Option<FormatName>, Problem> {
        self.word("format")?
            .map(|name| name.parse().map_err(|why: String| Problem::setting(format!("format: {why}"))))
            .transpose()
    }

    fn generator(&self) -> Result<Option<GeneratorName>, Problem> {
        let wrong = |why| Problem::setting(format!("generator: {why}"));
        self.word("generator")?.map(|name| name.parse().map_err(wrong)).transpose()
    }

    /// m and Δ₀.
    fn vector(&self) -> Result<Option<(u64, u64)>, Problem> {
        let two = || Problem::setting("vector needs two whole numbers, (dimension, changed)");
        self.get("vector")?.map(|value| value.extract().map_err(|_| two())).transpose()
    }

    fn on_the_line(&self) -> Result<setting::Wanted, Problem> {
        Ok(setting::Wanted {
            epsilon: self.privacy("epsilon")?.map(Exact),
            sensitivity: self.number("sensitivity")?,
            answers: self.ends("answers")?,
            window: self.ends("window")?,
            grid: self.number("grid")?,
            format: self.format()?,
            generator: self.generator()?,
            ..setting::Wanted::default()
        })
    }

    pub(crate) fn laplace(&self) -> Result<setting::Asked, Problem> {
        let wanted = self.on_the_line()?;
        let vector = match self.vector()? {
            Some((dimension, changed)) => setting::vector(dimension, changed)?,
            None => Vector::SINGLE,
        };
        Ok(wanted.describe_vector(vector)?.into())
    }

    pub(crate) fn gaussian(&self) -> Result<setting::Asked, Problem> {
        let (dimension, changed) = self.vector()?.unzip();
        let wanted = gaussian::Wanted {
            setting: self.on_the_line()?,
            delta: self.privacy("delta")?.map(Exact),
            sigma: self.number("sigma")?,
            rho: self.privacy("rho")?.map(Exact),
            dimension,
            changed,
        };
        Ok(wanted.describe()?.into())
    }

    pub(crate) fn plane(&self) -> Result<setting::Asked, Problem> {
        let rows = match self.word("rows")?.as_deref() {
            None => None,
            Some("individuals") => Some(Meaning::Individuals),
            Some("nearby") => Some(Meaning::Nearby),
            Some("aggregates") => Some(Meaning::Aggregates),
            Some(other) => {
                return Err(Problem::setting(format!(
                    "rows: {other:?} is none of individuals, nearby and aggregates"
                )));
            }
        };
        let sampler = match self.word("sampler")?.as_deref() {
            None => None,
            Some("gamma") => Some(Sampler::Gamma),
            Some("inverse") => Some(Sampler::Inverse),
            Some(other) => {
                return Err(Problem::setting(format!("sampler: {other:?} is neither gamma nor inverse")));
            }
        };
        let reference = match self.get("reference")? {
            None => None,
            Some(value) => {
                let two = || Problem::setting("reference needs two numbers, (longitude, latitude)");
                let (x, y): (Bound<'_, PyAny>, Bound<'_, PyAny>) = value.extract().map_err(|_| two())?;
                Some(Coordinates(exact(&x, "reference")?, exact(&y, "reference")?))
            }
        };
        let wanted = plane::Wanted {
            epsilon: self.privacy("epsilon")?.map(Privacy),
            distance: self.number("distance")?,
            rows,
            answers: self.ranges("answers")?,
            globe: self.ranges("box")?,
            reference,
            window: self.ranges("window")?,
            disc: self.number("disc")?,
            grid: self.number("grid")?,
            format: self.format()?,
            sampler,
            generator: self.generator()?,
            ..plane::Wanted::default()
        };
        Ok(wanted.describe()?)
    }
}

/// The setting that a certificate is about.
pub(crate) fn description(certificate: &MechanismCertificate) -> MechanismDescription {
    MechanismDescription {
        format: certificate.subject.format,
        setting: certificate.setting.clone(),
        generator: certificate.generator.name,
    }
}

/// The arguments of a setting, by name: with them the mechanism is built again. Errors of the query and of its reading,
/// which a certificate from elsewhere may state, are part of the sensitivity.
pub(crate) fn arguments<'py>(
    py: Python<'py>,
    description: &MechanismDescription,
) -> PyResult<Bound<'py, PyDict>> {
    let MechanismDescription { format, setting, generator } = description;
    let range = |range: &Range| (range.low.0.clone(), range.high.0.clone());
    let area = |area: &Area| (range(&area.x), range(&area.y));
    let arguments = PyDict::new(py);
    if let Some(epsilon) = &setting.epsilon {
        arguments.set_item("epsilon", &epsilon.0)?;
    }
    match &setting.law {
        Law::Laplace(_) => {}
        Law::Gaussian(Gaussian { asked, delta, .. }) => {
            let (Asked::Epsilon(number) | Asked::Sigma(number) | Asked::Rho(number)) = asked;
            arguments.set_item(asked.name(), &number.0)?;
            arguments.set_item("delta", &delta.0)?;
        }
        Law::PlanarLaplace(Plane { places, outputs, sampler }) => {
            arguments.set_item("distance", setting.sensitivity_in_force())?;
            match places {
                Places::Plane { answers } => arguments.set_item("answers", area(answers))?,
                Places::Globe { answers, reference } => {
                    arguments.set_item("box", area(answers))?;
                    arguments.set_item("reference", (&reference.x.0, &reference.y.0))?;
                }
            }
            match outputs {
                Outputs::Rectangle(window) => arguments.set_item("window", area(window))?,
                Outputs::Disc { radius } => arguments.set_item("disc", &radius.0)?,
            }
            arguments.set_item("sampler", if *sampler == Sampler::Gamma { "gamma" } else { "inverse" })?;
        }
    }
    if let Ok(Line { answers, window, vector }) = setting.line() {
        arguments.set_item("sensitivity", setting.sensitivity_in_force())?;
        arguments.set_item("answers", range(answers))?;
        arguments.set_item("window", range(window))?;
        if !vector.is_single() {
            arguments.set_item("vector", (vector.dimension, vector.changed))?;
        }
    }
    arguments.set_item("grid", &setting.grid.0)?;
    arguments.set_item("format", format.word())?;
    arguments.set_item("generator", generator.to_string())?;
    Ok(arguments)
}
