//! The finite-precision semantics: the code that really runs, n′ of the paper.
//!
//! ```text
//! entropy ─▶ uniform v′ ─▶ ln ─▶ noise x′ = ∓b·ln v′ ─▶ r ⊕ x′ ─▶ grid index ─▶ window ─▶ Release
//! ```
//!
//! **One release, file by file.** For f64 and the generator [`Relative`]:
//! 1. [`release`]: [`Mechanism::release`] clamps the answer, draws the noise, adds it, and chooses between
//!    the grid point and [`Release::Outside`];
//! 2. [`noise`]: [`Laplace`] makes noise of a draw of the generator: −ln v, times b, with the sign;
//! 3. [`uniform::floating`]: random bytes become sign, exponent and mantissa of v, and v the argument of the
//!    logarithm ([`uniform::midpoint`] for the other generator);
//! 4. [`ln::table`]: the logarithm and its error, operation by operation ([`ln::shift_add`] in integers);
//! 5. [`mod@format`]: the product with b, the sum r ⊕ x′ and the index of its cell ([`fixed`] in integers).
//!
//! The sets that these files speak about are types with a few comparisons each: [`Range`] of answers,
//! [`Grid`], [`Window`]. Gaussian noise has one more step after the logarithm, [`inverse_tail`], and its noise in
//! [`gaussian`]. On the plane the files are [`planar::release`], [`planar::noise`], [`planar::gamma`]
//! with the generator and logarithm above, [`cos_sin`] and [`planar::polar`].
//!
//! No real number occurs here. How far each step is from its ideal is written down as a [`ledger::Ledger`]
//! (rounding) or a [`uniform::Bias`] (generator); other crates derive a certified ε′ from these. The
//! arithmetic is sums, products and shifts; a release allocates nothing, does not panic and calls no libm.
//! THEORY in comments is `proofs/theory.md` of the repository.
//!
//! ```
//! use kdelta_finite::{Grid, Laplace, Mechanism, Range, Relative, Scale, Window};
//! use kdelta_finite::{Entropy, EntropyError, Release};
//!
//! struct Fixed(u8); // a harness may be the entropy; use a cryptographic source for real data
//! impl Entropy for Fixed {
//!     fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
//!         bytes.fill(self.0);
//!         Ok(())
//!     }
//! }
//!
//! let scale = Scale::at_least(1, 1)?; // b ≥ Δ/ε = 1/1
//! let window = Window::new(Grid::new(-10)?, -32 << 10, 32 << 10)?;
//! let mechanism = Mechanism::new(Range::new(-16.0, 16.0)?, Laplace::<f64, Relative<52>>::new(scale)?, window)?;
//! assert!(matches!(mechanism.release(3.0, &mut Fixed(0x5a))?, Release::Value(_)));
//! # Ok::<(), kdelta_finite::Error>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]
// The verifier sees the integers of this crate. What computes with floats, traits and entropy is left out of
// its build, and no claim is made of it there.
#![cfg_attr(creusot, allow(dead_code, unused_imports, unreachable_pub))]

// The proofs are about f32 and f64 that round once. An x87 register keeps more bits and rounds twice.
#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!(
    "kdelta-finite needs floating point without excess precision, and x86 without SSE2 has none; \
     compile with -C target-feature=+sse2, or for an i686 target"
);

#[cfg(feature = "std")]
extern crate std;

pub mod allowance;
mod cast;
#[cfg(creusot)]
mod contract;
#[cfg(not(creusot))]
pub mod cos_sin;
pub mod entropy;
pub mod error;
pub mod fixed;
#[cfg(not(creusot))]
pub mod format;
#[cfg(not(creusot))]
pub mod gaussian;
pub mod grid;
#[cfg(not(creusot))]
pub mod hardware;
#[cfg(not(creusot))]
pub mod inverse_tail;
#[cfg(not(creusot))]
pub mod inverse_tail_data;
pub mod inverse_tail_integer;
#[cfg(not(creusot))]
pub mod inverse_tail_integer_data;
pub mod ledger;
pub mod ln;
#[cfg(not(creusot))]
pub mod noise;
#[cfg(not(creusot))]
pub mod planar;
#[cfg(not(creusot))]
pub mod projection;
#[cfg(not(creusot))]
pub mod query;
#[cfg(not(creusot))]
pub mod release;
pub mod scale;
/// The files that certificates name.
pub mod sources;
#[cfg(not(creusot))]
mod terms;
pub mod uniform;
pub mod window;

pub use entropy::{Entropy, EntropyError};
pub use error::Error;
pub use fixed::Fixed;
#[cfg(not(creusot))]
pub use format::Format;
#[cfg(not(creusot))]
pub use gaussian::Gaussian;
pub use grid::Grid;
#[cfg(not(creusot))]
pub use inverse_tail::NormalTail;
pub use ledger::Ledger;
#[cfg(not(creusot))]
pub use noise::{Laplace, Noise};
#[cfg(not(creusot))]
pub use query::{BoundedSum, Neighbours, Query, Range, Steps};
#[cfg(not(creusot))]
pub use release::Mechanism;
pub use scale::Scale;
#[cfg(not(creusot))]
pub use uniform::{Bias, Deep, Lazy, Midpoint, Relative, Tail, Uniform};
pub use window::{Release, Window};
