//! The code that runs, described as hypotheses of the theorem: the way from the finite crate to the oracle.
//!
//! The finite crate states its errors (ledgers, bias, edge shift) as exact dyadics; here they become
//! hypotheses, from which the oracle derives ε′ and every term of [`crate::Guarantee`]. Nothing in this file
//! is a float. An auditor compares these functions with the code, and an accountant that wants more than
//! ε′ calls [`Hypotheses::derive`] on what they return.

use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::{Ledger, Term, Unit};
use kdelta_finite::planar::inverse::{LN_64_ERROR, UNIT_LOG2};
use kdelta_finite::planar::{Angle, Polar, Radius, RadiusBias, Rectangle};
use kdelta_finite::{Bias, Format, NormalTail, Scale, Tail, Window};
use kdelta_oracle::derivation::{
    Axis, Generator, Hypotheses, LogarithmError, Noise, NoiseError, RoundingError, Sampler,
};
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_oracle::{Condition, Refusal};

/// Laplace noise on the line in format F, from the generator U.
///
/// # Errors
/// Refused if a ledger has a term in a unit that is none of its operation's; no ledger of kdelta has one.
pub fn on_the_line<F: Format, U: Tail<F>>(
    sensitivity: Rational,
    scale: Scale,
    answers: (Rational, Rational),
    window: Window,
) -> Result<Hypotheses, Refusal> {
    Ok(Hypotheses {
        scale: scale_in_force(scale),
        sensitivity,
        changed: 1,
        axes: vec![axis::<F>(answers, window)],
        cell: dyadic(1, window.grid().log2()),
        noise: Noise::Laplace,
        sampler: match U::BIAS {
            Bias::Absolute { log2 } => Sampler::InverseCdf { bias: dyadic(1, log2) },
            relative @ Bias::Relative { .. } => Sampler::Logarithm(generator(relative)),
        },
        error: NoiseError::on_the_line(&logarithm_error(U::LOGARITHM)?, &rounding_error(F::PRODUCT)?),
    })
}

/// Gaussian noise on the line in format F, from the generator U, whose bias is relative; ε′ is to be stated at δ.
///
/// # Errors
/// As [`on_the_line`]; also for a generator that draws numbers whose logarithms are beyond the domain of the kernel, such
/// as [`kdelta_finite::Lazy`] in fixed point.
pub fn gaussian_on_the_line<F: NormalTail, U: Tail<F>>(
    sensitivity: Rational,
    scale: Scale,
    answers: (Rational, Rational),
    window: Window,
    delta: Rational,
) -> Result<Hypotheses, Refusal> {
    //= THEORY 1.10
    match U::BIAS {
        Bias::Relative { cut_off, .. } if cut_off > F::LARGEST_EXPONENT => {
            let what = "cut-off of the generator within the domain of the inverse of the normal tail";
            let [found, most] = [cut_off, F::LARGEST_EXPONENT].map(|exponent| dyadic(exponent, 0));
            return Err(Refusal::condition(Condition::AtMost(what), found, most));
        }
        // An absolute bias is refused when ε′ is derived.
        Bias::Relative { .. } | Bias::Absolute { .. } => {}
    }
    let magnitude = logarithm_error(U::LOGARITHM)?.of_inverse_tail(&logarithm_error(F::INVERSE_TAIL)?)?;
    Ok(Hypotheses {
        noise: Noise::Gaussian { delta },
        error: NoiseError::on_the_line(&magnitude, &rounding_error(F::PRODUCT)?),
        ..on_the_line::<F, U>(sensitivity, scale, answers, window)?
    })
}

/// Laplace noise in the plane in format F, its radius from the sampler S and its angle from ANGLE bits; the
/// outputs lie within the bounds.
///
/// # Errors
/// As [`on_the_line`].
pub fn in_the_plane<F: Polar, S: Radius<F>, const ANGLE: u32>(
    distance: Rational,
    scale: Scale,
    answers: [(Rational, Rational); 2],
    bounds: Rectangle,
) -> Result<Hypotheses, Refusal> {
    let logarithm = logarithm_error(S::LOGARITHM)?;
    let (sampler, radius) = match S::BIAS {
        RadiusBias::Inverse { log2 } => (
            Sampler::InverseCdf { bias: dyadic(1, log2) },
            logarithm.of_root(&dyadic(1, UNIT_LOG2), &value(&LN_64_ERROR))?,
        ),
        RadiusBias::Gamma(bias) => (Sampler::Logarithm(generator(bias)), logarithm.of_two()),
    };
    let direction = LEDGER_COS_SIN.terms.iter().map(value).sum();
    let [x, y] = bounds.axes();
    let [of_x, of_y] = answers;
    Ok(Hypotheses {
        scale: scale_in_force(scale),
        sensitivity: distance,
        changed: 1,
        axes: vec![axis::<F>(of_x, x), axis::<F>(of_y, y)],
        cell: dyadic(1, bounds.grid().log2()),
        noise: Noise::PlanarLaplace { angle_bias: dyadic(1, Angle::<ANGLE>::BIAS.log2) },
        sampler,
        error: NoiseError::in_the_plane(&radius, &direction, &rounding_error(F::PRODUCT)?)?,
    })
}

/// The scale of the noise that the arithmetic holds.
fn scale_in_force(scale: Scale) -> Rational {
    //= THEORY F14
    dyadic(scale.mantissa(), scale.exponent())
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

/// A and R of |error| ≤ A + R·ℓ, the error of a logarithm ℓ = −ln v, or of the inverse of the normal tail.
pub(crate) fn logarithm_error(ledger: Ledger) -> Result<LogarithmError, Refusal> {
    let (relative, absolute) = by_unit(ledger, Unit::Scale)?;
    Ok(LogarithmError { absolute: absolute.iter().sum(), relative: relative.iter().sum() })
}

/// The relative and the absolute error of a rounding (see [`Format::PRODUCT`]). Rounding to nearest, where h
/// is half a unit in the last place of 1, moves a number x by at most |x|·h/(1+h); the factors 1 + h/(1+h) of
/// several roundings multiply.
fn rounding_error(ledger: Ledger) -> Result<RoundingError, Refusal> {
    let (halves, absolute) = by_unit(ledger, Unit::One)?;
    let one = dyadic(1, 0);
    let grown = halves.iter().fold(one.clone(), |grown, h| grown * (&one + h / (&one + h)));
    Ok(RoundingError { relative: grown - one, absolute: absolute.iter().sum() })
}

/// The relative terms of a ledger, and the absolute ones, which have the one unit given. A ledger with a term
/// in another unit is refused: the theorem has no place for it.
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

/// The bound that a term states.
fn value(term: &Term) -> Rational {
    dyadic(term.mantissa, term.exponent)
}
