//! The committed certificates: accepted, tight, and the constants are theirs. That their commands write them again is
//! tested with the program, in crates/cli.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_certificate::constants::COS_SIN;
use kdelta_certificate::{
    Certificate, Directory, Kernel, Options, Sources, Subject, audit, render_constants,
};
use kdelta_oracle::number::{Rational, dyadic};
use std::collections::BTreeMap;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Every file in certificates/, by path in the repository.
fn committed() -> BTreeMap<String, String> {
    let names = std::fs::read_dir(format!("{ROOT}/certificates")).unwrap();
    let paths =
        names.map(|name| format!("certificates/{}", name.unwrap().file_name().into_string().unwrap()));
    let certificates = paths.filter(|path| path.ends_with(".json"));
    certificates.map(|path| (path.clone(), Directory::new(ROOT).read(&path).unwrap())).collect()
}

#[test]
fn every_certificate_is_accepted() {
    for (path, text) in committed() {
        let report = audit(&Certificate::read(&text).unwrap(), &Directory::new(ROOT), &Options::default());
        let report = report.unwrap_or_else(|why| panic!("{path}: {why}"));
        // Of a black box only the sums and the witness can be checked, and its report says what it trusts instead.
        let black_box = Kernel::BLACK_BOXES.iter().any(|kernel| kernel.certificate() == path);
        assert!(report.checked.len() >= if black_box { 2 } else { 8 }, "{path}");
        assert!(report.trusted.len() >= if black_box { 4 } else { 1 }, "{path}: {:?}", report.trusted);
        println!(
            "{path}\n  {}\n  trusts: {}",
            report.checked.join("\n  "),
            report.trusted.join("\n  trusts: ")
        );
    }
}

/// White space and commas at the end of a list apart, which are rustfmt's.
#[test]
fn constants_are_those_of_the_certificates() {
    let squeeze = |text: &str| {
        let text: String = text.split_whitespace().collect();
        text.replace(",}", "}").replace(",)", ")")
    };
    let written = include_str!("../src/constants/generated.rs");
    let rendered = render_constants(&committed()).unwrap();
    assert_eq!(squeeze(written), squeeze(&rendered), "constants are stale: run scripts/certificates");
}

/// What a claim asks for: at most a factor 2 between bound and witness.
#[test]
fn no_kernel_bound_is_twice_too_large() {
    for (path, text) in committed() {
        if let Subject::Kernel(kernel) = Certificate::read(&text).unwrap().certifies {
            let witness = kernel.witness;
            assert!(witness.bound.0 <= witness.error.low.0 * num_bigint::BigInt::from(2), "{path}");
        }
    }
}

/// √2·A·r for the error of r·(cos, sin), in exact numbers.
#[test]
#[expect(clippy::disallowed_types, reason = "a stated upper bound is an f64")]
fn error_of_a_vector_is_an_upper_bound_and_no_loose_one() {
    let text = &committed()[&Kernel::CosSin.certificate()];
    let Subject::Kernel(kernel) = Certificate::read(text).unwrap().certifies else { panic!("no kernel") };
    for radius in [1.0, 1e4, 0.1, 12_345.678, f64::MIN_POSITIVE.sqrt()] {
        let square = |x: Rational| &x * &x;
        let stated = square(Rational::from_float(COS_SIN.error(radius)).unwrap());
        let needed = square(Rational::from_float(radius).unwrap() * &kernel.bound.absolute.0) * dyadic(2, 0);
        assert!(stated >= needed && stated <= needed * (dyadic(1, 0) + dyadic(1, -48)), "{radius}");
    }
}

/// All inputs of the 16-bit kernel, re-executed by the audit's own model.
#[test]
fn the_small_kernel_is_audited_on_every_input() {
    let text = &committed()[&Kernel::ShiftAdd16.certificate()];
    let options = Options { points: 65_535, ..Options::default() };
    let report = audit(&Certificate::read(text).unwrap(), &Directory::new(ROOT), &options).unwrap();
    assert!(report.checked.iter().any(|line| line.contains("65535 re-executed inputs (every input)")));
}
