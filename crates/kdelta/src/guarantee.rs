//! From what runs to what it guarantees: the hypotheses of the theorem in exact numbers, and what the oracle derives from them.
//!
//! The finite crate states its errors (ledgers, bias, edge shift) as exact dyadics; here they become the terms of the theorem.
//! Nothing in this file is a float.

use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::planar::inverse::{LN_64_ERROR, UNIT_LOG2};
use kdelta_finite::planar::{Angle, Polar, Radius, RadiusBias, Rectangle};
use kdelta_finite::{Bias, Format, Scale, Tail, Window};
use kdelta_oracle::Refusal;
use kdelta_oracle::derivation::{
    Axis, Generator, Hypotheses, LogarithmError, Noise, NoiseError, RoundingError, Sampler,
};
use kdelta_oracle::enclosure::UpperBound;
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, dyadic};

/// What a mechanism guarantees, and every term it follows from. All numbers are exact.
///
/// # Guarantee
/// For all answers r₁, r₂ of the answer range at distance at most `sensitivity` and every set S of outputs,
/// P\[K(r₁) ∈ S\] ≤ e^ε′ · P\[K(r₂) ∈ S\] with ε′ = [`Guarantee::epsilon_prime`]; at any distance d, the exponent is at most
/// [`Guarantee::loss_at`] d. This holds in the arithmetic that runs, if the entropy source delivers independent uniform bits and the
/// hardware rounds as IEEE 754 says. On the line it also holds for the variant that reports ∞ as the end of the window on its side
/// (THEORY F7). Distances are Euclidean in the plane. Answers outside the range count as the nearest ones in it, which are no farther
/// apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guarantee {
    /// ε of the ideal mechanism with the scale in force: Δ/b, at most the ε asked for (THEORY F14).
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub epsilon: Rational,
    /// Δ: the sensitivity of the query, or in the plane the distance that ε is for.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub sensitivity: Rational,
    /// b, as the arithmetic holds it.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub scale: Rational,
    /// L̃, the least side of a cell as a set of exact sums r + x′ (THEORY F24): L less the shift of an edge.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub cell: Rational,
    /// ρ_M, the largest distance of an answer and a sum that is not released as ∞.
    pub reach: UpperBound,
    /// T, the radius on which the noise is close.
    #[cfg_attr(feature = "serde", serde(with = "kdelta_oracle::number::text"))]
    pub radius: Rational,
    /// δ₀, the bias of the generator in its own metric.
    pub bias: UpperBound,
    /// k of the noise, or in the plane of its radius, on the radius T and in the same metric. None for [`crate::Inverse`], which has
    /// a modulus of continuity in its place (THEORY F5).
    pub lipschitz: Option<UpperBound>,
    /// How far the bias moves the noise, in the plane along its radius.
    pub radial: UpperBound,
    /// How far the bias of the angle moves the noise, in the plane.
    pub angular: Option<UpperBound>,
    /// δ_n, the error of the computed noise where the exact one is at most T, with (iv) beyond.
    pub error: UpperBound,
    /// δ, the distance of the computed noise and ideal noise: radial + δ_n on the line, √(radial² + angular²) + δ_n in the plane.
    pub shift: UpperBound,
    /// ε′.
    pub epsilon_prime: UpperBound,
    /// κ, what finite precision costs at any distance, paid once (THEORY F27).
    pub once: UpperBound,
}

impl Guarantee {
    /// ε′ − ε, what finite precision costs for answers within the sensitivity of each other.
    ///
    /// This is [`Guarantee::once`], or less: with [`crate::Midpoint`] on the line, Theorem U may give a smaller ε′ (THEORY 1.5), which
    /// holds for answers within Δ only. The excess is then no cost that is paid once at any distance.
    #[must_use]
    pub fn excess(&self) -> UpperBound {
        UpperBound::new(self.epsilon_prime.value() - &self.epsilon)
    }

    /// An upper bound of the loss for answers at distance d ≥ 0: d/b + κ, and ε′ if that is less and d ≤ Δ.
    #[must_use]
    pub fn loss_at(&self, distance: &Rational) -> UpperBound {
        let any = UpperBound::new(distance / &self.scale).plus(&self.once);
        if distance <= &self.sensitivity { any.min(self.epsilon_prime.clone()) } else { any }
    }

    /// The guarantee of noise on the line.
    pub(crate) fn on_the_line<F: Format, U: Tail<F>>(
        sensitivity: Rational,
        scale: Scale,
        answers: (Rational, Rational),
        window: Window,
    ) -> Result<Self, Refusal> {
        let sampler = match U::BIAS {
            Bias::Absolute { log2 } => Sampler::InverseCdf { bias: dyadic(1, log2) },
            relative @ Bias::Relative { .. } => Sampler::Logarithm(generator(relative)),
        };
        let error = NoiseError::on_the_line(&logarithm_error(U::LOGARITHM)?, &rounding_error(F::PRODUCT)?);
        let axes = vec![axis::<F>(answers, window)];
        Self::derive(sensitivity, scale, axes, window, Noise::Laplace, sampler, error)
    }

    /// The guarantee of noise in the plane, whose outputs lie within the bounds.
    pub(crate) fn in_the_plane<F: Polar, S: Radius<F>, const ANGLE: u32>(
        distance: Rational,
        scale: Scale,
        answers: [(Rational, Rational); 2],
        bounds: Rectangle,
    ) -> Result<Self, Refusal> {
        let logarithm = logarithm_error(S::LOGARITHM)?;
        let (sampler, radius) = match S::BIAS {
            RadiusBias::Inverse { log2 } => (
                Sampler::InverseCdf { bias: dyadic(1, log2) },
                logarithm.of_root(&dyadic(1, UNIT_LOG2), &value(&LN_64_ERROR))?,
            ),
            RadiusBias::Gamma(bias) => (Sampler::Logarithm(generator(bias)), logarithm.of_two()),
        };
        let direction = LEDGER_COS_SIN.terms.iter().map(value).sum();
        let error = NoiseError::in_the_plane(&radius, &direction, &rounding_error(F::PRODUCT)?)?;
        let [x, y] = bounds.axes();
        let [of_x, of_y] = answers;
        let axes = vec![axis::<F>(of_x, x), axis::<F>(of_y, y)];
        let noise = Noise::PlanarLaplace { angle_bias: dyadic(1, Angle::<ANGLE>::BIAS_LOG2) };
        Self::derive(distance, scale, axes, x, noise, sampler, error)
    }

    fn derive(
        sensitivity: Rational,
        scale: Scale,
        axes: Vec<Axis>,
        window: Window,
        noise: Noise,
        sampler: Sampler,
        error: NoiseError,
    ) -> Result<Self, Refusal> {
        //= THEORY F14
        let epsilon = &sensitivity / dyadic(scale.mantissa().into(), scale.exponent());
        let cell = dyadic(1, window.grid().log2());
        let hypotheses = Hypotheses { epsilon, sensitivity, axes, cell, noise, sampler, error };
        let derived = hypotheses.derive()?;
        Ok(Self {
            epsilon: hypotheses.epsilon,
            sensitivity: hypotheses.sensitivity,
            cell: derived.cell().clone(),
            scale: derived.scale,
            reach: derived.reach,
            radius: derived.radius,
            bias: derived.bias,
            lipschitz: derived.lipschitz,
            radial: derived.radial,
            angular: derived.angular,
            error: derived.error,
            shift: derived.shift,
            epsilon_prime: derived.verdict,
            once: derived.once,
        })
    }
}

fn axis<F: Format>(answers: (Rational, Rational), window: Window) -> Axis {
    let step = dyadic(1, window.grid().log2());
    let point = |index: i64| dyadic(index, 0) * &step;
    let outputs = (point(window.low()), point(window.high()));
    Axis::of_grid_points(answers, &outputs, &step, value(&F::edge_shift(window)))
}

/// A generator in the oracle's words. Relative generators of the finite crate deliver midpoints.
fn generator(bias: Bias) -> Generator {
    match bias {
        Bias::Absolute { log2 } => Generator::Absolute { bias: dyadic(1, log2) },
        Bias::Relative { precision, cut_off } => {
            Generator::Relative(RelativeUniform { precision, cut_off, midpoint: true })
        }
    }
}

/// A and R of a logarithm.
fn logarithm_error(ledger: Ledger) -> Result<LogarithmError, Refusal> {
    let (relative, absolute) = by_unit(ledger, Unit::Scale)?;
    Ok(LogarithmError { absolute: absolute.iter().sum(), relative: relative.iter().sum() })
}

/// d and o of a rounding (see [`Format::PRODUCT`]). To nearest with half a last place h, it moves a number by at most h/(1+h) of it;
/// several compound.
fn rounding_error(ledger: Ledger) -> Result<RoundingError, Refusal> {
    let (halves, absolute) = by_unit(ledger, Unit::One)?;
    let one = dyadic(1, 0);
    let grown = halves.iter().fold(one.clone(), |grown, h| grown * (&one + h / (&one + h)));
    Ok(RoundingError { relative: grown - one, absolute: absolute.iter().sum() })
}

/// The relative terms and the absolute ones, which are all of one unit; a ledger with another is none of the theorem's.
fn by_unit(ledger: Ledger, absolute: Unit) -> Result<(Vec<Rational>, Vec<Rational>), Refusal> {
    let of = |unit: Unit| ledger.terms.iter().filter(|term| term.unit == unit).map(value).collect();
    let (relative, absolute): (Vec<_>, Vec<_>) = (of(Unit::Magnitude), of(absolute));
    let (found, needed) = (relative.len() + absolute.len(), ledger.terms.len());
    if found == needed {
        Ok((relative, absolute))
    } else {
        Err(Refusal::Mismatch { what: "terms of a ledger in the units of their operation", found, needed })
    }
}

/// A term's bound: mantissa·2^exponent.
pub(crate) fn value(term: &Term) -> Rational {
    Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent)
}
