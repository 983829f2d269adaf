//! The generator of uniform draws (n₀ of the paper): its name, which the user chooses, and what follows from the name.

use super::Number;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A generator by its name: `lazy-52`, `relative-52`, `deep-52-4` or `midpoint-53`. On the line and on the plane it is the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneratorName {
    /// As `Relative`, but further words of 64 bits are drawn for the exponent while all of its bits are zero (THEORY F11).
    Lazy(u32),
    /// Exponent and mantissa drawn apart, with a sign bit (THEORY F11): 2^(p−1) mantissas in each binade, p the number given.
    Relative(u32),
    /// As `Relative`, with more words of 64 bits for the exponent, all of which are read for every draw.
    Deep {
        /// p.
        bits: u32,
        /// How many words a draw takes.
        words: u32,
    },
    /// The midpoints of 2^bits equal cells (THEORY 1.4).
    Midpoint(u32),
}

impl GeneratorName {
    /// p, or the number of bits of a midpoint.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Lazy(bits) | Self::Relative(bits) | Self::Deep { bits, .. } | Self::Midpoint(bits) => bits,
        }
    }

    /// Whether the bias is relative: δ₀ = ln(1 + 2^-p) in the metric |ln u − ln v|.
    #[must_use]
    pub const fn is_relative(self) -> bool {
        !matches!(self, Self::Midpoint(_))
    }
}

impl fmt::Display for GeneratorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lazy(bits) => write!(f, "lazy-{bits}"),
            Self::Relative(bits) => write!(f, "relative-{bits}"),
            Self::Deep { bits, words } => write!(f, "deep-{bits}-{words}"),
            Self::Midpoint(bits) => write!(f, "midpoint-{bits}"),
        }
    }
}

impl FromStr for GeneratorName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = || {
            let (kind, bits) = text.split_once('-')?;
            Some(match (kind, bits.split_once('-')) {
                ("lazy", None) => Self::Lazy(bits.parse().ok()?),
                ("relative", None) => Self::Relative(bits.parse().ok()?),
                ("deep", Some((bits, words))) => {
                    Self::Deep { bits: bits.parse().ok()?, words: words.parse().ok()? }
                }
                ("midpoint", None) => Self::Midpoint(bits.parse().ok()?),
                _ => return None,
            })
        };
        named().ok_or_else(|| {
            format!(
                "\"{text}\" is none of lazy-BITS, relative-BITS, deep-BITS-WORDS and midpoint-BITS, for example lazy-52 or \
                 deep-52-4"
            )
        })
    }
}

impl Serialize for GeneratorName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GeneratorName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The metric that a bias is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Metric {
    /// Of a relative bias.
    #[serde(rename = "|ln u − ln v|")]
    Logarithmic,
    /// Of an absolute one.
    #[serde(rename = "|u − v|")]
    Absolute,
}

/// The generator of a certificate. All but its name is derived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Which one.
    pub name: GeneratorName,
    /// The metric of the bias.
    pub metric: Metric,
    /// δ₀: at least ln(1 + 2^-p) if it is relative, 2^-(bits+1) for midpoints.
    pub bias: Number,
    /// e_max of a relative bias: binades below 2^-e_max are not resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<Number>,
    /// Bits of entropy of one draw; of a lazy one except with probability 2^-first_exponent_bits, when it takes more.
    pub entropy_bits: Number,
    /// How many of them belong to the exponent of a lazy draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_exponent_bits: Option<Number>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_has_one_name() {
        for name in ["lazy-52", "relative-23", "deep-52-4", "midpoint-53"] {
            assert_eq!(name.parse::<GeneratorName>().unwrap().to_string(), name);
        }
        for other in ["", "lazy", "lazy-", "lazy-5-2", "deep-52", "deep-52-4-1", "shallow-3", "midpoint--1"] {
            assert!(other.parse::<GeneratorName>().is_err(), "{other}");
        }
    }
}
