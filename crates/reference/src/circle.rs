//! The rigorous fast filter for cos 2πv: the angle's bytes, one rotation each, in integers.
//!
//! v = Σ bᵢ·256^-i for i = 1 to 8, so e^(2πjv) is the product of eight entries of a table with 8·256 entries, which
//! MPFR encloses when the filter is built. Numbers are in units of 2^-100 ([`FRACTION`]), called *units*.
//!
//! **Ledger**, as the length of the error in the plane, in units; all factors have length 1 up to 2^-90:
//! | operation | error |
//! |---|---|
//! | an entry: each coordinate floored from an enclosure narrower than a unit, below 2 units | 3 |
//! | a product of two numbers: two floors, below 3 units; a coordinate has two, a rotation two coordinates | 9 |
//! | eight entries and seven rotations; lengths of errors add | 8·3 + 7·9 = 87 |
//!
//! The objective |output − cos 2πv| − 2^-p·|cos 2πv| adds at most half of that and two units: 2^8 units are 2^-92, far
//! below [`crate::filter::MARGIN`].

use crate::enclosure;
use crate::error::Error;
use crate::filter::{FRACTION, product};
use crate::number::Dyadic;
use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::number::{Rational, dyadic};
use num_traits::ToPrimitive;

/// Names this filter in state files, and what a tally says of each point: different ones do not mix.
pub const VERSION: &str = "fixed point, 8 bytes of a turn, 2^-92; cos and sin of each point";

/// cos and sin in units.
type Point = (i128, i128);

/// The table of the filter: entry (i, b) belongs to b·256^-(i+1) of a turn.
pub struct Circle {
    bytes: Box<[[Point; 256]; 8]>,
}

/// The floor of the lower end, in units.
fn in_units(x: &Enclosure) -> Result<i128, Error> {
    let scaled = (x.lo() * dyadic(1, FRACTION.cast_signed())).floor().to_integer().to_i128();
    scaled.ok_or_else(|| Error::Domain { what: "a constant of the filter", value: x.lo().to_string() })
}

/// a·b in units, for |a| ≤ 2^112 and |b| ≤ 2^101: at most the product and less than three units below it.
///
/// Three products of words. Written as products of `i128` they would be nine, and a sweep over angles spends its time here.
#[inline]
pub(crate) fn times(a: i128, b: i128) -> i128 {
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    // |a1| ≤ 2^62, |b1| ≤ 2^51 and 0 ≤ a0, b0 < 2^50. a0·b0 is below one unit and left out.
    let sides = (product(a1, b0) >> 50).wrapping_add(product(a0, b1) >> 50);
    product(a1, b1).wrapping_add(sides)
}

/// a as (⌊a/2^50⌋, the 50 bits below it).
#[expect(clippy::cast_possible_truncation, reason = "at most 62 bits and a sign")]
#[inline]
const fn split(a: i128) -> (i64, i64) {
    ((a >> 50) as i64, a as i64 & ((1 << 50) - 1))
}

/// The cosine of the sum of two angles.
#[inline]
fn cosine((cos, sin): Point, (c, s): Point) -> i128 {
    times(cos, c).wrapping_sub(times(sin, s))
}

/// The point at the sum of two angles.
#[inline]
fn rotated((cos, sin): Point, (c, s): Point) -> Point {
    (cosine((cos, sin), (c, s)), times(sin, c).wrapping_add(times(cos, s)))
}

impl Circle {
    /// Builds the table from MPFR enclosures.
    ///
    /// # Errors
    /// None that is known; those of the enclosures.
    pub fn new() -> Result<Self, Error> {
        let mut bytes = Box::new([[(0, 0); 256]; 8]);
        for (exponent, row) in (1..=8).map(|i| -8 * i).zip(bytes.iter_mut()) {
            for (b, point) in (0..).zip(row.iter_mut()) {
                let v: Rational = dyadic(b, exponent);
                *point =
                    (in_units(&enclosure::cos_turn(&v, 160)?)?, in_units(&enclosure::sin_turn(&v, 160)?)?);
            }
        }
        Ok(Self { bytes })
    }

    /// The product of the entries of all bytes.
    fn rotation(&self, turn: u64) -> Option<Point> {
        let mut point = (1 << FRACTION, 0);
        for (byte, row) in turn.to_be_bytes().into_iter().zip(self.bytes.iter()) {
            // The entry of a zero byte is 1 exactly.
            if byte != 0 {
                point = rotated(point, *row.get(usize::from(byte))?);
            }
        }
        Some(point)
    }

    /// cos 2πv in units, within 87.
    ///
    /// None unless v is a multiple of 2^-64 from 0 and below 1.
    #[must_use]
    pub fn cosine(&self, v: Dyadic) -> Option<i128> {
        Prefix::default().cosine(self, v)
    }
}

/// What consecutive angles share: all bytes before the last one that is not zero, and their rotation. It changes no
/// result, and of 256 neighbours it leaves all but two with one rotation, of which only the cosine is needed.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    bytes: u64,
    point: Point,
}

impl Default for Prefix {
    fn default() -> Self {
        Self { bytes: 0, point: (1 << FRACTION, 0) }
    }
}

impl Prefix {
    /// [`Circle::cosine`].
    #[must_use]
    #[inline]
    pub fn cosine(&mut self, circle: &Circle, v: Dyadic) -> Option<i128> {
        let shift = u32::try_from(v.exponent.checked_add(64)?).ok()?;
        let mantissa = u64::try_from(v.mantissa).ok()?;
        if mantissa.leading_zeros() < shift {
            return None;
        }
        if mantissa == 0 {
            return Some(1 << FRACTION);
        }
        let turn = mantissa << shift;
        let last = turn.trailing_zeros() / 8;
        let [byte, ..] = (turn >> (8 * last)).to_le_bytes();
        let bytes = turn ^ u64::from(byte) << (8 * last);
        if bytes != self.bytes {
            *self = Self { bytes, point: circle.rotation(bytes)? };
        }
        let [.., row] = last.to_be_bytes();
        let row = circle.bytes.get(7_usize.checked_sub(row.into())?)?;
        Some(cosine(self.point, *row.get(usize::from(byte))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::{SEED, Words};
    use num_traits::Signed;

    /// Random words, words of few bits, and the neighbours of the eighths of a turn.
    #[test]
    fn ledger_holds_and_is_not_idle() {
        let circle = Circle::new().unwrap();
        let mut worst = dyadic(0, 0);
        let eighths = (0..8_u64).flat_map(|i| [i << 61, (i << 61) + 1, (i << 61).wrapping_sub(1)]);
        let words = Words(SEED).take(5000).enumerate().map(|(i, word)| word << (i % 60));
        for turn in eighths.chain(words) {
            let v = Dyadic { mantissa: turn.into(), exponent: -64 };
            let exact = enclosure::cos_turn(&v.to_rational(), 192).unwrap();
            let ours = Dyadic { mantissa: circle.cosine(v).unwrap(), exponent: -100 }.to_rational();
            worst = worst.max((&ours - exact.lo()).abs()).max((&ours - exact.hi()).abs());
        }
        assert!(worst < dyadic(87, -100), "{worst}");
        assert!(worst > dyadic(87, -104), "the ledger could be smaller by a lot: {worst}");
    }

    /// Neighbours, jumps, and words that end with zero bytes, in the order of a sweep.
    #[test]
    fn a_remembered_prefix_changes_no_result() {
        let circle = Circle::new().unwrap();
        let mut prefix = Prefix::default();
        let near = (0..3000_u64).map(|x| (x + (1 << 20) - 1500) << 32);
        let far = Words(SEED).take(500).enumerate().map(|(i, word)| word << (i % 60));
        for turn in near.chain(far).flat_map(|turn| [turn, turn, turn.wrapping_add(1 << 40)]) {
            let v = Dyadic { mantissa: turn.into(), exponent: -64 };
            let exact = circle.rotation(turn).unwrap().0;
            assert_eq!(
                (prefix.cosine(&circle, v), circle.cosine(v)),
                (Some(exact), Some(exact)),
                "{turn:#x}"
            );
        }
    }

    #[test]
    fn products_are_within_three_units() {
        for (a, b) in Words(SEED).take(2000).zip(Words(SEED ^ 1)) {
            let (a, b) = ((i128::from(a) << 37) - (1 << 100), (i128::from(b) << 37) - (1 << 100));
            let exact =
                Dyadic { mantissa: a, exponent: -100 }.to_rational() * Rational::from_integer(b.into());
            let lost = exact - Rational::from_integer(times(a, b).into());
            assert!(!lost.is_negative() && lost < dyadic(3, 0), "{a} {b}");
        }
    }

    #[test]
    fn refuses_what_is_no_fraction_of_a_turn() {
        let circle = Circle::new().unwrap();
        let refused = [(1, 0), (-1, -3), (1, -65), (1 << 64, -64), (3, -1), (1, i32::MIN)];
        for (mantissa, exponent) in refused {
            assert!(circle.cosine(Dyadic { mantissa, exponent }).is_none(), "{mantissa} {exponent}");
        }
        assert_eq!(circle.cosine(Dyadic { mantissa: 0, exponent: -4 }), Some(1 << 100));
    }
}
