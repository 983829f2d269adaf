//! The paths of the thresholds through the steps, number by number: what leaves out the factor of step k is charged at most
//! the constant of k and the slack. Compiled for Creusot only.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-finite --test logarithm_contracts` writes this file, and the test compares. Nothing
//! rests on that: a number that is not what the step gives is refused by the verifier.

use super::{constant::*, path::*, value::*};
use crate::contract::integer::power::*;
use creusot_std::prelude::*;

/// The powers that the end divides by, with 12, 18 and 21 steps.
#[logic]
#[ensures(power(20) == 0x10_0000 && power(23) == 0x80_0000)]
#[ensures(power(14) == 0x4000 && power(35) == 0x8_0000_0000)]
#[ensures(power(11) == 0x800 && power(41) == 0x200_0000_0000)]
pub fn end_values() {
    let _ = (small_values(), sum(20, 3), sum(20, 15), sum(20, 21));
}

/// What leaves out the factor of step k is charged at most its constant and the slack.
#[logic]
#[requires(1 <= k && k <= last && (last == 12 || last == 18 || last == 21))]
#[ensures(highest(threshold(k), k + 1, last) <= ln_constant(k) + slack(last))]
pub fn threshold_is_bounded(k: Int, last: Int) {
    if last == 12 {
        threshold_is_bounded_12(k)
    } else if last == 18 {
        threshold_is_bounded_18(k)
    } else {
        threshold_is_bounded_21(k)
    }
}

/// From 1/2 on, at most ln 2 and the slack are charged.
#[logic]
#[requires(last == 12 || last == 18 || last == 21)]
#[ensures(highest(0x4000_0000_0000_0000, 1, last) <= ln_2().div_euclid(0x1_0000) + slack(last))]
pub fn half_is_bounded(last: Int) {
    if last == 12 {
        path_12_from_half()
    } else if last == 18 {
        path_18_from_half()
    } else {
        path_21_from_half()
    }
}

/// 12 steps from 1/2.
#[logic]
#[ensures(highest(0x4000_0000_0000_0000, 1, 12) <= ln_2().div_euclid(0x1_0000) + slack(12))]
pub fn path_12_from_half() {
    let _ = (small_values(), end_values(), constants());
    let _ = ended(12, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = taken(12, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = left_out(12, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = left_out(12, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = taken(12, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = left_out(12, 3, 0x7800_0000_0000_0000, 0x1085_98b5_9e39_b133);
    let _ = taken(12, 2, 0x6000_0000_0000_0000, 0x7800_0000_0000_0000, 0x1085_98b5_9e39_b133);
    let _ = taken(12, 1, 0x4000_0000_0000_0000, 0x6000_0000_0000_0000, 0x49a5_8844_d36d_f48b);
}

/// 12 steps, from the threshold of step 1.
#[logic]
#[ensures(highest(threshold(1), 2, 12) <= ln_constant(1) + slack(12))]
pub fn path_12_from_1() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(1) == 0x5555_5555_5555_5556);
    let _ = ended(12, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = taken(12, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_0000);
    let _ = left_out(12, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = left_out(12, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = left_out(12, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = taken(12, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_5e02);
    let _ = taken(12, 3, 0x6aaa_aaaa_aaaa_aaab, 0x7800_0000_0000_0000, 0x1085_98b5_9e39_b133);
    let _ = taken(12, 2, 0x5555_5555_5555_5556, 0x6aaa_aaaa_aaaa_aaab, 0x2eac_a023_c92c_971d);
}

/// 12 steps, from the threshold of step 2.
#[logic]
#[ensures(highest(threshold(2), 3, 12) <= ln_constant(2) + slack(12))]
pub fn path_12_from_2() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(2) == 0x6666_6666_6666_6668);
    let _ = ended(12, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0b2_e5fb);
    let _ = taken(12, 12, 0x7ff5_1d7b_0666_6666, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0b2_e5fb);
    let _ = left_out(12, 11, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f607_fb54);
    let _ = left_out(12, 10, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f607_fb54);
    let _ = taken(12, 9, 0x7fb5_42d9_9999_999a, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f607_fb54);
    let _ = taken(12, 8, 0x7f36_0ccc_cccc_ccce, 0x7fb5_42d9_9999_999a, 0x95_a601_9cb4_3eee);
    let _ = taken(12, 7, 0x7e39_9999_9999_999b, 0x7f36_0ccc_cccc_ccce, 0x195_2656_b23c_9cf0);
    let _ = left_out(12, 6, 0x7e39_9999_9999_999b, 0x393_28fd_6343_1580);
    let _ = taken(12, 5, 0x7a66_6666_6666_6668, 0x7e39_9999_9999_999b, 0x393_28fd_6343_1580);
    let _ = taken(12, 4, 0x7333_3333_3333_3335, 0x7a66_6666_6666_6668, 0xb73_cfc1_014f_d593);
    let _ = taken(12, 3, 0x6666_6666_6666_6668, 0x7333_3333_3333_3335, 0x1af8_e821_0a01_28c4);
}

/// 12 steps, from the threshold of step 3.
#[logic]
#[ensures(highest(threshold(3), 4, 12) <= ln_constant(3) + slack(12))]
pub fn path_12_from_3() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(3) == 0x71c7_1c71_c71c_71c8);
    let _ = ended(12, 0x7ffa_53df_51ff_fffd, 0xb_5881_b605_73fd);
    let _ = left_out(12, 12, 0x7ffa_53df_51ff_fffd, 0xb_5881_b605_73fd);
    let _ = left_out(12, 11, 0x7ffa_53df_51ff_fffd, 0xb_5881_b605_73fd);
    let _ = taken(12, 10, 0x7fda_5d47_ffff_fffe, 0x7ffa_53df_51ff_fffd, 0xb_5881_b605_73fd);
    let _ = taken(12, 9, 0x7f9a_8fff_ffff_ffff, 0x7fda_5d47_ffff_fffe, 0x4b_5083_0b1a_d61c);
    let _ = left_out(12, 8, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b1c7_19b6);
    let _ = taken(12, 7, 0x7e9d_5555_5555_5555, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b1c7_19b6);
    let _ = taken(12, 6, 0x7caa_aaaa_aaaa_aaab, 0x7e9d_5555_5555_5555, 0x2c9_3334_62cd_9246);
    let _ = taken(12, 5, 0x78e3_8e38_e38e_38e4, 0x7caa_aaaa_aaaa_aaab, 0x6c1_484a_824e_0ec0);
    let _ = taken(12, 4, 0x71c7_1c71_c71c_71c8, 0x78e3_8e38_e38e_38e4, 0xea1_ef0e_205a_ced3);
}

/// 12 steps, from the threshold of step 4.
#[logic]
#[ensures(highest(threshold(4), 5, 12) <= ln_constant(4) + slack(12))]
pub fn path_12_from_4() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(4) == 0x7878_7878_7878_787a);
    let _ = ended(12, 0x7ff8_8278_4389_6967, 0xe_fb7f_aee1_756d);
    let _ = left_out(12, 12, 0x7ff8_8278_4389_6967, 0xe_fb7f_aee1_756d);
    let _ = taken(12, 11, 0x7fe8_8567_9696_9695, 0x7ff8_8278_4389_6967, 0xe_fb7f_aee1_756d);
    let _ = left_out(12, 10, 0x7fe8_8567_9696_9695, 0x2e_f97f_d988_207e);
    let _ = taken(12, 9, 0x7fa8_b10f_0f0f_0f0e, 0x7fe8_8567_9696_9695, 0x2e_f97f_d988_207e);
    let _ = taken(12, 8, 0x7f29_8787_8787_8787, 0x7fa8_b10f_0f0f_0f0e, 0xae_d98a_8034_6418);
    let _ = taken(12, 7, 0x7e2d_2d2d_2d2d_2d2d, 0x7f29_8787_8787_8787, 0x1ae_59df_95bc_c21a);
    let _ = taken(12, 6, 0x7c3c_3c3c_3c3c_3c3d, 0x7e2d_2d2d_2d2d_2d2d, 0x3ac_5c86_46c3_3aaa);
    let _ = taken(12, 5, 0x7878_7878_7878_787a, 0x7c3c_3c3c_3c3c_3c3d, 0x7a4_719c_6643_b724);
}

/// 12 steps, from the threshold of step 5.
#[logic]
#[ensures(highest(threshold(5), 6, 12) <= ln_constant(5) + slack(12))]
pub fn path_12_from_5() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(5) == 0x7c1f_07c1_f07c_1f09);
    let _ = ended(12, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_8fbe_2ea4);
    let _ = left_out(12, 12, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_8fbe_2ea4);
    let _ = taken(12, 11, 0x7fea_667f_e174_5d17, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_8fbe_2ea4);
    let _ = taken(12, 10, 0x7fca_73e2_e8ba_2e8c, 0x7fea_667f_e174_5d17, 0x2b_36a5_ba64_d9b5);
    let _ = taken(12, 9, 0x7f8a_ae8b_a2e8_ba2f, 0x7fca_73e2_e8ba_2e8c, 0x6b_2ea7_0f7a_3bd4);
    let _ = taken(12, 8, 0x7f0b_a2e8_ba2e_8ba4, 0x7f8a_ae8b_a2e8_ba2f, 0xeb_0eb1_b626_7f6e);
    let _ = taken(12, 7, 0x7e0f_83e0_f83e_0f85, 0x7f0b_a2e8_ba2e_8ba4, 0x1ea_8f06_cbae_dd70);
    let _ = taken(12, 6, 0x7c1f_07c1_f07c_1f09, 0x7e0f_83e0_f83e_0f85, 0x3e8_91ad_7cb5_5600);
}

/// 12 steps, from the threshold of step 6.
#[logic]
#[ensures(highest(threshold(6), 7, 12) <= ln_constant(6) + slack(12))]
pub fn path_12_from_6() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(6) == 0x7e07_e07e_07e0_7e09);
    let _ = ended(12, 0x7ffa_a1d5_ba7d_e89c, 0xa_bc8e_2b97_c0d1);
    let _ = taken(12, 12, 0x7ff2_a2ab_8fc4_ec4e, 0x7ffa_a1d5_ba7d_e89c, 0xa_bc8e_2b97_c0d1);
    let _ = taken(12, 11, 0x7fe2_a656_c4ec_4ec5, 0x7ff2_a2ab_8fc4_ec4e, 0x1a_bc0e_30ec_d62a);
    let _ = taken(12, 10, 0x7fc2_b5a9_5a95_a95b, 0x7fe2_a656_c4ec_4ec5, 0x3a_ba0e_5b93_813b);
    let _ = taken(12, 9, 0x7f82_f42f_42f4_2f44, 0x7fc2_b5a9_5a95_a95b, 0x7a_b20f_b0a8_e35a);
    let _ = taken(12, 8, 0x7f03_f03f_03f0_3f05, 0x7f82_f42f_42f4_2f44, 0xfa_921a_5755_26f4);
    let _ = taken(12, 7, 0x7e07_e07e_07e0_7e09, 0x7f03_f03f_03f0_3f05, 0x1fa_126f_6cdd_84f6);
}

/// 12 steps, from the threshold of step 7.
#[logic]
#[ensures(highest(threshold(7), 8, 12) <= ln_constant(7) + slack(12))]
pub fn path_12_from_7() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(7) == 0x7f01_fc07_f01f_c080);
    let _ = ended(12, 0x7ff8_a9d3_1da4_d653, 0xe_acc5_6ba3_73f2);
    let _ = taken(12, 12, 0x7ff0_aac8_711d_c477, 0x7ff8_a9d3_1da4_d653, 0xe_acc5_6ba3_73f2);
    let _ = taken(12, 11, 0x7fe0_aeb2_9aca_6b2a, 0x7ff0_aac8_711d_c477, 0x1e_ac45_70f8_894b);
    let _ = taken(12, 10, 0x7fc0_be82_fa0b_e830, 0x7fe0_aeb2_9aca_6b2a, 0x3e_aa45_9b9f_345c);
    let _ = taken(12, 9, 0x7f80_fe03_f80f_e040, 0x7fc0_be82_fa0b_e830, 0x7e_a246_f0b4_967b);
    let _ = taken(12, 8, 0x7f01_fc07_f01f_c080, 0x7f80_fe03_f80f_e040, 0xfe_8251_9760_da15);
}

/// 12 steps, from the threshold of step 8.
#[logic]
#[ensures(highest(threshold(8), 9, 12) <= ln_constant(8) + slack(12))]
pub fn path_12_from_8() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(8) == 0x7f80_7f80_7f80_7f82);
    let _ = ended(12, 0x7ff8_2ad8_e738_c737, 0xf_aac8_e4c9_50e2);
    let _ = taken(12, 12, 0x7ff0_2bd6_29d6_29d5, 0x7ff8_2ad8_e738_c737, 0xf_aac8_e4c9_50e2);
    let _ = taken(12, 11, 0x7fe0_2fd0_2fd0_2fd0, 0x7ff0_2bd6_29d6_29d5, 0x1f_aa48_ea1e_663b);
    let _ = taken(12, 10, 0x7fc0_3fc0_3fc0_3fc1, 0x7fe0_2fd0_2fd0_2fd0, 0x3f_a849_14c5_114c);
    let _ = taken(12, 9, 0x7f80_7f80_7f80_7f82, 0x7fc0_3fc0_3fc0_3fc1, 0x7f_a04a_69da_736b);
}

/// 12 steps, from the threshold of step 9.
#[logic]
#[ensures(highest(threshold(9), 10, 12) <= ln_constant(9) + slack(12))]
pub fn path_12_from_9() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(9) == 0x7fc0_1ff0_07fc_0200);
    let _ = ended(12, 0x7ff8_0afa_c29e_b0a8, 0xf_ea89_1c5b_645a);
    let _ = taken(12, 12, 0x7ff0_0bfa_02fe_80c0, 0x7ff8_0afa_c29e_b0a8, 0xf_ea89_1c5b_645a);
    let _ = taken(12, 11, 0x7fe0_0ff8_03fe_0100, 0x7ff0_0bfa_02fe_80c0, 0x1f_ea09_21b0_79b3);
    let _ = taken(12, 10, 0x7fc0_1ff0_07fc_0200, 0x7fe0_0ff8_03fe_0100, 0x3f_e809_4c57_24c4);
}

/// 12 steps, from the threshold of step 10.
#[logic]
#[ensures(highest(threshold(10), 11, 12) <= ln_constant(10) + slack(12))]
pub fn path_12_from_10() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(10) == 0x7fe0_07fe_007f_e009);
    let _ = ended(12, 0x7ff8_02ff_402f_f404, 0xf_fa81_1fca_08fb);
    let _ = taken(12, 12, 0x7ff0_03ff_003f_f005, 0x7ff8_02ff_402f_f404, 0xf_fa81_1fca_08fb);
    let _ = taken(12, 11, 0x7fe0_07fe_007f_e009, 0x7ff0_03ff_003f_f005, 0x1f_fa01_251f_1e54);
}

/// 12 steps, from the threshold of step 11.
#[logic]
#[ensures(highest(threshold(11), 12, 12) <= ln_constant(11) + slack(12))]
pub fn path_12_from_11() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(11) == 0x7ff0_01ff_c007_ff02);
    let _ = ended(12, 0x7ff8_00ff_e003_ff81, 0xf_fe80_1ffd_fe7e);
    let _ = taken(12, 12, 0x7ff0_01ff_c007_ff02, 0x7ff8_00ff_e003_ff81, 0xf_fe80_1ffd_fe7e);
}

/// 12 steps, from the threshold of step 12.
#[logic]
#[ensures(highest(threshold(12), 13, 12) <= ln_constant(12) + slack(12))]
pub fn path_12_from_12() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(12) == 0x7ff8_007f_f800_7ffa);
    let _ = ended(12, 0x7ff8_007f_f800_7ffa, 0xf_ff80_0000_7dfc);
}

/// What leaves out the factor of step k of 12 is charged at most its constant and the slack.
#[logic]
#[requires(1 <= k && k <= 12)]
#[ensures(highest(threshold(k), k + 1, 12) <= ln_constant(k) + slack(12))]
pub fn threshold_is_bounded_12(k: Int) {
    if k == 1 {
        path_12_from_1()
    } else if k == 2 {
        path_12_from_2()
    } else if k == 3 {
        path_12_from_3()
    } else if k == 4 {
        path_12_from_4()
    } else if k == 5 {
        path_12_from_5()
    } else if k == 6 {
        path_12_from_6()
    } else if k == 7 {
        path_12_from_7()
    } else if k == 8 {
        path_12_from_8()
    } else if k == 9 {
        path_12_from_9()
    } else if k == 10 {
        path_12_from_10()
    } else if k == 11 {
        path_12_from_11()
    } else if k == 12 {
        path_12_from_12()
    }
}

/// 18 steps from 1/2.
#[logic]
#[ensures(highest(0x4000_0000_0000_0000, 1, 18) <= ln_2().div_euclid(0x1_0000) + slack(18))]
pub fn path_18_from_half() {
    let _ = (small_values(), end_values(), constants());
    let _ = ended(18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 17, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = taken(18, 16, 0x7fff_8000_0000_0000, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 15, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 14, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 13, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = taken(18, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(18, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(18, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(18, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(18, 3, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(18, 2, 0x6000_0000_0000_0000, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(18, 1, 0x4000_0000_0000_0000, 0x6000_0000_0000_0000, 0x49a5_8844_d36e_49e0);
}

/// 18 steps, from the threshold of step 1.
#[logic]
#[ensures(highest(threshold(1), 2, 18) <= ln_constant(1) + slack(18))]
pub fn path_18_from_1() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(1) == 0x5555_5555_5555_5556);
    let _ = ended(18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 17, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = taken(18, 16, 0x7fff_8000_0000_0000, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(18, 15, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 14, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 13, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = taken(18, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(18, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(18, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(18, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(18, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(18, 3, 0x6aaa_aaaa_aaaa_aaab, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(18, 2, 0x5555_5555_5555_5556, 0x6aaa_aaaa_aaaa_aaab, 0x2eac_a023_c92c_ec72);
}

/// 18 steps, from the threshold of step 2.
#[logic]
#[ensures(highest(threshold(2), 3, 18) <= ln_constant(2) + slack(18))]
pub fn path_18_from_2() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(2) == 0x6666_6666_6666_6668);
    let _ = ended(18, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = taken(18, 18, 0x7fff_dcc0_3c6b_cd76, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = taken(18, 17, 0x7fff_9cc0_6e0b_9671, 0x7fff_dcc0_3c6b_cd76, 0x467f_90dd_6596);
    let _ = taken(18, 16, 0x7fff_1cc1_514a_4527, 0x7fff_9cc0_6e0b_9671, 0xc67f_70dd_7041);
    let _ = left_out(18, 15, 0x7fff_1cc1_514a_4527, 0x1_c67e_f0dd_c596);
    let _ = taken(18, 14, 0x7ffd_1ccc_de16_cccc, 0x7fff_1cc1_514a_4527, 0x1_c67e_f0dd_c596);
    let _ = left_out(18, 13, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0f3_1aab);
    let _ = taken(18, 12, 0x7ff5_1d7b_0666_6666, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0f3_1aab);
    let _ = left_out(18, 11, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = left_out(18, 10, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = taken(18, 9, 0x7fb5_42d9_9999_999a, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = taken(18, 8, 0x7f36_0ccc_cccc_ccce, 0x7fb5_42d9_9999_999a, 0x95_a601_9cf4_739e);
    let _ = taken(18, 7, 0x7e39_9999_9999_999b, 0x7f36_0ccc_cccc_ccce, 0x195_2656_b27c_d1a0);
    let _ = left_out(18, 6, 0x7e39_9999_9999_999b, 0x393_28fd_6383_4a30);
    let _ = taken(18, 5, 0x7a66_6666_6666_6668, 0x7e39_9999_9999_999b, 0x393_28fd_6383_4a30);
    let _ = taken(18, 4, 0x7333_3333_3333_3335, 0x7a66_6666_6666_6668, 0xb73_cfc1_0190_0a43);
    let _ = taken(18, 3, 0x6666_6666_6666_6668, 0x7333_3333_3333_3335, 0x1af8_e821_0a41_5d74);
}

/// 18 steps, from the threshold of step 3.
#[logic]
#[ensures(highest(threshold(3), 4, 18) <= ln_constant(3) + slack(18))]
pub fn path_18_from_3() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(3) == 0x71c7_1c71_c71c_71c8);
    let _ = ended(18, 0x7fff_f3ad_e0f8_8552, 0x18a4_3f3e_8fdd);
    let _ = taken(18, 18, 0x7fff_d3ad_ec0d_0a4f, 0x7fff_f3ad_e0f8_8552, 0x18a4_3f3e_8fdd);
    let _ = left_out(18, 17, 0x7fff_d3ad_ec0d_0a4f, 0x58a4_373e_9132);
    let _ = taken(18, 16, 0x7fff_53ae_985e_71f1, 0x7fff_d3ad_ec0d_0a4f, 0x58a4_373e_9132);
    let _ = taken(18, 15, 0x7ffe_53b1_f0fa_8ffc, 0x7fff_53ae_985e_71f1, 0x1_58a3_b73e_e687);
    let _ = left_out(18, 14, 0x7ffe_53b1_f0fa_8ffc, 0x3_58a1_b741_912e);
    let _ = taken(18, 13, 0x7ffa_53df_51ff_fffd, 0x7ffe_53b1_f0fa_8ffc, 0x3_58a1_b741_912e);
    let _ = left_out(18, 12, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37d9);
    let _ = left_out(18, 11, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37d9);
    let _ = taken(18, 10, 0x7fda_5d47_ffff_fffe, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37d9);
    let _ = taken(18, 9, 0x7f9a_8fff_ffff_ffff, 0x7fda_5d47_ffff_fffe, 0x4b_5083_0d01_99f8);
    let _ = left_out(18, 8, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b3ad_dd92);
    let _ = taken(18, 7, 0x7e9d_5555_5555_5555, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b3ad_dd92);
    let _ = taken(18, 6, 0x7caa_aaaa_aaaa_aaab, 0x7e9d_5555_5555_5555, 0x2c9_3334_64b4_5622);
    let _ = taken(18, 5, 0x78e3_8e38_e38e_38e4, 0x7caa_aaaa_aaaa_aaab, 0x6c1_484a_8434_d29c);
    let _ = taken(18, 4, 0x71c7_1c71_c71c_71c8, 0x78e3_8e38_e38e_38e4, 0xea1_ef0e_2241_92af);
}

/// 18 steps, from the threshold of step 4.
#[logic]
#[ensures(highest(threshold(4), 5, 18) <= ln_constant(4) + slack(18))]
pub fn path_18_from_4() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(4) == 0x7878_7878_7878_787a);
    let _ = ended(18, 0x7fff_e22b_163a_1f10, 0x3ba9_da7f_9df5);
    let _ = taken(18, 18, 0x7fff_c22b_25af_55a5, 0x7fff_e22b_163a_1f10, 0x3ba9_da7f_9df5);
    let _ = taken(18, 17, 0x7fff_822b_6499_a359, 0x7fff_c22b_25af_55a5, 0x7ba9_d27f_9f4a);
    let _ = left_out(18, 16, 0x7fff_822b_6499_a359, 0xfba9_b27f_a9f5);
    let _ = taken(18, 15, 0x7ffe_822e_603c_e2e0, 0x7fff_822b_6499_a359, 0xfba9_b27f_a9f5);
    let _ = taken(18, 14, 0x7ffc_823c_574b_85b2, 0x7ffe_822e_603c_e2e0, 0x2_fba7_b282_549c);
    let _ = taken(18, 13, 0x7ff8_8278_4389_6967, 0x7ffc_823c_574b_85b2, 0x6_fb9f_b297_a9b1);
    let _ = left_out(18, 12, 0x7ff8_8278_4389_6967, 0xe_fb7f_b342_505c);
    let _ = taken(18, 11, 0x7fe8_8567_9696_9695, 0x7ff8_8278_4389_6967, 0xe_fb7f_b342_505c);
    let _ = left_out(18, 10, 0x7fe8_8567_9696_9695, 0x2e_f97f_dde8_fb6d);
    let _ = taken(18, 9, 0x7fa8_b10f_0f0f_0f0e, 0x7fe8_8567_9696_9695, 0x2e_f97f_dde8_fb6d);
    let _ = taken(18, 8, 0x7f29_8787_8787_8787, 0x7fa8_b10f_0f0f_0f0e, 0xae_d98a_8495_3f07);
    let _ = taken(18, 7, 0x7e2d_2d2d_2d2d_2d2d, 0x7f29_8787_8787_8787, 0x1ae_59df_9a1d_9d09);
    let _ = taken(18, 6, 0x7c3c_3c3c_3c3c_3c3d, 0x7e2d_2d2d_2d2d_2d2d, 0x3ac_5c86_4b24_1599);
    let _ = taken(18, 5, 0x7878_7878_7878_787a, 0x7c3c_3c3c_3c3c_3c3d, 0x7a4_719c_6aa4_9213);
}

/// 18 steps, from the threshold of step 5.
#[logic]
#[ensures(highest(threshold(5), 6, 18) <= ln_constant(5) + slack(18))]
pub fn path_18_from_5() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(5) == 0x7c1f_07c1_f07c_1f09);
    let _ = ended(18, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_74ac);
    let _ = left_out(18, 18, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_74ac);
    let _ = left_out(18, 17, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_74ac);
    let _ = taken(18, 16, 0x7fff_639c_9715_b6d2, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_74ac);
    let _ = taken(18, 15, 0x7ffe_639f_cfd6_1726, 0x7fff_639c_9715_b6d2, 0x1_38c7_90e7_ca01);
    let _ = left_out(18, 14, 0x7ffe_639f_cfd6_1726, 0x3_38c5_90ea_74a8);
    let _ = taken(18, 13, 0x7ffa_63cc_b170_8ba2, 0x7ffe_639f_cfd6_1726, 0x3_38c5_90ea_74a8);
    let _ = left_out(18, 12, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_9195_1b53);
    let _ = taken(18, 11, 0x7fea_667f_e174_5d17, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_9195_1b53);
    let _ = taken(18, 10, 0x7fca_73e2_e8ba_2e8c, 0x7fea_667f_e174_5d17, 0x2b_36a5_bc3b_c664);
    let _ = taken(18, 9, 0x7f8a_ae8b_a2e8_ba2f, 0x7fca_73e2_e8ba_2e8c, 0x6b_2ea7_1151_2883);
    let _ = taken(18, 8, 0x7f0b_a2e8_ba2e_8ba4, 0x7f8a_ae8b_a2e8_ba2f, 0xeb_0eb1_b7fd_6c1d);
    let _ = taken(18, 7, 0x7e0f_83e0_f83e_0f85, 0x7f0b_a2e8_ba2e_8ba4, 0x1ea_8f06_cd85_ca1f);
    let _ = taken(18, 6, 0x7c1f_07c1_f07c_1f09, 0x7e0f_83e0_f83e_0f85, 0x3e8_91ad_7e8c_42af);
}

/// 18 steps, from the threshold of step 6.
#[logic]
#[ensures(highest(threshold(6), 7, 18) <= ln_constant(6) + slack(18))]
pub fn path_18_from_6() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(6) == 0x7e07_e07e_07e0_7e09);
    let _ = ended(18, 0x7fff_e1a7_dd55_5522, 0x3cb0_4c86_e2ab);
    let _ = left_out(18, 18, 0x7fff_e1a7_dd55_5522, 0x3cb0_4c86_e2ab);
    let _ = taken(18, 17, 0x7fff_a1a8_0c81_4ee2, 0x7fff_e1a7_dd55_5522, 0x3cb0_4c86_e2ab);
    let _ = left_out(18, 16, 0x7fff_a1a8_0c81_4ee2, 0xbcb0_2c86_ed56);
    let _ = taken(18, 15, 0x7ffe_a1aa_c92b_bc8b, 0x7fff_a1a8_0c81_4ee2, 0xbcb0_2c86_ed56);
    let _ = left_out(18, 14, 0x7ffe_a1aa_c92b_bc8b, 0x2_bcae_2c89_97fd);
    let _ = taken(18, 13, 0x7ffa_a1d5_ba7d_e89c, 0x7ffe_a1aa_c92b_bc8b, 0x2_bcae_2c89_97fd);
    let _ = taken(18, 12, 0x7ff2_a2ab_8fc4_ec4e, 0x7ffa_a1d5_ba7d_e89c, 0xa_bc8e_2d34_3ea8);
    let _ = taken(18, 11, 0x7fe2_a656_c4ec_4ec5, 0x7ff2_a2ab_8fc4_ec4e, 0x1a_bc0e_3289_5401);
    let _ = taken(18, 10, 0x7fc2_b5a9_5a95_a95b, 0x7fe2_a656_c4ec_4ec5, 0x3a_ba0e_5d2f_ff12);
    let _ = taken(18, 9, 0x7f82_f42f_42f4_2f44, 0x7fc2_b5a9_5a95_a95b, 0x7a_b20f_b245_6131);
    let _ = taken(18, 8, 0x7f03_f03f_03f0_3f05, 0x7f82_f42f_42f4_2f44, 0xfa_921a_58f1_a4cb);
    let _ = taken(18, 7, 0x7e07_e07e_07e0_7e09, 0x7f03_f03f_03f0_3f05, 0x1fa_126f_6e7a_02cd);
}

/// 18 steps, from the threshold of step 7.
#[logic]
#[ensures(highest(threshold(7), 8, 18) <= ln_constant(7) + slack(18))]
pub fn path_18_from_7() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(7) == 0x7f01_fc07_f01f_c080);
    let _ = ended(18, 0x7fff_e988_3a79_cc88, 0x2cef_8efe_02e8);
    let _ = left_out(18, 18, 0x7fff_e988_3a79_cc88, 0x2cef_8efe_02e8);
    let _ = taken(18, 17, 0x7fff_a988_65b5_99ae, 0x7fff_e988_3a79_cc88, 0x2cef_8efe_02e8);
    let _ = left_out(18, 16, 0x7fff_a988_65b5_99ae, 0xacef_6efe_0d93);
    let _ = taken(18, 15, 0x7ffe_a98b_129f_7470, 0x7fff_a988_65b5_99ae, 0xacef_6efe_0d93);
    let _ = taken(18, 14, 0x7ffc_a998_6c3d_c379, 0x7ffe_a98b_129f_7470, 0x2_aced_6f00_b83a);
    let _ = taken(18, 13, 0x7ff8_a9d3_1da4_d653, 0x7ffc_a998_6c3d_c379, 0x6_ace5_6f16_0d4f);
    let _ = taken(18, 12, 0x7ff0_aac8_711d_c477, 0x7ff8_a9d3_1da4_d653, 0xe_acc5_6fc0_b3fa);
    let _ = taken(18, 11, 0x7fe0_aeb2_9aca_6b2a, 0x7ff0_aac8_711d_c477, 0x1e_ac45_7515_c953);
    let _ = taken(18, 10, 0x7fc0_be82_fa0b_e830, 0x7fe0_aeb2_9aca_6b2a, 0x3e_aa45_9fbc_7464);
    let _ = taken(18, 9, 0x7f80_fe03_f80f_e040, 0x7fc0_be82_fa0b_e830, 0x7e_a246_f4d1_d683);
    let _ = taken(18, 8, 0x7f01_fc07_f01f_c080, 0x7f80_fe03_f80f_e040, 0xfe_8251_9b7e_1a1d);
}

/// 18 steps, from the threshold of step 8.
#[logic]
#[ensures(highest(threshold(8), 9, 18) <= ln_constant(8) + slack(18))]
pub fn path_18_from_8() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(8) == 0x7f80_7f80_7f80_7f82);
    let _ = ended(18, 0x7fff_ea86_3d49_3b4f, 0x2af3_8907_f119);
    let _ = left_out(18, 18, 0x7fff_ea86_3d49_3b4f, 0x2af3_8907_f119);
    let _ = taken(18, 17, 0x7fff_aa86_6806_074c, 0x7fff_ea86_3d49_3b4f, 0x2af3_8907_f119);
    let _ = taken(18, 16, 0x7fff_2a87_3d7e_c9ce, 0x7fff_aa86_6806_074c, 0xaaf3_6907_fbc4);
    let _ = taken(18, 15, 0x7ffe_2a8a_e868_f8fd, 0x7fff_2a87_3d7e_c9ce, 0x1_aaf2_e908_5119);
    let _ = taken(18, 14, 0x7ffc_2a9a_3e00_00fd, 0x7ffe_2a8a_e868_f8fd, 0x3_aaf0_e90a_fbc0);
    let _ = taken(18, 13, 0x7ff8_2ad8_e738_c737, 0x7ffc_2a9a_3e00_00fd, 0x7_aae8_e920_50d5);
    let _ = taken(18, 12, 0x7ff0_2bd6_29d6_29d5, 0x7ff8_2ad8_e738_c737, 0xf_aac8_e9ca_f780);
    let _ = taken(18, 11, 0x7fe0_2fd0_2fd0_2fd0, 0x7ff0_2bd6_29d6_29d5, 0x1f_aa48_ef20_0cd9);
    let _ = taken(18, 10, 0x7fc0_3fc0_3fc0_3fc1, 0x7fe0_2fd0_2fd0_2fd0, 0x3f_a849_19c6_b7ea);
    let _ = taken(18, 9, 0x7f80_7f80_7f80_7f82, 0x7fc0_3fc0_3fc0_3fc1, 0x7f_a04a_6edc_1a09);
}

/// 18 steps, from the threshold of step 9.
#[logic]
#[ensures(highest(threshold(9), 10, 18) <= ln_constant(9) + slack(18))]
pub fn path_18_from_9() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(9) == 0x7fc0_1ff0_07fc_0200);
    let _ = ended(18, 0x7fff_eaa6_1d5b_d244, 0x2ab3_c8d8_18f4);
    let _ = taken(18, 18, 0x7fff_caa6_2ab2_4798, 0x7fff_eaa6_1d5b_d244, 0x2ab3_c8d8_18f4);
    let _ = taken(18, 17, 0x7fff_8aa6_655f_14e9, 0x7fff_caa6_2ab2_4798, 0x6ab3_c0d8_1a49);
    let _ = taken(18, 16, 0x7fff_0aa7_5ab7_ba32, 0x7fff_8aa6_655f_14e9, 0xeab3_a0d8_24f4);
    let _ = taken(18, 15, 0x7ffe_0aab_4561_2f70, 0x7fff_0aa7_5ab7_ba32, 0x1_eab3_20d8_7a49);
    let _ = taken(18, 14, 0x7ffc_0abb_1a74_c59d, 0x7ffe_0aab_4561_2f70, 0x3_eab1_20db_24f0);
    let _ = taken(18, 13, 0x7ff8_0afa_c29e_b0a8, 0x7ffc_0abb_1a74_c59d, 0x7_eaa9_20f0_7a05);
    let _ = taken(18, 12, 0x7ff0_0bfa_02fe_80c0, 0x7ff8_0afa_c29e_b0a8, 0xf_ea89_219b_20b0);
    let _ = taken(18, 11, 0x7fe0_0ff8_03fe_0100, 0x7ff0_0bfa_02fe_80c0, 0x1f_ea09_26f0_3609);
    let _ = taken(18, 10, 0x7fc0_1ff0_07fc_0200, 0x7fe0_0ff8_03fe_0100, 0x3f_e809_5196_e11a);
}

/// 18 steps, from the threshold of step 10.
#[logic]
#[ensures(highest(threshold(10), 11, 18) <= ln_constant(10) + slack(18))]
pub fn path_18_from_10() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(10) == 0x7fe0_07fe_007f_e009);
    let _ = ended(18, 0x7fff_e2aa_1d31_45b7, 0x3aab_cc56_98f8);
    let _ = taken(18, 18, 0x7fff_c2aa_2c86_ba96, 0x7fff_e2aa_1d31_45b7, 0x3aab_cc56_98f8);
    let _ = taken(18, 17, 0x7fff_82aa_6b31_84fe, 0x7fff_c2aa_2c86_ba96, 0x7aab_c456_9a4d);
    let _ = taken(18, 16, 0x7fff_02ab_6886_1c78, 0x7fff_82aa_6b31_84fe, 0xfaab_a456_a4f8);
    let _ = taken(18, 15, 0x7ffe_02af_6327_562a, 0x7fff_02ab_6886_1c78, 0x1_faab_2456_fa4d);
    let _ = taken(18, 14, 0x7ffc_02bf_5829_f583, 0x7ffe_02af_6327_562a, 0x3_faa9_2459_a4f4);
    let _ = taken(18, 13, 0x7ff8_02ff_402f_f404, 0x7ffc_02bf_5829_f583, 0x7_faa1_246e_fa09);
    let _ = taken(18, 12, 0x7ff0_03ff_003f_f005, 0x7ff8_02ff_402f_f404, 0xf_fa81_2519_a0b4);
    let _ = taken(18, 11, 0x7fe0_07fe_007f_e009, 0x7ff0_03ff_003f_f005, 0x1f_fa01_2a6e_b60d);
}

/// 18 steps, from the threshold of step 11.
#[logic]
#[ensures(highest(threshold(11), 12, 18) <= ln_constant(11) + slack(18))]
pub fn path_18_from_11() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(11) == 0x7ff0_01ff_c007_ff02);
    let _ = ended(18, 0x7fff_e0aa_9d8e_83f1, 0x3eaa_cc8e_8cc1);
    let _ = taken(18, 18, 0x7fff_c0aa_ad63_d899, 0x7fff_e0aa_9d8e_83f1, 0x3eaa_cc8e_8cc1);
    let _ = taken(18, 17, 0x7fff_80aa_ed0e_6212, 0x7fff_c0aa_ad63_d899, 0x7eaa_c48e_8e16);
    let _ = taken(18, 16, 0x7fff_00ab_ec62_75b0, 0x7fff_80aa_ed0e_6212, 0xfeaa_a48e_98c1);
    let _ = taken(18, 15, 0x7ffe_00af_eb02_9fab, 0x7fff_00ab_ec62_75b0, 0x1_feaa_248e_ee16);
    let _ = taken(18, 14, 0x7ffc_00bf_e802_ffa0, 0x7ffe_00af_eb02_9fab, 0x3_fea8_2491_98bd);
    let _ = taken(18, 13, 0x7ff8_00ff_e003_ff81, 0x7ffc_00bf_e802_ffa0, 0x7_fea0_24a6_edd2);
    let _ = taken(18, 12, 0x7ff0_01ff_c007_ff02, 0x7ff8_00ff_e003_ff81, 0xf_fe80_2551_947d);
}

/// 18 steps, from the threshold of step 12.
#[logic]
#[ensures(highest(threshold(12), 13, 18) <= ln_constant(12) + slack(18))]
pub fn path_18_from_12() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(12) == 0x7ff8_007f_f800_7ffa);
    let _ = ended(18, 0x7fff_e02a_adac_558b, 0x3faa_ac92_0c4e);
    let _ = taken(18, 18, 0x7fff_c02a_bda1_a623, 0x7fff_e02a_adac_558b, 0x3faa_ac92_0c4e);
    let _ = taken(18, 17, 0x7fff_802a_fd8c_275d, 0x7fff_c02a_bda1_a623, 0x7faa_a492_0da3);
    let _ = taken(18, 16, 0x7fff_002b_fd60_29fd, 0x7fff_802a_fd8c_275d, 0xffaa_8492_184e);
    let _ = taken(18, 15, 0x7ffe_002f_fd00_2ffd, 0x7fff_002b_fd60_29fd, 0x1_ffaa_0492_6da3);
    let _ = taken(18, 14, 0x7ffc_003f_fc00_3ffd, 0x7ffe_002f_fd00_2ffd, 0x3_ffa8_0495_184a);
    let _ = taken(18, 13, 0x7ff8_007f_f800_7ffa, 0x7ffc_003f_fc00_3ffd, 0x7_ffa0_04aa_6d5f);
}

/// 18 steps, from the threshold of step 13.
#[logic]
#[ensures(highest(threshold(13), 14, 18) <= ln_constant(13) + slack(18))]
pub fn path_18_from_13() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(13) == 0x7ffc_001f_ff00_0801);
    let _ = ended(18, 0x7fff_e00a_afb4_3263, 0x3fea_a892_4444);
    let _ = taken(18, 18, 0x7fff_c00a_bfb1_8277, 0x7fff_e00a_afb4_3263, 0x3fea_a892_4444);
    let _ = taken(18, 17, 0x7fff_800a_ffac_02a1, 0x7fff_c00a_bfb1_8277, 0x7fea_a092_4599);
    let _ = taken(18, 16, 0x7fff_000b_ffa0_0301, 0x7fff_800a_ffac_02a1, 0xffea_8092_5044);
    let _ = taken(18, 15, 0x7ffe_000f_ff80_0401, 0x7fff_000b_ffa0_0301, 0x1_ffea_0092_a599);
    let _ = taken(18, 14, 0x7ffc_001f_ff00_0801, 0x7ffe_000f_ff80_0401, 0x3_ffe8_0095_5040);
}

/// 18 steps, from the threshold of step 14.
#[logic]
#[ensures(highest(threshold(14), 15, 18) <= ln_constant(14) + slack(18))]
pub fn path_18_from_14() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(14) == 0x7ffe_0007_ffe0_0081);
    let _ = ended(18, 0x7fff_e002_aff6_3028, 0x3ffa_a812_47c3);
    let _ = taken(18, 18, 0x7fff_c002_bff5_802b, 0x7fff_e002_aff6_3028, 0x3ffa_a812_47c3);
    let _ = taken(18, 17, 0x7fff_8002_fff4_0031, 0x7fff_c002_bff5_802b, 0x7ffa_a012_4918);
    let _ = taken(18, 16, 0x7fff_0003_fff0_0041, 0x7fff_8002_fff4_0031, 0xfffa_8012_53c3);
    let _ = taken(18, 15, 0x7ffe_0007_ffe0_0081, 0x7fff_0003_fff0_0041, 0x1_fffa_0012_a918);
}

/// 18 steps, from the threshold of step 15.
#[logic]
#[ensures(highest(threshold(15), 16, 18) <= ln_constant(15) + slack(18))]
pub fn path_18_from_15() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(15) == 0x7fff_0001_fffc_0009);
    let _ = ended(18, 0x7fff_e000_affe_b003, 0x3ffe_a802_47fb);
    let _ = taken(18, 18, 0x7fff_c000_bffe_8004, 0x7fff_e000_affe_b003, 0x3ffe_a802_47fb);
    let _ = taken(18, 17, 0x7fff_8000_fffe_0005, 0x7fff_c000_bffe_8004, 0x7ffe_a002_4950);
    let _ = taken(18, 16, 0x7fff_0001_fffc_0009, 0x7fff_8000_fffe_0005, 0xfffe_8002_53fb);
}

/// 18 steps, from the threshold of step 16.
#[logic]
#[ensures(highest(threshold(16), 17, 18) <= ln_constant(16) + slack(18))]
pub fn path_18_from_16() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(16) == 0x7fff_8000_7fff_8002);
    let _ = ended(18, 0x7fff_e000_2fff_d000, 0x3fff_a800_4800);
    let _ = taken(18, 18, 0x7fff_c000_3fff_c001, 0x7fff_e000_2fff_d000, 0x3fff_a800_4800);
    let _ = taken(18, 17, 0x7fff_8000_7fff_8002, 0x7fff_c000_3fff_c001, 0x7fff_a000_4955);
}

/// 18 steps, from the threshold of step 17.
#[logic]
#[ensures(highest(threshold(17), 18, 18) <= ln_constant(17) + slack(18))]
pub fn path_18_from_17() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(17) == 0x7fff_c000_1fff_f002);
    let _ = ended(18, 0x7fff_e000_0fff_f801, 0x3fff_e800_07fe);
    let _ = taken(18, 18, 0x7fff_c000_1fff_f002, 0x7fff_e000_0fff_f801, 0x3fff_e800_07fe);
}

/// 18 steps, from the threshold of step 18.
#[logic]
#[ensures(highest(threshold(18), 19, 18) <= ln_constant(18) + slack(18))]
pub fn path_18_from_18() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(18) == 0x7fff_e000_07ff_fe02);
    let _ = ended(18, 0x7fff_e000_07ff_fe02, 0x3fff_f7ff_fffc);
}

/// What leaves out the factor of step k of 18 is charged at most its constant and the slack.
#[logic]
#[requires(1 <= k && k <= 18)]
#[ensures(highest(threshold(k), k + 1, 18) <= ln_constant(k) + slack(18))]
pub fn threshold_is_bounded_18(k: Int) {
    if k == 1 {
        path_18_from_1()
    } else if k == 2 {
        path_18_from_2()
    } else if k == 3 {
        path_18_from_3()
    } else if k == 4 {
        path_18_from_4()
    } else if k == 5 {
        path_18_from_5()
    } else if k == 6 {
        path_18_from_6()
    } else if k == 7 {
        path_18_from_7()
    } else if k == 8 {
        path_18_from_8()
    } else if k == 9 {
        path_18_from_9()
    } else if k == 10 {
        path_18_from_10()
    } else if k == 11 {
        path_18_from_11()
    } else if k == 12 {
        path_18_from_12()
    } else if k == 13 {
        path_18_from_13()
    } else if k == 14 {
        path_18_from_14()
    } else if k == 15 {
        path_18_from_15()
    } else if k == 16 {
        path_18_from_16()
    } else if k == 17 {
        path_18_from_17()
    } else if k == 18 {
        path_18_from_18()
    }
}

/// 21 steps from 1/2.
#[logic]
#[ensures(highest(0x4000_0000_0000_0000, 1, 21) <= ln_2().div_euclid(0x1_0000) + slack(21))]
pub fn path_21_from_half() {
    let _ = (small_values(), end_values(), constants());
    let _ = ended(21, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 21, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 20, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 19, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 17, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = taken(21, 16, 0x7fff_8000_0000_0000, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 15, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 14, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 13, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = taken(21, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(21, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(21, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(21, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(21, 3, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(21, 2, 0x6000_0000_0000_0000, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(21, 1, 0x4000_0000_0000_0000, 0x6000_0000_0000_0000, 0x49a5_8844_d36e_49e0);
}

/// 21 steps, from the threshold of step 1.
#[logic]
#[ensures(highest(threshold(1), 2, 21) <= ln_constant(1) + slack(21))]
pub fn path_21_from_1() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(1) == 0x5555_5555_5555_5556);
    let _ = ended(21, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 21, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 20, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 19, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 18, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 17, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = taken(21, 16, 0x7fff_8000_0000_0000, 0x7fff_ffff_8000_0000, 0x1_0000_0000);
    let _ = left_out(21, 15, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 14, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 13, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 12, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 11, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 10, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 9, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = taken(21, 8, 0x7f80_0000_0000_0000, 0x7fff_8000_0000_0000, 0x1_0000_8000_5555);
    let _ = left_out(21, 7, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(21, 6, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = left_out(21, 5, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(21, 4, 0x7800_0000_0000_0000, 0x7f80_0000_0000_0000, 0x100_8055_9588_b357);
    let _ = taken(21, 3, 0x6aaa_aaaa_aaaa_aaab, 0x7800_0000_0000_0000, 0x1085_98b5_9e3a_0688);
    let _ = taken(21, 2, 0x5555_5555_5555_5556, 0x6aaa_aaaa_aaaa_aaab, 0x2eac_a023_c92c_ec72);
}

/// 21 steps, from the threshold of step 2.
#[logic]
#[ensures(highest(threshold(2), 3, 21) <= ln_constant(2) + slack(21))]
pub fn path_21_from_2() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(2) == 0x6666_6666_6666_6668);
    let _ = ended(21, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = left_out(21, 21, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = left_out(21, 20, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = left_out(21, 19, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = taken(21, 18, 0x7fff_dcc0_3c6b_cd76, 0x7fff_fcc0_339b_dc90, 0x67f_98dd_6441);
    let _ = taken(21, 17, 0x7fff_9cc0_6e0b_9671, 0x7fff_dcc0_3c6b_cd76, 0x467f_90dd_6596);
    let _ = taken(21, 16, 0x7fff_1cc1_514a_4527, 0x7fff_9cc0_6e0b_9671, 0xc67f_70dd_7041);
    let _ = left_out(21, 15, 0x7fff_1cc1_514a_4527, 0x1_c67e_f0dd_c596);
    let _ = taken(21, 14, 0x7ffd_1ccc_de16_cccc, 0x7fff_1cc1_514a_4527, 0x1_c67e_f0dd_c596);
    let _ = left_out(21, 13, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0f3_1aab);
    let _ = taken(21, 12, 0x7ff5_1d7b_0666_6666, 0x7ffd_1ccc_de16_cccc, 0x5_c676_f0f3_1aab);
    let _ = left_out(21, 11, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = left_out(21, 10, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = taken(21, 9, 0x7fb5_42d9_9999_999a, 0x7ff5_1d7b_0666_6666, 0x15_c5f6_f648_3004);
    let _ = taken(21, 8, 0x7f36_0ccc_cccc_ccce, 0x7fb5_42d9_9999_999a, 0x95_a601_9cf4_739e);
    let _ = taken(21, 7, 0x7e39_9999_9999_999b, 0x7f36_0ccc_cccc_ccce, 0x195_2656_b27c_d1a0);
    let _ = left_out(21, 6, 0x7e39_9999_9999_999b, 0x393_28fd_6383_4a30);
    let _ = taken(21, 5, 0x7a66_6666_6666_6668, 0x7e39_9999_9999_999b, 0x393_28fd_6383_4a30);
    let _ = taken(21, 4, 0x7333_3333_3333_3335, 0x7a66_6666_6666_6668, 0xb73_cfc1_0190_0a43);
    let _ = taken(21, 3, 0x6666_6666_6666_6668, 0x7333_3333_3333_3335, 0x1af8_e821_0a41_5d74);
}

/// 21 steps, from the threshold of step 3.
#[logic]
#[ensures(highest(threshold(3), 4, 21) <= ln_constant(3) + slack(21))]
pub fn path_21_from_3() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(3) == 0x71c7_1c71_c71c_71c8);
    let _ = ended(21, 0x7fff_ffad_e010_d262, 0xa4_3fde_8fec);
    let _ = taken(21, 21, 0x7fff_fbad_e033_6361, 0x7fff_ffad_e010_d262, 0xa4_3fde_8fec);
    let _ = taken(21, 20, 0x7fff_f3ad_e0f8_8552, 0x7fff_fbad_e033_6361, 0x8a4_3fbe_8fed);
    let _ = left_out(21, 19, 0x7fff_f3ad_e0f8_8552, 0x18a4_3f3e_8ff2);
    let _ = taken(21, 18, 0x7fff_d3ad_ec0d_0a4f, 0x7fff_f3ad_e0f8_8552, 0x18a4_3f3e_8ff2);
    let _ = left_out(21, 17, 0x7fff_d3ad_ec0d_0a4f, 0x58a4_373e_9147);
    let _ = taken(21, 16, 0x7fff_53ae_985e_71f1, 0x7fff_d3ad_ec0d_0a4f, 0x58a4_373e_9147);
    let _ = taken(21, 15, 0x7ffe_53b1_f0fa_8ffc, 0x7fff_53ae_985e_71f1, 0x1_58a3_b73e_e69c);
    let _ = left_out(21, 14, 0x7ffe_53b1_f0fa_8ffc, 0x3_58a1_b741_9143);
    let _ = taken(21, 13, 0x7ffa_53df_51ff_fffd, 0x7ffe_53b1_f0fa_8ffc, 0x3_58a1_b741_9143);
    let _ = left_out(21, 12, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37ee);
    let _ = left_out(21, 11, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37ee);
    let _ = taken(21, 10, 0x7fda_5d47_ffff_fffe, 0x7ffa_53df_51ff_fffd, 0xb_5881_b7ec_37ee);
    let _ = taken(21, 9, 0x7f9a_8fff_ffff_ffff, 0x7fda_5d47_ffff_fffe, 0x4b_5083_0d01_9a0d);
    let _ = left_out(21, 8, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b3ad_dda7);
    let _ = taken(21, 7, 0x7e9d_5555_5555_5555, 0x7f9a_8fff_ffff_ffff, 0xcb_308d_b3ad_dda7);
    let _ = taken(21, 6, 0x7caa_aaaa_aaaa_aaab, 0x7e9d_5555_5555_5555, 0x2c9_3334_64b4_5637);
    let _ = taken(21, 5, 0x78e3_8e38_e38e_38e4, 0x7caa_aaaa_aaaa_aaab, 0x6c1_484a_8434_d2b1);
    let _ = taken(21, 4, 0x71c7_1c71_c71c_71c8, 0x78e3_8e38_e38e_38e4, 0xea1_ef0e_2241_92c4);
}

/// 21 steps, from the threshold of step 4.
#[logic]
#[ensures(highest(threshold(4), 5, 21) <= ln_constant(4) + slack(21))]
pub fn path_21_from_4() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(4) == 0x7878_7878_7878_787a);
    let _ = ended(21, 0x7fff_fe2b_1173_8b8b, 0x3a9_dd1f_9edc);
    let _ = taken(21, 21, 0x7fff_fa2b_11a2_32fe, 0x7fff_fe2b_1173_8b8b, 0x3a9_dd1f_9edc);
    let _ = taken(21, 20, 0x7fff_f22b_127f_81d7, 0x7fff_fa2b_11a2_32fe, 0xba9_dcff_9edd);
    let _ = taken(21, 19, 0x7fff_e22b_163a_1f10, 0x7fff_f22b_127f_81d7, 0x1ba9_dc7f_9ee2);
    let _ = taken(21, 18, 0x7fff_c22b_25af_55a5, 0x7fff_e22b_163a_1f10, 0x3ba9_da7f_9f0d);
    let _ = taken(21, 17, 0x7fff_822b_6499_a359, 0x7fff_c22b_25af_55a5, 0x7ba9_d27f_a062);
    let _ = left_out(21, 16, 0x7fff_822b_6499_a359, 0xfba9_b27f_ab0d);
    let _ = taken(21, 15, 0x7ffe_822e_603c_e2e0, 0x7fff_822b_6499_a359, 0xfba9_b27f_ab0d);
    let _ = taken(21, 14, 0x7ffc_823c_574b_85b2, 0x7ffe_822e_603c_e2e0, 0x2_fba7_b282_55b4);
    let _ = taken(21, 13, 0x7ff8_8278_4389_6967, 0x7ffc_823c_574b_85b2, 0x6_fb9f_b297_aac9);
    let _ = left_out(21, 12, 0x7ff8_8278_4389_6967, 0xe_fb7f_b342_5174);
    let _ = taken(21, 11, 0x7fe8_8567_9696_9695, 0x7ff8_8278_4389_6967, 0xe_fb7f_b342_5174);
    let _ = left_out(21, 10, 0x7fe8_8567_9696_9695, 0x2e_f97f_dde8_fc85);
    let _ = taken(21, 9, 0x7fa8_b10f_0f0f_0f0e, 0x7fe8_8567_9696_9695, 0x2e_f97f_dde8_fc85);
    let _ = taken(21, 8, 0x7f29_8787_8787_8787, 0x7fa8_b10f_0f0f_0f0e, 0xae_d98a_8495_401f);
    let _ = taken(21, 7, 0x7e2d_2d2d_2d2d_2d2d, 0x7f29_8787_8787_8787, 0x1ae_59df_9a1d_9e21);
    let _ = taken(21, 6, 0x7c3c_3c3c_3c3c_3c3d, 0x7e2d_2d2d_2d2d_2d2d, 0x3ac_5c86_4b24_16b1);
    let _ = taken(21, 5, 0x7878_7878_7878_787a, 0x7c3c_3c3c_3c3c_3c3d, 0x7a4_719c_6aa4_932b);
}

/// 21 steps, from the threshold of step 5.
#[logic]
#[ensures(highest(threshold(5), 6, 21) <= ln_constant(5) + slack(21))]
pub fn path_21_from_5() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(5) == 0x7c1f_07c1_f07c_1f09);
    let _ = ended(21, 0x7fff_ff9b_f63c_6c61, 0xc8_1387_756d);
    let _ = taken(21, 21, 0x7fff_fb9b_f65f_8caf, 0x7fff_ff9b_f63c_6c61, 0xc8_1387_756d);
    let _ = taken(21, 20, 0x7fff_f39b_f725_cd3d, 0x7fff_fb9b_f65f_8caf, 0x8c8_1367_756e);
    let _ = taken(21, 19, 0x7fff_e39b_fab2_4de7, 0x7fff_f39b_f725_cd3d, 0x18c8_12e7_7573);
    let _ = left_out(21, 18, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_759e);
    let _ = left_out(21, 17, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_759e);
    let _ = taken(21, 16, 0x7fff_639c_9715_b6d2, 0x7fff_e39b_fab2_4de7, 0x38c8_10e7_759e);
    let _ = taken(21, 15, 0x7ffe_639f_cfd6_1726, 0x7fff_639c_9715_b6d2, 0x1_38c7_90e7_caf3);
    let _ = left_out(21, 14, 0x7ffe_639f_cfd6_1726, 0x3_38c5_90ea_759a);
    let _ = taken(21, 13, 0x7ffa_63cc_b170_8ba2, 0x7ffe_639f_cfd6_1726, 0x3_38c5_90ea_759a);
    let _ = left_out(21, 12, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_9195_1c45);
    let _ = taken(21, 11, 0x7fea_667f_e174_5d17, 0x7ffa_63cc_b170_8ba2, 0xb_38a5_9195_1c45);
    let _ = taken(21, 10, 0x7fca_73e2_e8ba_2e8c, 0x7fea_667f_e174_5d17, 0x2b_36a5_bc3b_c756);
    let _ = taken(21, 9, 0x7f8a_ae8b_a2e8_ba2f, 0x7fca_73e2_e8ba_2e8c, 0x6b_2ea7_1151_2975);
    let _ = taken(21, 8, 0x7f0b_a2e8_ba2e_8ba4, 0x7f8a_ae8b_a2e8_ba2f, 0xeb_0eb1_b7fd_6d0f);
    let _ = taken(21, 7, 0x7e0f_83e0_f83e_0f85, 0x7f0b_a2e8_ba2e_8ba4, 0x1ea_8f06_cd85_cb11);
    let _ = taken(21, 6, 0x7c1f_07c1_f07c_1f09, 0x7e0f_83e0_f83e_0f85, 0x3e8_91ad_7e8c_43a1);
}

/// 21 steps, from the threshold of step 6.
#[logic]
#[ensures(highest(threshold(6), 7, 21) <= ln_constant(6) + slack(21))]
pub fn path_21_from_6() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(6) == 0x7e07_e07e_07e0_7e09);
    let _ = ended(21, 0x7fff_fda7_d872_0d29, 0x4b0_4f26_e3a0);
    let _ = taken(21, 21, 0x7fff_f9a7_d8a4_ce64, 0x7fff_fda7_d872_0d29, 0x4b0_4f26_e3a0);
    let _ = taken(21, 20, 0x7fff_f1a7_d98a_50cc, 0x7fff_f9a7_d8a4_ce64, 0xcb0_4f06_e3a1);
    let _ = taken(21, 19, 0x7fff_e1a7_dd55_5522, 0x7fff_f1a7_d98a_50cc, 0x1cb0_4e86_e3a6);
    let _ = left_out(21, 18, 0x7fff_e1a7_dd55_5522, 0x3cb0_4c86_e3d1);
    let _ = taken(21, 17, 0x7fff_a1a8_0c81_4ee2, 0x7fff_e1a7_dd55_5522, 0x3cb0_4c86_e3d1);
    let _ = left_out(21, 16, 0x7fff_a1a8_0c81_4ee2, 0xbcb0_2c86_ee7c);
    let _ = taken(21, 15, 0x7ffe_a1aa_c92b_bc8b, 0x7fff_a1a8_0c81_4ee2, 0xbcb0_2c86_ee7c);
    let _ = left_out(21, 14, 0x7ffe_a1aa_c92b_bc8b, 0x2_bcae_2c89_9923);
    let _ = taken(21, 13, 0x7ffa_a1d5_ba7d_e89c, 0x7ffe_a1aa_c92b_bc8b, 0x2_bcae_2c89_9923);
    let _ = taken(21, 12, 0x7ff2_a2ab_8fc4_ec4e, 0x7ffa_a1d5_ba7d_e89c, 0xa_bc8e_2d34_3fce);
    let _ = taken(21, 11, 0x7fe2_a656_c4ec_4ec5, 0x7ff2_a2ab_8fc4_ec4e, 0x1a_bc0e_3289_5527);
    let _ = taken(21, 10, 0x7fc2_b5a9_5a95_a95b, 0x7fe2_a656_c4ec_4ec5, 0x3a_ba0e_5d30_0038);
    let _ = taken(21, 9, 0x7f82_f42f_42f4_2f44, 0x7fc2_b5a9_5a95_a95b, 0x7a_b20f_b245_6257);
    let _ = taken(21, 8, 0x7f03_f03f_03f0_3f05, 0x7f82_f42f_42f4_2f44, 0xfa_921a_58f1_a5f1);
    let _ = taken(21, 7, 0x7e07_e07e_07e0_7e09, 0x7f03_f03f_03f0_3f05, 0x1fa_126f_6e7a_03f3);
}

/// 21 steps, from the threshold of step 7.
#[logic]
#[ensures(highest(threshold(7), 8, 21) <= ln_constant(7) + slack(21))]
pub fn path_21_from_7() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(7) == 0x7f01_fc07_f01f_c080);
    let _ = ended(21, 0x7fff_fd88_3777_1594, 0x4ef_911e_0334);
    let _ = taken(21, 21, 0x7fff_f988_37aa_d3d7, 0x7fff_fd88_3777_1594, 0x4ef_911e_0334);
    let _ = left_out(21, 20, 0x7fff_f988_37aa_d3d7, 0xcef_90fe_0335);
    let _ = taken(21, 19, 0x7fff_e988_3a79_cc88, 0x7fff_f988_37aa_d3d7, 0xcef_90fe_0335);
    let _ = left_out(21, 18, 0x7fff_e988_3a79_cc88, 0x2cef_8efe_0360);
    let _ = taken(21, 17, 0x7fff_a988_65b5_99ae, 0x7fff_e988_3a79_cc88, 0x2cef_8efe_0360);
    let _ = left_out(21, 16, 0x7fff_a988_65b5_99ae, 0xacef_6efe_0e0b);
    let _ = taken(21, 15, 0x7ffe_a98b_129f_7470, 0x7fff_a988_65b5_99ae, 0xacef_6efe_0e0b);
    let _ = taken(21, 14, 0x7ffc_a998_6c3d_c379, 0x7ffe_a98b_129f_7470, 0x2_aced_6f00_b8b2);
    let _ = taken(21, 13, 0x7ff8_a9d3_1da4_d653, 0x7ffc_a998_6c3d_c379, 0x6_ace5_6f16_0dc7);
    let _ = taken(21, 12, 0x7ff0_aac8_711d_c477, 0x7ff8_a9d3_1da4_d653, 0xe_acc5_6fc0_b472);
    let _ = taken(21, 11, 0x7fe0_aeb2_9aca_6b2a, 0x7ff0_aac8_711d_c477, 0x1e_ac45_7515_c9cb);
    let _ = taken(21, 10, 0x7fc0_be82_fa0b_e830, 0x7fe0_aeb2_9aca_6b2a, 0x3e_aa45_9fbc_74dc);
    let _ = taken(21, 9, 0x7f80_fe03_f80f_e040, 0x7fc0_be82_fa0b_e830, 0x7e_a246_f4d1_d6fb);
    let _ = taken(21, 8, 0x7f01_fc07_f01f_c080, 0x7f80_fe03_f80f_e040, 0xfe_8251_9b7e_1a95);
}

/// 21 steps, from the threshold of step 8.
#[logic]
#[ensures(highest(threshold(8), 9, 21) <= ln_constant(8) + slack(21))]
pub fn path_21_from_8() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(8) == 0x7f80_7f80_7f80_7f82);
    let _ = ended(21, 0x7fff_fe86_3a6e_34cc, 0x2f3_8b27_f156);
    let _ = taken(21, 21, 0x7fff_fa86_3a9a_02f8, 0x7fff_fe86_3a6e_34cc, 0x2f3_8b27_f156);
    let _ = left_out(21, 20, 0x7fff_fa86_3a9a_02f8, 0xaf3_8b07_f157);
    let _ = taken(21, 19, 0x7fff_ea86_3d49_3b4f, 0x7fff_fa86_3a9a_02f8, 0xaf3_8b07_f157);
    let _ = left_out(21, 18, 0x7fff_ea86_3d49_3b4f, 0x2af3_8907_f182);
    let _ = taken(21, 17, 0x7fff_aa86_6806_074c, 0x7fff_ea86_3d49_3b4f, 0x2af3_8907_f182);
    let _ = taken(21, 16, 0x7fff_2a87_3d7e_c9ce, 0x7fff_aa86_6806_074c, 0xaaf3_6907_fc2d);
    let _ = taken(21, 15, 0x7ffe_2a8a_e868_f8fd, 0x7fff_2a87_3d7e_c9ce, 0x1_aaf2_e908_5182);
    let _ = taken(21, 14, 0x7ffc_2a9a_3e00_00fd, 0x7ffe_2a8a_e868_f8fd, 0x3_aaf0_e90a_fc29);
    let _ = taken(21, 13, 0x7ff8_2ad8_e738_c737, 0x7ffc_2a9a_3e00_00fd, 0x7_aae8_e920_513e);
    let _ = taken(21, 12, 0x7ff0_2bd6_29d6_29d5, 0x7ff8_2ad8_e738_c737, 0xf_aac8_e9ca_f7e9);
    let _ = taken(21, 11, 0x7fe0_2fd0_2fd0_2fd0, 0x7ff0_2bd6_29d6_29d5, 0x1f_aa48_ef20_0d42);
    let _ = taken(21, 10, 0x7fc0_3fc0_3fc0_3fc1, 0x7fe0_2fd0_2fd0_2fd0, 0x3f_a849_19c6_b853);
    let _ = taken(21, 9, 0x7f80_7f80_7f80_7f82, 0x7fc0_3fc0_3fc0_3fc1, 0x7f_a04a_6edc_1a72);
}

/// 21 steps, from the threshold of step 9.
#[logic]
#[ensures(highest(threshold(9), 10, 21) <= ln_constant(9) + slack(21))]
pub fn path_21_from_9() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(9) == 0x7fc0_1ff0_07fc_0200);
    let _ = ended(21, 0x7fff_fea6_1a85_c6c4, 0x2b3_caf8_1930);
    let _ = taken(21, 21, 0x7fff_faa6_1ab0_95ef, 0x7fff_fea6_1a85_c6c4, 0x2b3_caf8_1930);
    let _ = left_out(21, 20, 0x7fff_faa6_1ab0_95ef, 0xab3_cad8_1931);
    let _ = taken(21, 19, 0x7fff_eaa6_1d5b_d244, 0x7fff_faa6_1ab0_95ef, 0xab3_cad8_1931);
    let _ = taken(21, 18, 0x7fff_caa6_2ab2_4798, 0x7fff_eaa6_1d5b_d244, 0x2ab3_c8d8_195c);
    let _ = taken(21, 17, 0x7fff_8aa6_655f_14e9, 0x7fff_caa6_2ab2_4798, 0x6ab3_c0d8_1ab1);
    let _ = taken(21, 16, 0x7fff_0aa7_5ab7_ba32, 0x7fff_8aa6_655f_14e9, 0xeab3_a0d8_255c);
    let _ = taken(21, 15, 0x7ffe_0aab_4561_2f70, 0x7fff_0aa7_5ab7_ba32, 0x1_eab3_20d8_7ab1);
    let _ = taken(21, 14, 0x7ffc_0abb_1a74_c59d, 0x7ffe_0aab_4561_2f70, 0x3_eab1_20db_2558);
    let _ = taken(21, 13, 0x7ff8_0afa_c29e_b0a8, 0x7ffc_0abb_1a74_c59d, 0x7_eaa9_20f0_7a6d);
    let _ = taken(21, 12, 0x7ff0_0bfa_02fe_80c0, 0x7ff8_0afa_c29e_b0a8, 0xf_ea89_219b_2118);
    let _ = taken(21, 11, 0x7fe0_0ff8_03fe_0100, 0x7ff0_0bfa_02fe_80c0, 0x1f_ea09_26f0_3671);
    let _ = taken(21, 10, 0x7fc0_1ff0_07fc_0200, 0x7fe0_0ff8_03fe_0100, 0x3f_e809_5196_e182);
}

/// 21 steps, from the threshold of step 10.
#[logic]
#[ensures(highest(threshold(10), 11, 21) <= ln_constant(10) + slack(21))]
pub fn path_21_from_10() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(10) == 0x7fe0_07fe_007f_e009);
    let _ = ended(21, 0x7fff_feaa_1886_7bba, 0x2ab_cef6_99d0);
    let _ = taken(21, 21, 0x7fff_faaa_18b1_2af5, 0x7fff_feaa_1886_7bba, 0x2ab_cef6_99d0);
    let _ = taken(21, 20, 0x7fff_f2aa_1986_895d, 0x7fff_faaa_18b1_2af5, 0xaab_ced6_99d1);
    let _ = taken(21, 19, 0x7fff_e2aa_1d31_45b7, 0x7fff_f2aa_1986_895d, 0x1aab_ce56_99d6);
    let _ = taken(21, 18, 0x7fff_c2aa_2c86_ba96, 0x7fff_e2aa_1d31_45b7, 0x3aab_cc56_9a01);
    let _ = taken(21, 17, 0x7fff_82aa_6b31_84fe, 0x7fff_c2aa_2c86_ba96, 0x7aab_c456_9b56);
    let _ = taken(21, 16, 0x7fff_02ab_6886_1c78, 0x7fff_82aa_6b31_84fe, 0xfaab_a456_a601);
    let _ = taken(21, 15, 0x7ffe_02af_6327_562a, 0x7fff_02ab_6886_1c78, 0x1_faab_2456_fb56);
    let _ = taken(21, 14, 0x7ffc_02bf_5829_f583, 0x7ffe_02af_6327_562a, 0x3_faa9_2459_a5fd);
    let _ = taken(21, 13, 0x7ff8_02ff_402f_f404, 0x7ffc_02bf_5829_f583, 0x7_faa1_246e_fb12);
    let _ = taken(21, 12, 0x7ff0_03ff_003f_f005, 0x7ff8_02ff_402f_f404, 0xf_fa81_2519_a1bd);
    let _ = taken(21, 11, 0x7fe0_07fe_007f_e009, 0x7ff0_03ff_003f_f005, 0x1f_fa01_2a6e_b716);
}

/// 21 steps, from the threshold of step 11.
#[logic]
#[ensures(highest(threshold(11), 12, 21) <= ln_constant(11) + slack(21))]
pub fn path_21_from_11() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(11) == 0x7ff0_01ff_c007_ff02);
    let _ = ended(21, 0x7fff_fcaa_9873_d601, 0x6aa_cf2e_8dd4);
    let _ = taken(21, 21, 0x7fff_f8aa_98ae_813c, 0x7fff_fcaa_9873_d601, 0x6aa_cf2e_8dd4);
    let _ = taken(21, 20, 0x7fff_f0aa_99a3_d7a2, 0x7fff_f8aa_98ae_813c, 0xeaa_cf0e_8dd5);
    let _ = taken(21, 19, 0x7fff_e0aa_9d8e_83f1, 0x7fff_f0aa_99a3_d7a2, 0x1eaa_ce8e_8dda);
    let _ = taken(21, 18, 0x7fff_c0aa_ad63_d899, 0x7fff_e0aa_9d8e_83f1, 0x3eaa_cc8e_8e05);
    let _ = taken(21, 17, 0x7fff_80aa_ed0e_6212, 0x7fff_c0aa_ad63_d899, 0x7eaa_c48e_8f5a);
    let _ = taken(21, 16, 0x7fff_00ab_ec62_75b0, 0x7fff_80aa_ed0e_6212, 0xfeaa_a48e_9a05);
    let _ = taken(21, 15, 0x7ffe_00af_eb02_9fab, 0x7fff_00ab_ec62_75b0, 0x1_feaa_248e_ef5a);
    let _ = taken(21, 14, 0x7ffc_00bf_e802_ffa0, 0x7ffe_00af_eb02_9fab, 0x3_fea8_2491_9a01);
    let _ = taken(21, 13, 0x7ff8_00ff_e003_ff81, 0x7ffc_00bf_e802_ffa0, 0x7_fea0_24a6_ef16);
    let _ = taken(21, 12, 0x7ff0_01ff_c007_ff02, 0x7ff8_00ff_e003_ff81, 0xf_fe80_2551_95c1);
}

/// 21 steps, from the threshold of step 12.
#[logic]
#[ensures(highest(threshold(12), 13, 21) <= ln_constant(12) + slack(21))]
pub fn path_21_from_12() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(12) == 0x7ff8_007f_f800_7ffa);
    let _ = ended(21, 0x7fff_fc2a_a875_ab20, 0x7aa_af32_0d70);
    let _ = taken(21, 21, 0x7fff_f82a_a8b4_55db, 0x7fff_fc2a_a875_ab20, 0x7aa_af32_0d70);
    let _ = taken(21, 20, 0x7fff_f02a_a9b1_ab40, 0x7fff_f82a_a8b4_55db, 0xfaa_af12_0d71);
    let _ = taken(21, 19, 0x7fff_e02a_adac_558b, 0x7fff_f02a_a9b1_ab40, 0x1faa_ae92_0d76);
    let _ = taken(21, 18, 0x7fff_c02a_bda1_a623, 0x7fff_e02a_adac_558b, 0x3faa_ac92_0da1);
    let _ = taken(21, 17, 0x7fff_802a_fd8c_275d, 0x7fff_c02a_bda1_a623, 0x7faa_a492_0ef6);
    let _ = taken(21, 16, 0x7fff_002b_fd60_29fd, 0x7fff_802a_fd8c_275d, 0xffaa_8492_19a1);
    let _ = taken(21, 15, 0x7ffe_002f_fd00_2ffd, 0x7fff_002b_fd60_29fd, 0x1_ffaa_0492_6ef6);
    let _ = taken(21, 14, 0x7ffc_003f_fc00_3ffd, 0x7ffe_002f_fd00_2ffd, 0x3_ffa8_0495_199d);
    let _ = taken(21, 13, 0x7ff8_007f_f800_7ffa, 0x7ffc_003f_fc00_3ffd, 0x7_ffa0_04aa_6eb2);
}

/// 21 steps, from the threshold of step 13.
#[logic]
#[ensures(highest(threshold(13), 14, 21) <= ln_constant(13) + slack(21))]
pub fn path_21_from_13() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(13) == 0x7ffc_001f_ff00_0801);
    let _ = ended(21, 0x7fff_fc0a_aa76_8869, 0x7ea_ab32_456a);
    let _ = taken(21, 21, 0x7fff_f80a_aab6_3314, 0x7fff_fc0a_aa76_8869, 0x7ea_ab32_456a);
    let _ = taken(21, 20, 0x7fff_f00a_abb5_8859, 0x7fff_f80a_aab6_3314, 0xfea_ab12_456b);
    let _ = taken(21, 19, 0x7fff_e00a_afb4_3263, 0x7fff_f00a_abb5_8859, 0x1fea_aa92_4570);
    let _ = taken(21, 18, 0x7fff_c00a_bfb1_8277, 0x7fff_e00a_afb4_3263, 0x3fea_a892_459b);
    let _ = taken(21, 17, 0x7fff_800a_ffac_02a1, 0x7fff_c00a_bfb1_8277, 0x7fea_a092_46f0);
    let _ = taken(21, 16, 0x7fff_000b_ffa0_0301, 0x7fff_800a_ffac_02a1, 0xffea_8092_519b);
    let _ = taken(21, 15, 0x7ffe_000f_ff80_0401, 0x7fff_000b_ffa0_0301, 0x1_ffea_0092_a6f0);
    let _ = taken(21, 14, 0x7ffc_001f_ff00_0801, 0x7ffe_000f_ff80_0401, 0x3_ffe8_0095_5197);
}

/// 21 steps, from the threshold of step 14.
#[logic]
#[ensures(highest(threshold(14), 15, 21) <= ln_constant(14) + slack(21))]
pub fn path_21_from_14() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(14) == 0x7ffe_0007_ffe0_0081);
    let _ = ended(21, 0x7fff_fc02_aab6_c63c, 0x7fa_aab2_48ea);
    let _ = taken(21, 21, 0x7fff_f802_aaf6_b0e5, 0x7fff_fc02_aab6_c63c, 0x7fa_aab2_48ea);
    let _ = taken(21, 20, 0x7fff_f002_abf6_8626, 0x7fff_f802_aaf6_b0e5, 0xffa_aa92_48eb);
    let _ = taken(21, 19, 0x7fff_e002_aff6_3028, 0x7fff_f002_abf6_8626, 0x1ffa_aa12_48f0);
    let _ = taken(21, 18, 0x7fff_c002_bff5_802b, 0x7fff_e002_aff6_3028, 0x3ffa_a812_491b);
    let _ = taken(21, 17, 0x7fff_8002_fff4_0031, 0x7fff_c002_bff5_802b, 0x7ffa_a012_4a70);
    let _ = taken(21, 16, 0x7fff_0003_fff0_0041, 0x7fff_8002_fff4_0031, 0xfffa_8012_551b);
    let _ = taken(21, 15, 0x7ffe_0007_ffe0_0081, 0x7fff_0003_fff0_0041, 0x1_fffa_0012_aa70);
}

/// 21 steps, from the threshold of step 15.
#[logic]
#[ensures(highest(threshold(15), 16, 21) <= ln_constant(15) + slack(21))]
pub fn path_21_from_15() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(15) == 0x7fff_0001_fffc_0009);
    let _ = ended(21, 0x7fff_fc00_aabe_d618, 0x7fe_aaa2_4924);
    let _ = taken(21, 21, 0x7fff_f800_aafe_d0c1, 0x7fff_fc00_aabe_d618, 0x7fe_aaa2_4924);
    let _ = taken(21, 20, 0x7fff_f000_abfe_c602, 0x7fff_f800_aafe_d0c1, 0xffe_aa82_4925);
    let _ = taken(21, 19, 0x7fff_e000_affe_b003, 0x7fff_f000_abfe_c602, 0x1ffe_aa02_492a);
    let _ = taken(21, 18, 0x7fff_c000_bffe_8004, 0x7fff_e000_affe_b003, 0x3ffe_a802_4955);
    let _ = taken(21, 17, 0x7fff_8000_fffe_0005, 0x7fff_c000_bffe_8004, 0x7ffe_a002_4aaa);
    let _ = taken(21, 16, 0x7fff_0001_fffc_0009, 0x7fff_8000_fffe_0005, 0xfffe_8002_5555);
}

/// 21 steps, from the threshold of step 16.
#[logic]
#[ensures(highest(threshold(16), 17, 21) <= ln_constant(16) + slack(21))]
pub fn path_21_from_16() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(16) == 0x7fff_8000_7fff_8002);
    let _ = ended(21, 0x7fff_fc00_2abf_da15, 0x7ff_aaa0_492a);
    let _ = taken(21, 21, 0x7fff_f800_2aff_d8be, 0x7fff_fc00_2abf_da15, 0x7ff_aaa0_492a);
    let _ = taken(21, 20, 0x7fff_f000_2bff_d5ff, 0x7fff_f800_2aff_d8be, 0xfff_aa80_492b);
    let _ = taken(21, 19, 0x7fff_e000_2fff_d000, 0x7fff_f000_2bff_d5ff, 0x1fff_aa00_4930);
    let _ = taken(21, 18, 0x7fff_c000_3fff_c001, 0x7fff_e000_2fff_d000, 0x3fff_a800_495b);
    let _ = taken(21, 17, 0x7fff_8000_7fff_8002, 0x7fff_c000_3fff_c001, 0x7fff_a000_4ab0);
}

/// 21 steps, from the threshold of step 17.
#[logic]
#[ensures(highest(threshold(17), 18, 21) <= ln_constant(17) + slack(21))]
pub fn path_21_from_17() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(17) == 0x7fff_c000_1fff_f002);
    let _ = ended(21, 0x7fff_fc00_0abf_fb16, 0x7ff_eaa0_0928);
    let _ = taken(21, 21, 0x7fff_f800_0aff_fabf, 0x7fff_fc00_0abf_fb16, 0x7ff_eaa0_0928);
    let _ = taken(21, 20, 0x7fff_f000_0bff_fa00, 0x7fff_f800_0aff_fabf, 0xfff_ea80_0929);
    let _ = taken(21, 19, 0x7fff_e000_0fff_f801, 0x7fff_f000_0bff_fa00, 0x1fff_ea00_092e);
    let _ = taken(21, 18, 0x7fff_c000_1fff_f002, 0x7fff_e000_0fff_f801, 0x3fff_e800_0959);
}

/// 21 steps, from the threshold of step 18.
#[logic]
#[ensures(highest(threshold(18), 19, 21) <= ln_constant(18) + slack(21))]
pub fn path_21_from_18() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(18) == 0x7fff_e000_07ff_fe02);
    let _ = ended(21, 0x7fff_fc00_02bf_ff57, 0x7ff_faa0_0126);
    let _ = taken(21, 21, 0x7fff_f800_02ff_ff40, 0x7fff_fc00_02bf_ff57, 0x7ff_faa0_0126);
    let _ = taken(21, 20, 0x7fff_f000_03ff_ff01, 0x7fff_f800_02ff_ff40, 0xfff_fa80_0127);
    let _ = taken(21, 19, 0x7fff_e000_07ff_fe02, 0x7fff_f000_03ff_ff01, 0x1fff_fa00_012c);
}

/// 21 steps, from the threshold of step 19.
#[logic]
#[ensures(highest(threshold(19), 20, 21) <= ln_constant(19) + slack(21))]
pub fn path_21_from_19() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(19) == 0x7fff_f000_01ff_ffc2);
    let _ = ended(21, 0x7fff_fc00_00bf_ffe8, 0x7ff_fea0_0024);
    let _ = taken(21, 21, 0x7fff_f800_00ff_ffe1, 0x7fff_fc00_00bf_ffe8, 0x7ff_fea0_0024);
    let _ = taken(21, 20, 0x7fff_f000_01ff_ffc2, 0x7fff_f800_00ff_ffe1, 0xfff_fe80_0025);
}

/// 21 steps, from the threshold of step 20.
#[logic]
#[ensures(highest(threshold(20), 21, 21) <= ln_constant(20) + slack(21))]
pub fn path_21_from_20() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(20) == 0x7fff_f800_007f_fffa);
    let _ = ended(21, 0x7fff_fc00_003f_fffd, 0x7ff_ffa0_0002);
    let _ = taken(21, 21, 0x7fff_f800_007f_fffa, 0x7fff_fc00_003f_fffd, 0x7ff_ffa0_0002);
}

/// 21 steps, from the threshold of step 21.
#[logic]
#[ensures(highest(threshold(21), 22, 21) <= ln_constant(21) + slack(21))]
pub fn path_21_from_21() {
    let _ = (small_values(), end_values(), constants());
    proof_assert!(threshold(21) == 0x7fff_fc00_0020_0000);
    let _ = ended(21, 0x7fff_fc00_0020_0000, 0x7ff_ffdf_fffe);
}

/// What leaves out the factor of step k of 21 is charged at most its constant and the slack.
#[logic]
#[requires(1 <= k && k <= 21)]
#[ensures(highest(threshold(k), k + 1, 21) <= ln_constant(k) + slack(21))]
pub fn threshold_is_bounded_21(k: Int) {
    if k == 1 {
        path_21_from_1()
    } else if k == 2 {
        path_21_from_2()
    } else if k == 3 {
        path_21_from_3()
    } else if k == 4 {
        path_21_from_4()
    } else if k == 5 {
        path_21_from_5()
    } else if k == 6 {
        path_21_from_6()
    } else if k == 7 {
        path_21_from_7()
    } else if k == 8 {
        path_21_from_8()
    } else if k == 9 {
        path_21_from_9()
    } else if k == 10 {
        path_21_from_10()
    } else if k == 11 {
        path_21_from_11()
    } else if k == 12 {
        path_21_from_12()
    } else if k == 13 {
        path_21_from_13()
    } else if k == 14 {
        path_21_from_14()
    } else if k == 15 {
        path_21_from_15()
    } else if k == 16 {
        path_21_from_16()
    } else if k == 17 {
        path_21_from_17()
    } else if k == 18 {
        path_21_from_18()
    } else if k == 19 {
        path_21_from_19()
    } else if k == 20 {
        path_21_from_20()
    } else if k == 21 {
        path_21_from_21()
    }
}
