//! The shifts δ_t as the paper prints them, kept to compare. Neither is a valid bound in general.

use crate::enclosure::{UpperBound, exp, pi, sqrt};
use crate::number::{Rational, require_non_negative, require_positive};
use crate::refusal::Refusal;

/// Working bits.
const WORKING: u32 = 192;

/// Section 5: δ_t = 2(Δ/ε)e^{ε·diam(M)/Δ}δ₀ + δ_n. It takes k at diam(M), where T > ρ_M + δ_t is needed (F18).
///
/// # Errors
/// Refused for parameters outside their ranges.
pub fn printed_line_shift(
    epsilon: &Rational,
    sensitivity: &Rational,
    diameter: &Rational,
    bias: &Rational,
    error: &Rational,
) -> Result<UpperBound, Refusal> {
    let rate = checked_rate(epsilon, sensitivity, diameter, bias, error)?;
    let growth = exp(&(&rate * diameter), WORKING)?;
    let k = growth.hi() * Rational::from_integer(2.into()) / rate;
    Ok(UpperBound::new(k * bias + error))
}

/// Section 6: δ_t = √(K_C² + 2π·diam(M))·δ₀ + δ_n with K_C = e^{ε·diam}/(2ε + rε²), ε the rate; the r that the paper leaves free is
/// taken as 0, which gives the largest, most careful K_C.
/// Wrong in the derivative (F5), in 2π·diam for (2πT)² (F6), and not conservative: CE14.
///
/// # Errors
/// Refused for parameters outside their ranges.
pub fn printed_plane_shift(
    epsilon: &Rational,
    sensitivity: &Rational,
    diameter: &Rational,
    bias: &Rational,
    error: &Rational,
) -> Result<UpperBound, Refusal> {
    let rate = checked_rate(epsilon, sensitivity, diameter, bias, error)?;
    let two = Rational::from_integer(2.into());
    let growth = exp(&(&rate * diameter), WORKING)?;
    let radial = growth.hi() / (&two * &rate);
    let angular = pi(WORKING)?.hi() * two * diameter;
    let k = sqrt(&(&radial * &radial + angular), WORKING)?;
    Ok(UpperBound::new(k.hi() * bias + error))
}

fn checked_rate(
    epsilon: &Rational,
    sensitivity: &Rational,
    diameter: &Rational,
    bias: &Rational,
    error: &Rational,
) -> Result<Rational, Refusal> {
    require_positive("privacy ε", epsilon)?;
    require_positive("sensitivity Δ", sensitivity)?;
    require_non_negative("diameter of M", diameter)?;
    require_non_negative("bias δ₀", bias)?;
    require_non_negative("error δ_n", error)?;
    Ok(epsilon / sensitivity)
}
