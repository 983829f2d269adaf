//! Which real function a kernel approximates, and its two evaluations: fast within a proved margin, and by MPFR.

use crate::circle::{Circle, Prefix};
use crate::enclosure;
use crate::error::Error;
use crate::filter::{self, Filter, Filtered};
use crate::inverse_tail::InverseTail;
use crate::number::Dyadic;
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::number::{Rational, dyadic};

/// The exact function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// −ln v.
    MinusLn,
    /// cos 2πv: the cosine of the fraction v of a turn.
    Cosine,
    /// g(ℓ) = Φ̄⁻¹(e^{−ℓ}/2): the magnitude of a normal variable whose tail has the logarithm −ℓ.
    InverseTail,
}

impl Function {
    /// output − exact and exact, at one point of a kernel.
    ///
    /// # Guarantee
    /// Both enclosures contain the true numbers; their width is at most 2^-100.
    ///
    /// # Errors
    /// [`Error::Domain`] outside the domain of the function.
    pub fn error(self, input: Dyadic, output: Dyadic) -> Result<(Enclosure, Enclosure), Error> {
        match self {
            Self::MinusLn => enclosure::minus_ln_error(input, output),
            Self::Cosine => {
                let exact = enclosure::cos_turn(&input.to_rational(), 128)?;
                Ok((Enclosure::exact(output.to_rational()).minus(&exact), exact))
            }
            Self::InverseTail => {
                // Below 2^16, with 128 bits.
                let exact = enclosure::inverse_tail(&input.to_rational(), 128)?;
                Ok((Enclosure::exact(output.to_rational()).minus(&exact), exact))
            }
        }
    }

    /// Bounds |exact| from the least to the largest input: a logarithm is largest at the first, g at the last.
    ///
    /// # Errors
    /// [`Error::Domain`] outside the domain of the function.
    pub fn largest(self, least: &Rational, most: &Rational) -> Result<UpperBound, Error> {
        match self {
            Self::MinusLn => Ok(enclosure::ln(least, 64)?.negated().upper()),
            Self::Cosine => Ok(UpperBound::new(dyadic(1, 0))),
            Self::InverseTail => Ok(enclosure::inverse_tail(most, 64)?.upper()),
        }
    }

    /// The filter that evaluates it; built from MPFR enclosures.
    ///
    /// # Errors
    /// [`Error::Unproved`] if a table breaks what the proof of the filter needs.
    pub fn fast(self) -> Result<Fast, Error> {
        match self {
            Self::MinusLn => Ok(Fast::MinusLn(Filter::new()?)),
            Self::Cosine => Ok(Fast::Cosine(Circle::new()?)),
            Self::InverseTail => Ok(Fast::InverseTail(InverseTail::new()?)),
        }
    }

    /// Names the filter in state files.
    #[must_use]
    pub const fn filter_version(self) -> &'static str {
        match self {
            Self::MinusLn => filter::VERSION,
            Self::Cosine => crate::circle::VERSION,
            Self::InverseTail => crate::inverse_tail::VERSION,
        }
    }
}

/// A function's filter.
pub enum Fast {
    /// Of −ln v.
    MinusLn(Filter),
    /// Of cos 2πv.
    Cosine(Circle),
    /// Of g(ℓ).
    InverseTail(InverseTail),
}

impl Fast {
    /// The objective |output − exact| − 2^-p·|exact|, or |output − exact| without p.
    ///
    /// # Guarantee
    /// Within [`filter::MARGIN`] of the truth; none where the filter cannot decide.
    #[must_use]
    pub fn objective(&self, input: Dyadic, output: Dyadic, relative: Option<u32>) -> Option<Filtered> {
        Nearby::of(self).objective(input, output, relative)
    }
}

/// A filter that goes through neighbouring inputs, and remembers what they share.
#[derive(Clone, Copy)]
pub(crate) struct Nearby<'a> {
    filter: &'a Fast,
    prefix: Prefix,
}

impl<'a> Nearby<'a> {
    /// That has seen no input yet.
    #[must_use]
    pub(crate) fn of(filter: &'a Fast) -> Self {
        Self { filter, prefix: Prefix::default() }
    }

    /// [`Fast::objective`].
    #[must_use]
    #[inline]
    pub(crate) fn objective(
        &mut self,
        input: Dyadic,
        output: Dyadic,
        relative: Option<u32>,
    ) -> Option<Filtered> {
        match self.filter {
            Fast::MinusLn(filter) => filter.objective(input, output, relative),
            Fast::Cosine(circle) => filter::objective(self.prefix.cosine(circle, input)?, output, relative),
            Fast::InverseTail(pieces) => filter::objective(pieces.value(input)?, output, relative),
        }
    }
}
