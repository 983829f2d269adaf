//! The data of a certificate: what a file holds, as types.

mod certificate;
mod kernel;
mod mechanism;
mod number;
mod planar;

pub use certificate::{Certificate, SCHEMA, Subject};
pub use kernel::{
    BlackBox, Bound, Constants, Domain, KernelCertificate, KernelResult, KernelSubject, Method, Source, Term,
    Unit, Witness,
};
pub use mechanism::{
    Chain, Condition, Entry, FarReference, Format, Generator, GeneratorKind, GeneratorName, KernelReference,
    MechanismCertificate, MechanismDescription, MechanismSubject, Outcome, Scaling, Setting,
};
pub use number::{Number, Range};
pub use planar::{
    Angle, Area, Cells, NoiseError, Outputs, Places, PlanarCertificate, PlanarDescription, PlanarSetting,
    PlanarSubject, PlanarTerms, Point, Projection, Sampler, SamplerKind,
};
