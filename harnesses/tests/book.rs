//! The README and the book of `docs/src`: every link resolves, every page is in the summary, and the README is short enough to be read to
//! its end. The lines that links of the book lead to are those of `map.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod page;

use page::{ROOT, book, folder, read};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

const LONGEST_README: usize = 150;

/// The text of a page without blocks of code, in which brackets are no links.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// What the links and images of a page lead to.
fn targets(page: &str) -> Vec<String> {
    let prose = prose(page);
    prose.split("](").skip(1).map(|part| part.split_once(')').unwrap().0.to_owned()).collect()
}

/// A link of a page as a path from the root, if it leads to a file.
fn path_of(page: &str, target: &str) -> Option<PathBuf> {
    let file = target.split('#').next().unwrap();
    if file.is_empty() || file.contains("://") {
        return None;
    }
    let mut path = PathBuf::new();
    for part in Path::new(folder(page)).join(file).components() {
        if part == Component::ParentDir {
            assert!(path.pop(), "{page}: {target} leads out of the repository");
        } else {
            path.push(part);
        }
    }
    Some(path)
}

/// The names that headings of a page have in links, as GitHub makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// What is wrong with the links of a page.
fn broken(page: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for target in targets(text) {
        let Some(path) = path_of(page, &target) else {
            if target.starts_with('#') && !anchors(text).contains(&target[1..]) {
                wrong.push(format!("{page}: no heading {target}"));
            }
            continue;
        };
        if !Path::new(ROOT).join(&path).exists() {
            wrong.push(format!("{page}: {target} leads nowhere"));
        } else if let Some((_, anchor)) = target.split_once('#')
            && path.extension().is_some_and(|extension| extension == "md")
            && !anchors(&read(path.to_str().unwrap())).contains(anchor)
            && !read(path.to_str().unwrap()).contains(&format!("id=\"{anchor}\""))
        {
            wrong.push(format!("{page}: {target} names no heading"));
        }
    }
    wrong
}

#[test]
fn every_link_of_the_readme_and_the_book_resolves() {
    let pages = [vec!["README.md".to_owned()], book()].concat();
    let wrong: Vec<_> = pages.iter().flat_map(|page| broken(page, &read(page))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(pages.iter().map(|page| targets(&read(page)).len()).sum::<usize>() > 60);
    // A control: what is not there is noticed.
    for text in ["[a](docs/nothing.md)", "[b](#nothing)", "[c](CONTRIBUTING.md#nothing)"] {
        assert_eq!(broken("README.md", text).len(), 1, "{text}");
    }
    assert_eq!(broken("docs/src/audit.md", "[a](../../README.md) [b](https://nothing.invalid)"), [""; 0]);
}

#[test]
fn every_page_is_in_the_summary_and_no_other() {
    let listed: BTreeSet<_> = targets(&read("docs/src/SUMMARY.md")).into_iter().collect();
    let pages: BTreeSet<_> = book().iter().map(|page| page.rsplit('/').next().unwrap().to_owned()).collect();
    let pages: BTreeSet<_> = pages.into_iter().filter(|page| page != "SUMMARY.md").collect();
    assert_eq!(listed, pages);
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= LONGEST_README, "README.md has {lines} lines, more than {LONGEST_README}");
}
