//! The code this crate was built with: the text of each file that a certificate names.
//!
//! A certificate speaks about files by their digests. With these texts a program certifies the code that it runs itself, on any machine,
//! without a checkout.

use crate::refusal::Refusal;
use crate::sources::Sources;

macro_rules! texts {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../", $path)))),*]
    };
}

/// Path in the repository, and text.
const TEXTS: &[(&str, &str)] = texts![
    "certificates/kernel-shift-add-16.json",
    "certificates/kernel-shift-add-32.json",
    "certificates/kernel-shift-add-64.json",
    "certificates/kernel-table-f32.json",
    "certificates/kernel-table-f64.json",
    "certificates/kernel-cos-sin.json",
    "crates/finite/src/cast.rs",
    "crates/finite/src/entropy.rs",
    "crates/finite/src/fixed.rs",
    "crates/finite/src/format.rs",
    "crates/finite/src/grid.rs",
    "crates/finite/src/ln/shift_add.rs",
    "crates/finite/src/ln/table.rs",
    "crates/finite/src/ln/table_data.rs",
    "crates/finite/src/noise.rs",
    "crates/finite/src/planar/angle.rs",
    "crates/finite/src/planar/gamma.rs",
    "crates/finite/src/planar/inverse.rs",
    "crates/finite/src/planar/noise.rs",
    "crates/finite/src/planar/polar.rs",
    "crates/finite/src/planar/region.rs",
    "crates/finite/src/planar/release.rs",
    "crates/finite/src/projection.rs",
    "crates/finite/src/query.rs",
    "crates/finite/src/release.rs",
    "crates/finite/src/scale.rs",
    "crates/finite/src/terms.rs",
    "crates/finite/src/cos_sin.rs",
    "crates/finite/src/uniform.rs",
    "crates/finite/src/window.rs",
];

/// The texts inside the program.
#[derive(Debug, Clone, Copy)]
pub struct Embedded;

impl Sources for Embedded {
    fn read(&self, path: &str) -> Result<String, Refusal> {
        let found = TEXTS.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| {
            Refusal::new(
                path,
                "is not among the files this program was built from",
                "give a checkout of the certified version with --sources DIR",
            )
        })
    }
}
