//! Exact numbers for tests: from text, floats and ledgers, and the rounding of IEEE 754 on them.

use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_oracle::number::{Rational, dyadic, floor_log2, parse};
use num_traits::{Signed, Zero};

/// The number that a text writes: `"1/10"`, `"2^-40"`, `"0.3"`.
///
/// # Panics
/// If the text is no number.
#[must_use]
pub fn q(text: &str) -> Rational {
    parse(text).unwrap()
}

/// The number that a finite float is.
///
/// # Panics
/// If it is not finite.
#[must_use]
pub fn exact(x: f64) -> Rational {
    Rational::from_float(x).unwrap()
}

/// An integer as a rational.
#[must_use]
pub fn integer(x: u128) -> Rational {
    Rational::from_integer(x.into())
}

/// The sum of the terms of one unit.
#[must_use]
pub fn sum(ledgers: &[Ledger], unit: Unit) -> Rational {
    let terms = ledgers.iter().flat_map(|ledger| ledger.terms).filter(|term| term.unit == unit);
    terms.map(|term| integer(term.mantissa.into()) * dyadic(1, term.exponent)).sum()
}

/// The same sum in f64. The terms are dyadics of similar size, so that it is right to 2^-50, relatively.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "the doc states the tolerance")]
pub fn sum_f64(ledger: &Ledger, unit: Unit) -> f64 {
    let terms = ledger.terms.iter().filter(|term| term.unit == unit);
    terms.map(|term| term.mantissa as f64 * 2f64.powi(term.exponent)).sum()
}

/// The e with 2^e ≤ x < 2^(e+1), for x > 0.
///
/// # Panics
/// If x ≤ 0, or e is no i32.
#[must_use]
pub fn binade(x: &Rational) -> i32 {
    floor_log2(x).unwrap()
}

/// x rounded to `precision` significant bits, ties to even: IEEE 754 without overflow and underflow.
#[must_use]
pub fn round(x: &Rational, precision: i32) -> Rational {
    if x.is_zero() {
        return x.clone();
    }
    let unit = dyadic(1, binade(&x.abs()) + 1 - precision);
    let scaled = x.abs() / &unit;
    let (floor, half) = (scaled.floor(), dyadic(1, -1));
    let fraction = &scaled - &floor;
    let up = fraction > half || fraction == half && floor.numer().bit(0);
    let rounded = (if up { floor + dyadic(1, 0) } else { floor }) * unit;
    if x.is_negative() { -rounded } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rounding on which tests of the float kernels rest is that of the processor, at ties and beside
    /// them.
    #[test]
    fn rounding_is_that_of_the_processor() {
        for n in (0..200_u32).map(|i| (1 << 24) + i).chain((0..200).map(|i| (1 << 26) - 100 + i)) {
            #[expect(clippy::cast_precision_loss, reason = "rounding to nearest is the meaning")]
            let expected = exact(f64::from(n as f32));
            assert_eq!(round(&integer(n.into()), 24), expected, "{n}");
            assert_eq!(round(&-integer(n.into()), 24), -expected, "−{n}");
        }
        assert_eq!(round(&q("0"), 24), q("0"));
        assert_eq!(
            (binade(&q("1")), binade(&q("2^-40")), binade(&q("0.999")), binade(&q("3"))),
            (0, -40, -1, 1)
        );
    }
}
