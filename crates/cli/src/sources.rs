//! The code this program was built from, so that `kdelta certify` speaks about the code that `kdelta release`
//! runs, on any machine, without a checkout; `--sources` takes the files of a checkout instead.

pub(crate) use kdelta_certificate::Embedded;
use kdelta_certificate::{Directory, Sources};
use std::path::PathBuf;

/// The embedded texts, or a checkout.
pub(crate) fn sources(checkout: Option<PathBuf>) -> Box<dyn Sources> {
    match checkout {
        Some(root) => Box::new(Directory::new(root)),
        None => Box::new(Embedded),
    }
}
