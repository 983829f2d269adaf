//! What the integer logarithm returns, and that a larger draw has no larger logarithm. Compiled for Creusot only.
//!
//! [`value`]: the exact values of the shipped functions of [`crate::ln::shift_add`]. [`draws`]: programs that call the shipped
//! functions on two draws. A definition is seen in its own file alone; elsewhere provers get the laws of it that are named.
//!
//! **Condition 2 without logarithms.** Take a ≤ b and let both go through the steps. Dividing and adding are
//! monotone, so the order stays as long as both take the same steps, and the same constants are added. At the
//! first step k where they part, a takes the factor and b does not. From there on a is charged at least the
//! constant of k, and b is at least [`value::threshold`] of k, the least m that does not take it. [`path::highest`] bounds what
//! remains to be charged to *any* such b by one path, that of the threshold; it is a number, and it exceeds the
//! constant of k by at most [`value::slack`]. No step of this needs to know what a logarithm is.

pub mod constant;
pub mod draws;
pub mod enclosure;
pub mod order;
pub mod path;
pub mod paths;
pub mod series;
pub mod top;
pub mod value;
