//! Issuing: from a description to a certificate. Everything that is not described follows, with the oracle.

mod arithmetic;
pub(crate) mod kernel;
mod mechanism;
mod planar;

pub use mechanism::Foundation;
