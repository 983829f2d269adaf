//! The rigorous fast filter: −ln of a dyadic, in integers, with a proved error of at most 2^-81.
//!
//! Fixed point instead of double-double: the speed is the same (a handful of 64-bit products), the result does
//! not depend on a floating-point unit or a compiler's contraction, and the proof is a list of floors. The
//! table and the constants come from MPFR enclosures when the filter is built, and the bound on r is checked
//! there, cell by cell, in exact integers; so the argument below rests on no printed number.
//!
//! x = 2^-k·m with m = N/2^64 in [1/2, 1). The ten bits after the leading one of N choose C, and with c = C/2^13
//! and r = m·c − 1: −ln x = k·ln 2 + ln c − ln(1+r), where
//! −ln(1+r) = −r + r²·q(r), q(r) = 1/2 − r/3 + r²/4 − r³/5 + r⁴/6 − r⁵/7 + …
//!
//! |r| ≤ ϱ = 9·2^-14 < 2^-10.8. Results are in units of 2^-100 ([`FRACTION`]), called *units*.
//!
//! **Ledger** (each line bounds its share of |computed − exact|):
//! | operation | error |
//! |---|---|
//! | N·C − 2^77: r in units of 2^-77; −r by a left shift | exact |
//! | ρ = r to 73 bits, floor: \|ρ² − r²\| ≤ (2ϱ + 2^-73)·2^-73, times q ≤ 0.501 | 0.57·2^-83 |
//! | ρ² to 84 bits, floor: 2^-84·q | 0.26·2^-83 |
//! | q to 62 bits: six steps, each a constant (½ unit of 2^-62) and a floor (1), \|ρ − r\|·½ negligible; inner errors times ϱ: < 1.6·2^-62, times r² ≤ 81·2^-28 | 1.02·2^-83 |
//! | series cut after r⁷: ϱ⁸/8/(1−ϱ) | 0.02·2^-83 |
//! | product ρ²·q to 100 bits, floor; ln c; the kernel's output | 3·2^-100 |
//! | k·ln 2, \|k\| ≤ 1100: 1100·2^-100 | 0.01·2^-83 |
//! | **sum** | **< 1.9·2^-83 < 2^-82** |
//!
//! With the objective |y′ − y| − 2^-p·|y| for p ≥ 1, the error is at most 3/2 of that plus a unit: below
//! [`MARGIN`] = 2^-81. The sum is tight to a factor of about three: tests see 2^-83.

use crate::enclosure;
use crate::error::Error;
use crate::number::Dyadic;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// Results are in units of 2^-FRACTION.
pub const FRACTION: u32 = 100;

/// Bounds |[`Filter::objective`] − true objective|, in units: 2^19 units are 2^-81.
pub const MARGIN: i128 = 1 << (FRACTION - 81);

/// Names this filter in state files: tallies of different filters do not mix.
pub const VERSION: &str = "fixed point, 1024 cells, 2^-81";

/// Largest |k|: x between 2^-1100 and 2^1100.
const MAX_EXPONENT: i32 = 1100;

/// ϱ in units of 2^-77.
const LARGEST_R: u128 = 9 << 63;

/// 1/j in units of 2^-62, rounded to nearest, for j = 2 … 7.
const COEFFICIENTS: [i64; 6] = {
    let mut all = [0; 6];
    let mut j = 0;
    let mut divisor = 2;
    while j < 6 {
        #[expect(clippy::indexing_slicing, reason = "j < 6, evaluated by the compiler")]
        {
            all[j] = ((1 << 62) + divisor / 2) / divisor;
        }
        divisor += 1;
        j += 1;
    }
    all
};

#[derive(Clone, Copy)]
struct Cell {
    /// C: c = C/2^13.
    inverse: u64,
    /// ln c in units, within one unit.
    ln: i128,
}

/// The table of the filter.
pub struct Filter {
    cells: Box<[Cell; 1024]>,
    /// ln 2 in units, within one unit.
    ln_two: i128,
}

/// One point, filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filtered {
    /// The exact value in units, within [`MARGIN`].
    pub exact: i128,
    /// The objective in units, within [`MARGIN`].
    pub objective: i128,
}

/// ⌊ln x·2^100⌋, or one less than that: MPFR's lower end at 160 bits, floored.
fn ln_in_units(x: &Rational) -> Result<i128, Error> {
    let below = enclosure::ln(x, 160)?.lo() * dyadic(1, FRACTION.cast_signed());
    below
        .floor()
        .to_integer()
        .to_i128()
        .ok_or_else(|| Error::Domain { what: "a constant of the filter", value: x.to_string() })
}

impl Filter {
    /// Builds the table from MPFR enclosures and checks |r| ≤ ϱ on every cell.
    ///
    /// # Errors
    /// [`Error::Unproved`] if a cell breaks the bound on r: a wrong table is not used.
    pub fn new() -> Result<Self, Error> {
        let mut cells = Box::new([Cell { inverse: 0, ln: 0 }; 1024]);
        for (cell, j) in cells.iter_mut().zip(1024_u64..) {
            // The middle of the cell is (2j+1)/4096; c is its inverse to 13 bits, rounded to nearest.
            let middle = 2 * j + 1;
            let inverse = ((1 << 25) + middle / 2) / middle;
            // r = m·c − 1 is affine in N, so its extremes are at the first and the last N of the cell.
            let (first, last) = (u128::from(j) << 53, (u128::from(j + 1) << 53) - 1);
            let within = |n: u128| (n * u128::from(inverse)).abs_diff(1 << 77) <= LARGEST_R;
            if !(within(first) && within(last)) {
                return Err(Error::Unproved {
                    cell: format!("cell {j} of the filter"),
                    step: "|m·c − 1| exceeds 9·2^-14".to_owned(),
                });
            }
            let c = Rational::new(inverse.into(), 8192.into());
            *cell = Cell { inverse, ln: ln_in_units(&c)? };
        }
        Ok(Self { cells, ln_two: ln_in_units(&dyadic(2, 0))? })
    }

    /// −ln(mantissa·2^exponent) in units.
    ///
    /// # Guarantee
    /// Within 2^-82 of the truth (ledger in the module's head). None unless mantissa > 0 fits 64 bits and the
    /// exponent is admissible.
    #[must_use]
    #[inline]
    pub fn minus_ln(&self, x: Dyadic) -> Option<i128> {
        let n = u64::try_from(x.mantissa).ok()?;
        if n == 0 {
            return None;
        }
        let zeros = n.leading_zeros();
        let k = zeros.cast_signed().checked_sub(x.exponent)?.checked_sub(64)?;
        if !(-MAX_EXPONENT..=MAX_EXPONENT).contains(&k) {
            return None;
        }
        let n = n << zeros;
        let cell = self.cells.get(low_usize(n >> 53) & 1023)?;
        // Wrapping operations throughout: the ledger's magnitudes leave no room for overflow, and a check in
        // every product would cost more than the product. N·C < 2^64·2^14.
        let r = u128::from(n).wrapping_mul(u128::from(cell.inverse)).cast_signed().wrapping_sub(1 << 77);
        let rho = low_i64(r >> 4); // |ρ| ≤ 9·2^59 + 1 in units of 2^-73
        let square = low_i64(product(rho, rho) >> 62); // at most 81·2^56 + 1 in units of 2^-84
        let [a2, a3, a4, a5, a6, a7] = COEFFICIENTS;
        let step = |a: i64, inner: i64| a.wrapping_sub(low_i64(product(rho, inner) >> 73));
        let q = step(a2, step(a3, step(a4, step(a5, step(a6, a7))))); // 0.5 ± 0.001 in units of 2^-62
        let tail = product(square, q) >> 46; // 2^62.4·2^61.1 before the shift: below 2^124
        // |k·ln 2| < 2^110, ln c < 2^100, r·2^23 < 2^90, tail < 2^79.
        let whole = i128::from(k).wrapping_mul(self.ln_two).wrapping_add(cell.ln);
        Some(whole.wrapping_sub(r << 23).wrapping_add(tail))
    }

    /// The objective |output − y| − 2^-p·|y|, y = −ln input, or |output − y| without p.
    ///
    /// # Guarantee
    /// Within [`MARGIN`] of the truth. None if the input is no positive dyadic of 64 bits, the output is 2^20
    /// or more in magnitude, or p = 0.
    #[must_use]
    #[inline]
    pub fn objective(&self, input: Dyadic, output: Dyadic, relative: Option<u32>) -> Option<Filtered> {
        objective(self.minus_ln(input)?, output, relative)
    }
}

/// The objective |output − exact| − 2^-p·|exact| for an exact value in units, or |output − exact| without p; what floors
/// lose is below two units.
#[inline]
pub(crate) fn objective(exact: i128, output: Dyadic, relative: Option<u32>) -> Option<Filtered> {
    let output = in_units(output)?;
    let error = output.wrapping_sub(exact).abs();
    let objective = match relative {
        None => error,
        Some(p @ 1..=99) => error.wrapping_sub(exact.abs() >> p),
        Some(_) => return None,
    };
    Some(Filtered { exact, objective })
}

/// x in units, floored; none for 2^20 and beyond.
#[inline]
fn in_units(x: Dyadic) -> Option<i128> {
    let bits = (128 - x.mantissa.unsigned_abs().leading_zeros()).cast_signed();
    if bits.checked_add(x.exponent)? > 20 {
        return None;
    }
    let shift = x.exponent.checked_add(FRACTION.cast_signed())?;
    Some(if shift >= 0 { x.mantissa << shift } else { x.mantissa >> shift.unsigned_abs().min(127) })
}

/// The full product; it cannot overflow.
#[inline]
pub(crate) fn product(a: i64, b: i64) -> i128 {
    i128::from(a).wrapping_mul(i128::from(b))
}

/// Every caller's number fits 64 bits by the ledger.
#[expect(clippy::cast_possible_truncation, reason = "the ledger bounds the magnitude below 2^63")]
#[inline]
pub(crate) const fn low_i64(x: i128) -> i64 {
    x as i64
}

/// The low bits; the caller masks ten of them.
#[expect(clippy::cast_possible_truncation, reason = "only the ten low bits are used")]
#[inline]
const fn low_usize(x: u64) -> usize {
    x as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;

    /// |filter − MPFR| in units of 2^-100, as an upper bound.
    fn error(filter: &Filter, x: Dyadic) -> Rational {
        let exact = enclosure::ln(&x.to_rational(), 192).unwrap().negated();
        let ours = Dyadic { mantissa: filter.minus_ln(x).unwrap(), exponent: -100 }.to_rational();
        (&ours - exact.lo()).abs().max((&ours - exact.hi()).abs())
    }

    #[test]
    fn ledger_holds_on_adversarial_and_random_points_and_is_not_idle() {
        let filter = Filter::new().unwrap();
        let half_margin = Dyadic { mantissa: MARGIN / 2, exponent: -100 }.to_rational();
        let mut worst = dyadic(0, 0);
        let mut check = |mantissa: u64, exponent: i32| {
            let x = Dyadic { mantissa: mantissa.into(), exponent };
            let error = error(&filter, x);
            assert!(error < half_margin, "{x:?}");
            if error > worst {
                worst = error;
            }
        };
        // Both ends of every cell, where |r| is largest, and their neighbours.
        for j in 1024..2048_u64 {
            let first = j << 53;
            for n in [first, first + 1, first + (1 << 52), first + ((1 << 53) - 1), first + ((1 << 53) - 2)] {
                check(n, -64);
            }
        }
        // Next to powers of two, next to 1, the ends of the exponents, words of every length.
        for bits in 0..64 {
            for exponent in [-64, -bits, -bits - 1, -1000, 900, 0] {
                check(1 << bits, exponent);
                check((1 << bits) | 1, exponent);
                check(u64::MAX >> bits, exponent);
            }
        }
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for i in 0..60_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            check((state >> (i % 50)) | 1, -64 + (i % 7) * 3);
        }
        assert!(worst > half_margin / dyadic(8, 0), "the margin could be smaller by a lot");
        // The ledger was added up for this margin; a smaller one would be a claim without proof.
        assert_eq!(Dyadic { mantissa: MARGIN, exponent: -100 }.to_rational(), dyadic(1, -81));
    }

    #[test]
    fn objective_is_within_the_margin_of_mpfr() {
        let filter = Filter::new().unwrap();
        for (n, y) in [(1_u64, 22.1807_f64), (12345, 12.7), (u64::from(u32::MAX), 1e-10), (1 << 31, -3.0)] {
            let (input, output) =
                (Dyadic { mantissa: n.into(), exponent: -32 }, Dyadic::from_f64(y).unwrap());
            let (error, exact) = enclosure::minus_ln_error(input, output).unwrap();
            for relative in [None, Some(1), Some(24), Some(53)] {
                let part = relative.map_or_else(|| dyadic(0, 0), |p: u32| dyadic(1, -p.cast_signed()));
                let truth = error.lo().abs() - exact.lo().abs() * part;
                let ours = filter.objective(input, output, relative).unwrap().objective;
                let ours = Dyadic { mantissa: ours, exponent: -100 }.to_rational();
                let margin = Dyadic { mantissa: MARGIN, exponent: -100 }.to_rational();
                assert!((ours - truth).abs() < margin, "{n} {y} {relative:?}");
            }
        }
    }

    #[test]
    fn refuses_what_it_cannot_decide() {
        let filter = Filter::new().unwrap();
        let one = Dyadic { mantissa: 1, exponent: 0 };
        for mantissa in [0, -1, 1 << 64] {
            assert!(filter.minus_ln(Dyadic { mantissa, exponent: 0 }).is_none());
        }
        assert!(filter.minus_ln(Dyadic { mantissa: 1, exponent: i32::MIN }).is_none());
        assert!(filter.minus_ln(Dyadic { mantissa: 1, exponent: -1200 }).is_none());
        for exponent in [21, i32::MAX] {
            assert!(filter.objective(one, Dyadic { mantissa: 1, exponent }, None).is_none());
        }
        assert!(filter.objective(one, Dyadic { mantissa: i128::MIN, exponent: -1 }, None).is_none());
    }
}
