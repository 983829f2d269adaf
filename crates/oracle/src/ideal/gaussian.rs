//! The ideal Gaussian mechanism (§1.10): exact noise N(0, σ²) on each value of an answer of ℓ₂-sensitivity Δ.
//!
//! Everything depends on μ = Δ/σ. The mechanism is μ-Gaussian private and ρ-zero-concentrated private with ρ = μ²/2, its Rényi divergence
//! of order α is αμ²/2, and it is (ε, δ)-private if and only if δ ≥ δ(ε), where
//!
//! δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ) = Φ̄(a) − φ(a)·M(a + μ),   a = ε/μ − μ/2,
//!
//! with Mills' ratio M = Φ̄/φ, because e^ε·φ(a + μ) = φ(a). The second form has no large factor. It decreases in ε, with the slope
//! −φ(a)·M(a + μ), and increases in μ, with the slope φ(a): so each of ε, δ and μ follows from the other two, and σ from μ.

use crate::enclosure::{
    Enclosure, LowerBound, UpperBound, exp, ln, mills_ratio, newton, normal_density, normal_tail, sign, sqrt,
};
use crate::number::{Rational, dyadic, floor_log2, larger, require_non_negative, require_positive, smaller};
use crate::refusal::{Condition, Refusal};
use crate::transfer::Closeness;
use num_traits::{One, Signed, Zero};

/// Bits after the point of the bounds that are rounded here, outward.
const BITS: u32 = 192;

/// The least δ that is computed with, as a power of two, and the largest μ and 1/μ.
const MOST_BITS: u32 = 1 << 12;

/// The mechanism, known by its μ.
///
/// ```
/// use kdelta_oracle::{ideal::GaussianMechanism, number::parse};
///
/// // Sensitivity 1 and σ = 4: at δ = 10^-6, ε is 1.0607….
/// let ideal = GaussianMechanism::new(&parse("1")?, &parse("4")?)?;
/// assert_eq!(format!("{:.5}", ideal.epsilon(&parse("1e-6")?, 64)?.upper()), "1.0608");
/// // Nearly the same σ is the least one for that ε.
/// let least = GaussianMechanism::least_scale(&parse("1")?, &parse("1.0608")?, &parse("1e-6")?, 64)?;
/// assert!(least.hi() <= &parse("4")? && least.lo() > &parse("3.999")?);
/// # Ok::<(), kdelta_oracle::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GaussianMechanism {
    mu: Rational,
}

impl GaussianMechanism {
    /// The mechanism for answers within Δ (in the ℓ₂-norm) with noise of standard deviation σ.
    ///
    /// # Errors
    /// Refused unless Δ > 0 and σ > 0, or if Δ/σ is not between 2^-4096 and 2^4096.
    pub fn new(sensitivity: &Rational, scale: &Rational) -> Result<Self, Refusal> {
        require_positive("sensitivity Δ", sensitivity)?;
        require_positive("standard deviation σ", scale)?;
        let mu = sensitivity / scale;
        require_size("bits of μ = Δ/σ, or of 1/μ", &mu)?;
        Ok(Self { mu })
    }

    /// μ = Δ/σ, of Gaussian privacy.
    #[must_use]
    pub const fn mu(&self) -> &Rational {
        &self.mu
    }

    /// ρ = μ²/2, of zero-concentrated privacy.
    #[must_use]
    pub fn rho(&self) -> Rational {
        &self.mu * &self.mu * dyadic(1, -1)
    }

    /// αμ²/2, the Rényi divergence of order α > 1.
    ///
    /// # Errors
    /// Refused unless α > 1.
    pub fn renyi(&self, order: &Rational) -> Result<Rational, Refusal> {
        require_positive("order α − 1", &(order - Rational::one()))?;
        Ok(self.rho() * order)
    }

    /// An enclosure of δ(ε), the least δ for which the mechanism is (ε, δ)-private, of width at most `2^-bits`.
    ///
    /// # Errors
    /// Refused if ε is negative, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn delta(&self, epsilon: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_non_negative("privacy ε", epsilon)?;
        curve(&self.mu, epsilon, bits)
    }

    /// An enclosure of the least ε ≥ 0 for which the mechanism is (ε, δ)-private, of width at most `2^-bits`.
    ///
    /// δ(ε) decreases, so that it is 0 if δ(0) ≤ δ, and otherwise the root of δ(ε) = δ, which is at most [`Self::zero_concentrated`].
    ///
    /// # Errors
    /// Refused unless 2^-4096 ≤ δ < 1, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn epsilon(&self, delta: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
        require_probability(delta)?;
        let value = |epsilon: &Rational, bits| over(&self.mu, epsilon, delta, bits);
        let is_below = |epsilon: &Rational| Ok(sign("δ(ε) against δ", |bits| value(epsilon, bits))?.is_gt());
        let zero = Rational::zero();
        if !is_below(&zero)? {
            return Ok(Enclosure::exact(zero));
        }
        let farthest = self.zero_concentrated(delta)?.value().clone();
        let at = |epsilon: &Rational| distance(&self.mu, epsilon);
        let around = halved(Enclosure::new(zero, farthest)?, at, is_below)?;
        // M(a + μ) ≥ 1/(a + μ + 1), which decreases.
        let slowest = floor_log2(&(at(around.hi()) + &self.mu + Rational::one()));
        let lost = steepness(&around, at)? + slowest.map_or(0, |e| e.max(0).unsigned_abs());
        let slope = |epsilon: &Enclosure, bits| -> Result<Enclosure, Refusal> {
            let [nearest, farthest] = [at(epsilon.lo()), at(epsilon.hi())];
            let ratio = |a: &Rational| mills_ratio(&(a + &self.mu), bits);
            let ratio = Enclosure::new(ratio(&farthest)?.lo().clone(), ratio(&nearest)?.hi().clone())?;
            Ok(density_over(&Enclosure::new(nearest, farthest)?, bits)?.times(&ratio).negated())
        };
        newton("the least ε of a Gaussian mechanism", around, (bits, lost), value, slope)
    }

    /// ρ + 2√(ρ·ln(1/δ)), the ε at δ that zero-concentrated privacy gives; at least the least one.
    ///
    /// # Errors
    /// Refused unless 2^-4096 ≤ δ < 1.
    pub fn zero_concentrated(&self, delta: &Rational) -> Result<UpperBound, Refusal> {
        require_probability(delta)?;
        let square = self.rho() * ln(&delta.recip(), BITS)?.hi();
        // So many bits that the root of a small number keeps some.
        let root = sqrt(&square, BITS + zeros(&square))?;
        Ok(UpperBound::new(self.rho() + root.hi() + root.hi()))
    }

    /// An enclosure of the least σ for which the mechanism is (ε, δ)-private for answers within Δ, of a width of at most `2^-bits` of it.
    ///
    /// For this ε, δ(ε) increases in μ, from 0 to 1 (a tends to ∞ or, for ε = 0, to 0 from below as μ → 0, and to −∞ as μ → ∞). So there is
    /// one μ at which it is δ: a smaller μ, that is a larger σ, is private and a larger one is not.
    ///
    /// # Errors
    /// Refused unless Δ > 0, ε ≥ 0 and 2^-4096 ≤ δ < 1, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn least_scale(
        sensitivity: &Rational,
        epsilon: &Rational,
        delta: &Rational,
        bits: u32,
    ) -> Result<Enclosure, Refusal> {
        require_positive("sensitivity Δ", sensitivity)?;
        require_non_negative("privacy ε", epsilon)?;
        require_probability(delta)?;
        let value = |mu: &Rational, bits| over(mu, epsilon, delta, bits);
        let is_private = |mu: &Rational| Ok(sign("δ(ε) against δ", |bits| value(mu, bits))?.is_le());
        let at = |mu: &Rational| distance(mu, epsilon);
        let around = halved(power_of_two(is_private)?, at, is_private)?;
        // a decreases in μ.
        let slope = |mu: &Enclosure, bits| density_over(&Enclosure::new(at(mu.hi()), at(mu.lo()))?, bits);
        let size = floor_log2(around.lo()).unwrap_or(0);
        // A width of 2^(size − bits − 1) in μ ≥ 2^size is one of 2^(−bits − 1) relative to it.
        let wanted = bits.saturating_add_signed(1 - size);
        let lost = steepness(&around, at)?;
        let mu = newton("the least σ of a Gaussian mechanism", around, (wanted, lost), value, slope)?;
        Ok(mu.reciprocal()?.scaled(sensitivity))
    }

    /// An enclosure of the least σ for ρ-zero-concentrated privacy, Δ/√(2ρ), of a width of at most `2^-bits` of it.
    ///
    /// # Errors
    /// Refused unless Δ > 0 and ρ > 0, or beyond [`crate::enclosure::MAX_BITS`].
    pub fn least_scale_concentrated(
        sensitivity: &Rational,
        rho: &Rational,
        bits: u32,
    ) -> Result<Enclosure, Refusal> {
        require_positive("sensitivity Δ", sensitivity)?;
        require_positive("zero-concentrated privacy ρ", rho)?;
        let mu = sqrt(&(rho + rho), bits.saturating_add(2 + zeros(rho)))?;
        Ok(mu.reciprocal()?.scaled(sensitivity))
    }

    /// The least σ for μ-Gaussian privacy: Δ/μ, exactly.
    ///
    /// # Errors
    /// Refused unless Δ > 0 and μ > 0.
    pub fn least_scale_gaussian(sensitivity: &Rational, mu: &Rational) -> Result<Rational, Refusal> {
        require_positive("sensitivity Δ", sensitivity)?;
        require_positive("Gaussian privacy μ", mu)?;
        Ok(sensitivity / mu)
    }
}

/// What holds for the mechanism that runs, whose laws are close to the ideal ones (§1.8). For Gaussian privacy and for other notions see
/// [`Closeness`].
impl GaussianMechanism {
    /// ε′ with which the finite mechanism is (ε′, δ)-private: ε(δ·e^{−κ₊}) + κ₊ + κ₋.
    ///
    /// The ideal mechanism is (ε, δe^{−κ₊})-private, so that the finite one is (ε + κ, e^{κ₊}·δe^{−κ₊})-private.
    ///
    /// # Errors
    /// Refused unless δ < 1 and δ·e^{−κ₊} ≥ 2^-4096.
    pub fn epsilon_prime(&self, delta: &Rational, closeness: &Closeness) -> Result<UpperBound, Refusal> {
        let ideal = self.epsilon(ideal_delta(delta, closeness)?.value(), BITS)?;
        Ok(closeness.pure(&ideal.upper()))
    }

    /// The same through zero-concentrated privacy.
    ///
    /// # Errors
    /// As [`Self::epsilon_prime`].
    pub fn zero_concentrated_prime(
        &self,
        delta: &Rational,
        closeness: &Closeness,
    ) -> Result<UpperBound, Refusal> {
        Ok(closeness.pure(&self.zero_concentrated(ideal_delta(delta, closeness)?.value())?))
    }

    /// δ′ with which the finite mechanism is (ε, δ′)-private: e^{κ₊}·δ(ε − κ), for ε ≥ κ = κ₊ + κ₋; at most 1.
    ///
    /// # Errors
    /// Refused if ε < κ.
    pub fn delta_prime(&self, epsilon: &Rational, closeness: &Closeness) -> Result<UpperBound, Refusal> {
        let left = epsilon - closeness.total().value();
        if left.is_negative() {
            let what = "κ₊ + κ₋ ≤ ε";
            let total = closeness.total().value().clone();
            return Err(Refusal::condition(Condition::AtMost(what), total, epsilon.clone()));
        }
        let ideal = self.delta(&left, BITS)?.upper();
        Ok(closeness.approximate(&UpperBound::new(left), &ideal)?.delta)
    }

    /// The Rényi divergence of order α > 1 of the finite mechanism: αμ²/2 + κ₋ + κ₊·α/(α−1).
    ///
    /// # Errors
    /// Refused unless α > 1.
    pub fn renyi_prime(&self, order: &Rational, closeness: &Closeness) -> Result<UpperBound, Refusal> {
        closeness.renyi(order, &UpperBound::new(self.renyi(order)?))
    }

    /// The trade-off function of the finite mechanism at the level a.
    ///
    /// # Errors
    /// As [`Closeness::gaussian`].
    pub fn trade_off_prime(&self, level: &Rational, closeness: &Closeness) -> Result<LowerBound, Refusal> {
        closeness.gaussian(level, &UpperBound::new(self.mu.clone()))
    }
}

/// δ·e^{−κ₊}, rounded down.
fn ideal_delta(delta: &Rational, closeness: &Closeness) -> Result<LowerBound, Refusal> {
    require_probability(delta)?;
    Ok(LowerBound::new(exp(&-closeness.above.value(), BITS + MOST_BITS)?.lo() * delta))
}

/// a = ε/μ − μ/2.
fn distance(mu: &Rational, epsilon: &Rational) -> Rational {
    epsilon / mu - mu * dyadic(1, -1)
}

/// δ(ε) for μ > 0 and ε ≥ 0, of width at most `2^-bits`.
///
/// For a²/2 ≥ bits + 1 both Φ̄(|a|) ≤ e^{−a²/2}/2 and φ(a)·M(a + μ) ≤ e^{−a²/2}·M(0)/√(2π) = e^{−a²/2}/2 are at most 2^{−bits−2}, so that δ(ε)
/// is within 2^-bits of 0 or of 1. (a + μ = ε/μ + μ/2 is positive.)
fn curve(mu: &Rational, epsilon: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let (a, one) = (distance(mu, epsilon), Rational::one());
    if &a * &a * dyadic(1, -1) >= Rational::from_integer((bits.saturating_add(1)).into()) {
        let narrow = dyadic(1, -bits.cast_signed());
        return if a.is_positive() {
            Enclosure::new(Rational::zero(), narrow)
        } else {
            Enclosure::new(&one - narrow, one)
        };
    }
    let w = bits + 8;
    let lost = normal_density(&a, w)?.times(&mills_ratio(&(&a + mu), w)?);
    Ok(normal_tail(&a, w)?.minus(&lost).outward(w))
}

/// δ(ε) − δ.
fn over(mu: &Rational, epsilon: &Rational, delta: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    Ok(curve(mu, epsilon, bits)?.minus(&Enclosure::exact(delta.clone())))
}

/// φ over an interval: it decreases in |a|.
fn density_over(a: &Enclosure, bits: u32) -> Result<Enclosure, Refusal> {
    let (zero, ends) = (Rational::zero(), [a.lo().abs(), a.hi().abs()]);
    let nearest = if a.contains(&zero) { &zero } else { smaller(&ends[0], &ends[1]) };
    let farthest = larger(&ends[0], &ends[1]);
    Enclosure::new(normal_density(farthest, bits)?.lo().clone(), normal_density(nearest, bits)?.hi().clone())
}

/// The two neighbouring powers of two of which the first has a property and the second has not; the property is lost once, on the way up.
fn power_of_two(holds: impl Fn(&Rational) -> Result<bool, Refusal>) -> Result<Enclosure, Refusal> {
    let power = |e: i32| dyadic(1, e);
    // Steps of 1, 2, 4, … away from 2^0 until the property changes, then halvings of the exponent.
    let up = holds(&power(0))?;
    let (mut near, mut far, mut step) = (0_i32, 0_i32, 1_i32);
    while holds(&power(far))? == up {
        near = far;
        far += if up { step } else { -step };
        step *= 2;
        if far.unsigned_abs() > 2 * MOST_BITS {
            return Err(Refusal::too_large("bits of μ, or of 1/μ", far.unsigned_abs(), 2 * MOST_BITS));
        }
    }
    while (far - near).abs() > 1 {
        let middle = near.midpoint(far);
        *(if holds(&power(middle))? == up { &mut near } else { &mut far }) = middle;
    }
    Enclosure::new(power(near.min(far)), power(near.max(far)))
}

/// The interval, halved towards its point up to which a property holds until a varies by at most 1 on it: beyond, the slope of δ(ε) at one
/// end says nothing about the other.
fn halved(
    around: Enclosure,
    at: impl Fn(&Rational) -> Rational,
    holds: impl Fn(&Rational) -> Result<bool, Refusal>,
) -> Result<Enclosure, Refusal> {
    let (mut low, mut high) = (around.lo().clone(), around.hi().clone());
    while (at(&low) - at(&high)).abs() > Rational::one() {
        let middle = (&low + &high) * dyadic(1, -1);
        if holds(&middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Enclosure::new(low, high)
}

/// How many bits the slope φ(a) costs at the ends of an interval: φ(a) > 2^{−3a²/4 − 2}.
fn steepness(around: &Enclosure, at: impl Fn(&Rational) -> Rational) -> Result<u32, Refusal> {
    let ends = [around.lo(), around.hi()].map(|x| at(x).abs());
    let farthest = larger(&ends[0], &ends[1]);
    let bits = (farthest * farthest * Rational::new(3.into(), 4.into())).ceil().to_integer();
    let small = u32::try_from(&bits).ok().filter(|&bits| bits <= 1 << 14);
    small
        .map(|bits| bits + 8)
        .ok_or_else(|| Refusal::too_large("bits that the slope of δ(ε) costs", &bits, 1 << 14))
}

/// How many bits the leading zeros after the point of x > 0 cost.
fn zeros(x: &Rational) -> u32 {
    floor_log2(x).map_or(0, |e| e.min(0).unsigned_abs())
}

/// x and 1/x have at most so many bits in front of the point as are computed with.
fn require_size(what: &'static str, x: &Rational) -> Result<(), Refusal> {
    let size = floor_log2(x).map_or(u32::MAX, i32::unsigned_abs);
    if size > MOST_BITS { Err(Refusal::too_large(what, size, MOST_BITS)) } else { Ok(()) }
}

/// 0 < δ < 1, and not absurdly small.
fn require_probability(delta: &Rational) -> Result<(), Refusal> {
    require_positive("probability δ", delta)?;
    if delta >= &Rational::one() {
        let what = Condition::InDomain("0 < δ < 1: δ");
        return Err(Refusal::condition(what, delta.clone(), Rational::one()));
    }
    require_size("bits of 1/δ (of δ·e^(−κ₊) in finite precision)", delta)
}
