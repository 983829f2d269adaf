//! Laplace noise for numbers.

use crate::builder::{Amount, Builder, Ends, given};
use crate::error::Error;
use crate::hypotheses::on_the_line;
use crate::line::{Certified, LineNoise, OnTheLine};
use crate::number::Number;
use kdelta_finite::noise::Laplace as Noise;
use kdelta_finite::{Bias, Error as Arithmetic, Scale, Tail, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::Hypotheses;
use kdelta_oracle::noise::Laplace as Law;
use kdelta_oracle::number::Rational;

/// The Laplace mechanism in format F (`f64`, `f32` or [`crate::Fixed`]) with generator U, certified.
///
/// ```
/// use kdelta::{Laplace, Release, entropy};
///
/// let laplace = Laplace::<f64>::builder()
///     .epsilon("1/10")
///     .sensitivity(1)
///     .answers(0, 100)
///     .window(-200, 300)
///     .grid("2^-10")
///     .build()?;
/// assert!(laplace.epsilon_prime().value() > laplace.epsilon());
/// assert_eq!(laplace.epsilon_prime().to_string(), "0.100001");
///
/// match laplace.release(41.0, &mut entropy::Os)? {
///     Release::Value(v) => assert_eq!(v * 1024.0, (v * 1024.0).round()), // a grid point, never more digits
///     Release::Outside => {} // the noisy answer left the window; that is an output too
/// }
/// # Ok::<(), kdelta::Error>(())
/// ```
pub type Laplace<F = f64, U = <F as Number>::Generator> = OnTheLine<F, Noise<F, U>>;

impl<F: Number> Laplace<F> {
    /// Starts a setting. Unless it says otherwise, the generator is [`crate::Lazy`], whose noise reaches
    /// 2^30·b.
    pub const fn builder() -> Builder<Self> {
        Builder::new()
    }
}

impl<F: Number, U: Tail<F>> LineNoise<F> for Noise<F, U> {
    type With<V: Tail<F>> = Noise<F, V>;
}

impl<F: Number, U: Tail<F>> Certified<F> for Noise<F, U> {
    /// ε.
    type Asked = Rational;

    const SCALE: &'static str = "the scale Δ/ε";
    const BIAS: Bias = U::BIAS;
    const EUCLIDEAN: bool = false;

    fn asked(amount: Amount) -> Result<Rational, Error> {
        given("epsilon", amount.epsilon)
    }

    fn least_scale(epsilon: &Rational, sensitivity: &Rational) -> Result<Rational, Error> {
        Ok(Law::for_privacy(epsilon, sensitivity)?.scale().clone())
    }

    fn of_scale(scale: Scale) -> Result<Self, Arithmetic> {
        Self::new(scale)
    }

    fn hypotheses(
        _: &Rational,
        sensitivity: Rational,
        scale: Scale,
        answers: Ends,
        window: Window,
    ) -> Result<Hypotheses, Refusal> {
        on_the_line::<F, U>(sensitivity, scale, answers, window)
    }
}
