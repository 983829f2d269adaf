(* Generated from crates/finite/src/ln/table.rs,
   crates/finite/src/ln/table_data.rs and the certificates by
   cargo run -p kdelta-certificate --example coq_constants; a test compares. Do not edit. *)
From Coq Require Import Reals ZArith List.
From Kdelta Require Import PureInterval.
Import ListNotations.
Open Scope R_scope.

(* LN_2_HIGH_64, LN_2_LOW_64 and CELLS_64 (inverse, high, low): the bit patterns of the source *)
Definition ln_2_high_64 : Z := 0x3fe62e42fefa3800%Z.
Definition ln_2_low_64 : Z := 0x3d2ef35793c76730%Z.
Definition cells_64 : list (Z * Z * Z) :=
  [(0x3ff7340000000000, 0x3fd7c9e7703f9000, 0xbd282d5517117a8c);
   (0x3ff7140000000000, 0x3fd77166c7440000, 0x3d22d333f054aa72);
   (0x3ff6f40000000000, 0x3fd7186b11381000, 0x3d1934e2677d272b);
   (0x3ff6d00000000000, 0x3fd6b3bb22359000, 0x3d30f6257a933268);
   (0x3ff6b00000000000, 0x3fd659b57303e000, 0x3d1f281db0af8efc);
   (0x3ff6900000000000, 0x3fd5ff3070a79000, 0x3d2e9e439f105039);
   (0x3ff6700000000000, 0x3fd5a42ab0f4d000, 0xbcde63af2df7ba69);
   (0x3ff6540000000000, 0x3fd5541aec91c000, 0xbcf816aadc72eeb9);
   (0x3ff6340000000000, 0x3fd4f81fe4764000, 0xbd27fcf6434ff08d);
   (0x3ff6140000000000, 0x3fd49b9feb7c1000, 0x3d3dac1c58ab60d7);
   (0x3ff5f80000000000, 0x3fd44a41b463c000, 0x3d31ee28f37cf612);
   (0x3ff5d80000000000, 0x3fd3ecc460ef6000, 0xbd06028627c1300f);
   (0x3ff5bc0000000000, 0x3fd39a8619f45000, 0x3d18ee51937354f5);
   (0x3ff59c0000000000, 0x3fd33c05f128e000, 0xbd22b906380e1a7d);
   (0x3ff5800000000000, 0x3fd2e8e2bae12000, 0xbd267b1e99b72bd8);
   (0x3ff5640000000000, 0x3fd29552f81ff000, 0x3d348d301771c408);
   (0x3ff5480000000000, 0x3fd241558bfd1000, 0x3d300fff3228fcad);
   (0x3ff52c0000000000, 0x3fd1ece95528b000, 0xbd184e7b09b4a3b8);
   (0x3ff5100000000000, 0x3fd1980d2dd42000, 0x3d2b7b3a7a361c9a);
   (0x3ff4f40000000000, 0x3fd142bfeb9a0000, 0x3d31ce6185b58a9e);
   (0x3ff4d80000000000, 0x3fd0ed005f658000, 0xbd22dc75285aa803);
   (0x3ff4bc0000000000, 0x3fd096cd55591000, 0x3d3f998d20550a31);
   (0x3ff4a40000000000, 0x3fd04c8de1842000, 0xbd1fe6ba512ceb86);
   (0x3ff4880000000000, 0x3fcfeb0233e60000, 0x3d2f316e32d5e8c7);
   (0x3ff46c0000000000, 0x3fcf3bfa934d6000, 0x3d2d9f2a937b903b);
   (0x3ff4540000000000, 0x3fcea5349e23a000, 0x3d381b934c73ccb5);
   (0x3ff43c0000000000, 0x3fce0dbc3d92a000, 0x3d359233f0529bf1);
   (0x3ff4200000000000, 0x3fcd5c216b4fc000, 0xbd21ba91bbca681b);
   (0x3ff4080000000000, 0x3fccc320c0176000, 0x3d2409039a653794);
   (0x3ff3f00000000000, 0x3fcc2968558c2000, 0xbd2cfd73dee38a40);
   (0x3ff3d40000000000, 0x3fcb7526a22e4000, 0x3d2c0dbf2e785490);
   (0x3ff3bc0000000000, 0x3fcad9da1f828000, 0xbd3882b7c803f050);
   (0x3ff3a40000000000, 0x3fca3dd04b938000, 0x3d297da1366e2c5a);
   (0x3ff38c0000000000, 0x3fc9a10756988000, 0x3d264aa6242cd098);
   (0x3ff3740000000000, 0x3fc9037d6a180000, 0x3d230dea57c1c8d9);
   (0x3ff35c0000000000, 0x3fc86530a8c70000, 0x3d398bb0cb4ea3e3);
   (0x3ff3480000000000, 0x3fc7e0afd630c000, 0x3d139e7c1d8f1034);
   (0x3ff3300000000000, 0x3fc740f8f5404000, 0xbd30b66c99018aa1);
   (0x3ff3180000000000, 0x3fc6a079d0f7a000, 0x3d35a3f8448d14f5);
   (0x3ff3000000000000, 0x3fc5ff3070a7a000, 0xbd38586f183bebf2);
   (0x3ff2ec0000000000, 0x3fc5782cb3092000, 0xbd33a46351794442);
   (0x3ff2d40000000000, 0x3fc4d56b5798e000, 0x3d38058015a96555);
   (0x3ff2c00000000000, 0x3fc44d2b6ccb8000, 0xbd170cc16135783c);
   (0x3ff2a80000000000, 0x3fc3a8eb2d31a000, 0x3d1bafb77d5d503e);
   (0x3ff2940000000000, 0x3fc31f693eb1a000, 0xbd2a6726e5a396fb);
   (0x3ff27c0000000000, 0x3fc279a300ab4000, 0x3d3ef432b3235108);
   (0x3ff2680000000000, 0x3fc1eed90e2dc000, 0x3d1615637097648f);
   (0x3ff2540000000000, 0x3fc16377fb124000, 0x3d091e1abf41763e);
   (0x3ff2400000000000, 0x3fc0d77e7cd08000, 0x3d3cb2cd2ee2f482);
   (0x3ff2280000000000, 0x3fc02ebb42bf4000, 0xbd15a8fa5ce00e5d);
   (0x3ff2140000000000, 0x3fbf42dba3a24000, 0xbd3312b732df6c0d);
   (0x3ff2000000000000, 0x3fbe27076e2b0000, 0xbd2a342c2af0003c);
   (0x3ff1ec0000000000, 0x3fbd09f72b4c4000, 0x3d2048c000354e33);
   (0x3ff1d80000000000, 0x3fbbeba818148000, 0xbd389b78b6df1f57);
   (0x3ff1c40000000000, 0x3fbacc1768434000, 0xbd2aa783a0b7fa4c);
   (0x3ff1b00000000000, 0x3fb9ab4246204000, 0xbd28a64826787061);
   (0x3ff19c0000000000, 0x3fb88925d24fc000, 0xbd31d50544fbb806);
   (0x3ff18c0000000000, 0x3fb7a0216f648000, 0x3d3e124ca18418ff);
   (0x3ff1780000000000, 0x3fb67bb0726ec000, 0x3cef724b69ef5912);
   (0x3ff1640000000000, 0x3fb555efe40b4000, 0x3d30b4978c868e23);
   (0x3ff1500000000000, 0x3fb42edcbea64000, 0x3d1bc0eeea7c9acd);
   (0x3ff1400000000000, 0x3fb341d7961bc000, 0x3d31d09299837610);
   (0x3ff12c0000000000, 0x3fb2185b3b75c000, 0xbd3e3189f8f32304);
   (0x3ff11c0000000000, 0x3fb1296444030000, 0xbd3d53bb751aa773);
   (0x3ff1080000000000, 0x3faffae9119b8000, 0x3d2303374262c554);
   (0x3ff0f40000000000, 0x3fada0478be38000, 0x3d2252c7b1f6fe05);
   (0x3ff0e40000000000, 0x3fabbc2bfc450000, 0xbd17d18691417daf);
   (0x3ff0d40000000000, 0x3fa9d644fdff8000, 0x3d313c90539a473b);
   (0x3ff0c00000000000, 0x3fa77458f6330000, 0xbd3181dce586af09);
   (0x3ff0b00000000000, 0x3fa58a5bafc90000, 0xbd2b2b739570ad39);
   (0x3ff09c0000000000, 0x3fa32348c7000000, 0x3d2696db90b1e49f);
   (0x3ff08c0000000000, 0x3fa1352378598000, 0xbd1c1ac3b71fa59b);
   (0x3ff07c0000000000, 0x3f9e8a3ee30d0000, 0xbd21a9fa3de53900);
   (0x3ff06c0000000000, 0x3f9aa6721ee80000, 0x3d2ad4eb5c5af494);
   (0x3ff0580000000000, 0x3f95c45a51b90000, 0xbd263bb6216d87d8);
   (0x3ff0480000000000, 0x3f91d7f7eb9f0000, 0xbd14193a83fcc7a6);
   (0x3ff0380000000000, 0x3f8bcf712c740000, 0x3d1c25e097bd9771);
   (0x3ff0280000000000, 0x3f83e7295d260000, 0xbd2609c1ff29a114);
   (0x3ff0180000000000, 0x3f77ee11ebd80000, 0x3d0749d3c2d23a07);
   (0x3ff0000000000000, 0x0, 0x0);
   (0x3fefe00000000000, 0xbf70080559580000, 0xbd2166afcb31c67b);
   (0x3fefa00000000000, 0xbf882448a3880000, 0xbd34554412c584e0);
   (0x3fef600000000000, 0xbf9432a925980000, 0xbd098139928637fe);
   (0x3fef280000000000, 0xbf9b5cc258b70000, 0xbd18e611b8afbfe8);
   (0x3feee80000000000, 0xbfa1ce5a62bc0000, 0xbd3a9cc78d8df999);
   (0x3feeb00000000000, 0xbfa5715c4c040000, 0x3d38888ddfc47628);
   (0x3fee780000000000, 0xbfa91b073efd8000, 0x3d19d7c53f76ca96);
   (0x3fee380000000000, 0xbfad52ed64060000, 0x3d33c85d2a29bbd6);
   (0x3fee000000000000, 0xbfb08598b59e4000, 0x3d17e5dd7009902c);
   (0x3fedc80000000000, 0xbfb26536c3d8c000, 0xbd0b4bac097c5ba3);
   (0x3fed900000000000, 0xbfb4485e03dbc000, 0xbd3fad46e8d26ab7);
   (0x3fed600000000000, 0xbfb5e95a4d978000, 0xbd31cb7ce1d17171);
   (0x3fed280000000000, 0xbfb7d33687c28000, 0xbd33c88c3e706706);
   (0x3fecf00000000000, 0xbfb9c0c32d4d4000, 0x3d3ab7c09e838668);
   (0x3fecc00000000000, 0xbfbb6ac88dad4000, 0xbd3b1bdff50225c7);
   (0x3fec880000000000, 0xbfbd5f5565920000, 0xbd30e239cc185469);
   (0x3fec580000000000, 0xbfbf0f70cdd98000, 0xbd32e31f6c272c1e);
   (0x3fec280000000000, 0xbfc06135354d4000, 0xbd36304628340ee9);
   (0x3febf80000000000, 0xbfc13c2605c3a000, 0x3d2cf5fdd94f6509);
   (0x3febc80000000000, 0xbfc2188fd9808000, 0x3d3b3a1e7f50c701);
   (0x3feb980000000000, 0xbfc2f677cbbc0000, 0xbd352b302160f40d);
   (0x3feb680000000000, 0xbfc3d5e3126bc000, 0xbd13fb2f85096c4b);
   (0x3feb380000000000, 0xbfc4b6d6fefe2000, 0xbd1522ecf56e7952);
   (0x3feb080000000000, 0xbfc59958ff1d6000, 0x3d3a1d059769ca05);
   (0x3fead80000000000, 0xbfc67d6e9d786000, 0x3d311e8830a706d3);
   (0x3feab00000000000, 0xbfc73cb9074fe000, 0x3d3d66a90d0005a6);
   (0x3fea800000000000, 0xbfc823c16551a000, 0xbd1e0ddb9a631e83);
   (0x3fea580000000000, 0xbfc8e588ebac2000, 0xbd3b7d5cab2d1140);
   (0x3fea300000000000, 0xbfc9a8778deba000, 0xbd3470fa3efec390);
   (0x3fea000000000000, 0xbfca93ed3c8ae000, 0x3d28724350562169);
   (0x3fe9d80000000000, 0xbfcb5971a213a000, 0xbd39b50e83aa91df);
   (0x3fe9b00000000000, 0xbfcc2028ab180000, 0x3d292e0ee55c7ac6);
   (0x3fe9880000000000, 0xbfcce816157f2000, 0x3d29e0aba2099515);
   (0x3fe9600000000000, 0xbfcdb13db0d48000, 0xbd32806a847527e6);
   (0x3fe9380000000000, 0xbfce7ba35eb78000, 0x3d0d5eee23793649);
   (0x3fe9100000000000, 0xbfcf474b134e0000, 0x3d3bae49f1df7b5e);
   (0x3fe8e80000000000, 0xbfd00a1c6adda000, 0xbd31cd8d688b9e18);
   (0x3fe8c00000000000, 0xbfd07138604d6000, 0x3d3e76324e912b17);
   (0x3fe8980000000000, 0xbfd0d8fb813eb000, 0xbd1ee8c88753fa35);
   (0x3fe8780000000000, 0xbfd12c77cd007000, 0xbd13b2948a11f797);
   (0x3fe8500000000000, 0xbfd1956d3b9bc000, 0xbd27d2f73ad1aa14);
   (0x3fe8280000000000, 0xbfd1ff0fe7cf4000, 0xbd3e9d5b513ff0c1);
   (0x3fe8080000000000, 0xbfd25410494e5000, 0xbd3b1d7ac0ef77f2);
   (0x3fe7e00000000000, 0xbfd2bef07cdc9000, 0xbd2a9cfa4a5004f4);
   (0x3fe7c00000000000, 0xbfd314f1e1d36000, 0x3d28e27ad3213cb8);
   (0x3fe7980000000000, 0xbfd3811728565000, 0x3d2a71e493a0702b);
   (0x3fe7780000000000, 0xbfd3d81fb5947000, 0x3d222c7c2a9d37a4);
   (0x3fe7580000000000, 0xbfd42f9f3ff62000, 0xbd3906440f7d3354)]%Z.

Lemma ln_2_64_off : Rabs (real64 ln_2_high_64 + real64 ln_2_low_64 - ln 2) <= / 2^98.
Proof. unfold ln_2_high_64, ln_2_low_64. cell. Qed.

Lemma cell_64_0 : cell_off real64 (/ 2^97) (0x3ff7340000000000, 0x3fd7c9e7703f9000, 0xbd282d5517117a8c)%Z.
Proof. cell. Qed.
Lemma cell_64_1 : cell_off real64 (/ 2^97) (0x3ff7140000000000, 0x3fd77166c7440000, 0x3d22d333f054aa72)%Z.
Proof. cell. Qed.
Lemma cell_64_2 : cell_off real64 (/ 2^97) (0x3ff6f40000000000, 0x3fd7186b11381000, 0x3d1934e2677d272b)%Z.
Proof. cell. Qed.
Lemma cell_64_3 : cell_off real64 (/ 2^97) (0x3ff6d00000000000, 0x3fd6b3bb22359000, 0x3d30f6257a933268)%Z.
Proof. cell. Qed.
Lemma cell_64_4 : cell_off real64 (/ 2^97) (0x3ff6b00000000000, 0x3fd659b57303e000, 0x3d1f281db0af8efc)%Z.
Proof. cell. Qed.
Lemma cell_64_5 : cell_off real64 (/ 2^97) (0x3ff6900000000000, 0x3fd5ff3070a79000, 0x3d2e9e439f105039)%Z.
Proof. cell. Qed.
Lemma cell_64_6 : cell_off real64 (/ 2^97) (0x3ff6700000000000, 0x3fd5a42ab0f4d000, 0xbcde63af2df7ba69)%Z.
Proof. cell. Qed.
Lemma cell_64_7 : cell_off real64 (/ 2^97) (0x3ff6540000000000, 0x3fd5541aec91c000, 0xbcf816aadc72eeb9)%Z.
Proof. cell. Qed.
Lemma cell_64_8 : cell_off real64 (/ 2^97) (0x3ff6340000000000, 0x3fd4f81fe4764000, 0xbd27fcf6434ff08d)%Z.
Proof. cell. Qed.
Lemma cell_64_9 : cell_off real64 (/ 2^97) (0x3ff6140000000000, 0x3fd49b9feb7c1000, 0x3d3dac1c58ab60d7)%Z.
Proof. cell. Qed.
Lemma cell_64_10 : cell_off real64 (/ 2^97) (0x3ff5f80000000000, 0x3fd44a41b463c000, 0x3d31ee28f37cf612)%Z.
Proof. cell. Qed.
Lemma cell_64_11 : cell_off real64 (/ 2^97) (0x3ff5d80000000000, 0x3fd3ecc460ef6000, 0xbd06028627c1300f)%Z.
Proof. cell. Qed.
Lemma cell_64_12 : cell_off real64 (/ 2^97) (0x3ff5bc0000000000, 0x3fd39a8619f45000, 0x3d18ee51937354f5)%Z.
Proof. cell. Qed.
Lemma cell_64_13 : cell_off real64 (/ 2^97) (0x3ff59c0000000000, 0x3fd33c05f128e000, 0xbd22b906380e1a7d)%Z.
Proof. cell. Qed.
Lemma cell_64_14 : cell_off real64 (/ 2^97) (0x3ff5800000000000, 0x3fd2e8e2bae12000, 0xbd267b1e99b72bd8)%Z.
Proof. cell. Qed.
Lemma cell_64_15 : cell_off real64 (/ 2^97) (0x3ff5640000000000, 0x3fd29552f81ff000, 0x3d348d301771c408)%Z.
Proof. cell. Qed.
Lemma cell_64_16 : cell_off real64 (/ 2^97) (0x3ff5480000000000, 0x3fd241558bfd1000, 0x3d300fff3228fcad)%Z.
Proof. cell. Qed.
Lemma cell_64_17 : cell_off real64 (/ 2^97) (0x3ff52c0000000000, 0x3fd1ece95528b000, 0xbd184e7b09b4a3b8)%Z.
Proof. cell. Qed.
Lemma cell_64_18 : cell_off real64 (/ 2^97) (0x3ff5100000000000, 0x3fd1980d2dd42000, 0x3d2b7b3a7a361c9a)%Z.
Proof. cell. Qed.
Lemma cell_64_19 : cell_off real64 (/ 2^97) (0x3ff4f40000000000, 0x3fd142bfeb9a0000, 0x3d31ce6185b58a9e)%Z.
Proof. cell. Qed.
Lemma cell_64_20 : cell_off real64 (/ 2^97) (0x3ff4d80000000000, 0x3fd0ed005f658000, 0xbd22dc75285aa803)%Z.
Proof. cell. Qed.
Lemma cell_64_21 : cell_off real64 (/ 2^97) (0x3ff4bc0000000000, 0x3fd096cd55591000, 0x3d3f998d20550a31)%Z.
Proof. cell. Qed.
Lemma cell_64_22 : cell_off real64 (/ 2^97) (0x3ff4a40000000000, 0x3fd04c8de1842000, 0xbd1fe6ba512ceb86)%Z.
Proof. cell. Qed.
Lemma cell_64_23 : cell_off real64 (/ 2^97) (0x3ff4880000000000, 0x3fcfeb0233e60000, 0x3d2f316e32d5e8c7)%Z.
Proof. cell. Qed.
Lemma cell_64_24 : cell_off real64 (/ 2^97) (0x3ff46c0000000000, 0x3fcf3bfa934d6000, 0x3d2d9f2a937b903b)%Z.
Proof. cell. Qed.
Lemma cell_64_25 : cell_off real64 (/ 2^97) (0x3ff4540000000000, 0x3fcea5349e23a000, 0x3d381b934c73ccb5)%Z.
Proof. cell. Qed.
Lemma cell_64_26 : cell_off real64 (/ 2^97) (0x3ff43c0000000000, 0x3fce0dbc3d92a000, 0x3d359233f0529bf1)%Z.
Proof. cell. Qed.
Lemma cell_64_27 : cell_off real64 (/ 2^97) (0x3ff4200000000000, 0x3fcd5c216b4fc000, 0xbd21ba91bbca681b)%Z.
Proof. cell. Qed.
Lemma cell_64_28 : cell_off real64 (/ 2^97) (0x3ff4080000000000, 0x3fccc320c0176000, 0x3d2409039a653794)%Z.
Proof. cell. Qed.
Lemma cell_64_29 : cell_off real64 (/ 2^97) (0x3ff3f00000000000, 0x3fcc2968558c2000, 0xbd2cfd73dee38a40)%Z.
Proof. cell. Qed.
Lemma cell_64_30 : cell_off real64 (/ 2^97) (0x3ff3d40000000000, 0x3fcb7526a22e4000, 0x3d2c0dbf2e785490)%Z.
Proof. cell. Qed.
Lemma cell_64_31 : cell_off real64 (/ 2^97) (0x3ff3bc0000000000, 0x3fcad9da1f828000, 0xbd3882b7c803f050)%Z.
Proof. cell. Qed.
Lemma cell_64_32 : cell_off real64 (/ 2^97) (0x3ff3a40000000000, 0x3fca3dd04b938000, 0x3d297da1366e2c5a)%Z.
Proof. cell. Qed.
Lemma cell_64_33 : cell_off real64 (/ 2^97) (0x3ff38c0000000000, 0x3fc9a10756988000, 0x3d264aa6242cd098)%Z.
Proof. cell. Qed.
Lemma cell_64_34 : cell_off real64 (/ 2^97) (0x3ff3740000000000, 0x3fc9037d6a180000, 0x3d230dea57c1c8d9)%Z.
Proof. cell. Qed.
Lemma cell_64_35 : cell_off real64 (/ 2^97) (0x3ff35c0000000000, 0x3fc86530a8c70000, 0x3d398bb0cb4ea3e3)%Z.
Proof. cell. Qed.
Lemma cell_64_36 : cell_off real64 (/ 2^97) (0x3ff3480000000000, 0x3fc7e0afd630c000, 0x3d139e7c1d8f1034)%Z.
Proof. cell. Qed.
Lemma cell_64_37 : cell_off real64 (/ 2^97) (0x3ff3300000000000, 0x3fc740f8f5404000, 0xbd30b66c99018aa1)%Z.
Proof. cell. Qed.
Lemma cell_64_38 : cell_off real64 (/ 2^97) (0x3ff3180000000000, 0x3fc6a079d0f7a000, 0x3d35a3f8448d14f5)%Z.
Proof. cell. Qed.
Lemma cell_64_39 : cell_off real64 (/ 2^97) (0x3ff3000000000000, 0x3fc5ff3070a7a000, 0xbd38586f183bebf2)%Z.
Proof. cell. Qed.
Lemma cell_64_40 : cell_off real64 (/ 2^97) (0x3ff2ec0000000000, 0x3fc5782cb3092000, 0xbd33a46351794442)%Z.
Proof. cell. Qed.
Lemma cell_64_41 : cell_off real64 (/ 2^97) (0x3ff2d40000000000, 0x3fc4d56b5798e000, 0x3d38058015a96555)%Z.
Proof. cell. Qed.
Lemma cell_64_42 : cell_off real64 (/ 2^97) (0x3ff2c00000000000, 0x3fc44d2b6ccb8000, 0xbd170cc16135783c)%Z.
Proof. cell. Qed.
Lemma cell_64_43 : cell_off real64 (/ 2^97) (0x3ff2a80000000000, 0x3fc3a8eb2d31a000, 0x3d1bafb77d5d503e)%Z.
Proof. cell. Qed.
Lemma cell_64_44 : cell_off real64 (/ 2^97) (0x3ff2940000000000, 0x3fc31f693eb1a000, 0xbd2a6726e5a396fb)%Z.
Proof. cell. Qed.
Lemma cell_64_45 : cell_off real64 (/ 2^97) (0x3ff27c0000000000, 0x3fc279a300ab4000, 0x3d3ef432b3235108)%Z.
Proof. cell. Qed.
Lemma cell_64_46 : cell_off real64 (/ 2^97) (0x3ff2680000000000, 0x3fc1eed90e2dc000, 0x3d1615637097648f)%Z.
Proof. cell. Qed.
Lemma cell_64_47 : cell_off real64 (/ 2^97) (0x3ff2540000000000, 0x3fc16377fb124000, 0x3d091e1abf41763e)%Z.
Proof. cell. Qed.
Lemma cell_64_48 : cell_off real64 (/ 2^97) (0x3ff2400000000000, 0x3fc0d77e7cd08000, 0x3d3cb2cd2ee2f482)%Z.
Proof. cell. Qed.
Lemma cell_64_49 : cell_off real64 (/ 2^97) (0x3ff2280000000000, 0x3fc02ebb42bf4000, 0xbd15a8fa5ce00e5d)%Z.
Proof. cell. Qed.
Lemma cell_64_50 : cell_off real64 (/ 2^97) (0x3ff2140000000000, 0x3fbf42dba3a24000, 0xbd3312b732df6c0d)%Z.
Proof. cell. Qed.
Lemma cell_64_51 : cell_off real64 (/ 2^97) (0x3ff2000000000000, 0x3fbe27076e2b0000, 0xbd2a342c2af0003c)%Z.
Proof. cell. Qed.
Lemma cell_64_52 : cell_off real64 (/ 2^97) (0x3ff1ec0000000000, 0x3fbd09f72b4c4000, 0x3d2048c000354e33)%Z.
Proof. cell. Qed.
Lemma cell_64_53 : cell_off real64 (/ 2^97) (0x3ff1d80000000000, 0x3fbbeba818148000, 0xbd389b78b6df1f57)%Z.
Proof. cell. Qed.
Lemma cell_64_54 : cell_off real64 (/ 2^97) (0x3ff1c40000000000, 0x3fbacc1768434000, 0xbd2aa783a0b7fa4c)%Z.
Proof. cell. Qed.
Lemma cell_64_55 : cell_off real64 (/ 2^97) (0x3ff1b00000000000, 0x3fb9ab4246204000, 0xbd28a64826787061)%Z.
Proof. cell. Qed.
Lemma cell_64_56 : cell_off real64 (/ 2^97) (0x3ff19c0000000000, 0x3fb88925d24fc000, 0xbd31d50544fbb806)%Z.
Proof. cell. Qed.
Lemma cell_64_57 : cell_off real64 (/ 2^97) (0x3ff18c0000000000, 0x3fb7a0216f648000, 0x3d3e124ca18418ff)%Z.
Proof. cell. Qed.
Lemma cell_64_58 : cell_off real64 (/ 2^97) (0x3ff1780000000000, 0x3fb67bb0726ec000, 0x3cef724b69ef5912)%Z.
Proof. cell. Qed.
Lemma cell_64_59 : cell_off real64 (/ 2^97) (0x3ff1640000000000, 0x3fb555efe40b4000, 0x3d30b4978c868e23)%Z.
Proof. cell. Qed.
Lemma cell_64_60 : cell_off real64 (/ 2^97) (0x3ff1500000000000, 0x3fb42edcbea64000, 0x3d1bc0eeea7c9acd)%Z.
Proof. cell. Qed.
Lemma cell_64_61 : cell_off real64 (/ 2^97) (0x3ff1400000000000, 0x3fb341d7961bc000, 0x3d31d09299837610)%Z.
Proof. cell. Qed.
Lemma cell_64_62 : cell_off real64 (/ 2^97) (0x3ff12c0000000000, 0x3fb2185b3b75c000, 0xbd3e3189f8f32304)%Z.
Proof. cell. Qed.
Lemma cell_64_63 : cell_off real64 (/ 2^97) (0x3ff11c0000000000, 0x3fb1296444030000, 0xbd3d53bb751aa773)%Z.
Proof. cell. Qed.
Lemma cell_64_64 : cell_off real64 (/ 2^97) (0x3ff1080000000000, 0x3faffae9119b8000, 0x3d2303374262c554)%Z.
Proof. cell. Qed.
Lemma cell_64_65 : cell_off real64 (/ 2^97) (0x3ff0f40000000000, 0x3fada0478be38000, 0x3d2252c7b1f6fe05)%Z.
Proof. cell. Qed.
Lemma cell_64_66 : cell_off real64 (/ 2^97) (0x3ff0e40000000000, 0x3fabbc2bfc450000, 0xbd17d18691417daf)%Z.
Proof. cell. Qed.
Lemma cell_64_67 : cell_off real64 (/ 2^97) (0x3ff0d40000000000, 0x3fa9d644fdff8000, 0x3d313c90539a473b)%Z.
Proof. cell. Qed.
Lemma cell_64_68 : cell_off real64 (/ 2^97) (0x3ff0c00000000000, 0x3fa77458f6330000, 0xbd3181dce586af09)%Z.
Proof. cell. Qed.
Lemma cell_64_69 : cell_off real64 (/ 2^97) (0x3ff0b00000000000, 0x3fa58a5bafc90000, 0xbd2b2b739570ad39)%Z.
Proof. cell. Qed.
Lemma cell_64_70 : cell_off real64 (/ 2^97) (0x3ff09c0000000000, 0x3fa32348c7000000, 0x3d2696db90b1e49f)%Z.
Proof. cell. Qed.
Lemma cell_64_71 : cell_off real64 (/ 2^97) (0x3ff08c0000000000, 0x3fa1352378598000, 0xbd1c1ac3b71fa59b)%Z.
Proof. cell. Qed.
Lemma cell_64_72 : cell_off real64 (/ 2^97) (0x3ff07c0000000000, 0x3f9e8a3ee30d0000, 0xbd21a9fa3de53900)%Z.
Proof. cell. Qed.
Lemma cell_64_73 : cell_off real64 (/ 2^97) (0x3ff06c0000000000, 0x3f9aa6721ee80000, 0x3d2ad4eb5c5af494)%Z.
Proof. cell. Qed.
Lemma cell_64_74 : cell_off real64 (/ 2^97) (0x3ff0580000000000, 0x3f95c45a51b90000, 0xbd263bb6216d87d8)%Z.
Proof. cell. Qed.
Lemma cell_64_75 : cell_off real64 (/ 2^97) (0x3ff0480000000000, 0x3f91d7f7eb9f0000, 0xbd14193a83fcc7a6)%Z.
Proof. cell. Qed.
Lemma cell_64_76 : cell_off real64 (/ 2^97) (0x3ff0380000000000, 0x3f8bcf712c740000, 0x3d1c25e097bd9771)%Z.
Proof. cell. Qed.
Lemma cell_64_77 : cell_off real64 (/ 2^97) (0x3ff0280000000000, 0x3f83e7295d260000, 0xbd2609c1ff29a114)%Z.
Proof. cell. Qed.
Lemma cell_64_78 : cell_off real64 (/ 2^97) (0x3ff0180000000000, 0x3f77ee11ebd80000, 0x3d0749d3c2d23a07)%Z.
Proof. cell. Qed.
Lemma cell_64_79 : cell_off real64 (/ 2^97) (0x3ff0000000000000, 0x0, 0x0)%Z.
Proof. cell. Qed.
Lemma cell_64_80 : cell_off real64 (/ 2^97) (0x3fefe00000000000, 0xbf70080559580000, 0xbd2166afcb31c67b)%Z.
Proof. cell. Qed.
Lemma cell_64_81 : cell_off real64 (/ 2^97) (0x3fefa00000000000, 0xbf882448a3880000, 0xbd34554412c584e0)%Z.
Proof. cell. Qed.
Lemma cell_64_82 : cell_off real64 (/ 2^97) (0x3fef600000000000, 0xbf9432a925980000, 0xbd098139928637fe)%Z.
Proof. cell. Qed.
Lemma cell_64_83 : cell_off real64 (/ 2^97) (0x3fef280000000000, 0xbf9b5cc258b70000, 0xbd18e611b8afbfe8)%Z.
Proof. cell. Qed.
Lemma cell_64_84 : cell_off real64 (/ 2^97) (0x3feee80000000000, 0xbfa1ce5a62bc0000, 0xbd3a9cc78d8df999)%Z.
Proof. cell. Qed.
Lemma cell_64_85 : cell_off real64 (/ 2^97) (0x3feeb00000000000, 0xbfa5715c4c040000, 0x3d38888ddfc47628)%Z.
Proof. cell. Qed.
Lemma cell_64_86 : cell_off real64 (/ 2^97) (0x3fee780000000000, 0xbfa91b073efd8000, 0x3d19d7c53f76ca96)%Z.
Proof. cell. Qed.
Lemma cell_64_87 : cell_off real64 (/ 2^97) (0x3fee380000000000, 0xbfad52ed64060000, 0x3d33c85d2a29bbd6)%Z.
Proof. cell. Qed.
Lemma cell_64_88 : cell_off real64 (/ 2^97) (0x3fee000000000000, 0xbfb08598b59e4000, 0x3d17e5dd7009902c)%Z.
Proof. cell. Qed.
Lemma cell_64_89 : cell_off real64 (/ 2^97) (0x3fedc80000000000, 0xbfb26536c3d8c000, 0xbd0b4bac097c5ba3)%Z.
Proof. cell. Qed.
Lemma cell_64_90 : cell_off real64 (/ 2^97) (0x3fed900000000000, 0xbfb4485e03dbc000, 0xbd3fad46e8d26ab7)%Z.
Proof. cell. Qed.
Lemma cell_64_91 : cell_off real64 (/ 2^97) (0x3fed600000000000, 0xbfb5e95a4d978000, 0xbd31cb7ce1d17171)%Z.
Proof. cell. Qed.
Lemma cell_64_92 : cell_off real64 (/ 2^97) (0x3fed280000000000, 0xbfb7d33687c28000, 0xbd33c88c3e706706)%Z.
Proof. cell. Qed.
Lemma cell_64_93 : cell_off real64 (/ 2^97) (0x3fecf00000000000, 0xbfb9c0c32d4d4000, 0x3d3ab7c09e838668)%Z.
Proof. cell. Qed.
Lemma cell_64_94 : cell_off real64 (/ 2^97) (0x3fecc00000000000, 0xbfbb6ac88dad4000, 0xbd3b1bdff50225c7)%Z.
Proof. cell. Qed.
Lemma cell_64_95 : cell_off real64 (/ 2^97) (0x3fec880000000000, 0xbfbd5f5565920000, 0xbd30e239cc185469)%Z.
Proof. cell. Qed.
Lemma cell_64_96 : cell_off real64 (/ 2^97) (0x3fec580000000000, 0xbfbf0f70cdd98000, 0xbd32e31f6c272c1e)%Z.
Proof. cell. Qed.
Lemma cell_64_97 : cell_off real64 (/ 2^97) (0x3fec280000000000, 0xbfc06135354d4000, 0xbd36304628340ee9)%Z.
Proof. cell. Qed.
Lemma cell_64_98 : cell_off real64 (/ 2^97) (0x3febf80000000000, 0xbfc13c2605c3a000, 0x3d2cf5fdd94f6509)%Z.
Proof. cell. Qed.
Lemma cell_64_99 : cell_off real64 (/ 2^97) (0x3febc80000000000, 0xbfc2188fd9808000, 0x3d3b3a1e7f50c701)%Z.
Proof. cell. Qed.
Lemma cell_64_100 : cell_off real64 (/ 2^97) (0x3feb980000000000, 0xbfc2f677cbbc0000, 0xbd352b302160f40d)%Z.
Proof. cell. Qed.
Lemma cell_64_101 : cell_off real64 (/ 2^97) (0x3feb680000000000, 0xbfc3d5e3126bc000, 0xbd13fb2f85096c4b)%Z.
Proof. cell. Qed.
Lemma cell_64_102 : cell_off real64 (/ 2^97) (0x3feb380000000000, 0xbfc4b6d6fefe2000, 0xbd1522ecf56e7952)%Z.
Proof. cell. Qed.
Lemma cell_64_103 : cell_off real64 (/ 2^97) (0x3feb080000000000, 0xbfc59958ff1d6000, 0x3d3a1d059769ca05)%Z.
Proof. cell. Qed.
Lemma cell_64_104 : cell_off real64 (/ 2^97) (0x3fead80000000000, 0xbfc67d6e9d786000, 0x3d311e8830a706d3)%Z.
Proof. cell. Qed.
Lemma cell_64_105 : cell_off real64 (/ 2^97) (0x3feab00000000000, 0xbfc73cb9074fe000, 0x3d3d66a90d0005a6)%Z.
Proof. cell. Qed.
Lemma cell_64_106 : cell_off real64 (/ 2^97) (0x3fea800000000000, 0xbfc823c16551a000, 0xbd1e0ddb9a631e83)%Z.
Proof. cell. Qed.
Lemma cell_64_107 : cell_off real64 (/ 2^97) (0x3fea580000000000, 0xbfc8e588ebac2000, 0xbd3b7d5cab2d1140)%Z.
Proof. cell. Qed.
Lemma cell_64_108 : cell_off real64 (/ 2^97) (0x3fea300000000000, 0xbfc9a8778deba000, 0xbd3470fa3efec390)%Z.
Proof. cell. Qed.
Lemma cell_64_109 : cell_off real64 (/ 2^97) (0x3fea000000000000, 0xbfca93ed3c8ae000, 0x3d28724350562169)%Z.
Proof. cell. Qed.
Lemma cell_64_110 : cell_off real64 (/ 2^97) (0x3fe9d80000000000, 0xbfcb5971a213a000, 0xbd39b50e83aa91df)%Z.
Proof. cell. Qed.
Lemma cell_64_111 : cell_off real64 (/ 2^97) (0x3fe9b00000000000, 0xbfcc2028ab180000, 0x3d292e0ee55c7ac6)%Z.
Proof. cell. Qed.
Lemma cell_64_112 : cell_off real64 (/ 2^97) (0x3fe9880000000000, 0xbfcce816157f2000, 0x3d29e0aba2099515)%Z.
Proof. cell. Qed.
Lemma cell_64_113 : cell_off real64 (/ 2^97) (0x3fe9600000000000, 0xbfcdb13db0d48000, 0xbd32806a847527e6)%Z.
Proof. cell. Qed.
Lemma cell_64_114 : cell_off real64 (/ 2^97) (0x3fe9380000000000, 0xbfce7ba35eb78000, 0x3d0d5eee23793649)%Z.
Proof. cell. Qed.
Lemma cell_64_115 : cell_off real64 (/ 2^97) (0x3fe9100000000000, 0xbfcf474b134e0000, 0x3d3bae49f1df7b5e)%Z.
Proof. cell. Qed.
Lemma cell_64_116 : cell_off real64 (/ 2^97) (0x3fe8e80000000000, 0xbfd00a1c6adda000, 0xbd31cd8d688b9e18)%Z.
Proof. cell. Qed.
Lemma cell_64_117 : cell_off real64 (/ 2^97) (0x3fe8c00000000000, 0xbfd07138604d6000, 0x3d3e76324e912b17)%Z.
Proof. cell. Qed.
Lemma cell_64_118 : cell_off real64 (/ 2^97) (0x3fe8980000000000, 0xbfd0d8fb813eb000, 0xbd1ee8c88753fa35)%Z.
Proof. cell. Qed.
Lemma cell_64_119 : cell_off real64 (/ 2^97) (0x3fe8780000000000, 0xbfd12c77cd007000, 0xbd13b2948a11f797)%Z.
Proof. cell. Qed.
Lemma cell_64_120 : cell_off real64 (/ 2^97) (0x3fe8500000000000, 0xbfd1956d3b9bc000, 0xbd27d2f73ad1aa14)%Z.
Proof. cell. Qed.
Lemma cell_64_121 : cell_off real64 (/ 2^97) (0x3fe8280000000000, 0xbfd1ff0fe7cf4000, 0xbd3e9d5b513ff0c1)%Z.
Proof. cell. Qed.
Lemma cell_64_122 : cell_off real64 (/ 2^97) (0x3fe8080000000000, 0xbfd25410494e5000, 0xbd3b1d7ac0ef77f2)%Z.
Proof. cell. Qed.
Lemma cell_64_123 : cell_off real64 (/ 2^97) (0x3fe7e00000000000, 0xbfd2bef07cdc9000, 0xbd2a9cfa4a5004f4)%Z.
Proof. cell. Qed.
Lemma cell_64_124 : cell_off real64 (/ 2^97) (0x3fe7c00000000000, 0xbfd314f1e1d36000, 0x3d28e27ad3213cb8)%Z.
Proof. cell. Qed.
Lemma cell_64_125 : cell_off real64 (/ 2^97) (0x3fe7980000000000, 0xbfd3811728565000, 0x3d2a71e493a0702b)%Z.
Proof. cell. Qed.
Lemma cell_64_126 : cell_off real64 (/ 2^97) (0x3fe7780000000000, 0xbfd3d81fb5947000, 0x3d222c7c2a9d37a4)%Z.
Proof. cell. Qed.
Lemma cell_64_127 : cell_off real64 (/ 2^97) (0x3fe7580000000000, 0xbfd42f9f3ff62000, 0xbd3906440f7d3354)%Z.
Proof. cell. Qed.

Lemma cells_64_off : Forall (cell_off real64 (/ 2^97)) cells_64.
Proof.
 exact
  (Forall_cons _ cell_64_0
  (Forall_cons _ cell_64_1
  (Forall_cons _ cell_64_2
  (Forall_cons _ cell_64_3
  (Forall_cons _ cell_64_4
  (Forall_cons _ cell_64_5
  (Forall_cons _ cell_64_6
  (Forall_cons _ cell_64_7
  (Forall_cons _ cell_64_8
  (Forall_cons _ cell_64_9
  (Forall_cons _ cell_64_10
  (Forall_cons _ cell_64_11
  (Forall_cons _ cell_64_12
  (Forall_cons _ cell_64_13
  (Forall_cons _ cell_64_14
  (Forall_cons _ cell_64_15
  (Forall_cons _ cell_64_16
  (Forall_cons _ cell_64_17
  (Forall_cons _ cell_64_18
  (Forall_cons _ cell_64_19
  (Forall_cons _ cell_64_20
  (Forall_cons _ cell_64_21
  (Forall_cons _ cell_64_22
  (Forall_cons _ cell_64_23
  (Forall_cons _ cell_64_24
  (Forall_cons _ cell_64_25
  (Forall_cons _ cell_64_26
  (Forall_cons _ cell_64_27
  (Forall_cons _ cell_64_28
  (Forall_cons _ cell_64_29
  (Forall_cons _ cell_64_30
  (Forall_cons _ cell_64_31
  (Forall_cons _ cell_64_32
  (Forall_cons _ cell_64_33
  (Forall_cons _ cell_64_34
  (Forall_cons _ cell_64_35
  (Forall_cons _ cell_64_36
  (Forall_cons _ cell_64_37
  (Forall_cons _ cell_64_38
  (Forall_cons _ cell_64_39
  (Forall_cons _ cell_64_40
  (Forall_cons _ cell_64_41
  (Forall_cons _ cell_64_42
  (Forall_cons _ cell_64_43
  (Forall_cons _ cell_64_44
  (Forall_cons _ cell_64_45
  (Forall_cons _ cell_64_46
  (Forall_cons _ cell_64_47
  (Forall_cons _ cell_64_48
  (Forall_cons _ cell_64_49
  (Forall_cons _ cell_64_50
  (Forall_cons _ cell_64_51
  (Forall_cons _ cell_64_52
  (Forall_cons _ cell_64_53
  (Forall_cons _ cell_64_54
  (Forall_cons _ cell_64_55
  (Forall_cons _ cell_64_56
  (Forall_cons _ cell_64_57
  (Forall_cons _ cell_64_58
  (Forall_cons _ cell_64_59
  (Forall_cons _ cell_64_60
  (Forall_cons _ cell_64_61
  (Forall_cons _ cell_64_62
  (Forall_cons _ cell_64_63
  (Forall_cons _ cell_64_64
  (Forall_cons _ cell_64_65
  (Forall_cons _ cell_64_66
  (Forall_cons _ cell_64_67
  (Forall_cons _ cell_64_68
  (Forall_cons _ cell_64_69
  (Forall_cons _ cell_64_70
  (Forall_cons _ cell_64_71
  (Forall_cons _ cell_64_72
  (Forall_cons _ cell_64_73
  (Forall_cons _ cell_64_74
  (Forall_cons _ cell_64_75
  (Forall_cons _ cell_64_76
  (Forall_cons _ cell_64_77
  (Forall_cons _ cell_64_78
  (Forall_cons _ cell_64_79
  (Forall_cons _ cell_64_80
  (Forall_cons _ cell_64_81
  (Forall_cons _ cell_64_82
  (Forall_cons _ cell_64_83
  (Forall_cons _ cell_64_84
  (Forall_cons _ cell_64_85
  (Forall_cons _ cell_64_86
  (Forall_cons _ cell_64_87
  (Forall_cons _ cell_64_88
  (Forall_cons _ cell_64_89
  (Forall_cons _ cell_64_90
  (Forall_cons _ cell_64_91
  (Forall_cons _ cell_64_92
  (Forall_cons _ cell_64_93
  (Forall_cons _ cell_64_94
  (Forall_cons _ cell_64_95
  (Forall_cons _ cell_64_96
  (Forall_cons _ cell_64_97
  (Forall_cons _ cell_64_98
  (Forall_cons _ cell_64_99
  (Forall_cons _ cell_64_100
  (Forall_cons _ cell_64_101
  (Forall_cons _ cell_64_102
  (Forall_cons _ cell_64_103
  (Forall_cons _ cell_64_104
  (Forall_cons _ cell_64_105
  (Forall_cons _ cell_64_106
  (Forall_cons _ cell_64_107
  (Forall_cons _ cell_64_108
  (Forall_cons _ cell_64_109
  (Forall_cons _ cell_64_110
  (Forall_cons _ cell_64_111
  (Forall_cons _ cell_64_112
  (Forall_cons _ cell_64_113
  (Forall_cons _ cell_64_114
  (Forall_cons _ cell_64_115
  (Forall_cons _ cell_64_116
  (Forall_cons _ cell_64_117
  (Forall_cons _ cell_64_118
  (Forall_cons _ cell_64_119
  (Forall_cons _ cell_64_120
  (Forall_cons _ cell_64_121
  (Forall_cons _ cell_64_122
  (Forall_cons _ cell_64_123
  (Forall_cons _ cell_64_124
  (Forall_cons _ cell_64_125
  (Forall_cons _ cell_64_126
  (Forall_cons _ cell_64_127 (Forall_nil _))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
Qed.

(* bound.absolute of certificates/kernel-table-f64.json *)
Definition certified_table_f64 : R := 17661953 / 2^85.
(* bound.relative of certificates/kernel-table-f64.json *)
Definition certified_table_f64_relative : R := 1 / 2^53.

(* LN_2_HIGH_32, LN_2_LOW_32 and CELLS_32 (inverse, high, low): the bit patterns of the source *)
Definition ln_2_high_32 : Z := 0x3f317200%Z.
Definition ln_2_low_32 : Z := 0x35bfbe8e%Z.
Definition cells_32 : list (Z * Z * Z) :=
  [(0x3fb80000, 0x3eb9ce00, 0x36bfb5df);
   (0x3fb40000, 0x3eae8e00, 0xb51029fe);
   (0x3fb00000, 0x3ea30c00, 0x363c21c6);
   (0x3fac8000, 0x3e98c400, 0xb6636abc);
   (0x3fa90000, 0x3e8e4400, 0x36c60b4d);
   (0x3fa58000, 0x3e838e00, 0xb5f40655);
   (0x3fa20000, 0x3e713800, 0x356dc55e);
   (0x3f9f0000, 0x3e5e1400, 0x354e85b2);
   (0x3f9c0000, 0x3e4a9400, 0xb6958c2f);
   (0x3f990000, 0x3e36b000, 0x35fe719d);
   (0x3f968000, 0x3e25d000, 0x36dbce69);
   (0x3f938000, 0x3e113400, 0xb60737ad);
   (0x3f910000, 0x3dff6800, 0xb6dd9c48);
   (0x3f8e8000, 0x3ddbc800, 0xb65f513c);
   (0x3f8c0000, 0x3db78800, 0xb635d46a);
   (0x3f898000, 0x3d92a000, 0xb51d0f5f);
   (0x3f878000, 0x3d694000, 0xb6947525);
   (0x3f850000, 0x3d1cf000, 0x3687b9ff);
   (0x3f830000, 0x3cbdc000, 0x368d83eb);
   (0x3f800000, 0x0, 0x0);
   (0x3f7c0000, 0xbc810000, 0xb5acb127);
   (0x3f750000, 0xbd33e000, 0xb694f2d5);
   (0x3f6d0000, 0xbd9df000, 0x352582e1);
   (0x3f670000, 0xbdd27000, 0xb6ec8163);
   (0x3f600000, 0xbe08bc00, 0xb5e8227e);
   (0x3f5a0000, 0xbe248800, 0xb6f60ccf);
   (0x3f550000, 0xbe3c4c00, 0xb5d85445);
   (0x3f4f0000, 0xbe599000, 0x369ea291);
   (0x3f4a0000, 0xbe729800, 0xb5effe71);
   (0x3f450000, 0xbe862200, 0x3694c4f5);
   (0x3f410000, 0xbe90a200, 0xb5ada1d7);
   (0x3f3c0000, 0xbe9e1200, 0xb693b99a)]%Z.

Lemma ln_2_32_off : Rabs (real32 ln_2_high_32 + real32 ln_2_low_32 - ln 2) <= / 2^44.
Proof. unfold ln_2_high_32, ln_2_low_32. cell. Qed.

Lemma cell_32_0 : cell_off real32 (/ 2^42) (0x3fb80000, 0x3eb9ce00, 0x36bfb5df)%Z.
Proof. cell. Qed.
Lemma cell_32_1 : cell_off real32 (/ 2^42) (0x3fb40000, 0x3eae8e00, 0xb51029fe)%Z.
Proof. cell. Qed.
Lemma cell_32_2 : cell_off real32 (/ 2^42) (0x3fb00000, 0x3ea30c00, 0x363c21c6)%Z.
Proof. cell. Qed.
Lemma cell_32_3 : cell_off real32 (/ 2^42) (0x3fac8000, 0x3e98c400, 0xb6636abc)%Z.
Proof. cell. Qed.
Lemma cell_32_4 : cell_off real32 (/ 2^42) (0x3fa90000, 0x3e8e4400, 0x36c60b4d)%Z.
Proof. cell. Qed.
Lemma cell_32_5 : cell_off real32 (/ 2^42) (0x3fa58000, 0x3e838e00, 0xb5f40655)%Z.
Proof. cell. Qed.
Lemma cell_32_6 : cell_off real32 (/ 2^42) (0x3fa20000, 0x3e713800, 0x356dc55e)%Z.
Proof. cell. Qed.
Lemma cell_32_7 : cell_off real32 (/ 2^42) (0x3f9f0000, 0x3e5e1400, 0x354e85b2)%Z.
Proof. cell. Qed.
Lemma cell_32_8 : cell_off real32 (/ 2^42) (0x3f9c0000, 0x3e4a9400, 0xb6958c2f)%Z.
Proof. cell. Qed.
Lemma cell_32_9 : cell_off real32 (/ 2^42) (0x3f990000, 0x3e36b000, 0x35fe719d)%Z.
Proof. cell. Qed.
Lemma cell_32_10 : cell_off real32 (/ 2^42) (0x3f968000, 0x3e25d000, 0x36dbce69)%Z.
Proof. cell. Qed.
Lemma cell_32_11 : cell_off real32 (/ 2^42) (0x3f938000, 0x3e113400, 0xb60737ad)%Z.
Proof. cell. Qed.
Lemma cell_32_12 : cell_off real32 (/ 2^42) (0x3f910000, 0x3dff6800, 0xb6dd9c48)%Z.
Proof. cell. Qed.
Lemma cell_32_13 : cell_off real32 (/ 2^42) (0x3f8e8000, 0x3ddbc800, 0xb65f513c)%Z.
Proof. cell. Qed.
Lemma cell_32_14 : cell_off real32 (/ 2^42) (0x3f8c0000, 0x3db78800, 0xb635d46a)%Z.
Proof. cell. Qed.
Lemma cell_32_15 : cell_off real32 (/ 2^42) (0x3f898000, 0x3d92a000, 0xb51d0f5f)%Z.
Proof. cell. Qed.
Lemma cell_32_16 : cell_off real32 (/ 2^42) (0x3f878000, 0x3d694000, 0xb6947525)%Z.
Proof. cell. Qed.
Lemma cell_32_17 : cell_off real32 (/ 2^42) (0x3f850000, 0x3d1cf000, 0x3687b9ff)%Z.
Proof. cell. Qed.
Lemma cell_32_18 : cell_off real32 (/ 2^42) (0x3f830000, 0x3cbdc000, 0x368d83eb)%Z.
Proof. cell. Qed.
Lemma cell_32_19 : cell_off real32 (/ 2^42) (0x3f800000, 0x0, 0x0)%Z.
Proof. cell. Qed.
Lemma cell_32_20 : cell_off real32 (/ 2^42) (0x3f7c0000, 0xbc810000, 0xb5acb127)%Z.
Proof. cell. Qed.
Lemma cell_32_21 : cell_off real32 (/ 2^42) (0x3f750000, 0xbd33e000, 0xb694f2d5)%Z.
Proof. cell. Qed.
Lemma cell_32_22 : cell_off real32 (/ 2^42) (0x3f6d0000, 0xbd9df000, 0x352582e1)%Z.
Proof. cell. Qed.
Lemma cell_32_23 : cell_off real32 (/ 2^42) (0x3f670000, 0xbdd27000, 0xb6ec8163)%Z.
Proof. cell. Qed.
Lemma cell_32_24 : cell_off real32 (/ 2^42) (0x3f600000, 0xbe08bc00, 0xb5e8227e)%Z.
Proof. cell. Qed.
Lemma cell_32_25 : cell_off real32 (/ 2^42) (0x3f5a0000, 0xbe248800, 0xb6f60ccf)%Z.
Proof. cell. Qed.
Lemma cell_32_26 : cell_off real32 (/ 2^42) (0x3f550000, 0xbe3c4c00, 0xb5d85445)%Z.
Proof. cell. Qed.
Lemma cell_32_27 : cell_off real32 (/ 2^42) (0x3f4f0000, 0xbe599000, 0x369ea291)%Z.
Proof. cell. Qed.
Lemma cell_32_28 : cell_off real32 (/ 2^42) (0x3f4a0000, 0xbe729800, 0xb5effe71)%Z.
Proof. cell. Qed.
Lemma cell_32_29 : cell_off real32 (/ 2^42) (0x3f450000, 0xbe862200, 0x3694c4f5)%Z.
Proof. cell. Qed.
Lemma cell_32_30 : cell_off real32 (/ 2^42) (0x3f410000, 0xbe90a200, 0xb5ada1d7)%Z.
Proof. cell. Qed.
Lemma cell_32_31 : cell_off real32 (/ 2^42) (0x3f3c0000, 0xbe9e1200, 0xb693b99a)%Z.
Proof. cell. Qed.

Lemma cells_32_off : Forall (cell_off real32 (/ 2^42)) cells_32.
Proof.
 exact
  (Forall_cons _ cell_32_0
  (Forall_cons _ cell_32_1
  (Forall_cons _ cell_32_2
  (Forall_cons _ cell_32_3
  (Forall_cons _ cell_32_4
  (Forall_cons _ cell_32_5
  (Forall_cons _ cell_32_6
  (Forall_cons _ cell_32_7
  (Forall_cons _ cell_32_8
  (Forall_cons _ cell_32_9
  (Forall_cons _ cell_32_10
  (Forall_cons _ cell_32_11
  (Forall_cons _ cell_32_12
  (Forall_cons _ cell_32_13
  (Forall_cons _ cell_32_14
  (Forall_cons _ cell_32_15
  (Forall_cons _ cell_32_16
  (Forall_cons _ cell_32_17
  (Forall_cons _ cell_32_18
  (Forall_cons _ cell_32_19
  (Forall_cons _ cell_32_20
  (Forall_cons _ cell_32_21
  (Forall_cons _ cell_32_22
  (Forall_cons _ cell_32_23
  (Forall_cons _ cell_32_24
  (Forall_cons _ cell_32_25
  (Forall_cons _ cell_32_26
  (Forall_cons _ cell_32_27
  (Forall_cons _ cell_32_28
  (Forall_cons _ cell_32_29
  (Forall_cons _ cell_32_30
  (Forall_cons _ cell_32_31 (Forall_nil _))))))))))))))))))))))))))))))))).
Qed.

(* bound.absolute of certificates/kernel-table-f32.json *)
Definition certified_table_f32 : R := 143 / 2^37.
(* bound.relative of certificates/kernel-table-f32.json *)
Definition certified_table_f32_relative : R := 1 / 2^24.
