(* The certificate mechanism_binary64_count as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   Laplace noise of scale 10 for ε = 1/10 in binary64 from lazily drawn exponent and 52 bits; a query of sensitivity 1 and error 0, read with error 0, clamped from 0 to 1000000; released as a multiple of 0x1p-7 from -320 to 1000320, or as outside: for all answers within 1 and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 0.1000001137949126; every output is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 5.6897455e-8 and κ₋ ≤ 5.6897458e-8. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval Vectors LazyWords WordLoss TableConstants TableMechanisms LazyMechanisms.

Local Open Scope R_scope.

Definition reach : R := (17185366809247745 / 2 ^ 34).
Definition radius : R := (25719236331364085416064359813087460543773103349924221790348874360151 / 2 ^ 204).
Definition verdict : R := (392319304900569260987636149824321406741922315461172860801 / 3923188584616675477397368389504791510063972152790021570560).
Definition cells : nat := Z.to_nat 128081921.

Lemma grid : step (-7) = (1 / 2 ^ 7).
Proof. change (step (-7)) with (bpow radix2 (-7)). change (bpow radix2 (-7)) with (bpow radix2 (- Z.of_nat 7)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-7) (-40960) 0 = ((-81921) / 2 ^ 8).
Proof. unfold corner, grid_point. rewrite grid. change (-40960 + Z.of_nat 0)%Z with (-40960)%Z. lra. Qed.

Lemma last_corner : corner (-7) (-40960) cells = (256081921 / 2 ^ 8).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-40960 + Z.of_nat cells)%Z with (128040961)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (1395107548534136930094837272586303494908609126381 / 2 ^ 192).

Lemma farthest : bpow radix2 (20) = 1048576.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (20 - 53 - 1) = (1 / 2 ^ 34).
Proof. change (bpow radix2 (20 - 53 - 1)) with (bpow radix2 (- Z.of_nat 34)). rewrite bpow_inv. lra. Qed.

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_lazy_f64 76 10 52 (-7) (-40960) cells r (entropy 64 76 52 further z).
Definition answers (r : R) : Prop := 0 <= r <= 1000000.
Definition once : R := ln (Gamma (/ 10) (step (-7) - bpow radix2 (20 - 53 - 1)) (10 * ln (1 + / 2 ^ 52) + error)).

Lemma loss : loss_within (2 ^ bits) release answers (/ 10) once.
Proof.
  unfold bits, release, answers, once.
  apply (f64_lazy 10 radius reach error 0 1000000 52 76 further (-7) (-40960) (20) cells).
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
  - unfold constant, lazily_sloped, certified_table_f64, error, radius. interval with (i_prec 300).
  - unfold reach, error, radius. interval with (i_prec 300).
  - rewrite INR_IZR_INZ. replace (Z.of_nat (76 + 64 * further)) with 2147483724%Z by (unfold further; lia). unfold radius. interval with (i_prec 100).
  - rewrite grid, shift. unfold error. interval with (i_prec 100).
  - rewrite first_corner, shift. unfold reach. lra.
  - rewrite last_corner. unfold reach. lra.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those that lead from one answer into a set of outputs are at
   most e^verdict times as many as those that lead there from another answer. *)
Theorem mechanism_binary64_count_certified r1 r2 S :
  0 <= r1 <= 1000000 -> 0 <= r2 <= 1000000 -> Rabs (r1 - r2) <= 1 ->
  count (2 ^ bits) (fun z => S (release r1 z)) <= exp verdict * count (2 ^ bits) (fun z => S (release r2 z)).
Proof.
  apply (pure_of_loss _ _ _ _ _ loss).
  - left. apply Rinv_0_lt_compat. lra.
  - unfold once. rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
Qed.

(* The same of the source: `ReleaseSource64.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource64.

Definition setting : ReleaseSource64.Setting := {|
  ReleaseSource64.bits := 52; ReleaseSource64.words := 2; ReleaseSource64.further := 33554432;
  ReleaseSource64.scale_mantissa := 10485760; ReleaseSource64.scale_exponent := (-20);
  ReleaseSource64.answer_low := Bits.b64_of_bits 0;
  ReleaseSource64.answer_high := Bits.b64_of_bits 4696837146684686336;
  ReleaseSource64.log2 := (-7); ReleaseSource64.first := (-40960); ReleaseSource64.last := (128040960) |}.

Lemma setting_power : bpow radix2 (-20) = (1 / 2 ^ 20).
Proof. change (bpow radix2 (-20)) with (bpow radix2 (- Z.of_nat 20)). rewrite bpow_inv. lra. Qed.

Lemma setting_scale : ReleaseSource64.b setting = 10.
Proof.
  unfold ReleaseSource64.b. cbn [setting ReleaseSource64.scale_mantissa ReleaseSource64.scale_exponent]. rewrite setting_power. lra.
Qed.

Lemma setting_admissible : ReleaseSource64.Admissible setting 0 1000000 (20).
Proof.
  constructor; cbn [setting ReleaseSource64.scale_mantissa ReleaseSource64.scale_exponent ReleaseSource64.answer_low ReleaseSource64.answer_high
    ReleaseSource64.log2 ReleaseSource64.first ReleaseSource64.last]; try lia; try lra.
  - apply ReleaseSource64.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
  - apply ReleaseSource64.answer_holds; [lia | reflexivity | reflexivity | lia | decoded; cbn; lra].
Qed.

Lemma setting_drawable : ReleaseSource64.Drawable setting.
Proof. constructor; cbn [setting ReleaseSource64.bits ReleaseSource64.words ReleaseSource64.further]; lia. Qed.

Lemma setting_numbers : ReleaseSource64.Numbers setting 10 52 76 further cells (-7) (-40960).
Proof.
  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource64.further ReleaseSource64.first ReleaseSource64.last]; unfold further, cells; lia.
Qed.

(* Of the 2^bits fillings of all bits that a draw may read, those for which the source releases one finite answer in a set of
   outputs are at most e^verdict times as many as those for another answer. *)
Theorem mechanism_binary64_count_source answer1 answer2 S :
  Float.is_finite 53 1024 answer1 = true -> Float.is_finite 53 1024 answer2 = true ->
  Rabs (Float.B2R 53 1024 answer1 - Float.B2R 53 1024 answer2) <= 1 ->
  count (2 ^ bits) (fun z => S (ReleaseSource64.release setting answer1 (Z.of_nat z)))
  <= exp verdict * count (2 ^ bits) (fun z => S (ReleaseSource64.release setting answer2 (Z.of_nat z))).
Proof.
  unfold bits. apply (ReleaseSource64.lazy_source_counts setting 0 1000000 (20) setting_admissible setting_drawable _ _ _ _ _ _ _ setting_numbers ltac:(unfold further; lia) 1 verdict).
  pose proof mechanism_binary64_count_certified as H. unfold bits, release in H. exact H.
Qed.
