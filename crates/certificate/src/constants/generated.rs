//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.

use super::{Logarithm, Mechanism, UpperBound};

/// The certified error of `−core_math::log`.
pub const CORE_MATH_LOG: Logarithm = Logarithm {
    function: "−core_math::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.a06bb56359018p-50",
        rounded_up: f64::from_bits(0x3cda_06bb_5635_9018),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-core-math-log.json",
    sha256: "bf264a7b26a3041ee84b72b3f9b6b95c308ff49f87f4c78d019beb7ee5de3f30",
};

/// The certified error of `−core_math::logf`.
pub const CORE_MATH_LOGF: Logarithm = Logarithm {
    function: "−core_math::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.ffffe41e229783c54b0cp-22",
        rounded_up: f64::from_bits(0x3e9f_fffe_41e2_2979),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-core-math-logf.json",
    sha256: "9d988dc20f64a605f04d9e93e47b1624de3e76377d733973cd64cde713f3a530",
};

/// The certified error of `−libm::log`.
pub const LIBM_LOG: Logarithm = Logarithm {
    function: "−libm::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.a06bb56359018p-50",
        rounded_up: f64::from_bits(0x3cda_06bb_5635_9018),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-libm-log.json",
    sha256: "63613960828c5032bc72bf73c45b0fb6aff3350098e2a4567d5c718cd8701735",
};

/// The certified error of `−libm::logf`.
pub const LIBM_LOGF: Logarithm = Logarithm {
    function: "−libm::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.08ab719f11758434fe3ap-21",
        rounded_up: f64::from_bits(0x3ea0_8ab7_19f1_1759),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-libm-logf.json",
    sha256: "a7089bcd7551376f631b043c034176f42d8c3c5da034c8a5db970bffd58d19a7",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound { exact: "0x1.00ac0043e008p-29", rounded_up: f64::from_bits(0x3e20_0ac0_043e_0080) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "68810f2e6923c19011bd0024c6a0d3bc97d0cf71fb8ffd6f301c6f07b9597d59",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound { exact: "0x1.0306408p-49", rounded_up: f64::from_bits(0x3ce0_3064_0800_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "8d89ba0f0af43ad9ac935e07562411c786c2e3aed90d738128125dc6bb77a3c7",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound { exact: "0x1.ep-59", rounded_up: f64::from_bits(0x3c4e_0000_0000_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "917afcb86fb1fd1a3311eb2b76df30dcc053413d64f11fe3622b64602f304797",
};

/// The certified error of `−f32::ln`.
pub const STD_F32: Logarithm = Logarithm {
    function: "−f32::ln",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.ffffe41e229783c54b0cp-22",
        rounded_up: f64::from_bits(0x3e9f_fffe_41e2_2979),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-std-f32.json",
    sha256: "1bca829a41696da1064d5d6537cb42d35f26a0717572da83a11c2ddba59a62b6",
};

/// The certified error of `−f64::ln`.
pub const STD_F64: Logarithm = Logarithm {
    function: "−f64::ln",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound {
        exact: "0x1.a06bb56359018p-50",
        rounded_up: f64::from_bits(0x3cda_06bb_5635_9018),
    },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-std-f64.json",
    sha256: "9fb77a4392dc994e43139c6ff8a35499de2d21466ad595ea0e47be9bd5870ccb",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound { exact: "0x1.1ep-30", rounded_up: f64::from_bits(0x3e11_e000_0000_0000) },
    relative: UpperBound { exact: "0x1p-24", rounded_up: f64::from_bits(0x3e70_0000_0000_0000) },
    certificate: "certificates/kernel-table-f32.json",
    sha256: "ac7becc2dd184115ea867b45e6f38b86330f13983136339cece238ca07242290",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound { exact: "0x1.0d8001p-61", rounded_up: f64::from_bits(0x3c20_d800_1000_0000) },
    relative: UpperBound { exact: "0x1p-53", rounded_up: f64::from_bits(0x3ca0_0000_0000_0000) },
    certificate: "certificates/kernel-table-f64.json",
    sha256: "ec38c5ca3a98d1e8d20e402cde1a40a12a6dbd419c1e61697cbae4155b23c92e",
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
    sha256: "97ef9d05f655490b58c77547513eba582259f34b13b9704a080cd792776e7f0e",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-binary64-midpoint.json`.
pub const MECHANISM_BINARY64_MIDPOINT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.0000075127",
    shift: UpperBound {
        exact: "0x1.70c1821d2e9c9cc8ee320560f66ee9ba46caf5bc472e72d39p-29",
        rounded_up: f64::from_bits(0x3e27_0c18_21d2_e9ca),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00007e0ac9d4e7a923a841db83b22a355ea15fa88dca5287p0",
        rounded_up: f64::from_bits(0x3ff0_0007_e0ac_9d4f),
    },
    certificate: "certificates/mechanism-binary64-midpoint.json",
    sha256: "add3fbf9be6541ab42b996ff0b467923d05fc13fa30530b826bbe8e436d0914a",
};

/// The certified ε′ of the default mechanism of `certificates/mechanism-binary64.json`.
pub const MECHANISM_BINARY64: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits; a query of sensitivity 1 and error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.00000000002",
    shift: UpperBound {
        exact: "0x1.300a6c0008000780436000400005533a55545558p-48",
        rounded_up: f64::from_bits(0x3cf3_00a6_c000_8001),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000001300a6d956d9a5aeff84f2b75aba45007d3ea4cep0",
        rounded_up: f64::from_bits(0x3ff0_0000_0001_300b),
    },
    certificate: "certificates/mechanism-binary64.json",
    sha256: "4e83ad0968f0b2e5329ad122a7120964bfbfaa76005a4bccf9424379446f6672",
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
    sha256: "ac0da5ef108de125827dbe0fcfe76ce2690d07601f93b2bbd61cd4aa9140ec0b",
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
    sha256: "9dc02dec7c97a86536a1e5ff3ec9c585a08d2c1c087de5ed33be16ac9bc3ed92",
};
