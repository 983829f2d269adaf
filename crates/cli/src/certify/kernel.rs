//! `kdelta certify kernel`: the error of a logarithm, cell by cell for ours, at every point of a grid for
//! anybody's; and of our cos and sin, and of our inverse of the normal tail.

use super::Output;
use crate::failure::Failure;
use crate::output::{Page, print_plain};
use crate::setting::Exact;
use crate::small::with_bar;
use crate::sources::sources;
use clap::{Args, ValueEnum};
use kdelta_certificate::{Certificate, Kernel, KernelCertificate, Subject};
use kdelta_kernels::{Certified, Domain, Run, at_points, black_box, cell_by_cell, inputs};
use kdelta_oracle::enclosure::LowerBound;
use kdelta_oracle::number::{Rational, decimal};
use kdelta_reference::Error;
use kdelta_reference::assumed::{Claim, assume};
use kdelta_reference::exhaustive::{Plan, Shard};
use kdelta_reference::subject::Grid;
use num_traits::Zero;
use std::path::PathBuf;

pub(crate) const EXAMPLES: &str = "\
Domains:
  all: every input of the kernel, cell by cell (table, shift-add, cos-sin and inverse-tail, their default)
  2^-BITS: every multiple of 2^-BITS between 0 and 1, up to 32 bits (default 2^-24 for the others)
  odd-BITS: every odd multiple of 2^-BITS, up to 33 bits
  f32: every f32 from 2^-64 to 1; for inverse-tail, whose inputs are logarithms, every f32 from 0 to 2^31
  2^-BITS..2^END: every multiple of 2^-BITS from 0 to 2^END, for inverse-tail; up to 2^32 of them

Examples:
  kdelta certify kernel table --format f64 --out kernel.json
  kdelta certify kernel cos-sin
  kdelta certify kernel inverse-tail --domain 2^-19..2^5 --relative 53
  kdelta certify kernel --kernel std --format f64 --domain 2^-20
  kdelta certify kernel core-math --format f32 --domain f32 --relative 24
  kdelta certify kernel libm --domain 2^-32 --state libm.state # minutes; continues where it was stopped
  kdelta certify kernel libm --domain 2^-32 --shard 0/2 --state half-0
  kdelta certify kernel libm --domain 2^-32 --shard 1/2 --state half-1 # on another machine
  kdelta certify kernel libm --domain 2^-32 --merge half-0 half-1
  kdelta certify kernel std --claim 1 --source 'the manual'

A run that the audit has no model of (another domain than 2^-BITS, a claim, one of ours at points) makes no certificate: --json and --out then give the result in exact numbers.";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Whose logarithm; or cos-sin, for cos and sin; or inverse-tail, for normal noise from a logarithm
    #[arg(value_name = "NAME", value_enum, required_unless_present = "kernel")]
    name: Option<Name>,
    /// The same as NAME
    #[arg(long, value_name = "NAME", value_enum, conflicts_with = "name")]
    kernel: Option<Name>,
    /// Of which numbers: f64 or f32; for shift-add u64, u32 or u16; for cos-sin u64 [default: the widest]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Width>,
    /// At which inputs; see below
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<Domain>,
    /// Bounds the error by A + 2^-BITS times the exact value instead of A alone
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(1..=64))]
    relative: Option<u32>,
    #[command(flatten)]
    long_run: LongRun,
    /// Does not run it but assumes that it is off by at most so many units in the last place
    #[arg(long, value_name = "ULPS", allow_hyphen_values = true, conflicts_with_all = ["domain", "relative", "state", "merge"])]
    claim: Option<Exact>,
    /// Who claims it
    #[arg(long, value_name = "WHO", requires = "claim", default_value = "given on the command line")]
    source: String,
    #[command(flatten)]
    output: Output,
}

/// How a run over billions of points is divided and continued.
#[derive(Debug, Args)]
#[command(next_help_heading = "Long runs")]
struct LongRun {
    /// Only part I of N; join them with --merge
    #[arg(long, value_name = "I/N", requires = "state")]
    shard: Option<Shard>,
    /// Keeps what is known in a file; an existing one is continued
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Joins the states of all parts instead of running
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "state"])]
    merge: Vec<PathBuf>,
    /// How many threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// kdelta's for floats
    Table,
    /// kdelta's for integers
    ShiftAdd,
    /// kdelta's cos and sin of v turns, for integers
    CosSin,
    /// kdelta's g(ℓ), the x whose normal tails hold e^−ℓ, for floats
    InverseTail,
    /// Rust's `ln`, on most platforms that of the C library
    Std,
    /// The crate libm
    Libm,
    /// CORE-MATH, correctly rounded
    CoreMath,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Width {
    F64,
    F32,
    U64,
    U32,
    U16,
}

/// The kernel of a name and a format.
fn kernel(name: Name, format: Option<Width>) -> Result<Kernel, Failure> {
    let of = |kernel: Kernel| {
        let (own, width) = kernel.words();
        let same = |text: &str, value: Option<clap::builder::PossibleValue>| {
            value.is_some_and(|value| value.get_name() == text)
        };
        same(own, name.to_possible_value())
            && format.is_none_or(|format| same(width, format.to_possible_value()))
    };
    // The widest format of each is the one looked for first.
    let mut all: Vec<_> = Kernel::ALL.into_iter().rev().chain(Kernel::BLACK_BOXES).collect();
    all.retain(|kernel| of(*kernel));
    all.first().copied().ok_or_else(|| {
        let formats = match name {
            Name::ShiftAdd => "u64, u32 and u16",
            Name::CosSin => "u64",
            _ => "f64 and f32",
        };
        let name = name.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        Failure::usage(format!("--format: {name} works on {formats}"))
    })
}

pub(crate) fn run(flags: &Flags) -> Result<(), Failure> {
    let Some(name) = flags.name.or(flags.kernel) else {
        return Err(Failure::usage("certify kernel: which one? Give a NAME, for example table"));
    };
    let kernel = kernel(name, flags.format)?;
    let Some(certified) = certify(kernel, flags)? else {
        return print_plain("this part is done and its state is kept; join all parts with --merge\n");
    };
    let certificate = certified.certificate(&*sources(flags.output.sources.clone()))?;
    let result = certified.result;
    let json = match &certificate {
        Some(certificate) => Certificate::new(Subject::Kernel(Box::new(certificate.clone()))).text()?,
        None => serde_json::to_string_pretty(&result).map_err(Failure::refused)? + "\n",
    };
    flags.output.deliver(&json, || Ok(show(kernel, &result, certificate.as_ref(), flags.output.explain)?))
}

/// None: the run was a part, and its state is on the disk.
fn certify(kernel: Kernel, flags: &Flags) -> Result<Option<Certified>, Failure> {
    let black_box = black_box(kernel);
    if let Some(claim) = &flags.claim {
        let Some(black_box) = black_box else {
            return Err(Failure::usage(
                "--claim: nothing needs to be assumed about this one; leave the flag out",
            ));
        };
        let claim = Claim { ulps: claim.0.clone(), source: flags.source.clone() };
        return Ok(Some(Certified { result: assume(&black_box, &claim, 64)?, evidence: None }));
    }
    let domain = flags.domain.unwrap_or(match black_box {
        Some(_) => Domain::Points(Grid::Steps { bits: 24 }),
        None => Domain::All,
    });
    let grid = match (domain, &black_box) {
        (Domain::Points(grid), _) => grid,
        (Domain::All, Some(_)) => {
            return Err(Failure::usage(
                "--domain all: a black box has no cells; choose 2^-BITS, odd-BITS or f32",
            ));
        }
        (Domain::All, None) => {
            let LongRun { shard, state, merge, threads } = &flags.long_run;
            if flags.relative.is_some()
                || shard.is_some()
                || state.is_some()
                || !merge.is_empty()
                || threads.is_some()
            {
                return Err(Failure::usage(
                    "--relative, --shard, --state, --merge and --threads are for runs over points; add --domain 2^-BITS",
                ));
            }
            return Ok(Some(cell_by_cell(kernel)?));
        }
    };
    let grid = inputs(kernel, grid, flags.relative).map_err(Failure::usage)?;
    let LongRun { shard, state, merge, threads } = &flags.long_run;
    let run = if merge.is_empty() {
        let mut plan = Plan { relative: flags.relative, state: state.clone(), ..Plan::default() };
        plan.threads = threads.map_or(plan.threads, usize::from);
        plan.shard = shard.unwrap_or(plan.shard);
        Run::Sweep(plan)
    } else {
        Run::Join(merge.clone())
    };
    Ok(with_bar("points", |progress| at_points(kernel, grid, &run, progress))?)
}

fn show(
    kernel: Kernel,
    result: &kdelta_reference::KernelResult,
    certificate: Option<&KernelCertificate>,
    explain: bool,
) -> Result<String, Error> {
    let mut page = Page::default();
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let cos_sin = kernel == Kernel::CosSin;
    // What it is called, of which variable, and what is computed.
    let (subject, variable, exact_value, magnitude) = match kernel {
        Kernel::CosSin => ("cos and sin", "v", "cos 2πv", ""),
        Kernel::InverseTail64 | Kernel::InverseTailF32 | Kernel::InverseTailF64 => {
            ("inverse tail", "ℓ", "g(ℓ)", "g(ℓ)")
        }
        _ => ("logarithm", "v", "(−ln v)", "|ln v|"),
    };
    let method = match &result.method {
        kdelta_reference::Method::Exhaustive => "every point evaluated".to_owned(),
        kdelta_reference::Method::Cellwise => "every cell bounded".to_owned(),
        kdelta_reference::Method::Assumed { claim } => format!("nothing proved: assumed, {claim}"),
    };
    let points = result.points.map_or_else(String::new, |points| format!(", {points} points"));
    // What the certificate states is the ledger in the source, which the run confirms and may undercut.
    let (absolute, relative) = match certificate {
        Some(certificate) => (&certificate.bound.absolute.0, &certificate.bound.relative.0),
        None => (result.bound.absolute.value(), result.bound.relative.value()),
    };
    // A bound of zero is left out.
    let sum = |text: &dyn Fn(&Rational) -> String| match (absolute.is_zero(), relative.is_zero()) {
        (_, true) => text(absolute),
        (true, false) => format!("{}·{magnitude}", text(relative)),
        (false, false) => format!("{} + {}·{magnitude}", text(absolute), text(relative)),
    };
    let proved = if certificate.is_some() { "certified" } else { "no certificate" };
    let bound = sum(&|x| decimal::term(x));
    let verdict = if cos_sin {
        format!("verdict: |computed − cos 2πv| ≤ {bound} and |computed − sin 2πv| ≤ {bound}")
    } else {
        format!("verdict: |computed − {exact_value}| ≤ {bound}")
    };
    let error = LowerBound::new(result.witness.least_error());
    let which =
        if cos_sin { "the error of the cosine, or of the sine a quarter turn later," } else { "the error" };
    page.verdict(&[
        format!("{proved}: {subject} {}, {}; {method}", result.name, result.format),
        verdict,
        format!(
            "tight: at {variable} = {} {which} is at least {error:.8}; the bound there is larger by a factor of at most {:.8}",
            result.witness.input,
            result.ratio()?
        ),
    ]);
    page.line("");
    page.columns(
        None,
        [
            row("domain", format!("{}{points}", result.domain)),
            row("method", format!("{method}; MPFR decided {}", result.mpfr_calls)),
        ],
    );
    let unit = |unit| {
        if unit == kdelta_reference::Unit::Magnitude { format!("·{magnitude}") } else { String::new() }
    };
    let terms = result.terms.iter().map(|term| {
        let value = format!("≤ {}{}", decimal::term(&term.value), unit(term.unit));
        vec![term.name.clone(), value, term.method.clone()]
    });
    page.columns(Some(vec!["term".into(), "value".into(), "how it was obtained".into()]), terms);
    page.line("");
    match certificate {
        Some(certificate) if explain => {
            page.line(&format!(
                " bound exactly: {}",
                sum(&|x| kdelta_certificate::Number(x.clone()).to_string())
            ));
            page.heading(" assumed");
            page.list("-", &certificate.assumptions);
            page.heading(" not checked here");
            page.list("-", &certificate.gaps);
        }
        Some(certificate) => page.paragraph(&format!(
            "--explain adds the exact bound, what is assumed ({}), and the versions of tools",
            certificate.assumptions.len()
        )),
        None => page.line(" no certificate: the audit has no model of such a run"),
    }
    if !explain {
        return Ok(page.0);
    }
    let tools: Vec<_> = result.tools.iter().map(|(name, version)| format!("{name} {version}")).collect();
    page.heading(" tools");
    page.paragraph(&tools.join(", "));
    Ok(page.0)
}

impl From<Error> for Failure {
    fn from(why: Error) -> Self {
        Self::refused(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_of_the_audit_has_its_words() {
        for known in Kernel::ALL.into_iter().chain(Kernel::BLACK_BOXES) {
            let (name, format) = known.words();
            let (name, format) =
                (Name::from_str(name, false).unwrap(), Width::from_str(format, false).unwrap());
            assert_eq!(kernel(name, Some(format)).unwrap(), known);
        }
        assert_eq!(kernel(Name::ShiftAdd, None).unwrap(), Kernel::ShiftAdd64);
        assert_eq!(kernel(Name::Table, None).unwrap(), Kernel::TableF64);
        assert_eq!(kernel(Name::CosSin, None).unwrap(), Kernel::CosSin);
        assert_eq!(kernel(Name::InverseTail, None).unwrap(), Kernel::InverseTailF64);
        assert!(kernel(Name::Std, Some(Width::U16)).is_err());
    }
}
