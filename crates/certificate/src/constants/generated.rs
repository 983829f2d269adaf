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
    sha256: "84be24b586f41356aa838f4a3907225b13026f8091432bdaaf46f8926b516f44",
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
    sha256: "de5aac4507f7372803d2285aedfb988450402a1276baef014993e25f9eb8d8c8",
};

/// The certified error of `kdelta_finite::cos_sin::cos_sin`.
pub const COS_SIN: CosSin = CosSin {
    function: "kdelta_finite::cos_sin::cos_sin",
    format: "fixed point, 62 fraction bits",
    domain: "from 0 and below 1: turn·2^-64 for the integers 0 ≤ turn < 2^64",
    absolute: UpperBound { exact: "0x1.bcp-63", rounded_up: f64::from_bits(0x3c0b_c000_0000_0000) },
    certificate: "certificates/kernel-cos-sin.json",
    sha256: "4dca8671ef8db797024de795cb4cc8a951ca1faf72cd418281bb70bcc33602be",
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
    sha256: "1cc56c458b85f3571c6b5de623eed03b7b813d6e1e96e02355fa4fa29f3dc506",
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
    sha256: "34ca4d3e911dc696d11c1e9adf50f9eacd4f70912a847df14c45140f2b341048",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound { exact: "0x1.00ac0043e008p-29", rounded_up: f64::from_bits(0x3e20_0ac0_043e_0080) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "e96d877f1cd244ab504f83deef02eeb57d43e131f7d989e57710aadd50905a48",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound { exact: "0x1.0306408p-49", rounded_up: f64::from_bits(0x3ce0_3064_0800_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "ebb00e24b460eeee26404315f36c53280e4d2341a4d074223d15809e96a144ac",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound { exact: "0x1.ep-59", rounded_up: f64::from_bits(0x3c4e_0000_0000_0000) },
    relative: UpperBound { exact: "0", rounded_up: f64::from_bits(0x0000_0000_0000_0000) },
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "c64cb389981e5895bdb54c7eebfb71ec2a05a1fe04f4ea9212117a3865d1d859",
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
    sha256: "ff0125a177f741a57e127535cba852aaf19435870e2ae182709d46d4d4bd3b21",
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
    sha256: "fc944e92c146d1e4b14ad73ff512b7948bb2eadadb244b607b287e73d77d7d5d",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound { exact: "0x1.1ep-30", rounded_up: f64::from_bits(0x3e11_e000_0000_0000) },
    relative: UpperBound { exact: "0x1p-24", rounded_up: f64::from_bits(0x3e70_0000_0000_0000) },
    certificate: "certificates/kernel-table-f32.json",
    sha256: "781135a1375fcedb7dcf9f047113e66f4568dd73b42f55ff79b321da6803d884",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound { exact: "0x1.0d8001p-61", rounded_up: f64::from_bits(0x3c20_d800_1000_0000) },
    relative: UpperBound { exact: "0x1p-53", rounded_up: f64::from_bits(0x3ca0_0000_0000_0000) },
    certificate: "certificates/kernel-table-f64.json",
    sha256: "c39ad373132e88fc048b1e63a486f9d79dbbb69bd77127db66c016bcf0cf58b7",
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
    sha256: "db7201399d3f1776c95854adbaab40e3dad9afc7868e645ca22b5198dad8aa30",
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
    sha256: "f2c60974bb455e86bb05dd9e6b1c4dca20954e24e025f85c3bd713ff1b1a9d29",
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
    sha256: "b23797af01d49e9bfaf2b4c0ad37f1a40e070a58a878d66e434ac17facbb72cc",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-deep.json`.
pub const MECHANISM_BINARY64_DEEP: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits in 256 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -128 to 128, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000119147",
    shift: UpperBound {
        exact: "0x1.06014d80010007f0086c00080000aa674aaa8aabp-45",
        rounded_up: f64::from_bits(0x3d20_6014_d800_1001),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.000000008300a76eb438dfc5a31d7ca7ee0bd3047a1680f9p0",
        rounded_up: f64::from_bits(0x3ff0_0000_0008_300b),
    },
    certificate: "certificates/mechanism-binary64-deep.json",
    sha256: "44e89e4d710766331f599f1a4b488e1765a749028b10817ec5c716be2475aee8",
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
    sha256: "da3a77d5b43de5a03bb912815ac77a492f08a073452726f24d3c19b057577b16",
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
    sha256: "c05cfd637c954f68ecf8944562c1d96259c6bf49eadf331fc9a27503a540b5fb",
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
    sha256: "4313d77624b7064eb1d663a75017f340d1d10833a70950511b1c2690bc3f23cc",
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
    sha256: "731b28c9259a0647c45c244a961c8a5eaa9d810639bf3db48156ff9eecf77294",
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
    sha256: "ace1aec94012a71b2025970db88fc0b8e0fd721752d0c1ddaaa42e51d2536877",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-globe.json`.
pub const PLANAR_BINARY64_GLOBE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.212c26p7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; places of longitude from 57/25 to 121/50 and latitude from 4881/100 to 489/10, projected to (0x1.1ea7f6cfp16·(longitude − 0x1.2cccdp1), 0x1.b266ed805p16·(latitude − 0x1.86d70ap5)); released as multiples of 1, x from -5137 to 5137 and y from -5005 to 5005, or as outside: for all these within 200 on the ellipsoid of WGS 84 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294311808459; at any distance d on the ellipsoid of WGS 84, with at most 7.2620404e-11 + 0.006931471558679191·d",
    shift: UpperBound {
        exact: "0x1.1a9162e572db62571fd0ea679d0b10cec95203af094027237f3763c89431c0359235cb1e08c0e00dfbc4f025b02ac292dd8885ad7c8d9641cad156p-37",
        rounded_up: f64::from_bits(0x3da1_a916_2e57_2db7),
    },
    epsilon_prime: UpperBound {
        exact: "41227924290060056072283759848866932413780825984273548799635732821/29739662017567619202922348882957416757709363778314869411250438144",
        rounded_up: f64::from_bits(0x3ff6_2e42_f1bd_920d),
    },
    certificate: "certificates/planar-binary64-globe.json",
    sha256: "8a713d71ebc2c9fc3e7f7c3ec0dc331fdb8b930752f8d6ef7b8c2afbc07b9163",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-inverse.json`.
pub const PLANAR_BINARY64_INVERSE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in binary64, its radius by the inverse distribution function from midpoints of 2^63 cells; points of error 0, read with error 0, clamped into x from -200 to 200 and y from -200 to 200; released as multiples of 1, x from -400 to 400 and y from -400 to 400, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000003620195505; at any distance d, with at most 3.6201956e-6 + 0.01·d",
    shift: UpperBound {
        exact: "0x1.e5e3ef0e08ec102b8925c8d4861b5603c4ecc2962044196b5f02d7a7e80cfd2625d8adfeb88631b5942df27d9f971d4e44659bed0fb5b9bd6cb713deccp-22",
        rounded_up: f64::from_bits(0x3e9e_5e3e_f0e0_8ec2),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00003cbc9f0d4a45ae6f3687153a627ba351f9f29aaf1217p0",
        rounded_up: f64::from_bits(0x3ff0_0003_cbc9_f0d5),
    },
    certificate: "certificates/planar-binary64-inverse.json",
    sha256: "a1a4fea61353df7e24fe515cacf1a1bcc8fec700721ce4544b1eccdcee4a0f04",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64.json`.
pub const PLANAR_BINARY64: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.2089fep7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; points of error 0, read with error 0, clamped into x from -5000 to 5000 and y from -5000 to 5000; released as multiples of 1, x from -5000 to 5000 and y from -5000 to 5000, or as outside: for all these within 200 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294246813194; at any distance d, with at most 6.335223e-11 + 0.006931471233749209·d",
    shift: UpperBound {
        exact: "0x1.169ffbbe3b745e4b1fbe82b616e78121a21d46d18b013f71bf178401e36a2cfd37be5fbc4e1c79ab1f3a2bcbad5013abe1420bc5779c753abf6b32p-37",
        rounded_up: f64::from_bits(0x3da1_69ff_bbe3_b746),
    },
    epsilon_prime: UpperBound {
        exact: "82275227869820195871513023193638220797586259032334226034530460077/59349036511515552459910522120646735191286107067024443322151206912",
        rounded_up: f64::from_bits(0x3ff6_2e42_e04b_2143),
    },
    certificate: "certificates/planar-binary64.json",
    sha256: "8d72e310189add157d8ae8ab23670cfcb839d53ea2dcaf6d31d589dd14604056",
};

/// The certified ε′ of the mechanism of `certificates/planar-fixed-64-32-disc.json`.
pub const PLANAR_FIXED_64_32_DISC: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in fixed-64-32, its radius from two draws of exponent and 52 bits; points of error 0, read with error 0, clamped into x from -500 to 500 and y from -500 to 500; released as multiples of 1, cells inside the disc of radius 1000, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000002248796; at any distance d, with at most 2.2487954e-9 + 0.01·d",
    shift: UpperBound {
        exact: "0x1.3511cb231bcb57514eb2497ec830fec4e12f5dbeb4383be58893cf9323d91f9b9f169e36b9fcf26d8506b566f2f18a33547fcdc8371f2c8e9d2b325ep-32",
        rounded_up: f64::from_bits(0x3df3_511c_b231_bcb6),
    },
    epsilon_prime: UpperBound {
        exact: "0x1.00000009a8939f70aedb43a31242dc54d874d9f1e818742ep0",
        rounded_up: f64::from_bits(0x3ff0_0000_009a_893a),
    },
    certificate: "certificates/planar-fixed-64-32-disc.json",
    sha256: "c38d738f98148e30bdbbf90c8ce2acfa32afd050fd854fd6c921227e44daf6b1",
};
