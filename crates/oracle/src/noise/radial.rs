//! The radius of planar Laplace noise by its inverse distribution function C⁻¹, and its modulus of continuity (F5).
//!
//! C(r) = 1 − (1+βr)e^{−βr}, C′(r) = β²re^{−βr}. C′(0) = 0: C⁻¹ is not Lipschitz near 0 for any k; the paper's K_C comes
//! from a sign error, is finite where the slope is infinite, and makes the printed theorem false (CE14).

use crate::enclosure::{Enclosure, MAX_BITS, UpperBound, exp, sign, sqrt};
use crate::number::{Rational, dyadic, exceeds, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use core::cmp::Ordering;
use num_traits::{One, Signed, Zero};

/// Precision of the upper bounds below.
const BITS: u32 = 192;
/// Largest precision of C⁻¹: each bit costs an evaluation of C.
const MAX_INVERSE_BITS: u32 = 1024;

/// The radius law of rate β.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RadialInverse {
    rate: Rational,
}

impl RadialInverse {
    /// The law of rate β = ε/Δ.
    ///
    /// # Errors
    /// Refused unless β > 0.
    pub fn new(rate: Rational) -> Result<Self, Refusal> {
        require_positive("rate β", &rate)?;
        Ok(Self { rate })
    }

    /// C(r) = 1 − (1+βr)e^{−βr} for r ≥ 0.
    ///
    /// # Errors
    /// Refused if r < 0.
    pub fn distribution(&self, radius: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_non_negative("radius r", radius)?;
        let x = &self.rate * radius;
        let growth = Rational::one() + &x;
        // The factor 1+βr costs at most as many bits as it has in front of the point.
        let bits = u64::from(bits) + growth.to_integer().bits();
        let bits =
            u32::try_from(bits).map_err(|_| Refusal::too_large("precision in bits", bits, MAX_BITS))?;
        let tail = exp(&-x, bits)?.scaled(&growth);
        Ok(Enclosure::exact(Rational::one()).minus(&tail))
    }

    /// C⁻¹(u) for 0 ≤ u < 1, of width at most `2^-bits`, by bisection: C is increasing, and an end moves only when an
    /// enclosure of C, refined as far as it takes, decides on which side of u the midpoint lies.
    ///
    /// # Errors
    /// Refused outside [0,1[, for more than 1024 bits, and for u so close to 1 that the radius exceeds 2^13/β;
    /// [`Refusal::Undecided`] if u is C of a midpoint to more than 4096 bits.
    pub fn inverse(&self, u: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        if u.is_negative() || u >= &Rational::one() {
            return Err(Refusal::condition(Condition::InDomain("0 ≤ u < 1: u"), u.clone(), Rational::one()));
        }
        if u.is_zero() {
            return Ok(Enclosure::exact(Rational::zero()));
        }
        if bits > MAX_INVERSE_BITS {
            return Err(Refusal::too_large("precision of C⁻¹ in bits", bits, MAX_INVERSE_BITS));
        }
        let below = |r: &Rational| -> Result<bool, Refusal> {
            let target = Enclosure::exact(u.clone());
            let order = sign("the side of u on which C(r) lies", |bits| {
                Ok(self.distribution(r, bits)?.minus(&target))
            })?;
            Ok(order != Ordering::Greater)
        };
        let mut low = Rational::zero();
        let mut high = self.rate.recip();
        while below(&high)? {
            low = high.clone();
            high = &high + &high;
            if &high * &self.rate > dyadic(1, 13) {
                return Err(Refusal::too_large("radius C⁻¹(u) in units of 1/β", "more than 8192", 8192));
            }
        }
        let target = dyadic(1, -bits.cast_signed());
        while exceeds(&(&high - &low), &target) {
            let middle = (&low + &high) * dyadic(1, -1);
            if below(&middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Enclosure::new(low, high)
    }

    /// Lemma R: for 0 ≤ r₁ ≤ r₂ ≤ T and a = C(r₂) − C(r₁), r₂ − r₁ ≤ ω(a) = max(2√a/β, 2e^{βT}a/(β²T)).
    ///
    /// # Errors
    /// Refused unless T > 0 and a ≥ 0.
    pub fn lemma_r(&self, mass: &Rational, radius: &Rational) -> Result<UpperBound, Refusal> {
        require_positive("radius T", radius)?;
        require_non_negative("mass a", mass)?;
        let two = Rational::from_integer(2.into());
        let near = sqrt(mass, BITS)?.hi() * &two / &self.rate;
        let far = self.far_slope(radius)? * mass;
        Ok(UpperBound::new(near).max(UpperBound::new(far)))
    }

    /// An upper bound of 2e^{βT}/(β²T).
    fn far_slope(&self, radius: &Rational) -> Result<Rational, Refusal> {
        let growth = exp(&(&self.rate * radius), BITS)?;
        Ok(growth.hi() * Rational::from_integer(2.into()) / (&self.rate * &self.rate * radius))
    }

    /// The exact modulus ω*(a) = max(C⁻¹(a), T − C⁻¹(C(T) − a)): the slope of C⁻¹ falls, then rises.
    ///
    /// # Errors
    /// Refused unless T > 0 and 0 ≤ a ≤ C(T), or for more than 1024 bits.
    pub fn modulus(&self, mass: &Rational, radius: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_positive("radius T", radius)?;
        require_non_negative("mass a", mass)?;
        let whole = self.distribution(radius, bits.saturating_add(256))?;
        if exceeds(mass, whole.lo()) {
            return Err(Refusal::condition(
                Condition::AtMost("mass a ≤ C(T)"),
                mass.clone(),
                whole.lo().clone(),
            ));
        }
        let from_zero = self.inverse(mass, bits)?;
        let (low, high) = (whole.lo() - mass, whole.hi() - mass);
        let before =
            Enclosure::new(self.inverse(&low, bits)?.lo().clone(), self.inverse(&high, bits)?.hi().clone())?;
        Ok(from_zero.max(&Enclosure::exact(radius.clone()).minus(&before)))
    }

    /// The (k,δ)-closeness form: for every κ > 0, C⁻¹ is (κ + 2e^{βT}/(β²T), 1/(β²κ))-close to itself on [0, C(T)], from
    /// √(xy) ≤ κx + y/4κ. The optimum for a bias δ₀ is κ = 1/(β√δ₀).
    ///
    /// # Errors
    /// Refused unless κ > 0 and T > 0.
    pub fn self_closeness(
        &self,
        kappa: &Rational,
        radius: &Rational,
    ) -> Result<(UpperBound, UpperBound), Refusal> {
        require_positive("κ", kappa)?;
        require_positive("radius T", radius)?;
        let k = kappa + self.far_slope(radius)?;
        Ok((UpperBound::new(k), UpperBound::new((&self.rate * &self.rate * kappa).recip())))
    }

    /// √2·e^{βT}/β: the Lipschitz constant of C⁻¹ on radii up to T in the metric |√u − √v|.
    ///
    /// # Errors
    /// Refused unless T > 0.
    pub fn square_root_metric_lipschitz(&self, radius: &Rational) -> Result<UpperBound, Refusal> {
        require_positive("radius T", radius)?;
        let root_two = sqrt(&Rational::from_integer(2.into()), BITS)?;
        let growth = exp(&(&self.rate * radius), BITS)?;
        Ok(UpperBound::new(root_two.hi() * growth.hi() / &self.rate))
    }
}
