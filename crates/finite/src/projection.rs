//! From longitude and latitude in degrees to metres, as it runs: one subtraction and one product per
//! coordinate.
//!
//! The projection is affine with constants that the certificate fixes, so nothing here depends on the
//! ellipsoid. What its rounding costs is a term of the sensitivity (THEORY F31):
//!
//! | step | off by at most |
//! |---|---|
//! | the text of λ, read as the nearest f64 | e₁ = 2^-53·abs(λ) |
//! | λ ⊖ λ₀ | e₂ = 2^-53·(abs(λ−λ₀) + e₁) |
//! | k ⊗ (λ ⊖ λ₀) | 2^-53·k·(abs(λ−λ₀) + e₁ + e₂) |
//!
//! In metres k·(e₁ + e₂) and the last line; for k ≤ 111700 and places on the globe below 1.2·10^-8 m per
//! coordinate.

use crate::error::Error;

/// x = k_x(λ − λ₀), y = k_y(φ − φ₀).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    origin: [f64; 2],
    metres_per_degree: [f64; 2],
}

impl Projection {
    /// About a longitude and a latitude in degrees, with the metres per degree of each.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for a number that is not finite, [`Error::Scale`] unless both factors are from 1
    /// to 2^20.
    pub fn new(origin: [f64; 2], metres_per_degree: [f64; 2]) -> Result<Self, Error> {
        if !origin.iter().chain(&metres_per_degree).all(|x| x.is_finite()) {
            return Err(Error::NotFinite);
        }
        if !metres_per_degree.iter().all(|k| (1.0..=1_048_576.0).contains(k)) {
            return Err(Error::Scale);
        }
        Ok(Self { origin, metres_per_degree })
    }

    /// East and north of the reference point, in metres.
    ///
    /// # Guarantee
    /// Within δ_f of the exact projection of the place whose longitude and latitude were read to the nearest
    /// f64 (the table above). NaN stays NaN, which no mechanism takes.
    #[must_use]
    #[inline]
    pub fn metres(&self, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
        //= THEORY F31
        let ([east, north], [k_x, k_y]) = (self.origin, self.metres_per_degree);
        [k_x * (longitude - east), k_y * (latitude - north)]
    }

    /// Back from metres to longitude and latitude: for what has been released, where any rounding is
    /// harmless. Each step rounds once, so the result is within 2^-52·(2·abs(x)/k + abs(λ₀)) of the exact
    /// one, some nanometres on the ground.
    #[must_use]
    #[inline]
    pub fn degrees(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([east, north], [k_x, k_y]) = (self.origin, self.metres_per_degree);
        [east + x / k_x, north + y / k_y]
    }
}
