//! Correct rounding of b·(−ln v) for many small fractions v: integers of 128 bits decide, and say so when they do not.

use super::fixed_point::MAX_NOISE;
use crate::enclosure::QuickLogarithm;
use crate::number::Rational;
use crate::refusal::Refusal;
use num_traits::ToPrimitive;

const ERROR: i128 = QuickLogarithm::ERROR;

/// Rounds b·(−ln v) to the nearest multiple of 2^-f.
pub(super) struct Quick {
    logarithm: QuickLogarithm,
    /// The numerator of b, below 2^32.
    above: i128,
    /// The denominator of b times 2^(80−f): one step of the result, in units times the numerator.
    step: i128,
}

impl Quick {
    /// For a scale b and f fraction bits; `None` if they are too large for 128 bits, and every value takes an enclosure.
    ///
    /// # Errors
    /// None that is known; those of the enclosures.
    pub(super) fn new(scale: &Rational, fraction_bits: u32) -> Result<Option<Self>, Refusal> {
        let (Some(above), Some(below)) = (scale.numer().to_u32(), scale.denom().to_u32()) else {
            return Ok(None);
        };
        // Beyond 60 bits an error of 2^-70·b would leave too much undecided.
        let Some(shift) = QuickLogarithm::FRACTION.checked_sub(fraction_bits).filter(|&shift| shift >= 20)
        else {
            return Ok(None);
        };
        let step = i128::from(below) << shift;
        Ok(Some(Self { logarithm: QuickLogarithm::new()?, above: above.into(), step }))
    }

    /// The integer nearest to b·(−ln v)·2^f for v = m/(N·2^k), halves upward; `None` where the error leaves two of them, and
    /// for arguments that are too large.
    ///
    /// The sum w = 2·y·p + d, d the step, p the numerator of b, is between low and low + 4·[`QuickLogarithm::ERROR`]·p; the result is
    /// ⌊w/2d⌋, decided if no multiple of 2d lies between.
    pub(super) fn nearest(&self, m: u64, n: u64, k: u32) -> Option<i64> {
        // y < (28 + 128)·2^80 < 2^88, p < 2^32, d < 2^112: below 2^122.
        let low = 2 * (self.logarithm.minus_ln(m, n, k)? - ERROR) * self.above + self.step;
        let (whole, rest) = (low.div_euclid(2 * self.step), low.rem_euclid(2 * self.step));
        let decided = rest + 4 * ERROR * self.above < 2 * self.step;
        // Beyond the limit the enclosure decides, and refuses with its message.
        i64::try_from(whole).ok().filter(|x| decided && x.unsigned_abs() <= MAX_NOISE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    #[test]
    fn what_is_not_decided_is_not_rounded() {
        // −ln 1 = 0 exactly, in the middle of its cell; −ln v·2^60 has an error of a step's thousandth.
        let fine = Quick::new(&parse("1").unwrap(), 60).unwrap().unwrap();
        assert_eq!(fine.nearest(5, 5, 0), Some(0));
        let wide = Quick::new(&parse("4000000000").unwrap(), 60).unwrap().unwrap();
        assert_eq!(wide.nearest(3, 5, 0), None);
        for (m, n, k) in [(0, 5, 0), (5, 0, 0), (1 << 28, 5, 0), (5, u64::MAX, 0), (1, 1, 129)] {
            assert_eq!(fine.nearest(m, n, k), None, "{m} {n} {k}");
        }
        for (scale, bits) in [("4294967296", 10), ("1/4294967296", 10), ("1", 61), ("1", 90)] {
            assert!(Quick::new(&parse(scale).unwrap(), bits).unwrap().is_none(), "{scale} {bits}");
        }
    }
}
