//! The paper's mechanisms in exact semantics, and the exact law of a finite implementation.
//!
//! A₀(D) = f(D) + X (Mechanism 1); A returns ∞ outside M (Mechanism 2); K rounds (Mechanism 3). Here K rounds first and
//! then tests membership in a finite set of outputs, so that cells and window are aligned by construction (F17).

mod counted;
mod enumeration;
mod exact_law;
mod fixed_point;
mod plane;
mod quick;
mod rounding;

pub use counted::CountedNoise;
pub use enumeration::{Answers, Enumeration, LineMechanism, Worst};
pub use exact_law::exact_law;
pub use fixed_point::{laplace_table, nearest_multiple, relative_laplace_table};
pub use plane::{PlaneMechanism, PlaneWorst};
pub(crate) use rounding::number_of_cells;
pub use rounding::{Release, Rounding, additive, truncated};
