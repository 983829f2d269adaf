//! The map: every statement of this crate stands in `proofs/README.md`, and every harness named there exists.
//!
//! The section between `<!-- begin: harnesses -->` and `<!-- end: harnesses -->` is the registry, written by
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map`. Elsewhere in `proofs/` and in the documents of the root a harness is
//! named as `harness::family::name` in backticks; each such name must be a statement.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta_harnesses::{FAMILIES, Statement};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const BEGIN: &str = "<!-- begin: harnesses -->\n";
const END: &str = "<!-- end: harnesses -->";

fn statements() -> impl Iterator<Item = &'static Statement> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// 16777216 as 2^24, 9801 as 9801.
fn size(points: u64) -> String {
    if points.is_power_of_two() && points > 1024 {
        format!("2^{}", points.trailing_zeros())
    } else {
        points.to_string()
    }
}

fn table() -> String {
    let mut text = String::from(
        "| statement | says | cites | domain exhausted by `cargo test` | domain of Kani | role |\n|---|---|---|---|---|---|\n",
    );
    for statement in statements() {
        let Statement { says, cites, domain, points, wide, kani, control, .. } = statement;
        let of_kani = match (kani, wide) {
            (false, _) => "exhaustive only".to_string(),
            (true, None) => "the same".to_string(),
            (true, Some(wide)) => wide.replace('|', "\\|"),
        };
        let (path, says, domain) =
            (statement.path(), says.trim().replace('|', "\\|"), domain.replace('|', "\\|"));
        let role = if *control { "control" } else { "theorem" };
        let size = size(*points);
        writeln!(text, "| `{path}` | {says} | {cites} | {domain}: {size} | {of_kani} | {role} |").unwrap();
    }
    text
}

#[test]
fn registry_and_map_are_equal() {
    let path = root().join("proofs/README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (start, end) = (text.find(BEGIN).unwrap() + BEGIN.len(), text.find(END).unwrap());
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, format!("{}{}{}", &text[..start], table(), &text[end..])).unwrap();
    } else {
        assert!(
            text[start..end] == table(),
            "proofs/README.md is out of date: KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map"
        );
    }
}

/// Every name of the form `harness::family::name` in a text.
fn named(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.strip_prefix("harness::").map(String::from))
}

#[test]
fn every_harness_named_in_a_document_exists() {
    let known: BTreeSet<String> = statements().map(Statement::path).collect();
    let documents = [root().join("proofs"), root().to_path_buf()].into_iter().flat_map(|directory| {
        let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
    });
    for document in documents {
        for name in named(&std::fs::read_to_string(&document).unwrap()) {
            assert!(
                name.starts_with('<') || known.contains(&name),
                "{}: there is no harness {name}",
                document.display()
            );
        }
    }
}

#[test]
fn names_are_unique_and_every_family_has_a_control() {
    let mut seen = BTreeSet::new();
    for family in FAMILIES {
        assert!(
            family.iter().any(|statement| statement.control),
            "{}: no control",
            family.first().unwrap().family
        );
        assert!(family.iter().any(|statement| !statement.control && statement.kani));
        for statement in *family {
            assert!(seen.insert(statement.path()), "{} twice", statement.path());
            assert!(!statement.cites.is_empty() && !statement.says.is_empty());
            let source = root().join(format!("harnesses/src/{}.rs", statement.family));
            assert!(source.exists(), "{}: no such file", source.display());
        }
    }
}
