//! Written by scripts/certificates from the files in certificates/. Do not edit; a test compares.

use super::{CosSin, InverseTail, Logarithm, Mechanism, UpperBound};

/// The certified error of `−core_math::log`.
pub const CORE_MATH_LOG: Logarithm = Logarithm {
    function: "−core_math::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-core-math-log.json",
    sha256: "9737f100a9e398f7d6d675cfb606b48a30fac4444f009ecb1bbbd61846b1a663",
};

/// The certified error of `−core_math::logf`.
pub const CORE_MATH_LOGF: Logarithm = Logarithm {
    function: "−core_math::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.ffffe41e229783c54b0cp-22", 0x3e9f_fffe_41e2_2979),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-core-math-logf.json",
    sha256: "4c4fc20e530c40223a2d53ac9755cba355b6019891d52c25f1db7ec84a5972c5",
};

/// The certified error of `kdelta_finite::cos_sin::cos_sin`.
pub const COS_SIN: CosSin = CosSin {
    function: "kdelta_finite::cos_sin::cos_sin",
    format: "fixed point, 62 fraction bits",
    domain: "from 0 and below 1: turn·2^-64 for the integers 0 ≤ turn < 2^64",
    absolute: UpperBound::new("0x1.bcp-63", 0x3c0b_c000_0000_0000),
    certificate: "certificates/kernel-cos-sin.json",
    sha256: "54d08636fafe9f272960c28f6f8d45c8a757b3c72cae18ae1ad61e236b8ba0cb",
};

/// The certified error of `kdelta_finite::inverse_tail_integer::inverse_tail_64`.
pub const INVERSE_TAIL_64: InverseTail = InverseTail {
    function: "kdelta_finite::inverse_tail_integer::inverse_tail_64",
    format: "fixed point, 58 fraction bits",
    domain: "from 0 and below 0x1.fep5: x·2^-58 for the integers 0 ≤ x < 2^64 − 2^56",
    absolute: UpperBound::new("0x1.9p-58", 0x3c59_0000_0000_0000),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-inverse-tail-64.json",
    sha256: "30179d3a6f6a748aea2cc581b794fa83ae94847c0c5ae9826f9206bfaf22b6f0",
};

/// The certified error of `kdelta_finite::inverse_tail::inverse_tail_f32`.
pub const INVERSE_TAIL_F32: InverseTail = InverseTail {
    function: "kdelta_finite::inverse_tail::inverse_tail_f32",
    format: "binary32",
    domain: "from 0 and below 0x1.ffffffffp30: every binary32 number in between",
    absolute: UpperBound::new("0x1.8p-57", 0x3c68_0000_0000_0000),
    relative: UpperBound::new("0x1.00000009p-24", 0x3e70_0000_0090_0000),
    certificate: "certificates/kernel-inverse-tail-f32.json",
    sha256: "a728250f27e91819cf20ff80ae4e5f69adfe509c53579db401100b3eb98993e1",
};

/// The certified error of `kdelta_finite::inverse_tail::inverse_tail_f64`.
pub const INVERSE_TAIL_F64: InverseTail = InverseTail {
    function: "kdelta_finite::inverse_tail::inverse_tail_f64",
    format: "binary64",
    domain: "from 0 and below 0x1.ffffffffp30: every binary64 number in between",
    absolute: UpperBound::new("0x1.4p-57", 0x3c64_0000_0000_0000),
    relative: UpperBound::new("0x1.1cp-53", 0x3ca1_c000_0000_0000),
    certificate: "certificates/kernel-inverse-tail-f64.json",
    sha256: "29a762673a64c04625c028cbb68b93401307e65c7e0b303f74fe930b28a3969b",
};

/// The certified error of `−libm::log`.
pub const LIBM_LOG: Logarithm = Logarithm {
    function: "−libm::log",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-libm-log.json",
    sha256: "181705978ae35991f7ab8e8bdfe42ba82672f4b9ef65ba1dedca8f649fa52023",
};

/// The certified error of `−libm::logf`.
pub const LIBM_LOGF: Logarithm = Logarithm {
    function: "−libm::logf",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.08ab719f11758434fe3ap-21", 0x3ea0_8ab7_19f1_1759),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-libm-logf.json",
    sha256: "f40c9b6bdffc02cf84489700ce71ae67eed96097e093f26ab3a9d0480f54488a",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_16`.
pub const SHIFT_ADD_16: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_16",
    format: "fixed point, 28 fraction bits",
    domain: "from 0x1p-16 and below 1: x·2^-16 for the integers 1 ≤ x < 2^16",
    absolute: UpperBound::new("0x1.00ac0043e008p-29", 0x3e20_0ac0_043e_0080),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-16.json",
    sha256: "3cd855a47b63411f563b72fc1241d769831512683812d7fdbaf1519c86f1c1cb",
};

/// The certified error of `kdelta_finite::ln::shift_add::minus_ln_32`.
pub const SHIFT_ADD_32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::minus_ln_32",
    format: "fixed point, 48 fraction bits",
    domain: "from 0x1p-32 and below 1: x·2^-32 for the integers 1 ≤ x < 2^32",
    absolute: UpperBound::new("0x1.0306408p-49", 0x3ce0_3064_0800_0000),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-32.json",
    sha256: "13a3d5e1e50510ce56cc434a93d505f9e997d833f157b933b0288c0f7bfd4ffa",
};

/// The certified error of `kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}`.
pub const SHIFT_ADD_64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::shift_add::{minus_ln_64, minus_ln_scaled}",
    format: "fixed point, 58 fraction bits",
    domain: "from 0x1p-91 and below 1: n·2^(−64−e) for the integers 2^63 ≤ n < 2^64 and 0 ≤ e ≤ 90",
    absolute: UpperBound::new("0x1.ep-59", 0x3c4e_0000_0000_0000),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-shift-add-64.json",
    sha256: "93a20a8d415f9cd878a53c3f9e4a14a50d91ea63acb6fa8f4fb30b222cfdc6f5",
};

/// The certified error of `−f32::ln`.
pub const STD_F32: Logarithm = Logarithm {
    function: "−f32::ln",
    format: "binary32",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.ffffe41e229783c54b0cp-22", 0x3e9f_fffe_41e2_2979),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-std-f32.json",
    sha256: "43a4df7729c80a7bef9e03927b0016e2f1a8d2ca06c61fe39a9648a3ecbe6b5d",
};

/// The certified error of `−f64::ln`.
pub const STD_F64: Logarithm = Logarithm {
    function: "−f64::ln",
    format: "binary64",
    domain: "from 0x1p-24 and below 1: x·2^-24 for the integers 1 ≤ x < 2^24",
    absolute: UpperBound::new("0x1.a06bb56359018p-50", 0x3cda_06bb_5635_9018),
    relative: UpperBound::new("0", 0x0000_0000_0000_0000),
    certificate: "certificates/kernel-std-f64.json",
    sha256: "b0165a32b25ed38b56331318259a3fba0da09e9a2f2bec1bd390db3669fbb8cf",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f32`.
pub const TABLE_F32: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f32",
    format: "binary32",
    domain: "from 0x1p-64 and below 1: every binary32 number in between",
    absolute: UpperBound::new("0x1.1ep-30", 0x3e11_e000_0000_0000),
    relative: UpperBound::new("0x1p-24", 0x3e70_0000_0000_0000),
    certificate: "certificates/kernel-table-f32.json",
    sha256: "a569ab530b65bbbe176d258371efd3043715779df83b2c58bbe93b614c3ac8cc",
};

/// The certified error of `kdelta_finite::ln::table::minus_ln_f64`.
pub const TABLE_F64: Logarithm = Logarithm {
    function: "kdelta_finite::ln::table::minus_ln_f64",
    format: "binary64",
    domain: "from 0x1p-1000 and below 1: every binary64 number in between",
    absolute: UpperBound::new("0x1.0d8001p-61", 0x3c20_d800_1000_0000),
    relative: UpperBound::new("0x1p-53", 0x3ca0_0000_0000_0000),
    certificate: "certificates/kernel-table-f64.json",
    sha256: "682ebeebd117a78848a03cb0e3dbf2ca632895097933dc5e8254421543939f41",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32-count.json`.
pub const MECHANISM_BINARY32_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000; released as a multiple of 1 from -320 to 1320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1006398134785402; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0003198557 and κ₋ ≤ 0.00031995779",
    shift: UpperBound::new(
        "0x1.4f2596fd8735cb529f185a8b95501f1005364ed63756fb718p-13",
        0x3f24_f259_6fd8_735d,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "1579315869587839925854382111472046690735220350618263102419/15692754338466701909589473558019166040255888611160086282240",
        0x3fb9_c387_e390_dcd8,
    ),
    above: UpperBound::new("0x1.4f649c1d9809986e496c826799d7d6b0d17ad02791226p-12", 0x3f34_f649_c1d9_809a),
    below: UpperBound::new("0x1.4f8003569bcf11e413703afcb831700b708ce545095c9p-12", 0x3f34_f800_3569_bcf2),
    certificate: "certificates/mechanism-binary32-count.json",
    sha256: "4bf07a181a9cb4828d505a836da7b759654f88970dcd8a993c98aafe590201a7",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary32.json`.
pub const MECHANISM_BINARY32: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary32 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.009290985070468; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0046347023 and κ₋ ≤ 0.0046562828",
    shift: UpperBound::new("0x1.3025c0f023c01531953579158864c83356f3c55896cd7c7p-19", 0x3ec3_025c_0f02_3c02),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.0260e4dd0678d7ac2219c1518b2fe0d2aab1a5359d72c2a3p0",
        0x3ff0_260e_4dd0_678e,
    ),
    above: UpperBound::new("0x1.2fbd66b3ec02511a4a16e94f860a989f546f7087e4ffb9p-8", 0x3f72_fbd6_6b3e_c026),
    below: UpperBound::new("0x1.312776528cd55b07cfaa683ba9d63a0b5d35c5158dc2eap-8", 0x3f73_1277_6528_cd56),
    certificate: "certificates/mechanism-binary32.json",
    sha256: "ad1507feddb88b8e09b2806e9c424f0c6dd9d605f8320deaa7f2d8c1340cb5af",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-count.json`.
pub const MECHANISM_BINARY64_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000001137949126; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.6897455e-8 and κ₋ ≤ 5.6897458e-8",
    shift: UpperBound::new("0x1.e8bed27a7500a8039892d3a804fff756140d6a84aaep-33", 0x3dee_8bed_27a7_500b),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "392319304900569260987636149824321406741922315461172860801/3923188584616675477397368389504791510063972152790021570560",
        0x3fb9_999b_8258_6df3,
    ),
    above: UpperBound::new("0x1.e8bed36f56e73d80fb81af5978e557729b0893e93ap-25", 0x3e6e_8bed_36f5_6e74),
    below: UpperBound::new("0x1.e8bed541e2ee7c01b2855b189c60283fb7fb75fb98p-25", 0x3e6e_8bed_541e_2ee8),
    certificate: "certificates/mechanism-binary64-count.json",
    sha256: "49945eee7f7b7c42183c4d65f17be5b9efdf7e09d78c6215215d1425af75e5ff",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-deep.json`.
pub const MECHANISM_BINARY64_DEEP: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits in 256 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -128 to 128, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000119147; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.9573065e-11 and κ₋ ≤ 5.9573065e-11",
    shift: UpperBound::new("0x1.06014d80010007f0086c00080000aa674aaa8aabp-45", 0x3d20_6014_d800_1001),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.000000008300a76eb438dfc5a31d7ca7ee0bd3047a1680f9p0",
        0x3ff0_0000_0008_300b,
    ),
    above: UpperBound::new("0x1.06014edd46ecea637c966127314c84cb04eebep-34", 0x3dd0_6014_edd4_6ecf),
    below: UpperBound::new("0x1.06014edd89f694b30fdf917886e2c746e36b45e4p-34", 0x3dd0_6014_edd8_9f6a),
    certificate: "certificates/mechanism-binary64-deep.json",
    sha256: "c9e7c25cc1003162b8a1acf540d72de1bb96b2aa765cc8667d43483cc8d5e6d1",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64-midpoint.json`.
pub const MECHANISM_BINARY64_MIDPOINT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000007512697113; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.4921933e-6 and κ₋ ≤ 5.4922235e-6",
    shift: UpperBound::new(
        "0x1.70c1821d2e9c9cc8ee320560f66ee9ba46caf5bc472e72d39p-29",
        0x3e27_0c18_21d2_e9ca,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.00007e0ac9d4e7a923a841db83b22a355ea15fa88dca5287p0",
        0x3ff0_0007_e0ac_9d4f,
    ),
    above: UpperBound::new("0x1.709329778ded014699fd4c9176c6b7588dc5c6142c94p-18", 0x3ed7_0932_9778_ded1),
    below: UpperBound::new("0x1.7093ae2198a146d9db4c613bcffa8df56f3c0119efacp-18", 0x3ed7_093a_e219_8a15),
    certificate: "certificates/mechanism-binary64-midpoint.json",
    sha256: "04cb5189875aa14f1bd3d486403a5c226fc9501542438237e2f8a825021928cf",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-binary64.json`.
pub const MECHANISM_BINARY64: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000017283; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 8.6413575e-12 and κ₋ ≤ 8.6413575e-12",
    shift: UpperBound::new("0x1.300a6c0008000780436000400005533a55545558p-48", 0x3cf3_00a6_c000_8001),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.000000001300a6d956d9a5aeff84f2b75aba45007d3ea4cep0",
        0x3ff0_0000_0001_300b,
    ),
    above: UpperBound::new("0x1.300a6d9567f5f7f3cb4fab4657b6143ca06d082p-37", 0x3da3_00a6_d956_7f60),
    below: UpperBound::new("0x1.300a6d95733ebdec254eaba4ff928bd3076791ap-37", 0x3da3_00a6_d957_33ec),
    certificate: "certificates/mechanism-binary64.json",
    sha256: "61db139be808e22683b3e50c6399199926d4fc96ab1c8d6610a8a75ba463f09e",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-32-24.json`.
pub const MECHANISM_FIXED_32_24: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-32-24 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000610351600864; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.00030512924 and κ₋ ≤ 0.00030522237",
    shift: UpperBound::new("0x1.3fffff001e0155555355555888888333333c57c56c57c7p-23", 0x3e83_ffff_f001_e016),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.002800002a2e6a7e04a3423da23618964d5faae4a9ac00bfp0",
        0x3ff0_0280_0002_a2e7,
    ),
    above: UpperBound::new("0x1.3ff381518e38429a2f3e01e20673b7f78be2417be4ec1p-12", 0x3f33_ff38_1518_e385),
    below: UpperBound::new("0x1.400c8151586f9db004e5d8415b15acde6ecc091edb1fep-12", 0x3f34_00c8_1515_86fa),
    certificate: "certificates/mechanism-fixed-32-24.json",
    sha256: "c3b48463ba022e642f4368225945c64509a53f1d37dd73a68b5fe731c0e7a4cd",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40-count.json`.
pub const MECHANISM_FIXED_64_40_COUNT: Mechanism = Mechanism {
    claim: "Laplace noise of scale 10 for ε = 1/10 in fixed-64-40 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000000002339847; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.1699231e-10 and κ₋ ≤ 1.1699231e-10",
    shift: UpperBound::new("0x1.0144ce871401fff60000000000006aaaaaaaaaaaep-41", 0x3d60_144c_e871_4020),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "1569275437518533052396647005765653624163216531549787895309/15692754338466701909589473558019166040255888611160086282240",
        0x3fb9_9999_9a9a_de69,
    ),
    above: UpperBound::new("0x1.0144cf625c97d19af6bd063874ad05a7d361751ep-33", 0x3de0_144c_f625_c97e),
    below: UpperBound::new("0x1.0144cf62dddd6dc17121a0482c0bb6ef02931c86p-33", 0x3de0_144c_f62d_ddd7),
    certificate: "certificates/mechanism-fixed-64-40-count.json",
    sha256: "80bd91c11c67693ab3485b336617679bf9fbcadb05c1820dd4be2b7a5a205ab5",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-fixed-64-40.json`.
pub const MECHANISM_FIXED_64_40: Mechanism = Mechanism {
    claim: "Laplace noise of scale 1 for ε = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000001863569; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 9.3178406e-10 and κ₋ ≤ 9.3178406e-10",
    shift: UpperBound::new("0x1.002077ffffffffff0000000000000aaaaaaaaaaabp-41", 0x3d60_0207_8000_0000),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.000000080103caac04fd2798de205b2eb97b60a83c359f36p0",
        0x3ff0_0000_0080_103d,
    ),
    above: UpperBound::new("0x1.00207953801dbf62032239431d792865f7197d464p-30", 0x3e10_0207_9538_01dc),
    below: UpperBound::new("0x1.0020795781218a843465dd8890e5afc417f3ea878p-30", 0x3e10_0207_9578_1219),
    certificate: "certificates/mechanism-fixed-64-40.json",
    sha256: "742986b8b776569ad5e6ac6160ef1951c87051de233469f6dbb3acbc4dfba7f7",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-gaussian-binary32.json`.
pub const MECHANISM_GAUSSIAN_BINARY32: Mechanism = Mechanism {
    claim: "Gaussian noise of standard deviation 1 for ρ = 0x1p-1 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 100; released as a multiple of 0x1p-4 from -8 to 108, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.891256545083468; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0021276299 and κ₋ ≤ 0.002127651; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5",
    shift: UpperBound::new(
        "0x1.499f4dca06cc730ecc2ad6ec0c6d9ca2e1ae5fe86ca5801954d6f7304b6aa1c50f570e0a4d96226a0c6b98dffe79aabep-16",
        0x3ef4_99f4_dca0_6cc8,
    ),
    delta: UpperBound::new("1/1000000", 0x3eb0_c6f7_a0b5_ed8e),
    epsilon_prime: UpperBound::new(
        "0x1.390a58e45eaf30f80f371d12b4460374d9a34bcd4806e7ef3c464550cp2",
        0x4013_90a5_8e45_eaf4,
    ),
    above: UpperBound::new("0x1.16df693f6c97ea8bed948476abf68f6b43f30d67244ceap-9", 0x3f61_6df6_93f6_c97f),
    below: UpperBound::new("0x1.16e01e8f015ede879474d4d2b654605e75998ace10ef8ap-9", 0x3f61_6e01_e8f0_15ee),
    certificate: "certificates/mechanism-gaussian-binary32.json",
    sha256: "079373a8a5fe9c98fc683fecc9154271aadbdd1613f4aaa401c0046ce5f13848",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-gaussian-binary64-count.json`.
pub const MECHANISM_GAUSSIAN_BINARY64_COUNT: Mechanism = Mechanism {
    claim: "Gaussian noise of standard deviation 0x1.91adb6p5 for ε = 1/10 and δ = 1/1000000000 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-5 from -512 to 1000512, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000000 and ε′ ≤ 0.1000002716215136; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.3714015e-7 and κ₋ ≤ 1.3714015e-7; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 0.019916423 and ρ ≤ 0.00019833195",
    shift: UpperBound::new(
        "0x1.7bf0d4c89b09a0a990a0d4cf75b3e9dd86b4ac710af495f7a795f148f5cf00595b81de011f28e63ee4b21f593bdabe62p-32",
        0x3df7_bf0d_4c89_b09b,
    ),
    delta: UpperBound::new("1/1000000000", 0x3e11_2e0b_e826_d695),
    epsilon_prime: UpperBound::new(
        "0x1.9999e28349cccca8ec24b4fe17ff16f7aa647e79259b4d59c68b11afep-4",
        0x3fb9_999e_2834_9ccd,
    ),
    above: UpperBound::new("0x1.2681975bcd55df9986fe11acf6801bb259f4f5090b8p-23", 0x3e82_6819_75bc_d55e),
    below: UpperBound::new("0x1.2681975bd02fed3619993229c968eac162a41caa928p-23", 0x3e82_6819_75bd_02ff),
    certificate: "certificates/mechanism-gaussian-binary64-count.json",
    sha256: "b04c284c52c1067140f575476ae9743f5d5d9dadb70e18b5bf12a0fcc9391e3a",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-gaussian-binary64.json`.
pub const MECHANISM_GAUSSIAN_BINARY64: Mechanism = Mechanism {
    claim: "Gaussian noise of standard deviation 1 for σ = 1 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -8 to 9, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.886554117479147; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 7.6619484e-12 and κ₋ ≤ 7.6619484e-12; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5",
    shift: UpperBound::new(
        "0x1.0d943d953140ab5c20eb751065e763104b202a7493eeb15317d360f8c2b06fdba182b5d440ca8ddac8000f18p-48",
        0x3cf0_d943_d953_140b,
    ),
    delta: UpperBound::new("1/1000000", 0x3eb0_c6f7_a0b5_ed8e),
    epsilon_prime: UpperBound::new(
        "0x1.38bd4d7b2d40b74b656b15800682d12199108dcd34cb280ff570fbaf1p2",
        0x4013_8bd4_d7b2_d40c,
    ),
    above: UpperBound::new("0x1.0d94b21d62809452fbfbd08790c0390b61db4cep-37", 0x3da0_d94b_21d6_280a),
    below: UpperBound::new("0x1.0d94b21d6b5f97775e4d4129f569e9703f968f8p-37", 0x3da0_d94b_21d6_b5fa),
    certificate: "certificates/mechanism-gaussian-binary64.json",
    sha256: "52d843885ff761f22cb5510fce95019b35f50234e1bf5bee255f294f218105b7",
};

/// The certified ε′ of the mechanism of `certificates/mechanism-gaussian-fixed-64-40.json`.
pub const MECHANISM_GAUSSIAN_FIXED_64_40: Mechanism = Mechanism {
    claim: "Gaussian noise of standard deviation 1 for σ = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -8 to 9, or as outside: for all answers within 1 and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 4.886554119521911; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 9.3191812e-10 and κ₋ ≤ 9.3191812e-10; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 1 and ρ ≤ 0.5",
    shift: UpperBound::new(
        "0x1.0029798c0f5c042e95bdf4f18237bf1bbb091a54e927dd62a62fa6c1f18560dfb743056ba881951bb590001e3p-41",
        0x3d60_0297_98c0_f5c1,
    ),
    delta: UpperBound::new("1/1000000", 0x3eb0_c6f7_a0b5_ed8e),
    epsilon_prime: UpperBound::new(
        "0x1.38bd4d7d5ec37a4b9b752df384d95e4637e9006278ac52d263c84f99ap2",
        0x4013_8bd4_d7d5_ec38,
    ),
    above: UpperBound::new("0x1.0029e84580b2774ef8b82211020e84186aabb3e24p-30", 0x3e10_029e_8458_0b28),
    below: UpperBound::new("0x1.0029e84981fca35ad8356f03aaf43bfbb0947850cp-30", 0x3e10_029e_8498_1fcb),
    certificate: "certificates/mechanism-gaussian-fixed-64-40.json",
    sha256: "ec181d72e9662b3b37ba6f05e19795976daf9ce18cf43c3bd0eac66554679124",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-globe.json`.
pub const PLANAR_BINARY64_GLOBE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.212c26p7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; places of longitude from 57/25 to 121/50 and latitude from 4881/100 to 489/10, projected to (0x1.1ea7f6cfp16·(longitude − 0x1.2cccdp1), 0x1.b266ed805p16·(latitude − 0x1.86d70ap5)); released as multiples of 1, x from -5137 to 5137 and y from -5005 to 5005, or as outside: for all these within 200 on the ellipsoid of WGS 84 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294311808459; at any distance d on the ellipsoid of WGS 84, with at most 7.2620404e-11 + 0.006931471558679191·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 3.2124381e-11 and κ₋ ≤ 3.2124381e-11",
    shift: UpperBound::new(
        "0x1.1a9162e572db62571fd0ea679d0b10cec95203af094027237f3763c89431c0359235cb1e08c0e00dfbc4f025b02ac292dd8885ad7c8d9641cad156p-37",
        0x3da1_a916_2e57_2db7,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "41227924290060056072283759848866932413780825984273548799635732821/29739662017567619202922348882957416757709363778314869411250438144",
        0x3ff6_2e42_f1bd_920d,
    ),
    above: UpperBound::new("0x1.1a91acb70a775cc9bbb7827c4900d166db9f5208p-35", 0x3dc1_a91a_cb70_a776),
    below: UpperBound::new("0x1.1a91acb71df5a1b939cfc6d9c4209da2f1f0ad7p-35", 0x3dc1_a91a_cb71_df5b),
    certificate: "certificates/planar-binary64-globe.json",
    sha256: "57deef40084b4f913071e744bdc302e3553332a56dfcf0aee14a401f66b4da94",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64-inverse.json`.
pub const PLANAR_BINARY64_INVERSE: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in binary64, its radius by the inverse distribution function from midpoints of 2^63 cells; points of error 0, read with error 0, clamped into x from -200 to 200 and y from -200 to 200; released as multiples of 1, x from -400 to 400 and y from -400 to 400, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000003620195505; at any distance d, with at most 3.6201956e-6 + 0.01·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.810097e-6 and κ₋ ≤ 1.8100986e-6",
    shift: UpperBound::new(
        "0x1.e5e3ef0e08ec102b8925c8d4861b5603c4ecc2962044196b5f02d7a7e80cfd2625d8adfeb88631b5942df27d9f971d4e44659bed0fb5b9bd6cb713deccp-22",
        0x3e9e_5e3e_f0e0_8ec2,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.00003cbc9f0d4a45ae6f3687153a627ba351f9f29aaf1217p0",
        0x3ff0_0003_cbc9_f0d5,
    ),
    above: UpperBound::new("0x1.e5e4ea0174411e236050676ed75df6f27e3b7a2fe9ap-20", 0x3ebe_5e4e_a017_4412),
    below: UpperBound::new("0x1.e5e506d33019c8d00820ec37505c3e2d20ee30c137dp-20", 0x3ebe_5e50_6d33_019d),
    certificate: "certificates/planar-binary64-inverse.json",
    sha256: "63178d4c9c2dc34e9843dfff69abf00173d57e3dc2d7dd9ece75bdb5f6fb53f7",
};

/// The certified ε′ of the mechanism of `certificates/planar-binary64.json`.
pub const PLANAR_BINARY64: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 0x1.2089fep7 for ε = 0x1.62e42fefa39ef35p0 per distance 200 in binary64, its radius from two draws of exponent and 52 bits in 256 bits; points of error 0, read with error 0, clamped into x from -5000 to 5000 and y from -5000 to 5000; released as multiples of 1, x from -5000 to 5000 and y from -5000 to 5000, or as outside: for all these within 200 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.386294246813194; at any distance d, with at most 6.335223e-11 + 0.006931471233749209·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 3.1676115e-11 and κ₋ ≤ 3.1676115e-11",
    shift: UpperBound::new(
        "0x1.169ffbbe3b745e4b1fbe82b616e78121a21d46d18b013f71bf178401e36a2cfd37be5fbc4e1c79ab1f3a2bcbad5013abe1420bc5779c753abf6b32p-37",
        0x3da1_69ff_bbe3_b746,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "82275227869820195871513023193638220797586259032334226034530460077/59349036511515552459910522120646735191286107067024443322151206912",
        0x3ff6_2e42_e04b_2143,
    ),
    above: UpperBound::new("0x1.16a044da077484612d6c68603850da5f097c5a68p-35", 0x3dc1_6a04_4da0_7749),
    below: UpperBound::new("0x1.16a044da1a687d13ccde3b08bd32e20c3e3d9038p-35", 0x3dc1_6a04_4da1_a688),
    certificate: "certificates/planar-binary64.json",
    sha256: "debdfe12a17cccfd8f25fa702abb816ed2ac09372ed3ce2a9483f0a89802640d",
};

/// The certified ε′ of the mechanism of `certificates/planar-fixed-64-32-disc.json`.
pub const PLANAR_FIXED_64_32_DISC: Mechanism = Mechanism {
    claim: "Planar Laplace noise of scale 100 for ε = 1 per distance 100 in fixed-64-32, its radius from two draws of exponent and 52 bits; points of error 0, read with error 0, clamped into x from -500 to 500 and y from -500 to 500; released as multiples of 1, cells inside the disc of radius 1000, or as outside: for all these within 100 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000002248796; at any distance d, with at most 2.2487954e-9 + 0.01·d; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.1243977e-9 and κ₋ ≤ 1.1243977e-9",
    shift: UpperBound::new(
        "0x1.3511cb231bcb57514eb2497ec830fec4e12f5dbeb4383be58893cf9323d91f9b9f169e36b9fcf26d8506b566f2f18a33547fcdc8371f2c8e9d2b325ep-32",
        0x3df3_511c_b231_bcb6,
    ),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.00000009a8939f70aedb43a31242dc54d874d9f1e818742ep0",
        0x3ff0_0000_009a_893a,
    ),
    above: UpperBound::new("0x1.351273eca0b83e9d9410cb0dba3581371f821b088p-30", 0x3e13_5127_3eca_0b84),
    below: UpperBound::new("0x1.351273ef8afe924b307fec077be7b5455a8402034p-30", 0x3e13_5127_3ef8_afea),
    certificate: "certificates/planar-fixed-64-32-disc.json",
    sha256: "069d38d1330407c57da4b036607bc2feac0debc2cfb86eec398522307185b284",
};

/// The certified ε′ of the mechanism of `certificates/vector-binary64.json`.
pub const VECTOR_BINARY64: Mechanism = Mechanism {
    claim: "A vector of 1000 values with independent Laplace noise of scale 3 for ε = 1 in binary64 from lazily drawn exponent and 52 bits; a query of which one individual changes at most 3 of the values as computed, the exact ones by at most 3 in sum; each of error 0, read with error 0, clamped from 0 to 1000000; each released as a multiple of 0x1p-9 from -96 to 1000096, or as outside: for all answers that differ in at most 3 values and by at most 3 in sum and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000001365214054; the values in which two answers agree have the same law for both and cancel; every output of the at most 3 others together is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 6.8260695e-7 and κ₋ ≤ 6.8260711e-7",
    shift: UpperBound::new("0x1.e8a10d69894038039f6b0c4a017ff70ca79daff6001p-33", 0x3dee_8a10_d698_9404),
    delta: UpperBound::new("0", 0x0000_0000_0000_0000),
    epsilon_prime: UpperBound::new(
        "0x1.000016e78cb9f8e7e62d4fbcbafd3e4466e7756b9a2bf36cp0",
        0x3ff0_0001_6e78_cba0,
    ),
    above: UpperBound::new("0x1.6e78c8e411aeeeaee67e33b977ca4e5734364ef6d94p-21", 0x3ea6_e78c_8e41_1aef),
    below: UpperBound::new("0x1.6e78ce5b0b4dd6fb11192bee50c28e97793cf68794ap-21", 0x3ea6_e78c_e5b0_b4de),
    certificate: "certificates/vector-binary64.json",
    sha256: "a9a4a79bb161795ad125d00caeb357689cc939d53404e937623003f9516b1bdc",
};

/// The certified ε′ of the mechanism of `certificates/vector-gaussian-binary64.json`.
pub const VECTOR_GAUSSIAN_BINARY64: Mechanism = Mechanism {
    claim: "A vector of 1000 values with independent Gaussian noise of standard deviation 0x1.9591b6p3 for ε = 1 and δ = 1/1000000 in binary64 from lazily drawn exponent and 52 bits; a query of which one individual changes at most 9 of the values as computed, the exact ones by at most 3 in the ℓ₂-norm; each of error 0, read with error 0, clamped from 0 to 10000; each released as a multiple of 0x1p-7 from -112 to 10112, or as outside: for all answers that differ in at most 9 values and by at most 3 in the ℓ₂-norm and every set T of outputs, P₁(T) ≤ e^ε′·P₂(T) + δ with δ = 1/1000000 and ε′ ≤ 0.9999999903751776; the values in which two answers agree have the same law for both and cancel; every output of the at most 9 others together is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 8.2262575e-9 and κ₋ ≤ 8.2262575e-9; with exact noise it is μ-Gaussian private and ρ-zero-concentrated private with μ ≤ 0.23670438 and ρ ≤ 0.028014481",
    shift: UpperBound::new(
        "0x1.ec9a6ac9cef724b8df9496cdeec20ef4fa8d2576e348fd279a5b4be84eff61053d05c1a612d3f82cd5e0b3a8663d4c4p-39",
        0x3d8e_c9a6_ac9c_ef73,
    ),
    delta: UpperBound::new("1/1000000", 0x3eb0_c6f7_a0b5_ed8e),
    epsilon_prime: UpperBound::new(
        "0x1.ffffffad52caa3db0ae654c88cc148aa96f41ad0d1c6ff3ffe7dad78p-1",
        0x3fef_ffff_fad5_2cab,
    ),
    above: UpperBound::new("0x1.1aa6ed0c62125a64b9af66eb558deae5033f9049b8p-27", 0x3e41_aa6e_d0c6_2126),
    below: UpperBound::new("0x1.1aa6ed107733e368f5e859801ad8bfa07b5533234p-27", 0x3e41_aa6e_d107_733f),
    certificate: "certificates/vector-gaussian-binary64.json",
    sha256: "661c4b352cef802daa1c0c8e1166655aacccc7b534e9e32c4c4e4071f8babf14",
};
