//! Sections 4.3 and 4.4 of the paper on finite laws: the distance W∞, Theorems conv and enc, the loss of a pair of laws.

mod coupling;
mod law;
mod loss;

pub use coupling::{Sandwich, coupling_reach, sandwich};
pub use law::FiniteLaw;
pub use loss::{Loss, hockey_stick, hockey_stick_at};
