//! The kernel `cos_sin` as files of `proofs/coq`: the literals of the source with the certified bound, and points of the audit's model.

use super::coq::{bounds, header, list};
use crate::audit::Options;
use crate::derive::kernel::cos_sin::{SHIFTS_COS, SHIFTS_SIN, SOURCE, check_shifts};
use crate::derive::kernel::literals::{literal, literals};
use crate::model::Kernel;
use crate::refusal::Refusal;
use crate::sources::Sources;
use kdelta_oracle::number::dyadic;

/// `proofs/coq/CosSinConstants.v`.
pub(crate) fn cos_sin_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let source = sources.read(SOURCE)?;
    let pi = literal(&source, "PI: u64")?;
    check_shifts(&source)?;
    let pairs = |name: &str, shifts: &[u32]| -> Result<String, Refusal> {
        let values = literals(&source, &format!("const {name}: [u64; {}]", shifts.len()), shifts.len())?;
        let pairs: Vec<_> = values.iter().zip(shifts).map(|(c, s)| format!("({c:#x}, {s})")).collect();
        Ok(list(&pairs))
    };
    let (sin, cos) = (pairs("SIN", &SHIFTS_SIN)?, pairs("COS", &SHIFTS_COS)?);
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
