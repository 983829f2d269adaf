//! What the committed certificates are made from: the ledgers of `kdelta-finite`, confirmed cell by cell by
//! `kdelta-reference`; the logarithms of others, run at every point of a grid; and the default mechanism in each format.

use kdelta_certificate::{
    BlackBox, Certificate, Directory, Format, Kernel, KernelCertificate, KernelResult, MechanismCertificate,
    MechanismDescription, Method, Range, Refusal, Setting, Sources, Subject, Unit,
};
use kdelta_finite::ledger::{self, Ledger};
use kdelta_finite::ln::{shift_add, table};
use kdelta_oracle::number::{Rational, dyadic};
use kdelta_reference::{assumed, cellwise, exhaustive, subject};
use std::collections::BTreeMap;
use std::error::Error;

/// Black boxes are certified on the grid x·2^-24; `scripts/exhaust` does 2^-32.
const GRID_BITS: u32 = 24;

/// The files of a checkout, with new certificates in the place of those on the disk.
struct Overlay<'a> {
    directory: &'a Directory,
    fresh: BTreeMap<String, String>,
}

impl Sources for Overlay<'_> {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        self.fresh.read(path).or_else(|_| self.directory.read(path))
    }
}

/// Every certificate, by path; those of black boxes as far as `wanted`.
pub(crate) fn certificates(
    directory: &Directory,
    wanted: impl Fn(Kernel) -> bool,
) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let mut sources = Overlay { directory, fresh: BTreeMap::new() };
    let kernels = Kernel::ALL.into_iter().chain(Kernel::BLACK_BOXES.into_iter().filter(|&box_| wanted(box_)));
    for kernel in kernels {
        let certificate = KernelCertificate::derive(&result(kernel)?, &sources)?;
        let text = Certificate::new(Subject::Kernel(Box::new(certificate))).text()?;
        sources.fresh.insert(kernel.certificate(), text);
    }
    for mechanism in mechanisms() {
        let certificate = MechanismCertificate::derive(&mechanism, &sources)?;
        let text = Certificate::new(Subject::Mechanism(Box::new(certificate))).text()?;
        sources.fresh.insert(mechanism.certificate(), text);
    }
    Ok(sources.fresh)
}

/// The default mechanism in each format: ε = 1, Δ = 1, answers 0 to 1, window −16 to 16, grid 2^-10.
pub(crate) fn mechanisms() -> Vec<MechanismDescription> {
    let fixed = |bits: i64, fraction: i64| Format::Fixed { bits: bits.into(), fraction: fraction.into() };
    [
        (Format::Binary64, true, 52),
        (Format::Binary64, false, 53),
        (Format::Binary32, true, 23),
        (fixed(64, 40), true, 52),
        (fixed(32, 24), true, 23),
    ]
    .map(|(format, relative, generator_bits)| MechanismDescription {
        format,
        setting: Setting {
            epsilon: 1.into(),
            sensitivity: 1.into(),
            query_error: 0.into(),
            answers: Range::of_integers(0, 1),
            grid: (&dyadic(1, -10)).into(),
            window: Range::of_integers(-16, 16),
        },
        relative,
        generator_bits,
    })
    .into()
}

/// What is known of a kernel.
fn result(kernel: Kernel) -> Result<KernelResult, Box<dyn Error>> {
    match kernel {
        Kernel::ShiftAdd16 => confirmed(
            kernel,
            &shift_add::LEDGER_16,
            cellwise::shift_add::certify(&cellwise::shift_add::Data::w16())?,
        ),
        Kernel::ShiftAdd32 => confirmed(
            kernel,
            &shift_add::LEDGER_32,
            cellwise::shift_add::certify(&cellwise::shift_add::Data::w32())?,
        ),
        Kernel::ShiftAdd64 => confirmed(
            kernel,
            &shift_add::LEDGER_64,
            cellwise::shift_add::certify(&cellwise::shift_add::Data::w64())?,
        ),
        Kernel::TableF32 => {
            confirmed(kernel, &table::LEDGER_F32, cellwise::table::certify(&cellwise::table::Data::f32())?)
        }
        Kernel::TableF64 => {
            confirmed(kernel, &table::LEDGER_F64, cellwise::table::certify(&cellwise::table::Data::f64())?)
        }
        Kernel::StdF64 => everywhere(kernel, assumed::BlackBox::std_f64()),
        Kernel::StdF32 => everywhere(kernel, assumed::BlackBox::std_f32()),
        Kernel::LibmLog => everywhere(kernel, assumed::BlackBox::libm_f64()),
        Kernel::LibmLogf => everywhere(kernel, assumed::BlackBox::libm_f32()),
    }
}

/// The ledger as it stands in the source, which a cell-wise run must confirm term by term, and the run's witness.
fn confirmed(
    kernel: Kernel,
    ledger: &Ledger,
    run: kdelta_reference::KernelResult,
) -> Result<KernelResult, Box<dyn Error>> {
    let discrepancies = cellwise::discrepancies(&run.terms, ledger);
    if !discrepancies.is_empty() {
        return Err(format!(
            "{}: the cells do not confirm the ledger: {}",
            kernel.name(),
            discrepancies.join("; ")
        )
        .into());
    }
    let convert = |term: &ledger::Term| {
        let unit = if term.unit == ledger::Unit::Magnitude { Unit::Logarithm } else { Unit::One };
        let value = Rational::from_integer(term.mantissa.into()) * dyadic(1, term.exponent);
        (term.name.to_owned(), unit, value, Method::Cellwise)
    };
    Ok(KernelResult {
        kernel: kernel.name().into(),
        terms: ledger.terms.iter().map(convert).collect(),
        witness: run.witness.input.to_dyadic().to_rational(),
        black_box: None,
    })
}

/// A black box at every point of the grid.
fn everywhere(kernel: Kernel, function: assumed::BlackBox) -> Result<KernelResult, Box<dyn Error>> {
    let depends_on = subject::Kernel::depends_on(&function);
    let run = exhaustive::certify(
        &subject::Subject::new(function, subject::Grid::Steps { bits: GRID_BITS })?,
        None,
    )?;
    let unit = |unit| if unit == kdelta_reference::Unit::Magnitude { Unit::Logarithm } else { Unit::One };
    Ok(KernelResult {
        kernel: kernel.name().into(),
        terms: run
            .terms
            .into_iter()
            .map(|term| (term.name, unit(term.unit), term.value, Method::Exhaustive))
            .collect(),
        witness: run.witness.input.to_dyadic().to_rational(),
        black_box: Some(BlackBox {
            bits: GRID_BITS,
            computed: run.witness.output,
            fingerprint: run.fingerprint.ok_or("an exhaustive run has a fingerprint")?,
            depends_on: depends_on.into_iter().map(|(name, version)| format!("{name} {version}")).collect(),
        }),
    })
}
