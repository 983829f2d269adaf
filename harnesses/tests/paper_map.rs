//! `proofs/README.md` cannot go stale: every item it names exists, and every proof there is on it.
//!
//! The page names an item as a link, [`name`](file): a Rust item, a contract or a Coq theorem (harnesses: see `map.rs`). These tests read
//! the page and the sources, nothing else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Every [`name`](file) of the page, with the file as a path from the root.
fn named(page: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for part in page.split("[`").skip(1) {
        let (name, rest) = part.split_once("`](").unwrap_or_else(|| panic!("no link after [`{part:.40}"));
        let (file, _) = rest.split_once(')').unwrap();
        if file.ends_with(".rs") || file.ends_with(".v") {
            let path = file.strip_prefix("../").map_or_else(|| format!("proofs/{file}"), str::to_owned);
            found.insert((name.to_owned(), path));
        }
    }
    found
}

/// The rows of the map: the cells between the bars.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let map = page.split_once("<!-- begin: map -->").unwrap().1.split_once("<!-- end: map -->").unwrap().0;
    let rows = map.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| paper "));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// Whether `text` has `keyword name` for one of the keywords, as whole words.
fn defines(text: &str, keywords: &[&str], name: &str) -> bool {
    keywords.iter().any(|keyword| {
        text.match_indices(&format!("{keyword} {name}")).any(|(at, whole)| {
            !text[at + whole.len()..].starts_with(is_word) && !text[..at].ends_with(is_word)
        })
    })
}

const RUST: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "macro_rules!"];
const COQ: [&str; 5] = ["Theorem", "Lemma", "Corollary", "Proposition", "Definition"];

#[test]
fn every_named_item_exists() {
    let page = read("proofs/README.md");
    let items = named(&page);
    assert!(items.len() > 150, "the page names {} items", items.len());
    for (name, path) in items {
        let text = read(&path);
        let keywords: &[&str] = if path.ends_with(".v") { &COQ } else { &RUST };
        assert!(
            defines(&text, keywords, &name),
            "proofs/README.md names `{name}`, which {path} does not define"
        );
    }
}

/// All files below a folder with that ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A Coq text without its comments, which nest.
fn without_comments(text: &str) -> String {
    let (mut depth, mut kept, mut rest) = (0_u32, String::new(), text);
    while let Some(next) = rest.chars().next() {
        let taken = if rest.starts_with("(*") {
            depth += 1;
            2
        } else if depth > 0 && rest.starts_with("*)") {
            depth -= 1;
            2
        } else {
            if depth == 0 {
                kept.push(next);
            }
            next.len_utf8()
        };
        rest = &rest[taken..];
    }
    kept
}

/// The name of the theorem, corollary or proposition that a line begins.
fn theorem(line: &str) -> Option<String> {
    let rest =
        ["Theorem ", "Corollary ", "Proposition "].iter().find_map(|word| line.trim().strip_prefix(word))?;
    let name: String = rest.chars().take_while(|&c| is_word(c)).collect();
    Some(name)
}

#[test]
fn every_coq_theorem_is_on_the_page() {
    let items = named(&read("proofs/README.md"));
    let mut count = 0;
    for path in files("proofs/coq", ".v") {
        let file = format!("proofs/coq/{}", path.file_name().unwrap().to_str().unwrap());
        for name in without_comments(&fs::read_to_string(&path).unwrap()).lines().filter_map(theorem) {
            assert!(items.contains(&(name.clone(), file.clone())), "{name} of {file} is not on the page");
            count += 1;
        }
    }
    assert!(count > 200, "{count} theorems");
}

/// Functions with a contract, as (name, file): the next `fn` after an `ensures`.
fn contracts() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for path in files("crates/finite/src", ".rs").into_iter().chain(files("crates/oracle/src", ".rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
        for (at, _) in text.match_indices("ensures(") {
            let (_, after) = text[at..].split_once("fn ").unwrap();
            let name: String = after.chars().take_while(|&c| is_word(c)).collect();
            found.insert((name, file.clone()));
        }
    }
    found
}

#[test]
fn every_contract_is_on_the_page() {
    let page = read("proofs/README.md");
    let (items, contracts) = (named(&page), contracts());
    assert!(contracts.len() > 10, "{} contracts", contracts.len());
    for contract in &contracts {
        assert!(
            items.contains(contract),
            "the contract of {} in {} is not on the page",
            contract.0,
            contract.1
        );
    }
    for row in rows(&page) {
        for contract in named(row[4]) {
            assert!(contracts.contains(&contract), "{} in {} has no contract", contract.0, contract.1);
        }
    }
}

/// GitHub's anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_reference_to_the_theory_has_its_heading() {
    let theory = read("proofs/theory.md");
    let anchors: BTreeSet<_> = theory
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect();
    let page = read("proofs/README.md");
    let mut count = 0;
    for part in page.split("](theory.md#").skip(1) {
        let wanted = part.split_once(')').unwrap().0;
        assert!(anchors.contains(wanted), "theory.md has no heading {wanted}");
        count += 1;
    }
    assert!(count > 40);
}

/// The items of the paper come in the order of its lines, numbered without a gap; each has a status.
#[test]
fn the_map_is_complete_and_in_order() {
    let page = read("proofs/README.md");
    let rows = rows(&page);
    let (mut line, mut numbers) = (0, BTreeSet::new());
    for row in &rows {
        assert_eq!(row.len(), 7, "{row:?}");
        let (item, at) = row[0].rsplit_once(", l.").unwrap();
        let at: u32 = at.parse().unwrap();
        assert!(at >= line, "{item} at line {at} after line {line}");
        line = at;
        numbers.insert(item.split(" (").next().unwrap().to_owned());
        let status = row[6];
        let known = ["proved", "exhaustive", "tested", "definition", "refuted", "assumed", "not needed"];
        assert!(known.iter().any(|word| status.starts_with(word)), "{item}: {status}");
        if status.starts_with("proved") || status.starts_with("refuted") {
            assert!(row[4].len() + row[5].len() > 3, "{item} is {status} by neither contract nor Coq");
        }
        if status.contains("exhaustive") {
            assert!(row[3].contains("`harness::"), "{item} is exhaustive without a harness");
        }
    }
    let all = |kind: &str, section: &str, last: u32| {
        for number in 1..=last {
            let name = format!("{kind} {section}{number}");
            assert!(numbers.contains(&name), "{name} is not in the map");
        }
    };
    // What the paper numbers, counted in its LaTeX.
    all("Definition", "2.", 9);
    all("Definition", "3.", 2);
    all("Definition", "4.", 4);
    all("Theorem", "3.", 2);
    all("Theorem", "4.", 5);
    all("Mechanism", "", 3);
    all("Condition", "", 3);
    all("Remark", "", 2);
    all("Figure", "", 2);
    for name in ["Example 1.1", "Example 4.1"] {
        assert!(numbers.contains(name), "{name} is not in the map");
    }
    for number in 1..=7 {
        let name = format!("equation ({number})");
        assert!(rows.iter().any(|row| row[0].starts_with(&name)), "{name} is not in the map");
    }
}

/// What the code cites as `THEORY …` and what the theory proves: each theorem, lemma and finding is cited somewhere.
#[test]
fn every_theorem_is_cited_by_the_code() {
    let mut code = String::new();
    for path in files("crates", ".rs").into_iter().chain(files("harnesses", ".rs")) {
        code.push_str(&fs::read_to_string(path).unwrap());
    }
    for name in [
        "Theorem A",
        "Theorem B",
        "Theorem D",
        "Theorem L",
        "Theorem U",
        "Lemma 2",
        "Lemma 3",
        "Lemma 4",
        "Lemma R",
    ] {
        assert!(code.contains(name), "no item cites {name}");
    }
    for number in 1..=31 {
        let finding = format!("F{number}");
        let cited = code.match_indices(&finding).any(|(at, _)| {
            !code[at + finding.len()..].starts_with(|c: char| c.is_ascii_digit())
                && !code[..at].ends_with(|c: char| c.is_alphanumeric())
        });
        assert!(cited, "no item cites {finding}");
    }
}
