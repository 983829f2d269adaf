//! The ellipsoid of WGS 84 and its two radii of curvature.
//!
//! With e² = f(2−f) and s = sin²φ, along a curve dℓ² = (N cos φ)²dλ² + M²dφ², where
//! N cos φ = a√((1−s)/(1−e²s)), the radius of the parallel, decreases in s (the derivative of (1−s)/(1−e²s) has the sign of
//! e²−1), and M = a(1−e²)/(1−e²s)^{3/2}, the radius of curvature of the meridian, increases in s.

use super::WORKING;
use crate::enclosure::{Enclosure, pi, sin};
use crate::number::{Rational, dyadic};
use crate::refusal::Refusal;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// An ellipsoid of revolution: the semi-major axis a in metres, and e².
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ellipsoid {
    semi_major: Rational,
    eccentricity_squared: Rational,
}

impl Ellipsoid {
    /// a = 6378137 m and 1/f = 298.257223563, the defining parameters of WGS 84 (NGA.STND.0036, version 1.0.0, table 3.1).
    #[must_use]
    pub fn wgs84() -> Self {
        let flattening = Rational::new(BigInt::from(1_000_000_000_u64), BigInt::from(298_257_223_563_u64));
        let two = Rational::from_integer(2.into());
        Self {
            semi_major: Rational::from_integer(6_378_137.into()),
            eccentricity_squared: &flattening * (two - &flattening),
        }
    }

    /// N cos φ, the radius of the parallel, at a latitude in degrees.
    ///
    /// # Errors
    /// Refused for a latitude with more than 2^14 bits in front of the point.
    pub fn parallel(&self, latitude: &Enclosure) -> Result<Enclosure, Refusal> {
        let s = sine_squared(latitude)?;
        let one = Rational::one();
        let at = |s: &Rational| -> Result<Enclosure, Refusal> {
            let square = (&one - s) / (&one - &self.eccentricity_squared * s);
            Ok(Enclosure::exact(square).sqrt(WORKING)?.scaled(&self.semi_major))
        };
        // Decreasing in s.
        Enclosure::new(at(s.hi())?.lo().clone(), at(s.lo())?.hi().clone())
    }

    /// M, the radius of curvature of the meridian, at a latitude in degrees.
    ///
    /// # Errors
    /// As [`Ellipsoid::parallel`].
    pub fn meridian(&self, latitude: &Enclosure) -> Result<Enclosure, Refusal> {
        let s = sine_squared(latitude)?;
        let at = |s: &Rational| -> Result<Enclosure, Refusal> {
            let w = Rational::one() - &self.eccentricity_squared * s;
            Enclosure::exact(self.least_meridian()).over(&Enclosure::exact(w.pow(3)).sqrt(WORKING)?)
        };
        // Increasing in s.
        Enclosure::new(at(s.lo())?.lo().clone(), at(s.hi())?.hi().clone())
    }

    /// M at the equator, a(1−e²): the least of all.
    #[must_use]
    pub fn least_meridian(&self) -> Rational {
        &self.semi_major * (Rational::one() - &self.eccentricity_squared)
    }
}

/// π/180.
///
/// # Errors
/// None at this precision; the type of π asks for it.
pub(super) fn radian() -> Result<Enclosure, Refusal> {
    Ok(pi(WORKING)?.scaled(&Rational::new(1.into(), 180.into())))
}

/// sin²φ, in [0, 1]. The sine has slope at most one, so its value at one end of the angle, widened by the angle's width,
/// encloses.
fn sine_squared(latitude: &Enclosure) -> Result<Enclosure, Refusal> {
    let angle = latitude.times(&radian()?);
    let slack = Enclosure::new(-angle.width(), angle.width())?;
    let square = sin(angle.lo(), WORKING)?.plus(&slack).squared();
    let clip = |x: &Rational| x.clone().max(Rational::zero()).min(dyadic(1, 0));
    Enclosure::new(clip(square.lo()), clip(square.hi()))
}
