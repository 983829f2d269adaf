//! (k, δ)-closeness of n′ to n: the hypothesis of the main theorem, on whole domains of 12 and 16 bits (paper
//! 4.2, Definition of (k,δ)-closeness and Theorem kdelta; paper 5; THEORY 1.3 (ii), (iii), 1.4).
//!
//! The exact noise is n(u) = −b·sgn(u−½)·ln(1−2|u−½|) at the midpoints u of 2^BITS cells; b = 1 where nothing
//! else is said. The computed noise n′ is the one that ships: integer reduction, shift-and-add logarithm,
//! product with b, in [`Fixed`] with 24 fraction bits. δ_n is the sum of the ledger of the code, and k =
//! 2b·e^(T/b) with e^(T/b) = 16, so that U_T consists of the draws with a tail of at least 1/16.
//!
//! The oracle encloses n between two dyadics. For 12 bits they are the constants of [`crate::logarithms`].
//! For 16 bits the test asks the oracle when it starts ([`rows`]); Kani does not take part there, as the
//! oracle needs a heap.
//!
//! Generators of more bits are out of reach here, as a solver has no logarithm to compare with. For them Coq
//! proves the same: `minus_ln_16_certified`, `minus_ln_32_certified` and `minus_ln_64_certified` bound the
//! logarithm for every word, the contract of `product` in `fixed.rs` bounds the product with b, and
//! `noise_lipschitz` gives k.

use crate::given::case_by_case;
use crate::logarithms;
use crate::shift_add::{MINUS_LN_ODD_12, bound};
use kdelta_finite::ledger::Unit;
use kdelta_finite::{Error, Fixed, Laplace, Midpoint, Scale, Uniform};

/// b = 1.
const ONE: Result<Scale, Error> = Scale::at_least(1, 1);

/// b = 1, a third and 1000/7: a power of two, and two whose 24 bits are all in use.
const SCALES: [Result<Scale, Error>; 3] = [ONE, Scale::at_least(1, 3), Scale::at_least(1000, 7)];

/// x·b, rounded up, for x ≥ 0 and b = m·2^e with e < 0.
fn times(x: i128, b: Scale) -> i128 {
    let shift = b.exponent().unsigned_abs();
    (x * i128::from(b.mantissa()) + ((1 << shift) - 1)) >> shift
}

/// The formats under the statements: FRAC fraction bits.
type Word<const FRAC: u32> = Fixed<32, FRAC>;

/// n′ at the midpoint of cell z, in units of 2^-80.
#[must_use]
pub fn computed<const BITS: u32, const FRAC: u32>(z: u64) -> Option<i128> {
    computed_at::<BITS, FRAC>(ONE.ok()?, z)
}

/// The same with another b.
pub(crate) fn computed_at<const BITS: u32, const FRAC: u32>(b: Scale, z: u64) -> Option<i128> {
    let noise = Laplace::<Word<FRAC>, Midpoint<BITS>>::new(b).ok()?;
    Some(noise.of(Midpoint::from_bits(z)) << (80 - FRAC))
}

/// δ_n in the same units: the ledger of the logarithm times b = 1, and that of the product.
#[must_use]
pub fn delta<const BITS: u32, const FRAC: u32>() -> i128 {
    bound(&Laplace::<Word<FRAC>, Midpoint<BITS>>::LOGARITHM, Unit::Scale)
        + bound(&Laplace::<Word<FRAC>, Midpoint<BITS>>::PRODUCT, Unit::One)
}

/// An enclosure of |n| at the tail a/2^BITS, in the same units; a is odd, as the tails of midpoints are.
#[must_use]
pub fn magnitude<const BITS: u32>(tail: u64) -> Option<(i128, i128)> {
    let tail = usize::try_from(tail).ok()?;
    let floor = if BITS == 12 {
        MINUS_LN_ODD_12.get(tail >> 1).filter(|_| tail % 2 == 1)
    } else {
        logarithms::MINUS_LN_12.get(tail << 12u32.checked_sub(BITS)?)
    };
    let floor = i128::from(*floor?);
    Some((floor << 32, (floor + 1) << 32))
}

/// An enclosure of n at the midpoint of cell z.
fn exact<const BITS: u32>(z: u64) -> Option<(i128, i128)> {
    let draw = Midpoint::<BITS>::from_bits(z);
    let (low, high) = magnitude::<BITS>(draw.tail())?;
    Some(if draw.negative() { (-high, -low) } else { (low, high) })
}

/// |x − y| ≤ bound for every y of an enclosure.
fn near(x: i128, (low, high): (i128, i128), bound: i128) -> bool {
    x - low <= bound && high - x <= bound
}

/// Whether the cell belongs to U_T: tail at least 1/16.
fn in_u_t<const BITS: u32>(z: u64) -> bool {
    Midpoint::<BITS>::from_bits(z).tail() >= 1 << (BITS - 4)
}

/// 2^log2_k·|u − v| of two midpoints, in units of 2^-80.
fn stretched<const BITS: u32>(z: u64, other: u64, log2_k: u32) -> i128 {
    i128::from(z.abs_diff(other)) << (80 - BITS + log2_k)
}

/// |n′(v) − n(v)| ≤ δ_n for b = 1, 1/3 or 1000/7, by its number.
//= THEORY 1.3 (iii)
pub fn uniformly_close<const BITS: u32>(z: u64, which: u64) -> bool {
    each_scale(which, |b| {
        let logarithm = bound(&Laplace::<Word<24>, Midpoint<BITS>>::LOGARITHM, Unit::Scale);
        let product = bound(&Laplace::<Word<24>, Midpoint<BITS>>::PRODUCT, Unit::One);
        within::<BITS>(z, b, times(logarithm, b) + product)
    })
}

/// Control: |n′(v) − n(v)| is at most half of δ_n, for b = 1.
pub fn uniformly_closer<const BITS: u32>(z: u64) -> bool {
    ONE.is_ok_and(|b| within::<BITS>(z, b, delta::<BITS, 24>() / 2))
}

fn within<const BITS: u32>(z: u64, b: Scale, delta: i128) -> bool {
    let draw = Midpoint::<BITS>::from_bits(z);
    let (Some(computed), Some((low, high))) = (computed_at::<BITS, 24>(b, z), magnitude::<BITS>(draw.tail()))
    else {
        return false;
    };
    // b·|n| lies between b·low, rounded down, and b·high, rounded up.
    let magnitude = if draw.negative() { -computed } else { computed };
    assert!(near(magnitude, (times(low, b) - 1, times(high, b)), delta));
    true
}

/// Runs the body at `SCALES[which]`, each scale as a case of its own.
fn each_scale(which: u64, mut body: impl FnMut(Scale) -> bool) -> bool {
    case_by_case(3, which, |which| {
        let b = usize::try_from(which).ok().and_then(|which| SCALES.get(which)?.ok());
        b.is_some_and(&mut body)
    })
}

/// From one midpoint of U_T to the next one n moves by at most k/2^BITS, k = 2^log2_k. Any two midpoints are
/// some such moves apart, so n is k-Lipschitz on them. (Both sides are multiples of b, so b = 1 suffices.)
//= THEORY 1.3 (ii), 1.4
pub fn lipschitz<const BITS: u32>(z: u64, log2_k: u32) -> bool {
    let next = z + 1;
    if next >> BITS != 0 || !(in_u_t::<BITS>(z) && in_u_t::<BITS>(next)) {
        return false;
    }
    let (Some((low, high)), Some((next_low, next_high))) = (exact::<BITS>(z), exact::<BITS>(next)) else {
        return false;
    };
    let allowed = stretched::<BITS>(z, next, log2_k);
    assert!(high - next_low <= allowed && next_high - low <= allowed);
    true
}

/// |n(u) − n′(v)| ≤ k·|u − v| + δ_n for all u, v of U_T: n′ is (k, δ_n)-close to n.
//= THEORY 1.3 (ii), (iii)
pub fn k_delta_close<const BITS: u32>(z: u64, other: u64, log2_k: u32) -> bool {
    if !(in_u_t::<BITS>(z) && in_u_t::<BITS>(other)) {
        return false;
    }
    let (Some(exact), Some(computed)) = (exact::<BITS>(z), computed::<BITS, 24>(other)) else { return false };
    assert!(near(computed, exact, stretched::<BITS>(z, other, log2_k) + delta::<BITS, 24>()));
    true
}

/// |n′(u) − n′(v)| ≤ k·|u − v| + 2δ_n on U_T: what closeness says of n′ alone.
//= THEORY F14
pub fn lipschitz_with_slack<const BITS: u32>(z: u64, other: u64) -> bool {
    if !(in_u_t::<BITS>(z) && in_u_t::<BITS>(other)) {
        return false;
    }
    let (Some(x), Some(y)) = (computed::<BITS, 24>(z), computed::<BITS, 24>(other)) else { return false };
    assert!((x - y).abs() <= stretched::<BITS>(z, other, 5) + 2 * delta::<BITS, 24>());
    true
}

/// All 2^32 pairs of 16 bits, 2^16 of them at a time. Only the test uses this: it looks values up that it
/// computed once.
#[cfg(not(kani))]
pub mod rows {
    use kdelta_finite::Midpoint;
    use kdelta_oracle::enclosure::ln;
    use kdelta_oracle::number::{Rational, dyadic};
    use std::sync::LazyLock;

    /// n′ of each cell, in units of 2^-48: exact, as the noise has 24 fraction bits. No noise comes near
    /// `i64::MAX`.
    pub(crate) static COMPUTED: LazyLock<Vec<i64>> = LazyLock::new(|| {
        let noise = |z| i64::try_from(super::computed::<16, 24>(z)? >> 32).ok();
        (0..1 << 16).map(|z| noise(z).unwrap_or(i64::MAX)).collect()
    });

    /// ⌊|n|·2^48⌋ of each cell, by the oracle.
    pub(crate) static MAGNITUDE: LazyLock<Vec<i64>> = LazyLock::new(|| {
        let floor = |z: u64| {
            let tail = i64::try_from(Midpoint::<16>::from_bits(z).tail()).ok()?;
            let enclosure = ln(&dyadic(tail, -16), 80).ok()?.negated();
            let floor = |end: &Rational| i64::try_from(&(end * dyadic(1, 48)).floor().to_integer()).ok();
            let (low, high) = (floor(enclosure.lo())?, floor(enclosure.hi())?);
            (low == high).then_some(low)
        };
        let lower: Vec<i64> = (0..1 << 15).map(|z| floor(z).unwrap_or(i64::MAX)).collect();
        lower.iter().chain(lower.iter().rev()).copied().collect()
    });

    /// δ_n in units of 2^-48, rounded down, so that slightly more is checked than is stated.
    pub(crate) fn delta() -> i64 {
        i64::try_from(super::delta::<16, 24>() >> 32).unwrap_or(0)
    }

    /// |n′(v) − n(v)| ≤ δ_n for draw z.
    pub fn uniformly_close(z: usize) -> bool {
        let (Some(&computed), Some(&floor)) = (COMPUTED.get(z), MAGNITUDE.get(z)) else { return false };
        let magnitude = computed.abs();
        assert!(magnitude - floor <= delta() && floor + 1 - magnitude <= delta());
        assert!((computed < 0) == (z < 1 << 15) || computed == 0);
        true
    }

    /// |n(u) − n′(v)| ≤ k·|u − v| + δ_n for u of draw z and every v, both in U_T, k = 32.
    pub fn k_delta_close(z: usize) -> bool {
        // U_T: tail 2z + 1 at least 2^12, on both sides of ½.
        let u_t = 1 << 11..(1 << 16) - (1 << 11);
        let (Some(&floor), true) = (MAGNITUDE.get(z), u_t.contains(&z)) else { return false };
        let (low, high) = if z < 1 << 15 { (-floor - 1, -floor) } else { (floor, floor + 1) };
        let Some(computed) = COMPUTED.get(u_t.clone()) else { return false };
        let delta = delta();
        for (other, &x) in u_t.zip(computed) {
            let allowed = delta + (i64::try_from(z.abs_diff(other)).unwrap_or(0) << 37);
            assert!(x - low <= allowed && high - x <= allowed);
        }
        true
    }
}

statements! { "closeness":
    /// n′ is within δ_n of n at every draw, for b = 1. For every draw of 64 bits: `minus_ln_64_certified` in Coq.
    holds uniformly_close
        cites "THEORY 1.3 (iii); paper 4.2, Theorem kdelta"
        unwind 14
        every "all 2^12 draws of 12 bits" of 1 << 12, |given| uniformly_close::<12>(given.bits(12), 0);

    /// n′ is within δ_n of n at every draw where b is not a power of two: 1/3 and 1000/7. For every b: the contract
    /// of `product`.
    holds uniformly_close_when_scaled
        cites "THEORY 1.3 (iii); paper 4.2, Theorem kdelta"
        unwind 14
        every "all 2^12 draws of 12 bits, two b" of 2 << 12,
            |given| { let which = given.between(1, 2).cast_unsigned(); uniformly_close::<12>(given.bits(12), which) };

    /// n′ is within δ_n of n at every draw of 16 bits.
    holds_without_kani uniformly_close_16
        cites "THEORY 1.3 (iii); paper 4.2, Theorem kdelta"
        every "all 2^16 draws" of 1 << 16, |given| rows::uniformly_close(usize::try_from(given.bits(16)).unwrap_or(0));

    /// Control: half of δ_n.
    refuted uniformly_closer
        cites "THEORY 1.3 (iii)"
        unwind 14
        every "all 2^12 draws of 12 bits" of 1 << 12, |given| uniformly_closer::<12>(given.bits(12));

    /// n is k-Lipschitz on U_T with k = 2b·e^(T/b) = 32b: from each draw to the next it moves by at most k times
    /// their distance. For every pair of numbers: `noise_lipschitz` in Coq.
    holds lipschitz
        cites "THEORY 1.3 (ii), 1.4; paper 4.2, 5"
        unwind 2
        every "all 2^12 draws of 12 bits, each with the next one" of 1 << 12, |given| lipschitz::<12>(given.bits(12), 5);

    /// Control: half of k.
    refuted lipschitz_with_half_k
        cites "THEORY 1.4"
        unwind 2
        every "all 2^12 draws of 12 bits, each with the next one" of 1 << 12, |given| lipschitz::<12>(given.bits(12), 4);

    /// n′ is (k, δ_n)-close to n on U_T over all pairs. For wider draws it follows from the two statements
    /// above by the triangle inequality, which is Theorem kdelta: `kdelta_on` in Coq.
    holds k_delta_close
        cites "THEORY 1.3 (ii), (iii); paper 4.2, Definition of closeness, Theorem kdelta"
        unwind 14
        every "all pairs of 2^12 draws of 12 bits" of 1 << 24, |given| k_delta_close::<12>(given.bits(12), given.bits(12), 5);

    /// n′ is (k, δ_n)-close to n on U_T over all pairs of 16 bits.
    holds_without_kani k_delta_close_16
        cites "THEORY 1.3 (ii), (iii); paper 4.2, Definition of closeness, Theorem kdelta"
        every "all pairs of 2^16 draws, in 2^16 rows" of 1 << 16, |given| rows::k_delta_close(usize::try_from(given.bits(16)).unwrap_or(0));

    /// Control: half of k.
    refuted k_delta_close_with_half_k
        cites "THEORY 1.3 (ii)"
        unwind 14
        every "all pairs of 2^12 draws of 12 bits" of 1 << 24, |given| k_delta_close::<12>(given.bits(12), given.bits(12), 4);

    /// n′ itself is k-Lipschitz on U_T up to 2δ_n, over all pairs.
    holds lipschitz_with_slack
        cites "THEORY F14; paper 4.2, Theorem non-kdelta"
        unwind 14
        every "all pairs of 2^12 draws of 12 bits" of 1 << 24, |given| lipschitz_with_slack::<12>(given.bits(12), given.bits(12));
}
