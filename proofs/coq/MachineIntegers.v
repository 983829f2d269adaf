(* The integers of Machine.v: an operation that stays in its type is not wrapped, and masks and shifts are quotients and
   remainders.
   Rests on Machine.v. *)
From Coq Require Import ZArith Bool Lia.
From Kdelta Require Import Machine.

Local Open Scope Z_scope.

Lemma unsigned_same n x : 0 <= x < 2 ^ n -> unsigned n x = x.
Proof. apply Z.mod_small. Qed.

Lemma u64_same x : 0 <= x < 2 ^ 64 -> u64 x = x.
Proof. apply Z.mod_small. Qed.

Lemma u32_same x : 0 <= x < 2 ^ 32 -> u32 x = x.
Proof. apply Z.mod_small. Qed.

Lemma i64_same x : - 2 ^ 63 <= x < 2 ^ 63 -> i64 x = x.
Proof. intros H. unfold i64, signed. rewrite Z.mod_small by lia. lia. Qed.

Lemma i32_same x : - 2 ^ 31 <= x < 2 ^ 31 -> i32 x = x.
Proof. intros H. unfold i32, signed. rewrite Z.mod_small by lia. lia. Qed.

Lemma i128_same x : - 2 ^ 127 <= x < 2 ^ 127 -> i128 x = x.
Proof. intros H. unfold i128, signed. rewrite Z.mod_small by lia. lia. Qed.

(* Back and forth between words with and without a sign. *)
Lemma i64_u64 x : - 2 ^ 63 <= x < 2 ^ 63 -> i64 (u64 x) = x.
Proof. intros H. unfold i64, u64, signed, unsigned. rewrite Z.add_mod_idemp_l by lia. rewrite Z.mod_small by lia. lia. Qed.

(* Bits set where there are none are added. *)
Lemma lor_above a c n : 0 <= n -> 0 <= a < 2 ^ n -> Z.lor a (c * 2 ^ n) = a + c * 2 ^ n.
Proof.
  intros Hn Ha. assert (E : Z.land a (c * 2 ^ n) = 0).
  { apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, Z.bits_0. destruct (Z.lt_ge_cases i n) as [L | L].
    - rewrite Z.mul_pow2_bits_low by lia. apply andb_false_r.
    - destruct (Z.eq_dec a 0) as [-> | N]; [now rewrite Z.bits_0 |].
      rewrite (Z.bits_above_log2 a) by (try apply Z.lt_le_trans with n; try (apply Z.log2_lt_pow2); lia). reflexivity. }
  now rewrite Z.add_nocarry_lxor, Z.lxor_lor.
Qed.

(* x without its last n bits. *)
Lemma land_not_ones x n : 0 <= n -> 0 <= x < 2 ^ 64 -> Z.land x (u64 (Z.lnot (Z.ones n))) = x - x mod 2 ^ n.
Proof.
  intros Hn Hx. transitivity (Z.ldiff x (Z.ones n)).
  - apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, Z.ldiff_spec. unfold u64, unsigned. destruct (Z.lt_ge_cases i 64) as [L | L].
    + rewrite Z.mod_pow2_bits_low, Z.lnot_spec by lia. reflexivity.
    + destruct (Z.eq_dec x 0) as [-> | N]; [now rewrite Z.bits_0 |].
      rewrite (Z.bits_above_log2 x) by (try apply Z.lt_le_trans with 64; try (apply Z.log2_lt_pow2); lia). reflexivity.
  - rewrite Z.ldiff_ones_r, Z.shiftl_mul_pow2, Z.shiftr_div_pow2 by lia.
    pose proof (Z_div_mod_eq_full x (2 ^ n)). lia.
Qed.

Lemma land_not_ones_32 x n : 0 <= n -> 0 <= x < 2 ^ 32 -> Z.land x (u32 (Z.lnot (Z.ones n))) = x - x mod 2 ^ n.
Proof.
  intros Hn Hx. rewrite <- (land_not_ones x n Hn) by lia. apply Z.bits_inj'. intros i Hi. rewrite 2!Z.land_spec. unfold u32, u64, unsigned.
  destruct (Z.lt_ge_cases i 32) as [L | L].
  - rewrite 2!Z.mod_pow2_bits_low by lia. reflexivity.
  - destruct (Z.eq_dec x 0) as [-> | N]; [now rewrite Z.bits_0 |].
    rewrite (Z.bits_above_log2 x) by (try apply Z.lt_le_trans with 32; try (apply Z.log2_lt_pow2); lia). reflexivity.
Qed.

Lemma land_mask x n : 0 <= n -> Z.land x (Z.ones n) = x mod 2 ^ n.
Proof. apply Z.land_ones. Qed.
