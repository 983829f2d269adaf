//! How released points are written: in metres, exactly; in degrees, to a small part of a cell.

use super::super::digits::{Page, Points};
use crate::spelling::power_of_two;
use kdelta_certificate::MechanismCertificate;
use kdelta_finite::projection::Projection;
use kdelta_oracle::number::Rational;
use num_traits::ToPrimitive;

/// From grid steps to two texts.
pub(super) enum Spelling {
    Metres(Points),
    /// So many digits after the point: ten to that power is at least 32 cells of the grid for a degree of the meridian.
    Degrees {
        projection: Projection,
        step: f64,
        places: usize,
    },
}

/// Metres of a degree, and the part of a cell that a digit may hide.
const FINEST: i64 = 111_700 * 32;

impl Spelling {
    pub(super) fn of(certificate: &MechanismCertificate, projection: Option<Projection>) -> Self {
        let grid = &certificate.setting.grid.0;
        match projection {
            None => Self::Metres(Points::of(power_of_two(grid).unwrap_or(0))),
            Some(projection) => {
                let needed = Rational::from_integer(FINEST.into()) / grid;
                let ten = Rational::from_integer(10.into());
                // More than 17 digits say nothing that an f64 holds.
                let places = (0..17).find(|places| ten.pow(*places) >= needed).unwrap_or(17);
                let step = grid.to_f64().unwrap_or(1.0);
                Self::Degrees { projection, step, places: usize::try_from(places).unwrap_or(17) }
            }
        }
    }

    /// The two coordinates of a released point. It is public already, so nothing here is part of a bound.
    pub(super) fn coordinates(&self, steps: [i64; 2]) -> [String; 2] {
        match self {
            Self::Metres(points) => steps.map(|index| {
                let mut page = Page::default();
                points.push(&mut page, index);
                String::from_utf8_lossy(page.text()).into_owned()
            }),
            Self::Degrees { projection, step, places } => {
                let metres = steps.map(|index| index.to_f64().unwrap_or(0.0) * step);
                projection.degrees(metres).map(|degree| {
                    let text = format!("{degree:.places$}");
                    // Zero has no sign.
                    if text.trim_start_matches(['-', '0', '.']).is_empty() {
                        text.trim_start_matches('-').to_owned()
                    } else {
                        text
                    }
                })
            }
        }
    }
}
