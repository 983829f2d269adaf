//! cos and sin of a fraction of a turn, executed again on unlimited integers, and their error derived from their constants.
//!
//! The proof is in `crates/finite/src/cos_sin.rs`; here each line of its ledger is a formula. Unit: 2^-64. The model gives
//! the cosine; the sine at v is the cosine at v − 1/4, and the ledger covers both polynomials.

use super::facts::{Derived, Facts, Item};
use super::literals::literals;
use super::shift_add::{off, within};
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::Refusal;
use crate::sources::{Part, certified_kernel};
use kdelta_oracle::enclosure::{Enclosure, cos, pi};
use kdelta_oracle::number::{Rational, dyadic, product, sum};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

pub(crate) const SOURCE: &str = "crates/finite/src/cos_sin.rs";
const BITS: u32 = 128;

/// The exponents s, which the source writes in decimal: a coefficient is an integer of 64 bits times 2^-(64+s).
pub(crate) const SHIFTS_SIN: [u32; 9] = [2, 6, 12, 18, 25, 32, 40, 48, 56];
pub(crate) const SHIFTS_COS: [u32; 8] = [3, 8, 14, 20, 27, 35, 43, 51];

/// The kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CosSin;

/// Refuses a source whose exponents are others than those above.
pub(crate) fn check_shifts(source: &str) -> Result<(), Refusal> {
    for (name, shifts) in [("SIN", &SHIFTS_SIN[..]), ("COS", &SHIFTS_COS[..])] {
        let line = format!("SHIFTS_{name}: [u32; {}] = {shifts:?};", shifts.len());
        if source.matches(&line).count() != 1 {
            let why = format!("of the source are not those of the audit's model: {line}");
            return Err(Refusal::new("constants.shifts", why, "correct the source or extend the audit"));
        }
    }
    Ok(())
}

/// cos 2πv, of width at most 2^-bits.
pub(crate) fn exact(v: &Rational, bits: u32) -> Result<Enclosure, kdelta_oracle::Refusal> {
    let angle = pi(bits + 8)?.scaled(&sum(v, v));
    // The slope of cos is at most 1.
    let slack = Enclosure::new(-angle.width(), angle.width())?;
    Ok(cos(angle.lo(), bits + 2)?.plus(&slack))
}

/// 1/n!.
fn inverse_factorial(n: u32) -> Rational {
    (1..=n).map(|i| Rational::new(1.into(), i.into())).product()
}

/// The constants by name.
struct View<'a> {
    pi: &'a Rational,
    sin: Vec<(&'a Rational, u32)>,
    cos: Vec<(&'a Rational, u32)>,
}

impl CosSin {
    pub(crate) fn facts(self) -> Facts {
        Facts {
            function: "kdelta_finite::cos_sin::cos_sin".into(),
            format: "fixed point, 62 fraction bits".into(),
            domain: Domain {
                from: 0.into(),
                below: 1.into(),
                points: "turn·2^-64 for the integers 0 ≤ turn < 2^64".into(),
            },
            sources: certified_kernel(Part::CosSin),
            binary: None,
        }
    }

    pub(crate) fn constants(self, source: &str) -> Result<Vec<Constants>, Refusal> {
        check_shifts(source)?;
        let group = |name: &str, item: &str, shifts: &[u32], unit: i32, meaning: &str| {
            let values = literals(source, item, shifts.len())?;
            let number = |(value, s): (u128, &u32)| Number(dyadic(value, unit - s.cast_signed()));
            Ok(Constants {
                name: name.into(),
                meaning: meaning.into(),
                values: values.into_iter().zip(shifts).map(number).collect(),
            })
        };
        Ok(vec![
            group("PI", "PI: u64", &[0], -62, "π to the nearest multiple of 2^-62")?,
            group("SIN", "SIN: [u64; 9]", &SHIFTS_SIN, -64, "1/(2k+1)! for k = 1 to 9, to 64 bits")?,
            group("COS", "COS: [u64; 8]", &SHIFTS_COS, -64, "2/(2k+2)! for k = 1 to 8, to 64 bits")?,
        ])
    }

    fn view(constants: &[Constants]) -> Option<View<'_>> {
        let [pi, sin, cos] = constants else { return None };
        if sin.values.len() != SHIFTS_SIN.len() || cos.values.len() != SHIFTS_COS.len() {
            return None;
        }
        Some(View {
            pi: &pi.values.first()?.0,
            sin: sin.values.iter().map(|value| &value.0).zip(SHIFTS_SIN).collect(),
            cos: cos.values.iter().map(|value| &value.0).zip(SHIFTS_COS).collect(),
        })
    }

    /// Every constant against what it stands for, then the ledger.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Derived, Refusal> {
        let oracle = Refusal::underivable("constants");
        let Some(view) = Self::view(constants) else {
            return Err(Refusal::new("constants", "are not those of this kernel", "restore them"));
        };
        let power = |e: i32| dyadic(1, e);
        let unit = power(-64);
        let true_pi = pi(BITS).map_err(&oracle)?;
        let pi_error = off(view.pi, &true_pi);
        within("PI", 0, &pi_error, &power(-63))?;
        let pi_units = pi_error.lo().abs().max(pi_error.hi().abs()) * power(62);

        // x is rounded to a unit, and y ≤ 2^61; z is x² rounded.
        let x_units = power(-1) + pi_units;
        let x = true_pi.hi() * power(-2) + &x_units * &unit;
        let z = &x * &x + power(-65);
        let sin = nested("SIN", &view.sin, 1, 3, &z)? * &x * power(-2);
        let cos = nested("COS", &view.cos, 2, 4, &z)? * &z * power(-4);
        let shift = power(-126);
        let (sin, cos) = (sin * &unit + &shift, cos * &unit + &shift);
        let angle = x_units * &unit;
        // |d cos/dz| ≤ 1/2 and |d sin/dz| ≤ x/6, z off by half a unit.
        let (square_cos, square_sin) = (power(-66), &x * power(-65) / Rational::from_integer(6.into()));
        // The first terms left out: both series alternate and decrease, as z < 1.
        let tenth = z.pow(10);
        let (cut_cos, cut_sin) = (&tenth * inverse_factorial(20), &tenth * &x * inverse_factorial(21));
        let last = power(-63);
        let absolute = {
            let of_cos = &cos + &square_cos + &cut_cos;
            let of_sin = &sin + &square_sin + &cut_sin;
            of_cos.max(of_sin) + &angle + &last
        };
        let item = |name: &'static str, least: Rational| Item { name, unit: Unit::One, least };
        let items = vec![
            item("last place", last),
            item("angle", angle),
            item("square", square_cos.max(square_sin)),
            item("polynomial", cos.max(sin)),
            item("series cut", cut_cos.max(cut_sin)),
        ];
        Ok(Derived { items, absolute, relative: Rational::zero() })
    }

    /// The cosine at v, step by step.
    pub(crate) fn execute(self, constants: &[Constants], v: &Rational) -> Option<Rational> {
        let turn = product(v, &dyadic(1, 64));
        if !turn.is_integer() || turn.is_negative() || *v >= Rational::one() {
            return None;
        }
        let view = Self::view(constants)?;
        let quarter = BigInt::one() << 62_u32;
        let turn = turn.to_integer();
        let (octant, within) = ((&turn >> 61_u32).to_u32()?, &turn % &quarter);
        let y = (&quarter - &within).min(within);

        let nearest = |p: BigInt, k: u32| (p + (BigInt::one() << (k - 1))) >> k;
        let x = nearest((y << 2_u32) * integer(view.pi, 62), 63);
        let z = nearest(&x * &x, 64);
        // Octants 0, 3, 4 and 7 take the cosine of y, the others its sine.
        let sum = if matches!(octant, 0 | 3 | 4 | 7) {
            (BigInt::one() << 126_u32) - (&z << 61_u32) + ((&z * d(&z, &view.cos)) >> 6_u32)
        } else {
            (&x << 62_u32) - ((&x * d(&z, &view.sin)) >> 4_u32)
        };
        let magnitude = dyadic(nearest(sum, 64), -62);
        Some(if matches!(octant, 2..=5) { -magnitude } else { magnitude })
    }

    /// An input from a random word.
    pub(crate) fn sample(self, word: u64) -> Rational {
        dyadic(word, -64)
    }

    /// The ends of the octants and their neighbours.
    pub(crate) fn ends(self) -> Vec<Rational> {
        let around = |i: u64| {
            let eighth = i << 61;
            [eighth, eighth + 1, eighth.wrapping_sub(1)]
        };
        (0..8).flat_map(around).map(|word| self.sample(word)).collect()
    }
}

fn integer(x: &Rational, bits: u32) -> BigInt {
    product(x, &dyadic(1, bits.cast_signed())).to_integer()
}

/// ⌊z·inner/2^64⌋ for the nested polynomial of these coefficients.
fn d(z: &BigInt, coefficients: &[(&Rational, u32)]) -> BigInt {
    // Nothing is inside the innermost coefficient: zero, whatever it is shifted by.
    let innermost = (BigInt::zero(), 64);
    let (inner, _) = coefficients.iter().rev().fold(innermost, |(inner, above), (value, s)| {
        (integer(value, 64 + s) - ((z * inner) >> (64 + above - s)), *s)
    });
    (z * inner) >> 64_u32
}

/// How far d can be off, in units: each step adds the coefficient's own error and a floor.
fn nested(
    name: &str,
    coefficients: &[(&Rational, u32)],
    scale: u32,
    first: u32,
    z: &Rational,
) -> Result<Rational, Refusal> {
    let mut error: Option<(Rational, u32)> = None;
    let factorials: Vec<u32> = (first..).step_by(2).take(coefficients.len()).collect();
    for ((value, s), n) in coefficients.iter().zip(factorials).rev() {
        let places = s.cast_signed() + 64;
        let truth = Rational::from_integer(scale.into()) * inverse_factorial(n);
        let own = off(value, &Enclosure::exact(truth));
        within(name, n, &own, &dyadic(1, -1 - places))?;
        // No step underflows if every coefficient has its top bit and the next is shifted by more.
        if **value < dyadic(1, 63 - places) || error.as_ref().is_some_and(|(_, above)| *above < s + 4) {
            let why = "has fewer than 64 bits, so that a step could underflow";
            return Err(Refusal::new(format!("constants {name}, entry {n}"), why, "correct the source"));
        }
        let own = own.lo().abs().max(own.hi().abs()) * dyadic(1, places);
        let next = match error {
            None => own,
            Some((inner, above)) => {
                own + Rational::one() + inner * z * dyadic(1, s.cast_signed() - above.cast_signed())
            }
        };
        error = Some((next, *s));
    }
    let Some((error, _)) = error else {
        return Err(Refusal::new(format!("constants {name}"), "are missing", "correct the source"));
    };
    Ok(error * z + Rational::one())
}
