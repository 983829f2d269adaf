//! Monotonicity: Condition 2 of the paper and its repair (iv), "n′ never comes back" (paper 4.2, Condition 2;
//! THEORY F19, 1.3 (iv)).
//!
//! |n| decreases as the tail probability grows. Condition 2 asks the same of |n′|. The theorem needs only (iv):
//! beyond U_T, |n′| stays at or above T − δ_n. Both are stated here for each tail and the next larger one, which
//! says it of every pair: order is transitive, and |n| at a larger tail is smaller still. T is the magnitude of
//! any draw, and b = 1.
//!
//! The shipped fixed-point noise has both. The two controls say what it does not have: it is not *strictly*
//! monotone where the format is coarser than the generator, and it does fall below T itself.
//!
//! Generators of more than 16 bits are out of reach of a solver. There (iv) follows from the ledger alone
//! (`affine_error_on_the_line` in Coq, for every width), and needs no monotonicity.

use crate::closeness::{computed, delta, magnitude};

/// |n′| at the tail of cell j of the lower half, (2j+1)/2^BITS, and at the next one.
fn neighbours<const BITS: u32, const FRAC: u32>(j: u64) -> Option<(i128, i128)> {
    let next = j + 1;
    if next >> (BITS - 1) != 0 {
        return None; // that tail is above 1
    }
    Some((computed::<BITS, FRAC>(j)?.abs(), computed::<BITS, FRAC>(next)?.abs()))
}

/// Of two tails, the larger one has no larger magnitude |n′|.
//= THEORY F19
pub fn magnitude_is_monotone<const BITS: u32, const FRAC: u32>(j: u64) -> bool {
    let Some((x, next)) = neighbours::<BITS, FRAC>(j) else { return false };
    assert!(x >= next);
    true
}

/// Control: the larger tail has a smaller magnitude.
pub fn magnitude_is_strictly_monotone<const BITS: u32, const FRAC: u32>(j: u64) -> bool {
    let Some((x, next)) = neighbours::<BITS, FRAC>(j) else { return false };
    assert!(x > next);
    true
}

/// For T = |n| at any draw: every draw with |n| > T has |n′| ≥ T − δ_n.
//= THEORY 1.3 (iv)
pub fn never_comes_back<const BITS: u32, const FRAC: u32>(j: u64) -> bool {
    stays_above::<BITS, FRAC>(j, delta::<BITS, FRAC>())
}

/// Control: |n′| ≥ T, without δ_n.
pub fn never_comes_back_below<const BITS: u32, const FRAC: u32>(j: u64) -> bool {
    stays_above::<BITS, FRAC>(j, 0)
}

/// The largest T that is below |n| at the tail of cell j is that of the next cell.
fn stays_above<const BITS: u32, const FRAC: u32>(j: u64, slack: i128) -> bool {
    let next = j + 1;
    if next >> (BITS - 1) != 0 {
        return false;
    }
    let (Some(x), Some((_, t))) = (computed::<BITS, FRAC>(j), magnitude::<BITS>(2 * next + 1)) else {
        return false;
    };
    assert!(x.abs() >= t - slack);
    true
}

/// All 2^15 × 2^15 pairs of tails of 16 bits, one row at a time. Only the test uses this.
#[cfg(not(kani))]
pub mod rows {
    use crate::closeness::rows::{COMPUTED, MAGNITUDE, delta};

    /// |n′(j)| ≥ |n′(j*)| for every j* ≥ j, and |n′(j)| ≥ T − δ_n for T = |n(j*)|, j* > j.
    pub fn monotone_and_never_back(j: usize) -> bool {
        let (Some(&x), Some(computed), Some(magnitude)) =
            (COMPUTED.get(j), COMPUTED.get(j..1 << 15), MAGNITUDE.get(j + 1..1 << 15))
        else {
            return false;
        };
        let x = x.abs();
        assert!(computed.iter().all(|y| x >= y.abs()));
        let delta = delta();
        assert!(magnitude.iter().all(|t| x >= t + 1 - delta));
        true
    }
}

statements! { "monotone":
    /// |n′| never grows with the tail.
    holds magnitude_is_monotone
        cites "THEORY F19; paper 4.2, Condition 2"
        unwind 14
        every "all 2^15 tails of 16 bits, each with the next one" of 1 << 15, |given| magnitude_is_monotone::<16, 24>(given.bits(15));

    /// |n′| never grows with the tail where the format is coarser than the generator: 6 fraction bits.
    holds magnitude_is_monotone_when_coarse
        cites "THEORY F19; paper 4.2, Condition 2"
        unwind 14
        every "all 2^15 tails of 16 bits, each with the next one" of 1 << 15, |given| magnitude_is_monotone::<16, 6>(given.bits(15));

    /// Control: strictly monotone with 6 fraction bits.
    refuted magnitude_is_strictly_monotone
        cites "THEORY F19"
        unwind 14
        every "all 2^15 tails of 16 bits, each with the next one" of 1 << 15, |given| magnitude_is_strictly_monotone::<16, 6>(given.bits(15));

    /// Beyond T, |n′| stays at or above T − δ_n, for every T that a draw has. For every width of draws:
    /// `affine_error_on_the_line` in Coq, from the certified error.
    holds never_comes_back
        cites "THEORY 1.3 (iv); paper 4.2, Condition 2"
        unwind 14
        every "all 2^11 tails of 12 bits, each with the next one" of 1 << 11, |given| never_comes_back::<12, 24>(given.bits(11));

    /// The same with 6 fraction bits, where δ_n is used up.
    holds never_comes_back_when_coarse
        cites "THEORY 1.3 (iv); paper 4.2, Condition 2"
        unwind 14
        every "all 2^11 tails of 12 bits, each with the next one" of 1 << 11, |given| never_comes_back::<12, 6>(given.bits(11));

    /// Over all pairs of 16 bits, monotone and never back.
    holds_without_kani monotone_and_never_back_16
        cites "THEORY F19, 1.3 (iv); paper 4.2, Condition 2"
        every "all pairs of 2^15 tails, in 2^15 rows" of 1 << 15,
            |given| rows::monotone_and_never_back(usize::try_from(given.bits(15)).unwrap_or(0));

    /// Control: at or above T itself.
    refuted never_comes_back_below
        cites "THEORY 1.3 (iv)"
        unwind 14
        every "all 2^11 tails of 12 bits, each with the next one" of 1 << 11, |given| never_comes_back_below::<12, 6>(given.bits(11));
}
