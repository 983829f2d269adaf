//! Exact input: a number is taken for what it is, never for what it was rounded to on the way.

use crate::error::Error;
use kdelta_finite::{Fixed, Grid};
use kdelta_oracle::number::{Rational, dyadic, parse};

/// What the builder accepts as a number.
///
/// - Text: `"3"`, `"0.1"`, `"1/3"`, `"2^-10"`, `"1e-6"`, `"0x1.8p-3"`, each exactly; `"0.1"` is one tenth.
/// - Integers.
/// - `f64` and `f32` by their exact value; `0.1_f64` is the double nearest to one tenth, not one tenth.
/// - [`Fixed`] words, and `(count, grid)`: that many steps of a [`Grid`], as [`crate::BoundedSum`] counts them.
/// - [`Rational`].
pub trait ToExact {
    /// The exact number, or an error that says what is wrong with it; `what` names it in the message.
    ///
    /// # Errors
    /// [`Error::NotFinite`], or [`Error::NotANumber`] for text that is no number.
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error>;
}

impl ToExact for str {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        parse(self).map_err(|why| Error::NotANumber { what, why: Box::new(why) })
    }
}

impl ToExact for String {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        self.as_str().to_exact(what)
    }
}

impl ToExact for Rational {
    fn to_exact(&self, _: &'static str) -> Result<Rational, Error> {
        Ok(self.clone())
    }
}

impl ToExact for f64 {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        Rational::from_float(*self).ok_or(Error::NotFinite { what, value: *self })
    }
}

impl ToExact for f32 {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        f64::from(*self).to_exact(what)
    }
}

impl<const BITS: u32, const FRAC: u32> ToExact for Fixed<BITS, FRAC> {
    fn to_exact(&self, _: &'static str) -> Result<Rational, Error> {
        Ok(dyadic(self.raw(), -FRAC.cast_signed()))
    }
}

impl<N: ToExact> ToExact for (N, Grid) {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        Ok(self.0.to_exact(what)? * dyadic(1, self.1.log2()))
    }
}

impl<N: ToExact + ?Sized> ToExact for &N {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        (**self).to_exact(what)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl ToExact for $integer {
            fn to_exact(&self, _: &'static str) -> Result<Rational, Error> {
                Ok(Rational::from_integer((*self).into()))
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
