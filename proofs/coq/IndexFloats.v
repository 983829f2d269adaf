(* Rounding to the grid on floats: the index that the source computes from bit patterns is the one of GridRounding.v, and
   outside of every window where it is clamped.
   Rests on MachineFloats.v and GridRounding.v. *)
From Coq Require Import Reals ZArith Bool Lia Lra Psatz.
From Flocq Require Import Core.
From Kdelta Require Import Binary GridRounding Machine MachineIntegers Represents MachineFloats.
From Kdelta Require SourceCast SourceGrid.

Local Open Scope R_scope.

(* ** Bit patterns of integers *)

(* Two floats of one value other than 0 are one. *)
Lemma holds64_unique x y r d e : holds64 x r d -> holds64 y r e -> r <> 0 -> x = y.
Proof.
  intros (Fx & Vx & _) (Fy & Vy & _) N. apply (Float.B2R_inj 53 1024).
  - destruct x; try discriminate Fx; [| reflexivity]. cbn in Vx. congruence.
  - destruct y; try discriminate Fy; [| reflexivity]. cbn in Vy. congruence.
  - transitivity r; [exact Vx | now symmetry].
Qed.

(* From 2^52 to 2^53 the patterns count the integers. *)
Lemma integer_pattern x n e : holds64 x (IZR n) e -> (2 ^ 52 <= n <= 2 ^ 53)%Z -> Bits.bits_of_b64 x = (1075 * 2 ^ 52 + (n - 2 ^ 52))%Z.
Proof.
  intros H Hn. set (b := (1075 * 2 ^ 52 + (n - 2 ^ 52))%Z).
  assert (D : ((b / 2 ^ 52 = 1075 /\ b mod 2 ^ 52 = n - 2 ^ 52) \/ (b / 2 ^ 52 = 1076 /\ b mod 2 ^ 52 = 0 /\ n = 2 ^ 53))%Z).
  { destruct (Z.eq_dec n (2 ^ 53)) as [-> | N]; [right; now vm_compute | left].
    split; [symmetry; apply Z.div_unique with (n - 2 ^ 52)%Z | symmetry; apply Z.mod_unique with 1075%Z]; unfold b; lia. }
  assert (R : real64 b = IZR n).
  { pose proof (@real_normal binary64 b ltac:(change (2 ^ 52 <= b < (2 ^ 11 - 1) * 2 ^ 52)%Z; unfold b; lia)) as E.
    change (real64 b = IZR (2 ^ 52 + b mod 2 ^ 52) * bpow radix2 (b / 2 ^ 52 - 1023 - 52)) in E. rewrite E.
    destruct D as [[-> ->] | (-> & -> & ->)].
    - change (1075 - 1023 - 52)%Z with 0%Z. change (bpow radix2 0) with 1. rewrite Rmult_1_r. f_equal. lia.
    - change (1076 - 1023 - 52)%Z with 1%Z. change (bpow radix2 1) with (IZR 2). rewrite <- mult_IZR. reflexivity. }
  assert (B : holds64 (Bits.b64_of_bits b) (real64 b) 60).
  { apply bits_f64_holds; [unfold b; lia | | | lia]; destruct D as [[-> _] | (-> & _)].
    - change (1075 mod 2 ^ 11)%Z with 1075%Z. lia.
    - change (1076 mod 2 ^ 11)%Z with 1076%Z. lia.
    - change (1075 mod 2 ^ 11)%Z with 1075%Z. lia.
    - change (1076 mod 2 ^ 11)%Z with 1076%Z. lia. }
  rewrite R in B. rewrite (holds64_unique _ _ _ _ _ H B) by (apply not_0_IZR; lia).
  apply bits_of_f64_of_bits. unfold b. lia.
Qed.

(* ** The index *)

(* Grid::index_near from the scaled sum on, in three steps: clamped to ±2^51, moved by 1.5·2^52, and read off the pattern. *)
Definition limit_f64 : f64 := f64_of_integer (2 ^ 51).
Definition shift_f64 : f64 := f64_of_integer (3 * 2 ^ 51).
Definition clamped_f64 (t : f64) : f64 :=
  let t := if lt_f64 t limit_f64 then t else limit_f64 in if lt_f64 (neg_f64 limit_f64) t then t else neg_f64 limit_f64.
Definition index_of_f64 (t : f64) : Z :=
  let shifted := add_f64 t shift_f64 in
  let n := sub_f64 shifted shift_f64 in
  let i := i64 (u64 (Bits.bits_of_b64 shifted - Bits.bits_of_b64 shift_f64)) in
  i64 (i + Z.b2z (eq_f64 (sub_f64 t n) (Bits.b64_of_bits 0x3fe0000000000000))).

Lemma index_near_is grid y : SourceGrid.Grid_index_near grid y
  = index_of_f64 (clamped_f64 (mul_f64 y (SourceCast.power_of_two (i32 (0 - SourceGrid.Grid_log2 grid))))).
Proof.
  unfold SourceGrid.Grid_index_near, SourceCast.to_f64.
  replace SourceGrid.NEAR with (2 ^ 51)%Z by (vm_compute; reflexivity).
  replace (i64 (3 * 2 ^ 51)) with (3 * 2 ^ 51)%Z by (vm_compute; reflexivity).
  unfold index_of_f64, clamped_f64, limit_f64, shift_f64. cbv zeta. reflexivity.
Qed.

(* 2^e, as power_of_two composes its pattern. *)
Lemma power_of_two_holds e : (-1022 <= e <= 1023)%Z -> holds64 (SourceCast.power_of_two e) (bpow radix2 e) e.
Proof.
  intros He. unfold SourceCast.power_of_two. rewrite i32_same, (u64_same (1023 + e)), Z.shiftl_mul_pow2 by lia. rewrite u64_same by lia.
  set (b := ((1023 + e) * 2 ^ 52)%Z).
  assert (D : (b / 2 ^ 52 = 1023 + e)%Z) by (unfold b; rewrite Z.div_mul by lia; reflexivity).
  assert (M : (b mod 2 ^ 52 = 0)%Z) by (unfold b; now rewrite Z.mod_mul by lia).
  pose proof (@real_normal binary64 b ltac:(change (2 ^ 52 <= b < (2 ^ 11 - 1) * 2 ^ 52)%Z; unfold b; lia)) as E.
  change (real64 b = IZR (2 ^ 52 + b mod 2 ^ 52) * bpow radix2 (b / 2 ^ 52 - 1023 - 52)) in E. rewrite D, M in E.
  assert (R : real64 b = bpow radix2 e) by (rewrite E, Z.add_0_r, power_is_bpow, <- bpow_plus by lia; f_equal; ring).
  apply (@holds_within binary64) with (e + 1)%Z; [| rewrite Rabs_pos_eq by apply bpow_ge_0; apply Rle_refl].
  rewrite <- R. apply bits_f64_holds; rewrite ?D, ?(Z.mod_small (1023 + e)) by lia; unfold b; lia.
Qed.

Lemma half_holds : holds64 (Bits.b64_of_bits 0x3fe0000000000000) (/ 2) 0.
Proof.
  apply (@holds_same binary64) with (real64 0x3fe0000000000000).
  - apply bits_f64_holds; [lia | vm_compute; discriminate | vm_compute; discriminate | lia].
  - unfold real, dyadic. replace (@decode binary64 0x3fe0000000000000) with (2 ^ 52, - (53))%Z by (vm_compute; reflexivity).
    cbn [fst snd]. rewrite power_is_bpow, <- bpow_plus by lia. reflexivity.
Qed.

Lemma shift_holds : holds64 shift_f64 (@SHIFT binary64) 53.
Proof. apply f64_of_integer_holds; lia. Qed.

Lemma limit_holds : holds64 limit_f64 (bpow radix2 51) 51.
Proof. apply (f64_of_integer_holds (2 ^ 51) 51); lia. Qed.

Theorem index_of_f64_holds t r e : holds64 t r e -> Rabs r <= bpow radix2 51 ->
  index_of_f64 t = nearest_up r.
Proof.
  intros Ht B. pose proof half_holds as Hh. pose proof (@holds_format binary64 t r e Ht) as Fr. apply (@holds_within binary64) with (d := 51%Z) in Ht; [| exact B].
  rewrite <- (@index_of_shifted_exact binary64 r Fr B). unfold index_of_f64, index_of_shifted. cbv zeta.
  pose proof (add_f64_holds t shift_f64 r (@SHIFT binary64) 51 53 Ht shift_holds ltac:(lia)) as Hs. change (Z.max 51 53 + 1)%Z with 54%Z in Hs.
  set (shifted := add_f64 t shift_f64) in *. apply Rabs_le_inv in B.
  assert (Es : (@SHIFT binary64) = 3 * bpow radix2 51).
  { change (IZR (3 * 2 ^ 51) = 3 * IZR (2 ^ 51)). now rewrite mult_IZR. }
  assert (P : bpow radix2 52 = 2 * bpow radix2 51 /\ bpow radix2 53 = 4 * bpow radix2 51) by (split; (change (bpow radix2 52) with (IZR (2 * 2 ^ 51)) || change (bpow radix2 53) with (IZR (4 * 2 ^ 51))); rewrite mult_IZR; reflexivity).
  destruct (@rnd_integer binary64 (r + (@SHIFT binary64))) as (n & En & Hn).
  { change (bpow radix2 52 <= r + @SHIFT binary64 <= bpow radix2 53). rewrite Es. lra. }
  rewrite En in *. set (m := (n - 3 * 2 ^ 51)%Z).
  assert (Em : IZR n - (@SHIFT binary64) = IZR m) by (unfold m; rewrite minus_IZR; reflexivity).
  assert (Bm : (2 ^ 52 <= n <= 2 ^ 53)%Z).
  { apply Rabs_le_inv in Hn. rewrite Es in *. change (bpow radix2 51) with (IZR (2 ^ 51)) in *.
    assert (2 * 2 ^ 51 - 1 < n < 4 * 2 ^ 51 + 1)%Z as W by (split; apply lt_IZR; rewrite ?minus_IZR, ?plus_IZR, !mult_IZR; lra). lia. }
  pose proof (sub_f64_holds _ _ _ _ _ _ Hs shift_holds ltac:(lia)) as Hd. change (Z.max 54 53 + 1)%Z with 55%Z in Hd.
  rewrite Em in *. rewrite Zfloor_IZR.
  pose proof (sub_f64_holds _ _ _ _ _ _ Ht Hd ltac:(lia)) as Hf.
  destruct (compare_f64 _ _ _ _ _ _ Hf Hh) as (_ & _ & ->).
  rewrite (integer_pattern shifted n _ Hs Bm).
  replace (Bits.bits_of_b64 shift_f64) with (1075 * 2 ^ 52 + (3 * 2 ^ 51 - 2 ^ 52))%Z
    by (symmetry; apply (integer_pattern shift_f64 (3 * 2 ^ 51) 53); [exact shift_holds | lia]).
  replace (1075 * 2 ^ 52 + (n - 2 ^ 52) - (1075 * 2 ^ 52 + (3 * 2 ^ 51 - 2 ^ 52)))%Z with m by (unfold m; ring).
  rewrite i64_u64 by (unfold m; lia). rewrite i64_same by (unfold m; destruct Req_bool; cbn; lia).
  now destruct Req_bool.
Qed.

Lemma clamped_holds t r e : holds64 t r e -> holds64 (clamped_f64 t) (Rmax (- bpow radix2 51) (Rmin (bpow radix2 51) r)) 51.
Proof.
  intros Ht. unfold clamped_f64. cbv zeta. pose proof limit_holds as Hl. pose proof (neg_f64_holds _ _ _ Hl) as Hn. pose proof (bpow_gt_0 radix2 51) as P.
  destruct (compare_f64 _ _ _ _ _ _ Ht Hl) as (-> & _ & _).
  assert (H1 : holds64 (if Rlt_bool r (bpow radix2 51) then t else limit_f64) (Rmin (bpow radix2 51) r) (Z.max e 51)).
  { destruct (Rlt_bool_spec r (bpow radix2 51)).
    - rewrite Rmin_right by lra. apply (@holds_wider binary64) with (1 := Ht). lia.
    - rewrite Rmin_left by lra. apply (@holds_wider binary64) with (1 := Hl). lia. }
  set (t' := if Rlt_bool r (bpow radix2 51) then t else limit_f64) in *. pose proof (Rmin_l (bpow radix2 51) r). set (r' := Rmin (bpow radix2 51) r) in *.
  destruct (compare_f64 _ _ _ _ _ _ Hn H1) as (-> & _ & _). apply (@holds_within binary64) with (Z.max e 51).
  - destruct (Rlt_bool_spec (- bpow radix2 51) r').
    + rewrite Rmax_right by lra. exact H1.
    + rewrite Rmax_left by lra. apply (@holds_wider binary64) with (1 := Hn). lia.
  - apply Rabs_le. split; [apply Rmax_l | apply Rmax_lub; lra].
Qed.


(* The whole: the index of GridRounding.v, or the end of ±2^51 on its side. *)
Lemma nearest_up_le s t : s <= t -> (nearest_up s <= nearest_up t)%Z.
Proof. intros H. apply Zfloor_le. lra. Qed.

Lemma nearest_up_integer n : nearest_up (IZR n) = n.
Proof. apply nearest_up_unique. lra. Qed.

Theorem index_near_holds grid y r e : holds64 y r e -> (-100 <= SourceGrid.Grid_log2 grid <= 100)%Z -> (-900 <= e <= 900)%Z ->
  SourceGrid.Grid_index_near grid y = Z.max (- 2 ^ 51) (Z.min (2 ^ 51) (nearest_up (r / step (SourceGrid.Grid_log2 grid)))).
Proof.
  intros Hy Hg He. set (log2 := SourceGrid.Grid_log2 grid) in *. pose proof (@holds_format binary64 y r e Hy) as Fy.
  rewrite index_near_is. fold log2.
  pose proof (mul_f64_holds _ _ _ _ _ _ Hy (power_of_two_holds (- log2) ltac:(lia)) ltac:(lia)) as Ht.
  rewrite i32_same by lia. change (0 - log2)%Z with (- log2)%Z.
  pose proof (clamped_holds _ _ _ Ht) as Hc. set (t := clamped_f64 _) in *. clearbody t. clear Ht Hy.
  set (q := bpow radix2 51) in *. assert (Eq : q = IZR (2 ^ 51)) by reflexivity.
  assert (Fq : @in_format binary64 q) by (apply format_bpow; vm_compute; discriminate).
  assert (P : 0 < q) by apply bpow_gt_0.
  assert (Es : r * bpow radix2 (- log2) = r / step log2) by (unfold step, Rdiv; now rewrite bpow_opp).
  rewrite (index_of_f64_holds _ _ _ Hc (@holds_bound binary64 _ _ _ Hc)). set (x := r / step log2) in *.
  destruct (Rle_lt_dec (Rabs x) q) as [I | O].
  - pose proof (@index_near_exact binary64 log2 r Fy I) as E. unfold index_near in E. rewrite Es in E. fold x in E. apply Rabs_le_inv in I.
    assert (B : - q <= rnd64 x <= q).
    { rewrite <- (@rnd_exact binary64 q Fq) at 2. rewrite <- (@rnd_exact binary64 (- q)) by now apply (@format_opp binary64). split; apply (@rnd_le binary64); lra. }
    rewrite Es. rewrite Rmin_right, Rmax_right by lra.
    rewrite <- (@index_of_shifted_exact binary64 (rnd64 x)), E; [| apply (@rnd_format binary64) | now apply Rabs_le].
    pose proof (nearest_up_le (- q) x ltac:(lra)) as L. pose proof (nearest_up_le x q ltac:(lra)) as U.
    rewrite Eq, <- opp_IZR, nearest_up_integer in L. rewrite Eq, nearest_up_integer in U. lia.
  - rewrite Es. destruct (Rle_lt_dec 0 x) as [X | X].
    + rewrite Rabs_pos_eq in O by lra. assert (q <= rnd64 x) by (rewrite <- (@rnd_exact binary64 q Fq) at 1; apply (@rnd_le binary64); lra).
      rewrite Rmin_left, Rmax_right by lra. pose proof (nearest_up_le q x ltac:(lra)) as L. rewrite Eq, nearest_up_integer in *. lia.
    + rewrite Rabs_left in O by lra.
      assert (rnd64 x <= - q) by (rewrite <- (@rnd_exact binary64 (- q)) by (now apply (@format_opp binary64)); apply (@rnd_le binary64); lra).
      rewrite Rmin_right, Rmax_left by lra. pose proof (nearest_up_le x (- q) ltac:(lra)) as L. rewrite Eq, <- opp_IZR, nearest_up_integer in *. lia.
Qed.
