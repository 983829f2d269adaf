//! From the user's words to a certified mechanism, or to the reason why not.

use crate::error::Error;
use crate::exact::ToExact;
use crate::guarantee::Certifier;
use crate::laplace::Laplace;
use crate::number::Number;
use kdelta_finite::noise::Laplace as Noise;
use kdelta_finite::{Grid, Mechanism, Range, Scale, Tail, Window};
use kdelta_oracle::noise::Laplace as Law;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;
use std::marker::PhantomData;

/// A setting in the making; see [`Laplace::builder`].
///
/// Every method takes exact numbers (see [`ToExact`]) and none fails; [`Builder::build`] reports what is wrong.
#[derive(Debug, Clone)]
#[must_use = "a setting does nothing until .build()"]
pub struct Builder<F, U> {
    epsilon: Option<Result<Rational, Error>>,
    sensitivity: Option<Result<Rational, Error>>,
    answers: Option<Result<(Rational, Rational), Error>>,
    window: Option<Result<(Rational, Rational), Error>>,
    grid: Option<Result<Rational, Error>>,
    kind: PhantomData<(F, U)>,
}

impl<F: Number, U: Tail<F>> Builder<F, U> {
    pub(crate) const fn new() -> Self {
        Self { epsilon: None, sensitivity: None, answers: None, window: None, grid: None, kind: PhantomData }
    }

    /// ε > 0, the privacy asked of the ideal mechanism. What the finite one gives is [`Laplace::epsilon_prime`].
    pub fn epsilon(mut self, epsilon: impl ToExact) -> Self {
        self.epsilon = Some(epsilon.to_exact("epsilon"));
        self
    }

    /// Δ > 0, how much one individual can change the answer **as computed**; [`crate::BoundedSum`] knows its own.
    pub fn sensitivity(mut self, sensitivity: impl ToExact) -> Self {
        self.sensitivity = Some(sensitivity.to_exact("sensitivity"));
        self
    }

    /// The range that answers are clamped into, before any noise; ends that the format does not hold are moved
    /// outward to ones that it does.
    pub fn answers(mut self, low: impl ToExact, high: impl ToExact) -> Self {
        self.answers = Some(range("answers", &low, &high));
        self
    }

    /// The least and the largest output, both multiples of the grid step.
    pub fn window(mut self, low: impl ToExact, high: impl ToExact) -> Self {
        self.window = Some(range("window", &low, &high));
        self
    }

    /// L, the distance between outputs: a power of two. A finer grid costs privacy, ε′ − ε ≈ 4δ/L.
    pub fn grid(mut self, step: impl ToExact) -> Self {
        self.grid = Some(step.to_exact("grid"));
        self
    }

    /// Another generator: [`crate::Midpoint`] takes fewer random bits, at the price of a larger ε′ and a narrower window.
    pub fn generator<V: Tail<F>>(self) -> Builder<F, V> {
        let Self { epsilon, sensitivity, answers, window, grid, .. } = self;
        Builder { epsilon, sensitivity, answers, window, grid, kind: PhantomData }
    }

    /// The mechanism, with its certified ε′.
    ///
    /// # Errors
    /// [`Error`] for a quantity that is missing or no number, a setting that the arithmetic cannot carry out, and
    /// [`Error::Refused`] for one that violates a condition of the theorem; each with the value and a remedy.
    pub fn build(self) -> Result<Laplace<F, U>, Error> {
        let epsilon = given("epsilon", self.epsilon)?;
        let sensitivity = given("sensitivity", self.sensitivity)?;
        let (low, high) = given("answers", self.answers)?;
        let window = given("window", self.window)?;
        let step = given("grid", self.grid)?;

        let law = Law::for_privacy(&epsilon, &sensitivity)?;
        let scale = scale_at_least(law.scale())?;
        let window = window_on(grid_of(&step)?, &step, &window)?;
        let answers = outward::<F>((low, high))?;
        let mechanism = Mechanism::new(answers, Noise::<F, U>::new(scale)?, window)?;
        let answers = (answers.low().to_exact("answers")?, answers.high().to_exact("answers")?);
        let guarantee = Certifier { sensitivity, scale, answers, window }.certify::<F, U>()?;
        Ok(Laplace::new(mechanism, guarantee))
    }
}

pub(crate) fn given<T>(method: &'static str, value: Option<Result<T, Error>>) -> Result<T, Error> {
    value.unwrap_or(Err(Error::Missing { method }))
}

pub(crate) fn range(
    what: &'static str,
    low: &impl ToExact,
    high: &impl ToExact,
) -> Result<(Rational, Rational), Error> {
    let ends = (low.to_exact(what)?, high.to_exact(what)?);
    if ends.0 > ends.1 { Err(Error::Reversed { what, ends: Box::new(ends) }) } else { Ok(ends) }
}

/// The least range of the format that holds both ends.
pub(crate) fn outward<F: Number>((low, high): (Rational, Rational)) -> Result<Range<F>, Error> {
    let beyond = |end: Rational| Error::TooLarge {
        what: "an end of the answer range",
        value: Box::new(end),
        remedy: "narrow the range or use a wider format",
    };
    //= THEORY F26
    Ok(Range::new(
        F::at_most(&low).ok_or_else(|| beyond(low))?,
        F::at_least(&high).ok_or_else(|| beyond(high))?,
    )?)
}

/// The exponent e of the binade [2^e, 2^(e+1)) of x > 0.
fn binade(x: &Rational) -> Option<i32> {
    let difference = i64::try_from(x.numer().bits()).ok()? - i64::try_from(x.denom().bits()).ok()?;
    let guess = i32::try_from(difference).ok()?; // 2^(guess−1) < x < 2^(guess+1)
    Some(if &dyadic(1, guess) <= x { guess } else { guess - 1 })
}

/// The least scale of the arithmetic that is not below Δ/ε: a 24-bit mantissa, rounded up (THEORY F14).
pub(crate) fn scale_at_least(quotient: &Rational) -> Result<Scale, Error> {
    let rounded = || {
        let exponent = binade(quotient)?.checked_sub(23)?;
        let mantissa = (quotient / dyadic(1, exponent)).ceil().to_integer().to_u64()?; // 2^23 to 2^24
        Scale::at_least(mantissa, 1).ok()?.times_power_of_two(exponent).ok()
    };
    // Far beyond the limits the power itself would be large; the limits are 2^±60.
    let near = binade(quotient).is_some_and(|exponent| exponent.unsigned_abs() <= 64);
    near.then(rounded).flatten().ok_or_else(|| Error::TooLarge {
        what: "the scale Δ/ε",
        value: Box::new(quotient.clone()),
        remedy: "choose a unit of the data in which it lies in [2^-60, 2^60]",
    })
}

/// The grid of a step that is a power of two.
pub(crate) fn grid_of(step: &Rational) -> Result<Grid, Error> {
    let log2 = || {
        let exponent = (step > &Rational::from_integer(0.into())).then(|| binade(step)).flatten()?;
        Grid::new(exponent).ok().filter(|_| step == &dyadic(1, exponent))
    };
    log2().ok_or_else(|| Error::Grid { step: Box::new(step.clone()) })
}

/// The window between two multiples of the step.
pub(crate) fn window_on(grid: Grid, step: &Rational, ends: &(Rational, Rational)) -> Result<Window, Error> {
    Ok(Window::new(grid, index_on(step, &ends.0)?, index_on(step, &ends.1)?)?)
}

/// The number of a grid point.
pub(crate) fn index_on(step: &Rational, point: &Rational) -> Result<i64, Error> {
    let steps = point / step;
    if !steps.is_integer() {
        return Err(Error::OffGrid { value: Box::new(point.clone()), step: Box::new(step.clone()) });
    }
    steps.to_integer().to_i64().ok_or_else(|| Error::TooLarge {
        what: "a window end",
        value: Box::new(point.clone()),
        remedy: "use a coarser grid or a smaller window",
    })
}
