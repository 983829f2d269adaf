//! The formats as the builder sees them: their exact values, and the generator that suits each.

use crate::exact::ToExact;
use kdelta_finite::{Fixed, Format, Lazy, Relative, Tail};
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// A format of answers and releases: `f64`, `f32` or [`Fixed`].
pub trait Number: Format + ToExact {
    /// The generator used unless the builder is told another.
    type Generator: Tail<Self>;

    /// The generator used for Gaussian noise unless the builder is told another: in fixed point the kernel does not take
    /// the far draws of a lazy one.
    type GaussianGenerator: Tail<Self>;

    /// The generator used on the plane unless the builder is told another; it is not lazy.
    type PlanarGenerator: Tail<Self>;

    /// The greatest number of the format that is not above, if there is one.
    fn at_most(value: &Rational) -> Option<Self>;

    /// The least number of the format that is not below, if there is one.
    fn at_least(value: &Rational) -> Option<Self>;
}

// From the approximation of `to_f64` in steps of one last place; the exact comparison decides.
macro_rules! float {
    ($float:ty, $convert:ident, $bits:literal) => {
        impl Number for $float {
            type Generator = Lazy<$bits>;
            type GaussianGenerator = Lazy<$bits>;
            type PlanarGenerator = Relative<$bits>;

            fn at_most(value: &Rational) -> Option<Self> {
                let mut x = value.$convert()?.clamp(Self::MIN, Self::MAX);
                while &Rational::from_float(x)? > value {
                    x = x.next_down(); // −∞ has no exact value, which ends the search
                }
                while Rational::from_float(x.next_up()).is_some_and(|above| &above <= value) {
                    x = x.next_up();
                }
                Some(x)
            }

            fn at_least(value: &Rational) -> Option<Self> {
                Self::at_most(&-value).map(|x| 0.0 - x)
            }
        }
    };
}
float!(f64, to_f64, 52);
float!(f32, to_f32, 23);

impl<const BITS: u32, const FRAC: u32> Number for Fixed<BITS, FRAC> {
    type Generator = Lazy<52>;
    type GaussianGenerator = Relative<52>;
    type PlanarGenerator = Relative<52>;

    fn at_most(value: &Rational) -> Option<Self> {
        let units = (value * dyadic(1, FRAC.cast_signed())).floor().to_integer();
        Self::from_raw(i64::try_from(units).ok()?)
    }

    fn at_least(value: &Rational) -> Option<Self> {
        let units = (value * dyadic(1, FRAC.cast_signed())).ceil().to_integer();
        Self::from_raw(i64::try_from(units).ok()?)
    }
}
