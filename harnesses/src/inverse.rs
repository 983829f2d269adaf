//! The radius by the inverse of its distribution function (paper 6; THEORY F5 (a)): the draw is exact, and the bits of the root are
//! those of a search that decides each by one comparison.
//!
//! With w = 1 − u, the radius is the root x of x − ln(1 + x) = −ln w. The search accepts x if x − ln((1 + x)/64) is at most
//! −ln w + ln 64, both as computed, in units of 2^-58. The statements are what the error bound at the head of
//! `crates/finite/src/planar/inverse.rs` rests on; that |x − x*| is within it is derived by the oracle. A root takes 65 logarithms,
//! which is too much for Kani: only `cargo test` runs it.

use kdelta_finite::ln::shift_add::{FRACTION_64, LN_2, aligned, minus_ln_scaled};
use kdelta_finite::planar::{Inverse, Radius};
use kdelta_finite::{Entropy, EntropyError, Fixed};

/// w is exactly the middle of cell z: (z + ½)/2^BITS, in units of 2^-64. It is neither 0 nor 1, and cells have different middles.
//= THEORY F5 (a)
pub fn complement_is_the_middle<const BITS: u32>(z: u64, other: u64) -> bool {
    let complement = |z| Inverse::<BITS>::from_bits(z).complement();
    let number = |z: u64| z & (u64::MAX >> (64 - BITS));
    assert!(u128::from(complement(z)) == (2 * u128::from(number(z)) + 1) << (63 - BITS));
    assert!(complement(z) != 0);
    assert!((complement(z) == complement(other)) == (number(z) == number(other)));
    number(z) != number(other)
}

/// Control: the last bit of the draw is lost.
pub fn complement_without_last_bit<const BITS: u32>(z: u64) -> bool {
    let w = Inverse::<BITS>::from_bits(z).complement();
    let number = z & (u64::MAX >> (64 - BITS)) & !1;
    assert!(u128::from(w) == (2 * u128::from(number) + 1) << (63 - BITS));
    true
}

/// Delivers the bytes of this word to one request, and then fails.
struct Word(Option<u64>);

impl Entropy for Word {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
        let word = self.0.take().ok_or(EntropyError)?.to_le_bytes();
        bytes.copy_from_slice(word.get(..bytes.len()).ok_or(EntropyError)?);
        Ok(())
    }
}

/// A draw takes as many bytes as it states, at once, and is the cell that they encode; so it is from the bytes themselves.
pub fn draw_is_the_cell_of_its_bytes<const BITS: u32>(word: u64) -> bool {
    type Format = Fixed<32, 24>;
    let drawn = <Inverse<BITS> as Radius<Format>>::draw(&mut Word(Some(word)));
    assert!(drawn == Ok(Inverse::from_bits(word)));
    let bytes = word.to_le_bytes();
    let read = bytes.get(..<Inverse<BITS> as Radius<Format>>::ENTROPY_BYTES).unwrap_or_default();
    assert!(
        !read.is_empty() && <Inverse<BITS> as Radius<Format>>::from_bytes(read) == Inverse::from_bits(word)
    );
    true
}

/// Whether the search accepts x for this draw.
fn accepts<const BITS: u32>(draw: Inverse<BITS>, x: u64) -> bool {
    let minus_ln = |x| {
        let (n, e) = aligned(x);
        minus_ln_scaled(n, e)
    };
    // 6·ln 2 to the nearest unit; ln 2 has 80 fraction bits.
    let six = (6 * LN_2 + (1 << 21)) >> 22;
    let left = u128::from(x) + u128::from(minus_ln(x + (1 << FRACTION_64)));
    left <= u128::from(minus_ln(draw.complement())) + six
}

/// The root is 0 or accepted, the next number is refused, and it is below 49.
//= THEORY F5 (a)
pub fn root_is_the_last_accepted<const BITS: u32>(z: u64) -> bool {
    let draw = Inverse::<BITS>::from_bits(z);
    let root = draw.root();
    assert!(root < 49 << FRACTION_64);
    assert!(root == 0 || accepts(draw, root));
    assert!(!accepts(draw, root + 1));
    true
}

/// Control: no radius is larger than b.
pub fn root_is_below_one<const BITS: u32>(z: u64) -> bool {
    assert!(Inverse::<BITS>::from_bits(z).root() < 1 << FRACTION_64);
    true
}

/// The radius in fixed point is the root, in the units of the logarithm.
pub fn radius_is_the_root(z: u64) -> bool {
    let draw = Inverse::<63>::from_bits(z);
    assert!(<Inverse<63> as Radius<Fixed<32, 24>>>::over_scale(draw) == u128::from(draw.root()));
    true
}

/// A cell of the widest generator of 8 bits at any position.
#[cfg(not(kani))]
fn cell(given: &mut impl crate::Given) -> u64 {
    let position = u32::try_from(given.between(0, 55)).unwrap_or(0);
    given.bits(8) << position
}

statements! { "inverse":
    /// w is exactly the middle of its cell, never 0, and different for different cells.
    holds complement_is_the_middle
        cites "THEORY F5 (a); paper 6"
        unwind 2
        wide "every pair of 2^63 cells", |given| complement_is_the_middle::<63>(given.bits(64), given.bits(64));
        every "every pair of 2^11 cells of 11 bits" of 1 << 22, |given| complement_is_the_middle::<11>(given.bits(11), given.bits(11));

    /// Control: the last bit of a draw is lost.
    refuted complement_without_last_bit
        cites "THEORY F5 (a)"
        unwind 2
        wide "every cell of 2^63", |given| complement_without_last_bit::<63>(given.bits(64));
        every "every cell of 11 bits" of 1 << 11, |given| complement_without_last_bit::<11>(given.bits(11));

    /// A draw is the cell of its bytes, in one request.
    holds draw_is_the_cell_of_its_bytes
        cites "THEORY F5 (a); paper 6"
        unwind 9
        wide "every word, 63 bits", |given| draw_is_the_cell_of_its_bytes::<63>(given.bits(64));
        every "every word of 16 bits, 11 bits of the draw" of 1 << 16, |given| draw_is_the_cell_of_its_bytes::<11>(given.bits(16));

    /// The root is the last number that the search accepts, and below 49.
    holds_without_kani root_is_the_last_accepted
        cites "THEORY F5 (a); paper 6"
        every "cells of 8 bits at any position of 63" of 56 * 256, |given| root_is_the_last_accepted::<63>(cell(given));

    /// Control: the root is below 1.
    refuted_without_kani root_is_below_one
        cites "THEORY F5 (a)"
        every "cells of 8 bits at any position of 63" of 56 * 256, |given| root_is_below_one::<63>(cell(given));

    /// The radius of a fixed-point format is the root.
    holds_without_kani radius_is_the_root
        cites "THEORY F5 (a); paper 6"
        every "cells of 8 bits at any position of 63" of 56 * 256, |given| radius_is_the_root(cell(given));
}
