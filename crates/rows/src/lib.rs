//! Rows of CSV files, lines and GeoJSON, released under a certificate.
//!
//! What is read is private: no message and no output contains any of it but the releases and what the caller names to be kept. Whatever could
//! be read in two ways is refused. Memory is constant but for GeoJSON, and the caller publishes the output when all of it is there.
//!
//! ```
//! use kdelta_certificate::{Certificate, Subject};
//! use kdelta_rows::{Columns, Dialect, Points, Policy, Rows, Spelling, line, release};
//!
//! // An accepted certificate: who releases under one that came from elsewhere audits it first.
//! # let text = include_str!("../../../certificates/mechanism-binary64-count.json");
//! let Subject::Mechanism(certificate) = Certificate::read(text)?.certifies else { panic!("a mechanism") };
//! let batch = line::batch(&certificate, Policy { rounded: false, to_ends: false })?;
//! let rows = Rows {
//!     dialect: Dialect::Csv { delimiter: b',' },
//!     wanted: Some(Columns::new("column", &["patients".into()], &["ward".into()], None)?),
//!     skip_bad: false,
//!     inexact: "round it".into(),
//! };
//! let spelling = Spelling { points: Points::on(&certificate.setting.grid.0)?, outside: b"outside".to_vec() };
//! let (input, mut output) = (&b"ward,patients\nA,12\nB,7\n"[..], Vec::new());
//! let tally = release(input, &mut output, &rows, &spelling, &*batch, &mut kdelta::entropy::Os)?;
//! assert_eq!(tally.released, 2);
//! assert!(output.starts_with(b"ward,patients\nA,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`Columns`], [`Rows`] | which columns are released and kept, and what is done with bad rows |
//! | [`line::batch`], [`plane::batch`] | the mechanism of a certificate, compared with what runs, as a [`Batch`] that reads texts exactly |
//! | [`release`] | rows in, rows out |
//! | [`Collection`] | the points of a GeoJSON FeatureCollection |
//! | [`Table`] | the sum of a column, or the number of rows, exactly |
//! | [`statistics`] | a count, a sum or a mean of a file, certified from what is public about it, and released |
//! | [`accepted`], [`agree`] | whether a certificate holds, protects the rows at hand, and is for what is wanted |
//! | [`spending`], [`Budget`] | what a release costs: recorded in a ledger before anything is drawn, and said afterwards |
#![forbid(unsafe_code)]

pub mod accepted;
pub mod agree;
mod answer;
mod batch;
mod budget;
#[cfg(test)]
mod canaries;
mod checked;
mod columns;
mod coordinates;
mod geojson;
pub mod line;
pub mod plane;
mod point;
mod records;
pub mod spending;
pub mod statistics;
mod stream;
#[cfg(test)]
mod testing;
mod total;

pub use answer::{Bad, Binary64, Reader, Reads};
pub use batch::{BadRow, Batch, Policy};
pub use budget::Budget;
pub use checked::Dialect;
pub use columns::Columns;
pub use coordinates::Coordinates;
pub use geojson::Collection;
/// Why nothing was released. The message names the place, the column or the flag, and the remedy; never anything that was read.
pub use kdelta_explore::Error;
pub use point::Points;
pub use stream::{Rows, Spell, Spelling, Tally, release};
pub use total::{Table, Total};
