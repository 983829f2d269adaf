//! The pinned values of `src/quantiles.rs`, derived again with the oracle's rational enclosures.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test quantiles` writes the file. Without that variable, a difference
//! is a failure.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_oracle::enclosure::inverse_tail;
use kdelta_oracle::number::{Rational, dyadic};
use std::fmt::Write as _;

/// ⌊g(j/16)·2^80⌋ for j > 0, with enclosures refined until both ends agree.
fn floor_of_inverse_tail(j: i64) -> u128 {
    let mut bits = 104;
    loop {
        let g = inverse_tail(&dyadic(j, -4), bits).unwrap();
        let floor = |end: &Rational| (end * dyadic(1, 80)).floor().to_integer();
        if floor(g.lo()) == floor(g.hi()) {
            return u128::try_from(&floor(g.lo())).unwrap();
        }
        bits *= 2;
    }
}

#[test]
fn pinned_quantiles_are_those_of_the_oracle() {
    let values = (0..1020).map(|j| if j == 0 { 0 } else { floor_of_inverse_tail(j) });
    let list = values.fold(String::new(), |mut text, n| {
        write!(text, "{n:#x}, ").unwrap();
        text
    });
    let text = format!(
        "//! Inverses of the normal tail by the oracle as dyadics: each true value lies in [n, n+1] units.\n\
         //! Written and checked by `tests/quantiles.rs`.\n\
         #![cfg_attr(rustfmt, rustfmt_skip)]\n\n\
         /// ⌊g(j/16)·2^80⌋ for j = 0 to 1019, where 2Φ̄(g(ℓ)) = e^{{−ℓ}}.\npub static INVERSE_TAIL_10: [u128; 1020] = [{list}];\n",
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/quantiles.rs");
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(
            std::fs::read_to_string(path).unwrap() == text,
            "src/quantiles.rs is not what the oracle says"
        );
    }
}
