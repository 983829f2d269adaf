//! The radius of planar noise by the inverse of its distribution function: within its error, by the oracle.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking and may print its figures"
)]

use kdelta_finite::ledger::Unit;
use kdelta_finite::ln::shift_add::LEDGER_64;
use kdelta_finite::planar::Inverse;
use kdelta_finite::planar::inverse::{LN_64_ERROR, UNIT_LOG2};
use kdelta_oracle::derivation::LogarithmError;
use kdelta_oracle::enclosure::{Enclosure, UpperBound};
use kdelta_oracle::noise::RadialInverse;
use kdelta_oracle::number::dyadic;
use kdelta_testkit::{integer, q, sum};

/// The error |x − C⁻¹(u)| is within the ledger for every draw of a 9-bit grid, and for draws of the widest
/// grid next to both ends, where the ledger is needed: the oracle's enclosure decides.
#[test]
fn inverse_radius_is_within_its_ledger() {
    fn error<const BITS: u32>(z: u64) -> Enclosure {
        let draw = Inverse::<BITS>::from_bits(z);
        let u = q("1") - integer(draw.complement().into()) * dyadic(1, -64);
        let exact = RadialInverse::new(q("1")).unwrap().inverse(&u, 66).unwrap();
        let off = exact.minus(&Enclosure::exact(integer(draw.root().into()) * dyadic(1, -58)));
        off.max(&off.negated())
    }
    let logarithm = LogarithmError { absolute: sum(&[LEDGER_64], Unit::Scale), relative: q("0") };
    let constant = dyadic(LN_64_ERROR.mantissa.cast_signed(), LN_64_ERROR.exponent);
    let bound = logarithm.of_root(&dyadic(1, UNIT_LOG2), &constant).unwrap().absolute;
    assert!(bound < q("4.09e-9"), "what the head of the source says");
    for z in 0..1 << 9 {
        assert!(error::<9>(z).hi() <= &bound, "{z}");
    }
    let mut worst = q("0");
    let last = (1u64 << 63) - 1;
    let near = (0..40).chain((4..40).map(|k| 1 << k)).chain((4..40).map(|k| 3 << k));
    for z in near.flat_map(|i| [i, last - i]) {
        let error = error::<63>(z);
        assert!(error.hi() <= &bound, "{z}");
        worst = worst.max(error.lo().clone());
    }
    println!("bound/witness of the root {}", UpperBound::new(&bound / &worst));
    assert!(worst > &bound / q("8"), "the ledger is loose");
    // The arithmetic of the proof: h²/(2(1 + h)) ≥ η for h one unit below the bound.
    let (unit, h) = (dyadic(1, -58), bound - dyadic(1, -58));
    let eta = q("2") * logarithm.absolute + unit / q("2") + q("6") * dyadic(1, -81);
    assert!(&h * &h / (q("2") * (q("1") + &h)) >= eta);
}
