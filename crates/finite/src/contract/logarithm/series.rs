//! The partial sums of [`super::enclosure`], term by term: every constant of the logarithm is the nearest one. Compiled for
//! Creusot only.
//!
//! `KDELTA_WRITE=1 cargo test -p kdelta-finite --test logarithm_contracts` writes this file, and the test compares. Nothing
//! rests on that: a number that is not what the term gives is refused by the verifier.

use super::{constant::*, enclosure::*};
use crate::contract::integer::power::*;
use creusot_std::prelude::*;

/// ln(1 + 2^-0), from 32 terms.
#[logic]
#[ensures(is_nearest(ln_2(), 0x8_0000, 0, 32))]
pub fn ln_2_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x3));
    let _ = one_more_term(0x3, 1, 0x3, 0xa_aaaa_aaaa_aaaa_aaaa_aaaa_aaaa);
    let _ = one_more_term(0x3, 2, 0x1b, 0xb_0fcd_6e9e_0652_2c3f_35ba_7818);
    let _ = one_more_term(0x3, 3, 0xf3, 0xb_168b_7bae_3fa1_9b49_1cdd_a7ec);
    let _ = one_more_term(0x3, 4, 0x88b, 0xb_1714_78a7_68c0_4ab3_8cab_9f86);
    let _ = one_more_term(0x3, 5, 0x4ce3, 0xb_1720_4f4e_5305_5061_17e9_ab70);
    let _ = one_more_term(0x3, 6, 0x2_b3fb, 0xb_1721_62d1_dcae_7f70_dec0_c3cb);
    let _ = one_more_term(0x3, 7, 0x18_53d3, 0xb_1721_7cb9_0841_afa0_4d58_44fd);
    let _ = one_more_term(0x3, 8, 0xda_f26b, 0xb_1721_7f37_96e1_dfe1_8d17_36e1);
    let _ = one_more_term(0x3, 9, 0x7b2_85c3, 0xb_1721_7f76_316a_0cc4_cf93_58a2);
    let _ = one_more_term(0x3, 10, 0x4546_b3db, 0xb_1721_7f7c_6ab1_f947_3181_becb);
    let _ = one_more_term(0x3, 11, 0x2_6f7c_52b3, 0xb_1721_7f7d_0add_c68e_8b44_60c4);
    let _ = one_more_term(0x3, 12, 0x15_eb5e_e84b, 0xb_1721_7f7d_1b1d_94e3_b20d_eba1);
    let _ = one_more_term(0x3, 13, 0xc5_4656_2aa3, 0xb_1721_7f7d_1cc6_ce63_ddd7_6de0);
    let _ = one_more_term(0x3, 14, 0x6ef_7907_7fbb, 0xb_1721_7f7d_1cf2_8db8_b0d4_fbcd);
    let _ = one_more_term(0x3, 15, 0x3e6b_4143_7d93, 0xb_1721_7f7d_1cf7_1445_e124_2dcb);
    let _ = one_more_term(0x3, 16, 0x2_31c5_4b5f_6a2b, 0xb_1721_7f7d_1cf7_8cb2_2579_7c64);
    let _ = one_more_term(0x3, 17, 0x13_bfef_a65a_bb83, 0xb_1721_7f7d_1cf7_9943_e95f_e971);
    let _ = one_more_term(0x3, 18, 0xb1_bf6c_d930_979b, 0xb_1721_7f7d_1cf7_9a95_02c6_121f);
    let _ = one_more_term(0x3, 19, 0x63f_bad3_a2b5_5473, 0xb_1721_7f7d_1cf7_9ab8_7112_274f);
    let _ = one_more_term(0x3, 20, 0x383d_9170_b85f_f80b, 0xb_1721_7f7d_1cf7_9abc_2d32_f8ad);
    let _ = one_more_term(0x3, 21, 0x1_fa2a_1cf6_7b5f_b863, 0xb_1721_7f7d_1cf7_9abc_9240_d8b0);
    let _ = one_more_term(0x3, 22, 0x11_cb7b_04aa_565d_7b7b, 0xb_1721_7f7d_1cf7_9abc_9cf5_9522);
    let _ = one_more_term(0x3, 23, 0xa0_2753_29fd_0949_5753, 0xb_1721_7f7d_1cf7_9abc_9e18_9304);
    let _ = one_more_term(0x3, 24, 0x5a1_61ec_79e5_5394_11eb, 0xb_1721_7f7d_1cf7_9abc_9e37_87e5);
    let _ = one_more_term(0x3, 25, 0x32ac_7150_490f_f034_a143, 0xb_1721_7f7d_1cf7_9abc_9e3a_d47f);
    let _ = one_more_term(0x3, 26, 0x1_c80f_fbd2_918f_71d9_ab5b, 0xb_1721_7f7d_1cf7_9abc_9e3b_2ea9);
    let _ = one_more_term(0x3, 27, 0x10_088f_da67_1e0b_00a7_0633, 0xb_1721_7f7d_1cf7_9abc_9e3b_384c);
    let _ = one_more_term(0x3, 28, 0x90_4d0e_ada0_0e63_05df_37cb, 0xb_1721_7f7d_1cf7_9abc_9e3b_3954);
    let _ = one_more_term(0x3, 29, 0x512_b584_1aa0_817b_34d8_f623, 0xb_1721_7f7d_1cf7_9abc_9e3b_3970);
    let _ = one_more_term(0x3, 30, 0x2da8_61a4_efa4_8d54_dba0_a73b, 0xb_1721_7f7d_1cf7_9abc_9e3b_3973);
    let _ = one_more_term(0x3, 31, 0x1_9aeb_6ecc_6cc8_f7fb_b8a5_e113, 0xb_1721_7f7d_1cf7_9abc_9e3b_3973);
    let _ = one_more_term(0x3, 32, 0xe_7246_e52f_d310_b7d9_7dd4_e9ab, 0xb_1721_7f7d_1cf7_9abc_9e3b_3973);
}

/// ln(1 + 2^-1), from 22 terms.
#[logic]
#[ensures(is_nearest(ln_constant(1), 0x8_0000_0000, 1, 22))]
pub fn ln_constant_1_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x5));
    let _ = one_more_term(0x5, 1, 0x5, 0x6_6666_6666_6666_6666_6666_6666);
    let _ = one_more_term(0x5, 2, 0x7d, 0x6_7c3e_ce2a_5349_0b9a_f720_15d8);
    let _ = one_more_term(0x5, 3, 0xc35, 0x6_7cc5_05e7_58f8_7804_acc6_5572);
    let _ = one_more_term(0x5, 4, 0x1_312d, 0x6_7cc8_db9c_4a81_2358_26fe_48a2);
    let _ = one_more_term(0x5, 5, 0x1d_cd65, 0x6_7cc8_fa27_0a56_bdb9_2f58_c563);
    let _ = one_more_term(0x5, 6, 0x2e9_0edd, 0x6_7cc8_fb26_ed3e_14b2_1edd_20f9);
    let _ = one_more_term(0x5, 7, 0x48c2_7395, 0x6_7cc8_fb2f_9666_34c8_b97b_3566);
    let _ = one_more_term(0x5, 8, 0x7_1afd_498d, 0x6_7cc8_fb2f_e342_bbb2_faea_8084);
    let _ = one_more_term(0x5, 9, 0xb1_a2bc_2ec5, 0x6_7cc8_fb2f_e5f9_32e8_6ca9_28d0);
    let _ = one_more_term(0x5, 10, 0x1158_e460_913d, 0x6_7cc8_fb2f_e612_0dac_e5ae_e7b1);
    let _ = one_more_term(0x5, 11, 0x1_b1ae_4d6e_2ef5, 0x6_7cc8_fb2f_e612_f3f2_6c41_e2e5);
    let _ = one_more_term(0x5, 12, 0x2a_5a05_8fc2_95ed, 0x6_7cc8_fb2f_e612_fc5b_5cb1_374f);
    let _ = one_more_term(0x5, 13, 0x422_ca8b_0a00_a425, 0x6_7cc8_fb2f_e612_fcaa_971a_1317);
    let _ = one_more_term(0x5, 14, 0x6765_c793_fa10_079d, 0x6_7cc8_fb2f_e612_fcad_864d_5d99);
    let _ = one_more_term(0x5, 15, 0xa_18f0_7d73_6b90_be55, 0x6_7cc8_fb2f_e612_fcad_a247_2785);
    let _ = one_more_term(0x5, 16, 0xfc_6f7c_4045_8122_964d, 0x6_7cc8_fb2f_e612_fcad_a353_24d5);
    let _ = one_more_term(0x5, 17, 0x18a6_e322_46c9_9c60_ad85, 0x6_7cc8_fb2f_e612_fcad_a35d_36ba);
    let _ = one_more_term(0x5, 18, 0x2_684c_2e58_e9b0_4570_f1fd, 0x6_7cc8_fb2f_e612_fcad_a35d_97f3);
    let _ = one_more_term(0x5, 19, 0x3c_2f70_86ae_d236_c807_a1b5, 0x6_7cc8_fb2f_e612_fcad_a35d_9ba0);
    let _ = one_more_term(0x5, 20, 0x5e0_a1fd_2712_8759_88be_caad, 0x6_7cc8_fb2f_e612_fcad_a35d_9bc3);
    let _ = one_more_term(0x5, 21, 0x92ef_d1b8_d0cf_37be_5aa1_cae5, 0x6_7cc8_fb2f_e612_fcad_a35d_9bc4);
    let _ = one_more_term(0x5, 22, 0xe_596b_7b0c_643c_7196_d9cc_d05d, 0x6_7cc8_fb2f_e612_fcad_a35d_9bc4);
}

/// ln(1 + 2^-2), from 16 terms.
#[logic]
#[ensures(is_nearest(ln_constant(2), 0x8_0000_0000, 2, 16))]
pub fn ln_constant_2_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x9));
    let _ = one_more_term(0x9, 1, 0x9, 0x3_8e38_e38e_38e3_8e38_e38e_38e3);
    let _ = one_more_term(0x9, 2, 0x2d9, 0x3_91f7_ce5e_58ba_5a21_f22f_fe1f);
    let _ = one_more_term(0x9, 3, 0xe6a9, 0x3_91fe_e8c2_7ee3_c3f0_78ee_d212);
    let _ = one_more_term(0x9, 4, 0x48_fb79, 0x3_91fe_f8cb_817b_d593_ee28_09aa);
    let _ = one_more_term(0x9, 5, 0x1717_9149, 0x3_91fe_f8f2_ec43_5a23_050d_e607);
    let _ = one_more_term(0x9, 6, 0x7_4e74_f819, 0x3_91fe_f8f3_5230_ae39_26e6_d8bc);
    let _ = one_more_term(0x9, 7, 0x24f_d302_7fe9, 0x3_91fe_f8f3_5341_42ac_2226_60bd);
    let _ = one_more_term(0x9, 8, 0xbb41_c3ca_78b9, 0x3_91fe_f8f3_5344_2d4b_636a_7b44);
    let _ = one_more_term(0x9, 9, 0x3b_3fce_f310_3289, 0x3_91fe_f8f3_5344_356d_78c3_586a);
    let _ = one_more_term(0x9, 10, 0x12bf_307a_e81f_fd59, 0x3_91fe_f8f3_5344_3584_787f_f5e3);
    let _ = one_more_term(0x9, 11, 0x5_ee7e_56e3_721f_2929, 0x3_91fe_f8f3_5344_3584_ba43_e932);
    let _ = one_more_term(0x9, 12, 0x1e0_75f9_7df7_1bdc_05f9, 0x3_91fe_f8f3_5344_3584_bb01_b029);
    let _ = one_more_term(0x9, 13, 0x9805_53f0_db2f_d09d_e3c9, 0x3_91fe_f8f3_5344_3584_bb03_d7f7);
    let _ = one_more_term(0x9, 14, 0x30_19af_8f35_5a21_01f5_1299, 0x3_91fe_f8f3_5344_3584_bb03_de45);
    let _ = one_more_term(0x9, 15, 0xf38_208c_4fe1_8471_9e8a_e269, 0x3_91fe_f8f3_5344_3584_bb03_de57);
    let _ = one_more_term(0x9, 16, 0x4_d0c2_4c65_465a_e7f3_29f1_a339, 0x3_91fe_f8f3_5344_3584_bb03_de57);
}

/// ln(1 + 2^-3), from 12 terms.
#[logic]
#[ensures(is_nearest(ln_constant(3), 0x8_0000_0000, 3, 12))]
pub fn ln_constant_3_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x11));
    let _ = one_more_term(0x11, 1, 0x11, 0x1_e1e1_e1e1_e1e1_e1e1_e1e1_e1e1);
    let _ = one_more_term(0x11, 2, 0x1331, 0x1_e270_2b13_286a_da77_4138_5cad);
    let _ = one_more_term(0x11, 3, 0x15_aa51, 0x1_e270_76b2_b4e0_6b5e_95bf_5cc0);
    let _ = one_more_term(0x11, 4, 0x1875_4571, 0x1_e270_76e2_8e1f_18b6_da29_fe59);
    let _ = one_more_term(0x11, 5, 0x1b_9c63_6491, 0x1_e270_76e2_af16_6837_0a61_010b);
    let _ = one_more_term(0x11, 6, 0x1f2b_8c34_87b1, 0x1_e270_76e2_af2e_4ca8_6288_752c);
    let _ = one_more_term(0x11, 7, 0x23_3029_474d_2ed1, 0x1_e270_76e2_af2e_5e90_de31_1506);
    let _ = one_more_term(0x11, 8, 0x27b9_5e99_7e21_d9f1, 0x1_e270_76e2_af2e_5e9e_9db8_95f2);
    let _ = one_more_term(0x11, 9, 0x2c_d843_cb47_6437_0911, 0x1_e270_76e2_af2e_5e9e_a877_7302);
    let _ = one_more_term(0x11, 10, 0x32a0_2488_7b98_2221_3c31, 0x1_e270_76e2_af2e_5e9e_a87f_f742);
    let _ = one_more_term(0x11, 11, 0x39_26c9_3e13_86be_8784_f351, 0x1_e270_76e2_af2e_5e9e_a87f_fe15);
    let _ = one_more_term(0x11, 12, 0x4084_c92f_140b_1d16_fd16_ae71, 0x1_e270_76e2_af2e_5e9e_a87f_fe1a);
}

/// ln(1 + 2^-4), from 10 terms.
#[logic]
#[ensures(is_nearest(ln_constant(4), 0x8_0000_0000, 4, 10))]
pub fn ln_constant_4_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x21));
    let _ = one_more_term(0x21, 1, 0x21, 0xf83e_0f83_e0f8_3e0f_83e0_f83e);
    let _ = one_more_term(0x21, 2, 0x8c61, 0xf851_8341_b49b_dab8_4e52_448f);
    let _ = one_more_term(0x21, 3, 0x255_28a1, 0xf851_8600_150f_763d_67f6_5e21);
    let _ = one_more_term(0x21, 4, 0x9_ec41_d4e1, 0xf851_8600_8aff_9e9b_7db5_05db);
    let _ = one_more_term(0x21, 5, 0x2a36_040a_9121, 0xf851_8600_8b15_2ee5_520c_e538);
    let _ = one_more_term(0x21, 6, 0xb3_8fc7_30f3_5d61, 0xf851_8600_8b15_330b_12ee_6140);
    let _ = one_more_term(0x21, 7, 0x2_fbd6_9e57_3b40_39a1, 0xf851_8600_8b15_330b_e620_7b67);
    let _ = one_more_term(0x21, 8, 0xcb1_4bf7_9113_0c35_25e1, 0xf851_8600_8b15_330b_e64b_8285);
    let _ = one_more_term(0x21, 9, 0x35_fe34_2820_2206_ee16_2221, 0xf851_8600_8b15_330b_e64b_8b71);
    let _ = one_more_term(0x21, 10, 0xe5ae_5bde_b0b0_bf7a_cc27_2e61, 0xf851_8600_8b15_330b_e64b_8b72);
}

/// ln(1 + 2^-5), from 8 terms.
#[logic]
#[ensures(is_nearest(ln_constant(5), 0x8_0000_0000, 5, 8))]
pub fn ln_constant_5_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x41));
    let _ = one_more_term(0x41, 1, 0x41, 0x7e07_e07e_07e0_7e07_e07e_07e0);
    let _ = one_more_term(0x41, 2, 0x4_30c1, 0x7e0a_6c22_2f05_1128_4b4a_f63e);
    let _ = one_more_term(0x41, 3, 0x4528_a141, 0x7e0a_6c39_dfc5_79a3_6ee6_499d);
    let _ = one_more_term(0x41, 4, 0x475_638d_51c1, 0x7e0a_6c39_e0cb_f4d4_939b_5a6b);
    let _ = one_more_term(0x41, 5, 0x49_955f_ff52_4241, 0x7e0a_6c39_e0cc_0133_46ea_ff4f);
    let _ = one_more_term(0x41, 6, 0x4_be6a_4554_cc97_72c1, 0x7e0a_6c39_e0cc_0133_e3e8_4230);
    let _ = one_more_term(0x41, 7, 0x4e4a_97e2_3c84_8f7c_e341, 0x7e0a_6c39_e0cc_0133_e3f0_4eaf);
    let _ = one_more_term(0x41, 8, 0x50c_1d14_acc8_c7c4_1c22_93c1, 0x7e0a_6c39_e0cc_0133_e3f0_4f1b);
}

/// ln(1 + 2^-6), from 7 terms.
#[logic]
#[ensures(is_nearest(ln_constant(6), 0x8_0000_0000, 6, 7))]
pub fn ln_constant_6_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x81));
    let _ = one_more_term(0x81, 1, 0x81, 0x3f80_fe03_f80f_e03f_80fe_03f8);
    let _ = one_more_term(0x81, 2, 0x20_c181, 0x3f81_5161_3309_ad39_8fd9_b07f);
    let _ = one_more_term(0x81, 3, 0x8_5142_8281, 0x3f81_5161_f805_9d79_ec8a_6b46);
    let _ = one_more_term(0x81, 4, 0x2_1caa_3465_4381, 0x3f81_5161_f807_c798_9c51_9849);
    let _ = one_more_term(0x81, 5, 0x8949_53f7_ea89_0481, 0x3f81_5161_f807_c79f_3d9f_8c57);
    let _ = one_more_term(0x81, 6, 0x22dc_279b_4684_b4ad_c581, 0x3f81_5161_f807_c79f_3db4_e95e);
    let _ = one_more_term(0x81, 7, 0x8da_08ea_9482_f864_d3d3_8681, 0x3f81_5161_f807_c79f_3db4_e9a5);
}

/// ln(1 + 2^-7), from 6 terms.
#[logic]
#[ensures(is_nearest(ln_constant(7), 0x8_0000_0000, 7, 6))]
pub fn ln_constant_7_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x101));
    let _ = one_more_term(0x101, 1, 0x101, 0x1fe0_1fe0_1fe0_1fe0_1fe0_1fe0);
    let _ = one_more_term(0x101, 2, 0x103_0301, 0x1fe0_2a6b_0a20_bf01_490c_a842);
    let _ = one_more_term(0x101, 3, 0x105_0a0a_0501, 0x1fe0_2a6b_1067_8489_6c51_e00e);
    let _ = one_more_term(0x101, 4, 0x107_1523_2315_0701, 0x1fe0_2a6b_1067_88fc_33fa_2a27);
    let _ = one_more_term(0x101, 5, 0x109_2454_7e7e_5424_0901, 0x1fe0_2a6b_1067_88fc_3769_00c6);
    let _ = one_more_term(0x101, 6, 0x10b_37a6_4bcf_cf4a_a537_0b01, 0x1fe0_2a6b_1067_88fc_3769_038f);
}

/// ln(1 + 2^-8), from 6 terms.
#[logic]
#[ensures(is_nearest(ln_constant(8), 0x8_0000_0000, 8, 6))]
pub fn ln_constant_8_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x201));
    let _ = one_more_term(0x201, 1, 0x201, 0xff8_03fe_00ff_803f_e00f_f803);
    let _ = one_more_term(0x201, 2, 0x80c_0601, 0xff8_0551_5853_2c29_ab4f_983e);
    let _ = one_more_term(0x201, 3, 0x2050_5028_0a01, 0xff8_0551_5885_e01b_ff62_027f);
    let _ = one_more_term(0x201, 4, 0x81c2_a231_1854_0e01, 0xff8_0551_5885_e025_0433_ec1b);
    let _ = one_more_term(0x201, 5, 0x2_0912_150f_c7e2_a090_1201, 0xff8_0551_5885_e025_0435_ab4b);
    let _ = one_more_term(0x201, 6, 0x8_2c6e_a5a5_73b9_d4a5_28dc_1601, 0xff8_0551_5885_e025_0435_ab4b);
}

/// ln(1 + 2^-9), from 5 terms.
#[logic]
#[ensures(is_nearest(ln_constant(9), 0x8_0000_0000, 9, 5))]
pub fn ln_constant_9_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x401));
    let _ = one_more_term(0x401, 1, 0x401, 0x7fe_007f_e007_fe00_7fe0_07fe);
    let _ = one_more_term(0x401, 2, 0x4030_0c01, 0x7fe_00aa_6ac2_a202_ff00_5290);
    let _ = one_more_term(0x401, 3, 0x4_0502_80a0_1401, 0x7fe_00aa_6ac4_399e_17ba_5bf7);
    let _ = one_more_term(0x401, 4, 0x40_7054_2308_c150_1c01, 0x7fe_00aa_6ac4_399e_29e3_a071);
    let _ = one_more_term(0x401, 5, 0x409_0905_41f8_7e15_0240_2401, 0x7fe_00aa_6ac4_399e_29e3_a152);
}

/// ln(1 + 2^-10), from 5 terms.
#[logic]
#[ensures(is_nearest(ln_constant(10), 0x8_0000_0000, 10, 5))]
pub fn ln_constant_10_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x801));
    let _ = one_more_term(0x801, 1, 0x801, 0x3ff_800f_fe00_3ff8_00ff_e003);
    let _ = one_more_term(0x801, 2, 0x2_00c0_1801, 0x3ff_8015_5156_1532_b0a9_aad2);
    let _ = one_more_term(0x801, 3, 0x80_5014_0280_2801, 0x3ff_8015_5156_21f7_8075_97d6);
    let _ = one_more_term(0x801, 4, 0x201c_0a82_3046_0540_3801, 0x3ff_8015_5156_21f7_809a_0a2f);
    let _ = one_more_term(0x801, 5, 0x8_0904_8150_3f07_e0a8_0900_4801, 0x3ff_8015_5156_21f7_809a_0a2f);
}

/// ln(1 + 2^-11), from 4 terms.
#[logic]
#[ensures(is_nearest(ln_constant(11), 0x8_0000_0000, 11, 4))]
pub fn ln_constant_11_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x1001));
    let _ = one_more_term(0x1001, 1, 0x1001, 0x1ff_e001_ffe0_01ff_e001_ffe0);
    let _ = one_more_term(0x1001, 2, 0x10_0300_3001, 0x1ff_e002_aa6a_b0aa_200b_ff00);
    let _ = one_more_term(0x1001, 3, 0x1005_00a0_0a00_5001, 0x1ff_e002_aa6a_b110_6678_6486);
    let _ = one_more_term(0x1001, 4, 0x10_0701_5023_0230_1500_7001, 0x1ff_e002_aa6a_b110_6678_ad8a);
}

/// ln(1 + 2^-12), from 4 terms.
#[logic]
#[ensures(is_nearest(ln_constant(12), 0x8_0000_0000, 12, 4))]
pub fn ln_constant_12_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x2001));
    let _ = one_more_term(0x2001, 1, 0x2001, 0xff_f800_3ffe_000f_ff80_03ff);
    let _ = one_more_term(0x2001, 2, 0x80_0c00_6001, 0xff_f800_5551_5585_532a_c2a8);
    let _ = one_more_term(0x2001, 3, 0x2_0050_0500_2800_a001, 0xff_f800_5551_5588_85de_01da);
    let _ = one_more_term(0x2001, 4, 0x801_c02a_0230_1180_5400_e001, 0xff_f800_5551_5588_85de_026c);
}

/// ln(1 + 2^-13), from 4 terms.
#[logic]
#[ensures(is_nearest(ln_constant(13), 0x8_0000_0000, 13, 4))]
pub fn ln_constant_13_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x4001));
    let _ = one_more_term(0x4001, 1, 0x4001, 0x7f_fe00_07ff_e000_7ffe_0007);
    let _ = one_more_term(0x4001, 2, 0x400_3000_c001, 0x7f_fe00_0aaa_6aac_2aa2_002e);
    let _ = one_more_term(0x4001, 3, 0x40_0500_2800_a001_4001, 0x7f_fe00_0aaa_6aac_4439_99df);
    let _ = one_more_term(0x4001, 4, 0x4_0070_0540_2300_8c01_5001_c001, 0x7f_fe00_0aaa_6aac_4439_99e0);
}

/// ln(1 + 2^-14), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(14), 0x8_0000_0000, 14, 3))]
pub fn ln_constant_14_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x8001));
    let _ = one_more_term(0x8001, 1, 0x8001, 0x3f_ff80_00ff_fe00_03ff_f800);
    let _ = one_more_term(0x8001, 2, 0x2000_c001_8001, 0x3f_ff80_0155_5155_6155_32aa);
    let _ = one_more_term(0x8001, 3, 0x800_5001_4002_8002_8001, 0x3f_ff80_0155_5155_6221_f776);
}

/// ln(1 + 2^-15), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(15), 0x8_0000_0000, 15, 3))]
pub fn ln_constant_15_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x1_0001));
    let _ = one_more_term(0x1_0001, 1, 0x1_0001, 0x1f_ffe0_001f_ffe0_001f_ffe0);
    let _ = one_more_term(0x1_0001, 2, 0x1_0003_0003_0001, 0x1f_ffe0_002a_aa6a_ab0a_aa20);
    let _ = one_more_term(0x1_0001, 3, 0x1_0005_000a_000a_0005_0001, 0x1f_ffe0_002a_aa6a_ab11_1066);
}

/// ln(1 + 2^-16), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(16), 0x8_0000_0000, 16, 3))]
pub fn ln_constant_16_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x2_0001));
    let _ = one_more_term(0x2_0001, 1, 0x2_0001, 0xf_fff8_0003_fffe_0000_ffff);
    let _ = one_more_term(0x2_0001, 2, 0x8_000c_0006_0001, 0xf_fff8_0005_5551_5558_5552);
    let _ = one_more_term(0x2_0001, 3, 0x20_0050_0050_0028_000a_0001, 0xf_fff8_0005_5551_5558_8884);
}

/// ln(1 + 2^-17), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(17), 0x8_0000_0000, 17, 3))]
pub fn ln_constant_17_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x4_0001));
    let _ = one_more_term(0x4_0001, 1, 0x4_0001, 0x7_fffe_0000_7fff_e000_07ff);
    let _ = one_more_term(0x4_0001, 2, 0x40_0030_000c_0001, 0x7_fffe_0000_aaaa_6aaa_c2a9);
    let _ = one_more_term(0x4_0001, 3, 0x400_0500_0280_00a0_0014_0001, 0x7_fffe_0000_aaaa_6aaa_c442);
}

/// ln(1 + 2^-18), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(18), 0x8_0000_0000, 18, 3))]
pub fn ln_constant_18_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x8_0001));
    let _ = one_more_term(0x8_0001, 1, 0x8_0001, 0x3_ffff_8000_0fff_fe00_003f);
    let _ = one_more_term(0x8_0001, 2, 0x200_00c0_0018_0001, 0x3_ffff_8000_1555_5155_5614);
    let _ = one_more_term(0x8_0001, 3, 0x8000_5000_1400_0280_0028_0001, 0x3_ffff_8000_1555_5155_5620);
}

/// ln(1 + 2^-19), from 3 terms.
#[logic]
#[ensures(is_nearest(ln_constant(19), 0x8_0000_0000, 19, 3))]
pub fn ln_constant_19_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x10_0001));
    let _ = one_more_term(0x10_0001, 1, 0x10_0001, 0x1_ffff_e000_01ff_ffe0_0001);
    let _ = one_more_term(0x10_0001, 2, 0x1000_0300_0030_0001, 0x1_ffff_e000_02aa_aa6a_aaaf);
    let _ = one_more_term(0x10_0001, 3, 0x10_0005_0000_a000_0a00_0050_0001, 0x1_ffff_e000_02aa_aa6a_aaaf);
}

/// ln(1 + 2^-20), from 2 terms.
#[logic]
#[ensures(is_nearest(ln_constant(20), 0x8_0000_0000, 20, 2))]
pub fn ln_constant_20_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x20_0001));
    let _ = one_more_term(0x20_0001, 1, 0x20_0001, 0xffff_f800_003f_fffe_0000);
    let _ = one_more_term(0x20_0001, 2, 0x8000_0c00_0060_0001, 0xffff_f800_0055_5551_5555);
}

/// ln(1 + 2^-21), from 2 terms.
#[logic]
#[ensures(is_nearest(ln_constant(21), 0x8_0000_0000, 21, 2))]
pub fn ln_constant_21_is_nearest() {
    let _ = (zeroth(), small_values(), constants(), no_term(0x40_0001));
    let _ = one_more_term(0x40_0001, 1, 0x40_0001, 0x7fff_fe00_0007_ffff_e000);
    let _ = one_more_term(0x40_0001, 2, 0x4_0000_3000_00c0_0001, 0x7fff_fe00_000a_aaaa_6aaa);
}
