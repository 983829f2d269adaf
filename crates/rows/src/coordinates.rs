//! How released points are written: in metres, exactly; in degrees, to a small part of a cell.

use crate::point::Points;
use crate::stream::Spell;
use kdelta_certificate::MechanismCertificate;
use kdelta_explore::Error;
use kdelta_finite::projection::Projection;
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;

/// From grid steps to two texts.
#[derive(Debug)]
pub enum Coordinates {
    /// In metres, in full.
    Metres(Points),
    /// So many digits after the point: ten to that power is at least 32 cells of the grid for a degree of the
    /// meridian.
    Degrees {
        /// From metres to degrees.
        projection: Projection,
        /// The length of a step of the grid.
        step: f64,
        /// How many digits.
        places: usize,
    },
}

/// Metres of a degree, and the part of a cell that a digit may hide.
const FINEST: i64 = 111_700 * 32;

/// More digits say nothing that an f64 holds.
const MOST_PLACES: usize = 17;

impl Coordinates {
    /// How the certified points are written; in degrees if there is a projection.
    ///
    /// # Errors
    /// If the grid is not one that points are written on.
    pub fn of(certificate: &MechanismCertificate, projection: Option<Projection>) -> Result<Self, Error> {
        let grid = &certificate.setting.grid.0;
        let Some(projection) = projection else { return Ok(Self::Metres(Points::on(grid)?)) };
        let step = grid.to_f64().ok_or_else(|| Error::refused("the grid is no f64; nothing was released"))?;
        let needed = Rational::from_integer(FINEST.into()) / grid;
        let ten = Rational::from_integer(10.into());
        let powers =
            std::iter::successors(Some(Rational::from_integer(1.into())), |power| Some(power * &ten));
        let places = powers.take(MOST_PLACES).take_while(|power| *power < needed).count();
        Ok(Self::Degrees { projection, step, places })
    }
}

/// A released point is public already, so nothing here is part of a bound.
impl Spell<2> for Coordinates {
    fn coordinate(&self, out: &mut Vec<u8>, steps: [i64; 2], axis: usize) {
        match self {
            Self::Metres(points) => points.push(out, if axis == 0 { steps[0] } else { steps[1] }),
            Self::Degrees { projection, step, places } => {
                // Grid steps are below 2^53, so that an f64 holds them.
                #[expect(clippy::cast_precision_loss, reason = "a window has at most 2^53 points")]
                let metres = steps.map(|index| index as f64 * step);
                let [longitude, latitude] = projection.degrees(metres);
                let degree = if axis == 0 { longitude } else { latitude };
                let text = format!("{degree:.places$}");
                // Zero has no sign.
                let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
                out.extend_from_slice(if is_zero { text.trim_start_matches('-') } else { &text }.as_bytes());
            }
        }
    }
}
