//! The exponent-and-mantissa generator, whose bias is relative: absolute in the metric |ln u − ln v| (F11, Theorem L).
//!
//! E is geometric, P[E = e] = 2^{−e−1}; j is uniform on 2^{p−1} values; u′ = 2^{−E−1}(1 + j·2^{1−p}), or with j + ½ in
//! the place of j. With V uniform on [0,1), u = 2^{−E−1}(1 + (j+V)2^{1−p}) is exactly uniform on (0,1]: this is the
//! coupling. In the log metric n(u) = −b ln u is b-Lipschitz everywhere, so no exponential of T enters.

use crate::closeness::require_radius;
use crate::enclosure::{Enclosure, UpperBound, exp, ln, ln_two, sign};
use crate::number::{Rational, dyadic, require_non_negative, require_positive};
use crate::refusal::{Condition, Refusal};
use core::cmp::Ordering;
use num_traits::One;

/// Precision of the upper bounds below.
const BITS: u32 = 192;

/// The largest exponent cut-off. Only its product with b·ln 2 is computed, so that it may be large.
const MAX_CUT_OFF: u32 = (1 << 31) + (1 << 10);

/// The largest exponent of a draw that is computed as a rational number, which has as many bits.
const MAX_EXPONENT: u32 = 16_384;

/// The generator's parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelativeUniform {
    /// p, the significant bits: 2^{p−1} mantissas in each binade.
    pub precision: u32,
    /// e_max: binades below 2^{−e_max} are not resolved; a draw there must give noise beyond T, or Outside.
    pub cut_off: u32,
    /// Midpoints (j + ½) instead of truncation (j).
    pub midpoint: bool,
}

/// One value, the ideal draws it stands for, and its probability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelativeDraw {
    /// u′.
    pub value: Rational,
    /// The interval of ideal draws.
    pub cell: (Rational, Rational),
    /// The probability, which is also the length of the cell.
    pub weight: Rational,
}

impl RelativeUniform {
    fn check(self) -> Result<(), Refusal> {
        if self.precision == 0 || self.precision > 4096 {
            return Err(Refusal::too_large("precision p, which is at least 1", self.precision, 4096));
        }
        if self.cut_off == 0 || self.cut_off > MAX_CUT_OFF {
            return Err(Refusal::too_large(
                "exponent cut-off e_max, which is at least 1",
                self.cut_off,
                MAX_CUT_OFF,
            ));
        }
        Ok(())
    }

    /// δ₀′: ln(1 + 2^{−p}) for midpoints, ln(1 + 2^{1−p}) for truncation, as an upper bound.
    ///
    /// Midpoint: u/u′ lies between 1 ∓ 2^{−p}/(1 + (j+½)2^{1−p}); the worst is j = 0, where u′ = 1 + 2^{−p} (in units of
    /// its binade) stands for [1, 1 + 2^{1−p}): u′/u ≤ 1 + 2^{−p} and u/u′ < (1+2^{1−p})/(1+2^{−p}) < 1 + 2^{−p}.
    ///
    /// # Errors
    /// Refused for p = 0 or absurdly large parameters.
    pub fn bias(self) -> Result<UpperBound, Refusal> {
        self.check()?;
        let p = self.precision.cast_signed();
        let exponent = if self.midpoint { -p } else { 1 - p };
        Ok(ln(&(Rational::one() + dyadic(1, exponent)), BITS.max(2 * self.precision))?.upper())
    }

    /// The draw with exponent `e` < e_max (and at most 2^14) and mantissa `j` < 2^{p−1}.
    ///
    /// # Errors
    /// Refused outside these ranges.
    pub fn draw(self, e: u32, j: u64) -> Result<RelativeDraw, Refusal> {
        self.check()?;
        let mantissas = 1_u64.checked_shl(self.precision - 1).filter(|_| self.precision <= 64);
        if e >= self.cut_off || e > MAX_EXPONENT || mantissas.is_some_and(|count| j >= count) {
            return Err(Refusal::too_large(
                "exponent or mantissa of a draw",
                format!("{e}, {j}"),
                "e_max, 2^(p−1)",
            ));
        }
        let binade = dyadic(1, -1 - e.cast_signed());
        let step = dyadic(1, 1 - self.precision.cast_signed());
        let at = |offset: Rational| &binade * (Rational::one() + offset * &step);
        let j = Rational::from_integer(j.into());
        let offset = if self.midpoint { &j + dyadic(1, -1) } else { j.clone() };
        Ok(RelativeDraw {
            value: at(offset),
            cell: (at(j.clone()), at(j + Rational::one())),
            weight: &binade * &step,
        })
    }

    /// Theorem L: δ = b·δ₀′ + δ_n, for n = −b ln u with an independent sign bit.
    ///
    /// # Guarantee
    /// If |n′ − n| ≤ δ_n for −b ln v ≤ T and n′ ≥ T − δ_n beyond, then (A) and (B) hold with δ = the result.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges, if T ≤ ρ_M + δ, or if the cut-off lies before T: b·e_max·ln 2 < T.
    pub fn shift(
        self,
        scale: &Rational,
        error: &UpperBound,
        radius: &Rational,
        reach: &UpperBound,
    ) -> Result<UpperBound, Refusal> {
        check_terms(scale, error, reach)?;
        let shift = UpperBound::new(scale * self.bias()?.value()).plus(error);
        require_radius(radius, reach, &shift)?;
        self.require_cut_off(scale, radius)?;
        Ok(shift)
    }

    /// b·e_max·ln 2 ≥ T: a draw whose exponent bits are all zero has magnitude at least T, and so has the ideal draw.
    pub(crate) fn require_cut_off(self, scale: &Rational, radius: &Rational) -> Result<(), Refusal> {
        let resolved = scale * Rational::from_integer(self.cut_off.into());
        let order = sign("the exponent cut-off against T", |bits| {
            Ok(ln_two(bits)?.scaled(&resolved).minus(&Enclosure::exact(radius.clone())))
        })?;
        if order == Ordering::Less {
            let reached = ln_two(64)?.scaled(&resolved).lo().clone();
            return Err(Refusal::condition(Condition::CutOffBeyondRadius, reached, radius.clone()));
        }
        Ok(())
    }

    /// The integer variant (F11): a w-bit integer Z gives c = (Z+½)2^{−w}, rounded to nearest with p bits.
    /// δ = b[ln(1+2^{−p}) + e^{T/b}2^{−w−1}] + δ_n, δ_n valid up to the magnitude T + b·2^{−p}.
    ///
    /// # Errors
    /// Refused for parameters outside their ranges, or if T ≤ ρ_M + δ.
    pub fn integer_variant_shift(
        precision: u32,
        integer_bits: u32,
        scale: &Rational,
        error: &UpperBound,
        radius: &Rational,
        reach: &UpperBound,
    ) -> Result<UpperBound, Refusal> {
        check_terms(scale, error, reach)?;
        if integer_bits > 16_384 {
            return Err(Refusal::too_large("bits of the integer", integer_bits, 16_384));
        }
        let relative = Self { precision, cut_off: 1, midpoint: true }.bias()?;
        let slope = exp(&(radius / scale), BITS)?.upper();
        let absolute = UpperBound::new(slope.value() * dyadic(1, -1 - integer_bits.cast_signed()));
        let shift = UpperBound::new(scale * relative.plus(&absolute).value()).plus(error);
        require_radius(radius, reach, &shift)?;
        Ok(shift)
    }
}

fn check_terms(scale: &Rational, error: &UpperBound, reach: &UpperBound) -> Result<(), Refusal> {
    require_positive("scale b", scale)?;
    require_non_negative("error δ_n", error.value())?;
    require_non_negative("reach ρ_M", reach.value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdelta_testkit::q;

    /// F11 on whole small generators: cells tile (2^{−e_max}, 1], weights are their lengths, and every ratio u/u′ stays
    /// within e^{±δ₀′}, decided on exact rationals (e^{δ₀′} = 1 + 2^{−p} or 1 + 2^{1−p}).
    #[test]
    fn the_generator_is_its_coupling() {
        for p in 1..=6_u32 {
            for midpoint in [true, false] {
                let generator = RelativeUniform { precision: p, cut_off: 5, midpoint };
                let factor =
                    q("1") + dyadic(1, if midpoint { -p.cast_signed() } else { 1 - p.cast_signed() });
                let mut edge = q("1");
                for e in 0..5 {
                    for j in (0..1_u64 << (p - 1)).rev() {
                        let draw = generator.draw(e, j).unwrap();
                        assert_eq!(draw.cell.1, edge);
                        edge = draw.cell.0.clone();
                        assert_eq!(draw.weight, &draw.cell.1 - &draw.cell.0);
                        assert!(&draw.value * &factor >= draw.cell.1 && draw.value <= &draw.cell.0 * &factor);
                    }
                }
                assert_eq!(edge, dyadic(1, -5));
                assert!(generator.draw(5, 0).is_err() && generator.draw(0, 1 << (p - 1)).is_err());
            }
        }
    }

    #[test]
    fn shift_checks_radius_and_cut_off() {
        let generator = RelativeUniform { precision: 52, cut_off: 76, midpoint: true };
        let error = UpperBound::new(q("1e-14"));
        let reach = UpperBound::new(q("33"));
        let shift = generator.shift(&q("1"), &error, &q("34"), &reach).unwrap();
        assert!(
            shift.value() > &(q("1e-14") + dyadic(1, -53)) && shift.value() < &(q("1e-14") + dyadic(1, -52))
        );
        let short = generator.shift(&q("1"), &error, &q("33"), &reach).unwrap_err();
        assert_eq!(short.shortfall().unwrap().condition, Condition::RadiusBeyondWindow);
        // 76 ln 2 ≈ 52.68.
        let wide = UpperBound::new(q("52"));
        assert!(generator.shift(&q("1"), &error, &q("52.6"), &wide).is_ok());
        let cut = generator.shift(&q("1"), &error, &q("52.7"), &wide).unwrap_err();
        assert_eq!(cut.shortfall().unwrap().condition, Condition::CutOffBeyondRadius);
    }

    /// F11's printed example: p = 8 and b = 1 give δ = 4.39e-3 with δ_n = 2^-11 (a fixed-point noise of 10 fraction bits).
    #[test]
    fn integer_variant_with_a_wide_integer_costs_nothing_more() {
        let (error, reach) = (UpperBound::new(q("2^-11")), UpperBound::new(q("16")));
        let relative = RelativeUniform { precision: 8, cut_off: 40, midpoint: true };
        let plain = relative.shift(&q("1"), &error, &q("17"), &reach).unwrap();
        let integer =
            RelativeUniform::integer_variant_shift(8, 128, &q("1"), &error, &q("17"), &reach).unwrap();
        assert_eq!(format!("{plain:.3}"), "0.00439");
        assert!(plain < integer && integer.value() - plain.value() < q("1e-30"));
    }
}
