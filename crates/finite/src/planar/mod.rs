//! Planar Laplace noise: density proportional to e^(−‖x‖/b) on the plane, as it runs (section 6 of the paper,
//! repaired: THEORY F5, F6, F19).
//!
//! One release, each arrow one file:
//!
//! ```text
//! entropy ─▶ gamma (or inverse): radius r′ ─┐
//! entropy ─▶ angle ─────────────────────────┴▶ noise: x′ = (r′·cos, r′·sin) ─▶ r ⊕ x′ ─▶ region ─▶ Release
//! ```
//!
//! ```
//! use kdelta_finite::planar::{Gamma, PlanarLaplace, PlanarMechanism, Rectangle};
//! use kdelta_finite::{Entropy, EntropyError, Grid, Range, Relative, Release, Scale, Window};
//!
//! struct Fixed(u8); // a harness may be the entropy; use a cryptographic source for real data
//! impl Entropy for Fixed {
//!     fn fill(&mut self, bytes: &mut [u8]) -> Result<(), EntropyError> {
//!         bytes.fill(self.0);
//!         Ok(())
//!     }
//! }
//!
//! let noise = PlanarLaplace::<f64, Gamma<Relative<52>>>::new(Scale::at_least(200, 1)?)?; // b = 200 m
//! let side = Window::new(Grid::UNIT, -5000, 5000)?;
//! let range = Range::new(-5000.0, 5000.0)?;
//! let mechanism = PlanarMechanism::new([range, range], noise, Rectangle::new(side, side)?)?;
//! assert!(matches!(mechanism.release([12.0, -7.0], &mut Fixed(0x5a))?, Release::Value(_)));
//! # Ok::<(), kdelta_finite::Error>(())
//! ```

pub mod angle;
pub mod gamma;
pub mod inverse;
pub mod noise;
pub mod polar;
pub mod region;
pub mod release;

pub use angle::{Angle, AngleBias};
pub use gamma::Gamma;
pub use inverse::Inverse;
pub use noise::{PlanarLaplace, PlanarNoise, Radius, RadiusBias};
pub use polar::Polar;
pub use region::{Disc, Mask, Rectangle, Region};
pub use release::PlanarMechanism;
