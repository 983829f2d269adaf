(* The certificate mechanism_fixed_64_40 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 1 for ε = 1 in fixed-64-40 from exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000001863569; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 9.3178406e-10 and κ₋ ≤ 9.3178406e-10. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval ShiftAddConstants FixedMechanism.

Local Open Scope R_scope.

Definition reach : R := (34817 / 2 ^ 11).
Definition radius : R := (874199404483855652232104739624450327664963677763622654289029803 / 2 ^ 205).
Definition verdict : R := (3138550873542243705353194446207895085231079316845500223387 / 2 ^ 191).
Definition cells : nat := Z.to_nat 32769.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-16384) 0 = ((-32769) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-16384 + Z.of_nat 0)%Z with (-16384)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-16384) cells = (32769 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-16384 + Z.of_nat cells)%Z with (16385)%Z by (unfold cells; lia). lra.
Qed.

Lemma scale_power : bpow radix2 (-23) = (1 / 2 ^ 23).
Proof. change (bpow radix2 (-23)) with (bpow radix2 (- Z.of_nat 23)). rewrite bpow_inv. lra. Qed.

Lemma scale_value : scale 8388608 (-23) = 1.
Proof. unfold scale. rewrite scale_power. lra. Qed.

Lemma last_place : bpow radix2 (Z.opp 40 - 1) = (1 / 2 ^ 41).
Proof. change (bpow radix2 (Z.opp 40 - 1)) with (bpow radix2 (- Z.of_nat 41)). rewrite bpow_inv. lra. Qed.

Lemma error_value : error_bound 8388608 (-23) 40 = (2097167 / 2 ^ 62).
Proof. unfold error_bound, certified_shift_add_64. rewrite scale_value, last_place. lra. Qed.

(* Of the 2^(76 + 52) words of entropy, those that lead from one answer into a set of outputs are at most
   e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_fixed_64_40_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ (76 + 52)) (fun z => S (release 8388608 (-23) 40 52 76 (-10) (-16384) cells r1 z))
  <= exp verdict * count (2 ^ (76 + 52)) (fun z => S (release 8388608 (-23) 40 52 76 (-10) (-16384) cells r2 z)).
Proof.
  intros H1 H2 D.
  apply (fixed_mechanism 8388608 (-23) 40 ltac:(lia) ltac:(lia) radius reach 0 1 1 verdict 52 76 (-10) (-16384) cells).
  - lia.
  - lia.
  - rewrite scale_value, error_value. unfold reach, radius. interval with (i_prec 300).
  - rewrite scale_value, INR_IZR_INZ. change (IZR (Z.of_nat 76)) with 76. unfold radius. interval with (i_prec 100).
  - rewrite scale_value, error_value, grid. interval with (i_prec 100).
  - rewrite first_corner. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite scale_value, error_value, grid. unfold Gamma, sinh, verdict. interval with (i_prec 350).
  - exact H1.
  - exact H2.
  - rewrite scale_value. lra.
Qed.

(* The same of the source: `ReleaseSourceFixed.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require ReleaseSourceFixed.

Definition setting : ReleaseSourceFixed.Setting := {|
  ReleaseSourceFixed.width := 64; ReleaseSourceFixed.fraction := 40;
  ReleaseSourceFixed.bits := 52; ReleaseSourceFixed.words := 2;
  ReleaseSourceFixed.scale_mantissa := 8388608; ReleaseSourceFixed.scale_exponent := (-23);
  ReleaseSourceFixed.answer_low := (0); ReleaseSourceFixed.answer_high := (1099511627776);
  ReleaseSourceFixed.log2 := (-10); ReleaseSourceFixed.first := (-16384); ReleaseSourceFixed.last := (16384) |}.

Lemma setting_admissible : ReleaseSourceFixed.admissible setting = true.
Proof. reflexivity. Qed.

Lemma setting_unit : bpow radix2 (Z.opp 40) = (1 / 2 ^ 40).
Proof. change (bpow radix2 (Z.opp 40)) with (bpow radix2 (- Z.of_nat 40)). rewrite bpow_inv. lra. Qed.

Lemma setting_low : ReleaseSourceFixed.value setting (0) = 0.
Proof. unfold ReleaseSourceFixed.value. cbn [setting ReleaseSourceFixed.fraction]. rewrite setting_unit. lra. Qed.

Lemma setting_high : ReleaseSourceFixed.value setting (1099511627776) = 1.
Proof. unfold ReleaseSourceFixed.value. cbn [setting ReleaseSourceFixed.fraction]. rewrite setting_unit. lra. Qed.

(* Of the 2^(76 + 52) words of entropy, those for which the source releases one raw answer, whatever integer it is, in a
   set of outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_fixed_64_40_source answer1 answer2 S :
  Rabs (ReleaseSourceFixed.value setting answer1 - ReleaseSourceFixed.value setting answer2) <= 1 ->
  count (2 ^ (76 + 52)) (fun z => S (ReleaseSourceFixed.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ (76 + 52)) (fun z => S (ReleaseSourceFixed.release setting answer2 (Z.of_nat z))).
Proof.
  apply (ReleaseSourceFixed.source_counts setting setting_admissible 1 verdict).
  cbn [setting ReleaseSourceFixed.answer_low ReleaseSourceFixed.answer_high]. rewrite setting_low, setting_high.
  exact mechanism_fixed_64_40_certified.
Qed.
