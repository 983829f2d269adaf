//! Enclosures of ln and artanh.

use super::constants::ln_two_scaled;
use super::exponential::exp_scaled;
use super::scaled::Scaled;
use super::{Enclosure, refine};
use crate::number::{Rational, require_positive};
use crate::refusal::{Condition, Refusal};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Below this many bits the plain artanh series is used.
const BASE_BITS: u32 = 96;

/// ln m for ½ < m < 2, given as a positive rational, with about w bits after the point.
///
/// y is an approximation from a quarter of the bits; whatever its quality, ln m = y + ln(1+t) with t = m·e^{−y} − 1,
/// exactly. For |t| ≤ ½, ln(1+t) = t − t²/2 + t³/3 + ρ with |ρ| ≤ Σ_{i≥4}|t|^i/i ≤ t⁴/(4(1−|t|)) ≤ t⁴/2.
/// A y so poor that |t| > ½ cannot occur with the widths used here; it is refused, not assumed.
fn ln_near_one(m: &Rational, w: u32) -> Result<Scaled, Refusal> {
    if w <= BASE_BITS {
        return Ok(series(m, w));
    }
    let coarse = ln_near_one(m, w / 4 + 8)?;
    let y = coarse.middle() << (w - coarse.bits);
    let growth = exp_scaled(&-&y, w)?;
    let t = growth.times_integer(m.numer()).over_positive(m.denom()).minus(&Scaled::one(w));
    let half = BigInt::one() << (w - 1);
    if t.lo < -&half || t.hi > half {
        return Err(Refusal::Undecided { what: "the logarithm's first approximation", bits: w });
    }
    let square = t.times(&t);
    let cube = square.times(&t);
    let fourth = square.times(&square);
    // At scale w, ⌈t⁴⌉ ≥ t⁴/2.
    let remainder = fourth.hi;
    let body = t.minus(&square.times_power_of_two(-1)).plus(&cube.over_positive(&BigInt::from(3)));
    let corrected = Scaled { lo: body.lo - &remainder, hi: body.hi + remainder, bits: w };
    Ok(corrected.plus(&Scaled::point(y, w)))
}

/// ln m = 2 artanh z = 2 Σ z^{2k+1}/(2k+1), z = (m−1)/(m+1), |z| < 1/3 for ½ < m < 2.
///
/// The sum is formed on intervals; each term shrinks by z² < 1/9, so the tail is below an eighth of the last term's
/// power, and the loop ends when that power is at most one unit: one unit either way covers it.
fn series(m: &Rational, w: u32) -> Scaled {
    let one = Rational::one();
    let z = Scaled::around(&((m - &one) / (m + &one)), w);
    let square = z.times(&z);
    let mut power = z;
    let mut sum = Scaled::point(BigInt::zero(), w);
    let mut odd = 1_u32;
    while power.lo.magnitude().bits() > 1 || power.hi.magnitude().bits() > 1 {
        sum = sum.plus(&power.over_positive(&odd.into()));
        power = power.times(&square);
        odd += 2;
    }
    // The first omitted power is at most one unit in magnitude; with its tail, below 9/8 units.
    Scaled { lo: sum.lo - 2, hi: sum.hi + 2, bits: w }.times_power_of_two(1)
}

/// The exponent e with ½ < x·2^-e < 2: the difference of the bit lengths.
fn binary_exponent(x: &Rational) -> Result<i64, Refusal> {
    let bits = |n: &BigInt| {
        i64::try_from(n.bits())
            .map_err(|_| Refusal::too_large("bits of the argument of ln", n.bits(), i64::MAX))
    };
    Ok(bits(x.numer())? - bits(x.denom())?)
}

/// ln x for x > 0, with w working bits after the point.
fn ln_scaled(x: &Rational, w: u32) -> Result<Scaled, Refusal> {
    let exponent = binary_exponent(x)?;
    let shift = exponent.unsigned_abs();
    let m = if exponent >= 0 {
        Rational::new_raw(x.numer().clone(), x.denom() << shift)
    } else {
        Rational::new_raw(x.numer() << shift, x.denom().clone())
    };
    let ln_m = ln_near_one(&m, w)?;
    if exponent == 0 {
        return Ok(ln_m);
    }
    // 64 more bits absorb the factor e on the width of ln 2.
    let ln_two = ln_two_scaled(w + 64).times_integer(&exponent.into()).at_scale(w);
    Ok(ln_m.plus(&ln_two))
}

/// An enclosure of ln x of width at most `2^-bits`.
///
/// ```
/// use kdelta_oracle::{enclosure::ln, number::parse};
/// let ln10 = ln(&parse("10").unwrap(), 64).unwrap();
/// assert!(ln10.lo() > &parse("2.302585092994045684").unwrap() && ln10.hi() < &parse("2.302585092994045685").unwrap());
/// ```
///
/// # Errors
/// Refused unless x > 0, or beyond [`super::MAX_BITS`].
pub fn ln(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    require_positive("the argument of ln", x)?;
    if x.is_one() {
        return Ok(Enclosure::exact(Rational::zero()));
    }
    refine(bits, |w| ln_scaled(x, w))
}

/// An enclosure of artanh x = ½ ln((1+x)/(1−x)) of width at most `2^-bits`.
///
/// # Errors
/// Refused unless −1 < x < 1, or beyond [`super::MAX_BITS`].
pub fn artanh(x: &Rational, bits: u32) -> Result<Enclosure, Refusal> {
    let one = Rational::one();
    if x.abs() >= one {
        return Err(Refusal::condition(Condition::InDomain("|the argument of artanh| < 1"), x.clone(), one));
    }
    let half = Rational::new(1.into(), 2.into());
    Ok(ln(&((&one + x) / (&one - x)), bits)?.scaled(&half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_lands_between_a_half_and_two() {
        for (above, below) in
            [(1, 1), (3, 4), (4, 3), (1, 1_000_000), (i64::MAX, 1), (1, i64::MAX), (255, 256)]
        {
            let x = Rational::new(above.into(), below.into());
            let e = binary_exponent(&x).unwrap();
            let two = Rational::from_integer(2.into());
            let m = &x / two.pow(i32::try_from(e).unwrap());
            assert!(m > two.recip() && m < two, "{above}/{below}");
        }
    }

    #[test]
    fn base_case_and_recursion_agree() {
        for text in ["3/4", "1.9999", "0.5001", "1000001/1000000"] {
            let m = crate::number::parse(text).unwrap();
            let (a, b) = (series(&m, 90).to_enclosure(), ln_near_one(&m, 400).unwrap().to_enclosure());
            assert!(a.contains_enclosure(&b), "{text}");
        }
    }
}
