//! What a mechanism can be asked before it is used: its exact law and loss, the largest privacy loss budget it keeps, the nearest setting that is
//! certified.
//!
//! | module | the question |
//! |---|---|
//! | [`setting`] | which mechanism is meant, if only a part of it is given |
//! | [`gaussian`], [`plane`] | the same for Gaussian noise, and for planar noise |
//! | [`enumerate`] | the exact law and loss of a small mechanism, every draw through the code that runs |
//! | [`search`] | the largest ε, the least σ, the finest grid or the widest window whose certified ε′ is within a budget |
//! | [`solve`] | the same in words, and what other grids would give |
//! | [`nearest`] | certified settings near one that is not |
//!
//! ```
//! use kdelta_explore::enumerate::{Mechanism, SmallSetting, enumerate};
//! use kdelta_oracle::distribution::Loss;
//!
//! let mechanism = Mechanism {
//!     epsilon: "1".parse()?,
//!     setting: SmallSetting {
//!         sensitivity: "1".parse()?,
//!         answers: "0..1".parse()?,
//!         window: "-2..3".parse()?,
//!         grid: "1/4".parse()?,
//!         digits: 4,
//!     },
//!     generator: "midpoint-8".parse()?,
//!     pair: None,
//! };
//! let found = enumerate(&mechanism, &mut |_, _| {})?;
//! assert!(matches!(found.loss, Loss::Finite(_)) && found.violated()?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[macro_use]
mod chosen;
pub mod enumerate;
mod error;
pub mod gaussian;
pub mod nearest;
pub mod outputs;
pub mod plane;
pub mod search;
pub mod setting;
pub mod solve;
pub mod spelling;

pub use error::Error;
