//! `proofs/README.md` cannot go stale: every item it names exists, and every proof there is on it.
//!
//! The page names an item as a link, [`name`](file#L12): a Rust item, a contract, a harness or a Coq theorem
//! (that the lines are those of today: see `map.rs`). These tests read the pages and the sources, nothing
//! else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod page;

use page::{Item, ROOT, contracts, files, links, read, theorems};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The items that a text names.
fn named(page: &str) -> BTreeSet<Item> {
    links(page).filter_map(|(name, target)| Item::of_link(name, target)).collect()
}

/// The rows of the map: the cells between the bars.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let map = page.split_once("<!-- begin: map -->").unwrap().1.split_once("<!-- end: map -->").unwrap().0;
    let rows = map.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| paper "));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

#[test]
fn every_named_item_exists() {
    let items = named(&read("proofs/README.md"));
    assert!(items.len() > 150, "the page names {} items", items.len());
    for item in items {
        assert!(
            item.line().is_some(),
            "proofs/README.md names `{}`, which {} does not define",
            item.name,
            item.path
        );
    }
}

#[test]
fn every_coq_theorem_is_in_the_index() {
    let (items, theorems) = (named(&read("proofs/INDEX.md")), theorems());
    assert!(theorems.len() > 200, "{} theorems", theorems.len());
    for theorem in theorems {
        assert!(items.contains(&theorem), "{theorem:?} is not in the index");
    }
    let project = read("proofs/coq/_CoqProject");
    for path in files("proofs/coq", ".v") {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            project.lines().any(|line| line == name),
            "{name} is not in _CoqProject, so nothing checks it"
        );
    }
}

#[test]
fn every_contract_is_in_the_index_and_the_map_names_no_other() {
    let (items, contracts) = (named(&read("proofs/INDEX.md")), contracts());
    assert!(contracts.len() > 10, "{} contracts", contracts.len());
    for contract in &contracts {
        assert!(items.contains(contract), "the contract of {contract:?} is not in the index");
    }
    for row in rows(&read("proofs/README.md")) {
        for contract in named(row[4]) {
            assert!(contracts.contains(&contract), "{contract:?} has no contract");
        }
    }
}

/// GitHub's anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What stands in a text of Markdown outside its blocks of code.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// The anchors of the headings of a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let page = prose(page);
    let headings = page.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// Every [text](target) of a page that leads into this repository, as (file from the root, anchor).
fn targets(folder: &str, page: &str) -> Vec<(String, Option<String>)> {
    let page = prose(page);
    let ends = page.split("](").skip(1).filter_map(|part| Some(part.split_once(')')?.0));
    let local = ends.filter(|target| !target.contains("://") && !target.contains(char::is_whitespace));
    local
        .map(|target| {
            let (file, anchor) =
                target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
            let path = match file {
                "" => folder.to_owned(),
                file => {
                    let mut parts: Vec<_> = folder.split('/').collect();
                    parts.pop();
                    for part in file.split('/') {
                        if part == ".." { parts.pop().map_or((), drop) } else { parts.push(part) }
                    }
                    parts.join("/")
                }
            };
            (path, anchor.map(str::to_owned))
        })
        .collect()
}

/// Links within the repository lead to files that exist, and to headings and lines that they have.
#[test]
fn every_link_of_a_page_leads_somewhere() {
    let mut counts = Vec::new();
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "certificates/README.md",
        "proofs/README.md",
        "proofs/INDEX.md",
        "proofs/theory.md",
        "proofs/creusot/README.md",
        "proofs/MUTANTS.md",
    ] {
        let found = targets(page, &read(page));
        for (file, anchor) in &found {
            assert!(Path::new(ROOT).join(file).exists(), "{page} links to {file}, which is not there");
            match anchor.as_deref().map(|anchor| (anchor, anchor.strip_prefix('L'))) {
                None => {}
                Some((_, Some(line))) if !file.ends_with(".md") => {
                    let line: usize = line.parse().unwrap_or_else(|_| panic!("{page}: {file}#L{line}"));
                    assert!((1..=read(file).lines().count()).contains(&line), "{page}: {file}#L{line}");
                }
                Some((anchor, _)) => {
                    assert!(anchors(&read(file)).contains(anchor), "{page}: {file} has no heading {anchor}");
                }
            }
        }
        counts.push(found.len());
    }
    assert!(
        counts[0] > 20 && counts[2] > 3 && counts[3] > 10 && counts[4] > 300 && counts[5] > 400,
        "{counts:?}"
    );
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

/// What the code cites as `THEORY …` and what the theory proves: each theorem, lemma and finding is cited
/// somewhere.
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
