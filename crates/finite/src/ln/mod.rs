//! −ln v in finite precision: two kernels, each with its ledger.
//!
//! [`shift_add`]: integers only, branch-free, correct by an exact product. [`table`]: f64 and f32, one
//! table look-up and a short polynomial.

pub mod shift_add;
#[cfg(not(creusot))]
pub mod table;
#[cfg(not(creusot))]
pub mod table_data;
