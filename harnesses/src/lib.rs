//! The finite implementation compared with the exact semantics, statement by statement.
//!
//! Each file is one property of the paper: its assumptions in prose, then the statements. A statement has
//! **one body**, a plain function of plain inputs, which asserts the statement and returns whether its
//! premises were met. Two engines run that body:
//!
//! - **Kani** (`scripts/kani`, or `cargo kani` at the root) with symbolic inputs, over the whole stated
//!   domain;
//! - **`cargo test`** at every point of a bounded domain, in parallel. Where the domain of Kani is wider than
//!   that, the test also draws points from the wider one with bolero. Its output says which is which: what
//!   was exhausted is proved, what was drawn is not.
//!
//! A statement whose premises no input meets is a failure under `cargo test`, and under `scripts/kani`, which
//! reads the results of Kani's `cover!`; plain `cargo kani` only prints them. Every file has at least one
//! *control*: a statement that is wrong by one unit, one tie or one constant, and that both engines must
//! refute. A proof that cannot fail proves nothing.
//!
//! [`FAMILIES`] lists all statements. `proofs/INDEX.md` shows that list to people and `harnesses/kani.tsv`
//! gives it to `scripts/kani`; a test writes both, and fails when one of them is not what the code says.

#[macro_use]
mod statement;
pub mod exact;
pub mod given;
#[cfg(all(test, not(kani)))]
mod twin;

pub mod addition;
pub mod allowance;
pub mod closeness;
pub mod cos_sin;
pub mod directions;
pub mod dyadic;
pub mod gaussian;
pub mod generators;
pub mod inverse;
pub mod inverse_tail;
pub mod logarithms;
pub mod monotone;
pub mod plane;
pub mod projection;
pub mod quantiles;
pub mod query;
pub mod reduction;
pub mod release;
pub mod rounding;
pub mod scale;
pub mod shift_add;
pub mod slices;
pub mod table;
pub mod theorems;
pub mod transfer;
pub mod truncation;
pub mod window;

pub use given::Given;
pub use statement::{Expected, Statement};

/// Every statement, family by family, in the order of the paper. A test fails if a file with statements is
/// missing here.
pub const FAMILIES: &[&[Statement]] = &[
    truncation::STATEMENTS,
    window::STATEMENTS,
    rounding::STATEMENTS,
    addition::STATEMENTS,
    scale::STATEMENTS,
    reduction::STATEMENTS,
    generators::STATEMENTS,
    shift_add::STATEMENTS,
    table::STATEMENTS,
    inverse_tail::STATEMENTS,
    gaussian::STATEMENTS,
    closeness::STATEMENTS,
    monotone::STATEMENTS,
    theorems::STATEMENTS,
    release::STATEMENTS,
    slices::STATEMENTS,
    transfer::STATEMENTS,
    query::STATEMENTS,
    cos_sin::STATEMENTS,
    inverse::STATEMENTS,
    plane::STATEMENTS,
    projection::STATEMENTS,
    dyadic::STATEMENTS,
    allowance::STATEMENTS,
];
