//! The map: every statement of this crate stands in `proofs/README.md`, and every harness named there exists.
//!
//! The section between `<!-- begin: harnesses -->` and `<!-- end: harnesses -->` is the registry, and every link of the page to an item of
//! the source ends in the line where it is defined. Both are written by `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map`.
//! Elsewhere in `proofs/` and in the documents of the root a harness is named as `harness::family::name` in backticks; each such name
//! must be a statement.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod page;

use kdelta_harnesses::{FAMILIES, Statement};
use page::{Item, ROOT, links, read};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const BEGIN: &str = "<!-- begin: harnesses -->\n";
const END: &str = "<!-- end: harnesses -->";

fn statements() -> impl Iterator<Item = &'static Statement> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

fn root() -> &'static Path {
    Path::new(ROOT)
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
        let (size, family) = (size(*points), statement.family);
        let link = format!("[`{path}`](../harnesses/src/{family}.rs)");
        writeln!(text, "| {link} | {says} | {cites} | {domain}: {size} | {of_kani} | {role} |").unwrap();
    }
    text
}

/// The page with every link to an item leading to the line where it is defined now.
fn with_lines(page: &str) -> String {
    let mut out = String::from(page.split("[`").next().unwrap_or_default());
    for ((name, target), part) in links(page).zip(page.split("[`").skip(1)) {
        let rest = &part[name.len() + "`](".len() + target.len()..];
        let file = target.split('#').next().unwrap_or_default();
        let line = Item::of_link(name, target).map(|item| {
            let line = item.line();
            line.unwrap_or_else(|| panic!("proofs/README.md names `{name}`, which {file} does not define"))
        });
        match line {
            Some(line) => out.push_str(&format!("[`{name}`]({file}#L{line}{rest}")),
            None => out.push_str(&format!("[`{part}")),
        }
    }
    out
}

#[test]
fn the_page_has_every_statement_and_the_lines_of_today() {
    let path = root().join("proofs/README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (start, end) = (text.find(BEGIN).unwrap() + BEGIN.len(), text.find(END).unwrap());
    let wanted = with_lines(&format!("{}{}{}", &text[..start], table(), &text[end..]));
    if std::env::var_os("KDELTA_WRITE").is_some() {
        std::fs::write(path, wanted).unwrap();
    } else {
        let changed = text.lines().zip(wanted.lines()).find(|(old, new)| old != new);
        assert!(
            text == wanted,
            "proofs/README.md is out of date, first in {changed:?}: \
             KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map writes it again"
        );
    }
}

/// A control: a link that names no line, a wrong line or an item that is not there does not pass.
#[test]
fn lines_are_computed_from_the_source() {
    let line = |target: &str| with_lines(&format!("see [`Statement`]({target}), twice"));
    let right = line("../harnesses/src/statement.rs");
    assert!(right.starts_with("see [`Statement`](../harnesses/src/statement.rs#L"), "{right}");
    assert_eq!(right, line("../harnesses/src/statement.rs#L1"));
    let number: usize = right.split_once("#L").unwrap().1.trim_end_matches("), twice").parse().unwrap();
    let source = read("harnesses/src/statement.rs");
    assert!(source.lines().nth(number - 1).unwrap().starts_with("pub struct Statement"), "{right}");
    assert!(std::panic::catch_unwind(|| line("../harnesses/src/lib.rs")).is_err());
    // Other links stay as they are.
    let other = "[`theory.md`](theory.md) and [text](coq/Sinh.v)";
    assert_eq!(with_lines(other), other);
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
