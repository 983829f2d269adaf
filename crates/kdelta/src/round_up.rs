//! Upper bounds as floats, for programs that compute with them.

use crate::number::Number;
use kdelta_oracle::enclosure::UpperBound;

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
        // Only beyond the largest float there is none.
        f64::at_least(self.value()).unwrap_or(f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_oracle::number::{Rational, dyadic};
    use proptest::prelude::*;

    fn to_f64_up(x: &Rational) -> f64 {
        UpperBound::new(x.clone()).to_f64_up()
    }

    fn exact(x: f64) -> Rational {
        Rational::from_float(x).unwrap()
    }

    #[test]
    fn ends_of_the_range() {
        let tiny = dyadic(1, -2000);
        let cases = [
            (dyadic(0, 0), 0.0),
            (tiny.clone(), f64::from_bits(1)),
            (-&tiny, 0.0),
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
            let bound = exact(x) + dyadic(nudge, -1100);
            let up = to_f64_up(&bound);
            prop_assert!(up.is_infinite() || exact(up) >= bound);
            let below = up.next_down();
            prop_assert!(below.is_infinite() || exact(below) < bound);
        }
    }
}
