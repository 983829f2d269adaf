//! No function that a release runs through is without a proof or an exhaustive test: the list of `page/release_path.rs`, from which
//! the table of `proofs/README.md` is written (by `map.rs`), has each of them, and what it names exists.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod page;

use page::coverage::{Cells, Known, faults};
use page::functions::functions;
use page::release_path::{Group, PATH, Row};

#[test]
fn every_function_of_a_release_is_in_the_table_and_no_row_is_empty() {
    let faults = faults(PATH, &Known::of_the_sources());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The table without one of its rows, or with one of them changed.
fn changed(change: impl Fn(&mut Row) -> bool) -> Vec<String> {
    let groups: Vec<Group> = PATH
        .iter()
        .map(|group| {
            let rows: Vec<Row> = group
                .rows
                .iter()
                .filter_map(|row| {
                    let mut row = *row;
                    change(&mut row).then_some(row)
                })
                .collect();
            Group { title: group.title, rows: rows.leak() }
        })
        .collect();
    faults(&groups, &Known::of_the_sources())
}

fn is_row(row: &Row, function: &str) -> bool {
    row.functions.contains(&function)
}

/// Controls: each fault that the list can have is found, and its sentence names the row and what to do.
#[test]
fn what_is_missing_or_does_not_exist_is_named() {
    let found = |faults: Vec<String>, parts: &[&str]| {
        let hit = faults.iter().any(|fault| parts.iter().all(|part| fault.contains(part)));
        assert!(hit, "{parts:?} is not among\n{}", faults.join("\n"));
    };
    let missing = changed(|row| !is_row(row, "Grid::index_near"));
    found(missing, &["Grid::index_near in crates/finite/src/grid.rs, line ", "is in no row"]);
    let replaced = |names: fn(&mut Row)| {
        changed(move |row| {
            if is_row(row, "Grid::index_near") {
                names(row);
            }
            true
        })
    };
    let row = "the row of Grid::index_near in grid";
    found(replaced(|row| row.statements = &["rounding::gone"]), &[row, "rounding::gone", "no statement"]);
    found(replaced(|row| row.statements = &["rounding::ties_go_to_even"]), &[row, "is a control"]);
    found(replaced(|row| row.lemmas = &["gone"]), &[row, "gone, which is no lemma"]);
    found(replaced(|row| row.theorems = &["gone"]), &[row, "gone, which is no theorem"]);
    found(replaced(|row| row.tests = &["tests/release.rs::gone"]), &[row, "gone: say in TESTS"]);
    found(replaced(|row| row.certificates = &["gone"]), &[row, "gone, which is no certificate"]);
    found(replaced(|row| row.functions = &["Grid::gone"]), &["Grid::gone, which crates/finite/src/grid.rs"]);
    let emptied = replaced(|row| {
        (row.statements, row.theorems) = (&[], &[]); // what is left is a test of a sample
    });
    found(emptied, &[row, "is empty"]);
    let narrower = changed(|row| {
        if is_row(row, "f32::scaled") {
            row.formats = &["f64"];
        }
        true
    });
    found(narrower, &["f32::scaled is a function of f32"]);
    let unnamed = changed(|row| {
        if is_row(row, "lane_end") {
            row.statements = &[];
        }
        true
    });
    found(unnamed, &["the statement shift_add::lane_end_is_the_end", "is in no row"]);
}

/// A control: a statement about a copy of the lines of a function does not fill its row.
#[test]
fn a_copy_of_the_lines_does_not_count() {
    let mut known = Known::of_the_sources();
    let rows = || PATH.iter().flat_map(|group| group.rows);
    let lane = *rows().find(|row| is_row(row, "lane_step")).unwrap();
    let alone = Row { functions: &[], lemmas: &[], theorems: &[], tests: &[], ..lane };
    assert!(Cells::of(&alone, &known).counts && !Cells::of(&alone, &known).kani.is_empty());
    known.copies = lane.statements;
    let cells = Cells::of(&alone, &known);
    assert!(!cells.counts && cells.kani.iter().all(|cell| cell.contains("; a copy of its lines; ")));
}

/// Functions are read as they stand: methods with their types, one for each use of a macro, contracts with what they ask; not the
/// declarations of traits, tests, or what only Creusot sees.
#[test]
fn functions_are_read_from_the_sources() {
    let names = |file: &str| -> Vec<String> {
        let all = functions(&format!("crates/finite/src/{file}.rs")).into_iter();
        all.filter(|function| !function.is_hidden).map(|function| function.name).collect()
    };
    let floating = names("uniform/floating");
    for name in ["Floating::of_words", "Deep::from_words", "<Floating as Tail<Fixed>>::minus_ln"] {
        assert!(floating.iter().any(|found| found == name), "{name}: {floating:?}");
    }
    assert_eq!(names("hardware"), ["check", "f64_is_exact", "f32_is_exact"]);
    assert!(!names("format").iter().any(|name| name == "Format::scaled"), "a declaration has no body");
    assert!(!names("window").iter().any(|name| name == "Window::holds"), "only Creusot sees it");
    assert!(!names("window").iter().any(|name| name.starts_with("classify_is")), "a test");
    let kernel = functions("crates/finite/src/ln/shift_add.rs");
    let part = kernel.iter().find(|function| function.name == "part").unwrap();
    assert_eq!(part.contract.as_deref(), Some(&["k < 64".to_owned()][..]));
    let window = functions("crates/finite/src/window.rs");
    let of = |name: &str| window.iter().find(|function| function.name == name).unwrap();
    assert!(of("Window::classify").contract.is_some() && of("Window::fitting").contract.is_none());
    assert!(of("Window::low").is_getter() && !of("Window::contains").is_getter());
    let source = page::read("crates/finite/src/window.rs");
    let line = source.lines().nth(of("Window::nearest").line - 1).unwrap();
    assert!(line.contains("fn nearest("), "{line}");
}
