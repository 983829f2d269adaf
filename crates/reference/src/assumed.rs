//! Black-box logarithms: someone else's code, of which nothing is known but what its documentation claims.
//!
//! Two things can be done with one. [`assume`] turns a claim into a bound, marked as an assumption by its method;
//! samples can refute the claim and nothing can prove it. And a [`BlackBox`] is a [`Kernel`] like any other, so
//! [`crate::exhaustive`] certifies it on any grid of up to 2^32 points: there the claim is not needed.

use crate::cellwise::Format;
use crate::enclosure;
use crate::error::Error;
use crate::number::{Dyadic, to_oracle};
use crate::result::{Bound, KernelResult, Method, Term, Unit, magnitudes, tools};
use crate::subject::{Input, Kernel};
use crate::witness::{SEED, Search, Words};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{Signed, Zero};

/// Which float a black box works on, and the function ln itself.
#[derive(Clone, Copy, Debug)]
enum Function {
    F64(fn(f64) -> f64),
    F32(fn(f32) -> f32),
}

/// A logarithm whose text is not looked at.
#[derive(Clone, Debug)]
pub struct BlackBox {
    name: String,
    function: Function,
    depends_on: Vec<(String, String)>,
}

/// A test compares this with Cargo.lock.
const LIBM_VERSION: &str = "0.2.16";

impl BlackBox {
    /// ln in f64, whatever it is.
    #[must_use]
    pub fn f64(name: &str, ln: fn(f64) -> f64) -> Self {
        Self { name: name.to_owned(), function: Function::F64(ln), depends_on: platform() }
    }

    /// ln in f32, whatever it is.
    #[must_use]
    pub fn f32(name: &str, ln: fn(f32) -> f32) -> Self {
        Self { name: name.to_owned(), function: Function::F32(ln), depends_on: platform() }
    }

    /// States a name and a version that the results depend on.
    #[must_use]
    pub fn depending_on(mut self, name: &str, version: &str) -> Self {
        self.depends_on.push((name.to_owned(), version.to_owned()));
        self
    }

    /// `f64::ln` of std: on most platforms the C library's `log`.
    #[must_use]
    pub fn std_f64() -> Self {
        Self::f64("std_f64", f64::ln)
    }

    /// `f32::ln` of std: on most platforms the C library's `logf`.
    #[must_use]
    pub fn std_f32() -> Self {
        Self::f32("std_f32", f32::ln)
    }

    /// `libm::log`.
    #[must_use]
    pub fn libm_f64() -> Self {
        Self::f64("libm_log", libm::log).depending_on("libm", LIBM_VERSION)
    }

    /// `libm::logf`.
    #[must_use]
    pub fn libm_f32() -> Self {
        Self::f32("libm_logf", libm::logf).depending_on("libm", LIBM_VERSION)
    }

    /// Its format.
    #[must_use]
    pub const fn float(&self) -> Format {
        match self.function {
            Function::F64(_) => Format::F64,
            Function::F32(_) => Format::F32,
        }
    }
}

/// Where a black box ran: another platform may link another library.
fn platform() -> Vec<(String, String)> {
    vec![("platform".to_owned(), format!("{} {}", std::env::consts::ARCH, std::env::consts::OS))]
}

impl Kernel for BlackBox {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn format(&self) -> String {
        match self.function {
            Function::F64(_) => "f64".to_owned(),
            Function::F32(_) => "f32".to_owned(),
        }
    }
    #[inline]
    fn value(&self, v: Input) -> Option<Dyadic> {
        match self.function {
            Function::F64(ln) => Dyadic::from_f64(-ln(v.to_f64()?)),
            Function::F32(ln) => Dyadic::from_f64((-ln(v.to_f32()?)).into()),
        }
    }
    fn depends_on(&self) -> Vec<(String, String)> {
        self.depends_on.clone()
    }
}

/// A claim: |computed − exact| is at most so many units in the last place of the exact result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Units in the last place.
    pub ulps: Rational,
    /// Who claims it.
    pub source: String,
}

/// Turns a claim about ln on [2^-deepest, 1[ into a bound. **This proves nothing**: the method says so.
///
/// ulp(y) ≤ 2^(1−p)·|y| for normal y, and |ln v| ≥ 2^-p on the domain is normal; so R = ulps·2^(1−p) and A = 0.
///
/// # Errors
/// [`Error::ClaimRefuted`] if a sample breaks it; [`Error::Domain`] for a claim that is not positive.
pub fn assume(black_box: &BlackBox, claim: &Claim, deepest: u32) -> Result<KernelResult, Error> {
    if !claim.ulps.is_positive() || !(1..=1000).contains(&deepest) {
        return Err(Error::Domain { what: "the claim", value: claim.ulps.to_string() });
    }
    let format = black_box.float();
    let precision = format.precision;
    let relative = &claim.ulps * to_oracle(&format.unit_roundoff()) * dyadic(2, 0);
    let text = format!("at most {} ulp on [2^-{deepest}, 1[ ({})", claim.ulps, claim.source);
    let bound = Bound {
        absolute: UpperBound::new(Rational::zero()),
        relative: UpperBound::new(relative.clone()),
        largest_value: enclosure::ln(&dyadic(1, -deepest.cast_signed()), 64)?.negated().upper(),
    };
    let hidden = 1_u64 << (precision - 1);
    let samples = Words(SEED).map(|word| Input {
        numerator: hidden | (word & (hidden - 1)),
        bits: precision + u32::try_from(word >> 54).unwrap_or(0) % deepest,
    });
    let mut search = Search::new(black_box, &bound)?;
    samples.take(200_000).for_each(|input| search.look(input));
    let witness = search.witness().map_err(|error| match error {
        Error::Unproved { cell, .. } => Error::ClaimRefuted { claim: text.clone(), input: cell },
        other => other,
    })?;
    // Near 1 the filter is too coarse to score; MPFR looks at the last floats below 1 and at the worst sample.
    let last = (1..2000_u64).map(|i| Input { numerator: (hidden << 1) - i, bits: precision });
    for input in last.chain([witness.input]) {
        let refuted = || Error::ClaimRefuted { claim: text.clone(), input: input.to_string() };
        let output = black_box.value(input).ok_or_else(refuted)?;
        let (error, exact) = enclosure::minus_ln_error(input.to_dyadic(), output)?;
        if magnitudes(&error).0 > &relative * magnitudes(&exact).1 {
            return Err(refuted());
        }
    }
    let term = Term {
        name: "claim".to_owned(),
        unit: Unit::Magnitude,
        value: relative,
        method: format!("assumed: {text}"),
    };
    Ok(KernelResult {
        name: black_box.name(),
        format: black_box.format(),
        domain: format!("every {} of [2^-{deepest}, 1[", black_box.format()),
        points: None,
        fingerprint: None,
        terms: vec![term],
        bound,
        witness,
        method: Method::Assumed { claim: text },
        mpfr_calls: 2001,
        tools: tools().into_iter().chain(black_box.depends_on()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_ulp() -> Claim {
        Claim { ulps: dyadic(1, 0), source: "test".to_owned() }
    }

    #[test]
    fn version_of_libm_is_the_one_in_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"libm\"\nversion = \"{LIBM_VERSION}\"")));
    }

    #[test]
    fn a_claim_is_an_assumption_and_says_so() {
        for black_box in
            [BlackBox::std_f64(), BlackBox::std_f32(), BlackBox::libm_f64(), BlackBox::libm_f32()]
        {
            let result = assume(&black_box, &one_ulp(), 64).unwrap();
            assert!(matches!(result.method, Method::Assumed { .. }) && result.points.is_none());
            // Half a unit is reached just above powers of two, so one unit cannot be off by more than 4.
            assert!(*result.ratio().unwrap().value() < dyadic(4, 0), "{}", result.name);
        }
    }

    #[test]
    fn a_false_claim_is_refuted_by_samples() {
        let tight = Claim { ulps: dyadic(1, -2), source: "test".to_owned() };
        assert!(matches!(assume(&BlackBox::std_f64(), &tight, 64), Err(Error::ClaimRefuted { .. })));
        // Nine units off, everywhere.
        let sloppy = BlackBox::f64("sloppy", |v| v.ln() * (1.0 + 9.0 * f64::EPSILON));
        assert!(matches!(assume(&sloppy, &one_ulp(), 64), Err(Error::ClaimRefuted { .. })));
        let nan = BlackBox::f32("nan", |v| if v > 0.999_99 { f32::NAN } else { v.ln() });
        assert!(matches!(assume(&nan, &one_ulp(), 64), Err(Error::ClaimRefuted { .. })));
    }
}
