//! The constants of [`crate::constants`] as Rust text, from certificates.

use crate::model::Kernel;
use crate::model::Number;
use crate::model::{Certificate, Law, Subject, Unit};
use crate::refusal::Refusal;
use crate::sources::sha256;
use kdelta_oracle::number::{Rational, at_least};
use num_traits::{ToPrimitive, Zero};

/// The text of `constants/generated.rs` for certificates given by path and text, in the order of their paths.
///
/// # Errors
/// Refused if a certificate does not read, or a value has no f64 above it.
pub fn render_constants(
    certificates: &std::collections::BTreeMap<String, String>,
) -> Result<String, Refusal> {
    let mut out = String::from(
        "//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.\n\n\
         use super::{CosSin, InverseTail, Logarithm, Mechanism, UpperBound};\n",
    );
    for (path, text) in certificates {
        let digest = sha256(text);
        out += &match Certificate::read(text)?.certifies {
            Subject::Kernel(kernel) => {
                let relative = format!("    relative: {},\n", upper(&kernel.bound.relative)?);
                let (kind, relative) = match (kernel.subject.kernel, kernel.subject.kernel.magnitude()) {
                    // A cosine has no part relative to its value.
                    (Kernel::CosSin, _) => ("CosSin", String::new()),
                    (_, Unit::InverseTail) => ("InverseTail", relative),
                    _ => ("Logarithm", relative),
                };
                format!(
                    "\n/// The certified error of `{function}`.\n\
                 pub const {name}: {kind} = {kind} {{\n    \
                     function: {function:?},\n    format: {format:?},\n    domain: {domain:?},\n    \
                     absolute: {absolute},\n{relative}    \
                     certificate: {path:?},\n    sha256: {digest:?},\n}};\n",
                    name = kernel.subject.kernel.name().to_uppercase(),
                    function = kernel.subject.function,
                    format = kernel.subject.format,
                    domain = format!(
                        "from {} and below {}: {}",
                        kernel.domain.from, kernel.domain.below, kernel.domain.points
                    ),
                    absolute = upper(&kernel.bound.absolute)?,
                )
            }
            Subject::Mechanism(mechanism) => format!(
                "\n/// The certified ε′ of the mechanism of `{path}`.\n\
                 pub const {name}: Mechanism = Mechanism {{\n    \
                     claim: {claim:?},\n    shift: {shift},\n    delta: {delta},\n    epsilon_prime: {epsilon_prime},\n    above: {above},\n    \
                     below: {below},\n    \
                     certificate: {path:?},\n    sha256: {digest:?},\n}};\n",
                name = constant_name(path),
                claim = mechanism.claim,
                shift = upper(&mechanism.chain.shift)?,
                delta = match &mechanism.setting.law {
                    Law::Gaussian(law) => upper(&law.delta)?,
                    Law::Laplace(_) | Law::PlanarLaplace(_) => upper(&0.into())?,
                },
                epsilon_prime = upper(&mechanism.verdict)?,
                above = upper(&mechanism.closeness.above)?,
                below = upper(&mechanism.closeness.below)?,
            ),
        };
    }
    Ok(out)
}

/// certificates/mechanism-binary64.json is MECHANISM_BINARY64.
fn constant_name(path: &str) -> String {
    let stem = path.rsplit_once('/').map_or(path, |(_, name)| name).trim_end_matches(".json");
    stem.replace('-', "_").to_uppercase()
}

fn upper(number: &Number) -> Result<String, Refusal> {
    let bits = bits_at_least(&number.0).ok_or_else(|| {
        Refusal::new("constants", format!("{number} is no positive f64"), "rescale the unit")
    })?;
    let [a, b, c, d] = [bits >> 48, bits >> 32 & 0xffff, bits >> 16 & 0xffff, bits & 0xffff];
    Ok(format!("UpperBound::new(\"{number}\", 0x{a:04x}_{b:04x}_{c:04x}_{d:04x})"))
}

/// The bit pattern of the least normal f64, or zero, that is not below x ≥ 0.
fn bits_at_least(x: &Rational) -> Option<u64> {
    if x.is_zero() {
        return Some(0);
    }
    let (mantissa, exponent) = at_least(x, 53)?;
    let field = u64::try_from(exponent + 1074).ok().filter(|field| *field < 2045)?;
    // A mantissa of 2^53 carries into the exponent field, as it should.
    Some((field << 52) + mantissa.to_u64()?)
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "the f64 is what this is about")]
mod tests {
    use super::*;
    use kdelta_oracle::number::parse;

    #[test]
    fn rounded_up_is_the_least_f64_not_below() {
        for text in ["1", "1/3", "2^-53", "0x1.fffffffffffff8p-3", "0x1.fffffffffffffp9", "1e-300", "0"] {
            let x = parse(text).unwrap();
            let up = f64::from_bits(bits_at_least(&x).unwrap());
            assert!(Rational::from_float(up).unwrap() >= x, "{text}");
            assert!(x.is_zero() || Rational::from_float(up.next_down()).unwrap() < x, "{text}");
        }
        assert_eq!(bits_at_least(&parse("-1").unwrap()), None);
        assert_eq!(bits_at_least(&parse("1e-400").unwrap()), None);
    }
}
