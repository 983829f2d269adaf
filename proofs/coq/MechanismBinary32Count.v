(* The certificate mechanism_binary32_count as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 10 for ε = 1/10 in binary32 from lazily drawn exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000; released as a multiple of 1 from -320 to 1320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1006398134785402; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0003198557 and κ₋ ≤ 0.00031995779. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval Vectors LazyWords WordLoss TableConstants TableMechanisms LazyMechanisms.

Local Open Scope R_scope.

Definition reach : R := (21635073 / 2 ^ 14).
Definition radius : R := (135805570709070495901574427329929016891828448601245492447913309923 / 2 ^ 206).
Definition verdict : R := (1579315869587839925854382111472046690735220350618263102419 / 15692754338466701909589473558019166040255888611160086282240).
Definition cells : nat := Z.to_nat 1641.

Lemma grid : step (0) = 1.
Proof. change (step (0)) with (bpow radix2 (0)). reflexivity. Qed.

Lemma first_corner : corner (0) (-320) 0 = ((-641) / 2 ^ 1).
Proof. unfold corner, grid_point. rewrite grid. change (-320 + Z.of_nat 0)%Z with (-320)%Z. lra. Qed.

Lemma last_corner : corner (0) (-320) cells = (2641 / 2 ^ 1).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-320 + Z.of_nat cells)%Z with (1321)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (995663655907377448029817676188375273466162917043228225 / 2 ^ 192).

Lemma farthest : bpow radix2 (11) = 2048.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (11 - 24 - 1) = (1 / 2 ^ 14).
Proof. change (bpow radix2 (11 - 24 - 1)) with (bpow radix2 (- Z.of_nat 14)). rewrite bpow_inv. lra. Qed.

(* A draw reads 41 + 23 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 41 + 23 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_lazy_f32 41 10 23 (0) (-320) cells r (entropy 64 41 23 further z).
Definition answers (r : R) : Prop := 0 <= r <= 1000.
Definition once : R := ln (Gamma (/ 10) (step (0) - bpow radix2 (11 - 24 - 1)) (10 * ln (1 + / 2 ^ 23) + error)).

Lemma loss : loss_within (2 ^ bits) release answers (/ 10) once.
Proof.
  unfold bits, release, answers, once.
  apply (f32_lazy 10 radius reach error 0 1000 23 41 further (0) (-320) (11) cells).
  - lra.
  - lia.
  - lia.
  - lia.
  - lia.
  - unfold cells; lia.
  - lia.
  - rewrite first_corner, farthest. apply Rabs_lt. lra.
  - rewrite last_corner, farthest. apply Rabs_lt. lra.
  - unfold error. lra.
  - unfold constant, lazily_sloped, certified_table_f32, error, radius. interval with (i_prec 300).
  - unfold reach, error, radius. interval with (i_prec 300).
  - rewrite INR_IZR_INZ. replace (Z.of_nat (41 + 64 * further)) with 2147483689%Z by (unfold further; lia). unfold radius. interval with (i_prec 100).
  - rewrite grid, shift. unfold error. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at
   most e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_binary32_count_certified r1 r2 S :
  0 <= r1 <= 1000 -> 0 <= r2 <= 1000 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  apply (pure_of_loss _ _ _ _ _ loss).
  - left. apply Rinv_0_lt_compat. lra.
  - unfold once. rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
Qed.

(* The same of the source: `ReleaseSource32.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource32.

Definition setting : ReleaseSource32.Setting := {|
  ReleaseSource32.bits := 23; ReleaseSource32.words := 1; ReleaseSource32.further := 33554432;
  ReleaseSource32.scale_mantissa := 10485760; ReleaseSource32.scale_exponent := (-20);
  ReleaseSource32.answer_low := Bits.b32_of_bits 0;
  ReleaseSource32.answer_high := Bits.b32_of_bits 1148846080;
  ReleaseSource32.log2 := (0); ReleaseSource32.first := (-320); ReleaseSource32.last := (1320) |}.

Lemma setting_power : bpow radix2 (-20) = (1 / 2 ^ 20).
Proof. change (bpow radix2 (-20)) with (bpow radix2 (- Z.of_nat 20)). rewrite bpow_inv. lra. Qed.

Lemma setting_scale : ReleaseSource32.b setting = 10.
Proof.
  unfold ReleaseSource32.b. cbn [setting ReleaseSource32.scale_mantissa ReleaseSource32.scale_exponent]. rewrite setting_power. lra.
Qed.

Lemma setting_admissible : ReleaseSource32.Admissible setting 0 1000 (10).
Proof.
  constructor; cbn [setting ReleaseSource32.scale_mantissa ReleaseSource32.scale_exponent ReleaseSource32.answer_low ReleaseSource32.answer_high
    ReleaseSource32.log2 ReleaseSource32.first ReleaseSource32.last]; try lia; try lra.
  - apply ReleaseSource32.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
  - apply ReleaseSource32.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
Qed.

Lemma setting_drawable : ReleaseSource32.Drawable setting.
Proof. constructor; cbn [setting ReleaseSource32.bits ReleaseSource32.words ReleaseSource32.further]; lia. Qed.

Lemma setting_numbers : ReleaseSource32.Numbers setting 10 23 41 further cells (0) (-320).
Proof.
  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource32.further ReleaseSource32.first ReleaseSource32.last]; unfold further, cells; lia.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those for which the source releases one finite answer in a set of
   outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_binary32_count_source answer1 answer2 S :
  Float.is_finite 24 128 answer1 = true -> Float.is_finite 24 128 answer2 = true ->
  Rabs (Float.B2R 24 128 answer1 - Float.B2R 24 128 answer2) <= 1 ->
  count (2 ^ bits) (fun z => S (ReleaseSource32.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ bits) (fun z => S (ReleaseSource32.release setting answer2 (Z.of_nat z))).
Proof.
  unfold bits. apply (ReleaseSource32.lazy_source_counts setting 0 1000 (10) setting_admissible setting_drawable _ _ _ _ _ _ _ setting_numbers ltac:(unfold further; lia) 1 verdict).
  pose proof mechanism_binary32_count_certified as H. unfold bits, release in H. exact H.
Qed.
