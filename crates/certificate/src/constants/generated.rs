//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.

use super::{CosSin, Logarithm, Mechanism, UpperBound};

/// The certified error of `−core_math::log`.
pub const CORE_MATH_LOG: Logarithm = Logarithm {
    function: "−core_math::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-core-math-log.json",
    sha256: "84be24b586f41356aa838f4a3907225b13026f8091432bdaaf46f8926b516f44",
};

/// The certified error of `−core_math::logf`.
pub const CORE_MATH_LOGF: Logarithm = Logarithm {
    function: "−core_math::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.ffffe41e229783c54b0cp-22", 0x3e9f_fffe_41e2_2979),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-core-math-logf.json",
    sha256: "de5aac4507f7372803d2285aedfb988450402a1276baef014993e25f9eb8d8c8",
};

/// The certified error of `kdelta_finite::cos_sin::cos_sin`.
pub const COS_SIN: CosSin = CosSin {
    function: "kdelta_finite::cos_sin::cos_sin",
    format: "fixed point, 62 fraction bits",
    domain: "from 0 and below 1: turn·2^-64 for the integers 0 ≤ turn < 2^64",
    absolute: UpperBound::new("0x1.bcp-63", 0x3c0b_c000_0000_0000),
    certificate: "certificates/kernel-cos-sin.json",
    sha256: "56737c2ad42f3dc063aec1c4d7cbbb7b9d45697e477e1ab0b46e7f23fe2f1324",
};

/// The certified error of `−libm::log`.
pub const LIBM_LOG: Logarithm = Logarithm {
    function: "−libm::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-libm-log.json",
    sha256: "1cc56c458b85f3571c6b5de623eed03b7b813d6e1e96e02355fa4fa29f3dc506",
};

/// The certified error of `−libm::logf`.
pub const LIBM_LOGF: Logarithm = Logarithm {
    function: "−libm::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.08ab719f11758434fe3ap-21", 0x3ea0_8ab7_19f1_1759),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-libm-logf.json",
    sha256: "34ca4d3e911dc696d11c1e9adf50f9eacd4f70912a847df14c45140f2b341048",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound::new("0x1.00ac0043e008p-29", 0x3e20_0ac0_043e_0080),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "ffb7a784c9d70e26fbee02bfd9c23e044c1b2675fab7e3089981523d46c6a0d3",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound::new("0x1.0306408p-49", 0x3ce0_3064_0800_0000),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "55d8e65c3f64884805ab7804d088c6b8e4b5c7c5ef614dc2bfc55a9c0c4191ca",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound::new("0x1.ep-59", 0x3c4e_0000_0000_0000),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "3c84dfbbb3643e727e4af269afd0ceedcc3d832e508c57b0c5c2506e103b853e",
};

/// The certified error of `−f32::ln`.
pub const STD_F32: Logarithm = Logarithm {
    function: "−f32::ln",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.ffffe41e229783c54b0cp-22", 0x3e9f_fffe_41e2_2979),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-std-f32.json",
    sha256: "ff0125a177f741a57e127535cba852aaf19435870e2ae182709d46d4d4bd3b21",
};

/// The certified error of `−f64::ln`.
pub const STD_F64: Logarithm = Logarithm {
    function: "−f64::ln",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-std-f64.json",
    sha256: "fc944e92c146d1e4b14ad73ff512b7948bb2eadadb244b607b287e73d77d7d5d",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound::new("0x1.1ep-30", 0x3e11_e000_0000_0000),
    relative: UpperBound::new("0x1p-24", 0x3e70_0000_0000_0000),
    certificate: "certificates/kernel-table-f32.json",
    sha256: "2408f1eb3fc7633a8dd7fe7bd2fffb05ef04c18d990db04c9842b331025f9074",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound::new("0x1.0d8001p-61", 0x3c20_d800_1000_0000),
    relative: UpperBound::new("0x1p-53", 0x3ca0_0000_0000_0000),
    certificate: "certificates/kernel-table-f64.json",
    sha256: "8fc7729e2fe8af15ccb718c1195db7790dc57fe98e8e83df7200a23c17c20cd5",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32-count.json`.
pub const MECHANISM_BINARY32_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000; released as a multiple of 1 from -320 to 1320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1006398134785402",
    shift: UpperBound::new(
        "0x1.4f2596fd8735cb529f185a8b95501f1005364ed63756fb718p-13",
        0x3f24_f259_6fd8_735d,
    ),
    epsilon_prime: UpperBound::new(
        "1579315869587839925854382111472046690735220350618263102419/15692754338466701909589473558019166040255888611160086282240",
        0x3fb9_c387_e390_dcd8,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary32-count.json",
    sha256: "ab25f8a99738cb88937b2a4b0f2b48586b314901de012aa171faf506b0bf3e08",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32.json`.
pub const MECHANISM_BINARY32: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary32 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.009290985070468",
    shift: UpperBound::new("0x1.3025c0f023c01531953579158864c83356f3c55896cd7c7p-19", 0x3ec3_025c_0f02_3c02),
    epsilon_prime: UpperBound::new(
        "0x1.0260e4dd0678d7ac2219c1518b2fe0d2aab1a5359d72c2a3p0",
        0x3ff0_260e_4dd0_678e,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary32.json",
    sha256: "d4cc36d2073d5aa7a40d1bef6682edcff5d8857b3cc74b01023b2896255dcc0c",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-count.json`.
pub const MECHANISM_BINARY64_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000001137949126",
    shift: UpperBound::new("0x1.e8bed27a7500a8039892d3a804fff756140d6a84aaep-33", 0x3dee_8bed_27a7_500b),
    epsilon_prime: UpperBound::new(
        "392319304900569260987636149824321406741922315461172860801/3923188584616675477397368389504791510063972152790021570560",
        0x3fb9_999b_8258_6df3,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary64-count.json",
    sha256: "3d1d7ae2f9a5dd4988184ba66ac654c6c7a58c30f2ab18bac00104fd94553c2e",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-deep.json`.
pub const MECHANISM_BINARY64_DEEP: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits in 256 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -128 to 128, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000119147",
    shift: UpperBound::new("0x1.06014d80010007f0086c00080000aa674aaa8aabp-45", 0x3d20_6014_d800_1001),
    epsilon_prime: UpperBound::new(
        "0x1.000000008300a76eb438dfc5a31d7ca7ee0bd3047a1680f9p0",
        0x3ff0_0000_0008_300b,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary64-deep.json",
    sha256: "01a5c491b245792850139efc14d43bca3d27826b109f64687213a48ecb23c8e0",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-midpoint.json`.
pub const MECHANISM_BINARY64_MIDPOINT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000007512697113",
    shift: UpperBound::new(
        "0x1.70c1821d2e9c9cc8ee320560f66ee9ba46caf5bc472e72d39p-29",
        0x3e27_0c18_21d2_e9ca,
    ),
    epsilon_prime: UpperBound::new(
        "0x1.00007e0ac9d4e7a923a841db83b22a355ea15fa88dca5287p0",
        0x3ff0_0007_e0ac_9d4f,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary64-midpoint.json",
    sha256: "6857efedac58f634e2d4818b772f8f797ca3c019584925a4ae122f6e4c6e9273",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64.json`.
pub const MECHANISM_BINARY64: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000017283",
    shift: UpperBound::new("0x1.300a6c0008000780436000400005533a55545558p-48", 0x3cf3_00a6_c000_8001),
    epsilon_prime: UpperBound::new(
        "0x1.000000001300a6d956d9a5aeff84f2b75aba45007d3ea4cep0",
        0x3ff0_0000_0001_300b,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-binary64.json",
    sha256: "a2a073bd68291c62226bc1b9a3fa5de367822d1455d4743182cb36e423dfbf59",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-32-24.json`.
pub const MECHANISM_FIXED_32_24: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-32-24 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000610351600864",
    shift: UpperBound::new("0x1.3fffff001e0155555355555888888333333c57c56c57c7p-23", 0x3e83_ffff_f001_e016),
    epsilon_prime: UpperBound::new(
        "0x1.002800002a2e6a7e04a3423da23618964d5faae4a9ac00bfp0",
        0x3ff0_0280_0002_a2e7,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-fixed-32-24.json",
    sha256: "ba889237a163be37abdfeda2558fafd36afcd7e9e04297463ba45c83b9a79857",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40-count.json`.
pub const MECHANISM_FIXED_64_40_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in fixed-64-40 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000000002339847",
    shift: UpperBound::new("0x1.0144ce871401fff60000000000006aaaaaaaaaaaep-41", 0x3d60_144c_e871_4020),
    epsilon_prime: UpperBound::new(
        "1569275437518533052396647005765653624163216531549787895309/15692754338466701909589473558019166040255888611160086282240",
        0x3fb9_9999_9a9a_de69,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-fixed-64-40-count.json",
    sha256: "0077d9016a848f60baa7c443086158d9c4163dc9ac08bcfd3b46af020a4df61c",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40.json`.
pub const MECHANISM_FIXED_64_40: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000001863569",
    shift: UpperBound::new("0x1.002077ffffffffff0000000000000aaaaaaaaaaabp-41", 0x3d60_0207_8000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.000000080103caac04fd2798de205b2eb97b60a83c359f36p0",
        0x3ff0_0000_0080_103d,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/mechanism-fixed-64-40.json",
    sha256: "2b884bb1612bead94c9f5ab4aff0e56e53b27e70801df68396b5a6443a2c8038",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-globe.json`.
pub const PLANAR_BINARY64_GLOBE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.212c26p7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; places of longitude from 57/25 to 121/50 and latitude from 4881/100 to 489/10, projected to (0x1.1ea7f6cfp16·(longitude − 0x1.2cccdp1), 0x1.b266ed805p16·(latitude − 0x1.86d70ap5)); released as multiples of 1, x from -5137 to 5137 and y from -5005 to 5005, or as outside: for all these within 200 on the ellipsoid of WGS 84 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294311808459; at any distance d on the ellipsoid of WGS 84, with at most 7.2620404e-11 + 0.006931471558679191·d",
    shift: UpperBound::new(
        "0x1.1a9162e572db62571fd0ea679d0b10cec95203af094027237f3763c89431c0359235cb1e08c0e00dfbc4f025b02ac292dd8885ad7c8d9641cad156p-37",
        0x3da1_a916_2e57_2db7,
    ),
    epsilon_prime: UpperBound::new(
        "41227924290060056072283759848866932413780825984273548799635732821/29739662017567619202922348882957416757709363778314869411250438144",
        0x3ff6_2e42_f1bd_920d,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/planar-binary64-globe.json",
    sha256: "ee68f8d631bb49f1dc8b97c3021d50a2f997970d7b484573a54ef53e3517de8b",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-inverse.json`.
pub const PLANAR_BINARY64_INVERSE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in binary64, its radius by the inverse distribution function from midpoints of 2^63 cells; points of error 0, read with error 0, clamped into x from -200 to 200 and y from -200 to 200; released as multiples of 1, x from -400 to 400 and y from -400 to 400, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000003620195505; at any distance d, with at most 3.6201956e-6 + 0.01·d",
    shift: UpperBound::new(
        "0x1.e5e3ef0e08ec102b8925c8d4861b5603c4ecc2962044196b5f02d7a7e80cfd2625d8adfeb88631b5942df27d9f971d4e44659bed0fb5b9bd6cb713deccp-22",
        0x3e9e_5e3e_f0e0_8ec2,
    ),
    epsilon_prime: UpperBound::new(
        "0x1.00003cbc9f0d4a45ae6f3687153a627ba351f9f29aaf1217p0",
        0x3ff0_0003_cbc9_f0d5,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/planar-binary64-inverse.json",
    sha256: "e0ce8a0b4fdae26fd8ded6e2b6aaeb15657e48e77e78c7eacf17b251e65eb244",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64.json`.
pub const PLANAR_BINARY64: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.2089fep7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; points of error 0, read with error 0, clamped into x from -5000 to 5000 and y from -5000 to 5000; released as multiples of 1, x from -5000 to 5000 and y from -5000 to 5000, or as outside: for all these within 200 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294246813194; at any distance d, with at most 6.335223e-11 + 0.006931471233749209·d",
    shift: UpperBound::new(
        "0x1.169ffbbe3b745e4b1fbe82b616e78121a21d46d18b013f71bf178401e36a2cfd37be5fbc4e1c79ab1f3a2bcbad5013abe1420bc5779c753abf6b32p-37",
        0x3da1_69ff_bbe3_b746,
    ),
    epsilon_prime: UpperBound::new(
        "82275227869820195871513023193638220797586259032334226034530460077/59349036511515552459910522120646735191286107067024443322151206912",
        0x3ff6_2e42_e04b_2143,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/planar-binary64.json",
    sha256: "09904c918711661e681d12ac5fb301fdef0de0b75ee78a6b6574923b1fae759f",
};

/// The certified ε′ of the mechanism of `certificates/planar-fixed-64-32-disc.json`.
pub const PLANAR_FIXED_64_32_DISC: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in fixed-64-32, its radius from two draws of exponent and 52 bits; points of error 0, read with error 0, clamped into x from -500 to 500 and y from -500 to 500; released as multiples of 1, cells inside the disc of radius 1000, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000002248796; at any distance d, with at most 2.2487954e-9 + 0.01·d",
    shift: UpperBound::new(
        "0x1.3511cb231bcb57514eb2497ec830fec4e12f5dbeb4383be58893cf9323d91f9b9f169e36b9fcf26d8506b566f2f18a33547fcdc8371f2c8e9d2b325ep-32",
        0x3df3_511c_b231_bcb6,
    ),
    epsilon_prime: UpperBound::new(
        "0x1.00000009a8939f70aedb43a31242dc54d874d9f1e818742ep0",
        0x3ff0_0000_009a_893a,
    ),
    above: UpperBound::new("0", 0),
    below: UpperBound::new("0", 0),
    certificate: "certificates/planar-fixed-64-32-disc.json",
    sha256: "949f38592690802644201412d9ad41f5fb4ca1d3b162703c66eadd13157c7014",
};
