//! The kernels: what is known of each, its ledger, and how it is executed again on exact numbers.

mod certificate;
pub(crate) mod cos_sin;
pub(crate) mod facts;
pub(crate) mod inverse_tail;
pub(crate) mod inverse_tail_integer;
pub(crate) mod literals;
pub(crate) mod rounding;
pub(crate) mod shift_add;
pub(crate) mod table;

pub(crate) use certificate::{assumptions, digests, error_at, tools};
pub(crate) use rounding::exponent;
