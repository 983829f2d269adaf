(* The certificate vector_binary64 as a theorem: a count of words of entropy.

   Generated, do not edit. The certificate claims:
   A vector of 1000 values with independent Laplace noise of scale 3 for ε = 1 in binary64 from lazily drawn exponent and 52 bits; a query of which one individual changes at most 3 of the values as computed, the exact ones by at most 3 in sum; each of error 0, read with error 0, clamped from 0 to 1000000; each released as a multiple of 0x1p-9 from -96 to 1000096, or as outside: for all answers that differ in at most 3 values and by at most 3 in sum and every set of outputs, P₁ ≤ e^ε′·P₂ with ε′ ≤ 1.000001365214054; the values in which two answers agree have the same law for both and cancel; every output of the at most 3 others together is at most e^κ₊ and at least e^−κ₋ times as likely as with exact noise of this scale, κ₊ ≤ 6.8260695e-7 and κ₋ ≤ 6.8260711e-7. *)
From Coq Require Import Reals ZArith Lia Lra.
From Coquelicot Require Import Coquelicot.
From Flocq Require Import Core.
From Kdelta Require Import Sinh TheoremA Words Window Binary GridRounding PureInterval Vectors LazyWords WordLoss TableConstants TableMechanisms LazyMechanisms.

Local Open Scope R_scope.

Definition reach : R := (17181518468218881 / 2 ^ 34).
Definition radius : R := (51426953980176480737833989745858403555648844476794944460739754024961 / 2 ^ 205).
Definition verdict : R := (1569277576243546615863690023753976657122733638554328169691 / 2 ^ 190).
Definition cells : nat := Z.to_nat 512098305.

Lemma grid : step (-9) = (1 / 2 ^ 9).
Proof. change (step (-9)) with (bpow radix2 (-9)). change (bpow radix2 (-9)) with (bpow radix2 (- Z.of_nat 9)). rewrite bpow_inv. lra. Qed.

Lemma first_corner : corner (-9) (-49152) 0 = ((-98305) / 2 ^ 10).
Proof. unfold corner, grid_point. rewrite grid. change (-49152 + Z.of_nat 0)%Z with (-49152)%Z. lra. Qed.

Lemma last_corner : corner (-9) (-49152) cells = (1024098305 / 2 ^ 10).
Proof.
  unfold corner, grid_point. rewrite grid. replace (-49152 + Z.of_nat cells)%Z with (512049153)%Z by (unfold cells; lia). lra.
Qed.

Definition error : R := (1394785360865675493636998218578845917077096552443 / 2 ^ 192).

Lemma farthest : bpow radix2 (20) = 1048576.
Proof. reflexivity. Qed.

Lemma shift : bpow radix2 (20 - 53 - 1) = (1 / 2 ^ 34).
Proof. change (bpow radix2 (20 - 53 - 1)) with (bpow radix2 (- Z.of_nat 34)). rewrite bpow_inv. lra. Qed.

(* A draw reads 76 + 52 bits, and while all bits of the exponent are zero further words of 64: LazyWords.v. *)
Definition further : nat := Z.to_nat 33554432.
Definition bits : nat := 76 + 52 + 64 * further.
Definition release (r : R) (z : nat) : option nat :=
  release_lazy_f64 76 3 52 (-9) (-49152) cells r (entropy 64 76 52 further z).
Definition answers (r : R) : Prop := 0 <= r <= 1000000.
Definition once : R := ln (Gamma (/ 3) (step (-9) - bpow radix2 (20 - 53 - 1)) (3 * ln (1 + / 2 ^ 52) + error)).

Lemma loss : loss_within (2 ^ bits) release answers (/ 3) once.
Proof.
  unfold bits, release, answers, once.
  apply (f64_lazy 3 radius reach error 0 1000000 52 76 further (-9) (-49152) (20) cells).
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

(* Two vectors of equally many answers, 3 of which differ at most, by 3 in sum; every value has bits of its own. Of all
   fillings of these bits, those that lead from one vector into a set of outputs are at most e^verdict times as many as those
   that lead there from the other. *)
Theorem vector_binary64_certified (r1 r2 : list R) T :
  length r1 = length r2 -> List.Forall answers r1 -> List.Forall answers r2 ->
  l1_distance r1 r2 <= 3 -> (changed r1 r2 <= 3)%nat ->
  count ((2 ^ bits) ^ length r1) (fun z => T (release_each (2 ^ bits) release r1 z))
  <= exp verdict * count ((2 ^ bits) ^ length r2) (fun z => T (release_each (2 ^ bits) release r2 z)).
Proof.
  apply (vector_of_loss _ _ _ _ _ loss).
  - left. apply Rinv_0_lt_compat. lra.
  - apply words_positive.
  - unfold once. rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
  - rewrite INR_IZR_INZ. change (IZR (Z.of_nat 3)) with 3. unfold once. rewrite grid, shift. unfold Gamma, sinh, error, verdict. interval with (i_prec 350).
Qed.

(* The same of the source: `ReleaseSource64.release` is made of the functions that crates/translate writes from crates/finite/src. *)
From Kdelta Require Import ErrorTerms Machine Represents.
From Kdelta Require ReleaseSource64.

Definition setting : ReleaseSource64.Setting := {|
  ReleaseSource64.bits := 52; ReleaseSource64.words := 2; ReleaseSource64.further := 33554432;
  ReleaseSource64.scale_mantissa := 12582912; ReleaseSource64.scale_exponent := (-22);
  ReleaseSource64.answer_low := Bits.b64_of_bits 0;
  ReleaseSource64.answer_high := Bits.b64_of_bits 4696837146684686336;
  ReleaseSource64.log2 := (-9); ReleaseSource64.first := (-49152); ReleaseSource64.last := (512049152) |}.

Lemma setting_power : bpow radix2 (-22) = (1 / 2 ^ 22).
Proof. change (bpow radix2 (-22)) with (bpow radix2 (- Z.of_nat 22)). rewrite bpow_inv. lra. Qed.

Lemma setting_scale : ReleaseSource64.b setting = 3.
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

Lemma setting_numbers : ReleaseSource64.Numbers setting 3 52 76 further cells (-9) (-49152).
Proof.
  constructor; [exact setting_scale | reflexivity | reflexivity | | | reflexivity | reflexivity];
    cbn [setting ReleaseSource64.further ReleaseSource64.first ReleaseSource64.last]; unfold further, cells; lia.
Qed.

(* Two vectors of equally many finite answers, 3 of which differ at most, by 3 in sum: of all fillings of the bits
   that their draws may read, those for which the source releases one vector in a set of outputs are at most e^verdict
   times as many as those for the other. *)
Theorem vector_binary64_source (answers1 answers2 : list f64) T :
  length answers1 = length answers2 ->
  List.Forall (fun answer => Float.is_finite 53 1024 answer = true) answers1 -> List.Forall (fun answer => Float.is_finite 53 1024 answer = true) answers2 ->
  l1_distance (List.map (Float.B2R 53 1024) answers1) (List.map (Float.B2R 53 1024) answers2) <= 3 ->
  (changed (List.map (Float.B2R 53 1024) answers1) (List.map (Float.B2R 53 1024) answers2) <= 3)%nat ->
  count ((2 ^ bits) ^ length answers1) (fun z => T (ReleaseSource64.release_vector setting (2 ^ bits) answers1 z))
  <= exp verdict * count ((2 ^ bits) ^ length answers2) (fun z => T (ReleaseSource64.release_vector setting (2 ^ bits) answers2 z)).
Proof.
  unfold bits. apply (ReleaseSource64.lazy_source_vector_counts setting 0 1000000 (20) setting_admissible setting_drawable _ _ _ _ _ _ _ setting_numbers ltac:(unfold further; lia) 3 3 verdict (words_positive _)).
  pose proof vector_binary64_certified as H. unfold bits, release, answers in H. exact H.
Qed.
