//! The code this crate was built with: the text of each file that a certificate names.
//!
//! A certificate speaks about files by their digests. With these texts a program certifies the code that it runs itself, on any machine,
//! without a checkout.

use crate::refusal::Refusal;
use crate::sources::{Sources, TEXTS};

macro_rules! certificates {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!("certificates/kernel-", $name, ".json"),
            include_str!(concat!("../certificates/kernel-", $name, ".json")),
        )),*]
    };
}

/// The certificates of the kernels: path in the repository, and text.
const CERTIFICATES: &[(&str, &str)] = certificates![
    "shift-add-16",
    "shift-add-32",
    "shift-add-64",
    "table-f32",
    "table-f64",
    "inverse-tail-64",
    "inverse-tail-f32",
    "inverse-tail-f64",
    "cos-sin"
];

/// The texts inside the program.
#[derive(Debug, Clone, Copy)]
pub struct Embedded;

impl Sources for Embedded {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        let found = CERTIFICATES.iter().chain(TEXTS).find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| {
            Refusal::new(
                path,
                "is not among the files this program was built from",
                "give a checkout of the certified version with --sources DIR",
            )
        })
    }
}
