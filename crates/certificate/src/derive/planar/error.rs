//! The samplers of the radius, and the error of planar noise as a point of the plane.

use crate::derive::arithmetic::{Arithmetic, Draw, draw, refuse};
use crate::derive::kernel::Kernel;
use crate::model::Bound;
use crate::model::Number;
use crate::model::{Generator, GeneratorName};
use crate::model::{NoiseError, Sampler, SamplerKind};
use crate::refusal::Refusal;
use kdelta_oracle::bound::RadiusGenerator;
use kdelta_oracle::enclosure::{UpperBound, sqrt};
use kdelta_oracle::noise::RelativeUniform;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::{One, Signed, Zero};

/// Bits after the point of A, R and O, which are rounded up.
const BITS: u32 = 160;

/// A sampler of the radius, its kernel and its ideal.
pub(crate) struct PlanarDraw {
    pub(crate) sampler: Sampler,
    pub(crate) ideal: RadiusGenerator,
    /// e_max of a relative generator.
    pub(crate) cut_off: Option<u32>,
    pub(crate) kernel: Kernel,
    /// Every tail probability is at least this.
    pub(crate) least: Rational,
}

/// The sampler, if the format has it.
pub(crate) fn planar_draw(arithmetic: &Arithmetic, sampler: SamplerKind) -> Result<PlanarDraw, Refusal> {
    if matches!(arithmetic, Arithmetic::Float(binary) if *binary != crate::derive::kernel::rounding::BINARY64)
    {
        return Err(refuse("subject.format", "is not one for the plane", "take f64 or fixed-BITS-FRACTION"));
    }
    match sampler {
        SamplerKind::Relative { bits, words } => relative(arithmetic, bits, words),
        SamplerKind::Midpoint { bits } => {
            let Draw { generator, kernel, least, .. } = draw(arithmetic, GeneratorName::midpoint(bits))?;
            // The tail 1 − 2|u − ½| moves twice as far as u.
            let bias = dyadic(1, -bits.cast_signed());
            let ideal = RadiusGenerator::Gamma { bias };
            Ok(PlanarDraw { sampler: Sampler::Gamma(generator), ideal, cut_off: None, kernel, least })
        }
        SamplerKind::Inverse { bits } => inverse(bits),
    }
}

/// Words beyond those of the plain relative generator deepen its cut-off (`finite::uniform::Deep`).
fn relative(arithmetic: &Arithmetic, bits: u32, words: u32) -> Result<PlanarDraw, Refusal> {
    let Draw { generator, kernel, .. } = draw(arithmetic, GeneratorName::relative(bits))?;
    let plain = if bits <= 23 { 1 } else { 2 };
    if words != plain && !(2..=16).contains(&words) {
        let why =
            format!("draws {words} words of 64 bits; it takes {plain}, or 2 to 16 for a deeper cut-off");
        return Err(refuse("sampler", why, "choose another number of words"));
    }
    let cut_off = 64 * words - bits;
    let uniform = RelativeUniform { precision: bits, cut_off, midpoint: true };
    let generator = match generator {
        Generator::Relative { precision, metric, bias, .. } => Generator::Relative {
            precision,
            cut_off: Number::from(i64::from(cut_off)),
            metric,
            bias,
            entropy_bits: Number::from(i64::from(64 * words)),
        },
        Generator::Lazy { .. } | Generator::Midpoint { .. } => {
            return Err(refuse(
                "sampler",
                "is not a relative generator",
                "choose relative-BITS or deep-BITS-WORDS",
            ));
        }
    };
    Ok(PlanarDraw {
        sampler: Sampler::Gamma(generator),
        ideal: RadiusGenerator::GammaRelative(uniform),
        cut_off: Some(cut_off),
        kernel,
        least: dyadic(1, -1 - cut_off.cast_signed()),
    })
}

/// The inverse of the distribution function (`finite::planar::inverse`).
fn inverse(bits: u32) -> Result<PlanarDraw, Refusal> {
    if !(2..=63).contains(&bits) {
        let why = format!("has {bits} bits, the inverse takes midpoint-2 to midpoint-63");
        return Err(refuse("generator", why, "choose another number of bits"));
    }
    let bias = dyadic(1, -1 - bits.cast_signed());
    let number = |value: u32| Number::from(i64::from(value));
    Ok(PlanarDraw {
        sampler: Sampler::Inverse(Generator::Midpoint {
            bits: number(bits),
            metric: "|u − v|".into(),
            bias: (&bias).into(),
            entropy_bits: number(8 * bits.div_ceil(8).next_power_of_two()),
        }),
        ideal: RadiusGenerator::InverseCdf { bias },
        cut_off: None,
        kernel: Kernel::ShiftAdd64,
        // The least w, and (1 + x)/64.
        least: dyadic(1, -64),
    })
}

/// Fraction bits of the logarithm and of the root, and of the constant ln 2 in the source of the logarithm.
const UNIT: i32 = -58;
const LN_2_UNIT: i32 = -80;

/// How far the root x of g(x) = y, g(x) = x − ln(1+x), y = −ln w, is off when it is found bit by bit.
///
/// y and −ln((1+x)/64) are each off by A₁, and 6 ln 2, six times a constant that is within half a unit of 2^-80, is rounded to a
/// unit of 2^-58: each comparison is decided as if y were off by at most η = 2A₁ + 2^-59 + 6·2^-81. So the bits found
/// stand for an x with g(x) ≤ g(x*) + η and g(x + 2^-58) ≥ g(x*) − η. As g′(t) = t/(1+t) increases, g grows by at least
/// g(h) ≥ h²/(2(1+h)) on a stretch of length h, which is at most η only if h ≤ η + √(η² + 2η).
fn root_error(logarithm: &Rational) -> Result<Rational, Refusal> {
    let two = Rational::from_integer(2.into());
    let six = Rational::from_integer(6.into());
    let eta = &two * logarithm + dyadic(1, UNIT - 1) + six * dyadic(1, LN_2_UNIT - 1);
    let root = sqrt(&(&eta * &eta + two * &eta), BITS).map_err(Refusal::underivable("noise"))?;
    Ok(eta + root.hi() + dyadic(1, UNIT))
}

impl PlanarDraw {
    /// A and R of |r′ − r| ≤ A·b + R·r (+ o): see [`PlanarDraw::error`].
    fn radius_error(&self, kernel: &Bound, twice: &Rational) -> Result<(Rational, Rational), Refusal> {
        let one = Rational::one();
        let (absolute, relative) = match self.sampler {
            Sampler::Gamma(_) => {
                (Rational::from_integer(2.into()) * &kernel.absolute.0, kernel.relative.0.clone())
            }
            Sampler::Inverse(_) => {
                if kernel.relative.0.is_positive() {
                    let why = "has a relative part, which the bisection does not count";
                    return Err(refuse("kernel.relative", why, "use the logarithm of integers"));
                }
                (root_error(&kernel.absolute.0)?, Rational::zero())
            }
        };
        Ok((absolute * twice, (&one + relative) * twice - one))
    }

    /// ‖n′ − n‖ ≤ A·b + R·‖n‖ + O for every draw, from the kernel's |ℓ′ − ℓ| ≤ A₁ + R₁ℓ and the direction's error τ in each
    /// coordinate.
    ///
    /// Radius, floating: the two logarithms are off by 2A₁ + R₁·r/b together, their sum and the product with b are each rounded
    /// once, relative to the exact value by d; so |r′ − r| ≤ 2A₁(1+d)²·b + ((1+R₁)(1+d)² − 1)·r. Integers: the sum is exact and the
    /// product off by half a unit o: |r′ − r| ≤ 2A₁·b + R₁·r + o.
    /// The inverse is off by A₂ of [`root_error`] in the place of 2A₁, and becomes a float where the sum is rounded.
    /// Direction: the two coordinates together are off by √2τ, and floating by d of a length of at most 1 + √2τ more, when they
    /// become floats; call the sum t.
    /// Products: floating, each relative to its exact value by d, so by d·r′(1+t) together; integers, half a unit each, √2·o
    /// together. With r′ ≤ r + |r′ − r| and t′ = t + d(1+t) (integers t′ = t):
    /// ‖n′ − n‖ ≤ |r′ − r|(1 + t′) + r·t′ (+ √2·o).
    pub(crate) fn error(
        &self,
        arithmetic: &Arithmetic,
        kernel: &Bound,
        cos_sin: &Rational,
    ) -> Result<NoiseError, Refusal> {
        let one = Rational::one();
        let oracle = Refusal::underivable("noise");
        let root_two = sqrt(&Rational::from_integer(2.into()), BITS).map_err(&oracle)?.hi().clone();
        let (d, o) = arithmetic.scaling();
        let grown = &one + &d;
        let twice = &grown * &grown;
        let (absolute, relative) = self.radius_error(kernel, &twice)?;
        let t = &root_two * cos_sin;
        let t = &t + &d * (&one + &t);
        let turned = &t + &d * (&one + &t);
        let factor = &one + &turned;
        let rounding = &o * (&factor + &root_two);
        let relative = relative * &factor + turned;
        if relative >= one {
            return Err(refuse(
                "noise.relative",
                "is not below 1, so that (iv) fails",
                "use a better kernel",
            ));
        }
        let up = |x: Rational| Number::from(UpperBound::new(x).rounded(BITS).value());
        Ok(NoiseError { absolute: up(absolute * factor), relative: up(relative), rounding: up(rounding) })
    }
}
