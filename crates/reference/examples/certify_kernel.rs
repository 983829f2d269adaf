//! Certifies the error of a logarithm: every point of a grid, cell by cell, or from a claim.
//!
//! ```text
//! certify_kernel table_f64 --method cellwise
//! certify_kernel libm_log --method exhaustive --grid steps --bits 24
//! certify_kernel shift_add_32 --bits 32 --shard 0/2 --state half-0.json
//! certify_kernel shift_add_32 --bits 32 --merge half-0.json half-1.json
//! certify_kernel std_f64 --method assumed --claim 1
//! ```
#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use clap::{Parser, ValueEnum};
use comfy_table::{Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use kdelta_finite::ledger::Ledger;
use kdelta_finite::ln::shift_add::{LEDGER_16, LEDGER_32, LEDGER_64};
use kdelta_finite::ln::table::{LEDGER_F32, LEDGER_F64};
use kdelta_oracle::enclosure::{LowerBound, UpperBound};
use kdelta_oracle::number::parse;
use kdelta_reference::assumed::{BlackBox, Claim, assume};
use kdelta_reference::cellwise::{self, shift_add, table};
use kdelta_reference::exhaustive::{Plan, Shard, conclude, merge, sweep};
use kdelta_reference::subject::{
    Grid, Kernel, ShiftAdd16, ShiftAdd32, ShiftAdd64, Subject, TableF32, TableF64,
};
use kdelta_reference::tally::Tally;
use kdelta_reference::{Error, KernelResult};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Certifies the error of a logarithm.
#[derive(Parser)]
struct Arguments {
    /// Which kernel.
    kernel: Name,
    /// How.
    #[arg(long, value_enum, default_value_t = Method::Exhaustive)]
    method: Method,
    /// On which tails, for an exhaustive run.
    #[arg(long, value_enum, default_value_t = Points::Steps)]
    grid: Points,
    /// The grid has denominator 2^bits; for a claim, the domain is [2^-bits, 1[.
    #[arg(long, default_value_t = 24)]
    bits: u32,
    /// Bound the error as A + 2^-RELATIVE·|ln v| instead of A.
    #[arg(long)]
    relative: Option<u32>,
    /// Only part i of n, as i/n; give --state as well, and --merge later.
    #[arg(long, requires = "state")]
    shard: Option<Shard>,
    /// Where to keep what is known; an existing file is continued.
    #[arg(long)]
    state: Option<PathBuf>,
    /// Instead of running, join the state files of all shards.
    #[arg(long, num_args = 1.., conflicts_with_all = ["shard", "state"])]
    merge: Vec<PathBuf>,
    /// How many threads; all cores by default.
    #[arg(long)]
    threads: Option<usize>,
    /// For --method assumed: at most so many units in the last place.
    #[arg(long, default_value = "1")]
    claim: String,
    /// For --method assumed: who claims it.
    #[arg(long, default_value = "given on the command line")]
    source: String,
    /// Print the result as JSON, all numbers exact.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Every point of a grid.
    Exhaustive,
    /// Every input of the kernel's domain, cell by cell.
    Cellwise,
    /// From a claim about a black box.
    Assumed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Points {
    /// x/2^bits.
    Steps,
    /// Odd multiples of 2^-bits.
    Odd,
    /// Every f32 of [2^-64, 1[.
    Floats32,
}

#[derive(Clone, Copy, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Name {
    #[value(name = "shift_add_16")]
    ShiftAdd16,
    #[value(name = "shift_add_32")]
    ShiftAdd32,
    #[value(name = "shift_add_64")]
    ShiftAdd64,
    #[value(name = "table_f32")]
    TableF32,
    #[value(name = "table_f64")]
    TableF64,
    #[value(name = "std_f32")]
    StdF32,
    #[value(name = "std_f64")]
    StdF64,
    #[value(name = "libm_logf")]
    LibmLogf,
    #[value(name = "libm_log")]
    LibmLog,
    #[value(name = "core_math_logf")]
    CoreMathLogf,
    #[value(name = "core_math_log")]
    CoreMathLog,
}

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// None: the run was a shard, and its state is on the disk.
fn exhaust<K: Kernel>(kernel: K, arguments: &Arguments) -> Outcome<Option<KernelResult>> {
    let bits = arguments.bits;
    let grid = match arguments.grid {
        Points::Steps => Grid::Steps { bits },
        Points::Odd => Grid::Odd { bits },
        Points::Floats32 => Grid::Floats32,
    };
    let subject = Subject::new(kernel, grid)?;
    if !arguments.merge.is_empty() {
        let tallies = arguments.merge.iter().map(|path| Tally::load(path)).collect::<Result<Vec<_>, _>>()?;
        return Ok(Some(conclude(&subject, &merge(&tallies)?)?));
    }
    let mut plan = Plan { relative: arguments.relative, state: arguments.state.clone(), ..Plan::default() };
    if let Some(threads) = arguments.threads {
        plan.threads = threads;
    }
    if let Some(shard) = arguments.shard {
        plan.shard = shard;
    }
    // Hidden by itself unless stderr is a terminal.
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{elapsed} {wide_bar} {percent}% of {human_len} points, {eta} left")
    {
        bar.set_style(style);
    }
    let tally = sweep(&subject, &plan, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    if arguments.shard.is_some() { Ok(None) } else { Ok(Some(conclude(&subject, &tally)?)) }
}

/// The cell-wise result and the ledger it is to confirm.
fn cell_by_cell(name: Name) -> Outcome<(KernelResult, Ledger)> {
    Ok(match name {
        Name::ShiftAdd16 => (shift_add::certify(&shift_add::Data::w16())?, LEDGER_16),
        Name::ShiftAdd32 => (shift_add::certify(&shift_add::Data::w32())?, LEDGER_32),
        Name::ShiftAdd64 => (shift_add::certify(&shift_add::Data::w64())?, LEDGER_64),
        Name::TableF32 => (table::certify(&table::Data::f32())?, LEDGER_F32),
        Name::TableF64 => (table::certify(&table::Data::f64())?, LEDGER_F64),
        _ => return Err("a black box has no cells; use --method exhaustive or assumed".into()),
    })
}

/// As in Cargo.lock.
const CORE_MATH_VERSION: &str = "1.4.0";

fn black_box(name: Name) -> Option<BlackBox> {
    match name {
        Name::StdF32 => Some(BlackBox::std_f32()),
        Name::StdF64 => Some(BlackBox::std_f64()),
        Name::LibmLogf => Some(BlackBox::libm_f32()),
        Name::LibmLog => Some(BlackBox::libm_f64()),
        Name::CoreMathLogf => Some(
            BlackBox::f32("core_math_logf", core_math::logf).depending_on("core-math", CORE_MATH_VERSION),
        ),
        Name::CoreMathLog => {
            Some(BlackBox::f64("core_math_log", core_math::log).depending_on("core-math", CORE_MATH_VERSION))
        }
        Name::ShiftAdd16 | Name::ShiftAdd32 | Name::ShiftAdd64 | Name::TableF32 | Name::TableF64 => None,
    }
}

fn run(arguments: &Arguments) -> Outcome<Option<KernelResult>> {
    match arguments.method {
        Method::Exhaustive => match arguments.kernel {
            Name::ShiftAdd16 => exhaust(ShiftAdd16, arguments),
            Name::ShiftAdd32 => exhaust(ShiftAdd32, arguments),
            Name::ShiftAdd64 => exhaust(ShiftAdd64, arguments),
            Name::TableF32 => exhaust(TableF32, arguments),
            Name::TableF64 => exhaust(TableF64, arguments),
            name => match black_box(name) {
                Some(black_box) => exhaust(black_box, arguments),
                None => Err("this kernel has no exhaustive run".into()),
            },
        },
        Method::Cellwise => {
            let (result, ledger) = cell_by_cell(arguments.kernel)?;
            let differences = cellwise::discrepancies(&result.terms, &ledger);
            if differences.is_empty() {
                Ok(Some(result))
            } else {
                let (cell, step) = ("the kernel's own ledger".to_owned(), differences.join("; "));
                Err(Error::Unproved { cell, step }.into())
            }
        }
        Method::Assumed => {
            let Some(black_box) = black_box(arguments.kernel) else {
                return Err("nothing needs to be assumed here; use --method cellwise".into());
            };
            let claim = Claim { ulps: parse(&arguments.claim)?, source: arguments.source.clone() };
            Ok(Some(assume(&black_box, &claim, arguments.bits)?))
        }
    }
}

fn print(arguments: &Arguments, result: &KernelResult, seconds: f64) -> Outcome<()> {
    let mut rows = Table::new();
    rows.load_preset(presets::NOTHING);
    let mut row = |name: &str, value: String| {
        rows.add_row([name.to_owned(), value]);
    };
    row("kernel", format!("{} ({})", result.name, result.format));
    row("domain", result.domain.clone());
    row("method", format!("{:?}", result.method));
    for term in &result.terms {
        let value = UpperBound::new(term.value.clone());
        row("term", format!("{} ≤ {value}·{:?} ({})", term.name, term.unit, term.method));
    }
    let bound = &result.bound;
    row("absolute part", format!("{} = {}", bound.absolute, bound.absolute.value()));
    row("relative part", format!("{} = {}", bound.relative, bound.relative.value()));
    row("bound on the domain", format!("{}", bound.supremum()));
    let error = LowerBound::new(result.witness.least_error());
    row("witness", format!("v = {}, error at least {error}", result.witness.input));
    row("bound/witness", format!("{:.8}, both at the witness", result.ratio()?));
    // With a chosen relative part the witness is the worst for the absolute part, not for the domain.
    if arguments.relative.is_none() {
        row("", format!("{:.8}, the bound over the domain", result.overall_ratio()?));
    }
    row("points", result.points.map_or_else(|| "not counted".to_owned(), |points| points.to_string()));
    row("MPFR calls", result.mpfr_calls.to_string());
    row("seconds", format!("{seconds:.2}"));
    row(
        "tools",
        result.tools.iter().map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", "),
    );
    println!("{rows}");
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let start = Instant::now();
    let outcome = run(&arguments).and_then(|result| {
        let seconds = start.elapsed().as_secs_f64();
        match result {
            None => println!("shard done in {seconds:.2} s; join all of them with --merge"),
            Some(result) if arguments.json => println!("{}", serde_json::to_string_pretty(&result)?),
            Some(result) => print(&arguments, &result, seconds)?,
        }
        Ok(())
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("certify_kernel: {error}");
            ExitCode::FAILURE
        }
    }
}
