//! Certificates of kernels: of our logarithms, our cos and sin, our inverse of the normal tail, and of anybody's logarithm.
//!
//! The reference measures how far a kernel is from the exact function; what it finds is handed to the certificate, which derives it again without
//! the reference wherever it can.
//!
//! | item | what it gives |
//! |---|---|
//! | [`cell_by_cell`] | ours, bounded on every cell of its domain, with the terms that its source states |
//! | [`at_points`] | any, evaluated at every point of a grid |
//! | [`black_box`], [`fingerprint`] | anybody's logarithm, and the digest of what it computes on this machine |
//! | [`Domain`], [`inputs`] | which inputs are meant, from its words, and whether a kernel has them |
//!
//! ```
//! use kdelta_certificate::{Embedded, Kernel};
//! use kdelta_kernels::cell_by_cell;
//!
//! let certified = cell_by_cell(Kernel::ShiftAdd16)?;
//! let certificate = certified.certificate(&Embedded)?.expect("ours have one");
//! assert_eq!(certificate.subject.kernel, Kernel::ShiftAdd16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use kdelta_certificate::{Kernel, KernelCertificate, KernelResult, Method, Refusal, Sources, Unit};
use kdelta_finite::cos_sin::LEDGER_COS_SIN;
use kdelta_finite::ledger::{self, Ledger};
use kdelta_finite::ln::{shift_add, table};
use kdelta_finite::{inverse_tail, inverse_tail_integer};
use kdelta_oracle::number::dyadic;
use kdelta_reference::assumed::BlackBox;
use kdelta_reference::exhaustive::{Plan, Shard, conclude, merge, sweep};
use kdelta_reference::subject::{
    self, CosSin, Grid, InverseTailF32, InverseTailF64, ShiftAdd16, ShiftAdd32, ShiftAdd64, TableF32,
    TableF64,
};
use kdelta_reference::tally::Tally;
use kdelta_reference::{Error, cellwise};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

/// The inputs that are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Every input of the kernel, cell by cell.
    All,
    /// Every point of a grid.
    Points(Grid),
}

impl FromStr for Domain {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let after = |prefix: &str| text.strip_prefix(prefix).and_then(|bits| bits.parse().ok());
        let grid = match text {
            "all" => return Ok(Self::All),
            "f32" => Some(Grid::Floats32),
            _ => after("2^-")
                .map(|bits| Grid::Steps { bits })
                .or_else(|| after("odd-").map(|bits| Grid::Odd { bits }))
                .or_else(|| {
                    let (bits, end) = text.strip_prefix("2^-")?.split_once("..2^")?;
                    Some(Grid::Logarithms { end: end.parse().ok()?, bits: bits.parse().ok()? })
                }),
        };
        let grid =
            grid.ok_or_else(|| format!("\"{text}\" is none of all, 2^-BITS, odd-BITS, f32, 2^-BITS..2^END"))?;
        grid.check().map(Self::Points).map_err(|why| why.to_string())
    }
}

/// As in Cargo.lock; a test compares.
const CORE_MATH_VERSION: &str = "1.4.0";

/// The logarithm of somebody else that a kernel stands for; none for ours.
#[must_use]
pub fn black_box(kernel: Kernel) -> Option<BlackBox> {
    match kernel {
        Kernel::StdF64 => Some(BlackBox::std_f64()),
        Kernel::StdF32 => Some(BlackBox::std_f32()),
        Kernel::LibmLog => Some(BlackBox::libm_f64()),
        Kernel::LibmLogf => Some(BlackBox::libm_f32()),
        Kernel::CoreMathLog => {
            Some(BlackBox::f64(kernel.name(), core_math::log).depending_on("core-math", CORE_MATH_VERSION))
        }
        Kernel::CoreMathLogf => {
            Some(BlackBox::f32(kernel.name(), core_math::logf).depending_on("core-math", CORE_MATH_VERSION))
        }
        _ => None,
    }
}

/// SHA-256 of the outputs of this machine's logarithm at 4096 points of a grid, to compare with a certificate of it.
#[must_use]
pub fn fingerprint(kernel: Kernel, bits: u32) -> Option<String> {
    subject::Subject::new(black_box(kernel)?, Grid::Steps { bits }).ok()?.fingerprint().ok()
}

/// What the reference found about a kernel, and what a certificate needs of it.
#[derive(Debug)]
pub struct Certified {
    /// The reference's result: bound, terms and witness.
    pub result: kdelta_reference::KernelResult,
    /// The same for a certificate; none of a run that the audit has no model of.
    pub evidence: Option<KernelResult>,
}

impl Certified {
    /// The certificate, if the audit has a model of such a run.
    ///
    /// # Errors
    /// If the evidence does not fit the kernel, or a source is missing.
    pub fn certificate(&self, sources: &dyn Sources) -> Result<Option<KernelCertificate>, Refusal> {
        self.evidence.as_ref().map(|evidence| KernelCertificate::derive(evidence, sources)).transpose()
    }
}

/// How the points of a grid are evaluated.
#[derive(Debug, Clone)]
pub enum Run {
    /// One after the other, or a part of them.
    Sweep(Plan),
    /// They were, in parts, whose states are in these files.
    Join(Vec<PathBuf>),
}

/// The points of a grid as the inputs of a kernel, whose error is bounded in part relative to the exact value if `relative` says so: for the
/// inverse of the normal tail, every f32 is one of its logarithms.
///
/// # Errors
/// If the kernel has no such inputs, or no such bound.
pub fn inputs(kernel: Kernel, grid: Grid, relative: Option<u32>) -> Result<Grid, Error> {
    let refused = |why: &str| Err(Error::Grid(why.to_owned()));
    match (kernel, grid) {
        (Kernel::InverseTail64, _) => {
            refused("inverse-tail for integers is certified cell by cell, for every word; leave out --domain")
        }
        (Kernel::InverseTailF32 | Kernel::InverseTailF64, Grid::Floats32 | Grid::Logarithms32) => {
            Ok(Grid::Logarithms32)
        }
        (Kernel::InverseTailF32 | Kernel::InverseTailF64, grid) => Ok(grid),
        (_, Grid::Logarithms { .. } | Grid::Logarithms32) => refused(
            "--domain: from 0 to 2^END are logarithms, the inputs of inverse-tail; choose 2^-BITS, odd-BITS or f32",
        ),
        (Kernel::CosSin, grid) if grid == Grid::Floats32 || relative.is_some() => refused(
            "--domain f32 and --relative are for logarithms; cos-sin takes --domain 2^-BITS or odd-BITS",
        ),
        (_, grid) => Ok(grid),
    }
}

/// Hears how many points of how many are done.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// A kernel at every point of a grid. None if only a part of the points was to be evaluated; its state is now on the disk.
///
/// Only a grid of equal steps and a black box give a certificate: ours are certified [`cell_by_cell`].
///
/// # Errors
/// If the kernel does not take the grid, gives what is no value of the function, or a state does not fit.
pub fn at_points(
    kernel: Kernel,
    grid: Grid,
    run: &Run,
    progress: Progress<'_>,
) -> Result<Option<Certified>, Error> {
    let relative = match run {
        Run::Sweep(plan) => plan.relative,
        Run::Join(_) => None,
    };
    let grid = inputs(kernel, grid, relative)?;
    if let Some(black_box) = black_box(kernel) {
        let depends_on = subject::Kernel::depends_on(&black_box);
        let Some(result) = exhaust(black_box, grid, run, progress)? else { return Ok(None) };
        let evidence = match grid {
            Grid::Steps { bits } => Some(everywhere(kernel, bits, &result, &depends_on)?),
            _ => None,
        };
        return Ok(Some(Certified { result, evidence }));
    }
    let result = match kernel {
        Kernel::ShiftAdd16 => exhaust(ShiftAdd16, grid, run, progress)?,
        Kernel::ShiftAdd32 => exhaust(ShiftAdd32, grid, run, progress)?,
        Kernel::ShiftAdd64 => exhaust(ShiftAdd64, grid, run, progress)?,
        Kernel::TableF32 => exhaust(TableF32, grid, run, progress)?,
        Kernel::TableF64 => exhaust(TableF64, grid, run, progress)?,
        Kernel::CosSin => exhaust(CosSin, grid, run, progress)?,
        Kernel::InverseTailF32 => exhaust(InverseTailF32, grid, run, progress)?,
        Kernel::InverseTailF64 => exhaust(InverseTailF64, grid, run, progress)?,
        other => return Err(Error::Grid(format!("{} is certified cell by cell only", other.name()))),
    };
    Ok(result.map(|result| Certified { result, evidence: None }))
}

/// Every point of a grid, or the states of runs that were.
fn exhaust<K: subject::Kernel>(
    kernel: K,
    grid: Grid,
    run: &Run,
    progress: Progress<'_>,
) -> Result<Option<kdelta_reference::KernelResult>, Error> {
    let subject = subject::Subject::new(kernel, grid)?;
    let tally = match run {
        Run::Join(states) => {
            let tallies = states.iter().map(|path| Tally::load(path)).collect::<Result<Vec<_>, _>>()?;
            merge(&tallies)?
        }
        Run::Sweep(plan) => {
            let tally = sweep(&subject, plan, |done, all| {
                progress(done, all);
                ControlFlow::Continue(())
            })?;
            if plan.shard != Shard::WHOLE {
                return Ok(None);
            }
            tally
        }
    };
    Ok(Some(conclude(&subject, &tally)?))
}

/// One of ours, bounded on every cell of its domain: the ledger as it stands in the source, which the run must confirm term by term, and the
/// run's witness.
///
/// # Errors
/// If a cell is not proved, the source states another ledger, or the kernel is a black box, which has no cells.
pub fn cell_by_cell(kernel: Kernel) -> Result<Certified, Error> {
    use cellwise::{
        Format, cos_sin, inverse_tail as quantiles, inverse_tail_integer as whole, shift_add as integers,
        table as floats,
    };
    let (ledger, result): (&Ledger, _) = match kernel {
        Kernel::ShiftAdd16 => (&shift_add::LEDGER_16, integers::certify(&integers::Data::w16())?),
        Kernel::ShiftAdd32 => (&shift_add::LEDGER_32, integers::certify(&integers::Data::w32())?),
        Kernel::ShiftAdd64 => (&shift_add::LEDGER_64, integers::certify(&integers::Data::w64())?),
        Kernel::TableF32 => (&table::LEDGER_F32, floats::certify(&floats::Data::f32())?),
        Kernel::CosSin => (&LEDGER_COS_SIN, cos_sin::certify(&cos_sin::Data::shipped())?),
        Kernel::InverseTail64 => (&inverse_tail_integer::LEDGER, whole::certify(&whole::Data::shipped())?),
        Kernel::InverseTailF32 => {
            (&inverse_tail::LEDGER_F32, quantiles::certify(&quantiles::Data::shipped(), Format::F32)?)
        }
        Kernel::InverseTailF64 => {
            (&inverse_tail::LEDGER_F64, quantiles::certify(&quantiles::Data::shipped(), Format::F64)?)
        }
        Kernel::TableF64 => (&table::LEDGER_F64, floats::certify(&floats::Data::f64())?),
        other => return Err(Error::Grid(format!("{} is a black box, which has no cells", other.name()))),
    };
    let differences = cellwise::discrepancies(&result.terms, ledger);
    if !differences.is_empty() {
        let (cell, step) = ("the kernel's own ledger".to_owned(), differences.join("; "));
        return Err(Error::Unproved { cell, step });
    }
    let convert = |term: &ledger::Term| {
        let unit = if term.unit == ledger::Unit::Magnitude { kernel.magnitude() } else { Unit::One };
        let value = dyadic(term.mantissa, term.exponent);
        (term.name.to_owned(), unit, value, Method::Cellwise)
    };
    let evidence = KernelResult {
        kernel,
        terms: ledger.terms.iter().map(convert).collect(),
        witness: result.witness.input.to_dyadic().to_rational(),
        black_box: None,
    };
    Ok(Certified { result, evidence: Some(evidence) })
}

/// A black box at every point of a grid, as the audit takes it.
fn everywhere(
    kernel: Kernel,
    bits: u32,
    result: &kdelta_reference::KernelResult,
    depends_on: &[(String, String)],
) -> Result<KernelResult, Error> {
    let unit = |unit| if unit == kdelta_reference::Unit::Magnitude { Unit::Logarithm } else { Unit::One };
    let fingerprint = result.fingerprint.clone();
    Ok(KernelResult {
        kernel,
        terms: result
            .terms
            .iter()
            .map(|term| (term.name.clone(), unit(term.unit), term.value.clone(), Method::Exhaustive))
            .collect(),
        witness: result.witness.input.to_dyadic().to_rational(),
        black_box: Some(kdelta_certificate::BlackBox {
            bits,
            computed: result.witness.output.clone(),
            fingerprint: fingerprint
                .ok_or_else(|| Error::Grid("the run left no digest of its outputs".to_owned()))?,
            depends_on: depends_on.iter().map(|(name, version)| format!("{name} {version}")).collect(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_of_core_math_is_the_one_in_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"core-math\"\nversion = \"{CORE_MATH_VERSION}\"")));
    }

    /// What is certified cell by cell has no grid, and what has a grid no cells: neither is taken for another kernel.
    #[test]
    fn a_kernel_is_never_taken_for_another() {
        let mut silent = |_, _| {};
        let plan = Run::Sweep(Plan::default());
        assert!(at_points(Kernel::InverseTail64, Grid::Steps { bits: 4 }, &plan, &mut silent).is_err());
        assert!(at_points(Kernel::CosSin, Grid::Floats32, &plan, &mut silent).is_err());
        assert!(
            at_points(Kernel::TableF64, Grid::Logarithms { end: 1, bits: 4 }, &plan, &mut silent).is_err()
        );
        for kernel in Kernel::BLACK_BOXES {
            assert!(black_box(kernel).is_some() && cell_by_cell(kernel).is_err());
        }
        assert!(Kernel::ALL.into_iter().all(|kernel| black_box(kernel).is_none()));
    }
}
