//! The functions of a source file, read from its text: their names, lines, contracts and bodies.
//!
//! This is no parser of Rust. It relies on `rustfmt`: what belongs to no block begins at the margin, a method at four
//! spaces, and a block ends with a brace in the column in which it began.

use super::{ROOT, is_word, read};
use std::path::Path;

/// A function with a body. Declarations of traits are not among them.
#[derive(Debug)]
pub(crate) struct Function {
    /// `part`, `Midpoint::tail`, or `<Midpoint as Tail<f64>>::minus_ln` where a trait is implemented once for each format.
    pub(crate) name: String,
    pub(crate) line: usize,
    /// What its contract asks of the arguments, if it has a contract of Creusot.
    pub(crate) contract: Option<Vec<String>>,
    /// Whether only tests or verifiers compile it, so that no release runs it.
    pub(crate) is_hidden: bool,
    body: String,
}

impl Function {
    /// Whether it only returns a field: `self.low`, `&self.noise`, `*self`.
    pub(crate) fn is_getter(&self) -> bool {
        let place = self.body.trim().trim_start_matches(['&', '*']);
        let field = place.strip_prefix("self").unwrap_or("?");
        field.chars().all(|c| is_word(c) || c == '.')
    }
}

/// What stands between a bracket, after which the text begins, and the one that closes it.
fn inside(text: &str, open: char, close: char) -> &str {
    let mut depth = 1;
    let end = text.find(|c| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// `Tail<Fixed<W, FRAC>>` as (`Tail`, `Fixed<W, FRAC>`); without arguments the second is empty.
fn split_arguments(path: &str) -> (&str, &str) {
    path.split_once('<').map_or((path, ""), |(name, rest)| (name, inside(rest, '<', '>')))
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// How methods of a block are named: with its type, and with its trait where that is the trait of a format or of a type.
fn named(header: &str, method: &str) -> String {
    let header = header.trim_end_matches('{').trim();
    let header = header.strip_prefix("pub ").unwrap_or(header);
    if let Some(name) = header.strip_prefix("trait ") {
        let name: String = name.chars().take_while(|&c| is_word(c)).collect();
        return format!("{name}::{method}");
    }
    let rest = header.strip_prefix("impl").unwrap_or_else(|| panic!("a function in the block {header}"));
    let rest =
        rest.strip_prefix('<').map_or(rest, |generics| &generics[inside(generics, '<', '>').len() + 1..]);
    let (of_trait, of_type) =
        rest.split_once(" for ").map_or((None, rest), |(of_trait, of_type)| (Some(of_trait), of_type));
    let (of_type, _) = split_arguments(of_type.trim());
    let (of_trait, argument) = split_arguments(of_trait.unwrap_or_default().trim());
    let (argument, _) = split_arguments(argument);
    if argument.len() > 1 {
        format!("<{of_type} as {}<{argument}>>::{method}", last_segment(of_trait))
    } else {
        format!("{of_type}::{method}")
    }
}

/// The name that a line declares as a function.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let qualifiers = ["pub ", "pub(crate) ", "pub(super) "];
    let line = qualifiers.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let rest = line.strip_prefix("const ").unwrap_or(line).strip_prefix("fn ")?;
    rest.split(|c| !is_word(c) && c != '$').next()
}

/// What attributes ask of the arguments, if they promise something to Creusot: on a function of the crate under
/// `cfg_attr(creusot, …)`, on a lemma bare. What is trusted is not proved.
fn contract(attributes: &str) -> Option<Vec<String>> {
    let of_creusot = |text: &&str| {
        ["cfg_attr(creusot,", "ensures(", "requires(", "trusted"].iter().any(|start| text.starts_with(start))
    };
    let attributes = attributes.split("#[").filter(of_creusot).collect::<Vec<_>>().join("\n");
    if !attributes.contains("ensures(") || attributes.contains("trusted") {
        return None;
    }
    let conditions = attributes.split("requires(").skip(1).map(|text| inside(text, '(', ')'));
    let one_line = |text: &str| text.replace('@', "").split_whitespace().collect::<Vec<_>>().join(" ");
    Some(conditions.map(one_line).collect())
}

/// Whether attributes keep an item from every program that is no test and under no verifier.
fn is_hidden(attributes: &str) -> bool {
    let mut conditions = attributes.split("#[cfg(").skip(1).map(|text| inside(text, '(', ')'));
    conditions.any(|condition| {
        let words = condition.split(|c: char| !is_word(c));
        !condition.starts_with("not(")
            && words.into_iter().any(|word| ["test", "creusot", "kani"].contains(&word))
    })
}

/// The functions of a file of the repository, in the order in which they stand there.
pub(crate) fn functions(path: &str) -> Vec<Function> {
    let text = read(path);
    let lines: Vec<&str> = text.lines().collect();
    let until = |from: usize, ends: &dyn Fn(&str) -> bool| {
        let rest = lines.iter().skip(from);
        from + rest.take_while(|line| !ends(line)).count()
    };
    let (mut found, mut attributes, mut block) = (Vec::new(), String::new(), None::<(String, bool)>);
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let is_hidden = is_hidden(&attributes);
        let starts_block =
            ["impl", "pub trait ", "trait ", "macro_rules!"].iter().any(|word| line.starts_with(word))
                || line.trim_start_matches("pub ").starts_with("mod ") && line.ends_with('{');
        if line.trim_start().starts_with("#[") {
            let end = until(at, &|line| line.ends_with(']'));
            attributes.push_str(&lines[at..=end].join("\n"));
            at = end;
        } else if line.trim_start().starts_with("//") {
            // A comment stands between attributes.
        } else if line == "}" {
            (block, attributes) = (None, String::new());
        } else if starts_block {
            let end = until(at, &|line| line.ends_with('{') || line.ends_with("{}"));
            let header = lines[at..=end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            block = (!header.ends_with("{}")).then_some((header, is_hidden));
            (at, attributes) = (end, String::new());
        } else if let Some(name) = declared(line) {
            let start = until(at, &|line| line.ends_with(['{', ';', '}']));
            let indent = line.len() - line.trim_start().len();
            let closing = format!("{}}}", " ".repeat(indent));
            let end = if lines[start].ends_with('{') { until(start, &|line| line == closing) } else { start };
            let body = lines[(start + 1).min(end)..end].join("\n");
            let (header, hidden) =
                block.as_ref().map_or(("", false), |(header, hidden)| (header.as_str(), *hidden));
            let is_hidden = is_hidden || hidden;
            if !lines[start].ends_with(';') {
                let within = body.lines().find_map(declared).filter(|_| !is_hidden);
                assert!(within.is_none(), "{path}: {name} has {within:?} within it, which no row can name");
                let contract = contract(&attributes);
                let mut add = |name: String, line: usize| {
                    let (contract, body) = (contract.clone(), body.clone());
                    found.push(Function { name, line, contract, is_hidden, body });
                };
                if let Some(of_macro) = header.strip_prefix("macro_rules! ") {
                    // One function for each use of the macro, which names it first.
                    let call = format!("{}!(", of_macro.trim_end_matches('{').trim());
                    for (number, line) in lines.iter().enumerate() {
                        if let Some(arguments) = line.strip_prefix(&call) {
                            add(arguments.chars().take_while(|&c| is_word(c)).collect(), number + 1);
                        }
                    }
                } else if header.is_empty() || header.trim_start_matches("pub ").starts_with("mod ") {
                    add(name.to_owned(), at + 1);
                } else {
                    add(named(header, name), at + 1);
                }
            }
            (at, attributes) = (end, String::new());
        } else {
            attributes.clear();
        }
        at += 1;
    }
    found
}

/// The line of a function by its name, if the file has it.
pub(crate) fn line(path: &str, name: &str) -> Option<usize> {
    let exists = Path::new(ROOT).join(path).exists();
    exists
        .then(|| functions(path))
        .into_iter()
        .flatten()
        .find(|found| found.name == name)
        .map(|found| found.line)
}
