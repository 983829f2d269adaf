//! A box of longitudes and latitudes in degrees: the places that the privacy statement is about.

use super::WORKING;
use super::ellipsoid::{Ellipsoid, radian};
use crate::enclosure::{Enclosure, sqrt};
use crate::number::{Rational, exceeds};
use crate::refusal::{Condition, Refusal};
use num_traits::{Signed, Zero};

/// The places with longitude and latitude in two closed ranges, in degrees; longitudes as written, so that 180° and −180° are
/// two numbers although they are one meridian.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeographicBox {
    longitudes: (Rational, Rational),
    latitudes: (Rational, Rational),
}

impl GeographicBox {
    /// A box.
    ///
    /// # Errors
    /// Refused if a range is reversed, for a longitude beyond ±180°, for a latitude beyond ±90°, and for a box of more than
    /// half the turn: F31 needs that the way round the other side is the longer one.
    pub fn new(longitudes: (Rational, Rational), latitudes: (Rational, Rational)) -> Result<Self, Refusal> {
        let half_turn = Rational::from_integer(180.into());
        let quarter = Rational::from_integer(90.into());
        for (name, (low, high), limit, beyond) in [
            ("longitudes", &longitudes, &half_turn, Condition::WithinAntimeridian),
            ("latitudes", &latitudes, &quarter, Condition::LatitudeWithinPoles),
        ] {
            if exceeds(low, high) {
                return Err(Refusal::condition(Condition::Ordered(name), low.clone(), high.clone()));
            }
            for end in [low, high] {
                if exceeds(&end.abs(), limit) {
                    return Err(Refusal::condition(beyond, end.clone(), limit.clone()));
                }
            }
        }
        let width = &longitudes.1 - &longitudes.0;
        if exceeds(&width, &half_turn) {
            return Err(Refusal::condition(Condition::HalfTheTurn, width, half_turn));
        }
        Ok(Self { longitudes, latitudes })
    }

    /// The lowest and the highest longitude.
    #[must_use]
    pub const fn longitudes(&self) -> &(Rational, Rational) {
        &self.longitudes
    }

    /// The lowest and the highest latitude.
    #[must_use]
    pub const fn latitudes(&self) -> &(Rational, Rational) {
        &self.latitudes
    }

    /// The middle, as longitude and latitude.
    #[must_use]
    pub fn middle(&self) -> [Rational; 2] {
        let two = Rational::from_integer(2.into());
        [&self.longitudes, &self.latitudes].map(|(low, high)| (low + high) / &two)
    }

    /// An upper bound of the distance of two places of the box: the length of the line that is straight in longitude and
    /// latitude, √((r·Δλ)² + (m·Δφ)²) with r the largest radius of a parallel and m the largest of the meridian.
    pub(super) fn diameter(&self, ellipsoid: &Ellipsoid) -> Result<Rational, Refusal> {
        let (least, most) = distances_from_equator(&self.latitudes);
        let radian = radian()?;
        let side = |radius: &Enclosure, (low, high): &(Rational, Rational)| {
            let side = radius.hi() * radian.hi() * (high - low);
            &side * &side
        };
        let east = side(&ellipsoid.parallel(&Enclosure::exact(least))?, &self.longitudes);
        let north = side(&ellipsoid.meridian(&Enclosure::exact(most))?, &self.latitudes);
        Ok(sqrt(&(east + north), WORKING)?.hi().clone())
    }

    /// The latitudes that a shortest path between two places of the box can reach. A point of a path of length d is within d/2
    /// of one of its ends along the path, and a path of length ℓ changes the latitude by at most ℓ over the least radius of
    /// the meridian.
    pub(super) fn band(&self, ellipsoid: &Ellipsoid) -> Result<(Rational, Rational), Refusal> {
        let two = Rational::from_integer(2.into());
        let half = self.diameter(ellipsoid)? / two;
        let widening = half / ellipsoid.least_meridian() / radian()?.lo();
        Ok((&self.latitudes.0 - &widening, &self.latitudes.1 + &widening))
    }
}

/// The least and the largest |φ| of a range of latitudes.
pub(super) fn distances_from_equator((low, high): &(Rational, Rational)) -> (Rational, Rational) {
    let (a, b) = (low.abs(), high.abs());
    let (near, far) = if exceeds(&a, &b) { (b, a) } else { (a, b) };
    let crosses = !low.is_positive() && !high.is_negative();
    (if crosses { Rational::zero() } else { near }, far)
}
