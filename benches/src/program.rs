//! The program `kdelta`: from start to exit, and the audit of every committed certificate.

use crate::race::{median, nanoseconds};
use crate::table::{Limit, Table, duration, figure};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const STARTS: usize = 50;
const AUDITS: usize = 9;

/// Nanoseconds from start to exit; an exit code other than 0 is an error.
fn run(program: &Path, arguments: &[&str]) -> Result<f64, Box<dyn Error>> {
    let mut outcome = None;
    let time = nanoseconds(|| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        outcome = Some(command.status());
    });
    match outcome {
        Some(Ok(status)) if status.success() => Ok(time),
        Some(Err(error)) => Err(format!("{}: {error}", program.display()).into()),
        _ => Err(format!("{} {} failed", program.display(), arguments.join(" ")).into()),
    }
}

fn typical(program: &Path, arguments: &[&str], runs: usize) -> Result<f64, Box<dyn Error>> {
    Ok(median((0..runs).map(|_| run(program, arguments)).collect::<Result<_, _>>()?))
}

fn certificates(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let files = std::fs::read_dir(root.join("certificates"))?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<_> = files.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    Ok(files)
}

pub fn table(program: &Path, root: &Path) -> Result<Table, Box<dyn Error>> {
    let mut rows = Table::new(
        "The program",
        "`kdelta`, release build, from start to exit, the median of 50 starts or 9 audits, beside `kdelta --version`, which does nothing else.",
        &["command", "time", "times `--version`", "mark"],
    );
    let nothing = typical(program, &["--version"], STARTS)?;
    rows.row(&["`kdelta --version`".to_owned(), duration(nothing), "1".to_owned(), String::new()]);
    let milliseconds = 1e6;
    let certify =
        typical(program, &["certify", "laplace", "--sensitivity", "1", "--answers", "0..1"], STARTS)?;
    let mark = rows.mark("`kdelta certify laplace`", certify / milliseconds, Limit::AtMost(20.0), "ms");
    rows.row(&["`kdelta certify laplace`".to_owned(), duration(certify), figure(certify / nothing), mark]);
    for file in certificates(root)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = file.to_str().ok_or("a path that is not Unicode")?;
        let time = typical(program, &["audit", path], AUDITS)?;
        let command = format!("`kdelta audit {name}`");
        let mark = rows.mark(&command, time / milliseconds, Limit::AtMost(100.0), "ms");
        rows.row(&[command, duration(time), figure(time / nothing), mark]);
    }
    Ok(rows)
}
