//! The kernels of g as files of `proofs/coq`: the literals of the source with the certified bounds, and for the integer kernel points of the
//! audit's model.

use super::coq::{bounds, header, list};
use crate::audit::Options;
use crate::derive::kernel::inverse_tail::{CELLS, DATA};
use crate::derive::kernel::inverse_tail_integer;
use crate::derive::kernel::literals::{literals, written};
use crate::model::Kernel;
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;
use kdelta_oracle::number::dyadic;

/// `proofs/coq/InverseTailConstants.v`.
pub(crate) fn inverse_tail_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let values = literals(&sources.read(DATA)?, &format!("CELLS: [Cell; {CELLS}]"), 10 * CELLS)?;
    let mut rows = Vec::new();
    for row in values.chunks(10) {
        let [centre, value, slopes @ ..] = row else {
            return Err(Refusal::new("constants", "has a cell of fewer than ten numbers", REGENERATE));
        };
        let slopes: Vec<_> = slopes.iter().map(|slope| format!("{slope:#x}")).collect();
        rows.push(format!("({centre:#x}, {value:#x}, [{}])", slopes.join("; ")));
    }
    let (header, rows) = (header(DATA), list(&rows));
    let (double, single) =
        (bounds(sources, Kernel::InverseTailF64)?, bounds(sources, Kernel::InverseTailF32)?);
    Ok(format!(
        "{header}From Coq Require Import Reals ZArith List.\nImport ListNotations.\nOpen Scope R_scope.\n\n\
         (* CELLS (centre, value, slopes): the bit patterns of the source *)\n\
         Definition inverse_tail_cells : list (Z * Z * list Z) :=\n  [{rows}]%Z.\n{double}{single}"
    ))
}

/// `proofs/coq/InverseTailIntegerConstants.v`.
pub(crate) fn inverse_tail_integer_constants(sources: &dyn Sources) -> Result<String, Refusal> {
    let (data, cells) = (inverse_tail_integer::DATA, inverse_tail_integer::CELLS);
    let values = written(&sources.read(data)?, &format!("CELLS: [Cell; {cells}]"), 10 * cells)?;
    let number = |(minus, value): &(bool, u128)| format!("{}{value:#x}", if *minus { "-" } else { "" });
    let mut rows = Vec::new();
    for row in values.chunks(10) {
        let [value, slopes @ ..] = row else {
            return Err(Refusal::new("constants", "has a cell of fewer than ten numbers", REGENERATE));
        };
        let slopes: Vec<_> = slopes.iter().map(number).collect();
        rows.push(format!("({}, [{}])", number(value), slopes.join("; ")));
    }
    let (header, rows, bound) = (header(data), list(&rows), bounds(sources, Kernel::InverseTail64)?);
    Ok(format!(
        "{header}From Coq Require Import Reals ZArith List.\nImport ListNotations.\nOpen Scope R_scope.\n\n\
         (* CELLS (value, slopes): in units of 2^-58 and 2^-62 *)\n\
         Definition inverse_tail_rows : list (Z * list Z) :=\n  [{rows}]%Z.\n{bound}"
    ))
}

/// `proofs/coq/InverseTailIntegerPoints.v`.
pub(crate) fn inverse_tail_integer_points(sources: &dyn Sources) -> Result<String, Refusal> {
    let kernel = Kernel::InverseTail64;
    let constants = kernel.constants(sources)?;
    let mut points = Vec::new();
    for log in kernel.spots(&Options { points: 200, cells: 0, seed: 1 }).0 {
        let result = kernel.execute(&constants, &log)? * dyadic(1, 58);
        points.push(format!("({}, {})", (log * dyadic(1, 58)).to_integer(), result.to_integer()));
    }
    Ok(format!(
        "{}From Coq Require Import ZArith List.\nFrom Kdelta Require Import InverseTailInteger.\nImport ListNotations.\nOpen Scope Z_scope.\n\n\
         Lemma points_inverse_tail_64 : forallb (fun '(log, result) => inverse_tail_64 log =? result)\n  [{}] = true.\n\
         Proof. vm_compute. reflexivity. Qed.\n",
        header(inverse_tail_integer::DATA),
        list(&points)
    ))
}
