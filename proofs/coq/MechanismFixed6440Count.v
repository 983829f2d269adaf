(* The certificate mechanism_fixed_64_40_count as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 10 for ε = 1/10 in fixed-64-40 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000000002339847; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 1.1699231e-10 and κ₋ ≤ 1.1699231e-10. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval Vectors LazyWords WordLoss ShiftAddConstants FixedMechanism LazyMechanisms.

Local Open Scope R_scope.

Definition reach : R := (256081921 / 2 ^ 8).
Definition radius : R := (25719236331364078216819035041676514331891711213203905239549606188375 / 2 ^ 204).
Definition verdict : R := (1569275437518533052396647005765653624163216531549787895309 / 15692754338466701909589473558019166040255888611160086282240).
Definition cells : nat := Z.to_nat 128081921.

Lemma grid : step (-7) = (1 / 2 ^ 7).
Proof. change (step (-7)) with (bpow radix2 (-7)). change (bpow radix2 (-7)) with (bpow radix2 (- Z.of_nat 7)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-7) (-40960) 0 = ((-81921) / 2 ^ 8).
Proof. unfold corner, grid_point. rewrite grid. change (-40960 + Z.of_nat 0)%Z with (-40960)%Z. lra. Qed.

Lemma last_corner : corner (-7) (-40960) cells = (256081921 / 2 ^ 8).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-40960 + Z.of_nat cells)%Z with (128040961)%Z by (unfold cells; lia). lra.
Qed.

Lemma scale_power : bpow radix2 (-20) = (1 / 2 ^ 20).
Proof. change (bpow radix2 (-20)) with (bpow radix2 (- Z.of_nat 20)). rewrite bpow_inv. lra. Qed.

Lemma scale_value : scale 10485760 (-20) = 10.
Proof. unfold scale. rewrite scale_power. lra. Qed.

Lemma last_place : bpow radix2 (Z.opp 40 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (Z.opp 40 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

Lemma error_value : error_bound 10485760 (-20) 40 = (1048651 / 2 ^ 61).
Proof. unfold error_bound, certified_shift_add_64. rewrite scale_value, last_place. lra. Qed.

Definition error : R := (140747810769409 / 2 ^ 88).

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_lazy_fixed 10485760 (-20) 40 76 52 (-7) (-40960) cells r (entropy 64 76 52 further z).
Definition answers (r : R) : Prop := 0 <= r <= 1000000.
Definition once : R := ln (Gamma (/ (scale 10485760 (-20))) (step (-7)) ((scale 10485760 (-20)) * ln (1 + / 2 ^ 52) + error)).

Lemma loss : loss_within (2 ^ bits) release answers (/ (scale 10485760 (-20))) once.
Proof.
  unfold bits, release, answers, once.
  apply (fixed_lazy 10485760 (-20) 40 76 ltac:(lia) ltac:(lia) ltac:(lia) radius reach error 0 1000000 52 further (-7) (-40960) cells).
  - lia.
  - unfold error. lra.
  - rewrite error_value. unfold error, radius. interval with (i_prec 300).
  - rewrite scale_value. unfold error. unfold reach, radius. interval with (i_prec 300).
  - rewrite scale_value. rewrite INR_IZR_INZ. replace (Z.of_nat (76 + 64 * further)) with 2147483724%Z by (unfold further; lia). unfold radius. interval with (i_prec 100).
  - rewrite scale_value, grid. unfold error. interval with (i_prec 100).
  - rewrite first_corner. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at
   most e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_fixed_64_40_count_certified r1 r2 S :
  0 <= r1 <= 1000000 -> 0 <= r2 <= 1000000 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  apply (pure_of_loss _ _ _ _ _ loss).
  - left. apply Rinv_0_lt_compat. rewrite scale_value. lra.
  - unfold once. rewrite scale_value, grid. unfold error. unfold Gamma, sinh, verdict. interval with (i_prec 350).
Qed.
