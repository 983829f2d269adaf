//! The pinned cosines of `src/directions.rs`, derived again with the oracle's rational enclosures.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test directions` writes the file. Without that variable,
//! a difference is a failure.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use kdelta_oracle::enclosure::Enclosure;
use kdelta_oracle::noise::planar_noise;
use kdelta_oracle::number::{Rational, dyadic};
use std::fmt::Write as _;

/// ⌊cos(2π·j/2^10)·2^80⌋ for 0 < j < 256, with enclosures refined until both ends agree.
fn floor_of_cos(j: i64) -> u128 {
    let one = Enclosure::exact(dyadic(1, 0));
    let mut bits = 104;
    loop {
        // The oracle's angle is 2π(v − ½).
        let v = dyadic(j, -10) + dyadic(1, -1);
        let [cos, _] = planar_noise(&one, &v, bits).unwrap();
        let floor = |end: &Rational| (end * dyadic(1, 80)).floor().to_integer();
        if floor(cos.lo()) == floor(cos.hi()) {
            return u128::try_from(&floor(cos.lo())).unwrap();
        }
        bits *= 2;
    }
}

#[test]
fn pinned_cosines_are_those_of_the_oracle() {
    // The ends are exact: cos 0 = 1 and cos of a quarter turn = 0.
    let cosines = (0..=256).map(|j| match j {
        0 => 1 << 80,
        256 => 0,
        _ => floor_of_cos(j),
    });
    let list = cosines.fold(String::new(), |mut text, n| {
        write!(text, "{n:#x}, ").unwrap();
        text
    });
    let text = format!(
        "//! Cosines of the oracle as dyadics: each true value lies in [n, n+1] units.\n\
         //! Written and checked by `tests/directions.rs`.\n\
         #![cfg_attr(rustfmt, rustfmt_skip)]\n\n\
         /// ⌊cos(2π·j/2^10)·2^80⌋ for j = 0 to 256: a quarter of a turn, both ends included.\npub static COS_10: [u128; 257] = [{list}];\n",
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/directions.rs");
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, text).unwrap();
    } else {
        assert!(
            std::fs::read_to_string(path).unwrap() == text,
            "src/directions.rs is not what the oracle says"
        );
    }
}
