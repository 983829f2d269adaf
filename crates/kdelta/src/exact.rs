//! Exact input: a number is taken for what it is, never for what it was rounded to on the way.

use crate::error::Error;
use kdelta_finite::{Fixed, Steps};
use kdelta_oracle::enclosure::{argument_of_ln, parse_below};
use kdelta_oracle::number::{Rational, dyadic, parse};

/// What the builder accepts as a number.
///
/// - Text: `"3"`, `"0.1"`, `"1/3"`, `"2^-10"`, `"1e-6"`, `"0x1.8p-3"`, each exactly; `"0.1"` is one tenth.
/// - Integers.
/// - `f64` and `f32` by their exact value; `0.1_f64` is the double nearest to one tenth, not one tenth.
/// - [`Fixed`] words, and [`Steps`] of a grid by their length: five steps of 2^-3 are 5/8.
/// - [`Rational`].
pub trait ToExact {
    /// The exact number, or an error that says what is wrong with it; `what` names it in the message.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotANumber`] for text that is no number, [`Error::Irrational`] for
    /// `"ln(4)"`.
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error>;

    /// As [`ToExact::to_exact`], for a quantity of which less is safer: the text `"ln(4)"` is a number as
    /// well, rounded down to a multiple of 2^-60.
    ///
    /// # Errors
    /// As [`ToExact::to_exact`].
    fn to_exact_below(&self, what: &'static str) -> Result<Rational, Error> {
        self.to_exact(what)
    }
}

impl ToExact for str {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        if argument_of_ln(self).is_some() {
            return Err(Error::Irrational { what });
        }
        parse(self).map_err(|why| Error::NotANumber { what, why: Box::new(why) })
    }

    fn to_exact_below(&self, what: &'static str) -> Result<Rational, Error> {
        parse_below(self).map_err(|why| Error::NotANumber { what, why: Box::new(why) })
    }
}

impl ToExact for String {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        self.as_str().to_exact(what)
    }

    fn to_exact_below(&self, what: &'static str) -> Result<Rational, Error> {
        self.as_str().to_exact_below(what)
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

impl ToExact for Steps {
    fn to_exact(&self, _: &'static str) -> Result<Rational, Error> {
        Ok(dyadic(self.count(), self.grid().log2()))
    }
}

impl<N: ToExact + ?Sized> ToExact for &N {
    fn to_exact(&self, what: &'static str) -> Result<Rational, Error> {
        (**self).to_exact(what)
    }

    fn to_exact_below(&self, what: &'static str) -> Result<Rational, Error> {
        (**self).to_exact_below(what)
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
