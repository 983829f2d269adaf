//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.

use super::{CosSin, Logarithm, Mechanism, UpperBound};

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

/// The certified error of `kdelta_finite::cos_sin::cos_sin`.
pub const COS_SIN: CosSin = CosSin {
    function: "kdelta_finite::cos_sin::cos_sin",
    format: "fixed point, 62 fraction bits",
    domain: "from 0 and below 1: turn·2^-64 for the integers 0 ≤ turn < 2^64",
    absolute: UpperBound { exact: "0x1.bcp-63", rounded_up: f64::from_bits(0x3c0b_c000_0000_0000) },
    certificate: "certificates/kernel-cos-sin.json",
    sha256: "a41bc466920babebc6d46b59583e9b330667fa3f77ded8d917040cf117fcd8a1",
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
    sha256: "773d2b691b15a04dd0d21f5c7766613de461544d9bc87e844c211250b8368b97",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound { exact: "0x1.0306408p-49", rounded_up: f64::from_bits(0x3ce0_3064_0800_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "644ad5d2fa07d92aafff705435fd43b422e393a184401271aef44435f7d40808",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound { exact: "0x1.ep-59", rounded_up: f64::from_bits(0x3c4e_0000_0000_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "24b26fae62cd7113e1c394b43d4a49b5eb9152e368184db332bb00d19d5d65bb",
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
    sha256: "96f96b20536b0c7b52d35b9f3b8da0fe276fa0a6ead366453a9785a7c42903bb",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound { exact: "0x1.0d8001p-61", rounded_up: f64::from_bits(0x3c20_d800_1000_0000) },
    relative: UpperBound { exact: "0x1p-53", rounded_up: f64::from_bits(0x3ca0_0000_0000_0000) },
    certificate: "certificates/kernel-table-f64.json",
    sha256: "79401c332f4f496a6942f115d6eeeb6891eaa9ffbd8938e589f767b779a828ea",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32-count.json`.
pub const MECHANISM_BINARY32_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000; released as a multiple of 1 from -320 to 1320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1006398134785402",
    shift: UpperBound {
        exact: "0x1.4f2596fd8735cb529f185a8b95501f1005364ed63756fb718p-13",
        rounded_up: f64::from_bits(0x3f24_f259_6fd8_735d),
    },
    epsilon_prime: UpperBound {
        exact: "1579315869587839925854382111472046690735220350618263102419/15692754338466701909589473558019166040255888611160086282240",
        rounded_up: f64::from_bits(0x3fb9_c387_e390_dcd8),
    },
    certificate: "certificates/mechanism-binary32-count.json",
    sha256: "c19be3c1920858eee894a1d147a79c6a4a41f37c02a950bfb5e1879b6f34d935",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32.json`.
pub const MECHANISM_BINARY32: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary32 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.009290985070468",
    shift: UpperBound {
        exact: "0x1.3025c0f023c01531953579158864c83356f3c55896cd7c7p-19",
        rounded_up: f64::from_bits(0x3ec3_025c_0f02_3c02),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.0260e4dd0678d7ac2219c1518b2fe0d2aab1a5359d72c2a3p0",
        rounded_up: f64::from_bits(0x3ff0_260e_4dd0_678e),
    },
    certificate: "certificates/mechanism-binary32.json",
    sha256: "e0ef7e494db13775ad6086a41384fd81141392bb9d3d6849f9b0fc3f639e9113",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-count.json`.
pub const MECHANISM_BINARY64_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000001137949126",
    shift: UpperBound {
        exact: "0x1.e8bed27a7500a8039892d3a804fff756140d6a84aaep-33",
        rounded_up: f64::from_bits(0x3dee_8bed_27a7_500b),
    },
    epsilon_prime: UpperBound {
        exact: "392319304900569260987636149824321406741922315461172860801/3923188584616675477397368389504791510063972152790021570560",
        rounded_up: f64::from_bits(0x3fb9_999b_8258_6df3),
    },
    certificate: "certificates/mechanism-binary64-count.json",
    sha256: "dc2c7d4b8fa981e88e3e2591e5a79de714e5b20a8d989601b62529060a3b1bae",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-midpoint.json`.
pub const MECHANISM_BINARY64_MIDPOINT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000007512697113",
    shift: UpperBound {
        exact: "0x1.70c1821d2e9c9cc8ee320560f66ee9ba46caf5bc472e72d39p-29",
        rounded_up: f64::from_bits(0x3e27_0c18_21d2_e9ca),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00007e0ac9d4e7a923a841db83b22a355ea15fa88dca5287p0",
        rounded_up: f64::from_bits(0x3ff0_0007_e0ac_9d4f),
    },
    certificate: "certificates/mechanism-binary64-midpoint.json",
    sha256: "1ad0a119fa82f78b629c19cefefd6f7e5608e30a741ad9e4be5afb8884174148",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64.json`.
pub const MECHANISM_BINARY64: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000017283",
    shift: UpperBound {
        exact: "0x1.300a6c0008000780436000400005533a55545558p-48",
        rounded_up: f64::from_bits(0x3cf3_00a6_c000_8001),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000001300a6d956d9a5aeff84f2b75aba45007d3ea4cep0",
        rounded_up: f64::from_bits(0x3ff0_0000_0001_300b),
    },
    certificate: "certificates/mechanism-binary64.json",
    sha256: "f232573787aa49a97ff6a223d2dd592cc3614c36c37aeafcd6292460e4eb2de1",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-32-24.json`.
pub const MECHANISM_FIXED_32_24: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-32-24 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000610351600864",
    shift: UpperBound {
        exact: "0x1.3fffff001e0155555355555888888333333c57c56c57c7p-23",
        rounded_up: f64::from_bits(0x3e83_ffff_f001_e016),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.002800002a2e6a7e04a3423da23618964d5faae4a9ac00bfp0",
        rounded_up: f64::from_bits(0x3ff0_0280_0002_a2e7),
    },
    certificate: "certificates/mechanism-fixed-32-24.json",
    sha256: "17b1363660a806b8e7ca50cf4fa09978746765a272b9156d7b279d62155e97c3",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40-count.json`.
pub const MECHANISM_FIXED_64_40_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in fixed-64-40 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000000002339847",
    shift: UpperBound {
        exact: "0x1.0144ce871401fff60000000000006aaaaaaaaaaaep-41",
        rounded_up: f64::from_bits(0x3d60_144c_e871_4020),
    },
    epsilon_prime: UpperBound {
        exact: "1569275437518533052396647005765653624163216531549787895309/15692754338466701909589473558019166040255888611160086282240",
        rounded_up: f64::from_bits(0x3fb9_9999_9a9a_de69),
    },
    certificate: "certificates/mechanism-fixed-64-40-count.json",
    sha256: "fde50cf179bca984b61a917dd11fc613bb1e25a1617cf0c7e2991b5ea294db9a",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40.json`.
pub const MECHANISM_FIXED_64_40: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000001863569",
    shift: UpperBound {
        exact: "0x1.002077ffffffffff0000000000000aaaaaaaaaaabp-41",
        rounded_up: f64::from_bits(0x3d60_0207_8000_0000),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000080103caac04fd2798de205b2eb97b60a83c359f36p0",
        rounded_up: f64::from_bits(0x3ff0_0000_0080_103d),
    },
    certificate: "certificates/mechanism-fixed-64-40.json",
    sha256: "72d317422a972d82912c0944c6dcde6f8922cb0b114eecd0e7d9bdc246ef44ca",
};

/// The certified ε′ of the planar mechanism of `certificates/planar-binary64-globe.json`.
pub const PLANAR_BINARY64_GLOBE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.212c26p7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of an exponent and 52 bits in 256 bits; places of longitude from 57/25 to 121/50 and latitude from 4881/100 to 489/10, projected to (0x1.1ea7f6cfp16·(longitude − 0x1.2cccdp1), 0x1.b266ed805p16·(latitude − 0x1.86d70ap5)); released as multiples of 1, x from -5137 to 5137 and y from -5005 to 5005, or as outside: for all these within 200 on the ellipsoid of WGS 84 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294311808459; at any distance d on the ellipsoid of WGS 84, with at most 7.2620404e-11 + 0.006931471558679191·d",
    shift: UpperBound {
        exact: "0x1.1a9162e572db62571fd0ea679d0b10cec95203af094027237f3763c89431c0359235cb1e08c0e00dfbc4f025b02ac292dd8885ad7c8d9641cad156p-37",
        rounded_up: f64::from_bits(0x3da1_a916_2e57_2db7),
    },
    epsilon_prime: UpperBound {
        exact: "41227924290060056072283759848866932413780825984273548799635732821/29739662017567619202922348882957416757709363778314869411250438144",
        rounded_up: f64::from_bits(0x3ff6_2e42_f1bd_920d),
    },
    certificate: "certificates/planar-binary64-globe.json",
    sha256: "2322cad01b1b5477b226881ae8bd5a315f2c9c6008b087d01e49f570fdaefbb9",
};

/// The certified ε′ of the planar mechanism of `certificates/planar-binary64-inverse.json`.
pub const PLANAR_BINARY64_INVERSE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in binary64, its radius by the inverse distribution function at 2^63 midpoints; points of error 0, read with error 0, clamped into x from -200 to 200 and y from -200 to 200; released as multiples of 1, x from -400 to 400 and y from -400 to 400, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000003620195505; at any distance d, with at most 3.6201956e-6 + 0.01·d",
    shift: UpperBound {
        exact: "0x1.e5e3ef0e08ec102b8925c8d4861b5603c4ecc2962044196b5f02d7a7e80cfd2625d8adfeb88631b5942df27d9f971d4e44659bed0fb5b9bd6cb713deccp-22",
        rounded_up: f64::from_bits(0x3e9e_5e3e_f0e0_8ec2),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00003cbc9f0d4a45ae6f3687153a627ba351f9f29aaf1217p0",
        rounded_up: f64::from_bits(0x3ff0_0003_cbc9_f0d5),
    },
    certificate: "certificates/planar-binary64-inverse.json",
    sha256: "ed251d31a1f5b1e1663dcb345c21176a875f0db670456120312a91a309d45c52",
};

/// The certified ε′ of the planar mechanism of `certificates/planar-binary64.json`.
pub const PLANAR_BINARY64: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.2089fep7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of an exponent and 52 bits in 256 bits; points of error 0, read with error 0, clamped into x from -5000 to 5000 and y from -5000 to 5000; released as multiples of 1, x from -5000 to 5000 and y from -5000 to 5000, or as outside: for all these within 200 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294246813194; at any distance d, with at most 6.335223e-11 + 0.006931471233749209·d",
    shift: UpperBound {
        exact: "0x1.169ffbbe3b745e4b1fbe82b616e78121a21d46d18b013f71bf178401e36a2cfd37be5fbc4e1c79ab1f3a2bcbad5013abe1420bc5779c753abf6b32p-37",
        rounded_up: f64::from_bits(0x3da1_69ff_bbe3_b746),
    },
    epsilon_prime: UpperBound {
        exact: "82275227869820195871513023193638220797586259032334226034530460077/59349036511515552459910522120646735191286107067024443322151206912",
        rounded_up: f64::from_bits(0x3ff6_2e42_e04b_2143),
    },
    certificate: "certificates/planar-binary64.json",
    sha256: "109fbf2679d4f4e25b6fc838341d64728a31a05d853b8fa258f0f06fa338948b",
};

/// The certified ε′ of the planar mechanism of `certificates/planar-fixed-64-32-disc.json`.
pub const PLANAR_FIXED_64_32_DISC: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in fixed-64-32, its radius from two draws of an exponent and 52 bits in 128 bits; points of error 0, read with error 0, clamped into x from -500 to 500 and y from -500 to 500; released as multiples of 1, cells inside the disc of radius 1000, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000002248796; at any distance d, with at most 2.2487954e-9 + 0.01·d",
    shift: UpperBound {
        exact: "0x1.3511cb231bcb57514eb2497ec830fec4e12f5dbeb4383be58893cf9323d91f9b9f169e36b9fcf26d8506b566f2f18a33547fcdc8371f2c8e9d2b325ep-32",
        rounded_up: f64::from_bits(0x3df3_511c_b231_bcb6),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00000009a8939f70aedb43a31242dc54d874d9f1e818742ep0",
        rounded_up: f64::from_bits(0x3ff0_0000_009a_893a),
    },
    certificate: "certificates/planar-fixed-64-32-disc.json",
    sha256: "d608e6405b6645e0923bb86e5256308353530fb502931a86b51e7fc12ffa9b93",
};
