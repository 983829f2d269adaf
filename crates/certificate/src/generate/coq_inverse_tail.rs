//! The kernels of g for floats as a file of `proofs/coq`: the literals of the source with the certified bounds.

use super::coq::{bounds, header, list};
use crate::derive::kernel::inverse_tail::{CELLS, DATA};
use crate::derive::kernel::literals::literals;
use crate::model::Kernel;
use crate::refusal::{REGENERATE, Refusal};
use crate::sources::Sources;

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
    let (double, single) = (bounds(sources, Kernel::InverseTailF64)?, bounds(sources, Kernel::InverseTailF32)?);
    Ok(format!(
        "{header}From Coq Require Import Reals ZArith List.\nImport ListNotations.\nOpen Scope R_scope.\n\n\
         (* CELLS (centre, value, slopes): the bit patterns of the source *)\n\
         Definition inverse_tail_cells : list (Z * Z * list Z) :=\n  [{rows}]%Z.\n{double}{single}"
    ))
}
