(* The certificate mechanism_binary32 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 1 for ε = 1 in binary32 from exponent and 23 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1; released as a multiple of 0x1p-10 from -16 to 16, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.009290985070468; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 0.0046347023 and κ₋ ≤ 0.0046562828. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval TableConstants TableMechanisms.

Local Open Scope R_scope.

Definition reach : R := (17826305 / 2 ^ 20).
Definition radius : R := (3496798280199407844998023208283761059196672784165752329342867399 / 2 ^ 207).
Definition verdict : R := (6335422193895962942488617876950631545056180295443995083427 / 2 ^ 192).
Definition cells : nat := Z.to_nat 32769.

Lemma grid : step (-10) = (1 / 2 ^ 10).
Proof. change (step (-10)) with (bpow radix2 (-10)). change (bpow radix2 (-10)) with (bpow radix2 (- Z.of_nat 10)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-10) (-16384) 0 = ((-32769) / 2 ^ 11).
Proof. unfold corner, grid_point. rewrite grid. change (-16384 + Z.of_nat 0)%Z with (-16384)%Z. lra. Qed.

Lemma last_corner : corner (-10) (-16384) cells = (32769 / 2 ^ 11).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-16384 + Z.of_nat cells)%Z with (16385)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (13476096264505885849844851983896273785555041218430977 / 2 ^ 192).

Lemma farthest : bpow radix2 (5) = 32.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (5 - 24 - 1) = (1 / 2 ^ 20).
Proof. change (bpow radix2 (5 - 24 - 1)) with (bpow radix2 (- Z.of_nat 20)). rewrite bpow_inv. lra. Qed.

(* Of the 2^(41 + 23) words of entropy, those that lead from one answer into a set of outputs are at most
   e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_binary32_certified r1 r2 S :
  0 <= r1 <= 1 -> 0 <= r2 <= 1 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ (41 + 23)) (fun z => S (release_f32 1 23 41 (-10) (-16384) cells r1 z))
  <= exp verdict * count (2 ^ (41 + 23)) (fun z => S (release_f32 1 23 41 (-10) (-16384) cells r2 z)).
Proof.
  intros H1 H2 D.
  apply (f32_mechanism 1 radius reach error 0 1 1 verdict 23 41 (-10) (-16384) (5) cells).
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
  - unfold constant, slope, certified_table_f32, error, radius. interval with (i_prec 300).
  - unfold reach, error, radius. interval with (i_prec 300).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 41)) with 41. unfold radius. interval with (i_prec 100).
  - rewrite grid, shift. unfold error. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
  - rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
  - exact H1.
  - exact H2.
  - lra.
Qed.

(* The same of the source: `ReleaseSource32.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource32.

Definition setting : ReleaseSource32.Setting := {|
  ReleaseSource32.bits := 23; ReleaseSource32.words := 1; ReleaseSource32.further := 0;
  ReleaseSource32.scale_mantissa := 8388608; ReleaseSource32.scale_exponent := (-23);
  ReleaseSource32.answer_low := Bits.b32_of_bits 0;
  ReleaseSource32.answer_high := Bits.b32_of_bits 1065353216;
  ReleaseSource32.log2 := (-10); ReleaseSource32.first := (-16384); ReleaseSource32.last := (16384) |}.

Lemma setting_power : bpow radix2 (-23) = (1 / 2 ^ 23).
Proof. change (bpow radix2 (-23)) with (bpow radix2 (- Z.of_nat 23)). rewrite bpow_inv. lra. Qed.

Lemma setting_scale : ReleaseSource32.b setting = 1.
Proof.
  unfold ReleaseSource32.b. cbn [setting ReleaseSource32.scale_mantissa ReleaseSource32.scale_exponent]. rewrite setting_power. lra.
Qed.

Lemma setting_admissible : ReleaseSource32.Admissible setting 0 1 (1).
Proof.
  constructor; cbn [setting ReleaseSource32.scale_mantissa ReleaseSource32.scale_exponent ReleaseSource32.answer_low ReleaseSource32.answer_high
    ReleaseSource32.log2 ReleaseSource32.first ReleaseSource32.last]; try lia; try lra.
  - apply ReleaseSource32.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
  - apply ReleaseSource32.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
Qed.

Lemma setting_drawable : ReleaseSource32.Drawable setting.
Proof. constructor; cbn [setting ReleaseSource32.bits ReleaseSource32.words ReleaseSource32.further]; lia. Qed.

Lemma setting_numbers : ReleaseSource32.Numbers setting 1 23 41 0 cells (-10) (-16384).
Proof.
  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource32.further ReleaseSource32.first ReleaseSource32.last]; unfold cells; lia.
Qed.

(* Of the 2^(41 + 23) words of entropy, those for which the source releases one finite answer in a set of
   outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_binary32_source answer1 answer2 S :
  Float.is_finite 24 128 answer1 = true -> Float.is_finite 24 128 answer2 = true ->
  Rabs (Float.B2R 24 128 answer1 - Float.B2R 24 128 answer2) <= 1 ->
  count (2 ^ (41 + 23)) (fun z => S (ReleaseSource32.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ (41 + 23)) (fun z => S (ReleaseSource32.release setting answer2 (Z.of_nat z))).
Proof.
  apply (ReleaseSource32.source_counts setting 0 1 (1) setting_admissible setting_drawable _ _ _ _ _ _ _ setting_numbers eq_refl 1 verdict).
  pose proof mechanism_binary32_certified as H. exact H.
Qed.
