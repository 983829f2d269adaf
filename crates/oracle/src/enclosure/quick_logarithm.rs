//! −ln v for many small fractions v, in integers of 128 bits with a stated error: fast enough to go through millions of points.
//!
//! All numbers are in units of 2^-80, called *units*. M = m·2^s in [2^27, 2^28) is A·2^17 + B with 2^10 ≤ A < 2^11; then
//! ln M = ln(A·2^17) + 2 artanh σ with σ = B/(2·A·2^17 + B) < 2^-11, and 2 artanh σ = 2σ + 2σ·(σ²/3 + σ⁴/5 + σ⁶/7 + …).
//!
//! **Ledger** of ln M, in units:
//! | operation | error |
//! |---|---|
//! | ln(A·2^17), floored from an enclosure narrower than a unit | 2 |
//! | σ, floored; it counts twice | 2 |
//! | ζ = σ² in units of 2^-64, from σ cut to 60 bits: 2·2^-11·2^-60 and a floor, below 1.1 of its units | |
//! | ρ = ζ/3 + ζ²/5, each a floor, ζ² with a floor: below 1.1/3 + 1 + 1.1/5 + 1 < 2.6 of the units of 2^-64; times 2σ < 2^-10 | 2.6·2^6 < 167 |
//! | product σ·ρ, floored; it counts twice | 2 |
//! | series cut after σ⁵: 2σ⁷/7·(1 + 2^-21) < 2^-78.8 | 3 |
//! | **sum** | **< 2^8** |
//!
//! −ln v = ln N − ln m + k·ln 2 for v = m/(N·2^k) takes two of them, and ln 2, off by 2 units, at most 27 + 27 + 128 times:
//! 2·2^8 + 2·182 < 2^10 units, [`QuickLogarithm::ERROR`], which is 2^-70.

use super::ln;
use crate::number::{Rational, dyadic};
use crate::refusal::Refusal;
use num_traits::ToPrimitive;

/// Arguments are below this, and at least 1.
const LARGEST: u64 = 1 << 28;

/// Logarithms of small integers, with a table made once.
#[derive(Debug, Clone)]
pub struct QuickLogarithm {
    /// ln(A·2^17) for A from 2^10.
    table: Vec<i128>,
    ln_two: i128,
}

/// ⌊ln x⌋ in units, or one less than that.
fn in_units(x: u64) -> Result<i128, Refusal> {
    let below =
        ln(&Rational::from_integer(x.into()), 100)?.lo() * dyadic(1, QuickLogarithm::FRACTION.cast_signed());
    let units = below.floor().to_integer().to_i128();
    units.ok_or_else(|| Refusal::too_large("argument of a logarithm", x, LARGEST))
}

impl QuickLogarithm {
    /// Units per one, as a power of two.
    pub const FRACTION: u32 = 80;
    /// Bounds the error of [`QuickLogarithm::minus_ln`], in units.
    pub const ERROR: i128 = 1 << 10;

    /// With its table.
    ///
    /// # Errors
    /// None that is known; those of the enclosures.
    pub fn new() -> Result<Self, Refusal> {
        let table = (1 << 10..1 << 11).map(|a: u64| in_units(a << 17)).collect::<Result<_, _>>()?;
        Ok(Self { table, ln_two: in_units(2)? })
    }

    /// s and ln(m·2^s) in units, within 2^8, where m·2^s is in [2^27, 2^28).
    fn ln_normalised(&self, m: u64) -> Option<(i128, i128)> {
        if m == 0 || m >= LARGEST {
            return None;
        }
        let s = m.leading_zeros() - 36;
        let whole = m << s;
        let (a, b) = (whole >> 17, whole & ((1 << 17) - 1));
        let ln_a = *self.table.get(usize::try_from(a.checked_sub(1 << 10)?).ok()?)?;
        // B·2^80 < 2^97; σ < 2^69.
        let sigma = (u128::from(b) << Self::FRACTION) / u128::from((a << 18) + b);
        let narrow = sigma >> 20; // below 2^49
        let zeta = (narrow * narrow) >> 56; // units of 2^-64, below 2^42
        let rho = zeta / 3 + ((zeta * zeta) >> 64) / 5; // below 2^41
        let tail = (sigma * rho) >> 64; // below 2^110 before the shift
        Some((s.into(), ln_a + 2 * (sigma + tail).cast_signed()))
    }

    /// −ln(m/(N·2^k)) in units, within [`QuickLogarithm::ERROR`], for m and N from 1 to 2^28 − 1 and k ≤ 128.
    #[must_use]
    pub fn minus_ln(&self, m: u64, n: u64, k: u32) -> Option<i128> {
        let ((s, ln_m), (t, ln_n)) = (self.ln_normalised(m)?, self.ln_normalised(n)?);
        (k <= 128).then(|| ln_n - ln_m + (s - t + i128::from(k)) * self.ln_two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;

    /// Powers of two, both ends of cells, and a walk through all lengths of words.
    fn arguments() -> impl Iterator<Item = u64> {
        let edges = (10..28).flat_map(|bits| {
            [(1 << bits) - 1, 1 << bits, (1 << bits) + 1, (1 << bits) + (1 << (bits - 10)) - 1]
        });
        let walk = (0..4000_u64).map(|i| (i * 0x9e37_79b9 % LARGEST) >> (i % 28));
        (1..70).chain(edges).chain(walk).filter(|m| (1..LARGEST).contains(m))
    }

    #[test]
    fn ledger_holds_and_is_not_idle() {
        let quick = QuickLogarithm::new().unwrap();
        let (unit, mut worst) = (dyadic(1, 80), dyadic(0, 0));
        for m in arguments() {
            let (s, ours) = quick.ln_normalised(m).unwrap();
            let exact = ln(&Rational::from_integer((u128::from(m) << s).into()), 120).unwrap();
            let ours = Rational::from_integer(ours.into());
            worst = worst.max((ours - exact.lo() * &unit).abs());
        }
        assert!(worst < dyadic(1, 8) && worst > dyadic(1, 5), "{worst}");
    }

    #[test]
    fn quotients_are_within_the_error() {
        let quick = QuickLogarithm::new().unwrap();
        for (i, m) in (0..).zip(arguments().step_by(7)) {
            let (n, k) = (LARGEST - 1 - 37 * m % 1000, i % 129);
            let ours = Rational::from_integer(quick.minus_ln(m, n, k).unwrap().into());
            let v = Rational::new(m.into(), n.into()) * dyadic(1, -k.cast_signed());
            let exact = ln(&v, 120).unwrap().negated();
            let error = (ours - exact.lo() * dyadic(1, 80)).abs();
            assert!(error < Rational::from_integer(QuickLogarithm::ERROR.into()), "{m} {n} {k}");
        }
    }

    #[test]
    fn other_arguments_have_none() {
        let quick = QuickLogarithm::new().unwrap();
        for (m, n, k) in [(0, 5, 0), (5, 0, 0), (LARGEST, 5, 0), (5, u64::MAX, 0), (1, 1, 129)] {
            assert_eq!(quick.minus_ln(m, n, k), None, "{m} {n} {k}");
        }
    }
}
