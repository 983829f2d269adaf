//! The table of `proofs/README.md` that sets each function of a release against what speaks about it, and what is wrong with the
//! list that it is made from (`release_path.rs`).

use super::functions::{Function, functions};
use super::release_path::{
    ABOUT_OTHERS, FIXES, FORMATS, Group, LEFT_OUT, OF_A_COPY, PATH, Row, TESTS, THEOREMS, Width,
};
use super::{Item, ROOT, contracts, theorems};
use kdelta_finite::sources::CERTIFIED;
use kdelta_harnesses::{FAMILIES, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- begin: coverage -->\n";
const END: &str = "<!-- end: coverage -->\n";

/// The file of a row, from the root.
fn source(file: &str) -> String {
    format!("crates/finite/src/{file}.rs")
}

/// The files that a release runs through: those whose digests certificates carry, and the trial of the processor before it.
fn files() -> impl Iterator<Item = &'static str> {
    let name = |path: &'static str| path.strip_prefix("crates/finite/src/")?.strip_suffix(".rs");
    CERTIFIED.iter().filter_map(move |(path, _)| name(path)).filter(|file| !NO_RELEASE.contains(file))
}

/// Files in which nothing runs in a release: what declares modules, errors, the terms of a bound, and what a ledger of many releases adds up.
const NO_RELEASE: [&str; 6] = ["allowance", "error", "ledger", "ln/mod", "planar/mod", "sources"];

/// A test by its name in the list, `tests/slices.rs::errors_release_nothing`: its file from the root, and its function.
fn of_test(name: &str) -> (String, &str) {
    let (file, test) = name.split_once("::").unwrap_or((name, ""));
    (format!("crates/finite/{file}"), test)
}

/// 0x4000_0000 as 2^30, 0xFFFF as 2^16 − 1; other numbers as they are.
fn hexadecimal(digits: &str) -> String {
    let plain: String = digits.chars().filter(|&c| c != '_').collect();
    let plain = plain.trim_end_matches("u64").trim_end_matches("i64");
    match u128::from_str_radix(plain, 16) {
        Ok(number) if number.is_power_of_two() => format!("2^{}", number.trailing_zeros()),
        Ok(number) if number > 255 && (number + 1).is_power_of_two() => {
            format!("2^{} − 1", number.count_ones())
        }
        _ => format!("0x{digits}"),
    }
}

/// The condition of a contract with numbers that can be read: `one()` is 2^63, `power(126)` is 2^126.
fn readable(condition: &str) -> String {
    let mut out = String::new();
    for (number, part) in condition.replace("one()", "2^63").split("0x").enumerate() {
        if number == 0 {
            out.push_str(part);
            continue;
        }
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
        let (digits, rest) = part.split_at(end);
        out.push_str(&hexadecimal(digits));
        out.push_str(rest);
    }
    let mut parts = out.split("power(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((exponent, rest)) if exponent.chars().all(|c| c.is_ascii_digit()) => {
                write!(text, "2^{exponent}{rest}").unwrap();
            }
            _ => write!(text, "power({part}").unwrap(),
        }
    }
    text
}

/// The value of a field of a certificate, which is a string.
fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let (_, after) = json.split_once(&format!("\"{name}\": \"")).unwrap_or_default();
    after.split('"').next().unwrap_or_default()
}

/// What a certificate covers, as it says itself, if there is one of that name.
fn certified(name: &str) -> Option<String> {
    let json = fs::read_to_string(Path::new(ROOT).join(format!("certificates/{name}.json"))).ok()?;
    let domain = json.split_once("\"domain\"").unwrap_or_default().1;
    let (from, below, points) = (field(domain, "from"), field(domain, "below"), field(domain, "points"));
    let method = field(&json, "method");
    Some(format!("[{name}](../certificates/{name}.json): {method}, from {from} below {below}, {points}"))
}

/// 16777216 as 2^24, 9801 as 9801.
pub(crate) fn size(points: u64) -> String {
    if points.is_power_of_two() && points > 1024 {
        format!("2^{}", points.trailing_zeros())
    } else {
        points.to_string()
    }
}

/// Everything that the list may name.
pub(crate) struct Known {
    /// The functions of each file.
    files: BTreeMap<&'static str, Vec<Function>>,
    statements: BTreeMap<String, &'static Statement>,
    theorems: BTreeMap<String, Item>,
    /// Lemmas, and functions that only Creusot sees, with what they ask of their arguments.
    lemmas: BTreeMap<String, (String, Vec<String>)>,
    /// Statements about a copy of the lines of a function.
    pub(crate) copies: &'static [&'static str],
}

impl Known {
    pub(crate) fn of_the_sources() -> Self {
        let contracts = contracts().into_iter().filter(|item| item.path.starts_with("crates/finite/src/"));
        let lemmas = contracts.filter_map(|item| {
            let found = functions(&item.path).into_iter().find(|found| found.name == item.name)?;
            let for_creusot = found.is_hidden || item.path.starts_with("crates/finite/src/contract");
            for_creusot.then_some((item.name, (item.path, found.contract?)))
        });
        let run = |file| functions(&source(file)).into_iter().filter(|function| !function.is_hidden);
        Self {
            files: files().map(|file| (file, run(file).collect())).collect(),
            statements: FAMILIES
                .iter()
                .flat_map(|family| family.iter())
                .map(|statement| (statement.path(), statement))
                .collect(),
            theorems: theorems().into_iter().map(|item| (item.name.clone(), item)).collect(),
            lemmas: lemmas.collect(),
            copies: OF_A_COPY,
        }
    }

    fn function(&self, row: &Row, name: &str) -> Option<&Function> {
        self.files.get(row.file)?.iter().find(|function| function.name == name)
    }
}

/// Whether the name of a statement, or of a family with its `::`, stands for this statement.
fn covers(of: &str, statement: &str) -> bool {
    of == statement || of.ends_with("::") && statement.starts_with(of)
}

/// A link with the name in code, as the links of the page are written; the lines are put in later.
fn link(name: &str, path: &str) -> String {
    let target = path.strip_prefix("proofs/").map_or_else(|| format!("../{path}"), str::to_owned);
    format!("[`{name}`]({target})")
}

/// The cells of a row, without the first two.
pub(crate) struct Cells {
    pub(crate) kani: Vec<String>,
    pub(crate) creusot: Vec<String>,
    pub(crate) coq: Vec<String>,
    pub(crate) exhaustive: Vec<String>,
    other: Vec<String>,
    /// Whether something in the first four counts.
    pub(crate) counts: bool,
}

impl Cells {
    pub(crate) fn of(row: &Row, known: &Known) -> Self {
        let mut cells = Self {
            kani: Vec::new(),
            creusot: Vec::new(),
            coq: Vec::new(),
            exhaustive: Vec::new(),
            other: Vec::new(),
            counts: false,
        };
        for path in row.statements {
            let Some(statement) = known.statements.get(*path) else { continue };
            let copy = known.copies.contains(path);
            let fixed =
                FIXES.iter().find(|(of, _)| covers(of, path)).map(|(_, settings)| format!("; {settings}"));
            let note = fixed.unwrap_or_default() + if copy { "; a copy of its lines" } else { "" };
            cells.counts |= !copy;
            if let Some(domain) = statement.kani {
                let named =
                    link(&format!("harness::{path}"), &format!("harnesses/src/{}.rs", statement.family));
                cells.kani.push(format!("{named}: {domain}{note}; {} s", Statement::SECONDS));
            }
            let (name, points) = (statement.name, size(statement.points));
            cells.exhaustive.push(format!("`{name}`: {}{note}; {points} points", statement.domain));
        }
        let asked = |conditions: &[String]| match conditions {
            [] => "every argument".to_owned(),
            some => some.iter().map(|text| format!("`{}`", readable(text))).collect::<Vec<_>>().join(" and "),
        };
        for name in row.functions {
            if let Some(conditions) =
                known.function(row, name).and_then(|function| function.contract.as_deref())
            {
                cells.creusot.push(format!("{}: {}", link(name, &source(row.file)), asked(conditions)));
            }
        }
        for name in row.lemmas {
            if let Some((path, conditions)) = known.lemmas.get(*name) {
                cells.creusot.push(format!("{}: {}", link(name, path), asked(conditions)));
            }
        }
        for name in row.theorems {
            let width = THEOREMS.iter().find(|(theorem, _)| theorem == name).map_or("", |(_, width)| width);
            if let Some(item) = known.theorems.get(*name) {
                cells.coq.push(format!("{}: {width}", link(name, &item.path)));
            }
        }
        for name in row.tests {
            let (path, test) = of_test(name);
            let named = link(test, &path);
            match TESTS.iter().find(|(test, _)| test == name).map(|(_, width)| *width) {
                Some(Width::Every(domain)) => {
                    cells.counts = true;
                    cells.exhaustive.push(format!("{named}: {domain}"));
                }
                Some(Width::Derived(domain)) => cells.other.push(format!("{named}: derived, {domain}")),
                Some(Width::Sample(points)) => cells.other.push(format!("{named}: sample, {points}")),
                None => {}
            }
        }
        cells.other.extend(row.certificates.iter().filter_map(|name| certified(name)));
        cells.counts |= !cells.creusot.is_empty() || !cells.coq.is_empty();
        cells
    }
}

fn rows(path: &[Group]) -> impl Iterator<Item = &Row> {
    path.iter().flat_map(|group| group.rows)
}

/// What is wrong with the list: one sentence for each fault, which names the row.
pub(crate) fn faults(path: &[Group], known: &Known) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |text: String| faults.push(text);
    let mut listed = BTreeSet::new();
    for row in rows(path) {
        let of = format!("the row of {} in {}", row.functions.join(", "), row.file);
        for name in row.functions {
            match known.function(row, name) {
                None => fault(format!("{of} names {name}, which {} does not define", source(row.file))),
                Some(function) if function.is_getter() => {
                    fault(format!("{of} names {name}, which only returns a field: leave it out"));
                }
                Some(_) => {}
            }
            if !listed.insert((row.file, *name)) {
                fault(format!("{of} names {name}, which is in two rows"));
            }
            let concrete =
                [("f64", "f64"), ("f32", "f32"), ("Fixed", "fixed")].into_iter().find(|(of_type, _)| {
                    name.starts_with(&format!("{of_type}::")) || name.contains(&format!("<{of_type}>>::"))
                });
            if let Some((_, format)) = concrete.filter(|(_, format)| !row.formats.contains(format)) {
                fault(format!("{of}: {name} is a function of {format}"));
            }
        }
        for path in row.statements {
            match known.statements.get(*path) {
                None => fault(format!("{of} names {path}, which is no statement of the harnesses")),
                Some(statement) if statement.is_control() => {
                    fault(format!("{of} names {path}, which is a control: it is wrong on purpose"));
                }
                Some(_) => {}
            }
        }
        for name in row.lemmas.iter().filter(|name| !known.lemmas.contains_key(**name)) {
            fault(format!("{of} names {name}, which is no lemma for Creusot in crates/finite"));
        }
        for name in row.theorems {
            if !known.theorems.contains_key(*name) {
                fault(format!("{of} names {name}, which is no theorem of Coq"));
            }
            if !THEOREMS.iter().any(|(theorem, _)| theorem == name) {
                fault(format!("{of} names {name}: say in THEOREMS what it quantifies over"));
            }
        }
        for name in row.tests {
            if !TESTS.iter().any(|(test, _)| test == name) {
                fault(format!("{of} names {name}: say in TESTS what it covers"));
            }
        }
        for name in row.certificates {
            if certified(name).is_none() {
                fault(format!("{of} names {name}, which is no certificate"));
            }
        }
        if !Cells::of(row, known).counts {
            fault(format!(
                "{of} is empty: neither Kani nor Creusot nor Coq nor an exhaustive test speaks about it"
            ));
        }
    }
    for (file, functions) in &known.files {
        for function in functions.iter().filter(|function| !function.is_getter()) {
            let name = function.name.as_str();
            let left_out = LEFT_OUT.iter().any(|(of, names, _)| of == file && names.contains(&name));
            match (listed.contains(&(*file, name)), left_out) {
                (false, false) => fault(format!(
                    "{name} in {}, line {}, is in no row: a release runs through it, so name it in \
                     harnesses/tests/page/release_path.rs with what speaks about it",
                    source(file),
                    function.line
                )),
                (true, true) => fault(format!("{name} in {} is in a row and left out", source(file))),
                _ => {}
            }
        }
    }
    for (file, names, _) in LEFT_OUT {
        let defined = known.files.get(file).map_or(&[][..], Vec::as_slice);
        for name in names.iter().filter(|name| !defined.iter().any(|function| function.name == **name)) {
            fault(format!("LEFT_OUT names {name}, which {} does not define", source(file)));
        }
    }
    for (name, statement) in known.statements.iter().filter(|(_, statement)| !statement.is_control()) {
        let in_a_row = rows(path).any(|row| row.statements.contains(&name.as_str()));
        let of_others = ABOUT_OTHERS.iter().any(|(other, _)| covers(other, name));
        if in_a_row == of_others {
            let problem = if in_a_row { "in a row and in ABOUT_OTHERS" } else { "in no row" };
            fault(format!(
                "the statement {name} ({}) is {problem}: name it in the row of the function that it is about",
                statement.says.trim()
            ));
        }
    }
    for (list, entries) in [("ABOUT_OTHERS", ABOUT_OTHERS), ("FIXES", FIXES)] {
        for (of, _) in entries.iter().filter(|(of, _)| !known.statements.keys().any(|name| covers(of, name)))
        {
            fault(format!("{list} names {of}, which is no statement and no family"));
        }
    }
    for name in known.copies.iter().filter(|name| !known.statements.contains_key(**name)) {
        fault(format!("OF_A_COPY names {name}, which is no statement of the harnesses"));
    }
    for (name, _) in THEOREMS {
        if !rows(path).any(|row| row.theorems.contains(name)) {
            fault(format!("THEOREMS has {name}, which no row names"));
        }
    }
    for (name, _) in TESTS {
        let (file, test) = of_test(name);
        let text = fs::read_to_string(Path::new(ROOT).join(&file)).unwrap_or_default();
        let is_test = text.split("#[test]").skip(1).any(|after| {
            let after = after.trim_start();
            after
                .strip_prefix("fn ")
                .and_then(|rest| rest.strip_prefix(test))
                .is_some_and(|rest| rest.starts_with('('))
        });
        if !is_test {
            fault(format!("TESTS has {name}, which is no test of crates/finite"));
        }
        if !rows(path).any(|row| row.tests.contains(name)) {
            fault(format!("TESTS has {name}, which no row names"));
        }
    }
    for format in FORMATS {
        for group in path.iter().filter(|group| group.title != "The plane") {
            if !group.rows.iter().any(|row| row.formats.contains(format)) {
                fault(format!("no row of {} is about {format}", group.title));
            }
        }
    }
    faults
}

/// The section between the marks: how much is covered, then a table for each part of a release.
pub(crate) fn section(path: &[Group], known: &Known) -> String {
    let (mut text, mut counts) = (String::new(), [0; 4]);
    let (mut functions, mut with_contract) = (0, 0);
    for Group { title, rows } in path {
        write!(
            text,
            "### {title}\n\n| function | formats | Kani | Creusot | Coq | exhaustive | other |\n|---|---|---|---|---|---|---|\n"
        )
        .unwrap();
        for row in *rows {
            let cells = Cells::of(row, known);
            let four = [&cells.kani, &cells.creusot, &cells.coq, &cells.exhaustive];
            for (count, cell) in counts.iter_mut().zip(four) {
                *count += if cell.is_empty() { 0 } else { row.functions.len() };
            }
            functions += row.functions.len();
            let own = row.functions.iter().filter_map(|name| known.function(row, name));
            with_contract += own.filter(|function| function.contract.is_some()).count();
            let names: Vec<String> = row.functions.iter().map(|name| link(name, &source(row.file))).collect();
            write!(text, "| {}: {} | {}", row.file, names.join(", "), row.formats.join(", ")).unwrap();
            for cell in four.into_iter().chain([&cells.other]) {
                let items: Vec<String> = cell.iter().map(|item| item.replace('|', "\\|")).collect();
                let items = if items.is_empty() { "–".to_owned() } else { items.join("<br>") };
                write!(text, " | {items}").unwrap();
            }
            text.push_str(" |\n");
        }
        text.push('\n');
    }
    let [kani, _, coq, exhaustive] = counts;
    let mut out = format!(
        "{functions} functions: statements of Kani speak about {kani} of them, theorems of Coq about {coq}, {with_contract} have a contract of \
         their own, and {exhaustive} are run at every point of a stated domain.\n\n{text}Left out are functions that only return a field, and these:\n\n"
    );
    for (file, names, why) in LEFT_OUT {
        let names: Vec<String> = names.iter().map(|name| link(name, &source(file))).collect();
        writeln!(out, "- {}: {why}.", names.join(", ")).unwrap();
    }
    out
}

/// The page with this section between the marks.
pub(crate) fn with_section(page: &str, section: &str) -> String {
    let (head, rest) =
        page.split_once(BEGIN).unwrap_or_else(|| panic!("proofs/README.md has no line {BEGIN}"));
    let (_, tail) = rest.split_once(END).unwrap_or_else(|| panic!("proofs/README.md has no line {END}"));
    format!("{head}{BEGIN}{section}{END}{tail}")
}

/// The section as it must be today.
pub(crate) fn today() -> String {
    section(PATH, &Known::of_the_sources())
}
