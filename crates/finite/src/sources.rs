// The files that certificates speak about, by their digests: this list is the only one. The certificate crate
// includes this file as text, as it does not depend on the code that it certifies; hence no inner
// documentation.
//
// All of this crate is here but the contracts, which only a verifier compiles; of the crate kdelta, what builds a
// mechanism and releases with it; of the lock file, the packages that random bits come from. The audit refuses a
// module of this crate that is not in the list.
//
// A file belongs to the line, to Gaussian noise there, to the plane, or to a kernel (a logarithm, the inverse of the
// normal tail, or cos and sin), whose own certificate names it.

/// What a file is part of.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq))]
pub enum Part {
    /// Mechanisms for numbers.
    Line,
    /// Gaussian noise for numbers, beside what it shares with the line.
    Gaussian,
    /// Mechanisms for places.
    Plane,
    /// The kernels that take a logarithm by shifts and additions.
    ShiftAdd,
    /// The kernels that take a logarithm from a table.
    Table,
    /// The kernels of the inverse of the normal tail in floating point.
    InverseTail,
    /// The kernel of the inverse of the normal tail in integers.
    InverseTailInteger,
    /// The kernel of cos and sin.
    CosSin,
}

/// Hands the list to another macro.
macro_rules! certified_sources {
    ($then:ident) => {
        $then! {
            "Cargo.lock": Line Plane,
            "crates/finite/Cargo.toml": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "crates/finite/src/allowance.rs": Line Plane,
            "crates/finite/src/cast.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "crates/finite/src/cos_sin.rs": CosSin,
            "crates/finite/src/entropy.rs": Line Plane,
            "crates/finite/src/error.rs": Line Plane,
            "crates/finite/src/fixed.rs": Line Plane,
            "crates/finite/src/format.rs": Line Plane,
            "crates/finite/src/gaussian.rs": Gaussian,
            "crates/finite/src/grid.rs": Line Plane,
            "crates/finite/src/hardware.rs": Line Plane,
            "crates/finite/src/inverse_tail.rs": InverseTail,
            "crates/finite/src/inverse_tail_data.rs": InverseTail,
            "crates/finite/src/inverse_tail_integer.rs": InverseTailInteger,
            "crates/finite/src/inverse_tail_integer_data.rs": InverseTailInteger,
            "crates/finite/src/ledger.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "crates/finite/src/lib.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "crates/finite/src/ln/mod.rs": Line Plane ShiftAdd Table,
            "crates/finite/src/ln/shift_add.rs": ShiftAdd,
            "crates/finite/src/ln/table.rs": Table,
            "crates/finite/src/ln/table_data.rs": Table,
            "crates/finite/src/noise.rs": Line Plane,
            "crates/finite/src/planar/angle.rs": Plane,
            "crates/finite/src/planar/gamma.rs": Plane,
            "crates/finite/src/planar/inverse.rs": Plane,
            "crates/finite/src/planar/mod.rs": Plane,
            "crates/finite/src/planar/noise.rs": Plane,
            "crates/finite/src/planar/polar.rs": Plane,
            "crates/finite/src/planar/region.rs": Plane,
            "crates/finite/src/planar/release.rs": Plane,
            "crates/finite/src/projection.rs": Plane,
            "crates/finite/src/query.rs": Line Plane,
            "crates/finite/src/release.rs": Line Plane,
            "crates/finite/src/scale.rs": Line Plane,
            "crates/finite/src/sources.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "crates/finite/src/terms.rs": Line Plane,
            "crates/finite/src/uniform.rs": Line Plane,
            "crates/finite/src/uniform/bits.rs": Line Plane,
            "crates/finite/src/uniform/floating.rs": Line Plane,
            "crates/finite/src/uniform/midpoint.rs": Line Plane,
            "crates/finite/src/window.rs": Line Plane,
            "crates/kdelta/Cargo.toml": Line Plane,
            "crates/kdelta/src/any.rs": Line Plane,
            "crates/kdelta/src/builder.rs": Line Plane,
            "crates/kdelta/src/error.rs": Line Plane,
            "crates/kdelta/src/exact.rs": Line Plane,
            "crates/kdelta/src/gaussian.rs": Gaussian,
            "crates/kdelta/src/guarantee.rs": Line Plane,
            "crates/kdelta/src/histogram.rs": Line,
            "crates/kdelta/src/hypotheses.rs": Line Plane,
            "crates/kdelta/src/laplace.rs": Line,
            "crates/kdelta/src/lib.rs": Line Plane,
            "crates/kdelta/src/line.rs": Line,
            "crates/kdelta/src/number.rs": Line Plane,
            "crates/kdelta/src/planar/builder.rs": Plane,
            "crates/kdelta/src/planar/mod.rs": Plane,
            "crates/kdelta/src/planar/region.rs": Plane,
            "crates/kdelta/src/round_up.rs": Line Plane,
        }
    };
}

macro_rules! as_constant {
    ($($path:literal: $($part:ident)+,)*) => {
        /// Each certified file, by its path in the repository, and what it is part of; in alphabetical order.
        pub const CERTIFIED: &[(&str, &[Part])] = &[$(($path, &[$(Part::$part),+])),*];
    };
}
certified_sources!(as_constant);
