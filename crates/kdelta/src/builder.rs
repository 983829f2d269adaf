//! The builder: it collects what the user asks for, in exact numbers, and makes a certified mechanism of it,
//! or says why there is none.
//!
//! What line and plane share is here, with the rest of the line; the rest of the plane is in
//! `planar/builder.rs`.

use crate::error::Error;
use crate::exact::ToExact;
use crate::guarantee::Guarantee;
use crate::histogram::Histogram;
use crate::line::{LineNoise, OnTheLine};
use crate::number::Number;
use crate::planar::Outputs;
use kdelta_finite::{Grid, Mechanism, Neighbours, Query, Range, Scale, Steps, Tail, Window};
use kdelta_oracle::derivation::Hypotheses;
use kdelta_oracle::enclosure::{UpperBound, sqrt};
use kdelta_oracle::number::{Rational, at_least, dyadic, floor_log2};
use num_traits::ToPrimitive;
use std::marker::PhantomData;

/// A setting that is being put together, for a [`crate::Laplace`], a [`crate::Gaussian`] or a
/// [`crate::PlanarLaplace`]; `builder()` of each type starts one.
///
/// Every method takes exact numbers (see [`ToExact`]) and none fails; `build()` reports what is missing or
/// wrong.
#[derive(Debug, Clone)]
#[must_use = "a setting does nothing until .build()"]
pub struct Builder<M> {
    pub(crate) asked: Asked,
    mechanism: PhantomData<M>,
}

/// What the user has said so far.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) amount: Amount,
    pub(crate) budget: Said<Rational>,
    pub(crate) grid: Said<Rational>,
    /// Δ, in the plane the distance.
    pub(crate) sensitivity: Said<Rational>,
    /// On the line, in the place of what it states.
    query: Option<Stated>,
    /// m and Δ₀ of a vector.
    vector: Option<(u64, u64)>,
    /// Answers and outputs on the line.
    answers: Said<Ends>,
    window: Said<Ends>,
    /// Answers and outputs in the plane.
    pub(crate) area: Said<[Ends; 2]>,
    pub(crate) outputs: Said<Outputs>,
}

/// How much noise the user asks for, in one way or another.
#[derive(Debug, Clone)]
pub struct Amount {
    pub(crate) epsilon: Said<Rational>,
    /// Of Gaussian noise.
    pub(crate) sigma: Said<Rational>,
    pub(crate) rho: Said<Rational>,
    pub(crate) delta: Said<Rational>,
}

/// A quantity that the user has not given, has given, or has given wrongly.
type Said<T> = Option<Result<T, Error>>;

/// The low end and the high one.
pub(crate) type Ends = (Rational, Rational);

impl<M> Builder<M> {
    pub(crate) const fn new() -> Self {
        let asked = Asked {
            amount: Amount { epsilon: None, sigma: None, rho: None, delta: None },
            budget: None,
            grid: None,
            sensitivity: None,
            query: None,
            vector: None,
            answers: None,
            window: None,
            area: None,
            outputs: None,
        };
        Self { asked, mechanism: PhantomData }
    }

    /// The same setting for another mechanism.
    pub(crate) fn of<N>(self) -> Builder<N> {
        Builder { asked: self.asked, mechanism: PhantomData }
    }

    /// ε > 0: the privacy loss that the ideal mechanism may have for answers within Δ of each other, where Δ
    /// is the sensitivity, or in the plane the distance; with Gaussian noise, at δ. The mechanism that runs has
    /// a slightly larger loss, its ε′. `"ln(4)"` is understood and rounded down, which is more privacy.
    pub fn epsilon(mut self, epsilon: impl ToExact) -> Self {
        self.asked.amount.epsilon = Some(epsilon.to_exact_below("epsilon"));
        self
    }

    /// A limit of ε′, the privacy loss of the mechanism that runs for answers within Δ of each other:
    /// building is refused if ε′ is more than this. `"ln(4)"` is understood and rounded down.
    ///
    /// ```
    /// # use kdelta::{Error, Laplace};
    /// let builder = Laplace::<f64>::builder().sensitivity(1).answers(0, 1).window(-16, 16).grid("2^-10");
    /// let over = builder.clone().epsilon(1).at_most(1).build(); // finite precision costs 1.7e-11
    /// assert!(matches!(over, Err(Error::OverBudget { .. })));
    /// assert!(builder.epsilon("0.999").at_most(1).build().is_ok());
    /// ```
    pub fn at_most(mut self, budget: impl ToExact) -> Self {
        self.asked.budget = Some(budget.to_exact_below("at_most"));
        self
    }

    /// L, the distance between neighbouring outputs, in the plane along an axis: a power of two. A finer grid
    /// costs privacy: ε′ − ε is about 4δ/L on the line and 8δ/L in the plane, where δ is the distance between
    /// the noise that runs and ideal noise.
    pub fn grid(mut self, step: impl ToExact) -> Self {
        self.asked.grid = Some(step.to_exact("grid"));
        self
    }
}

/// The setting of noise for numbers.
impl<F: Number, N: LineNoise<F>> Builder<OnTheLine<F, N>> {
    /// Takes sensitivity, answer range and grid from a query. [`Builder::grid`] may still choose another
    /// grid; giving sensitivity or answers as well is an error.
    pub const fn query(mut self, query: &Query) -> Self {
        self.asked.query = Some(Stated::of(query));
        self
    }

    /// Takes the number of values, sensitivities, answer range and grid from a histogram, for
    /// [`OnTheLine::release_vector`] of its counts. What [`Builder::query`] says about the grid and about giving the
    /// rest as well holds here too.
    pub fn histogram<K>(mut self, histogram: &Histogram<K>) -> Self {
        self.asked.query = Some(histogram.stated());
        self
    }

    /// The answer is a vector of `dimension` values, each with noise of its own, for
    /// [`OnTheLine::release_vector`]. One individual can change at most `changed` of them, and all of them together
    /// by at most the sensitivity. For Laplace noise Δ is the ℓ₁-sensitivity, the sum of what the values change; for
    /// Gaussian noise the ℓ₂-sensitivity, the root of the sum of the squares of that.
    ///
    /// ε′ is the ε of the ideal mechanism (Δ/b for Laplace noise) plus Δ₀·κ, where Δ₀ is `changed` and κ what finite
    /// precision costs for one value. It does not grow with the dimension: values that an individual does not change
    /// have the same law with and without them.
    ///
    /// ```
    /// # use kdelta::{Laplace, Release, entropy};
    /// // Visits to 1000 shops. A person is counted for at most 3 visits, so changes at most 3 counts, by 3 in all.
    /// let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(3).vector(1000, 3);
    /// let laplace = builder.answers(0, 500).window(-500, 1000).grid(1).build()?;
    ///
    /// let visits = [17.0; 1000];
    /// let mut noisy = [Release::Outside; 1000];
    /// laplace.release_vector(&visits, &mut noisy, &mut entropy::stream()?)?; // costs ε′ once
    /// # Ok::<(), kdelta::Error>(())
    /// ```
    pub const fn vector(mut self, dimension: u64, changed: u64) -> Self {
        self.asked.vector = Some((dimension, changed));
        self
    }

    /// Δ > 0: how much one individual can change the answer **as computed**, in the unit of the answers. Not
    /// needed with [`Builder::query`], which knows its own.
    pub fn sensitivity(mut self, sensitivity: impl ToExact) -> Self {
        self.asked.sensitivity = Some(sensitivity.to_exact("sensitivity"));
        self
    }

    /// The range that answers are clamped into before noise is added. Ends that are not numbers of the format
    /// are moved outward to the next ones that are.
    pub fn answers(mut self, low: impl ToExact, high: impl ToExact) -> Self {
        self.asked.answers = Some(range("answers", &low, &high));
        self
    }

    /// The least and the largest output, both multiples of the grid step. What lies beyond is released as
    /// [`crate::Release::Outside`].
    pub fn window(mut self, low: impl ToExact, high: impl ToExact) -> Self {
        self.asked.window = Some(range("window", &low, &high));
        self
    }

    /// Another generator: [`crate::Midpoint`] takes fewer random bits, at the price of a larger ε′ and a
    /// narrower window. Gaussian noise does not compile with it: it needs a generator whose bias is relative.
    pub fn generator<V: Tail<F>>(self) -> Builder<OnTheLine<F, N::With<V>>> {
        const { assert!(!V::NEEDS_EVIDENCE, "this logarithm has to be checked first: .logarithm(&evidence)") };
        self.of()
    }

    /// The mechanism, with its certified ε′.
    ///
    /// A generator whose draws the logarithm cannot take does not compile here:
    ///
    /// ```compile_fail,E0080
    /// # use kdelta::{Deep, Laplace};
    /// let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
    /// let _ = builder.generator::<Deep<52, 32>>().build(); // at most 16 words
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use kdelta::{Laplace, Relative};
    /// # let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
    /// let _ = builder.generator::<Relative<60>>().build(); // at most 52 bits
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use kdelta::{Laplace, Midpoint};
    /// # let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
    /// let _ = builder.generator::<Midpoint<65>>().build(); // at most 53 bits in f64
    /// ```
    ///
    /// ```
    /// # use kdelta::{Deep, Laplace, Midpoint, Relative};
    /// # let builder = Laplace::<f64>::builder().epsilon(1).sensitivity(1).answers(0, 1).window(0, 1).grid(1);
    /// assert!(builder.clone().generator::<Deep<52, 16>>().build().is_ok());
    /// assert!(builder.clone().generator::<Relative<52>>().build().is_ok());
    /// assert!(builder.generator::<Midpoint<53>>().build().is_ok());
    /// ```
    ///
    /// # Errors
    /// An [`Error`] with the value and a remedy: for a quantity that is missing or no number, for a setting
    /// that the arithmetic cannot carry out, and as [`Error::Refused`] for one that violates a condition of
    /// the theorem. Also [`kdelta_finite::Error::Rounding`] if the floating point of this thread does not
    /// round to nearest, which is tried with a few sums and products.
    pub fn build(self) -> Result<OnTheLine<F, N>, Error> {
        kdelta_finite::hardware::check()?;
        let Asked { amount, budget, query, vector, sensitivity, answers, window, grid, .. } = self.asked;
        let asked = N::asked(amount)?;
        let hides = query.map(|query| query.neighbours.into());
        let (sensitivity, (dimension, changed), answers, step) = match query {
            Some(query) => query.given(
                [
                    ("sensitivity", sensitivity.is_some()),
                    ("answers", answers.is_some()),
                    ("vector", vector.is_some()),
                ],
                N::EUCLIDEAN,
                grid,
            )?,
            None => (
                given("sensitivity", sensitivity)?,
                vector.unwrap_or((1, 1)),
                given("answers", answers)?,
                given("grid", grid)?,
            ),
        };
        if changed == 0 || changed > dimension {
            return Err(Error::Changed { changed, dimension });
        }
        let window = given("window", window)?;
        let budget = budget.transpose()?;

        let scale = scale_at_least(N::SCALE, &N::least_scale(&asked, &sensitivity)?)?;
        let window = window_on(grid_of(&step)?, &step, &window)?;
        let answers = outward::<F>(answers)?;
        let mechanism = Mechanism::new(answers, N::of_scale(scale)?, window)?;
        let one = N::hypotheses(&asked, sensitivity, scale, ends(answers)?, window)?;
        let guarantee = Guarantee::of(Hypotheses { changed, ..one })?.with(dimension, hides);
        within(budget, &guarantee.epsilon_prime)?;
        Ok(OnTheLine::new(mechanism, asked, guarantee))
    }
}

/// What a query states, in the place of the user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stated {
    /// Δ; of a vector Δ₁.
    pub(crate) sensitivity: Steps,
    /// Δ₂², in whole units; of a single value Δ₂ is Δ.
    pub(crate) squared: Option<u128>,
    /// m and Δ₀.
    pub(crate) vector: (u64, u64),
    /// The least and the greatest answer.
    pub(crate) answers: (Steps, Steps),
    /// The grid of all answers.
    pub(crate) grid: Grid,
    pub(crate) neighbours: Neighbours,
}

impl Stated {
    const fn of(query: &Query) -> Self {
        Self {
            sensitivity: query.sensitivity(),
            squared: None,
            vector: (1, 1),
            answers: (query.low(), query.high()),
            grid: query.grid(),
            neighbours: query.neighbours(),
        }
    }

    /// Sensitivity, vector, answers and grid step. The user may give another step, but nothing else again.
    fn given(
        &self,
        again: [(&'static str, bool); 3],
        euclidean: bool,
        step: Said<Rational>,
    ) -> Result<(Rational, (u64, u64), Ends, Rational), Error> {
        if let Some((method, _)) = again.into_iter().find(|(_, said)| *said) {
            return Err(Error::StatedByQuery { method });
        }
        let (low, high) = self.answers;
        let sensitivity = match self.squared.filter(|_| euclidean) {
            Some(squared) => sqrt(&Rational::from_integer(squared.into()), 64)?.hi().clone(),
            None => self.sensitivity.to_exact("sensitivity")?,
        };
        Ok((
            sensitivity,
            self.vector,
            (low.to_exact("answers")?, high.to_exact("answers")?),
            step.unwrap_or_else(|| Ok(dyadic(1, self.grid.log2())))?,
        ))
    }
}

/// Refuses an ε′ above the budget.
pub(crate) fn within(budget: Option<Rational>, epsilon_prime: &UpperBound) -> Result<(), Error> {
    match budget {
        Some(budget) if epsilon_prime.value() > &budget => Err(Error::OverBudget {
            epsilon_prime: Box::new(epsilon_prime.clone()),
            budget: Box::new(budget),
        }),
        _ => Ok(()),
    }
}

/// What the user has given, or an error that names the method to call.
pub(crate) fn given<T>(method: &'static str, said: Said<T>) -> Result<T, Error> {
    said.unwrap_or(Err(Error::Missing { method }))
}

pub(crate) fn range(what: &'static str, low: &impl ToExact, high: &impl ToExact) -> Result<Ends, Error> {
    let ends = (low.to_exact(what)?, high.to_exact(what)?);
    if ends.0 > ends.1 { Err(Error::Reversed { what, ends: Box::new(ends) }) } else { Ok(ends) }
}

/// The least range with ends in the format that contains both ends.
pub(crate) fn outward<F: Number>((low, high): Ends) -> Result<Range<F>, Error> {
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

/// Both ends of a range of the format, exactly.
pub(crate) fn ends<F: Number>(range: Range<F>) -> Result<Ends, Error> {
    Ok((range.low().to_exact("answers")?, range.high().to_exact("answers")?))
}

/// The least scale of the arithmetic that is not below another: a 24-bit mantissa, rounded up (THEORY F14).
pub(crate) fn scale_at_least(what: &'static str, least: &Rational) -> Result<Scale, Error> {
    let rounded = || {
        let (mantissa, exponent) = at_least(least, 24)?;
        Scale::at_least(mantissa.to_u64()?, 1).ok()?.times_power_of_two(exponent).ok()
    };
    rounded().ok_or_else(|| Error::TooLarge {
        what,
        value: Box::new(least.clone()),
        remedy: "choose a unit of the data in which it lies in [2^-60, 2^60]",
    })
}

/// The grid of a step that is a power of two.
pub(crate) fn grid_of(step: &Rational) -> Result<Grid, Error> {
    let log2 = || {
        let exponent = floor_log2(step)?;
        Grid::new(exponent).ok().filter(|_| step == &dyadic(1, exponent))
    };
    log2().ok_or_else(|| Error::Grid { step: Box::new(step.clone()) })
}

/// The window between two multiples of the step.
pub(crate) fn window_on(grid: Grid, step: &Rational, ends: &Ends) -> Result<Window, Error> {
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
