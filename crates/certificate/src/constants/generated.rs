//! Written by scripts/certify from the files in certificates/. Do not edit; a test compares.

use super::{Logarithm, Mechanism, UpperBound};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound { exact: "0x1.00ac0043e008p-29", rounded_up: f64::from_bits(0x3e20_0ac0_043e_0080) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "f48479d66c537b66e8e16c5d76850e7754a46595fb9f92d1afb3b78c08c7de9a",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound { exact: "0x1.0306408p-49", rounded_up: f64::from_bits(0x3ce0_3064_0800_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "dd41e1dd182954a53ce0c1f363a00d2806b3cd40f19a3992190bb2f01d99397c",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound { exact: "0x1.ep-59", rounded_up: f64::from_bits(0x3c4e_0000_0000_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "1413c8b7dadc5d0537b82563e67ad981cbc41a227aba3d26fc2caca4362b82c7",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound { exact: "0x1.1ep-30", rounded_up: f64::from_bits(0x3e11_e000_0000_0000) },
    relative: UpperBound { exact: "0x1p-24", rounded_up: f64::from_bits(0x3e70_0000_0000_0000) },
    certificate: "certificates/kernel-table-f32.json",
    sha256: "5efd7fa2766522c1ea5b16b52c274f05cf7523471a23909348aea2cfbcebbdc1",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-128 and below 1: every binary64 number in between",
    absolute: UpperBound { exact: "0x1.0d80002p-61", rounded_up: f64::from_bits(0x3c20_d800_0200_0000) },
    relative: UpperBound { exact: "0x1p-53", rounded_up: f64::from_bits(0x3ca0_0000_0000_0000) },
    certificate: "certificates/kernel-table-f64.json",
    sha256: "c36572fbbf183044a2259dfd52d6530117977c8141612da14ac0fc716a739273",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-binary32.json`.
pub const MECHANISM_BINARY32: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary32 from exponent and 23 bits; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.00929098508",
    shift: UpperBound {
        exact: "0x1.3025c0f023c01531953579158864c83356f3c55896cd7c7p-19",
        rounded_up: f64::from_bits(0x3ec3_025c_0f02_3c02),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.0260e4dd0678d7ac2219c1518b2fe0d2aab1a5359d72c2a3p0",
        rounded_up: f64::from_bits(0x3ff0_260e_4dd0_678e),
    },
    certificate: "certificates/mechanism-binary32.json",
    sha256: "d6fbd11a8e15b74e74b016815fce54f6498dcd7805733a2444d6fbc24785e30f",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-binary64-midpoint.json`.
pub const MECHANISM_BINARY64_MIDPOINT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.0000075127",
    shift: UpperBound {
        exact: "0x1.70c1821d2e9c9be8ee31fb4bacd43e2f05e7b213752a0e631p-29",
        rounded_up: f64::from_bits(0x3e27_0c18_21d2_e9ca),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00007e0ac9d4e7a9233841ce308ce09737bbb6ba03b37f52p0",
        rounded_up: f64::from_bits(0x3ff0_0007_e0ac_9d4f),
    },
    certificate: "certificates/mechanism-binary64-midpoint.json",
    sha256: "5c1261f92105888683f87c27356593d3051ac02fe3a4dd51b53572aafd15a594",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-binary64.json`.
pub const MECHANISM_BINARY64: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.00000000002",
    shift: UpperBound {
        exact: "0x1.300a6c0001000780436000080005533a55555558p-48",
        rounded_up: f64::from_bits(0x3cf3_00a6_c000_1001),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000001300a6d95669a5ae6a2ebd86590c85125cab2f63p0",
        rounded_up: f64::from_bits(0x3ff0_0000_0001_300b),
    },
    certificate: "certificates/mechanism-binary64.json",
    sha256: "2328ee5fe39f33055f256eb7d12b89dd111c07bf07a4b8ac29c5132cc909f066",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-fixed-32-24.json`.
pub const MECHANISM_FIXED_32_24: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-32-24 from exponent and 23 bits; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.00061035161",
    shift: UpperBound {
        exact: "0x1.3fffff001e0155555355555888888333333c57c56c57c7p-23",
        rounded_up: f64::from_bits(0x3e83_ffff_f001_e016),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.002800002a2e6a7e04a3423da23618964d5faae4a9ac00bfp0",
        rounded_up: f64::from_bits(0x3ff0_0280_0002_a2e7),
    },
    certificate: "certificates/mechanism-fixed-32-24.json",
    sha256: "b735a1e148587be44b922e85cbed6857564c919657cfa642ea4b8c152ad525b8",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-fixed-64-40.json`.
pub const MECHANISM_FIXED_64_40: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.00000000187",
    shift: UpperBound {
        exact: "0x1.002077ffffffffff0000000000000aaaaaaaaaaabp-41",
        rounded_up: f64::from_bits(0x3d60_0207_8000_0000),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000080103caac04fd2798de205b2eb97b60a83c359f36p0",
        rounded_up: f64::from_bits(0x3ff0_0000_0080_103d),
    },
    certificate: "certificates/mechanism-fixed-64-40.json",
    sha256: "4a105a5f8b3066473b2f6834631fb8673045b3138f594c87ba4243f552d1f7df",
};
