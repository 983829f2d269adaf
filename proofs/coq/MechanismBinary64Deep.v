(* The certificate mechanism_binary64_deep as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 1 for ε = 1 in binary64 from exponent and 52 bits in 256 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -128 to 128, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000000000119147; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.9573065e-11 and κ₋ ≤ 5.9573065e-11. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval TableConstants TableMechanisms.

Local Open Scope R_scope.

Definition reach : R := (9077602358657025 / 2 ^ 46).
Definition radius : R := (6633465355108055630698515023476873864970360816938812717897779883 / 2 ^ 205).
Definition verdict : R := (6277101736134573140236079712647763372479627903403426218233 / 2 ^ 192).
Definition cells : nat := Z.to_nat 262145.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-131072) 0 = ((-262145) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-131072 + Z.of_nat 0)%Z with (-131072)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-131072) cells = (262145 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-131072 + Z.of_nat cells)%Z with (131073)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (181197101118516346264714629711778482412126207 / 2 ^ 192).

Lemma farthest : bpow radix2 (8) = 256.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (8 - 53 - 1) = (1 / 2 ^ 46).
Proof. change (bpow radix2 (8 - 53 - 1)) with (bpow radix2 (- Z.of_nat 46)). rewrite bpow_inv. lra. Qed.

(* Of the 2^(204 + 52) words of entropy, those that lead from one answer into a set of outputs are at most
   e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_binary64_deep_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ (204 + 52)) (fun z => S (release_f64 1 52 204 (-10) (-131072) cells r1 z))
  <= exp verdict * count (2 ^ (204 + 52)) (fun z => S (release_f64 1 52 204 (-10) (-131072) cells r2 z)).
Proof.
  intros H1 H2 D.
  apply (f64_mechanism 1 radius reach error 0 1 1 verdict 52 204 (-10) (-131072) (8) cells).
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
  - unfold constant, slope, certified_table_f64, error, radius. interval with (i_prec 300).
  - unfold reach, error, radius. interval with (i_prec 300).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 204)) with 204. unfold radius. interval with (i_prec 100).
  - rewrite grid, shift. unfold error. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
  - exact H1.
  - exact H2.
  - lra.
Qed.

(* The same of the source: `ReleaseSource64.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource64.

Definition setting : ReleaseSource64.Setting := {|
  ReleaseSource64.bits := 52; ReleaseSource64.words := 4; ReleaseSource64.further := 0;
  ReleaseSource64.scale_mantissa := 8388608; ReleaseSource64.scale_exponent := (-23);
  ReleaseSource64.answer_low := Bits.b64_of_bits 0;
  ReleaseSource64.answer_high := Bits.b64_of_bits 4607182418800017408;
  ReleaseSource64.log2 := (-10); ReleaseSource64.first := (-131072); ReleaseSource64.last := (131072) |}.

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

Lemma setting_drawable : ReleaseSource64.Drawable setting.
Proof. constructor; cbn [setting ReleaseSource64.bits ReleaseSource64.words ReleaseSource64.further]; lia. Qed.

Lemma setting_numbers : ReleaseSource64.Numbers setting 1 52 204 0 cells (-10) (-131072).
Proof.
  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource64.further ReleaseSource64.first ReleaseSource64.last]; unfold cells; lia.
Qed.

(* Of the 2^(204 + 52) words of entropy, those for which the source releases one finite answer in a set of
   outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_binary64_deep_source answer1 answer2 S :
  Float.is_finite 53 1024 answer1 = true -> Float.is_finite 53 1024 answer2 = true ->
  Rabs (Float.B2R 53 1024 answer1 - Float.B2R 53 1024 answer2) <= 1 ->
  count (2 ^ (204 + 52)) (fun z => S (ReleaseSource64.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ (204 + 52)) (fun z => S (ReleaseSource64.release setting answer2 (Z.of_nat z))).
Proof.
  apply (ReleaseSource64.source_counts setting 0 1 (1) setting_admissible setting_drawable _ _ _ _ _ _ _ setting_numbers eq_refl 1 verdict).
  pose proof mechanism_binary64_deep_certified as H. exact H.
Qed.
