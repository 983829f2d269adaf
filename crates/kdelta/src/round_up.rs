//! Upper bounds as floats, for programs that compute with them.

use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::number::{Rational, dyadic, floor_log2};
use num_traits::{Signed, ToPrimitive, Zero};

/// A bound as a float that is not below it.
pub trait RoundUp {
    /// The least `f64` that is not below the bound; ∞ beyond the largest. So ε′ may be given to any privacy
    /// accountant.
    ///
    /// ```
    /// # use kdelta::Laplace;
    /// use kdelta::{RoundUp, ToExact};
    /// # let laplace = Laplace::<f64>::builder()
    /// #     .epsilon("1/10").sensitivity(1).answers(0, 1).window(-2, 3).grid("2^-10").build()?;
    /// let spent: f64 = laplace.epsilon_prime().to_f64_up();
    /// assert!(&spent.to_exact("spent")? >= laplace.epsilon_prime().value());
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    fn to_f64_up(&self) -> f64;
}

impl RoundUp for UpperBound {
    fn to_f64_up(&self) -> f64 {
        to_f64_up(self.value())
    }
}

/// Bits of the fraction of an f64, and the exponent of the least normal one.
const FRACTION: i32 = 52;
const LEAST: i32 = -1022;

/// x = m·2^(e−52) with e the exponent of its binade, or of the subnormal numbers; m is rounded up to an
/// integer. A positive m is at most 2^53, and then the carry goes into the exponent field by itself.
fn to_f64_up(x: &Rational) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    let beyond = if x.is_negative() { f64::MIN } else { f64::INFINITY };
    let Some(exponent) = floor_log2(&x.abs()) else {
        // Not a number of 32 bits: an exponent so large is beyond every float, so small is below every float.
        return if x.abs() > dyadic(1, 1024) {
            beyond
        } else if x.is_negative() {
            -0.0
        } else {
            f64::from_bits(1)
        };
    };
    let exponent = exponent.max(LEAST);
    if exponent > 1023 {
        return beyond;
    }
    let units = (x * dyadic(1, FRACTION - exponent)).ceil().to_integer();
    let Some(magnitude) = units.magnitude().to_u64() else { return beyond };
    let field = u64::from((exponent - LEAST).unsigned_abs()) << FRACTION;
    f64::from_bits(u64::from(x.is_negative()) << 63 | (field + magnitude))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(x: f64) -> Rational {
        Rational::from_float(x).unwrap()
    }

    #[test]
    fn ends_of_the_range() {
        let tiny = dyadic(1, -2000);
        let cases = [
            (dyadic(0, 0), 0.0),
            (tiny.clone(), f64::from_bits(1)),
            (-&tiny, -0.0),
            (exact(f64::MAX), f64::MAX),
            (exact(f64::MAX) + &tiny, f64::INFINITY),
            (exact(f64::MIN) - &tiny, f64::MIN),
            (dyadic(1, 1024), f64::INFINITY),
            (-dyadic(1, 5000), f64::MIN),
            (exact(2.0) - &tiny, 2.0),
            (exact(f64::MIN_POSITIVE) - &tiny, f64::MIN_POSITIVE),
        ];
        for (x, up) in cases {
            assert_eq!(to_f64_up(&x).to_bits(), up.to_bits(), "{up}");
        }
    }

    proptest! {
        #[test]
        fn the_least_float_that_is_not_below(bits in any::<u64>(), nudge in -1i8..=1) {
            let x = f64::from_bits(bits);
            prop_assume!(x.is_finite() && x != 0.0);
            let bound = exact(x) + Rational::from_integer(nudge.into()) * dyadic(1, -1100);
            let up = to_f64_up(&bound);
            prop_assert!(up.is_infinite() || exact(up) >= bound);
            let below = up.next_down();
            prop_assert!(below.is_infinite() || exact(below) < bound);
        }
    }
}
