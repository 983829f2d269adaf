//! Every path under memcheck, and what is said about it: a table of places, a table of paths, a verdict.

use crate::accepted::{self, Accepted, Pattern, Source};
use crate::memcheck::{Place, Report, reports};
use kdelta_timing::controls::{self, Control};
use kdelta_timing::kind::Kind;
use kdelta_timing::paths::{self, Failure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;

/// What one place is to all paths.
struct Found<'a> {
    source: Source,
    /// By the name of the path.
    paths: BTreeSet<&'a str>,
    operations: BTreeSet<&'static str>,
    reason: Option<&'a Accepted>,
}

impl Found<'_> {
    fn at(source: Source) -> Self {
        Self { source, paths: BTreeSet::new(), operations: BTreeSet::new(), reason: None }
    }
}

pub fn secrets(only: Option<&str>) -> Result<ExitCode, Failure> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let (paths, controls, accepted) = (paths::all()?, controls::all(), accepted::read(&root)?);
    let chosen: Vec<&str> =
        paths.iter().map(|path| path.name).filter(|name| name.contains(only.unwrap_or(""))).collect();
    if chosen.is_empty() {
        return Err(format!("no path has {} in its name", only.unwrap_or_default()).into());
    }
    check_controls(&root, &controls)?;
    let reports = side_by_side(&root, &chosen)?;

    let mut found: BTreeMap<&Place, Found<'_>> = BTreeMap::new();
    for (path, reports) in &reports {
        for Report { place, operation } in reports {
            if !found.contains_key(place) {
                found.insert(place, Found::at(Source::of(&root, place)?));
            }
            if let Some(found) = found.get_mut(place) {
                found.paths.insert(path);
                found.operations.insert(operation);
            }
        }
    }
    for (place, found) in &mut found {
        let holds = |pattern: &Pattern| pattern.matches(place, &found.source, &found.operations);
        found.reason = accepted.iter().find(|accepted| accepted.places.iter().any(holds));
    }

    print_places(&found);
    print_reasons(&found, &accepted);
    print_paths(&found, &reports);
    let unaccepted: Vec<_> = found.iter().filter(|(_, found)| found.reason.is_none()).collect();
    let stale: Vec<(&Accepted, &Pattern)> = accepted
        .iter()
        .flat_map(|accepted| accepted.places.iter().map(move |pattern| (accepted, pattern)))
        .filter(|(_, pattern)| {
            !found.iter().any(|(place, found)| pattern.matches(place, &found.source, &found.operations))
        })
        .filter(|_| only.is_none())
        .collect();
    for (place, found) in &unaccepted {
        println!("NOT ACCEPTED: {} at {}:{}: {}", place.kind, place.file, place.line, found.source.line);
    }
    for (accepted, pattern) in &stale {
        println!("NO LONGER REPORTED, take it from timing/accepted.toml: {pattern} ({})", accepted.name);
    }
    if unaccepted.is_empty() && stale.is_empty() {
        let count = |kind| found.keys().filter(|place| place.kind == kind).count();
        println!(
            "{} paths: nothing depends on the answer or the noise but {} branches and {} addresses, each accepted for its reason",
            chosen.len(),
            count(Kind::Branch),
            count(Kind::Address)
        );
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} places are not accepted, {} accepted ones were not reported", unaccepted.len(), stale.len());
    Ok(ExitCode::FAILURE)
}

/// What memcheck must report it reports, in the function that does it and of its kind; and nothing else.
fn check_controls(root: &Path, controls: &[Control]) -> Result<(), Failure> {
    let names: Vec<&str> = controls.iter().map(|control| control.path.name).collect();
    let reports = side_by_side(root, &names)?;
    println!("{:<34} {:<10} reported", "control", "expected");
    for (control, (_, reports)) in controls.iter().zip(&reports) {
        let mut seen = BTreeSet::new();
        for Report { place, .. } in reports {
            seen.insert((place.kind, Source::of(root, place)?.function, place.line));
        }
        let told: Vec<String> = seen.iter().map(|(kind, _, line)| format!("{kind}, line {line}")).collect();
        let told = if told.is_empty() { "nothing".to_owned() } else { told.join("; ") };
        println!(
            "{:<34} {:<10} {told}",
            control.function,
            control.expected.map_or("nothing".to_owned(), |kind| kind.to_string())
        );
        let right = match control.expected {
            None => seen.is_empty(),
            Some(kind) => {
                !seen.is_empty()
                    && seen.iter().all(|(found, function, _)| *found == kind && function == control.function)
            }
        };
        if !right {
            return Err(format!(
                "the control {} is not reported as it must be: nothing that memcheck says counts",
                control.function
            )
            .into());
        }
    }
    println!();
    Ok(())
}

/// The reports of each path, in the order of the paths; as many at a time as there are processors.
fn side_by_side<'a>(root: &Path, names: &[&'a str]) -> Result<Vec<(&'a str, Vec<Report>)>, Failure> {
    let queue = Mutex::new(names.iter().enumerate());
    let work = || {
        let mut done = Vec::new();
        loop {
            let next = queue.lock().map_err(|error| error.to_string())?.next();
            let Some((i, name)) = next else { return Ok(done) };
            done.push((i, *name, reports(root, name).map_err(|error| error.to_string())?));
        }
    };
    let mut all = Vec::new();
    thread::scope(|scope| -> Result<(), Failure> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            let done: Result<Vec<_>, String> = thread.join().map_err(|_| "a thread ended early")?;
            all.extend(done?);
        }
        Ok(())
    })?;
    all.sort_by_key(|(i, ..)| *i);
    Ok(all.into_iter().map(|(_, name, reports)| (name, reports)).collect())
}

fn print_places(found: &BTreeMap<&Place, Found<'_>>) {
    println!("{:>3} {:<8} {:<50} {:>5}  reason", "", "kind", "place", "paths");
    for (i, (place, found)) in found.iter().enumerate() {
        let at = format!("{}:{}", place.file, place.line);
        let operations: Vec<&str> = found.operations.iter().copied().collect();
        let reason = found.reason.map_or("NOT ACCEPTED", |accepted| &accepted.name);
        println!("{:>3} {:<8} {at:<50} {:>5}  {reason}", i + 1, place.kind, found.paths.len());
        println!("{:12} {} [{}]", "", found.source.line, operations.join(", "));
    }
    println!();
}

fn print_reasons(found: &BTreeMap<&Place, Found<'_>>, accepted: &[Accepted]) {
    for accepted in accepted {
        let paths: BTreeSet<&str> = found
            .values()
            .filter(|found| found.reason.is_some_and(|reason| reason.name == accepted.name))
            .flat_map(|found| found.paths.iter().copied())
            .collect();
        println!("{} ({} paths): {}", accepted.name, paths.len(), accepted.reason);
        println!("  It would be gone with: {}", accepted.remedy);
    }
    println!();
}

fn print_paths(found: &BTreeMap<&Place, Found<'_>>, reports: &[(&str, Vec<Report>)]) {
    println!("{:<44} {:>8} {:>9}  places", "path", "branches", "addresses");
    for (path, _) in reports {
        let here: Vec<(usize, &Place)> = found
            .iter()
            .enumerate()
            .filter(|(_, (_, found))| found.paths.contains(path))
            .map(|(i, (place, _))| (i + 1, *place))
            .collect();
        let count = |kind| here.iter().filter(|(_, place)| place.kind == kind).count();
        let numbers: Vec<String> = here.iter().map(|(number, _)| number.to_string()).collect();
        println!("{path:<44} {:>8} {:>9}  {}", count(Kind::Branch), count(Kind::Address), numbers.join(" "));
    }
    println!();
}
