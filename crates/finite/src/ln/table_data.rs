//! The tables of [`super::table`], as bit patterns.
//!
//! Entry i belongs to the cell of m whose position (see [`super::table`]) is i. `inverse` is a short
//! dyadic number c near 1/m (a multiple of 2^-10 for f64, of 2^-8 for f32; exactly 1 for the cell that
//! ends at 1). `high` is ln c rounded to the nearest multiple of 2^-42 (f64) or 2^-16 (f32), and `low`
//! is ln c - high rounded to the nearest number of the format. `LN_2_HIGH_*` and `LN_2_LOW_*` split
//! ln 2 in the same way.

/// One cell: c and ln c in two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell<F> {
    /// c, near the inverse of the mantissas of the cell.
    pub inverse: F,
    /// ln c to a fixed number of fraction bits.
    pub high: F,
    /// What `high` leaves of ln c.
    pub low: F,
}

const fn wide(inverse: u64, high: u64, low: u64) -> Cell<f64> {
    Cell { inverse: f64::from_bits(inverse), high: f64::from_bits(high), low: f64::from_bits(low) }
}

const fn narrow(inverse: u32, high: u32, low: u32) -> Cell<f32> {
    Cell { inverse: f32::from_bits(inverse), high: f32::from_bits(high), low: f32::from_bits(low) }
}

/// ln 2 to the nearest multiple of 2^-42.
pub const LN_2_HIGH_64: f64 = f64::from_bits(0x3fe6_2e42_fefa_3800);
/// ln 2 minus its high part, rounded to nearest.
pub const LN_2_LOW_64: f64 = f64::from_bits(0x3d2e_f357_93c7_6730);

/// The 128 cells of the f64 kernel.
#[rustfmt::skip]
pub static CELLS_64: [Cell<f64>; 128] = [
    wide(0x3ff7_3400_0000_0000, 0x3fd7_c9e7_703f_9000, 0xbd28_2d55_1711_7a8c),
    wide(0x3ff7_1400_0000_0000, 0x3fd7_7166_c744_0000, 0x3d22_d333_f054_aa72),
    wide(0x3ff6_f400_0000_0000, 0x3fd7_186b_1138_1000, 0x3d19_34e2_677d_272b),
    wide(0x3ff6_d000_0000_0000, 0x3fd6_b3bb_2235_9000, 0x3d30_f625_7a93_3268),
    wide(0x3ff6_b000_0000_0000, 0x3fd6_59b5_7303_e000, 0x3d1f_281d_b0af_8efc),
    wide(0x3ff6_9000_0000_0000, 0x3fd5_ff30_70a7_9000, 0x3d2e_9e43_9f10_5039),
    wide(0x3ff6_7000_0000_0000, 0x3fd5_a42a_b0f4_d000, 0xbcde_63af_2df7_ba69),
    wide(0x3ff6_5400_0000_0000, 0x3fd5_541a_ec91_c000, 0xbcf8_16aa_dc72_eeb9),
    wide(0x3ff6_3400_0000_0000, 0x3fd4_f81f_e476_4000, 0xbd27_fcf6_434f_f08d),
    wide(0x3ff6_1400_0000_0000, 0x3fd4_9b9f_eb7c_1000, 0x3d3d_ac1c_58ab_60d7),
    wide(0x3ff5_f800_0000_0000, 0x3fd4_4a41_b463_c000, 0x3d31_ee28_f37c_f612),
    wide(0x3ff5_d800_0000_0000, 0x3fd3_ecc4_60ef_6000, 0xbd06_0286_27c1_300f),
    wide(0x3ff5_bc00_0000_0000, 0x3fd3_9a86_19f4_5000, 0x3d18_ee51_9373_54f5),
    wide(0x3ff5_9c00_0000_0000, 0x3fd3_3c05_f128_e000, 0xbd22_b906_380e_1a7d),
    wide(0x3ff5_8000_0000_0000, 0x3fd2_e8e2_bae1_2000, 0xbd26_7b1e_99b7_2bd8),
    wide(0x3ff5_6400_0000_0000, 0x3fd2_9552_f81f_f000, 0x3d34_8d30_1771_c408),
    wide(0x3ff5_4800_0000_0000, 0x3fd2_4155_8bfd_1000, 0x3d30_0fff_3228_fcad),
    wide(0x3ff5_2c00_0000_0000, 0x3fd1_ece9_5528_b000, 0xbd18_4e7b_09b4_a3b8),
    wide(0x3ff5_1000_0000_0000, 0x3fd1_980d_2dd4_2000, 0x3d2b_7b3a_7a36_1c9a),
    wide(0x3ff4_f400_0000_0000, 0x3fd1_42bf_eb9a_0000, 0x3d31_ce61_85b5_8a9e),
    wide(0x3ff4_d800_0000_0000, 0x3fd0_ed00_5f65_8000, 0xbd22_dc75_285a_a803),
    wide(0x3ff4_bc00_0000_0000, 0x3fd0_96cd_5559_1000, 0x3d3f_998d_2055_0a31),
    wide(0x3ff4_a400_0000_0000, 0x3fd0_4c8d_e184_2000, 0xbd1f_e6ba_512c_eb86),
    wide(0x3ff4_8800_0000_0000, 0x3fcf_eb02_33e6_0000, 0x3d2f_316e_32d5_e8c7),
    wide(0x3ff4_6c00_0000_0000, 0x3fcf_3bfa_934d_6000, 0x3d2d_9f2a_937b_903b),
    wide(0x3ff4_5400_0000_0000, 0x3fce_a534_9e23_a000, 0x3d38_1b93_4c73_ccb5),
    wide(0x3ff4_3c00_0000_0000, 0x3fce_0dbc_3d92_a000, 0x3d35_9233_f052_9bf1),
    wide(0x3ff4_2000_0000_0000, 0x3fcd_5c21_6b4f_c000, 0xbd21_ba91_bbca_681b),
    wide(0x3ff4_0800_0000_0000, 0x3fcc_c320_c017_6000, 0x3d24_0903_9a65_3794),
    wide(0x3ff3_f000_0000_0000, 0x3fcc_2968_558c_2000, 0xbd2c_fd73_dee3_8a40),
    wide(0x3ff3_d400_0000_0000, 0x3fcb_7526_a22e_4000, 0x3d2c_0dbf_2e78_5490),
    wide(0x3ff3_bc00_0000_0000, 0x3fca_d9da_1f82_8000, 0xbd38_82b7_c803_f050),
    wide(0x3ff3_a400_0000_0000, 0x3fca_3dd0_4b93_8000, 0x3d29_7da1_366e_2c5a),
    wide(0x3ff3_8c00_0000_0000, 0x3fc9_a107_5698_8000, 0x3d26_4aa6_242c_d098),
    wide(0x3ff3_7400_0000_0000, 0x3fc9_037d_6a18_0000, 0x3d23_0dea_57c1_c8d9),
    wide(0x3ff3_5c00_0000_0000, 0x3fc8_6530_a8c7_0000, 0x3d39_8bb0_cb4e_a3e3),
    wide(0x3ff3_4800_0000_0000, 0x3fc7_e0af_d630_c000, 0x3d13_9e7c_1d8f_1034),
    wide(0x3ff3_3000_0000_0000, 0x3fc7_40f8_f540_4000, 0xbd30_b66c_9901_8aa1),
    wide(0x3ff3_1800_0000_0000, 0x3fc6_a079_d0f7_a000, 0x3d35_a3f8_448d_14f5),
    wide(0x3ff3_0000_0000_0000, 0x3fc5_ff30_70a7_a000, 0xbd38_586f_183b_ebf2),
    wide(0x3ff2_ec00_0000_0000, 0x3fc5_782c_b309_2000, 0xbd33_a463_5179_4442),
    wide(0x3ff2_d400_0000_0000, 0x3fc4_d56b_5798_e000, 0x3d38_0580_15a9_6555),
    wide(0x3ff2_c000_0000_0000, 0x3fc4_4d2b_6ccb_8000, 0xbd17_0cc1_6135_783c),
    wide(0x3ff2_a800_0000_0000, 0x3fc3_a8eb_2d31_a000, 0x3d1b_afb7_7d5d_503e),
    wide(0x3ff2_9400_0000_0000, 0x3fc3_1f69_3eb1_a000, 0xbd2a_6726_e5a3_96fb),
    wide(0x3ff2_7c00_0000_0000, 0x3fc2_79a3_00ab_4000, 0x3d3e_f432_b323_5108),
    wide(0x3ff2_6800_0000_0000, 0x3fc1_eed9_0e2d_c000, 0x3d16_1563_7097_648f),
    wide(0x3ff2_5400_0000_0000, 0x3fc1_6377_fb12_4000, 0x3d09_1e1a_bf41_763e),
    wide(0x3ff2_4000_0000_0000, 0x3fc0_d77e_7cd0_8000, 0x3d3c_b2cd_2ee2_f482),
    wide(0x3ff2_2800_0000_0000, 0x3fc0_2ebb_42bf_4000, 0xbd15_a8fa_5ce0_0e5d),
    wide(0x3ff2_1400_0000_0000, 0x3fbf_42db_a3a2_4000, 0xbd33_12b7_32df_6c0d),
    wide(0x3ff2_0000_0000_0000, 0x3fbe_2707_6e2b_0000, 0xbd2a_342c_2af0_003c),
    wide(0x3ff1_ec00_0000_0000, 0x3fbd_09f7_2b4c_4000, 0x3d20_48c0_0035_4e33),
    wide(0x3ff1_d800_0000_0000, 0x3fbb_eba8_1814_8000, 0xbd38_9b78_b6df_1f57),
    wide(0x3ff1_c400_0000_0000, 0x3fba_cc17_6843_4000, 0xbd2a_a783_a0b7_fa4c),
    wide(0x3ff1_b000_0000_0000, 0x3fb9_ab42_4620_4000, 0xbd28_a648_2678_7061),
    wide(0x3ff1_9c00_0000_0000, 0x3fb8_8925_d24f_c000, 0xbd31_d505_44fb_b806),
    wide(0x3ff1_8c00_0000_0000, 0x3fb7_a021_6f64_8000, 0x3d3e_124c_a184_18ff),
    wide(0x3ff1_7800_0000_0000, 0x3fb6_7bb0_726e_c000, 0x3cef_724b_69ef_5912),
    wide(0x3ff1_6400_0000_0000, 0x3fb5_55ef_e40b_4000, 0x3d30_b497_8c86_8e23),
    wide(0x3ff1_5000_0000_0000, 0x3fb4_2edc_bea6_4000, 0x3d1b_c0ee_ea7c_9acd),
    wide(0x3ff1_4000_0000_0000, 0x3fb3_41d7_961b_c000, 0x3d31_d092_9983_7610),
    wide(0x3ff1_2c00_0000_0000, 0x3fb2_185b_3b75_c000, 0xbd3e_3189_f8f3_2304),
    wide(0x3ff1_1c00_0000_0000, 0x3fb1_2964_4403_0000, 0xbd3d_53bb_751a_a773),
    wide(0x3ff1_0800_0000_0000, 0x3faf_fae9_119b_8000, 0x3d23_0337_4262_c554),
    wide(0x3ff0_f400_0000_0000, 0x3fad_a047_8be3_8000, 0x3d22_52c7_b1f6_fe05),
    wide(0x3ff0_e400_0000_0000, 0x3fab_bc2b_fc45_0000, 0xbd17_d186_9141_7daf),
    wide(0x3ff0_d400_0000_0000, 0x3fa9_d644_fdff_8000, 0x3d31_3c90_539a_473b),
    wide(0x3ff0_c000_0000_0000, 0x3fa7_7458_f633_0000, 0xbd31_81dc_e586_af09),
    wide(0x3ff0_b000_0000_0000, 0x3fa5_8a5b_afc9_0000, 0xbd2b_2b73_9570_ad39),
    wide(0x3ff0_9c00_0000_0000, 0x3fa3_2348_c700_0000, 0x3d26_96db_90b1_e49f),
    wide(0x3ff0_8c00_0000_0000, 0x3fa1_3523_7859_8000, 0xbd1c_1ac3_b71f_a59b),
    wide(0x3ff0_7c00_0000_0000, 0x3f9e_8a3e_e30d_0000, 0xbd21_a9fa_3de5_3900),
    wide(0x3ff0_6c00_0000_0000, 0x3f9a_a672_1ee8_0000, 0x3d2a_d4eb_5c5a_f494),
    wide(0x3ff0_5800_0000_0000, 0x3f95_c45a_51b9_0000, 0xbd26_3bb6_216d_87d8),
    wide(0x3ff0_4800_0000_0000, 0x3f91_d7f7_eb9f_0000, 0xbd14_193a_83fc_c7a6),
    wide(0x3ff0_3800_0000_0000, 0x3f8b_cf71_2c74_0000, 0x3d1c_25e0_97bd_9771),
    wide(0x3ff0_2800_0000_0000, 0x3f83_e729_5d26_0000, 0xbd26_09c1_ff29_a114),
    wide(0x3ff0_1800_0000_0000, 0x3f77_ee11_ebd8_0000, 0x3d07_49d3_c2d2_3a07),
    wide(0x3ff0_0000_0000_0000, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000),
    wide(0x3fef_e000_0000_0000, 0xbf70_0805_5958_0000, 0xbd21_66af_cb31_c67b),
    wide(0x3fef_a000_0000_0000, 0xbf88_2448_a388_0000, 0xbd34_5544_12c5_84e0),
    wide(0x3fef_6000_0000_0000, 0xbf94_32a9_2598_0000, 0xbd09_8139_9286_37fe),
    wide(0x3fef_2800_0000_0000, 0xbf9b_5cc2_58b7_0000, 0xbd18_e611_b8af_bfe8),
    wide(0x3fee_e800_0000_0000, 0xbfa1_ce5a_62bc_0000, 0xbd3a_9cc7_8d8d_f999),
    wide(0x3fee_b000_0000_0000, 0xbfa5_715c_4c04_0000, 0x3d38_888d_dfc4_7628),
    wide(0x3fee_7800_0000_0000, 0xbfa9_1b07_3efd_8000, 0x3d19_d7c5_3f76_ca96),
    wide(0x3fee_3800_0000_0000, 0xbfad_52ed_6406_0000, 0x3d33_c85d_2a29_bbd6),
    wide(0x3fee_0000_0000_0000, 0xbfb0_8598_b59e_4000, 0x3d17_e5dd_7009_902c),
    wide(0x3fed_c800_0000_0000, 0xbfb2_6536_c3d8_c000, 0xbd0b_4bac_097c_5ba3),
    wide(0x3fed_9000_0000_0000, 0xbfb4_485e_03db_c000, 0xbd3f_ad46_e8d2_6ab7),
    wide(0x3fed_6000_0000_0000, 0xbfb5_e95a_4d97_8000, 0xbd31_cb7c_e1d1_7171),
    wide(0x3fed_2800_0000_0000, 0xbfb7_d336_87c2_8000, 0xbd33_c88c_3e70_6706),
    wide(0x3fec_f000_0000_0000, 0xbfb9_c0c3_2d4d_4000, 0x3d3a_b7c0_9e83_8668),
    wide(0x3fec_c000_0000_0000, 0xbfbb_6ac8_8dad_4000, 0xbd3b_1bdf_f502_25c7),
    wide(0x3fec_8800_0000_0000, 0xbfbd_5f55_6592_0000, 0xbd30_e239_cc18_5469),
    wide(0x3fec_5800_0000_0000, 0xbfbf_0f70_cdd9_8000, 0xbd32_e31f_6c27_2c1e),
    wide(0x3fec_2800_0000_0000, 0xbfc0_6135_354d_4000, 0xbd36_3046_2834_0ee9),
    wide(0x3feb_f800_0000_0000, 0xbfc1_3c26_05c3_a000, 0x3d2c_f5fd_d94f_6509),
    wide(0x3feb_c800_0000_0000, 0xbfc2_188f_d980_8000, 0x3d3b_3a1e_7f50_c701),
    wide(0x3feb_9800_0000_0000, 0xbfc2_f677_cbbc_0000, 0xbd35_2b30_2160_f40d),
    wide(0x3feb_6800_0000_0000, 0xbfc3_d5e3_126b_c000, 0xbd13_fb2f_8509_6c4b),
    wide(0x3feb_3800_0000_0000, 0xbfc4_b6d6_fefe_2000, 0xbd15_22ec_f56e_7952),
    wide(0x3feb_0800_0000_0000, 0xbfc5_9958_ff1d_6000, 0x3d3a_1d05_9769_ca05),
    wide(0x3fea_d800_0000_0000, 0xbfc6_7d6e_9d78_6000, 0x3d31_1e88_30a7_06d3),
    wide(0x3fea_b000_0000_0000, 0xbfc7_3cb9_074f_e000, 0x3d3d_66a9_0d00_05a6),
    wide(0x3fea_8000_0000_0000, 0xbfc8_23c1_6551_a000, 0xbd1e_0ddb_9a63_1e83),
    wide(0x3fea_5800_0000_0000, 0xbfc8_e588_ebac_2000, 0xbd3b_7d5c_ab2d_1140),
    wide(0x3fea_3000_0000_0000, 0xbfc9_a877_8deb_a000, 0xbd34_70fa_3efe_c390),
    wide(0x3fea_0000_0000_0000, 0xbfca_93ed_3c8a_e000, 0x3d28_7243_5056_2169),
    wide(0x3fe9_d800_0000_0000, 0xbfcb_5971_a213_a000, 0xbd39_b50e_83aa_91df),
    wide(0x3fe9_b000_0000_0000, 0xbfcc_2028_ab18_0000, 0x3d29_2e0e_e55c_7ac6),
    wide(0x3fe9_8800_0000_0000, 0xbfcc_e816_157f_2000, 0x3d29_e0ab_a209_9515),
    wide(0x3fe9_6000_0000_0000, 0xbfcd_b13d_b0d4_8000, 0xbd32_806a_8475_27e6),
    wide(0x3fe9_3800_0000_0000, 0xbfce_7ba3_5eb7_8000, 0x3d0d_5eee_2379_3649),
    wide(0x3fe9_1000_0000_0000, 0xbfcf_474b_134e_0000, 0x3d3b_ae49_f1df_7b5e),
    wide(0x3fe8_e800_0000_0000, 0xbfd0_0a1c_6add_a000, 0xbd31_cd8d_688b_9e18),
    wide(0x3fe8_c000_0000_0000, 0xbfd0_7138_604d_6000, 0x3d3e_7632_4e91_2b17),
    wide(0x3fe8_9800_0000_0000, 0xbfd0_d8fb_813e_b000, 0xbd1e_e8c8_8753_fa35),
    wide(0x3fe8_7800_0000_0000, 0xbfd1_2c77_cd00_7000, 0xbd13_b294_8a11_f797),
    wide(0x3fe8_5000_0000_0000, 0xbfd1_956d_3b9b_c000, 0xbd27_d2f7_3ad1_aa14),
    wide(0x3fe8_2800_0000_0000, 0xbfd1_ff0f_e7cf_4000, 0xbd3e_9d5b_513f_f0c1),
    wide(0x3fe8_0800_0000_0000, 0xbfd2_5410_494e_5000, 0xbd3b_1d7a_c0ef_77f2),
    wide(0x3fe7_e000_0000_0000, 0xbfd2_bef0_7cdc_9000, 0xbd2a_9cfa_4a50_04f4),
    wide(0x3fe7_c000_0000_0000, 0xbfd3_14f1_e1d3_6000, 0x3d28_e27a_d321_3cb8),
    wide(0x3fe7_9800_0000_0000, 0xbfd3_8117_2856_5000, 0x3d2a_71e4_93a0_702b),
    wide(0x3fe7_7800_0000_0000, 0xbfd3_d81f_b594_7000, 0x3d22_2c7c_2a9d_37a4),
    wide(0x3fe7_5800_0000_0000, 0xbfd4_2f9f_3ff6_2000, 0xbd39_0644_0f7d_3354),
];

/// ln 2 to the nearest multiple of 2^-16.
pub const LN_2_HIGH_32: f32 = f32::from_bits(0x3f31_7200);
/// ln 2 minus its high part, rounded to nearest.
pub const LN_2_LOW_32: f32 = f32::from_bits(0x35bf_be8e);

/// The 32 cells of the f32 kernel.
#[rustfmt::skip]
pub static CELLS_32: [Cell<f32>; 32] = [
    narrow(0x3fb8_0000, 0x3eb9_ce00, 0x36bf_b5df),
    narrow(0x3fb4_0000, 0x3eae_8e00, 0xb510_29fe),
    narrow(0x3fb0_0000, 0x3ea3_0c00, 0x363c_21c6),
    narrow(0x3fac_8000, 0x3e98_c400, 0xb663_6abc),
    narrow(0x3fa9_0000, 0x3e8e_4400, 0x36c6_0b4d),
    narrow(0x3fa5_8000, 0x3e83_8e00, 0xb5f4_0655),
    narrow(0x3fa2_0000, 0x3e71_3800, 0x356d_c55e),
    narrow(0x3f9f_0000, 0x3e5e_1400, 0x354e_85b2),
    narrow(0x3f9c_0000, 0x3e4a_9400, 0xb695_8c2f),
    narrow(0x3f99_0000, 0x3e36_b000, 0x35fe_719d),
    narrow(0x3f96_8000, 0x3e25_d000, 0x36db_ce69),
    narrow(0x3f93_8000, 0x3e11_3400, 0xb607_37ad),
    narrow(0x3f91_0000, 0x3dff_6800, 0xb6dd_9c48),
    narrow(0x3f8e_8000, 0x3ddb_c800, 0xb65f_513c),
    narrow(0x3f8c_0000, 0x3db7_8800, 0xb635_d46a),
    narrow(0x3f89_8000, 0x3d92_a000, 0xb51d_0f5f),
    narrow(0x3f87_8000, 0x3d69_4000, 0xb694_7525),
    narrow(0x3f85_0000, 0x3d1c_f000, 0x3687_b9ff),
    narrow(0x3f83_0000, 0x3cbd_c000, 0x368d_83eb),
    narrow(0x3f80_0000, 0x0000_0000, 0x0000_0000),
    narrow(0x3f7c_0000, 0xbc81_0000, 0xb5ac_b127),
    narrow(0x3f75_0000, 0xbd33_e000, 0xb694_f2d5),
    narrow(0x3f6d_0000, 0xbd9d_f000, 0x3525_82e1),
    narrow(0x3f67_0000, 0xbdd2_7000, 0xb6ec_8163),
    narrow(0x3f60_0000, 0xbe08_bc00, 0xb5e8_227e),
    narrow(0x3f5a_0000, 0xbe24_8800, 0xb6f6_0ccf),
    narrow(0x3f55_0000, 0xbe3c_4c00, 0xb5d8_5445),
    narrow(0x3f4f_0000, 0xbe59_9000, 0x369e_a291),
    narrow(0x3f4a_0000, 0xbe72_9800, 0xb5ef_fe71),
    narrow(0x3f45_0000, 0xbe86_2200, 0x3694_c4f5),
    narrow(0x3f41_0000, 0xbe90_a200, 0xb5ad_a1d7),
    narrow(0x3f3c_0000, 0xbe9e_1200, 0xb693_b99a),
];
