//! The exact semantics of *Preserving differential privacy under finite-precision semantics* (Gazeau, Miller, Palamidessi,
//! QAPL 2013): every definition, condition, mechanism and bound of the paper, repaired where it does not hold as printed, in
//! rational arithmetic. No float occurs anywhere, neither in the code nor in a comparison, and nothing panics.
//!
//! Differential privacy adds noise X = n(u) to an answer r. A machine computes X′ = n′(u′) instead. If the two are close where it
//! matters and the sum is rounded to cells longer than twice their distance δ, the rounded mechanism K is ε′-private:
//!
//! ```
//! use kdelta_oracle::{bound::{Dimension, Form, Setting}, enclosure::UpperBound, number::parse};
//!
//! // ε = 1, Δ = 1, cells of L = 2^-10, noise within δ = 1e-13 of the exact one.
//! let shift = UpperBound::new(parse("1e-13")?);
//! let setting = Setting::new(Dimension::Line, parse("1")?, parse("1")?, parse("2^-10")?, &shift)?;
//! assert_eq!(format!("{:.13}", setting.epsilon_prime(Form::Sinh)?), "1.00000000041");
//! // The formula as printed in the paper charges ln 2 however small δ is.
//! assert_eq!(format!("{:.4}", setting.epsilon_prime(Form::Printed)?), "1.694");
//! # Ok::<(), kdelta_oracle::Refusal>(())
//! ```
//!
//! | module | part of the paper |
//! |---|---|
//! | [`number`] | exact rationals, heap-free dyadics for model checkers, one trait for both, parsing, directed decimals |
//! | [`enclosure`] | rational intervals around ln, exp, sqrt, sinh, artanh, π, sin, cos, Φ, Φ⁻¹, to any width; one-sided bounds as types |
//! | [`geometry`] | §2: norms, boxes, S^{±δ}, diameter, measure, the ratio R |
//! | [`closeness`] | §4: Lipschitz, (k,δ)-closeness and its theorems, the conditions (i)–(v), the radius T |
//! | [`noise`] | §5, §6: the exact noise n, its Lipschitz constants and moduli, the uniform generators and their bias |
//! | [`distribution`] | §4.3: finite laws, W∞, Theorems conv and enc, exact loss, hockey stick, Rényi divergence, trade-off function, leakage |
//! | [`mechanism`] | §3, §4.4: A₀, A, K; the exact law and loss of a finite mechanism |
//! | [`projection`] | not in the paper: from longitude and latitude to metres, with the stretch and the rounding as terms |
//! | [`bound`] | the main theorem: every ε′, printed and repaired, with its hypotheses checked |
//! | [`derivation`] | §4.4, §5, §6: from a whole mechanism to its ε′, the same steps for every noise |
//! | [`ideal`] | not in the paper: the ideal Gaussian mechanism, its (ε, δ) curve and the least σ for it |
//! | [`transfer`] | §7: the closeness of the finite and the ideal law, and what it means for every notion of privacy |
//! | [`threads`] | not in the paper: work on as many threads as the system grants |
//!
//! Names in formulas: b scale, β = 1/b = ε/Δ rate, M the window, M_f the answers, ρ_M the largest distance between a point of M and an
//! answer, δ₀ the bias of the generator, δ_n the error of n′, k the Lipschitz constant of n where |n| ≤ T, δ = kδ₀ + δ_n, L the side of a cell.
//! Sections (§1.4), findings (F5) and counterexamples (CE14) are those of `proofs/theory.md` in the repository, where each is proved.
#![deny(clippy::float_arithmetic)]
// The verifier sees the integer core, the dyadic numbers. The rest is left out of its build, and no claim is made of it there.
#![cfg_attr(creusot, allow(dead_code, unused_imports, unreachable_pub))]

#[cfg(not(creusot))]
pub mod bound;
#[cfg(not(creusot))]
pub mod closeness;
#[cfg(creusot)]
mod contract;
#[cfg(not(creusot))]
pub mod derivation;
#[cfg(not(creusot))]
pub mod distribution;
#[cfg(not(creusot))]
pub mod enclosure;
#[cfg(not(creusot))]
pub mod geometry;
#[cfg(not(creusot))]
pub mod ideal;
#[cfg(not(creusot))]
pub mod mechanism;
#[cfg(not(creusot))]
pub mod noise;
pub mod number;
#[cfg(not(creusot))]
pub mod projection;
#[cfg(not(creusot))]
mod refusal;
#[cfg(not(creusot))]
pub mod threads;
#[cfg(not(creusot))]
pub mod transfer;

pub use number::Inexpressible;
#[cfg(not(creusot))]
pub use refusal::{Condition, Refusal, Shortfall};
