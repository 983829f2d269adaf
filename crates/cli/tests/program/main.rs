//! The program as a user calls it: what it prints, what it refuses, its exit codes. Snapshots of the tables are in
//! `snapshots/`; `INSTA_UPDATE=always cargo test -p kdelta-cli` writes them again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(missing_docs, reason = "tests")]

mod attack;
mod audit;
mod bad_input;
mod certify;
#[cfg(feature = "reference")]
mod committed;
mod enumerate;
#[cfg(unix)]
mod examples;
mod files;
mod gaussian;
#[cfg(feature = "reference")]
mod kernel;
mod ledger;
mod manual;
mod nearest;
mod plot;
mod report;
mod statistics;
mod structure;

use assert_cmd::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What a run gave.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program in an empty environment of settings, from the root of the repository.
fn kdelta(arguments: &[&str]) -> Run {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("kdelta"))
        .args(arguments)
        .current_dir(ROOT)
        .env_remove("CLICOLOR_FORCE")
        .env("RUST_BACKTRACE", "0")
        .timeout(std::time::Duration::from_secs(300))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let run = Run {
        code: output.status.code().expect("not killed by a signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!run.err.contains("panicked"), "{arguments:?}: {}", run.err);
    run
}

/// Runs a command line as it was printed.
fn line(text: &str) -> Run {
    let words: Vec<_> = text.split_whitespace().collect();
    let (program, arguments) = words.split_first().unwrap();
    assert_eq!(*program, "kdelta");
    kdelta(arguments)
}

/// The setting that the tables and figures show: ε = Δ = 1, answers from 0 to 1.
const EXAMPLE: [(&str, &str); 4] =
    [("--sensitivity", "1"), ("--answers", "0..1"), ("--window", "-16..16"), ("--grid", "2^-10")];

/// `kdelta certify laplace` with these flags, and those of the example for what they leave open.
fn laplace(arguments: &[&str]) -> Run {
    let given =
        |flag: &str| arguments.iter().any(|word| *word == flag || word.starts_with(&format!("{flag}=")));
    let rest = EXAMPLE.iter().filter(|(flag, _)| !given(flag)).flat_map(|(flag, value)| [*flag, *value]);
    let all: Vec<_> =
        ["certify", "laplace"].into_iter().chain(arguments.iter().copied()).chain(rest).collect();
    kdelta(&all)
}

impl Run {
    /// What it printed, if it said yes.
    fn yes(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        self.out
    }

    /// Why it said no, with nothing printed.
    fn no(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        self.err
    }
}
