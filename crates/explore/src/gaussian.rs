//! The setting of Gaussian noise that is asked for, by (ε, δ), by σ or by ρ.

use crate::error::Error;
use crate::setting::{self, Ends, Exact, positive, probability};
use kdelta_certificate::{Asked, MechanismDescription, Number, Vector};
use kdelta_oracle::number::Rational;

/// A setting, as far as it is given, and what the noise is asked for by: ε, σ or ρ.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// ε, and everything that other noise has; the sensitivity is Δ₂.
    pub setting: setting::Wanted,
    /// 0 < δ < 1, the probability that ε′ is stated for.
    pub delta: Option<Exact>,
    /// σ > 0, the standard deviation, instead of ε.
    pub sigma: Option<Exact>,
    /// ρ > 0 of zero-concentrated privacy, instead of ε.
    pub rho: Option<Exact>,
    /// m ≥ 1, how many values are released together; 1 if it is not given.
    pub dimension: Option<u64>,
    /// Δ₀ from 1 to m, how many of the values as computed one individual can change.
    pub changed: Option<u64>,
}

/// What to say about a δ that is not given.
const NO_DELTA: &str = "\
--delta NUMBER is missing: δ, the probability that ε′ is stated for. Gaussian noise has no ε without one. It should be far below one over \
the number of people.
  a table of a thousand people         --delta 1e-6
  a table of a million people          --delta 1e-9";

impl Wanted {
    /// With the setting that figures are drawn for wherever nothing else is given: ε = Δ₂ = 1 at δ = 10^-6, answers from 0 to 1.
    #[must_use]
    pub fn or_example(mut self) -> Self {
        let integer = |value: i64| Rational::from_integer(value.into());
        self.delta.get_or_insert(Exact(Rational::new(1.into(), 1_000_000.into())));
        if self.setting.rows.is_none() {
            self.setting.sensitivity.get_or_insert(Exact(integer(1)));
        }
        self.setting.answers.get_or_insert(Ends(integer(0), integer(1)));
        self
    }

    /// The mechanism asked for, as [`setting::Wanted::describe`] has it.
    ///
    /// # Errors
    /// If what privacy rests on is missing, or two values contradict each other.
    pub fn describe(self) -> Result<MechanismDescription, Error> {
        let Self { delta, sigma, rho, dimension, changed, mut setting } = self;
        for (name, value) in [("epsilon", &setting.epsilon), ("sigma", &sigma), ("rho", &rho)] {
            positive(name, value.as_ref().map(|value| &value.0))?;
        }
        let Some(Exact(delta)) = delta else { return Err(Error::question(NO_DELTA)) };
        probability(&delta)?;
        let number = |exact: &Exact| Number::from(&exact.0);
        let asked = match (setting.epsilon.take(), &sigma, &rho) {
            (None, Some(sigma), None) => Asked::Sigma(number(sigma)),
            (None, None, Some(rho)) => Asked::Rho(number(rho)),
            (epsilon, None, None) => Asked::Epsilon(epsilon.as_ref().map_or_else(|| 1.into(), number)),
            _ => {
                return Err(Error::question(
                    "--epsilon, --sigma and --rho: give one of them, the others follow",
                ));
            }
        };
        let vector = match (dimension, changed) {
            (None, None) => Vector::SINGLE,
            (Some(dimension), Some(changed)) => setting::vector(dimension, changed)?,
            _ => {
                return Err(Error::question(
                    "--dimension and --changed belong together: give both or neither",
                ));
            }
        };
        setting.describe_noise(vector, Some((asked, delta)))
    }
}
