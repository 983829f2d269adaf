//! Exact numbers in serde: as text, `"1/3"`, because most readers take a number for a float. For a field of type [`Rational`]:
//! `#[serde(with = "kdelta_oracle::number::text")]`.

use super::{Rational, parse};
use serde::{Deserialize, Deserializer, Serializer, de};
use std::borrow::Cow;

/// Writes a number as an integer `-3` or a ratio `1/3` in lowest terms.
///
/// # Errors
/// Those of the format.
pub fn serialize<S: Serializer>(number: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Reads any text that [`parse`] understands.
///
/// # Errors
/// If the text is no exact number, and those of the format.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rational, D::Error> {
    parse(&Cow::<'de, str>::deserialize(deserializer)?).map_err(de::Error::custom)
}
