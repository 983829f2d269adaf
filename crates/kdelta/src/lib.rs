//! Laplace and Gaussian noise for numbers, and Laplace noise for points of the plane, whose differential privacy
//! is certified **as it runs**, in finite precision.
//!
//! The textbook Laplace mechanism is ε-differentially private with real numbers; in floating point it is not
//! private at all, and neither is the Gaussian one. This crate releases in `f64`, `f32` or fixed point and says, as an exact upper bound,
//! which ε′ the code that runs really gives. A setting for which that cannot be proved is refused, with the
//! reason.
//!
//! ```
//! use kdelta::{BoundedSum, Grid, Laplace, Neighbours, Release, ToExact, entropy};
//!
//! // The query: a sum of hours between 0 and 24, in quarters of an hour, of at most 40 people. Whether one of
//! // them took part is to be hidden. Its sensitivity, 24 hours, is exact.
//! let hours = BoundedSum::new(Grid::new(-2)?, 0, 24 * 4)?.sum_query(Neighbours::AddOrRemove, 40);
//! let answer = hours.answer::<f64>([7.25, 8.0, 1e300, -3.0])?; // 7.25 + 8 + 24 + 0
//!
//! // The mechanism: ε = 1; range, grid and sensitivity are the query's.
//! let laplace = Laplace::<f64>::builder().epsilon(1).query(&hours).window(-100, 1100).build()?;
//! println!("ε′ = {:.12}", laplace.epsilon_prime());
//! assert!(laplace.guarantee().excess().value() < &"1e-10".to_exact("limit")?);
//!
//! // One release.
//! match laplace.release(answer, &mut entropy::Os)? {
//!     Release::Value(noisy) => println!("about {noisy} hours"),
//!     Release::Outside => println!("outside the window"),
//! }
//! # Ok::<(), kdelta::Error>(())
//! ```
//!
//! [`Gaussian`] is built and used in the same way; its ε′ is at a δ. For many numbers at once, such as the counts
//! of a [`Histogram`], there is [`OnTheLine::release_vector`]. For locations there is [`PlanarLaplace`]: noise on the plane, private in proportion to distance.
//!
//! # Many releases
//! Each release costs ε′. A [`Ledger`] counts them against a budget, by a rule that for many small releases
//! asks for far less than the sum of their ε′, and refuses the one that would be too much before anything of
//! it is drawn. With the feature `ledger-file` it lives in a file.
//!
//! # A logarithm or a generator of your own
//! A [`Logarithm`] of your own is first run at every argument that it will ever get ([`Exhausted::check`]).
//! If its error is nowhere larger than the [`ErrorLedger`] that it states, the builder takes it
//! ([`Builder::logarithm`]), and ε′ is certified from that ledger. The example `own_logarithm` shows all of
//! it. A generator of your own implements [`Uniform`] and [`Tail`]; that its [`Bias`] and its ledger are as
//! stated is then an assumption.
//!
//! # What is assumed
//! The entropy source delivers independent uniform bits; the hardware rounds f32 and f64 as IEEE 754 says;
//! the sensitivity given to the builder is that of the answer as computed; a generator or format of your own
//! has the bias and the errors that its implementation of the traits states (for those of kdelta this is
//! proved and tested). Everything else is checked. THEORY in comments is the file `proofs/theory.md` of the
//! repository.
//!
//! # Choosing a setting
//! δ, the distance between the noise that runs and ideal noise, is a few units of the last place at the far
//! end of the window; ε′ − ε is about 4δ/L for grid step L. So a coarser grid, a narrower window and a wider
//! format each buy a smaller ε′. `f64` is right unless the target has no floating point.
//!
//! The noise must reach from every answer to every output. An output that is possible under one answer and
//! not under its neighbour would have infinite loss, so a setting with a wider window is refused. The default
//! generator, [`Lazy`], reaches 2^30·b, where b = Δ/ε, and 54000·σ. It reads a fixed number of random bytes, and more of
//! them only with probability 2^-76 (2^-41 in `f32`). A generator that never reads more has a shorter reach:
//! 52·b and 9·σ for [`Relative`], and 673·b and 36·σ for `.generator::<Deep<52, 16>>()`.
#![forbid(unsafe_code)]

mod any;
mod builder;
#[cfg(feature = "certificate")]
mod certificate;
mod error;
mod exact;
mod gaussian;
mod guarantee;
mod histogram;
pub mod hypotheses;
mod laplace;
pub mod ledger;
mod line;
mod notions;
mod number;
mod own;
mod planar;
mod round_up;

/// Where the random bits come from; see [`Entropy`].
pub mod entropy {
    pub use kdelta_finite::entropy::Cryptographic;
    #[cfg(feature = "os")]
    pub use kdelta_finite::entropy::{Aes, Os, Stream, chacha, stream};
}

pub use any::{Answers, AnyMechanism, AnyOnTheLine, AnyPlanarLaplace, available};
pub use builder::Builder;
#[cfg(feature = "certificate")]
pub use certificate::{Certifiable, CertifiableFormat, CertifiableNoise};
pub use error::Error;
pub use exact::ToExact;
pub use gaussian::Gaussian;
pub use guarantee::{Guarantee, Hides, Law};
pub use histogram::Histogram;
pub use laplace::Laplace;
pub use ledger::Ledger;
pub use line::{LineNoise, OnTheLine};
pub use number::Number;
pub use own::{Counterexample, Exhausted, Logarithm, Own};
pub use planar::{PlanarLaplace, Region};
pub use round_up::RoundUp;

#[cfg(feature = "certificate")]
pub use kdelta_certificate::Certificate;
pub use kdelta_finite::ledger::{Ledger as ErrorLedger, Term, Unit};
pub use kdelta_finite::planar::{Disc, Gamma, Inverse, Mask, Polar, Rectangle};
pub use kdelta_finite::{
    Bias, BoundedSum, Deep, Entropy, EntropyError, Error as ArithmeticError, Fixed, Format, Grid, Lazy,
    Midpoint, Neighbours, NormalTail, Query, Range, Relative, Release, Scale, Steps, Tail, Uniform, Window,
};
pub use kdelta_oracle::Refusal;
pub use kdelta_oracle::enclosure::{LowerBound, UpperBound};
/// A [`Rational`] as text: for a field of your own, `#[serde(with = "kdelta::rational_text")]`.
#[cfg(feature = "serde")]
pub use kdelta_oracle::number::text as rational_text;
pub use kdelta_oracle::number::{Rational, decimal};
pub use kdelta_oracle::transfer::Closeness;
/// The traits that a generator must implement to serve as [`entropy::Cryptographic`].
pub use rand_core;
