//! What a certification hands over: a bound with its terms, a witness, and how both were obtained.

use crate::error::Error;
use crate::subject::Input;
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::number::Rational;
use num_traits::{Signed, Zero};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// What a term is a multiple of; the names are those of `kdelta_finite::ledger::Unit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unit {
    /// An absolute error of the logarithm.
    Scale,
    /// A multiple of the exact value.
    Magnitude,
    /// An absolute error of a number that no scale multiplies: a cosine or a sine.
    One,
}

/// One source of error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The operation, named as in the kernel's ledger.
    pub name: String,
    /// What the value is a multiple of.
    pub unit: Unit,
    /// The bound of this term.
    #[serde(serialize_with = "as_text")]
    pub value: Rational,
    /// How it was obtained.
    pub method: String,
}

/// |computed − exact| ≤ absolute + relative·|exact| at every point of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// A.
    pub absolute: UpperBound,
    /// R.
    pub relative: UpperBound,
    /// Bounds |exact| on the domain.
    pub largest_value: UpperBound,
}

impl Bound {
    /// The bound at a point where |exact| is at most `magnitude`.
    #[must_use]
    pub fn at(&self, magnitude: &Rational) -> UpperBound {
        UpperBound::new(self.absolute.value() + self.relative.value() * magnitude)
    }

    /// Bounds |computed − exact| over the whole domain.
    #[must_use]
    pub fn supremum(&self) -> UpperBound {
        self.at(self.largest_value.value())
    }
}

/// A point at which the error is known to be large: how far the bound can be from the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// v, exactly.
    pub input: Input,
    /// The kernel's result, exactly.
    pub output: Rational,
    /// Encloses computed − exact.
    pub error: Enclosure,
    /// Encloses the exact value.
    pub exact: Enclosure,
}

impl Witness {
    /// The least that |computed − exact| can be.
    #[must_use]
    pub fn least_error(&self) -> Rational {
        magnitudes(&self.error).0
    }

    /// The bound at this point over the error at this point: at least 1, and 1 if the bound is attained.
    ///
    /// # Errors
    /// [`Error::Undecided`] if the error cannot be told from zero.
    pub fn ratio(&self, bound: &Bound) -> Result<UpperBound, Error> {
        let error = self.least_error();
        if error.is_zero() {
            return Err(Error::Undecided { what: "whether the error of the witness is zero" });
        }
        Ok(UpperBound::new(bound.at(&magnitudes(&self.exact).1).value() / error))
    }
}

/// The least and the largest |x| over an enclosure.
pub(crate) fn magnitudes(x: &Enclosure) -> (Rational, Rational) {
    let (a, b) = (x.lo().abs(), x.hi().abs());
    let largest = a.clone().max(b.clone());
    if x.contains(&Rational::zero()) { (Rational::zero(), largest) } else { (a.min(b), largest) }
}

/// How the bound was obtained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Method {
    /// Every point of the domain was evaluated.
    Exhaustive,
    /// Every cell of a partition of the domain was bounded.
    Cellwise,
    /// Nobody proved it: the claim is an assumption of whoever uses the result.
    Assumed {
        /// The claim, in words.
        claim: String,
    },
}

/// A certified (or, if the method says so, assumed) bound on a kernel's error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelResult {
    /// The kernel.
    pub name: String,
    /// The format of its results.
    pub format: String,
    /// The domain, in words.
    pub domain: String,
    /// How many points the domain has, if it was counted.
    pub points: Option<u128>,
    /// SHA-256 of outputs of the kernel, for exhaustive results.
    pub fingerprint: Option<String>,
    /// The ledger; the terms of each unit add up to the bound.
    pub terms: Vec<Term>,
    /// The bound.
    pub bound: Bound,
    /// A point that shows how tight the bound is.
    pub witness: Witness,
    /// How the bound was obtained.
    pub method: Method,
    /// How many points MPFR had to decide.
    pub mpfr_calls: u64,
    /// Names and versions of what computed this.
    pub tools: Vec<(String, String)>,
}

impl KernelResult {
    /// The bound over the error, both at the witness.
    ///
    /// # Errors
    /// [`Error::Undecided`] if the witness shows no error.
    pub fn ratio(&self) -> Result<UpperBound, Error> {
        self.witness.ratio(&self.bound)
    }

    /// The bound over the whole domain over the witness's error: how far δₙ, one number for the domain, can be from
    /// the true supremum.
    ///
    /// # Errors
    /// [`Error::Undecided`] if the witness shows no error.
    pub fn overall_ratio(&self) -> Result<UpperBound, Error> {
        let error = self.witness.least_error();
        if error.is_zero() {
            return Err(Error::Undecided { what: "whether the error of the witness is zero" });
        }
        Ok(UpperBound::new(self.bound.supremum().value() / error))
    }

    /// The sum of the terms of a unit.
    #[must_use]
    pub fn sum(&self, unit: Unit) -> Rational {
        self.terms.iter().filter(|term| term.unit == unit).map(|term| term.value.clone()).sum()
    }
}

/// Versions of this crate and of the libraries it computes with.
#[must_use]
pub fn tools() -> Vec<(String, String)> {
    let version = |major: std::ffi::c_int, minor: std::ffi::c_int, patch: std::ffi::c_int| {
        format!("{major}.{minor}.{patch}")
    };
    use gmp_mpfr_sys::{gmp, mpfr};
    vec![
        ("kdelta-reference".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("rug".to_owned(), RUG_VERSION.to_owned()),
        ("MPFR".to_owned(), version(mpfr::VERSION_MAJOR, mpfr::VERSION_MINOR, mpfr::VERSION_PATCHLEVEL)),
        ("GMP".to_owned(), version(gmp::VERSION, gmp::VERSION_MINOR, gmp::VERSION_PATCHLEVEL)),
    ]
}

/// rug tells its version nowhere; a test compares this with Cargo.lock.
const RUG_VERSION: &str = "1.30.0";

fn as_text<S: Serializer>(value: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}

/// Exact numbers as text, fields in a fixed order.
impl Serialize for KernelResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("KernelResult", 13)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("format", &self.format)?;
        fields.serialize_field("domain", &self.domain)?;
        fields.serialize_field("points", &self.points.map(|points| points.to_string()))?;
        fields.serialize_field("fingerprint", &self.fingerprint)?;
        fields.serialize_field("method", &self.method)?;
        fields.serialize_field("terms", &self.terms)?;
        fields.serialize_field("bound", &self.bound)?;
        fields.serialize_field("witness", &self.witness)?;
        fields.serialize_field("mpfr_calls", &self.mpfr_calls)?;
        fields.serialize_field("tools", &self.tools)?;
        fields.end()
    }
}

impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Bound", 4)?;
        fields.serialize_field("absolute", &self.absolute.value().to_string())?;
        fields.serialize_field("relative", &self.relative.value().to_string())?;
        fields.serialize_field("largest_value", &self.largest_value.value().to_string())?;
        fields.serialize_field("supremum", &self.supremum().value().to_string())?;
        fields.end()
    }
}

impl Serialize for Witness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ends = |x: &Enclosure| [x.lo().to_string(), x.hi().to_string()];
        let mut fields = serializer.serialize_struct("Witness", 4)?;
        fields.serialize_field("input", &self.input.to_string())?;
        fields.serialize_field("output", &self.output.to_string())?;
        fields.serialize_field("error", &ends(&self.error))?;
        fields.serialize_field("exact", &ends(&self.exact))?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_of_rug_is_the_one_in_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"rug\"\nversion = \"{RUG_VERSION}\"")));
    }
}
