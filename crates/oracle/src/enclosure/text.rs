//! Numbers from text that may be irrational: `ln(4)`, rounded in a stated direction.

use super::logarithm::ln;
use crate::number::{Rational, parse};
use crate::refusal::Refusal;
use num_traits::One;

/// Bits after the point of a logarithm.
const BITS: u32 = 60;

/// As [`parse`], and `ln(x)` for x > 1, which is rounded down to a multiple of 2^-60: for a quantity of which less is safer, as
/// ε or a budget.
///
/// ```
/// use kdelta_oracle::{enclosure::parse_below, number::{decimal, parse}};
/// assert_eq!(decimal::down(&parse_below("ln(4)")?, 12), "1.38629436111");
/// assert_eq!(parse_below("1/3")?, parse("1/3")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
///
/// # Errors
/// Those of [`parse`]; [`Refusal::Malformed`] for a logarithm of 1 or less.
pub fn parse_below(text: &str) -> Result<Rational, Refusal> {
    let Some(argument) = argument_of_ln(text) else { return parse(text) };
    let argument = parse(argument)?;
    if argument <= Rational::one() {
        return Err(Refusal::malformed(text, "a logarithm of 1 or less is not positive"));
    }
    Ok(ln(&argument, BITS + 8)?.lower().rounded(BITS).value().clone())
}

/// x of the text `ln(x)`.
pub fn argument_of_ln(text: &str) -> Option<&str> {
    text.trim().strip_prefix("ln(")?.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enclosure::exp;

    #[test]
    fn a_logarithm_is_rounded_down_and_by_less_than_a_unit() {
        for text in ["2", "4", "1.0001", "1e9", "0x1.8p0", "3/2"] {
            let below = parse_below(&format!(" ln({text}) ")).unwrap();
            let above = &below + crate::number::dyadic(1, -60);
            let argument = parse(text).unwrap();
            assert!(exp(&below, 200).unwrap().hi() < &argument, "{text}");
            assert!(exp(&above, 200).unwrap().lo() > &argument, "{text}");
        }
    }

    #[test]
    fn what_is_no_positive_logarithm_is_refused() {
        for text in ["ln(1)", "ln(0)", "ln(-4)", "ln()", "ln(4", "ln 4", "log(4)", "ln(ln(4))", "2·ln(2)"] {
            assert!(matches!(parse_below(text), Err(Refusal::Malformed { .. })), "{text}");
        }
    }
}
