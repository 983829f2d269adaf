//! Heap-free dyadic numbers `mantissa · 2^exponent` with checked operations, for use inside Kani.
//!
//! Nothing is normalised: with concrete exponents and symbolic mantissas every operation below is one or two
//! integer operations to the model checker. Equality and order are those of the value, not of the pair.

use super::Inexpressible;
#[cfg(not(creusot))]
use super::{Exact, Rational};
#[cfg(creusot)]
use crate::contract::{
    integer::{power::*, *},
    *,
};
use core::cmp::Ordering;
#[cfg(creusot)]
use creusot_std::{
    logic::Int,
    macros::{bitwise_proof, ensures, logic, pearlite, proof_assert, requires, snapshot},
};

/// The exact number `mantissa · 2^exponent`.
///
/// ```
/// use kdelta_oracle::number::{Dyadic, Exact};
/// let half = Dyadic::new(1, -1);
/// assert_eq!(half.plus(&half).unwrap(), Dyadic::integer(1));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Dyadic {
    mantissa: i128,
    exponent: i32,
}

/// m·2^s for s < 127, if it fits: shifting back tells.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 127))]
#[cfg_attr(creusot, ensures(match result {
    Ok(shifted) => shifted@ == m@ * power(s@),
    Err(Inexpressible::Overflow) => m@ * power(s@) < i128::MIN@ || i128::MAX@ < m@ * power(s@),
    Err(_) => false,
}))]
const fn shifted_left(m: i128, s: u32) -> Result<i128, Inexpressible> {
    let shifted = m << s;
    #[cfg(creusot)]
    {
        fitting_shift(m, s);
        signed_shift(shifted, s);
        proof_assert!({
            let _ = (positive(s@), quotient(m@ * power(s@), power(s@), m@));
            (m@ * power(s@)).div_euclid(power(s@)) == m@
        });
    }
    if shifted >> s == m {
        #[cfg(creusot)]
        left_shift(m, s);
        Ok(shifted)
    } else {
        Err(Inexpressible::Overflow)
    }
}

/// ⌊m/2^s⌋ for s < 128.
#[cfg_attr(creusot, requires(s@ < 128))]
#[cfg_attr(creusot, ensures(result@ == m@.div_euclid(power(s@))))]
const fn shifted_right(m: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    signed_shift(m, s);
    m >> s
}

/// m/2^s for m ≠ 0 with s trailing zeros.
#[cfg_attr(creusot, bitwise_proof)]
#[cfg_attr(creusot, requires(s@ < 128 && (m >> s) << s == m && m != 0i128 && (m >> s) & 1i128 == 1i128))]
#[cfg_attr(creusot, ensures(result@ * power(s@) == m@ && result@ != 0 && is_odd_part(result@, s@, m@)))]
const fn odd_part(m: i128, s: u32) -> i128 {
    #[cfg(creusot)]
    {
        left_shift(m >> s, s);
        is_odd(m >> s);
        proof_assert!({
            let _ = odd_part_is((m >> s)@, s@, m@);
            is_odd_part((m >> s)@, s@, m@)
        });
    }
    m >> s
}

#[cfg(creusot)]
impl Dyadic {
    /// The number in units of 2^-2^31, the finest that an exponent can name: an integer, and the same for every pair
    /// that stands for the number.
    #[logic]
    pub fn units(self) -> Int {
        pearlite! { self.mantissa@ * power(self.exponent@ - i32::MIN@) }
    }

    /// The exponent at which two numbers are added, counted from the finest: the smaller one, or that of the other number
    /// if one is 0.
    #[logic]
    fn common(self, other: Self) -> Int {
        pearlite! {
            if self.mantissa@ == 0 { other.exponent@ - i32::MIN@ }
            else if other.mantissa@ == 0 { self.exponent@ - i32::MIN@ }
            else { self.exponent@.min(other.exponent@) - i32::MIN@ }
        }
    }
}

impl Dyadic {
    /// The number `mantissa · 2^exponent`.
    #[must_use]
    #[cfg_attr(creusot, ensures(result.units() == mantissa@ * power(exponent@ - i32::MIN@)))]
    pub const fn new(mantissa: i128, exponent: i32) -> Self {
        Self { mantissa, exponent }
    }

    /// The mantissa as given or computed, not normalised.
    #[must_use]
    pub const fn mantissa(&self) -> i128 {
        self.mantissa
    }

    /// The exponent that goes with [`Self::mantissa`].
    #[must_use]
    pub const fn exponent(&self) -> i32 {
        self.exponent
    }

    /// The same number as a rational.
    ///
    /// # Errors
    /// [`Inexpressible::Overflow`] if the exponent is beyond ±2^20: such a rational would not be usable.
    #[cfg(not(creusot))]
    pub fn to_rational(self) -> Result<Rational, Inexpressible> {
        Rational::from_integer(self.mantissa.into()).scaled_by_power_of_two(self.exponent)
    }

    /// The mantissa of the same number at the smaller exponent `exponent`: exact, or refused.
    #[cfg_attr(creusot, ensures(match result {
        Ok(m) => m@ * power(exponent@ - i32::MIN@) == self.units(),
        Err(Inexpressible::Inexact) => self.mantissa@ != 0 && self.exponent@ < exponent@,
        Err(Inexpressible::Overflow) => self.mantissa@ != 0 && is_beyond(self.units(), exponent@ - i32::MIN@),
        Err(_) => false,
    }))]
    fn mantissa_at(self, exponent: i32) -> Result<i128, Inexpressible> {
        if self.mantissa == 0 {
            return Ok(0);
        }
        let shift = i64::from(self.exponent) - i64::from(exponent);
        // Shifted left by 127 or more only −1 would fit (as i128::MIN), and is refused too; below, shifting back tells.
        let Ok(shift) = u32::try_from(shift) else { return Err(Inexpressible::Inexact) };
        #[cfg(creusot)]
        proof_assert!({
            let _ = units_at(self.mantissa@, shift@, exponent@ - i32::MIN@);
            let _ = (largest(), beyond(self.mantissa@ * power(shift@), exponent@ - i32::MIN@));
            self.mantissa@ * power(shift@) * power(exponent@ - i32::MIN@) == self.units()
                && power(127) == i128::MAX@ + 1
                && (self.mantissa@ * power(shift@) <= -power(127) || power(127) <= self.mantissa@ * power(shift@)
                    ==> is_beyond(self.units(), exponent@ - i32::MIN@))
        });
        if shift >= 127 {
            #[cfg(creusot)]
            let _ = snapshot!(far_shift(self.mantissa@, shift@));
            return Err(Inexpressible::Overflow);
        }
        shifted_left(self.mantissa, shift)
    }

    /// Both mantissas at the common, smaller exponent. Zero takes the other's exponent.
    #[cfg_attr(creusot, ensures(match result {
        Ok((left, right, exponent)) => left@ * power(exponent@ - i32::MIN@) == self.units()
            && right@ * power(exponent@ - i32::MIN@) == other.units() && exponent@ - i32::MIN@ == self.common(other),
        Err(Inexpressible::Overflow) => is_beyond(self.units(), self.common(other)) || is_beyond(other.units(), self.common(other)),
        Err(_) => false,
    }))]
    fn aligned(self, other: Self) -> Result<(i128, i128, i32), Inexpressible> {
        let exponent = match (self.mantissa, other.mantissa) {
            (0, _) => other.exponent,
            (_, 0) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        Ok((self.mantissa_at(exponent)?, other.mantissa_at(exponent)?, exponent))
    }

    /// `self + other`, exactly; refused only if the sum or one of the two has, at their smaller exponent, no mantissa strictly
    /// between ±2^127.
    #[cfg_attr(creusot, ensures(match result {
        Ok(sum) => sum.units() == self.units() + other.units(),
        Err(Inexpressible::Overflow) => is_beyond(self.units(), self.common(other)) || is_beyond(other.units(), self.common(other))
            || is_beyond(self.units() + other.units(), self.common(other)),
        Err(_) => false,
    }))]
    fn sum(self, other: Self) -> Result<Self, Inexpressible> {
        let (left, right, exponent) = self.aligned(other)?;
        #[cfg(creusot)]
        proof_assert!({
            let _ = (largest(), beyond(left@ + right@, exponent@ - i32::MIN@));
            power(127) == i128::MAX@ + 1
                && (left@ + right@) * power(exponent@ - i32::MIN@) == self.units() + other.units()
        });
        let Some(mantissa) = left.checked_add(right) else { return Err(Inexpressible::Overflow) };
        Ok(Self::new(mantissa, exponent))
    }

    /// `self − other`, exactly; refused as [`Self::sum`] is.
    #[cfg_attr(creusot, ensures(match result {
        Ok(difference) => difference.units() == self.units() - other.units(),
        Err(Inexpressible::Overflow) => is_beyond(self.units(), self.common(other)) || is_beyond(other.units(), self.common(other))
            || is_beyond(self.units() - other.units(), self.common(other)),
        Err(_) => false,
    }))]
    fn difference(self, other: Self) -> Result<Self, Inexpressible> {
        let (left, right, exponent) = self.aligned(other)?;
        #[cfg(creusot)]
        proof_assert!({
            let _ = (largest(), beyond(left@ - right@, exponent@ - i32::MIN@));
            power(127) == i128::MAX@ + 1
                && (left@ - right@) * power(exponent@ - i32::MIN@) == self.units() - other.units()
        });
        let Some(mantissa) = left.checked_sub(right) else { return Err(Inexpressible::Overflow) };
        Ok(Self::new(mantissa, exponent))
    }

    /// `self · other`, exactly; refused only if the product of the mantissas or the sum of the exponents does not fit.
    #[cfg_attr(creusot, ensures(match result {
        Ok(product) => product.units() * power(-i32::MIN@) == self.units() * other.units(),
        Err(Inexpressible::Overflow) => self.mantissa@ * other.mantissa@ < i128::MIN@ || i128::MAX@ < self.mantissa@ * other.mantissa@
            || self.exponent@ + other.exponent@ < i32::MIN@ || i32::MAX@ < self.exponent@ + other.exponent@,
        Err(_) => false,
    }))]
    fn product(self, other: Self) -> Result<Self, Inexpressible> {
        let Some(mantissa) = self.mantissa.checked_mul(other.mantissa) else {
            return Err(Inexpressible::Overflow);
        };
        if mantissa == 0 {
            return Ok(Self::new(0, 0));
        }
        let Some(exponent) = self.exponent.checked_add(other.exponent) else {
            return Err(Inexpressible::Overflow);
        };
        #[cfg(creusot)]
        proof_assert!({
            let _ = product_of_units(
                self.mantissa@,
                self.exponent@ - i32::MIN@,
                other.mantissa@,
                other.exponent@ - i32::MIN@,
                -i32::MIN@,
            );
            self.mantissa@ * other.mantissa@ * power(exponent@ - i32::MIN@) * power(-i32::MIN@)
                == self.units() * other.units()
        });
        Ok(Self::new(mantissa, exponent))
    }

    /// `self / other`, exactly, or refused: a quotient of dyadics is dyadic iff the odd part of the divisor divides the
    /// dividend. `Inexact` if it does not; `Overflow` only for i128::MIN over −1, and if the exponent does not fit.
    #[cfg_attr(creusot, ensures(match result {
        Ok(quotient) => quotient.units() * other.units() == self.units() * power(-i32::MIN@) && other.units() != 0,
        Err(Inexpressible::DivisionByZero) => other.mantissa@ == 0,
        Err(Inexpressible::Inexact) => exists<odd: Int, twos: Int> is_odd_part(odd, twos, other.mantissa@) && self.mantissa@ % odd != 0,
        Err(Inexpressible::Overflow) => exists<odd: Int, twos: Int> is_odd_part(odd, twos, other.mantissa@)
            && (self.mantissa@ == i128::MIN@ && odd == -1
                || self.exponent@ - other.exponent@ - twos < i32::MIN@ || i32::MAX@ < self.exponent@ - other.exponent@ - twos),
        Err(_) => false,
    }))]
    fn quotient(self, other: Self) -> Result<Self, Inexpressible> {
        if other.mantissa == 0 {
            return Err(Inexpressible::DivisionByZero);
        }
        #[cfg(creusot)]
        proof_assert!({
            let _ = units_are_not_zero(other.mantissa@, other.exponent@ - i32::MIN@);
            other.units() != 0
        });
        if self.mantissa == 0 {
            return Ok(Self::new(0, 0));
        }
        let twos = other.mantissa.trailing_zeros();
        let odd = odd_part(other.mantissa, twos);
        // i128::MIN / −1 is the one quotient that does not fit.
        let Some(quotient) = self.mantissa.checked_div(odd) else { return Err(Inexpressible::Overflow) };
        let Some(product) = quotient.checked_mul(odd) else { return Err(Inexpressible::Inexact) };
        if product != self.mantissa {
            return Err(Inexpressible::Inexact);
        }
        let exponent = i64::from(self.exponent) - i64::from(other.exponent) - i64::from(twos);
        let Ok(exponent) = i32::try_from(exponent) else { return Err(Inexpressible::Overflow) };
        #[cfg(creusot)]
        proof_assert!({
            let _ = quotient_of_units(
                quotient@,
                exponent@ - i32::MIN@,
                odd@,
                twos@,
                other.exponent@ - i32::MIN@,
                self.exponent@ - i32::MIN@,
                -i32::MIN@,
            );
            quotient@ * power(exponent@ - i32::MIN@) * (odd@ * power(twos@) * power(other.exponent@ - i32::MIN@))
                == quotient@ * odd@ * power(self.exponent@ - i32::MIN@) * power(-i32::MIN@)
        });
        #[cfg(creusot)]
        proof_assert!(quotient@ * power(exponent@ - i32::MIN@) * other.units() == self.units() * power(-i32::MIN@));
        Ok(Self::new(quotient, exponent))
    }

    /// The largest integer not above `self`.
    #[cfg_attr(creusot, ensures(if self.exponent@ >= 0 {
        result.units() == self.units()
    } else {
        result.units() == self.mantissa@.div_euclid(power(-self.exponent@)) * power(-i32::MIN@)
    }))]
    fn floor(self) -> Self {
        if self.exponent >= 0 {
            return self;
        }
        // An arithmetic shift rounds towards −∞; from 127 on only the sign is left.
        let shift = self.exponent.unsigned_abs().min(127);
        #[cfg(creusot)]
        proof_assert!({
            let _ = only_the_sign(self.mantissa@, -self.exponent@);
            self.mantissa@.div_euclid(power(-self.exponent@)) == self.mantissa@.div_euclid(power(shift@))
        });
        Self::new(shifted_right(self.mantissa, shift), 0)
    }

    /// `self · 2^exponent`, exactly; refused only if the exponent does not fit.
    #[cfg_attr(creusot, ensures(match result {
        Ok(scaled) => if exponent@ >= 0 {
            scaled.units() == self.units() * power(exponent@)
        } else {
            scaled.units() * power(-exponent@) == self.units()
        },
        Err(Inexpressible::Overflow) => self.exponent@ + exponent@ < i32::MIN@ || i32::MAX@ < self.exponent@ + exponent@,
        Err(_) => false,
    }))]
    fn scaled(self, exponent: i32) -> Result<Self, Inexpressible> {
        let Some(sum) = self.exponent.checked_add(exponent) else { return Err(Inexpressible::Overflow) };
        #[cfg(creusot)]
        proof_assert!({
            let _ = units_at(self.mantissa@, exponent@, self.exponent@ - i32::MIN@);
            let _ = units_at(self.mantissa@, -exponent@, sum@ - i32::MIN@);
            if exponent@ >= 0 {
                self.mantissa@ * power(sum@ - i32::MIN@) == self.units() * power(exponent@)
            } else {
                self.mantissa@ * power(sum@ - i32::MIN@) * power(-exponent@) == self.units()
            }
        });
        Ok(Self::new(self.mantissa, sum))
    }

    #[cfg(not(creusot))]
    /// Position of the leading bit of the magnitude, counted from 2^0; the mantissa is not zero.
    fn leading_bit(self) -> i64 {
        i64::from(127 - self.mantissa.unsigned_abs().leading_zeros()) + i64::from(self.exponent)
    }

    #[cfg(not(creusot))]
    /// Order of the magnitudes of two non-zero numbers.
    fn compare_magnitude(self, other: Self) -> Ordering {
        self.leading_bit().cmp(&other.leading_bit()).then_with(|| {
            // Equal leading bits: bringing both leading bits to position 127 aligns the exponents and loses nothing.
            let left = self.mantissa.unsigned_abs();
            let right = other.mantissa.unsigned_abs();
            (left << left.leading_zeros()).cmp(&(right << right.leading_zeros()))
        })
    }
}

#[cfg(not(creusot))]
impl Ord for Dyadic {
    /// Total on all values: no alignment that could overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (sign, other_sign) = (self.mantissa.signum(), other.mantissa.signum());
        sign.cmp(&other_sign).then_with(|| match sign {
            0 => Ordering::Equal,
            1 => self.compare_magnitude(*other),
            _ => other.compare_magnitude(*self),
        })
    }
}

#[cfg(not(creusot))]
impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(not(creusot))]
impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

#[cfg(not(creusot))]
impl Eq for Dyadic {}

#[cfg(not(creusot))]
impl Exact for Dyadic {
    fn integer(value: i64) -> Self {
        Self::new(i128::from(value), 0)
    }

    fn plus(&self, other: &Self) -> Result<Self, Inexpressible> {
        self.sum(*other)
    }

    fn minus(&self, other: &Self) -> Result<Self, Inexpressible> {
        self.difference(*other)
    }

    fn times(&self, other: &Self) -> Result<Self, Inexpressible> {
        self.product(*other)
    }

    fn over(&self, other: &Self) -> Result<Self, Inexpressible> {
        self.quotient(*other)
    }

    fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Self, Inexpressible> {
        self.scaled(exponent)
    }

    fn rounded_down(&self) -> Result<Self, Inexpressible> {
        Ok(self.floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every small mantissa and exponent, and the extremes: the domain of the exhaustive tests below.
    fn samples() -> Vec<Dyadic> {
        let mut all = Vec::new();
        for mantissa in (-9..=9).chain([i128::MIN, i128::MIN + 1, i128::MAX - 1, i128::MAX]) {
            for exponent in [-130, -127, -3, -1, 0, 2, 5, 126] {
                all.push(Dyadic::new(mantissa, exponent));
            }
        }
        all
    }

    #[test]
    fn operations_agree_with_rationals_or_refuse() {
        let all = samples();
        for a in &all {
            let ra = a.to_rational().unwrap();
            assert_eq!(a.rounded_down().unwrap().to_rational().unwrap(), ra.floor());
            for b in &all {
                let rb = b.to_rational().unwrap();
                assert_eq!(a.cmp(b), ra.cmp(&rb), "{a:?} {b:?}");
                for (name, dyadic, rational) in [
                    ("plus", a.plus(b), ra.plus(&rb)),
                    ("minus", a.minus(b), ra.minus(&rb)),
                    ("times", a.times(b), ra.times(&rb)),
                    ("over", a.over(b), ra.over(&rb)),
                ] {
                    if let Ok(value) = dyadic {
                        assert_eq!(value.to_rational().unwrap(), rational.unwrap(), "{a:?} {name} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn small_operands_are_never_refused_except_for_a_true_reason() {
        for a in -9..=9_i128 {
            for b in -9..=9_i128 {
                let (x, y) = (Dyadic::new(a, -2), Dyadic::new(b, 3));
                assert!(x.plus(&y).is_ok() && x.minus(&y).is_ok() && x.times(&y).is_ok());
                let odd = if b == 0 { 0 } else { b >> b.trailing_zeros() };
                let expected = match odd {
                    0 => Err(Inexpressible::DivisionByZero),
                    d if a % d != 0 => Err(Inexpressible::Inexact),
                    _ => Ok(()),
                };
                assert_eq!(x.over(&y).map(|_| ()), expected, "{a} / {b}");
            }
        }
    }

    /// Whether a number has no mantissa strictly between ±2^127 at the exponent e.
    fn is_beyond(number: &Rational, e: i32) -> bool {
        let end = Dyadic::new(1, e).to_rational().unwrap().scaled_by_power_of_two(127).unwrap();
        *number >= end || *number <= end.negated().unwrap()
    }

    /// The contracts say when each operation is refused; no other refusal happens.
    #[test]
    fn each_refusal_has_the_reason_of_its_contract() {
        let all = samples();
        let mut refused = [0; 5];
        for a in &all {
            let ra = a.to_rational().unwrap();
            for b in &all {
                let rb = b.to_rational().unwrap();
                let common = match (a.mantissa, b.mantissa) {
                    (0, _) => b.exponent,
                    (_, 0) => a.exponent,
                    _ => a.exponent.min(b.exponent),
                };
                let beyond = is_beyond(&ra, common) || is_beyond(&rb, common);
                for (result, exact) in [(a.sum(*b), ra.plus(&rb)), (a.difference(*b), ra.minus(&rb))] {
                    if let Err(error) = result {
                        assert_eq!(error, Inexpressible::Overflow);
                        assert!(beyond || is_beyond(&exact.unwrap(), common), "{a:?} {b:?}");
                        refused[0] += 1;
                    }
                }
                if let Err(error) = a.product(*b) {
                    assert_eq!(error, Inexpressible::Overflow);
                    assert_eq!(a.mantissa.checked_mul(b.mantissa), None, "no exponent is near the end here");
                    refused[1] += 1;
                }
                match a.quotient(*b) {
                    Ok(_) => {}
                    Err(Inexpressible::DivisionByZero) => assert_eq!(b.mantissa, 0),
                    Err(error) => {
                        let odd = b.mantissa >> b.mantissa.trailing_zeros();
                        if error == Inexpressible::Inexact {
                            assert_ne!(a.mantissa.checked_rem(odd), Some(0));
                            refused[2] += 1;
                        } else {
                            assert_eq!((error, a.mantissa, odd), (Inexpressible::Overflow, i128::MIN, -1));
                            refused[3] += 1;
                        }
                    }
                }
            }
            for exponent in [i32::MIN, -1, 0, 1, i32::MAX] {
                let fits = a.exponent.checked_add(exponent).is_some();
                assert_eq!(
                    a.scaled(exponent),
                    if fits {
                        Ok(Dyadic::new(a.mantissa, a.exponent + exponent))
                    } else {
                        Err(Inexpressible::Overflow)
                    }
                );
                refused[4] += usize::from(!fits);
            }
        }
        assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
    }

    #[test]
    fn overflow_is_refused_not_wrapped() {
        let big = Dyadic::new(i128::MAX, 0);
        assert_eq!(big.plus(&Dyadic::integer(1)), Err(Inexpressible::Overflow));
        assert_eq!(big.times(&Dyadic::integer(2)), Err(Inexpressible::Overflow));
        assert_eq!(Dyadic::new(i128::MIN, 0).negated(), Err(Inexpressible::Overflow));
        assert_eq!(Dyadic::new(1, i32::MAX).scaled_by_power_of_two(1), Err(Inexpressible::Overflow));
        assert_eq!(Dyadic::new(1, i32::MAX).plus(&Dyadic::new(1, i32::MIN)), Err(Inexpressible::Overflow));
        assert!(Dyadic::new(1, i32::MAX) > Dyadic::new(i128::MAX, i32::MIN));
    }
}
