//! Errors of the libraries as exceptions of Python, which carry what a program can use: both sides of a condition, what a
//! release would have cost, the settings nearby that are certified. None carries an answer.

use crate::setting;
use kdelta::Error;
use kdelta_certificate::Refusal;
use kdelta_explore::nearest::Alternative;
use kdelta_oracle::Shortfall;
use kdelta_oracle::number::decimal;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Why there is no answer.
pub(crate) enum Problem {
    /// An argument that is none.
    Setting(String),
    /// What is to be released is none.
    Answer(String),
    /// A ledger that cannot be used.
    Ledger(String),
    Library(Box<Error>),
    /// A setting without a certificate, and settings nearby that have one.
    NotCertified {
        why: Box<Refusal>,
        nearest: Vec<Alternative>,
    },
    /// A certificate that does not hold.
    Audit(Box<Refusal>),
    Python(PyErr),
}

impl Problem {
    pub(crate) fn setting(why: impl Into<String>) -> Self {
        Self::Setting(why.into())
    }

    pub(crate) fn answer(why: impl Into<String>) -> Self {
        Self::Answer(why.into())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Library(Box::new(error))
    }
}

impl From<kdelta_explore::Error> for Problem {
    fn from(error: kdelta_explore::Error) -> Self {
        Self::Setting(error.to_string())
    }
}

impl From<PyErr> for Problem {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        Python::attach(|py| exception(py, problem).unwrap_or_else(|why| why))
    }
}

/// An exception of `kdelta._errors`.
struct Exception<'py> {
    class: &'static str,
    message: String,
    attributes: Bound<'py, PyDict>,
}

fn exception(py: Python<'_>, problem: Problem) -> PyResult<PyErr> {
    let plain = |class, message: String| Exception { class, message, attributes: PyDict::new(py) };
    let exception = match problem {
        Problem::Python(error) => return Ok(error),
        Problem::Setting(why) => plain("SettingError", in_python(&why)),
        Problem::Answer(why) => plain("AnswerError", why),
        Problem::Ledger(why) => plain("LedgerError", why),
        Problem::NotCertified { why, nearest } => not_certified(py, &why, &nearest)?,
        Problem::Audit(why) => {
            let attributes = PyDict::new(py);
            attributes.set_item("field", &why.field)?;
            attributes.set_item("why", &why.why)?;
            attributes.set_item("remedy", &*why.remedy)?;
            Exception { class: "CertificateRefused", message: why.to_string(), attributes }
        }
        Problem::Library(error) => {
            let attributes = PyDict::new(py);
            let class = match &*error {
                Error::OverBudget { epsilon_prime, budget } => {
                    attributes.set_item("epsilon_prime", epsilon_prime.value())?;
                    attributes.set_item("budget", &**budget)?;
                    "OverBudget"
                }
                Error::Refused(refusal) => {
                    if let Some(shortfall) = refusal.shortfall() {
                        condition(&attributes, shortfall)?;
                    }
                    "Refused"
                }
                Error::Spent { cost, left } => {
                    attributes.set_item("cost", cost.value())?;
                    let left = [&left.epsilon, &left.delta, &left.renyi];
                    attributes.set_item(
                        "left",
                        left.map(|bound| bound.as_ref().map(|bound| bound.value().clone())),
                    )?;
                    "BudgetSpent"
                }
                Error::Entry { .. } | Error::Saved { .. } | Error::File { .. } | Error::InUse { .. } => {
                    "LedgerError"
                }
                Error::Answer
                | Error::Inexact
                | Error::OtherFormat
                | Error::Length { .. }
                | Error::Dimension { .. } => "AnswerError",
                Error::Entropy(_) => "EntropyError",
                _ => "SettingError",
            };
            let message = match &*error {
                Error::Dimension { found, dimension } => {
                    format!(
                        "a vector of {found} values, but the mechanism is for {dimension}; build it with vector=({found}, …)"
                    )
                }
                other => other.to_string(),
            };
            Exception { class, message, attributes }
        }
    };
    let class = py.import("kdelta._errors")?.getattr(exception.class)?;
    Ok(PyErr::from_value(class.call((exception.message,), Some(&exception.attributes))?))
}

/// The condition that fails, both sides of it, and what to do.
fn condition(attributes: &Bound<'_, PyDict>, shortfall: &Shortfall) -> PyResult<()> {
    attributes.set_item("condition", shortfall.condition.statement())?;
    attributes.set_item("found", &shortfall.actual)?;
    attributes.set_item("needed", &shortfall.required)?;
    attributes.set_item("remedy", shortfall.condition.remedy())
}

fn not_certified<'py>(py: Python<'py>, why: &Refusal, nearest: &[Alternative]) -> PyResult<Exception<'py>> {
    let attributes = PyDict::new(py);
    match &why.shortfall {
        Some(shortfall) => condition(&attributes, shortfall)?,
        None => attributes.set_item("condition", &why.why)?,
    }
    attributes.set_item("remedy", in_python(&why.remedy))?;
    let found = PyList::empty(py);
    let mut message =
        format!("not certified: {}: {}\n  remedy: {}", argument(&why.field), in_python(&why.why), why.remedy);
    if !nearest.is_empty() {
        message.push_str("\n  settings nearby that are certified:");
    }
    for Alternative { change, description, verdict } in nearest {
        let setting = setting::arguments(py, description)?;
        found.append((change, &setting, verdict))?;
        message.push_str(&format!(
            "\n    {change}, ε′ ≤ {}: {}",
            decimal::epsilon_prime(verdict),
            spelled(&setting)?
        ));
    }
    attributes.set_item("nearest", found)?;
    Ok(Exception { class: "Refused", message, attributes })
}

/// A setting as it is written in Python; `kdelta._exact.spell` shortens its numbers.
fn spelled(setting: &Bound<'_, PyDict>) -> PyResult<String> {
    let spelled = setting.py().import("kdelta._exact")?.getattr("spell_setting")?.call1((setting,))?;
    Ok(spelled.cast::<PyString>()?.to_string_lossy().into_owned())
}

/// The flags of the program are arguments of the same names here: `--query-error` is `query_error`.
fn in_python(text: &str) -> String {
    let mut words = text.split("--");
    let mut result = words.next().unwrap_or_default().to_owned();
    for word in words {
        let end = word.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(word.len());
        let (flag, rest) = word.split_at(end);
        let name = flag.trim_end_matches('-');
        result.push_str(if name.is_empty() { "--" } else { "" });
        result.push_str(&name.replace('-', "_"));
        result.push_str(&flag[name.len()..]);
        result.push_str(rest);
    }
    result
}

/// The argument that a field of a certificate comes from.
fn argument(field: &str) -> String {
    match field {
        "generator.cut_off" | "mechanism.chain" => "the theorem".to_owned(),
        "subject.format" => "format".to_owned(),
        "setting.radius" => "disc".to_owned(),
        "setting.places" => "box".to_owned(),
        other => {
            let last =
                other.trim_start_matches("setting.").trim_start_matches("law.").trim_start_matches("asked.");
            last.split('.').next().unwrap_or(last).to_owned()
        }
    }
}
