//! Gaussian noise on the line (§1.10): local slope, Lipschitz constant in the log metric, cut-off of the generator.

use super::RelativeUniform;
use crate::enclosure::{Enclosure, UpperBound, inverse_tail, ln, ln_two, pi, sqrt};
use crate::number::{Rational, dyadic, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Zero};

/// Precision of the upper bounds below.
const BITS: u32 = 192;

/// The law with density e^{−x²/2σ²}/(σ√(2π)).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gaussian {
    scale: Rational,
}

impl Gaussian {
    /// The law of standard deviation σ.
    ///
    /// # Errors
    /// Refused unless σ > 0.
    pub fn new(scale: Rational) -> Result<Self, Refusal> {
        require_positive("standard deviation σ", &scale)?;
        Ok(Self { scale })
    }

    /// σ.
    #[must_use]
    pub const fn scale(&self) -> &Rational {
        &self.scale
    }

    /// n(v) = σ·g(−ln v) for 0 < v ≤ 1, the magnitude that is exceeded with probability v, for use with an independent sign bit; of a width of
    /// at most σ·2^-bits.
    ///
    /// g increases and has a slope of at most √(π/2) < 3/2.
    ///
    /// # Errors
    /// Refused unless 0 < v ≤ 1, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn magnitude(&self, v: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        if v > &Rational::one() {
            return Err(Refusal::condition(Condition::InDomain("0 < v ≤ 1: v"), v.clone(), Rational::one()));
        }
        let l = ln(v, bits.saturating_add(2))?.negated();
        let least = l.lo().clone().max(Rational::zero());
        let g = inverse_tail(&least, bits.saturating_add(2))?;
        let farther = (l.hi() - least) * Rational::new(3.into(), 2.into());
        Ok(Enclosure::new(g.lo().clone(), g.hi() + farther)?.scaled(&self.scale))
    }

    /// β = (τ + √(τ²+4))/(2σ) with τ = `distance`/σ: the slope of −ln of the density, and of −ln of both of its tails, is at most β at every
    /// x with |x| ≤ `distance`.
    ///
    /// The slope of −ln p at x is x/σ² ≤ τ/σ in magnitude. That of −ln P\[X > x\] is h(x/σ)/σ, h the hazard rate, which increases, and
    /// h(τ) ≤ (τ + √(τ²+4))/2 (Birnbaum); P\[X < x\] is the mirror image.
    ///
    /// # Errors
    /// Refused if the distance is negative.
    pub fn slope(&self, distance: &Rational) -> Result<UpperBound, Refusal> {
        require_non_negative("distance", distance)?;
        Ok(UpperBound::new(birnbaum(&(distance / &self.scale))? / &self.scale))
    }

    /// k = σ√(π/2): the magnitude n(v) = σ·g(−ln v) of noise whose tail probability is v is k-Lipschitz in the log metric, for every T,
    /// because g′ is Mills' ratio, which decreases from √(π/2).
    ///
    /// # Errors
    /// None that is known; π is enclosed.
    pub fn lipschitz_log(&self) -> Result<UpperBound, Refusal> {
        let root = pi(BITS)?.scaled(&dyadic(1, -1)).sqrt(BITS)?;
        Ok(UpperBound::new(root.hi() * &self.scale))
    }

    /// e_max·ln 2 ≥ −ln(2Φ̄(T/σ)): a draw whose exponent bits are all zero has magnitude at least T, and so has the ideal draw.
    ///
    /// The right side is bounded from above: 1/Φ̄(x) = h(x)/φ(x), so that −ln(2Φ̄(x)) = x²/2 + ln(√(π/2)·h(x)), and h by Birnbaum's bound.
    ///
    /// # Errors
    /// Refused if the cut-off is nearer, or T < 0.
    pub fn require_cut_off(&self, generator: RelativeUniform, radius: &Rational) -> Result<(), Refusal> {
        require_non_negative("radius T", radius)?;
        let x = radius / &self.scale;
        let root = pi(BITS)?.scaled(&dyadic(1, -1)).sqrt(BITS)?;
        let needed = &x * &x * dyadic(1, -1) + ln(&(root.hi() * birnbaum(&x)?), BITS)?.hi();
        let reached = ln_two(BITS)?.lo() * Rational::from_integer(generator.cut_off.into());
        if reached < needed {
            return Err(Refusal::condition(Condition::CutOffBeyondTail, reached, needed));
        }
        Ok(())
    }
}

/// An upper bound of (x + √(x²+4))/2, which is at least the hazard rate h(x) = φ(x)/Φ̄(x) for x ≥ 0.
fn birnbaum(x: &Rational) -> Result<Rational, Refusal> {
    let root = sqrt(&(x * x + Rational::from_integer(4.into())), BITS)?;
    Ok((x + root.hi()) * dyadic(1, -1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    #[test]
    fn slope_and_lipschitz_constant_are_what_they_say() {
        let law = Gaussian::new(q("3")).unwrap();
        // τ = 0: β = 1/σ; τ = 3/2: (3/2 + 5/2)/2 = 2.
        assert_eq!(law.slope(&q("0")).unwrap().value(), &q("1/3"));
        assert_eq!(law.slope(&q("9/2")).unwrap().value(), &q("2/3"));
        assert!(law.slope(&q("-1")).unwrap_err().to_string().contains("-1"));
        // 3·√(π/2) = 3.7599…
        let k = law.lipschitz_log().unwrap();
        assert!(k.value() > &q("3.759942411946") && k.value() < &q("3.759942411947"));
    }

    /// 76 binades reach 10σ and not 10.1σ: −ln(2Φ̄(10)) = 52.54… and 76 ln 2 = 52.67….
    #[test]
    fn the_cut_off_is_decided_on_the_tail() {
        let law = Gaussian::new(q("2")).unwrap();
        let generator = RelativeUniform { precision: 52, cut_off: 76, midpoint: true };
        assert!(law.require_cut_off(generator, &q("20")).is_ok());
        let refused = law.require_cut_off(generator, &q("20.2")).unwrap_err();
        assert_eq!(refused.shortfall().unwrap().condition, Condition::CutOffBeyondTail);
    }

    /// v = P\[|X| > n(v)\]: one standard deviation is exceeded with probability 0.31731….
    #[test]
    fn the_magnitude_is_exceeded_with_the_probability_given() {
        let law = Gaussian::new(q("3")).unwrap();
        let n = law.magnitude(&q("0.317310507862914"), 60).unwrap();
        assert!(
            n.lo() > &q("2.999999999999")
                && n.hi() < &q("3.000000000001")
                && n.width() <= q("3") * dyadic(1, -60)
        );
        assert_eq!(law.magnitude(&q("1"), 60).unwrap(), Enclosure::exact(q("0")));
        for bad in ["0", "-1", "1.5"] {
            assert!(law.magnitude(&q(bad), 60).is_err());
        }
    }

    #[test]
    fn bad_scales_are_refused_with_the_value() {
        for scale in ["0", "-1"] {
            assert!(Gaussian::new(q(scale)).unwrap_err().to_string().contains(scale));
        }
    }
}
