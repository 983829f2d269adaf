//! Certified error bounds, and the audit of the certificates they come from.
//!
//! Without default features this crate is `no_std`, has no dependency, and offers [`constants`]: the certified error
//! of each logarithm and the certified ε′ of each default mechanism, with the certificate they come from.
//!
//! The crate has four rooms: `model` holds the types of a certificate, `derive` issues one from a description, `audit` checks one,
//! and `generate` writes the constants and the files of `proofs/` that come from them.
//!
//! With the feature `audit` (default) it reads, derives and checks certificates, other people's included. The audit is
//! built on the exact semantics (`kdelta-oracle`) alone: no float, no MPFR, and none of the code it speaks about.
#![cfg_attr(
    feature = "audit",
    doc = r#"
```
use kdelta_certificate::{Certificate, Directory, Options, audit};
# let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
let sources = Directory::new(root);
let text = std::fs::read_to_string(format!("{root}/certificates/mechanism-binary64.json"))?;
let report = audit(&Certificate::read(&text)?, &sources, &Options::default())?;
assert!(report.checked.len() > 10);
# Ok::<(), Box<dyn std::error::Error>>(())
```
"#
)]
#![cfg_attr(not(feature = "audit"), no_std)]
#![forbid(unsafe_code)]

pub mod constants;

#[cfg(feature = "audit")]
mod audit;
#[cfg(feature = "audit")]
mod derive;
#[cfg(feature = "embedded")]
mod embedded;
#[cfg(feature = "audit")]
mod generate;
#[cfg(feature = "audit")]
mod model;
#[cfg(feature = "audit")]
mod refusal;
#[cfg(feature = "audit")]
mod sources;

#[cfg(feature = "audit")]
pub use audit::{Options, Report, audit};
#[cfg(feature = "audit")]
pub use derive::Foundation;
#[cfg(feature = "embedded")]
pub use embedded::Embedded;
#[cfg(feature = "audit")]
pub use generate::{mechanism_theorem, proof_constants, render_constants};
#[cfg(feature = "audit")]
pub use model::*;
#[cfg(feature = "audit")]
pub use refusal::Refusal;
#[cfg(feature = "audit")]
pub use sources::{Directory, Sources, sha256};
