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

/// Hands the list to another macro: how the certificate crate calls a folder or file below its own folder `certified`,
/// its place in the repository, and what is in it.
macro_rules! certified_sources {
    ($then:ident) => {
        $then! {
            "lock" = "Cargo.lock" { "": Line Plane, }
            "finite.toml" = "crates/finite/Cargo.toml" { "": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin, }
            "finite/" = "crates/finite/src/" {
                "allowance.rs": Line Plane,
                "cast.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
                "cos_sin.rs": CosSin,
                "entropy.rs": Line Plane,
                "entropy/aes.rs": Line Plane,
                "error.rs": Line Plane,
                "fixed.rs": Line Plane,
                "format.rs": Line Plane,
                "gaussian.rs": Gaussian,
                "grid.rs": Line Plane,
                "hardware.rs": Line Plane,
                "inverse_tail.rs": InverseTail,
                "inverse_tail_data.rs": InverseTail,
                "inverse_tail_integer.rs": InverseTailInteger,
                "inverse_tail_integer_data.rs": InverseTailInteger,
                "ledger.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
                "lib.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
                "ln/mod.rs": Line Plane ShiftAdd Table,
                "ln/shift_add.rs": ShiftAdd,
                "ln/table.rs": Table,
                "ln/table_data.rs": Table,
                "noise.rs": Line Plane,
                "planar/angle.rs": Plane,
                "planar/gamma.rs": Plane,
                "planar/inverse.rs": Plane,
                "planar/mod.rs": Plane,
                "planar/noise.rs": Plane,
                "planar/polar.rs": Plane,
                "planar/region.rs": Plane,
                "planar/release.rs": Plane,
                "projection.rs": Plane,
                "query.rs": Line Plane,
                "release.rs": Line Plane,
                "scale.rs": Line Plane,
                "sources.rs": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
                "terms.rs": Line Plane,
                "uniform.rs": Line Plane,
                "uniform/bits.rs": Line Plane,
                "uniform/floating.rs": Line Plane,
                "uniform/midpoint.rs": Line Plane,
                "window.rs": Line Plane,
            }
            "kdelta.toml" = "crates/kdelta/Cargo.toml" { "": Line Plane, }
            "kdelta/" = "crates/kdelta/src/" {
                "any.rs": Line Plane,
                "builder.rs": Line Plane,
                "error.rs": Line Plane,
                "exact.rs": Line Plane,
                "gaussian.rs": Gaussian,
                "guarantee.rs": Line Plane,
                "histogram.rs": Line,
                "hypotheses.rs": Line Plane,
                "laplace.rs": Line,
                "lib.rs": Line Plane,
                "line.rs": Line,
                "number.rs": Line Plane,
                "planar/builder.rs": Plane,
                "planar/mod.rs": Plane,
                "planar/region.rs": Plane,
                "round_up.rs": Line Plane,
            }
        }
    };
}

macro_rules! as_constant {
    ($($link:literal = $place:literal { $($file:literal: $($part:ident)+,)* })*) => {
        /// Each certified file, by its path in the repository, and what it is part of; in alphabetical order.
        pub const CERTIFIED: &[(&str, &[Part])] = &[$($((concat!($place, $file), &[$(Part::$part),+]),)*)*];
    };
}
certified_sources!(as_constant);
