//! Witnesses: inputs whose error is large, so that a bound can be seen to be tight.

use crate::error::Error;
use crate::function::Fast;
use crate::number::Dyadic;
use crate::result::{Bound, Witness, magnitudes};
use crate::subject::{Input, Kernel};
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;

/// Collects the sample that comes closest to the bound. Sampling finds witnesses; it never certifies.
pub(crate) struct Search<'a, K> {
    kernel: &'a K,
    filter: Fast,
    /// The bound in floating point: only a score, which needs no rigour.
    absolute: f64,
    relative: f64,
    bound: Bound,
    best: Option<(f64, Input)>,
}

impl<'a, K: Kernel> Search<'a, K> {
    pub(crate) fn new(kernel: &'a K, bound: &Bound) -> Result<Self, Error> {
        Ok(Self::with_filter(kernel, bound, kernel.function().fast()?))
    }

    /// With the filter of the kernel's function, already built.
    pub(crate) fn with_filter(kernel: &'a K, bound: &Bound, filter: Fast) -> Self {
        let float = |x: &Rational| x.to_f64().unwrap_or(0.0);
        Self {
            kernel,
            filter,
            absolute: float(bound.absolute.value()),
            relative: float(bound.relative.value()),
            bound: bound.clone(),
            best: None,
        }
    }

    /// Looks at one input; inputs outside the kernel's domain are passed over.
    pub(crate) fn look(&mut self, input: Input) {
        let score = || {
            let output = self.kernel.value(input)?;
            let filtered = self.filter.objective(input.to_dyadic(), output, None)?;
            let unit = 2.0_f64.powi(-100);
            let (error, exact) = (filtered.objective.to_f64()? * unit, filtered.exact.to_f64()? * unit);
            let bound = self.absolute + self.relative * exact;
            // Where the bound is not far above the filter's own error, a score would say nothing.
            (bound > 2.0_f64.powi(-75)).then_some(error / bound)
        };
        if let Some(score) = score() {
            if self.best.is_none_or(|(best, _)| score > best) {
                self.best = Some((score, input));
            }
        }
    }

    /// Refuses an input at which the kernel that ships answers otherwise.
    pub(crate) fn compare(&self, shipped: &impl Kernel, input: Input) -> Result<(), Error> {
        if shipped.value(input) == self.kernel.value(input) {
            return Ok(());
        }
        Err(Error::Unproved {
            cell: format!("input {input}"),
            step: format!("{} gives another result than the analysed text with these tables", shipped.name()),
        })
    }

    /// [`Search::compare`], then [`Search::look`].
    pub(crate) fn look_and_compare(&mut self, shipped: &impl Kernel, input: Input) -> Result<(), Error> {
        self.compare(shipped, input)?;
        self.look(input);
        Ok(())
    }

    /// The best sample, its error enclosed by MPFR; refused if it exceeds the bound.
    pub(crate) fn witness(&self) -> Result<Witness, Error> {
        let none =
            || Error::Unproved { cell: "witness".to_owned(), step: "no sample was admissible".to_owned() };
        let (_, input) = self.best.ok_or_else(none)?;
        let output: Dyadic = self.kernel.value(input).ok_or_else(none)?;
        let (error, exact) = self.kernel.function().error(input.to_dyadic(), output)?;
        // Samples prove nothing, but one beyond the bound would refute it.
        if magnitudes(&error).0 > *self.bound.at(&magnitudes(&exact).1).value() {
            return Err(Error::Unproved {
                cell: format!("input {input}"),
                step: "the error there exceeds the bound".to_owned(),
            });
        }
        Ok(Witness { input, output: output.to_rational(), error, exact })
    }
}

/// A fixed sequence of words for samples (xorshift64): the same witness on every machine.
pub(crate) struct Words(pub(crate) u64);

impl Iterator for Words {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Some(self.0)
    }
}

/// The seed of [`Words`]: any non-zero word.
pub(crate) const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
