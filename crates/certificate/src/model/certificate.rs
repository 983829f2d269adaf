//! A certificate as a file: JSON in one canonical text.
//!
//! The text of a certificate is a function of its content: fixed field order, two spaces of indentation, one spelling
//! for each number, a newline at the end. Reading compares the whole text with that function, so a field out of order,
//! doubled, or written differently is refused even where its value is the same.

use super::{GeneratorName, Kernel, KernelCertificate, MechanismCertificate};
use crate::refusal::{REGENERATE, Refusal};
use kdelta_oracle::number::parse;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The schemas that this version reads and writes: one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Schema {
    /// One certificate for every law of noise, with κ₊ and κ₋, for single values and for vectors.
    #[serde(rename = "kdelta-certificate/3")]
    V3,
}

impl Schema {
    /// As certificates write it.
    pub const NAME: &str = "kdelta-certificate/3";
}

/// All crates of the workspace have one version; a certificate of another version is stale.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Longer texts are not read.
const MAX_TEXT: usize = 1 << 20;

/// A certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Which fields there are.
    pub schema: Schema,
    /// What it speaks about.
    pub certifies: Subject,
}

/// The kinds of certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// The error of one kernel: a logarithm, or cos and sin.
    Kernel(Box<KernelCertificate>),
    /// ε′ of one mechanism.
    Mechanism(Box<MechanismCertificate>),
}

impl Certificate {
    /// A certificate of this version.
    #[must_use]
    pub fn new(certifies: Subject) -> Self {
        Self { schema: Schema::V3, certifies }
    }

    /// Reads a certificate; says nothing yet about its truth, see [`crate::audit`].
    ///
    /// # Errors
    /// A [`Refusal`] for anything but the canonical text of a certificate of this schema: unknown, missing, doubled or
    /// reordered fields, numbers that are not exact or not in their one spelling, other white space.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        if text.len() > MAX_TEXT {
            let why = format!("has {} bytes, the limit is {MAX_TEXT}", text.len());
            return Err(Refusal::new("certificate", why, "split it into several certificates"));
        }
        let certificate: Self = serde_json::from_str(text).map_err(|why| {
            other_version(text).unwrap_or_else(|| {
                Refusal::new(
                    "certificate",
                    printable(&why.to_string()),
                    "write it as certificates/README.md says",
                )
            })
        })?;
        if let Some(why) = other_version(text) {
            return Err(why);
        }
        let canonical = certificate.text()?;
        if canonical == text {
            return Ok(certificate);
        }
        let differs = canonical.lines().zip(text.lines()).position(|(ours, theirs)| ours != theirs);
        let at = differs.unwrap_or_else(|| canonical.lines().count().min(text.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("the end of the text").trim().to_owned();
        let why = format!(
            "reads {}, where the canonical text has {}",
            printable(&line(text)),
            printable(&line(&canonical))
        );
        Err(Refusal::new(
            format!("line {}", at + 1),
            why,
            "keep the order, spelling and layout of the schema",
        ))
    }

    /// The canonical text.
    ///
    /// # Errors
    /// None that is known; the JSON writer's type asks for it.
    pub fn text(&self) -> Result<String, Refusal> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|why| Refusal::new("certificate", why.to_string(), REGENERATE))?;
        Ok(text + "\n")
    }
}

/// The schema or the version that a text names, if it is another: what such a certificate says is not compared any further. The fields of
/// another version may have other names, so this looks at three of them only.
fn other_version(text: &str) -> Option<Refusal> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let schema = value.get("schema")?.as_str()?;
    let (kind, certified) = value.get("certifies")?.as_object()?.iter().next()?;
    let renew = || renewal(certified.get("reproduce").and_then(serde_json::Value::as_str));
    if schema != Schema::NAME {
        let why = format!("is \"{}\", this program reads \"{}\"", printable(schema), Schema::NAME);
        return Some(Refusal::new("schema", why, renew()));
    }
    let version = certified.get("subject")?.get("version")?.as_str()?;
    (version != VERSION).then(|| {
        let why = format!("is \"{}\", this program is version {VERSION}", printable(version));
        Refusal::new(format!("{}.subject.version", printable(kind)), why, renew())
    })
}

/// How to renew a certificate of another version: by the command that it names, if every word of that is one that kdelta writes there. A
/// refused file proves nothing, so of any other command nothing is shown.
fn renewal(reproduce: Option<&str>) -> Cow<'static, str> {
    match reproduce.and_then(arguments_of_certify) {
        Some(arguments) => format!(
            "renew it with \"kdelta certify {arguments} --out FILE\" (those of the repository with scripts/certificates), compare the new \
             ε′ with your budget, and keep the old file with what was released under it"
        )
        .into(),
        None => REGENERATE.into(),
    }
}

/// The arguments of `kdelta certify … --json`, if they are a law or a kernel, and flags that describe it, each with a value of its kind. A
/// flag that names a file, as `--out` does, is none of them.
fn arguments_of_certify(command: &str) -> Option<&str> {
    let arguments = command.strip_prefix("kdelta certify ")?.strip_suffix(" --json")?;
    let mut words = arguments.split(' ');
    let known = match words.next()? {
        "laplace" | "vector" | "gaussian" | "planar" => true,
        "kernel" => {
            let name = words.next()?;
            Kernel::ALL.iter().chain(&Kernel::BLACK_BOXES).any(|kernel| kernel.words().0 == name)
        }
        _ => false,
    };
    let numbers = |text: &str| text.split(',').flat_map(|range| range.split("..")).all(|n| parse(n).is_ok());
    let flags: Vec<&str> = words.collect();
    let fit = flags.chunks(2).all(|pair| match *pair {
        [
            "--epsilon" | "--delta" | "--sigma" | "--rho" | "--sensitivity" | "--distance" | "--query-error"
            | "--reading-error" | "--answers" | "--window" | "--box" | "--reference" | "--disc" | "--grid"
            | "--domain" | "--relative" | "--dimension" | "--changed",
            value,
        ] => numbers(value),
        ["--generator", name] => name.parse::<GeneratorName>().is_ok(),
        ["--sampler", name] => ["gamma", "inverse"].contains(&name),
        ["--format", name] => {
            let bits = name.strip_prefix("fixed-").or_else(|| name.strip_prefix(['f', 'u']));
            bits.is_some_and(|bits| bits.split('-').all(|bits| bits.parse::<u8>().is_ok()))
        }
        _ => false,
    });
    (known && fit && arguments.len() <= 1024).then_some(arguments)
}

/// Other people's text for a message: what would move the cursor of a terminal is spelled out.
fn printable(text: &str) -> String {
    let spelled = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(spelled).collect()
}
