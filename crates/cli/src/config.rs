//! A TOML file with a setting: the names of the flags, numbers as text or integers. Flags go before it.

use crate::failure::Failure;
use crate::files;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use toml::Spanned;

/// A value in the file. A TOML float is rounded before anybody sees it, so it is refused.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Integer(i64),
    Float(f64),
    Other(toml::Value),
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

/// A configuration of more bytes is none.
const MAX_BYTES: u64 = 1 << 16;

/// What is left of a file while its values are put into the gaps among the flags.
pub(crate) struct File {
    /// As messages call it.
    name: String,
    text: String,
    values: BTreeMap<Spanned<String>, Written>,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

impl File {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text =
            files::read(path, MAX_BYTES).map_err(|why| Failure::usage(format!("--config {name}: {why}")))?;
        let values = toml::from_str(&text);
        let file = Self { name, text, values: BTreeMap::new(), known: Vec::new() };
        // Without the excerpt that toml shows: whoever names a file of data by mistake must not see it on the
        // screen, or in a log.
        match values {
            Ok(values) => Ok(Self { values, ..file }),
            Err(why) => Err(file.wrong(why.span().map_or(0, |span| span.start), why.message())),
        }
    }

    /// What is wrong at a place of the text.
    fn wrong(&self, at: usize, why: &str) -> Failure {
        let line = self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        Failure::usage(format!("--config {}: line {line} is not TOML of a setting: {why}", self.name))
    }

    fn take(&mut self, name: &str) -> Option<Written> {
        let key = self.values.keys().find(|key| key.get_ref() == name)?.clone();
        self.values.remove(&key)
    }

    /// Leaves these values out if a flag stands for them.
    pub(crate) fn leave_out(&mut self, is_replaced: bool, names: &[&str]) {
        if is_replaced {
            names.iter().for_each(|name| drop(self.take(name)));
        }
    }

    /// The value of this name, if no flag was given.
    pub(crate) fn fill<T: FromStr<Err: fmt::Display>>(
        &mut self,
        name: &'static str,
        flag: &mut Option<T>,
    ) -> Result<(), Failure> {
        self.known.push(name);
        if let (Some(written), true) = (self.take(name), flag.is_none()) {
            *flag = Some(written.read(name)?);
        }
        Ok(())
    }

    /// Refuses what nobody asked for.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        let Some(unknown) = self.values.keys().min_by_key(|key| key.span().start) else { return Ok(()) };
        let known: Vec<_> = self.known.iter().map(|name| format!("`{name}`")).collect();
        let why = format!("unknown field `{}`, expected one of {}", unknown.get_ref(), known.join(", "));
        Err(self.wrong(unknown.span().start, &why))
    }
}
