//! The generated files of `proofs/coq` are those of the source, and what has no rule is refused.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_translate::{sources, translate};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn generated_files_are_those_of_the_source() {
    let written = translate(&sources(root()).unwrap()).unwrap();
    assert!(!written.is_empty());
    for (path, text) in &written {
        let committed = fs::read_to_string(root().join(path)).unwrap_or_default();
        assert!(committed == *text, "{path} is stale: cargo run -p kdelta-translate");
    }
    // None is left from another time.
    for entry in fs::read_dir(root().join("proofs/coq")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.starts_with("Source") && name.ends_with(".v") {
            assert!(written.contains_key(&format!("proofs/coq/{name}")), "{name} is generated from nothing");
        }
    }
}

/// The sources with one place changed.
fn changed(path: &str, from: &str, to: &str) -> BTreeMap<String, String> {
    let mut sources = sources(root()).unwrap();
    let text = sources.get_mut(path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} is not there once");
    *text = text.replace(from, to);
    sources
}

/// A changed operation, comparison, constant or order changes the generated text.
#[test]
fn a_changed_operation_changes_the_files() {
    let honest = translate(&sources(root()).unwrap()).unwrap();
    for (path, from, to, file) in [
        ("ln/table.rs", "let low = k * LN_2_LOW_64 + low;", "let low = k * LN_2_LOW_64;", "SourceTable"),
        (
            "ln/table.rs",
            "(c4 - r * c5) + z * (c6 - r * c7)",
            "(c4 + r * c5) + z * (c6 - r * c7)",
            "SourceTable",
        ),
        ("ln/table.rs", "(position >> 45) as usize & 127", "(position >> 45) as usize & 63", "SourceTable"),
        ("ln/table_data.rs", "0xbd28_2d55_1711_7a8c", "0xbd28_2d55_1711_7a8d", "SourceTableData"),
        ("cast.rs", "x as u32", "x as u16 as u32", "SourceCast"),
        // A comparison turned round, an operation deleted, a loop one short, a clamp left out.
        ("grid.rs", "if t < LIMIT { t }", "if t > LIMIT { t }", "SourceGrid"),
        ("grid.rs", "let n = shifted - SHIFT;", "let n = shifted;", "SourceGrid"),
        ("window.rs", "index <= self.high", "index < self.high", "SourceWindow"),
        ("format.rs", "self.clamped(low, high).add_and_round", "self.add_and_round", "SourceFormat"),
        ("fixed.rs", "x + two_to_the(s - 1)", "x", "SourceFixed"),
        ("ln/shift_add.rs", "while k <= K", "while k < K", "SourceShiftAdd"),
        ("uniform/bits.rs", "x | 1", "x", "SourceBits"),
        ("uniform/floating.rs", "ended(last, 64 - P)", "ended(last, 63 - P)", "SourceFloating"),
        // A lazy draw: when it reads on, what it counts, when it stops, what it keeps.
        ("uniform/floating.rs", "if !self.is_open() {", "if self.is_open() {", "SourceFloating"),
        ("uniform/floating.rs", "exponent += word.trailing_zeros();", "exponent += 64;", "SourceFloating"),
        ("uniform/floating.rs", "if word != 0 {", "if word == 0 {", "SourceFloating"),
        ("uniform/floating.rs", "Ok(Self { exponent, open: false, ..self })", "Ok(self)", "SourceFloating"),
        ("cos_sin.rs", "fold(turn)", "turn", "SourceCosSin"),
    ] {
        let other = translate(&changed(path, from, to)).unwrap();
        let file = format!("proofs/coq/{file}.v");
        assert_ne!(other[&file], honest[&file], "{from}");
    }
}

/// What has no rule is refused, with its place.
#[test]
fn what_has_no_rule_is_refused() {
    for (path, from, to, construct) in [
        (
            "ln/table.rs",
            "let z = r * r;\n    // < 2^-15.7",
            "let z = r.powi(2);\n    // < 2^-15.7",
            "r . powi (2)",
        ),
        (
            "ln/table.rs",
            "let z = r * r;\n    // < 2^-15.7",
            "let z = r / r % r;\n    // < 2^-15.7",
            "r / r % r",
        ),
        (
            "ln/table.rs",
            "let z = r * r;\n    // < 2^-15.7",
            "let z = r * CELLS_64[0].high;\n    // < 2^-15.7",
            "CELLS_64 [0]",
        ),
        ("ln/table.rs", "let z = r * r;\n    // < 2^-15.7", "loop {}\n    // < 2^-15.7", "loop { }"),
        (
            "ln/table.rs",
            "let z = r * r;\n    // < 2^-15.7",
            "if r > w { return r; }\n    // < 2^-15.7",
            "return r",
        ),
        (
            "ln/table.rs",
            "polynomial_f64(f64::from(k), m, cell_64(index))\n}",
            "minus_ln_f64(v)\n}",
            "minus_ln_f64",
        ),
        ("cast.rs", "x as u32", "x.try_into().unwrap_or(0)", "x . try_into ()"),
        // A way out of a loop that is not at its end; bytes that are read before a source has filled them; what is no array of bytes.
        (
            "uniform/floating.rs",
            "let word = u64::from_le_bytes(bytes);",
            "if true { break; } let word = 0_u64;",
            "break",
        ),
        ("uniform/floating.rs", "entropy.fill(&mut bytes)?;", "", "[0 ; 8]"),
        (
            "uniform/floating.rs",
            "u64::from_le_bytes(bytes)",
            "u64::from_le_bytes(self.mantissa)",
            "self . mantissa",
        ),
    ] {
        let refusal = translate(&changed(path, from, to)).unwrap_err();
        assert_eq!(refusal.file, path, "{refusal}");
        assert!(refusal.construct.contains(construct), "{refusal}");
    }
}
