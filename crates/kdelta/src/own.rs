//! A logarithm of your own instead of kdelta's, after it was checked at every argument that it will ever get.

use crate::builder::Builder;
use crate::error::Error;
use crate::exact::ToExact;
use crate::hypotheses::logarithm_error;
use crate::laplace::Laplace;
use kdelta_finite::ledger::Ledger;
use kdelta_finite::{Bias, Entropy, EntropyError, Midpoint, Tail, Uniform};
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::LogarithmError;
use kdelta_oracle::enclosure::{Enclosure, QuickLogarithm, UpperBound, ln, sign};
use kdelta_oracle::number::{Rational, decimal, dyadic};
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

/// A logarithm in f64, with a bound of its error.
pub trait Logarithm: Copy + fmt::Debug {
    /// The bound |minus_ln(v) − (−ln v)| ≤ A + R·(−ln v), where A is the sum of the terms of unit
    /// [`Unit::Scale`](kdelta_finite::ledger::Unit::Scale) and R < 1 that of unit [`Unit::Magnitude`](kdelta_finite::ledger::Unit::Magnitude). [`Exhausted::check`] decides whether it holds.
    const LEDGER: Ledger;

    /// −ln v for 0 < v < 1: 0, or a number from 2^-54 to 2^10. It must be a function of v alone.
    fn minus_ln(v: f64) -> f64;
}

/// The generator [`Midpoint`] with the logarithm K.
#[derive(Debug, Clone, Copy)]
pub struct Own<K, const BITS: u32> {
    draw: Midpoint<BITS>,
    logarithm: PhantomData<K>,
}

impl<K, const BITS: u32> Own<K, BITS> {
    /// Checking 2^23 points takes seconds.
    const ADMISSIBLE: () = assert!(BITS <= 24, "a grid of at most 24 bits is checked at every point");

    /// v = tail/2^BITS. Both are below 2^25, and one is a power of two: the conversions and the quotient are
    /// exact.
    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a tail is below 2^BITS, and an f64 holds every integer below 2^53"
    )]
    fn argument(tail: u64) -> f64 {
        let () = Self::ADMISSIBLE;
        tail as f64 / f64::from(1_u32 << BITS)
    }
}

impl<K: Logarithm, const BITS: u32> Uniform for Own<K, BITS> {
    const ENTROPY_BYTES: usize = Midpoint::<BITS>::ENTROPY_BYTES;
    const BIAS: Bias = Midpoint::<BITS>::BIAS;

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        Self { draw: Midpoint::from_bytes(bytes), logarithm: PhantomData }
    }

    #[inline]
    fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, EntropyError> {
        Ok(Self { draw: Midpoint::draw(entropy)?, logarithm: PhantomData })
    }

    #[inline]
    fn negative(self) -> bool {
        self.draw.negative()
    }
}

impl<K: Logarithm, const BITS: u32> Tail<f64> for Own<K, BITS> {
    const NEEDS_EVIDENCE: bool = true;
    const LOGARITHM: Ledger = {
        let () = Self::ADMISSIBLE;
        K::LEDGER
    };

    #[inline]
    fn minus_ln(self) -> f64 {
        K::minus_ln(Self::argument(self.draw.tail()))
    }
}

/// Evidence that the ledger of K holds at every v = a/2^BITS with odd a. These are all the arguments that a
/// mechanism with [`Own`] has.
#[derive(Debug, Clone)]
pub struct Exhausted<K, const BITS: u32> {
    points: u64,
    largest_error: UpperBound,
    logarithm: PhantomData<K>,
}

/// An argument at which a logarithm has a larger error than its ledger states.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// v.
    pub input: f64,
    /// What the logarithm gives for it.
    pub output: f64,
    /// How far that is from −ln v, rounded down.
    pub error: Rational,
    /// What the ledger allows there, rounded up.
    pub allowed: Rational,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { input, output, error, allowed } = self;
        write!(
            f,
            "the logarithm gives {output:?} for v = {input:?}, off by at least {}, and its ledger allows {}; correct the \
             logarithm, or state what it is off by",
            decimal::down(error, 6),
            decimal::up(allowed, 6)
        )
    }
}

/// A and R of a ledger that can be one of a logarithm.
fn stated(ledger: Ledger) -> Result<LogarithmError, Error> {
    let stated = logarithm_error(ledger).map_err(|_| Error::Ledger {
        why: "a logarithm is off by parts of the scale or of itself, not by absolute lengths",
    })?;
    if stated.relative >= dyadic(1, 0) || stated.absolute >= dyadic(1, 10) {
        return Err(Error::Ledger {
            why: "the relative error is not below 1, or the absolute error not below 1024",
        });
    }
    Ok(stated)
}

/// Whether |output − ℓ| ≤ A + R·ℓ for ℓ = −ln v, decided by enclosures that are refined as long as it takes.
/// Both sides, A − output + (1+R)·ℓ and A + output − (1−R)·ℓ, are irrational, so each has a sign.
fn holds(stated: &LogarithmError, v: &Rational, output: &Rational) -> Result<bool, Refusal> {
    let one = dyadic(1, 0);
    let sides = [
        (&stated.absolute - output, &one + &stated.relative),
        (&stated.absolute + output, &stated.relative - &one),
    ];
    for (constant, slope) in sides {
        let side = |bits| Ok(minus_ln(v, bits)?.scaled(&slope).plus(&Enclosure::exact(constant.clone())));
        if sign("the error of a logarithm", side)? == Ordering::Less {
            return Ok(false);
        }
    }
    Ok(true)
}

fn counterexample(stated: &LogarithmError, input: f64, output: f64) -> Result<Error, Error> {
    let minus_ln = minus_ln(&input.to_exact("a logarithm")?, 128)?;
    let exact = output.to_exact("a logarithm")?;
    let (below, above) = (minus_ln.lo() - &exact, exact - minus_ln.hi());
    let allowed = &stated.absolute + &stated.relative * minus_ln.hi();
    Ok(Error::Logarithm(Box::new(Counterexample { input, output, error: below.max(above), allowed })))
}

fn minus_ln(v: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    Ok(ln(v, bits)?.negated())
}

/// ⌊x·2^80⌋ for 0 ≤ x ≤ 2^10; 0 for what is larger, which allows less and leaves the decision to the
/// enclosures.
fn in_units(x: &Rational) -> i128 {
    (x * dyadic(1, QuickLogarithm::FRACTION.cast_signed())).floor().to_integer().to_i128().unwrap_or(0)
}

/// [`in_units`] of a float, from its bits: significand·2^(exponent − 1075 + 80).
fn float_in_units(x: f64) -> i128 {
    let (bits, fraction) = (x.to_bits(), 1_u64 << 52);
    let significand = i128::from((bits & (fraction - 1)) | fraction);
    let shift = i64::from(QuickLogarithm::FRACTION) + (bits >> 52).cast_signed() - 1075;
    match (u32::try_from(shift), u32::try_from(-shift)) {
        (Ok(left), _) if left < 64 => significand << left,
        (_, Ok(right)) if right < 64 => significand >> right,
        _ => 0, // 0, the only other number that is admitted
    }
}

impl<K: Logarithm, const BITS: u32> Exhausted<K, BITS> {
    /// Runs the logarithm at all 2^(BITS−1) points and compares each result with −ln v. Nothing is sampled:
    /// 128-bit integers with a known error decide where they can, rational enclosures where they cannot.
    ///
    /// # Errors
    /// [`Error::Logarithm`] with the first point at which the ledger does not hold, [`Error::Ledger`] for a
    /// ledger that cannot be one of a logarithm, [`Error::NoLogarithm`] for a result that is neither 0 nor
    /// from 2^-54 to 2^10.
    pub fn check() -> Result<Self, Error> {
        let stated = stated(K::LEDGER)?;
        let quick = QuickLogarithm::new()?;
        let (absolute, slope) = (in_units(&stated.absolute), in_units(&stated.relative));
        // The quick logarithm is off by ERROR, and a float has bits below a unit.
        let margin = QuickLogarithm::ERROR + 1;
        let (mut points, mut largest) = (0, 0);
        for tail in (1..1_u64 << BITS).step_by(2) {
            let input = Own::<K, BITS>::argument(tail);
            let output = K::minus_ln(input);
            if !(output == 0.0 || (f64::EPSILON / 4.0..=1024.0).contains(&output)) {
                return Err(Error::NoLogarithm { input, output });
            }
            let near =
                quick.minus_ln(tail, 1, BITS).ok_or(Error::Ledger { why: "the grid has too many bits" })?;
            let error = (float_in_units(output) - near).abs() + margin;
            // At most A + R·ℓ: ℓ < 2^85 units, R < 2^80 units; 40 bits of each product are cut off.
            let allowed = absolute + ((((near - margin).max(0) >> 40) * slope) >> 40);
            if error > allowed {
                let v = dyadic(tail, -BITS.cast_signed());
                if !holds(&stated, &v, &output.to_exact("a logarithm")?)? {
                    return Err(counterexample(&stated, input, output)?);
                }
            }
            largest = largest.max(error);
            points += 1;
        }
        let largest_error = UpperBound::new(dyadic(largest, -QuickLogarithm::FRACTION.cast_signed()));
        Ok(Self { points, largest_error, logarithm: PhantomData })
    }

    /// How many points were checked: all of them.
    #[must_use]
    pub const fn points(&self) -> u64 {
        self.points
    }

    /// An upper bound of |minus_ln(v) − (−ln v)| over all points, within 2^-69 of the truth: how small A
    /// could be.
    #[must_use]
    pub const fn largest_error(&self) -> &UpperBound {
        &self.largest_error
    }
}

impl<U: Tail<f64>> Builder<Laplace<f64, U>> {
    /// Uses a logarithm of your own, given the evidence that its ledger holds for every argument it will get.
    /// The generator is [`Midpoint`] of BITS bits. The example `own_logarithm` shows all of it. Without the
    /// evidence it does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use kdelta::{ErrorLedger, Laplace, Logarithm, Own};
    /// struct Constant;
    /// impl Logarithm for Constant {
    ///     const LEDGER: ErrorLedger = ErrorLedger { terms: &[] };
    ///     fn minus_ln(_: f64) -> f64 { 1.0 }
    /// }
    /// let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
    /// let _ = builder.generator::<Own<Constant, 20>>(); // needs .logarithm(&evidence)
    /// ```
    pub fn logarithm<K: Logarithm, const BITS: u32>(
        self,
        evidence: &Exhausted<K, BITS>,
    ) -> Builder<Laplace<f64, Own<K, BITS>>> {
        let Exhausted { .. } = evidence;
        self.of()
    }
}
