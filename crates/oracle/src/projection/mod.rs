//! From longitude and latitude to metres: a local map of the ellipsoid, how far it stretches distances, and what its
//! rounding costs (F31). The plane of [`crate::noise`] is the image; privacy is stated for distances on the ellipsoid.

mod ellipsoid;
mod local;
mod region;

pub use ellipsoid::Ellipsoid;
pub use local::LocalProjection;
pub use region::GeographicBox;

/// Working bits of the enclosures; results are rounded outward to fewer.
const WORKING: u32 = 160;
