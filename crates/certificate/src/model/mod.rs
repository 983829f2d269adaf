//! The data of a certificate: what a file holds, as types.

mod certificate;
mod generator;
mod kernel;
mod mechanism;
mod number;
mod setting;

pub(crate) use certificate::VERSION;
pub use certificate::{Certificate, Schema, Subject};
pub use generator::{Generator, GeneratorName, Metric};
pub use kernel::{
    BlackBox, Bound, Constants, Domain, Kernel, KernelCertificate, KernelResult, KernelSubject, Method,
    Package, Source, Term, Unit, Witness,
};
pub use mechanism::{
    Angle, Cells, Chain, Closeness, Condition, Entry, GaussianTerms, KernelReference, MechanismCertificate,
    MechanismDescription, MechanismSubject, NoiseError, Outcome, PlaneTerms, Projection, Role,
};
pub use number::{Number, Range};
pub use setting::{
    Area, Asked, Format, Gaussian, Law, Line, Outputs, Places, Plane, Point, Sampler, Setting, Vector,
};
