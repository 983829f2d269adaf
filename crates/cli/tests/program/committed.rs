//! The committed certificates are what their own commands give, byte for byte.

use crate::{ROOT, line};
use std::fs;

#[test]
fn the_command_in_each_certificate_writes_it_again() {
    let mut seen = 0;
    for entry in fs::read_dir(format!("{ROOT}/certificates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // The logarithm of std is the platform's: elsewhere its outputs are other ones, and so is the certificate.
        if !name.ends_with(".json") || name.starts_with("kernel-std") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let certified = read["certifies"].as_object().unwrap().values().next().unwrap();
        let command = certified["reproduce"].as_str().unwrap();
        assert!(line(command).yes() == text, "{name} is stale: run scripts/certificates");
        seen += 1;
    }
    assert!(seen >= 14, "only {seen} certificates");
}

/// The program is flags, files and views: what a Rust user would call is in libraries. It is to have 5,000 lines; until it has, it does not grow.
#[test]
fn the_program_stays_small() {
    const MOST: usize = 8_300;
    let (mut lines, mut open) = (0, vec![std::path::PathBuf::from(format!("{ROOT}/crates/cli/src"))]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                lines += fs::read_to_string(&path).unwrap().lines().count();
            }
        }
    }
    assert!(lines > 1000, "{lines} lines: this test looks in the wrong place");
    assert!(
        lines <= MOST,
        "crates/cli/src has {lines} lines, more than {MOST}: move what a library should have"
    );
}
