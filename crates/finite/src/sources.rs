// The files that certificates speak about, by their digests: this list is the only one. The certificate crate
// includes this file as text, as it does not depend on the code that it certifies; hence no inner
// documentation.
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
            "cast": Line Plane ShiftAdd Table InverseTail InverseTailInteger CosSin,
            "cos_sin": CosSin,
            "entropy": Line Plane,
            "fixed": Line Plane,
            "format": Line Plane,
            "gaussian": Gaussian,
            "grid": Line Plane,
            "inverse_tail": InverseTail,
            "inverse_tail_data": InverseTail,
            "inverse_tail_integer": InverseTailInteger,
            "inverse_tail_integer_data": InverseTailInteger,
            "ln/shift_add": ShiftAdd,
            "ln/table": Table,
            "ln/table_data": Table,
            "noise": Line Plane,
            "planar/angle": Plane,
            "planar/gamma": Plane,
            "planar/inverse": Plane,
            "planar/noise": Plane,
            "planar/polar": Plane,
            "planar/region": Plane,
            "planar/release": Plane,
            "projection": Plane,
            "query": Line Plane,
            "release": Line Plane,
            "scale": Line Plane,
            "terms": Line Plane,
            "uniform": Line Plane,
            "uniform/bits": Line Plane,
            "uniform/floating": Line Plane,
            "uniform/midpoint": Line Plane,
            "window": Line Plane,
        }
    };
}

macro_rules! as_constant {
    ($($path:literal: $($part:ident)+,)*) => {
        /// Each certified file, by its path below `crates/finite/src` without `.rs`, and what it is part of;
        /// in alphabetical order.
        pub const CERTIFIED: &[(&str, &[Part])] = &[$(($path, &[$(Part::$part),+])),*];
    };
}
certified_sources!(as_constant);
