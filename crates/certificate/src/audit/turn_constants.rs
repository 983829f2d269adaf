//! The constants of the turn kernel as a file of `proofs/coq`: the literals of the source, and the certified bound.

use super::bridge::{bounds, header, list};
use super::literals::literals;
use super::model::Kernel;
use super::turn::SOURCE;
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;

/// What follows `item` in the source, which occurs there once.
fn after<'a>(source: &'a str, item: &str) -> Result<&'a str, Refusal> {
    let mut places = source.split(item).skip(1);
    match (places.next(), places.next()) {
        (Some(rest), None) => Ok(rest),
        _ => Err(Refusal::new(
            format!("constants \"{item}\""),
            "the source must define it exactly once",
            REGENERATE,
        )),
    }
}

/// The decimal numbers of an array, up to its closing bracket.
fn decimals(source: &str, item: &str, count: usize) -> Result<Vec<u32>, Refusal> {
    let body = after(source, item)?.split(']').next().unwrap_or("");
    let numbers: Option<Vec<u32>> =
        body.split(',').map(str::trim).filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() == count).ok_or_else(|| {
        Refusal::new(format!("constants \"{item}\""), format!("must be {count} numbers"), REGENERATE)
    })
}

/// `proofs/coq/TurnConstants.v`.
pub(super) fn turn_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let source = sources.read(SOURCE)?;
    let pi = literals(&source, "PI: u64", 1)?.first().copied().unwrap_or(0);
    let pairs = |values: &str, shifts: &str, count: usize| -> Result<String, Refusal> {
        let values = literals(&source, &format!("const {values}: [u64; {count}]"), count)?;
        let shifts = decimals(&source, &format!("{shifts}: [u32; {count}] = ["), count)?;
        let pairs: Vec<_> = values.iter().zip(&shifts).map(|(c, s)| format!("({c:#x}, {s})")).collect();
        Ok(list(&pairs))
    };
    let (sin, cos) = (pairs("SIN", "SHIFTS_SIN", 9)?, pairs("COS", "SHIFTS_COS", 8)?);
    let (header, bound) = (header(SOURCE), bounds(sources, Kernel::Turn)?);
    Ok(format!(
        "{header}From Coq Require Import Reals ZArith List.\nImport ListNotations.\nOpen Scope R_scope.\n\n\
         (* PI: π·2^62 rounded to nearest *)\nDefinition pi_62 : Z := {pi:#x}%Z.\n\n\
         (* SIN and SHIFTS_SIN: 1/(2k+1)! times 2^(64+s), and s *)\nDefinition sin_coefficients : list (Z * Z) :=\n  [{sin}]%Z.\n\n\
         (* COS and SHIFTS_COS: 2/(2k+2)! times 2^(64+s), and s *)\nDefinition cos_coefficients : list (Z * Z) :=\n  [{cos}]%Z.\n\
         {bound}"
    ))
}
