//! What the tests share: exact numbers, seeded and failing entropy, and correct rounding of rationals.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use kdelta::{Entropy, EntropyError, Rational};
use kdelta_finite::ledger::{Ledger, Unit};
use kdelta_oracle::number::{dyadic, parse};

pub fn q(text: &str) -> Rational {
    parse(text).unwrap()
}

pub fn exact(x: f64) -> Rational {
    Rational::from_float(x).unwrap()
}

pub fn integer(x: u128) -> Rational {
    Rational::from_integer(x.into())
}

/// The sum of the terms of one unit.
pub fn sum(ledgers: &[Ledger], unit: Unit) -> Rational {
    let terms = ledgers.iter().flat_map(|ledger| ledger.terms).filter(|term| term.unit == unit);
    terms.map(|term| integer(term.mantissa.into()) * dyadic(1, term.exponent)).sum()
}

/// The e with 2^e ≤ x < 2^(e+1), for x > 0.
pub fn binade(x: &Rational) -> i32 {
    let bits = |n: &num_bigint::BigInt| i32::try_from(n.bits()).unwrap();
    let guess = bits(x.numer()) - bits(x.denom());
    if &dyadic(1, guess) <= x { guess } else { guess - 1 }
}

/// x rounded to `precision` significant bits, ties to even: IEEE 754 without overflow and underflow.
pub fn round(x: &Rational, precision: i32) -> Rational {
    let zero = q("0");
    if x == &zero {
        return zero;
    }
    let magnitude = if x < &zero { -x } else { x.clone() };
    let unit = dyadic(1, binade(&magnitude) + 1 - precision);
    let scaled = magnitude / &unit;
    let (floor, half) = (scaled.floor(), q("1/2"));
    let fraction = &scaled - &floor;
    let odd = floor.numer().bit(0);
    let up = fraction > half || fraction == half && odd;
    let rounded = (if up { floor + q("1") } else { floor }) * unit;
    if x < &zero { -rounded } else { rounded }
}

/// SplitMix64: seeded, for tests only.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Entropy for Seeded {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

/// Delivers `left` bytes, then writes zeros and says that it failed.
pub struct Failing {
    pub left: usize,
}

impl Entropy for Failing {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        bytes.fill(0);
        self.left = self.left.checked_sub(bytes.len()).ok_or(EntropyError)?;
        Ok(())
    }
}
