//! The constants of the logarithm, stated a second time: a number of the table that differs is refused. [`super::series`]
//! proves each nearest to partial sums of its series.

use crate::ln::shift_add::LN_FACTORS;
use creusot_std::prelude::*;

/// ln(1 + 2^-k)·2^64 to nearest, for k = 1 to 21; 0 for any other k.
#[logic]
pub fn ln_constant(k: Int) -> Int {
    if k == 1 {
        0x67cc_8fb2_fe61_2fcb
    } else if k == 2 {
        0x391f_ef8f_3534_4358
    } else if k == 3 {
        0x1e27_076e_2af2_e5ea
    } else if k == 4 {
        0x0f85_1860_08b1_5331
    } else if k == 5 {
        0x07e0_a6c3_9e0c_c013
    } else if k == 6 {
        0x03f8_1516_1f80_7c7a
    } else if k == 7 {
        0x01fe_02a6_b106_7890
    } else if k == 8 {
        0x00ff_8055_1588_5e02
    } else if k == 9 {
        0x007f_e00a_a6ac_439a
    } else if k == 10 {
        0x003f_f801_5515_621f
    } else if k == 11 {
        0x001f_fe00_2aa6_ab11
    } else if k == 12 {
        0x000f_ff80_0555_1559
    } else if k == 13 {
        0x0007_ffe0_00aa_a6ab
    } else if k == 14 {
        0x0003_fff8_0015_5515
    } else if k == 15 {
        0x0001_fffe_0002_aaa7
    } else if k == 16 {
        0x0000_ffff_8000_5555
    } else if k == 17 {
        0x0000_7fff_e000_0aab
    } else if k == 18 {
        0x0000_3fff_f800_0155
    } else if k == 19 {
        0x0000_1fff_fe00_002b
    } else if k == 20 {
        0x0000_0fff_ff80_0005
    } else if k == 21 {
        0x0000_07ff_ffe0_0001
    } else {
        0
    }
}

/// The constants by their values.
#[logic]
#[ensures(ln_constant(1) == 0x67cc_8fb2_fe61_2fcb && ln_constant(2) == 0x391f_ef8f_3534_4358)]
#[ensures(ln_constant(3) == 0x1e27_076e_2af2_e5ea && ln_constant(4) == 0x0f85_1860_08b1_5331)]
#[ensures(ln_constant(5) == 0x07e0_a6c3_9e0c_c013 && ln_constant(6) == 0x03f8_1516_1f80_7c7a)]
#[ensures(ln_constant(7) == 0x01fe_02a6_b106_7890 && ln_constant(8) == 0x00ff_8055_1588_5e02)]
#[ensures(ln_constant(9) == 0x007f_e00a_a6ac_439a && ln_constant(10) == 0x003f_f801_5515_621f)]
#[ensures(ln_constant(11) == 0x001f_fe00_2aa6_ab11 && ln_constant(12) == 0x000f_ff80_0555_1559)]
#[ensures(ln_constant(13) == 0x0007_ffe0_00aa_a6ab && ln_constant(14) == 0x0003_fff8_0015_5515)]
#[ensures(ln_constant(15) == 0x0001_fffe_0002_aaa7 && ln_constant(16) == 0x0000_ffff_8000_5555)]
#[ensures(ln_constant(17) == 0x0000_7fff_e000_0aab && ln_constant(18) == 0x0000_3fff_f800_0155)]
#[ensures(ln_constant(19) == 0x0000_1fff_fe00_002b && ln_constant(20) == 0x0000_0fff_ff80_0005)]
#[ensures(ln_constant(21) == 0x0000_07ff_ffe0_0001)]
pub fn constants() {}

/// No constant is negative.
#[logic]
#[ensures(0 <= ln_constant(k))]
pub fn constant_is_positive(k: Int) {}

/// There is no constant but those of steps 1 to 21.
#[logic]
#[ensures(k < 1 || 21 < k ==> ln_constant(k) == 0)]
pub fn no_constant(k: Int) {}

/// ln 2·2^80 to nearest.
#[logic(open)]
pub fn ln_2() -> Int {
    0xb172_17f7_d1cf_79ab_c9e4
}

/// The table holds the constants, one by one.
#[check(ghost)]
#[ensures(1 <= k@ && k@ <= 21 ==> LN_FACTORS@[k@ - 1]@ == ln_constant(k@))]
pub const fn constant_is_stated(k: u32) {
    proof_assert!({
        let _ = constants();
        let t = LN_FACTORS@;
        t[0]@ == ln_constant(1)
            && t[1]@ == ln_constant(2)
            && t[2]@ == ln_constant(3)
            && t[3]@ == ln_constant(4)
            && t[4]@ == ln_constant(5)
            && t[5]@ == ln_constant(6)
            && t[6]@ == ln_constant(7)
            && t[7]@ == ln_constant(8)
            && t[8]@ == ln_constant(9)
            && t[9]@ == ln_constant(10)
            && t[10]@ == ln_constant(11)
            && t[11]@ == ln_constant(12)
            && t[12]@ == ln_constant(13)
            && t[13]@ == ln_constant(14)
            && t[14]@ == ln_constant(15)
            && t[15]@ == ln_constant(16)
            && t[16]@ == ln_constant(17)
            && t[17]@ == ln_constant(18)
            && t[18]@ == ln_constant(19)
            && t[19]@ == ln_constant(20)
            && t[20]@ == ln_constant(21)
    });
    proof_assert!(k@ < 1 || k@ > 21 || k@ == 1 || k@ == 2 || k@ == 3 || k@ == 4 || k@ == 5 || k@ == 6 || k@ == 7 || k@ == 8 || k@ == 9 || k@ == 10 || k@ == 11 || k@ == 12 || k@ == 13 || k@ == 14 || k@ == 15 || k@ == 16 || k@ == 17 || k@ == 18 || k@ == 19 || k@ == 20 || k@ == 21);
}
