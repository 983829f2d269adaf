//! The pinned logarithms of `src/logarithms.rs`, derived again with the oracle's rational enclosures.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test logarithms` writes the file. Without that variable,
//! a difference is a failure.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta_oracle::enclosure::ln;
use kdelta_oracle::number::{Rational, dyadic};
use std::fmt::Write as _;

/// ⌊|ln x|·2^scale⌋, with enclosures refined until both ends agree.
fn floor_of_ln(x: &Rational, scale: i32) -> u128 {
    let mut bits = u32::try_from(scale).unwrap() + 24;
    loop {
        let enclosure = ln(x, bits).unwrap();
        let enclosure = enclosure.max(&enclosure.negated());
        let floor = |end: &Rational| (end * dyadic(1, scale)).floor().to_integer();
        if floor(enclosure.lo()) == floor(enclosure.hi()) {
            return u128::try_from(&floor(enclosure.lo())).unwrap();
        }
        bits *= 2;
    }
}

fn list(numbers: impl Iterator<Item = u128>) -> String {
    numbers.fold(String::new(), |mut text, n| {
        write!(text, "{n:#x}, ").unwrap();
        text
    })
}

#[test]
fn pinned_logarithms_are_those_of_the_oracle() {
    let factors = (1..=21).map(|k| floor_of_ln(&(dyadic(1, 0) + dyadic(1, -k)), 96));
    let twelve = (0..4096).map(|a| if a == 0 { 0 } else { floor_of_ln(&dyadic(a, -12), 48) });
    let text = format!(
        "//! Logarithms of the oracle as dyadics: each true value lies in [n, n+1] units.\n\
         //! Written and checked by `tests/logarithms.rs`.\n\
         #![cfg_attr(rustfmt, rustfmt_skip)]\n\n\
         /// ⌊ln(1 + 2^-k)·2^96⌋ for k = 1 to 21.\npub const LN_FACTORS: [u128; 21] = [{}];\n\n\
         /// ⌊ln 2·2^96⌋.\npub const LN_2: u128 = {:#x};\n\n\
         /// ⌊−ln(a/2^12)·2^48⌋ for 0 < a < 2^12; 0 at a = 0.\npub static MINUS_LN_12: [u64; 4096] = [{}];\n",
        list(factors),
        floor_of_ln(&dyadic(2, 0), 96),
        list(twelve),
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/logarithms.rs");
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(
            std::fs::read_to_string(path).unwrap() == text,
            "src/logarithms.rs is not what the oracle says"
        );
    }
}
