//! Sections 4.3 and 4.4 of the paper on finite laws: the distance W∞, Theorems conv and enc, the loss of a pair of laws; and by which other
//! numbers a pair of laws, or a channel, is judged (section 7).

mod coupling;
mod law;
mod leakage;
mod loss;
mod renyi;
mod trade_off;

pub use coupling::{Sandwich, coupling_reach, sandwich};
pub use law::FiniteLaw;
pub use leakage::{mutual_information, posterior_vulnerability};
pub use loss::{Loss, hockey_stick, hockey_stick_at};
pub use renyi::renyi_divergence;
pub use trade_off::trade_off;
