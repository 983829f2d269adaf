//! The error of a logarithm in fixed point over every argument that there is.
#![allow(clippy::print_stdout, reason = "an example")]

use kdelta_reference::exhaustive;
use kdelta_reference::subject::{Grid, ShiftAdd16, Subject};

fn main() -> Result<(), kdelta_reference::Error> {
    let subject = Subject::new(ShiftAdd16, Grid::Steps { bits: 16 })?;
    let result = exhaustive::certify(&subject, None)?;
    println!("at most {} at {:?} points", result.bound.absolute, result.points);
    Ok(())
}
