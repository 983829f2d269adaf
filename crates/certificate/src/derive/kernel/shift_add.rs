//! The shift-and-add logarithms, executed again on unlimited integers, and their error derived from their constants.
//!
//! The proof is in `crates/finite/src/ln/shift_add.rs`; here each line of its ledger is a formula. Unit: 2^-64.

use super::facts::{Derived, Facts, Item, below, steps};
use super::literals::literals;
use crate::model::Number;
use crate::model::{Constants, Domain, Unit};
use crate::refusal::Refusal;
use crate::sources::{Part, certified_kernel};
use kdelta_oracle::enclosure::{Enclosure, ln};
use kdelta_oracle::number::{Rational, dyadic, product};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::fmt::Display;

/// One of the three kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShiftAdd {
    pub(crate) width: u32,
    steps: u32,
    /// The largest e of e·ln 2.
    exponents: u32,
    /// Fraction bits of the result; 64 less these are dropped by the last shift.
    fraction: u32,
    /// What is added before the last shift.
    centre: u64,
}

pub(crate) const WIDTH_16: ShiftAdd =
    ShiftAdd { width: 16, steps: 12, exponents: 15, fraction: 28, centre: 1 << 35 };
pub(crate) const WIDTH_32: ShiftAdd =
    ShiftAdd { width: 32, steps: 18, exponents: 31, fraction: 48, centre: 1 << 15 };
pub(crate) const WIDTH_64: ShiftAdd =
    ShiftAdd { width: 64, steps: 21, exponents: 90, fraction: 58, centre: 10 };

pub(crate) const SOURCE: &str = "crates/finite/src/ln/shift_add.rs";
const BITS: u32 = 128;
/// How many constants ln(1+2^-k) there are.
const LN_FACTORS: usize = 21;

impl ShiftAdd {
    pub(crate) fn facts(self) -> Facts {
        let width = self.width;
        let domain = if width == 64 {
            Domain {
                from: (&dyadic(1, -91)).into(),
                below: 1.into(),
                points: "n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90".into(),
            }
        } else {
            steps(width)
        };
        Facts {
            function: if width == 64 {
                "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}".into()
            } else {
                format!("kdelta_finite::ln::shift_add::minus_ln_{width}")
            },
            format: format!("fixed point, {} fraction bits", self.fraction),
            domain,
            sources: certified_kernel(Part::ShiftAdd),
            binary: None,
        }
    }

    pub(crate) fn constants(self, source: &str) -> Result<Vec<Constants>, Refusal> {
        let group = |name: &str, item: &str, count, meaning: &str, unit: i32| {
            let values = literals(source, item, count)?;
            let number = |value: u128| Number(dyadic(value, unit));
            Ok(Constants {
                name: name.into(),
                meaning: meaning.into(),
                values: values.into_iter().map(number).collect(),
            })
        };
        Ok(vec![
            group(
                "LN_FACTORS",
                "LN_FACTORS: [u64; 21]",
                LN_FACTORS,
                "ln(1+2^-k) for k = 1 to 21, to the nearest multiple of 2^-64",
                -64,
            )?,
            group("LN_2", "LN_2: u128", 1, "ln 2 to the nearest multiple of 2^-80", -80)?,
        ])
    }

    /// Every constant against its enclosure, then the ledger.
    pub(crate) fn derive(self, constants: &[Constants]) -> Result<Derived, Refusal> {
        let oracle = Refusal::underivable("constants");
        let missing = || Refusal::new("constants", "must be 21 LN_FACTORS and one LN_2", "restore them");
        let [factors, ln_two] = constants else { return Err(missing()) };
        let [Number(ln_two)] = ln_two.values.as_slice() else { return Err(missing()) };
        if factors.values.len() != LN_FACTORS {
            return Err(missing());
        }
        let k = self.steps;
        let (mut above, mut below) = (Rational::zero(), Rational::zero());
        for (i, value) in (1_i32..).zip(&factors.values) {
            let error = off(&value.0, &ln(&(Rational::one() + dyadic(1, -i)), BITS).map_err(&oracle)?);
            within("LN_FACTORS", i, &error, &dyadic(1, -65))?;
            if i.unsigned_abs() <= k {
                above += error.hi().max(&Rational::zero());
                below -= error.lo().min(&Rational::zero());
            }
        }
        let two = Rational::from_integer(2.into());
        let error = off(ln_two, &ln(&two, BITS).map_err(&oracle)?);
        within("LN_2", 0, &error, &dyadic(1, -81))?;
        let exponents = Rational::from_integer(self.exponents.into());

        let unit = dyadic(1, -64);
        let power = |e: i32| dyadic(1, e);
        let steps = k.cast_signed();
        // Σ 2(1+2^-k); zero or two units for ⌊n/2⌋; r³/(3(1−r)) at r = 2^-K; 2r·2^(32−K)/2^63 at r = 2^(63−K).
        let shifts = (Rational::from_integer((2 * k + 2).into()) - power(1 - steps)) * &unit;
        let halved = if self.width == 64 { power(-63) } else { Rational::zero() };
        let three = Rational::from_integer(3.into());
        let tail = power(-3 * steps) / (three * (Rational::one() - power(-steps)));
        let head = power(-31 - 2 * steps);
        let (high_two, low_two) =
            (error.hi().max(&Rational::zero()) * &exponents, -error.lo().min(&Rational::zero()) * &exponents);

        // The last shift adds `centre` and drops at most 2^dropped − 1 units.
        let centre = dyadic(self.centre, -64);
        let lost = power(-self.fraction.cast_signed()) - &unit - &centre;
        let high = &halved + &shifts + &above + &high_two + &centre;
        let low = &below + &head + &unit + &tail + &low_two + &unit + &lost;
        let constants = above.max(below);
        let item = |name: &'static str, least: Rational| Item { name, unit: Unit::One, least };
        let items = if self.width == 64 {
            vec![
                item("last place, centred", power(-59)),
                item("shifts of m, half of them centred away", shifts / &two),
                item("n/2", halved),
                item("constants", constants),
                item("e ln 2", high_two.max(low_two)),
            ]
        } else {
            vec![
                item("last place", power(-1 - self.fraction.cast_signed())),
                item("r^3/3 and beyond", tail),
                item("r^2/2 from 31 bits", head),
                item("r^2/2 shift", unit.clone()),
                item("shifts of m", shifts),
                item("constants", constants),
                item("e ln 2", high_two.max(low_two) + &unit),
            ]
        };
        Ok(Derived { items, absolute: high.max(low), relative: Rational::zero() })
    }

    /// The kernel at v, step by step.
    pub(crate) fn execute(self, constants: &[Constants], v: &Rational) -> Option<Rational> {
        let (n, e) = self.split(v)?;
        let table = &constants.first()?.values;
        let ln_two = &constants.get(1)?.values.first()?.0;
        let integer = |x: &Rational, bits: i32| product(x, &dyadic(1, bits)).to_integer();
        let one = BigInt::one() << 63_u32;
        let (mut m, mut sum) = (n >> 1_u32, BigInt::zero());
        for k in 1..=self.steps {
            let next = &m + (&m >> k);
            if next <= one {
                m = next;
                sum += integer(&table.get(k as usize - 1)?.0, 64);
            }
        }
        let r = &one - m;
        let head = &r >> (32 - self.steps);
        let square = (&head * &head) >> (2 * self.steps - 1);
        let exponent = (integer(ln_two, 80) * e) >> 16_u32;
        let total = exponent + sum + r * 2_u32 + square + self.centre;
        let result = total >> (64 - self.fraction);
        Some(dyadic(result, -self.fraction.cast_signed()))
    }

    /// n and e with v = n·2^(−64−e), 2^63 ≤ n < 2^64, if v is in the domain.
    fn split(self, v: &Rational) -> Option<(BigInt, u32)> {
        if !v.is_positive() || *v >= Rational::one() {
            return None;
        }
        let e = u32::try_from(-super::rounding::exponent(v) - 1).ok()?;
        let n = product(v, &dyadic(1, 64 + e.cast_signed()));
        let on_grid = self.width == 64 || product(v, &dyadic(1, self.width.cast_signed())).is_integer();
        (n.is_integer() && on_grid && e <= self.exponents).then(|| (n.to_integer(), e))
    }

    /// How many inputs the domain has, if one may try them all.
    pub(crate) const fn size(self) -> Option<u64> {
        if self.width == 16 { Some(65_535) } else { None }
    }

    /// Input number i of a domain of known size.
    pub(crate) fn nth(self, i: u64) -> Rational {
        dyadic(i + 1, -self.width.cast_signed())
    }

    /// An input from two random words: any exponent with equal chance.
    pub(crate) fn sample(self, a: u64, b: u64) -> Rational {
        let e = below(a, self.exponents + 1);
        if self.width == 64 {
            return dyadic(b | 1 << 63, -64 - e);
        }
        let x = (b | 1 << 63) >> (64 - self.width) >> e;
        dyadic(x.max(1), -self.width.cast_signed())
    }
}

/// value − truth.
pub(crate) fn off(value: &Rational, truth: &Enclosure) -> Enclosure {
    Enclosure::exact(value.clone()).minus(truth)
}

/// Refuses a constant that is farther from the truth than `limit`.
pub(crate) fn within(
    name: &str,
    i: impl Display,
    error: &Enclosure,
    limit: &Rational,
) -> Result<(), Refusal> {
    if error.hi() <= limit && *error.lo() >= -limit {
        return Ok(());
    }
    let why = format!(
        "differs from what it stands for by more than half of its last place ({})",
        kdelta_oracle::number::decimal::short(error.hi())
    );
    Err(Refusal::new(format!("constants {name}, entry {i}"), why, "correct the constant in the source"))
}
