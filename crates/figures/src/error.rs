//! How far the noise that runs is from the exact one, n′ − n, under the certified bound.
//!
//! The points are samples: they show what the error looks like and prove nothing. The band is the
//! certificate's: it covers every input. A point outside the band would refute the certificate, so each is
//! compared with it in exact arithmetic.

use crate::axis::{Axis, Spread};
use crate::figure::{Figure, Series, Shape};
use crate::float;
use kdelta_certificate::Embedded;
use kdelta_certificate::{
    Format, Kernel, KernelCertificate, Law, MechanismCertificate, MechanismDescription, Role,
};
use kdelta_explore::Error;
use kdelta_finite::cos_sin::{FRACTION_COS_SIN, cos_sin};
use kdelta_finite::inverse_tail::{inverse_tail_f32, inverse_tail_f64};
use kdelta_finite::inverse_tail_integer::{self, inverse_tail_64};
use kdelta_finite::ln::shift_add::{minus_ln_16, minus_ln_32, minus_ln_scaled};
use kdelta_finite::ln::table::{Unit32, Unit64, minus_ln_f32, minus_ln_f64};
use kdelta_finite::{Fixed, Format as _, Scale};
use kdelta_oracle::enclosure::{Enclosure, cos, inverse_tail, ln, pi, sin, sqrt};
use kdelta_oracle::number::{Rational, at_least, decimal, dyadic};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::num::{NonZeroU16, NonZeroU32};

/// How many points.
const SAMPLES: u32 = 500;
/// Bits of the exact logarithm behind the point; the errors shown are above 2^-70.
const BITS: u32 = 128;

/// −ln v, or g of it, as a kernel delivers it.
#[derive(Debug, Clone, Copy)]
enum Log {
    Binary64(f64),
    Binary32(f32),
    /// In units of 2^-58.
    Fixed(u64),
}

/// |n′ − n| ≤ absolute + relative·|n|.
struct Bound {
    absolute: Rational,
    relative: Rational,
}

impl Bound {
    fn at(&self, n: &Rational) -> Rational {
        &self.absolute + &self.relative * n
    }
}

/// v near 2^-octaves, as the kernel takes it, and its −ln v; none where the kernel has no such argument.
///
/// The mantissa is spread by a multiplication: neighbouring samples have unrelated last digits.
fn logarithm(kernel: Kernel, octaves: &Rational, number: u32) -> Option<(Rational, Log)> {
    let exponent = octaves.floor();
    let within = Rational::one() - (octaves - &exponent) * dyadic(1, -1); // ]½, 1]
    let spread = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
    let mantissa = (within * dyadic(1, 64)).floor().to_integer().to_u64().unwrap_or(u64::MAX);
    let n = (mantissa ^ spread) | 1 << 63;
    let e = exponent.to_integer().to_u32()?;
    let low = |bits: u64| u32::try_from(bits).ok();
    match kernel {
        Kernel::TableF64 => {
            let exponent = 1022_u64.checked_sub(e.into())?;
            let v = f64::from_bits((exponent << 52) + (n << 1 >> 12));
            let log = minus_ln_f64(Unit64::new(v)?);
            Some((Rational::from_float(v)?, Log::Binary64(log)))
        }
        Kernel::TableF32 => {
            let exponent = 126_u32.checked_sub(e)?;
            let v = f32::from_bits((exponent << 23) + low(n << 1 >> 41)?);
            let log = minus_ln_f32(Unit32::new(v)?);
            Some((Rational::from_float(v)?, Log::Binary32(log)))
        }
        Kernel::ShiftAdd16 => {
            let x = NonZeroU16::new(u16::try_from(n.checked_shr(48 + e)?).ok()?)?;
            Some((dyadic(x.get(), -16), Log::Fixed(u64::from(minus_ln_16(x)) << 30)))
        }
        Kernel::ShiftAdd32 => {
            let x = NonZeroU32::new(low(n.checked_shr(32 + e)?)?)?;
            Some((dyadic(x.get(), -32), Log::Fixed(minus_ln_32(x) << 10)))
        }
        Kernel::ShiftAdd64 if e <= 90 => {
            let v = dyadic(n, -64 - e.cast_signed());
            Some((v, Log::Fixed(minus_ln_scaled(n, e))))
        }
        _ => None,
    }
}

/// What the magnitude of noise of scale 1 is, given ℓ = −ln v.
#[derive(Debug, Clone, Copy)]
enum Magnitude {
    /// ℓ itself.
    Laplace,
    /// g(ℓ), where 2Φ̄(g(ℓ)) = e^−ℓ.
    Gaussian,
}

impl Magnitude {
    /// Octaves of v that a magnitude takes, and a little more: ln 2 ≥ 0.693. That of Gaussian noise is x for ℓ = x²/2 − ln(M(x)/M(0)), at
    /// most x²/2 + 0.8·x, as the slope of −ln M is √(2/π) < 0.8 at 0 and decreases.
    fn octaves(self, x: &Rational) -> Rational {
        let log = match self {
            Self::Laplace => x.clone(),
            Self::Gaussian => x * x * dyadic(1, -1) + x * Rational::new(4.into(), 5.into()),
        };
        log / Rational::new(693.into(), 1000.into())
    }

    /// The largest magnitude for which the kernel has arguments, in whole numbers; none if that is all there are.
    fn farthest(self, kernel: Kernel) -> Result<Option<Rational>, Error> {
        let octaves = match (self, kernel) {
            (Self::Laplace, _) => return Ok(None),
            (Self::Gaussian, Kernel::TableF64) => 1022,
            (Self::Gaussian, Kernel::TableF32) => 126,
            (Self::Gaussian, _) => 90,
        };
        // ln 2 ≥ 0.69, and ℓ ≥ x²/2.
        Ok(Some(sqrt(&Rational::new((octaves * 69 * 2).into(), 100.into()), 8)?.lo().floor()))
    }

    /// The exact one.
    fn exact(self, log: &Enclosure) -> Result<Enclosure, Error> {
        Ok(match self {
            Self::Laplace => log.clone(),
            Self::Gaussian => {
                let (low, high) = (inverse_tail(log.lo(), BITS)?, inverse_tail(log.hi(), BITS)?);
                Enclosure::new(low.lo().clone(), high.hi().clone())?
            }
        })
    }

    /// The computed one.
    fn computed(self, log: Log) -> Option<Log> {
        match self {
            Self::Laplace => Some(log),
            Self::Gaussian => log.inverse_tail(),
        }
    }
}

impl Log {
    /// g of it, where it is in the domain of the kernel.
    fn inverse_tail(self) -> Option<Self> {
        match self {
            Self::Binary64(log) => Some(Self::Binary64(inverse_tail_f64(log))),
            Self::Binary32(log) => Some(Self::Binary32(inverse_tail_f32(log))),
            Self::Fixed(log) => (log < inverse_tail_integer::END).then(|| Self::Fixed(inverse_tail_64(log))),
        }
    }

    fn exact(self) -> Option<Rational> {
        match self {
            Self::Binary64(log) => Rational::from_float(log),
            Self::Binary32(log) => Rational::from_float(log),
            Self::Fixed(log) => Some(dyadic(log, -58)),
        }
    }

    /// b·log, as the format rounds it.
    fn times(self, scale: Scale, format: Format) -> Option<Rational> {
        match (self, format) {
            (Self::Binary64(log), Format::Binary64) => {
                Rational::from_float(f64::scaled(log, f64::factor(scale).ok()?, false))
            }
            (Self::Binary32(log), Format::Binary32) => {
                Rational::from_float(f32::scaled(log, f32::factor(scale).ok()?, false))
            }
            (Self::Fixed(log), Format::Fixed { fraction, .. }) => fixed(log, scale, fraction),
            _ => None,
        }
    }
}

/// b·log in the format with so many fraction bits, in units of its last place.
fn product<const FRACTION: u32>(log: u64, scale: Scale) -> Option<i128> {
    let factor = Fixed::<64, FRACTION>::factor(scale).ok()?;
    Some(Fixed::<64, FRACTION>::scaled(log.into(), factor, false))
}

fn fixed(log: u64, scale: Scale, fraction: u32) -> Option<Rational> {
    let noise = kdelta_explore::chosen!(
        fraction,
        [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43
         44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63],
        product<_>(log, scale)
    );
    Some(dyadic(noise.flatten()?, -fraction.cast_signed()))
}

/// b, which has a mantissa of 24 bits.
fn scale(b: &Rational) -> Option<Scale> {
    let (mantissa, exponent) = at_least(b, 24)?;
    Scale::at_least(mantissa.to_u64()?, 1).ok()?.times_power_of_two(exponent).ok()
}

/// The points (|n|, |n′| − |n|) for noise of scale b up to a radius, each within the bound.
fn sample(
    (magnitude, kernel): (Magnitude, Kernel),
    b: &Rational,
    radius: &Rational,
    bound: &Bound,
    noise: impl Fn(Log) -> Option<Rational>,
) -> Result<Vec<(f64, f64)>, Error> {
    let farthest = radius / b;
    let farthest =
        magnitude.farthest(kernel)?.map_or_else(|| farthest.clone(), |most| most.min(farthest.clone()));
    let mut points = Vec::new();
    for number in 0..SAMPLES {
        let depth = magnitude.octaves(&(&farthest * Rational::new(number.into(), SAMPLES.into())));
        let Some((v, log)) = logarithm(kernel, &depth, number) else { continue };
        let Some(computed) = magnitude.computed(log).and_then(&noise) else { continue };
        let exact = magnitude.exact(&ln(&v, BITS)?.negated())?.scaled(b);
        if exact.lo() > radius {
            continue;
        }
        let error = error_within(&v, &computed, &exact, &bound.at(exact.lo()))?;
        points.push((float(exact.lo()), float(&error)));
    }
    Ok(points)
}

/// computed − exact, if it is within the certified bound, as it has to be.
fn error_within(
    input: &Rational,
    computed: &Rational,
    exact: &Enclosure,
    bound: &Rational,
) -> Result<Rational, Error> {
    let error = computed - exact.lo();
    let farthest = error.abs().max((computed - exact.hi()).abs());
    if farthest > *bound {
        return Err(Error::refused(format!(
            "at the input {input} the error is {}, beyond the certified {}: this is a defect of kdelta, please report it",
            decimal::term(&farthest),
            decimal::term(bound)
        )));
    }
    Ok(error)
}

/// The band ±bound from 0 to the radius; it is straight.
fn band(bound: &Bound, radius: &Rational) -> Shape {
    let edge = |n: &Rational| (float(n), -float(&bound.at(n)), float(&bound.at(n)));
    Shape::Band(vec![edge(&Rational::zero()), edge(radius)])
}

/// The error of the noise of a setting.
///
/// # Errors
/// If it is not certified.
pub fn of_setting(description: &MechanismDescription) -> Result<Figure, Error> {
    of_mechanism(&MechanismCertificate::derive(description, &Embedded)?)
}

/// The noise of a mechanism.
pub fn of_mechanism(certificate: &MechanismCertificate) -> Result<Figure, Error> {
    let MechanismCertificate { chain, kernels, error: noise, subject, .. } = certificate;
    let (b, radius) = (&chain.scale.0, &chain.radius.0);
    // As the audit computes δ_n, at every magnitude instead of the largest.
    let bound =
        Bound { absolute: &noise.absolute.0 * b + &noise.rounding.0, relative: noise.relative.0.clone() };
    let near = kernels.iter().find(|kernel| kernel.role == Role::Logarithm);
    let kernel = near.ok_or_else(|| Error::refused("the certificate names no logarithm"))?.kernel;
    let drawn = kernels.iter().filter(|kernel| matches!(kernel.role, Role::Logarithm | Role::InverseTail));
    let names: Vec<_> = drawn.map(|kernel| kernel.kernel.name()).collect();
    let factor = scale(b).ok_or_else(|| Error::refused("the scale is none of this program's"))?;
    let magnitude = match certificate.setting.law {
        Law::Laplace(_) | Law::PlanarLaplace(_) => Magnitude::Laplace,
        Law::Gaussian(_) => Magnitude::Gaussian,
    };
    let points = sample((magnitude, kernel), b, radius, &bound, |log| log.times(factor, subject.format))?;
    let (error, shift) = (&chain.error.0, &chain.shift.0);
    let mut series = vec![
        Series { name: format!("n′ − n at {} samples", points.len()), shape: Shape::Dots(points) },
        Series { name: "certified bound of n′ − n, for every draw".into(), shape: band(&bound, radius) },
    ];
    // δ holds the generator's bias as well, which may dwarf the error.
    let shown = if shift <= &(error * Rational::from_integer(3.into())) {
        let flat = Bound { absolute: shift.clone(), relative: Rational::zero() };
        series.push(Series { name: "±δ, which ε′ is computed from".into(), shape: band(&flat, radius) });
        shift
    } else {
        error
    };
    let high = float(shown) * 1.15;
    Ok(Figure {
        title: format!("The error of the noise that runs: {}, {}", subject.format.word(), names.join(", ")),
        caption: format!(
            "|n′| − |n| for noise of magnitude |n| up to T = {}; the sign is exact. The points are samples, a picture only. The \
             band is certified for every draw: at most {} at the largest |n|, and with the generator's bias δ = k·δ₀ + δ_n ≤ {}.",
            decimal::term(radius),
            decimal::term(&bound.at(radius)),
            decimal::term(shift)
        ),
        x: Axis::new(
            "magnitude of the exact noise |n|",
            "units of the answer",
            Spread::Linear,
            (0.0, float(radius)),
        ),
        y: Axis::new("n′ − n", "units of the answer", Spread::Linear, (-high, high)),
        series,
        rules: Vec::new(),
    })
}

/// cos and sin of a fraction v of a turn.
fn of_cos_sin(certificate: &KernelCertificate) -> Result<Figure, Error> {
    let bound = Bound { absolute: certificate.bound.absolute.0.clone(), relative: Rational::zero() };
    let two_pi = pi(BITS)?.scaled(&Rational::from_integer(2.into()));
    let (mut cosines, mut sines) = (Vec::new(), Vec::new());
    for number in 0..SAMPLES / 2 {
        // The golden ratio spreads the angles over the turn.
        let turn = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let v = dyadic(turn, -64);
        let angle = two_pi.scaled(&v);
        // Neither cos nor sin moves by more than the angle does.
        let blur = Enclosure::new(-angle.width(), angle.width())?;
        let (cosine, sine) = cos_sin(turn);
        for (points, computed, exact) in
            [(&mut cosines, cosine, cos(angle.lo(), BITS)?), (&mut sines, sine, sin(angle.lo(), BITS)?)]
        {
            let computed = dyadic(computed, -FRACTION_COS_SIN.cast_signed());
            let error = error_within(&v, &computed, &exact.plus(&blur), &bound.absolute)?;
            points.push((float(&v), float(&error)));
        }
    }
    let high = float(&bound.absolute) * 1.15;
    let samples = cosines.len();
    Ok(Figure {
        title: format!("The error of {}", certificate.subject.function),
        caption: format!(
            "The computed cos 2πv and sin 2πv less the exact ones. The {samples} points of each are samples, a picture only. The band \
             is certified for every input: {}.",
            certificate.domain.points
        ),
        x: Axis::new("angle v", "turns", Spread::Linear, (0.0, 1.0)),
        y: Axis::new("error", "", Spread::Linear, (-high, high)),
        series: vec![
            Series { name: "error of cos".into(), shape: Shape::Dots(cosines) },
            Series { name: "error of sin".into(), shape: Shape::Points(sines) },
            Series { name: "certified bound, for every angle".into(), shape: band(&bound, &Rational::one()) },
        ],
        rules: Vec::new(),
    })
}

/// The samples of the inverse tail are spread up to this many standard deviations.
const DEVIATIONS: u32 = 16;

/// g(ℓ), the inverse of the normal tail, with its witness.
fn of_inverse_tail(certificate: &KernelCertificate) -> Result<Figure, Error> {
    let KernelCertificate { subject, domain, bound, witness, .. } = certificate;
    let bound = Bound { absolute: bound.absolute.0.clone(), relative: bound.relative.0.clone() };
    let argument = |log: &Rational| match subject.kernel {
        Kernel::InverseTailF64 => Some(Log::Binary64(log.to_f64()?)),
        Kernel::InverseTailF32 => Some(Log::Binary32(log.to_f32()?)),
        _ => Some(Log::Fixed((log * dyadic(1, 58)).floor().to_integer().to_u64()?)),
    };
    let mut points = Vec::new();
    for number in 0..SAMPLES / 2 {
        // At most a little beyond the magnitude it is for, as in `Magnitude::octaves`.
        let x = Rational::new((DEVIATIONS * 2 * number).into(), SAMPLES.into());
        let log = &x * &x * dyadic(1, -1) + x * Rational::new(4.into(), 5.into());
        let Some(argument) = argument(&log) else { continue };
        let Some((log, computed)) = argument.exact().zip(argument.inverse_tail().and_then(Log::exact)) else {
            continue;
        };
        if log >= domain.below.0 {
            continue;
        }
        let exact = inverse_tail(&log, BITS)?;
        let error = error_within(&log, &computed, &exact, &bound.at(exact.lo()))?;
        points.push((float(exact.lo()), float(&error)));
    }
    let exact = inverse_tail(&witness.input.0, BITS)?;
    let worst = (float(exact.lo()), float(&(&witness.computed.0 - exact.lo())));
    let end = Rational::from_integer(DEVIATIONS.into()).max(exact.hi().ceil());
    let high = float(&bound.at(&end)) * 1.15;
    Ok(Figure {
        title: format!("The error of {}", subject.function),
        caption: format!(
            "The computed g(ℓ) less the exact one, where 2Φ̄(g(ℓ)) = e^−ℓ: g(ℓ) is the magnitude of Gaussian noise of standard deviation 1. The \
             small points are samples, a picture only. The band is certified for every input, also beyond this picture: ℓ from 0 and below {}, {}.",
            decimal::short(&domain.below.0),
            domain.points
        ),
        x: Axis::new("g(ℓ)", "standard deviations", Spread::Linear, (0.0, float(&end))),
        y: Axis::new("error", "", Spread::Linear, (-high, high)),
        series: vec![
            Series { name: "the worst input found".into(), shape: Shape::Points(vec![worst]) },
            Series {
                name: "certified bound A + R·g(ℓ), for every input".into(), shape: band(&bound, &end)
            },
            Series { name: format!("error at {} samples", points.len()), shape: Shape::Dots(points) },
        ],
        rules: Vec::new(),
    })
}

/// A kernel by itself: cos and sin, the inverse tail, or a logarithm, b = 1, with its witness.
pub fn of_kernel(certificate: &KernelCertificate) -> Result<Figure, Error> {
    match certificate.subject.kernel {
        Kernel::CosSin => return of_cos_sin(certificate),
        Kernel::InverseTail64 | Kernel::InverseTailF32 | Kernel::InverseTailF64 => {
            return of_inverse_tail(certificate);
        }
        _ => {}
    }
    let KernelCertificate { subject, domain, bound, witness, .. } = certificate;
    let one = Rational::one();
    let radius = ln(&domain.from.0, BITS)?.negated().lo().clone();
    let bound = Bound { absolute: bound.absolute.0.clone(), relative: bound.relative.0.clone() };
    let points = sample((Magnitude::Laplace, subject.kernel), &one, &radius, &bound, Log::exact)?;
    let exact = ln(&witness.input.0, BITS)?.negated();
    let worst = (float(exact.lo()), float(&(&witness.computed.0 - exact.lo())));
    let high = float(&bound.at(&radius)) * 1.15;
    let sampled = if points.is_empty() {
        "This logarithm is not part of this program, so that only its worst input is shown."
    } else {
        "The small points are samples, a picture only."
    };
    let mut series = vec![
        Series { name: "the worst input found".into(), shape: Shape::Points(vec![worst]) },
        Series {
            name: "certified bound A + R·(−ln v), for every input".into(),
            shape: band(&bound, &radius),
        },
    ];
    if !points.is_empty() {
        series
            .push(Series { name: format!("error at {} samples", points.len()), shape: Shape::Dots(points) });
    }
    Ok(Figure {
        title: format!("The error of {}", subject.function),
        caption: format!(
            "The computed −ln v less the exact one, for v from {} up to 1. {sampled} The band is certified for every input: {}.",
            kdelta_explore::spelling::spell_grid(&domain.from.0),
            domain.points
        ),
        x: Axis::new("−ln v", "", Spread::Linear, (0.0, float(&radius))),
        y: Axis::new("error", "", Spread::Linear, (-high, high)),
        series,
        rules: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_certificate::{Asked, Vector};
    use kdelta_explore::setting::Wanted;

    fn flags(format: &str, generator: &str, window: &str) -> Wanted {
        Wanted {
            format: Some(format.parse().unwrap()),
            generator: Some(generator.parse().unwrap()),
            window: Some(window.parse().unwrap()),
            grid: Some("1/8".parse().unwrap()),
            ..Wanted::default()
        }
    }

    /// At ρ_M + b, where the certificate takes δ_n, the band is δ_n, but for its rounding.
    #[test]
    fn the_band_is_the_certificates() {
        for (gaussian, format, generator, window) in [
            (false, "f64", "relative-52", "-16..16"),
            (false, "f32", "relative-23", "-4..4"),
            (false, "fixed-64-40", "relative-52", "-8..8"),
            (false, "fixed-64-24", "midpoint-16", "-2..2"),
            (true, "f64", "lazy-52", "-8..8"),
            (true, "f32", "lazy-23", "-4..4"),
            (true, "fixed-64-40", "relative-52", "-4..4"),
        ] {
            let asked = gaussian.then(|| (Asked::Sigma(1.into()), dyadic(1, -20)));
            let flags = flags(format, generator, window).or_example();
            let description = flags.describe_noise(Vector::SINGLE, asked).unwrap();
            let certificate = MechanismCertificate::derive(&description, &Embedded).unwrap();
            let MechanismCertificate { chain, kernels, .. } = &certificate;
            let figure = of_mechanism(&certificate).unwrap();
            let [points, band, ..] = figure.series.as_slice() else { panic!("{figure:?}") };
            let Shape::Dots(points) = &points.shape else { panic!() };
            assert!(points.len() > 400, "{format}: {}", points.len());
            let Shape::Band(band) = &band.shape else { panic!() };
            let ((x0, _, y0), (x1, _, y1)) = (band[0], band[1]);
            let farthest = float(&(&chain.reach.0 + &chain.scale.0));
            let there = y0 + (y1 - y0) / (x1 - x0) * (farthest - x0);
            let error = float(&chain.error.0);
            assert!((there / error - 1.0).abs() < 1e-9, "{format}: {there} {error} {kernels:?}");
            // The samples come near the bound: the picture is about this mechanism, not about another.
            let worst = points.iter().map(|(_, y)| y.abs()).fold(0.0, f64::max);
            assert!(worst > error / 4.0 && worst <= error, "{format}: {worst} {error}");
        }
    }

    #[test]
    fn a_point_beyond_the_bound_is_refused() {
        let bound = Bound { absolute: dyadic(1, -70), relative: Rational::zero() };
        let one = Rational::one();
        let refused = sample((Magnitude::Laplace, Kernel::TableF64), &one, &dyadic(8, 0), &bound, Log::exact)
            .unwrap_err();
        assert!(refused.to_string().contains("defect"), "{refused}");
    }
}
