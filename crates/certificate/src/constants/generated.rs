//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.

use super::{Logarithm, Mechanism, UpperBound};

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
    sha256: "0cd7295c43569bc9575007d9ad3a751a44c5f30a350639b463fa7e7abeccbc9d",
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
    sha256: "d9bac1af0a4b603766a38f1dc763c52adb3b797dbf59cec30939b23fba16ea1a",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound { exact: "0x1.00ac0043e008p-29", rounded_up: f64::from_bits(0x3e20_0ac0_043e_0080) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "eaf7eba40763dcb7f07cfcce84ff80c660dfa6eb1b3736f616ad15c7b1ab4610",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound { exact: "0x1.0306408p-49", rounded_up: f64::from_bits(0x3ce0_3064_0800_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "b1200ea09f478df007d929a7ca04db01365bfa61db5ee24c2addc6fa4e188177",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound { exact: "0x1.ep-59", rounded_up: f64::from_bits(0x3c4e_0000_0000_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "062bb5d643baa55443078db4433e79ce31286d4c559e32753a1f59d47fbea673",
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
    sha256: "94c583fd88748dcc2991e1bd86ec745095ab792564971fa1a53c79fd6ad44803",
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
    sha256: "7d5084f861f777bd438689c13d67317c8f8528047e0c8f460b281b23dfa8e6d0",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound { exact: "0x1.1ep-30", rounded_up: f64::from_bits(0x3e11_e000_0000_0000) },
    relative: UpperBound { exact: "0x1p-24", rounded_up: f64::from_bits(0x3e70_0000_0000_0000) },
    certificate: "certificates/kernel-table-f32.json",
    sha256: "4b6c74d29e2669b1b930b1c05c20a4f2c4fdee8d0d322e35218c32320f9884d8",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound { exact: "0x1.0d8001p-61", rounded_up: f64::from_bits(0x3c20_d800_1000_0000) },
    relative: UpperBound { exact: "0x1p-53", rounded_up: f64::from_bits(0x3ca0_0000_0000_0000) },
    certificate: "certificates/kernel-table-f64.json",
    sha256: "5504cb7d104f65c94976d3af41c66de90e08713852373f8a4aef188193de1335",
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
    sha256: "644de8b3a88f11e76d630fe2a1894e94878e261a29abb31b2f332beaf2b93e17",
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
    sha256: "0b91bbd021562eb889fed6a88933b4eadda97ac6a7c09631da9c9b412d278d52",
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
    sha256: "25744e7659e3dece407e8e3f0c9a05918d50aad9f3ebe52c9c00f144490d3c5c",
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
    sha256: "a5ebfc6e944715066e239f178b7acf0680f18fde31d5c46efccf9eb4f134c530",
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
    sha256: "df11c8b31df24762124f0361711d21c96a24990f952bf25e3a52c58d7c95c7ec",
};
