//! One-dimensional Laplace noise: quantile function, distribution function, Lipschitz constant (paper, section 5).

use crate::enclosure::{Enclosure, UpperBound, exp, ln};
use crate::number::{Rational, dyadic, exceeds, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Signed, Zero};

/// The law with density e^{−|x|/b}/2b. The rate is β = 1/b = ε/Δ (F15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laplace {
    scale: Rational,
}

impl Laplace {
    /// The law of scale b.
    ///
    /// # Errors
    /// Refused unless b > 0.
    pub fn new(scale: Rational) -> Result<Self, Refusal> {
        require_positive("scale b", &scale)?;
        Ok(Self { scale })
    }

    /// The law that gives ε-differential privacy to a query of sensitivity Δ: b = Δ/ε, and no smaller b does (Theorem Laplace,
    /// F22).
    ///
    /// # Errors
    /// Refused unless ε > 0 and Δ > 0.
    pub fn for_privacy(epsilon: &Rational, sensitivity: &Rational) -> Result<Self, Refusal> {
        require_positive("privacy ε", epsilon)?;
        require_positive("sensitivity Δ", sensitivity)?;
        Self::new(sensitivity / epsilon)
    }

    /// b.
    #[must_use]
    pub const fn scale(&self) -> &Rational {
        &self.scale
    }

    /// n(u) = −b·sgn(u−½)·ln(1 − 2|u−½|) for 0 < u < 1: the inverse of the distribution function, increasing.
    ///
    /// The sign is that of l.795, not of eq. (lap1), whose n decreases (F7); u = 0 and u = 1 are poles (F16).
    /// The width is at most b·2^-bits.
    ///
    /// # Errors
    /// Refused at and beyond the poles.
    pub fn quantile(&self, u: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        let one = Rational::one();
        for (inside, pole) in [(u.is_positive(), Rational::zero()), (u < &one, one.clone())] {
            if !inside {
                return Err(Refusal::condition(Condition::InDomain("0 < u < 1: u"), u.clone(), pole));
            }
        }
        let offset = u - dyadic(1, -1);
        let distance = offset.abs();
        let magnitude = ln(&(one - &distance - &distance), bits)?.scaled(&-&self.scale);
        Ok(if offset.is_negative() { magnitude.negated() } else { magnitude })
    }

    /// −b·ln u for 0 < u ≤ 1: the magnitude, for use with an independent sign bit (F11).
    ///
    /// # Errors
    /// Refused unless 0 < u ≤ 1.
    pub fn magnitude(&self, u: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        if u > &Rational::one() {
            return Err(Refusal::condition(Condition::InDomain("0 < u ≤ 1: u"), u.clone(), Rational::one()));
        }
        Ok(ln(u, bits)?.scaled(&-&self.scale))
    }

    /// F(x) = P[X ≤ x] = ½e^{x/b} for x ≤ 0, 1 − ½e^{−x/b} for x ≥ 0.
    ///
    /// # Errors
    /// Beyond [`crate::enclosure::MAX_BITS`].
    pub fn distribution(&self, x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        let tail = exp(&-(x / &self.scale).abs(), bits)?.scaled(&dyadic(1, -1));
        Ok(if x.is_positive() { Enclosure::exact(Rational::one()).minus(&tail) } else { tail })
    }

    /// μ([low, high]) = F(high) − F(low).
    ///
    /// # Errors
    /// Refused if low > high, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn mass(&self, low: &Rational, high: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        if exceeds(low, high) {
            return Err(Refusal::condition(Condition::Ordered("interval"), low.clone(), high.clone()));
        }
        Ok(self.distribution(high, bits)?.minus(&self.distribution(low, bits)?))
    }

    /// k = 2b·e^{T/b}: n is k-Lipschitz on {|n| ≤ T}, because dn/du = 2b·e^{|n|/b} and that set is an interval (F23).
    ///
    /// # Errors
    /// Refused if T < 0.
    pub fn lipschitz(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        let one_sided = self.magnitude_lipschitz(radius)?;
        Ok(one_sided.plus(&one_sided))
    }

    /// k = b·e^{T/b} for [`Self::magnitude`] in the metric |u − v|. In the log metric k is b, for every T.
    ///
    /// # Errors
    /// Refused if T < 0.
    pub fn magnitude_lipschitz(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        require_non_negative("radius T", radius)?;
        Ok(UpperBound::new(exp(&(radius / &self.scale), 128)?.hi() * &self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    #[test]
    fn quantile_inverts_the_distribution() {
        let law = Laplace::new(q("7/3")).unwrap();
        for u in ["1/1000", "1/4", "1/2", "0.6", "999/1000"] {
            let x = law.quantile(&q(u), 200).unwrap();
            let (low, high) =
                (law.distribution(x.lo(), 180).unwrap(), law.distribution(x.hi(), 180).unwrap());
            assert!(low.lo() <= &q(u) && &q(u) <= high.hi(), "{u}");
            assert!(high.hi() - low.lo() < dyadic(1, -170), "{u}");
        }
    }

    #[test]
    fn quantile_is_increasing_and_odd_and_has_its_poles_outside() {
        let law = Laplace::new(q("1")).unwrap();
        let mut last: Option<Enclosure> = None;
        for z in 0..64 {
            let u = Rational::new((2 * z + 1).into(), 128.into());
            let x = law.quantile(&u, 60).unwrap();
            let mirrored = law.quantile(&(q("1") - &u), 60).unwrap();
            assert_eq!(x, mirrored.negated());
            if let Some(previous) = last {
                assert!(previous.hi() < x.lo());
            }
            last = Some(x);
        }
        for pole in ["0", "1", "-1/2", "3/2"] {
            assert!(law.quantile(&q(pole), 10).is_err(), "{pole}");
        }
        assert!(law.magnitude(&q("1"), 10).is_ok() && law.magnitude(&q("0"), 10).is_err());
        assert!(law.magnitude(&q("1.01"), 10).is_err());
    }

    /// The steepest chord inside {|n| ≤ T} stays below k and comes near it.
    #[test]
    fn lipschitz_constant_bounds_chords_and_is_nearly_attained() {
        let law = Laplace::new(q("2")).unwrap();
        let radius = q("6");
        let k = law.lipschitz(&radius).unwrap();
        let edge = law.distribution(&radius, 200).unwrap().lo().clone();
        let u = &edge - dyadic(1, -60);
        let rise = law.quantile(&edge, 200).unwrap().minus(&law.quantile(&u, 200).unwrap());
        let slope = rise.lo() / dyadic(1, -60);
        assert!(&slope <= k.value() && slope > k.value() * q("0.999999"));
    }

    #[test]
    fn bad_scales_are_refused_with_the_value() {
        for scale in ["0", "-1"] {
            assert!(Laplace::new(q(scale)).unwrap_err().to_string().contains(scale));
        }
        assert!(Laplace::for_privacy(&q("0"), &q("1")).is_err());
        assert!(Laplace::for_privacy(&q("1"), &q("-1")).is_err());
    }
}
