//! A certificate of a logarithm in fixed point, for every input that it takes.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_certificate::{Embedded, Kernel};
use kdelta_kernels::cell_by_cell;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let certified = cell_by_cell(Kernel::ShiftAdd32)?;
    let certificate = certified.certificate(&Embedded)?.ok_or("the audit has no model of such a run")?;
    println!("{}", certificate.claim);
    Ok(())
}
