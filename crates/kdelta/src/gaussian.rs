//! Gaussian noise for numbers (THEORY 1.10).

use crate::builder::{Amount, Builder, Ends, given};
use crate::error::Error;
use crate::exact::ToExact;
use crate::hypotheses::gaussian_on_the_line;
use crate::line::{Certified, LineNoise, OnTheLine};
use crate::number::Number;
use kdelta_finite::gaussian::Gaussian as Noise;
use kdelta_finite::{Bias, Error as Arithmetic, NormalTail, Scale, Tail, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::Hypotheses;
use kdelta_oracle::enclosure::sqrt;
use kdelta_oracle::ideal::GaussianMechanism;
use kdelta_oracle::number::{Rational, dyadic, require_positive};

/// The Gaussian mechanism in format F (`f64`, `f32` or [`crate::Fixed`]) with generator U, certified.
///
/// Gaussian noise has no pure ε: what it guarantees is ε′ **at a δ**, which the setting states. How much noise there
/// is, is said in one of three ways: ε at that δ ([`Builder::epsilon`]), the standard deviation ([`Builder::sigma`]),
/// or ρ ([`Builder::rho`]).
///
/// ```
/// use kdelta::{Gaussian, Release, ToExact, entropy};
///
/// let gaussian = Gaussian::<f64>::builder()
///     .epsilon(1)
///     .delta("1e-6")
///     .sensitivity(1)
///     .answers(0, 100)
///     .window(-50, 150)
///     .grid("2^-10")
///     .build()?;
/// let guarantee = gaussian.guarantee();
/// assert!(gaussian.epsilon() <= &1.to_exact("ε")?); // of the ideal mechanism, with σ rounded up
/// assert!(guarantee.excess().value() < &"1e-8".to_exact("limit")?); // what finite precision costs
/// println!("σ = {}: ({:.9}, 10^-6)-private", guarantee.scale, gaussian.epsilon_prime());
///
/// match gaussian.release(41.0, &mut entropy::Os)? {
///     Release::Value(v) => assert_eq!(v * 1024.0, (v * 1024.0).round()), // a grid point, never more digits
///     Release::Outside => {} // the noisy answer left the window; that is an output too
/// }
/// # Ok::<(), kdelta::Error>(())
/// ```
///
/// Of a vector, Δ is the ℓ₂-sensitivity: the Euclidean length of what one individual changes. It is often far less
/// than the sum.
///
/// ```
/// # use kdelta::{Gaussian, Histogram, Neighbours, Release, entropy};
/// // Visits to three shops. A person counts for 2 visits at most, and no shop for more than 1000.
/// let shops = Histogram::new(["bakery", "florist", "grocer"], 2, Neighbours::AddOrRemove, 1000)?;
/// let gaussian = Gaussian::<f64>::builder().rho("1/100").delta("1e-6").histogram(&shops).window(-100, 1100).build()?;
///
/// let counts = shops.count([("ann", "bakery"), ("bob", "grocer"), ("ann", "grocer")])?;
/// let mut noisy = [Release::Outside; 3];
/// gaussian.release_vector(&counts, &mut noisy, &mut entropy::Os)?; // costs ε′ at δ once
/// # Ok::<(), kdelta::Error>(())
/// ```
///
/// A generator whose bias is not relative does not compile, as the far tail of the noise would be missing:
///
/// ```compile_fail,E0080
/// # use kdelta::{Gaussian, Midpoint};
/// let builder = Gaussian::<f64>::builder().sigma(4).delta("1e-6").sensitivity(1).answers(0, 1).window(0, 1).grid(1);
/// let _ = builder.generator::<Midpoint<53>>().build();
/// ```
///
/// ```
/// # use kdelta::{Deep, Gaussian, Relative};
/// let builder = Gaussian::<f64>::builder().sigma(4).delta("1e-6").sensitivity(1).answers(0, 1).window(0, 1).grid(1);
/// assert!(builder.clone().generator::<Relative<52>>().build().is_ok());
/// assert!(builder.generator::<Deep<52, 16>>().build().is_ok());
/// ```
pub type Gaussian<F = f64, U = <F as Number>::GaussianGenerator> = OnTheLine<F, Noise<F, U>>;

impl<F: Number + NormalTail> Gaussian<F> {
    /// Starts a setting. Unless it says otherwise, the generator is [`crate::Lazy`], whose noise reaches more than
    /// 54000·σ; in fixed point it is [`crate::Relative`], which reaches 9·σ.
    pub const fn builder() -> Builder<Self> {
        Builder::new()
    }
}

/// How much Gaussian noise the user has asked for, and the δ at which ε′ is stated.
#[derive(Debug, Clone)]
pub struct Asked {
    pub(crate) noise: By,
    pub(crate) delta: Rational,
}

/// The three ways to say how much noise.
#[derive(Debug, Clone)]
pub(crate) enum By {
    /// ε of the ideal mechanism at δ.
    Epsilon(Rational),
    /// σ.
    Sigma(Rational),
    /// ρ of the ideal mechanism.
    Rho(Rational),
}

impl<F: Number + NormalTail, U: Tail<F>> Builder<Gaussian<F, U>> {
    /// 0 < δ < 1: the δ at which ε′ is stated, and at which the ideal mechanism has the ε of [`Builder::epsilon`] if
    /// that is given. What is guaranteed at another δ is [`crate::Guarantee::epsilon_at`].
    pub fn delta(mut self, delta: impl ToExact) -> Self {
        self.asked.amount.delta = Some(delta.to_exact("delta"));
        self
    }

    /// σ > 0, the standard deviation of the noise, in the place of ε. It is rounded up to 24 bits.
    pub fn sigma(mut self, sigma: impl ToExact) -> Self {
        self.asked.amount.sigma = Some(sigma.to_exact("sigma"));
        self
    }

    /// ρ > 0 of zero-concentrated privacy (zCDP), in the place of ε: σ = Δ/√(2ρ), rounded up to 24 bits. The ideal
    /// mechanism has the Rényi divergence αρ at every order α; what the one that runs has is
    /// [`crate::Guarantee::renyi`].
    pub fn rho(mut self, rho: impl ToExact) -> Self {
        self.asked.amount.rho = Some(rho.to_exact_below("rho"));
        self
    }
}

impl<F: Number + NormalTail, U: Tail<F>> LineNoise<F> for Noise<F, U> {
    type With<V: Tail<F>> = Noise<F, V>;
}

impl<F: Number + NormalTail, U: Tail<F>> Certified<F> for Noise<F, U> {
    type Asked = Asked;

    const SCALE: &'static str = "the standard deviation σ";
    const BIAS: Bias = U::BIAS;
    const EUCLIDEAN: bool = true;

    fn asked(amount: Amount) -> Result<Asked, Error> {
        let Amount { epsilon, sigma, rho, delta } = amount;
        let noise = match (epsilon, sigma, rho) {
            (Some(epsilon), None, None) => By::Epsilon(epsilon?),
            (None, Some(sigma), None) => By::Sigma(sigma?),
            (None, None, Some(rho)) => By::Rho(rho?),
            (epsilon, sigma, rho) => {
                let ways =
                    [("epsilon", epsilon.is_some()), ("sigma", sigma.is_some()), ("rho", rho.is_some())];
                let said = ways.into_iter().filter_map(|(way, said)| said.then_some(way)).collect();
                return Err(Error::HowMuchNoise { said });
            }
        };
        Ok(Asked { noise, delta: given("delta", delta)? })
    }

    fn least_scale(asked: &Asked, sensitivity: &Rational) -> Result<Rational, Error> {
        require_positive("sensitivity Δ", sensitivity)?;
        match &asked.noise {
            By::Epsilon(epsilon) => {
                Ok(GaussianMechanism::least_scale(sensitivity, epsilon, &asked.delta, BITS)?.hi().clone())
            }
            By::Sigma(sigma) => {
                require_positive("standard deviation σ", sigma)?;
                Ok(sigma.clone())
            }
            By::Rho(rho) => {
                require_positive("parameter ρ", rho)?;
                let square = sensitivity * sensitivity / rho * dyadic(1, -1);
                Ok(sqrt(&square, BITS)?.hi().clone())
            }
        }
    }

    fn of_scale(scale: Scale) -> Result<Self, Arithmetic> {
        Self::new(scale)
    }

    fn hypotheses(
        asked: &Asked,
        sensitivity: Rational,
        scale: Scale,
        answers: Ends,
        window: Window,
    ) -> Result<Hypotheses, Refusal> {
        gaussian_on_the_line::<F, U>(sensitivity, scale, answers, window, asked.delta.clone())
    }
}

/// Bits after the point of σ before it is rounded up.
const BITS: u32 = 128;
