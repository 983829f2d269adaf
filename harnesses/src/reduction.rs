//! Argument reduction: the tail probability 1 − 2|u − ½| of the paper's n(u) = −b·sgn(u−½)·ln(1−2|u−½|)
//! (paper 5, THEORY F7, F16).
//!
//! The implementation never computes u. From the number z of a cell it computes, without rounding, the odd
//! integer a for which 1 − 2|u − ½| = a/2^BITS at the midpoint u = (z + ½)/2^BITS. The paper's own
//! expression, evaluated in f64 on the grid z/2^53, is exact as well, which is also stated here: what goes
//! wrong in the paper's Example 1.1 is the grid, not the reduction.

use kdelta_finite::{Midpoint, Uniform};

/// The tail of the midpoint of cell z is exactly 1 − 2|u − ½|, the sign exactly that of u − ½, and no pole is
/// hit.
//= THEORY F16, F7
pub fn tail_is_exact<const BITS: u32>(z: u64) -> bool {
    let draw = Midpoint::<BITS>::from_bits(z);
    // u = twice/(2N), so 1 − 2|u − ½| = (N − |twice − N|)/N.
    let (n, twice) = (1i128 << BITS, 2 * i128::from(z) + 1);
    assert!(i128::from(draw.tail()) == n - (twice - n).abs());
    assert!(draw.negative() == (twice < n));
    assert!(draw.tail() % 2 == 1 && i128::from(draw.tail()) < n);
    true
}

/// 1.0 − 2.0·|u − 0.5| in f64 is exact for every u = z/2^53 of [0, 1].
//= THEORY F16
pub fn formula_is_exact_in_f64(z: i64) -> bool {
    const UNIT: f64 = 1.0 / 9_007_199_254_740_992.0; // 2^-53
    let u = to_f64(z) * UNIT;
    let tail = 1.0 - 2.0 * (u - 0.5).abs();
    let n = 1i64 << 53;
    assert!(crate::exact::is_exactly(tail, n - (2 * z - n).abs(), -53));
    true
}

#[expect(clippy::cast_precision_loss, reason = "exact up to 2^53")]
fn to_f64(x: i64) -> f64 {
    x as f64
}

/// Control: the last bit of the draw is lost. This is right for every even cell, so only an odd cell refutes
/// it.
pub fn tail_without_last_bit<const BITS: u32>(z: u64) -> bool {
    let draw = Midpoint::<BITS>::from_bits(z);
    let (n, twice) = (1i128 << BITS, 2 * i128::from(z & !1) + 1);
    assert!(i128::from(draw.tail()) == n - (twice - n).abs());
    true
}

statements! { "reduction":
    /// The tail of every midpoint of the 2^53 grid is exactly 1 − 2|u − ½|, its sign exact, no pole hit.
    holds tail_is_exact_53
        cites "THEORY F16, F7; paper 5"
        unwind 2
        wide "all 2^53 cells", |given| tail_is_exact::<53>(given.bits(53));
        every "all 2^20 cells of Midpoint<20>" of 1 << 20, |given| tail_is_exact::<20>(given.bits(20));

    /// The same for the widest generator.
    holds tail_is_exact_64
        cites "THEORY F16, F7; paper 5"
        unwind 2
        wide "all 2^64 cells", |given| tail_is_exact::<64>(given.bits(64));
        every "all 2^16 cells of Midpoint<16>" of 1 << 16, |given| tail_is_exact::<16>(given.bits(16));

    /// The paper's expression 1 − 2|u − ½| loses nothing in f64 on the grid of its example.
    holds formula_is_exact_in_f64
        cites "THEORY F16; paper 5"
        unwind 2
        wide "all z/2^53 of [0, 1]", |given| formula_is_exact_in_f64(given.between(0, 1 << 53));
        every "z within 2^18 of 0, of 2^52 and of 2^53" of 3 * ((1 << 18) + 1),
            |given| {
                let place = given.between(0, 2);
                let offset = given.between(0, 1 << 18);
                formula_is_exact_in_f64(match place {
                    0 => offset,
                    1 => (1 << 52) - (1 << 17) + offset,
                    _ => (1 << 53) - offset,
                })
            };

    /// Control: the last bit of a draw is lost.
    refuted tail_without_last_bit_53
        cites "THEORY F16"
        unwind 2
        wide "all 2^53 cells", |given| tail_without_last_bit::<53>(given.bits(53));
        every "all 2^20 cells of Midpoint<20>" of 1 << 20, |given| tail_without_last_bit::<20>(given.bits(20));
}
