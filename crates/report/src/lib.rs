//! Certificates in words, and one page of HTML about them for an auditor.
//!
//! | item | what it gives |
//! |---|---|
//! | [`words`] | the verdict in three sentences; the setting, every term, every form of ε′ and the closeness as rows of text |
//! | [`Finding`] | a certificate and what its audit found |
//! | [`page`] | one file of HTML: the verdict first, then everything that it rests on, and the paper map |
//! | [`Revision`] | the commit that the links of the page lead to |
//!
//! ```
//! use kdelta_certificate::{Embedded, Options, Subject};
//! use kdelta_report::{Finding, Revision, page, words};
//!
//! # let text = include_str!("../../../certificates/mechanism-binary64-count.json");
//! let finding = Finding::of("count.json", text, &Embedded, &Options { points: 16, ..Options::default() });
//! let Some(Subject::Mechanism(certificate)) = finding.certificate.as_ref().map(|read| &read.certifies) else {
//!     panic!("a mechanism")
//! };
//! let [what, epsilon_prime, cost] = words::sentences(certificate)?;
//! assert!(epsilon_prime.starts_with("verdict: ε′ ≤ ") && cost.starts_with("cost: finite precision adds"));
//! assert!(page(&[finding], Revision::UNKNOWN)?.contains("Accepted: ε′ ≤ "));
//! # Ok::<(), kdelta_report::Error>(())
//! ```
#![forbid(unsafe_code)]

mod certificate;
mod finding;
mod html;
mod map;
mod page;
mod revision;
pub mod words;

pub use finding::Finding;
pub use kdelta_explore::Error;
pub use page::page;
pub use revision::Revision;
