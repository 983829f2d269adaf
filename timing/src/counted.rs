//! How many instructions releases take, counted with callgrind: the noise differs from seed to seed, the number must not.

use kdelta_timing::paths::{Failure, OPERATIONS};
use std::process::{Command, ExitCode};

/// One path of each kind: a format, a way to draw, a region.
const PATHS: [&str; 15] = [
    "laplace f64 lazy-52",
    "laplace f64 midpoint-53",
    "laplace f64 deep-52-4",
    "laplace f32 lazy-23",
    "laplace fixed-64-32 lazy-52",
    "laplace fixed-32-16 midpoint-32",
    "gaussian f64 lazy-52",
    "gaussian f32 lazy-23",
    "gaussian fixed-64-32 relative-52",
    "plane f64 relative-52",
    "plane f64 deep-52-4",
    "plane f64 relative-52, a disc",
    "plane f64 relative-52, a mask",
    "plane fixed-64-32 relative-52",
    "plane f64 inverse midpoint-63",
];

/// Answers and noise differ from round to round; each makes a release alone and slices of all kinds.
const ROUNDS: &str = "250";

pub fn count(seeds: u64) -> Result<ExitCode, Failure> {
    println!("{:<34} {:>5} {:>14} {:>8}", "path", "seed", "instructions", "outside");
    let mut differ = Vec::new();
    for name in PATHS {
        let mut counts = Vec::new();
        for seed in 1..=seeds {
            let (instructions, outside) = instructions(name, seed)?;
            println!("{name:<34} {seed:>5} {instructions:>14} {outside:>8}");
            counts.push(instructions);
        }
        counts.dedup();
        if counts.len() > 1 {
            differ.push(name);
        }
    }
    if differ.is_empty() {
        println!("the number of instructions does not depend on the noise, for {seeds} seeds of each path");
        return Ok(ExitCode::SUCCESS);
    }
    println!("the number of instructions depends on the noise: {}", differ.join(", "));
    Ok(ExitCode::FAILURE)
}

/// The instructions inside the operations, and how many releases fell outside.
fn instructions(name: &str, seed: u64) -> Result<(u64, String), Failure> {
    let counts = tempfile::NamedTempFile::new()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no"])
        .args(OPERATIONS.map(|operation| format!("--toggle-collect=kdelta_timing::paths::{operation}")))
        .arg(format!("--callgrind-out-file={}", counts.path().display()))
        .arg(std::env::current_exe()?)
        .args(["release", name, "--rounds", ROUNDS, "--seed", &seed.to_string()])
        .output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{name} does not run under callgrind, {}: {said}", output.status).into());
    }
    let text = std::fs::read_to_string(counts.path())?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: ")));
    let instructions = total.and_then(|total| total.trim().parse().ok()).unwrap_or(0);
    if instructions < 100_000 {
        return Err(format!(
            "{name}: callgrind counted {instructions} instructions, which is not thousands of releases"
        )
        .into());
    }
    Ok((instructions, String::from_utf8(output.stdout)?.trim().to_owned()))
}
