//! The list of certified files: each exists, and no file of the release path is missing.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use kdelta_finite::sources::{CERTIFIED, Part};
use std::collections::BTreeSet;
use std::path::Path;

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

/// Every file that users compile is in the list; what is not are the contracts, which only Creusot compiles.
#[test]
fn every_file_of_the_release_path_is_certified_and_every_certified_file_exists() {
    const FOLDER: &str = "crates/finite/src/";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = files(&root.join(FOLDER), "");
    found.retain(|file| file != "contract" && !file.starts_with("contract/"));
    let paths = CERTIFIED.iter().map(|(path, _)| *path);
    let listed = paths.clone().filter_map(|path| path.strip_prefix(FOLDER)?.strip_suffix(".rs"));
    assert_eq!(found, listed.map(str::to_owned).collect(), "list the file in crates/finite/src/sources.rs");
    for path in paths {
        assert!(root.join(path).is_file(), "{path}");
    }
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
