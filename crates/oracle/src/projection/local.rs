//! The local equirectangular projection P(λ, φ) = (k_x(λ − λ₀), k_y(φ − φ₀)), its stretch and its rounding (F31).

use super::WORKING;
use super::ellipsoid::{Ellipsoid, radian};
use super::region::{GeographicBox, distances_from_equator};
use crate::enclosure::{Enclosure, UpperBound, sqrt};
use crate::number::{Rational, dyadic, exceeds, floor_scaled, from_scaled, larger};
use crate::refusal::{Condition, Refusal};
use num_traits::{One, Signed};

/// The reference point and the metres per degree are multiples of 2^-20: numbers of binary64, and short ones.
const BITS: u32 = 20;
/// Bits after the point of the stretch and of the error, which are rounded up.
const RESULT_BITS: u32 = 80;
/// Latitudes beyond are too near a pole for a map of this kind, in degrees.
const FARTHEST_NORTH: i64 = 89;

/// The projection about a reference point of WGS 84, in metres. All of its numbers are multiples of 2^-20.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalProjection {
    origin: [Rational; 2],
    metres_per_degree: [Rational; 2],
}

impl LocalProjection {
    /// About a longitude and a latitude, each taken to the nearest multiple of 2^-20 degrees: k_x and k_y are the lengths of a
    /// degree of the parallel and of the meridian there, to the multiple of 2^-20 metres below. Any reference point is right;
    /// one in the middle of the data gives the least stretch. It must not depend on the data.
    ///
    /// # Errors
    /// Refused for a longitude beyond ±180° or a latitude beyond ±89°.
    pub fn about(longitude: &Rational, latitude: &Rational) -> Result<Self, Refusal> {
        let limits = [
            (longitude, 180, Condition::WithinAntimeridian),
            (latitude, FARTHEST_NORTH, Condition::AwayFromPoles),
        ];
        for (value, limit, condition) in limits {
            let limit = Rational::from_integer(limit.into());
            if exceeds(&value.abs(), &limit) {
                return Err(Refusal::condition(condition, value.clone(), limit));
            }
        }
        let nearest = |x: &Rational| from_scaled(floor_scaled(&(x + dyadic(1, -21)), BITS), BITS);
        let origin = [nearest(longitude), nearest(latitude)];
        let ellipsoid = Ellipsoid::wgs84();
        let at = Enclosure::exact(nearest(latitude));
        let degree = |radius: Enclosure| -> Result<Rational, Refusal> {
            Ok(from_scaled(floor_scaled(radius.times(&radian()?).lo(), BITS), BITS))
        };
        let metres_per_degree = [degree(ellipsoid.parallel(&at)?)?, degree(ellipsoid.meridian(&at)?)?];
        Ok(Self { origin, metres_per_degree })
    }

    /// λ₀ and φ₀, in degrees.
    #[must_use]
    pub const fn origin(&self) -> &[Rational; 2] {
        &self.origin
    }

    /// k_x and k_y.
    #[must_use]
    pub const fn metres_per_degree(&self) -> &[Rational; 2] {
        &self.metres_per_degree
    }

    /// P of a longitude and a latitude, exactly.
    #[must_use]
    pub fn project(&self, [longitude, latitude]: [&Rational; 2]) -> [Rational; 2] {
        let [k_x, k_y] = &self.metres_per_degree;
        [k_x * (longitude - &self.origin[0]), k_y * (latitude - &self.origin[1])]
    }

    /// P of the box: ranges of x and y.
    #[must_use]
    pub fn image(&self, region: &GeographicBox) -> [(Rational, Rational); 2] {
        let ((west, east), (south, north)) = (region.longitudes(), region.latitudes());
        let [left, low] = self.project([west, south]);
        let [right, high] = self.project([east, north]);
        [(left, right), (low, high)]
    }

    /// s with |P(p) − P(q)| ≤ s·d(p, q) for all places p, q of the box, d the distance on the ellipsoid.
    ///
    /// # Guarantee
    /// F31. Along a curve at latitude φ, |dP| ≤ max(K_x/(N cos φ), K_y/M)·dℓ with K = k·180/π. A shortest path from p to q
    /// stays in the widened band of latitudes ([`GeographicBox`]), which is kept away from the poles, so that its longitude can be
    /// followed continuously; it arrives at λ_q + 360°·j. If j ≠ 0 that is at least 180° from λ_p, at least as far as λ_q,
    /// as the box is at most 180° wide; so the image of the path is at least as long as P(q) − P(p). N cos φ is least where |φ|
    /// is largest, M where it is least.
    ///
    /// # Errors
    /// Refused if the band comes within a degree of a pole.
    pub fn stretch(&self, region: &GeographicBox) -> Result<UpperBound, Refusal> {
        let ellipsoid = Ellipsoid::wgs84();
        let (nearest, farthest) = distances_from_equator(&region.band(&ellipsoid)?);
        let limit = Rational::from_integer(FARTHEST_NORTH.into());
        if exceeds(&farthest, &limit) {
            return Err(Refusal::condition(Condition::AwayFromPoles, farthest, limit));
        }
        let radian = radian()?;
        let degree = |radius: Enclosure| radius.lo() * radian.lo();
        let east = &self.metres_per_degree[0] / degree(ellipsoid.parallel(&Enclosure::exact(farthest))?);
        let north = &self.metres_per_degree[1] / degree(ellipsoid.meridian(&Enclosure::exact(nearest))?);
        Ok(UpperBound::new(larger(&east, &north).clone()).rounded(RESULT_BITS))
    }

    /// δ_f: how far the projection computed in binary64 is from P, for every place of the box, in Euclidean distance.
    ///
    /// # Guarantee
    /// With u = 2^-53, per coordinate: the text of λ is read as the nearest binary64, off by at most e₁ = u|λ|; the difference
    /// with λ₀ is rounded once, off by at most e₂ = u(|λ−λ₀| + e₁); the product with k once more, off by at most
    /// u·k(|λ−λ₀| + e₁ + e₂). In all k(e₁+e₂) + u·k(|λ−λ₀|+e₁+e₂). Where a result is subnormal each of the three steps loses at most
    /// 2^-1075 instead, which times k < 2^17 is far below the 2^-1000 that is added. Clamping into a rectangle that holds
    /// P of the box moves no image of the box and only shrinks distances, so it adds nothing (F26).
    ///
    /// # Errors
    /// None that is known; the type of the root asks for it.
    pub fn error(&self, region: &GeographicBox) -> Result<UpperBound, Refusal> {
        let u = dyadic(1, -53);
        let axis = |ends: &(Rational, Rational), origin: &Rational, k: &Rational| {
            let away = |x: &Rational| (x - origin).abs();
            let size = larger(&ends.0.abs(), &ends.1.abs()).clone();
            let distance = larger(&away(&ends.0), &away(&ends.1)).clone();
            let read = &u * size;
            let subtracted = &u * (&distance + &read);
            let off = read + subtracted;
            k * &off + &u * k * (distance + off) + dyadic(1, -1000)
        };
        let east = axis(region.longitudes(), &self.origin[0], &self.metres_per_degree[0]);
        let north = axis(region.latitudes(), &self.origin[1], &self.metres_per_degree[1]);
        let both = sqrt(&(&east * &east + &north * &north), WORKING)?;
        Ok(both.upper().rounded(RESULT_BITS))
    }

    /// An upper bound of |P(p) − P̂(q)| for computed images P̂ of places at distance d: s·d + 2δ_f. It is the sensitivity of the
    /// computed image, where d is that of the place.
    ///
    /// # Errors
    /// As [`LocalProjection::stretch`].
    pub fn sensitivity(&self, region: &GeographicBox, distance: &Rational) -> Result<UpperBound, Refusal> {
        let two = Rational::one() + Rational::one();
        Ok(UpperBound::new(self.stretch(region)?.value() * distance + two * self.error(region)?.value()))
    }
}
