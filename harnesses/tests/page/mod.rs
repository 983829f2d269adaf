//! The pages of this repository, and the lines of the source that they link to: shared by `map.rs` and `paper_map.rs`.

use std::fs;
use std::path::Path;

/// The root of the repository.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

pub(crate) fn is_word(c: char) -> bool {
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
    /// The item that a link names; none for a link to anything else.
    pub(crate) fn of_link(name: &str, target: &str) -> Option<Self> {
        let file = target.split('#').next().unwrap_or_default();
        let path = file.strip_prefix("../").map_or_else(|| format!("proofs/{file}"), str::to_owned);
        let is_source = file.ends_with(".rs") || file.ends_with(".v");
        is_source.then(|| Self { name: name.to_owned(), path })
    }

    /// Where the source defines it.
    pub(crate) fn line(&self) -> Option<usize> {
        let text = read(&self.path);
        // `harness::family::name` in the map, `family::name` in the registry.
        match self.name.rsplit_once("::") {
            Some((_, name)) => definition(&text, HARNESS, name),
            None if self.path.ends_with(".v") => definition(&text, COQ, &self.name),
            None => definition(&text, RUST, &self.name),
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
