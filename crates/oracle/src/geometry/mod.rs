//! Section 2 of the paper: norms and distances, sets and their neighbourhoods, diameter, Lebesgue measure, the ratio R.

mod axis_box;
mod finite_set;
mod interval;
mod norm;

pub use axis_box::AxisBox;
pub use finite_set::{FiniteMetric, Line, in_grown, in_shrunk, in_shrunk_as_printed};
pub use interval::{End, Interval};
pub use norm::Norm;
