//! What is generated from certificates: the constants for other crates, and files of `proofs/`.

mod constants;
mod coq;
mod coq_cos_sin;
mod coq_inverse_tail;
mod gaussian;
mod loss;
mod plane;
mod source;
mod source_fixed;
mod theorem;

pub use constants::render_constants;
pub use coq::proof_constants;
pub use theorem::mechanism_theorem;
