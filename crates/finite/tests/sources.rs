//! The list of certified files: each exists, and no file of the release path is missing.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_finite::sources::{CERTIFIED, Part};
use std::collections::BTreeSet;
use std::path::Path;

/// Files that no release runs through: the refusal of a ledger of releases, declarations, error values, ledgers (stated in
/// certificates as numbers), the trial of the processor, and the list itself. Nor do contracts for Creusot, which only it compiles:
/// `contract` and what is below it.
const NOT_RELEASED: [&str; 9] =
    ["allowance", "contract", "error", "hardware", "ledger", "lib", "ln/mod", "planar/mod", "sources"];

/// Every Rust file below a folder, as the list writes it.
fn files(folder: &Path, prefix: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let names = entries.flat_map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        match (entry.path().is_dir(), name.strip_suffix(".rs")) {
            (true, _) => files(&entry.path(), &format!("{prefix}{name}/")),
            (false, Some(stem)) => BTreeSet::from([format!("{prefix}{stem}")]),
            (false, None) => BTreeSet::new(),
        }
    });
    names.collect()
}

#[test]
fn every_file_of_the_release_path_is_certified_and_every_certified_file_exists() {
    let mut found = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "");
    found.retain(|file| !file.starts_with("contract/"));
    let listed = CERTIFIED.iter().map(|(path, _)| *path).chain(NOT_RELEASED).map(str::to_owned).collect();
    assert_eq!(found, listed, "list the file in crates/finite/src/sources.rs");
}

#[test]
fn the_list_is_in_order_and_has_no_file_twice() {
    let paths: Vec<_> = CERTIFIED.iter().map(|(path, _)| *path).collect();
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(paths, sorted);
    for part in [Part::Line, Part::Plane, Part::ShiftAdd, Part::Table, Part::CosSin] {
        assert!(CERTIFIED.iter().any(|(_, parts)| parts.contains(&part)), "{part:?}");
    }
}
