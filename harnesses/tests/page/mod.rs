//! The pages of this repository, and the lines of the source that they link to: shared by `map.rs`,
//! `book.rs`, `paper_map.rs` and `coverage.rs`.
#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod coverage;
pub(crate) mod functions;
pub(crate) mod release_path;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

const RUST: &[&str] = &["fn", "struct", "enum", "trait", "type", "const", "macro_rules!"];
const HARNESS: &[&str] = &["holds", "refuted", "holds_without_kani", "refuted_without_kani"];
const COQ: &[&str] = &["Theorem", "Lemma", "Corollary", "Proposition", "Definition"];

/// The first line that defines an item: qualifiers, a keyword, the name. Comments do not begin so.
fn definition(text: &str, keywords: &[&str], name: &str) -> Option<usize> {
    let defines = |line: &str| {
        let qualifiers = ["pub ", "pub(crate) ", "pub(super) "];
        let line = line.trim_start();
        let line = qualifiers.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
        let line =
            line.strip_prefix("const fn ").map_or_else(|| line.to_owned(), |rest| format!("fn {rest}"));
        keywords.iter().any(|keyword| {
            let rest = line.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' '));
            rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| !rest.starts_with(is_word))
        })
    };
    text.lines().position(defines).map(|index| index + 1)
}

/// A link of `proofs/README.md`, [`name`](file#L12), to a Rust item, a contract, a harness or a Coq theorem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// As a path from the root.
    pub(crate) path: String,
}

impl Item {
    /// The item that a link of `proofs/README.md` names; none for a link to anything else.
    pub(crate) fn of_link(name: &str, target: &str) -> Option<Self> {
        Self::of_link_in("proofs", name, target)
    }

    /// The same for a link of a page in that folder.
    pub(crate) fn of_link_in(folder: &str, name: &str, target: &str) -> Option<Self> {
        let mut file = target.split('#').next().unwrap_or_default();
        let mut folders: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
        while let Some(rest) = file.strip_prefix("../") {
            file = rest;
            folders.pop();
        }
        folders.push(file);
        let path = folders.join("/");
        let is_source = file.ends_with(".rs") || file.ends_with(".v");
        is_source.then(|| Self { name: name.to_owned(), path })
    }

    /// Where the source defines it.
    pub(crate) fn line(&self) -> Option<usize> {
        let text = read(&self.path);
        // `harness::family::name` in the map, `family::name` in the registry.
        match self.name.rsplit_once("::") {
            Some((_, name)) if self.path.starts_with("harnesses/") => definition(&text, HARNESS, name),
            None if self.path.ends_with(".v") => definition(&text, COQ, &self.name),
            // A method with its type, or a function that is no method and may have the name of one.
            _ if self.path.starts_with("crates/finite/src/") => {
                functions::line(&self.path, &self.name).or_else(|| definition(&text, RUST, &self.name))
            }
            _ => definition(&text, RUST, &self.name),
        }
    }
}

/// Every [`name`](target) of a page, as (name, target), between the texts around them.
pub(crate) fn links(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("[`").skip(1).map(|part| {
        let (name, rest) = part.split_once("`](").unwrap_or_else(|| panic!("no link after [`{part:.40}"));
        (name, rest.split_once(')').unwrap_or_else(|| panic!("a link without end: {part:.40}")).0)
    })
}

/// The pages of the book, as paths from the root.
pub(crate) fn book() -> Vec<String> {
    let pages = files("docs/src", ".md");
    pages.iter().map(|path| path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned()).collect()
}

/// The folder of a page, as a path from the root.
pub(crate) fn folder(page: &str) -> &str {
    page.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A page of that folder with every link to an item leading to the line where it is defined now.
pub(crate) fn with_lines(page: &str, folder: &str) -> String {
    let mut out = String::from(page.split("[`").next().unwrap_or_default());
    for ((name, target), part) in links(page).zip(page.split("[`").skip(1)) {
        let rest = &part[name.len() + "`](".len() + target.len()..];
        let file = target.split('#').next().unwrap_or_default();
        let line = Item::of_link_in(folder, name, target).map(|item| {
            let line = item.line();
            line.unwrap_or_else(|| panic!("a page of {folder} names `{name}`, which {file} does not define"))
        });
        match line {
            Some(line) => out.push_str(&format!("[`{name}`]({file}#L{line}{rest}")),
            None => out.push_str(&format!("[`{part}")),
        }
    }
    out
}

/// Compares a file of the repository with what it must be; with `KDELTA_WRITE` in the environment, writes it.
pub(crate) fn write_or_compare(path: &str, wanted: &str) {
    if std::env::var_os("KDELTA_WRITE").is_some() {
        return fs::write(Path::new(ROOT).join(path), wanted).unwrap_or_else(|why| panic!("{path}: {why}"));
    }
    let text = read(path);
    let changed = text.lines().zip(wanted.lines()).find(|(old, new)| old != new);
    assert!(
        text == wanted,
        "{path} is out of date, first in {changed:?}: KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map writes it again"
    );
}

/// All files below a folder with that ending.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(ROOT).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // Packages have links to what they share with others: each file is read once.
            if path.is_symlink() {
                continue;
            }
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

/// The theorems of Coq, in the order in which `_CoqProject` names their files.
pub(crate) fn theorems() -> Vec<Item> {
    let project = read("proofs/coq/_CoqProject");
    let paths = project.lines().filter(|line| line.ends_with(".v")).map(|file| format!("proofs/coq/{file}"));
    paths
        .flat_map(|path| {
            let text = without_comments(&read(&path));
            text.lines().filter_map(theorem).map(|name| Item { name, path: path.clone() }).collect::<Vec<_>>()
        })
        .collect()
}

/// Functions with a contract: the next `fn` after an `ensures`.
pub(crate) fn contracts() -> BTreeSet<Item> {
    let mut found = BTreeSet::new();
    for path in files("crates/finite/src", ".rs").into_iter().chain(files("crates/oracle/src", ".rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
        for (at, _) in text.match_indices("ensures(") {
            let (_, after) = text[at..].split_once("fn ").unwrap();
            let name: String = after.chars().take_while(|&c| is_word(c)).collect();
            found.insert(Item { name, path: file.clone() });
        }
    }
    found
}
