(* The certificate mechanism_binary64_midpoint as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 1 for ε = 1 in binary64 from midpoints of 2^53 cells; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000007512697113; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.4921933e-6 and κ₋ ≤ 5.4922235e-6. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval WordLoss TableConstants TableMechanisms MidpointMechanism.

Local Open Scope R_scope.

Definition reach : R := (9570424086069249 / 2 ^ 49).
Definition radius : R := (3027552314692072244775251854592168764227994674174340482942782119786882842176064826468145089663100434420644302215998540499 / 178086197533124596199777902522680708065021972763733639247372942788495821544351265923479725622824283994078120901557092352).
Definition verdict : R := (6277148893350765966160195287507977685814626967054925320839 / 2 ^ 192).
Definition cells : nat := Z.to_nat 32769.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-16384) 0 = ((-32769) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-16384 + Z.of_nat 0)%Z with (-16384)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-16384) cells = (32769 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-16384 + Z.of_nat cells)%Z with (16385)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (25091884728801966942804051807916103282524159 / 2 ^ 192).

Lemma farthest : bpow radix2 (5) = 32.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (5 - 53 - 1) = (1 / 2 ^ 49).
Proof. change (bpow radix2 (5 - 53 - 1)) with (bpow radix2 (- Z.of_nat 49)). rewrite bpow_inv. lra. Qed.

(* Of the 2^53 words of entropy, those that lead from one answer into a set of outputs are at most e^verdict times as many
   as those that lead there from another answer. *)
Theorem mechanism_binary64_midpoint_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ 53) (fun z => S (release_midpoint_f64 53 1 (-10) (-16384) cells r1 z))
  <= exp verdict * count (2 ^ 53) (fun z => S (release_midpoint_f64 53 1 (-10) (-16384) cells r2 z)).
Proof.
  intros H1 H2 D.
  apply (f64_midpoint 1 radius reach error 0 1 1 verdict 53 (-10) (-16384) (5) cells).
  - lra.
  - lia.
  - lia.
  - lia.
  - unfold cells; lia.
  - lia.
  - rewrite first_corner, farthest. apply Rabs_lt. lra.
  - rewrite last_corner, farthest. apply Rabs_lt. lra.
  - unfold error. lra.
  - unfold constant, slope, certified_table_f64, error, radius. interval with (i_prec 300).
  - unfold reach, error, radius. lra.
  - rewrite grid, shift. unfold error. lra.
  - rewrite grid, shift. unfold reach. lra.
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite first_corner. lra.
  - rewrite last_corner, shift. lra.
  - rewrite ?grid, ?first_corner, ?last_corner, ?shift. unfold least_cell, least_outside, Gamma, sinh, reach, error, verdict. interval with (i_prec 350).
  - rewrite ?grid, ?first_corner, ?last_corner, ?shift. unfold least_cell, least_outside, Gamma, sinh, reach, error, verdict. interval with (i_prec 350).
  - rewrite ?grid, ?first_corner, ?last_corner, ?shift. unfold least_cell, least_outside, Gamma, sinh, reach, error, verdict. interval with (i_prec 350).
  - rewrite ?grid, ?first_corner, ?last_corner, ?shift. unfold least_cell, least_outside, Gamma, sinh, reach, error, verdict. interval with (i_prec 350).
  - exact H1.
  - exact H2.
  - lra.
Qed.

(* The same of the source: `ReleaseSource64.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource64.

Definition setting : ReleaseSource64.Setting := {|
  ReleaseSource64.bits := 53; ReleaseSource64.words := 1; ReleaseSource64.further := 0;
  ReleaseSource64.scale_mantissa := 8388608; ReleaseSource64.scale_exponent := (-23);
  ReleaseSource64.answer_low := Bits.b64_of_bits 0;
  ReleaseSource64.answer_high := Bits.b64_of_bits 4607182418800017408;
  ReleaseSource64.log2 := (-10); ReleaseSource64.first := (-16384); ReleaseSource64.last := (16384) |}.

Lemma setting_power : bpow radix2 (-23) = (1 / 2 ^ 23).
Proof. change (bpow radix2 (-23)) with (bpow radix2 (- Z.of_nat 23)). rewrite bpow_inv. lra. Qed.

Lemma setting_scale : ReleaseSource64.b setting = 1.
Proof.
  unfold ReleaseSource64.b. cbn [setting ReleaseSource64.scale_mantissa ReleaseSource64.scale_exponent]. rewrite setting_power. lra.
Qed.

Lemma setting_admissible : ReleaseSource64.Admissible setting 0 1 (1).
Proof.
  constructor; cbn [setting ReleaseSource64.scale_mantissa ReleaseSource64.scale_exponent ReleaseSource64.answer_low ReleaseSource64.answer_high
    ReleaseSource64.log2 ReleaseSource64.first ReleaseSource64.last]; try lia; try lra.
  - apply ReleaseSource64.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
  - apply ReleaseSource64.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
Qed.

From Kdelta Require MidpointSource64.

Lemma setting_midpoints : MidpointSource64.Midpoints setting 1 53 cells (-10) (-16384).
Proof.
  constructor; [exact setting_scale | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource64.bits ReleaseSource64.first ReleaseSource64.last]; unfold cells; lia.
Qed.

(* Of the 2^(53 + 11) words of entropy, of which 11 bits are not looked at, those for which the source releases one finite
   answer in a set of outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_binary64_midpoint_source answer1 answer2 S :
  Float.is_finite 53 1024 answer1 = true -> Float.is_finite 53 1024 answer2 = true ->
  Rabs (Float.B2R 53 1024 answer1 - Float.B2R 53 1024 answer2) <= 1 ->
  count (2 ^ (53 + 11)) (fun z => S (MidpointSource64.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ (53 + 11)) (fun z => S (MidpointSource64.release setting answer2 (Z.of_nat z))).
Proof.
  apply (MidpointSource64.midpoint_source_counts setting 0 1 (1) setting_admissible _ _ 11 _ _ _ setting_midpoints 1 verdict).
  exact mechanism_binary64_midpoint_certified.
Qed.
