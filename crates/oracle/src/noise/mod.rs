//! The exact noise n of sections 5 and 6 of the paper, and the uniform generators that feed it.
//!
//! Every function answers with enclosures; every modulus and Lipschitz constant with a rational upper bound.

mod gamma;
mod gaussian;
mod laplace;
mod planar;
mod radial;
mod relative;
mod uniform;

pub use gamma::GammaRadius;
pub use gaussian::Gaussian;
pub use laplace::Laplace;
pub use planar::{PlanarLipschitz, planar_noise};
pub(crate) use planar::{hypotenuse, turned};
pub use radial::RadialInverse;
pub use relative::{RelativeDraw, RelativeUniform};
pub use uniform::GridUniform;
