//! The native module of the Python package `kdelta` (`python/README.md`): what crosses from Python to the libraries of
//! this repository and back.
//!
//! Nothing is computed here. Settings are completed and certified by [`kdelta_explore`] and [`kdelta_certificate`],
//! compared with what runs by [`kdelta_rows`], and released by [`kdelta`]. What Python does better (arguments by name,
//! dataclasses, columns of pandas, polars and pyarrow, help) is written in Python, in `python/kdelta`.
#![forbid(unsafe_code)]

mod attack;
mod certificate;
mod enumerate;
mod errors;
mod guarantee;
mod histogram;
mod ledger;
mod line;
mod mechanism;
mod numbers;
mod plane;
mod setting;
mod slices;

#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        attack::{attack, attacks},
        certificate::{audit, certified_mechanism, claim},
        enumerate::enumerate,
        guarantee::{delta_at, epsilon_at, loss_at, renyi},
        histogram::Histogram,
        ledger::Ledger,
        line::Line,
        mechanism::Mechanism,
        numbers::{exact_number, round_up},
        plane::Plane,
    };
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python knows")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
