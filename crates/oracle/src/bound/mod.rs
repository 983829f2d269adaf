//! Every ε′ of the theory as a rational upper bound, the printed ones of the paper beside the repaired ones.
//!
//! ε′ = ε + κ. Each κ comes with its hypotheses, which are checked; a failing one is refused with its values.

mod approximate;
mod printed;
mod setting;
mod theorem_u;

pub use approximate::{ApproximateBound, reach_bound, tail_bound};
pub use printed::{printed_line_shift, printed_plane_shift};
pub use setting::{Dimension, Form, Setting};
pub use theorem_u::TheoremU;
