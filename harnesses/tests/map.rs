//! What tests write from the sources, and that nothing else is a harness.
//!
//! - `proofs/INDEX.md` lists every theorem of Coq, every contract and every harness, with links to their lines.
//! - `harnesses/kani.tsv` lists the harnesses that Kani proves, for `scripts/kani`.
//! - The pages of the book in `docs/src` are written by hand, but their links to items lead to the lines that define them.
//! - `proofs/README.md` is written by hand, but each of its links to an item ends in the line that defines it, and its
//!   table of the functions of a release is made from `page/release_path.rs` (`coverage.rs` says what that must name).
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map` writes these files; without that variable a
//! difference is a failure.
//!
//! In `proofs/` and in the documents of the root a harness is named as `harness::family::name` in backticks;
//! each such name must be a statement.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod page;

use kdelta_harnesses::{FAMILIES, Statement};
use page::coverage::{self, size};
use page::{Item, ROOT, book, contracts, folder, read, theorems, with_lines, write_or_compare};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

fn statements() -> impl Iterator<Item = &'static Statement> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

fn root() -> &'static Path {
    Path::new(ROOT)
}

fn table() -> String {
    let mut text = String::from(
        "| statement | says | cites | domain exhausted by `cargo test` | domain of Kani | must be |\n|---|---|---|---|---|---|\n",
    );
    for statement in statements() {
        let Statement { says, cites, domain, points, .. } = statement;
        let of_kani = match (statement.kani, statement.wide()) {
            (None, _) => "exhaustive only".to_string(),
            (Some(_), None) => "the same".to_string(),
            (Some(_), Some(wide)) => wide.replace('|', "\\|"),
        };
        let (path, says, domain) =
            (statement.path(), says.trim().replace('|', "\\|"), domain.replace('|', "\\|"));
        let (size, family, expected) = (size(*points), statement.family, statement.expected.word());
        let link = format!("[`{path}`](../harnesses/src/{family}.rs)");
        writeln!(text, "| {link} | {says} | {cites} | {domain}: {size} | {of_kani} | {expected} |").unwrap();
    }
    text
}

/// What `scripts/kani` reads: one line for each statement that Kani runs, its fields separated by tabs.
fn kani_list() -> String {
    let mut text = String::from("statement\texpected\tseconds\tdomain\n");
    for statement in statements() {
        let Some(domain) = statement.kani else { continue };
        let fields = [
            statement.path(),
            statement.expected.word().into(),
            Statement::SECONDS.to_string(),
            domain.into(),
        ];
        for field in &fields {
            assert!(!field.is_empty() && !field.contains(['\t', '\n']), "{}: {field:?}", statement.path());
        }
        writeln!(text, "{}", fields.join("\t")).unwrap();
    }
    text
}

/// What a file of Coq is about: the first sentence of its first comment.
fn about(path: &str) -> String {
    let text = read(path);
    let head = text.trim_start_matches(['(', '*', ' ']).split("\n\n").next().unwrap_or_default();
    let words = head.split_whitespace().take_while(|word| *word != "*)").collect::<Vec<_>>().join(" ");
    let sentence = words.split_once(". ").map_or(words.as_str(), |(first, _)| first);
    sentence.trim_end_matches('.').to_owned()
}

/// One line for each file: its link, what it is about, and a link to each of its items.
fn by_file(items: impl IntoIterator<Item = Item>, about: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut file = String::new();
    for item in items {
        let target =
            item.path.strip_prefix("proofs/").map_or_else(|| format!("../{}", item.path), str::to_owned);
        if item.path == file {
            text.push_str(", ");
        } else {
            let end = if file.is_empty() { "" } else { ".\n" };
            write!(text, "{end}- [{}]({target}){}: ", item.path, about(&item.path)).unwrap();
            file.clone_from(&item.path);
        }
        write!(text, "[`{}`]({target}#L{})", item.name, item.line().unwrap()).unwrap();
    }
    text + ".\n"
}

fn index() -> String {
    let (theorems, contracts) = (theorems(), contracts());
    let (many, few, all) = (theorems.len(), contracts.len(), statements().count());
    let theorems = by_file(theorems, |path| format!(", {}", about(path)));
    let contracts = by_file(contracts, |_| String::new());
    let harnesses = with_lines(&table(), "proofs");
    format!(
        "# Every theorem, contract and harness\n\n\
         A test writes this page from the sources: `KDELTA_WRITE=1 cargo test -p kdelta-harnesses --test map`.\n\
         [README.md](README.md) says what they prove of the paper.\n\n\
         ## Theorems of Coq\n\n\
         {many} theorems and corollaries. `scripts/prove` checks them and prints the axioms that they rest on.\n\n\
         {theorems}\n\
         ## Contracts of Creusot\n\n\
         {few} functions and lemmas. [creusot/README.md](creusot/README.md) says what they state; `scripts/creusot` proves them.\n\n\
         {contracts}\n\
         ## Harnesses\n\n\
         {all} statements. Each has one body in `harnesses/src/<family>.rs`, which two engines run. `cargo test -p kdelta-harnesses --release`\n\
         runs it at every point of the exhausted domain, and at points drawn from Kani's domain where that is wider. `scripts/kani` proves it\n\
         with symbolic inputs over Kani's domain. Every family has *controls*, statements that are wrong on purpose: both engines must\n\
         refute them.\n\n\
         {harnesses}"
    )
}

#[test]
fn the_index_is_that_of_the_sources() {
    write_or_compare("proofs/INDEX.md", &index());
}

#[test]
fn the_links_of_the_page_and_its_table_are_those_of_today() {
    let page = coverage::with_section(&read("proofs/README.md"), &coverage::today());
    write_or_compare("proofs/README.md", &with_lines(&page, "proofs"));
}

#[test]
fn the_links_of_the_page_of_each_chapter_are_those_of_today() {
    for page in book() {
        write_or_compare(&page, &with_lines(&read(&page), folder(&page)));
    }
    let walk = read("docs/src/how-this-works.md");
    assert!(walk.matches(".rs#L").count() >= 25, "the walk links to lines");
}

#[test]
fn the_list_for_kani_has_every_proof_of_the_code() {
    write_or_compare("harnesses/kani.tsv", &kani_list());
}

/// The list in the code is complete: every file with statements is in `FAMILIES`, and only the macro declares
/// a proof.
#[test]
fn no_harness_is_outside_the_list() {
    let mut families = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("harnesses/src")).unwrap() {
        let path = entry.unwrap().path();
        let (stem, text) =
            (path.file_stem().unwrap().to_str().unwrap(), std::fs::read_to_string(&path).unwrap());
        for (at, _) in text.match_indices("\nstatements! { ") {
            let named = text[at..].split('"').nth(1).unwrap();
            assert_eq!(named, stem, "the family of a file has its name");
            assert!(families.insert(stem.to_owned()), "{stem} has two lists");
        }
        let by_hand = stem != "statement" && text.contains("kani::proof");
        assert!(!by_hand, "{stem}.rs declares a proof without the macro, so that no list has it");
    }
    let listed: BTreeSet<_> =
        FAMILIES.iter().map(|family| family.first().unwrap().family.to_owned()).collect();
    assert_eq!(families, listed);
}

/// A control: a link that names no line, a wrong line or an item that is not there does not pass.
#[test]
fn lines_are_computed_from_the_source() {
    let line = |target: &str| with_lines(&format!("see [`Statement`]({target}), twice"), "proofs");
    let right = line("../harnesses/src/statement.rs");
    assert!(right.starts_with("see [`Statement`](../harnesses/src/statement.rs#L"), "{right}");
    assert_eq!(right, line("../harnesses/src/statement.rs#L1"));
    let number: usize = right.split_once("#L").unwrap().1.trim_end_matches("), twice").parse().unwrap();
    let source = read("harnesses/src/statement.rs");
    assert!(source.lines().nth(number - 1).unwrap().starts_with("pub struct Statement"), "{right}");
    assert!(std::panic::catch_unwind(|| line("../harnesses/src/lib.rs")).is_err());
    // Other links stay as they are.
    let other = "[`theory.md`](theory.md) and [text](coq/Sinh.v)";
    assert_eq!(with_lines(other, "proofs"), other);
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
        assert!(family.iter().any(Statement::is_control), "{}: no control", family.first().unwrap().family);
        assert!(family.iter().any(|statement| !statement.is_control() && statement.kani.is_some()));
        for statement in *family {
            assert!(seen.insert(statement.path()), "{} twice", statement.path());
            assert!(!statement.cites.is_empty() && !statement.says.is_empty());
            let source = root().join(format!("harnesses/src/{}.rs", statement.family));
            assert!(source.exists(), "{}: no such file", source.display());
        }
    }
}
