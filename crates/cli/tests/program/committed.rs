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
