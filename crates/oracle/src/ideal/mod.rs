//! What is known of ideal mechanisms, which add exact noise to exact answers: the side of the accountant, before anything is computed in
//! finite precision. [`crate::transfer::Closeness`] carries it over to the mechanism that runs.
//!
//! The ideal Laplace mechanism needs no file: its loss is |r₁ − r₂|/b.

mod gaussian;

pub use gaussian::GaussianMechanism;
