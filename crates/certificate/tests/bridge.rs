//! The generated files of `proofs/` are those of the source: what Coq and Gappa prove is about the shipped constants.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_certificate::{Directory, Sources, proof_constants};
use std::collections::BTreeMap;
use std::fs;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const SHIFT_ADD: &str = "crates/finite/src/ln/shift_add.rs";
const COS_SIN: &str = "crates/finite/src/cos_sin.rs";
const BINARY64: &str = "certificates/mechanism-binary64.json";
const VECTOR: &str = "certificates/vector-binary64.json";
const INVERSE_TAIL: &str = "crates/finite/src/inverse_tail_data.rs";
const INVERSE_TAIL_INTEGER: &str = "crates/finite/src/inverse_tail_integer_data.rs";

#[test]
fn generated_proof_files_are_those_of_the_source() {
    let committed = Directory::new(ROOT);
    for (path, text) in proof_constants(&committed).unwrap() {
        assert_eq!(
            committed.read(&path).unwrap(),
            text,
            "{path} is stale: cargo run -p kdelta-certificate --example coq_constants"
        );
    }
}

/// A source with one bit of one constant changed gives other files, so the comparison above would fail.
#[test]
fn one_changed_bit_of_a_constant_changes_the_files() {
    let committed = Directory::new(ROOT);
    let sources = [
        SHIFT_ADD,
        "crates/finite/src/ln/table.rs",
        "crates/finite/src/ln/table_data.rs",
        COS_SIN,
        INVERSE_TAIL,
        INVERSE_TAIL_INTEGER,
    ];
    let certificates = fs::read_dir(format!("{ROOT}/certificates")).unwrap();
    let certificates = certificates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: BTreeMap<String, String> = sources
        .map(ToOwned::to_owned)
        .into_iter()
        .chain(certificates.filter(|name| name.ends_with(".json")).map(|name| format!("certificates/{name}")))
        .map(|path| (path.clone(), committed.read(&path).unwrap()))
        .collect();
    let honest = proof_constants(&files).unwrap();
    assert_eq!(honest, proof_constants(&committed).unwrap());
    for (path, literal, other, proof) in [
        (SHIFT_ADD, "0x0003_fff8_0015_5515", "0x0003_fff8_0015_5514", "proofs/coq/ShiftAddConstants.v"),
        (
            "crates/finite/src/ln/table_data.rs",
            "0xbd28_2d55_1711_7a8c",
            "0xbd28_2d55_1711_7a8d",
            "proofs/coq/TableConstants.v",
        ),
        (
            "crates/finite/src/ln/table_data.rs",
            "0x3d2e_f357_93c7_6730",
            "0x3d2e_f357_93c7_6731",
            "proofs/gappa/table_f64.g",
        ),
        (COS_SIN, "0xb8ef_1d2a_b639_9c7d", "0xb8ef_1d2a_b639_9c7c", "proofs/coq/CosSinConstants.v"),
        (INVERSE_TAIL, "0x3f98_0000_00a9_fb99", "0x3f98_0000_00a9_fb98", "proofs/coq/InverseTailConstants.v"),
        (
            INVERSE_TAIL_INTEGER,
            "0x0009_fcd3_d2ff_eec3",
            "0x0009_fcd3_d2ff_eec4",
            "proofs/coq/InverseTailIntegerConstants.v",
        ),
        (BINARY64, "\"cut_off\": \"76\"", "\"cut_off\": \"75\"", "proofs/coq/MechanismBinary64.v"),
        (VECTOR, "\"changed\": \"3\"", "\"changed\": \"2\"", "proofs/coq/VectorBinary64.v"),
    ] {
        let source = files[path].clone();
        assert_eq!(source.matches(literal).count(), 1);
        files.insert(path.into(), source.replace(literal, other));
        assert_ne!(proof_constants(&files).unwrap()[proof], honest[proof]);
        files.insert(path.into(), source);
    }
}
