//! The kernel `cos_sin` as files of `proofs/coq`: the literals of the source with the certified bound, and points of the audit's model.

use super::coq::{bounds, header, list};
use crate::audit::Options;
use crate::derive::kernel::cos_sin::SOURCE;
use crate::derive::kernel::literals::{literal, literals};
use crate::model::Kernel;
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use kdelta_oracle::number::dyadic;

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
    let body = after(source, item)?.split_once(']').map(|(body, _)| body);
    let numbers: Option<Vec<u32>> = body
        .into_iter()
        .flat_map(|body| body.split(','))
        .map(str::trim)
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().ok())
        .collect();
    numbers.filter(|numbers| numbers.len() == count).ok_or_else(|| {
        Refusal::new(format!("constants \"{item}\""), format!("must be {count} numbers"), REGENERATE)
    })
}

/// `proofs/coq/CosSinConstants.v`.
pub(crate) fn cos_sin_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let source = sources.read(SOURCE)?;
    let pi = literal(&source, "PI: u64")?;
    let pairs = |values: &str, shifts: &str, count: usize| -> Result<String, Refusal> {
        let values = literals(&source, &format!("const {values}: [u64; {count}]"), count)?;
        let shifts = decimals(&source, &format!("{shifts}: [u32; {count}] = ["), count)?;
        let pairs: Vec<_> = values.iter().zip(&shifts).map(|(c, s)| format!("({c:#x}, {s})")).collect();
        Ok(list(&pairs))
    };
    let (sin, cos) = (pairs("SIN", "SHIFTS_SIN", 9)?, pairs("COS", "SHIFTS_COS", 8)?);
    let (header, bound) = (header(SOURCE), bounds(sources, Kernel::CosSin)?);
    Ok(format!(
        "{header}From Coq Require Import Reals ZArith List.\nImport ListNotations.\nOpen Scope R_scope.\n\n\
         (* PI: π·2^62 rounded to nearest *)\nDefinition pi_62 : Z := {pi:#x}%Z.\n\n\
         (* SIN and SHIFTS_SIN: 1/(2k+1)! times 2^(64+s), and s *)\nDefinition sin_coefficients : list (Z * Z) :=\n  [{sin}]%Z.\n\n\
         (* COS and SHIFTS_COS: 2/(2k+2)! times 2^(64+s), and s *)\nDefinition cos_coefficients : list (Z * Z) :=\n  [{cos}]%Z.\n\
         {bound}"
    ))
}

/// `proofs/coq/CosSinPoints.v`: the cosine of the audit's model, which is the sine a quarter of a turn later.
pub(crate) fn cos_sin_points(sources: &dyn Sources) -> Result<String, Refusal> {
    let kernel = Kernel::CosSin;
    let constants = kernel.constants(sources)?;
    let mut points = Vec::new();
    for v in kernel.spots(&Options { points: 100, cells: 0, seed: 1 }).0 {
        let cosine = (kernel.execute(&constants, &v)? * dyadic(1, 62)).to_integer();
        points.push(format!("({}, {cosine})", (v * dyadic(1, 64)).to_integer()));
    }
    Ok(format!(
        "{}From Coq Require Import ZArith List.\nFrom Kdelta Require Import CosSinKernel.\nImport ListNotations.\nOpen Scope Z_scope.\n\n\
         Lemma points_cos_sin : forallb (fun '(turn, cosine) =>\n    \
         (fst (cos_sin turn) =? cosine) && (snd (cos_sin ((turn + 2 ^ 62) mod 2 ^ 64)) =? cosine))%bool\n  [{}] = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n",
        header(SOURCE),
        list(&points)
    ))
}
