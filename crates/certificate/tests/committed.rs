//! The committed certificates: accepted, tight, and the constants are theirs. That their commands write them again is
//! tested with the program, in crates/cli.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_certificate::{
    Certificate, Directory, Kernel, Options, Sources, Subject, audit, render_constants,
};
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

/// White space apart, which is rustfmt's.
#[test]
fn constants_are_those_of_the_certificates() {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>().replace(",}", "}");
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

/// All inputs of the 16-bit kernel, re-executed by the audit's own model.
#[test]
fn the_small_kernel_is_audited_on_every_input() {
    let text = &committed()[&Kernel::ShiftAdd16.certificate()];
    let options = Options { points: 65_535, ..Options::default() };
    let report = audit(&Certificate::read(text).unwrap(), &Directory::new(ROOT), &options).unwrap();
    assert!(report.checked.iter().any(|line| line.contains("65535 re-executed inputs (every input)")));
}
