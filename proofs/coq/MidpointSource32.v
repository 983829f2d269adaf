(* One release in f32 with midpoints, as the functions generated from the source compute it, and the model of MidpointMechanism.v:
   they are one function of the answer and the word.

   A draw is one word, of which the low bits are the number of a cell; the others are not looked at.
   Rests on ReleaseSource32.v and MidpointMechanism.v. *)
From Coq Require Import Reals ZArith List Bool Lia Lra.
From Flocq Require Import Core.
From Kdelta Require Import Discretised Words LazyWords WordLoss Window Binary FloatReduction TableKernel TableReduction TableLogarithms FloatMechanism.
From Kdelta Require Import MidpointMechanism Machine MachineIntegers Represents MachineFloats TableSource32 IndexFloats ReleaseSource32.
From Kdelta Require Release SourceCast SourceWindow SourceFormat SourceTable SourceMidpoint.

Local Open Scope R_scope.

(* ** The draw, in integers *)

Local Open Scope Z_scope.

Lemma all_ones size : 2 <= size <= 53 -> Z.shiftr (2 ^ 64 - 1) ((u32 (64 - size)) mod 64) = 2 ^ size - 1.
Proof.
  intros H. rewrite u32_same, Z.mod_small, Z.shiftr_div_pow2 by lia. symmetry.
  assert (P : 0 < 2 ^ (64 - size)) by (apply Z.pow_pos_nonneg; lia). apply Z.div_unique with (2 ^ (64 - size) - 1); [lia |].
  replace (2 ^ 64) with (2 ^ (64 - size) * 2 ^ size) by (rewrite <- Z.pow_add_r by lia; f_equal; lia). ring.
Qed.

Lemma cell_drawn size z : 2 <= size <= 53 -> SourceMidpoint.Midpoint_from_bits size z = SourceMidpoint.Build_Midpoint (z mod 2 ^ size).
Proof.
  intros H. unfold SourceMidpoint.Midpoint_from_bits, SourceMidpoint.low_bits. rewrite all_ones by exact H.
  replace (2 ^ size - 1) with (Z.ones size) by (rewrite Z.ones_equiv; lia). rewrite Z.land_ones by lia. reflexivity.
Qed.

Section Cell.

Variables size z : Z.
Hypothesis size_fits : 2 <= size <= 53.
Hypothesis in_range : 0 <= z < 2 ^ size.

Lemma mirrored : u64 (SourceMidpoint.last size - z) = 2 ^ size - 1 - z.
Proof.
  unfold SourceMidpoint.last. rewrite all_ones by exact size_fits. apply u64_same.
  assert (2 ^ size <= 2 ^ 53) by (apply Z.pow_le_mono_r; lia). lia.
Qed.

Lemma tail_drawn : SourceMidpoint.Midpoint_tail size (SourceMidpoint.Build_Midpoint z) = FloatReduction.tail size z.
Proof.
  assert (B : 2 ^ size <= 2 ^ 53) by (apply Z.pow_le_mono_r; lia).
  assert (H : 2 ^ size = 2 * 2 ^ (size - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  unfold SourceMidpoint.Midpoint_tail, FloatReduction.tail. cbn [SourceMidpoint.Midpoint_z]. rewrite mirrored. cbv zeta.
  assert (M : (if z <? 2 ^ size - 1 - z then z else 2 ^ size - 1 - z) = Z.min z (2 ^ size - 1 - z)) by (destruct (Z.ltb_spec z (2 ^ size - 1 - z)); lia).
  rewrite M. rewrite (u64_same (2 * _)), u64_same by lia. reflexivity.
Qed.

Lemma below_half_drawn : SourceMidpoint.Midpoint_negative size (SourceMidpoint.Build_Midpoint z) = (z <? 2 ^ size - 1 - z).
Proof. unfold SourceMidpoint.Midpoint_negative, SourceMidpoint.Midpoint_is_below_half. cbn [SourceMidpoint.Midpoint_z]. now rewrite mirrored. Qed.

End Cell.

Local Open Scope R_scope.

(* ** The tail as a float *)

(* Exact in f64. *)
Lemma fraction_holds size a : (1 <= size <= 53)%Z -> (0 <= a < 2 ^ size)%Z ->
  holds64 (SourceTable.Unit64_from_fraction a size) (IZR a / IZR (2 ^ size)) 0.
Proof.
  intros Hs Ha. assert (B : (2 ^ size <= 2 ^ 53)%Z) by (apply Z.pow_le_mono_r; lia).
  destruct (@from_fraction_exact binary64 size a ltac:(cbn; lia) Ha) as [_ E].
  unfold SourceTable.Unit64_from_fraction, SourceCast.unsigned_to_f64, SourceCast.signed.
  rewrite (i32_same size), (i32_same (- size)) by lia.
  pose proof (f64_of_integer_holds a size ltac:(lia) ltac:(lia) ltac:(lia)) as Ho.
  pose proof (mul_f64_holds _ _ _ _ _ _ Ho (power_of_two_holds (- size) ltac:(lia)) ltac:(lia)) as H. rewrite E in H.
  now replace (size + - size)%Z with 0%Z in H by ring.
Qed.

(* Positive numbers are equal if they stand for the same. *)
Lemma float_of_value x y r d e : holds32 x r d -> holds32 y r e -> 0 < r -> x = y.
Proof.
  assert (strict : forall z c, holds32 z r c -> 0 < r -> Float.is_finite_strict 24 128 z = true).
  { intros z c (F & V & _) P. destruct z; try discriminate F; [cbn in V; lra | reflexivity]. }
  intros X Y P. apply Float.B2R_inj; [now apply (strict x d) | now apply (strict y e) |].
  transitivity r; [exact (@holds_value binary32 _ _ _ X) | symmetry; exact (@holds_value binary32 _ _ _ Y)].
Qed.

Section Midpoint.

Variable s : Setting.
Variables (low high : R) (largest : Z).
Hypothesis admissible : Admissible s low high largest.

(* What the source releases for the answer and the word z. *)
Definition release (answer : f32) (z : Z) : SourceWindow.Release f32 :=
  Release.midpoint_release_f32 (bits s) (factor s) (answer_low s) (answer_high s) (window s) answer z.

(* The numbers of a setting, as the files of certificates write them; `spare` bits of a word are not looked at. *)
Variables (scale : R) (size spare N : nat) (grid_log2 window_low : Z).

Record Midpoints : Prop := {
  mid_scale : b s = scale;
  mid_size : Z.of_nat size = bits s;
  mid_size_fits : (2 <= bits s <= 24)%Z;
  mid_cells : Z.of_nat N = (last s - first s + 1)%Z;
  mid_log2 : log2 s = grid_log2;
  mid_first : first s = window_low }.

Hypothesis numbers : Midpoints.

Lemma unit_drawn z : (0 <= z < 2 ^ Z.of_nat size)%Z ->
  let v := @unit_of table32 size z in
  SourceTable.Unit32_from_fraction (FloatReduction.tail (Z.of_nat size) z) (Z.of_nat size) = Bits.b32_of_bits (@bits_of binary32 v) /\
  @in_domain table32 (@bits_of binary32 v) /\ real32 (@bits_of binary32 v) <= 1 - / 2 ^ 24.
Proof.
  intros Hz v. destruct numbers. rewrite <- mid_size0 in mid_size_fits0.
  destruct (@unit_of_is_tail table32 sound32 ltac:(cbn; lia) size ltac:(cbn; lia) ltac:(cbn; lia) z Hz) as (_ & V & D & Rv). fold v in V, D, Rv.
  destruct (tail_odd (Z.of_nat size) z ltac:(lia) Hz) as [Ha _]. set (a := FloatReduction.tail (Z.of_nat size) z) in *.
  destruct (@from_fraction_exact binary32 (Z.of_nat size) a ltac:(cbn; lia) ltac:(lia)) as [E1 E2].
  assert (Ev : v = IZR a / IZR (2 ^ Z.of_nat size)).
  { unfold v, unit_of. fold a. change (@rnd (@format table32)) with (@rnd binary32). rewrite E1. exact E2. }
  assert (P : 0 < IZR (2 ^ Z.of_nat size)) by (apply (IZR_lt 0); lia).
  pose proof (fraction_holds (Z.of_nat size) a ltac:(lia) ltac:(lia)) as H64. rewrite <- Ev in H64.
  assert (H : holds32 (SourceTable.Unit32_from_fraction a (Z.of_nat size)) v 0).
  { unfold SourceTable.Unit32_from_fraction, SourceCast.to_f32.
    apply (@holds_same binary32) with (rnd32 v); [exact (f32_of_f64_holds _ _ _ _ H64 (@holds_bound binary64 _ _ _ H64) ltac:(lia)) |].
    apply (@rnd_exact binary32), (@rnd_format binary32). }
  assert (Hn : holds32 (Bits.b32_of_bits (@bits_of binary32 v)) v 1).
  { apply (@holds_same binary32) with (real32 (@bits_of binary32 v)); [| exact Rv].
    assert (Dn : (63 * 2 ^ 23 <= @bits_of binary32 v < 127 * 2 ^ 23)%Z) by exact D. set (n := @bits_of binary32 v) in *.
    assert (Q : (n / 2 ^ 23 < 127)%Z) by (apply Z.div_lt_upper_bound; lia).
    assert (Q0 : (0 <= n / 2 ^ 23)%Z) by (apply Z.div_pos; lia).
    apply finite_f32_holds; [split | |].
    - change (0 <= n < 2 ^ 32)%Z. lia.
    - change ((n / 2 ^ 23) mod 2 ^ 8 <> 2 ^ 8 - 1)%Z. rewrite Z.mod_small by lia. lia.
    - rewrite Z.mod_small by lia. lia.
    - lia. }
  split; [exact (float_of_value _ _ v _ _ H Hn ltac:(lra)) |]. split; [exact D |].
  apply Rle_trans with v; [right; exact Rv |]. rewrite Ev. apply Rle_trans with (1 - / IZR (2 ^ Z.of_nat size)).
  - replace (1 - / IZR (2 ^ Z.of_nat size)) with ((IZR (2 ^ Z.of_nat size) - 1) * / IZR (2 ^ Z.of_nat size)) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]. rewrite <- minus_IZR. apply IZR_le. lia.
  - enough (/ 2 ^ 24 <= / IZR (2 ^ Z.of_nat size)) by lra. apply Rinv_le_contravar; [exact P |].
    apply Rle_trans with (IZR (2 ^ 24)); [apply IZR_le, Z.pow_le_mono_r; lia | right; cbn [pow]; lra].
Qed.

(* The noise of the model. *)
Lemma noise_drawn z : exists x, @midpoint_noise table32 size scale (z mod 2 ^ Z.of_nat size)%Z = Some x /\
  holds32 (Release.midpoint_noise_f32 (bits s) (factor s) z) x (74 + scale_exponent s).
Proof.
  destruct numbers. rewrite <- mid_size0 in *. assert (Hz : (0 <= z mod 2 ^ Z.of_nat size < 2 ^ Z.of_nat size)%Z) by (apply Z.mod_pos_bound, Z.pow_pos_nonneg; lia).
  unfold Release.midpoint_noise_f32. rewrite cell_drawn by lia. set (c := (z mod 2 ^ Z.of_nat size)%Z) in *. cbv zeta.
  rewrite below_half_drawn by (lia || exact Hz). unfold SourceMidpoint.Midpoint_minus_ln_f32. rewrite tail_drawn by (lia || exact Hz).
  destruct (unit_drawn c Hz) as (-> & D & V). set (v := @unit_of table32 size c) in *.
  pose proof (scaled_holds s low high largest admissible _ _ (c <? 2 ^ Z.of_nat size - 1 - c)%Z 50 (minus_ln_f32_holds _ D) (minus_ln_not_negative _ D V) ltac:(lia)) as H.
  cbv zeta in H. rewrite mid_scale0 in H. change (rnd32 (scale * minus_ln_f32 (@bits_of binary32 v))) with (@computed table32 scale v) in H.
  unfold midpoint_noise. fold v. eexists. split; [reflexivity | exact H].
Qed.

Theorem release_is_midpoint answer r e w : holds32 answer r e ->
  release answer (Z.of_nat w)
  = released s (release_midpoint_f32 size scale grid_log2 window_low N (clamp low high r) (w mod 2 ^ size)).
Proof.
  intros Ha. destruct (noise_drawn (Z.of_nat w)) as (x & Ex & Hx).
  change (release answer (Z.of_nat w)) with (release_with s answer (Release.midpoint_noise_f32 (bits s) (factor s) (Z.of_nat w))).
  rewrite (released_for_noise s low high largest admissible answer r e _ x Ha Hx).
  unfold release_midpoint_f32, release_midpoint. rewrite Nat2Z.inj_mod, Nat2Z.inj_pow. change (Z.of_nat 2) with 2%Z. rewrite Ex.
  destruct numbers. rewrite mid_log3, mid_first0. replace (cells s) with N by (unfold cells; lia). reflexivity.
Qed.

(* Every word of `size` bits is the end of as many longer ones. *)
Lemma count_of_ends (f : nat -> bool) : count (2 ^ (size + spare)) (fun w => f (w mod 2 ^ size)%nat) = INR (2 ^ spare) * count (2 ^ size) f.
Proof.
  rewrite 2!count_is_sum, Nat.pow_add_r, sum_blocks, <- sum_const. apply sum_ext. intros t _. apply sum_ext. intros i Hi.
  rewrite (Nat.mul_comm (2 ^ size) t), Nat.mod_add, Nat.mod_small by (exact Hi || apply power_not_zero). reflexivity.
Qed.

(* So a count of cells for the model is one of words for the source. *)
Theorem midpoint_source_counts epsilon verdict :
  (forall r1 r2 T, low <= r1 <= high -> low <= r2 <= high -> Rabs (r1 - r2) <= epsilon ->
    count (2 ^ size) (fun z => T (release_midpoint_f32 size scale grid_log2 window_low N r1 z))
    <= exp verdict * count (2 ^ size) (fun z => T (release_midpoint_f32 size scale grid_log2 window_low N r2 z))) ->
  forall answer1 answer2 T, Float.is_finite 24 128 answer1 = true -> Float.is_finite 24 128 answer2 = true ->
  Rabs (Float.B2R 24 128 answer1 - Float.B2R 24 128 answer2) <= epsilon ->
  count (2 ^ (size + spare)) (fun w => T (release answer1 (Z.of_nat w)))
  <= exp verdict * count (2 ^ (size + spare)) (fun w => T (release answer2 (Z.of_nat w))).
Proof.
  intros H. apply (model_counts s low high largest admissible (2 ^ (size + spare)) (fun answer w => release answer (Z.of_nat w))
    (fun r w => release_midpoint_f32 size scale grid_log2 window_low N r (w mod 2 ^ size))).
  - intros answer r e w Ha _. exact (release_is_midpoint answer r e w Ha).
  - intros r1 r2 T H1 H2 D. rewrite 2!(count_of_ends (fun w => T (release_midpoint_f32 size scale grid_log2 window_low N _ w))).
    rewrite <- Rmult_assoc, (Rmult_comm (exp verdict)), Rmult_assoc. apply Rmult_le_compat_l; [apply pos_INR | exact (H r1 r2 T H1 H2 D)].
Qed.

End Midpoint.
