//! The program is flags, files and views: what a Rust user would call is in libraries.

use crate::ROOT;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

const MOST_LINES: usize = 5_000;

/// Every file of the program, by its path below `src`.
fn files() -> Vec<(String, String)> {
    let source = format!("{ROOT}/crates/cli/src");
    let (mut found, mut open) = (Vec::new(), vec![PathBuf::from(&source)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(&source).unwrap().to_str().unwrap().to_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn the_program_stays_small() {
    let lines: usize = files().iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines > 1000, "{lines} lines: this test looks in the wrong place");
    assert!(lines <= MOST_LINES, "crates/cli/src has {lines} lines: move what a library should have");
}

/// What commands share lies beside them, where it belongs to none.
#[test]
fn no_command_imports_from_another() {
    let files = files();
    let main = &files.iter().find(|(name, _)| name == "main.rs").expect("the program has a main.rs").1;
    let (_, variants) = main.split_once("\nenum Command {\n").expect("the commands are an enum");
    let (variants, _) = variants.split_once("\n}\n").unwrap();
    // `Count(Box<release::statistics::Count>),` is in the module `release`.
    let module = |line: &str| {
        let (_, flags) = line.trim().strip_suffix("),")?.split_once('(')?;
        flags.trim_start_matches("Box<").split_once("::").map(|(module, _)| module.to_owned())
    };
    let commands: BTreeSet<_> = variants.lines().filter_map(module).collect();
    assert!(
        commands.len() > 8 && commands.contains("certify") && commands.contains("release"),
        "{commands:?}"
    );
    let mut seen = BTreeSet::new();
    for (name, text) in &files {
        let own = name.split('/').next().unwrap().trim_end_matches(".rs");
        if !commands.contains(own) {
            // What is shared stands on its own; only main.rs knows the commands.
            assert!(name == "main.rs" || commands.iter().all(|other| !mentions(text, other)), "{name}");
            continue;
        }
        seen.insert(own.to_owned());
        for other in commands.iter().filter(|other| *other != own) {
            assert!(
                !mentions(text, other),
                "{name} imports from the command {other}: move what both need beside them"
            );
        }
    }
    assert_eq!(seen, commands);
}

/// Whether a text of the program names a module of its root: `crate::audit::…`, or within braces, `crate::{audit, …}`.
fn mentions(text: &str, module: &str) -> bool {
    text.match_indices("crate::").any(|(at, start)| {
        let rest = &text[at + start.len()..];
        match rest.strip_prefix('{') {
            Some(list) => {
                let (list, _) = list.split_once("};").unwrap_or((list, ""));
                list.split([',', '{', '}']).any(|item| first(item.trim()) == module)
            }
            None => first(rest) == module,
        }
    }) || text.contains(&format!("super::super::{module}::"))
}

/// The first name of a path.
fn first(path: &str) -> &str {
    path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[test]
fn an_import_from_another_command_is_seen() {
    assert!(mentions("use crate::audit::judge;", "audit"));
    assert!(mentions("use crate::{failure::Failure, audit::judge};", "audit"));
    assert!(mentions("    crate::certify::derive(&asked)", "certify"));
    assert!(!mentions("use crate::audits::judge; use kdelta::audit;", "audit"));
}
