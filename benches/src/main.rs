//! Every comparison in one run: see `scripts/bench`, which builds what is timed here.
//!
//! A mark that is missed is reported in its table and at the end; the exit code is 0 all the same, because a time says as much about the
//! machine as about the code. What fails to run is an error.

mod certification;
mod enumeration;
mod gaussian;
mod growth;
mod kernels;
mod laplace;
mod machine;
mod planar;
mod program;
mod python;
mod race;
mod table;

use clap::Parser;
use python::Python;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;
use table::Table;

#[derive(Parser)]
struct Flags {
    /// Without the 2^32 points, and nothing is written
    #[arg(long)]
    quick: bool,
    /// The program to start
    #[arg(long, default_value = "target/release/kdelta")]
    kdelta: PathBuf,
    /// The interpreter of an environment with diffprivlib
    #[arg(long)]
    python: Option<PathBuf>,
    /// Only enumerates 2^BITS draws and prints its time and memory
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(2..=26))]
    enumerate: Option<u32>,
}

/// The name of a table and the work that makes it.
type Job<'a> = (&'a str, Box<dyn Fn() -> Result<Table, Box<dyn Error>> + 'a>);

const HEAD: &str = "# Benchmarks

Written by `scripts/bench` at the end of a whole run; the figures are those of one machine on one day. What counts is the ratio of two times of one
run. A mark is a limit that the project has set itself, and whether this run keeps it. Times of one value are medians of the
time that its thread ran, whatever else ran on the machine; those of whole programs and certifications are by the clock. Lower is better.
";

fn main() -> Result<(), Box<dyn Error>> {
    let flags = Flags::parse();
    if let Some(bits) = flags.enumerate {
        return enumeration::child(bits);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = Python(flags.python.clone());
    let jobs: Vec<Job<'_>> = vec![
        ("releases in every format", Box::new(laplace::formats)),
        ("a vector", Box::new(laplace::vectors)),
        ("releases of other libraries", Box::new(|| laplace::libraries(&python))),
        ("Gaussian releases", Box::new(gaussian::formats)),
        ("Gaussian releases of other libraries", Box::new(gaussian::libraries)),
        ("releases on the plane", Box::new(planar::race)),
        ("logarithms", Box::new(|| Ok(kernels::logarithms()))),
        ("logarithms in f32", Box::new(|| Ok(kernels::logarithms_f32()))),
        ("cos and sin", Box::new(|| Ok(kernels::turns()))),
        ("the program and its audit", Box::new(|| program::table(&flags.kdelta, &root))),
        ("enumeration", Box::new(enumeration::table)),
        ("cell-wise certification", Box::new(|| Ok(certification::cellwise()?))),
        ("growth of certification", Box::new(growth::certification)),
        ("exhaustive certification", Box::new(|| Ok(certification::exhaustive(flags.quick)?))),
    ];
    let start = Instant::now();
    let mut report = format!("{HEAD}\n{}", machine::describe());
    let mut marks = Vec::new();
    print!("{report}");
    for (i, (name, job)) in jobs.iter().enumerate() {
        eprintln!("bench: {} of {}, {name} ({} s so far)", i + 1, jobs.len(), start.elapsed().as_secs());
        let table = job()?;
        let text = format!("\n{}", table.markdown());
        print!("{text}");
        report += &text;
        marks.extend_from_slice(table.marks());
    }
    let missed: Vec<_> = marks.iter().filter(|(_, met)| !met).map(|(what, _)| what.as_str()).collect();
    let verdict = if missed.is_empty() {
        format!("All {} marks are met.", marks.len())
    } else {
        format!("{} of {} marks missed: {}.", missed.len(), marks.len(), missed.join("; "))
    };
    println!("\n{verdict}");
    if flags.quick {
        println!("Quick: 2^32 points were not exhausted, BENCHMARKS.md was not written.");
    } else {
        kdelta_files::write(&root.join("BENCHMARKS.md"), format!("{report}\n{verdict}\n").as_bytes())?;
    }
    Ok(())
}
