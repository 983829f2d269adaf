//! Figures about finite precision, as SVG: the paper's, every bound against the grid, the error of the noise that runs under its certified band,
//! an exact law, the (ε, δ) curve of Gaussian noise, what many releases cost.
//!
//! They are readable on paper, on a dark screen, without colours and without eyes. What they show was computed exactly; a picture needs floats
//! only, and nothing is decided by one.
//!
//! ```
//! use kdelta_explore::setting::Wanted;
//! use kdelta_figures::{paper, svg};
//!
//! let figure = paper::figure_1()?;
//! assert!(svg::svg(&figure, "figure", svg::Place::Alone).starts_with("<svg"));
//! # Ok::<(), kdelta_explore::Error>(())
//! ```
#![forbid(unsafe_code)]

mod axis;
pub mod bounds;
pub mod composition;
pub mod error;
mod escape;
mod figure;
pub mod gaussian;
pub mod law;
pub mod paper;
pub mod svg;

pub use axis::{Axis, Spread};
pub use escape::escape;
pub use figure::{Figure, Series, Shape};
use kdelta_explore::spelling::power_of_two;
use kdelta_oracle::number::{Rational, decimal};
use num_traits::ToPrimitive;

/// The float next to an exact number, for the eye.
fn float(x: &Rational) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

/// `2⁻¹⁰`, for the eye.
fn spelled_grid(grid: &Rational) -> String {
    power_of_two(grid).map_or_else(|| decimal::short(grid), |log2| axis::power(2, log2))
}
