//! `scripts/kani` names exactly the statements of the code, says so where Kani is not installed, and believes
//! no log that does not prove.
//!
//! Kani itself is not needed: a `cargo` of our own stands in for it and prints a log in Kani's words.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use kdelta_harnesses::{FAMILIES, Statement};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/kani");
const THEOREM: &str = "truncation::window_is_its_set";
const CONTROL: &str = "truncation::window_is_half_open";

fn of_kani() -> Vec<String> {
    let statements = FAMILIES.iter().flat_map(|family| family.iter());
    statements.filter(|statement| statement.kani.is_some()).map(Statement::path).collect()
}

fn listed(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(SCRIPT).arg("--list").args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

#[test]
fn the_script_runs_every_statement_of_the_code() {
    assert_eq!(listed(&[]), of_kani());
}

#[test]
fn shards_are_a_partition() {
    let mut all: Vec<_> =
        ["1/4", "2/4", "3/4", "4/4"].iter().flat_map(|shard| listed(&["--shard", shard])).collect();
    let mut wanted = of_kani();
    all.sort();
    wanted.sort();
    assert_eq!(all, wanted);
}

#[test]
fn an_unknown_statement_is_wrong_usage() {
    let output = Command::new(SCRIPT).args(["--list", "no_such_statement"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// Runs the script on one statement with a `cargo` that answers `kani` with this shell command. The test
/// names its own folder.
fn run(test: &str, statement: &str, kani: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let cargo = folder.join("cargo");
    std::fs::write(&cargo, format!("#!/usr/bin/env bash\n{kani}\n")).unwrap();
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    Command::new(SCRIPT).arg(statement).env("PATH", path).output().unwrap()
}

#[test]
fn without_kani_nothing_is_reported_as_proved() {
    let output = run("absent", THEOREM, "exit 101");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("Kani is not installed, not run: no statement was proved."), "{text}");
    assert!(!text.contains(THEOREM));
}

/// The log of a run: what Kani says of the covers, then of failed checks, then its verdict.
fn judged(test: &str, statement: &str, log: &[&str]) -> (Option<i32>, String) {
    let print = log.iter().map(|line| format!("echo '{line}'")).collect::<Vec<_>>().join("\n");
    let kani = format!("if [ \"$2\" = --version ]; then echo 'cargo-kani 0'; exit; fi\n{print}");
    let output = run(test, statement, &kani);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

const MET: &str = " ** 1 of 1 cover properties satisfied";
const NOT_MET: &str = " ** 0 of 1 cover properties satisfied";
const ASSERTION: &str = "Failed Checks: assertion failed: a == b";
const OVERFLOW: &str = "Failed Checks: attempt to add with overflow";
const SUCCESSFUL: &str = "VERIFICATION:- SUCCESSFUL";
const AS_EXPECTED: &str = "VERIFICATION:- SUCCESSFUL (encountered one or more panics as expected)";
const FAILED: &str = "VERIFICATION:- FAILED";
const USED_UP: &str = "CBMC failed with status signal: 24 (SIGXCPU)";

#[test]
fn a_proof_with_its_cover_met_and_a_refuted_control_pass() {
    let (code, text) = judged("proved", THEOREM, &[MET, SUCCESSFUL]);
    assert!(code == Some(0) && text.contains(" proved "), "{text}");
    let (code, text) = judged("refuted", CONTROL, &[MET, ASSERTION, AS_EXPECTED]);
    assert!(code == Some(0) && text.contains(" refuted, as it must be "), "{text}");
}

#[test]
fn every_other_log_fails() {
    for (test, statement, log, why) in [
        ("vacuous", THEOREM, vec![NOT_MET, SUCCESSFUL], "FAILED: 0 of 1 covers met"),
        ("no-cover", THEOREM, vec![SUCCESSFUL], "FAILED: 0 of 0 covers met"),
        ("false", THEOREM, vec![MET, ASSERTION, FAILED], "FAILED "),
        ("silent", THEOREM, vec![], "FAILED "),
        ("slow", THEOREM, vec![USED_UP, FAILED], "FAILED: more than 120 s"),
        ("expects-panic", THEOREM, vec![MET, ASSERTION, AS_EXPECTED], "FAILED: expects a panic"),
        ("survived", CONTROL, vec![MET, FAILED], "FAILED: control not refuted"),
        ("unmarked", CONTROL, vec![MET, SUCCESSFUL], "FAILED: control not refuted"),
        ("overflow", CONTROL, vec![MET, OVERFLOW, AS_EXPECTED], "FAILED: another panic"),
        ("both", CONTROL, vec![MET, ASSERTION, OVERFLOW, AS_EXPECTED], "FAILED: another panic"),
        ("vacuous-control", CONTROL, vec![NOT_MET, ASSERTION, AS_EXPECTED], "FAILED: 0 of 1 covers met"),
    ] {
        let (code, text) = judged(test, statement, &log);
        assert!(code == Some(1) && text.contains(why), "{test}: {code:?}\n{text}");
    }
}

/// The limit counts seconds of the processor: it is that of the operating system on each process.
#[test]
fn the_limit_of_a_statement_reaches_kani() {
    let kani = "if [ \"$2\" = --version ]; then exit; fi\necho \"asked: $*, limit $(ulimit -S -t)\"";
    let said = String::from_utf8(run("limit", THEOREM, kani).stdout).unwrap();
    let limit = Statement::SECONDS;
    assert!(said.contains(&format!("--exact --harness {THEOREM}::proof, limit {limit}\n")), "{said}");
}

#[test]
fn a_statement_that_uses_up_its_seconds_fails() {
    let kani = "if [ \"$2\" = --version ]; then exit; fi\nulimit -S -t 1\nbash -c 'while :; do :; done'\n\
                [ $? -eq 152 ] && echo 'CBMC failed with status signal: 24 (SIGXCPU)'\necho 'VERIFICATION:- FAILED'";
    let output = run("used-up", THEOREM, kani);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("FAILED: more than 120 s"), "{text}");
}
