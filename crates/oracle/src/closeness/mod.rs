//! Section 4 of the paper: Lipschitz functions, (k,δ)-closeness, its two theorems, the conditions on an
//! implementation in their repaired form (i)–(v), and the radius T on which they are asked.

mod conditions;
mod converse;
mod definitions;
mod fixpoint;
mod monotone;

pub(crate) use conditions::require_radius;
pub use conditions::{Discharge, GeneratorPoint, ShiftTerms, discharge_on_points};
pub use converse::{close_function_at, obstruction};
pub use definitions::{Violation, k_delta_close, lipschitz, uniformly_close};
pub use fixpoint::{ClosedForm, LaplaceRadius};
pub use monotone::{gap_orders, monotone_beyond_gap};
